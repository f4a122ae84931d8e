/**
# Two more questions to a cone

Can joints and contacts give this impulse? And what is left of them when the
joints are divided out?
*/
#pragma once

#include "cli/report/cone_report.h"
#include "cone/opposite.h"

/* A verdict on z (nv) for each side of the report that was asked. */
typedef struct {
    const mpq_t *z; /* borrowed */
    int asked[REPORT_SIDES];
    member side[REPORT_SIDES];
} cone_held;

/* Decides them; each certificate has passed its check. Ends with
   cone_held_clear in every case. LIMIT. */
perp_status cone_held_find(arena *a, const cone_report *r, const mpq_t *z,
                           cone_held *out);
void cone_held_clear(cone_held *h);

/* The reduced cone of the step, GAP08 (3.8), by a rational basis across the
   joints; without joints the basis is that of all velocities. */
typedef struct {
    int rows, *slip; /* of the basis; which slips of the step are left */
    mpq_t *basis;    /* rows x nv */
    cone c;          /* in the basis: no joints */
    int pointed;     /* Definition 3.1 */
    cone_line holds; /* and the usual sense, Remark 3.6 */
    size_t numbers;
} cone_left;

/* Ends with cone_left_clear in every case. LIMIT. */
perp_status cone_left_find(arena *a, const cone_report *r, cone_left *out);
void cone_left_clear(cone_left *x);

/* For a reader; or members of a JSON object, each with a comma before it. */
void cone_held_text(const cone_report *r, const cone_held *h, FILE *out);
void cone_held_json(const cone_report *r, const cone_held *h, FILE *out);
void cone_left_text(const cone_report *r, const cone_left *x, FILE *out);
void cone_left_json(const cone_report *r, const cone_left *x, FILE *out);
