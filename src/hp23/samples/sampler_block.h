/* What the parts of the sampler share, and nobody else: who is under way. */
#pragma once

#include "hp23/samples/draws.h"
#include "hp23/samples/prefix.h"
#include "hp23/samples/sampler.h"

/* As many samples are under way at once. */
enum { UNDER_WAY = 128 };

/** A sample under way has the numbers of its problem and $v$: $w_q$ of (75a) holds the state that a step needs. On
its path it has a right-hand side, and waits at a place. */
struct sampler_block {
    sampler *s;
    halm_posa_samples *all;
    uint64_t first;
    int begun, count;                   /* samples begun, of how many */
    int start[UNDER_WAY], starts;       /* who is about to begin a step */
    int firsts;                         /* first steps, the last of `who` */
    int spare[UNDER_WAY], spares;       /* numbers that nobody has */
    int of[UNDER_WAY], lcps[UNDER_WAY]; /* the sample and its problems */
    held hold[UNDER_WAY];               /* what it drew once, */
    held ahead[MARCH_EIGHT];    /* and what eight draw that begin in turn */
    int walks;                  /* 1: steps at corners may be known, */
    int jumps;                  /* 1: so may first steps */
    int node[UNDER_WAY];        /* its state among those that are kept; or -1 */
    uint32_t corner[UNDER_WAY]; /* and the bounds of its step */
    uint8_t branched[UNDER_WAY];        /* a step had several v', */
    long branches;                      /* and of so many that have left */
    int who[UNDER_WAY], row[UNDER_WAY]; /* those who take a step */
    int going[UNDER_WAY];               /* and are not at its end */
    int *from;     /* where of a problem v and u of a row stand */
    double *fresh; /* the problem of a sample that begins, and its v */
    int collides;  /* does it? */
    prefix common; /* its first path, as far as it is everybody's */
    draws d;
    lcp_answer alone;
    arena *a;
};

typedef struct sampler_block sampler_block;

static inline double *block_problem(const sampler_block *k, int who)
{
    return march_problem(&k->s->m, who);
}

static inline double *block_velocity(const sampler_block *k, int who)
{
    return block_problem(k, who) + k->s->m.length;
}

/* A sample has ended: its row is written, from a problem and its v. */
void sampler_leave(sampler_block *k, int who, const double *b, int colliding);

/* As many samples of the block begin as there are numbers for. */
void sampler_begin(sampler_block *k);

/* Whoever stands at the beginning of a step gets its bounds; g gets those who
   have to take it, first steps last. Errors: those of counting. */
perp_status sampler_set_out(sampler_block *k, march_group *g);
