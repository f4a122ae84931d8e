#include "run/control.h"
#include "run/loop.h"

#include <math.h>

/** ## When it is time

Sample k is due at $t_0 + k/r$. Times of rows are rounded, like the end of a run: what
lies within a billionth of a step counts as reached. Let $r = 10$, $h = 0.04$: rows at
0, 0.04, 0.08, 0.12, ...; samples at rows 0, 3 (0.12, due at 0.1), 5 (0.2), 8 (0.32, due at
0.3), 10. The next number is counted from the time and not from the last sample, so
a late one does not make all others late. */
static int due(const loop *l, double t, double *next)
{
    const double h = mpq_get_d(l->e.h);
    const double t0 = l->e.t0 != NULL ? mpq_get_d(l->e.t0) : 0;
    const double gone = (t - t0 + 1e-9 * h) * l->e.control->rate;
    if (gone < *next)
        return 0;
    *next = floor(gone) + 1;
    return 1;
}

perp_status control_begin(const loop *l)
{
    const experiment *e = &l->e;
    if (e->control == NULL)
        return PERP_SUCCESS;
    if (e->scheme->steer == NULL)
        return PERP_FAIL(PERP_INPUT,
                         "the scheme '%s' knows no controller; take one of "
                         "GAP08's or AP02's",
                         e->scheme->name);
    if (e->states != NULL || e->before != NULL)
        return PERP_FAIL(PERP_INPUT,
                         "--states and --resume do not know what a controller "
                         "remembers; leave them out");
    if (mpq_get_d(e->h) * e->control->rate > 1 + 1e-9)
        return PERP_FAIL(PERP_INPUT,
                         "the controller is asked %g times a second, and a "
                         "step takes h = %g s; its rate is at most 1/h",
                         e->control->rate, mpq_get_d(e->h));
    return PERP_SUCCESS;
}

perp_status control_row(loop *l, int row)
{
    const controller *c = l->e.control;
    const double t = *loop_cells(l, row, 1);
    if (c == NULL || !due(l, t, &l->sample))
        return PERP_SUCCESS;
    PERP_TRY(c->law(c->self, t, loop_cells(l, row, l->at.q),
                    loop_cells(l, row, l->at.v)));
    l->e.scheme->steer(l, c);
    return PERP_SUCCESS;
}
