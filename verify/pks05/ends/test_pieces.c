#include "compliant_scene.h"
#include "pks05/ends/pieces.h"

/* The line is cut to [0, 4]; its copy [4, 6] joins it, a point of it goes. */
static void once(void)
{
    pieces x = {.size = 1};
    mpq_t g, one;
    mpq_inits(g, one, NULL);
    mpq_set_si(one, 1, 1);
    const int low[3] = {0, 4, 4}, high[3] = {4, 6, 4};
    for (int i = 0; i < 3; i++) {
        piece *p;
        CHECK(pieces_add(&x, &p).code == PERP_OK, "pieces");
        mpq_set_si(g, -low[i], 1);
        CHECK(piece_cut(p, g, one), "pieces");
        mpq_set_si(g, high[i], 1);
        mpq_neg(one, one);
        CHECK(piece_cut(p, g, one), "pieces");
        mpq_neg(one, one);
        mpq_set_si(*piece_at0(p), i < 2 ? 1 : 5, 1);
        mpq_set_si(*piece_at1(p, 1), i < 2, 1);
    }
    pieces_once(&x, 0);
    CHECK(x.count == 1, "pieces");
    CHECK(mpq_cmp_si(x.of[0].limit[0], 0, 1) == 0, "pieces");
    CHECK(mpq_cmp_si(x.of[0].limit[1], 6, 1) == 0, "pieces");
    mpq_set_si(g, 7, 1);
    CHECK(!piece_point(&x.of[0], g), "pieces");
    mpq_clears(g, one, NULL);
    pieces_free(&x);
}

int main(void)
{
    RUN(once);
    DONE;
}
