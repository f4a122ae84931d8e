/**
# All faces, slowly

The maximal faces of the solution set of a small problem in whole numbers, by
trying all sets of hyperplanes for vertices and rays and all complementary
choices for faces. 64-bit integers and Bareiss; it shares nothing with perp.

A polyhedron of nonnegative variables is determined by its vertices and rays,
and one of its faces lies in another if and only if its vertices and rays do.
*/
#pragma once

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { SLOW_ALL = 12, SLOW_POINTS = 600, SLOW_FACES = 512 };

/* A vertex x / den, or with den = 0 a ray; no common divisor. */
typedef struct {
    int64_t x[SLOW_ALL], den;
} slow_point;

/* The unknowns: f free ones, then n with a sign; a[i] b[i] are row i. */
typedef struct {
    int f, n;
    int64_t a[SLOW_ALL][SLOW_ALL], b[SLOW_ALL];
    int points, faces;
    slow_point point[SLOW_POINTS];
    uint8_t in[SLOW_FACES][SLOW_POINTS]; /* the points of each maximal face */
    int overflow;
} slow_faces;

static inline int64_t slow_gcd(int64_t a, int64_t b)
{
    while (b != 0) {
        int64_t t = a % b;
        a = b;
        b = t;
    }
    return a < 0 ? -a : a;
}

static inline void slow_reduce(int all, slow_point *p)
{
    int64_t g = p->den;
    for (int j = 0; j < all; j++)
        g = slow_gcd(g, p->x[j]);
    if (p->den < 0)
        g = -g;
    for (int j = 0; g != 0 && j < all; j++)
        p->x[j] /= g;
    if (g != 0)
        p->den /= g;
}

/* Row i of the problem, or z_(i-all) = 0; times (x, den). */
static inline int64_t slow_value(const slow_faces *s, int plane,
                                 const slow_point *p)
{
    int all = s->f + s->n;
    if (plane >= all)
        return p->x[s->f + plane - all];
    int64_t sum = s->b[plane] * p->den;
    for (int j = 0; j < all; j++)
        sum += s->a[plane][j] * p->x[j];
    return sum;
}

/* The one line (x, den), for a ray (x, 0), on which all planes are zero:
   Bareiss-Jordan. 0: none, or more than one. */
static inline int slow_line(const slow_faces *s, int rows, const int *plane,
                            int ray, slow_point *out)
{
    int all = s->f + s->n, w = all + !ray, rank = 0, hole = -1;
    int64_t T[SLOW_ALL][SLOW_ALL + 1], last = 1;
    int at[SLOW_ALL + 1];
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < w; j++)
            T[i][j] = plane[i] >= all ? j == s->f + plane[i] - all
                      : j < all       ? s->a[plane[i]][j]
                                      : s->b[plane[i]];
    for (int c = 0; c < w; c++) {
        int r = rank;
        while (r < rows && T[r][c] == 0)
            r++;
        at[c] = r < rows ? rank : -1;
        if (r == rows) {
            if (hole >= 0)
                return 0;
            hole = c;
            continue;
        }
        for (int j = 0; j < w; j++) {
            int64_t t = T[r][j];
            T[r][j] = T[rank][j];
            T[rank][j] = t;
        }
        int64_t p = T[rank][c];
        for (int i = 0; i < rows; i++) {
            int64_t q = T[i][c];
            for (int j = 0; i != rank && j < w; j++)
                T[i][j] = (p * T[i][j] - q * T[rank][j]) / last;
        }
        last = p;
        rank++;
    }
    memset(out, 0, sizeof *out);
    for (int c = 0; hole >= 0 && c < w; c++)
        *(c < all ? &out->x[c] : &out->den) =
            c == hole ? last : -T[at[c]][hole];
    return hole >= 0;
}

static inline int slow_feasible(const slow_faces *s, const slow_point *p)
{
    for (int i = 0; i < 2 * s->n + s->f; i++) {
        int64_t v = slow_value(s, i, p);
        if (i < s->f ? v != 0 : v < 0)
            return 0;
    }
    return 1;
}

static inline void slow_add(slow_faces *s, slow_point p)
{
    slow_reduce(s->f + s->n, &p);
    int any = p.den != 0;
    for (int j = 0; j < s->f + s->n; j++)
        any |= p.x[j] != 0;
    if (!any || !slow_feasible(s, &p))
        return;
    for (int k = 0; k < s->points; k++)
        if (memcmp(&s->point[k], &p, sizeof p) == 0)
            return;
    if (s->points == SLOW_POINTS)
        s->overflow = 1;
    else
        s->point[s->points++] = p;
}

/* The rank of the equations, without b: 0, 1 or 2 of at most two. */
static inline int slow_rank(const slow_faces *s)
{
    int all = s->f + s->n, some = 0, cross = 0;
    for (int i = 0; i < s->f; i++)
        for (int j = 0; j < all; j++)
            some |= s->a[i][j] != 0;
    for (int j = 0; s->f == 2 && j < all; j++)
        for (int k = 0; k < j; k++)
            cross |= s->a[0][j] * s->a[1][k] != s->a[0][k] * s->a[1][j];
    return some + cross;
}

/* Vertices lie on the equations and as many planes more as there are
   unknowns left, rays on one less. */
static inline void slow_planes(slow_faces *s, int *plane, int have, int next,
                               int ray)
{
    int wanted = 2 * s->f + s->n - slow_rank(s) - ray;
    slow_point p;
    if (have < wanted) {
        for (int i = next; i < s->f + 2 * s->n; i++) {
            plane[have] = i;
            slow_planes(s, plane, have + 1, i + 1, ray);
        }
        return;
    }
    if (!slow_line(s, have, plane, ray, &p) || (!ray && p.den == 0))
        return;
    slow_add(s, p);
    for (int j = 0; ray && j < s->f + s->n; j++)
        p.x[j] = -p.x[j];
    if (ray)
        slow_add(s, p);
}

/* The points whose z_i (i in the set) or else w_i is zero; a vertex? */
static inline int slow_choice(const slow_faces *s, unsigned zero, uint8_t *in)
{
    int any = 0;
    for (int k = 0; k < s->points; k++) {
        in[k] = 1;
        for (int i = 0; i < s->n; i++) {
            int plane = zero >> i & 1 ? s->f + s->n + i : s->f + i;
            in[k] &= slow_value(s, plane, &s->point[k]) == 0;
        }
        any |= in[k] && s->point[k].den != 0;
    }
    return any;
}

static inline int slow_subset(int points, const uint8_t *a, const uint8_t *b)
{
    for (int k = 0; k < points; k++)
        if (a[k] && !b[k])
            return 0;
    return 1;
}

/* Keeps the set if it is in no other, and drops those in it. */
static inline void slow_keep(slow_faces *s, const uint8_t *in)
{
    int kept = 0;
    for (int k = 0; k < s->faces; k++)
        if (slow_subset(s->points, in, s->in[k]))
            return;
    for (int k = 0; k < s->faces; k++)
        if (!slow_subset(s->points, s->in[k], in))
            memmove(s->in[kept++], s->in[k], SLOW_POINTS);
    s->faces = kept;
    if (s->faces == SLOW_FACES)
        s->overflow = 1;
    else
        memcpy(s->in[s->faces++], in, SLOW_POINTS);
}

/* Fills points and faces from f <= 2, n, a, b. The free unknowns are determined by
   the rest. Entries up to 3 in size are safe for all + 1 <= 9 columns. */
static inline void slow_faces_find(slow_faces *s)
{
    int plane[2 * SLOW_ALL];
    uint8_t in[SLOW_POINTS] = {0};
    s->points = s->faces = s->overflow = 0;
    for (int i = 0; i < s->f; i++)
        plane[i] = i;
    slow_planes(s, plane, s->f, s->f, 0);
    slow_planes(s, plane, s->f, s->f, 1);
    for (unsigned zero = 0; zero < 1u << s->n; zero++)
        if (slow_choice(s, zero, in))
            slow_keep(s, in);
}
