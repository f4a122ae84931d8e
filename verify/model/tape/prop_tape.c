#include "base/memory.h"
#include "check.h"
#include "dag.h"
#include "model/tape/derivative.h"
#include "model/tape/tape.h"
#include "tape_equal.h"
#include "number/sincos.h"

/* The expression in doubles, as written. */
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
    dag_hold(bits_kept, check_times(40000), 0, 1, &r);
}

/* Writes d with junk before, between and behind. */
static graph_id written_among_junk(graph *g, const dag *d, uint64_t seed)
{
    check_random r = {seed};
    graph_id id[DAG_MAX] = {0}, junk = graph_var(g, 7);
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
    RUN(tapes_are_canonical);
    DONE;
}
