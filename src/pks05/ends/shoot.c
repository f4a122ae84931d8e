#include "pks05/ends/shoot.h"

#include "number/dense.h"

#include <math.h>
#include <string.h>

const shoot_options shoot_defaults = {
    .method = SHOOT_ANY, .tolerance = 1e-10, .apart = 0x1p-20, .most = 200};

const char *shoot_name(shoot_method m)
{
    static const char *const name[] = {"any", "fixed point", "secant",
                                       "newton"};
    return name[m];
}

/* The search: the best start so far and what is left of its runs. */
typedef struct {
    const shoot_problem *p;
    const shoot_options *o;
    shoot_report *out;
    double *best, *v, *r, *trial, *left; /* n each; r = R(v) */
    double *last;         /* n: the last increment of the fixed point */
    double *J;            /* n x n, by rows */
    double *rows, *scale; /* n x (n + 1), n */
    int *row_of;
    unsigned char *used;
} search;

static double length(int n, const double *x)
{
    double largest = dense_largest((size_t)n, x), sum = 0;
    if (!(largest > 0))
        return largest;
    for (int i = 0; i < n; i++)
        sum += (x[i] / largest) * (x[i] / largest);
    return largest * sqrt(sum);
}

static int finite(int n, const double *x)
{
    for (int i = 0; i < n; i++)
        if (!isfinite(x[i]))
            return 0;
    return 1;
}

/* R(v) into r, and its length; infinity where there is no run from v, or no run
   left. */
static perp_status run(search *x, const double *v, double *r, double *size)
{
    const int n = x->p->n;
    *size = HUGE_VAL;
    if (x->out->evaluations >= x->o->most || !finite(n, v))
        return PERP_SUCCESS;
    x->out->evaluations++;
    perp_status s = x->p->run(x->p->of, v, r);
    if (s.code == PERP_NO_SOLUTION || s.code == PERP_LIMIT)
        return PERP_SUCCESS;
    PERP_TRY(s);
    if (finite(n, r))
        *size = length(n, r);
    return PERP_SUCCESS;
}

/** Remembers a start that came nearer than all before it, with the way that found it. So a
search that fails, or that a kink throws back, gives what was nearest and not what was last; and
a way begins where the one before it came nearest. */
static int better(search *x, const double *v, double size, shoot_method m)
{
    if (!(size < x->out->residual))
        return 0;
    memcpy(x->best, v, (size_t)x->p->n * sizeof *v);
    x->out->residual = size;
    x->out->method = m;
    x->out->solved = size <= x->o->tolerance;
    return 1;
}

/** ## The fixed point

$v \leftarrow \Upsilon(v) = v + P R(v)$ with $P = (M_\nu + N_\nu)^{-1}$.
Brouwer's theorem, which proves that a fixed point exists, says nothing of this iteration:
its increments $P R$ grow or shrink by a factor that is measured here, with its sign when
$n = 1$. Three
increments in a row that do not shrink to nine tenths end it, unless it alone was
asked for; then the runs end it.

Implements PKS05 (27). */
static perp_status fixed_point(search *x, int alone)
{
    const int n = x->p->n;
    double size, before = 0, first = 0;
    int bad = 0;
    memcpy(x->v, x->best, (size_t)n * sizeof *x->v);
    for (;;) {
        PERP_TRY(run(x, x->v, x->r, &size));
        better(x, x->v, size, SHOOT_FIXED_POINT);
        if (x->out->solved || size == HUGE_VAL)
            return PERP_SUCCESS;
        for (int i = 0; i < n; i++) {
            x->left[i] = 0;
            for (int j = 0; j < n; j++)
                x->left[i] += x->p->P[i * n + j] * x->r[j];
            x->v[i] += x->left[i];
        }
        double now = length(n, x->left);
        if (before > 0) {
            x->out->measured = 1;
            x->out->contraction = n == 1 ? x->left[0] / first : now / before;
            bad = now < 0.9 * before ? 0 : bad + 1;
        }
        if (bad >= 3 && !alone)
            return PERP_SUCCESS;
        before = now;
        first = x->left[0];
    }
}

/** ## The secant

One unknown: the line through the last two values. When they have different
signs a zero lies between them, and what leaves the interval is replaced by its
middle: with kinks the secant alone may run in circles. Where one end stays, its value
is halved, so that it does not stay for ever. It may use half of the
runs.

For `fixed_point.lua` with $\kappa = 2$ the points are $v = 0$, $R = 1$ (held), $v = 1$,
$R = 0.3206$ (slides), then $1/0.6794 = 1.4719$, where $R = -0.3400$, and the line through
the last two, both on the sliding branch, hits 1.229. */
static perp_status secant(search *x)
{
    double a = x->best[0], fa, b, fb, size;
    PERP_TRY(run(x, &a, &fa, &size));
    better(x, &a, size, SHOOT_SECANT);
    if (x->out->solved || size == HUGE_VAL)
        return PERP_SUCCESS;
    b = x->p->P != NULL ? a + x->p->P[0] * fa : a + fmax(1, fabs(a)) / 16;
    PERP_TRY(run(x, &b, &fb, &size));
    while (size < HUGE_VAL && x->out->evaluations < x->o->most / 2) {
        better(x, &b, size, SHOOT_SECANT);
        if (x->out->solved || fa == fb)
            return PERP_SUCCESS;
        double c = b - fb * (b - a) / (fb - fa), fc;
        int between = (fa < 0) != (fb < 0);
        if (between && !(fmin(a, b) < c && c < fmax(a, b)))
            c = a + (b - a) / 2;
        if (c == a || c == b)
            return PERP_SUCCESS;
        PERP_TRY(run(x, &c, &fc, &size));
        if (!between || (fc < 0) != (fb < 0)) {
            a = b;
            fa = fb;
        } else {
            fa /= 2; /* a stays: its value counts half */
        }
        b = c;
        fb = fc;
    }
    return PERP_SUCCESS;
}

/** ## Newton's method, damped

Difference quotients make the matrix $J$, and Levenberg's equation $(J^\top J +
\lambda D) d = -J^\top R$, $D$ the diagonal of $J^\top J$, the step: $\lambda$
falls where the step was good and grows where it was not. Where friction holds
everything, $J$ is nearly zero, and undamped steps would go far beyond all
sense; where $J$ is well the damping disappears, and the steps are Newton's.

On a kink the quotients know one side only, and no step that they propose need
be good. Then those of the other side are asked before the search gives up. The
quotients are taken over shorter ways as the residual falls: a root may lie on a
kink itself. */
static perp_status jacobian(search *x, const double *r, double apart, int *fine)
{
    const int n = x->p->n;
    *fine = 1;
    for (int j = 0; j < n && *fine; j++) {
        double old = x->v[j], size;
        x->v[j] = old + apart * fmax(1, fabs(old));
        double by = x->v[j] - old;
        PERP_TRY(run(x, x->v, x->trial, &size));
        x->v[j] = old;
        *fine = size < HUGE_VAL;
        for (int i = 0; i < n && *fine; i++)
            x->J[i * n + j] = (x->trial[i] - r[i]) / by;
    }
    return PERP_SUCCESS;
}

/** The step of Levenberg's equation into `x->left`. A velocity that the end does not feel has a
column of zeros, and a share of zero does not damp it: it gets $10^{-6}$ of the largest diagonal.
With $J = \mathrm{diag}(1, 0)$ and $R = (1, 1)$ the step is $(-1/(1 + \lambda), 0)$ then, and not
undefined. */
static void levenberg(search *x, double lambda)
{
    const int n = x->p->n;
    double *A = x->rows;
    for (int i = 0; i < n; i++)
        for (int j = 0; j <= n; j++) {
            double sum = 0;
            for (int k = 0; k < n; k++)
                sum += x->J[k * n + i] * (j < n ? x->J[k * n + j] : x->r[k]);
            A[i * (n + 1) + j] = sum;
        }
    double largest = 0;
    for (int i = 0; i < n; i++)
        largest = fmax(largest, A[i * (n + 1) + i]);
    for (int i = 0; i < n; i++) /* a column of zeros is damped all the same */
        A[i * (n + 1) + i] += lambda * fmax(A[i * (n + 1) + i], 1e-6 * largest);
    dense_jordan(n, 1, A, x->row_of, x->used, x->scale, 1e-14);
    for (int i = 0; i < n; i++)
        x->left[i] = x->row_of[i] < 0 ? 0 : -A[x->row_of[i] * (n + 1) + n];
}

/** One step from $v$ with $R$ of that size: whether it came nearer. Twelve tries multiply
$\lambda$ by $8^{12}$, about $7 \cdot 10^{10}$: from $2^{-10}$ to steps that are nothing. */
static perp_status descend(search *x, double *size, double *lambda, int *nearer)
{
    const size_t bytes = (size_t)x->p->n * sizeof *x->v;
    *nearer = 0;
    for (int tries = 0; tries < 12 && !*nearer; tries++) {
        double now;
        levenberg(x, *lambda);
        for (int i = 0; i < x->p->n; i++)
            x->trial[i] = x->v[i] + x->left[i];
        PERP_TRY(run(x, x->trial, x->left, &now));
        *nearer = now < *size;
        *lambda = *nearer ? fmax(*lambda / 16, 0x1p-40) : *lambda * 8;
        if (*nearer) {
            memcpy(x->v, x->trial, bytes);
            memcpy(x->r, x->left, bytes);
            *size = now;
        }
    }
    return PERP_SUCCESS;
}

static perp_status newton(search *x)
{
    double size, first, lambda = 0x1p-10, apart = x->o->apart;
    memcpy(x->v, x->best, (size_t)x->p->n * sizeof *x->v);
    PERP_TRY(run(x, x->v, x->r, &size));
    first = size;
    better(x, x->v, size, SHOOT_NEWTON);
    for (int stuck = 0; stuck < 2 && !x->out->solved && size < HUGE_VAL;) {
        int nearer = 0, fine;
        double closer = fmax(size / first, 0x1p-12);
        PERP_TRY(jacobian(x, x->r, apart * closer, &fine));
        if (fine)
            PERP_TRY(descend(x, &size, &lambda, &nearer));
        better(x, x->v, size, SHOOT_NEWTON);
        stuck = nearer ? 0 : stuck + 1;
        if (!nearer) {
            apart = -apart;
            lambda = 0x1p-10;
        }
    }
    return PERP_SUCCESS;
}

/** Where the iteration did not find the solution, its factor is measured there
afterwards, along the last increment it made: $\Upsilon$ stretches a short way by it,
$|\Upsilon(v + td) - v|/t$ with $|d| = 1$ and $\Upsilon(v) = v$. It costs one run, and
says whether the iteration failed because it diverges or because it began too far away.
*/
static perp_status stretch(search *x)
{
    const int n = x->p->n;
    double size, along = length(n, x->last), sum = 0, first = 0;
    if (!(along > 0) || !isfinite(along))
        return PERP_SUCCESS;
    for (int i = 0; i < n; i++)
        x->v[i] = x->best[i] + x->o->apart * x->last[i] / along;
    PERP_TRY(run(x, x->v, x->r, &size));
    for (int i = 0; i < n && size < HUGE_VAL; i++) {
        double d = x->v[i] - x->best[i];
        for (int j = 0; j < n; j++)
            d += x->p->P[i * n + j] * x->r[j];
        first = i == 0 ? d * x->last[0] : first;
        sum += d * d;
    }
    if (size < HUGE_VAL)
        x->out->contraction =
            (n == 1 && first < 0 ? -1 : 1) * sqrt(sum) / x->o->apart;
    return PERP_SUCCESS;
}

static perp_status room(search *x, arena *a)
{
    const size_t n = (size_t)x->p->n, count = n * (2 * n + 9);
    double *at = arena_take(a, count, sizeof *at);
    x->row_of = arena_take(a, n, sizeof *x->row_of);
    x->used = arena_take(a, n, sizeof *x->used);
    if (at == NULL || x->row_of == NULL || x->used == NULL)
        return PERP_NO_MEMORY(count * sizeof *at);
    double **part[] = {&x->best, &x->v,     &x->r,   &x->trial,
                       &x->left, &x->scale, &x->last};
    for (int i = 0; i < 7; i++, at += n)
        *part[i] = at;
    x->J = at;
    x->rows = at + n * n;
    return PERP_SUCCESS;
}

static perp_status every_way(search *x)
{
    const shoot_method m = x->o->method;
    int iterates =
        m == SHOOT_FIXED_POINT || (m == SHOOT_ANY && x->p->P != NULL);
    if (iterates)
        PERP_TRY(fixed_point(x, m == SHOOT_FIXED_POINT));
    int by_another = iterates && !x->out->solved;
    if (by_another) /* the increment is kept where nobody writes */
        memcpy(x->last, x->left, (size_t)x->p->n * sizeof *x->last);
    if (!x->out->solved &&
        (m == SHOOT_SECANT || (m == SHOOT_ANY && x->p->n == 1)))
        PERP_TRY(secant(x));
    if (!x->out->solved && (m == SHOOT_NEWTON || m == SHOOT_ANY))
        PERP_TRY(newton(x));
    return by_another && x->out->solved ? stretch(x) : PERP_SUCCESS;
}

perp_status shoot_solve(const shoot_problem *p, const shoot_options *o,
                        arena *a, double *v, shoot_report *out)
{
    arena_mark mark = arena_here(a);
    *out = (shoot_report){.method = o->method, .residual = HUGE_VAL};
    search x = {.p = p, .o = o, .out = out};
    if (o->method == SHOOT_FIXED_POINT && p->P == NULL)
        return PERP_FAIL(PERP_INPUT,
                         "the boundary condition has no fixed-point map: M_nu "
                         "+ N_nu is singular; use the secant or Newton");
    if (o->method == SHOOT_SECANT && p->n != 1)
        return PERP_FAIL(PERP_INPUT,
                         "the secant is for one unknown, here are %d; use "
                         "Newton",
                         p->n);
    PERP_TRY(room(&x, a));
    memcpy(x.best, v, (size_t)p->n * sizeof *v);
    perp_status s = every_way(&x);
    memcpy(v, x.best, (size_t)p->n * sizeof *v);
    arena_release(a, mark);
    return s;
}

/** ## Continuation

A problem that is too far away is reached through easier ones: each root is the start of the
next search. A stage that fails gives back the start of the stage before. */
perp_status shoot_along(const shoot_problem *p, const shoot_options *o,
                        shoot_set *set, arena *a, double *v, double *s,
                        shoot_report *out)
{
    double by = 1;
    int evaluations = 0;
    PERP_TRY(set(p->of, *s = 0));
    PERP_TRY(shoot_solve(p, o, a, v, out));
    evaluations += out->evaluations;
    while (out->solved && *s < 1) {
        shoot_report next;
        arena_mark mark = arena_here(a);
        double *from = arena_take(a, (size_t)p->n, sizeof *from);
        if (from == NULL)
            return PERP_NO_MEMORY((size_t)p->n * sizeof *from);
        memcpy(from, v, (size_t)p->n * sizeof *v);
        double to = fmin(1, *s + by);
        PERP_TRY(set(p->of, to));
        PERP_TRY(shoot_solve(p, o, a, v, &next));
        evaluations += next.evaluations;
        by = next.solved ? 2 * by : by / 2;
        if (next.solved) {
            *out = next;
            *s = to;
        } else {
            memcpy(v, from, (size_t)p->n * sizeof *v);
        }
        arena_release(a, mark);
        if (by < 0x1p-10) {
            *out = next;
            break;
        }
    }
    out->evaluations = evaluations;
    return PERP_SUCCESS;
}
