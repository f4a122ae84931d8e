#include "lcp/solve/mlcp.h"

#include "base/pair.h"
#include "lcp/solve/attempt.h"
#include "lcp/solve/call_for.h"
#include "lcp/solve/runs.h"
#include "lcp/solve/sharp.h"

#include <math.h>
#include <string.h>

/**
## The tolerances, measured

Lemke's method asks two questions that doubles can not answer, is an entry zero and
do two ratios tie, and a third about the result: is the residual small? Contact
problems ask the second all the time, for ratios tie by structure (a friction cone's
row begins at zero) and are computed with different roundings. Taken for different,
the tie is broken by noise, and the lexicographic rule, which keeps the path from
going in circles, is lost. Taken for equal when they differ, a row leaves that is
not the first, and a variable ends below zero.

`bench_lcp` counts, on friction problems with 2 to 7 contacts, those that the
double rung alone does not solve. Four hundred problems each, a third of them
sticking, masses of the order of one, or from $2^{-10}$ to $2^{10}$:

| pivot threshold | tie | refused, masses alike | refused, masses apart |
|---|---|---|---|
| $10^{-11}$ | 0 | 229 | 253 |
| $10^{-11}$ | $10^{-14}$ | 0 | 1 |
| $10^{-11}$ | $10^{-12}$ | 0 | 2 |
| $10^{-11}$ | $10^{-10}$ | 0 | 4 |
| $10^{-11}$ | $10^{-8}$ | 0 | 106 |
| 0 | $10^{-10}$ | 0 | 5 |
| $10^{-9}$ | $10^{-10}$ | 0 | 5 |
| $10^{-7}$ | $10^{-10}$ | 0 | 159 |

Ties by equality lose more than half. In between there is room: $10^{-12}$
leaves four decimals above the unit roundoff for the growth of errors along the
path, and four below the place where different numbers begin to count as equal.
The largest residual of an accepted answer was $2^{-40}$ with masses alike (what
is smaller is not looked at more closely) and $8 \cdot 10^{-11}$ with masses
apart, which is why the bar stands at $10^{-9}$.

The bases of all accepted answers were exactly right, but for problems that
stick only up to rounding: there the data in doubles have no tie where the
problem meant has one, the residual cannot see it, and the exact rungs choose
another basis. Whoever needs the exact solution of the rounded data asks
`mlcp_prove`.
*/
const mlcp_options mlcp_defaults = {
    .pivot_threshold = 1e-11, .tie = 1e-12, .residual = 1e-9};

/* to_k = max(scale from_k, 0), or 0 where basis_k is 1 (null: nowhere); two at
   a time, the same bits. */
static void positive_part(int n, const double *from, double scale,
                          const uint8_t *basis, double *to)
{
    int k = 0;
    for (; k + 1 < n; k += 2) {
        pair x = pair_load(from + k) * scale, zero = {0};
        pair_bits off = {-1, -1};
        if (basis != NULL)
            off = (pair_bits){basis[k] - 1, basis[k + 1] - 1};
        pair_store(to + k, pair_where(off, pair_larger(x, zero)));
    }
    for (; k < n; k++)
        to[k] = basis != NULL && basis[k] ? 0 : lcp_larger(from[k] * scale, 0);
}

static double residual_of(const attempt *at, const double *z)
{
    return lcp_residual_of(at->p, condensed_entries(&at->c), z, at->work);
}

/** z from the right-hand side; w is computed from z, not read. The tableau's
own w is of the same exchanges as its z, and would repeat their errors; $A z +
b$ shows them. What stands in w where $z_i$ is basic is zero by the basis; how
far it is from zero is in the residual. Which variables are basic is as good as
random: every value is written to its variable, basic or not, instead of asking.
*/
static void read_answer(attempt *at, lcp_answer *out)
{
    int f = at->p->free, n = at->p->n;
    const int *basic = at->t.head.basic, *where = at->t.head.where + n;
    const double *rhs = tableau_f64_column(&at->t, n + 1);
    double *restrict value = at->work;
    uint8_t *basis = out->basis;
    for (int c = 0; c <= n; c++)
        value[at->t.head.nonbasic[c]] = 0;
    for (int r = 0; r < n; r++)
        value[basic[r]] = rhs[r];
    for (int i = 0; i < n; i++)
        basis[i] = where[i] < n;
    for (int i = 0; at->c.even != NULL && i < n; i++)
        value[n + i] *= at->c.even[i];
    positive_part(n, value + n, at->unit, NULL, out->z + f);
    condensed_recover(&at->c, out->z);
    out->residual = residual_of(at, out->z);
    memset(out->w, 0, (size_t)f * sizeof *out->w);
    positive_part(n, at->work + f, 1, basis, out->w + f);
    out->z0 = out->dz0 = 0;
}

/* Of a tableau that has taken its problem: its kernel reads it, in the units of
   the problem. What is not basic is one of the zeros behind. */
static void read_small(attempt *at, lcp_answer *out)
{
    const f64_answer answer = {at->unit, out->basis, out->z, out->w};
    const int n = at->p->n, *where = at->t.head.where + n;
    double *rhs = tableau_f64_column(&at->t, n + 1);
    for (int i = 0; at->c.even != NULL && i < n; i++)
        rhs[where[i]] *= at->c.even[i];
    out->residual = at->t.kernel->answer(&at->t, &answer);
    out->z0 = out->dz0 = 0;
}

/** Where most of $z$ is zero, what is left of a difference of two equal numbers
can be all that a row has: $10^{-18}$ against nothing. Measured with that row's own
scale it is an error of one. So an answer that fails is read once more, with
every $z_i$ below $2^{-44}$ of the largest taken for the zero it stands for, and has
to pass the same test. (Three discs that touch: two problems of a hundred.) */
static void read_tidy(attempt *at, lcp_answer *out)
{
    const int f = at->p->free, n = at->p->n;
    double *z = out->z + f, most = 0;
    for (int i = 0; i < n; i++)
        most = lcp_larger(most, z[i]);
    for (int i = 0; i < n; i++)
        z[i] = z[i] <= 0x1p-44 * most ? 0 : z[i];
    condensed_recover(&at->c, out->z);
    out->residual = residual_of(at, out->z);
    positive_part(n, at->work + f, 1, out->basis, out->w + f);
}

/** An answer whose residual is more than what is excused is computed once more from
its basis, with [pivots by size](condense_basis.c#condense_basis). The better of the two is
kept. */
static perp_status read_basis(attempt *at, arena *a, lcp_answer *out)
{
    const size_t all = (size_t)at->p->free + (size_t)at->p->n;
    arena_mark mark = arena_here(a);
    double *z = arena_take(a, all, sizeof *z);
    if (z == NULL)
        return PERP_NO_MEMORY(all * sizeof *z);
    PERP_TRY(
        condense_basis(at->p, out->basis, at->options->pivot_threshold, a, z));
    for (size_t i = (size_t)at->p->free; i < all; i++)
        z[i] = lcp_larger(z[i], 0);
    const double residual = residual_of(at, z);
    if (residual < out->residual) {
        memcpy(out->z, z, all * sizeof *z);
        out->residual = residual;
        positive_part(at->p->n, at->work + at->p->free, 1, out->basis,
                      out->w + at->p->free);
    }
    arena_release(a, mark);
    return PERP_SUCCESS;
}

/* Is what the answer lacks, whose rows and sizes of terms have just been
   computed, rounding beside the largest row? */
static int holds_beside(const attempt *at, const lcp_answer *out)
{
    const int f = at->p->free, all = f + at->p->n;
    const double *w = at->work, *size = w + all;
    double lacks = 0, most = 0;
    for (int i = 0; i < all; i++) {
        const int equal = i < f || out->z[i] > 0;
        lacks = lcp_larger(equal ? fabs(w[i]) : -w[i], lacks);
        most = lcp_larger(size[i], most);
    }
    return isfinite(most) && lacks <= LCP_EXCUSED * most;
}

/** One run of Lemke with the covering vector d, and everything that may make its
answer pass: steps 1 to 3 of the header. A path that does not come to its end
leaves no basis of an answer; after the first run that is said by zeros, a basis
that is none, which the exact rungs try at the price of one check. */
static perp_status run_double(attempt *at, arena *a, const double *d,
                              lcp_answer *out)
{
    lemke_end end;
    at->refused = 0;
    out->outcome = attempt_path(at, d, &end);
    out->pivots += end.pivots;
    if (out->outcome != LCP_SOLVED && out->pivots == end.pivots)
        memset(out->basis, 0, (size_t)at->p->n);
    if (out->outcome != LCP_SOLVED)
        return PERP_SUCCESS;
    if (is_small(at))
        read_small(at, out);
    else
        read_answer(at, out);
    if (out->residual > LCP_EXCUSED && (at->c.even != NULL || !is_small(at)))
        PERP_TRY(read_basis(at, a, out));
    if (out->residual <= at->options->residual)
        return PERP_SUCCESS;
    PERP_TRY(attempt_room(at, a));
    read_tidy(at, out);
    if (out->residual <= at->options->residual)
        return PERP_SUCCESS;
    out->outcome = LCP_LIMIT;
    at->refused = 1;
    return PERP_SUCCESS;
}

/** The condensed problem and an empty tableau for it. Where equations left over do
not hold up to rounding there is nothing to run: the exact tableau has to say
whether they contradict each other. */
static perp_status attempt_new(attempt *at, arena *a)
{
    tableau_f64_rules rules = {at->options->pivot_threshold, at->options->tie};
    condensed_nothing(at->p->n, &at->c);
    at->usable = 1;
    if (at->p->free > 0)
        PERP_TRY(condense_problem(at->p, at->options->pivot_threshold, a,
                                  &at->c, &at->usable));
    const f64_kernel *as = at->p->free > 0 ? f64_best(0, at->p->n, f64_widest())
                                           : f64_taking(at->p->n, f64_widest());
    PERP_TRY(tableau_f64_new_as(a, 0, at->p->n, rules, as, &at->t));
    return is_small(at) ? PERP_SUCCESS : attempt_room(at, a);
}

/** The [runs](runs.h), until one has an answer. Of small problems nine in ten have one
behind the first, and what comes before it and behind it is half of what they cost:
nothing is asked then that only another run would need to know. */
static perp_status solve_double(attempt *at, arena *a, lcp_answer *out)
{
    const int n = at->p->n;
    const int few = at->p->free == 0 && n <= F64_FEW_ROWS;
    int i = 0, most = at->options->only_double ? 2 : RUNS, order = AS_POSED;
    PERP_TRY(attempt_new(at, a));
    out->outcome = LCP_LIMIT;
    out->pivots = 0;
    out->residual = 0;
    if (few) {
        PERP_TRY(run_double(at, a, NULL, out));
        if (__builtin_expect(out->outcome == LCP_SOLVED, 1))
            return PERP_SUCCESS;
        i = 1;
        if (condensed_apart(&at->c, at->p, ALIKE))
            order = EVEN_NEXT;
    } else if (!at->usable) {
        memset(out->basis, 0, (size_t)n);
    } else if (condensed_apart(&at->c, at->p, APART)) {
        order = EVEN_FIRST;
    }
    for (; i < most && at->usable && out->outcome != LCP_SOLVED; i++) {
        const int k = orders[order][i];
        if (k > 0)
            PERP_TRY(attempt_room(at, a));
        if (i > 0) {
            if (runs[k].cover)
                condense_cover(n, at->d);
            tableau_f64_restart(&at->t);
            at->t.rules.pivot = runs[k].raised * at->options->pivot_threshold;
        }
        at->c.even = runs[k].even ? at->even : NULL;
        PERP_TRY(run_double(at, a, runs[k].cover ? at->d : NULL, out));
        if (k == 1 && i == 1 && most == RUNS && at->refused &&
            holds_beside(at, out))
            most = condensed_apart(&at->c, at->p, ALIKE) ? 2 * EVEN : EVEN;
    }
    return PERP_SUCCESS;
}

/** The exact rungs, for a problem in doubles: what is solved there are the
rationals that the doubles are. The answer is truncated to doubles, and its
residual is that of the truncated one, so that it can be compared with others;
pivots are those of both. */
static perp_status climb(const lcp_problem *p, const ladder_limits *limits,
                         arena *a, lcp_answer *out)
{
    lcp_exact_problem exact;
    lcp_exact_answer answer;
    int fallback;
    ladder_question q = {.p = &exact, .basis = out->basis, .limits = *limits};
    size_t numbers = 4 * ((size_t)p->free + (size_t)p->n);
    double *work = arena_take(a, numbers, sizeof *work);
    if (work == NULL)
        return PERP_NO_MEMORY(numbers * sizeof *work);
    PERP_TRY(lcp_exact_problem_new(a, p, &exact));
    perp_status s = lcp_exact_answer_new(a, p->free, p->n, &answer);
    if (s.code == PERP_OK) {
        s = ladder_prove(&q, a, &answer, &fallback);
        if (s.code == PERP_OK) {
            answer.pivots += out->pivots;
            lcp_truncate(p->free, p->n, &answer, out);
        }
        lcp_exact_answer_clear(p->free, p->n, &answer);
    }
    lcp_exact_problem_clear(&exact);
    if (s.code == PERP_OK && out->outcome == LCP_SOLVED)
        out->residual = lcp_residual(p, out->z, work);
    return s;
}

/** The double rung leaves the arena as it was before the exact one begins, because
the answer, whose arrays are the caller's, is all that goes on: its basis. */
perp_status mlcp_solve(const lcp_problem *p, const mlcp_options *options,
                       arena *a, lcp_answer *out, int *climbed)
{
    arena_mark mark = arena_here(a);
    ladder_limits left = options->limits;
    call_for(p, out);
    attempt at; /* the rest is written when it is known */
    at.p = p;
    at.options = options;
    at.d = at.work = NULL;
    at.taken = 0;
    at.evened = 0;
    *climbed = 0;
    perp_status s = solve_double(&at, a, out);
    arena_release(a, mark);
    if (s.code != PERP_OK || out->outcome == LCP_SOLVED || options->only_double)
        return s;
    if (at.usable)
        s = sharp_solve(p, &left, options->residual, a, out);
    if (s.code != PERP_OK || out->outcome == LCP_SOLVED)
        return s;
    *climbed = 1;
    s = climb(p, &left, a, out);
    arena_release(a, mark);
    return s;
}
