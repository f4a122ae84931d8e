#include "base/memory.h"
#include "check.h"
#include "number/integers.h"
#include "number/rational.h"

#include <math.h>

enum { N = 4 };

/* |det| of a k x k integer matrix by expansion along the first row. */
static void determinant(int k, mpz_t m[N][N], mpz_ptr out)
{
    mpz_set_ui(out, k == 0);
    for (int c = 0; c < k; c++) {
        mpz_t minor[N][N], d;
        mpz_init(d);
        for (int i = 0; i < N; i++)
            for (int j = 0; j < N; j++)
                mpz_init(minor[i][j]);
        for (int i = 1; i < k; i++)
            for (int j = 0; j < k; j++)
                if (j != c)
                    mpz_set(minor[i - 1][j - (j > c)], m[i][j]);
        determinant(k - 1, minor, d);
        mpz_mul(d, d, m[0][c]);
        if (c % 2)
            mpz_sub(out, out, d);
        else
            mpz_add(out, out, d);
        for (int i = 0; i < N; i++)
            for (int j = 0; j < N; j++)
                mpz_clear(minor[i][j]);
        mpz_clear(d);
    }
}

/** The integers are the rationals times what the factors say; and the
determinant keeps Hadamard's bound. */
static void factors_and_bound(void)
{
    check_random r = {check_seed(23)};
    static const int pick[] = {4, 0, 3, 1};
    for (int round = 0; round < 200; round++) {
        arena a = {0};
        double v[30];
        mpq_t *q = rational_array(&a, 30), t;
        mpq_init(t);
        for (int i = 0; i < 30; i++)
            v[i] = check_integer(&r, 0, 3) == 0
                       ? 0
                       : ldexp(check_uniform(&r, -1, 1),
                               check_integer(&r, -60, 60));
        rational_of_doubles(30, v, q);
        mpq_set_si(q[round % 25], 22, 7);
        rational_system s = {5, (const mpq_t *)q, (const mpq_t *)(q + 25)};
        integer_system z;
        CHECK(integer_system_new(&a, &s, N, pick, &z).code == 0, "new");
        mpz_t m[N][N], det;
        for (int i = 0; i < N; i++) {
            for (int j = 0; j < N; j++) {
                mpq_mul(t, q[pick[i] * 5 + pick[j]], z.row_scale[i]);
                mpq_div_2exp(t, t, (mp_bitcnt_t)z.column_shift[j]);
                CHECK(mpq_cmp_z(t, z.A[i * N + j]) == 0, "A(%d,%d)", i, j);
                mpz_init_set(m[i][j], z.A[i * N + j]);
            }
            mpq_mul(t, q[25 + pick[i]], z.row_scale[i]);
            mpq_mul(t, t, z.rhs_scale);
            CHECK(mpq_cmp_z(t, z.b[i]) == 0, "b(%d)", i);
        }
        mpz_init(det);
        determinant(N, m, det);
        CHECK(integer_bits(det) <= integer_minor_bits(&z), "round %d", round);
        for (int i = 0; i < N; i++)
            for (int j = 0; j < N; j++)
                mpz_clear(m[i][j]);
        mpz_clear(det);
        mpq_clear(t);
        integer_system_clear(&z);
        rational_clear(q, 30);
        arena_free(&a);
    }
}

static void too_much_is_refused(void)
{
    CHECK(integer_room(1000, 1000).code == PERP_OK, "a megabit");
    perp_status s = integer_room(4096u * 4096u, 4096 * 60);
    CHECK(s.code == PERP_LIMIT && strstr(s.message, "fewer contacts"), "%d",
          s.code);
}

int main(void)
{
    memory_adopt_gmp();
    RUN(factors_and_bound);
    RUN(too_much_is_refused);
    DONE;
}
