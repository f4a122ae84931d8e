#include "base/memory.h"
#include "model/tape/tape.h"

/** ## Rationals

The same instructions over $\mathbb{Q}$. Where the rationals end, a value has a
*reason* instead of a number; a reason is passed on by every instruction that
uses the value, and a `where` passes on only what it chose. The call fails when
an output has one. That is the rule of the doubles in another form: here it
costs a byte per value and no second pass.

Squaring doubles the length of a number, and GMP ends the program when memory
is missing. So a result that could exceed `TAPE_EXACT_BITS` bits is not formed.
*/
typedef enum { FINE, ZERO_DIVISOR, NEGATIVE, NO_SQUARE, ANGLE, LONG } reason;

typedef struct {
    mpq_t x;
    uint32_t cause; /* the instruction where the reason arose */
    uint8_t why;    /* reason */
} value;

static const char *words(uint8_t why)
{
    static const char *const text[] = {
        [ZERO_DIVISOR] = "division by zero",
        [NEGATIVE] = "square root of a negative number",
        [NO_SQUARE] = "not rational: square root of a number that is not the "
                      "square of a rational number",
        [ANGLE] = "not rational: sine or cosine of a number other than zero",
        [LONG] = "a rational number grows too long; shorten the run or round "
                 "its data"};
    return text[why];
}

static size_t bits(mpq_srcptr q)
{
    return mpz_sizeinbase(mpq_numref(q), 2) + mpz_sizeinbase(mpq_denref(q), 2);
}

/** A rational in lowest terms is a square exactly when both its parts are. */
static reason root(mpq_ptr y, mpq_srcptr x)
{
    if (mpq_sgn(x) < 0)
        return NEGATIVE;
    if (!mpz_perfect_square_p(mpq_numref(x)) ||
        !mpz_perfect_square_p(mpq_denref(x)))
        return NO_SQUARE;
    mpz_sqrt(mpq_numref(y), mpq_numref(x));
    mpz_sqrt(mpq_denref(y), mpq_denref(x));
    return FINE;
}

static reason unary(uint8_t op, mpq_ptr y, mpq_srcptr x)
{
    if (op == OP_NEG)
        mpq_neg(y, x);
    else if (op == OP_SQRT)
        return root(y, x);
    else if (mpq_sgn(x) != 0)
        return ANGLE;
    else
        mpq_set_ui(y, op == OP_COS, 1);
    return FINE;
}

static reason binary(uint8_t op, mpq_ptr y, mpq_srcptr a, mpq_srcptr b)
{
    if (op == OP_MAX) {
        mpq_set(y, mpq_cmp(a, b) >= 0 ? a : b);
        return FINE;
    }
    if (op == OP_DIV && mpq_sgn(b) == 0)
        return ZERO_DIVISOR;
    if (bits(a) + bits(b) > TAPE_EXACT_BITS)
        return LONG;
    if (op == OP_ADD)
        mpq_add(y, a, b);
    else if (op == OP_SUB)
        mpq_sub(y, a, b);
    else if (op == OP_MUL)
        mpq_mul(y, a, b);
    else
        mpq_div(y, a, b);
    return FINE;
}

static void pass_on(value *y, const value *from)
{
    y->why = from->why;
    y->cause = from->cause;
}

static void choose(value *v, value *y, const tape_arg *arg)
{
    const value *c = &v[arg->c];
    if (c->why != FINE) {
        pass_on(y, c);
        return;
    }
    const value *taken = &v[mpq_sgn(c->x) >= 0 ? arg->a : arg->b];
    pass_on(y, taken);
    if (taken->why == FINE)
        mpq_set(y->x, taken->x);
}

static void instruct(const tape *t, uint8_t op, uint32_t i, value *v)
{
    const tape_arg *arg = &t->arg[i];
    value *y = &v[t->inputs + t->consts + i];
    const value *a = &v[arg->a], *b = &v[arg->b];
    if (op == OP_SEL) {
        choose(v, y, arg);
    } else if (a->why != FINE) {
        pass_on(y, a);
    } else if (graph_arity(op) == 2 && b->why != FINE) {
        pass_on(y, b);
    } else {
        y->cause = i;
        y->why = (uint8_t)(graph_arity(op) == 1 ? unary(op, y->x, a->x)
                                                : binary(op, y->x, a->x, b->x));
    }
}

perp_status tape_exact(const tape *t, const mpq_t *in, mpq_t *out)
{
    uint32_t n = tape_values(t), leaves = t->inputs + t->consts;
    value *v = memory_new(n, sizeof *v);
    perp_status s = PERP_SUCCESS;
    if (v == NULL)
        return PERP_NO_MEMORY(n * sizeof *v);
    for (uint32_t i = 0; i < n; i++) {
        mpq_init(v[i].x);
        if (i < leaves)
            mpq_set(v[i].x, i < t->inputs ? in[i] : t->exact[i - t->inputs]);
    }
    for (uint32_t r = 0; r < t->runs; r++)
        for (uint32_t i = t->run[r].from; i < t->run[r].to; i++)
            instruct(t, t->run[r].op, i, v);
    for (uint32_t k = 0; k < t->outputs && s.code == PERP_OK; k++) {
        const value *y = &v[t->out[k]];
        if (y->why != FINE)
            s = tape_blame(t, y->cause,
                           y->why == LONG ? PERP_LIMIT : PERP_INPUT,
                           words(y->why));
    }
    for (uint32_t k = 0; k < t->outputs && s.code == PERP_OK; k++)
        mpq_set(out[k], v[t->out[k]].x);
    for (uint32_t i = 0; i < n; i++)
        mpq_clear(v[i].x);
    memory_free(v);
    return s;
}
