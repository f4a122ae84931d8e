/**
# Is a vector in a cone? By all subsets

A vector is a nonnegative combination of others exactly if it is one of independent
ones among them (Caratheodory). All subsets, schoolbook Gauss over the rationals.
*/
#pragma once

#include <gmp.h>
#include <stdlib.h>

/* Does sum c_k g_k = x, over the vectors marked in `in`, have the one solution c
   that it has if they are independent, and is it >= 0? */
static inline int cone_by(int n, int k, mpq_t *g, const int *pick,
                          const mpq_t *x)
{
    const int w = k + 1;
    int rank = 0, fine = 1;
    mpq_t *T = malloc((size_t)(n * w) * sizeof *T), q, t;
    mpq_inits(q, t, NULL);
    for (int i = 0; i < n; i++)
        for (int c = 0; c < w; c++) {
            mpq_init(T[i * w + c]);
            mpq_set(T[i * w + c], c < k ? g[pick[c] * n + i] : x[i]);
        }
    for (int c = 0; c < k && fine; c++) {
        int r = rank;
        while (r < n && mpq_sgn(T[r * w + c]) == 0)
            r++;
        fine = r < n;
        for (int j = 0; j < w && fine; j++)
            mpq_swap(T[r * w + j], T[rank * w + j]);
        for (int i = 0; i < n && fine; i++) {
            if (i == rank || mpq_sgn(T[i * w + c]) == 0)
                continue;
            mpq_div(q, T[i * w + c], T[rank * w + c]);
            for (int j = c; j < w; j++) {
                mpq_mul(t, q, T[rank * w + j]);
                mpq_sub(T[i * w + j], T[i * w + j], t);
            }
        }
        rank++;
    }
    for (int i = 0; i < n && fine; i++)
        if (i < k)
            fine = mpq_sgn(T[i * w + k]) * mpq_sgn(T[i * w + i]) >= 0;
        else
            fine = mpq_sgn(T[i * w + k]) == 0;
    for (int i = 0; i < n * w; i++)
        mpq_clear(T[i]);
    mpq_clears(q, t, NULL);
    free(T);
    return fine;
}

/* Is x (n) in the cone of the vectors g (count x n) that are marked in `in`? */
static inline int cone_by_subsets(int n, int count, mpq_t *g, const int *in,
                                  const mpq_t *x)
{
    int pick[20];
    for (unsigned s = 0; s < 1u << count; s++) {
        int k = 0, fine = 1;
        for (int c = 0; c < count && fine; c++)
            if (s >> c & 1) {
                fine = in[c] && k < n;
                pick[k++] = c;
            }
        if (fine && cone_by(n, k, g, pick, x))
            return 1;
    }
    return 0;
}
