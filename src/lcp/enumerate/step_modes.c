/**
# The modes of an impact, asked of steps

**What rounding may have made.** A row's bar is $10^{-11}$ of the largest number that it can be made
of. A number above the bar is positive, one below its negative is not, and between the two it is
zero, if each of its terms is (a contact at rest that nobody touches), or doubtful. A doubtful
mode whose $v'$ another mode has for certain does no harm. Else the step is doubtful. So it is where
a mode is certain that is singular [within rounding alone](mode.c#as_it_seems), and no other has its $v'$:
then the last digits of the data decide whether it is there.

**The block** at $u = (-1, -1, 0, 0)$ with bounds $(1, 1)$: of 49 modes those are left where
both corners rest, and the first of these in which both stick is there for certain: $\lambda_n = (\frac12,
\frac12)$, $|t| \le \frac12$. All others have the same $v' = 0$ and a number that is zero.
*/
#include "lcp/enumerate/step_modes.h"

#include <math.h>
#include <string.h>
#if defined(__x86_64__)
#include <immintrin.h>
#endif

/** Parts of what a number is made of: where [rounding](mode_table.h) begins, and what
an entry of an inverse may be off by. Neither is a bound of an error. */
static const double rounding = MODES_ROUNDING, nothing = 1e-14;

/**
## A step

Eight modes at a time, row by row, as long as one of them is left. Several
steps are asked of a group one behind the other, so that its rows, some
kilobytes of thirty megabytes of the discs, are fetched once for all of
them.
*/
/** The modes of a group that no row excludes, as bits; the same bits in
registers of any width, since each lane adds up its own numbers in order. */
#define PASSES(isa, name, REAL, PARTS, SIGNS)                                  \
    isa static unsigned name(const modes *m, int group, const double *x)       \
    {                                                                          \
        const int n = m->of.numbers;                                           \
        const REAL *row = (const REAL *)(const void *)m->row +                 \
                          (size_t)m->row_at[group] * ((size_t)n + 1) * PARTS;  \
        unsigned left = (1u << MODES_LANES) - 1;                               \
        for (int r = m->row_at[group]; r < m->row_at[group + 1] && left;       \
             r++) {                                                            \
            REAL sum[PARTS];                                                   \
            unsigned out = 0;                                                  \
            for (int i = 0; i < PARTS; i++)                                    \
                sum[i] = row[n * PARTS + i];                                   \
            for (int k = 0; k < n; k++)                                        \
                for (int i = 0; i < PARTS; i++)                                \
                    sum[i] += row[k * PARTS + i] * x[k];                       \
            for (int i = 0; i < PARTS; i++)                                    \
                out |= (unsigned)SIGNS(sum[i]) << (i * MODES_LANES / PARTS);   \
            left &= ~out;                                                      \
            row += (n + 1) * PARTS;                                            \
        }                                                                      \
        return left;                                                           \
    }

#if defined(__x86_64__)
PASSES(, passes_baseline, __m128d, 4, _mm_movemask_pd)
PASSES(__attribute__((target("avx2"))), passes_avx2, __m256d, 2,
       _mm256_movemask_pd)
#else
static unsigned negative(double x)
{
    return x < 0;
}
PASSES(, passes_baseline, double, MODES_LANES, negative)
#endif

typedef unsigned passing(const modes *m, int group, const double *x);

static passing *choose(f64_width width)
{
#if defined(__x86_64__)
    if (width != F64_BASELINE)
        return passes_avx2;
#endif
    (void)width;
    return passes_baseline;
}

/** The contacts whose bound is zero, as bits. */
static int idle_of(const modes *m, const double *x)
{
    int set = 0;
    for (int j = 0; j < m->of.p; j++)
        set |= !(x[m->of.s + j] > 0) << j;
    return set;
}

void step_modes_ask(const modes *m, int count, step_modes_step *of)
{
    passing *const passes = choose(m->width);
    for (int set = 0; set < 1 << m->of.p; set++) {
        int who[MODES_STEPS], all = 0;
        for (int c = 0; c < count; c++)
            if (idle_of(m, of[c].x) == set) {
                of[c].count = 0;
                who[all++] = c;
            }
        for (int q = m->from[set]; q < m->from[set + 1] && all > 0; q++)
            for (int c = 0; c < all; c++) {
                step_modes_step *s = &of[who[c]];
                for (unsigned left = passes(m, q, s->x); left;
                     left &= left - 1) {
                    if (s->count >= 0 && s->count < MODES_FOUND)
                        s->found[s->count++] =
                            q * MODES_LANES + __builtin_ctz(left);
                    else
                        s->count = -1;
                }
            }
    }
}

/** Is this number positive (1), negative (0), or nobody knows (-1)? Zero, where
each term is zero, counts as positive. */
static int sign(double sum, double size, double least)
{
    const double fine = rounding * size + nothing / rounding * least;
    if (sum > fine || !(size > 0))
        return 1;
    return sum < -fine ? 0 : -1;
}

/** Of the mode: all its numbers are positive (1), one is not (0), or nobody
knows (-1). */
static int certain(const modes *m, int place, const double *x)
{
    const size_t wide = (size_t)(m->of.numbers + 1) * MODES_LANES;
    const int q = place / MODES_LANES, l = place % MODES_LANES;
    int all = 1;
    for (int r = m->row_at[q]; r < m->row_at[q + 1] && all != 0; r++) {
        const double *row = m->row + (size_t)r * wide + l;
        double sum = 0, size = 0;
        for (int k = 0; k < m->of.numbers; k++) {
            sum += row[k * MODES_LANES] * x[k];
            size += fabs(row[k * MODES_LANES] * x[k]);
        }
        int one = sign(sum, size, row[m->of.numbers * MODES_LANES]);
        all = one == 0 ? 0 : one < 0 ? -1 : all;
    }
    return all;
}

/** u + G L. What is left over of terms that are $2^{44}$ times as large is the
zero that it stands for, as in [samples of the first
solution](../../hp23/samples/march_kernel.h). */
double step_modes_speed(const mode_impact *m, int i, const double *x,
                        const double *L)
{
    double sum = x[i], size = fabs(x[i]);
    for (int j = 0; j < m->s; j++) {
        sum += m->G[i * m->s + j] * L[j];
        size += fabs(m->G[i * m->s + j] * L[j]);
    }
    return fabs(sum) > 0x1p-44 * size ? sum : 0;
}

/** The v' of a mode, behind the impulses `more` of a null vector: a speed that
it stops is zero, to the last bit, and one whose gradient is a sum of theirs. */
static void read(const modes *m, int place, const double *x, const double *more,
                 step_modes_outcome *out)
{
    const int n = m->of.numbers, s = m->of.s;
    const double *A = m->A + (size_t)place * (size_t)(s * n);
    for (int i = 0; i < s; i++) {
        double sum = more[i];
        for (int c = 0; c < n; c++)
            sum += A[i * n + c] * x[c];
        out->L[i] = sum;
    }
    for (int i = 0; i < s; i++)
        out->u[i] = (m->stops[place] >> i & 1) != 0
                        ? 0
                        : step_modes_speed(&m->of, i, x, out->L);
}

/** Where one t is open and moves a speed, the solutions of a mode are a segment
in the velocities, and its two ends are in the list, as the corners of a
face are in the exact one. Ends that are nearer to each other than rounding
are one, and doubtful. */
static int segment(const mode *k, const double *x, double *low, double *high)
{
    const int numbers = k->m->numbers;
    *low = -(double)INFINITY;
    *high = (double)INFINITY;
    for (int r = 0; r < k->rows; r++) {
        const double *row = k->row[r], c = row[MODE_NUMBERS];
        double sum = 0;
        for (int i = 0; i < numbers; i++)
            sum += row[i] * x[i];
        if (c > 1e-12)
            *low = fmax(*low, -sum / c);
        else if (c < -1e-12)
            *high = fmin(*high, -sum / c);
    }
    const double size = fmax(fmax(fabs(*low), fabs(*high)), k->m->most_n);
    if (!(size < (double)INFINITY))
        return -1;
    return *high - *low > 1e-9 * size ? 2 : *high - *low < -1e-9 * size ? 0 : 1;
}

/** How far two v' are apart. */
static double apart(const mode_impact *m, const double *x, const double *y)
{
    double most = 0;
    for (int i = 0; i < m->s; i++)
        most = fmax(most, fabs(x[i] - y[i]));
    return most;
}

/** Ascending; whether two of them are too near to say which comes first, or
the whole step too small. */
static int sort(const mode_impact *m, double size, double step,
                step_modes_list *out)
{
    int near = out->count > 1 && step < 1e-5 * size;
    for (int i = 1; i < out->count; i++)
        for (int k = i; k > 0; k--) {
            step_modes_outcome *x = &out->of[k - 1], *y = &out->of[k], z = *x;
            int order = mode_before(m->s, 1e-8 * step, x->u, y->u);
            near |= order != mode_before(m->s, 1e-9 * step, x->u, y->u) ||
                    order != mode_before(m->s, 1e-7 * step, x->u, y->u);
            if (order >= 0)
                break;
            *x = *y;
            *y = z;
        }
    return near;
}

/** The v' of a mode that was not excluded, behind those that are there. */
static void add(const modes *m, int place, const double *x, int *sure,
                step_modes_list *out)
{
    const int known = certain(m, place, x), why = m->hard[place];
    double low = 0, high = 0, null[MODE_SPEEDS] = {0};
    int ends = known == 0 ? 0 : 1;
    if (ends > 0 && (why & MODE_SEGMENT) != 0) {
        mode k;
        mode_build(&m->of, m->number[place], &k);
        ends = segment(&k, x, &low, &high);
        memcpy(null, k.null[0], sizeof null);
    }
    if (ends < 0 || (ends > 0 && (why & MODE_HARD) != 0) ||
        (ends > 1 && (why & MODE_ROUNDED) != 0) ||
        out->count + 2 > MODES_FOUND) {
        out->doubtful = 1;
        return;
    }
    for (int e = 0; e < ends; e++) {
        const double t = ends == 1 ? (low + high) / 2 : e == 0 ? low : high;
        double more[MODE_SPEEDS];
        for (int i = 0; i < m->of.s; i++)
            more[i] = t * null[i];
        read(m, place, x, more, &out->of[out->count]);
        sure[out->count++] = known > 0 && (ends == 2 || why == 0);
    }
}

/** Modes with one $v'$ are one outcome. Two $v'$ are one when they differ by
less than $10^{-13}$ of the largest speed, and two when by more than
$10^{-10}$, on both sides of the $10^{-12}$ of
[outcomes_merge](../../hp23/impact/outcomes.h#outcomes_merge); between that, and where no mode of an outcome
is certain, the step is doubtful. So it is when none is left: Theorem 6 says
that there is a solution. */
void step_modes_outcomes(const modes *m, const step_modes_step *of,
                         step_modes_list *out)
{
    int sure[MODES_FOUND], kept = 0;
    double step = 0, size = 0;
    out->count = 0;
    out->doubtful = of->count <= 0;
    for (int i = 0; i < of->count && !out->doubtful; i++)
        add(m, of->found[i], of->x, sure, out);
    for (int i = 0; i < m->of.s; i++)
        size = fmax(size, fabs(of->x[i]));
    for (int i = 0; i < out->count; i++)
        step = fmax(step, apart(&m->of, out->of[i].u, of->x));
    for (int i = 0; i < out->count && !out->doubtful; i++) {
        int k = 0;
        while (k < kept &&
               apart(&m->of, out->of[k].u, out->of[i].u) > 1e-13 * size)
            k++;
        for (int l = 0; l < kept; l++)
            out->doubtful |= l != k && apart(&m->of, out->of[l].u,
                                             out->of[i].u) < 1e-10 * size;
        if (k == kept) {
            out->of[kept] = out->of[i];
            sure[kept++] = sure[i];
        } else if (sure[i] && !sure[k]) {
            out->of[k] = out->of[i];
            sure[k] = 1;
        }
    }
    for (int k = 0; k < kept; k++)
        out->doubtful |= !sure[k];
    out->count = kept;
    out->doubtful |= kept == 0 || sort(&m->of, size, step, out);
}
