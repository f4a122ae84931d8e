/**
# Edges and directions
*/
#include "cones.h"

#include <math.h>

/* Points of the circle, exactly; where they should be, nearly; opposites. */
static void directions(void)
{
    mpq_t *v, x, y;
    arena a = {0};
    mpq_inits(x, y, NULL);
    for (int k = 2; k <= 64; k += k < 16 ? 2 : 16) {
        v = rational_array(&a, 2 * (size_t)k);
        cone_directions(k, v);
        for (int i = 0; i < k; i++) {
            double angle = 2 * acos(-1) * i / k;
            cone_dot(2, (const mpq_t *)v + 2 * i, (const mpq_t *)v + 2 * i, x);
            CHECK(mpq_cmp_ui(x, 1, 1) == 0, "%d of %d on the circle", i, k);
            CHECK(fabs(mpq_get_d(v[2 * i]) - cos(angle)) < 0x1p-20 &&
                      fabs(mpq_get_d(v[2 * i + 1]) - sin(angle)) < 0x1p-20,
                  "%d of %d", i, k);
            mpq_neg(y, v[2 * i + 1]);
            CHECK(mpq_equal(y, v[2 * ((i + k / 2) % k) + 1]), "opposite");
        }
        rational_clear(v, 2 * (size_t)k);
    }
    mpq_clears(x, y, NULL);
    arena_free(&a);
}

/* Corners of the inner polygon lie in the disc, the disc in the outer one: every
   point of the circle is between the tangents.

   Verifies GAP08 (2.7), (2.8). */
static void sides(void)
{
    check_random r = {check_seed(71)};
    cones_kind k = {.nv = 3, .p = 1, .slips = 2};
    mpq_t x, one;
    mpq_inits(x, one, NULL);
    mpq_set_ui(one, 1, 1);
    for (int edges = 4; edges <= 16; edges += 2) {
        arena a = {0};
        cones q = cones_random(&r, &k);
        q.mu[0] = 0.5;
        cone c = cones_exact(&a, &q);
        cone_rays in, out;
        CHECK(rays_round(&a, &c, edges, RAYS_INNER, &in).code == PERP_OK &&
                  rays_round(&a, &c, edges, RAYS_OUTER, &out).code == PERP_OK,
              "rays");
        CHECK(in.count == edges && out.count == edges, "as many as asked");
        for (int i = 0; i < edges; i++) {
            const mpq_t *b = (const mpq_t *)in.b + 2 * i;
            cone_dot(2, b, b, x);
            CHECK(mpq_cmp(x, one) == 0, "inner corner %d", i);
            const mpq_t *o = (const mpq_t *)out.b + 2 * i;
            cone_dot(2, b, o, x); /* the corner is on the tangent at b */
            CHECK(mpq_cmp(x, one) == 0, "outer corner %d", i);
            cone_dot(2, (const mpq_t *)in.b + 2 * ((i + 1) % edges), o, x);
            CHECK(mpq_cmp(x, one) == 0, "and on the next one, %d", i);
            member m;
            CHECK(
                member_decide(&a, &out, (const mpq_t *)in.g + 3 * i, &m).code ==
                    PERP_OK,
                "decided");
            CHECK(m.answer == CONE_YES, "an inner edge lies in the outer cone");
            member_clear(&m);
        }
        rays_clear(&in);
        rays_clear(&out);
        cone_clear(&c);
        arena_free(&a);
    }
    mpq_clears(x, one, NULL);
    VERIFIES("GAP08 (2.7), (2.8)");
}

/* A step's cone by hand: a contact with mu = 1/2 and two slips has the edges n +-
   d_s / 2, one without friction, or without slips, n alone. As many edges more as were
   asked for find room.

   Verifies GAP08 (2.7), (2.8). */
static void of_a_step(void)
{
    static const double edge[6][2] = {{1.5, 1}, {0.5, 1},  {2, 3},
                                      {0, -1},  {-2, 0.5}, {5, 7}};
    static const int contact[6] = {0, 0, 0, 0, 1, 2};
    cones x = {.nv = 2,
               .p = 3,
               .r = 3,
               .slip_at = {0, 2, 3, 3},
               .n = {1, 1, -2, 0.5, 5, 7},
               .d = {1, 0, 2, 4, 3, 3},
               .mu = {0.5, 0, 1}};
    arena a = {0};
    cone c = cones_exact(&a, &x);
    cone_rays r;
    CHECK(rays_step(&a, &c, 9, &r).code == PERP_OK && r.count == 6, "rays");
    for (int i = 0; i < r.count; i++)
        CHECK(r.contact[i] == contact[i] &&
                  mpq_get_d(r.g[2 * i]) == edge[i][0] &&
                  mpq_get_d(r.g[2 * i + 1]) == edge[i][1],
              "edge %d", i);
    CHECK(r.room >= 6 + 9, "room for %d", r.room);
    rays_clear(&r);
    cone_clear(&c);
    arena_free(&a);
    VERIFIES("GAP08 (2.7), (2.8)");
}

int main(void)
{
    RUN(directions);
    RUN(sides);
    RUN(of_a_step);
    DONE;
}
