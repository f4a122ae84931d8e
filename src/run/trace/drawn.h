/**
# What is drawn of a row, besides its cells

Where bodies are stands in the row; where they touch does not. Behind each row of a
trace with shapes stands a line with what a replay needs and only the system knows:

    {"places": {"gaps": [0.5, 0], "pushes": [{"contact": 1, "p": [1, 0.0981],
     "n": [1, 1], "d": [0, 1]}], "marks": [0, 0]}}

Gaps are those of all contacts; pushes are contacts with an impulse in this row, counted
from 0: the impulse p = n c_n + D beta, the row n and the first row of D, each as index and
value of its entries that are not 0; marks are the values of a tape over q, v, t, or null
where it has none. All are taken at the row's own position, where the bodies are drawn.
*/
#pragma once

#include "base/text.h"
#include "model/tape/tape.h"
#include "run/trace/survey.h"

typedef struct {
    const perp_system *s; /* borrowed, as is the tape, which may be null */
    const tape *marks;
    survey look;
    double *point; /* q, v, t, and the room of the tape */
    int begun;
    growing_text line;
} row_drawn;

/* Of a run of s; its tape of marks has inputs q, v, t. */
static inline row_drawn drawn_of(const perp_system *s, const tape *marks)
{
    return (row_drawn){.s = s, .marks = marks};
}

/* The line of a row that is in memory, with its newline, owned by x; rows come
   in turn. INPUT, LIMIT. */
perp_status drawn_line(row_drawn *x, const trace *t, int row,
                        const char **line);
void drawn_free(row_drawn *x);

/* The impulse n c_n + D beta of active contact i at a row, in the directions of
   the velocities, to out (nv). Requires survey_look of that row. */
void drawn_impulse(const survey *x, int i, int row, double *out);
