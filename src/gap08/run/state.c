/**
# The start of a run

Lemma 8.3 begins where $\Theta(q^0) = 0$ and $\Phi(q^0) \ge 0$, and the theory of the rest with a
velocity that the joints allow. The scheme itself would start anywhere, and go on being wrong:
(4.4c) and (4.4d) are about velocities, so a gap that is not there at the start never closes, and
a body that is inside another stays inside. A run therefore asks three things of its start, in
this order, and refuses it with the number, the name and the remedy:

| asked | measure | bound | code |
|---|---|---|---|
| joints hold | $\lvert\Theta_i\rvert$ | `penetration` + `tolerance` | input |
| $v$ keeps them | $\lvert\nu_i^Tv\rvert$ | the same in 1 s, and more than rounding | input |
| no contact is deeper | $-\Phi_j$ | `penetration`, `tolerance` | input |

Before the first and the last are refused, it is asked whether *any* position near would do, to
first order; if none does, that is the message, with exit code 4, because the remedy is another
scene. Two walls, $\Phi_1 = x$ and $\Phi_2 = -1 - x$: their gradients cancel, their sum is $-1$,
and the run says

    joints and contacts contradict each other: 1 'left' + 1 'right' is -1 and no small
    displacement changes it; joints must be 0 and gaps >= 0

Example 9.1 begins with $\nu^Tv \ne 0$ on purpose and says so, `start = "torn"`; a position has `penetration`. */
#include "ap02/feasible.h"
#include "base/memory.h"
#include "number/literal.h"
#include "number/rational.h"
#include "gap08/run/steps.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* A contradiction is looked for among so many contacts, not more. */
enum { FEASIBLE_MOST = 64 };

static perp_status numbers(arena *a, size_t n, mpq_t **out)
{
    *out = arena_take(a, n, sizeof **out);
    for (size_t i = 0; *out != NULL && i < n; i++)
        mpq_init((*out)[i]);
    return *out == NULL ? PERP_NO_MEMORY(n) : PERP_SUCCESS;
}

static perp_status make_exact(arena *a, const experiment *e, run_state *r)
{
    const perp_system *s = e->sys;
    if (e->mode == EXPERIMENT_DOUBLE && e->law.act == NULL)
        return PERP_SUCCESS;
    PERP_TRY(step_exact_new(a, s, &r->exact));
    PERP_TRY(step_result_exact_new(a, s, &r->result_exact));
    PERP_TRY(numbers(a, (size_t)s->nq, &r->q_exact));
    PERP_TRY(numbers(a, (size_t)s->nv, &r->v_exact));
    PERP_TRY(numbers(a, (size_t)s->nq, &r->q_to_exact));
    for (int i = 0; i < s->nq; i++)
        mpq_set(r->q_exact[i], e->q[i]);
    for (int i = 0; i < s->nv; i++)
        mpq_set(r->v_exact[i], e->v[i]);
    return PERP_SUCCESS;
}

/** ## Memory

A first guess at what a step takes from its arena, so that the first one
need not ask the heap: the posed problem, its condensed form and Lemke's
dictionary, for all contacts when they are few. */
static size_t scratch_bytes(const perp_system *s)
{
    size_t p = (size_t)assemble_room(s);
    p = p > 32 ? 32 : p;
    size_t size = (size_t)(s->nv + s->joints + s->springs) + 2 * p +
                  2 * p * (size_t)s->max_slips;
    return 8 * sizeof(double) * (size + 8) * (size + 8) + (1 << 14);
}

/* Joints and contacts that take part in a contradiction, by name. */
static void names_of(const perp_system *s, const mpq_t *weights, char *text,
                     size_t room)
{
    int n = 0, all = s->joints + s->contacts;
    size_t at = 0;
    text[0] = 0;
    for (int k = 0; k < all && n < 5 && at < room; k++) {
        if (mpq_sgn(weights[k]) == 0)
            continue;
        at += (size_t)snprintf(
            text + at, room - at, n == 4 ? ", ..." : "%s%.4g '%s'",
            n > 0 ? " + " : "", mpq_get_d(weights[k]),
            k < s->joints ? s->joint_name[k] : s->contact_name[k - s->joints]);
        n++;
    }
}

static double weight_of(const perp_system *s, const mpq_t *weights)
{
    double sum = 0;
    for (int k = 0; k < s->joints + s->contacts; k++)
        sum += fabs(mpq_get_d(weights[k]));
    return sum;
}

/** Joints and gaps that no displacement can bring in order, to first order: a
combination of them has no gradient and a wrong value. What the doubles of a
start may contradict each other by is not meant; it must be more than
`penetration` when the weights have the sum one.

It is Farkas' lemma for $\Theta + \nu^Td = 0$, $\Phi + n^Td \ge 0$: either there is a
displacement $d$, or there are weights, of any sign for joints and nonnegative for
contacts, with $\sum w\,\nabla = 0$ and $\sum w\cdot\text{value} = -1$. For the two walls
they are 1 and 1: the gradients $1$ and $-1$ cancel, the values add up to $-1$ wherever
the body is. Weights with the sum $W$ say that the values miss by $1/W$ on the average;
that is what `penetration` is compared with. `ap02/feasible.h` decides it in fractions. */
static perp_status contradiction(run_state *r, const feasible_data *d)
{
    const perp_system *s = r->e->sys;
    const size_t count = (size_t)(d->nv + d->m + d->p);
    char text[160];
    feasible_answer answer;
    mpq_t *x = rational_array(&r->scratch, count);
    if (x == NULL)
        return PERP_NO_MEMORY(count * sizeof *x);
    perp_status status = feasible_decide(&r->scratch, d, x, &answer);
    const mpq_t *weights = (const mpq_t *)x + d->nv;
    if (status.code == PERP_OK && answer == FEASIBLE_NO &&
        weight_of(s, weights) * (r->e->penetration + r->tolerance) < 1) {
        names_of(s, weights, text, sizeof text);
        status = PERP_FAIL(PERP_NO_SOLUTION,
                           "joints and contacts contradict each other: %s is "
                           "-1 and no small displacement changes it; joints "
                           "must be 0 and gaps >= 0",
                           text);
    }
    rational_clear(x, count);
    return status;
}

/** All contacts are asked about, not the active ones: a contradiction may be with a wall that
nothing touches yet. With more than 64 of them it is not looked for, and the plain message stands.
*/
/* The data of all joints and contacts at the start. */
static perp_status whole_start(run_state *r)
{
    const perp_system *s = r->e->sys;
    const size_t m = (size_t)s->joints, p = (size_t)s->contacts;
    double *value = arena_take(&r->scratch, m + p + 1, sizeof *value);
    if (value == NULL)
        return PERP_NO_MEMORY(m + p);
    r->set.n = 0;
    for (int j = 0; j < s->contacts && j < FEASIBLE_MOST; j++)
        r->set.id[r->set.n++] = j;
    PERP_TRY(run_assemble(r));
    for (size_t k = 0; k < m; k++)
        value[k] =
            run_rational(r) ? mpq_get_d(r->exact.theta[k]) : r->data.theta[k];
    for (int j = 0; j < r->set.n; j++)
        value[m + (size_t)j] =
            run_rational(r) ? mpq_get_d(r->work.gap_exact[j]) : r->work.gap[j];
    feasible_data d = {.nv = s->nv,
                       .m = s->joints,
                       .p = r->set.n,
                       .theta = value,
                       .nu = r->data.nu,
                       .gap = value + m,
                       .n = r->data.n};
    r->set.n = 0;
    return s->contacts <= FEASIBLE_MOST ? contradiction(r, &d) : PERP_SUCCESS;
}

/* Joints at the start; -1: the joint that is off most, by more than a gap may
   be, or torn most by the velocity. */
typedef struct {
    int off, torn;
    double value, speed; /* theta; nu.v */
} joints_found;

/** ## Joints

Rounding is no fault: a speed counts that is more than $10^{-6}$ of the sum
$\sum_i|\nu_i v_i|$ that it is, and that would open the joint by more than
`penetration` in a second. */
static perp_status joints_begin(run_state *r, joints_found *out)
{
    const perp_system *s = r->e->sys;
    const double most = r->e->penetration + r->tolerance;
    assembler *w = &r->work;
    *out = (joints_found){-1, -1, 0, 0};
    if (s->joints == 0)
        return PERP_SUCCESS;
    memcpy(w->in, r->q, (size_t)s->nq * sizeof *w->in);
    memset(w->in + s->nq, 0, (size_t)(s->nv + 1) * sizeof *w->in);
    PERP_TRY(tape_f64(&s->joint, w->in, w->work, w->out));
    for (int k = 0; k < s->joints; k++) {
        const double *nu = w->out + s->joints + (size_t)k * (size_t)s->nv;
        const double value = w->out[k];
        double speed = 0, size = 0;
        for (int i = 0; i < s->nv; i++) {
            speed += nu[i] * r->v[i];
            size += fabs(nu[i] * r->v[i]);
        }
        if (fabs(value) > most && fabs(value) > fabs(out->value)) {
            out->off = k;
            out->value = value;
        }
        if (!r->e->torn && fabs(speed) > 1e-6 * size && fabs(speed) > most &&
            fabs(speed) > fabs(out->speed)) {
            out->torn = k;
            out->speed = speed;
        }
    }
    return PERP_SUCCESS;
}

/** The messages propose a number: `penetration` twice as large as what was found, so that a
second try does not fail by rounding. */
static perp_status check_joints(const run_state *r, const joints_found *x)
{
    const perp_system *s = r->e->sys;
    if (x->off >= 0)
        return PERP_FAIL(PERP_INPUT,
                         "the joint '%s' begins at %.6g and must be 0, within "
                         "penetration = %g; start where it holds, or allow it "
                         "with penetration = %g (project = 'joints' then moves "
                         "the bodies together behind the first step)",
                         s->joint_name[x->off], x->value, r->e->penetration,
                         2 * fabs(x->value));
    if (x->torn >= 0)
        return PERP_FAIL(PERP_INPUT,
                         "the joint '%s' is torn by the initial velocity: its "
                         "value changes at %.6g a second; start with a "
                         "velocity that keeps it, or allow it with start = "
                         "'torn'",
                         s->joint_name[x->torn], x->speed);
    return PERP_SUCCESS;
}

/** ## Gaps

A motion that begins with one body inside another has no meaning here: no
impulse of the scheme moves the bodies apart, it only stops them. None
moves the ends of a joint together, and a velocity that tears a joint is an
impulse that nobody asked for, or with $\alpha = 1/2$ a part of the motion that never
ends. A gap may be negative by `penetration` or by the tolerance of the active set,
whichever allows more: within the tolerance a contact is closed and takes part, and deeper
it takes part just so, and stays as deep as it is. */
static perp_status check_start(run_state *r)
{
    const perp_system *s = r->e->sys;
    const double most = r->e->penetration;
    joints_found found;
    PERP_TRY(joints_begin(r, &found));
    PERP_TRY(run_gaps(r));
    r->measured = 1;
    if (found.off >= 0)
        PERP_TRY(whole_start(r));
    PERP_TRY(check_joints(r, &found));
    for (int j = 0; j < s->contacts; j++) {
        double gap =
            run_rational(r) ? mpq_get_d(r->work.gap_exact[j]) : r->work.gap[j];
        if (gap >= -most || gap >= -r->tolerance)
            continue;
        PERP_TRY(whole_start(r));
        return PERP_FAIL(PERP_INPUT,
                         "the contact '%s' begins %g m deep (its gap is "
                         "%.6g m); move the bodies apart, or allow it "
                         "with penetration = %g",
                         s->contact_name[j], -gap, gap, -2 * gap);
    }
    return PERP_SUCCESS;
}

/** ## Everything at once

The numbers of the scene are fractions; where doubles are wanted, the nearest is taken
(`number/literal.h`). All memory of a run in doubles is taken here, but for problems larger than any
before. The start is asked last, because its questions are evaluations like those of a step.
`scheme` is of the problem at hand and `stepping` of the run: a collision within a row has no $h$. */
static perp_status take_numbers(const experiment *e, run_state *out)
{
    mpq_inits(out->t0, out->t1, out->s_exact, out->one, out->zero,
              out->kinetic_exact, out->elastic_exact, out->clock.base_exact,
              NULL);
    mpq_set_ui(out->one, 1, 1);
    PERP_TRY(literal_double(e->alpha, &out->scheme.alpha));
    PERP_TRY(literal_double(e->gamma, &out->scheme.gamma));
    PERP_TRY(literal_double(e->h, &out->scheme.h));
    PERP_TRY(literal_double(e->tolerance, &out->tolerance));
    PERP_TRY(literal_double(e->T, &out->clock.T));
    if (e->t0 != NULL) {
        PERP_TRY(literal_double(e->t0, &out->clock.t0));
        mpq_set(out->clock.base_exact, e->t0);
        out->clock.base = out->clock.t0;
    }
    if (e->e != NULL)
        PERP_TRY(literal_double(e->e, &out->rebound.e));
    out->scheme.form = (step_form)e->scheme->variant;
    out->stepping = out->scheme;
    out->scheme_exact =
        (alpha_gamma_exact){e->alpha, e->gamma, e->h, out->scheme.form};
    out->stepping_exact = out->scheme_exact;
    return PERP_SUCCESS;
}

static perp_status take_room(arena *a, const perp_system *s, run_state *out)
{
    out->set.id = arena_take(a, (size_t)s->contacts, sizeof(int));
    out->set.kept = arena_take(a, (size_t)s->contacts, 1);
    out->was = arena_take(a, (size_t)s->contacts, 1);
    out->leaves = arena_take(a, (size_t)assemble_room(s), 1);
    out->q = arena_take(a, (size_t)s->nq, sizeof(double));
    out->q_to = arena_take(a, (size_t)s->nq, sizeof(double));
    out->q_at = arena_take(a, (size_t)s->nq, sizeof(double));
    out->rate[0] = arena_take(a, (size_t)s->nq, sizeof(double));
    out->rate[1] = arena_take(a, (size_t)s->nq, sizeof(double));
    out->v = arena_take(a, (size_t)s->nv, sizeof(double));
    out->mean = arena_take(a, (size_t)s->nv, sizeof(double));
    if (!out->set.id || !out->set.kept || !out->was || !out->leaves ||
        !out->q || !out->v || !out->mean || !out->q_to || !out->q_at ||
        !out->rate[0] || !out->rate[1])
        return PERP_NO_MEMORY(s->contacts);
    return PERP_SUCCESS;
}

perp_status run_state_new(arena *a, const experiment *e, summary *sum,
                          run_state *out)
{
    const perp_system *s = e->sys;
    out->e = e;
    out->sum = sum;
    PERP_TRY(take_numbers(e, out));
    PERP_TRY(take_room(a, s, out));
    for (int i = 0; i < s->nq; i++)
        PERP_TRY(literal_double(e->q[i], &out->q[i]));
    for (int i = 0; i < s->nv; i++)
        PERP_TRY(literal_double(e->v[i], &out->v[i]));
    PERP_TRY(assembler_new(a, s, e->mode == EXPERIMENT_RATIONAL, &out->work));
    PERP_TRY(near_new(a, s, &out->near));
    PERP_TRY(step_data_new(a, s, &out->data));
    PERP_TRY(step_result_new(a, s, &out->result));
    PERP_TRY(make_exact(a, e, out));
    if (e->keeps)
        PERP_TRY(kept_basis_new(a, s, &out->basis));
    PERP_TRY(run_project_new(a, out));
    if (arena_reserve(&out->scratch, scratch_bytes(s)) != 0)
        return PERP_NO_MEMORY(scratch_bytes(s));
    return check_start(out);
}

/** ## Room for exact problems

The one part of a run that grows on the way: when more contacts become active than ever before.
What is there is given up and taken anew, a problem of any step fits into the room of a larger
one, and a run whose active set comes and goes asks the heap a few times only. */
static void room_free(exact_room *m)
{
    for (int i = 0; i < m->size * m->size; i++)
        mpq_clear(m->A[i]);
    for (int i = 0; i < m->size; i++)
        mpq_clear(m->b[i]);
    memory_free(m->A);
    memory_free(m->b);
    *m = (exact_room){0};
}

perp_status run_room(exact_room *m, int size)
{
    if (size <= m->size)
        return PERP_SUCCESS;
    room_free(m);
    size_t n = (size_t)size;
    m->A = memory_new(n * n, sizeof *m->A);
    m->b = memory_new(n, sizeof *m->b);
    if (m->A == NULL || m->b == NULL)
        return PERP_NO_MEMORY(n * n * sizeof *m->A);
    for (size_t i = 0; i < n * n; i++)
        mpq_init(m->A[i]);
    for (size_t i = 0; i < n; i++)
        mpq_init(m->b[i]);
    m->size = size;
    return PERP_SUCCESS;
}

void run_state_free(run_state *r)
{
    const experiment *e = r->e;
    room_free(&r->room);
    for (int i = 0; r->q_exact != NULL && i < e->sys->nq; i++)
        mpq_clear(r->q_exact[i]);
    for (int i = 0; r->v_exact != NULL && i < e->sys->nv; i++)
        mpq_clear(r->v_exact[i]);
    for (int i = 0; r->q_to_exact != NULL && i < e->sys->nq; i++)
        mpq_clear(r->q_to_exact[i]);
    if (e != NULL)
        mpq_clears(r->t0, r->t1, r->s_exact, r->one, r->zero, r->kinetic_exact,
                   r->elastic_exact, r->clock.base_exact, NULL);
    assembler_clear(&r->work);
    step_exact_clear(&r->exact);
    step_result_exact_clear(&r->result_exact);
    arena_free(&r->scratch);
}
