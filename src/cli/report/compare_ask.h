/**
# What `perp compare` is asked for
*/
#pragma once

#include "base/status.h"
#include "hp23/run/law.h"

enum { COMPARE_WEIGHTS = 16 };

typedef struct {
    int weights;
    mpq_t *weight;      /* of alpha = gamma; initialised by whoever owns it */
    int chosen;         /* they are those of a list, and no others */
    const char *scheme; /* words with commas; null: all */
    int laws[LAWS + 1]; /* which of them; LAWS: the scheme's own, "phases" */
} compare_asked;

/* Reads words with commas between them; null: 1/2, 3/4 and 1, all schemes, all
   laws, a finest run of h/16. USAGE: what is no weight in (0, 1], or twice;
   no scheme, no law, no whole number from 2 to 4096. */
perp_status compare_read_weights(const char *list, compare_asked *a);
perp_status compare_read_schemes(const char *list, compare_asked *a);
perp_status compare_read_laws(const char *list, compare_asked *a);
perp_status compare_read_finest(const char *word, long *out);

/* Is this scheme asked for? */
int compare_asks(const compare_asked *a, const char *scheme);
