/**
# Reaching: many samples of one impact

Samples are drawn in blocks, a block by each thread at a time, and handed on in
their order. What a sample is depends on its number alone, so the number of threads
changes nothing but the time.

Algorithm 2 of HP23 5.3 with $M$ = last - first: `epsilon` is its $\varepsilon$, in
m/s, and the last step $f_q(v, \frac\varepsilon{3\psi} \mathbf 1)$ is taken by those
that still collide behind $N + 1$ steps.
*/
#pragma once

#include "hp23/samples/choosing.h"
#include "hp23/samples/reach_sums.h"

enum { REACH_BLOCK = 8192, REACH_CHOICES = 256, REACH_THREADS = 256 };

/* A block of samples: `count` from number `at` on; their modes, or null; and
   what they add up to. */
typedef struct {
    uint64_t at;
    int count;
    const halm_posa_samples *s;
    const uint64_t *mode;
    const reach_sums *sums;
} reach_samples;

/** A reach: what is sampled, which samples, by how many threads, and who
receives them. `take` is called by the thread that called `reach_run`, never by
two at a time, with a block of at most REACH_BLOCK samples whose arrays are
overwritten behind it. Units are those of `halm_posa_samples`: m/s. A block
takes nv + p + r doubles, an int and a byte a sample, half a megabyte of the block
on two corners, for each thread. With a choice a block has REACH_CHOICES samples, and
`rows` is given all rows of one. */
typedef struct {
    const halm_posa *g;
    const halm_posa_options *o;
    double epsilon;       /* > 0: Algorithm 2's last step; 0: Algorithm 1 */
    uint64_t first, last; /* samples first .. last - 1 */
    int threads;          /* 1 .. REACH_THREADS */
    /* With a choice among several v', RANDOM or ALL: where the samples begin in
       fractions; epsilon is 0 then, and `rows` receives. Else null. */
    const halm_posa_proof *choice;
    int exact; /* with a choice: in fractions alone */
    /* Without a choice: where the samples begin in fractions, when steps with
       several v' are to be counted, of an impact that modes fit; else null. */
    const halm_posa_proof *counted;
    perp_status (*rows)(void *user, const choosing *c, int *stop);
    /* The slips of each contact, p + 1, when the mode of a sample is wanted;
       else null. */
    const int *slip_at;
    /* Receives samples, in order; nonzero `*stop` ends the reach there. */
    perp_status (*take)(void *user, const reach_samples *x, int *stop);
    void *user;
} reach;

/** Errors: halm_posa_sample's, take's, LIMIT when a thread cannot be made. */
perp_status reach_run(const reach *r);
