/**
# The slip of a step as a function of its forces

doc/70-certificate.md, TH6; distance.c. In (16) of PKS05 the force determines all
else: $v'$ by TH1 and $\delta'$ by TH2, which are two linear systems,

$$\tilde M (v' - v) = h (f + W^T\lambda), \qquad (hK + C)\,(\delta' - \delta)/h =
\lambda - K\delta,$$

with $\tilde M = M - h(1-\theta)J$; and $s = (\delta' - \delta)/h + W (v + (1-\theta)
(v' - v))$. Both are solved by Gauss in fractions, with the unit matrix and $hW^T$
behind them for A, and the right side at the stated $\lambda$ for the slip there:

$$A = (hK + C)^{-1} + (1-\theta)\,W \tilde M^{-1} h W^T, \qquad w = s +
(\Phi + \delta_n)/h \text{ in normal rows.}$$

So w is the slip that belongs to these forces, and not that of the stored $v'$ and
$\delta'$, which differ from those by roundings that level L0 measures elsewhere.

The pivot is the first number that is not 0: nothing is rounded, so none is
better. hK + C may be singular, since K and C are only semidefinite, and $\tilde M$
may be anything; then there is no A, and the row stays undecided.

**What it costs.** $R^3 + n_v^2 (n_v + R)$ products and quotients of fractions. Entries are
minors of the data over another minor, so with 12 rows of 53 bits they have
some 1300 bits; a row of `rotating_push`, $R = 3$, takes less than a tenth of
a millisecond, one of `coupled_patch`, $R = 4$ and full, a fifth. No row is remembered: where K, C and M are constant the same inverse is
computed again, which is slow and simple.

**Why fractions**, and not balls as in level L2: what is wanted is $\lambda - \lambda^*$,
some $10^{-15}$ N of 10, so the slip at $\lambda$ has to be known far better than a double
knows it; and the elimination of a stiff contact beside a soft one loses
digits that nobody has counted. In fractions nothing is lost and nothing is to be
shown.

**What a wrong line here would do.** A slip that is computed with $v'$ as it is stored, instead of
the one that belongs to the forces, would make a bound for another problem; one without
the gap would call each open contact wrong by $\Phi/h$; an A without
its second part would have the same $\sigma$ and a smaller $\eta$, and claim a
distance too small. `test_compliant_record` has the solution with 60 digits beside it, by a
projection that uses none of this.

**By hand**, the ball of yield.c with $\lambda = 11$: $hK + C = 11$, so $d = 1$; $v' - v =
\frac1{1000}(-10 + 11)$; $w = 1 - 1 + \frac1{1000} = \frac1{1000}$ m/s, and $A =
\frac1{11} + \frac1{1000} = \frac{1011}{11000}$. Since $A > 0$ and $\mu = 0$, $\lambda^*$ is
$w/A = \frac{11}{1011}$ below 11: $\frac{11110}{1011}$.
*/
#include "distance.h"

/* X is hK + C or M~, with n rows of n and m more columns behind it: those become X^-1
   of what they were. 0: X is singular. */
static int eliminate(mpq_t *X, long n, long m, mpq_ptr t)
{
    const long all = n + m;
    for (long k = 0; k < n; k++) {
        long i = k;
        while (i < n && mpq_sgn(X[i * all + k]) == 0)
            i++;
        if (i == n)
            return 0;
        for (long j = 0; j < all; j++)
            mpq_swap(X[i * all + j], X[k * all + j]);
        for (long j = all; j-- > k;)
            mpq_div(X[k * all + j], X[k * all + j], X[k * all + k]);
        for (i = 0; i < n; i++)
            for (long j = all; i != k && j-- > k;) {
                mpq_mul(t, X[i * all + k], X[k * all + j]);
                mpq_sub(X[i * all + j], X[i * all + j], t);
            }
    }
    return 1;
}

/* x / den */
static void ratio(mpq_ptr to, mpz_srcptr x, mpz_srcptr den)
{
    mpz_set(mpq_numref(to), x);
    mpz_set(mpq_denref(to), den);
    mpq_canonicalize(to);
}

void fraction_add(mpq_ptr to, mpq_srcptr x, mpq_srcptr y, mpq_ptr t)
{
    mpq_mul(t, x, y);
    mpq_add(to, to, t);
}

/* Entry k of an array that is symmetric by its upper half goes to two places. */
static void put(mpq_t *X, long columns, const array *a, long n, mpq_srcptr by,
                field *o)
{
    for (long k = 0; k < a->n; k++) {
        const long i = a->at[k] / n, j = a->at[k] % n;
        ratio(o->x, a->x[k], a->den);
        mpq_mul(o->x, o->x, by);
        mpq_add(X[i * columns + j], X[i * columns + j], o->x);
        if (i != j)
            mpq_add(X[j * columns + i], X[j * columns + i], o->x);
    }
}

/* (hK + C | 1, lambda - K delta) and (M~ | h W', h (f + W' lambda)), solved. */
static int solve(checker *c, field *o)
{
    const problem *p = &c->p;
    const long n = o->n, v = o->nv, wide = 2 * n + 1, long_ = v + n + 1;
    mpq_set_ui(o->u, 1, 1);
    put(o->X, wide, &p->data[F], n, o->u, o);
    put(o->X, wide, &p->data[KQ], n, o->h, o);
    put(o->T, long_, &p->data[M], v, o->u, o);
    for (long i = 0; i < n; i++) {
        ratio(o->f[i], p->x.x[v + n + i], p->x.den);
        mpq_set_ui(o->X[i * wide + n + i], 1, 1);
        mpq_set(o->X[i * wide + 2 * n], o->f[i]);
    }
    for (long k = 0; k < p->data[KQ].n; k++) {
        const long i = p->data[KQ].at[k] / n, j = p->data[KQ].at[k] % n;
        ratio(o->x, p->data[KQ].x[k], p->over);
        for (int way = 0; way < 1 + (i != j); way++) {
            ratio(o->u, c->y.old.x[way ? i : j], c->y.old.den);
            mpq_neg(o->u, o->u);
            fraction_add(o->X[(way ? j : i) * wide + 2 * n], o->x, o->u, o->t);
        }
    }
    mpq_mul(o->u, o->h, o->share);
    mpq_neg(o->u, o->u);
    for (long k = 0; k < p->data[KV].n; k++) {
        ratio(o->x, p->data[KV].x[k], p->over);
        fraction_add(o->T[p->data[KV].at[k] / v * long_ + p->data[KV].at[k] % v], o->x,
            o->u, o->t);
    }
    for (long k = 0; k < p->data[K0].n; k++) {
        ratio(o->x, p->data[K0].x[k], p->over);
        fraction_add(o->T[p->data[K0].at[k] * long_ + v + n], o->x, o->h, o->t);
    }
    for (long k = 0; k < p->data[N].n; k++) {
        const long i = p->data[N].at[k] / v, j = p->data[N].at[k] % v;
        ratio(o->x, p->data[N].x[k], p->over);
        mpq_mul(o->x, o->x, o->h);
        mpq_set(o->T[j * long_ + v + i], o->x);
        fraction_add(o->T[j * long_ + v + n], o->x, o->f[i], o->t);
    }
    return eliminate(o->X, n, n + 1, o->t) && eliminate(o->T, v, n + 1, o->t);
}

/* A, and w with the gap over h in its normal rows. */
static void pose(checker *c, field *o)
{
    const problem *p = &c->p;
    const long n = o->n, v = o->nv, wide = 2 * n + 1, long_ = v + n + 1;
    for (long i = 0; i < n; i++) {
        for (long j = 0; j < n; j++)
            mpq_set(o->A[i * n + j], o->X[i * wide + n + j]);
        mpq_set(o->w[i], o->X[i * wide + 2 * n]);
    }
    for (long k = 0; k < p->data[N].n; k++) {
        const long i = p->data[N].at[k] / v, j = p->data[N].at[k] % v;
        ratio(o->x, p->data[N].x[k], p->over);
        ratio(o->u, p->v.x[j], p->v.den);
        fraction_add(o->w[i], o->x, o->u, o->t);
        mpq_mul(o->x, o->x, o->share);
        for (long e = 0; e < n; e++)
            fraction_add(o->A[i * n + e], o->x, o->T[j * long_ + v + e], o->t);
        fraction_add(o->w[i], o->x, o->T[j * long_ + v + n], o->t);
    }
    for (long j = 0, row = 0; j < c->s.own; j++) {
        ratio(o->x, c->n.at.x[j], p->over);
        ratio(o->u, c->y.old.x[row], c->y.old.den);
        mpq_add(o->x, o->x, o->u);
        mpq_div(o->x, o->x, o->h);
        mpq_add(o->w[row], o->w[row], o->x);
        row += 1 + c->s.contact[j].slips;
    }
}

int reduce(checker *c, field *o)
{
    const int fine = solve(c, o);
    if (fine)
        pose(c, o);
    return fine;
}
