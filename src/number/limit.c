#include "number/limit.h"

#include <time.h>

double limit_now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

perp_status limit_bits(const exact_limit *l, size_t bits)
{
    if (l->bits == 0 || bits <= l->bits)
        return PERP_SUCCESS;
    return PERP_FAIL(PERP_LIMIT,
                     "exact numbers of up to %zu bits may be needed; allow "
                     "more than %zu",
                     bits, l->bits);
}

perp_status limit_time(const exact_limit *l)
{
    if (l->until == 0 || limit_now() < l->until)
        return PERP_SUCCESS;
    return PERP_FAIL(PERP_LIMIT,
                     "exact arithmetic ran out of time; allow more seconds");
}
