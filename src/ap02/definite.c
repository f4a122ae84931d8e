#include "ap02/definite.h"

#include "number/rational.h"

#include <math.h>

/** The symmetric part of the matrix, twice, at $h$: $S_{ij} = m_{ij} + m_{ji}$
with $m = M - a h A - b h^2 B$, without rounding. Twice, so that nothing is halved;
the sign of a form does not see it. Lower triangle only. `t` is four numbers of
work space: the three factors, and one. */
static void symmetric_part(const definite_family *f, double h, mpq_t *S,
                           mpq_t *t)
{
    const double *X[3] = {f->M, f->A, f->B};
    mpq_set_si(t[0], 1, 1);
    mpq_set_d(t[1], -f->a);
    mpq_set_d(t[2], -f->b);
    mpq_set_d(t[3], h);
    mpq_mul(t[1], t[1], t[3]);
    mpq_mul(t[2], t[2], t[3]);
    mpq_mul(t[2], t[2], t[3]);
    for (int i = 0; i < f->n; i++)
        for (int j = 0; j <= i; j++) {
            mpq_ptr to = S[i * f->n + j];
            mpq_set_ui(to, 0, 1);
            for (int k = 0; k < 3; k++)
                for (int turn = 0; turn < 2 && X[k] != NULL; turn++) {
                    int at = turn == 0 ? i * f->n + j : j * f->n + i;
                    mpq_set_d(t[3], X[k][at]);
                    mpq_mul(t[3], t[3], t[k]);
                    mpq_add(to, to, t[3]);
                }
        }
}

/** $S = LDL^T$ row by row, in the lower triangle. A symmetric matrix is positive
definite exactly when all pivots $d_j$ are positive; the first that is not ends
the elimination. (No square root: everything stays a fraction.) In the order of
the rows: no pivot is chosen, because without rounding none is better than
another, and a matrix in which one would have to be chosen is not definite. */
static int pivots_positive(int n, mpq_t *S, mpq_t t)
{
    for (int k = 0; k < n; k++) {
        if (mpq_sgn(S[k * n + k]) <= 0)
            return 0;
        for (int i = k + 1; i < n; i++) {
            if (mpq_sgn(S[i * n + k]) == 0)
                continue;
            for (int j = k + 1; j <= i; j++) { /* S_ij -= s_ik s_jk / d_k */
                if (mpq_sgn(S[j * n + k]) == 0)
                    continue;
                mpq_mul(t, S[i * n + k], S[j * n + k]);
                mpq_div(t, t, S[k * n + k]);
                mpq_sub(S[i * n + j], S[i * n + j], t);
            }
        }
    }
    return 1;
}

perp_status definite_at(arena *a, const definite_family *f, double h, int *yes)
{
    const size_t nn = (size_t)(f->n * f->n);
    arena_mark mark = arena_here(a);
    mpq_t *S = rational_array(a, nn + 5);
    if (S == NULL)
        return PERP_NO_MEMORY(nn * sizeof *S);
    symmetric_part(f, h, S, S + nn);
    *yes = pivots_positive(f->n, S, S[nn + 4]);
    rational_clear(S, nn + 5);
    arena_release(a, mark);
    return PERP_SUCCESS;
}

/** The same question to doubles, by Cholesky's $S = LL^T$, which only propose.
Near the bound their answer is noise: there the last pivot is the difference of
two equal numbers. */
static int seems_definite(const definite_family *f, double h, double *S)
{
    const int n = f->n;
    for (int i = 0; i < n; i++)
        for (int j = 0; j <= i; j++) {
            int ij = i * n + j, ji = j * n + i;
            double s = f->M[ij] + f->M[ji];
            if (f->A != NULL)
                s -= f->a * h * (f->A[ij] + f->A[ji]);
            if (f->B != NULL)
                s -= f->b * h * h * (f->B[ij] + f->B[ji]);
            for (int k = 0; k < j; k++)
                s -= S[i * n + k] * S[j * n + k];
            if (i == j && !(s > 0))
                return 0;
            S[ij] = i == j ? sqrt(s) : s / S[j * n + j];
        }
    return 1;
}

/** Between `good` and `bad` no double is left when this ends. With room `S` for a
matrix the doubles are asked, without (null) the fractions. */
static perp_status bisect(arena *a, const definite_family *f, double *S,
                          double *good, double *bad)
{
    for (;;) {
        double mid = *good + 0.5 * (*bad - *good);
        int yes;
        if (!(mid > *good && mid < *bad))
            return PERP_SUCCESS;
        if (S != NULL)
            yes = seems_definite(f, mid, S);
        else
            PERP_TRY(definite_at(a, f, mid, &yes));
        *(yes ? good : bad) = mid;
    }
}

/** Halving from `most` finds an $h$ at which doubles see a definite matrix: small
$h$ leave $M$ alone. From there doubles bring `good` and `bad` together; the exact
question is then asked at both, and as long as one of them was guessed wrong the
distance is doubled, beginning with $2^{-52}$ of the number, and the question asked
again. What is left between two proven answers is bisected exactly: a few
questions instead of sixty.

What is proven are the two answers, definite at $h$ and not at the next double.
That all smaller $h$ do as well is a matter of the form: without $B$ it is
$x^\top M x - a h\,x^\top A x$, linear in $h$ for every $x$, so that the admissible
$h$ are an interval, and it holds 0. With $B$ there can be several intervals:
$M = 1$, $A = 3$, $B = -2$ with $a = b = 1$ is $1 - 3h + 2h^2 = (1 - h)(1 - 2h)$,
definite below $\frac12$ and above 1. */
static perp_status largest(arena *a, const definite_family *f, double most,
                           double *S, double *h)
{
    double good = most, bad = most, gap = 0x1p-52;
    do {
        bad = good;
        good *= 0.5;
    } while (good > 0 && !seems_definite(f, good, S));
    PERP_TRY(bisect(a, f, S, &good, &bad));
    for (int yes = 0; good > 0 && !yes; gap *= 2) {
        PERP_TRY(definite_at(a, f, good, &yes));
        good = yes ? good : good - gap * good;
    }
    *h = 0;
    if (!(good > 0))
        return PERP_SUCCESS;
    gap = 0x1p-52;
    for (int yes = 1; bad < most && yes; gap *= 2) {
        PERP_TRY(definite_at(a, f, bad, &yes));
        bad = yes ? bad + gap * bad : bad;
    }
    bad = bad < most ? bad : most;
    PERP_TRY(bisect(a, f, NULL, &good, &bad));
    *h = good;
    return PERP_SUCCESS;
}

perp_status definite_largest(arena *a, const definite_family *f, double most,
                             double *h)
{
    const arena_mark mark = arena_here(a);
    double *S = arena_take(a, (size_t)(f->n * f->n), sizeof *S);
    const perp_status s =
        S == NULL ? PERP_NO_MEMORY(f->n * f->n) : largest(a, f, most, S, h);
    arena_release(a, mark);
    return s;
}
