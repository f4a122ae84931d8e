#include "pks05/ends/starts_begin.h"

#include "base/memory.h"
#include "base/text.h"
#include "number/rational.h"
#include "pks05/ends/starts.h"
#include "run/tally.h"

/** ## Which one the run takes

With `method = "all"` nothing is searched (`starts.h`). The run begins at the start that is
nearest to the scene's `v`, as the fraction it is: `residual` is 0 for the fractions, and
what a run in doubles ends at differs by its rounding. A continuum offers its nearest point.
Each start is written twice: as doubles, and in `starts_exact` as fractions. */
static int nearer(const mpq_t at, const mpq_t best, const mpq_t to, mpq_t t,
                  mpq_t u)
{
    mpq_sub(t, at, to);
    mpq_abs(t, t);
    mpq_sub(u, best, to);
    mpq_abs(u, u);
    return mpq_cmp(t, u) < 0;
}

static int nearest(const starts *x, const mpq_t to, mpq_t best)
{
    const pieces *list[2] = {&x->points, &x->continua};
    mpq_t at, t, u;
    int any = 0;
    mpq_inits(at, t, u, NULL);
    for (int l = 0; l < 2; l++)
        for (int k = 0; k < list[l]->count; k++) {
            const piece *p = &list[l]->of[k];
            mpq_set(at, to);
            if (p->from && mpq_cmp(at, p->limit[0]) < 0)
                mpq_set(at, p->limit[0]);
            if (p->to && mpq_cmp(at, p->limit[1]) > 0)
                mpq_set(at, p->limit[1]);
            if (!any || nearer(at, best, to, t, u))
                mpq_set(best, at);
            any = 1;
        }
    mpq_clears(at, t, u, NULL);
    return any;
}

/* A fraction in quotes. Without memory for it the text is refused whole. */
static void write_exact(growing_text *t, mpq_srcptr x)
{
    int ok;
    char *text = tally_text(x, &ok);
    if (ok)
        text_add(t, "\"%s\"", text);
    else
        t->refused = 1;
    memory_free(text);
}

static void write_velocities(growing_text *t, const mpq_t *v, int n, int exact)
{
    for (int i = 0; i < n; i++) {
        text_add(t, i > 0 ? ", " : "[");
        if (exact)
            write_exact(t, v[i]);
        else
            text_add(t, "%.17g", mpq_get_d(v[i]));
    }
    text_add(t, "]");
}

static void write_intervals(growing_text *t, const char *key, const pieces *x)
{
    text_add(t, ", \"%s\": [", key);
    for (int k = 0; k < x->count; k++) {
        const piece *p = &x->of[k];
        text_add(t, k > 0 ? ", " : "");
        for (int i = 0; i < 2; i++) {
            text_add(t, i > 0 ? ", " : "[");
            if (i == 0 ? p->from : p->to)
                write_exact(t, p->limit[i]);
            else
                text_add(t, "null");
        }
        text_add(t, "]");
    }
    text_add(t, "]");
}

static perp_status report_all(const starts *x, mpq_t *v, char **text)
{
    const int whole = x->open.count == 0 && x->continua.count == 0;
    growing_text t = {0};
    text_add(&t, "\"v0\": ");
    write_velocities(&t, (const mpq_t *)v, x->nv, 0);
    text_add(&t, ", \"residual\": 0, \"method\": \"all\", \"pieces\": %ld",
             x->over);
    if (whole)
        text_add(&t, ", \"other_starts\": %d", x->points.count - 1);
    else
        text_add(&t, ", \"other_starts\": null");
    for (int exact = 0; exact < 2; exact++) {
        text_add(&t, exact ? "], \"starts_exact\": [" : ", \"starts\": [");
        for (int k = 0; k < x->points.count; k++) {
            starts_velocity(x, x->points.of[k].limit[0], v);
            text_add(&t, k > 0 ? ", " : "");
            write_velocities(&t, (const mpq_t *)v, x->nv, exact);
        }
    }
    text_add(&t, "], \"starts_complete\": %s",
             x->open.count == 0 ? "true" : "false");
    write_intervals(&t, "starts_continua", &x->continua);
    write_intervals(&t, "starts_undecided", &x->open);
    perp_status s = text_end(&t);
    if (s.code != PERP_OK)
        text_free(&t);
    *text = t.text;
    return s;
}

static perp_status begin_all(loop *l, starts *x)
{
    const size_t nv = (size_t)l->e.sys->nv;
    mpq_t *v = rational_array(&l->a, 2 * nv), s;
    if (v == NULL)
        return PERP_NO_MEMORY(nv);
    mpq_init(s);
    perp_status r = starts_find(l->asked, x);
    const int any = r.code == PERP_OK && nearest(x, l->asked->v[x->free], s);
    if (any) {
        starts_velocity(x, s, v);
        l->sum->all_starts = x->open.count == 0;
        for (size_t i = 0; i < nv; i++)
            mpq_set(v[nv + i], v[i]);
        r = report_all(x, v + nv, &l->sum->found);
        l->e.v = v;
    } else if (r.code == PERP_OK)
        r = PERP_FAIL(PERP_NO_SOLUTION,
                      x->open.count == 0
                          ? "no start has these ends: none on the whole line, "
                            "in %ld pieces; give other ends"
                          : "no start with these ends was found in %ld pieces, "
                            "and whether there is one is undecided; change mu",
                      x->over);
    rational_clear(v + nv, nv);
    if (!any)
        rational_clear(v, nv);
    mpq_clear(s);
    return r;
}

perp_status starts_begin(loop *l)
{
    starts x;
    perp_status s = begin_all(l, &x);
    starts_free(&x);
    return s;
}
