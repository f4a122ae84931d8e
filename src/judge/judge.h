/**
# The verdict on a motion

All laws of all rows in doubles, then the worst rows of each law in fractions. A number
of fractions takes the place of the double in the strip, and the next row is looked at
as long as doubles say that it is worse than the worst of the proven ones, up to four times
as many as were asked for: so an error of doubles that
made a good row look bad costs a look, and one that made a bad row look good is
the only kind that stays.
*/
#pragma once

#include "base/text.h"
#include "judge/start.h"

typedef struct {
    stretch_rule rule;
    double weight;   /* of the kinematics, in [0, 1]; < 0: the best one */
    int prove;       /* rows of each law that are looked at in fractions */
    int compare;     /* are the three places compared? */
    bars_width bars; /* of measurement; zeros: none */
    growing_text *kept; /* takes the motion that is proven; or null */
} judge_wish;

typedef struct {
    int judged;      /* 0: there is nothing that it could speak of */
    double worst;    /* in fractions, then rounded to nearest */
    double mean;     /* of all rows or intervals, in doubles */
    double rounding; /* a number up to this may be the last places of doubles */
    double bound;    /* not above what every choice of impulses leaves; < 0: no
                     such bound */
    double limit;    /* of impulses that sum up to so many N s at most; 0: of
                        all */
    int row;       /* where the worst is: the later row of an interval; -1 when
                     it is 0 */
    int where;     /* which joint, contact, coordinate; -1: none */
    double *strip; /* rows: the number in each; row 0 of an interval's law 0 */
} judged_law;

/* The arrays are the arena's. */
typedef struct {
    const perp_system *s;
    const claimed_motion *of;
    judge_wish wish;
    double weight;
    double h_least, h_most;
    int rational;  /* the worst rows were looked at by the scene's formulas */
    long unproven; /* of those that should have been, the limits stopped */
    judged_law law[LAWS];
    double place[3]; /* mean of the momentum law, by stretch_place; < 0: not
                        compared */
    bars_need bars[BARS_LAWS];
    start_answer start; /* where no bar has to be wider */
    int start_rational; /* proven of the scene's formulas */
    int pushes; /* contacts closed in the interval with the worst momentum */
    int *contact, *slip_at;
    double *cn, *f; /* their impulses that explain it best, N s */
} judgement;

/* INPUT: the scene's formulas fail in a row of the table; LIMIT. */
perp_status judge_motion(const perp_system *s, const claimed_motion *m,
                         const judge_wish *wish, arena *a, judgement *out);
