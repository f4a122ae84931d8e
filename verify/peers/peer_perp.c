#include "peer.h"

#include "base/memory.h"
#include "solve/mlcp.h"

#include <stdlib.h>
#include <string.h>

/** What `perp run` does with an LCP: `mlcp_solve` with the default options,
its residual test and its exact rungs included. The arena is kept. */
typedef struct {
    lcp_problem p;
    lcp_answer x;
    arena memory;
} loaded;

static arena scratch;
static int last_climbed;

static void drop(void *what)
{
    loaded *l = what;
    if (l != NULL)
        arena_free(&l->memory);
    free(l);
}

static void *load(int n, const double *A, const double *b)
{
    static int adopted;
    if (!adopted++)
        memory_adopt_gmp();
    loaded *l = calloc(1, sizeof *l);
    if (l == NULL)
        return NULL;
    l->p = (lcp_problem){0, n, A, b};
    if (lcp_answer_new(&l->memory, 0, n, &l->x).code == PERP_OK)
        return l;
    drop(l);
    return NULL;
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
