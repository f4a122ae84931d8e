#include "pks05/ends/grid.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

/** A place has the name under which a report lists it. What the six kinds have in common is that
each is what values showed: none is a statement about the starts between. */
const char *grid_name(grid_kind k)
{
    static const char *const name[] = {"sign change", "zero", "stretch",
                                       "touch",       "jump", "no value"};
    return name[k];
}

int grid_is_root(const grid_place *p)
{
    return p->kind != GRID_JUMP && p->kind != GRID_UNSEEN;
}

/* A start and its R; without one it is a hole. */
typedef struct {
    double s, r;
    int hole;
} value;

typedef struct {
    const grid_problem *p;
    grid_found *out;
    value *at; /* cells + 1 */
} search;

static perp_status ask(search *x, double s, value *v)
{
    *v = (value){s, 0, 0};
    x->out->evaluations++;
    const perp_status done = x->p->run(x->p->of, s, &v->r);
    v->hole = done.code == PERP_NO_SOLUTION || done.code == PERP_LIMIT;
    return v->hole ? PERP_SUCCESS : done;
}

static int differ(const value *a, const value *b)
{
    return (a->r < 0 && b->r > 0) || (a->r > 0 && b->r < 0);
}

static const value *nearer(const value *a, const value *b)
{
    return fabs(b->r) < fabs(a->r) ? b : a;
}

static void list(search *x, grid_kind kind, const value *a, const value *b,
                 const value *at)
{
    grid_place *p = &x->out->places[x->out->count++];
    *p = (grid_place){kind, a->s, b->s, at->s, at->r, a->r, b->r};
    x->out->roots += grid_is_root(p);
}

/** ## A bracket, narrowed to two doubles

The doubles are ordered like the integers that their bits make, if those of the negative
ones are turned round, and so the middle of two can be taken in this order: 64 halvings
lead from any two doubles to neighbours. The arithmetic middle would need 1100 towards a
root at 0, whose neighbours are denormal, and a start at rest is no rare one.

The middle of $[\frac14, 4]$ is 1: exponents are halved, not lengths, and that of $[-1, 2]$ is
a denormal number. This is slow where a root is of the bracket's own size, so the middle
only serves when secants do not. */
static int64_t place_of(double s)
{
    int64_t n;
    memcpy(&n, &s, sizeof n);
    return n < 0 ? INT64_MIN - n : n;
}

static double double_at(int64_t n)
{
    double s;
    n = n < 0 ? INT64_MIN - n : n;
    memcpy(&s, &n, sizeof s);
    return s;
}

/* Doubles from low to high; 1 for neighbours. */
static uint64_t apart(double low, double high)
{
    return (uint64_t)place_of(high) - (uint64_t)place_of(low);
}

static double middle(const value *b)
{
    return double_at(place_of(b[0].s) + (int64_t)(apart(b[0].s, b[1].s) / 2));
}

/** The secant by itself ends with one end of the bracket on the root and the other
where it was. So each turn takes two of them: $c = u - R(u)\,(b - a)/(R(b) - R(a))$ with
$u$ the end with the smaller $|R|$, and then one with twice that step, which lands
beyond the root if $R$ is nearly straight and brings the other end near. A third one is
the middle, unless both have taken half of the doubles away. What leaves the bracket is
the double beside $u$.

On $R = s^2 - 2$ in $[1, 2]$, with $R$ = $-1$ and 2, the secant from 1 goes to
$\frac43$, $R = -\frac29$. From there the slope is $\frac{10}3$, the double step is
$\frac43 + \frac2{15} = 1.4667$, $R = 0.151$: a bracket of 0.133 after two runs. Both
ends come nearer at the secant's own order, and the bracket is two doubles after some
eight runs of a simple root (`test_grid` prints how many). Regula falsi would keep 2 for
its upper end through all of them. */
static double secant(const value *b, double times)
{
    const int k = fabs(b[1].r) < fabs(b[0].r);
    const double slope = (b[1].r - b[0].r) / (b[1].s - b[0].s);
    const double c = b[k].s - times * b[k].r / slope;
    if (b[0].s < c && c < b[1].s)
        return c;
    return double_at(place_of(b[k].s) + (k ? -1 : 1));
}

static perp_status cut(search *x, value *b, double c, int *ended)
{
    value v;
    PERP_TRY(ask(x, c, &v));
    *ended = v.hole || v.r == 0;
    if (v.hole)
        list(x, GRID_UNSEEN, &b[0], &b[1], &b[0]);
    else if (v.r == 0)
        list(x, GRID_ZERO, &v, &v, &v);
    else
        b[differ(&b[0], &v)] = v;
    return PERP_SUCCESS;
}

/** ## A jump is no root

Between two neighbouring doubles nothing more can be asked, and $D$, the difference of
$R$ over them, is compared with that over $2^{20}$ doubles on both sides. Where $R$ has
a slope, $D$ is a two-millionth of it; where $R$ runs like a cube root, still less than
a hundredth. Where it jumps, both are the height of the jump. A root whose $|R|$ is
within the tolerance is taken for one without this question: there $D$ may be nothing
but rounding, and rounding does not shrink. So a jump that has an end within the
tolerance of 0 is listed as a root: its limit from that side is one.

A step that has several solutions, of which the solver finds another one for the next
double, makes such a jump; so does a force with two branches when a step's state crosses
from one to the other. By hand: 64 N begin to push a mass of 1 kg as soon as its
explicit step has come to $x \ge 1$. With $h = \frac1{32}$ s it is there in step $\lceil
32/s\rceil$, so at $s = \frac{32}n$ one more step is pushed, and $x(T)$ jumps by the way
that it makes with that step's $64h = 2$ m/s. */
static perp_status jumps(search *x, const value *b, int *yes)
{
    const int64_t far = INT64_C(1) << 20;
    value a, c;
    *yes = 0;
    if (fabs(nearer(&b[0], &b[1])->r) <= x->p->tolerance)
        return PERP_SUCCESS;
    PERP_TRY(ask(x, double_at(place_of(b[0].s) - far), &a));
    PERP_TRY(ask(x, double_at(place_of(b[1].s) + far), &c));
    *yes = a.hole || c.hole || fabs(b[1].r - b[0].r) > fabs(c.r - a.r) / 2;
    return PERP_SUCCESS;
}

/* From a to b, where R has different signs. */
static perp_status narrow(search *x, const value *from, const value *to)
{
    value b[2] = {*from, *to};
    int ended = 0, jump;
    for (int turn = 0; apart(b[0].s, b[1].s) > 1;) {
        const uint64_t before = apart(b[0].s, b[1].s);
        for (turn = 0; turn < 3 && apart(b[0].s, b[1].s) > 1; turn++) {
            if (turn == 2 && apart(b[0].s, b[1].s) <= before / 2)
                break;
            const double c = turn == 2 ? middle(b) : secant(b, turn + 1.0);
            PERP_TRY(cut(x, b, c, &ended));
            if (ended)
                return PERP_SUCCESS;
        }
    }
    PERP_TRY(jumps(x, b, &jump));
    list(x, jump ? GRID_JUMP : GRID_CROSSING, &b[0], &b[1],
         nearer(&b[0], &b[1]));
    return PERP_SUCCESS;
}

/** ## A least value

Two roots in one cell, or a double one, change no sign at its ends. What they leave is a
$|R|$ that is smaller at the middle of three points than at both others, and from there
golden section goes on: two points divide the interval by $\frac12(\sqrt5 - 1)$, the
larger of both values takes its part away, and the point that is left divides what is
left in the same way, so that each turn costs one run. 58 turns leave $10^{-12}$ of two
cells. A double root has $|R|$ like the square of the distance, and $10^{-8}$ of it
would do. The kink of a force that changes its mode goes with the distance itself, and
is why it goes on.

If on the way $R$ has another sign, the least value is below zero, and there is a
crossing on each side: both are narrowed, whatever their distance is. If it has not, the
least $|R|$ is what there is to judge by. Above the tolerance nothing is listed; this is
no proof that nothing was there, for golden section finds *a* least value, and between
two that it has seen may be a deeper one. */
static perp_status least(search *x, const value *three)
{
    const double golden = 0x1.3c6ef372fe950p-1; /* (sqrt 5 - 1) / 2 */
    value a = three[0], c = three[2], best = three[1], in[2];
    for (int k = 0; k < 2; k++)
        PERP_TRY(
            ask(x, k ? a.s + golden * (c.s - a.s) : c.s - golden * (c.s - a.s),
                &in[k]));
    for (int turn = 0;; turn++) {
        for (int k = 0; k < 2; k++) {
            if (in[k].hole) {
                list(x, GRID_UNSEEN, &three[0], &three[2], &three[0]);
                return PERP_SUCCESS;
            }
            if (differ(&in[k], &three[1])) {
                PERP_TRY(narrow(x, &three[0], &in[k]));
                return narrow(x, &in[k], &three[2]);
            }
            best = *nearer(&best, &in[k]);
        }
        if (turn == 58 || best.r == 0)
            break;
        if (fabs(in[0].r) <= fabs(in[1].r)) {
            c = in[1];
            in[1] = in[0];
            PERP_TRY(ask(x, c.s - golden * (c.s - a.s), &in[0]));
        } else {
            a = in[0];
            in[0] = in[1];
            PERP_TRY(ask(x, a.s + golden * (c.s - a.s), &in[1]));
        }
    }
    if (fabs(best.r) <= x->p->tolerance)
        list(x, GRID_TOUCH, best.s < a.s ? &best : &a,
             best.s > c.s ? &best : &c, &best);
    return PERP_SUCCESS;
}

/* Three neighbours with one sign, |R| least in the middle. */
static int is_least(const value *v)
{
    for (int k = 0; k < 3; k++)
        if (v[k].hole || v[k].r == 0 || differ(&v[k], &v[1]))
            return 0;
    return fabs(v[1].r) < fabs(v[0].r) && fabs(v[1].r) <= fabs(v[2].r);
}

/** The tolerance is asked of a point, not of what lies between: that of the search, $10^{-10}$ in the
row's own units, some thousand roundings of a run. */
static int within(const search *x, long i)
{
    return !x->at[i].hole && fabs(x->at[i].r) <= x->p->tolerance;
}

/** ## From cell to cell

Points in a row without a value are one place, and so are two or more within the
tolerance: an end that hardly feels its start has a zero at each of them or, by
rounding, a crossing in each of their cells, and that many starts say less than one
stretch. Its outer cells are left alone. A single point within the tolerance is none:
the crossing beside it is narrowed as any other.

The ball that is asked for its speed after it has come to rest on the floor is such an end. Every
start that leaves it the time has the speed 0 there up to some $10^{-17}$ m/s, of either sign, and the list
would say where rounding changes it. */
static long in_a_row(search *x, long i)
{
    const long n = x->p->cells;
    const value *at = x->at;
    long j = i;
    while (j < n &&
           (at[i].hole ? at[j + 1].hole : within(x, i) && within(x, j + 1)))
        j++;
    if (at[i].hole) {
        const value *a = &at[i > 0 ? i - 1 : 0], *b = &at[j < n ? j + 1 : n];
        list(x, GRID_UNSEEN, a, b, a);
    } else if (j > i) {
        const value *best = &at[i];
        for (long k = i + 1; k <= j; k++)
            best = nearer(best, &at[k]);
        list(x, GRID_STRETCH, &at[i], &at[j], best);
    } else if (at[i].r == 0)
        list(x, GRID_ZERO, &at[i], &at[i], &at[i]);
    return j;
}

static perp_status look(search *x)
{
    const long n = x->p->cells;
    for (long i = 0; i <= n; i++) {
        const long j = in_a_row(x, i);
        const int row = j > i;
        i = j;
        if (i == n || x->at[i].hole || x->at[i + 1].hole || row)
            continue;
        const int joins = i + 1 < n && within(x, i + 1) && within(x, i + 2);
        if (i > 0 && is_least(&x->at[i - 1]))
            PERP_TRY(least(x, &x->at[i - 1]));
        if (differ(&x->at[i], &x->at[i + 1]) && !joins)
            PERP_TRY(narrow(x, &x->at[i], &x->at[i + 1]));
    }
    return PERP_SUCCESS;
}

perp_status grid_find(const grid_problem *p, arena *a, grid_found *out)
{
    const size_t n = (size_t)p->cells;
    const double by = (p->to - p->from) / (double)n;
    search x = {p, out, arena_take(a, n + 1, sizeof *x.at)};
    *out =
        (grid_found){.places = arena_take(a, 3 * n + 3, sizeof *out->places)};
    if (x.at == NULL || out->places == NULL)
        return PERP_NO_MEMORY(n * sizeof *out->places);
    if (!isfinite(by) || p->from + by == p->from || p->to - by == p->to)
        return PERP_FAIL(PERP_INPUT,
                         "ends: between from = %.17g and to = %.17g there are "
                         "no %zu cells of doubles; take fewer, or other limits",
                         p->from, p->to, n);
    for (size_t i = 0; i <= n; i++)
        PERP_TRY(ask(&x, i == n ? p->to : p->from + (double)i * by, &x.at[i]));
    return look(&x);
}
