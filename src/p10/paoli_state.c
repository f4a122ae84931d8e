/**
# The state of a run, and what its system is

The slides fix a system once: $M$, $g$, $f_\alpha$, admissible data (P4), a
coefficient $e \in [0, 1]$. This file asks a scene for the same, once, before
the first step, and refuses what the scheme does not have.

Two facts decide how every later step is made, and both are read off the tapes,
not off values.

* *flat*: is $K$ a polyhedron? Then the projection is one complementarity
  problem, unique, rational, and the lemmas hold without $O(h)$. If not, it is a
  search.
* *steady*: does $M$ depend on $q$? If not, it is factored once in a run.

A scene's gradients come as a tape of $q$, $v$, $t$. An output that no input
reaches is a constant, whatever its formula. So one bit for each slot of the
tape, carried forward from the inputs, answers both questions, at the price of
one evaluation. Values would not: $f = q_1 + \max(0, q_2 - 5)$ has the same
gradient at every point that a probe is likely to try. The mistake must be on
one side only. A linear gap taken for a curved one costs time (and
`--rational`); a curved one taken for linear would make its tangent at $q_0$ the
wall of the whole run, and a disc a half plane. Gaps of bodies (bindings) count
as curved, unseen.

Shapes: $v$ velocities, $p$ contacts of the scene and of bindings together. The
doubles of a state are $2v^2 + pv$ numbers for $M$, its factor and the gradients
and a dozen vectors; a curved $K$ adds three more matrices. The fractions are
taken in the exact modes only, in one array of $6v + 2p$.
*/
#include "model/system/bend.h"
#include "number/literal.h"
#include "number/rational.h"
#include "p10/paoli_ball.h"
#include "p10/paoli_curved.h"

#include <string.h>

/** Which of a tape's outputs can change: those that an input reaches. Slots are
numbered inputs, constants, instructions; an instruction moves if one of its
arguments does, and arguments stand before it. */
static perp_status moving(arena *a, const tape *t, uint8_t **out)
{
    uint8_t *slot = arena_take(a, tape_values(t), 1);
    uint8_t *moves = arena_take(a, t->outputs, 1);
    if (slot == NULL || moves == NULL)
        return PERP_NO_MEMORY(tape_values(t));
    memset(slot, 1, t->inputs);
    for (uint32_t k = 0; k < t->runs; k++)
        for (uint32_t i = t->run[k].from; i < t->run[k].to; i++) {
            int n = graph_arity((graph_op)t->run[k].op);
            tape_arg x = t->arg[i];
            slot[t->inputs + t->consts + i] =
                (uint8_t)(slot[x.a] | (n > 1 ? slot[x.b] : 0) |
                          (n > 2 ? slot[x.c] : 0));
        }
    for (uint32_t i = 0; i < t->outputs; i++)
        moves[i] = slot[t->out[i]];
    *out = moves;
    return PERP_SUCCESS;
}

static int any(const uint8_t *x, int from, int n)
{
    for (int i = 0; i < n; i++)
        if (x[from + i])
            return 1;
    return 0;
}

/** $K$ is a polyhedron when no gradient moves. A gap whose gradient is written
down without its inputs is linear; a linear gap whose gradient only happens to
be constant is taken for a curved one, which costs time and nothing else. So
$f = q_2$ has the gradient $(0, 1)$ on a tape of two constants, and is linear;
$f = q_1^2 + q_2^2 - 1$ has $2q_1$ and $2q_2$, and is not. A gap with a `where` is
none either: $q_2$ here and $q_2 + 10$ there have one gradient and a step between. All
contacts have to be linear: one that is not makes a curved $K$ of the whole. */
static perp_status look(arena *a, paoli_state *r)
{
    const perp_system *s = r->sys;
    arena_mark here = arena_here(a);
    uint8_t *x;
    r->flat = s->bindings == 0;
    if (s->scene_contacts > 0) {
        PERP_TRY(moving(a, &s->row, &x));
        for (int j = 0; j < s->scene_contacts && r->flat; j++)
            r->flat = !any(x, s->row_at[j], s->nv);
        for (uint32_t k = 0; k < s->gaps.runs; k++)
            r->flat &= s->gaps.run[k].op != OP_SEL;
    }
    PERP_TRY(moving(a, &s->inertia, &x));
    r->steady = !s->has_F && !any(x, 0, s->nv * s->nv);
    arena_release(a, here);
    return PERP_SUCCESS;
}

/** P10 knows coordinates with $q' = v$, unilateral constraints and nothing
else. What a scene says beyond that is refused, not ignored. Friction would not
even show: without it the slides' reaction is normal, $R = \sum\lambda_a\nabla
f_a$, and the run of a sliding block would look like one on ice. Rates ($q' =
\Gamma v$) would be wrong at once, since $V^n$ is a difference of positions. A
coefficient of friction that is 0 is none. $e > 1$ would gain energy in every
impact, by $(e^2 - 1)|N|_M^2/2$; $e < 0$ would let a point through the wall,
$(\nabla f, \dot q^+) = -e(\nabla f, \dot q^-) < 0$. */
static perp_status suits(const experiment *e)
{
    const perp_system *s = e->sys;
    if (e->e != NULL && (mpq_sgn(e->e) < 0 || mpq_cmp_ui(e->e, 1, 1) > 0))
        return PERP_FAIL(PERP_INPUT,
                         "e = %g; the restitution e must lie in "
                         "[0, 1]",
                         mpq_get_d(e->e));
    if (s->joints > 0)
        return PERP_FAIL(PERP_INPUT,
                         "the scheme %.60s has no joints; take coordinates "
                         "that need none",
                         e->scheme->name);
    if (s->has_G || s->nq != s->nv)
        return PERP_FAIL(PERP_INPUT,
                         "the scheme %.60s has no rates: the velocities must "
                         "be q'",
                         e->scheme->name);
    for (int j = 0; j < s->contacts; j++)
        if (s->slips[j] > 0 && s->mu[j] > 0)
            return PERP_FAIL(PERP_INPUT,
                             "the contact '%s' has friction %g; the scheme "
                             "%.60s has none",
                             s->contact_name[j], s->mu[j], e->scheme->name);
    return PERP_SUCCESS;
}

static double *doubles(arena *a, int n, int *ok)
{
    double *x = arena_take(a, (size_t)n, sizeof *x);
    *ok = *ok && x != NULL;
    return x;
}

/** What only a curved $K$ needs: $B$, $W$ and its factor ($v \times v$), the
gradients at $Z^{n-1}$ ($p \times v$). Both metrics count into one sum,
`operations`. */
static perp_status curved_room(arena *a, paoli_state *r)
{
    const int v = r->sys->nv, p = r->sys->contacts;
    paoli_bent *k = &r->curve;
    int ok = 1;
    r->old_rows = doubles(a, p * v, &ok);
    r->best = doubles(a, v, &ok);
    k->B = doubles(a, v * v, &ok);
    k->W = doubles(a, v * v, &ok);
    k->aim = doubles(a, v, &ok);
    k->c = doubles(a, v, &ok);
    k->d = doubles(a, v, &ok);
    k->lambda = doubles(a, p, &ok);
    k->work = arena_take(a, bend_work(r->sys), sizeof *k->work);
    k->was = arena_take(a, (size_t)p, 1);
    if (!ok || k->work == NULL || k->was == NULL)
        return PERP_NO_MEMORY(p * v);
    PERP_TRY(paoli_metric_new(a, v, &k->metric));
    k->metric.work = r->metric.work;
    return r->moreau ? PERP_SUCCESS : paoli_ball_new(a, r->sys, &r->ball);
}

/** The doubles. `model` and `aim` begin as the metric of $M$ and the
prediction, and are these in every step over a polyhedron. */
static perp_status room(arena *a, paoli_state *r)
{
    const int v = r->sys->nv, p = r->sys->contacts;
    int ok = 1;
    double **vectors[] = {&r->q,  &r->v,         &r->g, &r->Z,
                          &r->at, &r->predicted, &r->w, &r->V};
    double **scalars[] = {&r->f, &r->impulse};
    for (size_t i = 0; i < sizeof vectors / sizeof *vectors; i++)
        *vectors[i] = doubles(a, v, &ok);
    for (size_t i = 0; i < sizeof scalars / sizeof *scalars; i++)
        *scalars[i] = doubles(a, p, &ok);
    r->M = doubles(a, v * v, &ok);
    r->rows = doubles(a, p * v, &ok);
    r->id = arena_take(a, (size_t)p, sizeof *r->id);
    r->held = arena_take(a, (size_t)p, 1);
    r->basis = arena_take(a, (size_t)p, 1);
    if (!ok || r->id == NULL || r->held == NULL || r->basis == NULL)
        return PERP_NO_MEMORY(p * v);
    r->model = &r->metric;
    r->aim = r->predicted;
    PERP_TRY(paoli_metric_new(a, v, &r->metric));
    return r->flat ? PERP_SUCCESS : curved_room(a, r);
}

/** The fractions: $q^n$, $V^{n-2}$, $w$, $V^n$, $Z^{n-1}$ and the disturbance,
v each, then the impulses and $f_a(0)$, p each. $V^{n-1}$ is `all.v`. `time`,
`zero` and `minus_e` are initialised in every mode. */
static perp_status exact_room(arena *a, paoli_state *r)
{
    const size_t v = (size_t)r->sys->nv, p = (size_t)r->sys->contacts;
    mpq_inits(r->time, r->zero, r->minus_e, NULL);
    if (r->e->e != NULL)
        mpq_neg(r->minus_e, r->e->e);
    r->begun = 1;
    if (r->e->mode == EXPERIMENT_DOUBLE)
        return PERP_SUCCESS;
    PERP_TRY(paoli_exact_data_new(a, (int)v, (int)p, &r->all));
    PERP_TRY(paoli_exact_metric_new(a, (int)v, &r->metric_exact));
    r->owned = 6 * v + 2 * p;
    if ((r->own = rational_array(a, r->owned)) == NULL) {
        r->owned = 0;
        return PERP_NO_MEMORY(6 * v * sizeof(mpq_t));
    }
    r->q_exact = r->own;
    r->before = r->own + v;
    r->w_exact = r->own + 2 * v;
    r->V_exact = r->own + 3 * v;
    r->Z_exact = r->own + 4 * v;
    r->slip = r->own + 5 * v;
    r->impulse_exact = r->own + 6 * v;
    r->offset = r->impulse_exact + p;
    for (size_t i = 0; i < v; i++) {
        mpq_set(r->q_exact[i], r->e->q[i]);
        mpq_set(r->all.v[i], r->e->v[i]);
    }
    return PERP_SUCCESS;
}

/** Admissible initial data: $q_0 \in K$ and $u_0 \in T_K(q_0)$. In doubles a
contact within the tolerance counts as closed, and a velocity that a rounding
error turns inwards as tangential. An experiment of no length has no motion to
begin: whoever asks only for its data, as the law of impact does, may have it
collide.

Why ask at all: $q^1$ is a projection and lies in $K$ whatever $q_0$ is. A $q_0$
outside by 1 cm would be moved by 1 cm in the first step, $V^0$ would be 1 cm
over $h$, and a smaller $h$ would make it worse. And a $u_0$ into a closed wall
is an impact at $t = 0$, which no $\dot q^+(0) = u_0$ has behind it; the first
step, which has $e = 0$, would make it inelastic for every $e$. The tangential
allowance is relative to $\sum|n_i u_i|$: a point that slides down a wall of a
slope that is no double has $n u_0$ of the size of a rounding, with either sign.

Implements P10 (P4). */
static perp_status admissible(paoli_state *r)
{
    const perp_system *s = r->sys;
    double slack = mpq_get_d(r->e->tolerance);
    const int moves = mpq_sgn(r->e->T) > 0;
    PERP_TRY(assemble_gaps(s, &r->work, r->q));
    PERP_TRY(paoli_rows(r, r->q, r->rows));
    if (!r->flat)
        memcpy(r->old_rows, r->rows,
               (size_t)(s->contacts * s->nv) * sizeof *r->rows);
    for (int j = 0; j < s->contacts; j++) {
        double gap = r->work.gap[j], rate = 0, size = 0;
        for (int i = 0; i < s->nv; i++) {
            double x = r->rows[(size_t)j * (size_t)s->nv + (size_t)i] * r->v[i];
            rate += x;
            size += x < 0 ? -x : x;
        }
        if (gap < -slack)
            return PERP_FAIL(PERP_INPUT,
                             "q_0 lies outside K: the gap of '%s' is %g",
                             s->contact_name[j], gap);
        if (moves && gap <= slack && rate < -0x1p-40 * size)
            return PERP_FAIL(PERP_INPUT,
                             "u_0 is not in T_K(q_0): '%s' is closed and its "
                             "gap changes with %g m/s",
                             s->contact_name[j], rate);
    }
    return PERP_SUCCESS;
}

/** The run's fractions as doubles: $h$, $e$, $q_0$, $u_0$. $Z^{-1} = q_0$, a
point of $K$, stands in for the $Z$ before the first: step 0 needs one to start
from over a curved $K$. (No lemma reads it: they begin with $n = 2$, and $Z^0 =
q^1$.) */
static perp_status numbers(paoli_state *r)
{
    const experiment *e = r->e;
    PERP_TRY(literal_double(e->h, &r->h));
    if (e->e != NULL)
        PERP_TRY(literal_double(e->e, &r->e_run));
    for (int i = 0; i < r->sys->nv; i++) {
        PERP_TRY(literal_double(e->q[i], &r->q[i]));
        PERP_TRY(literal_double(e->v[i], &r->v[i]));
        r->Z[i] = r->q[i];
    }
    return PERP_SUCCESS;
}

/** What only a run in fractions over a curved $K$ needs. Moreau's step projects
a velocity on the cone of those that are closed at its middle, and closed is a
word of a tolerance over a curved $K$: a middle is never on the wall. Its rows in
fractions would be exact answers to a question that doubles have asked. */
static perp_status in_fractions(arena *a, paoli_state *r)
{
    if (r->moreau)
        return PERP_FAIL(PERP_INPUT,
                         "--rational wants linear gaps of Moreau's step: over "
                         "a curved K its rows are not those of one K");
    if (r->e->cert != NULL)
        return PERP_FAIL(PERP_INPUT,
                         "--certify has no record of a step in fractions over "
                         "a curved K; take --csv, whose rows can be checked, "
                         "or leave --rational");
    return paoli_curved_new(a, r->sys, &r->curved);
}

perp_status paoli_state_new(arena *a, const experiment *e, summary *sum,
                            paoli_state *out)
{
    out->e = e;
    out->sys = e->sys;
    out->sum = sum;
    out->moreau = e->scheme->variant == PAOLI_MOREAU;
    PERP_TRY(suits(e));
    PERP_TRY(look(a, out));
    if (!out->flat && paoli_rational(out))
        PERP_TRY(in_fractions(a, out));
    PERP_TRY(room(a, out));
    PERP_TRY(exact_room(a, out));
    PERP_TRY(
        assembler_new(a, e->sys, e->mode != EXPERIMENT_DOUBLE, &out->work));
    PERP_TRY(numbers(out));
    if (paoli_rational(out) && out->flat)
        PERP_TRY(paoli_rows_exact(out));
    return admissible(out);
}

void paoli_state_free(paoli_state *r)
{
    if (r->begun)
        mpq_clears(r->time, r->zero, r->minus_e, NULL);
    rational_clear(r->own, r->owned);
    paoli_exact_data_clear(&r->all);
    paoli_exact_metric_clear(&r->metric_exact);
    assembler_clear(&r->work);
    paoli_ball_free(r->ball);
    paoli_curved_free(r->curved);
    arena_free(&r->scratch);
}
