#include "check.h"

#include "lcp/solve/condense.h"

#include <math.h>

/** $x = 1$; $-2 x + 3 z_1 + z_2 + z_4 = 5$, $x + z_1 + 2 z_2 + 2 z_4 = 6$ and the second row
again; of four pairs the third is not basic and the fourth has the second's column: (1, 9/5, 8/5, 0,
0). */
static void numbers_of_a_basis(void)
{
    const double A[25] = {2,  0, 0, 0, 0, -2, 3, 1, 9, 1, 1, 1, 2,
                          -4, 2, 5, 5, 5, 5,  5, 1, 1, 2, 7, 2};
    const double b[5] = {-2, -5, -6, 3, -6};
    const double want[5] = {1, 9 / 5.0, 8 / 5.0, 0, 0};
    const uint8_t basis[4] = {1, 1, 0, 1};
    const lcp_problem p = {1, 4, A, b};
    arena a = {0};
    double z[5] = {9, 9, 9, 9, 9};
    CHECK(condense_basis(&p, basis, 1e-11, &a, z).code == 0, "solve");
    for (int i = 0; i < 5; i++)
        CHECK(fabs(z[i] - want[i]) < 1e-15, "%d: %.17g", i, z[i]);
    arena_free(&a);
}

int main(void)
{
    RUN(numbers_of_a_basis);
    DONE;
}
