/**
# Duals bound from below

On random cones with small fractions for numbers: no dual point that is accepted says
more than the distance of any impulse, the best one says just as much, and what lies
outside of the polar cone is refused.
*/
#include "cones.h"
#include "judge/explain.h"

#include <stdlib.h>

enum { NV = 4 };

typedef struct {
    arena a;
    cone c;
    cone_rays rays;
    mpq_t M[NV * NV], z[NV], u[NV], price[64];
    mpq_t value, other, part;
} world;

static void small(check_random *r, mpq_t q, int low, int high)
{
    mpq_set_si(q, check_integer(r, low, high), 4);
    mpq_canonicalize(q);
}

/* M = 4 + B B' with small B: positive definite */
static void new_world(check_random *r, world *w)
{
    cones_kind k = {.nv = NV, .m = check_integer(r, 0, 1), .p = 2, .slips = 1};
    cones x = cones_random(r, &k);
    *w = (world){.a = {0}};
    mpq_t B[NV * NV];
    for (int i = 0; i < NV * NV; i++) {
        mpq_init(B[i]);
        mpq_init(w->M[i]);
        small(r, B[i], -4, 4);
    }
    for (int i = 0; i < NV; i++) {
        mpq_init(w->z[i]);
        mpq_init(w->u[i]);
        small(r, w->z[i], -20, 20);
    }
    for (int i = 0; i < 64; i++)
        mpq_init(w->price[i]);
    mpq_inits(w->value, w->other, w->part, NULL);
    for (int i = 0; i < NV; i++)
        for (int j = 0; j < NV; j++) {
            mpq_set_ui(w->M[i * NV + j], i == j ? 4 : 0, 1);
            for (int l = 0; l < NV; l++)
                stretch_add(w->M[i * NV + j], B[i * NV + l], B[j * NV + l],
                            w->part);
        }
    for (int i = 0; i < NV * NV; i++)
        mpq_clear(B[i]);
    w->c = cones_exact(&w->a, &x);
    CHECK(rays_step(&w->a, &w->c, 0, &w->rays).code == PERP_OK, "rays");
}

static void end_world(world *w)
{
    for (int i = 0; i < NV * NV; i++)
        mpq_clear(w->M[i]);
    for (int i = 0; i < NV; i++) {
        mpq_clear(w->z[i]);
        mpq_clear(w->u[i]);
    }
    for (int i = 0; i < 64; i++)
        mpq_clear(w->price[i]);
    mpq_clears(w->value, w->other, w->part, NULL);
    rays_clear(&w->rays);
    cone_clear(&w->c);
    arena_free(&w->a);
}

/* |z - nu y - G c|^2 / 2 in the norm of M^-1, by elimination: solve M d = r. */
static void distance(world *w, const int *y, const int *c, mpq_t out)
{
    mpq_t T[NV * (NV + 1)], r[NV], f;
    mpq_init(f);
    for (int i = 0; i < NV; i++) {
        mpq_init(r[i]);
        mpq_set(r[i], w->z[i]);
        for (int k = 0; k < w->c.m + w->rays.count; k++) {
            int joint = k < w->c.m, at = joint ? k : k - w->c.m;
            mpq_set_si(f, -(joint ? y[at] : c[at]), 2);
            mpq_canonicalize(f);
            stretch_add(r[i], f,
                        joint ? w->c.nu[at * NV + i] : w->rays.g[at * NV + i],
                        w->part);
        }
    }
    for (int i = 0; i < NV; i++)
        for (int j = 0; j <= NV; j++) {
            mpq_init(T[i * (NV + 1) + j]);
            mpq_set(T[i * (NV + 1) + j], j < NV ? w->M[i * NV + j] : r[i]);
        }
    for (int p = 0; p < NV; p++) /* positive definite: no pivot is 0 */
        for (int i = 0; i < NV; i++) {
            if (i == p)
                continue;
            mpq_div(f, T[i * (NV + 1) + p], T[p * (NV + 1) + p]);
            mpq_neg(f, f);
            for (int j = p; j <= NV; j++)
                stretch_add(T[i * (NV + 1) + j], f, T[p * (NV + 1) + j],
                            w->part);
        }
    mpq_set_ui(out, 0, 1);
    for (int i = 0; i < NV; i++) {
        mpq_div(f, T[i * (NV + 1) + NV], T[i * (NV + 1) + i]);
        stretch_add(out, f, r[i], w->part);
    }
    mpq_div_2exp(out, out, 1);
    for (int i = 0; i < NV * (NV + 1); i++)
        mpq_clear(T[i]);
    for (int i = 0; i < NV; i++)
        mpq_clear(r[i]);
    mpq_clear(f);
}

static perp_status dual(const world *w, const mpq_t *u, int priced, mpq_t out)
{
    const explain_claim claim = {.rays = &w->rays,
                                 .z = (const mpq_t *)w->z,
                                 .M = priced ? NULL : (const mpq_t *)w->M,
                                 .price =
                                     priced ? (const mpq_t *)w->price : NULL,
                                 .u = u};
    return explain_dual(&claim, out);
}

/* The answer of closest_solve is the best dual point; any other that is accepted
   says less, and so does every random impulse: it is farther. */
static void never_above(void)
{
    check_random r = {check_seed(1402)};
    long accepted = 0, refused = 0, far = 0;
    for (int trial = 0; trial < 60; trial++) {
        world w;
        closest_answer best;
        new_world(&r, &w);
        CHECK(closest_new(&w.a, &w.rays, &best).code == PERP_OK, "room");
        closest_problem p = {
            .rays = &w.rays, .z = (const mpq_t *)w.z, .M = (const mpq_t *)w.M};
        CHECK(closest_solve(&w.a, &p, &best).code == PERP_OK, "closest");
        for (int i = 0; i < NV; i++)
            mpq_neg(best.d[i], best.d[i]);
        perp_status s = dual(&w, (const mpq_t *)best.d, 0, w.value);
        CHECK(s.code == PERP_OK, "the best dual point is refused");
        CHECK(mpq_sgn(w.value) >= 0, "a negative distance");
        for (int k = 0; k < 40; k++) {
            int y[CONES_M], c[64];
            for (int i = 0; i < CONES_M; i++)
                y[i] = check_integer(&r, -6, 6);
            for (int i = 0; i < 64; i++)
                c[i] = check_integer(&r, 0, 6);
            distance(&w, y, c, w.other);
            CHECK(mpq_cmp(w.value, w.other) <= 0, "an impulse is nearer");
            far += mpq_cmp(w.value, w.other) < 0;
            for (int i = 0; i < NV; i++) { /* near the best, or anywhere */
                small(&r, w.u[i], -8, 8);
                mpq_div_2exp(w.u[i], w.u[i], (mp_bitcnt_t)(k / 4));
                if (k % 2 == 0)
                    mpq_add(w.u[i], w.u[i], best.d[i]);
                if (k % 5 == 0)
                    mpq_mul_2exp(w.u[i], best.d[i], (mp_bitcnt_t)(k / 10));
            }
            s = dual(&w, (const mpq_t *)w.u, 0, w.other);
            accepted += s.code == PERP_OK;
            refused += s.code == PERP_REFUTED;
            CHECK(s.code != PERP_OK || mpq_cmp(w.other, w.value) <= 0,
                  "a dual point says more than there is");
        }
        closest_clear(&best);
        end_world(&w);
    }
    CHECK(accepted > 200 && refused > 200 && far > 1000,
          "%ld accepted, %ld refused, %ld farther", accepted, refused, far);
}

/* Half of y and c: what they give. */
static void given(world *w, const int *y, const int *c)
{
    for (int i = 0; i < NV; i++)
        mpq_set_ui(w->z[i], 0, 1);
    for (int k = 0; k < w->c.m + w->rays.count; k++) {
        const int joint = k < w->c.m, at = joint ? k : k - w->c.m;
        mpq_set_si(w->value, joint ? y[at] : c[at], 2);
        mpq_canonicalize(w->value);
        for (int i = 0; i < NV; i++)
            stretch_add(w->z[i], w->value,
                        joint ? w->c.nu[at * NV + i] : w->rays.g[at * NV + i],
                        w->part);
    }
}

/* Of an impulse of weights up to the limit no u at all says that it has a distance;
   beyond the limit many do. */
static void limited(void)
{
    check_random r = {check_seed(9071)};
    long tried = 0, beyond = 0;
    for (int trial = 0; trial < 60; trial++) {
        world w;
        mpq_t limit;
        new_world(&r, &w);
        mpq_init(limit);
        for (int k = 0; k < 80; k++) {
            int y[CONES_M] = {0}, c[64] = {0}, sum = 0;
            for (int i = 0; i < w.c.m; i++)
                sum += abs(y[i] = check_integer(&r, -6, 6));
            for (int i = 0; i < w.rays.count; i++)
                sum += c[i] = check_integer(&r, 0, 1);
            given(&w, y, c);
            for (int i = 0; i < NV; i++) {
                small(&r, w.u[i], -8, 8);
                mpq_div_2exp(w.u[i], w.u[i], (mp_bitcnt_t)(k % 6));
            }
            const int whole = k % 2;
            mpq_set_si(limit, whole ? sum : sum / 8, 2);
            mpq_canonicalize(limit);
            const explain_claim claim = {.rays = &w.rays,
                                         .z = (const mpq_t *)w.z,
                                         .M = (const mpq_t *)w.M,
                                         .u = (const mpq_t *)w.u,
                                         .limit = limit};
            CHECK(explain_dual(&claim, w.value).code == PERP_OK, "refused");
            CHECK(!whole || mpq_sgn(w.value) <= 0,
                  "a distance of what is in the cone");
            tried += whole;
            beyond += !whole && mpq_sgn(w.value) > 0;
        }
        mpq_clear(limit);
        end_world(&w);
    }
    CHECK(tried > 1000 && beyond > 10, "%ld up to the limit, %ld beyond", tried,
          beyond);
}

/* With prices: w = G c is an impulse, c one of its explanations; no accepted
   point says more than what c costs. */
static void prices(void)
{
    check_random r = {check_seed(77)};
    long accepted = 0;
    for (int trial = 0; trial < 60; trial++) {
        world w;
        closest_answer x;
        new_world(&r, &w);
        mpq_t cost, margin[64], M[NV * NV];
        mpq_init(cost);
        for (int i = 0; i < NV; i++)
            mpq_set_ui(w.z[i], 0, 1);
        for (int k = 0; k < w.rays.count; k++) {
            mpq_init(margin[k]);
            small(&r, w.price[k], 0, 3);
            mpq_neg(margin[k], w.price[k]);
            small(&r, w.other, 0, 8);
            stretch_add(cost, w.other, w.price[k], w.part);
            for (int i = 0; i < NV; i++)
                stretch_add(w.z[i], w.other, w.rays.g[k * NV + i], w.part);
        }
        for (int i = 0; i < NV * NV; i++) {
            mpq_init(M[i]);
            mpq_div_2exp(M[i], w.M[i], 60);
        }
        CHECK(closest_new(&w.a, &w.rays, &x).code == PERP_OK, "room");
        closest_problem p = {.rays = &w.rays,
                             .z = (const mpq_t *)w.z,
                             .margin = (const mpq_t *)margin,
                             .M = (const mpq_t *)M};
        CHECK(closest_solve(&w.a, &p, &x).code == PERP_OK, "priced");
        for (int i = 0; i < NV; i++)
            mpq_neg(x.d[i], x.d[i]);
        perp_status s = dual(&w, (const mpq_t *)x.d, 1, w.value);
        CHECK(s.code == PERP_OK, "the best prices are refused");
        CHECK(mpq_cmp(w.value, cost) <= 0, "more than it costs");
        for (int k = 0; k < 20; k++) {
            for (int i = 0; i < NV; i++) {
                small(&r, w.u[i], -4, 4);
                mpq_div_2exp(w.u[i], w.u[i], (mp_bitcnt_t)(k % 6));
                if (k % 2 == 0)
                    mpq_div_2exp(w.u[i], x.d[i], (mp_bitcnt_t)(k / 2));
            }
            s = dual(&w, (const mpq_t *)w.u, 1, w.other);
            accepted += s.code == PERP_OK;
            CHECK(s.code != PERP_OK || mpq_cmp(w.other, cost) <= 0,
                  "prices that are too high are accepted");
        }
        for (int k = 0; k < w.rays.count; k++)
            mpq_clear(margin[k]);
        for (int i = 0; i < NV * NV; i++)
            mpq_clear(M[i]);
        mpq_clear(cost);
        closest_clear(&x);
        end_world(&w);
    }
    CHECK(accepted > 100, "%ld accepted", accepted);
}

int main(void)
{
    memory_adopt_gmp();
    RUN(never_above);
    RUN(limited);
    RUN(prices);
    return check_failures > 0;
}
