/**
# One step of the family, without rounding

The problem of `alpha_gamma.c` posed over the rationals, from the same primary data: $M$, $F$,
$\tilde k_{1q}$, $\tilde k_{1v}$, $k_1(t_l)$, $k_1(t_{l+1})$, $\nu$, $n$, $d$, $\mu$, $v$, $h$,
$\alpha$, $\gamma$. In a run with `--exact-check` these are doubles, taken as the rational numbers
that they are; with `--rational` they are fractions from the tapes.

What is *derived* from them is never rounded. It would not do to take $\tilde M$ and $\tilde k$ as
doubles and solve that problem exactly: $x^TFx = 0$ holds because the entries of $F$ cancel, pair
by pair, and $M_{ij} - \alpha hF_{ij}$ rounded twice, above and below the diagonal, need not
cancel any more. The energy identity of `alpha_gamma_check.c`, asked with equality, would refuse
such steps. A small case: $M_{12} = M_{21} = 1$, $\alpha hF_{12} = 2^{-53} = -\alpha hF_{21}$. $1 - 2^{-53}$
is a double; $1 + 2^{-53}$ is not, and becomes 1. The symmetric part has then $1 - 2^{-54}$ where $M$ has 1: the Coriolis force does work, $2^{-53}x_1x_2$ a step.
*/
#include "gap08/step/alpha_gamma.h"
#include "number/rational.h"
#include "ap02/spring.h"

/** The step over the rationals. It is written out a second time instead of
sharing a template with `alpha_gamma.c`, so that each can be read against the
paper and tested against the other; here the terms of $\tilde M v$ are not
formed: the equation of motion is used as (4.18), $\bar M (x - v) = \alpha(\bar
k + h F x + \text{impulses})$, which is the same and keeps $F$ where its
antisymmetry is seen. */
typedef struct {
    mpq_t a, gahh, ah, t, u; /* alpha, alpha gamma h^2, alpha h, scratch */
    mpq_t later;             /* weight of k1(t_{l+1}) */
} scratch;

static void scratch_init(scratch *w, const alpha_gamma_exact *s)
{
    mpq_inits(w->a, w->gahh, w->ah, w->t, w->u, w->later, NULL);
    mpq_set(w->a, s->alpha);
    if (s->form == STEP_FAMILY)
        mpq_set(w->later, s->alpha);
    if (s->form != STEP_EXPLICIT)
        mpq_mul(w->ah, s->alpha, s->h);
    mpq_mul(w->gahh, w->ah, s->h);
    mpq_mul(w->gahh, w->gahh, s->gamma);
}

static void scratch_clear(scratch *w)
{
    mpq_clears(w->a, w->gahh, w->ah, w->t, w->u, w->later, NULL);
}

static void add_product(mpq_t sum, mpq_srcptr x, mpq_srcptr y, mpq_t work)
{
    if (mpq_sgn(x) == 0 || mpq_sgn(y) == 0)
        return;
    mpq_mul(work, x, y);
    mpq_add(sum, sum, work);
}

/** $\bar M_{ij} = M_{ij} - \alpha h\,k_{1v,ij} - \alpha\gamma h^2 k_{1q,ij}$.

Implements GAP08 (4.17). */
static void M_bar(scratch *w, const step_exact *d, int ij, mpq_t out)
{
    mpq_set(out, d->M[ij]);
    if (mpq_sgn(d->kv[ij]) == 0 && mpq_sgn(d->kq[ij]) == 0)
        return; /* most bodies do not know each other */
    mpq_mul(w->t, w->ah, d->kv[ij]);
    mpq_sub(out, out, w->t);
    mpq_mul(w->t, w->gahh, d->kq[ij]);
    mpq_sub(out, out, w->t);
}

/** $\bar k_i = h((1-\alpha)k_1(t_l) + \alpha k_1(t_{l+1}))_i + \alpha h^2
(k_{1q} v)_i$. */
static void k_bar(scratch *w, const alpha_gamma_exact *s, const step_exact *d,
                  int i, mpq_t out)
{
    mpq_sub(out, d->k1[i], d->k0[i]); /* k0 + later (k1 - k0) */
    mpq_mul(out, out, w->later);
    mpq_add(out, out, d->k0[i]);
    for (int j = 0; j < d->nv; j++) {
        if (mpq_sgn(d->kq[i * d->nv + j]) == 0)
            continue;
        mpq_mul(w->u, w->ah, d->v[j]);
        add_product(out, w->u, d->kq[i * d->nv + j], w->t);
    }
    mpq_mul(out, out, s->h);
}

/** Row $i$ of $(\bar M - \alpha h F)\,x - \dots = \bar M v + \alpha\bar k$. In the
explicit step $F$ stands on the other side, $hFv$ among the forces.

Compared with $\tilde Mv + \alpha\tilde k$ of (4.5): $\tilde M = \bar M - \alpha hF$ and $\tilde k =
\bar k + hFv$, so $\tilde Mv + \alpha\tilde k = \bar Mv + \alpha\bar k$. On the right the two
Coriolis terms cancel, for the corrected $\tilde k$ and not for the printed one: (4.18) and (4.5)
agree with each other only with erratum 0-1.

*Cost.* One pass over the rows of four matrices, zeros skipped: most bodies do not know each
other. An entry of $\bar M$ is a product of $\alpha\gamma h^2$ and an entry of $\tilde k_{1q}$:
with $h$ a fraction like $\frac1{100}$ hardly longer than the double that it came from, with $h$
the double next to it three times as long. A scene that writes `perp.ratio(1, 100)` has the
shorter ones.

Implements GAP08 (4.18). */
static void motion_row(scratch *w, const alpha_gamma_exact *s,
                       const step_exact *d, int i, mpq_t *row, mpq_t b)
{
    mpq_t m;
    mpq_init(m);
    k_bar(w, s, d, i, b);
    mpq_mul(b, b, s->alpha);
    for (int j = 0; j < d->nv; j++) {
        M_bar(w, d, i * d->nv + j, m);
        add_product(b, m, d->v[j], w->t);
        mpq_set(row[j], m);
        if (mpq_sgn(d->F[i * d->nv + j]) == 0)
            continue;
        if (s->form == STEP_EXPLICIT) {
            mpq_mul(w->t, s->h, d->F[i * d->nv + j]);
            add_product(b, w->t, d->v[j], w->u);
        }
        mpq_mul(w->t, w->ah, d->F[i * d->nv + j]);
        mpq_sub(row[j], m, w->t);
    }
    mpq_neg(b, b);
    mpq_clear(m);
}

/** A constraint row and its column, as in `alpha_gamma.c`; `negative` is the $-d$ of a pair. */
static void put_row(mpq_t *A, int size, int nv, int at, const mpq_t *g,
                    int negative)
{
    for (int j = 0; j < nv; j++) {
        mpq_set(A[at * size + j], g[j]);
        mpq_set(A[j * size + at], g[j]);
        if (negative)
            mpq_neg(A[at * size + j], A[at * size + j]);
        else
            mpq_neg(A[j * size + at], A[j * size + at]);
    }
}

/** Not scaled, unlike its twin in doubles: both are one row up to a positive factor, so the bases
are the same. */
static void put_spring(const alpha_gamma_exact *s, const step_exact *d, int i,
                       mpq_t *A, mpq_t *b)
{
    const int nv = d->nv, size = nv + d->m + d->s + 2 * (d->p + d->r);
    const int at = nv + d->m + i;
    spring_row_exact row;
    spring_row_init(&row);
    spring_row_of_exact(s, d, i, &row);
    for (int j = 0; j < nv; j++) {
        mpq_mul(A[at * size + j], row.move, d->a[i * nv + j]);
        mpq_neg(A[j * size + at], d->a[i * nv + j]);
    }
    mpq_set(A[at * size + at], row.give);
    mpq_set(b[at], row.shift);
    spring_row_clear(&row);
}

/** The order of rows and columns is that of `alpha_gamma_pose`, and has to be: a basis that doubles
find there is tried on this problem. */
void alpha_gamma_pose_exact(const alpha_gamma_exact *s, const step_exact *d,
                            mpq_t *A, mpq_t *b)
{
    const int nv = d->nv, free = nv + d->m + d->s, beta = free + d->p;
    const int lambda = beta + 2 * d->r, size = lambda + d->p;
    scratch w;
    scratch_init(&w, s);
    for (int i = 0; i < size * size; i++)
        mpq_set_ui(A[i], 0, 1);
    for (int i = 0; i < size; i++)
        mpq_set_ui(b[i], 0, 1);
    for (int i = 0; i < nv; i++)
        motion_row(&w, s, d, i, A + i * size, b[i]);
    for (int i = 0; i < d->m; i++)
        put_row(A, size, nv, nv + i, (const mpq_t *)d->nu + i * nv, 0);
    for (int i = 0; i < d->s; i++)
        put_spring(s, d, i, A, b);
    for (int j = 0; j < d->p; j++) {
        put_row(A, size, nv, free + j, (const mpq_t *)d->n + j * nv, 0);
        mpq_set(A[(lambda + j) * size + free + j], d->mu[j]);
        for (int k = d->slip_at[j]; k < d->slip_at[j + 1]; k++)
            for (int back = 0; back < 2; back++) {
                int at = beta + 2 * k + back;
                put_row(A, size, nv, at, (const mpq_t *)d->d + k * nv, back);
                mpq_set_si(A[at * size + lambda + j], 1, 1);
                mpq_set_si(A[(lambda + j) * size + at], -1, 1);
            }
    }
    const mpq_t *drift = alpha_gamma_drift_exact(s, d);
    for (int j = 0; drift != NULL && j < d->p; j++)
        mpq_set(b[free + j], drift[j]);
    for (int k = 0; drift != NULL && k < d->r; k++) {
        mpq_set(b[beta + 2 * k], drift[d->p + k]);
        mpq_neg(b[beta + 2 * k + 1], drift[d->p + k]);
    }
    scratch_clear(&w);
}

/**
## What follows from a solution, over one denominator

With $x = X/\delta$, $\alpha = p/q$ and $v^l = V/\nu$,

$$v^{l+1} = \frac{x - (1-\alpha) v^l}{\alpha}
= \frac{q\,\nu X - (q-p)\,\delta V}{p\,\nu\,\delta},$$

and impulses, divided by $\alpha$, are $q\,\nu Z / (p\,\nu\,\delta)$. Nothing is
shortened: a greatest common divisor of two such numbers costs as much as the
step's whole check.

The mass that leaves the floor, in `alpha_gamma.c`: $\alpha = \frac12$, $v^l = \frac3{10}$, and
the solution $x = 0$, $\alpha c_n = \frac{381}{2000}$ has $\delta = 2000$. So $p = 1$, $q = 2$,
$\nu = 10$, the denominator is $20000$, $v^{l+1}$ has the numerator $-(2-1)\cdot2000\cdot3 =
-6000$, and $c_n$ has $20\cdot381 = 7620$: $-\frac3{10}$ and $\frac{381}{1000}$. */
void alpha_gamma_recover_numerators(const alpha_gamma_exact *s,
                                    const step_exact *d, const mpz_t *Z,
                                    mpz_srcptr den, step_numerators *out)
{
    const int nv = d->nv, links = nv + d->m, free = links + d->s;
    const int beta = free + d->p;
    mpz_srcptr p = mpq_numref(s->alpha), q = mpq_denref(s->alpha);
    mpz_t nu, rest;
    mpz_init_set_ui(nu, 1);
    mpz_init(rest);
    for (int i = 0; i < nv; i++)
        rational_cover(nu, d->v[i]);
    mpz_sub(rest, q, p);
    mpz_mul(rest, rest, den); /* (q - p) delta */
    for (int i = 0; i < nv; i++) {
        rational_scaled(out->x[i], nu, d->v[i]);
        mpz_mul(out->x[i], out->x[i], rest);
        mpz_mul(out->v[i], q, nu);
        mpz_mul(out->v[i], out->v[i], Z[i]);
        mpz_sub(out->v[i], out->v[i], out->x[i]);
        mpz_mul(out->x[i], p, nu);
        mpz_mul(out->x[i], out->x[i], Z[i]);
    }
    mpz_mul(rest, q, nu);
    for (int i = 0; i < d->m; i++)
        mpz_mul(out->cnu[i], Z[nv + i], rest);
    for (int i = 0; i < d->s; i++)
        mpz_mul(out->cs[i], Z[links + i], rest);
    for (int j = 0; j < d->p; j++)
        mpz_mul(out->cn[j], Z[free + j], rest);
    for (int k = 0; k < d->r; k++) {
        mpz_sub(out->f[k], Z[beta + 2 * k], Z[beta + 2 * k + 1]);
        mpz_mul(out->f[k], out->f[k], rest);
    }
    mpz_mul(out->den, p, nu);
    mpz_mul(out->den, out->den, den);
    mpz_clears(nu, rest, NULL);
}

static void spell(const mpz_t *from, mpz_srcptr den, int n, mpq_t *to)
{
    for (int i = 0; i < n; i++) {
        mpz_set(mpq_numref(to[i]), from[i]);
        mpz_set(mpq_denref(to[i]), den);
        mpq_canonicalize(to[i]);
    }
}

/** The same numbers as fractions in lowest terms, for those who go on calculating with them: a
run over the rationals, the estimates, a collision with two phases. A proven step of
`--exact-check` needs none of them. */
void alpha_gamma_spell(const step_exact *d, const step_numerators *from,
                       step_result_exact *to)
{
    spell((const mpz_t *)from->x, from->den, d->nv, to->x);
    spell((const mpz_t *)from->v, from->den, d->nv, to->v);
    spell((const mpz_t *)from->cn, from->den, d->p, to->cn);
    spell((const mpz_t *)from->f, from->den, d->r, to->f);
    spell((const mpz_t *)from->cnu, from->den, d->m, to->cnu);
    spell((const mpz_t *)from->cs, from->den, d->s, to->cs);
}

perp_status step_numerators_new(arena *a, const step_exact *d,
                                step_numerators *out)
{
    int n = 2 * d->nv + d->p + d->r + d->m + d->s;
    mpz_t *z = integer_array(a, (size_t)n, 0);
    if (z == NULL)
        return PERP_NO_MEMORY((size_t)n * sizeof *z);
    *out = (step_numerators){.x = z,
                             .v = z + d->nv,
                             .cn = z + 2 * d->nv,
                             .all = z,
                             .count = (size_t)n};
    out->f = out->cn + d->p;
    out->cnu = out->f + d->r;
    out->cs = out->cnu + d->m;
    mpz_init_set_ui(out->den, 1);
    return PERP_SUCCESS;
}

void step_numerators_clear(step_numerators *r)
{
    if (r->all == NULL)
        return;
    integer_clear(r->all, r->count);
    mpz_clear(r->den);
    r->all = NULL;
}

perp_status step_result_exact_new(arena *a, const perp_system *s,
                                  step_result_exact *out)
{
    size_t nv = (size_t)s->nv, p = (size_t)assemble_room(s);
    size_t r = p * (size_t)s->max_slips, m = (size_t)s->joints;
    size_t n = 2 * nv + p + r + m + (size_t)s->springs;
    mpq_t *x = arena_take(a, n, sizeof *x);
    if (x == NULL)
        return PERP_NO_MEMORY(n * sizeof *x);
    for (size_t i = 0; i < n; i++)
        mpq_init(x[i]);
    *out = (step_result_exact){.x = x,
                               .v = x + nv,
                               .cn = x + 2 * nv,
                               .f = x + 2 * nv + p,
                               .cnu = x + 2 * nv + p + r,
                               .cs = x + 2 * nv + p + r + m,
                               .all = x,
                               .count = n};
    return PERP_SUCCESS;
}

void step_result_exact_clear(step_result_exact *r)
{
    for (size_t i = 0; i < r->count; i++)
        mpq_clear(r->all[i]);
    r->count = 0;
}
