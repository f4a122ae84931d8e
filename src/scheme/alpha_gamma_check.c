#include "base/memory.h"
#include "scheme/alpha_gamma.h"

/** Sums of products, the whole arithmetic of this page. */
typedef struct {
    mpq_t sum, t;
} form;

static void add3(form *f, mpq_srcptr x, mpq_srcptr A, mpq_srcptr y)
{
    if (mpq_sgn(x) == 0 || mpq_sgn(A) == 0 || mpq_sgn(y) == 0)
        return;
    mpq_mul(f->t, x, A);
    mpq_mul(f->t, f->t, y);
    mpq_add(f->sum, f->sum, f->t);
}

/** $x^T A y$ into f->sum. */
static mpq_srcptr bilinear(form *f, int n, const mpq_t *x, const mpq_t *A,
                           const mpq_t *y)
{
    mpq_set_ui(f->sum, 0, 1);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            add3(f, x[i], A[i * n + j], y[j]);
    return f->sum;
}

static mpq_srcptr dot(form *f, int n, const mpq_t *x, const mpq_t *y)
{
    mpq_set_ui(f->sum, 0, 1);
    for (int i = 0; i < n; i++) {
        mpq_mul(f->t, x[i], y[i]);
        mpq_add(f->sum, f->sum, f->t);
    }
    return f->sum;
}

/** For each contact $\beta^T D^T x = -\lambda e^T\beta = -\mu\lambda c_n$: friction takes
out exactly what the cone allows (facts of the step, from (4.4e) and (4.4f)).
The sum of $\mu\lambda c_n$, times $\alpha$ as the impulses of $z$ are, goes to
`loss`. */
static perp_status friction_balance(const step_exact *d, const mpq_t *z,
                                    form *f, mpq_t loss)
{
    const int nv = d->nv, free = nv + d->m, beta = free + d->p;
    const int lambda = beta + 2 * d->r;
    mpq_t power, slip;
    mpq_inits(power, slip, NULL);
    perp_status status = PERP_SUCCESS;
    for (int j = 0; j < d->p; j++) {
        mpq_set_ui(power, 0, 1);
        for (int k = d->slip_at[j]; k < d->slip_at[j + 1]; k++) {
            mpq_sub(slip, z[beta + 2 * k], z[beta + 2 * k + 1]);
            mpq_mul(slip, slip,
                    dot(f, nv, (const mpq_t *)d->d + k * nv, z));
            mpq_add(power, power, slip);
        }
        mpq_mul(slip, d->mu[j], z[lambda + j]);
        mpq_mul(slip, slip, z[free + j]);
        mpq_add(power, power, slip);
        mpq_add(loss, loss, slip);
        if (d->slip_at[j] < d->slip_at[j + 1] && mpq_sgn(power) != 0)
            status = PERP_FAIL(PERP_REFUTED,
                               "friction balance of active contact %d is off "
                               "by %g",
                               j + 1, mpq_get_d(power));
    }
    mpq_clears(power, slip, NULL);
    return status;
}

/** The power of the forces in the weighted velocity, with $w = v^{l+1} - v^l$,

$$P = h\bigl(x^T k_1(t_l) + \alpha\,x^T(k_1(t_{l+1}) - k_1(t_l) + k_{1v} w
+ h k_{1q}(v^l + \gamma w)) + x^T F x\bigr),$$

which is $x^T(\bar k + \alpha h (k_{1v} + \gamma h k_{1q}) w + hFx)$ of (4.17) and (4.18).
The last term vanishes for an antisymmetric $F$, which the paper assumes; it is
kept because the data need not be so kind. `mean` is $v^l + \gamma w$. */
static void force_power(const alpha_gamma_exact *s, const step_exact *d,
                        const mpq_t *x, const mpq_t *w, const mpq_t *mean,
                        form *f, mpq_t P)
{
    const int nv = d->nv;
    mpq_t k0;
    mpq_init(k0);
    mpq_set(k0, dot(f, nv, x, (const mpq_t *)d->k0));
    mpq_set(P, bilinear(f, nv, x, (const mpq_t *)d->kq, mean));
    mpq_mul(P, P, s->h);
    mpq_add(P, P, bilinear(f, nv, x, (const mpq_t *)d->kv, w));
    mpq_add(P, P, dot(f, nv, x, (const mpq_t *)d->k1));
    mpq_sub(P, P, k0);
    mpq_mul(P, P, s->alpha);
    mpq_add(P, P, k0);
    mpq_add(P, P, bilinear(f, nv, x, (const mpq_t *)d->F, x));
    mpq_mul(P, P, s->h);
    mpq_clear(k0);
}

/** Left minus right of the energy identity of one step,

$$\tfrac12|v^{l+1}|_M^2 - \tfrac12|v^l|_M^2 + (\alpha - \tfrac12)|w|_M^2
= P - \sum_j \mu_j\lambda_j c_{n,j}.$$

It is $x^T$ times the equation of motion: $x^T M w$ is the left side because
$x = \tfrac12(v^{l+1} + v^l) + (\alpha - \tfrac12) w$, joints and normal impulses do no
work in $x$, and friction does $-\mu\lambda c_n$. For $\alpha = \tfrac12$ the scheme
itself dissipates nothing. `loss` carries the factor $\alpha$ of the impulses in
$z$ and is divided by it here. */
static void energy_defect(const alpha_gamma_exact *s, const step_exact *d,
                          const step_result_exact *r, const mpq_t loss,
                          const mpq_t *w, const mpq_t *mean, form *f,
                          mpq_t defect)
{
    const mpq_t *M = (const mpq_t *)d->M, *v = (const mpq_t *)d->v;
    const mpq_t *x = (const mpq_t *)r->x, *vp = (const mpq_t *)r->v;
    mpq_t part, half;
    mpq_inits(part, half, NULL);
    mpq_set_ui(half, 1, 2);
    mpq_set(defect, bilinear(f, d->nv, vp, M, vp));
    mpq_sub(defect, defect, bilinear(f, d->nv, v, M, v));
    mpq_mul(defect, defect, half);
    mpq_sub(half, s->alpha, half);
    mpq_mul(part, half, bilinear(f, d->nv, w, M, w));
    mpq_add(defect, defect, part);
    force_power(s, d, x, w, mean, f, part);
    mpq_sub(defect, defect, part);
    mpq_div(part, loss, s->alpha);
    mpq_add(defect, defect, part);
    mpq_clears(part, half, NULL);
}

static perp_status energy_balance(const alpha_gamma_exact *s,
                                  const step_exact *d,
                                  const step_result_exact *r, const mpq_t loss,
                                  form *f)
{
    size_t bytes = 2 * (size_t)d->nv * sizeof(mpq_t);
    mpq_t *w = memory_new(2 * (size_t)d->nv, sizeof *w), defect;
    if (w == NULL)
        return PERP_NO_MEMORY(bytes);
    mpq_t *mean = w + d->nv;
    mpq_init(defect);
    for (int i = 0; i < d->nv; i++) {
        mpq_inits(w[i], mean[i], NULL);
        mpq_sub(w[i], r->v[i], d->v[i]);
        mpq_mul(mean[i], s->gamma, w[i]);
        mpq_add(mean[i], mean[i], d->v[i]);
    }
    energy_defect(s, d, r, loss, (const mpq_t *)w, (const mpq_t *)mean, f,
                  defect);
    perp_status status =
        mpq_sgn(defect) == 0
            ? PERP_SUCCESS
            : PERP_FAIL(PERP_REFUTED, "the energy identity is off by %g J",
                        mpq_get_d(defect));
    for (int i = 0; i < d->nv; i++)
        mpq_clears(w[i], mean[i], NULL);
    mpq_clear(defect);
    memory_free(w);
    return status;
}

/** Both balances, from the primary data and the claimed solution alone.
Nothing here was used to find the solution. */
perp_status alpha_gamma_check(const alpha_gamma_exact *s, const step_exact *d,
                              const mpq_t *z, const step_result_exact *r)
{
    form f;
    mpq_t loss;
    mpq_inits(f.sum, f.t, loss, NULL);
    perp_status status = friction_balance(d, z, &f, loss);
    if (status.code == PERP_OK)
        status = energy_balance(s, d, r, loss, &f);
    mpq_clears(f.sum, f.t, loss, NULL);
    return status;
}
