/**
# Exchanges for one column

The basis of a place has $k$ of the $z_i$, 8 or 9 in the mean on the discs, and $z_0$. Its
dictionary is the matrix behind $k + 1$ exchanges: $z_0$ into the row of the gap, and then one $z_i$ after
the other into the row of some $w_j$, the largest entry of those that are left. Only one column
is asked for in the end. An exchange needs the column that comes in and no other,

$$v_i \leftarrow v_i + a_i f \quad (i \ne r), \qquad v_r \leftarrow f, \qquad f = -v_r / a_r,$$

so of the $n + 1$ columns $k$ are brought up to date, and of these the one that enters next
need not be looked at any more: $\frac12 k (k + 1)$ times a column, and $k + 1$ times the one that is
asked for.

**Which entry is the largest** is known when columns are, since each is looked through while it is in
registers: rows where a $w_j$ has to go have all bits set in `rows`, the others none. What remains is to
compare $k$ numbers. The first of several that are as large is taken, by columns and then by
rows, so that the choice depends on numbers and nothing else.

**A place of two pairs**, $A = \begin{pmatrix} 2 & 1 \\ 1 & 2 \end{pmatrix}$, gap 2, $z_1$ basic, $w_2$ enters; what
`e` has there is the column of $w_2$ behind the first exchange, ones. The column of $z_1$ is $(2, 1)$
and behind $z_0$'s exchange $(2 - 1, -1) = (1, -1)$. Its entry in row 1 is the pivot, 1, so that $f = -1$, and
`e` becomes $(-1, 1 + 1) = (-1, 2)$: with $w_2$ by one, $z_1$ falls by one, and $z_0$ grows by two, as $w_1 = 2 z_1 + z_0 = 0$ and $w_2 =
z_1 + z_0 = 1$ say.

**Why not the tableau?** It is asked for where rows [tie](roads.c), since there the order of exchanges in
epsilon counts, and all columns are needed. For one column it does too much: it notes
each exchange for later, brings a column up to date from wherever it stands, and finds the
ratios of the column that Lemke's method would ask for next.
A place of the discs took it 1.8 times as many instructions. That the bits are
the same is no accident: a column has the same terms in the same order, and no sum ends as a
negative zero.

**Why it matters.** 100 000 samples of the discs as written come to 33 000 places, each of which
is computed once; of the time of a reach as short as that, places were a fourth. A table with all
$25 \cdot 2^{25}$ of them would be no help, nor would be the dictionary of the place before:
the next one has its gap elsewhere, so already the first exchange is another, and a column that
depended on the way would have other bits on another way.

**What can go wrong** is said by the number 0. An entry may be too small for a pivot, with the tableau's
own bar; and a column may overflow. Samples that would go to such a place are solved alone, as those
are whose answer fails its test.
*/
#include "hp23/samples/place.h"

#include "hp23/samples/roads.h"

#include <math.h>
#include <string.h>

/* What is known on the way. */
typedef struct {
    _Alignas(64) double ones[ROADS_ROWS];  /* the column of z0, zeros behind */
    _Alignas(64) int64_t rows[ROADS_ROWS]; /* all bits where a w has to go */
    double top[ROADS_ROWS]; /* of a column: the largest size in those rows */
    int of[ROADS_ROWS];     /* z_i has come into that row */
} place_state;

/* The row of the next exchange, and its column; negative: all are too small. */
static inline int place_largest(const place_ask *x, const place_state *s,
                                uint32_t in, int *col)
{
    double most = x->least;
    int at = -1, row = 0;
    for (uint32_t i = in; i != 0; i &= i - 1) {
        const int c = __builtin_ctz(i);
        at = s->top[c] > most ? c : at;
        most = s->top[c] > most ? s->top[c] : most;
    }
    if (at < 0)
        return -1;
    const double *a = x->work + at * x->length;
    while (s->rows[row] == 0 || fabs(a[row]) != most)
        row++;
    *col = at;
    return row;
}

#define VECTOR 2
#define ISA
#define NAME(x) x##_baseline
#if defined(__x86_64__)
#define LARGER(x, y) (REAL) __builtin_ia32_maxpd(x, y)
#define SMALLER(x, y) (REAL) __builtin_ia32_minpd(x, y)
#endif
#include "hp23/samples/place_kernel.h"

#if defined(__x86_64__)
#define LARGER(x, y) (REAL) __builtin_ia32_maxpd256(x, y)
#define SMALLER(x, y) (REAL) __builtin_ia32_minpd256(x, y)
#define VECTOR 4
#define ISA __attribute__((target("avx2")))
#define NAME(x) x##_avx2
#include "hp23/samples/place_kernel.h"
#endif

/** Behind the last exchange $z_i$ stands in the row that it has come into, $z_0$ in the gap's, and $w_i$ in
its first one. Numbers that are none come from a sum that overflowed; nobody goes to such a place. */
int place_column(const place_ask *x, f64_width width, double *out)
{
    place_state s = {.top = {0}};
    for (int i = 0; i < x->n; i++) {
        s.ones[i] = 1;
        s.rows[i] = -(int64_t)(x->basis >> i & 1);
    }
    int fine = 1;
#if defined(__x86_64__)
    fine = width == F64_BASELINE ? column_baseline(x, &s) : column_avx2(x, &s);
#else
    (void)width;
    fine = column_baseline(x, &s);
#endif
    const double *e = x->work + x->n * x->length;
    for (int i = 0; i < x->n && fine; i++) {
        out[i] = e[x->basis >> i & 1 ? s.of[i] : i];
        fine = isfinite(out[i]);
    }
    return fine;
}
