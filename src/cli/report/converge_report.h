/**
# What `perp converge` says
*/
#pragma once

#include "cli/report/step_list.h"
#include "gap08/bounds/residual.h"
#include "run/trace/compare.h"
#include "scene/bind/bind.h"

enum { CONVERGE_MOST = STEP_LIST_MOST, CONVERGE_ERRORS = 4 };

/* One run. compared = 0: it is what the others are compared with. */
typedef struct {
    double h;
    long steps, collisions;
    int compared;
    difference error;
    double order[CONVERGE_ERRORS]; /* from the row before to this one */
    int has_order[CONVERGE_ERRORS];
    double tv_v, tv_va;
    residual residual;
} converge_row;

typedef struct {
    char name[128], scheme[32];
    int exact; /* compared with the scene's reference; else with the last row */
    int weighted; /* the scheme has an alpha, so v^{h,alpha} a meaning */
    double T;
    int rows;
    converge_row row[CONVERGE_MOST];
} converge_table;

/* Fills the orders. */
void converge_orders(converge_table *t);

/* The table for a reader, as one JSON object, as CSV into a file or "-". */
void converge_text(const converge_table *t);
void converge_json(const converge_table *t);
perp_status converge_csv(const converge_table *t, const char *path);

/* Draws NAME_converge.svg; from within a study (scene/bind/bind.h). */
perp_status converge_draw(const converge_table *t);
