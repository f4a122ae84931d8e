#include "linear_random.h"

#include "number/linear/dixon.h"

#include <math.h>

static const exact_limit none = {0, 0};

static void quotient(const numerators *x, const long *shift, int j, mpq_ptr q)
{
    mpz_set(mpq_numref(q), x->X[j]);
    mpz_set(mpq_denref(q), x->den);
    mpq_canonicalize(q);
    if (shift != NULL && shift[j] >= 0)
        mpq_div_2exp(q, q, (mp_bitcnt_t)shift[j]);
    else if (shift != NULL)
        mpq_mul_2exp(q, q, (mp_bitcnt_t)-shift[j]);
}

/** Words and long integers give the same fractions, and the system holds;
dependent columns stay zero. */
static void words_and_long_integers(void)
{
    check_random r = {check_seed(44)};
    static const system_kind kinds[] = {SYSTEM_DOUBLES, SYSTEM_FRACTIONS,
                                        SYSTEM_REDUNDANT, SYSTEM_NEARLY};
    static const int pick[] = {0, 1, 2, 3, 4, 5, 6, 7};
    mpq_t q, t;
    mpq_inits(q, t, NULL);
    for (int round = 0; round < 120; round++) {
        int n = 1 + round % 8, fits, one, two, k = round % 4;
        arena a = {0};
        mpq_t *A = rational_array(&a, 72), *b = A + n * n;
        system_fill(&r, kinds[k], n, A, b);
        rational_system p = {n, (const mpq_t *)A, (const mpq_t *)b};
        word_system s;
        integer_system z;
        numerators x, y;
        CHECK(words_new(&a, &p, n, pick, &s, &fits).code == 0, "words");
        CHECK(integer_system_new(&a, &p, n, pick, &z).code == 0, "integers");
        CHECK(numerators_new(&a, n, &x).code == 0 &&
                  numerators_new(&a, n, &y).code == 0,
              "numbers");
        dixon_system words = {.words = &s}, whole = {.whole = &z};
        size_t den = integer_minor_bits(&z), X = den + integer_rhs_bits(&z);
        if (fits) {
            CHECK(dixon_solve(&a, &words, den + 200, X + 200, &none, &x, &one)
                              .code == 0 &&
                      one,
                  "words, round %d", round);
            numerators_shift(&x, s.shift);
        }
        CHECK(dixon_solve(&a, &whole, den, X, &none, &y, &two).code == 0 && two,
              "integers, round %d", round);
        integer_system_unscale(&z, y.X, y.den);
        for (int j = 0; j < n; j++) {
            quotient(&x, NULL, j, q);
            quotient(&y, NULL, j, t);
            CHECK(!fits || mpq_equal(q, t), "round %d, x(%d)", round, j);
            CHECK(k != 2 || n == 1 || j < n - 1 || mpq_sgn(t) == 0, "zero");
        }
        numerators_clear(&x);
        numerators_clear(&y);
        integer_system_clear(&z);
        rational_clear(A, 72);
        arena_free(&a);
    }
    mpq_clears(q, t, NULL);
}

/** Fewer digits than the numbers have: not solved, never a wrong answer. */
static void too_short(void)
{
    check_random r = {check_seed(45)};
    static const int pick[] = {0, 1, 2, 3, 4, 5};
    arena a = {0};
    mpq_t *A = rational_array(&a, 42), *b = A + 36;
    word_system s;
    int fits, solved, first = 0;
    system_fill(&r, SYSTEM_DOUBLES, 6, A, b);
    rational_system p = {6, (const mpq_t *)A, (const mpq_t *)b};
    CHECK(words_new(&a, &p, 6, pick, &s, &fits).code == 0 && fits, "words");
    dixon_system words = {.words = &s};
    for (size_t bits = 10; bits < 600; bits += 10) {
        numerators x;
        CHECK(numerators_new(&a, 6, &x).code == 0, "numbers");
        CHECK(dixon_solve(&a, &words, bits, bits, &none, &x, &solved).code == 0,
              "solve");
        CHECK(!solved || bits > 280, "%zu bits", bits);
        CHECK(solved || !first, "solved with less, not with %zu bits", bits);
        first |= solved;
        numerators_clear(&x);
    }
    CHECK(first, "never solved");
    rational_clear(A, 42);
    arena_free(&a);
}

/** Two rows with the same left-hand side, and on the right 1 and 1 + t. They have
a solution when t is zero, and for no other t: nor for a power of two that a word
does not see, nor for p. */
static void contradictions(void)
{
    static const int pick[] = {0, 1, 2};
    static const int row[] = {1, 2, 3, 0, 1, 5, 1, 2, 3};
    arena a = {0};
    mpq_t *A = rational_array(&a, 12), *b = A + 9;
    for (int i = 0; i < 9; i++)
        mpq_set_si(A[i], row[i], 1);
    for (int t = 0; t < 100; t++) {
        word_system s;
        integer_system z;
        numerators x;
        int fits, one, two;
        mpq_set_si(b[0], 1, 1);
        mpq_set_si(b[1], 1, 1);
        mpq_set_si(b[2], t == 0 ? 0 : 1, 1);
        if (t == 99) /* p */
            mpq_set_si(b[2], (1L << 61) - 1, 1);
        else
            mpq_mul_2exp(b[2], b[2], (mp_bitcnt_t)t);
        mpq_add(b[2], b[2], b[0]);
        rational_system p = {3, (const mpq_t *)A, (const mpq_t *)b};
        CHECK(words_new(&a, &p, 3, pick, &s, &fits).code == 0 && fits, "words");
        CHECK(integer_system_new(&a, &p, 3, pick, &z).code == 0, "integers");
        CHECK(numerators_new(&a, 3, &x).code == 0, "numbers");
        dixon_system words = {.words = &s}, whole = {.whole = &z};
        CHECK(dixon_solve(&a, &words, 300, 300, &none, &x, &one).code == 0 &&
                  dixon_solve(&a, &whole, 300, 300, &none, &x, &two).code == 0,
              "solve");
        CHECK(one == (t == 0) && two == (t == 0), "2^%d: %d, %d", t, one, two);
        numerators_clear(&x);
        integer_system_clear(&z);
    }
    rational_clear(A, 12);
    arena_free(&a);
}

int main(void)
{
    memory_adopt_gmp();
    RUN(words_and_long_integers);
    RUN(too_short);
    RUN(contradictions);
    DONE;
}
