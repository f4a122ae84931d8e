#include "base/memory.h"
#include "check.h"

#include "lcp/solve/mlcp.h"

#include <float.h>
#include <math.h>

static void residual_of_right_and_wrong(void)
{
    double A[] = {2, 1, 1, 2}, b[] = {-5, -6}, work[8];
    double right[] = {4.0 / 3, 7.0 / 3}, wrong[] = {1, 2}, minus[] = {-1, 3.5};
    lcp_problem p = {0, 2, A, b};
    CHECK(lcp_residual(&p, right, work) < 1e-15, "right");
    CHECK(lcp_residual(&p, wrong, work) > 0.05, "wrong");
    CHECK(lcp_residual(&p, minus, work) > 0.1, "negative");
    double small[] = {-5e-12, -6e-12}, zero[] = {0, 0};
    p.b = small;
    CHECK(lcp_residual(&p, zero, work) > 0.1, "small data, z = 0");
    double poison[] = {NAN, 1}, huge[] = {1e308, 1e308};
    CHECK(isinf(lcp_residual(&p, poison, work)), "NaN");
    A[0] = INFINITY;
    CHECK(isinf(lcp_residual(&p, huge, work)), "infinity");
}

/* A problem in 9 free unknowns and 14 pairs, a number in `one_of`; every third z is
   zero, and some rows are of rounding. */
enum { FREE = 9, PAIRS = 14, WHOLE = FREE + PAIRS };
static void make_sparse(check_random *r, int one_of, double *A, double *b,
                        double *z)
{
    for (int k = 0; k < WHOLE * WHOLE; k++)
        A[k] = check_integer(r, 1, one_of) == 1 ? check_uniform(r, -1, 1) : 0;
    for (int i = 0; i < WHOLE; i++) {
        z[i] = i % 3 ? check_uniform(r, 0, 1) : 0;
        b[i] = check_integer(r, 0, 2) ? 0x1p-60 * check_uniform(r, -1, 1) : 0;
        for (int j = 0; j < WHOLE; j++)
            b[i] -= A[i * WHOLE + j] * z[j];
    }
}

/** From the entries the residual is the number that it is from the whole matrix, and so
are $A z + b$ and its terms; with a z that is no number both say so. */
static void residual_of_entries(void)
{
    check_random r = {check_seed(12)};
    int noted = 0, excused = 0;
    for (int round = 0; round < 400; round++) {
        double A[WHOLE * WHOLE], b[WHOLE], z[WHOLE], work[2][4 * WHOLE];
        const lcp_problem p = {FREE, PAIRS, A, b};
        const sparse_matrix m = {WHOLE, WHOLE, WHOLE, A};
        sparse_rows x;
        arena a = {0};
        make_sparse(&r, 8, A, b, z);
        for (int j = 0; j < WHOLE && round % 4 == 0; j++)
            A[WHOLE * (WHOLE - 1) + j] = 0;
        if (round % 4 == 0) { /* one that reaches far, or too far */
            A[WHOLE * WHOLE - 1] = round % 8 ? 0x1p-300 : 0x1p-1060;
            b[WHOLE - 1] = -1;
        }
        for (int i = 0; i < WHOLE && round % 20 == 1; i++)
            A[i * WHOLE + 5] = 0; /* nobody asks for this z */
        if (round % 20 == 1)
            z[5] = round % 40 == 1 ? (double)NAN : (double)INFINITY;
        CHECK(sparse_entries(&m, &a, &x).code == 0, "entries");
        if (x.first != NULL) {
            const double want = lcp_residual(&p, z, work[0]);
            noted++;
            excused += want >= LCP_EXCUSED && isfinite(want);
            CHECK(lcp_residual_of(&p, &x, z, work[1]) == want, "round %d: %g",
                  round, want);
            for (int i = 0; i < 2 * WHOLE && isfinite(want); i++)
                CHECK(work[0][i] == work[1][i], "round %d: %d", round, i);
        }
        arena_free(&a);
    }
    printf("%d noted, %d with reach\n", noted, excused);
    CHECK(noted > 350 && excused > 0, "%d, %d: too easy", noted, excused);
}

/* The largest |row| / s, by the words of the header. */
static double lacks(const lcp_problem *p, const double *z, const double *s)
{
    double worst = 0;
    for (int i = 0; i < WHOLE; i++) {
        double w = p->b[i];
        for (int j = 0; j < WHOLE; j++)
            w += p->A[i * WHOLE + j] * z[j];
        const double lack = i < FREE || z[i] > 0 ? fabs(w) : -w;
        worst = lack / s[i] > worst ? lack / s[i] : worst;
    }
    return worst;
}

static void scales(const lcp_problem *p, const double *size, double *s)
{
    for (int i = 0; i < WHOLE; i++) {
        s[i] = fabs(p->b[i]);
        for (int j = 0; j < WHOLE; j++)
            s[i] += fabs(p->A[i * WHOLE + j] * size[j]);
    }
}

/* What z_j may be off by: s_j / |A_jj| where the row has such an entry, else the
   fit of column j to the scales of the equations. */
static double off_by(const lcp_problem *p, const double *s, int j)
{
    const double own = fabs(p->A[j * WHOLE + j]);
    double largest = 0, fit = 0, square = 0;
    for (int i = 0; i < WHOLE; i++)
        largest = fmax(largest, fabs(p->A[j * WHOLE + i]));
    for (int k = 0; k < FREE; k++) {
        fit += fabs(p->A[k * WHOLE + j]) * s[k];
        square += pow(p->A[k * WHOLE + j], 2);
    }
    if (own > 1e-6 * largest)
        return s[j] / own;
    return square > 0 ? fit / square : 0;
}

/** Answers that are off by a thousandth, of random problems: the residual is what its
definition says, column by column. */
static void residual_by_definition(void)
{
    check_random r = {check_seed(13)};
    int excused = 0;
    for (int round = 0; round < 400; round++) {
        double A[WHOLE * WHOLE], b[WHOLE], z[WHOLE], work[4 * WHOLE];
        double s[WHOLE], size[WHOLE];
        const lcp_problem p = {FREE, PAIRS, A, b};
        make_sparse(&r, round % 2 ? 8 : 2, A, b, z);
        for (int i = 0; i < WHOLE; i++)
            b[i] += 1e-3 * check_uniform(&r, -1, 1);
        for (int i = 0; i < WHOLE; i++)
            size[i] = fabs(z[i]);
        scales(&p, size, s);
        const double before = lacks(&p, z, s);
        for (int j = 0; j < WHOLE; j++)
            size[j] = fmax(size[j], off_by(&p, s, j));
        scales(&p, size, s);
        const double want = lacks(&p, z, s), is = lcp_residual(&p, z, work);
        CHECK(fabs(is - want) <= 1e-12 * want, "round %d: %g, by definition %g",
              round, is, want);
        excused += want < before;
    }
    printf("%d excused\n", excused);
    CHECK(excused > 100, "too easy");
}

static void data_that_are_no_numbers(void)
{
    double A[] = {1, 0, NAN, 1}, b[] = {-1, -1};
    lcp_problem p = {0, 2, A, b};
    lcp_exact_problem e;
    lcp_answer x;
    arena a = {0};
    int climbed;
    perp_status s = lcp_exact_problem_new(&a, &p, &e);
    CHECK(s.code == PERP_INPUT && strstr(s.message, "A(2,1)"), "%s", s.message);
    CHECK(lcp_answer_new(&a, 0, 2, &x).code == 0, "answer");
    CHECK(mlcp_solve(&p, &mlcp_defaults, &a, &x, &climbed).code == PERP_INPUT,
          "solve");
    A[2] = 0;
    b[1] = -INFINITY;
    s = mlcp_solve(&p, &mlcp_defaults, &a, &x, &climbed);
    CHECK(s.code == PERP_INPUT && strstr(s.message, "b(2)"), "%s", s.message);
    arena_free(&a);
}

/* Overflow is told with its row and the step; numbers that are finite are no error. */
static void overflow_has_a_row(void)
{
    double A[] = {1, 2, 3, 4}, b[] = {5, DBL_MAX};
    const lcp_problem p = {0, 2, A, b};
    CHECK(lcp_finite(&p, 0.5).code == PERP_OK, "finite");
    for (int k = 0; k < 6; k++) {
        double *const x = k < 4 ? &A[k] : &b[k - 4], kept = *x;
        char row[40];
        *x = k % 2 ? (double)NAN : -(double)INFINITY;
        perp_status s = lcp_finite(&p, 0.5);
        snprintf(row, sizeof row, "row %d of", k < 4 ? k / 2 + 1 : k - 3);
        CHECK(s.code == PERP_LIMIT && strstr(s.message, row) != NULL &&
                  strstr(s.message, "h = 0.5") != NULL,
              "number %d: %s", k, s.code == PERP_OK ? "fine" : s.message);
        *x = kept;
    }
}

/* An arena with room for none, for some and for all that an answer wants; and one that is
   given back twice. */
static void answers_without_room(void)
{
    enum { BLOCK = 1 << 16, N = 40 };
    int enough[2] = {0};
    for (size_t left = 0; left < BLOCK; left += 64)
        for (int exact = 0; exact < 2; exact++) {
            arena a = {0};
            lcp_answer x;
            lcp_exact_answer e;
            CHECK(arena_take_any(&a, BLOCK - left, 1) != NULL, "filled");
            memory_refuse(1);
            perp_status s = exact ? lcp_exact_answer_new(&a, 1, N, &e)
                                  : lcp_answer_new(&a, 1, N, &x);
            memory_refuse(0);
            CHECK(s.code == PERP_OK || (s.code == PERP_LIMIT && !enough[exact]),
                  "%zu bytes: %d", left, (int)s.code);
            enough[exact] += s.code == PERP_OK;
            for (int twice = 0; exact && twice < 2 && s.code == PERP_OK;
                 twice++)
                lcp_exact_answer_clear(1, N, &e);
            arena_free(&a);
        }
    CHECK(enough[0] > 0 && enough[1] > 0, "never enough");
}

int main(void)
{
    memory_adopt_gmp();
    RUN(overflow_has_a_row);
    RUN(answers_without_room);
    RUN(residual_of_right_and_wrong);
    RUN(residual_of_entries);
    RUN(residual_by_definition);
    RUN(data_that_are_no_numbers);
    DONE;
}
