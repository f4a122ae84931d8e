/**
# A run in doubles, up to the end of its path

What `mlcp_solve` keeps between its [runs](runs.h), and how one of them begins and goes.
A matrix that a kernel has taken, or that was reduced for it, is there for all of them.

All runs are of one problem, $w = Az + b$, and differ in three things that do not change what is a
solution: a unit, a covering vector, and units of the pairs' own. With $s$ a power of two, $sA$ has the
solution $z/s$ and the same $w$; with another $d > 0$ the path through $w = Az + b + dz_0$ begins elsewhere and
ends where $z_0 = 0$, which knows nothing of $d$; with $D$ diagonal and positive, $DAD$ and $Db$ have $D^{-1}z$ and
$Dw$. So a basis that one run ends with is a basis for all, and what is read from it is $z$ times $s$, or $s D$.
Powers of two round nothing, and the same numbers come out.
*/
#pragma once

#include "lcp/solve/condense.h"
#include "lcp/solve/lemke.h"
#include "lcp/solve/mlcp.h"

/* One double run at work. The tableau's problem is the condensed one, n pairs
   and nothing free, in units in which its largest entry is about one. */
typedef struct {
    const lcp_problem *p;
    const mlcp_options *options;
    tableau_f64 t;
    condensed c;
    double *d;          /* n: another covering vector */
    double *even;       /* n and padding: room for units of the pairs' own */
    double *taken_even; /* small: the problem in these, as taken; or null */
    double *work;       /* 4 (free + n) + 1 */
    double unit;        /* z is unit times the tableau's */
    double taken; /* the unit of the matrix that the kernel has taken; or 0 */
    int evened;   /* taken_even is filled */
    int usable;   /* equations left over hold, as far as doubles can tell */
    int refused;  /* the last run came to an answer, which did not pass */
} attempt;

/** Exchanges that one run may take. A path has about as many as there are pairs; in even
units those of piles of discs with $n = 800$ had eight times as many, the longest that ended in
an answer. What goes on is a circle, which rounding makes in spite of the lexicographic rule; a path
of exponential length is left to the rungs behind. */
static inline int pivot_limit(int n, int wanted)
{
    return wanted > 0 ? wanted : 12 * n + 200;
}

/* The kernel itself reads the problem and tests the answer: no free unknowns,
   one of the forms that do, and in even units the one with a path of its own.
   The numbers are those of the general way. */
static inline int is_small(const attempt *at)
{
    const f64_kernel *k = at->t.kernel;
    return at->p->free == 0 && k->residual != NULL &&
           (at->c.even == NULL || k->path != NULL);
}

/* The work space, where it is not there yet: small problems, whose kernel has
   its own, come here only when their first answer has failed. */
static inline perp_status attempt_room(attempt *at, arena *a)
{
    size_t n = (size_t)at->p->n, all = n + (size_t)at->p->free;
    size_t length = (size_t)at->t.stride;
    size_t taken =
        at->p->free == 0 && at->t.kernel->path != NULL ? (n + 1) * length : 0;
    size_t numbers = taken + n + length + 4 * all + 1;
    if (at->d != NULL)
        return PERP_SUCCESS;
    double *room = arena_take_any(a, numbers, sizeof *room);
    if (room == NULL)
        return PERP_NO_MEMORY(numbers * sizeof *room);
    at->even = room;
    at->taken_even = at->even + length;
    at->d = at->taken_even + taken;
    at->work = at->d + n;
    return PERP_SUCCESS;
}

/* The dictionary to begin with, covered with d (null: ones). */
static inline void load(attempt *at, const double *d)
{
    const f64_kernel *k = at->t.kernel;
    if (at->p->free == 0 || k->form != F64_LAZY || at->c.even != NULL) {
        at->unit = condensed_load(&at->c, at->p, d, &at->t, at->work);
        return;
    }
    if (!(at->taken > 0))
        at->taken = condensed_take(&at->c, at->p, &at->t, at->work);
    at->unit = at->taken;
    k->spread(&at->t, at->unit, d);
}

/** **The second run like the first.** A small kernel reads its problem from `start`, column by column, and
multiplies by the unit as it goes. In even units the problem is written there once more, $s DAD$ and $Db$ with
their unit in them, so that the kernel reads it with the unit 1 and goes the path it has just gone, through the same
instructions; `start` is put back, because an answer is tested in the problem's own units. */
static __attribute__((noinline)) lcp_outcome
run_even(attempt *at, const double *d, int most, lemke_end *end)
{
    double *const start = at->t.start;
    if (!at->evened)
        condensed_even(&at->c, at->p, at->taken, &at->t, at->taken_even);
    at->evened = 1;
    at->t.start = at->taken_even;
    const lcp_outcome said = at->t.kernel->path(&at->t, 1, d, most, end);
    at->t.start = start;
    return said;
}

/* The path with the covering vector d (null: ones). A small kernel takes the
   problem once for all runs. */
static inline lcp_outcome attempt_path(attempt *at, const double *d,
                                       lemke_end *end)
{
    const f64_kernel *k = at->t.kernel;
    const int most = pivot_limit(at->p->n, at->options->pivots);
    if (k->path == NULL || at->p->free > 0) {
        load(at, d);
        return k->path != NULL ? k->path(&at->t, 0, NULL, most, end)
                               : lemke_run(&at->t.head, most, NULL, end);
    }
    double unit = at->taken;
    if (!(unit > 0))
        unit = condense_unit(k->take(&at->t, at->p->A, at->p->b));
    at->taken = at->unit = unit;
    return at->c.even != NULL ? run_even(at, d, most, end)
                              : k->path(&at->t, unit, d, most, end);
}
