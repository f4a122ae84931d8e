/**
# A fraction beside the nearest point

The doubles' search (paoli_nearest.c) says who pushes, where, and with which
$\mu$. The equations

$$M(Z - y) - \sum\mu_a\nabla f_a(Z) = 0, \qquad f_a(Z) = \tau_a$$

are evaluated in fractions, the correction is solved in doubles, with the
derivatives at the doubles' point: each round adds some 40 to 50 bits, as in
iterative refinement. Numbers are cut to $P + 32$ bits behind the point in
between. First $\tau = 0$, which is right for a floor whose height is a
multiple of $2^{-P}$. Where the rounded $Z$ is then outside of $K$, once more
with $\tau_a = 2^{1-P}\sum_i|\partial_i f_a|$, twice what rounding a coordinate
by $2^{-P}$ can take away. A constraint that did not push and is violated comes
in hand, one whose $\mu$ is negative leaves. All this may fail, and proves
nothing; what it finds is accepted by the two inequalities above, or the run
ends as undecided.

For the circle: $y = (\frac12, 1)$ from outside of $x^2 + y^2 \ge 2$, $M = I$:
$Z = \sqrt2 y/|y|$. In doubles it is off by $10^{-16}$, behind five rounds by
$2^{-256}$, $f(Z) < 2^{-252}$, $\mu = (|Z| - |y|)/2|Z| = 0.10$, $b < 2^{-255}$,
and the last ball has a radius of some $\sqrt{2b}$, $10^{-38}$.

## Why not a solver of its own

Interior points, or bisection on the multiplier, would find $Z$ without the
doubles. But the hard part of a nearest point is not its digits. It is who
pushes, and from which side, and for that the wing has a search with starts, a
merit function, second-order tests. What it ends with is right to sixteen
digits or not at all, and sixteen digits are a start from which no method can
go astray: the matrix below is regular there, or the search would not have
accepted the point.

The matrix is frozen. With the error $\delta$ of the doubles' point its entries
are off by $|\nabla^2 f|\delta$ and by rounding, some $10^{-15}$ of them, and a
correction leaves this part of itself: fifteen digits a round, whatever the
precision. Newton's method with a matrix in fractions doubles the digits
instead, four rounds for seventy-seven; each of them would solve a system with
numbers of 288 bits, and five solutions in doubles are cheaper than one such.

## What a margin costs

The rounded $Z$ may be outside by a few units of $2^{-P}$, and *in K* is the
one word of the statement that knows no tolerance. So the equations are solved
for a boundary that is moved inward by $\tau$, and $\tau$ is made as large as
rounding can be. With $q^{n+1}$ rounded by at most $2^{-P-1}$ the point $Z$
moves by no more in each coordinate, since $1 + e \ge 1$, and $f_a$ by
$2^{-P-1}\sum_i|\partial_i f_a|$ and a square of it; $\tau_a$ is four times
that. What is paid is $b = \sum\mu_a f_a$, so the radius grows by a factor of
two or three. In one case nothing needs to be moved: a floor $y \ge 0$ under
points that are multiples of $2^{-P}$ is hit exactly, and a point that rests
there rests on it and not above it. That is why $\tau = 0$ is tried first.
*/
#include "p10/paoli_curved.h"

#include "number/dense.h"
#include "number/rational.h"

#include <math.h>
#include <string.h>

enum { WORK = PAOLI_GRID + 32, ROUNDS = 48 };

/** To the nearest multiple of $2^{-bits}$; of two, the larger.*/
static void cut(mpq_ptr x, mp_bitcnt_t bits)
{
    mpq_mul_2exp(x, x, bits + 1);
    mpz_fdiv_q(mpq_numref(x), mpq_numref(x), mpq_denref(x));
    mpz_add_ui(mpq_numref(x), mpq_numref(x), 1);
    mpz_fdiv_q_2exp(mpq_numref(x), mpq_numref(x), 1);
    mpz_set_ui(mpq_denref(x), 1);
    mpq_div_2exp(x, x, bits);
}

static void add_product(mpq_ptr to, mpq_srcptr x, mpq_srcptr y, mpq_ptr t)
{
    mpq_mul(t, x, y);
    mpq_add(to, to, t);
}

/** $f_a$ and $\nabla f_a$ at Z, exactly.*/
perp_status paoli_refine_look(paoli_state *r, paoli_curved *k)
{
    const perp_system *s = r->sys;
    mpq_t *in = r->work.in_exact, *out = r->work.out_exact;
    for (int i = 0; i < s->nv; i++)
        mpq_set(in[i], k->Z[i]);
    PERP_TRY(tape_exact(&s->gaps, (const mpq_t *)in, r->work.gap_exact));
    PERP_TRY(tape_exact(&s->row, (const mpq_t *)in, out));
    for (int j = 0; j < s->contacts; j++) {
        mpq_set(k->f[j], r->work.gap_exact[j]);
        for (int i = 0; i < s->nv; i++)
            mpq_set(k->n[j * s->nv + i], out[s->row_at[j] + i]);
    }
    return PERP_SUCCESS;
}

int paoli_refine_inside(const paoli_state *r, const paoli_curved *k)
{
    for (int j = 0; j < r->sys->contacts; j++)
        if (mpq_sgn(k->f[j]) < 0)
            return 0;
    return 1;
}

/** From Z: $V = \text{back}\,V^{n-1} + (1+e)(Z - q^n)/h$ and $q^{n+1} = q^n +
hV$ into `next`, rounded or not; and from what was rounded V, w and Z again, so
that (scheme) holds of the four without rounding.*/
void paoli_refine_place(paoli_state *r, paoli_curved *k, int rounded)
{
    const paoli_exact x = paoli_numbers_exact(r);
    mpq_ptr one = k->s, t = k->t;
    mpq_set_ui(one, 1, 1);
    mpq_add(one, one, x.e);
    for (int i = 0; i < r->sys->nv; i++) {
        mpq_sub(t, k->Z[i], r->q_exact[i]);
        mpq_mul(k->next[i], t, one);
        mpq_mul(t, x.h, r->all.v[i]);
        mpq_mul(t, t, x.back);
        mpq_add(k->next[i], k->next[i], t);
        mpq_add(k->next[i], k->next[i], r->q_exact[i]);
        if (rounded)
            cut(k->next[i], PAOLI_GRID);
        mpq_sub(t, k->next[i], r->q_exact[i]);
        mpq_div(r->V_exact[i], t, x.h);
        mpq_mul(t, x.back, r->all.v[i]);
        mpq_sub(t, r->V_exact[i], t);
        mpq_div(r->w_exact[i], t, one);
        mpq_mul(t, x.h, r->w_exact[i]);
        mpq_add(k->Z[i], r->q_exact[i], t);
    }
}

/** Newton's equations: F, and `E` for the correction of Z and of the $\mu_a$
of those in hand, r->id.*/
static void balance(paoli_state *r, paoli_curved *k)
{
    const int v = r->sys->nv;
    for (int i = 0; i < v; i++) {
        mpq_set_ui(k->F[i], 0, 1);
        for (int j = 0; j < v; j++) {
            mpq_sub(k->s, k->Z[j], k->y[j]);
            add_product(k->F[i], r->all.M[i * v + j], k->s, k->t);
        }
        for (int a = 0; a < r->p; a++) {
            const int j = r->id[a];
            mpq_mul(k->t, k->mu[j], k->n[j * v + i]);
            mpq_sub(k->F[i], k->F[i], k->t);
        }
    }
}

static int correct(paoli_state *r, paoli_curved *k)
{
    const int v = r->sys->nv, n = v + r->p, wide = n + 1;
    double *E = k->E;
    memset(E, 0, (size_t)(n * wide) * sizeof *E);
    balance(r, k);
    for (int i = 0; i < v; i++) {
        for (int j = 0; j < v; j++)
            E[i * wide + j] = r->M[i * v + j] + r->curve.B[i * v + j];
        E[i * wide + n] = mpq_get_d(k->F[i]);
    }
    for (int a = 0; a < r->p; a++) {
        const int j = r->id[a];
        mpq_sub(k->t, k->f[j], k->above[j]);
        E[(v + a) * wide + n] = mpq_get_d(k->t);
        for (int i = 0; i < v; i++) {
            E[(v + a) * wide + i] = mpq_get_d(k->n[j * v + i]);
            E[i * wide + v + a] = -E[(v + a) * wide + i];
        }
    }
    return dense_jordan(n, 1, E, k->row_of, k->used, k->scale, 0x1p-46) == n;
}

/** The correction goes into the fractions as the double that it is; what is
cut off behind it is less than the correction of the next round. A $\mu$ may
become negative here and come back; it is looked at when the rounds have ended.

The correction, subtracted; *small: no coordinate and no $\mu$ was moved by
$2^{-P-16}$. 0: it is no number.*/
static int move(paoli_state *r, paoli_curved *k, int *small)
{
    const int v = r->sys->nv, n = v + r->p;
    *small = 1;
    for (int i = 0; i < n; i++) {
        const double by = k->E[k->row_of[i] * (n + 1) + n];
        mpq_ptr x = i < v ? k->Z[i] : k->mu[r->id[i - v]];
        if (!isfinite(by))
            return 0;
        *small &= fabs(by) < ldexp(1, -PAOLI_GRID - 16);
        mpq_set_d(k->t, by);
        mpq_sub(x, x, k->t);
        cut(x, WORK);
    }
    return 1;
}

/** *done 1: Z and the multipliers solve the equations of those in hand, to the
grid. The second derivatives are taken at the start of a call; the rounds that
follow have the gradients where they stand.*/
static perp_status newton(paoli_state *r, paoli_curved *k, int *done)
{
    const int v = r->sys->nv;
    *done = 0;
    for (int i = 0; i < v; i++)
        r->at[i] = mpq_get_d(k->Z[i]);
    for (int j = 0; j < r->sys->contacts; j++)
        r->curve.lambda[j] = mpq_get_d(k->mu[j]) / r->h;
    PERP_TRY(paoli_bend(r, r->at));
    for (int n = 0; n < ROUNDS && !*done; n++) {
        PERP_TRY(paoli_refine_look(r, k));
        if (!correct(r, k) || !move(r, k, done))
            return PERP_SUCCESS;
    }
    return paoli_refine_look(r, k);
}

/** The doubles may be wrong about who pushes where two are close to it: a wall
that the prediction violates by $10^{-20}$ is none for them. In fractions it is
one, by one comparison, and it comes in hand. The reverse is a wall that the
doubles have counted with a push of $10^{-18}$, and whose $\mu$ is $-10^{-25}$
in fractions: it goes, and the rest is solved again.

In hand are those that push; a contact comes when it is violated at Z, and goes
with a multiplier that is negative. *changed: one did.*/
static void choose(paoli_state *r, paoli_curved *k, int *changed)
{
    *changed = 0;
    r->p = 0;
    for (int j = 0; j < r->sys->contacts; j++) {
        const int was = r->held[j];
        if (was && mpq_sgn(k->mu[j]) < 0)
            r->held[j] = 0;
        else if (!was && mpq_sgn(k->f[j]) < 0)
            r->held[j] = 1;
        *changed |= was != r->held[j];
        if (!r->held[j])
            mpq_set_ui(k->mu[j], 0, 1);
        else if (r->p < r->sys->nv)
            r->id[r->p++] = j;
    }
}

/** $\tau_a$ of those in hand: $2^{1-P}\sum_i|n_{ai}|$, cut.*/
static void lift(paoli_state *r, paoli_curved *k)
{
    const int v = r->sys->nv;
    for (int a = 0; a < r->p; a++) {
        mpq_ptr x = k->above[r->id[a]];
        mpq_set_ui(x, 0, 1);
        for (int i = 0; i < v; i++) {
            mpq_abs(k->t, k->n[r->id[a] * v + i]);
            mpq_add(x, x, k->t);
        }
        mpq_div_2exp(x, x, PAOLI_GRID - 1);
    }
}

/** Begins where the doubles ended.*/
static void start(paoli_state *r, paoli_curved *k)
{
    r->p = 0;
    for (int i = 0; i < r->sys->nv; i++)
        mpq_set_d(k->Z[i], r->q[i] + r->h * r->w[i]);
    for (int j = 0; j < r->sys->contacts; j++) {
        mpq_set_d(k->mu[j], r->h * r->impulse[j] / (1 + paoli_restitution(r)));
        mpq_set_ui(k->above[j], 0, 1);
        if ((r->held[j] = r->impulse[j] > 0) && r->p < r->sys->nv)
            r->id[r->p++] = j;
    }
}

/** Z in K on the grid; *done = 0: none was found. Twice as many rounds as
contacts may come.*/
perp_status paoli_refine_find(paoli_state *r, paoli_curved *k, int *done)
{
    int changed = 1, solved;
    start(r, k);
    PERP_TRY(paoli_refine_look(r, k));
    if (r->p == 0) /* the doubles saw no wall */
        choose(r, k, &changed);
    *done = 0;
    for (int n = 0; n < 2 * r->sys->contacts + 2 && !*done; n++) {
        PERP_TRY(newton(r, k, &solved));
        if (!solved)
            return PERP_SUCCESS;
        paoli_refine_place(r, k, 1);
        PERP_TRY(paoli_refine_look(r, k));
        choose(r, k, &changed);
        *done = !changed && paoli_refine_inside(r, k);
        if (!changed && !*done)
            lift(r, k);
    }
    for (int j = 0; j < r->sys->contacts; j++)
        cut(k->mu[j], PAOLI_GRID);
    return PERP_SUCCESS;
}
