#include "lcp/solve/ladder.h"

#include "lcp/solve/condense.h"
#include "lcp/solve/lemke.h"
#include "lcp/solve/refusal.h"
#include "lcp/tableau/tableau_exact.h"
#include "lcp/tableau/tableau_float.h"
#include "number/linear/linear.h"

#include <string.h>

double ladder_until(const ladder_limits *l)
{
    return l->seconds > 0 ? limit_now() + l->seconds : 0;
}

/** What is left of the time. Each rung is given what those before it have left, so
that `seconds` holds for the whole; nothing left is said as a nanosecond, because 0
is no limit. */
perp_status ladder_left(double until, ladder_limits *l)
{
    exact_limit limit = {0, until};
    if (until == 0)
        return PERP_SUCCESS;
    PERP_TRY(limit_time(&limit));
    double left = until - limit_now();
    l->seconds = left > 1e-9 ? left : 1e-9;
    return PERP_SUCCESS;
}

static exact_limit limit_from_now(const ladder_limits *l)
{
    return (exact_limit){l->bits, ladder_until(l)};
}

/* Z from the unknowns of the basis, which x has in the order of `pick`; the
   others are zero. All over x's one denominator, none shortened. */
static void fill_claim(const ladder_question *q, const int *pick, numerators *x,
                       lcp_claim *out)
{
    for (int i = 0; i < out->m; i++)
        mpz_set_ui(out->Z[i], 0);
    for (int j = 0; j < x->m; j++)
        mpz_swap(out->Z[pick[j]], x->X[j]);
    mpz_swap(out->den, x->den);
    memmove(out->basis, q->basis, (size_t)q->p->n);
    out->outcome = LCP_SOLVED;
}

/** The basis says which rows are equations now and which unknowns are left: the
equations and the rows with $z_i$ basic, where $w_i = 0$, in the free unknowns
and those $z_i$. In the mixed form the system is sparse and its numbers are the
data's; condensed it would be smaller and have twice the digits. For the sliding
block it has five rows, in $v_x, v_y, c_n, \beta_-, \lambda$, and gives $(1, 0,
2, 1, 1)$ over 2.

A singular system is no end. When its rows agree, an unknown whose column depends
on others is zero and the rest is solved: two equal contacts that carry a weight,
both basic, leave it to the first. When they contradict each other the basis is
wrong (`LINEAR_ANY`).

The verdict is not the solver's: whatever numbers it returns, the check computes
every row again from A, b and the numbers. */
static perp_status try_basis(const ladder_question *q, const exact_limit *limit,
                             arena *a, lcp_claim *out, int *right)
{
    const lcp_exact_problem *p = q->p;
    int all = p->free + p->n, m = 0;
    rational_system system = {all, p->A, p->b};
    int *pick = arena_take(a, (size_t)all, sizeof *pick);
    numerators x;
    linear_method used;
    if (pick == NULL)
        return PERP_NO_MEMORY((size_t)all * sizeof *pick);
    for (int i = 0; i < all; i++)
        if (i < p->free || q->basis[i - p->free])
            pick[m++] = i;
    *right = 0;
    const refusal r = refusal_of(p, q->basis, pick);
    const linear_question ask = {&system, m, pick, q->hasty ? &r.glance : NULL};
    PERP_TRY(linear_answer(a, &ask, limit, &x, &used));
    const int solved = used != LINEAR_ANY && used != LINEAR_REFUSED;
    if (solved)
        fill_claim(q, pick, &x, out);
    numerators_clear(&x);
    if (!solved)
        return PERP_SUCCESS;
    perp_status verdict = lcp_claim_check(p, out, q->w_sign);
    *right = verdict.code == PERP_OK;
    return verdict.code == PERP_REFUTED ? PERP_SUCCESS : verdict;
}

perp_status ladder_basis(const ladder_question *q, arena *a, lcp_claim *out,
                         int *right)
{
    exact_limit limit = limit_from_now(&q->limits);
    arena_mark mark = arena_here(a);
    perp_status s = try_basis(q, &limit, a, out, right);
    arena_release(a, mark);
    return s;
}

/** Everything the exact tableau says of a ray, in the problem's units: the
point $z, w, z_0$ where it begins and the direction $\Delta z, \Delta w, \Delta
z_0$ of the column that nothing blocks, or the combination that shows equations
to be false. */
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

/** Three ways to have no end: the time was over; an equation that is left over
still has some $z$ in it, which is no problem of the kind that (19) is; more
exchanges than any path should take. None says anything of the problem's
solutions. */
static perp_status no_end(const tableau_exact *t, const lemke_end *end,
                          const exact_limit *limit)
{
    if (t->late)
        return limit_time(limit);
    if (end->row == TABLEAU_BROKEN)
        return PERP_FAIL(PERP_LIMIT, "the equations are singular without being "
                                     "redundant; give some free unknowns a "
                                     "sign, or drop the equations that repeat");
    return PERP_FAIL(PERP_LIMIT, "no end after %d exact pivots", end->pivots);
}

/* What leaves here as proven has passed the check that shares no code. A claim
   of exact Lemke's that fails it is no outcome but a fault of ours: BUG. */
static perp_status checked(perp_status s)
{
    return s.code == PERP_REFUTED
               ? PERP_FAIL(PERP_BUG, "exact Lemke's answer fails its check")
               : s;
}

/** A ray and a contradiction are results, too, and are checked as such: all points
of the ray solve the covered problem; the multipliers combine the equations to
$0 = 1$. A ray does not say that there is no solution. */
static perp_status read_ray(const ladder_question *q, const tableau_exact *t,
                            const lemke_end *end, lcp_outcome outcome, arena *a)
{
    lcp_exact_answer own, *x = q->ray;
    if (x == NULL) {
        PERP_TRY(lcp_exact_answer_new(a, q->p->free, q->p->n, &own));
        x = &own;
    }
    x->outcome = outcome;
    x->pivots = end->pivots;
    read_exact(t, end, x);
    perp_status s = checked(lcp_exact_check_outcome(q->p, x));
    if (x == &own)
        lcp_exact_answer_clear(q->p->free, q->p->n, &own);
    return s;
}

/** Cold exact Lemke. A warm start from a basis that proved wrong would begin
off the path that the theorem speaks of, and mostly ends on a ray. The covering
vector is one in the problem's own units: it is scaled with the rows. */
static perp_status solve_cold(const ladder_question *q,
                              const exact_limit *limit, arena *a,
                              lcp_claim *out)
{
    tableau_exact t;
    lemke_end end;
    int all = q->p->free + q->p->n;
    out->fallback = 1;
    out->rung = RUNG_EXACT;
    PERP_TRY(tableau_exact_new(a, q->p, NULL, limit, &t));
    out->outcome = lemke_run(&t.head, 50 * all + 1000, NULL, &end);
    out->pivots = end.pivots;
    perp_status s;
    if (out->outcome == LCP_SOLVED) {
        tableau_exact_claim(&t, out);
        s = checked(lcp_claim_check(q->p, out, q->w_sign));
    } else if (out->outcome == LCP_LIMIT) {
        s = no_end(&t, &end, limit);
    } else {
        s = read_ray(q, &t, &end, out->outcome, a);
    }
    tableau_exact_clear(&t);
    return s;
}

/** A path has about as many exchanges as there are pairs. One that is four
times as long goes in circles, which rounding can make it do: the rule against
circles compares exact ratios. Exact Lemke is given 50 exchanges for each unknown
and 1000 more, not against circles, of which it has none, but against paths that
are exponentially long. */
static int path_limit(int n)
{
    return 4 * n + 100;
}

/* Who proposes behind the doubles. */
typedef struct {
    lcp_rung rung;
    size_t bits;
    int again; /* with another covering vector, and ties as fine as can be */
} proposer;

static perp_status tableau_of(const ladder_question *q, const proposer *by,
                              const exact_limit *limit, arena *a, tableau **out)
{
    double *cover = NULL;
    if (by->rung == RUNG_512)
        return tableau_wide_new(a, q->p, limit, out);
    if (by->again) {
        cover = arena_take(a, (size_t)q->p->n, sizeof *cover);
        if (cover == NULL)
            return PERP_NO_MEMORY((size_t)q->p->n * sizeof *cover);
        condense_cover(q->p->n, cover);
    }
    return tableau_dd_new(a, q->p, cover, limit, out);
}

/** Lemke on a tableau that rounds, and the exact solution of its basis. Only the
basis is taken over: the tableau's numbers, of which half of the places are good,
are thrown away, and the exact system begins from the data. */
static perp_status try_float(const ladder_question *q, const proposer *by,
                             const exact_limit *limit, arena *a, lcp_claim *out,
                             int *right)
{
    tableau *t;
    lemke_end end;
    ladder_question own = *q;
    uint8_t *basis = arena_take(a, (size_t)q->p->n, 1);
    if (basis == NULL)
        return PERP_NO_MEMORY((size_t)q->p->n);
    PERP_TRY(tableau_of(q, by, limit, a, &t));
    out->rung = by->rung;
    if (lemke_run(t, path_limit(t->n), NULL, &end) != LCP_SOLVED)
        return limit_time(limit);
    for (int i = 0; i < t->n; i++)
        basis[i] = t->where[t->n + i] < t->rows;
    own.basis = basis;
    return try_basis(&own, limit, a, out, right);
}

/** **More places.** When the data are nearly degenerate, doubles follow noise:
a box on four corners has four normals that depend on each other up to
$10^{-16}$, and which three of them carry it is decided there. More places see
it. They are asked before exact Lemke is, because what they cost grows with the
third power of the size, and not with the fifth: a number on an exact path is as
long as the problem is large. What they propose is solved and checked exactly,
like every proposal.

One box needs 106 bits; a box on a box needs twice that, because the noise of
the first is the data of the second. From there on 512 bits did for all that was
tried. A rung whose numbers are longer than `limits.bits`, or more than there is
room for, is left out.

**106 bits twice.** Where the first basis of 106 bits is wrong, it is mostly wrong by one exchange: a
stack that slides has a tie of $10^{-29}$ m/s beside one, below the bar of $2^{-83}$, and yet some bits
above the rounding. Ties at the rounding see it, and see ties where none are; another
covering vector takes a path on which other things tie. Of 34 problems of that stack for
which the first run had no basis, or a wrong one, the second has the right one of 26, and 512 bits
cost thirty times as much.

**Who only asks.** A search that may end without an answer has no use for one at any
price: with four boxes in space and masses $10^4$ apart the 106 bits of a problem take 0.1 s,
and the 512 some seconds. It names the last rung that it pays for, and is given the
second run of a rung only on the way to the next. */
static perp_status climb(const ladder_question *q, const exact_limit *limit,
                         arena *a, lcp_claim *out)
{
    static const proposer list[] = {
        {RUNG_106, 106, 0}, {RUNG_106, 106, 1}, {RUNG_512, 512, 0}};
    int right = 0;
    arena_mark mark = arena_here(a);
    size_t all = (size_t)(q->p->free + q->p->n);
    for (size_t k = 0; k < sizeof list / sizeof *list && !right; k++) {
        if (q->most > 0 && list[k].rung + (lcp_rung)list[k].again > q->most)
            break;
        if (limit_bits(limit, list[k].bits).code != PERP_OK ||
            integer_room(all * (all + 2), list[k].bits).code != PERP_OK)
            continue;
        perp_status s = try_float(q, &list[k], limit, a, out, &right);
        arena_release(a, mark);
        PERP_TRY(s);
    }
    if (right || q->most == 0 || q->most >= RUNG_EXACT)
        return right ? PERP_SUCCESS : solve_cold(q, limit, a, out);
    out->outcome = LCP_LIMIT;
    return PERP_SUCCESS;
}

/** The order of the rungs. The clock starts once, for all of them. Whoever
wants the path that the theorem speaks of, and no proposal's, asks for it with
`cold`. */
perp_status ladder_decide(const ladder_question *q, arena *a, lcp_claim *out)
{
    exact_limit limit = limit_from_now(&q->limits);
    arena_mark mark = arena_here(a);
    perp_status s = PERP_SUCCESS;
    ladder_question own = *q;
    int right = 0;
    own.hasty = 1;
    out->pivots = out->fallback = 0;
    out->rung = RUNG_DOUBLE;
    if (q->basis != NULL)
        s = try_basis(&own, &limit, a, out, &right);
    arena_release(a, mark);
    if (s.code == PERP_OK && !right)
        s = q->cold ? solve_cold(q, &limit, a, out)
                    : climb(&own, &limit, a, out);
    arena_release(a, mark);
    return s;
}

/** What is found over one denominator is written out in fractions for those who
want numbers: a greatest common divisor for each, which ladder_decide does
without. A ray's data and a contradiction's have come in fractions. */
perp_status ladder_prove(const ladder_question *q, arena *a,
                         lcp_exact_answer *out, int *fallback)
{
    lcp_claim c;
    ladder_question own = *q;
    arena_mark mark = arena_here(a);
    own.ray = out;
    PERP_TRY(lcp_claim_new(a, q->p->free, q->p->n, &c));
    perp_status s = ladder_decide(&own, a, &c);
    *fallback = c.fallback;
    if (s.code == PERP_OK && c.outcome == LCP_SOLVED)
        lcp_claim_spell(q->p, &c, out);
    lcp_claim_clear(&c);
    arena_release(a, mark);
    return s;
}

perp_status mlcp_prove(const lcp_exact_problem *p, const uint8_t *basis,
                       arena *a, lcp_exact_answer *out, int *fallback)
{
    ladder_question q = {.p = p, .basis = basis, .cold = basis == NULL};
    return ladder_prove(&q, a, out, fallback);
}
