#include "ap02/collision.h"

#include "number/rational.h"

/** Both papers solve a collision by the step's own problem in no time: the
solution set of the compression phase is $\mathcal L(q^-, v^-, 0, 0, 1, 1)$.
With $h = 0$, $\tilde M$ is $M$ and every force drops out; with $\alpha = 1$ the
unknown $x$ is $v^+$ itself. Nothing is left to write: the step's functions are
called with these numbers. The weight matters. Left to (4.4d) with the
$\alpha$ of the run, a contact that arrives with $n^Tv < 0$ would leave with
$-\frac{1-\alpha}{\alpha}n^Tv$: an elastic bounce for $\alpha = \frac12$, decided
by a parameter of the integrator. So a contact that is closed and approaches goes
through this problem first, at the start of a run, too.

Of (17) there remains $Mv^+ - \tilde\nu c_\nu - \tilde n c_n - \tilde D\beta = Mv^-$
with (13) to (16): impulses instead of forces, and everything else as in a step.
So Theorem 2.2 gives a solution for any $v^-$ and any friction. It need not be one:
[the set of all](../hp23/impact/impact.h) is HP23's subject.

Dampers and springs do not act in no time ($K = h^2\gamma + h\delta = 0$ leaves
$c = 0$ of a spring's row), so a collision ignores what a very stiff damper would
do in a step, and the rigid links of the stiff limit too. */
const alpha_gamma compression = {.alpha = 1, .gamma = 1, .h = 0};

alpha_gamma_exact compression_exact(mpq_srcptr one, mpq_srcptr zero)
{
    return (alpha_gamma_exact){.alpha = one, .gamma = one, .h = zero};
}

static void add_form(mpq_ptr sum, const step_exact *d, const mpq_t *x,
                     const mpq_t *y, mpq_ptr t)
{
    for (int i = 0; i < d->nv; i++)
        for (int j = 0; j < d->nv; j++) {
            mpq_mul(t, x[i], d->M[i * d->nv + j]);
            mpq_mul(t, t, y[j]);
            mpq_add(sum, sum, t);
        }
}

/* sum += the work that contacts which move take: their rates times the impulses
   of z, where friction along slip k is beta_{2k} - beta_{2k+1}. */
static void add_walls(mpq_ptr sum, const step_exact *d, const mpq_t *z,
                      mpq_ptr t)
{
    const mpq_t *cn = z + d->nv + d->m + d->s, *beta = cn + d->p;
    for (int j = 0; d->rate != NULL && j < d->p; j++) {
        mpq_mul(t, d->rate[j], cn[j]);
        mpq_add(sum, sum, t);
    }
    for (int k = 0; d->rate != NULL && k < d->r; k++) {
        mpq_sub(t, beta[2 * k], beta[2 * k + 1]);
        mpq_mul(t, t, d->rate[d->p + k]);
        mpq_add(sum, sum, t);
    }
}

/** **Without lowest terms.** The impulses of a collision among forty contacts are over one
denominator $\delta$ of 5,000 bits, and as many digits stand above the line. Whoever
shortens a fraction of such numbers, or adds two of them, pays a greatest common divisor, and
that is dearer than the whole of the sum: of a sliding stack of twenty
it was a quarter of the run. But only one question is asked: is the sum zero? So it is
formed over $\delta^2$, which nobody writes down, times what masses, velocities and
coefficients of friction have below their lines, a power of two as a rule; and
$\frac2{12} + \frac3{18} - \frac13 = 0$ is seen from $6 + 6 - 12$ over 36. */
typedef struct {
    mpz_t num, over; /* num / (over delta^2) */
    mpz_t part, row;
} open_sum;

static void open_init(open_sum *s)
{
    mpz_inits(s->num, s->over, s->part, s->row, NULL);
    mpz_set_ui(s->over, 1);
}

static void open_clear(open_sum *s)
{
    mpz_clears(s->num, s->over, s->part, s->row, NULL);
}

/* s += q y / delta^2 */
static void add_times(open_sum *s, mpq_srcptr q, mpz_srcptr y)
{
    if (mpq_sgn(q) == 0 || mpz_sgn(y) == 0)
        return;
    if (!mpz_divisible_p(s->over, mpq_denref(q))) {
        mpz_set(s->part, s->over);
        rational_cover(s->over, q);
        mpz_divexact(s->part, s->over, s->part);
        mpz_mul(s->num, s->num, s->part);
    }
    rational_scaled(s->part, s->over, q);
    mpz_addmul(s->num, s->part, y);
}

/* s += v+' M (v+ - v-), v+ = Z / den, with N the common denominator of v-, S
   that of M: Z' (S M) (N Z - den N v-) over S N. */
static void add_motion(open_sum *s, const step_exact *d, const mpz_t *Z,
                       mpz_srcptr den)
{
    mpz_t S, N, w, entry;
    mpq_t unit;
    mpz_inits(S, N, w, entry, NULL);
    mpq_init(unit);
    mpz_set_ui(S, 1);
    mpz_set_ui(N, 1);
    for (int ij = 0; ij < d->nv * d->nv; ij++)
        rational_cover(S, d->M[ij]);
    for (int i = 0; i < d->nv; i++)
        rational_cover(N, d->v[i]);
    mpz_mul(mpq_denref(unit), S, N);
    mpz_set_ui(mpq_numref(unit), 1);
    for (int i = 0; i < d->nv; i++) {
        mpz_set_ui(s->row, 0);
        for (int j = 0; j < d->nv; j++) {
            if (mpq_sgn(d->M[i * d->nv + j]) == 0)
                continue;
            rational_scaled(entry, N, d->v[j]);
            mpz_mul(w, N, Z[j]);
            mpz_submul(w, entry, den);
            rational_scaled(entry, S, d->M[i * d->nv + j]);
            mpz_addmul(s->row, entry, w);
        }
        mpz_mul(s->row, s->row, Z[i]);
        add_times(s, unit, s->row);
    }
    mpz_clears(S, N, w, entry, NULL);
    mpq_clear(unit);
}

/* Twice the sum: what the kinetic energies are off by. */
static double open_joule(open_sum *s, mpz_srcptr den)
{
    mpq_t q;
    mpq_init(q);
    mpz_mul_2exp(mpq_numref(q), s->num, 1);
    mpz_mul(mpq_denref(q), den, den);
    mpz_mul(mpq_denref(q), mpq_denref(q), s->over);
    mpq_canonicalize(q);
    const double off = rational_truncated(q);
    mpq_clear(q);
    return off;
}

/** The balance of a collision,

$$|v^+|_M^2 + |v^+ - v^-|_M^2 + 2\sum_j\mu_j\lambda_j c_{n,j} = |v^-|_M^2,$$

is $2v^{+T}$ times $M(v^+ - v^-) = \tilde\nu c_\nu + \tilde n c_n + \tilde
D\beta$: joints and normal impulses do no work in $v^+$, friction does
$-\mu\lambda c_n$. All three terms on the left are positive, so a collision
never gains energy over $v^-$. In the header's example they are $\frac14$,
$\frac14 + 4$ and $2\cdot\frac14 \cdot\frac12\cdot 2 = \frac12$, and $|v^-|^2 =
5$. (It may gain over $v^l$ when $v^-$ overshoots: erratum 0-46.) Since $|v^+|^2
+ |v^+ - v^-|^2 - |v^-|^2 = 2v^{+T}M(v^+ - v^-)$ for symmetric $M$, half of it
is formed here. Contacts that move have $n^Tv^+ = -\partial\Phi/\partial t$ where they
push, and bring the work $-\sum(c_n\,\partial\Phi/\partial t - f\cdot u)$ to the right
side. */
perp_status compression_check(const step_exact *d, const mpz_t *Z,
                              mpz_srcptr den)
{
    const int free = d->nv + d->m + d->s, lambda = free + d->p + 2 * d->r;
    open_sum sum;
    mpz_t y;
    open_init(&sum);
    mpz_init(y);
    add_motion(&sum, d, Z, den);
    for (int j = 0; j < d->p; j++) {
        mpz_mul(y, Z[lambda + j], Z[free + j]);
        add_times(&sum, d->mu[j], y);
    }
    for (int j = 0; d->rate != NULL && j < d->p; j++) {
        mpz_mul(y, Z[free + j], den);
        add_times(&sum, d->rate[j], y);
    }
    for (int k = 0; d->rate != NULL && k < d->r; k++) {
        const mpz_t *beta = Z + free + d->p + 2 * k;
        mpz_sub(y, beta[0], beta[1]);
        mpz_mul(y, y, den);
        add_times(&sum, d->rate[d->p + k], y);
    }
    perp_status s = PERP_SUCCESS;
    if (mpz_sgn(sum.num) != 0)
        s = PERP_FAIL(PERP_REFUTED,
                      "the energy balance of a collision is off by %g J",
                      open_joule(&sum, den));
    open_clear(&sum);
    mpz_clear(y);
    return s;
}

/** ## Poisson's hypothesis

During the compression the contacts take up the impulses $c_n^c$; a share
$\varepsilon_j \in [0, 1]$ of them comes back, whatever else happens. AP02 says that
partly elastic collisions are accommodated by such a second phase; it is the
first phase's problem once more, from $v^c$, in which the normal impulse of a
contact is $\varepsilon_j c_{n,j}^c + x_j$: a push that is given, and what it takes
besides so that no contact is entered. (Of two contacts on one body the push at
one can drive the other inwards; its $x$ holds it.)

For one contact without friction $c_n^c = -n^Tv^-/(n^TM^{-1}n)$, and the push
gives $n^Tv^+ = -\varepsilon\,n^Tv^-$, as Newton's law does. With friction or
several contacts the two laws may differ.

$$\begin{aligned}
M(v^+ - v^c) &= \tilde\nu c_\nu + \tilde n(\varepsilon c_n^c + x) + \tilde D\beta,
\qquad \tilde\nu^Tv^+ = 0, \\
\tilde n^Tv^+ \ge 0 \perp x &\ge 0, \qquad \lambda e + D^Tv^+ \ge 0 \perp \beta \ge
0, \qquad \mu(\varepsilon c_n^c + x) - e^T\beta \ge 0 \perp \lambda \ge 0
\end{aligned}$$

Friction may use the whole normal impulse of its phase. The push enters the
right-hand side only, once in the equation of motion and once, as $\mu\varepsilon
c_n^c \ge 0$, in the last row. That is the vector $b \ge 0$ of (19), which
is zero in a step, and Theorem 2.1 needs no more: the problem has a solution, and
Lemke finds it. */
void decompression_push(const step_data *d, const double *push, double *b)
{
    const int lambda = d->nv + d->m + d->s + d->p + 2 * d->r;
    for (int j = 0; j < d->p; j++) {
        for (int i = 0; i < d->nv; i++)
            b[i] -= d->n[j * d->nv + i] * push[j];
        b[lambda + j] += d->mu[j] * push[j];
    }
}

void decompression_push_exact(const step_exact *d, const mpq_t *push, mpq_t *b)
{
    const int lambda = d->nv + d->m + d->s + d->p + 2 * d->r;
    mpq_t t;
    mpq_init(t);
    for (int j = 0; j < d->p; j++) {
        for (int i = 0; i < d->nv; i++) {
            mpq_mul(t, d->n[j * d->nv + i], push[j]);
            mpq_sub(b[i], b[i], t);
        }
        mpq_mul(t, d->mu[j], push[j]);
        mpq_add(b[lambda + j], b[lambda + j], t);
    }
    mpq_clear(t);
}

/** $v^{+T}$ times the equation of motion: joints do nothing, $x$ nothing, the push
$\varepsilon c_n^c\,n^Tv^+ \ge 0$, friction $-\mu\lambda(\varepsilon c_n^c + x)$:

$$v^{+T}M(v^+ - v^c) - \sum_j\varepsilon_jc_{n,j}^c\,n_j^Tv^+ + \sum_j\mu_j\lambda_j
(\varepsilon_jc_{n,j}^c + x_j) = 0,$$

in the example $\frac{15}{16} - 1 + \frac1{16}$. The push does its work in $v^+$ itself; of
contacts that move, $x$ and friction have the terms of `add_walls`. */
perp_status decompression_check(const step_exact *d, const mpq_t *push,
                                const mpq_t *z)
{
    const int free = d->nv + d->m + d->s, lambda = free + d->p + 2 * d->r;
    mpq_t sum, part, t;
    mpq_inits(sum, part, t, NULL);
    add_form(sum, d, z, z, t);
    add_form(part, d, z, (const mpq_t *)d->v, t);
    mpq_sub(sum, sum, part);
    for (int j = 0; j < d->p; j++) {
        for (int i = 0; i < d->nv; i++) { /* push n'v+ */
            mpq_mul(t, d->n[j * d->nv + i], z[i]);
            mpq_mul(t, t, push[j]);
            mpq_sub(sum, sum, t);
        }
        mpq_add(t, push[j], z[free + j]);
        mpq_mul(t, t, d->mu[j]);
        mpq_mul(t, t, z[lambda + j]);
        mpq_add(sum, sum, t);
    }
    add_walls(sum, d, z, t);
    perp_status s = PERP_SUCCESS;
    if (mpq_sgn(sum) != 0)
        s = PERP_FAIL(PERP_REFUTED,
                      "the energy balance of a decompression is off by %g J",
                      mpq_get_d(sum));
    mpq_clears(sum, part, t, NULL);
    return s;
}

/** Does energy grow? Write $P = M(v^c - v^-)$ for the impulse of the
compression, $P_j = n_jc_{n,j}^c + D_j\beta_j^c$ for the part of one contact, $R
= \sum \mu_j\lambda_jc_{n,j}^c$ for what friction takes there: $v^{cT}P = -R$.
The decompression's $\lambda_j \ge -d_i^Tv^+$ and $e^T\beta_j^c \le
\mu_jc_{n,j}^c$ give

$$-\mu_j\lambda_j(\varepsilon_jc_{n,j}^c + x_j) \le -\varepsilon_j\lambda_j\,
e^T\beta_j^c \le \varepsilon_j\,v^{+T}D_j\beta_j^c,$$

so that its balance becomes $|v^+|_M^2 \le v^{+T}(Mv^c + \sum\varepsilon_jP_j)$.
When all contacts have one $\varepsilon$ the sum is $\varepsilon P$, but for
joints, which do nothing in $v^+$; and

$$|v^+|_M^2 \le |v^c + \varepsilon M^{-1}P|_M^2 = |v^-|_M^2 - (1 - \varepsilon^2)
|v^c - v^-|_M^2 - 2(1 + \varepsilon)R:$$

no collision gains energy, for any friction and any number of contacts. Without
friction $n_j^Tv^+ \ge 0$ lets us replace every $\varepsilon_j$ by 1 in the
first bound, so different ones do no harm. Friction and different ones together
do: with $M = 1$ in three dimensions, a floor $n_1 = (0, 1, 0)$ with
$\varepsilon_1 = 0$, $\mu = 1$ along $(1, 0, 0)$ and a smooth wall $n_2 = (1, 0,
1)$ with $\varepsilon_2 = 1$, $v^- = (-1, -1, -4)$ becomes $v^c = (1, 0, -1)$
and $v^+ = (4, 0, 2)$, and 9 J become 10. What friction took up at the floor
does not come back while the wall's push does. So a run has one restitution, and
the exact modes ask of each collision that this is not above zero. */
void collision_gain(const step_exact *d, const mpq_t *from, const mpq_t *to,
                    mpq_t gain)
{
    mpq_t before, t;
    mpq_inits(before, t, NULL);
    mpq_set_ui(gain, 0, 1);
    add_form(gain, d, to, to, t);
    add_form(before, d, from, from, t);
    mpq_sub(gain, gain, before);
    mpq_div_2exp(gain, gain, 1);
    mpq_clears(before, t, NULL);
}
