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
stands first in the list, the lower of two isolated ones. With two unknowns the squares of both
differences are added, numbers in m/s and in rad/s alike.

**Fractions and doubles.** The start that is handed on is the fraction. With `--rational` the
run from it ends as prescribed to the last digit, if its steps have one solution each; where one
has several, a start is listed for any of its motions, and the run follows the one that its
method finds. In doubles the start is rounded first, and each step after it. `starts` has 17
digits a number, so that a scene which writes one of them for its `v` repeats the run in
doubles; one that is to repeat the exact run takes `starts_exact`. */
static int nearest(const starts *x, const mpq_t *to, mpq_t *best)
{
    const pieces *list[2] = {&x->points, &x->continua};
    mpq_t at[2], far, least, t;
    mpq_inits(at[0], at[1], far, least, t, NULL);
    mpq_set_si(least, -1, 1);
    for (int l = 0; l < 2; l++)
        for (int n = 0; n < list[l]->count; n++) {
            piece_nearest(&list[l]->of[n], to, at);
            mpq_set_ui(far, 0, 1);
            for (int k = 0; k < x->unknowns; k++) {
                mpq_sub(t, at[k], to[k]);
                mpq_mul(t, t, t);
                mpq_add(far, far, t);
            }
            if (mpq_sgn(least) >= 0 && mpq_cmp(far, least) >= 0)
                continue;
            mpq_set(least, far);
            for (int k = 0; k < x->unknowns; k++)
                mpq_set(best[k], at[k]);
        }
    const int any = mpq_sgn(least) >= 0;
    mpq_clears(at[0], at[1], far, least, t, NULL);
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

/* In s, [low, high], null for no limit. */
static void write_interval(growing_text *t, const piece *p)
{
    for (int i = 0; i < 2; i++) {
        text_add(t, i > 0 ? ", " : "[");
        if (i == 0 ? p->from : p->to)
            write_exact(t, p->limit[i]);
        else
            text_add(t, "null");
    }
    text_add(t, "]");
}

/* As velocities: corners (w = 1) or directions (w = 0). */
static void write_corners(growing_text *t, const starts *x, const piece *p,
                          int w, mpq_t *v)
{
    int n = 0;
    for (int i = 0; i < p->area.n; i++) {
        const mpq_t *at = (const mpq_t *)polygon_corner(&p->area, i);
        if (mpq_sgn(at[0]) != w)
            continue;
        starts_velocity(x, w, at + 1, v);
        text_add(t, n++ > 0 ? ", " : "");
        write_velocities(t, (const mpq_t *)v, x->nv, 1);
    }
}

/** Limits as fractions; they belong to the interval or polygon. For one unknown `[[null, null]]` is
the whole line; `[]` says that there is none. */
static void write_pieces(growing_text *t, const char *key, const starts *x,
                         const pieces *all, mpq_t *v)
{
    text_add(t, ", \"%s\": [", key);
    for (int k = 0; k < all->count; k++) {
        text_add(t, k > 0 ? ", " : "");
        if (!all->two) {
            write_interval(t, &all->of[k]);
            continue;
        }
        text_add(t, "{\"corners\": [");
        write_corners(t, x, &all->of[k], 1, v);
        text_add(t, "], \"directions\": [");
        write_corners(t, x, &all->of[k], 0, v);
        text_add(t, "]}");
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
            starts_velocity(x, 1, piece_point(&x->points.of[k]), v);
            text_add(&t, k > 0 ? ", " : "");
            write_velocities(&t, (const mpq_t *)v, x->nv, exact);
        }
    }
    text_add(&t, "], \"starts_complete\": %s",
             x->open.count == 0 ? "true" : "false");
    write_pieces(&t, "starts_continua", x, &x->continua, v);
    write_pieces(&t, "starts_undecided", x, &x->open, v);
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
static perp_status none(const starts *x)
{
    const char *where = x->unknowns == 2 ? "plane" : "line";
    if (x->open.count > 0)
        return PERP_FAIL(PERP_NO_SOLUTION,
                         "no start with these ends was found in %ld pieces, "
                         "and whether there is one is undecided; change mu",
                         x->over);
    return PERP_FAIL(PERP_NO_SOLUTION,
                     "no start has these ends: none on the whole %s, "
                     "in %ld pieces; give other ends",
                     where, x->over);
}

static perp_status begin_all(loop *l, starts *x)
{
    const size_t nv = (size_t)l->e.sys->nv;
    mpq_t *v = rational_array(&l->a, 2 * nv), s[4];
    if (v == NULL)
        return PERP_NO_MEMORY(nv);
    mpq_inits(s[0], s[1], s[2], s[3], NULL);
    perp_status r = starts_find(l->asked, x);
    for (int k = 0; k < x->unknowns && r.code == PERP_OK; k++)
        mpq_set(s[k], l->asked->v[x->free[k]]);
    const int any = r.code == PERP_OK && nearest(x, (const mpq_t *)s, s + 2);
    if (any) {
        starts_velocity(x, 1, (const mpq_t *)(s + 2), v);
        l->sum->all_starts = x->open.count == 0;
        for (size_t i = 0; i < nv; i++)
            mpq_set(v[nv + i], v[i]);
        r = report_all(x, v + nv, &l->sum->found);
        l->e.v = v;
    } else if (r.code == PERP_OK)
        r = none(x);
    rational_clear(v + nv, nv);
    if (!any)
        rational_clear(v, nv);
    mpq_clears(s[0], s[1], s[2], s[3], NULL);
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
