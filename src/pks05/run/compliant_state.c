#include "number/literal.h"
#include "number/rational.h"
#include "pks05/run/compliant.h"

#include <math.h>
#include <string.h>

/**
## The state of a run

What PKS05 has a place for, how the rows are laid out, the initial state in
doubles, and what has to hold there before the first step: matrices as (C) and (D) want
them, and (12). All of it is refused with the name of the contact and what to
write instead; a run never begins with data that section 2 of the paper excludes.

| asked | by | of the paper | again in each step |
|---|---|---|---|
| no joints, two slips at most, $\theta$ | `suits` | the form of (1), (7); section 3 | no |
| $\mathbf K$, $\mathbf C$, $M$ definite | `theta_definite` | (C), (D) | yes |
| $\Phi(q^0) + \delta_n^0 \ge 0$ | `compliant_admissible` | (12) | no: the step keeps it |
| polygon where a disc has no fraction | `suits` | ours | no |

What cannot be asked at a start, Lipschitz constants and bounds for all $q$, is asked of
the form of the expressions by `ends/pks05.c`. */

/** PKS05 has neither joints nor more than two tangential directions at a
contact. A joint would be an equation $\Theta(q) = 0$ with a force of any sign, for which
the paper's proofs have no place (a compliant one would be a row with $\mathbf K$ and $\mathbf
C$ and without contact, which no scene asks for so far). A disc has irrational points,
so exact arithmetic needs the polygon. */
static perp_status suits(const experiment *e)
{
    const perp_system *s = e->sys;
    if (!s->yields && s->contacts > 0)
        return PERP_FAIL(PERP_INPUT,
                         "the contacts do not yield; the scheme theta wants "
                         "their stiffness and damping");
    if (s->joints > 0)
        return PERP_FAIL(PERP_INPUT, "the scheme theta has no joints; take "
                                     "coordinates that need none");
    if (e->theta != NULL &&
        (mpq_sgn(e->theta) < 0 || mpq_cmp_ui(e->theta, 1, 1) > 0))
        return PERP_FAIL(PERP_INPUT, "theta = %g; theta must lie in [0, 1]",
                         mpq_get_d(e->theta));
    for (int j = 0; j < s->contacts; j++)
        if (s->slips[j] > 2)
            return PERP_FAIL(PERP_INPUT,
                             "the contact '%s' has %d slips; a contact that "
                             "yields has at most two",
                             s->contact_name[j], s->slips[j]);
    if (e->posed != NULL && s->max_slips == 2 && e->directions == 0)
        return PERP_FAIL(PERP_INPUT,
                         "%s: with the disc of friction a step is no "
                         "complementarity problem; give directions = m for a "
                         "polygon",
                         e->posed->most > 0 ? "--lcps" : "--lcp");
    if (e->forks != NULL && e->ends.n > 0)
        return PERP_FAIL(PERP_INPUT, "--branches follows one start; with "
                                     "prescribed ends there may be several");
    if (e->mode != EXPERIMENT_DOUBLE && s->max_slips == 2 && e->directions == 0)
        return PERP_FAIL(PERP_INPUT,
                         "the disc of friction has no rational step; give "
                         "directions = m for a polygon");
    return PERP_SUCCESS;
}

static double *doubles(arena *a, int n, int *ok)
{
    double *x = arena_take(a, (size_t)n, sizeof *x);
    *ok = *ok && x != NULL;
    return x;
}

/** The contacts with which each contact has an entry, each with all of its rows, those
that are filled up included. The system lists the entries of a contact's normal row, which
every contact has, before those of its slips. */
static perp_status patterns(arena *a, compliant_state *r)
{
    const perp_system *s = r->sys;
    const int p = s->contacts, w = 1 + r->d.slips;
    int *at = arena_take(a, (size_t)p + 1, sizeof *at);
    int *row = arena_take(a, (size_t)(s->entries * w) + 1, sizeof *row), n = 0;
    if (at == NULL || row == NULL)
        return PERP_NO_MEMORY((size_t)(s->entries * w) * sizeof *row);
    for (int e = 0, c = 0; e < s->entries; e++) {
        const int i = r->row_of[s->entry[e][0]], j = r->row_of[s->entry[e][1]];
        if (i % w != 0 || j % w != 0)
            continue;
        for (; c <= i / w; c++)
            at[c] = n;
        for (int k = 0; k < w; k++)
            row[n++] = j + k;
    }
    at[p] = n;
    r->pattern = (theta_pattern){at, row};
    return PERP_SUCCESS;
}

/** A contact with fewer slips than others gets rows that nothing moves: their
force is zero in every solution. With two contacts, the first with one slip and the
second with two, the rows are n t – n t o, `own_of` is 0 1 -1 2 3 4, and `own` is 5. A
scene without friction at all is given one slip, and so is one without contacts; then
$R = 0$, and a step is that of an ODE.

In that example a $5 \times 5$ matrix of the scene becomes a $6 \times 6$ one: its rows
and columns 0, 1 go to 0, 1, its 2, 3, 4 to 3, 4, 5, and row 2 has the mean of the
diagonal at (2, 2) and zeros. In the step's $A$ that row is $1/(h\bar K + \bar C)$ on the
diagonal, positive and alone, and $b_2 = 0$ makes $\lambda_2 = 0$ the only answer,
whatever the others do. */
static perp_status shape(arena *a, compliant_state *r)
{
    const perp_system *s = r->sys;
    const int slips = s->max_slips > 0 ? s->max_slips : 1;
    r->d.nv = s->nv;
    r->d.p = s->contacts;
    r->d.slips = slips;
    r->rows = s->contacts * (1 + slips);
    r->own = s->contacts + s->total_slips;
    r->own_of = arena_take(a, (size_t)r->rows, sizeof *r->own_of);
    r->set.id = arena_take(a, (size_t)s->contacts, sizeof *r->set.id);
    r->row_of = arena_take(a, (size_t)r->own, sizeof *r->row_of);
    if (r->own_of == NULL || r->set.id == NULL || r->row_of == NULL)
        return PERP_NO_MEMORY(r->rows);
    r->set.n = s->contacts;
    for (int j = 0, own = 0; j < s->contacts; j++) {
        r->set.id[j] = j;
        for (int k = 0; k <= slips; k++) {
            const int row = j * (1 + slips) + k;
            r->own_of[row] = k <= s->slips[j] ? own : -1;
            if (k <= s->slips[j])
                r->row_of[own++] = row;
        }
    }
    return patterns(a, r);
}

/** All arrays of a run, once; a step takes nothing but scratch. $R = 3p$ rows in space,
so $\mathbf K$, $\mathbf C$, $A$ and $S$ are $9p^2$ numbers each and the natural map's
derivative as many: a patch of a hundred elements has 90,000 in each, and its step costs
the cube of 300. The paper's patches of $n_s^2$ elements are meant by full matrices; of
two contacts which no formula couples nobody looks at the zeros (`pattern`). */
static perp_status room(arena *a, compliant_state *r)
{
    const int nv = r->sys->nv, nq = r->sys->nq, R = r->rows, p = r->d.p;
    int ok = 1;
    r->q = doubles(a, nq, &ok);
    r->q_at = doubles(a, nq, &ok);
    double **vectors[] = {&r->v, &r->v_at, &r->f, &r->force};
    for (size_t i = 0; i < sizeof vectors / sizeof *vectors; i++)
        *vectors[i] = doubles(a, nv, &ok);
    r->J = doubles(a, nv * nv, &ok);
    r->row = doubles(a, R * nv, &ok);
    r->K = doubles(a, R * R, &ok);
    r->C = doubles(a, R * R, &ok);
    r->delta = doubles(a, R, &ok);
    r->lambda = doubles(a, R, &ok);
    r->kept = doubles(a, 2 * r->sys->entries, &ok);
    r->gap = doubles(a, p, &ok);
    r->mu = doubles(a, p, &ok);
    if (!ok)
        return PERP_NO_MEMORY(R * R);
    PERP_TRY(theta_blocks_new(a, p, &r->blocks));
    PERP_TRY(step_data_new(a, r->sys, &r->at));
    PERP_TRY(theta_posed_new(a, nv, R, &r->posed));
    PERP_TRY(theta_end_new(a, nv, R, &r->end));
    qvi_problem p0 = {.contacts = p, .slips = r->d.slips};
    return qvi_answer_new(a, &p0, &r->answer);
}

/** A contact is asked for all its numbers in each step, open or closed: the paper has no
active set, and (6) sorts the contacts. The price is $R$ rows however few touch, in the data and not in the problem: of many
contacts those are left out that are proven to be open whatever the solution is
(`step/theta_open.h`). Nothing is decided beforehand that the solution decides: a contact
which is open at the step's beginning and would be passed through takes part.

The step reads the run's arrays where they are: whoever evaluates or advances writes into
them, and nothing is copied from one step to the next. */
static void bind_data(compliant_state *r)
{
    theta_data *d = &r->d;
    d->h = r->h;
    d->theta = r->theta;
    d->M = r->at.M;
    d->J = r->J;
    d->f = r->f;
    d->rows = r->row;
    d->K = r->K;
    d->C = r->C;
    d->gap = r->gap;
    d->mu = r->mu;
    d->v = r->v;
    d->delta = r->delta;
    d->pattern = &r->pattern;
    r->near = (theta_near){.d = *d, .whole = d};
}

/** A scene's numbers are fractions; in doubles they are rounded to the nearest. $\delta$ of a
contact that does not say so is zero: at rest, not in equilibrium. The ball on its floor,
laid down at $y = 0$ with $v = 0$, falls into it by $mg/k = 10$ mm and trembles; started
at $y = -0.01$ with $\delta = 0.01$ it stays. A scene writes $\delta$ by contacts, and
$\delta_t$ as well: a block that is held by friction on a slope begins with its tangential
spring stretched, or begins to slide by that much. */
static perp_status numbers(compliant_state *r)
{
    const experiment *e = r->e;
    PERP_TRY(literal_double(e->h, &r->h));
    if (e->theta != NULL)
        PERP_TRY(literal_double(e->theta, &r->theta));
    for (int i = 0; i < r->sys->nq; i++)
        PERP_TRY(literal_double(e->q[i], &r->q[i]));
    for (int i = 0; i < r->sys->nv; i++)
        PERP_TRY(literal_double(e->v[i], &r->v[i]));
    for (int i = 0; i < r->rows && e->delta != NULL; i++)
        if (r->own_of[i] >= 0)
            PERP_TRY(literal_double(e->delta[r->own_of[i]], &r->delta[i]));
    for (int j = 0; j < r->d.p; j++)
        r->mu[j] = r->sys->mu[j];
    return PERP_SUCCESS;
}

/** (12): the surface of a contact is not inside the other body at the start.
Later the scheme keeps it so, up to the curvature of the gap: the step makes
$\Phi(q^j) + \nabla\Phi\cdot(q^{j+1} - q^j) + \delta_n^{j+1}$ nonnegative, and the true gap differs
from its first two terms by what (23) calls $c_qh$.

Why it is asked for: with $\Phi + \delta_n = -d$ the first step has $-d/h$ in $b_n$, and closes the
defect at once, with a force of about $d/(hA_{nn})$. A millimetre into the ball's floor
at $h = 10^{-3}$ s would be 1 m/s and 11 N, at $h = 10^{-6}$ s 1000 m/s and $10^4$ N: the bound of
Lemma 5 has this term, and (26) is proven without it (erratum 3.13). The floor that
has been pressed in by $d$ at the start is written `delta`.

Implements PKS05 (12). */
perp_status compliant_admissible(const compliant_state *r)
{
    double slack = mpq_get_d(r->e->tolerance);
    for (int j = 0; j < r->d.p; j++) {
        double delta = r->delta[j * (1 + r->d.slips)];
        if (r->gap[j] + delta < -slack)
            return PERP_FAIL(PERP_INPUT,
                             "the start violates (12): the gap of '%s' is %g "
                             "and its deformation %g, together less than 0; "
                             "give delta, or lift it",
                             r->sys->contact_name[j], r->gap[j], delta);
    }
    return PERP_SUCCESS;
}

/** The solver of the steps in doubles, by its word in a scene, `newton` when there is none. With
`directions` the law itself is that of the polygon; the proven distance is then one
from the disc's force all the same, large as the polygon is wrong (`cone/qvi.h`). */
static perp_status method(compliant_state *r)
{
    static const char *const name[] = {"newton", "bounds", "polyhedral",
                                       "modes"};
    const char *asked = r->e->solver;
    r->how = qvi_defaults;
    r->how.bound = 1;
    r->how.method = r->e->directions > 0 ? QVI_POLYHEDRAL : QVI_NEWTON;
    r->how.directions = r->e->directions;
    for (int i = 0; asked != NULL && i < 4; i++)
        if (strcmp(asked, name[i]) == 0)
            r->how.method = (qvi_method)i;
    if (r->how.method == QVI_POLYHEDRAL && r->d.slips == 2 &&
        r->how.directions < 3)
        return PERP_FAIL(PERP_INPUT, "the solver polyhedral wants directions "
                                     "= m, at least 3");
    if (r->how.method == QVI_MODES && r->d.slips == 2)
        return PERP_FAIL(PERP_INPUT, "the solver modes is for one slip per "
                                     "contact");
    return PERP_SUCCESS;
}

/** The order is one of need: what suits, shapes, room, the evaluator, the numbers of the
start; then the start is evaluated, and (C), (D) and (12) are asked of it. In fractions the
doubles are asked here all the same, and the fractions again by the first step. */
perp_status compliant_state_new(arena *a, const experiment *e, summary *sum,
                                compliant_state *out)
{
    out->e = e;
    out->sys = e->sys;
    out->sum = sum;
    out->watched = 1;
    out->sums.sigma = INFINITY;
    out->sums.first = -1;
    PERP_TRY(suits(e));
    PERP_TRY(shape(a, out));
    PERP_TRY(method(out));
    PERP_TRY(room(a, out));
    PERP_TRY(
        assembler_new(a, e->sys, e->mode != EXPERIMENT_DOUBLE, &out->work));
    PERP_TRY(numbers(out));
    bind_data(out);
    if (e->mode != EXPERIMENT_DOUBLE)
        PERP_TRY(compliant_exact_new(a, out));
    PERP_TRY(compliant_evaluate(out));
    PERP_TRY(compliant_definite(out));
    out->fresh = !compliant_rational(out); /* not yet in fractions */
    return compliant_admissible(out);
}

void compliant_state_free(compliant_state *r)
{
    if (r->begun)
        mpq_clears(r->t0, r->t1, r->share, NULL);
    rational_clear(r->numbers, r->count);
    theta_exact_clear(&r->exact);
    step_exact_clear(&r->at_exact);
    assembler_clear(&r->work);
    arena_free(&r->scratch);
}

/** The vector $x = (q, v, \delta)$ that (13), (22) and Definition 2 speak of, from the
state and back. To set it is to begin again: step 0, time 0, and no force of an earlier
step for the solver to begin at, so that what follows depends on $x$ alone. In a step with
several solutions that start is what chooses, and a map that remembered its last call
would be no function. */
void compliant_get(const compliant_state *r, double *x)
{
    const int nq = r->sys->nq, nv = r->sys->nv;
    memcpy(x, r->q, (size_t)nq * sizeof *x);
    memcpy(x + nq, r->v, (size_t)nv * sizeof *x);
    for (int i = 0; i < r->rows; i++)
        if (r->own_of[i] >= 0)
            x[nq + nv + r->own_of[i]] = r->delta[i];
}

void compliant_set(compliant_state *r, const double *x)
{
    const int nq = r->sys->nq, nv = r->sys->nv;
    memcpy(r->q, x, (size_t)nq * sizeof *x);
    memcpy(r->v, x + nq, (size_t)nv * sizeof *x);
    for (int i = 0; i < r->rows; i++)
        r->delta[i] = r->own_of[i] >= 0 ? x[nq + nv + r->own_of[i]] : 0;
    memset(r->lambda, 0, (size_t)r->rows * sizeof *r->lambda);
    r->n = 0;
    r->fresh = 0;
}

/** Section 5 composes steps into a map of the start. Nothing is watched or proven
unless the caller says so, but (12) is asked of every start: a search for prescribed
ends changes $v$ alone, and so asks in vain, a caller that moves $q$ does not.
Whoever watches the run watches these steps, too: hundreds of trials may come before
the first row. Who has stopped one has stopped all. */
perp_status compliant_flow(compliant_state *r, long steps, double *x)
{
    const experiment *e = r->e;
    compliant_set(r, x);
    PERP_TRY(compliant_evaluate(r));
    PERP_TRY(compliant_admissible(r));
    for (long i = 0; i < steps && !r->stopped; i++) {
        PERP_TRY(compliant_step(r));
        r->stopped = e->watch != NULL && e->watch(e->user, i + 1, steps) != 0;
    }
    if (r->stopped)
        return PERP_FAIL(PERP_LIMIT, "stopped while a start was looked for");
    compliant_get(r, x);
    return PERP_SUCCESS;
}
