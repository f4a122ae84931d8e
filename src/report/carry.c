#include "report/carry.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

int carry_keeps(const char *path)
{
    struct stat at;
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
    int out = strcmp(to, "-") == 0;
    FILE *in = fopen(from, "rb"), *f = stdout;
    if (in != NULL && !out)
        f = fopen(to, "wb");
    int why = in == NULL || f == NULL || pour(in, f) != 0 ? errno : 0;
    if (in != NULL)
        fclose(in);
    if (f != NULL && f != stdout && fclose(f) != 0 && why == 0)
        why = errno;
    return why == 0 ? PERP_SUCCESS
                    : PERP_FAIL(PERP_IO, "cannot write '%s': %s",
                                out ? "standard output" : to, strerror(why));
}
