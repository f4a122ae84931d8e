/* A stream whose write number `failing_at` fails, once; the others go nowhere.
   Include behind #define _GNU_SOURCE, for fopencookie. */
#pragma once

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/types.h>

static long failing_at, failing_writes;

static ssize_t failing_write(void *cookie, const char *text, size_t n)
{
    (void)cookie;
    (void)text;
    if (++failing_writes != failing_at)
        return (ssize_t)n;
    errno = EAGAIN;
    return 0; /* a cookie's way to say that it failed */
}

/* With a buffer of 64 bytes. */
static inline FILE *failing_open(long at)
{
    static char buffer[64];
    cookie_io_functions_t to = {.write = failing_write};
    failing_at = at;
    failing_writes = 0;
    FILE *f = fopencookie(NULL, "w", to);
    if (f == NULL)
        exit(1);
    setvbuf(f, buffer, _IOFBF, sizeof buffer);
    return f;
}
