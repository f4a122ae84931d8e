/**
# The impact: its data and its problems

Every impact law of this room reads one thing: the primary data of a step, with
$M$, $n$, $d$, $\mu$, $\nu$ and $v = v^-$ at the configuration of the impact, for
the active contacts. Forces in them are not looked at: no force has time to act.

What is read of a `step_exact`, in the paper's letters (section 2.2.1):

| here | shape | paper | unit |
|---|---|---|---|
| `M` | nv x nv | $M(q)$ | kg, kg m² |
| `n` | p x nv | $J_n$, (12), (26) | 1, m |
| `d` | r x nv | $J_t$; $J_D$ has each row twice, with both signs | 1, m |
| `slip_at` | p + 1 | contact j has the rows `slip_at[j]` to before `slip_at[j + 1]` of d | |
| `mu` | p | $\mu_i$ | 1 |
| `nu` | m x nv | none: the paper has minimal coordinates | |
| `v` | nv | $v^-$, or the velocity on the way | m/s, rad/s |

A contact without slips has no friction, whatever its $\mu$. The shapes are those of the
active contacts alone: who is active, (13), is decided once, by who makes the data.
*/
#pragma once

#include "model/step/assemble.h"
#include "lcp/problem/lcp.h"

/* The places of the unknowns in a posed problem. Without `most` there is no
   beta, and its place is that of cn. The order is that of (75a), z = (beta;
   lambda_n; lambda_D; gamma), behind the unknowns without a sign. For two
   contacts with a slip each in the plane (nv = 3, m = 0) law (31) has 3 free
   unknowns and 8 pairs, the step 10 pairs: 4 p and 5 p. */
typedef struct {
    int free;               /* v' (nv), then the joints' impulses (m) */
    int beta, cn, lambda_D; /* p, p, 2 r: a slip's +, then its - */
    int gamma;              /* p */
    int size;               /* free + n */
} impact_places;

impact_places impact_places_of(const step_exact *d, int bounded);

/** Both problems ask for $z$ with $w = A z + b$: the first `free` rows are
equations, $w = 0$, and their unknowns have any sign; in the others $0 \le w
\perp z \ge 0$. Rows of speeds are in m/s, that of a cone and a bound in N s,
the balance in N s and N m s. So a residual of one row is not comparable with
another's, and nobody compares them: what is exact is zero in any unit. */

/* Law (31) as the mixed problem of (32)-(33) in v', c_nu | c_n, lambda_D,
   gamma: all active contacts at once. To be cleared with
   lcp_exact_problem_clear. LIMIT without memory, which is the only error: that
   M is positive definite and v keeps the joints is not asked here. */
perp_status impact_pose(arena *a, const step_exact *d, lcp_exact_problem *out);

/* The step of the set-valued law, (75), in v', c_nu | beta, lambda_n, lambda_D,
   gamma, with at most `most` (p, N s, >= 0) of normal impulse. */
perp_status impact_pose_step(arena *a, const step_exact *d, const mpq_t *most,
                             lcp_exact_problem *out);

/* The impulses of a solution z of such a problem, N s, into L: p along the
   normals, then r along the slips. bounded: that of a step. */
void impact_impulses(const step_exact *d, int bounded, const mpq_t *z,
                     mpq_t *L);

/* The data of contact j alone; borrows everything of d. slip_at is room for the
   two numbers of the single contact, and lives as long as the result. */
step_exact impact_single(const step_exact *d, int j, int slip_at[2]);

/* out = n_j v, the speed of parting, and d_k v, the k-th slip, m/s. k counts
   the slips of all contacts, not those of one. */
void impact_normal(const step_exact *d, int j, const mpq_t *v, mpq_ptr out);
void impact_slip(const step_exact *d, int k, const mpq_t *v, mpq_ptr out);

/* Both of v as doubles, truncated: the p normal speeds, then the r slips. */
void impact_speeds(const step_exact *d, const mpq_t *v, double *out);

/* The first contact with n_j v < -tolerance, or -1: v is not colliding. */
int impact_colliding(const step_exact *d, const mpq_t *v, mpq_srcptr tolerance);

/* out = |to|_M^2 - |from|_M^2, twice the kinetic energy gained, exactly: in J,
   negative where energy is lost. M is taken for symmetric. */
void impact_gain(const step_exact *d, const mpq_t *from, const mpq_t *to,
                 mpq_ptr out);

/* w = M^-1 (g + nu c_nu) with nu'w = 0: what a unit impulse along g (nv) does
   to the velocities while the joints hold. w: nv numbers. INPUT when M or the
   joints are singular. */
perp_status impact_response(arena *a, const step_exact *d, const mpq_t *g,
                            mpq_t *w);

/* out = x . y over n numbers; out may be one of them. */
void impact_dot(int n, const mpq_t *x, const mpq_t *y, mpq_ptr out);
