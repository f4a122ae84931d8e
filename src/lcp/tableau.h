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

The lexicographic rule is the tableau's: right-hand sides are thought of as
$b_i + \varepsilon^{i+1}$, so no two ratios ever tie and no sign is ever zero.
*/
#pragma once

#include "base/status.h"

typedef struct tableau tableau;

typedef struct {
    /* The row in which free column `col` can be pivoted, among the equation
       rows not used yet; -1 when the column depends on those before it. */
    int (*free_row)(tableau *t, int col);
    /* The row that is first to reach zero when z0 comes down from infinity:
       the largest -(b_i, e_i) / d_i; -1 when the right-hand side is already
       lexicographically nonnegative. */
    int (*first_row)(tableau *t, int col);
    /* The row that leaves when column `col` enters and grows: the
       lexicographically smallest ratio; -1: none, a ray. */
    int (*leaving_row)(tableau *t, int col);
    /* Exchanges row and column. LIMIT when the pivot is not usable. */
    perp_status (*pivot)(tableau *t, int row, int col);
} tableau_operations;

/* The logical half, common to all tableaux. row_of and col_of list which
   variable is basic in a row and nonbasic in a column. */
struct tableau {
    const tableau_operations *ask;
    int free, n;   /* free unknowns, complementary pairs */
    int rows;      /* free + n */
    int cols;      /* free + n + 1, covering column included */
    int *basic;    /* rows: the variable of each row */
    int *nonbasic; /* cols: the variable of each column */
};
