#include "linear_random.h"

#include "number/linear/refine.h"

static const exact_limit none = {0, 0};

/* A word system of one kind with known 2 x 2 or n x n data. */
static int make(arena *a, check_random *r, system_kind k, int n, mpq_t **A,
                word_system *s)
{
    int pick[16], fits;
    *A = rational_array(a, (size_t)(n * n + n));
    system_fill(r, k, n, *A, *A + n * n);
    for (int i = 0; i < n; i++)
        pick[i] = i;
    rational_system p = {n, (const mpq_t *)*A, (const mpq_t *)(*A + n * n)};
    CHECK(words_new(a, &p, n, pick, s, &fits).code == 0, "words");
    return fits;
}

/* t = v, and behind it further words. */
static void spell(mpz_ptr t, int128 v, int count, const uint64_t *low)
{
    mpz_set_si(t, (int64_t)(v >> 64));
    mpz_mul_2exp(t, t, 64);
    mpz_add_ui(t, t, (uint64_t)v);
    for (int k = 0; k < count; k++) {
        mpz_mul_2exp(t, t, 64);
        mpz_add_ui(t, t, low[k]);
    }
}

/* A X + b den, exactly, from the words. */
static void check_rows(const word_system *s, const numerators *x)
{
    mpz_t sum, t;
    mpz_inits(sum, t, NULL);
    for (int i = 0; i < s->m; i++) {
        mpz_set_ui(sum, 0);
        for (int k = s->start[i]; k <= s->start[i + 1]; k++) {
            int last = k == s->start[i + 1];
            spell(t, last ? s->b[i] : s->value[k], last ? s->tail : 0,
                  s->low + i * s->tail);
            mpz_mul(t, t, last ? x->den : x->X[s->col[k]]);
            mpz_add(sum, sum, t);
        }
        CHECK(mpz_sgn(sum) == 0, "row %d", i);
    }
    mpz_clears(sum, t, NULL);
}

/** The forecast of the determinant is right to a few bits: the denominator is
not longer, and mostly as long. A prediction that is 40 bits too short is
noticed. */
static void forecast_and_solution(void)
{
    check_random r = {check_seed(42)};
    int as_long = 0;
    for (int round = 0; round < 100; round++) {
        arena a = {0};
        mpq_t *A;
        word_system s;
        forecast f;
        numerators x;
        int n = 1 + round % 12, solved;
        CHECK(make(&a, &r, SYSTEM_DOUBLES, n, &A, &s), "fits");
        CHECK(forecast_new(&a, &s, &f).code == 0 && f.f.regular, "forecast");
        CHECK(numerators_new(&a, n, &x).code == 0, "numbers");
        CHECK(refine_solve(&a, &s, &f, &none, &x, &solved).code == 0 && solved,
              "round %d", round);
        check_rows(&s, &x);
        size_t bits = integer_bits(x.den);
        CHECK(bits <= f.det_bits, "%zu and %zu", bits, f.det_bits);
        as_long += bits + 12 > f.det_bits;
        if (f.det_bits > 100) {
            f.det_bits -= 40;
            CHECK(refine_solve(&a, &s, &f, &none, &x, &solved).code == 0, "ok");
            CHECK(!solved, "a short forecast, round %d", round);
        }
        numerators_clear(&x);
        rational_clear(A, (size_t)(n * n + n));
        arena_free(&a);
    }
    CHECK(as_long > 80, "%d", as_long);
}

/** Confirmation modulo 2^64 refuses every number that is off by one. */
static void confirmation(void)
{
    check_random r = {check_seed(43)};
    arena a = {0};
    mpq_t *A;
    word_system s;
    forecast f;
    numerators x;
    int solved, holds;
    CHECK(make(&a, &r, SYSTEM_DOUBLES, 5, &A, &s), "fits");
    CHECK(forecast_new(&a, &s, &f).code == 0, "forecast");
    CHECK(numerators_new(&a, 5, &x).code == 0, "numbers");
    CHECK(refine_solve(&a, &s, &f, &none, &x, &solved).code == 0 && solved,
          "solved");
    for (int j = 0; j < 5; j++) {
        mpz_add_ui(x.X[j], x.X[j], 1);
        CHECK(words_confirm(&a, &s, &x, &holds).code == 0 && !holds, "%d", j);
        mpz_sub_ui(x.X[j], x.X[j], 1);
    }
    CHECK(words_confirm(&a, &s, &x, &holds).code == 0 && holds, "as it was");
    numerators_clear(&x);
    rational_clear(A, 30);
    arena_free(&a);
}

/** Numbers of very different size. With right-hand sides that are 2^-40 of
others, an unknown is so small that its first digits look like zero, and with
exponents far apart a digit is wrong by many places of the one before. Neither
is a reason to give up: every system without a tail is solved that doubles can factor and
whose unknowns fit in a first digit. */
static void far_apart(void)
{
    check_random r = {check_seed(44)};
    int asked[2] = {0}, solved[2] = {0}, tails[2] = {0};
    for (int round = 0; round < 1200; round++) {
        arena a = {0};
        word_system s;
        forecast f;
        numerators x;
        int n = 2 + round % 11, wide = round / 11 % 2, pick[16], fits, done;
        mpq_t *A = rational_array(&a, (size_t)(n * n + n)), *b = A + n * n;
        for (int i = 0; i < n * n + n; i++) {
            int e = i >= n * n ? check_integer(&r, -45, 0) : 0;
            if (wide)
                e = check_integer(&r, -20, 20);
            if (i >= n * n || i / n == i % n || check_integer(&r, 0, 2) == 0)
                mpq_set_d(A[i], ldexp(check_uniform(&r, -1, 1), e));
        }
        for (int i = 0; i < n; i++)
            pick[i] = i;
        rational_system p = {n, (const mpq_t *)A, (const mpq_t *)b};
        CHECK(words_new(&a, &p, n, pick, &s, &fits).code == 0, "words");
        if (fits) {
            CHECK(forecast_new(&a, &s, &f).code == 0, "forecast");
            CHECK(numerators_new(&a, n, &x).code == 0, "numbers");
            CHECK(refine_solve(&a, &s, &f, &none, &x, &done).code == 0, "ok");
            int fit = f.f.regular && s.tail == 0 &&
                      f.unknown_bits + f.most_shift < 60;
            CHECK(!fit || done, "round %d, n = %d", round, n);
            if (done)
                check_rows(&s, &x);
            asked[wide] += fit;
            solved[wide] += done;
            tails[s.tail > 0] += done;
            numerators_clear(&x);
        }
        rational_clear(A, (size_t)(n * n + n));
        arena_free(&a);
    }
    printf("small right-hand sides: %d solved, %d had to be; far exponents: "
           "%d, %d; %d with a tail\n",
           solved[0], asked[0], solved[1], asked[1], tails[1]);
    CHECK(asked[0] > 300 && asked[1] > 100, "seen");
}

/** Right-hand sides 2^0 to 2^-250, one longer than the other: their tails come in bit by
bit, and the numbers solve the rows with every bit of them, in rows of doubles and in rows
of whole numbers up to 2 n + 1, beside which a bit is long. The last word of a tail, or its
last bit, is another system. */
static void tails(void)
{
    check_random r = {check_seed(45)};
    int seen[WORDS_TAIL + 1] = {0};
    for (int round = 0; round < 300; round++) {
        arena a = {0};
        word_system s;
        forecast f;
        numerators x;
        const int n = 1 + round % 12, far = round % 26 * 10;
        int pick[16], fits, done, holds;
        mpq_t *A = rational_array(&a, (size_t)(n * n + n)), *b = A + n * n;
        for (int i = 0; i < n * n + n; i++) {
            const int e = i >= n * n ? check_integer(&r, -far, 0) : 0;
            mpq_set_d(A[i], ldexp(check_uniform(&r, -1, 1), e));
            if (round % 2 && i < n * n)
                mpq_set_si(A[i],
                           check_integer(&r, -1, 1) + (i / n == i % n) * 2 * n,
                           1);
        }
        for (int i = 0; i < n; i++)
            pick[i] = i;
        rational_system p = {n, (const mpq_t *)A, (const mpq_t *)b};
        CHECK(words_new(&a, &p, n, pick, &s, &fits).code == 0, "words");
        CHECK(fits, "round %d", round);
        seen[s.tail]++;
        CHECK(forecast_new(&a, &s, &f).code == 0 && f.f.regular, "forecast");
        CHECK(numerators_new(&a, n, &x).code == 0, "numbers");
        CHECK(refine_solve(&a, &s, &f, &none, &x, &done).code == 0, "ok");
        CHECK(done || (s.tail == 0 && f.unknown_bits + f.most_shift >= 60),
              "round %d, n = %d, %d words", round, n, s.tail);
        if (done)
            check_rows(&s, &x);
        if (s.tail > 0) {
            s.low[(n - 1) * s.tail + s.tail - 1] ^= 1;
            CHECK(words_confirm(&a, &s, &x, &holds).code == 0 && !holds, "bit");
        }
        numerators_clear(&x);
        rational_clear(A, (size_t)(n * n + n));
        arena_free(&a);
    }
    for (int k = 0; k <= WORDS_TAIL; k++) /* one word: 111 or 112 bits */
        CHECK(seen[k] > (k == 1 ? 0 : 5), "%d words: %d", k, seen[k]);
}

int main(void)
{
    memory_adopt_gmp();
    RUN(far_apart);
    RUN(tails);
    RUN(forecast_and_solution);
    RUN(confirmation);
    DONE;
}
