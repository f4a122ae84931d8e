/**
# Witnesses must refuse what is wrong
*/
#include "cones.h"

static mpq_t *vector(arena *a, int n, const int *x)
{
    mpq_t *q = rational_array(a, (size_t)n);
    for (int i = 0; i < n; i++)
        mpq_set_si(q[i], x[i], 4);
    for (int i = 0; i < n; i++)
        mpq_canonicalize(q[i]);
    return q;
}

/* The floor with friction 3/4, a joint along z: directions and impulses whose
   verdict can be seen. */
static void floor_cone(void)
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
    arena a = {0};
    cone c = cones_exact(&a, &x);
    cone_rays r;
    CHECK(rays_step(&a, &c, 0, &r).code == PERP_OK, "rays");
    const struct {
        int d[3], opens, round, closed;
    } direction[] = {{{0, 4, 0}, 1, 1, 1},  {{0, 3, 0}, 0, 1, 1},
                     {{0, 4, 1}, 0, 0, 0},  {{4, 3, 0}, 0, 0, 1},
                     {{-4, 7, 0}, 1, 1, 1}, {{4, 2, 0}, 0, 0, 0},
                     {{0, -4, 0}, 0, 0, 0}, {{0, 0, 0}, 0, 0, 1}};
    for (size_t i = 0; i < sizeof direction / sizeof *direction; i++) {
        mpq_t *d = vector(&a, 3, direction[i].d);
        const mpq_t *v = (const mpq_t *)d;
        CHECK((witness_direction(&r, v, 1).code == PERP_OK) ==
                  direction[i].opens,
              "direction %d, margin 1", (int)i);
        CHECK((witness_round_direction(&c, v, 1).code == PERP_OK) ==
                  direction[i].round,
              "direction %d, strictly", (int)i);
        CHECK((witness_direction(&r, v, 0).code == PERP_OK) ==
                      direction[i].closed &&
                  (witness_round_direction(&c, v, 0).code == PERP_OK) ==
                      direction[i].closed,
              "direction %d, margin 0", (int)i);
        rational_clear(d, 3);
    }
    const struct {
        int part[3], in; /* y, cn, f */
    } impulse[] = {{{9, 4, 3}, 1},  {{0, 4, -3}, 1}, {{0, 4, 4}, 0},
                   {{0, -4, 0}, 0}, {{0, 0, 1}, 0},  {{1, 0, 0}, 1}};
    for (size_t i = 0; i < sizeof impulse / sizeof *impulse; i++) {
        mpq_t *p = vector(&a, 3, impulse[i].part),
              *z = vector(&a, 3,
                          (int[]){impulse[i].part[2], impulse[i].part[1],
                                  impulse[i].part[0]});
        cone_impulse w = {p, p + 1, p + 2, p, 3};
        CHECK(
            (witness_round_impulse(&c, &w).code == PERP_OK) == impulse[i].in &&
                (witness_step_impulse(&c, &w).code == PERP_OK) == impulse[i].in,
            "impulse %d", (int)i);
        CHECK(witness_sum(&c, &w, (const mpq_t *)z).code == PERP_OK, "sum");
        CHECK(witness_sum(&c, &w, NULL).code == PERP_REFUTED, "not zero");
        rational_clear(p, 3);
        rational_clear(z, 3);
    }
    rays_clear(&r);
    cone_clear(&c);
    arena_free(&a);
}

/* Weights: the two edges of the floor, (3/4, 1) and (-3/4, 1). */
static void weights(void)
{
    cones x = {.nv = 2,
               .p = 1,
               .r = 1,
               .slip_at = {0, 1},
               .n = {0, 1},
               .d = {1, 0},
               .mu = {0.75}};
    arena a = {0};
    cone c = cones_exact(&a, &x);
    cone_rays r;
    CHECK(rays_step(&a, &c, 0, &r).code == PERP_OK, "rays");
    mpq_t *w = vector(&a, 2, (int[]){4, 4}), *z = vector(&a, 2, (int[]){0, 8});
    mpq_t none[1];
    mpq_init(none[0]);
    const mpq_t *y = (const mpq_t *)none, *v = (const mpq_t *)w;
    CHECK(witness_weights(&r, v, y, (const mpq_t *)z, 1).code == PERP_OK,
          "1, 1");
    CHECK(witness_weights(&r, v, y, NULL, 1).code == PERP_REFUTED, "not zero");
    mpq_set_si(w[0], -1, 1);
    CHECK(witness_weights(&r, v, y, (const mpq_t *)z, 1).code == PERP_REFUTED,
          "negative");
    mpq_set_ui(w[0], 0, 1);
    mpq_set_ui(w[1], 0, 1);
    CHECK(witness_weights(&r, v, y, NULL, 0).code == PERP_OK, "zero is zero");
    CHECK(witness_weights(&r, v, y, NULL, 1).code == PERP_REFUTED, "trivial");
    mpq_clear(none[0]);
    rational_clear(w, 2);
    rational_clear(z, 2);
    rays_clear(&r);
    cone_clear(&c);
    arena_free(&a);
}

int main(void)
{
    RUN(floor_cone);
    RUN(weights);
    DONE;
}
