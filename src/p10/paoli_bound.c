/**
# The nearest point is within r, proven in fractions

Given are fractions: $y$, a point $Z \in K$, numbers $\mu_a \ge 0$. Nobody asks
how they were found. Claimed is that every $Z' \in K$ with $|Z' - y|_M \le |Z -
y|_M$, so every nearest point of $K$, lies within $r$ of $Z$. With $d = Z' - Z$
and $\varepsilon = M(Z - y) - \sum\mu_a n_a$, $n_a = \nabla f_a(Z)$,

$$\tfrac12|d|_M^2 \le -(M(Z - y), d) = -(\varepsilon, d) - \sum\mu_a (n_a, d) .$$

$f_a(Z') \ge 0$ and the mean value theorem give $(n_a, d) \ge -f_a(Z) -
g_a|d|_M$, where $g_a$ bounds $|\nabla f_a(\zeta) - n_a|_{M^{-1}}$ for all
$\zeta$ on the way; and nothing is lost by a concave $f_a$, which lies below
its tangent: $g_a = 0$. So

$$\tfrac12|d|_M^2 \le b + c|d|_M, \quad b = \sum\mu_a f_a(Z), \quad c = |\varepsilon|_{M^{-1}} + \sum\mu_a g_a, \qquad
|d|_M \le c + \sqrt{c^2 + 2b} .$$

That $|d|_M \le 2\rho$, $\rho = |Z - y|_M$, is the triangle inequality; it
makes the first ball in which gradients are enclosed, the last line makes the
next, and so on while it pays.

**Why not Krawczyk's test** of $M(Z - y) = \sum\mu_a\nabla f_a(Z)$, $f_a(Z) =
0$? It proves that a box holds one solution of these equations. Such a solution
may be the farthest point of a circle, or one of two valleys of a wave; that it
is nearest would have to be proven besides, and of all of $K$. The inequality
speaks of all of $K$ at once, needs no inverse of a matrix, no second
derivative and no set of those who push, and a second program repeats it in
thirty lines. What it costs is digits: $b$ is what rounding $Z$ into $K$
leaves, $2^{-P}$ with the grid of paoli_curved.c, and enters under a root. Half
of the digits are spent on it.

**Numbers.** $\varepsilon$, $b$, $\rho^2$ and $|\varepsilon|^2_{M^{-1}} =
(\varepsilon, M^{-1}\varepsilon)$ are fractions without rounding. Roots are
taken upward with 64 bits. Gradients in a ball are intervals of MPFR, the
coordinates $|\zeta_i - Z_i| \le r m_i$ with $m_i^2 \ge (M^{-1})_{ii}$. A
branch that is not decided in the ball, or a divisor that may be 0, leaves the
step undecided.

Of the unit disc from outside, $M = I$, $y = (\frac{19}{20}, 0)$: $Z = (1, 0)$
exactly, $\mu = \frac1{40}$, $\varepsilon = 0$, $b = 0$. In the first ball, $r
= \frac1{10}$, each entry of $2\zeta - n$ is at most $2r$, the sum of two $4r$,
and $c = \frac1{40}\cdot4r = r/10$: the next ball is $2c = r/5$. They shrink to
the last bit of the intervals, and $Z$ is proven to be the nearest point. With
$y = (\frac34, 0)$ the factor is 1 and nothing is; a bound that took a box for
what it is would come to $y = (\frac12, 0)$, and no bound farther: from $y = 0$
all points of the circle are as near.

**Is it sharp?** In both of its terms. Let $K = \{x \ge 0\}$, $y = (-1, 0)$, $M
= I$, $\mu = 1$; the nearest point is the origin. From $Z = (0, s)$ the balance
leaves $\varepsilon = (0, s)$, so $r = 2s$; and $(0, -s)$ is as near as $Z$, at
the distance $2s$. From $Z = (t, 0)$, a point that rounding has moved off the
wall, $\varepsilon = (t, 0)$, $b = t$, $r = t + \sqrt{t^2 + 2t}$; and the
points as near as $Z$ are those of a lens whose tip $(0, u)$ has $u^2 = (1 +
t)^2 - 1 = 2t + t^2$. So the root is no weakness of the argument. The statement
is about all points that are as near as $Z$, and there are some as far as that;
the nearest point alone is at the distance $t$. To say $t$ and not $\sqrt{2t}$
of it, one would need a second inequality, for the nearest point, with
multipliers of its own that nobody knows.

| what is wrong with a claim | which number shows it |
|---|---|
| $Z$ beside the nearest point by $s$ along the wall | $\varepsilon$, and $r \ge s$ |
| $Z$ off the wall by $t$ | $b$, and $r \ge \sqrt{2t}$ |
| $\mu_a$ too small, or missing | $\varepsilon$: the reaction does not reach |
| the farthest point of a disc, $\mu > 0$, $\varepsilon = 0$, $b = 0$ | $g$: the gradient turns by as much as $d$, $c$ is more than half of $r$ |
| two valleys, as near | the same: between them the gradient turns |
| a normal of the wrong sign | $\mu < 0$, which no caller may pass |
*/
#include "p10/paoli_bound.h"

#include "number/rational.h"
#include "p10/paoli_form.h"
#include "proof/enclose/enclose.h"

struct paoli_bound {
    const perp_system *s;
    encloser w;
    uint8_t *concave; /* contacts, by their form */
    mpq_t *own;       /* all below, `count` of them */
    size_t count;
    mpq_t *in, *wide; /* 2 nv + 1: inputs of a tape, and their radii */
    mpq_t *m, *p, *x; /* nv: |d_i| <= m_i |d|_M; epsilon; a solution */
    mpq_t t, part, c, open, rho, radius;
};

perp_status paoli_bound_new(arena *a, const perp_system *s, int bits,
                            paoli_bound **out)
{
    const size_t v = (size_t)s->nv, n = 2 * v + 1, count = 2 * n + 3 * v;
    paoli_bound *b = arena_take(a, 1, sizeof *b);
    uint8_t *concave = arena_take(a, (size_t)s->contacts + 1, 1);
    mpq_t *x = rational_array(a, count);
    if (b == NULL || concave == NULL || x == NULL) {
        rational_clear(x, x == NULL ? 0 : count);
        return PERP_NO_MEMORY(count * sizeof *x);
    }
    *b = (paoli_bound){.s = s, .concave = concave, .own = x, .count = count};
    b->in = x;
    b->wide = x + n;
    b->m = x + 2 * n;
    b->p = b->m + v;
    b->x = b->p + v;
    mpq_inits(b->t, b->part, b->c, b->open, b->rho, b->radius, NULL);
    *out = b;
    PERP_TRY(encloser_new(bits, &b->w));
    return paoli_form(s, a, concave);
}

void paoli_bound_free(paoli_bound *b)
{
    if (b == NULL)
        return;
    encloser_clear(&b->w);
    rational_clear(b->own, b->count);
    mpq_clears(b->t, b->part, b->c, b->open, b->rho, b->radius, NULL);
}

/** $x = a/b$: the root of the whole part of $4^k x$, plus one, over $2^k$,
with $k$ such that it has 64 bits.*/
void paoli_root_above(mpq_srcptr x, mpq_ptr out)
{
    if (mpq_sgn(x) == 0) {
        mpq_set_ui(out, 0, 1);
        return;
    }
    const long k = 64 - rational_log2(x) / 2;
    if (k >= 0)
        mpq_mul_2exp(out, x, 2 * (mp_bitcnt_t)k);
    else
        mpq_div_2exp(out, x, 2 * (mp_bitcnt_t)-k);
    mpz_fdiv_q(mpq_numref(out), mpq_numref(out), mpq_denref(out));
    mpz_set_ui(mpq_denref(out), 1);
    mpz_sqrt(mpq_numref(out), mpq_numref(out));
    mpz_add_ui(mpq_numref(out), mpq_numref(out), 1);
    if (k >= 0)
        mpq_div_2exp(out, out, (mp_bitcnt_t)k);
    else
        mpq_mul_2exp(out, out, (mp_bitcnt_t)-k);
}

static void add_product(mpq_ptr to, mpq_srcptr x, mpq_srcptr y, mpq_ptr t)
{
    mpq_mul(t, x, y);
    mpq_add(to, to, t);
}

/** A ball of the metric is an ellipsoid, and intervals know boxes: the
smallest box around it has the half widths $r m_i$, since the largest $|d_i|$
with $|d|_M = r$ is $r\sqrt{(M^{-1})_{ii}}$. What the corners of the box have
more than the ball makes $g$ larger by up to $\sqrt v$; with $M = I$, $v = 2$
the depth up to which the balls shrink is $\frac14$ and not $\frac12$ for it.

$m_i$, upward, from the factors of $M$, $(M^{-1})_{ii}$ being the entry $i$ of
the solution of $Mx = e_i$. A constant $M$ is measured in each step again: that
is $v$ solutions, and a ball of gradients costs more.*/
static void measure(paoli_bound *b, const paoli_bound_of *x)
{
    const int v = b->s->nv;
    for (int i = 0; i < v; i++) {
        for (int j = 0; j < v; j++)
            mpq_set_ui(b->x[j], i == j, 1);
        paoli_exact_solve(x->metric, b->x);
        paoli_root_above(b->x[i], b->m[i]);
    }
}

/** $\rho$, $|\varepsilon|_{M^{-1}}$ upward into c, and $b$.*/
static void residual(paoli_bound *b, const paoli_bound_of *x)
{
    const int v = b->s->nv;
    mpq_set_ui(b->rho, 0, 1);
    mpq_set_ui(b->c, 0, 1);
    mpq_set_ui(b->open, 0, 1);
    for (int i = 0; i < v; i++) {
        mpq_set_ui(b->p[i], 0, 1);
        for (int j = 0; j < v; j++) {
            mpq_sub(b->part, x->Z[j], x->y[j]);
            add_product(b->p[i], x->M[i * v + j], b->part, b->t);
        }
        mpq_sub(b->part, x->Z[i], x->y[i]);
        add_product(b->rho, b->p[i], b->part, b->t);
        for (int a = 0; a < b->s->contacts; a++) {
            mpq_mul(b->t, x->mu[a], x->n[a * v + i]);
            mpq_sub(b->p[i], b->p[i], b->t);
        }
        mpq_set(b->x[i], b->p[i]);
    }
    paoli_exact_solve(x->metric, b->x);
    for (int i = 0; i < v; i++)
        add_product(b->c, b->p[i], b->x[i], b->t);
    for (int a = 0; a < b->s->contacts; a++)
        add_product(b->open, x->mu[a], x->f[a], b->t);
    paoli_root_above(b->rho, b->rho);
    paoli_root_above(b->c, b->c);
}

/** $g_a$ of one contact, from the enclosed gradients: $|x|_{M^{-1}} \le
\sum|x_i| m_i$, since $(x, d) \le \sum|x_i||d_i|$.*/
static int turned(paoli_bound *b, const paoli_bound_of *x, int a, mpq_ptr g)
{
    const int v = b->s->nv;
    mpq_set_ui(g, 0, 1);
    for (int i = 0; i < v; i++) {
        const uint32_t k = (uint32_t)(b->s->row_at[a] + i);
        if (!interval_farthest(enclose_output(&b->w, &b->s->row, k),
                               x->n[a * v + i], b->t))
            return 0;
        mpq_mul(b->t, b->t, b->m[i]);
        mpq_add(g, g, b->t);
    }
    return 1;
}

/** $\sum\mu_a g_a$ in the ball of b->radius, into `sum`. Where only concave
ones push no gradient is enclosed.*/
static perp_status turns(paoli_bound *b, const paoli_bound_of *x, mpq_ptr sum,
                         int *sure)
{
    const int v = b->s->nv;
    int looked = 0;
    mpq_set_ui(sum, 0, 1);
    for (int a = 0; a < b->s->contacts && *sure; a++) {
        if (b->concave[a] || mpq_sgn(x->mu[a]) == 0)
            continue;
        for (int i = 0; i < v && !looked; i++) {
            mpq_set(b->in[i], x->Z[i]);
            mpq_mul(b->wide[i], b->radius, b->m[i]);
        }
        if (!looked) {
            b->w.either = 0;
            PERP_TRY(enclose_tape_exact(&b->w, &b->s->row, (const mpq_t *)b->in,
                                        (const mpq_t *)b->wide));
        }
        looked = 1;
        *sure = !b->w.either && turned(b, x, a, b->part);
        mpq_mul(b->part, b->part, x->mu[a]);
        mpq_add(sum, sum, b->part);
    }
    return PERP_SUCCESS;
}

/** The next ball: $c + \sqrt{c^2 + 2b}$, c with the turns of this one. *less:
it is smaller by more than a twentieth.*/
static void shrink(paoli_bound *b, mpq_ptr turns, int *less)
{
    mpq_add(turns, turns, b->c);
    mpq_mul(b->t, turns, turns);
    mpq_add(b->t, b->t, b->open);
    mpq_add(b->t, b->t, b->open);
    paoli_root_above(b->t, b->t);
    mpq_add(turns, turns, b->t);
    mpq_set_ui(b->t, 19, 20);
    mpq_mul(b->t, b->t, b->radius);
    *less = mpq_cmp(turns, b->t) < 0;
    if (mpq_cmp(turns, b->radius) < 0)
        mpq_set(b->radius, turns);
    if (*less) { /* short again, upward */
        mpq_mul(b->t, b->radius, b->radius);
        paoli_root_above(b->t, b->radius);
    }
}

/** In coordinates, up to the next power of two, which is short and easy to
read.*/
static void reach(const paoli_bound *b, mpq_ptr within, mpq_ptr t)
{
    mpq_set_ui(within, 0, 1);
    for (int i = 0; i < b->s->nv; i++) {
        mpq_mul(t, b->radius, b->m[i]);
        if (mpq_cmp(t, within) > 0)
            mpq_set(within, t);
    }
    if (mpq_sgn(within) == 0)
        return;
    const long k = rational_log2(within) + 1;
    mpq_set_ui(within, 1, 1);
    if (k >= 0)
        mpq_mul_2exp(within, within, (mp_bitcnt_t)k);
    else
        mpq_div_2exp(within, within, (mp_bitcnt_t)-k);
}

/** The balls end where one is not clearly smaller than the one before, or at
$2^{-512}$: with a $Z$ that is a fraction itself they would shrink for ever. A
radius above $2^{-10}\rho$ is no proof of which point it is, unless $\rho$ is
rounding itself.*/
perp_status paoli_bound_find(paoli_bound *b, const paoli_bound_of *x,
                             mpq_ptr within, int *decided)
{
    mpq_t sum, least;
    int sure = 1, less = 1;
    perp_status s = PERP_SUCCESS;
    mpq_inits(sum, least, NULL);
    mpq_set_ui(least, 1, 1);
    mpq_div_2exp(least, least, 512);
    measure(b, x);
    residual(b, x);
    mpq_mul_2exp(b->radius, b->rho, 1);
    while (sure && less && s.code == PERP_OK && mpq_cmp(b->radius, least) > 0) {
        s = turns(b, x, sum, &sure);
        if (s.code == PERP_OK && sure)
            shrink(b, sum, &less);
    }
    mpq_div_2exp(sum, b->rho, 10);
    mpq_set_ui(least, 1, 1);
    mpq_div_2exp(least, least, 100);
    mpq_add(sum, sum, least);
    *decided = sure && mpq_cmp(b->radius, sum) <= 0;
    reach(b, within, b->t);
    mpq_clears(sum, least, NULL);
    return s;
}
