/**
# Sums that know no order

That a table has the same bytes for any number of threads rests on rows that come in
their order. Sums need not wait for that: whole numbers add up to the same in any
order, and so do a least and a largest double, which have no rounding. What a mode has
is a count as well; the order in which modes came to be known decides only which ones
are told apart when there are more than [room for them](reach_modes.h), and blocks are
put together in their order.

**Two samples of the block**, which take 2 and 3 problems, the first of which ends with both corners at rest: $\sum x = 5$, $\sum
x^2 = 13$, one end, and `low` and `high` are $0$. The second has used all its steps, so its speeds, one of which
is an approach, widen nothing.

**Why not in the thread that asked?** It was so, a row a sample: a tenth of all the work, done by one
thread. While it did that the others sampled on, until all pieces were full; so nothing was lost as long as it was less
than one thread's share, and with many threads it would have been the bar for all of them. A block's sums take
it a hundred additions, whatever its 8192 samples took.

**When are sums not enough?** When rows are written, or drawn; there each is looked at anyway. And in one case
that hardly anybody will see: a block whose samples ended in more than 1024 modes has lost sight of some, and one
of those may be a mode that the table knows from a block before. Then the rows say it, [as they would
have](reach_table.c#reach_table_sums).
*/
#include "hp23/samples/reach_sums.h"

#include <math.h>

/** Where no sample has ended, low is $+\infty$ and high $-\infty$, and neither widens a
table that gets them. */
static void clear(reach_sums *k)
{
    k->samples = k->ends = k->lcps = k->squares = 0;
    for (int i = 0; i < k->each; i++) {
        k->low[i] = HUGE_VAL;
        k->high[i] = -HUGE_VAL;
    }
    reach_modes_clear(&k->modes);
}

perp_status reach_sums_new(arena *a, int each, int most, reach_sums *out)
{
    *out = (reach_sums){.each = each};
    out->low = arena_take(a, 2 * (size_t)each, sizeof *out->low);
    out->ended = arena_take(a, (size_t)most, sizeof *out->ended);
    if (out->low == NULL || out->ended == NULL)
        return PERP_NO_MEMORY((size_t)most * sizeof *out->ended);
    out->high = out->low + each;
    PERP_TRY(reach_modes_new(a, &out->modes));
    clear(out);
    return PERP_SUCCESS;
}

/** Numbers of problems, and where those are that ended. The place is written down in any case, and
written over by the next one if the sample has not ended: of the discs one in six has not, and a branch would be
guessed wrong as often. */
static void add_up(const halm_posa_samples *s, int count, reach_sums *io)
{
    uint64_t lcps = 0, squares = 0;
    int ends = 0;
    for (int i = 0; i < count; i++) {
        const uint64_t x = (uint64_t)s->lcps[i];
        lcps += x;
        squares += x * x;
        io->ended[ends] = i;
        ends += s->ended[i] != 0;
    }
    io->samples = (uint64_t)count;
    io->ends = (uint64_t)ends;
    io->lcps = lcps;
    io->squares = squares;
}

/** A speed at a time, of all that ended: its least and its largest are in registers then,
and nothing is asked of a sample but the two comparisons. */
static void widen(const double *u, int i, reach_sums *io)
{
    const int each = io->each, *ended = io->ended;
    double low = io->low[i], high = io->high[i];
    for (uint64_t k = 0; k < io->ends; k++) {
        const double x = u[(size_t)ended[k] * (size_t)each + (size_t)i];
        low = x < low ? x : low;
        high = x > high ? x : high;
    }
    io->low[i] = low;
    io->high[i] = high;
}

void reach_sums_of(const halm_posa_samples *s, int count, const uint64_t *mode,
                   reach_sums *out)
{
    clear(out);
    add_up(s, count, out);
    for (int i = 0; i < out->each; i++)
        widen(s->u, i, out);
    for (uint64_t k = 0; k < out->ends && mode != NULL; k++)
        reach_modes_add(&out->modes, mode[out->ended[k]], k);
}
