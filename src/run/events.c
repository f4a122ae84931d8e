#include "run/events.h"
#include "base/file.h"
#include "run/scheme.h"
#include "run/trace/lines.h"

#include <errno.h>
#include <math.h>
#include <string.h>

enum { NONE, SEPARATE, PUSH, STICK, SLIP_UP, SLIP_DOWN, SLIP };

static const char *const word[] = {"null",      "\"separate\"", "\"push\"",
                                   "\"stick\"", "\"slip+\"",    "\"slip-\"",
                                   "\"slip\""};

perp_status events_begin(const experiment *e, const char *path, FILE *f,
                         events *out)
{
    const size_t n = (size_t)e->sys->contacts + 1;
    *out = (events){.s = e->sys,
                    .path = path,
                    .f = f,
                    .round = e->scheme->yields && e->directions == 0};
    PERP_TRY(columns_layout(&out->a, e->sys, &out->at));
    if (e->sys->contacts > 0 && out->at.cn < 0)
        return PERP_FAIL(PERP_INPUT,
                         "--events reads the table, which lists no impulses "
                         "of so many contacts (%d)",
                         e->sys->contacts);
    sha256_begin(&out->sum);
    out->mode = arena_take(&out->a, n, sizeof *out->mode);
    return out->mode != NULL ? PERP_SUCCESS : PERP_NO_MEMORY(n);
}

void events_free(events *x)
{
    arena_free(&x->a);
}

/** A polygon of slips $\pm d_k$ is left where $\sum_k \lvert f_k\rvert = \mu c_n$, a disc
where $\lvert f\rvert = \mu c_n$; with one slip both are the same. In doubles the sum of the
$\beta$ is $\mu c_n$ up to a few roundings, and friction inside of its cone is smaller by
chance only as little as a billionth: what is that near counts as slip. */
static int mode_of(const events *x, int j, const double *cells)
{
    const double cn = cells[x->at.cn + j], *ft = cells + x->at.ft;
    const int from = x->at.ft_at[j], to = x->at.ft_at[j + 1];
    double sum = 0, square = 0;
    if (!(cn > 0))
        return SEPARATE;
    if (from == to || x->s->mu[j] <= 0)
        return PUSH;
    for (int k = from; k < to; k++) {
        sum += fabs(ft[k]);
        square += ft[k] * ft[k];
    }
    const double size = x->round ? sqrt(square) : sum;
    if (size < x->s->mu[j] * cn * (1 - 1e-9))
        return STICK;
    return to - from > 1 ? SLIP : ft[from] < 0 ? SLIP_UP : SLIP_DOWN;
}

static void put(const events *x, int row, int j, int to, const double *cells)
{
    const int was = x->mode[j];
    fprintf(x->f, "{\"t\": %.17g, \"row\": %d, \"kind\": \"%s\", \"contact\": ",
            cells[1], row, to == NONE ? "collision" : "mode");
    lines_text(x->f, x->s->contact_name[j]);
    if (to != NONE)
        fprintf(x->f, ", \"from\": %s, \"to\": %s", word[was], word[to]);
    fprintf(x->f, ", \"cn\": %.17g, \"ft\": [", cells[x->at.cn + j]);
    for (int k = x->at.ft_at[j]; k < x->at.ft_at[j + 1]; k++)
        fprintf(x->f, "%s%.17g", k > x->at.ft_at[j] ? ", " : "",
                cells[x->at.ft + k]);
    fputs("]}\n", x->f);
}

perp_status events_row(void *self, const trace *t, int row)
{
    events *x = self;
    const double *cells = t->cell + trace_at(t, row);
    int said = 0;
    if (x->f == NULL) /* it is written already */
        return PERP_SUCCESS;
    for (int j = 0; row > 0 && j < x->s->contacts; j++) {
        const int now = mode_of(x, j, cells);
        const int same = now == (x->mode[j] == NONE ? SEPARATE : x->mode[j]);
        if (t->collision ? now == SEPARATE : same)
            continue;
        put(x, row, j, t->collision ? NONE : now, cells);
        x->mode[j] = t->collision ? x->mode[j] : now;
        said = 1;
    }
    return said ? file_written(x->f, "the events") : PERP_SUCCESS;
}

/** ## A run that is left

Rows do not say which of them are collisions, so the lines of rows that were read again cannot
be made again. They are in the file; a state has how long it was, and its digest. */
static perp_status sum_on(events *x, long bytes, char digest[65])
{
    FILE *f = fopen(x->path, "rb");
    if (f == NULL || fseek(f, (long)x->sum.bytes, SEEK_SET) != 0) {
        perp_status s = PERP_FAIL(PERP_IO, "cannot read '%.300s': %s", x->path,
                                  strerror(errno));
        if (f != NULL)
            fclose(f);
        return s;
    }
    sha256_read(&x->sum, f, bytes - (long)x->sum.bytes);
    fclose(f);
    sha256 copy = x->sum;
    sha256_end(&copy, digest);
    return PERP_SUCCESS;
}

static perp_status take(events *x, long bytes, const char digest[65])
{
    char found[65];
    PERP_TRY(sum_on(x, bytes, found));
    if (strcmp(found, digest) != 0)
        return PERP_FAIL(PERP_INPUT,
                         "'%.300s' does not have the events that the run has "
                         "left: its first %ld bytes have the digest %.12s..., "
                         "and not %.12s...; begin the run anew, without "
                         "--resume",
                         x->path, bytes, found, digest);
    return file_go_on(x->path, bytes, &x->f);
}

perp_status events_freeze(void *self, frozen *x)
{
    events *y = self;
    long bytes = 0;
    char digest[65] = "";
    if (x->to != NULL) {
        PERP_TRY(file_written(y->f, "the events"));
        bytes = ftell(y->f);
        PERP_TRY(sum_on(y, bytes, digest));
    }
    frozen_count(x, &bytes);
    frozen_name(x, digest, sizeof digest);
    for (int j = 0; j < y->s->contacts; j++)
        frozen_int(x, &y->mode[j], NONE, SLIP);
    return x->from != NULL && !x->wrong ? take(y, bytes, digest)
                                        : PERP_SUCCESS;
}
