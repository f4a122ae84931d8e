/* Without #pragma once: march_kernel.h includes this for every width. Bounds
   of eight steps side by side: a row of eight numbers for each contact.

   Here the places of a register are eight samples and not the rows of one,
   the only such function: Philox is ten rounds of integer products in a
   chain, each waiting for the one before, and alone a sample would leave the
   processor idle. It must give the bits of number/draw.c, which test_march
   compares.

   The counter of a call, in words of 32 bits: the sample's number (two), its
   step, and i/2 for the contacts i and i + 1. A call gives four words, so
   two numbers: contact i has the words 0 and 1, contact i + 1 the words 2
   and 3. The two upper bits of the last word are the purpose, and 0 is that
   of a bound. */

#define ROW(base, r) (*(REAL *)((base) + (r)*MARCH_EIGHT + c))

typedef uint64_t NAME(words) __attribute__((vector_size(8 * VECTOR)));

/* The upper half of each place, brought down: a whole number with a sign would
   bring its sign along, for which there is no instruction. */
INSIDE BITS NAME(upper)(BITS x)
{
    return (BITS)((NAME(words))x >> 32);
}

/* draw_philox, a word in the lower half of each place. The product of two
   words has 64 bits and fills its place: its upper half goes on crossed, xor
   the other word of the counter and the key, the lower half as it is. What
   stands above a word is never asked for: PRODUCT takes lower halves, and xor
   keeps halves apart. So nothing is cleared between the rounds. */
INSIDE void NAME(philox)(BITS *c, uint64_t seed)
{
    uint32_t k[2] = {(uint32_t)seed, (uint32_t)(seed >> 32)};
    for (int round = 0; round < 10; round++) {
        BITS x = PRODUCT(c[0], (BITS){0} + 0xd2511f53);
        BITS y = PRODUCT(c[2], (BITS){0} + 0xcd9e8d57);
        c[0] = NAME(upper)(y) ^ c[1] ^ (int64_t)k[0];
        c[2] = NAME(upper)(x) ^ c[3] ^ (int64_t)k[1];
        c[1] = y;
        c[3] = x;
        k[0] += 0x9e3779b9u;
        k[1] += 0xbb67ae85u;
    }
}

/* draw_uniform's number from two words: 52 bits and a half. The exponent of
   2^52 in front of them makes a double of the whole number: with the bits of
   k as a mantissa it is 2^52 + k, and the difference is k, exactly. k + 1/2
   has 53 bits, so it is exact, too, and the number is an odd multiple of
   2^-53: never 0, which would waste a step and which Lemma 13 excludes, and
   never 1. Here what stands above the words is cut off. */
INSIDE REAL NAME(number)(BITS high, BITS low)
{
    BITS word = ((high << 20) & 0xfffffffffffff) | ((low >> 12) & 0xfffff);
    REAL whole = (REAL)(word | 0x4330000000000000) - 0x1p52;
    return (whole + 0.5) * 0x1p-52;
}

/* draw_scale: times h, or times h over the sum, summed in the contacts'
   order. */
INSIDE void NAME(scale_at)(const halm_posa_options *o, int p, double *out,
                           int c)
{
    REAL sum = {0}, factor = sum + o->h;
    for (int i = 0; i < p; i++)
        sum += ROW(out, i);
    if (o->normalised)
        factor = factor / sum;
    for (int i = 0; i < p; i++)
        ROW(out, i) = ROW(out, i) * factor;
}

ISA static void NAME(unit)(uint64_t seed, draw_purpose what,
                           const uint64_t *sample, const int64_t *step,
                           int count, double *out)
{
    const int64_t purpose = (int64_t)what << 30;
    for (int c = 0; c < MARCH_EIGHT; c += VECTOR)
        for (int i = 0; i < count; i += 2) {
            BITS s = *(const BITS *)(sample + c);
            BITS x[4] = {s, NAME(upper)(s), *(const BITS *)(step + c),
                         (BITS){0} + (i / 2 | purpose)};
            NAME(philox)(x, seed);
            ROW(out, i) = NAME(number)(x[1], x[0]);
            if (i + 1 < count)
                ROW(out, i + 1) = NAME(number)(x[3], x[2]);
        }
}

ISA static void NAME(scale)(const halm_posa_options *o, int p, double *out)
{
    for (int c = 0; c < MARCH_EIGHT; c += VECTOR)
        NAME(scale_at)(o, p, out, c);
}

ISA static void NAME(bounds)(const halm_posa_options *o, const uint64_t *sample,
                             const int64_t *step, int p, double *out)
{
    NAME(unit)(o->seed, DRAW_BOUND, sample, step, p, out);
    NAME(scale)(o, p, out);
}

#undef ROW
