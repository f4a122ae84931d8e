/**
# Sine and cosine of a ball, to about one unit, without pi (E1)

An argument reduction by multiples of $\pi$ needs $\pi$ to as many places as
the angle has digits. Halving needs nothing: $\sin$ and $\cos$ of $x$ follow
from those of $x/2$.

1. The middle of the ball is halved $k$ times, exactly, until it is below
   $2^{-8}$. Work is done with $W = 160 + 2k + 16$ places: two more for each
   doubling that will come, and 16.
2. Taylor's series of both at $t = x 2^{-k}$. A term is the one before times
   $t^2 / (i (i + 1))$, cut off; each is wrong by less than 4 units of
   $2^{-W}$ (the factor before, $t^2$, the cut), and what is left when a term
   is zero is less than one. With N terms: $4 N + 4$; the cosine has no fewer than
   the sine, since each of its terms is the larger one.
3. $k$ times $s' = 2 s c$, $c' = 1 - 2 s^2$. If s and c are wrong by at most
   e, then s' and c' by at most $4 e + 3$: $|2 s c|$ moves by
   $2 |c| e + 2 |s| e + 2 e^2$, the cut is one unit, and $e^2$ stands far
   behind the last place.
4. Cut to 160 places: one unit for the cut, one at most for the error; and the
   angle's own radius, for $|\sin a - \sin A| \le |a - A|$.

In numbers: the angle 1 has $k = 9$, $W = 194$. Ten terms are enough: the
error is 44 units of $2^{-194}$, after nine doublings less than
$4^9 \cdot 45 < 2^{24}$ of them, which are $2^{-10}$ units of $2^{-160}$.

An angle of $2^{40}$ or more has no sine here; k would grow, and with it the
work. Tapes ask for the same angle again and again, so the last ones are
remembered: with all digits compared, so that a memory cannot give another
angle's sine.
*/
#include "ball.h"

/* So many that m 2^-160 2^-k has at most 152 bits behind the point. */
static int halvings(mpz_srcptr m)
{
    long size = (long)mpz_sizeinbase(m, 2) - (BALL_BITS - 8);
    return size > 0 ? (int)size : 0;
}

/* sum += term (1 - t^2 / (from (from + 1)) (1 - ...)); how many terms that
   were. */
static unsigned long series(desk *w, mpz_ptr sum, mpz_srcptr t2, long places,
                            unsigned long from)
{
    unsigned long i = from, terms = 1;
    while (mpz_sgn(w->term) != 0) {
        mpz_add(sum, sum, w->term);
        mpz_mul(w->term, w->term, t2);
        mpz_tdiv_q_2exp(w->term, w->term, (mp_bitcnt_t)places);
        mpz_tdiv_q_ui(w->term, w->term, i * (i + 1));
        mpz_neg(w->term, w->term);
        i += 2;
        terms++;
    }
    return terms;
}

/* w->s, w->c with so many places; the error in units of the last one in t. */
static void angle_small(desk *w, mpz_srcptr m, int k, long places)
{
    mpz_mul_2exp(w->t, m, (mp_bitcnt_t)(places - BALL_BITS - k)); /* t */
    mpz_mul(w->u, w->t, w->t);
    mpz_fdiv_q_2exp(w->u, w->u, (mp_bitcnt_t)places);
    mpz_set_ui(w->s, 0);
    mpz_set(w->term, w->t);
    series(w, w->s, w->u, places, 2);
    mpz_set_ui(w->c, 0);
    mpz_set_ui(w->term, 1);
    mpz_mul_2exp(w->term, w->term, (mp_bitcnt_t)places);
    mpz_set_ui(w->t, 4 * series(w, w->c, w->u, places, 1) + 4);
}

static void angle_double(desk *w, long places)
{
    mpz_mul(w->c, w->c, w->s);
    mpz_fdiv_q_2exp(w->c, w->c, (mp_bitcnt_t)(places - 1)); /* s' = 2 s c */
    mpz_mul(w->s, w->s, w->s);
    mpz_fdiv_q_2exp(w->s, w->s, (mp_bitcnt_t)(places - 1));
    mpz_swap(w->s, w->c);
    mpz_neg(w->c, w->c);
    mpz_set_ui(w->u, 1);
    mpz_mul_2exp(w->u, w->u, (mp_bitcnt_t)places);
    mpz_add(w->c, w->c, w->u); /* c' = 1 - 2 s^2 */
    mpz_mul_ui(w->t, w->t, 4);
    mpz_add_ui(w->t, w->t, 3);
}

/* Cut to 160 places; the radius is the error, the cut and the angle's own. */
static void settle(desk *w, ball *z, mpz_ptr x, const ball *a, long places)
{
    const mp_bitcnt_t extra = (mp_bitcnt_t)(places - BALL_BITS);
    mpz_fdiv_q_2exp(x, x, extra);
    mpz_cdiv_q_2exp(w->u, w->t, extra);
    mpz_add_ui(w->u, w->u, 1);
    mpz_add(z->r, w->u, a->r); /* |sin a - sin A| <= |a - A| */
    mpz_set(z->m, x);
}

/* Remembered by middle and radius, in a place that the digits of the middle
   choose. */
int ball_sincos(desk *w, ball *s, ball *c, const ball *a)
{
    if (mpz_sizeinbase(a->m, 2) > BALL_BITS + 40)
        return 0;
    if (ball_is_zero(a)) {
        ball_zero(s);
        ball_one(c);
        return 1;
    }
    size_t at = (size_t)(mpz_getlimbn(a->m, 1) ^ mpz_getlimbn(a->m, 0) >> 7 ^
                         mpz_getlimbn(a->m, 2) * 31) % BALL_MEMO;
    if (!w->known[at] || mpz_cmp(w->angle[at].m, a->m) != 0 ||
        mpz_cmp(w->angle[at].r, a->r) != 0) {
        int k = halvings(a->m);
        long places = BALL_BITS + 2 * k + 16;
        ball_set(&w->angle[at], a);
        angle_small(w, a->m, k, places);
        for (int i = 0; i < k; i++)
            angle_double(w, places);
        settle(w, &w->sine[at], w->s, &w->angle[at], places);
        settle(w, &w->cosine[at], w->c, &w->angle[at], places);
        w->known[at] = 1;
    }
    ball_set(s, &w->sine[at]);
    ball_set(c, &w->cosine[at]);
    return 1;
}
