#include "inclusion/leg.h"

#include "num/rational.h"
#include "solve/ladder.h"

perp_status walk_new(arena *a, const rates *r, const solution_options *o,
                     uint64_t sample, walk *out)
{
    const size_t nv = (size_t)r->nv, p = (size_t)r->d->p;
    const size_t u = p + (size_t)r->d->r;
    *out = (walk){.a = a, .r = r, .o = o, .last = -1};
    mpz_inits(out->unit, out->of_rate, NULL);
    out->at = (draw_place){o->seed, sample, 0};
    out->count = 2 * u + p + 3 * nv + 1;
    out->role = arena_take(a, p + 1, sizeof *out->role);
    out->draw = arena_take(a, 2 * p + 1, sizeof *out->draw);
    if (out->role == NULL || out->draw == NULL)
        return PERP_NO_MEMORY(p);
    out->all = rational_array(a, out->count);
    if (out->all == NULL)
        return PERP_NO_MEMORY(out->count * sizeof(mpq_t));
    out->u = out->all;
    out->du = out->u + u;
    out->weight = out->du + u;
    out->rate = out->weight + p;
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

int walk_collides(walk *w, const mpq_t *v)
{
    int j = 0;
    rates_speeds(w->r, v, w->unit, w->whole, w->u);
    while (j < w->r->d->p && mpq_sgn(w->u[j]) >= 0)
        j++;
    return j < w->r->d->p;
}

/* The slip of contact j, or -1. */
static int slip_of(const walk *w, int j)
{
    return w->r->d->slip_at[j + 1] > w->r->d->slip_at[j] ? w->r->d->slip_at[j]
                                                         : -1;
}

static int sticks(const walk *w, int j)
{
    int k = slip_of(w, j);
    return k >= 0 && mpq_sgn(w->u[w->r->d->p + k]) == 0;
}

/* One contact at a time, until it rests. */
static void one_presses(walk *w)
{
    const int p = w->r->d->p;
    int colliding = 0, j;
    for (j = 0; j < p; j++)
        colliding += mpq_sgn(w->u[j]) < 0;
    if (w->last < 0 || mpq_sgn(w->u[w->last]) >= 0) {
        int pick = (int)(w->draw[0] * colliding);
        for (j = 0; j < p; j++)
            if (mpq_sgn(w->u[j]) < 0 && pick-- == 0)
                break;
        w->last = j;
    }
    w->role[w->last] = LEG_PRESSES;
    mpq_set_ui(w->weight[w->last], 1, 1);
}

/** **Who presses.** A colliding contact presses with a weight of 0 to 8, so that
now and then one is left alone. A contact at rest may hold, which is to press just
as much as keeps it from being pushed in, or let itself be pushed. */
static void choose_roles(walk *w)
{
    const int p = w->r->d->p;
    int some = 0, slow = -1;
    draw_uniform(&w->at, DRAW_BOUND, 2 * p + 1, w->draw);
    w->at.step++;
    for (int j = 0; j < p; j++) {
        w->role[j] = LEG_IDLE;
        mpq_set_ui(w->weight[j], 0, 1);
    }
    if (w->o->ordered) {
        one_presses(w);
        return;
    }
    for (int j = 0; j < p; j++) {
        int sign = mpq_sgn(w->u[j]), k = (int)(9 * w->draw[j]);
        if (sign < 0 && (slow < 0 || mpq_cmp(w->u[j], w->u[slow]) < 0))
            slow = j;
        if (sign < 0 && k > 0) {
            w->role[j] = LEG_PRESSES;
            mpq_set_ui(w->weight[j], (unsigned long)k, 1);
            some = 1;
        }
        if (sign == 0 && w->draw[p + j] < 0.5 &&
            (slip_of(w, j) < 0 || sticks(w, j)))
            w->role[j] = LEG_HOLDS;
    }
    if (!some) {
        w->role[slow] = LEG_PRESSES;
        mpq_set_ui(w->weight[slow], 1, 1);
    }
}

/* The unknowns of the leg's problem: for contact j, its normal rate (when it
   holds) and forward, backward, gamma (when it sticks), or -1. */
typedef struct {
    int size, *normal, *slip;
} leg_places;

static int is_stuck(const walk *w, int j)
{
    return w->role[j] != LEG_IDLE && sticks(w, j);
}

static perp_status places_of(const walk *w, leg_places *out)
{
    const int p = w->r->d->p;
    out->size = 0;
    out->normal = arena_take(w->a, 2 * (size_t)p + 1, sizeof *out->normal);
    if (out->normal == NULL)
        return PERP_NO_MEMORY(p);
    out->slip = out->normal + p;
    for (int j = 0; j < p; j++) {
        out->normal[j] = w->role[j] == LEG_HOLDS ? out->size++ : -1;
        out->slip[j] = is_stuck(w, j) ? out->size : -1;
        out->size += is_stuck(w, j) ? 3 : 0;
    }
    return PERP_SUCCESS;
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

/* The rate of what is known: normal rates, and friction of those that slide. */
static void known_rate(walk *w)
{
    const rates *r = w->r;
    const int nv = r->nv;
    mpq_t f;
    mpq_init(f);
    for (int i = 0; i < nv; i++)
        mpq_set_ui(w->rate[i], 0, 1);
    for (int j = 0; j < r->d->p; j++) {
        int k = slip_of(w, j);
        if (w->role[j] != LEG_PRESSES)
            continue;
        add_vector(nv, w->weight[j], (const mpq_t *)r->wn + j * nv, w->rate);
        if (k < 0 || sticks(w, j))
            continue;
        mpq_mul(f, w->weight[j], r->d->mu[j]);
        if (mpq_sgn(w->u[r->d->p + k]) > 0)
            mpq_neg(f, f);
        add_vector(nv, f, (const mpq_t *)r->wd + k * nv, w->rate);
    }
    mpq_clear(f);
}

/* What the unknown `at` of contact i, normal or slip, does to contact j. */
static void put_column(const walk *w, const leg_places *at, mpq_t *W, int i,
                       int tangential)
{
    const rates *r = w->r;
    const int size = at->size, nv = r->nv;
    const int from = tangential ? at->slip[i] : at->normal[i];
    const mpq_t *g = tangential ? (const mpq_t *)r->wd + slip_of(w, i) * nv
                                : (const mpq_t *)r->wn + i * nv;
    for (int j = 0; j < r->d->p; j++) {
        if (at->normal[j] >= 0)
            impact_normal(r->d, j, g, W[at->normal[j] * size + from]);
        if (at->slip[j] < 0)
            continue;
        mpq_ptr x = W[at->slip[j] * size + from];
        impact_slip(r->d, slip_of(w, j), g, x);
        mpq_neg(W[(at->slip[j] + 1) * size + from], x);
    }
    for (int l = 0; tangential && l < size; l++)
        mpq_neg(W[l * size + from + 1], W[l * size + from]);
}

static void put_cone(const walk *w, const leg_places *at, mpq_t *W, mpq_t *b,
                     int j)
{
    const int size = at->size, f = at->slip[j], gamma = f + 2;
    mpq_set_ui(W[f * size + gamma], 1, 1);
    mpq_set_ui(W[(f + 1) * size + gamma], 1, 1);
    mpq_set_si(W[gamma * size + f], -1, 1);
    mpq_set_si(W[gamma * size + f + 1], -1, 1);
    if (at->normal[j] >= 0)
        mpq_set(W[gamma * size + at->normal[j]], w->r->d->mu[j]);
    else
        mpq_mul(b[gamma], w->r->d->mu[j], w->weight[j]);
}

/** **What sticks, and what holds.** Normal rates of pressing contacts are given,
friction of sliding ones, too. The friction of those that stick and the rates of
those that hold are unknown: Coulomb's law for the *change* of the slip, and $0 \le
\lambda \perp J_n \dot v \ge 0$, which together are law (31) with the known rate in the
place of $v^-$. So there is a solution, and the leg that follows it neither turns
friction round nor lets a holding contact part while it presses. */
static void pose(const walk *w, const leg_places *at, mpq_t *W, mpq_t *b)
{
    const rates *r = w->r;
    for (int j = 0; j < r->d->p; j++) {
        if (at->normal[j] >= 0) {
            put_column(w, at, W, j, 0);
            impact_normal(r->d, j, (const mpq_t *)w->rate, b[at->normal[j]]);
        }
        if (at->slip[j] >= 0) {
            put_column(w, at, W, j, 1);
            impact_slip(r->d, slip_of(w, j), (const mpq_t *)w->rate,
                        b[at->slip[j]]);
            mpq_neg(b[at->slip[j] + 1], b[at->slip[j]]);
        }
    }
    for (int j = 0; j < r->d->p; j++)
        if (at->slip[j] >= 0)
            put_cone(w, at, W, b, j);
}

static void take(walk *w, const leg_places *at, const mpq_t *z)
{
    const rates *r = w->r;
    const int nv = r->nv;
    mpq_t f;
    mpq_init(f);
    for (int j = 0; j < r->d->p; j++) {
        if (at->normal[j] >= 0) {
            mpq_set(w->weight[j], z[at->normal[j]]);
            add_vector(nv, w->weight[j], (const mpq_t *)r->wn + j * nv,
                       w->rate);
        }
        if (at->slip[j] < 0)
            continue;
        mpq_sub(f, z[at->slip[j]], z[at->slip[j] + 1]);
        add_vector(nv, f, (const mpq_t *)r->wd + slip_of(w, j) * nv, w->rate);
    }
    mpq_clear(f);
}

static perp_status solve(walk *w, const leg_places *at)
{
    const size_t n = (size_t)at->size, count = n * (n + 1);
    mpq_t *W = rational_array(w->a, count);
    lcp_exact_answer x;
    int fallback;
    if (W == NULL)
        return PERP_NO_MEMORY(count * sizeof *W);
    pose(w, at, W, W + n * n);
    lcp_exact_problem p = {0, at->size, (const mpq_t *)W,
                           (const mpq_t *)W + n * n};
    perp_status s = lcp_exact_answer_new(w->a, 0, at->size, &x);
    if (s.code == PERP_OK) {
        s = mlcp_prove(&p, NULL, w->a, &x, &fallback);
        if (s.code == PERP_OK && x.outcome != LCP_SOLVED)
            s = PERP_FAIL(PERP_INPUT, "no rates hold these contacts: the "
                                      "friction cone is not pointed");
        if (s.code == PERP_OK)
            take(w, at, (const mpq_t *)x.z);
        lcp_exact_answer_clear(0, at->size, &x);
    }
    rational_clear(W, count);
    return s;
}

static perp_status find_rate(walk *w)
{
    const arena_mark mark = arena_here(w->a);
    leg_places at;
    known_rate(w);
    perp_status s = places_of(w, &at);
    if (s.code == PERP_OK && at.size > 0)
        s = solve(w, &at);
    arena_release(w->a, mark);
    return s;
}

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
half or three quarters of the way there, before rates are drawn anew. Divided by
the sum of its normal rates it is a leg over $s$ with the rate 1 of (37): a solution
of (39), which does not depend on how it was found.

For a contact alone with $J_n M^{-1} J_t^\top = 0$ and $M = I$ the slip follows (3) at
the rate $\mu$, and stops as in (5).

Implements HP23 (3), (5). */
perp_status walk_leg(walk *w, mpq_ptr ds, mpq_t *to)
{
    const int p = w->r->d->p;
    mpq_t time, sum;
    mpq_inits(time, sum, NULL);
    choose_roles(w);
    perp_status s = find_rate(w);
    if (s.code == PERP_OK && !until_event(w, time))
        s = PERP_FAIL(PERP_INPUT, "the impact does not end: the friction cone "
                                  "is not pointed");
    int part = (int)(8 * w->draw[2 * p]);
    if (!w->o->ordered && part > 0 && part < 4) {
        mpq_set_si(sum, part, 4);
        mpq_canonicalize(sum);
        mpq_mul(time, time, sum);
        mpq_set_ui(sum, 0, 1);
    }
    for (int j = 0; j < p; j++)
        mpq_add(sum, sum, w->weight[j]);
    mpq_mul(ds, time, sum);
    go(w, time, to);
    mpq_clears(time, sum, NULL);
    return s;
}
