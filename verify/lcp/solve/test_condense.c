#include "slow_lcp.h"
#include "theorem.h"

#include "lcp/solve/condense.h"

#include <math.h>

/** The condensed problem in doubles is the exact one, entry by entry, and so
are the free unknowns recovered from z. Verifies AP02 (21), (22), (24). */
static void condensing_is_elimination(void)
{
    check_random r = {check_seed(21)};
    tableau_f64_rules rules = {1e-11, 1e-12};
    for (int round = 0; round < 100; round++) {
        theorem p;
        arena a = {0};
        lcp_exact_problem e;
        condensed c;
        tableau_f64 t;
        int usable;
        double work[NL], z[ALL];
        mpq_t A[NL * NL], g[NL];
        theorem_new(&r, &p);
        CHECK(lcp_exact_problem_new(&a, &p.p, &e).code == 0, "problem");
        CHECK(slow_condense(&e, A, g), "consistent");
        CHECK(condense_problem(&p.p, 1e-11, &a, &c, &usable).code == 0,
              "condense");
        CHECK(usable && tableau_f64_new(&a, 0, NL, rules, &t).code == 0, "new");
        double unit = condensed_load(&c, &p.p, NULL, &t, work);
        for (int j = 0; j <= NL; j++)
            for (int i = 0; i < NL; i++) {
                double want = mpq_get_d(j < NL ? A[i * NL + j] : g[i]);
                double got = tableau_f64_column(&t, j < NL ? j : NL + 1)[i];
                CHECK(fabs(got / (j < NL ? unit : 1) - want) < 1e-11,
                      "round %d, (%d, %d)", round, i, j);
            }
        for (int i = NX + NY; i < ALL; i++) /* rows of equations only */
            z[i] = check_integer(&r, 0, 3);
        condensed_recover(&c, z);
        lcp_problem rows = p.p;
        for (int i = 0; i < NX + NY; i++) {
            double sum = rows.b[i];
            for (int j = 0; j < ALL; j++)
                sum += rows.A[i * ALL + j] * z[j];
            CHECK(fabs(sum) < 1e-10, "equation %d: %g", i, sum);
        }
        for (int i = 0; i < NL * NL; i++)
            mpq_clear(A[i]);
        for (int i = 0; i < NL; i++)
            mpq_clear(g[i]);
        lcp_exact_problem_clear(&e);
        arena_free(&a);
    }
    VERIFIES("AP02 (21), (22), (24)");
}

enum { LARGE = 17 };

/* The tableau's numbers are those of A, g and d, A in the unit; below a column
   are zeros. */
static void filled(const tableau_f64 *t, int n, double scale, double unit,
                   const double *d)
{
    double most = 0;
    int e;
    for (int j = 0; j <= n + 1; j++)
        for (int i = 0; i < t->stride; i++) {
            double A = scale * (i + 1) * (i == j ? 40 : -(j + 2)), got;
            double want = i >= n  ? 0
                          : j < n ? A * unit
                          : j > n ? -7 * scale * i - i
                          : d     ? d[i]
                                  : 1;
            most = i < n && j < n ? fmax(most, fabs(A)) : most;
            got = tableau_f64_column(t, j)[i];
            CHECK(got == want && (got != 0 || !signbit(got)),
                  "%d of %d (%d, %d): %g, not %g", n, t->stride, i, j, got,
                  want);
        }
    frexp(most, &e);
    CHECK(unit == ldexp(1, -e), "n = %d: %g in %g", n, most, unit);
}

/** s is a power of two. From $2 x = 2 \sum (j + 2) z_j + 14$ and rows with s times $A_{ij}
z_j - (i + 1) x + 7$, where $A$ is diagonal, remains s times $-(i + 1)(j + 2)$ beside the
diagonal, and $-7 s i - i$ on the right; all of it is exact in doubles. So for each size,
of every form, in an arena that is not clean, with a given covering vector and without,
in the units that come and in that of 2; and the same matrix without x.

Verifies AP02 (22), (24). */
static void every_entry(void)
{
    const tableau_f64_rules rules = {1e-11, 1e-12};
    for (int k = 0; k < 64 * LARGE; k++) {
        const int n = 1 + k / 64, f = k & 1, all = f + n;
        const f64_kernel *as = f64_choose((f64_form)(k >> 4 & 3), 0, n,
                                          k & 2 ? f64_widest() : F64_BASELINE);
        const double s = k & 8 ? ldexp(1, -1 - ilogb(40 * n) - 1) : 1;
        double A[(LARGE + 1) * (LARGE + 1)] = {0}, b[LARGE + 1], d[LARGE];
        double work[LARGE], *cover = k & 4 ? d : NULL;
        lcp_problem p = {f, n, A, b};
        arena a = {0};
        condensed c;
        tableau_f64 t;
        int usable;
        if (as == NULL || (as->form == F64_LAZY && n < 4))
            continue; /* there is none, or it wants four rows */
        A[0] = 2;
        b[0] = -14;
        for (int i = 0; i < n; i++) {
            double *row = A + (f + i) * all;
            d[i] = 3 + i;
            if (f)
                A[1 + i] = -2 * (i + 2);
            row[0] = f ? -s * (i + 1) : row[0];
            b[f + i] = (f ? 7 * s : i == 0 ? -0.0 : -7 * s * i) - i;
            for (int j = 0; j < n; j++) /* without x: what remains of it */
                row[f + j] =
                    s * (i + 1) * ((i == j ? 40 : -(j + 2)) + (f ? j + 2 : 0));
        }
        arena_mark mark = arena_here(&a);
        memset(arena_take(&a, 1 << 15, 1), f * 0x7f, 1 << 15);
        arena_release(&a, mark);
        CHECK(condense_problem(&p, 1e-11, &a, &c, &usable).code == 0 && usable,
              "%d", k);
        CHECK(tableau_f64_new_as(&a, 0, n, rules, as, &t).code == 0, "new");
        double unit = condensed_load(&c, &p, cover, &t, work);
        for (int j = 0; j <= n && as->bring != NULL; j++)
            as->bring(&t, j); /* lazy ones, too */
        filled(&t, n, s, unit, cover);
        CHECK(!(k & 8) || unit == 2, "n = %d: %g", n, unit);
        arena_free(&a);
    }
    VERIFIES("AP02 (22), (24)");
}

/** x + 2 y = -z_1 - 3 z_2 - z_4 + 5 twice, once times k: y is set to zero, and what is
left of the other equation, whichever it is, has to be 0 = 0. It is not with another
number on the right or before a z. With 3 y in the second both are found.

Verifies AP02 (19), (21). */
static void dependent_equations(void)
{
    for (int k = 0; k < 8; k++) {
        const double by = k & 1 ? 2 : 0.5;
        const int fault = k >> 1; /* 1: right, 2: z_4, 3: none, regular */
        double A[36] = {1, 2, 1, 3, 0, 1}, b[6] = {-5},
               z[6] = {9, 9, 1, 2, 3, 4};
        const lcp_problem p = {2, 4, A, b};
        arena a = {0};
        condensed c;
        int usable;
        for (int j = 0; j < 6; j++)
            A[6 + j] = by * A[j] + (fault == 2 && j == 5);
        b[1] = by * b[0] + (fault == 1);
        A[7] += fault == 3;
        CHECK(condense_problem(&p, 1e-11, &a, &c, &usable).code == 0,
              "condense");
        CHECK(usable == (fault == 0 || fault == 3), "%d: usable %d", k, usable);
        CHECK((c.row_of[1] < 0) == (fault < 3), "%d: row %d", k, c.row_of[1]);
        condensed_recover(&c, z);
        CHECK(fault == 1 || fault == 2 ||
                  (fabs(z[0] + 6) < 1e-14 && fabs(z[1]) < 1e-14),
              "%d: (%g, %g)", k, z[0], z[1]);
        arena_free(&a);
    }
    VERIFIES("AP02 (19), (21)");
}

/** x = z_1 - 2 z_2 + 3 with three pieces of memory, and a heap that refuses each of
them in turn: LIMIT three times, then x.

Verifies AP02 (21). */
static void refused_memory(void)
{
    const double A[] = {2, -2, 4, -1, 6, 3, 0, 5, 1}, b[] = {-6, 1, 0};
    const lcp_problem p = {1, 2, A, b};
    for (size_t left = 0; left < 4; left++) {
        arena a = {0};
        condensed c;
        double z[3] = {0, 5, 2};
        int usable;
        arena_take(&a, (1 << 16) - 64 * left, 1); /* of the first block */
        memory_refuse(1);
        perp_status s = condense_problem(&p, 1e-11, &a, &c, &usable);
        memory_refuse(0);
        CHECK(s.code == (left < 3 ? PERP_LIMIT : PERP_OK), "%zu pieces: %d",
              left, s.code);
        if (s.code == PERP_OK)
            condensed_recover(&c, z);
        CHECK(z[0] == (left < 3 ? 0 : 4), "x = %g", z[0]);
        arena_free(&a);
    }
    VERIFIES("AP02 (21)");
}

/** $a_i x_0 + 3 x_i = (2 a_i + 3 (i + 2))\,z_1$, $a_i x_0 = 2 a_i z_1$ in the rows 0 and 8,
and $x_8$ stands everywhere with $0.9 a_i$, rounded: it depends on $x_0$ but for
rounding, and is zero.

Verifies AP02 (21). */
static void many_unknowns(void)
{
    enum { F = 12, N = 4, ALL_OF = F + N };
    double A[ALL_OF * ALL_OF] = {0}, b[ALL_OF] = {0}, z[ALL_OF] = {0};
    const lcp_problem p = {F, N, A, b};
    arena a = {0};
    condensed c;
    int usable;
    for (int i = 0; i < F; i++) {
        double *row = A + i * ALL_OF, first = (47 - 3 * i) / 3.0;
        const int own = i != 0 && i != 8;
        row[i] = own ? 3 : 0;
        row[0] = first;
        row[8] = 0.9 * first;
        row[F] = -2 * first - (own ? 3 * (i + 2) : 0);
    }
    CHECK(condense_problem(&p, 1e-11, &a, &c, &usable).code == 0 && usable,
          "condense");
    CHECK(c.row_of[8] < 0, "row %d", c.row_of[8]);
    z[F] = 3;
    condensed_recover(&c, z);
    for (int i = 0; i < F; i++)
        CHECK(fabs(z[i] - 3 * (i == 8 ? 0 : i + 2)) < 1e-13, "x%d = %g", i,
              z[i]);
    arena_free(&a);
    VERIFIES("AP02 (21)");
}

int main(void)
{
    memory_adopt_gmp();
    RUN(condensing_is_elimination);
    RUN(every_entry);
    RUN(dependent_equations);
    RUN(refused_memory);
    RUN(many_unknowns);
    DONE;
}
