/**
# What a run leaves behind

How many runs there are is known in the end, and with it what a table is called:
the list holds both names.
*/
#include "scene/run/output.h"
#include "base/carry.h"
#include "base/file.h"
#include "base/memory.h"
#include "scene/run/apart.h"
#include "scene/run/names.h"
#include "run/header.h"
#include "run/tally.h"

#include <stdio.h>
#include <string.h>

enum { PATH_ROOM = NAMES_ROOM, FILES_MOST = 4096 };

typedef struct {
    char alone[PATH_ROOM], named[PATH_ROOM]; /* final, with one run and more */
} pending;

typedef struct {
    char *name, *how; /* how: step, scheme and its parameters */
    run_header head;
    experiment_mode mode;
    summary sum;
} finished;

static struct {
    output_wish wish;
    pending **file;
    int files;
    finished *run;
    int runs;
} out;

static void forget(void)
{
    for (int i = 0; i < out.files; i++)
        memory_free(out.file[i]);
    memory_free(out.file);
    for (int i = 0; i < out.runs; i++) {
        finished *f = &out.run[i];
        memory_free(f->name);
        memory_free(f->how);
        header_free(&f->head);
        summary_clear(&f->sum);
    }
    memory_free(out.run);
    memset(&out, 0, sizeof out);
    apart_forget();
}

void output_abandon(void)
{
    file_abandon();
    forget();
}

void output_begin(const output_wish *wish)
{
    memset(&out, 0, sizeof out);
    out.wish = *wish;
}

/* Both names, where no other output has one of them. */
static perp_status promise(const char *what, const char *path, const char *run,
                           pending **to)
{
    char name[PATH_ROOM];
    *to = NULL;
    if (out.files >= FILES_MOST || !names_of_run(path, run, name))
        return PERP_FAIL(PERP_LIMIT, "too many files, or too long a name");
    if (out.file == NULL)
        out.file = memory_new(FILES_MOST, sizeof *out.file);
    pending *p = memory_new(1, sizeof *p);
    if (p == NULL || out.file == NULL) {
        memory_free(p);
        return PERP_NO_MEMORY(sizeof *p);
    }
    out.file[out.files++] = p;
    names_join(p->alone, path, "", "");
    names_join(p->named, name, "", "");
    for (int i = 0; i + 1 < out.files; i++)
        if (strcmp(out.file[i]->named, p->named) == 0)
            return PERP_FAIL(PERP_INPUT,
                             "two results would be '%s'; give each a name",
                             out.file[i]->named);
    *to = p;
    return apart_writes(what, path);
}

perp_status output_file(const char *what, const char *path, const char *run,
                        FILE **f)
{
    pending *p;
    *f = NULL;
    PERP_TRY(promise(what, path, run, &p));
    return file_new(p->named, f);
}

perp_status output_expect(const char *run)
{
    char name[PATH_ROOM];
    const char *csv = out.wish.csv;
    if (csv == NULL || carry_keeps(csv) || out.runs == 0)
        return PERP_SUCCESS;
    for (int i = 0; i < 2; i++)
        if (names_of_run(csv, i == 0 ? out.run[0].name : run, name))
            PERP_TRY(apart_writes("--csv", name));
    return PERP_SUCCESS;
}

static char *kept(const char *text)
{
    size_t n = strlen(text) + 1;
    char *copy = memory_new(n, 1);
    return copy == NULL ? NULL : memcpy(copy, text, n);
}

/** The table goes to disk row by row, because it may not fit in memory. To
standard output, or through what is no file, it goes in the end, so that a failure
leaves nothing there. */
static perp_status csv_file(const char *run, FILE **rows)
{
    const char *csv = out.wish.csv;
    pending *p;
    if (!carry_keeps(csv))
        return output_file("--csv", csv, run, rows);
    if (out.runs > 0)
        return PERP_FAIL(PERP_USAGE,
                         "--csv %s takes one run, and this "
                         "scene makes several; name a file",
                         csv);
    PERP_TRY(promise("--csv", csv, "", &p));
    return file_aside(csv, rows);
}

static perp_status new_name(const char *run)
{
    for (int i = 0; i < out.runs; i++)
        if (strcmp(out.run[i].name, run) == 0)
            return PERP_FAIL(PERP_INPUT,
                             "two runs are called '%s'; give each its own name",
                             run);
    return PERP_SUCCESS;
}

perp_status output_rows_of(const char *run, FILE **rows)
{
    *rows = NULL;
    PERP_TRY(new_name(run));
    return out.wish.csv == NULL ? PERP_SUCCESS : csv_file(run, rows);
}

perp_status output_table(const char *run, const trace *t)
{
    FILE *f;
    if (out.wish.csv == NULL)
        return PERP_SUCCESS;
    PERP_TRY(csv_file(run, &f));
    trace_csv(t, f);
    return file_end(f, out.wish.csv);
}

perp_status output_rows(FILE **rows)
{
    return output_rows_of("", rows);
}

perp_status output_run(const experiment *e, const summary *sum)
{
    PERP_TRY(new_name(e->name));
    finished *grown =
        memory_resize(out.run, ((size_t)out.runs + 1) * sizeof *out.run);
    if (grown == NULL)
        return PERP_NO_MEMORY(sizeof *out.run);
    out.run = grown;
    finished *f = &grown[out.runs++];
    *f = (finished){
        .name = kept(e->name),
        .how = header_how(e),
        .mode = e->mode,
        .sum = *sum};
    const char *from[] = {sum->tv_v_exact, sum->tv_va_exact,
                          sum->kinetic_first_exact, sum->kinetic_last_exact,
                          sum->found};
    char **to[] = {&f->sum.tv_v_exact, &f->sum.tv_va_exact,
                   &f->sum.kinetic_first_exact, &f->sum.kinetic_last_exact,
                   &f->sum.found};
    for (int i = 0; i < 5; i++)
        *to[i] = NULL;
    f->sum.note = NULL; /* has been said */
    int lost = !f->name || !f->how;
    for (int i = 0; i < 5; i++)
        lost |= from[i] != NULL && (*to[i] = kept(from[i])) == NULL;
    if (lost)
        return PERP_NO_MEMORY(sizeof *f);
    PERP_TRY(header_make(e, sum, &f->head));
    if (out.wish.untimed)
        f->head.seconds = -1;
    return PERP_SUCCESS;
}

/* ---- the summary ------------------------------------------------------ */

static void print_json(void)
{
    printf("%s", out.runs > 1 ? "{\"runs\": {" : "");
    for (int i = 0; i < out.runs; i++) {
        if (out.runs > 1)
            printf("%s\"%s\": ", i > 0 ? ", " : "", out.run[i].name);
        tally_json(&out.run[i].head, &out.run[i].sum);
    }
    printf("%s\n", out.runs > 1 ? "}}" : "");
}

static void tell(const finished *f)
{
    const summary *s = &f->sum;
    fprintf(stderr, "%s: %ld steps of %s\n", f->name, s->steps, f->how);
    if (f->mode == EXPERIMENT_RATIONAL)
        fprintf(stderr,
                "  exact in every number: %ld of %ld steps solved and "
                "proven over the rationals\n",
                s->steps_proven, s->steps);
    else if (f->mode == EXPERIMENT_EXACT_CHECK)
        fprintf(stderr,
                "  %ld of %ld steps proven: %ld problems solved exactly from "
                "the basis found in doubles, %ld with 106 bits, %ld with 512, "
                "%ld by exact Lemke from the start\n",
                s->steps_proven, s->steps,
                s->lcps - s->fallbacks - s->rungs[RUNG_106] -
                    s->rungs[RUNG_512],
                s->rungs[RUNG_106], s->rungs[RUNG_512], s->fallbacks);
    else
        fprintf(stderr,
                "  %ld problems solved in doubles, %ld by exact Lemke "
                "where the residual test failed; no step is proven (see "
                "--exact-check); largest residual %.3g\n",
                s->lcps - s->fallbacks, s->fallbacks, s->max_residual);
    if (s->claim != NULL)
        fprintf(stderr, "  %s\n", s->claim);
    several_tell(&s->several);
    tally_tell(s);
}

/** A run in an exact mode claims that each of its steps holds. When one does
not, everything is written all the same, so that it can be looked at, and the
command ends with the code of a refuted claim. */
static perp_status all_proven(void)
{
    for (int i = 0; i < out.runs; i++) {
        const finished *f = &out.run[i];
        if (f->mode != EXPERIMENT_DOUBLE && f->sum.steps_proven < f->sum.steps)
            return PERP_FAIL(
                PERP_REFUTED, "%s: %ld of %ld steps could not be proven",
                f->name, f->sum.steps - f->sum.steps_proven, f->sum.steps);
    }
    return PERP_SUCCESS;
}

/* With one run its table has the name that was asked for. */
static perp_status appear(void)
{
    for (int i = 0; i < out.files && out.runs <= 1; i++)
        PERP_TRY(file_rename(out.file[i]->named, out.file[i]->alone));
    return file_appear();
}

static void tell_files(void)
{
    for (int i = 0; i < out.files && !out.wish.quiet; i++) {
        const pending *p = out.file[i];
        const char *name = out.runs > 1 ? p->named : p->alone;
        if (!carry_keeps(name))
            fprintf(stderr, "written: %s\n", name);
    }
}

/** The summary comes before the names of the files: when standard output does not
take it, there are none. */
perp_status output_finish(void)
{
    if (out.wish.json)
        print_json();
    perp_status s = appear();
    if (s.code != PERP_OK) {
        output_abandon();
        return s;
    }
    tell_files();
    for (int i = 0; i < out.runs && !out.wish.json && !out.wish.quiet; i++)
        tell(&out.run[i]);
    s = all_proven();
    forget();
    return s;
}

/* ---- figures ---------------------------------------------------------- */

perp_status output_in_plot(const char *name, const char *suffix, FILE **f)
{
    char path[PATH_ROOM];
    *f = NULL;
    if (out.wish.plot == NULL)
        return PERP_FAIL(PERP_INPUT, "a figure, and no --plot DIR to put it");
    if (strlen(out.wish.plot) + strlen(name) + 16 > PATH_ROOM)
        return PERP_FAIL(PERP_IO, "the name of a figure is too long");
    PERP_TRY(file_folder(out.wish.plot));
    snprintf(path, sizeof path, "%s/%s.%.8s", out.wish.plot, name, suffix);
    return output_file("--plot", path, "", f);
}
