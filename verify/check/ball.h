/**
# Balls: numbers that are known up to a radius

doc/71-enclosures.md. A ball holds every real number within r 2^-160 of m 2^-160.
Each operation gives a ball that holds the results of all that its operands hold.
Nothing of this is shared with the program that wrote the proof: that one works
with intervals of floating-point numbers, this one in fixed point.
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
