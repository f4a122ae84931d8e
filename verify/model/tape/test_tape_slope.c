#include "base/memory.h"
#include "check.h"
#include "model/tape/derivative.h"
#include "model/tape/tape.h"

#include <math.h>

static graph g;
static arena a;
static tape t;
static double work[256], tangents[256];

static void make(uint32_t n, const graph_id *root)
{
    tape_clear(&t);
    arena_release(&a, (arena_mark){0});
    perp_status s = tape_make(&a, &g, n, root, 2, &t);
    CHECK(s.code == PERP_OK && tape_slots(&t) <= 256, "%s", s.message);
}

static perp_status slope(graph_id root, const double *at, const double *dir,
                         double *out)
{
    double value;
    make(1, &root);
    perp_status s = tape_f64(&t, at, work, &value);
    CHECK(s.code == PERP_OK, "%s", s.message);
    return tape_slope(&t, work, dir, tangents, out);
}

static void finish(void)
{
    tape_clear(&t);
    arena_free(&a);
    graph_free(&g);
    g = (graph){0};
    t = (tape){0};
}

/* Every operation against its derivative from a book, at x = 2.5, y = -0.7
along (3, -2). */
static void operations(void)
{
    graph_id x = graph_var(&g, 0), y = graph_var(&g, 1);
    const double at[2] = {2.5, -0.7}, dir[2] = {3, -2};
    const struct {
        graph_id root;
        double want;
    } rows[] = {
        {graph_const(&g, 4), 0},
        {graph_op2(&g, OP_ADD, x, y), 1},
        {graph_op2(&g, OP_SUB, x, y), 5},
        {graph_op2(&g, OP_MUL, x, y), 3 * -0.7 + 2.5 * -2},
        {graph_op2(&g, OP_DIV, x, y), (3 * -0.7 - 2.5 * -2) / (0.7 * 0.7)},
        {graph_op1(&g, OP_NEG, x), -3},
        {graph_op1(&g, OP_SQRT, x), 1.5 / sqrt(2.5)},
        {graph_op2(&g, OP_MAX, y, x), 3},
        {graph_op2(&g, OP_MAX, x, y), 3},
        {graph_sel(&g, x, y, x), -2},
        {graph_sel(&g, y, y, x), 3},
        {graph_op1(&g, OP_SIN, x), 3 * cos(2.5)},
        {graph_op1(&g, OP_COS, x), -3 * sin(2.5)}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        double out = 99;
        CHECK(slope(rows[i].root, at, dir, &out).code == PERP_OK, "%zu", i);
        CHECK(fabs(out - rows[i].want) <= 1e-15 * fmax(1, fabs(out)),
              "%zu: %a, not %a", i, out, rows[i].want);
    }
    finish();
}

/* A random expression in x and y. */
static graph_id random_root(check_random *r, int depth)
{
    if (depth == 0)
        return graph_var(&g, (uint32_t)check_integer(r, 0, 1));
    graph_id x = random_root(r, depth - 1), y = random_root(r, depth - 1);
    graph_id one = graph_const(&g, 1);
    switch (check_integer(r, 0, 6)) {
    case 0:
        return graph_op2(&g, OP_SUB, x, y);
    case 1:
        return graph_op2(&g, OP_MUL, graph_op1(&g, OP_SIN, x), y);
    case 2: /* x / (1 + y^2) */
        return graph_op2(
            &g, OP_DIV, x,
            graph_op2(&g, OP_ADD, one, graph_op2(&g, OP_MUL, y, y)));
    case 3:
        return graph_op1(
            &g, OP_SQRT,
            graph_op2(&g, OP_ADD, one, graph_op2(&g, OP_MUL, x, x)));
    case 4:
        return graph_op2(&g, OP_MAX, x, y);
    case 5:
        return graph_sel(&g, x, graph_op1(&g, OP_COS, y), x);
    default:
        return graph_op2(&g, OP_ADD, x, y);
    }
}

/* The derivative that the graph writes down, evaluated, is the slope. */
static void as_the_graph(void)
{
    check_random r = {check_seed(71)};
    const uint32_t var[2] = {0, 1};
    for (int c = 0; c < 300; c++) {
        graph_id root = random_root(&r, 4), d, along[2];
        double at[2], dir[2], mine = 0, its = 0;
        for (int i = 0; i < 2; i++) {
            at[i] = check_uniform(&r, -2, 2);
            dir[i] = check_uniform(&r, -2, 2);
            along[i] = graph_const(&g, dir[i]);
        }
        CHECK(graph_tangent(&g, 1, &root, 2, var, along, &d).code == PERP_OK,
              "tangent");
        CHECK(slope(root, at, dir, &mine).code == PERP_OK, "case %d", c);
        make(1, &d);
        CHECK(tape_f64(&t, at, work, &its).code == PERP_OK, "case %d", c);
        CHECK(fabs(mine - its) <= 1e-12 * (1 + fabs(its)), "case %d: %g, %g", c,
              mine, its);
        finish();
    }
}

/* What has no derivative says so; a branch that nobody takes is not asked. */
static void no_derivative(void)
{
    graph_id x = graph_var(&g, 0), y = graph_var(&g, 1);
    graph_id root = graph_op1(&g, OP_SQRT, x);
    const double at[2] = {0, 1}, dir[2] = {1, 1};
    double out = 7;
    CHECK(slope(root, at, dir, &out).code == PERP_INPUT, "the root at 0");
    CHECK(out == 7, "%g was written", out);
    CHECK(slope(graph_sel(&g, y, x, root), at, dir, &out).code == PERP_OK,
          "the branch");
    CHECK(out == 1, "%g", out);
    finish();
}

int main(void)
{
    RUN(operations);
    RUN(as_the_graph);
    RUN(no_derivative);
    DONE;
}
