/**
# Least eigenvalue and norm
*/
#include "pks05/cone/qvi_spectrum.h"
#include "qvi_random.h"

#include "number/rational.h"

/* Is sign (S - c I) positive definite? In fractions; S given doubled:
   S + S'. */
static int definite(int n, mpq_t *T, int sign, mpq_srcptr c, arena *a)
{
    mpq_t *W = rational_array(a, (size_t)(n * n) + 1);
    mpq_ptr t = W[n * n];
    int yes = 1;
    for (int i = 0; i < n * n; i++) {
        mpq_set(W[i], T[i]);
        if (i % (n + 1) == 0)
            mpq_sub(W[i], W[i], c);
        if (sign < 0)
            mpq_neg(W[i], W[i]);
    }
    for (int k = 0; k < n && yes; k++) {
        yes = mpq_sgn(W[k * n + k]) > 0;
        for (int i = k + 1; i < n && yes; i++)
            for (int j = n - 1; j >= k; j--) {
                mpq_div(t, W[i * n + k], W[k * n + k]);
                mpq_mul(t, t, W[k * n + j]);
                mpq_sub(W[i * n + j], W[i * n + j], t);
            }
    }
    rational_clear(W, (size_t)(n * n) + 1);
    return yes;
}

/* c = x times (1 + slack), or x^2 when `squared`. */
static void number(mpq_ptr c, double x, int squared)
{
    mpq_set_d(c, x);
    if (squared)
        mpq_mul(c, c, c);
}

/* below and above are what they say, in fractions; and no further apart than
   rounding makes them. */
static void proven(void)
{
    check_random r = {check_seed(901)};
    arena a = {0};
    double gap = 0;
    for (int k = 0; k < 80; k++) {
        const int n = 1 + k % 9;
        double A[QVI_RANDOM_N * QVI_RANDOM_N];
        qvi_range least, norm;
        arena_mark mark = arena_here(&a);
        qvi_random_matrix(&r, n, k % 4 ? 0.01 : 0, k % 2 * 0.25, A);
        for (int i = 0; i < n * n; i++)
            A[i] /= 4;
        mpq_t *T = rational_array(&a, (size_t)(2 * n * n) + 2);
        mpq_t *E = T + n * n;
        mpq_ptr c = T[2 * n * n], t = T[2 * n * n + 1];
        rational_of_doubles((size_t)(n * n), A, E);
        CHECK(qvi_spectrum_least(&a, n, A, &least).code == PERP_OK, "least");
        double top = 0;
        CHECK(qvi_spectrum_norm(&a, n, n, A, &norm).code == PERP_OK, "norm");
        CHECK(qvi_spectrum_norm_above(&a, n, n, A, &top).code == PERP_OK &&
                  memcmp(&top, &norm.above, sizeof top) == 0,
              "one of two bounds");
        for (int i = 0; i < n * n; i++) {
            mpq_add(T[i], E[i], E[i % n * n + i / n]);
            mpq_div_2exp(T[i], T[i], 1);
        }
        number(c, least.below, 0);
        CHECK(definite(n, T, 1, c, &a), "least eigenvalue below %g",
              least.below);
        number(c, nextafter(least.above, 9), 0);
        CHECK(!definite(n, T, 1, c, &a), "least eigenvalue above %g",
              least.above);
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++) {
                mpq_set_ui(T[i * n + j], 0, 1);
                for (int l = 0; l < n; l++) {
                    mpq_mul(t, E[l * n + i], E[l * n + j]);
                    mpq_add(T[i * n + j], T[i * n + j], t);
                }
            }
        number(c, norm.above, 1);
        CHECK(definite(n, T, -1, c, &a), "norm above %g", norm.above);
        number(c, norm.below * (1 - 0x1p-52), 1);
        CHECK(!definite(n, T, -1, c, &a), "norm below %g", norm.below);
        gap = fmax(gap, least.above - least.below);
        gap = fmax(gap, norm.above - norm.below);
        rational_clear(T, (size_t)(2 * n * n) + 2);
        arena_release(&a, mark);
    }
    printf("no more than %g apart\n", gap);
    CHECK(gap < 1e-12, "%g", gap);
    arena_free(&a);
}

/* Closed forms: diagonal, rank one, rectangular, indefinite, nothing. */
static void known(void)
{
    arena a = {0};
    const double D[9] = {0.5, 0, 0, 0, 0.125, 0, 0, 0, 1};
    const double one[9] = {1, 1, 1, 1, 1, 1, 1, 1, 1};
    const double row[3] = {0.6, 0, 0.8}, odd[4] = {0, 1, 1, 0};
    const double tiny[4] = {1e-170, 0, 0, 1e-170}, none[4] = {0};
    qvi_range q;
    CHECK(qvi_spectrum_least(&a, 3, D, &q).code == PERP_OK, "room");
    CHECK(q.below <= 0.125 && q.above >= 0.125 && q.above - q.below < 1e-14,
          "%.17g", q.below);
    CHECK(qvi_spectrum_norm(&a, 3, 3, one, &q).code == PERP_OK, "room");
    CHECK(q.below <= 3 && q.above >= 3 && q.above - q.below < 1e-12, "%.17g",
          q.above);
    CHECK(qvi_spectrum_least(&a, 3, one, &q).code == PERP_OK, "room");
    CHECK(q.below <= 0 && q.below > -1e-12 && q.above >= 0 && q.above < 1e-12,
          "%g %g", q.below, q.above);
    CHECK(qvi_spectrum_norm(&a, 1, 3, row, &q).code == PERP_OK, "room");
    CHECK(q.below <= 1 && q.above >= 1 && q.above - q.below < 1e-12, "%.17g",
          q.above);
    CHECK(qvi_spectrum_norm(&a, 3, 1, row, &q).code == PERP_OK, "room");
    CHECK(q.below <= 1 && q.above >= 1 && q.above - q.below < 1e-12, "%.17g",
          q.above);
    CHECK(qvi_spectrum_least(&a, 2, odd, &q).code == PERP_OK, "room");
    CHECK(q.below <= -1 && q.above >= -1 && q.above - q.below < 1e-12, "%g %g",
          q.below, q.above);
    CHECK(qvi_spectrum_norm(&a, 2, 2, tiny, &q).code == PERP_OK, "room");
    CHECK(q.above >= 1e-170 && q.above < 1e-20 && q.below <= 1e-170, "%g %g",
          q.below, q.above);
    CHECK(qvi_spectrum_norm(&a, 2, 2, none, &q).code == PERP_OK, "room");
    CHECK(q.above < 1e-100 && q.below == 0, "%g", q.above);
    CHECK(qvi_spectrum_norm(&a, 0, 2, none, &q).code == PERP_OK, "room");
    arena_free(&a);
}

int main(void)
{
    RUN(proven);
    RUN(known);
    DONE;
}
