#include "peer.h"

#include "base/memory.h"
#include "solve/mlcp.h"

#include <stdlib.h>
#include <string.h>

/** What `perp run` does with an LCP: `mlcp_solve` with the default options,
its residual test and its exact rungs included. The arena is kept, and the
answer has its place beside the problem's. */
typedef struct {
    lcp_problem p;
    lcp_answer x;
    double numbers[];
} loaded;

static arena scratch;
static int last_climbed;

static void drop(void *what)
{
    free(what);
}

static void *load(int n, const double *A, const double *b)
{
    static int adopted;
    size_t size = (size_t)n;
    if (!adopted++)
        memory_adopt_gmp();
    loaded *l = calloc(1, sizeof *l + 5 * size * sizeof(double));
    if (l == NULL)
        return NULL;
    double *v = l->numbers;
    l->p = (lcp_problem){0, n, A, b};
    l->x = (lcp_answer){.z = v,
                        .w = v + n,
                        .dz = v + 2 * n,
                        .dw = v + 3 * n,
                        .y = v + 4 * n,
                        .basis = (uint8_t *)(v + 4 * n)};
    return l;
}

static int solve(void *what, double *z)
{
    loaded *l = what;
    perp_status s =
        mlcp_solve(&l->p, &mlcp_defaults, &scratch, &l->x, &last_climbed);
    if (s.code != PERP_OK || l->x.outcome != LCP_SOLVED)
        return 1;
    memcpy(z, l->x.z, (size_t)l->p.n * sizeof *z);
    return 0;
}

static int climbed(void)
{
    return last_climbed;
}

const peer peer_perp = {"perp", load, solve, drop, NULL, climbed};
