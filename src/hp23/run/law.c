/**
# A law as a value

Four laws of HP23, one question: from the data of a collision to one velocity with the
impulses that make it. Each of the first three sections below turns one law's own
result, a list of outcomes or the ends of a sample, into a list with impulses; the
last takes one of the list, and [law_check.c](law_check.c) asks once more whether it
may be one.

**Always in fractions**, in a run in doubles too. A collision is rare beside the steps
of a run, so the cost hardly counts, and an outcome that is decided by a comparison
with zero does not depend on the last digit of a solver. The doubles of the state are
taken for the numbers they are, and the exact outcome is rounded once.

**The number of a collision** is the sample, and the step in the keys of what is
drawn. It counts within the run, so the first collision takes sample 0 whatever
the scene is, the second sample 1. Two runs of one seed that differ in the last
digit of their data draw the same numbers in each of their collisions, as long
as they have the same collisions.

**What a law gives** is a list even where it has one entry, so that all four are
judged and copied by the same code, and so that a run which branches asks for
the list by the same functions. Impulses are summed over all steps or single
impacts, per contact: the run's table has one impulse a contact and collision,
as with the scheme's own two phases.

**Limits.** A run's limits on digits and seconds hold for the whole collision, not for
each of its problems: a sequence or a sample has many, and what one of them leaves is
the next one's. `law_search` starts that clock.
*/
#include "hp23/run/law.h"

#include "number/rational.h"

const char *const law_name[LAWS] = {"simultaneous", "sequential", "routh",
                                    "halm_posa"};

outcomes law_list(const collision_state *x)
{
    return (outcomes){.nv = x->exact->nv,
                      .impulses = x->exact->p + x->exact->r};
}

outcomes_search law_search(const collision_state *x)
{
    const ladder_limits *l = &x->limits;
    return (outcomes_search){
        .limits.limit = {l->bits,
                         l->seconds > 0 ? limit_now() + l->seconds : 0}};
}

/** ## The set-valued law

A sample is the one that `perp reach` takes, with the same seed, at the state
before the collision, as the sample of this number: in fractions, each step's
problem solved exactly and proven, rounded once at the end. */
perp_status law_sample(const impact_law *l, arena *a, const collision_state *x,
                       const halm_posa *g, uint64_t sample, halm_posa_path *out)
{
    halm_posa_proof p = {.d = x->exact,
                         .g = g,
                         .o = &l->o,
                         .select =
                             l->random ? HALM_POSA_RANDOM : HALM_POSA_FIRST,
                         .impulses = 1,
                         .search = law_search(x)};
    return halm_posa_prove(a, &p, sample, out);
}

/** A run cannot go on from a velocity that collides: a sample that is not over behind
$N + 1$ steps is an error of the run, with the keys that help. A larger $h$ is the
better help, since short steps average the bounds out. */
static perp_status ended(const impact_law *l, halm_posa_path *path,
                         outcomes *out, long *problems)
{
    *out = path->ended;
    *problems += path->lcps;
    if (out->count > 0)
        return PERP_SUCCESS;
    return PERP_FAIL(PERP_LIMIT,
                     "the impact is not over behind %ld steps of at most "
                     "%g N s; give impact.N or impact.h more, or a tolerance",
                     l->o.N + 1, l->o.h);
}

static perp_status sampled(const impact_law *l, arena *a,
                           const collision_state *x, outcomes *out,
                           long *problems)
{
    halm_posa g;
    halm_posa_path path;
    PERP_TRY(halm_posa_new(a, x->data, &g));
    PERP_TRY(law_sample(l, a, x, &g, (uint64_t)x->number, &path));
    return ended(l, &path, out, problems);
}

/** ## Contact by contact

A scene names contacts of its system; at a collision some of them are active, in the
order of the data. Those that are named have their turns first, in the order named,
and the others follow: with the order C, A and the active contacts A, B, C it is C, A,
B, and with A and B alone A, B. */
void law_turns(const impact_law *l, const collision_state *x, int *order)
{
    const int p = x->exact->p;
    int n = 0;
    for (int k = 0; k < l->orders; k++)
        for (int j = 0; j < p; j++)
            if (x->id[j] == l->order[k])
                order[n++] = j;
    for (int j = 0; j < p; j++) {
        int k = 0;
        while (k < n && order[k] != j)
            k++;
        if (k == n)
            order[n++] = j;
    }
}

/** Every order is as likely as every other: of the contacts that are left one is
drawn for the last turn, and so on. Each draw has a step of its own in the
generator, which is keyed by seed, collision and step, so that nothing depends on
what was drawn for the collision before. Three contacts A, B, C: the first draw of
0, 1, 2 takes who is last and puts C into its place; the second of 0, 1 decides
between the two that are left. $3 \cdot 2$ equally likely ways lead to the six
orders, each by one. */
static void shuffle(const impact_law *l, const collision_state *x, int *order)
{
    draw_place at = {l->o.seed, (uint64_t)x->number, 0};
    for (int left = x->exact->p; left > 1; left--, at.step++) {
        int k = draw_choice(&at, left), last = order[left - 1];
        order[left - 1] = order[k];
        order[k] = last;
    }
}

perp_status law_in_turn(const impact_law *l, arena *a, const collision_state *x,
                        const int *order, outcomes_search *all, outcomes *out)
{
    mpq_t tolerance;
    mpq_init(tolerance);
    mpq_set_d(tolerance, l->o.tolerance);
    sequence s = {.order = order,
                  .orders = x->exact->p,
                  .law = l->kind == LAW_ROUTH ? SINGLE_ROUTH : SINGLE_ALGEBRAIC,
                  .impacts = l->impacts,
                  .tolerance = tolerance,
                  .all = all};
    perp_status st = algebraic_sequential(a, x->exact, &s, out);
    mpq_clear(tolerance);
    return st;
}

/** One order, and of each single impact one solution, so the list has one entry. An order that is
drawn is drawn before the law is asked: two runs with one seed have the same order at their k-th
collision, whatever the velocities are, as long as the same contacts collide. */
static perp_status in_turn(const impact_law *l, arena *a,
                           const collision_state *x, outcomes *out)
{
    int *order = arena_take(a, (size_t)x->exact->p + 1, sizeof *order);
    if (order == NULL)
        return PERP_NO_MEMORY(x->exact->p);
    law_turns(l, x, order);
    if (l->random)
        shuffle(l, x, order);
    outcomes_search search = law_search(x);
    search.one = 1;
    return law_in_turn(l, a, x, order, &search, out);
}

/** ## All at once

(31) with all contacts of the collision in one problem, so that there is no order to choose;
what it leaves open is which of its solutions. `all` says whether the list has to be complete or one
entry will do. The tolerance is a double of the scene and is taken for the fraction that it is,
as the state is: what counts as an approach is then decided by a comparison of fractions. */
perp_status law_at_once(const impact_law *l, arena *a, const collision_state *x,
                        outcomes_search *all, outcomes *out)
{
    mpq_t tolerance;
    mpq_init(tolerance);
    mpq_set_d(tolerance, l->o.tolerance);
    perp_status s = algebraic_simultaneous(a, x->exact, tolerance, all, out);
    mpq_clear(tolerance);
    return s;
}

/** One of several outcomes is drawn from the complete list; without that it is
the one that Lemke's method finds. */
static perp_status at_once(const impact_law *l, arena *a,
                           const collision_state *x, outcomes *out)
{
    outcomes_search search = law_search(x);
    search.one = !l->random;
    perp_status s = law_at_once(l, a, x, &search, out);
    if (!x->rational)
        outcomes_merge(x->exact, out);
    return s;
}

/** ## One outcome

A list is drawn from by one law only. Contact by contact it is the order that is drawn, and in the
set-valued law the bounds of every step, both before there is a list; what these two hand over is
decided, and its first entry is taken. All at once each entry of the complete list is as likely as
every other, however much of the set of solutions lies behind it: that chance is a choice of the
run and no statement of the paper or of mechanics. */
static const outcome *chosen(const impact_law *l, const collision_state *x,
                             const outcomes *all)
{
    const draw_place at = {l->o.seed, (uint64_t)x->number, 0};
    const outcome *o = all->first;
    int k = l->kind == LAW_SIMULTANEOUS && l->random
                ? draw_choice(&at, all->count)
                : 0;
    while (k-- > 0)
        o = o->next;
    return o;
}

perp_status law_collide(void *law, arena *a, const collision_state *x,
                        collision_outcome *out)
{
    const impact_law *l = law;
    outcomes all = law_list(x);
    perp_status s;
    out->problems = 0;
    if (l->kind == LAW_HALM_POSA)
        s = sampled(l, a, x, &all, &out->problems);
    else if (l->kind == LAW_SIMULTANEOUS)
        s = at_once(l, a, x, &all);
    else
        s = in_turn(l, a, x, &all);
    if (s.code == PERP_OK)
        s = law_take(l, a, x, chosen(l, x, &all), out);
    if (l->kind != LAW_HALM_POSA && all.first != NULL)
        out->problems = all.first->impacts;
    outcomes_clear(&all);
    return s;
}
