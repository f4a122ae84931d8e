#include "proof/enclose/inflate.h"

#include <math.h>
#include <string.h>

/** ## A box of systems

Let $R$ be any matrix and $z^*$ the claimed solution, $\tilde B z^* = \tilde b$
exactly. For data within $\rho$ of the doubles $|B - \tilde B| \le E$ and $|b - B
z^*| \le g$, because a residual is linear in each datum. With

$$K = |I - R\tilde B| + |R| E, \qquad e = |R|\, g,$$

any $y > 0$ with $e + K y < y$ proves that every $B$ of the box is regular, and
that $|z - z^*| \le y$ for the solution of every system: $\varrho(K) < 1$, $z - z^*
= (I - (I - RB))^{-1} R (b - B z^*)$, and $(I - K)^{-1} e \le y$. This is the bound
$\kappa < 1$ of Krawczyk and Rump in the norm $\max_i |z_i| / y_i$, which knows the
units of impulses and velocities.

$E$ depends on the row and on whether the column is a velocity: two numbers per
row of $R$ do. */
typedef struct {
    const inflation *s;
    double *R, *K; /* n x n */
    double *e, *next;
} work;

/** ## An approximate inverse

Any will do; Gauss and Jordan, with the largest pivot of a column. 0 when there
is none. */
static int invert(int n, double *A, double *R)
{
    for (int i = 0; i < n; i++) {
        memset(R + i * n, 0, (size_t)n * sizeof *R);
        R[i * n + i] = 1;
    }
    for (int c = 0; c < n; c++) {
        int best = c;
        for (int i = c + 1; i < n; i++)
            if (fabs(A[i * n + c]) > fabs(A[best * n + c]))
                best = i;
        if (!(fabs(A[best * n + c]) > 0))
            return 0;
        for (int j = 0; j < n && best != c; j++) {
            double t = A[c * n + j], u = R[c * n + j];
            A[c * n + j] = A[best * n + j];
            A[best * n + j] = t;
            R[c * n + j] = R[best * n + j];
            R[best * n + j] = u;
        }
        double scale = 1 / A[c * n + c];
        for (int j = 0; j < n; j++) {
            A[c * n + j] *= scale;
            R[c * n + j] *= scale;
        }
        for (int i = 0; i < n; i++) {
            const double t = A[i * n + c];
            if (i == c || t == 0)
                continue;
            for (int j = c; j < n; j++)
                A[i * n + j] -= t * A[c * n + j];
            for (int j = 0; j < n; j++)
                R[i * n + j] -= t * R[c * n + j];
        }
    }
    return 1;
}

/** Row i of K, and e_i. A sum of $n$ products in doubles is wrong by less than
$(n + 8)\,2^{-50}$ of the sum of their sizes. */
static void bound_row(work *w, int i)
{
    const inflation *s = w->s;
    const int n = s->n;
    const double slack = (n + 8) * 0x1p-50, *R = w->R + i * n;
    double px = 0, pz = 0, e = 0, *K = w->K + i * n, *size = w->next;
    memset(K, 0, (size_t)n * sizeof *K);
    memset(size, 0, (size_t)n * sizeof *size);
    for (int l = 0; l < n; l++) {
        const double *B = s->B + l * n, r = R[l], sized = fabs(r);
        px += sized * s->Ex[l];
        pz += sized * s->Ez[l];
        e += sized * s->g[l];
        if (r == 0)
            continue;
        for (int j = 0; j < n; j++) {
            K[j] += r * B[j];
            size[j] += sized * fabs(B[j]);
        }
    }
    for (int j = 0; j < n; j++)
        K[j] = (fabs((i == j) - K[j]) + slack * size[j] +
                (j < s->nx ? px : pz)) * (1 + slack);
    w->e[i] = e * (1 + slack);
}

/* y with e + K y < y; 0 when none is found. */
static int contract(work *w, double *y)
{
    const int n = w->s->n;
    for (int i = 0; i < n; i++)
        y[i] = 1.5 * w->e[i] + 0x1p-300;
    for (int round = 0; round < 12; round++) {
        int fine = 1;
        for (int i = 0; i < n; i++) {
            double sum = w->e[i];
            for (int j = 0; j < n; j++)
                sum += w->K[i * n + j] * y[j];
            fine &= sum < 0.99 * y[i];
            w->next[i] = sum;
        }
        if (fine)
            return 1;
        for (int i = 0; i < n; i++)
            y[i] = 1.5 * w->next[i] + 0x1p-300;
    }
    return 0;
}

perp_status inflate_box(arena *a, const inflation *s, double *y, int *decided)
{
    const size_t n = (size_t)s->n;
    work w = {.s = s};
    w.R = arena_take_any(a, n * n, sizeof *w.R);
    w.K = arena_take_any(a, n * n, sizeof *w.K);
    w.e = arena_take(a, 2 * n, sizeof *w.e);
    *decided = 0;
    if (w.R == NULL || w.K == NULL || w.e == NULL)
        return PERP_NO_MEMORY(2 * n * n * sizeof *w.R);
    w.next = w.e + n;
    memcpy(w.K, s->B, n * n * sizeof *w.K);
    if (!invert(s->n, w.K, w.R))
        return PERP_SUCCESS;
    for (int i = 0; i < s->n; i++)
        bound_row(&w, i);
    *decided = contract(&w, y);
    return PERP_SUCCESS;
}
