#include "claims.h"
#include "lcp/claim/definite_part.h"

static int definite(const char *problem, const char *z)
{
    small_claim c = claim_of(problem, z);
    int yes = -1;
    CHECK(definite_part(&c.a, &c.p.exact, &yes).code == PERP_OK, "refused");
    claim_end(&c);
    return yes;
}

/** Edges that are known: semidefinite is not definite, skew parts say nothing, free
unknowns count. */
static void known(void)
{
    CHECK(definite("1  1/3 0", "0") == 1, "1/3");
    CHECK(definite("1  0 0", "0") == 0, "0");
    CHECK(definite("2  1 -1 -1 1  0 0", "0 0") == 0, "semidefinite");
    CHECK(definite("2  1 -1 -1 0x1.0000000000001p0  0 0", "0 0") == 1, "just");
    CHECK(definite("2  1 -7 7 1  0 0", "0 0") == 1, "a skew part");
    CHECK(definite("2  1 3 0 1  0 0", "0 0") == 0, "not by its diagonal");
    CHECK(definite("free 1 1  0 1 -1 1  0 0", "0 0") == 0, "a free unknown");
}

/** L L' plus a skew part is definite just when no diagonal entry of the triangle L is
0: x'A x = |L'x|^2. */
static void random_ones(void)
{
    check_random r = {check_seed(17)};
    char text[2048];
    int yes = 0, no = 0;
    for (int round = 0; round < 400; round++) {
        int n = check_integer(&r, 1, 4), at, singular = check_integer(&r, 0, 2);
        int L[4][4] = {{0}}, A[4][4];
        for (int i = 0; i < n; i++)
            for (int j = 0; j <= i; j++)
                L[i][j] = i == j ? 1 + check_integer(&r, 0, 2)
                                 : check_integer(&r, -2, 2);
        if (singular == 0)
            L[n - 1][n - 1] = 0;
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++) {
                A[i][j] = i > j ? 3 : i < j ? -3 : 0;
                for (int k = 0; k < n; k++)
                    A[i][j] += L[i][k] * L[j][k];
            }
        at = snprintf(text, sizeof text, "%d", n);
        for (int e = 0; e < n * n; e++)
            at += snprintf(text + at, sizeof text - (size_t)at, " %d/7",
                           A[e / n][e % n]);
        snprintf(text + at, sizeof text - (size_t)at, " 0 0 0 0");
        text[at + 2 * n] = '\0';
        int found = definite(text, "0 0 0 0");
        CHECK(found == (singular != 0), "%s: %d", text, found);
        yes += found;
        no += !found;
    }
    CHECK(yes > 100 && no > 50, "%d and %d", yes, no);
}

int main(void)
{
    RUN(known);
    RUN(random_ones);
    DONE;
}
