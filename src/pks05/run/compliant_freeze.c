#include "pks05/run/compliant.h"

#include <limits.h>
#include <string.h>

/**
## Between two steps

What the paper calls the state, $x^j = (q^j, v^j, \delta^j)$, stands in row $j$ to the last
bit, and (14) makes everything behind it of $x^j$ alone. Three things that (14) does not know
are carried on all the same:

| what | because |
|---|---|
| $\lambda^j$ | Newton's method begins there; where a step has several solutions, the start is what chooses one |
| the sums | `--json` says of all steps how many are proven, and how far the worst is |
| $j$ | $t_j = jh$; step 0 has no forces to begin at. It is the number of the row |

$\lambda$ is among the words, and not read from the columns `lam.*`: those are the system's own
rows, and the rows that a contact does not have are unknowns of Newton's method, too. They are
zero there up to its sign, and a sign may come back in a sum.

Left out is what a step makes anew from $x^j$: $M$, $\Gamma$, $\mathbf\Gamma$, $\Phi$, the
tangent of the force, and $\mathbf K$, $\mathbf C$ with their blocks. Of the last two a run
remembers which numbers it has asked (D) of (`kept`). Who goes on has asked it of the start's;
where these are others now it is asked again, of numbers that were positive definite before.

What goes wrong without $\lambda$: nothing, where a step has one solution, but that Newton's
method takes a system more, and the number of systems is in the summary. Where it has several,
one that is open, one that sticks and one that slips, the method finds one that is near to where
it begins; a run that goes on would be a solution of (14), too, and another one than the run that
was left. It is to be that run, so it is told where that one was.

What goes wrong without a sum is plain: the summary of a run that was left at its middle would
speak of its second half. `sigma` and `bound` are claims about every step, so half of a run has
a better one than the whole; that is why the least and the largest values are words, although no
step reads them. Residuals of Definition 2 are sums, too, and no words: the walk of
compliant_weak.c has them from the rows themselves, which are read again.

In fractions nothing begins at a force: the mixed problem of a step is solved from its data, by
a ladder that knows no step before. The words have the sums alone, and $q$, $v$, $\delta$ are
the fractions of the row.

Prescribed ends are not among the words, either. The search for the velocity at the start is a
function of the scene, it is made again when the run is taken up, and ends where it ended; if it
does not, row 0 is another one, and the run is refused as another run. */
static void freeze_counts(compliant_sums *s, int contacts, frozen *x)
{
    long *count[] = {&s->proven,  &s->unproven,  &s->exists,    &s->unique,
                     &s->alone,   &s->several,   &s->undecided, &s->iterations};
    int how = (int)s->first_how;
    for (size_t i = 0; i < sizeof count / sizeof *count; i++)
        frozen_count(x, count[i]);
    frozen_long(x, &s->first, -1, LONG_MAX);
    frozen_int(x, &s->first_found, 0, INT_MAX);
    frozen_int(x, &how, COMPLIANT_FOUND, COMPLIANT_CONTINUUM);
    frozen_int(x, &s->in_hand, 0, contacts);
    s->first_how = (compliant_how)how;
}

/** Largest values, and $\sigma$, the least: infinite as long as there is none. A word may
be infinite, and no word may be a NaN; none of these ever is one, because each is a maximum
or a minimum taken with `fmax` or `fmin`, which pass over it. */
static void freeze_sums(compliant_sums *s, int contacts, frozen *x)
{
    double *most[] = {&s->bound,    &s->within,   &s->residual, &s->force,
                      &s->contact,  &s->friction, &s->identity, &s->excess,
                      &s->sigma,    &s->eta};
    freeze_counts(s, contacts, x);
    for (size_t i = 0; i < sizeof most / sizeof *most; i++)
        frozen_reals(x, 1, most[i]);
}

/** The deformation of a row that a contact does not have is 0, and stays so: nothing moves
it. `fresh` is taken back, since what was evaluated was the start's; the loop asks for the
energies of the row before it asks for a step, and with them everything that the step
freezes is evaluated at $x^j$, as it was in the run that was left. */
static void take_row(loop *l, int row)
{
    compliant_state *s = l->own;
    const int nq = s->sys->nq, nv = s->sys->nv, at = compliant_delta(l);
    memcpy(s->q, loop_cells(l, row, l->at.q), (size_t)nq * sizeof *s->q);
    memcpy(s->v, loop_cells(l, row, l->at.v), (size_t)nv * sizeof *s->v);
    for (int i = 0; i < s->rows; i++)
        s->delta[i] =
            s->own_of[i] < 0 ? 0 : *loop_cells(l, row, at + s->own_of[i]);
}

static void take_row_exact(loop *l, int row)
{
    compliant_state *s = l->own;
    const int at = compliant_delta(l);
    for (int i = 0; i < s->sys->nq; i++)
        mpq_set(s->q_exact[i], loop_cells_exact(l, row, l->at.q)[i]);
    for (int i = 0; i < s->sys->nv; i++)
        mpq_set(s->exact.v[i], loop_cells_exact(l, row, l->at.v)[i]);
    for (int i = 0; i < s->rows; i++)
        if (s->own_of[i] >= 0)
            mpq_set(s->exact.delta[i],
                    *loop_cells_exact(l, row, at + s->own_of[i]));
}

void compliant_freeze(loop *l, int row, frozen *x)
{
    compliant_state *s = l->own;
    freeze_sums(&s->sums, s->d.p, x);
    if (!compliant_rational(s))
        frozen_reals(x, s->rows, s->lambda);
    if (x->from == NULL)
        return;
    if (compliant_rational(s))
        take_row_exact(l, row);
    else
        take_row(l, row);
    s->n = row;
    s->fresh = 0;
}
