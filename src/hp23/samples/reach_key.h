/**
# What a part of a reach belongs to

A shard's table begins with a line that says which samples of which impact it holds.
Parts fit together when these lines differ in the shard alone.

Shard $i$ of $n$ has the samples from $\lfloor N(i-1)/n \rfloor$ to before $\lfloor N
i/n \rfloor$: of 10 in 4 parts 0 to 1, 2 to 4, 5 to 6, 7 to 9. No sample is in two,
and the parts one behind the other are the whole in its order.
*/
#pragma once

#include "hp23/impact/halm_posa.h"

#include <stddef.h>

enum { REACH_KEY = 400, REACH_SHARDS = 100000 };

/** Whatever decides what the samples are: their number in all, the part, the
rules, the impact. `select` and `draw` are the words of the command line, `epsilon` in m/s as
in reach.h; both options and impact are borrowed and read, never kept. */
typedef struct {
    uint64_t samples; /* of the whole */
    int shard, shards; /* 1 .. shards; 1 of 1: the whole */
    double epsilon;
    const char *select, *draw;
    const halm_posa_options *o;
    const halm_posa *g;
} reach_key;

/* The first sample of the shard; that of shards + 1 is the end. */
uint64_t reach_key_first(uint64_t samples, int shard, int shards);

/* "# perp reach ... shard=i/n" without newline, at most REACH_KEY bytes. */
void reach_key_text(const reach_key *k, char *out);

/* Reads samples and shard back from such a line; 0 when it is none. *same is
   how many of its bytes must agree between the parts. */
int reach_key_read(const char *line, uint64_t *samples, int *shard,
                   int *shards, size_t *same);
