#include "compliant_scene.h"
#include "pks05/ends/pieces.h"

/* The line is cut to [0, 4]; its copy [4, 6] joins it, a point of it goes. */
static void once(void)
{
    pieces x = {.size = 1};
    mpq_t g[2];
    mpq_inits(g[0], g[1], NULL);
    const int low[3] = {0, 4, 4}, high[3] = {4, 6, 4};
    for (int i = 0; i < 3; i++) {
        CHECK(pieces_whole(&x).code == PERP_OK, "pieces");
        piece *p = &x.of[i];
        mpq_set_si(g[0], -low[i], 1);
        mpq_set_si(g[1], 1, 1);
        CHECK(piece_cut(p, (const mpq_t *)g), "pieces");
        mpq_set_si(g[0], high[i], 1);
        mpq_set_si(g[1], -1, 1);
        CHECK(piece_cut(p, (const mpq_t *)g), "pieces");
        mpq_set_si(*piece_at(p, 0, 1), i < 2 ? 1 : 5, 1);
        mpq_set_si(*piece_at(p, 1, 1), i < 2, 1);
    }
    pieces_once(&x, 0);
    CHECK(x.count == 1, "pieces");
    CHECK(mpq_cmp_si(x.of[0].limit[0], 0, 1) == 0, "pieces");
    CHECK(mpq_cmp_si(x.of[0].limit[1], 6, 1) == 0, "pieces");
    mpq_set_si(g[0], -7, 1);
    mpq_set_si(g[1], 1, 1);
    CHECK(!piece_zero(&x.of[0], g), "pieces");
    mpq_clears(g[0], g[1], NULL);
    pieces_free(&x);
}

/* x = 1 + s on the first quadrant, x = 1 + s + 2 t on its side t = 0 and x = 1
   on all of it: the side goes, the third stays. */
static void polygons(void)
{
    pieces x = {.size = 1, .two = 1};
    mpq_t g[3];
    mpq_inits(g[0], g[1], g[2], NULL);
    CHECK(pieces_whole(&x).code == PERP_OK && x.count == 4, "pieces");
    piece *p;
    while (x.count > 1)
        pieces_drop(&x);
    for (int i = 0; i < 2; i++)
        CHECK(pieces_part(&x, &x.of[0], 2, &p).code == PERP_OK, "pieces");
    mpq_set_ui(g[2], 1, 1);
    CHECK(piece_zero(&x.of[1], g) && !piece_is_point(&x.of[1]), "pieces");
    for (int i = 0; i < 3; i++) {
        mpq_set_ui(*piece_at(&x.of[i], 0, 1), 1, 1);
        mpq_set_ui(*piece_at(&x.of[i], 1, 1), i < 2, 1);
        mpq_set_ui(*piece_at(&x.of[i], 2, 1), i == 1 ? 2 : 0, 1);
    }
    pieces_once(&x, 0);
    CHECK(x.count == 2, "%d pieces", x.count);
    for (int i = 0; i < 2; i++)
        CHECK(x.of[i].area.n == 3, "pieces");
    mpq_clears(g[0], g[1], g[2], NULL);
    pieces_free(&x);
}

int main(void)
{
    RUN(once);
    RUN(polygons);
    DONE;
}
