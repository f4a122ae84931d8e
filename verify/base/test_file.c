/* A write that fails once is told, whatever the writes behind it do; files appear
   together or not at all, however the program ends. */
#define _GNU_SOURCE
#include "base/file.h"
#include "base/memory.h"
#include "check.h"
#include "failing.h"
#include "files_there.h"
#include "own_dir.h"
#include "run/trace/lines.h"

#include <signal.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>

static void told_at_every_write(void)
{
    long writes = 99;
    for (long k = 0; k <= writes; k++) {
        FILE *f = failing_open(k);
        for (int i = 0; i < 10; i++)
            fprintf(f, "%031d\n", i); /* two fill the buffer */
        perp_status s = file_end(f, "somewhere");
        writes = k == 0 ? failing_writes : writes;
        CHECK(writes >= 5 && writes < 12, "%ld writes", writes);
        CHECK(s.code == (k > 0 ? PERP_IO : PERP_OK), "write %ld: %d", k,
              (int)s.code);
        CHECK(s.code == PERP_OK || strstr(s.message, "somewhere") != NULL, "%s",
              s.message);
    }
}

static void flushed_is_not_whole(void)
{
    FILE *f = failing_open(1);
    fputs("lost", f);
    fflush(f);
    fputs("arrives", f);
    CHECK(fflush(f) == 0 && failing_writes == 2, "the second write works");
    CHECK(file_written(f, "f").code == PERP_IO, "and what was lost is told");
    CHECK(file_end(f, "f").code == PERP_IO, "at the end, too");
    CHECK(file_end(NULL, "f").code == PERP_OK, "no file");
}

/* A row of a trace that is longer than the buffer is several writes; flushing it
   asks of the last one only. */
static void a_row_of_a_trace(void)
{
    const char *name[40];
    trace t;
    for (int i = 0; i < 40; i++)
        name[i] = "a.name.of.sixteen";
    CHECK(trace_new(1, 40, name, 0, &t).code == PERP_OK, "trace");
    t.rows = 1;
    for (long k = 1; k <= 3; k++) {
        FILE *f = failing_open(k);
        perp_status s = lines_row(f, &t, 0);
        CHECK(failing_writes > 3, "%ld writes", failing_writes);
        CHECK(s.code == PERP_IO, "write %ld: %d", k, (int)s.code);
        fclose(f);
    }
    trace_free(&t);
}

static perp_status begun(const char *name, const char *text)
{
    FILE *f;
    perp_status s = file_new(in_dir(name), &f);
    if (s.code == PERP_OK)
        fputs(text, f);
    return s.code == PERP_OK ? file_end(f, name) : s;
}

/* Nobody sees a file before all appear, and then each has its own bytes; what was
   there is there until then. Given up, everything is as it was. */
static void together(void)
{
    for (int fine = 0; fine < 2; fine++) {
        clear();
        put("b", "old");
        CHECK(begun("a", "1").code == PERP_OK &&
                  begun("b", "2").code == PERP_OK,
              "begin");
        CHECK(file_folder(in_dir("c/d")).code == PERP_OK, "folder");
        CHECK(begun("c/d/e", "3").code == PERP_OK, "begin");
        CHECK(names() == 4 && holds("b", "old"), "%d names", names());
        perp_status s = PERP_SUCCESS;
        if (fine)
            s = file_appear();
        else
            file_abandon();
        CHECK(s.code == PERP_OK, "%s", s.message);
        CHECK(names() == (fine ? 3 : 1), "%d names", names());
        CHECK(holds("b", fine ? "2" : "old") && holds("a", "1") == fine &&
                  holds("c/d/e", "3") == fine,
              "bytes");
    }
}

/* The last of three names cannot be given: a directory has come there. What the
   first two took away is back. */
static void all_or_none(void)
{
    clear();
    put("a", "old");
    CHECK(begun("a", "1").code == PERP_OK && begun("b", "2").code == PERP_OK &&
              begun("c", "3").code == PERP_OK,
          "begin");
    CHECK(mkdir(in_dir("c"), 0777) == 0, "directory");
    perp_status s = file_appear();
    CHECK(s.code == PERP_IO && strstr(s.message, in_dir("c")) != NULL, "%s",
          s.message);
    CHECK(names() == 2 && holds("a", "old"), "%d names", names());
    s = begun("c", "3");
    CHECK(s.code == PERP_IO, "a directory is seen at once");
    s = begun("no/where", "3");
    CHECK(s.code == PERP_IO && strstr(s.message, "no/where") != NULL, "%s",
          s.message);
    file_abandon();
}

/* Names that are taken are passed over, links among them: what they lead to is not
   written. A link in the place of the file stays one. */
static void links(void)
{
    char name[40];
    clear();
    put("victim", "safe");
    for (int i = 0; i < 40; i++) {
        snprintf(name, sizeof name, "perp-%ld-%d.tmp", (long)getpid(), i);
        CHECK(symlink("victim", in_dir(name)) == 0, "link");
    }
    CHECK(symlink("to", in_dir("link")) == 0, "link");
    put("to", "old");
    setenv("TMPDIR", dir, 1);
    CHECK(begun("a", "1").code == PERP_OK && begun("link", "2").code == PERP_OK,
          "begin");
    perp_status s = file_appear();
    CHECK(s.code == PERP_OK, "%s", s.message);
    CHECK(holds("victim", "safe") && holds("a", "1") && holds("to", "2"),
          "bytes");
    struct stat at;
    CHECK(lstat(in_dir("link"), &at) == 0 && S_ISLNK(at.st_mode), "a link");
    CHECK(lstat(in_dir("a"), &at) == 0 && S_ISREG(at.st_mode), "a file");
    CHECK(names() == 44, "%d names", names());
}

/* A file that comes meanwhile is not touched where none may be. */
static void fresh(void)
{
    for (int meanwhile = 0; meanwhile < 2; meanwhile++) {
        FILE *f;
        clear();
        CHECK(begun("b", "2").code == PERP_OK, "begin");
        CHECK(file_fresh(in_dir("a"), &f).code == PERP_OK, "begin");
        fputs("1", f);
        CHECK(file_end(f, "a").code == PERP_OK, "end");
        if (meanwhile)
            put("a", "theirs");
        perp_status s = file_appear();
        CHECK(s.code == (meanwhile ? PERP_IO : PERP_OK), "%d", (int)s.code);
        CHECK(holds("a", meanwhile ? "theirs" : "1") &&
                  names() == (meanwhile ? 1 : 2),
              "%d names", names());
    }
}

static void renamed(void)
{
    clear();
    CHECK(begun("a.run.csv", "1").code == PERP_OK, "begin");
    CHECK(file_rename(in_dir("a.run.csv"), in_dir("a.csv")).code == PERP_OK,
          "rename");
    CHECK(file_rename(in_dir("a.csv"), in_dir("longer.csv")).code == PERP_LIMIT,
          "longer");
    CHECK(file_appear().code == PERP_OK && holds("a.csv", "1") && names() == 1,
          "appear");
}

/* Behind its first bytes what was there is gone, and what is written comes; a file that is not
   there is none. */
static void gone_on(void)
{
    FILE *f;
    clear();
    put("a", "0123456789");
    CHECK(file_go_on(in_dir("a"), 4, &f).code == PERP_OK, "go on");
    fputs("x", f);
    CHECK(file_end(f, "a").code == PERP_OK && holds("a", "0123x"), "bytes");
    perp_status s = file_go_on(in_dir("b"), 0, &f);
    CHECK(s.code == PERP_IO && f == NULL && strstr(s.message, in_dir("b")),
          "%s", s.message);
    CHECK(file_go_on(in_dir("a"), -1, &f).code == PERP_IO && f == NULL,
          "no such place");
    CHECK(holds("a", "0123x") && names() == 1, "%d names", names());
}

static void scratch(void)
{
    FILE *f;
    char got[5] = {0};
    clear();
    CHECK(file_scratch(&f).code == PERP_OK, "scratch");
    fputs("1234", f);
    rewind(f);
    CHECK(fread(got, 1, 4, f) == 4 && strcmp(got, "1234") == 0, "%s", got);
    fclose(f);
    CHECK(names() == 0, "%d names", names());
}

/* A directory below a file; and with the disk waited for, in a folder and in
   none. */
static void folders(void)
{
    clear();
    put("a", "old");
    perp_status s = file_folder(in_dir("a/b"));
    CHECK(s.code == PERP_IO && strstr(s.message, in_dir("a/b")), "%s",
          s.message);
    file_abandon();
    const char *says = getenv("PERP_SYNC");
    char kept[8];
    snprintf(kept, sizeof kept, "%s", says != NULL ? says : "");
    unsetenv("PERP_SYNC");
    CHECK(begun("b", "1").code == PERP_OK && file_appear().code == PERP_OK &&
              holds("b", "1") && holds("a", "old"),
          "synced");
    if (says != NULL)
        setenv("PERP_SYNC", kept, 1);
    FILE *f;
    CHECK(file_new("/dev/null", &f).code == PERP_OK, "a device");
    fputs("1", f);
    CHECK(file_end(f, "null").code == PERP_OK && names() == 2, "no name");
}

/* Each request for memory refused in turn: LIMIT, and nothing is left. */
static void without_memory(void)
{
    for (size_t k = 1; k <= 3; k++) {
        clear();
        memory_refuse(k);
        perp_status s = begun("a", "1");
        memory_refuse(0);
        CHECK(s.code == PERP_LIMIT && names() == 0, "request %zu: %d", k,
              (int)s.code);
        file_abandon();
    }
}

/* Every signal that ends a program, at every stage: begun, ended, some names given;
   and the ends that are no signal. Nothing is left, and what was there is. */
static void interrupted(void)
{
    static const int ends[] = {SIGINT,  SIGTERM, SIGHUP,  SIGQUIT, SIGPIPE,
                               SIGXCPU, SIGABRT, SIGALRM, SIGUSR1, 0};
    for (size_t k = 0; k < sizeof ends / sizeof *ends; k++)
        for (int stage = 0; stage < 3; stage++) {
            int how = 0;
            clear();
            put("a", "old");
            if (stage == 2)
                CHECK(mkfifo(in_dir("pipe"), 0600) == 0, "pipe");
            fflush(stdout);
            pid_t child = fork();
            if (child == 0) {
                FILE *f;
                setrlimit(RLIMIT_CORE, &(struct rlimit){0, 0});
                file_guard();
                unsetenv("PERP_SYNC");
                setenv("TMPDIR", dir, 1);
                file_folder(in_dir("c"));
                begun("c/b", "1");
                if (stage == 0)
                    file_new(in_dir("a"), &f);
                else
                    begun("a", "1");
                if (stage == 2) { /* nobody reads: it waits behind the names */
                    file_aside(in_dir("pipe"), &f);
                    file_end(f, "pipe");
                    alarm(5);
                    file_appear();
                }
                if (ends[k] != 0)
                    raise(ends[k]);
                exit(5);
            }
            if (stage == 2) {
                while (!holds("a", "1") && waitpid(child, &how, WNOHANG) == 0)
                    usleep(1000);
                kill(child, ends[k] != 0 ? ends[k] : SIGTERM);
            }
            CHECK(waitpid(child, &how, 0) == child, "child");
            CHECK(stage == 2 || (ends[k] == 0 ? WIFEXITED(how)
                                              : WTERMSIG(how) == ends[k]),
                  "signal %d ends with %x", ends[k], (unsigned)how);
            CHECK(names() == 1 + (stage == 2) && holds("a", "old"),
                  "signal %d at stage %d: %d names", ends[k], stage, names());
        }
    printf("%zu ends at 3 stages\n", sizeof ends / sizeof *ends);
}

/* What a process has begun is not its child's, which may end as it likes. */
static void of_the_parent(void)
{
    FILE *f;
    clear();
    CHECK(file_new(in_dir("a"), &f).code == PERP_OK, "file");
    fputs("mine", f);
    fflush(NULL);
    for (int way = 0; way < 2; way++) {
        int how = 0;
        pid_t child = fork();
        if (child == 0) {
            file_guard();
            file_disown();
            if (way == 1)
                raise(SIGTERM);
            file_abandon();
            _exit(0);
        }
        CHECK(waitpid(child, &how, 0) == child && names() == 1, "way %d", way);
    }
    CHECK(file_end(f, "a").code == PERP_OK && file_appear().code == PERP_OK &&
              holds("a", "mine"),
          "the file");
}

/* A file beyond the limit is a write that fails, no signal. */
static void too_large(void)
{
    int how = 0;
    clear();
    fflush(stdout);
    pid_t child = fork();
    if (child == 0) {
        FILE *f;
        setrlimit(RLIMIT_FSIZE, &(struct rlimit){100, 100});
        file_guard();
        file_new(in_dir("a"), &f);
        for (int i = 0; i < 3000; i++)
            fputs("0123456789", f);
        exit((int)file_end(f, "a").code);
    }
    CHECK(waitpid(child, &how, 0) == child && WIFEXITED(how) &&
              WEXITSTATUS(how) == PERP_IO,
          "%x", (unsigned)how);
    CHECK(names() == 0, "%d names", names());
}

/* Asked again, it leaves alone what the program has said of a signal since. */
static void guarded_once(void)
{
    int how = 0;
    fflush(stdout);
    pid_t child = fork();
    if (child == 0) {
        struct sigaction first, now;
        file_guard();
        sigaction(SIGUSR1, NULL, &first);
        signal(SIGUSR1, SIG_DFL);
        file_guard();
        sigaction(SIGUSR1, NULL, &now);
        exit(first.sa_handler != SIG_DFL && now.sa_handler == SIG_DFL ? 7 : 8);
    }
    CHECK(waitpid(child, &how, 0) == child && WIFEXITED(how) &&
              WEXITSTATUS(how) == 7,
          "%x", (unsigned)how);
}

int main(void)
{
    own_dir();
    RUN(told_at_every_write);
    RUN(flushed_is_not_whole);
    RUN(a_row_of_a_trace);
    RUN(together);
    RUN(all_or_none);
    RUN(links);
    RUN(fresh);
    RUN(renamed);
    RUN(gone_on);
    RUN(scratch);
    RUN(folders);
    RUN(without_memory);
    RUN(interrupted);
    RUN(of_the_parent);
    RUN(too_large);
    RUN(guarded_once);
    own_dir_end();
    DONE;
}
