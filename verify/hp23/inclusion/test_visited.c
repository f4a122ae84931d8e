/**
# Vectors, each once
*/
#include "base/memory.h"
#include "check.h"
#include "hp23/inclusion/visited.h"
#include "number/rational.h"

/** Ten thousand draws of a hundred different keys, beside a table by hand. */
static void each_once(void)
{
    arena a = {0};
    visited v;
    check_random r = {check_seed(5)};
    int place[100], fresh, count = 0;
    CHECK(visited_new(&a, 3, 2, 90, &v).code == PERP_OK, "room");
    for (int k = 0; k < 100; k++)
        place[k] = -1;
    for (int n = 0; n < 10000; n++) {
        const int k = check_integer(&r, 0, 99);
        mpq_t *x = rational_array(&a, 3);
        mpq_set_si(x[0], k / 10 - 5, 7);
        mpq_set_si(x[1], 2 * (k % 10), 4);
        mpq_set_si(x[2], n, 1); /* no part of the key */
        mpq_canonicalize(x[1]);
        const int full = place[k] < 0 && count == 90;
        const int at = visited_keep(&v, x, &fresh);
        CHECK(fresh == (place[k] < 0 && !full), "key %d", k);
        if (fresh)
            place[k] = count++;
        CHECK(at == (full ? -1 : place[k]), "key %d at %d", k, at);
    }
    CHECK(v.count == 90 && count == 90, "%d vectors", v.count);
    visited_clear(&v);
    arena_free(&a);
}

int main(void)
{
    each_once();
    DONE;
}
