#include "base/memory.h"
#include "check.h"
#include "model/tape/tape.h"

static graph g;
static arena a;

static graph_id var(uint32_t i)
{
    return graph_var(&g, i);
}

static perp_status run(graph_id root, const char *x, const char *y, mpq_ptr out)
{
    tape t;
    mpq_t in[2], result[1];
    mpq_inits(in[0], in[1], result[0], NULL);
    mpq_set_str(in[0], x, 10);
    mpq_set_str(in[1], y, 10);
    perp_status s = tape_make(&a, &g, 1, &root, 2, &t);
    if (s.code == PERP_OK)
        s = tape_exact(&t, (const mpq_t *)in, result);
    mpq_set(out, result[0]);
    mpq_clears(in[0], in[1], result[0], NULL);
    tape_clear(&t);
    return s;
}

static int gives(graph_id root, const char *x, const char *y, const char *want)
{
    mpq_t out, w;
    mpq_inits(out, w, NULL);
    mpq_set_str(w, want, 10);
    perp_status s = run(root, x, y, out);
    int right = s.code == PERP_OK && mpq_equal(out, w);
    if (!right)
        gmp_printf("%Qd, not %s; %s\n", out, want, s.message ? s.message : "");
    mpq_clears(out, w, NULL);
    return right;
}

static int refuses(graph_id root, const char *x, const char *y,
                   const char *want)
{
    mpq_t out;
    mpq_init(out);
    perp_status s = run(root, x, y, out);
    int right = s.code != PERP_OK && strstr(s.message, want) != NULL;
    if (!right)
        gmp_printf("%Qd; %s\n", out, s.message ? s.message : "no error");
    mpq_clear(out);
    return right;
}

/* Every operation that stays rational, by hand. */
static void operations(void)
{
    graph_id x = var(0), y = var(1);
    mpq_t third;
    mpq_init(third);
    mpq_set_si(third, 1, 3);
    graph_id k = graph_ratio(&g, third);
    mpq_clear(third);
    CHECK(gives(graph_op2(&g, OP_ADD, x, y), "1/2", "1/3", "5/6"), "+");
    CHECK(gives(graph_op2(&g, OP_SUB, x, y), "1/2", "1/3", "1/6"), "-");
    CHECK(gives(graph_op2(&g, OP_MUL, x, y), "1/2", "1/3", "1/6"), "*");
    CHECK(gives(graph_op2(&g, OP_DIV, x, y), "1/2", "-1/3", "-3/2"), "/");
    CHECK(gives(graph_op1(&g, OP_NEG, x), "1/2", "0", "-1/2"), "neg");
    CHECK(gives(graph_op1(&g, OP_SQRT, x), "4/9", "0", "2/3"), "sqrt");
    CHECK(gives(graph_op1(&g, OP_SQRT, x), "0", "0", "0"), "sqrt 0");
    CHECK(gives(graph_op1(&g, OP_SIN, x), "0", "0", "0"), "sin 0");
    CHECK(gives(graph_op1(&g, OP_COS, x), "0", "0", "1"), "cos 0");
    CHECK(gives(graph_op2(&g, OP_MAX, x, y), "1/2", "2/3", "2/3"), "max");
    CHECK(gives(graph_sel(&g, x, y, x), "0", "7", "7"), "where, at 0");
    CHECK(gives(graph_sel(&g, x, y, x), "-1/9", "7", "-1/9"), "where");
    CHECK(gives(graph_op2(&g, OP_MUL, x, k), "3", "0", "1"), "3 * 1/3");
    CHECK(gives(graph_op2(&g, OP_MUL, x, graph_const(&g, 0.1)), "1", "0",
                "3602879701896397/36028797018963968"),
          "0.1 is the double");
    arena_free(&a);
    graph_free(&g);
}

/* Where the rationals end, the line and the operation. */
static void ends(void)
{
    g.line = 14;
    graph_id x = var(0), y = var(1), root = graph_op1(&g, OP_SQRT, x);
    CHECK(refuses(root, "2", "0", "line 14: not rational: square root"), "2");
    CHECK(refuses(root, "1/2", "0", "line 14: not rational"), "1/2");
    CHECK(refuses(root, "-4", "0", "line 14: square root of a negative"), "-4");
    CHECK(refuses(graph_op1(&g, OP_SIN, x), "1", "0",
                  "line 14: not rational: sine"),
          "sin 1");
    CHECK(refuses(graph_op2(&g, OP_DIV, x, y), "1", "0",
                  "line 14: division by zero"),
          "1/0");
    CHECK(refuses(graph_op2(&g, OP_ADD, y, graph_op1(&g, OP_NEG, root)), "2",
                  "1", "line 14: not rational"),
          "passed on");
    CHECK(refuses(graph_op2(&g, OP_MAX, root, y), "2", "9", "not rational"),
          "max uses both");
    CHECK(refuses(graph_sel(&g, root, x, y), "2", "9", "not rational"),
          "a condition is used");
    CHECK(gives(graph_sel(&g, y, root, x), "2", "-1", "2"), "not taken");
    graph_id big = x;
    for (int i = 0; i < 40; i++)
        big = graph_op2(&g, OP_MUL, big, big);
    CHECK(refuses(big, "2/3", "0", "too long"), "(2/3)^(2^40)");
    arena_free(&a);
    graph_free(&g);
}

static void memory_fails(void)
{
    graph_id root = graph_op2(&g, OP_ADD, var(0), var(1));
    tape t;
    mpq_t in[2], out[1];
    mpq_inits(in[0], in[1], out[0], NULL);
    CHECK(tape_make(&a, &g, 1, &root, 2, &t).code == PERP_OK, "refused");
    memory_refuse(1);
    CHECK(tape_exact(&t, (const mpq_t *)in, out).code == PERP_LIMIT, "code");
    memory_refuse(0);
    CHECK(tape_exact(&t, (const mpq_t *)in, out).code == PERP_OK, "code");
    mpq_clears(in[0], in[1], out[0], NULL);
    tape_clear(&t);
    arena_free(&a);
    graph_free(&g);
}

int main(void)
{
    memory_adopt_gmp();
    RUN(operations);
    RUN(ends);
    RUN(memory_fails);
    DONE;
}
