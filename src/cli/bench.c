
#include "cli/subcommand.h"
#include "lcp/problem/lcp_text.h"
#include "lcp/solve/mlcp.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

/** The problems of one file, and what solving them takes. */
typedef struct {
    const char *path;
    lcp_text_problem *p;
    int count, solved, least_n, most_n;
    double pivots;   /* of a solve, on average */
    double ns;       /* of a solve: the median round */
    double residual; /* the largest of the solved ones */
    arena a;
} bench;

enum { ROUNDS = 401, LEAST = 9 };

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return 1e9 * (double)t.tv_sec + (double)t.tv_nsec;
}

static perp_status read_all(bench *b)
{
    lcp_text text;
    int more = 1, room = 0;
    PERP_TRY(lcp_text_load(b->path, &b->a, &text));
    while (more) {
        if (b->count == room) {
            lcp_text_problem *old = b->p;
            room = 2 * room + 16;
            b->p = arena_take(&b->a, (size_t)room, sizeof *b->p);
            if (b->p == NULL)
                return PERP_NO_MEMORY((size_t)room * sizeof *b->p);
            if (old != NULL)
                memcpy(b->p, old, (size_t)b->count * sizeof *old);
        }
        PERP_TRY(lcp_text_next(&text, &b->a, &b->p[b->count], &more));
        if (more)
            lcp_exact_problem_clear(&b->p[b->count++].exact);
    }
    return b->count > 0 ? PERP_SUCCESS
                        : PERP_FAIL(PERP_INPUT,
                                    "%s: no problem in it; write n, "
                                    "A by rows and b",
                                    b->path);
}

/* One round: every problem once, each cold. The first also looks at the
   answers. */
static perp_status one_round(bench *b, const lcp_answer *x, int first)
{
    mlcp_options o = mlcp_defaults;
    int climbed;
    o.only_double = 1;
    for (int i = 0; i < b->count; i++) {
        lcp_answer y = *x;
        PERP_TRY(mlcp_solve(&b->p[i].nearest, &o, &b->a, &y, &climbed));
        if (!first)
            continue;
        b->pivots += (double)y.pivots / b->count;
        b->solved += y.outcome == LCP_SOLVED;
        if (y.outcome == LCP_SOLVED && y.residual > b->residual)
            b->residual = y.residual;
    }
    return PERP_SUCCESS;
}

static void insert(double *sorted, int count, double x)
{
    int i = count;
    for (; i > 0 && sorted[i - 1] > x; i--)
        sorted[i] = sorted[i - 1];
    sorted[i] = x;
}

/** Rounds over the whole file, so that no problem finds its own data or its own
path in the processor's memory, until the medians of all rounds and of the first
half of them differ by less than a hundredth; at most 401 rounds or two
seconds. */
static perp_status measure(bench *b)
{
    int free = 0, n = 0, rounds = 0;
    double took[ROUNDS], half = 0, begun = now();
    lcp_answer x;
    b->least_n = b->p[0].nearest.n;
    for (int i = 0; i < b->count; i++) {
        const lcp_problem *p = &b->p[i].nearest;
        free = p->free > free ? p->free : free;
        n = p->n > n ? p->n : n;
        b->least_n = p->n < b->least_n ? p->n : b->least_n;
    }
    b->most_n = n;
    PERP_TRY(lcp_answer_new(&b->a, free, n, &x));
    PERP_TRY(one_round(b, &x, 1));
    while (rounds < ROUNDS && (rounds < LEAST || now() - begun < 2e9)) {
        double start = now();
        PERP_TRY(one_round(b, &x, 0));
        insert(took, rounds++, (now() - start) / b->count);
        double median = took[rounds / 2], apart = median - half;
        if (rounds >= LEAST && (rounds & (rounds - 1)) == 0) {
            if (half > 0 && apart < 0.01 * half && -apart < 0.01 * half)
                break;
            half = median;
        }
    }
    b->ns = took[rounds / 2];
    return PERP_SUCCESS;
}

static void print_json_text(const char *s)
{
    putchar('"');
    for (; *s != '\0'; s++)
        if (*s == '"' || *s == '\\')
            printf("\\%c", *s);
        else if ((unsigned char)*s < 0x20)
            printf("\\u%04x", (unsigned)*s);
        else
            putchar(*s);
    putchar('"');
}

static void report(const bench *b, int json)
{
    if (json) {
        printf("{\"file\":");
        print_json_text(b->path);
        printf(",\"problems\":%d,\"solved\":%d,\"n\":%d,\"pivots\":%.17g,"
               "\"ns\":%.17g,\"residual\":%.17g}\n",
               b->count, b->solved, b->most_n, b->pivots, b->ns, b->residual);
        return;
    }
    char n[32];
    if (b->least_n < b->most_n)
        snprintf(n, sizeof n, "%d-%d", b->least_n, b->most_n);
    else
        snprintf(n, sizeof n, "%d", b->most_n);
    printf("%9s %8.1f %12.0f %9.1e %6d of %-6d %s\n", n, b->pivots, b->ns,
           b->residual, b->solved, b->count, b->path);
}

static perp_status bench_file(const char *path, int json)
{
    bench b = {.path = path};
    perp_status s = read_all(&b);
    if (s.code == PERP_OK)
        s = measure(&b);
    if (s.code == PERP_OK)
        report(&b, json);
    arena_free(&b.a);
    return s;
}

/** What the double kernel alone does, residual test included; exact arithmetic
is not asked, and `solved` says for how many problems that was enough. */
static perp_status act(const options_table *t, const option *o)
{
    int json = o[0].count > 0;
    perp_status s = PERP_SUCCESS;
    if (!json)
        printf("%9s %8s %12s %9s %16s %s\n", "n", "pivots", "ns", "residual",
               "solved", "file");
    for (int i = 0; i < t->word_count && s.code == PERP_OK; i++)
        s = bench_file(t->words[i], json);
    return s;
}

static const option bench_options[1] = {
    {"json", 0, OPTION_FLAG, 0, "one JSON object per file", 0, 0, 0, 0}};

const subcommand subcommand_bench = {
    .name = "bench",
    .line = "time the double solver on the problems of a file",
    .words = "FILE...",
    .summary = "Times the double solver on the problems of each file, cold "
               "and in rotation:\nn, pivots of a solve, nanoseconds of a "
               "solve (the median round), the largest\nresidual. The files "
               "are those of perp solve.",
    .options = bench_options,
    .option_count = 1,
    .least = 1,
    .most = SUBCOMMAND_ANY,
    .act = act};
