/**
# The proof: one problem in memory, the state it starts from, sums over the run

doc/70-certificate.md, The proof. A record is read, checked, and forgotten; what
is carried from one to the next is the state, the contacts that touch, and sums.
The memory that a proof takes does not grow with its rows.

## The letters of a problem

| in the file | shape | unit | what it is |
|---|---|---|---|
| M | $n_v \times n_v$ | kg, kg m² | mass; only entries on and above the diagonal |
| F | $n_v \times n_v$ | kg/s | Coriolis: the force is $F v$ |
| kv | $n_v \times n_v$ | N s/m | $k_{1v} = \nabla_v k_1$ |
| kq | $n_v \times n_v$ | N/m | $k_{1q} = \nabla_q k_1\,\Gamma$ |
| k0, k1 | $n_v$ | N | applied force at $t$ and at $t + h$ |
| G | $n_q \times n_v$ | | $\Gamma$, if the statement has rates |
| phi | springs | m | elongations $\varphi$ |
| nu, a, n, d | rows of $n_v$ | | gradients of joints, springs, gaps; directions of slips |
| z | unknowns | m/s, N s | $x$, then $z_\nu, z_s, z_n, z_f$: $\alpha$ times the impulses |
| v | $n_v$ | m/s | the velocity that is stored |

The enumerators of the first list below are these, in this order, which is
that of the file. M to D are brought to one denominator, `over`; z and v have
their own.

## The unknowns

`x` holds the solution as it is checked: $x$ at 0, the impulses of joints,
springs, contacts, slips from at[JOINTS], at[SPRINGS], at[CONTACTS], at[SLIPS]
on, n = size[UNKNOWNS] numbers over x.den. The velocity before, `v`, is
brought to the same denominator, because (C1) subtracts the two. `along` has
in the places of the impulses what belongs to them: $\nu^T x$, $a^T x$,
$n^T x$, $d^T x$, over `over` x.den. So complementarity is between entry k of
x and entry k of along.

In levels L1 and R, $x$ and the impulses are those of the file. In level L0
the file has doubles, $v^{l+1}$ and impulses without $\alpha$, and
$x = (1 - \alpha) v^l + \alpha v^{l+1}$ is formed from them exactly; whatever
the doubles lack is then a residual.

## Units of the checks

A residual is compared with zero as a whole number. In level L0 it is also
measured, and then its denominator matters: unit[IMPULSE], unit[VELOCITY] and
unit[ENERGY] are those of z, of along, and of a product of the two, in N s,
m/s, J.
*/
#ifndef PERP_CHECK_PROOF_H
#define PERP_CHECK_PROOF_H

#include "statement.h"

/* The arrays of a problem, in the order of the proof; problem.c has their
   sizes. */
enum { M, F, KV, KQ, K0, K1, G, PHI, NU, A, N, D, Z, V, ARRAYS };
enum { ONE, NQ, NV, JOINTS, SPRINGS, CONTACTS, SLIPS, UNKNOWNS, SIZES };
enum { L0, L1, R, L2, ALL, IMPACTS, LEVELS };
enum { AHEAD, BACK, BOTH }; /* A y; A'y; a symmetric A by its upper half */

/* The coefficients of (C1): those of data[k] are K[2 k], K[2 k + 1], over
   K[UNIT], which is that of M, = -K[MINUS]; and alpha = K[TOP] / K[LOW], REST
   = LOW - TOP. */
enum { UNIT = 2 * M, MINUS, TOP = 2 * G, LOW, REST, WEIGHTS };

/* What is asked of a number, and in which unit it is measured if that fails in
   level L0: IMPULSE x <= 0; EQUAL + IMPULSE x = 0; LEAST + IMPULSE x >= 0; and
   so on. */
enum { IMPULSE, VELOCITY, ENERGY, SORTS, EQUAL = SORTS, LEAST = 2 * SORTS };

/* What is printed of a run beside yes: every one of these is an upper bound. */
typedef struct {
    double most[SORTS];               /* largest residuals, rounded up */
    double moved;                     /* of a projection, of a coordinate */
    double gain;                      /* sum of energy gained, J, rounded up */
    double projection;                /* largest residual of a projection, m */
} ledger;

/* id: the active contacts, growing; the slips of contact j of them are numbers
   slip_at[j] ... slip_at[j + 1] - 1. kept: those that the last problem left
   touching, (C8). before: the velocity before, as it was stated; v: the same
   over x.den. row: (C1), one entry per velocity. y: work. back: what a
   collision gives back, rebound.c. K: coefficients, problem.c. per, by, r, s,
   t: scratch, for the length of one function; E: energy. */
typedef struct {
    int level, jump, gives; /* gives: another problem follows, see rebound.c */
    long size[SIZES], at[UNKNOWNS];
    long id[MOST_ACTIVE + 1], slip_at[MOST_ACTIVE + 1];
    long kept[MOST_ACTIVE], kepts; /* those that did not leave */
    array data[ARRAYS], before, x, v, along, row, y, back;
    mpz_t over, unit[SORTS], per, by, r, s, t, E, K[WEIGHTS];
    ledger sum;
} problem;

/* The position q, the next one as it is stated (to), the velocity behind a
   problem (v); y and size: a displacement and the sizes of its terms, over
   p.per; read: numbers as they stand in the file; identity: Gamma where there
   is none. The time is counted in steps, as a fraction, so that t = h time is
   exact. */
typedef struct {
    array q, to, v, y, size, read, identity, exact;
    mpz_t weight[2], all;
    mpq_t time, fraction;
    long steps, hits, stills, projections;
    int met;    /* a collision came last */
    int struck; /* 1: the jump stands behind a step */
    long listed[MOST_ACTIVE], listeds; /* by that step */
    long hand[MOST_ACTIVE + 1], hands;     /* by the projection that came last */
} chain;

/* Level L2: problems, and how many of them have their data enclosed and their
   modes decided; rows, in how many the middle of the step shows who is listed, and in how
   many each contact that is not listed is open;
   collisions, and how many have a bracket of 2^-width or less; the largest
   radius, m/s that velocities may be off, gaps and joints, m. */
typedef struct {
    long problems, enclosed, moded, rows, sided, open, hits, bracketed;
    long projections, placed; /* and how many have their rows enclosed */
    int asked;                /* is the level L2? */
    unsigned width;
    double radius, moved, high, deep, joint;
} level2_sum;

/* P10: the constants of linear gaps in this step and the one before, their
   gradients over `over`; V^{n-2}. V^n = (back V^{n-1} + (d + e) w) / d with e
   / d. */
typedef struct {
    array at, old_at, rows, before, u;
    mpz_t over, back;
    mpq_t e;
    long n;
    int flat;
} nodes;

/* The last M that was looked at, as it was read; was it proven (1), refused, or
   too large (-1)? */
typedef struct {
    array last, work;
    long *place;
    size_t places;
    int fine;
} masses;

/* Contacts that yield, yield.c: the deformations before a step and behind it, as
   they were stated; unknowns of the file (z), what is stored (kept), old and new
   deformations, dense; slips, over X; K and C that were looked at last. */
typedef struct {
    array delta, to, z, kept, old, s;
    masses K, C;
} yields;

/* level: whose checks of a run were made, L0, L1 or R, or ALL,
   IMPACTS; stated: that, or L2 beyond L1. code: 0, or why it ended (perp_check.h). */
typedef struct verdict {
    int level, stated, code;
    const scheme *how;
    long rows, steps, hits, stills, projections;
    long faces, points, none; /* level N */
    int sequential;           /* level I */
    long pointed, vanishing;  /* friction cones */
    long rebounds, owns;
    double own; /* of `owns` rows a sum that only its scheme knows */
    long near;  /* rows whose forces are within `distance`, N, of the only ones */
    double distance;
    long heavy; /* masses that are not proven to be positive semidefinite */
    double time;
    ledger sum;
    level2_sum two;
    char scene[65], why[400];
} verdict;

/* All there is. Where a function takes a checker, it reads from r, checks
   against s and c what p holds, and adds to p.sum. */
typedef struct checker {
    reader r;
    scene s;
    problem p;
    chain c;
    nodes n;
    masses m;
    yields y;
    verdict *v;
    void (*solved)(struct checker *c); /* by level, see check.c; or null */
    struct level2 *two;                /* level L2, else null */
    struct lists *lists;               /* level N, else null */
    struct impact *impact;             /* level I, else null */
} checker;

void problem_solve(checker *c, int jump); /* reads it and checks it */
void rows_check(checker *c);              /* (C1) to (C7) */
void contact_check(checker *c, long j);   /* (C3) to (C5) */
void collision_check(checker *c);         /* (C17) */
void energy_check(checker *c);            /* (C6), level L0 */
void touching_check(checker *c);          /* (C8) */
void mass_check(checker *c); /* (C18), behind the line M */
/* Of any matrix by its upper half, with a memory of its own: 0: it is too large
   to be tried. */
int semidefinite_check(checker *c, masses *s, const array *m, long n,
                       const char *what);
int semidefinite(checker *c, mpz_t *a, long n);
void mass_free(masses *s);
void data_empty(checker *c);
void data_ready(checker *c); /* one denominator for all but Z, V */
/* to += A y, A'y, or A y for a symmetric A of which the upper half is given. */
void mass_form(checker *c, mpz_ptr to, const mpz_t *x);
void times(mpz_t *to, const array *A_, long columns, int way, const mpz_t *y);
/* That it is so, or (L0) the largest |x| / (unit by) is kept. */
void demand(checker *c, int sort, mpz_srcptr x, mpz_srcptr by, const char *what);
void ap02_weigh(checker *c);    /* (C1) of AP02's schemes */
void springs_check(checker *c); /* (C12) */
void problem_unknowns(checker *c); /* x and v from Z, V and before */
void problem_motion(checker *c); /* row, along */
int rebound_ahead(checker *c);   /* collisions with restitution, rebound.c */
void rebound_check(checker *c);  /* behind a JUMP, when there is one */
int rebound_energy(checker *c);
void energy_add(checker *c);
mpz_srcptr beyond(checker *c, long j);
void rebound_tell(const verdict *v);
void truncated(checker *c, mpz_srcptr y, mpz_srcptr v, mpz_srcptr den);
void between(checker *c, mpq_srcptr S, int velocity);
void follow(checker *c, const char *tag, long n, array *from, const array *J);
void cone_check(checker *c); /* behind a problem, when it is there */
void array_swap(array *a, array *b);
void chain_init(checker *c);
void chain_row(checker *c);     /* one row, (C9) to (C11) */
void project_check(checker *c); /* behind a position, where there is one */
void hand_check(checker *c, const long *id, long n);
void node_row(checker *c);      /* a step of P10 */
void yield_row(checker *c);     /* a step of PKS05 */
void distance_find(checker *c); /* (TH6), level L0 */
void yield_contacts(checker *c); /* (TH3), (TH4) of all contacts */
void yield_tell(const verdict *v);
int chain_ahead(checker *c, unsigned long slack);

void level2_begin(checker *c); /* level2.h: what L2 asks beyond L1 */
void level2_solved(checker *c);
void level2_rebound(checker *c); /* behind the v of a rebound */
void level2_node(checker *c); /* behind the v of a node */
void level2_end(checker *c);
void level2_tell(const verdict *v);
void hit_begin(checker *c, mpq_srcptr S, const array *J); /* before its q */
void place_aim(checker *c, int hit); /* before a projection */
void place_check(checker *c);        /* behind it */
void open_begin(checker *c); /* before and behind a row */
void open_end(checker *c);

/* Level N: the statement, and a list of all solutions of one of its
   problems. */
typedef struct lists lists;
void lists_read(checker *c);
int lists_ahead(const checker *c); /* is a list missing? */
void lists_row(checker *c);
void lists_free(checker *c);

/* Level I: the statement of an impact, and one of its single impacts. */
void impact_read(checker *c);
void impact_end(checker *c); /* that it is over, with the v+ of the statement */
void impact_row(checker *c);
void impact_show(checker *c);
void impact_free(checker *c);

/* A bound of the rank from below, 0 when it would be long to find: of the
   matrix that has B's entry (i, j) at place[0][i], place[1][j], where neither
   is -1; null: where it is. */
long rank(const array *B, long columns, const long *const place[2],
          const long size[2]);

/* 1 when every line was read and every check holds; else 0 and `why`. Without a
   proof (null) the statement is printed for people. */
int check(FILE *statement, FILE *proof, verdict *out);
#endif
