/* Without #pragma once: march_kernel.h includes this once for every width. The
   first step of samples with one v, as far as it is the same for all. */

#define ROW(base, r) (*(REAL *)((base) + (r)*MARCH_EIGHT + c))

enum { NAME(most_bounds) = PREFIX_LEVELS * ROADS_ROWS / 3 };

/** Here, as where bounds are drawn, the places of a register are eight samples: of
a sample $p$ numbers are asked alone, and all of its level at once. At each level
the bounds' rows are put down, whether the sample comes so far or not; the level is
counted, since who does not come to one comes to none behind it; and then a sample
takes the vector of its level, and its own $p$ numbers. A search for the level would
be wrongly guessed once a sample.

For the gait, two contacts and five levels, that is ten sums and ten comparisons for
eight samples, two or four registers each, and then a vector of ten rows to copy and
two numbers to put into it: 140 instructions a sample, for four exchanges of 110.
Where a level is the end of the path, as the last one of block, gait, box and the
discs as written, the sample is not in the group any more that goes on. */
INSIDE void NAME(levels)(const prefix *x, int p, const double *b, double *rows,
                         int64_t *level)
{
    for (int c = 0; c < MARCH_EIGHT; c += VECTOR) {
        BITS reached = {0};
        for (int l = 0; l < x->levels; l++) {
            BITS all = ~(BITS){0};
            for (int j = 0; j < p; j++) {
                const int at = l * p + j;
                const REAL u = l == 0 ? ROW(b, j) : ROW(rows, at - p);
                ROW(rows, at) = u + x->add[at];
                all &= ROW(b, j) >= (REAL){0} + x->from[at];
            }
            reached -= all;
        }
        *(BITS *)(level + c) = reached - 1;
    }
}

/* One sample at its level. */
INSIDE int NAME(stand)(int parts, const march *m, const prefix *x, int who,
                       int level, const double *rows)
{
    const int p = m->g->p;
    double *u = march_side(m, who);
    rows += level * p * MARCH_EIGHT;
    for (int c = 0; c < parts; c++)
        PART(u, c) = PART(x->u + level * m->length, c);
    for (int j = 0; j < p; j++)
        u[j] = rows[j * MARCH_EIGHT];
    m->at[who] = x->at[level];
    return x->at[level]->gap >= 0;
}

INSIDE void NAME(ahead_in)(int parts, const march *m, const prefix *x,
                           march_group *who)
{
    _Alignas(64) double b[ROADS_ROWS / 3 * MARCH_EIGHT] = {0};
    _Alignas(64) double rows[NAME(most_bounds) * MARCH_EIGHT];
    _Alignas(64) int64_t level[MARCH_EIGHT];
    const march own = *m; /* which nothing that is written can change */
    const prefix y = *x;
    const int p = own.g->p;
    int left = 0;
    for (int i = 0, all; i < who->count; i += all) {
        const int *of = who->of + i;
        all = who->count - i < MARCH_EIGHT ? who->count - i : MARCH_EIGHT;
        for (int l = 0; l < all; l++) {
            const double *problem = march_problem(&own, of[l]);
            for (int j = 0; j < p; j++)
                b[j * MARCH_EIGHT + l] = problem[j];
        }
        NAME(levels)(&y, p, b, rows, level);
        for (int l = 0; l < all; l++) {
            const int one = of[l], at = left;
            const int to = (int)level[l];
            left += NAME(stand)(parts, &own, &y, one, to, rows + l);
            who->of[at] = one;
        }
    }
    who->count = left;
}

#undef ROW
