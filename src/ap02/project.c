#include "ap02/project.h"
#include "ap02/curvature.h"
#include "lcp/solve/mlcp.h"

#include <math.h>
#include <string.h>

/** ## The problem

$$\min_q \tfrac12 |q - \tilde q|^2 \quad\text{with}\quad \Theta(q) = 0,\quad
\Phi(q) \ge 0,\quad \phi(q) = \phi(q^l) + h\,a^T v^{l+1}. \tag{46}$$

The last line, for each spring, is what makes (47) true: the elastic energy that
Theorem 2.4 bounds is that of the *linearised* elongation, and the projection puts the
true one there. Without springs it is empty; dampers have none. Section 3 of AP02 projects with
$\Phi = 0$ for the contacts that are kept, which asks for independent gradients.

One subproblem of sequential quadratic programming linearises the constraints at
the iterate $q$ and keeps the objective. A displacement is $\Gamma(q) u$: the
gradients of the system are taken along velocities, and a quaternion must not
leave its sphere along the way. With $W \approx \Gamma^T\Gamma$ and
$g = \Gamma^T (q - \tilde q)$ the subproblem is mixed complementary,

$$\begin{pmatrix} 0 \\ 0 \\ w \end{pmatrix} =
\begin{pmatrix} W & -E^T & -N^T \\ E & 0 & 0 \\ N & 0 & 0 \end{pmatrix}
\begin{pmatrix} u \\ \lambda \\ c \end{pmatrix} +
\begin{pmatrix} g \\ e \\ \Phi \end{pmatrix},
\qquad 0 \le w \perp c \ge 0,$$

and goes to the same Lemke as a step: $W$ is positive definite, so AP02's Theorem
2.1 covers it. The true Hessian has $\lambda$ times a curvature in it, and
$\lambda$ is as small as the displacement, $O(h^2)$. Two or three subproblems
are enough for a step of a run even without that; $W$ learns it from the
subproblems so that ten are enough a hundred times farther away. */
typedef struct {
    const perp_system *s;
    assembler *w;
    const project_wish *wish;
    project_room *room;
    arena *scratch;
    double *q;
    int pairs;       /* contacts are Phi >= 0 (1) or Phi = 0 (0) */
    int springs;     /* held: those with a stiffness, or none */
    int eq, ineq;    /* rows of each sort */
    int *used;       /* rows of the subproblem: equations, then inequalities */
    int picked;      /* equations among them */
    double *basis;   /* picked x nv: they span what the equations span */
    double *force;   /* eq + ineq: the multiplier of each row */
    double *W;       /* nv x nv */
    double *left;    /* nv: g - E'lambda - N'c at the iterate; nv to work */
    double *A, *b;   /* of the subproblem */
    lcp_answer x;    /* u, lambda | c */
    lcp_problem lcp; /* what A and b are */
} projection;

perp_status project_room_new(arena *a, const perp_system *s, project_room *out)
{
    const size_t contacts = (size_t)s->contacts + 1;
    PERP_TRY(step_data_new(a, s, &out->at));
    out->hand.id = arena_take(a, contacts, sizeof *out->hand.id);
    out->hand.kept = arena_take(a, contacts, sizeof *out->hand.kept);
    out->start = arena_take(a, (size_t)s->nq, sizeof *out->start);
    const size_t rows = contacts + (size_t)(s->joints + s->springs);
    out->held = arena_take(a, rows, sizeof *out->held);
    out->a = arena_take(a, rows * (size_t)s->nv, sizeof *out->a);
    out->springs = 0;
    out->value = arena_take(a, rows, sizeof *out->value);
    out->force = arena_take(a, rows, sizeof *out->force);
    if (!out->hand.id || !out->hand.kept || !out->start || !out->value ||
        !out->force || !out->held || !out->a)
        return PERP_NO_MEMORY(contacts);
    for (int k = 0; k < s->springs; k++)
        if (mpq_sgn(s->spring_exact[k]) > 0)
            out->held[out->springs++] = k;
    return PERP_SUCCESS;
}

/** The contacts of (46) are all contacts. Those that the step kept are in hand
from the beginning, any other joins when an iterate violates it: where no
other is violated, its multiplier is zero and the conditions are those of the
whole problem. */
static perp_status take_in_hand(projection *p)
{
    const project_wish *wish = p->wish;
    active_set *hand = &p->room->hand;
    const int contacts = p->s->contacts;
    hand->n = 0;
    if (wish->form == PROJECT_JOINTS)
        return PERP_SUCCESS;
    if (wish->form == PROJECT_FULL)
        PERP_TRY(assemble_gaps(p->s, p->w, p->q));
    for (int j = 0; j < contacts; j++) {
        hand->kept[j] |= wish->form == PROJECT_FULL && p->w->gap[j] < 0;
        if (hand->kept[j])
            hand->id[hand->n++] = j;
    }
    return PERP_SUCCESS;
}

/* The gap of the contact in hand number i. */
static double gap_of(const projection *p, int i)
{
    return p->w->gap[p->room->hand.id[i]];
}

static perp_status evaluate(projection *p)
{
    PERP_TRY(take_in_hand(p));
    PERP_TRY(assemble_gaps(p->s, p->w, p->q));
    PERP_TRY(assemble_constraints(p->s, p->w, p->q, &p->room->hand,
                                  &p->room->at));
    p->eq = p->s->joints + p->springs + (p->pairs ? 0 : p->room->hand.n);
    p->ineq = p->pairs ? p->room->hand.n : 0;
    return PERP_SUCCESS;
}

/* Row k of joints, springs held, contacts; and its value at the iterate. */
static const double *row(const projection *p, int k, double *value)
{
    const step_data *d = &p->room->at;
    const int nv = d->nv, m = p->s->joints;
    if (k < m) {
        *value = d->theta[k];
        return d->nu + k * nv;
    }
    k -= m;
    if (k < p->springs) {
        const int spring = p->room->held[k];
        *value = d->phi[spring] - p->wish->target[spring];
        return d->a + spring * nv;
    }
    *value = gap_of(p, k - p->springs);
    return d->n + (k - p->springs) * nv;
}

static perp_status contradiction(void)
{
    return PERP_FAIL(PERP_NO_SOLUTION,
                     "the projection's constraints contradict each other; "
                     "project = 'joints' asks for less, and a smaller h "
                     "leaves less to project");
}

/* g_j = (Gamma' (q - start))_j, W_jk. */
static double pull(const projection *p, int j)
{
    const int nq = p->s->nq, nv = p->s->nv;
    const double *G = p->room->at.G, *start = p->room->start;
    double sum = p->s->has_G ? 0 : p->q[j] - start[j];
    for (int i = 0; p->s->has_G && i < nq; i++)
        sum += G[i * nv + j] * (p->q[i] - start[i]);
    return sum;
}

static double metric(const projection *p, int j, int k)
{
    const int nq = p->s->nq, nv = p->s->nv;
    const double *G = p->room->at.G;
    double sum = p->s->has_G ? 0 : j == k;
    for (int i = 0; p->s->has_G && i < nq; i++)
        sum += G[i * nv + j] * G[i * nv + k];
    return sum;
}

/** Equations may repeat each other: two hinges of one door, the four corners
of a block on a table. On the constraints they agree, beside them they differ by
rounding or by the square of the distance, and a linear system with both has no
solution. So an equation enters a subproblem only when its gradient is not a
combination of those before it: Gram and Schmidt, twice each for the rounding.
Those left out are still asked for in the end. */
static int independent(projection *p, const double *gradient)
{
    const int nv = p->s->nv;
    double *b = p->basis + p->picked * nv, before = 0, length = 0;
    for (int j = 0; j < nv; j++) {
        b[j] = gradient[j];
        before += b[j] * b[j];
    }
    for (int i = 0; i < 2 * p->picked; i++) {
        const double *other = p->basis + i % p->picked * nv;
        double along = 0;
        for (int j = 0; j < nv; j++)
            along += b[j] * other[j];
        for (int j = 0; j < nv; j++)
            b[j] -= along * other[j];
    }
    for (int j = 0; j < nv; j++)
        length += b[j] * b[j];
    if (!(length > 1e-18 * before) || p->picked == nv)
        return 0;
    for (int j = 0; j < nv; j++)
        b[j] /= sqrt(length);
    return 1;
}

/* The rows of it; NO_SOLUTION when contacts as equations repeat others. */
static perp_status choose(projection *p)
{
    const int rows = p->eq + p->ineq, nv = p->s->nv;
    const int contacts = p->pairs ? 0 : p->room->hand.n;
    double value;
    p->used = arena_take(p->scratch, (size_t)rows + 1, sizeof *p->used);
    p->force = arena_take(p->scratch, (size_t)rows + 1, sizeof *p->force);
    p->basis = arena_take(p->scratch, (size_t)((nv + 1) * nv), sizeof(double));
    if (p->used == NULL || p->force == NULL || p->basis == NULL)
        return PERP_NO_MEMORY(rows);
    p->picked = 0;
    for (int k = 0; k < p->eq; k++)
        if (independent(p, row(p, k, &value)))
            p->used[p->picked++] = k;
        else if (k >= p->eq - contacts)
            return contradiction();
    for (int k = p->eq; k < rows; k++)
        p->used[p->picked + k - p->eq] = k;
    return PERP_SUCCESS;
}

static perp_status pose(projection *p)
{
    PERP_TRY(choose(p));
    const int nv = p->s->nv, size = nv + p->picked + p->ineq;
    const size_t n = (size_t)size;
    p->A = arena_take(p->scratch, n * n, sizeof *p->A);
    p->b = arena_take(p->scratch, n, sizeof *p->b);
    if (p->A == NULL || p->b == NULL)
        return PERP_NO_MEMORY(n * n * sizeof *p->A);
    for (int j = 0; j < nv; j++) {
        p->b[j] = pull(p, j);
        for (int k = 0; k < nv; k++)
            p->A[j * size + k] = p->W[j * nv + k];
    }
    for (int k = nv; k < size; k++) {
        const double *gradient = row(p, p->used[k - nv], p->b + k);
        for (int j = 0; j < nv; j++) {
            p->A[k * size + j] = gradient[j];
            p->A[j * size + k] = -gradient[j];
        }
    }
    p->lcp = (lcp_problem){nv + p->picked, p->ineq, p->A, p->b};
    return lcp_answer_new(p->scratch, p->lcp.free, p->lcp.n, &p->x);
}

static void move(projection *p)
{
    const int nq = p->s->nq, nv = p->s->nv;
    const double *G = p->room->at.G, *u = p->x.z;
    for (int i = 0; i < nq; i++) {
        double sum = p->s->has_G ? 0 : u[i];
        for (int j = 0; p->s->has_G && j < nv; j++)
            sum += G[i * nv + j] * u[j];
        p->q[i] += sum;
    }
}

/** ## The conditions of optimality

At the new iterate, with the multipliers of the subproblem that led there:
$g = E^T\lambda + N^T c$, equations, $\Phi \ge 0$, and $c\,\Phi = 0$. The
multipliers are lengths, like the gaps. */
static double violation(projection *p)
{
    const int nv = p->s->nv, rows = p->eq + p->ineq;
    double worst = 0, value;
    for (int k = 0; k < rows; k++) {
        row(p, k, &value);
        int open = k >= p->eq && !(p->force[k] > 0) && value > 0;
        worst = fmax(worst, open ? 0 : fabs(value));
    }
    for (int j = 0; j < nv; j++) {
        double sum = pull(p, j);
        for (int k = 0; k < rows; k++)
            sum -= row(p, k, &value)[j] * p->force[k];
        p->left[j] = sum;
        worst = fmax(worst, fabs(sum));
    }
    return worst;
}

static double size_of(const projection *p)
{
    double size = 1;
    for (int i = 0; i < p->s->nq; i++)
        size = fmax(size, fabs(p->q[i]));
    return size;
}

/** In doubles, constraints that contradict each other by little more than
rounding have an answer, far away. */
static int absurd(const projection *p)
{
    double far = 0;
    for (int j = 0; j < p->s->nv; j++)
        far = fmax(far, fabs(p->x.z[j]));
    return far > 1e3 * size_of(p);
}

static perp_status subproblem(projection *p, project_report *out)
{
    const int rows = p->eq + p->ineq, nv = p->s->nv;
    int climbed;
    PERP_TRY(pose(p));
    if (p->wish->see != NULL)
        PERP_TRY(p->wish->see(p->wish->user, &p->lcp));
    PERP_TRY(mlcp_solve(&p->lcp, &mlcp_defaults, p->scratch, &p->x, &climbed));
    out->subproblems++;
    if (p->x.outcome != LCP_SOLVED || absurd(p))
        return contradiction();
    for (int k = 0; k < rows; k++)
        p->force[k] = 0;
    for (int k = 0; k < p->picked + p->ineq; k++)
        p->force[p->used[k]] = p->x.z[nv + k];
    move(p);
    return PERP_SUCCESS;
}

static perp_status start_metric(projection *p)
{
    const int nv = p->s->nv;
    p->W = arena_take(p->scratch, (size_t)(nv * nv), sizeof *p->W);
    p->left = arena_take(p->scratch, (size_t)(2 * nv), sizeof *p->left);
    if (p->W == NULL || p->left == NULL)
        return PERP_NO_MEMORY(nv * nv);
    for (int j = 0; j < nv * nv; j++)
        p->W[j] = metric(p, j / nv, j % nv);
    return PERP_SUCCESS;
}

/* Subproblems until the conditions hold. */
static perp_status iterate(projection *p, project_report *out)
{
    int before = out->subproblems, hand;
    PERP_TRY(evaluate(p));
    PERP_TRY(start_metric(p));
    do {
        hand = p->room->hand.n;
        PERP_TRY(subproblem(p, out));
        PERP_TRY(evaluate(p));
        out->kkt = hand == p->room->hand.n ? violation(p) : HUGE_VAL;
        if (out->kkt <= PROJECT_KKT * size_of(p))
            return PERP_SUCCESS;
        if (hand == p->room->hand.n)
            curvature_learn(p->s->nv, p->W, p->x.z, p->left,
                            p->left + p->s->nv);
    } while (out->subproblems - before < PROJECT_MOST);
    if (p->picked < p->eq)
        return contradiction();
    return PERP_FAIL(PERP_LIMIT,
                     "the projection has not converged in %d subproblems (a "
                     "condition is off by %.3g); take a smaller h",
                     PROJECT_MOST, out->kkt);
}

static void begin(projection *p)
{
    active_set *hand = &p->room->hand;
    for (int j = 0; j < p->s->contacts; j++)
        hand->kept[j] = 0;
    for (int i = 0; i < p->wish->set->n; i++)
        hand->kept[p->wish->set->id[i]] = 1;
    memcpy(p->q, p->room->start, (size_t)p->s->nq * sizeof *p->q);
}

/** Where gradients of contacts depend on each other, as those of a block on a
table do, AP02 says that the equations of section 3 are too much to ask; the
inequalities of (46) are asked then.

Implements AP02 (46). */
perp_status project_position(const perp_system *s, assembler *w,
                             const project_wish *wish, project_room *room,
                             arena *scratch, double *q, project_report *out)
{
    projection p = {.s = s, .w = w, .wish = wish, .room = room,
                    .scratch = scratch, .q = q,
                    .pairs = wish->form == PROJECT_FULL,
                    .springs = wish->form == PROJECT_FULL ? room->springs : 0};
    const arena_mark mark = arena_here(scratch);
    double sum = 0;
    *out = (project_report){0};
    memcpy(room->start, q, (size_t)s->nq * sizeof *q);
    begin(&p);
    perp_status status = iterate(&p, out);
    if (status.code == PERP_NO_SOLUTION && wish->form == PROJECT_CONTACTS) {
        p.pairs = 1;
        begin(&p);
        status = iterate(&p, out);
    }
    room->eq = p.eq;
    room->rows = p.eq + p.ineq;
    for (int k = 0; k < room->rows && status.code == PERP_OK; k++) {
        row(&p, k, &room->value[k]);
        room->force[k] = p.force[k];
    }
    for (int k = 0; k < p.springs * s->nv; k++)
        room->a[k] = room->at.a[room->held[k / s->nv] * s->nv + k % s->nv];
    for (int i = 0; i < s->nq; i++)
        sum += (q[i] - room->start[i]) * (q[i] - room->start[i]);
    out->moved = sqrt(sum);
    arena_release(scratch, mark);
    return status;
}
