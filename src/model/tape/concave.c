#include "model/tape/concave.h"

/** What is known of a value, in bits. An affine one is both convex and concave. `SQUARES`: it
is a sum of squares of affine functions, a constant that is not negative among them; of
that, and not of every convex function, the root is convex, being the length of an affine
vector: that of $|x|$ is not. */
enum {
    CONVEX = 1,
    CONCAVE = 2,
    POSITIVE = 4, /* or zero */
    NEGATIVE = 8, /* or zero */
    SQUARES = 16,
    FIXED = 32, /* a number */
    AFFINE = CONVEX | CONCAVE
};

static uint8_t fixed(int sign)
{
    return (uint8_t)(FIXED | AFFINE | (sign >= 0 ? POSITIVE | SQUARES : 0) |
                     (sign <= 0 ? NEGATIVE : 0));
}

static uint8_t negative(uint8_t x)
{
    uint8_t y = x & FIXED;
    y |= x & CONVEX ? CONCAVE : 0;
    y |= x & CONCAVE ? CONVEX : 0;
    y |= x & POSITIVE ? NEGATIVE : 0;
    y |= x & NEGATIVE ? POSITIVE : 0;
    return (y & FIXED) && (y & POSITIVE) ? y | SQUARES : y;
}

/** A number times something. Of a number whose sign is not known, a parameter's say, only what
is affine stays what it is. */
static uint8_t scaled(uint8_t number, uint8_t x)
{
    if (number & POSITIVE)
        return (number & FIXED & x) | (x & (uint8_t)~FIXED);
    if (number & NEGATIVE)
        return negative(x);
    return (x & AFFINE) == AFFINE ? AFFINE | (x & FIXED) : 0;
}

/** A square: of something affine; and of what is convex and not negative, since $u \mapsto u^2$
rises where $u \ge 0$. Otherwise a product has a sign at most. */
static uint8_t product(uint8_t a, uint8_t b, int same)
{
    if (a & FIXED)
        return scaled(a, b);
    if (b & FIXED)
        return scaled(b, a);
    if (same && (a & AFFINE) == AFFINE)
        return CONVEX | POSITIVE | SQUARES;
    if (same)
        return POSITIVE |
               ((a & CONVEX) && (a & POSITIVE) ? (uint8_t)CONVEX : 0);
    if (((a & POSITIVE) && (b & POSITIVE)) ||
        ((a & NEGATIVE) && (b & NEGATIVE)))
        return POSITIVE;
    return 0;
}

static uint8_t larger(uint8_t a, uint8_t b)
{
    const uint8_t both = a & b;
    return (both & (CONVEX | NEGATIVE)) | ((a | b) & POSITIVE) |
           (both & FIXED ? (uint8_t)(FIXED | AFFINE) : 0);
}

/* Of a number no more than that it is one, and its sign where that is clear. */
static uint8_t step(graph_op op, tape_arg g, const uint8_t *v)
{
    const uint8_t a = v[g.a], b = v[g.b];
    switch (op) {
    case OP_ADD:
        return a & b;
    case OP_SUB:
        return a & negative(b);
    case OP_NEG:
        return negative(a);
    case OP_MUL:
        return product(a, b, g.a == g.b);
    case OP_DIV: /* the sign of 1/b is that of b */
        return b & FIXED ? scaled(b, a) : 0;
    case OP_SQRT:
        return a & FIXED ? fixed(1) : a & SQUARES ? CONVEX | POSITIVE : 0;
    case OP_MAX:
        return larger(a, b);
    case OP_SIN:
    case OP_COS:
        return a & FIXED ? FIXED | AFFINE : 0;
    default: /* a where */
        return a & b & v[g.c] & FIXED ? FIXED | AFFINE : 0;
    }
}

void concave_of(const tape *t, const uint8_t *variable, uint8_t *work,
                uint8_t *concave)
{
    uint32_t to = t->inputs + t->consts;
    for (uint32_t i = 0; i < t->inputs; i++)
        work[i] = variable[i] ? AFFINE : AFFINE | FIXED;
    for (uint32_t i = 0; i < t->consts; i++)
        work[t->inputs + i] = fixed(mpq_sgn(t->exact[i]));
    for (uint32_t r = 0; r < t->runs; r++)
        for (uint32_t i = t->run[r].from; i < t->run[r].to; i++)
            work[to + i] = step((graph_op)t->run[r].op, t->arg[i], work);
    for (uint32_t i = 0; i < t->outputs; i++)
        concave[i] = (work[t->out[i]] & CONCAVE) != 0;
}
