/**
# Level L2: the scene, in balls

doc/71-enclosures.md. The tapes of the statement are evaluated at the stored
position, velocity and time, differentiated forwards, and compared with what the
proof says; contact modes; contacts that are not listed.
*/
#ifndef PERP_CHECK_LEVEL2_H
#define PERP_CHECK_LEVEL2_H

#include "ball.h"
#include "proof.h"

/* ---- dual.c: a tape and its derivative --------------------------------- */

/* One entry per slot: its value, for a sine the cosine and the other way round,
   the derivative in one direction. */
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

typedef struct level2 {
    sheet s;
    balls in, seed, G, row;            /* geometry.c */
    balls at, box, from, step, point; /* open.c */
    balls cubic;                      /* hit.c: positions before, behind */
    ball t, u, part[4];
    mpq_t rho;  /* of this problem */
    mpz_t most; /* what ball_near wants */
    char (*word)[MOST_SLIPS + 1];
    size_t words;
    int moded, boxed, hit;
    uint8_t *asleep, *listed, *was; /* one per contact; listed: 1 in
                                      the step, 2 in the jump; was kept before */
    double *A;                /* of modes.c */
    long *place;
    size_t room, places;
    level2_sum sum;
} level2;


/* ---- geometry.c, contacts.c: the data of a problem --------------------- */

void geometry_check(checker *c);
void contacts_check(checker *c);
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
void doubt(checker *c, ball *z);

/* ---- open.c: contacts that are not listed ------------------------------ */

void open_list(checker *c);
void open_end(checker *c);
/* The gap of a contact at q, and its derivative in the direction dq (or null). 0
   where there is none. */
int gap_at(checker *c, long id, const ball *q, const ball *dq, ball *gap,
           ball *slope);

/* ---- hit.c: collisions ------------------------------------------------- */

void hit_end(checker *c);

/* ---- modes.c, system.c, systems.c: contact modes ----------------------- */

enum { MOST_MODES = 2000 }; /* unknowns */
void modes_read(checker *c);
void modes_check(checker *c);

/* All systems near B z = b: n x n, the first nx columns within Ex[i] in row i,
   the others within Ez[i]; the residual of a known solution of the middle one at
   most g[i]. 1: all are regular, |z - z*| <= y. room: 2 n n + 2 n doubles. */
typedef struct {
    int n, nx;
    double *B, *g, *Ex, *Ez, *y, *room;
} systems;
int systems_near(const systems *s);

#endif
