#include "run/events.h"
#include "base/file.h"
#include "run/scheme.h"
#include "run/trace/lines.h"

#include <math.h>

enum { NONE, SEPARATE, PUSH, STICK, SLIP_UP, SLIP_DOWN, SLIP };

static const char *const word[] = {"null",      "\"separate\"", "\"push\"",
                                   "\"stick\"", "\"slip+\"",    "\"slip-\"",
                                   "\"slip\""};

perp_status events_begin(const experiment *e, FILE *f, events *out)
{
    const size_t n = (size_t)e->sys->contacts + 1;
    *out = (events){.s = e->sys,
                    .f = f,
                    .round = e->scheme->yields && e->directions == 0};
    PERP_TRY(columns_layout(&out->a, e->sys, &out->at));
    if (e->sys->contacts > 0 && out->at.cn < 0)
        return PERP_FAIL(PERP_INPUT,
                         "--events reads the table, which lists no impulses "
                         "of so many contacts (%d)",
                         e->sys->contacts);
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
