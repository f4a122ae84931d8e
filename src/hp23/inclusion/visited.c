/**
# A table with chains

What a search has seen is kept in the order in which it was seen, so that a
place is a number and going through the places is going through the search: a
breadth first search has no other queue. Beside it there are 8192 chains of
places with the same hash. The hash takes the last words of numerator and
denominator of each number of the key, and the sign; of the states of seven
balls, 19108 of them, a chain has two or three, and comparing fractions in
lowest terms ends at the first that differ.

Equal means equal to the last digit. Two paths that meet in the same velocity
but for rounding would be two states, which is why all of this is in fractions.
*/
#include "hp23/inclusion/visited.h"

#include "number/rational.h"

enum { BUCKETS = 8192 };

perp_status visited_new(arena *a, int numbers, int key, int most, visited *out)
{
    *out = (visited){.a = a, .numbers = numbers, .key = key, .most = most};
    out->x = arena_take(a, (size_t)most, sizeof *out->x);
    out->next = arena_take(a, (size_t)most, sizeof *out->next);
    out->bucket = arena_take(a, BUCKETS, sizeof *out->bucket);
    if (out->x == NULL || out->next == NULL || out->bucket == NULL)
        return PERP_NO_MEMORY(most);
    for (int k = 0; k < BUCKETS; k++)
        out->bucket[k] = -1;
    return PERP_SUCCESS;
}

void visited_clear(visited *v)
{
    for (int k = 0; k < v->count; k++)
        rational_clear(v->x[k], (size_t)v->numbers);
    v->count = 0;
}

/* Of the last words of numerators and denominators, and of the signs. */
static int hash(const visited *v, const mpq_t *x)
{
    unsigned long h = 0;
    for (int i = 0; i < v->key; i++) {
        h = h * 1000003u + mpz_get_ui(mpq_numref(x[i]));
        h = h * 1000003u + mpz_get_ui(mpq_denref(x[i]));
        h += (unsigned long)(mpq_sgn(x[i]) + 1);
    }
    return (int)((h ^ h >> 29) % BUCKETS);
}

static int same(int n, const mpq_t *x, const mpq_t *y)
{
    int i = 0;
    while (i < n && mpq_equal(x[i], y[i]))
        i++;
    return i == n;
}

int visited_keep(visited *v, mpq_t *x, int *fresh)
{
    const int h = hash(v, (const mpq_t *)x);
    int k = v->bucket[h];
    while (k >= 0 && !same(v->key, (const mpq_t *)v->x[k], (const mpq_t *)x))
        k = v->next[k];
    *fresh = k < 0 && v->count < v->most;
    if (!*fresh) {
        rational_clear(x, (size_t)v->numbers);
        return k;
    }
    v->x[v->count] = x;
    v->next[v->count] = v->bucket[h];
    v->bucket[h] = v->count;
    return v->count++;
}
