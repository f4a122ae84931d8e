#include "cli/solve_problem.h"

#include "number/rational.h"
#include "lcp/solve/lemke_howson.h"

#include <string.h>

/** One problem of a file and what was found. Either the doubles or the
fractions are the answer; fractions where they were asked for, and where the
doubles did not decide. */
typedef struct {
    const lcp_text_problem *p;
    const solve_wishes *wish;
    solutions_wish search; /* with the end of this problem's time */
    int number, exact, json;
    int nodes;     /* of the tree that proves that there is no solution, or 0 */
    char why[256]; /* Lemke did not decide */
    lcp_answer x;
    lcp_exact_answer y;
} solving;

static int size_of(const solving *s)
{
    return s->p->nearest.free + s->p->nearest.n;
}

static void print_vector(const solving *s, const char *name, const double *x,
                         const mpq_t *y, int n)
{
    if (s->json)
        printf("\"%s\":[", name);
    else
        printf("%s =", name);
    for (int i = 0; i < n; i++) {
        const char *between = !s->json ? " " : i > 0 ? "," : "";
        const char *quote = s->json && s->exact ? "\"" : "";
        if (s->exact)
            gmp_printf("%s%s%Qd%s", between, quote, y[i], quote);
        else
            printf("%s%.17g", between, x[i]);
    }
    fputs(s->json ? "]," : "\n", stdout);
}

static const char *status_word(lcp_outcome o)
{
    static const char *const word[] = {"solved", "ray", "none", "limit"};
    return word[o];
}

/** A secondary ray is data: the point where it starts and its direction, for
whoever wants to check that every z + t dz is on the way. Equations that
contradict each other come with the combination that says so. */
static void print_vectors(const solving *s, lcp_outcome outcome)
{
    int n = size_of(s), free = s->p->nearest.free;
    const mpq_t *z = (const mpq_t *)s->y.z, *w = (const mpq_t *)s->y.w;
    if (outcome == LCP_SOLVED || outcome == LCP_RAY)
        print_vector(s, "z", s->x.z, z, n);
    if (outcome == LCP_SOLVED && !s->json)
        print_vector(s, "w", s->x.w, w, n);
    if (outcome == LCP_RAY) {
        print_vector(s, "dz", s->x.dz, (const mpq_t *)s->y.dz, n);
        print_vector(s, "w", s->x.w, w, n);
        print_vector(s, "dw", s->x.dw, (const mpq_t *)s->y.dw, n);
    }
    if (s->json && (outcome == LCP_INFEASIBLE || outcome == LCP_LIMIT))
        fputs("\"z\":[],", stdout);
    if (outcome == LCP_INFEASIBLE && s->nodes == 0)
        print_vector(s, "y", s->x.y, (const mpq_t *)s->y.y, free);
}

static void print_json(const solving *s, lcp_outcome outcome, int pivots)
{
    printf("{\"n\":%d,", s->p->nearest.n);
    if (s->p->nearest.free > 0)
        printf("\"free\":%d,", s->p->nearest.free);
    print_vectors(s, outcome);
    if (!s->exact && outcome == LCP_SOLVED)
        printf("\"residual\":%.17g,", s->x.residual);
    if (s->nodes > 0)
        printf("\"nodes\":%d,", s->nodes);
    printf("\"pivots\":%d,\"exact\":%s,\"status\":\"%s\"}\n", pivots,
           s->exact ? "true" : "false", status_word(outcome));
}

static void print_text(const solving *s, lcp_outcome outcome, int pivots)
{
    static const char *const words[] = {
        "solved", "ends on a secondary ray: no solution found",
        "no solution: y'A = 0 and y'b = 1 for the equations", "undecided"};
    printf("problem %d, n = %d: %s, %d pivots", s->number, s->p->nearest.n,
           s->nodes > 0 ? "no solution" : words[outcome], pivots);
    if (s->nodes > 0)
        printf(", proven by a tree of %d nodes\n", s->nodes);
    else if (s->exact)
        printf(", exact\n");
    else if (outcome == LCP_SOLVED)
        printf(", residual %.3g\n", s->x.residual);
    else
        putchar('\n');
    print_vectors(s, outcome);
}

static perp_status verdict(const solving *s, lcp_outcome outcome)
{
    if (outcome == LCP_SOLVED)
        return PERP_SUCCESS;
    if (outcome == LCP_LIMIT)
        return PERP_FAIL(PERP_LIMIT, "problem %d was not decided: %s",
                         s->number, s->why);
    if (s->nodes > 0)
        return PERP_FAIL(PERP_NO_SOLUTION,
                         "problem %d has no solution; a tree of %d nodes "
                         "proves it",
                         s->number, s->nodes);
    return PERP_FAIL(PERP_NO_SOLUTION,
                     outcome == LCP_RAY
                         ? "problem %d ends on a ray; its data are printed; "
                           "--nodes 1000000 searches longer"
                         : "problem %d has no solution; the proof is printed",
                     s->number);
}

static perp_status report(const solving *s)
{
    lcp_outcome outcome = s->exact ? s->y.outcome : s->x.outcome;
    int pivots = s->x.pivots + s->y.pivots;
    if (s->json)
        print_json(s, outcome, pivots);
    else
        print_text(s, outcome, pivots);
    return verdict(s, outcome);
}

/* The exact answer with this z. */
static perp_status take_point(solving *s, mpq_t *z)
{
    const lcp_exact_problem *p = &s->p->exact;
    s->y.outcome = LCP_SOLVED;
    for (int i = 0; i < size_of(s); i++)
        mpq_set(s->y.z[i], z[i]);
    PERP_TRY(lcp_exact_rows(p, s->y.z, 1, s->y.w));
    for (int i = 0; i < p->n; i++)
        s->y.basis[i] = mpq_sgn(s->y.z[p->free + i]) > 0;
    perp_status verdict = lcp_exact_check(p, &s->y);
    if (verdict.code == PERP_REFUTED)
        return PERP_FAIL(PERP_BUG, "the search's answer fails its check");
    return verdict;
}

/** A ray decides nothing, and singular equations stop Lemke before it begins.
Then the tree of all solutions is searched for the first one, up to a limit;
it finds one, or proves that there is none, or what Lemke said stands. */
static perp_status search(solving *s, arena *a)
{
    size_t numbers = (size_t)size_of(s);
    mpq_t *z = rational_array(a, numbers);
    lcp_outcome found;
    int nodes;
    if (z == NULL)
        return PERP_NO_MEMORY(numbers * sizeof *z);
    perp_status st =
        solutions_one(&s->p->exact, &s->search, a, &found, z, &nodes);
    s->exact = 1;
    if (st.code == PERP_OK && found == LCP_SOLVED)
        st = take_point(s, z);
    if (st.code == PERP_OK && found == LCP_INFEASIBLE) {
        s->y.outcome = LCP_INFEASIBLE;
        s->nodes = nodes;
    }
    rational_clear(z, numbers);
    return st;
}

static perp_status solve_game(solving *s, arena *a)
{
    const lcp_exact_problem *e = &s->p->exact;
    if (!s->exact)
        PERP_TRY(lemke_howson_solve(&s->p->nearest, e, a, &s->x));
    s->exact = s->exact || s->x.outcome != LCP_SOLVED;
    if (!s->exact)
        return PERP_SUCCESS;
    return lemke_howson_prove(e, 0, &s->search.limit, a, &s->y);
}

/** The answer of doubles where it passes its test and no fractions are asked
for. Otherwise the basis that they propose is proven, or exact arithmetic
decides anew; rounded, its answer would be no better than one that failed. */
static perp_status attempt(solving *s, arena *a)
{
    int unused;
    mlcp_options options = mlcp_defaults;
    ladder_question q = {.p = &s->p->exact, .limits = s->wish->limits};
    options.only_double = 1;
    PERP_TRY(mlcp_solve(&s->p->nearest, &options, a, &s->x, &unused));
    q.basis = s->x.outcome == LCP_SOLVED ? s->x.basis : NULL;
    if (!s->exact && q.basis != NULL)
        return PERP_SUCCESS;
    s->exact = 1;
    return ladder_prove(&q, a, &s->y, &unused);
}

static perp_status solve_one(solving *s, arena *a)
{
    perp_status st = s->wish->game ? solve_game(s, a) : attempt(s, a);
    if (st.code != PERP_OK && st.code != PERP_LIMIT)
        return st;
    if (st.code == PERP_LIMIT) {
        snprintf(s->why, sizeof s->why, "%s", st.message);
        s->x.outcome = s->y.outcome = LCP_LIMIT;
    }
    lcp_outcome outcome = s->exact ? s->y.outcome : s->x.outcome;
    if (outcome == LCP_RAY || outcome == LCP_LIMIT)
        PERP_TRY(search(s, a));
    return report(s);
}

perp_status solve_problem(const lcp_text_problem *p, int number,
                          const solve_wishes *w, arena *a)
{
    solving s = {.p = p,
                 .wish = w,
                 .search = w->search,
                 .number = number,
                 .exact = w->exact,
                 .json = w->search.json};
    double seconds = w->limits.seconds;
    s.search.limit.bits = w->limits.bits;
    s.search.limit.until = seconds > 0 ? limit_now() + seconds : 0;
    if (w->given != NULL)
        return solve_given_problem(p, number, w->given, &s.search, a);
    if (w->all)
        return solutions_all(p, number, &s.search, a);
    int free = p->nearest.free, n = p->nearest.n;
    PERP_TRY(lcp_answer_new(a, free, n, &s.x));
    PERP_TRY(lcp_exact_answer_new(a, free, n, &s.y));
    perp_status st = solve_one(&s, a);
    lcp_exact_answer_clear(free, n, &s.y);
    return st;
}
