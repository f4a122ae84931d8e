/**
# What happens at contacts

The table has numbers at every row; what a reader looks for in them is where something
changes. An event is a line of JSON:

    {"t": 3, "row": 48, "kind": "mode", "contact": "floor", "from": "stick", "to": "slip+",
     "cn": 0.625, "ft": [-0.15625]}

| kind | a line for |
|---|---|
| `collision` | each contact that pushes in a row that is a collision, with its impulses |
| `mode` | each contact whose mode in a row's step is another one than in the step before; in the first step `from` is null, and a contact that is `separate` has no line |

Modes are read off the row's impulses, and of a collision there are none:

| mode | when |
|---|---|
| `separate` | $c_n = 0$ |
| `push` | $c_n > 0$, no friction: $\mu = 0$ or no slips |
| `stick` | the friction is smaller than $\mu c_n$, by a billionth of it at least |
| `slip+`, `slip-` | it is as large as can be, against the positive or the negative slip |
| `slip` | the same with several slips |
*/
#pragma once

#include "proof/certificate/sha256.h"
#include "run/experiment.h"
#include "run/trace/columns.h"
#include "run/trace/frozen.h"

typedef struct {
    const perp_system *s;
    const char *path; /* of the file that grows */
    FILE *f;          /* or null: of a run that was left, and not open yet */
    sha256 sum;       /* of what was written before the last state */
    columns at;
    int round; /* the friction of several slips is a disc */
    int *mode; /* of each contact, in the last step */
    arena a;
} events;

/* Borrows all; events_free accepts a zeroed one. f is null when the file is of
   a run that was left, and then events_freeze opens it; the rows before are
   passed over. INPUT: the system has more contacts than a table lists. LIMIT:
   memory. */
perp_status events_begin(const experiment *e, const char *path, FILE *f,
                         events *out);
void events_free(events *x);

/* What has been written, by its length and SHA-256, and the modes, into words
   or from them. IO; INPUT: the file does not begin with that. */
perp_status events_freeze(void *self, frozen *x);

/* For a row_reader of every row. IO. */
perp_status events_row(void *self, const trace *t, int row);
