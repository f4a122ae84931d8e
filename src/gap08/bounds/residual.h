/**
# How far a motion is from solving the inclusion

Definition 6.2 of GAP08 asks five things of a motion. Each is measured on a
table of rows (t, q, v), whoever made it: a run of any scheme, or a closed form. The scheme's own
impulses are not used, but for which contacts push; so a scheme cannot be right by its own account.

Small numbers say that the motion is near a solution of the inclusion. They do not say near which:
the inclusion has no law of impact and no dissipation (erratum 0-45).

| motion, 1 kg, for a time $T$ | `inclusion`, kg^½ m/s | falls with $h$ |
|---|---|---|
| rests on the floor | 0 | |
| bounces, any restitution | 0 | |
| hangs in the air at rest | $gT$ | no |
| is pulled down by the floor with an impulse $P$ | $P$ | no |
| slides, braked with $1.2\mu$ | $0.2\mu gT/\sqrt{1 + \mu^2}$ | no |
| slides, braked with $0.8\mu$ | 0: there is no word of dissipation | |

What a table needs: times, positions, velocities; the column `cn` only says which contacts
claim to push. A table of a closed form is written with the rows just before and just
after each impact, at the same time: between them the velocity jumps, and the jump has to
lie in the cone of what touches there.

So it tells a motion that no forces of contact could make from one that they could, and
not which of these nature takes. Beside it stand four numbers that are lengths, and each
can be wrong alone: a body that sinks has `gaps`, one that pushes from afar `apart`, one
whose table lies about its velocity `position`. */
#pragma once

#include "model/step/assemble.h"
#include "run/trace/trace.h"

/** All are zero for a solution, and sums or maxima over the rows. For a run none is zero
but by luck; `gaps` and `joints` fall like $h$ (Lemma 8.3), `position` like $h$ or is
rounding, `apart` like $h$ where contacts are kept. */
typedef struct {
    double inclusion; /* (6.11): what no contact and no joint can exert, the sum
                         of its kinetic lengths, kg^(1/2) m/s */
    double apart;     /* (6.7): the largest gap across which a contact of the
                         table pushes, m */
    double position;  /* (6.10): sup of |q - q(0) - int Gamma v|, length of the
                         vector of coordinates */
    double joints;    /* (6.3): sup of |Theta| */
    double gaps;      /* (6.4): the deepest -Phi, or 0, m */
} residual;

/* `inclusion` is a sum over intervals, so a longer run has a larger one; the
   others are the worst of a row. To compare step sizes is to compare the same
   motion over the same time.

   Of the rows of t, a table with the columns of a run of s, see columns.h;
   `cn` may be all zero. A contact counts as closed in a row when its gap is at
   most `tolerance`, m, or the row says that it pushes. Rows need not be evenly
   spaced; two with one time are a jump. INPUT when a tape fails at a row;
   LIMIT: memory. Costs a problem of nv + m free unknowns and one pair an edge
   for each interval between rows. */
perp_status residual_of(const perp_system *s, const trace *t, double tolerance,
                        residual *out);
