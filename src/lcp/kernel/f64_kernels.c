/**
# The double kernels

Nobody needs them to read the papers: they answer the questions of `tableau.h` in
doubles, with the operations of the text book in its order, sooner than the text
book's loops. What each form gains, and when, is in doc/64-speed.md.

One text for every width of vector registers. Compilers turn arithmetic on a
type of several doubles into the instructions that the function may use; the
same operations on the same numbers, and no two of them contracted into one, so
that the bits do not depend on the machine. Which width there is, is asked when
the program runs; the environment variable `PERP_KERNEL` names a narrower one.
*/
#include "lcp/kernel/f64_tie.h"
#include "lcp/problem/lcp.h"
#include "lcp/tableau/circle.h"

#include <math.h>
#include <string.h>
#if defined(__x86_64__)
#include <immintrin.h>
#endif

typedef double PAIR __attribute__((vector_size(16)));
typedef int64_t PAIR_BITS
    __attribute__((vector_size(16), aligned(8), may_alias));
typedef double QUAD __attribute__((vector_size(32), may_alias));
typedef double QUAD_ANY __attribute__((vector_size(32), aligned(8), may_alias));
typedef int64_t QUAD_BITS __attribute__((vector_size(32)));

#define EIGHT(r)                                                               \
    (r), (r) + 1, (r) + 2, (r) + 3, (r) + 4, (r) + 5, (r) + 6, (r) + 7
#define SIXTY_FOUR(r)                                                          \
    EIGHT(r), EIGHT((r) + 8), EIGHT((r) + 16), EIGHT((r) + 24),                \
        EIGHT((r) + 32), EIGHT((r) + 40), EIGHT((r) + 48), EIGHT((r) + 56)
/* Compilers would put such vectors together number by number. */
enum { NUMBERED = 128 };
static _Alignas(64) const int64_t row_number[NUMBERED] = {SIXTY_FOUR(0),
                                                          SIXTY_FOUR(64)};
static const int place_number[2 * F64_SMALL_ROWS + 8] = {SIXTY_FOUR(0),
                                                         EIGHT(64)};

/* Registers are passed between functions that are always inlined only. */
#pragma GCC diagnostic ignored "-Wpsabi"

#if defined(__x86_64__)
#define LARGER(x, y) __builtin_ia32_maxpd(x, y)
#define SMALLER(x, y) __builtin_ia32_minpd(x, y)
#define SIGNS(x) __builtin_ia32_movmskpd((REAL)(x))
#endif
#define VECTOR 2
#define ALL(x) ((REAL){(x), (x)})
#define ISA
#define NAME(x) x##_baseline
#include "lcp/kernel/f64_kernel.h"

#if defined(__x86_64__)
#define LARGER(x, y) __builtin_ia32_maxpd256(x, y)
#define SMALLER(x, y) __builtin_ia32_minpd256(x, y)
#define SIGNS(x) __builtin_ia32_movmskpd256((REAL)(x))
#define QUAD_LARGER(x, y) __builtin_ia32_maxpd256(x, y)
#define PICK(m, yes, no) (REAL) __builtin_ia32_blendvpd256(no, yes, (REAL)(m))
#define HALVES(x) (REAL) _mm256_permute2f128_pd(x, x, 1)
#define VECTOR 4
#define ALL(x) (REAL) _mm256_set1_pd(x)
#define ISA __attribute__((target("avx2")))
#define NAME(x) x##_avx2
#include "lcp/kernel/f64_kernel.h"

#define WIDE(f) _mm256_##f
#define WIDE_BITS __m256i
#include "lcp/kernel/f64_masks.h"
#define HALVES(x) (REAL) _mm256_permute2f128_pd(x, x, 1)
#define VECTOR 4
#define NARROW
#define ISA __attribute__((target("avx512f,avx512dq,avx512vl")))
#define NAME(x) x##_narrow
#include "lcp/kernel/f64_kernel.h"
#undef WIDE
#undef WIDE_BITS

#define WIDE(f) _mm512_##f
#define WIDE_BITS __m512i
#include "lcp/kernel/f64_masks.h"
#define VECTOR 8
#define ISA __attribute__((target("avx512f,avx512dq,avx512vl")))
#define NAME(x) x##_avx512
#include "lcp/kernel/f64_kernel.h"
#endif

typedef struct {
    const f64_kernel *small, *whole, *delayed, *lazy;
    int bits; /* the lengths of the small ones are multiples of 2^bits */
} family;

static const family families[] = {
    {small_baseline, &whole_baseline, &delayed_baseline, lazy_baseline, 2},
#if defined(__x86_64__)
    {small_avx2, &whole_avx2, &delayed_avx2, lazy_avx2, 2},
    {small_narrow, &whole_avx2, &delayed_avx2, lazy_avx2, 2},
    {small_avx512, &whole_avx512, &delayed_avx512, lazy_avx512, 3},
#endif
};

/* The place of a length among the lazy ones. */
static int lazy_place(int n)
{
    return n <= 24 ? 0 : n <= F64_NEAR_ROWS ? (n - 17) / 8 : 6;
}

const f64_kernel *f64_choose(f64_form form, int free, int n, f64_width width)
{
    const family *f = &families[width];
    if (form == F64_WHOLE)
        return f->whole;
    if (free > 0 || n < 1 || (form == F64_SMALL && n > F64_SMALL_ROWS))
        return NULL;
    if (form == F64_DELAYED)
        return f->delayed;
    if (form == F64_LAZY)
        return n > F64_LAZY_ROWS ? NULL : &f->lazy[lazy_place(n)];
    return &f->small[(n - 1) >> f->bits];
}

/** Up to sixteen rows a column is four registers of four or two of eight, and
what is taken of all places of a register together takes a step less. */
f64_width f64_fitting(int n, f64_width width)
{
    return width == F64_AVX512 && n <= 16 ? F64_NARROW : width;
}

const f64_kernel *f64_best(int free, int n, f64_width width)
{
    width = f64_fitting(free + n, width);
    if (free == 0 && n >= 1 && n <= F64_FEW_ROWS)
        return &families[width].small[(n - 1) >> families[width].bits];
    f64_form form = free > 0 || n < 1    ? F64_WHOLE
                    : n <= F64_FEW_ROWS  ? F64_SMALL
                    : n <= F64_LAZY_ROWS ? F64_LAZY
                                         : F64_DELAYED;
    return f64_choose(form, free, n, width);
}

/** With four doubles to a register and two units for them a column of 32 rows is eight
additions and eight products. To bring all columns up to date, nothing of which waits for anything,
is then sooner done than to let one catch up, which is a chain: with the path in one
piece $n = 24$ and 25 take 0.83 to 0.9 of it on Zen 3. A problem with free unknowns does not come
here: its reduced matrix is kept for all runs by the lazy kernel. */
const f64_kernel *f64_taking(int n, f64_width width)
{
    const int small = width == F64_AVX2 && n > F64_FEW_ROWS;
    if (small && n <= F64_SMALL_ROWS)
        return f64_choose(F64_SMALL, 0, n, width);
    return f64_best(0, n, width);
}
