/**
# The solver beside others

    bench_peers [--quick] [--only PREFIX] [--most N] [--seed N] [--late S]
                [--into FILE] [--summary FILE] [--alone] [--first N] [--stretch]
                [--hold]

One table: how long perp takes, how many times longer the others, and who is
right, wrong, or refuses. `--into` puts the table in Markdown between two marks
of a file, `--summary` its last lines; `--alone` measures perp without the others,
`--first` the first N solvers of the table; with `--stretch` each solver goes
through all problems before the next one begins. The exit code is 1
when perp has given a wrong answer and, with `--hold`, when a ratio is below what
is promised.
*/
#include "into.h"
#include "table.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const peer *const solvers[] = {
    &peer_perp,
#ifdef PERP_SICONOS
    &peer_siconos,
#endif
#ifdef PERP_DART
    &peer_dart,
#endif
#ifdef PERP_BULLET
    &peer_bullet,
#endif
};

enum { SOLVERS = sizeof solvers / sizeof *solvers };

typedef struct {
    int quick, most; /* largest n */
    const char *only, *into, *summary;
    int solvers, stretch, hold;
    uint64_t seed;
    double late;
} wishes;

static int read_wishes(int argc, char **argv, wishes *w)
{
    *w = (wishes){
        .only = "", .seed = 2002, .late = 10, .most = 4096, .solvers = SOLVERS};
    for (int i = 1; i < argc; i++) {
        int more = i + 1 < argc;
        if (strcmp(argv[i], "--quick") == 0)
            w->quick = 1;
        else if (strcmp(argv[i], "--stretch") == 0)
            w->stretch = 1;
        else if (strcmp(argv[i], "--alone") == 0)
            w->solvers = 1;
        else if (more && strcmp(argv[i], "--first") == 0)
            w->solvers = atoi(argv[++i]);
        else if (more && strcmp(argv[i], "--only") == 0)
            w->only = argv[++i];
        else if (more && strcmp(argv[i], "--most") == 0)
            w->most = atoi(argv[++i]);
        else if (more && strcmp(argv[i], "--seed") == 0)
            w->seed = strtoull(argv[++i], NULL, 0);
        else if (more && strcmp(argv[i], "--late") == 0)
            w->late = atof(argv[++i]);
        else if (strcmp(argv[i], "--hold") == 0)
            w->hold = 1;
        else if (more && strcmp(argv[i], "--into") == 0)
            w->into = argv[++i];
        else if (more && strcmp(argv[i], "--summary") == 0)
            w->summary = argv[++i];
        else
            return -1;
    }
    return w->late >= 1 && w->solvers >= 1 && w->solvers <= SOLVERS ? 0 : -1;
}

/** Fewer problems and rounds where a solve takes seconds. */
static contest sized(const wishes *w, int n)
{
    contest c = {.solver = solvers,
                 .solvers = w->solvers,
                 .stretch = w->stretch,
                 .late = w->late};
    c.problems = n <= 16    ? 300
                 : n <= 64  ? 60
                 : n <= 128 ? 30
                 : n <= 300 ? 12
                            : 3;
    c.rounds = n <= 16 ? 21 : n <= 64 ? 9 : n <= 128 ? 5 : n <= 300 ? 3 : 1;
    if (w->quick) {
        c.problems = n <= 64 ? c.problems : c.problems / 3;
        c.rounds = 1;
    }
    return c;
}

static int wrong_answers(const contest *c)
{
    int wrong = 0;
    for (int i = 0; i < c->problems; i++)
        if (c->r[i].said == VERDICT_WRONG) {
            fprintf(stderr, "perp is wrong: %s, problem %d, residual %.1e\n",
                    c->family->name, i, c->r[i].residual);
            wrong++;
        }
    return wrong;
}

static totals all;

/** Who was late with every problem of one family is not asked about larger
ones. */
static int hopeless_from[SOLVERS];

static void pass_over(contest *c)
{
    for (int s = 0; s < c->solvers; s++)
        c->pass[s] = hopeless_from[s] > 0 && c->family->n > hopeless_from[s];
}

static void note_hopeless(const contest *c)
{
    for (int s = 0; s < c->solvers; s++) {
        int late = 0, from = hopeless_from[s];
        for (int i = 0; i < c->problems; i++)
            late += c->r[s * c->problems + i].said == VERDICT_LATE;
        if (late == c->problems && (from == 0 || from > c->family->n))
            hopeless_from[s] = c->family->n;
    }
}

static int one_family(const wishes *w, int family, FILE *text, FILE *page)
{
    contest c = sized(w, generator_families[family].n);
    int wrong = -1;
    if (contest_begin(&c, family, w->seed) == 0) {
        pass_over(&c);
        contest_run(&c);
        note_hopeless(&c);
        table_line(text, 0, &c);
        table_line(page, 1, &c);
        table_add(&all, &c);
        wrong = wrong_answers(&c);
    }
    contest_end(&c);
    return wrong;
}

/** Some solvers print what they think. Our own table goes to the stream that
standard output was; theirs to nowhere. */
static FILE *keep_output(void)
{
    int kept = dup(STDOUT_FILENO), nowhere = open("/dev/null", O_WRONLY);
    if (kept < 0 || nowhere < 0 || dup2(nowhere, STDOUT_FILENO) < 0)
        return NULL;
    close(nowhere);
    return fdopen(kept, "w");
}

static int put(const char *path, const char *name, const char *text)
{
    int failed = path != NULL && into_file(path, name, text) != 0;
    if (failed)
        fprintf(stderr, "%s: no marks of %s, or not writable\n", path, name);
    return failed;
}

static int summary(const wishes *w)
{
    char *text = NULL;
    size_t size = 0;
    FILE *f = open_memstream(&text, &size);
    if (f == NULL)
        return -1;
    table_summary(f, &all, solvers, w->solvers);
    fclose(f);
    int failed = put(w->summary, "bench_peers_summary", text);
    free(text);
    return failed;
}

int main(int argc, char **argv)
{
    wishes w;
    if (read_wishes(argc, argv, &w) != 0) {
        fprintf(stderr, "usage: bench_peers [--quick] [--only PREFIX] "
                        "[--most N] [--seed N] [--late SECONDS] "
                        "[--into FILE] [--summary FILE] [--alone] [--first N] "
                        "[--stretch] [--hold]\n");
        return 2;
    }
    char *markdown = NULL;
    size_t size = 0;
    int wrong = 0, families = 0;
    FILE *text = keep_output(), *page = open_memstream(&markdown, &size);
    if (text == NULL || page == NULL)
        return 6;
    table_begin(text, 0, solvers, w.solvers);
    table_begin(page, 1, solvers, w.solvers);
    for (int i = 0; i < generator_count && wrong >= 0; i++) {
        const char *name = generator_families[i].name;
        if (strncmp(name, w.only, strlen(w.only)) != 0 ||
            generator_families[i].n > w.most)
            continue;
        int more = one_family(&w, i, text, page);
        wrong = more < 0 ? -1 : wrong + more;
        families++;
    }
    table_totals(text, 0, &all, w.solvers);
    table_totals(page, 1, &all, w.solvers);
    fclose(page);
    if (put(w.into, "bench_peers", markdown) != 0)
        wrong = -1;
    free(markdown);
    if (w.summary != NULL && summary(&w) != 0)
        wrong = -1;
    fprintf(text, "wrong answers of perp: %d\n", wrong);
    int missed = table_missed(text, &all, solvers, w.solvers);
    fclose(text);
    return wrong == 0 && families > 0 && (!w.hold || missed == 0) ? 0 : 1;
}
