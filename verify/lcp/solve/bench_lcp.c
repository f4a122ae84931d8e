/**
# What a solve and a proof cost

Nanoseconds per friction problem, solved in doubles with the residual test, and
proven exactly from the double's basis. It prints; it asserts nothing on time.
*/
#include "basis.h"
#include "lcp_random.h"

#include "lcp/solve/mlcp.h"

#include <time.h>

enum { PROBLEMS = 64 };

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return 1e9 * (double)t.tv_sec + (double)t.tv_nsec;
}

/* The condensed problem AP02 (24) of a mixed one, by schoolbook: an LCP. */
static void condense_slowly(friction *f)
{
    int nf = f->p.free, all = nf + f->p.n, n = f->p.n;
    for (int c = 0; c < nf; c++)
        for (int i = 0; i < all; i++) {
            double q = f->A[i * all + c] / f->A[c * all + c];
            if (i == c)
                continue;
            for (int j = 0; j < all; j++)
                f->A[i * all + j] -= q * f->A[c * all + j];
            f->b[i] -= q * f->b[c];
        }
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++)
            f->A[i * n + j] = f->A[(nf + i) * all + nf + j];
        f->b[i] = f->b[nf + i];
    }
    f->p = (lcp_problem){0, n, f->A, f->b};
}

static double solves(friction *f, lcp_answer *out, arena *a, int *pivots)
{
    double best = 1e300;
    int climbed = 0;
    for (int round = 0; round < 40; round++) {
        double start = now();
        *pivots = 0;
        for (int i = 0; i < PROBLEMS; i++) {
            CHECK(mlcp_solve(&f[i].p, &mlcp_defaults, a, &out[i], &climbed)
                          .code == PERP_OK,
                  "problem %d", i);
            *pivots += out[i].pivots;
        }
        double took = (now() - start) / PROBLEMS;
        best = took < best ? took : best;
    }
    return best;
}

static double proofs(friction *f, lcp_answer *out, arena *a, int *fallbacks)
{
    double start = now();
    for (int i = 0; i < PROBLEMS; i++) {
        lcp_exact_problem e;
        lcp_exact_answer x;
        int fallback;
        arena_mark mark = arena_here(a);
        CHECK(lcp_exact_problem_new(a, &f[i].p, &e).code == 0, "problem");
        CHECK(lcp_exact_answer_new(a, e.free, e.n, &x).code == 0, "answer");
        CHECK(mlcp_prove(&e, out[i].basis, a, &x, &fallback).code == 0, "%d",
              i);
        *fallbacks += fallback;
        lcp_exact_answer_clear(e.free, e.n, &x);
        lcp_exact_problem_clear(&e);
        arena_release(a, mark);
    }
    return (now() - start) / PROBLEMS;
}

static void measure(friction_kind k, int condensed)
{
    friction f[PROBLEMS];
    lcp_answer out[PROBLEMS];
    arena a = {0};
    check_random r = {2002};
    int pivots, fallbacks = 0;
    for (int i = 0; i < PROBLEMS; i++) {
        k.sticking = i % 3 == 0;
        f[i] = friction_new(&r, &k);
        if (condensed)
            condense_slowly(&f[i]);
        CHECK(lcp_answer_new(&a, f[i].p.free, f[i].p.n, &out[i]).code == 0,
              "answer");
    }
    double solve = solves(f, out, &a, &pivots);
    double prove = condensed ? 0 : proofs(f, out, &a, &fallbacks);
    printf("n = %2d, free %d: solve %6.0f ns (%.1f pivots)", f[0].p.n,
           f[0].p.free, solve, (double)pivots / PROBLEMS);
    if (!condensed)
        printf(", proof %7.0f ns (%d of %d by exact Lemke), ratio %.0f", prove,
               fallbacks, PROBLEMS, prove / solve);
    printf("\n");
    for (int i = 0; i < PROBLEMS; i++)
        friction_free(&f[i]);
    arena_free(&a);
}

static void cost(void)
{
    friction_kind eight = {.velocities = 3, .contacts = 2, .directions = 2};
    friction_kind ten = {.velocities = 4, .contacts = 2, .directions = 3};
    friction_kind large = {.velocities = 9, .contacts = 5, .directions = 3};
    ten.full = eight.full = large.full = 1;
    measure(eight, 1);
    measure(ten, 1);
    measure(large, 1);
    measure(eight, 0);
    measure(ten, 0);
    measure(large, 0);
}

/* Bodies of masses 1e-3 to 1e3: M_ij s_i s_j. */
static void stretch(friction *f, int velocities, check_random *r)
{
    int all = f->p.free + f->p.n;
    double s[64];
    for (int i = 0; i < velocities; i++)
        s[i] = check_integer(r, 0, 1) ? 0x1p-5 : 0x1p5;
    for (int i = 0; i < velocities; i++)
        for (int j = 0; j < velocities; j++)
            f->A[i * all + j] *= s[i] * s[j];
}

static int wrong_basis(const lcp_problem *p, const uint8_t *basis, arena *a)
{
    lcp_exact_problem e;
    lcp_exact_answer x;
    int right = 0;
    arena_mark mark = arena_here(a);
    CHECK(lcp_exact_problem_new(a, p, &e).code == 0, "problem");
    CHECK(lcp_exact_answer_new(a, e.free, e.n, &x).code == 0, "answer");
    CHECK(basis_solve(&e, basis, a, &x, &right).code == 0, "prove");
    lcp_exact_answer_clear(e.free, e.n, &x);
    lcp_exact_problem_clear(&e);
    arena_release(a, mark);
    return !right;
}

/* One family at one choice of tolerances. */
static void count(mlcp_options o, int stress, int cases)
{
    int refused = 0, wrong = 0;
    double worst = 0;
    arena a = {0};
    o.only_double = 1;
    for (int i = 0; i < cases; i++) {
        check_random r = {(uint64_t)i};
        friction_kind k = {.velocities = check_integer(&r, 3, 9),
                           .contacts = check_integer(&r, 2, 7),
                           .directions = 2,
                           .sticking = i % 3 == 0,
                           .duplicated = i % 10 == 1,
                           .full = stress != 0 || i % 2};
        friction f = friction_new(&r, &k);
        if (stress)
            stretch(&f, k.velocities, &r);
        lcp_answer x;
        int climbed;
        arena_mark mark = arena_here(&a);
        CHECK(lcp_answer_new(&a, f.p.free, f.p.n, &x).code == 0, "answer");
        CHECK(mlcp_solve(&f.p, &o, &a, &x, &climbed).code == 0, "solve");
        refused += x.outcome != LCP_SOLVED;
        if (x.outcome == LCP_SOLVED) {
            worst = x.residual > worst ? x.residual : worst;
            wrong += !k.sticking && wrong_basis(&f.p, x.basis, &a);
        }
        arena_release(&a, mark);
        friction_free(&f);
    }
    printf("%s: pivot %7.0e tie %7.0e: %4d refused, %3d wrong bases of %d; "
           "largest residual %.1e\n",
           stress ? "masses apart" : "random      ", o.pivot_threshold, o.tie,
           refused, wrong, cases, worst);
    arena_free(&a);
}

/** What the two tolerances of the double tableau do. A sticking problem in
doubles sticks only up to rounding; its exact basis is another question, and it
is left out of the wrong ones. */
static void tolerances(void)
{
    static const double pivot[] = {0, 1e-14, 1e-11, 1e-9, 1e-7};
    static const double tie[] = {0, 1e-14, 1e-12, 1e-10, 1e-8};
    for (int stress = 0; stress < 2; stress++) {
        for (int i = 0; i < 5; i++)
            for (int j = 0; j < 5; j++) {
                mlcp_options o = mlcp_defaults;
                o.pivot_threshold = pivot[i];
                o.tie = tie[j];
                if (i == 2 || j == 3)
                    count(o, stress, 400);
            }
    }
}

int main(void)
{
    memory_adopt_gmp();
    RUN(cost);
    RUN(tolerances);
    DONE;
}
