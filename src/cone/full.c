#include "cone/full.h"

#include "cone/witness.h"
#include "number/rational.h"

#include <assert.h>

int full_has_disc(const cone *c)
{
    int disc = 0;
    for (int j = 0; j < c->p; j++)
        disc |= cone_slips(c, j) == 2 && mpq_sgn(c->mu[j]) != 0;
    return disc;
}

const full_options full_defaults = {.directions = 4, .rounds = 40};

/* n.d into rate, and D-bar'd into slip (two numbers, zero where missing). */
static void rates(const cone *c, int j, const mpq_t *d, mpq_ptr rate,
                  mpq_t *slip)
{
    cone_dot(c->nv, (const mpq_t *)c->n + j * c->nv, d, rate);
    for (int s = 0; s < 2; s++)
        if (s < cone_slips(c, j))
            cone_dot(c->nv, (const mpq_t *)c->d + (c->slip_at[j] + s) * c->nv,
                     d, slip[s]);
        else
            mpq_set_ui(slip[s], 0, 1);
}

/* rate = n.d and drag >= mu |D-bar'd|; exact when there is one slip. */
static void opening(const cone *c, int j, const mpq_t *d, mpq_ptr rate,
                    mpq_ptr drag)
{
    mpq_t slip[2];
    mpq_inits(slip[0], slip[1], NULL);
    rates(c, j, d, rate, slip);
    if (cone_slips(c, j) < 2) {
        mpq_abs(drag, slip[0]);
    } else {
        cone_dot(2, (const mpq_t *)slip, (const mpq_t *)slip, drag);
        cone_root_up(drag, drag);
    }
    mpq_mul(drag, drag, c->mu[j]);
    mpq_clears(slip[0], slip[1], NULL);
}

void full_margin(const cone *c, int j, const mpq_t *d, mpq_ptr out)
{
    mpq_t drag;
    mpq_init(drag);
    opening(c, j, d, out, drag);
    mpq_sub(out, out, drag);
    mpq_clear(drag);
}

/* An edge of the contact already? */
static int known(const cone_rays *r, int j, const mpq_t *b)
{
    for (int i = 0; i < r->count; i++) {
        const mpq_t *have = (const mpq_t *)r->b + i * r->width;
        if (r->contact[i] == j && mpq_equal(have[0], b[0]) &&
            mpq_equal(have[1], b[1]))
            return 1;
    }
    return 0;
}

enum { CUT_BITS = 32 };

/** **A cut.** The edge of the round cone that $d$ opens least is the one with
$b = -\bar D^T d / |\bar D^T d|$. A rational point of the circle beside it
becomes a corner of the inner polygon. The polygon stays inside the disc, so
whatever its cone contains, the full cone does. */
int full_cut(cone_rays *r, const mpq_t *d, mpq_srcptr least)
{
    int added = 0;
    mpq_t margin, b[2], rate;
    mpq_inits(margin, rate, b[0], b[1], NULL);
    for (int j = 0; j < r->of->p && r->count < r->room; j++) {
        if (cone_slips(r->of, j) < 2 || mpq_sgn(r->of->mu[j]) == 0)
            continue;
        full_margin(r->of, j, d, margin);
        if (mpq_cmp(margin, least) >= 0)
            continue;
        rates(r->of, j, d, rate, b);
        if (mpq_sgn(b[0]) == 0 && mpq_sgn(b[1]) == 0)
            continue;
        mpq_abs(rate, b[0]);
        mpq_abs(margin, b[1]);
        mpq_add(rate, rate, margin); /* |b|_1 = 1: b in doubles */
        for (int s = 0; s < 2; s++)
            mpq_div(b[s], b[s], rate);
        double v[2] = {-rational_truncated(b[0]), -rational_truncated(b[1])};
        cone_direction(v, CUT_BITS, b[0], b[1]);
        if (known(r, j, (const mpq_t *)b))
            continue;
        rays_add(r, j, (const mpq_t *)b);
        added++;
    }
    mpq_clears(margin, rate, b[0], b[1], NULL);
    return added;
}

static perp_status two_slips(const cone *c)
{
    for (int j = 0; j < c->p; j++)
        if (cone_slips(c, j) > 2)
            return PERP_FAIL(PERP_INPUT,
                             "contact %d has %d slips: it is polyhedral; the "
                             "full cone wants two at most",
                             j + 1, cone_slips(c, j));
    return PERP_SUCCESS;
}

perp_status full_slowest(arena *a, const cone *c, mpq_ptr out)
{
    mpq_t sum, part;
    mpq_inits(sum, part, NULL);
    perp_status s = PERP_SUCCESS;
    for (int j = 0; j < c->p && s.code == PERP_OK; j++) {
        mpq_set_ui(sum, 0, 1);
        for (int k = c->slip_at[j]; k < c->slip_at[j + 1]; k++) {
            if (s.code == PERP_OK)
                s = range_across(a, c, (const mpq_t *)c->d + k * c->nv, part);
            mpq_add(sum, sum, part);
        }
        cone_root_up(sum, sum);
        mpq_mul(sum, sum, c->mu[j]);
        if (s.code == PERP_OK)
            s = range_across(a, c, (const mpq_t *)c->n + j * c->nv, part);
        cone_root_up(part, part);
        mpq_add(sum, sum, part);
        mpq_mul(sum, sum, sum);
        if (mpq_sgn(sum) != 0)
            mpq_inv(sum, sum);
        if (j == 0 || mpq_cmp(sum, out) < 0)
            mpq_set(out, sum);
    }
    mpq_clears(sum, part, NULL);
    return s;
}

/* Room for the polygons at the start and one cut per contact and round. */
static perp_status begin(arena *a, const cone *c, const full_options *o,
                         cone_rays *out)
{
    cone_rays start;
    PERP_TRY(two_slips(c));
    PERP_TRY(rays_round(a, c, o->directions, RAYS_INNER, &start));
    perp_status s = rays_new(a, c, start.count + o->rounds * c->p, out);
    for (int i = 0; s.code == PERP_OK && i < start.count; i++)
        rays_add(out, start.contact[i],
                 (const mpq_t *)start.b + i * start.width);
    rays_clear(&start);
    return s;
}

/* gap: 1 - min over the contacts of n.d / (mu |D-bar'd|), rounded up. */
static void state_gap(const cone *c, pointed *x)
{
    mpq_t rate, drag, one;
    mpq_inits(rate, drag, one, NULL);
    for (int j = 0; j < c->p; j++) {
        opening(c, j, (const mpq_t *)x->d, rate, drag);
        if (mpq_cmp(rate, drag) > 0)
            continue;
        mpq_set_ui(one, 1, 1);
        mpq_div(rate, rate, drag);
        mpq_sub(one, one, rate);
        double gap = cone_above(one);
        x->gap = gap > x->gap ? gap : x->gap;
    }
    x->gap *= 1 + 0x1p-50; /* strictly */
    mpq_clears(rate, drag, one, NULL);
}

/* Does d open every contact of the round cone? */
static perp_status opens(const cone *c, const mpq_t *d, int strict, int *yes)
{
    perp_status s = witness_round_direction(c, d, strict);
    *yes = s.code == PERP_OK;
    return s.code == PERP_REFUTED ? PERP_SUCCESS : s;
}

static perp_status refine(arena *a, cone_rays *r, const full_options *o,
                          closest_answer *x, pointed *out)
{
    int added = 1, yes = 0, first = r->count;
    mpq_t half;
    perp_status s = PERP_SUCCESS;
    mpq_init(half);
    mpq_set_ui(half, 1, 2);
    for (out->rounds = 1; s.code == PERP_OK; out->rounds++) {
        s = pointed_ask(a, r, x);
        if (s.code != PERP_OK)
            break;
        pointed_read(r, x, out);
        if (out->answer == CONE_NO)
            break;
        s = opens(r->of, (const mpq_t *)out->d, 1, &yes);
        if (s.code != PERP_OK)
            break;
        rays_prune(r, first, (const mpq_t *)x->c);
        added = full_cut(r, (const mpq_t *)out->d, half);
        if (added == 0 || out->rounds >= o->rounds)
            break;
    }
    mpq_clear(half);
    if (s.code == PERP_OK && out->answer == CONE_YES && !yes) {
        out->answer = CONE_UNDECIDED;
        state_gap(r->of, out);
    }
    return s;
}

static perp_status check(const cone *c, const pointed *x)
{
    if (x->answer == CONE_YES)
        return witness_round_direction(c, (const mpq_t *)x->d, 1);
    if (x->answer == CONE_UNDECIDED)
        return PERP_SUCCESS;
    PERP_TRY(witness_round_impulse(c, &x->zero));
    return witness_sum(c, &x->zero, NULL);
}

static perp_status bug(perp_status s)
{
    return s.code == PERP_REFUTED
               ? PERP_FAIL(PERP_BUG,
                           "a full cone's certificate fails its check: %s",
                           s.message)
               : s;
}

static perp_status decide(arena *a, const full_options *o, cone_rays *r,
                          pointed *out)
{
    closest_answer x;
    if (!out->rank.full) {
        out->answer = CONE_NO;
        for (int k = 0; k < r->of->m; k++)
            mpq_set(out->zero.y[k], out->rank.y[k]);
        return PERP_SUCCESS;
    }
    PERP_TRY(closest_new(a, r, &x));
    perp_status s = refine(a, r, o, &x, out);
    closest_clear(&x);
    return s;
}

/** The direction of an inner polyhedron has margin one on all its edges. When it
has a positive margin on the round cone as well, checked in squares, that cone
is pointed. The refinement goes on until the margin is $\frac12$ everywhere, so
that the direction is a good one and not only a proof: the bounds on $c_{FC}$ are
made from it. A cone on the edge itself is refuted only when its vanishing
combination has rational directions; otherwise the answer is undecided, with the
part of the friction for which it is decided.

Implements GAP08 (3.1). */
perp_status full_pointed(arena *a, const cone *c, const full_options *o,
                         pointed *out, cone_rays *rays)
{
    cone_rays r;
    assert(o->directions >= 4 && o->directions % 2 == 0 && o->rounds > 0);
    PERP_TRY(begin(a, c, o, &r));
    perp_status s = pointed_new(a, c, r.room, out);
    if (s.code == PERP_OK) {
        s = decide(a, o, &r, out);
        if (s.code == PERP_OK)
            s = bug(check(c, out));
        if (s.code != PERP_OK)
            pointed_clear(out);
    }
    if (s.code != PERP_OK || rays == NULL)
        rays_clear(&r);
    else
        *rays = r;
    return s;
}

/* The least margin of d over the contacts, if any, rounded down. */
static void least_margin(const cone *c, const mpq_t *d, mpq_ptr out)
{
    mpq_t m;
    mpq_init(m);
    for (int j = 0; j < c->p; j++) {
        full_margin(c, j, d, m);
        if (j == 0 || mpq_cmp(m, out) < 0)
            mpq_set(out, m);
    }
    mpq_clear(m);
}

/** **A separating vector of the round cone.** The error $d$ of the closest point
of an inner polyhedron has margin zero on the edge that it belongs to, and just
there the disc bulges out: $d$ itself never separates from the round cone. With
a vector $d_0$ that opens all contacts, margins $\ge m_0 > 0$, and the margin
$-\epsilon$ that $d$ lacks, $d + (\epsilon/m_0)\,d_0$ has margins $\ge 0$; it
separates when its product with $z$ is still negative, which is so for every $z$
outside as soon as $\epsilon$ is small enough. */
static int separates(const cone *c, const pointed *open, const mpq_t *z,
                     mpq_t *d)
{
    mpq_t lack, m, dot;
    mpq_inits(lack, m, dot, NULL); /* zero when there is no contact */
    least_margin(c, (const mpq_t *)d, lack);
    least_margin(c, (const mpq_t *)open->d, m);
    cone_dot(c->nv, (const mpq_t *)d, z, dot);
    int possible = mpq_sgn(m) > 0 || mpq_sgn(lack) >= 0;
    if (mpq_sgn(lack) < 0 && possible) {
        mpq_div(lack, lack, m);
        cone_dot(c->nv, (const mpq_t *)open->d, z, m);
        mpq_mul(m, m, lack);
        mpq_sub(dot, dot, m);
    }
    int yes = possible && mpq_sgn(dot) < 0;
    for (int i = 0; i < c->nv && yes && mpq_sgn(lack) < 0; i++) {
        mpq_mul(m, lack, open->d[i]);
        mpq_sub(d[i], d[i], m);
    }
    mpq_clears(lack, m, dot, NULL);
    return yes;
}

/* Does the inner polyhedron's answer stand? */
static int answered(const cone_rays *r, const pointed *open, const mpq_t *z,
                    closest_answer *x, member *out)
{
    member_read(r, x, out);
    return out->answer == CONE_YES || separates(r->of, open, z, out->d);
}

static perp_status refine_member(arena *a, cone_rays *r, const full_options *o,
                                 const mpq_t *z, member *out)
{
    closest_answer x;
    pointed open;
    closest_problem p = {.rays = r, .z = z};
    int added = 1, done = 0, first = r->count;
    mpq_t zero;
    PERP_TRY(full_pointed(a, r->of, o, &open, NULL));
    perp_status s = closest_new(a, r, &x);
    mpq_init(zero);
    for (out->rounds = 1; s.code == PERP_OK; out->rounds++) {
        s = closest_solve(a, &p, &x);
        if (s.code != PERP_OK || (done = answered(r, &open, z, &x, out)))
            break;
        rays_prune(r, first, (const mpq_t *)x.c);
        added = full_cut(r, (const mpq_t *)out->d, zero);
        if (added == 0 || out->rounds >= o->rounds)
            break;
    }
    if (s.code == PERP_OK && !done) {
        out->answer = CONE_UNDECIDED;
        cone_dot(r->of->nv, (const mpq_t *)out->d, (const mpq_t *)out->d, zero);
        cone_root_up(zero, zero);
        out->gap = cone_above(zero);
    }
    mpq_clear(zero);
    closest_clear(&x);
    pointed_clear(&open);
    return s;
}

static perp_status check_member(const cone *c, const mpq_t *z, const member *x)
{
    if (x->answer == CONE_UNDECIDED)
        return PERP_SUCCESS;
    if (x->answer == CONE_YES) {
        PERP_TRY(witness_round_impulse(c, &x->sum));
        return witness_sum(c, &x->sum, z);
    }
    mpq_t dot;
    mpq_init(dot);
    cone_dot(c->nv, (const mpq_t *)x->d, z, dot);
    int negative = mpq_sgn(dot) < 0;
    mpq_clear(dot);
    if (!negative)
        return PERP_FAIL(PERP_REFUTED, "the vector does not separate");
    return witness_round_direction(c, (const mpq_t *)x->d, 0);
}

perp_status full_member(arena *a, const cone *c, const full_options *o,
                        const mpq_t *z, member *out)
{
    cone_rays r;
    assert(o->directions >= 4 && o->directions % 2 == 0 && o->rounds > 0);
    PERP_TRY(begin(a, c, o, &r));
    perp_status s = member_new(a, c, r.room, out);
    if (s.code == PERP_OK) {
        s = refine_member(a, &r, o, z, out);
        if (s.code == PERP_OK)
            s = bug(check_member(c, z, out));
        if (s.code != PERP_OK)
            member_clear(out);
    }
    rays_clear(&r);
    return s;
}
