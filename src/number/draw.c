#include "number/draw.h"

/** One round: two products of 32 times 32 bits, their halves crossed, the
counter's other half and the key mixed in. Ten of them, with the key moved on by
Weyl's constants in between, pass every statistical test that is known. */
void draw_philox(const uint32_t counter[4], const uint32_t key[2],
                 uint32_t out[4])
{
    uint32_t c[4] = {counter[0], counter[1], counter[2], counter[3]};
    uint32_t k[2] = {key[0], key[1]};
    for (int round = 0; round < 10; round++) {
        uint64_t x = (uint64_t)0xd2511f53u * c[0];
        uint64_t y = (uint64_t)0xcd9e8d57u * c[2];
        uint32_t next[4] = {(uint32_t)(y >> 32) ^ c[1] ^ k[0], (uint32_t)y,
                            (uint32_t)(x >> 32) ^ c[3] ^ k[1], (uint32_t)x};
        for (int i = 0; i < 4; i++)
            c[i] = next[i];
        k[0] += 0x9e3779b9u;
        k[1] += 0xbb67ae85u;
    }
    for (int i = 0; i < 4; i++)
        out[i] = c[i];
}

/** Two numbers from a block. Words are cut to 52 bits and half a unit is added:
neither 0 nor 1 is drawn, a bound of zero would waste a step, and the sum is
exact. The last word of the counter tells blocks and purposes apart. */
void draw_uniform(const draw_place *at, draw_purpose what, int count,
                  double *out)
{
    const uint32_t key[2] = {(uint32_t)at->seed, (uint32_t)(at->seed >> 32)};
    uint32_t block[4];
    for (int i = 0; i < count; i++) {
        const uint32_t counter[4] = {(uint32_t)at->sample,
                                     (uint32_t)(at->sample >> 32), at->step,
                                     (uint32_t)(i / 2) | (uint32_t)what << 30};
        if (i % 2 == 0)
            draw_philox(counter, key, block);
        uint64_t word =
            (uint64_t)block[2 * (i % 2) + 1] << 32 | block[2 * (i % 2)];
        out[i] = ((double)(word >> 12) + 0.5) * 0x1p-52;
    }
}

/** Algorithm 1 draws the bounds independently. With the other mode the law's
own normalisation is kept in every step: the ray of a uniform point of the box,
cut where the sum is $h$. Its density on the simplex is positive everywhere and
not uniform.

Implements HP23 (37). */
void draw_scale(double h, int normalised, int count, double *x)
{
    double sum = 0;
    for (int i = 0; i < count; i++)
        sum += x[i];
    double factor = normalised ? h / sum : h;
    for (int i = 0; i < count; i++)
        x[i] *= factor;
}

/** A corner of the box is drawn as the side of $\frac12$ that a number is on; the corner 0 is
none, for a step without bounds is wasted, so the largest number is always on. All other
$2^m - 1$ corners have a share, and only the $m$ with one contact a larger one.

The logarithm is that of a straight line: with $y = 16 x = k + f$ the number is
$2^{-k} (1 - \frac f2)$, which goes through the powers of two and is uniform between
two of them. Products and sums give the same bits everywhere, a library's
exponential does not. */
static double falling(double x)
{
    double size = 1, y = 16 * x;
    for (; y >= 1; y -= 1)
        size *= 0.5;
    return size * (1 - 0.5 * y);
}

void draw_shaped(draw_shape shape, int count, double *x)
{
    int most = 0;
    for (int i = 1; i < count; i++)
        most = x[i] > x[most] ? i : most;
    for (int i = 0; i < count; i++)
        if (shape == DRAW_CORNERS)
            x[i] = i == most || x[i] > 0.5;
        else if (shape == DRAW_LOGUNIFORM)
            x[i] = falling(x[i]);
}

int draw_choice(const draw_place *at, int count)
{
    double u;
    draw_uniform(at, DRAW_CHOICE, 1, &u);
    int k = (int)(u * count);
    return k < count ? k : count - 1;
}
