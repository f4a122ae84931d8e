#include "base/memory.h"
#include "check.h"
#include "number/linear/bareiss.h"
#include "number/rational.h"

enum { N = 7 };

static void fill(check_random *r, mpq_t *A, mpq_t *x, int dependent)
{
    for (int i = 0; i < N * N; i++) {
        mpq_set_si(A[i], check_integer(r, 0, 2) ? check_integer(r, -9, 9) : 0,
                   (unsigned long)check_integer(r, 1, 12));
        mpq_canonicalize(A[i]);
    }
    for (int i = 0; dependent && i < N; i++) /* column 5 = column 1 */
        mpq_set(A[i * N + 5], A[i * N + 1]);
    for (int i = 0; i < N; i++) {
        mpq_set_si(x[i], check_integer(r, -9, 9),
                   (unsigned long)check_integer(r, 1, 5));
        mpq_canonicalize(x[i]);
    }
}

/* out = A x + b */
static void residual(mpq_t *A, mpq_t *x, mpq_t *b, mpq_t *out)
{
    mpq_t t;
    mpq_init(t);
    for (int i = 0; i < N; i++) {
        mpq_set(out[i], b[i]);
        for (int j = 0; j < N; j++) {
            mpq_mul(t, A[i * N + j], x[j]);
            mpq_add(out[i], out[i], t);
        }
    }
    mpq_clear(t);
}

static int solve(arena *a, const rational_system *p, mpq_t *x)
{
    static const int pick[] = {0, 1, 2, 3, 4, 5, 6};
    integer_system s;
    int consistent = 0;
    mpz_t *X = integer_array(a, N, 0), den;
    mpz_init(den);
    CHECK(integer_system_new(a, p, N, pick, &s).code == 0, "new");
    CHECK(bareiss_numerators(a, &s, X, den, &consistent).code == 0, "run");
    if (consistent)
        integer_system_unscale(&s, X, den);
    CHECK(!consistent || mpz_sgn(den) > 0, "the denominator's sign");
    for (int j = 0; consistent && j < N; j++) {
        mpz_set(mpq_numref(x[j]), X[j]);
        mpz_set(mpq_denref(x[j]), den);
        mpq_canonicalize(x[j]);
    }
    integer_clear(X, N);
    mpz_clear(den);
    integer_system_clear(&s);
    return consistent;
}

/** b is made from a known x; what comes back solves the system, and a changed b
contradicts a singular one. */
static void systems_with_known_solutions(void)
{
    check_random r = {check_seed(22)};
    arena a = {0};
    int contradictions = 0;
    mpq_t *A = rational_array(&a, N * N), *x = rational_array(&a, 4 * N);
    mpq_t *b = x + N, *y = x + 2 * N, *zero = x + 3 * N;
    rational_system s = {N, (const mpq_t *)A, (const mpq_t *)b};
    for (int round = 0; round < 400; round++) {
        fill(&r, A, x, round % 2);
        for (int i = 0; i < N; i++)
            mpq_set_ui(zero[i], 0, 1);
        residual(A, x, zero, b);
        for (int i = 0; i < N; i++)
            mpq_neg(b[i], b[i]);
        CHECK(solve(&a, &s, y), "round %d", round);
        residual(A, y, b, zero);
        for (int i = 0; i < N; i++)
            CHECK(mpq_sgn(zero[i]) == 0, "round %d, row %d", round, i);
        CHECK(round % 2 == 0 || mpq_sgn(y[5]) == 0, "a dependent column");
        mpq_set_ui(zero[0], 1, 7);
        mpq_add(b[3], b[3], zero[0]);
        contradictions += !solve(&a, &s, y);
    }
    CHECK(contradictions > 20, "%d contradictions", contradictions);
    rational_clear(A, N * N);
    rational_clear(x, 4 * N);
    arena_free(&a);
}

int main(void)
{
    memory_adopt_gmp();
    RUN(systems_with_known_solutions);
    DONE;
}
