#include "lcp/claim/definite_part.h"

#include "number/rational.h"

/* The lower half of A + A' times the common denominator. */
static void load(const lcp_exact_problem *p, int m, mpz_t *S)
{
    mpz_t scale, other;
    mpz_init_set_ui(scale, 1);
    mpz_init(other);
    for (int e = 0; e < m * m; e++)
        rational_cover(scale, p->A[e]);
    for (int i = 0; i < m; i++)
        for (int j = 0; j <= i; j++) {
            rational_scaled(S[i * m + j], scale, p->A[i * m + j]);
            rational_scaled(other, scale, p->A[j * m + i]);
            mpz_add(S[i * m + j], S[i * m + j], other);
        }
    mpz_clears(scale, other, NULL);
}

/** Elimination in whole numbers: behind step k the entries are minors of order k +
1, so that the pivots are the leading minors, and every division is exact. The
matrix is definite just when all of them are positive (Sylvester). */
static int pivots_are_positive(int m, mpz_t *S)
{
    mpz_t work;
    int positive = 1;
    mpz_init(work);
    for (int k = 0; positive && k < m; k++) {
        mpz_srcptr p = S[k * m + k];
        positive = mpz_sgn(p) > 0;
        for (int i = k + 1; positive && i < m; i++)
            for (int j = k + 1; j <= i; j++) {
                mpz_mul(work, p, S[i * m + j]);
                mpz_submul(work, S[i * m + k], S[j * m + k]);
                if (k > 0)
                    mpz_divexact(work, work, S[(k - 1) * m + k - 1]);
                mpz_swap(S[i * m + j], work);
            }
    }
    mpz_clear(work);
    return positive;
}

perp_status definite_part(arena *a, const lcp_exact_problem *p, int *yes)
{
    const int m = p->free + p->n;
    const size_t count = (size_t)m * (size_t)m;
    arena_mark mark = arena_here(a);
    mpz_t *S = integer_array(a, count, 64);
    if (S == NULL)
        return PERP_NO_MEMORY(count * sizeof *S);
    load(p, m, S);
    *yes = pivots_are_positive(m, S);
    integer_clear(S, count);
    arena_release(a, mark);
    return PERP_SUCCESS;
}
