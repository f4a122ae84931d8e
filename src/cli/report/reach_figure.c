/**
# A set, panel by panel

HP23's Figures 9 to 14 show the *evolution* of contact velocities through an impact: not
only where samples end, but the way there. So there are four layers, one above the other:

| layer | what | drawn as |
|---|---|---|
| light gray | $u$ before and behind each step of the first samples | segments, each once |
| dark | where samples end | cells of two pixels |
| red, yellow | (31) contact by contact, in the data's order and in the reverse one | knots |
| blue | the outcomes of law (31) for all at once | marks |

Both axes of a panel have the same unit length, so that a direction is what it seems. An
end is then often a fraction of a millimetre from the next: RAMone's trailing foot lifts
with a third of a millimetre a second, and comes down with half a metre. So each panel is
there a second time, with the ends alone and axes of their own.

**Bounded.** An SVG of a mark a sample grows with their number. Cells and segments that
would be drawn twice are drawn once, so a figure has some ten thousand numbers at most. */
#include "cli/report/reach_figure.h"

#include "base/memory.h"
#include "base/text.h"
#include "scene/bind/bind.h"

#include <math.h>
#include <string.h>

perp_status reach_figure_new(arena *a, const situation *x,
                             const char *const *name, reach_figure *out)
{
    const size_t each = (size_t)(x->exact.p + x->exact.r);
    *out = (reach_figure){.x = x, .a = a, .each = (int)each, .name = name};
    out->u = arena_take(a, REACH_POINTS * each, sizeof *out->u);
    out->step = arena_take(a, REACH_STEPS, sizeof *out->step);
    if (out->u == NULL || out->step == NULL)
        return PERP_NO_MEMORY(REACH_POINTS * each);
    return PERP_SUCCESS;
}

void reach_figure_add(reach_figure *f, const double *u)
{
    if (f->count == REACH_POINTS)
        return;
    memcpy(f->u + (size_t)f->count * (size_t)f->each, u,
           (size_t)f->each * sizeof *u);
    f->count++;
}

void reach_figure_step(void *figure, uint64_t sample, const double *u,
                       const double *next)
{
    reach_figure *f = figure;
    const size_t each = (size_t)f->each;
    f->full |= f->steps == REACH_STEPS;
    double *to =
        f->steps < REACH_STEPS ? arena_take(f->a, 2 * each, sizeof *to) : NULL;
    if (to == NULL)
        return;
    memcpy(to, u, each * sizeof *u);
    memcpy(to + each, next, each * sizeof *next);
    f->step[f->steps++] = (reach_step){sample, to};
}

/** ## Lists

Each speed is written once, as a list of Lua, and panels name the lists. Infinity is a
gap. */
static void number(growing_text *w, double x)
{
    text_add(w, "%.6g,", x + 0.0);
}

static void ends_list(growing_text *w, const reach_figure *f, int k)
{
    for (int i = 0; i < f->count; i++)
        number(w, f->u[(size_t)i * (size_t)f->each + (size_t)k]);
}

static void steps_list(growing_text *w, const reach_figure *f, int k)
{
    for (int i = 0; i < f->steps; i++) {
        number(w, f->step[i].u[k]);
        number(w, f->step[i].u[f->each + k]);
        text_add(w, "g,");
    }
}

/* The knots of one sample: its steps came in order, among those of others. */
static void path_list(growing_text *w, const reach_figure *f, uint64_t sample,
                      int k)
{
    int any = 0;
    for (int i = 0; i < f->steps; i++)
        if (f->step[i].sample == sample) {
            if (!any++)
                number(w, f->step[i].u[k]);
            number(w, f->step[i].u[f->each + k]);
        }
}

static void laws_lists(growing_text *w, const reach_laws *l, int k)
{
    text_add(w, "l = {");
    for (int i = 0; i < l->outcomes; i++)
        number(w, l->u[i * l->each + k]);
    text_add(w, "},\n");
    for (int s = 0; s < l->sequences; s++) {
        text_add(w, "s%d = {", s);
        for (int i = 0; i < l->sequence[s].knots; i++)
            number(w, l->sequence[s].u[i * l->each + k]);
        text_add(w, "},\n");
    }
}

static int is_drawn(const reach_panels *p, int k)
{
    int any = 0;
    for (int i = 0; i < p->count; i++)
        any |= p->x[i] == k || p->y[i] == k;
    return any;
}

static void lists(growing_text *w, const reach_figure *f, const reach_laws *l,
                  const double *start)
{
    text_add(w, "local g, u = 1e999, {}\n");
    for (int k = 0; k < f->each; k++) {
        if (!is_drawn(&f->panels, k))
            continue;
        text_add(w, "u[%d] = { e = {", k);
        ends_list(w, f, k);
        text_add(w, "},\nt = {");
        steps_list(w, f, k);
        text_add(w, "},\nv = {");
        number(w, start[k]);
        text_add(w, "},\n");
        laws_lists(w, l, k);
        for (int i = 0; i < f->paths; i++) {
            text_add(w, "p%d = {", i);
            path_list(w, f, f->first + (uint64_t)i, k);
            text_add(w, "},\n");
        }
        text_add(w, "}\n");
    }
}

/** ## Panels */

/* One series: `list` of both speeds; words of the legend, or none. */
static void series(growing_text *w, const char *list, const char *how,
                   const char *words)
{
    text_add(w, "{ x = x.%s, y = y.%s, %s, label = %s%s%s },\n", list, list,
             how, *words != '\0' ? "\"" : "", *words != '\0' ? words : "nil",
             *words != '\0' ? "\"" : "");
}

/* "A before B", "A, B, C in turn"; of a sequence that has not ended, how long.
   */
static void turn_words(const reach_figure *f, const reach_laws *l, int way,
                       char *out, size_t room)
{
    size_t at = 0;
    const int p = f->x->exact.p;
    const reach_sequence *s = &l->sequence[way];
    for (int j = 0; j < p && at + 80 < room; j++)
        at += (size_t)snprintf(out + at, room - at, "%s%.40s",
                               j == 0   ? ""
                               : p == 2 ? " before "
                                        : ", ",
                               situation_contact(f->x, s->order[j]));
    if (!s->ended)
        snprintf(out + at, room - at, ": %d impacts, not over", s->knots - 1);
    else
        snprintf(out + at, room - at, "%s%s", p > 2 ? " in turn" : "",
                 reach_laws_same(l) ? ", and the reverse" : "");
}

static const char *const turn_paint[2] = {
    "style = \"marked\", color = \"red\"",
    "style = \"marked\", color = \"yellow\""};

/* The way of a sequence, or its end alone. */
static void turn(growing_text *w, const reach_figure *f, const reach_laws *l,
                 int way, int ends)
{
    char list[24], words[300];
    if (way >= l->sequences || (way == 1 && reach_laws_same(l)) ||
        (ends && !l->sequence[way].ended)) {
        text_add(w, "{ x = {}, y = {} },\n"); /* marks keep their shapes */
        return;
    }
    snprintf(list, sizeof list, "s%d", way);
    turn_words(f, l, way, words, sizeof words);
    if (ends)
        text_add(w, "{ x = { x.s%d[#x.s%d] }, y = { y.s%d[#y.s%d] }, %s },\n",
                 way, way, way, way, turn_paint[way]);
    else
        series(w, list, turn_paint[way], words);
}

static void single_paths(growing_text *w, const reach_figure *f)
{
    for (int i = 0; i < f->paths; i++) {
        char list[24];
        snprintf(list, sizeof list, "p%d", i);
        series(w, list, "style = \"marked\", color = 3, width = 0.8",
               i > 0           ? ""
               : f->paths == 1 ? "the first path"
                               : "single paths");
    }
}

/* The layers of a panel from below; `ends`: those that have a place among the
   ends alone. */
static void layers(growing_text *w, const reach_figure *f, const reach_laws *l,
                   int ends)
{
    char words[80];
    if (f->full)
        snprintf(words, sizeof words, "%d steps of paths of %d samples",
                 f->steps, (int)f->traced);
    else
        snprintf(words, sizeof words, "paths of %d samples", (int)f->traced);
    if (!ends && f->steps > 0)
        series(w, "t", "style = \"web\", color = \"light\", width = 0.7",
               words);
    else
        text_add(w, "{ x = {}, y = {} },\n");
    snprintf(words, sizeof words,
             f->tree ? "%d ends of samples" : "ends of %d samples", f->count);
    series(w, "e", "style = \"cloud\", color = \"dark\"", words);
    turn(w, f, l, 0, ends);
    turn(w, f, l, 1, ends);
    series(w, "l", "style = \"points\", color = 1", "law (31)");
    if (ends)
        return;
    series(w, "v", "style = \"points\", color = 8", "before the impact");
    single_paths(w, f);
}

/* Around the ends, with a margin; half a unit of `scale` where all are one. */
static void limits(growing_text *w, const reach_figure *f, const char *key,
                   int k, double scale)
{
    double low = HUGE_VAL, high = -HUGE_VAL;
    for (int i = 0; i < f->count; i++) {
        const double u = f->u[(size_t)i * (size_t)f->each + (size_t)k];
        low = u < low ? u : low;
        high = u > high ? u : high;
    }
    const double by =
        high - low > 1e-9 * scale ? 0.06 * (high - low) : 0.05 * scale;
    text_add(w, "%s = { %.6g, %.6g }, ", key, low - by, high + by);
}

static void label(growing_text *w, const char *key, const char *name)
{
    text_add(w, "%s = \"%.2s of %.60s (m/s)\", ", key, name, name + 3);
}

/* Panel k, over `span` columns. */
static void panel(growing_text *w, const reach_figure *f, const reach_laws *l,
                  int k, int span, int ends)
{
    const int x = f->panels.x[k], y = f->panels.y[k];
    double scale = 0;
    for (int i = 0; i < f->steps; i++)
        for (int j = 0; j < f->each; j++)
            scale = fmax(scale, fabs(f->step[i].u[j]));
    text_add(w, "(function(x, y) return { ");
    label(w, "xlabel", f->name[x]);
    label(w, "ylabel", f->name[y]);
    text_add(w, "legend = \"%s\", columns = %d, ",
             k > 0 || ends ? "none" : "above", span);
    if (ends) {
        limits(w, f, "xlim", x, scale);
        limits(w, f, "ylim", y, scale);
    } else {
        text_add(w, "equal = true, ");
    }
    text_add(w, "series = {\n");
    layers(w, f, l, ends);
    text_add(w, "} } end)(u[%d], u[%d]),\n", x, y);
}

/** Rows of three, or of four; first the evolution, then the ends. The last panel of
either has the rest of its row. */
static void describe(growing_text *w, const reach_figure *f,
                     const reach_laws *l, const char *run)
{
    const int n = f->panels.count;
    const int columns = n == 4 || n > 6 ? 4 : n < 3 ? n : 3;
    const int rows = (n + columns - 1) / columns, both = f->count > 0 ? 2 : 1;
    const int width = columns == 1 ? 460 : columns == 2 ? 760 : 330 * columns;
    text_add(
        w,
        "return { name = \"%.140s\", title = \"%.100s: velocities on their "
        "way through the impact%s\", columns = %d, width = %d, height = "
        "%d, panels = {\n",
        run, run, both == 2 ? ", and where they end" : "", columns, width,
        300 * rows * both);
    for (int ends = 0; ends < both; ends++)
        for (int k = 0; k < n; k++)
            panel(w, f, l, k, k + 1 == n ? rows * columns - n + 1 : 1, ends);
    text_add(w, "} }\n");
}

perp_status reach_figure_draw(const reach_figure *f, const char *run)
{
    growing_text w = {0};
    char name[160];
    reach_laws l;
    double *start = arena_take(f->a, (size_t)f->each + 1, sizeof *start);
    if (start == NULL)
        return PERP_NO_MEMORY(f->each);
    PERP_TRY(reach_laws_find(f->a, f->x, &l));
    impact_speeds(&f->x->exact, (const mpq_t *)f->x->exact.v, start);
    lists(&w, f, &l, start);
    describe(&w, f, &l, run);
    snprintf(name, sizeof name, "%.140s_reach", run);
    perp_status s = text_end(&w);
    if (s.code == PERP_OK)
        s = bind_draw(name, w.text);
    text_free(&w);
    return s;
}
