#include "base/memory.h"
#include "check.h"
#include "slopes.h"

static long exact_slopes, exact_zeros;

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
    dag_hold(exactly_right, 1000, 1, 0, &r);
    printf("%ld exact derivatives, %ld of them zero\n", exact_slopes,
           exact_zeros);
}

int main(void)
{
    memory_adopt_gmp();
    RUN(rational_gradients_are_exact);
    DONE;
}
