/**
# The step sizes that a command is asked for
*/
#pragma once

#include "base/status.h"

#include <stdio.h> /* before gmp.h, which then knows FILE */

#include <gmp.h>

enum { STEP_LIST_MOST = 16 };

/* Descending; `step` has room for STEP_LIST_MOST, initialised by whoever owns
   the list. */
typedef struct {
    int steps;
    mpq_t *step; /* s */
} step_list;

/* Reads "0.01,0.005,..." into the list; `least` of them at least. USAGE. */
perp_status step_list_read(const char *text, int least, step_list *l);

/* USAGE, with a step that would, when h does not divide T. */
perp_status step_list_divides(mpq_srcptr h, mpq_srcptr T);
