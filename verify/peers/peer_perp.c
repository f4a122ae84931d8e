#include "peer.h"

#include "base/memory.h"
#include "lcp/solve/mlcp.h"

#include <stdlib.h>
#include <string.h>

/** What `perp run` does with an LCP: `mlcp_solve` with the default options,
its residual test and its exact rungs included. A problem is one block, A and b
behind its size, so that nobody has to read an address before he can ask for
what stands there. The arena, and the place of w and the basis, are kept. */
typedef struct {
    int n;
    _Alignas(64) double numbers[];
} loaded;

static arena scratch;
static double *room; /* w, dz and dw, then the basis */
static int room_rows, last_climbed;

static void drop(void *what)
{
    free(what);
}

static int make_room(int n)
{
    double *more = realloc(room, 4 * (size_t)n * sizeof *more);
    if (more == NULL)
        return -1;
    room = more;
    room_rows = n;
    return 0;
}

static void *load(int n, const double *A, const double *b)
{
    static int adopted;
    size_t size = (size_t)n, bytes = (size * size + size) * sizeof *A;
    if (!adopted++)
        memory_adopt_gmp();
    if (n > room_rows && make_room(n) != 0)
        return NULL;
    loaded *l = aligned_alloc(64, (sizeof *l + bytes + 63) / 64 * 64);
    if (l == NULL)
        return NULL;
    l->n = n;
    memcpy(l->numbers, A, size * size * sizeof *A);
    memcpy(l->numbers + size * size, b, size * sizeof *b);
    return l;
}

static int solve(void *what, double *z)
{
    const loaded *l = what;
    int n = l->n;
    lcp_problem p = {0, n, l->numbers, l->numbers + (size_t)n * (size_t)n};
    lcp_answer x = {.z = z,
                    .w = room,
                    .dz = room + n,
                    .dw = room + 2 * n,
                    .y = room + 3 * n,
                    .basis = (uint8_t *)(room + 3 * n)};
    perp_status s = mlcp_solve(&p, &mlcp_defaults, &scratch, &x, &last_climbed);
    return s.code != PERP_OK || x.outcome != LCP_SOLVED;
}

static int climbed(void)
{
    return last_climbed;
}

const peer peer_perp = {"perp", load, solve, drop, NULL, climbed};
