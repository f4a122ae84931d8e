/** The step in doubles against the same step in fractions. */
#include "paoli_random.h"

#include <math.h>

static double error(int n, const double *x, const mpq_t *y)
{
    double worst = 0;
    for (int i = 0; i < n; i++)
        worst = fmax(worst, fabs(x[i] - mpq_get_d(y[i])));
    return worst;
}

static void to_doubles(const mpq_t *from, int n, double *to)
{
    for (int i = 0; i < n; i++)
        to[i] = mpq_get_d(from[i]);
}

static double one(check_random *r)
{
    arena a = {0};
    paoli_exact_data d;
    int nv = check_integer(r, 1, MOST), p = 1;
    mpq_t e, h, *w = ratios(nv), *V = ratios(nv), *l = ratios(p);
    CHECK(paoli_exact_data_new(&a, nv, p, &d).code == PERP_OK, "memory");
    mpq_inits(e, h, NULL);
    mpq_set_si(e, check_integer(r, 0, 4), 4);
    mpq_set_si(h, 1, 16);
    mpq_canonicalize(e);
    random_mass(r, nv, d.M);
    for (int i = 0; i < nv; i++) {
        small_ratio(r, 9, d.g[i]);
        small_ratio(r, 9, d.v[i]);
        small_ratio(r, 3, d.n[i]);
    }
    mpq_set_ui(d.n[0], 1, 1);
    paoli_exact s = {e, e, h};
    CHECK(fast_step(&a, &s, &d, w, V, l), "one constraint has a projection");

    double M[MOST * MOST], g[MOST], v[MOST], n[MOST], x[MOST], y[MOST];
    double B[MOST], A, b, f = 0, lambda;
    paoli_metric m;
    to_doubles((const mpq_t *)d.M, nv * nv, M);
    to_doubles((const mpq_t *)d.g, nv, g);
    to_doubles((const mpq_t *)d.v, nv, v);
    to_doubles((const mpq_t *)d.n, nv, n);
    paoli fast = {mpq_get_d(e), mpq_get_d(e), 1.0 / 16};
    paoli_data data = {nv, 1, g, v, &f, n};
    CHECK(paoli_metric_new(&a, nv, &m).code == PERP_OK, "memory");
    CHECK(paoli_factor(M, &m).code == PERP_OK, "M");
    paoli_predict(&fast, &data, &m, x);
    paoli_pose(&fast, &data, &m, x, B, &A, &b);
    lambda = b < 0 ? -b / A : 0; /* an LCP with one row */
    paoli_recover(&fast, &data, B, &lambda, x, y);
    double worst = fmax(error(nv, x, (const mpq_t *)w),
                        error(nv, y, (const mpq_t *)V));
    CHECK(worst < 1e-11, "error %g", worst);
    CHECK(fabs(lambda - mpq_get_d(l[0])) < 1e-11, "impulse %g", lambda);
    mpq_clears(e, h, NULL);
    ratios_free(w, nv);
    ratios_free(V, nv);
    ratios_free(l, p);
    paoli_exact_data_clear(&d);
    arena_free(&a);
    return worst;
}

static void against_fractions(void)
{
    check_random r = {check_seed(7)};
    double worst = 0;
    for (int k = 0; k < 500; k++)
        worst = fmax(worst, one(&r));
    printf("largest error of 500 steps: %.2g\n", worst);
}

/** Several constraints at once: M B^T = n^T and A = n B^T, both triangles, and b the
values over h plus n w. Verifies P10 (scheme). */
static void several_constraints(void)
{
    enum { N = 4, P = 3 };
    check_random r = {check_seed(10)};
    for (int k = 0; k < 100; k++) {
        arena a = {0};
        paoli_metric m;
        double M[N * N], n[P * N], f[P], w[N], B[P * N], A[P * P], b[P];
        for (int i = 0; i < N; i++)
            for (int j = 0; j <= i; j++)
                M[i * N + j] = M[j * N + i] =
                    check_integer(&r, -3, 3) + (i == j ? 20 : 0);
        for (int i = 0; i < P * N; i++)
            n[i] = check_integer(&r, -4, 4);
        for (int i = 0; i < P; i++)
            f[i] = check_integer(&r, -4, 4);
        for (int i = 0; i < N; i++)
            w[i] = check_integer(&r, -4, 4);
        paoli s = {0.5, 0.5, 0.25};
        paoli_data d = {N, P, NULL, NULL, f, n};
        CHECK(paoli_metric_new(&a, N, &m).code == PERP_OK, "memory");
        CHECK(paoli_factor(M, &m).code == PERP_OK, "M");
        double before = *m.work, x[N] = {0};
        paoli_solve(&m, x);
        double solve = *m.work - before;
        paoli_pose(&s, &d, &m, w, B, A, b);
        CHECK(*m.work - before == (1 + P) * solve + N * (P * (P + 1) / 2 + P),
              "products counted"); /* A's upper triangle and b, N terms each */
        for (int i = 0; i < P; i++) {
            double sum = 4 * f[i];
            for (int c = 0; c < N; c++) {
                double back = 0;
                for (int j = 0; j < N; j++)
                    back += M[c * N + j] * B[i * N + j];
                CHECK(fabs(back - n[i * N + c]) < 1e-13, "M B");
                sum += n[i * N + c] * w[c];
            }
            CHECK(fabs(b[i] - sum) < 1e-13, "b[%d] = %g, not %g", i, b[i], sum);
            for (int j = 0; j < P; j++) {
                double dot = 0;
                for (int c = 0; c < N; c++)
                    dot += n[i * N + c] * B[j * N + c];
                CHECK(fabs(A[i * P + j] - dot) < 1e-13, "A(%d, %d)", i, j);
            }
        }
        arena_free(&a);
    }
    VERIFIES("P10 (scheme)");
}

/** M = L D L^T, entry by entry. */
static void factored(const double *M, const paoli_metric *m)
{
    const int n = m->n;
    for (int i = 0; i < n; i++)
        for (int j = 0; j <= i; j++) {
            double sum = 0;
            for (int k = 0; k <= j; k++)
                sum += (k < m->first[i] ? 0 : k == i ? 1 : m->L[i * n + k]) *
                       (k < m->first[j] ? 0 : k == j ? 1 : m->L[j * n + k]) *
                       m->d[k];
            CHECK(fabs(sum - M[i * n + j]) < 1e-12, "(%d, %d): %g, not %g", i,
                  j, sum, M[i * n + j]);
        }
}

/** Full and with random zeros, in turn, in the same place: what is left there of
the matrix before does not count. Verifies P10 (H4). */
static void one_after_the_other(void)
{
    enum { N = 6 };
    check_random r = {check_seed(9)};
    arena a = {0};
    paoli_metric m;
    CHECK(paoli_metric_new(&a, N, &m).code == PERP_OK, "memory");
    for (int k = 0; k < 200; k++) {
        double M[N * N] = {0};
        for (int i = 0; i < N; i++) {
            M[i * N + i] = 40;
            for (int j = 0; j < i; j++)
                if (k % 2 == 0 || check_integer(&r, 0, 3) == 0)
                    M[i * N + j] = M[j * N + i] = check_integer(&r, -6, 6);
        }
        CHECK(paoli_factor(M, &m).code == PERP_OK, "M");
        factored(M, &m);
    }
    arena_free(&a);
    VERIFIES("P10 (H4)");
}

/** Products and quotients of L D L^T, counted by hand: an entry of L is one quotient
and two products for each entry to its left that both rows have; an entry of D is two
products for each of the row, and one more operation is its test. A full M costs the
sum of the squares to N^2, a tridiagonal one 4 a row but for the first, a diagonal
one 1. Verifies P10 (H4). */
static void work_of_factors(void)
{
    enum { N = 6 };
    static const double wanted[] = {N, 4 * N - 3,
                                    N * (N + 1) * (2 * N + 1) / 6};
    static const int reach[] = {0, 1, N};
    arena a = {0};
    paoli_metric m;
    CHECK(paoli_metric_new(&a, N, &m).code == PERP_OK, "memory");
    for (int k = 0; k < 3; k++) {
        double M[N * N] = {0}, before = *m.work;
        for (int i = 0; i < N; i++)
            for (int j = 0; j < N; j++)
                M[i * N + j] = i == j ? 10 : abs(i - j) <= reach[k];
        CHECK(paoli_factor(M, &m).code == PERP_OK, "M");
        CHECK(*m.work - before == wanted[k], "%g operations, not %g",
              *m.work - before, wanted[k]);
        factored(M, &m);
    }
    arena_free(&a);
    VERIFIES("P10 (H4)");
}

/** A tridiagonal M of 400 rows: the envelope holds one entry per row, and M
times the solution is the right side. */
static void envelope(void)
{
    enum { N = 400 };
    arena a = {0};
    paoli_metric m;
    double *M = arena_take(&a, N * N, sizeof *M), x[N], worst = 0;
    for (int i = 0; i < N; i++) {
        M[i * N + i] = 4;
        if (i > 0)
            M[i * N + i - 1] = M[(i - 1) * N + i] = 1;
        x[i] = i % 7;
    }
    CHECK(paoli_metric_new(&a, N, &m).code == PERP_OK, "memory");
    CHECK(paoli_factor(M, &m).code == PERP_OK, "M");
    paoli_solve(&m, x);
    for (int i = 0; i < N; i++) {
        double y = 4 * x[i] - i % 7;
        y += (i > 0 ? x[i - 1] : 0) + (i < N - 1 ? x[i + 1] : 0);
        worst = fmax(worst, fabs(y));
        CHECK(m.first[i] == (i > 0 ? i - 1 : 0), "row %d", i);
    }
    CHECK(worst < 1e-14, "residual %g", worst);
    M[N + 1] = 1.0 / 16 + 0x1p-47; /* beside 4 and 1: as good as zero */
    M[0] = 16, M[2 * N + 1] = M[N + 2] = 0;
    CHECK(paoli_factor(M, &m).code == PERP_OK, "small for its row is not");
    M[N + 1] = 1.0 / 16 + 0x1p-51;
    CHECK(paoli_factor(M, &m).code == PERP_INPUT, "singular to rounding");
    M[0] = -1;
    CHECK(paoli_factor(M, &m).code == PERP_INPUT, "a negative mass");
    M[0] = (double)NAN;
    CHECK(paoli_factor(M, &m).code == PERP_INPUT, "no mass");
    arena_free(&a);
}

/** All signs of a pair, both arithmetics.

Verifies P10 (angle). */
static void angles(void)
{
    static const double x[] = {-1, 0, 1};
    for (int e = 0; e < 2; e++)
        for (int k = 0; k < 3; k++) {
            double A[4] = {2, x[k], x[k], 3};
            mpq_t Q[4], r;
            int a, b, wish = e == 0 ? x[k] <= 0 : x[k] == 0;
            mpq_init(r);
            mpq_set_si(r, e, 2);
            for (int i = 0; i < 4; i++) {
                mpq_init(Q[i]);
                mpq_set_d(Q[i], A[i]);
            }
            CHECK(paoli_angle(e / 2.0, 2, A, &a, &b) == wish, "e %d k %d", e, k);
            CHECK(paoli_angle_exact(r, 2, (const mpq_t *)Q, &a, &b) == wish,
                  "e %d k %d", e, k);
            CHECK(wish || (a == 0 && b == 1), "pair %d %d", a, b);
            for (int i = 0; i < 4; i++)
                mpq_clear(Q[i]);
            mpq_clear(r);
        }
    VERIFIES("P10 (angle)");
}

/** Which pair, of five constraints: one entry above the diagonal is positive, or
negative, and all others are 0, below it 1 to tell rows from columns. In both
arithmetics.

Verifies P10 (angle). */
static void which_angle(void)
{
    enum { P = 5 };
    mpq_t Q[P * P], half;
    double A[P * P];
    int a, b;
    mpq_init(half);
    mpq_set_ui(half, 1, 2);
    for (int i = 0; i < P * P; i++) {
        mpq_init(Q[i]);
        mpq_set_ui(Q[i], i / P >= i % P, 1);
        A[i] = i / P >= i % P;
    }
    CHECK(paoli_angle(0.5, P, A, &a, &b), "right angles, in doubles");
    CHECK(paoli_angle_exact(half, P, (const mpq_t *)Q, &a, &b), "right angles");
    for (int i = 0; i < P; i++)
        for (int j = i + 1; j < P; j++)
            for (int sign = -1; sign <= 1; sign += 2) {
                mpq_set_si(Q[i * P + j], sign, 7);
                a = b = -1;
                CHECK(!paoli_angle_exact(half, P, (const mpq_t *)Q, &a, &b),
                      "(%d, %d) is %d/7", i, j, sign);
                CHECK(a == i && b == j, "(%d, %d), not (%d, %d)", a, b, i, j);
                A[i * P + j] = sign / 7.0;
                a = b = -1;
                CHECK(!paoli_angle(0.5, P, A, &a, &b) && a == i && b == j,
                      "(%d, %d) in doubles: (%d, %d)", i, j, a, b);
                mpq_set_ui(Q[i * P + j], 0, 1);
                A[i * P + j] = 0;
            }
    for (int i = 0; i < P * P; i++)
        mpq_clear(Q[i]);
    mpq_clear(half);
    VERIFIES("P10 (angle)");
}

int main(void)
{
    RUN(against_fractions);
    RUN(several_constraints);
    RUN(one_after_the_other);
    RUN(work_of_factors);
    RUN(envelope);
    RUN(angles);
    RUN(which_angle);
    DONE;
}
