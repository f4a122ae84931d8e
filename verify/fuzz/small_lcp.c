#include "small_lcp.h"

typedef struct {
    int rows, cols; /* cols without the right-hand side */
    mpq_t at[SMALL_ALL][SMALL_ALL + 1];
} system_of;

static void system_new(system_of *s)
{
    for (int i = 0; i < SMALL_ALL; i++)
        for (int j = 0; j <= SMALL_ALL; j++)
            mpq_init(s->at[i][j]);
}

static void system_clear(system_of *s)
{
    for (int i = 0; i < SMALL_ALL; i++)
        for (int j = 0; j <= SMALL_ALL; j++)
            mpq_clear(s->at[i][j]);
}

/* row i -= f row k, from column j on. */
static void subtract(system_of *s, int i, int k, int j)
{
    mpq_t f, x;
    mpq_inits(f, x, NULL);
    mpq_div(f, s->at[i][j], s->at[k][j]);
    for (int c = j; c <= s->cols; c++) {
        mpq_mul(x, f, s->at[k][c]);
        mpq_sub(s->at[i][c], s->at[i][c], x);
    }
    mpq_clears(f, x, NULL);
}

/* Gauss and Jordan: the rank; pivot[k] is the column of row k; *det, of a square
   system, its determinant's sign. */
static int eliminate(system_of *s, int *pivot, int *det)
{
    int rank = 0;
    *det = 1;
    for (int j = 0; j < s->cols && rank < s->rows; j++) {
        int k = rank;
        while (k < s->rows && mpq_sgn(s->at[k][j]) == 0)
            k++;
        if (k == s->rows)
            continue;
        for (int c = 0; k != rank && c <= s->cols; c++)
            mpq_swap(s->at[k][c], s->at[rank][c]);
        *det *= (k == rank ? 1 : -1) * mpq_sgn(s->at[rank][j]);
        for (int i = 0; i < s->rows; i++)
            if (i != rank && mpq_sgn(s->at[i][j]) != 0)
                subtract(s, i, rank, j);
        pivot[rank++] = j;
    }
    *det = rank == s->cols ? *det : 0;
    return rank;
}

/* What is basic: the free unknowns, and the pairs with a bit. */
static int members(const lcp_exact_problem *p, unsigned bits, int *list)
{
    int n = 0;
    for (int i = 0; i < p->free + p->n; i++)
        if (i < p->free || (bits >> (i - p->free) & 1) != 0)
            list[n++] = i;
    return n;
}

static void fill(const lcp_exact_problem *p, const int *list, int n,
                 system_of *s)
{
    const int all = p->free + p->n;
    s->rows = s->cols = n;
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++)
            mpq_set(s->at[i][j], p->A[list[i] * all + list[j]]);
        mpq_neg(s->at[i][n], p->b[list[i]]);
    }
}

static void rows(const lcp_exact_problem *p, const mpq_t *z, mpq_t *w)
{
    const int all = p->free + p->n;
    mpq_t x;
    mpq_init(x);
    for (int i = 0; i < all; i++) {
        mpq_set(w[i], p->b[i]);
        for (int j = 0; j < all; j++) {
            mpq_mul(x, p->A[i * all + j], z[j]);
            mpq_add(w[i], w[i], x);
        }
    }
    mpq_clear(x);
}

static int holds(const lcp_exact_problem *p, const mpq_t *z, const mpq_t *w)
{
    for (int i = 0; i < p->free; i++)
        if (mpq_sgn(w[i]) != 0)
            return 0;
    for (int i = p->free; i < p->free + p->n; i++)
        if (mpq_sgn(w[i]) < 0 || mpq_sgn(z[i]) < 0 ||
            (mpq_sgn(w[i]) != 0 && mpq_sgn(z[i]) != 0))
            return 0;
    return 1;
}

int small_solves(const lcp_exact_problem *p, const mpq_t *z)
{
    mpq_t w[SMALL_ALL];
    for (int i = 0; i < SMALL_ALL; i++)
        mpq_init(w[i]);
    rows(p, z, w);
    const int fine = holds(p, z, (const mpq_t *)w);
    for (int i = 0; i < SMALL_ALL; i++)
        mpq_clear(w[i]);
    return fine;
}

void small_solve(const lcp_exact_problem *p, small_solutions *out)
{
    system_of s;
    int list[SMALL_ALL], pivot[SMALL_ALL], det;
    system_new(&s);
    out->found = 0;
    out->positive = p->free == 0;
    for (int k = 0; k < SMALL_BASES; k++)
        for (int i = 0; i < SMALL_ALL; i++)
            mpq_inits(out->z[k][i], out->w[k][i], NULL);
    for (unsigned bits = 0; bits < 1u << p->n; bits++) {
        const int n = members(p, bits, list), k = out->found;
        fill(p, list, n, &s);
        eliminate(&s, pivot, &det);
        out->positive &= det > 0;
        if (det == 0)
            continue;
        for (int i = 0; i < p->free + p->n; i++)
            mpq_set_si(out->z[k][i], 0, 1);
        for (int i = 0; i < n; i++)
            mpq_div(out->z[k][list[pivot[i]]], s.at[i][n], s.at[i][pivot[i]]);
        rows(p, (const mpq_t *)out->z[k], out->w[k]);
        out->found +=
            holds(p, (const mpq_t *)out->z[k], (const mpq_t *)out->w[k]);
    }
    system_clear(&s);
}

void small_clear(small_solutions *s)
{
    for (int k = 0; k < SMALL_BASES; k++)
        for (int i = 0; i < SMALL_ALL; i++)
            mpq_clears(s->z[k][i], s->w[k][i], NULL);
}

int small_equations(const lcp_exact_problem *p)
{
    const int all = p->free + p->n;
    system_of s;
    int pivot[SMALL_ALL], det, fine = 1;
    system_new(&s);
    s.rows = p->free;
    s.cols = all;
    for (int i = 0; i < p->free; i++) {
        for (int j = 0; j < all; j++)
            mpq_set(s.at[i][j], p->A[i * all + j]);
        mpq_neg(s.at[i][all], p->b[i]);
    }
    for (int i = eliminate(&s, pivot, &det); i < p->free; i++)
        fine &= mpq_sgn(s.at[i][all]) == 0;
    system_clear(&s);
    return fine;
}
