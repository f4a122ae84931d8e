#include "model/tape/growth.h"

#include <string.h>

static int larger(int a, int b)
{
    return a > b ? a : b;
}

/* The degree of a product; a factor that vanishes wins. */
static int product(int a, int b)
{
    if (a == GROWTH_ZERO || b == GROWTH_ZERO)
        return GROWTH_ZERO;
    if (a >= GROWTH_UNKNOWN || b >= GROWTH_UNKNOWN)
        return GROWTH_UNKNOWN;
    return a + b;
}

static int fixed(const growth *a)
{
    return a->first == GROWTH_ZERO && !a->jumps;
}

static growth either(const growth *a, const growth *b)
{
    return (growth){larger(a->value, b->value), larger(a->first, b->first),
                    larger(a->second, b->second), a->kinks | b->kinks,
                    a->jumps | b->jumps};
}

/** $(fg)' = f'g + fg'$ and $(fg)'' = f''g + 2f'g' + fg''$. */
static growth times(const growth *a, const growth *b)
{
    growth r = either(a, b);
    r.value = product(a->value, b->value);
    r.first = larger(product(a->first, b->value), product(a->value, b->first));
    r.second = larger(
        larger(product(a->second, b->value), product(a->value, b->second)),
        product(a->first, b->first));
    return r;
}

/** A divisor that moves may come as close to zero as it likes, and so may what
stands under a root: nothing is known of them then. */
static growth over(const growth *a, const growth *b)
{
    growth r = either(a, b);
    if (fixed(b)) {
        r = *a;
        return r;
    }
    r.value = r.first = r.second = GROWTH_UNKNOWN;
    return r;
}

static growth root(const growth *a)
{
    growth r = *a;
    if (!fixed(a))
        r.first = r.second = GROWTH_UNKNOWN;
    return r;
}

/** $\sin f$ is bounded, its derivatives are $f'\cos f$ and
$f''\cos f - f'^2\sin f$. */
static growth wave(const growth *a)
{
    growth r = *a;
    r.value = 0;
    r.second = larger(a->second, product(a->first, a->first));
    return r;
}

/** The branch taken changes where the condition passes zero. A condition that
does not move always takes the same one. */
static growth chosen(const growth *a, const growth *b, const growth *c)
{
    growth r = either(a, b);
    r.kinks |= c->kinks | (uint8_t)!fixed(c);
    r.jumps |= c->jumps | (uint8_t)!fixed(c);
    return r;
}

static growth maximum(const growth *a, const growth *b)
{
    growth r = either(a, b);
    r.kinks |= (uint8_t) !(fixed(a) && fixed(b));
    return r;
}

static growth result(graph_op op, const growth *a, const growth *b,
                     const growth *c)
{
    switch (op) {
    case OP_ADD:
    case OP_SUB:
        return either(a, b);
    case OP_MUL:
        return times(a, b);
    case OP_DIV:
        return over(a, b);
    case OP_NEG:
        return *a;
    case OP_SQRT:
        return root(a);
    case OP_SIN:
    case OP_COS:
        return wave(a);
    case OP_MAX:
        return maximum(a, b);
    case OP_SEL:
        return chosen(a, b, c);
    default:
        return (growth){GROWTH_UNKNOWN, GROWTH_UNKNOWN, GROWTH_UNKNOWN, 1, 1};
    }
}

void growth_of(const tape *t, const uint8_t *variable, growth *work,
               growth *out)
{
    const growth still = {0, GROWTH_ZERO, GROWTH_ZERO, 0, 0};
    const growth moves = {1, 0, GROWTH_ZERO, 0, 0};
    growth *instr = work + t->inputs + t->consts;
    for (uint32_t i = 0; i < t->inputs; i++)
        work[i] = variable[i] ? moves : still;
    for (uint32_t i = 0; i < t->consts; i++)
        work[t->inputs + i] = still;
    for (uint32_t r = 0; r < t->runs; r++)
        for (uint32_t i = t->run[r].from; i < t->run[r].to; i++) {
            const tape_arg *x = &t->arg[i];
            instr[i] = result((graph_op)t->run[r].op, &work[x->a], &work[x->b],
                              &work[x->c]);
        }
    for (uint32_t i = 0; i < t->outputs; i++)
        out[i] = work[t->out[i]];
}
