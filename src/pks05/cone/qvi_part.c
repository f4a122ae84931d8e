#include "pks05/cone/qvi_part.h"

#include <string.h>

enum { ROWS = QVI_ANGLE_ROWS, MOST = QVI_ANGLE_CONTACTS };

typedef qvi_ranged problem;

/** ## Unknowns of a choice

Linear ones first: `col[j]` is the row of $\lambda$ that the $j$-th of them is; then the
angles. The equations come in the same order: $w$ of that row is zero, then $e^\perp\cdot w_{to}$.

For two contacts of which the first sticks and the second slips: $\lambda_{1n}$, $\lambda_{1t}$,
$\lambda_{1o}$, $\lambda_{2n}$, $\varphi_2$, with the equations $w_{1n} = w_{1t} = w_{1o} = 0$, $w_{2n} = 0$,
$e^\perp\cdot w_{2to} = 0$: as many equations as unknowns in every choice, since a contact that slips gives
two unknowns and two equations, one that sticks three and three. Nine linear unknowns and three angles would be
the most, but no contact has both three forces of its own and an angle: three that
slip have six. */
typedef struct {
    int linear, n;             /* unknowns: linear ones, all */
    int col[ROWS], slip[MOST]; /* rows of lambda; contacts with an angle */
} shape;

static shape shape_of(const problem *p, const qvi_part *k)
{
    shape s = {0, 0, {0}, {0}};
    int angles = 0;
    for (int i = 0; i < p->p; i++) {
        const int rows = k->does[i] == QVI_OPEN                      ? 0
                         : k->does[i] == QVI_STICKS && !p->smooth[i] ? 3
                                                                     : 1;
        for (int r = 0; r < rows; r++)
            s.col[s.linear++] = 3 * i + r;
        if (k->does[i] == QVI_SLIPS)
            s.slip[angles++] = i;
    }
    s.n = s.linear + angles;
    return s;
}

typedef struct {
    qvi_range c[MOST], s[MOST];
} directions;

static directions directions_of(const problem *p, const qvi_part *k)
{
    directions d;
    memset(&d, 0, sizeof d);
    for (int i = 0; i < p->p; i++)
        if (k->does[i] == QVI_SLIPS)
            qvi_range_direction(k->angle[i], &d.c[i], &d.s[i]);
    return d;
}

/* How w of a row grows with the force of row `col`: for lambda_n of a contact
   that slips its friction comes along. */
static qvi_range grows(const problem *p, const qvi_part *k, const directions *d,
                       int row, int col)
{
    const int i = col / 3;
    const qvi_range *a = p->A[row] + 3 * i;
    if (col % 3 != 0 || k->does[i] != QVI_SLIPS)
        return p->A[row][col];
    return qvi_minus(a[0],
                     qvi_times(p->mu[i], qvi_add(qvi_times(d->c[i], a[1]),
                                                 qvi_times(d->s[i], a[2]))));
}

/* Friction of the contacts that slip, and w of all rows. */
static void slip_of(const problem *p, const shape *s, const qvi_part *k,
                    const directions *d, qvi_range *w)
{
    for (int r = 0; r < p->N; r++) {
        w[r] = p->b[r];
        for (int j = 0; j < s->linear; j++)
            w[r] = qvi_add(w[r], qvi_times(grows(p, k, d, r, s->col[j]),
                                           k->lam[s->col[j]]));
    }
}

static void add_friction(const problem *p, const directions *d, qvi_part *k)
{
    for (int i = 0; i < p->p; i++)
        if (k->does[i] == QVI_SLIPS) {
            qvi_range g = qvi_times(p->mu[i], k->lam[3 * i]);
            g = qvi_minus(qvi_point(0), g);
            k->lam[3 * i + 1] = qvi_times(g, d->c[i]);
            k->lam[3 * i + 2] = qvi_times(g, d->s[i]);
        }
}

/** ## The forces of a part

For given angles the forces of a choice solve linear equations, $M\lambda = -b$. With
$R \approx M^{-1}$ of the middle and $E = RM - I$ for the whole part, $\lambda = -Rb -
E\lambda$, whatever $R$ is: from a range for $\lambda$ the right side makes another, and the
solutions are in both.

The first range is $|\lambda| \le |b|/\sigma$ (`qvi_ranged_of`). It is needed: where the slip presses as much as
it is pressed, $a_{nn} = \mu e\cdot a_{nt}$, $M$ is singular, and the forces of its neighbours are as
large as one likes. For one contact that slips $M$ is one number: $a_{nn} - \mu e\cdot a_{nt}$ of the
part, and with $\lambda_n$ up to $|b|/\sigma$ it may be seen that $w_n$ is not zero. */
enum { SIZE = QVI_RANGE_SIZE };

/* 1: enclosed; 0: no better than p->force; -1: there are none. */
static int enclose_forces(const problem *p, const shape *s, const directions *d,
                          qvi_part *k)
{
    const int n = s->linear;
    qvi_ranges M, E;
    qvi_square R;
    qvi_range y[SIZE];
    memset(k->lam, 0, sizeof k->lam);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            M[i][j] = grows(p, k, d, s->col[i], s->col[j]);
    const double e = qvi_range_approach(n, M, R, E);
    for (int j = 0; j < n; j++)
        k->lam[s->col[j]] =
            (qvi_range){s->col[j] % 3 == 0 ? 0 : -p->force, p->force};
    add_friction(p, d, k);
    if (!(e < (double)INFINITY))
        return 0;
    for (int i = 0; i < n; i++) {
        y[i] = qvi_point(0);
        for (int j = 0; j < n; j++)
            y[i] =
                qvi_minus(y[i], qvi_times(qvi_point(R[i][j]), p->b[s->col[j]]));
    }
    for (int turn = 0; turn < 5; turn++)
        for (int i = 0; i < n; i++) {
            qvi_range z = y[i], *l = k->lam + s->col[i];
            for (int j = 0; j < n; j++)
                z = qvi_minus(z, qvi_times(E[i][j], k->lam[s->col[j]]));
            *l = (qvi_range){fmax(l->lo, z.lo), fmin(l->hi, z.hi)};
            if (!(l->lo <= l->hi))
                return -1;
        }
    add_friction(p, d, k);
    return 1;
}

/** ## What is asked besides

The inequalities of a contact, each as a range: $w_n$ when it is open; $\lambda_n$ when it is not;
$\mu^2\lambda_n^2 - \lambda_t^2 - \lambda_o^2$ when it sticks, a difference of squares so that no
root is taken; $e\cdot w_{to}$ when it slips, which is the speed of the slip. A contact with $\mu = 0$ is
pressed or open, and only its normal row is asked.

Each condition is a range that must not be negative: it cannot hold when the range is
below zero, and holds strictly when it is above. */
typedef enum { CANNOT, MAY, DOES } possible;

static possible sign(qvi_range x)
{
    return x.hi < 0 ? CANNOT : x.lo > 0 ? DOES : MAY;
}

static possible least(possible a, possible b)
{
    return a < b ? a : b;
}

static qvi_range inner(qvi_range a, qvi_range b, qvi_range c, qvi_range d)
{
    return qvi_add(qvi_times(a, b), qvi_times(c, d));
}

static possible conditions(const problem *p, const qvi_part *k,
                           const directions *d, const qvi_range *w)
{
    possible all = DOES;
    for (int i = 0; i < p->p; i++) {
        const qvi_range *lam = k->lam + 3 * i, *v = w + 3 * i;
        if (k->does[i] == QVI_OPEN) {
            all = least(all, sign(v[0]));
            continue;
        }
        all = least(all, sign(lam[0]));
        if (k->does[i] == QVI_SLIPS)
            all = least(all, sign(inner(d->c[i], v[1], d->s[i], v[2])));
        else if (!p->smooth[i]) {
            const qvi_range g = qvi_times(p->mu[i], lam[0]);
            all = least(all,
                        sign(qvi_minus(qvi_times(g, g),
                                       inner(lam[1], lam[1], lam[2], lam[2]))));
        }
    }
    return all;
}

/* May w be zero where it must? */
static int closed(const shape *s, const qvi_range *w)
{
    int may = 1;
    for (int j = 0; j < s->linear; j++)
        may = may && w[s->col[j]].lo <= 0 && w[s->col[j]].hi >= 0;
    return may;
}

/* May the slips have the directions of the part? */
static int aligned(const problem *p, const qvi_part *k, const directions *d,
                   const qvi_range *w)
{
    int may = 1;
    for (int i = 0; i < p->p; i++)
        if (k->does[i] == QVI_SLIPS) {
            const qvi_range h = qvi_minus(qvi_times(d->c[i], w[3 * i + 2]),
                                          qvi_times(d->s[i], w[3 * i + 1]));
            may = may && h.lo <= 0 && h.hi >= 0;
        }
    return may;
}

/** ## Krawczyk's operator

Without angles the operator is that of a linear system and its first turn is the answer: open and sticking
contacts alone are decided so.

$K = m - RF(m) - (RJ(Y) - I)(Y - m)$ for a box $Y$ with the middle $m$: every zero in $Y$
is in $K$; if $K$ lies in the interior of $Y$ there is one, and only one. The
derivatives, with $g_{rj}$ from `grows`:

| | by a linear $\lambda_j$ | by $\varphi_i$ |
|---|---|---|
| $w_r$ | $g_{rj}$ | $\mu_i\lambda_{in}(\sin\varphi_i\,A_{r,it} - \cos\varphi_i\,A_{r,io})$ |
| $c w_o - s w_t$ of $l$ | $c\,g_{oj} - s\,g_{tj}$ | the same of $w_o$ and $w_t$, and $-c w_t - s w_o$ when $i = l$ |
*/
static qvi_range by_unknown(const problem *p, const shape *s, const qvi_part *k,
                            const directions *d, int row, int j)
{
    if (j < s->linear)
        return grows(p, k, d, row, s->col[j]);
    const int i = s->slip[j - s->linear];
    const qvi_range *a = p->A[row] + 3 * i;
    return qvi_times(
        qvi_times(p->mu[i], k->lam[3 * i]),
        qvi_minus(qvi_times(d->s[i], a[1]), qvi_times(d->c[i], a[2])));
}

static void derivative(const problem *p, const shape *s, const qvi_part *k,
                       qvi_ranges J)
{
    const directions d = directions_of(p, k);
    qvi_range w[ROWS];
    slip_of(p, s, k, &d, w);
    for (int r = 0; r < s->n; r++)
        for (int j = 0; j < s->n; j++) {
            const int l = r < s->linear ? -1 : s->slip[r - s->linear];
            if (l < 0) {
                J[r][j] = by_unknown(p, s, k, &d, s->col[r], j);
                continue;
            }
            const qvi_range t = by_unknown(p, s, k, &d, 3 * l + 1, j);
            const qvi_range o = by_unknown(p, s, k, &d, 3 * l + 2, j);
            J[r][j] = qvi_minus(qvi_times(d.c[l], o), qvi_times(d.s[l], t));
            if (j == r)
                J[r][j] = qvi_minus(
                    J[r][j], inner(d.c[l], w[3 * l + 1], d.s[l], w[3 * l + 2]));
        }
}

static void values(const problem *p, const shape *s, const qvi_part *k,
                   qvi_range *F)
{
    const directions d = directions_of(p, k);
    qvi_range w[ROWS];
    slip_of(p, s, k, &d, w);
    for (int r = 0; r < s->linear; r++)
        F[r] = w[s->col[r]];
    for (int r = s->linear; r < s->n; r++) {
        const int l = s->slip[r - s->linear];
        F[r] = qvi_minus(qvi_times(d.c[l], w[3 * l + 2]),
                         qvi_times(d.s[l], w[3 * l + 1]));
    }
}

static qvi_range *unknown(const shape *s, qvi_part *k, int j)
{
    return j < s->linear ? &k->lam[s->col[j]]
                         : &k->angle[s->slip[j - s->linear]];
}

/* K of the box y; 0: no regular middle. */
static int krawczyk(const problem *p, const shape *s, qvi_part *y,
                    qvi_part *out)
{
    qvi_part m = *y;
    qvi_ranges J, E;
    qvi_square R;
    qvi_range F[SIZE];
    *out = *y;
    for (int j = 0; j < s->n; j++)
        *unknown(s, &m, j) = qvi_point(qvi_middle(*unknown(s, y, j)));
    derivative(p, s, y, J);
    if (!(qvi_range_approach(s->n, J, R, E) < (double)INFINITY))
        return 0;
    values(p, s, &m, F);
    for (int i = 0; i < s->n; i++) {
        qvi_range x = *unknown(s, &m, i);
        for (int j = 0; j < s->n; j++) {
            const qvi_range way =
                qvi_minus(*unknown(s, y, j), *unknown(s, &m, j));
            x = qvi_minus(x, qvi_times(qvi_point(R[i][j]), F[j]));
            x = qvi_minus(x, qvi_times(E[i][j], way));
        }
        *unknown(s, out, i) = x;
    }
    return 1;
}

/** ## The verdict

The box of Krawczyk's operator is wider than the part, by a fifth on each side, so that a solution on
the part's edge lies inside of it; the parts on both sides of that edge then find the same one.
Three turns, each with the intersection: no zero is lost by it. Once there is one zero, a few turns
more make its box small, and the conditions are asked there. */
static int disjoint(qvi_range x, qvi_range y)
{
    return x.hi < y.lo || x.lo > y.hi;
}

static qvi_range wider(qvi_range x, double share)
{
    const double r = share * (x.hi - x.lo) + 1e-13 * (1e-3 + qvi_size(x));
    return qvi_between(x.lo - r, x.hi + r);
}

/* 1: y has one zero, out is K(y); -1: none; 0: not known, y has become
   smaller. */
static int narrow(const problem *p, const shape *s, qvi_part *y, qvi_part *out)
{
    int inside = 1;
    if (!krawczyk(p, s, y, out))
        return 0;
    for (int j = 0; j < s->n; j++) {
        qvi_range *a = unknown(s, y, j), x = *unknown(s, out, j);
        if (disjoint(x, *a))
            return -1;
        inside = inside && qvi_within(x, *a);
    }
    for (int j = 0; j < s->n && !inside; j++) {
        qvi_range *a = unknown(s, y, j), x = *unknown(s, out, j);
        *a = (qvi_range){fmax(a->lo, x.lo), fmin(a->hi, x.hi)};
    }
    return inside;
}

static int one_zero(const problem *p, const shape *s, qvi_part *y,
                    qvi_part *tight)
{
    int one = 0;
    for (int turn = 0; turn < 3 && one == 0; turn++)
        one = narrow(p, s, y, tight);
    for (int turn = 0; turn < 16 && one == 1; turn++) {
        qvi_part z = *tight, next;
        if (!krawczyk(p, s, &z, &next))
            break;
        for (int j = 0; j < s->n; j++) {
            qvi_range *x = unknown(s, tight, j), k = *unknown(s, &next, j);
            *x = (qvi_range){fmax(x->lo, k.lo), fmin(x->hi, k.hi)};
        }
    }
    return one;
}

qvi_part_is qvi_part_look(const qvi_ranged *p, qvi_part *k)
{
    const shape s = shape_of(p, k);
    directions d = directions_of(p, k);
    qvi_range w[ROWS];
    qvi_part y, tight;
    const int forces = enclose_forces(p, &s, &d, k);
    slip_of(p, &s, k, &d, w);
    if (forces < 0 || !closed(&s, w) || !aligned(p, k, &d, w) ||
        conditions(p, k, &d, w) == CANNOT)
        return QVI_PART_EXCLUDED;
    if (forces == 0)
        return QVI_PART_WIDE;
    y = *k;
    for (int j = 0; j < s.n; j++)
        *unknown(&s, &y, j) = wider(*unknown(&s, k, j), 0.2);
    const int one = one_zero(p, &s, &y, &tight);
    if (one <= 0)
        return one < 0 ? QVI_PART_EXCLUDED : QVI_PART_WIDE;
    memcpy(tight.alone_lam, y.lam, sizeof y.lam);
    memcpy(tight.alone_angle, y.angle, sizeof y.angle);
    d = directions_of(p, &tight);
    add_friction(p, &d, &tight);
    slip_of(p, &s, &tight, &d, w);
    const possible all = conditions(p, &tight, &d, w);
    if (all == CANNOT)
        return QVI_PART_EXCLUDED;
    *k = tight;
    return all == DOES ? QVI_PART_SOLUTION : QVI_PART_TIE;
}
