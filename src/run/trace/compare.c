#include "run/trace/compare.h"

#include <math.h>
#include <string.h>

/** ## Functions of time

A row $l + 1$ holds $v^{l+1}$ and $v^{l+1,\alpha}$, and the functions $v^h$,
$v^{h,\alpha}$ have these values on $(t_l, t_{l+1}]$, (4.9) and (4.11). The
position between two rows is the straight line through them, (4.12a). A cursor
walks forward through the rows of a table; two rows with one time are passed at
once. */
typedef struct {
    const trace *t;
    int row; /* of the interval (t_{row-1}, t_row] */
} cursor;

static const double *cells(const trace *t, int row)
{
    return t->cell + (size_t)row * (size_t)t->columns;
}

static void reach(cursor *c, double t)
{
    while (c->row + 1 < c->t->rows && cells(c->t, c->row)[1] < t)
        c->row++;
}

static double end_of(const cursor *c)
{
    return cells(c->t, c->row)[1];
}

/* n columns from `first`, on the straight line at t. */
static void line_at(cursor *c, double t, int first, int n, double *out)
{
    reach(c, t);
    const double *from = cells(c->t, c->row - 1), *to = cells(c->t, c->row);
    double dt = to[1] - from[1], s = dt > 0 ? (t - from[1]) / dt : 1;
    s = s < 0 ? 0 : s > 1 ? 1 : s;
    for (int i = 0; i < n; i++)
        out[i] = s == 1 ? to[first + i]
                        : (1 - s) * from[first + i] + s * to[first + i];
}

typedef struct {
    const perp_system *s;
    const motion *other;
    columns at;
    cursor run, ref;
    double *q, *v, *own, T;
    arena a;
} comparing;

static double apart(int n, const double *x, const double *y)
{
    double square = 0;
    for (int i = 0; i < n; i++)
        square += (x[i] - y[i]) * (x[i] - y[i]);
    return sqrt(square);
}

static perp_status ask(comparing *c, double t)
{
    return c->other->exact(c->other->user, t, c->q, c->v);
}

/** The largest distance of positions is looked for in the rows of the run: there
is no interpolation in it, but that of a finer run. */
static perp_status positions(comparing *c, difference *out)
{
    const trace *t = c->run.t;
    double late = c->T + 1e-9 * c->T;
    c->ref.row = 1;
    for (int row = 0; row < t->rows && cells(t, row)[1] <= late; row++) {
        const double *cell = cells(t, row);
        if (c->other->run != NULL)
            line_at(&c->ref, cell[1], c->at.q, c->s->nq, c->q);
        else
            PERP_TRY(ask(c, cell[1]));
        double d = apart(c->s->nq, cell + c->at.q, c->q);
        out->q_sup = d > out->q_sup ? d : out->q_sup;
    }
    return PERP_SUCCESS;
}

/** At $T$ the velocity of a row is compared as it is; when a collision has moved
the grid, $T$ lies between two rows, and the straight line between them is
taken. */
static perp_status at_the_end(comparing *c, difference *out)
{
    c->run.row = c->ref.row = 1;
    line_at(&c->run, c->T, c->at.v, c->s->nv, c->own);
    if (c->other->run != NULL)
        line_at(&c->ref, c->T, c->at.v, c->s->nv, c->v);
    else
        PERP_TRY(ask(c, c->T));
    out->v_end = apart(c->s->nv, c->own, c->v);
    return PERP_SUCCESS;
}

/** ## The integrals

Two step functions are constant between neighbouring times of either table, so
the midpoint rule there is exact. A closed form is asked at the midpoints of the
eighths of a step. What is integrated is a length, nearly a straight line with a
corner where it passes zero; the corner costs the rule less than one part in a
hundred. */
static perp_status add_span(comparing *c, double from, double to,
                            difference *out)
{
    const int parts = c->other->run != NULL ? 1 : 8, nv = c->s->nv;
    const double *own = cells(c->run.t, c->run.row);
    for (int k = 0; k < parts; k++) {
        const double *v = c->v, *va = c->v;
        if (c->other->run != NULL) {
            v = cells(c->ref.t, c->ref.row) + c->at.v;
            va = cells(c->ref.t, c->ref.row) + c->at.va;
        } else
            PERP_TRY(ask(c, from + (to - from) * (2 * k + 1) / (2 * parts)));
        out->v_l1 += (to - from) / parts * apart(nv, own + c->at.v, v);
        out->va_l1 += (to - from) / parts * apart(nv, own + c->at.va, va);
    }
    return PERP_SUCCESS;
}

static perp_status integrals(comparing *c, difference *out)
{
    double now = 0;
    c->run.row = c->ref.row = 1;
    while (now < c->T) {
        double next = now;
        for (int k = 0; k < 2; k++) {
            cursor *x = k == 0 ? &c->run : &c->ref;
            while (x->t != NULL && x->row + 1 < x->t->rows && end_of(x) <= now)
                x->row++;
            if (x->t != NULL && end_of(x) > now &&
                (next == now || end_of(x) < next))
                next = end_of(x);
        }
        if (next == now)
            return PERP_SUCCESS;
        next = next > c->T ? c->T : next;
        PERP_TRY(add_span(c, now, next, out));
        now = next;
    }
    return PERP_SUCCESS;
}

static perp_status take(comparing *c)
{
    const size_t nq = (size_t)c->s->nq, nv = (size_t)c->s->nv;
    PERP_TRY(columns_layout(&c->a, c->s, &c->at));
    c->q = arena_take(&c->a, nq + 2 * nv, sizeof(double));
    if (c->q == NULL)
        return PERP_NO_MEMORY(nq + 2 * nv);
    c->v = c->q + nq;
    c->own = c->v + nv;
    return PERP_SUCCESS;
}

perp_status compare_runs(const perp_system *s, const trace *t,
                         const motion *other, double T, difference *out)
{
    comparing c = {.s = s, .other = other, .run = {t, 1}, .T = T};
    c.ref = (cursor){other->run, 1};
    *out = (difference){0};
    perp_status status = take(&c);
    if (status.code == PERP_OK)
        status = positions(&c, out);
    if (status.code == PERP_OK)
        status = at_the_end(&c, out);
    if (status.code == PERP_OK)
        status = integrals(&c, out);
    arena_free(&c.a);
    return status;
}

/** ## Orders

The library's logarithm differs in its last bits from machine to machine. Of a
number in $[1, 2)$ the binary digits of the logarithm come by squaring: the
square passes 2 exactly when the next digit is one. */
double compare_log2(double x)
{
    int whole;
    double m = 2 * frexp(x, &whole), bit = 0.5, sum = whole - 1;
    for (int i = 0; i < 44; i++, bit *= 0.5) {
        m *= m;
        if (m >= 2) {
            m *= 0.5;
            sum += bit;
        }
    }
    return sum;
}

/* r^p for 0 < r, 0 <= p <= 16: by the binary digits of p. */
static double power(double r, double p)
{
    double result = 1, root = r;
    for (int i = 0; i < (int)p; i++)
        result *= r;
    p -= (int)p;
    for (int i = 0; i < 44; i++) {
        root = sqrt(root);
        p *= 2;
        if (p >= 1) {
            result *= root;
            p -= 1;
        }
    }
    return result;
}

/** Against a finer run with the step $f$ the error at $h$ is not $C h^p$ but
$C (h^p - f^p)$: the naive order of a first-order scheme between $4f$ and $2f$
is $\log_2 3 = 1.58$. So $p$ is the root of

$$\frac{h^p - f^p}{g^p - f^p} = \frac{e_h}{e_g},$$

whose left side grows with $p$. */
int compare_order(const double error[2], const double step[2], double floor,
                  double *p)
{
    double low = 0, high = 16;
    if (!(error[0] > 0 && error[1] > 0 && step[0] > step[1] && step[1] > floor))
        return 0;
    if (!(floor > 0)) {
        *p =
            compare_log2(error[0] / error[1]) / compare_log2(step[0] / step[1]);
        return 1;
    }
    for (int i = 0; i < 50; i++) {
        double middle = 0.5 * (low + high);
        double h = power(step[0] / floor, middle) - 1;
        double g = power(step[1] / floor, middle) - 1;
        if (h < error[0] / error[1] * g)
            low = middle;
        else
            high = middle;
    }
    if (low == 0 || high == 16)
        return 0;
    *p = 0.5 * (low + high);
    return 1;
}
