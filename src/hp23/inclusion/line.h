/**
# Does the straight line solve the inclusion?

From v straight to where a law says that the impact ends: a solution of (39), with
some impulses, or not with any. Which it is, is decided exactly, and if not, the
conditions are named that exclude each other.

HP23 draws law (31) and its own law in the same figures, and the outcomes of the first
seem to lie among those of the second. Whether they do is a question about all
solutions; about the straight one it can be answered.
The smallest case: a point of 1 kg, $\mu = 1$, $v = (\frac12, -1)$. Law (31)
brings it to rest with $\lambda_n = 1$ and $f_t = -\frac12$, half of what
friction may be. On the straight line it slips until the very end, so (39) wants
all of it, the rate $(-1, 1)$, and the line has the direction $(-\frac12, 1)$.
It fails from 0 on, by `sticks`. All solutions of (39) end at rest nevertheless:
they brake to $(0, -\frac12)$, stick, and go on straight. With $v = (1, -1)$
friction is just enough, and the line is the solution.
*/
#pragma once

#include "lcp/enumerate/enumerate.h"
#include "hp23/inclusion/rates.h"

/* What the impulses of a contact have to keep, and what is in the way. The
   first is of its normal impulse, the other three are names of one condition,
   by what the slip does on the line:

   LINE_PARTS     no impulse while it parts; it parts on the way
   LINE_TURNS     friction against the slip, which changes its sign
   LINE_STICKS    friction at its bound while it slips; it sticks at the end
   LINE_FRICTION  friction against the slip */
typedef enum {
    LINE_PARTS,
    LINE_TURNS,
    LINE_STICKS,
    LINE_FRICTION
} line_condition;

typedef struct {
    int contact;
    line_condition condition;
} line_fault;

/* In the order of the line: at[0] = 0, at[pieces] = 1; `piece` is the first
   that fails, and what is behind it has not been asked. `ds` is of a line that
   solves: their sum is the s of one solution along it. On each of the open
   pieces the set of rates is the same: piece k is the
   fraction at[k] to at[k + 1] of the line. Where it is not over and not a
   solution, no impulses in the cones lead along the piece and keep all the
   conditions listed, and without any one of them there are some. None listed:
   no impulses in the cones lead there at all. */
typedef struct {
    int solves; /* 1: the whole line is a solution */
    int over;   /* 1: nothing collides any more on `piece`, before the end */
    int piece;  /* where the line is none, or -1 */
    int pieces;
    mpq_t *at; /* pieces + 1 */
    mpq_t *ds; /* pieces: the normal impulse of each, N s, when it solves */
    line_fault *fault;
    int faults;
    size_t numbers;
} line;

/* The line from `from`, which collides, to `to` (nv numbers each, not the
   same). Ends with line_clear in every case. LIMIT. */
perp_status line_check(arena *a, rates *r, const mpq_t *from, const mpq_t *to,
                       const exact_limit *limit, line *out);
void line_clear(line *l);
