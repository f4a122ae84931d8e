/**
# From an end to the beginning

A point $y$ of a piece is $x + k$ with $x$ in the `from` of the piece and $k$
in the cone of its cell. All such $x$ are a polyhedron, $(y - \operatorname{cone})$ cut with
`from`, and the mean of its corners is taken, which is in its interior as far as it has
one: an $x$ at the rim might be a place where nothing approaches, and no solution goes on
from there. $x$ is a point of the piece before. So legs are found from the end to the
beginning, and then each of them is asked for its impulses: weights on the corners of
(39) in the middle of the leg. That there are such weights proves the leg. Last
[the verdict](path.c) is asked, which knows nothing of pieces.

**Why backward.** Forward one would have to know which point of the first polyhedron to go
to, and that depends on all that follows. Backward every choice is free: any $x$ that the
piece allows is reached by the piece before, because `from` is that piece cut by the
closure of the cell. So there is no search, and as many steps as legs. Where $x$ turns
out to be $y$, the leg has no length and is left out: cells that a solution only passes
through.

**The set of all such $x$.** $y \in x + \operatorname{cone} K$ is $x \in y - \operatorname{cone} K$, a
polyhedron with the one corner $y$ and the edges of $K$ turned round; its planes and
those of `from` together are those of the $x$. It has no directions: a leg has a bounded
length, or energy would be lost without end.

**Which weights.** A leg from $x$ to $y$ has one direction, and weights $w_c$ on the corners
in its middle with $\sum w_c g_c = y - x$ are its impulses: $\sum w_c$ of contact $j$ is its
$\Lambda_n$, and $-\mu_j$ times the weights forward less those backward its friction. They
exist, since the edges of the cell's cone are made of them. When they are not unique
[the straight line](line.c) gives one $\sum w_c$, and [the distance from the hull](hull.c)
one choice with that sum.

**What is refused.** A knot at which nothing approaches, before the last one: a solution
has ended there. It may happen for an end at the rim of a part, whose only ways lead
through such knots. Everything else that is found wrong here is an error of ours: a point
without a way back, a leg that the verdict does not accept.

**How long the numbers are.** The mean of $k$ corners has the product of their denominators;
each leg adds some hundred bits on the gait. A corner in place of the mean would be
shorter, and would sooner be a knot where nothing approaches.

**The block**, the end $(\frac{21}{100}, \frac{21}{200}, -\frac{21}{100})$: the last piece is B
alone while A parts. The only point of the edge where A rests from which B's cone
leads to it is $(\frac3{10}, -\frac3{20}, -\frac3{10})$, and from $v$ there A alone
leads: the two impacts in turn.
*/
#include "hp23/inclusion/ends_path.h"

#include "hp23/inclusion/hull.h"
#include "hp23/inclusion/line.h"
#include "hp23/inclusion/path.h"
#include "number/rational.h"

typedef struct {
    arena *a;
    rates *r;
    const ends *e;
    int nv, n; /* n: 1 + numbers of y */
    mpq_t t;
} walking;

/* x = where the leg of the piece began that leads to y. */
static perp_status back(const walking *w, const ends_piece *p, const mpq_t *y,
                        mpq_t *x)
{
    const row_list *press = &w->e->all.list[p->cell].press.row;
    polyhedron before = {{{.n = w->n}, {.n = w->n}},
                         {{.n = w->n}, {.n = w->n}}};
    polyhedron both = before;
    mpz_t *row = row_list_add(&before.points.row);
    perp_status s = row == NULL ? PERP_NO_MEMORY(w->n)
                                : row_list_append(&before.points.row, press);
    if (s.code == PERP_OK) {
        chart_row(&w->e->all.f, y, 1, row_list_at(&before.points.row, 0));
        for (int k = 1; k < before.points.row.count; k++)
            for (int i = 1; i < w->n; i++)
                mpz_neg(row_list_at(&before.points.row, k)[i],
                        row_list_at(&before.points.row, k)[i]);
        s = polyhedron_close(&before);
    }
    if (s.code == PERP_OK)
        s = polyhedron_meet(&before.planes, &p->from.planes, &both);
    if (s.code == PERP_OK && both.points.row.count == 0)
        s = PERP_FAIL(PERP_BUG, "a point of a piece that no leg leads to");
    if (s.code == PERP_OK)
        row_list_mean(&both.points.row, x);
    polyhedron_clear(&before);
    polyhedron_clear(&both);
    return s;
}

static int same(int n, const mpq_t *x, const mpq_t *y)
{
    int i = 0;
    while (i < n && mpq_equal(x[i], y[i]))
        i++;
    return i == n;
}

/* The knots to `end`, a point of the piece in y, into to->v: v first. */
static perp_status find_knots(walking *w, int piece, const mpq_t *end,
                              ends_path *to)
{
    const ends *e = w->e;
    const size_t nv = (size_t)w->nv, u = (size_t)e->all.speeds;
    const size_t y = (size_t)e->all.f.k,
                 most = (size_t)e->piece[piece].legs + 1;
    *to = (ends_path){.numbers = most * (1 + nv + u + y)};
    to->s = rational_array(w->a, to->numbers);
    if (to->s == NULL)
        return PERP_NO_MEMORY(to->numbers * sizeof *to->s);
    to->v = to->s + most;
    to->L = to->v + most * nv;
    mpq_t *at = to->L + most * u + (most - 1) * y;
    for (size_t i = 0; i < y; i++)
        mpq_set(at[i], end[i]);
    for (to->knots = 1; e->piece[piece].parent >= 0;
         piece = e->piece[piece].parent) {
        mpq_t *before = at - y;
        PERP_TRY(back(w, &e->piece[piece], (const mpq_t *)at, before));
        if (same((int)y, (const mpq_t *)at, (const mpq_t *)before))
            continue;
        at = before;
        to->knots++;
    }
    for (size_t k = 0; k < (size_t)to->knots; k++)
        chart_lift(&e->all.f, (const mpq_t *)at + k * y, to->v + k * nv);
    return PERP_SUCCESS;
}

/* L of a leg = the impulses of the weights on r's corners, in all s. */
static void put_impulses(const rates *r, const mpq_t *weight, mpq_srcptr s,
                         mpq_t *L)
{
    const step_exact *d = r->d;
    mpq_t t;
    mpq_init(t);
    for (int c = 0; c < r->count; c++) {
        const int j = r->contact[c], way = r->side[c];
        mpq_mul(t, weight[c], s);
        mpq_add(L[j], L[j], t);
        if (way == 0)
            continue;
        mpq_mul(t, t, d->mu[j]);
        mpq_ptr f = L[d->p + (way > 0 ? way : -way) - 1];
        (way > 0 ? mpq_sub : mpq_add)(f, f, t);
    }
    mpq_clear(t);
}

/* Weights in the middle of a leg that is ds long; *fine = 0: there are none. */
static perp_status weigh(walking *w, const mpq_t *from, const mpq_t *to,
                         mpq_srcptr ds, mpq_t *L, int *fine)
{
    rates *r = w->r;
    const size_t nv = (size_t)w->nv;
    mpq_t *x = rational_array(w->a, 2 * nv + (size_t)r->most + 1);
    mpq_t zero;
    if (x == NULL)
        return PERP_NO_MEMORY(2 * nv * sizeof *x);
    mpq_init(zero);
    for (size_t i = 0; i < nv; i++) {
        mpq_add(x[i], from[i], to[i]);
        mpq_div_2exp(x[i], x[i], 1);
        mpq_sub(x[nv + i], to[i], from[i]);
        mpq_div(x[nv + i], x[nv + i], ds);
    }
    rates_at(r, (const mpq_t *)x, zero);
    mpq_clear(zero);
    const hull_exact h = {w->nv, r->count, (const mpq_t *)r->corner,
                          (const mpq_t *)x + nv};
    perp_status s = hull_distance(w->a, &h, w->t, x + 2 * nv);
    *fine = s.code == PERP_OK && mpq_sgn(w->t) == 0;
    if (*fine)
        put_impulses(r, (const mpq_t *)x + 2 * nv, ds, L);
    rational_clear(x, 2 * nv + (size_t)r->most + 1);
    return s;
}

static int collides(walking *w, const mpq_t *v)
{
    mpq_set_ui(w->t, 0, 1);
    return impact_colliding(w->e->d, v, w->t) >= 0;
}

/** **A leg is proven twice.** The straight line between its knots is asked first, which
says whether some impulses along it keep all of (39), and how much $s$ they take; it must
have one piece, since no speed changes its sign inside a cell. Then the weights in its
middle are found, and must leave nothing over. Both are in fractions, and neither knows the
cell: the corners are those of the velocity in the middle. A third time the whole path is
judged, with its $s$, by who is asked about paths from anywhere. */
/* The leg from knot k: its s and impulses; *fine = 0: it solves nothing. */
static perp_status prove_leg(walking *w, ends_path *p, int k, int *fine)
{
    const exact_limit none = {0};
    const mpq_t *from = (const mpq_t *)p->v + k * w->nv, *to = from + w->nv;
    line l;
    *fine = collides(w, from);
    if (!*fine)
        return PERP_SUCCESS;
    perp_status s = line_check(w->a, w->r, from, to, &none, &l);
    *fine = s.code == PERP_OK && l.solves && l.pieces == 1;
    if (*fine) {
        mpq_add(p->s[k + 1], p->s[k], l.ds[0]);
        s = weigh(w, from, to, l.ds[0], p->L + k * w->e->all.speeds, fine);
    }
    line_clear(&l);
    return s;
}

/** **From $v$ to an end**: the first knot is the $v$ of the data, to the last digit; each leg is
proven; at each knot but the last something approaches, and so it does between, for a
contact that approaches at the beginning of a leg in one cell does so up to its end; at
the last nothing does. Of these only the legs could be had from the verdict on the path,
which does not ask where a path begins or ends. */
/* Is the path a solution from v to an end? */
static perp_status prove(walking *w, ends_path *p)
{
    int fine;
    const int nv = w->nv;
    path_verdict v;
    fine = p->knots > 1 &&
           same(nv, (const mpq_t *)p->v, (const mpq_t *)w->e->d->v) &&
           !collides(w, (const mpq_t *)p->v + (p->knots - 1) * nv);
    for (int k = 0; k + 1 < p->knots && fine; k++)
        PERP_TRY(prove_leg(w, p, k, &fine));
    if (!fine)
        return PERP_SUCCESS;
    const velocity_path as = {p->knots, (const mpq_t *)p->s,
                              (const mpq_t *)p->v};
    perp_status s = path_check(w->a, w->r, &as, &v);
    if (s.code == PERP_OK && mpq_sgn(v.worst) != 0)
        s = PERP_FAIL(PERP_BUG, "leg %d is %g beside the inclusion", v.leg,
                      mpq_get_d(v.worst));
    path_verdict_clear(&v);
    p->solves = s.code == PERP_OK;
    return s;
}

perp_status ends_path_find(arena *a, rates *r, const ends *e, int piece,
                           const mpq_t *end, ends_path *out)
{
    walking w = {.a = a, .r = r, .e = e, .nv = r->nv, .n = e->all.n};
    mpq_init(w.t);
    perp_status s = find_knots(&w, piece, end, out);
    if (s.code == PERP_OK)
        s = prove(&w, out);
    mpq_clear(w.t);
    return s;
}

void ends_path_clear(ends_path *p)
{
    rational_clear(p->s, p->numbers);
    *p = (ends_path){0};
}
