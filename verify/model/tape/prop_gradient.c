#include "base/memory.h"
#include "check.h"
#include "number/sincos.h"
#include "slopes.h"

#include <mpfr.h>

enum { BITS = 800 };

static void wide_value(const dag_node *n, mpfr_t *y, mpfr_ptr out,
                       const mpfr_t *x)
{
    switch (n->op) {
    case OP_VAR:
        mpfr_set(out, x[n->a], MPFR_RNDN);
        break;
    case OP_ADD:
        mpfr_add(out, y[n->a], y[n->b], MPFR_RNDN);
        break;
    case OP_SUB:
        mpfr_sub(out, y[n->a], y[n->b], MPFR_RNDN);
        break;
    case OP_MUL:
        mpfr_mul(out, y[n->a], y[n->b], MPFR_RNDN);
        break;
    case OP_DIV:
        mpfr_div(out, y[n->a], y[n->b], MPFR_RNDN);
        break;
    case OP_NEG:
        mpfr_neg(out, y[n->a], MPFR_RNDN);
        break;
    case OP_SQRT:
        mpfr_sqrt(out, y[n->a], MPFR_RNDN);
        break;
    case OP_SIN:
        mpfr_sin(out, y[n->a], MPFR_RNDN);
        break;
    case OP_COS:
        mpfr_cos(out, y[n->a], MPFR_RNDN);
        break;
    case OP_MAX:
        mpfr_set(out, y[mpfr_cmp(y[n->a], y[n->b]) >= 0 ? n->a : n->b],
                 MPFR_RNDN);
        break;
    case OP_SEL:
        mpfr_set(out, y[mpfr_sgn(y[n->c]) >= 0 ? n->a : n->b], MPFR_RNDN);
        break;
    default:
        mpfr_set_d(out, n->k, MPFR_RNDN);
    }
}

static mpfr_t wide[DAG_MAX], wide_x[DAG_VARS], wide_up;

static void wide_begin(void)
{
    for (int i = 0; i < DAG_MAX; i++)
        mpfr_init2(wide[i], BITS);
    for (int i = 0; i < DAG_VARS; i++)
        mpfr_init2(wide_x[i], BITS);
    mpfr_init2(wide_up, BITS);
}

static void wide_end(void)
{
    for (int i = 0; i < DAG_MAX; i++)
        mpfr_clear(wide[i]);
    for (int i = 0; i < DAG_VARS; i++)
        mpfr_clear(wide_x[i]);
    mpfr_clear(wide_up);
    mpfr_free_cache();
}

/* Evaluates at x + step 2^-200 dir; the root is wide[d->n - 1]. */
static void wide_run(const dag *d, const double *dir, int step)
{
    for (int i = 0; i < DAG_VARS; i++) {
        mpfr_set_d(wide_x[i], dir[i] * step, MPFR_RNDN);
        mpfr_mul_2si(wide_x[i], wide_x[i], -200, MPFR_RNDN);
        mpfr_add_d(wide_x[i], wide_x[i], d->x[i], MPFR_RNDN);
    }
    for (int i = 0; i < d->n; i++)
        wide_value(&d->node[i], wide, wide[i], (const mpfr_t *)wide_x);
}

/* The directional derivative by a central difference: its error is about
   2^-400 f''' / 6 and 2^-600 f by cancellation. */
static double wide_slope(const dag *d, const double *dir)
{
    wide_run(d, dir, 1);
    mpfr_set(wide_up, wide[d->n - 1], MPFR_RNDN);
    wide_run(d, dir, -1);
    mpfr_sub(wide_up, wide_up, wide[d->n - 1], MPFR_RNDN);
    mpfr_mul_2si(wide_up, wide_up, 199, MPFR_RNDN);
    return mpfr_get_d(wide_up, MPFR_RNDN);
}

/* Is the point away from ties, poles and roots, and of moderate size? */
static int regular(const dag *d)
{
    static const double nowhere[DAG_VARS];
    double y[DAG_MAX];
    int nonnegative[DAG_MAX], used[DAG_MAX];
    wide_run(d, nowhere, 0);
    for (int i = 0; i < d->n; i++) {
        y[i] = mpfr_get_d(wide[i], MPFR_RNDN);
        nonnegative[i] = y[i] >= 0;
    }
    dag_used(d, nonnegative, used);
    for (int i = 0; i < d->n; i++) {
        const dag_node *n = &d->node[i];
        if (!used[i])
            continue;
        if (!(fabs(y[i]) < 1e6) || (n->op == OP_DIV && fabs(y[n->b]) < 1e-3) ||
            (n->op == OP_SQRT && !(y[n->a] > 1e-3)) ||
            (n->op == OP_MAX && !(fabs(y[n->a] - y[n->b]) > 1e-6)) ||
            (n->op == OP_SEL && !(fabs(y[n->c]) > 1e-6)))
            return 0;
    }
    return 1;
}

/* The scale of the terms of a tape's outputs: for each operation the size of
   its result times its influence on the output, summed. A rounding of one
   operation by u = 2^-53 shifts the output by at most u times its share, so
   u times the scale bounds the error to first order. */
static void scale_of(const tape *t, const double *x, double *e)
{
    uint32_t base = t->inputs + t->consts;
    for (uint32_t i = 0; i < base; i++)
        e[i] = 0;
    for (uint32_t r = 0; r < t->runs; r++)
        for (uint32_t i = t->run[r].from; i < t->run[r].to; i++) {
            tape_arg g = t->arg[i];
            double y = fabs(x[base + i]), s, c, *out = &e[base + i];
            switch (t->run[r].op) {
            case OP_ADD:
            case OP_SUB:
                *out = e[g.a] + e[g.b] + y;
                break;
            case OP_MUL:
                *out = fabs(x[g.a]) * e[g.b] + fabs(x[g.b]) * e[g.a] + y;
                break;
            case OP_DIV:
                *out = (e[g.a] + y * e[g.b]) / fabs(x[g.b]) + y;
                break;
            case OP_NEG:
                *out = e[g.a];
                break;
            case OP_SQRT:
                *out = e[g.a] / (2 * y) + y;
                break;
            case OP_SIN:
            case OP_COS:
                sincos_cr(x[g.a], &s, &c);
                *out = e[g.a] * fabs(t->run[r].op == OP_SIN ? c : s) + y;
                break;
            case OP_MAX:
                *out = x[g.a] >= x[g.b] ? e[g.a] : e[g.b];
                break;
            default:
                *out = x[g.c] >= 0 ? e[g.a] : e[g.b];
            }
        }
}

static double worst_of_scale;
static long slopes, zero_slopes, tight_slopes;

/* One rounding unit of the scale, and one for `want`, which is rounded too. */
static int slope_agrees(double got, double want, double scale)
{
    double error = fabs(got - want);
    slopes++;
    zero_slopes += got == 0;
    tight_slopes += error <= 1e-14 * fabs(want);
    if (scale > 0 && error / scale > worst_of_scale)
        worst_of_scale = error / scale;
    if (error <= 0x1.1p-53 * (scale + fabs(want)) + 1e-30)
        return 1;
    printf("derivative %.17g, difference %.17g, scale %g\n", got, want, scale);
    return 0;
}

static verdict slopes_right(const dag *d)
{
    static double work[100000], scale[100000];
    double out[DAG_VARS + 1];
    graph g = {0};
    arena a = {0};
    tape t = {0};
    verdict v = SKIPPED;
    if (regular(d) && slopes_tape(&a, &g, d, &t).code == PERP_OK) {
        perp_status s = tape_f64(&t, d->x, work, out);
        v = s.code == PERP_OK ? GOOD : BAD;
        if (v == BAD)
            printf("%s\n", s.message);
        scale_of(&t, work, scale);
        int dull = 0;
        for (int i = 0; i <= DAG_VARS && v == GOOD; i++) {
            double dir[DAG_VARS] = {i == 0, i == 1, i == 2};
            double want = wide_slope(d, i < DAG_VARS ? dir : along);
            v = slope_agrees(out[i], want, scale[t.out[i]]) ? GOOD : BAD;
            dull += want == 0;
        }
        if (v == GOOD && dull > 1) /* checked, but not counted */
            v = SKIPPED;
    }
    tape_clear(&t);
    arena_free(&a);
    graph_free(&g);
    return v;
}

/* Gradients and tangents of 1000 expressions over all operations agree with
   central differences in 240 digits, to one rounding unit of their scale. */
static void gradients_are_slopes(void)
{
    check_random r = {check_seed(2)};
    wide_begin();
    dag_hold(slopes_right, 1000, 0, 0, &r);
    wide_end();
    printf("%ld derivatives, %ld of them zero; worst error %.2g of the scale; "
           "%ld within 1e-14 of their own size\n",
           slopes, zero_slopes, worst_of_scale, tight_slopes);
    CHECK(worst_of_scale <= 1e-14, "%g", worst_of_scale);
}

int main(void)
{
    memory_adopt_gmp();
    RUN(gradients_are_slopes);
    DONE;
}
