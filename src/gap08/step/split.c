/**
# Which splits of the load a velocity may depend on

Two solutions of a step satisfy

$$|\Delta x|_{\tilde M}^2 \le -\sum_j \mu_j\,\Delta c_{n,j}\,\Delta\ell_j$$

(`alone.c`): a second velocity needs normal impulses that are split another way. Near a solution,
with the velocity all but the same, that is a $y$ with $\sum_jy_jn_j = 0$, up to what joints take,
over contacts that are closed. And it needs friction that tells the splits apart,
$\sum_jy_j\mu_j\hat f_j \ne 0$, $\hat f_j$ the unit friction of contact j.

*Four corners.* A plate has its corners 1 to 4 at $(4, 1)$, $(4, -1)$, $(-4, 1)$, $(-4, -1)$, $\mu
= \frac14$, and moves with $(0, -32)$ while it turns with 8, so that the corner $(a, b)$ slips
with $(-8b, -32 + 8a)$. The three first normals are independent, and of the fourth nothing is
left: $y = (1, -1, -1, 1)$. Friction acts at corner 1 along $+x$, at corner 2 along $-x$, at 3 and
4 along $+y$ (the direction of the largest slip). So $\sum_jy_j\mu\hat f_j$ is $\frac14$ along
$+x$ from corner 1, $\frac14$ along $+x$ from corner 2 and nothing from the others: the split is
felt, with $\frac12$ N s sideways for each 1 N s moved. Let the plate slide and not turn: all
$\hat f_j$ are one vector, the sum vanishes with $\sum_jy_jn_j$, and nothing is searched.
*/
#include "gap08/step/split.h"

#include <math.h>
#include <string.h>

/** ## Which splits there are

Rows of joints and of closed contacts, one after the other, made orthogonal; of
each orthogonal vector it is known which combination of rows it is. A row that
nothing is left of gives a combination that is zero. */
#define DEPENDS 0x1p-30

typedef struct {
    int nv, rows, many;
    double *Q, *mix;  /* many x nv; many x rows: Q = mix of the rows */
    double *rest, *y; /* nv; rows */
} span;

/** ## Orthogonal rows, and what they are made of

Gram and Schmidt with a record: $Q$ = mix times the rows, so the rest of row $i$ is a combination
$y$ of the rows up to $i$ with $y_i = 1$. When nothing is left, $\sum_ky_k\,\text{row}_k = 0$ is
the dependence sought, without a
singular value decomposition. Each row
is cleaned twice: once leaves as much of the others as their rounding, which for nearly dependent
rows is all that there is.
*/
/* Splits `row` number i into what Q spans and a rest, y its combination: rest =
   sum of y. Twice, for the rounding. */
static double rest_of(span *s, const double *row, int i)
{
    double left = 0;
    memcpy(s->rest, row, (size_t)s->nv * sizeof *s->rest);
    memset(s->y, 0, (size_t)s->rows * sizeof *s->y);
    s->y[i] = 1;
    for (int k = 0; k < 2 * s->many; k++) {
        const double *q = s->Q + k % s->many * s->nv;
        double along = 0;
        for (int j = 0; j < s->nv; j++)
            along += q[j] * s->rest[j];
        for (int j = 0; j < s->nv; j++)
            s->rest[j] -= along * q[j];
        for (int j = 0; j <= i; j++)
            s->y[j] -= along * s->mix[k % s->many * s->rows + j];
    }
    for (int j = 0; j < s->nv; j++)
        left += s->rest[j] * s->rest[j];
    return sqrt(left);
}

static void take(span *s, double left)
{
    for (int j = 0; j < s->nv; j++)
        s->Q[s->many * s->nv + j] = s->rest[j] / left;
    for (int j = 0; j < s->rows; j++)
        s->mix[s->many * s->rows + j] = s->y[j] / left;
    s->many++;
}

static double length(int n, const double *x)
{
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += x[i] * x[i];
    return sqrt(sum);
}

/* g.x, or zero when that is no more than rounding of the largest x leaves. */
static double rate(int nv, const double *g, const double *x)
{
    double speed = 0, size = 0, most = 0;
    for (int i = 0; i < nv; i++) {
        speed += g[i] * x[i];
        size += fabs(g[i]);
        most = fmax(most, fabs(x[i]));
    }
    return fabs(speed) > DEPENDS * size * most ? speed : 0;
}

/** A contact that slides has friction $\mu c_n$ against one of its directions,
the one of the largest slip; its sign is all that is asked of a split. The
direction goes with the pressure, whether it presses just now or not. Returns the
slip or -1, and the sign of the friction. */
int split_slip(const step_data *d, const double *x, int j, int *sign)
{
    double most = 0;
    int best = -1;
    for (int k = d->slip_at[j]; k < d->slip_at[j + 1] && d->mu[j] > 0; k++) {
        const double speed = rate(d->nv, d->d + k * d->nv, x);
        if (fabs(speed) > most) {
            most = fabs(speed);
            best = k;
            *sign = speed > 0 ? -1 : 1;
        }
    }
    return best;
}

/** Pressure that moves along $y$ changes friction by $\sum y_j \mu_j
\hat f_j$. All corners of a box that slides without turning slip the same way,
and the sum is zero like $\sum y_j n_j$: then the split is nobody's business. */
static int tells(span *s, const step_data *d, const double *x, const double *y)
{
    double size = 0;
    memset(s->rest, 0, (size_t)s->nv * sizeof *s->rest);
    for (int j = 0; j < d->p; j++) {
        int sign = 0;
        const int k = y[j] == 0 ? -1 : split_slip(d, x, j, &sign);
        if (k < 0)
            continue;
        const double f = sign * d->mu[j] * y[j];
        size += fabs(f) * length(s->nv, d->d + k * s->nv);
        for (int i = 0; i < s->nv; i++)
            s->rest[i] += f * d->d[k * s->nv + i];
    }
    return length(s->nv, s->rest) > 0x1p-20 * size;
}

/** Of a dependence only the contacts' part is a split: what joints take up is free, of either
sign, and no friction hangs on it. Parts below $2^{-30}$ of the largest are rounding and are set
to zero, or a contact that has nothing to do with the split would be moved with it. */
/* The combination of contacts in s->y into y, the largest of size one; 0 when
   no contact is in it. */
static int contacts_of(const span *s, const step_data *d, const int *at,
                       double *y)
{
    double most = 0;
    memset(y, 0, (size_t)d->p * sizeof *y);
    for (int i = d->m; i < s->rows; i++)
        most = fmax(most, fabs(s->y[i]));
    for (int i = d->m; i < s->rows; i++)
        if (fabs(s->y[i]) > DEPENDS * most)
            y[at[i - d->m]] = s->y[i] / most;
    return most > 0;
}

/** Without pressure on some contact of $y$ there is nothing to be shared out: all impulses of the
segment are $c + sy \ge 0$, and with $c = 0$ on all of $y$ the segment is a point when $y$ has
both signs. A $y$ of one sign is a cone that is not pointed (`jam.c`). */
/* Is there a load to be moved? */
static int loaded(const step_data *d, const double *cn, const double *y)
{
    for (int j = 0; j < d->p; j++)
        if (y[j] != 0 && cn[j] > 0)
            return 1;
    return 0;
}

/** Rows one after the other, joints first, so that a combination that needs joints only is none.
A row is dependent when less than $2^{-30}$ of it is left, which is far above the rounding of two
passes of Gram and Schmidt and far below what a scene means by another direction. Each dependent
row gives one combination with those before it: a basis of all, not every one of them. Of a plate
on six points three are found, and a second velocity that only their sum would show may be missed.
*/
static int find(span *s, const step_data *d, const step_result *res, int *at,
                double *y)
{
    const double *x = res->x;
    int found = 0, closed = 0;
    for (int j = 0; j < d->p; j++)
        if (rate(d->nv, d->n + j * d->nv, x) == 0)
            at[closed++] = j;
    s->rows = d->m + closed;
    for (int i = 0; i < s->rows && found < SPLIT_MOST; i++) {
        const double *row =
            i < d->m ? d->nu + i * s->nv : d->n + at[i - d->m] * s->nv;
        const double left = rest_of(s, row, i);
        if (left > DEPENDS * length(s->nv, row) && s->many < s->nv)
            take(s, left);
        else if (contacts_of(s, d, at, y + found * d->p))
            found += loaded(d, res->cn, y + found * d->p) &&
                     tells(s, d, x, y + found * d->p);
    }
    return found;
}

int split_find(arena *a, const step_data *d, const step_result *res, double *y)
{
    const size_t nv = (size_t)d->nv, rows = (size_t)(d->m + d->p);
    const arena_mark mark = arena_here(a);
    span s = {.nv = d->nv};
    int *at = arena_take(a, rows + 1, sizeof *at);
    s.Q = arena_take(a, nv * (nv + rows + 1) + rows + 1, sizeof *s.Q);
    if (at == NULL || s.Q == NULL)
        return -1;
    s.mix = s.Q + nv * nv;
    s.rest = s.mix + nv * rows;
    s.y = s.rest + nv;
    const int found = find(&s, d, res, at, y);
    arena_release(a, mark);
    return found;
}
