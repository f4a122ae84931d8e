#include "lcp/mlcp.h"

#include "lcp/basis.h"
#include "lcp/condense.h"
#include "lcp/lemke.h"
#include "lcp/tableau_exact.h"

#include <math.h>
#include <string.h>

const mlcp_options mlcp_defaults = {.pivot_threshold = 1e-11,
                                    .tie = 1e-10,
                                    .residual = 1e-9};

static int pivot_limit(int free, int n, int wanted)
{
    return wanted > 0 ? wanted : 50 * (free + n) + 1000;
}

/* One double run at work. */
typedef struct {
    const lcp_problem *p;
    const mlcp_options *options;
    tableau_f64 t;
    condensed c;
    double *d;    /* n: another covering vector */
    double *work; /* 2 (free + n) */
} attempt;

/* z from the right-hand side; w is computed from z, not read. */
static void read_answer(attempt *at, lcp_answer *out)
{
    const lcp_problem *p = at->p;
    int f = p->free, n = p->n, all = f + n;
    const double *rhs = tableau_f64_column(&at->t, n + 1);
    for (int i = 0; i < n; i++) {
        int place = at->t.head.where[n + i];
        out->basis[i] = place < n;
        out->z[f + i] = place < n ? lcp_larger(rhs[place], 0) : 0;
    }
    condensed_recover(&at->c, out->z);
    for (int i = 0; i < all; i++) {
        const double *row = p->A + (size_t)i * (size_t)all;
        double w = p->b[i];
        for (int j = 0; j < all; j++)
            w += row[j] * out->z[j];
        out->w[i] = i < f || out->basis[i - f] ? 0 : lcp_larger(w, 0);
    }
    out->z0 = out->dz0 = 0;
}

/* One run of Lemke with the covering vector d (null: ones). */
static void run_double(attempt *at, const double *d, lcp_answer *out)
{
    lemke_end end;
    condensed_load(&at->c, at->p, d, &at->t, at->work);
    out->outcome = lemke_run(
        &at->t.head, pivot_limit(at->p->free, at->p->n, at->options->pivots),
        NULL, &end);
    out->pivots += end.pivots;
    if (out->outcome != LCP_SOLVED)
        return;
    read_answer(at, out);
    out->residual = lcp_residual(at->p, out->z, at->work);
    if (!(out->residual <= at->options->residual))
        out->outcome = LCP_LIMIT;
}

static perp_status attempt_new(attempt *at, arena *a, int *usable)
{
    size_t n = (size_t)at->p->n, all = n + (size_t)at->p->free;
    tableau_f64_rules rules = {at->options->pivot_threshold, at->options->tie};
    PERP_TRY(condense(at->p, at->options->pivot_threshold, a, &at->c, usable));
    PERP_TRY(tableau_f64_new(a, 0, at->p->n, rules, &at->t));
    at->d = arena_take(a, n + 2 * all, sizeof *at->d);
    at->work = at->d + n;
    return at->d == NULL ? PERP_NO_MEMORY((n + 2 * all) * sizeof(double))
                         : PERP_SUCCESS;
}

/** The second covering vector has entries between one and two in no order, and
exact ones: another path through another set of degenerate places. */
static perp_status solve_double(attempt *at, arena *a, lcp_answer *out)
{
    int usable;
    PERP_TRY(attempt_new(at, a, &usable));
    memset(out->basis, 0, (size_t)at->p->n);
    out->outcome = LCP_LIMIT;
    out->pivots = 0;
    out->residual = 0;
    if (!usable)
        return PERP_SUCCESS;
    run_double(at, NULL, out);
    if (out->outcome == LCP_SOLVED)
        return PERP_SUCCESS;
    for (int i = 0; i < at->p->n; i++)
        at->d[i] = 1 + ((5 * i + 3) % 8) / 8.0;
    run_double(at, at->d, out);
    return PERP_SUCCESS;
}

/* The exact rungs, for a problem in doubles. */
static perp_status climb(const lcp_problem *p, arena *a, lcp_answer *out)
{
    lcp_exact_problem exact;
    lcp_exact_answer answer;
    int fallback;
    size_t twice = 2 * ((size_t)p->free + (size_t)p->n);
    double *work = arena_take(a, twice, sizeof *work);
    if (work == NULL)
        return PERP_NO_MEMORY(twice * sizeof *work);
    PERP_TRY(lcp_exact_problem_new(a, p, &exact));
    perp_status s = lcp_exact_answer_new(a, p->free, p->n, &answer);
    if (s.code == PERP_OK) {
        s = mlcp_prove(&exact, out->basis, a, &answer, &fallback);
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

perp_status mlcp_solve(const lcp_problem *p, const mlcp_options *options,
                       arena *a, lcp_answer *out, int *climbed)
{
    arena_mark mark = arena_here(a);
    attempt at = {.p = p, .options = options};
    *climbed = 0;
    perp_status s = solve_double(&at, a, out);
    arena_release(a, mark);
    if (s.code != PERP_OK || out->outcome == LCP_SOLVED ||
        options->only_double)
        return s;
    *climbed = 1;
    s = climb(p, a, out);
    arena_release(a, mark);
    return s;
}

/* Everything the exact tableau says, in the problem's units. */
static void read_exact(const tableau_exact *t, const lemke_end *end,
                       lcp_exact_answer *out)
{
    int f = t->head.free, n = t->head.n, ray = out->outcome == LCP_RAY;
    for (int i = 0; i < f + n; i++) {
        int z = i < f ? 2 * n + 1 + i : n + i - f;
        int w = i < f ? 2 * n + 1 + f + i : i - f;
        tableau_exact_value(t, z, out->z[i]);
        tableau_exact_value(t, w, out->w[i]);
        if (ray) {
            tableau_exact_rate(t, end->column, z, out->dz[i]);
            tableau_exact_rate(t, end->column, w, out->dw[i]);
        }
    }
    for (int i = 0; i < n; i++)
        out->basis[i] = t->head.where[n + i] < t->head.rows;
    tableau_exact_value(t, 2 * n, out->z0);
    if (ray)
        tableau_exact_rate(t, end->column, 2 * n, out->dz0);
    if (out->outcome == LCP_INFEASIBLE)
        tableau_exact_multipliers(t, end->row, out->y);
}

/** Cold exact Lemke. A warm start from a basis that proved wrong would begin
off the path that the theorem speaks of, and mostly ends on a ray. */
static perp_status solve_exact(const lcp_exact_problem *p, arena *a,
                               lcp_exact_answer *out)
{
    tableau_exact t;
    lemke_end end;
    PERP_TRY(tableau_exact_new(a, p, NULL, &t));
    out->outcome =
        lemke_run(&t.head, pivot_limit(p->free, p->n, 0), NULL, &end);
    out->pivots = end.pivots;
    read_exact(&t, &end, out);
    tableau_exact_clear(&t);
    if (out->outcome != LCP_LIMIT)
        return PERP_SUCCESS;
    if (end.row == TABLEAU_BROKEN)
        return PERP_FAIL(PERP_LIMIT, "the equations are singular without being "
                                     "redundant; give some free unknowns a "
                                     "sign, or drop the equations that repeat");
    return PERP_FAIL(PERP_LIMIT, "no end after %d exact pivots", end.pivots);
}

/* What leaves here as proven has passed the check that shares no code. */
static perp_status checked(const lcp_exact_problem *p,
                           const lcp_exact_answer *out)
{
    perp_status s = lcp_exact_check_outcome(p, out);
    return s.code == PERP_REFUTED
               ? PERP_FAIL(PERP_BUG, "exact Lemke's answer fails its check")
               : s;
}

perp_status mlcp_prove(const lcp_exact_problem *p, const uint8_t *basis,
                       arena *a, lcp_exact_answer *out, int *fallback)
{
    int right = 0;
    *fallback = 0;
    out->pivots = 0;
    if (basis != NULL)
        PERP_TRY(basis_solve(p, basis, a, out, &right));
    if (right)
        return PERP_SUCCESS;
    *fallback = 1;
    arena_mark mark = arena_here(a);
    perp_status s = solve_exact(p, a, out);
    arena_release(a, mark);
    return s.code == PERP_OK ? checked(p, out) : s;
}
