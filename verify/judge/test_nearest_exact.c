/**
# The nearest impulse in fractions, from anywhere

Whoever finds it, $d$ is one vector: that of exact Lemke. The search begins at the weights of
doubles, at none, and at random ones on random edges that do not depend on each other; its weights
give $z + Md$, and none is below zero.
*/
#include "base/memory.h"
#include "nearest_cones.h"
#include "number/linear/jordan.h"

enum { NV = NEAREST_NV, ALL = NEAREST_NV + NEAREST_M + NEAREST_EDGES };

/* Do the joints and these edges have full rank? */
static int independent(const nearest_cone *w, const double *c)
{
    const int nv = w->c.nv;
    mpq_t A[ALL * NV];
    int rows = w->c.m, pivot[ALL];
    for (int i = 0; i < ALL * NV; i++)
        mpq_init(A[i]);
    for (int i = 0; i < w->c.m * nv; i++)
        mpq_set(A[i], w->c.nu[i]);
    for (int k = 0; k < w->rays.count; k++)
        if (c[k] > 0) {
            for (int i = 0; i < nv; i++)
                mpq_set(A[rows * nv + i], w->rays.g[k * nv + i]);
            rows++;
        }
    const int rank = jordan_reduce(rows, nv, 0, A, NULL, pivot);
    for (int i = 0; i < ALL * NV; i++)
        mpq_clear(A[i]);
    return rank == rows;
}

static void any_start(check_random *r, const nearest_cone *w, double *c)
{
    for (int k = 0; k < w->rays.count; k++)
        c[k] = 0;
    for (int turn = 0; w->rays.count > 0 && turn < 12; turn++) {
        const int k = check_integer(r, 0, w->rays.count - 1);
        if (c[k] > 0)
            continue;
        c[k] = check_uniform(r, 0, 8);
        if (!independent(w, c))
            c[k] = 0;
    }
}

typedef struct {
    closest_answer best, x;
    int trial;
    long found, mended;
} asked;

static void from(nearest_cone *w, const double *start, asked *k)
{
    int found;
    CHECK(nearest_exact(&w->a, &w->p, start, &k->x, &found).code == PERP_OK,
          "exact");
    CHECK(found, "trial %d: not found", k->trial);
    if (!found)
        return;
    k->found++;
    for (int i = 0; i < w->c.nv; i++)
        CHECK(mpq_equal(k->x.d[i], k->best.d[i]),
              "trial %d: d_%d is %g, not %g", k->trial, i, mpq_get_d(k->x.d[i]),
              mpq_get_d(k->best.d[i]));
    nearest_is_answer(w, &k->x, k->trial);
}

static void doubles(nearest_cone *w, asked *k)
{
    nearest_problem near;
    double c[ALL] = {0};
    int found;
    CHECK(nearest_in_doubles(&w->a, &w->p, &near).code == PERP_OK, "doubles");
    CHECK(nearest_find(&w->a, &near, c, &found).code == PERP_OK, "find");
    if (found && independent(w, c + near.nv + near.m))
        from(w, c + near.nv + near.m, k);
}

static void one_answer(void)
{
    check_random r = {check_seed(2711)};
    long found = 0;
    const int trials = check_times(1200);
    for (int trial = 0; trial < trials; trial++) {
        nearest_cone w;
        asked k = {.trial = trial};
        double c[NEAREST_EDGES + 1] = {0};
        nearest_new(&r, &w);
        CHECK(closest_new(&w.a, &w.rays, &k.best).code == PERP_OK, "room");
        CHECK(closest_new(&w.a, &w.rays, &k.x).code == PERP_OK, "room");
        CHECK(closest_solve(&w.a, &w.p, &k.best).code == PERP_OK, "Lemke");
        doubles(&w, &k);
        from(&w, c, &k);
        any_start(&r, &w, c);
        from(&w, c, &k);
        found += k.found;
        closest_clear(&k.best);
        closest_clear(&k.x);
        nearest_end(&w);
    }
    printf("%ld answers\n", found);
    CHECK(found > 2 * trials, "%ld", found);
}

/* With prices, some below 0, and a mass that makes them weigh more or less than the
   distance: an edge may be cheaper than those it is a sum of. Without a least
   price Lemke ends on a ray, and nothing is found. */
static void priced(void)
{
    check_random r = {check_seed(2713)};
    const int trials = check_times(1200);
    int found = 0, none = 0;
    for (int trial = 0; trial < trials; trial++) {
        nearest_cone w;
        asked k = {.trial = trial};
        double c[NEAREST_EDGES + 1] = {0};
        nearest_new(&r, &w);
        const int below = check_integer(&r, 0, 3) == 0;
        const unsigned light = 30 * (unsigned)check_integer(&r, 0, 2);
        mpq_t *margin = rational_array(&w.a, NEAREST_EDGES + 1);
        for (int e = 0; e < w.rays.count; e++)
            mpq_set_si(margin[e], -check_integer(&r, below ? -1 : 0, 4), 1);
        for (int i = 0; i < w.c.nv * w.c.nv; i++)
            mpq_div_2exp(w.M[i], w.M[i], light);
        w.p.margin = (const mpq_t *)margin;
        CHECK(closest_new(&w.a, &w.rays, &k.best).code == PERP_OK, "room");
        CHECK(closest_new(&w.a, &w.rays, &k.x).code == PERP_OK, "room");
        const int any = closest_solve(&w.a, &w.p, &k.best).code == PERP_OK;
        any_start(&r, &w, c);
        if (any)
            from(&w, c, &k);
        else {
            int got;
            CHECK(nearest_exact(&w.a, &w.p, c, &k.x, &got).code == PERP_OK &&
                      !got,
                  "trial %d: found, and there is none", trial);
            none++;
        }
        found += any;
        rational_clear(margin, NEAREST_EDGES + 1);
        closest_clear(&k.best);
        closest_clear(&k.x);
        nearest_end(&w);
    }
    printf("%d answers, %d times none\n", found, none);
    CHECK(found > trials / 2 && none > trials / 60, "%d, %d", found, none);
}

/* Edges that depend are no start, and nothing is written: more than there are
   velocities, and two that are parallel and have another price. */
static void no_start(void)
{
    for (int nv = 1; nv <= 3; nv++) {
        nearest_cone w = {.c = {.nv = nv}};
        closest_answer x;
        const double c[] = {1, 1};
        int found = 1;
        mpq_t *price = rational_array(&w.a, 2);
        mpq_set_si(price[0], -1, 1);
        mpq_set_si(price[1], -1, 1);
        w.size = (size_t)(nv + nv * nv);
        w.all = rational_array(&w.a, w.size + 1);
        CHECK(rays_new(&w.a, &w.c, 2, &w.rays).code == PERP_OK, "rays");
        w.rays.count = 2;
        for (int i = 0; i < nv; i++) {
            mpq_set_si(w.all[i], 5, 1);
            mpq_set_ui(w.all[nv + i * nv + i], 1, 1);
            mpq_set_ui(w.rays.g[i], 1, 1);
            mpq_set_si(w.rays.g[nv + i], 2, 1);
        }
        w.p = (closest_problem){.rays = &w.rays,
                                .z = (const mpq_t *)w.all,
                                .margin = (const mpq_t *)price,
                                .M = (const mpq_t *)w.all + nv};
        CHECK(closest_new(&w.a, &w.rays, &x).code == PERP_OK, "room");
        mpq_set_si(x.d[0], 77, 1);
        CHECK(nearest_exact(&w.a, &w.p, c, &x, &found).code == PERP_OK &&
                  !found,
              "%d velocities", nv);
        CHECK(mpq_cmp_ui(x.d[0], 77, 1) == 0, "written all the same");
        rational_clear(price, 2);
        closest_clear(&x);
        nearest_end(&w);
    }
}

int main(void)
{
    memory_adopt_gmp();
    RUN(one_answer);
    RUN(priced);
    RUN(no_start);
    DONE;
}
