#include "base/memory.h"
#include "check.h"
#include "dag.h"
#include "model/derivative.h"
#include "model/tape.h"
#include "num/sincos.h"

#include <mpfr.h>

/* ---- the expression in doubles, as written ---- */

static double naive_value(const dag_node *n, const double *y, const double *x)
{
    double s, c;
    switch (n->op) {
    case OP_VAR:
        return x[n->a];
    case OP_ADD:
        return y[n->a] + y[n->b];
    case OP_SUB:
        return y[n->a] - y[n->b];
    case OP_MUL:
        return y[n->a] * y[n->b];
    case OP_DIV:
        return y[n->a] / y[n->b];
    case OP_NEG:
        return -y[n->a];
    case OP_SQRT:
        return sqrt(y[n->a]);
    case OP_MAX:
        return y[n->a] >= y[n->b] ? y[n->a] : y[n->b];
    case OP_SEL:
        return y[n->c] >= 0 ? y[n->a] : y[n->b];
    case OP_SIN:
    case OP_COS:
        if (sincos_cr(y[n->a], &s, &c) != 0)
            return (double)NAN;
        return n->op == OP_SIN ? s : c;
    default:
        return n->k;
    }
}

/* 1 when everything used is finite. */
static int naive(const dag *d, double *root)
{
    double y[DAG_MAX];
    int nonnegative[DAG_MAX], used[DAG_MAX], finite = 1;
    for (int i = 0; i < d->n; i++) {
        y[i] = naive_value(&d->node[i], y, d->x);
        nonnegative[i] = y[i] >= 0;
    }
    dag_used(d, nonnegative, used);
    for (int i = 0; i < d->n; i++)
        finite = finite && (!used[i] || isfinite(y[i]));
    *root = y[d->n - 1];
    return finite;
}

static int same_bits(double a, double b)
{
    a = a == 0 ? 0 : a;
    b = b == 0 ? 0 : b;
    return memcmp(&a, &b, sizeof a) == 0;
}

static verdict bits_kept(const dag *d)
{
    double work[1000], root, out = 0;
    graph g = {0};
    arena a = {0};
    tape t = {0};
    verdict v = SKIPPED;
    graph_id id = dag_write(&g, d);
    int finite = naive(d, &root);
    if (id != GRAPH_NONE &&
        tape_make(&a, &g, 1, &id, DAG_VARS, &t).code == PERP_OK) {
        perp_status s = tape_f64(&t, d->x, work, &out);
        if (finite)
            v = s.code == PERP_OK && same_bits(out, root) ? GOOD : BAD;
        else if (s.code == PERP_OK && !isfinite(out))
            v = BAD;
        if (v == BAD)
            printf("tape %a, as written %a, %s\n", out, root,
                   s.message ? s.message : "");
    }
    tape_clear(&t);
    arena_free(&a);
    graph_free(&g);
    return v;
}

/* A tape gives the bits of the expression as it was written, wherever that
   is finite; folding, sharing and scheduling are not seen. */
static void folding_keeps_bits(void)
{
    check_random r = {check_seed(1)};
    dag_hold(bits_kept, 20000, 0, 1, &r);
}

/* ---- gradients against differences in 800 bits ---- */

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
static long exact_slopes, exact_zeros;
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

/* Roots: the three derivatives and the tangent along (1, -2, 3). */
static const double along[DAG_VARS] = {1, -2, 3};

static perp_status slopes_tape(arena *a, graph *g, const dag *d, tape *t)
{
    static const uint32_t var[DAG_VARS] = {0, 1, 2};
    graph_id root = dag_write(g, d), dir[DAG_VARS], out[DAG_VARS + 1];
    for (int i = 0; i < DAG_VARS; i++)
        dir[i] = graph_const(g, along[i]);
    PERP_TRY(graph_gradient(g, root, DAG_VARS, var, out));
    PERP_TRY(graph_tangent(g, 1, &root, DAG_VARS, var, dir, out + DAG_VARS));
    return tape_make(a, g, DAG_VARS + 1, out, DAG_VARS, t);
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

/* Gradients and tangents of 500 expressions over all operations agree with
   central differences in 240 digits, to one rounding unit of their scale. */
static void gradients_are_slopes(void)
{
    check_random r = {check_seed(2)};
    wide_begin();
    dag_hold(slopes_right, 500, 0, 0, &r);
    wide_end();
    printf("%ld derivatives, %ld of them zero; worst error %.2g of the scale; "
           "%ld within 1e-14 of their own size\n",
           slopes, zero_slopes, worst_of_scale, tight_slopes);
    CHECK(worst_of_scale <= 1e-14, "%g", worst_of_scale);
}

/* ---- exact gradients against dual numbers ---- */

typedef struct {
    mpq_t v, d[DAG_VARS];
    int ok; /* 0: a division by zero */
} dual;

static void dual_pair(dual *y, const dual *a, const dual *b, graph_op op)
{
    mpq_t t;
    mpq_init(t);
    if (op == OP_ADD || op == OP_SUB)
        (op == OP_ADD ? mpq_add : mpq_sub)(y->v, a->v, b->v);
    else
        (op == OP_MUL ? mpq_mul : mpq_div)(y->v, a->v, b->v);
    for (int i = 0; i < DAG_VARS; i++) {
        if (op == OP_ADD || op == OP_SUB) {
            (op == OP_ADD ? mpq_add : mpq_sub)(y->d[i], a->d[i], b->d[i]);
            continue;
        }
        mpq_mul(y->d[i], a->d[i], b->v); /* (a' b -+ a b') over 1 or b^2 */
        mpq_mul(t, a->v, b->d[i]);
        (op == OP_MUL ? mpq_add : mpq_sub)(y->d[i], y->d[i], t);
        mpq_mul(t, b->v, b->v);
        if (op == OP_DIV)
            mpq_div(y->d[i], y->d[i], t);
    }
    mpq_clear(t);
}

static void dual_copy(dual *y, const dual *a, int negative)
{
    (negative ? mpq_neg : mpq_set)(y->v, a->v);
    for (int i = 0; i < DAG_VARS; i++)
        (negative ? mpq_neg : mpq_set)(y->d[i], a->d[i]);
    y->ok = a->ok;
}

/* The rational point of the doubles x: thirds in all but the first place. */
static void rational_input(mpq_ptr out, const double *x, int i)
{
    mpq_t third;
    mpq_init(third);
    mpq_set_si(third, 1, i == 0 ? 1 : 3);
    mpq_set_d(out, x[i]);
    mpq_mul(out, out, third);
    mpq_clear(third);
}

static void dual_leaf(dual *y, const dag_node *n, const double *x)
{
    if (n->op == OP_RATIO) {
        mpq_set_si(y->v, n->num, (unsigned long)n->den);
        mpq_canonicalize(y->v);
    } else if (n->op == OP_VAR) {
        rational_input(y->v, x, n->a);
        mpq_set_ui(y->d[n->a], 1, 1);
    } else {
        mpq_set_d(y->v, n->k);
    }
}

static void dual_run(const dag *d, dual *y)
{
    for (int i = 0; i < d->n; i++) {
        const dag_node *n = &d->node[i];
        dual *a = &y[n->a], *b = &y[n->b];
        if (graph_arity(n->op) == 0) {
            dual_leaf(&y[i], n, d->x);
        } else if (n->op == OP_NEG) {
            dual_copy(&y[i], a, 1);
        } else if (n->op == OP_SEL) {
            dual_copy(&y[i], mpq_sgn(y[n->c].v) >= 0 ? a : b, 0);
            y[i].ok &= y[n->c].ok;
        } else {
            y[i].ok = a->ok && b->ok &&
                      !(n->op == OP_DIV && mpq_sgn(b->v) == 0) &&
                      mpz_sizeinbase(mpq_denref(a->v), 2) < 3000 &&
                      mpz_sizeinbase(mpq_denref(b->v), 2) < 3000;
            if (!y[i].ok)
                continue;
            if (n->op == OP_MAX)
                dual_copy(&y[i], mpq_cmp(a->v, b->v) >= 0 ? a : b, 0);
            else
                dual_pair(&y[i], a, b, n->op);
        }
    }
}

static verdict exact_compare(const tape *t, const dag *d, const dual *root)
{
    mpq_t in[DAG_VARS], out[DAG_VARS + 1], along_sum, term;
    verdict v = GOOD;
    int dull = 0;
    mpq_inits(along_sum, term, NULL);
    for (int i = 0; i <= DAG_VARS; i++)
        mpq_init(out[i]);
    for (int i = 0; i < DAG_VARS; i++) {
        mpq_init(in[i]);
        rational_input(in[i], d->x, i);
        mpq_set_d(term, along[i]);
        mpq_mul(term, term, root->d[i]);
        mpq_add(along_sum, along_sum, term);
    }
    perp_status s = tape_exact(t, (const mpq_t *)in, out);
    if (s.code != PERP_OK)
        printf("%s\n", s.message);
    v = s.code == PERP_OK ? GOOD : BAD;
    for (int i = 0; i <= DAG_VARS && v == GOOD; i++) {
        exact_slopes++;
        exact_zeros += mpq_sgn(out[i]) == 0;
        dull += mpq_sgn(out[i]) == 0;
        if (!mpq_equal(out[i], i < DAG_VARS ? root->d[i] : along_sum)) {
            gmp_printf("derivative %d: %Qd, dual numbers %Qd\n", i, out[i],
                       i < DAG_VARS ? root->d[i] : along_sum);
            v = BAD;
        }
    }
    if (v == GOOD && dull > 1) /* checked, but not counted */
        v = SKIPPED;
    for (int i = 0; i <= DAG_VARS; i++)
        mpq_clear(out[i]);
    for (int i = 0; i < DAG_VARS; i++)
        mpq_clear(in[i]);
    mpq_clears(along_sum, term, NULL);
    return v;
}

static verdict exactly_right(const dag *d)
{
    static dual y[DAG_MAX];
    graph g = {0};
    arena a = {0};
    tape t = {0};
    verdict v = SKIPPED;
    for (int i = 0; i < DAG_MAX; i++) {
        y[i].ok = 1;
        mpq_init(y[i].v);
        for (int k = 0; k < DAG_VARS; k++)
            mpq_init(y[i].d[k]);
    }
    dual_run(d, y);
    if (y[d->n - 1].ok && slopes_tape(&a, &g, d, &t).code == PERP_OK)
        v = exact_compare(&t, d, &y[d->n - 1]);
    for (int i = 0; i < DAG_MAX; i++) {
        mpq_clear(y[i].v);
        for (int k = 0; k < DAG_VARS; k++)
            mpq_clear(y[i].d[k]);
    }
    tape_clear(&t);
    arena_free(&a);
    graph_free(&g);
    return v;
}

/* Gradients of rational expressions, evaluated over the rationals, are those
   of dual numbers: every digit, at ties and on boundaries too. */
static void rational_gradients_are_exact(void)
{
    check_random r = {check_seed(3)};
    dag_hold(exactly_right, 500, 1, 0, &r);
    printf("%ld exact derivatives, %ld of them zero\n", exact_slopes,
           exact_zeros);
}

/* ---- the canonical order ---- */

/* Writes d with junk before, between and behind. */
static graph_id written_among_junk(graph *g, const dag *d, uint64_t seed)
{
    check_random r = {seed};
    graph_id id[DAG_MAX], junk = graph_var(g, 7);
    for (int i = 0; i < d->n; i++) {
        for (int k = check_integer(&r, 0, 3); k > 0; k--)
            junk = graph_op2(g, k == 1 ? OP_MUL : OP_ADD, junk,
                             graph_const(g, check_integer(&r, 2, 99)));
        id[i] = dag_write_node(g, &d->node[i], id);
    }
    return id[d->n - 1];
}

/* The tape, read back into a new graph and laid out again. */
static int reads_back(const tape *t)
{
    graph g = {0};
    arena a = {0};
    tape again = {0};
    graph_id id[4000], out[8];
    uint32_t base = t->inputs + t->consts;
    for (uint32_t i = 0; i < t->inputs; i++)
        id[i] = graph_var(&g, i);
    for (uint32_t i = 0; i < t->consts; i++)
        id[t->inputs + i] = graph_ratio(&g, t->exact[i]);
    for (uint32_t r = 0; r < t->runs; r++)
        for (uint32_t i = t->run[r].from; i < t->run[r].to; i++) {
            tape_arg x = t->arg[i];
            int arity = graph_arity(t->run[r].op);
            id[base + i] = arity == 1 ? graph_op1(&g, t->run[r].op, id[x.a])
                           : arity == 2
                               ? graph_op2(&g, t->run[r].op, id[x.a], id[x.b])
                               : graph_sel(&g, id[x.c], id[x.a], id[x.b]);
        }
    for (uint32_t k = 0; k < t->outputs; k++)
        out[k] = id[t->out[k]];
    int equal =
        tape_make(&a, &g, t->outputs, out, t->inputs, &again).code == PERP_OK &&
        tape_equal(t, &again);
    tape_clear(&again);
    arena_free(&a);
    graph_free(&g);
    return equal;
}

static verdict canonical(const dag *d)
{
    static const uint32_t var[DAG_VARS] = {0, 1, 2};
    graph g[2] = {{0}, {0}};
    arena a = {0};
    tape t[2] = {{0}, {0}};
    graph_id out[2][4];
    verdict v = GOOD;
    out[0][3] = dag_write(&g[0], d);
    out[1][3] = written_among_junk(&g[1], d, (uint64_t)d->n);
    for (int i = 0; i < 2 && v == GOOD; i++)
        if (graph_gradient(&g[i], out[i][3], DAG_VARS, var, out[i]).code ||
            tape_make(&a, &g[i], 4, out[i], DAG_VARS, &t[i]).code ||
            tape_values(&t[i]) > 4000)
            v = SKIPPED;
    if (v == GOOD && (!tape_equal(&t[0], &t[1]) || !reads_back(&t[0])))
        v = BAD;
    for (int i = 0; i < 2; i++) {
        tape_clear(&t[i]);
        graph_free(&g[i]);
    }
    arena_free(&a);
    return v;
}

/* What else the graph holds leaves no trace in a tape; a tape read into an
   empty graph and laid out again is the same tape. */
static void tapes_are_canonical(void)
{
    check_random r = {check_seed(4)};
    dag_hold(canonical, 1000, 0, 0, &r);
}

int main(void)
{
    memory_adopt_gmp();
    RUN(folding_keeps_bits);
    RUN(gradients_are_slopes);
    RUN(rational_gradients_are_exact);
    RUN(tapes_are_canonical);
    DONE;
}
