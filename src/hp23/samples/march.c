/**
# The arithmetic of samples

One text for every width of registers, as the double kernels have it:
[march_kernel.h](march_kernel.h) is compiled for two, four and eight doubles at a
time. What lies in a register beside each other are rows of one sample, so an
operation on a register is the same operations on its rows, in no other order than
alone; sums go over columns, one term after the other, in every width. That is why the
bits of a sample are the same on any machine. The largest of some numbers is the one
operation across a register, and a largest number has no rounding.

**What the widths differ in** is said by a few macros. LARGER and SMALLER give the
second number where one is a NaN, as the instruction does: and so does the plain
C of `f64_registers.h`, a comparison and a choice. SIGNS collects the
sign bits of a register in the bits of a word, and UP_TO the outcomes of a comparison;
a mask of rows is the way from registers to decisions. AVX-512 has masks of its own,
hence two more macros there. PRODUCT is the product of 32 times 32 bits that Philox
needs, which has had an instruction since the narrowest of them.

A compiler that contracted `x + a * b` into one instruction with one rounding would
break this: the wide kernels have such instructions and the narrow one has not. The
build forbids it everywhere.

**What it costs.** An exchange is a product and a sum a row and a ratio test of the
same length: with registers of four, 110 instructions for the gait's ten rows, a third of
them to find the smallest and the largest across a register. For the discs, $n = 25$, the
fetch of a place, five lines of 64 bytes, costs as much as the arithmetic, which is
why [the sampler](sampler.c) has many samples on their way at once, and calls for a place
as soon as it knows which.

**One that was measured**: of the 1,730 instructions that a sample of the gait takes with uniform bounds (1.69
problems, half a one of which [is nobody's own](prefix.c); all of `perp reach`, but for its beginning), 480 are exchanges, 475
the ends of paths with their residual tests, 140 first exchanges and the way ahead, 110 draws, 370 the samples
that begin, stand and leave, and 150 what is summed up of them.
*/
#include "hp23/samples/prefix.h"

#include <math.h>
#include <string.h>
#if defined(__x86_64__)
#include <immintrin.h>
#endif

/* Of the narrowest registers, for a sample's rows. */
enum { MOST_PARTS = ROADS_ROWS / 2 };

/* Registers are passed between functions that are always inlined only. */
#pragma GCC diagnostic ignored "-Wpsabi"

#if defined(__x86_64__)
#define LARGER(x, y) (REAL) __builtin_ia32_maxpd(x, y)
#define SMALLER(x, y) (REAL) __builtin_ia32_minpd(x, y)
#define SIGNS(x) (unsigned)__builtin_ia32_movmskpd((REAL)(x))
#define PRODUCT(x, y) ((BITS)_mm_mul_epu32((__m128i)(x), (__m128i)(y)))
#endif
#define VECTOR 2
#define ISA
#define NAME(x) x##_baseline
#include "hp23/samples/march_kernel.h"

#if defined(__x86_64__)
#define LARGER(x, y) (REAL) __builtin_ia32_maxpd256(x, y)
#define SMALLER(x, y) (REAL) __builtin_ia32_minpd256(x, y)
#define SIGNS(x) (unsigned)__builtin_ia32_movmskpd256((REAL)(x))
#define PRODUCT(x, y) ((BITS)_mm256_mul_epu32((__m256i)(x), (__m256i)(y)))
#define VECTOR 4
#define ISA __attribute__((target("avx2")))
#define NAME(x) x##_avx2
#include "hp23/samples/march_kernel.h"

#define LARGER(x, y) (REAL) _mm512_max_pd((__m512d)(x), (__m512d)(y))
#define SMALLER(x, y) (REAL) _mm512_min_pd((__m512d)(x), (__m512d)(y))
#define SIGNS(x) (unsigned)_mm512_movepi64_mask((__m512i)(x))
#define UP_TO(x, y)                                                            \
    (unsigned)_mm512_cmp_pd_mask((__m512d)(x), (__m512d)(y), _CMP_LE_OQ)
#define AMONG(bits, c)                                                         \
    ((void)places, (BITS)_mm512_movm_epi64((__mmask8)((bits) >> (c)*VECTOR)))
#define PRODUCT(x, y) ((BITS)_mm512_mul_epu32((__m512i)(x), (__m512i)(y)))
#define VECTOR 8
#define ISA __attribute__((target("avx512f,avx512dq,avx512vl")))
#define NAME(x) x##_avx512
#include "hp23/samples/march_kernel.h"
#endif

const march_kernel *march_choose(f64_width width)
{
#if defined(__x86_64__)
    if (width == F64_AVX512)
        return &kernel_avx512;
    if (width != F64_BASELINE)
        return &kernel_avx2;
#endif
    (void)width;
    return &kernel_baseline;
}

/** The next multiple of eight, the widest register: a column begins where a register
does in every width. The block's 10 rows become 16, the 25 of the discs 32; how many
registers of these are computed with is another number, $\lceil n/\text{VECTOR} \rceil$:
2 of the block in the widest, 5 in the narrowest. */
static int padded(int count)
{
    return (count + MARCH_EIGHT - 1) / MARCH_EIGHT * MARCH_EIGHT;
}

/* What an end is read with: room for z and w, and which rows are slips. */
static perp_status read_new(arena *a, const halm_posa *g, int length,
                            march *out)
{
    const union {
        int64_t bits;
        double x;
    } all = {.bits = -1};
    double *at = arena_take(a, 4 * (size_t)length, sizeof *at);
    if (at == NULL)
        return PERP_NO_MEMORY(4 * (size_t)length * sizeof *at);
    out->z = at;
    out->w = at + length;
    out->slip = at + 2 * length;
    out->plus = at + 3 * length;
    for (int i = 2 * g->p; i < 2 * (g->p + g->r); i++) {
        out->slip[i] = all.x;
        out->plus[i] = i % 2 == 0 ? -0.0 : 0.0;
    }
    return PERP_SUCCESS;
}

/** $W$ and $P$ come by rows and are laid out by columns here, since a product with $z$
goes over the columns of those $z_j$ alone that are not zero. The arena's numbers are zeros, so the padding is there
without being written. */
perp_status march_new(arena *a, const halm_posa *g, const halm_posa_options *o,
                      roads *k, int count, march *out)
{
    const int n = g->n, all = g->p + g->r, length = padded(n),
              each = padded(g->nv);
    const size_t columns = (size_t)(n * length + all * each),
                 samples = (size_t)(2 * length + each) * (size_t)count;
    double *at = arena_take(a, columns + samples, sizeof *at);
    road **where = arena_take(a, (size_t)count, sizeof *where);
    if (at == NULL || where == NULL)
        return PERP_NO_MEMORY((columns + samples) * sizeof *at);
    *out = (march){.g = g,
                   .k = k,
                   .length = length,
                   .each = each,
                   .W = at,
                   .P = at + n * length,
                   .u = at + columns,
                   .b = at + columns + count * length,
                   .at = where,
                   .corners = halm_posa_corners(o),
                   .tolerance = o->tolerance,
                   .tie = mlcp_defaults.tie};
    for (int i = 0; i < n * n; i++)
        out->W[i % n * length + i / n] = g->W[i];
    for (int i = 0; i < g->nv * all; i++)
        out->P[i % all * each + i / all] = g->P[i];
    return read_new(a, g, length, out);
}
