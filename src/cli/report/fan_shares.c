/**
# The shares of branches that meet

A run's own share is the product of the shares at its forks. What joins it brings its share along. With two points in
edges of their own, as in `fan_meet.c`, three runs are made: way 1.1 with $\frac14$, way 1.2 with $\frac14$ into the first, and way
2 with $\frac12$ into the first at its beginning, before its second fork. Of that $\frac12$ one half goes on in run 1, and one
half in run 2, which brings $\frac14 + \frac14$ to run 1: $\frac14 + \frac14 + \frac12 = 1$.
*/
#include "cli/report/fan_shares.h"

#include "base/memory.h"
#include "cli/report/fan_meet.h"

/** Behind a meeting are all runs that went through this state: those with the same outcomes at the
forks before it as the run that was met. */
int fan_shares_feeds(const fan_table *f, long r, long k)
{
    const fan_run_taken *one = &f->run[k];
    const fan_meeting *m = &f->run[r].joins;
    if (m->into < 0 || k >= r || m->rest)
        return k == m->into;
    const fan_run_taken *to = &f->run[m->into];
    const long before = fan_meet_before(to, m->t);
    if (fan_meet_before(one, m->t) != before)
        return 0;
    for (long i = 0; i < before; i++)
        if (one->at[i] != to->at[i] || one->outcome[i] != to->outcome[i])
            return 0;
    return 1;
}

/** **Shares flow forward.** What comes to a meeting divides among the runs behind it as the first way
did: times the shares of the forks between meeting and end. A run joins one that was made before it, so from the last
run to the first every share is whole when it is passed on, and a run that was joined passes on what it got. Of
the runs that end themselves the totals add up to 1, with what was left out. */
static void flow(fan_table *f)
{
    for (long r = f->runs - 1; r > 0; r--) {
        const fan_run_taken *from = &f->run[r];
        for (long k = 0; k < r && from->joins.into >= 0; k++) {
            fan_run_taken *to = &f->run[k];
            double part = from->total;
            if (!fan_shares_feeds(f, r, k))
                continue;
            long i = fan_meet_before(to, from->joins.t);
            for (; i < to->forks; i++)
                part *= to->factor[i];
            to->total += part;
        }
    }
}

/* Of the runs that end themselves the one with the largest share that is not
   kept yet, of several the first; -1: none. */
static long largest(const fan_table *f, const char *kept)
{
    long best = -1;
    for (long k = 0; k < f->runs; k++)
        if (!kept[k] && f->run[k].joins.into < 0 &&
            (best < 0 || f->run[k].total > f->run[best].total))
            best = k;
    return best;
}

/** A run that joins others stays where one stays that it feeds, and is said to join the first of
them: up to the meeting their rows are the same ones. */
static void keep_joining(fan_table *f, char *kept)
{
    for (long r = 1; r < f->runs; r++) {
        fan_meeting *m = &f->run[r].joins;
        long k = 0;
        if (m->into < 0 || kept[m->into]) {
            kept[r] |= (char)(m->into >= 0);
            continue;
        }
        while (k < r && !(kept[k] && fan_shares_feeds(f, r, k)))
            k++;
        kept[r] = k < r;
        m->into = k < r ? k : m->into;
    }
}

perp_status fan_shares_conclude(fan_table *f)
{
    long ends = f->runs - f->merged;
    if (f->near < 0 || f->law == NULL)
        return PERP_SUCCESS;
    flow(f);
    if (f->keep == 0 || ends <= f->keep)
        return PERP_SUCCESS;
    char *kept = memory_new((size_t)f->runs, 1);
    if (kept == NULL)
        return PERP_NO_MEMORY(f->runs);
    for (long n = 0; n < f->keep; n++)
        kept[largest(f, kept)] = 1;
    keep_joining(f, kept);
    for (long k = 0; k < f->runs; k++)
        f->left += kept[k] || f->run[k].joins.into >= 0 ? 0 : f->run[k].total;
    fan_table_thin(f, kept);
    f->complete = 0;
    f->merged = 0;
    for (long k = 0; k < f->runs; k++)
        f->merged += f->run[k].joins.into >= 0;
    memory_free(kept);
    return PERP_SUCCESS;
}
