#include "number/linear/words.h"

#include <limits.h>
#include <string.h>

/* A nonzero number odd 2^exponent / divisor, divisor odd. */
typedef struct {
    int128 odd;
    long exponent;
    uint64_t divisor;
} piece;

static uint128 low_words(mpz_srcptr z, mp_bitcnt_t twos)
{
    const mp_limb_t *limb = mpz_limbs_read(z);
    size_t count = mpz_size(z), at = twos / 64, by = twos % 64;
    uint128 u = 0;
    for (size_t k = 0; k < 3 && at + k < count; k++) {
        uint128 l = limb[at + k];
        if (k == 0)
            u = l >> by;
        else if (64 * k - by < 128)
            u |= l << (64 * k - by);
    }
    return u;
}

/* 0 when q does not fit. */
static int take_piece(mpq_srcptr q, piece *out)
{
    mpz_srcptr num = mpq_numref(q), den = mpq_denref(q);
    mp_bitcnt_t up = mpz_scan1(num, 0), down = mpz_scan1(den, 0);
    if (mpz_sizeinbase(num, 2) - up > WORDS_WIDTH ||
        mpz_sizeinbase(den, 2) - down > 63)
        return 0;
    int128 odd = (int128)low_words(num, up);
    *out = (piece){mpz_sgn(num) < 0 ? -odd : odd, (long)up - (long)down,
                   (uint64_t)low_words(den, down)};
    return 1;
}

static uint64_t common_divisor(uint64_t a, uint64_t b)
{
    while (b != 0) {
        uint64_t r = a % b;
        a = b;
        b = r;
    }
    return a;
}

/* factor = lcm(factor, d), or 0 when it is too long. */
static int cover(uint64_t *factor, uint64_t d)
{
    uint128 f = (uint128)(*factor / common_divisor(*factor, d)) * d;
    *factor = (uint64_t)f;
    return f >> 63 == 0;
}

/* odd (factor / divisor), or 0 when it is too long. */
static int make_whole(piece *q, uint64_t factor)
{
    uint64_t f = factor / q->divisor;
    if (words_bits(q->odd) + words_bits((int128)f) > WORDS_WIDTH)
        return 0;
    q->odd *= (int128)f;
    return 1;
}

/* The work of a conversion. The last piece of each row is b's. */
typedef struct {
    word_system *s;
    piece *entry, *rhs;
    long *row_shift;
} conversion;

static int take_row(conversion *c, const rational_system *p, const int *pick,
                    int i)
{
    word_system *s = c->s;
    const mpq_t *row = p->A + (size_t)pick[i] * (size_t)p->size;
    int first = s->start[i], k = first;
    uint64_t factor = 1;
    for (int j = 0; j < s->m; j++) {
        if (mpq_sgn(row[pick[j]]) == 0)
            continue;
        s->col[k] = j;
        if (!take_piece(row[pick[j]], &c->entry[k]) ||
            !cover(&factor, c->entry[k].divisor))
            return 0;
        k++;
    }
    c->rhs[i] = (piece){0, 0, 1};
    if (mpq_sgn(p->b[pick[i]]) != 0 &&
        (!take_piece(p->b[pick[i]], &c->rhs[i]) ||
         !cover(&factor, c->rhs[i].divisor)))
        return 0;
    s->start[i + 1] = k;
    for (k = first; k < s->start[i + 1]; k++)
        if (!make_whole(&c->entry[k], factor))
            return 0;
    return make_whole(&c->rhs[i], factor);
}

/** The powers of two. Row $i$ is multiplied by $2^{-\rho_i}$, $\rho_i$ the
lowest exponent in it; what is then common to a column belongs to the unknown,
and what is after that common to a row is divided out again. */
static void balance(conversion *c)
{
    word_system *s = c->s;
    for (int j = 0; j < s->m; j++)
        s->shift[j] = LONG_MAX;
    for (int i = 0; i < s->m; i++) {
        long low = LONG_MAX;
        for (int k = s->start[i]; k < s->start[i + 1]; k++)
            low = c->entry[k].exponent < low ? c->entry[k].exponent : low;
        c->row_shift[i] = low == LONG_MAX ? 0 : low;
        for (int k = s->start[i]; k < s->start[i + 1]; k++) {
            long *t = &s->shift[s->col[k]], e = c->entry[k].exponent - low;
            *t = e < *t ? e : *t;
        }
    }
    for (int j = 0; j < s->m; j++)
        s->shift[j] = s->shift[j] == LONG_MAX ? 0 : s->shift[j];
    for (int i = 0; i < s->m; i++) {
        long low = LONG_MAX;
        for (int k = s->start[i]; k < s->start[i + 1]; k++) {
            long e = c->entry[k].exponent - s->shift[s->col[k]];
            low = e < low ? e : low;
        }
        c->row_shift[i] = low == LONG_MAX ? 0 : low;
    }
}

static int place(const piece *q, long up, int128 *out)
{
    if ((long)words_bits(q->odd) + up > WORDS_WIDTH)
        return 0;
    *out = (int128)((uint128)q->odd << up);
    return 1;
}

/* q 2^up without its last `out` bits, rounded down, modulo 2^128. */
static int128 windowed(int128 q, long up, long out)
{
    const long by = up - out;
    if (by >= 0)
        return by < 128 ? (int128)((uint128)q << by) : 0;
    return q >> (by > -127 ? -by : 127);
}

/** **The tail.** A box falls with 0.3 m/s and ten others rest, with velocities of
$10^{-18}$ m/s, which is what rounding has left of zero: the matrix knows
masses and normals and is as short as ever, while the right-hand side needs 53 bits for
each of two numbers sixty bits apart. What does not fit stands in further words below, for
all rows the same number of them. Refinement, which multiplies its residual
by a power of two at every step, takes the bits in where they are due, so that
a long right-hand side costs what a short one costs. Above the tail stay 48 bits, because
the first digit of an unknown holds $2^{62}$, and entries may be as small as one. */
static int split_rhs(conversion *c, long lowest)
{
    word_system *s = c->s;
    long most = 0;
    for (int i = 0; i < s->m; i++) {
        const piece *q = &c->rhs[i];
        const long up = q->exponent - c->row_shift[i] - lowest;
        const long bits = q->odd == 0 ? 0 : (long)words_bits(q->odd) + up;
        most = bits > most ? bits : most;
    }
    const long words = most > WORDS_WIDTH ? (most - WORDS_TOP + 63) / 64 : 0;
    if (words > WORDS_TAIL)
        return 0;
    s->tail = (int)words;
    for (int i = 0; i < s->m; i++) {
        const piece *q = &c->rhs[i];
        const long up = q->exponent - c->row_shift[i] - lowest;
        uint64_t *low = s->low + (size_t)i * (size_t)words;
        s->b[i] = windowed(q->odd, up, 64 * words);
        for (long k = 0; k < words; k++)
            low[k] = (uint64_t)windowed(q->odd, up, 64 * (words - 1 - k));
    }
    return 1;
}

static int finish(conversion *c)
{
    word_system *s = c->s;
    long lowest = LONG_MAX;
    int narrow = 1;
    for (int i = 0; i < s->m; i++) {
        for (int k = s->start[i]; k < s->start[i + 1]; k++) {
            long up =
                c->entry[k].exponent - c->row_shift[i] - s->shift[s->col[k]];
            if (!place(&c->entry[k], up, &s->value[k]))
                return 0;
            narrow &= words_bits(s->value[k]) < 64;
        }
        long e = c->rhs[i].exponent - c->row_shift[i];
        lowest = c->rhs[i].odd != 0 && e < lowest ? e : lowest;
    }
    lowest = lowest == LONG_MAX ? 0 : lowest;
    if (!split_rhs(c, lowest))
        return 0;
    for (int j = 0; j < s->m; j++)
        s->shift[j] -= lowest;
    for (int k = 0; narrow && k < s->count; k++)
        s->narrow[k] = (int64_t)s->value[k];
    s->narrow = narrow ? s->narrow : NULL;
    return 1;
}

static int count_entries(const rational_system *p, int m, const int *pick)
{
    int count = 0;
    for (int i = 0; i < m; i++) {
        const mpq_t *row = p->A + (size_t)pick[i] * (size_t)p->size;
        for (int j = 0; j < m; j++)
            count += mpq_sgn(row[pick[j]]) != 0;
    }
    return count;
}

perp_status words_new(arena *a, const rational_system *p, int m,
                      const int *pick, word_system *out, int *fits)
{
    size_t rows = (size_t)m;
    int count = count_entries(p, m, pick);
    size_t entries = (size_t)count;
    *out = (word_system){.m = m, .count = count};
    conversion c = {.s = out};
    out->start = arena_take(a, rows + 1 + entries, sizeof(int));
    out->value = arena_take(a, entries + rows, sizeof(int128));
    out->narrow = arena_take(a, entries, sizeof(int64_t));
    out->low = arena_take(a, rows * WORDS_TAIL, sizeof(uint64_t));
    out->shift = arena_take(a, 2 * rows, sizeof(long));
    c.entry = arena_take(a, entries + rows, sizeof(piece));
    if (!out->start || !out->value || !out->narrow || !out->low ||
        !out->shift || !c.entry)
        return PERP_NO_MEMORY((entries + rows) * sizeof(piece));
    out->col = out->start + rows + 1;
    out->b = out->value + entries;
    c.rhs = c.entry + entries;
    c.row_shift = out->shift + rows;
    *fits = 1;
    for (int i = 0; i < m && *fits; i++)
        *fits = take_row(&c, p, pick, i);
    if (!*fits)
        return PERP_SUCCESS;
    balance(&c);
    *fits = finish(&c);
    return PERP_SUCCESS;
}

void words_residual(const word_system *s, const int128 *r, const int64_t *d,
                    int128 *out)
{
    for (int i = 0; i < s->m; i++) {
        uint128 sum = (uint128)r[i];
        if (s->narrow != NULL)
            for (int k = s->start[i]; k < s->start[i + 1]; k++)
                sum -= (uint128)((int128)s->narrow[k] * d[s->col[k]]);
        else
            for (int k = s->start[i]; k < s->start[i + 1]; k++)
                sum -= (uint128)s->value[k] * (uint128)(int128)d[s->col[k]];
        out[i] = (int128)sum;
    }
}

int words_congruent(const word_system *s, const uint64_t *X, uint64_t den)
{
    for (int i = 0; i < s->m; i++) {
        uint64_t sum = s->tail > 0 ? s->low[(i + 1) * s->tail - 1] * den
                                   : (uint64_t)s->b[i] * den;
        for (int k = s->start[i]; k < s->start[i + 1]; k++)
            sum += (uint64_t)s->value[k] * X[s->col[k]];
        if (sum != 0)
            return 0;
    }
    return 1;
}

void words_integer(mpz_ptr out, int128 v)
{
    uint128 u = v < 0 ? -(uint128)v : (uint128)v;
    mpz_set_ui(out, (uint64_t)(u >> 64));
    mpz_mul_2exp(out, out, 64);
    mpz_add_ui(out, out, (uint64_t)u);
    if (v < 0)
        mpz_neg(out, out);
}

void words_rhs(const word_system *s, int i, mpz_ptr out)
{
    words_integer(out, s->b[i]);
    for (int k = 0; k < s->tail; k++) {
        mpz_mul_2exp(out, out, 64);
        mpz_add_ui(out, out, s->low[i * s->tail + k]);
    }
}

uint64_t words_tail(const word_system *s, int i, long from, int count)
{
    const long at = from / 64;
    const int by = (int)(from % 64);
    if (count == 0 || at >= s->tail)
        return 0;
    const uint64_t *low = s->low + (size_t)i * (size_t)s->tail;
    uint64_t bits = low[at] << by;
    if (by > 0 && at + 1 < s->tail)
        bits |= low[at + 1] >> (64 - by);
    return bits >> (64 - count);
}

int words_homogeneous(const word_system *s, int i)
{
    int none = s->b[i] == 0;
    for (int k = 0; k < s->tail; k++)
        none = none && s->low[i * s->tail + k] == 0;
    return none;
}

void words_add(mpz_ptr sum, int128 v, mpz_srcptr X, mpz_ptr work)
{
    uint128 u = v < 0 ? -(uint128)v : (uint128)v;
    if (u >> 64 != 0) {
        words_integer(work, v);
        mpz_addmul(sum, work, X);
    } else if (v < 0) {
        mpz_submul_ui(sum, X, (uint64_t)u);
    } else {
        mpz_addmul_ui(sum, X, (uint64_t)u);
    }
}
