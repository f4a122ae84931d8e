/**
# The closest point: one complementarity problem for every question

Which point of a polyhedral cone is closest to a given one? Pointedness,
membership and all bounds are asked in this form.
| question | $z$ | joint | margin | joined | answer |
|---|---|---|---|---|---|
| is the cone pointed? | 0 | 0 | 1 | yes | $d \ne 0$: yes; $d = 0$: weights that cancel |
| is $z$ in it? | $z$ | 0 | 0 | no | $d = 0$: weights; else $d$ separates |
| how large is $c_n^{(j)}$? | 0 | 0 | 1 at j, else 0 | no | the shortest such $d$ |
| how large is $c_{\nu,k}$? | 0 | $\pm e_k$ | 0 | no | the shortest such $d$ |

In all of them $d$ is a difference of impulses, N s, and is read as a direction:
$d \cdot g$ is the work of an edge on it. Sizes: nv + m unknowns without a sign
and one pair for each ray, 2 + 0 + 4 for the groove.
*/
#pragma once

#include "cone/rays.h"

/* Find d (nv), y (m) and c >= 0 (one per ray) with
     M d = nu y + G c - z,  nu'd = joint,
     0 <= c  perp  g_i.d + [joined] sum c - margin_i >= 0.
   Null stands for zeros, and for M = 1. M (nv x nv by rows) is symmetric and
   positive definite: then distances are measured by |x|^2 = x'M^-1 x.
   Borrowed, and left as they are; the margins belong to
   the rays in their order, so they are made anew when rays are added. */
typedef struct {
    const cone_rays *rays;
    int joined;
    const mpq_t *z;      /* nv */
    const mpq_t *joint;  /* m */
    const mpq_t *margin; /* rays->count */
    const mpq_t *M;      /* nv x nv */
} closest_problem;

/* d and y are unique in length and direction as far as nu has independent
   columns, since d is a point of least distance; c often is not: of a table on
   four legs many weights have one sum. Which weights come depends on Lemke's
   path, and any are a certificate.

   The numbers are initialised by closest_new, given back by closest_clear. */
typedef struct {
    mpq_t *d, *y, *c;
    mpq_t *all;
    size_t count;
    int pivots, fallback; /* of exact Lemke, when the doubles were wrong */
} closest_answer;

/* Room for as many rays as `rays` has room for. */
perp_status closest_new(arena *a, const cone_rays *rays, closest_answer *out);
void closest_clear(closest_answer *x);

/* Solves it exactly. It has a solution when it is joined and joint is zero,
   when joint is zero and no margin positive, and when the cone is pointed;
   otherwise a ray or a contradiction in the joint rows is reported as
   NO_SOLUTION. Leaves the arena as it was. LIMIT: memory, bits. */
perp_status closest_solve(arena *a, const closest_problem *p,
                          closest_answer *out);
