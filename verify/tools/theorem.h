/**
# Random problems of AP02 Theorem 2.1
*/
#pragma once

#include "lcp_random.h"

enum { NX = 4, NY = 3, NL = 6, ALL = NX + NY + NL };

/* AP02 (19) at random: M positive definite and not symmetric, the third row of
   F' the sum of the first two, N = (positive semidefinite) + (nonnegative) on
   its first three indices, b >= 0. The last three columns of H are h, -h and
   an element of range(F), so that LCP(G + N, 0) has the solutions
   e_4 + e_5 and e_6. */
typedef struct {
    double A[ALL * ALL], b[ALL];
    lcp_problem p;
} theorem;

static inline void theorem_new(check_random *r, theorem *t)
{
    friction_kind k = {.velocities = NX, .skew = 1};
    double h[NX], N[9];
    memset(t, 0, sizeof *t);
    t->p = (lcp_problem){NX + NY, NL, t->A, t->b};
    friction_mass(r, &k, ALL, t->A);
    for (int c = NX; c < ALL; c++) {
        for (int i = 0; i < NX; i++) {
            const double *row = t->A + i * ALL;
            h[i] = c == NX + 2        ? -row[NX] - row[NX + 1]
                   : c == NX + NY + 4 ? row[c - 1]
                   : c == ALL - 1     ? row[NX] - 2 * row[NX + 1]
                                      : check_integer(r, -3, 3);
        }
        friction_column(t->A, ALL, NX, c, h);
    }
    for (int i = 0; i < 9; i++)
        N[i] = check_integer(r, -2, 2);
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) {
            double sum = check_integer(r, 0, 2);
            for (int l = 0; l < 3; l++)
                sum += N[i * 3 + l] * N[j * 3 + l];
            t->A[(NX + NY + i) * ALL + NX + NY + j] = sum;
        }
    for (int i = 0; i < NX; i++)
        t->b[i] = -check_integer(r, -5, 5);
    for (int i = NX + NY; i < ALL; i++)
        t->b[i] = check_integer(r, 0, 2) ? 0 : check_integer(r, 0, 3);
}
