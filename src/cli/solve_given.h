/**
# Somebody's answer to a problem of a file
*/
#pragma once

#include "cli/report/solutions.h"
#include "lcp/problem/contact_text.h"
#include "lcp/solve/ladder.h"

/* What the command line says of it. */
typedef struct {
    lcp_text z;      /* a vector for each problem, in their order */
    mpq_t tolerance; /* as it is written */
    int doubles;     /* each number stands for its nearest double */
    ladder_limits limits;
} solve_given;

/* Reads the next z, judges it and prints the verdict. REFUTED; LIMIT when that
   could not be decided, after printing; INPUT of z. */
perp_status solve_given_problem(const lcp_text_problem *p, int number,
                                solve_given *g, const solutions_wish *search,
                                arena *a);

/* The same of contacts with round cones, law by law. */
perp_status solve_given_contacts(const contact_problem *c, int number,
                                 solve_given *g, int json, arena *a);
