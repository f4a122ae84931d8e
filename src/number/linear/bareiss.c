#include "number/linear/bareiss.h"

#include "number/rational.h"

#include <assert.h>
#include <string.h>

/* The linear system of a basis while it is eliminated: A x + b = 0. */
typedef struct {
    integer_system *s;
    int *row_of;  /* column -> its pivot row, or -1 */
    int *col_of;  /* row -> the column it is the pivot of, or -1 */
    mpz_t *level; /* row -> the denominator it is written over */
    mpz_t den;    /* the last pivot */
    mpz_t work;
    size_t bits; /* Hadamard's bound for all of it, b included */
} elimination;

static mpz_ptr entry(const elimination *e, int row, int col)
{
    int m = e->s->m;
    return col < m ? e->s->A[row * m + col] : e->s->b[row];
}

static void set_within(const elimination *e, mpz_ptr z, mpz_srcptr v)
{
    assert(integer_bits(v) <= e->bits);
    (void)e;
    mpz_set(z, v);
}

/* The unused row with the shortest number in the column. */
static int shortest(const elimination *e, int col)
{
    int best = -1;
    for (int r = 0; r < e->s->m; r++) {
        if (e->col_of[r] >= 0 || mpz_sgn(entry(e, r, col)) == 0)
            continue;
        if (best < 0 || mpz_sizeinbase(entry(e, r, col), 2) <
                            mpz_sizeinbase(entry(e, best, col), 2))
            best = r;
    }
    return best;
}

/* Writes row r over the present denominator. */
static void raise_row(elimination *e, int r, int from)
{
    if (mpz_cmp(e->level[r], e->den) == 0)
        return;
    for (int j = from; j <= e->s->m; j++) {
        mpz_ptr v = entry(e, r, j);
        if (mpz_sgn(v) == 0)
            continue;
        mpz_mul(e->work, v, e->den);
        mpz_divexact(e->work, e->work, e->level[r]);
        set_within(e, v, e->work);
    }
    mpz_set(e->level[r], e->den);
}

/**
## Elimination without fractions

Bareiss: with the pivot $p$ of this step and the pivot $\delta$ of the one
before, $a_{ij} \leftarrow (p\,a_{ij} - a_{ic} a_{rj}) / \delta$ is again an
integer, namely a minor of the matrix. A row whose entry $a_{ic}$ is zero would
only be multiplied by $p / \delta$. A system with many zeros is full of
them, so those rows are left as they are, each remembering its own
denominator $\delta_i$. When such a row is next changed, the missing factor
$\delta / \delta_i$ turns the division by $\delta$ into one by $\delta_i$; when
it becomes the pivot row it is made up for.
*/
static void eliminate_row(elimination *e, int i, int row, int col)
{
    mpz_srcptr p = entry(e, row, col), factor = entry(e, i, col);
    for (int j = col + 1; j <= e->s->m; j++) {
        mpz_ptr v = entry(e, i, j);
        mpz_srcptr u = entry(e, row, j);
        if (mpz_sgn(v) == 0 && mpz_sgn(u) == 0)
            continue;
        mpz_mul(e->work, p, v);
        mpz_submul(e->work, factor, u);
        mpz_divexact(e->work, e->work, e->level[i]);
        set_within(e, v, e->work);
    }
    mpz_set_ui(entry(e, i, col), 0);
    mpz_set(e->level[i], p);
}

/** Column by column, free unknowns first. A column without a pivot depends on
those before it: its unknown is set to zero, as the proof of AP02's Theorem 2.1
does with dependent rows of $F^T$. In the end the rows without a pivot must read
$0 = 0$; if they do not, there is no solution. */
static int eliminate(elimination *e)
{
    int m = e->s->m;
    for (int c = 0; c < m; c++) {
        int r = shortest(e, c);
        e->row_of[c] = r;
        if (r < 0)
            continue;
        raise_row(e, r, c);
        e->col_of[r] = c;
        for (int i = 0; i < m; i++)
            if (e->col_of[i] < 0 && mpz_sgn(entry(e, i, c)) != 0)
                eliminate_row(e, i, r, c);
        mpz_set(e->den, entry(e, r, c));
    }
    for (int r = 0; r < m; r++)
        if (e->col_of[r] < 0 && mpz_sgn(entry(e, r, m)) != 0)
            return 0;
    return 1;
}

/** Back substitution in integers: by Cramer's rule $X_j = \delta x_j$ is a
determinant, so $t_{cc} X_c = -(\delta b_c + \sum_{j>c} t_{cj} X_j)$ divides. */
static void substitute(elimination *e, mpz_t *X)
{
    for (int c = e->s->m - 1; c >= 0; c--) {
        int r = e->row_of[c];
        if (r < 0)
            continue;
        mpz_mul(e->work, e->den, entry(e, r, e->s->m));
        for (int j = c + 1; j < e->s->m; j++)
            mpz_addmul(e->work, entry(e, r, j), X[j]);
        mpz_divexact(e->work, e->work, entry(e, r, c));
        mpz_neg(e->work, e->work);
        set_within(e, X[c], e->work);
    }
}

/* Sizes every number for what is coming. */
static perp_status elimination_new(arena *a, integer_system *s, mpz_t *X,
                                   elimination *e)
{
    size_t m = (size_t)s->m;
    size_t bits = integer_minor_bits(s);
    *e = (elimination){.s = s, .bits = bits + integer_rhs_bits(s)};
    PERP_TRY(integer_room(m * m + 2 * m, e->bits));
    e->row_of = arena_take(a, 2 * m, sizeof(int));
    e->level = e->row_of == NULL ? NULL : integer_array(a, m, bits + 64);
    if (e->level == NULL)
        return PERP_NO_MEMORY(m * sizeof(mpz_t));
    e->col_of = e->row_of + m;
    memset(e->col_of, -1, m * sizeof(int));
    mpz_init2(e->work, 2 * e->bits + 128);
    mpz_init2(e->den, bits + 64);
    mpz_set_ui(e->den, 1);
    for (size_t i = 0; i < m; i++) {
        mpz_set_ui(e->level[i], 1);
        mpz_realloc2(s->b[i], e->bits + 64);
        mpz_realloc2(X[i], e->bits + 64);
        for (size_t j = 0; j < m; j++)
            mpz_realloc2(s->A[i * m + j], bits + 64);
    }
    return PERP_SUCCESS;
}

perp_status bareiss_numerators(arena *a, integer_system *s, mpz_t *X,
                               mpz_ptr den, int *consistent)
{
    elimination e;
    arena_mark mark = arena_here(a);
    perp_status status = elimination_new(a, s, X, &e);
    if (status.code == PERP_OK) {
        *consistent = eliminate(&e);
        if (*consistent)
            substitute(&e, X);
        int sign = mpz_sgn(e.den);
        mpz_abs(den, e.den);
        for (int j = 0; sign < 0 && j < s->m; j++)
            mpz_neg(X[j], X[j]);
        integer_clear(e.level, (size_t)s->m);
        mpz_clears(e.work, e.den, NULL);
    }
    arena_release(a, mark);
    return status;
}
