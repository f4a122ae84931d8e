#include "base/memory.h"
#include "check.h"
#include "kinds.h"

/** Rates that are not Gamma(q) v: one of w^2, and one of a coordinate.

Verifies GAP08 (2.2). */
static void wrong_rates(void)
{
    for (int i = 0; i < 2; i++) {
        arena a = {0};
        graph g = {0};
        kind k;
        kind_form f;
        graph_id held[4], w = graph_var(&g, 3);
        kinds_wheel(&g, i == 0 ? graph_op2(&g, OP_MUL, w, w) : graph_var(&g, 0),
                    &f, held);
        perp_status s = kind_make(&a, &g, &f, &k);
        CHECK(s.code == PERP_INPUT && strstr(s.message, "a rate must") != NULL,
              "%s", s.message);
        graph_free(&g);
        arena_free(&a);
    }
    VERIFIES("GAP08 (2.2)");
}

/* One coordinate a side; inputs qA qB vA vB pA. */
static perp_status form(graph *g, graph_id gap, graph_id slip)
{
    arena a = {0};
    kind k;
    kind_form f = {.name = "test",
                   .coords = {1, 1},
                   .params = {1, 0},
                   .gap = gap,
                   .slips = 1,
                   .slip = &slip};
    perp_status s = kind_make(&a, g, &f, &k);
    kind_clear(&k);
    arena_free(&a);
    return s;
}

static int says(perp_status s, const char *text)
{
    int yes = s.code == PERP_INPUT && strstr(s.message, text) != NULL;
    if (!yes)
        printf("%s\n", s.message ? s.message : "accepted");
    return yes;
}

/* Gaps that move with velocities, slips that are not D(q) v. */
static void refusals(void)
{
    graph g = {0};
    g.line = 14;
    graph_id q0 = graph_var(&g, 0), v0 = graph_var(&g, 2), p = graph_var(&g, 4);
    graph_id qv = graph_op2(&g, OP_MUL, q0, v0);
    graph_id vv = graph_op2(&g, OP_MUL, v0, v0);
    CHECK(form(&g, q0, qv).code == PERP_OK, "D = q");
    CHECK(form(&g, q0, graph_op2(&g, OP_DIV, graph_op2(&g, OP_ADD, v0, qv), p))
                  .code == PERP_OK,
          "D = (1 + q) / p");
    CHECK(says(form(&g, qv, v0), "line 14: a gap must not depend"), "gap");
    CHECK(says(form(&g, q0, vv), "line 14: a slip must be linear"), "v^2");
    CHECK(says(form(&g, q0, graph_op1(&g, OP_SIN, v0)), "linear"), "sin v");
    CHECK(says(form(&g, q0, graph_op2(&g, OP_MAX, v0, qv)), "linear"), "max");
    CHECK(says(form(&g, q0, graph_op2(&g, OP_ADD, v0, q0)), "vanish"), "v + q");
    CHECK(says(form(&g, q0, graph_var(&g, 5)), "vanish"), "free");
    CHECK(says(form(&g, graph_var(&g, 5), v0), "input 5"), "free");
    graph_free(&g);
}

/* The same for a kind with rates. */
static void memory_fails_with_rates(void)
{
    size_t k = 1;
    for (int done = 0; !done; k++) {
        arena a = {0};
        graph g = {0};
        kind made = {0};
        kind_form f;
        graph_id held[4];
        memory_refuse(k);
        perp_status s = kinds_wheel(&g, GRAPH_NONE, &f, held);
        if (s.code == PERP_OK)
            s = kind_make(&a, &g, &f, &made);
        memory_refuse(0);
        done = s.code == PERP_OK;
        CHECK(done || s.code == PERP_LIMIT, "code %d", (int)s.code);
        kind_clear(&made);
        graph_free(&g);
        arena_free(&a);
    }
    CHECK(k > 10, "only %zu", k);
}

int main(void)
{
    memory_adopt_gmp();
    RUN(wrong_rates);
    RUN(refusals);
    RUN(memory_fails_with_rates);
    DONE;
}
