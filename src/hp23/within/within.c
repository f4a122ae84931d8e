#include "hp23/within/within.h"

#include "hp23/within/places.h"
#include "hp23/within/response.h"
#include "lcp/enumerate/simplex.h"
#include "number/rational.h"

#include <math.h>

/** ## A mode, relaxed

The unknowns are impulses, $\lambda_n \ge 0$ and $f_t$. Of each speed $s(\lambda_n,
f_t)$ the [response](response.c) has intervals, and since $|f_t| \le \mu^+
\lambda_n$ with the largest $\mu$ of the box, each speed lies between two linear
functions:

$$s \le s^+ = \bar s + \sum (\operatorname{rad} W_{\lambda} + \mu^+
\operatorname{rad} W_f)\,\lambda_n + \operatorname{rad} b, \qquad s \ge s^-,
\text{ the same with } -\operatorname{rad}.$$

A contact that parts has $\lambda_n = 0$; any has $(n v^+)^+ \ge 0$; one that is
closed $(n v^+)^- \le 0$, too. One that sticks has $(d v^+)^- \le 0 \le (d v^+)^+$;
one that slips forward $(d v^+)^+ \ge 0$ and $f_t \le -\mu^- \lambda_n$. So an
outcome of any data in the box satisfies the relaxed mode that it is in, which is
one linear program without intervals, and nothing is asked of how the numbers of
the box hang together. A program that has no solution refutes the mode, for all
data at once. Where it has, the largest $s^+$ and the least $s^-$ bound the speeds,
and the coordinates of $v^+$ likewise.

Rows, of each speed and coordinate $s$: $s^+$, then $-s^-$; of each slip: $\mu^+
\lambda_n - f_t$, $\mu^+ \lambda_n + f_t$, $-f_t - \mu^- \lambda_n$, $f_t - \mu^-
\lambda_n$. */
enum { PUSH_LESS, PUSH_MORE, PULLS, PUSHES, FRICTION };

typedef struct {
    const step_exact *d;
    mpq_srcptr eps;
    const within_limits *most;
    arena *a;
    response s;
    choices_system c;
    dictionary_toll toll;
    dictionary *level; /* p + 1 */
    int levels;
    uint8_t *in;  /* work space of the simplex */
    uint8_t *way; /* p: on the way down */
    within *out;
} search;

static int upper(const search *x, int row)
{
    return x->c.cols + 2 * row;
}

static int lower(const search *x, int row)
{
    return x->c.cols + 2 * row + 1;
}

static int friction(const search *x, int k)
{
    return x->c.cols + 2 * x->s.rows + FRICTION * k;
}

static mpq_ptr at(search *x, int variable, int col)
{
    const int row = variable - x->c.cols;
    return col == x->c.cols ? x->c.g[row] : x->c.B[row * x->c.cols + col];
}

/* The largest and the least mu of contact j. */
static void coefficients(const search *x, int j, mpq_ptr most, mpq_ptr least)
{
    mpq_t e;
    mpq_init(e);
    boxed_radius(x->eps, x->d->mu[j], e);
    mpq_set(most, x->d->mu[j]);
    boxed_shorten(most, e);
    mpq_sub(least, most, e);
    mpq_add(most, most, e);
    if (mpq_sgn(least) < 0)
        mpq_set_ui(least, 0, 1);
    mpq_clear(e);
}

/* Column j of s+ and -s-: of 1 for j = p, else of the normal impulse j and of
   the |f| that it allows. */
static void put_pair(search *x, int row, int j, int col, mpq_srcptr most)
{
    const int wide = x->s.cols, at_col = j < x->d->p ? j : x->c.cols;
    mpq_ptr above = at(x, upper(x, row), at_col);
    mpq_ptr below = at(x, lower(x, row), at_col);
    mpq_t mid, rad;
    mpq_inits(mid, rad, NULL);
    mpq_set(mid, x->s.mid[row * wide + at_col]);
    mpq_set(rad, x->s.rad[row * wide + at_col]);
    if (col >= 0)
        boxed_add(rad, most, x->s.rad[row * wide + col]);
    boxed_shorten(mid, rad);
    mpq_add(above, rad, mid);
    mpq_sub(below, rad, mid);
    mpq_clears(mid, rad, NULL);
}

static void put_speed(search *x, int row)
{
    const int p = x->d->p;
    mpq_t most, least;
    mpq_inits(most, least, NULL);
    for (int j = 0; j < p; j++) {
        const int k = x->d->slip_at[j], f = p + k;
        const int slips = x->d->slip_at[j + 1] > k;
        coefficients(x, j, most, least);
        put_pair(x, row, j, slips ? f : -1, most);
        if (!slips)
            continue;
        mpq_srcptr mid = x->s.mid[row * x->s.cols + f];
        mpq_set(at(x, upper(x, row), f), mid);
        mpq_neg(at(x, lower(x, row), f), mid);
    }
    put_pair(x, row, p, -1, most);
    mpq_clears(most, least, NULL);
}

static void put_friction(search *x, int j, int k)
{
    const int f = x->d->p + k, own = friction(x, k);
    mpq_t most, least;
    mpq_inits(most, least, NULL);
    coefficients(x, j, most, least);
    for (int i = 0; i < FRICTION; i++) {
        mpq_set_si(at(x, own + i, f), i % 2 == 0 ? -1 : 1, 1);
        mpq_set(at(x, own + i, j), most);
        if (i >= PULLS)
            mpq_neg(at(x, own + i, j), least);
    }
    mpq_clears(most, least, NULL);
    x->c.sign[own + PUSH_LESS] = CHOICES_NONNEGATIVE;
    x->c.sign[own + PUSH_MORE] = CHOICES_NONNEGATIVE;
}

/* Adds "this variable is not negative" to a way of a contact. */
static void ask(choices_alternative *o, int variable)
{
    o->list[o->count++] = (choices_restriction){variable, CHOICES_NONNEGATIVE};
}

static void put_contact(search *x, int j)
{
    const int nv = x->d->nv, k = x->d->slip_at[j], slip = nv + x->d->p + k;
    choices_alternative *way = x->c.of + j * x->c.alternatives;
    x->c.sign[j] = CHOICES_NONNEGATIVE;
    x->c.sign[upper(x, nv + j)] = CHOICES_NONNEGATIVE;
    way[WITHIN_APART] = (choices_alternative){1, {{j, CHOICES_ZERO}}};
    for (int w = WITHIN_STICKS; w <= WITHIN_BACKWARD; w++)
        ask(&way[w], lower(x, nv + j));
    if (x->d->slip_at[j + 1] == k)
        return;
    put_friction(x, j, k);
    ask(&way[WITHIN_STICKS], upper(x, slip));
    ask(&way[WITHIN_STICKS], lower(x, slip));
    ask(&way[WITHIN_FORWARD], upper(x, slip));
    ask(&way[WITHIN_FORWARD], friction(x, k) + PULLS);
    ask(&way[WITHIN_BACKWARD], lower(x, slip));
    ask(&way[WITHIN_BACKWARD], friction(x, k) + PUSHES);
}

static perp_status put_system(search *x)
{
    const step_exact *d = x->d;
    x->c = (choices_system){.cols = d->p + d->r,
                            .rows = 2 * x->s.rows + FRICTION * d->r,
                            .choices = d->p,
                            .alternatives = WITHIN_BACKWARD + 1};
    PERP_TRY(choices_new(x->a, &x->c));
    for (int row = 0; row < x->s.rows; row++)
        put_speed(x, row);
    for (int j = 0; j < d->p; j++)
        put_contact(x, j);
    return PERP_SUCCESS;
}

static perp_status exhausted(const search *x)
{
    return PERP_FAIL(PERP_LIMIT,
                     "--within: %ld nodes and %d modes, and the tree has more; "
                     "take less, or fewer contacts",
                     x->out->nodes, x->out->count);
}

/* The largest value of a variable. */
static perp_status largest(search *x, dictionary *d, int variable, mpq_ptr q,
                           int *bounded)
{
    *bounded = simplex_largest(d, variable, x->in);
    if (*bounded == SIMPLEX_SPENT)
        return exhausted(x);
    dictionary_value(d, variable, q);
    return PERP_SUCCESS;
}

/* Draws the bounds of a row closer; *none: nothing is left between them. */
static perp_status bound_row(search *x, dictionary *d, int row, within_mode *m,
                             int *none)
{
    int bounded;
    mpq_t q;
    mpq_init(q);
    perp_status s = largest(x, d, upper(x, row), q, &bounded);
    if (s.code == PERP_OK && bounded)
        m->high[row] = fmin(m->high[row], boxed_outward(q, 1));
    if (s.code == PERP_OK)
        s = largest(x, d, lower(x, row), q, &bounded);
    mpq_neg(q, q);
    if (s.code == PERP_OK && bounded)
        m->low[row] = fmax(m->low[row], boxed_outward(q, 0));
    mpq_clear(q);
    *none = m->low[row] > m->high[row];
    return s;
}

/** What the mode itself says of a speed is exact: a closed contact has none, and
a slip has its sign. */
static void say_exactly(const search *x, within_mode *m)
{
    const step_exact *d = x->d;
    for (int j = 0; j < d->p; j++) {
        const int n = d->nv + j, t = d->nv + d->p + d->slip_at[j];
        const int w = m->way[j];
        m->low[n] = fmax(m->low[n], 0);
        if (w != WITHIN_APART)
            m->low[n] = m->high[n] = 0;
        if (w == WITHIN_STICKS)
            m->low[t] = m->high[t] = 0;
        if (w == WITHIN_FORWARD)
            m->low[t] = fmax(m->low[t], 0);
        if (w == WITHIN_BACKWARD)
            m->high[t] = fmin(m->high[t], 0);
    }
}

static perp_status mode_new(search *x, within_mode **out)
{
    const size_t rows = (size_t)x->s.rows, p = (size_t)x->d->p;
    within_mode *m = *out = arena_take(x->a, 1, sizeof *m);
    double *end = arena_take(x->a, 2 * rows, sizeof *end);
    uint8_t *way = arena_take(x->a, p + 1, 1);
    if (m == NULL || end == NULL || way == NULL)
        return PERP_NO_MEMORY(rows * sizeof *end);
    *m = (within_mode){.way = way, .low = end, .high = end + rows};
    for (int j = 0; j < x->d->p; j++) {
        const int slips = x->d->slip_at[j + 1] > x->d->slip_at[j];
        way[j] = x->way[j];
        if (!slips && way[j] != WITHIN_APART)
            way[j] = WITHIN_CLOSED;
    }
    return PERP_SUCCESS;
}

static void append(within *w, within_mode *m)
{
    if (w->last != NULL)
        w->last->next = m;
    else
        w->first = m;
    w->last = m;
    w->count++;
}

/* Are the coordinates of v+ so sharp that programs could hardly draw closer? */
static int sharp(const search *x, const within_mode *m)
{
    const double width = fmin(256 * mpq_get_d(x->eps), 1e-6);
    int all = 1;
    for (int i = 0; i < x->d->nv && all; i++)
        all = m->high[i] - m->low[i] <
              width * fmax(1, fabs(m->high[i] + m->low[i]));
    return all;
}

/** A mode that no program refutes: bounds from its [equations](mode_box.c), and
where these are not regular for all of the box, or hardly, from programs. What
has no bounds left is refuted. */
static perp_status add_mode(search *x, dictionary *d)
{
    const int most = x->most->modes > 0 ? x->most->modes : 10000;
    int refuted;
    within_mode *m;
    if (x->out->count >= most)
        return exhausted(x);
    PERP_TRY(mode_new(x, &m));
    for (int row = 0; row < x->s.rows; row++) {
        m->low[row] = -HUGE_VAL;
        m->high[row] = HUGE_VAL;
    }
    PERP_TRY(mode_box(x->a, x->d, x->eps, m->way, m->low, m->high, &refuted));
    if (refuted)
        return PERP_SUCCESS;
    const int fine = sharp(x, m);
    for (int row = 0; row < x->s.rows && !fine && !refuted; row++)
        PERP_TRY(bound_row(x, d, row, m, &refuted));
    if (refuted)
        return PERP_SUCCESS;
    say_exactly(x, m);
    append(x->out, m);
    return PERP_SUCCESS;
}

/* The signs of a way, one after the other. */
static simplex_wall choose(dictionary *d, const choices_alternative *o)
{
    simplex_wall wall = {SIMPLEX_NONE, 0};
    for (int k = 0; k < o->count && wall.row == SIMPLEX_NONE; k++)
        wall = simplex_restrict(d, o->list[k].variable, o->list[k].sign);
    return wall;
}

static perp_status level_below(search *x, int level, dictionary **out)
{
    *out = &x->level[level + 1];
    if (level + 1 < x->levels)
        return PERP_SUCCESS;
    PERP_TRY(dictionary_room(x->a, &x->level[0], *out));
    x->levels++;
    return PERP_SUCCESS;
}

/** Contact by contact: what is refuted for some is not asked of the rest. */
static perp_status explore(search *x, int level)
{
    dictionary *d = &x->level[level], *child;
    const long most = x->most->nodes > 0 ? x->most->nodes : 200000;
    if (++x->out->nodes > most)
        return exhausted(x);
    if (level == x->d->p)
        return add_mode(x, d);
    const int slips = x->d->slip_at[level + 1] > x->d->slip_at[level];
    const int ways = slips ? WITHIN_BACKWARD : WITHIN_STICKS;
    PERP_TRY(level_below(x, level, &child));
    for (int w = 0; w <= ways; w++) {
        dictionary_copy(d, child);
        x->way[level] = (uint8_t)w;
        simplex_wall wall = choose(child, choices_of(&x->c, level, w));
        if (wall.row == SIMPLEX_SPENT)
            return exhausted(x);
        if (wall.row == SIMPLEX_NONE)
            PERP_TRY(explore(x, level + 1));
    }
    return PERP_SUCCESS;
}

static perp_status begin(search *x)
{
    PERP_TRY(put_system(x));
    const size_t variables = (size_t)choices_variables(&x->c);
    x->level = arena_take(x->a, (size_t)x->d->p + 1, sizeof *x->level);
    x->in = arena_take(x->a, variables, 1);
    x->way = arena_take(x->a, (size_t)x->d->p + 1, 1);
    if (x->level == NULL || x->in == NULL || x->way == NULL)
        return PERP_NO_MEMORY(variables);
    PERP_TRY(dictionary_new(x->a, &x->c, &x->level[0]));
    x->levels = 1;
    x->toll.budget = x->most->work > 0 ? x->most->work : 500000000;
    x->level[0].toll = &x->toll;
    simplex_wall wall = simplex_start(&x->level[0]);
    if (wall.row == SIMPLEX_SPENT)
        return exhausted(x);
    return wall.row == SIMPLEX_NONE ? explore(x, 0) : PERP_SUCCESS;
}

perp_status within_find(arena *a, const step_exact *d, mpq_srcptr eps,
                        const within_limits *most, within *out)
{
    search x = {.d = d, .eps = eps, .most = most, .a = a, .out = out};
    *out = (within){.nv = d->nv, .p = d->p, .r = d->r};
    for (int j = 0; j < d->p; j++)
        if (d->slip_at[j + 1] - d->slip_at[j] > 1)
            return PERP_FAIL(PERP_INPUT,
                             "--within knows contacts with one slip; active "
                             "contact %d has %d",
                             j + 1, d->slip_at[j + 1] - d->slip_at[j]);
    perp_status s = response_find(a, d, eps, &x.s);
    if (s.code == PERP_OK)
        s = begin(&x);
    for (int k = x.levels - 1; k >= 0; k--) /* the first owns the scale */
        dictionary_clear(&x.level[k]);
    choices_clear(&x.c);
    response_clear(&x.s);
    if (s.code == PERP_OK)
        places_find(out);
    return s;
}
