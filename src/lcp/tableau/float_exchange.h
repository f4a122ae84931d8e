/** # Exchanges that wait

What a column needs to catch up with an exchange: the row, the pivot, and what the
column that entered held. All of it is kept as it was, because the column itself has
been replaced. With $n$ rows an exchange takes $n$ numbers; 256 of them are little
beside a dictionary of more rows than that, and more than a path of a hundred pairs has. When the
list is full all columns catch up, which costs what it would have cost at once: a
path that goes in circles is no dearer than it was, and columns that nobody asks
for are brought once in so many exchanges.

*By hand.* In the block's first dictionary $w_3$ leaves for $z_0$: the pivot is 1, kept is $(1, 1,
\cdot, 1)$ with row 3 as the row. The column of $z_1$, $(1, 0, 0, \frac12)$, has a zero there and
stays what it is; that of $z_4$, $(0, 1, 1, 0)$, becomes $(-1, 0, -1, -1)$, once it is asked
for. */

/* Without #pragma once: included behind the type `number` of an arithmetic that
   rounds, and before its `floating`. */

/* An exchange that not all columns have seen. What its column held in the rows
   that take part is kept beside it; the pivot's row does not. */
typedef struct {
    number minus; /* -1/p, p the pivot */
    int row;
    int from, to; /* rows outside [from, to) take no part */
} exchange;

typedef struct {
    exchange *list;
    int *since;  /* how many each column has seen, right-hand side last */
    int waiting; /* how many there are */
    int room;
} exchanges;

enum { EXCHANGES = 256 };

static perp_status exchanges_new(arena *a, int rows, exchanges *out)
{
    const int room = 2 * rows + 8 < EXCHANGES ? 2 * rows + 8 : EXCHANGES;
    *out = (exchanges){.room = room};
    out->list = arena_take_any(a, (size_t)room, sizeof *out->list);
    out->since = arena_take(a, (size_t)rows + 2, sizeof *out->since);
    if (out->list == NULL || out->since == NULL)
        return PERP_NO_MEMORY((size_t)room * sizeof *out->list);
    return PERP_SUCCESS;
}
