/**
# At once, or in turn

Section 2.2.2 of HP23 has two ways to make an equation of an impact with several
contacts. **At once**: law (31), one problem for all, posed in [impact.c](impact.c);
what is here is whether it is asked at all, (71), and whether one solution is wanted
or the list. **In turn**: the three steps that the paper lists, pick a contact,
resolve its impact alone, go on while something collides. The paper leaves open which
contact is picked, what "resolve" means, and whether the loop ends. Here the picking
is an order that is gone through again and again, the single law is (31) or Routh's
(36), and a limit and a tolerance end what does not end by itself.

**In fractions, by hand.** The block of the [wing's page](../README.md), $v = (0, -1,
0)$, A first. Alone, A sticks: its own two rows of $G$ give

$$\begin{pmatrix} \frac85 & -\frac65 \\ -\frac65 & \frac{17}5 \end{pmatrix}
\begin{pmatrix} \Lambda_n \\ \Lambda_t \end{pmatrix} = \begin{pmatrix} 1 \\ 0 \end{pmatrix},
\qquad \Lambda = (\tfrac{17}{20}, \tfrac3{10}),$$

inside the cone, since $\frac6{17} < 1$. The block then turns about A with the rate
$-\frac3{10}$ and comes down at B with $\frac3{10}$ m/s. B's turn: $\Lambda =
(\frac{51}{200}, -\frac9{100})$, the same ratio, and $v^+ = (\frac{21}{100},
\frac{21}{200}, -\frac{21}{100})$: B rests, A has been lifted and parts at
$\frac{21}{100}$. Two impacts, and nothing approaches. Law (31) for both at once has
rest for its only outcome, so the two laws disagree about who touches the ground; B
before A is the mirror image. `perp impact rocking_block.lua --set v0=1 --rational`
prints these.

**A turn that is none.** A contact that does not approach is passed over, at no cost.
The authors' code resolves a null impact there and counts it (D7); so its numbers of
impacts are larger, its velocities are not.

**No end.** On the stack of discs, with its five contacts, every impact makes another
contact approach, more slowly than before, and no speed of approach is ever zero. In
fractions that can be seen: numbers grow longer with each impact until `impacts` cuts
the sequence. A tolerance ends it earlier; then what is left of the approach is part
of the outcome, and the list does not count as complete.

The smallest case: a point in a corner of two smooth walls at $60°$, $M = I$, with
$G = \begin{pmatrix} 1 & -\frac12 \\ -\frac12 & 1 \end{pmatrix}$, normal speeds
$(-1, 0)$. The first wall stops its approach with 1 N s and makes the second one's
$-\frac12$; that takes $\frac12$ N s and makes $-\frac14$ at the first, and so on:
approaches halve, impulses add up to $1 + \frac14 + \dots = \frac43$ and $\frac12 +
\frac18 + \dots = \frac23$. Law (31) has these two numbers at once, from $G \Lambda
= (1, 0)$. Here the sequence has a limit and (31) knows it. With friction the ends
of different orders differ, and (31) may have another one, as on the block. */
#include "hp23/impact/algebraic.h"

#include "hp23/impact/impact_record.h"
#include "hp23/impact/restitution.h"
#include "hp23/impact/routh.h"
#include "number/rational.h"

/** Where nothing approaches the law is not asked: $v^+ = v$. It might well have other
solutions there, impacts without collision, which (31) may be asked for through
`outcomes_of_law`. The paper's (71) is an assignment that a program makes when
something collides, and a program that made it always would make contacts jam that
merely touch.

One solution is taken from the basis that exact Lemke ends with, of which the
problem's data decide and nothing else; which of several that is has no meaning. All
solutions cost a tree instead of a path: 481 nodes for the five contacts of the discs
as written.

Implements HP23 (71). */
perp_status algebraic_simultaneous(arena *a, const step_exact *d,
                                   mpq_srcptr tolerance, outcomes_search *all,
                                   outcomes *out)
{
    const mpq_t *v = (const mpq_t *)d->v;
    if (impact_colliding(d, v, tolerance) < 0)
        return outcomes_add(a, out, v, 0);
    return restitution_law(a, d, &(rebound){0}, 1, all, out);
}

/* One contact's impact, with the data `one`; each outcome carries `impacts`. */
static perp_status resolve(arena *a, const step_exact *one, const sequence *s,
                           int impacts, outcomes *out)
{
    const int back = s->e != NULL && mpq_sgn(s->e) > 0;
    if (s->law == SINGLE_ROUTH)
        return back ? restitution_routh(a, one, s->e, impacts, out)
                    : routh_outcome(a, one, impacts, out);
    if (back)
        return restitution_newton(a, one, s->e, impacts, s->all, out);
    return restitution_law(a, one, &(rebound){0}, impacts, s->all, out);
}

/* The place in the order of the first contact from `turn` on that approaches,
   going round once; -1: none. */
static int next_turn(const step_exact *d, const sequence *s, const mpq_t *v,
                     int turn)
{
    mpq_t speed;
    int found = -1;
    mpq_init(speed);
    for (int k = 0; k < s->orders && found < 0; k++) {
        int at = (turn + k) % s->orders;
        impact_normal(d, s->order[at], v, speed);
        mpq_add(speed, speed, s->tolerance);
        if (mpq_sgn(speed) < 0)
            found = at;
    }
    mpq_clear(speed);
    return found;
}

/** A contact may have several turns. What a run or a reader sees is the sum of its
impulses, which is that of (30) for the whole impact. Their works are added up beside
them: half the sum of the speeds before and behind a single impact times its impulse,
as if this impulse grew along a straight line. For (31) that is one way to fill in a
law without a path; that all works together are the energy gained holds for any,
$\frac12 (v^+ + v^-)^\top M (v^+ - v^-)$. */

/** By hand: 1 kg comes down with 2 m/s on a floor and sticks, $\Lambda = 2$ N s. The work is
$\frac12(-2 + 0) \cdot 2 = -2$ J, all of its energy. Of a sequence each single impact has its own two ends:
a contact with two turns has two works, and half the sum of its first and last speed times
all its impulses would be another number, since in between others have moved it. The gait's third outcome
loses 47.4 mJ, 7.3 mJ of it by friction: B slides with 0.128 m/s behind an impulse of $-0.1134$ N s along
the slip, and $\frac12(0 + 0.1285) \cdot 0.1134 = 0.0073$. */
void algebraic_work(const step_exact *d, int k, const mpq_t *v,
                    const mpq_t *next, mpq_srcptr L, mpq_ptr out)
{
    mpq_t x;
    mpq_init(x);
    const mpq_t *g = k < d->p ? (const mpq_t *)d->n + k * d->nv
                              : (const mpq_t *)d->d + (k - d->p) * d->nv;
    impact_dot(d->nv, g, v, x);
    impact_dot(d->nv, g, next, out);
    mpq_add(out, out, x);
    mpq_mul(out, out, L);
    mpq_div_2exp(out, out, 1);
    mpq_clear(x);
}

/* The impulses of an impact of contact j, besides those so far. */
static void add_single(const step_exact *d, int j, const mpq_t *one,
                       mpq_t *total)
{
    const int first = d->slip_at[j], slips = d->slip_at[j + 1] - first;
    mpq_add(total[j], total[j], one[0]);
    for (int k = 0; k < slips; k++)
        mpq_add(total[d->p + first + k], total[d->p + first + k], one[1 + k]);
}

static void add_work(const step_exact *d, int k, const outcome *next,
                     mpq_srcptr L, outcome *at)
{
    mpq_t work;
    mpq_init(work);
    algebraic_work(d, k, (const mpq_t *)at->v, (const mpq_t *)next->v, L, work);
    mpq_add(at->L[d->p + d->r + k], at->L[d->p + d->r + k], work);
    mpq_clear(work);
}

/* `at` goes on to `next`, behind an impact of contact j. */
static void go_on(const step_exact *d, int j, const outcome *next, outcome *at)
{
    add_work(d, j, next, next->L[0], at);
    for (int k = d->slip_at[j]; k < d->slip_at[j + 1]; k++)
        add_work(d, d->p + k, next, next->L[1 + k - d->slip_at[j]], at);
    at->impacts = next->impacts;
    for (int i = 0; i < d->nv; i++)
        mpq_set(at->v[i], next->v[i]);
    add_single(d, j, (const mpq_t *)next->L, at->L);
}

/* Room for a sequence that is at `from`: count numbers from out->v on. */
static perp_status place_new(arena *a, const step_exact *d, const outcome *from,
                             outcome *out, size_t *count)
{
    const size_t nv = (size_t)d->nv, L = (size_t)(2 * (d->p + d->r));
    *count = nv + L;
    mpq_t *v = rational_array(a, *count);
    if (v == NULL)
        return PERP_NO_MEMORY(*count * sizeof *v);
    *out = (outcome){.impacts = from->impacts, .v = v, .L = v + nv};
    for (size_t i = 0; i < nv; i++)
        mpq_set(v[i], from->v[i]);
    for (size_t k = 0; k < L && from->L != NULL; k++)
        mpq_set(out->L[k], from->L[k]);
    return PERP_SUCCESS;
}

static perp_status follow(arena *a, const step_exact *d, const sequence *s,
                          outcome *at, int turn, outcomes *out);

/* Each v that the impact at this place of the order may leave behind. */
static perp_status branch(arena *a, const step_exact *d, const sequence *s,
                          const outcome *from, int turn, const outcomes *next,
                          outcomes *out)
{
    perp_status st = PERP_SUCCESS;
    for (outcome *k = next->first; st.code == PERP_OK && k; k = k->next) {
        outcome at;
        size_t count;
        PERP_TRY(place_new(a, d, from, &at, &count));
        go_on(d, s->order[turn], k, &at);
        st = follow(a, d, s, &at, turn + 1, out);
        rational_clear(at.v, count);
    }
    return st;
}

/* The end of a sequence: nothing approaches. */
static perp_status end(arena *a, const step_exact *d, const sequence *s,
                       const outcome *at, outcomes *out)
{
    const mpq_t *v = (const mpq_t *)at->v;
    if (impact_colliding(d, v, s->tolerance) < 0)
        return outcomes_put(a, out, v, (const mpq_t *)at->L, at->impacts);
    return PERP_FAIL(PERP_INPUT, "a contact that the order leaves out is "
                                 "still colliding; name all contacts");
}

/** 100 single impacts unless somebody asks for more or less; the authors' code
stops behind 10 (D7). Time is looked at as well, for numbers grow. */
static perp_status within_limits(const sequence *s, int impacts)
{
    const int most = s->impacts > 0 ? s->impacts : 100;
    if (impacts >= most)
        return PERP_FAIL(PERP_LIMIT,
                         "still colliding after %d single impacts; give a "
                         "tolerance, or a later limit",
                         most);
    return s->all != NULL ? limit_time(&s->all->limits.limit) : PERP_SUCCESS;
}

/* The place of a sequence that has not ended, for who asks for it. */
static perp_status leave(const step_exact *d, const sequence *s,
                         const outcome *at, int place, perp_status over)
{
    for (int i = 0; i < d->nv && s->left != NULL; i++)
        mpq_set(s->left->v[i], at->v[i]);
    if (s->left != NULL)
        s->left->moves = place;
    return over;
}

/** **A tree that is mostly a path.** In the plane one contact alone has one $v^+$ by
either law: Routh's path goes one way, and of the modes of (31), with $b$ the slip
backward and $a$ the approach, "sticks" and "slips backward" meet at $b\,(G_{nn} + \mu
G_{nt}) = a\,(G_{nt} + \mu G_{tt})$ and nowhere overlap while $\det G > 0$. With
several slips nothing of the sort is promised, and a single impact may fork. As long
as it does not, `at` goes there and nothing is called: a sequence may have more
impacts than the stack has room for, and the arena gives back behind each of them what
it took. Only a fork recurses, with a copy of the place, velocity and impulses, for
each of its ways. The turn goes on behind the contact that was resolved, not at the
beginning of the order: A, B, C, A, B, C is the cycle, with those left out that do not
approach. */
static perp_status follow(arena *a, const step_exact *d, const sequence *s,
                          outcome *at, int turn, outcomes *out)
{
    step_exact now = *d;
    int slip_at[2], place;
    now.v = at->v;
    while ((place = next_turn(d, s, (const mpq_t *)at->v, turn)) >= 0) {
        perp_status over = within_limits(s, at->impacts);
        if (over.code != PERP_OK)
            return leave(d, s, at, place, over);
        const arena_mark mark = arena_here(a);
        const int j = s->order[place];
        step_exact one = impact_single(&now, j, slip_at);
        outcomes next = {.nv = d->nv, .impulses = 1 + one.r};
        if (s->all != NULL && s->all->record != NULL)
            s->all->record->contact = j;
        perp_status st = resolve(a, &one, s, at->impacts + 1, &next);
        out->spread |= next.spread;
        const int single = st.code == PERP_OK && next.count == 1;
        if (single)
            go_on(d, j, next.first, at);
        else if (st.code == PERP_OK)
            st = branch(a, d, s, at, place, &next, out);
        outcomes_clear(&next);
        if (!single)
            return st;
        arena_release(a, mark);
        turn = place + 1;
    }
    return end(a, d, s, at, out);
}

/** **Sequential impacts.** The contacts have their turns in the given order, and then
again from its beginning. A contact that does not approach is passed over and its turn
is no impact; one that does is brought to rest by law (31), or Routh's path, for this
contact alone. The sequence ends when no contact approaches: exactly, or faster than
the tolerance. It need not end. Each impact takes kinetic energy, and two contacts
that feed each other may halve their speed of approach for ever; then the tolerance
decides, or the limit. */
perp_status algebraic_sequential(arena *a, const step_exact *d,
                                 const sequence *s, outcomes *out)
{
    const outcome start = {.v = d->v};
    outcome at;
    size_t count;
    PERP_TRY(place_new(a, d, &start, &at, &count));
    perp_status st = follow(a, d, s, &at, 0, out);
    rational_clear(at.v, count);
    return st;
}
