#include "pks05/ends/starts_begin.h"

#include "base/memory.h"
#include "base/text.h"
#include "number/rational.h"
#include "pks05/ends/starts.h"
#include "run/tally.h"

/** ## Which one the run takes

With `method = "all"` nothing is searched (`starts.h`). The run begins at the start that is
nearest to the scene's `v`, as the fraction it is. `residual` is null: one motion from there
meets the ends exactly, and nobody has looked where this run ends, which rounds, and which
where a step has several solutions may take another. A continuum offers its nearest point.
Each start is written twice: as doubles, and in `starts_exact` as fractions.

Section 5 of the paper has no word on which of several starts is meant, and its fixed
point finds whichever its first guess leads to. Here the guess decides by distance, and
so that a reader can say beforehand which it will be: of the ball's two starts, $-6.5567$ and
$1.975$ m/s, a scene with `v` above their middle, $-2.291$ m/s, is thrown up, and one with `v`
below it is thrown down. A secant from there may go to either.

Near is meant in the free velocity alone; the others follow from it by the rows, and what
the scene gives for them is not looked at. A scene whose free velocity is a start already runs
from just that, also inside of a continuum. What is equally far on both sides goes to the one that
stands first in the list, the lower of two isolated ones.

**Fractions and doubles.** The start that is handed on is the fraction. With `--rational` the
run from it ends as prescribed to the last digit, if its steps have one solution each; where one
has several, a start is listed for any of its motions, and the run follows the one that its
method finds. In doubles the start is rounded first, and each step after it. `starts` has 17
digits a number, so that a scene which writes one of them for its `v` repeats the run in
doubles; one that is to repeat the exact run takes `starts_exact`. */
static int nearer(const mpq_t at, const mpq_t best, const mpq_t to, mpq_t t,
                  mpq_t u)
{
    mpq_sub(t, at, to);
    mpq_abs(t, t);
    mpq_sub(u, best, to);
    mpq_abs(u, u);
    return mpq_cmp(t, u) < 0;
}

/** The point of an interval that is nearest to a number is the number itself, or the limit
that it lies beyond; for an isolated start both limits are that start, and nothing else has to be
done for it. 0: both lists are empty. */
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

/** A fraction in quotes, since JSON has no number for it. A text that could not have its fraction
is refused as a whole: one with a start missing in the middle would be a wrong list. */
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

/** All $n_v$ velocities of a start and not $s$ alone: which of them is free is not for a reader
of the table to find out. */
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

/** In $s$, `[low, high]`, limits as fractions; both belong to the interval. null is no limit:
`[[null, null]]` is the whole line, `[]` that there is none. */
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

/** `other_starts` has the meaning that it has for a search, how many starts there are beside the
one that is taken, and is null where that is no number: unknown, or infinitely many. The search
always says null. `starts_complete` is true for a continuum, too: all are known, and not
counted. `v` is scratch, `nv` numbers, with the start that was taken in it at first. */
static perp_status report_all(const starts *x, mpq_t *v, char **text)
{
    const int whole = x->open.count == 0 && x->continua.count == 0;
    growing_text t = {0};
    text_add(&t, "\"v0\": ");
    write_velocities(&t, (const mpq_t *)v, x->nv, 0);
    text_add(&t, ", \"residual\": null, \"method\": \"all\", \"pieces\": %ld",
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

/** The first half of $v$ goes to the run, the second is scratch of the report and ends here.
`all_starts` is what the summary needs to say in words whether there can be others.

That no start was found is an answer when nothing is open, and the message says on what: so many
pieces of the whole line. Otherwise it is none, and what helps is another $\mu$: a list is
singular for single values of it, $\mu = a_{nn}/|a_{nt}|$ for one contact. For the ball asked to
be at $-9$ m after 0.4 s there is no start at all: on both half lines $y(T)$ rises outward, with the
slopes $-0.081$ s and $0.4$ s, and of the limits between the 36 pieces the lowest end is
$-\frac{23}{576}$ m, for $s = \frac{73}{45}$. An affine function is nowhere lower than at one of its
limits, so that these 36 numbers are the proof. */
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

/** What `starts_find` leaves is given back in each case, after an error as well. */
perp_status starts_begin(loop *l)
{
    starts x;
    perp_status s = begin_all(l, &x);
    starts_free(&x);
    return s;
}
