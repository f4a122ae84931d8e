/**
# The estimator's insides

Shared by the files of this room. What one row is asked, in this order: the balance of its
impulses; growth (section 5); its window (7.1); the row before beside it (7.2, 7.3, 8.1);
its gaps (8.2). Then it becomes the row before.

| asked | needs of this row | of the row before | file |
|---|---|---|---|
| (7.4) | $M$, $v$, $v^{l+1}$, impulses | | `impulses.c` |
| (5.1) to (5.4), (5.11), (8.7) | the same, $x$ | | `asked.c`, `equation.c` |
| (7.6) to (7.8) | $\nu$, $z$, $\kappa$ | the window's momentum | `asked.c`, `momenta.c` |
| Theorem 5.1 | $\lvert v\rvert_M$, $\kappa$, $q$ | the envelope | `estimates.c` |
| (7.3), (7.10) | $\nu$, $n$, $D$, $z$ | the window | `estimates.c` |
| (7.15) to (7.17) | $x$, impulses, $\nu$ | $x$, $v$, $\nu$, $c_\nu$, impulses | `pairs.c` |
| (8.10) | $F$, $x$ | $F$, $x$, and $F$ at its $x$ | `pairs.c` |
| (8.9) | impulses, $\bar k$ | impulses, $\bar k$, $x$ | `asked.c` |
| (8.4), (8.19), (8.20) | a frame | a frame, $x$ | `inclusion.c` |
| (8.16), (8.17) | $\nu$, $\Theta$ | $\nu$, $\Theta$, $x$ | `inclusion.c` |
| (8.25), (8.26) | gaps, $n^Tx$, $\nu^Tx$ | $\Theta$, its step | `pairs.c` |

Fractions of a row are those of the step and some products of two or three of them;
nothing is carried on that would grow with the rows. Sums are doubles from the first: a
sum of a thousand fractions with different denominators would be longer than all of them,
and is needed for a comparison with a bound that is generous anyway. */
#pragma once

#include "gap08/bounds/equation.h"
#include "gap08/bounds/estimates.h"
#include "gap08/bounds/momenta.h"

#include <math.h>

/** What is kept of the row before: its weighted velocity $x$ and the velocity $v$ that it
ended with (nv), $\bar k$ (nv), $M$ and $F$ (nv × nv), $\nu$ (m × nv), $c_\nu$ and $\Theta$ (m), its impulses, its
frame. $v$ is the exact one: the next row begins with what was stored of it, and the difference is
$\tau$ of `pairs.c`. `theta` and `moved` serve the gaps: a joint's value at the beginning
of this row minus that of the row before is what the step between them has changed it by. */
typedef struct {
    int regular; /* there is one, and it was no collision */
    mpq_t *x, *v, *M, *nu, *cnu, *F, *kbar;
    impulses acted;
    frame at;
    double *x_double, *theta;
    double moved; /* |q_to - q_from|^2 */
} before;

/** A window is a stretch of rows over which one direction keeps half of its
first margin: the interval $[t - \eta(t), t + \eta(t)]$ of section 7.1, found by
going along instead of by compactness. `direction` is the one that is kept, `across` its part across
the joints of the row at hand; `margin` the least one so far, `half` of the first. A
window holds no rows and no impulses, four sums only, so it may be as long as the run; two
windows do not overlap, the second begins where the first is closed. */
typedef struct {
    int open;
    mpq_t *direction, *across; /* nv */
    mpq_t half, margin;
    double cn, work,
        ends;    /* sums of c_n and of |d'(...)|; |d'Mv| at the ends */
    double last; /* d'Mv behind the last row */
    momenta began, ended; /* of the last row, the second is d'Mv again */
    int has_left;         /* there is a last row */
} window;

/** The estimator of a run. `store` holds all fractions that live between rows, in one
array; `lag` is $(1-\alpha)(\nu^{l-1} - \nu^l)c_\nu^l$ and behind it `nv` numbers of
scratch; `Q` ($n_v \times n_v$) what joints answer; `t`, four numbers of scratch. `now`:
impulses of the row, `mean` those of two rows, weighted. Doubles: `h`, s; `work`, $2n_v^2 +
9n_v$ of scratch. `most` is the larger of $|v|_M$ and $|q| + 1$ carried along: two numbers
of different units, as in the theorem. */
struct estimator {
    arena a, scratch;
    int nv, m;
    mpq_t *store; /* all numbers below */
    size_t count;
    mpq_t *lag, *Q, *t; /* lag: 2 nv */
    impulses now, mean;
    before was;
    window w;
    frame to;
    double h, most; /* most: the envelope of Theorem 5.1 */
    double inverse; /* the largest column sum of |M^-1| */
    double moved;
    double *work;
    growth g;
    equation equation; /* of the row */
    const char *over; /* what has overflowed, or null */
    estimates sum;
};

/* The parts of a row, in this order; m->now holds its impulses. */
perp_status estimator_growth(estimator *m, const estimate_row *row);
perp_status estimator_normal(estimator *m, const solved_step *t, int collision);
void estimator_close(estimator *m);
void estimator_step(estimator *m, const estimate_row *row);
perp_status estimator_momenta(estimator *m, const solved_step *t,
                              int collision);
void estimator_weighted(estimator *m, const solved_step *t);
void estimator_bend(estimator *m, const estimate_row *row);
perp_status estimator_pair(estimator *m, const estimate_row *row);
void estimator_gaps(estimator *m, const estimate_row *row);
void estimator_keep(estimator *m, const estimate_row *row);

/* A statement that is false; one of left <= right, up to 2^-40. */
void estimator_refute(estimator *m, const char *text, ...)
    __attribute__((format(printf, 2, 3)));
void estimator_ask(estimator *m, double left, double right, const char *what);

/* What is no number counts as infinite, and stays. */
static inline void larger(double *most, double x)
{
    if (!(x <= *most))
        *most = isnan(x) ? HUGE_VAL : x;
}

/* The sum of absolute values, in doubles. */
double estimator_norm(int n, const mpq_t *x);
