/**
# One step, three arithmetics

`alpha_gamma_run.c` has the rows of a run with GAP08's scheme or one of AP02's, and
asks for a step; here a step is assembled, posed, solved, recovered and, in the
exact modes, proven. Between steps nothing is allocated in doubles, unless a
larger problem than any before is solved exactly.

## A row

GAP08 section 4 behind (4.8), with what erratum 0-4 changes. One row of the table is one of these,
from $q^l$, $v^l$:

1. The active set is $\{\Phi(q^l) \le \text{tolerance}\}$ and what was kept (`model/step/active.c`).
2. $M$, forces, Jacobians and the rows of the active contacts are evaluated at $q^l$, $v^l$.
3. If a contact that has joined without a collision approaches, it collides where it is: go to 8,
   without motion.
4. (4.7) is solved; from $x$ come $v^{l+1}$ and the impulses.
5. (4.4a) gives the trial position, and the gaps there.
6. All contacts that are not active are open there: position and velocity are taken, after a
   projection if the scene wants one; contacts with $n^Tx > 0$ are let go. The row is done.
7. One is not open: the step is taken back, its impulses forgotten. The cubic gives $q^-$ and
   $v^-$ (`gap08/step/event.c`).
8. The compression, (4.7) with $h = 0$ and $\alpha = \gamma = 1$ for all contacts closed at $q^-$,
   gives $v^+$; with `e` the decompression follows, or a law of impact stands for both. The row is
   done, and is one of a collision.

The paper has 1 with a sharp zero, and 4 to 8 for one contact, without projection and restitution.
It says nothing of 3, where its scheme would reflect the contact, nor of the impulses that
contacts had in a trial that is taken back.

**One ball through all of it.** 1 kg falls from 1 m, $g = 10$, $h = \frac1{10}$, $\alpha =
\gamma = \frac12$, inelastic:

| row | t | q | v | va | cn | parts |
|---|---|---|---|---|---|---|
| 4 | 0.4 | 0.2 | $-4$ | $-3.5$ | 0 | 1, 2, 4, 5, 6: nothing is active |
| 5 | 0.4472 | 0 | 0 | 0 | 4.4721 | 1, 2, 4, 5, 7, 8 |
| 6 | 0.5472 | 0 | 0 | 0 | 1 | 1, 2, 4, 5, 6: the floor is kept |

For row 5 the trial goes to $0.2 - 0.45 < 0$ with $v^{l+1} = -5$. Its cubic is the exact
parabola for $\alpha = \frac12$, closes at $t = \sqrt{0.2}$ with $v^- = -4.4721$, and the
compression takes that. The trial's velocity $-5$ is in no row. From row 6 on the floor
carries $mgh = 1$ N s a step. So eleven rows have twelve problems, and a run counts both:
`steps` and `lcps`. The clock was set to 0.4472 and goes on by whole steps; the last row
lies at 1.0472 s, behind $T = 1$. With `clock = "uniform"` row 5 stands at 0.5 and the run
has ten rows.

**What ends a run before $T$.** Every refusal names row and time, and is one of these:

| code | because | who says it |
|---|---|---|
| input | a start inside a body, a torn joint; parameters | `state.c`, `alpha_gamma_run.c` |
| input | $M$ or $\tilde M$ not positive definite | `steps.c` |
| no solution | Lemke ends on a ray; a start that contradicts itself | `steps.c`, `state.c` |
| limit | too many pivots, collisions, digits | `steps.c`, `advance.c`, `lcp/solve` |
| usage | a projection with `--rational` | `project_step.c` |

With $\tilde M$ positive definite a ray is impossible in exact arithmetic (AP02, Theorem
2.1), so "no solution" of a step means rounding, and `--exact-check` decides it.

**The same ball, other weights.** The fall is where $\alpha$ shows. With $\gamma = \alpha$
a free step moves by $h(v^l - \alpha gh)$, so that $l$ steps from rest make
$-gh^2(\frac{l(l-1)}2 + \alpha l)$: exact for $\alpha = \frac12$, too far by $(\alpha -
\frac12)gh\,t$ otherwise.

| $\alpha = \gamma$ | $q$ at $t = 0.4$ | impact | $c_n$ of the collision | at rest |
|---|---|---|---|---|
| $\frac12$ | 0.2 | 0.44721 | 4.4721 | 1 |
| $\frac34$ | 0.1 | 0.42344 | 4.5036 | 1 |
| 1 | 0 | 0.4 | 4 | 1 |

With $\alpha = 1$ the floor is reached at the end of a step, to the last bit but one; the
gap of $-10^{-16}$ m is closed, and the velocity behind the impact the same in all three,
zero. What differs is of order $h$ and is gone with it.

**Where the paper's algorithm is changed,** and why:

| the paper | here | else |
|---|---|---|
| active: $\Phi(q^l) \le 0$ | $\le$ tolerance, and kept ones | a rod's tip collides for ever (0-4) |
| a contact that joins: (4.7) | first a compression | it is thrown back by $\frac{1-\alpha}\alpha$ |
| one contact collides | all that are closed there | the second would be inside at the next row |
| a collision takes a step | its own time, if not `uniform` | up to $h$ of motion is lost (0-12) |
| (4.7) with zeros on the right | unknown $x$ (0-2) | velocities that (4.4) does not have |
| $(1-\alpha)hFv$ | $hFv$ (0-1) | half the gyroscopic force, or none |
| inelastic | with `e`, or a law | |

The first and the fourth can be had as printed, `active = "sharp"` and `clock =
"uniform"`; the others cannot, because as printed they are errors or leave a case open.

| file | parts |
|---|---|
| `advance.c` | 1, 5 to 8, the clock |
| `meeting.c` | 3; gaps at a time, the least of them |
| `steps.c` | 2, 4 in doubles; what is noted of a row |
| `steps_exact.c` | 2, 4 over the rationals, and the verdict |
| `rebound.c` | 8 |
| `project_step.c` | the projection in 6 and 8 |
| `state.c` | the start |
| `kept_basis.c` | a basis that 4 is offered |
| `second_velocity.c`, `spelt.c` | questions to the problem of 4 and 8 |

## Three arithmetics

| | doubles | `--exact-check` | `--rational` |
|---|---|---|---|
| state $q^l$, $v^l$ | doubles | doubles | fractions |
| data of a step | doubles | the same doubles, as fractions | fractions, from the tapes |
| problem | doubles | posed and solved exactly | posed and solved exactly |
| what doubles do | all, while the residual is small | propose bases | propose bases |
| stored $v^{l+1}$ | what came out | exact, truncated toward zero | exact |
| stored $q^{l+1}$ | rounded | rounded | exact |
| a row can be proven | no | yes | yes |

So the exact check proves steps, and not the sum of them: between two steps the position is rounded,
and the next step's data are evaluated in doubles. Over the rationals the whole run is one exact
computation. It needs tapes without roots and sines, and its numbers grow with each row.
*/
#pragma once

#include "ap02/project.h"
#include "run/scheme.h"
#include "gap08/run/kept_basis.h"
#include "gap08/step/alpha_gamma.h"
#include "lcp/solve/mlcp.h"
#include "model/step/near.h"

/* GAP08's family and, with alpha = gamma = 1, AP02's (7), (12) and (34). INPUT
   beside what run/loop.h says: parameters out of range, M not symmetric
   positive definite, a start inside a contact. LIMIT: collisions without end.
   */
extern const struct scheme scheme_alpha_gamma, scheme_semi_implicit,
    scheme_linear_implicit, scheme_stiff_limit;

/** A problem over the rationals that grows with the active set: $A$ `size` × `size`, $b$
`size`, kept between steps because thousands of fractions are slow to make. For $n_v$
velocities, $m$ joints, $s$ springs, $p$ contacts and $r$ slips it has $n_v + m + s + 2p +
2r$ rows: a box on four corners in the plane of the floor, two slips each, $6 + 8 + 16 =
30$. */
typedef struct {
    int size; /* free + n there is room for */
    mpq_t *A, *b;
} exact_room;

/** Where a run is in time: at `base` $+\,kh$, s, with `left` steps still to go. $kh$ and
not a sum of $h$, so that a thousand steps of 0.01 do not add up their roundings; `base`
is $t_0$, or the time of the last collision. In the exact modes `base_exact` goes along, and
there a time is a fraction: the share $s$ of a collision is a double, so its denominator
is a power of two times that of $h$. */
typedef struct {
    double base, t0, T;
    long k, left;
    mpq_t base_exact;
} run_clock;

/** Restitution, one number in $[0, 1]$ for all contacts, and the push of the
decompression at hand, $p$ numbers; null where there is none. The push is $e$ times the
normal impulse of the compression, and stands in the problem's right-hand side. */
typedef struct {
    double e;
    const double *push; /* N s */
    const mpq_t *push_exact;
} rebound;

/* What another scheme puts in the place of (4.4c) to (4.4e): rows of the same
   gradients that ask something else than nu'x = 0, n'x >= 0, lambda +- d'x >= 0
   of x, by a b that is not zero.

   ask, ask_exact  b of the problem that is posed from the data at hand, by the
                   double scheme and by the exact one; d is exact data, the
                   run's or a copy of them.
   check           REFUTED unless the solution Z / den has the balances of the
                   rows, y being what alpha_gamma_recover_numerators says of it:
                   in the place of alpha_gamma_check.
   back            of modes_of: that the rows ask of x - back v in the place
                   of x. */
struct run_state;
typedef struct {
    void (*ask)(const struct run_state *r, double *b);
    void (*ask_exact)(const struct run_state *r, const step_exact *d, mpq_t *b);
    perp_status (*check)(const struct run_state *r, const mpz_t *Z,
                         mpz_srcptr den, const step_numerators *y);
    void (*back)(const struct run_state *r, double back[2]);
} run_rows;

/* Everything a run owns between its steps. The state of the paper's scheme is q
   and v alone; what else decides the next row is the set (which contacts were
   kept), `settled` (whether a collision has just been), the clock and, where
   the experiment wants it, the basis of the step before.

   Of the two schemes `stepping` is the run's, with its h, alpha and gamma, and
   never changes; `scheme` is that of the problem at hand: the same, or a
   compression with h = 0 and alpha = gamma = 1. Clock, position and projection
   go by the first, whatever poses, recovers or checks a problem by the second.

   `data` is what the problem at hand is posed from. In rational mode `exact` is
   evaluated and `data` its rounding; with --exact-check `data` is evaluated and
   `exact` its copy; in doubles `exact` is not there. `result` has the doubles
   in every mode, `result_exact` the fractions where somebody asks for them.

   In rational mode the state is q_exact, v_exact and q, v keep the start;
   otherwise it is q, v. t0 and t1 are scratch within a call. */
typedef struct run_state {
    const experiment *e;
    alpha_gamma scheme, stepping; /* of the problem at hand; of the run */
    alpha_gamma_exact scheme_exact, stepping_exact;
    double tolerance;
    assembler work;
    near_contacts near; /* doubles: which gaps of `work` are evaluated */
    active_set set;
    uint8_t *leaves; /* active contacts: 1 where one goes */
    uint8_t *was;    /* all contacts: 1 where kept from the row before */
    step_data data;
    step_exact exact;
    step_result result; /* the doubles that are stored */
    step_result_exact result_exact;
    double *q, *v, *mean; /* the state; nv: (1 - gamma) v + gamma v+ */
    mpq_t *q_exact, *v_exact, t0, t1;
    project_room project;
    int *stay;            /* contacts that a projection holds */
    double *target;       /* springs: phi(q^l) + h a.v^{l+1}, m */
    double *q_to, *q_at; /* nq: where the trial ends; a point on its way */
    double looked_at;    /* the step's share of the gaps in `work`; or -1 */
    double *rate[2];     /* nq: h Gamma v at the trial's ends */
    mpq_t *q_to_exact;   /* nq */
    mpq_t s_exact, one, zero;
    double ahead; /* where contacts move: the share of the step at which a
                     collision is assembled, s_exact; else 0 */
    run_clock clock;
    rebound rebound;
    kept_basis basis; /* at = NULL: none */
    long row;       /* of the table, that is being made */
    int collided;   /* the last row is a collision */
    int settled;    /* every closed contact has been through one here */
    int measured;   /* work.gap holds the gaps at q */
    int spelt;      /* result_exact is wanted in the exact-check mode, too */
    long streak;    /* collisions since the run last moved on, */
    double gained;  /* and the time, s, that they took */
    double kinetic; /* J, of the state that the last row began with */
    double elastic; /* J, of its springs */
    mpq_t kinetic_exact, elastic_exact;
    exact_room room;
    arena scratch; /* of one step */
    const run_rows *rows; /* null: (4.4)'s own */
    summary *sum;
} run_state;

/* Room for everything but the largest exact problem. run_state_free accepts a
   half-made state (zeroed before run_state_new). INPUT: a contact is deeper
   than the experiment allows. */
perp_status run_state_new(arena *a, const experiment *e, summary *sum,
                          run_state *out);
void run_state_free(run_state *r);

/* One row: a step from t_l to t_{l+1}, or a collision. Advances q, v and the
   clock; result holds what the trace stores, set the contacts it belongs to.
   Requires clock.left > 0. LIMIT: more collisions than the run may have. */
perp_status run_step(run_state *r, long row);

/* The time of the present state; the exact one in rational mode. */
double run_time(const run_state *r);
void run_time_exact(const run_state *r, mpq_ptr t);

/* The parts of a step, shared by the files of this room. All work on the state
   and give their errors the words that a user reads; whatever they take from
   r->scratch lives until the row is done. In the order of a row:

   run_gaps        the gaps at q, into work.gap or gap_exact: in fractions all,
                   in doubles those that r->near says.
   run_gaps_at     the same at another q and the share s of the step in time;
                   run_gaps_at_exact works in t0, t1. run_gaps_whole: of all.
   run_lowest      the least gap of the contacts that were evaluated and are not
                   active; run_in_doubt: another may have a smaller one than
                   `low`. run_lowest_at_start: `start`, what run_lowest has said
                   at q, becomes the least of all; work.gap is overwritten.
   run_approaching 1: a contact that has joined without a collision approaches.
   run_assemble    primary data at q, v for the contacts in r->set. INPUT: M not
                   symmetric, a tape that fails.
   run_note        energies and joints of the data, before a collision replaces
                   them; run_note_part, of the result, behind the row.
   run_solve       poses, solves and stores, in the arithmetic of the run; then
                   r->result, r->leaves, certificate and summary have it.
                   NO_SOLUTION or LIMIT by run_no_solution.
   run_pose        the problem in doubles; *p lives in r->scratch. INPUT when M
                   or Mt is not positive definite, or a number is infinite.
   run_offer       *taken = 1: x is the answer of the basis that is kept;
                   run_keep keeps that of the problem which was solved.
   run_solve_checked, run_solve_rational
                   run_solve's in the exact modes: data copied, or there.
   run_position_exact
                   q (nq fractions): the cubic at the fraction s, from the state
                   and the trial's velocity in result_exact.
   run_project     moves q_to behind a step, run_project_collision q at a
                   collision. LIMIT, NO_SOLUTION: see ap02/project.h.
   run_collide     the velocity behind a collision, of the data assembled at q-.
   run_collide_freeze
                   what collisions have added up to, into words or from them.
   run_gives       1: the compression has an impulse and e > 0.
   run_move        (4.4a) into q_to, from the state and the solved velocity.
   run_accept      the state becomes q_to and the solved velocity; the clock
                   moves on by a step.
   run_certify...  hand a problem, an end of a trial, a collision at the
                   fraction s to the certificate, if there is one.
   run_room        *m large enough for `size` rows; what it held is lost.
   run_project_new room for projections. USAGE: over the rationals. */
void run_note(run_state *r, long row);
void run_note_part(run_state *r, long row);
perp_status run_room(exact_room *m, int size);
perp_status run_gaps(run_state *r);
perp_status run_gaps_at(run_state *r, const double *q, double s);
perp_status run_gaps_whole(run_state *r, const double *q, double s);
perp_status run_gaps_at_exact(run_state *r, const mpq_t *q, mpq_srcptr s);
double run_lowest(const run_state *r);
int run_in_doubt(const run_state *r, double low);
perp_status run_lowest_at_start(run_state *r, double *start);
int run_approaching(run_state *r);
perp_status run_assemble(run_state *r);
perp_status run_assemble_exact(run_state *r);
perp_status run_pose(run_state *r, lcp_problem *p);
perp_status run_offer(run_state *r, const lcp_problem *p, lcp_answer *x,
                      int *taken);
void run_keep(run_state *r, const uint8_t *basis, int taken);
perp_status run_no_solution(lcp_outcome outcome);
perp_status run_solve(run_state *r, long row);
perp_status run_collide(run_state *r, long row, double s);
void run_collide_freeze(run_state *r, frozen *x);
perp_status run_solve_checked(run_state *r, long row);
int run_gives(const run_state *r);
void run_move(run_state *r);
void run_accept(run_state *r);
void run_certify(run_state *r, const lcp_claim *claim);
void run_certify_move(run_state *r);
void run_certify_hit(run_state *r, double s);
perp_status run_solve_rational(run_state *r, long row);
perp_status run_project_new(arena *a, run_state *r);
perp_status run_project(run_state *r);
perp_status run_project_collision(run_state *r);
void run_position_exact(const run_state *r, mpq_srcptr s, mpq_t *q);

/* AP02's explicit step knows no Jacobian. */
static inline int run_jacobians(const run_state *r)
{
    return r->e->jacobians && r->stepping.form != STEP_EXPLICIT;
}

static inline int run_rational(const run_state *r)
{
    return r->e->mode == EXPERIMENT_RATIONAL;
}
