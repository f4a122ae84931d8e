/**
# Runs with compliant contact

A system whose contacts yield, its state $(q, v, \delta)$, and the steps of PKS05's
scheme from the system's tapes. `compliant_begin` and those behind it make a table;
`compliant_flow` is the motion as a function of its start.

**From the paper to a run.** Section 3 writes the scheme for $j = 0, \dots, N_h$ with $q^0$,
$\delta^0$ given. A step of a run is

| | what | where |
|---|---|---|
| 1 | $M$, $\Gamma$, $\mathbf\Gamma$, $\Phi$, $\mathbf K$, $\mathbf C$ at $q^j$ | `compliant_evaluate` |
| 2 | are $M$, $\mathbf K$, $\mathbf C$ as (C), (D) want them? | `theta_definite` |
| 3 | a tangent of $f$ at $(t_{j+1}, q^\theta, v^\theta)$ as far as known | `compliant_tangent` |
| 4 | who can close; $\lambda$ from $A\lambda + b$, and back | `theta_near_find`, `theta_pose`, `qvi_solve`, `theta_near_recover` |
| 5 | again from 3 until force and tangent agree | `solve` in compliant_step.c |
| 6 | exactly, if asked for | `compliant_prove` |
| 7 | what is left of (16); one solution? | `theta_look`, `compliant_count` |
| 8 | $q^{j+1}$, $v^{j+1}$, $\delta^{j+1}$ | `advance` |

In fractions 3 to 5 are one exact tangent, and solutions are counted before 6, while the data is
that of the step's beginning.

| mode | numbers | `steps_proven` | says |
|---|---|---|---|
| doubles | rounded, Newton's method on the disc | 0 steps | `bound`: how far from the one solution |
| `--exact-check` | each step again in fractions, from its doubles | those that passed | (16) and energies with equality, for the polygon |
| `--rational` | nothing is rounded | those that passed | the same of the whole run |

The first is the only one with the disc in space, and the only one whose force may be
any: the others have the tangent, or want the force to be affine. In the plane the three
differ by rounding: `ball.lua` ends its first step with $v = -\frac{1010}{1011}$ in the
third, with the double nearest to it in the first, and with the one that is cut off
toward zero in the second.

**A bounce by hand.** While the ball of `step/theta.h` stays on its floor, $\delta = -y$,
and the unknowns of a step can be eliminated: $\lambda = \mathbf K\delta' + \mathbf
C(\delta' - \delta)/h$ with $\delta' = \delta - hv'$ put into $v' = v + h(\lambda - 10)$
gives

$$(1 + h\mathbf C + h^2\mathbf K)\,v' = v + h\mathbf K\delta - 10h, \qquad
1.011\,v' = v + \delta - \tfrac1{100}$$

for $h = 10^{-3}$, $\mathbf K = 1000$, $\mathbf C = 10$, $\theta = 0$. With `--rational`
the table has exactly that:

| $j$ | $v^j$ | $\delta^j$ | $\lambda^j$ |
|---|---|---|---|
| 0 | $-1$ | 0 | none |
| 1 | $-1010/1011$ | $101/101100$ | $11110/1011$ |
| 2 | $-339700/340707$ | $22669/11356900$ | $4077070/340707$ |

In doubles the ball turns, and lets go in step 123 with $\lambda = 0$ while it is still at
$y = -4.22$ mm: contact ends when the force does, not when the way back is done. From
there $\delta$ creeps back alone, by $\mathbf C/(h\mathbf K + \mathbf C) = \frac{10}{11}$
a step, and the ball flies; in step 201 they meet again, at $y = -0.033$ mm, where
$\delta$ is. So a yielding contact has no event to be found and no law of impact: what a
rigid scheme does in a row of its own is here 122 steps of the same kind as all others.

The three modes on the first step of this bounce: $v^1$ is $-\frac{1010}{1011}$; in
doubles $-0.9990108803165183$, which is the double nearest to it; with `--exact-check`
$-0.99901088031651819$, the next one toward zero, for what is stored is cut off. Its
$\lambda$ is 10.9891196834817 N there and 10.989119683481702 N in doubles: the true number
lies between, and each is off by less than a unit of the last place.

What is asked of a finished run stands apart, and reads its table like anybody:
`compliant_weak` (Definition 2), `compliant_bounds` (section 4), `compliant_law`
((7), (9), (11) with the forces as they stand in the table).

**What a run has, and what not.** Bodies are rigid but for their surfaces; $\mathbf K$ and
$\mathbf C$ may be full and functions of $q$; a contact never pulls. That the force of (5)
may be zero before the surface is back, and that $\delta$ then relaxes by itself, is the
model's and not the scheme's. There is no restitution to choose: how far a ball bounces
follows from $\mathbf C$ (with $\mathbf C = 10$ the ball above lets go with 0.45 m/s, with
100 it stays). There are no joints, no friction that rolls or bores, and one coefficient
for rest and motion. A patch of several elements is several contacts whose rows $\mathbf
K$ couples.

**Two numberings of rows.** A system lists its contacts' rows one after the other, each
contact with as many slips as it has (`own` of them; so does a state $x$, and the
table). The step wants equal blocks of $1 + \text{slips}$ rows (`rows`). `own_of` goes
from the second to the first. A contact without friction beside one with two slips has
two rows that nothing moves: $\mathbf\Gamma = 0$ there, and the diagonal of $\mathbf K$,
$\mathbf C$ is their mean, so that $w_t = A_{tt}\lambda_t$ with $b_t = 0$ and $\lambda_t
= 0$.
*/
#pragma once

#include "model/step/assemble.h"
#include "pks05/cone/qvi.h"
#include "run/loop.h"
#include "pks05/step/theta_near.h"

enum { COMPLIANT_PLANAR = 3 }; /* contacts */

/* What the solutions are that were found. */
typedef enum {
    COMPLIANT_FOUND,    /* of a rounded A and b */
    COMPLIANT_SOME,     /* proven to be different; perhaps not all */
    COMPLIANT_ALL,      /* all there are */
    COMPLIANT_CONTINUUM /* the corners of all there are */
} compliant_how;

/** What is proven of a step's solution, the column `solution` of its row. In fractions the
step is one to the last bit, so nothing is ever `COMPLIANT_NOTHING`. */
typedef enum {
    COMPLIANT_NOTHING, /* what was found may be rounding alone */
    COMPLIANT_EXISTS,  /* a solution is there, perhaps one of several */
    COMPLIANT_ONLY     /* there is one solution */
} compliant_proof;

/** What the steps of a run add up to. Sums are over watched steps; in rational
mode only the four counts, `first` and `excess` are kept, since nothing else
can be off. `bound` is of the forces in doubles, also where exact ones have
replaced them. What `--json` makes of the fields:

| field | key | null when |
|---|---|---|
| `bound`, `unproven` | the same | no step has a distance |
| `exists`, `within` | `exists`, `exists_within` | no step has only such a distance |
| `unique`, `alone`, `several`, `undecided` | the same | never |
| `first`, `first_found` | `several_step`, `_t`, `_solutions` | there is none; not all are known |
| `force`, `contact`, `friction` | with `_residual` behind | never |
| `identity`, `excess` | `energy_residual`, `energy_excess` | never |
| `sigma`, `eta` | the same | a step has none |
| `in_hand` | the same | never |

The four counts add up to the steps of a run with contacts. The others are maxima,
$\sigma$ a minimum: they say what holds for each step, and nothing of which step it is. */
typedef struct {
    double bound;    /* N: the largest proven distance to the only lambda */
    long proven;     /* steps with one */
    long unproven;   /* steps without one */
    long exists;     /* of these, steps with a proven solution near by */
    double within;   /* N: the largest of their distances to it */
    long unique;     /* steps with a proof that there is one solution */
    long alone;      /* other steps, where all solutions are known: one */
    long several;    /* other steps, where more than one was found */
    long undecided;  /* other steps */
    long first;      /* with several: the first, from t_first on; or -1 */
    int first_found; /* its solutions, in a continuum the corners */
    compliant_how first_how;
    long iterations; /* of all step problems */
    int in_hand;     /* the most contacts that a step's problem had */
    double residual; /* the largest of the natural map */
    double force;    /* the largest |f - its tangent| over the forces */
    double contact, friction, identity; /* the largest of theta_residual */
    double excess;     /* the largest E' - E - h v^theta.f, J */
    double sigma, eta; /* proven for all steps: least sigma, largest eta */
} compliant_sums;

/** A run at the beginning of step $n$. The doubles `q`, `v`, `delta` are the state, and
with `--rational` its twins `q_exact`, `exact.v`, `exact.delta`; `lambda`, `end` and
`residual` are those of the step before. Every array but those of scratch is
from the arena given to `compliant_state_new`.

Four kinds of numbers stand in it and are not to be confused: what the step starts from
($q$, $v$, $\delta$); what it freezes there (`at`, `row`, `K`, `C`, `gap`: good as long as
`fresh`); where the force is linearised (`q_at`, `v_at`, and $f$, $J$ from it), which
moves within a step; and what came out (`lambda`, `end`, `answer`). The paper's $x^j$ is
the first kind alone: a step that is begun again from it gives the same bits, but for
`lambda`, where the solver begins. */
typedef struct {
    const experiment *e;
    const perp_system *sys;
    summary *sum;
    double h, theta;
    long n;      /* the step at hand: from t_n to t_{n+1} */
    int rows;    /* p (1 + slips): every contact as if it had most slips */
    int own;     /* the system's rows: contacts and their slips */
    int *own_of; /* rows: which of the system's, or -1: no such slip */
    int *row_of; /* own: which row */
    theta_pattern pattern; /* of K and C, as the formulas have it */
    theta_blocks blocks;   /* of K and C, as their numbers have it */
    double *kept;          /* what K and C were made of */
    int definite;          /* K and C were found so */
    assembler work;
    active_set set;        /* all contacts */
    step_data at;          /* M, Gamma and rows at q */
    theta_data d;          /* the step's; its arrays are those below */
    theta_near near;       /* in doubles: its contacts in hand, in scratch */
    double *q, *v, *delta; /* nq; nv; rows: the state */
    double *J, *f, *row, *K, *C, *gap, *mu; /* of d */
    double *q_at, *v_at; /* nq, nv: where the force's tangent touches */
    double *force;       /* nv: f at (t_{j+1}, q^theta, v^theta) */
    double *lambda;      /* rows: the step's, N */
    theta_posed posed;
    theta_end end;
    qvi_options how;
    qvi_answer answer;
    theta_residual residual;
    compliant_proof proof; /* of the step's solution; known when watched */
    int watched; /* 1: look at each step and add up (the default) */
    int fresh;   /* what a step freezes has been evaluated at this state */
    int told;    /* 1: each step goes into the certificate */
    int stopped; /* whoever watches has ended compliant_flow, for good */
    compliant_sums sums;
    struct compliant_weak_walk *weak; /* of a run's rows; or null */
    arena scratch; /* of one step */
    /* The twins in p/q; zeroed in plain doubles. */
    step_exact at_exact;
    theta_exact exact;
    theta_exact_end end_exact;
    mpq_t *q_exact, *force_exact, *slope_exact, *q_at_exact;
    mpq_t *numbers; /* all of end_exact and of the above, `count` */
    size_t count;
    mpq_t t0, t1, share; /* share: (1 - theta) h */
    int begun;           /* the three above are */
} compliant_state;

/* Room, the initial state, and what has to hold there. INPUT: contacts that do
   not yield or have more than two slips, joints, theta outside [0, 1], (12)
   violated, a spatial scene in an exact mode without directions. The state is
   zeroed before; compliant_state_free accepts a half-made one. */
perp_status compliant_state_new(arena *a, const experiment *e, summary *sum,
                                compliant_state *out);
void compliant_state_free(compliant_state *r);

/* One step; advances n and the state. lambda, end and residual keep the step's.
   INPUT: K, C or M not symmetric positive definite, a force that is not affine
   in rational mode; LIMIT: no solution found, h too long for the force. */
perp_status compliant_step(compliant_state *r);

/* The numbers of a state x = (q, v, delta), the system's own rows only: the x
   of the paper's section 2, n = nq + nv + own. Its unit is mixed (m, m/s, m),
   and so are its norms in (22) to (26). */
static inline int compliant_size(const compliant_state *r)
{
    return r->sys->nq + r->sys->nv + r->own;
}

void compliant_get(const compliant_state *r, double *x);
void compliant_set(compliant_state *r, const double *x);

/* The motion: `steps` steps in doubles from x at t = 0; x becomes the state
   there. x: compliant_size numbers. INPUT also when the start violates (12).
   The paper's Lambda^{h,N+1}, as a function: the same x gives the same bits,
   whatever has run before, because the forces that Newton's method begins at
   are reset. The experiment's watch is called behind each step; LIMIT, now and
   in every further call, when it says so. */
perp_status compliant_flow(compliant_state *r, long steps, double *x);

/* What run/scheme.h asks of the scheme; its value is in ends/ends.h, which
   knows prescribed ends. compliant_begin starts at l->e. The columns behind the
   usual ones are elastic (J), then delta.CONTACT.n, .t, .o (m) and
   lam.CONTACT.n, .t, .o (N); `va` is v^theta, cn and ft are h lambda. */
perp_status compliant_begin(loop *l);
perp_status compliant_advance(loop *l, int row);
perp_status compliant_energies(loop *l, int row, int stepped);
perp_status compliant_put(loop *l, int row);
perp_status compliant_look(loop *l, int row);
perp_status compliant_summarize(loop *l);
void compliant_freeze(loop *l, int row, frozen *x);
int compliant_delta(const loop *l); /* the first column of delta */
void compliant_free(loop *l);

/* Parts shared by the files of this room: what a step freezes at q, v, delta;
   the tangent of f at q_at, v_at into f and J; (12), which is INPUT when it is
   violated; room for the fractions; the same two in fractions, with the
   force's tangent at q, v; and the exact step, which in rational mode moves the
   state. */
perp_status compliant_evaluate(compliant_state *r);
perp_status compliant_tangent(compliant_state *r);

/** (C) is asked in each step, (D) when $\mathbf K$ or $\mathbf C$ are others than when it was asked last. A
patch of 25 elements has 75 rows, and would cost $2 \cdot 75^3/6 = 1.4 \cdot 10^5$ products a step. What is
compared are numbers and not formulas: a stiffness that is a function of $q$ and has the value of the step before
is as good as a number. Where evaluation is refused, `blocks` is null, and the next step begins anew.

The slab of `test_compliant_run` with a hundred contacts 5 m away has 1854 numbers in $\mathbf K$ and $\mathbf C$ that
no step changes: to compare them costs less than a hundredth of the step, blocks and (D) would cost a tenth. A floor
that softens with height, $100\,(1 - b^2)$ N/m, is asked in each step and refused where it is soft.
Compared is to the last bit, with `memcmp`: a zero that changed its sign asks anew, and a number that is none is
equal to itself, so that what was refused for it is not refused by one step and passed by the next. */
/* INPUT when M, K or C is not symmetric and positive definite. */
perp_status compliant_definite(compliant_state *r);
perp_status compliant_admissible(const compliant_state *r);
perp_status compliant_exact_new(arena *a, compliant_state *r);
perp_status compliant_evaluate_exact(compliant_state *r);
perp_status compliant_prove(compliant_state *r);

/* The directions of friction, m x slips: the interval in the plane, the
   polygon's corners in space. How far, as a share of the forces, the tangent
   is from the force where the step at hand ends; it touches there now. */
void compliant_directions(int slips, int m, mpq_t *to);
perp_status compliant_touch(compliant_state *r, double *away);

/* The record of the step that has been made, its data and where it came to, for
   the certificate: LIMIT (memory). compliant_provable: INPUT when a certificate
   cannot say what the run is. */
perp_status compliant_provable(const experiment *e);
perp_status compliant_record(compliant_state *r);

/** How small a step is `unique`. One planar contact with decoupled compliance, rows n
and t of which the body couples by $w_{nt} = (\mathbf\Gamma M^{-1}\mathbf\Gamma^\top)_{nt}$: $A_{nt} =
(1-\theta)hw_{nt}$ beside $A_{nn} \ge 1/(h\mathbf K + \mathbf C)_{nn}$. With $\mathbf C =
100$ N s/m, $\mathbf K = 10^4$ N/m and $w_{nt} = 1$ /kg the bar $A_{nn}/|A_{nt}|$ is above
9 at $h = 10^{-3}$ s and above 90 at $h = 10^{-4}$ s. */

/* Counts the step at hand among unique, alone, several, undecided, says in
   proof what is proven of it, and sharpens answer.bound and answer.exists
   where all solutions are found. In rational mode before the state moves on. A
   run that follows all solutions asks by itself, and is not counted. Errors:
   those of qvi_modes_find, LIMIT. */
perp_status compliant_count(compliant_state *r);

/* In rational mode: does a condition prove one solution of the step at hand,
   for every b? LIMIT (memory). */
perp_status compliant_condition(compliant_state *r, int *unique);

/* What is known of other solutions, for the summary: numbers, the words of
   `claim`, and, where there was a choice, the note. LIMIT (memory). */
void compliant_counts(const compliant_state *r, summary *sum);
const char *compliant_claim(const compliant_state *r);
perp_status compliant_choice(const compliant_state *r, summary *sum);

/* What is not known has no number: --json says null. */
static inline double compliant_known(int is, double x)
{
    return is ? x : (double)INFINITY;
}

static inline int compliant_rational(const compliant_state *r)
{
    return r->e->mode == EXPERIMENT_RATIONAL;
}

/* All solutions are enumerated, for the step's own numbers: those of the
   contacts in hand, which in fractions are all. */
static inline int compliant_planar(const compliant_state *r)
{
    const int p = compliant_rational(r) ? r->d.p : r->near.d.p;
    return r->d.slips == 1 && p <= COMPLIANT_PLANAR;
}
