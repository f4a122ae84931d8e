/**
# The block on Kelvin-Voigt corners, by a stiff method of its own

HP23's (88)-(90) as an ordinary differential equation, with the regularised friction as
printed and the damping 2 zeta sqrt(k m), integrated by the implicit Runge-Kutta method
of Radau with three stages (order 5). The Jacobian is exact, by dual numbers: friction
within 1e-10 m/s of rest is so steep that difference quotients miss it. The step is
chosen by comparing one step with two halves.
*/
#pragma once

#include <math.h>
#include <string.h>

enum { KV_N = 7, KV_X = 5 }; /* y th vx vy w, then the impulses of A and B */

typedef struct {
    double k[2], zeta, mu, eps, g;
} kv_block;

typedef struct {
    double v, d[KV_X];
} kv_dual;

static inline kv_dual kv_sum(double a, kv_dual x, double b, kv_dual y)
{
    kv_dual z = {a * x.v + b * y.v, {0}};
    for (int i = 0; i < KV_X; i++)
        z.d[i] = a * x.d[i] + b * y.d[i];
    return z;
}

static inline kv_dual kv_product(kv_dual x, kv_dual y)
{
    kv_dual z = {x.v * y.v, {0}};
    for (int i = 0; i < KV_X; i++)
        z.d[i] = x.v * y.d[i] + y.v * x.d[i];
    return z;
}

/* f(x) with slope df: the chain rule. */
static inline kv_dual kv_chain(double f, double df, kv_dual x)
{
    kv_dual z = {f, {0}};
    for (int i = 0; i < KV_X; i++)
        z.d[i] = df * x.d[i];
    return z;
}

/* The rates of all seven numbers. */
static inline void kv_rate(const kv_block *b, const double *z,
                           kv_dual out[KV_N])
{
    kv_dual q[KV_X], zero = {0, {0}};
    for (int i = 0; i < KV_X; i++) {
        q[i] = (kv_dual){z[i], {0}};
        q[i].d[i] = 1;
    }
    kv_dual s = kv_chain(sin(z[1]), cos(z[1]), q[1]);
    kv_dual c = kv_chain(cos(z[1]), -sin(z[1]), q[1]);
    out[0] = q[3];
    out[1] = q[4];
    out[2] = out[4] = zero;
    out[3] = (kv_dual){-b->g, {0}};
    for (int i = 0; i < 2; i++) {
        double side = i == 0 ? -0.5 : 0.5;
        kv_dual rx = kv_sum(side, c, 1, s), ry = kv_sum(side, s, -1, c);
        kv_dual gap = kv_sum(1, q[0], 1, ry);
        kv_dual vn = kv_sum(1, q[3], 1, kv_product(rx, q[4]));
        kv_dual vt = kv_sum(1, q[2], -1, kv_product(ry, q[4]));
        kv_dual n = kv_sum(-b->k[i], gap, -2 * b->zeta * sqrt(b->k[i]), vn);
        n = gap.v <= 0 && n.v > 0 ? n : zero;
        double slope = fabs(vt.v) < b->eps ? 1 / b->eps : 0;
        double unit = vt.v / fmax(fabs(vt.v), b->eps);
        kv_dual t =
            kv_sum(-b->mu, kv_product(n, kv_chain(unit, slope, vt)), 0, zero);
        kv_dual torque = kv_sum(1, kv_product(rx, n), -1, kv_product(ry, t));
        out[2] = kv_sum(1, out[2], 1, t);
        out[3] = kv_sum(1, out[3], 1, n);
        out[4] = kv_sum(1, out[4], 12.0 / 5, torque);
        out[5 + i] = n;
    }
}

/* Gauss with partial pivoting, A by rows with the right-hand side behind. */
static inline void kv_gauss(int n, double *A, double *x)
{
    const int w = n + 1;
    for (int j = 0; j < n; j++) {
        int p = j;
        for (int i = j + 1; i < n; i++)
            p = fabs(A[i * w + j]) > fabs(A[p * w + j]) ? i : p;
        for (int k = j; k < w; k++) {
            double t = A[j * w + k];
            A[j * w + k] = A[p * w + k];
            A[p * w + k] = t;
        }
        for (int i = j + 1; i < n; i++) {
            double f = A[i * w + j] / A[j * w + j];
            for (int k = j; k < w && f != 0; k++)
                A[i * w + k] -= f * A[j * w + k];
        }
    }
    for (int i = n - 1; i >= 0; i--) {
        x[i] = A[i * w + n];
        for (int k = i + 1; k < n; k++)
            x[i] -= A[i * w + k] * x[k];
        x[i] /= A[i * w + i];
    }
}

/* One step of Radau IIA, order 5: 1 when Newton's method converged. */
static inline int kv_radau(const kv_block *b, double h, const double *z,
                           double *end)
{
    enum { S = 3 * KV_X };
    const double r = sqrt(6);
    const double a[3][3] = {
        {(88 - 7 * r) / 360, (296 - 169 * r) / 1800, (-2 + 3 * r) / 225},
        {(296 + 169 * r) / 1800, (88 + 7 * r) / 360, (-2 - 3 * r) / 225},
        {(16 - r) / 36, (16 + r) / 36, 1.0 / 9}};
    double Y[S] = {0}, A[S * (S + 1)], x[S], at[KV_N];
    kv_dual f[3][KV_N];
    for (int round = 0; round < 12; round++) {
        double size = 0; /* over what rounding leaves: 1e-13 m/s */
        for (int i = 0; i < 3; i++) {
            memcpy(at, z, sizeof at);
            for (int k = 0; k < KV_X; k++)
                at[k] += Y[i * KV_X + k];
            kv_rate(b, at, f[i]);
        }
        for (int i = 0; i < S; i++) {
            double *row = A + i * (S + 1);
            row[S] = -Y[i];
            for (int j = 0; j < 3; j++) {
                const kv_dual *g = &f[j][i % KV_X];
                row[S] += h * a[i / KV_X][j] * g->v;
                for (int k = 0; k < KV_X; k++)
                    row[j * KV_X + k] =
                        (j * KV_X + k == i) - h * a[i / KV_X][j] * g->d[k];
            }
        }
        kv_gauss(S, A, x);
        for (int i = 0; i < S; i++) {
            Y[i] += x[i];
            size = fmax(size, fabs(x[i]) / (i % KV_X < 2 ? 1e-16 : 1e-13));
        }
        if (!(size > 1)) {
            memcpy(end, z, KV_N * sizeof *z);
            for (int k = 0; k < KV_X; k++)
                end[k] += Y[2 * KV_X + k];
            for (int k = KV_X; k < KV_N; k++)
                for (int j = 0; j < 3; j++)
                    end[k] += h * a[2][j] * f[j][k].v;
            return isfinite(size);
        }
    }
    return 0;
}

static inline void kv_normal(const double *z, double gap[2], double vn[2])
{
    for (int i = 0; i < 2; i++) {
        double side = i == 0 ? -0.5 : 0.5, s = sin(z[1]), c = cos(z[1]);
        gap[i] = z[0] + side * s - c;
        vn[i] = z[3] + (side * c + s) * z[4];
    }
}

/* Nothing presses on, and both corners have had their part. */
static inline int kv_over(const kv_block *b, const double *z, double fall)
{
    double gap[2], vn[2], soft = fmin(b->k[0], b->k[1]);
    kv_normal(z, gap, vn);
    for (int i = 0; i < 2; i++)
        if ((gap[i] <= 0 && vn[i] < -1e-3 / soft) || z[5 + i] <= 0.01 * fall)
            return 0;
    return 1;
}

/* The last step, shortened until it ends where it is over. */
static inline void kv_last(const kv_block *b, double *z, double h, double fall)
{
    double low = 0, end[KV_N];
    for (int i = 0; i < 60; i++) {
        double middle = (low + h) / 2;
        if (kv_radau(b, middle, z, end) && kv_over(b, end, fall))
            h = middle;
        else
            low = middle;
    }
    if (kv_radau(b, h, z, end))
        memcpy(z, end, sizeof end);
}

/* Integrates until it is over: the number of steps, or -1. `met`: the impulse of
   the first corner when the second one is met. */
static inline int kv_run(const kv_block *b, double *z, double fall, double *met)
{
    double h = 1e-9, t = 0, one[KV_N], two[KV_N], half[KV_N], gap[2], vn[2];
    *met = -1;
    for (int steps = 0; steps < 200000 && t < 0.1; steps++) {
        double error = HUGE_VAL;
        if (kv_radau(b, h, z, one) && kv_radau(b, h / 2, z, half) &&
            kv_radau(b, h / 2, half, two)) {
            error = 0;
            for (int k = 0; k < KV_N; k++)
                error =
                    fmax(error, fabs(one[k] - two[k]) / (k < 2 ? 1e-13 : 1e-9));
        }
        if (error > 1 && h > 1e-16) {
            h *= error < 1e6 ? fmax(0.2, 0.9 * pow(error, -0.2)) : 0.1;
            continue;
        }
        if (kv_over(b, two, fall)) {
            kv_last(b, z, h, fall);
            return steps;
        }
        memcpy(z, two, sizeof two);
        t += h;
        kv_normal(z, gap, vn);
        if (*met < 0 && fmax(gap[0], gap[1]) <= 0)
            *met = fmax(z[5], z[6]);
        h *= fmin(2, 0.9 * pow(fmax(error, 1e-10), -0.2));
    }
    return -1;
}
