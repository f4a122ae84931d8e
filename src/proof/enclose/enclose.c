#include "proof/enclose/enclose.h"

#include "base/memory.h"

#include <math.h>
#include <string.h>

/** ## Rounding outward

Every function below rounds the lower end down and the upper end up, so the
interval of a result holds each result of numbers in the intervals of the
operands. A sum of 53-bit intervals and a sum of 128-bit intervals are the same
code; what a double evaluation gives lies in the first, always. */
void interval_init(interval *x, mpfr_prec_t bits)
{
    mpfr_inits2(bits, x->lo, x->hi, (mpfr_ptr)0);
    interval_zero(x);
}

void interval_clear(interval *x)
{
    mpfr_clears(x->lo, x->hi, (mpfr_ptr)0);
}

void interval_zero(interval *x)
{
    mpfr_set_zero(x->lo, 1);
    mpfr_set_zero(x->hi, 1);
    x->lost = 0;
}

static void copy(interval *z, const interval *a)
{
    mpfr_set(z->lo, a->lo, MPFR_RNDD);
    mpfr_set(z->hi, a->hi, MPFR_RNDU);
    z->lost = a->lost;
}

void interval_add(interval *z, const interval *a, const interval *b)
{
    mpfr_add(z->lo, a->lo, b->lo, MPFR_RNDD);
    mpfr_add(z->hi, a->hi, b->hi, MPFR_RNDU);
    z->lost = a->lost || b->lost;
}

static void subtract(interval *z, const interval *a, const interval *b)
{
    mpfr_sub(z->lo, a->lo, b->hi, MPFR_RNDD);
    mpfr_sub(z->hi, a->hi, b->lo, MPFR_RNDU);
}

static void negate(interval *z, const interval *a)
{
    mpfr_neg(z->lo, a->hi, MPFR_RNDD);
    mpfr_neg(z->hi, a->lo, MPFR_RNDU);
}

/** The ends of a product or a quotient are among the four of the ends. */
typedef int four(mpfr_ptr, mpfr_srcptr, mpfr_srcptr, mpfr_rnd_t);

static void corners(interval *z, const interval *a, const interval *b, four *op,
                    mpfr_ptr t)
{
    mpfr_srcptr x[2] = {a->lo, a->hi}, y[2] = {b->lo, b->hi};
    op(z->lo, x[0], y[0], MPFR_RNDD);
    op(z->hi, x[0], y[0], MPFR_RNDU);
    for (int i = 1; i < 4; i++) {
        op(t, x[i / 2], y[i % 2], MPFR_RNDD);
        mpfr_min(z->lo, z->lo, t, MPFR_RNDD);
        op(t, x[i / 2], y[i % 2], MPFR_RNDU);
        mpfr_max(z->hi, z->hi, t, MPFR_RNDU);
    }
}

static int is_point(const interval *a)
{
    return mpfr_equal_p(a->lo, a->hi) != 0;
}

static void multiply(interval *z, const interval *a, const interval *b,
                     mpfr_ptr t)
{
    if (is_point(a) && is_point(b)) {
        mpfr_mul(z->lo, a->lo, b->lo, MPFR_RNDD);
        mpfr_mul(z->hi, a->lo, b->lo, MPFR_RNDU);
    } else
        corners(z, a, b, mpfr_mul, t);
}

static int holds_zero(const interval *a)
{
    return mpfr_sgn(a->lo) <= 0 && mpfr_sgn(a->hi) >= 0;
}

/* Is some number of the interval smaller than 2^e? */
static int below(const interval *a, long e)
{
    return mpfr_cmpabs(a->lo, a->hi) < 0
               ? mpfr_zero_p(a->lo) || mpfr_get_exp(a->lo) <= e
               : mpfr_zero_p(a->hi) || mpfr_get_exp(a->hi) <= e;
}

/** $|\sin x - \sin m| \le |x - m|$: the sine of the middle, as wide as the
interval. Between -1 and 1 in any case. The cosine is no different. */
static void wave(interval *z, const interval *a, encloser *w, int sine)
{
    mpfr_ptr m = w->t[0].lo, r = w->t[0].hi, t = w->t[1].lo;
    mpfr_add(m, a->lo, a->hi, MPFR_RNDN);
    mpfr_div_2ui(m, m, 1, MPFR_RNDN);
    mpfr_sub(r, a->hi, m, MPFR_RNDU);
    mpfr_sub(t, m, a->lo, MPFR_RNDU);
    mpfr_max(r, r, t, MPFR_RNDU);
    (sine ? mpfr_sin : mpfr_cos)(z->lo, m, MPFR_RNDD);
    (sine ? mpfr_sin : mpfr_cos)(z->hi, m, MPFR_RNDU);
    mpfr_sub(z->lo, z->lo, r, MPFR_RNDD);
    mpfr_add(z->hi, z->hi, r, MPFR_RNDU);
    mpfr_set_si(t, 1, MPFR_RNDN);
    mpfr_min(z->hi, z->hi, t, MPFR_RNDU);
    mpfr_set_si(t, -1, MPFR_RNDN);
    mpfr_max(z->lo, z->lo, t, MPFR_RNDD);
}

static void hull(interval *z, const interval *a, const interval *b)
{
    mpfr_min(z->lo, a->lo, b->lo, MPFR_RNDD);
    mpfr_max(z->hi, a->hi, b->hi, MPFR_RNDU);
    z->lost = a->lost || b->lost;
}

/** `where`: the branch that is chosen for sure, or both. */
static void choose(encloser *w, interval *z, const interval *a,
                   const interval *b, const interval *c)
{
    w->shaky |= below(c, -96) && !(is_point(c) && mpfr_zero_p(c->lo));
    if (c->lost)
        z->lost = 1;
    else if (mpfr_sgn(c->lo) >= 0)
        copy(z, a);
    else if (mpfr_sgn(c->hi) < 0)
        copy(z, b);
    else {
        w->either = 1;
        hull(z, a, b);
    }
}

static void divide(encloser *w, interval *z, const interval *a,
                   const interval *b)
{
    z->lost = holds_zero(b);
    if (z->lost)
        return;
    w->shaky |= below(b, -32);
    corners(z, a, b, mpfr_div, w->t[0].lo);
}

static void root(encloser *w, interval *z, const interval *a)
{
    z->lost = mpfr_sgn(a->lo) < 0;
    if (z->lost)
        return;
    w->shaky |= below(a, -32) && !(is_point(a) && mpfr_zero_p(a->lo));
    mpfr_sqrt(z->lo, a->lo, MPFR_RNDD);
    mpfr_sqrt(z->hi, a->hi, MPFR_RNDU);
}

static void instruct(encloser *w, uint8_t op, const tape_arg *k, interval *z)
{
    const interval *a = &w->x[k->a], *b = &w->x[k->b];
    if (op == OP_SEL) {
        choose(w, z, a, b, &w->x[k->c]);
        return;
    }
    z->lost = a->lost || (graph_arity((graph_op)op) == 2 && b->lost);
    if (z->lost)
        return;
    switch (op) {
    case OP_ADD:
        interval_add(z, a, b);
        break;
    case OP_SUB:
        subtract(z, a, b);
        break;
    case OP_MUL:
        multiply(z, a, b, w->t[0].lo);
        break;
    case OP_DIV:
        divide(w, z, a, b);
        break;
    case OP_NEG:
        negate(z, a);
        break;
    case OP_SQRT:
        root(w, z, a);
        break;
    case OP_SIN:
    case OP_COS:
        wave(z, a, w, op == OP_SIN);
        break;
    default:
        mpfr_max(z->lo, a->lo, b->lo, MPFR_RNDD);
        mpfr_max(z->hi, a->hi, b->hi, MPFR_RNDU);
    }
    w->shaky |= !z->lost && (mpfr_cmp_ui_2exp(z->hi, 1, 128) > 0 ||
                             mpfr_cmp_si_2exp(z->lo, -1, 128) < 0);
}

/** ## One evaluation */
perp_status encloser_new(int bits, encloser *out)
{
    *out = (encloser){.bits = bits};
    for (int i = 0; i < 3; i++)
        interval_init(&out->t[i], bits);
    return PERP_SUCCESS;
}

void encloser_clear(encloser *w)
{
    if (w->bits == 0)
        return;
    for (uint32_t i = 0; i < w->room; i++)
        interval_clear(&w->x[i]);
    for (int i = 0; i < 3; i++)
        interval_clear(&w->t[i]);
    memory_free(w->x);
    *w = (encloser){0};
}

static perp_status make_room(encloser *w, uint32_t n)
{
    if (n <= w->room)
        return PERP_SUCCESS;
    interval *x = memory_resize(w->x, n * sizeof *x);
    if (x == NULL)
        return PERP_NO_MEMORY(n * sizeof *x);
    w->x = x;
    for (; w->room < n; w->room++)
        interval_init(&x[w->room], w->bits);
    return PERP_SUCCESS;
}

static void widen(interval *x, double centre, double radius, mpfr_ptr t)
{
    mpfr_set_d(x->lo, centre, MPFR_RNDD);
    mpfr_set_d(x->hi, centre, MPFR_RNDU);
    if (radius == 0)
        return;
    mpfr_set_d(t, radius, MPFR_RNDU);
    mpfr_sub(x->lo, x->lo, t, MPFR_RNDD);
    mpfr_add(x->hi, x->hi, t, MPFR_RNDU);
}

/** Constants are what the scene means: a ratio is itself and not its nearest
double. The inputs stand in w->x. */
static void evaluate(encloser *w, const tape *t)
{
    w->shaky = 0;
    for (uint32_t i = 0; i < t->inputs + t->consts; i++)
        w->x[i].lost = 0;
    for (uint32_t i = 0; i < t->consts; i++) {
        interval *x = &w->x[t->inputs + i];
        mpfr_set_q(x->lo, t->exact[i], MPFR_RNDD);
        mpfr_set_q(x->hi, t->exact[i], MPFR_RNDU);
    }
    interval *y = w->x + t->inputs + t->consts;
    for (uint32_t r = 0; r < t->runs; r++)
        for (uint32_t i = t->run[r].from; i < t->run[r].to; i++)
            instruct(w, t->run[r].op, &t->arg[i], &y[i]);
}

perp_status enclose_tape(encloser *w, const tape *t, const double *in,
                         const double *radius)
{
    PERP_TRY(make_room(w, tape_values(t) + 1));
    for (uint32_t i = 0; i < t->inputs; i++)
        widen(&w->x[i], in[i], radius == NULL ? 0 : radius[i], w->t[0].lo);
    evaluate(w, t);
    return PERP_SUCCESS;
}

/** The ends are fractions first, and rounded once. */
perp_status enclose_tape_exact(encloser *w, const tape *t, const mpq_t *in,
                               const mpq_t *radius)
{
    PERP_TRY(make_room(w, tape_values(t) + 1));
    mpq_t end;
    mpq_init(end);
    for (uint32_t i = 0; i < t->inputs; i++) {
        mpq_set(end, in[i]);
        if (radius != NULL)
            mpq_sub(end, end, radius[i]);
        mpfr_set_q(w->x[i].lo, end, MPFR_RNDD);
        mpq_set(end, in[i]);
        if (radius != NULL)
            mpq_add(end, end, radius[i]);
        mpfr_set_q(w->x[i].hi, end, MPFR_RNDU);
    }
    mpq_clear(end);
    evaluate(w, t);
    return PERP_SUCCESS;
}

const interval *enclose_output(const encloser *w, const tape *t, uint32_t k)
{
    return &w->x[t->out[k]];
}

/** A difference of two doubles, rounded up, is a number of 64 bits at least
here, and rounded up once more to a double. */
double interval_distance(const interval *a, double x)
{
    mpfr_t t;
    if (a->lost)
        return HUGE_VAL;
    mpfr_init2(t, 64);
    mpfr_sub_d(t, a->hi, x, MPFR_RNDU);
    double far = mpfr_get_d(t, MPFR_RNDU);
    mpfr_d_sub(t, x, a->lo, MPFR_RNDU);
    double other = mpfr_get_d(t, MPFR_RNDU);
    mpfr_clear(t);
    return far > other ? far : other;
}

/* A number whose fraction would be longer than 2^20 bits is none here. */
static int is_short(mpfr_srcptr x)
{
    return mpfr_number_p(x) &&
           (mpfr_zero_p(x) ||
            (mpfr_get_exp(x) < 1 << 20 && mpfr_get_exp(x) > -(1 << 20)));
}

int interval_farthest(const interval *a, mpq_srcptr x, mpq_ptr out)
{
    if (a->lost || !is_short(a->lo) || !is_short(a->hi))
        return 0;
    mpq_t other;
    mpq_init(other);
    mpfr_get_q(out, a->hi);
    mpq_sub(out, out, x);
    mpfr_get_q(other, a->lo);
    mpq_sub(other, x, other);
    if (mpq_cmp(other, out) > 0)
        mpq_swap(other, out);
    mpq_clear(other);
    return 1;
}
