/**
# Nearest points of quadrics by brute force

$\min |q - \tilde q|^2$ with quadrics as equations and inequalities. Each set of
inequalities is taken as equations in turn, and Newton's method solves the
conditions of optimality with the second derivatives; of the answers with gaps
and multipliers of the right sign the nearest counts.
*/
#pragma once

#include "check.h"

#include <math.h>

/* q'A q / 2 + b'q + c. */
typedef struct {
    double A[8][8], b[8], c;
} quadric;

typedef struct {
    int n, eq, ineq;
    quadric f[8]; /* equations first */
    double start[8];
} nearest_problem;

static inline double quadric_at(const quadric *f, int n, const double *q,
                                double *gradient)
{
    double sum = f->c;
    for (int i = 0; i < n; i++) {
        gradient[i] = f->b[i];
        for (int j = 0; j < n; j++)
            gradient[i] += f->A[i][j] * q[j];
        sum += 0.5 * (gradient[i] + f->b[i]) * q[i];
    }
    return sum;
}

/* Gauss with complete pivots would be better; rows are exchanged only. 0 when
   a pivot is tiny. */
static inline int linear_solve(int n, double A[16][17])
{
    for (int k = 0; k < n; k++) {
        int p = k;
        for (int i = k + 1; i < n; i++)
            if (fabs(A[i][k]) > fabs(A[p][k]))
                p = i;
        if (fabs(A[p][k]) < 1e-9)
            return 0;
        for (int j = 0; j <= n; j++) {
            double t = A[k][j];
            A[k][j] = A[p][j];
            A[p][j] = t;
        }
        for (int i = 0; i < n; i++) {
            double m = i == k ? 0 : A[i][k] / A[k][k];
            for (int j = k; m != 0 && j <= n; j++)
                A[i][j] -= m * A[k][j];
        }
    }
    for (int k = 0; k < n; k++)
        A[k][n] /= A[k][k];
    return 1;
}

/* Newton with the inequalities of the set `touch` as equations; multipliers
   into y. 0: no answer. */
static inline int nearest_newton(const nearest_problem *p, int touch, double *q,
                                 double *y)
{
    int row[8], rows = 0, n = p->n;
    for (int k = 0; k < p->eq + p->ineq; k++)
        if (k < p->eq || touch >> (k - p->eq) & 1)
            row[rows++] = k;
    memcpy(q, p->start, 8 * sizeof *q);
    memset(y, 0, 8 * sizeof *y);
    for (int round = 0; round < 30; round++) {
        double A[16][17] = {{0}}, moved = 0;
        for (int i = 0; i < n; i++) {
            A[i][i] = 1;
            A[i][n + rows] = p->start[i] - q[i];
        }
        for (int r = 0; r < rows; r++) {
            const quadric *f = &p->f[row[r]];
            double g[8], value = quadric_at(f, n, q, g);
            A[n + r][n + rows] = -value;
            for (int i = 0; i < n; i++) {
                A[i][n + r] = -g[i];
                A[n + r][i] = g[i];
                A[i][n + rows] += y[row[r]] * g[i];
                for (int j = 0; j < n; j++)
                    A[i][j] -= y[row[r]] * f->A[i][j];
            }
        }
        if (!linear_solve(n + rows, A))
            return 0;
        for (int i = 0; i < n; i++) {
            q[i] += A[i][n + rows];
            moved = fmax(moved, fabs(A[i][n + rows]));
        }
        for (int r = 0; r < rows; r++)
            y[row[r]] += A[n + r][n + rows];
        if (moved < 1e-15)
            return 1;
        if (!(moved < 10))
            return 0;
    }
    return 1;
}

static inline int nearest_solve(const nearest_problem *p, double *best,
                                int *touch)
{
    double least = HUGE_VAL, q[8], y[8], g[8];
    for (int set = 0; set < 1 << p->ineq; set++) {
        if (!nearest_newton(p, set, q, y))
            continue;
        int fine = 1;
        double far = 0;
        for (int k = p->eq; k < p->eq + p->ineq; k++)
            fine &= y[k] >= 0 && quadric_at(&p->f[k], p->n, q, g) > -1e-13;
        for (int i = 0; i < p->n; i++)
            far += (q[i] - p->start[i]) * (q[i] - p->start[i]);
        if (fine && far < least) {
            least = far;
            memcpy(best, q, sizeof q);
            *touch = set;
        }
    }
    return least < HUGE_VAL;
}

/* Quadrics through one point with curvature up to `bend`, and a start up to
   `away` beside that point. */
static inline void nearest_random(nearest_problem *p, check_random *r,
                                  double bend, double away)
{
    *p = (nearest_problem){.n = check_integer(r, 3, 6)};
    p->eq = check_integer(r, 0, 2);
    p->ineq = check_integer(r, p->eq == 0, 3);
    if (p->eq + p->ineq >= p->n)
        p->ineq = p->n - 1 - p->eq;
    for (int i = 0; i < p->n; i++)
        p->start[i] = check_uniform(r, -1, 1);
    for (int k = 0; k < p->eq + p->ineq; k++) {
        quadric *f = &p->f[k];
        double g[8], length = 0;
        for (int i = 0; i < p->n; i++) {
            g[i] = check_uniform(r, -1, 1); /* the gradient at the point */
            length += g[i] * g[i];
            for (int j = 0; j <= i; j++)
                f->A[i][j] = f->A[j][i] = bend * check_uniform(r, -0.5, 0.5);
        }
        for (int i = 0; i < p->n; i++) {
            g[i] /= sqrt(length);
            f->b[i] = g[i];
            for (int j = 0; j < p->n; j++)
                f->b[i] -= f->A[i][j] * p->start[j];
        }
        f->c = -quadric_at(f, p->n, p->start, g);
    }
    for (int i = 0; i < p->n; i++)
        p->start[i] += check_uniform(r, -away, away);
}

/* A random direction along all of them at the start. */
static inline void nearest_tangent(const nearest_problem *p, check_random *r,
                                   double *u)
{
    double g[8][8];
    int rows = p->eq + p->ineq;
    for (int i = 0; i < p->n; i++)
        u[i] = check_uniform(r, -1, 1);
    for (int k = 0; k < rows; k++) {
        quadric_at(&p->f[k], p->n, p->start, g[k]);
        for (int l = 0; l <= k; l++) {
            double *from = l < k ? g[k] : u, along = 0, length = 0;
            const double *base = l < k ? g[l] : g[k];
            for (int i = 0; i < p->n; i++) {
                along += from[i] * base[i];
                length += base[i] * base[i];
            }
            for (int i = 0; i < p->n; i++)
                from[i] -= along / length * base[i];
        }
    }
}
