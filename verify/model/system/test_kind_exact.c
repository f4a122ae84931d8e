#include "base/memory.h"
#include "check.h"
#include "kinds.h"

/* Over the rationals, on a 3-4-5 triangle: every digit. */
static void triangle(void)
{
    arena a = {0};
    graph g = {0};
    kind k;
    binding b;
    mpq_t rows[12], qx[6], radii[2], gap, want;
    const uint32_t at[6] = {0, 1, 2, 3, 4, 5};
    const double rounded[2] = {1.0 / 3, 0.5};
    const char *const n[12] = {"-3/5", "-4/5", "0",   "3/5", "4/5",  "0",
                               "-4/5", "3/5",  "1/3", "4/5", "-3/5", "1/2"};
    for (int i = 0; i < 12; i++)
        mpq_init(rows[i]);
    for (int i = 0; i < 6; i++)
        mpq_init(qx[i]);
    mpq_inits(radii[0], radii[1], gap, want, NULL);
    mpq_set_si(radii[0], 1, 3);
    mpq_set_si(radii[1], 1, 2);
    mpq_set_si(qx[3], 3, 1);
    mpq_set_si(qx[4], 4, 1);
    side s = {.n = 2,
              .coords = 3,
              .params = 1,
              .coord = at,
              .param = rounded,
              .exact = (const mpq_t *)radii};
    CHECK(kinds_disc_disc(&a, &g, &k).code == PERP_OK, "refused");
    CHECK(binding_product(&a, &k, &s, &s, KIND_ALL, &b).code == 0 && b.n == 1,
          "%u", b.n);
    CHECK(binding_gap_exact(&b, 0, (const mpq_t *)qx, gap).code == 0,
          "refused");
    mpq_set_si(want, 25, 6);
    CHECK(mpq_equal(gap, want), "gap");
    CHECK(binding_row_exact(&b, 0, (const mpq_t *)qx, 6, rows).code == 0,
          "refused");
    for (int i = 0; i < 12; i++) {
        mpq_set_str(want, n[i], 10);
        CHECK(mpq_equal(rows[i], want), "entry %d", i);
        mpq_clear(rows[i]);
    }
    s.exact = NULL; /* then the radius is the double */
    CHECK(binding_gap_exact(&b, 0, (const mpq_t *)qx, gap).code == 0,
          "refused");
    mpq_set_d(want, 5 - 0.5);
    mpq_set_d(radii[0], 1.0 / 3);
    mpq_sub(want, want, radii[0]);
    CHECK(mpq_equal(gap, want), "gap of doubles");
    for (int i = 0; i < 6; i++)
        mpq_clear(qx[i]);
    mpq_clears(radii[0], radii[1], gap, want, NULL);
    kind_clear(&k);
    graph_free(&g);
    arena_free(&a);
}

int main(void)
{
    memory_adopt_gmp();
    RUN(triangle);
    DONE;
}
