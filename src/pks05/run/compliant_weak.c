#include "pks05/run/compliant_weak.h"
#include "pks05/run/compliant_walk.h"
#include "pks05/step/theta_blocks.h"

#include <math.h>
#include <string.h>

/**
## Definition 2, line by line

(a) the three integral equations, whose largest defect over $[0, t]$ counts and not that
of a step: defects that cancel are no drift; (b) the surface and complementarity,
(c) friction, (d) nothing, for a run begins where it is told to. Behind them (34) and (35), which
the proof of Theorem 9 needs on the way.

The integrals are sums over the steps, each by the midpoint: what that leaves out is of
order $h^2$, the residuals themselves are of order $h$. Straight lines have their slope
exactly, $\hat v' = (v^{j+1} - v^j)/h$, and $\hat\lambda$ is constant, so only the
model's functions are taken in the middle.

Why the middle and not the ends: where the scheme takes everything, at the beginning or at
$\theta$, the residuals would be zero by construction and say nothing. The midpoint
belongs to no $\theta$ but $\frac12$ and is a rule of second order, so what is seen is the
distance of the scheme from the equations and not that of the rule.

| integral | summand of a step | unit |
|---|---|---|
| (1) | $M(q_m)\Delta v - h(f(t_m, q_m, v_m) + \mathbf\Gamma(q_m)^\top\lambda^{j+1})$ | N s |
| (2) | $\Delta q - h\,\Gamma(q_m)v_m$ | m |
| (5) | $\mathbf C\Delta\delta + h(\mathbf K\delta_m - \lambda^{j+1})$ | N s |
| (6) | $h\,\lambda_n^{j+1}\cdot(\Phi(q_m) + \delta_{n,m})$ | N m s |
| (7) | $h\sum(\mu\lambda_n^{j+1}\lvert s_m\rvert + s_m\cdot\lambda_{to}^{j+1})$ | N m |

with $m$ for the middle of the step, $x_m = \frac12(x^j + x^{j+1})$. */
typedef struct compliant_weak_walk {
    compliant_walk w;
    double *middle;   /* a state */
    double *slope;    /* (y - x) / h */
    double *sum[3];   /* nv, nq, rows: the integrals so far */
    double *slip;     /* rows */
    compliant_weak out;
    perp_status met; /* the first failure */
} weak;

static double *doubles(arena *a, int n, int *ok)
{
    double *x = arena_take(a, (size_t)n, sizeof *x);
    *ok = *ok && x != NULL;
    return x;
}

static perp_status weak_new(const experiment *e, const trace *t, weak *k)
{
    int ok = 1;
    PERP_TRY(compliant_walk_new(e, t, &k->w));
    const compliant_state *s = &k->w.s;
    const int n = compliant_size(s), R = s->rows;
    k->middle = doubles(&k->w.a, n, &ok);
    k->slope = doubles(&k->w.a, n, &ok);
    k->sum[0] = doubles(&k->w.a, s->sys->nv, &ok);
    k->sum[1] = doubles(&k->w.a, s->sys->nq, &ok);
    k->sum[2] = doubles(&k->w.a, R, &ok);
    k->slip = doubles(&k->w.a, R, &ok);
    return ok ? PERP_SUCCESS : PERP_NO_MEMORY(R * R);
}

/* sum += h x, and the largest length that it has had */
static void add(double *sum, int n, int i, double x, double *most)
{
    double square = 0;
    sum[i] += x;
    if (i < n - 1)
        return;
    for (int k = 0; k < n; k++)
        square += sum[k] * sum[k];
    *most = fmax(*most, sqrt(square));
}

/** (a): $\int M\hat v' - f - \mathbf\Gamma^\top\hat\lambda$, $\int \hat q' - \Gamma\hat v$ and, for the law of the
compliance, $\int \mathbf C\hat\delta' + \mathbf K\hat\delta - \hat\lambda$, which is (5) itself and so
wants no $\mathbf C^{-1}$. For the same reason the first is not multiplied by $M^{-1}$, as it is
printed: N s are seen as they are, and a light body does not weigh more than the others. */
static void equations(weak *k)
{
    const compliant_state *s = &k->w.s;
    const int nq = s->sys->nq, nv = s->sys->nv, R = s->rows;
    const double h = s->h, *dq = k->slope, *dv = dq + nq, *dd = dv + nv;
    for (int i = 0; i < nv; i++) {
        double x = -s->force[i];
        for (int j = 0; j < nv; j++)
            x += s->at.M[i * nv + j] * dv[j];
        for (int j = 0; j < R; j++)
            x -= s->row[j * nv + i] * k->w.lambda[j];
        add(k->sum[0], nv, i, h * x, &k->out.motion);
    }
    for (int i = 0; i < nq; i++) {
        double x = dq[i] - (s->sys->has_G ? 0 : s->v[i]);
        for (int j = 0; j < nv && s->sys->has_G; j++)
            x -= s->at.G[i * nv + j] * s->v[j];
        add(k->sum[1], nq, i, h * x, &k->out.rate);
    }
    for (int i = 0; i < R; i++) {
        double x = -k->w.lambda[i];
        for (int c = 0, n = theta_columns(&s->d, i); c < n; c++) {
            const int j = theta_column(&s->d, i, c);
            x += s->K[i * R + j] * s->delta[j] +
                 s->C[i * R + j] * (s->own_of[j] < 0 ? 0 : dd[s->own_of[j]]);
        }
        add(k->sum[2], R, i, h * x, &k->out.law);
    }
}

/** (c) asks an inequality of every continuous test function in the discs of
$\hat\lambda_n$. The integral is least for one that is best at each moment, and discs of
different contacts are independent: the worst test function takes in each moment the
force that dissipates most, so that what is asked for is $\int \sum_i
\mu_i\hat\lambda_{in}|s_i| + s_i\cdot\hat\lambda_{i,to}$ with $s = \hat C(\hat\lambda
- \mathbf K\hat\delta) + \mathbf\Gamma\hat v$, full rows (errata 3.21, 3.22). A test
  function that jumps where the best one jumps is not continuous, as the definition wants
  it, but a limit of such, and the integral does not see the difference. Each summand is
  nonnegative for a force in the disc, so nothing cancels. As printed, $\mathbf
  K\hat\delta$ is not multiplied by $\hat C$, and the bracket would add newtons to metres
  per second. */
static perp_status friction(weak *k)
{
    const compliant_state *s = &k->w.s;
    const int nv = s->sys->nv, R = s->rows, w = 1 + s->d.slips;
    for (int i = 0; i < R; i++) {
        k->slip[i] = k->w.lambda[i];
        for (int c = 0, n = theta_columns(&s->d, i); c < n; c++) {
            const int j = theta_column(&s->d, i, c);
            k->slip[i] -= s->K[i * R + j] * s->delta[j];
        }
    }
    PERP_TRY(theta_solve_blocks(&s->d, s->C, &k->w.s.scratch, k->slip));
    for (int c = 0; c < s->d.p; c++) {
        double square = 0, power = 0;
        for (int i = c * w + 1; i < (c + 1) * w; i++) {
            double slip = k->slip[i];
            for (int j = 0; j < nv; j++)
                slip += s->row[i * nv + j] * s->v[j];
            square += slip * slip;
            power += slip * k->w.lambda[i];
        }
        k->out.friction +=
            s->h * (s->mu[c] * k->w.lambda[c * w] * sqrt(square) + power);
    }
    return PERP_SUCCESS;
}

/** (b) at a state, the surface $\Phi + \delta_n$: its depth anywhere, its product with
the force only in the middle (`share`), which is the midpoint rule for
$\int\hat\lambda_n(\Phi + \hat\delta_n)$. A negative part may cancel a positive one in
the integral; the depth stands beside it for that. */
static perp_status gaps(weak *k, const double *x, double share)
{
    compliant_state *s = &k->w.s;
    const int w = 1 + s->d.slips, at = s->sys->nq + s->sys->nv;
    PERP_TRY(assemble_gaps(s->sys, &s->work, x));
    for (int c = 0; c < s->d.p; c++) {
        double surface = s->work.gap[c] + x[at + s->own_of[c * w]];
        k->out.inside = fmax(k->out.inside, -surface);
        k->out.contact += share * s->h * k->w.lambda[c * w] * surface;
    }
    return PERP_SUCCESS;
}

/** The proof of (b) in Theorem 9 replaces the gap by its tangent, and (34) says that
this is allowed. The limit is over all $t$ of the step, its beginning included, where
nothing of the tangent's way has been gone: $h|\mathbf\Gamma_nv^\theta|$ is left there,
and is most of the number. For the ball's first step of $10^{-3}$ s it is $1.0 \cdot
10^{-3}$ m.

(34) over a step: $h\,\mathbf\Gamma_n v^\theta$ is $\nabla\Phi\cdot(q^{j+1} - q^j)$; the
gap is looked at in the beginning, the middle and the end. */
static perp_status leaves(weak *k, int row)
{
    compliant_state *s = &k->w.s;
    const int nv = s->sys->nv, w = 1 + s->d.slips;
    const double *x[3] = {k->w.x, k->middle, k->w.y};
    PERP_TRY(compliant_walk_at(&k->w, k->w.x, row * s->h));
    for (int end = 0; end < 3; end++) {
        PERP_TRY(assemble_gaps(s->sys, &s->work, x[end]));
        for (int c = 0; c < s->d.p; c++) {
            double away = s->work.gap[c] - s->gap[c];
            for (int j = 0; j < nv; j++) {
                double v = s->theta * s->v[j] +
                           (1 - s->theta) * k->w.y[s->sys->nq + j];
                away -= s->h * s->row[c * w * nv + j] * v;
            }
            k->out.leaves = fmax(k->out.leaves, fabs(away));
        }
    }
    return PERP_SUCCESS;
}

/** Implements PKS05 (34), (35), (Def2). */
static perp_status step(weak *k, int row)
{
    compliant_state *s = &k->w.s;
    const int n = compliant_size(s);
    double force = 0;
    compliant_walk_read(&k->w, row);
    for (int i = 0; i < n; i++) {
        k->middle[i] = (k->w.x[i] + k->w.y[i]) / 2;
        k->slope[i] = (k->w.y[i] - k->w.x[i]) / s->h;
    }
    PERP_TRY(compliant_walk_at(&k->w, k->middle, (row + 0.5) * s->h));
    equations(k);
    PERP_TRY(friction(k));
    PERP_TRY(gaps(k, k->middle, 1));
    PERP_TRY(gaps(k, k->w.y, 0));
    for (int i = 0; i < s->rows; i++)
        force += k->w.lambda[i] * k->w.lambda[i];
    k->out.force = fmax(k->out.force, sqrt(force));
    return leaves(k, row);
}

/** ## While the run goes

A step is looked at when the row that it ends in is there: the straight line from $x^j$ to
$x^{j+1}$ wants these two rows and no other. The sums of the integrals and the largest lengths so
far are all that is kept, so a run of a million steps needs no table for them.

A run that is left and gone on with has none of these sums in its states. Its rows are read again,
each to the last bit, and the walk is told of them as it was told before: the same sums in the same
order. That costs the evaluations once more and saves a second place for the same numbers, which
might then disagree.

The first failure (a force without a value in the middle of a step) ends the walk and not the run,
whose own steps have had a value. It is said when the run is at its end. */
void compliant_weak_row(weak *k, int row)
{
    if (row > 0 && k->met.code == PERP_OK)
        k->met = step(k, row - 1);
}

perp_status compliant_weak_begin(arena *a, const experiment *e, const trace *t,
                                 weak **out)
{
    weak *k = *out = arena_take(a, 1, sizeof *k);
    if (k == NULL)
        return PERP_NO_MEMORY(sizeof *k);
    *k = (weak){.met = PERP_SUCCESS};
    return weak_new(e, t, k);
}

perp_status compliant_weak_end(const weak *k, compliant_weak *out)
{
    *out = (compliant_weak){0};
    PERP_TRY(k->met);
    *out = k->out;
    out->contact = fabs(out->contact);
    return PERP_SUCCESS;
}

void compliant_weak_free(weak *k)
{
    if (k != NULL)
        compliant_walk_free(&k->w);
}
