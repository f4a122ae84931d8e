/** # One order, whatever order a list was found in */
#include "hp23.h"
#include "hp23/impact/ranked.h"

/* Outcomes of the block, speeds (vn_A, vn_B, slip, slip), put in turn from
   number `first` on; then their order. */
static void order(hp23 *t, int first, int step, int *out)
{
    /* v = (x, y, w): vn = y -+ w/2 of the corners, slip = x + w. The second
       has more vn_A than the first by 1.5e-11 m/s, and less vn_B. */
    static const double v[4][3] = {
        {0, 0.25, 0.5},
        {0, 0.25 - 0x1p-9 + 0x1p-37, 0.5 - 0x1p-8 - 0x1p-36},
        {0, -0.5, 0},
        {0, -0.5, 0x1p-40}};
    outcomes list = {.nv = 3};
    mpq_t *x = rational_array(&t->a, 3);
    for (int i = 0; i < 4; i++) {
        rational_of_doubles(3, v[(first + i * step) % 4], x);
        CHECK(outcomes_add(&t->a, &list, (const mpq_t *)x, 1).code == 0, "add");
    }
    CHECK(ranked_outcomes(&t->a, &t->x, &list).code == 0, "ranked");
    int at = 0;
    for (const outcome *o = list.first; o != NULL; o = o->next) {
        out[at] = -1;
        for (int i = 0; i < 4; i++)
            if (mpq_get_d(o->v[1]) == v[i][1] && mpq_get_d(o->v[2]) == v[i][2])
                out[at] = i;
        at++;
    }
    CHECK(at == 4 && list.last->next == NULL, "%d outcomes", at);
    outcomes_clear(&list);
    rational_clear(x, 3);
}

/* By the first speed that differs by more than 1e-8 of the largest change, whatever
   the list's order; those that differ by less in every speed stay as found. */
static void one_order(void)
{
    hp23 t;
    hp23_load(&t, "rocking_block");
    for (int first = 0; first < 4; first++)
        for (int step = 1; step < 4; step += 2) {
            int at[4];
            order(&t, first, step, at);
            CHECK(at[0] + at[1] == 5 && at[0] >= 2, "%d %d first", at[0],
                  at[1]);
            CHECK(at[2] == 1 && at[3] == 0, "then %d %d", at[2], at[3]);
        }
    hp23_clear(&t);
}

int main(void)
{
    memory_adopt_gmp();
    RUN(one_order);
    DONE;
}
