/* Of Linux: on how many processors may this process run? */
#define _GNU_SOURCE
#include "cli/report/workers.h"

#include "base/file.h"
#include "base/memory.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#ifdef __linux__
#include <sched.h>
#include <sys/prctl.h>
#endif

/** A job under way, or one that has ended and waits for its turn. */
typedef struct {
    pid_t pid; /* 0: has not begun, or has ended */
    int ended;
    FILE *out, *err;
    worker_end end;
} job;

typedef struct {
    const workers *w;
    job *list;
    long n, begun, taken; /* jobs; of which so many */
    int running, stop;
} crew;

enum { HEARD = 1 << 16, MESSAGE = 600 }; /* of standard error; of a line */

/** ## In the process of the job

Standard output and error are files without a name, so that no pipe can fill up and
nobody has to listen. When the one who asked is killed, jobs would work for nobody: on
Linux they are killed with him. The status of the job becomes a line and an exit code as
it does in `command.c`, and the process ends without what was to be done at the end of
the other one; files that the other one has begun are none of its own, whatever signal
ends it. */
static void begin_alone(pid_t parent)
{
#ifdef __linux__
    prctl(PR_SET_PDEATHSIG, SIGKILL);
#endif
    if (getppid() != parent)
        _exit(PERP_LIMIT);
}

static _Noreturn void work(const crew *c, const job *j, pid_t parent, long k)
{
    begin_alone(parent);
    file_disown();
    if (dup2(fileno(j->out), STDOUT_FILENO) < 0 ||
        dup2(fileno(j->err), STDERR_FILENO) < 0)
        _exit(PERP_IO);
    perp_status s = c->w->act(c->w->user, c->w->first + k);
    if (s.code != PERP_OK)
        fprintf(stderr, "perp: %s\n", s.message);
    if (fflush(stdout) != 0 || fflush(stderr) != 0)
        _exit(PERP_IO);
    _exit((int)s.code);
}

/** ## The others */
static perp_status begin_one(crew *c)
{
    const long k = c->begun;
    job *j = &c->list[k];
    PERP_TRY(file_scratch(&j->out));
    PERP_TRY(file_scratch(&j->err));
    fflush(stdout);
    fflush(stderr);
    const pid_t parent = getpid();
    j->pid = fork();
    if (j->pid == 0)
        work(c, j, parent, k);
    if (j->pid < 0) {
        j->pid = 0;
        return PERP_FAIL(PERP_LIMIT,
                         "no process for a run: %s; take fewer --threads",
                         strerror(errno));
    }
    c->begun++;
    c->running++;
    return PERP_SUCCESS;
}

/* The whole file, or its first `most` bytes (0: all). */
static perp_status read_whole(FILE *f, size_t most, char **text, size_t *length)
{
    if (fseek(f, 0, SEEK_END) != 0)
        return PERP_FAIL(PERP_IO, "a temporary file cannot be read");
    size_t n = (size_t)ftell(f);
    n = most > 0 && n > most ? most : n;
    rewind(f);
    *text = memory_new(n + 1, 1);
    if (*text == NULL)
        return PERP_NO_MEMORY(n + 1);
    *length = fread(*text, 1, n, f);
    return *length == n ? PERP_SUCCESS
                        : PERP_FAIL(PERP_IO, "a temporary file cannot be read");
}

/* The last line that begins with "perp: ". */
static void find_message(FILE *err, char to[MESSAGE])
{
    char line[MESSAGE];
    rewind(err);
    while (fgets(line, sizeof line, err) != NULL) {
        line[strcspn(line, "\n")] = '\0';
        if (strncmp(line, "perp: ", 6) == 0)
            snprintf(to, MESSAGE, "%s", line + 6);
    }
}

/** Who is killed by SIGKILL or by a limit of the system on time is not wrong; who is
by any other signal, is. */
static int find_code(int status, char to[MESSAGE])
{
    if (WIFEXITED(status))
        return WEXITSTATUS(status);
    const int number = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
    const int outside = number == SIGKILL || number == SIGXCPU ||
                        number == SIGTERM || number == SIGINT;
    snprintf(to, MESSAGE, "the run was ended by signal %d%s", number,
             number == SIGKILL ? " (who kills: a user, or the system when "
                                 "memory is short)"
                               : "");
    return outside ? PERP_LIMIT : PERP_BUG;
}

static perp_status hear(job *j, int status)
{
    size_t length;
    char text[MESSAGE] = "";
    j->ended = 1;
    j->pid = 0;
    PERP_TRY(read_whole(j->out, 0, &j->end.out, &j->end.out_length));
    PERP_TRY(read_whole(j->err, HEARD, &j->end.err, &length));
    find_message(j->err, text);
    j->end.code = find_code(status, text);
    fclose(j->out);
    fclose(j->err);
    j->out = j->err = NULL;
    if (text[0] == '\0')
        return PERP_SUCCESS;
    length = strlen(text) + 1;
    j->end.message = memory_new(length, 1);
    if (j->end.message == NULL)
        return PERP_NO_MEMORY(length);
    memcpy(j->end.message, text, length);
    return PERP_SUCCESS;
}

static void forget(job *j)
{
    if (j->out != NULL)
        fclose(j->out);
    if (j->err != NULL)
        fclose(j->err);
    memory_free(j->end.out);
    memory_free(j->end.err);
    memory_free(j->end.message);
    *j = (job){.ended = 1};
}

static perp_status wait_for_one(crew *c)
{
    int status;
    pid_t pid;
    do
        pid = waitpid(-1, &status, 0);
    while (pid < 0 && errno == EINTR);
    if (pid < 0)
        return PERP_FAIL(PERP_IO, "a run is lost: %s", strerror(errno));
    for (long k = c->taken; k < c->begun; k++)
        if (c->list[k].pid == pid) {
            c->running--;
            return hear(&c->list[k], status);
        }
    return PERP_SUCCESS; /* none of ours */
}

static perp_status take_those_in_turn(crew *c)
{
    while (c->taken < c->begun && c->list[c->taken].ended) {
        job *j = &c->list[c->taken];
        int stop = 0;
        PERP_TRY(
            c->w->take(c->w->user, c->w->first + c->taken, &j->end, &stop));
        c->stop |= stop;
        forget(j);
        c->taken++;
    }
    return PERP_SUCCESS;
}

static perp_status all(crew *c)
{
    while (c->taken < c->begun || (!c->stop && c->begun < c->n)) {
        while (!c->stop && c->running < c->w->side && c->begun < c->n)
            PERP_TRY(begin_one(c));
        PERP_TRY(wait_for_one(c));
        PERP_TRY(take_those_in_turn(c));
    }
    return PERP_SUCCESS;
}

static void end_all(crew *c)
{
    for (long k = 0; k < c->n; k++) {
        if (c->list[k].pid > 0) {
            kill(c->list[k].pid, SIGKILL);
            waitpid(c->list[k].pid, NULL, 0);
        }
        forget(&c->list[k]);
    }
    memory_free(c->list);
}

perp_status workers_run(const workers *w)
{
    crew c = {.w = w, .n = w->end - w->first};
    if (c.n <= 0)
        return PERP_SUCCESS;
    c.list = memory_new((size_t)c.n, sizeof *c.list);
    if (c.list == NULL)
        return PERP_NO_MEMORY((size_t)c.n * sizeof *c.list);
    perp_status s = all(&c);
    end_all(&c);
    return s;
}

int workers_cores(void)
{
#ifdef __linux__
    cpu_set_t set;
    if (sched_getaffinity(0, sizeof set, &set) == 0 && CPU_COUNT(&set) > 0)
        return CPU_COUNT(&set);
#endif
    const long n = sysconf(_SC_NPROCESSORS_ONLN);
    return n > 0 && n < 1024 ? (int)n : 1;
}
