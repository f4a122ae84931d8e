#include "judge/least_price.h"
#include "judge/column.h"

#include <math.h>
#include <string.h>

/** The whole table $B^{-1}(\nu, G)$ is carried along, by columns: an exchange adds a multiple of
one column to each other one that has something in its row, and of a stack most have
nothing. Velocities are measured by $\sqrt{M_{ii}}$, columns by their lengths. Behind the edges stand the unit
vectors, which never come in again: what is left of their price, 0 at first, is $-p$. */
typedef struct {
    const least_price_problem *p;
    int total, *in, *row;   /* of a column its row, or -1 */
    double *T;              /* (total + nv) x nv */
    double *length, *price; /* total + nv; prices: of what is not in B */
    double *x, *own;        /* nv: weights of the basis; room */
} table;

static const double nothing = 0x1p-32, little = 0x1p-48;

static double *column(const table *s, int k)
{
    return s->T + k * s->p->nv;
}

static perp_status room(arena *a, table *s)
{
    const least_price_problem *p = s->p;
    const size_t nv = (size_t)p->nv, total = (size_t)(p->m + p->count);
    const size_t all = total + nv, size = all * (nv + 2) + 2 * nv + 1;
    double *x = arena_take(a, size, sizeof *x);
    int *row = arena_take(a, all + nv + 1, sizeof *row);
    if (x == NULL || row == NULL)
        return PERP_NO_MEMORY(size * sizeof *x);
    s->total = (int)total;
    s->row = row;
    s->in = s->row + all;
    s->T = x;
    s->length = s->T + all * nv;
    s->price = s->length + all;
    s->x = s->price + all;
    s->own = s->x + nv;
    return PERP_SUCCESS;
}

static void load(table *s)
{
    const least_price_problem *p = s->p;
    const int nv = p->nv;
    for (int i = 0; i < nv; i++) {
        s->in[i] = -1;
        s->row[s->total + i] = -1;
        column(s, s->total + i)[i] = 1;
    }
    for (int k = 0; k < s->total; k++) {
        const double *g = k < p->m ? p->nu + k * nv : p->g + (k - p->m) * nv;
        double *T = column(s, k);
        for (int i = 0; i < nv; i++)
            T[i] = g[i] / sqrt(p->M[i * nv + i]);
        const double length = sqrt(column_dot(nv, T, T));
        s->length[k] = length > 0 ? length : 1;
        for (int i = 0; i < nv; i++)
            T[i] /= s->length[k];
        s->price[k] = k < p->m ? 0 : p->price[k - p->m] / s->length[k];
        s->row[k] = -1;
    }
}

/** **An exchange.** Column $k$ becomes the unit vector of row $r$; who stood there had been it. */
static void exchange(table *s, int r, int k)
{
    const int nv = s->p->nv, leaves = s->in[r];
    const double unit = 1 / column(s, k)[r], price = s->price[k];
    memcpy(s->own, column(s, k), (size_t)nv * sizeof *s->own);
    if (leaves >= 0) {
        memset(column(s, leaves), 0, (size_t)nv * sizeof(double));
        column(s, leaves)[r] = 1;
        s->price[leaves] = 0;
        s->row[leaves] = -1;
    }
    s->in[r] = k;
    s->row[k] = r;
    for (int l = 0; l < s->total + nv; l++) {
        double *T = column(s, l);
        const double part = s->row[l] < 0 ? T[r] * unit : 0;
        if (part == 0)
            continue;
        column_add(nv, -part, s->own, T);
        T[r] = part;
        s->price[l] -= part * price;
    }
}

/** **The start** takes the joints, and the columns with weights, each into the row of those
that are left where it is largest. */
static int take(table *s, int k, double weight)
{
    const double *T = column(s, k);
    int best = -1;
    for (int i = 0; i < s->p->nv; i++)
        if (s->in[i] < 0 && (best < 0 || fabs(T[i]) > fabs(T[best])))
            best = i;
    if (best < 0 || !(fabs(T[best]) > 0x1p-36))
        return 0;
    exchange(s, best, k);
    s->x[best] = weight * s->length[k];
    return 1;
}

/** **A weight too many.** Weights that are kept [below a limit](explain.h) may stand on columns
that depend on each other up to rounding, two corners that push against each other. What
such a column gives is given to those it depends on, $x + \theta B^{-1}g$, until its own weight or
one of theirs is used up. */
static void hand_over(table *s, int k, double weight)
{
    const int nv = s->p->nv;
    const double *T = column(s, k);
    double far = weight * s->length[k], step = far;
    int stops = -1;
    for (int i = 0; i < nv; i++)
        if (s->in[i] >= s->p->m && T[i] < -nothing &&
            s->x[i] + step * T[i] < 0) {
            step = -s->x[i] / T[i];
            stops = i;
        }
    for (int i = 0; i < nv; i++)
        if (s->in[i] >= 0)
            s->x[i] += step * T[i];
    if (stops < 0)
        return;
    exchange(s, stops, k);
    s->x[stops] = far - step;
}

static int start(table *s, const double *c)
{
    const int m = s->p->m;
    for (int k = 0; k < m; k++)
        if (!take(s, k, 0))
            return 0;
    for (int k = m; k < s->total; k++)
        if (c[k - m] > 0 && !take(s, k, c[k - m]))
            hand_over(s, k, c[k - m]);
    return 1;
}

/** **Who comes in** is the edge whose weight saves most; **who goes out** the one whose weight
is used up first. A unit vector has none to use up, and goes out at once. Of several that are used up
together, up to rounding, the one with the largest entry goes: what is below zero then is
rounding, and becomes 0. Where exchanges go on without a step, the first edge that saves
anything comes in, and the first one goes (Bland), which never runs in circles. */
static int entering(const table *s, double least, int first)
{
    int best = -1;
    for (int k = s->p->m; k < s->total; k++)
        if (s->row[k] < 0 && s->price[k] < least) {
            least = s->price[k];
            best = k;
            if (first)
                break;
        }
    return best;
}

static int blocks(const table *s, int i, double entry)
{
    return s->in[i] < 0 ? fabs(entry) > nothing
                        : s->in[i] >= s->p->m && entry > nothing;
}

static int leaving(const table *s, int k, int first, double *step)
{
    const int nv = s->p->nv;
    const double *T = column(s, k);
    double most = 0, far = HUGE_VAL;
    int best = -1;
    for (int i = 0; i < nv; i++)
        most = fmax(most, fabs(s->x[i]));
    for (int i = 0; i < nv; i++)
        if (blocks(s, i, T[i]))
            far = fmin(far, (s->x[i] + little * most) / fabs(T[i]));
    for (int i = 0; i < nv; i++) {
        if (!blocks(s, i, T[i]) || s->x[i] / fabs(T[i]) > far)
            continue;
        if (best < 0 ||
            (first ? s->in[i] < s->in[best] : fabs(T[i]) > fabs(T[best])))
            best = i;
    }
    *step = best < 0 || s->in[best] < 0 ? 0 : s->x[best] / T[best];
    return best;
}

static void go(table *s, int r, int k, double step)
{
    const int nv = s->p->nv, m = s->p->m;
    const double *T = column(s, k);
    for (int i = 0; i < nv; i++) {
        s->x[i] -= step * T[i];
        if (s->in[i] < 0 || (s->in[i] >= m && s->x[i] < 0))
            s->x[i] = 0;
    }
    exchange(s, r, k);
    s->x[r] = step;
}

static least_price_outcome descend(table *s)
{
    const int nv = s->p->nv, most = 8 * (nv + s->total);
    double size = 0, step;
    int still = 0;
    for (int k = s->p->m; k < s->total; k++)
        size = fmax(size, fabs(s->p->price[k - s->p->m]) / s->length[k]);
    for (int turn = 0; turn < most; turn++) {
        const int first = still > nv;
        const int k = entering(s, -0x1p-44 * size, first);
        if (k < 0)
            return LEAST_PRICE_FOUND;
        const int r = leaving(s, k, first, &step);
        if (r < 0)
            return LEAST_PRICE_NONE;
        still = step > 0 ? 0 : still + 1;
        go(s, r, k, step);
    }
    return LEAST_PRICE_UNDECIDED;
}

/** **Once more**, from $\nu$ and $G$: the new weights, and what the joints changed by, give the
impulse that the old ones gave, up to $2^{-30}$ of it and $2^{-48}$ of the terms that it is made of. A
table that has lost its places does not, and neither do weights that were handed over where
what is left of two large ones matters. */
static double largest(const least_price_problem *p, const double *z)
{
    double most = 0;
    for (int i = 0; i < p->nv; i++)
        most = fmax(most, fabs(z[i]) / sqrt(p->M[i * p->nv + i]));
    return most;
}

static int gives(table *s, const double *c)
{
    const least_price_problem *p = s->p;
    const int nv = p->nv, m = p->m;
    double *off = s->own, terms = 0;
    memset(off, 0, (size_t)nv * sizeof *off);
    for (int k = 0; k < p->count; k++) {
        column_add(nv, -c[k], p->g + k * nv, off);
        terms = fmax(terms, c[k] * s->length[m + k]);
    }
    const double z = largest(p, off);
    for (int i = 0; i < nv; i++) {
        const int k = s->in[i];
        if (k < 0)
            continue;
        column_add(nv, s->x[i] / s->length[k],
                   k < m ? p->nu + k * nv : p->g + (k - m) * nv, off);
        terms = fmax(terms, fabs(s->x[i]));
    }
    return largest(p, off) <= 0x1p-30 * z + 0x1p-48 * terms;
}

/** **Is it least?** Asked of the numbers that came in, and not of the table, which many exchanges may
have spoilt: with $p$ no edge saves more than $2^{-30}$ of the largest price, and $p^Tz$, which is $p^TG$ times
the weights that were given, is the price up to $2^{-20}$ of it and $2^{-40}$ of all weights, old and new, at the
largest. */
static int is_least(const table *s, const double *c)
{
    const least_price_problem *p = s->p;
    const int nv = p->nv, m = p->m;
    const double *minus = s->price + s->total; /* -p, of scaled velocities */
    double size = 0, bound = 0, price = 0, terms = 0, most = 0;
    for (int k = 0; k < p->count; k++)
        size = fmax(size, fabs(p->price[k]) / s->length[m + k]);
    for (int k = 0; k < s->total; k++) {
        const double *g = k < m ? p->nu + k * nv : p->g + (k - m) * nv;
        double left = k < m ? 0 : p->price[k - m], gain = 0;
        for (int i = 0; i < nv; i++)
            gain -= g[i] / sqrt(p->M[i * nv + i]) * minus[i];
        left = (left - gain) / s->length[k];
        most = fmax(most, k < m ? fabs(left) : -left);
        if (k < m)
            continue;
        bound += c[k - m] * gain;
        terms += c[k - m] * s->length[k] * size;
    }
    for (int i = 0; i < nv; i++)
        if (s->in[i] >= m) {
            price += p->price[s->in[i] - m] * s->x[i] / s->length[s->in[i]];
            terms += size * s->x[i];
        }
    return most <= 0x1p-30 * size &&
           fabs(price - bound) <= 0x1p-20 * fabs(price) + 0x1p-40 * terms;
}

static void read(const table *s, double *c)
{
    const int m = s->p->m;
    memset(c, 0, (size_t)s->p->count * sizeof *c);
    for (int i = 0; i < s->p->nv; i++)
        if (s->in[i] >= m)
            c[s->in[i] - m] = fmax(s->x[i], 0) / s->length[s->in[i]];
}

perp_status least_price_find(arena *a, const least_price_problem *p, double *c,
                             least_price_outcome *out)
{
    const arena_mark mark = arena_here(a);
    table s = {.p = p};
    PERP_TRY(room(a, &s));
    load(&s);
    *out = start(&s, c) ? descend(&s) : LEAST_PRICE_UNDECIDED;
    if (*out == LEAST_PRICE_FOUND && (!is_least(&s, c) || !gives(&s, c)))
        *out = LEAST_PRICE_UNDECIDED;
    if (*out == LEAST_PRICE_FOUND)
        read(&s, c);
    arena_release(a, mark);
    return PERP_SUCCESS;
}
