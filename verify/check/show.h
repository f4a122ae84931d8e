/**
# The statement for people: what show.c and formula.c share

The checker knows a statement without its names. Here they are, with the
formulas.

| | | |
|---|---|---|
| show.c | reads a statement a second time | names, heads, state, coefficients, problems |
| sections.c | goes through its tapes | which output is called what |
| formula.c | writes one output as text | names for what is shared, parentheses |
| decimal.c | writes a number | exactly, or with a ~ |

Each knows the one below it and nothing of the one above. The checker's other
files know of none of them but for check.c, which calls `show` where there is no
proof to judge.
*/
#ifndef PERP_CHECK_SHOW_H
#define PERP_CHECK_SHOW_H

#include "proof.h"

/* ---- show.c: names, numbers */

enum { MOST_NAME = 60 };
enum { COORDINATE, SPEED, JOINT, SPRING, CONTACT, KIND, LISTED };
const char *name_of(int list, long i); /* as the file spells it, cut */
long name_count(int list);
void put_number(mpq_srcptr x); /* and what it is exactly */

/* ---- sections.c: the tapes of a statement, one behind the other */

void show_formulas(checker *c);

/* ---- formula.c */

/* What is shown of one section; beyond it lines are counted, not shown. */
enum { MOST_LINES = 200, MOST_NODES = 40, MOST_SHOWN = 100000 };

/* A tape with names for its inputs: input i is the text name(i, to), of at most
   80 bytes. times: how often a slot is used; nodes: how much is written in its
   place; called: the number of its name, 0: it has none; needed: by the line at
   hand, 2: its name was told. turned: the next minus stands already. */
typedef struct formulas {
    const tape *t;
    void (*name)(const struct formulas *f, long i, char *to);
    const void *of; /* for name */
    long calls, lines, shown, *times, *nodes, *called;
    uint8_t *needed;
    int turned;
} formulas;

void formulas_begin(formulas *f, reader *r, const tape *t);
void formulas_end(formulas *f); /* numbers that were not exact, and the limit */
/* A line: what = the formula of output k. */
void formula_line(formulas *f, const char *what, long k);
/* One with sum_j (output k + j) * name j. */
void formula_row(formulas *f, const char *what, long k, long n,
                 void (*name)(const void *of, long j, char *to),
                 const void *of);
int formula_zero(const formulas *f, long k); /* output k is the constant 0 */
#endif
