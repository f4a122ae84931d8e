#include "judge/nearest_impulse.h"
#include "judge/column.h"

#include <math.h>
#include <string.h>

/* F: the first `size` of `in` are the columns of X that c is made of; of these
   the first m are the joints', which stay. */
typedef struct {
    const nearest_problem *p;
    int total, size, *in, *from; /* from: where row i of M begins */
    double *L, *X, *norm;        /* nv x nv, total x nv, total: |X_k| */
    double *Q, *R, *b;           /* nv x nv, nv x nv, nv: X_F = Q R, Q'x */
    double *x, *left, *best;     /* nv: x - X c; room */
    double *c;                   /* total */
    column_span *some, *of;      /* total, nv: where X_k and Q_i are not 0 */
    int *state;                  /* total: OUT, IN, REFUSED */
} walk;

enum { OUT, IN, REFUSED };

/** **$L$** by rows. The masses of a scene are blocks of a body's own, so that rows of $M$
begin late, and those of $L$ no earlier: $L_{ij} = (M_{ij} - \sum_{l<j}L_{il}L_{jl})/L_{jj}$
is zero in front of the first $M_{ij}$ that is not. A pivot that is rounding is no pivot. */
static int factor_mass(walk *s)
{
    const int nv = s->p->nv;
    for (int i = 0; i < nv; i++) {
        const double *M = s->p->M + i * nv;
        double *row = s->L + i * nv;
        int first = 0;
        while (first < i && M[first] == 0)
            first++;
        s->from[i] = first;
        for (int j = first; j <= i; j++) {
            const double *other = s->L + j * nv;
            const int k = s->from[j] > first ? s->from[j] : first;
            const double sum = M[j] - column_dot(j - k, row + k, other + k);
            if (j < i)
                row[j] = sum / other[j];
            else if (sum > 0x1p-40 * M[i])
                row[i] = sqrt(sum);
            else
                return 0;
        }
    }
    return 1;
}

/* x = L^-1 z */
static void whiten(const walk *s, const double *z, double *x)
{
    const int nv = s->p->nv;
    for (int i = 0; i < nv; i++) {
        const double *row = s->L + i * nv;
        const int k = s->from[i];
        x[i] = (z[i] - column_dot(i - k, row + k, x + k)) / row[i];
    }
}

/* x = L^-T x */
static void colour(const walk *s, double *x)
{
    const int nv = s->p->nv;
    for (int i = nv - 1; i >= 0; i--) {
        const double *row = s->L + i * nv;
        const int k = s->from[i];
        x[i] /= row[i];
        column_add(i - k, -x[i], row + k, x + k);
    }
}

/* X_k.y */
static double along(const walk *s, int k, const double *y)
{
    const column_span at = s->some[k];
    return column_dot(at.to - at.from, s->X + k * s->p->nv + at.from,
                      y + at.from);
}

/** ## From set to set

A set $F$ of independent columns has one best $c$, $X_F = QR$ and $Rc = Q^Tx$. Where it has
the signs that it should have, the column that helps most comes in: the steepest of those
with $X_k\cdot(x - Xc) > 0$. Then $F$ has another best $c$. What goes below zero on the way to
it goes out, and so on, until the best is reached; there the sum of squares is smaller than
it was at the last such place, so that no set comes twice. As there are finitely many, the end
is a solution: no column helps, $G^Tu \le 0$, those of $F$ have $g\cdot u = 0$, and
that is all that is asked of a nearest point. (It is the method of Lawson and Hanson.)

**A column comes in** when it is not a sum of those that are there, up to $2^{-36}$ of its
length. Where less than a quarter of it is left it is made orthogonal once more, because what
is left of a column that nearly depends is not orthogonal after the first time. Contacts
that carry the same load in two ways are everywhere in a stack of boxes; of such a pair the
second has nothing to add when the first is in, and is refused. */
static double orthogonal(walk *s, double *q, double *r)
{
    const int nv = s->p->nv;
    column_span *own = s->of + s->size;
    for (int i = 0; i < s->size; i++) {
        const column_span at = s->of[i];
        const double *other = s->Q + i * nv + at.from;
        const int n = at.to - at.from;
        if (at.from >= own->to || own->from >= at.to)
            continue;
        const double part = column_dot(n, other, q + at.from);
        r[i] += part;
        column_add(n, -part, other, q + at.from);
        *own = column_joined(*own, at);
    }
    return sqrt(column_dot(nv, q, q));
}

static int enter(walk *s, int k)
{
    const int nv = s->p->nv, size = s->size;
    if (size == nv)
        return 0;
    double *q = s->Q + size * nv, *r = s->R + size * nv;
    memcpy(q, s->X + k * nv, (size_t)nv * sizeof *q);
    memset(r, 0, (size_t)nv * sizeof *r);
    s->of[size] = s->some[k];
    r[size] = orthogonal(s, q, r);
    if (r[size] < s->norm[k] / 4)
        r[size] = orthogonal(s, q, r);
    if (!(r[size] > 0x1p-36 * s->norm[k]))
        return 0;
    for (int i = 0; i < nv; i++)
        q[i] /= r[size];
    s->b[size] = column_dot(nv, q, s->left);
    column_add(nv, -s->b[size], q, s->left);
    s->in[s->size++] = k;
    s->state[k] = IN;
    return 1;
}

/** **A column goes out** of the middle: those behind it move one place to the front, and have
one entry below the diagonal each. Rotations of the rows $r$ and $r + 1$ of $R$, one behind the
other, take these away; $Q$ and $Q^Tx$ turn with them, and the last of $Q$ is left over. */
static void turn_rows(walk *s, int r)
{
    const int nv = s->p->nv;
    double *q = s->Q + r * nv, *next = q + nv, *b = s->b + r;
    const double x = s->R[r * nv + r], y = s->R[r * nv + r + 1];
    const double h = sqrt(x * x + y * y), c = x / h, z = y / h, b0 = b[0];
    for (int i = 0; i < nv; i++) {
        const double old = q[i];
        q[i] = c * old + z * next[i];
        next[i] = c * next[i] - z * old;
    }
    s->of[r] = s->of[r + 1] = column_joined(s->of[r], s->of[r + 1]);
    b[0] = c * b0 + z * b[1];
    b[1] = c * b[1] - z * b0;
    for (int j = r; j + 1 < s->size; j++) {
        double *at = s->R + j * nv + r;
        const double old = at[0];
        at[0] = c * old + z * at[1];
        at[1] = c * at[1] - z * old;
    }
}

static void drop(walk *s, int at)
{
    const int nv = s->p->nv, behind = s->size - 1 - at;
    s->state[s->in[at]] = OUT;
    s->c[s->in[at]] = 0;
    memmove(s->in + at, s->in + at + 1, (size_t)behind * sizeof *s->in);
    memmove(s->R + at * nv, s->R + (at + 1) * nv,
            (size_t)(behind * nv) * sizeof *s->R);
    for (int r = at; r + 1 < s->size; r++)
        turn_rows(s, r);
    s->size--;
    column_add(nv, s->b[s->size], s->Q + s->size * nv, s->left);
}

/* best = R^-1 b, by columns of R */
static void best_of_set(walk *s)
{
    memcpy(s->best, s->b, (size_t)s->size * sizeof *s->best);
    for (int i = s->size - 1; i >= 0; i--) {
        const double *r = s->R + i * s->p->nv;
        s->best[i] /= r[i];
        column_add(i, -s->best[i], r, s->best);
    }
}

/* How far c may go to the best of F, 1 at most; *stop: who says so, or -1. */
static double far(const walk *s, int *stop)
{
    double part = 1;
    *stop = -1;
    for (int i = s->p->m; i < s->size; i++) {
        const double c = s->c[s->in[i]], best = s->best[i];
        if (best > 0)
            continue;
        const double here = c > 0 ? c / (c - best) : 0;
        if (*stop < 0 || here < part) {
            part = here;
            *stop = s->in[i];
        }
    }
    return part;
}

static void descend(walk *s)
{
    for (;;) {
        int stop;
        best_of_set(s);
        const double part = far(s, &stop);
        for (int i = 0; i < s->size; i++) {
            double *c = s->c + s->in[i];
            *c = stop < 0 ? s->best[i] : *c + part * (s->best[i] - *c);
        }
        if (stop < 0)
            return;
        s->c[stop] = 0;
        for (int i = s->size - 1; i >= s->p->m; i--)
            if (!(s->c[s->in[i]] > 0))
                drop(s, i);
    }
}

/** **Who helps most**, by $X_k\cdot(x - Xc)/|X_k|$; up to $2^{-49}|x|$ it is rounding. */
static int next_column(const walk *s)
{
    const int nv = s->p->nv;
    double most = 0x1p-49 * sqrt(column_dot(nv, s->x, s->x));
    int best = -1;
    for (int k = s->p->m; k < s->total; k++) {
        if (s->state[k] != OUT)
            continue;
        const double gain = along(s, k, s->left) / s->norm[k];
        if (gain > most) {
            most = gain;
            best = k;
        }
    }
    return best;
}

/** A column that depends on $F$, or goes out as soon as it has come in, had nothing to gain but
rounding: it is not asked again before another one has come in and stayed. */
static int run(walk *s)
{
    const int most = 6 * s->total + 20;
    for (int k = 0; k < s->p->m; k++)
        if (!enter(s, k))
            return 0;
    descend(s);
    for (int turn = 0; turn < most; turn++) {
        const int k = next_column(s);
        if (k < 0)
            return 1;
        if (enter(s, k))
            descend(s);
        if (s->state[k] != IN)
            s->state[k] = REFUSED;
        for (int i = 0; s->state[k] == IN && i < s->total; i++)
            s->state[i] = s->state[i] == REFUSED ? OUT : s->state[i];
    }
    return 0;
}

/** **Once more**, from $X$ and $c$: $e = x - Xc$ must be orthogonal to the columns of $F$ and not
sharp with any other, up to $2^{-44}$ of $|x|$; and where $X_k\cdot e > 0$, it must be
rounding of the very terms that it is a sum of, $2^{-52}$ for each of them of
$|X_k|\cdot(|x| + |X|c)$ with the sizes of all entries. Two normals that are opposite but for $2^{-52}$ have so little to gain
that it is nothing beside $|x|$, and yet it is exact: such questions are left to Lemke. */
static double gain_of(const walk *s, int k, const double *e,
                      const double *terms)
{
    const column_span at = s->some[k];
    const double *X = s->X + k * s->p->nv, gain = along(s, k, e);
    double size = 0;
    if (s->state[k] == IN || !(gain > 0))
        return s->state[k] == IN ? fabs(gain) : 0;
    for (int i = at.from; i < at.to; i++)
        size += fabs(X[i]) * terms[i];
    return gain <= 0x1p-52 * (s->p->nv + s->size) * size ? gain : HUGE_VAL;
}

static int is_answer(const walk *s, double *e, double *terms)
{
    const int nv = s->p->nv;
    const double size = 0x1p-44 * sqrt(column_dot(nv, s->x, s->x));
    for (int i = 0; i < nv; i++) {
        e[i] = s->x[i];
        terms[i] = fabs(e[i]);
    }
    for (int j = 0; j < s->size; j++) {
        const double *X = s->X + s->in[j] * nv, c = s->c[s->in[j]];
        for (int i = 0; i < nv; i++) {
            e[i] -= c * X[i];
            terms[i] += fabs(c * X[i]);
        }
    }
    for (int k = 0; k < s->total; k++)
        if (!(gain_of(s, k, e, terms) <= size * s->norm[k]) ||
            (k >= s->p->m && s->c[k] < 0))
            return 0;
    return 1;
}

static perp_status room(arena *a, const nearest_problem *p, walk *s)
{
    const size_t nv = (size_t)p->nv, total = (size_t)(p->m + p->count);
    const size_t size = 3 * nv * nv + 4 * nv + total * (nv + 2);
    double *x = arena_take(a, size + 1, sizeof *x);
    int *at = arena_take(a, 2 * nv + total + 1, sizeof *at);
    column_span *spans = arena_take(a, nv + total + 1, sizeof *spans);
    if (x == NULL || at == NULL || spans == NULL)
        return PERP_NO_MEMORY(size * sizeof *x);
    *s = (walk){.p = p, .total = p->m + p->count, .L = x};
    s->Q = s->L + nv * nv;
    s->R = s->Q + nv * nv;
    s->b = s->R + nv * nv;
    s->x = s->b + nv;
    s->left = s->x + nv;
    s->best = s->left + nv;
    s->c = s->best + nv;
    s->norm = s->c + total;
    s->X = s->norm + total;
    s->some = spans;
    s->of = s->some + total;
    s->from = at;
    s->in = s->from + nv;
    s->state = s->in + nv;
    return PERP_SUCCESS;
}

/* A column that is nothing, an edge along a joint, never helps. */
static void columns(walk *s)
{
    const nearest_problem *p = s->p;
    const int nv = p->nv;
    for (int k = 0; k < s->total; k++) {
        double *X = s->X + k * nv;
        whiten(s, k < p->m ? p->nu + k * nv : p->g + (k - p->m) * nv, X);
        s->some[k] = column_span_of(nv, X);
        s->norm[k] = sqrt(along(s, k, X));
        s->state[k] = s->norm[k] > 0 ? OUT : REFUSED;
    }
    whiten(s, p->z, s->x);
    memcpy(s->left, s->x, (size_t)nv * sizeof *s->x);
}

perp_status nearest_find(arena *a, const nearest_problem *p, double *out,
                         int *found)
{
    const arena_mark mark = arena_here(a);
    const int nv = p->nv;
    walk s = {.p = p};
    PERP_TRY(room(a, p, &s));
    *found = factor_mass(&s);
    if (*found) {
        columns(&s);
        *found = run(&s) && is_answer(&s, out, s.left);
    }
    if (*found) {
        colour(&s, out);
        for (int i = 0; i < nv; i++)
            out[i] = -out[i];
        memcpy(out + nv, s.c, (size_t)s.total * sizeof *out);
    }
    arena_release(a, mark);
    return PERP_SUCCESS;
}
