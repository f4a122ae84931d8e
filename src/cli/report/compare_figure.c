#include "cli/report/compare_figure.h"
#include "scene/bind/bind.h"

#include <math.h>

enum { COLORS = 8, CURVES = 2 * COLORS };

/** Rows with one way stand together, so a curve is what lies between two changes of
it. There are eight colours, and dashes: more than sixteen curves an eye does
not tell apart, and the title says so. The table has all. */
static int same_way(const compare_row *a, const compare_row *b)
{
    const compare_way *x = &a->way, *y = &b->way;
    return x->scheme == y->scheme && x->law == y->law && x->alpha == y->alpha &&
           x->gamma == y->gamma && x->theta == y->theta;
}

typedef struct {
    const compare_table *t;
    growing_text w;
    int several; /* steps */
} drawing;

/* Points of one curve: x and y of row i, 0 when there are none. */
typedef int point(const drawing *d, int i, int k, double *x, double *y);

static int of_cost(const drawing *d, int i, int k, double *x, double *y)
{
    const compare_row *r = &d->t->row[i];
    (void)k;
    *x = (double)r->problems;
    *y = r->apart.q_sup;
    return *x > 0 && *y > 0;
}

static int of_tv(const drawing *d, int i, int k, double *x, double *y)
{
    const compare_row *r = &d->t->row[i];
    *x = d->several ? r->h : (double)k + 1;
    *y = r->tv_v;
    return isfinite(*y);
}

static int of_tva(const drawing *d, int i, int k, double *x, double *y)
{
    const compare_row *r = &d->t->row[i];
    *x = d->several ? r->h : (double)k + 1;
    *y = r->tv_va;
    return isfinite(*y);
}

/* The next row behind i that has another way. */
static int behind(const compare_table *t, int i)
{
    int j = i;
    while (j < t->rows && same_way(&t->row[i], &t->row[j]))
        j++;
    return j;
}

static int marks(drawing *d, point *of, int labels)
{
    int count = 0, k = 0;
    text_add(&d->w, "list = {}\n");
    for (int i = 0; i < d->t->rows && k < CURVES; i = behind(d->t, i), k++) {
        char name[COMPARE_NAME] = "";
        double x, y;
        int points = 0;
        text_add(&d->w, "x, y = {}, {}\n");
        for (int j = i; j < behind(d->t, i); j++)
            if (of(d, j, k, &x, &y)) {
                text_add(&d->w, "x[#x+1], y[#y+1] = %.17g, %.17g\n", x, y);
                points++;
            }
        if (labels)
            compare_name(&d->t->row[i].way, name);
        if (points > 0 || labels)
            text_add(&d->w,
                     "list[#list+1] = { x = x, y = y, color = %d, style = "
                     "\"marked\", dash = %s%s%s%s }\n",
                     k % COLORS + 1, k < COLORS ? "false" : "true",
                     labels ? ", label = \"" : "", name,
                     labels ? "\"" : "");
        count += points;
    }
    return count;
}

static void energies(drawing *d)
{
    int k = 0;
    text_add(&d->w, "list = {}\n");
    for (int i = 0; i < d->t->rows && k < CURVES; i = behind(d->t, i), k++) {
        const compare_row *r = &d->t->row[i];
        text_add(&d->w, "x, y = {}, {}\n");
        for (int p = 0; p < r->points; p++)
            if (isfinite(r->energy[p]))
                text_add(&d->w, "x[#x+1], y[#y+1] = %.17g, %.17g\n", r->time[p],
                         r->energy[p]);
        text_add(&d->w,
                 "list[#list+1] = { x = x, y = y, color = %d, dash = %s }\n",
                 k % COLORS + 1, k < COLORS ? "false" : "true");
    }
}

/** The first panel has the legend: every way, also one whose error is zero and has no
place on the axis. Where every error is zero there is no such panel, and the next has
the names. */
static void describe(drawing *d)
{
    const compare_table *t = d->t;
    growing_text *w = &d->w;
    int named = 1;
    text_add(w, "local panels, list, x, y = {}\n");
    if (marks(d, of_cost, 1) > 0) {
        named = 0;
        text_add(w,
                 "panels[#panels+1] = { xlabel = \"LCPs of a run\", ylabel = "
                 "\"q, sup, %s (SI)\", xscale = \"log\", yscale = \"log\", "
                 "rows = 2, columns = 2, legend = \"above\", series = list }\n",
                 t->exact ? "error" : "distance");
    }
    energies(d);
    text_add(w,
             "panels[#panels+1] = { xlabel = \"t (s)\", ylabel = \"%s (J)\", "
             "columns = 2, series = list }\n",
             t->energy_of);
    for (int i = 0; i < 2; i++) {
        marks(d, i == 0 ? of_tv : of_tva, named && i == 0);
        text_add(w,
                 "panels[#panels+1] = { xlabel = \"%s\", ylabel = \"TV %s\", "
                 "%s series = list }\n",
                 d->several ? "h (s)" : "place in the table",
                 i == 0 ? "v^{h}" : "v^{h,\u03b1}",
                 d->several ? "xscale = \"log\"," : "");
    }
}

/* "NAME, distances from the finest run; 16 of 33 ways". */
static void title(drawing *d)
{
    const compare_table *t = d->t;
    int ways = 0;
    for (int i = 0; i < t->rows; i = behind(t, i))
        ways++;
    text_add(&d->w, "return { name = \"%s_compare\", title = \"%s, %s", t->name,
             t->name,
             t->exact ? "errors against the scene's reference"
                      : "distances from the finest run");
    if (ways > CURVES)
        text_add(&d->w, "; %d of %d ways", CURVES, ways);
    text_add(&d->w, "\", columns = 2, panels = panels }\n");
}

perp_status compare_draw(const compare_table *t)
{
    char name[160];
    drawing d = {.t = t};
    snprintf(name, sizeof name, "%s_compare", t->name);
    for (int i = 1; i < t->rows; i++)
        d.several |= t->row[i].h != t->row[0].h;
    describe(&d);
    title(&d);
    perp_status s = text_end(&d.w);
    if (s.code == PERP_OK)
        s = bind_draw(name, d.w.text);
    text_free(&d.w);
    return s;
}
