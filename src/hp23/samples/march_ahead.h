/* Without #pragma once: march_kernel.h includes this once for every width. The
   first step of samples with one v, as far as it is the same for all. */

#define ROW(base, r) (*(REAL *)((base) + (r)*MARCH_EIGHT + c))

enum { NAME(most_bounds) = PREFIX_LEVELS * ROADS_ROWS / 3 };

/** Here, as where bounds are drawn, the places of a register are eight samples: of a
sample $p$ numbers are asked alone, and all of its level at once. At each level the bounds' rows are put
down, whether the sample comes so far or not; the level is counted, since who does
not come to one comes to none behind it; and then a sample takes the vector of
its level, and its own $p$ numbers. A search for the level would be wrongly guessed once a sample. */
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

INSIDE void NAME(ahead_in)(int parts, const march *m, const prefix *x,
                           march_group *who)
{
    _Alignas(64) double b[ROADS_ROWS / 3 * MARCH_EIGHT] = {0};
    _Alignas(64) double rows[NAME(most_bounds) * MARCH_EIGHT];
    _Alignas(64) int64_t level[MARCH_EIGHT];
    const int p = m->g->p, count = who->count;
    int left = 0;
    for (int i = 0; i < count; i++) {
        const int l = i % MARCH_EIGHT;
        for (int k = 0; l == 0 && k < MARCH_EIGHT && i + k < count; k++)
            for (int j = 0; j < p; j++)
                b[j * MARCH_EIGHT + k] = march_problem(m, who->of[i + k])[j];
        if (l == 0)
            NAME(levels)(x, p, b, rows, level);
        const int one = who->of[i], at = (int)level[l];
        double *u = march_side(m, one);
        for (int c = 0; c < parts; c++)
            PART(u, c) = PART(x->u + at * m->length, c);
        for (int j = 0; j < p; j++)
            u[j] = rows[(at * p + j) * MARCH_EIGHT + l];
        m->at[one] = x->at[at];
        who->of[left] = one;
        left += x->at[at]->gap >= 0;
    }
    who->count = left;
}

#undef ROW
