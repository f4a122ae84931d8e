/**
# The proof of a run, written while it goes

One record per step: its primary data, the solution over one denominator (L1)
or the impulses in doubles (L0), and the state that is stored. What follows from
these is not written. doc/70-certificate.md has the grammar and says what is
checked; `perp-check` is the program that does.
*/
#pragma once

#include "proof/certificate/cones.h"
#include "proof/certificate/level2.h"
#include "lcp/problem/lcp_claim.h"
#include "model/step/step.h"

typedef enum {
    CERTIFICATE_L0, /* doubles and their residuals */
    CERTIFICATE_L1, /* exact solutions, truncated */
    CERTIFICATE_R,  /* everything exact */
    CERTIFICATE_L2  /* L1, and the scene's geometry */
} certificate_level;

/* Where a proof that grows is: so many bytes, and their SHA-256. */
typedef struct {
    long bytes;
    char digest[65];
} certificate_place;

typedef struct {
    ink out;
    const char *path; /* borrowed */
    char head[128];   /* its first lines */
    certificate_level level;
    int nq;
    long rows;
    double *z; /* the unknowns of one problem, level L0 */
    size_t room;
    level2 two; /* level L2 */
    int with_cones;
    cones_sum cones;
} certificate;

/* Which problem: a compression has no force; behind one that gives something
   back its velocity is stored in level L0 only; a rebound has the rows of the
   compression before it, and its normal impulses are those beyond the push. */
typedef enum {
    CERTIFICATE_STEP,
    CERTIFICATE_JUMP,
    CERTIFICATE_GIVING, /* a compression, and a rebound follows */
    CERTIFICATE_REBOUND
} certificate_kind;

/* A solved problem. claim is null for level L0. */
typedef struct {
    const step_data *d;
    const step_exact *x; /* level R: the data; else null */
    const int *id;       /* d->p: the active contacts */
    const step_result *y;
    const mpq_t *v; /* level R: the new velocity */
    const lcp_claim *claim;
    certificate_kind kind;
    const level2_problem *two; /* level L2, else null */
    arena *a;                  /* work space of cones */
} certificate_problem;

/* A state: in doubles, or (level R) exactly; the others are null. */
typedef struct {
    const double *q, *v;
    const mpq_t *q_exact, *v_exact;
    int nv;
} certificate_state;

/* A step of the position-level scheme: of two of a kind, doubles and exact, one
   is null. Constraints: f + h n.w >= 0 at Z^n = q^n + h w. V, q: what the
   next step starts from. In level L0 w is not written. */
typedef struct {
    int nv, contacts;
    const double *M, *g, *f, *n, *impulse, *V, *q;
    const mpq_t *M_exact, *g_exact, *f_exact, *n_exact, *w, *impulse_exact;
    const mpq_t *V_exact, *q_exact;
    const radius_node *two; /* level L2, else null */
} certificate_node;

/* A projection: the conditions of optimality at q, where it came to. Rows of
   gradients: joints nu, so many springs' a, the contacts in hand n; the first
   `eq` of all are equations. held: which springs. Values and multipliers one
   behind the other. */
typedef struct {
    const step_data *at;
    int springs, contacts, eq;
    const int *id, *held;
    const double *a, *value, *force, *q;
    /* Of level L2: the gaps of all contacts there; the targets of all springs,
       and how far they are from what is meant; or null, and `from` is where
       they are. */
    const perp_system *s;
    const double *gap, *target, *off, *from;
} certificate_projection;

/* Begins the proof of a run of a system with nq coordinates; `scene` is the
   digest of the statement. Ends with certificate_end, whatever happened: when
   `whole`, the last lines are written, else the proof stays without them, and
   no checker accepts it. IO. Who sets with_cones behind certificate_begin gets
   the verdict on the friction cone of each problem. */
perp_status certificate_begin(certificate *c, const char *path,
                              certificate_level level, int nq,
                              const char *scene);
perp_status certificate_end(certificate *c, int whole);

/* The same of a proof that was begun by a run that was left, and is not open
   before certificate_go_on has found it as it was at this place: INPUT, IO.
   The counts are the caller's to set. certificate_here flushes: who reads the
   file then finds all of it. */
perp_status certificate_wait(certificate *c, const char *path,
                             certificate_level level, int nq,
                             const char *scene);
perp_status certificate_go_on(certificate *c, const certificate_place *at);
void certificate_here(certificate *c, certificate_place *out);

/* A row: certificate_row, then a step that was accepted (solve, move), one
   that ran into a collision (solve, hit, solve), or a collision alone (solve).
   A collision that gives something back is solved twice.
   certificate_project follows a position; certificate_step is a whole record
   of the position-level scheme. certificate_array is a line of n numbers that a
   scheme has besides, of the two one is null; the positions are such lines;
   certificate_symmetric is one of the upper half of n rows. All of them do
   nothing when c is null. */
void certificate_row(certificate *c);
void certificate_array(certificate *c, const char *tag, long n,
                       const double *x, const mpq_t *exact);
void certificate_symmetric(certificate *c, const char *tag, int n,
                           const double *x, const mpq_t *exact);
void certificate_solve(certificate *c, const certificate_problem *p);
void certificate_move(certificate *c, const double *q, const mpq_t *exact);
void certificate_hit(certificate *c, mpq_srcptr s, const certificate_state *y);
void certificate_project(certificate *c, const certificate_projection *p);
void certificate_step(certificate *c, const certificate_node *y);
