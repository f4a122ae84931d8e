/**
# The system: what the papers know

A system is what the papers write down: coordinates $q$, velocities $v$ with
$q' = \Gamma(q) v$, the mass $M(q)$, the force $k_1(t,q,v)$, the Coriolis
matrix $F(q,v)$, joints $\Theta(q) = 0$, contacts with gap $\Phi(q) \ge 0$,
slips (tangential velocities, linear in $v$) and a friction coefficient $\mu$,
springs and dampers. All of them are tapes. Nobody writes a derivative: $\nu =
\Gamma^T \nabla\Theta$, $n = \Gamma^T \nabla\Phi$, $d = \nabla_v\,\text{slip}$,
$a = \Gamma^T \nabla\varphi$ and the Jacobians of $k_1$ are made here, from the
graph.
*/
#pragma once

#include "base/arena.h"
#include "model/system/kind.h"
#include "model/tape/graph.h"
#include "model/tape/tape.h"
#include "number/sparse.h"

/* A contact that the scene writes itself. */
typedef struct {
    const char *name;
    graph_id gap;         /* Phi(q) or Phi(q, t), m */
    int slips;            /* 0, 1 (plane) or more */
    const graph_id *slip; /* slips: tangential velocities, m/s */
    mpq_srcptr mu;        /* friction coefficient, >= 0 */
} system_contact;

/* The contacts of a kind: all pairs of two sides. every pair has a name. */
typedef struct {
    const binding *pairs; /* see model/system/kind.h */
    const char **name;    /* one per pair */
    mpq_srcptr mu;
} system_binding;

/* A spring, a damper (stiffness 0), or both in one place. */
typedef struct {
    const char *name;
    graph_id elongation;           /* phi(q), m or rad */
    mpq_srcptr stiffness, damping; /* >= 0; N/m, N s/m (or per rad) */
} system_spring;

/* What a scene has written: roots in one graph whose inputs are
   q (0..nq-1) | v (nq..nq+nv-1) | t (nq+nv). Borrowed by system_make. */
typedef struct {
    graph *g;
    int nq, nv;
    const char **q_name; /* nq */
    const char **v_name; /* nv */
    const graph_id *M;   /* nv x nv by rows; may depend on q */
    const graph_id *k;   /* nv: k1(t, q, v) */
    const graph_id *F;   /* nv x nv, Coriolis force F v; null: none */
    const graph_id *G;   /* nq x nv, Gamma; null: the identity (nq = nv) */
    int joints;
    const char **joint_name;
    const graph_id *theta; /* joints */
    int contacts;
    const system_contact *contact;
    /* contacts: the velocity of the surface along each slip, of q and t, m/s,
       or null; null: all stand still. See surface.c. */
    const graph_id *const *surface;
    int bindings;
    const system_binding *binding;
    int springs;
    const system_spring *spring;
    int measures;
    const char **measure_name;
    const graph_id *measure; /* measures: of q, v, t */
    /* Contacts that yield: stiffness and damping between the rows of all
       contacts, each contact's n and slips together; of q. Null: rigid. */
    const graph_id *K, *C; /* R x R by rows, R = contacts + slips */
} system_spec;

typedef struct {
    int nq, nv, joints;
    int contacts;       /* all: the scene's first, then the bindings' pairs */
    int scene_contacts; /* those with tapes of their own */
    int max_slips;      /* of one contact */
    int total_slips;    /* of all contacts */
    const char **q_name, **v_name, **joint_name, **contact_name;
    int *slips;       /* contacts */
    double *mu;       /* contacts */
    mpq_t *mu_exact;  /* contacts */
    int mu_count;     /* how many of them are initialised */
    int has_F, has_G; /* else F = 0, Gamma = identity */
    /* Tapes over (q, v, t); output layouts, matrices by rows: */
    tape inertia;   /* M nv*nv, then F nv*nv if has_F, then G nq*nv if has_G */
    sparse_rows mass; /* where M is not zero by its formula, in either of its
                         triangles; no values */
    tape force;     /* k nv */
    tape jacobians; /* dk/dq Gamma nv*nv, then dk/dv nv*nv */
    tape gaps;      /* Phi of the scene's contacts */
    int timed;      /* a gap depends on the time */
    int moves;      /* so it is, or a surface moves; then */
    tape drift;     /* for each scene contact dPhi/dt, then minus the surface's
                       velocity along each slip: row_at[j] / nv is the first */
    tape joint;     /* Theta, then nu joints*nv */
    tape row;       /* for each scene contact: n nv, then slips x nv */
    int *row_at;    /* scene_contacts: where a contact begins in `row` */
    int bindings;
    const system_binding *binding;
    int *pair_at; /* bindings: the first contact of each */
    int springs;
    const char **spring_name;
    double *stiffness, *damping; /* springs */
    mpq_t *spring_exact;         /* springs stiffnesses, then the dampings */
    int spring_count;            /* how many of them are initialised */
    tape spring;                 /* phi, then a springs*nv */
    int measures;
    const char **measure_name;
    tape measure; /* what a trace also shows */
    int yields;   /* the contacts do; then also */
    tape yield;   /* K R*R, then C R*R, R = contacts + total_slips */
    tape coupled; /* of it, with its arrays: `entries` numbers of K, then of C;
                     what is left out is zero by its formula */
    int entries, (*entry)[2]; /* row and column, in the order of rows */
    tape total;   /* k + F v, and what springs pull: nv */
    tape slope;   /* its Jacobians: by q nv*nq, by v nv*nv */
} perp_system;

/* Derives the gradients, makes the tapes, copies the names. Everything but
   exact numbers lives in the arena. INPUT: a slip that is not linear in v, a
   gap, joint, spring or compliance that depends on v or t, mu < 0, a stiffness
   or damping that is negative. */
perp_status system_make(arena *a, const system_spec *spec, perp_system *out);
void system_clear(perp_system *s);
