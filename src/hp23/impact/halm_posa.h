/**
# The set-valued law, sampled

Algorithm 1 in doubles. All samples of an impact share one matrix, so a step of
many of them is solved side by side.
*/
#pragma once

#include "number/draw.h"
#include "hp23/impact/impact.h"
#include "number/sobol.h"
#include "lcp/solve/mlcp.h"

/* An impact, condensed: what its steps share. u holds the contact speeds, the p
   normal ones and then the r slips. */
typedef struct {
    int nv, p, r, n; /* n = 3 p + 2 r pairs: beta, cn, lambda_D, gamma */
    double *W;       /* n x n, (75b) */
    double *P;       /* nv x (p + r): M^-1 (n, d), the joints held */
    double *v0, *u0; /* nv, p + r */
    double psi;      /* of Algorithm 2 */
} halm_posa;

typedef struct {
    double h;         /* N s, > 0: the box of the bounds */
    long N;           /* Algorithm 1: at most N + 1 steps */
    double tolerance; /* m/s: slower approaches are none; 0: exactly */
    uint64_t seed;
    int normalised; /* bounds with the sum h, (37) */
    const sobol *points; /* p (N + 1) coordinates; null: random numbers */
} halm_posa_options;

/* Where samples ended, `count` of each. */
typedef struct {
    double *v;      /* nv each: m/s */
    double *u;      /* p + r each: the speeds of the contacts */
    int *lcps;      /* problems solved for it */
    uint8_t *ended; /* 1: v is not colliding; 0: N came first */
    long climbed;   /* problems that needed exact arithmetic */
} halm_posa_samples;

/* The impact of the data: copies what it needs into the arena. INPUT when M is
   not positive definite, or joints are singular. LIMIT. */
perp_status halm_posa_new(arena *a, const step_data *d, halm_posa *out);

perp_status halm_posa_room(arena *a, const halm_posa *g, int count,
                           halm_posa_samples *out);

/* lambda_max of a step of a sample, p numbers. */
void halm_posa_bounds(const halm_posa *g, const halm_posa_options *o,
                      uint64_t sample, long step, double *out);

/* (75a) behind the bounds: b[p..n) for a state with the contact speeds u. */
void halm_posa_pose(const halm_posa *g, const double *u, double *b);

/* (75c): v and u behind a step with the solution z, w. */
void halm_posa_read(const halm_posa *g, const double *z, const double *w,
                    double *v, double *u);

/* Is any normal speed below -tolerance? */
static inline int halm_posa_colliding(const halm_posa *g, double tolerance,
                                      const double *u)
{
    int any = 0;
    for (int j = 0; j < g->p; j++)
        any |= u[j] < -tolerance;
    return any;
}

/* Samples first .. first + count - 1, of which `out` has room for count. What a
   sample is depends on its number and the options alone: any split into calls
   gives the same bytes. Leaves the arena as it was. Errors: mlcp_solve's. */
perp_status halm_posa_sample(const halm_posa *g, const halm_posa_options *o,
                             uint64_t first, int count, arena *a,
                             halm_posa_samples *out);

/* Algorithm 2's last step for `count` samples: f(v, epsilon / (3 psi) 1) in
   place; `ended` tells afterwards which are in the set. */
perp_status halm_posa_close(const halm_posa *g, const halm_posa_options *o,
                            double epsilon, int count, arena *a,
                            halm_posa_samples *io);
