#include "basis.h"
#include "lcp_random.h"

#include "lcp/solve/mlcp.h"
#include "lcp/solve/sharp.h"
#include "number/rational.h"

#include <math.h>

/* The largest |z_i - exact_i| / |exact_i|, where the exact solution of the same
   basis is in fractions. Numbers are about one or 2^-54, and what 106 bits leave
   of a zero is one. */
static double worst(int all, const double *z, const mpq_t *exact)
{
    double most = 0;
    for (int i = 0; i < all; i++) {
        double want = mpq_get_d(exact[i]);
        double off = fabs(z[i] - want) / (fabs(want) + 0x1p-100);
        most = off > most ? off : most;
    }
    return most;
}

/** Random contact problems of which some velocities before the step are $10^{-16}$
of the others: every number of a basis, the small ones too, is the exact one up to
the rounding of a double. Elimination alone is wrong in the first digit of some. */
static void every_number_by_itself(void)
{
    check_random r = {check_seed(94)};
    double most = 0;
    int tried = 0;
    for (int round = 0; round < 200; round++) {
        friction_kind k = {
            .velocities = 6, .contacts = 3, .directions = 2, .full = 1};
        friction f = friction_new(&r, &k);
        int all = f.p.free + f.p.n, climbed, right;
        arena a = {0};
        lcp_exact_problem e;
        lcp_exact_answer x;
        lcp_answer d;
        double *z = arena_take(&a, (size_t)all, sizeof *z);
        for (int i = 0; i < f.p.free; i += 2)
            f.b[i] *= 0x1p-54;
        CHECK(lcp_answer_new(&a, f.p.free, f.p.n, &d).code == 0, "answer");
        CHECK(lcp_exact_problem_new(&a, &f.p, &e).code == 0, "problem");
        CHECK(lcp_exact_answer_new(&a, e.free, e.n, &x).code == 0, "answer");
        CHECK(mlcp_solve(&f.p, &mlcp_defaults, &a, &d, &climbed).code == 0,
              "round %d", round);
        CHECK(basis_solve(&e, d.basis, &a, &x, &right).code == 0, "exact");
        CHECK(sharp_basis(&f.p, d.basis, &a, z).code == 0, "sharp");
        if (right) {
            tried++;
            most = fmax(most, worst(all, z, (const mpq_t *)x.z));
        }
        lcp_exact_answer_clear(e.free, e.n, &x);
        lcp_exact_problem_clear(&e);
        arena_free(&a);
        friction_free(&f);
    }
    printf("%d bases, worst relative error %.2g\n", tried, most);
    CHECK(tried > 150, "%d are too few", tried);
    CHECK(most < 0x1p-51, "worst relative error %g", most);
}

/** The example of the text: $z_1 = 1 - \frac{\delta}{48}$ is 1 in doubles, and
$z_2 = \frac{49}{48}\delta$ has all its places. Elimination alone says
$\frac{49}{32}\delta$, up to rounding. */
static void the_smallest_case(void)
{
    double A[] = {49, 1, 1, 1}, b[] = {-49, -1 - 0x1p-52}, z[2];
    lcp_problem p = {0, 2, A, b};
    uint8_t both[] = {1, 1};
    arena a = {0};
    CHECK(sharp_basis(&p, both, &a, z).code == 0, "sharp");
    CHECK(z[0] == 1 && z[1] == 49.0 / 48 * 0x1p-52, "%.17g, %.17g", z[0], z[1]);
    arena_free(&a);
}

/** A row of bodies on the ground, each with two contacts (at its ends), of which
the first is hit and the others move with $10^{-16}$: impulses of one beside those
of $10^{-16}$, in one problem, because neighbours touch. `sharp_solve` solves all by
itself, and what it says is the exact solution up to the last places, whichever
basis it took: velocities are unique here. */
enum { BODIES = 4, NV = 2 * BODIES, PAIRS = 2 * BODIES + BODIES - 1 };

static void row_of_bodies(check_random *r, double *A, double *b)
{
    enum { ALL = NV + PAIRS };
    memset(A, 0, ALL * ALL * sizeof *A);
    memset(b, 0, ALL * sizeof *b);
    for (int i = 0; i < NV; i++) {
        A[i * ALL + i] = check_uniform(r, 0.5, 2);
        b[i] = check_uniform(r, -1, 1) * (i < 2 ? 1 : 1e-16);
    }
    for (int j = 0; j < PAIRS; j++) {
        double n[NV] = {0};
        int body = j / 2;
        if (j < 2 * BODIES) { /* an end on the ground: y and turn */
            n[2 * body] = 1;
            n[2 * body + 1] = (j % 2 ? 1 : -1) * check_uniform(r, 0.4, 0.6);
        } else { /* the neighbours' ends, one above the other */
            body = j - 2 * BODIES;
            n[2 * body] = -1;
            n[2 * body + 1] = -check_uniform(r, 0.1, 0.3);
            n[2 * body + 2] = 1;
            n[2 * body + 3] = -check_uniform(r, 0.1, 0.3);
        }
        for (int i = 0; i < NV; i++) {
            A[(NV + j) * ALL + i] = n[i];
            A[i * ALL + NV + j] = -n[i];
        }
    }
}

static void beside_large_ones(void)
{
    enum { ALL = NV + PAIRS };
    check_random r = {check_seed(95)};
    double A[ALL * ALL], b[ALL], most = 0;
    int solved = 0;
    for (int round = 0; round < 100; round++) {
        lcp_problem p = {NV, PAIRS, A, b};
        arena a = {0};
        lcp_exact_problem e;
        lcp_exact_answer x;
        lcp_answer d;
        int fallback;
        ladder_limits none = {0};
        row_of_bodies(&r, A, b);
        CHECK(lcp_answer_new(&a, NV, PAIRS, &d).code == 0, "answer");
        CHECK(lcp_exact_problem_new(&a, &p, &e).code == 0, "problem");
        CHECK(lcp_exact_answer_new(&a, NV, PAIRS, &x).code == 0, "answer");
        d.pivots = 0;
        CHECK(sharp_solve(&p, &none, 1e-9, &a, &d).code == 0, "sharp");
        CHECK(mlcp_prove(&e, NULL, &a, &x, &fallback).code == 0, "exact");
        CHECK(x.outcome == LCP_SOLVED, "round %d", round);
        solved += d.outcome == LCP_SOLVED;
        if (d.outcome == LCP_SOLVED)
            for (int i = 2; i < NV; i++) {
                double want = mpq_get_d(x.z[i]);
                most = fmax(most, fabs(d.z[i] - want) / (1e-16 + fabs(want)));
            }
        lcp_exact_answer_clear(NV, PAIRS, &x);
        lcp_exact_problem_clear(&e);
        arena_free(&a);
    }
    printf("%d of 100 solved, worst error %.2g of 1e-16\n", solved, most);
    CHECK(solved == 100, "%d solved", solved);
    CHECK(most < 1e-9, "%g", most);
}

/** One number of one, and two contacts in one place that press with $2^{-57}$ of it,
one of them by $2^{-27}$ of that harder: a tie within $2^{-83}$ of the largest, and
eight times what the residual test forgives. $z = (1, s + \delta s, 0)$, $w_3 = \delta
s$, or with the two contacts exchanged. The solution is known, and both orders are
asked, because the powers of $\varepsilon$ break a tie the right way in one of
them. */
static void smaller_than_a_tie(void)
{
    const double s = 0x1p-57, harder = s + 0x1p-84;
    for (int k = 1; k <= 2; k++) {
        double A[] = {1, 0, 0, 0, 1, 1, 0, 1, 1};
        double b[] = {-1, -s, -s};
        b[k] = -harder;
        lcp_problem p = {0, 3, A, b};
        arena a = {0};
        lcp_answer d;
        ladder_limits none = {0};
        CHECK(lcp_answer_new(&a, 0, 3, &d).code == 0, "answer");
        d.pivots = 0;
        CHECK(sharp_solve(&p, &none, 1e-9, &a, &d).code == 0, "sharp");
        CHECK(d.outcome == LCP_SOLVED, "order %d: residual %g", k, d.residual);
        CHECK(d.z[0] == 1 && d.z[k] == harder && d.z[3 - k] == 0, "z");
        CHECK(d.w[3 - k] == harder - s, "w");
        arena_free(&a);
    }
}

/** A limit in time is one, and whoever comes next has what is left of it. */
static void limits(void)
{
    double A[] = {1}, b[] = {-1};
    lcp_problem p = {0, 1, A, b};
    arena a = {0};
    lcp_answer d;
    ladder_limits soon = {.seconds = 1e-12};
    CHECK(lcp_answer_new(&a, 0, 1, &d).code == 0, "answer");
    perp_status s = sharp_solve(&p, &soon, 1e-9, &a, &d);
    CHECK(s.code == PERP_LIMIT && d.outcome == LCP_LIMIT, "%d", s.code);
    ladder_limits day = {.seconds = 86400};
    CHECK(sharp_solve(&p, &day, 1e-9, &a, &d).code == 0, "a day");
    CHECK(day.seconds > 0 && day.seconds < 86400, "%.17g left", day.seconds);
    ladder_limits none = {0};
    CHECK(sharp_solve(&p, &none, 1e-9, &a, &d).code == 0, "no limit");
    CHECK(none.seconds == 0, "%.17g of no limit", none.seconds);
    arena_free(&a);
}

int main(void)
{
    memory_adopt_gmp();
    RUN(every_number_by_itself);
    RUN(the_smallest_case);
    RUN(beside_large_ones);
    RUN(smaller_than_a_tie);
    RUN(limits);
    DONE;
}
