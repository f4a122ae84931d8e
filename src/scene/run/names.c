#include "scene/run/names.h"

#include <string.h>

int names_join(char *to, const char *a, const char *b, const char *c)
{
    size_t i = strlen(a), j = strlen(b), k = strlen(c);
    if (i + j + k >= NAMES_ROOM)
        return -1;
    memcpy(to, a, i);
    memcpy(to + i, b, j);
    memcpy(to + i + j, c, k + 1);
    return 0;
}

/** Where the extension of a path begins: the last dot of its last component,
or the end. */
static size_t stem_length(const char *path)
{
    const char *slash = strrchr(path, '/');
    const char *base = slash == NULL ? path : slash + 1;
    const char *dot = strrchr(base, '.');
    return dot == NULL || dot == base ? strlen(path) : (size_t)(dot - path);
}

int names_of_run(const char *path, const char *run, char *to)
{
    char stem[NAMES_ROOM], tail[NAMES_ROOM];
    size_t n = stem_length(path);
    if (strlen(path) + strlen(run) + 8 > NAMES_ROOM)
        return 0;
    memcpy(stem, path, n);
    stem[n] = '\0';
    names_join(tail, run[0] != '\0' ? "." : "", run, path + n);
    names_join(to, stem, tail, "");
    return 1;
}

perp_status names_plain(const char *what, const char *name)
{
    static const char letters[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_.:+-";
    const size_t n = strlen(name);
    if (n > 0 && n <= 200 && strspn(name, letters) == n)
        return PERP_SUCCESS;
    return PERP_FAIL(PERP_INPUT,
                     "%s wants a name of at most 200 letters, digits and "
                     "_ . : + -, not '%.60s'",
                     what, name);
}
