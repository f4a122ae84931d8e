/**
# Feasible, or proven not to be
*/
#include "base/memory.h"
#include "systems.h"

typedef struct {
    arena a;
    choices_system s;
    dictionary d;
    mpz_t y[12];
    int walls, zeros, positives, lines;
} trial;

/* Does the vertex have the signs that the dictionary promises? */
static void vertex_fits(trial *t, int round)
{
    mpq_t u[12], v;
    mpq_init(v);
    for (int j = 0; j < t->s.cols; j++) {
        mpq_init(u[j]);
        dictionary_value(&t->d, j, u[j]);
    }
    for (int k = 0; k < choices_variables(&t->s); k++) {
        system_value(&t->s, k, u, 1, v);
        int sign = t->d.sign[k], value = mpq_sgn(v);
        CHECK(sign == CHOICES_FREE || value == 0 ||
                  (value > 0 && sign == CHOICES_NONNEGATIVE),
              "round %d: variable %d", round, k);
    }
    mpq_clear(v);
    for (int j = 0; j < t->s.cols; j++)
        mpq_clear(u[j]);
}

/* A wall is proven; no wall has a vertex. */
static int settled(trial *t, simplex_wall wall, int round)
{
    CHECK(wall.row != SIMPLEX_SPENT, "round %d", round);
    if (wall.row == SIMPLEX_NONE) {
        vertex_fits(t, round);
        return 1;
    }
    simplex_wall_proof(&t->d, wall, t->y);
    CHECK(system_proof(&t->s, t->d.sign, t->y, NULL) < 0, "round %d: a wall",
          round);
    t->walls++;
    return 0;
}

/* Everything is seen positive, or proven to be zero. */
static void closure(trial *t, int round)
{
    uint8_t positive[24] = {0}, in[24] = {0}, shown[24];
    int found = 1;
    simplex_at_vertex(&t->d, positive);
    while (found) {
        int any = 0;
        for (int v = 0; v < choices_variables(&t->s); v++) {
            in[v] = t->d.sign[v] == CHOICES_NONNEGATIVE && !positive[v];
            any |= in[v];
        }
        found = any ? simplex_improve(&t->d, in, positive) : 0;
        if (any && !found) {
            simplex_zero_proof(&t->d, in, t->y);
            CHECK(system_proof(&t->s, t->d.sign, t->y, shown) == 0,
                  "round %d: zeros", round);
            for (int v = 0; v < choices_variables(&t->s); v++) {
                t->zeros += in[v];
                CHECK(!in[v] || shown[v], "round %d: variable %d", round, v);
                CHECK(!positive[v] || !shown[v] || t->d.sign[v] == CHOICES_ZERO,
                      "round %d: both positive and zero", round);
            }
        }
    }
    vertex_fits(t, round);
    for (int v = 0; v < choices_variables(&t->s); v++)
        t->positives += positive[v];
}

/* No free unknown that is left over moves a row. */
static int determined(const dictionary *d)
{
    for (int j = 0; j < d->cols; j++)
        for (int i = 0; i < d->rows; i++)
            if (d->sign[d->nonbasic[j]] == CHOICES_FREE &&
                d->basic[i] >= d->cols && mpz_sgn(dictionary_at(d, i, j)) != 0)
                return 0;
    return 1;
}

static void random_systems(void)
{
    check_random r = {check_seed(83)};
    trial t = {0};
    for (int i = 0; i < 12; i++)
        mpz_init(t.y[i]);
    for (int round = 0; round < 600; round++) {
        t.a = (arena){0};
        system_random(&r, &t.a, check_integer(&r, 1, 5),
                      check_integer(&r, 1, 7), &t.s);
        CHECK(dictionary_new(&t.a, &t.s, &t.d).code == PERP_OK, "new");
        int alive = settled(&t, simplex_start(&t.d), round) && determined(&t.d);
        for (int k = 0; alive && k < 4; k++) {
            int v = check_integer(&r, 0, choices_variables(&t.s) - 1);
            int line =
                !dictionary_basic(&t.d, v) && t.d.sign[v] == CHOICES_FREE;
            t.lines += line;
            closure(&t, round);
            if (!line)
                alive = settled(&t,
                                simplex_restrict(&t.d, v,
                                                 k % 2 ? CHOICES_ZERO
                                                       : CHOICES_NONNEGATIVE),
                                round);
        }
        dictionary_clear(&t.d);
        choices_clear(&t.s);
        arena_free(&t.a);
    }
    printf("%d walls, %d proven zeros, %d positive\n", t.walls, t.zeros,
           t.positives);
    CHECK(t.walls > 100 && t.zeros > 100 && t.positives > 100, "too easy");
    for (int i = 0; i < 12; i++)
        mpz_clear(t.y[i]);
}

int main(void)
{
    memory_adopt_gmp();
    RUN(random_systems);
    DONE;
}
