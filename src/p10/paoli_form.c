#include "p10/paoli_form.h"

#include "model/tape/concave.h"

#include <string.h>

/** # Signs of second derivatives, without one

That a smooth $f$ is concave says that $\nabla^2 f$ has no positive eigenvalue, at every point: a
statement about infinitely many matrices, of a formula that may have no second derivative at all.
Rules that make concave functions of concave ones say it at once, of kinks as well, and cannot
be wrong by rounding, because there are no numbers in them but the signs of constants. The price is
that they see the form and not the function: $1 - (x + y)^2 + 2xy$ is $1 - x^2 - y^2$ and is not seen. A scene that
is not seen loses nothing; its steps go through balls as before. A set may be convex without concave gaps: $1 - e^{x}$
has the same $K$ as $-x$, and $xy \ge 1$, $x > 0$ is convex with a gap that is not concave. Only concave is
looked for.

A certificate of it is the tape: whoever has the formulas repeats the rules. What is left to numbers is
in `paoli_ball_around`: the gradient at $Z$ alone, enclosed, in the place of the gradients in a ball.

The coordinates stand first among the inputs of a tape, those of the scene's gaps as those of
a pair's; behind them are velocities, of which a gap has none, time and the parameters of
bodies, all of them fixed numbers in a step. `each`: an output of the tape. */
static perp_status look(arena *a, const tape *t, uint32_t coordinates,
                        uint8_t *each)
{
    uint8_t *variable = arena_take(a, t->inputs + 1, 1);
    uint8_t *work = arena_take(a, tape_values(t) + 1, 1);
    if (variable == NULL || work == NULL)
        return PERP_NO_MEMORY(tape_values(t));
    memset(variable, 1, coordinates < t->inputs ? coordinates : t->inputs);
    concave_of(t, variable, work, each);
    return PERP_SUCCESS;
}

/** A gap of a pair is one formula for all pairs of its kind. A scene's `s->gaps` has its contacts
in their order as its first outputs. */
perp_status paoli_form(const perp_system *s, arena *a, uint8_t *concave)
{
    const arena_mark mark = arena_here(a);
    memset(concave, 0, (size_t)s->contacts);
    if (s->scene_contacts > 0) {
        uint8_t *each = arena_take(a, s->gaps.outputs + 1, 1);
        if (each == NULL)
            return PERP_NO_MEMORY(s->gaps.outputs);
        PERP_TRY(look(a, &s->gaps, (uint32_t)s->nq, each));
        memcpy(concave, each, (size_t)s->scene_contacts);
    }
    for (int i = 0; i < s->bindings; i++) {
        const binding *k = s->binding[i].pairs;
        uint8_t *each = arena_take(a, k->k->gap.outputs + 1, 1);
        if (each == NULL)
            return PERP_NO_MEMORY(k->k->gap.outputs);
        PERP_TRY(look(a, &k->k->gap, kind_coords(k->k), each));
        memset(concave + s->pair_at[i], each[0], k->n);
    }
    arena_release(a, mark);
    return PERP_SUCCESS;
}

perp_status paoli_form_convex(const perp_system *s, arena *a, int *convex)
{
    const arena_mark mark = arena_here(a);
    uint8_t *concave = arena_take(a, (size_t)s->contacts + 1, 1);
    if (concave == NULL)
        return PERP_NO_MEMORY(s->contacts);
    PERP_TRY(paoli_form(s, a, concave));
    *convex = 1;
    for (int j = 0; j < s->contacts; j++)
        *convex &= concave[j];
    arena_release(a, mark);
    return PERP_SUCCESS;
}
