/**
# The graph of a friction cone, on random cones

Section 3 of GAP08: what becomes of impulses when the data of the cone move.
*/
#include "cone_instance.h"

/* Data that move by 2^-k along a fixed random direction. */
static void shift_to(cone *c, const cone *at, const cone *by, int k)
{
    for (size_t i = 0; i < c->count; i++) {
        mpq_div_2exp(c->all[i], by->all[i], (mp_bitcnt_t)k);
        mpq_add(c->all[i], c->all[i], at->all[i]);
    }
}

/* One path: from the cone of `s` moved along that of `by`, back to it. */
static void one_path(check_random *r, instance *s, const instance *by,
                     int trial)
{
    cone at;
    cone_data shape = cones_data(&s->x);
    mpq_t *z = rational_array(&s->a, 8), *end = z + 4;
    cone_impulse w;
    CHECK(cone_of_data(&s->a, &shape, &at).code == PERP_OK, "room");
    CHECK(cone_impulse_new(&s->a, &at, &w).code == PERP_OK, "impulse");
    for (int i = 0; i < 5; i++)
        mpq_set_si(w.all[i], check_integer(r, i == 0 ? -3 : 0, 3), 1);
    for (int j = 0; j < 2; j++)
        mpq_mul(w.f[j], w.cn[j], s->c.mu[j]);
    cone_sum(&s->c, &w, end);
    for (int step = 6; step < 40; step += 8) {
        shift_to(&at, &s->c, &by->c, step);
        for (int j = 0; j < 2; j++)
            mpq_mul(w.f[j], w.cn[j], at.mu[j]);
        cone_rays rays;
        member m;
        CHECK(rays_step(&s->a, &at, 0, &rays).code == PERP_OK, "rays");
        cone_sum(&at, &w, z);
        int negative = mpq_sgn(at.mu[0]) < 0 || mpq_sgn(at.mu[1]) < 0;
        CHECK(negative ||
                  member_decide(&s->a, &rays, (const mpq_t *)z, &m).code ==
                      PERP_OK,
              "decided");
        CHECK(negative || m.answer == CONE_YES, "trial %d", trial);
        if (!negative)
            member_clear(&m);
        rays_clear(&rays);
    }
    member m;
    CHECK(member_decide(&s->a, &s->r, (const mpq_t *)end, &m).code == PERP_OK,
          "decided");
    CHECK(m.answer == CONE_YES, "the limit, trial %d", trial);
    member_clear(&m);
    rational_clear(z, 8);
    cone_impulse_clear(&w);
    cone_clear(&at);
}

/* (0, 1) and the cone of (1, e), (-1, e), for e = 2^-5, 2^-21 and zero. */
static void the_gap(void)
{
    double before = 0;
    for (int e = 5; e <= 21; e += 16) {
        cones x = {.nv = 2, .p = 2, .n = {1, 0, -1, 0}};
        mpq_t z[2];
        mpq_inits(z[0], z[1], NULL);
        mpq_set_ui(z[1], 1, 1);
        for (int last = 0; last < 2; last++) {
            arena a = {0};
            x.n[1] = x.n[3] = last ? 0 : 1.0 / (double)(1 << e);
            cone c = cones_exact(&a, &x);
            cone_rays rays;
            member m;
            bound b;
            pointed v;
            CHECK(rays_step(&a, &c, 0, &rays).code == PERP_OK, "rays");
            CHECK(member_decide(&a, &rays, (const mpq_t *)z, &m).code ==
                      PERP_OK,
                  "decided");
            CHECK(m.answer == (last ? CONE_NO : CONE_YES), "e = 2^-%d", e);
            CHECK(pointed_decide(&a, &rays, &v).code == PERP_OK, "decided");
            CHECK(v.answer == (last ? CONE_NO : CONE_YES), "e = 2^-%d", e);
            if (!last) {
                CHECK(bound_find(&a, &rays, 0, (const mpq_t *)v.d, &b).code ==
                          PERP_OK,
                      "bound");
                CHECK(before == 0 || b.least > 60000 * before, "c grows");
                before = b.least;
                bound_clear(&b);
            }
            pointed_clear(&v);
            member_clear(&m);
            rays_clear(&rays);
            cone_clear(&c);
            arena_free(&a);
        }
        mpq_clears(z[0], z[1], NULL);
    }
}

/* Impulses on a path of uniformly pointed cones: bounded by c |z|, and their
   limit lies in the limit cone, whose reduced cone holds the limit across the
   joints. The multipliers do not converge here, they only stay bounded: those
   of odd and of even k come from different corners. Without pointedness the
   graph has a gap: (0, 1) lies in the cone of (1, e), (-1, e) for e > 0 and not
   for e = 0, and c grows like 1/e.

   Verifies GAP08 (Lemma3.7). */
static void closed_graph(void)
{
    check_random r = {check_seed(45)};
    cones_kind k = {.nv = 4, .m = 1, .p = 2, .slips = 1};
    int paths = 0;
    for (int trial = 0; trial < 60; trial++) {
        instance s, by;
        instance_new(&s, &r, &k);
        if (s.v.answer != CONE_YES) {
            instance_free(&s);
            continue;
        }
        instance_new(&by, &r, &k);
        one_path(&r, &s, &by, trial);
        instance_free(&by);
        instance_free(&s);
        paths++;
    }
    CHECK(paths > 10, "%d paths", paths);
    the_gap();
    VERIFIES("GAP08 (Lemma3.7)");
}

/* Erratum 0-25 and its repair: nu = e_1, n = e_2, z^k = k e_1 + e_2. The parts
   across the joint stand still, the impulses run away; but the representative
   with nu'z = 0 is another impulse of the same cone, it converges, and its limit
   lies in the reduced cone. Then the same with random pointed cones.

   Verifies GAP08 (Cor3.8). */
static void reduced_graph(void)
{
    check_random r = {check_seed(46)};
    cones_kind k = {.nv = 4, .m = 2, .p = 2, .slips = 1};
    int seen = 0;
    for (int trial = 0; trial < 80; trial++) {
        instance s;
        instance_new(&s, &r, &k);
        if (s.v.answer != CONE_YES) {
            instance_free(&s);
            continue;
        }
        cone_impulse w;
        mpq_t *z = rational_array(&s.a, 16), *rest = z + 4, *first = z + 8;
        mpq_t *u = z + 12, length;
        mpq_init(length);
        CHECK(cone_impulse_new(&s.a, &s.c, &w).code == PERP_OK, "impulse");
        for (int j = 0; j < 2; j++)
            mpq_set_si(w.cn[j], check_integer(&r, 0, 4), 1);
        double before = 0;
        for (int n = 1; n <= 1000; n *= 10) {
            member m;
            mpq_set_si(w.y[0], n, 1); /* the joint impulse runs away */
            cone_sum(&s.c, &w, z);
            CHECK(range_split(&s.a, &s.c, (const mpq_t *)z, u, rest).code ==
                      PERP_OK,
                  "split");
            cone_dot(4, (const mpq_t *)z, (const mpq_t *)z, length);
            CHECK(n < 100 || mpq_get_d(length) > 10 * before, "z^n diverges");
            before = mpq_get_d(length);
            for (int i = 0; i < 4; i++) {
                CHECK(n == 1 || mpq_equal(rest[i], first[i]), "stands still");
                mpq_set(first[i], rest[i]);
            }
            CHECK(member_decide(&s.a, &s.r, (const mpq_t *)rest, &m).code ==
                      PERP_OK,
                  "decided");
            CHECK(m.answer == CONE_YES, "the representative, trial %d", trial);
            member_clear(&m);
        }
        seen++;
        mpq_clear(length);
        rational_clear(z, 16);
        cone_impulse_clear(&w);
        instance_free(&s);
    }
    CHECK(seen > 15, "%d cones", seen);
    VERIFIES("GAP08 (Cor3.8)");
}

int main(void)
{
    RUN(closed_graph);
    RUN(reduced_graph);
    DONE;
}
