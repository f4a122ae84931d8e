#include "pks05/step/theta.h"
#include "pks05/step/theta_blocks.h"

#include <math.h>
#include <string.h>

/**
## The step, in doubles

Sections 3 and 4 of the paper up to (18), in the order in which they are computed:
is the data as assumed (`theta_definite`), the two answers to a force (`theta_blocks_invert`,
`respond`), the problem that they make (`theta_pose`), the way back (`theta_recover`).

| function | from | to | fails |
|---|---|---|---|
| `theta_definite` | $M$, $\mathbf K$, $\mathbf C$ | nothing | INPUT: (C), (D) |
| `theta_blocks_invert` | $h$, $\mathbf K$, $\mathbf C$ | $S$, $R \times R$ | INPUT |
| `respond` | $M$, $J$, $f$, $\mathbf\Gamma$ | $W$, $n_v \times (R + 1)$ | LIMIT: $\tilde M$ is singular |
| `theta_pose` | both, $\Phi$, $v$, $\delta$ | $A$, $b$ | the same two |
| `theta_recover` | $\lambda$, $S$, $W$ | $v'$, $v^\theta$, $\delta'$, $s$ | never |

Data that violate an assumption are an error of the scene, an $h$ that is too long is a
limit of the method: the first is not mended by a shorter step, the second is.

The small solvers stand here because nothing larger is wanted: $R$ is a few times
the number of contacts.
*/

static double *doubles(arena *a, size_t n, int *ok)
{
    double *x = arena_take(a, n, sizeof *x);
    *ok = *ok && x != NULL;
    return x;
}

perp_status theta_posed_new(arena *a, int nv, int rows, theta_posed *out)
{
    const size_t n = (size_t)nv, R = (size_t)rows;
    int ok = 1;
    out->A = doubles(a, R * R, &ok);
    out->b = doubles(a, R, &ok);
    out->S = doubles(a, R * R, &ok);
    out->W = doubles(a, n * (R + 1), &ok);
    return ok ? PERP_SUCCESS : PERP_NO_MEMORY(2 * R * R * sizeof(double));
}

perp_status theta_end_new(arena *a, int nv, int rows, theta_end *out)
{
    const size_t n = (size_t)nv, R = (size_t)rows;
    int ok = 1;
    out->v = doubles(a, n, &ok);
    out->mean = doubles(a, n, &ok);
    out->delta = doubles(a, R, &ok);
    out->s = doubles(a, R, &ok);
    return ok ? PERP_SUCCESS : PERP_NO_MEMORY(2 * (n + R) * sizeof(double));
}

/** $A = L D L^\top$ in place, $D$ on the diagonal, $n^3/6$ multiplications. Returns the
first pivot that is not positive, plus 1, or 0. A pivot that is less than $2^{-50}$ of
its diagonal entry is what rounding leaves of a zero, and counts as one: of the
singular $\begin{pmatrix} 49 & 1 \\ 1 & 1/49 \end{pmatrix}$ doubles leave $3.5 \cdot
10^{-18}$ in the second place, where $2^{-50}/49 = 1.8 \cdot 10^{-17}$ is asked for. There
are no square roots and no exchanges: for a symmetric positive definite matrix each
pivot is at most the diagonal entry that it came from, so nothing can grow.

Only the lower triangle is read and written; what is above the diagonal stays as it was,
so that a matrix which is symmetric only up to rounding is replaced by the symmetric one
of its lower half. For $h\mathbf K + \mathbf C = \begin{pmatrix} 5 & -2 \\ -2 & 1
\end{pmatrix}$ the pivots are $5$ and $1 - \frac45 = \frac15$, with $-\frac25$ below; $S =
\begin{pmatrix} 1 & 2 \\ 2 & 5 \end{pmatrix}$ is the matrix of the step with three
solutions in the chapter on the cone. The bar at $2^{-50}$ is low: Hilbert's matrix of
order 12, with a condition of $10^{16}$, still passes, with a last pivot 2500 times above
it. So passing says that a matrix may be definite, and no more; how good the factors are
is asked by `theta_slip.c`. */
int theta_factor(int n, double *A)
{
    for (int j = 0; j < n; j++) {
        double *a = A + (size_t)j * (size_t)n, pivot = a[j];
        int first = 0;
        while (first < j && a[first] == 0)
            first++;
        for (int k = first; k < j; k++)
            pivot -= a[k] * a[k] * A[(size_t)k * (size_t)(n + 1)];
        if (!(pivot > 0x1p-50 * a[j]) || !isfinite(pivot))
            return j + 1;
        a[j] = pivot;
        for (int i = j + 1; i < n; i++) {
            double *b = A + (size_t)i * (size_t)n, x = b[j];
            for (int k = first; k < j; k++)
                x -= b[k] * a[k] * A[(size_t)k * (size_t)(n + 1)];
            b[j] = x / pivot;
        }
    }
    return 0;
}

/* x = A^{-1} x, from the factors: L down, D, L' up; n^2 multiplications. */
void theta_solve(int n, const double *A, double *x)
{
    for (int i = 0; i < n; i++)
        for (int k = 0; k < i; k++)
            x[i] -= A[i * n + k] * x[k];
    for (int i = 0; i < n; i++)
        x[i] /= A[i * n + i];
    for (int i = n - 1; i >= 0; i--)
        for (int k = i + 1; k < n; k++)
            x[i] -= A[k * n + i] * x[k];
}

/* The m rows and columns `row` of A, n x n: symmetric up to 1e-9 of the
   diagonal entries, and with positive pivots. The message names the matrix and
   the entry. work: m x m. */
static perp_status definite(int n, const double *A, int m, const int *row,
                            const char *what, double *work)
{
    for (int i = 0; i < m; i++)
        for (int j = 0; j < m; j++) {
            const int a = row[i], b = row[j];
            double upper = A[b * n + a], lower = A[a * n + b];
            double scale = fabs(A[a * n + a]) + fabs(A[b * n + b]);
            work[i * m + j] = lower;
            if (j < i && !(fabs(upper - lower) <= 1e-9 * scale))
                return PERP_FAIL(PERP_INPUT,
                                 "the %s is not symmetric: entry %d,%d is %g "
                                 "but %d,%d is %g",
                                 what, b + 1, a + 1, upper, a + 1, b + 1,
                                 lower);
        }
    int bad = theta_factor(m, work);
    if (bad > 0)
        return PERP_FAIL(PERP_INPUT,
                         "the %s is not positive definite: its pivot %d is not "
                         "positive",
                         what, row[bad - 1] + 1);
    return PERP_SUCCESS;
}

/** A block without entries off the diagonal is what its diagonal is: the pivots are the entries
themselves, and nothing is copied or factored to see that they are positive. Whoever fails this is
asked in the general way, which has the words. */
static int plain(int n, const double *A, int m, const int *row)
{
    int fine = 1;
    for (int i = 0; i < m; i++) {
        const double x = A[row[i] * (n + 1)];
        fine = fine && x > 0 && isfinite(x);
    }
    return fine;
}

/* K or C, a block of coupled contacts after the other. */
static perp_status definite_blocks(const theta_data *d, const double *A,
                                   const theta_blocks *x, const char *what,
                                   int *row, double *work)
{
    for (int i = 0; i < d->p; i++)
        if (x->first[i] == i) {
            const int m = theta_block_rows(d, x, i, row), R = theta_rows(d);
            if (x->full[i] || !plain(R, A, m, row))
                PERP_TRY(definite(R, A, m, row, what, work));
        }
    return PERP_SUCCESS;
}

/** Assumptions (C) and (D) ask that $M$, $\mathbf K$ and $\mathbf C$ are symmetric and
positive definite. Without it there are steps with no solution, or many: with $h\mathbf
K + \mathbf C = -1$, one normal row and $\theta = 1$ the step is $w = -\lambda + b$, $0
\le w \perp \lambda \ge 0$, which has no solution for $b = -1$ and the two $\lambda =
0$, $\lambda = 1$ for $b = 1$.

$\mathbf K$ and $\mathbf C$ are definite when their blocks are, those of contacts that they
couple, and it is the blocks that are factored; of a block that is diagonal the numbers are
looked at. Each of the three is asked, though $S$ needs only $h\mathbf K + \mathbf C$: a stiffness that is
not definite would give an energy $\frac12\delta^\top\mathbf K\delta$ that is not one. The tolerance
of the symmetry is for functions of $q$ that a scene writes twice, once for each
side, and that round differently. Fractions have none (`theta_exact_definite`).

A run asks this of each step, because the matrices are functions of $q$ and the paper's
constants $\sigma_M$, $\sigma_{KC}$ bound them for all $q$, which no finite number of
questions can. So what is known behind a run is (C) and (D) at the states where it has
been. A lower bound away from zero is not asked for here either; `run/compliant_bounds.c`
computes one. */
perp_status theta_definite(const theta_data *d, arena *scratch)
{
    const int R = theta_rows(d);
    PERP_TRY(theta_definite_mass(d, scratch));
    arena_mark here = arena_here(scratch);
    double *work = arena_take_any(scratch, (size_t)(R * R) + 1, sizeof *work);
    int *row = arena_take_any(scratch, (size_t)R + 1, sizeof *row);
    theta_blocks x;
    if (work == NULL || row == NULL)
        return PERP_NO_MEMORY(R * R);
    PERP_TRY(theta_blocks_find(d, scratch, &x));
    perp_status s =
        definite_blocks(d, d->K, &x, "stiffness of the contacts", row, work);
    if (s.code == PERP_OK)
        s = definite_blocks(d, d->C, &x, "damping of the contacts", row, work);
    arena_release(scratch, here);
    return s;
}

perp_status theta_definite_mass(const theta_data *d, arena *scratch)
{
    const size_t n = (size_t)d->nv;
    arena_mark here = arena_here(scratch);
    double *work = arena_take_any(scratch, n * n, sizeof *work);
    int *row = arena_take_any(scratch, n, sizeof *row);
    if (work == NULL || row == NULL)
        return PERP_NO_MEMORY(n * n);
    for (int i = 0; i < d->nv; i++)
        row[i] = i;
    perp_status s = definite(d->nv, d->M, d->nv, row, "mass matrix", work);
    arena_release(scratch, here);
    return s;
}

/** Gauss and Jordan, for a matrix that need not be symmetric: $\tilde M$ has the
Jacobian of any force in it. The pivot is the largest number of its column, and the
column is cleared above and below, so that the solution stands in $B$ when the last
column is done. $n^2(n + 2m)/2$ multiplications or so. */
int theta_eliminate(int n, int m, double *A, double *B)
{
    for (int j = 0; j < n; j++) {
        int p = j;
        for (int i = j + 1; i < n; i++)
            p = fabs(A[i * n + j]) > fabs(A[p * n + j]) ? i : p;
        if (!(fabs(A[p * n + j]) > 0))
            return 0;
        for (int k = 0; k < n + m; k++) {
            double *x = k < n ? A + j * n + k : B + j * m + k - n;
            double *y = k < n ? A + p * n + k : B + p * m + k - n;
            double t = *x;
            *x = *y;
            *y = t;
        }
        for (int i = 0; i < n; i++) {
            double x = i == j ? 0 : A[i * n + j] / A[j * n + j];
            for (int k = j; x != 0 && k < n; k++)
                A[i * n + k] -= x * A[j * n + k];
            for (int k = 0; x != 0 && k < m; k++)
                B[i * m + k] -= x * B[j * m + k];
        }
    }
    for (int i = 0; i < n; i++)
        for (int k = 0; k < m; k++)
            B[i * m + k] /= A[i * n + i];
    return 1;
}

/** $W = \tilde M^{-1}(\mathbf\Gamma^\top, f)$. On the tangent the force at $v^\theta = v +
(1-\theta)(v' - v)$ is $f + (1-\theta) J (v'-v)$, so the equation of motion reads

$$\tilde M (v' - v) = h\,(f + \mathbf\Gamma^\top\lambda), \qquad \tilde M = M - h(1-\theta) J,$$

with $J = F_v + (1-\theta) h F_q \Gamma$, because $q^\theta$ moves with $v^\theta$.

So $v^h(e) - v = h\tilde M^{-1}(f + e)$ is the function of Proposition 3, affine here, and
its constants can be read off: it is Lipschitz with $h|\tilde M^{-1}|$ and, when $\tilde M$
has a positive definite symmetric part, strongly monotone. The printed bound on
$h$ says that $M$ outweighs $h(1-\theta)J$. A spring of $k$ N/m on a kilogram has $J =
-(1-\theta)hk$ and $\tilde M = 1 + (1-\theta)^2h^2k$, never singular; a force that drives,
$f = +cv$ with $c > 0$, makes it zero at $(1-\theta)hc = 1$, where the implicit step has
no solution. */
static perp_status respond(const theta_data *d, double *work, double *W)
{
    const int n = d->nv, R = theta_rows(d), m = R + 1;
    for (int i = 0; i < n * n; i++)
        work[i] = d->M[i] - d->h * (1 - d->theta) * d->J[i];
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < R; j++)
            W[i * m + j] = d->rows[j * n + i];
        W[i * m + R] = d->f[i];
    }
    if (!theta_eliminate(n, m, work, W))
        return PERP_FAIL(PERP_LIMIT, "M - h (1 - theta) f' is singular; the "
                                     "step h is too long for this force");
    return PERP_SUCCESS;
}

/** The step as a problem for the forces alone. From (17) and the equation of
motion,

$$s = S(\lambda - \mathbf K\delta) + \mathbf\Gamma v + (1-\theta) h\, \mathbf\Gamma \tilde M^{-1}(f +
\mathbf\Gamma^\top\lambda) = A\lambda + b,$$

$A = S + (1-\theta) h\,\mathbf\Gamma\tilde M^{-1}\mathbf\Gamma^\top$. The gap behind the step divided by
$h$ is $(\Phi + \delta_n)/h + s_n$, so $(\Phi + \delta_n)/h$ is put into the rows n of $b$.

All rows of $A$ and $b$ are then velocities, and the problem is that of Lemma 4 with
another $b$; the gap is not bounded as $h \to 0$ when it is divided by $h$, which is why
the paper needs Lemma 5 beside it. An open gap of 1 mm stands in $b$ as 1 m/s for $h =
10^{-3}$ s: what must close on it faster to be felt in this step.

$A$ is symmetric when $J$ is (a force with a potential and symmetric damping), and then
positive definite when $\tilde M$ is: $\mathbf\Gamma\tilde M^{-1}\mathbf\Gamma^\top$
takes nothing away from $S$, whatever the rank of $\mathbf\Gamma$. Three supports on a
rigid slab, nine rows for six velocities, are no difficulty; that is what the compliance
is for.

For the block of `cases/PKS05/pushed_block.lua` with $h = 10^{-3}$: $h\mathbf K + \mathbf C =
\operatorname{diag}(110, 55)$, $\tilde M = I$, so $A = \operatorname{diag}(\frac1{110} + h,
\frac1{55} + h) = \operatorname{diag}(0.01009, 0.01918)$, the `sigma` and `eta` of its run. At rest,
with $\Phi + \delta_n = 0$, $\delta_n = 10^{-3}$ m and $f_n = -10$ N, $b_n = -10h - 10/110 =
-10A_{nn}$: $\lambda_n = 10$ N, the weight, for every $h$.

The number $h$ in front of $\mathbf\Gamma\tilde M^{-1}\mathbf\Gamma^\top$ decides which
problem this is. For $h \to 0$, $A \to \mathbf C^{-1}$: contacts that do not know of each
other unless the compliance couples them, the problem of Proposition 1. For stiff
contacts, $S \to 0$, $A$ is what a rigid step has, and the solution tends to the rigid one
like $1/\|\mathbf K\|$, unless $\theta = 1$, where nothing but $S$ is left. `b` never has
$\theta$ in its first two terms: the old velocity and the old deformation are what they
are. */
perp_status theta_pose(const theta_data *d, arena *scratch, theta_posed *out)
{
    const int R = theta_rows(d), nv = d->nv, n = R > nv ? R : nv, m = R + 1;
    const double g = (1 - d->theta) * d->h;
    arena_mark here = arena_here(scratch);
    double *work = arena_take(scratch, (size_t)(n * n), sizeof *work);
    perp_status s = work == NULL ? PERP_NO_MEMORY(n * n) : PERP_SUCCESS;
    if (s.code == PERP_OK)
        s = theta_blocks_invert(d, scratch, out->S);
    if (s.code == PERP_OK)
        s = respond(d, work, out->W);
    for (int i = 0; s.code == PERP_OK && i < R; i++)
        work[i] = theta_row_times(d, d->K, i, d->delta);
    for (int i = 0; s.code == PERP_OK && i < R; i++) {
        const double *row = d->rows + i * nv;
        int normal = i % (1 + d->slips) == 0, c = i / (1 + d->slips);
        double b = normal ? (d->gap[c] + d->delta[i]) / d->h : 0;
        for (int k = 0; k < nv; k++)
            b += row[k] * (d->v[k] + g * out->W[k * m + R]);
        for (int j = 0; j < R; j++) {
            double a = 0;
            for (int k = 0; k < nv; k++)
                a += row[k] * out->W[k * m + j];
            out->A[i * R + j] = out->S[i * R + j] + g * a;
            b -= out->S[i * R + j] * work[j];
        }
        out->b[i] = b;
    }
    arena_release(scratch, here);
    return s;
}

/** Back from $\lambda$: $v'$ by the equation of motion, $\delta'$ by (17), the slip by its
definition. The order matters for what is exact in doubles: $\lambda$ is what the solver
chose, and (16) holds with it up to the rounding of the sums below, even when $A$ and
$b$ have lost digits. What $A$ has lost is then seen in contact and friction, where
`theta_look` compares $\lambda$ with the slip.

The fields of the result are reused for what is half done: `s` holds $\lambda - \mathbf
K\delta$ until $S$ has been applied to it, `delta` holds the rate $(\delta' - \delta)/h$
until the slip has been formed from it. The rate is not computed as a difference of
deformations: the last place of a $\delta_n$ of 1 mm is $2 \cdot 10^{-19}$ m, and such a
difference, divided by $h = 10^{-3}$ s, would be a multiple of $2 \cdot 10^{-16}$ m/s, in
a slip that is zero where a contact sticks.

Implements PKS05 (8), (14), (15), (16). */
void theta_recover(const theta_data *d, const theta_posed *x,
                   const double *lambda, theta_end *out)
{
    const int R = theta_rows(d), nv = d->nv, m = R + 1;
    for (int i = 0; i < nv; i++) {
        double a = x->W[i * m + R];
        for (int j = 0; j < R; j++)
            a += x->W[i * m + j] * lambda[j];
        out->v[i] = d->v[i] + d->h * a;
        out->mean[i] = d->v[i] + (1 - d->theta) * d->h * a;
    }
    for (int i = 0; i < R; i++) { /* lambda - K delta, for a while in s */
        const int c = i / (1 + d->slips);
        out->s[i] = lambda[i];
        for (int k = 0, n = theta_columns(d, i); k < n; k++) {
            const int j = theta_coupled(d, c, k);
            out->s[i] -= d->K[i * R + j] * d->delta[j];
        }
    }
    for (int i = 0; i < R; i++) {
        out->delta[i] = 0; /* (delta' - delta) / h */
        for (int j = 0; j < R; j++)
            out->delta[i] += x->S[i * R + j] * out->s[j];
    }
    for (int i = 0; i < R; i++) {
        out->s[i] = out->delta[i];
        for (int k = 0; k < nv; k++)
            out->s[i] += d->rows[i * nv + k] * out->mean[k];
        out->delta[i] = d->delta[i] + d->h * out->delta[i];
    }
}
