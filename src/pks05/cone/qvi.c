#include "pks05/cone/qvi.h"

#include "pks05/cone/qvi_bounds.h"
#include "pks05/cone/qvi_distance.h"
#include "pks05/cone/qvi_modes.h"
#include "pks05/cone/qvi_exists.h"
#include "pks05/cone/qvi_unit.h"

#include "number/rational.h"

#include <math.h>
#include <string.h>

/** The residual counts rounding errors; $10^{-12}$ is some thousand of them. What is
accepted is not what is reached: Newton's method goes on below it as long as the
residual falls by half, and ends at $10^{-16}$ nearly always. `iterations` is ten times
what a step wants. */
const qvi_options qvi_defaults = {.method = QVI_NEWTON,
                                  .directions = 16,
                                  .iterations = 60,
                                  .sweeps = 40,
                                  .residual = 1e-12,
                                  .bound = true};

perp_status qvi_answer_new(arena *a, const qvi_problem *p, qvi_answer *out)
{
    const size_t N = (size_t)qvi_rows(p);
    *out = (qvi_answer){.lam = arena_take(a, 2 * N + 1, sizeof(double))};
    if (out->lam == NULL)
        return PERP_NO_MEMORY(2 * N * sizeof(double));
    out->w = out->lam + N;
    return PERP_SUCCESS;
}

static perp_status check_problem(const qvi_problem *p)
{
    const int N = qvi_rows(p), w = 1 + p->slips;
    for (int i = 0; i < N * N; i++)
        if (!isfinite(p->A[i]))
            return PERP_FAIL(PERP_INPUT,
                             "row %d, column %d of the step's matrix is not "
                             "finite",
                             i / N + 1, i % N + 1);
    for (int i = 0; i < N; i++) {
        if (!isfinite(p->b[i]))
            return PERP_FAIL(PERP_INPUT, "row %d of the step is not finite",
                             i + 1);
        if (!(p->A[i * N + i] > 0))
            return PERP_FAIL(PERP_INPUT,
                             "row %d of the step has the diagonal entry %g; "
                             "the matrix has to be positive definite",
                             i + 1, p->A[i * N + i]);
        if (!(p->mu[i / w] >= 0) || !isfinite(p->mu[i / w]))
            return PERP_FAIL(PERP_INPUT,
                             "contact %d has friction %g; give a "
                             "number that is not negative",
                             i / w + 1, p->mu[i / w]);
    }
    return PERP_SUCCESS;
}

/**
## The ladder

Newton's method from the given start fails for few problems, and these few have
little in common. So there are other ways, each begun where the best point so
far lies or from a place of its own, and each ended by Newton's method:

* sweeps of Gauss and Seidel;
* the fixed point on the friction bounds;
* the solution for a polygon of 8, 16 and 32 corners, by Lemke;
* from $\mu = 0$, where there is one solution, to $\mu$ in steps;
* a thousand sweeps.

In the plane the polygon is the disk.

None of them is sure. The existence proof of the paper goes through a theorem on
quasi-variational inequalities that finds nothing, and of the ways only Lemke's ends
at a solution for every $\mu$, of the polygon; from there the disc is near. The way from
$\mu = 0$ follows a path that may turn back where solutions meet: in the example of
`qvi.h` the open solution goes on to $\mu = 1$, and the two others appear at $\mu = \frac23$
together. What is best is kept, so that a refusal can say how near it came, and
the residual of the given problem, in the disc, decides for all of them. */
typedef struct {
    const qvi_problem *p;
    const qvi_options *o;
    arena *a;
    qvi_newton x;
    double *best;    /* N */
    double residual; /* of best */
    qvi_method used;
    int iterations; /* turns of the fixed point */
    double polygon; /* residual of a polygon's answer; negative: none */
    /* by modes: how many solutions, how far best is from the first, and
       whether there is one for every b */
    int solutions;
    double off;
    qvi_verdict unique;
} climb;

static perp_status climb_new(arena *a, const qvi_problem *p,
                             const qvi_options *o, climb *c)
{
    qvi_map map = {.p = p};
    *c = (climb){.p = p, .o = o, .a = a, .residual = INFINITY, .polygon = -1};
    c->best = arena_take(a, (size_t)qvi_rows(p) + 1, sizeof *c->best);
    if (c->best == NULL)
        return PERP_NO_MEMORY((size_t)qvi_rows(p) * sizeof *c->best);
    return qvi_newton_new(a, &map, &c->x);
}

/* Remembers where we are when it is better; 1 when it will do. */
static bool keep(climb *c, double residual, qvi_method used)
{
    const size_t bytes = (size_t)qvi_rows(c->p) * sizeof(double);
    if (residual < c->residual) {
        memcpy(c->best, c->x.lam, bytes);
        c->residual = residual;
        c->used = used;
    }
    return c->residual <= c->o->residual;
}

static bool newton(climb *c)
{
    qvi_newton_run(&c->x, c->o->iterations, c->o->residual);
    return keep(c, qvi_newton_tidy(&c->x), QVI_NEWTON);
}

static void go_back(climb *c)
{
    memcpy(c->x.lam, c->best, (size_t)qvi_rows(c->p) * sizeof(double));
}

/** The first rung: from the given start, and then from zero, sweeps and Newton in turn,
three times. In a run it is the start of the last step that is given, and one or two
systems are the rule: `rotating_push.lua` takes 1497 for its 1000 steps, the two corners
of `coupled_patch.lua` 790 for 400. A step in which no contact changes its piece is linear
but for the turning of a slip in space, and one system solves it. */
static perp_status by_newton(climb *c)
{
    const size_t bytes = (size_t)qvi_rows(c->p) * sizeof(double);
    if (newton(c))
        return PERP_SUCCESS;
    memset(c->x.lam, 0, bytes);
    for (int k = 0; k < 3; k++) {
        qvi_newton_sweep(&c->x, c->o->sweeps);
        if (newton(c))
            break;
    }
    return PERP_SUCCESS;
}

static perp_status by_bounds(climb *c)
{
    arena_mark mark = arena_here(c->a);
    double *g = arena_take(c->a, (size_t)c->p->contacts + 1, sizeof *g);
    int turns;
    if (g == NULL)
        return PERP_NO_MEMORY((size_t)c->p->contacts * sizeof *g);
    double r =
        qvi_bounds_run(&c->x, g, c->o->iterations, c->o->residual, &turns);
    c->iterations += turns;
    keep(c, r, QVI_BOUNDS);
    arena_release(c->a, mark);
    return PERP_SUCCESS;
}

static perp_status by_polygon(climb *c, int corners, bool on)
{
    qvi_polygon q = {.corners = corners, .only_double = on};
    perp_status s = qvi_polygon_solve(c->p, &q, c->a, c->x.lam);
    if (s.code != PERP_OK && on)
        return PERP_SUCCESS;
    PERP_TRY(s);
    keep(c, qvi_newton_residual(&c->x), QVI_POLYHEDRAL);
    if (on)
        newton(c);
    else
        c->polygon = q.residual;
    return PERP_SUCCESS;
}

/** Two ways ask about the given problem and are not rungs: `polygon` when the scene
wants the polygon's law, and modes, in the plane. An answer of the polygon has the
polygon's residual, and in the disc it may miss by tenths.

By modes, in fractions; the answer is the first in the order of the tree,
truncated, and `off` how much was cut off. */
static perp_status first_of(climb *c, const qvi_exact_problem *e, qvi_modes *m)
{
    mpq_t t;
    double off = 0;
    PERP_TRY(qvi_modes_find(c->a, e, m));
    PERP_TRY(qvi_planar_unique(c->a, e, &c->unique));
    if (m->points == 0)
        return PERP_FAIL(PERP_NO_SOLUTION,
                         "the step has no solution, proven by its modes; take "
                         "a smaller step");
    mpq_init(t);
    for (int i = 0; i < qvi_rows(c->p); i++) {
        c->x.lam[i] = rational_truncated(m->point[i]);
        mpq_set_d(t, c->x.lam[i]);
        mpq_sub(t, m->point[i], t);
        off += mpq_sgn(t) == 0 ? 0 : qvi_above(fabs(mpq_get_d(t)), 2);
    }
    mpq_clear(t);
    c->solutions = m->continua > 0 ? -1 : m->points;
    c->off = off > 0 ? qvi_above(off, qvi_rows(c->p)) : 0;
    keep(c, qvi_newton_residual(&c->x), QVI_MODES);
    return PERP_SUCCESS;
}

static perp_status by_modes(climb *c)
{
    qvi_exact_problem e;
    qvi_modes m = {.points = 0};
    PERP_TRY(qvi_exact_new(c->a, c->p, &e));
    perp_status s = first_of(c, &e, &m);
    qvi_modes_free(&m);
    qvi_exact_clear(&e);
    return s;
}

/** Friction is turned on in sixteen steps, each from the solution of the last. With
$\mu = 0$ the problem is $0 \le \lambda_n \perp A_{nn}\lambda_n + b_n \ge 0$, monotone,
and Newton's method seldom fails on it. */
enum { FRICTION_STEPS = 16 };

static perp_status by_friction(climb *c)
{
    const size_t m = (size_t)c->p->contacts;
    arena_mark mark = arena_here(c->a);
    double *mu = arena_take(c->a, m + 1, sizeof *mu);
    if (mu == NULL)
        return PERP_NO_MEMORY(m * sizeof *mu);
    qvi_problem less = *c->p;
    less.mu = mu;
    c->x.map.p = &less;
    memset(c->x.lam, 0, (size_t)qvi_rows(c->p) * sizeof(double));
    for (int k = 0; k < FRICTION_STEPS; k++) {
        for (size_t i = 0; i < m; i++)
            mu[i] = c->p->mu[i] * k / FRICTION_STEPS;
        qvi_newton_run(&c->x, c->o->iterations, c->o->residual);
    }
    c->x.map.p = c->p;
    newton(c);
    arena_release(c->a, mark);
    return PERP_SUCCESS;
}

static bool done(const climb *c)
{
    return c->residual <= c->o->residual;
}

static perp_status all_ways(climb *c)
{
    PERP_TRY(by_newton(c));
    if (!done(c)) {
        go_back(c);
        PERP_TRY(by_bounds(c));
        newton(c);
    }
    for (int corners = 8; corners <= 32 && !done(c); corners *= 2)
        PERP_TRY(by_polygon(c, corners, true));
    if (!done(c))
        PERP_TRY(by_friction(c));
    if (!done(c)) {
        qvi_newton_sweep(&c->x, 1000);
        newton(c);
    }
    return PERP_SUCCESS;
}

static perp_status one_way(climb *c)
{
    switch (c->o->method) {
    case QVI_BOUNDS:
        return by_bounds(c);
    case QVI_POLYHEDRAL:
        return by_polygon(c, c->o->directions, false);
    case QVI_MODES:
        return by_modes(c);
    default:
        return all_ways(c);
    }
}

static perp_status answer(const qvi_problem *p, const qvi_unit *u, climb *c,
                          qvi_answer *out)
{
    const int N = qvi_rows(p);
    go_back(c);
    c->residual = qvi_newton_residual(&c->x);
    bool fine = isfinite(c->residual);
    for (int i = 0; i < N; i++) {
        out->lam[i] = ldexp(c->x.lam[i], (int)(u->of_b - u->of_A));
        out->w[i] = ldexp(c->x.w[i], (int)u->of_b);
        fine = fine && isfinite(out->lam[i]) && isfinite(out->w[i]);
    }
    c->residual = c->polygon >= 0 ? c->polygon : c->residual;
    out->residual = fine ? c->residual : (double)INFINITY;
    out->used = c->used;
    out->iterations = c->iterations + c->x.iterations;
    if (!fine) {
        memset(out->lam, 0, (size_t)N * sizeof *out->lam);
        memset(out->w, 0, (size_t)N * sizeof *out->w);
    }
    if (out->residual <= c->o->residual)
        return PERP_SUCCESS;
    return PERP_FAIL(PERP_LIMIT,
                     "no way of solving the step brought the residual below "
                     "%g, the best is %g; take a smaller step",
                     c->o->residual, out->residual);
}

/** What is proven about the point is proven in the units of the solver, and
moved to those of the caller by a power of two, or not at all. `unique` wants a
condition that holds for every $b$ (a contraction, the blocks, or in the plane the
determinants); that this $b$ has one solution is only in `solutions`. A distance to the
point that modes found is $|\lambda - \lambda^*|$ itself, computed in fractions and
rounded up; it counts only without `meant`, because modes are those of $A$ and $b$. The
point that was proven something of is `best`, in the solver's units; where multiplying it
by a power of two rounds (forces near underflow), what is handed out is another one, and
`bound` stays infinite. */
static perp_status prove(const climb *x, const qvi_unit *u, qvi_answer *out)
{
    const int to = (int)(u->of_b - u->of_A);
    const bool as_given = u->given == NULL; /* modes are of A and b */
    qvi_constants c;
    double bound;
    PERP_TRY(qvi_constants_find(x->a, &u->p, &c));
    PERP_TRY(qvi_distance(x->a, &u->p, &c, x->best, &bound));
    if (as_given && x->solutions == 1 && x->off < bound)
        bound = x->off;
    out->contracts = c.contracts;
    out->unique = u->lossless && (c.contracts == QVI_HOLDS || c.blocks ||
                                  (as_given && x->unique == QVI_HOLDS));
    out->solutions = u->lossless && as_given ? x->solutions : 0;
    out->sigma = ldexp(fmax(c.sigma.below, 0), (int)u->of_A);
    out->eta = ldexp(c.eta.above, (int)u->of_A);
    bool moves = u->lossless;
    for (int i = 0; i < qvi_rows(&u->p); i++)
        moves = moves && ldexp(out->lam[i], -to) == x->best[i];
    double moved = ldexp(bound, to);
    if (moves && isfinite(moved))
        out->bound = moved + (bound > 0 && moved < 0x1p-1000 ? 0x1p-1000 : 0);
    return PERP_SUCCESS;
}

static perp_status solve(const qvi_problem *p, const qvi_options *o, arena *a,
                         qvi_answer *out)
{
    qvi_unit u;
    climb c;
    PERP_TRY(qvi_unit_new(a, p, &u));
    PERP_TRY(climb_new(a, &u.p, o, &c));
    for (int i = 0; i < qvi_rows(p) && o->start != NULL; i++) {
        double x = ldexp(o->start[i], (int)(u.of_A - u.of_b));
        c.x.lam[i] = isfinite(x) ? x : 0;
    }
    PERP_TRY(one_way(&c));
    perp_status s = answer(p, &u, &c, out);
    if (o->bound && isfinite(out->residual)) {
        PERP_TRY(prove(&c, &u, out));
        out->exists = out->bound;
        if (!isfinite(out->bound))
            PERP_TRY(qvi_exists(a, p, out->lam, &out->exists));
    }
    return s;
}

/** From outside to inside: the data are looked at, the units taken out, one of the ways
tried (Newton's ladder unless the caller names another), the answer put back into the
caller's units, and last, if asked, the proofs. A refusal, LIMIT, still has the best point
in `out`, with its residual. An answer is reset before anything can fail, so that a refused problem leaves
no claim of the problem before it. */
perp_status qvi_solve(const qvi_problem *p, const qvi_options *o,
                      arena *scratch, qvi_answer *out)
{
    arena_mark mark = arena_here(scratch);
    out->residual = out->bound = out->exists = INFINITY;
    out->unique = false;
    out->contracts = QVI_UNDECIDED;
    out->sigma = 0;
    out->eta = INFINITY;
    out->iterations = out->solutions = 0;
    PERP_TRY(check_problem(p));
    perp_status s = solve(p, o, scratch, out);
    arena_release(scratch, mark);
    return s;
}
