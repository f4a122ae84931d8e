#include "gap08/step/alone.h"
#include "ap02/spring.h"
#include "number/dense.h"

#include <math.h>
#include <string.h>

/**
# Why a step has one velocity, when that can be seen

The paper takes an element of the solution set $\mathcal L(q^l, v^l, \dots)$ of (4.7) and says
that it is not empty. It does not say that it has one velocity, and no theorem of it needs that;
but who compares two runs does. This is a sufficient condition, cheap beside the step itself. The
list of solutions (`second.c`) decides what it leaves open, where that is possible.

## One velocity

Take two solutions of (4.7) and write $\Delta$ for their differences. The
equation of motion, times $\Delta x$, is

$$\Delta x^T \tilde M \Delta x = \Delta c_\nu^T \tilde\nu^T \Delta x +
\Delta c_n^T \tilde n^T \Delta x + \Delta\beta^T \tilde D^T \Delta x .$$

Joints drop out; a spring's row makes its term $\le 0$; complementarity makes
the normal one $\le 0$. For friction let $\ell_j(x) = \max_k |d_{jk}^T x|$, the
speed of the slip. Then $\beta^T D^T x = -\mu c_n \ell(x)$ in each solution, and
any $\beta'$ with $e^T\beta' \le \mu c_n'$ has $\beta'^T D^T x \ge -\mu c_n'
\ell(x)$. So

$$\Delta x^T \tilde M \Delta x \le
-\sum_j \mu_j\, \Delta c_{n,j}\, \Delta \ell_j .$$

Without friction the right side is zero and $\Delta x = 0$. With friction a
second velocity needs another split of the normal impulses: somewhere more
pressure where the slip is slower. When $n_j$ is no combination of the other
columns of $[\tilde\nu, a, \tilde n, \bar D]$, the equation of motion determines
$\Delta c_{n,j}$ from $\Delta x$, and $|\Delta\ell_j| \le \max_k |d_{jk}^T \Delta
x|$. Both are linear in $\Delta x$. With $L L^T$ the symmetric part of $\tilde M$,
$y = L^T \Delta x$, $\Delta c_{n,j} = p_j^T y$, $q_{jk} = L^{-1} d_{jk}$ and

$$|p^T y||q^T y| \le \tfrac12 (|p||q| + |p^T q|) |y|^2,$$

there is one velocity when $\sum_j \mu_j \max_k \frac12 (|p_j||q_{jk}| +
|p_j^T q_{jk}|) < 1$. It is enough and
not needed: a mass point has one velocity for any $\mu$ and is sure of it for
$\mu < 2$.

*Painlevé's rod* shows how near it comes. Half length 1, mass 1, inertia $\frac13$, $\tan\theta =
\frac43$: $n = (0, 1, -\frac35)$, $d = (1, 0, \frac45)$, $\tilde M = M$. In $L^{-1}$-coordinates
$q = (1, 0, \frac45\sqrt3)$ has $|q|^2 = \frac{73}{25}$, and what is left of $n$ across it has
$|r|^2 = \frac{100}{73}$. So $p = r/|r|^2$, $p^Tq = 0$, and one velocity is proven for
$\frac\mu2|q|/|r| = \frac{73}{100}\mu < 1$: for $\mu < 1.37$. From $\mu = \frac{13}9 = 1.44$ on
the rod that slides on its tip, pressed down by its weight, has no consistent acceleration.

*Where it says nothing.* A plate on four corners has dependent normals: no $\Delta c_{n,j}$
follows from $\Delta x$, `normal_of` finds nothing left of $n_j$, and rightly so, because the
velocity may be several (`split.c`). A rod that lies on two points has independent normals, but
both of its slips are one column: a basis of the columns is not safely one, and the bound says
nothing; it has 8 pairs, and for the first step on them the list of its solutions says that there
is one velocity.

Everything is computed in doubles. Columns that are independent by less than
$2^{-10}$ of their length, and sums that are not below 1 by as much, prove
nothing: rounding is smaller by a factor of $2^{20}$. That is so far from the ends of the doubles
only. What divides by an entry of $2^{-1030}$ overflows, and $n = (1, \epsilon)$, $d = (1, 0)$,
$\tilde M = I$, $\mu = 4$, $v = (2\epsilon, -1)$ have several velocities for each $\epsilon \in (0,
1)$: $v$ with no impulse, one where $c_n = \epsilon/(3 - \epsilon^2)$ brakes the slip and closes the
gap, and 0 with $c_n = 1/\epsilon$. So lengths outside $2^{\pm400}$ prove nothing, either.

*Cost.* A factorisation of $\tilde M$, a triangular solution for each column, and for each contact
with friction an orthogonal basis of the other columns: of order $p\,n_v^2k$ for k columns,
without contacts with friction $n_v^3$. */
#define MARGIN 0x1p-10
#define FAR 0x1p400

enum { ALONE_MOST = 64 }; /* velocities, and rows of a contact's others */

typedef struct {
    const step_data *d;
    const double *A; /* M~, the first nv columns of the problem's rows */
    int nv, stride, k;
    double *L, *C, *Q; /* nv x nv; k columns of nv; nv of nv */
    double *t, *u;     /* nv each */
} proof;

/* Are squares and products of such lengths what they should be? */
static int sound(double x)
{
    return x > 1 / FAR && x < FAR;
}

/** Cholesky of the symmetric part: $\Delta x^T\tilde M\Delta x$ knows no other. A pivot must be
more than $2^{-20}$ of its diagonal entry, or $L^{-1}$ magnifies the rounding of the columns
beyond the margin. */
/* L L' = sym M~; 0 when that is not safely positive definite. */
static int factor(proof *w)
{
    const int n = w->nv;
    for (int j = 0; j < n; j++)
        for (int i = j; i < n; i++) {
            const double own = w->A[j * w->stride + j];
            double sum =
                0.5 * (w->A[i * w->stride + j] + w->A[j * w->stride + i]);
            for (int k = 0; k < j; k++)
                sum -= w->L[i * n + k] * w->L[j * n + k];
            if (i == j && !(sound(own) && sum > MARGIN * MARGIN * own))
                return 0;
            w->L[i * n + j] = i == j ? sqrt(sum) : sum / w->L[j * n + j];
        }
    return 1;
}

/* x = L^-1 x, or L^-T x. */
static void solve(const proof *w, int transposed, double *x)
{
    const int n = w->nv;
    for (int s = 0; s < n; s++) {
        const int i = transposed ? n - 1 - s : s;
        for (int k = transposed ? i + 1 : 0; k < (transposed ? n : i); k++)
            x[i] -= (transposed ? w->L[k * n + i] : w->L[i * n + k]) * x[k];
        x[i] /= w->L[i * n + i];
    }
}

static void put(proof *w, const double *row)
{
    double *c = w->C + w->k++ * w->nv;
    memcpy(c, row, (size_t)w->nv * sizeof *c);
    solve(w, 0, c);
}

/* The columns in the order joints, springs, normals, slips. */
static void columns(proof *w)
{
    const step_data *d = w->d;
    for (int i = 0; i < d->m; i++)
        put(w, d->nu + i * d->nv);
    for (int i = 0; i < d->s; i++)
        put(w, d->a + i * d->nv);
    for (int j = 0; j < d->p; j++)
        put(w, d->n + j * d->nv);
    for (int k = 0; k < d->r; k++)
        put(w, d->d + k * d->nv);
}

/* x without what lies along the first `many` of Q; its length. */
static double across(const proof *w, int many, double *x)
{
    for (int twice = 0; twice < 2; twice++)
        for (int i = 0; i < many; i++) {
            const double *q = w->Q + i * w->nv, along = dense_dot(w->nv, q, x);
            for (int j = 0; j < w->nv; j++)
                x[j] -= along * q[j];
        }
    return sqrt(dense_dot(w->nv, x, x));
}

static int has_friction(const step_data *d, int j)
{
    return d->mu[j] > 0 && d->slip_at[j + 1] > d->slip_at[j];
}

/* Of whom is column c: can it push at all? */
static int pushes(const step_data *d, int c)
{
    int slip = c - d->m - d->s - d->p, j = 0;
    if (slip < 0)
        return 1;
    while (d->slip_at[j + 1] <= slip)
        j++;
    return d->mu[j] > 0;
}

/** *A coordinate that $n_j$ has for itself.* Where all other columns are zero in the row i, that row
of the equation of motion is $\tilde M_i\Delta x = n_{ji}\Delta c_{n,j}$, and no basis is asked
for. It is so for the pedal of a motor, whose slip is along the normal of whatever stops it.

*A motor at its stop.* A load of mass m on a line, its stop $n_2 = (-1, 0)$, a motor with the slip
$d = (1, 0)$ and a pedal of mass $\mu_0$ with $n_1 = (0, 1)$. $d$ and $n_2$ are one line, so the three
columns are dependent, and no basis of them is taken. But only $n_1$ has the second row: $\Delta c_1 =
\mu_0\Delta x_2$. In $L^{-1}$-coordinates $p = (0, \sqrt{\mu_0})$, $q = (1/\sqrt m, 0)$, $p^Tq = 0$, and the
share is $\frac12\sqrt{\mu_0/m}$: for a load that is heavier than a quarter of the pedal there is
one velocity. The doubles of the rows are compared with zero as they are: a zero in a row of a scene
is no rounding, and an entry that is small is an entry. */
static const double *row_of(const step_data *d, int c)
{
    const double *of[] = {d->nu, d->a, d->n, d->d};
    const int count[] = {d->m, d->s, d->p, d->r};
    int part = 0;
    while (c >= count[part])
        c -= count[part++];
    return of[part] + c * d->nv;
}

/* The coordinate of which column `own` alone is not zero, or -1. */
static int own_coordinate(const step_data *d, int own)
{
    for (int i = 0; i < d->nv; i++) {
        int others = row_of(d, own)[i] == 0;
        for (int c = 0; c < d->m + d->s + d->p + d->r && !others; c++)
            others = c != own && pushes(d, c) && row_of(d, c)[i] != 0;
        if (!others)
            return i;
    }
    return -1;
}

/** $\Delta c_{n,j}$ as a function of $\Delta x$. $\tilde M\Delta x = \sum$ columns times
$\Delta$impulses; times $L^{-1}$, and projected to what is orthogonal to all columns but $n_j$,
only $L^{-1}n_j$ stays: with $r$ its rest there, $r^TL^{-1}\tilde M\Delta x = |r|^2\Delta
c_{n,j}$, and $\Delta x = L^{-T}y$. A direction without friction never pushes and does not count
among the others; a column that depends on those before it ends the matter, though the basis could
do without it, because "depends" is not decided in doubles. */
/* p_j into w->t; 0 when c_n of contact j is not safely determined. */
static int normal_of(proof *w, int j)
{
    const int nv = w->nv, own = w->d->m + w->d->s + j;
    const int single = own_coordinate(w->d, own);
    int many = 0;
    for (int i = 0; i < nv && single >= 0; i++)
        w->t[i] = w->A[single * w->stride + i] / w->d->n[j * nv + single];
    if (single >= 0) {
        solve(w, 0, w->t);
        return 1;
    }
    for (int c = 0; c < w->k; c++) {
        double *q = w->Q + many * nv, *column = w->C + c * nv;
        if (c == own || !pushes(w->d, c))
            continue;
        if (many == nv - 1)
            return 0;
        memcpy(q, column, (size_t)nv * sizeof *q);
        const double before = sqrt(dense_dot(nv, q, q)),
                     after = across(w, many, q);
        if (!(sound(before) && after > MARGIN * before))
            return 0;
        for (int i = 0; i < nv; i++)
            q[i] /= after;
        many++;
    }
    memcpy(w->u, w->C + own * nv, (size_t)nv * sizeof *w->u);
    const double before = sqrt(dense_dot(nv, w->u, w->u));
    const double after = across(w, many, w->u);
    if (!(sound(before) && after > MARGIN * before))
        return 0;
    for (int i = 0; i < nv; i++)
        w->u[i] /= after * after;
    solve(w, 1, w->u); /* p = L^-1 M~' L^-T r / |r|^2 */
    for (int i = 0; i < nv; i++) {
        w->t[i] = 0;
        for (int k = 0; k < nv; k++)
            w->t[i] += w->A[k * w->stride + i] * w->u[k];
    }
    solve(w, 0, w->t);
    return 1;
}

/** With $\mu|p|$ and $|q|$ below $2^{400}$ nothing overflows, and what underflows in $q$ is no
part of a sum that is compared with 1. `fmax` would pass over a number that is none, so each is
looked at before. */
/* mu_j max_k (|p||q_k| + |p'q_k|) / 2; infinite when p is not known. */
static double share(proof *w, int j)
{
    const step_data *d = w->d;
    const int nv = w->nv, first = d->m + d->s + d->p;
    double most = 0;
    if (!has_friction(d, j))
        return 0;
    if (!normal_of(w, j))
        return HUGE_VAL;
    const double length = sqrt(dense_dot(nv, w->t, w->t));
    if (!(sound(length) && d->mu[j] * length < FAR))
        return HUGE_VAL;
    for (int k = d->slip_at[j]; k < d->slip_at[j + 1]; k++) {
        const double *q = w->C + (first + k) * nv,
                     speed = sqrt(dense_dot(nv, q, q));
        if (!(speed < FAR))
            return HUGE_VAL;
        most =
            fmax(most, 0.5 * (length * speed + fabs(dense_dot(nv, w->t, q))));
    }
    return d->mu[j] * most;
}

/** A spring's row is $\text{move}\,a^Tx + \text{give}\,c + \text{shift} = 0$, so of two solutions
$\text{move}\,a^T\Delta x = -\text{give}\,\Delta c$ and $\Delta c\,a^T\Delta x \le 0$ when neither
is negative and one is not zero. A $\gamma$ that is too small, or a negative stiffness, is refused
here. */
/* Does every spring's row take energy, or hold still? */
static int springs_take(const alpha_gamma *s, const step_data *d)
{
    for (int i = 0; i < d->s; i++) {
        const spring_row row = spring_row_of(s, d, i);
        if (!(row.move >= 0 && row.give >= 0 && row.move + row.give > 0))
            return 0;
    }
    return 1;
}

/** *Before any number is computed:* a contact with friction whose normal has no coordinate
for itself asks for a basis of all other columns that can push, and with as many of these as
there are velocities `normal_of` ends without one. Then nothing is proven, whatever the
numbers are. Of sixteen boxes in a pile nearly all problems are of this kind. */
static int too_many(const step_data *d)
{
    const int all = d->m + d->s + d->p + d->r;
    int pushing = 0;
    for (int c = 0; c < all; c++)
        pushing += pushes(d, c);
    for (int j = 0; j < d->p && pushing > d->nv; j++)
        if (has_friction(d, j) && own_coordinate(d, d->m + d->s + j) < 0)
            return 1;
    return 0;
}

/** The sum stops as soon as it has reached 1. It is compared with $1 - 2^{-10}$; a frictionless
step has the sum zero, and needs $\tilde M$ to be positive definite and nothing else. */
static int decide(arena *a, proof *w)
{
    const step_data *d = w->d;
    const size_t nv = (size_t)d->nv, k = (size_t)(d->m + d->s + d->p + d->r);
    double sum = 0;
    w->L = arena_take(a, nv * (2 * nv + 2 + k), sizeof *w->L);
    if (w->L == NULL)
        return 0;
    w->Q = w->L + nv * nv;
    w->t = w->Q + nv * nv;
    w->u = w->t + nv;
    w->C = w->u + nv;
    if (!factor(w))
        return 0;
    columns(w);
    for (int j = 0; j < d->p && sum < 1; j++)
        sum += share(w, j);
    return sum < 1 - MARGIN;
}

/** More joints, springs and normals than velocities: some normal is a combination of the other
columns, or the columns before it depend already. `normal_of` would find that, contact by contact;
it is seen in the sizes. */
int alone_proven(arena *a, const alpha_gamma *s, const step_data *d,
                 const lcp_problem *p)
{
    proof w = {.d = d, .A = p->A, .nv = d->nv, .stride = p->free + p->n};
    const arena_mark mark = arena_here(a);
    int friction = 0;
    for (int j = 0; j < d->p; j++)
        friction += has_friction(d, j);
    if (d->nv > ALONE_MOST || !springs_take(s, d))
        return 0;
    /* More columns than rows: nothing is determined. */
    if (friction > 0 && (d->m + d->s + d->p > d->nv || too_many(d)))
        return 0;
    const int yes = decide(a, &w);
    arena_release(a, mark);
    return yes;
}

double alone_length(int nv, const double *M, const double *x)
{
    double sum = 0;
    for (int i = 0; i < nv; i++)
        for (int j = 0; j < nv; j++)
            sum += x[i] * M[i * nv + j] * x[j];
    return sqrt(fmax(sum, 0));
}
