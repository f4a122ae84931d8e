/**
# The arithmetic of packets

One text for every width of registers, as the double kernels have it.
*/
#include "sample/packet.h"

#include <math.h>
#if defined(__x86_64__)
#include <immintrin.h>
#endif

/* Registers are passed between functions that are always inlined only. */
#pragma GCC diagnostic ignored "-Wpsabi"

#if defined(__x86_64__)
#define LARGER(x, y) (REAL) __builtin_ia32_maxpd(x, y)
#define SMALLER(x, y) (REAL) __builtin_ia32_minpd(x, y)
#define PRODUCT(x, y)                                                          \
    ((BITS)_mm_mul_epu32((__m128i)(x), (__m128i)(y)))
#endif
#define VECTOR 2
#define ISA
#define NAME(x) x##_baseline
#include "sample/packet_kernel.h"

#if defined(__x86_64__)
#define LARGER(x, y) (REAL) __builtin_ia32_maxpd256(x, y)
#define SMALLER(x, y) (REAL) __builtin_ia32_minpd256(x, y)
#define PRODUCT(x, y)                                                          \
    ((BITS)_mm256_mul_epu32((__m256i)(x), (__m256i)(y)))
#define VECTOR 4
#define ISA __attribute__((target("avx2")))
#define NAME(x) x##_avx2
#include "sample/packet_kernel.h"

#define LARGER(x, y) (REAL) _mm512_max_pd((__m512d)(x), (__m512d)(y))
#define SMALLER(x, y) (REAL) _mm512_min_pd((__m512d)(x), (__m512d)(y))
#define PRODUCT(x, y)                                                          \
    ((BITS)_mm512_mul_epu32((__m512i)(x), (__m512i)(y)))
#define VECTOR 8
#define ISA __attribute__((target("avx512f,avx512dq,avx512vl")))
#define NAME(x) x##_avx512
#include "sample/packet_kernel.h"
#endif

const packet_kernel *packet_choose(f64_width width)
{
#if defined(__x86_64__)
    if (width == F64_AVX512)
        return &kernel_avx512;
    if (width == F64_AVX2)
        return &kernel_avx2;
#endif
    (void)width;
    return &kernel_baseline;
}
