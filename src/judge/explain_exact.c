/**
# The nearest impulse in fractions, and its proof

What `cone/closest.h` answers is not believed: from $u = -d$ alone the dual value is
formed again, after its constraints were checked, and has to be the distance.
*/
#include "judge/explain.h"
#include "judge/least_price.h"
#include "judge/nearest_impulse.h"
#include "number/rational.h"

perp_status explain_dual(const explain_claim *w, mpq_t out)
{
    const cone_rays *r = w->rays;
    const mpq_t *z = w->z, *M = w->M, *price = w->price, *u = w->u;
    const cone *c = r->of;
    const int nv = c->nv;
    rational_sum square;
    mpq_t sum, part, over;
    mpq_inits(sum, part, over, NULL);
    rational_sum_init(&square);
    for (int k = 0; k < c->m; k++) {
        cone_dot(nv, (const mpq_t *)c->nu + k * nv, u, sum);
        mpq_abs(sum, sum);
        if (mpq_cmp(sum, over) > 0)
            mpq_set(over, sum);
    }
    for (int k = 0; k < r->count; k++) {
        cone_dot(nv, (const mpq_t *)r->g + k * nv, u, sum);
        if (price != NULL)
            mpq_sub(sum, sum, price[k]);
        if (mpq_cmp(sum, over) > 0)
            mpq_set(over, sum);
    }
    cone_dot(nv, u, z, out);
    for (int i = 0; M != NULL && i < nv; i++) {
        if (mpq_sgn(u[i]) == 0)
            continue;
        cone_dot(nv, M + i * nv, u, sum);
        rational_sum_add(&square, sum, u[i]);
    }
    rational_sum_take(&square, sum);
    mpq_div_2exp(sum, sum, 1);
    mpq_sub(out, out, sum);
    const int bad = mpq_sgn(over) > 0 && w->limit == NULL;
    if (w->limit != NULL) {
        mpq_neg(over, over);
        stretch_add(out, over, w->limit, part);
    }
    mpq_clears(sum, part, over, NULL);
    rational_sum_clear(&square);
    return !bad ? PERP_SUCCESS
                : PERP_FAIL(PERP_REFUTED, "a dual point outside of the polar "
                                          "cone bounds nothing");
}

/* |J - z|^2 / 2 from u, without the dual: u'Mu / 2; and z = J - M u. */
static void measure(explained_exact *n)
{
    const step_exact *d = &n->x->data;
    const int nv = d->nv;
    rational_sum square;
    mpq_t Mu;
    mpq_init(Mu);
    rational_sum_init(&square);
    for (int i = 0; i < nv; i++) {
        cone_dot(nv, (const mpq_t *)d->M + i * nv, (const mpq_t *)n->u, Mu);
        rational_sum_add(&square, Mu, n->u[i]);
        mpq_sub(n->z[i], n->asked[i], Mu);
    }
    rational_sum_take(&square, n->distance);
    mpq_div_2exp(n->distance, n->distance, 1);
    mpq_clear(Mu);
    rational_sum_clear(&square);
}

/* The distance is the bound; with a limit, which u fits but for t, no less: the
   weights of z may themselves be a little beyond it. */
static perp_status proven(explained_exact *n)
{
    const explain_claim claim = {.rays = &n->rays,
                                 .z = n->asked,
                                 .M = (const mpq_t *)n->x->data.M,
                                 .u = (const mpq_t *)n->u,
                                 .limit = n->limited ? n->limit : NULL};
    perp_status s = explain_dual(&claim, n->bound);
    if (n->limited && mpq_cmp(n->bound, n->distance) > 0)
        mpq_set(n->distance, n->bound);
    if (s.code != PERP_OK ||
        (!n->limited && mpq_cmp(n->bound, n->distance) != 0))
        s = PERP_FAIL(PERP_BUG, "the distance of an impulse from its cone "
                                "fails its check");
    if (mpq_sgn(n->bound) < 0)
        mpq_set_ui(n->bound, 0, 1);
    return s;
}

static void sum_of_weights(const explained_exact *n, mpq_t out)
{
    mpq_t y;
    mpq_init(y);
    mpq_set_ui(out, 0, 1);
    for (int k = 0; k < n->rays.count; k++)
        mpq_add(out, out, n->answer.c[k]);
    for (int k = 0; k < n->c.m; k++) {
        mpq_abs(y, n->answer.y[k]);
        mpq_add(out, out, y);
    }
    mpq_clear(y);
}

/* Room for what explains `asked`, and the rays. */
static perp_status pose(stretch_exact *x, const mpq_t *asked, int contacts,
                        explained_exact *out)
{
    const step_exact *d = &x->data;
    const size_t nv = (size_t)d->nv;
    arena *a = x->of->a;
    *out =
        (explained_exact){.x = x, .asked = asked, .c = cone_of_step_exact(d)};
    mpq_inits(out->distance, out->bound, out->limit, NULL);
    mpq_set_d(out->limit, explain_limit(x->of));
    if ((out->all = rational_array(a, 2 * nv + 1)) == NULL)
        return PERP_NO_MEMORY(nv);
    out->count = 2 * nv + 1;
    out->u = out->all;
    out->z = out->u + nv;
    PERP_TRY(!contacts           ? rays_new(a, &out->c, 0, &out->rays)
             : x->of->rule.round ? rays_round(a, &out->c, STRETCH_CORNERS,
                                              RAYS_OUTER, &out->rays)
                                 : rays_step(a, &out->c, 0, &out->rays));
    return closest_new(a, &out->rays, &out->answer);
}

static perp_status nearest(explained_exact *n)
{
    const closest_problem p = {
        .rays = &n->rays, .z = n->asked, .M = (const mpq_t *)n->x->data.M};
    PERP_TRY(nearest_any(n->x->of->a, &p, &n->answer));
    sum_of_weights(n, n->distance);
    if (mpq_cmp(n->distance, n->limit) > 0) {
        PERP_TRY(nearest_limited(n->x->of->a, &p, &n->answer));
        n->limited = 1;
    }
    for (int i = 0; i < n->c.nv; i++)
        mpq_neg(n->u[i], n->answer.d[i]);
    measure(n);
    return proven(n);
}

perp_status explain_exact_find(stretch_exact *x, const mpq_t *asked,
                               int contacts, explained_exact *out)
{
    PERP_TRY(pose(x, asked, contacts, out));
    return nearest(out);
}

/** ## Once more

`momentum`, `impulse`, `lost`, `complementarity` and `coulomb` of an interval all begin with
the same nearest impulse, and an interval that is bad is often the worst of several of
them: of ten boxes at rest, 19 rows are asked for 34 times. What has been found and proven
is kept for a few rows, as copies, because the interval's own arena is released behind
each look; the rays are those of the interval's data, and are made again for next to
nothing. */
static void copy(size_t count, const mpq_t *from, mpq_t *to)
{
    for (size_t i = 0; i < count; i++)
        mpq_set(to[i], from[i]);
}

static perp_status keep(explain_memory *known, const explained_exact *n)
{
    const size_t own = n->count, its = n->answer.count, count = own + its + 2;
    const int at = known->oldest;
    known->oldest = (at + 1) % EXPLAIN_KNOWN;
    rational_clear(known->one[at].all, known->one[at].count);
    known->one[at].row = 0;
    known->one[at].count = 0;
    arena_release(&known->one[at].a, (arena_mark){0});
    mpq_t *all = rational_array(&known->one[at].a, count);
    if ((known->one[at].all = all) == NULL)
        return PERP_NO_MEMORY(count * sizeof *all);
    known->one[at].count = count;
    known->one[at].row = n->x->of->row;
    known->one[at].limited = n->limited;
    mpq_set(all[0], n->distance);
    mpq_set(all[1], n->bound);
    copy(own, (const mpq_t *)n->all, all + 2);
    copy(its, (const mpq_t *)n->answer.all, all + 2 + own);
    return PERP_SUCCESS;
}

static void recall(const explain_memory *known, int at, explained_exact *n)
{
    const mpq_t *all = (const mpq_t *)known->one[at].all;
    n->limited = known->one[at].limited;
    mpq_set(n->distance, all[0]);
    mpq_set(n->bound, all[1]);
    copy(n->count, all + 2, n->all);
    copy(n->answer.count, all + 2 + n->count, n->answer.all);
}

perp_status explain_exact_again(stretch_exact *x, explain_memory *known,
                                explained_exact *out)
{
    PERP_TRY(pose(x, (const mpq_t *)x->J, 1, out));
    for (int k = 0; k < EXPLAIN_KNOWN; k++)
        if (known->one[k].row == x->of->row) {
            recall(known, k, out);
            return PERP_SUCCESS;
        }
    PERP_TRY(nearest(out));
    return keep(known, out);
}

void explain_forget(explain_memory *known)
{
    for (int k = 0; k < EXPLAIN_KNOWN; k++) {
        rational_clear(known->one[k].all, known->one[k].count);
        arena_free(&known->one[k].a);
    }
    *known = (explain_memory){.oldest = 0};
}

void explain_exact_clear(explained_exact *n)
{
    if (n->x == NULL)
        return;
    mpq_clears(n->distance, n->bound, n->limit, NULL);
    rational_clear(n->all, n->count);
    rays_clear(&n->rays);
    closest_clear(&n->answer);
    n->x = NULL;
}

/** ## The least price

$\min \kappa^Tc$ over $c \ge 0$ with $\nu y + Gc = z$ is a linear program, and its dual is
$\max p^Tz$ with $\nu^Tp = 0$, $g^Tp \le \kappa$. It is asked as a nearest impulse [with
prices](nearest_exact.c), with $tM$ in the place of $M$, $t = 2^{-60}$, whose answer is $p_t$, the $p$ with
the largest $p^Tz - \frac t2p^TMp$. What is told is $p_t^Tz$, a lower bound as of any $p$ that the
dual allows. It is the least price but for little: of a best $p_*$

$$p_*^Tz - \tfrac t2p_*^TMp_* \ \le\ p_t^Tz - \tfrac t2p_t^TMp_t \ \le\ p_t^Tz,$$

so it is short by at most $2^{-60}$ of the energy of the velocities $p_*$. A velocity is what
a price is a multiple of: $\kappa$ in m/s, $c$ in N s.

**That little is wanted.** Solved as it stands, exactly, the program has a larger answer: by 0.15 % in
the mean, of ten boxes that DART moves in the plane. Of normals that depend on each other but
for the rounding of sines, what is left of $z$ in the last places can be had of a few edges only, and dearly:
$p_*$ is then so large that $2^{-60}$ of its energy is seen.

The search begins at the weights that [doubles](least_price.h) find. */
static perp_status cheaper(explained_exact *n, const mpq_t *price, double *c)
{
    arena *a = n->x->of->a;
    const closest_problem asked = {.rays = &n->rays,
                                   .z = (const mpq_t *)n->z,
                                   .M = (const mpq_t *)n->x->data.M};
    nearest_problem d;
    least_price_outcome outcome;
    PERP_TRY(nearest_in_doubles(a, &asked, &d));
    const least_price_problem near = {
        d.nv,
        d.m,
        d.count,
        d.M,
        d.nu,
        d.g,
        rational_doubles(a, (size_t)d.count, price)};
    return near.price == NULL ? PERP_NO_MEMORY(d.count)
                              : least_price_find(a, &near, c, &outcome);
}

static perp_status cheapest(explained_exact *n, const mpq_t *price,
                            closest_answer *out)
{
    const size_t nv = (size_t)n->c.nv, e = (size_t)n->rays.count;
    arena *a = n->x->of->a;
    int found;
    double *c = rational_doubles(a, e, (const mpq_t *)n->answer.c);
    mpq_t *M = rational_array(a, nv * nv + e + 1);
    if (M == NULL || c == NULL) {
        rational_clear(M, nv * nv + e + 1);
        return PERP_NO_MEMORY(nv * nv * sizeof *M);
    }
    mpq_t *margin = M + nv * nv;
    for (size_t i = 0; i < nv * nv; i++)
        mpq_div_2exp(M[i], n->x->data.M[i], 60);
    for (size_t i = 0; i < e; i++)
        mpq_neg(margin[i], price[i]);
    const closest_problem p = {.rays = &n->rays,
                               .z = (const mpq_t *)n->z,
                               .margin = (const mpq_t *)margin,
                               .M = (const mpq_t *)M};
    perp_status s = cheaper(n, price, c);
    if (s.code == PERP_OK)
        s = nearest_exact(a, &p, c, out, &found);
    if (s.code == PERP_OK && !found)
        s = closest_solve(a, &p, out);
    for (size_t i = 0; i < nv && s.code == PERP_OK; i++)
        mpq_neg(out->d[i], out->d[i]);
    rational_clear(M, nv * nv + e + 1);
    return s;
}

perp_status explain_exact_priced(explained_exact *n, const mpq_t *price,
                                 mpq_t value)
{
    closest_answer w = {.all = NULL};
    perp_status s = closest_new(n->x->of->a, &n->rays, &w);
    if (s.code == PERP_OK)
        s = cheapest(n, price, &w);
    const explain_claim claim = {.rays = &n->rays,
                                 .z = (const mpq_t *)n->z,
                                 .price = price,
                                 .u = (const mpq_t *)w.d};
    if (s.code == PERP_NO_SOLUTION) { /* only where a price is below 0 */
        mpq_set_ui(value, 0, 1);
        s = PERP_SUCCESS;
    } else if (s.code == PERP_OK && explain_dual(&claim, value).code != PERP_OK)
        s = PERP_FAIL(PERP_BUG, "the least price of an impulse fails its "
                                "check");
    closest_clear(&w);
    return s;
}
