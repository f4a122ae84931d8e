/**
# Boxes of linear systems

Random middles and radii, and a system of the box at one of its corners, solved in
fractions. For tests of whoever says how far the solutions may be.
*/
#pragma once

#include "check.h"

#include <gmp.h>
#include <math.h>

enum { MOST = 7 };

typedef struct {
    int n, nx;
    double B[MOST * MOST], z[MOST], g[MOST], Ex[MOST], Ez[MOST], y[MOST];
} box;

static inline void random_box(check_random *r, box *b)
{
    b->n = check_integer(r, 1, MOST);
    b->nx = check_integer(r, 0, b->n);
    const double rho = ldexp(1, -check_integer(r, 3, 40));
    for (int i = 0; i < b->n; i++) {
        for (int j = 0; j < b->n; j++)
            b->B[i * b->n + j] = check_integer(r, 0, 2)
                                     ? (double)check_integer(r, -64, 64) / 16
                                     : 0;
        b->z[i] = (double)check_integer(r, -99, 99) / 8;
        b->g[i] = rho * check_uniform(r, 0, 4);
        b->Ex[i] = rho * check_integer(r, 0, 2);
        b->Ez[i] = rho * check_integer(r, 0, 1);
    }
    if (b->n < 2 || check_integer(r, 0, 2) > 0)
        return;
    for (int j = 0; j < b->n; j++) /* nearly singular: an inverse in doubles is
                                      a bad one */
        b->B[j] = b->B[b->n + j] +
                  ldexp(check_integer(r, -9, 9), -check_integer(r, 44, 49));
    for (int i = 0; i < b->n; i++) {
        b->g[i] *= 0x1p-60;
        b->Ex[i] *= 0x1p-80;
        b->Ez[i] *= 0x1p-80;
    }
}

/* A B' in the box and b' = B' z + (something within g): z' exactly by Gauss. 0
   when B' is singular. */
static inline int solve_corner(check_random *r, const box *b, mpq_t *z)
{
    const int n = b->n;
    mpq_t A[MOST * (MOST + 1)], t;
    int fine = 1;
    mpq_init(t);
    for (int i = 0; i < n * (n + 1); i++)
        mpq_init(A[i]);
    for (int i = 0; i < n; i++) {
        mpq_set_d(t, b->g[i] * (check_integer(r, 0, 1) ? 1 : -1));
        mpq_set(A[i * (n + 1) + n], t);
        for (int j = 0; j < n; j++) {
            mpq_ptr to = A[i * (n + 1) + j];
            double E = j < b->nx ? b->Ex[i] : b->Ez[i];
            mpq_set_d(to, E * check_integer(r, -1, 1));
            mpq_set_d(t, b->B[i * n + j]);
            mpq_add(to, to, t);
        }
        /* b' = B' z + g, so z' - z solves B' (z' - z) = g */
    }
    for (int p = 0; p < n && fine; p++) {
        int k = p;
        while (k < n && mpq_sgn(A[k * (n + 1) + p]) == 0)
            k++;
        fine = k < n;
        for (int j = 0; j <= n && fine && k != p; j++)
            mpq_swap(A[k * (n + 1) + j], A[p * (n + 1) + j]);
        for (int i = 0; i < n && fine; i++) {
            if (i == p || mpq_sgn(A[i * (n + 1) + p]) == 0)
                continue;
            mpq_t f;
            mpq_init(f);
            mpq_div(f, A[i * (n + 1) + p], A[p * (n + 1) + p]);
            for (int j = p; j <= n; j++) {
                mpq_mul(t, f, A[p * (n + 1) + j]);
                mpq_sub(A[i * (n + 1) + j], A[i * (n + 1) + j], t);
            }
            mpq_clear(f);
        }
    }
    for (int i = 0; i < n && fine; i++)
        mpq_div(z[i], A[i * (n + 1) + n], A[i * (n + 1) + i]);
    for (int i = 0; i < n * (n + 1); i++)
        mpq_clear(A[i]);
    mpq_clear(t);
    return fine;
}

/* y is what somebody claims: it holds at 8 corners. Returns the largest part of y
   that a corner needs. */
static inline double corners_hold(check_random *r, const box *b)
{
    mpq_t z[MOST];
    double tight = 0;
    for (int i = 0; i < b->n; i++)
        mpq_init(z[i]);
    for (int k = 0; k < 8; k++) {
        CHECK(solve_corner(r, b, z),
              "a singular system in a box of regular ones");
        for (int i = 0; i < b->n; i++) {
            const double far = fabs(mpq_get_d(z[i]));
            CHECK(far <= b->y[i], "%d: %g beyond %g", i, far, b->y[i]);
            if (b->y[i] > 0)
                tight = fmax(tight, far / b->y[i]);
        }
    }
    for (int i = 0; i < b->n; i++)
        mpq_clear(z[i]);
    return tight;
}

/* A box that holds a matrix with two equal rows. */
static inline void singular_box(check_random *r, box *b)
{
    do
        random_box(r, b);
    while (b->n < 2);
    b->nx = b->n;
    const int p = check_integer(r, 0, b->n - 1), q = (p + 1) % b->n;
    for (int j = 0; j < b->n; j++) /* two rows, twice E apart at most */
        b->B[p * b->n + j] = b->B[q * b->n + j] +
                             (b->Ex[p] + b->Ex[q]) * check_integer(r, -1, 1);
}

/* Corners of the box, solved in fractions: regular, and within y. The bound is
   not idle either: some solution comes near it. */
static inline void boxes_hold(int (*claimed)(box *))
{
    check_random r = {check_seed(81)};
    int decided = 0;
    double tight = 0;
    for (int i = 0; i < 1000; i++) {
        box b = {0};
        random_box(&r, &b);
        if (!claimed(&b))
            continue;
        decided++;
        tight = fmax(tight, corners_hold(&r, &b));
    }
    printf("%d of 1000 boxes decided; nearest to the bound: %.2f of it\n",
           decided, tight);
    CHECK(decided > 500 && tight > 0.4, "idle");
}

/* A box that holds a singular matrix is never decided. */
static inline void boxes_singular(int (*claimed)(box *))
{
    check_random r = {check_seed(82)};
    int decided = 0;
    for (int i = 0; i < 1000; i++) {
        box b = {0};
        singular_box(&r, &b);
        decided += claimed(&b);
    }
    CHECK(decided == 0, "%d boxes with a singular matrix", decided);
}
