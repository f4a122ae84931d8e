/**
# The verdict on a polyhedral cone
*/
#include "cones.h"

/* An edge of (2.7) in doubles: n + sign mu d_s. */
static void edge(const cones *x, int j, int s, int sign, double *g)
{
    for (int i = 0; i < x->nv; i++)
        g[i] = x->n[j * x->nv + i] +
               sign * x->mu[j] * x->d[(x->slip_at[j] + s) * x->nv + i];
}

/* Is a plane cone (nv = 2, no joint) pointed? Its edges lie in an open half
   plane; when they do, one is to the right of all others. Exact for short
   data. */
static int half_plane(const cones *x)
{
    double g[2 * CONES_R + CONES_P][2];
    int count = 0;
    for (int j = 0; j < x->p; j++)
        for (int sign = -1; sign <= 1; sign += 2)
            edge(x, j, 0, sign, g[count++]);
    for (int i = 0; i < count; i++) {
        int right = g[i][0] != 0 || g[i][1] != 0;
        for (int l = 0; l < count; l++) {
            double cross = g[i][0] * g[l][1] - g[i][1] * g[l][0];
            double dot = g[i][0] * g[l][0] + g[i][1] * g[l][1];
            right &= cross > 0 || (cross == 0 && dot > 0);
        }
        if (right)
            return 1;
    }
    return 0;
}

static pointed verdict(arena *a, const cone *c)
{
    cone_rays r;
    pointed x;
    CHECK(rays_step(a, c, 0, &r).code == PERP_OK, "rays");
    perp_status s = pointed_decide(a, &r, &x);
    CHECK(s.code == PERP_OK, "%s", s.message);
    rays_clear(&r);
    return x;
}

/* Plane cones against angles.

   Verifies GAP08 (3.2). */
static void plane(void)
{
    check_random r = {check_seed(31)};
    cones_kind k = {.nv = 2, .p = 2, .slips = 1};
    int yes = 0, no = 0;
    for (int trial = 0; trial < 500; trial++) {
        arena a = {0};
        cones x = cones_random(&r, &k);
        x.p = check_integer(&r, 1, 2);
        x.r = x.slip_at[x.p];
        cone c = cones_exact(&a, &x);
        pointed got = verdict(&a, &c);
        int want = half_plane(&x);
        CHECK(got.answer == (want ? CONE_YES : CONE_NO), "trial %d", trial);
        yes += want;
        no += !want;
        pointed_clear(&got);
        cone_clear(&c);
        arena_free(&a);
    }
    CHECK(yes > 50 && no > 50, "%d and %d of each kind", yes, no);
    VERIFIES("GAP08 (3.2)");
}

/* Certificates are refused when spoiled: a wrong d, a wrong combination. */
static void spoiled(void)
{
    check_random r = {check_seed(32)};
    cones_kind k = {.nv = 3, .m = 1, .p = 3, .slips = 1};
    int spoilt[2] = {0};
    for (int trial = 0; trial < 100; trial++) {
        arena a = {0};
        cones x = cones_random(&r, &k);
        cone c = cones_exact(&a, &x);
        cone_rays rays;
        CHECK(rays_step(&a, &c, 0, &rays).code == PERP_OK, "rays");
        pointed got = verdict(&a, &c);
        if (got.answer == CONE_YES) {
            mpq_neg(got.d[0], got.d[0]);
            mpq_neg(got.d[1], got.d[1]);
            mpq_neg(got.d[2], got.d[2]);
            CHECK(witness_direction(&rays, (const mpq_t *)got.d, 1).code ==
                      PERP_REFUTED,
                  "-d opens nothing");
            spoilt[0]++;
        } else if (got.rank.full) {
            CHECK(witness_sum(&c, &got.zero, NULL).code == PERP_OK, "zero");
            CHECK(witness_step_impulse(&c, &got.zero).code == PERP_OK, "in");
            int j = 0;
            while (mpq_sgn(got.zero.cn[j]) == 0)
                j++;
            mpq_add(got.zero.cn[j], got.zero.cn[j], got.zero.cn[j]);
            CHECK(witness_sum(&c, &got.zero, NULL).code == PERP_REFUTED,
                  "not zero any more");
            mpq_set_si(got.zero.cn[j], -1, 1);
            CHECK(witness_step_impulse(&c, &got.zero).code == PERP_REFUTED,
                  "pulls");
            spoilt[1]++;
        }
        pointed_clear(&got);
        rays_clear(&rays);
        cone_clear(&c);
        arena_free(&a);
    }
    CHECK(spoilt[0] > 5 && spoilt[1] > 5, "%d, %d", spoilt[0], spoilt[1]);
}

/* Dependent joints refute alone, with and without contacts; no contact and
   independent joints: pointed.

   Verifies GAP08 (Def3.1). */
static void joints(void)
{
    cones x = {.nv = 3, .m = 2, .nu = {1, 2, 3, 2, 4, 6}};
    for (int contacts = 0; contacts < 2; contacts++) {
        arena a = {0};
        x.p = contacts;
        x.n[2] = 1;
        for (int bend = 0; bend < 2; bend++) {
            x.nu[5] = 6 + bend;
            cone c = cones_exact(&a, &x);
            pointed got = verdict(&a, &c);
            /* with both joints kept, n = e_3 has no part across them when the
               last coordinate is the one that tells them apart */
            int want = bend && contacts == 0 ? CONE_YES : CONE_NO;
            CHECK((int)got.answer == want, "%d contacts, bend %d", contacts,
                  bend);
            CHECK(got.rank.full == bend, "the rank");
            CHECK(witness_rank(&c, &got.rank).code == PERP_OK, "its proof");
            if (!bend)
                CHECK(mpq_sgn(got.zero.y[0]) != 0, "joints vanish");
            pointed_clear(&got);
            cone_clear(&c);
        }
        arena_free(&a);
    }
    VERIFIES("GAP08 (Def3.1)");
}

/* z is inside when it was made inside; outside when it is pulled.

   Verifies GAP08 (2.7), (2.8). */
static void membership(void)
{
    check_random r = {check_seed(33)};
    cones_kind k = {.nv = 4, .m = 1, .p = 2, .slips = 1};
    int in = 0, out = 0;
    for (int trial = 0; trial < 200; trial++) {
        arena a = {0};
        cones x = cones_random(&r, &k);
        cone c = cones_exact(&a, &x);
        cone_rays rays;
        member got;
        cone_impulse w;
        CHECK(rays_step(&a, &c, 0, &rays).code == PERP_OK, "rays");
        CHECK(cone_impulse_new(&a, &c, &w).code == PERP_OK, "impulse");
        mpq_t *z = rational_array(&a, 4);
        mpq_set_si(w.y[0], check_integer(&r, -9, 9), 7);
        mpq_canonicalize(w.y[0]);
        for (int j = 0; j < 2; j++) {
            mpq_set_si(w.cn[j], check_integer(&r, 0, 9), 5);
            mpq_canonicalize(w.cn[j]);
            mpq_set_si(w.f[j], check_integer(&r, -1, 1), 1);
            mpq_mul(w.f[j], w.f[j], c.mu[j]);
            mpq_mul(w.f[j], w.f[j], w.cn[j]);
        }
        cone_sum(&c, &w, z);
        perp_status s = member_decide(&a, &rays, (const mpq_t *)z, &got);
        CHECK(s.code == PERP_OK, "%s", s.message);
        if (s.code != PERP_OK)
            exit(1);
        CHECK(got.answer == CONE_YES, "trial %d was made inside", trial);
        CHECK(witness_step_impulse(&c, &got.sum).code == PERP_OK, "cone");
        CHECK(witness_sum(&c, &got.sum, (const mpq_t *)z).code == PERP_OK,
              "sum");
        member_clear(&got);
        /* minus a direction that opens all edges is outside of any cone */
        pointed p = verdict(&a, &c);
        if (p.answer == CONE_YES) {
            for (int i = 0; i < 4; i++)
                mpq_neg(z[i], p.d[i]);
            CHECK(member_decide(&a, &rays, (const mpq_t *)z, &got).code ==
                      PERP_OK,
                  "decided");
            CHECK(got.answer == CONE_NO, "trial %d, -d", trial);
            member_clear(&got);
            out++;
        }
        in++;
        pointed_clear(&p);
        cone_impulse_clear(&w);
        rational_clear(z, 4);
        rays_clear(&rays);
        cone_clear(&c);
        arena_free(&a);
    }
    CHECK(out > 10, "%d inside, %d outside", in, out);
    VERIFIES("GAP08 (2.7), (2.8)");
}

/* Every refused allocation is a clean error. */
static void memory(void)
{
    check_random r = {check_seed(34)};
    cones_kind k = {.nv = 3, .m = 1, .p = 2, .slips = 1};
    cones x = cones_random(&r, &k);
    cone_data data = cones_data(&x);
    perp_status s = {PERP_LIMIT, NULL, NULL};
    for (size_t sweep = 1; s.code == PERP_LIMIT && sweep < 200; sweep++) {
        arena a = {0};
        cone c;
        cone_rays rays;
        pointed got;
        memory_refuse(sweep);
        s = cone_of_data(&a, &data, &c);
        if (s.code == PERP_OK) {
            s = rays_step(&a, &c, 0, &rays);
            if (s.code == PERP_OK) {
                s = pointed_decide(&a, &rays, &got);
                if (s.code == PERP_OK)
                    pointed_clear(&got);
                rays_clear(&rays);
            }
            cone_clear(&c);
        }
        memory_refuse(0);
        arena_free(&a);
    }
    CHECK(s.code == PERP_OK, "%s", s.message == NULL ? "" : s.message);
}

int main(void)
{
    RUN(plane);
    RUN(spoiled);
    RUN(joints);
    RUN(membership);
    RUN(memory);
    DONE;
}
