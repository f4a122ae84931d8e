/**
# One solution, by its number

HP23 3.3: solutions exist (Theorem 1), lose energy (Theorem 2, Corollary 1) and end
(Theorem 3). Of what they do in between the paper says nothing, and its figures come
from the steps (75). Here a solution is put together from [legs](leg.c), and is one
exactly; steps are solutions only where no sign changes within a step.

**What is drawn** is a choice, and no distribution on the set of solutions is meant:
the polytopes of rates are equally likely, a leg is cut at a quarter, half or three
quarters of its length in three of eight cases, and one solution of eight goes
straight. What matters is that every finite sequence of legs is close to one that can
turn up. Sample number $k$ is always the same, for seed and number are all that random
numbers depend on.

**One of the block**, as it may be drawn: A alone for half of its leg, B alone
until it rests, A alone until it rests. It has four knots, $s = 0$,
$\frac{17}{40}$, $\frac{391}{400}$ and $\frac{4063}{4000}$, and ends with B
parting at $\frac{63}{2000}$; the knots are in [path.c](path.c). Without the cut
at the first knot it is the sequence A, B with $\frac{21}{100}$. As the cut goes
from the end of A's leg to its beginning, $v^+$ goes from one sequence to the
other, and every speed between is an end of a solution.

**Why some go straight.** An outcome of law (31) may be one point that many legs have
to hit exactly: the gait's, where B slides. Drawn rates seldom hit such a
point. But [the line](line.c) to it is mostly a solution itself, and is taken now
and then.

**How long.** In the mean 2.4 legs on the block, 6.6 on the gait; some hundred on the
discs, where `most` ends it (400 unless asked otherwise).
*/
#include "hp23/inclusion/solution.h"

#include "hp23/inclusion/line.h"
#include "number/rational.h"

/** The number of knots is not known before: the room doubles, and numbers move by a
swap of their limbs' addresses, since the last knots may have thousands of digits. The old
array's bytes stay in the arena, no more than the new one's. */
static perp_status more_room(arena *a, solution *x)
{
    const size_t nv = (size_t)x->nv, old = (size_t)x->most;
    const size_t most = old == 0 ? 32 : 2 * old;
    mpq_t *s = rational_array(a, most * (nv + 1));
    if (s == NULL)
        return PERP_NO_MEMORY(most * (nv + 1) * sizeof *s);
    mpq_t *v = s + most;
    for (size_t k = 0; k < old; k++)
        mpq_swap(s[k], x->s[k]);
    for (size_t k = 0; k < old * nv; k++)
        mpq_swap(v[k], x->v[k]);
    solution_clear(x);
    x->s = s;
    x->v = v;
    x->most = (int)most;
    x->numbers = most * (nv + 1);
    return PERP_SUCCESS;
}

/** Legs, until nothing collides. Time is looked at before each of them, since a leg
late in a long solution may take seconds. */
static perp_status follow(walk *w, solution *x, int most)
{
    const step_exact *d = w->r->d;
    const size_t nv = (size_t)x->nv;
    PERP_TRY(more_room(w->a, x));
    for (int i = 0; i < x->nv; i++)
        mpq_set(x->v[i], d->v[i]);
    for (x->knots = 1; x->knots <= most; x->knots++) {
        size_t k = (size_t)x->knots;
        x->ended = !walk_collides(w, (const mpq_t *)x->v + (k - 1) * nv);
        if (x->ended)
            return PERP_SUCCESS;
        PERP_TRY(limit_time(&w->o->limit));
        if (x->knots == x->most)
            PERP_TRY(more_room(w->a, x));
        PERP_TRY(walk_leg(w, x->s[k], x->v + k * nv));
        mpq_add(x->s[k], x->s[k], x->s[k - 1]);
    }
    return PERP_SUCCESS;
}

/** Of a continuum each corner is as likely as any other, and so are means of up to nv +
1 of them. */

/* A v+ to go to: one of the list or, where all between several are outcomes,
   too, a mean of a few with weights of 1 to 8. */
static void draw_end(const solution_options *o, const double *u, int most,
                     int nv, mpq_t *to)
{
    const int count = !o->ends->spread ? 1 : 1 + (int)(u[1] * most);
    long sum = 0;
    mpq_t f, t;
    mpq_inits(f, t, NULL);
    for (int k = 0; k < count; k++) {
        const outcome *e = o->ends->first;
        const long weight = 1 + (long)(8 * u[3 + 2 * k]);
        for (int i = (int)(u[2 + 2 * k] * o->ends->count); i > 0; i--)
            e = e->next;
        sum += weight;
        mpq_set_si(f, weight, 1);
        for (int i = 0; i < nv; i++) {
            mpq_mul(t, f, e->v[i]);
            mpq_add(to[i], to[i], t);
        }
    }
    mpq_set_si(f, sum, 1);
    for (int i = 0; i < nv; i++)
        mpq_div(to[i], to[i], f);
    mpq_clears(f, t, NULL);
}

/** A line that solves (39) has a knot at each cut, with the $s$ of its piece: the
clock runs differently on each, though the direction is one. */
static perp_status put_line(arena *a, const line *l, const mpq_t *from,
                            const mpq_t *to, solution *x)
{
    const size_t nv = (size_t)x->nv;
    while (x->most <= l->pieces)
        PERP_TRY(more_room(a, x));
    for (int k = 0; k <= l->pieces; k++) {
        if (k > 0)
            mpq_add(x->s[k], x->s[k - 1], l->ds[k - 1]);
        for (size_t i = 0; i < nv; i++) {
            mpq_ptr v = x->v[(size_t)k * nv + i];
            mpq_sub(v, to[i], from[i]);
            mpq_mul(v, v, l->at[k]);
            mpq_add(v, v, from[i]);
        }
    }
    x->knots = l->pieces + 1;
    x->ended = 1;
    return PERP_SUCCESS;
}

/** **Straight to an end of law (31).** Rates that are drawn lead through a
   $v^+$ of (31) with probability zero unless it lies at a corner of a
   polytope. One solution of eight goes there in a straight line, if that
   solves (39): so each such $v^+$ is reached. */
static perp_status aim(arena *a, ways *w, const solution_options *o,
                       uint64_t sample, solution *x)
{
    const step_exact *d = w->r->d;
    const size_t nv = (size_t)x->nv;
    const draw_place at = {o->seed, sample, 0};
    double *u = arena_take(a, 2 * nv + 4, sizeof *u);
    mpq_t *to = u == NULL ? NULL : rational_array(a, nv);
    line l = {.at = NULL};
    if (to == NULL)
        return PERP_NO_MEMORY(nv);
    draw_uniform(&at, DRAW_CHOICE, 2 * x->nv + 4, u);
    perp_status s = PERP_SUCCESS;
    if (u[0] < 0.125) {
        draw_end(o, u, x->nv + 1, x->nv, to);
        s = line_check(a, w->r, (const mpq_t *)d->v, (const mpq_t *)to,
                       &o->limit, &l);
        if (s.code == PERP_OK && l.solves)
            s = put_line(a, &l, (const mpq_t *)d->v, (const mpq_t *)to, x);
        line_clear(&l);
    }
    rational_clear(to, nv);
    return s;
}

/** **A solution of (39)**, leg by leg. Its set of rates is convex and changes
   where a speed changes its sign, so a path that is straight in between and
   obeys it there is a solution, and every $v$ is a fraction. A step of (75)
   approximates such paths; these are on them. */
perp_status solution_find(arena *a, ways *w, const solution_options *o,
                          uint64_t sample, solution *out)
{
    walk k;
    *out = (solution){.nv = w->r->nv};
    if (!ways_planar(w->r->d))
        return PERP_FAIL(PERP_INPUT, "a contact has several slips; solutions "
                                     "are followed in the plane only");
    if (o->ends != NULL && o->ends->count > 0 && !o->ordered) {
        PERP_TRY(aim(a, w, o, sample, out));
        if (out->ended)
            return PERP_SUCCESS;
    }
    perp_status s = walk_new(a, w, o, sample, &k);
    if (s.code == PERP_OK)
        s = follow(&k, out, o->most > 0 ? o->most : 400);
    walk_clear(&k);
    return s;
}

void solution_clear(solution *x)
{
    rational_clear(x->s, x->numbers);
    x->s = x->v = NULL;
    x->numbers = 0;
}

velocity_path solution_path(const solution *x)
{
    return (velocity_path){x->knots, (const mpq_t *)x->s, (const mpq_t *)x->v};
}

/** Linear between the knots on both sides of $s$; behind the last one the last leg is
continued, and `inside` is 0. */
void solution_at(const solution *x, mpq_srcptr s, mpq_t *out, int *inside)
{
    const size_t nv = (size_t)x->nv;
    size_t k = 0;
    mpq_t f, ds;
    while ((int)k + 2 < x->knots && mpq_cmp(x->s[k + 1], s) < 0)
        k++;
    *inside = mpq_cmp(s, x->s[x->knots - 1]) <= 0;
    mpq_inits(f, ds, NULL);
    if (x->knots > 1) {
        mpq_sub(ds, x->s[k + 1], x->s[k]);
        mpq_sub(f, s, x->s[k]);
        mpq_div(f, f, ds);
    }
    for (size_t i = 0; i < nv; i++) {
        mpq_srcptr end = x->v[(x->knots > 1 ? k + 1 : k) * nv + i];
        mpq_sub(out[i], end, x->v[k * nv + i]);
        mpq_mul(out[i], out[i], f);
        mpq_add(out[i], out[i], x->v[k * nv + i]);
    }
    mpq_clears(f, ds, NULL);
}
