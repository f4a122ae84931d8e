#include "base/memory.h"
#include "check.h"
#include "own_dir.h"
#include "run/trace/trace.h"


static const char *const names[2] = {"step", "q.a"};

static void read_back(const char *path, char *text, size_t size)
{
    FILE *f = fopen(path, "r");
    size_t n = f == NULL ? 0 : fread(text, 1, size - 1, f);
    text[n] = '\0';
    if (f != NULL)
        fclose(f);
}

static void write_to(const char *path, const trace *t)
{
    FILE *f = fopen(path, "w");
    CHECK(f != NULL, "%s", path);
    trace_csv(t, f);
    CHECK(fclose(f) == 0, "%s", path);
}

/* %.17g gives the double back to whoever reads the table. */
static void writes_doubles(void)
{
    trace t;
    char text[200];
    const char *path = in_dir("doubles");
    double back;
    CHECK(trace_new(2, 2, names, 0, &t).code == PERP_OK, "refused");
    t.rows = 1;
    t.cell[1] = 0.1;
    write_to(path, &t);
    read_back(path, text, sizeof text);
    CHECK(sscanf(text, "step,q.a\n0,%lf\n", &back) == 1 && back == 0.1, "%s",
          text);
    CHECK(trace_column(&t, "q.a") == 1 && trace_column(&t, "q") == -1, "name");
    trace_free(&t);
}

static void writes_ratios(void)
{
    trace t;
    char text[200];
    const char *path = in_dir("ratios");
    CHECK(trace_new(1, 2, names, 1, &t).code == PERP_OK, "refused");
    t.rows = 1;
    mpq_set_si(t.exact[1], -22, 7);
    write_to(path, &t);
    read_back(path, text, sizeof text);
    CHECK(strcmp(text, "step,q.a\n0,-22/7\n") == 0, "%s", text);
    trace_free(&t);
}

/* More room keeps what is there; a refused request changes nothing. */
static void grows(void)
{
    for (int exact = 0; exact < 2; exact++) {
        trace t;
        CHECK(trace_new(2, 2, names, exact, &t).code == PERP_OK, "refused");
        t.cell[3] = 7;
        if (exact)
            mpq_set_si(t.exact[3], -22, 7);
        for (size_t k = 1; k <= 1 + (size_t)exact; k++) {
            memory_refuse(k);
            CHECK(trace_grow(&t, 50).code == PERP_LIMIT && t.capacity == 2,
                  "request %zu", k);
            memory_refuse(0);
        }
        CHECK(trace_grow(&t, 50).code == PERP_OK && t.capacity == 50, "grow");
        CHECK(t.cell[3] == 7 && t.cell[99] == 0, "cells");
        CHECK(!exact || (mpq_cmp_si(t.exact[3], -22, 7) == 0 &&
                         mpq_sgn(t.exact[99]) == 0),
              "ratios");
        trace_free(&t);
    }
}

/* A window: the last row moves to the front, and the room behind it is zero. */
static void slides(void)
{
    for (int exact = 0; exact < 2; exact++) {
        trace t;
        CHECK(trace_new(3, 2, names, exact, &t).code == PERP_OK, "refused");
        for (int turn = 0; turn < 4; turn++) {
            for (t.rows = t.rows == 0 ? 0 : t.first + 1; t.rows < t.first + 3;
                 t.rows++) {
                const size_t at = trace_at(&t, t.rows);
                CHECK(at < 6 && t.cell[at + 1] == 0, "row %d", t.rows);
                CHECK(!exact || mpq_sgn(t.exact[at + 1]) == 0, "%d", t.rows);
                t.cell[at] = t.rows;
                t.cell[at + 1] = 7 + t.rows;
                if (exact)
                    mpq_set_si(t.exact[at + 1], 7 + t.rows, 3);
            }
            CHECK(t.rows == 3 + 2 * turn, "%d rows", t.rows);
            trace_slide(&t, 1);
            CHECK(t.first == t.rows - 1 && t.cell[0] == t.first &&
                      t.cell[1] == 7 + t.first,
                  "turn %d: %g", turn, t.cell[0]);
            CHECK(!exact || mpq_cmp_si(t.exact[1], 7 + t.first, 3) == 0,
                  "turn %d", turn);
        }
        trace_slide(&t, 1); /* with one row, nothing */
        CHECK(t.cell[1] == 7 + t.first, "again");
        const int last = t.first;
        for (int row = last + 1; row < last + 3; row++) {
            t.cell[trace_at(&t, row)] = row;
            if (exact)
                mpq_set_si(t.exact[trace_at(&t, row)], row, 3);
        }
        t.rows = last + 3;
        trace_slide(&t, 2); /* two stay, and the third is room */
        CHECK(t.first == last + 1 && t.cell[0] == last + 1 &&
                  t.cell[2] == last + 2 && t.cell[4] == 0 && t.cell[5] == 0,
              "%d: %g, %g, %g", t.first, t.cell[0], t.cell[2], t.cell[4]);
        CHECK(!exact || (mpq_cmp_si(t.exact[2], last + 2, 3) == 0 &&
                         mpq_sgn(t.exact[4]) == 0),
              "two exact rows");
        trace_free(&t);
    }
}

static void out_of_memory(void)
{
    for (size_t k = 1; k <= 4; k++) {
        trace t;
        memory_refuse(k);
        perp_status s = trace_new(3, 2, names, 0, &t);
        memory_refuse(0);
        CHECK(s.code == PERP_LIMIT, "request %zu: %d", k, (int)s.code);
    }
}

int main(void)
{
    own_dir();
    RUN(writes_doubles);
    RUN(writes_ratios);
    RUN(grows);
    RUN(slides);
    RUN(out_of_memory);
    own_dir_end();
    DONE;
}
