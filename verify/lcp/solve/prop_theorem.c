/**
# Theorem 2.1 at size

Problems (19) with everything the theorem allows at once: a mass whose
antisymmetric part is as large as its symmetric one, equations that repeat each
other, a copositive N that is neither symmetric nor positive semidefinite, and b
>= 0 with many zeros.
*/
#include "check.h"

#include "base/memory.h"
#include "lcp/problem/lcp_claim.h"
#include "lcp/solve/climb.h"

typedef struct {
    int x, y, n; /* unknowns, equations, pairs */
} sizes;

typedef struct {
    sizes z;
    int all;
    double *A, *b;
    double skew, even; /* Frobenius norms squared of M's two parts */
} problem;

static double *at(problem *p, int i, int j)
{
    return p->A + i * p->all + j;
}

/* A low-rank-plus-diagonal symmetric part, then an antisymmetric one of entries
   as large. */
static void put_mass(check_random *r, problem *p)
{
    const int n = p->z.x;
    for (int k = 0; k < 3; k++) {
        int g[64];
        for (int i = 0; i < n; i++)
            g[i] = check_integer(r, -2, 2);
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++)
                *at(p, i, j) += g[i] * g[j];
    }
    for (int i = 0; i < n; i++)
        *at(p, i, i) += 1 + check_integer(r, 0, 3);
    p->even = p->skew = 0;
    for (int i = 0; i < n * n; i++)
        p->even += *at(p, i / n, i % n) * *at(p, i / n, i % n);
    while (p->skew < p->even && n > 1) {
        p->skew = 0;
        for (int i = 0; i < n; i++)
            for (int j = 0; j < i; j++) {
                double k = check_integer(r, -6, 6);
                double was = (*at(p, i, j) - *at(p, j, i)) / 2 + k;
                *at(p, i, j) += k;
                *at(p, j, i) -= k;
                p->skew += 2 * was * was;
            }
    }
}

static void put_column(problem *p, int c, const double *g)
{
    for (int i = 0; i < p->z.x; i++) {
        *at(p, i, c) = -g[i];
        *at(p, c, i) = g[i];
    }
}

/* F: the last third of its columns are combinations of the others. */
static void put_rows(check_random *r, problem *p)
{
    const int own = p->z.y - p->z.y / 3;
    double g[64];
    for (int c = 0; c < p->z.y + p->z.n; c++) {
        int one = check_integer(r, 0, own > 0 ? own - 1 : 0);
        int two = check_integer(r, 0, own > 0 ? own - 1 : 0);
        int again = c >= own && c < p->z.y;
        for (int i = 0; i < p->z.x; i++) {
            g[i] = check_integer(r, 0, 2) ? 0 : check_integer(r, -3, 3);
            if (again)
                g[i] = *at(p, p->z.x + one, i) - 2 * *at(p, p->z.x + two, i);
        }
        put_column(p, p->z.x + c, g);
    }
}

/* N = g g' (semidefinite) + antisymmetric + nonnegative entries. */
static void put_copositive(check_random *r, problem *p)
{
    const int f = p->z.x + p->z.y;
    int g[64];
    for (int i = 0; i < p->z.n; i++)
        g[i] = check_integer(r, 0, 3) ? 0 : check_integer(r, -2, 2);
    for (int i = 0; i < p->z.n; i++)
        for (int j = 0; j < p->z.n; j++) {
            int s = check_integer(r, 0, 7) ? 0 : check_integer(r, -2, 2);
            *at(p, f + i, f + j) += g[i] * g[j] + (i < j ? s : 0);
            *at(p, f + j, f + i) -= i < j ? s : 0;
            *at(p, f + i, f + j) += check_integer(r, 0, 5) ? 0 : 1;
        }
}

static void make(check_random *r, sizes z, problem *p)
{
    *p = (problem){.z = z, .all = z.x + z.y + z.n};
    p->A = calloc((size_t)(p->all * p->all), sizeof *p->A);
    p->b = calloc((size_t)p->all, sizeof *p->b);
    put_mass(r, p);
    put_rows(r, p);
    put_copositive(r, p);
    for (int i = 0; i < z.x; i++)
        p->b[i] = check_integer(r, -9, 9);
    for (int i = z.x + z.y; i < p->all; i++)
        p->b[i] = check_integer(r, 0, 1) ? 0 : check_integer(r, 0, 3);
}

/** Solved by Lemke and verified exactly, row by row, every one of them; up to
60 pairs, 40 unknowns, 15 equations. Verifies AP02 (Thm2.1), (Thm2.2). */
static void every_problem_is_solved(void)
{
    check_random rng = {check_seed(1900)};
    int largest = 0, solved = 0, fallbacks = 0;
    long moved = 0;
    for (int trial = 0; trial < 300; trial++) {
        const int n = 1 + trial % 60;
        sizes z = {check_integer(&rng, 2, 4 + 3 * n / 5), 0, n};
        z.y = check_integer(&rng, 0, z.x / 3 + 1);
        arena a = {0};
        problem p;
        make(&rng, z, &p);
        lcp_problem near = {z.x + z.y, z.n, p.A, p.b};
        lcp_exact_problem exact;
        lcp_claim c;
        CHECK(p.skew >= p.even, "the antisymmetric part is smaller");
        CHECK(lcp_exact_problem_new(&a, &near, &exact).code == PERP_OK &&
                  lcp_claim_new(&a, near.free, z.n, &c).code == PERP_OK,
              "memory");
        ladder_question q = {.p = &exact};
        perp_status s = climb_decide(&near, &q, &a, &c, NULL);
        CHECK(s.code == PERP_OK && c.outcome == LCP_SOLVED,
              "trial %d, n = %d: %s", trial, n, s.message);
        CHECK(lcp_claim_check(&exact, &c, NULL).code == PERP_OK, "trial %d",
              trial);
        for (int i = near.free; i < p.all; i++)
            moved += mpz_sgn(c.Z[i]) != 0;
        solved += c.outcome == LCP_SOLVED;
        fallbacks += c.fallback;
        largest = n > largest ? n : largest;
        lcp_claim_clear(&c);
        lcp_exact_problem_clear(&exact);
        free(p.A);
        free(p.b);
        arena_free(&a);
    }
    printf("%d solved and verified, up to n = %d; %d by exact Lemke; %ld "
           "positive multipliers\n",
           solved, largest, fallbacks, moved);
    CHECK(solved == 300 && largest == 60 && moved > 1500, "too easy");
    VERIFIES("AP02 (Thm2.1), (Thm2.2)");
}

int main(void)
{
    memory_adopt_gmp();
    RUN(every_problem_is_solved);
    DONE;
}
