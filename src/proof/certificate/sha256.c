#include "proof/certificate/sha256.h"

#include <string.h>

/** The first 32 bits behind the point of the cube roots of the first 64 primes,
and of the square roots of the first eight. */
static const uint32_t K[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1,
    0x923f82a4, 0xab1c5ed5, 0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3,
    0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174, 0xe49b69c1, 0xefbe4786,
    0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147,
    0x06ca6351, 0x14292967, 0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13,
    0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85, 0xa2bfe8a1, 0xa81a664b,
    0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a,
    0x5b9cca4f, 0x682e6ff3, 0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208,
    0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

static uint32_t turn(uint32_t x, int n)
{
    return x >> n | x << (32 - n);
}

static void absorb(sha256 *s, const uint8_t *p)
{
    uint32_t w[64], v[8];
    for (int i = 0; i < 16; i++, p += 4)
        w[i] = (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 |
               (uint32_t)p[2] << 8 | p[3];
    for (int i = 16; i < 64; i++) {
        uint32_t a = w[i - 15], b = w[i - 2];
        w[i] = w[i - 16] + w[i - 7] + (turn(a, 7) ^ turn(a, 18) ^ a >> 3) +
               (turn(b, 17) ^ turn(b, 19) ^ b >> 10);
    }
    memcpy(v, s->h, sizeof v);
    for (int i = 0; i < 64; i++) {
        uint32_t a = v[0], e = v[4];
        uint32_t t = v[7] + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) +
                     ((e & v[5]) ^ (~e & v[6])) + K[i] + w[i];
        uint32_t u = (turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) +
                     ((a & v[1]) ^ (a & v[2]) ^ (v[1] & v[2]));
        memmove(v + 1, v, 7 * sizeof *v);
        v[4] += t;
        v[0] = t + u;
    }
    for (int i = 0; i < 8; i++)
        s->h[i] += v[i];
}

void sha256_begin(sha256 *s)
{
    *s = (sha256){.h = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                        0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19}};
}

void sha256_add(sha256 *s, const void *data, size_t bytes)
{
    const uint8_t *p = data;
    size_t held = s->bytes % 64;
    s->bytes += bytes;
    if (held + bytes < 64) {
        memcpy(s->block + held, p, bytes);
        return;
    }
    if (held > 0) {
        memcpy(s->block + held, p, 64 - held);
        absorb(s, s->block);
        p += 64 - held;
        bytes -= 64 - held;
    }
    for (; bytes >= 64; p += 64, bytes -= 64)
        absorb(s, p);
    memcpy(s->block, p, bytes);
}

void sha256_read(sha256 *s, FILE *f, long most)
{
    char block[4096];
    size_t n = 1;
    size_t left = most > 0 ? (size_t)most : 0;
    for (; left > 0 && n > 0; left -= n) {
        n = fread(block, 1, left < sizeof block ? left : sizeof block, f);
        sha256_add(s, block, n);
    }
}

void sha256_end(sha256 *s, char out[65])
{
    static const char digit[] = "0123456789abcdef";
    uint64_t bits = 8 * s->bytes;
    uint8_t tail[8], one = 0x80, zero = 0;
    for (int i = 0; i < 8; i++)
        tail[i] = (uint8_t)(bits >> (56 - 8 * i));
    sha256_add(s, &one, 1);
    while (s->bytes % 64 != 56)
        sha256_add(s, &zero, 1);
    sha256_add(s, tail, 8);
    for (int i = 0; i < 64; i++)
        out[i] = digit[s->h[i / 8] >> (28 - 4 * (i % 8)) & 15];
    out[64] = '\0';
}
