/**
# What a killed run has left

A trace with states is lines of JSON: what the run was, its rows, and behind every so
many rows the state that the run had there:

    {"run": {...}, "states": 64, "scene": "9f86d081..."}
    {"step": 0, "t": 0, "q.x": 3, ...}
    ...
    {"state": "1 0 64 ...", "digest": "60303ae2..."}

The words are those of `frozen.h`. The digest is SHA-256 of two digests, 64 characters
each: of all rows before it, and of all words and digests of states up to these words.
So it speaks of every state before it, too. Who was killed leaves a last line without
its end, or rows behind the last state: both are made again. A trace whose last line is
`{"digest": ...}` is finished; every other one is not.
*/
#pragma once

#include "base/text.h"
#include "proof/certificate/sha256.h"
#include "run/trace/frozen.h"
#include "run/trace/trace.h"

/* Who receives states, one behind `every` rows, 2 `every` rows, ...: so many
   have been given to the readers of rows. */
typedef struct {
    perp_status (*put)(void *self, const char *words, const char digest[65]);
    void *self;
    long every;
    /* What another file that grows with the rows has to know of them, into
       words or from them; or null. */
    perp_status (*also)(void *other, frozen *x);
    void *other;
} state_reader;

typedef struct {
    const char *path;
    FILE *f;
    growing_text line;       /* read last, without its newline */
    long number;             /* of it in the file, from 1 */
    char *head;              /* the first line */
    long every;              /* states stand behind so many rows */
    long rows;               /* before the last state; 0: there is no state */
    long end;                /* bytes up to there; 0: no state */
    int finished;            /* the last line is there */
    int shapes;              /* behind each row a line says what is drawn */
    char *words, digest[65]; /* of the last state; or null, "" */
    sha256 states;           /* of words and digests up to there */
    char spoken[65];         /* the same up to its words */
} past;

/* Reads the file as far as to find its last state. past_free accepts a zeroed
   one; `path` is borrowed. IO; INPUT: no trace with states; LIMIT. */
perp_status past_open(const char *path, past *out);
void past_free(past *p);

/* INPUT, with the first word that differs, unless the first line is `head`,
   which ends with its newline. */
perp_status past_same(const past *p, const char *head);

/* The next row, from row 0 on, into the place of `row` of the table; only rows
   before the state may be asked for. INPUT with line and column; LIMIT. */
perp_status past_row(past *p, trace *t, int row);

/* The line behind the row that was read last. INPUT unless it is this one,
   which ends with its newline. */
perp_status past_place(past *p, const char *line);

/* INPUT unless the state is that of these rows, `rows` being the digest of all
   of them. */
perp_status past_holds(const past *p, const char rows[65]);

/* The digest of a state, which `states` has behind it as all before; zeroed
   before the first one. */
void past_digest(sha256 *states, const char rows[65], const char *words,
                 char out[65]);
