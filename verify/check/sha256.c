/**
# SHA-256, FIPS 180-4

What the digest is for, and what it is not. A reader who holds the digest of the
scene he means can tell whether a statement is that scene: it takes a collision
or a second preimage of SHA-256 to deceive him. The digest at the end of the
proof shows an accidental change only, since whoever changes the proof can
compute the digest anew. No soundness rests on it.

The standard's tables are computed, not copied: $K_0, \dots, K_{63}$ are the
first 32 bits behind the binary point of the cube roots of the first 64
primes, and the initial value of the same of the square roots of the first 8.
A table can have a typing slip that nobody sees for years; a root that is
wrong gives other digests at once. `root` finds
$\lfloor 2^{32} \sqrt[k]p \rfloor$ by bisection with whole numbers: for
$x = 2^{32} a + b$ the integer part of $(x / 2^{32})^2$ and $(x / 2^{32})^3$
comes from limbs of 32 bits, and primes are no powers, so the invariant
$lo^k < p \cdot 2^{32k} < hi^k$ has no borderline case. For $p = 2$ the square
root is 1.41421356..., its fraction times $2^{32}$ is 0x6a09e667: the first
word of the standard.

Arithmetic modulo $2^{32}$ is that of `uint32_t`, in which C's sums and shifts
are defined for all values. Bytes are put together by shifts, so that the
result does not depend on the order of bytes of a machine.

A message is cut into blocks of 64 bytes, the last one filled up by a bit 1,
zeros, and its length in bits as eight bytes: `digest_end` adds between 1 and 64
bytes of filling so that length and filling end a block. The digest of the empty
text begins with e3b0c442, that of `abc` with ba7816bf.
*/
#include "perp_check.h"

#include <string.h>

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

/* Rotation to the right. */
static uint32_t turn(uint32_t x, int n)
{
    return x >> n | x << (32 - n);
}

/* One of the 64 rounds. The standard ends a round by moving eight words on by
   one place; here the next round names them anew instead, and eight rounds
   come back to the old names. The functions are Sigma_1, Ch, Sigma_0 and Maj
   of the standard; Ch as g ^ (e & (f ^ g)) and Maj as b ^ ((a ^ b) & (b ^ c))
   have the same tables of truth with fewer operations, for b ^ c is the a ^ b of
   the round before; and turns may follow each other: in ((e >>> 14 ^ e) >>> 5 ^
   e) >>> 6 the last e is turned by 6, the one before by 11, the first by 25. */
#define TURN(a, b, c, d, e, f, g, h, k)                                        \
    (h += turn(turn(turn(e, 14) ^ e, 5) ^ e, 6) + (g ^ (e & (f ^ g))) + K[k] + \
          w[k],                                                                \
     d += h,                                                                   \
     h += turn(turn(turn(a, 9) ^ a, 11) ^ a, 2) + (b ^ ((a ^ b) & (b ^ c))))

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
