#include "run/trace/watched.h"
#include "run/trace/lines.h"

#include <math.h>
#include <string.h>

/* "grew from 2 to 3 (50 %)": what became of it, in words. */
static void fate(const watched *w, int i, char *text, size_t room)
{
    const double first = w->of[i].first, last = w->of[i].last;
    const char *way = last > first ? "grew" : last < first ? "fell" : "went";
    size_t at =
        (size_t)snprintf(text, room, "%s from %.9g to %.9g", way, first, last);
    if (first != 0 && at < room)
        snprintf(text + at, room - at, " (%.3g %%)",
                 100 * fabs((last - first) / first));
}

/* How far it was from its first value at most. */
static double away(const watched *w, int i)
{
    return fmax(w->of[i].most - w->of[i].first,
                w->of[i].first - w->of[i].least);
}

static int broken(const watched *w, int i)
{
    return w->of[i].within >= 0 && away(w, i) > w->of[i].within;
}

perp_status watched_begin(const watched_wish *wish, int n, const trace *t,
                          watched *out)
{
    out->n = n;
    for (int i = 0; i < n; i++) {
        out->of[i].at = trace_column(t, wish[i].column);
        if (out->of[i].at < 0)
            return PERP_FAIL(PERP_INPUT, "watch: the table has no column '%s'",
                             wish[i].column);
        snprintf(out->of[i].column, DRIFT_NAME, "%s", wish[i].column);
        out->of[i].within = wish[i].within;
    }
    return PERP_SUCCESS;
}

void watched_row(watched *w, const trace *t, int row)
{
    for (int i = 0; i < w->n; i++) {
        const double x = t->cell[trace_at(t, row) + (size_t)w->of[i].at];
        if (row == 0)
            w->of[i].first = w->of[i].least = w->of[i].most = x;
        w->of[i].least = fmin(w->of[i].least, x);
        w->of[i].most = fmax(w->of[i].most, x);
        w->of[i].last = x;
    }
}

void watched_judge(const watched *w, drift_found *d)
{
    char text[160];
    for (int i = 0; i < w->n; i++) {
        if (!broken(w, i))
            continue;
        fate(w, i, text, sizeof text);
        drift_warn(d,
                   "%s is declared conserved within %.3g, and %s; it was "
                   "%.3g away from its first value at most",
                   w->of[i].column, w->of[i].within, text, away(w, i));
    }
}

void watched_json(const watched *w, FILE *out)
{
    fputs(", \"watch\": {", out);
    for (int i = 0; i < w->n; i++) {
        fputs(i > 0 ? ", " : "", out);
        lines_text(out, w->of[i].column);
        fprintf(out,
                ": {\"first\": %.17g, \"last\": %.17g, \"least\": %.17g, "
                "\"most\": %.17g, ",
                w->of[i].first, w->of[i].last, w->of[i].least, w->of[i].most);
        if (w->of[i].within < 0)
            fputs("\"within\": null, \"conserved\": null}", out);
        else
            fprintf(out, "\"within\": %.17g, \"conserved\": %s}",
                    w->of[i].within, broken(w, i) ? "false" : "true");
    }
    fputs("}", out);
}

void watched_tell(const watched *w, FILE *out)
{
    for (int i = 0; i < w->n; i++) {
        char text[160];
        fate(w, i, text, sizeof text);
        fprintf(out, "  %s %s; %.9g at least, %.9g at most\n", w->of[i].column,
                text, w->of[i].least, w->of[i].most);
    }
}
