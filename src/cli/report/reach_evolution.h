/**
# How samples move through an impact
*/
#pragma once

#include "cli/report/reach_figure.h"
#include "hp23/impact/halm_posa_exact.h"

/* The samples first .. last - 1 of a reach; all borrowed. */
typedef struct {
    const step_exact *d;
    const halm_posa *g;
    const halm_posa_options *o;
    halm_posa_select select;
    uint64_t first, last;
} reach_evolution;

/* The steps of the first REACH_TRACED samples. None, where solutions are chosen
   of an impact that modes do not fit. LIMIT, those of the samples. */
perp_status reach_evolution_find(const reach_evolution *e, reach_figure *f);
