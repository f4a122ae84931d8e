#include "pks05/ends/grid_begin.h"

#include "base/text.h"
#include "number/literal.h"
#include "number/rational.h"
#include "pks05/ends/ends.h"
#include "pks05/ends/grid.h"
#include "pks05/ends/starts_plane.h"

#include <math.h>

/** ## From the line of starts to a grid

The rows of the start leave a line, $v = a + s\,d$, in fractions (`starts_plane.c`). A
start of the grid is a double $s$, its $v$ the doubles nearest to that fraction, and
$R(s)$ the residual of the one row that speaks of the end, of a run in doubles from
there. The other rows hold up to this rounding.

So nothing is asked of the system but that it runs: forces that are not affine, $M(q)$,
curved gaps and contacts in space are as good as a ball. The price is that all of what
is found is about doubles. The tolerance where no sign changes is that of the search
(`shoot_defaults`), and so are the starts that have no $R$.

**What it costs.** The ball of `starts.h` with $h = \frac1{50}$ s takes 228 runs of twenty
steps on 100 cells: 101 for the points, seven for its two starts, and 60 for each of two
golden sections that end above zero. Such a section is the dearest thing that a cell can
ask for, and in vain as a rule; but what it looks for, two starts of one cell, is what a
grid by itself loses. Of four times as many steps all starts in fractions are 179 pieces
and no longer 36, and longer fractions, while a grid costs four times as much. Where both
can be had the grid is for a first look, and fractions are for the proof.

**Why the tolerance has no part in a crossing.** A sign change between two neighbouring
doubles is listed with whatever $|R|$ is left there. With a slope of $10^{12}$ s
neighbouring starts near 1 m/s have ends that are $2 \cdot 10^{-4}$ m apart, and no double
start comes nearer. The search gives up there. Here it is a start, and its `residual` says
how much of one it is.

**Where it goes wrong first.** The run is a composition of steps, and so is its slope in
$s$ a product: each bounce multiplies it. Between two bounces more or fewer $R$ turns round,
and the turns crowd where a start just touches. A grid that shows one least value there shows
one of perhaps many; a second grid of that cell alone is the way to look closer. */
typedef struct {
    const shoot_problem *ends;
    const starts *line;
    mpq_t *exact;         /* nv, scratch */
    double *v, *residual; /* nv each, scratch */
    mpq_t s;
    int row; /* that speaks of the end */
} asking;

static perp_status velocities(asking *w, double s, double *v)
{
    mpq_set_d(w->s, s);
    starts_velocity(w->line, 1, (const mpq_t *)&w->s, w->exact);
    for (int i = 0; i < w->line->nv; i++)
        PERP_TRY(literal_double(w->exact[i], &v[i]));
    return PERP_SUCCESS;
}

static perp_status value(void *of, double s, double *r)
{
    asking *w = of;
    if (!isfinite(s))
        return PERP_FAIL(PERP_NO_SOLUTION, "ends: no double is left");
    PERP_TRY(velocities(w, s, w->v));
    PERP_TRY(w->ends->run(w->ends->of, w->v, w->residual));
    *r = w->residual[w->row];
    return isfinite(*r) ? PERP_SUCCESS
                        : PERP_FAIL(PERP_NO_SOLUTION,
                                    "ends: the end is no finite number");
}

/** ## Which one the run takes

The nearest to the scene's `v` in the free velocity, as with [all
starts](starts_begin.c#nearest), the lower of two. A jump is never taken, nor what had
no run. A touch may be: its $|R|$ is one that the search would have called a start. */
static const grid_place *nearest(const grid_found *f, double to)
{
    const grid_place *best = NULL;
    for (long i = 0; i < f->count; i++) {
        const grid_place *p = &f->places[i];
        if (grid_is_root(p) &&
            (best == NULL || fabs(p->at - to) < fabs(best->at - to)))
            best = p;
    }
    return best;
}

/** `starts` has what `method = "all"` calls so, all velocities of each, and a scene
that writes one of them for its `v` repeats the run. There is no `starts_exact`: what a
grid finds is a double. `starts_complete` is `false` whatever was found, and
`other_starts` null, so that a reader of these keys need not know which method made
them. `starts_grid` is how it was seen: a start with a `residual` of $10^{-17}$ between
two doubles and one that only touches are not the same finding. */
static perp_status write_starts(growing_text *t, asking *w, const grid_found *f)
{
    const char *between = "";
    text_add(t, ", \"starts\": [");
    for (long k = 0; k < f->count; k++) {
        if (!grid_is_root(&f->places[k]))
            continue;
        PERP_TRY(velocities(w, f->places[k].at, w->v));
        text_add(t, "%s", between);
        for (int i = 0; i < w->line->nv; i++)
            text_add(t, "%s%.17g", i > 0 ? ", " : "[", w->v[i]);
        text_add(t, "]");
        between = ", ";
    }
    text_add(t, "], \"starts_known\": %ld, \"starts_complete\": false",
             f->roots);
    return PERP_SUCCESS;
}

static void write_places(growing_text *t, const experiment_ends *e,
                         const grid_found *f)
{
    text_add(t,
             ", \"starts_grid\": {\"from\": %.17g, \"to\": %.17g, \"cells\": "
             "%ld, \"places\": [",
             e->from, e->to, e->cells);
    for (long k = 0; k < f->count; k++) {
        const grid_place *p = &f->places[k];
        text_add(t,
                 "%s{\"kind\": \"%s\", \"low\": %.17g, \"high\": %.17g, "
                 "\"width\": %.17g",
                 k > 0 ? ", " : "", grid_name(p->kind), p->low, p->high,
                 p->high - p->low);
        if (p->kind == GRID_UNSEEN)
            text_add(t, ", \"at\": null, \"residual\": null}");
        else
            text_add(t, ", \"at\": %.17g, \"residual\": %.17g}", p->at,
                     fabs(p->r));
    }
    text_add(t, "]}");
}

static perp_status report(asking *w, const experiment_ends *e,
                          const grid_found *f, const grid_place *taken,
                          char **text)
{
    growing_text t = {0};
    PERP_TRY(velocities(w, taken->at, w->v));
    for (int i = 0; i < w->line->nv; i++)
        text_add(&t, "%s%.17g", i > 0 ? ", " : "\"v0\": [", w->v[i]);
    text_add(&t,
             "], \"residual\": %.17g, \"method\": \"grid\", \"evaluations\": "
             "%ld, \"other_starts\": null",
             fabs(taken->r), f->evaluations);
    perp_status s = write_starts(&t, w, f);
    write_places(&t, e, f);
    if (s.code == PERP_OK)
        s = text_end(&t);
    if (s.code != PERP_OK)
        text_free(&t);
    *text = t.text;
    return s;
}

/** That no start was found on the grid proves nothing, and says so; what was seen
instead is counted, for a jump or a start without a run is where to look next. */
static perp_status none(const experiment_ends *e, const grid_found *f)
{
    long jumps = 0;
    for (long i = 0; i < f->count; i++)
        jumps += f->places[i].kind == GRID_JUMP;
    return PERP_FAIL(PERP_NO_SOLUTION,
                     "no start with these ends was found on a grid of %ld "
                     "cells from %.6g to %.6g (jumps: %ld, without a run: "
                     "%ld); whether there is one is undecided; take more "
                     "cells, other limits or another end",
                     e->cells, e->from, e->to, jumps, f->count - jumps);
}

typedef struct {
    loop *l;
    starts line;
    double *v;
    int row;
} begun;

static perp_status look(asking *w, begun *b, arena *a)
{
    const experiment *e = b->l->asked;
    const grid_problem p = {value,         w,
                            e->ends.from,  e->ends.to,
                            e->ends.cells, shoot_defaults.tolerance};
    const size_t nv = (size_t)e->sys->nv;
    double at;
    grid_found f;
    w->v = arena_take(a, 2 * nv, sizeof *w->v);
    if (w->v == NULL)
        return PERP_NO_MEMORY(2 * nv);
    w->residual = w->v + nv;
    PERP_TRY(literal_double(e->v[b->line.free[0]], &at));
    PERP_TRY(grid_find(&p, a, &f));
    const grid_place *taken = nearest(&f, at);
    if (taken == NULL)
        return none(&e->ends, &f);
    PERP_TRY(report(w, &e->ends, &f, taken, &b->l->sum->found));
    return velocities(w, taken->at, b->v);
}

static perp_status use(const shoot_problem *p, arena *a, void *of)
{
    begun *b = of;
    const size_t nv = (size_t)b->line.nv;
    asking w = {.ends = p, .line = &b->line, .row = b->row};
    w.exact = rational_array(a, nv);
    if (w.exact == NULL)
        return PERP_NO_MEMORY(nv);
    mpq_init(w.s);
    const perp_status s = look(&w, b, a);
    mpq_clear(w.s);
    rational_clear(w.exact, nv);
    return s;
}

/** Two rows with an end are refused by `starts_plane_find`, though each could be asked:
the signs of two residuals at the corners of a square say nothing of a common root. */
perp_status grid_begin(loop *l, double *v)
{
    const experiment *e = l->asked;
    begun b = {.l = l, .line = {.nv = e->sys->nv}, .v = v};
    int last[2] = {0, 0};
    perp_status s = starts_plane_find(e, &b.line, last);
    b.row = last[0];
    if (s.code == PERP_OK)
        s = ends_ask(e, use, &b);
    starts_free(&b.line);
    return s;
}
