#include "base/file.h"
#include "base/carry.h"
#include "base/hidden.h"
#include "base/memory.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/** ## Beginning

The name is the process's own, and O_EXCL refuses whatever is there: a link that
somebody laid, what a killed process of the same number has left. Then the next
one is taken. */
static perp_status cannot(const char *path)
{
    return errno == ENOMEM ? PERP_NO_MEMORY(strlen(path))
                           : PERP_FAIL(PERP_IO, "cannot write '%.300s': %s",
                                       path, strerror(errno));
}

/* Opens and counts it; signals wait. -1: errno says why. */
static int open_beside(hidden *e)
{
    const char *slash = strrchr(e->beside, '/');
    const size_t at = slash != NULL ? (size_t)(slash - e->beside) + 1 : 0;
    int fd;
    do {
        const long number = hidden_all.names++;
        snprintf(e->beside + at, HIDDEN_TAIL, "perp-%ld-%ld.tmp",
                 (long)getpid(), number);
        snprintf(e->kept + at, HIDDEN_TAIL, "perp-%ld-%ld.old", (long)getpid(),
                 number);
        fd = open(e->beside, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    } while (fd < 0 && errno == EEXIST && hidden_all.names < INT_MAX);
    if (fd < 0 || (e->f = fdopen(fd, "wb")) != NULL) {
        if (fd >= 0)
            hidden_all.list[hidden_all.n++] = e;
        return fd < 0 ? -1 : 0;
    }
    const int why = errno;
    close(fd);
    unlink(e->beside);
    errno = why;
    return -1;
}

static perp_status begin(hidden *e, const char *told, FILE **f)
{
    sigset_t before;
    hidden_hold(&before);
    const int opened = open_beside(e);
    hidden_let(&before);
    *f = opened == 0 ? e->f : NULL;
    if (opened == 0)
        return PERP_SUCCESS;
    perp_status s = cannot(told);
    hidden_free(e);
    return s;
}

perp_status file_new(const char *path, FILE **f)
{
    struct stat at;
    hidden *e;
    const int there = strcmp(path, "-") != 0 && lstat(path, &at) == 0;
    *f = NULL;
    if (there && S_ISLNK(at.st_mode))
        return file_aside(path, f);
    if (carry_keeps(path))
        return file_grow(path, f);
    if (there && S_ISDIR(at.st_mode)) {
        errno = EISDIR;
        return cannot(path);
    }
    PERP_TRY(hidden_new(path, NULL, &e));
    return begin(e, path, f);
}

perp_status file_fresh(const char *path, FILE **f)
{
    hidden *e;
    *f = NULL;
    PERP_TRY(hidden_new(path, NULL, &e));
    e->fresh = 1;
    return begin(e, path, f);
}

perp_status file_aside(const char *path, FILE **f)
{
    const char *dir = getenv("TMPDIR");
    char told[400];
    hidden *e;
    *f = NULL;
    if (dir == NULL || dir[0] == '\0')
        dir = "/tmp";
    PERP_TRY(hidden_new(path, dir, &e));
    e->carried = 1;
    snprintf(told, sizeof told, "%.300s' in TMPDIR '%.60s", path, dir);
    return begin(e, told, f);
}

perp_status file_grow(const char *path, FILE **f)
{
    *f = strcmp(path, "-") == 0 ? stdout : fopen(path, "wb");
    return *f != NULL ? PERP_SUCCESS : cannot(path);
}

perp_status file_go_on(const char *path, long bytes, FILE **f)
{
    *f = fopen(path, "r+b");
    if (*f != NULL && ftruncate(fileno(*f), bytes) == 0 &&
        fseek(*f, bytes, SEEK_SET) == 0)
        return PERP_SUCCESS;
    perp_status s = cannot(path);
    if (*f != NULL)
        fclose(*f);
    *f = NULL;
    return s;
}

perp_status file_scratch(FILE **f)
{
    *f = tmpfile();
    return *f != NULL ? PERP_SUCCESS
                      : PERP_FAIL(errno == ENOMEM ? PERP_LIMIT : PERP_IO,
                                  "no temporary file: %s", strerror(errno));
}

/* One of the directories; counted while signals wait. */
static int make_one(hidden *e)
{
    sigset_t before;
    hidden_hold(&before);
    const int made = mkdir(e->path, 0777);
    if (made == 0) {
        e->state = HIDDEN_FOLDER;
        hidden_all.list[hidden_all.n++] = e;
    }
    hidden_let(&before);
    return made;
}

perp_status file_folder(const char *path)
{
    for (size_t n = 1; n <= strlen(path); n++) {
        hidden *e;
        if (path[n] != '/' && path[n] != '\0')
            continue;
        PERP_TRY(hidden_new(path, NULL, &e));
        e->path[n] = '\0';
        if (make_one(e) == 0)
            continue;
        const int why = errno;
        hidden_free(e);
        if (why != EEXIST)
            return PERP_FAIL(PERP_IO, "cannot make the directory '%.*s': %s",
                             n < 300 ? (int)n : 300, path, strerror(why));
    }
    return PERP_SUCCESS;
}

perp_status file_rename(const char *from, const char *to)
{
    const size_t n = strlen(to) + 1;
    for (int i = 0; i < hidden_all.n; i++) {
        hidden *e = hidden_all.list[i];
        if (e->state != HIDDEN_BESIDE || strcmp(e->path, from) != 0)
            continue;
        if (n > strlen(from) + 1)
            return PERP_FAIL(PERP_LIMIT, "'%.100s' is longer than '%.100s'", to,
                             from);
        memcpy(e->path, to, n); /* a handler does not read it yet */
    }
    return PERP_SUCCESS;
}

/** ## Ending */
/* Of a write long ago errno says nothing any more. */
static perp_status lost(const char *what, int why)
{
    return PERP_FAIL(PERP_IO, "cannot write '%.300s': %s", what,
                     why != 0 ? strerror(why)
                              : "a write failed, and what "
                                "follows it is not whole");
}

perp_status file_written(FILE *f, const char *what)
{
    const int before = ferror(f);
    errno = 0;
    fflush(f); /* of a stream that is no file it may return 0 */
    if (!ferror(f))
        return PERP_SUCCESS;
    return lost(what, before ? 0 : errno);
}

/** To wait for the disk at every file costs milliseconds each; who makes thousands, a
test, says PERP_SYNC=no. */
static int waits(void)
{
    const char *says = getenv("PERP_SYNC");
    return says == NULL || strcmp(says, "no") != 0;
}

/* What has a disk is on it; a pipe has none. */
static int synced(FILE *f)
{
    struct stat at;
    if (!waits())
        return 1;
    const int fd = fileno(f); /* -1: of memory */
    if (fd < 0 || fstat(fd, &at) != 0 || !S_ISREG(at.st_mode))
        return 1;
    return fsync(fd) == 0 || errno == EINVAL || errno == ENOTSUP;
}

perp_status file_end(FILE *f, const char *what)
{
    if (f == NULL)
        return PERP_SUCCESS;
    perp_status s = file_written(f, what);
    if (f == stdout)
        return s;
    if (s.code == PERP_OK && !synced(f))
        s = lost(what, errno);
    for (int i = hidden_all.n; i-- > 0;)
        if (hidden_all.list[i]->f == f) {
            hidden_all.list[i]->f = NULL;
            break;
        }
    if (fclose(f) != 0 && s.code == PERP_OK)
        s = lost(what, errno);
    return s;
}

/** ## Appearing

First the names: each rename(2) is whole or has not been, and what it replaces has a
second name until all are through, so that one that fails takes the others back. A
file system without links cannot take back what was replaced. Then what is carried
through links, pipes and standard output, which nothing takes back. Signals wait for
a name, not for a reader of a pipe. */
static int place(hidden *e)
{
    struct stat at;
    if (e->fresh) {
        if (link(e->beside, e->path) == 0)
            unlink(e->beside);
        else if (errno == EEXIST || lstat(e->path, &at) == 0)
            return errno = EEXIST, -1;
        else if (rename(e->beside, e->path) != 0)
            return -1;
    } else {
        e->keeps = link(e->path, e->kept) == 0;
        if (rename(e->beside, e->path) != 0) {
            if (e->keeps)
                unlink(e->kept);
            return -1;
        }
    }
    e->state = HIDDEN_PLACED;
    return 0;
}

/* The folder knows the name; one that cannot be asked has its own way. Whoever
   handles a signal may read the path meanwhile: it stays whole. */
static void sync_folder(const hidden *e)
{
    char folder[4096] = ".";
    const char *slash = strrchr(e->path, '/');
    const size_t n = slash == NULL ? 0 : (size_t)(slash - e->path) + 1;
    if (!waits() || n >= sizeof folder)
        return;
    memcpy(folder, e->path, n);
    const int fd = open(folder, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return;
    fsync(fd);
    close(fd);
}

static int same_folder(const hidden *a, const hidden *b)
{
    const char *x = strrchr(a->path, '/'), *y = strrchr(b->path, '/');
    const size_t n = x == NULL ? 0 : (size_t)(x - a->path) + 1;
    const size_t m = y == NULL ? 0 : (size_t)(y - b->path) + 1;
    return n == m && memcmp(a->path, b->path, n) == 0;
}

static perp_status place_all(void)
{
    const hidden *last = NULL;
    for (int i = 0; i < hidden_all.n; i++) {
        hidden *e = hidden_all.list[i];
        sigset_t before;
        if (e->state != HIDDEN_BESIDE || e->carried)
            continue;
        hidden_hold(&before);
        const int placed = place(e);
        hidden_let(&before);
        if (placed != 0)
            return cannot(e->path);
    }
    for (int i = 0; i < hidden_all.n; i++) {
        const hidden *e = hidden_all.list[i];
        if (e->state == HIDDEN_PLACED && (!last || !same_folder(e, last)))
            sync_folder(last = e);
    }
    return PERP_SUCCESS;
}

static perp_status carry_all(void)
{
    for (int i = 0; i < hidden_all.n; i++) {
        const hidden *e = hidden_all.list[i];
        if (e->state == HIDDEN_BESIDE)
            PERP_TRY(carry_copy(e->beside, e->path));
    }
    return PERP_SUCCESS;
}

/* From here on nothing is taken back. */
static void settle(void)
{
    sigset_t before;
    hidden_hold(&before);
    for (int i = 0; i < hidden_all.n; i++) {
        const hidden *e = hidden_all.list[i];
        if (e->carried)
            unlink(e->beside);
        else if (e->keeps)
            unlink(e->kept);
    }
    hidden_forget();
    hidden_let(&before);
}

perp_status file_appear(void)
{
    for (int i = 0; i < hidden_all.n; i++)
        assert(hidden_all.list[i]->f == NULL);
    perp_status s = file_written(stdout, "standard output");
    if (s.code == PERP_OK)
        s = place_all();
    if (s.code == PERP_OK)
        s = carry_all();
    if (s.code == PERP_OK)
        settle();
    else
        file_abandon();
    return s;
}
