/**
# Runs that can be left, and one that goes on

`--states K` puts states into the rows of `--trace`, and `--resume FILE` goes on with such
a file (`run/resume.h`). That both are one run is asked of its first line: version and
commit, scheme, step, duration, arithmetic, parameters, and SHA-256 of the scene's own
text with all of the modules that it has required so far. The file is cut behind its
last state only when everything before that has been read and found right.
*/
#include "base/file.h"
#include "base/memory.h"
#include "run/header.h"
#include "run/trace/lines.h"
#include "scene/bind/inside.h"

#include <errno.h>
#include <limits.h>
#include <string.h>

int resumed_wanted(const bind_options *o)
{
    return o != NULL && (o->states > 0 || o->resume != NULL);
}

int resumed_shapes(const bind_call *c)
{
    return c != NULL && (c->asked->shapes || c->files.before.shapes);
}

perp_status resumed_source(bind_call *c, const char *path)
{
    if (!resumed_wanted(c->asked))
        return PERP_SUCCESS;
    FILE *f = fopen(path, "rb");
    if (f == NULL)
        return PERP_FAIL(PERP_IO, "cannot read '%.300s': %s", path,
                         strerror(errno));
    if (!c->files.read)
        sha256_begin(&c->files.source);
    c->files.read = 1;
    sha256_read(&c->files.source, f, LONG_MAX);
    const int failed = ferror(f);
    fclose(f);
    return failed ? PERP_FAIL(PERP_IO, "cannot read '%.300s'", path)
                  : PERP_SUCCESS;
}

perp_status resumed_head(const bind_call *c, const experiment *e, FILE *f)
{
    const bind_options *o = c->asked;
    const long every = o->states > 0 ? o->states : c->files.before.every;
    sha256 source = c->files.source;
    run_header x;
    char sum[65];
    PERP_TRY(header_make(e, NULL, &x));
    fputs("{\"run\": ", f);
    header_json(&x, f);
    if (resumed_wanted(o)) {
        sha256_end(&source, sum);
        fprintf(f,
                ", \"states\": %ld, \"scene\": \"%s\", \"proof\": \"%s\", "
                "\"events\": \"%s\"",
                every, sum, certify_word(e, o),
                o->events != NULL ? "yes" : "no");
    }
    if (resumed_shapes(c) && e->shapes != NULL)
        fprintf(f, ", \"shapes\": %s", e->shapes);
    fputs("}\n", f);
    header_free(&x);
    return file_written(f, "the trace");
}

/* The first line of this run, as a text of n bytes. */
static perp_status head_text(const bind_call *c, const experiment *e,
                             char **text)
{
    FILE *f;
    *text = NULL;
    PERP_TRY(file_scratch(&f));
    perp_status s = resumed_head(c, e, f);
    const long n = s.code == PERP_OK ? ftell(f) : 0;
    *text = memory_new((size_t)n + 1, 1);
    if (s.code == PERP_OK && *text == NULL)
        s = PERP_NO_MEMORY(n);
    rewind(f);
    if (s.code == PERP_OK && fread(*text, 1, (size_t)n, f) != (size_t)n)
        s = PERP_FAIL(PERP_IO, "a temporary file cannot be read");
    fclose(f);
    return s;
}

/** Who was killed before the first state begins anew: the file, which has the right
first line, too. */
perp_status resumed_open(bind_call *c, const experiment *e)
{
    const bind_options *o = c->asked;
    past *p = &c->files.before;
    char *head;
    if (c->files.runs > 0)
        return PERP_FAIL(PERP_USAGE,
                         "--%s is for one run, and this scene "
                         "makes several",
                         o->resume != NULL ? "resume" : "states");
    if (o->resume == NULL)
        return PERP_SUCCESS;
    PERP_TRY(apart_writes("--resume", o->resume));
    PERP_TRY(past_open(o->resume, p));
    perp_status s = head_text(c, e, &head);
    if (s.code == PERP_OK)
        s = past_same(p, head);
    memory_free(head);
    PERP_TRY(s);
    if (!o->quiet)
        doors_say(o, "%s: %s, %ld rows of it are taken\n", o->resume,
                  p->finished ? "finished" : "unfinished", p->rows);
    if (p->rows > 0)
        return PERP_SUCCESS;
    PERP_TRY(file_grow(o->resume, &c->files.lines));
    return resumed_head(c, e, c->files.lines);
}

perp_status resumed_row(void *call, const trace *t, int row)
{
    bind_call *c = call;
    const past *p = &c->files.before;
    if (row < p->rows)
        return PERP_SUCCESS;
    if (c->files.lines == NULL)
        PERP_TRY(file_go_on(p->path, p->end, &c->files.lines));
    return lines_row(c->files.lines, t, row);
}

perp_status resumed_place(void *of, const trace *t, int row)
{
    resumed_drawn *x = of;
    bind_call *c = x->call;
    const char *line;
    PERP_TRY(drawn_line(&x->of, t, row, &line));
    if (row < c->files.before.rows)
        return past_place(&c->files.before, line);
    fputs(line, c->files.lines);
    return file_written(c->files.lines, "the trace");
}

perp_status resumed_state(void *call, const char *words, const char digest[65])
{
    const bind_call *c = call;
    FILE *f = c->files.lines;
    fprintf(f, "{\"state\": \"%s\", \"digest\": \"%s\"}\n", words, digest);
    return file_written(f, "the trace");
}
