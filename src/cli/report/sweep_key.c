#include "cli/report/sweep_key.h"

#include "base/memory.h"
#include "hp23/samples/reach_key.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>

/** FNV-1a, as for [the parts of a reach](../../hp23/samples/reach_key.c). A text counts
with the 0 behind it, so that `ab`, `c` and `a`, `bc` differ. */
static uint64_t digest(uint64_t hash, const char *text, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        hash ^= (unsigned char)text[i];
        hash *= 0x100000001b3u;
    }
    return hash;
}

static const uint64_t basis = 0xcbf29ce484222325u;

static uint64_t of_text(uint64_t hash, const char *text)
{
    return digest(hash, text, strlen(text) + 1);
}

/* Names once, and the value of each parameter in each run. */
static uint64_t of_points(const sweep_points *p)
{
    uint64_t hash = basis;
    for (int k = 0; k < p->names; k++)
        hash = of_text(hash, sweep_points_name(p, k));
    for (long run = 0; run < p->runs; run++)
        for (int k = 0; k < p->names; k++)
            hash = of_text(hash, sweep_points_value(p, run, k));
    return hash;
}

/** Besides the mode whatever may change a row: the scheme and the limits. */
static uint64_t of_options(const bind_options *b)
{
    char text[200];
    snprintf(text, sizeof text, "%zu %a %a %ld", b->limits.bits,
             b->limits.seconds, b->seconds, b->megabytes);
    return of_text(of_text(basis, b->scheme != NULL ? b->scheme : ""), text);
}

static perp_status of_scene(const char *path, uint64_t *out)
{
    char *text;
    size_t n;
    perp_status s = sweep_file_text(path, &text, &n);
    *out = s.code == PERP_OK ? digest(basis, text, n) : 0;
    memory_free(text);
    return s;
}

perp_status sweep_key_text(const bind_options *b, const sweep_points *p,
                           int shard, int shards, char out[SWEEP_KEY])
{
    static const char *const mode[] = {"double", "exact", "rational"};
    uint64_t scene;
    PERP_TRY(of_scene(b->script, &scene));
    snprintf(out, SWEEP_KEY,
             "# perp sweep version=%s commit=%.60s scene=%016llx mode=%s "
             "options=%016llx values=%016llx runs=%ld shard=%d/%d",
             PERP_VERSION, strrchr(PERP_COMMIT, ' ') + 1,
             (unsigned long long)scene, mode[b->mode],
             (unsigned long long)of_options(b),
             (unsigned long long)of_points(p), p->runs, shard, shards);
    return PERP_SUCCESS;
}

int sweep_key_read(const char *line, long *runs, int *shard, int *shards,
                   size_t *same)
{
    const char *at = strstr(line, " runs="), *part = strstr(line, " shard=");
    int end = 0;
    if (strncmp(line, "# perp sweep version=", 21) != 0 || at == NULL ||
        part == NULL || sscanf(at, " runs=%9ld", runs) != 1 ||
        sscanf(part, " shard=%9d/%9d%n", shard, shards, &end) != 2)
        return 0;
    *same = (size_t)(part - line);
    return part[end] == '\0' && *runs >= 1 && *runs <= SWEEP_MOST &&
           *shards >= 1 && *shards <= REACH_SHARDS && *shard >= 1 &&
           *shard <= *shards;
}
