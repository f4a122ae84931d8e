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

perp_status watched_fill(const watched_wish *wish, int n, const trace *t,
                         watched *out, drift_found *d)
{
    out->n = n;
    for (int i = 0; i < n; i++) {
        const int c = trace_column(t, wish[i].column);
        char text[160];
        if (c < 0)
            return PERP_FAIL(PERP_INPUT, "watch: the table has no column '%s'",
                             wish[i].column);
        snprintf(out->of[i].column, DRIFT_NAME, "%s", wish[i].column);
        out->of[i].within = wish[i].within;
        for (int l = 0; l < t->rows; l++) {
            const double x =
                t->cell[(size_t)l * (size_t)t->columns + (size_t)c];
            if (l == 0)
                out->of[i].first = out->of[i].least = out->of[i].most = x;
            out->of[i].least = fmin(out->of[i].least, x);
            out->of[i].most = fmax(out->of[i].most, x);
            out->of[i].last = x;
        }
        fate(out, i, text, sizeof text);
        if (broken(out, i))
            drift_warn(d,
                       "%s is declared conserved within %.3g, and %s; it was "
                       "%.3g away from its first value at most",
                       out->of[i].column, out->of[i].within, text,
                       away(out, i));
    }
    return PERP_SUCCESS;
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
