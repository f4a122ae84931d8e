/**
# The least bars of a start, against all corners

Programs with two numbers: the least r is that of a corner, where three rows or
sides are equal; all triples of them are tried.
*/
#include "check.h"
#include "judge/start_program.h"

#include <math.h>

enum { N = 2, ROWS = 7, GAPS = 3, ALL = 2 * ROWS + GAPS + 2 * N + 1 };

/* a d + e r >= b */
typedef struct {
    double a[N], e, b;
} half;

static int halves(const start_program *p, half *h)
{
    int n = 0;
    for (int i = 0; i < ROWS; i++)
        for (int s = -1; s <= 1; s += 2)
            h[n++] = (half){{s * p->table[i * N], s * p->table[i * N + 1]},
                            1,
                            -s * p->far[i]};
    for (int i = 0; i < GAPS; i++)
        h[n++] =
            (half){{p->table[(ROWS + i) * N], p->table[(ROWS + i) * N + 1]},
                   0,
                   p->least_gap - p->gap[i]};
    for (int k = 0; k < N; k++)
        for (int s = -1; s <= 1; s += 2)
            h[n++] = (half){{k == 0 ? s : 0, k == 1 ? s : 0}, 0, -START_FAR};
    h[n++] = (half){{0, 0}, 1, 0};
    return n;
}

static double det(const half *x, const half *y, const half *z)
{
    return x->a[0] * (y->a[1] * z->e - y->e * z->a[1]) -
           x->a[1] * (y->a[0] * z->e - y->e * z->a[0]) +
           x->e * (y->a[0] * z->a[1] - y->a[1] * z->a[0]);
}

/* Cramer, with b in the place of column k */
static double corner(const half *x, const half *y, const half *z, int k)
{
    half c[3] = {*x, *y, *z};
    for (int i = 0; i < 3; i++)
        if (k < N)
            c[i].a[k] = c[i].b;
        else
            c[i].e = c[i].b;
    return det(&c[0], &c[1], &c[2]) / det(x, y, z);
}

static double best(const half *h, int n)
{
    double least = HUGE_VAL;
    for (int i = 0; i < n; i++)
        for (int j = i + 1; j < n; j++)
            for (int k = j + 1; k < n; k++) {
                if (fabs(det(&h[i], &h[j], &h[k])) < 1e-9)
                    continue;
                double d[N + 1];
                for (int c = 0; c <= N; c++)
                    d[c] = corner(&h[i], &h[j], &h[k], c);
                int fine = 1;
                for (int l = 0; l < n; l++)
                    fine &=
                        h[l].a[0] * d[0] + h[l].a[1] * d[1] + h[l].e * d[2] >=
                        h[l].b - 1e-9;
                if (fine && d[N] < least)
                    least = d[N];
            }
    return least;
}

static double reached(const start_program *p, const double *d)
{
    double most = 0;
    for (int i = 0; i < ROWS; i++)
        most = fmax(most, fabs(p->far[i] + p->table[i * N] * d[0] +
                               p->table[i * N + 1] * d[1]));
    return most;
}

int main(void)
{
    check_random r = {check_seed(5)};
    int none = 0;
    for (int trial = 0; trial < 200; trial++) {
        double table[(ROWS + GAPS) * N], far[ROWS], gap[GAPS], d[N];
        for (int i = 0; i < (ROWS + GAPS) * N; i++)
            table[i] = check_integer(&r, -8, 8) / 4.0;
        for (int i = 0; i < ROWS; i++)
            far[i] = check_integer(&r, -16, 16) / 8.0;
        for (int i = 0; i < GAPS; i++)
            gap[i] = check_integer(&r, -2, 16) / 8.0;
        for (int i = 0; i < GAPS;
             i++) /* a gap that nothing moves is as it is */
            if (table[(ROWS + i) * N] == 0 && table[(ROWS + i) * N + 1] == 0)
                table[(ROWS + i) * N] = 1;
        const start_program p = {N, ROWS, GAPS, table, far, gap, 0x1p-10};
        half h[ALL];
        arena a = {0};
        int found;
        perp_status s = start_program_solve(&a, &p, d, &found);
        CHECK(s.code == PERP_OK, "%s", s.message);
        const double least = best(h, halves(&p, h));
        none += !isfinite(least);
        CHECK(found == isfinite(least), "trial %d: found %d, least %g", trial,
              found, least);
        CHECK(!found || fabs(reached(&p, d) - least) < 1e-5,
              "trial %d: %.12g, not %.12g", trial, reached(&p, d), least);
        arena_free(&a);
    }
    printf("%d of 200 without an answer\n", none);
    CHECK(none > 0 && none < 100, "%d", none);
    DONE;
}
