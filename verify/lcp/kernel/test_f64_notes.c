/**
# What a small kernel notes before it is asked

Notes are guesses: on Lemke's path they have to be right, or they are worth
nothing; anywhere else they may be wrong, and no answer may be.
*/
#include "impact_random.h"

#include "lcp/solve/lemke.h"
#include "lcp/kernel/tableau_f64.h"

static const tableau_f64_rules rules = {1e-11, 1e-12};

/* What a small kernel has noted of the next question, and what became true. */
typedef struct {
    const tableau_f64 *t;
    int more, col, early; /* noted at the exchange before, if not the last */
    int asked, known, right;
} notes;

static void see_notes(void *context, int row, int col)
{
    notes *x = context;
    const tableau *t = &x->t->head;
    if (x->more) {
        x->asked++;
        x->known += x->col == col;
        x->right += x->col == col && x->early == row;
    }
    x->more = t->basic[row] != tableau_z0(t);
    x->col = x->t->fresh;
    x->early = x->t->early;
}

/** Along the path the column of the partner is always known before Lemke asks,
and the row that leaves is known early but for ties and what is below the
bar. */
static void notes_on_the_path(void)
{
    check_random r = {check_seed(38)};
    notes x = {0};
    for (int i = 0; i < 400; i++) {
        impact_kind k = {.bodies = 2,
                         .contacts = check_integer(&r, 1, 6),
                         .directions = 2,
                         .bounded = i % 2};
        impact g = impact_new(&r, &k);
        arena a = {0};
        tableau_f64 t;
        lemke_end end;
        int width = i % (1 + (int)f64_widest());
        const f64_kernel *of =
            f64_choose(F64_SMALL, 0, g.p.n, (f64_width)width);
        CHECK(tableau_f64_new_as(&a, 0, g.p.n, rules, of, &t).code == 0, "new");
        tableau_f64_load(&t, g.A, g.b, NULL);
        x.t = &t;
        x.more = 0;
        lemke_run(&t.head, 4000, &(lemke_witness){see_notes, &x}, &end);
        arena_free(&a);
        impact_free(&g);
    }
    printf("%d questions, %d columns known, %d rows\n", x.asked, x.known,
           x.right);
    CHECK(x.asked > 1000, "%d are too few", x.asked);
    CHECK(x.known == x.asked, "%d columns of %d", x.known, x.asked);
    CHECK(x.right > 0.9 * x.asked, "%d rows of %d", x.right, x.asked);
}

/* A small tableau and a whole one of the same problem. */
static void begin(arena *a, int width, const lcp_problem *p, tableau_f64 *t)
{
    static const f64_form form[] = {F64_SMALL, F64_WHOLE};
    for (int i = 0; i < 2; i++) {
        const f64_kernel *of = f64_choose(form[i], 0, p->n, (f64_width)width);
        CHECK(tableau_f64_new_as(a, 0, p->n, rules, of, &t[i]).code == 0,
              "new");
        tableau_f64_load(&t[i], p->A, p->b, NULL);
    }
}

/* Exchanges in both. */
static int exchange(tableau_f64 *t, int row, int col)
{
    int end[2];
    for (int i = 0; i < 2; i++) {
        end[i] = t[i].head.ask->pivot(&t[i].head, row, col);
        tableau_exchange(&t[i].head, row, col);
    }
    CHECK(end[0] == end[1], "n = %d, (%d, %d): %d, %d", t->head.n, row, col,
          end[0], end[1]);
    return end[1];
}

/* Asks both which row leaves, the small one twice: then it knows. */
static int ask(tableau_f64 *t, int col)
{
    int row = t[1].head.ask->leaving_row(&t[1].head, col);
    for (int k = 0; k < 2; k++)
        CHECK(t->head.ask->leaving_row(&t->head, col) == row,
              "n = %d, column %d, row %d", t->head.n, col, row);
    return row;
}

/** Off the path the notes are wrong, and no answer is. */
static void questions_off_the_path(void)
{
    check_random r = {check_seed(39)};
    int done = 0;
    for (int i = 0; i < 120; i++) {
        impact_kind k = {.bodies = 3,
                         .contacts = check_integer(&r, 1, 6),
                         .directions = 2,
                         .bounded = 1};
        impact g = impact_new(&r, &k);
        arena a = {0};
        tableau_f64 t[2];
        for (int j = 0; i % 3 == 0 && j < g.p.n; j++)
            g.b[j] = check_integer(&r, -1, 1); /* ties */
        begin(&a, i % (1 + (int)f64_widest()), &g.p, t);
        for (int step = 0; step < 40; step++) {
            int col = check_integer(&r, 0, g.p.n), row = ask(t, col);
            if (row < 0 || check_integer(&r, 0, 3) == 0)
                row = check_integer(&r, 0, g.p.n - 1);
            double own = fabs(tableau_f64_column(&t[1], col)[row]);
            if (!(own > 0.1) || !(own < 10))
                continue;
            exchange(t, row, col);
            done++;
        }
        arena_free(&a);
        impact_free(&g);
    }
    printf("%d exchanges anywhere\n", done);
    CHECK(done > 1000, "%d are too few", done);
}

/** A last exchange whose numbers no double holds, and a ratio that is infinite in
a row that was noted. */
static void numbers_too_large(void)
{
    for (int width = 0; width <= (int)f64_widest(); width++) {
        arena a = {0};
        tableau_f64 t[2];
        double A = 1e-200, b = -1e200;
        begin(&a, width, &(lcp_problem){0, 1, &A, &b}, t);
        CHECK(exchange(t, 0, 1) == TABLEAU_NONE, "the first exchange");
        CHECK(exchange(t, 0, 0) == TABLEAU_BROKEN, "z is infinite");
        double C[4] = {1, -1e-310, 0, 0}, c[2] = {0, -1};
        begin(&a, width, &(lcp_problem){0, 2, C, c}, t);
        CHECK(exchange(t, 1, 2) == TABLEAU_NONE, "z0 comes in");
        CHECK(ask(t, 1) == TABLEAU_BROKEN, "the ratio is infinite");
        arena_free(&a);
    }
}

int main(void)
{
    memory_adopt_gmp();
    RUN(notes_on_the_path);
    RUN(questions_off_the_path);
    RUN(numbers_too_large);
    DONE;
}
