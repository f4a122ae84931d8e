/* A second velocity that is found is one; where there is one only, or where brute
   force finds two, the answer is never the wrong one of both. */
#include "basis.h"
#include "corners.h"
#include "lcp/enumerate/enumerate.h"
#include "number/rational.h"
#include "gap08/step/alone.h"
#include "gap08/step/second.h"
#include "gap08/step/split.h"
#include "lcp/solve/ladder.h"
#include "lcp/solve/mlcp.h"

#include <math.h>

enum { MOST = 64 };

/* The x of all bases that solve it, in doubles, without those met before. */
static int brute(const lcp_exact_problem *p, double *x)
{
    arena a = {0};
    lcp_exact_answer z;
    uint8_t basis[16];
    int found = 0;
    CHECK(lcp_exact_answer_new(&a, p->free, p->n, &z).code == PERP_OK, "room");
    for (int bits = 0; bits < 1 << p->n && found < MOST; bits++) {
        int right = 0, fresh = 1;
        for (int i = 0; i < p->n; i++)
            basis[i] = bits >> i & 1;
        CHECK(basis_solve(p, basis, &a, &z, &right).code == PERP_OK, "basis");
        for (int k = 0; right && k < found; k++) {
            int same = 1;
            for (int i = 0; i < p->free; i++)
                same &= x[k * p->free + i] == mpq_get_d(z.z[i]);
            fresh &= !same;
        }
        for (int i = 0; i < p->free; i++)
            x[found * p->free + i] = mpq_get_d(z.z[i]);
        found += right && fresh;
    }
    lcp_exact_answer_clear(p->free, p->n, &z);
    arena_free(&a);
    return found;
}

static int among(int nv, const double *x, int many, const double *all)
{
    for (int k = 0; k < many; k++)
        if (memcmp(x, all + k * nv, (size_t)nv * sizeof *x) == 0)
            return 1;
    return 0;
}

/* The same with one more body that flies past: its speed is a measure beside
   which two velocities are one, but equal they are not. */
static void beside_a_fast_one(const jump *j)
{
    jump wide = {.d = {.nv = j->d.nv + 1, .p = j->d.p}};
    const int nv = j->d.nv, to = nv + 1;
    arena a = {0};
    lcp_exact_problem p;
    double x[JUMP_NV], y[JUMP_NV];
    memcpy(wide.mu, j->mu, sizeof wide.mu);
    memcpy(wide.slip_at, j->slip_at, sizeof wide.slip_at);
    for (int i = 0; i < nv; i++) {
        wide.v[i] = j->v[i];
        for (int k = 0; k < nv; k++)
            wide.M[i * to + k] = j->M[i * nv + k];
        for (int k = 0; k < j->d.p; k++)
            wide.n[k * to + i] = j->n[k * nv + i];
        for (int k = 0; k < j->d.r; k++)
            wide.slip[k * to + i] = j->slip[k * nv + i];
    }
    wide.M[nv * to + nv] = 1;
    wide.v[nv] = 0x1p45;
    jump_pose(&wide);
    CHECK(lcp_exact_problem_new(&a, &wide.p, &p).code == PERP_OK, "problem");
    const second_question q = {.p = &p, .d = &wide.d, .x = wide.v};
    second_answer out = {.x = x, .y = y};
    CHECK(second_list(&a, &q, &out).code == PERP_OK &&
              out.verdict == SECOND_UNKNOWN,
          "neither one nor two: %d", (int)out.verdict);
    lcp_exact_problem_clear(&p);
    arena_free(&a);
}

/* Of the solutions that slip alike none is taken that is no solution. */
static int slides_alike(const jump *j, const lcp_exact_problem *p, int many,
                        const double *all)
{
    arena a = {0};
    double x[JUMP_NV], y[JUMP_NV];
    const second_question q = {.p = p, .d = &j->d, .x = all};
    second_answer out = {.x = x, .y = y};
    perp_status s = many > 0 ? second_search(&a, &q, &out) : PERP_SUCCESS;
    CHECK(s.code == PERP_OK && out.verdict != SECOND_ONE, "%s", s.message);
    CHECK(out.verdict != SECOND_TWO || among(j->d.nv, y, many, all),
          "slides alike, but does not solve");
    arena_free(&a);
    return out.verdict == SECOND_TWO;
}

static void lists_of_random_problems(void)
{
    check_random r = {check_seed(51)};
    int two = 0, one = 0, alike = 0;
    for (int k = 0; k < 100; k++) {
        jump j;
        arena a = {0};
        lcp_exact_problem p;
        double all[MOST * JUMP_NV], x[JUMP_NV], y[JUMP_NV];
        jump_random(&r, 2 + k % 3, 1 + k % 2, 1, 12, &j);
        CHECK(lcp_exact_problem_new(&a, &j.p, &p).code == PERP_OK, "problem");
        const int many = brute(&p, all), nv = j.d.nv;
        const second_question q = {.p = &p, .d = &j.d, .x = all};
        second_answer out = {.x = x, .y = y};
        perp_status s =
            many > 0 ? second_list(&a, &q, &out) : PERP_SUCCESS;
        CHECK(s.code == PERP_OK, "%s", s.message);
        CHECK(out.verdict != SECOND_ONE || many == 1, "round %d: one of %d", k,
              many);
        if (out.verdict == SECOND_TWO)
            CHECK(out.exact && among(nv, x, many, all) &&
                      among(nv, y, many, all) &&
                      memcmp(x, y, (size_t)nv * sizeof *x) != 0,
                  "round %d: not among the %d", k, many);
        if (out.verdict == SECOND_TWO)
            beside_a_fast_one(&j);
        alike += slides_alike(&j, &p, many, all);
        two += out.verdict == SECOND_TWO;
        one += out.verdict == SECOND_ONE;
        lcp_exact_problem_clear(&p);
        arena_free(&a);
    }
    CHECK(two > 3 && one > 20, "%d with two, %d with one", two, one);
    printf("%d with two, %d of them slip alike\n", two, alike);
}

/* Solves the plate's problem in doubles and asks for a second velocity. */
static second_verdict ask(const jump *j, double *x, double *y, int *exact)
{
    arena a = {0};
    lcp_exact_problem p;
    lcp_answer z;
    double splits[SPLIT_MOST * JUMP_P], xs[JUMP_NV], v[JUMP_NV], cn[JUMP_P],
        f[JUMP_R];
    step_result res = {.x = xs, .v = v, .cn = cn, .f = f};
    int climbed;
    CHECK(lcp_exact_problem_new(&a, &j->p, &p).code == PERP_OK &&
              lcp_answer_new(&a, j->p.free, j->p.n, &z).code == PERP_OK &&
              mlcp_solve(&j->p, &mlcp_defaults, &a, &z, &climbed).code ==
                  PERP_OK,
          "solve");
    alpha_gamma_recover(&compression, &j->d, z.z, &res);
    second_question q = {.p = &p, .d = &j->d, .x = res.x, .y = splits};
    second_answer out = {.x = x, .y = y};
    q.splits = split_find(&a, &j->d, &res, splits);
    perp_status s = q.splits > 0 ? second_search(&a, &q, &out) : PERP_SUCCESS;
    CHECK(s.code == PERP_OK, "%s", s.message);
    *exact = out.exact;
    lcp_exact_problem_clear(&p);
    arena_free(&a);
    return out.verdict;
}

/** The plate, by hand: load 1, $\mu = \frac14$, all masses one. Its normals carry
1 and have no moment, $c_1 + c_2 = c_3 + c_4 = c_1 + c_3 = c_2 + c_4 = \frac12$: one
number is free, $c_1 - c_2$ from $-\frac12$ to $\frac12$. The corner (a, b) slips by
$(v_x - b w, v_y + a w)$.

With $v = (0, -32)$, $w = 8$ the two at $a = -4$ slip by about $-64$ along y, and
their sum is all that counts. Those at $a = 4$ slip by about $-b w$ along x, one this
way, one that way. So $v_x$ behind the collision is $\mu (c_1 - c_2)$, from
$-\frac18$ to $\frac18$.

Where all slip along y first, ($v_y = 50$), the split changes nothing. */
static void a_plate(void)
{
    double x[JUMP_NV], y[JUMP_NV];
    int exact;
    jump j;
    corners(1, 1, 50, 1, &j);
    CHECK(ask(&j, x, y, &exact) != SECOND_TWO, "the sides decide");
    corners(0, 0, -32, 8, &j);
    CHECK(ask(&j, x, y, &exact) != SECOND_TWO, "no friction");
    corners(1, 0, -32, 8, &j);
    CHECK(ask(&j, x, y, &exact) == SECOND_TWO && exact, "two velocities");
    CHECK(fmin(x[0], y[0]) == -0.125 && fmax(x[0], y[0]) == 0.125,
          "vx: %g, %g", x[0], y[0]);
    for (int k = 3; k < 6; k++)
        CHECK(x[k] == 0 && y[k] == 0, "it stays down");
}

int main(void)
{
    RUN(lists_of_random_problems);
    RUN(a_plate);
    DONE;
}
