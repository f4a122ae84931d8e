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

/** Parts of what a number is made of: where rounding begins, and what an entry
of an inverse may be off by. Neither is a bound of an error. */
static const double rounding = 1e-11, nothing = 1e-14;

/** Contacts without a slip have three modes; the others repeat them. */
static int superfluous(const mode_impact *m, int number)
{
    int any = 0;
    for (int j = 0; j < m->p; j++, number /= 7)
        any |= m->slip[j] < 0 && number % 7 != 0 && number % 7 % 3 != 1;
    return any;
}

/** A row's bar: rounding of the largest number that it can be made of. */
static double bar(const mode_impact *m, const double *row)
{
    double u = 0, n = 0;
    for (int x = 0; x < m->numbers; x++)
        *(x < m->s ? &u : &n) += fabs(row[x]);
    return rounding * fmax(u * m->most_u + n * m->most_n, row[MODE_WIDE - 1]);
}

static void put_rows(const mode_impact *m, const mode *k, int lane, double *to)
{
    for (int r = 0; r < k->rows; r++) {
        double *row = to + r * (m->numbers + 1) * MODES_LANES;
        for (int x = 0; x < m->numbers; x++)
            row[x * MODES_LANES + lane] = k->row[r][x];
        row[m->numbers * MODES_LANES + lane] = bar(m, k->row[r]);
    }
}

static void put_inverse(modes *m, int number, const mode *k)
{
    const int n = m->of.numbers, s = m->of.s;
    double *A = m->A + (size_t)number * (size_t)(s * n);
    for (int i = 0; i < s; i++)
        memcpy(A + i * n, k->A[i], (size_t)n * sizeof *A);
    unsigned stopped = 0, all = 0;
    for (int e = 0; e < k->unknown; e++)
        stopped |= 1u << k->eq[e];
    for (int i = 0; i < s; i++)
        if (m->of.rank[stopped | 1u << i] == m->of.rank[stopped])
            all |= 1u << i;
    m->stops[number] = (uint16_t)all;
}

/** A lane without a mode: a number that is never above its bar. */
static void put_none(const mode_impact *m, int lane, double *to)
{
    to[m->numbers * MODES_LANES + lane] = -1;
}

perp_status step_modes_new(arena *a, const mode_impact *of, modes *m)
{
    *m = (modes){.of = *of, .width = f64_widest(), .count = 1};
    for (int j = 0; j < of->p; j++)
        m->count *= 7;
    m->groups = (m->count + MODES_LANES - 1) / MODES_LANES;
    const size_t wide = (size_t)(m->of.numbers + 1) * MODES_LANES;
    size_t room = 0;
    mode *k = arena_take(a, MODES_LANES, sizeof *k);
    m->row_at = arena_take(a, (size_t)m->groups + 1, sizeof *m->row_at);
    m->hard = arena_take(a, (size_t)m->groups * MODES_LANES, 1);
    m->stops = arena_take(a, (size_t)m->count, sizeof *m->stops);
    m->A = arena_take(a, (size_t)m->count * (size_t)(m->of.s * m->of.numbers),
                      sizeof *m->A);
    if (k == NULL || m->row_at == NULL || m->hard == NULL || m->stops == NULL ||
        m->A == NULL)
        return PERP_NO_MEMORY(sizeof *k);
    for (int pass = 0; pass < 2; pass++) {
        for (int q = 0; q < m->groups; q++) {
            int rows = 1;
            for (int l = 0; l < MODES_LANES; l++) {
                const int number = q * MODES_LANES + l;
                const int none =
                    number >= m->count || superfluous(&m->of, number);
                double *to = pass ? m->row + (size_t)m->row_at[q] * wide : NULL;
                if (!none)
                    mode_make(&m->of, number, k);
                rows = none || k->rows < rows ? rows : k->rows;
                if (pass && none)
                    put_none(&m->of, l, to);
                else if (pass)
                    put_rows(&m->of, k, l, to);
                if (pass && !none)
                    put_inverse(m, number, k);
                m->hard[number] = none ? 0 : (uint8_t)k->hard;
            }
            m->row_at[q + 1] = m->row_at[q] + rows;
        }
        room = (size_t)m->row_at[m->groups] * wide;
        if (pass == 0)
            m->row = arena_take(a, room, sizeof *m->row);
        if (m->row == NULL)
            return PERP_NO_MEMORY(room * sizeof *m->row);
    }
    return PERP_SUCCESS;
}

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

void step_modes_ask(const modes *m, int count, step_modes_step *of)
{
    passing *const passes = choose(m->width);
    for (int c = 0; c < count; c++)
        of[c].count = 0;
    for (int q = 0; q < m->groups; q++)
        for (int c = 0; c < count; c++)
            for (unsigned left = passes(m, q, of[c].x); left;
                 left &= left - 1) {
                const int full = of[c].count < 0 || of[c].count == MODES_FOUND;
                if (!full)
                    of[c].found[of[c].count++] =
                        q * MODES_LANES + __builtin_ctz(left);
                else
                    of[c].count = -1;
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
static int certain(const modes *m, int number, const double *x)
{
    const size_t wide = (size_t)(m->of.numbers + 1) * MODES_LANES;
    const int q = number / MODES_LANES, l = number % MODES_LANES;
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

/** u + G L. Nobody knows whether it is zero (1) when what is left over may be
rounding. */
static int speed_behind(const mode_impact *m, int i, const double *x,
                        const double *L, double *out)
{
    double sum = x[i], size = fabs(x[i]);
    for (int j = 0; j < m->s; j++) {
        sum += m->G[i * m->s + j] * L[j];
        size += fabs(m->G[i * m->s + j] * L[j]);
    }
    *out = sum;
    return size > 0 && fabs(sum) <= 0x1p-44 * size;
}

/** The v' of a mode, behind the impulses `more` of a null vector: a speed that
it stops is zero, to the last bit, and one whose gradient is a sum of theirs.
Whether a speed is zero or not that nobody stops decides if a sample is over: 1
when it is not known. */
static int read(const modes *m, int number, const double *x, const double *more,
                step_modes_outcome *out)
{
    const int n = m->of.numbers, s = m->of.s;
    const double *A = m->A + (size_t)number * (size_t)(s * n);
    for (int i = 0; i < s; i++) {
        double sum = more[i];
        for (int c = 0; c < n; c++)
            sum += A[i * n + c] * x[c];
        out->L[i] = sum;
    }
    int near = 0;
    for (int i = 0; i < s; i++) {
        out->u[i] = 0;
        if ((m->stops[number] >> i & 1) == 0)
            near |= speed_behind(&m->of, i, x, out->L, &out->u[i]);
    }
    return near;
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
static void add(const modes *m, int number, const double *x, int *sure,
                step_modes_list *out)
{
    const int known = certain(m, number, x), why = m->hard[number];
    double low = 0, high = 0, null[MODE_SPEEDS] = {0};
    int ends = known == 0 ? 0 : 1;
    if (ends > 0 && (why & MODE_SEGMENT) != 0) {
        mode k;
        mode_build(&m->of, number, &k);
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
        const int near = read(m, number, x, more, &out->of[out->count]);
        sure[out->count++] = known > 0 && !near && (ends == 2 || why == 0);
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
