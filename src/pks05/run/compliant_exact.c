#include "pks05/run/compliant.h"
#include "number/rational.h"
#include "pks05/cone/qvi_polygon.h"
#include "lcp/solve/climb.h"
#include "pks05/run/compliant_forks.h"
#include "pks05/run/compliant_mixed.h"

/** The same step over the rationals, in two uses. With `--rational` everything is
a fraction from the start, and the force has to be affine, or the step is not
rational. With `--exact-check` the doubles of the step, the tangent of the force
among them, are taken for what they are, and the step on them is solved exactly;
what is stored is cut off toward zero.

Which of the two says what: with `--rational` the whole trajectory is that of (16) on
the scene's numbers (`cases/PKS05/ball.lua` has $v^1 = -\frac{1010}{1011}$, $v^2 =
-\frac{339700} {340707}$); with `--exact-check` each step is, from the doubles that the
one before it left. Fractions grow: with constant $\mathbf K$ and $\mathbf C$ by a fixed
number of digits a step, as here by a factor 1011, or 337 where 3 cancels, in the
denominator, with a stiffness that depends on $q$ by squaring. */
static mpq_t *next(mpq_t **x, size_t n)
{
    mpq_t *here = *x;
    *x += n;
    return here;
}

/* The polygon's corners are fractions on the unit circle
   (cone/qvi_polygon.h). */
void compliant_directions(int slips, int m, mpq_t *to)
{
    for (int k = 0; k < m; k++)
        if (slips == 1)
            mpq_set_si(to[k], k == 0 ? 1 : -1, 1);
        else
            qvi_corner(m, k, to[2 * k], to[2 * k + 1]);
}

/** With `--exact-check` $h$ and $\theta$ are the doubles of the run: its steps are proven
as they were made. With `--rational` they are the scene's fractions, and so are $q$, $v$,
$\delta$, $\mu$; the length of a $v$ of the ball grows by some six digits a step,
numerator and denominator together, from 10 signs at step 1 to 114 at step 20. */
static void start(compliant_state *r)
{
    const experiment *e = r->e;
    mpq_inits(r->t0, r->t1, r->share, NULL);
    r->begun = 1;
    compliant_directions(r->d.slips, r->exact.m, r->exact.directions);
    if (!compliant_rational(r)) {
        mpq_set_d(r->exact.h, r->h);
        mpq_set_d(r->exact.theta, r->theta);
        return;
    }
    mpq_set(r->exact.h, e->h);
    if (e->theta != NULL)
        mpq_set(r->exact.theta, e->theta);
    mpq_set_ui(r->share, 1, 1);
    mpq_sub(r->share, r->share, r->exact.theta);
    mpq_mul(r->share, r->share, r->exact.h);
    for (int i = 0; i < r->sys->nq; i++)
        mpq_set(r->q_exact[i], e->q[i]);
    for (int i = 0; i < r->sys->nv; i++)
        mpq_set(r->exact.v[i], e->v[i]);
    for (int i = 0; i < r->rows && e->delta != NULL; i++)
        if (r->own_of[i] >= 0)
            mpq_set(r->exact.delta[i], e->delta[r->own_of[i]]);
    for (int j = 0; j < r->d.p; j++)
        mpq_set(r->exact.mu[j], r->sys->mu_exact[j]);
}

perp_status compliant_exact_new(arena *a, compliant_state *r)
{
    const size_t nq = (size_t)r->sys->nq, nv = (size_t)r->sys->nv;
    const size_t R = (size_t)r->rows, p = (size_t)r->d.p;
    const int m = r->d.slips == 1 ? 2 : r->e->directions;
    const size_t beta = p * (size_t)m;
    PERP_TRY(step_exact_new(a, r->sys, &r->at_exact));
    PERP_TRY(theta_exact_new(a, &r->d, m, &r->exact));
    size_t n = 2 * nq + nv * (1 + nq + nv) + 3 * nv + 4 * R + beta;
    mpq_t *x = r->numbers = rational_array(a, n);
    if (x == NULL)
        return PERP_NO_MEMORY(n * sizeof *x);
    r->count = n;
    r->q_exact = next(&x, nq);
    r->q_at_exact = next(&x, nq);
    r->force_exact = next(&x, nv);
    r->slope_exact = next(&x, nv * (nq + nv));
    r->end_exact = (theta_exact_end){.v = next(&x, nv),
                                     .delta = next(&x, R),
                                     .mean = next(&x, nv),
                                     .lambda = next(&x, R),
                                     .s = next(&x, R),
                                     .beta = next(&x, beta),
                                     .work = next(&x, nv + R)};
    start(r);
    return PERP_SUCCESS;
}

static void copy(mpq_t *to, const mpq_t *from, int n)
{
    for (int i = 0; i < n; i++)
        mpq_set(to[i], from[i]);
}

/* q, v and the time of the step's end. */
static void set_input(compliant_state *r, const mpq_t *q, const mpq_t *v)
{
    copy(r->work.in_exact, q, r->sys->nq);
    copy(r->work.in_exact + r->sys->nq, v, r->sys->nv);
    mpq_set(r->work.in_exact[r->sys->nq + r->sys->nv], r->t1);
}

static void spread(const compliant_state *r, const mpq_t *from, mpq_t *to)
{
    const int R = r->rows, n = r->own;
    mpq_t mean, size;
    mpq_inits(mean, size, NULL);
    for (int i = 0; i < n; i++)
        mpq_add(mean, mean, from[i * n + i]);
    mpq_set_si(size, n, 1);
    mpq_div(mean, mean, size);
    for (int i = 0; i < R; i++)
        for (int j = 0; j < R; j++) {
            int a = r->own_of[i], b = r->own_of[j];
            if (a >= 0 && b >= 0)
                mpq_set(to[i * R + j], from[a * n + b]);
            else if (i == j)
                mpq_set(to[i * R + j], mean);
            else
                mpq_set_ui(to[i * R + j], 0, 1);
        }
    mpq_clears(mean, size, NULL);
}

/* M, Gamma and the contacts' rows at q, exactly. */
static perp_status rows(compliant_state *r)
{
    const int nv = r->sys->nv, slips = r->d.slips;
    step_point_exact at = {r->t0, r->t1, (const mpq_t *)r->q_exact,
                           (const mpq_t *)r->exact.v, 0};
    PERP_TRY(assemble_exact(r->sys, &r->work, &at, &r->set, &r->at_exact));
    copy(r->exact.M, (const mpq_t *)r->at_exact.M, nv * nv);
    for (int i = 0; i < r->rows; i++) {
        int c = i / (1 + slips), k = i % (1 + slips);
        mpq_t *from =
            k == 0 ? r->at_exact.n + c * nv
                   : r->at_exact.d + (r->at_exact.slip_at[c] + k - 1) * nv;
        for (int j = 0; j < nv; j++)
            if (r->own_of[i] < 0)
                mpq_set_ui(r->exact.rows[i * nv + j], 0, 1);
            else
                mpq_set(r->exact.rows[i * nv + j], from[j]);
    }
    return PERP_SUCCESS;
}

/* out += x Gamma_k. v, or Gamma_k. v alone */
static void add_rate(const compliant_state *r, int k, const mpq_t *v,
                     mpq_srcptr x, mpq_t out)
{
    const int nv = r->sys->nv;
    mpq_t t;
    mpq_init(t);
    for (int j = 0; j < nv; j++) {
        if (!r->sys->has_G && j != k)
            continue;
        mpq_mul(t, x, v[j]);
        if (r->sys->has_G)
            mpq_mul(t, t, r->at_exact.G[k * nv + j]);
        mpq_add(out, out, t);
    }
    mpq_clear(t);
}

/** The tangent at $(t_{j+1}, q, v)$, see compliant_step.c: with $q_* = q$, $v_* = v$ its value at
the old velocity is $f_* + (1-\theta)hF_q\Gamma v$. One is enough, for the force must be
affine; that it is is asked behind the step, where it matters. */
static perp_status tangent(compliant_state *r)
{
    const int nq = r->sys->nq, nv = r->sys->nv;
    const mpq_t *in = (const mpq_t *)r->work.in_exact;
    const mpq_t *v = (const mpq_t *)r->exact.v;
    mpq_t *by_q = r->slope_exact, *by_v = by_q + nv * nq, t;
    set_input(r, (const mpq_t *)r->q_exact, v);
    PERP_TRY(tape_exact(&r->sys->total, in, r->exact.f));
    PERP_TRY(tape_exact(&r->sys->slope, in, r->slope_exact));
    mpq_init(t);
    for (int i = 0; i < nv; i++) {
        copy(r->exact.J + i * nv, (const mpq_t *)by_v + i * nv, nv);
        for (int k = 0; k < nq; k++) {
            mpq_mul(t, by_q[i * nq + k], r->share);
            if (mpq_sgn(t) == 0)
                continue;
            add_rate(r, k, v, t, r->exact.f[i]);
            for (int j = 0; j < nv; j++) {
                mpq_ptr x = r->exact.J[i * nv + j];
                if (!r->sys->has_G && j == k)
                    mpq_add(x, x, t);
                if (r->sys->has_G) {
                    mpq_mul(by_q[i * nq + k], t, r->at_exact.G[k * nv + j]);
                    mpq_add(x, x, by_q[i * nq + k]);
                }
            }
        }
    }
    mpq_clear(t);
    return PERP_SUCCESS;
}

perp_status compliant_evaluate_exact(compliant_state *r)
{
    const mpq_t *q = (const mpq_t *)r->q_exact;
    if (r->fresh)
        return PERP_SUCCESS;
    mpq_set_si(r->t0, r->n, 1);
    mpq_mul(r->t0, r->t0, r->exact.h);
    mpq_add(r->t1, r->t0, r->exact.h);
    PERP_TRY(assemble_gaps_exact(r->sys, &r->work, q));
    copy(r->exact.gap, (const mpq_t *)r->work.gap_exact, r->d.p);
    PERP_TRY(rows(r));
    PERP_TRY(tangent(r));
    r->fresh = 1;
    if (r->own == 0)
        return PERP_SUCCESS;
    set_input(r, q, (const mpq_t *)r->exact.v);
    PERP_TRY(tape_exact(&r->sys->yield, (const mpq_t *)r->work.in_exact,
                        r->work.out_exact));
    spread(r, (const mpq_t *)r->work.out_exact, r->exact.K);
    spread(r, (const mpq_t *)r->work.out_exact + r->own * r->own, r->exact.C);
    return PERP_SUCCESS;
}

/** $q^\theta = q + (1-\theta)h\Gamma v^\theta$, where the force must be what its tangent says, in
fractions. A force with $\sin q$ has no fraction at all, one with $q^2$ is refused here.
The question is asked at one point, so a force that is not affine passes where it happens
to agree with its tangent, as $q^2$ does while $q$ does not move; then the step is right
all the same, because what is checked is the force of the formula there. */
static perp_status advance(compliant_state *r)
{
    const int nq = r->sys->nq, nv = r->sys->nv;
    const mpq_t *mean = (const mpq_t *)r->end_exact.mean;
    mpq_t x, u;
    mpq_inits(x, u, NULL);
    for (int k = 0; k < nq; k++) {
        mpq_set(r->q_at_exact[k], r->q_exact[k]);
        add_rate(r, k, mean, r->share, r->q_at_exact[k]);
    }
    set_input(r, (const mpq_t *)r->q_at_exact, mean);
    perp_status s = tape_exact(&r->sys->total, (const mpq_t *)r->work.in_exact,
                               r->force_exact);
    for (int i = 0; i < nv && s.code == PERP_OK; i++) {
        mpq_set(x, r->exact.f[i]);
        for (int j = 0; j < nv; j++) {
            mpq_sub(u, mean[j], r->exact.v[j]);
            mpq_mul(u, u, r->exact.J[i * nv + j]);
            mpq_add(x, x, u);
        }
        if (!mpq_equal(x, r->force_exact[i]))
            s = PERP_FAIL(PERP_INPUT,
                          "--rational wants a force that is affine in q and "
                          "v; its entry %d is not",
                          i + 1);
    }
    mpq_clears(x, u, NULL);
    return s;
}

/** The next state, $q' = q + h\Gamma v^\theta$ with the other two. */
static void keep(compliant_state *r)
{
    const int nv = r->sys->nv, nq = r->sys->nq;
    const theta_exact_end *x = &r->end_exact;
    for (int k = 0; k < nq; k++)
        add_rate(r, k, (const mpq_t *)x->mean, r->exact.h, r->q_exact[k]);
    r->fresh = 0;
    copy(r->exact.v, (const mpq_t *)x->v, nv);
    for (int i = 0; i < r->rows; i++)
        mpq_set(r->exact.delta[i], x->delta[i]);
}

static void truncate_all(double *to, const mpq_t *from, int n)
{
    for (int i = 0; i < n; i++)
        to[i] = rational_truncated(from[i]);
}

/* What the table in doubles shows of an exact step: cut off toward zero, less
   than a unit in the last place away. */
static void store(compliant_state *r)
{
    const theta_exact_end *x = &r->end_exact;
    truncate_all(r->end.v, (const mpq_t *)x->v, r->sys->nv);
    truncate_all(r->end.mean, (const mpq_t *)x->mean, r->sys->nv);
    truncate_all(r->end.delta, (const mpq_t *)x->delta, r->rows);
    truncate_all(r->end.s, (const mpq_t *)x->s, r->rows);
    truncate_all(r->lambda, (const mpq_t *)x->lambda, r->rows);
}

/* The claim of the mixed problem, recovered and put into (16). A step that the
   check refutes is not counted in steps_proven, and the run goes on. */
static perp_status conclude(compliant_state *r, lcp_exact_answer *x)
{
    mpq_t gained, work;
    mpq_inits(gained, work, NULL);
    if (r->e->tamper != NULL)
        r->e->tamper(r->e->user, r->n, x, r->lambda);
    theta_exact_recover(&r->exact, (const mpq_t *)x->z, &r->end_exact);
    perp_status s = PERP_SUCCESS;
    if (compliant_rational(r))
        s = advance(r);
    if (s.code == PERP_OK) {
        const mpq_t *force =
            compliant_rational(r) ? (const mpq_t *)r->force_exact : NULL;
        r->sum->steps_proven +=
            theta_exact_check(&r->exact, &r->end_exact, force, gained, work)
                .code == PERP_OK;
        store(r);
    }
    if (s.code == PERP_OK && compliant_rational(r)) {
        mpq_sub(gained, gained, work);
        double excess = mpq_get_d(gained);
        if (excess > r->sums.excess)
            r->sums.excess = excess;
        keep(r);
    }
    mpq_clears(gained, work, NULL);
    return s;
}

/** The mixed problem climbs the ladder of `lcp/solve/climb.h`: its doubles propose a
basis, which is solved for and asked in fractions, then longer floats, then exact
Lemke. The force that the doubles' own step found is not used: it is one of the
disc, and here the disc is a polygon. */
static perp_status decide(compliant_state *r, const lcp_exact_problem *p,
                          lcp_exact_answer *x)
{
    const size_t size = (size_t)(p->free + p->n);
    double *near = arena_take(&r->scratch, size * (size + 1), sizeof *near);
    lcp_claim c;
    double residual = 0;
    if (near == NULL)
        return PERP_NO_MEMORY(size * size * sizeof *near);
    for (size_t i = 0; i < size * size; i++)
        near[i] = mpq_get_d(p->A[i]);
    for (size_t i = 0; i < size; i++)
        near[size * size + i] = mpq_get_d(p->b[i]);
    lcp_problem rounded = {p->free, p->n, near, near + size * size};
    ladder_question q = {.p = p, .limits = r->e->limits};
    PERP_TRY(lcp_claim_new(&r->scratch, p->free, p->n, &c));
    perp_status s = climb_decide(&rounded, &q, &r->scratch, &c, &residual);
    if (s.code == PERP_OK) {
        r->sum->fallbacks += c.fallback;
        r->sum->rungs[c.rung]++;
        if (residual > r->sum->max_residual)
            r->sum->max_residual = residual;
        if (c.outcome == LCP_SOLVED)
            lcp_claim_spell(p, &c, x);
        else
            s = PERP_FAIL(PERP_NO_SOLUTION, "the step has no solution");
    }
    lcp_claim_clear(&c);
    return s;
}

/* The step's data in fractions, its problem, its solution, its check. */
perp_status compliant_prove(compliant_state *r)
{
    const size_t free = (size_t)theta_exact_free(&r->exact);
    const size_t n = (size_t)theta_exact_pairs(&r->exact), size = free + n;
    if (!compliant_rational(r))
        theta_exact_copy(&r->d, &r->exact);
    else
        r->sum->lcps++;
    mpq_t *A = rational_array(&r->scratch, size * (size + 1));
    if (A == NULL)
        return PERP_NO_MEMORY(size * size * sizeof *A);
    theta_exact_pose(&r->exact, A, A + size * size);
    lcp_exact_problem p = {(int)free, (int)n, (const mpq_t *)A,
                           (const mpq_t *)(A + size * size)};
    lcp_exact_answer x = {0};
    int chosen = 0;
    perp_status s = lcp_exact_answer_new(&r->scratch, p.free, p.n, &x);
    if (s.code == PERP_OK && compliant_rational(r) && r->watched && r->d.p > 0)
        s = compliant_count(r);
    if (s.code == PERP_OK)
        s = compliant_posed(r, &p);
    if (s.code == PERP_OK)
        s = compliant_choose(r, &r->exact, &p, x.z, &chosen);
    if (s.code == PERP_OK && !chosen)
        s = decide(r, &p, &x);
    if (s.code == PERP_OK)
        s = conclude(r, &x);
    if (s.code == PERP_OK && chosen)
        s = compliant_fits(r);
    lcp_exact_answer_clear(p.free, p.n, &x);
    rational_clear(A, size * (size + 1));
    return s;
}
