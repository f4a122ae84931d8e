/**
# The nearest end, and a path to it

Each part is a polyhedron with planes $b_k + a_k^\top x \ge 0$, and its point nearest to
$V$ is the solution of

$$M x = M V + \sum_k c_k a_k, \qquad 0 \le c \perp b + A x \ge 0,$$

one [complementarity problem](../../cone/closest.h) in fractions. Then $M (V - x)$ is a
direction in which no point of the part goes further than $x$: a separating plane, and
the distance is proven by it alone. The least of all parts is `low`.

**Why the plane separates.** For any point $z$ of the part

$$(M (V - x))^\top (z - x) = -\sum_k c_k a_k^\top (z - x) = -\sum_k c_k (b_k + a_k^\top z) \le 0,$$

because $c_k (b_k + a_k^\top x) = 0$. So $z$ is behind the plane through $x$ across $M (V -
x)$, and $|V - z|_M^2 = |V - x|_M^2 + |x - z|_M^2 + 2 (V - x)^\top M (x - z)$ is at least $|V -
x|_M^2$. Nothing about the part is needed for that but its corners, and nothing about how $x$
was found. A part that is flat has equations besides; their multipliers have any sign.

**Numbers.** The block of 1 kg and $V = (0, \frac1{10}, 0)$; the tip of a segment is $w =
(\frac{21}{100}, \frac{21}{200}, -\frac{21}{100})$ with $w^\top M w = 0.0735$ and $w^\top M V =
0.0105$. So $x = \frac17 w = (\frac3{100}, \frac3{200}, -\frac3{100})$, and $|V - x|_M^2 = 0.01 -
\frac17 0.0105 = 0.0085$. The mirror image is as near; the first is taken. The legs to it are
A's and B's together up to a point on the edge where A rests, and B alone.

**Two halves, two ways of being wrong.** `high` needs no trust in the set: its end has a path
which is judged as any other path is. A wrong "yes" would be an error of the verdict, and
a set that lacks something makes no wrong "yes". `low` rests on the set: if the search
missed a rate, a "no" could be wrong. So the set is tested by solutions that are drawn
elsewhere, and "no" is tested against each of these.

**When both are the same.** The nearest point of a whole set is an end in nearly all cases,
and then `low` is `high`, the same fraction. Then the answer does not depend on how near
EPS is to the distance: it is a comparison of two fractions, and a velocity at a
distance of EPS exactly is within it.

**Near the rim.** When a path is refused because one of its knots is where nothing
approaches, a point a little further inside the part is tried, $2^{-40}$ of the way to
the mean of its corners, then $2^{-20}$, then $2^{-10}$. `high` is the distance of the end
that has a path, and it is a little larger than `low` then.
*/
#include "hp23/inclusion/ends_member.h"

#include "cone/closest.h"
#include "number/rational.h"
#include "number/root.h"

typedef struct {
    arena *a;
    rates *r;
    const ends *e;
    const mpq_t *V;
    int nv, k;
    mpq_t *end, *v, *z; /* k; nv; nv: an end in y, as v, work space */
    mpq_t *M, *pull;    /* k x k, k: B M B', and -B M (V - what y = 0 is) */
    mpq_t *x,
        *square; /* parts x k, parts: the nearest of each, and |x - V|^2 */
    mpq_t t;
} asking;

/* out = |v - V|_M^2 for the point y. */
static void square_of(asking *w, const mpq_t *y, mpq_ptr out)
{
    chart_lift(&w->e->all.f, y, w->v);
    for (int i = 0; i < w->nv; i++)
        mpq_sub(w->z[i], w->v[i], w->V[i]);
    rates_power(w->r, (const mpq_t *)w->z, (const mpq_t *)w->z, out);
}

/** **What is compared.** $\sum_{ij} M_{ij} (x - V)_i (x - V)_j$, twice the kinetic energy of the
difference: in J, so that metres and radians have one measure. A distance of 0.1 is
that of a velocity with a kinetic energy of 0.005 J. With `--within 1%` EPS is a
hundredth of $|v|_M$, and the energy of the difference a ten thousandth of the energy
before the impact. */
/* z = M x */
static void weigh(const asking *w, const mpq_t *x, mpq_t *z)
{
    for (int i = 0; i < w->nv; i++)
        impact_dot(w->nv, (const mpq_t *)w->e->d->M + i * w->nv, x, z[i]);
}

/* out = column c of the lift times x. */
static void column_dot(const asking *w, int c, const mpq_t *x, mpq_ptr out)
{
    mpq_t t;
    mpq_init(t);
    mpq_set_ui(out, 0, 1);
    for (int l = 0; l < w->nv; l++) {
        mpq_mul(t, w->e->all.f.lift[l * (1 + w->k) + c], x[l]);
        mpq_add(out, out, t);
    }
    mpq_clear(t);
}

/** With $v = v_0 + B^\top y$ the distance is that of $y$ in the norm of $B M B^\top$, and
what $V$ has across the chart is the same for all $y$. */
static void find_norm(asking *w)
{
    for (int c = 0; c < w->k; c++) {
        for (int l = 0; l < w->nv; l++)
            mpq_set(w->v[l], w->e->all.f.lift[l * (1 + w->k) + 1 + c]);
        weigh(w, (const mpq_t *)w->v, w->z);
        for (int i = 0; i < w->k; i++)
            column_dot(w, 1 + i, (const mpq_t *)w->z, w->M[i * w->k + c]);
    }
    for (int l = 0; l < w->nv; l++)
        mpq_sub(w->v[l], w->e->all.f.lift[l * (1 + w->k)], w->V[l]);
    weigh(w, (const mpq_t *)w->v, w->z);
    for (int i = 0; i < w->k; i++)
        column_dot(w, 1 + i, (const mpq_t *)w->z, w->pull[i]);
}

/* x (numbers of the row but the first) = the row's; margin = -its first. */
static void put_plane(int k, mpz_t *row, mpq_t *x, mpq_ptr margin)
{
    mpq_set_z(margin, row[0]);
    mpq_neg(margin, margin);
    for (int i = 0; i < k; i++)
        mpq_set_z(x[i], row[1 + i]);
}

/* The point of the planes that is nearest to V, into x (k). Equations are the
   joints of the problem. */
static perp_status nearest(asking *w, const cone_rows *planes, mpq_t *x)
{
    const int rows = planes->row.count, lines = planes->line.count, k = w->k;
    const size_t numbers = (size_t)(rows + lines * (k + 1)) + 1;
    cone_rays rays;
    closest_answer y;
    mpq_t *margin = rational_array(w->a, numbers);
    if (margin == NULL)
        return PERP_NO_MEMORY(numbers * sizeof *margin);
    mpq_t *joint = margin + rows, *nu = joint + lines;
    const cone c = {.nv = k, .m = lines, .nu = nu};
    for (int l = 0; l < lines; l++)
        put_plane(k, row_list_at(&planes->line, l), nu + l * k, joint[l]);
    perp_status s = rays_new(w->a, &c, rows + 1, &rays);
    if (s.code == PERP_OK) {
        for (int i = 0; i < rows; i++)
            put_plane(k, row_list_at(&planes->row, i), rays.g + i * k,
                      margin[i]);
        rays.count = rows;
        const closest_problem p = {.rays = &rays,
                                   .z = (const mpq_t *)w->pull,
                                   .joint = (const mpq_t *)joint,
                                   .margin = (const mpq_t *)margin,
                                   .M = (const mpq_t *)w->M};
        s = closest_new(w->a, &rays, &y);
        if (s.code == PERP_OK)
            s = closest_solve(w->a, &p, &y);
        for (int i = 0; i < k && s.code == PERP_OK; i++)
            mpq_set(x[i], y.d[i]);
        closest_clear(&y);
        rays_clear(&rays);
    }
    rational_clear(margin, numbers);
    return s;
}

/* w->end = x, and a part of the way to the mean of the part's corners. */
static void move_inside(asking *w, const ends_part *p, const mpq_t *x, int bits)
{
    row_list_mean(&p->set.points.row, w->end);
    for (int i = 0; i < w->k; i++) {
        mpq_sub(w->end[i], w->end[i], x[i]);
        if (bits > 0)
            mpq_div_2exp(w->end[i], w->end[i], (mp_bitcnt_t)bits);
        else
            mpq_set_ui(w->end[i], 0, 1);
        mpq_add(w->end[i], w->end[i], x[i]);
    }
}

/* An end near x of the part, when it is nearer to V than that at m->high. */
static perp_status reach(asking *w, int part, const mpq_t *x, ends_member *m)
{
    static const int inside[] = {0, 40, 20, 10};
    const ends_part *p = &w->e->part[part];
    int fine = 0;
    for (int k = 0; k < 4 && !fine; k++) {
        ends_path path = {0};
        move_inside(w, p, x, inside[k]);
        square_of(w, (const mpq_t *)w->end, w->t);
        if (mpq_sgn(m->high) >= 0 && mpq_cmp(w->t, m->high) >= 0)
            return PERP_SUCCESS;
        perp_status s = ends_path_find(w->a, w->r, w->e, p->piece,
                                       (const mpq_t *)w->end, &path);
        fine = path.solves;
        if (s.code == PERP_OK && fine) {
            square_of(w, (const mpq_t *)w->end, m->high);
            ends_path_clear(&m->path);
            m->path = path;
        } else {
            ends_path_clear(&path);
        }
        PERP_TRY(s);
    }
    return PERP_SUCCESS;
}

/** **No energy is gained** (Theorem 2), so behind a piece $|v^+|_M$ is not above the
largest of its corners, and $V$ is as far away as it has more than that. For a part
that is a bound it is the second reason, and the better of the two counts.

$E = \max |v|_M$ over a polyhedron is at a corner, for the norm is convex. From there on
$|v^+|_M \le E$, and $|V - v^+|_M \ge |V|_M - E$. Both roots are rounded to the safe side,
by $2^{-62}$ of themselves. The block with 1 m/s and $V = (0, 3, 0)$ is 2 m/s too fast by
this alone; the cone has nothing against it. */
static void bound_by_energy(asking *w, const ends_piece *p, mpq_ptr square)
{
    mpq_t most, t, u;
    mpq_inits(most, t, u, NULL);
    for (int k = 0; k < p->to.points.row.count; k++) {
        mpz_t *row = row_list_at(&p->to.points.row, k);
        for (int i = 0; i < w->k; i++) {
            mpz_set(mpq_numref(w->end[i]), row[i + 1]);
            mpz_set(mpq_denref(w->end[i]), row[0]);
            mpq_canonicalize(w->end[i]);
        }
        chart_lift(&w->e->all.f, (const mpq_t *)w->end, w->v);
        rates_power(w->r, (const mpq_t *)w->v, (const mpq_t *)w->v, t);
        if (mpq_cmp(t, most) > 0)
            mpq_set(most, t);
    }
    root_bracket(most, t, u); /* u >= the most of the piece */
    rates_power(w->r, w->V, w->V, most);
    root_bracket(most, t, most); /* t <= |V|_M */
    mpq_sub(t, t, u);
    mpq_mul(most, t, t);
    if (mpq_sgn(t) > 0 && mpq_cmp(most, square) > 0)
        mpq_set(square, most);
    mpq_clears(most, t, u, NULL);
}

/* The nearest point of each part, and which is least. */
static perp_status find_low(asking *w, ends_member *m)
{
    m->part = -1;
    for (int k = 0; k < w->e->parts; k++) {
        const ends_part *p = &w->e->part[k];
        PERP_TRY(nearest(w, &p->set.planes, w->x + k * w->k));
        square_of(w, (const mpq_t *)w->x + k * w->k, w->square[k]);
        if (p->loose)
            bound_by_energy(w, &w->e->piece[p->piece], w->square[k]);
        if (m->part < 0 || mpq_cmp(w->square[k], m->low) < 0) {
            mpq_set(m->low, w->square[k]);
            m->part = k;
        }
    }
    return PERP_SUCCESS;
}

/** **In which order.** The parts are asked for an end in the order of their distances. The
nearest nearly always has one; if not, the next is tried, until one is farther than an end
that is proven already. A path is looked for once or twice, then, and not for each part. */
/* The proven part nearest to V that was not yet tried; -1: none. */
static int next_part(const asking *w, const uint8_t *tried)
{
    int best = -1;
    for (int k = 0; k < w->e->parts; k++)
        if (!tried[k] && !w->e->part[k].loose &&
            (best < 0 || mpq_cmp(w->square[k], w->square[best]) < 0))
            best = k;
    return best;
}

/* The end that is proven: of the nearest part, or of the next ones when no path
   of it is. */
static perp_status find_high(asking *w, ends_member *m)
{
    uint8_t *tried = arena_take(w->a, (size_t)w->e->parts + 1, 1);
    if (tried == NULL)
        return PERP_NO_MEMORY(w->e->parts);
    for (int k = next_part(w, tried); k >= 0; k = next_part(w, tried)) {
        if (mpq_sgn(m->high) >= 0 && mpq_cmp(w->square[k], m->high) >= 0)
            return PERP_SUCCESS;
        tried[k] = 1;
        PERP_TRY(reach(w, k, (const mpq_t *)w->x + k * w->k, m));
    }
    return PERP_SUCCESS;
}

/* The point of the least distance as v, and the plane there. */
static void put_nearest(asking *w, const mpq_t *x, ends_member *out)
{
    chart_lift(&w->e->all.f, x, out->point);
    for (int i = 0; i < w->nv; i++)
        mpq_sub(w->z[i], w->V[i], out->point[i]);
    weigh(w, (const mpq_t *)w->z, out->separator);
}

perp_status ends_member_find(arena *a, rates *r, const ends *e, const mpq_t *V,
                             ends_member *out)
{
    const size_t nv = (size_t)r->nv, k = (size_t)e->all.f.k;
    asking w = {.a = a, .r = r, .e = e, .V = V, .nv = r->nv, .k = e->all.f.k};
    *out = (ends_member){.numbers = 4 * nv + (2 + k) * k +
                                    (size_t)e->parts * (k + 1) + 1};
    mpq_inits(out->low, out->high, w.t, NULL);
    mpq_set_si(out->high, -1, 1);
    out->point = rational_array(a, out->numbers);
    if (out->point == NULL) {
        mpq_clear(w.t);
        return PERP_NO_MEMORY(out->numbers * sizeof *out->point);
    }
    out->separator = out->point + nv;
    w.v = out->separator + nv;
    w.z = w.v + nv;
    w.end = w.z + nv;
    w.pull = w.end + k;
    w.M = w.pull + k;
    w.x = w.M + k * k;
    w.square = w.x + (size_t)e->parts * k;
    find_norm(&w);
    perp_status s = find_low(&w, out);
    if (s.code == PERP_OK)
        s = find_high(&w, out);
    if (s.code == PERP_OK && out->part >= 0)
        put_nearest(&w, (const mpq_t *)w.x + (size_t)out->part * k, out);
    mpq_clear(w.t);
    return s;
}

void ends_member_clear(ends_member *m)
{
    mpq_clears(m->low, m->high, NULL);
    rational_clear(m->point, m->numbers);
    ends_path_clear(&m->path);
    *m = (ends_member){.part = -1};
}
