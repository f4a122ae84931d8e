#include "number/linear/dixon.h"

#include "number/linear/refine.h"
#include "number/rational.h"

#include <string.h>

/* The state of a lifting: residuals in words or in long integers. */
typedef struct {
    numerators_source source; /* first: it is handed out as one */
    dixon_system s;
    modular f;
    int m, steps;
    uint64_t *digit; /* X_j = sum_i digit[i m + j] p^i */
    size_t X_bits;
    int128 *r;
    mpz_t *long_r; /* when there are no words */
} lifting;

static perp_status factor_mod_p(arena *a, lifting *l)
{
    size_t m = (size_t)l->m;
    uint64_t *A = arena_take(a, m * m, sizeof *A);
    if (A == NULL)
        return PERP_NO_MEMORY(m * m * sizeof *A);
    const word_system *w = l->s.words;
    for (int i = 0; i < l->m; i++) {
        if (w != NULL)
            for (int k = w->start[i]; k < w->start[i + 1]; k++)
                A[i * l->m + w->col[k]] = modular_word(w->value[k]);
        else
            for (int j = 0; j < l->m; j++)
                A[i * l->m + j] =
                    mpz_fdiv_ui(l->s.whole->A[i * l->m + j], MODULAR_PRIME);
    }
    return modular_new(a, l->m, A, &l->f);
}

/** $p^{-1}$ modulo $2^{128}$, by Newton's iteration $v \leftarrow v (2 - p v)$
from $v = p$, which is right modulo 8. */
static uint128 inverse_of_prime(void)
{
    uint128 v = MODULAR_PRIME;
    for (int bits = 3; bits < 128; bits *= 2)
        v *= 2 - MODULAR_PRIME * v;
    return v;
}

/** The quotient $(r - A x)/p$ is a whole number of the size of a row of $A$. A
division without remainder is a multiplication by the inverse modulo $2^{128}$,
whatever has overflowed before. */
static void advance_words(lifting *l, const uint64_t *x)
{
    const uint128 inverse = inverse_of_prime();
    words_residual(l->s.words, l->r, (const int64_t *)x, l->r);
    for (int i = 0; i < l->m; i++)
        l->r[i] = (int128)((uint128)l->r[i] * inverse);
}

/* Rows without a pivot are not whole, and nobody asks them. */
static void advance_long(lifting *l, const uint64_t *x)
{
    for (int c = 0; c < l->m; c++) {
        int i = l->f.row_of[c];
        if (i < 0)
            continue;
        for (int j = 0; j < l->m; j++)
            if (x[j] != 0 && mpz_sgn(l->s.whole->A[i * l->m + j]) != 0)
                mpz_submul_ui(l->long_r[i], l->s.whole->A[i * l->m + j], x[j]);
        mpz_divexact_ui(l->long_r[i], l->long_r[i], MODULAR_PRIME);
    }
}

/** Dixon: with $r_0 = -b$, find the digits $x_i \equiv A^{-1} r_i$ modulo $p$
and go on with $r_{i+1} = (r_i - A x_i)/p$. The residual stays as short as a row
of $A$, so each digit costs the same, and no step can lose anything: there is no
condition number among whole numbers. Then $X = \sum x_i p^i$ solves the system
modulo $p^K$. */
static perp_status lift(lifting *l, uint64_t *work, const exact_limit *limit)
{
    for (int k = 0; k < l->steps; k++) {
        uint64_t *x = l->digit + (size_t)k * (size_t)l->m;
        for (int i = 0; i < l->m; i++)
            work[i] = l->s.words != NULL
                          ? modular_word(l->r[i])
                          : mpz_fdiv_ui(l->long_r[i], MODULAR_PRIME);
        modular_solve(&l->f, work, x);
        if (l->s.words != NULL)
            advance_words(l, x);
        else
            advance_long(l, x);
        if (k % 64 == 63)
            PERP_TRY(limit_time(limit));
    }
    return PERP_SUCCESS;
}

static void horner(const lifting *l, int j, int steps, mpz_ptr out)
{
    mpz_set_ui(out, 0);
    for (int k = steps - 1; k >= 0; k--) {
        mpz_mul_ui(out, out, MODULAR_PRIME);
        mpz_add_ui(out, out, l->digit[k * l->m + j]);
    }
}

static void all_digits(const numerators_source *s, int j, mpz_ptr out)
{
    const lifting *l = (const lifting *)s;
    horner(l, j, l->steps, out);
}

/** With the right denominator the product modulo $p^k$, taken with its smallest
size, is the numerator, as soon as $p^k$ is twice as large. Some forty bits
more show a denominator that was not the right one. */
static int whole_number(const numerators_source *s, int j, mpz_srcptr den,
                        mpz_ptr out)
{
    const lifting *l = (const lifting *)s;
    int steps = (int)((l->X_bits + 42) / 60 + 1);
    steps = steps < l->steps ? steps : l->steps;
    horner(l, j, steps, out);
    mpz_mul(out, out, den);
    mpz_ui_pow_ui(s->work, MODULAR_PRIME, (unsigned long)steps);
    mpz_fdiv_r(out, out, s->work);
    mpz_sub(s->work, s->work, out);
    if (mpz_cmp(s->work, out) < 0)
        mpz_neg(out, s->work);
    return integer_bits(out) <= l->X_bits;
}

static int congruent_long(const integer_system *s, const numerators *x)
{
    for (int i = 0; i < s->m; i++) {
        uint64_t sum = mpz_get_ui(s->b[i]) * mpz_get_ui(x->den);
        sum = mpz_sgn(s->b[i]) < 0 ? -sum : sum;
        for (int j = 0; j < s->m; j++) {
            mpz_srcptr v = s->A[i * s->m + j];
            uint64_t term = mpz_get_ui(v) * mpz_get_ui(x->X[j]);
            int negative = mpz_sgn(v) * mpz_sgn(x->X[j]) < 0;
            sum += negative ? -term : term;
        }
        if (sum != 0)
            return 0;
    }
    return 1;
}

static int is_pivot_row(const lifting *l, int row)
{
    int c = 0;
    while (c < l->m && l->f.row_of[c] != row)
        c++;
    return c < l->m;
}

/* sum = the row's A X + b den. */
static void whole_row(const lifting *l, int i, const numerators *x, mpz_ptr sum,
                      mpz_ptr work)
{
    mpz_set_ui(sum, 0);
    if (l->s.words == NULL) {
        mpz_mul(sum, l->s.whole->b[i], x->den);
        for (int j = 0; j < l->m; j++)
            mpz_addmul(sum, l->s.whole->A[i * l->m + j], x->X[j]);
        return;
    }
    const word_system *w = l->s.words;
    words_add(sum, w->b[i], x->den, work);
    for (int k = w->start[i]; k < w->start[i + 1]; k++)
        words_add(sum, w->value[k], x->X[w->col[k]], work);
}

/** **Rows that gave no pivot.** On the left they follow from the others modulo $p$; whether they do
on the right no digit has asked. So they are asked exactly. Modulo $2^{64}$ would not
do: with exponents far apart a row may read $0 = 2^{70}$. */
static int others_hold(const lifting *l, const numerators *x)
{
    mpz_t sum, work;
    int hold = 1;
    if (l->f.rank == l->m)
        return 1;
    mpz_inits(sum, work, NULL);
    for (int i = 0; i < l->m && hold; i++) {
        if (is_pivot_row(l, i))
            continue;
        whole_row(l, i, x, sum, work);
        hold = mpz_sgn(sum) == 0;
    }
    mpz_clears(sum, work, NULL);
    return hold;
}

static perp_status start(arena *a, lifting *l, uint64_t **work)
{
    size_t m = (size_t)l->m;
    l->digit = arena_take(a, (size_t)l->steps * m, sizeof *l->digit);
    l->r = arena_take(a, m, sizeof *l->r);
    *work = arena_take(a, m, sizeof **work);
    if (l->digit == NULL || l->r == NULL || *work == NULL)
        return PERP_NO_MEMORY((size_t)l->steps * m * sizeof *l->digit);
    PERP_TRY(factor_mod_p(a, l));
    for (int i = 0; l->s.words != NULL && i < l->m; i++)
        l->r[i] = -l->s.words->b[i];
    if (l->s.words != NULL)
        return PERP_SUCCESS;
    l->long_r = integer_array(a, m, 0);
    if (l->long_r == NULL)
        return PERP_NO_MEMORY(m * sizeof(mpz_t));
    for (int i = 0; i < l->m; i++)
        mpz_neg(l->long_r[i], l->s.whole->b[i]);
    return PERP_SUCCESS;
}

static int read_fractions(lifting *l, size_t den_bits, numerators *out)
{
    mpz_t modulus, work;
    mpz_inits(modulus, work, NULL);
    mpz_ui_pow_ui(modulus, MODULAR_PRIME, (unsigned long)l->steps);
    l->source = (numerators_source){all_digits, whole_number, modulus,
                                    l->X_bits,  den_bits,     work};
    int found = numerators_find(&l->source, out);
    mpz_clears(modulus, work, NULL);
    return found;
}

perp_status dixon_solve(arena *a, const dixon_system *s, size_t den_bits,
                        size_t X_bits, const exact_limit *limit,
                        numerators *out, int *solved)
{
    lifting l = {.s = *s, .X_bits = X_bits, .m = out->m};
    uint64_t *work;
    l.steps = (int)((den_bits + X_bits + 44) / 60 + 1); /* p > 2^60 */
    perp_status status = start(a, &l, &work);
    if (status.code == PERP_OK)
        status = lift(&l, work, limit);
    if (status.code == PERP_OK) {
        *solved = read_fractions(&l, den_bits, out) && others_hold(&l, out);
        if (*solved && s->words != NULL)
            status = words_confirm(a, s->words, out, solved);
        else if (*solved)
            *solved = congruent_long(s->whole, out);
    }
    if (l.long_r != NULL)
        integer_clear(l.long_r, (size_t)l.m);
    return status;
}
