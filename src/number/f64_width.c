#include "number/f64_width.h"

#include <assert.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

static f64_width machine(void)
{
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx512f") &&
        __builtin_cpu_supports("avx512dq") &&
        __builtin_cpu_supports("avx512vl"))
        return F64_AVX512;
    if (__builtin_cpu_supports("avx2"))
        return F64_AVX2;
#endif
    return F64_BASELINE;
}

/** The word decides and not the processor, so that every machine can run as the
poorer ones do. `scalar` is what each processor of the kind has. */
static perp_status named(f64_width *out)
{
    static const struct {
        const char *word;
        f64_width width;
    } all[] = {
        {"scalar", F64_BASELINE}, {"avx2", F64_AVX2}, {"avx512", F64_AVX512}};
    const char *word = getenv("PERP_KERNEL");
    *out = machine();
    if (word == NULL)
        return PERP_SUCCESS;
    for (int i = 0; i < 3; i++) {
        if (strcmp(word, all[i].word) != 0)
            continue;
        if (all[i].width > *out)
            return PERP_FAIL(PERP_USAGE,
                             "PERP_KERNEL=%s: this processor has no %s; unset "
                             "it, or write PERP_KERNEL=scalar",
                             word, word);
        *out = all[i].width;
        return PERP_SUCCESS;
    }
    return PERP_FAIL(PERP_USAGE,
                     "PERP_KERNEL=%.40s: no such kernel; write scalar, avx2 or "
                     "avx512, or unset it",
                     word);
}

perp_status f64_named(void)
{
    f64_width unused;
    return named(&unused);
}

f64_width f64_widest(void)
{
    static _Atomic int known = -1; /* threads may all be the first */
    int width = atomic_load_explicit(&known, memory_order_relaxed);
    if (width < 0) {
        f64_width found;
        perp_status s = named(&found);
        assert(s.code == PERP_OK);
        (void)s;
        width = (int)found;
        atomic_store_explicit(&known, width, memory_order_relaxed);
    }
    return (f64_width)width;
}
