/**
# Random friction cones

Small multiples of 1/8, so that exact arithmetic stays short, or full doubles.
A cone is made around a direction that opens it, or around an impulse that
vanishes, so that the verdict is known before it is asked for.
*/
#pragma once

#include "base/memory.h"
#include "check.h"
#include "cone/bound.h"
#include "cone/witness.h"
#include "number/rational.h"

enum { CONES_NV = 7, CONES_P = 5, CONES_M = 3, CONES_R = 10 };

typedef struct {
    int nv, m, p, r, slip_at[CONES_P + 1];
    double nu[CONES_M * CONES_NV], n[CONES_P * CONES_NV];
    double d[CONES_R * CONES_NV], mu[CONES_P];
} cones;

typedef struct {
    int nv, m, p, slips; /* slips: per contact, -1: zero to two */
    int full;            /* 53-bit numbers */
} cones_kind;

static inline cone_data cones_data(const cones *x)
{
    return (cone_data){x->nv, x->m, x->p,  x->r,      x->nu,
                       x->n,  x->d, x->mu, x->slip_at};
}

static inline double cones_number(check_random *r, const cones_kind *k)
{
    return k->full ? check_uniform(r, -2, 2) : check_integer(r, -16, 16) / 8.0;
}

static inline cones cones_random(check_random *r, const cones_kind *k)
{
    cones x = {.nv = k->nv, .m = k->m, .p = k->p};
    for (int j = 0; j < x.p; j++) {
        int slips = k->slips < 0 ? check_integer(r, 0, 2) : k->slips;
        x.slip_at[j + 1] = x.slip_at[j] + slips;
        x.mu[j] =
            k->full ? check_uniform(r, 0, 1) : check_integer(r, 0, 8) / 8.0;
    }
    x.r = x.slip_at[x.p];
    for (int i = 0; i < x.m * x.nv; i++)
        x.nu[i] = cones_number(r, k);
    for (int i = 0; i < x.p * x.nv; i++)
        x.n[i] = cones_number(r, k);
    for (int i = 0; i < x.r * x.nv; i++)
        x.d[i] = cones_number(r, k);
    return x;
}

/* The exact cone of the doubles, which are all right. */
static inline cone cones_exact(arena *a, const cones *x)
{
    cone c;
    cone_data data = cones_data(x);
    CHECK(cone_of_data(a, &data, &c).code == PERP_OK, "a finite cone");
    return c;
}

/* z = nu y + n cn + D f in doubles. */
static inline void cones_sum(const cones *x, const double *y, const double *cn,
                             const double *f, double *z)
{
    for (int i = 0; i < x->nv; i++) {
        z[i] = 0;
        for (int k = 0; k < x->m; k++)
            z[i] += x->nu[k * x->nv + i] * y[k];
        for (int j = 0; j < x->p; j++)
            z[i] += x->n[j * x->nv + i] * cn[j];
        for (int s = 0; s < x->r; s++)
            z[i] += x->d[s * x->nv + i] * f[s];
    }
}

static inline double cones_length(int n, const double *x)
{
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += x[i] * x[i];
    return __builtin_sqrt(sum);
}

/* A random impulse of the full cone (round) or of the step's: tangential parts
   inside, or on the edge three times out of four. */
static inline void cones_impulse(check_random *r, const cones *x, int round,
                                 double *y, double *cn, double *f)
{
    for (int k = 0; k < x->m; k++)
        y[k] = check_uniform(r, -1, 1);
    for (int j = 0; j < x->p; j++) {
        int first = x->slip_at[j], slips = x->slip_at[j + 1] - first;
        double size = 0, part;
        cn[j] = check_integer(r, 0, 2) ? check_uniform(r, 0, 1) : 0;
        for (int s = 0; s < slips; s++) {
            part = f[first + s] = check_uniform(r, -1, 1);
            size += round ? part * part : part < 0 ? -part : part;
        }
        size = round ? __builtin_sqrt(size) : size;
        double scale = size > 0 ? x->mu[j] * cn[j] / size : 0;
        if (check_integer(r, 0, 3) == 0)
            scale *= check_uniform(r, 0, 1);
        for (int s = 0; s < slips; s++)
            f[first + s] *= scale;
    }
}
