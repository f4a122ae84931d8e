/**
# Pieces of a line, and of a plane

A motion as a function of one number $s$ is kept in pieces: an interval and on it $x(s) =
x_0 + s x_1$, in fractions. Intervals are closed, and neighbours share their limit. What
makes new pieces of old ones cuts intervals by $g_0 + s g_1 \ge 0$, and several choices of
modes may give the same motion: at a limit that two of them share always, over a whole
interval where a contact touches without a force. Each motion is kept once, or the
pieces would double in each step.

With two numbers a piece is a [polygon](polygon.h) and on it $x(s, t) = x_0 + s x_1 + t x_2$; cut
by $g_0 + s g_1 + t g_2 \ge 0$ it is one again. All that is said here of intervals is so of
polygons, with a limit that is a line.

**How they double.** A point with friction rests on its floor without weight and without
force, and is pushed along it with the velocity $s$. In a step $\lambda = 0$, and four lists
of modes say so, each in its own words:

| list | where | motion |
|---|---|---|
| open, $w_n = 0$ | all $s$ | goes on with $s$ |
| stick | $s = 0$ | stands |
| forward, $s_t = s \ge 0$ | $s \ge 0$ | goes on with $s$ |
| backward, $s_t = s \le 0$ | $s \le 0$ | goes on with $s$ |

All four are parts of the one motion $x' = s$ on the whole line. Kept as they are, they would
lay two pieces over each $s \ne 0$ after one step and $2^{20}$ after twenty, and
a start would be counted as often.

**Why closed, and why points.** The modes are told apart by weak inequalities, so at their
common limit both hold, and one point belongs to two pieces. With open intervals a start
that lies just there would be in none; with half-open ones somebody would have to say whose
the limit is, and where a step has two solutions the answer would be wrong for one of them.
So an interval of one point is a piece like any other. It can be the whole of a motion, too:
a list of modes may hold at one $s$ only, and differ there from all others.

**What a piece costs.** $2 + 2\,(n_q + n_v + R)$ fractions: the ball above its floor has
three numbers in its state and eight in a piece. With two unknowns it is half as many again,
and seven for each corner. The fractions are heap memory of GMP's,
and the lengths of $x_0$, $x_1$ grow with the steps. */
#pragma once

#include "pks05/ends/polygon.h"

/** `from`, `to`: is there a limit, or does it go on for ever? A limit that is not there has
a number all the same, which nobody reads. `limit`: low, high, in the unit of $s$, which is
that of a velocity (m/s or rad/s); behind them $x_0$ in the units of the state and $x_1$, $x_2$ in
these units by that of $s$, $t$, `size` numbers each. One array, so that a piece is made, moved
and given back as one pointer. With two unknowns the limits are idle, and `area` has the
corners; with one it has none. */
typedef struct {
    int from, to;
    polygon area;
    mpq_t *limit;
} piece;

/** A list of them, in no order. A zeroed one with a size is empty, and `size` stays what it
is: all pieces of a list have states of the same length, or, with size 0, none (the starts
that are found, of which the interval is all that matters). `of` moves when the list grows: a
`piece *` holds until the next one is added, what its `limit` points at as long as the piece.
Ends with `pieces_free`, which leaves an empty list of the same size. */
typedef struct {
    int size;
    int two; /* unknowns: two, and not one */
    int count, room;
    int made; /* have numbers; those from `count` on wait to be used again */
    piece *of;
    arena a;
} pieces;

void pieces_free(pieces *x);

/* Behind the list, with zeros for states: the whole line, or the plane in four
   pieces; the interval or polygon of `from`, to be cut at most `cuts` times.
   Their states may differ in size. LIMIT (memory). The third: takes the last
   one back. */
perp_status pieces_whole(pieces *x);
perp_status pieces_part(pieces *x, const piece *from, int cuts, piece **out);
void pieces_drop(pieces *x);

/* x_k, the coefficients of 1, s, t. */
static inline mpq_t *piece_at(const piece *p, int k, int size)
{
    return p->limit + 2 + k * size;
}

/* Keeps the part with g0 + s g1 (+ t g2) >= 0; 0: nothing is left, and the
   limits of p mean nothing any more. g may be in any unit. The other: the part
   with zero; what g becomes is not said. */
int piece_cut(piece *p, const mpq_t *g);
int piece_zero(piece *p, mpq_t *g);

/* Is it one point? Its s, and t behind it. */
int piece_is_point(const piece *p);
const mpq_t *piece_point(const piece *p);

/* Each motion once among those from number `first` on; those before it are
   not looked at. The order may change. */
void pieces_once(pieces *x, int first);

/* out: the point of p nearest to the point `to`; as many numbers as there are
   unknowns. */
void piece_nearest(const piece *p, const mpq_t *to, mpq_t *out);
