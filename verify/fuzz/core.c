/**
# perp.core called with anything

Bytes make the choices of verify/scene/bind/fuzz_core.lua: which function or metamethod,
with which numbers, texts, tables, earlier results or spoilt forms. The first byte says in
which arithmetic what is run is run.
*/
#include "guest.h"

static char *script;
static size_t length;

static void load(void)
{
    char path[1024];
    snprintf(path, sizeof path, "%s/verify/scene/bind/fuzz_core.lua",
             PERP_ROOT);
    FILE *f = fopen(path, "rb");
    script = malloc(1 << 16);
    if (f == NULL || script == NULL)
        exit(6);
    length = fread(script, 1, 1 << 16, f);
    fclose(f);
}

static void any_bytes(const uint8_t *data, size_t size)
{
    enum { MOST = 400 };
    static const char begin[] = "choices=";
    char set[sizeof begin + 2 * MOST + 2];
    size_t n = sizeof begin - 1;
    if (size == 0)
        return;
    if (script == NULL)
        load();
    memcpy(set, begin, n);
    for (size_t i = 1; i < size && i <= MOST; i++) {
        set[n++] = (char)('a' + (data[i] >> 4));
        set[n++] = (char)('a' + (data[i] & 15));
    }
    set[n] = '\0';
    guest_run(script, length, set, data[0]);
}

FUZZ_TARGET(any_bytes)
