/* What a module of output asks of the system, refused one call at a time: the calls are
   defined here, before those of libc, and pass on but for the one that is named. */
#define _GNU_SOURCE
#include "base/file.h"
#include "base/hidden.h"
#include "check.h"
#include "failing.h"
#include "files_there.h"
#include "own_dir.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>

static const char *refused = "";
static int why,
    skipped; /* errno of the refusal; calls that are granted before */

static int refuses(const char *call)
{
    if (strcmp(call, refused) != 0 || skipped-- > 0)
        return 0;
    errno = why;
    return 1;
}

/* The same call of the library behind this program. */
#define BEHIND(type, name, ...)                                                \
    ((type(*)(__VA_ARGS__))(uintptr_t)dlsym(RTLD_NEXT, name))

FILE *fdopen(int fd, const char *mode)
{
    return refuses("fdopen")
               ? NULL
               : BEHIND(FILE *, "fdopen", int, const char *)(fd, mode);
}

FILE *tmpfile(void)
{
    return refuses("tmpfile") ? NULL : BEHIND(FILE *, "tmpfile", void)();
}

int fseek(FILE *f, long at, int from)
{
    return refuses("fseek")
               ? -1
               : BEHIND(int, "fseek", FILE *, long, int)(f, at, from);
}

int fclose(FILE *f)
{
    const int said = BEHIND(int, "fclose", FILE *)(f);
    return refuses("fclose") ? EOF : said;
}

int fsync(int fd)
{
    return refuses("fsync") ? -1 : (int)syscall(SYS_fsync, fd);
}

int link(const char *from, const char *to)
{
    return refuses("link")
               ? -1
               : BEHIND(int, "link", const char *, const char *)(from, to);
}

int rename(const char *from, const char *to)
{
    return refuses("rename")
               ? -1
               : BEHIND(int, "rename", const char *, const char *)(from, to);
}

int fstat(int fd, struct stat *at)
{
    return refuses("fstat") ? -1
                            : BEHIND(int, "fstat", int, struct stat *)(fd, at);
}

int open(const char *path, int flags, ...)
{
    va_list more;
    va_start(more, flags);
    const mode_t mode =
        (flags & O_CREAT) != 0 ? (mode_t)va_arg(more, unsigned) : 0;
    va_end(more);
    return refuses(flags & O_CREAT ? "create" : "open")
               ? -1
               : (int)syscall(SYS_openat, AT_FDCWD, path, flags, mode);
}

static void refuse(const char *call, int number)
{
    refused = call;
    why = number;
    skipped = 0;
}

typedef perp_status begins(const char *path, FILE **f);

static perp_status begun(begins *begin, const char *path, const char *text)
{
    FILE *f;
    perp_status s = begin(path, &f);
    if (s.code == PERP_OK)
        fputs(text, f);
    return s.code == PERP_OK ? file_end(f, path) : s;
}

static void is(perp_status s, perp_code code, const char *word)
{
    CHECK(s.code == code && (code == PERP_OK || strstr(s.message, word)),
          "%d: %s", (int)s.code, s.code == PERP_OK ? "fine" : s.message);
    refuse("", 0);
}

/* A descriptor without a stream is closed, its name taken away. No memory is LIMIT,
   and nothing else is. */
static void no_stream(void)
{
    clear();
    refuse("fdopen", ENOMEM);
    is(begun(file_new, in_dir("a"), "1"), PERP_LIMIT, "memory");
    refuse("fdopen", EMFILE);
    is(begun(file_new, in_dir("a"), "1"), PERP_IO, strerror(EMFILE));
    refuse("create", EACCES);
    is(begun(file_new, in_dir("a"), "1"), PERP_IO, strerror(EACCES));
    CHECK(names() == 0 && hidden_all.n == 0, "%d names", names());
    refuse("tmpfile", ENOMEM);
    FILE *f;
    is(file_scratch(&f), PERP_LIMIT, "no temporary file");
    refuse("tmpfile", EMFILE);
    is(file_scratch(&f), PERP_IO, strerror(EMFILE));
}

/* No memory for an entry of the list, or for more room in it. */
static void no_entry(void)
{
    begins *const way[] = {file_new, file_fresh, file_aside};
    clear();
    for (size_t k = 1; k <= 2; k++) {
        for (int i = 0; i < 3; i++) {
            memory_refuse(k);
            perp_status s = begun(way[i], in_dir("a"), "1");
            memory_refuse(0);
            is(s, PERP_LIMIT, "memory");
        }
        memory_refuse(k);
        perp_status s = file_folder(in_dir("b"));
        memory_refuse(0);
        is(s, PERP_LIMIT, "memory");
        file_abandon();
    }
    CHECK(names() == 0, "%d names", names());
}

/* Taken names are passed over, but not for ever. */
static void no_name(void)
{
    const int before = hidden_all.names;
    clear();
    refuse("create", EEXIST);
    hidden_all.names = INT_MAX - 20;
    is(begun(file_new, in_dir("a"), "1"), PERP_IO, strerror(EEXIST));
    CHECK(hidden_all.names == INT_MAX, "%d", hidden_all.names);
    hidden_all.names = before;
}

/* TMPDIR not set, or empty: /tmp. Standard output is no name of a file. */
static void places(void)
{
    char kept[300];
    const char *says = getenv("TMPDIR");
    snprintf(kept, sizeof kept, "%s", says != NULL ? says : "");
    clear();
    for (int way = 0; way < 2; way++) {
        if (way == 0)
            unsetenv("TMPDIR");
        else
            setenv("TMPDIR", "", 1);
        is(begun(file_aside, in_dir("a"), "1"), PERP_OK, "");
        CHECK(strncmp(hidden_all.list[0]->beside, "/tmp/perp-", 10) == 0, "%s",
              hidden_all.list[0]->beside);
        file_abandon();
    }
    if (says != NULL)
        setenv("TMPDIR", kept, 1);
    FILE *f;
    is(file_new("-", &f), PERP_OK, "");
    CHECK(f == stdout && file_end(f, "-").code == PERP_OK, "standard output");
    is(file_grow("-", &f), PERP_OK, "");
    CHECK(f == stdout, "standard output");
    is(file_grow(in_dir("no/where"), &f), PERP_IO, "no/where");
    is(begun(file_grow, in_dir("a"), "1"), PERP_OK, "");
    CHECK(holds("a", "1"), "grown");
    refuse("fseek", EIO);
    is(file_go_on(in_dir("a"), 1, &f), PERP_IO, strerror(EIO));
    CHECK(f == NULL, "no stream");
}

/* A folder that is in the list is not called another name. */
static void not_renamed(void)
{
    clear();
    is(file_folder(in_dir("b/c")), PERP_OK, "");
    is(file_rename(in_dir("b"), in_dir("d")), PERP_OK, "");
    is(file_appear(), PERP_OK, "");
    struct stat at;
    CHECK(names() == 1 && lstat(in_dir("b/c"), &at) == 0, "%d names", names());
}

/* Of a long path that cannot be made the first 300 bytes are told: the last of its names
   is longer than a name may be. */
static void long_folder(void)
{
    char path[800], told[400];
    clear();
    const int n = snprintf(path, sizeof path, "%s/", dir);
    memset(path + n, 'x', 200);
    path[n + 200] = '/';
    memset(path + n + 201, 'y', 300);
    path[n + 501] = '\0';
    snprintf(told, sizeof told, "'%.300s'", path);
    is(file_folder(path), PERP_IO, told);
    file_abandon();
    CHECK(names() == 0, "%d names", names());
}

/* What fsync may say of what is on no disk; what it says of a disk that fails is told. */
static void synced(void)
{
    static const struct {
        const char *call;
        int why, lost;
    } said[] = {{"fsync", EINVAL, 0}, {"fsync", ENOTSUP, 0},
                {"fsync", EIO, 1},    {"fstat", EIO, 0},
                {"fclose", EIO, 1},   {"open", EACCES, 0}};
    static const char *const waits[] = {"yes", NULL, "no"};
    for (size_t i = 0; i < 3 * sizeof said / sizeof *said; i++) {
        const char *wait = waits[i % 3];
        clear();
        if (wait != NULL)
            setenv("PERP_SYNC", wait, 1);
        else
            unsetenv("PERP_SYNC");
        refuse(said[i / 3].call, said[i / 3].why);
        perp_status s = begun(file_new, in_dir("a"), "1");
        const int asked = i % 3 < 2 || strcmp(said[i / 3].call, "fsync") != 0;
        is(s, said[i / 3].lost && asked ? PERP_IO : PERP_OK, strerror(EIO));
        refuse(said[i / 3].call, said[i / 3].why);
        if (s.code == PERP_OK && strcmp(said[i / 3].call, "fclose") != 0)
            is(file_appear(), PERP_OK, "");
        file_abandon();
        CHECK(names() == (s.code == PERP_OK &&
                          strcmp(said[i / 3].call, "fclose") != 0),
              "%s: %d names", said[i / 3].call, names());
    }
    unsetenv("PERP_SYNC");
    is(begun(file_new, "/dev/null", "1"), PERP_OK, "");
    CHECK(file_end(failing_open(0), "no descriptor").code == PERP_OK, "memory");
    refuse("fclose", EIO);
    FILE *f = failing_open(1);
    fputs("1", f);
    is(file_end(f, "both"), PERP_IO, "both");
    setenv("PERP_SYNC", "no", 1);
}

/* A file system without links: what may not be there is looked for, and renamed. */
static void without_links(void)
{
    clear();
    refuse("link", EPERM);
    CHECK(begun(file_fresh, in_dir("a"), "1").code == PERP_OK, "begin");
    is(file_appear(), PERP_OK, "");
    CHECK(holds("a", "1") && names() == 1, "%d names", names());
    refuse("link", EPERM);
    CHECK(begun(file_fresh, in_dir("a"), "2").code == PERP_OK, "begin");
    is(file_appear(), PERP_IO, strerror(EEXIST));
    CHECK(holds("a", "1") && names() == 1, "%d names", names());
    CHECK(mkdir(in_dir("b"), 0777) == 0, "directory");
    CHECK(begun(file_fresh, in_dir("b/a"), "3").code == PERP_OK, "begin");
    char command[300];
    snprintf(command, sizeof command, "rm -r '%s'", in_dir("b"));
    CHECK(system(command) == 0, "%s", command);
    is(file_appear(), PERP_IO, strerror(ENOENT));
    refuse("link", EPERM);
    CHECK(begun(file_new, in_dir("a"), "4").code == PERP_OK, "begin");
    is(file_appear(), PERP_OK, "");
    CHECK(holds("a", "4") && names() == 1, "%d names", names());
}

/* A name that is not given: what was there is there, with a second name or without;
   with another name, given before, that is taken back by a detour. */
static void no_rename(void)
{
    clear();
    for (int old = 0; old < 2; old++) {
        if (old)
            put("a", "old");
        CHECK(begun(file_new, in_dir("a"), "1").code == PERP_OK, "begin");
        refuse("rename", EIO);
        is(file_appear(), PERP_IO, strerror(EIO));
        CHECK(names() == old && holds("a", "old") == old, "%d names", names());
    }
    is(begun(file_new, in_dir("a"), "1"), PERP_OK, "");
    is(begun(file_new, in_dir("b"), "2"), PERP_OK, "");
    refuse("rename", EIO);
    skipped = 1;
    is(file_appear(), PERP_IO, strerror(EIO));
    CHECK(names() == 1 && holds("a", "old"), "%d names", names());
}

/* Files of one folder and of several, named with and without it; folders that were made
   and what is carried among them. Each folder is synced once if its files follow each
   other. */
static void several_folders(void)
{
    char before[PATH_MAX];
    clear();
    CHECK(getcwd(before, sizeof before) != NULL && chdir(dir) == 0, "%s", dir);
    put("link.to", "old");
    CHECK(symlink("link.to", in_dir("link")) == 0, "link");
    setenv("PERP_SYNC", "yes", 1);
    is(file_folder("b"), PERP_OK, "");
    is(file_folder("c"), PERP_OK, "");
    static const char *const name[] = {"x",   "y",    "b/x", "b/y",
                                       "c/x", "link", "z"};
    for (int i = 0; i < 7; i++)
        is(begun(file_new, name[i], name[i]), PERP_OK, "");
    refuse("fsync", EIO);
    skipped = 100;
    perp_status s = file_appear();
    const int asked = 100 - skipped;
    is(s, PERP_OK, "");
    for (int i = 0; i < 7; i++)
        CHECK(holds(name[i], name[i]), "%s", name[i]);
    CHECK(asked == 5, "%d are synced", asked); /* . b c . and what is carried */
    setenv("PERP_SYNC", "no", 1);
    CHECK(chdir(before) == 0, "%s", before);
}

/* Given up before its end: the stream is closed, the bytes are gone. */
static void given_up(void)
{
    FILE *f;
    clear();
    is(file_new(in_dir("a"), &f), PERP_OK, "");
    fputs("1", f);
    file_abandon();
    CHECK(names() == 0, "%d names", names());
}

/* What is carried does not arrive: nothing of the command does. */
static void not_carried(void)
{
    clear();
    put("link.to", "old");
    CHECK(symlink(in_dir("no/where"), in_dir("link")) == 0, "link");
    is(begun(file_new, in_dir("a"), "1"), PERP_OK, "");
    is(begun(file_new, in_dir("link"), "2"), PERP_OK, "");
    is(file_appear(), PERP_IO, "link");
    CHECK(names() == 2, "%d names", names());
}

/* Standard output that is lost: no file gets its name. */
static void output_lost(void)
{
    int how = 0;
    clear();
    fflush(stdout);
    pid_t child = fork();
    if (child == 0) {
        if (freopen("/dev/full", "w", stdout) == NULL)
            _exit(0);
        begun(file_new, in_dir("a"), "1");
        fputs("lost", stdout);
        _exit((int)file_appear().code);
    }
    CHECK(waitpid(child, &how, 0) == child && WIFEXITED(how) &&
              WEXITSTATUS(how) == PERP_IO,
          "%x", (unsigned)how);
    CHECK(names() == 0, "%d names", names());
}

int main(void)
{
    setenv("PERP_SYNC", "no", 1);
    own_dir();
    RUN(no_stream);
    RUN(no_entry);
    RUN(no_name);
    RUN(places);
    RUN(not_renamed);
    RUN(long_folder);
    RUN(synced);
    RUN(without_links);
    RUN(no_rename);
    RUN(several_folders);
    RUN(given_up);
    RUN(not_carried);
    RUN(output_lost);
    own_dir_end();
    DONE;
}
