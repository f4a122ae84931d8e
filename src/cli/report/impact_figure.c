/**
# A cartoon with numbers

HP23's Figures 1, 4 and 5 show a block, a walker and a box before an impact, and behind
it as law (31) and single impacts in turn have it. What is drawn is `draw(q)` of the
scene, by [a library](../../../lua/perp/impact_figure.lua); here is which velocities, and
in words what each contact does behind them: from exact speeds, so that a contact that
sticks has the slip zero and not nearly so. */
#include "cli/report/impact_figure.h"

#include "base/text.h"
#include "scene/bind/bind.h"

#include <string.h>

/* "A sticks, B parts", of the speeds u. Several slips have no direction. */
static void words(growing_text *w, const situation *x, const double *u)
{
    const step_exact *d = &x->exact;
    for (int j = 0; j < d->p && d->p < 4; j++) {
        const int first = d->slip_at[j], last = d->slip_at[j + 1];
        int slides = 0;
        for (int k = first; k < last; k++)
            slides |= u[d->p + k] != 0;
        text_add(w, "%s %.20s %s", j > 0 ? "," : ":", situation_contact(x, j),
                 u[j] > 0        ? "parts"
                 : u[j] < 0      ? "approaches"
                 : slides        ? "slides"
                 : last == first ? "touches"
                                 : "sticks");
    }
}

static void panel(growing_text *w, const situation *x, const double *v,
                  const char *more)
{
    text_add(w, "v = {");
    for (int i = 0; i < x->exact.nv; i++)
        text_add(w, "%.17g,", v[i]);
    text_add(w, "}, %s },\n", more);
}

static void panels(growing_text *w, const situation *x, const reach_laws *l)
{
    const step_exact *d = &x->exact;
    text_add(w, "{ title = \"before\", ");
    panel(w, x, l->before, "before = true, color = \"dark\"");
    for (int i = 0; i < l->outcomes; i++) {
        text_add(w, "{ title = \"law (31)");
        words(w, x, l->u + i * l->each);
        text_add(w, "\", ");
        panel(w, x, l->v + i * d->nv, "color = 1");
    }
    for (int s = 0; s < l->sequences; s++) {
        const reach_sequence *q = &l->sequence[s];
        if (!q->ended || (s == 1 && reach_laws_same(l)))
            continue;
        text_add(w, "{ title = \"");
        for (int j = 0; j < d->p; j++)
            text_add(w, "%s%.20s", j > 0 ? " before " : "",
                     situation_contact(x, q->order[j]));
        words(w, x, q->u + (q->knots - 1) * l->each);
        text_add(w, "\", ");
        panel(w, x, q->v, s == 0 ? "color = \"red\"" : "color = \"yellow\"");
    }
}

perp_status impact_figure_draw(const situation *x, const experiment *e)
{
    const char *run = e->name != NULL ? e->name : "run";
    arena a = {0};
    reach_laws l;
    growing_text w = {0};
    char file[160];
    if (x->sys->nq != x->sys->nv)
        return PERP_FAIL(PERP_INPUT,
                         "--plot moves bodies by their velocities, and this "
                         "scene has %d coordinates and %d velocities",
                         x->sys->nq, x->sys->nv);
    perp_status s = reach_laws_find(&a, x, &l);
    text_add(&w,
             "return require(\"perp.impact_figure\").figure { name = "
             "\"%.140s\", title = \"%.100s: the impact, and a moment later\", "
             "names = {",
             run, run);
    for (int i = 0; i < x->sys->nq; i++)
        text_add(&w, "\"%s\",", x->sys->q_name[i]);
    text_add(&w, "}, q = {");
    for (int i = 0; i < x->sys->nq; i++)
        text_add(&w, "%.17g,", mpq_get_d(e->q[i]));
    text_add(&w, "}, panels = {\n");
    if (s.code == PERP_OK)
        panels(&w, x, &l);
    text_add(&w, "} }\n");
    snprintf(file, sizeof file, "%.140s_impact", run);
    if (s.code == PERP_OK)
        s = text_end(&w);
    if (s.code == PERP_OK)
        s = bind_draw(file, w.text);
    text_free(&w);
    arena_free(&a);
    return s;
}
