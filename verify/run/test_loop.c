/* The loop of every run, with schemes that are told what to do: what they are asked, in
   which order, what a table holds then, and what is left when they fail. */
#include "base/memory.h"
#include "run/trace/lines.h"
#include "toy_scheme.h"

static const struct scheme early = {
    .name = "early", .ahead = 1, .alpha = 1, .gamma = 0.5, TOY};

static int stops(void *user, long row, long last)
{
    CHECK(last == 8 && user == &told, "%ld", last);
    return row == told.stop_at;
}

/* Eight steps of 1/4 from x = 1 with v = -3/2, `told` as it is. */
static perp_status run(const struct scheme *s, experiment_mode mode, trace *t,
                       summary *sum, FILE *lines)
{
    scene c;
    experiment e;
    toy_start(&c, &e, s, 8);
    e.mode = mode;
    const row_reader reader = {.row = lines_row, .self = lines};
    e.readers = lines != NULL ? &reader : NULL;
    mpq_set_d(e.alpha, 0.25);
    mpq_set_d(e.gamma, 0.75);
    const state_reader nobody = {.every = 1};
    e.states = told.wordless ? &nobody : NULL;
    e.watch = told.stop_at > 0 ? stops : NULL;
    e.user = &told;
    told.freed = 0;
    told.calls[0] = '\0';
    perp_status st = loop_run(&e, t, sum);
    CHECK(mpq_cmp_si(e.alpha, 1, 4) == 0 && mpq_cmp_si(e.gamma, 3, 4) == 0,
          "the caller's weights are his");
    CHECK(told.freed == 1 || t->cell == NULL, "freed %d times", told.freed);
    if (st.code != PERP_OK) {
        CHECK(t->cell == NULL && t->name == NULL && t->rows == 0, "a table");
        CHECK(sum->note == NULL && sum->found == NULL && sum->steps == 0,
              "a summary");
    }
    experiment_end(&e);
    scene_end(&c);
    return st;
}

/* Columns, rows and sums by closed forms, exact in binary: the velocity turns
   round in the rows 3 and 6. */
static void rows(void)
{
    static const char *const name[] = {"step", "t",       "q.a",  "v.a",
                                       "va.a", "kinetic", "cj.a", "way"};
    trace t;
    summary sum;
    told.whirls = 3;
    perp_status st = run(&toy, EXPERIMENT_DOUBLE, &t, &sum, NULL);
    CHECK(st.code == PERP_OK && t.rows == 9 && t.columns == 8, "%d x %d",
          t.rows, t.columns);
    for (int j = 0; j < t.columns && j < 8; j++)
        CHECK(strcmp(t.name[j], name[j]) == 0, "%s", t.name[j]);
    for (int l = 0; l < t.rows; l++) {
        const double *x = t.cell + (size_t)l * 8;
        const int back = l <= 3 ? l : l <= 6 ? 6 - l : l - 6;
        const double v = l / 3 == 1 ? 1.5 : -1.5;
        CHECK(x[0] == l && x[1] == 0.25 * l, "row %d", l);
        CHECK(x[2] == 1 - 0.375 * back && x[3] == v && x[4] == v,
              "row %d: %g, %g", l, x[2], x[3]);
        CHECK(x[5] == 1.125 && x[7] == 0.375 * l, "row %d: %g", l, x[7]);
    }
    CHECK(sum.steps == 8 && sum.tv_v == 6 && sum.tv_va == 6, "%g", sum.tv_v);
    CHECK(sum.kinetic_first == 1.125 && sum.kinetic_last == 1.125, "energies");
    CHECK(sum.owns == 1 && sum.own[0].x == 3, "own");
    CHECK(told.alpha == 0.25 && told.gamma == 0.75, "the experiment's weights");
    done(&t, &sum);
}

/* The order that run/scheme.h promises, of both kinds; and the weights of a
   scheme that has some. Each row is streamed once. */
static void order(void)
{
    trace t;
    summary sum;
    char text[4096] = "";
    int streamed = 0;
    FILE *f = tmpfile();
    CHECK(f != NULL, "a file");
    run(&toy, EXPERIMENT_DOUBLE, &t, &sum, f);
    CHECK(strcmp(told.calls, "b0 p0 s1 E0 p1 s2 E1 p2 s3 E2 p3 s4 E3 p4 s5 E4 "
                             "p5 s6 E5 p6 s7 E6 p7 s8 E7 p8 e8 m9 ") == 0,
          "%s", told.calls);
    rewind(f);
    for (; fgets(text, sizeof text, f) != NULL; streamed++) {
        char want[64];
        snprintf(want, sizeof want, "{\"step\": %d, \"t\": %.17g, ", streamed,
                 0.25 * streamed);
        CHECK(strncmp(text, want, strlen(want)) == 0, "%s", text);
        CHECK(strstr(text, "\"kinetic\": 1.125") != NULL, "%s", text);
    }
    CHECK(streamed == 9, "%d lines", streamed);
    fclose(f);
    done(&t, &sum);
    run(&early, EXPERIMENT_DOUBLE, &t, &sum, NULL);
    CHECK(strcmp(told.calls, "b0 p0 e0 s1 p1 e1 s2 p2 e2 s3 p3 e3 s4 p4 e4 s5 "
                             "p5 e5 s6 p6 e6 s7 p7 e7 s8 p8 e8 m9 ") == 0,
          "%s", told.calls);
    CHECK(told.alpha == 1 && told.gamma == 0.5, "the scheme's weights");
    done(&t, &sum);
}

/* A row that is no step: one row more, and the table grows for it. */
static void a_row_more(void)
{
    trace t;
    summary sum;
    told.idle_at = 4;
    perp_status st = run(&toy, EXPERIMENT_DOUBLE, &t, &sum, NULL);
    CHECK(st.code == PERP_OK && t.rows == 10 && sum.steps == 9, "%d", t.rows);
    CHECK(t.cell[9 * 8 + 2] == 1 - 0.375 * 8, "%g", t.cell[9 * 8 + 2]);
    done(&t, &sum);
}

/* Errors: the step's with row and time, the others as they are; nothing is left
   (the sanitizers look for it) and `free` is called once. */
static void errors(void)
{
    trace t;
    summary sum;
    told.fails_at = 3;
    expect(run(&toy, EXPERIMENT_DOUBLE, &t, &sum, NULL), PERP_NO_SOLUTION,
           "step 3 (t = 0.5 s): the toy breaks");
    CHECK(told.freed == 1, "freed %d times", told.freed);
    done(&t, &sum);
    told.stop_at = 2;
    expect(run(&toy, EXPERIMENT_DOUBLE, &t, &sum, NULL), PERP_LIMIT,
           "stopped at step 2 of 8");
    CHECK(told.freed == 1, "freed %d times", told.freed);
    done(&t, &sum);
    for (int half = 1; half < 3; half++) {
        told.bad_begin = half;
        expect(run(&toy, EXPERIMENT_DOUBLE, &t, &sum, NULL), PERP_INPUT,
               half == 1 ? "nothing begins" : "begun by half");
        CHECK(told.freed == 1, "freed %d times", told.freed);
        done(&t, &sum);
    }
    told.wordless = 1;
    expect(run(&toy, EXPERIMENT_DOUBLE, &t, &sum, NULL), PERP_INPUT,
           "--states and --resume do not know the scheme 'toy', whose state "
           "has no words; leave them out");
    done(&t, &sum);
    expect(run(&toy, EXPERIMENT_RATIONAL, &t, &sum, NULL), PERP_INPUT,
           "the scheme 'toy' knows no exact arithmetic of this kind; run it "
           "without --rational");
    expect(run(&toy, EXPERIMENT_EXACT_CHECK, &t, &sum, NULL), PERP_INPUT,
           "the scheme 'toy' knows no exact arithmetic of this kind; run it "
           "without --exact-check");
    done(&t, &sum);
}

/* A NaN leaves no row, neither in the table nor in the stream, and nothing is
   asked of the scheme behind it. */
static void no_nan(void)
{
    for (int row = 0; row < 9; row++) {
        trace t;
        summary sum;
        char text[4096];
        FILE *f = tmpfile();
        CHECK(f != NULL, "a file");
        told.nan_at = row;
        perp_status st = run(&toy, EXPERIMENT_DOUBLE, &t, &sum, f);
        CHECK(st.code == PERP_LIMIT && strstr(st.message, "v.a") != NULL,
              "row %d: %d", row, (int)st.code);
        snprintf(text, sizeof text, "p%d ", row);
        CHECK(strcmp(told.calls + strlen(told.calls) - 3, text) == 0,
              "it went on: %s", told.calls);
        rewind(f);
        while (fgets(text, sizeof text, f) != NULL)
            CHECK(strstr(text, "nan") == NULL, "%s", text);
        fclose(f);
        done(&t, &sum);
    }
}

/* A measure may not be called like a column of the scheme. */
static void names_apart(void)
{
    scene c;
    experiment e;
    trace t;
    summary sum;
    scene_start(&c, 1);
    graph_id one = graph_const(&c.g, 1), zero = graph_const(&c.g, 0);
    const char *name = "way";
    system_spec spec = {.g = &c.g,
                        .nq = 1,
                        .nv = 1,
                        .q_name = c.name,
                        .v_name = c.name,
                        .M = &one,
                        .k = &zero,
                        .measures = 1,
                        .measure_name = &name,
                        .measure = c.q};
    CHECK(system_make(&c.a, &spec, &c.sys).code == PERP_OK, "made");
    experiment_start(&e, &c.sys);
    e.scheme = &toy;
    mpq_set_d(e.h, 1);
    mpq_set_d(e.T, 1);
    expect(loop_run(&e, &t, &sum), PERP_INPUT,
           "a measure has the name 'way' of another column; call it something "
           "else");
    experiment_end(&e);
    scene_end(&c);
    done(&t, &sum);
}

/* Parts of a run: the rows of the whole one after each step, by the closed form
   1 - 3/8 n, and all of it at the end; a run that is left early leaves nothing. */
static void by_steps(void)
{
    for (int most = 0; most < 9; most++) {
        scene c;
        experiment e;
        trace t;
        summary sum;
        loop l;
        toy_start(&c, &e, &toy, 8);
        CHECK(loop_begin(&l, &e, &t, &sum).code == PERP_OK, "begun");
        for (int n = 0; n < most; n++) {
            CHECK(l.left == 8 - n && t.rows == n + 1, "%ld left", l.left);
            CHECK(loop_step(&l).code == PERP_OK, "step %d", n + 1);
            CHECK(t.cell[(n + 1) * 8 + 2] == 1 - 0.375 * (n + 1), "x");
            CHECK(t.cell[n * 8 + 5] == 1.125, "the row before is whole");
        }
        perp_status s =
            most == 8 ? PERP_SUCCESS : PERP_FAIL(PERP_LIMIT, "left");
        s = loop_end(&l, s);
        CHECK(s.code == (most == 8 ? PERP_OK : PERP_LIMIT), "the end");
        CHECK(most == 8 ? sum.steps == 8 && t.cell[8 * 8 + 5] == 1.125
                        : t.cell == NULL && sum.note == NULL,
              "after %d steps", most);
        done(&t, &sum);
        experiment_end(&e);
        scene_end(&c);
    }
}

/* Every refused piece of memory is a clean end. */
static void out_of_memory(void)
{
    int clean = 0;
    for (size_t k = 1; k < 200 && !clean; k++) {
        scene c;
        experiment e;
        trace t;
        summary sum;
        CHECK(scene_joint(&c).code == PERP_OK, "scene");
        experiment_start(&e, &c.sys);
        e.scheme = &toy;
        mpq_set_d(e.h, 0.25);
        mpq_set_d(e.T, 1);
        told.idle_at = 2;
        memory_refuse(k);
        perp_status st = loop_run(&e, &t, &sum);
        memory_refuse(0);
        clean = st.code == PERP_OK;
        CHECK(clean || st.code == PERP_LIMIT, "k = %zu: %d", k, (int)st.code);
        CHECK(clean || (t.cell == NULL && sum.note == NULL), "k = %zu", k);
        CHECK(k > 3 || !clean, "nothing was refused");
        done(&t, &sum);
        experiment_end(&e);
        scene_end(&c);
    }
    CHECK(clean, "never clean");
}

int main(void)
{
    memory_adopt_gmp();
    told.nan_at = told.fails_at = -1;
    RUN(rows);
    RUN(order);
    RUN(a_row_more);
    RUN(errors);
    RUN(no_nan);
    RUN(names_apart);
    RUN(by_steps);
    RUN(out_of_memory);
    DONE;
}
