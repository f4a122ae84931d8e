#include "base/memory.h"
#include "check.h"
#include "model/tape/derivative.h"
#include "model/tape/tape.h"

#include <math.h>

/* The value of one root at x, y. */
static perp_status at(const graph *g, graph_id root, double x, double y,
                      double *out)
{
    arena a = {0};
    tape t;
    perp_status s = tape_make(&a, g, 1, &root, 2, &t);
    double in[2] = {x, y}, *work = arena_take(&a, tape_slots(&t), sizeof *work);
    if (s.code == PERP_OK)
        s = tape_f64(&t, in, work, out);
    tape_clear(&t);
    arena_free(&a);
    return s;
}

static double value(const graph *g, graph_id root, double x, double y)
{
    double out = (double)NAN;
    perp_status s = at(g, root, x, y, &out);
    CHECK(s.code == PERP_OK, "%s", s.message);
    return out;
}

static const uint32_t both[2] = {0, 1};

/* Gradients in closed form, as nodes: no operation is wasted. */
static void closed_forms(void)
{
    graph g = {0};
    graph_id x = graph_var(&g, 0), y = graph_var(&g, 1), d[2];
    graph_id zero = graph_const(&g, 0), one = graph_const(&g, 1);
    graph_gradient(&g, graph_op2(&g, OP_MUL, x, y), 2, both, d);
    CHECK(d[0] == y && d[1] == x, "xy");
    graph_gradient(&g, graph_op2(&g, OP_SUB, x, y), 2, both, d);
    CHECK(d[0] == one && d[1] == graph_const(&g, -1), "x - y");
    graph_gradient(&g, graph_op1(&g, OP_SIN, x), 2, both, d);
    CHECK(d[0] == graph_op1(&g, OP_COS, x) && d[1] == zero, "sin x");
    graph_gradient(&g, graph_const(&g, 7), 2, both, d);
    CHECK(d[0] == zero && d[1] == zero, "7");
    graph_gradient(&g, y, 2, both, d);
    CHECK(d[0] == zero && d[1] == one, "y");
    const uint32_t twice[3] = {1, 1, 9};
    graph_id e[3];
    graph_gradient(&g, graph_op2(&g, OP_MUL, x, y), 3, twice, e);
    CHECK(e[0] == x && e[1] == x && e[2] == zero, "an input named twice");
    graph_free(&g);
}

/* max at a tie takes its first argument, where its boundary the first too. */
static void ties(void)
{
    graph g = {0};
    graph_id x = graph_var(&g, 0), y = graph_var(&g, 1), d[2];
    graph_gradient(&g, graph_op2(&g, OP_MAX, x, y), 2, both, d);
    CHECK(value(&g, d[0], 2, 2) == 1 && value(&g, d[1], 2, 2) == 0, "tie");
    CHECK(value(&g, d[0], 1, 2) == 0 && value(&g, d[1], 1, 2) == 1, "y");
    graph_gradient(&g, graph_sel(&g, x, y, graph_op1(&g, OP_NEG, y)), 2, both,
                   d);
    CHECK(value(&g, d[1], 0, 3) == 1 && value(&g, d[1], -1, 3) == -1, "where");
    CHECK(d[0] == graph_const(&g, 0), "the condition has no derivative");
    graph_free(&g);
}

/* The branch not taken may have no value and no derivative: it is not asked.
   f = where(x, sqrt x, y) + 2 where(x, 1/x, -y), f_x, f_y and f_xx. */
static void branch_not_taken(void)
{
    graph g = {0};
    graph_id x = graph_var(&g, 0), y = graph_var(&g, 1), d[2], dd[2], out;
    graph_id a = graph_sel(&g, x, graph_op1(&g, OP_SQRT, x), y);
    graph_id b = graph_sel(&g, x, graph_op2(&g, OP_DIV, graph_const(&g, 1), x),
                           graph_op1(&g, OP_NEG, y));
    graph_id f =
        graph_op2(&g, OP_ADD, a, graph_op2(&g, OP_MUL, graph_const(&g, 2), b));
    graph_id dir[2] = {graph_const(&g, 1), graph_const(&g, 0)};
    graph_gradient(&g, f, 2, both, d);
    graph_gradient(&g, d[0], 2, both, dd);
    graph_tangent(&g, 1, &f, 2, both, dir, &out);
    CHECK(value(&g, d[0], -4, 3) == 0 && value(&g, d[1], -4, 3) == -1, "-4");
    CHECK(value(&g, d[0], 4, 3) == 0.25 - 0.125, "4: %g",
          value(&g, d[0], 4, 3));
    CHECK(value(&g, dd[0], -4, 3) == 0, "second, -4");
    CHECK(value(&g, dd[0], 4, 3) == 4.0 / 64 - 0.25 / 8, "second, 4: %g",
          value(&g, dd[0], 4, 3));
    CHECK(value(&g, out, -4, 3) == 0 && value(&g, out, 4, 3) == 0.125,
          "tangent");
    graph_id m = graph_op2(&g, OP_MAX, graph_op1(&g, OP_SQRT, x), y);
    graph_gradient(&g, m, 2, both, d);
    CHECK(value(&g, d[0], 0, 1) == 0, "max(sqrt 0, 1)");
    double v;
    CHECK(at(&g, d[0], 0, -1, &v).code == PERP_INPUT, "a slope of infinity");
    graph_free(&g);
}

/* A sum of 10^5 terms, and a product nested 10^5 deep. */
static void deep(void)
{
    enum { N = 100000 };
    graph g = {0};
    uint32_t *var = malloc(N * sizeof *var);
    graph_id sum = graph_const(&g, 0), *d = malloc(N * sizeof *d);
    for (uint32_t i = 0; i < N; i++) {
        graph_id x = graph_var(&g, i);
        var[i] = i;
        sum = graph_op2(&g, OP_ADD, sum, graph_op2(&g, OP_MUL, x, x));
    }
    uint32_t before = g.len;
    CHECK(graph_gradient(&g, sum, N, var, d).code == PERP_OK, "refused");
    for (uint32_t i = 0; i < N; i++)
        CHECK(g.node[d[i]].op == OP_ADD && g.node[d[i]].a == graph_var(&g, i),
              "2 x%u", i);
    CHECK(g.len - before < N + 10, "%u nodes", g.len - before);
    tape t;
    arena a = {0};
    CHECK(tape_make(&a, &g, N, d, N, &t).code == PERP_OK, "refused");
    double *x = arena_take(&a, N, sizeof *x), *twice = arena_take(&a, N, 8);
    double *work = arena_take(&a, tape_slots(&t), sizeof *work);
    for (uint32_t i = 0; i < N; i++)
        x[i] = 0.1 * i;
    CHECK(tape_f64(&t, x, work, twice).code == PERP_OK, "refused");
    for (uint32_t i = 0; i < N; i++)
        CHECK(twice[i] == 2 * x[i], "2 x%u = %g", i, twice[i]);
    tape_clear(&t);
    arena_free(&a);
    graph_id y = graph_var(&g, 0), p = y;
    for (int i = 0; i < N; i++)
        p = graph_op1(&g, i % 2 ? OP_SIN : OP_COS, p);
    CHECK(graph_gradient(&g, p, 1, var, d).code == PERP_OK, "refused");
    free(var);
    free(d);
    graph_free(&g);
}

/* A sum of 10^4 choices, each over an input of its own, costs what it should:
   a sweep of a branch ends where the branch ends. */
static void many_choices(void)
{
    enum { N = 10000 };
    graph g = {0};
    uint32_t *var = malloc(N * sizeof *var);
    graph_id sum = graph_const(&g, 0), *d = malloc(N * sizeof *d);
    for (uint32_t i = 0; i < N; i++) {
        graph_id x = graph_var(&g, i);
        graph_id size = graph_op2(&g, OP_MAX, x, graph_op1(&g, OP_NEG, x));
        var[i] = i;
        sum = graph_op2(&g, OP_ADD, sum, graph_op2(&g, OP_MUL, size, size));
    }
    uint32_t before = g.len;
    CHECK(graph_gradient(&g, sum, N, var, d).code == PERP_OK, "refused");
    CHECK(g.len - before < 6 * N, "%u nodes", g.len - before);
    free(var);
    free(d);
    graph_free(&g);
}

/* A gradient costs what its root reaches, not what the graph holds, and at
   most four nodes per node. */
static void cost(void)
{
    graph g = {0};
    graph_id x = graph_var(&g, 0), f = x, d[2], big = graph_var(&g, 1);
    for (int i = 0; i < 1000; i++) {
        graph_id k = graph_const(&g, 1 + i);
        f = i % 4 == 0   ? graph_op1(&g, OP_SIN, f)
            : i % 4 == 1 ? graph_op2(&g, OP_MUL, f, graph_op2(&g, OP_ADD, x, k))
            : i % 4 == 2 ? graph_op2(&g, OP_DIV, k, f)
                         : graph_op1(&g, OP_SQRT, f);
        big = graph_op2(&g, OP_MUL, big, k);
    }
    uint32_t reached = graph_walk(&g, 1, &f), before = g.len;
    graph_walk_end(&g, reached);
    CHECK(graph_gradient(&g, f, 2, both, d).code == PERP_OK, "refused");
    CHECK(g.len - before <= 4 * reached, "%u nodes for %u", g.len - before,
          reached);
    CHECK(d[1] == graph_const(&g, 0), "does not reach y");
    graph_free(&g);
}

/* A derivative says the line of what it is the derivative of. */
static void lines(void)
{
    graph g = {0};
    g.line = 14;
    graph_id root = graph_op1(&g, OP_SQRT, graph_var(&g, 0)), d;
    g.line = 99;
    double v;
    graph_gradient(&g, root, 1, both, &d);
    perp_status s = at(&g, d, 0, 0, &v);
    CHECK(s.code == PERP_INPUT &&
              strcmp(s.message, "line 14: division by zero") == 0,
          "message %s", s.message);
    CHECK(g.line == 99, "line %u", g.line);
    graph_free(&g);
}

static perp_status record(graph *g, graph_id *d)
{
    graph_id x = graph_var(g, 0), y = graph_var(g, 1);
    graph_id f = graph_op2(g, OP_MAX, graph_op1(g, OP_SQRT, x),
                           graph_op2(g, OP_DIV, graph_op1(g, OP_SIN, x), y));
    for (int i = 0; i < 30; i++)
        f = graph_op2(g, OP_MUL, f, graph_sel(g, y, x, f));
    graph_id dir[2] = {y, x};
    PERP_TRY(graph_gradient(g, f, 2, both, d));
    return graph_tangent(g, 1, &f, 2, both, dir, d + 2);
}

/* The k-th allocation fails, for all k: a clean refusal, no mark left, and
   the same graph then gives the derivative it should. */
static void memory_fails(void)
{
    graph want = {0};
    graph_id w[3], d[3];
    size_t k = 1;
    CHECK(record(&want, w).code == PERP_OK, "refused");
    for (int done = 0; !done; k++) {
        graph g = {0};
        memory_refuse(k);
        perp_status s = record(&g, d);
        memory_refuse(0);
        done = s.code == PERP_OK;
        CHECK(done || s.code == PERP_LIMIT, "code %d", (int)s.code);
        for (uint32_t i = 0; i < g.len; i++)
            CHECK(g.mark[i] == 0, "mark %u left", i);
        CHECK(record(&g, d).code == PERP_OK, "k %zu", k);
        for (int i = 0; i < 3; i++)
            CHECK(value(&g, d[i], 2, 3) == value(&want, w[i], 2, 3), "k %zu",
                  k);
        graph_free(&g);
    }
    CHECK(k > 10, "only %zu", k);
    graph_free(&want);
}

int main(void)
{
    memory_adopt_gmp();
    RUN(closed_forms);
    RUN(ties);
    RUN(branch_not_taken);
    RUN(deep);
    RUN(many_choices);
    RUN(cost);
    RUN(lines);
    RUN(memory_fails);
    DONE;
}
