/**
# Condensing by entries

A matrix of a step is mostly zero, and condense.c then reads the entries that are not. The same
problem is condensed by them and, with the list taken away, by all numbers.
*/
#include "check.h"

#include "lcp/solve/condense.h"
#include "lcp/solve/lemke.h"

#include <math.h>
#include <string.h>

/* Bodies of which each moves by two numbers, a joint between the first two, and contacts
   between neighbours: most of the matrix is zero. */
enum { LONG = 12, X = 2 * LONG + 1, TOUCH = 20, CHAIN = X + TOUCH };
static void chain(check_random *r, double *A, double *b)
{
    memset(A, 0, CHAIN * CHAIN * sizeof *A);
    for (int i = 0; i < CHAIN; i++)
        b[i] = check_uniform(r, -1, 1);
    for (int i = 0; i < X - 1; i++) {
        A[i * CHAIN + i] = check_uniform(r, 1, 2);
        A[i * CHAIN + (i ^ 1)] = 0.25;
    }
    A[2 * CHAIN + X - 1] = -(A[(X - 1) * CHAIN + 2] = 1);
    A[0 * CHAIN + X - 1] = -(A[(X - 1) * CHAIN + 0] = -1);
    for (int j = 0; j < TOUCH; j++) {
        for (int k = 0; k < 4; k++) { /* this body and the next */
            const int x = 2 * (j % (LONG - 1)) + k;
            const double n = check_uniform(r, -1, 1);
            A[(X + j) * CHAIN + x] = n;
            A[x * CHAIN + X + j] = -n;
        }
        A[(X + j) * CHAIN + X + (j + 5) % TOUCH] = 0.5;
    }
}

/** By entries and by all numbers the tableau is the same to the bit, signs of zeros
among them, and so are the velocities and what the diagonal says. */
static void entries_change_no_bit(void)
{
    check_random r = {check_seed(23)};
    for (int round = 0; round < 60; round++) {
        double A[CHAIN * CHAIN], b[CHAIN], work[CHAIN], z[2][CHAIN + 1], even[2][TOUCH];
        const tableau_f64_rules rules = {1e-11, 1e-12};
        const lcp_problem p = {X, TOUCH, A, b};
        tableau_f64 t[2];
        condensed c[2];
        double unit[2];
        arena a = {0};
        int usable;
        chain(&r, A, b);
        const f64_kernel *as = round % 2
                                   ? f64_best(0, TOUCH, f64_widest())
                                   : f64_choose(F64_WHOLE, 0, TOUCH, F64_BASELINE);
        for (int i = 0; i < CHAIN; i++)
            z[0][i] = z[1][i] = i % 3 ? check_uniform(&r, 0, 1) : 0;
        z[0][CHAIN] = z[1][CHAIN] = (double)NAN; /* nobody reads that */
        for (int k = 0; k < 2; k++) {
            CHECK(condense_problem(&p, 1e-11, &a, &c[k], &usable).code == 0 &&
                      usable && c[k].A.first != NULL,
                  "condense");
            if (k == 1)
                c[k].A.first = NULL;
            CHECK(tableau_f64_new_as(&a, 0, TOUCH, rules, as, &t[k]).code == 0,
                  "new");
            c[k].even = round % 4 < 2 ? even[k] : NULL;
            unit[k] = condensed_load(&c[k], &p, NULL, &t[k], work);
            if (round % 3 == 0) { /* once more, behind other numbers */
                t[k].T[4 * t[k].stride + 2] = 7;
                tableau_f64_restart(&t[k]);
                unit[k] = condensed_load(&c[k], &p, NULL, &t[k], work);
            }
            condensed_recover(&c[k], z[k]);
        }
        const size_t numbers = (size_t)(TOUCH + 2) * (size_t)t[0].stride;
        CHECK(unit[0] == unit[1] &&
                  memcmp(t[0].T, t[1].T, numbers * sizeof(double)) == 0,
              "round %d: the tableau", round);
        CHECK(memcmp(z[0], z[1], CHAIN * sizeof *z[0]) == 0, "round %d: z",
              round);
        for (int bits = 0; bits < 12; bits++)
            CHECK(condensed_apart(&c[0], &p, bits) ==
                      condensed_apart(&c[1], &p, bits),
                  "round %d, %d bits", round, bits);
        arena_free(&a);
    }
}

/* Every column up to date, and the zeros of either sign one. */
static void all_columns(tableau_f64 *t)
{
    for (int c = 0; c < t->head.cols; c++)
        t->kernel->bring(t, c);
    for (int k = 0; k < (TOUCH + 2) * t->stride; k++)
        t->T[k] += 0.0;
}

/** A lazy kernel that takes the reduced matrix, and begins from it twice, once behind a
path, has the dictionary that is loaded: by entries and by all numbers, covered with ones and
with another vector. */
static void taken_is_loaded(void)
{
    check_random r = {check_seed(24)};
    const f64_kernel *as = f64_choose(F64_LAZY, 0, TOUCH, f64_widest());
    for (int round = 0; round < 60; round++) {
        double A[CHAIN * CHAIN], b[CHAIN], work[CHAIN], cover[TOUCH];
        const tableau_f64_rules rules = {1e-11, 1e-12};
        const lcp_problem p = {X, TOUCH, A, b};
        tableau_f64 t[2];
        condensed c;
        lemke_end end;
        arena a = {0};
        int usable;
        chain(&r, A, b);
        condense_cover(TOUCH, cover);
        CHECK(condense_problem(&p, 1e-11, &a, &c, &usable).code == 0 && usable,
              "condense");
        if (round % 2)
            c.A.first = NULL;
        for (int i = 0; i < 2; i++)
            CHECK(tableau_f64_new_as(&a, 0, TOUCH, rules, as, &t[i]).code == 0,
                  "new");
        for (int i = 0; i < (TOUCH + 1) * t[1].stride; i++)
            t[1].start[i] = (double)NAN; /* memory holds anything */
        const double unit = condensed_take(&c, &p, &t[1], work);
        for (int again = 0; again < 2; again++) {
            const double *d = (round / 2 + again) % 2 ? cover : NULL;
            for (int i = 0; i < 2; i++)
                tableau_f64_restart(&t[i]);
            CHECK(condensed_load(&c, &p, d, &t[0], work) == unit, "unit");
            as->spread(&t[1], unit, d);
            for (int i = 0; i < 2; i++)
                all_columns(&t[i]);
            CHECK(memcmp(t[0].T, t[1].T,
                         (TOUCH + 2) * (size_t)t[0].stride * sizeof(double)) ==
                      0,
                  "round %d, %d: the tableau", round, again);
            lemke_run(&t[1].head, 400, NULL, &end);
        }
        arena_free(&a);
    }
}

int main(void)
{
    RUN(entries_change_no_bit);
    RUN(taken_is_loaded);
    DONE;
}
