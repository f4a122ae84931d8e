/**
# The list of what has begun and has not appeared

Inside of `base/file.c`, which says what it is for. Of each file it holds where it
is and what it will be called. A signal handler walks the list, so it changes while
signals wait; an entry is whole before it is counted.
*/
#pragma once

#include "base/status.h"

#include <signal.h>
#include <stdio.h>

typedef enum {
    HIDDEN_BESIDE, /* `beside` has the bytes, and nobody knows it */
    HIDDEN_PLACED, /* `path` has them; `kept`, if it is there, what was there */
    HIDDEN_FOLDER, /* `path` was made */
    HIDDEN_GONE
} hidden_state;

typedef struct {
    volatile hidden_state state;
    volatile int keeps; /* `kept` is there */
    int carried, fresh; /* through what stands at `path`; where none may be */
    FILE *f;            /* until it has ended */
    char *path, *beside, *kept; /* own, in one block */
} hidden;

typedef struct {
    hidden **list;
    volatile int n;
    int room, names; /* of entries; taken so far */
} hidden_list;

extern hidden_list hidden_all; /* one for each process */

/* All signals wait from here to there; errno stays. */
void hidden_hold(sigset_t *before);
void hidden_let(const sigset_t *before);

enum { HIDDEN_TAIL = 64 }; /* of a name: numbers of 64 bits, and letters */

/* An entry that is not counted yet, and room in the list for it: with
   `path`, and HIDDEN_TAIL bytes each behind the folder of `path`, or
   `folder` if not null, in `beside` and `kept`. The caller counts it or
   frees it. LIMIT. */
perp_status hidden_new(const char *path, const char *folder, hidden **out);
void hidden_free(hidden *e);

/* Takes one away, or gives back what stood at its place; calls link(2),
   unlink(2), rename(2) and rmdir(2) only, for signal handlers. */
void hidden_undo(hidden *e);

/* Empties the list; removes nothing. */
void hidden_forget(void);
