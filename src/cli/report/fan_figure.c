#include "cli/report/fan_figure.h"

#include "base/text.h"
#include "scene/bind/bind.h"

/* Panels; points of a line, and of all lines; lines with a legend. */
enum { PANELS = 12, POINTS = 400, ALL_POINTS = 200000, LEGEND = 8 };

/* The rows of run k. */
typedef struct {
    int first, end, stride;
} line;

static line line_of(const fan_table *f, long k)
{
    const long most =
        ALL_POINTS / f->runs < POINTS ? ALL_POINTS / f->runs : POINTS;
    line l = {.first = fan_table_first(f, k), .end = fan_table_first(f, k + 1)};
    l.stride = (l.end - l.first) / (int)most + 1;
    return l;
}

/* Every so many rows, and the last one. */
static int next_row(const line *l, int row)
{
    if (row == l->end - 1)
        return l->end;
    return row + l->stride < l->end ? row + l->stride : l->end - 1;
}

static void list(growing_text *w, const fan_table *f, const line *l, int column)
{
    const size_t width = (size_t)f->rows.columns;
    for (int i = l->first; i < l->end; i = next_row(l, i))
        text_add(w, "%.8g,", f->rows.cell[(size_t)i * width + (size_t)column]);
}

/* Dots where a run ends in another. */
static void meetings(growing_text *w, const fan_table *f, int time, int c)
{
    const size_t width = (size_t)f->rows.columns;
    static const char *const part[] = {"{ x = {", "}, y = {"};
    if (f->merged == 0)
        return;
    for (int k = 0; k < 2; k++) {
        text_add(w, "%s", part[k]);
        for (long r = 0; r < f->runs; r++)
            if (f->run[r].joins.into >= 0)
                text_add(w, "%.8g,",
                         f->rows.cell[((size_t)fan_table_first(f, r + 1) - 1) *
                                          width +
                                      (size_t)(k == 0 ? time : c)]);
    }
    text_add(w, "}, color = \"dark\", style = \"points\", label = "
                "\"meetings\" },\n");
}

/** Runs are the same until they part, and lie upon each other there: the last one
is on top. One that meets another ends in a dot, and the other's line goes on from it. */
static void panel(growing_text *w, const fan_table *f, int c, int legend)
{
    const trace *t = &f->rows;
    const int time = trace_column(t, "t");
    char way[40];
    text_add(w,
             "{ xlabel = \"t (s)\", ylabel = \"%.60s\", legend = %s, "
             "series = {",
             t->name[c], legend ? "nil" : "\"none\"");
    for (long k = 0; k < f->runs; k++) {
        const line l = line_of(f, k);
        fan_table_way(&f->run[k], way, sizeof way);
        text_add(w, "{ x = {");
        list(w, f, &l, time);
        text_add(w, "}, y = {");
        list(w, f, &l, c);
        text_add(w, "}, color = %ld, label = \"%s\" },\n", k % LEGEND + 1, way);
    }
    meetings(w, f, time, c);
    text_add(w, "} },\n");
}

static void describe(growing_text *w, const fan_table *f, const char *name)
{
    const int nq = f->sys->nq < PANELS ? f->sys->nq : PANELS;
    const int q = trace_column(&f->rows, "t") + 1;
    text_add(w,
             "return { name = \"%s\", title = \"%ld runs, %s%s\", columns = "
             "%d, width = %d, panels = {\n",
             name, f->runs, f->law != NULL ? "law " : "all solutions",
             f->law != NULL ? f->law : "", nq > 4 ? 3 : 1,
             nq > 4 ? 1100 : 640);
    for (int i = 0; i < nq; i++)
        panel(w, f, q + i, i == 0 && f->runs <= LEGEND);
    text_add(w, "} }\n");
}

perp_status fan_figure_draw(const fan_table *f)
{
    growing_text w = {0};
    char name[80];
    snprintf(name, sizeof name, "%s_fan", f->name);
    describe(&w, f, name);
    perp_status s = text_end(&w);
    if (s.code == PERP_OK)
        s = bind_draw(name, w.text);
    text_free(&w);
    return s;
}
