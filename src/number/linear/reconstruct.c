#include "number/linear/reconstruct.h"

#include <stdint.h>

/* Consecutive remainders r0 > r1 and the sizes of their factors of u; the
   factors' signs alternate. */
typedef struct {
    mpz_t r0, r1, t0, t1, q, s;
} euclid;

static size_t bits_of(mpz_srcptr z)
{
    return mpz_sgn(z) == 0 ? 0 : mpz_sizeinbase(z, 2);
}

static void one_step(euclid *e)
{
    mpz_fdiv_qr(e->q, e->r0, e->r0, e->r1);
    mpz_swap(e->r0, e->r1);
    mpz_addmul(e->t0, e->q, e->t1);
    mpz_swap(e->t0, e->t1);
}

/* (x, y) <- (a x - b y, d y - c x), or with both signs turned when odd. */
static void combine(euclid *e, const uint64_t f[4], int odd)
{
    mpz_mul_ui(e->q, e->r0, f[0]);
    mpz_submul_ui(e->q, e->r1, f[1]);
    mpz_mul_ui(e->s, e->r1, f[3]);
    mpz_submul_ui(e->s, e->r0, f[2]);
    mpz_swap(e->r0, e->q);
    mpz_swap(e->r1, e->s);
    if (odd) {
        mpz_neg(e->r0, e->r0);
        mpz_neg(e->r1, e->r1);
    }
    mpz_mul_ui(e->q, e->t0, f[0]);
    mpz_addmul_ui(e->q, e->t1, f[1]);
    mpz_mul_ui(e->s, e->t1, f[3]);
    mpz_addmul_ui(e->s, e->t0, f[2]);
    mpz_swap(e->t0, e->q);
    mpz_swap(e->t1, e->s);
}

/** Lehmer: the first quotients of two long numbers are those of their leading
words, as long as both roundings of the words agree on them. With $x = \lfloor
r_0 / 2^k \rfloor$ and $y = \lfloor r_1/2^k \rfloor$ and after an even number of
steps, the true pair lies between $(x - b, y + d)$ and $(x + a, y - c)$; after an
odd number the signs are turned. Some thirty bits are gained by four products of
a long number with one word. The leading words have 62 bits, and a factor is
stopped at 31, so nothing here overflows. Returns 0 when the words decide
nothing. */
static int lehmer_step(euclid *e)
{
    size_t k = bits_of(e->r0) - 62;
    mpz_tdiv_q_2exp(e->q, e->r0, k);
    mpz_tdiv_q_2exp(e->s, e->r1, k);
    int64_t x = (int64_t)mpz_get_ui(e->q), y = (int64_t)mpz_get_ui(e->s);
    uint64_t f[4] = {1, 0, 0, 1};
    int odd = 0;
    for (;;) {
        int64_t a = (int64_t)f[0], b = (int64_t)f[1];
        int64_t c = (int64_t)f[2], d = (int64_t)f[3];
        int64_t xl = odd ? x - a : x - b, yh = odd ? y + c : y + d;
        int64_t xh = odd ? x + b : x + a, yl = odd ? y - d : y - c;
        if (yl <= 0 || yh <= 0)
            break;
        int64_t q = xl / yh;
        if (q != xh / yl || q > 1 << 30)
            break;
        uint64_t nc = f[0] + (uint64_t)q * f[2];
        uint64_t nd = f[1] + (uint64_t)q * f[3];
        if (nc >> 31 != 0 || nd >> 31 != 0)
            break;
        int64_t rest = x - q * y;
        f[0] = f[2];
        f[1] = f[3];
        f[2] = nc;
        f[3] = nd;
        x = y;
        y = rest;
        odd = !odd;
    }
    if (f[1] == 0)
        return 0;
    combine(e, f, odd);
    return 1;
}

/** For every remainder of Euclid's algorithm $r = \pm t u + s m$ with $t r$ at
most about $m$: the product of a numerator and a denominator. A fraction $P/Q$
with $u \equiv P / Q$ and $2 |P| Q < m$ is met by it, at the first remainder
that is as small as $P$ must be. In the other reading $u / m$ is a number with a
rounding error $\epsilon$, and $Q u - P m = Q \epsilon m$ is small. */
void reconstruct_denominator(mpz_srcptr m, mpz_srcptr u, size_t bits, mpz_ptr t)
{
    euclid e;
    size_t room = bits_of(m) + 128;
    mpz_init2(e.r0, room);
    mpz_init2(e.r1, room);
    mpz_init2(e.t0, room);
    mpz_init2(e.t1, room);
    mpz_init2(e.q, room);
    mpz_init2(e.s, room);
    mpz_set(e.r0, m);
    mpz_set(e.r1, u);
    mpz_set_ui(e.t1, 1);
    mpz_mul_2exp(e.q, e.r1, 1);
    int folded = mpz_cmp(e.q, m) > 0; /* m - u is nearer */
    if (folded)
        mpz_sub(e.r1, m, e.r1);
    while (bits_of(e.r1) > bits)
        if (bits_of(e.r1) < bits + 70 || !lehmer_step(&e))
            one_step(&e);
    mpz_set(t, e.t1);
    mpz_clears(e.r0, e.r1, e.t0, e.t1, e.q, e.s, NULL);
}
