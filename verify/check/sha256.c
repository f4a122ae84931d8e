#include "perp_check.h"

#include <string.h>

/* FIPS 180-4. The constants are computed: the first 32 bits behind the point
   of cube roots and square roots of primes, by integer root finding. */
static uint32_t root(uint32_t prime, int cubic)
{
    uint64_t lo = 0, hi = (uint64_t)1 << 36; /* floor(root 2^32) */
    while (lo + 1 < hi) {
        uint64_t x = (lo + hi) / 2, high = x >> 32;
        uint64_t low = x & 0xffffffff;
        /* x^2 as three limbs of 32 bits, then perhaps x^3 as four */
        uint64_t a = low * low, b = high * low * 2 + (a >> 32);
        uint64_t limb[4] = {a & 0xffffffff, b & 0xffffffff,
                            high * high + (b >> 32), 0};
        uint64_t top = limb[2];
        if (cubic) {
            uint64_t c0 = limb[0] * low, c1 = limb[1] * low + limb[0] * high;
            uint64_t c2 = limb[2] * low + limb[1] * high;
            c1 += c0 >> 32;
            c2 += c1 >> 32;
            top = limb[2] * high + (c2 >> 32);
        }
        if (top < prime)
            lo = x;
        else
            hi = x;
    }
    return (uint32_t)lo;
}

static uint32_t K[64], H[8];

static void prepare(void)
{
    for (uint32_t n = 0, p = 2; n < 64; p++) {
        int prime = 1;
        for (uint32_t d = 2; d * d <= p; d++)
            prime &= p % d != 0;
        if (!prime)
            continue;
        K[n] = root(p, 1);
        if (n < 8)
            H[n] = root(p, 0);
        n++;
    }
}

static uint32_t turn(uint32_t x, int n)
{
    return x >> n | x << (32 - n);
}

/* One turn; instead of moving eight words on, the next turn names them anew. */
#define TURN(a, b, c, d, e, f, g, h, k)                                       \
    (h += (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + (g ^ (e & (f ^ g))) +    \
          K[k] + w[k],                                                        \
     d += h,                                                                  \
     h += (turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) | (c & (a | b))))

static void absorb(uint32_t H_[8], const uint8_t *p)
{
    uint32_t w[64], a = H_[0], b = H_[1], c = H_[2], d = H_[3];
    uint32_t e = H_[4], f = H_[5], g = H_[6], h = H_[7];
    for (int i = 0; i < 16; i++, p += 4)
        w[i] = (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 |
               (uint32_t)p[2] << 8 | p[3];
    for (int i = 16; i < 64; i++)
        w[i] = w[i - 16] + w[i - 7] +
               (turn(w[i - 15], 7) ^ turn(w[i - 15], 18) ^ w[i - 15] >> 3) +
               (turn(w[i - 2], 17) ^ turn(w[i - 2], 19) ^ w[i - 2] >> 10);
    for (int i = 0; i < 64; i += 8) {
        TURN(a, b, c, d, e, f, g, h, i);
        TURN(h, a, b, c, d, e, f, g, i + 1);
        TURN(g, h, a, b, c, d, e, f, i + 2);
        TURN(f, g, h, a, b, c, d, e, i + 3);
        TURN(e, f, g, h, a, b, c, d, i + 4);
        TURN(d, e, f, g, h, a, b, c, i + 5);
        TURN(c, d, e, f, g, h, a, b, i + 6);
        TURN(b, c, d, e, f, g, h, a, i + 7);
    }
    const uint32_t add[8] = {a, b, c, d, e, f, g, h};
    for (int i = 0; i < 8; i++)
        H_[i] += add[i];
}

void digest_begin(digest *d)
{
    if (K[0] == 0)
        prepare();
    memset(d, 0, sizeof *d);
    memcpy(d->h, H, sizeof H);
}

void digest_add(digest *d, const uint8_t *p, size_t n)
{
    size_t held = d->bytes % 64;
    d->bytes += n;
    while (n > 0) {
        size_t take = 64 - held < n ? 64 - held : n;
        if (take == 64)
            absorb(d->h, p);
        else {
            memcpy(d->block + held, p, take);
            if (held + take == 64)
                absorb(d->h, d->block);
        }
        held = (held + take) % 64;
        p += take;
        n -= take;
    }
}

void digest_end(digest *d, char out[65])
{
    uint64_t bits = 8 * d->bytes;
    uint8_t tail[72] = {0x80};
    size_t pad = 1 + (119 - d->bytes % 64) % 64;
    for (int i = 0; i < 8; i++)
        tail[pad + (size_t)i] = (uint8_t)(bits >> (56 - 8 * i));
    digest_add(d, tail, pad + 8);
    for (int i = 0; i < 8; i++)
        snprintf(out + 8 * i, 9, "%08x", d->h[i]);
}
