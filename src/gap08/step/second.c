/**
# Two velocities of one step

Three ways to a second solution, in the order of what they prove:

| way | for | answers |
|---|---|---|
| `second_list` | at most 12 pairs | all solutions: ONE with a proof, or TWO |
| `second_search`, the slides | any number of pairs, one left for each contact | TWO, or nothing |
| `second_search`, the moved load | splits of `split.c` | TWO, often of a problem beside this one |

A contact of the plane has 4 pairs ($c_n$, $\beta_\pm$, $\lambda$), one of space with two slips 6:
so 12 pairs are three contacts of the plane or two of space. The four corners of a plate have 24,
and 4 when their slips are known.

*The solution at hand.* In a run in doubles it is one up to rounding: two velocities are said to
be "exact" only where an exact solution within $2^{-30}$ of it has been found, and then that one
is reported in its place. In the exact modes it is the exact one, truncated.
*/
#include "gap08/step/second.h"

#include "lcp/enumerate/enumerate.h"
#include "number/rational.h"
#include "gap08/step/alone.h"
#include "gap08/step/slide.h"
#include "lcp/solve/climb.h"

#include <math.h>
#include <string.h>

/** What differs by rounding is not two. The measure of a velocity is that before
the step, and both behind it: a body that is stopped has no speed of its own to be
measured by. Lengths are those of the kinetic energy, so metres and radians do not meet. */
static double apart(const step_data *d, const double *x, const double *y,
                    double *t)
{
    for (int i = 0; i < d->nv; i++)
        t[i] = x[i] - y[i];
    const double size = alone_length(d->nv, d->M, x) +
                        alone_length(d->nv, d->M, y) +
                        alone_length(d->nv, d->M, d->v);
    const double far = alone_length(d->nv, d->M, t);
    return far > 0 ? far / size : 0;
}

/** ## Moving the load

Let $\sum_j y_j n_j = 0$. The solutions of a problem with a split are the points
of a segment, $c + s y$, as long as friction does not mind. Raise the normal
speeds by $\varepsilon y$: now contacts with $y_j > 0$ would open by themselves,
and the solution is at the end of the segment where the load has left them. With
$-\varepsilon y$ it is at the other end. The data of a step do the same with
$\varepsilon$ of the size of rounding, in a direction that nobody has chosen:
where the two ends have different velocities, it is rounding that decides.

On the plate of `split.c`, pressed with 1 N s, $c = \frac14(1, 1, 1, 1) + \frac s2(1, -1, -1, 1)$
with $|s| \le \frac12$, and $v_x = \frac s4$. Raising the speeds of corners 1 and 4 leaves the
load to 2 and 3: $c_1 = c_4 = 0$, $s = -\frac12$, $v_x = -\frac18$ m/s. The other way round $v_x =
+\frac18$.

Each moved problem is solved in fractions, whatever finds its basis, and that
basis is tried on the problem itself. When it solves that, too, the velocity is
one of the problem's own; otherwise it is one of a problem nearer to it than
$2^{-36}$ of its speeds, where the residual test of doubles ($10^{-9}$) sees no
difference. */
#define MOVED 0x1p-36

typedef struct {
    const second_question *q;
    arena *a;
    mpq_t *b;             /* of the moved problem */
    double *A, *near, *t; /* its doubles; nv */
    double *found, *own;  /* nv: the last velocity; the exact one at hand */
    double best, nearest;
    double moved;
    int owned;
} moving;

static double speed_of(const second_question *q)
{
    double most = 0;
    for (int j = 0; j < q->d->p; j++) {
        double size = 0;
        for (int i = 0; i < q->d->nv; i++)
            size += fabs(q->d->n[j * q->d->nv + i] * q->x[i]);
        most = fmax(most, size);
    }
    return most;
}

static void velocity_of(const lcp_claim *c, int nv, double *x)
{
    mpq_t t;
    mpq_init(t);
    for (int i = 0; i < nv; i++) {
        mpq_set_num(t, c->Z[i]);
        mpq_set_den(t, c->den);
        mpq_canonicalize(t);
        x[i] = mpq_get_d(t);
    }
    mpq_clear(t);
}

/** Of all velocities that differ the farthest is kept; one that solves the
problem itself goes before one that does not. And of those that do not differ the nearest is noted,
because a run in doubles has no exact solution of its own to set beside the second. */
static void keep(moving *m, int exact, second_answer *out)
{
    const step_data *d = m->q->d;
    const double far = apart(d, m->q->x, m->found, m->t);
    if (exact && !m->q->proven && far <= SECOND_APART && far <= m->nearest) {
        m->nearest = far;
        m->owned = 1;
        memcpy(m->own, m->found, (size_t)d->nv * sizeof *m->own);
    }
    if (!(far > SECOND_APART) || (out->exact && !exact) ||
        (out->exact == exact && far <= m->best))
        return;
    m->best = far;
    out->verdict = SECOND_TWO;
    out->exact = exact;
    out->moved = exact ? 0 : m->moved;
    memcpy(out->y, m->found, (size_t)d->nv * sizeof *out->y);
}

/** The moved problem has $\varepsilon y_j$ added to $b$ in the row of $\rho_j$, $\varepsilon =
2^{-36}$ of the largest $\sum_i|n_{ji}x_i|$, so of the speeds that meet in a normal. It is decided
like a problem of a step, by proposals in doubles and in pairs of them, each proven or thrown away;
there it stops, without an answer and without an error, as it does at a ray. Its basis, tried on $b$ itself, gives the end of the segment exactly where
the end is a vertex of the solution set of the problem.

*Cost.* Two problems for each split, each like an exact step without its last two rungs, and each
basis tried once more; at most eight of them for a problem, in eight problems of a run. */
static perp_status one_end(moving *m, const double *y, int sign, lcp_claim *c,
                           second_answer *out)
{
    const lcp_exact_problem *p = m->q->p;
    const int size = p->free + p->n, nv = m->q->d->nv;
    int right = 0;
    mpq_t by;
    mpq_init(by);
    for (int i = 0; i < size; i++)
        mpq_set(m->b[i], p->b[i]);
    for (int j = 0; j < m->q->d->p; j++) {
        mpq_set_d(by, sign * m->moved * y[j]);
        mpq_add(m->b[p->free + j], m->b[p->free + j], by);
    }
    mpq_clear(by);
    for (int i = 0; i < size; i++)
        m->near[i] = mpq_get_d(m->b[i]);
    const lcp_problem near = {p->free, p->n, m->A, m->near};
    const lcp_exact_problem moved = {p->free, p->n, p->A, (const mpq_t *)m->b};
    ladder_question q = {.p = &moved, .most = RUNG_106};
    PERP_TRY(climb_decide(&near, &q, m->a, c, NULL));
    if (c->outcome != LCP_SOLVED)
        return PERP_SUCCESS;
    velocity_of(c, nv, m->found);
    q = (ladder_question){.p = p, .basis = c->basis};
    lcp_claim same;
    perp_status s = lcp_claim_new(m->a, p->free, p->n, &same);
    if (s.code == PERP_OK)
        s = ladder_basis(&q, m->a, &same, &right);
    if (s.code == PERP_OK && right)
        velocity_of(&same, nv, m->found);
    lcp_claim_clear(&same);
    if (s.code == PERP_OK)
        keep(m, right, out);
    return s;
}

static perp_status both_ends(moving *m, second_answer *out)
{
    const lcp_exact_problem *p = m->q->p;
    for (int k = 0; k < 2 * m->q->splits; k++) {
        lcp_claim c;
        const arena_mark mark = arena_here(m->a);
        perp_status s = lcp_claim_new(m->a, p->free, p->n, &c);
        if (s.code == PERP_OK)
            s = one_end(m, m->q->y + k / 2 * m->q->d->p, k % 2 == 0 ? 1 : -1,
                        &c, out);
        lcp_claim_clear(&c);
        arena_release(m->a, mark);
        PERP_TRY(s);
    }
    return PERP_SUCCESS;
}

static perp_status move_load(arena *a, const second_question *q,
                             second_answer *out)
{
    const size_t size = (size_t)(q->p->free + q->p->n), nv = (size_t)q->d->nv;
    moving m = {.q = q, .a = a, .nearest = HUGE_VAL, .owned = q->proven};
    out->exact = 0;
    m.moved = MOVED * speed_of(q);
    m.A = arena_take(a, size * size + size + 3 * nv, sizeof *m.A);
    m.b = m.A == NULL ? NULL : rational_array(a, size);
    if (m.b == NULL)
        return PERP_NO_MEMORY(size * size * sizeof *m.A);
    m.near = m.A + size * size;
    m.t = m.near + size;
    m.found = m.t + nv;
    m.own = m.found + nv;
    for (size_t i = 0; i < size * size; i++)
        m.A[i] = mpq_get_d(q->p->A[i]);
    perp_status s = both_ends(&m, out);
    if (m.nearest <= SECOND_APART)
        memcpy(out->x, m.own, nv * sizeof *out->x);
    out->exact &= m.owned; /* both, or it is not said */
    rational_clear(m.b, size);
    return s;
}

/** ## Few pairs

With few pairs all solutions are listed, face by face (`lcp/enumerate`). The velocities of a face
lie between those of its vertices and go on along its rays and lines. So one velocity is proven
when all vertices of all faces have the same $x$, with equality between fractions, and no ray or
line moves $x$. Rays that do not are common and harmless: $\lambda$ of a contact without pressure
is one.

A problem with many pairs is one with few when its slips are known (`slide.c`): of its list those
solutions count that solve the whole problem, and that there are no others is then not said, because
other slips have not been asked. */
typedef struct {
    const second_question *q;
    second_answer *out;
    slide *s; /* null: the problem itself is listed */
    double *found, *near, *t, best, least;
    int same; /* all alike so far, with equality */
    const mpq_t *first;
} listing;

static void see(listing *l, const mpq_t *x)
{
    const step_data *d = l->q->d;
    if (l->s != NULL && !slide_solves(l->s, x))
        return;
    if (l->first == NULL)
        l->first = x;
    for (int i = 0; i < d->nv; i++) {
        l->same &= mpq_equal(x[i], l->first[i]) != 0;
        l->found[i] = mpq_get_d(x[i]);
    }
    const double far = apart(d, l->q->x, l->found, l->t);
    if (far < l->least) {
        l->least = far;
        memcpy(l->near, l->found, (size_t)d->nv * sizeof *l->near);
    }
    if (!(far > SECOND_APART && far > l->best))
        return;
    l->best = far;
    l->out->verdict = SECOND_TWO;
    memcpy(l->out->y, l->found, (size_t)d->nv * sizeof *l->found);
}

/* Along a ray or a line the velocity stays. */
static int stays(int nv, const mpq_t *ray)
{
    for (int i = 0; i < nv; i++)
        if (mpq_sgn(ray[i]) != 0)
            return 0;
    return 1;
}

/** All faces of the list. The solution at hand is looked for among the vertices only: a solution
of Lemke's is one. That there is one velocity is said for the problem itself and never for the
slides', even when all their solutions agree. */
static void judge(listing *l, const enumeration *e)
{
    const int nv = l->q->d->nv;
    for (int k = 0; k < e->faces; k++) {
        const generators *g = &e->face[k].points;
        for (int v = 0; v < g->vertices; v++)
            see(l, (const mpq_t *)g->vertex + v * e->cols);
        for (int v = 0; v < g->rays; v++)
            l->same &= stays(nv, (const mpq_t *)g->ray + v * e->cols);
        for (int v = 0; v < g->lines; v++)
            l->same &= stays(nv, (const mpq_t *)g->line + v * e->cols);
    }
    l->out->exact = l->q->proven || l->least <= SECOND_APART;
    if (!l->q->proven && l->least <= SECOND_APART)
        memcpy(l->out->x, l->near, (size_t)nv * sizeof *l->near);
    if (l->out->verdict == SECOND_UNKNOWN && l->same && l->first != NULL &&
        l->s == NULL)
        l->out->verdict = SECOND_ONE;
}

/** The enumeration has limits of its own, in nodes and in work and not in seconds, so that a run
says the same on each machine. A list that was not finished proves nothing, and is not judged. */
/* Lists the solutions of p, if it has few pairs and they are soon found. */
static perp_status list(arena *a, listing *l, const lcp_exact_problem *p)
{
    const size_t nv = (size_t)l->q->d->nv;
    const enumerate_options o = {
        .nodes = 2000, .work = 2000000, .corners = 500};
    const arena_mark mark = arena_here(a);
    choices_system s;
    enumeration e;
    if (p->n > SECOND_PAIRS)
        return PERP_SUCCESS;
    l->found = arena_take(a, 3 * nv, sizeof *l->found);
    if (l->found == NULL)
        return PERP_NO_MEMORY(3 * nv * sizeof *l->found);
    l->near = l->found + nv;
    l->t = l->near + nv;
    l->least = HUGE_VAL;
    l->same = 1;
    PERP_TRY(choices_pairs(a, p, &s));
    perp_status ended = enumerate_all(&s, &o, a, &e);
    if (ended.code == PERP_OK)
        judge(l, &e);
    enumerate_free(&e);
    choices_clear(&s);
    arena_release(a, mark);
    return ended.code == PERP_LIMIT ? PERP_SUCCESS : ended;
}

static void begin(const second_question *q, second_answer *out)
{
    *out = (second_answer){.x = out->x, .y = out->y};
    memcpy(out->x, q->x, (size_t)q->d->nv * sizeof *out->x);
}

perp_status second_list(arena *a, const second_question *q, second_answer *out)
{
    listing l = {.q = q, .out = out};
    begin(q, out);
    return list(a, &l, q->p);
}

static perp_status with_slips(arena *a, const second_question *q,
                              second_answer *out)
{
    slide s;
    int known;
    listing l = {.q = q, .out = out, .s = &s};
    perp_status st = slide_new(a, q->p, q->d, q->x, &s, &known);
    if (st.code == PERP_OK && known)
        st = list(a, &l, &s.p);
    slide_clear(&s);
    return st;
}

/** The slides first: what they find solves the problem itself. The load is moved only when they
find nothing, because a contact sticks, or has too many neighbours, or the slides have one
velocity. */
perp_status second_search(arena *a, const second_question *q,
                          second_answer *out)
{
    const arena_mark mark = arena_here(a);
    begin(q, out);
    if (q->p->free + q->p->n > SECOND_ROWS)
        return PERP_SUCCESS;
    perp_status s = with_slips(a, q, out);
    if (s.code == PERP_OK && out->verdict == SECOND_UNKNOWN)
        s = move_load(a, q, out);
    arena_release(a, mark);
    return s;
}
