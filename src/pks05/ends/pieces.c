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
    return 2 + 2 * (size_t)x->size;
}

void pieces_free(pieces *x)
{
    while (x->count > 0)
        pieces_drop(x);
    arena_free(&x->a);
    *x = (pieces){.size = x->size};
}

/** The array doubles, and the arena keeps the old ones until the end: the pieces themselves
are two flags and a pointer, and all arrays together have less than twice the room of the last
one. The count rises last: a
piece whose fractions could not be had is not in the list, and `pieces_free` does not see it. */
perp_status pieces_add(pieces *x, piece **out)
{
    if (x->count == x->room) {
        const int room = 2 * x->room + 8;
        piece *more = arena_take(&x->a, (size_t)room, sizeof *more);
        if (more == NULL)
            return PERP_NO_MEMORY((size_t)room * sizeof *more);
        if (x->count > 0)
            memcpy(more, x->of, (size_t)x->count * sizeof *more);
        x->of = more;
        x->room = room;
    }
    piece *p = &x->of[x->count];
    *p = (piece){.limit = rational_array(&x->a, numbers(x))};
    if (p->limit == NULL)
        return PERP_NO_MEMORY(numbers(x) * sizeof(mpq_t));
    x->count++;
    *out = p;
    return PERP_SUCCESS;
}

void pieces_drop(pieces *x)
{
    rational_clear(x->of[--x->count].limit, numbers(x));
}

void piece_within(piece *p, const piece *from)
{
    p->from = from->from;
    p->to = from->to;
    mpq_set(p->limit[0], from->limit[0]);
    mpq_set(p->limit[1], from->limit[1]);
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
int piece_cut(piece *p, mpq_srcptr g0, mpq_srcptr g1)
{
    mpq_t s;
    if (mpq_sgn(g1) == 0)
        return mpq_sgn(g0) >= 0;
    mpq_init(s);
    mpq_div(s, g0, g1);
    mpq_neg(s, s);
    if (mpq_sgn(g1) > 0)
        raise_low(p, s);
    else
        lower_high(p, s);
    mpq_clear(s);
    return !empty(p);
}

/** A root is kept only where its piece is: the affine function goes on beyond the interval,
the motion does not. */
int piece_point(piece *p, mpq_srcptr s)
{
    raise_low(p, s);
    lower_high(p, s);
    return !empty(p);
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
static int point(const piece *p)
{
    return p->from && p->to && mpq_equal(p->limit[0], p->limit[1]);
}

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

/* x_p(s) = x_q(s), where s is the point q? */
static int agrees(const piece *p, const piece *q, int size)
{
    const mpq_t *p0 = (const mpq_t *)piece_at0(p),
                *p1 = (const mpq_t *)piece_at1(p, size);
    const mpq_t *q0 = (const mpq_t *)piece_at0(q),
                *q1 = (const mpq_t *)piece_at1(q, size);
    mpq_t x, y;
    int i = 0, is = 1;
    mpq_inits(x, y, NULL);
    for (; i < size && is; i++) {
        mpq_sub(y, p1[i], q1[i]);
        mpq_mul(x, y, q->limit[0]);
        mpq_sub(y, q0[i], p0[i]);
        is = mpq_equal(x, y);
    }
    mpq_clears(x, y, NULL);
    return is;
}

/* Is q a part of p, which then is as long as both? */
static int absorbs(piece *p, const piece *q, int size)
{
    if (!meet(p, q))
        return 0;
    if (point(q) && agrees(p, q, size))
        return 1;
    if (!same(p, q, 2 + 2 * size))
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

/** After each joining the search begins again, as a piece that has grown may now meet one
that it missed. With $k$ pieces this is $k^2$ comparisons a joining, $k^3$ at worst; $k$ is what
one piece becomes in one step, mostly one or two and never more than the $4^p$ lists of $p$
contacts. Pieces of different parents are not compared: each parent's motions are
continued by themselves, and the last comparison of all, of the starts that were found, is made
when they are listed. */
void pieces_once(pieces *x, int first)
{
    for (int i = first; i < x->count; i++)
        for (int j = first; j < x->count; j++) {
            if (i == j || !absorbs(&x->of[i], &x->of[j], x->size))
                continue;
            piece gone = x->of[j];
            x->of[j] = x->of[x->count - 1];
            x->of[x->count - 1] = gone;
            pieces_drop(x);
            i = first - 1; /* what has grown may meet others */
            break;
        }
}
