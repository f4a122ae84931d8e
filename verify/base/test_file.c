/* A write that fails once is told, whatever the writes behind it do. */
#define _GNU_SOURCE
#include "base/file.h"
#include "check.h"
#include "failing.h"
#include "run/trace/lines.h"

#include <string.h>

static void told_at_every_write(void)
{
    long writes = 99;
    for (long k = 0; k <= writes; k++) {
        FILE *f = failing_open(k);
        for (int i = 0; i < 10; i++)
            fprintf(f, "%031d\n", i); /* two fill the buffer */
        perp_status s = file_end(f, "somewhere");
        writes = k == 0 ? failing_writes : writes;
        CHECK(writes >= 5 && writes < 12, "%ld writes", writes);
        CHECK(s.code == (k > 0 ? PERP_IO : PERP_OK), "write %ld: %d", k,
              (int)s.code);
        CHECK(s.code == PERP_OK || strstr(s.message, "somewhere") != NULL, "%s",
              s.message);
    }
}

static void flushed_is_not_whole(void)
{
    FILE *f = failing_open(1);
    fputs("lost", f);
    fflush(f);
    fputs("arrives", f);
    CHECK(fflush(f) == 0 && failing_writes == 2, "the second write works");
    CHECK(file_written(f, "f").code == PERP_IO, "and what was lost is told");
    CHECK(file_end(f, "f").code == PERP_IO, "at the end, too");
    CHECK(file_end(NULL, "f").code == PERP_OK, "no file");
}

/* A row of a trace that is longer than the buffer is several writes; flushing it
   asks of the last one only. */
static void a_row_of_a_trace(void)
{
    const char *name[40];
    trace t;
    for (int i = 0; i < 40; i++)
        name[i] = "a.name.of.sixteen";
    CHECK(trace_new(1, 40, name, 0, &t).code == PERP_OK, "trace");
    t.rows = 1;
    for (long k = 1; k <= 3; k++) {
        FILE *f = failing_open(k);
        perp_status s = lines_row(f, &t, 0);
        CHECK(failing_writes > 3, "%ld writes", failing_writes);
        CHECK(s.code == PERP_IO, "write %ld: %d", k, (int)s.code);
        fclose(f);
    }
    trace_free(&t);
}

int main(void)
{
    RUN(told_at_every_write);
    RUN(flushed_is_not_whole);
    RUN(a_row_of_a_trace);
    DONE;
}
