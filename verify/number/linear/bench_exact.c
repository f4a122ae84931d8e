/**
# What a proof costs

    bench_exact [--into FILE]

Planar piles with 53-bit data: one body per contact, the mixed form. Times are
medians over problems, all of one size in one run; the ratios are what counts.
It fails when a proof or its check is not as much cheaper than cold exact Lemke
as perp promises. The environment PERP_EXACT_COLD=0 leaves out cold Lemke from
ten contacts on. With `--into` the ratios go between the marks of a chapter.
*/
#include "into.h"
#include "planar_random.h"

#include "number/linear/linear.h"
#include "number/limit.h"
#include "lcp/solve/mlcp.h"

enum { PROBLEMS = 15 };

static int by_size(const void *x, const void *y)
{
    double a = *(const double *)x, b = *(const double *)y;
    return (a > b) - (a < b);
}

static double median(double *v, int n)
{
    qsort(v, (size_t)n, sizeof *v, by_size);
    return v[n / 2];
}

/* A problem with the double's basis. */
typedef struct {
    planar f;
    lcp_exact_problem e;
    lcp_answer x;
    arena a;
    int pick[256], size;
} sample;

static void sample_new(check_random *r, const planar_kind *k, sample *s)
{
    int climbed, f;
    mlcp_options o = mlcp_defaults;
    o.only_double = 1;
    *s = (sample){.f = planar_new(r, k)};
    CHECK(lcp_answer_new(&s->a, s->f.p.free, s->f.p.n, &s->x).code == 0, "new");
    CHECK(mlcp_solve(&s->f.p, &o, &s->a, &s->x, &climbed).code == 0, "solve");
    CHECK(lcp_exact_problem_new(&s->a, &s->f.p, &s->e).code == 0, "problem");
    f = s->f.p.free;
    for (int i = 0; i < f + s->f.p.n; i++)
        if (i < f || s->x.basis[i - f])
            s->pick[s->size++] = i;
}

static void sample_free(sample *s)
{
    lcp_exact_problem_clear(&s->e);
    arena_free(&s->a);
    planar_free(&s->f);
}

/* Microseconds of one method, or -1. */
static double one_method(sample *s, linear_method want)
{
    int all = s->e.free + s->e.n;
    rational_system sys = {all, s->e.A, s->e.b};
    exact_limit none = {0, 0};
    double best = 1e300;
    for (int round = 0; round < 5; round++) {
        numerators x;
        linear_method used;
        arena_mark mark = arena_here(&s->a);
        double start = limit_now();
        CHECK(
            linear_solve(&s->a, &sys, s->size, s->pick, want, &none, &x, &used)
                    .code == 0,
            "solve");
        double took = 1e6 * (limit_now() - start);
        best = took < best ? took : best;
        numerators_clear(&x);
        arena_release(&s->a, mark);
        if (used != want)
            return -1;
    }
    return best;
}

static double prove(sample *s, const uint8_t *basis, int *fallback, int rounds)
{
    double best = 1e300;
    for (int round = 0; round < rounds; round++) {
        lcp_claim c;
        ladder_question q = {
            .p = &s->e, .basis = basis, .cold = basis == NULL};
        arena_mark mark = arena_here(&s->a);
        double start = limit_now();
        CHECK(lcp_claim_new(&s->a, s->e.free, s->e.n, &c).code == 0, "claim");
        CHECK(ladder_decide(&q, &s->a, &c).code == 0, "prove");
        double took = 1e6 * (limit_now() - start);
        best = took < best ? took : best;
        *fallback = c.fallback;
        CHECK(c.outcome == LCP_SOLVED, "outcome");
        lcp_claim_clear(&c);
        arena_release(&s->a, mark);
    }
    return best;
}

static double check(sample *s, const uint8_t *basis)
{
    double best = 1e300;
    lcp_claim c;
    ladder_question q = {.p = &s->e, .basis = basis};
    CHECK(lcp_claim_new(&s->a, s->e.free, s->e.n, &c).code == 0, "claim");
    CHECK(ladder_decide(&q, &s->a, &c).code == 0, "prove");
    for (int round = 0; round < 9; round++) {
        double start = limit_now();
        CHECK(lcp_claim_check(&s->e, &c, NULL).code == 0, "check");
        double took = 1e6 * (limit_now() - start);
        best = took < best ? took : best;
    }
    lcp_claim_clear(&c);
    return best;
}

static double spelt(sample *s, const uint8_t *basis)
{
    double best = 1e300;
    for (int round = 0; round < 3; round++) {
        lcp_exact_answer x;
        int fallback;
        arena_mark mark = arena_here(&s->a);
        double start = limit_now();
        CHECK(lcp_exact_answer_new(&s->a, s->e.free, s->e.n, &x).code == 0,
              "answer");
        CHECK(mlcp_prove(&s->e, basis, &s->a, &x, &fallback).code == 0,
              "prove");
        double took = 1e6 * (limit_now() - start);
        best = took < best ? took : best;
        lcp_exact_answer_clear(s->e.free, s->e.n, &x);
        arena_release(&s->a, mark);
    }
    return best;
}

static double doubles(sample *s)
{
    double best = 1e300;
    int climbed;
    for (int round = 0; round < 9; round++) {
        double start = limit_now();
        CHECK(
            mlcp_solve(&s->f.p, &mlcp_defaults, &s->a, &s->x, &climbed).code ==
                0,
            "solve");
        double took = 1e6 * (limit_now() - start);
        best = took < best ? took : best;
    }
    return best;
}

/* What is promised: how much cheaper than cold exact Lemke a proof is, and its
   check; 0 where nothing is. */
typedef struct {
    int contacts;
    double proof, check;
} promise;

static FILE *page;

static void row(const promise *want, int cold)
{
    int contacts = want->contacts;
    double t[8][PROBLEMS];
    check_random r = {2002 + (uint64_t)contacts};
    planar_kind k = {.bodies = contacts, .contacts = contacts, .mass_ratio = 1};
    int wrong = 0, size = 0, fallback;
    int problems = contacts > 10 ? 5 : PROBLEMS;
    for (int i = 0; i < problems; i++) {
        sample s;
        sample_new(&r, &k, &s);
        t[0][i] = doubles(&s);
        t[1][i] = prove(&s, s.x.basis, &fallback, 5);
        wrong += fallback;
        t[2][i] = check(&s, s.x.basis);
        t[3][i] = cold ? prove(&s, NULL, &fallback, 1) : 0;
        for (int m = 1; m <= 3; m++)
            t[3 + m][i] = one_method(&s, (linear_method)m);
        t[7][i] = spelt(&s, s.x.basis);
        size += s.size;
        sample_free(&s);
    }
    double v[8];
    for (int m = 0; m < 8; m++)
        v[m] = median(t[m], problems);
    printf(
        "%2d contacts (N %2d): double %7.1f, proof %8.1f (spelt %8.1f), "
        "check %7.1f, cold Lemke %10.0f us; cold/proof %6.1f, proof/check "
        "%5.1f; elimination %8.1f, refinement %7.1f, lifting %7.1f; %d wrong "
        "bases of %d\n",
        contacts, size / problems, v[0], v[1], v[7], v[2], v[3], v[3] / v[1],
        v[1] / v[2], v[4], v[5], v[6], wrong, problems);
    fflush(stdout);
    CHECK(wrong == 0, "%d contacts: %d wrong bases", contacts, wrong);
    CHECK(!cold || v[3] >= want->proof * v[1],
          "%d contacts: proof %.3g, promised %g", contacts, v[3] / v[1],
          want->proof);
    CHECK(!cold || v[3] >= want->check * v[2],
          "%d contacts: check %.3g, promised %g", contacts, v[3] / v[2],
          want->check);
    char ratio[32] = "-";
    if (cold)
        snprintf(ratio, sizeof ratio, "%.3g", v[3] / v[1]);
    fprintf(page, "| %d | %d | %.3g | %.3g | %s | %.3g |\n", contacts,
            size / problems, v[0], v[1], ratio, v[1] / v[2]);
}

static void ratios(void)
{
    static const promise all[] = {{1, 0, 0},      {2, 4, 0},
                                  {3, 0, 0},      {5, 12, 96},
                                  {10, 160, 640}, {20, 1200, 3200}};
    const char *cold = getenv("PERP_EXACT_COLD");
    for (int i = 0; i < 6; i++)
        row(&all[i], all[i].contacts < 10 || cold == NULL || *cold != '0');
}

int main(int argc, char **argv)
{
    char *text = NULL, machine[512];
    size_t size = 0;
    memory_adopt_gmp();
    into_machine(machine, sizeof machine);
    page = open_memstream(&text, &size);
    if (page == NULL)
        return 6;
    fprintf(page,
            "Measured on: %s, one core.\n\n"
            "| contacts | N | double, us | proof, us | cold exact Lemke / "
            "proof | proof / check |\n|---|---|---|---|---|---|\n",
            machine);
    RUN(ratios);
    fclose(page);
    if (argc == 3 && strcmp(argv[1], "--into") == 0)
        CHECK(into_file(argv[2], "bench_exact", text) == 0, "%s: no marks",
              argv[2]);
    free(text);
    DONE;
}
