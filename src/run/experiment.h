/**
# An experiment and its run

A system, a scheme with its parameters, a step, a duration and an initial state;
and what is known of the run that `loop_run` of `loop.h` makes of them.
*/
#pragma once

#include "model/step/step.h"
#include "lcp/problem/lcp.h"
#include "lcp/problem/lcp_claim.h"
#include "model/system/system.h"
#include "lcp/solve/ladder.h"
#include "proof/certificate/certificate.h"
#include "run/trace/drift.h"
#include "run/trace/watched.h"
#include "run/collision_law.h"
#include "run/posed.h"
#include "run/several.h"
#include "run/trace/past.h"
#include "run/forks.h"

typedef enum {
    EXPERIMENT_DOUBLE,      /* doubles, a residual test, exact when it fails */
    EXPERIMENT_EXACT_CHECK, /* doubles as data, every step solved exactly */
    EXPERIMENT_RATIONAL     /* everything in p/q */
} experiment_mode;

/* Prescribed ends, value = start v(0) + final x(T), n = nv rows or none; x is
   (q, v, delta), delta contact by contact. Null words: the usual. */
typedef struct {
    int n;
    mpq_t *start, *final, *value; /* n x nv; n x |x|; n */
    const char *method, *along;
    long most; /* pieces of the line of starts; 0: 20000 */
    double from, to; /* of the grid; finite, from < to */
    long cells;      /* of the grid; 0: there is none */
} experiment_ends;

/* Values that are set between steps, see run/control.h. */
typedef struct {
    int n;
    const int *at; /* n: coordinates that nothing else moves */
    double *value; /* n: finite; what the law gives */
    double rate;   /* how often it is asked, 1/s */
    perp_status (*law)(void *self, double t, const double *q, const double *v);
    void *self;
} controller;

typedef struct {
    const char *name;   /* of the run; may be null */
    const struct scheme *scheme; /* see run/scheme.h */
    const perp_system *sys;
    mpq_t alpha, gamma;   /* (0, 1], [0, 1] */
    mpq_t h, T;           /* s */
    mpq_t *q, *v;         /* nq, nv: the initial state */
    mpq_t tolerance;      /* a contact is active when Phi <= tolerance, m */
    double penetration;   /* m: a deeper start is an input error */
    int sharp;            /* active: {Phi <= 0} as printed, nothing kept */
    project_form project; /* of the positions behind each step, AP02 (46) */
    int uniform;          /* a collision takes a whole step on the clock */
    int keeps;            /* a step is offered the basis of the one before */
    int torn;             /* velocities may break joints at the start */
    long most_collisions; /* 0: 100000 */
    int jacobians;        /* use dk/dq, dk/dv (1) or zero (0) in (4.5) */
    int given;            /* and these are the scene's own */
    experiment_mode mode;
    ladder_limits limits; /* of exact arithmetic, for one problem */
    mpq_srcptr e;     /* restitution, [0, 1]; null: 0 */
    mpq_srcptr t0;    /* s: the time of the first row; null: 0 */
    mpq_srcptr theta; /* of "theta", [0, 1]: weight of the old; null: 0 */
    mpq_t *delta;     /* its deformations at the start, m, contact by contact n
                         and slips; null: 0 */
    int directions;   /* of its friction polygon; 0: the disc */
    const char *solver; /* of its steps, see pks05/run/compliant.h; or null */
    experiment_ends ends; /* of "theta": what the start is looked for by */
    const watched_wish *wish; /* columns for the summary, `wishes` of them */
    const char *const *never; /* shapes that cannot touch, `nevers` lines */
    int wishes, nevers;
    const char *file; /* the scene, for messages */
    const char *const *parameter; /* of the scene: name, value, name, value; */
    int parameters;               /* so many texts */
    const char *judge; /* columns of a claimed motion, lines as of a file of
                          judge/claimed_map.h; or null */
    int judge_round;   /* its friction cones are round */
    collision_law law; /* of impact; null act: the two phases of a collision */
    forks *forks; /* of a scheme with `forks`: in which of a step's solutions
                     the run goes on; or null: in the one that it finds */
    const controller *control; /* or null */
    double impact_h;  /* HP23's samples, N s; 0: the scene does not say */
    long impact_N, impact_samples;
    certificate *cert; /* receives the proof of each step; or null */
    posed_problem *posed; /* counts problems, and writes one; or null */
    const row_reader *readers; /* of its rows; or null */
    const char *shapes; /* JSON: what a replay draws in every row; or null */
    const tape *marks;  /* and its numbers of a row, over q, v, t; or null */
    const state_reader *states; /* receives states; or null */
    past *before; /* where the run goes on from; or null. Used up */
    int streamed; /* nobody reads the table behind the run: only its last rows
                     are kept */
    int digested; /* the summary's digest is wanted */
    int unread; /* nobody reads of the summary whether velocities are the only
                   ones: it is not asked, and undecided */
    /* For tests: called in the exact modes between solving and checking, with
       the claimed solution and the stored normal impulses, to spoil them. */
    void (*tamper)(void *user, long step, lcp_exact_answer *claimed,
                   double *cn);
    /* Called after each step with user (progress); nonzero stops the run. The
       trials of a search for a start are runs, too. */
    int (*watch)(void *user, long step, long steps);
    void *user;
} experiment;

typedef struct {
    long steps, collisions; /* rows but the first; those that are one */
    long steps_proven, lcps, fallbacks;
    long projections, subproblems; /* positions projected; MLCPs they took */
    long rungs[RUNGS]; /* of the problems solved exactly: who found it */
    double max_residual;
    double moved;                  /* the largest projection, |q - q~| */
    double tv_v, tv_va, kinetic_first, kinetic_last;
    /* In rational mode, the exact values as text "p/q" (total variations are
       exact when every jump has a rational length, else null). */
    several several; /* rows with more than one velocity */
    char *note; /* a warning about the run, one line, or null */
    char digest[65]; /* of the table, see run/trace/digest.h; or "" */
    double seconds;  /* that the run took */
    drift_found drift; /* joints, the part of v that alternates, warnings */
    watched watched; /* columns that the scene wants to hear of */
    int all_starts; /* prescribed ends: all starts are listed, proven */
    const char *claim; /* what "proven" means, when not the usual; a literal */
    const char *proven_of; /* of which data; a literal, null: nothing is */
    const char *limit[3];  /* what the run did not look at; literals or null */
    struct {
        const char *name; /* a literal */
        double x;
    } own[32]; /* `owns` numbers that only the scheme knows */
    int owns;
    char *tv_v_exact, *tv_va_exact, *kinetic_first_exact, *kinetic_last_exact;
    char *found; /* what only this run has, as members of a JSON object: the
                    start that was looked for, "second_velocity"; or null */
} summary;

/* A number that only the scheme knows; `name` is a literal. */
static inline void summary_own(summary *s, const char *name, double x)
{
    s->own[s->owns].name = name;
    s->own[s->owns++].x = x;
}

/* Gives back what a summary owns. */
void summary_clear(summary *s);
