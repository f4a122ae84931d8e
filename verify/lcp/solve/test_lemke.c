/**
# Lemke on problems whose answer is known by hand
*/
#include "check.h"
#include "slow_lcp.h"

#include "base/memory.h"
#include "lcp/solve/lemke.h"
#include "lcp/solve/mlcp.h"

/* Solves in doubles and exactly, checks both against the oracle, and compares
   z (null: do not) with the answer. */
static lcp_outcome both(int free, int n, const double *A, const double *b,
                        const double *z)
{
    lcp_problem p = {free, n, A, b};
    arena a = {0};
    lcp_exact_problem e;
    lcp_exact_answer x;
    lcp_answer d;
    int fallback, climbed, found;
    CHECK(lcp_exact_problem_new(&a, &p, &e).code == 0, "problem");
    CHECK(lcp_exact_answer_new(&a, free, n, &x).code == 0, "answer");
    CHECK(lcp_answer_new(&a, free, n, &d).code == 0, "answer");
    perp_status s = mlcp_prove(&e, NULL, &a, &x, &fallback);
    CHECK(s.code == 0, "exact: %s", s.code ? s.message : "");
    s = mlcp_solve(&p, &mlcp_defaults, &a, &d, &climbed);
    CHECK(s.code == 0, "double: %s", s.code ? s.message : "");
    CHECK(x.outcome == d.outcome, "%d and %d", x.outcome, d.outcome);
    CHECK(lcp_exact_check_outcome(&e, &x).code == 0, "check");
    slow_lcp(&e, x.basis, &found);
    CHECK(found == (x.outcome == LCP_SOLVED), "the oracle");
    for (int i = 0; z != NULL && i < free + n; i++) {
        CHECK(mpq_get_d(x.z[i]) == z[i], "exact z(%d) = %g", i,
              mpq_get_d(x.z[i]));
        CHECK(d.z[i] - z[i] < 1e-14 && z[i] - d.z[i] < 1e-14, "z(%d) = %g", i,
              d.z[i]);
    }
    lcp_outcome outcome = x.outcome;
    lcp_exact_answer_clear(free, n, &x);
    lcp_exact_problem_clear(&e);
    arena_free(&a);
    return outcome;
}

static void the_smallest_problems(void)
{
    struct {
        double a, b, z;
        lcp_outcome outcome;
    } t[] = {{1, 1, 0, LCP_SOLVED},    {1, -1, 1, LCP_SOLVED},
             {4, -1, .25, LCP_SOLVED}, {-1, 1, 0, LCP_SOLVED},
             {-1, -1, 0, LCP_RAY},     {0, -1, 0, LCP_RAY},
             {0, 0, 0, LCP_SOLVED},    {0, 1, 0, LCP_SOLVED}};
    for (size_t i = 0; i < sizeof t / sizeof *t; i++)
        CHECK(both(0, 1, &t[i].a, &t[i].b,
                   t[i].outcome == LCP_SOLVED ? &t[i].z : NULL) == t[i].outcome,
              "a = %g, b = %g", t[i].a, t[i].b);
    CHECK(both(0, 0, NULL, NULL, NULL) == LCP_SOLVED, "n = 0");
}

/** Every step of this one is a tie between all rows that are left: the right
side is constant, the matrix a circulant with the constant row sum 3. */
static void ties_everywhere(void)
{
    double A[] = {1, 2, 0, 0, 1, 2, 2, 0, 1}, b[] = {-3, -3, -3};
    double z[] = {1, 1, 1};
    CHECK(both(0, 3, A, b, z) == LCP_SOLVED, "circulant");
}

/** A lower triangular P-matrix, 1 on the diagonal and 2 below: the solution
for b = -1 is the first unit vector; for b_i = -2^n + 2^(n-1-i) the path is
long, the solution unique. */
static void long_paths(void)
{
    enum { N = 8 };
    double A[N * N] = {0}, b[N], z[N] = {1};
    for (int i = 0; i < N; i++) {
        for (int j = 0; j <= i; j++)
            A[i * N + j] = j < i ? 2 : 1;
        b[i] = -1;
    }
    CHECK(both(0, N, A, b, z) == LCP_SOLVED, "unit vector");
    for (int i = 0; i < N; i++)
        b[i] = -(double)(1 << N) + (double)(1 << (N - 1 - i));
    CHECK(both(0, N, A, b, NULL) == LCP_SOLVED, "long path");
}

/** Upper and lower bounds in a linear program: min x, 1 <= x <= 2, as an LCP
with skew matrix; degenerate because the dual is. */
static void a_linear_program(void)
{
    double A[] = {0, -1, 1, 1, 0, 0, -1, 0, 0}, b[] = {1, -1, 2};
    double z[] = {1, 1, 0};
    CHECK(both(0, 3, A, b, z) == LCP_SOLVED, "linear program");
    double c[] = {1, -3, 2}; /* 3 <= x <= 2 */
    CHECK(both(0, 3, A, c, NULL) == LCP_RAY, "no feasible point");
}

/** Equations alone: regular, redundant, contradicting each other. */
static void equations(void)
{
    double A[] = {2, 4, 1, 3}, b[] = {-2, -2}, x[] = {-1, 1};
    CHECK(both(2, 0, A, b, x) == LCP_SOLVED, "regular");
    double R[] = {1, 2, 2, 4}, same[] = {-1, -2}, other[] = {-1, -3};
    CHECK(both(2, 0, R, same, NULL) == LCP_SOLVED, "redundant");
    CHECK(both(2, 0, R, other, NULL) == LCP_INFEASIBLE, "contradiction");
    double Z[] = {0}, zero[] = {0}, one[] = {1};
    CHECK(both(1, 0, Z, zero, NULL) == LCP_SOLVED, "0 = 0");
    CHECK(both(1, 0, Z, one, NULL) == LCP_INFEASIBLE, "0 = 1");
}

/** An equation that holds a pair but no free unknown is not of the kind of
AP02 Theorem 2.1: a limit with a reason, not an answer. */
static void singular_without_being_redundant(void)
{
    double A[] = {0, 1, 0, 1}, b[] = {-1, 0};
    lcp_problem p = {1, 1, A, b};
    arena a = {0};
    lcp_answer d;
    int climbed;
    CHECK(lcp_answer_new(&a, 1, 1, &d).code == 0, "answer");
    perp_status s = mlcp_solve(&p, &mlcp_defaults, &a, &d, &climbed);
    CHECK(s.code == PERP_LIMIT && strstr(s.message, "redundant"), "code %d",
          s.code);
    arena_free(&a);
}

/** ## Paths that go round

A tableau without numbers, whose rows leave as random numbers say, or always the second:
then four exchanges lead back to where they began. */
typedef struct {
    tableau head;
    check_random *random;          /* null: the second row */
    uint32_t seen[4000]; /* bit v: variable v is basic */
    int count;
} wanderer;

static uint32_t basis_of(const tableau *t)
{
    uint32_t bits = 0;
    for (int r = 0; r < t->rows; r++)
        bits |= (uint32_t)1 << t->basic[r];
    return bits;
}

static int wander_first(tableau *t, int col)
{
    (void)t;
    (void)col;
    return 0;
}

static int wander_none(tableau *t)
{
    (void)t;
    return TABLEAU_NONE;
}

static int wander_leaves(tableau *t, int col)
{
    wanderer *w = (wanderer *)t;
    (void)col;
    w->seen[w->count++] = basis_of(t);
    return w->random == NULL ? 1
                             : check_integer(w->random, 1, t->rows - 1);
}

static int wander_pivot(tableau *t, int row, int col)
{
    (void)t;
    (void)row;
    (void)col;
    return TABLEAU_NONE;
}

static const tableau_operations wandering = {
    wander_first, wander_none, wander_first, wander_leaves, wander_pivot};

/* How many exchanges a wanderer among n pairs takes, of 3000. */
static int wander(check_random *r, int n, int rounds, wanderer *w)
{
    arena a = {0};
    lemke_end end;
    *w = (wanderer){.random = r};
    CHECK(tableau_begin(&a, &wandering, 0, n, &w->head).code == 0, "lists");
    w->head.rounds = rounds;
    CHECK(lemke_run(&w->head, 3000, NULL, &end) == LCP_LIMIT, "no end");
    w->seen[w->count++] = basis_of(&w->head);
    arena_free(&a);
    return end.pivots;
}

/** A path that is ended has been at its last place before, in the record of all its
places; the circle of four is seen soon, and not at all by numbers that do not round.
One that wanders without end comes to a place again, because there are not so many. */
static void round_and_round(void)
{
    check_random r = {check_seed(98)};
    wanderer w;
    CHECK(wander(NULL, 2, 0, &w) == 3000, "exact numbers are not asked");
    const int first = wander(NULL, 2, 1, &w);
    CHECK(first > 2 && first <= 12, "%d exchanges", first);
    for (int i = 0; i < 200; i++) {
        const int n = check_integer(&r, 2, 9), k = wander(&r, n, 1, &w);
        int again = 0;
        for (int j = 0; j + 1 < w.count; j++)
            again |= w.seen[j] == w.seen[w.count - 1];
        CHECK(k == 3000 || again, "ended at a new place, n = %d", n);
        CHECK(k < 3000 || n > 5, "n = %d: not seen", n);
    }
}

int main(void)
{
    memory_adopt_gmp();
    RUN(the_smallest_problems);
    RUN(ties_everywhere);
    RUN(long_paths);
    RUN(a_linear_program);
    RUN(equations);
    RUN(singular_without_being_redundant);
    RUN(round_and_round);
    DONE;
}
