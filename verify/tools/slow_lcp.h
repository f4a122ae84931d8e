/**
# The slow oracle

All complementary bases of a small problem, one after the other, over the
rationals, by schoolbook Gauss. It shares nothing with the solver but GMP.
*/
#pragma once

#include "lcp/problem/lcp.h"

#include <stdlib.h>

/* Solves rows `pick` of A x = -b for the unknowns `pick`, x in place of the
   right-hand side; free unknowns without a pivot are zero. 0: singular. */
static inline int slow_gauss(const lcp_exact_problem *p, int m, const int *pick,
                             mpq_t *x)
{
    int all = p->free + p->n, w = m + 1, ok = 1;
    mpq_t *T = malloc((size_t)(m * w + 1) * sizeof *T), t;
    int *pivot = malloc((size_t)(m + 1) * sizeof *pivot), rank = 0;
    mpq_init(t);
    for (int i = 0; i < m * w; i++)
        mpq_init(T[i]);
    for (int i = 0; i < m; i++) {
        for (int j = 0; j < m; j++)
            mpq_set(T[i * w + j], p->A[pick[i] * all + pick[j]]);
        mpq_neg(T[i * w + m], p->b[pick[i]]);
    }
    for (int c = 0; c < m && ok; c++) {
        int r = rank;
        while (r < m && mpq_sgn(T[r * w + c]) == 0)
            r++;
        pivot[c] = r < m ? rank : -1;
        ok = r < m || pick[c] < p->free;
        if (r == m)
            continue;
        for (int j = 0; j < w; j++)
            mpq_swap(T[r * w + j], T[rank * w + j]);
        for (int i = 0; i < m; i++) {
            if (i == rank || mpq_sgn(T[i * w + c]) == 0)
                continue;
            mpq_t q;
            mpq_init(q);
            mpq_div(q, T[i * w + c], T[rank * w + c]);
            for (int j = c; j < w; j++) {
                mpq_mul(t, q, T[rank * w + j]);
                mpq_sub(T[i * w + j], T[i * w + j], t);
            }
            mpq_clear(q);
        }
        rank++;
    }
    for (int i = rank; i < m; i++)
        ok &= mpq_sgn(T[i * w + m]) == 0;
    for (int c = 0; c < m && ok; c++)
        if (pivot[c] < 0)
            mpq_set_ui(x[pick[c]], 0, 1);
        else
            mpq_div(x[pick[c]], T[pivot[c] * w + m], T[pivot[c] * w + c]);
    for (int i = 0; i < m * w; i++)
        mpq_clear(T[i]);
    mpq_clear(t);
    free(T);
    free(pivot);
    return ok;
}

/* Is the answer z of this basis a solution? Row by row, schoolbook. */
static inline int slow_solves(const lcp_exact_problem *p, mpq_t *z)
{
    int all = p->free + p->n, ok = 1;
    mpq_t w, t;
    mpq_inits(w, t, NULL);
    for (int i = 0; i < all && ok; i++) {
        mpq_set(w, p->b[i]);
        for (int j = 0; j < all; j++) {
            mpq_mul(t, p->A[i * all + j], z[j]);
            mpq_add(w, w, t);
        }
        ok = i < p->free ? mpq_sgn(w) == 0
                         : mpq_sgn(w) >= 0 && mpq_sgn(z[i]) >= 0 &&
                               (mpq_sgn(w) == 0 || mpq_sgn(z[i]) == 0);
    }
    mpq_clears(w, t, NULL);
    return ok;
}

/* Row i loses q times row r, so that its entry in column c is zero. */
static inline void slow_clear(mpq_t *T, int w, int i, int r, int c)
{
    mpq_t q, t;
    mpq_inits(q, t, NULL);
    mpq_div(q, T[i * w + c], T[r * w + c]);
    for (int j = 0; mpq_sgn(q) != 0 && j < w; j++) {
        mpq_mul(t, q, T[r * w + j]);
        mpq_sub(T[i * w + j], T[i * w + j], t);
    }
    mpq_clears(q, t, NULL);
}

/* The LCP that is left when the free unknowns are solved for: n x n and n
   numbers in A and b, initialised here. 0 when an equation is left over. */
static inline int slow_condense(const lcp_exact_problem *p, mpq_t *A, mpq_t *b)
{
    int f = p->free, n = p->n, all = f + n, w = all + 1, ok = 1;
    mpq_t *T = malloc((size_t)(all * w + 1) * sizeof *T);
    char *used = calloc((size_t)all + 1, 1);
    for (int i = 0; i < all; i++)
        for (int j = 0; j < w; j++) {
            mpq_init(T[i * w + j]);
            mpq_set(T[i * w + j], j < all ? p->A[i * all + j] : p->b[i]);
        }
    for (int c = 0; c < f; c++) {
        int r = f - 1;
        while (r >= 0 && (used[r] || mpq_sgn(T[r * w + c]) == 0))
            r--;
        for (int i = 0; r >= 0 && i < all; i++)
            if (i != r)
                slow_clear(T, w, i, r, c);
        if (r >= 0)
            used[r] = 1;
    }
    for (int r = 0; r < f; r++)
        for (int j = f; j < w; j++)
            ok &= used[r] || mpq_sgn(T[r * w + j]) == 0;
    for (int i = 0; i < n; i++) {
        mpq_init(b[i]);
        mpq_set(b[i], T[(f + i) * w + all]);
        for (int j = 0; j < n; j++) {
            mpq_init(A[i * n + j]);
            mpq_set(A[i * n + j], T[(f + i) * w + f + j]);
        }
    }
    for (int i = 0; i < all * w; i++)
        mpq_clear(T[i]);
    free(used);
    free(T);
    return ok;
}

/* The number of complementary bases that give a solution; *found tells
   whether `basis` (may be null) is one of them. n at most 20. */
static inline int slow_lcp(const lcp_exact_problem *p, const uint8_t *basis,
                           int *found)
{
    int n = p->n, solutions = 0, pick[32];
    size_t entries = (size_t)(n * n + 1);
    mpq_t *A = malloc(entries * sizeof *A), *b = malloc(entries * sizeof *b);
    mpq_t *z = malloc((size_t)(n + 1) * sizeof *z);
    int holds = slow_condense(p, A, b);
    lcp_exact_problem small = {0, n, (const mpq_t *)A, (const mpq_t *)b};
    for (int i = 0; i < n; i++)
        mpq_init(z[i]);
    *found = 0;
    for (unsigned s = 0; holds && s < 1u << n; s++) {
        int m = 0, same = basis != NULL;
        for (int i = 0; i < n; i++) {
            mpq_set_ui(z[i], 0, 1);
            if (s >> i & 1)
                pick[m++] = i;
            if (basis != NULL)
                same &= (int)(s >> i & 1) == basis[i];
        }
        if (slow_gauss(&small, m, pick, z) && slow_solves(&small, z)) {
            solutions++;
            *found |= same;
        }
    }
    for (int i = 0; i < n * n; i++)
        mpq_clear(A[i]);
    for (int i = 0; i < n; i++)
        mpq_clears(z[i], b[i], NULL);
    free(A);
    free(b);
    free(z);
    return solutions;
}
