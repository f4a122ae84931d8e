#include "command/command.h"
#include "command/solutions.h"
#include "num/rational.h"
#include "option/options.h"
#include "solve/lemke_howson.h"
#include "solve/mlcp.h"

#include <stdlib.h>
#include <string.h>

/* The command line. */
typedef struct {
    int exact, all, game;
    ladder_limits limits;
    const char *check;
    solutions_wish search;
} wishes;

/** One problem of a file and what was found. Either the doubles or the
fractions are the answer; fractions where they were asked for, and where the
doubles did not decide. */
typedef struct {
    const lcp_text_problem *p;
    const wishes *wish;
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

static perp_status solve_problem(const lcp_text_problem *p, int number,
                                 const wishes *w, arena *a)
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
    if (w->all)
        return solutions_all(p, number, &s.search, a);
    int free = p->nearest.free, n = p->nearest.n;
    PERP_TRY(lcp_answer_new(a, free, n, &s.x));
    PERP_TRY(lcp_exact_answer_new(a, free, n, &s.y));
    perp_status st = solve_one(&s, a);
    lcp_exact_answer_clear(free, n, &s.y);
    return st;
}

/** Every problem of the file is read and solved; the worst verdict is the
exit code, so that one ray does not hide the answers behind it. A problem that
can not be read ends the reading: what follows it is not the next one. */
static perp_status solve_all(lcp_text *text, const wishes *w)
{
    perp_status worst = PERP_SUCCESS;
    static char kept[512];
    int more = 1;
    for (int number = 1; more; number++) {
        arena a = {0};
        lcp_text_problem p;
        perp_status st = lcp_text_next(text, &a, &p, &more);
        int read = st.code == PERP_OK;
        if (read && more) {
            st = solve_problem(&p, number, w, &a);
            lcp_exact_problem_clear(&p.exact);
        }
        arena_free(&a);
        if (!read || (st.code != PERP_OK && st.code != PERP_NO_SOLUTION &&
                      st.code != PERP_LIMIT))
            return st;
        if (st.code > worst.code) {
            snprintf(kept, sizeof kept, "%s", st.message);
            worst = (perp_status){st.code, kept, st.origin};
        }
    }
    if (text->problem > 0)
        return worst;
    return PERP_FAIL(PERP_INPUT,
                     "%s: no problem in it; write n, A by rows and b",
                     text->name);
}

static perp_status certify_all(lcp_text *text, wishes *w, const char *path)
{
    lists cert;
    w->search.cert = &cert;
    perp_status s = solutions_state(text, path, &cert);
    return solutions_end(&cert, path,
                         s.code != PERP_OK ? s : solve_all(text, w));
}

enum { EXACT, ALL, START, NODES, PROOF, CERT, CHECK, BITS, TIME, JSON, COUNT };

static const option solve_options[COUNT] = {
    [EXACT] = {"exact", 0, OPTION_FLAG, 0,
               "answer in fractions, checked in exact arithmetic"},
    [ALL] = {"all", 0, OPTION_FLAG, 0,
             "every solution, in fractions, provably all"},
    [START] = {"start", 0, OPTION_VALUE, "S",
               "Lemke's start: e (ones; the default), lemke-howson (games)"},
    [NODES] = {"nodes", 0, OPTION_VALUE, "N",
               "nodes of the search tree, at most"},
    [PROOF] = {"proof", 0, OPTION_VALUE, "FILE",
               "write the tree that proves --all, or no solution"},
    [CERT] = {"cert", 0, OPTION_VALUE, "FILE",
              "write --all and its proof for perp-check"},
    [CHECK] = {"check", 0, OPTION_VALUE, "FILE",
               "check the proofs in FILE and solve nothing"},
    [BITS] = {"bits", 0, OPTION_VALUE, "N",
              "longest exact number allowed; more ends with 5"},
    [TIME] = {"seconds", 0, OPTION_VALUE, "S",
              "time for exact arithmetic, per problem; more ends with 5"},
    [JSON] = {"json", 0, OPTION_FLAG, 0, "one JSON object per problem"},
};

static perp_status read_limits(const option *o, ladder_limits *out)
{
    double b = 0;
    PERP_TRY(options_positive(&o[BITS], 1e12, &b));
    PERP_TRY(options_positive(&o[TIME], 1e9, &out->seconds));
    out->bits = (size_t)b;
    if (b > 0 && out->bits == 0)
        out->bits = 1;
    return PERP_SUCCESS;
}

static perp_status read_nodes(const option *o, long *out)
{
    char *end;
    if (o->count == 0)
        return PERP_SUCCESS;
    *out = strtol(o->value, &end, 10);
    if (end == o->value || *end != '\0' || *out < 1 || *out > 100000000)
        return PERP_FAIL(PERP_USAGE,
                         "--nodes wants a whole number from 1 to 100000000, "
                         "not '%.40s'",
                         o->value);
    return PERP_SUCCESS;
}

static perp_status read_start(const option *o, int *game)
{
    *game = o->count > 0 && strcmp(o->value, "lemke-howson") == 0;
    if (o->count == 0 || *game || strcmp(o->value, "e") == 0)
        return PERP_SUCCESS;
    return PERP_FAIL(PERP_USAGE, "--start is e or lemke-howson, not '%.40s'",
                     o->value);
}

static perp_status read_wishes(const option *o, wishes *w)
{
    *w = (wishes){.exact = o[EXACT].count > 0,
                  .all = o[ALL].count > 0,
                  .check = o[CHECK].value,
                  .search = {.json = o[JSON].count > 0}};
    PERP_TRY(read_nodes(&o[NODES], &w->search.nodes));
    PERP_TRY(read_start(&o[START], &w->game));
    PERP_TRY(read_limits(o, &w->limits));
    if (w->all && o[START].count > 0)
        return PERP_FAIL(PERP_USAGE, "--all and --start exclude each other: "
                                     "the search has no start");
    if (w->check != NULL && o[PROOF].count > 0)
        return PERP_FAIL(PERP_USAGE, "--check and --proof exclude each other");
    if (o[CERT].count > 0 && !w->all)
        return PERP_FAIL(PERP_USAGE, "--cert is about all solutions: it needs "
                                     "--all");
    return PERP_SUCCESS;
}

static perp_status act(const options_table *t, const option *o)
{
    arena a = {0};
    lcp_text text;
    wishes w;
    PERP_TRY(read_wishes(o, &w));
    perp_status s = lcp_text_load(t->words[0], &a, &text);
    const char *path = o[PROOF].value;
    if (s.code == PERP_OK && path != NULL &&
        (w.search.proof = fopen(path, "wb")) == NULL)
        s = PERP_FAIL(PERP_IO,
                      "%s: can not be written; does the directory "
                      "exist?",
                      path);
    if (s.code == PERP_OK)
        s = w.check != NULL         ? solutions_check(&text, w.check)
            : o[CERT].value != NULL ? certify_all(&text, &w, o[CERT].value)
                                    : solve_all(&text, &w);
    if (w.search.proof != NULL && fclose(w.search.proof) != 0)
        s = PERP_FAIL(PERP_IO, "%s: writing failed", path);
    arena_free(&a);
    return s;
}

perp_status command_solve(int argc, char **argv)
{
    option o[COUNT];
    for (int i = 0; i < COUNT; i++)
        o[i] = solve_options[i];
    options_table t = {
        .usage = "perp solve FILE",
        .summary = "Finds z with w = A z + b, 0 <= w, z and w'z = 0. A file "
                   "holds n, A by rows, b;\n# begins a comment; numbers are "
                   "decimal, hex floats or p/q; several problems may\nfollow "
                   "each other; 'free f n' begins one with f free unknowns.",
        .options = o,
        .option_count = COUNT,
        .least = 1,
        .most = 1};
    return options_act(&t, argc, argv, act);
}
