#include "lcp/enumerate/simplex.h"

static const simplex_wall no_wall = {SIMPLEX_NONE, 0};
static const simplex_wall spent = {SIMPLEX_SPENT, 0};

static int zero(const dictionary *d, int row, int col)
{
    return mpz_sgn(dictionary_at(d, row, col)) == 0;
}

/** Bland's rule: of the columns that help, the variable with the smallest
number; of the rows that block, again. It is slow and never runs in circles.
`sign` says whether the row shall grow or fall. */
static int entering(const dictionary *d, int row, int sign)
{
    int best = -1;
    for (int c = 0; c < d->cols; c++)
        if (dictionary_live(d, c) &&
            mpz_sgn(dictionary_at(d, row, c)) == sign &&
            (best < 0 || d->nonbasic[c] < d->nonbasic[best]))
            best = c;
    return best;
}

/* The sign of |b_i / T_ic| - |b_k / T_kc|. */
static int compare(dictionary *d, int col, int i, int k)
{
    mpz_mul(d->left, dictionary_rhs(d, i), dictionary_at(d, k, col));
    mpz_mul(d->next, dictionary_rhs(d, k), dictionary_at(d, i, col));
    return mpz_cmpabs(d->left, d->next);
}

/* The row that blocks when column col grows, of those with a sign that is
   kept; -1: none. */
static int blocking(dictionary *d, int col)
{
    int best = -1;
    for (int i = 0; i < d->rows; i++) {
        if (d->sign[d->basic[i]] != CHOICES_NONNEGATIVE ||
            mpz_sgn(dictionary_rhs(d, i)) < 0 ||
            mpz_sgn(dictionary_at(d, i, col)) >= 0)
            continue;
        int order = best < 0 ? -1 : compare(d, col, i, best);
        if (order < 0 || (order == 0 && d->basic[i] < d->basic[best]))
            best = i;
    }
    return best;
}

/* A variable with value zero leaves the basis in whatever column; it stays
   when its row is zero, and then for ever. */
static void put_away(dictionary *d, int row)
{
    int best = -1;
    for (int c = 0; c < d->cols; c++)
        if (dictionary_live(d, c) && !zero(d, row, c) &&
            (best < 0 || d->nonbasic[c] < d->nonbasic[best]))
            best = c;
    if (best >= 0)
        dictionary_pivot(d, row, best);
}

/** The variable of a row moves toward zero, from below (sign 1) or from above
(-1), while the others keep their signs. It leaves as soon as it gets there.
When no column helps, the row says why: with $s$ the sign,
$s\,\text{basic} = s\beta + \sum s T_c\,\text{nonbasic}_c$ with $s\beta < 0$
and no live $s T_c > 0$. */
static simplex_wall toward_zero(dictionary *d, int variable, int sign)
{
    for (;;) {
        int row = d->where[variable];
        if (mpz_sgn(dictionary_rhs(d, row)) == 0) {
            if (d->sign[variable] == CHOICES_ZERO)
                put_away(d, row);
            return no_wall;
        }
        if (dictionary_spent(d))
            return spent;
        int col = entering(d, row, sign);
        if (col < 0)
            return (simplex_wall){row, sign};
        int block = blocking(d, col);
        if (block < 0 || block == row || compare(d, col, row, block) <= 0) {
            dictionary_pivot(d, row, col);
            return no_wall;
        }
        dictionary_pivot(d, block, col);
    }
}

simplex_wall simplex_restrict(dictionary *d, int variable, choices_sign sign)
{
    if (d->sign[variable] >= sign)
        return no_wall;
    d->sign[variable] = (uint8_t)sign;
    if (!dictionary_basic(d, variable))
        return no_wall;
    int value = mpz_sgn(dictionary_rhs(d, d->where[variable]));
    if (value < 0)
        return toward_zero(d, variable, 1);
    if (sign == CHOICES_NONNEGATIVE)
        return no_wall;
    return toward_zero(d, variable, -1);
}

/** A free unknown goes into the basis and stays there: against an equation
when one contains it, else against a row with a sign. When no such row contains
it, it stays at zero: moving it changes nothing that has a sign. */
static void enter_free(dictionary *d, int col)
{
    int best = -1;
    for (int i = 0; i < d->rows; i++) {
        int sign = d->sign[d->basic[i]];
        if (d->basic[i] < d->cols || sign == CHOICES_FREE || zero(d, i, col))
            continue;
        if (best < 0 || sign > d->sign[d->basic[best]] ||
            (sign == d->sign[d->basic[best]] &&
             mpz_cmpabs(dictionary_at(d, i, col), dictionary_at(d, best, col)) <
                 0))
            best = i;
    }
    if (best >= 0)
        dictionary_pivot(d, best, col);
}

/* Equations that no free unknown took: out of the basis, 0 = 0, or a wall. */
static simplex_wall enter_equations(dictionary *d)
{
    for (int i = 0; i < d->rows; i++) {
        int variable = d->basic[i];
        if (d->sign[variable] != CHOICES_ZERO)
            continue;
        put_away(d, i);
        int value = mpz_sgn(dictionary_rhs(d, i));
        if (d->basic[i] == variable && value != 0)
            return (simplex_wall){i, -value};
    }
    return no_wall;
}

/* A nonnegative variable that is not, or -1. */
static int negative(const dictionary *d)
{
    for (int i = 0; i < d->rows; i++)
        if (d->sign[d->basic[i]] == CHOICES_NONNEGATIVE &&
            mpz_sgn(dictionary_rhs(d, i)) < 0)
            return d->basic[i];
    return -1;
}

/** Negative variables are raised one after the other. Those that are still
negative do not block; those that are not any more stay so. */
simplex_wall simplex_start(dictionary *d)
{
    for (int j = 0; j < d->cols; j++)
        if (d->sign[j] == CHOICES_FREE)
            enter_free(d, d->where[j] - d->rows);
    simplex_wall wall = enter_equations(d);
    for (int v = negative(d); v >= 0 && wall.row == SIMPLEX_NONE;
         v = negative(d))
        wall = toward_zero(d, v, 1);
    return wall;
}

void simplex_at_vertex(const dictionary *d, uint8_t *positive)
{
    for (int i = 0; i < d->rows; i++)
        if (d->sign[d->basic[i]] == CHOICES_NONNEGATIVE &&
            mpz_sgn(dictionary_rhs(d, i)) > 0)
            positive[d->basic[i]] = 1;
}

static void along_ray(const dictionary *d, int col, uint8_t *positive)
{
    positive[d->nonbasic[col]] = 1;
    for (int i = 0; i < d->rows; i++)
        if (d->sign[d->basic[i]] == CHOICES_NONNEGATIVE &&
            mpz_sgn(dictionary_at(d, i, col)) > 0)
            positive[d->basic[i]] = 1;
}

int simplex_improve(dictionary *d, const uint8_t *in, uint8_t *positive)
{
    dictionary_objective(d, in);
    for (;;) {
        int col = entering(d, d->rows, 1);
        if (col < 0)
            return 0;
        if (dictionary_spent(d))
            return SIMPLEX_SPENT;
        int row = blocking(d, col);
        if (row < 0) {
            along_ray(d, col, positive);
            return 1;
        }
        dictionary_pivot(d, row, col);
        if (mpz_sgn(dictionary_rhs(d, d->rows)) > 0) {
            simplex_at_vertex(d, positive);
            return 1;
        }
    }
}

/** The objective is the variable alone; `in` (cols + rows) is work space, zero
before and after. Bland's rule holds for this objective, too. */
int simplex_largest(dictionary *d, int variable, uint8_t *in)
{
    in[variable] = 1;
    dictionary_objective(d, in);
    in[variable] = 0;
    for (;;) {
        int col = entering(d, d->rows, 1);
        if (col < 0)
            return 1;
        if (dictionary_spent(d))
            return SIMPLEX_SPENT;
        int row = blocking(d, col);
        if (row < 0)
            return 0;
        dictionary_pivot(d, row, col);
    }
}

/* Adds c times the integer row's variable, which is factor times ours. */
static void add_to(const dictionary *d, int variable, mpz_srcptr c, mpz_t *y)
{
    if (variable >= d->cols)
        mpz_addmul(y[variable - d->cols], c, d->scale[variable - d->cols]);
}

static void primitive(int count, mpz_t *y)
{
    mpz_t g;
    mpz_init(g);
    for (int i = 0; i < count; i++)
        mpz_gcd(g, g, y[i]);
    for (int i = 0; mpz_sgn(g) != 0 && i < count; i++)
        mpz_divexact(y[i], y[i], g);
    mpz_clear(g);
}

/* y -= sign * row, the nonbasic part. */
static void read_columns(const dictionary *d, int row, int sign, mpz_t *y)
{
    mpz_t c;
    mpz_init(c);
    for (int j = 0; j < d->cols; j++) {
        mpz_mul_si(c, dictionary_at(d, row, j), -sign);
        add_to(d, d->nonbasic[j], c, y);
    }
    mpz_clear(c);
}

/** A row of the dictionary holds for *all* values of the unknowns, because it
is the system written in another way: $s\,(\text{basic} - \sum T_c\,
\text{nonbasic}_c) = s\beta < 0$. Nobody has to solve anything to read the
multipliers off. */
void simplex_wall_proof(const dictionary *d, simplex_wall wall, mpz_t *y)
{
    mpz_t c;
    mpz_init(c);
    for (int i = 0; i < d->rows; i++)
        mpz_set_ui(y[i], 0);
    mpz_mul_si(c, d->den, wall.sign);
    add_to(d, d->basic[wall.row], c, y);
    read_columns(d, wall.row, wall.sign, y);
    primitive(d->rows, y);
    mpz_clear(c);
}

/** The same for the objective, a sum of variables that is at most 0: what the
sum lacks are multiples of nonbasic variables. */
void simplex_zero_proof(const dictionary *d, const uint8_t *in, mpz_t *y)
{
    for (int i = 0; i < d->rows; i++)
        mpz_set_ui(y[i], 0);
    for (int v = 0; v < d->rows + d->cols; v++)
        if (in[v])
            add_to(d, v, d->den, y);
    read_columns(d, d->rows, 1, y);
    primitive(d->rows, y);
}
