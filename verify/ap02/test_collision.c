#include "check.h"
#include "ap02/collision.h"
#include "lcp/solve/mlcp.h"
#include "step_random.h"

#include <math.h>

/** |x|^2_M, or x'My, written down once more. */
static void form(const step_exact *d, const mpq_t *x, const mpq_t *y, mpq_t out)
{
    mpq_t t;
    mpq_init(t);
    mpq_set_ui(out, 0, 1);
    for (int i = 0; i < d->nv * d->nv; i++) {
        mpq_mul(t, x[i / d->nv], d->M[i]);
        mpq_mul(t, t, y[i % d->nv]);
        mpq_add(out, out, t);
    }
    mpq_clear(t);
}

/** |v+|^2 + |v+ - v-|^2 + 2 sum mu lambda c_n - |v-|^2, term by term. */
static void balance(const step_exact *d, const mpq_t *z, mpq_t out)
{
    const int lambda = d->nv + d->m + d->p + 2 * d->r;
    mpq_t t, w[8];
    mpq_init(t);
    for (int i = 0; i < d->nv; i++) {
        mpq_init(w[i]);
        mpq_sub(w[i], z[i], d->v[i]);
    }
    form(d, z, z, out);
    form(d, (const mpq_t *)w, (const mpq_t *)w, t);
    mpq_add(out, out, t);
    form(d, (const mpq_t *)d->v, (const mpq_t *)d->v, t);
    mpq_sub(out, out, t);
    for (int j = 0; j < d->p; j++) {
        mpq_mul(t, d->mu[j], z[lambda + j]);
        mpq_mul(t, t, z[d->nv + d->m + j]);
        mpq_add(t, t, t);
        mpq_add(out, out, t);
    }
    mpq_clear(t);
    for (int i = 0; i < d->nv; i++)
        mpq_clear(w[i]);
}

/* Random collisions: the problem ignores forces, Jacobians and F; the three
   squares and the friction balance exactly; a solution changed by 2^-200 is
   refuted. */
static void energy_balances(void)
{
    check_random rng = {check_seed(83)};
    mpq_t one, zero, left, tiny;
    mpq_inits(one, zero, left, tiny, NULL);
    mpq_set_ui(one, 1, 1);
    mpq_set_d(tiny, 0x1p-200);
    for (int trial = 0; trial < 150; trial++) {
        step_random_sizes z = {
            check_integer(&rng, 1, 5), check_integer(&rng, 0, 1),
            check_integer(&rng, 1, 3), check_integer(&rng, 0, 2)};
        step_random s;
        posed x;
        lcp_exact_answer y;
        int fallback = 0;
        double Mt[64];
        step_random_make(&s, &rng, z);
        step_random_copy(&s, z);
        posed_make(&x, &s, &compression);
        (void)step_random_pose(&s, &compression, Mt);
        CHECK(memcmp(Mt, s.d.M, (size_t)(z.nv * z.nv) * sizeof *Mt) == 0,
              "the matrix is not M");
        alpha_gamma_exact e = compression_exact(one, zero);
        CHECK(mpq_equal(e.alpha, x.alpha) && mpq_equal(e.h, x.h) &&
                  mpq_equal(e.gamma, x.gamma),
              "two compressions");
        CHECK(lcp_exact_answer_new(&s.a, x.p.free, x.p.n, &y).code == PERP_OK &&
                  mlcp_prove(&x.p, NULL, &s.a, &y, &fallback).code == PERP_OK &&
                  y.outcome == LCP_SOLVED,
              "trial %d", trial);
        balance(&s.exact, (const mpq_t *)y.z, left);
        CHECK(mpq_sgn(left) == 0, "trial %d: %g", trial, mpq_get_d(left));
        CHECK(compression_check(&s.exact, (const mpq_t *)y.z).code == PERP_OK,
              "trial %d", trial);
        mpq_add(y.z[0], y.z[0], tiny);
        CHECK(compression_check(&s.exact, (const mpq_t *)y.z).code ==
                  PERP_REFUTED,
              "trial %d not refuted", trial);
        lcp_exact_answer_clear(x.p.free, x.p.n, &y);
        posed_free(&x);
        step_random_free(&s);
    }
    mpq_clears(one, zero, left, tiny, NULL);
}

/** One contact without friction: the impulse is -n'v / n'M^-1 n when the body
approaches, and nothing when it leaves. Rod with end contact: n = (0, 1, -c). */
static void one_contact(void)
{
    const double rate[4] = {-2, 0.5, 3, -6}, arm[4] = {0.25, 0.5, 1, 0.5};
    for (int k = 0; k < 4; k++) {
        double M[9] = {2, 0, 0, 0, 2, 0, 0, 0, 0.5}, n[3] = {0, 1, -arm[k]};
        double v[3] = {1, -1, rate[k]}, mu = 0, zeros[9] = {0}, A[25], b[5];
        double Mt[9], speed = -1 - arm[k] * rate[k];
        double inverse = 0.5 + arm[k] * arm[k] / 0.5;
        double impulse = speed < 0 ? -speed / inverse : 0;
        int at[2] = {0, 0}, climbed = 0;
        step_data d = {.nv = 3,
                       .p = 1,
                       .M = M,
                       .F = zeros,
                       .kq = zeros,
                       .kv = zeros,
                       .k0 = zeros,
                       .k1 = zeros,
                       .n = n,
                       .mu = &mu,
                       .v = v,
                       .slip_at = at};
        alpha_gamma_pose(&compression, &d, Mt, A, b);
        lcp_problem p = {3, 2, A, b};
        lcp_answer x;
        arena a = {0};
        CHECK(lcp_answer_new(&a, 3, 2, &x).code == PERP_OK &&
                  mlcp_solve(&p, &mlcp_defaults, &a, &x, &climbed).code ==
                      PERP_OK,
              "not solved");
        CHECK(x.z[3] - impulse < 1e-14 && impulse - x.z[3] < 1e-14,
              "%g, not %g", x.z[3], impulse);
        arena_free(&a);
    }
}

/* The push in doubles is that in fractions. */
static void the_same_push(void)
{
    check_random rng = {check_seed(85)};
    for (int trial = 0; trial < 40; trial++) {
        step_random_sizes z = {
            check_integer(&rng, 1, 5), check_integer(&rng, 0, 1),
            check_integer(&rng, 1, 3), check_integer(&rng, 0, 2)};
        step_random s;
        posed x;
        double Mt[64], push[3];
        mpq_t exact[3];
        step_random_make(&s, &rng, z);
        step_random_copy(&s, z);
        posed_make(&x, &s, &compression);
        lcp_problem p = step_random_pose(&s, &compression, Mt);
        for (int j = 0; j < z.p; j++) {
            push[j] = check_integer(&rng, 0, 64) / 32.0;
            mpq_init(exact[j]);
            mpq_set_d(exact[j], push[j]);
        }
        double *b = arena_take(&s.a, (size_t)(p.free + p.n), sizeof *b);
        memcpy(b, p.b, (size_t)(p.free + p.n) * sizeof *b);
        decompression_push(&s.d, push, b);
        decompression_push_exact(&s.exact, (const mpq_t *)exact, x.b);
        for (int i = 0; i < p.free + p.n; i++)
            CHECK(fabs(b[i] - mpq_get_d(x.b[i])) < 1e-12, "trial %d: b[%d]",
                  trial, i);
        for (int j = 0; j < z.p; j++)
            mpq_clear(exact[j]);
        posed_free(&x);
        step_random_free(&s);
    }
}

int main(void)
{
    RUN(energy_balances);
    RUN(one_contact);
    RUN(the_same_push);
    DONE;
}
