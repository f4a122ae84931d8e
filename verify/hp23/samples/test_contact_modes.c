/** # What modes are told of an impact */
#include "hp23.h"
#include "hp23/samples/contact_modes.h"

#include <math.h>

/* G is J M^-1 J^T: for the block the matrix of the wing's page, in fractions; of
   the examples M^-1 times its gradients gives the impulses' work. */
static void the_block(void)
{
    static const double five[4][4] = {
        {8, 2, -6, -6}, {2, 8, 6, 6}, {-6, 6, 17, 17}, {-6, 6, 17, 17}};
    hp23 t;
    halm_posa g;
    modes m;
    arena a = {0};
    hp23_load(&t, "rocking_block");
    CHECK(halm_posa_new(&t.a, &t.d, &g).code == 0, "new");
    CHECK(contact_modes_fit(&g), "it fits");
    CHECK(contact_modes_new(&a, &t.x, &g, 0.5, &m).code == 0, "modes");
    CHECK(m.of.p == 2 && m.of.s == 4 && m.of.numbers == 6 &&
              m.of.slip[0] == 0 && m.of.slip[1] == 1 && m.of.mu[0] == 1 &&
              m.of.most_n == 0.5,
          "sizes");
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 4; j++)
            CHECK(fabs(m.of.G[i * 4 + j] - five[i][j] / 5) < 1e-14, "%d %d", i,
                  j);
    arena_free(&a);
    hp23_clear(&t);
}

/* More than five contacts do not fit. */
static void too_many(void)
{
    check_random r = {check_seed(6)};
    for (int p = 5; p <= 6; p++) {
        hp23 t;
        halm_posa g;
        hp23_random(&r, 6, p, &t);
        CHECK(halm_posa_new(&t.a, &t.d, &g).code == 0, "new");
        CHECK(contact_modes_fit(&g) == (p == 5), "%d contacts", p);
        hp23_clear(&t);
    }
}

int main(void)
{
    memory_adopt_gmp();
    RUN(the_block);
    RUN(too_many);
    DONE;
}
