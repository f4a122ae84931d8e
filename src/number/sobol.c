#include "number/sobol.h"

/* x times y modulo the polynomial p of degree s, without carries. */
static uint32_t product(uint32_t x, uint32_t y, uint32_t p, int s)
{
    uint32_t sum = 0;
    for (; y != 0; y >>= 1) {
        if (y & 1)
            sum ^= x;
        x <<= 1;
        if (x >> s & 1)
            x ^= p;
    }
    return sum;
}

/* x to a power, modulo p. */
static uint32_t power(uint32_t exponent, uint32_t p, int s)
{
    uint32_t base = s == 1 ? 1 : 2, result = 1;
    for (; exponent != 0; exponent >>= 1) {
        if (exponent & 1)
            result = product(result, base, p, s);
        base = product(base, base, p, s);
    }
    return result;
}

/** A polynomial of degree $s$ is primitive when $x$ has the order $2^s - 1$ modulo
it: that power of $x$ is one, and no power is whose exponent lacks a prime. */
static int primitive(uint32_t p, int s)
{
    const uint32_t order = ((uint32_t)1 << s) - 1;
    uint32_t left = order;
    if (power(order, p, s) != 1)
        return 0;
    for (uint32_t q = 2; left > 1; q++) {
        if (left % q != 0)
            continue;
        while (left % q == 0)
            left /= q;
        if (q < order && power(order / q, p, s) == 1)
            return 0;
    }
    return 1;
}

static int degree(uint32_t p)
{
    return 31 - __builtin_clz(p);
}

/* The last coefficient of all of them is one. */
uint32_t sobol_after(uint32_t p)
{
    do
        p += p == 2 ? 1 : 2;
    while (!primitive(p, degree(p)));
    return p;
}

/* An odd number below 2^k, from the dimension: SplitMix64's word of it. Any odd
   number is right; which one is best, nobody knows. */
static uint64_t initial(int dimension, int k)
{
    uint64_t z = (uint64_t)(64 * dimension + k) * 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    z ^= z >> 31;
    return (z >> (64 - k)) | 1;
}

/** With $x^s + a_1 x^{s-1} + \dots + a_{s-1} x + 1$ the numbers go on by

$$V_k = a_1 V_{k-1} \oplus \dots \oplus a_{s-1} V_{k-s+1} \oplus V_{k-s} \oplus
\lfloor V_{k-s} / 2^s \rfloor.$$

The first $s$ are free but for their last bit, $V_k$ has its lowest one at place
$k$: so the matrix of the numbers is triangular, and each coordinate alone takes
every multiple of $2^{-k}$ once among $2^k$ points. Published tables choose the free
ones such that low-dimensional projections are even, too (S. Joe, F. Y. Kuo, 2003,
2008); those here are drawn once and for all. */
static void directions(int dimension, uint32_t p, uint64_t *V)
{
    const int s = degree(p);
    for (int k = 1; k <= SOBOL_BITS; k++) {
        if (k <= s) {
            V[k - 1] = initial(dimension, k) << (SOBOL_BITS - k);
            continue;
        }
        uint64_t sum = V[k - 1 - s] ^ V[k - 1 - s] >> s;
        for (int i = 1; i < s; i++)
            if (p >> (s - i) & 1)
                sum ^= V[k - 1 - i];
        V[k - 1] = sum;
    }
}

perp_status sobol_new(arena *a, int dimensions, long N, sobol *out)
{
    uint32_t p = 3;
    uint64_t root = 1;
    *out = (sobol){.dimensions = dimensions, .skip = 1};
    out->V = arena_take(a, (size_t)dimensions, sizeof *out->V);
    if (out->V == NULL)
        return PERP_NO_MEMORY((size_t)dimensions * sizeof *out->V);
    for (int d = 0; d < dimensions; d++) {
        for (int k = 0; d == 0 && k < SOBOL_BITS; k++)
            out->V[0][k] = (uint64_t)1 << (SOBOL_BITS - 1 - k);
        if (d > 0)
            directions(d, p, out->V[d]);
        if (d > 0 && d + 1 < dimensions)
            p = sobol_after(p);
    }
    for (long i = 0; i < N && i < 20; i++)
        out->skip *= 3;
    while (root * root * root * root < out->skip)
        root++;
    out->leap = root + 1;
    return PERP_SUCCESS;
}

void sobol_sample(const sobol *s, uint64_t i, int first, int count, double *out)
{
    const uint64_t index = s->skip + i * s->leap;
    for (int d = 0; d < count; d++) {
        const uint64_t *V = s->V[first + d];
        uint64_t sum = 0;
        for (uint64_t bits = index << (64 - SOBOL_BITS) >> (64 - SOBOL_BITS);
             bits != 0; bits &= bits - 1)
            sum ^= V[__builtin_ctzll(bits)];
        out[d] = (double)sum * 0x1p-52;
    }
}
