/**
# An interval of a claimed motion, and what it asks for

Between two rows a motion has changed its velocity, and something must have pushed.
What is known of the system at a *place* of the interval says how much:

$$J = \tilde M (v' - v) - \tilde k - \text{springs}, \qquad z = \nu c_\nu + n c_n + D\beta .$$

$J$ is what joints and contacts must have given, N s; the laws ask whether they can:
whether there are impulses $z = J$ in the friction cones of the closed contacts, and
what these do at the velocity $x$ of the step.

| place | $M$, $k$, $\nu$, $n$, $D$ at | $\tilde M$, $\tilde k$ | $x$ | power at |
|---|---|---|---|---|
| begin | $t$, $q$, $v$ | $M$, $h(k_1 + Fv)$ | $v'$ | $(v + v')/2$ |
| midpoint | the means of both ends | the same | $v'$ | the same |
| end | $t'$, $q'$, $v'$ | the same | $v'$ | the same |
| own | $t$, $q$, $v$ | GAP08 (4.5), or AP02's | $(1-\alpha)v + \alpha v'$ | $x$ |

The last row is a scheme of perp, judged by its own equations. An interval of no length
is an impact: no force, no motion, at the beginning, whatever the place. A contact is closed,
and may push, when its gap is at most `closed` at one end of the interval, or at both.
*/
#pragma once

#include "judge/claimed.h"
#include "model/step/step.h"

/* The disc of friction, where it is asked for: the polygon of so many corners
   that touches it from outside. */
enum { STRETCH_CORNERS = 16 };

typedef enum {
    STRETCH_BEGIN,
    STRETCH_MIDPOINT,
    STRETCH_END,
    STRETCH_OWN
} stretch_place;

typedef struct {
    stretch_place place;
    step_form form;          /* own: whose step; not STEP_LIMIT */
    mpq_srcptr alpha, gamma; /* own */
    double e;                /* restitution, Newton's */
    int round;     /* friction of two slips is a disc, not a polygon */
    double closed; /* m */
    int jacobians; /* own: those of the force are used */
} stretch_rule;

/* Room for one interval at a time, in doubles. */
typedef struct {
    const perp_system *s;
    const claimed_motion *of;
    stretch_rule rule;
    const double *wider; /* contacts: so much farther open each may be and is
                            closed, m; null: 0 */
    assembler work;
    active_set set;                     /* closed contacts, ascending */
    double corner[2 * STRETCH_CORNERS]; /* of a round rule, x and y by turns */
    uint8_t *early;                     /* set.n: closed at the beginning */
    double *gap[2];                     /* contacts: at both ends, m */
    step_data data;    /* at the place, for the closed contacts */
    double *q, *v;     /* the place */
    double *J, *x, *y; /* nv: see above; y is where power is taken */
    double *Mt;        /* nv x nv */
    /* The largest numbers this interval is made of: |q|, m; |v| or what the
       force makes of it, m/s; a term of J, N s; an energy, J. */
    double length, speed, push, energy;
    double *drift, *turn; /* nq: q' - q - h Gamma v; h Gamma (v' - v) */
    int row;              /* the later one */
    int own;              /* this interval is a step of a scheme of perp */
    double h;
    arena *a;
} stretch;

/* Borrows s and m. Memory from the arena. */
perp_status stretch_new(const perp_system *s, const claimed_motion *m,
                        const stretch_rule *rule, arena *a, stretch *out);

/* Everything of the interval that ends in row l, 1 <= l < rows. INPUT with the
   line of the table when a formula of the scene fails there. */
perp_status stretch_look(stretch *x, int l);

/* Only drift and turn. */
perp_status stretch_moves(stretch *x, int l);

/* The same over the rationals. Q (rows x nq) and V (rows x nv) stand in the
   place of the table's numbers, when they are not null; those of `of` are then
   the doubles next to them, where formulas that are no fractions stand. */
typedef struct {
    stretch *of;
    const mpq_t *Q, *V;
    int rational; /* 1: the scene's formulas in fractions; 0: their doubles */
    assembler work;
    step_exact data;
    mpq_t *q, *v, *v0, *v1; /* the place; both ends */
    mpq_t *J, *x, *y;       /* nv */
    mpq_t *drift, *turn;    /* nq */
    mpq_t h, t0, t1, sum, part, alpha;
    mpq_t *all;
    size_t count;
} stretch_exact;

/* Can the scene's formulas be evaluated in fractions at the first row? Then
   `rational` is set. To be cleared in every case. */
perp_status stretch_exact_new(stretch *of, stretch_exact *out);
void stretch_exact_clear(stretch_exact *x);

/* Requires stretch_look of the same row before it. INPUT: a formula is no
   fraction there. */
perp_status stretch_look_exact(stretch_exact *x);

/* J, x and y once more, with v1 (nv) as the velocity at the end and all else as
   it is. LIMIT. */
perp_status stretch_asked_exact(stretch_exact *x, const mpq_t *v1);

/* |Theta| of the joints, or the gaps, exactly, at row l: `joints` or `contacts`
   numbers into out, of the scene's formulas or of their doubles. */
perp_status stretch_joints_exact(stretch_exact *x, int l, mpq_t *out);
perp_status stretch_gaps_exact(stretch_exact *x, int l, mpq_t *out);

/* sum += a b; `part` is scratch. */
static inline void stretch_add(mpq_ptr sum, mpq_srcptr a, mpq_srcptr b,
                               mpq_ptr part)
{
    if (mpq_sgn(a) == 0 || mpq_sgn(b) == 0)
        return;
    mpq_mul(part, a, b);
    mpq_add(sum, sum, part);
}

/* The rows of a claimed motion. */
static inline const double *stretch_q(const stretch *x, int row)
{
    return x->of->q + (size_t)row * (size_t)x->of->nq;
}

static inline const double *stretch_v(const stretch *x, int row)
{
    return x->of->v + (size_t)row * (size_t)x->of->nv;
}
