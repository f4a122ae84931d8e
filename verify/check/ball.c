/**
# The arithmetic of balls (E1)

Middle and radius are computed apart. Where the exact middle has more than 160
places it is cut off below, which moves it by less than one unit, and the
radius gets one unit more; where nothing was cut, nothing is added, so whole
numbers, halves and their products stay exact, and a ball of radius 0 is a
number.

With $A$, $B$ the middles, $r_a$, $r_b$ the radii, $a$, $b$ any members:

* $|ab - AB| = |A(b - B) + (a - A) b| \le |A| r_b + r_a (|B| + r_b)$;
* $|a/b - A/B| = |(a - A) B - A (b - B)| / |b B| \le (|B| r_a + |A| r_b) /
  (|B| (|B| - r_b))$, if $|B| > r_b$;
* $|\sqrt a - \sqrt A| = |a - A| / (\sqrt a + \sqrt A) \le r_a / \sqrt A$, if
  $A > r_a$.

Radii are rounded up by `cdiv`, middles down by `fdiv`. In units: with $A$ for
$A\,2^{-160}$ the quotient's radius is the last but one bound times $2^{160}$,
that of the root $r_a 2^{160} / \lfloor \sqrt{A\,2^{160}} \rfloor$, and the
root cut off is not larger than the root, so the quotient is not smaller.

Example, with 4 places in the place of 160: $\frac13$ is m = 5, r = 1, for
$16/3 = 5 + \frac13$: the ball [4/16, 6/16]. Twice itself: m = 10, r = 2. Its
square: m = $\lfloor 25/16 \rfloor$ = 1, r = $\lceil (5 + 1 + 5)/16 \rceil$ +
1 = 2: [-1/16, 3/16], which holds $\frac19$.

A quotient in the same four places: $a = [9/16, 11/16]$, $A = 10$, $r_a = 1$;
$b = [3/16, 5/16]$, $B = 4$, $r_b = 1$. The middle is
$\lfloor 10 \cdot 16 / 4 \rfloor = 40$, without a cut; the radius $\lceil (4
\cdot 1 + 10 \cdot 1)\,16 / (4 \cdot 3) \rceil = \lceil 18.67 \rceil = 19$:
[21/16, 59/16]. The true range is $[9/5, 11/3]$, which is [28.8/16, 58.7/16].
The bound is sharp at the end where the divisor is small, and symmetric around
the middle, as a ball has to be; so it is not sharp at the other.

A root: $a = [1/16, 3/16]$, $A = 2$, $r_a = 1$.
$\lfloor \sqrt{2 \cdot 16} \rfloor = 5$, with a cut; radius
$\lceil 16 / 5 \rceil + 1 = 5$: [0, 10/16]. The true range is [4/16, 6.93/16].

With 160 places the same steps give the same shapes, some units of $2^{-160}$
wide. A ball is not made smaller by knowing that two operands are the same
number: $x - x$ has twice the radius of $x$. That costs width, never truth.

The tests compare each operation with MPFR at many more bits, and with corners
of the balls (test_balls).
*/
#include "ball.h"

#include <math.h>

void desk_init(desk *w)
{
    mpz_inits(w->t, w->u, w->s, w->c, w->sum, w->term, NULL);
    for (int i = 0; i < BALL_MEMO; i++) {
        ball_init(&w->angle[i]);
        ball_init(&w->sine[i]);
        ball_init(&w->cosine[i]);
        w->known[i] = 0;
    }
}

void desk_clear(desk *w)
{
    mpz_clears(w->t, w->u, w->s, w->c, w->sum, w->term, NULL);
    for (int i = 0; i < BALL_MEMO; i++) {
        ball_clear(&w->angle[i]);
        ball_clear(&w->sine[i]);
        ball_clear(&w->cosine[i]);
    }
}

void ball_init(ball *z)
{
    mpz_inits(z->m, z->r, NULL);
}

void ball_clear(ball *z)
{
    mpz_clears(z->m, z->r, NULL);
}

void ball_set(ball *z, const ball *a)
{
    mpz_set(z->m, a->m);
    mpz_set(z->r, a->r);
}

void ball_zero(ball *z)
{
    mpz_set_ui(z->m, 0);
    mpz_set_ui(z->r, 0);
}

void ball_one(ball *z)
{
    mpz_set_ui(z->m, 1);
    mpz_mul_2exp(z->m, z->m, BALL_BITS);
    mpz_set_ui(z->r, 0);
}

/* m / d in units is m 2^160 / d: what is below the last place is cut off, and
   one unit counts for it. */
void ball_ratio(ball *z, mpz_srcptr m, mpz_srcptr d)
{
    mpz_mul_2exp(z->m, m, BALL_BITS);
    mpz_fdiv_qr(z->m, z->r, z->m, d);
    mpz_set_ui(z->r, mpz_sgn(z->r) != 0);
}

void ball_neg(ball *z, const ball *a)
{
    mpz_neg(z->m, a->m);
    mpz_set(z->r, a->r);
}

void ball_add(ball *z, const ball *a, const ball *b)
{
    mpz_add(z->m, a->m, b->m);
    mpz_add(z->r, a->r, b->r);
}

void ball_sub(ball *z, const ball *a, const ball *b)
{
    mpz_sub(z->m, a->m, b->m);
    mpz_add(z->r, a->r, b->r);
}

/* t = (|A| + ra) rb + |B| ra, in units squared. */
void ball_mul(desk *w, ball *z, const ball *a, const ball *b)
{
    mpz_set_ui(w->t, 0);
    if (mpz_sgn(b->r) != 0) {
        mpz_abs(w->u, a->m);
        mpz_add(w->u, w->u, a->r);
        mpz_addmul(w->t, w->u, b->r);
    }
    if (mpz_sgn(a->r) != 0) {
        mpz_abs(w->u, b->m);
        mpz_addmul(w->t, w->u, a->r);
    }
    mpz_mul(w->u, a->m, b->m);
    int cut = !mpz_divisible_2exp_p(w->u, BALL_BITS);
    mpz_fdiv_q_2exp(z->m, w->u, BALL_BITS);
    mpz_cdiv_q_2exp(z->r, w->t, BALL_BITS);
    mpz_add_ui(z->r, z->r, (unsigned long)cut);
}

/* A divisor that may be 0 has no quotient. */
int ball_div(desk *w, ball *z, const ball *a, const ball *b)
{
    if (mpz_cmpabs(b->m, b->r) <= 0)
        return 0;
    mpz_abs(w->t, a->m);
    mpz_mul(w->t, w->t, b->r);
    mpz_abs(w->s, b->m);
    mpz_addmul(w->t, w->s, a->r); /* |A| rb + |B| ra */
    mpz_sub(w->u, w->s, b->r);
    mpz_mul(w->u, w->u, w->s); /* |B| (|B| - rb) */
    mpz_mul_2exp(w->t, w->t, BALL_BITS);
    mpz_cdiv_q(w->t, w->t, w->u);
    mpz_mul_2exp(w->u, a->m, BALL_BITS);
    mpz_fdiv_qr(w->u, w->s, w->u, b->m);
    mpz_set(z->m, w->u);
    mpz_add_ui(z->r, w->t, mpz_sgn(w->s) != 0);
    return 1;
}

/* What may be 0 has a root that is not bounded by this formula, and what may be
   negative none; but zero alone is exact, and its root is zero. */
int ball_sqrt(desk *w, ball *z, const ball *a)
{
    if (!ball_positive(a)) {
        ball_set(z, a);
        return ball_is_zero(a);
    }
    mpz_mul_2exp(w->t, a->m, BALL_BITS);
    mpz_sqrtrem(w->u, w->s, w->t);
    mpz_mul_2exp(w->t, a->r, BALL_BITS);
    mpz_cdiv_q(z->r, w->t, w->u);
    mpz_add_ui(z->r, z->r, mpz_sgn(w->s) != 0);
    mpz_set(z->m, w->u);
    return 1;
}

/* [lo, hi] in t and s: the middle, rounded down, is at most as far from lo as
   from hi. */
static void between(desk *w, ball *z)
{
    mpz_add(w->u, w->t, w->s);
    mpz_fdiv_q_2exp(w->u, w->u, 1);
    mpz_set(z->m, w->u);
    mpz_sub(z->r, w->s, w->u);
}

/* All of both, for a choice that is open: from the lower of the lower ends to
   the larger of the upper ones. */
void ball_hull(desk *w, ball *z, const ball *a, const ball *b)
{
    mpz_sub(w->t, a->m, a->r);
    mpz_sub(w->u, b->m, b->r);
    if (mpz_cmp(w->u, w->t) < 0)
        mpz_set(w->t, w->u);
    mpz_add(w->s, a->m, a->r);
    mpz_add(w->u, b->m, b->r);
    if (mpz_cmp(w->u, w->s) > 0)
        mpz_set(w->s, w->u);
    between(w, z);
}

/* From the larger of the lower ends to the larger of the upper ones. */
void ball_max(desk *w, ball *z, const ball *a, const ball *b)
{
    mpz_sub(w->t, a->m, a->r);
    mpz_sub(w->u, b->m, b->r);
    if (mpz_cmp(w->u, w->t) > 0)
        mpz_set(w->t, w->u);
    mpz_add(w->s, a->m, a->r);
    mpz_add(w->u, b->m, b->r);
    if (mpz_cmp(w->u, w->s) > 0)
        mpz_set(w->s, w->u);
    between(w, z);
}

/* Questions with a certain yes. That `positive` is denied does not say that the
   number is not positive. */
int ball_is_zero(const ball *a)
{
    return mpz_sgn(a->m) == 0 && mpz_sgn(a->r) == 0;
}

int ball_positive(const ball *a)
{
    return mpz_cmp(a->m, a->r) > 0;
}

int ball_least_0(const ball *a)
{
    return mpz_cmp(a->m, a->r) >= 0;
}

int ball_negative(const ball *a)
{
    return mpz_sgn(a->m) < 0 && mpz_cmpabs(a->m, a->r) > 0;
}

/* Middle and radius are below 2^512 in size. */
int ball_fits(const ball *a)
{
    return mpz_sizeinbase(a->m, 2) <= BALL_BITS + BALL_MOST &&
           mpz_sizeinbase(a->r, 2) <= BALL_BITS + BALL_MOST;
}

/* The upper end, to a double that is not below it: cut off toward zero is an
   upper bound of what is negative, and one unit more is one of what is
   positive; the last step is for results that ldexp has to round. */
double ball_above(const ball *a)
{
    mpz_t top;
    long e;
    mpz_init(top);
    mpz_add(top, a->m, a->r);
    double x = mpz_get_d_2exp(&e, top); /* cut off toward zero */
    mpz_clear(top);
    if (x == 0)
        return 0;
    if (x > 0)
        x = nextafter(x, 2);
    return nextafter(ldexp(x, (int)(e - BALL_BITS)), HUGE_VAL);
}

double ball_size(const ball *a)
{
    ball turned = {{*a->m}, {*a->r}}; /* borrowed */
    if (mpz_sgn(a->m) < 0)
        turned.m->_mp_size = -turned.m->_mp_size;
    return ball_above(&turned);
}

/* |x / d - m 2^-160| + r 2^-160 <= radius, times d 2^160. */
int ball_near(desk *w, const ball *a, mpz_srcptr x, mpz_srcptr d,
              mpz_srcptr most)
{
    mpz_mul_2exp(w->t, x, BALL_BITS);
    mpz_submul(w->t, a->m, d);
    mpz_abs(w->t, w->t);
    mpz_addmul(w->t, a->r, d);
    return mpz_cmp(w->t, most) <= 0;
}
