#include "hp23/run/branches.h"

#include "base/memory.h"

void branches_begin(branches *b, const impact_law *l, int samples, long depth)
{
    *b = (branches){.l = *l, .samples = samples, .depth = depth, .complete = 1};
}

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
