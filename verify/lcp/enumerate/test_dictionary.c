/**
# The dictionary is the system, written in another way
*/
#include "base/memory.h"
#include "systems.h"

/* Vertex and all directions satisfy r = B u + g, u with signs or not. */
static void consistent(const choices_system *s, const dictionary *d, int round)
{
    int n = s->cols, all = choices_variables(s);
    mpq_t u[12], v, w;
    mpq_inits(v, w, NULL);
    for (int j = 0; j < n; j++)
        mpq_init(u[j]);
    for (int col = -1; col < n; col++) {
        for (int j = 0; j < n; j++)
            if (col < 0)
                dictionary_value(d, j, u[j]);
            else
                dictionary_rate(d, col, j, u[j]);
        for (int k = 0; k < all; k++) {
            system_value(s, k, u, col < 0, v);
            if (col < 0)
                dictionary_value(d, k, w);
            else
                dictionary_rate(d, col, k, w);
            CHECK(mpq_equal(v, w), "round %d, column %d, variable %d", round,
                  col, k);
        }
    }
    mpq_clears(v, w, NULL);
    for (int j = 0; j < n; j++)
        mpq_clear(u[j]);
}

/* The objective at the vertex is the sum of integer rows it was made of. */
static void objective_holds(const dictionary *d, const uint8_t *in, int round)
{
    mpz_t sum;
    mpz_init(sum);
    for (int i = 0; i < d->rows; i++)
        if (in[d->basic[i]])
            mpz_add(sum, sum, dictionary_rhs(d, i));
    CHECK(mpz_cmp(sum, dictionary_rhs(d, d->rows)) == 0, "round %d", round);
    mpz_clear(sum);
}

static void random_exchanges(void)
{
    check_random r = {check_seed(81)};
    int pivots = 0;
    for (int round = 0; round < 150; round++) {
        arena a = {0};
        choices_system s;
        dictionary d, copy;
        uint8_t in[24];
        int cols = check_integer(&r, 1, 6), rows = check_integer(&r, 1, 8);
        system_random(&r, &a, cols, rows, &s);
        CHECK(dictionary_new(&a, &s, &d).code == PERP_OK, "new");
        CHECK(dictionary_room(&a, &d, &copy).code == PERP_OK, "room");
        for (int v = 0; v < cols + rows; v++)
            in[v] = (uint8_t)check_integer(&r, 0, 1);
        dictionary_objective(&d, in);
        consistent(&s, &d, round);
        for (int k = 0; k < 12; k++) {
            int i = check_integer(&r, 0, rows - 1);
            int c = check_integer(&r, 0, cols - 1);
            if (mpz_sgn(dictionary_at(&d, i, c)) == 0)
                continue;
            dictionary_pivot(&d, i, c);
            pivots++;
        }
        consistent(&s, &d, round);
        objective_holds(&d, in, round);
        dictionary_copy(&d, &copy);
        dictionary_clear(&d);
        copy.scale = NULL; /* borrowed, and gone */
        dictionary_clear(&copy);
        choices_clear(&s);
        arena_free(&a);
    }
    printf("%d exchanges\n", pivots);
    CHECK(pivots > 500, "%d", pivots);
}

static void the_budget_ends(void)
{
    check_random r = {check_seed(82)};
    arena a = {0};
    choices_system s;
    dictionary d;
    dictionary_toll toll = {.budget = 3}, late = {1000000, 1e-9, 0};
    system_random(&r, &a, 4, 6, &s);
    CHECK(dictionary_new(&a, &s, &d).code == PERP_OK, "new");
    CHECK(!dictionary_spent(&d), "no limit");
    d.toll = &toll;
    CHECK(!dictionary_spent(&d), "not yet");
    for (int c = 0; c < 4; c++)
        if (mpz_sgn(dictionary_at(&d, 0, c)) != 0) {
            dictionary_pivot(&d, 0, c);
            break;
        }
    CHECK(dictionary_spent(&d), "%ld left", toll.budget);
    CHECK(toll.pivots == 1, "%ld exchanges", toll.pivots);
    d.toll = &late; /* the clock is behind the first nanosecond */
    dictionary_pivot(&d, 0, d.where[4] - d.rows);
    CHECK(dictionary_spent(&d), "%ld left", late.budget);
    dictionary_clear(&d);
    choices_clear(&s);
    arena_free(&a);
}

int main(void)
{
    memory_adopt_gmp();
    RUN(random_exchanges);
    RUN(the_budget_ends);
    DONE;
}
