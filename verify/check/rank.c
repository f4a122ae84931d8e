#include "proof.h"

#include <stdlib.h>

enum { MOST_CELLS = 1 << 22 };

/* Without fractions: row i becomes a(j,j) row i - a(i,j) row j. */
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

/* Modulo a prime the rank is at most what it is; two primes, because one might
   divide what matters. */
long rank(const array *B, long columns, const long *const place[2],
          const long size[2])
{
    static const uint64_t prime[] = {2147483647, 2147483629};
    long most = 0;
    if (size[0] > MOST_CELLS || size[1] > MOST_CELLS ||
        size[0] * size[1] > MOST_CELLS)
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
