/**
# Random friction problems

The step of AP02 (17) in the mixed form: free are the velocities and the joint
impulses, pairs are the normal impulses, the tangential ones and the slacks of
the cone,

$$A = \begin{pmatrix} M & -\nu & -n & -D & 0 \\ \nu' & 0 & 0 & 0 & 0 \\
n' & 0 & 0 & 0 & 0 \\ D' & 0 & 0 & 0 & E \\ 0 & 0 & \mu & -E' & 0
\end{pmatrix}.$$
*/
#pragma once

#include "base/memory.h"
#include "check.h"
#include "lcp/problem/lcp.h"

typedef struct {
    int velocities, joints, contacts, directions;
    int full;       /* 53-bit data; else small multiples of 1/8 */
    int integer;    /* whole numbers */
    int sticking;   /* v = 0 solves it, inside the cones */
    int duplicated; /* the last contact is the first again */
    int dependent;  /* the last joint is the sum of the others (>= 2 joints) */
    int unsolvable; /* one more pair, w = -1 - (something >= 0) */
    int skew;       /* M is not symmetric */
} friction_kind;

typedef struct {
    lcp_problem p;
    double *A, *b;
} friction;

static inline void friction_free(friction *f)
{
    memory_free(f->A);
    memory_free(f->b);
}

static inline double friction_number(check_random *r, const friction_kind *k,
                                     double lo, double hi)
{
    double v = check_uniform(r, lo, hi);
    if (k->integer)
        return (double)check_integer(r, (int)lo, (int)hi);
    return k->full ? v
                   : (double)check_integer(r, (int)(8 * lo), (int)(8 * hi)) / 8;
}

/* M = L L' + I (+ skew): positive definite; exact for short data. */
static inline void friction_mass(check_random *r, const friction_kind *k,
                                 int all, double *A)
{
    int nv = k->velocities;
    double L[64][64] = {{0}};
    for (int i = 0; i < nv; i++)
        for (int j = 0; j <= i; j++)
            L[i][j] = check_integer(r, 0, 2) ? 0 : friction_number(r, k, -2, 2);
    for (int i = 0; i < nv; i++)
        for (int j = 0; j < nv; j++) {
            double sum = i == j;
            for (int l = 0; l < nv; l++)
                sum += L[i][l] * L[j][l];
            A[i * all + j] = sum;
        }
    for (int i = 0; k->skew && i < nv; i++)
        for (int j = 0; j < i; j++) {
            double s = friction_number(r, k, -2, 2);
            A[i * all + j] += s;
            A[j * all + i] -= s;
        }
}

/* A column h of (F H): -h among the equations, h' in its row. */
static inline void friction_column(double *A, int all, int nv, int col,
                                   const double *h)
{
    for (int i = 0; i < nv; i++) {
        A[i * all + col] = -h[i];
        A[col * all + i] = h[i];
    }
}

static inline void friction_copy(double *A, int all, int nv, int from, int to,
                                 double sign)
{
    double h[64];
    for (int i = 0; i < nv; i++)
        h[i] = sign * A[from * all + i];
    friction_column(A, all, nv, to, h);
}

/* A random problem of the kind; to be given back with friction_free. */
static inline friction friction_new(check_random *r, const friction_kind *k)
{
    int nv = k->velocities, f = nv + k->joints, m = k->contacts;
    int nd = k->directions, pairs = m * (2 + nd);
    int n = pairs + (k->unsolvable != 0), all = f + n;
    double *A = memory_new((size_t)all * (size_t)all, sizeof *A);
    double *b = memory_new((size_t)all + 1, sizeof *b), h[64];
    friction_mass(r, k, all, A);
    for (int j = 0; j < k->joints; j++) {
        for (int i = 0; i < nv; i++)
            h[i] = friction_number(r, k, -3, 3);
        if (k->dependent && j == k->joints - 1)
            for (int i = 0; i < nv; i++) {
                h[i] = 0;
                for (int l = 0; l < j; l++)
                    h[i] += A[(nv + l) * all + i];
            }
        friction_column(A, all, nv, nv + j, h);
    }
    for (int c = 0; c < m; c++) {
        int cn = f + c, be = f + m + c * nd, la = f + m + m * nd + c;
        double mu = k->integer ? check_integer(r, 0, 2)
                    : k->full  ? check_uniform(r, 0, 1.5)
                               : check_integer(r, 0, 12) / 8.0;
        int twin = k->duplicated && m > 1 && c == m - 1;
        for (int d = -1; d < nd; d++) {
            int col = d < 0 ? cn : be + d;
            for (int i = 0; i < nv; i++)
                h[i] = friction_number(r, k, -3, 3);
            friction_column(A, all, nv, col, h);
            if (d >= 0 && d % 2 == 1)
                friction_copy(A, all, nv, col - 1, col, -1);
            if (twin)
                friction_copy(A, all, nv, d < 0 ? f : f + m + d, col, 1);
        }
        for (int d = 0; d < nd; d++) {
            A[(be + d) * all + la] = 1;
            A[la * all + be + d] = -1;
        }
        A[la * all + cn] = mu;
        if (twin)
            A[la * all + cn] = A[(f + m + m * nd) * all + f];
    }
    for (int i = 0; i < nv; i++)
        b[i] = friction_number(r, k, -5, 5);
    if (k->sticking) { /* b = n c_n + D beta, e'beta <= mu c_n, v = 0 */
        for (int i = 0; i < nv; i++)
            b[i] = 0;
        for (int c = 0; c < m; c++) {
            double cn = check_integer(r, 0, 4);
            double mu = A[(f + m + m * nd + c) * all + f + c];
            double beta = mu * cn * check_integer(r, 0, 2) / 2;
            int d = check_integer(r, 0, nd - 1);
            for (int i = 0; i < nv; i++)
                b[i] += A[(f + c) * all + i] * cn +
                        A[(f + m + c * nd + d) * all + i] * beta;
        }
    }
    if (k->unsolvable) {
        int u = all - 1;
        for (int j = f; j < all; j++) {
            A[u * all + j] = -check_integer(r, 0, 2);
            A[j * all + u] = j < u ? check_integer(r, -2, 2) : -1;
        }
        b[u] = -1;
    }
    return (friction){{f, n, A, b}, A, b};
}
