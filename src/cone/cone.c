/** # The cones (2.3) to (2.8), and numbers that are no fractions

GAP08 has cones in section 2 and asks about them in section 3. A joint
contributes a line, $\nu_i c_{\nu,i}$ with either sign, (2.3). A contact
contributes a cone, $n c_n + \bar D\beta$ with $\|\beta\| \le \mu c_n$, in the
2-norm the round one, (2.5), or in the 1-norm with finitely many directions,
(2.7). What all of them can do together is the sum, (2.6) and (2.8).

**Which contacts.** The printed sums go over contacts with $\Phi = 0$. Contacts
of a step are those with a gap of at most its tolerance (erratum 0-11), and
$\Phi < 0$ occurs; here a cone is whatever contacts the data have. Without any
it is the range of $\nu$ and not $\{0\}$ (0-10): joints push at all times.

**$\bar D$, not $D$.** (3.1), (3.5) print $\tilde D$, with both signs of each
direction, beside the 2-norm (0-24). With $\beta = (1, 1)$ on $d$ and $-d$ the
sum is zero and the norm is not, so no cone with friction would be pointed. The
2-norm belongs to $\bar D$, one column a slip, and $f_s = \beta_s - \beta_s'$ is
what is stored of an impulse in either case.

**Everything is a fraction but lengths.** Data are doubles, so fractions;
whether impulses cancel is a question of signs of fractions. Norms are roots.
Wherever a root is compared it is squared; wherever a vector has to have a
length, `cone_root_up` and `cone_root_down` give fractions on the safe side,
$2^{-60}$ away at most, and `cone_above`, `cone_below` the doubles that are
printed: of $\sqrt2$ two neighbouring multiples of $2^{-66}$. */

#include "cone/cone.h"

#include "number/rational.h"

#include <assert.h>
#include <float.h>
#include <math.h>
#include <string.h>

/** One array for all numbers: the shapes say where each matrix begins. One number
more is taken, so that a cone without joints and contacts has an array, too. */
perp_status cone_new(arena *a, const cone_data *shape, cone *out)
{
    size_t nv = (size_t)shape->nv, m = (size_t)shape->m, p = (size_t)shape->p;
    size_t r = (size_t)shape->r, count = nv * (m + p + r) + p;
    assert(p == 0 || (shape->slip_at[0] == 0 && shape->slip_at[p] == (int)r));
    *out = (cone){.nv = shape->nv, .m = shape->m, .p = shape->p, .r = shape->r};
    out->slip_at = arena_take(a, p + 1, sizeof *out->slip_at);
    out->all = rational_array(a, count + 1);
    if (out->slip_at == NULL || out->all == NULL) {
        rational_clear(out->all, count + 1);
        out->all = NULL;
        return PERP_NO_MEMORY(count * sizeof *out->all);
    }
    if (p > 0)
        memcpy(out->slip_at, shape->slip_at, (p + 1) * sizeof *out->slip_at);
    out->count = count + 1;
    out->nu = out->all;
    out->n = out->nu + m * nv;
    out->d = out->n + p * nv;
    out->mu = out->d + r * nv;
    return PERP_SUCCESS;
}

void cone_clear(cone *c)
{
    rational_clear(c->all, c->count);
    *c = (cone){.all = NULL};
}

perp_status cone_of_step(arena *a, const step_data *d, cone *out)
{
    const cone_data data = {d->nv, d->m, d->p,  d->r,      d->nu,
                            d->n,  d->d, d->mu, d->slip_at};
    return cone_of_data(a, &data, out);
}

/** The names of a step's primary data are those of a cone, so in fractions nothing
is copied; the data must live as long as the cone. From doubles each number is
turned into the fraction that it is. */
cone cone_of_step_exact(const step_exact *d)
{
    return (cone){.nv = d->nv,
                  .m = d->m,
                  .p = d->p,
                  .r = d->r,
                  .slip_at = d->slip_at,
                  .nu = d->nu,
                  .n = d->n,
                  .d = d->d,
                  .mu = d->mu};
}

/** A verdict is one of these numbers, so a NaN or an infinity is refused, by its
name and place. A negative $\mu$ would turn the inequality of friction round and
make an empty cone; it is refused, too. That gradients are not zero, or slips not
parallel, is not asked: such a cone has its verdict like any other. */
static perp_status take(const char *what, size_t count, const double *from,
                        mpq_t *to)
{
    size_t bad = rational_of_doubles(count, from, to);
    if (bad < count)
        return PERP_FAIL(PERP_INPUT,
                         "the friction cone has %s[%zu] = %g; a cone wants "
                         "finite numbers",
                         what, bad, from[bad]);
    return PERP_SUCCESS;
}

static perp_status take_all(const cone_data *x, cone *out)
{
    size_t nv = (size_t)x->nv;
    PERP_TRY(take("nu", nv * (size_t)x->m, x->nu, out->nu));
    PERP_TRY(take("n", nv * (size_t)x->p, x->n, out->n));
    PERP_TRY(take("d", nv * (size_t)x->r, x->d, out->d));
    PERP_TRY(take("mu", (size_t)x->p, x->mu, out->mu));
    for (int j = 0; j < x->p; j++)
        if (x->mu[j] < 0)
            return PERP_FAIL(PERP_INPUT,
                             "contact %d has mu = %g; a friction coefficient "
                             "is not negative",
                             j + 1, x->mu[j]);
    return PERP_SUCCESS;
}

perp_status cone_of_data(arena *a, const cone_data *data, cone *out)
{
    PERP_TRY(cone_new(a, data, out));
    perp_status s = take_all(data, out);
    if (s.code != PERP_OK)
        cone_clear(out);
    return s;
}

perp_status cone_impulse_new(arena *a, const cone *c, cone_impulse *out)
{
    size_t count = (size_t)(c->m + c->p + c->r);
    *out = (cone_impulse){.all = rational_array(a, count + 1)};
    if (out->all == NULL)
        return PERP_NO_MEMORY(count * sizeof *out->all);
    out->count = count + 1;
    out->y = out->all;
    out->cn = out->y + c->m;
    out->f = out->cn + c->p;
    return PERP_SUCCESS;
}

void cone_impulse_clear(cone_impulse *x)
{
    rational_clear(x->all, x->count);
    *x = (cone_impulse){.all = NULL};
}

/* z += sum over the rows of x[k] row k. A zero impulse costs nothing: most are
   zero, of a certificate with a few edges. */
static void add_rows(int rows, int nv, const mpq_t *row, const mpq_t *x,
                     mpq_t *z)
{
    mpq_t part;
    mpq_init(part);
    for (int k = 0; k < rows; k++)
        for (int i = 0; i < nv && mpq_sgn(x[k]) != 0; i++) {
            mpq_mul(part, x[k], row[k * nv + i]);
            mpq_add(z[i], z[i], part);
        }
    mpq_clear(part);
}

/** An impulse is a joint part, which may be anything, and a contact part. The total
cone is the range of $\nu$ plus the sum of the contacts' cones; so it holds the
joints' impulses when no contact is active, too. The groove with $c_n = (1, 1)$ and
$f = (\frac12, \frac12)$ sums up to $(1, 1) + (-1, 1) + \frac12(1, -1) + \frac12(-1,
-1) = (0, 1)$: friction on both walls pulls down and takes half of what they push
up.

Implements GAP08 (2.3), (2.4), (2.5), (2.6), (3.5). */
void cone_sum(const cone *c, const cone_impulse *x, mpq_t *z)
{
    for (int i = 0; i < c->nv; i++)
        mpq_set_ui(z[i], 0, 1);
    add_rows(c->m, c->nv, (const mpq_t *)c->nu, (const mpq_t *)x->y, z);
    if (x->cn != NULL)
        add_rows(c->p, c->nv, (const mpq_t *)c->n, (const mpq_t *)x->cn, z);
    if (x->f != NULL)
        add_rows(c->r, c->nv, (const mpq_t *)c->d, (const mpq_t *)x->f, z);
}

void cone_dot(int n, const mpq_t *x, const mpq_t *y, mpq_ptr out)
{
    rational_sum sum;
    rational_sum_init(&sum);
    for (int i = 0; i < n; i++)
        rational_sum_add(&sum, x[i], y[i]);
    rational_sum_take(&sum, out);
    rational_sum_clear(&sum);
}

/** **Roots.** With $q = a/b$ and an even $s$ so large that $k = \lfloor a 2^s / b
\rfloor$ has at least 128 bits, $\lfloor\sqrt k\rfloor 2^{-s/2} \le \sqrt q <
(\lfloor\sqrt k\rfloor + 1)\,2^{-s/2}$: two neighbours of more than 60 bits. The
integer root is GMP's and exact, so no rounding mode and no library of mathematics
is in it. A square of a fraction is not recognised: $\sqrt{4}$ up is $2 + 2^{-65}$,
near enough. For $q = 0$ both are 0, since bounds of nothing should be nothing. */
static void root(mpq_srcptr q, int up, mpq_ptr out)
{
    assert(mpq_sgn(q) >= 0);
    long size = (long)mpz_sizeinbase(mpq_numref(q), 2) -
                (long)mpz_sizeinbase(mpq_denref(q), 2);
    long s = 132 - size;
    mpz_t k;
    s += s % 2 != 0;
    mpz_init(k);
    if (s >= 0) {
        mpz_mul_2exp(k, mpq_numref(q), (mp_bitcnt_t)s);
        mpz_fdiv_q(k, k, mpq_denref(q));
    } else {
        mpz_mul_2exp(k, mpq_denref(q), (mp_bitcnt_t)-s);
        mpz_fdiv_q(k, mpq_numref(q), k);
    }
    int zero = mpq_sgn(q) == 0;
    mpz_sqrt(k, k);
    mpz_add_ui(k, k, up && !zero);
    mpq_set_z(out, k);
    if (s >= 0)
        mpq_div_2exp(out, out, (mp_bitcnt_t)(s / 2));
    else
        mpq_mul_2exp(out, out, (mp_bitcnt_t)(-s / 2));
    mpz_clear(k);
}

void cone_root_up(mpq_srcptr q, mpq_ptr out)
{
    root(q, 1, out);
}

void cone_root_down(mpq_srcptr q, mpq_ptr out)
{
    root(q, 0, out);
}

/** Constants go out as doubles, and must not be too small: $c$ is rounded up,
$C_2$, $C_3$ and ratios that exist are rounded down. What is printed is a theorem
about the data.

Truncation is at most one unit low; the next double is then above. */
double cone_above(mpq_srcptr q)
{
    assert(mpq_sgn(q) >= 0);
    double v = rational_truncated(q);
    mpq_t back;
    mpq_init(back);
    mpq_set_d(back, v);
    if (mpq_cmp(back, q) < 0)
        v = nextafter(v, HUGE_VAL);
    mpq_clear(back);
    return v;
}

double cone_below(mpq_srcptr q)
{
    assert(mpq_sgn(q) >= 0);
    return rational_truncated(q);
}
