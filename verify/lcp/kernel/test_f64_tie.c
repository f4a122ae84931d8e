/**
# Ties in doubles, by hand
*/
#include "check.h"

#include "base/memory.h"
#include "lcp/kernel/f64_tie.h"

#include <math.h>

static const tableau_f64_rules rules = {1e-11, 1e-12};

static void fresh(arena *a, tableau_f64 *t)
{
    static const double A[16] = {0}, b[4] = {0};
    CHECK(tableau_f64_new(a, 0, 4, rules, t).code == 0, "new");
    tableau_f64_load(t, A, b, NULL);
}

/** At the start every $w_i$ is basic, row $i$ has its own power of epsilon, and
the highest power is the smallest. */
static void the_last_row_is_lowest(void)
{
    arena a = {0};
    tableau_f64 t;
    double column[4] = {-1, -2, -1, -3};
    fresh(&a, &t);
    t.among[0] = 0xb; /* rows 0, 1 and 3 */
    CHECK(f64_pick(&t, column, TABLEAU_NONE) == 3, "powers of epsilon");
    CHECK(f64_pick(&t, column, 1) == 1, "the one preferred");
    CHECK(f64_pick(&t, column, 2) == 3, "not among them");
    t.among[0] = 0;
    CHECK(f64_pick(&t, column, 1) == TABLEAU_BROKEN, "nobody");
    arena_free(&a);
}

/** With $w_2$ nonbasic its column, with the other sign, is the power's: ratios
$-1/1$, $0$ and $3/3$ in rows 0, 1, 3; a column of the same ratios leaves the
verdict to the next power. */
static void a_column_decides(void)
{
    arena a = {0};
    tableau_f64 t;
    double column[4] = {-1, -2, -1, -3};
    double power[4] = {1, 0, 5, -3}, same[4] = {1, 2, 5, 3};
    fresh(&a, &t);
    tableau_exchange(&t.head, 2, 0);
    t.among[0] = 0xa; /* the first two powers leave row 3 or row 1 */
    memcpy(tableau_f64_column(&t, 0), power, sizeof power);
    CHECK(f64_pick(&t, column, TABLEAU_NONE) == 3, "w_1 is basic in row 1");
    tableau_exchange(&t.head, 2, 0);
    tableau_exchange(&t.head, 0, 1); /* now w_0 stands in column 1 */
    memcpy(tableau_f64_column(&t, 1), power, sizeof power);
    CHECK(f64_pick(&t, column, TABLEAU_NONE) == 1, "0 is less than 1");
    t.among[0] = 0xb;
    CHECK(f64_pick(&t, column, TABLEAU_NONE) == 0, "-1 is less than 0");
    memcpy(tableau_f64_column(&t, 1), same, sizeof same);
    CHECK(f64_pick(&t, column, TABLEAU_NONE) == 0, "w_1 and w_3 drop theirs");
    arena_free(&a);
}

/** A difference of the order of rounding is none. */
static void noise_ties(void)
{
    arena a = {0};
    tableau_f64 t;
    double column[4] = {-1, -1, -1, -1}, power[4] = {-1, -1, 0, -1 - 1e-13};
    fresh(&a, &t);
    t.among[0] = 0xb;
    tableau_exchange(&t.head, 2, 0);
    tableau_exchange(&t.head, 0, 1);
    memcpy(tableau_f64_column(&t, 1), power, sizeof power);
    CHECK(f64_pick(&t, column, TABLEAU_NONE) == 0, "all tie");
    power[0] = -1 - 1e-11;
    memcpy(tableau_f64_column(&t, 1), power, sizeof power);
    CHECK(f64_pick(&t, column, TABLEAU_NONE) == 3, "no tie: 0 is out");
    arena_free(&a);
}

static void nobody_falls(void)
{
    arena a = {0};
    tableau_f64 t;
    double up[4] = {0, 1, 0, 2}, noise[4] = {0, 1, -1e-13, 0};
    double down[4] = {0, -1, 0, 0}, nan[4] = {0, 0, (double)NAN, 0};
    fresh(&a, &t);
    CHECK(f64_unblocked(&t, up) == TABLEAU_NONE, "a ray");
    CHECK(f64_unblocked(&t, noise) == TABLEAU_NONE, "below the threshold");
    CHECK(f64_unblocked(&t, down) == TABLEAU_BROKEN, "a ratio was lost");
    CHECK(f64_unblocked(&t, nan) == TABLEAU_BROKEN, "NaN");
    arena_free(&a);
}

int main(void)
{
    memory_adopt_gmp();
    RUN(the_last_row_is_lowest);
    RUN(a_column_decides);
    RUN(noise_ties);
    RUN(nobody_falls);
    DONE;
}
