#include "number/root.h"

/** $\sqrt{n/d} = \sqrt{n d\,4^k} / (d\,2^k)$, and the whole part of a whole number's
root is exact; $k$ makes it 64 bits long at least. With $n$ and $d$ without a common
divisor, $n d$ is a square only when both are. */
void root_bracket(mpq_srcptr q, mpq_ptr low, mpq_ptr high)
{
    mpz_t square, root, rest;
    mpz_inits(square, root, rest, NULL);
    mpz_mul(square, mpq_numref(q), mpq_denref(q));
    size_t bits = mpz_sizeinbase(square, 2);
    mp_bitcnt_t k = bits < 128 ? (128 - bits + 1) / 2 : 0;
    mpz_mul_2exp(square, square, 2 * k);
    mpz_sqrtrem(root, rest, square);
    mpz_mul_2exp(square, mpq_denref(q), k);
    mpq_set_num(low, root);
    mpq_set_den(low, square);
    if (mpz_sgn(rest) != 0)
        mpz_add_ui(root, root, 1);
    mpq_set_num(high, root);
    mpq_set_den(high, square);
    mpq_canonicalize(low);
    mpq_canonicalize(high);
    mpz_clears(square, root, rest, NULL);
}
