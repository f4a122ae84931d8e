#include "base/nearest.h"

#include <string.h>

enum { NEAREST_LENGTH = 63 };

static int least(int a, int b)
{
    return a < b ? a : b;
}

/** With $d_{ij}$ the distance of the first $i$ letters of $a$ from the first
$j$ of $b$,

$$d_{ij} = \min(d_{i-1,j} + 1,\ d_{i,j-1} + 1,\ d_{i-1,j-1} + [a_i \ne b_j],\
d_{i-2,j-2} + 1),$$

the last only where two neighbours are swapped. Three rows are kept. A swap is
the commonest slip of fingers, so it counts once and not twice. */
int nearest_distance(const char *a, const char *b)
{
    int row[3][NEAREST_LENGTH + 1];
    size_t m = strlen(a), n = strlen(b);
    if (m > NEAREST_LENGTH || n > NEAREST_LENGTH)
        return strcmp(a, b) == 0 ? 0 : NEAREST_LENGTH + 1;
    for (size_t j = 0; j <= n; j++)
        row[0][j] = (int)j;
    for (size_t i = 1; i <= m; i++) {
        int *d = row[i % 3], *up = row[(i + 2) % 3], *far = row[(i + 1) % 3];
        d[0] = (int)i;
        for (size_t j = 1; j <= n; j++) {
            d[j] = least(up[j], d[j - 1]) + 1;
            d[j] = least(d[j], up[j - 1] + (a[i - 1] != b[j - 1]));
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                d[j] = least(d[j], far[j - 2] + 1);
        }
    }
    return row[m % 3][n];
}

/** A guess that shares hardly a letter with the word is worse than none: `mu`
is not a misspelling of `h`. */
int nearest_word(const char *word, const char *const *candidates, int count)
{
    int length = (int)strlen(word), found = -1;
    int limit = least((length + 2) / 3, 3) + 1;
    for (int i = 0; i < count; i++) {
        if (candidates[i] == NULL)
            continue;
        int d = nearest_distance(word, candidates[i]);
        int longer = (int)strlen(candidates[i]);
        longer = longer < length ? length : longer;
        if (d < limit && d < longer) {
            limit = d;
            found = i;
        }
    }
    return found;
}
