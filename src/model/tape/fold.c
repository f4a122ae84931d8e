#include "model/tape/fold.h"
#include "number/literal.h"

#include <math.h>

/** ## Which rules, and what each keeps

A rule stands here only if the tape with it and the expression as written give
the same double, bit for bit, wherever the expression as written is finite.
The sign of zero is the one thing nobody keeps. That rules out every
reassociation, $x/c \to x \cdot (1/c)$ for a $c$ that is not a power of two,
$\sqrt{x}^2 \to x$ and $\sin^2 + \cos^2 \to 1$.

Rounding to nearest is symmetric: $-(x \circ y)$ rounded is minus $x \circ y$
rounded. So signs may move freely through products, quotients and
differences. A division by $2^k$ and a product with $2^{-k}$ round the same
real number.

Three rules widen the domain: $x \cdot 0$, $0 / x$ and $x - x$ become zero
also where $x$ is not finite, and $0/x$ where $x = 0$. Everyone evaluates the
same tape, so everyone sees the same number. */
static int is(const graph *g, graph_id a, double k)
{
    return g->node[a].op == OP_CONST && g->node[a].k == k;
}

static int is_op(const graph *g, graph_id a, graph_op op)
{
    return g->node[a].op == op;
}

static graph_id minus(graph *g, graph_id a)
{
    return graph_op1(g, OP_NEG, a);
}

/** ## Numbers

Two doubles fold only when the result is a double: then the rounded result and
the exact one are the same number, in every arithmetic. `0.1 + 0.2` of two
constants stays an instruction. It must not turn into a ratio: the scene would
mean another number than Lua computes for the same line.

As soon as a ratio takes part, the scene has asked for exactness, and
$+ - \times \div$ fold in the rationals; a double beside it counts as the
number it is. The result has one rounding in doubles where the chain of
operations would have had many. */
static void exact_of(const graph *g, graph_id a, mpq_ptr out)
{
    const graph_node *n = &g->node[a];
    if (n->op == OP_RATIO)
        mpq_set(out, g->ratio[n->a]);
    else
        mpq_set_d(out, n->k);
}

static int is_number(const graph *g, graph_id a)
{
    return is_op(g, a, OP_CONST) || is_op(g, a, OP_RATIO);
}

static void combine(graph_op op, mpq_ptr x, mpq_srcptr y)
{
    if (op == OP_ADD)
        mpq_add(x, x, y);
    else if (op == OP_SUB)
        mpq_sub(x, x, y);
    else if (op == OP_MUL)
        mpq_mul(x, x, y);
    else
        mpq_div(x, x, y);
}

static size_t bits(mpq_srcptr q)
{
    return mpz_sizeinbase(mpq_numref(q), 2) + mpz_sizeinbase(mpq_denref(q), 2);
}

/* Both operands are numbers, op is one of + - * / and the divisor not 0. */
static int fold_numbers(graph *g, graph_op op, graph_id a, graph_id b,
                        graph_id *out)
{
    int ratio = is_op(g, a, OP_RATIO) || is_op(g, b, OP_RATIO), failed = 0;
    mpq_t x, y;
    mpq_inits(x, y, NULL);
    exact_of(g, a, x);
    exact_of(g, b, y);
    if (bits(x) + bits(y) > GRAPH_RATIO_BITS) {
        graph_refuse(g, PERP_FAIL(PERP_LIMIT,
                                  "a ratio has more than %d bits; write it "
                                  "with shorter numbers",
                                  (int)GRAPH_RATIO_BITS));
        failed = -1;
    } else {
        combine(op, x, y);
        if (ratio || literal_is_double(x))
            failed = (*out = graph_ratio(g, x)) == GRAPH_NONE ? -1 : 0;
    }
    mpq_clears(x, y, NULL);
    return failed;
}

/* The larger of two numbers, the first at a tie. */
static graph_id larger(const graph *g, graph_id a, graph_id b)
{
    mpq_t x, y;
    mpq_inits(x, y, NULL);
    exact_of(g, a, x);
    exact_of(g, b, y);
    graph_id max = mpq_cmp(x, y) >= 0 ? a : b;
    mpq_clears(x, y, NULL);
    return max;
}

/** ## Negation, root, sine, cosine

$-(a - b) \to b - a$; sine is odd and cosine even, which correctly rounded
values keep. The root of a constant folds when it is exact. */
static graph_id fold_neg(graph *g, graph_id a)
{
    const graph_node n = g->node[a];
    mpq_t q;
    if (n.op == OP_CONST)
        return graph_const(g, -n.k);
    if (n.op == OP_NEG)
        return n.a;
    if (n.op == OP_SUB)
        return graph_op2(g, OP_SUB, n.b, n.a);
    if (n.op != OP_RATIO)
        return GRAPH_NONE;
    mpq_init(q);
    mpq_neg(q, g->ratio[n.a]);
    graph_id id = graph_ratio(g, q);
    mpq_clear(q);
    return id;
}

static int fold_sqrt(graph *g, graph_id a, graph_id *out)
{
    const graph_node n = g->node[a];
    if (is_number(g, a) &&
        (n.op == OP_CONST ? n.k < 0 : mpq_sgn(g->ratio[n.a]) < 0)) {
        graph_refuse(g, PERP_FAIL(PERP_INPUT,
                                  "square root of the negative "
                                  "number %g",
                                  n.k));
        return -1;
    }
    if (n.op == OP_CONST) {
        double root = sqrt(n.k);
        mpq_t x, y;
        mpq_inits(x, y, NULL);
        mpq_set_d(x, root);
        mpq_mul(x, x, x);
        mpq_set_d(y, n.k);
        if (mpq_equal(x, y))
            *out = graph_const(g, root);
        mpq_clears(x, y, NULL);
    }
    return 0;
}

int fold_unary(graph *g, graph_op op, graph_id a, graph_id *out)
{
    const graph_node n = g->node[a];
    perp_status before = g->why;
    g->why = PERP_SUCCESS;
    *out = GRAPH_NONE;
    if (op == OP_NEG)
        *out = fold_neg(g, a);
    else if (op == OP_SQRT)
        fold_sqrt(g, a, out);
    else if (op == OP_SIN && (is(g, a, 0) || n.op == OP_NEG))
        *out = n.op == OP_NEG ? minus(g, graph_op1(g, OP_SIN, n.a)) : a;
    else if (op == OP_COS && (is(g, a, 0) || n.op == OP_NEG))
        *out = n.op == OP_NEG ? graph_op1(g, OP_COS, n.a) : graph_const(g, 1);
    if (g->why.code != PERP_OK)
        return -1;
    g->why = before;
    return 0;
}

/** ## Sums and differences

$x + 0$, $0 - x$, $a + (-b) \to a - b$, $(-a) + b \to b - a$,
$a - (-b) \to a + b$, $x - x \to 0$. */
static graph_id fold_sum(graph *g, graph_id a, graph_id b)
{
    if (is(g, b, 0))
        return a;
    if (is(g, a, 0))
        return b;
    if (is_op(g, b, OP_NEG))
        return graph_op2(g, OP_SUB, a, g->node[b].a);
    if (is_op(g, a, OP_NEG))
        return graph_op2(g, OP_SUB, b, g->node[a].a);
    return GRAPH_NONE;
}

static graph_id fold_difference(graph *g, graph_id a, graph_id b)
{
    if (is(g, b, 0))
        return a;
    if (a == b)
        return graph_const(g, 0);
    if (is(g, a, 0))
        return minus(g, b);
    if (is_op(g, b, OP_NEG))
        return graph_op2(g, OP_ADD, a, g->node[b].a);
    return GRAPH_NONE;
}

/** ## Products and quotients

$x \cdot 1$, $x \cdot (-1)$, $x \cdot 0$, $0 / x$, $x / 1$;
$(-a) b \to -(a b)$ and the same for quotients; $x / 2^k \to x \cdot 2^{-k}$
when $2^{-k}$ is a double. */
static graph_id fold_product(graph *g, graph_id a, graph_id b)
{
    if (is(g, a, 0) || is(g, b, 0))
        return graph_const(g, 0);
    if (is(g, b, 1) || is(g, a, 1))
        return is(g, b, 1) ? a : b;
    if (is(g, b, -1) || is(g, a, -1))
        return minus(g, is(g, b, -1) ? a : b);
    if (is_op(g, a, OP_NEG))
        return minus(g, graph_op2(g, OP_MUL, g->node[a].a, b));
    if (is_op(g, b, OP_NEG))
        return minus(g, graph_op2(g, OP_MUL, a, g->node[b].a));
    return GRAPH_NONE;
}

static graph_id fold_quotient(graph *g, graph_id a, graph_id b)
{
    int exponent;
    if (is(g, a, 0))
        return a;
    if (is_op(g, b, OP_CONST) && fabs(frexp(g->node[b].k, &exponent)) == 0.5 &&
        isfinite(1 / g->node[b].k))
        return graph_op2(g, OP_MUL, a, graph_const(g, 1 / g->node[b].k));
    if (is_op(g, a, OP_NEG))
        return minus(g, graph_op2(g, OP_DIV, g->node[a].a, b));
    if (is_op(g, b, OP_NEG))
        return minus(g, graph_op2(g, OP_DIV, a, g->node[b].a));
    return GRAPH_NONE;
}

/** A rule writes its result with ordinary operations, which may be refused in
turn; `why` tells that from "no rule applies". */
int fold_binary(graph *g, graph_op op, graph_id a, graph_id b, graph_id *out)
{
    perp_status before = g->why;
    g->why = PERP_SUCCESS;
    *out = GRAPH_NONE;
    if (op == OP_DIV && is(g, b, 0))
        graph_refuse(g, PERP_FAIL(PERP_INPUT, "division by zero"));
    else if (op == OP_MAX && a == b)
        *out = a;
    else if (op == OP_MAX)
        *out = is_number(g, a) && is_number(g, b) ? larger(g, a, b) : *out;
    else if (is_number(g, a) && is_number(g, b))
        fold_numbers(g, op, a, b, out);
    else if (op == OP_ADD)
        *out = fold_sum(g, a, b);
    else if (op == OP_SUB)
        *out = fold_difference(g, a, b);
    else if (op == OP_MUL)
        *out = fold_product(g, a, b);
    else
        *out = fold_quotient(g, a, b);
    if (g->why.code != PERP_OK)
        return -1;
    g->why = before;
    return 0;
}
