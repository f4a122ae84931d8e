#include "base/carry.h"
#include "base/file.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

int carry_keeps(const char *path)
{
    struct stat at;
    if (strcmp(path, "-") == 0)
        return 1;
    return lstat(path, &at) == 0 && !S_ISREG(at.st_mode) &&
           !S_ISDIR(at.st_mode);
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

perp_status carry_copy(const char *from, const char *to)
{
    const char *what = strcmp(to, "-") == 0 ? "standard output" : to;
    FILE *in = fopen(from, "rb"), *f;
    if (in == NULL)
        return PERP_FAIL(PERP_IO, "cannot write '%s': %s", what,
                         strerror(errno));
    perp_status s = file_grow(to, &f);
    if (s.code == PERP_OK && pour(in, f) != 0)
        s = PERP_FAIL(PERP_IO, "cannot write '%s': %s", what, strerror(errno));
    fclose(in);
    perp_status end = file_end(f, what);
    return s.code != PERP_OK ? s : end;
}
