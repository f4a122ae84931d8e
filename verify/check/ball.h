/**
# Balls: numbers that are known up to a radius (E1)

doc/71-enclosures.md, E1. Level L2 asks what formulas give, with square roots,
sines and quotients, at points that are exact. The values are real numbers
that no whole number is, so the checker computes with sets: a ball holds every
real number within $r\,2^{-160}$ of $m\,2^{-160}$, $m$ and $r$ whole,
$r \ge 0$.

The one property of every operation here: *the result holds $a \circ b$ for
all real $a$ in the first and all $b$ in the second ball*. By induction over
the slots of a tape the ball of an output holds the output's real value. How
small the ball is is nowhere relied upon; too large a ball can only refuse.

Fixed point, because an absolute error is wanted: a proof states one radius
for all data of a problem, kilograms, metres and directions alike. With 160
places behind the point $2^{-160}$ is far below $2^{-96}$, the least radius
that perp states, and below the last place of any double that is not tiny. The
program that wrote the proof works otherwise, with intervals of floating-point
numbers of MPFR, so that a fault of one arithmetic is not a fault of both.

What has no value gets none: `ball_div` and `ball_sqrt` return 0 when their
operand may be 0, or negative, and numbers beyond $2^{512}$ are given up,
because products of them would grow without end. An output without a value
refuses the proof (geometry.c) or leaves a contact undecided (open.c).
*/
#ifndef PERP_BALL_H
#define PERP_BALL_H

#include <stdint.h>

#include <gmp.h>

enum {
    BALL_BITS = 160, /* behind the point */
    BALL_MOST = 512, /* before it: what is larger is no value */
    BALL_MEMO = 64   /* angles whose sine and cosine are remembered */
};

typedef struct {
    mpz_t m, r;
} ball;

/* Work space, and the last sines and cosines. */
typedef struct {
    mpz_t t, u, s, c, sum, term;
    ball angle[BALL_MEMO], sine[BALL_MEMO], cosine[BALL_MEMO];
    uint8_t known[BALL_MEMO];
} desk;

void desk_init(desk *w);
void desk_clear(desk *w);

void ball_init(ball *z);
void ball_clear(ball *z);
void ball_set(ball *z, const ball *a);
void ball_zero(ball *z);
void ball_one(ball *z);
void ball_ratio(ball *z, mpz_srcptr m, mpz_srcptr d); /* m / d, d > 0 */

/* z may be an operand. */
void ball_neg(ball *z, const ball *a);
void ball_add(ball *z, const ball *a, const ball *b);
void ball_sub(ball *z, const ball *a, const ball *b);
void ball_mul(desk *w, ball *z, const ball *a, const ball *b);
void ball_max(desk *w, ball *z, const ball *a, const ball *b);
void ball_hull(desk *w, ball *z, const ball *a, const ball *b);

/* 0 when there is no result for all that the operands hold: a divisor that may
   be zero, the root of what may be negative, an angle beyond 2^40. */
int ball_div(desk *w, ball *z, const ball *a, const ball *b);
int ball_sqrt(desk *w, ball *z, const ball *a);
int ball_sincos(desk *w, ball *s, ball *c, const ball *a);

int ball_is_zero(const ball *a);   /* nothing but zero */
int ball_positive(const ball *a);  /* all > 0 */
int ball_least_0(const ball *a);   /* all >= 0 */
int ball_negative(const ball *a);  /* all < 0 */
int ball_fits(const ball *a);      /* within +-2^512 */
double ball_above(const ball *a);  /* a number that none exceeds */
double ball_size(const ball *a);   /* and of their sizes */

/* 1 when all that the ball holds is so near to x / d: most = radius d 2^160. */
int ball_near(desk *w, const ball *a, mpz_srcptr x, mpz_srcptr d,
              mpz_srcptr most);

#endif
