#include "command/command.h"
#include "command/options.h"
#include "lcp/lcp_text.h"
#include "num/literal.h"
#include "solve/mlcp.h"

#include <gmp.h>
#include <stdio.h>
#include <string.h>

/** One problem of a file and what was found. Either the doubles or the
fractions are the answer. */
typedef struct {
    const lcp_text_problem *p;
    int number, exact, json, climbed;
    ladder_limits limits;
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
    if (outcome == LCP_INFEASIBLE)
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
    printf("\"pivots\":%d,\"exact\":%s,\"status\":\"%s\"}\n", pivots,
           s->exact || s->climbed ? "true" : "false", status_word(outcome));
}

static void print_text(const solving *s, lcp_outcome outcome, int pivots)
{
    static const char *const words[] = {
        "solved", "ends on a secondary ray: no solution found",
        "no solution: y'A = 0 and y'b = 1 for the equations", "undecided"};
    printf("problem %d, n = %d: %s, %d pivots", s->number, s->p->nearest.n,
           words[outcome], pivots);
    if (s->exact)
        printf(", exact\n");
    else if (outcome == LCP_SOLVED)
        printf(", residual %.3g%s\n", s->x.residual,
               s->climbed ? ", by exact arithmetic" : "");
    else
        printf("%s\n", s->climbed ? ", by exact arithmetic" : "");
    print_vectors(s, outcome);
}

static perp_status verdict(const solving *s, lcp_outcome outcome)
{
    if (outcome == LCP_SOLVED)
        return PERP_SUCCESS;
    if (outcome == LCP_LIMIT)
        return PERP_FAIL(PERP_LIMIT, "problem %d was not decided", s->number);
    return PERP_FAIL(PERP_NO_SOLUTION,
                     outcome == LCP_RAY
                         ? "problem %d ends on a ray; its data are printed"
                         : "problem %d has no solution; the proof is printed",
                     s->number);
}

static perp_status report(const solving *s)
{
    lcp_outcome outcome = s->exact ? s->y.outcome : s->x.outcome;
    int pivots = s->exact && s->y.pivots > 0 ? s->y.pivots : s->x.pivots;
    if (s->json)
        print_json(s, outcome, pivots);
    else
        print_text(s, outcome, pivots);
    return verdict(s, outcome);
}

/** Doubles propose a basis, exact arithmetic proves it or decides anew. */
static perp_status solve_exactly(solving *s, arena *a)
{
    const lcp_problem *p = &s->p->nearest;
    mlcp_options options = mlcp_defaults;
    int fallback = 0;
    options.only_double = 1;
    PERP_TRY(mlcp_solve(p, &options, a, &s->x, &s->climbed));
    PERP_TRY(lcp_exact_answer_new(a, p->free, p->n, &s->y));
    ladder_question q = {.p = &s->p->exact, .limits = s->limits};
    q.basis = s->x.outcome == LCP_SOLVED ? s->x.basis : NULL;
    perp_status st = ladder_prove(&q, a, &s->y, &fallback);
    if (st.code == PERP_OK)
        st = report(s);
    lcp_exact_answer_clear(p->free, p->n, &s->y);
    return st;
}

static perp_status solve_one(solving *s, arena *a)
{
    const lcp_problem *p = &s->p->nearest;
    PERP_TRY(lcp_answer_new(a, p->free, p->n, &s->x));
    if (s->exact)
        return solve_exactly(s, a);
    mlcp_options options = mlcp_defaults;
    options.limits = s->limits;
    PERP_TRY(mlcp_solve(p, &options, a, &s->x, &s->climbed));
    return report(s);
}

/** Every problem of the file is read and solved; the worst verdict is the
exit code, so that one ray does not hide the answers behind it. A mistake in
the file ends the reading. */
static perp_status solve_all(lcp_text *text, const solving *how)
{
    perp_status worst = PERP_SUCCESS;
    int more = 1;
    for (int number = 1; more; number++) {
        arena a = {0};
        lcp_text_problem p;
        perp_status st = lcp_text_next(text, &a, &p, &more);
        if (st.code == PERP_OK && more) {
            solving s = *how;
            s.p = &p;
            s.number = number;
            st = solve_one(&s, &a);
            lcp_exact_problem_clear(&p.exact);
        }
        arena_free(&a);
        if (st.code == PERP_NO_SOLUTION || st.code == PERP_LIMIT)
            worst = worst.code == PERP_OK ? st : worst;
        else if (st.code != PERP_OK)
            return st;
    }
    return worst;
}

/* A positive number; 0 where the option is absent. */
static perp_status read_positive(const option *o, double most, double *out)
{
    mpq_t q;
    if (o->value == NULL)
        return PERP_SUCCESS;
    mpq_init(q);
    perp_status s = literal_ratio(o->value, strlen(o->value), q);
    if (s.code == PERP_OK)
        s = literal_double(q, out);
    mpq_clear(q);
    if (s.code == PERP_OK && *out > 0 && *out <= most)
        return s;
    return PERP_FAIL(PERP_USAGE,
                     "--%s must be positive and at most %g, not "
                     "'%.60s'",
                     o->name, most, o->value);
}

static perp_status read_limits(const option *bits, const option *seconds,
                               ladder_limits *out)
{
    double b = 0;
    PERP_TRY(read_positive(bits, 1e12, &b));
    PERP_TRY(read_positive(seconds, 1e9, &out->seconds));
    out->bits = (size_t)b;
    if (b > 0 && out->bits == 0)
        out->bits = 1;
    return PERP_SUCCESS;
}

perp_status command_solve(int argc, char **argv)
{
    option o[] = {
        {"exact", 0, OPTION_FLAG, 0,
         "answer in fractions, checked in exact arithmetic", 0, 0, 0},
        {"json", 0, OPTION_FLAG, 0, "one JSON object per problem", 0, 0, 0},
        {"bits", 0, OPTION_VALUE, "N",
         "longest exact number allowed; more ends with 5", 0, 0, 0},
        {"seconds", 0, OPTION_VALUE, "S",
         "time for exact arithmetic, per problem; more ends with 5", 0, 0, 0}};
    options_table t = {
        .usage = "perp solve FILE [OPTION]...",
        .summary = "Finds z with w = A z + b, 0 <= w, z and w'z = 0. A file "
                   "holds n, A by rows, b;\n# begins a comment; numbers are "
                   "decimal, hex floats or p/q; several problems may\nfollow "
                   "each other; 'free f n' begins one with f free unknowns.",
        .options = o,
        .option_count = 4,
        .least = 1,
        .most = 1};
    arena a = {0};
    lcp_text text;
    solving how = {.p = NULL};
    perp_status s = options_parse(&t, argc, argv);
    how.exact = o[0].count > 0;
    how.json = o[1].count > 0;
    if (s.code == PERP_OK)
        s = read_limits(&o[2], &o[3], &how.limits);
    if (s.code == PERP_OK && t.help)
        options_help(&t, stdout);
    else if (s.code == PERP_OK) {
        s = lcp_text_load(t.words[0], &a, &text);
        if (s.code == PERP_OK)
            s = solve_all(&text, &how);
    }
    arena_free(&a);
    options_free(&t);
    return s;
}
