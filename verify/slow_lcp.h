/**
# The slow oracle

All complementary bases of a small problem, one after the other, over the
rationals, by schoolbook Gauss. It shares nothing with the solver but GMP.
*/
#pragma once

#include "lcp/lcp.h"

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

/* The number of complementary bases that give a solution; *found tells
   whether `basis` (may be null) is one of them. n at most 20. */
static inline int slow_lcp(const lcp_exact_problem *p, const uint8_t *basis,
                           int *found)
{
    int all = p->free + p->n, solutions = 0;
    int *pick = malloc((size_t)(all + 1) * sizeof *pick);
    mpq_t *z = malloc((size_t)(all + 1) * sizeof *z);
    for (int i = 0; i < all; i++)
        mpq_init(z[i]);
    *found = 0;
    for (unsigned s = 0; s < 1u << p->n; s++) {
        int m = 0, same = basis != NULL;
        for (int i = 0; i < all; i++) {
            int in = i < p->free || (s >> (i - p->free) & 1);
            mpq_set_ui(z[i], 0, 1);
            if (in)
                pick[m++] = i;
            if (i >= p->free && basis != NULL)
                same &= in == basis[i - p->free];
        }
        if (slow_gauss(p, m, pick, z) && slow_solves(p, z)) {
            solutions++;
            *found |= same;
        }
    }
    for (int i = 0; i < all; i++)
        mpq_clear(z[i]);
    free(z);
    free(pick);
    return solutions;
}
