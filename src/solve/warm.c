#include "solve/warm.h"

#include "base/dense.h"

#include <math.h>
#include <string.h>

/* The system of the basis, and what dense_jordan makes of it. */
typedef struct {
    int m;         /* unknowns that may be nonzero */
    int *pick;     /* m: their numbers, and those of their rows */
    int *row_of;   /* m */
    double *rows;  /* m x (m + 1) */
    double *scale; /* m */
    double *work;  /* 4 (free + n), for the residual */
    unsigned char *used;
} proposal;

static perp_status proposal_new(const lcp_problem *p, const uint8_t *basis,
                                arena *a, proposal *out)
{
    size_t all = (size_t)p->free + (size_t)p->n;
    int *ints = arena_take(a, 2 * all, sizeof *ints), m = 0;
    if (ints == NULL)
        return PERP_NO_MEMORY(2 * all * sizeof *ints);
    for (int i = 0; i < p->free + p->n; i++)
        if (i < p->free || basis[i - p->free])
            ints[m++] = i;
    size_t count = (size_t)m * ((size_t)m + 2) + 4 * all;
    double *v = arena_take(a, count, sizeof *v);
    unsigned char *used = arena_take(a, all, 1);
    if (v == NULL || used == NULL)
        return PERP_NO_MEMORY(count * sizeof *v + all);
    *out = (proposal){
        m, ints, ints + all, v, v + m * (m + 1), v + m * (m + 2), used};
    return PERP_SUCCESS;
}

/**
## One elimination instead of a path

A contact that slid a step ago slides on, mostly. The basis says which unknowns
may be nonzero and which rows are equations: $A_{BB} z_B + b_B = 0$, one
elimination of the size of the basis. Nothing of this is trusted. Numbers that
come out negative by rounding are set to zero, and the residual of the whole
problem, with all rows and signs, decides as it does for Lemke's answer. A basis
that fits no more costs that one elimination. A regular matrix is asked for, as
Lemke's bases have: multipliers of joints may depend on each other, impulses may
not.
*/
static int fits(const lcp_problem *p, const mlcp_options *options, proposal *w,
                lcp_answer *out)
{
    int m = w->m, all = p->free + p->n;
    for (int i = 0; i < m; i++) {
        for (int j = 0; j < m; j++)
            w->rows[i * (m + 1) + j] = p->A[w->pick[i] * all + w->pick[j]];
        w->rows[i * (m + 1) + m] = p->b[w->pick[i]];
    }
    dense_jordan(m, 1, w->rows, w->row_of, w->used, w->scale,
                 options->pivot_threshold);
    for (int i = 0; i < all; i++)
        out->z[i] = 0;
    double largest = 0, lowest = 0;
    for (int j = 0; j < m; j++) {
        int row = w->row_of[j], i = w->pick[j];
        double z = row < 0 ? 0 : -w->rows[row * (m + 1) + m];
        if (row < 0 && i >= p->free)
            return 0;
        largest = lcp_larger(largest, fabs(z));
        lowest = lcp_larger(lowest, i < p->free ? 0 : -z);
        out->z[i] = i < p->free ? z : lcp_larger(z, 0);
    }
    if (lowest > options->residual * largest)
        return 0;
    out->residual = lcp_residual(p, out->z, w->work);
    return out->residual <= options->residual;
}

static void finish(const lcp_problem *p, const proposal *w, lcp_answer *out)
{
    memset(out->basis, 0, (size_t)p->n);
    for (int i = 0; i < p->free + p->n; i++)
        out->w[i] = i < p->free ? 0 : lcp_larger(w->work[i], 0);
    for (int j = p->free; j < w->m; j++) {
        out->basis[w->pick[j] - p->free] = 1;
        out->w[w->pick[j]] = 0;
    }
    out->outcome = LCP_SOLVED;
    out->pivots = 0;
    out->z0 = out->dz0 = 0;
}

perp_status warm_solve(const lcp_problem *p, const uint8_t *basis,
                       const mlcp_options *options, arena *a, lcp_answer *out,
                       int *climbed, int *warm)
{
    arena_mark mark = arena_here(a);
    proposal w = {0};
    *warm = *climbed = 0;
    if (basis != NULL) {
        PERP_TRY(proposal_new(p, basis, a, &w));
        *warm = fits(p, options, &w, out);
        if (*warm)
            finish(p, &w, out);
        arena_release(a, mark);
    }
    return *warm ? PERP_SUCCESS : mlcp_solve(p, options, a, out, climbed);
}
