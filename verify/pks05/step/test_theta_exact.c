/* The step over the rationals, against the step in doubles. */
#include "pks05/cone/qvi.h"
#include "theta_step.h"

#include <math.h>

static void begin(theta_step *u, check_random *g, int slips)
{
    memset(u, 0, sizeof *u);
    theta_random_step(g, slips, 0, &u->r);
    theta_step_begin(u);
}

/** In the plane the exact step is the doubles' step; both have been found by
other means (Lemke on the mixed form; Newton on the condensed one), and the exact
one has passed (16) and the energy identity without a tolerance.

Verifies PKS05 (14), (16)-(17). */
static void plane(void)
{
    check_random g = {check_seed(16)};
    int slipping = 0;
    for (int k = 0; k < 60; k++) {
        theta_step u;
        theta_posed x;
        theta_end e;
        qvi_answer y;
        begin(&u, &g, 1);
        const theta_data *d = &u.r.d;
        const int R = theta_rows(d);
        perp_status s = theta_step_prove(&u);
        CHECK(s.code == PERP_OK, "step %d: %s", k, s.message);
        CHECK(theta_posed_new(&u.a, d->nv, R, &x).code == PERP_OK &&
                  theta_end_new(&u.a, d->nv, R, &e).code == PERP_OK &&
                  theta_pose(d, &u.a, &x).code == PERP_OK,
              "pose");
        qvi_problem p = {d->p, 1, x.A, x.b, d->mu, NULL};
        CHECK(qvi_answer_new(&u.a, &p, &y).code == PERP_OK &&
                  qvi_solve(&p, &qvi_defaults, &u.a, &y).code == PERP_OK,
              "solve");
        theta_recover(d, &x, y.lam, &e);
        for (int i = 0; i < R && y.unique; i++) {
            CHECK(fabs(mpq_get_d(u.e.lambda[i]) - y.lam[i]) < 1e-8, "lambda");
            CHECK(fabs(mpq_get_d(u.e.delta[i]) - e.delta[i]) < 1e-9, "delta");
            CHECK(fabs(mpq_get_d(u.e.s[i]) - e.s[i]) < 1e-8, "s");
        }
        for (int i = 0; i < d->nv && y.unique; i++)
            CHECK(fabs(mpq_get_d(u.e.v[i]) - e.v[i]) < 1e-9, "v");
        slipping += mpq_sgn(u.e.lambda[0]) > 0 && mpq_sgn(u.e.s[1]) != 0;
        theta_step_end(&u);
    }
    CHECK(slipping > 5, "%d slip", slipping);
    VERIFIES("PKS05 (14), (16)-(17)");
}

/** In space with an octagon: the exact step passes, and its force is in the disc
whose polygon it is. */
static void octagon(void)
{
    check_random g = {check_seed(88)};
    for (int k = 0; k < 25; k++) {
        theta_step u;
        begin(&u, &g, 2);
        perp_status s = theta_step_prove(&u);
        CHECK(s.code == PERP_OK, "step %d: %s", k, s.message);
        for (int c = 0; c < u.r.d.p; c++) {
            double n = mpq_get_d(u.e.lambda[3 * c]);
            double t = hypot(mpq_get_d(u.e.lambda[3 * c + 1]),
                             mpq_get_d(u.e.lambda[3 * c + 2]));
            CHECK(t <= u.r.d.mu[c] * n * (1 + 1e-12) + 1e-15, "in the disc");
        }
        theta_step_end(&u);
    }
}

/** Nothing of a step can be changed: whatever number of the claim is moved, the
check says no. Its verdict needs no tolerance, so the change can be tiny. */
static void forged(void)
{
    check_random g = {check_seed(4)};
    for (int k = 0; k < 12; k++) {
        theta_step u;
        begin(&u, &g, 1 + k % 2);
        CHECK(theta_step_prove(&u).code == PERP_OK, "true");
        const int R = theta_exact_rows(&u.x), nv = u.x.nv;
        mpq_t *list[] = {u.e.v, u.e.delta, u.e.mean, u.e.lambda, u.e.s};
        const int length[] = {nv, R, nv, R, R};
        mpq_t tiny, kept;
        mpq_inits(tiny, kept, NULL);
        mpq_set_d(tiny, 0x1p-200);
        for (int l = 0; l < 5; l++) {
            int i = check_integer(&g, 0, length[l] - 1);
            mpq_set(kept, list[l][i]);
            mpq_add(list[l][i], list[l][i], tiny);
            perp_status s = theta_exact_check(&u.x, &u.e, NULL, NULL, NULL);
            CHECK(s.code == PERP_REFUTED, "list %d, entry %d passes", l, i);
            mpq_set(list[l][i], kept);
        }
        mpq_add(u.x.f[0], u.x.f[0], tiny);
        CHECK(theta_exact_check(&u.x, &u.e, NULL, NULL, NULL).code ==
                  PERP_REFUTED,
              "another force passes");
        mpq_clears(tiny, kept, NULL);
        theta_step_end(&u);
    }
}

/** The problem for the forces alone, without its free unknowns, says of the exact
force what (16) says: its slip, and the gap behind the step over h. Nothing of it
rests on the symmetry of C: here it has none.

Verifies PKS05 (8), (17). */
static void reduced(void)
{
    check_random g = {check_seed(17)};
    for (int k = 0; k < 30; k++) {
        theta_step u;
        mpq_t w, t;
        begin(&u, &g, 1 + k % 2);
        const size_t R = (size_t)theta_exact_rows(&u.x);
        mpq_inits(w, t, NULL);
        mpq_set_si(t, 1, 3);
        for (size_t i = 0; i < R * R; i++) /* the upper half only */
            if (i % R > i / R)
                mpq_add(u.x.C[i], u.x.C[i], t);
        CHECK(theta_step_prove(&u).code == PERP_OK, "prove");
        mpq_t *A = rational_array(&u.a, R * (R + 1)), *b = A + R * R;
        CHECK(theta_exact_reduce(&u.x, &u.a, A, b).code == PERP_OK, "reduce");
        for (size_t i = 0; i < R; i++) {
            const size_t c = i / (size_t)(1 + u.x.slips);
            mpq_set(w, b[i]);
            for (size_t j = 0; j < R; j++) {
                mpq_mul(t, A[i * R + j], u.e.lambda[j]);
                mpq_add(w, w, t);
            }
            mpq_sub(w, w, u.e.s[i]);
            mpq_add(t, u.x.gap[c], u.x.delta[i]);
            mpq_div(t, t, u.x.h);
            if (i % (size_t)(1 + u.x.slips) == 0)
                mpq_sub(w, w, t);
            CHECK(mpq_sgn(w) == 0, "step %d, row %zu", k, i);
        }
        mpq_clears(w, t, NULL);
        rational_clear(A, R * (R + 1));
        theta_step_end(&u);
    }
    VERIFIES("PKS05 (8), (17)");
}

int main(void)
{
    RUN(plane);
    RUN(reduced);
    RUN(octagon);
    RUN(forged);
    DONE;
}
