/**
# The ladder: AP02's theorems, units, order, memory
*/
#include "lcp_random.h"
#include "slow_lcp.h"
#include "space_random.h"
#include "theorem.h"

#include "lcp/solve/lemke.h"
#include "lcp/solve/mlcp.h"
#include "lcp/solve/sharp.h"
#include "lcp/kernel/tableau_f64.h"
#include "number/rational.h"

#include <math.h>

/** Verifies AP02 (19), (20), (23), (25), (Thm2.1). */
static void theorem_2_1(void)
{
    check_random r = {check_seed(13)};
    int climbs = 0, moved = 0;
    for (int round = 0; round < 400; round++) {
        theorem t;
        theorem_new(&r, &t);
        arena a = {0};
        lcp_answer d;
        lcp_exact_problem e;
        lcp_exact_answer x;
        int climbed, fallback, found;
        CHECK(lcp_answer_new(&a, NX + NY, NL, &d).code == 0, "answer");
        CHECK(lcp_exact_answer_new(&a, NX + NY, NL, &x).code == 0, "answer");
        CHECK(lcp_exact_problem_new(&a, &t.p, &e).code == 0, "problem");
        CHECK(mlcp_solve(&t.p, &mlcp_defaults, &a, &d, &climbed).code == 0,
              "round %d", round);
        CHECK(d.outcome == LCP_SOLVED, "round %d", round);
        climbs += climbed;
        CHECK(mlcp_prove(&e, d.basis, &a, &x, &fallback).code == 0, "prove");
        CHECK(x.outcome == LCP_SOLVED, "round %d", round);
        CHECK(mlcp_prove(&e, NULL, &a, &x, &fallback).code == 0, "prove");
        CHECK(x.outcome == LCP_SOLVED, "round %d", round);
        slow_lcp(&e, x.basis, &found);
        CHECK(found, "the oracle, round %d", round);
        for (int i = NX + NY; i < ALL; i++)
            moved += mpq_sgn(x.z[i]) != 0;
        lcp_exact_answer_clear(NX + NY, NL, &x);
        lcp_exact_problem_clear(&e);
        arena_free(&a);
    }
    printf("%d climbs, %d positive multipliers\n", climbs, moved);
    CHECK(moved > 400, "the problems are too easy");
    VERIFIES("AP02 (19), (20), (23), (25), (Thm2.1)");
}

/* sum_ij x_i B_ij y_j, B the n x n matrix with rows of length w. */
static void form(int n, const int *x, mpq_t *B, mpq_ptr out)
{
    mpq_t t;
    mpq_init(t);
    mpq_set_ui(out, 0, 1);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            mpq_set_si(t, x[i] * x[j], 1);
            mpq_mul(t, t, B[i * n + j]);
            mpq_add(out, out, t);
        }
    mpq_clear(t);
}

/** The proof's certificate, exactly: x'(G + G')x >= 0 for every x; and for the
z >= 0 that solve LCP(G + N, 0), where H z + F w = 0, the number
z'g is z'b >= 0.
G + N and g are those of the slow oracle. Verifies AP02 (Thm2.1). */
static void the_certificate_of_theorem_2_1(void)
{
    static const int null[2][NL] = {{0, 0, 0, 1, 1, 0}, {0, 0, 0, 0, 0, 1}};
    check_random r = {check_seed(14)};
    mpq_t A[NL * NL], g[NL], v, t;
    mpq_inits(v, t, NULL);
    for (int round = 0; round < 100; round++) {
        theorem p;
        arena a = {0};
        lcp_exact_problem e;
        theorem_new(&r, &p);
        CHECK(lcp_exact_problem_new(&a, &p.p, &e).code == 0, "problem");
        CHECK(slow_condense(&e, A, g), "dependent equations are consistent");
        for (int s = 0; s < 2; s++) {
            form(NL, null[s], A, v);
            CHECK(mpq_sgn(v) == 0, "z'(G + N)z");
            mpq_set_ui(v, 0, 1);
            for (int i = 0; i < NL; i++) {
                mpq_set_ui(t, 0, 1);
                for (int j = 0; j < NL; j++)
                    if (null[s][j])
                        mpq_add(t, t, A[i * NL + j]);
                CHECK(mpq_sgn(t) == 0, "(G + N)z = 0, row %d", i);
                if (null[s][i]) {
                    mpq_add(v, v, g[i]);
                    mpq_sub(v, v, e.b[NX + NY + i]);
                }
            }
            CHECK(mpq_sgn(v) == 0, "z'g = z'b, round %d", round);
        }
        for (int i = 0; i < NL; i++)
            for (int j = 0; j < NL; j++) /* G */
                mpq_sub(A[i * NL + j], A[i * NL + j],
                        e.A[(NX + NY + i) * ALL + NX + NY + j]);
        for (int k = 0; k < 20; k++) {
            int x[NL];
            for (int i = 0; i < NL; i++)
                x[i] = check_integer(&r, -5, 5);
            form(NL, x, A, v);
            CHECK(mpq_sgn(v) >= 0, "G is positive semidefinite");
        }
        for (int i = 0; i < NL * NL; i++)
            mpq_clear(A[i]);
        for (int i = 0; i < NL; i++)
            mpq_clear(g[i]);
        lcp_exact_problem_clear(&e);
        arena_free(&a);
    }
    mpq_clears(v, t, NULL);
    VERIFIES("AP02 (Thm2.1)");
}

static friction some_friction(check_random *r, int i)
{
    friction_kind k = {.velocities = 4,
                       .joints = i % 4 == 0 ? 2 : 0,
                       .dependent = i % 8 == 0,
                       .contacts = 3,
                       .directions = 2,
                       .full = i % 2,
                       .sticking = i % 3 == 0};
    return friction_new(r, &k);
}

/** A power of two in all of A or all of b changes no bit but the exponents. */
static void powers_of_two_change_nothing(void)
{
    check_random r = {check_seed(15)};
    for (int i = 0; i < 200; i++) {
        friction f = some_friction(&r, i);
        int all = f.p.free + f.p.n, climbed;
        double up = ldexp(1, check_integer(&r, -200, 200));
        double ub = ldexp(1, check_integer(&r, -200, 200));
        arena a = {0};
        lcp_answer x, y;
        CHECK(lcp_answer_new(&a, f.p.free, f.p.n, &x).code == 0, "answer");
        CHECK(lcp_answer_new(&a, f.p.free, f.p.n, &y).code == 0, "answer");
        CHECK(mlcp_solve(&f.p, &mlcp_defaults, &a, &x, &climbed).code == 0,
              "%d", i);
        for (int j = 0; j < all * all; j++)
            f.A[j] *= up;
        for (int j = 0; j < all; j++)
            f.b[j] *= ub;
        int before = climbed;
        CHECK(mlcp_solve(&f.p, &mlcp_defaults, &a, &y, &climbed).code == 0,
              "%d", i);
        CHECK(before || climbed || x.residual == y.residual, "%d: %g, %g", i,
              x.residual, y.residual);
        for (int j = 0; j < all && !before && !climbed; j++)
            CHECK(y.z[j] == x.z[j] * (ub / up), "problem %d, z(%d)", i, j);
        arena_free(&a);
        friction_free(&f);
    }
}

/** Positive definite problems have one solution, in whatever order the pairs
are listed. */
static void order_does_not_matter(void)
{
    check_random r = {check_seed(16)};
    for (int i = 0; i < 200; i++) {
        enum { N = 7 };
        friction_kind k = {.velocities = N, .full = i % 2, .skew = 1};
        double A[N * N], b[N], PA[N * N], Pb[N];
        int to[N], climbed;
        friction_mass(&r, &k, N, A);
        for (int j = 0; j < N; j++) {
            b[j] = check_integer(&r, -4, 2);
            int other = check_integer(&r, 0, j);
            to[j] = to[other];
            to[other] = j;
        }
        for (int j = 0; j < N; j++) {
            Pb[to[j]] = b[j];
            for (int l = 0; l < N; l++)
                PA[to[j] * N + to[l]] = A[j * N + l];
        }
        arena a = {0};
        lcp_problem p = {0, N, A, b}, q = {0, N, PA, Pb};
        lcp_answer x, y;
        CHECK(lcp_answer_new(&a, 0, N, &x).code == 0, "answer");
        CHECK(lcp_answer_new(&a, 0, N, &y).code == 0, "answer");
        CHECK(mlcp_solve(&p, &mlcp_defaults, &a, &x, &climbed).code == 0 &&
                  mlcp_solve(&q, &mlcp_defaults, &a, &y, &climbed).code == 0,
              "%d", i);
        for (int j = 0; j < N; j++)
            CHECK(fabs(x.z[j] - y.z[to[j]]) < 1e-12 * (1 + x.z[j]), "%d", i);
        arena_free(&a);
    }
}

/** The k-th request for memory is refused, for every k until none is: each
time a clean LIMIT, no leak, and at last the answer. */
static void refused_memory(void)
{
    check_random r = {check_seed(17)};
    for (int unsolvable = 0; unsolvable < 2; unsolvable++) {
        friction_kind k = {.velocities = 3,
                           .joints = 1,
                           .contacts = 9, /* more than one arena block */
                           .directions = 4,
                           .unsolvable = unsolvable};
        friction f = friction_new(&r, &k);
        perp_status s = {PERP_LIMIT, NULL, NULL};
        size_t sweep;
        for (sweep = 1; s.code != PERP_OK && sweep < 100; sweep++) {
            arena a = {0};
            lcp_answer x;
            int climbed;
            memory_refuse(sweep);
            s = lcp_answer_new(&a, f.p.free, f.p.n, &x);
            if (s.code == PERP_OK)
                s = mlcp_solve(&f.p, &mlcp_defaults, &a, &x, &climbed);
            memory_refuse(0);
            CHECK(s.code == PERP_OK || s.code == PERP_LIMIT, "code %d", s.code);
            arena_free(&a);
        }
        CHECK(s.code == PERP_OK && sweep > 2, "after %zu refusals", sweep);
        friction_free(&f);
    }
}

static void the_double_path_asks_the_arena_only(void)
{
    check_random r = {check_seed(18)};
    arena a = {0};
    for (int i = 1; i < 40; i += 2) {
        friction f = some_friction(&r, i % 3 == 0 ? 1 : i);
        lcp_answer x;
        int climbed;
        CHECK(lcp_answer_new(&a, f.p.free, f.p.n, &x).code == 0, "answer");
        arena_reserve(&a, 1 << 16);
        size_t count = memory_count();
        CHECK(mlcp_solve(&f.p, &mlcp_defaults, &a, &x, &climbed).code == 0,
              "%d", i);
        CHECK(climbed || memory_count() == count, "%zu allocations",
              memory_count() - count);
        friction_free(&f);
    }
    arena_free(&a);
}

/** A wrong proposal costs time and nothing else. */
static void a_wrong_basis_is_repaired(void)
{
    check_random r = {check_seed(19)};
    for (int i = 0; i < 60; i++) {
        friction f = some_friction(&r, i);
        arena a = {0};
        lcp_exact_problem e;
        lcp_exact_answer x;
        uint8_t basis[32];
        int fallback;
        for (int j = 0; j < f.p.n; j++)
            basis[j] = (uint8_t)check_integer(&r, 0, 1);
        CHECK(lcp_exact_problem_new(&a, &f.p, &e).code == 0, "problem");
        CHECK(lcp_exact_answer_new(&a, e.free, e.n, &x).code == 0, "answer");
        CHECK(mlcp_prove(&e, basis, &a, &x, &fallback).code == 0, "%d", i);
        CHECK(lcp_exact_check(&e, &x).code == 0, "%d", i);
        lcp_exact_answer_clear(e.free, e.n, &x);
        lcp_exact_problem_clear(&e);
        arena_free(&a);
        friction_free(&f);
    }
}

/** w = z - 1 in n pairs, covered by ones: the path is z_1, ..., z_n for w_1, ..., w_n,
and z0 leaves last, n + 1 exchanges. So many are enough for an answer, and one less is
not; for b = 0 none is needed.

Verifies AP02 (20), (25). */
static void just_enough_pivots(void)
{
    enum { N = 9 };
    const tableau_f64_rules rules = {1e-11, 1e-12};
    for (int n = 1; n <= N; n++)
        for (int limit = 0; limit <= n + 2; limit++) {
            double A[N * N] = {0}, b[N], zero[N] = {0};
            arena a = {0};
            tableau_f64 t;
            lemke_end end;
            for (int i = 0; i < n; i++) {
                A[i * n + i] = 1;
                b[i] = -1;
            }
            CHECK(tableau_f64_new(&a, 0, n, rules, &t).code == 0, "new");
            tableau_f64_load(&t, A, b, NULL);
            lcp_outcome o = lemke_run(&t.head, limit, NULL, &end);
            CHECK(o == (limit > n ? LCP_SOLVED : LCP_LIMIT) &&
                      end.pivots == (limit > n ? n + 1 : limit),
                  "n = %d, %d exchanges: outcome %d, %d taken", n, limit, o,
                  end.pivots);
            tableau_f64_restart(&t);
            tableau_f64_load(&t, A, zero, NULL);
            CHECK(lemke_run(&t.head, limit, NULL, &end) == LCP_SOLVED &&
                      end.pivots == 0,
                  "b = 0: %d taken", end.pivots);
            arena_free(&a);
        }
    VERIFIES("AP02 (20), (25)");
}

/** Stacks of six boxes with masses a million times apart, which creep: what two
covering vectors leave without an answer has one behind them, without exact
arithmetic, and its rows hold. */
static void refused_ones_do_not_climb(void)
{
    check_random r = {96};
    const space_kind k = {.boxes = 6, .mass_ratio = 1e6, .speed = 1e-3};
    mlcp_options two = mlcp_defaults;
    int refused = 0, climbs = 0;
    two.only_double = 1;
    for (int i = 0; i < 40; i++) {
        arena a = {0};
        planar f = space_new(&r, &k);
        int all = f.p.free + f.p.n, climbed;
        lcp_answer x;
        double *work = arena_take(&a, 4 * (size_t)all, sizeof *work);
        CHECK(lcp_answer_new(&a, f.p.free, f.p.n, &x).code == 0, "answer");
        CHECK(mlcp_solve(&f.p, &two, &a, &x, &climbed).code == 0, "%d", i);
        if (x.outcome != LCP_SOLVED) {
            refused++;
            CHECK(mlcp_solve(&f.p, &mlcp_defaults, &a, &x, &climbed).code == 0,
                  "%d", i);
            climbs += climbed;
            CHECK(x.outcome == LCP_SOLVED &&
                      lcp_residual(&f.p, x.z, work) <= 1e-9,
                  "problem %d", i);
        }
        planar_free(&f);
        arena_free(&a);
    }
    printf("%d refused, %d climbs\n", refused, climbs);
    CHECK(refused >= 3 && 4 * climbs <= refused, "%d climbs", climbs);
}

/** One body on six contacts, every other of which is the one before but for
$10^{-10}$: dictionaries have entries that are nothing but that difference. Both
covering vectors and double-doubles end nowhere on some; with the higher threshold
they have an answer, and none climbs. */
static void the_threshold_is_raised(void)
{
    check_random r = {check_seed(97)};
    const space_kind k = {
        .bodies = 1, .contacts = 6, .twin = 1e-10, .mass_ratio = 1, .speed = 1};
    mlcp_options two = mlcp_defaults;
    int left = 0, climbs = 0;
    two.only_double = 1;
    for (int i = 0; i < 300; i++) {
        arena a = {0};
        planar f = space_new(&r, &k);
        int climbed = 0;
        lcp_answer x;
        ladder_limits none = {0};
        CHECK(lcp_answer_new(&a, f.p.free, f.p.n, &x).code == 0, "answer");
        CHECK(mlcp_solve(&f.p, &two, &a, &x, &climbed).code == 0, "%d", i);
        if (x.outcome != LCP_SOLVED)
            CHECK(sharp_solve(&f.p, &none, two.residual, &a, &x).code == 0,
                  "%d", i);
        if (x.outcome != LCP_SOLVED) {
            left++;
            CHECK(mlcp_solve(&f.p, &mlcp_defaults, &a, &x, &climbed).code == 0,
                  "%d", i);
            CHECK(x.outcome == LCP_SOLVED, "problem %d", i);
        }
        climbs += climbed;
        planar_free(&f);
        arena_free(&a);
    }
    printf("%d left by the other tries, %d climbs\n", left, climbs);
    CHECK(left >= 2 && 4 * climbs <= left, "%d climbs of %d", climbs, left);
}

int main(void)
{
    memory_adopt_gmp();
    RUN(theorem_2_1);
    RUN(just_enough_pivots);
    RUN(the_certificate_of_theorem_2_1);
    RUN(powers_of_two_change_nothing);
    RUN(order_does_not_matter);
    RUN(refused_memory);
    RUN(the_double_path_asks_the_arena_only);
    RUN(a_wrong_basis_is_repaired);
    RUN(refused_ones_do_not_climb);
    RUN(the_threshold_is_raised);
    DONE;
}
