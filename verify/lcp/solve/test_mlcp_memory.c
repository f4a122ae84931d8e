/**
# Each request of the ladder to its arena refused

An arena asks the heap once for many requests. So it is filled up to some bytes before the
ladder gets it, more of them each time: every request is once the first that finds no room,
and that one the heap refuses. What asks the heap itself, the exact rungs, is refused by
its number.
*/
#include "check.h"
#include "lcp/solve/mlcp.h"

#include <math.h>

enum { BLOCK = 1 << 16, MOST = 6 }; /* bytes of a block; rows */

static int refused, climbs, tries;

/* With `left` bytes in the block, and the k-th request to the heap refused: LIMIT, or the
   same answer as ever. */
static perp_code squeezed(const lcp_problem *p, const lcp_answer *right,
                          size_t left, size_t k)
{
    const size_t n = (size_t)(p->free + p->n);
    arena a = {0};
    lcp_answer x;
    int climbed;
    CHECK(arena_take_any(&a, BLOCK - left, 1) != NULL, "filled");
    memory_refuse(k);
    perp_status s = lcp_answer_new(&a, p->free, p->n, &x);
    if (s.code == PERP_OK)
        s = mlcp_solve(p, &mlcp_defaults, &a, &x, &climbed);
    memory_refuse(0);
    tries++;
    refused += s.code == PERP_LIMIT;
    CHECK(s.code == PERP_LIMIT ||
              (s.code == PERP_OK && x.outcome == right->outcome &&
               memcmp(x.z, right->z, n * sizeof *x.z) == 0),
          "%zu bytes, request %zu: %d", left, k, (int)s.code);
    arena_free(&a);
    return s.code;
}

static void every_request(const lcp_problem *p, int round)
{
    arena whole = {0};
    lcp_answer right;
    int climbed;
    CHECK(lcp_answer_new(&whole, p->free, p->n, &right).code == PERP_OK, "new");
    CHECK(mlcp_solve(p, &mlcp_defaults, &whole, &right, &climbed).code ==
              PERP_OK,
          "round %d", round);
    climbs += climbed;
    perp_code said = PERP_LIMIT;
    for (size_t left = 0; said != PERP_OK && left < 1 << 13; left += 64)
        said = squeezed(p, &right, left, 1);
    CHECK(said == PERP_OK || climbed, "round %d: never enough", round);
    said = PERP_LIMIT;
    for (size_t k = 1; said != PERP_OK && k < 100; k++)
        said = squeezed(p, &right, 0, k);
    CHECK(said == PERP_OK, "round %d: never enough", round);
    arena_free(&whole);
}

/* Free unknowns and pairs, numbers far apart: all rungs. */
static void all_rungs(void)
{
    check_random r = {check_seed(2026)};
    double A[MOST * MOST], b[MOST];
    for (int round = 0; round < 60; round++) {
        const int all = check_integer(&r, 1, MOST), wild = 8 << round % 5;
        const int free = check_integer(&r, 0, round % 2 ? all / 2 : 0);
        for (int i = 0; i < all * all; i++)
            A[i] =
                ldexp(check_uniform(&r, -1, 1), check_integer(&r, -wild, wild));
        for (int i = 0; i < all; i++) {
            A[i * all + i] = fabs(A[i * all + i]);
            b[i] =
                ldexp(check_integer(&r, -3, 1), check_integer(&r, -wild, wild));
        }
        lcp_problem p = {free, all - free, A, b};
        every_request(&p, round);
    }
    printf("%d refused, of %d tries; %d problems climb\n", refused, tries,
           climbs);
    CHECK(climbs > 10 && refused > 1000, "too easy");
}

/* More rows than a kernel for small problems has, and a dominant diagonal: the one
   solution is chosen first, b = w - A z. */
static void a_large_one(void)
{
    enum { N = 150 };
    static double A[N * N], b[N], z[N];
    check_random r = {check_seed(2027)};
    arena a = {0};
    lcp_answer x;
    int climbed;
    for (int i = 0; i < N; i++) {
        z[i] = i % 2 ? check_uniform(&r, 1, 2) : 0;
        for (int j = 0; j < N; j++)
            A[i * N + j] = i == j ? N : check_uniform(&r, -0.5, 0.5);
    }
    for (int i = 0; i < N; i++) {
        b[i] = i % 2 ? 0 : check_uniform(&r, 1, 2);
        for (int j = 0; j < N; j++)
            b[i] -= A[i * N + j] * z[j];
    }
    lcp_problem p = {0, N, A, b};
    CHECK(lcp_answer_new(&a, 0, N, &x).code == PERP_OK, "new");
    CHECK(mlcp_solve(&p, &mlcp_defaults, &a, &x, &climbed).code == PERP_OK &&
              x.outcome == LCP_SOLVED && !climbed,
          "%d", (int)x.outcome);
    for (int i = 0; i < N;
         i++) /* |A^-1| <= 2 / N, b is good to 150 roundings */
        CHECK(fabs(x.z[i] - z[i]) < 1e-11, "z(%d) = %.17g", i, x.z[i]);
    arena_free(&a);
}

int main(void)
{
    memory_adopt_gmp();
    RUN(all_rungs);
    RUN(a_large_one);
    DONE;
}
