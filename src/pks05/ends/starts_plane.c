#include "pks05/ends/starts_plane.h"

#include "number/linear/jordan.h"
#include "number/rational.h"

#include <string.h>

enum { MOST = 64 }; /* velocities */

/** ## The line, or the plane

The rows of the start alone, $[M_\nu \mid b]$, are reduced; with rank $n_v - 1$ one column
has no pivot, and its velocity is $s$: $v_f = s$, and a row with the pivot $i$ has $v_i =
b_i - m_{if}s$. One row speaks of the end. With rank $n_v - 2$ two columns have none, their
velocities are $s$ and $t$, and two rows speak of the end.

So (13) is used in two parts: most of its rows before the run and one or two behind it. A row
that mixes both, $\kappa x(T) + v(0)$, is one of the end, and its share of the start is
affine in $s$ like all else. Two rows with an end in them leave two velocities free
even if one combination of them would speak of the start alone: what a scene writes is
taken as it is written, and the answer is the same, at the price of a plane.

For a block on a floor, `v.y` $= 0$ and `q.x` prescribed, the one row is $[0\ 1 \mid 0]$: the
pivot is in the second column, $f$ the first, $a = (0, 0)$ and $d = (1, 0)$. With `v.x` $+ 2$
`v.y` $= 3$ in its place, $[1\ 2 \mid 3]$, the pivot is in the first, $s = $ `v.y`, $a = (3, 0)$, $d
= (-2, 1)$. Rows that say the same twice have a rank below their number and are refused, those that
contradict each other as well: neither leaves as many velocities as the end has rows. */
static int speaks_of_end(const experiment *e, int row, int size)
{
    int j = 0;
    while (j < size && mpq_sgn(e->ends.final[row * size + j]) == 0)
        j++;
    return j < size;
}

/** With full rank as many columns have no pivot as rows speak of the end; `free` is set by
the first of them, rising, and all others are counted. For $n_v = 1$ there are no rows, $a = 0$
and $d = 1$. 0: there are more, the rows depend on each other. The rank is that of the scene's
numbers: where [the search](ends.c#invert) has $10^{-12}$ for its doubles, here nothing has to be
judged. */
static int read_plane(starts *x, int rows, mpq_t *E, mpq_t *b)
{
    const int n = x->nv;
    int at[MOST], free = 0;
    const int rank = jordan_reduce(rows, n, 1, E, b, at);
    for (int j = 0, k = 0; j < n; j++)
        if (k < rank && at[k] == j)
            k++;
        else if (free++ < x->unknowns)
            x->free[free - 1] = j;
    for (int i = 0; i < rank && free == x->unknowns; i++)
        mpq_set(x->plane[at[i]], b[i]);
    for (int k = 0; k < x->unknowns && free == x->unknowns; k++) {
        mpq_set_ui(x->plane[(k + 1) * n + x->free[k]], 1, 1);
        for (int i = 0; i < rank; i++)
            mpq_neg(x->plane[(k + 1) * n + at[i]], E[i * n + x->free[k]]);
    }
    return free == x->unknowns;
}

/* The rows of the start alone, M in E and b; which are of the end. */
static int collect(const experiment *e, starts *x, mpq_t *E, mpq_t *b,
                   int *last)
{
    const int n = x->nv,
              size = n + e->sys->nq + e->sys->contacts + e->sys->total_slips;
    int rows = 0;
    for (int i = 0; i < n; i++) {
        if (speaks_of_end(e, i, size)) {
            if (x->unknowns < 2)
                last[x->unknowns] = i;
            x->unknowns++;
            continue;
        }
        for (int j = 0; j < n; j++)
            mpq_set(E[rows * n + j], e->ends.start[i * n + j]);
        mpq_set(b[rows++], e->ends.value[i]);
    }
    return rows;
}

perp_status starts_plane_find(const experiment *e, starts *x, int *last)
{
    const char *way = e->ends.method != NULL ? e->ends.method : "all";
    const int n = x->nv, one = strcmp(way, "grid") == 0;
    int fine = 0;
    x->plane = rational_array(&x->a, 3 * (size_t)n);
    const size_t count = (size_t)(n * (n + 1));
    mpq_t *E = rational_array(&x->a, count);
    if (x->plane == NULL || E == NULL)
        return PERP_NO_MEMORY(count * sizeof *E);
    const int rows = collect(e, x, E, E + n * n, last);
    const int unknowns = x->unknowns;
    if (unknowns >= 1 && unknowns <= (one ? 1 : 2) && n <= MOST)
        fine = read_plane(x, rows, E, E + n * n);
    rational_clear(E, count);
    return fine ? PERP_SUCCESS
                : PERP_FAIL(PERP_INPUT,
                            "ends: method = \"%s\" is for %s: all rows but %s "
                            "fix velocities of the start, and independently, "
                            "and here %d speak%s of the end; take another "
                            "method",
                            way, one ? "one unknown" : "one or two unknowns",
                            one ? "one" : "one or two", unknowns,
                            unknowns == 1 ? "s" : "");
}
