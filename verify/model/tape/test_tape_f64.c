#include "base/memory.h"
#include "check.h"
#include "model/tape/tape.h"
#include "number/sincos.h"

#include <math.h>

static graph g;
static arena a;
static tape t;
static double work[64];

static graph_id var(uint32_t i)
{
    return graph_var(&g, i);
}

static perp_status run(graph_id root, double x, double y, double *out)
{
    double in[2] = {x, y};
    tape_clear(&t);
    arena_release(&a, (arena_mark){0});
    perp_status s = tape_make(&a, &g, 1, &root, 2, &t);
    CHECK(s.code == PERP_OK && tape_slots(&t) <= 64, "%s", s.message);
    return tape_f64(&t, in, work, out);
}

static void finish(void)
{
    tape_clear(&t);
    arena_free(&a);
    graph_free(&g);
}

/* Every operation, against C. */
static void operations(void)
{
    graph_id x = var(0), y = var(1);
    const struct {
        graph_id root;
        double want;
    } rows[] = {{graph_op2(&g, OP_ADD, x, y), 2.5 + -0.7},
                {graph_op2(&g, OP_SUB, x, y), 2.5 - -0.7},
                {graph_op2(&g, OP_MUL, x, y), 2.5 * -0.7},
                {graph_op2(&g, OP_DIV, x, y), 2.5 / -0.7},
                {graph_op1(&g, OP_NEG, x), -2.5},
                {graph_op1(&g, OP_SQRT, x), sqrt(2.5)},
                {graph_op2(&g, OP_MAX, y, x), 2.5},
                {graph_op2(&g, OP_MAX, x, y), 2.5},
                {graph_sel(&g, x, y, x), -0.7},
                {graph_sel(&g, y, y, x), 2.5},
                {graph_op1(&g, OP_SIN, x), sin(2.5)},
                {graph_op1(&g, OP_COS, x), cos(2.5)}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        double out = 0;
        perp_status s = run(rows[i].root, 2.5, -0.7, &out);
        CHECK(s.code == PERP_OK && fabs(out - rows[i].want) <= 1.2e-16,
              "%zu: %a, not %a", i, out, rows[i].want);
    }
    finish();
}

/* What is not finite is told in words, with the line that wrote it. */
static void words(void)
{
    g.line = 14;
    graph_id x = var(0), y = var(1), huge = graph_const(&g, 1e308);
    const struct {
        graph_id root;
        double x, y;
        const char *want;
    } rows[] = {
        {graph_op1(&g, OP_SQRT, x), -1, 0,
         "line 14: square root of a negative number"},
        {graph_op2(&g, OP_DIV, x, y), 1, 0, "line 14: division by zero"},
        {graph_op2(&g, OP_DIV, x, y), 0, 0, "line 14: division by zero"},
        {graph_op2(&g, OP_DIV, x, y), 1e300, 1e-300,
         "line 14: a quotient overflows"},
        {graph_op2(&g, OP_MUL, x, x), 1e300, 0, "line 14: a product overflows"},
        {graph_op2(&g, OP_ADD, x, huge), 1e308, 0, "line 14: a sum overflows"},
        {graph_op2(&g, OP_SUB, x, huge), -1e308, 0,
         "line 14: a difference overflows"},
        {graph_op1(&g, OP_SIN, y), 1, (double)INFINITY,
         "input 1 of an expression is infinite"},
        {graph_op2(&g, OP_MAX, x, y), (double)NAN, 1,
         "input 0 of an expression is not a number"},
        /* swallowed on the way, and yet told */
        {graph_op2(&g, OP_DIV, graph_const(&g, 3), graph_op2(&g, OP_MUL, x, x)),
         1e300, 0, "line 14: a product overflows"},
        {graph_op2(&g, OP_MAX, graph_op1(&g, OP_SQRT, x), y), -1, 2,
         "line 14: square root of a negative number"},
        {graph_sel(&g, graph_op1(&g, OP_SQRT, x), y, huge), -1, 2,
         "line 14: square root of a negative number"}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        double out = 77;
        perp_status s = run(rows[i].root, rows[i].x, rows[i].y, &out);
        CHECK(s.code == PERP_INPUT &&
                  strncmp(s.message, rows[i].want, strlen(rows[i].want)) == 0,
              "%zu: %s", i, s.code ? s.message : "no error");
        CHECK(out == 77, "%zu: written", i);
    }
    finish();
}

/* A NaN that nobody uses is no error. */
static void not_used(void)
{
    graph_id x = var(0), y = var(1);
    graph_id guarded = graph_sel(&g, x, graph_op1(&g, OP_SQRT, x), y);
    double out = 0;
    CHECK(run(guarded, -1, 5, &out).code == PERP_OK && out == 5, "%g", out);
    CHECK(run(guarded, 4, (double)NAN, &out).code == PERP_OK && out == 2, "%g",
          out);
    CHECK(run(graph_op2(&g, OP_MUL, guarded, guarded), -1, 5, &out).code ==
                  PERP_OK &&
              out == 25,
          "%g", out);
    finish();
}

/* Equal arguments are evaluated once, within a tape and between calls, and
   the memo is not seen in the results. */
static void memo(void)
{
    graph_id x = var(0), y = var(1);
    graph_id root =
        graph_op2(&g, OP_ADD,
                  graph_op2(&g, OP_MUL, graph_op1(&g, OP_SIN, x),
                            graph_op1(&g, OP_COS, x)),
                  graph_op1(&g, OP_SIN, graph_op2(&g, OP_MUL, x, y)));
    double first, again, out;
    unsigned long before = tape_sincos_count;
    CHECK(run(root, 0.3, 1, &first).code == PERP_OK, "refused");
    CHECK(tape_sincos_count - before == 1, "%lu evaluated",
          tape_sincos_count - before);
    for (int i = 1; i < 2000; i++) /* drives the first pair out */
        CHECK(run(root, i * 0.37, 2, &out).code == PERP_OK, "refused");
    CHECK(run(root, 0.3, 1, &again).code == PERP_OK, "refused");
    CHECK(memcmp(&first, &again, sizeof first) == 0, "%a, %a", first, again);
    CHECK(run(graph_op1(&g, OP_COS, x), 0, 0, &out).code == PERP_OK && out == 1,
          "cos 0 = %g", out);
    CHECK(run(graph_op1(&g, OP_COS, x), -0.0, 0, &out).code == PERP_OK &&
              out == 1,
          "cos -0 = %g", out);
    finish();
}

/* Neighbouring doubles never answer for each other. */
static void memo_neighbours(void)
{
    graph_id root = graph_op1(&g, OP_SIN, var(0));
    double x = 0.7, out, sine, cosine;
    for (int i = 0; i < 5000; i++, x = nextafter(x, 1)) {
        sincos_cr(x, &sine, &cosine);
        CHECK(run(root, x, 0, &out).code == PERP_OK && out == sine,
              "sin %a: %a, not %a", x, out, sine);
    }
    finish();
}

/* Evaluation asks nothing of the heap. */
static void allocates_nothing(void)
{
    graph_id x = var(0), y = var(1);
    graph_id root = graph_op2(&g, OP_DIV, graph_op1(&g, OP_SQRT, x), y);
    double out, in[2] = {4, 2};
    CHECK(run(root, 4, 2, &out).code == PERP_OK && out == 1, "%g", out);
    size_t before = memory_count();
    for (int i = 0; i < 10; i++)
        CHECK(tape_f64(&t, in, work, &out).code == PERP_OK, "refused");
    in[0] = -1;
    CHECK(tape_f64(&t, in, work, &out).code == PERP_INPUT, "accepted");
    CHECK(memory_count() == before, "%zu", memory_count() - before);
    finish();
}

int main(void)
{
    memory_adopt_gmp();
    RUN(operations);
    RUN(words);
    RUN(not_used);
    RUN(memo);
    RUN(memo_neighbours);
    RUN(allocates_nothing);
    DONE;
}
