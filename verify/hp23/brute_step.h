/**
# All v' of a step by brute force

W_q and w_q of (75) in fractions, and every set of basic pairs: where the
equations of a set have one solution and its signs are right, it is a
solution. Nothing of the search, of modes, or of doubles.
*/
#pragma once

#include "hp23.h"
#include "hp23/impact/impact.h"
#include "number/rational.h"

enum { BRUTE_PAIRS = 10, BRUTE_SPEEDS = 4, BRUTE_NV = 8, BRUTE_FOUND = 64 };

typedef struct {
    int nv, p, r, s, n; /* contacts, a slip each at most; speeds; pairs */
    mpq_t P[BRUTE_NV * BRUTE_SPEEDS], W[BRUTE_PAIRS * BRUTE_PAIRS],
        q[BRUTE_PAIRS], z[BRUTE_PAIRS], T[BRUTE_PAIRS * (BRUTE_PAIRS + 1)], t,
        f;
    int count; /* of v', different from each other */
    mpq_t v[BRUTE_FOUND * BRUTE_NV];
} brute;

static inline void brute_each(brute *b, void (*what)(mpq_ptr))
{
    mpq_t *const list[] = {b->P, b->W, b->q, b->z, b->T, &b->t, &b->f, b->v};
    const size_t size[] = {sizeof b->P, sizeof b->W, sizeof b->q, sizeof b->z,
                           sizeof b->T, sizeof b->t, sizeof b->f, sizeof b->v};
    for (int i = 0; i < 8; i++)
        for (size_t k = 0; k < size[i] / sizeof(mpq_t); k++)
            what(list[i][k]);
}

/* T (n rows of n + 1) becomes [1, x]; 0 when it is singular. */
static inline int brute_gauss(brute *b, int n)
{
    const int w = n + 1;
    for (int c = 0; c < n; c++) {
        int r = c;
        while (r < n && mpq_sgn(b->T[r * w + c]) == 0)
            r++;
        if (r == n)
            return 0;
        for (int j = c; j < w && r != c; j++)
            mpq_swap(b->T[r * w + j], b->T[c * w + j]);
        for (int i = 0; i < n; i++) {
            if (i == c || mpq_sgn(b->T[i * w + c]) == 0)
                continue;
            mpq_div(b->f, b->T[i * w + c], b->T[c * w + c]);
            for (int j = c; j < w; j++) {
                mpq_mul(b->t, b->f, b->T[c * w + j]);
                mpq_sub(b->T[i * w + j], b->T[i * w + j], b->t);
            }
        }
    }
    for (int i = 0; i < n; i++)
        mpq_div(b->T[i * w + n], b->T[i * w + n], b->T[i * w + i]);
    return 1;
}

static inline const mpq_t *brute_row(const step_exact *d, int k)
{
    return k < d->p ? (const mpq_t *)d->n + k * d->nv
                    : (const mpq_t *)d->d + (k - d->p) * d->nv;
}

/* Where speed k stands in the pairs: beta, c_n, (+, -) each slip, gamma. */
static inline int brute_at(const brute *b, int k)
{
    return k < b->p ? b->p + k : 2 * b->p + 2 * (k - b->p);
}

static inline void brute_new(const step_exact *d, brute *b)
{
    *b = (brute){.nv = d->nv, .p = d->p, .r = d->r};
    b->s = d->p + d->r;
    b->n = 3 * d->p + 2 * d->r;
    const int nv = b->nv, n = b->n;
    brute_each(b, mpq_init);
    for (int k = 0; k < b->s; k++) { /* P = M^-1 J^T */
        for (int i = 0; i < nv; i++) {
            for (int j = 0; j < nv; j++)
                mpq_set(b->T[i * (nv + 1) + j], d->M[i * nv + j]);
            mpq_set(b->T[i * (nv + 1) + nv], brute_row(d, k)[i]);
        }
        brute_gauss(b, nv);
        for (int i = 0; i < nv; i++)
            mpq_set(b->P[i * b->s + k], b->T[i * (nv + 1) + nv]);
    }
    for (int k = 0; k < b->s; k++)
        for (int l = 0; l < b->s; l++) {
            mpq_set_si(b->f, 0, 1);
            for (int i = 0; i < nv; i++) {
                mpq_mul(b->t, brute_row(d, k)[i], b->P[i * b->s + l]);
                mpq_add(b->f, b->f, b->t);
            }
            for (int x = 0; x < (k < b->p ? 1 : 2); x++)
                for (int y = 0; y < (l < b->p ? 1 : 2); y++) {
                    const int at =
                        (brute_at(b, k) + x) * n + brute_at(b, l) + y;
                    mpq_set(b->W[at], b->f);
                    if (x != y)
                        mpq_neg(b->W[at], b->f);
                }
        }
    for (int j = 0; j < b->p; j++) {
        const int gamma = n - b->p + j;
        mpq_set_si(b->W[j * n + b->p + j], -1, 1);
        mpq_set_si(b->W[(b->p + j) * n + j], 1, 1);
        mpq_set(b->W[gamma * n + b->p + j], d->mu[j]);
        for (int k = d->slip_at[j]; k < d->slip_at[j + 1]; k++)
            for (int x = 0; x < 2; x++) {
                const int at = 2 * b->p + 2 * k + x;
                mpq_set_si(b->W[at * n + gamma], 1, 1);
                mpq_set_si(b->W[gamma * n + at], -1, 1);
            }
    }
}

/* z of the set, and whether all signs are right. */
static inline int brute_solves(brute *b, int set)
{
    int at[BRUTE_PAIRS], size = 0, fine = 1;
    for (int i = 0; i < b->n; i++)
        if (set >> i & 1)
            at[size++] = i;
    for (int i = 0; i < size; i++) {
        for (int j = 0; j < size; j++)
            mpq_set(b->T[i * (size + 1) + j], b->W[at[i] * b->n + at[j]]);
        mpq_neg(b->T[i * (size + 1) + size], b->q[at[i]]);
    }
    if (!brute_gauss(b, size))
        return 0;
    for (int i = 0; i < b->n; i++)
        mpq_set_si(b->z[i], 0, 1);
    for (int i = 0; i < size; i++) {
        mpq_set(b->z[at[i]], b->T[i * (size + 1) + size]);
        fine &= mpq_sgn(b->z[at[i]]) >= 0;
    }
    for (int i = 0; i < b->n && fine; i++) {
        mpq_set(b->f, b->q[i]);
        for (int j = 0; j < b->n; j++) {
            mpq_mul(b->t, b->W[i * b->n + j], b->z[j]);
            mpq_add(b->f, b->f, b->t);
        }
        fine = mpq_sgn(b->f) >= 0;
    }
    return fine;
}

/* v + P times the impulses in z, unless it is there. */
static inline void brute_put(brute *b, const mpq_t *v)
{
    mpq_t *to = b->v + b->count * b->nv;
    for (int i = 0; i < b->nv; i++) {
        mpq_set(to[i], v[i]);
        for (int k = 0; k < b->s; k++) {
            mpq_set(b->f, b->z[brute_at(b, k)]);
            if (k >= b->p)
                mpq_sub(b->f, b->f, b->z[brute_at(b, k) + 1]);
            mpq_mul(b->t, b->P[i * b->s + k], b->f);
            mpq_add(to[i], to[i], b->t);
        }
    }
    int is_new = 1;
    for (int k = 0; k < b->count; k++) {
        int same = 1;
        for (int i = 0; i < b->nv; i++)
            same &= mpq_equal(to[i], b->v[k * b->nv + i]) != 0;
        is_new &= !same;
    }
    b->count += is_new && b->count + 1 < BRUTE_FOUND;
}

/* All v' of the step from v (nv) with the bounds `most` (p). */
static inline void brute_step(brute *b, const step_exact *d, const mpq_t *v,
                              const mpq_t *most)
{
    b->count = 0;
    for (int i = 0; i < b->n; i++)
        mpq_set_si(b->q[i], 0, 1);
    for (int j = 0; j < b->p; j++)
        mpq_set(b->q[j], most[j]);
    for (int k = 0; k < b->s; k++) {
        mpq_ptr to = b->q[brute_at(b, k)];
        for (int i = 0; i < b->nv; i++) {
            mpq_mul(b->t, brute_row(d, k)[i], v[i]);
            mpq_add(to, to, b->t);
        }
        if (k >= b->p)
            mpq_neg(b->q[brute_at(b, k) + 1], to);
    }
    for (int set = 0; set < 1 << b->n; set++)
        if (brute_solves(b, set))
            brute_put(b, v);
}

/* An impact in short numbers, found by trying many, with two v' in its first step for
   most bounds. */
static inline void brute_two_ways(hp23 *t)
{
    static const double M[16] = {60, 3,  -6, 0,  3, 40, -2, -1,
                                 -6, -2, 80, -1, 0, -1, -1, 44},
                        n[8] = {10, 7, 7, 5, -6, 10, -2, 8},
                        d[8] = {8, 6, -7, -1, -4, 4, 0, 4};
    hp23_new(t, 4, 2);
    for (int i = 0; i < 16; i++)
        t->d.M[i] = M[i] / 32;
    for (int i = 0; i < 8; i++) {
        t->d.n[i] = n[i] / 8;
        t->d.d[i] = d[i] / 8;
    }
    t->d.mu[0] = 4.125;
    t->d.mu[1] = 3.625;
    t->d.v[0] = t->d.v[1] = -0.25;
    t->d.v[2] = -0.875;
    t->d.v[3] = -0.125;
    hp23_exact(t);
    t->h = 1;
    t->N = 1;
}
