/* Without #pragma once: f64_kernels.c includes this for every width of the
   registers of AVX-512, whose comparisons are a bit for each number. WIDE(f) is
   the instruction f for the width, WIDE_BITS its type of whole numbers. */

#define MASK __mmask8
#define LESS(x, y) WIDE(cmp_pd_mask)(x, y, _CMP_LT_OS)
#define AT_MOST(x, y) WIDE(cmp_pd_mask)(x, y, _CMP_LE_OS)
#define UNLIKE(x, y)                                                           \
    WIDE(cmpneq_epi64_mask)((WIDE_BITS)(x), (WIDE_BITS)((BITS){0} + (y)))
#define PICK(m, yes, no) (REAL) WIDE(mask_blend_pd)(m, no, yes)
#define EACH(m) (uint64_t)(m)
#define SIGNS(x) WIDE(movepi64_mask)((WIDE_BITS)(x))
#define LARGER(x, y) (REAL) WIDE(max_pd)(x, y)
#define SMALLER(x, y) (REAL) WIDE(min_pd)(x, y)
#define QUAD_LARGER(x, y) __builtin_ia32_maxpd256(x, y)
#define ADD_BUT(row, r, x, y)                                                  \
    (REAL) WIDE(mask_add_pd)(y, UNLIKE(NAME(rows_of)(r), (int64_t)(row)), x, y)
#define ALL(x) (REAL) WIDE(set1_pd)(x)
