/**
# From event to event

A solution of (39) in the plane, HP23 3.2, may bend at any moment; what can be drawn
are those that bend finitely often. This module makes one leg of such a solution, in
three steps.

1. [Which rates](ways.c) keep a leg inside (39) for a while: a list of polytopes that depends
   on the signs of the speeds.
2. One of these rates is drawn. With `ordered`, only from those under which one contact presses
   alone, the one that pressed last as long as it approaches: Routh's paths one after another.
3. The leg goes on until a speed $u_i$ that is not zero becomes so, $s = \min_i -u_i/\dot u_i$
   over those with $u_i \dot u_i < 0$. There is one: [the bound](followed.c) on the length of
   solutions says that something must change, if the cone is pointed.

**The block**, $v = (0, -1, 0)$, A alone and sticking: $\dot v = (\frac6{17}, 1,
-\frac6{17})$, A's normal speed has the rate $\frac{20}{17}$, B's $\frac{14}{17}$.
Times to zero are $\frac{17}{20}$ and $\frac{17}{14}$, so the leg ends at
$\frac{17}{20}$, where A rests.

Straight down, instead: both press alike, $\dot v = (0, 1, 0)$, both normal
speeds rise at the rate 1 and reach zero together at $s = 1$. With the shares
$\lambda$ and $1 - \lambda$ between, and both sticking, the leg ends where the
faster of the two is at rest, and the other has to go on alone. All that happens
on the block is in these legs: who has pressed more rests first.

**Why part of the way.** Solutions bend where they like, not at events only. If
every leg went to its event, shares would change at events only, and the legs of
the block would have their ends on two lines. A leg cut at a quarter, followed
by one with other shares, is a path with a bend in the open. It costs a leg and
a few digits, so it is done in three of eight cases.

**Digits.** A leg multiplies a velocity by a fraction of its own, and the number of
digits grows with each leg, to tens of thousands of bits behind some hundred legs of
the discs. Most of the time then goes into common divisors. So speeds and rates are
formed in whole numbers over one denominator each, comparisons need no division, and
each component of the new velocity is brought into lowest terms once.
*/
#include "hp23/inclusion/leg.h"

#include "number/rational.h"

perp_status walk_new(arena *a, ways *all, const solution_options *o,
                     uint64_t sample, walk *out)
{
    const rates *r = all->r;
    const size_t nv = (size_t)r->nv, u = (size_t)(r->d->p + r->d->r);
    *out = (walk){.a = a, .r = r, .ways = all, .o = o, .last = -1};
    mpz_inits(out->unit, out->of_rate, NULL);
    out->at = (draw_place){o->seed, sample, 0};
    out->vertices = r->nv + 1;
    out->count = 2 * u + 3 * nv + 1;
    out->draw = arena_take(a, 2 * nv + 6, sizeof *out->draw);
    if (out->draw == NULL)
        return PERP_NO_MEMORY(nv);
    out->all = rational_array(a, out->count);
    if (out->all == NULL)
        return PERP_NO_MEMORY(out->count * sizeof(mpq_t));
    out->u = out->all;
    out->du = out->u + u;
    out->rate = out->du + u;
    out->whole = out->rate + nv;
    return PERP_SUCCESS;
}

void walk_clear(walk *w)
{
    rational_clear(w->all, w->count);
    mpz_clears(w->unit, w->of_rate, NULL);
    w->all = NULL;
    w->count = 0;
}

/** The speeds of v in whole numbers, which the next leg uses as well; colliding is
(28): one of the first p is negative. */
int walk_collides(walk *w, const mpq_t *v)
{
    int j = 0;
    rates_speeds(w->r, v, w->unit, w->whole, w->u);
    while (j < w->r->d->p && mpq_sgn(w->u[j]) >= 0)
        j++;
    return j < w->r->d->p;
}

/** Why the contact that pressed last goes on: Routh's path is one contact's from its
first approach to its end, whatever the others do meanwhile. A leg ends earlier where a
slip reaches zero, and without the memory another contact could take over in the middle.

Routh's paths one behind the other, HP23 2.2.2 inside of (39): with $\lambda_{n,j}
= 1$ for one $j$ (37) holds, and contact $j$ obeys (36). On the block the ends are
those of the sequences in turn, $\frac{21}{100}$ of the fall. */

/* One contact at a time, until it rests: the one that pressed last, or another
   that collides. */
static int one_presses(walk *w)
{
    const int p = w->r->d->p;
    int colliding = 0, j;
    if (w->last >= 0 && mpq_sgn(w->u[w->last]) < 0)
        return w->last;
    for (j = 0; j < p; j++)
        colliding += mpq_sgn(w->u[j]) < 0;
    int pick = (int)(w->draw[0] * colliding);
    for (j = 0; j < p; j++)
        if (mpq_sgn(w->u[j]) < 0 && pick-- == 0)
            break;
    return w->last = j;
}

/* out += factor x, nv numbers. */
static void add_vector(int nv, mpq_srcptr factor, const mpq_t *x, mpq_t *out)
{
    mpq_t t;
    mpq_init(t);
    for (int i = 0; i < nv; i++) {
        mpq_mul(t, factor, x[i]);
        mpq_add(out[i], out[i], t);
    }
    mpq_clear(t);
}

/** **The rate is drawn** from all that the leg may have: one of the polytopes, each
as likely as the others, then one to `dimension + 1` of its vertices with weights of
1 to 8. So many suffice for every point of a polytope, and a single vertex, where as
much as possible is idle, sticks or is jammed, turns up as often as any other number of
them. A grid of weights is no loss: a leg may end before its event, and the mean of
several rates is between those of the grid.

A mean of points of one polytope is one of its rates; of two polytopes it need be none,
for between "idle" and "jammed" there may be nothing. So the polytope is drawn first. */
static void draw_rate(walk *w, const way_set *set)
{
    const int nv = w->r->nv, i = (int)(w->draw[1] * set->count);
    const int points = set->first[i + 1] - set->first[i];
    const int dimension = set->dimension[i];
    int most = dimension < points ? dimension + 1 : points;
    long sum = 0;
    mpq_t f;
    mpq_init(f);
    if (most > w->vertices)
        most = w->vertices;
    for (int l = 0; l < nv; l++)
        mpq_set_ui(w->rate[l], 0, 1);
    const int vertices = 1 + (int)(w->draw[2] * most);
    for (int k = 0; k < vertices; k++) {
        const int at = set->first[i] + (int)(w->draw[4 + 2 * k] * points);
        const long weight = 1 + (long)(8 * w->draw[5 + 2 * k]);
        mpq_set_si(f, weight, 1);
        sum += weight;
        add_vector(nv, f, (const mpq_t *)set->point + at * nv, w->rate);
    }
    for (int l = 0; l < nv; l++) {
        mpq_set_si(f, sum, 1);
        mpq_div(w->rate[l], w->rate[l], f);
    }
    mpq_clear(f);
}

static perp_status find_rate(walk *w)
{
    const way_set *set;
    draw_uniform(&w->at, DRAW_BOUND, 4 + 2 * w->vertices, w->draw);
    w->at.step++;
    const int only = w->o->ordered ? one_presses(w) : -1;
    PERP_TRY(ways_at(w->ways, (const mpq_t *)w->u, only, &w->o->limit, &set));
    if (set->count == 0)
        return PERP_FAIL(PERP_INPUT, "no rates hold these contacts: the "
                                     "friction cone is not pointed");
    draw_rate(w, set);
    return PERP_SUCCESS;
}

/** $s = \min -u_i/\dot u_i$ over the speeds that go to zero. Comparing quotients of
whole numbers needs their lowest terms, but no conversion of units, and the least is
put right once: $u$ is `unit` times the speed, $\dot u$ `of_rate` times its rate.

A speed that is zero is no event: if its rate is not zero it leaves at once, with
a sign that [the rate was chosen for](ways.c), and if it is, it stays. */

/* The time until a speed that is not zero becomes so, the least; 0: never. The
   speeds have one unit, their rates another: the quotient is put right once. */
static int until_event(walk *w, mpq_ptr least)
{
    const int count = w->r->d->p + w->r->d->r;
    int found = 0;
    mpq_t t;
    mpq_init(t);
    rates_speeds(w->r, (const mpq_t *)w->rate, w->of_rate,
                 w->whole + w->r->nv, w->du);
    for (int i = 0; i < count; i++) {
        if (mpq_sgn(w->u[i]) * mpq_sgn(w->du[i]) >= 0)
            continue;
        mpq_div(t, w->u[i], w->du[i]);
        mpq_neg(t, t);
        if (!found || mpq_cmp(t, least) < 0)
            mpq_set(least, t);
        found = 1;
    }
    mpq_set_z(t, w->of_rate);
    mpq_mul(least, least, t);
    mpq_set_z(t, w->unit);
    mpq_div(least, least, t);
    mpq_clear(t);
    return found;
}

/* to = v + time rate, over one denominator, with one common divisor for each
   component: nothing else here costs as much. */
static void go(const walk *w, mpq_srcptr time, mpq_t *to)
{
    const int nv = w->r->nv;
    mpz_t all, of_v, of_rate;
    mpz_init_set(all, w->unit);
    mpz_inits(of_v, of_rate, NULL);
    rational_cover(all, time);
    rational_scaled(of_rate, all, time);
    mpz_divexact(of_v, all, w->unit);
    mpz_mul(of_v, of_v, w->of_rate);
    mpz_mul(all, all, w->of_rate);
    for (int i = 0; i < nv; i++) {
        mpz_ptr x = mpq_numref(to[i]);
        mpz_mul(x, of_v, mpq_numref(w->whole[i]));
        mpz_addmul(x, of_rate, mpq_numref(w->whole[nv + i]));
        mpz_set(mpq_denref(to[i]), all);
        mpq_canonicalize(to[i]);
    }
    mpz_clears(all, of_v, of_rate, NULL);
}

/** **A leg** goes to the next event, where a speed reaches zero, or a quarter, a
half or three quarters of the way there, before rates are drawn anew. Its normal
rates have the sum 1 of (37): a solution of (39), which does not depend on how it
was found.

For a contact alone with $J_n M^{-1} J_t^\top = 0$ and $M = I$ the slip follows (3) at
the rate $\mu$, and stops as in (5).

Implements HP23 (3), (5). */
perp_status walk_leg(walk *w, mpq_ptr ds, mpq_t *to)
{
    mpq_t part;
    mpq_init(part);
    perp_status s = find_rate(w);
    if (s.code == PERP_OK && !until_event(w, ds))
        s = PERP_FAIL(PERP_INPUT, "the impact does not end: the friction cone "
                                  "is not pointed");
    const int quarters = (int)(8 * w->draw[3]);
    if (!w->o->ordered && quarters > 0 && quarters < 4) {
        mpq_set_si(part, quarters, 4);
        mpq_canonicalize(part);
        mpq_mul(ds, ds, part);
    }
    if (s.code == PERP_OK)
        go(w, ds, to);
    mpq_clear(part);
    return s;
}
