/* Files appear whole, at the end, under the right names, or not at all. */
#include "base/file.h"
#include "base/memory.h"
#include "check.h"
#include "own_dir.h"
#include "scene/run/figure.h"
#include "scene/run/output.h"
#include "gap08/run/steps.h"

#include <dirent.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static int there(const char *name)
{
    return access(in_dir(name), F_OK) == 0;
}

/* How many files wait for their names. */
static int waiting(void)
{
    int n = 0;
    DIR *d = opendir(dir);
    for (struct dirent *e; d != NULL && (e = readdir(d)) != NULL;)
        n += strncmp(e->d_name, "perp-", 5) == 0;
    CHECK(d != NULL && closedir(d) == 0, "%s", dir);
    return n;
}

static experiment_mode mode = EXPERIMENT_DOUBLE;

static void add_run(const char *name)
{
    const char *columns[] = {"step", "t"};
    trace t;
    summary sum = {.steps = 1};
    experiment e = {.name = name, .scheme = &scheme_alpha_gamma, .mode = mode};
    mpq_inits(e.alpha, e.gamma, e.h, NULL);
    perp_status s = trace_new(1, 2, columns, 0, &t);
    CHECK(s.code == PERP_OK, "%s", s.message);
    t.rows = 1;
    FILE *rows;
    s = output_rows_of(name, &rows);
    CHECK(s.code == PERP_OK && rows != NULL, "%s", s.message);
    trace_head(&t, rows);
    trace_line(&t, 0, rows);
    CHECK(file_end(rows, "the table").code == PERP_OK, "rows");
    s = output_run(&e, &sum);
    CHECK(s.code == PERP_OK, "%s", s.message);
    trace_free(&t);
    mpq_clears(e.alpha, e.gamma, e.h, NULL);
}

static void one_run(void)
{
    output_wish w = {.csv = in_dir("a.csv"), .plot = in_dir("p/q"), .quiet = 1};
    output_begin(&w);
    add_run("one");
    CHECK(figure_write("f", "<svg/>", 6).code == PERP_OK, "figure");
    CHECK(!there("a.csv") && !there("p/q/f.svg"), "too early");
    CHECK(output_finish().code == PERP_OK, "finish");
    CHECK(there("a.csv") && there("p/q/f.svg"), "missing");
    CHECK(!there("a.one.csv") && waiting() == 0, "left over");
}

static void two_runs(void)
{
    output_wish w = {.csv = in_dir("b.csv"), .quiet = 1};
    output_begin(&w);
    add_run("one");
    add_run("two");
    CHECK(output_finish().code == PERP_OK, "finish");
    CHECK(there("b.one.csv") && there("b.two.csv") && !there("b.csv"), "names");
}

static void abandoned(void)
{
    output_wish w = {
        .csv = in_dir("c.csv"), .plot = in_dir("new/er"), .quiet = 1};
    output_begin(&w);
    add_run("one");
    CHECK(figure_write("f", "<svg/>", 6).code == PERP_OK, "figure");
    CHECK(waiting() == 1, "the temporary file");
    output_abandon();
    CHECK(!there("c.csv") && waiting() == 0 && !there("new"), "left");
}

static void unlinked_by_a_signal(void)
{
    output_wish w = {.csv = in_dir("d.csv"), .quiet = 1};
    output_begin(&w);
    add_run("one");
    CHECK(waiting() == 1, "the temporary file");
    file_unlink();
    CHECK(waiting() == 0, "left");
    output_abandon();
}

static void names_twice(void)
{
    summary sum = {0};
    FILE *rows;
    output_wish w = {.csv = in_dir("e.csv"), .quiet = 1};
    output_begin(&w);
    add_run("one");
    experiment e = {.name = "one", .scheme = &scheme_alpha_gamma};
    mpq_inits(e.alpha, e.gamma, e.h, NULL);
    CHECK(output_rows_of("one", &rows).code == PERP_INPUT && rows == NULL,
          "a second table");
    CHECK(output_run(&e, &sum).code == PERP_INPUT, "accepted twice");
    mpq_clears(e.alpha, e.gamma, e.h, NULL);
    output_abandon();
}

/* An exact run with a step that is not proven ends with the code of a refuted
   claim, and its table is there to be looked at. */
static void refuted(void)
{
    output_wish w = {.csv = in_dir("r.csv"), .quiet = 1};
    output_begin(&w);
    mode = EXPERIMENT_EXACT_CHECK;
    add_run("doubtful"); /* one step, none proven */
    mode = EXPERIMENT_DOUBLE;
    perp_status s = output_finish();
    CHECK(s.code == PERP_REFUTED && strstr(s.message, "doubtful: 1 of 1"),
          "%d %s", (int)s.code, s.message);
    CHECK(there("r.csv"), "missing");
}

/* Rows of somebody else: in their place when all is well, and only then; to
   standard output, by way of a temporary file that is gone. */
static void rows_of_somebody(void)
{
    FILE *f;
    for (int fine = 0; fine < 2; fine++) {
        output_wish w = {.csv = in_dir("s.csv"), .quiet = 1};
        output_begin(&w);
        CHECK(output_rows(&f).code == PERP_OK && f != NULL, "no file");
        CHECK(fputs("solution,s\n", f) >= 0 && file_end(f, "s").code == PERP_OK, "rows");
        CHECK(!there("s.csv"), "too early");
        if (fine)
            CHECK(output_finish().code == PERP_OK, "finish");
        else
            output_abandon();
        CHECK(there("s.csv") == fine, "%d", fine);
    }
    output_wish none = {.quiet = 1};
    output_begin(&none);
    CHECK(output_rows(&f).code == PERP_OK && f == NULL, "not asked for");
    output_abandon();
    CHECK(waiting() == 0, "left over");
}

int main(void)
{
    own_dir();
    RUN(one_run);
    RUN(two_runs);
    RUN(refuted);
    RUN(abandoned);
    RUN(unlinked_by_a_signal);
    RUN(names_twice);
    RUN(rows_of_somebody);
    own_dir_end();
    DONE;
}
