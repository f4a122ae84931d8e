/**
# The tableau: what Lemke asks of arithmetic

Lemke's method is logic; the numbers live behind this interface. A tableau is
a *dictionary*: the basic variables are its rows, the others its columns,

$$\text{basic} = \text{rhs} + T \cdot \text{nonbasic}.$$

Variables are numbered: $w_i$ is $i$, $z_i$ is $n+i$, the covering variable
$z_0$ is $2n$, the free unknown $x_k$ is $2n+1+k$ and the residual of equation
$k$ (a variable that must stay zero) is $2n+1+f+k$. The logic keeps who is
where; a tableau answers questions about whole columns, so that a fast one can
answer without branches.

**A dictionary.** The first one is the problem itself, covered: $w = b + A z + d\,
z_0$, and in front of it the equations, whose residuals are basic. An exchange
solves one row for one of its columns and puts that into all others. Nothing is
lost: any dictionary is the same set of equations, solved for other variables.
With the nonbasic variables at zero the basic ones are the right-hand side, so a
place on Lemke's path is a dictionary, and the sliding block of the wing's
README, with $z = (c_n, \beta_+, \beta_-, \lambda)$, begins and ends so:

| | rhs | $z_1$ | $z_2$ | $z_3$ | $z_4$ | $z_0$ | | | rhs | $w_4$ | $z_2$ | $w_1$ | $z_0$ | $w_3$ |
|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|
| $w_1$ | -1 | 1 | 0 | 0 | 0 | 1 | | $z_3$ | 1/2 | -1 | -1 | 1/2 | 1/2 | 0 |
| $w_2$ | 1 | 0 | 1 | -1 | 1 | 1 | | $w_2$ | 1 | 2 | 4 | -1 | -1 | 1 |
| $w_3$ | -1 | 0 | -1 | 1 | 1 | 1 | | $z_4$ | 1/2 | 1 | 2 | -1/2 | -3/2 | 1 |
| $w_4$ | 0 | 1/2 | -1 | -1 | 0 | 1 | | $z_1$ | 1 | 0 | 0 | 1 | -1 | 0 |

With its velocity as free unknowns, $x_1 = v_x$ and $x_2 = v_y$, the block is a
mixed problem of $f = 2$, $n = 4$ with these numbers:

| 0 to 3 | 4 to 7 | 8 | 9, 10 | 11, 12 |
|---|---|---|---|---|
| $w_1$ to $w_4$ | $z_1$ to $z_4$ | $z_0$ | $x_1$, $x_2$ | $e_1$, $e_2$: residuals |

Its first dictionary has $e_1 = 1\cdot x_1 - z_2 + z_3 - 1$, $e_2 = x_2 - z_1 +
1$ and below them $w_1 = x_2 + z_0$, $w_2 = x_1 + z_4 + z_0$ and so on. Behind
two exchanges $x_1$ and $x_2$ are basic, $e_1$ and $e_2$ nonbasic at zero for
ever, and the rows of $w$ are, in the columns of $z$ and $z_0$, the dictionary
above: eliminating the free unknowns and condensing the problem beforehand is
the same.

An entry is measured in the unit of its row's variable over that of its column's.
Here $w_1$ is a speed and $w_4$ an impulse, so entries of one row have nothing to
do with each other, while those of one column, divided into the right-hand side,
are all amounts of the entering variable. This is why only columns are compared.

**Five questions.** In the order in which Lemke asks them: with which equation
does a free unknown come in; do the equations left over hold; which row is first
when $z_0$ falls; which row leaves when a column enters; and do the exchange. A
tableau that answers them runs under the same logic, whatever its numbers are:
integers over one denominator (tableau_exact), floats of 106 or 512 bits
(tableau_dd, tableau_wide), doubles (the room `kernel`).

**No ties.** The lexicographic rule is the tableau's: right-hand sides are
thought of as $b_i + \varepsilon^{i+1}$, so no two ratios ever tie and no sign
is ever zero. It costs no numbers. Let $w_i' = w_i - \varepsilon^{i+1}$; then
$w' = b + A z + d z_0$ is the dictionary without $\varepsilon$, and $w_i = 0$
means $w_i' = -\varepsilon^{i+1}$. So in any dictionary the power
$\varepsilon^{i+1}$ stands in row $r$ with the coefficient

$$e_{ri} = \begin{cases} -T_{rc} & w_i \text{ nonbasic, in column } c \\ 1 & w_i
\text{ basic, in row } r \\ 0 & w_i \text{ basic, in another row.} \end{cases}$$

Rows are compared by the vectors $(b_r, e_{r1}, e_{r2}, \dots)$, first
difference first, as words are. The $e_r$ are the rows of the inverse of the
basis, so two of them are never proportional, and that is all that is needed.
(The code counts $i$ from 0, the block's names from 1: its powers are
$\varepsilon$ to $\varepsilon^4$.) In the block's first dictionary $w_1$ and
$w_3$ tie at $-1$, with $e_1 = (1, 0, 0, 0)$ and $e_3 = (0, 0, 1, 0)$: $-1 +
\varepsilon^3$ is below $-1 + \varepsilon$, and $w_3$ is the row. Behind that
exchange $w_1$ has the right-hand side 0 and $e = (1, 0, -1, 0)$: not zero but
$\varepsilon - \varepsilon^3 > 0$, and the next exchange, of length zero in
numbers, is a step of that length. Without the rule such steps may go in
circles.

An exchange costs a multiplication and an addition for each entry whose row and
column it meets, at most $(f+n)(f+n+2)$; a question costs a column, or where there
are ties several.
*/
#pragma once

#include "base/arena.h"
#include "base/status.h"

typedef struct tableau tableau;

/* So many places behind `where` are padding, for kernels that read whole
   registers; without free unknowns they hold the number of z0. */
enum { TABLEAU_BEHIND = 8 };

/* Answers to a question that are not a row. Where arithmetic rounds, BROKEN
   hands the question back, and the ladder asks somebody with more places. */
enum {
    TABLEAU_NONE = -1,  /* there is no such row */
    TABLEAU_BROKEN = -2 /* arithmetic broke down: NaN, or no usable number */
};

/* The five questions. `col` and `row` are places in the dictionary, not
   variables. */
typedef struct {
    /* The row in which free column `col` can be pivoted, among the equation
       rows not used yet; NONE when the column depends on those before it. */
    int (*free_row)(tableau *t, int col);
    /* Of the equation rows that no free unknown could use: one that can not
       hold. NONE when all of them read 0 = 0; BROKEN when one still contains
       a complementary variable (then the equations are not of the kind that
       AP02 Theorem 2.1 allows). */
    int (*false_row)(tableau *t);
    /* The row that is first to reach zero when z0, in column `col`, comes
       down from infinity: the largest -(b_i, e_i) / d_i; NONE when the
       right-hand side is already lexicographically nonnegative. */
    int (*first_row)(tableau *t, int col);
    /* The row that leaves when column `col` enters and grows: the
       lexicographically smallest ratio, z0 whenever it is among the smallest
       in the first component; NONE: no row falls, a ray. */
    int (*leaving_row)(tableau *t, int col);
    /* Exchanges row and column in the numbers. NONE, or BROKEN when the pivot
       is not usable. */
    int (*pivot)(tableau *t, int row, int col);
} tableau_operations;

/* The logical half, common to all tableaux; the first member of each. Who is
   where is said twice: basic[r] = v is where[v] = r, and nonbasic[c] = v is
   where[v] = rows + c. The numbers know nothing of it. */
struct tableau {
    const tableau_operations *ask;
    int rounds;    /* its numbers do: a path may come to a place twice */
    int free, n;   /* free unknowns, complementary pairs */
    int rows;      /* free + n: equations first */
    int cols;      /* free + n + 1: free, z, covering column */
    int *basic;    /* rows: the variable of each row; nonbasic follows */
    int *nonbasic; /* cols: the variable of each column */
    int *where;    /* 2 (free + n) + 1: row, or rows + column, of a variable */
};

static inline int tableau_z0(const tableau *t)
{
    return 2 * t->n;
}

/* Has the variable a sign, so that it may block: w, z and z0? */
static inline int tableau_signed(const tableau *t, int variable)
{
    return variable <= 2 * t->n;
}

/** The partner of $w_i$ is $z_i$, and the other way round. $z_0$ has none: when it
leaves, Lemke's path is at its end. Free unknowns and residuals never leave. */
static inline int tableau_partner(const tableau *t, int variable)
{
    return variable < t->n ? variable + t->n : variable - t->n;
}

/* Is it the residual of an equation, which is nothing but zero? */
static inline int tableau_residual(const tableau *t, int variable)
{
    return variable > 2 * t->n + t->free;
}

/* The initial basis: each w_i in its row, each z_i in its column. Without free
   unknowns a variable's place is its number, in the lists as in `where`. */
static inline void tableau_restart(tableau *t)
{
    int f = t->free, n = t->n;
    for (int k = 0; f == 0 && k <= 2 * n; k++)
        t->basic[k] = t->where[k] = k;
    for (int k = 1; f == 0 && k <= TABLEAU_BEHIND; k++)
        t->where[2 * n + k] = 2 * n;
    if (f == 0)
        return;
    for (int k = 0; k < f; k++) {
        t->basic[k] = 2 * n + 1 + f + k;
        t->nonbasic[k] = 2 * n + 1 + k;
    }
    for (int i = 0; i < n; i++) {
        t->basic[f + i] = i;
        t->nonbasic[f + i] = n + i;
    }
    t->nonbasic[f + n] = 2 * n;
    for (int r = 0; r < t->rows; r++)
        t->where[t->basic[r]] = r;
    for (int c = 0; c < t->cols; c++)
        t->where[t->nonbasic[c]] = t->rows + c;
}

/* How many numbers the lists hold, with those behind `where`. */
static inline size_t tableau_lists(int free, int n)
{
    return 2 * (2 * ((size_t)free + (size_t)n) + 1) + TABLEAU_BEHIND;
}

/* Makes the logical half, its lists at `place`, holding anything. */
static inline void tableau_at(int *place, const tableau_operations *ask,
                              int free, int n, tableau *out)
{
    int rows = free + n, cols = rows + 1;
    *out = (tableau){.ask = ask,
                     .free = free,
                     .n = n,
                     .rows = rows,
                     .cols = cols,
                     .basic = place,
                     .nonbasic = place + rows,
                     .where = place + rows + cols};
}

/* The same, its lists in the arena, everybody in the first place. */
static inline perp_status tableau_begin(arena *a, const tableau_operations *ask,
                                        int free, int n, tableau *out)
{
    size_t ints = tableau_lists(free, n);
    int *place = arena_take_any(a, ints, sizeof *place);
    if (place == NULL)
        return PERP_NO_MEMORY(ints * sizeof *place);
    tableau_at(place, ask, free, n, out);
    tableau_restart(out);
    return PERP_SUCCESS;
}

/* Exchanges the two variables in the lists, after the numbers. */
static inline void tableau_exchange(tableau *t, int row, int col)
{
    int enters = t->nonbasic[col], leaves = t->basic[row];
    t->basic[row] = enters;
    t->nonbasic[col] = leaves;
    t->where[enters] = row;
    t->where[leaves] = t->rows + col;
}

/* How a run of Lemke's method ended; row and column are places in the tableau's
   last dictionary, or -1. */
typedef struct {
    int pivots; /* exchanges of complementary variables, z0's included */
    int column; /* LCP_RAY: the entering column that nothing blocks */
    int row;    /* LCP_INFEASIBLE: the equation row that can not hold */
} lemke_end;

/* Called after each exchange with the row and column of it; for tests. */
typedef struct {
    void (*see)(void *context, int row, int col);
    void *context;
} lemke_witness;
