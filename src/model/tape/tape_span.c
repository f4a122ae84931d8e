#include "model/tape/tape_span.h"

#include "number/f64_width.h"

#include <math.h>

typedef double four __attribute__((vector_size(32), aligned(8), may_alias));
typedef int64_t four_bits __attribute__((vector_size(32)));

/** ## Why the ends may be rounded to nearest

Let $\circ$ be an operation of the reals and $\mathrm{fl}$ the rounding of its result. For $x \le y$
is $\mathrm{fl}(x) \le \mathrm{fl}(y)$, also where a result is subnormal. So what is monotone in the
reals is monotone in doubles: a sum rises with both operands, a difference with the first and
against the second, a root with its operand. A product takes its extremes over a box at
the corners, since it is linear in each operand, and rounding keeps their order: of four rounded
corners the least is at most each rounded product inside. A quotient is the same where the
divisor keeps its sign. The choice of a `max` is one of its operands, that of a `where` is
known when the condition keeps its sign, and else it is either.

*What goes wrong otherwise.* Rounded outward, as real numbers want it, the ends would still
enclose, but change of the rounding mode costs more than all of this. Rounded to nearest around
something that is *not* one operation they enclose nothing: $\mathrm{fl}(a b + c)$ in one
rounding is no operation of a tape, and the build forbids its contraction.

**By hand.** $\Phi = x - \frac12$ of a wall for $x$ in $[1, 2]$: $[\frac12, \frac32]$, and no double
between 1 and 2 has a gap below a half. $x \cdot x$ for $x$ in $[-1, 2]$ has the corners 1, $-2$, 4,
so $[-2, 4]$, where the square itself is $[0, 4]$: that both operands are one is not
seen. It is wider and not wrong, and this is the price: $1/(x \cdot x)$ is not known here. */

/** ## Sine and cosine

Both are correctly rounded, and with $m$ between the ends and $r$ the larger distance from it

$$|\sin x - \sin m| \le |x - m| \le r.$$

$\sin m$ is off by half a unit of its last place, at most $2^{-54}$, $r$ by the share $2^{-53}$,
the sum by $2^{-53}$ as long as it is below 2: together less than $2^{-50}$, of $1 + r$. Rounding
to nearest, being monotone, moves the double of $\sin x$ beyond such an end only when the end
is no double, and it is one. No sine leaves $[-1, 1]$, and of an interval of a turn nothing
less is said. */
static void wave(int sine, double lo, double hi, double *least, double *most)
{
    const double m = lo + 0.5 * (hi - lo), r = fmax(hi - m, m - lo);
    const double at = sine ? tape_sine(m) : tape_cosine(m);
    const double off = r + 0x1p-50 * (1 + r);
    *least = at - off > -1 ? at - off : -1;
    *most = at + off < 1 ? at + off : 1;
    if (!(r >= 0) || isnan(at))
        *least = *most = (double)NAN;
}

static void waves(int sine, const tape_arg *arg, uint32_t n, double *lo,
                  double *hi, size_t to)
{
    for (uint32_t i = 0; i < n; i++)
        for (size_t l = 0; l < TAPE_LANES; l++) {
            const size_t x = (size_t)arg[i].a * TAPE_LANES + l;
            const size_t y = (to + i) * TAPE_LANES + l;
            wave(sine, lo[x], hi[x], &lo[y], &hi[y]);
        }
}

#define ISA
#define NAME(x) x##_baseline
#include "model/tape/span_run.h"

#if defined(__x86_64__)
#define ISA __attribute__((target("avx2")))
#define NAME(x) x##_avx2
#include "model/tape/span_run.h"
#else
#define run_span_avx2 run_span_baseline
#define finite_lanes_avx2 finite_lanes_baseline
#endif

/** A number that is not finite makes comparisons lie, so no value of its lane counts. That is
more than needed (a value nobody uses may be infinite, and `tape_f64` forgives it), and it is
what lets a lane that is known stand for an evaluation: `tape_f64` would not have failed
anywhere in the box. */
void tape_span(const tape *t, double *lo, double *hi,
               unsigned char known[TAPE_LANES])
{
    const uint32_t base = t->inputs + t->consts;
    const int wide = f64_widest() != F64_BASELINE;
    double sum[TAPE_LANES] = {0};
    for (uint32_t k = 0; k < t->consts; k++)
        for (uint32_t l = 0; l < TAPE_LANES; l++)
            lo[(t->inputs + k) * TAPE_LANES + l] =
                hi[(t->inputs + k) * TAPE_LANES + l] = t->konst[k];
    for (uint32_t r = 0; r < t->runs; r++) {
        const tape_run run = t->run[r];
        (wide ? run_span_avx2 : run_span_baseline)(run.op, t->arg + run.from,
                                                   run.to - run.from, lo, hi,
                                                   (size_t)base + run.from);
    }
    (wide ? finite_lanes_avx2 : finite_lanes_baseline)(lo, tape_values(t), sum);
    (wide ? finite_lanes_avx2 : finite_lanes_baseline)(hi, tape_values(t), sum);
    for (int l = 0; l < TAPE_LANES; l++)
        known[l] = sum[l] == 0;
}
