#include "lcp/formats/hdf5.h"

#include <string.h>

/** A file says of each array in which order its bytes stand; the machine's own order
does not matter here. The highest bit of a number with a sign counts negatively:
bits $b_0, \dots, b_{n-1}$ are $\sum_{i<n-1} b_i 2^i - b_{n-1} 2^{n-1}$, formed without
leaving the range of 64 bits. */
static uint64_t bits_of(const hdf5_data *d, uint64_t k)
{
    const unsigned char *p = d->at + k * (uint64_t)d->size;
    uint64_t v = 0;
    for (int i = 0; i < d->size; i++)
        v = v << 8 | p[d->big ? i : d->size - 1 - i];
    return v;
}

int64_t hdf5_whole(const hdf5_data *d, uint64_t k)
{
    uint64_t v = bits_of(d, k), top = (uint64_t)1 << (8 * d->size - 1);
    if (d->sign && (v & top) != 0)
        return -(int64_t)((top - 1) - (v & (top - 1))) - 1;
    return v > INT64_MAX ? INT64_MAX : (int64_t)v;
}

double hdf5_real(const hdf5_data *d, uint64_t k)
{
    uint64_t v = bits_of(d, k);
    uint32_t half = (uint32_t)v;
    double out;
    float narrow;
    if (d->size == 8) {
        memcpy(&out, &v, sizeof out);
        return out;
    }
    memcpy(&narrow, &half, sizeof narrow);
    return (double)narrow;
}
