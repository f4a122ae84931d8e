/**
# The tree of runs, without the tree

A run meets collisions, each has a list of extreme outcomes, and each outcome of each
list begins runs of its own. `run/forks.h` goes through them; here the lists are kept of
the collisions on the way, so that an outcome is looked up and not found again.

**A fan.** `dropped_block` by the set-valued law: its first collision has both
corners in it and five extreme outcomes, rest among them. Behind rest no
collision comes; behind the four others the block rocks from one corner to the
other, with 4 to 10 collisions until 0.3 s, each of a single contact with a
single outcome. So there are five runs and one fork, and the list `on_way` of
the second run has ten entries, nine of which have one outcome. When that run is
over these nine are dropped, and the first turns to its third.

**The order of what is dropped** makes the list a stack: an entry's arena mark
was taken behind all entries before it. A run that fails ends the whole; its way
is left for whoever wants to say in which branch it failed.

**How many.** Five outcomes at every second impact of a rocking block would be 3125 runs
behind ten impacts. `depth` is the remedy, and the limit on runs that the caller has.

**A place** of a fork is the number of the collision in its run, so what `forks_chosen` says is which
outcome of that collision's list the run takes. A collision with one outcome has a list and no
fork: `forks_chosen` says $-1$, and the first outcome is taken, which is the only one. When the last fork
turns, the lists of all collisions behind it belong to a run that nobody makes again; those up to it,
its own among them, stay.

Making the beginning again costs a run's time for each run, and nothing has to be
copied or put back: the state of a scheme is its own affair.
*/
#include "hp23/run/branches.h"

#include "base/memory.h"

void branches_begin(branches *b, const impact_law *l, int samples, long depth)
{
    *b = (branches){.l = *l, .samples = samples, .bar = -1};
    forks_begin(&b->w, depth);
}

/** The arena is a stack, too: a collision that is left behind gives back all that its
list took, and only its numbers have to be cleared one by one. */
static void leave_last(branches *b)
{
    fork_taken *last = &b->on_way[--b->count];
    outcomes_clear(&last->list);
    arena_release(&b->a, last->mark);
}

void branches_free(branches *b)
{
    while (b->count > 0)
        leave_last(b);
    forks_free(&b->w);
    memory_free(b->on_way);
    arena_free(&b->a);
    *b = (branches){.count = 0};
}

/** The list of collisions is the one array of a run that grows; it is on the heap,
since the arena is given back collision by collision. */
static perp_status make_room(branches *b)
{
    long room = b->room + b->room / 2 + 16;
    if (b->count < b->room)
        return PERP_SUCCESS;
    fork_taken *grown =
        memory_resize(b->on_way, (size_t)room * sizeof *b->on_way);
    if (grown == NULL)
        return PERP_NO_MEMORY((size_t)room * sizeof *grown);
    b->on_way = grown;
    b->room = room;
    return PERP_SUCCESS;
}

/** **What is told of a fork** is kept beside its list, made once: contact speeds as doubles, since
they are what a reader compares with a figure, and the kinetic energy lost, in J. `impact_gain` is
$|v^+|_M^2 - |v^-|_M^2$, twice the energy and of the other sign, hence $-\frac12$. Of the block in
`dropped_block`, which comes down on both corners with 0.0989 J, rest loses all of it, and the outcome
that lifts A with 0.0904 m/s loses 0.0921 J and rocks on with 6.8 mJ. Outcomes of one fork differ
in this number, and the fork is as large as its largest: a list says nothing of which is taken.

A row of `u` is an outcome, in the order of the list: first the p normal speeds, then the r
slips. Of a collision in the plane with two contacts and five outcomes these are 20 doubles. The
contacts are named by their numbers in the system, since which of them collide is different from
fork to fork: of the block A and B at first, and behind it one corner at a time. */
/* The speeds and the losses of all outcomes, for who tells of the fork. */
static perp_status describe(branches *b, const collision_state *x,
                            fork_taken *k)
{
    const step_exact *d = x->exact;
    const size_t each = (size_t)(d->p + d->r), n = (size_t)k->list.count;
    mpq_t gain;
    int i = 0;
    k->t = x->t;
    k->p = d->p;
    k->r = d->r;
    k->id = arena_take(&b->a, (size_t)d->p + 1, sizeof *k->id);
    k->u = arena_take(&b->a, each * n + 1, sizeof *k->u);
    k->lost = arena_take(&b->a, n + 1, sizeof *k->lost);
    if (k->id == NULL || k->u == NULL || k->lost == NULL)
        return PERP_NO_MEMORY(each * n);
    for (int j = 0; j < d->p; j++)
        k->id[j] = x->id[j];
    mpq_init(gain);
    for (const outcome *o = k->list.first; o != NULL; o = o->next, i++) {
        impact_speeds(d, (const mpq_t *)o->v, k->u + (size_t)i * each);
        impact_gain(d, (const mpq_t *)d->v, (const mpq_t *)o->v, gain);
        k->lost[i] = mpq_get_d(gain) / -2;
    }
    mpq_clear(gain);
    return PERP_SUCCESS;
}

/** **Small collisions.** A block that comes to rest has collisions of microjoules, each with
several outcomes, and of nobody's interest. So a list all of whose outcomes lose less than
`least` is no fork: the run takes the one with the largest share. Its other outcomes are
left out, so `complete` is 0.

The whole list is asked and not the outcome that is taken: one that loses much makes the
collision a fork, however little the likeliest loses. A list of one is no fork anyhow,
and is not counted in `quiet`, since nothing is left out there. Of several outcomes with the same
share the first of the list is taken: contact by contact both orders of the block have $\frac12$, and
with 0.1 J for the least it is A before B. By the set-valued law the same block with 0.1 J is one
run, and rest, which 441 of 1024 samples are nearest to. With `least` 0, as without the
option, every list of two or more is a fork. */
static int is_quiet(branches *b, fork_taken *k)
{
    double most = 0, share = -1;
    int i = 0;
    for (const outcome *o = k->list.first; o != NULL; o = o->next, i++) {
        most = k->lost[i] > most ? k->lost[i] : most;
        if (o->share > share) {
            share = o->share;
            k->taken = i;
        }
    }
    if (most >= b->least || k->list.count < 2) {
        k->taken = 0;
        return 0;
    }
    b->quiet++;
    b->w.complete = 0;
    return 1;
}

/** Behind a run its forks are those of `w`, and each knows the number of its collision, so it
is looked up on the way and not searched. Collisions between two forks are on the way and have
one outcome, or are quiet; nobody is told of them. */
const fork_taken *branches_fork(const branches *b, long k, int *place)
{
    *place = b->w.fork[k].chosen;
    return &b->on_way[b->w.fork[k].at];
}

/** Collisions are numbered within a run, from 0. Those before the count are on the
way; the one that is the count is new. It is on the way before its list is made, so that
an error in the middle leaves it to `branches_free`, and its first outcome is chosen. */
/* A collision where nobody was before. */
static perp_status arrive(branches *b, const collision_state *x)
{
    int complete;
    PERP_TRY(make_room(b));
    fork_taken *k = &b->on_way[b->count++];
    *k = (fork_taken){.list = law_list(x), .mark = arena_here(&b->a)};
    perp_status s =
        extremes_find(&b->l, &b->a, x, b->samples, &k->list, &complete);
    b->w.complete &= s.code == PERP_OK && complete;
    if (s.code == PERP_OK)
        s = describe(b, x, k);
    if (s.code == PERP_OK && k->list.count > 1 && !is_quiet(b, k))
        s = forks_meet(&b->w, b->count - 1, k->list.count);
    return s;
}

/** A run is what its outcomes make of it, to the last bit; so the collision that
comes as the k-th has the list that was made when it came first. Behind the last
fork that is followed the law is asked as in any run: its number is the
collision's, whatever branch it is in. */
perp_status branches_collide(void *self, arena *a, const collision_state *x,
                             collision_outcome *out)
{
    branches *b = self;
    out->problems = 0;
    if (x->number >= b->count && forks_closed(&b->w)) {
        b->w.beyond++;
        return law_collide(&b->l, a, x, out);
    }
    if (x->number >= b->count)
        PERP_TRY(arrive(b, x));
    const fork_taken *k = &b->on_way[x->number];
    const outcome *o = k->list.first;
    const int chosen = forks_chosen(&b->w, x->number);
    for (int i = chosen < 0 ? k->taken : chosen; i > 0; i--)
        o = o->next;
    out->problems = o->impacts;
    return law_take(&b->l, a, x, o, out);
}

static double share_of(const outcome *o, int place)
{
    for (; place > 0; place--)
        o = o->next;
    return o->share;
}

/** Factors in the order of the forks, and each at most one: in doubles, too, what more forks
multiply is never larger. So a way that is no larger than a bar has no run above it, and of all
runs behind it the shares add up to its own, since those of a list add up to one. The block
contact by contact has $\frac12$ and $\frac12$ at each fork: with the bar at $\frac14$ the ways of
two forks, $\frac14$, are left, and every run behind them. */
double branches_share(const branches *b)
{
    double share = 1;
    for (long k = 0; k < b->w.count; k++)
        share *= share_of(b->on_way[b->w.fork[k].at].list.first,
                          b->w.fork[k].chosen);
    return share;
}

/** The lists behind the fork that turned are of collisions that nobody will meet again. */
int branches_next(branches *b)
{
    for (;;) {
        const int more = forks_next(&b->w);
        while (b->count > forks_last(&b->w) + 1)
            leave_last(b);
        const double share = more ? branches_share(b) : 1;
        if (!more || share > b->bar)
            return more;
        b->left += share;
        b->w.complete = 0;
    }
}
