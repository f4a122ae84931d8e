#include "scene/run/carry.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

int carry_keeps(const char *path)
{
    struct stat at;
    if (strcmp(path, "-") == 0)
        return 1;
    return lstat(path, &at) == 0 && !S_ISREG(at.st_mode) &&
           !S_ISDIR(at.st_mode);
}

perp_status carry_aside(char *path, size_t room)
{
    const char *dir = getenv("TMPDIR");
    if (dir == NULL || dir[0] == '\0')
        dir = "/tmp";
    if ((size_t)snprintf(path, room, "%s/perp-XXXXXX", dir) >= room)
        return PERP_FAIL(PERP_IO, "TMPDIR '%.60s...' is too long a name", dir);
    int fd = mkstemp(path);
    if (fd < 0)
        return PERP_FAIL(PERP_IO, "cannot write in TMPDIR '%.400s': %s", dir,
                         strerror(errno));
    close(fd);
    return PERP_SUCCESS;
}

/* Flushed block by block: after a failure nothing else is tried, and errno is
   that of the write. */
static int pour(FILE *in, FILE *to)
{
    char block[4096];
    size_t n;
    while ((n = fread(block, 1, sizeof block, in)) > 0)
        if (fwrite(block, 1, n, to) != n || fflush(to) != 0)
            return -1;
    return ferror(in) ? -1 : 0;
}

static perp_status carry(FILE *in, const char *to)
{
    int out = strcmp(to, "-") == 0;
    FILE *f = stdout;
    if (in != NULL && !out)
        f = fopen(to, "wb");
    int why = in == NULL || f == NULL || pour(in, f) != 0 ? errno : 0;
    if (f != NULL && f != stdout && fclose(f) != 0 && why == 0)
        why = errno;
    return why == 0 ? PERP_SUCCESS
                    : PERP_FAIL(PERP_IO, "cannot write '%s': %s",
                                out ? "standard output" : to, strerror(why));
}

perp_status carry_copy(const char *from, const char *to)
{
    FILE *in = fopen(from, "rb");
    perp_status s = carry(in, to);
    if (in != NULL)
        fclose(in);
    return s;
}

perp_status carry_text(FILE *from, const char *to)
{
    const int file = !carry_keeps(to);
    rewind(from);
    perp_status s = carry(from, to);
    if (s.code != PERP_OK && file)
        unlink(to);
    return s;
}
