/**
# The modes that a box of data leaves

Law (31) is asked not of data but of all data near them: each number $x$ of $M$,
$\nu$, $n$, $d$, $\mu$ and $v$ may be any number within $\varepsilon \max(1,
|x|)$. In which modes can an outcome be, and where is it then?
*/
#pragma once

#include "hp23/within/mode_box.h"

typedef struct within_mode {
    struct within_mode *next;
    uint8_t *way;       /* p: a within_way each */
    double *low, *high; /* nv coordinates of v+, p normal speeds, r slips;
                           infinite: unbounded */
    int place;          /* from 0 on */
} within_mode;

/* Modes in the order of the tree. A place is a set of modes whose boxes of v+
   meet one another, directly or by way of others. */
typedef struct {
    int nv, p, r, count, places;
    within_mode *first, *last;
    long nodes;
} within;

/* Where a search ends; 0 means these. */
typedef struct {
    long nodes; /* 200000 */
    long work;  /* numbers computed, 5e8 */
    int modes;  /* 10000 */
} within_limits;

/* For all data in the box: each solution of law (31) is in one of these modes,
   and in each that its impulses and speeds fit (a speed of zero fits both
   signs), with v+ and the speeds in the box of the mode. d: one slip a contact
   at most; eps > 0. All in the arena. INPUT: several slips, or a singular mass
   in the box. LIMIT. */
perp_status within_find(arena *a, const step_exact *d, mpq_srcptr eps,
                        const within_limits *most, within *out);
