/**
# The tree of runs, without the tree

A run meets collisions, each has a list of extreme outcomes, and each outcome of each
list begins runs of its own. Kept is only the way that the current run took: for each
of its collisions the list and which outcome was chosen. The next run is the one that
differs as late as possible. From behind, lists that are used up are dropped, and the
last one that is not turns to its next outcome; the run is made again from the start
up to there. That is depth first, with the memory of one run.

| collision | run 1 | run 2 | run 3 | run 4 |
|---|---|---|---|---|
| 0, of 2 outcomes | first | first | second | second |
| 1, of 2 | first | second | first | second |

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

**How many.** With $f$ forks on every way and $k$ outcomes at each there are
$k^f$ runs: five outcomes at every second impact of a rocking block would be
3125 runs behind ten impacts. `depth` is the remedy, and the limit on runs that
the caller has.

Making the beginning again costs a run's time for each run, and nothing has to be
copied or put back: the state of a scheme is its own affair. It relies on a run being
the same to the last bit when it is made again.
*/
#include "hp23/run/branches.h"

#include "base/memory.h"

void branches_begin(branches *b, const impact_law *l, int samples, long depth)
{
    *b = (branches){.l = *l, .samples = samples, .depth = depth, .complete = 1};
}

/** The arena is a stack, too: a collision that is left behind gives back all that its
list took, and only its numbers have to be cleared one by one. */
static void leave_last(branches *b)
{
    fork_taken *last = &b->on_way[--b->count];
    b->forks -= last->list.count > 1;
    outcomes_clear(&last->list);
    arena_release(&b->a, last->mark);
}

void branches_free(branches *b)
{
    while (b->count > 0)
        leave_last(b);
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
    b->forks += k->list.count > 1;
    b->complete &= s.code == PERP_OK && complete;
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
    if (x->number >= b->count && b->depth > 0 && b->forks >= b->depth) {
        b->sampled++;
        return law_collide(&b->l, a, x, out);
    }
    if (x->number >= b->count)
        PERP_TRY(arrive(b, x));
    const fork_taken *k = &b->on_way[x->number];
    const outcome *o = k->list.first;
    for (int i = 0; i < k->chosen; i++)
        o = o->next;
    out->problems = o->impacts;
    return law_take(&b->l, a, x, o, out);
}

/** Where every list on the way is at its end there is no next run, and all that was
kept is gone. */
int branches_next(branches *b)
{
    while (b->count > 0) {
        fork_taken *last = &b->on_way[b->count - 1];
        if (last->chosen + 1 < last->list.count) {
            last->chosen++;
            return 1;
        }
        leave_last(b);
    }
    return 0;
}
