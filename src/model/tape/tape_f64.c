#include "number/sincos.h"
#include "model/tape/tape.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

/** ## Sine and cosine, once per argument

A correctly rounded pair costs as much as fifty products. Where a gap and its
gradient are both evaluated, or a body rests, the same argument comes again. So
each thread keeps the last pairs by the bits of their argument, in a table with
one place per hash: a result is either found or made, never approximated, and
the table cannot be seen in it. Keys are stored with all bits turned over, so
that an empty place is the key of a NaN, which never asks. */
typedef struct {
    uint64_t key;
    double sine, cosine;
} memo;

enum { MEMO_BITS = 8 };
static _Thread_local memo memos[1 << MEMO_BITS];
_Thread_local unsigned long tape_sincos_count;

static uint64_t bits_of(double x)
{
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}

static const memo *sine_cosine(double x)
{
    static const memo undefined = {0, (double)NAN, (double)NAN};
    if (!isfinite(x))
        return &undefined;
    uint64_t bits = bits_of(x);
    memo *m = &memos[bits * 0x9e3779b97f4a7c15u >> (64 - MEMO_BITS)];
    if (m->key != ~bits) {
        sincos_cr(x, &m->sine, &m->cosine);
        m->key = ~bits;
        tape_sincos_count++;
    }
    return m;
}

double tape_sine(double x)
{
    return sine_cosine(x)->sine;
}

double tape_cosine(double x)
{
    return sine_cosine(x)->cosine;
}

/** ## One loop per run

`y` points to the slot of the run's first instruction. A run may use what it
has just made, so the loops go forward, one instruction after the other. Each
loop holds one operation and no decision: that, and not the order as such, is
what makes runs several times faster than a switch per instruction. */
#define EACH(expression)                                                       \
    for (uint32_t i = 0; i < n; i++)                                           \
        y[i] = (expression);                                                   \
    break

static void run_f64(uint8_t op, const tape_arg *arg, uint32_t n, double *x,
                    double *y)
{
    switch (op) {
    case OP_ADD:
        EACH(x[arg[i].a] + x[arg[i].b]);
    case OP_SUB:
        EACH(x[arg[i].a] - x[arg[i].b]);
    case OP_MUL:
        EACH(x[arg[i].a] * x[arg[i].b]);
    case OP_DIV:
        EACH(x[arg[i].a] / x[arg[i].b]);
    case OP_NEG:
        EACH(-x[arg[i].a]);
    case OP_SQRT:
        EACH(sqrt(x[arg[i].a]));
    case OP_SIN:
        EACH(sine_cosine(x[arg[i].a])->sine);
    case OP_COS:
        EACH(sine_cosine(x[arg[i].a])->cosine);
    case OP_MAX:
        EACH(x[arg[i].a] >= x[arg[i].b] ? x[arg[i].a] : x[arg[i].b]);
    case OP_SEL:
        EACH(x[arg[i].c] >= 0 ? x[arg[i].a] : x[arg[i].b]);
    }
}

/** ## What is not finite

Infinity can disappear on the way ($1/\infty = 0$), and a comparison swallows a
NaN. So it is not enough to look at the outputs: every value is looked at, in
one pass over the exponents. If one is not finite, the values that were *used*
are marked backwards from the outputs, through `where` only along the branch
taken. The first used value that is not finite has finite operands, and is the
cause; if there is none, the value was not used and all is well. */
static int all_finite(const double *x, uint32_t n)
{
    const uint64_t exponent = (uint64_t)0x7ff << 52;
    uint64_t seen = 0;
    for (uint32_t i = 0; i < n; i++)
        seen |= (uint64_t)((bits_of(x[i]) & exponent) == exponent);
    return seen == 0;
}

static void mark_run(const tape *t, tape_run r, const double *x,
                     unsigned char *used)
{
    uint32_t base = t->inputs + t->consts;
    for (uint32_t i = r.to; i-- > r.from;) {
        const tape_arg *arg = &t->arg[i];
        if (!used[base + i])
            continue;
        if (r.op == OP_SEL) {
            used[arg->c] = 1;
            used[x[arg->c] >= 0 ? arg->a : arg->b] = 1;
            continue;
        }
        used[arg->a] = 1;
        if (graph_arity(r.op) == 2)
            used[arg->b] = 1;
    }
}

static const char *reason(uint8_t op, double a, double b)
{
    (void)a;
    switch (op) {
    case OP_SQRT:
        return "square root of a negative number";
    case OP_DIV:
        return b == 0 ? "division by zero"
                      : "a quotient overflows (it is larger than 1.8e308)";
    case OP_MUL:
        return "a product overflows (it is larger than 1.8e308)";
    case OP_SUB:
        return "a difference overflows (it is larger than 1.8e308)";
    default:
        return "a sum overflows (it is larger than 1.8e308)";
    }
}

static perp_status blame(const tape *t, const double *x, unsigned char *used)
{
    uint32_t base = t->inputs + t->consts;
    memset(used, 0, base + t->instrs);
    for (uint32_t k = 0; k < t->outputs; k++)
        used[t->out[k]] = 1;
    for (uint32_t r = t->runs; r-- > 0;)
        mark_run(t, t->run[r], x, used);
    for (uint32_t i = 0; i < t->inputs; i++)
        if (used[i] && !isfinite(x[i]))
            return PERP_FAIL(PERP_INPUT,
                             "input %u of an expression is %s: a coordinate, "
                             "a velocity or the time overflows; take a smaller "
                             "h",
                             i, isnan(x[i]) ? "not a number" : "infinite");
    for (uint32_t r = 0; r < t->runs; r++)
        for (uint32_t i = t->run[r].from; i < t->run[r].to; i++)
            if (used[base + i] && !isfinite(x[base + i]))
                return tape_blame(
                    t, i, PERP_INPUT,
                    reason(t->run[r].op, x[t->arg[i].a], x[t->arg[i].b]));
    return PERP_SUCCESS;
}

/* The value of every slot into `work`. */
static perp_status evaluate(const tape *t, const double *in, double *work)
{
    uint32_t base = t->inputs + t->consts;
    if (t->inputs > 0)
        memcpy(work, in, t->inputs * sizeof *work);
    if (t->consts > 0)
        memcpy(work + t->inputs, t->konst, t->consts * sizeof *work);
    for (uint32_t r = 0; r < t->runs; r++) {
        tape_run run = t->run[r];
        run_f64(run.op, t->arg + run.from, run.to - run.from, work,
                work + base + run.from);
    }
    if (!all_finite(work, base + t->instrs))
        return blame(t, work, (unsigned char *)(work + base + t->instrs));
    return PERP_SUCCESS;
}

perp_status tape_f64(const tape *t, const double *in, double *work, double *out)
{
    PERP_TRY(evaluate(t, in, work));
    for (uint32_t k = 0; k < t->outputs; k++)
        out[k] = work[t->out[k]];
    return PERP_SUCCESS;
}

perp_status tape_f64_nonzeros(const tape *t, const double *in, double *work,
                              double *out)
{
    PERP_TRY(evaluate(t, in, work));
    for (uint32_t k = 0; k < t->nonzeros; k++)
        out[k] = work[t->out[t->nonzero[k]]];
    return PERP_SUCCESS;
}
