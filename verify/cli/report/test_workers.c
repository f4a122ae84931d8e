/* Jobs in processes of their own: what each ends with, in which order they are
taken, and that none is left. */
#include "check.h"
#include "cli/report/workers.h"

#include <errno.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

enum { JOBS = 60, STOP = 41 };

/* Job k: each third writes more than a pipe holds, others fail, one crashes, one is
   killed, one ends behind everybody's back. Early jobs wait for a later one. */
static perp_status act(void *user, long k)
{
    (void)user;
    for (long i = 0; i < (k % 3 == 0 ? 30000 : 1); i++)
        printf("%ld;", k);
    fprintf(stderr, "said by %ld\n", k);
    if (k == 7)
        return PERP_FAIL(PERP_INPUT, "seven is wrong");
    if (k == 11)
        raise(SIGKILL);
    if (k == 13) {
        signal(SIGABRT, SIG_DFL);
        raise(SIGABRT);
    }
    if (k == 17) {
        fprintf(stderr, "perp: first\nperp: last words\nbehind\n");
        fflush(NULL);
        _exit(5);
    }
    return PERP_SUCCESS;
}

typedef struct {
    long next, stop_at, refuse_at;
} watching;

static int code_of(long k)
{
    return k == 7 ? 3 : k == 11 || k == 17 ? 5 : k == 13 ? 70 : 0;
}

static perp_status take(void *user, long k, const worker_end *e, int *stop)
{
    watching *x = user;
    char begin[40];
    CHECK(k == x->next, "job %ld where %ld belongs", k, x->next);
    x->next++;
    CHECK(e->code == code_of(k), "job %ld: code %d", k, e->code);
    CHECK((e->message != NULL) == (e->code != 0), "job %ld: message", k);
    if (k == 7 || k == 17)
        CHECK(strcmp(e->message, k == 7 ? "seven is wrong" : "last words") == 0,
              "%s", e->message);
    snprintf(begin, sizeof begin, "%ld;", k);
    if (e->code == 0) {
        const size_t times = k % 3 == 0 ? 30000 : 1;
        CHECK(e->out_length == times * strlen(begin) &&
                  strlen(e->out) == e->out_length &&
                  strncmp(e->out, begin, strlen(begin)) == 0,
              "job %ld: %zu bytes", k, e->out_length);
        snprintf(begin, sizeof begin, "said by %ld\n", k);
        CHECK(strcmp(e->err, begin) == 0, "job %ld: %s", k, e->err);
    }
    *stop = k == x->stop_at;
    return k == x->refuse_at ? PERP_FAIL(PERP_IO, "no more") : PERP_SUCCESS;
}

static void no_child_left(void)
{
    CHECK(waitpid(-1, NULL, WNOHANG) == -1 && errno == ECHILD,
          "a job is left");
}

static void in_order(void)
{
    for (int side = 1; side <= 9; side += 4) {
        watching x = {0, -1, -1};
        const workers w = {0, JOBS, side, act, take, &x};
        CHECK(workers_run(&w).code == PERP_OK, "side %d", side);
        CHECK(x.next == JOBS, "%ld jobs", x.next);
        no_child_left();
    }
}

/* Behind a stop nothing begins; what had begun is taken. */
static void stopped(void)
{
    watching x = {0, STOP, -1};
    const workers w = {0, JOBS, 4, act, take, &x};
    CHECK(workers_run(&w).code == PERP_OK, "stop");
    CHECK(x.next > STOP && x.next <= STOP + 5 + 4, "%ld taken", x.next);
    no_child_left();
    x = (watching){3, -1, 9};
    const workers v = {3, JOBS, 4, act, take, &x};
    CHECK(workers_run(&v).code == PERP_IO && x.next == 10, "%ld", x.next);
    no_child_left();
}

static void no_jobs(void)
{
    const workers w = {5, 5, 1, act, take, NULL};
    CHECK(workers_run(&w).code == PERP_OK, "none");
    CHECK(workers_cores() >= 1, "cores");
}

/* Every request of the parent refused in turn: an error, and no job left. */
static void without_memory(void)
{
    for (size_t k = 1; k < 200; k++) {
        watching x = {1, -1, -1};
        const workers w = {1, 4, 2, act, take, &x};
        memory_refuse(k);
        perp_status s = workers_run(&w);
        memory_refuse(0);
        no_child_left();
        if (s.code == PERP_OK && x.next == 4)
            return;
        CHECK(s.code == PERP_LIMIT, "request %zu: code %d", k, s.code);
    }
    CHECK(0, "it never succeeds");
}

int main(void)
{
    RUN(in_order);
    RUN(stopped);
    RUN(no_jobs);
    RUN(without_memory);
    DONE;
}
