/** # Edges

GAP08 (2.7): with directions $d_1, \dots, d_k$ that come in opposite pairs the
friction of a contact is $\sum_i \beta_i d_i$, $\beta \ge 0$, $\sum \beta_i \le
\mu c_n$. That is a cone with finitely many edges, $n + \mu d_i$, and every
question about it is one about nonnegative combinations of vectors. Where the
edges come from is all that this module knows: from the step's own directions,
from a polygon in the disc, or one at a time from a cut.

**Fractions on the circle.** A polygon inside the unit disc has to be inside
exactly, or what is refuted by it is not refuted of the disc. Corners as $\cos
2\pi i/k$ in doubles are beside the circle by $10^{-16}$, inside or out. So
corners are rational points of the circle, near the angles that are wanted; that
they are not spaced evenly to the last digit does no harm. */

#include "cone/rays.h"

#include "number/rational.h"
#include "number/sincos.h"

#include <assert.h>
#include <math.h>

/** Rows of `b` are as wide as the contact with the most slips needs, those of
others have zeros behind: one width for all, and never nothing, so that an edge
without friction has a row, too. */
perp_status rays_new(arena *a, const cone *c, int room, cone_rays *out)
{
    *out = (cone_rays){.of = c, .room = room, .width = 1};
    for (int j = 0; j < c->p; j++)
        if (cone_slips(c, j) > out->width)
            out->width = cone_slips(c, j);
    size_t places = (size_t)room + 1;
    size_t nb = places * (size_t)out->width, ng = places * (size_t)c->nv;
    out->contact = arena_take(a, places, sizeof *out->contact);
    out->b = rational_array(a, nb);
    out->g = rational_array(a, ng);
    if (out->contact == NULL || out->b == NULL || out->g == NULL) {
        rational_clear(out->b, nb);
        rational_clear(out->g, ng);
        *out = (cone_rays){.of = c};
        return PERP_NO_MEMORY((nb + ng) * sizeof *out->g);
    }
    return PERP_SUCCESS;
}

void rays_clear(cone_rays *r)
{
    if (r->b != NULL) {
        size_t places = (size_t)r->room + 1;
        rational_clear(r->b, places * (size_t)r->width);
        rational_clear(r->g, places * (size_t)r->of->nv);
    }
    *r = (cone_rays){.b = NULL};
}

/** **One edge.** For $c_n = 1$ the disc, or the polygon in its place, has the
corner $\beta = \mu b$, and the cone of the contact the edge

$$g = n^{(j)} + \mu^{(j)} \bar D^{(j)} b .$$

All of (2.7) is nonnegative combinations of its edges: with weights $c_i$ on
them, $c_n = \sum_i c_i$ and $\bar D\beta = \mu\bar D \sum_i c_i b_i$. Where the
$b_i$ come in opposite pairs the middle $n$ of two edges is a combination, too,
and need not be listed: that is what *balanced* is good for. */
void rays_add(cone_rays *r, int contact, const mpq_t *b)
{
    const cone *c = r->of;
    int slips = cone_slips(c, contact), nv = c->nv, at = r->count++;
    assert(at < r->room);
    mpq_t part, *g = r->g + at * nv;
    mpq_init(part);
    r->contact[at] = contact;
    for (int i = 0; i < nv; i++)
        mpq_set(g[i], c->n[contact * nv + i]);
    for (int s = 0; s < slips; s++) {
        const mpq_t *d = (const mpq_t *)c->d + (c->slip_at[contact] + s) * nv;
        mpq_set(r->b[at * r->width + s], b[s]);
        for (int i = 0; i < nv; i++) {
            mpq_mul(part, c->mu[contact], b[s]);
            mpq_mul(part, part, d[i]);
            mpq_add(g[i], g[i], part);
        }
    }
    mpq_clear(part);
}

/** Edges that were added and have no weight in the answer have told what they had
to, and each costs a row of every problem that follows. Those of the first polygon
stay: it is what the refinement starts from. */
void rays_prune(cone_rays *r, int first, const mpq_t *c)
{
    int nv = r->of->nv, to = first;
    for (int i = first; i < r->count; i++) {
        if (mpq_sgn(c[i]) == 0)
            continue;
        r->contact[to] = r->contact[i];
        for (int s = 0; s < r->width && to < i; s++)
            mpq_swap(r->b[to * r->width + s], r->b[i * r->width + s]);
        for (int k = 0; k < nv && to < i; k++)
            mpq_swap(r->g[to * nv + k], r->g[i * nv + k]);
        to++;
    }
    r->count = to;
}

/** From weights back to $c_n$ and $f$: $c_n^{(j)} = \sum c_i$ and $f = \mu \sum c_i
b_i$ over the rays of contact j. As $\|b_i\| \le 1$, $\|f\| \le \mu c_n$, which a
witness asks once more. The groove with $\mu = 1$ and the weight $\frac12$ on both lower edges, $b = 1$, has
$c_n = (\frac12, \frac12)$ and $f = (\frac12, \frac12)$. */
void rays_impulse(const cone_rays *r, const mpq_t *c, cone_impulse *x)
{
    mpq_t part;
    mpq_init(part);
    for (int j = 0; j < r->of->p; j++)
        mpq_set_ui(x->cn[j], 0, 1);
    for (int s = 0; s < r->of->r; s++)
        mpq_set_ui(x->f[s], 0, 1);
    for (int i = 0; i < r->count; i++) {
        int j = r->contact[i], first = r->of->slip_at[j];
        mpq_add(x->cn[j], x->cn[j], c[i]);
        for (int s = 0; s < cone_slips(r->of, j); s++) {
            mpq_mul(part, c[i], r->of->mu[j]);
            mpq_mul(part, part, r->b[i * r->width + s]);
            mpq_add(x->f[first + s], x->f[first + s], part);
        }
    }
    mpq_clear(part);
}

static int frictionless(const cone *c, int j)
{
    return cone_slips(c, j) == 0 || mpq_sgn(c->mu[j]) == 0;
}

/* The rays n +- mu d_s of contact j; `b` is all zero, and so again. */
static void add_step(cone_rays *r, int j, mpq_t *b)
{
    if (frictionless(r->of, j)) {
        rays_add(r, j, (const mpq_t *)b);
        return;
    }
    for (int s = 0; s < cone_slips(r->of, j); s++)
        for (int sign = 1; sign >= -1; sign -= 2) {
            mpq_set_si(b[s], sign, 1);
            rays_add(r, j, (const mpq_t *)b);
            mpq_set_ui(b[s], 0, 1);
        }
}

/** With one slip the polygon is the segment from $-1$ to 1 and the disc is, too: in
the plane there is nothing between the cones. With two slips it is the square with
the corners $(\pm1, 0)$, $(0, \pm1)$, $2/\pi$ of the disc's area. With more slips
$D$ has as many pairs, and no disc is meant by it. A contact without friction has
one edge, its normal, whatever its slips.

The cone of a step: $D = [d_1, -d_1, d_2, -d_2, \dots]$.

Implements GAP08 (2.7), (2.8). */
perp_status rays_step(arena *a, const cone *c, int spare, cone_rays *out)
{
    PERP_TRY(rays_new(a, c, 2 * c->r + c->p + spare, out));
    mpq_t *b = rational_array(a, (size_t)out->width);
    for (int j = 0; b != NULL && j < c->p; j++)
        add_step(out, j, b);
    if (b == NULL)
        rays_clear(out);
    rational_clear(b, (size_t)out->width);
    return b == NULL ? PERP_NO_MEMORY(sizeof *b) : PERP_SUCCESS;
}

/**
## Points of the circle

$t = \tan(\vartheta/2)$ gives the point $\left(\frac{1-t^2}{1+t^2},
\frac{2t}{1+t^2}\right)$ of the unit circle, and a rational $t$ a rational point.
For $x \ge 0$, $|t| \le 1$ and $t$ is rounded to a multiple of $2^{-k}$, which turns
the direction by at most $2^{-k}$; a direction with $x < 0$ is the mirror image of
one with $x > 0$. So a polygon with corners at these points lies in the disc
exactly, not nearly.

Of a direction $(a, b)$ with $a \ge 0$ the half angle has $t = b/(\sqrt{a^2 + b^2} +
a)$, which does not cancel. $(3, 4)$ has $t = \frac12$ and the point $(\frac35,
\frac45)$, exact for any number of bits. With 21 bits a corner is a fraction of at
most 43 bits over as many; more would turn it by less and make every product of the
exact arithmetic longer. */
void cone_direction(const double *v, int bits, mpq_ptr cx, mpq_ptr cy)
{
    double x = v[0], y = v[1], scale = ldexp(1, bits);
    double big = fmax(fabs(x), fabs(y)), a = fabs(x) / big, b = y / big;
    double t = nearbyint(b / (sqrt(a * a + b * b) + a) * scale) / scale;
    mpq_t one, square;
    mpq_inits(one, square, NULL);
    mpq_set_ui(one, 1, 1);
    mpq_set_d(cy, t);
    mpq_mul(square, cy, cy);
    mpq_sub(cx, one, square);
    mpq_add(square, one, square);
    mpq_div(cx, cx, square);
    mpq_add(cy, cy, cy);
    mpq_div(cy, cy, square);
    if (x < 0)
        mpq_neg(cx, cx);
    mpq_clears(one, square, NULL);
}

/** For $k = 8$: two of the first quarter, at $0°$ and near $45°$, and their turns
by $90°$: $(x, y) \mapsto (-y, x)$. The second is $t = \tan 22.5°$ rounded to
$2^{-21}$, so at $45°$ to a tenth of an arc second. With $k = 6$ there is no
quarter; three are computed, and $-1$ times them are the others.

The first quarter is computed when there is one, the rest are its turns:
then four directions are the axes themselves, and every direction has its
opposite to the last bit. */
void cone_directions(int k, mpq_t *out)
{
    assert(k >= 2 && k <= 4096 && k % 2 == 0);
    int quarter = k % 4 == 0, own = quarter ? k / 4 : k / 2;
    for (int i = 0; i < own; i++) {
        double s, c, angle = 6.283185307179586 * i / k;
        sincos_cr(angle, &s, &c);
        double v[2] = {c, s};
        cone_direction(v, 21, out[2 * i], out[2 * i + 1]);
    }
    for (int i = own; i < k; i++) {
        mpq_ptr x = out[2 * i], y = out[2 * i + 1];
        mpq_srcptr u = out[2 * (i - own)], v = out[2 * (i - own) + 1];
        mpq_set(quarter ? y : x, u);
        mpq_set(quarter ? x : y, v);
        mpq_neg(x, x);
        if (!quarter)
            mpq_neg(y, y);
    }
}

/** **Outside.** The tangents at two neighbouring points $a$, $b$ of the circle
meet in $(a + b)/(1 + a \cdot b)$: rational again. For this $c$ has $c \cdot a = (1 + a
\cdot b)/(1 + a \cdot b) = 1$, and the same with $b$. Of $(1, 0)$ and $(0, 1)$ it is the
corner $(1, 1)$ of the square. */
static void tangent_corner(const mpq_t *a, const mpq_t *b, mpq_t *out)
{
    mpq_t scale, one;
    mpq_inits(scale, one, NULL);
    mpq_set_ui(one, 1, 1);
    cone_dot(2, a, b, scale);
    mpq_add(scale, scale, one);
    for (int i = 0; i < 2; i++) {
        mpq_add(out[i], a[i], b[i]);
        mpq_div(out[i], out[i], scale);
    }
    mpq_clears(scale, one, NULL);
}

/* The k corners at `circle`, those of the outer polygon by way of `corner`
   (null: the inner one). */
static void add_round(cone_rays *r, int j, int k, const mpq_t *circle,
                      mpq_t *corner)
{
    for (int i = 0; i < k; i++) {
        const mpq_t *at = circle + 2 * i, *next = circle + 2 * ((i + 1) % k);
        if (corner != NULL)
            tangent_corner(at, next, corner);
        rays_add(r, j, corner != NULL ? (const mpq_t *)corner : at);
    }
}

/** Contacts with one slip, or without friction, keep the step's edges: for them the
polygons inside and outside are the same segment, or point. Room is taken for the
worst of all contacts, k and two each for contacts and slips alike. */
perp_status rays_round(arena *a, const cone *c, int k, rays_side which,
                       cone_rays *out)
{
    assert(k >= 4);
    PERP_TRY(rays_new(a, c, (k + 2) * (c->r + c->p), out));
    size_t count = 2 * (size_t)k + 2 + (size_t)out->width;
    mpq_t *circle = rational_array(a, count);
    if (circle == NULL) {
        rays_clear(out);
        return PERP_NO_MEMORY(count * sizeof *circle);
    }
    cone_directions(k, circle);
    mpq_t *corner = circle + 2 * k, *b = corner + 2;
    for (int j = 0; j < c->p; j++)
        if (cone_slips(c, j) == 2 && !frictionless(c, j))
            add_round(out, j, k, (const mpq_t *)circle,
                      which == RAYS_OUTER ? corner : NULL);
        else
            add_step(out, j, b);
    rational_clear(circle, count);
    return PERP_SUCCESS;
}
