#include "pks05/cone/qvi_range.h"

#include "number/sincos.h"

/** With $\varphi = m \pm \rho$ Taylor's formula gives $\cos\varphi = \cos m \mp \rho\sin m$ up to
$\rho^2/2$, and for wide ranges $[-1, 1]$ is as good. */
void qvi_range_direction(qvi_range x, qvi_range *cosine, qvi_range *sine)
{
    const double m = qvi_middle(x), r = fmax(x.hi - m, m - x.lo) * (1 + 1e-15);
    double s, c;
    sincos_cr(m, &s, &c);
    const double of_c = r * fabs(s) + r * r / 2 + 1e-15;
    const double of_s = r * fabs(c) + r * r / 2 + 1e-15;
    *cosine = qvi_between(fmax(-1, c - of_c), fmin(1, c + of_c));
    *sine = qvi_between(fmax(-1, s - of_s), fmin(1, s + of_s));
}

/** ## An inverse that is almost one

$R$ comes from Gauss's elimination in plain doubles, and nothing is claimed of it: it may be off by what the
condition of the middle makes of rounding, or be nonsense where the middle is almost singular. What
is proven stands in $E$, computed in ranges from $R$ and from the whole of $M$: $RX - I \in E$ for each
matrix $X$ of the range. A sum of the sizes of a row below one proves that every $X$ is regular; the users here ask for no more
than that $E$ holds what it says, because $x = Rc - (RX - I)x$ for $Xx = c$ is true of any $R$.

For $M = [1, 1.2]$ the middle is 1.1, $R = 0.909$ and $E = [-0.091, 0.091]$; for $M = [-1, 2]$ the middle is
$\frac12$, $R = 2$, $E = [-3, 3]$: no bound comes from it, and none is wrong. */
/* R = M^-1 by Gauss with pivots; M is destroyed. 0: singular, as far as
   seen. */
static int invert(int n, qvi_square M, qvi_square R)
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            R[i][j] = i == j;
    for (int c = 0; c < n; c++) {
        int k = c;
        for (int i = c; i < n; i++)
            k = fabs(M[i][c]) > fabs(M[k][c]) ? i : k;
        const double pivot = M[k][c];
        if (!(fabs(pivot) > 0) || !isfinite(pivot))
            return 0;
        for (int j = 0; j < n; j++) {
            double x = M[k][j], y = R[k][j];
            M[k][j] = M[c][j], R[k][j] = R[c][j];
            M[c][j] = x / pivot, R[c][j] = y / pivot;
        }
        for (int i = 0; i < n; i++) {
            const double f = i == c ? 0 : M[i][c];
            for (int j = 0; j < n && f != 0; j++) {
                M[i][j] -= f * M[c][j];
                R[i][j] -= f * R[c][j];
            }
        }
    }
    return 1;
}

/* The inverse of the middle of M, and E = R M - I; the largest row sum of |E|,
   or infinity. */
double qvi_range_approach(int n, qvi_ranges M, qvi_square R, qvi_ranges E)
{
    qvi_square middle;
    double most = 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            middle[i][j] = qvi_middle(M[i][j]);
    if (!invert(n, middle, R))
        return (double)INFINITY;
    for (int i = 0; i < n; i++) {
        double row = 0;
        for (int j = 0; j < n; j++) {
            E[i][j] = qvi_point(-(double)(i == j));
            for (int k = 0; k < n; k++)
                E[i][j] =
                    qvi_add(E[i][j], qvi_times(qvi_point(R[i][k]), M[k][j]));
            row += qvi_size(E[i][j]);
        }
        most = fmax(most, row * (1 + 1e-14));
    }
    return most >= 0 ? most : (double)INFINITY;
}
