#include "lcp_random.h"

#include "lcp/solve/lemke.h"
#include "lcp/tableau/tableau_exact.h"
#include "lcp/kernel/tableau_f64.h"
#include "number/rational.h"

/* The variables exchanged, in order. */
typedef struct {
    const tableau *t;
    int enters[400], leaves[400], count;
} path;

static void see(void *context, int row, int col)
{
    path *p = context;
    if (p->count == 400)
        return;
    p->enters[p->count] = p->t->nonbasic[col];
    p->leaves[p->count++] = p->t->basic[row];
}

/* 1 when double and exact exchange the same variables in the same order. */
static int same_path(const lcp_problem *p, int *pivots)
{
    arena a = {0};
    tableau_f64 t;
    tableau_exact x;
    lcp_exact_problem e;
    lemke_end end, exact_end;
    path first = {.t = &t.head}, second = {.t = &x.head};
    lemke_witness one = {see, &first}, two = {see, &second};
    tableau_f64_rules rules = {1e-11, 1e-12};
    CHECK(tableau_f64_new(&a, p->free, p->n, rules, &t).code == 0, "new");
    tableau_f64_load(&t, p->A, p->b, NULL);
    CHECK(lcp_exact_problem_new(&a, p, &e).code == 0, "problem");
    CHECK(tableau_exact_new(&a, &e, NULL, NULL, &x).code == 0, "new");
    lcp_outcome o = lemke_run(&t.head, 390, &one, &end);
    int same = lemke_run(&x.head, 390, &two, &exact_end) == o;
    same &= first.count == second.count;
    for (int i = 0; same && i < first.count; i++)
        same &= first.enters[i] == second.enters[i] &&
                first.leaves[i] == second.leaves[i];
    *pivots += second.count;
    tableau_exact_clear(&x);
    lcp_exact_problem_clear(&e);
    arena_free(&a);
    return same;
}

static void same_path_on_friction(void)
{
    check_random r = {check_seed(9)};
    int pivots = 0, smallest = 1000;
    for (int i = 0; i < 1200; i++) {
        friction_kind k = {.velocities = check_integer(&r, 2, 6),
                           .joints = i % 5 == 0 ? 2 : 0,
                           .dependent = i % 10 == 0,
                           .contacts = check_integer(&r, 1, 4),
                           .directions = 2 * check_integer(&r, 1, 2),
                           .integer = 1,
                           .sticking = i % 3 == 0,
                           .duplicated = i % 7 == 0,
                           .unsolvable = i % 10 == 3,
                           .skew = i % 2};
        if (k.joints >= k.velocities)
            k.joints = 0;
        friction f = friction_new(&r, &k);
        int same = same_path(&f.p, &pivots);
        if (!same && f.p.free + f.p.n < smallest) {
            smallest = f.p.free + f.p.n;
            printf("problem %d with %d unknowns\n", i, smallest);
        }
        CHECK(same, "problem %d", i);
        friction_free(&f);
    }
    printf("%d pivots compared\n", pivots);
}

/** Small whole numbers anywhere: full of ties, rays, and cycles for whoever
has no lexicographic rule. */
static void same_path_on_any_integers(void)
{
    check_random r = {check_seed(10)};
    int pivots = 0;
    for (int i = 0; i < 3000; i++) {
        double A[64], b[8];
        int n = check_integer(&r, 1, 8);
        for (int j = 0; j < n * n; j++)
            A[j] = check_integer(&r, -2, 2);
        for (int j = 0; j < n; j++)
            b[j] = check_integer(&r, -2, 1);
        lcp_problem p = {0, n, A, b};
        CHECK(same_path(&p, &pivots), "problem %d, n = %d", i, n);
    }
    printf("%d pivots compared\n", pivots);
}

/** The covered problem has another answer, but an answer; and it does not
matter by which factors the rows were made whole. */
static void any_covering_vector_any_units(void)
{
    check_random r = {check_seed(11)};
    for (int i = 0; i < 200; i++) {
        friction_kind k = {.velocities = 3,
                           .contacts = 2,
                           .directions = 2,
                           .sticking = i % 2,
                           .full = i % 3 == 0};
        friction f = friction_new(&r, &k);
        int all = f.p.free + f.p.n;
        for (int c = 0; c < all; c++) {
            double unit = 1 << check_integer(&r, 0, 30);
            for (int row = 0; row < all; row++)
                f.A[row * all + c] *= unit;
        }
        arena a = {0};
        lcp_exact_problem e;
        tableau_exact x;
        lemke_end end;
        mpq_t *d = rational_array(&a, 8), *z = rational_array(&a, 16), w;
        mpq_init(w);
        for (int j = 0; j < 8; j++) {
            mpq_set_si(d[j], check_integer(&r, 1, 9),
                       (unsigned long)check_integer(&r, 1, 9));
            mpq_canonicalize(d[j]);
        }
        CHECK(lcp_exact_problem_new(&a, &f.p, &e).code == 0, "problem");
        CHECK(tableau_exact_new(&a, &e, d, NULL, &x).code == 0, "new");
        CHECK(lemke_run(&x.head, 1000, NULL, &end) == LCP_SOLVED, "%d", i);
        for (int j = 0; j < all; j++)
            tableau_exact_value(&x, j < 3 ? 17 + j : 8 + j - 3, z[j]);
        mpq_t *row = rational_array(&a, 16);
        CHECK(lcp_exact_rows(&e, z, 1, row).code == 0, "rows");
        for (int j = 0; j < all; j++) {
            if (j >= 3)
                tableau_exact_value(&x, j - 3, w);
            CHECK(mpq_equal(row[j], w), "problem %d, row %d", i, j);
            mpq_set_ui(w, 0, 1);
        }
        mpq_clear(w);
        rational_clear(row, 16);
        rational_clear(d, 8);
        rational_clear(z, 16);
        tableau_exact_clear(&x);
        lcp_exact_problem_clear(&e);
        arena_free(&a);
        friction_free(&f);
    }
}

int main(void)
{
    memory_adopt_gmp();
    RUN(same_path_on_friction);
    RUN(same_path_on_any_integers);
    RUN(any_covering_vector_any_units);
    DONE;
}
