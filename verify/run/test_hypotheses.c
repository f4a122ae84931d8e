#include "check.h"
#include "run/hypotheses.h"

#include <string.h>

/** Of several outputs the largest growth counts, of the inputs that are asked
about alone; what is unknown of one is unknown of all. */
static void joined(void)
{
    arena a = {0};
    graph g = {0};
    tape t;
    growth both = form_nothing, second = form_nothing, all = form_nothing;
    graph_id x = graph_var(&g, 0), y = graph_var(&g, 1);
    graph_id root[2] = {graph_op2(&g, OP_MUL, x, x),
                        graph_op2(&g, OP_MAX, y, graph_op1(&g, OP_NEG, y))};
    CHECK(tape_make(&a, &g, 2, root, 2, &t).code == PERP_OK, "tape");
    CHECK(form_growth(&a, &t, 0, 1, &both).code == PERP_OK, "x");
    CHECK(both.value == 2 && both.first == 1 && both.second == 0 &&
              !both.kinks,
          "x^2 and |y|, in x: %d %d %d", both.value, both.first, both.second);
    CHECK(form_growth(&a, &t, 1, 2, &second).code == PERP_OK, "y");
    CHECK(second.value == 1 && second.first == 0 && second.kinks,
          "the same in y: %d %d", second.value, second.first);
    CHECK(form_growth(&a, &t, 0, 9, &all).code == PERP_OK, "x, y");
    CHECK(all.value == 2 && all.first == 1 && all.kinks && !all.jumps,
          "in both: %d %d", all.value, all.first);
    CHECK(strcmp(form_why(&all), "a max or an absolute value") == 0, "%s",
          form_why(&all));
    CHECK(strcmp(form_why(&both), "a power or a product") == 0, "%s",
          form_why(&both));
    tape_clear(&t);
    graph_free(&g);
    arena_free(&a);
}

/** A finding holds a number only where one was given. */
static void said(void)
{
    finding f = {.has_number = 1, .number = 7};
    finding_say(&f, VERDICT_OPEN, BASIS_FORM, "%d contacts", 3);
    CHECK(f.verdict == VERDICT_OPEN && f.basis == BASIS_FORM && !f.has_number &&
              strcmp(f.text, "3 contacts") == 0,
          "%s", f.text);
    finding_number(&f, VERDICT_MET, BASIS_RUNS, 0.5, "L = %g", 0.5);
    CHECK(f.verdict == VERDICT_MET && f.has_number && f.number == 0.5 &&
              strcmp(f.text, "L = 0.5") == 0,
          "%s", f.text);
}

int main(void)
{
    RUN(joined);
    RUN(said);
    DONE;
}
