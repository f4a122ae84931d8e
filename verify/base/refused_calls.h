/* What a module of output asks of the system, refused one call at a time: the calls are
   defined here, before those of libc, and pass on but for the one that is named.
   Include behind #define _GNU_SOURCE, for RTLD_NEXT. */
#pragma once

#include "base/file.h"
#include "check.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

static const char *refused = "";
static int why,
    skipped; /* errno of the refusal; calls that are granted before */

static inline int refuses(const char *call)
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

static inline void refuse(const char *call, int number)
{
    refused = call;
    why = number;
    skipped = 0;
}

typedef perp_status begins(const char *path, FILE **f);

static inline perp_status begun(begins *begin, const char *path,
                                const char *text)
{
    FILE *f;
    perp_status s = begin(path, &f);
    if (s.code == PERP_OK)
        fputs(text, f);
    return s.code == PERP_OK ? file_end(f, path) : s;
}

static inline void is(perp_status s, perp_code code, const char *word)
{
    CHECK(s.code == code && (code == PERP_OK || strstr(s.message, word)),
          "%d: %s", (int)s.code, s.code == PERP_OK ? "fine" : s.message);
    refuse("", 0);
}
