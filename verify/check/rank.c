/**
# A bound of a rank, from below

Two claims need that columns or rows are independent: (C14) of joints, (N5) of
a face that is a single point. Elimination in fractions would do; its numbers
grow. Modulo a prime $p$ they do not, and the error goes to the safe side:

*a rank modulo p is never larger than the rank.* For if the rank is r, every
minor of r + 1 rows is 0, a whole number, and so 0 modulo p. What is
independent modulo p is independent.

The converse can fail, when p divides a minor that matters: the matrix of one
entry, 2147483647, has rank 1, and modulo that prime 0. A second prime makes
this rarer, and a forger gains nothing by it: a rank that is found too small
refuses, or leaves a point uncounted. The entries are numerators over one
denominator; multiplying a matrix by a number that is not zero leaves its
rank.

An example: the rows (2, 4) and (3, 6). The pivot is 2; the second row becomes
2 (3, 6) - 3 (2, 4) = 0: rank 1. For (2, 4) and (3, 5) it becomes (0, -2),
which is not 0 modulo either prime: rank 2, and so it is over the rationals.

Both primes are below $2^{31}$, so a sum of two products is below $2^{63}$ and
fits into 64 bits before it is reduced. Matrices of more than $2^{22}$ places
have the answer 0: not known.
*/
#include "proof.h"

#include <stdlib.h>

enum { MOST_CELLS = 1 << 22 };

/* Echelon form without inverses: a row below the pivot row `first` becomes
   first[j] row - row[j] first, whose entry j is 0. As first[j] is not 0 modulo
   the prime, no rank is lost. From the last column to column j, because row[j]
   is needed until then. */
static long eliminate(uint64_t *a, const long size[2], uint64_t prime)
{
    const long n = size[1];
    long top = 0;
    for (long j = 0; j < n && top < size[0]; j++) {
        uint64_t *first = a + top * n;
        long from = top;
        while (from < size[0] && a[from * n + j] == 0)
            from++;
        if (from == size[0])
            continue;
        for (long q = j; q < n; q++) {
            const uint64_t t = a[from * n + q];
            a[from * n + q] = first[q];
            first[q] = t;
        }
        for (uint64_t *row = first + n; row < a + size[0] * n; row += n)
            for (long q = n; q-- > j;)
                row[q] =
                    (row[q] * first[j] + (prime - row[j]) * first[q]) % prime;
        top++;
    }
    return top;
}

/* mpz_fdiv_ui is the remainder that is not negative, of negative numbers,
   too. */
long rank(const array *B, long columns, const long *const place[2],
          const long size[2])
{
    static const uint64_t prime[] = {2147483647, 2147483629};
    long most = 0;
    if (size[0] * size[1] > MOST_CELLS) /* each is at most 2 MOST_SIZE */
        return 0;
    uint64_t *a = grown(NULL, (size_t)(size[0] * size[1] + 1) * sizeof *a);
    for (int t = 0; t < 2 && most < size[0] && most < size[1]; t++) {
        for (long i = 0; i < size[0] * size[1]; i++)
            a[i] = 0;
        for (long e = 0; e < B->n; e++) {
            long i = B->at[e] / columns, j = B->at[e] % columns;
            i = place[0] == NULL ? i : place[0][i];
            j = place[1] == NULL ? j : place[1][j];
            if (i >= 0 && j >= 0)
                a[i * size[1] + j] = mpz_fdiv_ui(B->x[e], prime[t]);
        }
        const long found = eliminate(a, size, prime[t]);
        most = found > most ? found : most;
    }
    given_back(a);
    return most;
}
