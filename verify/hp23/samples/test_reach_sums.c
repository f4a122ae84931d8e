/** # Sums of blocks: those of a table that is counted row by row */
#include "check.h"
#include "hp23/samples/reach_table.h"

#include <math.h>

enum { P = 2, R = 2, MOST = 900, BLOCKS = 5 };

/* Samples with speeds that are short numbers, so that some are the least or the
   largest more than once; one in `late` has not ended. */
typedef struct {
    double v[MOST], u[MOST * (P + R)];
    int lcps[MOST];
    uint8_t ended[MOST];
    uint64_t mode[MOST];
    halm_posa_samples s;
} block;

static void draw(check_random *r, int count, int late, int modes, block *k)
{
    k->s = (halm_posa_samples){
        .v = k->v, .u = k->u, .lcps = k->lcps, .ended = k->ended};
    for (int i = 0; i < count; i++) {
        for (int j = 0; j < P + R; j++)
            k->u[i * (P + R) + j] = check_integer(r, -9, 9);
        k->v[i] = 0;
        k->lcps[i] = check_integer(r, 0, 40);
        k->ended[i] = check_integer(r, 1, late) != 1;
        k->mode[i] = (uint64_t)check_integer(r, 1, modes);
    }
}

static void add_rows(reach_table *t, const block *k, uint64_t first, int count)
{
    for (int i = 0; i < count; i++)
        reach_table_row(t, &(reach_row){k->v + i, k->u + i * (P + R),
                                        k->lcps[i], k->ended[i],
                                        first + (uint64_t)i, k->mode[i]});
}

static void same(const reach_table *x, const reach_table *y)
{
    CHECK(x->rows == y->rows && x->samples == y->samples && x->ends == y->ends &&
              x->unfinished == y->unfinished,
          "counts");
    CHECK(x->lcps == y->lcps && x->squares == y->squares && x->last == y->last,
          "problems");
    for (int i = 0; i < P + R; i++)
        CHECK(x->low[i] == y->low[i] && x->high[i] == y->high[i], "range %d",
              i);
    CHECK(x->modes.count == y->modes.count &&
              x->modes.others == y->modes.others,
          "%d modes, %d", x->modes.count, y->modes.count);
    for (int i = 0; i < x->modes.count && i < y->modes.count; i++)
        CHECK(x->modes.mode[i].code == y->modes.mode[i].code &&
                  x->modes.mode[i].samples == y->modes.mode[i].samples,
              "mode %d", i);
}

/* Two tables of the same blocks, one of which gets sums where they stand for
   the rows. The number of blocks that did. */
static int compare(check_random *r, int late, int modes)
{
    static const char *name[] = {"v.x",  "vn.A", "vn.B",  "vt.A",  "vt.B",
                                 "mode", "lcps", "ended", "sample"};
    arena a = {0};
    reach_table by_rows, by_sums;
    reach_sums sums;
    block k;
    int used = 0;
    uint64_t first = 7;
    CHECK(reach_table_new(&a, 1, P, R, name, &by_rows).code == PERP_OK &&
              reach_table_new(&a, 1, P, R, name, &by_sums).code == PERP_OK &&
              reach_sums_new(&a, P + R, MOST, &sums).code == PERP_OK,
          "room");
    for (int i = 0; i < BLOCKS; i++) {
        const int count = i == 3 ? 0 : check_integer(r, 1, MOST);
        draw(r, count, late, modes, &k);
        reach_sums_of(&k.s, count, k.mode, &sums);
        add_rows(&by_rows, &k, first, count);
        used += reach_table_sums(&by_sums, &sums);
        if (reach_table_sums(&by_sums, &sums))
            reach_table_add(&by_sums, &sums, first);
        else
            add_rows(&by_sums, &k, first, count);
        same(&by_rows, &by_sums);
        first += (uint64_t)count;
    }
    arena_free(&a);
    return used;
}

/* Some modes, more than there is room for in the table, all or none ended. */
static void tables_agree(void)
{
    check_random r = {check_seed(41)};
    for (int round = 0; round < 60; round++) {
        const int modes = round % 3 == 0 ? 3 : round % 3 == 1 ? 200 : 3000,
                  late = round % 4 == 0 ? 1 : round % 4 == 1 ? 1000000 : 5;
        CHECK(compare(&r, late, modes) == BLOCKS, "sums are not used");
    }
}

/* Rows that are written, ends of trees, and a block with more modes than it
   has told apart, are no sums'. */
static void when_rows_are_asked(void)
{
    static const char *name[] = {"v.x",  "vn.A", "vn.B",  "vt.A",  "vt.B",
                                 "mode", "lcps", "ended", "sample"};
    enum { MANY = REACH_MODES + 5 };
    arena a = {0};
    reach_table t;
    reach_sums sums;
    uint64_t mode[MANY];
    CHECK(reach_table_new(&a, 1, P, R, name, &t).code == PERP_OK &&
              reach_sums_new(&a, P + R, MANY, &sums).code == PERP_OK,
          "room");
    halm_posa_samples s = {.u = arena_take(&a, MANY * (P + R), sizeof *s.u),
                           .lcps = arena_take(&a, MANY, sizeof *s.lcps),
                           .ended = arena_take(&a, MANY, 1)};
    for (int i = 0; i < MANY; i++) {
        mode[i] = (uint64_t)i;
        s.ended[i] = 1;
    }
    reach_sums_of(&s, MANY, NULL, &sums);
    CHECK(reach_table_sums(&t, &sums) && sums.modes.count == 0, "no modes");
    reach_sums_of(&s, MANY, mode, &sums);
    CHECK(!reach_table_sums(&t, &sums) && sums.modes.others == 5, "%d more",
          (int)sums.modes.others);
    reach_sums_of(&s, REACH_MODES, mode, &sums);
    CHECK(reach_table_sums(&t, &sums), "all have a place");
    t.tree = 1;
    CHECK(!reach_table_sums(&t, &sums), "a tree");
    t.tree = 0;
    t.csv = stdout;
    CHECK(!reach_table_sums(&t, &sums), "a file");
    arena_free(&a);
}

int main(void)
{
    RUN(tables_agree);
    RUN(when_rows_are_asked);
    DONE;
}
