#include "linear_random.h"
#include "slow_lcp.h"

#include "number/linear/linear.h"

#include <math.h>

enum { MOST = 11 };

static struct {
    int solved[4], refused[4], contradictions;
} seen[SYSTEM_KINDS];

static const exact_limit none = {0, 0};

/* One method against x; -1: it did not do it. */
static int agrees(arena *a, const rational_system *s, int m, const int *pick,
                  linear_method want, mpq_t *x)
{
    numerators out;
    linear_method used;
    mpq_t t;
    int same = 1;
    CHECK(linear_solve(a, s, m, pick, want, &none, &out, &used).code == 0,
          "method %d", want);
    CHECK(used == LINEAR_ANY || want == LINEAR_ANY || used == want, "used");
    mpq_init(t);
    for (int j = 0; used != LINEAR_ANY && j < m; j++) {
        mpz_set(mpq_numref(t), out.X[j]);
        mpz_set(mpq_denref(t), out.den);
        CHECK(mpz_sgn(out.den) > 0, "denominator");
        mpq_canonicalize(t);
        same &= mpq_equal(t, x[pick[j]]);
    }
    mpq_clear(t);
    numerators_clear(&out);
    return used == LINEAR_ANY ? -1 : same;
}

/* The system with one more row and column in front that `pick` leaves out. */
static void one(arena *a, check_random *r, system_kind k, int n)
{
    int all = n + 1, pick[MOST + 1];
    size_t count = (size_t)(n * n + n + all * all + 2 * all);
    mpq_t *A = rational_array(a, count), *b = A + n * n, *B = b + n;
    mpq_t *c = B + all * all, *x = c + all;
    system_fill(r, k, n, A, b);
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++)
            mpq_set(B[(i + 1) * all + j + 1], A[i * n + j]);
        mpq_set_ui(B[i + 1], 5, 3);
        mpq_set(c[i + 1], b[i]);
        pick[i] = i + 1;
    }
    lcp_exact_problem e = {all, 0, (const mpq_t *)B, (const mpq_t *)c};
    rational_system s = {all, (const mpq_t *)B, (const mpq_t *)c};
    int solvable = slow_gauss(&e, n, pick, x);
    seen[k].contradictions += !solvable;
    for (int m = 0; m < 4; m++) {
        int same = agrees(a, &s, n, pick, (linear_method)m, x);
        CHECK(solvable ? same != 0 : same == -1,
              "kind %d, n = %d, method %d: %d and %d", k, n, m, solvable, same);
        CHECK(!solvable || m > 1 || same == 1, "kind %d, n = %d: not solved", k,
              n);
        seen[k].solved[m] += same == 1;
        seen[k].refused[m] += solvable && same == -1;
    }
    rational_clear(A, count);
}

/** Elimination, refinement, lifting and schoolbook Gauss give the same
fractions, or say that they cannot; who is free to choose always can. */
static void four_ways_one_answer(void)
{
    check_random r = {check_seed(31)};
    arena a = {0};
    for (int round = 0; round < check_times(33); round++)
        for (int k = 0; k < SYSTEM_KINDS; k++) {
            arena_mark mark = arena_here(&a);
            one(&a, &r, (system_kind)k, 1 + round % MOST);
            arena_release(&a, mark);
        }
    for (int k = 0; k < SYSTEM_KINDS; k++)
        printf("kind %2d: %d contradict; refinement %d of %d, lifting %d of "
               "%d\n",
               k, seen[k].contradictions, seen[k].solved[2],
               seen[k].solved[2] + seen[k].refused[2], seen[k].solved[3],
               seen[k].solved[3] + seen[k].refused[3]);
    CHECK(seen[SYSTEM_DOUBLES].refused[2] == 0, "refinement");
    CHECK(seen[SYSTEM_NEARLY].solved[2] < seen[SYSTEM_NEARLY].solved[1],
          "refinement sees the condition");
    CHECK(seen[SYSTEM_PRIME].refused[3] > check_times(25), "p divides the determinant");
    for (int k = 0; k < SYSTEM_KINDS; k++)
        CHECK(k == SYSTEM_PRIME || seen[k].refused[3] == 0, "lifting, %d", k);
    CHECK(seen[SYSTEM_FALSE].contradictions > check_times(25), "contradictions");
    arena_free(&a);
}

/** Bodies, as they are met: all three methods on systems of 40 unknowns, which
schoolbook Gauss would do for minutes; and the residual, exactly. */
static void larger_systems(void)
{
    check_random r = {check_seed(32)};
    enum { N = 40 };
    for (int round = 0; round < 3; round++) {
        arena a = {0};
        int pick[N];
        mpq_t *A = rational_array(&a, N * N + 2 * N), *b = A + N * N;
        mpq_t *x = b + N, sum, t;
        mpq_inits(sum, t, NULL);
        for (int i = 0; i < N * N; i++)
            if (check_integer(&r, 0, 5) == 0 || i % (N + 1) == 0)
                mpq_set_d(A[i], check_uniform(&r, -1, 1));
        for (int i = 0; i < N; i++) {
            mpq_set_d(b[i], check_uniform(&r, -1, 1));
            pick[i] = i;
        }
        rational_system s = {N, (const mpq_t *)A, (const mpq_t *)b};
        numerators out;
        linear_method used;
        CHECK(linear_solve(&a, &s, N, pick, LINEAR_LIFTING, &none, &out, &used)
                      .code == 0,
              "lifting");
        for (int i = 0; i < N; i++) {
            mpz_set(mpq_numref(x[i]), out.X[i]);
            mpz_set(mpq_denref(x[i]), out.den);
            mpq_canonicalize(x[i]);
        }
        numerators_clear(&out);
        for (int i = 0; i < N; i++) {
            mpq_set(sum, b[i]);
            for (int j = 0; j < N; j++) {
                mpq_mul(t, A[i * N + j], x[j]);
                mpq_add(sum, sum, t);
            }
            CHECK(mpq_sgn(sum) == 0, "row %d", i);
        }
        CHECK(agrees(&a, &s, N, pick, LINEAR_REFINEMENT, x) == 1, "refined");
        CHECK(agrees(&a, &s, N, pick, LINEAR_ELIMINATION, x) == 1, "bareiss");
        mpq_clears(sum, t, NULL);
        rational_clear(A, N * N + 2 * N);
        arena_free(&a);
    }
}

/** A refused request for memory is a clean LIMIT in every method. */
static void refused_memory(void)
{
    check_random r = {check_seed(33)};
    for (int want = 0; want < 4; want++)
        for (int kind = 0; kind < 2; kind++) {
            enum { N = 64 }; /* more than one block of the arena */
            arena data = {0};
            int pick[N];
            mpq_t *A = rational_array(&data, N * N + N), *b = A + N * N;
            for (int i = 0; i < N; i++) {
                pick[i] = i;
                mpq_set_d(b[i], check_uniform(&r, -1, 1));
                for (int j = 0; j < N; j++)
                    if (i == j || check_integer(&r, 0, 30) == 0)
                        mpq_set_d(A[i * N + j],
                                  ldexp(check_uniform(&r, -1, 1),
                                        kind ? 200 * (i % 2) : 0));
            }
            rational_system s = {N, (const mpq_t *)A, (const mpq_t *)b};
            perp_status status = {PERP_LIMIT, NULL, NULL};
            size_t k;
            for (k = 1; status.code != PERP_OK && k < 100; k++) {
                arena a = {0};
                numerators out;
                linear_method used;
                memory_refuse(k);
                status = linear_solve(&a, &s, N, pick, (linear_method)want,
                                      &none, &out, &used);
                memory_refuse(0);
                CHECK(status.code == PERP_OK || status.code == PERP_LIMIT, "%d",
                      status.code);
                if (status.code == PERP_OK)
                    numerators_clear(&out);
                arena_free(&a);
            }
            CHECK(status.code == PERP_OK && k > 2, "method %d: %zu", want, k);
            rational_clear(A, N * N + N);
            arena_free(&data);
        }
}

/** Limits: too few bits, no time; never another answer. */
static void limits_are_kept(void)
{
    check_random r = {check_seed(34)};
    enum { N = 12 };
    arena a = {0};
    int pick[N], ends[2] = {0};
    mpq_t *A = rational_array(&a, N * N + N), *b = A + N * N;
    system_fill(&r, SYSTEM_DOUBLES, N, A, b);
    for (int i = 0; i < N; i++)
        pick[i] = i;
    rational_system s = {N, (const mpq_t *)A, (const mpq_t *)b};
    for (size_t bits = 1; bits < 2000; bits += 37)
        for (int want = 0; want < 4; want++) {
            exact_limit l = {bits, 0};
            numerators out;
            linear_method used;
            perp_status st = linear_solve(&a, &s, N, pick, (linear_method)want,
                                          &l, &out, &used);
            CHECK(st.code == PERP_OK || st.code == PERP_LIMIT, "%d", st.code);
            ends[st.code == PERP_OK]++;
            if (st.code == PERP_OK)
                numerators_clear(&out);
        }
    CHECK(ends[0] > 20 && ends[1] > 20, "%d, %d", ends[0], ends[1]);
    rational_clear(A, N * N + N);
    arena_free(&a);
}

int main(void)
{
    memory_adopt_gmp();
    RUN(four_ways_one_answer);
    RUN(larger_systems);
    RUN(refused_memory);
    RUN(limits_are_kept);
    DONE;
}
