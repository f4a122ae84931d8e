#include "check.h"

#include "number/linear/jordan.h"
#include "number/rational.h"

enum { MOST = 5 };

/* Leibniz by the first row; n x n of rows `stride` long, the columns `at`. */
static void determinant(int n, const mpq_t *A, int stride, const int *at,
                        mpq_ptr out)
{
    mpq_t minor, sum;
    int rest[MOST];
    mpq_inits(minor, sum, NULL);
    if (n == 0)
        mpq_set_ui(sum, 1, 1);
    for (int k = 0; k < n; k++) {
        for (int j = 0; j < n - 1; j++)
            rest[j] = at[j + (j >= k)];
        determinant(n - 1, A + stride, stride, rest, minor);
        mpq_mul(minor, minor, A[at[k]]);
        (k % 2 ? mpq_sub : mpq_add)(sum, sum, minor);
    }
    mpq_set(out, sum);
    mpq_clears(minor, sum, NULL);
}

/* The size of the largest square part with a determinant: every choice of rows
   and columns. */
static int rank_by_minors(int rows, int columns, const mpq_t *A)
{
    mpq_t part[MOST * MOST], d;
    int most = 0;
    const int all[] = {0, 1, 2, 3, 4};
    mpq_init(d);
    for (int i = 0; i < MOST * MOST; i++)
        mpq_init(part[i]);
    for (int r = 1; r < 1 << rows; r++)
        for (int c = 1; c < 1 << columns; c++) {
            int n = 0, size = __builtin_popcount((unsigned)r);
            if (__builtin_popcount((unsigned)c) != size || size <= most)
                continue;
            for (int i = 0; i < rows; i++)
                for (int j = 0; j < columns; j++)
                    if ((r >> i & 1) && (c >> j & 1))
                        mpq_set(part[n++], A[i * columns + j]);
            determinant(size, (const mpq_t *)part, size, all, d);
            if (mpq_sgn(d) != 0)
                most = size;
        }
    for (int i = 0; i < MOST * MOST; i++)
        mpq_clear(part[i]);
    mpq_clear(d);
    return most;
}

static int is_reduced(int rows, int columns, const mpq_t *A, int rank,
                      const int *pivot)
{
    int is = 1;
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < columns; j++) {
            const mpq_t *x = A + i * columns + j;
            is &= i < rank || mpq_sgn(*x) == 0;
            is &= i >= rank || j >= pivot[i] || mpq_sgn(*x) == 0;
            for (int k = 0; k < rank; k++)
                is &= j != pivot[k] || mpq_cmp_si(*x, k == i, 1) == 0;
        }
    for (int k = 1; k < rank; k++)
        is &= pivot[k - 1] < pivot[k];
    return is;
}

/* Small numbers, many of them zero, rows that are sums of others. */
static void draw(check_random *r, int rows, int columns, mpq_t *A)
{
    mpq_t f;
    mpq_init(f);
    for (int i = 0; i < rows * columns; i++) {
        const long n = check_integer(r, 0, 2) ? check_integer(r, -4, 4) : 0;
        mpq_set_si(A[i], n, (unsigned long)check_integer(r, 1, 3));
        mpq_canonicalize(A[i]);
    }
    for (int i = 1; i < rows; i++)
        for (int k = 0; k < 2 && check_integer(r, 0, 2) == 0; k++) {
            mpq_t *of = A + (int)check_integer(r, 0, i - 1) * columns;
            mpq_set_si(f, check_integer(r, -2, 2), 1);
            for (int j = 0; j < columns; j++) {
                mpq_ptr x = A[i * columns + j];
                if (k == 0)
                    mpq_mul(x, f, of[j]);
                else
                    mpq_add(x, x, of[j]);
            }
        }
    mpq_clear(f);
}

typedef struct {
    int rows, columns, more;
    mpq_t A[MOST * MOST], was[MOST * MOST], alone[MOST * MOST];
    mpq_t B[MOST * (MOST + 2)], old[MOST * 2];
} question;

static void question_each(question *q, void (*f)(mpq_ptr))
{
    for (int i = 0; i < MOST * MOST; i++) {
        f(q->A[i]);
        f(q->was[i]);
        f(q->alone[i]);
    }
    for (int i = 0; i < MOST * (MOST + 2); i++)
        f(q->B[i]);
    for (int i = 0; i < MOST * 2; i++)
        f(q->old[i]);
}

/* B is the unit matrix, of which T becomes, and two columns more. */
static void question_draw(question *q, check_random *r)
{
    q->rows = (int)check_integer(r, 1, MOST);
    q->columns = (int)check_integer(r, 1, MOST);
    q->more = q->rows + 2;
    draw(r, q->rows, q->columns, q->A);
    draw(r, q->rows, 2, q->old);
    for (int i = 0; i < q->rows * q->columns; i++) {
        mpq_set(q->was[i], q->A[i]);
        mpq_set(q->alone[i], q->A[i]);
    }
    for (int i = 0; i < q->rows; i++)
        for (int j = 0; j < q->more; j++)
            if (j < q->rows)
                mpq_set_ui(q->B[i * q->more + j], i == j, 1);
            else
                mpq_set(q->B[i * q->more + j], q->old[i * 2 + j - q->rows]);
}

/* T A is the form and T B what B became. */
static void products(const question *q)
{
    mpq_t t, sum;
    mpq_inits(t, sum, NULL);
    for (int i = 0; i < q->rows; i++)
        for (int j = 0; j < q->columns + 2; j++) {
            const int in = j < q->columns, k = j - q->columns;
            mpq_set_ui(sum, 0, 1);
            for (int l = 0; l < q->rows; l++) {
                mpq_mul(t, q->B[i * q->more + l],
                        in ? q->was[l * q->columns + j] : q->old[l * 2 + k]);
                mpq_add(sum, sum, t);
            }
            CHECK(mpq_equal(sum, in ? q->A[i * q->columns + j]
                                    : q->B[i * q->more + q->rows + k]),
                  "T times column %d, row %d", j, i);
        }
    mpq_clears(t, sum, NULL);
}

/* And T is regular. */
static void as_it_says(check_random *r)
{
    static const int all[] = {0, 1, 2, 3, 4};
    question q;
    int pivot[MOST], again[MOST];
    mpq_t t;
    mpq_init(t);
    question_each(&q, mpq_init);
    question_draw(&q, r);
    const int rank = jordan_reduce(q.rows, q.columns, q.more, q.A, q.B, pivot);
    CHECK(rank == rank_by_minors(q.rows, q.columns, (const mpq_t *)q.was),
          "rank %d", rank);
    CHECK(is_reduced(q.rows, q.columns, (const mpq_t *)q.A, rank, pivot),
          "form");
    CHECK(jordan_reduce(q.rows, q.columns, 0, q.alone, NULL, again) == rank,
          "without B");
    for (int i = 0; i < q.rows * q.columns; i++)
        CHECK(mpq_equal(q.alone[i], q.A[i]), "without B: %d", i);
    products(&q);
    determinant(q.rows, (const mpq_t *)q.B, q.more, all, t);
    CHECK(mpq_sgn(t) != 0, "T is singular");
    question_each(&q, mpq_clear);
    mpq_clear(t);
}

static void forms(void)
{
    check_random r = {check_seed(4101)};
    for (int n = 0; n < 300; n++)
        as_it_says(&r);
}

int main(void)
{
    RUN(forms);
    DONE;
}
