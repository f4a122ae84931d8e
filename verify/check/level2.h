/**
# Level L2: the scene, in balls

doc/71-enclosures.md. Level L1 proves that a problem was solved; whose problem
it was, the writer says. Level L2 takes the formulas of the statement and asks
whether the numbers of the row are theirs:

* E1, E2: what does a formula give here, and what its gradient? Balls: ball.c,
  sine.c, dual.c.
* E3: is each datum within a stated radius of it? If not, the proof is refused:
  geometry.c, contacts.c.
* E4 to E6: has every set of data within that radius a solution in the same
  contact modes? Where modes are stated and that is not shown, the proof is
  refused: modes.c, system.c, systems.c.
* E7: is a contact that is not listed open? Where it is closed at an end of
  the row, the proof is refused; where it is open on the way, that is counted:
  open.c.
* E8: does a gap vanish where a collision stands? Counted: hit.c.

    radius 81/80000000000000000000000000        or: radius undecided
    modes s +0                                  or: modes undecided

stand behind the `v` of each problem; that is all the writer adds. He chooses
how much is claimed ("undecided" claims nothing beyond L1 and is counted as
that), not whether it is true. perp-check prints of how many problems and rows
each answer was yes, so a proof of level L2 without a single decided problem
is accepted, and says 0 of all.

All that is asked here is asked at the *stored* position and velocity, and the
exact time. Since the real number that a formula means there is inside a ball,
E3 is a statement about real numbers, not about this program's arithmetic.
*/
#ifndef PERP_CHECK_LEVEL2_H
#define PERP_CHECK_LEVEL2_H

#include "ball.h"
#include "proof.h"

/* ---- dual.c: a tape and its derivative --------------------------------- */

/* One entry per slot of the tape that was evaluated last: x its value, y for a
   sine the cosine and the other way round, d the derivative in one
   direction. */
typedef struct {
    desk w;
    long room;
    ball *x, *y, *d, t, u;
    uint8_t *lost;  /* no value */
    uint8_t *moves; /* the derivative is not exactly zero; 2: there is none */
} sheet;

void sheet_init(sheet *s);
void sheet_clear(sheet *s);
void sheet_value(sheet *s, const tape *t, const ball *in);
/* in the direction `seed` of the inputs; after sheet_value of the same tape */
void sheet_slope(sheet *s, const tape *t, const ball *seed);

/* ---- what is carried from problem to problem --------------------------- */

typedef struct {
    ball *x;
    long room;
} balls;
ball *balls_room(reader *r, balls *b, long n); /* what is there stays */
void balls_free(balls *b);

/* in: inputs q, v, t of the scene's tapes. G: Gamma here. at: inputs of a
   pair. from, step: the position before a row, and the way to the one behind.
   box: where sleeping contacts are known to be open. cubic: hit.c. asleep,
   listed, was: a byte for each contact. A, place: work of modes.c. */
typedef struct level2 {
    sheet s;
    balls in, seed, G, row;            /* geometry.c */
    balls at, box, from, step, point; /* open.c */
    balls cubic;                      /* hit.c: positions before, behind */
    balls met, target; /* where a step is hit; where springs are to come */
    int placed;        /* the rows are those of a projection */
    long walk;         /* along its values */
    ball t, u, part[4];
    mpq_t rho;  /* of this problem */
    mpz_t most; /* what ball_near wants */
    char (*word)[MOST_SLIPS + 2];
    size_t words;
    int near, moded, boxed, hit; /* near: the problem has a radius */
    int sided; /* middle.c: all contacts are shown to be listed, or not, by their gap */
    uint8_t *asleep, *listed, *was; /* one per contact; listed: 1 in
                                      the step, 2 in the jump; was kept before */
    double *A, *given;        /* of modes.c, second.c */
    long *place;
    size_t room, places, givens;
    level2_sum sum;
} level2;


/* ---- geometry.c, contacts.c: the data of a problem --------------------- */

void geometry_check(checker *c);
void geometry_place(checker *c);
void contacts_check(checker *c);
void mass_compare(checker *c); /* with the tape, evaluated here */
int radius_read(checker *c);   /* is there one? */
void radius_check(checker *c);
const ball *value_at(checker *c, const tape *t, long k);
const ball *slope_at(checker *c, const tape *t, long k);
void compare(checker *c, const array *A, long *k, long at, const ball *x,
             const char *what);
void spread(checker *c, ball *row, long at, const ball *d);
ball *zero_rows(checker *c, long n);
ball *zero_seed(checker *c, long n);
ball *gradient(checker *c, const tape *t, long n, const long *want, int speeds);
const range *pair_inputs(checker *c, long id, const ball *q,
                         const int32_t **at);
/* 2^-46 max(4, |q_i|) */
void doubt(checker *c, const ball *q, ball *z);

void contacts_met(checker *c);
void gap_seen(checker *c, const ball *phi); /* for the printed bounds */
void inputs_set(checker *c, int later);

/* ---- middle.c: who is listed by its gap in the middle of a step --------- */

void middle_check(checker *c, int enclosed);

/* ---- open.c: contacts that are not listed ------------------------------ */

void open_list(checker *c);
void open_end(checker *c);
/* The gap of a contact at q, and its derivative in the direction dq (or null).
   0: there is no gap; 1: no derivative, or none was asked for; 2: both. */
int gap_at(checker *c, long id, const ball *q, const ball *dq, ball *gap,
           ball *slope);

/* ---- hit.c: collisions ------------------------------------------------- */

void hit_end(checker *c);

/* ---- modes.c, system.c, systems.c: contact modes ----------------------- */

enum { MOST_MODES = 2000 }; /* unknowns */
void modes_read(checker *c);
void modes_check(checker *c);
int modes_second(const checker *c); /* is it the second problem of a collision? */
void left_touching(checker *c);     /* which contacts the next may list though open */

/* All systems near B z = b, B n by n and by rows: entry (i, j) within Ex[i] of
   B's for j < nx, within Ez[i] for the others; the residual of a known
   solution z* at most g[i] in row i. 1: all are regular, and their solutions
   have |z - z*| <= y. room: 2 n n + 2 n doubles. */
typedef struct {
    int n, nx;
    double *B, *g, *Ex, *Ez, *y, *room;
} systems;
int systems_near(const systems *s);

#endif
