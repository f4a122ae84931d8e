/**
# Samples on the tree of pivot paths

Nobody needs this module to read the paper: it is the inner loop of
[sampler.h](sampler.h), the step (75) of HP23 on its way through Lemke's method, and
computes what [halm_posa.c](../impact/halm_posa.c) computes.

What a sample does at a place, in registers that hold its rows side by side: the
ratio test, the exchange of its right-hand side, and at the end of a path the
step's answer. Each call does one of these for many samples, wherever they are. The bits are
those of registers of any width.
*/
#pragma once

#include "hp23/impact/halm_posa.h"
#include "hp23/samples/roads.h"

enum { MARCH_EIGHT = 8 };

/** An impact laid out for registers, columns with zeros behind them; and samples on
its paths, each with the numbers of its problem, $v$ behind them, and a right-hand
side.

| array | shape | what |
|---|---|---|
| `W` | n columns of `length` | $W_q$ by columns, for $w = W z + b$ |
| `P` | p + r columns of `each` | $M^{-1}(n, d)$ by columns, for $v' = v + P \Lambda$ |
| `b` | a sample: `length`, then `each` | $w_q(v, \lambda_{n,max})$ of its step; $v$ |
| `u` | a sample: `length` | the right-hand side on its path, by pairs |
| `at` | a sample | the place where it is; an end, or `nowhere`, where it has nowhere to go |

The zeros behind a column are computed with like all others and never looked at. */

typedef struct {
    const halm_posa *g;
    roads *k;
    int length, each; /* n and nv, rounded up to multiples of 8 */
    double *W, *P;    /* n columns of length, p + r columns of each */
    double *b, *u;    /* of each sample: length + each, length */
    road **at;        /* of each sample: where it is */
    double *z, *w;    /* length: of the sample that is being read */
    double *slip;     /* length: all bits in the rows of slips, */
    double *plus;     /* and 0 in those that are turned round, else -0 */
    double tolerance; /* a slower approach is none */
    double tie;
    int corners; /* 1: bounds may be zero */
} march;

/** Some samples, and what has become of them: `count` numbers of samples under way in
`of`, and for each in `row` what the kernel answers. Both arrays are the caller's. What
a row means is said at the call that writes it: room for who has left, or
whether the step's end collides. A negative one means that this sample cannot
go with the others, and never that something is wrong with it. */
typedef struct {
    int count;
    int *of, *row;
} march_group;

/** A sample's two pieces. The right-hand side is not beside its problem: a path
touches `u` at every exchange and `b` only at its two ends. For the block, $n = 10$ and
nv = 3, they have 24 numbers and 16, 320 bytes a sample and 160 KB for 512 of them. */
static inline double *march_problem(const march *m, int i)
{
    return m->b + (size_t)i * (size_t)(m->length + m->each);
}

static inline double *march_side(const march *m, int i)
{
    return m->u + (size_t)i * (size_t)m->length;
}

struct prefix; /* prefix.h */

/** One width of registers: functions that are the same in every width but for the
instructions that they are made of. `begin`, `go` and `arrive` are the three moments of
a step, in this order, with as many `go` between as the longest path has exchanges. Only
memory for a place where nobody was can fail; a sample that cannot go on is `nowhere`, and
everybody else goes on as if it were not there. */
typedef struct {
    /* The first exchange of a step: right-hand side and place behind it. The
       place is k->nowhere where there is nothing to do, or numbers are none. */
    perp_status (*begin)(const march *m, const march_group *who);
    /* The next exchange, of each sample at its place. Those stay in the group,
       in their order, who are neither at an end nor nowhere then. */
    perp_status (*go)(const march *m, march_group *who);
    /* The first step of samples that all have one v, as far as it is the same
       for all: right-hand sides and places there, of x, whose levels are not
       none. Those stay in the group who are not at an end. */
    void (*ahead)(const march *m, const struct prefix *x, march_group *who);
    /* At an end: the next v, and the next b, whose bounds are zero. row: 1 when
       that is colliding, else 0; -1, and nothing done, nowhere, or when the
       residual is not negligible. */
    void (*arrive)(const march *m, const march_group *who);
    /* draw_uniform for eight steps: `count` rows of eight numbers. */
    void (*unit)(uint64_t seed, draw_purpose what, const uint64_t *sample,
                 const int64_t *step, int count, double *out);
    /* Their bounds (DRAW_BOUND, scaled): p rows of eight numbers. */
    void (*bounds)(const halm_posa_options *o, const uint64_t *sample,
                   const int64_t *step, int p, double *out);
    /* draw_scale of eight samples side by side, in place. */
    void (*scale)(const halm_posa_options *o, int p, double *rows);
} march_kernel;

const march_kernel *march_choose(f64_width width);

/* The columns of g and room for `count` samples; g and k are borrowed. LIMIT
   without memory. */
perp_status march_new(arena *a, const halm_posa *g, const halm_posa_options *o,
                      roads *k, int count, march *out);
