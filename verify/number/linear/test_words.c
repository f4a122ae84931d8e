#include "linear_random.h"

#include "number/linear/words.h"

enum { N = 6 };

static void word_to_integer(int128 v, mpz_ptr out)
{
    uint128 u = v < 0 ? -(uint128)v : (uint128)v;
    mpz_set_ui(out, (uint64_t)(u >> 64));
    mpz_mul_2exp(out, out, 64);
    mpz_add_ui(out, out, (uint64_t)u);
    if (v < 0)
        mpz_neg(out, out);
}

/* b_i, its words put one behind the other. */
static void rhs_to_integer(const word_system *s, int i, mpz_ptr out)
{
    word_to_integer(s->b[i], out);
    for (int k = 0; k < s->tail; k++) {
        mpz_mul_2exp(out, out, 64);
        mpz_add_ui(out, out, s->low[i * s->tail + k]);
    }
}

/* q 2^e */
static void times_power(mpq_ptr q, long e)
{
    if (e >= 0)
        mpq_mul_2exp(q, q, (mp_bitcnt_t)e);
    else
        mpq_div_2exp(q, q, (mp_bitcnt_t)-e);
}

/** Every row of words is the row of rationals times one positive factor, once
the columns' powers of two are counted back: with X_j = 2^shift_j x_j the
products A_ij 2^shift_j and b_i are in the proportion of a_ij and b_i. */
static void words_are_the_rationals(void)
{
    check_random r = {check_seed(35)};
    static const int pick[N] = {6, 0, 3, 1, 5, 2};
    int fitting[SYSTEM_KINDS] = {0};
    mpz_t z;
    mpq_t v, factor;
    mpz_init(z);
    mpq_inits(v, factor, NULL);
    for (int round = 0; round < 40; round++)
        for (int k = 0; k < SYSTEM_KINDS; k++) {
            arena a = {0};
            word_system s;
            int fits, all = N + 1;
            mpq_t *A = rational_array(&a, 64), *b = A + 49;
            system_fill(&r, (system_kind)k, all, A, b);
            rational_system p = {all, (const mpq_t *)A, (const mpq_t *)b};
            CHECK(words_new(&a, &p, N, pick, &s, &fits).code == 0, "new");
            fitting[k] += fits;
            for (int i = 0; fits && i < N; i++) {
                mpq_set_ui(factor, 0, 1);
                int at = s.start[i];
                for (int j = 0; j < N; j++) {
                    mpq_srcptr q = A[pick[i] * all + pick[j]];
                    int there = at < s.start[i + 1] && s.col[at] == j;
                    CHECK(there == (mpq_sgn(q) != 0), "pattern");
                    if (!there)
                        continue;
                    CHECK(s.narrow == NULL || s.narrow[at] == s.value[at],
                          "narrow");
                    word_to_integer(s.value[at++], z);
                    mpq_set_z(v, z);
                    times_power(v, s.shift[j]);
                    mpq_div(v, v, q);
                    if (mpq_sgn(factor) == 0)
                        mpq_set(factor, v);
                    CHECK(mpq_equal(v, factor) && mpq_sgn(v) > 0, "A(%d,%d)", i,
                          j);
                }
                rhs_to_integer(&s, i, z);
                mpq_mul(v, factor, b[pick[i]]);
                CHECK(mpq_sgn(factor) == 0 || mpq_cmp_z(v, z) == 0, "b(%d)", i);
            }
            rational_clear(A, 64);
            arena_free(&a);
        }
    mpz_clear(z);
    mpq_clears(v, factor, NULL);
    CHECK(fitting[SYSTEM_DOUBLES] == 40 && fitting[SYSTEM_INTEGERS] == 40 &&
              fitting[SYSTEM_FRACTIONS] > 0,
          "what should fit");
    CHECK(fitting[SYSTEM_LONG] == 0 && fitting[SYSTEM_FAR] < 40, "what not");
}

/** Residuals modulo 2^128 against long integers; congruence against a solution
and its neighbours. */
static void residuals(void)
{
    check_random r = {check_seed(36)};
    mpz_t z, sum, modulus;
    mpz_inits(z, sum, modulus, NULL);
    mpz_ui_pow_ui(modulus, 2, 128);
    for (int round = 0; round < 200; round++) {
        int start[] = {0, 2, 3}, col[] = {0, 1, 1};
        int64_t narrow[3], d[2];
        int128 value[3], b[2], out[2];
        for (int k = 0; k < 3; k++)
            value[k] = narrow[k] = (int64_t)check_bits(&r) >> 1;
        for (int k = 0; k < 2; k++) {
            b[k] = (int128)check_bits(&r) << 60;
            d[k] = (int64_t)check_bits(&r) >> 2;
        }
        word_system s = {.m = 2,
                         .count = 3,
                         .start = start,
                         .col = col,
                         .value = value,
                         .narrow = round % 2 ? narrow : NULL,
                         .b = b};
        words_residual(&s, b, d, out);
        for (int i = 0; i < 2; i++) {
            word_to_integer(b[i], sum);
            for (int k = start[i]; k < start[i + 1]; k++) {
                word_to_integer(value[k], z);
                mpz_mul_si(z, z, d[col[k]]);
                mpz_sub(sum, sum, z);
            }
            word_to_integer(out[i], z);
            mpz_sub(sum, sum, z);
            CHECK(mpz_divisible_p(sum, modulus), "round %d", round);
        }
        uint64_t X[] = {(uint64_t)d[0], (uint64_t)d[1]};
        b[1] = -value[2] * d[1];
        b[0] = -(value[0] * d[0] + value[1] * d[1]);
        CHECK(words_congruent(&s, X, 1), "a solution");
        CHECK(!words_congruent(&s, X, 3), "another denominator");
        X[round % 2] += 2;
        CHECK(!words_congruent(&s, X, 1) || narrow[round % 2] == 0, "spoilt");
    }
    mpz_clears(z, sum, modulus, NULL);
}

/** A word as an integer, and times one: by division into halves of 63 bits, as
long integers do it. */
static void words_as_integers(void)
{
    check_random r = {check_seed(37)};
    mpz_t a, b, X, work;
    mpz_inits(a, b, X, work, NULL);
    for (int round = 0; round < 2000; round++) {
        int bits = check_integer(&r, 0, 126);
        uint128 u = (uint128)check_bits(&r) << 64 | check_bits(&r);
        int128 v = bits == 0 ? 0 : (int128)(u >> 1 >> (127 - bits));
        v = check_integer(&r, 0, 1) ? -v : v;
        words_integer(a, v);
        mpz_set_si(b, (int64_t)(v / ((int128)1 << 62) / 2));
        mpz_mul_2exp(b, b, 63);
        mpz_set_si(work, (int64_t)(v % ((int128)1 << 63)));
        mpz_add(b, b, work);
        CHECK(mpz_cmp(a, b) == 0, "%d bits", bits);
        mpz_set_si(X, (int64_t)check_bits(&r));
        mpz_mul_2exp(X, X, (mp_bitcnt_t)check_integer(&r, 0, 200));
        mpz_set_si(a, (int64_t)check_bits(&r));
        mpz_mul(b, b, X);
        mpz_add(b, b, a);
        words_add(a, v, X, work);
        CHECK(mpz_cmp(a, b) == 0, "%d bits, a product", bits);
    }
    mpz_clears(a, b, X, work, NULL);
}

/** Right-hand sides whose numbers are up to 2^400 apart: in words and their tails as
long as these reach, the same numbers then, and what of a tail is asked is what stands in
its bits. The words that long integers say are needed are those that are there. */
static void tails(void)
{
    check_random r = {check_seed(38)};
    int seen[WORDS_TAIL + 2] = {0};
    mpz_t z, w, t;
    mpz_inits(z, w, t, NULL);
    for (int round = 0; round < 600; round++) {
        arena a = {0};
        static const int pick[] = {0, 1, 2, 3};
        const int far = check_integer(&r, 0, 400);
        word_system s;
        int fits;
        size_t most = 0;
        mpq_t *A = rational_array(&a, 20), *b = A + 16;
        for (int i = 0; i < 4; i++) {
            mpq_set_ui(A[5 * i], 1, 1);
            mpq_set_d(b[i], check_uniform(&r, -1, 1));
            mpq_div_2exp(b[i], b[i], i == 0 ? 0 : (mp_bitcnt_t)far);
        }
        mpq_set_ui(b[3], 0, 1);
        rational_system p = {4, (const mpq_t *)A, (const mpq_t *)b};
        CHECK(words_new(&a, &p, 4, pick, &s, &fits).code == 0, "new");
        mp_bitcnt_t unit = 0; /* b in units of 2^-unit */
        for (int i = 0; i < 3; i++)
            if (mpz_scan1(mpq_denref(b[i]), 0) > unit)
                unit = mpz_scan1(mpq_denref(b[i]), 0);
        for (int i = 0; i < 4; i++) {
            mpz_mul_2exp(z, mpq_numref(b[i]), unit);
            mpz_divexact(z, z, mpq_denref(b[i]));
            most = integer_bits(z) > most ? integer_bits(z) : most;
            if (!fits)
                continue;
            rhs_to_integer(&s, i, t);
            words_rhs(&s, i, w);
            CHECK(mpz_cmp(z, t) == 0 && mpz_cmp(w, t) == 0, "b(%d)", i);
            CHECK(words_homogeneous(&s, i) == (mpz_sgn(z) == 0), "zero");
            const long from = check_integer(&r, 0, 64 * WORDS_TAIL + 20);
            const int count = check_integer(&r, 0, 63);
            mpz_mul_2exp(t, t, (mp_bitcnt_t)(from + count));
            mpz_fdiv_q_2exp(t, t, (mp_bitcnt_t)(64 * s.tail));
            mpz_fdiv_r_2exp(t, t, (mp_bitcnt_t)count);
            CHECK(mpz_cmp_ui(t, words_tail(&s, i, from, count)) == 0,
                  "bits %ld, %d of %d words", from, count, s.tail);
        }
        const long words = most <= WORDS_WIDTH ? 0 : ((long)most + 15) / 64;
        CHECK(fits == (words <= WORDS_TAIL) && (!fits || s.tail == words),
              "%zu bits", most);
        seen[fits ? s.tail : WORDS_TAIL + 1]++;
        rational_clear(A, 20);
        arena_free(&a);
    }
    for (int k = 0; k <= WORDS_TAIL + 1; k++) /* one word: 111 or 112 bits */
        CHECK(seen[k] > (k == 1 ? 0 : 10), "%d words: %d", k, seen[k]);
    mpz_clears(z, w, t, NULL);
}

int main(void)
{
    memory_adopt_gmp();
    RUN(words_as_integers);
    RUN(words_are_the_rationals);
    RUN(residuals);
    RUN(tails);
    DONE;
}
