/**
# Random expressions, and interpreters that share nothing with a tape

An expression is a list of operations on earlier entries, as it was written:
nothing folded, nothing shared. The interpreters go down the list. Values that
the last entry does not use (the branch a `where` does not take) may be NaN.
*/
#pragma once

#include "check.h"
#include "model/tape/graph.h"

#include <math.h>

static inline const char *dag_op_name(graph_op op)
{
    static const char *const name[OP_COUNT] = {
        "number",  "ratio",    "input",    "sum",         "difference",
        "product", "quotient", "negation", "square root", "sine",
        "cosine",  "maximum",  "where"};
    return name[op];
}

enum { DAG_MAX = 64, DAG_VARS = 3 };

typedef struct {
    graph_op op;
    int a, b, c;   /* entries; OP_VAR: a is the input */
    double k;      /* OP_CONST */
    long num, den; /* OP_RATIO */
} dag_node;

typedef struct {
    int n;
    dag_node node[DAG_MAX];
    double x[DAG_VARS]; /* the point */
} dag;

static const double dag_special[] = {0,    1,    -1,  2,     0.5,   4, -2,
                                     0.25, -0.5, 3,   0.1,   0.2,   7, -3,
                                     1e-3, 10,   1.5, 1e200, 1e-200};

/* `exact`: only + - * / neg max where, with ratios and rational points. */
static inline dag_node dag_leaf(check_random *r, int exact, int wild)
{
    int kind = check_integer(r, 0, 9);
    if (kind < 6)
        return (dag_node){.op = OP_VAR, .a = check_integer(r, 0, DAG_VARS - 1)};
    if (exact && kind < 8)
        return (dag_node){.op = OP_RATIO,
                          .num = check_integer(r, -9, 9),
                          .den = check_integer(r, 1, 9)};
    return (dag_node){.op = OP_CONST,
                      .k = dag_special[check_integer(r, 0, wild ? 18 : 16)]};
}

static inline dag dag_random(check_random *r, int exact, int wild)
{
    static const graph_op any[] = {OP_ADD, OP_SUB, OP_MUL,  OP_DIV, OP_NEG,
                                   OP_MAX, OP_SEL, OP_ADD,  OP_MUL, OP_SUB,
                                   OP_SIN, OP_COS, OP_SQRT, OP_SQRT};
    dag d = {.n = check_integer(r, 8, exact ? 22 : 40)};
    for (int i = 0; i < DAG_VARS; i++)
        d.x[i] = exact || check_integer(r, 0, 3) == 0
                     ? check_integer(r, -8, 8) / 4.0
                     : check_uniform(r, -2, 2);
    int leaves = check_integer(r, 4, 8);
    for (int i = 0; i < d.n; i++) {
        d.node[i] = i < DAG_VARS ? (dag_node){.op = OP_VAR, .a = i}
                                 : dag_leaf(r, exact, wild);
        if (i < leaves)
            continue;
        int op = check_integer(r, 0, exact ? 9 : 13), operand[3];
        for (int k = 0; k < 3; k++) /* half of them the last two: deep */
            operand[k] = check_integer(r, 0, 1) == 0
                             ? check_integer(r, i - 2, i - 1)
                             : check_integer(r, 0, i - 1);
        d.node[i] = (dag_node){
            .op = any[op], .a = operand[0], .b = operand[1], .c = operand[2]};
    }
    return d;
}

static inline graph_id dag_write_node(graph *g, const dag_node *n,
                                      const graph_id *id)
{
    if (n->op == OP_VAR)
        return graph_var(g, (uint32_t)n->a);
    if (n->op == OP_CONST)
        return graph_const(g, n->k);
    if (n->op == OP_SEL)
        return graph_sel(g, id[n->c], id[n->a], id[n->b]);
    if (n->op != OP_RATIO)
        return graph_arity(n->op) == 1
                   ? graph_op1(g, n->op, id[n->a])
                   : graph_op2(g, n->op, id[n->a], id[n->b]);
    mpq_t q;
    mpq_init(q);
    mpq_set_si(q, n->num, (unsigned long)n->den);
    mpq_canonicalize(q);
    graph_id ratio = graph_ratio(g, q);
    mpq_clear(q);
    return ratio;
}

/* Writes the expression into the graph in the order of the list. */
static inline graph_id dag_write(graph *g, const dag *d)
{
    graph_id id[DAG_MAX] = {0};
    for (int i = 0; i < d->n; i++) {
        g->line = (uint32_t)i + 1;
        id[i] = dag_write_node(g, &d->node[i], id);
    }
    return id[d->n - 1];
}

/* Which entries does the last one use? sign[i] >= 0 tells the sign of entry
   i, as the interpreter found it. */
static inline void dag_used(const dag *d, const int *nonnegative, int *used)
{
    memset(used, 0, DAG_MAX * sizeof *used);
    used[d->n - 1] = 1;
    for (int i = d->n - 1; i >= 0; i--) {
        const dag_node *n = &d->node[i];
        if (!used[i] || graph_arity(n->op) == 0)
            continue;
        if (n->op == OP_SEL) {
            used[n->c] = 1;
            used[nonnegative[n->c] ? n->a : n->b] = 1;
            continue;
        }
        used[n->a] = 1;
        if (graph_arity(n->op) == 2)
            used[n->b] = 1;
    }
}

/* Prints what the last entry can reach. */
static inline void dag_print(const dag *d)
{
    int reach[DAG_MAX] = {0};
    reach[d->n - 1] = 1;
    for (int i = d->n - 1; i >= 0; i--) {
        const int operand[3] = {d->node[i].a, d->node[i].b, d->node[i].c};
        for (int k = 0; k < graph_arity(d->node[i].op) && reach[i]; k++)
            reach[operand[k]] = 1;
    }
    for (int i = 0; i < d->n; i++)
        if (reach[i])
            printf("  e%d = %s(%d, %d, %d) k %a ratio %ld/%ld\n", i,
                   dag_op_name(d->node[i].op), d->node[i].a, d->node[i].b,
                   d->node[i].c, d->node[i].k, d->node[i].num, d->node[i].den);
    printf("  at %a %a %a\n", d->x[0], d->x[1], d->x[2]);
}

typedef enum { SKIPPED, GOOD, BAD } verdict;
typedef verdict dag_property(const dag *d);

/* Runs the property until it was decided `want` times. The first failure is
   shrunk to the shortest beginning that still fails, and printed. */
static inline void dag_hold(dag_property *property, int want, int exact,
                            int wild, check_random *r)
{
    long skipped = 0;
    for (int good = 0; good < want;) {
        dag d = dag_random(r, exact, wild);
        verdict v = property(&d);
        good += v == GOOD;
        skipped += v == SKIPPED;
        if (v != BAD)
            continue;
        for (int n = 1; n <= d.n; n++) {
            dag shorter = d;
            shorter.n = n;
            if (property(&shorter) == BAD || n == d.n) {
                dag_print(&shorter);
                break;
            }
        }
        CHECK(v != BAD, "after %d good ones", good);
        return;
    }
    printf("%d decided, %ld skipped\n", want, skipped);
}
