#include "number/rational.h"
#include "pks05/step/theta.h"

/** ## The data

Assumptions (C) and (D), of the fractions of a step: a symmetric matrix is positive
definite exactly when elimination without exchange meets positive pivots only (they
are the quotients of its leading minors). Symmetric means equal fractions; a pivot
of $10^{-40}$ is positive, and one that is zero says so. */
static int eliminate(int n, mpq_t *A, mpq_t x)
{
    for (int k = 0; k < n; k++) {
        if (mpq_sgn(A[k * n + k]) <= 0)
            return k + 1;
        for (int i = k + 1; i < n; i++) {
            if (mpq_sgn(A[i * n + k]) == 0)
                continue;
            mpq_div(A[i * n + k], A[i * n + k], A[k * n + k]);
            for (int j = k + 1; j < n; j++) {
                mpq_mul(x, A[i * n + k], A[k * n + j]);
                mpq_sub(A[i * n + j], A[i * n + j], x);
            }
        }
    }
    return 0;
}

static perp_status definite(int n, const mpq_t *A, const char *what,
                            mpq_t *work)
{
    for (int i = 0; i < n * n; i++) {
        const int row = i / n, col = i % n;
        if (!mpq_equal(A[i], A[col * n + row]))
            return PERP_FAIL(PERP_INPUT,
                             "the %s is not symmetric: entries %d,%d and "
                             "%d,%d are different fractions",
                             what, row + 1, col + 1, col + 1, row + 1);
        mpq_set(work[i], A[i]);
    }
    int bad = eliminate(n, work, work[n * n]);
    if (bad > 0)
        return PERP_FAIL(PERP_INPUT,
                         "the %s is not positive definite: its pivot %d is not "
                         "positive",
                         what, bad);
    return PERP_SUCCESS;
}

perp_status theta_exact_definite(const theta_exact *d, arena *scratch)
{
    const int R = theta_exact_rows(d), n = R > d->nv ? R : d->nv;
    const size_t size = (size_t)(n * n + 1);
    arena_mark here = arena_here(scratch);
    mpq_t *work = rational_array(scratch, size);
    if (work == NULL)
        return PERP_NO_MEMORY(size * sizeof *work);
    perp_status s = definite(d->nv, (const mpq_t *)d->M, "mass matrix", work);
    if (s.code == PERP_OK)
        s = definite(R, (const mpq_t *)d->K, "stiffness of the contacts", work);
    if (s.code == PERP_OK)
        s = definite(R, (const mpq_t *)d->C, "damping of the contacts", work);
    rational_clear(work, size);
    arena_release(scratch, here);
    return s;
}

/** ## The step

A step that claims to be exact is put into (16) as the paper writes it, not
into the problem that it was found from. Everything is an equation or an
inequality between rationals; there is no tolerance here.

What is read are the data and the claim $(v', \delta', v^\theta, \lambda, s, \beta)$;
what the solver knew beside that, its basis, $d$, $\gamma$, is not asked for, and an
error of the mixed form, a sign or a factor $h$, is refuted by the printed equations. In
order: $v^\theta$, (15), the discrete (5), (8), the normal line of (16), the polygon's
(7), and last the energies, which follow from the others and refute nothing that they
let pass. They are asked because their numbers go into the summary.

The sliding step of `theta.h` as a claim, components x, y or n, t: $v' = (\frac23, -\frac13)$,
$\delta' = (\frac1{30}, -\frac1{60})$, $\lambda = (\frac{20}3, -\frac{10}3)$, $s = (0,
\frac12)$. A claim with $\lambda_t = -3$ instead fails in the equation of motion, row 1,
and if its $v'$ is made to fit, in the compliance, and if $\delta'$ and $s$ are made to
fit, in friction: it is lazy. */
typedef struct {
    const theta_exact *d;
    const theta_exact_end *x;
    mpq_t sum, t, u;
} checker;

static void add(checker *w, mpq_srcptr x, mpq_srcptr y)
{
    mpq_mul(w->t, x, y);
    mpq_add(w->sum, w->sum, w->t);
}

static void subtract(checker *w, mpq_srcptr x, mpq_srcptr y)
{
    mpq_mul(w->t, x, y);
    mpq_sub(w->sum, w->sum, w->t);
}

/** $v^\theta$, and the force there: on the tangent $f + J(v^\theta - v)$, or, with
`--rational`, what the scene's formula gives at $q^\theta$, $v^\theta$. */
static perp_status check_mean(checker *w)
{
    const theta_exact *d = w->d;
    for (int i = 0; i < d->nv; i++) {
        mpq_set(w->sum, w->x->mean[i]);
        subtract(w, d->theta, d->v[i]);
        mpq_set_ui(w->u, 1, 1);
        mpq_sub(w->u, w->u, d->theta);
        subtract(w, w->u, w->x->v[i]);
        if (mpq_sgn(w->sum) != 0)
            return PERP_FAIL(PERP_REFUTED, "v^theta is not the mean, entry %d",
                             i + 1);
    }
    return PERP_SUCCESS;
}

/* Row i of the force, given or on the tangent. */
static void force_at(checker *w, int i, const mpq_t *given, mpq_t out)
{
    const theta_exact *d = w->d;
    if (given != NULL) {
        mpq_set(out, given[i]);
        return;
    }
    mpq_set(w->sum, d->f[i]);
    for (int j = 0; j < d->nv; j++) {
        mpq_sub(w->u, w->x->mean[j], d->v[j]);
        add(w, d->J[i * d->nv + j], w->u);
    }
    mpq_set(out, w->sum);
}

/** (15), the first line of (16): $M(v' - v) = h\,(f + \mathbf\Gamma^\top\lambda)$. With
$M$ as it is printed and not $\tilde M$: if the tangent was put on the wrong side of the
problem, this fails. */
static perp_status check_motion(checker *w, const mpq_t *given)
{
    const theta_exact *d = w->d;
    const int R = theta_exact_rows(d);
    mpq_t f;
    mpq_init(f);
    int wrong = -1;
    for (int i = 0; i < d->nv && wrong < 0; i++) {
        force_at(w, i, given, f);
        mpq_set(w->sum, f);
        for (int j = 0; j < R; j++)
            add(w, d->rows[j * d->nv + i], w->x->lambda[j]);
        mpq_mul(w->sum, w->sum, d->h);
        for (int j = 0; j < d->nv; j++) {
            mpq_sub(w->u, w->x->v[j], d->v[j]);
            subtract(w, d->M[i * d->nv + j], w->u);
        }
        wrong = mpq_sgn(w->sum) != 0 ? i : -1;
    }
    mpq_clear(f);
    return wrong < 0
               ? PERP_SUCCESS
               : PERP_FAIL(PERP_REFUTED,
                           "the equation of motion fails in row %d", wrong + 1);
}

/** The discrete (5), $\lambda = \mathbf K\delta' + \mathbf C(\delta' - \delta)/h$, and
the slip by its definition, (8), in the rows of both kinds: the paper gives the normal
rows the same $s_n$ in section 4.

Implements PKS05 (5). */
static perp_status check_compliance(checker *w)
{
    const theta_exact *d = w->d;
    const int R = theta_exact_rows(d);
    for (int i = 0; i < R; i++) {
        mpq_neg(w->sum, w->x->lambda[i]);
        for (int j = 0; j < R; j++) {
            add(w, d->K[i * R + j], w->x->delta[j]);
            mpq_sub(w->u, w->x->delta[j], d->delta[j]);
            mpq_div(w->u, w->u, d->h);
            add(w, d->C[i * R + j], w->u);
        }
        if (mpq_sgn(w->sum) != 0)
            return PERP_FAIL(PERP_REFUTED, "the compliance fails in row %d",
                             i + 1);
        mpq_sub(w->sum, w->x->delta[i], d->delta[i]);
        mpq_div(w->sum, w->sum, d->h);
        for (int k = 0; k < d->nv; k++)
            add(w, d->rows[i * d->nv + k], w->x->mean[k]);
        if (!mpq_equal(w->sum, w->x->s[i]))
            return PERP_FAIL(PERP_REFUTED, "the slip fails in row %d", i + 1);
    }
    return PERP_SUCCESS;
}

/** $0 \le \lambda_n \perp \Phi + h\mathbf\Gamma_nv^\theta + \delta_n' \ge 0$. The gap
is the linear one of the scheme; how far the true one is from it at $q'$ is the
curvature that (23) bounds, and no fault of the step. */
static perp_status check_normal(checker *w, int c)
{
    const theta_exact *d = w->d;
    const int row = c * (1 + d->slips);
    mpq_add(w->sum, d->gap[c], w->x->delta[row]);
    for (int k = 0; k < d->nv; k++) {
        mpq_mul(w->u, d->h, d->rows[row * d->nv + k]);
        add(w, w->u, w->x->mean[k]);
    }
    if (mpq_sgn(w->x->lambda[row]) < 0)
        return PERP_FAIL(PERP_REFUTED, "contact %d pulls", c + 1);
    if (mpq_sgn(w->sum) < 0)
        return PERP_FAIL(PERP_REFUTED, "the gap of contact %d is negative",
                         c + 1);
    if (mpq_sgn(w->sum) > 0 && mpq_sgn(w->x->lambda[row]) > 0)
        return PERP_FAIL(PERP_REFUTED, "contact %d pushes while it is open",
                         c + 1);
    return PERP_SUCCESS;
}

/** The polygon: $\lambda_{to} = \sum\beta_k D_k$, $\beta \ge 0$, $\sum\beta_k \le \mu\lambda_n$, and no corner
dissipates more, $-s\cdot\lambda_{to} = \mu\lambda_n \max_k(-s\cdot D_k)$ (zero when all corners
are uphill, which they cannot be). A linear function takes its least value over a
polygon at a corner, so the corners are all there is to compare with. In the sliding step
the best corner has $-s\cdot D_2 = \frac12$, times $\mu\lambda_n = \frac{10}3$ is
$\frac53$ W, and $-s\lambda_t$ is the same. */
static perp_status check_friction(checker *w, int c)
{
    const theta_exact *d = w->d;
    const int row = c * (1 + d->slips);
    const mpq_t *beta = (const mpq_t *)w->x->beta + c * d->m;
    mpq_t bound, best;
    mpq_inits(bound, best, NULL);
    int bad = 0;
    for (int s = 0; s < d->slips; s++) {
        mpq_neg(w->sum, w->x->lambda[row + 1 + s]);
        for (int k = 0; k < d->m; k++)
            add(w, beta[k], d->directions[k * d->slips + s]);
        bad |= mpq_sgn(w->sum) != 0;
    }
    mpq_mul(bound, d->mu[c], w->x->lambda[row]);
    mpq_set(w->u, bound);
    for (int k = 0; k < d->m; k++) {
        bad |= mpq_sgn(beta[k]) < 0;
        mpq_sub(w->u, w->u, beta[k]);
        mpq_set_ui(w->sum, 0, 1);
        for (int s = 0; s < d->slips; s++)
            subtract(w, w->x->s[row + 1 + s], d->directions[k * d->slips + s]);
        if (mpq_cmp(w->sum, best) > 0)
            mpq_set(best, w->sum);
    }
    bad |= mpq_sgn(w->u) < 0;
    mpq_mul(w->sum, bound, best);
    for (int s = 0; s < d->slips; s++)
        add(w, w->x->s[row + 1 + s], w->x->lambda[row + 1 + s]);
    bad |= mpq_sgn(w->sum) != 0;
    mpq_clears(bound, best, NULL);
    return bad ? PERP_FAIL(PERP_REFUTED, "friction fails at contact %d", c + 1)
               : PERP_SUCCESS;
}

/* sum += x'Ay */
static void quadratic(checker *w, int n, const mpq_t *A, const mpq_t *x,
                      const mpq_t *y)
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            mpq_mul(w->u, x[i], y[j]);
            add(w, A[i * n + j], w->u);
        }
}

/* sum += 2 E of a state: v'Mv + delta'K delta, without the halves. */
static void energy(checker *w, const mpq_t *v, const mpq_t *delta)
{
    const theta_exact *d = w->d;
    quadratic(w, d->nv, (const mpq_t *)d->M, v, v);
    quadratic(w, theta_exact_rows(d), (const mpq_t *)d->K, delta, delta);
}

/* sum += 2 (lambda_n (Phi + delta_n) - h s.lambda_to), of all contacts */
static void losses(checker *w)
{
    const theta_exact *d = w->d;
    const int R = theta_exact_rows(d);
    mpq_t x;
    mpq_init(x);
    for (int i = 0; i < R; i++) {
        int c = i / (1 + d->slips), normal = i % (1 + d->slips) == 0;
        if (normal)
            mpq_add(x, d->gap[c], d->delta[i]);
        else {
            mpq_mul(x, d->h, w->x->s[i]);
            mpq_neg(x, x);
        }
        mpq_mul_2exp(x, x, 1);
        add(w, x, w->x->lambda[i]);
    }
    mpq_clear(x);
}

/** Twice the energy identity of `theta_check.c`, with $-s\cdot\lambda_{to}$ for
$\mu\lambda_n|s|$, so that no root is taken and the polygon's slip need not be known.
The increments $\Delta v$, $\Delta\delta$ stand in `x->work`. The sum is multiplied by
$h$ for a while, because $\mathbf C$ has $2/h$ where $\mathbf K$ has 1. */
static int balanced(checker *w, mpq_srcptr work, mpq_t gained)
{
    const theta_exact *d = w->d;
    mpq_t *step = w->x->work;
    const int n = d->nv, R = theta_exact_rows(d);
    mpq_set_ui(w->sum, 0, 1);
    energy(w, (const mpq_t *)d->v, (const mpq_t *)d->delta);
    mpq_neg(w->sum, w->sum);
    energy(w, (const mpq_t *)w->x->v, (const mpq_t *)w->x->delta);
    mpq_div_2exp(gained, w->sum, 1);
    losses(w);
    mpq_mul_2exp(w->u, work, 1);
    mpq_sub(w->sum, w->sum, w->u);
    for (int i = 0; i < n + R; i++)
        mpq_sub(step[i], i < n ? w->x->v[i] : w->x->delta[i - n],
                i < n ? d->v[i] : d->delta[i - n]);
    const mpq_t *dv = (const mpq_t *)step, *dd = dv + n;
    quadratic(w, R, (const mpq_t *)d->K, dd, dd);
    mpq_mul(w->sum, w->sum, d->h);
    quadratic(w, R, (const mpq_t *)d->C, dd, dd);
    quadratic(w, R, (const mpq_t *)d->C, dd, dd);
    mpq_div(w->sum, w->sum, d->h); /* now the term of v, over 1 - 2 theta */
    mpq_t rest;
    mpq_init(rest);
    mpq_set(rest, w->sum);
    mpq_set_ui(w->sum, 0, 1);
    quadratic(w, n, (const mpq_t *)d->M, dv, dv);
    mpq_mul_2exp(w->t, d->theta, 1);
    mpq_set_ui(w->u, 1, 1);
    mpq_sub(w->t, w->u, w->t);
    mpq_mul(w->sum, w->sum, w->t);
    mpq_add(rest, rest, w->sum);
    int fine = mpq_sgn(rest) == 0;
    mpq_clear(rest);
    return fine;
}

static perp_status check_energy(checker *w, const mpq_t *given, mpq_ptr gained,
                                mpq_ptr work)
{
    const theta_exact *d = w->d;
    mpq_t E, W, f;
    mpq_inits(E, W, f, NULL);
    for (int i = 0; i < d->nv; i++) {
        force_at(w, i, given, f);
        mpq_mul(f, f, w->x->mean[i]);
        mpq_add(W, W, f);
    }
    mpq_mul(W, W, d->h);
    int fine = balanced(w, W, E);
    if (gained != NULL)
        mpq_set(gained, E);
    if (work != NULL)
        mpq_set(work, W);
    mpq_clears(E, W, f, NULL);
    return fine ? PERP_SUCCESS
                : PERP_FAIL(PERP_REFUTED, "the energies do not balance");
}

static perp_status check_all(checker *w, const mpq_t *force, mpq_ptr gained,
                             mpq_ptr work)
{
    PERP_TRY(check_mean(w));
    PERP_TRY(check_motion(w, force));
    PERP_TRY(check_compliance(w));
    for (int c = 0; c < w->d->p; c++) {
        PERP_TRY(check_normal(w, c));
        PERP_TRY(check_friction(w, c));
    }
    return check_energy(w, force, gained, work);
}

perp_status theta_exact_check(const theta_exact *d, const theta_exact_end *x,
                              const mpq_t *force, mpq_ptr gained, mpq_ptr work)
{
    checker w = {.d = d, .x = x};
    mpq_inits(w.sum, w.t, w.u, NULL);
    perp_status s = check_all(&w, force, gained, work);
    mpq_clears(w.sum, w.t, w.u, NULL);
    return s;
}
