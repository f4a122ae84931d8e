/**
# The table of a fan

All rows of all runs under each other, the number of the run in front; and what
each run was. A run that meets an earlier one ends there (`fan_meet.h`): in its last row
the column `joins` has the number of the run that goes on, elsewhere 0.
*/
#pragma once

#include "base/text.h"
#include "hp23/run/branches.h"
#include "run/experiment.h"
#include "run/forks.h"

enum { FAN_KEPT = 10000 }; /* the most that `keep` may be */

/* Where a run meets an earlier one. */
typedef struct {
    long into;    /* that run; -1: it meets none */
    int row;      /* the row of that run, from its first */
    int rest;     /* both stand still from here to the end */
    double t;     /* s */
    double apart; /* the largest difference, see fan_meet.h */
} fan_meeting;

/* One run: at which outcome of how many it went on, at each of its forks, and
   where these are: at which collision of the run, or in which step. */
typedef struct {
    int *outcome, *of, *at; /* forks: from 1 */
    double *when, *factor; /* forks: s; the share of the outcome */
    long forks, collisions, steps, proven;
    int first;     /* its first row in the table */
    int length;    /* its rows with those of the run that it joins */
    double gained; /* the most that a collision did, J */
    double share;  /* of its outcomes together; 1 where there is no fork */
    double total;  /* with the shares of those that join it */
    fan_meeting joins;
    growing_text told; /* JSON: each fork; empty where forks are of steps */
} fan_run_taken;

typedef struct {
    trace rows; /* branch, joins, then the columns of a run */
    char *kind; /* of each column: 'q', 'v', 'd' of a state, or 0 */
    fan_run_taken *run;
    long runs, room;
    long sampled;       /* collisions or steps behind the last fork that is
                           followed */
    long continua;      /* lists that are corners of a continuum */
    long undecided;     /* parts of lists that may hold more */
    int complete;       /* every list of outcomes has its proof */
    char name[64];      /* of the experiment */
    const char *law;    /* a literal; null: forks are steps with several
                           solutions */
    int samples;        /* as wished */
    double least;       /* J, as wished: smaller collisions are no forks */
    long quiet;         /* collisions that were none for that */
    long keep;          /* of the runs those with the largest shares; 0: all */
    long made;          /* runs that were made */
    double left;        /* the share of what is not in the table */
    double near;        /* states nearer than this meet; < 0: none do */
    double apart;       /* the largest difference of states that have met */
    long merged;        /* runs of the table that join another */
    long depth;         /* as wished */
    const perp_system *sys;
} fan_table;

void fan_table_free(fan_table *f);

/* Adds a run that went the way of w. */
perp_status fan_table_add(fan_table *f, const forks *w, const trace *t,
                          const summary *sum);

/* Of the run that was added last, what b knows of its forks. LIMIT (memory). */
perp_status fan_table_tell(fan_table *f, const branches *b);

/* Of more than f->keep runs the one with the least share is dropped, of several
   the last one; its share goes to f->left. Returns the least share of the kept,
   or -1 where there is room for more, or where runs may meet. */
double fan_table_keep(fan_table *f);

/* The first row of run k (from 0); that of `runs` is the end. */
int fan_table_first(const fan_table *f, long k);

/* Of all runs those k stay for which kept[k] is not 0, in their order. Requires
   that none of them joins one that goes. */
void fan_table_thin(fan_table *f, const char *kept);

/* The way of a run as text, "2.1" or "-" without a fork, cut to the room. */
void fan_table_way(const fan_run_taken *r, char *out, size_t room);
