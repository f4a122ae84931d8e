/**
# Pieces of a line

A motion as a function of one number $s$ is kept in pieces: an interval and on it $x(s) =
x_0 + s x_1$, in fractions. Intervals are closed, and neighbours share their limit. What
makes new pieces of old ones cuts intervals by $g_0 + s g_1 \ge 0$, and several choices of
modes may give the same motion: at a limit that two of them share always, over a whole
interval where a contact touches without a force. Each motion is kept once, or the
pieces would double in each step. */
#pragma once

#include "base/arena.h"
#include "base/status.h"

#include <gmp.h>

/* from, to: is there a limit, or does it go on for ever? limit: low, high;
   behind them x_0 and x_1, `size` numbers each. */
typedef struct {
    int from, to;
    mpq_t *limit;
} piece;

/* A zeroed one with a size is empty. Ends with pieces_free. */
typedef struct {
    int size, count, room;
    piece *of;
    arena a;
} pieces;

void pieces_free(pieces *x);

/* Behind the list: the whole line, zeros. LIMIT (memory). The other: takes the
   last one back. */
perp_status pieces_add(pieces *x, piece **out);
void pieces_drop(pieces *x);

static inline mpq_t *piece_at0(const piece *p)
{
    return p->limit + 2;
}
static inline mpq_t *piece_at1(const piece *p, int size)
{
    return p->limit + 2 + size;
}

/* The interval of `from` becomes that of p. */
void piece_within(piece *p, const piece *from);

/* Keeps the part with g0 + s g1 >= 0; 0: nothing is left. */
int piece_cut(piece *p, mpq_srcptr g0, mpq_srcptr g1);

/* Keeps the point s; 0: it is not in the interval. */
int piece_point(piece *p, mpq_srcptr s);

/* Each motion once among those from number `first` on. */
void pieces_once(pieces *x, int first);
