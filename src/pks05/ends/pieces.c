#include "pks05/ends/pieces.h"

#include "number/rational.h"

#include <string.h>

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
and with $g_1 = 0$ it holds everywhere or nowhere. An interval of one point is not empty. */
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

int piece_point(piece *p, mpq_srcptr s)
{
    raise_low(p, s);
    lower_high(p, s);
    return !empty(p);
}

/** Two pieces are the same motion where their intervals meet and $x_0$, $x_1$ agree; then
one takes the other's interval as well. A piece of one point is a part of another that has
its value there. Two different affine functions agree in one point at most, so nothing else
can be left out. */
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
