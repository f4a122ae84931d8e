#include "claims.h"
#include "lcp/claim/backward_program.h"

#include <math.h>

/* Proposes for a problem of positive z. */
static int propose(const char *problem, const char *z, double *d,
                   double *weight, int *programs, double *need)
{
    small_claim c = claim_of(problem, z);
    backward_sums s;
    mpq_t data;
    int found = -1, row;
    mpq_init(data);
    CHECK(backward_sums_new(&c.a, &c.p.exact, &s).code == PERP_OK, "memory");
    for (int i = 0; i < c.m; i++) {
        d[i] = weight[i] = 0;
        s.kept[i] = mpq_sgn(c.z[i]) > 0;
        mpq_set(s.z[i], c.z[i]);
    }
    backward_sums_fill(&c.a, &s);
    backward_sums_need(&s, data, &row);
    *need = mpq_get_d(data);
    *programs = 0;
    CHECK(backward_propose(&c.a, &s, data, d, weight, programs, &found).code ==
              PERP_OK,
          "refused");
    backward_sums_clear(&s);
    mpq_clear(data);
    claim_end(&c);
    return found;
}

/** z - 1 = 0 at z = 1 + x: of a, b and z each changes by e with (1 - e)^2 (1 + x) =
1 + e, so e = x / 3 to first order, and one program finds it; for x = 3 the root is
(9 - sqrt(33)) / 8, with d = -e. */
static void one_row(void)
{
    double d[2], weight[2], need;
    int programs;
    CHECK(propose("1  1 -1", "0x1.0000000000001p0", d, weight, &programs,
                  &need) == 1,
          "no proposal");
    CHECK(fabs(need * 0x1p53 - 1) < 1e-14, "need %g", need);
    CHECK(fabs(d[0] * need * 3 * 0x1p52 + 1) < 1e-12 && programs == 1,
          "d = %g, %d", d[0], programs);
    CHECK(weight[0] > 0, "the row is too large");
    CHECK(propose("1  1 -1", "4", d, weight, &programs, &need) == 1, "none");
    CHECK(fabs(d[0] * need + (9 - sqrt(33)) / 8) < 1e-12 && programs > 1,
          "d = %.17g, %d", d[0], programs);
}

/** Two rows that pull one unknown both ways: it can help neither, and the change
is that of A and b alone. A row that is far from wrong has no weight. */
static void two_rows(void)
{
    double d[2], weight[2], need;
    int programs;
    CHECK(propose("2  1 0  -1 0  -2 0", "1 0", d, weight, &programs, &need) ==
              1,
          "none");
    CHECK(fabs(need - 1) < 1e-15, "need %g: row 2 is -1 of size 1", need);
    CHECK(propose("2  1 0  1 0  -2 1000", "1 0", d, weight, &programs, &need) ==
              1,
          "none");
    CHECK(weight[1] == 0 && weight[0] < 0, "weights %g %g", weight[0],
          weight[1]);
}

int main(void)
{
    RUN(one_row);
    RUN(two_rows);
    DONE;
}
