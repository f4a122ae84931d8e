#include "pks05/cone/qvi_spectrum.h"

#include <math.h>
#include <stdbool.h>

/** **What a factorisation proves.** If Cholesky's factorisation of a symmetric
$B$ runs to its end in doubles, then $R^\top R = B + \Delta$ with $|\Delta_{ij}| \le
\frac{\gamma}{1-\gamma}\sqrt{b_{ii} b_{jj}}$, $\gamma = (n+1)u/(1-(n+1)u)$: the usual backward error, with
the rows of $R$ bounded by the diagonal. The matrix of the $\sqrt{b_{ii}b_{jj}}$ has
the norm $\operatorname{tr} B$, so $\lambda_{\min}(B) \ge -\frac{\gamma}{1-\gamma} \operatorname{tr} B$. For
$B = \pm(T - cI)$ this is a bound on an eigenvalue of $T$, after one more rounding
on the diagonal and the error $|T - \hat T|$ with which $T$ itself was formed. All of
it is far below $(n+4)\,2^{-52} \operatorname{tr} B + |T - \hat T|$, the *slack*.
Underflow, with entries of at most one, is below $2^{-900}$.

For a $9 \times 9$ matrix of entries near one that is $13 \cdot 9 \cdot 2^{-52} = 2.6
\cdot 10^{-14}$: a $\sigma$ above it is proven positive, and a $\sigma$ of $10^{-6}$ is
known to seven digits. An interval method would lose a factor at every elimination step;
here one count of roundings holds for the whole of it, because only the fact is used that
it came to an end. */
typedef struct {
    int n;
    double *T;    /* n x n, symmetric: both triangles */
    double *R;    /* n x n, lower, by columns: R R' */
    double *x;    /* n */
    double error; /* of T: a bound on its norm */
    double sign;  /* the matrix factored is sign (T - c I) */
} family;

static perp_status family_new(arena *a, int n, double sign, family *out)
{
    const size_t nn = (size_t)(n * n);
    double *room = arena_take(a, 2 * nn + (size_t)n, sizeof *room);
    if (room == NULL)
        return PERP_NO_MEMORY((2 * nn + (size_t)n) * sizeof *room);
    *out = (family){
        .n = n, .T = room, .R = room + nn, .x = room + 2 * nn, .sign = sign};
    return PERP_SUCCESS;
}

/** $R$ is made a column at a time, and its columns lie one behind the other: `from` is
column $j$ from its diagonal on. An entry is $t_{ij} - r_{i1}r_{j1} - r_{i2}r_{j2} - \dots$,
in this order, whether the sums are taken one after the other or, as here, a product of all
of them together; the numbers are the same, and a processor need not wait for one sum
before it begins the next. A row that has nothing in column $j$ is a zero that changes no
sum.

1 when the factorisation at c ends; *slack is then how far an eigenvalue of
sign (T - c I) may lie below zero nevertheless. */
static int factored(family *f, double c, double *slack)
{
    const int n = f->n;
    double trace = 0;
    for (int j = 0; j < n; j++) {
        double *from = f->R + j * n;
        for (int i = j; i < n; i++)
            from[i] = f->sign * (f->T[j * n + i] - (i == j ? c : 0));
        trace += fabs(from[j]);
        for (int k = 0; k < j; k++) {
            const double *R = f->R + k * n, x = R[j];
            for (int i = j; i < n && x != 0; i++)
                from[i] -= x * R[i];
        }
        if (!(from[j] > 0x1p-200))
            return 0;
        from[j] = sqrt(from[j]);
        for (int i = j + 1; i < n; i++)
            from[i] /= from[j];
    }
    *slack = (n + 4) * 0x1p-52 * qvi_above(trace, n) + f->error + 0x1p-900;
    return 1;
}

/** The other side is proven by a vector. The last factorisation is that of an
almost singular matrix, and inverse iteration with it finds the eigenvector in
two steps. */
static void inverse_iteration(family *f)
{
    const int n = f->n;
    double *x = f->x, *R = f->R;
    for (int i = 0; i < n; i++)
        x[i] = 1 + ((5 * i + 3) % 8) / 8.0;
    for (int k = 0; k < 3; k++) {
        double most = 0;
        for (int j = 0; j < n; j++) {
            x[j] /= R[j * n + j];
            for (int i = j + 1; i < n; i++)
                x[i] -= R[j * n + i] * x[j];
        }
        for (int i = n - 1; i >= 0; i--) {
            for (int j = i + 1; j < n; j++)
                x[i] -= R[i * n + j] * x[j];
            x[i] /= R[i * n + i];
            most = fabs(x[i]) > most ? fabs(x[i]) : most;
        }
        for (int i = 0; i < n; i++)
            x[i] = most > 0 && isfinite(most) ? x[i] / most : 1;
    }
}

/* |x|^2, n roundings of one sign. */
static double square(int n, const double *x)
{
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += x[i] * x[i];
    return sum;
}

/** Between a $c$ at which the factorisation ends and one at which it does not
there is the eigenvalue. A few halvings bring $c$ near; then inverse iteration with
the last factorisation has almost the eigenvector, its quotient almost the
eigenvalue, and $2^{-45}$ beside that the factorisation mostly ends. Where it does not,
halving goes on to 44 places. Only the last success is used as a proof.

For the least eigenvalue $c$ rises to it from below, `sign` 1; for the largest of
$A^\top A$ it falls from above, `sign` -1, and $cI - T$ is factored. In the example of
`qvi_spectrum.h`, $T = A$: at $c = 0$ the pivots are 1 and $5 - 4 = 1$, at $c = \frac12$
they are $\frac12$ and $4.5 - 8 < 0$, and the eigenvalue $0.1716$ lies between. A
bisection alone would want 45 factorisations; with inverse iteration it is about a
dozen. Nothing rests on the eigenvector being good.

The search in numbers, for this $T$ (divided by 8 on the way, as `qvi_unit.h` has it):

| after | `good` | `bad` | quotient of the vector |
|---|---|---|---|
| 4 halvings | 0.12500 | 0.18750 | 0.171572875258286 |
| 8 halvings | 0.16797 | 0.17188 | 0.171572875253810 |
| one more | 0.17157287525380496 | | |

The first quotient is right to ten digits and $2^{-45}$ beside it is already above the
eigenvalue, so its factorisation fails and halving goes on; the second is right to all,
and $2^{-45}$ below it a factorisation ends. With the slack taken off $\sigma \ge
0.1715728752537974$ is proven, by 13 factorisations. A quotient errs by the square of the
vector's error, and only upward. */
static double quotient(const family *f)
{
    const int n = f->n;
    double sum = 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            sum += f->x[i] * f->T[i * n + j] * f->x[j];
    return sum / square(n, f->x);
}

/* A better c from the factorisation at hand, or `good` again. */
static double leap(family *f, double good)
{
    double s;
    inverse_iteration(f);
    double q = quotient(f), c = q - f->sign * 0x1p-45 * fabs(q);
    bool beyond = f->sign * (c - good) > 0;
    return beyond && factored(f, c, &s) ? c : good;
}

enum { HALVINGS = 4, TURNS = 200 };

static double bisect(family *f, double good, double bad, double *slack)
{
    double s, last = good;
    for (int k = 1; k < TURNS; k++) {
        double most = fabs(good) > fabs(bad) ? fabs(good) : fabs(bad);
        double mid = good + 0.5 * (bad - good);
        if (fabs(bad - good) <= 0x1p-44 * most)
            break;
        if (factored(f, mid, &s))
            good = mid;
        else
            bad = mid;
        if (k % HALVINGS != 0 || good == last || !factored(f, good, &s))
            continue;
        last = leap(f, good);
        if (last != good) {
            good = last;
            break;
        }
    }
    return factored(f, good, slack) ? good : f->sign * -(double)INFINITY;
}

/** A quotient $x^\top Tx/x^\top x$ of any $x \ne 0$ is at least the least eigenvalue,
in exact numbers; the sum of $n^2$ terms is off by at most $(n^2 + 4)\,u$ of their
sizes, and that is added. */
static double quotient_above(const family *f)
{
    const int n = f->n;
    double sum = 0, sizes = 0, xx = square(n, f->x);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            double t = f->x[i] * f->T[i * n + j] * f->x[j];
            sum += t;
            sizes += fabs(t);
        }
    double error = qvi_above(sizes, n * n) * (n * n + 4) * 0x1p-53;
    double top = sum + error;
    double q = top > 0 ? qvi_above(top / qvi_below(xx, n), 4)
                       : -qvi_below(-top / qvi_above(xx, n), 4);
    return q + f->error;
}

/** In the same way $|Ax|/|x|$ is at most the norm: each row's sum is made smaller by
what its rounding may have added. From $A$ itself and not from $T = A^\top A$, so the
root costs no digits. */
static double stretch_below(const family *f, int rows, const double *A)
{
    const int n = f->n;
    double sum = 0, xx = qvi_above(square(n, f->x), n);
    for (int i = 0; i < rows; i++) {
        double y = 0, size = 0;
        for (int j = 0; j < n; j++) {
            double t = A[i * n + j] * f->x[j];
            y += t;
            size += fabs(t);
        }
        y = fabs(y) - qvi_above(size, n) * (n + 2) * 0x1p-53;
        sum += y > 0 ? y * y : 0;
    }
    return qvi_below(sqrt(qvi_below(sum, rows + 4) / xx), 4);
}

static double diagonal(const family *f, int most)
{
    double d = f->T[0];
    for (int i = 1; i < f->n; i++) {
        double t = f->T[i * f->n + i];
        d = most ? (t > d ? t : d) : (t < d ? t : d);
    }
    return d;
}

/** The symmetric part is formed with one rounding each, so with an error of at
most $u$ times its size in the sum of squares, and none when $A$ is symmetric. */
perp_status qvi_spectrum_least(arena *a, int n, const double *A, qvi_range *out)
{
    arena_mark mark = arena_here(a);
    family f = {0};
    double slack = 0, exact = 1, largest = 0;
    *out = (qvi_range){0, INFINITY};
    if (n == 0)
        return PERP_SUCCESS;
    PERP_TRY(family_new(a, n, 1, &f));
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            double p = A[i * n + j], q = A[j * n + i];
            f.T[i * n + j] = 0.5 * (p + q);
            exact = p == q ? exact : 0;
            largest += fabs(f.T[i * n + j]);
        }
    if (exact == 0)
        f.error =
            qvi_above(sqrt(qvi_above(square(n * n, f.T), n * n)), 4) * 0x1p-52;
    double start = factored(&f, 0, &slack) ? 0 : -2 * largest - 0x1p-100;
    double c = bisect(&f, start, diagonal(&f, 0) * (1 + 0x1p-40), &slack);
    double least = c - slack;
    out->below = least > 0 ? qvi_below(least, 2) : least * (1 + 0x1p-50);
    out->above = diagonal(&f, 0) + f.error;
    if (isfinite(c)) {
        inverse_iteration(&f);
        double q = quotient_above(&f);
        out->above = q < out->above ? q : out->above;
    }
    arena_release(a, mark);
    return PERP_SUCCESS;
}

/** $T = A^\top A$ is formed with an error of at most $\gamma_m |A|^\top |A|$, whose norm is
at most $\gamma_m$ times the sum of all squares. Squares that underflow come from
entries below $2^{-530}$ and add less than $2^{-500}$ to the norm. */
static perp_status norm(arena *a, int rows, int cols, const double *A,
                        bool both, qvi_range *out)
{
    arena_mark mark = arena_here(a);
    family f = {0};
    double slack = 0, trace = 0;
    *out = (qvi_range){0, 0x1p-500};
    if (rows == 0 || cols == 0)
        return PERP_SUCCESS;
    PERP_TRY(family_new(a, cols, -1, &f));
    for (int k = 0; k < rows; k++)
        for (int i = 0; i < cols; i++) {
            const double *row = A + k * cols, x = row[i];
            for (int j = i; j < cols && x != 0; j++)
                f.T[i * cols + j] += x * row[j];
        }
    for (int i = 0; i < cols; i++)
        for (int j = 0; j < i; j++)
            f.T[i * cols + j] = f.T[j * cols + i];
    for (int i = 0; i < cols; i++)
        trace += f.T[i * cols + i];
    if (trace > 0) {
        f.error = qvi_above(trace, rows + cols) * (rows + 2) * 0x1p-52;
        double top = trace * (1 + 0x1p-20) + 0x1p-190;
        double low = diagonal(&f, 1) * (1 - 0x1p-40);
        double c = bisect(&f, top, low, &slack);
        out->above = qvi_above(sqrt(qvi_above(c + slack, 4)), 4) + 0x1p-500;
        if (both && isfinite(c)) {
            inverse_iteration(&f);
            out->below = stretch_below(&f, rows, A);
        }
    }
    arena_release(a, mark);
    return PERP_SUCCESS;
}

perp_status qvi_spectrum_norm(arena *a, int rows, int cols, const double *A,
                              qvi_range *out)
{
    return norm(a, rows, cols, A, true, out);
}

/** Half of it: whoever wants to know only how far a force can reach needs no vector, and the
quotient of a tall matrix, 309 rows for six velocities, costs as much as its factorisations. */
perp_status qvi_spectrum_norm_above(arena *a, int rows, int cols,
                                    const double *A, double *above)
{
    qvi_range out;
    PERP_TRY(norm(a, rows, cols, A, false, &out));
    *above = out.above;
    return PERP_SUCCESS;
}
