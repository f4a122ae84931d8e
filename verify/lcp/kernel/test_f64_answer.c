/**
# What a kernel does around the exchanges

The forms that read the problem themselves and test the answer must do so bit by
bit as everybody else.
*/
#include "impact_random.h"

#include "lcp/kernel/tableau_f64.h"

static const tableau_f64_rules rules = {1e-11, 1e-12};

/** A small kernel reads the problem itself: the dictionary must be that of
tableau_f64_load, A times the unit, and the residual bit by bit lcp_residual's,
for answers good and bad. */
static void taken_and_tested(const lcp_problem *p, check_random *r,
                             const f64_kernel *k)
{
    int n = p->n;
    size_t rows = (size_t)n;
    arena a = {0};
    tableau_f64 t, u;
    double *A = memory_new(rows * rows + 8 * rows, sizeof *A), unit = 0x1p-3;
    double *d = A + n * n, *z = d + n, *work = z + n, largest = 0;
    for (int i = 0; i < n * n; i++) {
        A[i] = p->A[i] * unit;
        largest = fmax(largest, fabs(p->A[i]));
    }
    for (int i = 0; i < n; i++)
        d[i] = check_integer(r, 1, 4);
    CHECK(tableau_f64_new_as(&a, 0, n, rules, k, &t).code == 0, "new");
    CHECK(tableau_f64_new_as(&a, 0, n, rules, k, &u).code == 0, "new");
    for (int covered = 0; covered < 2; covered++) {
        tableau_f64_load(&t, A, p->b, covered ? d : NULL);
        CHECK(k->take(&u, p->A, p->b) == largest, "the largest of n = %d", n);
        tableau_f64_restart(&u);
        k->spread(&u, unit, covered ? d : NULL);
        for (int c = 0; c < n && k->bring != NULL; c++)
            k->bring(&u, c);
        for (int c = 0; c < n + 2; c++)
            CHECK(memcmp(tableau_f64_column(&t, c), tableau_f64_column(&u, c),
                         (size_t)t.stride * sizeof *d) == 0,
                  "n = %d, form %d: column %d", n, (int)k->form, c);
    }
    for (int round = 0; round < 4; round++) {
        for (int i = 0; i < u.stride; i++)
            u.z[i] =
                i < n && check_integer(r, 0, 2) ? check_uniform(r, 0, 1) : 0;
        if (round == 3)
            u.z[check_integer(r, 0, n - 1)] = (double)INFINITY;
        memcpy(z, u.z, rows * sizeof *z);
        double want = lcp_residual(p, z, work), got = k->residual(&u);
        CHECK(memcmp(&want, &got, sizeof want) == 0, "n = %d: %a, not %a", n,
              got, want);
        CHECK(round == 3 || memcmp(u.w, work, rows * sizeof *z) == 0, "w");
    }
    memory_free(A);
    arena_free(&a);
}

/** And of an answer that cancels nearly to nothing: $A z + b$ is rounding, and
the row is excused or not. */
static void nearly_solved(const lcp_problem *p, check_random *r,
                          const f64_kernel *k)
{
    int n = p->n, excused = 0;
    arena a = {0};
    tableau_f64 t;
    double z[F64_LAZY_ROWS], b[F64_LAZY_ROWS], work[4 * F64_LAZY_ROWS];
    CHECK(tableau_f64_new_as(&a, 0, n, rules, k, &t).code == 0, "new");
    for (int round = 0; round < 20; round++) {
        lcp_problem q = {0, n, p->A, b};
        for (int i = 0; i < n; i++) {
            z[i] = ldexp(check_uniform(r, 0, 1), -check_integer(r, 0, 60));
            b[i] = 0;
        }
        lcp_residual(&q, z, work);
        for (int i = 0; i < n; i++)
            b[i] = -work[i] * (1 + ldexp(check_uniform(r, -1, 1), -36));
        k->take(&t, p->A, b);
        memcpy(t.z, z, (size_t)n * sizeof *z);
        double want = lcp_residual(&q, z, work), got = k->residual(&t);
        CHECK(memcmp(&want, &got, sizeof want) == 0, "n = %d: %a, not %a", n,
              got, want);
        excused += got >= LCP_EXCUSED;
    }
    CHECK(n < 8 || excused > 0, "n = %d: too easy", n);
    arena_free(&a);
}

/** Who is basic is drawn, and so is the right-hand side, with numbers below
zero in it. What the kernel gives must be what is read one by one, and no more
than n of it. */
static void answered(const lcp_problem *p, check_random *r, const f64_kernel *k)
{
    enum { BEYOND = 77 };
    int n = p->n;
    arena a = {0};
    tableau_f64 t;
    double z[F64_LAZY_ROWS + 1], w[F64_LAZY_ROWS + 1], unit = 0x1p-3;
    double want[F64_LAZY_ROWS], work[4 * F64_LAZY_ROWS];
    uint8_t basis[F64_LAZY_ROWS + 1];
    CHECK(tableau_f64_new_as(&a, 0, n, rules, k, &t).code == 0, "new");
    double *rhs = tableau_f64_column(&t, n + 1);
    for (int i = 0; i < 2 * t.stride + 8; i++)
        rhs[i] = BEYOND; /* whoever held the memory before */
    k->take(&t, p->A, p->b);
    k->spread(&t, unit, NULL);
    for (int i = 0; i < n; i++)
        tableau_exchange(&t.head, check_integer(r, 0, n - 1),
                         check_integer(r, 0, n));
    for (int i = 0; i < n; i++)
        rhs[i] = check_integer(r, 0, 3) ? check_uniform(r, -1, 3) : -0.0;
    z[n] = w[n] = basis[n] = BEYOND;
    double got = k->answer(&t, &(f64_answer){unit, basis, z, w});
    for (int i = 0; i < n; i++) {
        int at = t.head.where[n + i];
        double x = at < n ? rhs[at] * unit : 0;
        want[i] = x > 0 ? x : 0;
        CHECK(basis[i] == (at < n), "n = %d: basis of %d", n, i);
    }
    double residual = lcp_residual(p, want, work);
    CHECK(memcmp(z, want, (size_t)n * sizeof *z) == 0, "n = %d: z", n);
    CHECK(memcmp(&residual, &got, sizeof got) == 0, "n = %d: %a, not %a", n,
          got, residual);
    for (int i = 0; i < n; i++)
        want[i] = basis[i] || !(work[i] > 0) ? 0 : work[i];
    CHECK(memcmp(w, want, (size_t)n * sizeof *w) == 0, "n = %d: w", n);
    CHECK(z[n] == BEYOND && w[n] == BEYOND && basis[n] == BEYOND,
          "n = %d: something is written beyond", n);
    arena_free(&a);
}

static void problems_that_are_kept(void)
{
    check_random r = {check_seed(34)};
    for (int m = 1; m <= 44; m += m < 16 ? 1 : 9)
        for (int directions = 2; directions <= 4; directions += 2) {
            impact_kind k = {(m + 1) / 2, m, directions, directions == 4,
                             m % 2};
            impact g = impact_new(&r, &k);
            for (int i = 0; i < g.p.n; i += 3) /* too small to divide by */
                g.A[i * g.p.n + i] *= i % 2 ? 0x1p-30 : 0x1p-8;
            for (int width = 0; width <= (int)f64_widest(); width++)
                for (int form = 0; form < 4; form++) {
                    const f64_kernel *of =
                        f64_choose((f64_form)form, 0, g.p.n, (f64_width)width);
                    if (of == NULL || of->take == NULL)
                        continue;
                    taken_and_tested(&g.p, &r, of);
                    nearly_solved(&g.p, &r, of);
                    answered(&g.p, &r, of);
                }
            impact_free(&g);
        }
}

/** Row 0 is below zero by rounding, where its slope is small; row 1 is at zero.
Both block at once. Row 3 has its slope from rounding and does not count, rows 2 and 4
do not block. Without the clamp of negative values
the ratio of row 0 is $-10^{-11}$, and row 1 misses the tie by more than is
allowed. */
static void below_zero_is_zero(void)
{
    double a[F64_SMALL_ROWS] = {-1e-6, -1, -1, -1e-12, 1};
    for (int width = 0; width <= (int)f64_widest(); width++)
        for (int n = 5; n <= F64_SMALL_ROWS; n++) {
            const f64_kernel *k = f64_choose(F64_SMALL, 0, n, (f64_width)width);
            arena m = {0};
            tableau_f64 t;
            CHECK(tableau_f64_new_as(&m, 0, n, rules, k, &t).code == 0, "new");
            tableau_f64_blank(&t);
            double *u = tableau_f64_column(&t, n + 1);
            double *x = tableau_f64_column(&t, 0);
            memcpy(x, a, (size_t)n * sizeof *x);
            u[0] = -1e-17;
            u[2] = u[4] = 1;
            CHECK(t.head.ask->leaving_row(&t.head, 0) >= 0 && t.among[0] == 3,
                  "n = %d", n);
            arena_free(&m);
        }
}

int main(void)
{
    memory_adopt_gmp();
    RUN(problems_that_are_kept);
    RUN(below_zero_is_zero);
    DONE;
}
