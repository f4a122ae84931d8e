/**
# Pointed or not, for others to check

Behind a problem, where the run asks for it: is the friction cone of its rows
pointed? Either a direction that moves no joint and opens every contact, or impulses
that are not zero and have no sum.
*/
#pragma once

#include "model/step/assemble.h"
#include "proof/certificate/ink.h"

typedef struct {
    long asked, pointed;
} cones_sum;

/* Decides and writes it: for the exact data, or, when they are null, for the
   doubles. Work in the arena. LIMIT: memory. */
perp_status cones_write(cones_sum *c, ink *i, arena *a, const step_data *d,
                        const step_exact *exact);
