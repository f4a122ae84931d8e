#include "pks05/ends/pieces.h"

#include "number/rational.h"

#include <string.h>

/** # Intervals, cut and joined

Section 5 of the paper asks for one start and says that there is one. That there may be
more it does not exclude, and no search can: values of $R$ in finitely many points leave room
for a root between any two of them. What counts roots is a statement about whole intervals,
and that is what is kept here. The paper has nothing of this; it stands on the step (16) and
on $s$ being one number.

**Exact limits.** A limit is a quotient $-g_0/g_1$ of fractions and is kept as it is. A
rounded limit would leave a gap or an overlap between two neighbours. In a gap a start is
lost; in an overlap it is found twice, as two numbers that differ in the last digit and that
nothing can tell from two starts. Here two neighbours have computed the same limit in two
ways, from the two sides of one change of modes, and the fractions are equal or the limit
is not the same: `mpq_equal` decides, without a tolerance.

**By hand.** The ball of 1 kg, 0.1 m above its floor with $\mathbf K = 1000$, $\mathbf C =
10$, is thrown with $s$, $h = \frac1{50}$ s and $\theta = 0$. The first step has $h\mathbf K +
\mathbf C = 30$. Open, $w_n = 0.1/h + s - 10h = 4.8 + s$; closed, $w_n = 0$ gives
$\lambda\,(\frac1{30} + h) = -(4.8 + s)$. So the line is cut at $-\frac{24}5$, by the same
inequality from both sides:

| $s$ | $y$ | $v$ | $\delta$ |
|---|---|---|---|
| $\le -\frac{24}5$ | $\frac3{50} + \frac1{80}s$ | $-2 + \frac58s$ | $-\frac3{50} - \frac1{80}s$ |
| $\ge -\frac{24}5$ | $\frac{12}{125} + \frac1{50}s$ | $-\frac15 + s$ | $0$ |

At the limit both have $y = 0$, $v = -5$, $\delta = 0$. The second step leaves the first piece
whole and cuts the other at $-\frac{11}5$; the third cuts what is above this at
$-\frac{19}{15}$. Each step lets the ball that is thrown a little higher still fly, so the
pieces are 2, 3, 4, 5, 6 and then two more a step, when the first to bounce let go again: 36
after twenty steps. */
static size_t numbers(const pieces *x)
{
    return 2 + (x->two ? 3 : 2) * (size_t)x->size;
}

void pieces_free(pieces *x)
{
    for (int i = 0; i < x->made; i++) {
        rational_clear(x->of[i].limit, numbers(x));
        polygon_clear(&x->of[i].area);
    }
    arena_free(&x->a);
    *x = (pieces){.size = x->size, .two = x->two};
}

static perp_status grow(pieces *x)
{
    const int room = 2 * x->room + 8;
    piece *more = arena_take(&x->a, (size_t)room, sizeof *more);
    if (more == NULL)
        return PERP_NO_MEMORY((size_t)room * sizeof *more);
    if (x->made > 0)
        memcpy(more, x->of, (size_t)x->made * sizeof *more);
    x->of = more;
    x->room = room;
    return PERP_SUCCESS;
}

/** The array doubles, and the arena keeps the old ones until the end: the pieces themselves
are a few words, and all arrays together have less than twice the room of the last
one. Of the lists that are tried on a piece most are dropped at once, and the next one takes the
numbers that the dropped one had: a step needs room for what it becomes, and not for what it
tries. The count rises last: a piece whose fractions could not be had is not in the list. */
static perp_status add(pieces *x, piece **out)
{
    if (x->count == x->room)
        PERP_TRY(grow(x));
    piece *p = &x->of[x->count];
    if (x->count == x->made) {
        *p = (piece){.limit = rational_array(&x->a, numbers(x))};
        if (p->limit == NULL)
            return PERP_NO_MEMORY(numbers(x) * sizeof(mpq_t));
        x->made++;
    }
    for (size_t i = 0; i < numbers(x); i++)
        mpq_set_ui(p->limit[i], 0, 1);
    p->from = p->to = 0;
    p->area.n = 0;
    x->count++;
    *out = p;
    return PERP_SUCCESS;
}

perp_status pieces_whole(pieces *x)
{
    piece *p;
    for (int k = 0; k < (x->two ? 4 : 1); k++) {
        PERP_TRY(add(x, &p));
        if (!x->two)
            continue;
        PERP_TRY(polygon_room(&p->area, 3, &x->a));
        polygon_quadrant(&p->area, k);
    }
    return PERP_SUCCESS;
}

perp_status pieces_part(pieces *x, const piece *from, int cuts, piece **out)
{
    piece *p;
    PERP_TRY(add(x, &p));
    p->from = from->from;
    p->to = from->to;
    mpq_set(p->limit[0], from->limit[0]);
    mpq_set(p->limit[1], from->limit[1]);
    if (x->two) {
        PERP_TRY(polygon_room(&p->area, from->area.n + cuts, &x->a));
        polygon_copy(&p->area, &from->area);
    }
    *out = p;
    return PERP_SUCCESS;
}

void pieces_drop(pieces *x)
{
    x->count--;
}

/** A closed interval is empty when its low limit is above its high one, and only then; half
lines never are. `raise_low` and `lower_high` intersect with a half line, so that the order of the
cuts does not matter. */
static int empty(const piece *p)
{
    return p->from && p->to && mpq_cmp(p->limit[0], p->limit[1]) > 0;
}

static void raise_low(piece *p, mpq_srcptr s)
{
    if (!p->from || mpq_cmp(s, p->limit[0]) > 0)
        mpq_set(p->limit[0], s);
    p->from = 1;
}

static void lower_high(piece *p, mpq_srcptr s)
{
    if (!p->to || mpq_cmp(s, p->limit[1]) < 0)
        mpq_set(p->limit[1], s);
    p->to = 1;
}

/** $g_0 + s g_1 \ge 0$ is $s \ge -g_0/g_1$ for $g_1 > 0$, $s \le -g_0/g_1$ for $g_1 < 0$,
and with $g_1 = 0$ it holds everywhere or nowhere. An interval of one point is not empty.

The sign of $g_1$ has to be known, not its size: $g_1 = 10^{-30}$ makes a limit far out and
$g_1 = 0$ none. In doubles a slope that cancels to rounding would have either sign, and keep
the wrong half of the line. For the ball, $g = \frac{24}5 + s$ has $g_1 = 1$ and keeps $s \ge
-\frac{24}5$; its force, $-\frac{75}4(\frac{24}5 + s)$, keeps the other half. */
int piece_cut(piece *p, const mpq_t *g)
{
    mpq_t s;
    if (p->area.n > 0)
        return polygon_cut(&p->area, g);
    if (mpq_sgn(g[1]) == 0)
        return mpq_sgn(g[0]) >= 0;
    mpq_init(s);
    mpq_div(s, g[0], g[1]);
    mpq_neg(s, s);
    if (mpq_sgn(g[1]) > 0)
        raise_low(p, s);
    else
        lower_high(p, s);
    mpq_clear(s);
    return !empty(p);
}

/** A root is kept only where its piece is: the affine function goes on beyond the interval,
the motion does not. An equation is two inequalities, and what they leave of an interval is
a point, or all of it where the equation is $0 = 0$, or nothing; of a polygon a segment or half
line beside these. */
int piece_zero(piece *p, mpq_t *g)
{
    if (!piece_cut(p, (const mpq_t *)g))
        return 0;
    for (int k = 0; k < (p->area.n > 0 ? 3 : 2); k++)
        mpq_neg(g[k], g[k]);
    return piece_cut(p, (const mpq_t *)g);
}

int piece_is_point(const piece *p)
{
    if (p->area.n > 0)
        return p->area.n == 1;
    return p->from && p->to && mpq_equal(p->limit[0], p->limit[1]);
}

const mpq_t *piece_point(const piece *p)
{
    return (const mpq_t *)(p->area.n > 0 ? p->area.at + 1 : p->limit);
}

/** The point of an interval that is nearest to a number is the number itself, or the limit
that it lies beyond. */
void piece_nearest(const piece *p, const mpq_t *to, mpq_t *out)
{
    if (p->area.n > 0) {
        polygon_nearest(&p->area, to, out);
        return;
    }
    mpq_set(out[0], to[0]);
    if (p->from && mpq_cmp(out[0], p->limit[0]) < 0)
        mpq_set(out[0], p->limit[0]);
    if (p->to && mpq_cmp(out[0], p->limit[1]) > 0)
        mpq_set(out[0], p->limit[1]);
}

/** Two pieces are the same motion where their intervals meet and $x_0$, $x_1$ agree; then
one takes the other's interval as well. A piece of one point is a part of another that has
its value there. Two different affine functions agree in one point at most, so nothing else
can be left out.

For two pieces with equal functions whose intervals do not meet, nothing is joined: what lies
between them would be claimed and was cut away. And the ball's two pieces of the first
step, which agree at $-\frac{24}5$, stay two, since neither is a point.

The states are compared as functions, number by number, $q$, $v$ and $\delta$. Positions alone
would not do: two motions may pass the same place with different deformations, and part in the
next step. With size 0 there is nothing to compare, any two are `same`, and what is left is the
union of the intervals. */
static int meet(const piece *p, const piece *q)
{
    return !(p->to && q->from && mpq_cmp(p->limit[1], q->limit[0]) < 0) &&
           !(q->to && p->from && mpq_cmp(q->limit[1], p->limit[0]) < 0);
}

static int same(const piece *p, const piece *q, int n)
{
    int i = 2;
    while (i < n && mpq_equal(p->limit[i], q->limit[i]))
        i++;
    return i == n;
}

/* x_p = x_q at the corner or in the direction (w, s, t)? Of one unknown: t is
   not looked at. */
static int agrees(const piece *p, const piece *q, const mpq_t *at,
                  const pieces *all)
{
    const int unknowns = all->two ? 2 : 1;
    int i = 0, is = 1;
    mpq_t sum, y;
    mpq_inits(sum, y, NULL);
    for (; i < all->size && is; i++) {
        mpq_set_ui(sum, 0, 1);
        for (int k = 0; k <= unknowns; k++) {
            mpq_sub(y, piece_at(p, k, all->size)[i],
                    piece_at(q, k, all->size)[i]);
            mpq_mul(y, y, at[k]);
            mpq_add(sum, sum, y);
        }
        is = mpq_sgn(sum) == 0;
    }
    mpq_clears(sum, y, NULL);
    return is;
}

static int agrees_at_point(const piece *p, const piece *q, const pieces *all)
{
    mpq_t at[2];
    mpq_inits(at[0], at[1], NULL);
    mpq_set_ui(at[0], 1, 1);
    mpq_set(at[1], q->limit[0]);
    const int is = agrees(p, q, (const mpq_t *)at, all);
    mpq_clears(at[0], at[1], NULL);
    return is;
}

/** With polygons the same is asked at the corners of $q$, and in its directions: affine
functions that agree there agree on all of $q$. So a segment goes that is a part of a polygon
with the same motion on it, whatever that has beside it. */
static int area_absorbs(piece *p, const piece *q, const pieces *all)
{
    int i = 0;
    while (i < q->area.n &&
           agrees(p, q, (const mpq_t *)polygon_corner(&q->area, i), all))
        i++;
    return i == q->area.n && polygon_takes(&p->area, &q->area);
}

/* Is q a part of p, which then is as long as both? */
static int absorbs(piece *p, const piece *q, const pieces *all)
{
    if (all->two)
        return area_absorbs(p, q, all);
    if (!meet(p, q))
        return 0;
    if (piece_is_point(q) && agrees_at_point(p, q, all))
        return 1;
    if (!same(p, q, (int)numbers(all)))
        return 0;
    if (p->from && (!q->from || mpq_cmp(q->limit[0], p->limit[0]) < 0)) {
        p->from = q->from;
        mpq_set(p->limit[0], q->limit[0]);
    }
    if (p->to && (!q->to || mpq_cmp(q->limit[1], p->limit[1]) > 0)) {
        p->to = q->to;
        mpq_set(p->limit[1], q->limit[1]);
    }
    return 1;
}

/** **What is left apart.** A side that two parents share has its motion twice, in either of
them as a part of something larger, and this costs nothing. But a list of modes that holds
on that side only makes a segment in both parents, which is a part of what each has there, and goes,
when the step has one solution; and when it has several and this is one by itself, it stays twice.
The four quadrants are parents as well: a motion that goes on across an axis is two pieces from
the first step on, as if somebody had drawn the axes into the plane. So `pieces` is an upper
count of motions, and of what has to be looked at; starts are counted when they are listed,
where equal ones are found by their numbers.

After each joining the search begins again, as a piece that has grown may now meet one
that it missed. With $k$ pieces this is $k^2$ comparisons a joining, $k^3$ at worst; $k$ is what
one piece becomes in one step, mostly one or two and never more than the $4^p$ lists of $p$
contacts. Pieces of different parents are not compared: each parent's motions are
continued by themselves, and the last comparison of all, of the starts that were found, is made
when they are listed. */
void pieces_once(pieces *x, int first)
{
    for (int i = first; i < x->count; i++)
        for (int j = first; j < x->count; j++) {
            if (i == j || !absorbs(&x->of[i], &x->of[j], x))
                continue;
            piece gone = x->of[j];
            x->of[j] = x->of[x->count - 1];
            x->of[x->count - 1] = gone;
            pieces_drop(x);
            i = first - 1; /* what has grown may meet others */
            break;
        }
}
