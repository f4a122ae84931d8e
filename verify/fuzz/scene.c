/**
# Any text as a scene

The first byte says in which arithmetic it runs, and whether by steps. It ends with an
error in one line or with a few steps, its memory given back. A pattern that backtracks
for a year is one call of Lua's library, which a host cannot interrupt: scenes that
search in texts are passed over.
*/
#include "guest.h"

static int holds(const uint8_t *p, size_t n, const char *word)
{
    const size_t k = strlen(word);
    for (size_t i = 0; i + k <= n; i++)
        if (memcmp(p + i, word, k) == 0)
            return 1;
    return 0;
}

static void any_bytes(const uint8_t *data, size_t size)
{
    if (size > 0 && !holds(data, size, "find") && !holds(data, size, "match") &&
        !holds(data, size, "gsub"))
        guest_run((const char *)data + 1, size - 1, NULL, data[0]);
}

FUZZ_TARGET(any_bytes)
