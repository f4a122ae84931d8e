#include "lcp/enumerate/dictionary.h"

#include "number/integers.h"
#include "number/limit.h"
#include "number/rational.h"

#include <assert.h>
#include <string.h>

/* Row i of the system times the least common denominator of its numbers. */
static void load_row(const choices_system *s, int i, dictionary *d)
{
    mpz_set_ui(d->scale[i], 1);
    for (int j = 0; j <= s->cols; j++)
        rational_cover(d->scale[i],
                       j < s->cols ? s->B[i * s->cols + j] : s->g[i]);
    for (int j = 0; j <= s->cols; j++)
        rational_scaled(dictionary_at(d, i, j), d->scale[i],
                        j < s->cols ? s->B[i * s->cols + j] : s->g[i]);
}

/* The largest `most` of count numbers, added. */
static size_t sum_of_largest(size_t *v, int count, int most)
{
    size_t sum = 0;
    for (int k = 0; k < most && k < count; k++) {
        int best = k;
        for (int i = k; i < count; i++)
            best = v[i] > v[best] ? i : best;
        size_t t = v[k];
        v[k] = v[best];
        v[best] = t;
        sum += v[k];
    }
    return sum;
}

/** Every entry is a minor of the integer matrix with its right-hand side and
its objective, and so at most the product of the lengths of its rows, of which
there are no more than there are columns. The objective is a sum of rows and of
unknowns: its length is at most the sum of theirs. */
static perp_status bound(arena *a, dictionary *d)
{
    size_t *length = arena_take(a, (size_t)d->rows + 1, sizeof *length);
    if (length == NULL)
        return PERP_NO_MEMORY((size_t)d->rows * sizeof *length);
    mpz_t square;
    size_t longest = 1;
    mpz_init(square);
    for (int i = 0; i < d->rows; i++) {
        mpz_set_ui(square, 0);
        for (int j = 0; j <= d->cols; j++)
            mpz_addmul(square, dictionary_at(d, i, j), dictionary_at(d, i, j));
        length[i] = integer_bits(square);
        longest = length[i] > longest ? length[i] : longest;
    }
    mpz_set_ui(square, (unsigned long)(d->rows + d->cols + 1));
    length[d->rows] = longest + 2 * integer_bits(square);
    mpz_clear(square);
    d->bits = sum_of_largest(length, d->rows + 1, d->cols + 1) / 2 + 1;
    return PERP_SUCCESS;
}

static void size_numbers(dictionary *d)
{
    int count = (d->rows + 1) * (d->cols + 1);
    for (int k = 0; k < count; k++)
        mpz_realloc2(d->T[k], d->bits + 64);
    mpz_realloc2(d->den, d->bits + 64);
    mpz_realloc2(d->next, 2 * d->bits + 128);
    mpz_realloc2(d->left, 2 * d->bits + 128);
}

/* The arrays, with integers of no size yet. */
static perp_status arrays(arena *a, int rows, int cols, dictionary *d)
{
    size_t r = (size_t)rows, c = (size_t)cols, entries = (r + 1) * (c + 1);
    *d = (dictionary){.rows = rows, .cols = cols};
    d->basic = arena_take(a, 2 * (r + c), sizeof(int));
    d->sign = arena_take(a, r + c, 1);
    d->T = d->basic == NULL || d->sign == NULL ? NULL
                                               : integer_array(a, entries, 64);
    if (d->T == NULL)
        return PERP_NO_MEMORY(entries * sizeof *d->T);
    d->nonbasic = d->basic + rows;
    d->where = d->nonbasic + cols;
    mpz_inits(d->den, d->left, d->next, NULL);
    return PERP_SUCCESS;
}

static void place(dictionary *d, const choices_system *s)
{
    for (int i = 0; i < d->rows; i++) {
        d->basic[i] = d->cols + i;
        d->where[d->cols + i] = i;
    }
    for (int j = 0; j < d->cols; j++) {
        d->nonbasic[j] = j;
        d->where[j] = d->rows + j;
    }
    memcpy(d->sign, s->sign, (size_t)(d->rows + d->cols));
}

perp_status dictionary_new(arena *a, const choices_system *s, dictionary *out)
{
    PERP_TRY(arrays(a, s->rows, s->cols, out));
    out->scale = integer_array(a, (size_t)s->rows + 1, 64);
    out->owner = 1;
    perp_status status = PERP_SUCCESS;
    if (out->scale == NULL)
        status = PERP_NO_MEMORY((size_t)s->rows * sizeof(mpz_t));
    for (int i = 0; i < s->rows && status.code == PERP_OK; i++)
        load_row(s, i, out);
    if (status.code == PERP_OK)
        status = bound(a, out);
    if (status.code != PERP_OK) {
        dictionary_clear(out);
        return status;
    }
    size_numbers(out);
    mpz_set_ui(out->den, 1);
    place(out, s);
    return PERP_SUCCESS;
}

perp_status dictionary_room(arena *a, const dictionary *like, dictionary *out)
{
    PERP_TRY(arrays(a, like->rows, like->cols, out));
    out->bits = like->bits;
    size_numbers(out);
    return PERP_SUCCESS;
}

void dictionary_copy(const dictionary *from, dictionary *to)
{
    int count = (from->rows + 1) * (from->cols + 1);
    int variables = from->rows + from->cols;
    for (int k = 0; k < count; k++)
        mpz_set(to->T[k], from->T[k]);
    mpz_set(to->den, from->den);
    memcpy(to->basic, from->basic, (size_t)(2 * variables) * sizeof(int));
    memcpy(to->sign, from->sign, (size_t)variables);
    to->scale = from->scale;
    to->toll = from->toll;
}

void dictionary_clear(dictionary *d)
{
    if (d->T == NULL)
        return;
    integer_clear(d->T, (size_t)((d->rows + 1) * (d->cols + 1)));
    mpz_clears(d->den, d->left, d->next, NULL);
    if (d->owner)
        integer_clear(d->scale, (size_t)d->rows + 1);
    d->T = NULL;
}

/* Row i after the exchange, i not the pivot row; s the pivot's sign. */
static void update_row(dictionary *d, int i, int row, int col, int s)
{
    mpz_srcptr p = dictionary_at(d, row, col), f = dictionary_at(d, i, col);
    for (int j = 0; j <= d->cols; j++) {
        mpz_ptr entry = dictionary_at(d, i, j),
                other = dictionary_at(d, row, j);
        int stays = mpz_sgn(f) == 0 || mpz_sgn(other) == 0;
        if (j == col || (stays && mpz_sgn(entry) == 0))
            continue;
        mpz_mul(d->left, p, entry);
        if (!stays)
            mpz_submul(d->left, f, other);
        mpz_divexact(entry, d->left, d->den);
        if (s < 0)
            mpz_neg(entry, entry);
        assert(integer_bits(entry) <= d->bits);
    }
    if (s < 0)
        mpz_neg(dictionary_at(d, i, col), dictionary_at(d, i, col));
}

/* What a pivot costs, in entries of four words; time over is budget spent. */
static void charge(dictionary *d)
{
    long entries = (long)(d->rows + 1) * (d->cols + 1);
    if (d->toll == NULL)
        return;
    d->toll->pivots++;
    d->toll->budget -= entries * (1 + (long)(d->bits / 256));
    if (d->toll->until > 0 && limit_now() >= d->toll->until)
        d->toll->budget = 0;
}

/** The exchange step of the [exact tableau](../tableau/tableau_exact.c#pivot).
The objective is an integer combination of rows, so that its entries are
minors too and the divisions leave no remainder there either. */
void dictionary_pivot(dictionary *d, int row, int col)
{
    int s = mpz_sgn(dictionary_at(d, row, col));
    assert(s != 0);
    for (int i = 0; i <= d->rows; i++)
        if (i != row)
            update_row(d, i, row, col, s);
    mpz_abs(d->next, dictionary_at(d, row, col));
    for (int j = 0; s > 0 && j <= d->cols; j++)
        mpz_neg(dictionary_at(d, row, j), dictionary_at(d, row, j));
    mpz_set(dictionary_at(d, row, col), d->den);
    if (s < 0)
        mpz_neg(dictionary_at(d, row, col), d->den);
    mpz_swap(d->den, d->next);
    int enters = d->nonbasic[col], leaves = d->basic[row];
    d->basic[row] = enters;
    d->nonbasic[col] = leaves;
    d->where[enters] = row;
    d->where[leaves] = d->rows + col;
    charge(d);
}

void dictionary_objective(dictionary *d, const uint8_t *in)
{
    for (int j = 0; j <= d->cols; j++) {
        mpz_ptr sum = dictionary_at(d, d->rows, j);
        mpz_set_ui(sum, 0);
        if (j < d->cols && in[d->nonbasic[j]])
            mpz_set(sum, d->den);
        for (int i = 0; i < d->rows; i++)
            if (in[d->basic[i]])
                mpz_add(sum, sum, dictionary_at(d, i, j));
    }
}

/* Out of the integer row's units: the factor of a row, nothing for a column. */
static void unscale(const dictionary *d, int variable, mpq_ptr q)
{
    mpq_canonicalize(q);
    if (variable < d->cols)
        return;
    mpz_mul(mpq_denref(q), mpq_denref(q), d->scale[variable - d->cols]);
    mpq_canonicalize(q);
}

void dictionary_value(const dictionary *d, int variable, mpq_ptr out)
{
    mpq_set_ui(out, 0, 1);
    if (!dictionary_basic(d, variable))
        return;
    mpz_set(mpq_numref(out), dictionary_rhs(d, d->where[variable]));
    mpz_set(mpq_denref(out), d->den);
    unscale(d, variable, out);
}

void dictionary_rate(const dictionary *d, int col, int variable, mpq_ptr out)
{
    int at = d->where[variable];
    mpq_set_ui(out, at == d->rows + col, 1);
    if (dictionary_basic(d, variable)) {
        mpz_set(mpq_numref(out), dictionary_at(d, at, col));
        mpz_set(mpq_denref(out), d->den);
    }
    unscale(d, variable, out);
}
