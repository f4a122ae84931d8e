#include "base/memory.h"
#include "check.h"
#include "model/tape/tape.h"
#include "tape_equal.h"

static graph_id two(graph *g, graph_op op, graph_id a, graph_id b)
{
    return graph_op2(g, op, a, b);
}

/* |p - q| - r over four inputs and a parameter. */
static graph_id distance(graph *g)
{
    graph_id dx = two(g, OP_SUB, graph_var(g, 0), graph_var(g, 2));
    graph_id dy = two(g, OP_SUB, graph_var(g, 1), graph_var(g, 3));
    graph_id sq =
        two(g, OP_ADD, two(g, OP_MUL, dx, dx), two(g, OP_MUL, dy, dy));
    return two(g, OP_SUB, graph_op1(g, OP_SQRT, sq), graph_var(g, 4));
}

/* The layout by hand: runs sub sub | mul mul | add | sqrt | sub. */
static void layout(void)
{
    graph g = {0};
    arena a = {0};
    tape t;
    graph_id root = distance(&g);
    CHECK(tape_make(&a, &g, 1, &root, 5, &t).code == PERP_OK, "refused");
    static const tape_run run[5] = {{OP_SUB, 0, 2},
                                    {OP_MUL, 2, 4},
                                    {OP_ADD, 4, 5},
                                    {OP_SQRT, 5, 6},
                                    {OP_SUB, 6, 7}};
    static const tape_arg arg[7] = {{0, 2, 0}, {1, 3, 0}, {5, 5, 0}, {6, 6, 0},
                                    {7, 8, 0}, {9, 0, 0}, {10, 4, 0}};
    CHECK(t.runs == 5 && t.instrs == 7 && t.consts == 0, "%u runs", t.runs);
    for (int i = 0; i < 5; i++)
        CHECK(t.run[i].op == run[i].op && t.run[i].from == run[i].from &&
                  t.run[i].to == run[i].to,
              "run %d", i);
    CHECK(memcmp(t.arg, arg, sizeof arg) == 0, "arguments");
    CHECK(t.out[0] == 11, "output %u", t.out[0]);
    tape_clear(&t);
    arena_free(&a);
    graph_free(&g);
}

/* The shape every tape has: runs tile the instructions, neighbours differ,
   operands come before their instruction. */
static void shape(void)
{
    graph g = {0};
    arena a = {0};
    tape t;
    check_random r = {check_seed(5)};
    graph_id id[3000];
    for (uint32_t i = 0; i < 3000; i++) {
        graph_op op = (graph_op)check_integer(&r, OP_ADD, OP_MUL);
        int low = i < 60 ? 0 : (int)i - 60;
        id[i] = i < 10 ? graph_var(&g, i)
                       : two(&g, op, id[check_integer(&r, low, (int)i - 1)],
                             id[check_integer(&r, low, (int)i - 1)]);
    }
    CHECK(tape_make(&a, &g, 2, id + 2998, 10, &t).code == PERP_OK, "refused");
    uint32_t end = 0;
    for (uint32_t k = 0; k < t.runs; k++) {
        CHECK(t.run[k].from == end && t.run[k].to > end, "run %u", k);
        CHECK(k == 0 || t.run[k].op != t.run[k - 1].op, "run %u", k);
        end = t.run[k].to;
    }
    for (uint32_t i = 0; i < t.instrs; i++)
        CHECK(t.arg[i].a < 10 + t.consts + i && t.arg[i].b < 10 + t.consts + i,
              "instruction %u", i);
    CHECK(end == t.instrs && t.runs < t.instrs / 2, "%u runs of %u", t.runs,
          t.instrs);
    printf("%u instructions in %u runs\n", t.instrs, t.runs);
    tape_clear(&t);
    arena_free(&a);
    graph_free(&g);
}

/* Parts that share nothing, written in any order, give one tape. */
static void order_of_writing(void)
{
    tape t[6];
    arena a = {0};
    for (int way = 0; way < 6; way++) {
        static const uint8_t permutation[6][3] = {
            {0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};
        graph g = {0};
        graph_id part[3];
        for (int i = 0; i < 3; i++) {
            uint32_t k = permutation[way][i];
            graph_id x = graph_var(&g, k);
            part[k] = two(&g, OP_MUL, graph_op1(&g, OP_SIN, x),
                          two(&g, OP_ADD, x, graph_const(&g, 0.1 + k)));
            graph_op1(&g, OP_COS, graph_var(&g, 50 + k)); /* unrelated */
        }
        graph_id roots[2] = {two(&g, OP_SUB, part[0], part[1]), part[2]};
        CHECK(tape_make(&a, &g, 2, roots, 3, &t[way]).code == PERP_OK, "%d",
              way);
        CHECK(tape_equal(&t[0], &t[way]), "way %d", way);
        graph_free(&g);
    }
    for (int way = 0; way < 6; way++)
        tape_clear(&t[way]);
    arena_free(&a);
}

/* Roots that are inputs, constants, the same twice; no root at all. */
static void plain_roots(void)
{
    graph g = {0};
    arena a = {0};
    tape t;
    graph_id x = graph_var(&g, 1), k = graph_const(&g, 2.5);
    graph_id roots[4] = {x, k, x, k};
    CHECK(tape_make(&a, &g, 4, roots, 2, &t).code == PERP_OK, "refused");
    double in[2] = {7, 8}, work[8], out[4];
    CHECK(t.instrs == 0 && t.consts == 1 && tape_slots(&t) <= 8, "layout");
    CHECK(tape_f64(&t, in, work, out).code == PERP_OK, "evaluation");
    CHECK(out[0] == 8 && out[1] == 2.5 && out[2] == 8 && out[3] == 2.5, "out");
    tape_clear(&t);
    CHECK(tape_make(&a, &g, 0, roots, 2, &t).code == PERP_OK, "no root");
    tape_clear(&t);
    tape_clear(&t);
    arena_free(&a);
    graph_free(&g);
}

static void free_variable(void)
{
    graph g = {0};
    arena a = {0};
    tape t;
    g.line = 14;
    graph_id root = distance(&g);
    perp_status s = tape_make(&a, &g, 1, &root, 4, &t);
    CHECK(s.code == PERP_INPUT && strstr(s.message, "input 4") != NULL &&
              strstr(s.message, "line 14") != NULL,
          "%s", s.message);
    CHECK(g.mark[root] == 0, "mark left");
    root = graph_op2(&g, OP_DIV, root, graph_const(&g, 0));
    s = tape_make(&a, &g, 1, &root, 5, &t);
    CHECK(s.code == PERP_INPUT && strcmp(s.message, "division by zero") == 0,
          "%s", s.message);
    arena_free(&a);
    graph_free(&g);
}

/* The k-th allocation fails: a clean refusal, then the right tape. */
static void memory_fails(void)
{
    graph g = {0};
    arena kept = {0};
    tape want, t;
    graph_id root = distance(&g);
    size_t k = 1;
    CHECK(tape_make(&kept, &g, 1, &root, 5, &want).code == PERP_OK, "refused");
    for (int done = 0; !done; k++) {
        arena a = {0};
        memory_refuse(k);
        perp_status s = tape_make(&a, &g, 1, &root, 5, &t);
        memory_refuse(0);
        done = s.code == PERP_OK;
        CHECK(done || s.code == PERP_LIMIT, "code %d", (int)s.code);
        tape_clear(&t);
        CHECK(tape_make(&a, &g, 1, &root, 5, &t).code == PERP_OK &&
                  tape_equal(&t, &want),
              "k %zu", k);
        tape_clear(&t);
        arena_free(&a);
    }
    CHECK(k > 3, "only %zu", k);
    tape_clear(&want);
    arena_free(&kept);
    graph_free(&g);
}

/* Which outputs are more than the number zero: neither what is written as zero, -0
   and a fraction 0 too, nor what folds to it; but an input, a formula whose value
   is zero, and a number that only doubles take for zero. */
static void nonzeros(void)
{
    graph g = {0};
    arena a = {0};
    tape t;
    mpq_t tiny, none;
    double work[64], all[9], some[9];
    const double in[2] = {0, -2};
    mpq_inits(tiny, none, NULL);
    mpz_ui_pow_ui(mpq_denref(tiny), 10, 400);
    mpz_set_ui(mpq_numref(tiny), 1);
    graph_id x = graph_var(&g, 0), y = graph_var(&g, 1);
    graph_id zero = graph_const(&g, 0), five = graph_const(&g, 5);
    const graph_id root[9] = {zero,
                              x,
                              graph_const(&g, -0.0),
                              two(&g, OP_MUL, x, y),
                              two(&g, OP_MUL, zero, five),
                              five,
                              graph_ratio(&g, none),
                              graph_ratio(&g, tiny),
                              y};
    const uint32_t want[5] = {1, 3, 5, 7, 8};
    CHECK(tape_make(&a, &g, 9, root, 2, &t).code == PERP_OK, "refused");
    CHECK(t.nonzeros == 5 && memcmp(t.nonzero, want, sizeof want) == 0,
          "%u listed", t.nonzeros);
    CHECK(tape_slots(&t) <= 64, "%u slots", tape_slots(&t));
    CHECK(tape_f64(&t, in, work, all).code == PERP_OK &&
              tape_f64_nonzeros(&t, in, work, some).code == PERP_OK,
          "values");
    for (uint32_t i = 0, k = 0; i < 9; i++) {
        const double value = k < 5 && want[k] == i ? some[k++] : 0;
        CHECK(memcmp(&value, &all[i], sizeof value) == 0, "%u: %a, not %a", i,
              value, all[i]);
    }
    tape_clear(&t);
    CHECK(tape_make(&a, &g, 1, &zero, 2, &t).code == PERP_OK && t.nonzeros == 0,
          "%u listed", t.nonzeros);
    tape_clear(&t);
    mpq_clears(tiny, none, NULL);
    arena_free(&a);
    graph_free(&g);
}

int main(void)
{
    memory_adopt_gmp();
    RUN(layout);
    RUN(shape);
    RUN(order_of_writing);
    RUN(plain_roots);
    RUN(free_variable);
    RUN(nonzeros);
    RUN(memory_fails);
    DONE;
}
