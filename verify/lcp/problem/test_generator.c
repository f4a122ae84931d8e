/**
# The generator and the judge

The bench compares solvers on these problems by this judge; both are compared
here with what they should be: the form of AP02 (24), exact rationals, and brute
force over all complementary bases.
*/
#include "base/memory.h"
#include "check.h"
#include "generator.h"
#include "lcp/problem/lcp_text.h"
#include "judge.h"
#include "slow_lcp.h"
#include "lcp/solve/mlcp.h"

#include <math.h>

enum { SMALL = 25 };

static int directions(const generator_family *f)
{
    int increment = strncmp(f->name, "hp", 2) == 0;
    return f->n / f->contacts - 2 - increment;
}

static generated make(int family, uint64_t seed, int index)
{
    generated g;
    CHECK(generator_make(family, seed, index, &g) == 0, "%s",
          generator_families[family].name);
    return g;
}

/* The same three numbers, the same bits; another index, another problem; all
   of them finite. */
static void repeats(void)
{
    for (int f = 0; f < generator_count; f++) {
        int n = generator_families[f].n, same = 1;
        if (n > 300)
            continue;
        generated a = make(f, 7, 3), b = make(f, 7, 3), c = make(f, 7, 4);
        size_t bytes = sizeof(double) * (size_t)n;
        CHECK(a.n == n, "%s: %d", generator_families[f].name, a.n);
        CHECK(memcmp(a.A, b.A, bytes * (size_t)n) == 0, "A of %d", f);
        CHECK(memcmp(a.b, b.b, bytes) == 0, "b of %d", f);
        for (int i = 0; i < n; i++)
            same &= a.b[i] == c.b[i];
        CHECK(!same, "problems 3 and 4 of %s", generator_families[f].name);
        for (int i = 0; i < n * n; i++)
            CHECK(isfinite(a.A[i]), "A %d of %d", i, f);
        generator_free(&a);
        generator_free(&b);
        generator_free(&c);
    }
}

/* A = G + N of AP02 (24): G symmetric, its quadratic form without a negative
   value, N the rows (0,0,0), (0,0,E), (mu,-E',0). Increments of HP23 (75) have
   their beta in front. */
static void form(void)
{
    check_random r = {check_seed(24)};
    for (int f = 0; f < generator_count; f++) {
        const generator_family *is = &generator_families[f];
        int n = is->n, m = is->contacts, nd = directions(is);
        int at = n - m * (2 + nd), g = m * (1 + nd);
        if (n > 300)
            continue;
        generated p = make(f, 11, 1);
        double form = 0, size = 0, x[1200];
        for (int i = 0; i < g; i++)
            x[i] = check_uniform(&r, -1, 1);
        for (int i = 0; i < g; i++)
            for (int j = 0; j < g; j++) {
                double a = p.A[(at + i) * n + at + j];
                CHECK(a == p.A[(at + j) * n + at + i], "%s", is->name);
                form += x[i] * a * x[j];
                size += fabs(x[i] * a * x[j]);
            }
        CHECK(form > -1e-13 * size, "%s: %g of %g", is->name, form, size);
        for (int c = 0; c < m; c++)
            for (int j = 0; j < n; j++) {
                int lam = at + g + c, k = j - at - m;
                int own = k >= 0 && k < m * nd && k / nd == c;
                double down = p.A[lam * n + j], up = p.A[j * n + lam];
                CHECK(up == own, "%s: E", is->name);
                CHECK(j == at + c ? down > 0 && down <= 1 : down == -own,
                      "%s: mu, E'", is->name);
            }
        generator_free(&p);
    }
}

/* The hinge of the two bars is felt: a push at one foot moves the other. In a
   stack, the ground's contacts move the second box's lower ones, not the
   third's. */
static void hinge(void)
{
    for (int i = 0; i < 10; i++) {
        generated bars = make(generator_find("ap-8"), 3, i);
        generated boxes = make(generator_find("stack2-10"), 3, i);
        CHECK(bars.A[1] != 0 && bars.A[3] != 0, "bars %d", i);
        CHECK(boxes.A[4] == 0 && boxes.A[5] == 0, "boxes %d", i);
        CHECK(boxes.A[2] != 0, "boxes %d", i);
        generator_free(&bars);
        generator_free(&boxes);
    }
}

/* The normal at a point of a disc runs through its centre: a push along it
   turns nothing and moves nothing sideways. Of n and t of one contact, A has
   n'W t = 0; that arms end at centres is seen in no other block. */
static void central(void)
{
    int n = 25, at = 5;
    for (int i = 0; i < 10; i++) {
        generated g = make(generator_find("hp-25"), 3, i);
        for (int c = 0; c < 5; c++) {
            double across = g.A[(at + c) * n + at + 5 + 2 * c];
            double along = g.A[(at + c) * n + at + c];
            CHECK(fabs(across) < 1e-14 * along, "contact %d: %g", c, across);
        }
        generator_free(&g);
    }
}

/* Opposite friction directions of one contact have opposite rows. */
static void opposite(void)
{
    for (int f = 0; f < generator_count; f++) {
        const generator_family *is = &generator_families[f];
        int n = is->n, m = is->contacts, nd = directions(is);
        int at = n - m * (1 + nd), end = n - m;
        if (n > 100)
            continue;
        generated p = make(f, 3, 2);
        for (int i = at; i < end; i += 2)
            CHECK(p.b[i] == -p.b[i + 1], "%s: row %d", is->name, i);
        generator_free(&p);
    }
}

/* The text of a problem is the problem, bit for bit. */
static void text(void)
{
    generated g = make(generator_find("hp-10"), 1, 0);
    char *out = NULL;
    size_t size = 0;
    FILE *f = open_memstream(&out, &size);
    CHECK(generator_write(f, &g, "a problem") == 0, "write");
    fclose(f);
    lcp_text t = lcp_text_of("memory", out, size);
    lcp_text_problem p;
    arena a = {0};
    int more = 0;
    CHECK(lcp_text_next(&t, &a, &p, &more).code == PERP_OK && more, "read");
    CHECK(memcmp(p.nearest.A, g.A, sizeof(double) * 100) == 0, "A");
    CHECK(memcmp(p.nearest.b, g.b, sizeof(double) * 10) == 0, "b");
    lcp_exact_problem_clear(&p.exact);
    arena_free(&a);
    free(out);
    generator_free(&g);
}

/* Any entry of the answer a little larger must not pass. */
static void spoil(const generated *g, double *z, const char *name)
{
    for (int i = 0; i < g->n; i++) {
        double keep = z[i];
        z[i] = keep * 1.001 + (keep == 0 ? 1 : 0);
        double off = judge_residual(g->n, g->A, g->b, z);
        CHECK(off > JUDGE_RIGHT, "%s: entry %d of %d: %g", name, i, g->n, off);
        z[i] = keep;
    }
}

/* The exact answer of a small problem, in doubles, passes the judge. */
static void judge_exact(int family, int index, arena *a)
{
    const char *name = generator_families[family].name;
    generated g = make(family, 5, index);
    lcp_problem p = {0, g.n, g.A, g.b};
    lcp_exact_problem e;
    lcp_exact_answer x;
    double z[SMALL];
    int fallback, found;
    CHECK(lcp_exact_problem_new(a, &p, &e).code == PERP_OK, "%s", name);
    CHECK(lcp_exact_answer_new(a, 0, g.n, &x).code == PERP_OK, "%s", name);
    CHECK(mlcp_prove(&e, NULL, a, &x, &fallback).code == PERP_OK, "%s", name);
    CHECK(x.outcome == LCP_SOLVED, "%s, problem %d has a ray", name, index);
    for (int i = 0; i < g.n; i++)
        z[i] = mpq_get_d(x.z[i]);
    double off = judge_residual(g.n, g.A, g.b, z);
    CHECK(off < 1e-13, "%s, problem %d: %g", name, index, off);
    if (g.n <= 8 && index < 4)
        CHECK(slow_lcp(&e, x.basis, &found) > 0 && found, "%s, problem %d",
              name, index);
    lcp_exact_answer_clear(0, g.n, &x);
    lcp_exact_problem_clear(&e);
    generator_free(&g);
}

static void exact(void)
{
    arena a = {0};
    for (int f = 0; f < generator_count; f++)
        for (int i = 0; i < 12 && generator_families[f].n <= SMALL; i++) {
            arena_mark mark = arena_here(&a);
            judge_exact(f, i, &a);
            arena_release(&a, mark);
        }
    arena_free(&a);
}

/* What the judge refuses: what is no number, what is negative, what violates a
   row, and a positive pair. */
static void judge(void)
{
    double A[4] = {2, 1, 1, 2}, b[2] = {-3, -3}, z[2] = {1, 1};
    generated g = {2, A, b};
    CHECK(judge_residual(2, A, b, z) == 0, "the solution (1, 1)");
    spoil(&g, z, "2 x 2");
    z[0] = (double)NAN;
    CHECK(isinf(judge_residual(2, A, b, z)), "NaN");
    z[0] = (double)INFINITY;
    CHECK(isinf(judge_residual(2, A, b, z)), "infinity");
    z[0] = z[1] = 0;
    CHECK(judge_residual(2, A, b, z) > 0.1, "zero");
    b[0] = b[1] = 3;
    CHECK(judge_residual(2, A, b, z) == 0, "zero, b > 0");
    z[0] = -1e-3;
    CHECK(judge_residual(2, A, b, z) > 1e-4, "negative");
    z[0] = 1;
    CHECK(judge_residual(2, A, b, z) > 0.1, "a positive pair");
}

int main(void)
{
    memory_adopt_gmp();
    RUN(repeats);
    RUN(form);
    RUN(hinge);
    RUN(central);
    RUN(opposite);
    RUN(text);
    RUN(exact);
    RUN(judge);
    DONE;
}
