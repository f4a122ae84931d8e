#include "number/dense.h"
#include "p10/paoli_step.h"

#include <math.h>
#include <string.h>

/** ## From one start to a nearest point

With $Z = q^n + hw$ and $w_y$ for the prediction,

$$\min \tfrac12 |w - w_y|_M^2, \qquad f_a(q^n + hw)/h \ge 0,$$

has the Lagrangian's second derivatives $M + B$, $B = -h\sum\lambda_a \nabla^2
f_a$. A round stands at $c$ and minimises the quadratic model with $W = M +
\vartheta B$ over the tangents of all constraints; $\vartheta$ is the largest of
1, 1/2, 1/4, ..., 0 with which $M + 2\vartheta B$ is positive definite, so $W
\ge M/2$. Where $f$ is concave $B \ge 0$, and $\vartheta = 1$.

Why not $\vartheta = 0$ always: the round would be the map $c \mapsto$
projection on the tangents at $c$, with the derivative $-M^{-1}B$ along the
boundary at $Z$. That is the depth of the prediction times the curvature of the
boundary there, and above 1 it leads away from $Z$.

The step $d = w - c$ is made $\alpha = 1, 1/2, ...$ long, until

$$\varphi(w) = \tfrac12 |w - w_y|_M^2 + \nu \sum_a \max(0, -f_a)/h$$

falls by a part of what the model says. With $\nu \ge 2\lambda_a$ this is a
descent: $\Delta \le -|d|_W^2 - \tfrac12\nu\sum\max(0,-f_a)/h$. When all $f_a$
are concave and one point has all $f_a > 0$ (Slater), the tangents always leave
a point, the multipliers are bounded, $\varphi$ is coercive, and every limit of
the rounds is a point with multipliers (Han 1977): the nearest one, since there
is no other. Nothing is assumed of $h$.

An example. $K$ is the unit disc, $f = 1 - |Z|^2$, $M = I$, $y = (3, 0)$, so
$Z = (1, 0)$ with $\lambda = 1$ and $B = 2I$; depth times curvature is 2. From
the point of the circle at the angle 0.1, with $\vartheta = 0$ and full steps,
the angles of the rounds are

    0.1  -0.191  0.326  -0.435  0.440  -0.408  0.397

first twice as large with the other sign, and then back and forth. With
$\vartheta = 1$ and $\lambda = 1$ in the first round they are

    0.1  5.0e-4  -2.5e-6  9.2e-11

At first $\lambda$ is not known; the first round of all has $\lambda = 0$ and is
the plain one.

A round costs gaps and gradients at one point, their second derivatives (a
tangent of the tape for each coordinate), a factorisation of $W$ for each
$\vartheta$ tried, and the problem of the constraints that it takes in hand. The
case `disc` with $h = \frac1{100}$ solves 14 problems in the two of its 200
steps that meet the circle: rounds from all starts, the test of each answer, and
the test of the choice.
*/
typedef struct {
    paoli_state *r;
    double *push;  /* contacts: multipliers of the last model */
    double *from;  /* nv: a point to go back to */
    double *E, *x; /* Newton's matrix and unknowns */
    double *scale;
    int *row_of;
    unsigned char *used;
} descent;

enum { ROUNDS = 400, NEWTON = 20, HALVINGS = 40 };

/** Factors $M + \vartheta B$. */
static int definite(paoli_state *r, double share)
{
    const int v = r->sys->nv;
    paoli_bent *k = &r->curve;
    for (int i = 0; i < v * v; i++)
        k->W[i] = r->M[i] + share * k->B[i];
    return paoli_factor(k->W, &k->metric).code == PERP_OK;
}

/** The model of a round that stands at c, and where it would go if nothing were
in its way: $c + W^{-1}M(w_y - c)$. */
static perp_status pose(descent *k)
{
    paoli_state *r = k->r;
    const int v = r->sys->nv;
    double share = 1;
    memcpy(r->curve.lambda, k->push,
           (size_t)r->sys->contacts * sizeof *k->push);
    PERP_TRY(paoli_bend(r, r->at));
    while (share > 0 && !definite(r, 2 * share))
        share = share > 0x1p-8 ? share / 2 : 0;
    if (!definite(r, share))
        return PERP_FAIL(PERP_INPUT, "the mass matrix is not positive "
                                     "definite");
    for (int i = 0; i < v; i++)
        r->curve.c[i] = (r->at[i] - r->q[i]) / r->h;
    for (int i = 0; i < v; i++) {
        r->curve.aim[i] = 0;
        for (int j = 0; j < v; j++)
            r->curve.aim[i] +=
                r->M[i * v + j] * (r->predicted[j] - r->curve.c[j]);
    }
    paoli_solve(&r->curve.metric, r->curve.aim);
    for (int i = 0; i < v; i++)
        r->curve.aim[i] += r->curve.c[i];
    r->model = &r->curve.metric;
    r->aim = r->curve.aim;
    return PERP_SUCCESS;
}

static double violation(const paoli_state *r)
{
    double sum = 0;
    for (int j = 0; j < r->sys->contacts; j++)
        sum += fmax(0, -r->work.gap[j]) / r->h;
    return sum;
}

/** $(w - w_y)^T M x$ with $w$ for `at`. */
static double slope(const paoli_state *r, const double *at, const double *x)
{
    const int v = r->sys->nv;
    double sum = 0;
    for (int i = 0; i < v; i++)
        sum += ((at[i] - r->q[i]) / r->h - r->predicted[i]) *
               dense_dot(v, r->M + (size_t)i * (size_t)v, x);
    return sum;
}

/** $\varphi$ at `at`; infinite where a gap has no value. */
static double merit(paoli_state *r)
{
    const int v = r->sys->nv;
    double *x = r->w;
    if (assemble_gaps(r->sys, &r->work, r->at).code != PERP_OK)
        return (double)INFINITY;
    for (int i = 0; i < v; i++)
        x[i] = (r->at[i] - r->q[i]) / r->h - r->predicted[i];
    return slope(r, r->at, x) / 2 + r->curve.penalty * violation(r);
}

/** Along d from `at`; *moved = 0 when $\varphi$ does not fall any more. The
gaps are those of `at`.

What the model promises is $\Delta = (c - w_y)^TMd - \nu\sum\max(0, -f_a)/h$:
the slope of the first part of $\varphi$, and all violation gone, since d
reaches the tangents. That it is negative follows from the model's own
conditions, $Wd + M(c - w_y) = \sum\lambda_a\nabla f_a$ and $\lambda_a(f_a/h +
\nabla f_a \cdot d) = 0$. Multiplied by d,

$$(c - w_y)^TMd = -|d|_W^2 - \sum\lambda_a f_a/h
\le -|d|_W^2 + \tfrac12\nu\sum\max(0, -f_a)/h ,$$

with $\nu \ge 2\lambda_a$, the bound above. $2^{-13}\Delta$ is asked of a full
step, and less of shorter ones in proportion: some part of the way always gives
it. */
static void walk(descent *k, int *moved)
{
    paoli_state *r = k->r;
    const int v = r->sys->nv;
    double most = 0;
    for (int j = 0; j < r->sys->contacts; j++)
        most = fmax(most, k->push[j]);
    r->curve.penalty = fmax(r->curve.penalty, 2 * most);
    memcpy(k->from, r->at, (size_t)v * sizeof *k->from);
    double fall = slope(r, r->at, r->curve.d) - r->curve.penalty * violation(r);
    double start = merit(r), part = 1;
    *moved = 0;
    for (int n = 0; n < HALVINGS && fall < 0 && !*moved; n++, part /= 2) {
        for (int i = 0; i < v; i++)
            r->at[i] = k->from[i] + part * r->h * r->curve.d[i];
        *moved = merit(r) < start + 0x1p-13 * part * fall;
    }
    if (!*moved)
        memcpy(r->at, k->from, (size_t)v * sizeof *k->from);
}

/** ## The last digits

Newton's method for

$$M(w - w_y) = \sum_{a \in A}\lambda_a \nabla f_a, \qquad f_a(q^n + hw)/h = 0,
\quad a \in A,$$

with $A$ those who push in the model, from the model's answer. It is tried as
soon as two rounds agree on $A$ and given up at the first step that is not half
as long as the one before. It needs no definite $W$, so the end is quadratic for
a $K$ that is not convex, too. The first step may be eight times as long as the
round's: rounds may shrink slowly where $\vartheta < 1$, and then stand farther
off than they move. */
static int fill(descent *k, int a, double *size)
{
    paoli_state *r = k->r;
    const int v = r->sys->nv, n = v + a, width = n + 1;
    const double *lambda = k->x + v;
    double *E = k->E;
    memset(E, 0, (size_t)(n * width) * sizeof *E);
    memset(r->curve.lambda, 0,
           (size_t)r->sys->contacts * sizeof *r->curve.lambda);
    for (int i = 0; i < a; i++)
        r->curve.lambda[r->id[i]] = lambda[i];
    *size = 0;
    for (int i = 0; i < v; i++) {
        r->at[i] = r->q[i] + r->h * k->x[i];
        *size = fmax(*size, fmax(fabs(r->q[i]), fabs(r->at[i])));
    }
    if (paoli_linearise(r).code != PERP_OK ||
        paoli_bend(r, r->at).code != PERP_OK)
        return 0;
    for (int i = 0; i < v; i++)
        for (int j = 0; j < v; j++) {
            E[i * width + j] = r->M[i * v + j] + r->curve.B[i * v + j];
            E[i * width + n] += r->M[i * v + j] * (k->x[j] - r->predicted[j]);
        }
    for (int c = 0; c < a; c++) {
        const double *row = r->rows + (size_t)r->id[c] * (size_t)v;
        E[(v + c) * width + n] = r->work.gap[r->id[c]] / r->h;
        for (int i = 0; i < v; i++) {
            E[i * width + v + c] = -row[i];
            E[(v + c) * width + i] = row[i];
            E[i * width + n] -= lambda[c] * row[i];
        }
    }
    return 1;
}

/** One step; its length in positions, or infinity. */
static double newton(descent *k, int a, double *size)
{
    paoli_state *r = k->r;
    const int v = r->sys->nv, n = v + a;
    double longest = 0, sum = 0;
    if (!fill(k, a, size))
        return (double)INFINITY;
    r->operations += (double)n * n * n / 2;
    if (dense_jordan(n, 1, k->E, k->row_of, k->used, k->scale, 0x1p-46) < n)
        return (double)INFINITY;
    for (int i = 0; i < n; i++) {
        double by = k->E[k->row_of[i] * (n + 1) + n];
        k->x[i] -= by;
        sum += fabs(by);
        longest = fmax(longest, i < v ? r->h * fabs(by) : 0);
    }
    return isfinite(sum) ? longest : (double)INFINITY;
}

/** From w and `push`. r->at is the result, or where it was. It goes on until
the steps are rounding: what is left is magnified by the last problem below. */
static perp_status finish(descent *k, double before, int *done)
{
    paoli_state *r = k->r;
    const int v = r->sys->nv;
    double size = 0;
    int a = 0, near = 0, over = 0;
    *done = 0;
    memcpy(k->from, r->at, (size_t)v * sizeof *k->from);
    memcpy(k->x, r->w, (size_t)v * sizeof *k->x);
    for (int j = 0; j < r->sys->contacts && a < v; j++)
        if (k->push[j] > 0) {
            r->id[a] = j;
            k->x[v + a++] = k->push[j];
        }
    for (int n = 0; n < NEWTON && a > 0 && !over; n++) {
        double by = newton(k, a, &size);
        near = isfinite(by) && (near || by <= 0x1p-44 * size);
        over = !isfinite(by) || by > before / 2 || by <= 0x1p-52 * size;
        before = by;
    }
    for (int i = 0; i < v && near; i++)
        r->at[i] = r->q[i] + r->h * k->x[i];
    if (near)
        PERP_TRY(paoli_stands(r, done));
    if (!*done)
        memcpy(r->at, k->from, (size_t)v * sizeof *k->from);
    return PERP_SUCCESS;
}

/** Who pushes, and are they those of the round before? Newton's method has
nobody who could leave or come; before the rounds agree it would solve for the
wrong set. */
static int agree(descent *k)
{
    int same = 1;
    for (int j = 0; j < k->r->sys->contacts; j++) {
        uint8_t now = k->push[j] > 0;
        same &= k->r->curve.was[j] == now;
        k->r->curve.was[j] = now;
    }
    return same;
}

/** One round. *over = 1: it stands still at `at`, 2: Newton has finished. Where
the tangents leave no point, which cannot be when all f are concave, or the
answer overflows, the round begins again halfway to $Z^{n-1}$, a point of
$K$. */
static perp_status one_round(descent *k, int *over)
{
    paoli_state *r = k->r;
    const int v = r->sys->nv;
    double longest = 0, size = 0, sum = 0;
    int moved, done = 0;
    PERP_TRY(paoli_linearise(r));
    PERP_TRY(pose(k));
    perp_status s = paoli_project_flat(r);
    for (int i = 0; i < v; i++) {
        r->curve.d[i] = r->w[i] - r->curve.c[i];
        sum += fabs(r->curve.d[i]);
        longest = fmax(longest, r->h * fabs(r->curve.d[i]));
        size = fmax(size, fmax(fabs(r->q[i]), fabs(r->at[i])));
    }
    if (s.code == PERP_NO_SOLUTION || (s.code == PERP_OK && !isfinite(sum))) {
        for (int i = 0; i < v; i++)
            r->at[i] = (r->at[i] + r->Z[i]) / 2;
        return PERP_SUCCESS;
    }
    PERP_TRY(s);
    paoli_multipliers(r, k->push);
    if ((*over = longest <= 0x1p-48 * size))
        return PERP_SUCCESS;
    if (agree(k))
        PERP_TRY(finish(k, 16 * longest, &done));
    if ((*over = 2 * done))
        return PERP_SUCCESS;
    PERP_TRY(assemble_gaps(r->sys, &r->work, r->at));
    walk(k, &moved);
    *over = !moved;
    return PERP_SUCCESS;
}

static perp_status begin(descent *k)
{
    const size_t v = (size_t)k->r->sys->nv, p = (size_t)k->r->sys->contacts;
    const size_t n = 2 * v;
    arena *a = &k->r->scratch;
    k->push = arena_take(a, p, sizeof *k->push);
    k->from = arena_take(a, v, sizeof *k->from);
    k->E = arena_take(a, n * (n + 1), sizeof *k->E);
    k->x = arena_take(a, n, sizeof *k->x);
    k->scale = arena_take(a, n, sizeof *k->scale);
    k->row_of = arena_take(a, n, sizeof *k->row_of);
    k->used = arena_take(a, n, 1);
    if (k->push == NULL || k->from == NULL || k->E == NULL || k->x == NULL ||
        k->scale == NULL || k->row_of == NULL || k->used == NULL)
        return PERP_NO_MEMORY(n * n * sizeof *k->E);
    memset(k->r->curve.was, 0, p);
    k->r->curve.penalty = 0;
    return PERP_SUCCESS;
}

/** The rounds stand still, as far as $\varphi$ can tell: to half of the digits.
Newton's method is tried for the others. */
static perp_status stop(descent *k, int *done)
{
    paoli_state *r = k->r;
    for (int i = 0; i < r->sys->nv; i++)
        r->w[i] = (r->at[i] - r->q[i]) / r->h;
    PERP_TRY(finish(k, (double)INFINITY, done));
    return *done ? PERP_SUCCESS : paoli_stands(r, done);
}

/** A start from which the rounds come to a point where a gap has no value leads
nowhere; it is no reason to end the run. */
perp_status paoli_descend(paoli_state *r, const double *from, int *done)
{
    arena_mark here = arena_here(&r->scratch);
    descent k = {.r = r};
    int over = 0;
    perp_status s = begin(&k);
    memcpy(r->at, from, (size_t)r->sys->nv * sizeof *from);
    for (int n = 0; n < ROUNDS && s.code == PERP_OK && over == 0; n++)
        s = one_round(&k, &over);
    *done = over == 2;
    if (s.code == PERP_OK && over == 1)
        s = stop(&k, done);
    if (s.code == PERP_INPUT) {
        *done = 0;
        s = PERP_SUCCESS;
    }
    r->model = &r->metric;
    r->aim = r->predicted;
    arena_release(&r->scratch, here);
    return s;
}
