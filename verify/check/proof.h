/**
# The proof: one problem in memory, the state it starts from, sums over the run
*/
#ifndef PERP_CHECK_PROOF_H
#define PERP_CHECK_PROOF_H

#include "statement.h"

/* The arrays of a problem, in the order of the proof; problem.c has their sizes. */
enum { M, F, KV, KQ, K0, K1, G, PHI, NU, A, N, D, Z, V, ARRAYS };
enum { ONE, NQ, NV, JOINTS, SPRINGS, CONTACTS, SLIPS, UNKNOWNS, SIZES };
enum { L0, L1, R, L2, ALL, LEVELS };
enum { AHEAD, BACK, BOTH }; /* A y; A'y; a symmetric A by its upper half */

/* The coefficients of (C1): those of data[k] are K[2 k], K[2 k + 1], over K[UNIT], which
   is that of M, = -K[MINUS]; and alpha = K[TOP] / K[LOW], REST = LOW - TOP. */
enum { UNIT = 2 * M, MINUS, TOP = 2 * G, LOW, REST, WEIGHTS };

/* Of residuals, N s, m/s, J: x <= 0; and EQUAL + these: x = 0; LEAST +: x >= 0. */
enum { IMPULSE, VELOCITY, ENERGY, SORTS, EQUAL = SORTS, LEAST = 2 * SORTS };

typedef struct {
    double most[SORTS];               /* largest residuals, rounded up */
    double gain;                      /* sum of energy gained, J, rounded up */
    double projection;                /* largest residual of a projection, m */
} ledger;

/* x: the unknowns x, then z = alpha (c_nu, c_s, c_n, f), over x.den, part k from
   at[k] on. along: nu'x, a'x, n'x, d'x in the places of z, over `over` x.den; `over`
   is the denominator of the data. before: the velocity before, as it was stated, and
   v the same over x.den. unit: of z, along, their product. */
typedef struct {
    int level, jump, gives; /* gives: another problem follows, see rebound.c */
    long size[SIZES], at[UNKNOWNS];
    long id[MOST_ACTIVE + 1], slip_at[MOST_ACTIVE + 1];
    long kept[MOST_ACTIVE], kepts; /* those that did not leave */
    array data[ARRAYS], before, x, v, along, row, y, back;
    mpz_t over, unit[SORTS], per, by, r, s, t, E, K[WEIGHTS];
    ledger sum;
} problem;

/* The position, the next one, the velocity behind a problem; work. The time is
   counted in steps. */
typedef struct {
    array q, to, v, y, size, read, identity;
    mpz_t weight[2], all;
    mpq_t time, fraction;
    long steps, hits, stills, projections;
} chain;

/* Level L2: problems, and how many of them have their data enclosed and their
   modes decided; rows, and in how many each contact that is not listed is open;
   collisions, and how many have a bracket of 2^-width or less; the largest
   radius, m/s that velocities may be off, gaps and joints, m. */
typedef struct {
    long problems, enclosed, moded, rows, open, hits, bracketed;
    unsigned width;
    double radius, moved, high, deep, joint;
} level2_sum;

/* P10: the constants of linear gaps in this step and the one before, their
   gradients over `over`; V^{n-2}. V^n = (back V^{n-1} + (d + e) w) / d with e / d. */
typedef struct {
    array at, old_at, rows, before, u;
    mpz_t over, back;
    mpq_t e;
    long n;
    int flat, steady;
} nodes;

typedef struct {
    int level;
    long rows, steps, hits, stills, projections;
    long faces, points, none; /* level N */
    long pointed, vanishing;  /* friction cones */
    long rebounds;
    double time;
    ledger sum;
    level2_sum two;
    char scene[65], why[400];
} verdict;

typedef struct checker {
    reader r;
    scene s;
    problem p;
    chain c;
    nodes n;
    verdict *v;
    void (*solved)(struct checker *c); /* by level, see check.c; or null */
    struct level2 *two;                /* level L2, else null */
    struct lists *lists;               /* level N, else null */
} checker;

void problem_solve(checker *c, int jump); /* reads it and and checks */
void rows_check(checker *c);              /* (C1) to (C7) */
void touching_check(checker *c);          /* (C8) */
void data_empty(checker *c);
void data_ready(checker *c); /* one denominator for all but Z, V; M's upper half */
void times(mpz_t *to, const array *A_, long columns, int way, const mpz_t *y);
/* That it is so, or (L0) the largest |x| / (unit by) is kept. */
void demand(checker *c, int sort, mpz_srcptr x, mpz_srcptr by, const char *what);
void ap02_weigh(checker *c);    /* (C1) of AP02's schemes */
void springs_check(checker *c); /* (C12) */
void problem_unknowns(checker *c); /* x and v from Z, V and before */
void problem_motion(checker *c); /* row, along */
int rebound_ahead(checker *c);   /* collisions with restitution, rebound.c */
void rebound_check(checker *c);  /* behind a JUMP, when there is one */
void rebound_energy(checker *c);
mpz_srcptr beyond(checker *c, long j);
void truncated(checker *c, mpz_srcptr y, mpz_srcptr v, mpz_srcptr den);
void between(checker *c, mpq_srcptr S, int velocity);
void follow(checker *c, const char *tag, long n, array *from, const array *J);
void cone_check(checker *c); /* behind a problem, when it is there */
void array_swap(array *a, array *b);
void chain_init(checker *c);
void chain_row(checker *c);     /* one row, (C9) to (C11) */
void project_check(checker *c); /* behind a position, when there is one */
void node_row(checker *c);      /* a step of P10 */
int chain_ahead(checker *c, unsigned long slack);

void level2_begin(checker *c); /* level2.h: what L2 asks beyond L1 */
void level2_solved(checker *c);
void level2_end(checker *c);
void level2_tell(const level2_sum *s);
void hit_begin(checker *c, mpq_srcptr S, const array *J); /* before its q */
void open_begin(checker *c); /* before and behind a row */
void open_end(checker *c);

/* Level N: the statement, and a list of all solutions of one of its problems. */
typedef struct lists lists;
void lists_read(checker *c);
int lists_ahead(const checker *c); /* is a list missing? */
void lists_row(checker *c);
void lists_free(checker *c);

/* A bound of the rank from below, 0 when it would be long to find: of the matrix
   that has B's entry (i, j) at place[0][i], place[1][j], where neither is -1; null: where it is. */
long rank(const array *B, long columns, const long *const place[2],
          const long size[2]);

/* 1 when every line was read and every check holds; else 0 and `why`. */
int check(FILE *statement, FILE *proof, verdict *out);
#endif
