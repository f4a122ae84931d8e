/**
# The constants of a pointed cone
*/
#include "cones.h"

/* (c_nu, c_n, beta): its length, beta by the smallest one that makes f. */
static double multipliers(const cones *x, const double *y, const double *cn,
                          const double *f)
{
    double parts[3] = {cones_length(x->m, y), cones_length(x->p, cn),
                       cones_length(x->r, f)};
    return cones_length(3, parts);
}

typedef struct {
    double largest;    /* ratio seen */
    double C2, C3;     /* smallest quotients seen */
    double most_joint; /* of |nu'u| */
} seen;

/* A third of the contacts carry nothing. */
static void thin_out(check_random *r, const cones *x, double *cn, double *f)
{
    for (int j = 0; j < x->p; j++) {
        if (check_integer(r, 0, 2) > 0)
            continue;
        cn[j] = 0;
        for (int i = x->slip_at[j]; i < x->slip_at[j + 1]; i++)
            f[i] = 0;
    }
}

/* Samples of the cone against the bound. B: nu_perp, orthonormal, by rows. */
static seen sample(check_random *r, const cones *x, const bound *b, int count)
{
    seen s = {0, 1e300, 1e300, 0};
    double B[CONES_NV * CONES_NV], work[CONES_NV * (CONES_NV + 1)];
    int rows = range_perp(x->nv, x->m, x->nu, B, work);
    for (int k = 0; k < count; k++) {
        double y[CONES_M], cn[CONES_P], f[CONES_R], z[CONES_NV], zr[CONES_NV];
        double uz = 0;
        cones_impulse(r, x, b->round, y, cn, f);
        if (k % 2)
            thin_out(r, x, cn, f);
        cones_sum(x, y, cn, f, z);
        double ratio = multipliers(x, y, cn, f) / cones_length(x->nv, z);
        s.largest = ratio > s.largest ? ratio : s.largest;
        for (int i = 0; i < rows; i++) {
            zr[i] = 0;
            for (int l = 0; l < x->nv; l++)
                zr[i] += B[i * x->nv + l] * z[l];
        }
        for (int i = 0; i < x->nv; i++)
            uz += b->u[i] * z[i];
        double across = cones_length(rows, zr), push = cones_length(x->p, cn);
        if (push > 0 && uz / across < s.C2)
            s.C2 = uz / across;
        if (push > 0 && b->C2 * across / push < s.C3)
            s.C3 = b->C2 * across / push;
    }
    for (int k = 0; k < x->m; k++) {
        double move = 0;
        for (int i = 0; i < x->nv; i++)
            move += x->nu[k * x->nv + i] * b->u[i];
        s.most_joint = __builtin_fmax(s.most_joint, __builtin_fabs(move));
    }
    return s;
}

/* One random cone, if it is pointed: everything claimed of it. */
static double examine(check_random *r, const cones *x, int round, int count)
{
    arena a = {0};
    cone c = cones_exact(&a, x);
    cone_rays rays;
    pointed v;
    double times = -1;
    perp_status s;
    if (round) {
        s = full_pointed(&a, &c, &full_defaults, &v, &rays);
    } else {
        CHECK(rays_step(&a, &c, 0, &rays).code == PERP_OK, "rays");
        s = pointed_decide(&a, &rays, &v);
    }
    CHECK(s.code == PERP_OK, "%s", s.message);
    if (v.answer == CONE_YES) {
        bound b;
        s = bound_find(&a, &rays, round, (const mpq_t *)v.d, &b);
        CHECK(s.code == PERP_OK, "%s", s.message);
        CHECK(bound_check(&rays, &b).code == PERP_OK, "its own check");
        CHECK(b.least <= b.c, "attained %g, bound %g", b.least, b.c);
        seen got = sample(r, x, &b, count);
        CHECK(got.largest <= b.c * (1 + 1e-9), "a sample has %.17g > %.17g",
              got.largest, b.c);
        CHECK(got.C2 >= b.C2 * (1 - 1e-9), "C2 %g, sample %g", b.C2, got.C2);
        CHECK(got.C3 >= b.C3 * (1 - 1e-9), "C3 %g, sample %g", b.C3, got.C3);
        CHECK(got.most_joint < 1e-12, "u moves a joint by %g", got.most_joint);
        times = b.c / __builtin_fmax(got.largest, b.least);
        /* a constant one part in a million smaller is not proven */
        mpq_t small;
        mpq_init(small);
        mpq_set_d(small, 1 - 1e-6);
        mpq_mul(b.square[BOUND_C], b.square[BOUND_C], small);
        CHECK(bound_check(&rays, &b).code == PERP_REFUTED, "too small a c");
        mpq_clear(small);
        bound_clear(&b);
    }
    pointed_clear(&v);
    rays_clear(&rays);
    cone_clear(&c);
    arena_free(&a);
    return times;
}

/* No sample beats the bound, and the bound is at most ten times what some
   element of the cone has.

   Verifies GAP08 (3.3), (3.4), (3.9). */
static void samples(void)
{
    check_random r = {check_seed(51)};
    double worst = 0;
    int count = 0;
    for (int trial = 0; trial < 120; trial++) {
        cones_kind k = {.nv = check_integer(&r, 3, 7),
                        .m = check_integer(&r, 0, 2),
                        .p = check_integer(&r, 1, 4),
                        .slips = trial % 3 == 0 ? -1 : 1 + trial % 2,
                        .full = trial % 5 == 0};
        cones x = cones_random(&r, &k);
        double times = examine(&r, &x, trial % 2, 2000);
        count += times >= 0;
        worst = times > worst ? times : worst;
        CHECK(times <= 10, "trial %d: %g times too large", trial, times);
    }
    printf("%d cones; the bound is at most %.3g times what is attained\n",
           count, worst);
    CHECK(count > 40, "%d cones", count);
    VERIFIES("GAP08 (3.3), (3.4), (3.9)");
}

/* The bound against sampling alone, a hundred thousand points. */
static void many_samples(void)
{
    check_random r = {check_seed(52)};
    for (int trial = 0; trial < 4; trial++) {
        cones_kind k = {
            .nv = 3 + trial, .m = trial % 2, .p = 2, .slips = 1 + trial / 2};
        cones x = cones_random(&r, &k);
        x.m = k.m;
        arena a = {0};
        cone c = cones_exact(&a, &x);
        cone_rays rays;
        pointed v;
        CHECK(full_pointed(&a, &c, &full_defaults, &v, &rays).code == PERP_OK,
              "decided");
        if (v.answer == CONE_YES) {
            bound b;
            CHECK(bound_find(&a, &rays, 1, (const mpq_t *)v.d, &b).code ==
                      PERP_OK,
                  "bound");
            seen got = sample(&r, &x, &b, 100000);
            printf("cone %d: c <= %.4g, attained %.4g, sampled %.4g\n", trial,
                   b.c, b.least, got.largest);
            CHECK(b.c <= 10 * got.largest, "%g and %g", b.c, got.largest);
            bound_clear(&b);
        }
        pointed_clear(&v);
        rays_clear(&rays);
        cone_clear(&c);
        arena_free(&a);
    }
}

/* A point on the floor, friction 3/4: the edges are (+-3/4, 1), u = e_y,
   c^2 = 1 + 9/16 at least, C_2 = 4/5, C_3 = 4/5. A joint beside it adds 1. */
static void closed_form(void)
{
    cones x = {.nv = 3,
               .m = 1,
               .p = 1,
               .r = 1,
               .slip_at = {0, 1},
               .nu = {0, 0, 1},
               .n = {0, 1, 0},
               .d = {1, 0, 0},
               .mu = {0.75}};
    for (int round = 0; round < 2; round++) {
        arena a = {0};
        cone c = cones_exact(&a, &x);
        cone_rays rays;
        pointed v;
        bound b;
        CHECK(full_pointed(&a, &c, &full_defaults, &v, &rays).code == PERP_OK,
              "decided");
        CHECK(v.answer == CONE_YES && v.gap == 0, "a floor");
        CHECK(bound_find(&a, &rays, round, (const mpq_t *)v.d, &b).code ==
                  PERP_OK,
              "bound");
        CHECK(b.u[0] == 0 && b.u[1] == 1 && b.u[2] == 0, "upwards");
        CHECK(__builtin_fabs(b.C2 - 0.8) < 1e-15, "C2 = %.17g", b.C2);
        CHECK(b.C3 == b.C2, "C3 = %.17g", b.C3);
        mpq_t want;
        mpq_init(want);
        mpq_set_ui(want, 41, 16); /* 1 + 9/16 and the joint's 1 */
        CHECK(mpq_equal(b.square[BOUND_C], want), "c^2 = 41/16");
        mpq_clear(want);
        CHECK(b.least == 1, "one edge alone has %.17g", b.least);
        bound_clear(&b);
        pointed_clear(&v);
        rays_clear(&rays);
        cone_clear(&c);
        arena_free(&a);
    }
}

/* A joint alone, nu = (3, 4): |c_nu| = |z| / 5, and nothing opens.

   Verifies GAP08 (3.3), (3.4). */
static void a_joint_alone(void)
{
    cones x = {.nv = 2, .m = 1, .nu = {3, 4}};
    for (int round = 0; round < 2; round++) {
        arena a = {0};
        cone c = cones_exact(&a, &x);
        cone_rays rays;
        pointed v;
        bound b;
        mpq_t want;
        CHECK(full_pointed(&a, &c, &full_defaults, &v, &rays).code == PERP_OK &&
                  v.answer == CONE_YES,
              "pointed");
        CHECK(bound_find(&a, &rays, round, (const mpq_t *)v.d, &b).code ==
                  PERP_OK,
              "bound");
        mpq_init(want);
        mpq_set_ui(want, 1, 25);
        CHECK(mpq_equal(b.square[BOUND_C], want), "c^2 = 1/25");
        CHECK(__builtin_fabs(b.c - 0.2) < 1e-15 &&
                  __builtin_fabs(b.least - 0.2) < 1e-15,
              "c = %.17g, attained %.17g", b.c, b.least);
        CHECK(b.C2 == 0 && b.C3 == 0 && b.u[0] == 0 && b.u[1] == 0, "u");
        mpq_clear(want);
        bound_clear(&b);
        pointed_clear(&v);
        rays_clear(&rays);
        cone_clear(&c);
        arena_free(&a);
    }
    VERIFIES("GAP08 (3.3), (3.4)");
}

/* Everything that is asked of one cone. */
static perp_status everything(arena *a, const cone_data *data)
{
    cone c;
    cone_rays rays;
    pointed v;
    member m;
    bound b;
    PERP_TRY(cone_of_data(a, data, &c));
    perp_status s = full_pointed(a, &c, &full_defaults, &v, &rays);
    if (s.code == PERP_OK) {
        s = bound_find(a, &rays, 1, (const mpq_t *)v.d, &b);
        if (s.code == PERP_OK) {
            s = full_member(a, &c, &full_defaults, (const mpq_t *)b.vector, &m);
            bound_clear(&b);
            if (s.code == PERP_OK)
                member_clear(&m);
        }
        pointed_clear(&v);
        rays_clear(&rays);
    }
    cone_clear(&c);
    return s;
}

/* Every refused allocation is a clean error, down to the last. */
static void memory(void)
{
    cones x = {.nv = 3,
               .m = 1,
               .p = 1,
               .r = 2,
               .slip_at = {0, 2},
               .nu = {1, 0, 3},
               .n = {0, 1, 0},
               .d = {1, 0, 0, 0.5, 0.25, 1},
               .mu = {0.5}};
    cone_data data = cones_data(&x);
    perp_status s = {PERP_LIMIT, NULL, NULL};
    size_t sweep = 0;
    while (s.code == PERP_LIMIT && ++sweep < 3000) {
        arena a = {0};
        memory_refuse(sweep);
        s = everything(&a, &data);
        memory_refuse(0);
        arena_free(&a);
    }
    CHECK(s.code == PERP_OK && sweep > 10, "%zu: %s", sweep,
          s.message == NULL ? "" : s.message);
    printf("%zu allocations refused\n", sweep - 1);
}

int main(void)
{
    RUN(memory);
    RUN(closed_form);
    RUN(a_joint_alone);
    RUN(samples);
    RUN(many_samples);
    DONE;
}
