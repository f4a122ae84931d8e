#include "lcp/solve/lanes.h"

#include "number/dense.h"
#include "lcp/solve/condense.h"
#include "lcp/kernel/f64_tie.h"

#include <math.h>
#include <string.h>

/**
## Roads

Of a dictionary only the right-hand side depends on $b$. All else depends on the
matrix and on the exchanges made so far: two samples that have left by the same
rows have the same dictionary, bit by bit. So the dictionaries are kept, as the
stations of a tree whose branches are the rows that left. A sample walks along
with nothing but its right-hand side; per exchange that is one product and one
sum for each row, and a ratio test whose reciprocals are known.

Caching by the *basis* would find more in common, but dictionaries of one basis
differ in their last bits, and where solutions are not unique another one would
be found.

The sliding block of the wing's README, $b = (v_y, v_x, -v_x, 0)$, with six
velocities $(v_x, v_y)$, has these paths, told by the variables that leave:

| | |
|---|---|
| $(1, -1)$ | $w_3\ w_1\ w_4\ z_0$ |
| $(2, -1)$, $(4, -1)$ | $w_3\ w_4\ w_1\ z_0$ |
| $(1, -2)$, $(1, -4)$ | $w_1\ w_3\ z_0$ |
| $(-1, -1)$ | $w_2\ w_1\ w_4\ z_0$ |

Three go through the station behind $w_3$ and part there, two stick and stay
together to the end.

A station is built when a second sample asks for it. The first one goes on alone
from where the known path ends, in the dictionary of the ordinary kernel, as does
everybody when there is no room for stations.
*/
/* A dictionary without its right-hand side, and the column that enters it: some
   (n + 2) n doubles and 5 n numbers. There is room for as many as ROAD_BYTES
   hold; who finds none goes on alone. */
typedef struct {
    double *T;     /* n + 1 columns */
    f64_road road; /* the column that enters here */
    int col, z0;   /* its number; where z0 is */
    int *lists;    /* basic, nonbasic, where */
    int *beyond;   /* n: the station behind each row, or one of the following */
} station;

enum { NOBODY = 0, SOMEBODY = -1 }; /* has gone that way */

enum { PLACES = 8, ROAD_BYTES = 1 << 22, MOST_STATIONS = 4096 };

/* Eight samples step in turn; what one waits for hides behind the others. */
typedef struct {
    int problem, pivots, at; /* sample, exchanges, station: -1 when idle */
    uint64_t tied;           /* the rows that may leave there */
    double *u;               /* the right-hand side */
} place;

/* The whole work. */
typedef struct {
    const lanes_problems *p;
    const mlcp_options *options;
    lcp_answer *out;
    tableau_f64 t; /* has taken A */
    double unit;   /* A is measured in this, as one at a time */
    station *s;
    int stations, room, limit;
    place here[PLACES];
    int next, active;     /* problems taken, places in use */
    unsigned char *alone; /* count: 1 where mlcp_solve is asked */
} lanes_work;

/* The lists of a tableau, which stand in one piece. */
static size_t list_bytes(const tableau *t)
{
    return (size_t)(2 * (t->rows + t->cols)) * sizeof *t->basic;
}

static size_t table_bytes(const tableau_f64 *t)
{
    return (size_t)(t->head.cols * t->stride) * sizeof *t->T;
}

/* The tableau becomes station s with the right-hand side u: what the ordinary
   kernel would have there, all entries up to date, no ratio known. */
static void go_to(lanes_work *k, const station *s, const double *u)
{
    memcpy(k->t.T, s->T, table_bytes(&k->t));
    memcpy(k->t.head.basic, s->lists, list_bytes(&k->t.head));
    memcpy(tableau_f64_column(&k->t, k->t.head.cols), u,
           (size_t)k->t.stride * sizeof *u);
    k->t.fresh = -1;
}

/** The tableau as it is becomes a station, where column `col` enters. What the
ratio test asks of that column does not depend on the sample: reciprocals and
the bar. */
static int found(lanes_work *k, int col)
{
    station *s = &k->s[k->stations];
    const tableau_f64 *t = &k->t;
    double *inverse = s->T + t->head.cols * t->stride;
    const double *a = s->T + col * t->stride;
    memcpy(s->T, t->T, table_bytes(t));
    memcpy(s->lists, t->head.basic, list_bytes(&t->head));
    for (int r = 0; r < t->stride; r++)
        inverse[r] = 1 / a[r];
    for (int r = 0; r < t->head.n; r++)
        s->beyond[r] = NOBODY;
    double largest = dense_largest((size_t)t->head.n, a);
    s->road = (f64_road){a, inverse, -t->rules.pivot * largest};
    s->col = col;
    s->z0 = t->head.where[tableau_z0(&t->head)];
    return k->stations++;
}

/* The column of the partner of the variable that left by `col`. */
static int partner(const tableau *t, int col)
{
    int left = t->nonbasic[col], n = t->n;
    return t->where[left < n ? left + n : left - n] - n;
}

/** The first row, when $z_0$ comes down, of the dictionary with all $w$ basic
and a covering column of ones: the lowest $b_i$, and of several the last one,
whose power of epsilon is the highest. -1: nothing to do, or not finite. */
static int first_row(const double *b, int n, double tie)
{
    double lowest = 0, largest = dense_largest((size_t)n, b), poison = 0;
    int row = -1;
    for (int i = 0; i < n; i++) {
        poison += 0 * b[i];
        lowest = b[i] < lowest ? b[i] : lowest;
    }
    for (int i = 0; i < n && lowest < 0 && poison == 0; i++)
        if (b[i] - lowest <= tie * largest)
            row = i;
    return row;
}

/* The next problem that has something to do takes the place. Its first row is
   all that ties. */
static void refill(lanes_work *k, place *h)
{
    int n = k->p->n, row = -1;
    while (k->next < k->p->count && row < 0) {
        const double *b = k->p->b + (size_t)k->next * (size_t)n;
        row = first_row(b, n, k->t.rules.tie);
        k->alone[k->next] = row < 0; /* z = 0, or no numbers */
        for (int r = 0; row >= 0 && r < n; r++)
            h->u[r] = b[r] + 0.0;
        h->problem = k->next++;
    }
    h->at = row < 0 ? -1 : 0;
    h->tied = row < 0 ? 0 : (uint64_t)1 << row;
    h->pivots = 0;
    k->active -= row < 0;
}

/* The tableau has come to its end with the problem of place h. */
static void finish(lanes_work *k, const place *h)
{
    int n = k->p->n, i = h->problem;
    lcp_answer *x = &k->out[i];
    double *u = tableau_f64_column(&k->t, n + 1), poison = 0;
    for (int r = 0; r < n; r++)
        poison += 0 * u[r];
    memcpy(k->t.start + n * k->t.stride, k->p->b + (size_t)i * (size_t)n,
           (size_t)n * sizeof *u);
    x->outcome = LCP_SOLVED;
    x->pivots = h->pivots;
    mlcp_answer_small(&k->t, k->unit, x);
    k->alone[i] = !(poison == 0) || !(x->residual <= k->options->residual);
}

/** The last exchange, by which $z_0$ leaves: of the tableau only the
right-hand side and the lists are of use any more. */
static void arrive(lanes_work *k, place *h, const station *s, int row)
{
    double inverse = s->road.inverse[row];
    if (!isfinite(inverse) || inverse == 0) {
        k->alone[h->problem] = 1;
        return;
    }
    k->t.kernel->walk(&s->road, row, NULL, &k->t.rules, h->u);
    memcpy(tableau_f64_column(&k->t, k->t.head.cols), h->u,
           (size_t)k->t.stride * sizeof *h->u);
    memcpy(k->t.head.basic, s->lists, list_bytes(&k->t.head));
    tableau_exchange(&k->t.head, row, s->col);
    h->pivots++;
    finish(k, h);
}

/** From station s by `row` to the end, off the known paths: Lemke's loop, as
lemke.c has it, in the tableau that has become a copy of the station. */
static void go_alone(lanes_work *k, place *h, const station *s, int row)
{
    tableau *t = &k->t.head;
    int col = s->col, z0 = tableau_z0(t);
    go_to(k, s, h->u);
    while (row >= 0 && h->pivots < k->limit) {
        if (t->ask->pivot(t, row, col) == TABLEAU_BROKEN)
            break;
        tableau_exchange(t, row, col);
        h->pivots++;
        if (t->nonbasic[col] == z0) {
            finish(k, h);
            return;
        }
        col = partner(t, col);
        row = t->ask->leaving_row(t, col);
    }
    k->alone[h->problem] = 1;
}

/* Builds the station behind `row` of station s; its number, or SOMEBODY. */
static int build(lanes_work *k, station *s, int row, const double *u)
{
    tableau *t = &k->t.head;
    if (k->stations == k->room)
        return SOMEBODY;
    go_to(k, s, u);
    if (t->ask->pivot(t, row, s->col) == TABLEAU_BROKEN)
        return SOMEBODY;
    tableau_exchange(t, row, s->col);
    return s->beyond[row] = found(k, partner(t, s->col));
}

/* Of several rows that tie, the one that leaves: the tableau's own question,
   asked about the station's numbers. */
static int pick(const lanes_work *k, const station *s, uint64_t all)
{
    int n = k->p->n;
    tableau_f64 view = k->t;
    view.T = s->T;
    view.head.basic = s->lists;
    view.head.nonbasic = s->lists + n;
    view.head.where = s->lists + 2 * n + 1;
    view.among[0] = all;
    return f64_pick(&view, s->road.a, s->z0);
}

/* The row that leaves; negative when there is none. */
static int leaving(const lanes_work *k, const station *s, uint64_t all)
{
    if ((all & (all - 1)) == 0)
        return all == 0 ? -1 : __builtin_ctzll(all);
    return pick(k, s, all);
}

/** One exchange of the problem at place h; the next problem behind its end.
`tied` has the rows that may leave here, as bits, n of at most 32: none, and the
problem is solved alone (a ray, or numbers that broke down); one, as mostly;
several, and the powers of epsilon pick. */
static void step(lanes_work *k, place *h)
{
    station *s = &k->s[h->at];
    int row = leaving(k, s, h->tied), to;
    if (row < 0 || h->pivots >= k->limit) {
        k->alone[h->problem] = 1;
        refill(k, h);
        return;
    }
    if (s->lists[row] == tableau_z0(&k->t.head)) {
        arrive(k, h, s, row);
        refill(k, h);
        return;
    }
    to = s->beyond[row];
    if (to == SOMEBODY)
        to = build(k, s, row, h->u);
    if (to <= 0) {
        s->beyond[row] = SOMEBODY;
        go_alone(k, h, s, row);
        refill(k, h);
        return;
    }
    h->tied = k->t.kernel->walk(&s->road, row, &k->s[to].road, &k->t.rules,
                                h->u);
    h->at = to;
    h->pivots++;
}

static void run(lanes_work *k)
{
    k->active = PLACES;
    for (int l = 0; l < PLACES; l++)
        refill(k, &k->here[l]);
    while (k->active > 0)
        for (int l = 0; l < PLACES; l++)
            if (k->here[l].at >= 0)
                step(k, &k->here[l]);
}

/* Memory for as many stations as may be worth it: what ROAD_BYTES hold, and no
   more than four for each problem and the first. */
static perp_status pave(lanes_work *k, arena *a)
{
    const tableau *t = &k->t.head;
    size_t length = (size_t)k->t.stride, table = table_bytes(&k->t);
    size_t numbers = table / sizeof(double) + length, n = (size_t)t->n;
    size_t ints = list_bytes(t) / sizeof(int) + n;
    size_t each = numbers * sizeof(double) + ints * sizeof(int);
    size_t room = ROAD_BYTES / each, most = 4 * (size_t)k->p->count + 1;
    room = room < most ? room : most;
    room = room < MOST_STATIONS ? room : MOST_STATIONS;
    k->room = (int)room;
    k->s = arena_take(a, room, sizeof *k->s);
    double *T = arena_take_any(a, room * numbers, sizeof *T);
    int *lists = arena_take_any(a, room * ints, sizeof *lists);
    if (k->s == NULL || T == NULL || lists == NULL)
        return PERP_NO_MEMORY(room * each);
    for (size_t i = 0; i < room; i++) {
        k->s[i].T = T + i * numbers;
        k->s[i].lists = lists + i * ints;
        k->s[i].beyond = k->s[i].lists + (ints - n);
    }
    return PERP_SUCCESS;
}

static perp_status prepare(lanes_work *k, f64_width width, arena *a)
{
    int n = k->p->n;
    tableau_f64_rules rules = {k->options->pivot_threshold, k->options->tie};
    PERP_TRY(tableau_f64_new_as(a, 0, n, rules,
                                f64_choose(F64_SMALL, 0, n, width), &k->t));
    PERP_TRY(pave(k, a));
    size_t length = (size_t)k->t.stride, count = (size_t)k->p->count;
    double *u = arena_take(a, PLACES * length, sizeof *u);
    k->alone = arena_take(a, count, 1);
    if (u == NULL || k->alone == NULL)
        return PERP_NO_MEMORY(PLACES * length * sizeof *u + count);
    for (size_t l = 0; l < PLACES; l++)
        k->here[l].u = u + l * length;
    k->unit = condense_unit(k->t.kernel->take(&k->t, k->p->A, k->p->b));
    k->t.kernel->spread(&k->t, k->unit, NULL);
    found(k, n); /* where everybody begins: the covering column enters */
    return PERP_SUCCESS;
}

perp_status lanes_solve_as(const lanes_problems *p, const mlcp_options *options,
                           f64_width width, arena *a, lcp_answer *out,
                           int *climbed)
{
    arena_mark mark = arena_here(a);
    lanes_work k = {.p = p, .options = options, .out = out};
    int n = p->n, alone = n < 1 || n > LANES_ROWS || p->count < 1, one;
    perp_status s = alone ? PERP_SUCCESS : prepare(&k, width, a);
    k.limit = options->pivots > 0 ? options->pivots : 50 * n + 1000;
    if (!alone && s.code == PERP_OK)
        run(&k);
    *climbed = 0;
    for (int i = 0; i < p->count && s.code == PERP_OK; i++) {
        lcp_problem q = {0, n, p->A, p->b + (size_t)i * (size_t)n};
        if (!alone && !k.alone[i])
            continue;
        s = mlcp_solve(&q, options, a, &out[i], &one);
        *climbed += one;
    }
    arena_release(a, mark);
    return s;
}

perp_status lanes_solve(const lanes_problems *p, const mlcp_options *options,
                        arena *a, lcp_answer *out, int *climbed)
{
    f64_width width = f64_fitting(p->n, f64_widest());
    return lanes_solve_as(p, options, width, a, out, climbed);
}
