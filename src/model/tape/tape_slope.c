#include "model/tape/tape.h"

#include <math.h>
#include <string.h>

/** ## A derivative without a graph

A directional derivative is carried along with the values: behind each
operation stands its tangent, with the value $y$ where it helps, for $y = a/b$
$\dot y = (\dot a - y \dot b)/b$. A choice has the derivative of what was
chosen, by the values that are there. So a tape of gradients has a Hessian,
one direction at a time, though nobody has written one down. */
#define EACH(expression)                                                       \
    for (uint32_t i = 0; i < n; i++, arg++)                                    \
        dy[i] = (expression);                                                  \
    break

static void run_slope(uint8_t op, const tape_arg *arg, uint32_t n,
                      const double *x, double *d, uint32_t to)
{
    const double *y = x + to;
    double *dy = d + to;
    switch (op) {
    case OP_ADD:
        EACH(d[arg->a] + d[arg->b]);
    case OP_SUB:
        EACH(d[arg->a] - d[arg->b]);
    case OP_MUL:
        EACH(d[arg->a] * x[arg->b] + x[arg->a] * d[arg->b]);
    case OP_DIV:
        EACH((d[arg->a] - y[i] * d[arg->b]) / x[arg->b]);
    case OP_NEG:
        EACH(-d[arg->a]);
    case OP_SQRT:
        EACH(d[arg->a] / (2 * y[i]));
    case OP_SIN:
        EACH(tape_cosine(x[arg->a]) * d[arg->a]);
    case OP_COS:
        EACH(-tape_sine(x[arg->a]) * d[arg->a]);
    case OP_MAX:
        EACH(d[x[arg->a] >= x[arg->b] ? arg->a : arg->b]);
    case OP_SEL:
        EACH(d[x[arg->c] >= 0 ? arg->a : arg->b]);
    }
}

perp_status tape_slope(const tape *t, const double *values, const double *dir,
                       double *work, double *out)
{
    const uint32_t base = t->inputs + t->consts;
    memset(work, 0, base * sizeof *work);
    if (t->inputs > 0)
        memcpy(work, dir, t->inputs * sizeof *work);
    for (uint32_t r = 0; r < t->runs; r++)
        run_slope(t->run[r].op, t->arg + t->run[r].from,
                  t->run[r].to - t->run[r].from, values, work,
                  base + t->run[r].from);
    for (uint32_t k = 0; k < t->outputs; k++)
        if (!isfinite(work[t->out[k]]))
            return PERP_FAIL(PERP_INPUT,
                             "output %u of an expression has no finite "
                             "derivative",
                             k);
    for (uint32_t k = 0; k < t->outputs; k++)
        out[k] = work[t->out[k]];
    return PERP_SUCCESS;
}
