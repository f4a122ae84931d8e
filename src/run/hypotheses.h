/**
# Hypotheses and verdicts

Each paper assumes things of a system and of its runs. A table per scheme lists
them; each entry looks at one run and says met, not met, or not decidable from
one run.
*/
#pragma once

#include "run/experiment.h"
#include "model/tape/growth.h"
#include "run/trace/survey.h"

typedef enum { VERDICT_MET, VERDICT_NOT, VERDICT_OPEN } verdict;

/* What a verdict rests on: the form of the expressions, for all states; the
   states that the run visited; runs; the experiment's own numbers. */
typedef enum { BASIS_FORM, BASIS_VISITED, BASIS_RUNS, BASIS_DATA } basis;

typedef struct {
    verdict verdict;
    basis basis;
    int has_number;
    double number;
    char text[480]; /* the number's meaning, or the counterexample */
} finding;

/* What a hypothesis may look at. */
typedef struct {
    const experiment *e;
    survey at;       /* of the run with the scene's own step */
    long collisions; /* of that run */
    survey_most normal, directions;
} inquiry;

typedef struct {
    const char *tag, *says;
    perp_status (*look)(inquiry *x, finding *out);
} hypothesis;

typedef struct {
    const struct scheme *scheme; /* of the paper */
    int count;
    const hypothesis *list;
} hypotheses;

/* The largest growth over the outputs of a tape in its inputs [from, to), or
   over the gaps or rows of all contacts in their coordinates; joined to *out.
   Memory is taken from the arena and given back. */
perp_status form_growth(arena *a, const tape *t, uint32_t from, uint32_t to,
                       growth *out);
perp_status form_growth_of_contacts(inquiry *x, int rows, growth *out);
static const growth form_nothing = {GROWTH_ZERO, GROWTH_ZERO, GROWTH_ZERO, 0,
                                     0};

/* Why nothing is known: "a root or a quotient". */
const char *form_why(const growth *g);

/* Fills a finding. */
__attribute__((format(printf, 4, 5))) void
finding_say(finding *out, verdict v, basis b, const char *format, ...);
__attribute__((format(printf, 5, 6))) void
finding_number(finding *out, verdict v, basis b, double number,
               const char *format, ...);
