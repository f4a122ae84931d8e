/**
# Random impacts and piles, condensed

LCPs as AP02 (24) has them for bodies that touch: $A = H^T M^{-1} H + N$ with
block-diagonal $M$, every contact between two bodies or a body and the ground.
Unlike the problems of lcp_random.h these grow to any size and are as singular
as contacts are: a pile has more contact rows than velocities.
*/
#pragma once

#include "base/memory.h"
#include "check.h"
#include "lcp/problem/lcp.h"

#include <math.h>

typedef struct {
    int bodies, contacts, directions;
    int spatial; /* six velocities to a body, else three */
    int bounded; /* HP23 (75): normal impulses have a bound, one more pair */
} impact_kind;

typedef struct {
    lcp_problem p;
    double *A, *b;
} impact;

static inline void impact_free(impact *g)
{
    memory_free(g->A);
    memory_free(g->b);
}

/* The row of a point at r that moves along d: (d, r x d), signed. */
static inline void impact_row(const impact_kind *k, int body, double sign,
                              const double *r, const double *d, double *row)
{
    int per = k->spatial ? 6 : 3;
    double *at = row + body * per;
    if (body < 0)
        return;
    if (!k->spatial) {
        at[0] += sign * d[0];
        at[1] += sign * d[1];
        at[2] += sign * (r[0] * d[1] - r[1] * d[0]);
        return;
    }
    for (int i = 0; i < 3; i++) {
        at[i] += sign * d[i];
        at[3 + i] += sign * (r[(i + 1) % 3] * d[(i + 2) % 3] -
                             r[(i + 2) % 3] * d[(i + 1) % 3]);
    }
}

/* Unit normal and two tangents: mostly upward. */
static inline void impact_frame(check_random *r, int spatial, double f[3][3])
{
    double n[3] = {check_uniform(r, -1, 1), check_uniform(r, 0.2, 1), 0};
    n[2] = spatial ? check_uniform(r, -1, 1) : 0;
    double s = sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
    double t = sqrt(n[0] * n[0] + n[1] * n[1]);
    for (int i = 0; i < 3; i++)
        f[0][i] = n[i] /= s;
    t /= s;
    f[1][0] = n[1] / t;
    f[1][1] = -n[0] / t;
    f[1][2] = 0;
    for (int i = 0; i < 3; i++)
        f[2][i] = n[(i + 1) % 3] * f[1][(i + 2) % 3] -
                  n[(i + 2) % 3] * f[1][(i + 1) % 3];
}

/* All rows of the contact: normal, then its directions, into H by rows. */
static inline void impact_contact(check_random *r, const impact_kind *k, int c,
                                  int nv, double *H)
{
    int m = k->contacts, nd = k->directions;
    int one = c % k->bodies;
    int two = c < k->bodies ? one - 1 : check_integer(r, -1, k->bodies - 1);
    double f[3][3], ra[3], rb[3];
    if (two == one)
        two = -1;
    impact_frame(r, k->spatial, f);
    for (int i = 0; i < 3; i++) {
        ra[i] = check_uniform(r, -1, 1);
        rb[i] = check_uniform(r, -1, 1);
    }
    for (int d = -1; d < nd; d++) {
        double along[3];
        for (int i = 0; i < 3; i++) {
            double t = k->spatial && (d / 2) % 2 ? f[2][i] : f[1][i];
            along[i] = d < 0 ? f[0][i] : d % 2 ? -t : t;
        }
        double *row = H + (d < 0 ? c : m + c * nd + d) * nv;
        impact_row(k, one, 1, ra, along, row);
        impact_row(k, two, -1, rb, along, row);
    }
}

/* H M^-1 H' and H v into place: block (at, at) of A and b. */
static inline void impact_condense(check_random *r, const impact_kind *k,
                                   int rows, int nv, const double *H, int at,
                                   impact *g)
{
    int n = g->p.n;
    double *w = memory_new((size_t)(2 * nv), sizeof *w), *v = w + nv;
    for (int i = 0; i < nv; i++) {
        int up = i % (k->spatial ? 6 : 3) == 1;
        w[i] = 1 / check_uniform(r, 0.5, 2);
        v[i] = check_uniform(r, -1, 1) - (up ? 1 : 0);
    }
    for (int i = 0; i < rows; i++) {
        for (int j = 0; j < rows; j++) {
            double sum = 0;
            for (int l = 0; l < nv; l++)
                sum += H[i * nv + l] * w[l] * H[j * nv + l];
            g->A[(size_t)(at + i) * (size_t)n + (size_t)(at + j)] = sum;
        }
        for (int l = 0; l < nv; l++)
            g->b[at + i] += H[i * nv + l] * v[l];
    }
    memory_free(w);
}

/* A random problem of the kind; to be given back with impact_free. The pairs
   are (beta), c_n, the directions contact by contact, the cone's slacks. */
static inline impact impact_new(check_random *r, const impact_kind *k)
{
    int m = k->contacts, nd = k->directions,
        nv = k->bodies * (k->spatial ? 6 : 3);
    int at = k->bounded ? m : 0, rows = m * (1 + nd), n = at + rows + m;
    double *A = memory_new((size_t)n * (size_t)n, sizeof *A);
    double *b = memory_new((size_t)n, sizeof *b);
    double *H = memory_new((size_t)(rows * nv), sizeof *H);
    impact g = {{0, n, A, b}, A, b};
    for (int c = 0; c < m; c++)
        impact_contact(r, k, c, nv, H);
    impact_condense(r, k, rows, nv, H, at, &g);
    for (int c = 0; c < m; c++) {
        int cn = at + c, be = at + m + c * nd, la = at + rows + c;
        for (int d = 0; d < nd; d++) {
            A[(be + d) * n + la] = 1;
            A[la * n + be + d] = -1;
        }
        A[la * n + cn] = check_uniform(r, 0.1, 1);
        if (k->bounded) {
            A[c * n + cn] = -1;
            A[cn * n + c] = 1;
            b[c] = check_uniform(r, 0, 1);
        }
    }
    memory_free(H);
    return g;
}
