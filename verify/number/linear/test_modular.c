#include "base/memory.h"
#include "check.h"
#include "number/linear/modular.h"

#include <gmp.h>

/** Reduction and inverse against long integers. */
static void arithmetic(void)
{
    check_random r = {check_seed(39)};
    const uint64_t p = MODULAR_PRIME;
    mpz_t z;
    mpz_init(z);
    CHECK(modular_word(0) == 0 && modular_word((int128)p) == 0 &&
              modular_word(-(int128)p) == 0 && modular_word(-1) == p - 1,
          "edges");
    for (int i = 0; i < 5000; i++) {
        uint64_t a = check_bits(&r) % p, b = check_bits(&r) % p;
        uint64_t c = i % 10 == 0 ? p - 1 : check_bits(&r) % p;
        mpz_set_ui(z, b);
        mpz_mul_ui(z, z, c);
        mpz_ui_sub(z, a, z);
        CHECK(modular_less(a, b, c) == mpz_fdiv_ui(z, p), "a - b c");
        int128 v = (int128)((uint128)check_bits(&r) << 64 | check_bits(&r));
        v >>= check_integer(&r, 1, 90);
        mpz_set_si(z, (int64_t)(v >> 64));
        mpz_mul_2exp(z, z, 64);
        mpz_add_ui(z, z, (uint64_t)v);
        CHECK(modular_word(v) == mpz_fdiv_ui(z, p), "a word");
        CHECK(a == 0 || modular_reduce((uint128)a * modular_inverse(a)) == 1,
              "inverse");
    }
    mpz_clear(z);
}

/** x is known, r = A x; what comes back solves the rows that have a pivot, is
zero where a column depends on those before it, and is x when none does. */
static void systems(void)
{
    check_random r = {check_seed(40)};
    for (int round = 0; round < 300; round++) {
        int m = check_integer(&r, 1, 14), singular = round % 3 == 0 && m > 2;
        uint64_t A[196], B[196], x[14], y[14], b[14] = {0};
        arena a = {0};
        modular f;
        for (int i = 0; i < m * m; i++)
            A[i] = check_integer(&r, 0, 1) ? check_bits(&r) % MODULAR_PRIME : 0;
        for (int i = 0; i < m; i++) {
            A[i * m + i] = 1 + check_bits(&r) % 1000;
            if (singular)
                A[i * m + m - 1] = A[i * m];
            x[i] = singular && i == m - 1 ? 0 : check_bits(&r) % MODULAR_PRIME;
        }
        for (int i = 0; i < m; i++)
            for (int j = 0; j < m; j++)
                b[i] = modular_less(b[i], MODULAR_PRIME - A[i * m + j], x[j]);
        memcpy(B, A, sizeof A);
        CHECK(modular_new(&a, m, B, &f).code == 0, "new");
        CHECK(f.rank == m - singular, "rank %d of %d", f.rank, m);
        modular_solve(&f, b, y);
        for (int j = 0; j < m; j++)
            CHECK(x[j] == y[j], "round %d, x(%d)", round, j);
        arena_free(&a);
    }
}

int main(void)
{
    memory_adopt_gmp();
    RUN(arithmetic);
    RUN(systems);
    DONE;
}
