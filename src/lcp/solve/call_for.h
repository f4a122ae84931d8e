/** # Before a problem is read
*/
#pragma once

#include "lcp/kernel/tableau_f64.h"
#include "lcp/problem/lcp.h"

/** A problem that nobody has looked at for a while is in no cache, and a small
one waits for it as long as it is solved. All its lines are prefetched at once,
before anything else, the answer's and b's first; of a large one the first, and
the kernel prefetches the others. */
static inline void call_for(const lcp_problem *p, const lcp_answer *out)
{
    __builtin_prefetch(out, 1);
    __builtin_prefetch(&out->residual, 1);
    size_t all = (size_t)p->free + (size_t)p->n, numbers = all * all;
    size_t first = numbers < F64_AHEAD ? numbers : F64_AHEAD;
    __builtin_prefetch(p->b);
    __builtin_prefetch(p->b + all / 2);
    __builtin_prefetch(p->b + all);
    for (size_t k = 0; k < first; k += 8)
        __builtin_prefetch(p->A + k);
    for (size_t k = 16; k < all; k += 8)
        __builtin_prefetch(p->b + k);
    __builtin_prefetch(out->basis, 1);
    __builtin_prefetch(out->z, 1);
    __builtin_prefetch(out->w, 1);
}
