/**
# Random planar piles

Bodies with three velocities each and contacts with friction between them or
with the ground, in the mixed form of AP02 (17), all data with 53 bits: mass
matrix diagonal, one normal and two opposite slips per contact. M is positive
definite, so AP02's Theorem 2.2 says that every one of them has a solution.
*/
#pragma once

#include "base/memory.h"
#include "check.h"
#include "lcp/problem/lcp.h"

#include <math.h>

typedef struct {
    int bodies, contacts;
    double mass_ratio; /* masses are m or m times this, at random, 1: alike */
    double twin;       /* != 0: odd contacts are the one before, moved by it */
} planar_kind;

typedef struct {
    lcp_problem p;
    double *A, *b;
} planar;

static inline void planar_free(planar *f)
{
    memory_free(f->A);
    memory_free(f->b);
}

/* The gradient of a body's gap and slip: unit vector (c, s), lever r. */
static inline void planar_side(check_random *r, double *n, double *d, int body,
                               double angle, double sign)
{
    double c = cos(angle), s = sin(angle);
    double x = check_uniform(r, -1, 1), y = check_uniform(r, -1, 1);
    double side[3] = {sign * c, sign * s, sign * (x * s - y * c)};
    double slip[3] = {-sign * s, sign * c, sign * (x * c + y * s)};
    memcpy(n + 3 * body, side, sizeof side);
    memcpy(d + 3 * body, slip, sizeof slip);
}

static inline void planar_contact(check_random *r, const planar_kind *k, int c,
                                  double *n, double *d)
{
    int nv = 3 * k->bodies, one = check_integer(r, 0, k->bodies - 1);
    int two = check_integer(r, -1, k->bodies - 1);
    double angle = check_uniform(r, 0, 6.25);
    memset(n, 0, (size_t)nv * sizeof *n);
    memset(d, 0, (size_t)nv * sizeof *d);
    planar_side(r, n, d, one, angle, 1);
    if (two >= 0 && two != one)
        planar_side(r, n, d, two, angle, -1);
    if (k->twin != 0 && c % 2 == 1)
        for (int i = 0; i < nv; i++) {
            int moved = n[i - nv] != 0;
            n[i] = n[i - nv] + moved * k->twin * check_uniform(r, -1, 1);
            d[i] = d[i - nv] + moved * k->twin * check_uniform(r, -1, 1);
        }
}

/* A random pile; given back with planar_free. */
static inline planar planar_new(check_random *r, const planar_kind *k)
{
    int nv = 3 * k->bodies, m = k->contacts, all = nv + 4 * m;
    double *A = memory_new((size_t)all * (size_t)all, sizeof *A);
    double *b = memory_new((size_t)all, sizeof *b);
    double *n = memory_new((size_t)(2 * m * nv), sizeof *n), *d = n + m * nv;
    for (int i = 0; i < nv; i++) {
        double size = check_uniform(r, 0.5, 2);
        if (check_integer(r, 0, 1))
            size *= k->mass_ratio;
        A[i * all + i] = size;
        b[i] = -size * check_uniform(r, -3, 3);
    }
    for (int c = 0; c < m; c++) {
        int cn = nv + c, up = nv + m + 2 * c, la = nv + 3 * m + c;
        planar_contact(r, k, c, n + c * nv, d + c * nv);
        for (int i = 0; i < nv; i++) {
            double entry[3] = {n[c * nv + i], d[c * nv + i], -d[c * nv + i]};
            int at[3] = {cn, up, up + 1};
            for (int l = 0; l < 3; l++) {
                A[i * all + at[l]] = -entry[l];
                A[at[l] * all + i] = entry[l];
            }
        }
        A[la * all + cn] = check_uniform(r, 0.1, 1);
        for (int l = 0; l < 2; l++) {
            A[(up + l) * all + la] = 1;
            A[la * all + up + l] = -1;
        }
    }
    memory_free(n);
    return (planar){{nv, 4 * m, A, b}, A, b};
}
