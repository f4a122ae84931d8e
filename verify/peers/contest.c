#include "contest.h"

#include "judge.h"

#include <math.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/** Small problems take less than the system needs to tell the time that a
process has used, so theirs is the time of the wall: a solve is rarely
interrupted, and a median does not notice. Larger ones are interrupted on a busy
machine, and have the processor's time. */
enum { LARGE = 40 };

static double now(const contest *c)
{
    struct timespec t;
    clock_gettime(
        c->family->n < LARGE ? CLOCK_MONOTONIC : CLOCK_THREAD_CPUTIME_ID, &t);
    return 1e9 * (double)t.tv_sec + (double)t.tv_nsec;
}

int contest_begin(contest *c, int family, uint64_t seed)
{
    size_t results = (size_t)(c->solvers * c->problems);
    c->family = &generator_families[family];
    c->p = calloc((size_t)c->problems, sizeof *c->p);
    c->r = mmap(NULL, results * sizeof *c->r, PROT_READ | PROT_WRITE,
                MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (c->r == MAP_FAILED)
        c->r = NULL;
    int failed = c->p == NULL || c->r == NULL;
    for (int i = 0; !failed && i < c->problems; i++)
        failed = generator_make(family, seed, i, &c->p[i]);
    return failed ? -1 : 0;
}

void contest_end(contest *c)
{
    for (int i = 0; c->p != NULL && i < c->problems; i++)
        generator_free(&c->p[i]);
    free(c->p);
    if (c->r != NULL)
        munmap(c->r, (size_t)(c->solvers * c->problems) * sizeof *c->r);
}

/* One answer, judged. */
static void answer(const contest *c, int s, int i, void *loaded, double *z)
{
    const generated *p = &c->p[i];
    result *r = &c->r[s * c->problems + i];
    double start = now(c);
    int refused = c->solver[s]->solve(loaded, z);
    r->ns = now(c) - start;
    r->climbed = c->solver[s]->climbed != NULL && c->solver[s]->climbed();
    if (!refused && c->solver[s]->stand_by != NULL)
        refused = c->solver[s]->stand_by(loaded, z);
    r->residual = refused ? 0 : judge_residual(p->n, p->A, p->b, z);
    r->said = refused                      ? VERDICT_REFUSED
              : r->residual <= JUDGE_RIGHT ? VERDICT_RIGHT
                                           : VERDICT_WRONG;
}

/* A child: problems from `first` on, each within the limit, or the alarm ends
   it. */
static void answer_from(const contest *c, int s, int first, int *at)
{
    struct itimerval limit = {{0, 0}, {(time_t)c->late, 0}};
    int n = c->family->n;
    for (int i = first; i < c->problems; i++) {
        double *z = calloc((size_t)n, sizeof *z);
        void *loaded = c->solver[s]->load(n, c->p[i].A, c->p[i].b);
        *at = i;
        setitimer(ITIMER_VIRTUAL, &limit, NULL);
        if (z != NULL && loaded != NULL)
            answer(c, s, i, loaded, z);
        setitimer(ITIMER_VIRTUAL, &(struct itimerval){0}, NULL);
        c->solver[s]->drop(loaded);
        free(z);
    }
    *at = c->problems;
}

/** After two late answers of one family a solver is not asked again: what it
would have said is not known, and it counts as late. */
static void judge_all(contest *c, int s, int *at)
{
    int late = 0, status = 0;
    *at = 0;
    while (*at < c->problems && late < 2) {
        int first = *at;
        pid_t child = fork();
        if (child == 0) {
            answer_from(c, s, first, at);
            _exit(0);
        }
        if (child < 0 || waitpid(child, &status, 0) != child)
            return;
        if (WIFSIGNALED(status) && *at < c->problems) {
            int alarmed = WTERMSIG(status) == SIGVTALRM;
            c->r[s * c->problems + *at].said =
                alarmed ? VERDICT_LATE : VERDICT_CRASHED;
            late += alarmed;
            ++*at;
        }
    }
}

double contest_median(double *x, int n)
{
    for (int i = 1; i < n; i++) {
        double v = x[i];
        int j = i;
        for (; j > 0 && x[j - 1] > v; j--)
            x[j] = x[j - 1];
        x[j] = v;
    }
    if (n == 0)
        return (double)NAN;
    return n % 2 == 1 ? x[n / 2] : (x[n / 2 - 1] + x[n / 2]) / 2;
}

/* What reading the clock costs: the least of many. */
static double clock_cost(const contest *c)
{
    double least = 1e9;
    for (int i = 0; i < 1000; i++) {
        double start = now(c), took = now(c) - start;
        least = took < least ? took : least;
    }
    return least;
}

/* The solvers in an order drawn anew: who comes behind whom must not be a
   habit, because a solver leaves its code and its numbers in the caches. */
static void draw_order(uint64_t *state, int n, int *order)
{
    for (int k = 0; k < n; k++) {
        *state = *state * 0x5851f42d4c957f2du + 0x14057b7ef767814fu;
        int j = (int)((*state >> 33) % (uint64_t)(k + 1));
        order[k] = order[j];
        order[j] = k;
    }
}

static void time_one(contest *c, int at, void *loaded, double *took)
{
    double z[4096], start = now(c);
    c->solver[at / c->problems]->solve(loaded, z);
    *took = now(c) - start - c->clock;
}

/** One round solves every problem once. A problem comes back only after all
the others, so no solve profits from the one before. Either the solvers change
at every problem, or each goes through all problems at a stretch. */
static void time_round(contest *c, void **loaded, double *took)
{
    int order[CONTEST_PEERS], n = c->problems, all = n * c->solvers;
    for (int i = 0; i < all; i++) {
        int new_order = c->stretch ? i == 0 : i % c->solvers == 0;
        if (new_order)
            draw_order(&c->order, c->solvers, order);
        int at = c->stretch ? order[i / n] * n + i % n
                            : order[i % c->solvers] * n + i / c->solvers;
        if (loaded[at] != NULL)
            time_one(c, at, loaded[at], &took[at]);
    }
}

static void time_all(contest *c)
{
    int all = c->problems * c->solvers;
    void **loaded = calloc((size_t)all, sizeof(void *));
    double *took = calloc((size_t)(all * (c->rounds + 1)), sizeof *took);
    double *own = took + all * c->rounds;
    c->clock = clock_cost(c);
    for (int at = 0; loaded != NULL && took != NULL && at < all; at++) {
        const generated *p = &c->p[at % c->problems];
        if (c->r[at].said >= VERDICT_WRONG && !c->r[at].climbed)
            loaded[at] = c->solver[at / c->problems]->load(p->n, p->A, p->b);
    }
    for (int round = 0; took != NULL && round < c->rounds; round++)
        time_round(c, loaded, took + round * all);
    for (int at = 0; took != NULL && at < all; at++) {
        if (loaded[at] == NULL)
            continue;
        for (int round = 0; round < c->rounds; round++)
            own[round] = took[round * all + at];
        c->r[at].ns = contest_median(own, c->rounds);
        c->solver[at / c->problems]->drop(loaded[at]);
    }
    free(loaded);
    free(took);
}

void contest_run(contest *c)
{
    int *at = mmap(NULL, sizeof *at, PROT_READ | PROT_WRITE,
                   MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (at == MAP_FAILED)
        return;
    for (int s = 0; s < c->solvers; s++)
        if (!c->pass[s])
            judge_all(c, s, at);
    munmap(at, sizeof *at);
    if (c->rounds > 0)
        time_all(c);
}
