#include "model/tape/tape_lanes.h"

#include "base/pair.h"

#include <math.h>
#include <string.h>

/** One loop per run, and in it one over the lanes, two to a register, which every
processor of this kind has. Like in `tape_f64.c` a run may use what it has just
made, so that instructions go one after the other; lanes know nothing of each
other. A comparison is bits, all or none, so that a NaN chooses what it chooses in
`tape_f64`: the second. */
#define EACH(expression)                                                       \
    for (uint32_t i = 0; i < n; i++) {                                         \
        const double *from = x + (size_t)arg[i].a * TAPE_LANES;                \
        const double *other = x + (size_t)arg[i].b * TAPE_LANES;               \
        double *to = y + (size_t)i * TAPE_LANES;                               \
        for (int l = 0; l < TAPE_LANES; l += 2) {                              \
            const pair a = pair_load(from + l), b = pair_load(other + l);      \
            (void)b;                                                           \
            pair_store(to + l, (expression));                                  \
        }                                                                      \
    }                                                                          \
    break

static inline pair chosen(pair_bits where, pair yes, pair no)
{
    return (pair)((where & (pair_bits)yes) | (~where & (pair_bits)no));
}

static void choose(const tape_arg *arg, uint32_t n, const double *x, double *y)
{
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t l = 0; l < TAPE_LANES; l += 2) {
            const pair a = pair_load(x + arg[i].a * TAPE_LANES + l);
            const pair b = pair_load(x + arg[i].b * TAPE_LANES + l);
            const pair c = pair_load(x + arg[i].c * TAPE_LANES + l);
            pair_store(y + i * TAPE_LANES + l, chosen(c >= 0, a, b));
        }
}

static void run_lanes(uint8_t op, const tape_arg *arg, uint32_t n,
                      const double *x, double *y)
{
    switch (op) {
    case OP_ADD:
        EACH(a + b);
    case OP_SUB:
        EACH(a - b);
    case OP_MUL:
        EACH(a * b);
    case OP_DIV:
        EACH(a / b);
    case OP_NEG:
        EACH(-a);
    case OP_SQRT:
        EACH(((pair){sqrt(a[0]), sqrt(a[1])}));
    case OP_SIN:
        EACH(((pair){tape_sine(a[0]), tape_sine(a[1])}));
    case OP_COS:
        EACH(((pair){tape_cosine(a[0]), tape_cosine(a[1])}));
    case OP_MAX:
        EACH(chosen(a >= b, a, b));
    case OP_SEL:
        choose(arg, n, x, y);
    }
}

/** $0 x$ is zero exactly when $x$ is finite, and a NaN stays one in a sum. */
static int all_finite(const double *x, size_t n)
{
    pair one = {0}, two = {0};
    for (size_t i = 0; i < n * TAPE_LANES; i += 4) {
        one += 0 * pair_load(x + i);
        two += 0 * pair_load(x + i + 2);
    }
    one += two;
    return one[0] + one[1] == 0;
}

int tape_lanes(const tape *t, double *work, double *out)
{
    const uint32_t base = t->inputs + t->consts;
    for (uint32_t k = 0; k < t->consts; k++)
        for (uint32_t l = 0; l < TAPE_LANES; l++)
            work[(t->inputs + k) * TAPE_LANES + l] = t->konst[k];
    for (uint32_t r = 0; r < t->runs; r++) {
        const tape_run run = t->run[r];
        run_lanes(run.op, t->arg + run.from, run.to - run.from, work,
                  work + (base + run.from) * TAPE_LANES);
    }
    if (!all_finite(work, base + t->instrs))
        return 0;
    for (uint32_t k = 0; k < t->outputs; k++)
        memcpy(out + k * TAPE_LANES, work + t->out[k] * TAPE_LANES,
               TAPE_LANES * sizeof *out);
    return 1;
}
