/**
# Along the rows

A step $n$ has its numbers in the rows $n$ and $n + 1$: $q^n$, $V^{n-1}$ (column
`v` of row $n$) and $V^n$, and $Z^n = q^n + hw$ with $w$ in the column `va`. A
constraint counts as active at $Z^n$ when it reacts in this step or its gap is
within the run's tolerance. Nodes $q^n$ are no points of $\partial K$ for $e > 0$
(erratum 4.7), so all that is asked of active constraints is asked at $Z^n$.

**The two estimates.** Products and $|\cdot|$ in the metric of $M(q^n)$:

$$|V^n|^2 \le (V^{n-1} + hG^n, V^n) \quad (e = 0),$$
$$(1-e)|V^n|^2 \le (1+e)|V^{n-1}|^2 + 2e|V^{n-2}|^2 + 2h(G^n, V^n + eV^{n-2}).$$

With $D = M(V^{n-1} - V^n) + hg$ the first is $D \cdot V^n \ge 0$. For $e = 0$ and a
convex $K$ this is the supporting plane of $K$ at $q^{n+1} = Z^n$, seen from
$q^n = Z^{n-1}$: $-D$ is a push of the walls, and $-V^n$ leads back into $K$. With
Cauchy and Schwarz it is $|V^n| \le |V^{n-1}| + h|G^n|$, Lemma 1. The second is
$D \cdot (V^n + eV^{n-2}) \ge 0$ for any $e$, since $V^n + eV^{n-2}$ is $Z^n - Z^{n-1}$ up
to a factor. Its mixed products are bounded by $2xy \le x^2 + y^2$, and what is lost there makes its share negative in free flight: with
$V^n = V^{n-1} = V^{n-2} = u$ and no force it reads $(1-e)|u|^2 \le (1+3e)|u|^2$, a
difference of $-4e|u|^2$, a share of $-\frac43e$ of the three sizes. For $e =
\frac12$ that is $-0.667$.

In full, for $M = 1$, with $V, U, W$ for $V^n, V^{n-1}, V^{n-2}$: the product is

$$|V|^2 \le UV + eUW - eVW + hG(V + eW),$$

and twice this, with $2UV \le U^2 + V^2$, $2UW \le U^2 + W^2$ and $-2VW \le V^2 + W^2$,
is $2V^2 \le (1 + e)(U^2 + V^2) + 2eW^2 + 2hG(V + eW)$. That is the second. What it
bounds is one step: without a force $|V|$ is at most $\sqrt{(1+3e)/(1-e)}$ of the
larger of the two speeds before, the same speed for $e = 0$, more for every other
$e$, and for $e = 1$ its left side is 0 and it bounds no $V$. Chained over $T/h$ steps the
factors of an $e > 0$ leave nothing that stays finite for $h \to 0$. For $e = 0$ the
first does, summed: $|V^n| \le |V^0| + h\sum|G|$.

**A ball at a wall, by hand.** $f = q$, $M = 1$, no force, $h = \frac1{10}$. For $e
= 0$ let $q^n = \frac1{20}$ and $V^{n-1} = -1$. Free, $w$ would be $-1$; the wall
wants $\frac1{20} + \frac{w}{10} \ge 0$, so $w = -\frac12 = V^n$. The first estimate
reads $\frac14 \le \frac12$; its sizes are $\frac14 + 1$, and its share is $-\frac15$.
In the next step $q = 0$ and $V = 0$: both sides are 0.

For $e = \frac12$, $w$ is free at $\frac13V^{n-1}$ and $V^n = \frac12V^{n-1} +
\frac32w$:

| $q^n$ | $w$ | $Z^n$ | $V^n$ | left | right | share |
|---|---|---|---|---|---|---|
| $\frac1{20}$ | $-\frac13$ | $\frac1{60}$ | $-1$ | $\frac12$ | $\frac52$ | $-\frac23$ |
| $-\frac1{20}$ | $\frac12$ | 0 | $\frac14$ | $\frac1{32}$ | $\frac52$ | $-\frac{79}{66}$ |
| $-\frac1{40}$ | $\frac14$ | 0 | $\frac12$ | $\frac18$ | $\frac{35}{32}$ | $-\frac{31}{42}$ |
| $\frac1{40}$ | $\frac16$ | $\frac1{24}$ | $\frac12$ | $\frac18$ | $\frac7{16}$ | $-\frac59$ |

The impact takes two steps, and $\frac12 = e \cdot 1$ is behind it. In both $Z^n$ is on
the wall and $q^n$ beyond it; none of the four $q^n$ has the gap 0, so that of them
nobody could say at which the wall is active. The product $D \cdot (V^n
+ eV^{n-2})$ is 0 in free flight, $-\frac54 \cdot -\frac14 = \frac5{16}$ in the second row
and $-\frac14 \cdot 0 = 0$ in the third: it is the product that is tight, and the
estimate that gives away.

**Rounding.** In doubles $q^n$ is rounded and with it the point from which $K$ is
seen, by $2^{-53}|q|/h$ in units of $V$. So the allowance is $2^{-50}(1 + |q|)|D|/h$
beside $2^{-30}$ of the terms. In free flight $D$ is itself rounding and the
allowance is nothing; a failure of physical size is far above both: in `tunnel`
the share is 0.16 and 0.21.

**A set that is not convex.** Let $K$ be convex, $Z$ and $Z'$ in $K$ and $f_a(Z) = 0$.
The way from $Z$ to $Z'$ lies in $K$, where $f_a \ge 0$, so $(\nabla f_a(Z), Z' - Z)
\ge 0$. Two rows that break this show that $K$ is not convex; it does not take a
formula for $K$. On the unit disc of the case `disc` the two $Z$ that touch are
$s = 6.05 \cdot 10^{-3}$ apart, and the second is behind the tangent of the first by
$|\nabla f| s^2/2 = s^2$. Every touching $Z$ is compared with 200 others at most,
until one is found. */
#include "p10/paoli_visited.h"
#include "number/dense.h"
#include "number/rational.h"
#include "p10/paoli_step.h"
#include "run/trace/columns.h"

#include <math.h>
#include <string.h>

enum { OTHERS = 200 }; /* rows to compare a touching one with */

typedef struct {
    const trace *t;
    paoli_state s;
    columns at;
    int nv, p;
    double tolerance;
    double *Z, *B, *A; /* nv; p x nv; p x p */
    mpq_t *rows;       /* p x (nv + 1) */
    paoli_visited *out;
} walk;

static const double *row_of(const walk *k, int row, int column)
{
    return k->t->cell + trace_at(k->t, row) + column;
}

/* x'My. */
static double metric(const walk *k, const double *x, const double *y)
{
    double sum = 0;
    for (int i = 0; i < k->nv; i++)
        sum += x[i] * dense_dot(k->nv, k->s.M + i * k->nv, y);
    return sum;
}

/** Gauss and Jordan: after the pivot of a row its column is a unit vector, so
with free unknowns at 0 the right sides are the solution. */
static void clear_column(int k, int v, mpq_t *rows, int at, int column)
{
    mpq_t t, factor;
    mpq_inits(t, factor, NULL);
    mpq_inv(factor, rows[at * (v + 1) + column]);
    for (int j = 0; j <= v; j++)
        mpq_mul(rows[at * (v + 1) + j], rows[at * (v + 1) + j], factor);
    for (int i = 0; i < k; i++) {
        mpq_set(factor, rows[i * (v + 1) + column]);
        for (int j = 0; i != at && mpq_sgn(factor) != 0 && j <= v; j++) {
            mpq_mul(t, factor, rows[at * (v + 1) + j]);
            mpq_sub(rows[i * (v + 1) + j], rows[i * (v + 1) + j], t);
        }
    }
    mpq_clears(t, factor, NULL);
}

/** Columns from left to right. The pivot is the first entry that is not 0: fractions do not
ask for a large one. A column without a pivot is a free unknown. Rows behind the rank are
0 on the left, and a number on their right is $0 = r$, no solution.

The gaps $q_1 + q_2$, $q_2 - q_1$ and $q_2$ from $q_0 = (0, 1)$ have $b = (1, 1, 1)$. The rows
$(1, 1\,|\,{-1})$, $(-1, 1\,|\,{-1})$, $(0, 1\,|\,{-1})$ become $(1, 0\,|\,0)$, $(0, 1\,|\,{-1})$,
$(0, 0\,|\,0)$: rank 2 of 3 and a solution $d = (0, -1)$, the point 0. With $q_2 + 1$ for the
last gap its row ends as $(0, 0\,|\,{-1})$: rank 2 and no solution. Cost: rank times $k(v + 1)$
multiplications. */
int paoli_eliminate(int k, int v, mpq_t *rows, int *solvable, mpq_t *d)
{
    int rank = 0;
    for (int j = 0; d != NULL && j < v; j++)
        mpq_set_ui(d[j], 0, 1);
    for (int j = 0; j < v && rank < k; j++) {
        int i = rank;
        while (i < k && mpq_sgn(rows[i * (v + 1) + j]) == 0)
            i++;
        if (i == k)
            continue;
        for (int l = 0; l <= v; l++)
            mpq_swap(rows[i * (v + 1) + l], rows[rank * (v + 1) + l]);
        clear_column(k, v, rows, rank++, j);
    }
    *solvable = 1;
    for (int i = rank; i < k; i++)
        *solvable &= mpq_sgn(rows[i * (v + 1) + v]) == 0;
    for (int i = 0, j = 0; d != NULL && i < rank; i++, j++) {
        while (mpq_sgn(rows[i * (v + 1) + j]) == 0)
            j++;
        mpq_set(d[j], rows[i * (v + 1) + v]);
    }
    return rank;
}

/** Exactly, from the doubles of the active gradients; the first row that fails is kept.
One active gradient that is 0 is a dependent set of one. Of what rounding has made
independent nothing is seen here: $(\frac1{10}, 1, 0)$, $(\frac15, 0, 1)$ and their sum have
rank 3 in doubles. For a polyhedron with fractions `paoli_walls.c` finds them. */
static void see_rank(walk *k, int row)
{
    const int v = k->nv, p = k->s.p;
    int unused;
    for (int j = 0; j < p; j++) {
        rational_of_doubles((size_t)v, k->s.rows + k->s.id[j] * v,
                            k->rows + j * (v + 1));
        mpq_set_ui(k->rows[j * (v + 1) + v], 0, 1);
    }
    if (k->out->dependent_row == 0 &&
        paoli_eliminate(p, v, k->rows, &unused, NULL) < p) {
        k->out->dependent_row = row;
        k->out->dependent = p;
    }
}

/** $A_{ij} = n_i M^{-1} n_j$ of the active constraints at $Z^n$, with $M$ there: the matrix
of Newton's law, whose numbers outside of the diagonal carry a push from wall to wall. */
static void see_angle(walk *k, int row)
{
    const int v = k->nv, p = k->s.p;
    int a, b;
    for (int j = 0; j < p; j++) {
        double *x = k->B + j * v;
        memcpy(x, k->s.rows + k->s.id[j] * v, (size_t)v * sizeof *x);
        paoli_solve(&k->s.metric, x);
        for (int i = 0; i < p; i++)
            k->A[i * p + j] = dense_dot(v, k->s.rows + k->s.id[i] * v, x);
    }
    if (k->out->angle_row > 0 || paoli_angle(k->s.e_run, p, k->A, &a, &b))
        return;
    k->out->angle_row = row;
    k->out->angle_a = k->s.id[a];
    k->out->angle_b = k->s.id[b];
    k->out->angle = k->A[a * p + b];
}

static void point(const walk *k, int row, double *Z)
{
    for (int i = 0; i < k->nv; i++)
        Z[i] = row_of(k, row - 1, k->at.q)[i] +
               k->s.h * row_of(k, row, k->at.va)[i];
}

/** The bar has two parts: $2^{-20}$ of the terms, far above their rounding, and twice the
tolerance, since either point may be off the boundary by as much. Around the unit
circle two points at the distance $s$ give $-s^2$, of terms that are at most $2s$
together. So they refute as soon as $s^2$ is more than $2^{-19}s$ and twice the
tolerance together; nearer ones show nothing. The first pair is kept. */
static void see_hollow(walk *k, int row, int a)
{
    const double *n = k->s.rows + a * k->nv;
    const int stride = (k->t->rows - 1) / OTHERS + 1;
    for (int m = 1; m < k->t->rows && k->out->hollow_row == 0; m += stride) {
        double sum = 0, size = 0;
        point(k, m, k->B);
        for (int i = 0; i < k->nv; i++) {
            double d = k->B[i] - k->Z[i];
            sum += n[i] * d;
            size += fabs(n[i] * d);
        }
        if (sum >= -0x1p-20 * size - 2 * k->tolerance)
            continue;
        k->out->hollow_row = row;
        k->out->hollow_other = m;
        k->out->hollow_contact = a;
        k->out->hollow = sum;
    }
}

/** At $Z^n$, the mass and the gradients there. */
static perp_status see_point(walk *k, int row)
{
    paoli_state *s = &k->s;
    point(k, row, k->Z);
    memcpy(s->q, k->Z, (size_t)k->nv * sizeof *k->Z);
    memcpy(s->v, row_of(k, row, k->at.v), (size_t)k->nv * sizeof *s->v);
    s->n = row;
    PERP_TRY(paoli_evaluate(s));
    PERP_TRY(paoli_rows(s, k->Z, s->rows));
    s->p = 0;
    for (int a = 0; a < k->p; a++)
        if (s->f[a] <= k->tolerance ||
            (k->at.cn >= 0 && row_of(k, row, k->at.cn)[a] > 0))
            s->id[s->p++] = a;
    k->out->touching += s->p > 0;
    k->out->together += s->p > 1;
    for (int j = 0; j < s->p; j++) {
        const double *n = s->rows + s->id[j] * k->nv;
        double size = sqrt(dense_dot(k->nv, n, n));
        if (size < k->out->least) {
            k->out->least = size;
            k->out->least_row = row;
            k->out->least_contact = s->id[j];
        }
        if (!s->flat)
            see_hollow(k, row, s->id[j]);
    }
    if (s->p > 0)
        see_rank(k, row);
    if (s->p > 1)
        see_angle(k, row);
    return PERP_SUCCESS;
}

/** The share is of the terms and of $2^{30}$ roundings, so that a point at rest, whose velocity is
noise and whose terms are noise squared, has none; it fails above $2^{-30}$. */
static void ask(paoli_asked *x, int row, double excess, double size, double d)
{
    const double all = size + 0x1p30 * d, share = all > 0 ? excess / all : 0;
    if (x->asked++ == 0 || share > x->most)
        x->most = share;
    if (x->row == 0 && share > 0x1p-30)
        x->row = row;
}

/** The estimates of step $n$, at $q^n$ with $V^{n-1}$. $q^n$ is read from the table:
what is asked is a property of the rows, whoever made them. Step 0 has half the force and
no step before it: neither estimate is derived for it. The second reaches back to
$V^{n-2}$ and begins with step 2. The ball is of all steps, $|V^n|$ in the metric at $q^n$
and $|q^{n+1} - q_0|$; $|u_0|$ stands apart, since the proposition asks for a $C$ above it. */
static perp_status see_step(walk *k, int row)
{
    paoli_state *s = &k->s;
    const int v = k->nv, n = row - 1;
    const double *V = row_of(k, row, k->at.v), *U = row_of(k, n, k->at.v);
    const double *q = row_of(k, n, k->at.q), *q0 = row_of(k, 0, k->at.q);
    double away = 0, size = 0, d = 0, power = 0;
    memcpy(s->q, q, (size_t)v * sizeof *q);
    memcpy(s->v, U, (size_t)v * sizeof *U);
    s->n = n;
    PERP_TRY(paoli_evaluate(s));
    const double VV = metric(k, V, V), UU = metric(k, U, U);
    for (int i = 0; i < v; i++) {
        const double moved = row_of(k, row, k->at.q)[i] - q0[i];
        away += moved * moved;
        size = fmax(size, fabs(q[i]));
        power += s->g[i] * V[i];
        d += fabs(dense_dot(v, s->M + i * v, U) -
                  dense_dot(v, s->M + i * v, V) + s->h * s->g[i]);
    }
    d *= 0x1p-50 * (1 + size) / s->h;
    k->out->away = fmax(k->out->away, sqrt(away));
    k->out->speed = fmax(k->out->speed, sqrt(VV));
    if (n == 0)
        k->out->start = sqrt(UU);
    if (n >= 1 && s->e_run == 0)
        ask(&k->out->c4, row, VV - metric(k, U, V) - s->h * power,
            VV + UU + s->h * fabs(power), d);
    if (n < 2)
        return PERP_SUCCESS;
    const double e = s->e_run, *W = row_of(k, n - 1, k->at.v);
    const double WW = metric(k, W, W);
    power += e * dense_dot(v, s->g, W);
    ask(&k->out->c5, row,
        (1 - e) * VV - (1 + e) * UU - 2 * e * WW - 2 * s->h * power,
        VV + UU + WW + 2 * s->h * fabs(power), 2 * d);
    return PERP_SUCCESS;
}

static perp_status begin(arena *a, const experiment *e, summary *sum, walk *k)
{
    const size_t v = (size_t)e->sys->nv, p = (size_t)e->sys->contacts;
    PERP_TRY(paoli_state_new(a, e, sum, &k->s));
    PERP_TRY(columns_layout(a, e->sys, &k->at));
    k->nv = (int)v;
    k->p = (int)p;
    k->tolerance = mpq_get_d(e->tolerance);
    k->Z = arena_take(a, v + (p + 1) * v + p * p, sizeof *k->Z);
    k->rows = rational_array(a, p * (v + 1) + 1);
    if (k->Z == NULL || k->rows == NULL)
        return PERP_NO_MEMORY((p + 2) * v * sizeof *k->Z);
    k->B = k->Z + v;
    k->A = k->B + (p + 1) * v;
    k->out->flat = k->s.flat;
    k->out->steady = k->s.steady;
    return PERP_SUCCESS;
}

/** One pass over the rows: two evaluations of force, mass and gaps for each, at $q^n$ and
at $Z^n$, one of the gradients, and where something touches a rank in fractions and the
other points of the run. Nothing of the run's problems is posed again. */
perp_status paoli_visited_of(const experiment *e, const trace *t,
                             paoli_visited *out)
{
    arena a = {0};
    summary unused = {0};
    experiment own = *e;
    walk k = {.t = t, .out = out};
    *out = (paoli_visited){.least = HUGE_VAL};
    own.mode = EXPERIMENT_DOUBLE;
    own.posed = NULL; /* no problems of the run */
    perp_status s = begin(&a, &own, &unused, &k);
    for (int row = 1; row < t->rows && s.code == PERP_OK; row++) {
        s = see_step(&k, row);
        if (s.code == PERP_OK)
            s = see_point(&k, row);
    }
    rational_clear(k.rows, (size_t)k.p * (size_t)(k.nv + 1) + 1);
    paoli_state_free(&k.s);
    arena_free(&a);
    return s;
}
