#include "claims.h"
#include "lcp/claim/own_basis.h"

/* Solves? With the distance and where it is largest. */
static void ask(const char *problem, const char *z, const char *tolerance,
                int solves, const char *distance, int farthest)
{
    small_claim c = claim_of(problem, z);
    given_point g;
    uint8_t basis[8];
    ladder_limits none = {0};
    int found = -1;
    mpq_t t;
    mpq_init(t);
    literal_ratio(tolerance, strlen(tolerance), t);
    CHECK(given_point_new(&c.a, c.m, &g).code == PERP_OK, "memory");
    perp_status s = own_basis_find(&c.a, &c.p.exact, (const mpq_t *)c.z, t,
                                   &none, basis, &found, &g);
    CHECK(s.code == PERP_OK && found == solves, "%s at %s: %d", problem, z,
          found);
    if (solves)
        CHECK(is_number(g.distance[g.farthest], distance) &&
                  g.farthest == farthest,
              "%s: not %s in %d", z, distance, farthest);
    given_point_clear(&g);
    mpq_clear(t);
    claim_end(&c);
}

/** The solution of (2 1; 1 2), (-5, -6) is (4/3, 7/3), that of its other bases
is none; the tolerance says what is basic; a free unknown always is. */
static void known(void)
{
    const char *two = "2  2 1  1 2  -5 -6";
    ask(two, "1 2", "0", 1, "1/3", 0);
    ask(two, "4/3 2", "0", 1, "1/3", 1);
    ask(two, "0 3", "0", 0, NULL, 0);
    ask(two, "1/2 3", "1/2", 0, NULL, 0);
    ask("1  1 2", "1/8", "1/8", 1, "1/8", 0);
    ask("1  1 2", "1/8", "0", 0, NULL, 0);
    ask("free 1 1  1 1  1 0  0 1", "-3 2", "0", 1, "2", 0);
}

/** Singular bases: with a solution one of them is found, without one none. */
static void singular(void)
{
    ask("2  1 1  1 1  -1 -1", "1 1", "0", 1, "1", 1);
    ask("2  1 1  1 1  -1 -2", "1 1", "0", 0, NULL, 0);
}

int main(void)
{
    RUN(known);
    RUN(singular);
    DONE;
}
