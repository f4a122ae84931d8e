#include "pks05/ends/linear_step.h"

#include "number/rational.h"
#include "run/hypotheses.h"

/** ## The equations of a list of modes

The unknowns $u = (x, d, \lambda)$, with $x = v' - v$, $d = (\delta' - \delta)/h$, have the
rows of `theta_exact_pose`: motion, compliance, and for each contact $w_n$ and $s_t$, the
row of $\beta_1$ without $\gamma$. Its matrix $H$ is constant, and only $b$ depends on the
state, so on $s$: $b = b_0 + s b_1$. For each contact two rows are those of its mode,

| | equations | inequalities |
|---|---|---|
| open | $\lambda_n = 0$, $\lambda_t = 0$ | $w_n \ge 0$ |
| stick | $w_n = 0$, $s_t = 0$ | $\mu\lambda_n \pm \lambda_t \ge 0$, $\lambda_n \ge 0$ |
| forward | $w_n = 0$, $\lambda_t = -\mu\lambda_n$ | $s_t \ge 0$, $\lambda_n \ge 0$ |
| backward | $w_n = 0$, $\lambda_t = \mu\lambda_n$ | $s_t \le 0$, $\lambda_n \ge 0$ |

and each list has an inverse, which is made once for a run. Without friction the last
three are one, $w_n = 0$ and $\lambda_t = 0$. A singular list keeps the rows of its
elimination that make zero of the left side: where they do not make zero of the right
side, too, there is no solution. */
enum { OPEN, STICK, FORWARD, BACKWARD };

static int mode_of(int list, int contact)
{
    return list >> 2 * contact & 3;
}

static mpq_ptr h_at(const linear_step *w, int i, int j)
{
    return w->H[i * w->N + j];
}

/* The rows of a list, [B | I]. */
static void equations(const linear_step *w, int list, mpq_t *E)
{
    const int N = w->N, first = w->nv + w->R;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < 2 * N; j++)
            if (j < N)
                mpq_set(E[i * 2 * N + j], h_at(w, i, j));
            else
                mpq_set_ui(E[i * 2 * N + j], j - N == i, 1);
    for (int c = 0; c < w->p; c++) {
        const int mode = mode_of(list, c), n = first + 2 * c;
        mpq_t *row = E + n * 2 * N, *next = row + 2 * N;
        for (int j = 0; j < N; j++) {
            if (mode == OPEN)
                mpq_set_ui(row[j], j == n, 1);
            if (mode != STICK)
                mpq_set_ui(next[j], j == n + 1, 1);
        }
        if (mode == FORWARD)
            mpq_set(next[n], w->r.exact.mu[c]);
        if (mode == BACKWARD)
            mpq_neg(next[n], w->r.exact.mu[c]);
    }
}

/* Gauss and Jordan on [B | I], the pivots swapped upwards; the rank of B. */
static int eliminate(int N, mpq_t *E, mpq_t t)
{
    int rank = 0;
    for (int j = 0; j < N; j++) {
        int i = rank;
        while (i < N && mpq_sgn(E[i * 2 * N + j]) == 0)
            i++;
        if (i == N)
            continue;
        for (int k = 0; k < 2 * N; k++)
            mpq_swap(E[i * 2 * N + k], E[rank * 2 * N + k]);
        mpq_t *row = E + rank * 2 * N;
        for (int k = 2 * N - 1; k >= j; k--)
            mpq_div(row[k], row[k], row[j]);
        for (i = 0; i < N; i++) {
            if (i == rank || mpq_sgn(E[i * 2 * N + j]) == 0)
                continue;
            for (int k = 2 * N - 1; k >= j; k--) {
                mpq_mul(t, E[i * 2 * N + j], row[k]);
                mpq_sub(E[i * 2 * N + k], E[i * 2 * N + k], t);
            }
        }
        rank++;
    }
    return rank;
}

static perp_status invert(linear_step *w)
{
    const int N = w->N;
    const size_t size = 2 * (size_t)(N * N);
    mpq_t *E = rational_array(&w->a, size);
    if (E == NULL)
        return PERP_NO_MEMORY(size * sizeof *E);
    for (int k = 0; k < w->lists; k++) {
        mode_list *m = &w->list[k];
        for (int c = 0; c < w->p; c++)
            m->left_out |= mpq_sgn(w->r.exact.mu[c]) == 0 &&
                           (mode_of(k, c) == STICK || mode_of(k, c) > FORWARD);
        if (m->left_out)
            continue;
        equations(w, k, E);
        m->rank = eliminate(N, E, w->t[0]);
        for (int i = 0; i < N * N; i++)
            mpq_set(m->T[i], E[i / N * 2 * N + N + i % N]);
    }
    rational_clear(E, size);
    return PERP_SUCCESS;
}

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

/* b at the state x_0 + far x_1; the first time H, and the lists. */
static perp_status pose(linear_step *w, long n, const piece *at, int far,
                        mpq_t *b)
{
    const int size = w->nq + w->nv + w->R, wide = (int)w->side;
    compliant_state *r = &w->r;
    const mpq_t *x0 = (const mpq_t *)piece_at0(at);
    const mpq_t *x1 = (const mpq_t *)piece_at1(at, size);
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
    theta_exact_pose(&r->exact, w->A, w->b);
    for (int i = 0; i < w->N; i++)
        mpq_set(b[i], w->b[mixed(w, i)]);
    if (w->posed)
        return PERP_SUCCESS;
    w->posed = 1;
    for (int i = 0; i < w->N; i++)
        for (int j = 0; j < w->N; j++)
            mpq_set(h_at(w, i, j), w->A[mixed(w, i) * wide + mixed(w, j)]);
    PERP_TRY(theta_exact_definite(&r->exact, &r->scratch));
    return invert(w);
}

/* out = row i of T times the right side, -b where the row is one of H. */
static void row_times(const linear_step *w, int list, int i, const mpq_t *b,
                      mpq_t out)
{
    const int first = w->nv + w->R;
    mpq_set_ui(out, 0, 1);
    for (int j = 0; j < w->N; j++) {
        const int mode = j < first ? STICK : mode_of(list, (j - first) / 2);
        const int zero = mode == OPEN || (mode != STICK && (j - first) % 2);
        if (zero || mpq_sgn(w->list[list].T[i * w->N + j]) == 0)
            continue;
        mpq_mul(w->t[0], w->list[list].T[i * w->N + j], b[j]);
        mpq_sub(out, out, w->t[0]);
    }
}

/* out = row i of H u + b. */
static void slack(const linear_step *w, int i, const mpq_t *u, const mpq_t *b,
                  mpq_t out)
{
    mpq_set(out, b[i]);
    for (int j = 0; j < w->N; j++) {
        if (mpq_sgn(h_at(w, i, j)) == 0)
            continue;
        mpq_mul(w->t[0], h_at(w, i, j), u[j]);
        mpq_add(out, out, w->t[0]);
    }
}

/* p keeps what the inequalities of the list leave. */
static int inside(const linear_step *w, int list, piece *p)
{
    mpq_t *g = w->t + 1;
    int left = 1;
    for (int c = 0; c < w->p && left; c++) {
        const int n = w->nv + w->R + 2 * c, mode = mode_of(list, c);
        const mpq_t *u[2] = {(const mpq_t *)w->u0, (const mpq_t *)w->u1};
        const mpq_t *b[2] = {(const mpq_t *)w->b0, (const mpq_t *)w->b1};
        if (mode != OPEN)
            left = piece_cut(p, u[0][n], u[1][n]);
        for (int k = 0; k < 2 && mode == OPEN; k++)
            slack(w, n, u[k], b[k], g[k]);
        for (int k = 0; k < 2 && mode > STICK; k++) {
            slack(w, n + 1, u[k], b[k], g[k]);
            if (mode == BACKWARD)
                mpq_neg(g[k], g[k]);
        }
        for (int way = 0; way < 2 && mode == STICK && left; way++) {
            for (int k = 0; k < 2; k++) {
                mpq_mul(g[k], w->r.exact.mu[c], u[k][n]);
                (way ? mpq_add : mpq_sub)(g[k], g[k], u[k][n + 1]);
            }
            left = piece_cut(p, g[0], g[1]);
        }
        if (mode == OPEN ||
            (mode > STICK && mpq_sgn(w->r.exact.mu[c]) > 0 && left))
            left = piece_cut(p, g[0], g[1]);
    }
    return left;
}

/** $v' = v + x$, $\delta' = \delta + hd$ and $q' = q + h\Gamma(v + (1-\theta)x)$, of $x_0$ and of
$x_1$ alike. */
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
    PERP_TRY(pieces_add(open, &p));
    piece_within(p, from);
    int left = 1;
    for (int i = w->list[list].rank; i < w->N && left; i++) {
        row_times(w, list, i, (const mpq_t *)w->b0, w->t[1]);
        row_times(w, list, i, (const mpq_t *)w->b1, w->t[2]);
        left = piece_cut(p, w->t[1], w->t[2]);
        mpq_neg(w->t[1], w->t[1]);
        mpq_neg(w->t[2], w->t[2]);
        left = left && piece_cut(p, w->t[1], w->t[2]);
    }
    if (!left)
        pieces_drop(open);
    return PERP_SUCCESS;
}

perp_status linear_step_split(linear_step *w, long n, const piece *from,
                              pieces *to, pieces *open)
{
    const int size = to->size, first = to->count;
    piece *p;
    PERP_TRY(pose(w, n, from, 0, w->b0));
    PERP_TRY(pose(w, n, from, 1, w->b1));
    for (int i = 0; i < w->N; i++)
        mpq_sub(w->b1[i], w->b1[i], w->b0[i]);
    for (int k = 0; k < w->lists; k++) {
        const mode_list *m = &w->list[k];
        if (!m->left_out && m->rank < w->N)
            PERP_TRY(doubtful(w, k, from, open));
        if (m->left_out || m->rank < w->N)
            continue;
        for (int i = 0; i < w->N; i++) {
            row_times(w, k, i, (const mpq_t *)w->b0, w->u0[i]);
            row_times(w, k, i, (const mpq_t *)w->b1, w->u1[i]);
        }
        PERP_TRY(pieces_add(to, &p));
        piece_within(p, from);
        if (!inside(w, k, p)) {
            pieces_drop(to);
            continue;
        }
        go_on(w, (const mpq_t *)piece_at0(from), (const mpq_t *)w->u0,
              piece_at0(p));
        go_on(w, (const mpq_t *)piece_at1(from, size), (const mpq_t *)w->u1,
              piece_at1(p, size));
    }
    pieces_once(to, first);
    return PERP_SUCCESS;
}

/** ## Is it linear?

`growth` gives degrees over all inputs. A tape is constant when its first derivatives
vanish, affine when its second ones do, and neither has choices. */
static perp_status wanted(linear_step *w, const tape *t, int constant,
                          const char *what)
{
    growth g = form_nothing;
    PERP_TRY(form_growth(&w->a, t, 0, t->inputs, &g));
    const int fine =
        !g.kinks && !g.jumps && (constant ? g.first : g.second) == GROWTH_ZERO;
    return fine ? PERP_SUCCESS
                : PERP_FAIL(PERP_INPUT,
                            "ends: method = \"all\" wants %s; take another "
                            "method",
                            what);
}

static perp_status linear(linear_step *w)
{
    const perp_system *s = w->e.sys;
    growth f = form_nothing;
    if (s->max_slips > 1 || s->bindings > 0)
        return PERP_FAIL(PERP_INPUT,
                         "ends: method = \"all\" is for contacts in the "
                         "plane with gaps of their own; take another method");
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
    if (s->contacts == 0)
        return PERP_SUCCESS;
    PERP_TRY(wanted(w, &s->gaps, 0, "gaps that are affine in q"));
    PERP_TRY(wanted(w, &s->row, 1, "constant normals and slips"));
    return wanted(w, &s->yield, 1, "constant stiffness and damping");
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
    w->count = (size_t)(N * N * (1 + w->lists) + 4 * N + wide * (wide + 1) + 3);
    w->list = arena_take(&w->a, (size_t)w->lists, sizeof *w->list);
    mpq_t *x = w->numbers = rational_array(&w->a, w->count);
    if (w->list == NULL || x == NULL)
        return PERP_NO_MEMORY(w->count * sizeof *x);
    w->H = next(&x, N * N);
    w->b0 = next(&x, N);
    w->b1 = next(&x, N);
    w->u0 = next(&x, N);
    w->u1 = next(&x, N);
    w->A = next(&x, wide * wide);
    w->b = next(&x, wide);
    w->t = next(&x, 3);
    for (int k = 0; k < w->lists; k++)
        w->list[k] = (mode_list){.T = next(&x, N * N)};
    return PERP_SUCCESS;
}

perp_status linear_step_new(const experiment *e, linear_step *out)
{
    linear_step *w = out;
    *w = (linear_step){.e = *e};
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
