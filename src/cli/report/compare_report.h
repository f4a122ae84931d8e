/**
# What `perp compare` says
*/
#pragma once

#include "base/text.h"
#include "run/scheme.h"
#include "run/trace/compare.h"

enum { COMPARE_POINTS = 240 };

/* One way to run a scene. Weights that its scheme does not read are null;
   borrowed. */
typedef struct {
    const struct scheme *scheme;
    mpq_srcptr alpha, gamma, theta;
    int law; /* of hp23/run/law.h; LAWS: the scheme's own */
} compare_way;

/* Words for it: "alpha-gamma 0.5 routh". The law of a scheme that takes laws of
   impact and was given none is "phases"; of others it is null. */
enum { COMPARE_NAME = 96 };
void compare_name(const compare_way *w, char to[COMPARE_NAME]);
const char *compare_law(const compare_way *w);

/* One run. NAN: unknown. */
typedef struct {
    compare_way way;
    double h;
    long steps, collisions;
    difference apart; /* va_l1: NAN where there is no alpha */
    double penetration, joint_gap;   /* m: the largest of all rows */
    double energy_last, energy_gain; /* J: the greatest less the first */
    double tv_v, tv_va;
    long problems, fallbacks; /* of complementarity; those solved exactly */
    double seconds;
    int points; /* of the energy's curve, of the first h only */
    double time[COMPARE_POINTS], energy[COMPARE_POINTS];
} compare_row;

/* A way that does not fit, or a run that came to no end. h = 0: every step. */
typedef struct {
    compare_way way;
    double h;
    perp_code code;
    char why[320];
} compare_left;

typedef struct {
    char name[128], energy_of[64];
    char against[160]; /* the run that others are compared with */
    int exact;         /* or else the scene's reference */
    double T, finest;  /* s: step of the finest run */
    int timed;         /* print seconds */
    compare_row *row;  /* owned */
    int rows;
    compare_left *left; /* owned */
    int lefts;
} compare_table;

/* One more, zero but for its way; null when the heap refuses. */
compare_row *compare_add(compare_table *t, const compare_way *w);
compare_left *compare_leave(compare_table *t, const compare_way *w);
void compare_free(compare_table *t);

/* The table for a reader, as one JSON object, as CSV into a file or "-". */
perp_status compare_text(const compare_table *t);
void compare_json(const compare_table *t);
perp_status compare_csv(const compare_table *t, const char *path);
