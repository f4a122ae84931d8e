/**
# How many steps had several solutions?

A sample of the first solution takes, of several $v'$ of a step, the one that
Lemke's method meets, and says nothing of the others. Who asks for it has
every step listed, too, and counted when its list has more than one entry.
What is taken stays the first.
*/
#pragma once

#include "hp23/samples/doubtful.h"

/** One thread's counting: what it needs for a list, and how many steps fractions had to
decide. The room for a list is that of 128 entries, made once; `ask` is a batch of steps that the modes
are asked for together, since to fetch the modes is what takes time. A sample of which one step has
several $v'$ is counted once among samples, and each such step among steps: of the gait's 20000
samples 13538 have 19557 such steps, one and a half each. */
typedef struct {
    const modes *m;
    halm_posa_proof proof; /* its own copy: the search counts in it */
    step_modes_step *ask;  /* MODES_STEPS */
    step_modes_list *list;
    arena work;
    long doubtful;
} counting;

/* m and what p points to are borrowed. LIMIT without memory. */
perp_status counting_new(arena *a, const modes *m, const halm_posa_proof *p,
                         counting *out);
void counting_free(counting *c);

/* Of at most MODES_STEPS steps, from the problems b (w_q of (75a), behind their
   bounds) and velocities v: 1 where there is more than one v'. Errors:
   halm_posa_prove's. */
perp_status counting_steps(counting *c, int count, const double *const *b,
                           const double *const *v, uint8_t *several);
