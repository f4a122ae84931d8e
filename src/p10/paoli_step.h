/**
# A step of the position-level scheme, from a system's tapes

Evaluates force, mass, gaps and gradients at $q^n$, chooses the constraints that
the projection must hold in its hands, and projects: in one go when all
constraints are linear, by sequential quadratic programming when not.

What a run of P10 (or of Moreau's step) carries from step to step stands here in
one structure, `paoli_state`, which the files of the wing share; nothing outside
of the wing sees into it. A step in doubles is

    paoli_evaluate    g, M, w_y, gaps at (t_n, q^n, V^{n-1})       paoli_step.c
    paoli_project     Z^n as w, impulses
      flat K            paoli_project_flat: one problem, or a few  paoli_step.c
      curved K          paoli_nearest: starts, choice              paoli_nearest.c
        from each start   paoli_descend: rounds, Newton            paoli_descend.c
        each answer       paoli_stands: first and second order     paoli_stands.c
        the first, last   paoli_ball_around: none is nearer        paoli_tree.c
    paoli_prove       the same in fractions, checked               paoli_prove.c
    advance           q^{n+1}, V^n, Z^n

and in fractions `paoli_evaluate_exact`, `paoli_prove`, or over a curved K
`paoli_curved_step`. The index $n$ is that of
the slides: step $n$ makes $q^{n+1}$ and $V^n$, and step 0 makes $q^1$. While it
runs, `q` is $q^n$ and `v` is $V^{n-1}$; behind it they are $q^{n+1}$ and $V^n$,
and `n` is one more.
*/
#pragma once

#include "model/step/assemble.h"
#include "p10/paoli.h"
#include "proof/enclose/radius.h"
#include "run/scheme.h"

/* The position-level scheme, and Moreau's step for velocities in the same loop,
   see moreau.c. INPUT for what they do not know: joints, rates, friction; for e
   outside [0, 1] and inadmissible initial data. */
extern const struct scheme scheme_paoli, scheme_moreau;
enum { PAOLI_MOREAU = 1 }; /* the variant */

/* Their words between two steps, and what the first step makes for all. */
void paoli_freeze(struct loop *l, int row, frozen *x);
perp_status paoli_thaw(struct loop *l);

/** Something that the theory warns of, and when it was first met: rows, so $n +
1$ for step $n$, and contacts by their numbers in the system. Only the first is
kept; the second of a kind tells nobody more. */
typedef struct {
    long step; /* 0: never */
    int a, b;  /* contacts */
} paoli_sighting;

/** What a curved $K$ needs beside: matrices nv x nv, vectors nv, in the unknown
$w$, so $B$ in kg like $M$, `c`, `d` and `aim` in m/s. A round stands at $q^n +
hc$, would go to $q^n + h\,\text{aim}$ with nothing in its way, and goes along
d. `penalty` is the $\nu$ of the merit function, N s, and only grows within a
descent; `lambda` are the multipliers of the step's problem, impulses over $1 +
e$. */
typedef struct {
    paoli_metric metric; /* of the quadratic model, factored */
    double *B;           /* -h sum lambda_a times the Hessian of f_a */
    double *W;           /* M + a part of B */
    double *aim, *c, *d; /* the model's own; where a round stands; its step */
    double *lambda;      /* contacts */
    double *work;        /* of bend_matrix() */
    uint8_t *was;        /* contacts: who pushed in the round before */
    double penalty;      /* weight of what is violated */
} paoli_bent;

/** The state. Shapes: nv velocities and coordinates, `contacts` of the scene
and its bodies together, p of them in hand (`id`). Who writes what:

| fields | written by | hold until |
|---|---|---|
| `flat`, `steady`, `moreau` | `paoli_state_new` | the end |
| `M`, `metric` | `paoli_evaluate` | the next; with `steady`, the end |
| `g`, `f`, `predicted` | `paoli_evaluate` | the next; over a curved $K$ `f` is the tangents' |
| `rows` | `admissible`; for a curved $K$ and Moreau's step `paoli_rows` | the next |
| `w`, `impulse`, `basis`, `held` | the projection | the next step |
| `q`, `v`, `Z` | `advance` | the next step |
| `model`, `aim` | a round; else `metric`, `predicted` | the end of a descent |

`f` is in m, at $q^n$ or of a tangent continued to $q^n$: then $f + h\,n\cdot w$
is the value at $q^n + hw$. The fractions lie beside: `all` has $M$, $g$,
$V^{n-1}$, $f$, $n$ of every contact, and what a problem needs of it is
borrowed, not copied. */
typedef struct paoli_ball paoli_ball;                   /* paoli_ball.h */
typedef struct paoli_curved paoli_curved;               /* paoli_curved.h */
typedef struct paoli_residual_walk paoli_residual_walk; /* paoli_residual.h */

typedef struct {
    const experiment *e;
    const perp_system *sys;
    double e_run, h, t;
    long n;     /* the step at hand: makes q^{n+1} */
    int flat;   /* all constraints are linear: K is a polyhedron */
    int steady; /* M does not depend on the state */
    int moreau; /* Moreau's step for velocities instead, see moreau.c */
    assembler work;
    arena scratch; /* of one step */
    summary *sum;
    paoli_metric metric;
    double *q, *v;     /* q^n, V^{n-1} */
    double *M, *g;     /* nv x nv; nv */
    double *rows, *f;  /* contacts x nv, contacts: f + h n.w */
    double *Z, *at;    /* Z^{n-1}; where constraints are linearised */
    double *predicted; /* nv: w of y */
    double *w, *V;     /* nv: (Z^n - q^n) / h, V^n */
    double *impulse;   /* contacts, N s */
    double *best;      /* nv: the nearest answer so far; curved K only */
    /* The problem of the constraints in hand: the metric it is solved in, and
       the unconstrained answer. M and `predicted`, but in a round of a curved
       K, see paoli_descend.c. */
    const paoli_metric *model;
    const double *aim;
    paoli_bent curve;
    double *old_rows; /* contacts x nv: at Z^{n-1}; curved K only */
    int *id, p;       /* the constraints in hand */
    uint8_t *held;    /* contacts: 1 when in hand */
    uint8_t *basis;   /* contacts: 1 where an impulse may act */
    paoli_sighting angle, tunnel;
    double leap; /* |Z^n - Z^{n-1}| in the step that may have tunnelled */
    /* What a curved K shows of the lemmas, see paoli_nearest.c. */
    double bend, apart;
    long uphill, searched; /* steps */
    paoli_ball *ball;      /* curved K only */
    long proven;           /* of the steps that push: no point is nearer... */
    double within;         /* ...but within so much in each coordinate, m */
    paoli_curved *curved;  /* curved K in fractions only */
    paoli_residual_walk *residual; /* of a run's rows; or null */
    double operations; /* of tapes and gaps; the metric counts its own */
    /* The twins in p/q; null in plain doubles. */
    paoli_exact_data all; /* every contact */
    paoli_exact_metric metric_exact;
    mpq_t *q_exact, *before, *w_exact, *V_exact, *impulse_exact;
    mpq_t *offset;         /* contacts: f_a(0) of a polyhedron */
    mpq_t *Z_exact, *slip; /* Z^{n-1}; the disturbance of the lemmas */
    mpq_t *own;            /* the eight arrays above, `owned` numbers */
    size_t owned;
    mpq_t time, zero, minus_e;
    int begun; /* the three above are */
} paoli_state;

/* Room, the initial state, and what is true of the system for all time. INPUT:
   joints, rates, friction; in rational mode a curved constraint with a root, a
   sine or a branch; q_0 outside K, u_0 not in T_K(q_0). The state is zeroed
   before; paoli_state_free accepts a half-made one. */
perp_status paoli_state_new(arena *a, const experiment *e, summary *sum,
                            paoli_state *out);
void paoli_state_free(paoli_state *r);

/* q^{n+1} and V^n from q^n and V^{n-1}; advances n. w, impulse and their exact
   twins keep the step's for the trace. INPUT: a force, mass or gap without a
   value, a mass that is not positive definite; LIMIT: over a curved K no start
   led to a nearest point; NO_SOLUTION: the constraints leave no point;
   NO_MEMORY. The state is then that of an unfinished step, fit to be freed.
   A step that could not be proven is no error: `steps_proven` lacks it. */
perp_status paoli_step(paoli_state *r);

/* The share of the force and the restitution in step n: the first has h G^0 / 2
   for z(h), and e = 0, because q^1 is a plain projection. Moreau's step has no
   first step of its own. */
static inline double paoli_share(const paoli_state *r)
{
    return r->n == 0 && !r->moreau ? 0.5 : 1;
}

static inline double paoli_restitution(const paoli_state *r)
{
    return r->n == 0 && !r->moreau ? 0 : r->e_run;
}

/* The numbers of step n. */
static inline paoli paoli_numbers(const paoli_state *r)
{
    const double e = paoli_restitution(r);
    return (paoli){e, r->moreau ? -e : e, r->h};
}

static inline paoli_exact paoli_numbers_exact(const paoli_state *r)
{
    mpq_srcptr e = r->e->e != NULL ? r->e->e : r->zero;
    if (r->moreau)
        return (paoli_exact){e, r->minus_e, r->e->h};
    return (paoli_exact){r->n > 0 ? e : r->zero, r->n > 0 ? e : r->zero,
                         r->e->h};
}

static inline int paoli_rational(const paoli_state *r)
{
    return r->e->mode == EXPERIMENT_RATIONAL;
}

/** Parts shared by the files of this wing. `paoli_evaluate` leaves the
gradients alone; `paoli_rows` writes those of all contacts at a point (contacts
x nv). All of them return INPUT for a formula without a value, and NO_MEMORY. */
perp_status paoli_evaluate(paoli_state *r);
perp_status paoli_rows(paoli_state *r, const double *at, double *rows);
perp_status paoli_evaluate_exact(paoli_state *r);
perp_status paoli_rows_exact(paoli_state *r);
void paoli_copy_exact(paoli_state *r);
perp_status paoli_project(paoli_state *r);
perp_status paoli_project_flat(paoli_state *r);
perp_status paoli_nearest(paoli_state *r);
/* Did a normal turn by more than a right angle since Z^{n-1}? rows are those at
   Z^n = q^n + h w. */
void paoli_see_tunnel(paoli_state *r);
/* Every constraint by its tangent at r->at: rows and f, gaps in r->work. */
perp_status paoli_linearise(paoli_state *r);
/* From one start to a point of K that is nearest to the prediction among its
   neighbours: r->at, with w, impulses, rows and f of the projection on the
   tangents there. *done = 0 when none is found. Takes r->scratch. */
perp_status paoli_descend(paoli_state *r, const double *from, int *done);
/* Is r->at such a point? The same outputs. */
perp_status paoli_stands(paoli_state *r, int *yes);
/* r->curve.B from curve.lambda at a point; the multipliers of the problem that
   was solved last. */
perp_status paoli_bend(paoli_state *r, const double *at);
void paoli_multipliers(const paoli_state *r, double *out);
/* The problem of the r->p > 0 constraints in r->id, in the metric r->model:
   r->w, before it the prediction, moves to the projection, and basis and
   impulse (contacts; 0 for those not in hand) and V are set. NO_SOLUTION when
   they leave no point. */
perp_status paoli_solve_held(paoli_state *r);
perp_status paoli_posed(paoli_state *r, const lcp_problem *p,
                        const lcp_exact_problem *q);
perp_status paoli_prove(paoli_state *r);

/* Moreau's step: half a step along the velocity; takes in hand the constraints
   that are closed there; from them w and V. */
void moreau_move(paoli_state *r);
void moreau_close(paoli_state *r);
perp_status moreau_solve(paoli_state *r);

/* What level L2 of a certificate compares the step with, in the middle of it,
   before `advance`: in the scratch arena and in r. LIMIT. */
perp_status moreau_middle(paoli_state *r, radius_node **out);
