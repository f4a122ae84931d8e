#include "peer.h"

#include <stdbool.h>
#include <stdlib.h>

#include <LCP_Solvers.h>
#include <LinearComplementarityProblem.h>
#include <NumericsMatrix.h>
#include <SolverOptions.h>
#include <lcp_cst.h>

/** Siconos's lexicographic Lemke, called directly. The library's driver tests
the answer afterwards; that test is asked here too, with its default tolerance,
but it is not timed. Options are the defaults of the library, the same for all
problems, as is the place of w; it prints nothing by default and has no work
space that a caller could keep. By columns. */
typedef struct {
    LinearComplementarityProblem p;
    NumericsMatrix *M;
    double *A, *q;
} loaded;

static SolverOptions *options;
static double *room; /* for w */
static int rows;

static void drop(void *what)
{
    loaded *l = what;
    if (l == NULL)
        return;
    free(l->M); /* the struct; its numbers are ours */
    free(l->A);
    free(l);
}

static int prepare(int n)
{
    if (options == NULL)
        options = solver_options_create(SICONOS_LCP_LEMKE);
    if (options == NULL || n <= rows)
        return options == NULL ? -1 : 0;
    double *more = realloc(room, (size_t)n * sizeof *more);
    if (more == NULL)
        return -1;
    room = more;
    rows = n;
    return 0;
}

static void *load(int n, const double *A, const double *b)
{
    size_t size = (size_t)n;
    loaded *l = prepare(n) != 0 ? NULL : calloc(1, sizeof *l);
    if (l == NULL)
        return NULL;
    l->A = calloc(size * size + size, sizeof *l->A);
    if (l->A != NULL)
        l->M = NM_create_from_data(NM_DENSE, n, n, l->A);
    if (l->M == NULL) {
        drop(l);
        return NULL;
    }
    l->q = l->A + size * size;
    for (size_t i = 0; i < size; i++) {
        l->q[i] = b[i];
        for (size_t j = 0; j < size; j++)
            l->A[j * size + i] = A[i * size + j];
    }
    l->p = (LinearComplementarityProblem){n, l->M, l->q};
    return l;
}

static int solve(void *what, double *z)
{
    loaded *l = what;
    int info = 1;
    lcp_lexicolemke(&l->p, z, room, &info, options);
    return info;
}

static int stand_by(void *what, double *z)
{
    loaded *l = what;
    double error = 0, tolerance = options->dparam[SICONOS_DPARAM_TOL];
    return lcp_compute_error(&l->p, z, room, tolerance, &error);
}

const peer peer_siconos = {"Siconos", load, solve, drop, stand_by, NULL};
