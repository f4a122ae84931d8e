/**
# A sample, proven

HP23 5.2 proves of the step (75): it has a solution (Theorem 6, E.1), no solution
gains energy (Theorem 7, E.2), and some contact spends its bound or all have ended
(Lemma 13, E.3). All three are asked of each step here, in fractions, although they
are theorems: they are theorems about the problem, and what is tested is that what was
posed, solved and read is that problem.

**What the three say together.** $z^\top (W_q z + w_q) = 0$ of a solution is (142) to
(145),

$$0 = \|v'\|_M^2 - v^\top M v' + \lambda_n^\top \mu \gamma + \beta^\top \lambda_{n,max},$$

and as the last two terms are not negative, $\|v'\|_M^2 \le v^\top M v' \le \|v\|_M
\|v'\|_M$: the energy does not grow.
Lemma 13 is what makes the loop end: if nobody reaches the bound, all
$\beta$ are zero and (74) is the normal row of (31), so nothing approaches any more;
else at least $\min_i \lambda_{n,max,i}$ was spent, and [net_force.c](net_force.c)
counts how often that is possible.

**Doubles propose, fractions decide.** A step costs little when somebody knows the
basis. The same step is solved in doubles first, from the exact speeds rounded, and
its basis is handed to [the ladder](../../../doc/62-ladder.md), which solves one
linear system exactly and looks at signs. If the basis is wrong, exact Lemke takes
over; the answer is the same.

**A step of the block**, bounds $(\frac12, \frac1{10})$ from $(0, -1, 0)$: $v'
= (\frac{12}{85}, -\frac25, -\frac{12}{85})$, both bounds are spent, $\beta =
(\frac{28}{85}, \frac8{17})$. $\|v'\|_M^2 = \frac{16}{85}$; $v^\top M v' =
\frac25$; the sticking contacts have $\gamma = 0$; $\beta^\top \lambda_{n,max}
= \frac{14}{85} + \frac4{85} = \frac{18}{85}$; and $\frac{16}{85} -
\frac{34}{85} + \frac{18}{85} = 0$, as (142) says. The step loses
$\frac{69}{85}$ of $\|v\|_M^2 = 1$.

**Digits.** A velocity behind $k$ exact steps has about $k$ times the digits of one,
and Lemke's method takes its time with them. `truncated` cuts them: each step begins
with doubles, and is proven for these. It is another sample then, apart from the first
by less than a unit in the last place a step; a law that jumps may make more of that,
and the chapter says where.

**Selection** (Assumption 6). The paper lets "select" be any choice, and assumes that
it does not matter. For the gait, RAMone and the discs it does (D13), so it is a
parameter: Lemke's, a random one, or all. The last two need the list of all $v'$ of a
step, whose proof is a tree and not a basis.
*/
#include "hp23/impact/halm_posa_exact.h"

#include "hp23/impact/held.h"
#include "hp23/impact/ranked.h"
#include "number/rational.h"
#include "lcp/solve/ladder.h"

#include <string.h>

/** **Theorem 7**: no step gains kinetic energy. It is tested as an inequality between
rationals, without a tolerance: a step that keeps its energy to the last digit, as one
without an impulse does, passes.

Implements HP23 (76). */
static perp_status check_energy(const step_exact *d, const mpq_t *v)
{
    mpq_t gain;
    mpq_init(gain);
    impact_gain(d, (const mpq_t *)d->v, v, gain);
    perp_status s = PERP_SUCCESS;
    if (mpq_sgn(gain) > 0)
        s = PERP_FAIL(PERP_REFUTED,
                      "a step of the impact gains %g J, against Theorem 7",
                      mpq_get_d(gain) / 2);
    mpq_clear(gain);
    return s;
}

/** **Lemma 13**: some contact has got all it may get, or none approaches. A step for
which neither is true could be repeated for ever. "All it may get" is an equation
between fractions; in doubles it would need a tolerance, and a step that spends
nothing could hide in it. z: v' first, then as impact_places_of has it. */
static perp_status check_advance(const step_exact *d, const mpq_t *most,
                                 const mpq_t *z)
{
    impact_places at = impact_places_of(d, 1);
    mpq_t zero;
    mpq_init(zero);
    int full = impact_colliding(d, z, zero) < 0;
    for (int j = 0; j < d->p; j++)
        full |= mpq_equal(z[at.cn + j], most[j]) != 0;
    mpq_clear(zero);
    if (!full)
        return PERP_FAIL(PERP_REFUTED, "a step of the impact neither ends it "
                                       "nor spends a bound, against Lemma 13");
    return PERP_SUCCESS;
}

/** **Theorem 6** is why a ray is our mistake: $W_q$ is copositive, (137) to (139),
and $z^\top w_q = \beta^\top \lambda_{n,max} \ge 0$ for the $z$ of $\mathrm{LCP}(W_q,
0)$, (141), so Proposition 2 holds. */
static perp_status solve_step(arena *a, const lcp_exact_problem *p,
                              const halm_posa_question *k,
                              lcp_exact_answer *x)
{
    const ladder_question q = {.p = p,
                               .basis = k->basis,
                               .limits = k->limits,
                               .cold = k->basis == NULL};
    int fallback;
    PERP_TRY(ladder_prove(&q, a, x, &fallback));
    if (x->outcome != LCP_SOLVED)
        return PERP_FAIL(PERP_BUG, "a step of the impact has no solution, "
                                   "against Theorem 6");
    return PERP_SUCCESS;
}

perp_status halm_posa_step(arena *a, const halm_posa_question *q,
                           outcomes *next)
{
    const step_exact *d = q->d;
    const mpq_t *most = q->most;
    const size_t n = (size_t)(d->p + d->r) + 1;
    lcp_exact_problem p;
    lcp_exact_answer x;
    mpq_t *L = rational_array(a, n);
    if (L == NULL)
        return PERP_NO_MEMORY(n * sizeof *L);
    perp_status s = impact_pose_step(a, d, most, &p);
    if (s.code == PERP_OK) {
        s = lcp_exact_answer_new(a, p.free, p.n, &x);
        if (s.code == PERP_OK) {
            s = solve_step(a, &p, q, &x);
            if (s.code == PERP_OK)
                s = check_energy(d, (const mpq_t *)x.z);
            if (s.code == PERP_OK)
                s = check_advance(d, most, (const mpq_t *)x.z);
            if (s.code == PERP_OK) {
                impact_impulses(d, 1, (const mpq_t *)x.z, L);
                s = outcomes_put(a, next, (const mpq_t *)x.z, (const mpq_t *)L,
                                 0);
            }
            lcp_exact_answer_clear(p.free, p.n, &x);
        }
        lcp_exact_problem_clear(&p);
    }
    rational_clear(L, n);
    return s;
}

/* One walk: scratch for a step in doubles, and where results go. */
typedef struct {
    halm_posa_proof *p;
    uint64_t sample;
    arena *a;
    mpq_srcptr tolerance;
    double *b; /* n */
    lcp_answer x;
    halm_posa_path *out;
} walk;

/* A basis for the step, from the problem in doubles. Speeds are rounded from
   exact ones, so they may be those of no velocity where contacts are redundant:
   then the basis may be wrong, which costs time. */
static perp_status propose(walk *w, const step_exact *d, const double *most)
{
    const halm_posa *g = w->p->g;
    const int p = g->p;
    mpq_t speed;
    int climbed;
    lcp_problem q = {0, g->n, g->W, w->b};
    mpq_init(speed);
    memcpy(w->b, most, (size_t)p * sizeof *most);
    for (int j = 0; j < p; j++) {
        impact_normal(d, j, (const mpq_t *)d->v, speed);
        w->b[p + j] = mpq_get_d(speed);
        w->b[2 * p + 2 * g->r + j] = 0;
    }
    for (int k = 0; k < g->r; k++) {
        impact_slip(d, k, (const mpq_t *)d->v, speed);
        w->b[2 * p + 2 * k] = mpq_get_d(speed);
        w->b[2 * p + 2 * k + 1] = 0.0 - w->b[2 * p + 2 * k];
    }
    mpq_clear(speed);
    return mlcp_solve(&q, &mlcp_defaults, w->a, &w->x, &climbed);
}

/** The bounds are drawn as doubles, by the generator of the samples in doubles, and
are then the fractions that these are: so sample $k$ in fractions has the bounds of
sample $k$ in doubles. With "first" one basis is proven. With the other two all $v'$
of the step are found, and the energy of each is asked; Lemma 13 is not, for a list by
modes has no $\beta$, and the lemma holds of each of its solutions for the same
reason. */

perp_status halm_posa_list(arena *a, const step_exact *d, const mpq_t *most,
                           outcomes_search *search, outcomes *next)
{
    perp_status s = limit_time(&search->limits.limit);
    if (s.code == PERP_OK)
        s = outcomes_of_step(a, d, most, search, next);
    outcomes_merge(d, next);
    if (s.code == PERP_OK)
        s = ranked_outcomes(a, d, next);
    for (outcome *k = next->first; s.code == PERP_OK && k; k = k->next)
        s = check_energy(d, (const mpq_t *)k->v);
    if (s.code == PERP_OK && next->count == 0)
        s = PERP_FAIL(PERP_BUG, "a step of the impact has no solution, "
                                "against Theorem 6");
    return s;
}

/* All v' of a step that are to be followed. */
static perp_status candidates(walk *w, const step_exact *d, long step,
                              outcomes *next)
{
    const int p = d->p;
    double *bound = arena_take(w->a, (size_t)p, sizeof *bound);
    const size_t numbers = (size_t)p;
    mpq_t *most = bound == NULL ? NULL : rational_array(w->a, numbers);
    if (most == NULL)
        return PERP_NO_MEMORY(numbers * sizeof *most);
    halm_posa_bounds(w->p->g, w->p->o, w->sample, step, bound);
    rational_of_doubles((size_t)p, bound, most);
    perp_status s = limit_time(&w->p->search.limits.limit);
    if (s.code == PERP_OK && w->p->select == HALM_POSA_FIRST) {
        const halm_posa_question q = {d, (const mpq_t *)most, w->x.basis,
                            outcomes_limits(&w->p->search)};
        s = propose(w, d, bound);
        if (s.code == PERP_OK)
            s = halm_posa_step(w->a, &q, next);
    } else if (s.code == PERP_OK) {
        s = halm_posa_list(w->a, d, (const mpq_t *)most, &w->p->search, next);
    }
    rational_clear(most, numbers);
    return s;
}

/** Where a step has several solutions Algorithm 1 says "select". The first is
Lemke's and always the same branch; on RAMone that hides most of the set. At
random is fair to the velocities, not to the bases that lead to them. All is a
tree. Null: all are to be followed. */
static const outcome *selected(const walk *w, long step, const outcomes *next)
{
    const outcome *k = next->first;
    if (w->p->select != HALM_POSA_RANDOM)
        return next->count == 1 ? k : NULL;
    int chosen = held_choice(w->p->o, w->sample, step, next->count);
    while (chosen-- > 0)
        k = k->next;
    return k;
}

static void add_impulses(const outcomes *next, mpq_t *to, const mpq_t *L)
{
    for (int i = 0; i < next->impulses; i++)
        mpq_add(to[i], to[i], L[i]);
}

static perp_status advance(walk *w, outcome *from, long step);

/** Every solution of a step begins a walk of its own, with the impulses so far added
to what the step took. Only here a walk recurses. */
static perp_status branch(walk *w, const outcome *from, long step,
                          const outcomes *next)
{
    for (outcome *k = next->first; k != NULL; k = k->next) {
        add_impulses(next, k->L, (const mpq_t *)from->L);
        PERP_TRY(advance(w, k, step + 1));
    }
    return PERP_SUCCESS;
}

/** Toward zero, component by component. A speed of a contact that was exactly zero
may be some $10^{-17}$ behind it; the sample is another one from here on, and every
step is proven for what it begins with. */
static void truncate_all(int n, mpq_t *v)
{
    for (int i = 0; i < n; i++)
        mpq_set_d(v[i], rational_truncated(v[i]));
}

/** The loop of Algorithm 1 runs while $v \in \mathcal C$ and $i \le N$: an end is
asked for first, so a sample that ends with its last step has ended, and steps are
counted from 0 (D4). The sample is over: at its end, or behind its last step. */
static int is_over(walk *w, const outcome *at, long step, perp_status *s)
{
    *s = PERP_SUCCESS;
    if (impact_colliding(w->p->d, (const mpq_t *)at->v, w->tolerance) < 0)
        *s = outcomes_put(w->a, &w->out->ended, (const mpq_t *)at->v,
                          (const mpq_t *)at->L, (int)step);
    else if (step > w->p->o->N)
        w->out->unfinished++;
    else
        return 0;
    return 1;
}

/** Whether the sample is at its end is asked of the exact velocity. Only one that
goes on is truncated, if that is wanted: then each step is proven for the doubles
it begins with, and between two steps a component moves by less than a unit in
its last place. As long as there is one way, `at` goes it: a sample may have more
steps than the stack has room for, and nothing of a step stays. */
static perp_status advance(walk *w, outcome *at, long step)
{
    step_exact d = *w->p->d;
    perp_status s;
    d.v = at->v;
    for (; !is_over(w, at, step, &s); step++) {
        const arena_mark mark = arena_here(w->a);
        outcomes next = {.nv = d.nv, .impulses = w->out->ended.impulses};
        if (w->p->truncated && step > 0)
            truncate_all(d.nv, at->v);
        w->out->lcps++;
        s = candidates(w, &d, step, &next);
        w->out->several += next.count > 1 || next.spread;
        w->out->ended.spread |= next.spread;
        const outcome *way =
            s.code == PERP_OK ? selected(w, step, &next) : NULL;
        if (s.code == PERP_OK && way == NULL)
            s = branch(w, at, step, &next);
        for (int i = 0; i < d.nv && way != NULL; i++)
            mpq_set(at->v[i], way->v[i]);
        if (way != NULL)
            add_impulses(&next, at->L, (const mpq_t *)way->L);
        outcomes_clear(&next);
        if (way == NULL)
            return s;
        arena_release(w->a, mark);
    }
    return s;
}

/** Implements HP23 (Alg1), (72a), (80). */
perp_status halm_posa_prove(arena *a, halm_posa_proof *p, uint64_t sample,
                            halm_posa_path *out)
{
    mpq_t tolerance;
    walk w = {.p = p, .sample = sample, .a = a, .out = out};
    *out = (halm_posa_path){.ended.nv = p->d->nv};
    out->ended.impulses = p->impulses ? p->d->p + p->d->r : 0;
    w.b = arena_take(a, (size_t)p->g->n, sizeof *w.b);
    if (w.b == NULL)
        return PERP_NO_MEMORY((size_t)p->g->n * sizeof *w.b);
    PERP_TRY(lcp_answer_new(a, 0, p->g->n, &w.x));
    const size_t nv = (size_t)p->d->nv, all = nv + (size_t)out->ended.impulses;
    mpq_t *v = rational_array(a, all + 1);
    if (v == NULL)
        return PERP_NO_MEMORY(all * sizeof *v);
    outcome at = {.v = v, .L = v + nv};
    for (size_t i = 0; i < nv; i++)
        mpq_set(v[i], p->d->v[i]);
    mpq_init(tolerance);
    mpq_set_d(tolerance, p->o->tolerance);
    w.tolerance = tolerance;
    perp_status s = advance(&w, &at, 0);
    mpq_clear(tolerance);
    rational_clear(v, all + 1);
    return s;
}
