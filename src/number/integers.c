#include "number/integers.h"

#include "number/rational.h"

#include <limits.h>

/* A whole factor r so that r a_ij is an integer for all j. */
static void cover_row(const rational_system *p, const int *pick, int i,
                      integer_system *s)
{
    size_t all = (size_t)p->size;
    const mpq_t *row = p->A + (size_t)pick[i] * all;
    mpz_ptr factor = mpq_numref(s->row_scale[i]);
    mpz_set_ui(factor, 1);
    for (int j = 0; j < s->m; j++)
        rational_cover(factor, row[pick[j]]);
    for (int j = 0; j < s->m; j++)
        if (mpq_sgn(row[pick[j]]) != 0)
            rational_scaled(s->A[i * s->m + j], factor, row[pick[j]]);
}

/* The power of two common to `count` numbers, `step` apart. */
static mp_bitcnt_t common_twos(mpz_t *z, int count, int step)
{
    mp_bitcnt_t twos = ULONG_MAX;
    for (int k = 0; k < count; k++) {
        mpz_srcptr v = z[k * step];
        mp_bitcnt_t own = mpz_sgn(v) == 0 ? ULONG_MAX : mpz_scan1(v, 0);
        twos = own < twos ? own : twos;
    }
    return twos == ULONG_MAX ? 0 : twos;
}

static void divide_twos(mpz_t *z, int count, int step, mp_bitcnt_t twos)
{
    for (int k = 0; twos != 0 && k < count; k++)
        mpz_tdiv_q_2exp(z[k * step], z[k * step], twos);
}

/** A double is a whole number of 53 bits times a power of two. A row of doubles
of different sizes therefore has a large common denominator, and its large
entries then end on many zeros. When they are large because their columns are
(the unknown is measured in a small unit), the zeros belong to the columns and
can be taken out there; every bit saved is saved once per row of a minor. */
static void balance(integer_system *s)
{
    int m = s->m;
    for (int j = 0; j < m; j++) {
        mp_bitcnt_t twos = common_twos(s->A + j, m, m);
        divide_twos(s->A + j, m, m, twos);
        s->column_shift[j] = (long)twos;
    }
    for (int i = 0; i < m; i++) {
        mp_bitcnt_t twos = common_twos(s->A + i * m, m, 1);
        divide_twos(s->A + i * m, m, 1, twos);
        mpq_div_2exp(s->row_scale[i], s->row_scale[i], twos);
    }
}

/* b_i = r_i g b_i, g a whole number over a power of two. */
static void scale_rhs(const rational_system *p, const int *pick,
                      integer_system *s)
{
    mpq_t scaled;
    mpq_init(scaled);
    mpz_ptr g = mpq_numref(s->rhs_scale);
    mpz_set_ui(g, 1);
    for (int i = 0; i < s->m; i++) {
        mpq_mul(scaled, s->row_scale[i], p->b[pick[i]]);
        rational_cover(g, scaled);
    }
    for (int i = 0; i < s->m; i++) {
        mpq_mul(scaled, s->row_scale[i], p->b[pick[i]]);
        rational_scaled(s->b[i], g, scaled);
    }
    mp_bitcnt_t twos = common_twos(s->b, s->m, 1);
    divide_twos(s->b, s->m, 1, twos);
    mpq_div_2exp(s->rhs_scale, s->rhs_scale, twos);
    mpq_clear(scaled);
}

perp_status integer_system_new(arena *a, const rational_system *p, int m,
                               const int *pick, integer_system *out)
{
    size_t count = (size_t)m;
    *out = (integer_system){.m = m};
    out->column_shift = arena_take(a, count, sizeof(long));
    out->row_scale = rational_array(a, count);
    out->A = integer_array(a, count * count, 128);
    out->b = integer_array(a, count, 128);
    mpq_init(out->rhs_scale);
    if (!out->column_shift || !out->row_scale || !out->A || !out->b) {
        integer_system_clear(out);
        return PERP_NO_MEMORY(count * count * sizeof(mpz_t));
    }
    for (int i = 0; i < m; i++)
        cover_row(p, pick, i, out);
    balance(out);
    scale_rhs(p, pick, out);
    return PERP_SUCCESS;
}

void integer_system_clear(integer_system *s)
{
    size_t count = (size_t)s->m;
    rational_clear(s->row_scale, count);
    integer_clear(s->A, count * count);
    integer_clear(s->b, count);
    mpq_clear(s->rhs_scale);
}

void integer_system_unscale(const integer_system *s, mpz_t *X, mpz_ptr den)
{
    long most = 0;
    for (int j = 0; j < s->m; j++)
        most = s->column_shift[j] > most ? s->column_shift[j] : most;
    for (int j = 0; j < s->m; j++) {
        mpz_mul_2exp(X[j], X[j], (mp_bitcnt_t)(most - s->column_shift[j]));
        mpz_mul(X[j], X[j], mpq_denref(s->rhs_scale));
    }
    mpz_mul_2exp(den, den, (mp_bitcnt_t)most);
    mpz_mul(den, den, mpq_numref(s->rhs_scale));
}

/* Bits of the Euclidean length of `count` numbers, `step` apart; at least 0
   and rounded up: |v|^2 < 2^t gives |v| < 2^(t/2). */
static size_t length_bits(mpz_t *z, int count, int step, mpz_ptr square)
{
    mpz_set_ui(square, 0);
    for (int k = 0; k < count; k++)
        mpz_addmul(square, z[k * step], z[k * step]);
    return integer_bits(square);
}

/** A minor of order $k$ is at most the product of the lengths of its rows; a
row of length at least one does no harm to the product, and a row of integers
that is shorter is zero. So the product over *all* rows bounds every minor.
Twice the bits are added up and halved once. */
size_t integer_minor_bits(const integer_system *s)
{
    size_t by_rows = 0, by_columns = 0;
    mpz_t square;
    mpz_init2(square, 256);
    for (int i = 0; i < s->m; i++) {
        by_rows += length_bits(s->A + i * s->m, s->m, 1, square);
        by_columns += length_bits(s->A + i, s->m, s->m, square);
    }
    mpz_clear(square);
    return (by_rows < by_columns ? by_rows : by_columns) / 2 + 1;
}

size_t integer_rhs_bits(const integer_system *s)
{
    mpz_t sum;
    mpz_init2(sum, 256);
    for (int i = 0; i < s->m; i++)
        if (mpz_sgn(s->b[i]) < 0)
            mpz_sub(sum, sum, s->b[i]);
        else
            mpz_add(sum, sum, s->b[i]);
    size_t bits = integer_bits(sum);
    mpz_clear(sum);
    return bits;
}

/** GMP can not say that memory is missing, and a system that lends memory it
does not have says so too late. Four gigabytes hold the exact tableau of about
a hundred contacts with full data. */
perp_status integer_room(size_t count, size_t bits)
{
    static const double most = 4294967296.0;
    double bytes = (double)count * ((double)bits / 8 + 32);
    if (bytes <= most)
        return PERP_SUCCESS;
    return PERP_FAIL(PERP_LIMIT,
                     "exact arithmetic would need %.0f gigabytes for %zu "
                     "numbers of %zu bits; use shorter numbers or fewer "
                     "contacts",
                     bytes / 1e9, count, bits);
}
