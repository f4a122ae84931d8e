/**
# The set-valued law, sampled

Algorithm 1 in doubles, one sample behind the other, each step by Lemke's method. Who
wants millions of them has the [sampler](../samples/sampler.h), which knows that all share one
matrix, and gives the same ends.

**The loop** (HP23 5.1). From $v_0$ on, while some contact approaches: draw for each
contact a bound $\lambda_{n,max,i}$, uniform in $(0, h)$ N s; solve the step (75) with
these bounds; go to its $v'$. What is drawn is who presses more in this step. A
contact with a small bound gets little and still approaches behind the step, one with
a large bound may be at rest already. So a sample is one order and overlap of the
impulses among all, and where samples end is the set of outcomes that the law allows.

The block of the [wing's page](../README.md), in fractions, three choices of bounds:

| bounds of A, B, N s | $v'$ | impact |
|---|---|---|
| $(1, 1)$ | $(0, 0, 0)$ | over: law (31) |
| $(1, 0)$ | $(\frac3{10}, -\frac3{20}, -\frac3{10})$ | B approaches at $\frac3{10}$ |
| then $(0, 1)$ | $(\frac{21}{100}, \frac{21}{200}, -\frac{21}{100})$ | over: A before B, in turn |
| $(\frac1{10}, \frac1{10})$ | $(0, -\frac45, 0)$ | both approach at $\frac45$ |

Rest and the sequence are both among the samples, and all between.

**The problem is condensed** here, as the paper has it: $W$ is $n \times n$ with $n =
3p + 2r$, 10 for the block and 25 for the discs, and does not depend on $v$ or on the
bounds. Only $b = w_q(v, \lambda_{n,max})$ does, and of $v$ only its contact speeds $u
= (J_n v, J_t v)$, p + r numbers. A step goes from $u$ to $u'$ without ever asking for
$v$; $v$ is carried along for who reads it.

**The second line of the table, pair by pair**: bounds $(1, 0)$, $u = (-1, -1, 0, 0)$.

| pair | $b$ | $z$ | $w$ |
|---|---|---|---|
| $\beta_A$, $\beta_B$ | $1$, $0$ | $0$, $\frac3{10}$ | $\frac3{20}$, $0$ |
| $\lambda_{n,A}$, $\lambda_{n,B}$ | $-1$, $-1$ | $\frac{17}{20}$, $0$ | $0$, $0$ |
| slips of A, $+$ and $-$ | $0$, $0$ | $\frac3{10}$, $0$ | $0$, $0$ |
| slips of B | $0$, $0$ | $0$, $0$ | $0$, $0$ |
| $\gamma_A$, $\gamma_B$ | $0$, $0$ | $0$, $0$ | $\frac{11}{20}$, $0$ |

A has $\frac3{20}$ N s of its bound left, so it has terminated; B may have nothing,
and $\beta_B$ is what it still approaches with. $u' = (w_n - \beta, \frac12(w_+ -
w_-)) = (0, -\frac3{10}, 0, 0)$ is read off, and is the state of the next step. Of
ten pairs five are zero on both sides: such problems are degenerate as a rule, and
ties are what a solver meets first. */
#pragma once

#include "number/draw.h"
#include "hp23/impact/impact.h"
#include "number/sobol.h"
#include "lcp/solve/mlcp.h"

/* An impact, condensed: what its steps share. u holds the contact speeds, the p
   normal ones and then the r slips. */
typedef struct {
    int nv, p, r, n; /* n = 3 p + 2 r pairs: beta, cn, lambda_D, gamma */
    double *W;       /* n x n, (75b), by rows; masses in 1/kg */
    double *P;       /* nv x (p + r): M^-1 (n, d), the joints held; 1/kg */
    double *v0, *u0; /* nv, p + r: m/s */
    double psi;      /* of Algorithm 2 */
} halm_posa;

/** A watcher sees and changes nothing: the bits of a sample are the same with it and without. It is told of
one sample behind the other here, and of the edges of a tree in any order, so a path is put
together from the numbers that come with it. The [sampler](../samples/sampler.h) has none: who
wants to see paths has some of them made once more here. */
/* Is told of each step of each sample that halm_posa_sample or choosing_run
   takes in doubles: the contact speeds before it and behind it, p + r each. */
typedef struct {
    void (*step)(void *user, uint64_t sample, const double *u,
                 const double *next);
    void *user;
} halm_posa_watch;

typedef struct {
    double h;         /* N s, > 0: the box of the bounds */
    long N;           /* Algorithm 1: at most N + 1 steps */
    double tolerance; /* m/s: slower approaches are none; 0: exactly */
    uint64_t seed;
    int normalised; /* bounds with the sum h, (37) */
    const sobol *points; /* p (N + 1) coordinates; null: random numbers */
    draw_shape shape;
    int levels; /* held.h: bounds are kept for 2^l steps, l < levels; 0: one */
    const halm_posa_watch *watch; /* or null */
} halm_posa_options;

/** ## How large a step

$h$ bounds the normal impulse of a contact in one step, and so how many steps an
impact takes. The sets that $i$ steps can reach, (83) to (86), grow with $i$, since a
bound of zero stands still, (82), and what is sampled is what $N + 1$ steps reach and
does not collide, (87). Two errors are possible. With $h$ above all that an impact
needs, most steps are law (31), and orders of the contacts are drawn seldom. With a
small $h$ every contact's bounds add up to their mean, and all contacts press alike:
over $K$ steps with a relative deviation of $1/\sqrt{3K}$, $0.37$ for the 2.47 steps
of the block at the paper's $h = 0.3$. The sets are the same; what is drawn of them is
not.

`normalised` scales the bounds of a step to the sum $h$, which is (37) for a step; a
sample then spends $h$ in each step as long as all press.
*/

/* May a sample's bounds be corners of the box? A sequence has none. */
static inline int halm_posa_corners(const halm_posa_options *o)
{
    return o->points == NULL &&
           (o->shape == DRAW_CORNERS || o->shape == DRAW_MIXED);
}

/** Where samples ended. A sample that did not end is there as well, where its
last step left it: its `u` has a negative normal speed, and nobody may count its
$v$ to the set. `lcps` is the number of steps, 0 when the data do not collide,
$N + 1$ at most, and one more behind `halm_posa_close`. `climbed` is of all
samples together, a measure of trouble: how many problems doubles could not
solve to the residual that is asked for. */

/* Where samples ended, `count` of each. */
typedef struct {
    double *v;      /* nv each: m/s */
    double *u;      /* p + r each: the speeds of the contacts */
    int *lcps;      /* problems solved for it */
    uint8_t *ended; /* 1: v is not colliding; 0: N came first */
    long climbed;   /* problems that needed exact arithmetic */
    long several;   /* steps with more than one v', where they are counted; */
    long branched;  /* samples with such a step; */
    long doubtful;  /* steps whose list came from fractions */
} halm_posa_samples;

/* The impact of the data: copies what it needs into the arena. INPUT when M is
   not positive definite, or joints are singular. LIMIT. */
perp_status halm_posa_new(arena *a, const step_data *d, halm_posa *out);

perp_status halm_posa_room(arena *a, const halm_posa *g, int count,
                           halm_posa_samples *out);

/* lambda_max of a step of a sample, p numbers, N s. Steps count from 0. */
void halm_posa_bounds(const halm_posa *g, const halm_posa_options *o,
                      uint64_t sample, long step, double *out);

/* (75a) behind the bounds: b[p..n) for a state with the contact speeds u: J_n
   v, then each slip and its negative, then p zeros. b[0..p) are the bounds. */
void halm_posa_pose(const halm_posa *g, const double *u, double *b);

/* (75c): v and u behind a step with the solution z, w (n each). v is moved, u
   is set. */
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
