#include "model/tape/tape_lanes.h"

#include "lcp/kernel/tableau_f64.h"

#include <math.h>
#include <string.h>

typedef double four __attribute__((vector_size(32), aligned(8), may_alias));
typedef int64_t four_bits __attribute__((vector_size(32)));

#define ISA
#define NAME(x) x##_baseline
#include "model/tape/lanes_run.h"

#if defined(__x86_64__)
#define ISA __attribute__((target("avx2")))
#define NAME(x) x##_avx2
#include "model/tape/lanes_run.h"
#else
#define run_lanes_avx2 run_lanes_baseline
#define all_finite_avx2 all_finite_baseline
#endif

/** The width is the machine's, or what `PERP_KERNEL` names; the operations are the same, two
or four numbers to a register, and so are the bits. A run of ten boxes that slide in
space takes a quarter less with four. */
int tape_lanes(const tape *t, double *work, double *out)
{
    const uint32_t base = t->inputs + t->consts;
    const int wide = f64_widest() != F64_BASELINE;
    for (uint32_t k = 0; k < t->consts; k++)
        for (uint32_t l = 0; l < TAPE_LANES; l++)
            work[(t->inputs + k) * TAPE_LANES + l] = t->konst[k];
    for (uint32_t r = 0; r < t->runs; r++) {
        const tape_run run = t->run[r];
        (wide ? run_lanes_avx2 : run_lanes_baseline)(
            run.op, t->arg + run.from, run.to - run.from, work,
            work + (base + run.from) * TAPE_LANES);
    }
    if (!(wide ? all_finite_avx2 : all_finite_baseline)(work, base + t->instrs))
        return 0;
    for (uint32_t k = 0; k < t->outputs; k++)
        memcpy(out + k * TAPE_LANES, work + t->out[k] * TAPE_LANES,
               TAPE_LANES * sizeof *out);
    return 1;
}
