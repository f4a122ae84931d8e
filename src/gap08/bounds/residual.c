#include "gap08/bounds/residual.h"
#include "lcp/solve/mlcp.h"
#include "run/trace/columns.h"

#include <math.h>
#include <string.h>

/**
# The residual of Definition 6.2

| condition of the paper | number | measured |
|---|---|---|
| 1, $v$ of bounded variation | | not here: `run/tally.h` |
| 2, $q = q(0) + \int v$, (6.10) | `position` | trapezium rule beside $q$ |
| 3, $M\,dv/dt - k \in \mathcal{FC}(q)$, (6.11) | `inclusion` | distances to cones |
| 4, $\Theta = 0$, (6.3) | `joints` | largest $\lvert\Theta\rvert$ |
| 5, $\Phi \ge 0$, (6.4) | `gaps` | deepest gap |
| pushes only where closed, (6.7) | `apart` | largest gap of a contact that pushes |

The third is the one with an idea in it.

## The inclusion between two rows

Definition 6.1, with the closed convex hull (erratum 0-9), says of a test
function $\phi \ge 0$ that $\int\phi\,(M\,dv - k\,dt)$ lies in the hull of the
cones $\mathcal{FC}(q(\tau))$, $\phi(\tau) \ne 0$. A hull of cones is their sum.
The characteristic functions of the intervals between neighbouring rows are
enough, because a sum of intervals only weakens the statement: the distance to
a sum of cones is at most the sum of the distances. So

$$R = \sum_l \operatorname{dist}_{M^{-1}}\Bigl( \bar M (v_{l+1} - v_l) -
\tfrac{t_{l+1} - t_l}{2} (k_l + k_{l+1}),\ \mathcal{FC}_l \Bigr), \qquad
|z|_{M^{-1}}^2 = z^T M^{-1} z,$$

with $k = k_1 + F v$ taken in both rows, $\bar M$ the mean of the masses, and
$\mathcal{FC}_l$ spanned by the joints and the closed contacts of row $l$ and by
the contacts that have closed in row $l + 1$. The velocity is continued linearly
between rows: the step function of (4.9) is no solution even in free fall
(erratum 0-30).

The scheme has put its own $z^{l+1}$ into the cone. What is left is that its $k$ is not this mean,
that its directions are those of $q^l$, and the rounding: $O(h^2)$ in a step, $R = O(h)$ for a
run. Nothing of the scheme is used, so a motion that pulls where it should push, or brakes more
than $\mu$ allows, keeps an $R$ of the size of its mistake however fine the rows are. The cone is
the polyhedral one, and never larger than the full one.

*An example.* A mass of 1 kg slides on a floor for a time $T$ and is braked with $1.2\mu g$. Over
an interval $dt$ the impulse that is to be explained is $z = g\,dt\,(-1.2\mu, 1)$, an edge of the
cone is $(-\mu, 1)$, and the distance from $z$ to it is $0.2\mu g\,dt/\sqrt{1 + \mu^2}$. The sum
does not know $dt$: $0.2\mu gT/\sqrt{1 + \mu^2}$ for every $h$. Braked with $0.8\mu$ the impulse
is inside, and $R = 0$: a contact that slides with less than $\mu$ is against Coulomb's law and
not against the inclusion, which has no word of dissipation.

*A computed one.* Free fall between $t$ and $t + h$: $v_{l+1} - v_l = -gh$, the force is
$-g$ in both rows, $z = 0$, and a cone without contacts is $\{0\}$: no distance. With the
step function of (4.9) in place of the straight line the interval would have an impulse of
$-gh$ at its end and $-g\,dt$ to be explained before it: a test function that is large
before and small at the end sees $gh$ of difference, in every step, for every $h$.

*Figure 9.1, $\alpha = 1$.* The scheme has taken $k_1$ at the end of each step and the
mean of both ends is asked for: for $8\cos t$ the difference is $4h|\sin t|$ N in a step
of $h$, half of $h^2$ times the force's rate. What the cone cannot take of that adds up to
less than $h$ times a number of the run: 0.0272, 0.0163, 0.00837, 0.00430 for $h = 0.04$
and three halvings.

*The metric.* $|z|_{M^{-1}}$ is the length of the velocity that $z$ gives, $|M^{-1}z|_M$,
so that newton seconds and newton metre seconds are added in kg^½ m/s, and not as they
come. In it the distance of an impulse from a cone is the kinetic length of the velocity
that a frictionless body would be left with; this is what is solved.

What $R$ does not see is what Definition 6.2 does not ask: how much an impact
dissipates (erratum 0-45).

Implements GAP08 (6.1)-(6.7), (6.11), (Def6.1), (Def6.2). */
typedef struct {
    const perp_system *s;
    const trace *t;
    double tolerance;
    columns at;
    assembler work;
    active_set set[2];
    step_data data[2]; /* of the row, and of the one before */
    double *force[2], *edge, *sum;
    int edges;
    arena a, scratch;
    residual r;
} looking;

static const double *cells(const looking *x, int row)
{
    return x->t->cell + (size_t)row * (size_t)x->t->columns;
}

static perp_status side_new(looking *x, int i)
{
    const size_t contacts = (size_t)x->s->contacts + 1;
    PERP_TRY(step_data_new(&x->a, x->s, &x->data[i]));
    x->set[i].id = arena_take(&x->a, contacts, sizeof(int));
    x->set[i].kept = arena_take(&x->a, contacts, 1);
    x->force[i] = arena_take(&x->a, (size_t)x->s->nv + 1, sizeof(double));
    return x->set[i].id && x->set[i].kept && x->force[i]
               ? PERP_SUCCESS
               : PERP_NO_MEMORY(contacts);
}

static perp_status looking_new(looking *x)
{
    const size_t nq = (size_t)x->s->nq, nv = (size_t)x->s->nv;
    size_t most =
        4 * (size_t)assemble_room(x->s) * ((size_t)x->s->max_slips + 1) + 1;
    PERP_TRY(columns_layout(&x->a, x->s, &x->at));
    PERP_TRY(assembler_new(&x->a, x->s, 0, &x->work));
    PERP_TRY(side_new(x, 0));
    PERP_TRY(side_new(x, 1));
    x->edge = arena_take(&x->a, most * nv, sizeof(double));
    x->sum = arena_take(&x->a, nq, sizeof(double));
    return x->edge && x->sum ? PERP_SUCCESS : PERP_NO_MEMORY(most);
}

/* k = k1 + F v, and what springs and dampers pull: they are rows of a step's
   problem, and forces here. So a stiff spring that a step has damped implicitly
   leaves a residual: the mean of two large forces is not the one that acted. */
static void force_of(const step_data *d, int has_F, double *k)
{
    for (int a = 0; a < d->nv; a++) {
        k[a] = d->k0[a];
        for (int b = 0; b < d->nv && has_F; b++)
            k[a] += d->F[a * d->nv + b] * d->v[b];
    }
    for (int j = 0; j < d->s; j++) {
        double rate = 0;
        for (int i = 0; i < d->nv; i++)
            rate += d->a[j * d->nv + i] * d->v[i];
        double pull = d->stiffness[j] * d->phi[j] + d->damping[j] * rate;
        for (int i = 0; i < d->nv; i++)
            k[i] -= pull * d->a[j * d->nv + i];
    }
}

/* The data of a row into side i, its force; what its gaps and joints say. */
static perp_status look(looking *x, int row, int i)
{
    const perp_system *s = x->s;
    const double *cell = cells(x, row);
    step_data *d = &x->data[i];
    step_point at = {cell[1], cell[1], cell + x->at.q, cell + x->at.v, 0};
    PERP_TRY(assemble_gaps(s, &x->work, at.q));
    for (int j = 0; j < s->contacts; j++) {
        double gap = x->work.gap[j];
        x->set[i].kept[j] = x->at.cn >= 0 && cell[x->at.cn + j] > 0;
        if (x->set[i].kept[j] && gap > x->r.apart)
            x->r.apart = gap;
        if (-gap > x->r.gaps)
            x->r.gaps = -gap;
    }
    active_find(&x->set[i], s->contacts, x->work.gap, x->tolerance);
    PERP_TRY(assemble_step(s, &x->work, &at, &x->set[i], d));
    for (int k = 0; k < d->m; k++)
        if (fabs(d->theta[k]) > x->r.joints)
            x->r.joints = fabs(d->theta[k]);
    force_of(d, s->has_F, x->force[i]);
    return PERP_SUCCESS;
}

static void add_edge(looking *x, const step_data *d, int j, int slip, double mu)
{
    double *g = x->edge + (size_t)x->edges++ * (size_t)d->nv;
    for (int i = 0; i < d->nv; i++)
        g[i] =
            d->n[j * d->nv + i] + (mu == 0 ? 0 : mu * d->d[slip * d->nv + i]);
}

static void add_contact(looking *x, const step_data *d, int j)
{
    int first = d->slip_at[j], last = d->slip_at[j + 1];
    if (first == last || !(d->mu[j] > 0))
        add_edge(x, d, j, 0, 0);
    for (int s = first; s < last && d->mu[j] > 0; s++)
        for (int sign = 1; sign >= -1; sign -= 2)
            add_edge(x, d, j, s, sign * d->mu[j]);
}

/** A contact that closes on the way pushes at the end of the interval with the directions it has
there; one that is closed in both rows is taken at the first, like the scheme does. A contact that
opens counts, too. */
/* The edges of the cone between two rows. */
static void span(looking *x, int from, int to)
{
    x->edges = 0;
    for (int j = 0; j < x->data[from].p; j++)
        add_contact(x, &x->data[from], j);
    for (int j = 0; j < x->data[to].p; j++)
        if (!x->set[from].kept[x->set[to].id[j]])
            add_contact(x, &x->data[to], j);
}

/** ## The distance

The closest point of a cone in the metric $M^{-1}$ is a complementarity problem
of the form of a step: with $x = M^{-1}(z' - z)$, $z'$ the closest point,

$$M x - \nu y - G c = -z, \quad \nu^T x = 0, \quad 0 \le c \perp G^T x \ge 0,$$

and the distance is $|x|_M$. (The least of $\frac12|z' - z|_{M^{-1}}^2$ over $z' = \nu y +
Gc$, $c \ge 0$: its gradients in $y$ and $c$ are $\nu^Tx$ and $G^Tx$.)

By hand, the braked block of the example with $\mu = \frac12$, $M = I$, $g\,dt = 1$: $z =
(-\frac35, 1)$, edges $G = (\mp\frac12, 1)$. Only the first is used: its $c =
G_1^Tz/|G_1|^2 = 1.3/1.25 = 1.04$, $z' = (-0.52, 1.04)$, $x = z' - z = (0.08, 0.04)$.
$G_1^Tx = 0$, $G_2^Tx = 0.08 \ge 0$, and $|x| = 0.0894 = 0.2\mu/\sqrt{1 + \mu^2}$.

Of uniqueness there is no question: the closest point of a convex set is one, whatever $y$
and $c$ are. It has a solution for every $z$, for $M$ is positive definite: it is
the step of a body that has the velocity $-M^{-1}z$ and no friction, whose contacts push along the
edges. `cone/closest.c` is the same for the Euclidean metric, in fractions. */
static void pose(const looking *x, const step_data *d, const double *M,
                 double *A)
{
    const int nv = d->nv, m = d->m, size = nv + m + x->edges;
    for (int i = 0; i < nv; i++)
        memcpy(A + (size_t)i * (size_t)size, M + i * nv,
               (size_t)nv * sizeof *A);
    for (int a = 0; a < m + x->edges; a++) {
        const double *row =
            a < m ? d->nu + a * nv : x->edge + (size_t)(a - m) * (size_t)nv;
        for (int i = 0; i < nv; i++) {
            A[i * size + nv + a] = -row[i];
            A[(nv + a) * size + i] = row[i];
        }
    }
}

static perp_status distance(looking *x, const step_data *d, const double *M,
                            const double *z, double *out)
{
    const int nv = d->nv, unknowns = nv + d->m, size = unknowns + x->edges;
    int climbed = 0;
    lcp_answer found;
    size_t n = (size_t)size;
    double *A = arena_take(&x->scratch, n * n, sizeof *A);
    double *b = arena_take(&x->scratch, n, sizeof *b);
    if (A == NULL || b == NULL)
        return PERP_NO_MEMORY(n * n * sizeof *A);
    PERP_TRY(lcp_answer_new(&x->scratch, unknowns, x->edges, &found));
    pose(x, d, M, A);
    memcpy(b, z, (size_t)nv * sizeof *b);
    lcp_problem p = {unknowns, x->edges, A, b};
    PERP_TRY(mlcp_solve(&p, &mlcp_defaults, &x->scratch, &found, &climbed));
    if (found.outcome != LCP_SOLVED)
        return PERP_FAIL(PERP_BUG, "the closest impulse was not found");
    double square = 0;
    for (int i = 0; i < nv; i++)
        for (int j = 0; j < nv; j++)
            square += found.z[i] * M[i * nv + j] * found.z[j];
    *out = square > 0 ? sqrt(square) : 0;
    return PERP_SUCCESS;
}

/* Adds what the interval between the rows of the two sides says. */
static perp_status between(looking *x, int from, int to, double dt)
{
    const step_data *p = &x->data[from], *q = &x->data[to];
    const int nv = p->nv;
    double length = 0,
           *M = arena_take(&x->scratch, (size_t)(nv * nv), sizeof *M);
    double *z = arena_take(&x->scratch, (size_t)nv, sizeof *z);
    if (M == NULL || z == NULL)
        return PERP_NO_MEMORY(nv * nv);
    for (int i = 0; i < nv * nv; i++)
        M[i] = 0.5 * (p->M[i] + q->M[i]);
    for (int i = 0; i < nv; i++) {
        z[i] = -0.5 * dt * (x->force[from][i] + x->force[to][i]);
        for (int j = 0; j < nv; j++)
            z[i] += M[i * nv + j] * (q->v[j] - p->v[j]);
    }
    span(x, from, to);
    PERP_TRY(distance(x, p, M, z, &length));
    x->r.inclusion += length;
    return PERP_SUCCESS;
}

/* Component i of Gamma v. */
static double rate_of(const perp_system *s, const step_data *d, int i)
{
    double rate = s->has_G ? 0 : d->v[i];
    for (int j = 0; j < s->nv && s->has_G; j++)
        rate += d->G[i * s->nv + j] * d->v[j];
    return rate;
}

/** ## The positions

Implements GAP08 (6.10).

$q(0) + \int \Gamma v$ with the trapezium rule, beside $q$. In a step with
$\gamma = \frac12$ the two are the same; otherwise they differ by $O(h)$ over a run, and
by what a collision moves (erratum 0-12). In numbers: the step moves by $h((1-\gamma)v^l +
\gamma v^{l+1})$, the rule by the mean, and the difference, $h(\gamma - \frac12)(v^{l+1} -
v^l)$, adds up to $h(\gamma - \frac12)(v - v^0)$ in free motion: for $\gamma = 1$ half a
step times the change of the velocity. A run with $\dot q = \Gamma v$ has the rule's own
error of order $h^2$ beside it. */
static void follow(looking *x, int row, int from, int to, double dt)
{
    const perp_system *s = x->s;
    const double *first = cells(x, 0) + x->at.q, *q = cells(x, row) + x->at.q;
    double square = 0;
    for (int i = 0; i < s->nq; i++) {
        x->sum[i] += 0.5 * dt * rate_of(s, &x->data[from], i);
        x->sum[i] += 0.5 * dt * rate_of(s, &x->data[to], i);
        double off = q[i] - first[i] - x->sum[i];
        square += off * off;
    }
    x->r.position = fmax(x->r.position, sqrt(square));
}

/** ## A table from end to end

Two sides, the row and the one before, evaluated once each and exchanged. A row is evaluated with
the contacts that are closed in it, so an interval may know a contact from one of its ends only.
Rows that are a jump have $dt = 0$: no force has time, and $\bar M(v^+ - v^-)$ alone has
to be in the cone.

The cost is that of a complementarity problem a row, with two edges for each slip of a
closed contact: a box on four corners in space with two slips each has 16 edges and 6 free
unknowns. A closed contact that does not push costs as much as one that does. */
static perp_status walk(looking *x)
{
    PERP_TRY(looking_new(x));
    PERP_TRY(look(x, 0, 0));
    for (int row = 1; row < x->t->rows; row++) {
        int to = row % 2, from = 1 - to;
        double dt = cells(x, row)[1] - cells(x, row - 1)[1];
        PERP_TRY(look(x, row, to));
        arena_mark mark = arena_here(&x->scratch);
        PERP_TRY(between(x, from, to, dt));
        arena_release(&x->scratch, mark);
        follow(x, row, from, to, dt);
    }
    return PERP_SUCCESS;
}

perp_status residual_of(const perp_system *s, const trace *t, double tolerance,
                        residual *out)
{
    looking x = {.s = s, .t = t, .tolerance = tolerance};
    perp_status status = walk(&x);
    *out = x.r;
    assembler_clear(&x.work);
    arena_free(&x.a);
    arena_free(&x.scratch);
    return status;
}
