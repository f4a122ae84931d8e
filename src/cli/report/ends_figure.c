/**
# All ends, panel by panel

Each part of the set is a polyhedron of velocities, and what a panel shows of it is its
shadow: the convex hull of its corners' speeds. So a point in a shadow need not be the
shadow of an end alone, but of some end with these two speeds, and where there is no
shadow no end has these two.

| shadow | what is proven of the parts |
|---|---|
| dark | each point is an end, but for [limits](../../hp23/inclusion/ends.h) |
| light | nothing is known inside: a bound of the ends that were not followed |
| none | no end, if patterns last and no light part lacks a bound |

Corners are rounded to doubles and drawn to a hundredth of a pixel; the numbers that are
proven are those of `--json` and `--csv`. A direction has no corner: a light part without
a bound is drawn as far as its corners go, and that is said. */
#include "cli/report/ends_figure.h"

#include "base/text.h"
#include "cli/report/reach_laws.h"
#include "number/rational.h"
#include "scene/bind/bind.h"

#include <stdio.h>

/* Lists of Lua: u[k].d of the proven parts, u[k].l of the loose ones, g between
   two parts. All corners' speeds, `each` of each corner. */
typedef struct {
    int each, corners, rays;
    double *u;
    int *part; /* of each corner */
} corners;

static perp_status find_corners(arena *a, const step_exact *d, const ends *e,
                                corners *out)
{
    const size_t nv = (size_t)d->nv;
    int all = 0;
    for (int k = 0; k < e->parts; k++)
        all += e->part[k].set.points.row.count;
    *out = (corners){.each = d->p + d->r};
    out->u = arena_take(a, (size_t)out->each * (size_t)all + 1, sizeof *out->u);
    out->part = arena_take(a, (size_t)all + 1, sizeof *out->part);
    mpq_t *v = out->u == NULL || out->part == NULL
                   ? NULL
                   : rational_array(a, 2 * nv + 1);
    if (v == NULL)
        return PERP_NO_MEMORY(all);
    for (int k = 0; k < e->parts; k++)
        for (int c = 0; c < e->part[k].set.points.row.count; c++) {
            if (!ends_corner(e, &e->part[k], c, v + nv, v)) {
                out->rays++;
                continue;
            }
            out->part[out->corners] = k;
            impact_speeds(d, (const mpq_t *)v,
                          out->u + out->each * out->corners++);
        }
    rational_clear(v, 2 * nv + 1);
    return PERP_SUCCESS;
}

/* Speed k at the corners of all parts that are so, a gap between two parts. */
static void list(growing_text *w, const corners *c, const ends *e, int loose,
                 int k)
{
    text_add(w, "%s = {", loose ? "l" : "d");
    for (int i = 0; i < c->corners; i++) {
        if (e->part[c->part[i]].loose != loose)
            continue;
        text_add(w, "%.9g,", c->u[i * c->each + k] + 0.0);
        if (i + 1 == c->corners || c->part[i + 1] != c->part[i])
            text_add(w, "g,");
    }
    text_add(w, "},\n");
}

static void lists(growing_text *w, const corners *c, const ends *e,
                  const reach_laws *l)
{
    text_add(w, "local g, u = 1e999, {}\n");
    for (int k = 0; k < c->each; k++) {
        text_add(w, "u[%d] = {", k);
        list(w, c, e, 0, k);
        list(w, c, e, 1, k);
        text_add(w, "b = {");
        for (int i = 0; i < l->outcomes; i++)
            text_add(w, "%.9g,", l->u[i * l->each + k] + 0.0);
        text_add(w, "},\n");
        for (int s = 0; s < l->sequences; s++) {
            const reach_sequence *q = &l->sequence[s];
            text_add(w, "s%d = {", s);
            if (q->ended)
                text_add(w, "%.9g", q->u[(q->knots - 1) * l->each + k] + 0.0);
            text_add(w, "},\n");
        }
        text_add(w, "}\n");
    }
}

static void series(growing_text *w, const char *name, const char *how,
                   const char *words)
{
    text_add(w, "{ x = x.%s, y = y.%s, %s, label = \"%s\" },\n", name, name,
             how, words);
}

static void label(growing_text *w, const char *key, const char *name)
{
    text_add(w, "%s = \"%.2s of %.60s (m/s)\", ", key, name, name + 3);
}

static void panel(growing_text *w, const ends *e, const reach_laws *l,
                  const char *const name[2], int first)
{
    label(w, "xlabel", name[0]);
    label(w, "ylabel", name[1]);
    text_add(w, "legend = \"%s\", series = {\n", first ? "above" : "none");
    if (e->loose > 0)
        series(w, "l", "style = \"area\", color = 6, width = 0.6",
               "undecided: other ends are here, or none");
    series(w, "d", "style = \"area\", color = \"dark\", width = 1.2",
           "ends, proven");
    for (int s = 0; s < l->sequences; s++)
        series(w, s == 0 ? "s0" : "s1",
               s == 0 ? "style = \"points\", color = \"red\""
                      : "style = \"points\", color = \"yellow\"",
               s == 0 ? "contact by contact" : "in the reverse order");
    series(w, "b", "style = \"points\", color = 1", "law (31)");
}

static void describe(growing_text *w, const reach_panels *p, const ends *e,
                     const reach_laws *l, const char *const *name)
{
    const int columns = p->count < 3 ? p->count : 3;
    for (int k = 0; k < p->count; k++) {
        const char *const pair[2] = {name[p->x[k]], name[p->y[k]]};
        text_add(w, "(function(x, y) return { ");
        panel(w, e, l, pair, k == 0);
        text_add(w, "} } end)(u[%d], u[%d]),\n", p->x[k], p->y[k]);
    }
    text_add(w, "}, columns = %d, width = %d, height = %d }\n", columns,
             columns == 1 ? 460 : 330 * columns,
             300 * ((p->count + columns - 1) / columns));
}

static const char *verdict(const ends *e, const corners *c)
{
    return e->loose == 0 ? "all ends of (39), if patterns last"
           : c->rays > 0 ? "ends of (39); others may be anywhere"
                         : "ends of (39); no other outside of what is drawn, "
                           "if patterns last";
}

perp_status ends_figure_draw(arena *a, const situation *x, const ends *e,
                             const ends_drawn *how)
{
    const step_exact *d = &x->exact;
    const char *run = how->run != NULL ? how->run : "run";
    const char **name = arena_take(a, (size_t)(d->p + d->r) + 1, sizeof *name);
    char file[160];
    reach_panels p;
    reach_laws l;
    corners c;
    growing_text w = {0};
    if (name == NULL)
        return PERP_NO_MEMORY(d->p + d->r);
    PERP_TRY(reach_panels_names(a, x, name));
    PERP_TRY(reach_panels_find(how->panels, d, name, &p));
    PERP_TRY(reach_laws_find(a, x, &l));
    PERP_TRY(find_corners(a, d, e, &c));
    if (c.rays > 0)
        fputs("note: parts without a bound are drawn as far as their corners "
              "go\n",
              stderr);
    lists(&w, &c, e, &l);
    text_add(&w,
             "return { name = \"%.140s\", title = \"%.100s: %s\", panels = "
             "{\n",
             run, run, verdict(e, &c));
    describe(&w, &p, e, &l, name);
    snprintf(file, sizeof file, "%.140s_ends", run);
    perp_status s = text_end(&w);
    if (s.code == PERP_OK)
        s = bind_draw(file, w.text);
    text_free(&w);
    return s;
}
