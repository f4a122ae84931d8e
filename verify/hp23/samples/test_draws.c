/** # Bounds of eight samples: those that one has, to the last bit */
#include "hp23.h"
#include "hp23/samples/draws.h"

/* The corner as a word is the corner that draw_shaped makes. */
static void corners_as_words(void)
{
    check_random r = {check_seed(29)};
    int none = 0;
    for (int round = 0; round < 4000; round++) {
        double rows[10 * MARCH_EIGHT], x[10];
        const int p = check_integer(&r, 1, 10), l = check_integer(&r, 0, 7);
        const double most = check_integer(&r, 0, 1) ? 1 : 0.5;
        for (int j = 0; j < p; j++)
            x[j] = rows[j * MARCH_EIGHT + l] = check_uniform(&r, 0, most);
        const uint32_t on = draws_corner(p, rows + l);
        draw_shaped(DRAW_CORNERS, p, x);
        for (int j = 0; j < p; j++)
            CHECK((on >> j & 1) == (x[j] > 0), "%d of %d", j, p);
        CHECK(on >> p == 0, "too many");
        none += most < 1;
    }
    CHECK(none > 1000, "too easy");
}

/* What a sample draws once, and the bounds of its steps, of eight whose numbers
   and steps are anything, as halm_posa_bounds has them one at a time. */
static void eight(const draws *d, check_random *r)
{
    const uint64_t first = (uint64_t)check_integer(r, 0, 1 << 20);
    const int count = check_integer(r, 1, MARCH_EIGHT);
    _Alignas(64) uint64_t sample[MARCH_EIGHT] = {0};
    _Alignas(64) int64_t leg[MARCH_EIGHT] = {0};
    _Alignas(64) double rows[ROADS_ROWS * MARCH_EIGHT];
    held hold[MARCH_EIGHT];
    long step[MARCH_EIGHT];
    draws_once(d, first, hold);
    for (int l = 0; l < count; l++) {
        step[l] = check_integer(r, 0, 9);
        sample[l] = first + (uint64_t)l;
        leg[l] = held_leg(hold[l], step[l]);
    }
    draws_rows(d, count, sample, leg, rows);
    draw_shape shape[MARCH_EIGHT];
    uint32_t corner[MARCH_EIGHT];
    for (int l = 0; l < count; l++) {
        shape[l] = hold[l].shape;
        corner[l] = draws_corner(d->p, rows + l);
    }
    draws_shape(d, count, shape, rows);
    for (int l = 0; l < count; l++) {
        double want[ROADS_ROWS], got[ROADS_ROWS];
        halm_posa_bounds(d->g, d->o, sample[l], step[l], want);
        draws_bounds(d->p, rows + l, got);
        CHECK(memcmp(want, got, (size_t)d->p * sizeof *got) == 0,
              "shape %d, levels %d, %d of %d", d->o->shape, d->o->levels, l,
              count);
        if (shape[l] == DRAW_CORNERS && d->o->points == NULL)
            for (int j = 0; j < d->p; j++)
                CHECK((corner[l] >> j & 1) == (want[j] > 0), "corner, %d", j);
    }
}

static void those_of_one(void)
{
    check_random r = {check_seed(31)};
    hp23 m;
    halm_posa g;
    sobol points;
    hp23_load(&m, "disk_stack_paper");
    CHECK(halm_posa_new(&m.a, &m.d, &g).code == PERP_OK, "new");
    CHECK(sobol_new(&m.a, 10 * g.p, 2, &points).code == PERP_OK, "points");
    for (int k = 0; k < 64 * ((int)f64_widest() + 1); k++) {
        halm_posa_options o = {.h = m.h,
                               .seed = (uint64_t)k / 5,
                               .shape = (draw_shape)(k % 4),
                               .levels = k / 4 % 4,
                               .normalised = k / 16 % 2,
                               .points = k / 32 % 2 ? &points : NULL};
        const draws d = draws_new(&g, &o, march_choose((f64_width)(k / 64)));
        for (int i = 0; i < 5; i++)
            eight(&d, &r);
    }
    hp23_clear(&m);
}

int main(void)
{
    memory_adopt_gmp();
    RUN(corners_as_words);
    RUN(those_of_one);
    DONE;
}
