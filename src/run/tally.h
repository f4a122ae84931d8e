/**
# The tally: total variations and energies of a run

Sums that a run carries from step to step, in doubles or exactly.
*/
#pragma once

#include "run/header.h"

/* The total variation of a step function: the sum of the lengths of its jumps.
   In rational mode `exact` holds as long as every length was rational. */
typedef struct {
    double sum;
    mpq_t exact, jump, t;
    int rational; /* 1 while exact is the sum */
} variation;

void variation_init(variation *s, int rational);
void variation_clear(variation *s);
void variation_add(variation *s, int n, const double *from, const double *to);
void variation_add_exact(variation *s, int n, const mpq_t *from,
                         const mpq_t *to);

/* The exact value as text that the caller frees with memory_free, or null
   when it is not known; NULL and *ok = 0 when memory is missing. */
char *tally_text(mpq_srcptr x, int *ok);

/* The total variations of v and va of the summary, as texts where they are
   exact. LIMIT: one that is not overflows; memory. */
perp_status tally_totals(const variation *v, const variation *va, summary *sum);

/* The energy in the cell at `at`, and as a text where the table is exact.
   LIMIT: memory. */
perp_status tally_energy(const trace *t, size_t at, double *x, char **exact);

/* How many steps of h there are up to T: what lies within 1e-9 of a whole
   number is that number, else T/h is rounded up; one at least when T > 0.
   INPUT: h or T; LIMIT: more than 1e8. */
perp_status tally_steps(const experiment *e, long *steps);

/* The kinetic energy v'Mv / 2 in J of M, nv x nv, that is zero outside of the
   entries of `at`. */
double tally_kinetic(const sparse_rows *at, const double *M, const double *v);
void tally_kinetic_exact(int n, const mpq_t *M, const mpq_t *v, mpq_t out);

/* The energy of n springs, sum of stiffness phi^2 / 2, in J. */
double tally_elastic(int n, const double *stiffness, const double *phi);
void tally_elastic_exact(int n, const mpq_t *stiffness, const mpq_t *phi,
                         mpq_t out);

/* The header and the summary of a run on standard output: a JSON object without
   newline. */
void tally_json(const run_header *x, const summary *s);

/* What it says of every run, in words on standard error. */
void tally_tell(const summary *s);
