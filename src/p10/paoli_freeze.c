/**
# Between two steps of P10

The scheme has two positions of memory, $q^n$ and $q^{n-1}$; a run has $q^n$ and $V^{n-1}$ for
them. The lemmas compare a step with the one before, and have $V^{n-2}$ and $Z^{n-1}$, too; and a
search over a curved $K$ begins where the last one ended. So what the next rows depend on is in
several places:

| number | where it is | who wants it |
|---|---|---|
| $q^n$, $V^{n-1}$ | the row: columns `q.*`, `v.*` | the step |
| the impulses of the step before | the row: `cn.*` | over a curved $K$ the first round takes in hand who pushed last |
| $Z^{n-1}$ | no row has it: with $w$ of the row it is $q^{n-1} + hw$ | the first start over a curved $K$, and who may not be nearer |
| $\nabla f_a(Z^{n-1})$ | nowhere: with `--exact-check` $Z$ is cut off, and the gradients are those of where the search ended | has the normal turned by more than a right angle? |
| $V^{n-2}$, $Z^{n-1}$ in fractions | nowhere | Lemma 3 and the estimate of the next step |
| sightings, maxima, counts | nowhere | the note and `--json` |

**What the first step makes for all.** A mass that does not depend on $q$ is evaluated and
factored once, and with `--exact-check` the polyhedron is fixed once, from gaps and
gradients at $q_0$: all steps of a run have one $K$, and the lemmas compare two of them. Who
goes on at step $n$ has to have that $K$ and not one of the gaps at $q^n$, which is another one by
a rounding. Its words would be $p$ fractions in each state. But $q_0$ is known, so it is
made as step 0 made it, before the state is taken (`paoli_thaw`): $M$, its factors in
both arithmetics, the rows and $f_a(0)$.

In fractions over a curved $K$ a step is both: doubles search, and fractions end it. The row has
the fractions, and the search wants $Z^{n-1}$, the gradients there and who pushed, in doubles. Begun elsewhere
it may end with other last digits, and Newton's method from there with another multiple of $2^{-256}$; both
would be proven, and one run has one of them.

Of the ball of paoli.c with $h = \frac25$, $e = \frac12$, behind row 4, $q^4 = -\frac1{10}$,
$V^3 = \frac14$ are the row's, and the words have $Z^3 = 0$ and, in fractions, $V^2 = -1$. The
fifth row is $\frac1{10}$ from the row's numbers alone; that the step is proven needs the
others: $D = V^4 + eV^2 = \frac12 - \frac12 = 0$, which is $\frac{1+e}h(Z^4 - Z^3)$.

In Moreau's step there is no $Z$ and no lemma; its words are counts.

What goes wrong when one of them is forgotten is not always the motion:

| forgotten | what is other |
|---|---|
| $Z^{n-1}$ | over a curved $K$ the search begins elsewhere: other last digits, or the other of two nearest points |
| $Z^{n-1}$ in fractions | nothing of the motion; the first step is not proven, for $D = (1+e)(Z^n - Z^{n-1})/h$ leaves from a point outside of $K$ |
| $V^{n-2}$ in fractions | nothing: the disturbance of paoli_prove.c makes up for it; it is a word so that this one is what it was |
| the impulses | nothing of the motion; the first rounds take in their contacts one by one, and more problems are counted |
| $\nabla f_a(Z^{n-1})$ | the warning comes in another step |
| the polyhedron of $q_0$ | with `--exact-check` some step touches a wall that is off by $10^{-17}$, and Lemma 3 fails by $10^{-17}/h$ |
*/
#include "p10/paoli_ball.h"
#include "run/loop.h"

#include <string.h>

/** Step 0 without its end. Moreau's looks at the middle of its first half, as its step
does: at $q_0$ a force need not have a value. What it moves, the state's words put back. */
perp_status paoli_thaw(struct loop *l)
{
    paoli_state *s = l->own;
    if (s->moreau)
        moreau_move(s);
    if (paoli_rational(s))
        PERP_TRY(paoli_evaluate_exact(s));
    if (!paoli_rational(s) || s->curved != NULL)
        PERP_TRY(paoli_evaluate(s));
    if (s->e->mode == EXPERIMENT_EXACT_CHECK)
        paoli_copy_exact(s);
    if (s->e->mode == EXPERIMENT_DOUBLE)
        return PERP_SUCCESS;
    return paoli_exact_factor((const mpq_t *)s->all.M, &s->metric_exact);
}

/** Of a kind the first sighting is kept. One that was forgotten would be seen again in a
later step, and the note of the run would name that one. */
static void freeze_sighting(paoli_sighting *y, int contacts, frozen *x)
{
    const int last = contacts > 0 ? contacts - 1 : 0;
    frozen_count(x, &y->step);
    frozen_int(x, &y->a, 0, last);
    frozen_int(x, &y->b, 0, last);
}

/** What the summary says of all steps. `operations` are counted at two places, and
those of `paoli_thaw` are none: they were counted before the run was left. */
static void freeze_seen(paoli_state *s, frozen *x)
{
    const int contacts = s->sys->contacts;
    if (s->ball != NULL) /* before `operations` are put back */
        paoli_ball_freeze(s->ball, s, x);
    freeze_sighting(&s->angle, contacts, x);
    freeze_sighting(&s->tunnel, contacts, x);
    frozen_count(x, &s->uphill);
    frozen_count(x, &s->searched);
    frozen_count(x, &s->proven);
    double *seen[] = {&s->leap,   &s->bend,       &s->apart,
                      &s->within, &s->operations, s->metric.work};
    for (size_t i = 0; i < sizeof seen / sizeof *seen; i++)
        frozen_reals(x, 1, seen[i]);
}

/** In fractions `all.v` is $V^{n-1}$, the row's, and the one before lies in `before`. With
`--exact-check` the next step copies its own $V^{n-1}$ from the doubles, and takes for the
one before it what is in `all.v` then. */
static void freeze_before(paoli_state *s, frozen *x)
{
    const int v = s->sys->nv;
    if (s->e->mode == EXPERIMENT_DOUBLE)
        return;
    frozen_ratios(x, v, paoli_rational(s) ? s->before : s->all.v);
    frozen_ratios(x, v, s->Z_exact);
}

static void take_row(loop *l, int row)
{
    paoli_state *s = l->own;
    const size_t v = (size_t)s->sys->nv, p = (size_t)s->sys->contacts;
    memcpy(s->q, loop_cells(l, row, l->at.q), v * sizeof *s->q);
    memcpy(s->v, loop_cells(l, row, l->at.v), v * sizeof *s->v);
    if (l->at.cn >= 0) /* the table lists them */
        memcpy(s->impulse, loop_cells(l, row, l->at.cn), p * sizeof(double));
    for (size_t i = 0; paoli_rational(s) && i < v; i++) {
        mpq_set(s->q_exact[i], loop_cells_exact(l, row, l->at.q)[i]);
        mpq_set(s->all.v[i], loop_cells_exact(l, row, l->at.v)[i]);
    }
    s->n = row;
}

void paoli_freeze(struct loop *l, int row, frozen *x)
{
    paoli_state *s = l->own;
    const int v = s->sys->nv, p = s->sys->contacts;
    freeze_seen(s, x);
    if (!s->moreau && (!paoli_rational(s) || s->curved != NULL))
        frozen_reals(x, v, s->Z);
    if (!s->moreau)
        freeze_before(s, x);
    if (!s->flat && !s->moreau)
        frozen_reals(x, p * v, s->old_rows);
    if (!s->flat && !s->moreau && l->at.cn < 0)
        frozen_reals(x, p, s->impulse);
    if (x->from != NULL)
        take_row(l, row);
}
