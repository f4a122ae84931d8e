#include "pks05/ends/theorem8.h"

#include "number/dense.h"
#include "base/memory.h"
#include "pks05/run/compliant.h"
#include "number/literal.h"
#include "run/tally.h"

#include <math.h>

/** ## Theorem 8, asked

$P$ is never formed: $[M_\nu + N_\nu \mid N \mid \hat b]$ is reduced, and only the norms
of $PN$ and $P\hat b$ are wanted. A pivot below $10^{-12}$ counts as zero, so that a
matrix that is singular up to rounding is one to which the theorem does not apply, and not
one with a huge norm. That it is regular is a property of the scene's numbers, which no
run changes.

What is not asked here is that $\mu$ and $h$ are small enough: the theorem says that some
are. How small follows from the constants of Lemma 4 and Proposition 3 with the $R$ of
this ball, and those lines stand for themselves in `perp hypotheses`. */

/** The experiment in doubles: $E = [M_\nu + N_\nu \mid N \mid \hat b]$, $n$ rows of the width
$w = n + \text{size} + 1$. `n` is $n_v$, `size` the numbers of a state, $n_q + n_v$ and one for
each row of a contact that the scene has (`yields`; the paper's $3n_\delta$ with the directions
left out that a contact in the plane or without friction has not). `first` is $(q^0, 0,
\delta^0)$ in m, rad; a row of $E$ has the unit of its condition by that of what it multiplies.
`scale`, `row_of`, `used` are for the elimination. */
typedef struct {
    int n, size, w, nq, yields; /* yields: entries of delta */
    double *E, *scale, *first; /* n x w; n; size: q(0), zeros, delta(0) */
    int *row_of;
    unsigned char *used;
} matrices;

/** $e^x$ from above without a function of the C library, whose last bits differ from
machine to machine: $(1 - x/n)^{-n}$ with $n = 2^{20}$, by twenty squarings. $-n\ln(1 -
x/n) = x + x^2/2n + \dots$, so it is larger by a share of $x^2/2^{21}$, and the
$10^{-9}$ added to $x$ covers the rounding of twenty products when $x$ is small. A share
of $x^2/2^{21}$ is $2 \cdot 10^{-6}$ at $x = 2$, too little to matter in (28), and a
quarter at $x = 700$, where nothing is met any more. Beyond
700 it is infinite, and (28) not met.

That it is from above is what makes a verdict of it. (28) is a strict inequality, and a value
from below could grant it to a run that misses it; one that is too large by $10^{-6}$ denies it to
runs that meet it by less than this, and they are told that nothing is known. */
static double exponential_above(double x)
{
    double y = 1 / (1 - (x + 1e-9) / 0x1p20);
    if (!(x < 700))
        return HUGE_VAL;
    for (int i = 0; i < 20; i++)
        y *= y;
    return y;
}

static perp_status room(arena *a, const experiment *e, matrices *x)
{
    x->n = e->ends.n;
    x->nq = e->sys->nq;
    x->yields = e->sys->contacts + e->sys->total_slips;
    x->size = x->nq + x->n + x->yields;
    x->w = x->n + x->size + 1;
    size_t numbers = (size_t)(x->n * (x->w + 1) + x->size);
    x->E = arena_take(a, numbers, sizeof *x->E);
    x->row_of = arena_take(a, (size_t)x->n, sizeof *x->row_of);
    x->used = arena_take(a, (size_t)x->n, 1);
    if (x->E == NULL || x->row_of == NULL || x->used == NULL)
        return PERP_NO_MEMORY(numbers * sizeof *x->E);
    x->scale = x->E + x->n * x->w;
    x->first = x->scale + x->n;
    return PERP_SUCCESS;
}

/** The columns of $N$ for the velocities are there twice, alone and added to $M_\nu$: the first
is what acts on how far the motion has come, the second on the start itself. A position's column
is in $N$ only, which is why a condition on positions leaves a matrix of zeros (erratum 3.17):
the row of `cases/PKS05/slide_to_target.lua` that asks for `q.x` is zero in $M_\nu + N_\nu$, so
`applies` is 0. $\hat b = b - N_qq^0 - N_\delta\delta^0$: with zeros for $v$ in `first` it is
$b - N\,(q^0, 0, \delta^0)$. */
static perp_status fill(const experiment *e, matrices *x)
{
    const int n = x->n, nq = x->nq;
    for (int i = 0; i < nq; i++)
        PERP_TRY(literal_double(e->q[i], &x->first[i]));
    for (int i = nq + n; i < x->size && e->delta != NULL; i++)
        PERP_TRY(literal_double(e->delta[i - nq - n], &x->first[i]));
    for (int i = 0; i < n; i++) {
        double *row = x->E + i * x->w, *N = row + n, m;
        for (int j = 0; j < x->size; j++)
            PERP_TRY(literal_double(e->ends.final[i * x->size + j], &N[j]));
        for (int j = 0; j < n; j++) {
            PERP_TRY(literal_double(e->ends.start[i * n + j], &m));
            row[j] = m + N[nq + j];
        }
        PERP_TRY(literal_double(e->ends.value[i], &row[x->w - 1]));
        for (int j = 0; j < x->size; j++)
            row[x->w - 1] -= N[j] * x->first[j];
    }
    return PERP_SUCCESS;
}

static double length(const double *x, int n)
{
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += x[i] * x[i];
    return sqrt(sum);
}

/** Gauss and Jordan on $[M_\nu + N_\nu \mid N \mid \hat b]$ leave $PN$ and $P\hat b$ in
its last columns, the rows in another order, which lengths do not see.

With $\|(M_\nu + N_\nu)^{-1} N\|$ bounded by Frobenius' norm and $e^{T\psi_x}$ from above, (28)
that is met here is met. Frobenius' norm is the true one where there is one condition, and at
most $\sqrt n$ times as large with $n$: for two velocities that shall have given values at $T$,
$P = I$ and $N = (0, I, 0)$, it is $\sqrt 2$ for 1, and (28) is granted up to $T\psi_x = \ln(1 +
1/\sqrt2) = 0.535$ and not up to $\ln 2 = 0.693$. $r_0$ is a hundredth larger than the right
side of (31), which it has to exceed; $R$ follows (30) through all steps.

(30) has the closed form $1 + R_j = (1 + h\psi_x)^j(1 + R_0)$, which stays below
$e^{jh\psi_x}(1 + R_0)$: with $\psi_x = 10.5$, $h = 10^{-3}$ and 200 steps it multiplies
$1 + R_0 = 8.133$ by 8.05 instead of 8.13. The recursion is summed in doubles, with a
relative error of some $10^{-13}$ for 1000 steps, and `R` is a number for the reader;
nothing is decided by it. 
Implements PKS05 (28), (29), (30), (31). */
static void judge(const matrices *x, double h, long steps, double psi_x,
                  theorem8 *out)
{
    double b = 0, start = 1 + length(x->first, x->nq) +
                          length(x->first + x->nq + x->n, x->yields);
    for (int i = 0; i < x->n; i++) {
        const double *row = x->E + i * x->w + x->n;
        out->norm += length(row, x->size) * length(row, x->size);
        b += row[x->size] * row[x->size];
    }
    out->norm = sqrt(out->norm);
    out->growth = exponential_above(h * (double)steps * psi_x);
    double gain = out->norm * (out->growth - 1);
    out->met = gain < 1;
    if (!out->met)
        return;
    out->r0 = 1.01 * (sqrt(b) + gain * start) / (1 - gain);
    out->R = out->r0 + start - 1;
    for (long j = 0; j < steps; j++)
        out->R += h * psi_x * (1 + out->R);
}

/** One elimination of $n$ rows, $n^2(2n + n_q + 2R)$ operations or so, against a run of which
$\psi_x$ has come: it costs nothing. Where the theorem does not apply only `applies` is a
number, and all others stay zero. */
static perp_status ask(arena *a, const experiment *e, double psi_x,
                       theorem8 *out)
{
    matrices x = {0};
    double h;
    long steps;
    PERP_TRY(room(a, e, &x));
    PERP_TRY(fill(e, &x));
    PERP_TRY(literal_double(e->h, &h));
    PERP_TRY(tally_steps(e, &steps));
    out->applies = dense_jordan(x.n, x.size + 1, x.E, x.row_of, x.used, x.scale,
                                1e-12) == x.n;
    if (out->applies)
        judge(&x, h, steps, psi_x, out);
    return PERP_SUCCESS;
}

perp_status theorem8_ask(const experiment *e, double psi_x, theorem8 *out)
{
    arena a = {0};
    *out = (theorem8){0};
    perp_status s = ask(&a, e, psi_x, out);
    arena_free(&a);
    return s;
}
