#include "base/memory.h"
#include "pks05/run/compliant.h"
#include "number/rational.h"
#include "pks05/cone/qvi_distance.h"
#include "pks05/cone/qvi_exists.h"
#include "pks05/cone/qvi_modes.h"
#include "pks05/step/theta_slip.h"

#include <math.h>
#include <stdio.h>

/** ## Is it the only one?

A condition may prove that a step has one solution for every $b$ (`unique`). Where none
does, the others are looked for. In the plane with at most three contacts all are found,
by modes, in fractions, from the numbers of the step and not from a rounded $A$ and $b$.
With more contacts these fractions are too long (2 s a step with five), and there, as in
space, Newton's method searches the rounded problem from many starts. What is found so is
a solution only as far as doubles see, unless `qvi_exists` proves it of the step's own
numbers, and nothing is proven when nothing is found. With a polygon in fractions nobody
searches.

| | in the plane, at most 3 in hand | else, doubles | else, fractions |
|---|---|---|---|
| condition proven | `unique` | `unique` | `unique` |
| others looked for by | modes | search from 16 starts | nobody |
| one found | `alone` | `undecided` | `undecided` |
| more found | `several` | `several` | |

Why a run should say it: Proposition 6 promises one discrete trajectory for small $\mu$.
Where a step has several solutions the scheme is not a function of its state, another
solver may go another way, and both are right. The only step of
`cases/PKS05/nonunique_step.lua` is counted in `several`, with 3; all 400 of
`coupled_patch.lua`, full $\mathbf K$ and $\mathbf C$, are `unique`.

Contacts that are open in every solution of the step are not in hand and not asked
(`step/theta_near.h`): the solutions are the same without them.

*Which* question is asked matters. `unique` is about $A$ and $\mu$: one solution whatever
$b$ is, of the contacts in hand, so also for all neighbours of the state that have the
same in hand. `alone` is about this step: its neighbour may have three. And neither is
about the motion: that every step of a run has one solution for its $h$ does not say that
the limit has. Conversely a step with several solutions may be one of a motion that is
unique: with decoupled compliance the coupling of $A$ is of order $h$, so a shorter step
is `unique` whatever $\mu$ is (erratum 3.32), and a note about `several` is first of all
a reason to make $h$ smaller. Where the compliance itself couples, as in
`nonunique_step.lua`, no $h$ helps. */
enum { OTHERS_STARTS = 16, OTHERS_MOST = 8 };

/** One step more in one of the three columns below `unique`. A continuum is `several`:
its corners are counted, and they are never all there is, so `several_solutions` is null
for it. Nothing found, as where nobody looks, is `undecided`. */
static void counted(compliant_state *r, int found, compliant_how how)
{
    const int complete = how == COMPLIANT_ALL;
    compliant_sums *s = &r->sums;
    s->alone += complete && found == 1;
    s->several += found > 1;
    s->undecided += found < 2 && !(complete && found == 1);
    if (found < 2 || s->first >= 0)
        return;
    s->first = r->n;
    s->first_found = found;
    s->first_how = how;
}

/* At least |lam - x|, N numbers each; 0 when they are the same. Squares of less
   than 2^-500 may be lost, and qvi_above stands for them. */
static double distance_above(int N, const double *lam, const mpq_t *x)
{
    double sum = 0;
    bool same = true;
    mpq_t t;
    mpq_init(t);
    for (int i = 0; i < N; i++) {
        mpq_set_d(t, lam[i]);
        mpq_sub(t, t, x[i]);
        const double d = qvi_above(fabs(mpq_get_d(t)), 2);
        same = same && mpq_sgn(t) == 0;
        sum += mpq_sgn(t) == 0 ? 0 : d * d;
    }
    mpq_clear(t);
    return same ? 0 : qvi_above(sqrt(qvi_above(sum, N)), 2);
}

/** All solutions of a planar step; when there is one, the distance of the computed
force from it is known as well, without any $\sigma$: it is a difference of fractions. With
large friction this is the only bound there is. */
static perp_status by_modes(compliant_state *r, const qvi_exact_problem *p)
{
    qvi_modes m = {.points = 0};
    perp_status s = qvi_modes_find(&r->scratch, p, &m);
    if (s.code == PERP_OK)
        counted(r, m.points,
                m.continua == 0 ? COMPLIANT_ALL : COMPLIANT_CONTINUUM);
    if (s.code == PERP_OK && m.points == 1 && m.continua == 0 &&
        !compliant_rational(r)) {
        double d = distance_above(theta_rows(&r->near.d), r->answer.lam,
                                  (const mpq_t *)m.point);
        r->answer.bound = fmin(r->answer.bound, d);
        r->answer.exists = fmin(r->answer.exists, d);
    }
    qvi_modes_free(&m);
    return s;
}

/** In fractions the conditions are asked of $A$ in doubles, scaled by a power of two and
at most $2^{-51}|A|$ away from what is meant. They hold for polygons with corners
on the circle, too: what the proof uses of the disc is that its support function is
not negative and has the constant one, and the polygon's, being in the disc and
around zero, is so. For it is only that $-gr(w)$ is the least of $w\cdot x$ over the set with
the radius $g$, and $|r(w) - r(w')| \le |w - w'|$, that the contraction asks for; $r$ is the
support function, $|w|$ for the disc.

For the four corners on the axes $r(w) = \max(|w_t|, |w_o|)$: for $w = (3, 4)$ it is 4
where the disc has 5, and it changes by no more than $w$ does. Without the corners around
zero $r$ could be negative: with the two corners $(1, 0)$, $(0, 1)$ and $w = (1, 1)$ every
admissible force would work along the slip, $r = -1$. The truncation of $A$ to doubles
costs each entry less than $2^{-52}$ of itself, so $2^{-51}|A|$ in the norm of Frobenius
covers it. */
static perp_status by_condition(compliant_state *r, const qvi_exact_problem *p,
                                int *unique)
{
    const int N = r->rows;
    const size_t NN = (size_t)(N * N);
    double *A = arena_take(&r->scratch, NN + 1, sizeof *A), most = 0, sum = 0;
    qvi_meant meant = {.off = 0};
    qvi_constants c;
    int e = 0;
    if (A == NULL)
        return PERP_NO_MEMORY(NN * sizeof *A);
    for (size_t i = 0; i < NN; i++) {
        A[i] = rational_truncated(p->A[i]);
        most = fmax(most, fabs(A[i]));
    }
    *unique = 0;
    if (!(most > 0x1p-500 && most < 0x1p500))
        return PERP_SUCCESS;
    frexp(most, &e);
    for (size_t i = 0; i < NN; i++) {
        A[i] = ldexp(A[i], -e);
        sum += A[i] * A[i];
    }
    meant.off = 0x1p-51 * sqrt(qvi_above(sum, N * N)) + 0x1p-500;
    const qvi_problem q = {r->d.p, r->d.slips, A, A, r->mu, &meant};
    PERP_TRY(qvi_constants_find(&r->scratch, &q, &c));
    *unique = c.contracts == QVI_HOLDS || c.blocks;
    return PERP_SUCCESS;
}

/* A and b of the step in fractions; also after an error for reduced_clear. */
static perp_status reduced(compliant_state *r, const theta_exact *x,
                           qvi_exact_problem *q)
{
    const size_t R = (size_t)theta_exact_rows(x);
    mpq_t *A = rational_array(&r->scratch, R * (R + 1));
    *q = (qvi_exact_problem){.contacts = x->p,
                             .slips = r->d.slips,
                             .A = (const mpq_t *)A,
                             .mu = (const mpq_t *)x->mu};
    if (A == NULL)
        return PERP_NO_MEMORY(R * R * sizeof *A);
    q->b = (const mpq_t *)(A + R * R);
    return theta_exact_reduce(x, &r->scratch, A, A + R * R);
}

static void reduced_clear(qvi_exact_problem *q)
{
    const size_t R = (size_t)(q->contacts * (1 + q->slips));
    rational_clear((mpq_t *)q->A, R * (R + 1));
}

/** The step in fractions, reduced to $\lambda$: $A$ and $b$ of `theta_exact_reduce`,
without rounding. In doubles a condition has been asked before (`answer.unique`) and
failed, and is not asked again. */
static perp_status of_exact(compliant_state *r, const theta_exact *x)
{
    qvi_exact_problem q;
    int unique = 0;
    perp_status s = reduced(r, x, &q);
    if (s.code == PERP_OK && compliant_rational(r))
        s = by_condition(r, &q, &unique);
    r->sums.unique += unique;
    if (s.code == PERP_OK && !unique && compliant_planar(r))
        s = by_modes(r, &q);
    else if (s.code == PERP_OK && !unique)
        counted(r, 0, COMPLIANT_FOUND);
    reduced_clear(&q);
    return s;
}

perp_status compliant_condition(compliant_state *r, int *unique)
{
    qvi_exact_problem q;
    *unique = 0;
    perp_status s = reduced(r, &r->exact, &q);
    if (s.code == PERP_OK)
        s = by_condition(r, &q, unique);
    reduced_clear(&q);
    return s;
}

/** The doubles of the step, of its contacts in hand, taken as fractions. $\lambda$ was found for the rounded $A$
and $b$, the solutions here are those of $M$, $\mathbf K$, $\mathbf C$, $\mathbf\Gamma$
and the tangent themselves; two directions are asked for because a planar disc has two. */
static perp_status of_doubles(compliant_state *r)
{
    theta_exact x = {0};
    perp_status s = theta_exact_new(&r->scratch, &r->near.d, 2, &x);
    if (s.code == PERP_OK) {
        theta_exact_copy(&r->near.d, &x);
        mpq_set_d(x.h, r->h);
        mpq_set_d(x.theta, r->theta);
        s = of_exact(r, &x);
    }
    theta_exact_clear(&x);
    return s;
}

/* At most |x - y|. */
static double apart(int N, const double *x, const double *y)
{
    double sum = 0;
    for (int i = 0; i < N; i++)
        sum += (x[i] - y[i]) * (x[i] - y[i]);
    return qvi_below(sqrt(qvi_below(sum, N + 4)), 2);
}

/** Two solutions are different when each is proven to lie in a ball of its own. Each of
those found gets a ball (`qvi_exists`), and is counted when it meets none of the balls
before it.

The step of `nonunique_step.lua` with a second slip that nothing couples is one in space:
open, $\lambda = (0, 0, 0)$, sticking, $(3, -2, 0)$, and slipping, $(1, -1, 0)$, are
found by the search, each with a ball of $10^{-15}$ N or less, and no two are nearer than
one newton. So it has three solutions at least, and that is proven; that it has no fourth
is not, since no enumeration ends on a disc. The search itself is no part of the proof:
it may have missed some, and what it found wrongly gets no ball. Without a second ball
the count is the search's. */
static perp_status proven_apart(compliant_state *r, const qvi_problem *p,
                                const qvi_search *x, int *count)
{
    const int N = qvi_rows(p);
    double within[OTHERS_MOST];
    *count = 0;
    for (int i = 0; i < x->found; i++) {
        const double *here = x->lam + i * N;
        PERP_TRY(qvi_exists(&r->scratch, p, here, &within[i]));
        bool alone = isfinite(within[i]);
        for (int j = 0; j < i && alone; j++)
            alone = isinf(within[j]) || apart(N, here, x->lam + j * N) >
                                            within[i] + within[j];
        if (!alone)
            within[i] = INFINITY;
        *count += alone;
    }
    return PERP_SUCCESS;
}

/** What the search can show is that there are several, and never that there is one:
with less than two found the step is `undecided`. At most eight are kept. Two that are
proven to be different count more than eight that are not. */
static perp_status by_search(compliant_state *r)
{
    const theta_data *d = &r->near.d;
    qvi_problem p = {d->p, d->slips, r->posed.A, r->posed.b, d->mu, NULL};
    qvi_search x;
    theta_slip meant;
    int proven = 0;
    PERP_TRY(qvi_search_all(&r->scratch, &p, OTHERS_STARTS, OTHERS_MOST, &x));
    if (x.found > 1) {
        PERP_TRY(theta_slip_of(d, &r->posed, &r->scratch, &meant));
        p.meant = &meant.meant;
        PERP_TRY(proven_apart(r, &p, &x, &proven));
    }
    counted(r, proven > 1 ? proven : x.found,
            proven > 1 ? COMPLIANT_SOME : COMPLIANT_FOUND);
    return PERP_SUCCESS;
}

/** **What a row says.** A step whose solutions are counted to be one is `COMPLIANT_ONLY`. Of the others
`qvi_exists` may have proven one near the computed forces; in a step with several that is
the one that was taken. With `several` proven by modes and a box around the force both are
known: `nonunique_step.lua` has three solutions, and its row a 1. An exact mode has no
distance to prove: what it found satisfies (16) with equality.

| | 2 | 1 | 0 |
|---|---|---|---|
| doubles | `unique`, `alone` | `several`, `undecided` with a distance | the others |
| fractions | `unique`, `alone` | `several`, `undecided` | never | */
perp_status compliant_count(compliant_state *r)
{
    arena_mark here = arena_here(&r->scratch);
    perp_status s = PERP_SUCCESS;
    const long only = r->sums.unique + r->sums.alone;
    if (r->e->forks == NULL && compliant_rational(r))
        s = of_exact(r, &r->exact);
    else if (r->e->forks == NULL && r->answer.unique)
        r->sums.unique++;
    else if (r->e->forks == NULL)
        s = compliant_planar(r) ? of_doubles(r) : by_search(r);
    const int exact = r->e->mode != EXPERIMENT_DOUBLE;
    r->proof = r->sums.unique + r->sums.alone > only ? COMPLIANT_ONLY
               : exact || isfinite(r->answer.exists) ? COMPLIANT_EXISTS
                                                     : COMPLIANT_NOTHING;
    arena_release(&r->scratch, here);
    return s;
}

/** `first` is a step's number from 0; what is printed counts from 1, and the time is
that at which the step begins.

How many solutions the steps have. Every step with contacts is counted once:
`unique`, by a condition that holds for every $b$; `alone`, all solutions were
found, one; `several`, more than one was found; `undecided`. The first of `several` has a
name. */
void compliant_counts(const compliant_state *r, summary *sum)
{
    const compliant_sums *x = &r->sums;
    const int some = x->first >= 0;
    summary_own(sum, "unique", (double)x->unique);
    summary_own(sum, "alone", (double)x->alone);
    summary_own(sum, "several", (double)x->several);
    summary_own(sum, "undecided", (double)x->undecided);
    summary_own(sum, "several_step",
                  compliant_known(some, (double)x->first + 1));
    summary_own(sum, "several_t",
                  compliant_known(some, (double)x->first * r->h));
    summary_own(sum, "several_solutions",
                  compliant_known(some && x->first_how == COMPLIANT_ALL,
                                  (double)x->first_found));
}

#define ONE_OF_THEM                                                            \
    "in 'several' steps (see --json) more than one solution was found, and "   \
    "one of them was taken"
#define ANOTHER                                                                \
    "of 'undecided' steps (see --json) it is not known whether there is "      \
    "another solution"
#define IN_FRACTIONS                                                           \
    "proven: (16) and the energy identity, with the polygon (in the plane "    \
    "the interval) for the disc"
#define ON_DOUBLES                                                             \
    "proven: (16) and the energy identity on the doubles of each step, with "  \
    "the tangent of the force where the step ends and the polygon (in the "    \
    "plane the interval) for the disc"

/** What is proven of the steps, and of their solutions. Exact arithmetic proves that what
it found is a solution, not that it is the only one. */
const char *compliant_claim(const compliant_state *r)
{
    static const char *const exact[2][3] = {
        {IN_FRACTIONS, IN_FRACTIONS "; " ONE_OF_THEM,
         IN_FRACTIONS "; " ANOTHER},
        {ON_DOUBLES, ON_DOUBLES "; " ONE_OF_THEM, ON_DOUBLES "; " ANOTHER}};
    const compliant_sums *x = &r->sums;
    const int which = x->several > 0 ? 1 : x->undecided > 0 ? 2 : 0;
    if (r->e->mode != EXPERIMENT_DOUBLE)
        return exact[r->e->mode == EXPERIMENT_EXACT_CHECK][which];
    if (r->d.p == 0)
        return NULL;
    if (x->several > 0)
        return ONE_OF_THEM;
    if (x->unproven > 0 && x->exists == x->unproven)
        return "each step has a solution, proven for the doubles of its M, K, "
               "C, Gamma and f; in 'exists' steps (see --json) it is within "
               "'exists_within' N of the computed forces, and " ANOTHER;
    return x->unproven == 0
               ? "each step has one solution, proven for the doubles of its "
                 "M, K, C, Gamma and f; 'bound' in --json says how far from "
                 "it the computed forces can be, in N"
               : "in 'unproven' steps (see --json) no distance to the only "
                 "solution is proven, for the doubles of their M, K, C, Gamma "
                 "and f, and in all but 'exists' of them none to any; " ANOTHER;
}

/** The first step in which there was a choice, by number and time: the note of a run on
standard error. For `nonunique_step.lua` it is "step 1 (t = 0 s) has 3 solutions, and one
of them was taken; 1 of 1 steps have several". */
perp_status compliant_choice(const compliant_state *r, summary *sum)
{
    const compliant_sums *x = &r->sums;
    const size_t room = 256;
    const int rounded = x->first_how == COMPLIANT_FOUND;
    char number[16];
    if (x->first < 0)
        return PERP_SUCCESS;
    if ((sum->note = memory_new(room, 1)) == NULL)
        return PERP_NO_MEMORY(room);
    snprintf(number, sizeof number, "%d", x->first_found);
    snprintf(sum->note, room,
             "step %ld (t = %.6g s) has %s%s solutions%s, and one of them was "
             "taken; %ld of %ld steps have several",
             x->first + 1, (double)x->first * r->h,
             x->first_how == COMPLIANT_SOME ? "at least " : "",
             x->first_how == COMPLIANT_CONTINUUM ? "a continuum of" : number,
             rounded ? ", found with rounded numbers" : "", x->several,
             sum->steps);
    return PERP_SUCCESS;
}
