/**
# perp-check

Reads a scene (the statement) and a proof, and recomputes what the proof says.
doc/70-certificate.md has the grammar and the checks. Nothing here is shared
with the program that wrote the files; headers are those of C and gmp.h.
*/
#ifndef PERP_CHECK_H
#define PERP_CHECK_H

#include <setjmp.h>
#include <stdint.h>
#include <stdio.h>

#include <gmp.h>

/* Limits: what exceeds them is refused, not attempted. */
enum {
    MOST_DIGITS = 1 << 18, /* hexadecimal digits of one integer */
    MOST_SIZE = 10000,     /* coordinates, velocities, joints */
    MOST_ACTIVE = 4096,    /* contacts of one problem */
    MOST_SLIPS = 64,       /* of one contact */
    MOST_COUNT = 1 << 28   /* anything else that is counted */
};

typedef struct {
    uint32_t h[8];
    uint64_t bytes;
    uint8_t block[64];
} digest;

void digest_begin(digest *d);
void digest_add(digest *d, const uint8_t *p, size_t n);
void digest_end(digest *d, char out[65]);

/* ---- read.c ----------------------------------------------------------- */

typedef struct {
    FILE *f;
    const char *name;
    long line;
    digest sum; /* of everything consumed */
    uint8_t block[1 << 16];
    size_t at, have, summed;
    char *word;  /* MOST_DIGITS + 16 */
    mpq_t ratio; /* work */
    mpz_t work;
    jmp_buf *out;
    char *why; /* 400: why it was refused */
} reader;

/* m 2^e, m odd or 0: a double. At index `at` of an array. */
typedef struct {
    long at;
    int64_t m;
    int e;
} dyadic;

typedef struct {
    dyadic *x;
    size_t n, room;
} array;

_Noreturn void refuse(reader *r, const char *form, ...)
    __attribute__((format(printf, 2, 3)));
void *more(reader *r, void *block, size_t n, size_t *room, size_t size);
void read_begin(reader *r, FILE *f, const char *name);
int peek(reader *r);
void read_text(reader *r, const char *text);
const char *read_word(reader *r);
long read_count(reader *r, long most);
dyadic read_double(reader *r);
void read_integer(reader *r, mpz_ptr z);
void read_array(reader *r, const char *tag, long n, array *out);
void read_integers(reader *r, const char *tag, long n, mpz_t *z);
void read_digest(reader *r, char out[65]); /* of all consumed so far */
double value(dyadic x);

/* ---- tape.c ----------------------------------------------------------- */

typedef struct {
    uint8_t op;
    uint32_t a[3];
} instruction;

typedef struct {
    long inputs, consts, instrs, outputs;
    double *konst;
    instruction *code;
    uint32_t *out;
} tape;

void read_tape(reader *r, const char *name, long inputs, long outputs, tape *t);
void tape_free(tape *t);

/* ---- spell.c: names and fractions -------------------------------------- */

void read_name(reader *r);
void read_ratio(reader *r, mpq_ptr q);
double read_nearest(reader *r);
double nearest(mpq_srcptr q); /* ties to even */

/* ---- scene.c, bindings.c ------------------------------------------------ */

typedef struct {
    int slips;
    dyadic mu;
} contact;

typedef struct {
    dyadic stiffness, damping;
} spring;

/* Whose step: GAP08's family, or AP02's (12), (7), (34). */
enum { FAMILY, LINEAR, EXPLICIT, LIMIT };

typedef struct {
    long size[2][3]; /* coordinates, velocities, parameters of each side */
    int slips;
    tape gap, d;
} kind;

typedef struct {
    long n, size[3];
    int32_t *place; /* of each thing: coordinates, velocities; -1: the world */
    double *param;
} side;

/* A binding: contacts [first, first + n) */
typedef struct {
    long first, n, kind, side[2];
    contact each;
    int32_t *pair;
} range;

typedef struct {
    char sum[65];
    mpq_t h, alpha, gamma, T, tolerance;
    int form, sharp, uniform, jacobians, has_F, has_G;
    long nq, nv, joints, springs, own, bindings, contacts;
    array q, v;
    contact *contact; /* own */
    spring *spring;   /* springs */
    range *range;     /* bindings */
    long kinds, sides;
    kind *kind;
    side *side;
    size_t kind_room, side_room;
    tape inertia, force, theta, phi, gaps, slips;
} scene;

void bindings_read(reader *r, scene *s);
void bindings_free(scene *s);
void scene_init(scene *s);
void scene_read(reader *r, scene *s);
void scene_free(scene *s);
contact scene_contact(const scene *s, long id);

/* ---- big.c ------------------------------------------------------------ */

/* m 2^e; t is work. */
typedef struct {
    mpz_t m, t;
    long e;
} big;

void add(big *s, int64_t m, long e, mpz_srcptr X);          /* s += m 2^e X */
void add_big(big *s, int sign, mpz_srcptr K, const big *b); /* += sign K b */
void zero(big *b, long n);
void ratio_of(mpq_ptr q, const big *b);
double above(mpz_srcptr num, long e, mpz_srcptr den); /* >= num 2^e / den, 0 */
big *big_more(reader *r, big *b, long have, long n);
void big_free(big *b, long n);
mpz_t *whole_more(reader *r, mpz_t *z, long have, long n);
void whole_free(mpz_t *z, long n);

/* ---- problem.c, rows.c, stored.c: one complementarity problem --------------------- */

/* The coefficients of the equation of motion, over one denominator L = K[0], in
   the family 1, alpha h, alpha gamma h^2, alpha (1 - alpha) h, alpha^2 h,
   alpha^2 h^2 - alpha gamma h^2, 0; see problem.c. alpha = p / q. */
typedef struct {
    mpz_t K[7], p, q;
} weights;

typedef struct {
    double impulse, velocity, energy; /* largest residuals, rounded up */
    double gain;                      /* sum of energy gained, J, rounded up */
} ledger;

/* The unknowns are X / den and Z / den: alpha times c_nu, c_s, c_n (from `first`
   on) and f. v = V 2^-v_shift. along: nu'x, a'x, n'x, d'x, over den. */
typedef struct {
    const scene *s;
    int exact, ready; /* level L1; the numbers are there */
    long p, r;        /* active contacts and their slips */
    long id[MOST_ACTIVE], kept[MOST_ACTIVE], kepts;
    long slip_at[MOST_ACTIVE + 1];
    array M, F, kq, kv, k0, k1, G, nu, phi, a, n, d, c[4];
    array v, next; /* the velocity before and after */
    mpz_t den, den2, *X, *Z, *V, t, u, one;
    mpq_t w[8], worked; /* work; level L0: what springs do beyond their law */
    long first, nz, room, v_shift, *ulp;
    dyadic *stored;
    big *row, *part, *small, *along;
    weights step, jump;
    ledger sum;
} problem;

void problem_init(reader *r, problem *p, const scene *s, int exact);
void problem_read(reader *r, problem *p, int jump);
void problem_check(reader *r, problem *p, int jump);
void springs_check(reader *r, problem *p);
void bound(reader *r, problem *p, const big *x, mpz_srcptr den, double *most,
           const char *what);
void stored_check(reader *r, problem *p, const weights *w);
void problem_free(problem *p);

/* ---- chain.c: from state to state ------------------------------------- */

typedef struct {
    double *q, *v, *to; /* the state; the velocity after the problem */
    double *mean, *rate[2], h, gamma, T, base, fraction;
    long k, left, steps, hits, stills;
    array line; /* q as read */
} chain;

void chain_init(reader *r, chain *c, const scene *s);
void chain_row(reader *r, chain *c, const scene *s, problem *p);
void chain_free(chain *c);
double chain_time(const chain *c);

/* ---- the whole -------------------------------------------------------- */

typedef struct {
    int exact;
    long rows, steps, hits, stills;
    double time;
    ledger sum;
    char scene[65], why[400];
} verdict;

/* 1 when every line was read and every check holds; else 0 and `why`. */
int check(FILE *statement, FILE *proof, verdict *out);

#endif
