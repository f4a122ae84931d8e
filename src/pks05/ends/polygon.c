#include "pks05/ends/polygon.h"

#include "number/rational.h"

/** # Corners and directions, cut

Sutherland and Hodgman cut a polygon by one half plane after another, walking round it once for
each. In $(w, s, t)$ the same walk cuts cones, and does not see which of the corners are at
infinity. Three facts carry it:

* What a half space leaves of a cone is the cone of the edges that it leaves and of those that
  its plane cuts out of the faces between a kept and a dropped one. A convex round changes the
  sign of $g$ at most twice, so one more edge is room enough.
* If the part with $w = 1$ is not empty, the directions of what is left are the directions of
  before that the half plane keeps: nothing can be lost at infinity, and directions without a
  corner say that the part is empty. A strip $0 \le s \le 1$, $t \ge 0$, asked for $s \ge 2$,
  keeps only what its direction $(0, 0, 1)$, on which $s - 2w$ is zero, is: no point.
* Between its neighbours no edge lies, at first, and no cut makes one: a new edge lies inside a
  face, and one of the two edges of that face goes.

The room is taken before the cut and not during it: a list of modes knows how many inequalities
it has, and a cut that cannot fail needs no way out in the middle. */
perp_status polygon_room(polygon *p, int n, arena *a)
{
    if (p->n + n <= p->room)
        return PERP_SUCCESS;
    const int room = p->n + n;
    polygon more = {.n = p->n, .room = room};
    mpq_t *x = more.all = rational_array(a, 7 * (size_t)room);
    if (x == NULL)
        return PERP_NO_MEMORY(7 * (size_t)room * sizeof *x);
    more.at = x;
    more.next = x + 3 * room;
    more.value = x + 6 * room;
    for (int i = 0; i < 3 * p->n; i++)
        mpq_swap(more.at[i], p->at[i]);
    polygon_clear(p);
    *p = more;
    return PERP_SUCCESS;
}

void polygon_clear(polygon *p)
{
    rational_clear(p->all, 7 * (size_t)p->room);
    *p = (polygon){0};
}

void polygon_quadrant(polygon *p, int which)
{
    static const int way[5][2] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}, {1, 0}};
    p->n = 3;
    for (int i = 0; i < 3; i++) {
        mpq_t *x = polygon_corner(p, i);
        mpq_set_si(x[0], i == 0, 1);
        for (int k = 0; k < 2; k++)
            mpq_set_si(x[1 + k], i == 0 ? 0 : way[which + i - 1][k], 1);
    }
}

void polygon_copy(polygon *p, const polygon *from)
{
    p->n = from->n;
    for (int i = 0; i < 3 * p->n; i++)
        mpq_set(p->at[i], from->at[i]);
}

/** A point has one way to be written and a direction should have one, too: equal ones are
found equal by their numbers, and no factor is dragged through the steps. */
static void shorten(mpq_t *x, mpq_t t)
{
    int i = 0;
    while (i < 2 && mpq_sgn(x[i]) == 0)
        i++;
    mpq_abs(t, x[i]);
    for (int k = 0; k < 3; k++)
        mpq_div(x[k], x[k], t);
}

/** Where $g$ is zero between $a$, with $g(a) > 0$, and $b$, with $g(b) < 0$: $g(a)\,b -
g(b)\,a$, both factors positive, so it lies between them and not on the other side of the
plane. With a direction for one of them it is the point at which the half line leaves. */
static void cross(const polygon *p, int i, int j, mpq_t *out)
{
    mpq_t t;
    mpq_init(t);
    const int a = mpq_sgn(p->value[i]) > 0 ? i : j, b = i + j - a;
    for (int k = 0; k < 3; k++) {
        mpq_mul(out[k], p->value[a], polygon_corner(p, b)[k]);
        mpq_mul(t, p->value[b], polygon_corner(p, a)[k]);
        mpq_sub(out[k], out[k], t);
    }
    shorten(out, t);
    mpq_clear(t);
}

static void values(polygon *p, const mpq_t *g)
{
    mpq_t t;
    mpq_init(t);
    for (int i = 0; i < p->n; i++) {
        mpq_set_ui(p->value[i], 0, 1);
        for (int k = 0; k < 3; k++) {
            mpq_mul(t, g[k], polygon_corner(p, i)[k]);
            mpq_add(p->value[i], p->value[i], t);
        }
    }
    mpq_clear(t);
}

/** Once round: a corner stays with $g \ge 0$, and where $g$ changes its sign between two
neighbours there is a new one. A corner with $g = 0$ stays itself, which is why a new one is
made for opposite signs only: else it would stand there twice. Two are the ends of one way and
not of two, there and back. What has kept directions only has no point: its parts with $w = 1$
are gone. */
int polygon_cut(polygon *p, const mpq_t *g)
{
    int n = 0, any = 0;
    values(p, g);
    for (int i = 0; i < p->n; i++) {
        const int j = (i + 1) % p->n, sign = mpq_sgn(p->value[i]);
        if (sign >= 0)
            for (int k = 0; k < 3; k++)
                mpq_set(p->next[3 * n + k], polygon_corner(p, i)[k]);
        n += sign >= 0;
        if (sign * mpq_sgn(p->value[j]) < 0 && (p->n > 2 || i == 0))
            cross(p, i, j, p->next + 3 * n++);
    }
    for (int i = 0; i < n; i++)
        any |= mpq_sgn(p->next[3 * i]) > 0;
    mpq_t *at = p->next;
    p->next = p->at;
    p->at = at;
    p->n = n;
    return any;
}

/** ## What belongs to it

All by one sign: the determinant of three is positive when they go round against the clock,
seen from the origin, and zero when they lie in one plane with it. A point belongs to a
polygon when it is to the left of each way from a corner to the next, one at infinity
included: a direction $(0, s, t)$ is asked in the same words.

For a segment there is one way only. The point has to lie on its line, and between: $x =
\alpha a + \beta b$ with $\alpha, \beta \ge 0$, told by the products with $a \times b$. Two opposite
directions have $a \times b = 0$, and hold nothing: a whole line is never a round of two, it is
two half lines. */
static void product(const mpq_t *a, const mpq_t *b, mpq_t *out)
{
    mpq_t t;
    mpq_init(t);
    for (int k = 0; k < 3; k++) {
        const int i = (k + 1) % 3, j = (k + 2) % 3;
        mpq_mul(out[k], a[i], b[j]);
        mpq_mul(t, a[j], b[i]);
        mpq_sub(out[k], out[k], t);
    }
    mpq_clear(t);
}

static int side(const mpq_t *normal, const mpq_t *x)
{
    mpq_t t, sum;
    mpq_inits(t, sum, NULL);
    for (int k = 0; k < 3; k++) {
        mpq_mul(t, normal[k], x[k]);
        mpq_add(sum, sum, t);
    }
    const int sign = mpq_sgn(sum);
    mpq_clears(t, sum, NULL);
    return sign;
}

static int between(const mpq_t *a, const mpq_t *b, const mpq_t *x)
{
    mpq_t plane[3], other[3];
    for (int k = 0; k < 3; k++)
        mpq_inits(plane[k], other[k], NULL);
    const mpq_t *normal = (const mpq_t *)plane, *in = (const mpq_t *)other;
    product(a, b, plane);
    int is = side(normal, x) == 0 && side(normal, normal) > 0;
    product(normal, a, other);
    is = is && side(in, x) >= 0;
    product(b, normal, other);
    is = is && side(in, x) >= 0;
    for (int k = 0; k < 3; k++)
        mpq_clears(plane[k], other[k], NULL);
    return is;
}

int polygon_holds(const polygon *p, const mpq_t *x)
{
    const mpq_t *at = (const mpq_t *)p->at;
    int is = 1;
    if (p->n == 1)
        return mpq_equal(at[0], x[0]) && mpq_equal(at[1], x[1]) &&
               mpq_equal(at[2], x[2]);
    if (p->n == 2)
        return between(at, at + 3, x);
    mpq_t normal[3];
    mpq_inits(normal[0], normal[1], normal[2], NULL);
    for (int i = 0; i < p->n && is; i++) {
        product(at + 3 * i, at + 3 * ((i + 1) % p->n), normal);
        is = side((const mpq_t *)normal, x) >= 0;
    }
    mpq_clears(normal[0], normal[1], normal[2], NULL);
    return is;
}

/** Two segments of one line that meet are one segment: its ends are those two of the four
between which the others lie. Where there are no such two, the union is a whole line or none of
one line, and nothing is joined. Polygons with a common side stay two; that their union is convex
would have to be asked, and a continuum is as well described by two. */
static int joined(polygon *p, const polygon *q)
{
    const mpq_t *x[4] = {(const mpq_t *)p->at, (const mpq_t *)p->at + 3,
                         (const mpq_t *)q->at, (const mpq_t *)q->at + 3};
    if (!polygon_holds(p, x[2]) && !polygon_holds(p, x[3]))
        return 0;
    for (int i = 0; i < 2; i++)
        for (int j = 2; j < 4; j++) {
            if (!between(x[i], x[j], x[1 - i]) ||
                !between(x[i], x[j], x[5 - j]))
                continue;
            for (int k = 0; k < 3; k++)
                mpq_set(polygon_corner(p, 1 - i)[k], x[j][k]);
            return 1;
        }
    return 0;
}

int polygon_takes(polygon *p, const polygon *q)
{
    int i = 0;
    while (i < q->n && polygon_holds(p, (const mpq_t *)polygon_corner(q, i)))
        i++;
    return i == q->n || (p->n == 2 && q->n == 2 && joined(p, q));
}

/* The point of the way from corner i to corner j that is nearest; the first of
   them has w = 1. */
static void foot(const polygon *p, int i, int j, const mpq_t *to, mpq_t *out)
{
    const mpq_t *a = (const mpq_t *)polygon_corner(p, i),
                *b = (const mpq_t *)polygon_corner(p, j);
    mpq_t way[2], up, down, t;
    mpq_inits(way[0], way[1], up, down, t, NULL);
    for (int k = 0; k < 2; k++) {
        mpq_set(way[k], b[1 + k]);
        if (mpq_sgn(b[0]) > 0)
            mpq_sub(way[k], way[k], a[1 + k]);
        mpq_sub(t, to[k], a[1 + k]);
        mpq_mul(t, t, way[k]);
        mpq_add(up, up, t);
        mpq_mul(t, way[k], way[k]);
        mpq_add(down, down, t);
    }
    if (mpq_sgn(up) < 0 || mpq_sgn(down) == 0)
        mpq_set_ui(up, 0, 1);
    else
        mpq_div(up, up, down);
    if (mpq_sgn(b[0]) > 0 && mpq_cmp_ui(up, 1, 1) > 0)
        mpq_set_ui(up, 1, 1);
    for (int k = 0; k < 2; k++) {
        mpq_mul(out[k], up, way[k]);
        mpq_add(out[k], out[k], a[1 + k]);
    }
    mpq_clears(way[0], way[1], up, down, t, NULL);
}

static void distance(const mpq_t *a, const mpq_t *b, mpq_t out)
{
    mpq_t t;
    mpq_init(t);
    mpq_set_ui(out, 0, 1);
    for (int k = 0; k < 2; k++) {
        mpq_sub(t, a[k], b[k]);
        mpq_mul(t, t, t);
        mpq_add(out, out, t);
    }
    mpq_clear(t);
}

/** The point itself where it belongs to the polygon, else the nearest of those of the ways from
a corner to the next; a way at infinity, between two directions, has none. Squares of distances
are compared, which are fractions, as the foot of a perpendicular is. */
void polygon_nearest(const polygon *p, const mpq_t *to, mpq_t *out)
{
    mpq_t x[3], best, d;
    mpq_inits(x[0], x[1], x[2], best, d, NULL);
    mpq_set_si(best, -1, 1);
    mpq_set_ui(x[0], 1, 1);
    mpq_set(x[1], to[0]);
    mpq_set(x[2], to[1]);
    const int inside = polygon_holds(p, (const mpq_t *)x);
    for (int k = 0; k < 2 && inside; k++)
        mpq_set(out[k], to[k]);
    for (int i = 0; i < p->n && !inside; i++) {
        const int j = (i + 1) % p->n;
        const int first = mpq_sgn(polygon_corner(p, i)[0]) > 0 ? i : j;
        if (mpq_sgn(polygon_corner(p, first)[0]) == 0)
            continue;
        foot(p, first, i + j - first, to, x);
        distance((const mpq_t *)x, to, d);
        if (mpq_sgn(best) >= 0 && mpq_cmp(d, best) >= 0)
            continue;
        mpq_set(best, d);
        mpq_set(out[0], x[0]);
        mpq_set(out[1], x[1]);
    }
    mpq_clears(x[0], x[1], x[2], best, d, NULL);
}
