/**
# The least price in fractions

Two phases, of which mostly neither has anything to do. A basis of doubles is a vertex of the exact
program, but for rounding: a weight of $-10^{-30}$ N s where there should be none, an edge that
saves $10^{-17}$ m/s. Where weights are below zero, prices are first *raised* as far as
the basis needs to be best, which is little, and the dual simplex method makes the weights
right at these prices. Then the true prices come back, and the simplex method makes them right at
weights that stay so. Both take the first index of those that they may take, and so never
run in circles.

Nothing is carried along: each turn solves with $B$ and $B^T$ [anew](../number/linear/linear.h), from
numbers as short as they were.
*/
#include "judge/least_price.h"
#include "number/linear/linear.h"
#include "number/rational.h"

#include <string.h>

enum { MOST_TURNS = 400, AT_FIRST = 200 };

typedef struct {
    const least_price_exact_problem *w;
    arena *a;
    int nv, m, count, total, *in, *pick;
    uint8_t *basic;      /* total */
    mpq_t *A, *b;        /* nv x nv, nv: what is solved */
    mpq_t *p, *x, *v;    /* nv: prices of velocities; weights; a row or a
                               column of the table */
    mpq_t *price;        /* count: those that hold now */
    mpq_t *left, *entry; /* count: price - g'p; v'g */
    mpq_t best, ratio, zero;
    mpq_t *all;
    size_t size;
    int turns, decided;
} walk;

static const mpq_t *column(const walk *s, int k)
{
    const cone_rays *r = s->w->rays;
    return k < s->m ? (const mpq_t *)r->of->nu + k * s->nv
                    : (const mpq_t *)r->g + (k - s->m) * s->nv;
}

/* B out = right, or B'out = right; decided becomes 0 without an answer. */
static perp_status solve(walk *s, int transposed, const mpq_t *right,
                         mpq_t *out)
{
    const int nv = s->nv;
    const exact_limit none = {0};
    numerators y;
    linear_method used;
    for (int j = 0; j < nv; j++)
        for (int i = 0; i < nv; i++) {
            mpq_ptr to = s->A[transposed ? j * nv + i : i * nv + j];
            if (s->in[j] < 0)
                mpq_set_ui(to, i == j, 1);
            else
                mpq_set(to, column(s, s->in[j])[i]);
        }
    for (int i = 0; i < nv; i++)
        mpq_neg(s->b[i], right[i]);
    const rational_system system = {nv, (const mpq_t *)s->A,
                                    (const mpq_t *)s->b};
    PERP_TRY(
        linear_solve(s->a, &system, nv, s->pick, LINEAR_ANY, &none, &y, &used));
    s->decided &= used != LINEAR_ANY;
    for (int i = 0; i < nv && s->decided; i++) {
        mpq_set_num(out[i], y.X[i]);
        mpq_set_den(out[i], y.den);
        mpq_canonicalize(out[i]);
    }
    numerators_clear(&y);
    return PERP_SUCCESS;
}

/* p of the prices that hold, and what it leaves of each edge's. */
static perp_status price(walk *s)
{
    const int nv = s->nv;
    for (int i = 0; i < nv; i++)
        mpq_set(s->v[i], s->in[i] < s->m ? s->zero : s->price[s->in[i] - s->m]);
    PERP_TRY(solve(s, 1, (const mpq_t *)s->v, s->p));
    for (int k = 0; k < s->count && s->decided; k++) {
        if (s->basic[s->m + k]) {
            mpq_set_ui(s->left[k], 0, 1);
            continue;
        }
        cone_dot(nv, column(s, s->m + k), (const mpq_t *)s->p, s->left[k]);
        mpq_sub(s->left[k], s->price[k], s->left[k]);
    }
    return PERP_SUCCESS;
}

static void put(walk *s, int r, int k)
{
    if (s->in[r] >= 0)
        s->basic[s->in[r]] = 0;
    s->in[r] = k;
    s->basic[k] = 1;
    s->decided &= s->turns++ < MOST_TURNS;
}

/** ## Weights that are below zero

Row $r$ of the table is $v^TG$ with $B^Tv = e_r$. An edge that comes in must raise what is too low
(or lower the weight of a unit vector that is too high), and of those that do it is the one
that loses its price first. */
static int wrong_row(const walk *s)
{
    int best = -1;
    for (int i = 0; i < s->nv; i++) {
        const int sign = mpq_sgn(s->x[i]), k = s->in[i];
        if (k < 0 && sign != 0)
            return i;
        if (k < s->m || sign >= 0)
            continue;
        if (best < 0 || (s->turns < AT_FIRST ? mpq_cmp(s->x[i], s->x[best]) < 0
                                             : k < s->in[best]))
            best = i;
    }
    return best;
}

static int first_to_lose(walk *s, int sign)
{
    int best = -1;
    for (int k = 0; k < s->count; k++) {
        if (s->basic[s->m + k])
            continue;
        cone_dot(s->nv, column(s, s->m + k), (const mpq_t *)s->v, s->entry[k]);
        if (mpq_sgn(s->entry[k]) != sign)
            continue;
        mpq_div(s->ratio, s->left[k], s->entry[k]);
        mpq_abs(s->ratio, s->ratio);
        if (best < 0 || mpq_cmp(s->ratio, s->best) < 0) {
            mpq_set(s->best, s->ratio);
            best = k;
        }
    }
    return best;
}

static perp_status make_right(walk *s)
{
    for (;;) {
        PERP_TRY(solve(s, 0, s->w->z, s->x));
        const int r = s->decided ? wrong_row(s) : -1;
        if (r < 0)
            return PERP_SUCCESS;
        const int sign = mpq_sgn(s->x[r]);
        for (int i = 0; i < s->nv; i++)
            mpq_set_ui(s->p[i], i == r, 1);
        PERP_TRY(solve(s, 1, (const mpq_t *)s->p, s->v));
        const int k = s->decided ? first_to_lose(s, sign) : -1;
        if (k < 0) { /* z is not in the cone */
            s->decided = 0;
            return PERP_SUCCESS;
        }
        put(s, r, s->m + k);
        PERP_TRY(price(s));
    }
}

/* As much as the basis needs to be best. */
static perp_status raise(walk *s)
{
    PERP_TRY(price(s));
    for (int k = 0; k < s->count && s->decided; k++)
        if (mpq_sgn(s->left[k]) < 0) {
            mpq_sub(s->price[k], s->price[k], s->left[k]);
            mpq_set_ui(s->left[k], 0, 1);
        }
    return PERP_SUCCESS;
}

/** ## Edges that save something

Column $k$ of the table is $v$ with $Bv = g_k$. */
static int saves_most(const walk *s)
{
    int best = -1;
    for (int k = 0; k < s->count; k++)
        if (mpq_sgn(s->left[k]) < 0 &&
            (best < 0 ||
             (s->turns < AT_FIRST && mpq_cmp(s->left[k], s->left[best]) < 0)))
            best = k;
    return best;
}

static int first_used_up(walk *s)
{
    int best = -1;
    for (int i = 0; i < s->nv; i++) {
        const int k = s->in[i], sign = mpq_sgn(s->v[i]);
        if (k < 0 && sign != 0)
            return i;
        if (k < s->m || sign <= 0)
            continue;
        mpq_div(s->ratio, s->x[i], s->v[i]);
        const int order = best < 0 ? -1 : mpq_cmp(s->ratio, s->best);
        if (order < 0 || (order == 0 && k < s->in[best])) {
            mpq_set(s->best, s->ratio);
            best = i;
        }
    }
    return best;
}

static perp_status make_cheap(walk *s, int *bounded)
{
    for (;;) {
        PERP_TRY(price(s));
        const int k = s->decided ? saves_most(s) : -1;
        if (k < 0)
            return PERP_SUCCESS;
        PERP_TRY(solve(s, 0, column(s, s->m + k), s->v));
        const int r = s->decided ? first_used_up(s) : 0;
        if (r < 0) {
            *bounded = 0;
            return PERP_SUCCESS;
        }
        put(s, r, s->m + k);
        PERP_TRY(solve(s, 0, s->w->z, s->x));
    }
}

/** ## Both */
static perp_status room(walk *s)
{
    const size_t nv = (size_t)s->nv, count = (size_t)s->count;
    s->size = nv * nv + 4 * nv + 3 * count + 1;
    s->pick = arena_take(s->a, nv + 1, sizeof *s->pick);
    s->basic = arena_take(s->a, (size_t)s->total + 1, 1);
    if (s->pick == NULL || s->basic == NULL ||
        (s->all = rational_array(s->a, s->size)) == NULL)
        return PERP_NO_MEMORY(s->size * sizeof *s->all);
    s->A = s->all;
    s->b = s->A + nv * nv;
    s->p = s->b + nv;
    s->x = s->p + nv;
    s->v = s->x + nv;
    s->price = s->v + nv;
    s->left = s->price + count;
    s->entry = s->left + count;
    for (int i = 0; i < s->nv; i++)
        s->pick[i] = i;
    return PERP_SUCCESS;
}

static void true_prices(walk *s)
{
    for (int k = 0; k < s->count; k++)
        mpq_set(s->price[k], s->w->price[k]);
}

static perp_status find(walk *s, int *bounded)
{
    PERP_TRY(room(s));
    memset(s->basic, 0, (size_t)s->total);
    for (int i = 0; i < s->nv; i++)
        if (s->in[i] >= 0)
            s->basic[s->in[i]] = 1;
    true_prices(s);
    PERP_TRY(raise(s));
    if (s->decided)
        PERP_TRY(make_right(s));
    true_prices(s);
    return s->decided ? make_cheap(s, bounded) : PERP_SUCCESS;
}

perp_status least_price_exact(arena *a, const least_price_exact_problem *w,
                              int *in, mpq_t *p, int *turns,
                              least_price_outcome *out)
{
    const arena_mark mark = arena_here(a);
    const cone *c = w->rays->of;
    int bounded = 1;
    walk s = {.w = w,
              .a = a,
              .nv = c->nv,
              .m = c->m,
              .count = w->rays->count,
              .total = c->m + w->rays->count,
              .in = in,
              .decided = 1};
    mpq_inits(s.best, s.ratio, s.zero, NULL);
    perp_status st = find(&s, &bounded);
    for (int i = 0; i < s.nv && st.code == PERP_OK && s.decided; i++)
        mpq_set(p[i], s.p[i]);
    *out = !s.decided ? LEAST_PRICE_UNDECIDED
           : bounded  ? LEAST_PRICE_FOUND
                      : LEAST_PRICE_NONE;
    *turns = s.turns;
    mpq_clears(s.best, s.ratio, s.zero, NULL);
    rational_clear(s.all, s.size);
    arena_release(a, mark);
    return st;
}
