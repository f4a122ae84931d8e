#include "base/memory.h"
#include "check.h"
#include "dag.h"
#include "proof/enclose/enclose.h"

static encloser narrow, middling, wide; /* 53, 128, 400 bits */
static long decided, wide_enough;

/* The tape of a random expression; 0 when there is none. */
static int tape_of(const dag *d, arena *a, graph *g, tape *t)
{
    graph_id id = dag_write(g, d);
    return id != GRAPH_NONE &&
           tape_make(a, g, 1, &id, DAG_VARS, t).code == PERP_OK;
}

static int holds_rational(const interval *x, mpq_srcptr q)
{
    return mpfr_cmp_q(x->lo, q) <= 0 && mpfr_cmp_q(x->hi, q) >= 0;
}

static int holds_double(const interval *x, double y)
{
    return mpfr_cmp_d(x->lo, y) <= 0 && mpfr_cmp_d(x->hi, y) >= 0;
}

static int holds(const interval *x, const interval *y)
{
    return x->lost || (!y->lost && mpfr_lessequal_p(x->lo, y->lo) &&
                       mpfr_greaterequal_p(x->hi, y->hi));
}

static const interval *at(encloser *w, const tape *t, const double *x,
                          const double *radius)
{
    CHECK(enclose_tape(w, t, x, radius).code == PERP_OK, "memory");
    return enclose_output(w, t, 0);
}

typedef verdict tape_property(const dag *d, const tape *t);

static verdict with_tape(const dag *d, tape_property *property)
{
    graph g = {0};
    arena a = {0};
    tape t = {0};
    verdict v = tape_of(d, &a, &g, &t) ? property(d, &t) : SKIPPED;
    tape_clear(&t);
    arena_free(&a);
    graph_free(&g);
    return v;
}

static verdict rational_property(const dag *d, const tape *t)
{
    mpq_t in[DAG_VARS], out[1];
    mpq_init(out[0]);
    for (int i = 0; i < DAG_VARS; i++) {
        mpq_init(in[i]);
        mpq_set_d(in[i], d->x[i]);
    }
    verdict v = SKIPPED;
    if (tape_exact(t, (const mpq_t *)in, out).code == PERP_OK) {
        encloser *all[] = {&narrow, &middling, &wide};
        v = GOOD;
        for (int i = 0; i < 3; i++) {
            const interval *x = at(all[i], t, d->x, NULL);
            if (!x->lost && !holds_rational(x, out[0])) {
                mpfr_printf("%d: [%Re, %Re]", i, x->lo, x->hi);
                gmp_printf(" without %Qd\n", out[0]);
                v = BAD;
            }
            decided += !x->lost;
        }
    }
    mpq_clear(out[0]);
    for (int i = 0; i < DAG_VARS; i++)
        mpq_clear(in[i]);
    return v;
}

static verdict rational(const dag *d)
{
    return with_tape(d, rational_property);
}

/* The exact value of a rational tape lies in its enclosures with 53, 128 and 400
   bits. */
static void rationals(void)
{
    check_random r = {check_seed(71)};
    decided = 0;
    dag_hold(rational, 2000, 1, 0, &r);
    CHECK(decided > 5600, "%ld of 6000 enclosures are some", decided);
}

static verdict double_property(const dag *d, const tape *t)
{
    double work[1000], out;
    if (tape_f64(t, d->x, work, &out).code != PERP_OK)
        return SKIPPED;
    const interval *x = at(&narrow, t, d->x, NULL);
    if (x->lost)
        return SKIPPED;
    if (!holds_double(x, out)) {
        mpfr_printf("%a is not in [%Ra, %Ra]\n", out, x->lo, x->hi);
        return BAD;
    }
    const double far = interval_distance(at(&wide, t, d->x, NULL), out);
    mpfr_t e;
    mpfr_init2(e, 53);
    mpfr_sub_d(e, x->hi, out, MPFR_RNDU);
    double most = mpfr_get_d(e, MPFR_RNDU);
    mpfr_d_sub(e, out, x->lo, MPFR_RNDU);
    most = fmax(most, mpfr_get_d(e, MPFR_RNDU));
    mpfr_clear(e);
    wide_enough += far > 0;
    return far <= most ? GOOD : BAD;
}

static verdict doubles_lie(const dag *d)
{
    return with_tape(d, double_property);
}

/* The double evaluation lies in the 53-bit enclosure, and is not farther from the
   truth (400 bits) than the ends of that are from it. */
static void doubles(void)
{
    check_random r = {check_seed(72)};
    wide_enough = 0;
    dag_hold(doubles_lie, 5000, 0, 0, &r);
    CHECK(wide_enough > 1500, "%ld values are rounded", wide_enough);
}

static verdict nested_property(const dag *d, const tape *t)
{
    const interval *a = at(&narrow, t, d->x, NULL);
    const interval *b = at(&middling, t, d->x, NULL);
    const interval *c = at(&wide, t, d->x, NULL);
    if (c->lost)
        return SKIPPED;
    return holds(b, c) && holds(a, c) ? GOOD : BAD;
}

static verdict nested(const dag *d)
{
    return with_tape(d, nested_property);
}

/* What 400 bits enclose lies in what 128 and 53 bits do. */
static void precision(void)
{
    check_random r = {check_seed(73)};
    dag_hold(nested, 5000, 0, 0, &r);
}

static verdict box_property(const dag *d, const tape *t)
{
    check_random r = {(uint64_t)(1e9 * fabs(d->x[0] + d->x[1])) + 5};
    double radius[DAG_VARS], x[DAG_VARS];
    for (int i = 0; i < DAG_VARS; i++)
        radius[i] = ldexp(check_uniform(&r, 0, 1), check_integer(&r, -40, -2));
    if (at(&middling, t, d->x, radius)->lost)
        return SKIPPED;
    for (int k = 0; k < 4; k++) {
        for (int i = 0; i < DAG_VARS; i++) {
            x[i] = d->x[i] + radius[i] * check_uniform(&r, -1, 1);
            if (fabs(x[i] - d->x[i]) > radius[i]) /* the sum is rounded */
                x[i] = d->x[i];
        }
        if (!holds(enclose_output(&middling, t, 0), at(&wide, t, x, NULL)))
            return BAD;
    }
    return GOOD;
}

static verdict box(const dag *d)
{
    return with_tape(d, box_property);
}

/* Inputs with a radius: the value at each point of the box is inside. */
static void boxes(void)
{
    check_random r = {check_seed(74)};
    dag_hold(box, 1500, 0, 0, &r);
}

/* x + k r/4, r = 2^-20/3. */
static void third(double x, int k, mpq_ptr out)
{
    mpq_t r;
    mpq_init(r);
    mpq_set_si(r, k, 12);
    mpq_canonicalize(r);
    mpq_div_2exp(r, r, 20);
    mpq_set_d(out, x);
    mpq_add(out, out, r);
    mpq_clear(r);
}

/* No number of x is farther from the rational than is said, and an end is as far. */
static int is_farthest(const interval *x, mpq_srcptr from)
{
    mpq_t far, lo, hi;
    mpq_inits(far, lo, hi, NULL);
    int good = interval_farthest(x, from, far);
    if (good) {
        mpfr_get_q(lo, x->lo);
        mpfr_get_q(hi, x->hi);
        mpq_sub(lo, from, lo);
        mpq_sub(hi, hi, from);
        good = mpq_cmp(far, lo) >= 0 && mpq_cmp(far, hi) >= 0 &&
               (mpq_equal(far, lo) || mpq_equal(far, hi));
    }
    mpq_clears(far, lo, hi, NULL);
    return good;
}

static verdict fraction_property(const dag *d, const tape *t)
{
    mpq_t in[DAG_VARS], wide_by[DAG_VARS], out[1];
    verdict v = SKIPPED;
    mpq_init(out[0]);
    for (int i = 0; i < DAG_VARS; i++) {
        mpq_inits(in[i], wide_by[i], NULL);
        third(d->x[i], 0, in[i]);
        third(0, 4, wide_by[i]);
    }
    CHECK(enclose_tape_exact(&middling, t, (const mpq_t *)in,
                             (const mpq_t *)wide_by)
                  .code == PERP_OK,
          "memory");
    const interval *x = enclose_output(&middling, t, 0);
    for (int k = -4; k <= 4 && !x->lost; k++) {
        for (int i = 0; i < DAG_VARS; i++)
            third(d->x[i], i % 2 == 0 ? k : -k, in[i]);
        if (tape_exact(t, (const mpq_t *)in, out).code != PERP_OK)
            continue;
        decided++;
        v = v != BAD && holds_rational(x, out[0]) && is_farthest(x, out[0])
                ? GOOD
                : BAD;
    }
    mpq_clear(out[0]);
    for (int i = 0; i < DAG_VARS; i++)
        mpq_clears(in[i], wide_by[i], NULL);
    return v;
}

static verdict fraction(const dag *d)
{
    return with_tape(d, fraction_property);
}

/* Inputs and radii that no double is: the values in the box, its corners among them,
   are inside. */
static void fractions(void)
{
    check_random r = {check_seed(75)};
    decided = 0;
    dag_hold(fraction, 600, 1, 0, &r);
    CHECK(decided > 3000, "%ld values", decided);
}

/* What has no value is lost, and what another arithmetic may not see is shaky. */
static void edges(void)
{
    static const struct {
        graph_op op;
        double x, y;
        int lost, shaky;
    } row[] = {{OP_DIV, 1, 0, 1, 0},         {OP_DIV, 1, 0x1p-40, 0, 1},
               {OP_DIV, 1, -0x1p-20, 0, 0},  {OP_SQRT, -1, 0, 1, 0},
               {OP_SQRT, 0x1p-50, 0, 0, 1},  {OP_SQRT, 0, 0, 0, 0},
               {OP_MUL, 0x1p100, 0x1p90, 0, 1}, {OP_MUL, 3, 5, 0, 0}};
    for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
        graph g = {0};
        arena a = {0};
        tape t = {0};
        graph_id x = graph_var(&g, 0), y = graph_var(&g, 1);
        graph_id z = graph_arity(row[i].op) == 1
                         ? graph_op1(&g, row[i].op, x)
                         : graph_op2(&g, row[i].op, x, y);
        CHECK(tape_make(&a, &g, 1, &z, 2, &t).code == PERP_OK, "tape");
        const double in[2] = {row[i].x, row[i].y};
        const interval *out = at(&middling, &t, in, NULL);
        CHECK(out->lost == row[i].lost && middling.shaky == row[i].shaky,
              "%zu: lost %d, shaky %d", i, out->lost, middling.shaky);
        CHECK(!out->lost || isinf(interval_distance(out, 0)), "distance");
        tape_clear(&t);
        arena_free(&a);
        graph_free(&g);
    }
}

int main(void)
{
    memory_adopt_gmp();
    CHECK(encloser_new(53, &narrow).code == PERP_OK, "53");
    CHECK(encloser_new(128, &middling).code == PERP_OK, "128");
    CHECK(encloser_new(400, &wide).code == PERP_OK, "400");
    RUN(rationals);
    RUN(doubles);
    RUN(precision);
    RUN(boxes);
    RUN(fractions);
    RUN(edges);
    encloser_clear(&narrow);
    encloser_clear(&middling);
    encloser_clear(&wide);
    mpfr_free_cache();
    DONE;
}
