/**
# Small random problems of the position-level scheme, and a slow answer

The slow answer tries every set S of constraints: (n_S M^{-1} n_S') l = -(n_S w
+ f_S/h) by Gauss over the rationals, with M^{-1} applied by Gauss too. It
shares no code with the scheme.
*/
#pragma once

#include "check.h"
#include "number/rational.h"
#include "p10/paoli.h"
#include "lcp/solve/mlcp.h"

enum { MOST = 6 };

static inline void small_ratio(check_random *r, int size, mpq_ptr out)
{
    mpq_set_si(out, check_integer(r, -size, size),
               (unsigned long)check_integer(r, 1, 4));
    mpq_canonicalize(out);
}

/* M = B'B + I with small rational B; some rows are left diagonal, so that
   envelopes of all shapes occur. */
static inline void random_mass(check_random *r, int n, mpq_t *M)
{
    mpq_t B[MOST * MOST], t;
    mpq_init(t);
    for (int i = 0; i < n * n; i++) {
        mpq_init(B[i]);
        if (check_integer(r, 0, 2) == 0)
            small_ratio(r, 3, B[i]);
    }
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            mpq_set_si(M[i * n + j], i == j, 1);
            for (int k = 0; k < n; k++) {
                mpq_mul(t, B[k * n + i], B[k * n + j]);
                mpq_add(M[i * n + j], M[i * n + j], t);
            }
        }
    for (int i = 0; i < n * n; i++)
        mpq_clear(B[i]);
    mpq_clear(t);
}

/* x = A^{-1} b over the rationals; 0 when A is singular. A, b are spoilt. */
static inline int gauss(int n, mpq_t *A, mpq_t *b, mpq_t *x)
{
    mpq_t t, f;
    int fine = 1;
    mpq_inits(t, f, NULL);
    for (int c = 0; c < n && fine; c++) {
        int p = c;
        while (p < n && mpq_sgn(A[p * n + c]) == 0)
            p++;
        fine = p < n;
        for (int j = 0; fine && j < n; j++)
            mpq_swap(A[p * n + j], A[c * n + j]);
        if (fine)
            mpq_swap(b[p], b[c]);
        for (int i = c + 1; fine && i < n; i++) {
            mpq_div(f, A[i * n + c], A[c * n + c]);
            for (int j = c; j < n; j++) {
                mpq_mul(t, f, A[c * n + j]);
                mpq_sub(A[i * n + j], A[i * n + j], t);
            }
            mpq_mul(t, f, b[c]);
            mpq_sub(b[i], b[i], t);
        }
    }
    for (int i = n - 1; i >= 0 && fine; i--) {
        mpq_set(x[i], b[i]);
        for (int j = i + 1; j < n; j++) {
            mpq_mul(t, A[i * n + j], x[j]);
            mpq_sub(x[i], x[i], t);
        }
        mpq_div(x[i], x[i], A[i * n + i]);
    }
    mpq_clears(t, f, NULL);
    return fine;
}

/* Argmin |w - y|_M over f + h n w >= 0 by trying all sets of constraints, as
   one system for (w, l) each: M w - n_S' l = M y, n_S w = -f_S/h. 0 when there
   is none. */
static inline int slow_projection(const paoli_exact_data *d, mpq_srcptr h,
                                  const mpq_t *y, mpq_t *w)
{
    mpq_t A[4 * MOST * MOST], b[2 * MOST], x[2 * MOST], t, u;
    const int n = d->nv;
    int found = 0;
    mpq_inits(t, u, NULL);
    for (int i = 0; i < 4 * MOST * MOST; i++)
        mpq_init(A[i]);
    for (int i = 0; i < 2 * MOST; i++)
        mpq_inits(b[i], x[i], NULL);
    for (int set = 0; set < 1 << d->p && !found; set++) {
        int id[MOST], s = 0;
        for (int a = 0; a < d->p; a++)
            if (set >> a & 1)
                id[s++] = a;
        if (s > n)
            continue;
        const int m = n + s;
        for (int i = 0; i < m * m; i++)
            mpq_set_ui(A[i], 0, 1);
        for (int i = 0; i < n; i++) {
            mpq_set_ui(b[i], 0, 1);
            for (int j = 0; j < n; j++) {
                mpq_set(A[i * m + j], d->M[i * n + j]);
                mpq_mul(t, d->M[i * n + j], y[j]);
                mpq_add(b[i], b[i], t);
            }
            for (int k = 0; k < s; k++) {
                mpq_neg(A[i * m + n + k], d->n[id[k] * n + i]);
                mpq_set(A[(n + k) * m + i], d->n[id[k] * n + i]);
            }
        }
        for (int k = 0; k < s; k++) {
            mpq_div(b[n + k], d->f[id[k]], h);
            mpq_neg(b[n + k], b[n + k]);
        }
        int good = gauss(m, A, b, x);
        for (int k = 0; k < s && good; k++)
            good = mpq_sgn(x[n + k]) >= 0;
        for (int a = 0; a < d->p && good; a++) {
            mpq_div(u, d->f[a], h);
            for (int i = 0; i < n; i++) {
                mpq_mul(t, d->n[a * n + i], x[i]);
                mpq_add(u, u, t);
            }
            good = mpq_sgn(u) >= 0;
        }
        for (int i = 0; i < n && good; i++)
            mpq_set(w[i], x[i]);
        found = good;
    }
    for (int i = 0; i < 4 * MOST * MOST; i++)
        mpq_clear(A[i]);
    for (int i = 0; i < 2 * MOST; i++)
        mpq_clears(b[i], x[i], NULL);
    mpq_clears(t, u, NULL);
    return found;
}

/* One exact step by the scheme's functions: 0 when the constraints leave no
   point. */
static inline int fast_step(arena *a, const paoli_exact *s,
                            const paoli_exact_data *d, mpq_t *w, mpq_t *V,
                            mpq_t *impulse)
{
    const size_t p = (size_t)d->p, v = (size_t)d->nv;
    arena_mark here = arena_here(a);
    paoli_exact_metric m;
    lcp_exact_answer x;
    int fallback;
    CHECK(paoli_exact_metric_new(a, d->nv, &m).code == PERP_OK, "memory");
    mpq_t *B = rational_array(a, p * v + p * p + p);
    mpq_t *A = B + p * v, *b = A + p * p;
    CHECK(paoli_exact_factor((const mpq_t *)d->M, &m).code == PERP_OK, "M");
    paoli_predict_exact(s, d, &m, w);
    for (int i = 0; i < (int)(p * p); i++) /* what was there is overwritten */
        mpq_set_ui(A[i], 7, 1);
    paoli_pose_exact(s, d, &m, (const mpq_t *)w, B, A, b);
    CHECK(lcp_exact_answer_new(a, 0, d->p, &x).code == PERP_OK, "memory");
    lcp_exact_problem q = {0, d->p, (const mpq_t *)A, (const mpq_t *)b};
    CHECK(mlcp_prove(&q, NULL, a, &x, &fallback).code == PERP_OK, "Lemke");
    int solved = x.outcome == LCP_SOLVED;
    if (solved)
        paoli_recover_exact(s, d, (const mpq_t *)B, x.z, w, V);
    for (size_t i = 0; i < p && solved; i++)
        mpq_set(impulse[i], x.z[i]);
    lcp_exact_answer_clear(0, d->p, &x);
    rational_clear(B, p * v + p * p + p);
    paoli_exact_metric_clear(&m);
    arena_release(a, here);
    return solved;
}

static inline mpq_t *ratios(int n)
{
    mpq_t *x = calloc((size_t)n + 1, sizeof *x);
    for (int i = 0; i < n; i++)
        mpq_init(x[i]);
    return x;
}

static inline void ratios_free(mpq_t *x, int n)
{
    for (int i = 0; i < n; i++)
        mpq_clear(x[i]);
    free(x);
}
