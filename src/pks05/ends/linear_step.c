#include "pks05/ends/linear_step.h"

#include "number/rational.h"
#include "pks05/ends/linear_lists.h"
#include "run/hypotheses.h"

/** ## A step at one state

The mixed problem keeps $\lambda_n$ of all contacts, then $\beta$ of all; here the two rows
of a contact stand together. */
static int mixed(const linear_step *w, int i)
{
    const int first = w->nv + w->R, c = (i - first) / 2;
    if (i < first)
        return i;
    return first + ((i - first) % 2 == 0 ? c : w->p + 2 * c);
}

/* b at the state x_0 (far: and x_far); the first time H, and the lists. */
static perp_status pose(linear_step *w, long n, const piece *at, int far,
                        mpq_t *b)
{
    const int size = w->nq + w->nv + w->R, wide = (int)w->side;
    compliant_state *r = &w->r;
    const mpq_t *x0 = (const mpq_t *)piece_at(at, 0, size);
    const mpq_t *x1 = (const mpq_t *)piece_at(at, far, size);
    for (int i = 0; i < size; i++) {
        mpq_ptr to = i < w->nq           ? r->q_exact[i]
                     : i < w->nq + w->nv ? r->exact.v[i - w->nq]
                                         : r->exact.delta[i - w->nq - w->nv];
        mpq_set(to, x0[i]);
        if (far)
            mpq_add(to, to, x1[i]);
    }
    r->n = n;
    r->fresh = 0;
    PERP_TRY(compliant_evaluate_exact(r));
    for (int i = 0; i < wide * (wide + 1); i++)
        mpq_set_ui(w->A[i], 0, 1);
    theta_exact_pose(&r->exact, w->A, w->whole);
    for (int i = 0; i < w->N; i++)
        mpq_set(b[i], w->whole[mixed(w, i)]);
    if (w->posed)
        return PERP_SUCCESS;
    w->posed = 1;
    for (int i = 0; i < w->N; i++)
        for (int j = 0; j < w->N; j++)
            mpq_set(w->H[i * w->N + j], w->A[mixed(w, i) * wide + mixed(w, j)]);
    PERP_TRY(theta_exact_definite(&r->exact, &r->scratch));
    return linear_lists_invert(w);
}

/* g = row i of H u + b, the affine function. */
static void slack(const linear_step *w, int i)
{
    for (int k = 0; k <= w->unknowns; k++) {
        mpq_set(w->g[k], w->b[k][i]);
        for (int j = 0; j < w->N; j++) {
            if (mpq_sgn(w->H[i * w->N + j]) == 0)
                continue;
            mpq_mul(w->t[0], w->H[i * w->N + j], w->u[k][j]);
            mpq_add(w->g[k], w->g[k], w->t[0]);
        }
    }
}

/* g = mu lambda_n -+ lambda_t, of contact c with the normal row n. */
static void room_of_disc(const linear_step *w, int c, int n, int way)
{
    for (int k = 0; k <= w->unknowns; k++) {
        mpq_mul(w->g[k], w->r.exact.mu[c], w->u[k][n]);
        (way ? mpq_add : mpq_sub)(w->g[k], w->g[k], w->u[k][n + 1]);
    }
}

enum { CUTS = 3 }; /* of one contact */

/* p keeps what the inequalities of contact c leave. */
static int inside_one(const linear_step *w, int c, int mode, piece *p)
{
    const int n = w->nv + w->R + 2 * c;
    const mpq_t *g = (const mpq_t *)w->g;
    if (mode == MODE_OPEN) {
        slack(w, n);
        return piece_cut(p, g);
    }
    for (int k = 0; k <= w->unknowns; k++)
        mpq_set(w->g[k], w->u[k][n]);
    int left = piece_cut(p, g);
    for (int way = 0; way < 2 && mode == MODE_STICK && left; way++) {
        room_of_disc(w, c, n, way);
        left = piece_cut(p, g);
    }
    if (!left || mode == MODE_STICK || mpq_sgn(w->r.exact.mu[c]) == 0)
        return left;
    slack(w, n + 1);
    for (int k = 0; k <= w->unknowns && mode == MODE_BACKWARD; k++)
        mpq_neg(w->g[k], w->g[k]);
    return piece_cut(p, g);
}

static int inside(const linear_step *w, int list, piece *p)
{
    int c = 0;
    while (c < w->p && inside_one(w, c, mode_of(list, c), p))
        c++;
    return c == w->p;
}

/** $v' = v + x$, $\delta' = \delta + hd$ and $q' = q + h\Gamma(v + (1-\theta)x)$, of $x_0$,
$x_1$, $x_2$ alike. */
static void go_on(const linear_step *w, const mpq_t *x, const mpq_t *u,
                  mpq_t *to)
{
    const compliant_state *r = &w->r;
    const int nq = w->nq, nv = w->nv;
    mpq_t *t = w->t;
    for (int i = 0; i < nq; i++) {
        mpq_set(to[i], x[i]);
        for (int j = 0; j < nv; j++) {
            if (!r->sys->has_G && i != j)
                continue;
            mpq_mul(t[0], r->exact.h, x[nq + j]);
            mpq_mul(t[1], r->share, u[j]);
            mpq_add(t[0], t[0], t[1]);
            if (r->sys->has_G)
                mpq_mul(t[0], t[0], r->at_exact.G[i * nv + j]);
            mpq_add(to[i], to[i], t[0]);
        }
    }
    for (int i = 0; i < nv + w->R; i++) {
        mpq_set(t[0], u[i]);
        if (i >= nv)
            mpq_mul(t[0], t[0], r->exact.h);
        mpq_add(to[nq + i], x[nq + i], t[0]);
    }
}

/* A singular list: where its equations do not contradict each other. */
static perp_status doubtful(linear_step *w, int list, const piece *from,
                            pieces *open)
{
    piece *p;
    const int rank = w->list[list].rank;
    PERP_TRY(pieces_part(open, from, 2 * (w->N - rank), &p));
    int left = 1;
    for (int i = rank; i < w->N && left; i++) {
        for (int k = 0; k <= w->unknowns; k++)
            linear_lists_times(w, list, i, (const mpq_t *)w->b[k], w->g[k]);
        left = piece_zero(p, w->g);
    }
    if (!left)
        pieces_drop(open);
    return PERP_SUCCESS;
}

/* A regular list: the motion that it goes on in, where it holds. */
static perp_status hold(linear_step *w, int list, const piece *from, pieces *to)
{
    piece *p;
    for (int k = 0; k <= w->unknowns; k++)
        for (int i = 0; i < w->N; i++)
            linear_lists_times(w, list, i, (const mpq_t *)w->b[k], w->u[k][i]);
    PERP_TRY(pieces_part(to, from, CUTS * w->p, &p));
    if (!inside(w, list, p)) {
        pieces_drop(to);
        return PERP_SUCCESS;
    }
    for (int k = 0; k <= w->unknowns; k++)
        go_on(w, (const mpq_t *)piece_at(from, k, to->size),
              (const mpq_t *)w->u[k], piece_at(p, k, to->size));
    return PERP_SUCCESS;
}

/** The right side is affine, so three states of a plane tell it: $b_0$ at $x_0$, and what $x_1$
and $x_2$ add to it. */
perp_status linear_step_split(linear_step *w, long n, const piece *from,
                              pieces *to, pieces *open)
{
    const int first = to->count;
    for (int k = 0; k <= w->unknowns; k++) {
        PERP_TRY(pose(w, n, from, k, w->b[k]));
        for (int i = 0; i < w->N && k > 0; i++)
            mpq_sub(w->b[k][i], w->b[k][i], w->b[0][i]);
    }
    for (int k = 0; k < w->lists; k++) {
        const mode_list *m = &w->list[k];
        if (m->left_out)
            continue;
        if (m->rank < w->N)
            PERP_TRY(doubtful(w, k, from, open));
        else
            PERP_TRY(hold(w, k, from, to));
    }
    pieces_once(to, first);
    return PERP_SUCCESS;
}

/** ## Is it linear?

`growth` gives degrees over the first inputs. A tape is constant when its first derivatives
by them vanish, affine when its second ones do, and neither has choices. Of a system's tapes all
inputs count. A kind of contact has the parameters of its sides behind coordinates and velocities, the
normal of a wall or a radius: numbers, so $n_x x + n_y y - d$ is affine in $(x, y)$ though a product in all
its inputs. A mass point on a wall has such a kind, and a world of points its starts; the gap of a corner has a
sine, that of two discs a root, and they are refused.

What is looked at is the form, for all states: a gap that is a square root whose argument is a square, as that of
two discs on one line, is affine and not seen to be so. The other way round nothing passes: a product of two
coordinates has a second derivative that is no zero of the form, whatever its numbers. A disc on the ground
passes, since its gap has no angle in it and the slip is that of the point below the centre. */
static perp_status wanted_in(linear_step *w, const tape *t, uint32_t inputs,
                             int constant, const char *what)
{
    growth g = form_nothing;
    PERP_TRY(form_growth(&w->a, t, 0, inputs, &g));
    const int fine =
        !g.kinks && !g.jumps && (constant ? g.first : g.second) == GROWTH_ZERO;
    return fine ? PERP_SUCCESS
                : PERP_FAIL(PERP_INPUT,
                            "ends: method = \"all\" wants %s; take another "
                            "method",
                            what);
}

static perp_status wanted(linear_step *w, const tape *t, int constant,
                          const char *what)
{
    return wanted_in(w, t, t->inputs, constant, what);
}

/* The scene's own contacts, and the kinds of its bindings. */
static perp_status linear_contacts(linear_step *w)
{
    const perp_system *s = w->e.sys;
    static const char *const gap = "gaps that are affine in q";
    static const char *const row = "constant normals and slips";
    for (int i = 0; i < s->bindings; i++) {
        const kind *k = s->binding[i].pairs->k;
        const uint32_t q = kind_coords(k), v = kind_vels(k);
        PERP_TRY(wanted_in(w, &k->gap, q, 0, gap));
        PERP_TRY(wanted_in(w, &k->row, q + v, 1, row));
    }
    if (s->scene_contacts > 0) {
        PERP_TRY(wanted(w, &s->gaps, 0, gap));
        PERP_TRY(wanted(w, &s->row, 1, row));
    }
    return wanted(w, &s->yield, 1, "constant stiffness and damping");
}

static perp_status linear(linear_step *w)
{
    const perp_system *s = w->e.sys;
    growth f = form_nothing;
    if (s->max_slips > 1)
        return PERP_FAIL(PERP_INPUT,
                         "ends: method = \"all\" is for contacts in the "
                         "plane; take another method");
    if (s->contacts > LINEAR_MOST)
        return PERP_FAIL(PERP_INPUT,
                         "ends: method = \"all\" is for at most %d contacts, "
                         "there are %d; take another method",
                         LINEAR_MOST, s->contacts);
    PERP_TRY(wanted(w, &s->inertia, 1, "a constant mass matrix"));
    PERP_TRY(wanted(w, &s->slope, 1, "a force that is affine in q and v"));
    PERP_TRY(form_growth(&w->a, &s->total, 0, (uint32_t)(s->nq + s->nv), &f));
    if (f.kinks || f.jumps || f.second != GROWTH_ZERO)
        return wanted(w, &s->total, 0, "a force that is affine in q and v");
    return s->contacts > 0 ? linear_contacts(w) : PERP_SUCCESS;
}

static mpq_t *next(mpq_t **x, int n)
{
    mpq_t *here = *x;
    *x += n;
    return here;
}

static perp_status room(linear_step *w)
{
    const int N = w->N, wide = w->nv + w->R + theta_exact_pairs(&w->r.exact);
    w->side = (size_t)wide;
    w->count = (size_t)(N * N * (1 + w->lists) + 6 * N + wide * (wide + 1) + 5);
    w->list = arena_take(&w->a, (size_t)w->lists, sizeof *w->list);
    mpq_t *x = w->numbers = rational_array(&w->a, w->count);
    if (w->list == NULL || x == NULL)
        return PERP_NO_MEMORY(w->count * sizeof *x);
    w->H = next(&x, N * N);
    for (int k = 0; k < 3; k++) {
        w->b[k] = next(&x, N);
        w->u[k] = next(&x, N);
    }
    w->A = next(&x, wide * wide);
    w->whole = next(&x, wide);
    w->t = next(&x, 2);
    w->g = next(&x, 3);
    for (int k = 0; k < w->lists; k++)
        w->list[k] = (mode_list){.T = next(&x, N * N)};
    return PERP_SUCCESS;
}

perp_status linear_step_new(const experiment *e, int unknowns, linear_step *out)
{
    linear_step *w = out;
    *w = (linear_step){.e = *e, .unknowns = unknowns};
    w->e.mode = EXPERIMENT_RATIONAL;
    PERP_TRY(linear(w));
    PERP_TRY(compliant_state_new(&w->a, &w->e, &w->sum, &w->r));
    w->nq = e->sys->nq;
    w->nv = e->sys->nv;
    w->R = w->r.rows;
    w->p = w->r.d.p;
    w->N = w->nv + 2 * w->R;
    w->lists = 1 << 2 * w->p;
    return room(w);
}

void linear_step_free(linear_step *w)
{
    compliant_state_free(&w->r);
    summary_clear(&w->sum);
    rational_clear(w->numbers, w->numbers != NULL ? w->count : 0);
    arena_free(&w->a);
    w->numbers = NULL;
}
