/**
# All double kernels are one

Small, whole, delayed and lazy dictionaries, in registers of every width this machine
has, must take the same pivots and end with the same bits.
*/
#include "impact_random.h"
#include "lcp_random.h"

#include "lcp/kernel/tableau_f64.h"
#include "lcp/solve/lemke.h"

static const tableau_f64_rules rules = {1e-11, 1e-12};

enum { MOST = 4000 };

typedef struct {
    int count, row[MOST], col[MOST];
} path;

static void see(void *context, int row, int col)
{
    path *p = context;
    if (p->count < MOST) {
        p->row[p->count] = row;
        p->col[p->count++] = col;
    }
}

/* The run of one kernel. */
typedef struct {
    tableau_f64 t;
    path way;
    lcp_outcome outcome;
} run;

static void run_with(arena *a, const lcp_problem *p, const f64_kernel *k,
                     run *out)
{
    lemke_end end;
    lemke_witness witness = {see, &out->way};
    out->way.count = 0;
    CHECK(tableau_f64_new_as(a, p->free, p->n, rules, k, &out->t).code == 0,
          "new");
    tableau_f64_load(&out->t, p->A, p->b, NULL);
    out->outcome = lemke_run(&out->t.head, MOST, &witness, &end);
    tableau_f64_settle(&out->t);
}

static int same(const run *x, const run *y)
{
    const tableau *t = &x->t.head;
    size_t length = (size_t)t->rows * sizeof(double);
    int equal = x->outcome == y->outcome && x->way.count == y->way.count;
    for (int k = 0; equal && k < x->way.count; k++)
        equal &=
            x->way.row[k] == y->way.row[k] && x->way.col[k] == y->way.col[k];
    for (int c = 0; equal && c <= t->cols; c++)
        equal &= memcmp(tableau_f64_column(&x->t, c),
                        tableau_f64_column(&y->t, c), length) == 0;
    return equal;
}

/** The exchanges of the run again, entry by entry, as the text book has them:
$T_{ij} - T_{ic} T_{rj} / T_{rc}$. */
static void replay(const lcp_problem *p, const run *x)
{
    int n = p->n, w = n + 2;
    size_t size = (size_t)n * (size_t)w;
    double *T = memory_new(size + (size_t)w, sizeof *T), *row = T + size;
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++)
            T[i * w + j] = p->A[i * n + j] + 0.0;
        T[i * w + n] = 1;
        T[i * w + n + 1] = p->b[i] + 0.0;
    }
    for (int k = 0; k < x->way.count; k++) {
        int r = x->way.row[k], c = x->way.col[k];
        double inverse = 1 / T[r * w + c];
        for (int j = 0; j < w; j++)
            row[j] = 0 - T[r * w + j] * inverse;
        for (int i = 0; i < n; i++) {
            double kept = T[i * w + c];
            for (int j = 0; j < w; j++)
                T[i * w + j] = i == r ? row[j] : T[i * w + j] + kept * row[j];
            T[i * w + c] = i == r ? inverse : kept * inverse + 0.0;
        }
    }
    for (int i = 0; i < n; i++)
        for (int j = 0; j < w; j++) {
            double y = tableau_f64_column(&x->t, j)[i];
            CHECK(memcmp(&y, T + i * w + j, sizeof y) == 0,
                  "n = %d: (%d, %d) is %a, by the text book %a", n, i, j, y,
                  T[i * w + j]);
        }
    memory_free(T);
}

static int outcomes[4], kernels, delays, lazies;

static void compare(const lcp_problem *p)
{
    arena a = {0};
    run *one = memory_new(2, sizeof *one), *other = one + 1;
    run_with(&a, p, f64_choose(F64_WHOLE, p->free, p->n, F64_BASELINE), one);
    outcomes[one->outcome]++;
    if (p->free == 0)
        replay(p, one);
    for (int width = 0; width <= (int)f64_widest(); width++)
        for (int form = 0; form < 4; form++) {
            arena_mark mark = arena_here(&a);
            const f64_kernel *k =
                f64_choose((f64_form)form, p->free, p->n, (f64_width)width);
            if (k == NULL)
                continue;
            run_with(&a, p, k, other);
            CHECK(same(one, other), "n = %d, form %d, width %d: %d, %d pivots",
                  p->n, form, width, one->way.count, other->way.count);
            kernels++;
            delays += form == F64_DELAYED && one->way.count > F64_DELAY;
            lazies += form == F64_LAZY && one->way.count > 0;
            arena_release(&a, mark);
        }
    memory_free(one);
    arena_free(&a);
}

/* Ties, rays, free unknowns. */
static void friction_problems(void)
{
    check_random r = {check_seed(31)};
    for (int i = 0; i < 300; i++) {
        friction_kind k = {.velocities = check_integer(&r, 1, 5),
                           .contacts = check_integer(&r, 1, 6),
                           .directions = 2,
                           .full = i % 2,
                           .sticking = i % 3 == 0,
                           .duplicated = i % 5 == 0,
                           .unsolvable = i % 7 == 0};
        friction f = friction_new(&r, &k);
        compare(&f.p);
        friction_free(&f);
    }
}

static void impacts_of_all_sizes(void)
{
    check_random r = {check_seed(32)};
    for (int m = 1; m <= 13; m++)
        for (int kind = 0; kind < 6; kind++) {
            impact_kind k = {.bodies = (m + 1) / 2,
                             .contacts = m,
                             .directions = kind < 4 ? 2 : 4,
                             .spatial = kind >= 4,
                             .bounded = kind % 2};
            impact g = impact_new(&r, &k);
            if (kind % 3 == 2) /* at rest on the ground: ties everywhere */
                for (int i = 0; i < g.p.n; i++)
                    g.b[i] = check_integer(&r, -1, 0);
            compare(&g.p);
            impact_free(&g);
        }
    impact_kind large = {40, 45, 4, 1, 0};
    impact g = impact_new(&r, &large);
    compare(&g.p);
    impact_free(&g);
    printf("%d runs: %d solved, %d rays, %d broken\n", kernels,
           outcomes[LCP_SOLVED], outcomes[LCP_RAY], outcomes[LCP_LIMIT]);
    CHECK(outcomes[LCP_RAY] > 10, "too easy");
    CHECK(lazies > 37 * (1 + (int)f64_widest()), "%d are too easy", lazies);
}

/** From 65 to 256 rows a column catches up with four exchanges at a pass, in all
lengths that registers of two, four and eight leave over, at rest and in motion. */
static void long_columns(void)
{
    static const int contacts[] = {17, 23, 32, 33, 41, 50, 64};
    check_random r = {check_seed(36)};
    int before = lazies;
    for (int i = 0; i < 7; i++)
        for (int kind = 0; kind < 2; kind++) {
            impact_kind k = {.bodies = contacts[i] / 2,
                             .contacts = contacts[i],
                             .directions = 2,
                             .bounded = contacts[i] % 2};
            impact g = impact_new(&r, &k);
            for (int j = 0; kind > 0 && j < g.p.n; j++)
                g.b[j] = check_integer(&r, -1, 0);
            compare(&g.p);
            impact_free(&g);
        }
    int widths = 1 + (int)f64_widest();
    CHECK(lazies - before >= 9 * widths, "%d are too easy", lazies - before);
    printf("%d runs with exchanges done in blocks\n", delays);
    CHECK(delays >= 6 * widths, "%d are too easy", delays);
}

/** $B B^T$ with small integers in $B$, more rows than columns, and a few skew
entries: ties that the powers of nonbasic variables have to break. */
static void ties_of_integers(void)
{
    check_random r = {check_seed(35)};
    double A[48 * 48], b[48], B[48 * 16];
    for (int round = 0; round < 120; round++) {
        int n = check_integer(&r, 4, 48), rank = check_integer(&r, 1, n / 3);
        for (int i = 0; i < n * rank; i++)
            B[i] = check_integer(&r, -1, 1);
        for (int i = 0; i < n * n; i++) {
            A[i] = 0;
            for (int k = 0; k < rank; k++)
                A[i] += B[i / n * rank + k] * B[i % n * rank + k];
        }
        for (int k = 0; k < n / 2; k++) {
            int i = check_integer(&r, 0, n - 1),
                j = check_integer(&r, 0, n - 1);
            A[i * n + j] += 1;
            A[j * n + i] -= i == j ? 0 : 1;
        }
        for (int i = 0; i < n; i++)
            b[i] = check_integer(&r, -1, 1);
        compare(&(lcp_problem){0, n, A, b});
    }
}

/** Exchanges anywhere, more of them than there is room to keep: a column asked
for afterwards is the same as at once. Each row is exchanged several times, often
twice in turn. */
static void exchanges_without_questions(void)
{
    static const f64_form form[] = {F64_WHOLE, F64_DELAYED, F64_LAZY};
    check_random r = {check_seed(33)};
    static const int contacts[] = {3, 7, 11, 15, 37};
    for (int kind = 0; kind < 5; kind++) {
        impact_kind k = {(kind + 5) / 3, contacts[kind], 2 + kind % 2 * 2, 1,
                         0};
        impact g = impact_new(&r, &k);
        arena a = {0};
        tableau_f64 t[3];
        int n = g.p.n, row = 0, done = 0;
        for (int i = 0; i < 3; i++) {
            const f64_kernel *of = f64_choose(form[i], 0, n, f64_widest());
            CHECK(tableau_f64_new_as(&a, 0, n, rules, of, &t[i]).code == 0,
                  "new");
            tableau_f64_load(&t[i], g.A, g.b, NULL);
        }
        for (int step = 0; step < 30 * n; step++) {
            int col = check_integer(&r, 0, n);
            if (step % 3 != 0)
                row = check_integer(&r, 0, n - 1);
            double own = fabs(tableau_f64_column(&t[0], col)[row]);
            if (!(own > 0.1) || !(own < 10))
                continue;
            for (int i = 0; i < 3; i++) {
                t[i].head.ask->pivot(&t[i].head, row, col);
                tableau_exchange(&t[i].head, row, col);
            }
            if (++done % 9 == 0)
                tableau_f64_settle(&t[1]);
        }
        CHECK(done > n + 20, "n = %d: %d exchanges are too few", n, done);
        for (int i = 1; i < 3; i++)
            tableau_f64_settle(&t[i]);
        for (int c = 0; c <= n + 1; c++)
            for (int i = 1; i < 3; i++)
                CHECK(memcmp(tableau_f64_column(&t[0], c),
                             tableau_f64_column(&t[i], c),
                             (size_t)n * sizeof(double)) == 0,
                      "n = %d, form %d, column %d", n, (int)form[i], c);
        arena_free(&a);
        impact_free(&g);
    }
}

/** A pivot of either sign in a column of zeros, and no $-0$ afterwards: the promise
that blocks pivots without a change of bits. */
static void never_minus_zero_with(int n, double own)
{
    static const double right[] = {-1, -0.0, -1, -0.0, 1, 0};
    double *A = memory_new((size_t)(n * n + n), sizeof *A), *b = A + n * n;
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++)
            A[i * n + j] = i == j ? own : -0.0;
        b[i] = right[i % 6];
    }
    for (int width = 0; width <= (int)f64_widest(); width++)
        for (int form = 0; form < 4; form++) {
            arena a = {0};
            tableau_f64 t;
            const f64_kernel *k =
                f64_choose((f64_form)form, 0, n, (f64_width)width);
            if (k == NULL)
                continue;
            CHECK(tableau_f64_new_as(&a, 0, n, rules, k, &t).code == 0, "new");
            tableau_f64_load(&t, A, b, NULL);
            for (int i = 0; i < 5; i++) {
                t.head.ask->pivot(&t.head, i, i);
                tableau_exchange(&t.head, i, i);
            }
            tableau_f64_settle(&t);
            for (int c = 0; c < n + 2; c++)
                for (int r = 0; r < n; r++) {
                    double x = tableau_f64_column(&t, c)[r];
                    CHECK(x != 0 || !signbit(x), "n = %d, form %d, (%d, %d)", n,
                          form, r, c);
                }
            arena_free(&a);
        }
    memory_free(A);
}

static void never_minus_zero(void)
{
    static const int sizes[] = {6, 40, 70};
    for (int i = 0; i < 3; i++) {
        never_minus_zero_with(sizes[i], -1);
        never_minus_zero_with(sizes[i], 1);
    }
}

/** Who fills a dictionary may leave a $-0$ in it, a product that was too small; a lazy
column that is asked for has none. */
static void late_columns_lose_it(void)
{
    static const int sizes[] = {40, 70, 73};
    for (int k = 0; k < 3; k++)
        for (int width = 0; width <= (int)f64_widest(); width++) {
            const int n = sizes[k];
            const f64_kernel *as = f64_choose(F64_LAZY, 0, n, (f64_width)width);
            arena a = {0};
            tableau_f64 t;
            CHECK(tableau_f64_new_as(&a, 0, n, rules, as, &t).code == 0, "new");
            tableau_f64_blank(&t);
            for (int c = 0; c < n; c++)
                for (int r = 0; r < n; r++)
                    tableau_f64_column(&t, c)[r] = r == c ? -1 : -0.0;
            for (int i = 0; i < 1 + k; i++) {
                t.head.ask->pivot(&t.head, i, i);
                tableau_exchange(&t.head, i, i);
            }
            for (int c = 0; c < n; c++) {
                as->bring(&t, c);
                for (int r = 0; r < n; r++) {
                    const double x = tableau_f64_column(&t, c)[r];
                    CHECK(x == (r == c ? -1 : 0) && (x != 0 || !signbit(x)),
                          "n = %d, (%d, %d)", n, r, c);
                }
            }
            arena_free(&a);
        }
}

/* The widths that this machine has do not share loops. */
static void widths_have_loops_of_their_own(void)
{
    static const f64_width width[] = {F64_BASELINE, F64_AVX2, F64_AVX512};
    for (int i = 0; i < 3 && f64_widest() >= width[i]; i++)
        for (int k = 0; k < i; k++)
            CHECK(f64_best(0, 8, width[i]) != f64_best(0, 8, width[k]),
                  "%d is %d", i, k);
}

int main(void)
{
    memory_adopt_gmp();
    RUN(widths_have_loops_of_their_own);
    RUN(friction_problems);
    RUN(impacts_of_all_sizes);
    RUN(long_columns);
    RUN(ties_of_integers);
    RUN(exchanges_without_questions);
    RUN(never_minus_zero);
    RUN(late_columns_lose_it);
    DONE;
}
