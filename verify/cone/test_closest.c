/**
# The closest point of a cone
*/
#include "cone/closest.h"
#include "cones.h"

#include <math.h>

/* |nu y + G c - z|^2 in doubles. */
static double distance(const cone_rays *r, const double *y, const double *c,
                       const double *z)
{
    double sum = 0;
    for (int i = 0; i < r->of->nv; i++) {
        double d = -z[i];
        for (int k = 0; k < r->of->m; k++)
            d += mpq_get_d(r->of->nu[k * r->of->nv + i]) * y[k];
        for (int l = 0; l < r->count; l++)
            d += mpq_get_d(r->g[l * r->of->nv + i]) * c[l];
        sum += d * d;
    }
    return sum;
}

/* Coordinate descent: another way to the smallest distance. */
static double descend(const cone_rays *r, const double *z)
{
    double y[CONES_M] = {0}, c[64] = {0}, best = distance(r, y, c, z);
    for (int sweep = 0; sweep < 700; sweep++)
        for (int l = 0; l < r->of->m + r->count; l++) {
            int joint = l < r->of->m;
            double *x = joint ? y + l : c + (l - r->of->m), was = *x;
            double f[3];
            for (int s = 0; s < 3; s++) {
                *x = was + s - 1;
                f[s] = distance(r, y, c, z);
            }
            double bend = f[0] - 2 * f[1] + f[2];
            *x = bend > 1e-12 ? was - (f[2] - f[0]) / (2 * bend) : was;
            *x = joint || *x > 0 ? *x : 0;
            if (l == 0)
                best = distance(r, y, c, z);
        }
    double last = distance(r, y, c, z);
    return last < best ? last : best;
}

/* No point of the cone that descent finds is closer; the exact one is a point
   of the cone whose error is across it. */
static void descent(void)
{
    check_random r = {check_seed(81)};
    for (int trial = 0; trial < 25; trial++) {
        cones_kind k = {.nv = 4, .m = trial % 2, .p = 2, .slips = 1};
        arena a = {0};
        cones x = cones_random(&r, &k);
        cone c = cones_exact(&a, &x);
        cone_rays rays;
        closest_answer w;
        double z[4];
        mpq_t *q = rational_array(&a, 4), length;
        mpq_init(length);
        for (int i = 0; i < 4; i++)
            z[i] = check_uniform(&r, -1, 1);
        rational_of_doubles(4, z, q);
        CHECK(rays_step(&a, &c, 0, &rays).code == PERP_OK, "rays");
        CHECK(closest_new(&a, &rays, &w).code == PERP_OK, "room");
        closest_problem p = {.rays = &rays, .z = (const mpq_t *)q};
        perp_status s = closest_solve(&a, &p, &w);
        CHECK(s.code == PERP_OK, "%s", s.message);
        cone_dot(4, (const mpq_t *)w.d, (const mpq_t *)w.d, length);
        double mine = mpq_get_d(length), other = descend(&rays, z);
        CHECK(mine <= other + 1e-12, "trial %d: %g, descent %g", trial, mine,
              other);
        CHECK(other <= mine + 1e-3, "trial %d: %g, descent %g", trial, mine,
              other);
        mpq_clear(length);
        closest_clear(&w);
        rational_clear(q, 4);
        rays_clear(&rays);
        cone_clear(&c);
        arena_free(&a);
    }
}

/* Dependent joints, and margins that nobody can give: an answer either way. */
static void degenerate(void)
{
    cones x = {.nv = 2, .m = 2, .p = 2, .nu = {1, 0, 2, 0}, .n = {0, 1, 0, -1}};
    arena a = {0};
    cone c = cones_exact(&a, &x);
    cone_rays rays;
    closest_answer w;
    mpq_t *one = rational_array(&a, 2);
    CHECK(rays_step(&a, &c, 0, &rays).code == PERP_OK, "rays");
    CHECK(closest_new(&a, &rays, &w).code == PERP_OK, "room");
    mpq_set_ui(one[0], 1, 1);
    mpq_set_ui(one[1], 1, 1);
    closest_problem p = {
        .rays = &rays, .joined = 1, .margin = (const mpq_t *)one};
    CHECK(closest_solve(&a, &p, &w).code == PERP_OK, "joined: always");
    mpq_add(one[0], w.c[0], w.c[1]);
    CHECK(mpq_cmp_ui(one[0], 1, 1) == 0, "not pointed: weights of sum one");
    p.joined = 0;
    mpq_set_ui(one[0], 1, 1);
    CHECK(closest_solve(&a, &p, &w).code == PERP_NO_SOLUTION,
          "both margins at once");
    rational_clear(one, 2);
    closest_clear(&w);
    rays_clear(&rays);
    cone_clear(&c);
    arena_free(&a);
}

int main(void)
{
    RUN(descent);
    RUN(degenerate);
    DONE;
}
