#include "check.h"
#include "ap02/collision.h"
#include "lcp/solve/mlcp.h"
#include "number/rational.h"
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

/* The verdict on an answer, over `factor` times the least denominator. */
static int compressed(step_random *s, const lcp_exact_answer *y, long factor)
{
    const step_exact *d = &s->exact;
    const int free = d->nv + d->m + d->s;
    lcp_claim c;
    CHECK(lcp_claim_new(&s->a, free, 2 * (d->p + d->r), &c).code == PERP_OK,
          "claim");
    lcp_claim_of(y, &c);
    mpz_mul_si(c.den, c.den, factor);
    for (int i = 0; i < c.m; i++)
        mpz_mul_si(c.Z[i], c.Z[i], factor);
    const int code = compression_check(d, (const mpz_t *)c.Z, c.den).code;
    lcp_claim_clear(&c);
    return code;
}

/* Random collisions: the problem ignores forces, Jacobians and F; the three
   squares and the friction balance exactly; a solution changed by 2^-200 is
   refuted. The least denominator or a multiple, it is the same. */
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
        CHECK(compressed(&s, &y, 1 + trial % 3) == PERP_OK, "trial %d", trial);
        mpq_add(y.z[0], y.z[0], tiny);
        CHECK(compressed(&s, &y, 1 + trial % 3) == PERP_REFUTED,
              "trial %d not refuted", trial);
        lcp_exact_answer_clear(x.p.free, x.p.n, &y);
        posed_free(&x);
        step_random_free(&s);
    }
    mpq_clears(one, zero, left, tiny, NULL);
}

/* x = p/q, n of each. */
static mpq_t *fractions(arena *a, int n, const long *p, long q)
{
    mpq_t *x = rational_array(a, (size_t)n);
    for (int i = 0; i < n; i++) {
        mpq_set_si(x[i], p[i], (unsigned long)q);
        mpq_canonicalize(x[i]);
    }
    return x;
}

/** A floor that rises with u and carries a belt that runs with U: 3 kg with v- = (2, -1)/3
leave with (U, u) when friction holds, with c_n = 3 (u + 1/3), f = 3 (U - 2/3). The
balance is that of the works: c_n u + f U. Each number of the data that is off by 1/35
breaks it, and so does friction that is said to slip. */
static void walls_that_move(void)
{
    check_random rng = {check_seed(85)};
    for (int round = 0; round < 40; round++) {
        arena a = {0};
        const long u = check_integer(&rng, 1, 9);
        const long U = check_integer(&rng, 1, 45);
        const long mass[4] = {3, 0, 0, 3}, from[2] = {70, -35};
        const long rates[2] = {-u, -U}, one = 1; /* over 35, v- over 105 */
        mpq_t *M = fractions(&a, 4, mass, 1), *v = fractions(&a, 2, from, 105);
        mpq_t *rate = fractions(&a, 2, rates, 35);
        mpq_t *mu = fractions(&a, 1, &one, 2), step;
        const step_exact d = {.nv = 2, .p = 1, .r = 1, .M = M, .v = v,
                              .mu = mu, .rate = rate};
        mpz_t *Z = integer_array(&a, 6, 0), den;
        const long push = 9 * u + 105, grip = 9 * U - 210;
        const long claim[6] = {3 * U, 3 * u, push, grip > 0 ? grip : 0,
                               grip < 0 ? -grip : 0, 0};
        mpz_init_set_ui(den, 105);
        for (int i = 0; i < 6; i++)
            mpz_set_si(Z[i], claim[i]);
        mpq_init(step);
        mpq_set_si(step, 1, 35);
        const mpz_t *z = (const mpz_t *)Z;
        CHECK(compression_check(&d, z, den).code == PERP_OK, "%ld %ld", u, U);
        mpq_t *spoilt[5] = {&M[0], &M[3], &v[0], &rate[0], &rate[1]};
        for (int k = 0; k < 5; k++) {
            mpq_add(*spoilt[k], *spoilt[k], step);
            CHECK(compression_check(&d, z, den).code == PERP_REFUTED,
                  "%ld %ld, datum %d", u, U, k);
            mpq_sub(*spoilt[k], *spoilt[k], step);
        }
        mpz_set_ui(Z[5], 1); /* friction that slips takes mu lambda c_n */
        CHECK(compression_check(&d, z, den).code == PERP_REFUTED, "slips");
        mpq_clear(step);
        mpz_clear(den);
        integer_clear(Z, 6);
        rational_clear(M, 4);
        rational_clear(v, 2);
        rational_clear(rate, 2);
        rational_clear(mu, 1);
        arena_free(&a);
    }
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
    RUN(walls_that_move);
    RUN(one_contact);
    RUN(the_same_push);
    DONE;
}
