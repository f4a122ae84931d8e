#include "pks05/step/theta_blocks.h"

#include <string.h>

/** **Who belongs together** is kept as a forest while entries are looked at: each contact points
to one of its block with a lower number, or to itself, and then it is the first of the block. Two
blocks that an entry joins get the lower of both firsts, so the first of a block is its least
number whatever the order of the entries. Behind the last entry each contact points to its first
itself, and the lists are threaded from the last contact to the first.

Five contacts, entries between 0 and 3 and between 3 and 4: `first` is 0, 1, 2, 0, 0 and `next` is
3, 5, 5, 4, 5, where 5, one more than the last contact, is the end. The blocks are 0, 3, 4 and 1 and
2 alone; with two rows a contact the rows of the first are 0, 1, 6, 7, 8, 9. */
/* The first of the contacts with which i is coupled, the paths cut short. */
static int first_of(int *block, int i)
{
    while (block[i] != i)
        i = block[i] = block[block[i]];
    return i;
}

static void join(int *block, int i, int j)
{
    int a = first_of(block, i), b = first_of(block, j);
    block[a > b ? a : b] = a > b ? b : a;
}

/* What the entries of row i, of contact c, join. */
static void join_row(const theta_data *d, int c, int i, theta_blocks *out)
{
    const size_t R = (size_t)theta_rows(d);
    const int w = 1 + d->slips, n = theta_columns(d, c * w);
    const double *K = d->K + (size_t)i * R, *C = d->C + (size_t)i * R;
    const int *row = d->pattern ? d->pattern->row + d->pattern->at[c] : NULL;
    for (int k = 0; k < n; k++) {
        const int j = row != NULL ? row[k] : k;
        if (j == i || (K[j] == 0 && C[j] == 0))
            continue;
        out->full[c] = 1;
        if (j < c * w || j >= (c + 1) * w)
            join(out->first, c, j / w);
    }
}

/** **Coupled contacts.** An entry of $\mathbf K$ or $\mathbf C$ between two
contacts makes them one block, and so does a chain of entries. Their forces
share a deformation, and one of them without the other would be another
step.

The pattern is read off the numbers in each step and not off the scene: a
coupling that is a function of $q$ may be zero at one step and not at the
next, and a zero that a formula has by chance is as good as one that is
written. With 103 contacts in space $\mathbf K$ and $\mathbf C$ are 190962 numbers, and
only 927 places of each are asked when the scene's formulas leave no others
(`theta_pattern`). Whoever factors, inverts or asks (D) has the same blocks, so that
103 contacts of three rows are 103 small factorisations, about $103 \cdot 3^3/6 = 464$
products in the place of $309^3/6 = 4.9 \cdot 10^6$.

What is read are both triangles: an entry above the diagonal without its mirror image joins, too, so
that (D) sees that the matrix is not symmetric, where it would overlook an entry between two
blocks. A number that is none is different from zero, and joins. */
void theta_blocks_fill(const theta_data *d, theta_blocks *out)
{
    const int w = 1 + d->slips;
    for (int c = 0; c < d->p; c++)
        out->first[c] = c;
    for (int c = 0; c < d->p; c++) {
        out->full[c] = 0;
        for (int i = c * w; i < (c + 1) * w; i++)
            join_row(d, c, i, out);
    }
    for (int c = 0; c < d->p; c++) {
        out->first[c] = first_of(out->first, c);
        out->full[out->first[c]] |= out->full[c];
        out->next[c] = d->p;
    }
    for (int c = d->p; c-- > 0;) {
        int *least = &out->next[out->first[c]]; /* of the block, behind c */
        if (out->first[c] == c)
            continue;
        out->next[c] = *least;
        *least = c;
    }
}

perp_status theta_blocks_new(arena *a, int contacts, theta_blocks *out)
{
    const size_t p = (size_t)contacts;
    out->first = arena_take_any(a, p + 1, sizeof *out->first);
    out->next = arena_take_any(a, p + 1, sizeof *out->next);
    out->full = arena_take_any(a, p + 1, 1);
    if (out->first == NULL || out->next == NULL || out->full == NULL)
        return PERP_NO_MEMORY(p * sizeof *out->first);
    return PERP_SUCCESS;
}

perp_status theta_blocks_find(const theta_data *d, arena *a, theta_blocks *out)
{
    if (d->blocks != NULL) {
        *out = *d->blocks;
        return PERP_SUCCESS;
    }
    PERP_TRY(theta_blocks_new(a, d->p, out));
    theta_blocks_fill(d, out);
    return PERP_SUCCESS;
}

/** In rising order, and all rows of a contact together: so a block of one contact is its own $n$, $t$
and $o$, and the matrix of a block is the whole one with the other rows and columns crossed out. */
int theta_block_rows(const theta_data *d, const theta_blocks *x, int first,
                     int *list)
{
    const int w = 1 + d->slips;
    int n = 0;
    for (int i = first; i < d->p; i = x->next[i])
        for (int k = 0; k < w; k++)
            list[n++] = i * w + k;
    return n;
}

/** $S = (h\mathbf K + \mathbf C)^{-1}$, as (17) wants it. The discrete law of the
compliance is $\lambda = \mathbf K\delta' + \mathbf C(\delta' - \delta)/h$; with $d =
(\delta' - \delta)/h$ it reads $\lambda - \mathbf K\delta = (h\mathbf K + \mathbf
C)\,d$. The inverse itself is formed and not only used, because $A$ contains it, and
because `theta_slip.c` asks how good it is.

Its bounds are those of (D): the smallest eigenvalue of $S$ is at least $1/(h\|\mathbf K\| +
\|\mathbf C\|)$, the largest at most one over the smallest eigenvalue of $\mathbf C$, and
both stay away from zero and from infinity as $h \to 0$ because of the damping. Without
damping, $\mathbf C = 0$, $S = (h\mathbf K)^{-1}$ grows like $1/h$: the step could still
be solved, but none of the paper's constants would be left, which is why $\mathbf C$
itself has to be definite.

The matrix is $h\mathbf K + \mathbf C$ and not the $\mathbf C$ of (10) and (11). For the
floor of the ball they are 11 and 10; with the latter the force of the first step would be
$-b/(\frac1{10} + \frac1{1000}) = 10$ N instead of 10.99 N.

A block of coupled contacts is inverted by itself, and $S$ is zero between two blocks: of
thirty contacts with three rows each, thirty matrices of order 3 and not one of order 90.
Of the whole one no entry would be another, since a factorisation only adds zeros where
blocks have none.

Implements PKS05 (17). */
perp_status theta_blocks_invert(const theta_data *d, arena *a, double *S)
{
    const int R = theta_rows(d);
    theta_blocks x;
    arena_mark here = arena_here(a);
    double *B = arena_take_any(a, (size_t)(R * R + R) + 1, sizeof *B);
    int *row = arena_take(a, (size_t)R + 1, sizeof *row);
    if (B == NULL || row == NULL)
        return PERP_NO_MEMORY((size_t)(R * R) * sizeof *B);
    double *column = B + R * R;
    PERP_TRY(theta_blocks_find(d, a, &x));
    memset(S, 0, (size_t)(R * R) * sizeof *S);
    for (int c = 0; c < d->p; c++) {
        if (x.first[c] != c)
            continue;
        const int m = theta_block_rows(d, &x, c, row);
        for (int i = 0; i < m * m; i++) {
            const int at = row[i / m] * R + row[i % m];
            B[i] = d->h * d->K[at] + d->C[at];
        }
        if (theta_factor(m, B) != 0)
            return PERP_FAIL(PERP_INPUT,
                             "hK + C of the contacts is not positive "
                             "definite");
        for (int j = 0; j < m; j++) {
            memset(column, 0, (size_t)m * sizeof *column);
            column[j] = 1;
            theta_solve(m, B, column);
            for (int i = 0; i < m; i++)
                S[row[j] * R + row[i]] = column[i]; /* S is symmetric */
        }
    }
    arena_release(a, here);
    return PERP_SUCCESS;
}

/** For who wants one solution and no inverse: a block costs $m^3/6 + m^2$ products of its $m$ rows
and room for $m^2 + m$ numbers, given back before the next. The rate in (5), $\mathbf C\dot\delta = \lambda -
\mathbf K\delta$, is found so where a run is held against the weak form (`run/compliant_weak.c`). Only
the lower triangle of a block is used, as `theta_factor` does. */
perp_status theta_solve_blocks(const theta_data *d, const double *A,
                               arena *scratch, double *x)
{
    const int R = theta_rows(d);
    arena_mark here = arena_here(scratch);
    theta_blocks blocks;
    int *row = arena_take(scratch, (size_t)R + 1, sizeof *row);
    if (row == NULL)
        return PERP_NO_MEMORY((size_t)R * sizeof *row);
    PERP_TRY(theta_blocks_find(d, scratch, &blocks));
    for (int c = 0; c < d->p; c++) {
        if (blocks.first[c] != c)
            continue;
        const int m = theta_block_rows(d, &blocks, c, row);
        arena_mark inner = arena_here(scratch);
        double *B = arena_take_any(scratch, (size_t)(m * m + m), sizeof *B);
        if (B == NULL)
            return PERP_NO_MEMORY((size_t)(m * m) * sizeof *B);
        for (int i = 0; i < m * m; i++)
            B[i] = A[row[i / m] * R + row[i % m]];
        for (int i = 0; i < m; i++)
            B[m * m + i] = x[row[i]];
        if (theta_factor(m, B) != 0)
            return PERP_FAIL(PERP_INPUT,
                             "the compliance of the contacts is not positive "
                             "definite");
        theta_solve(m, B, B + m * m);
        for (int i = 0; i < m; i++)
            x[row[i]] = B[m * m + i];
        arena_release(scratch, inner);
    }
    arena_release(scratch, here);
    return PERP_SUCCESS;
}
