#include "claims.h"
#include "lcp/claim/nearest_face.h"

static nearest_face find(small_claim *c, enumerate_options o)
{
    nearest_face f;
    perp_status s = nearest_face_find(&c->a, &c->p.exact, (const mpq_t *)c->z,
                                      &o, NULL, &f);
    CHECK(s.code == PERP_OK, "%s", s.message);
    return f;
}

static void ask(const char *problem, const char *z, const char *distance)
{
    small_claim c = claim_of(problem, z);
    nearest_face f = find(&c, (enumerate_options){0});
    CHECK((f.outcome == NEAREST_FOUND) == (distance != NULL), "%s", problem);
    if (distance != NULL)
        CHECK(is_number(f.point.distance[f.point.farthest], distance),
              "%s from %s: not %s", problem, z, distance);
    nearest_face_clear(&f);
    claim_end(&c);
}

/** A ray z_1 = z_2 >= 0: its nearest point to (a, b) is ((a + b)/2, (a + b)/2), or
0. A quadrant: what is negative. Two points. A line of a free unknown that
nothing holds. None. */
static void closed_forms(void)
{
    const char *ray = "2  1 -1  -1 1  0 0";
    ask(ray, "1 3", "1");
    ask(ray, "1/3 1/7", "2/21");
    ask(ray, "-5 1", "5");
    ask(ray, "-1 5", "3");
    ask("2  0 0  0 0  0 0", "-1/3 7", "1/3");
    ask("1  -1 1", "1/3", "1/3");
    ask("1  -1 1", "2/3", "1/3");
    ask("1  -1 -1", "1", NULL);
    ask("free 2 1  1 1 0  2 2 0  0 0 1  -2 -4 0", "0 0 0", "1");
}

/** Where the matrix is definite the one solution is found without a tree, of thirty
pairs as of one: A = 2 + a skew part, whose solution is planted. */
static void definite(void)
{
    check_random r = {check_seed(3)};
    static int A[30][30], x[30];
    static char problem[16384], z[512];
    int at = snprintf(problem, sizeof problem, "30"), end = 0;
    for (int i = 0; i < 30; i++) {
        x[i] = check_integer(&r, -3, 3); /* z_i, or -w_i */
        for (int j = 0; j < i; j++)
            A[j][i] = -(A[i][j] = check_integer(&r, -2, 2));
        A[i][i] = 2;
    }
    for (int e = 0; e < 900; e++)
        at += snprintf(problem + at, sizeof problem - (size_t)at, " %d",
                       A[e / 30][e % 30]);
    for (int i = 0; i < 30; i++) { /* b = w - A z */
        int b = x[i] < 0 ? -x[i] : 0;
        for (int j = 0; j < 30; j++)
            b -= A[i][j] * (x[j] > 0 ? x[j] : 0);
        at += snprintf(problem + at, sizeof problem - (size_t)at, " %d", b);
        end += snprintf(z + end, sizeof z - (size_t)end, "%d ",
                        (x[i] > 0 ? x[i] : 0) + (i == 7));
    }
    small_claim c = claim_of(problem, z);
    nearest_face f = find(&c, (enumerate_options){0});
    CHECK(f.outcome == NEAREST_FOUND && f.nodes == 0 && f.faces == 1, "found");
    CHECK(is_number(f.point.distance[7], "1") && f.point.farthest == 7,
          "the planted one");
    nearest_face_clear(&f);
    claim_end(&c);
}

/** Beyond thirty pairs, and behind a limit, nothing is said. */
static void undecided(void)
{
    char problem[4096] = "31", z[256] = "";
    for (int i = 0; i < 31 * 31; i++)
        strcat(problem, i % 32 == 0 ? " 1" : " 0");
    for (int i = 0; i < 31; i++) {
        strcat(problem, " -1");
        strcat(z, "1 ");
    }
    small_claim c = claim_of(problem, z);
    nearest_face f = find(&c, (enumerate_options){0});
    CHECK(f.outcome == NEAREST_UNDECIDED && strstr(f.why, "30") != NULL, "%s",
          f.why);
    nearest_face_clear(&f);
    claim_end(&c);
    c = claim_of("2  -1 0  0 -1  1 1", "1/3 1/3");
    f = find(&c, (enumerate_options){.nodes = 2});
    CHECK(f.outcome == NEAREST_UNDECIDED && strstr(f.why, "2 nodes") != NULL,
          "%s", f.why);
    nearest_face_clear(&f);
    claim_end(&c);
}

int main(void)
{
    RUN(closed_forms);
    RUN(definite);
    RUN(undecided);
    DONE;
}
