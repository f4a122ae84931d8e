/**
# The contacts that may be near

Most pairs of a pile are far from each other, and stay so for many steps. A box of
coordinates is kept, with the list of contacts whose gap may become small while the
coordinates are in it; of all others it is proven, for the very doubles that their tapes would
make, that it does not. Inside the box only the list is evaluated, outside of it all are.
*/
#pragma once

#include "model/step/assemble.h"

/* One box. whole: the assembler's gaps are those of all contacts, else of
   id[0..n), ascending, and every other is at least `beyond` m where they were
   evaluated. */
typedef struct {
    int whole, boxed;
    int never;         /* 1: no box is made */
    int n, *id;        /* contacts, room for all */
    int *first;        /* bindings + 1: where a binding's begin in id */
    int asked;         /* how often near_cover has found the box good */
    double beyond;     /* m */
    double widest;     /* the box's, m or rad */
    double fastest;    /* the longest way asked about since then, the same */
    double *from, *to; /* nq: the box */
    double *work, *low;
} near_contacts;

/* Without a box: all are evaluated. */
perp_status near_new(arena *a, const perp_system *s, near_contacts *out);

/* A box that has the coordinates `to` in it: the old one if it has and is not
   far too large, else one for the way from q to `to` and steps like this that
   follow. tolerance: no contact outside of the list has a gap of that or less,
   m. Changes no gap. */
void near_cover(const perp_system *s, near_contacts *x, const double *q,
                const double *to, double tolerance);

/* Gaps at q, of contacts that move at t, into w->gap: those of the list when
   q is in the box, otherwise or without a box all. Errors are those of
   assemble_gaps_at. near_whole: all of them. */
perp_status near_gaps(const perp_system *s, assembler *w, near_contacts *x,
                      const double *q, double t);
perp_status near_whole(const perp_system *s, assembler *w, near_contacts *x,
                       const double *q, double t);

/* The least gap in w->gap of the contacts evaluated that are not `kept`. */
double near_least(const perp_system *s, const assembler *w,
                  const near_contacts *x, const uint8_t *kept);

/* The least in w->gap of all contacts of bindings that are not `kept`; they
   have been evaluated. */
double near_least_bound(const perp_system *s, const assembler *w,
                        const uint8_t *kept);
