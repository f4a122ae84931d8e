#include "pks05/cone/qvi_newton.h"

#include "number/dense.h"

#include <math.h>
#include <string.h>

/** **The map.** With $\varrho > 0$ and $z = \lambda - \varrho w$ the conditions of a contact
say that $\lambda$ is where a projection of $z$ puts it:

$$F_n = \lambda_n - \max(0, z_n), \qquad
F_{to} = \lambda_{to} - \operatorname{Proj}_{\mathcal F(g)}(z_{to}), \qquad
g = \mu \max(\lambda_n, 0).$$

$F = 0$ is the step: a point is the projection of $\lambda - \varrho w$ exactly when $-w$ lies
in the normal cone there. $\varrho_n = 1/A_{nn}$ and $\varrho_t = 1/\|A_{tt}\|$, of the contact's
own block, make all entries forces, and make a single contact without friction
land in one step.

The other possibility is a function that is zero where the conditions hold and smooth
away from one point, like $\sqrt{x^2 + y^2} - x - y$; the disc would need one with the
algebra of a cone that is its own dual, which Coulomb's is for $\mu = 1$ only. The projection
on a disc is in closed form, and it has the pieces of the contact: open, stick, slip.

At the slip $\lambda = (1, -1)$ of the example, $w = (0, 1)$, $\varrho_n = 1$,
$\varrho_t = \frac15$: $z = (1, -\frac65)$, $g = 1$, the projection is $(1, -1)$ and $F
= 0$. At $\lambda = (1, -\frac12)$, $w = (1, \frac72)$: $z = (0, -\frac65)$, open by a
hair, $F = (1, \frac12)$. */
static double slip_size(const qvi_problem *p, int i)
{
    const int k = p->slips, N = qvi_rows(p), t = i * (1 + k) + 1;
    const double *A = p->A;
    double a = A[t * N + t];
    if (k == 1)
        return a;
    double d = A[(t + 1) * N + t + 1];
    double c = 0.5 * (A[t * N + t + 1] + A[(t + 1) * N + t]);
    return 0.5 * (a + d + sqrt((a - d) * (a - d) + 4 * c * c));
}

static double inverse(double x)
{
    return x > 0 ? 1 / x : 1;
}

perp_status qvi_newton_new(arena *a, const qvi_map *map, qvi_newton *out)
{
    const qvi_problem *p = map->p;
    const int N = qvi_rows(p), n = N > 0 ? N : 1;
    *out = (qvi_newton){.map = *map};
    out->rho = arena_take(a, (size_t)(2 * n), sizeof(double));
    out->lam = arena_take(a, (size_t)(6 * n), sizeof(double));
    out->J = arena_take_any(a, (size_t)(n * (n + 1)), sizeof(double));
    out->row_of = arena_take(a, (size_t)n, sizeof(int));
    out->used = arena_take(a, (size_t)n, 1);
    if (out->rho == NULL || out->lam == NULL || out->J == NULL ||
        out->row_of == NULL || out->used == NULL)
        return PERP_NO_MEMORY((size_t)(n * (n + 9)) * sizeof(double));
    out->w = out->lam + n;
    out->F = out->w + n;
    out->step = out->F + n;
    out->back = out->step + n;
    out->scale = out->back + n;
    for (int i = 0; i < p->contacts; i++) {
        int at = i * (1 + p->slips);
        out->rho[2 * i] = inverse(p->A[at * N + at]);
        out->rho[2 * i + 1] = inverse(slip_size(p, i));
    }
    return PERP_SUCCESS;
}

void qvi_rows_at(const qvi_problem *p, const double *lam, double *w)
{
    const int N = qvi_rows(p);
    for (int i = 0; i < N; i++) {
        double sum = p->b[i];
        for (int j = 0; j < N; j++)
            sum += p->A[i * N + j] * lam[j];
        w[i] = sum;
    }
}

/* What the projection does at contact i. */
typedef struct {
    int at;          /* its normal row */
    bool open, slip; /* the map's piece; not slip: stick, F = rho w */
    double g, size;  /* radius, |z_to| */
    double u[2];     /* direction of z_to when slip */
} piece;

static piece piece_at(const qvi_newton *x, int i)
{
    const qvi_problem *p = x->map.p;
    const int at = i * (1 + p->slips);
    const double *lam = x->lam + at, *w = x->w + at;
    piece s = {.at = at, .open = !(lam[0] - x->rho[2 * i] * w[0] > 0)};
    double positive = lam[0] > 0 ? lam[0] : 0, z[2] = {0, 0};
    s.g = x->map.g != NULL ? x->map.g[i] : p->mu[i] * positive;
    for (int k = 0; k < p->slips; k++)
        z[k] = lam[1 + k] - x->rho[2 * i + 1] * w[1 + k];
    s.size = p->slips == 1 ? fabs(z[0]) : sqrt(z[0] * z[0] + z[1] * z[1]);
    s.slip = s.size > s.g;
    for (int k = 0; k < p->slips; k++)
        s.u[k] = s.slip ? z[k] / s.size : 0;
    return s;
}

/** $F$ on the pieces, in the form that does not cancel: $F_n$ is $\lambda_n$ or
$\varrho w_n$, whichever the sign of $z_n$ says, and sticking gives $\varrho_tw_{to}$ and
not $\lambda_{to} - (\lambda_{to} - \varrho_tw_{to})$, which would lose the digits of a small
slip beside a large force. */
static void map_at(qvi_newton *x)
{
    const qvi_problem *p = x->map.p;
    qvi_rows_at(p, x->lam, x->w);
    for (int i = 0; i < p->contacts; i++) {
        piece s = piece_at(x, i);
        x->F[s.at] = s.open ? x->lam[s.at] : x->rho[2 * i] * x->w[s.at];
        if (x->map.frozen)
            x->F[s.at] = 0;
        for (int k = 1; k <= p->slips; k++)
            x->F[s.at + k] = s.slip ? x->lam[s.at + k] - s.g * s.u[k - 1]
                                    : x->rho[2 * i + 1] * x->w[s.at + k];
    }
}

/** **The measure.** A rounding error of $w_i$ is a few units in the last place of
$|b_i| + \sum_j|A_{ij}\lambda_j|$; times $\varrho$ it is a force. The largest $|F_i|$
over the largest of these is the residual, the same for all units. The largest and not
the row's own: a row whose terms are all tiny would ask for forces below what the others
leave. */
static double yardstick(const qvi_newton *x)
{
    const qvi_problem *p = x->map.p;
    const int N = qvi_rows(p);
    double most = 0;
    for (int i = 0; i < N; i++) {
        int contact = i / (1 + p->slips), slip = i % (1 + p->slips) != 0;
        double sum = fabs(p->b[i]);
        for (int j = 0; j < N; j++)
            sum += fabs(p->A[i * N + j] * x->lam[j]);
        sum *= x->rho[2 * contact + slip];
        most = sum > most ? sum : most;
    }
    return most;
}

double qvi_newton_residual(qvi_newton *x)
{
    const int N = qvi_rows(x->map.p);
    map_at(x);
    double most = 0, sum = 0;
    for (int i = 0; i < N; i++) {
        sum += fabs(x->F[i]);
        most = fabs(x->F[i]) > most ? fabs(x->F[i]) : most;
    }
    if (!isfinite(sum))
        return INFINITY;
    if (most == 0)
        return 0;
    double r = most / yardstick(x);
    return isfinite(r) ? r : (double)INFINITY;
}

/** **Its derivative.** $F$ is smooth in pieces. An open contact has $F_n =
\lambda_n$, a closed one $F_n = \varrho_n w_n$; sticking is $F_{to} = \varrho_t w_{to}$, and where
it slips, with $u = z_{to}/|z_{to}|$,

$$dF_{to} = d\lambda_{to} - u\,dg
- \frac{g}{|z_{to}|} (I - u u^\top)(d\lambda_{to} - \varrho_t A_{to}\, d\lambda),
\qquad dg = \mu\, d\lambda_n .$$

On the seams between the pieces any of them will do: the method is Alart's and
Curnier's. At $\lambda_n = 0$ the piece with $dg = \mu\, d\lambda_n$ is taken when the normal row
says contact; otherwise a closing contact would never begin to rub.

One step by hand, $A = \begin{pmatrix} 2 & 1 \\ 1 & 2 \end{pmatrix}$, $b = (-2, -3)$,
$\mu = \frac12$ from $\lambda = 0$: $z = (1, \frac32)$, closed and slipping with $u =
1$, $g = 0$, so

$$\begin{pmatrix} 1 & \frac12 \\ -\frac12 & 1 \end{pmatrix} d\lambda = \begin{pmatrix} 1 \\ 0 \end{pmatrix},
\qquad \lambda = (\tfrac45, \tfrac25), \quad w = (0, -\tfrac75),$$

the solution. With $dg = 0$ at $\lambda_n = 0$ the step would have gone to $(1, 0)$. */
static void slip_rows(qvi_newton *x, int i, const piece *s)
{
    const qvi_problem *p = x->map.p;
    const int N = qvi_rows(p), k = p->slips;
    const double ratio = s->size > 0 ? s->g / s->size : 0;
    const bool moves = x->map.g == NULL && (x->lam[s->at] > 0 || !s->open);
    for (int r = 0; r < k; r++) {
        double *row = x->J + (s->at + 1 + r) * (N + 1);
        memset(row, 0, (size_t)N * sizeof *row);
        for (int c = 0; c < k; c++) {
            double across = (r == c) - s->u[r] * s->u[c], keep = ratio * across;
            const double *A = p->A + (s->at + 1 + c) * N;
            row[s->at + 1 + c] += (r == c) - keep;
            for (int j = 0; j < N && keep != 0; j++)
                row[j] += keep * x->rho[2 * i + 1] * A[j];
        }
        if (moves)
            row[s->at] -= s->u[r] * p->mu[i];
    }
}

static void take_row(qvi_newton *x, int row, double rho)
{
    const int N = qvi_rows(x->map.p);
    for (int j = 0; j < N; j++)
        x->J[row * (N + 1) + j] = rho * x->map.p->A[row * N + j];
}

static void derivative(qvi_newton *x)
{
    const qvi_problem *p = x->map.p;
    const int N = qvi_rows(p);
    for (int i = 0; i < p->contacts; i++) {
        piece s = piece_at(x, i);
        if (s.open || x->map.frozen) {
            double *row = x->J + s.at * (N + 1);
            memset(row, 0, (size_t)N * sizeof *row);
            row[s.at] = 1;
        } else {
            take_row(x, s.at, x->rho[2 * i]);
        }
        for (int k = 1; k <= p->slips && !s.slip; k++)
            take_row(x, s.at + k, x->rho[2 * i + 1]);
        if (s.slip)
            slip_rows(x, i, &s);
    }
    for (int i = 0; i < N; i++)
        x->J[i * (N + 1) + N] = x->F[i];
}

/** **A step** is shortened until the map has become smaller. Its length in
numbers is the only merit there is: $F$ is not the gradient of anything, and
where no length helps the method has failed and says so. All entries are
forces, so the length adds like to like.

Twelve halvings and a share of $10^{-4}$: accepted is what makes $|F|$ less by at least
$10^{-4}t$ of itself, the smallest $t$ is $2^{-11}$. A direction that wants less is no
descent within what a kink allows: on the other side of a kink $F$ is another linear map,
of which this derivative knows nothing. The next rung of the ladder begins from the best
point, on whatever side it lies. 
A singular derivative is no failure. In the plane it is singular exactly where a
determinant of `qvi_modes.c` vanishes. Unknowns without a pivot stay where they are, and
the others move. */
static double length_of(int n, const double *v)
{
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += v[i] * v[i];
    return sqrt(sum);
}

enum { HALVINGS = 12 };

/* 1 when lam moved; the map is up to date. */
static bool newton_step(qvi_newton *x)
{
    const int N = qvi_rows(x->map.p);
    const double before = length_of(N, x->F);
    derivative(x);
    dense_jordan(N, 1, x->J, x->row_of, x->used, x->scale, 1e-14);
    for (int c = 0; c < N; c++) {
        int r = x->row_of[c];
        x->step[c] = r < 0 ? 0 : -x->J[r * (N + 1) + N];
        if (!isfinite(x->step[c]))
            return false;
    }
    x->iterations++;
    memcpy(x->back, x->lam, (size_t)N * sizeof *x->lam);
    double t = 1;
    for (int k = 0; k < HALVINGS; k++, t *= 0.5) {
        for (int i = 0; i < N; i++)
            x->lam[i] = x->back[i] + t * x->step[i];
        map_at(x);
        if (length_of(N, x->F) < (1 - 1e-4 * t) * before)
            return true;
    }
    memcpy(x->lam, x->back, (size_t)N * sizeof *x->lam);
    return false;
}

/** Once the residual is accepted a step is still taken as long as it halves it: the last step of a
Newton method is the cheapest digit there is. $2^{-60}$ is below all rounding, and ends it. */
double qvi_newton_run(qvi_newton *x, int limit, double accepted)
{
    double best = qvi_newton_residual(x);
    for (int k = 0; k < limit && best > 0x1p-60; k++) {
        bool below = best <= accepted;
        if (!newton_step(x))
            break;
        double now = qvi_newton_residual(x);
        if (below && now >= 0.5 * best) {
            best = now;
            break;
        }
        best = now;
    }
    return best;
}

/** **Sweeps.** One contact after the other is solved as if it were alone, and
its effect on all rows is carried on. Slow near the solution, hard to lead
astray far from it: what Newton's method asks of its start. On $A = \begin{pmatrix} 2 & 1
\\ 1 & 2 \end{pmatrix}$, $b = (-2, -3)$, $\mu = \frac12$ they go from zero to $(1,
\frac12)$, $(\frac34, \frac38)$, $(\frac{13}{16}, \frac{13}{32})$, $(\frac{51}{64},
\frac{51}{128})$: an error of a fifth shrinks by four each time, and some twenty-five of
them reach what Newton's one step does. The normal force comes
first and the radius follows it; the tangential step is taken with $1/\|A_{tt}\|$, both
slips at once, so that it is the step of a projected gradient and not that of two
single rows, which would depend on the axes. */
static void add_column(qvi_newton *x, int j, double by)
{
    const int N = qvi_rows(x->map.p);
    x->lam[j] += by;
    for (int i = 0; i < N && by != 0; i++)
        x->w[i] += x->map.p->A[i * N + j] * by;
}

static void sweep_contact(qvi_newton *x, int i)
{
    const qvi_problem *p = x->map.p;
    const int at = i * (1 + p->slips);
    piece s = piece_at(x, i);
    if (!x->map.frozen)
        add_column(x, at, s.open ? -x->lam[at] : -x->rho[2 * i] * x->w[at]);
    s = piece_at(x, i);
    double to[2];
    for (int k = 0; k < p->slips; k++)
        to[k] = s.slip ? s.g * s.u[k] - x->lam[at + 1 + k]
                       : -x->rho[2 * i + 1] * x->w[at + 1 + k];
    for (int k = 0; k < p->slips; k++)
        add_column(x, at + 1 + k, to[k]);
}

void qvi_newton_sweep(qvi_newton *x, int count)
{
    qvi_rows_at(x->map.p, x->lam, x->w);
    for (int n = 0; n < count; n++)
        for (int i = 0; i < x->map.p->contacts; i++)
            sweep_contact(x, i);
}

/** **Tidying.** Newton leaves $10^{-17}$ where zero is meant. One application of
the projection removes that, and puts a slipping force on its circle as nearly
as doubles can. A contact that is open by $10^{-17}$ N would be counted as closed by
whoever reads the table, and a slipping force that is $10^{-17}$ N too long is outside of
the cone. Where tidying costs more than it mends (near a seam the
projection may change the piece) it is taken back. */
static void project(qvi_newton *x)
{
    const qvi_problem *p = x->map.p;
    for (int i = 0; i < p->contacts; i++) {
        piece s = piece_at(x, i);
        if (s.open && !x->map.frozen)
            x->lam[s.at] = 0;
        if (s.open && x->map.g == NULL && !x->map.frozen)
            s = (piece){.at = s.at, .slip = true};
        for (int k = 0; k < p->slips && s.slip; k++)
            x->lam[s.at + 1 + k] = s.g * s.u[k];
    }
}

double qvi_newton_tidy(qvi_newton *x)
{
    const int N = qvi_rows(x->map.p);
    double before = qvi_newton_residual(x);
    memcpy(x->back, x->lam, (size_t)N * sizeof *x->lam);
    project(x);
    double after = qvi_newton_residual(x);
    if (after <= before || after <= 0x1p-50)
        return after;
    memcpy(x->lam, x->back, (size_t)N * sizeof *x->lam);
    return qvi_newton_residual(x);
}
