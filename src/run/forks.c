#include "run/forks.h"

#include "base/memory.h"

#include <assert.h>

void forks_begin(forks *w, long depth)
{
    *w = (forks){.depth = depth, .complete = 1};
}

void forks_free(forks *w)
{
    memory_free(w->fork);
    *w = (forks){.count = 0};
}

/** From behind: a run asks at its end more often than at its beginning. */
int forks_chosen(const forks *w, long at)
{
    long k = w->count - 1;
    while (k >= 0 && w->fork[k].at > at)
        k--;
    return k >= 0 && w->fork[k].at == at ? w->fork[k].chosen : -1;
}

long forks_last(const forks *w)
{
    return w->count > 0 ? w->fork[w->count - 1].at : -1;
}

int forks_closed(const forks *w)
{
    return w->depth > 0 && w->count >= w->depth;
}

perp_status forks_meet(forks *w, long at, int of)
{
    assert(at > forks_last(w) && of > 1);
    if (w->count == w->room) {
        const long room = w->room + w->room / 2 + 16;
        forks_one *grown =
            memory_resize(w->fork, (size_t)room * sizeof *w->fork);
        if (grown == NULL)
            return PERP_NO_MEMORY((size_t)room * sizeof *grown);
        w->fork = grown;
        w->room = room;
    }
    w->fork[w->count++] = (forks_one){.at = at, .of = of};
    return PERP_SUCCESS;
}

/** Where every fork of the way is at its last one there is no next run. */
int forks_next(forks *w)
{
    while (w->count > 0 &&
           w->fork[w->count - 1].chosen + 1 == w->fork[w->count - 1].of)
        w->count--;
    if (w->count == 0)
        return 0;
    w->fork[w->count - 1].chosen++;
    return 1;
}
