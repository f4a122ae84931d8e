/**
# Balls, shells, and boxes for the rest

paoli_ball.c bounds by how much the gradients of those that push turn in one
ball, and what follows for a point $Z' = Z + d$ of $K$ that is no farther from
$y$ than $Z$. Three things are made of it here, each for what the one before
leaves open.

**Balls.** From $r = 2\rho$ to $c + \sqrt{c^2 + 2b}$ with $c = |\varepsilon| +
\sum\mu_a g_a(r)$, and again, as long as it pays.

**Shells.** The mean value theorem knows one $\zeta$ between $Z$ and $Z'$, and
of all gradients in the ball the worst may be at it. The integral knows them
all:

$$f_a(Z') - f_a(Z) = \int_0^1 \nabla f_a(Z + td)\cdot d\,dt \ge n_a\cdot d - |d| \int_0^1 g_a(tr)\,dt
\ge n_a\cdot d - \frac{|d|}8\sum_{k=1}^8 g_a\Bigl(\frac{kr}8\Bigr) .$$

A gradient that turns like $\kappa r$ counts $\frac9{16}\kappa r$ and not
$\kappa r$, and the factor from ball to ball is $\frac98\kappa\rho$ in the
place of $2\kappa\rho$. It cannot be less than $\kappa\rho$: at $\kappa\rho =
1$, from the centre of a disc, all points of the circle are as near. Eight
balls cost eight times as much, so this comes second.

**Boxes.** When the factor is small near $Z$ and not in the ball of $2\rho$,
there may be another way out in that ball: a gap that is the larger of two,
each of them with its own wall; a thin place between two hollows. Gradients
near $Z$ know nothing of it, and those in the ball are of two kinds. Then a
ball of radius $s = 2^{-k}\rho$ is looked for from which shells go down, and
what is left is to show that no point of $K$ is in $|x - y|_M \le \rho$ and
outside of $|x - Z|_M \le s$. A box around the first ball is halved until each
piece is one of

| piece | seen by |
|---|---|
| too far from $y$ | $\lvert c - y\rvert_M$ less what the box adds is more than $\rho$ |
| near $Z$ | $\lvert c - Z\rvert_M$ and what the box adds is at most $s$ |
| outside of $K$ | some $f_a < 0$ on all of it, enclosed |

What a box of half widths $w$ adds is at most $\sqrt{\sum|M_{ij}|w_iw_j}$. The
pieces are small only where the sphere around $y$ and the boundary of $K$ are
close without being near $Z$: at a second way out that is nearly as short. When
two points are equally near no number of boxes will do, and after 4000 of them,
or when the numbers are too fine for doubles, nothing is proven. The price is
$2^v$ boxes where one was, so this is for $v \le 3$; and only for gaps that the
scene has written, since pairs of bodies have more coordinates than that.

What boxes do not help with is a bulge that is hit deeply. A gradient that
turns like $\kappa r$ has the same factor $\frac98\kappa\rho$ in every ball,
however small, and there is none to begin with.

Of 60 projections each (`test_paoli_ball`, seed 11), proven:

| | balls | and shells | and boxes |
|---|---|---|---|
| waves $0.1\sin 6x$, $0.02\sin 20x$ | 91 %, 74 % | 60, 58 of 60 | the same |
| ellipses 1:4, 1:20 from outside | 84 %, 63 % | 57, 56 of 60 | the same |
| peanut from inside, from outside | 89 %, 58 % | 64 of 65, 42 of 61 | 64, 47 |

The first column is of 1000 projections each.

**Rounding.** Middles and half widths are doubles. A half of a box is made
wider by $2^{-30}$ of itself, which covers the rounding of its middle as long
as $w \ge 2^{-20}|c|$; narrower ones end the search. Distances are sums of
products with $2^{-40}$ of the sum of their sizes for rounding.

An example. $K = \{y \le x^2\}$, $y = (0, s)$, $M = I$: $Z = 0$, $n = (0, -1)$,
$\mu = \rho = s$. The gradient is $(2x, -1)$, so $g(r) = 2r$; balls have the
factor $4s$ and decide up to $s = \frac14$, shells $\frac94s$ and decide up to
$\frac49$. From $s = \frac12$ on $Z$ is not nearest any more: two points beside
it are.*/
#include "p10/paoli_tree.h"

#include <math.h>
#include <string.h>

/* All sums of numbers >= 0 below have fewer than 2^20 roundings. */
static const double up = 1 + 0x1p-30, unit = 0x1p-53;

enum { SHELLS = 8, HALVINGS = 10 };

/** $\rho$ and $|\varepsilon|$, from above. The dual norm of a vector is at
most $\sum|\varepsilon_i|m_i$.*/
static void residual(const paoli_ball *b, const paoli_state *r, const double *y,
                     double *rho, double *eps)
{
    const int v = r->sys->nv;
    double square = 0;
    *eps = 0;
    for (int i = 0; i < v; i++) {
        double p = 0, all = 0;
        for (int j = 0; j < v; j++) {
            double x = r->M[i * v + j] * (r->at[j] - y[j]);
            p += x;
            all += fabs(x);
        }
        square += fabs(r->at[i] - y[i]) * (fabs(p) + (v + 4) * unit * all);
        for (int j = 0; j < r->sys->contacts; j++)
            if (r->impulse[j] > 0) {
                double x = paoli_tree_share(r, j) *
                           r->rows[(size_t)j * (size_t)v + (size_t)i];
                p -= x;
                all += fabs(x);
            }
        *eps += (fabs(p) + (v + r->sys->contacts + 6) * unit * all) * b->m[i];
    }
    *rho = sqrt(square * up) * up;
    *eps *= up;
}

/* Every contact that pushes is concave by its form. */
static int bowl(const paoli_ball *b, const paoli_state *r)
{
    int j = 0;
    while (j < r->sys->contacts && (b->concave[j] || !(r->impulse[j] > 0)))
        j++;
    return j == r->sys->contacts;
}

/* Shells: the mean of g in `pieces` balls, for who is not concave by form. */
static perp_status shells(paoli_ball *b, const paoli_state *r, double radius,
                          int pieces, int *sure)
{
    const int p = r->sys->contacts;
    memset(b->sum, 0, (size_t)p * sizeof *b->sum);
    for (int k = 1; k <= pieces; k++) {
        PERP_TRY(paoli_tree_survey(b, r, radius * k / pieces, 0, sure));
        for (int j = 0; j < p; j++)
            b->sum[j] += b->g[j] / pieces;
    }
    memcpy(b->g, b->sum, (size_t)p * sizeof *b->g);
    return PERP_SUCCESS;
}

/* g: of what is concave that at Z, of others that of the shells. */
static perp_status turns(paoli_ball *b, const paoli_state *r, double radius,
                         int pieces, int *sure)
{
    if (!bowl(b, r))
        PERP_TRY(shells(b, r, radius, pieces, sure));
    for (int j = 0; j < r->sys->contacts; j++)
        if (b->concave[j])
            b->g[j] = b->still[j];
    return PERP_SUCCESS;
}

/** In the coordinates: $|Z'_i - Z_i| \le r m_i$; the largest. For a disc of
mass 2 and $r = 10^{-6}$ in the norm of $M$, $m = 1/\sqrt2$ and it is
$0.7\cdot10^{-6}$ m.*/
static double reach(const paoli_ball *b, int v, double radius)
{
    double most = 0;
    for (int i = 0; i < v; i++)
        most = fmax(most, radius * b->m[i] * up);
    return most;
}

/* Of a step: rho and |epsilon|, upward, and b. */
typedef struct {
    const double *y;
    double rho, eps, open;
} size;

/** From `start` down. $\mu_a g_a$ of all that push, or $\mu_a \max(0, f_a)$,
is what a survey and `paoli_tree_weighed` leave; the sum and $|\varepsilon|$
make $c$, and $c + \sqrt{c^2 + 2b}$ the next radius. A $g$ that is infinite (a
formula without a value) makes the radius so, and the loop ends.

Each ball costs one evaluation of the gradients' tape in intervals, some
hundred times what it costs in doubles, and is worth it where another descent
would pose three problems or more. It ends when a ball is no longer clearly
smaller than the one before, or at $2^{-16}\rho$: what is asked is which point,
not its last digits. Below $2^{-10}\rho$ the answer counts as proven; above, a
nearer point would still be another one by the measure of the step. *end is
infinite then.

In the largest ball each gap that pushes must have a value and one branch, or
the mean value theorem has nothing to say.*/
static perp_status settle(paoli_ball *b, const paoli_state *r, const size *k,
                          double start, int pieces, double *end)
{
    double radius = start, before = (double)INFINITY;
    int sure = 1;
    *end = (double)INFINITY;
    if (!bowl(b, r)) {
        PERP_TRY(paoli_tree_survey(b, r, radius, 1, &sure));
        sure &= isfinite(paoli_tree_weighed(b, r)) != 0;
    }
    while (sure && radius < before * 0.95 && radius > 0x1p-16 * k->rho) {
        before = radius;
        PERP_TRY(turns(b, r, radius, pieces, &sure));
        double c = k->eps + paoli_tree_weighed(b, r);
        radius = (c + sqrt(c * c + 2 * k->open) * up) * up;
    }
    if (sure && fmin(radius, before) <= 0x1p-10 * k->rho)
        *end = fmin(radius, before);
    return PERP_SUCCESS;
}

/** $|c - z|_M$, from below and above, of two points in doubles.*/
static void apart(const paoli_state *r, const double *c, const double *z,
                  double *least, double *most)
{
    const int v = r->sys->nv;
    double sum = 0, all = 0;
    for (int i = 0; i < v; i++)
        for (int j = 0; j < v; j++) {
            double x = (c[i] - z[i]) * r->M[i * v + j] * (c[j] - z[j]);
            sum += x;
            all += fabs(x);
        }
    *least = sqrt(fmax(0, sum - 0x1p-40 * all)) / up;
    *most = sqrt(sum + 0x1p-40 * all) * up;
}

/* What the box adds to the distance of its middle. */
static double half(const paoli_state *r, const double *w)
{
    const int v = r->sys->nv;
    double sum = 0;
    for (int i = 0; i < v; i++)
        for (int j = 0; j < v; j++)
            sum += fabs(r->M[i * v + j]) * w[i] * w[j];
    return sqrt(sum) * up * up;
}

/* Some gap is negative on all of the box. */
static perp_status outside(paoli_ball *b, const paoli_state *r, const double *c,
                           const double *w, int *yes)
{
    const perp_system *s = r->sys;
    *yes = 0;
    paoli_tree_inputs(b, s, c, w);
    PERP_TRY(enclose_tape(&b->w, &s->gaps, b->in, b->wide));
    for (int j = 0; j < s->contacts && !*yes; j++) {
        const interval *x = enclose_output(&b->w, &s->gaps, (uint32_t)j);
        *yes = !x->lost && mpfr_sgn(x->hi) < 0;
    }
    return PERP_SUCCESS;
}

/** The box on top of the stack, `top` of them, is halved across its widest
side in the metric. The upper half stays in its place. 0: it is too narrow, or
there is no room.*/
static int divide(const paoli_ball *b, int v, int top)
{
    double *c = b->boxes + (size_t)(top - 1) * 2 * (size_t)v, *w = c + v;
    int widest = 0;
    for (int i = 1; i < v; i++)
        if (w[i] * b->m[widest] > w[widest] * b->m[i])
            widest = i;
    if (top == PAOLI_TREE_STACK || !(w[widest] >= 0x1p-20 * fabs(c[widest])))
        return 0;
    memcpy(w + v, c, 2 * (size_t)v * sizeof *c);
    const double by = w[widest] / 2;
    c[widest] += by;
    c[2 * v + widest] -= by;
    w[widest] = w[2 * v + widest] = by * up;
    return 1;
}

/** No point of $K$ is within $\rho$ of $y$ and farther than `inner` from $Z$:
then *empty = 1.*/
static perp_status search(paoli_ball *b, const paoli_state *r, const size *k,
                          double inner, int *empty)
{
    const int v = r->sys->nv;
    int top = 1;
    *empty = 0;
    for (int i = 0; i < v; i++) {
        b->boxes[i] = k->y[i];
        b->boxes[v + i] = k->rho * b->m[i] * up;
    }
    for (int n = 0; top > 0; n++) {
        const double *c = b->boxes + (size_t)(top - 1) * 2 * (size_t)v;
        const double add = half(r, c + v);
        double least, most, none;
        int away = 0;
        apart(r, c, k->y, &least, &none);
        apart(r, c, r->at, &none, &most);
        if (!(least - add > k->rho * up) && !(most + add <= inner)) {
            PERP_TRY(outside(b, r, c, c + v, &away));
            if (!away && (n > PAOLI_TREE_MOST || !divide(b, v, top)))
                return PERP_SUCCESS;
            top += away ? -1 : 1;
        } else
            top--;
    }
    *empty = 1;
    return PERP_SUCCESS;
}

/* The largest ball of a few from which shells go down, and boxes around it. */
static perp_status part(paoli_ball *b, const paoli_state *r, const size *k,
                        double *end)
{
    double inner = k->rho;
    int empty = 0;
    for (int n = 0; n < HALVINGS && !isfinite(*end); n++) {
        PERP_TRY(settle(b, r, k, inner, SHELLS, end));
        inner /= isfinite(*end) ? 1 : 2;
    }
    if (isfinite(*end))
        PERP_TRY(search(b, r, k, inner, &empty));
    if (!empty)
        *end = (double)INFINITY;
    return PERP_SUCCESS;
}

perp_status paoli_ball_around(paoli_ball *b, const paoli_state *r,
                              const double *y, double *within)
{
    size k = {.y = y};
    double end = (double)INFINITY;
    int sure = 1;
    *within = (double)INFINITY;
    b->ready = (b->ready && r->steady) || paoli_tree_measure(b, r);
    if (!b->ready)
        return PERP_SUCCESS;
    residual(b, r, y, &k.rho, &k.eps);
    PERP_TRY(paoli_tree_survey(b, r, 0, 0, &sure));
    memcpy(b->still, b->g, (size_t)r->sys->contacts * sizeof *b->g);
    sure &= isfinite(paoli_tree_weighed(b, r)) != 0;
    PERP_TRY(paoli_tree_survey(b, r, 0, 1, &sure));
    k.open = paoli_tree_weighed(b, r);
    if (!sure)
        return PERP_SUCCESS;
    PERP_TRY(settle(b, r, &k, 2 * k.rho, 1, &end));
    if (!isfinite(end))
        PERP_TRY(settle(b, r, &k, 2 * k.rho, SHELLS, &end));
    if (!isfinite(end) && b->boxes != NULL && isfinite(k.rho))
        PERP_TRY(part(b, r, &k, &end));
    if (isfinite(end))
        *within = reach(b, r->sys->nv, end);
    return PERP_SUCCESS;
}
