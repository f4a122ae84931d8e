/**
# Runs of P10, and of Moreau's step

The slides define the approximate motion $q_h$ by the nodes $q^n$; a run is the
table of these nodes. `scheme_paoli` and `scheme_moreau` are the values that the
loop of all schemes asks (run/scheme.h), with one code and one flag between
them.

## What stands in a row

Row $l + 1$ is written behind step $l$, the one that makes $q^{l+1}$:

| column | P10 | Moreau's step | row 0 |
|---|---|---|---|
| `q.*` | $q^{l+1}$ | $q^{l+1}$ | $q_0$ |
| `v.*` | $V^l = (q^{l+1} - q^l)/h$ | $v^{l+1}$ | $u_0$ |
| `va.*` | $w = (Z^l - q^l)/h$ | $(v^{l+1} + ev^l)/(1+e)$ | $u_0$ |
| `cn.*` | impulses of step $l$, N s, at $t_l$ | impulses of step $l$, at its middle | 0 |
| `kinetic` | $V^\top M(q^{l+1}) V/2$ | with $M(q_m)$ of the step $l + 1$ | $u_0^\top M u_0/2$ |

So a velocity stands one row *behind* the interval on which $q_h$ has it, and an
impulse one row behind the corner that it makes. Of the ball in paoli.c, $h =
\frac25$, rows 3 to 5 are

    step  t     q      v     va    cn
    3     6/5   -1/5   -1    -1/3  0
    4     8/5   -1/10  1/4   1/2   5/4
    5     2     1/10   1/2   1/4   1/4

$Z^3 = q^3 + h \cdot \frac12 = 0$ is found from the `q` of row 3 and the `va` of
row 4. A reader who adds `cn` over an impact has its whole impulse, $\frac32$;
the single numbers say how the step cut it, and nothing of mechanics.

`kinetic` of row $n$ needs $M(q^n)$, which is evaluated by the step that leaves
the row: so it is filled in one step later, and once more behind the last. The
last row of Moreau's has the mass of its own $q$. Within an impact the energy of
P10 goes its own way (erratum 4.14): $\frac12$, $\frac1{32}$, $\frac18$ in the
three rows above.
*/
#include "base/memory.h"
#include "p10/paoli_curved.h"
#include "p10/paoli_residual.h"
#include "p10/paoli_step.h"
#include "run/loop.h"
#include "run/tally.h"

#include <stdio.h>

/** In fractions over a curved $K$ a row has one column more, `within`, m: how
far from its $Z^l$ a nearest point can be. It belongs to the step that made the
row, like `va` and `cn`, and is 0 in row 0 and in flight, where $Z^l = y^l$. With
`q`, `v` of the row before and `va`, `cn` of this one it is all that a second
program needs beside the scene: $y^l$, $Z^l$, $\mu$, $r^l$. */
static perp_status begin(loop *l)
{
    paoli_state *s = l->own = arena_take(&l->a, 1, sizeof *s);
    if (s == NULL)
        return PERP_NO_MEMORY(sizeof *s);
    PERP_TRY(paoli_state_new(&l->a, &l->e, l->sum, s));
    if (s->curved != NULL) {
        l->owns = 1;
        l->own_names = arena_take(&l->a, 1, sizeof *l->own_names);
        if (l->own_names == NULL)
            return PERP_NO_MEMORY(sizeof *l->own_names);
        l->own_names[0] = "within";
    }
    return PERP_SUCCESS;
}

static perp_status step(loop *l, int row)
{
    (void)row;
    PERP_TRY(paoli_step(l->own));
    l->left--;
    return PERP_SUCCESS;
}

static void put_within(loop *l, int row)
{
    const paoli_state *s = l->own;
    mpq_t x;
    mpq_init(x);
    if (row > 0)
        mpq_set(x, paoli_curved_within(s->curved));
    loop_put_exact(l, row, l->at.count, (const mpq_t *)&x, 1);
    mpq_clear(x);
}

/** Position and velocities of a row. With $q_h$ the straight line through the
nodes, `v` in row l + 1 is its velocity on $(t_l, t_{l+1})$.

Implements P10 (qh), (P1). */
static perp_status put_state(loop *l, int row)
{
    const paoli_state *s = l->own;
    const int n = s->sys->nv;
    const int p = l->at.cn < 0 || row == 0 ? 0 : s->sys->contacts;
    loop_put_time(l, row, s->h);
    if (paoli_rational(s)) {
        const mpq_t *V = (const mpq_t *)s->all.v;
        const mpq_t *w = (const mpq_t *)s->w_exact;
        loop_put_exact(l, row, l->at.q, (const mpq_t *)s->q_exact, n);
        loop_put_exact(l, row, l->at.v, V, n);
        loop_put_exact(l, row, l->at.va, row == 0 ? V : w, n);
        loop_put_exact(l, row, l->at.cn, (const mpq_t *)s->impulse_exact, p);
        if (s->curved != NULL)
            put_within(l, row);
        return PERP_SUCCESS;
    }
    loop_put(l, row, l->at.q, s->q, n);
    loop_put(l, row, l->at.v, s->v, n);
    loop_put(l, row, l->at.va, row == 0 ? s->v : s->w, n);
    loop_put(l, row, l->at.cn, s->impulse, p);
    return PERP_SUCCESS;
}

/* v'Mv / 2, J; only the envelope of M is read. A half of each pair below the
   diagonal is counted whole, so the diagonal alone is halved. */
static double kinetic(const paoli_state *s, const double *v)
{
    const int n = s->sys->nv;
    double sum = 0;
    for (int i = 0; i < n; i++) {
        const double *m = s->M + (size_t)i * (size_t)n;
        for (int j = s->metric.first[i]; j < i; j++)
            sum += v[i] * m[j] * v[j];
        sum += m[i] * v[i] * v[i] / 2;
    }
    return sum;
}

/** In J. The scheme does not conserve it and does not promise to; a reader sees
in it what an impact took, once the velocity has settled.

The kinetic energy of row n: the step behind it has evaluated $M(q^n)$, and
moved on from the row's velocity, which the table has. */
static perp_status energies(loop *l, int row, int stepped)
{
    paoli_state *s = l->own;
    const int rational = paoli_rational(s);
    mpq_t T;
    if (!stepped)
        PERP_TRY(rational ? paoli_evaluate_exact(s) : paoli_evaluate(s));
    if (!rational) {
        const double x = kinetic(s, loop_cells(l, row, l->at.v));
        loop_put(l, row, l->at.kinetic, &x, 1);
        return PERP_SUCCESS;
    }
    mpq_init(T);
    tally_kinetic_exact(s->sys->nv, (const mpq_t *)s->all.M,
                        loop_cells_exact(l, row, l->at.v), T);
    loop_put_exact(l, row, l->at.kinetic, (const mpq_t *)&T, 1);
    mpq_clear(T);
    return PERP_SUCCESS;
}

/** What the theory warns of, in one line, or nothing: the first pair of
contacts that violates (angle), with which continuity in the data is not
promised; and the first step in which a normal turned by more than a right
angle, over a $K$ for which $h|u|$ was too long. Neither ends a run: both are
properties of the problem and of $h$, and the step itself is right. */
static perp_status warn(const paoli_state *s, summary *sum)
{
    const char *const *name = (const char *const *)s->sys->contact_name;
    if (s->angle.step == 0 && s->tunnel.step == 0)
        return PERP_SUCCESS;
    const size_t room = 512;
    int used = 0;
    if ((sum->note = memory_new(room, 1)) == NULL)
        return PERP_NO_MEMORY(room);
    if (s->angle.step != 0)
        used = snprintf(sum->note, room,
                        "step %ld: '%.60s' and '%.60s' violate the angle "
                        "condition for e = %g; the motion need not depend "
                        "continuously on its data",
                        s->angle.step, name[s->angle.a], name[s->angle.b],
                        s->e_run);
    if (s->tunnel.step != 0)
        snprintf(sum->note + used, room - (size_t)used,
                 "%sstep %ld: in one step, h |u| = %.3g m long, the normal of "
                 "'%.60s' turned by more than a right angle; it may have "
                 "passed through, take a smaller h",
                 used > 0 ? "; " : "", s->tunnel.step, s->leap,
                 name[s->tunnel.a]);
    return PERP_SUCCESS;
}

static void own_residuals(loop *l, const paoli_residual *x)
{
    summary_own(l->sum, "P1_variation", x->variation);
    summary_own(l->sum, "P2_outside", x->outside);
    summary_own(l->sum, "P3_balance", x->balance);
    summary_own(l->sum, "P3_pull", x->pull);
    summary_own(l->sum, "P3_afar", x->afar);
    summary_own(l->sum, "P4_start", x->start);
    summary_own(l->sum, "P5_law", x->law);
}

/** The residuals are of all rows, and are asked while these pass: of a row and seven
before it, which a window has. They cost two evaluations a row beside the step's one, so a
run whose summary nobody reads goes without them. */
static perp_status look(loop *l, int row)
{
    paoli_state *s = l->own;
    if (row == 0)
        PERP_TRY(paoli_residual_begin(&l->a, &l->e, l->out, &s->residual));
    paoli_residual_row(s->residual, row);
    return PERP_SUCCESS;
}

static perp_status put_to(loop *l)
{
    const paoli_state *s = l->own;
    paoli_residual x;
    if (s->residual == NULL)
        return PERP_SUCCESS;
    perp_status looked = paoli_residual_end(s->residual, &x);
    if (looked.code == PERP_OK)
        own_residuals(l, &x);
    return looked.code == PERP_INPUT ? PERP_SUCCESS : looked;
}

/** Of the keys of `--json` these are this wing's own: `P1_variation` to
`P5_law` (paoli_residual.h), `operations`, and over a curved $K$ `L3_constant`,
`C3_failures`, `boundary_error`, `nearest_searched`, `nearest_proven` and, where
there is such a step, `nearest_within` (paoli_nearest.c, paoli_ball.c). Over a
polyhedron the lemmas are proven or not, and have no size.

What only this scheme knows: the residuals of (P1)-(P5), what a curved $K$
shows of the lemmas, and the operations of all steps. A force that has no value
between two nodes leaves no residuals, but it does not undo the run. */
static perp_status measure(loop *l)
{
    const paoli_state *s = l->own;
    PERP_TRY(put_to(l));
    if (!paoli_rational(s))
        summary_own(l->sum, "operations", s->operations + *s->metric.work);
    if (s->flat || s->moreau)
        return PERP_SUCCESS;
    summary_own(l->sum, "L3_constant", s->bend);
    summary_own(l->sum, "C3_failures", (double)s->uphill);
    summary_own(l->sum, "boundary_error", s->apart);
    summary_own(l->sum, "nearest_searched", (double)(s->searched - s->proven));
    summary_own(l->sum, "nearest_proven", (double)s->proven);
    if (s->proven > 0)
        summary_own(l->sum, "nearest_within", s->within);
    return PERP_SUCCESS;
}

/** What "proven" means. A projection on a curved $K$ is not rational; there it
means less, and the run says so. In doubles nothing is proven of the step's own
problem; that no other point of $K$ is nearer may be (paoli_ball.h). */
static const char *claim(const paoli_state *s)
{
    const int curved = !s->flat && !s->moreau;
    const int open = s->searched > s->proven;
    if (s->e->mode == EXPERIMENT_DOUBLE)
        return !curved || s->searched == 0 ? NULL
               : open
                   ? "K is curved: each Z^n is nearest among its neighbours "
                     "(tested to first and second order, in doubles); that no "
                     "other point of K is nearer is proven in nearest_proven "
                     "steps (--json), and in nearest_searched it was searched, "
                     "not proven; it holds if K is convex"
                   : "K is curved: each Z^n is nearest among its neighbours "
                     "(tested to first and second order, in doubles), and "
                     "proven is that a nearer point of K could only be within "
                     "nearest_within (--json) of it";
    if (s->moreau)
        return "proven: the velocity and the impulses solve Moreau's step, of "
               "the contacts that its middle finds closed";
    if (s->curved != NULL)
        return "K is curved: each Z^n is a fraction in K, and proven is that "
               "every point of K that is as near to the prediction lies "
               "within a row's `within` of it (the largest: nearest_within in "
               "--json); the scheme holds exactly of these Z^n";
    if (s->flat)
        return "proven: Z^n is the nearest point of K, the reaction lies in "
               "its normal cone, Lemma 3 and the energy estimate hold";
    return "K is curved: proven is the projection on the tangents of its last "
           "linearisation, not that they touch at Z^n; that no other point of "
           "K is nearer is proven in nearest_proven steps, and in "
           "nearest_searched it was searched (boundary_error in --json: how "
           "far off)";
}

static perp_status summarize(loop *l)
{
    const paoli_state *s = l->own;
    l->sum->claim = claim(s);
    PERP_TRY(warn(s, l->sum));
    return measure(l);
}

static void finish(loop *l)
{
    paoli_state *s = l->own;
    if (s == NULL)
        return;
    paoli_residual_free(s->residual);
    paoli_state_free(s);
}

static const char *const keys[] = {"e", "penetration", NULL};
static const char *const tells[] = {"e", NULL};

const struct scheme scheme_paoli = {.name = "paoli",
                                    .paper = "P10",
                                    .keys = keys,
                                    .tells = tells,
                                    .alpha = 1,
                                    .gamma = 1,
                                    .most = EXPERIMENT_RATIONAL,
                                    .look = look,
                                    .begin = begin,
                                    .step = step,
                                    .energies = energies,
                                    .put = put_state,
                                    .summarize = summarize,
                                    .freeze = paoli_freeze,
                                    .thaw = paoli_thaw,
                                    .free = finish};

const struct scheme scheme_moreau = {.name = "moreau",
                                     .paper = "P10",
                                     .keys = keys,
                                     .tells = tells,
                                     .alpha = 1,
                                     .gamma = 0.5,
                                     .variant = PAOLI_MOREAU,
                                     .most = EXPERIMENT_RATIONAL,
                                     .level2 = 1,
                                     .look = look,
                                     .begin = begin,
                                     .step = step,
                                     .energies = energies,
                                     .put = put_state,
                                     .summarize = summarize,
                                     .freeze = paoli_freeze,
                                     .thaw = paoli_thaw,
                                     .free = finish};
