/**
# Roots on a grid

$R(s)$, a number for each start $s$ of a line, is only known by its values, and each of
them is a run. It is asked at the $N + 1$ ends of $N$ equal cells; what two neighbours
show of the cell between them is followed as far as doubles go:

| seen | what is done | what it may turn out to be |
|---|---|---|
| $R$ is 0 at a point | nothing | `GRID_ZERO` |
| $\lvert R\rvert \le$ `tolerance` at neighbours | nothing | `GRID_STRETCH`, one for all in a row |
| $R$ changes its sign | the bracket is narrowed | `GRID_CROSSING`, `GRID_ZERO`, `GRID_JUMP` |
| $\lvert R\rvert$ is least at the middle of three | the least is looked for | two of these, `GRID_TOUCH`, nothing |
| a run without an end | nothing | `GRID_UNSEEN`, one for all in a row |

**What is known.** Of a `GRID_CROSSING`: `low` and `high` are two neighbouring doubles,
and the computed $R$ has different signs there. That is a statement about computed
values. It becomes one about a root of the scheme's own $R$ when $R$ is continuous
between the two and their signs survive the rounding of all steps, neither of which is
proven here. The ball of `starts.h` has the two starts on a grid that are proven there,
in `test_grid_begin` to $10^{-9}$ m/s.

**What is missed.** An even number of roots in a cell whose ends show no least value,
all but one of an odd number, and each root outside of `from` and `to`. So the list is
never said to be complete. A finer grid may find more and never proves that this is all:
if $R$ has the Lipschitz constant $L$, a cell of width $w$ with $|R| > \frac12Lw$ at
both ends has no root, and what is known of $L$ is Proposition 7's $\psi_x$, of which
$e^{T\psi_x}$ overflows for a stiff contact. The slope $|\partial x(T)/\partial s|$ seen
on the grid is no bound, either. What would exclude a root in a cell is an enclosure of
$R$ over it, of all steps of a run from an interval of starts, and there is none. The
line of all starts, where the end is piecewise linear, is in `starts.h`, with a proof.

*By hand.* $R = s^3 - s$ with four cells in $[-2, 2]$ is $-6, 0, 0, 0, 6$: three zeros
in a row, a stretch, which is all that these values can tell. With five cells the points
are $-2, -1.2, -0.4, 0.4, 1.2, 2$, the signs $-, -, +, -, +, +$, and three crossings are
narrowed to $-1, 0, 1$. With one cell, $-$ and $+$, one of the three is found.

*Two roots in one cell, by hand.* $R = (s - 0.7)^2 - 10^{-4}$ has the roots 0.69 and
0.71. With forty cells in $[-3, 3.1]$ the points beside them are 0.66 and 0.8125, $R =
0.0015$ and $0.0126$, both positive, and at 0.5075 it is 0.037: the least of three is in
the middle. Golden section between 0.5075 and 0.8125 asks 0.696 as one of its first two
points, $R < 0$ there, and both roots are in a bracket. With $10^{-4}$ added instead of
taken away it would go on to $s = 0.7$ and list nothing, since what is left of $|R|$ is
$10^{-4}$ and not $10^{-10}$. */
#pragma once

#include "base/arena.h"
#include "base/status.h"

/* R at s, finite; the same s has to give the same R. NO_SOLUTION and LIMIT say
   that R has no value there; any other failure ends the search. */
typedef perp_status grid_run(void *of, double s, double *r);

typedef struct {
    grid_run *run;
    void *of;
    double from, to;  /* of s: finite, from < to */
    long cells;       /* at least 1 */
    double tolerance; /* |R| that counts as zero where no sign changes */
} grid_problem;

typedef enum {
    GRID_CROSSING, /* R changes its sign from low to high */
    GRID_ZERO,     /* R is 0, as computed; low = high = at */
    GRID_STRETCH,  /* |R| <= tolerance at all points of the grid there */
    GRID_TOUCH,    /* |R| <= tolerance, least at `at`, without another sign:
                      a double root, two that are near, or none */
    GRID_JUMP,     /* a change of sign, and R jumps: no root */
    GRID_UNSEEN    /* R has no value at some start there */
} grid_kind;

/* `at` is the start with the least |R| that was run there, and r its R. Of
   UNSEEN they are `low` and 0, and say nothing. */
typedef struct {
    grid_kind kind;
    double low, high, at, r;
    double before, behind; /* R at low and at high, where it has one, or 0 */
} grid_place;

/* Rising in `low`; `roots` of them are neither JUMP nor UNSEEN. The places are
   the arena's. */
typedef struct {
    grid_place *places;
    long count, roots;
    long evaluations;
} grid_found;

/* The name of a kind, as it is written in reports. */
const char *grid_name(grid_kind k);

int grid_is_root(const grid_place *p);

/** A cell with a change of sign costs at most some 200 runs, and in practice ten to
twenty; a least value up to 64. INPUT: cells narrower than the doubles between `from`
and `to`. LIMIT: memory. */
perp_status grid_find(const grid_problem *p, arena *a, grid_found *out);
