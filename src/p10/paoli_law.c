#include "number/rational.h"
#include "p10/paoli.h"
#include "lcp/solve/mlcp.h"

/** What the law needs while it works. */
typedef struct {
    paoli_exact_metric m;
    lcp_exact_answer x;
    mpq_t *B, *A, *b, zero, one;
    size_t count; /* numbers in B, A and b */
    int answered;
} law;

static perp_status law_begin(arena *a, const paoli_exact_data *d, law *k)
{
    const size_t p = (size_t)d->p, v = (size_t)d->nv;
    mpq_inits(k->zero, k->one, NULL);
    mpq_set_ui(k->one, 1, 1);
    PERP_TRY(paoli_exact_metric_new(a, d->nv, &k->m));
    if ((k->B = rational_array(a, p * v + p * p + p)) == NULL)
        return PERP_NO_MEMORY(p * v * sizeof(mpq_t));
    k->count = p * v + p * p + p;
    k->A = k->B + p * v;
    k->b = k->A + p * p;
    PERP_TRY(paoli_exact_factor((const mpq_t *)d->M, &k->m));
    PERP_TRY(lcp_exact_answer_new(a, 0, d->p, &k->x));
    k->answered = 1;
    return PERP_SUCCESS;
}

static void law_end(const paoli_exact_data *d, law *k)
{
    if (k->answered)
        lcp_exact_answer_clear(0, d->p, &k->x);
    rational_clear(k->B, k->count);
    paoli_exact_metric_clear(&k->m);
    mpq_clears(k->zero, k->one, NULL);
}

/** $\operatorname{Proj}_M(T_K, \dot q^-)$ and the multipliers of the
projection. The step's own problem serves: with $f = 0$, $h = 1$, $e = 0$ it
projects a velocity on $\{n w \ge 0\}$. */
static perp_status project(arena *a, const paoli_exact_data *d, law *k,
                           paoli_impact *out)
{
    const paoli_exact still = {k->zero, k->zero, k->one};
    int fallback;
    for (int i = 0; i < d->nv; i++)
        mpq_set(out->tangent[i], d->v[i]);
    for (int i = 0; i < d->p; i++)
        mpq_set_ui(d->f[i], 0, 1);
    paoli_pose_exact(&still, d, &k->m, (const mpq_t *)out->tangent, k->B, k->A,
                     k->b);
    lcp_exact_problem q = {0, d->p, (const mpq_t *)k->A, (const mpq_t *)k->b};
    PERP_TRY(mlcp_prove(&q, NULL, a, &k->x, &fallback));
    paoli_recover_exact(&still, d, (const mpq_t *)k->B, k->x.z, out->tangent,
                        out->after);
    return PERP_SUCCESS;
}

/** The impact law

$$\dot q^+ = -e \operatorname{Proj}_M(M^{-1}N_K, \dot q^-) +
\operatorname{Proj}_M(T_K, \dot q^-).$$

What the projection on $T_K$ takes away is the other part of Moreau's
decomposition, and $-e$ times it comes back. With $e = 0$ these are the standard
inelastic shocks; with one active constraint it is the formula with the
fraction.

Implements P10 (single), (Newton), (standard), (1). */
perp_status paoli_newton(arena *a, mpq_srcptr e, const paoli_exact_data *d,
                         paoli_impact *out)
{
    arena_mark here = arena_here(a);
    law k = {0};
    perp_status s = law_begin(a, d, &k);
    if (s.code == PERP_OK)
        s = project(a, d, &k, out);
    for (int i = 0; i < d->nv && s.code == PERP_OK; i++) {
        mpq_sub(out->normal[i], d->v[i], out->tangent[i]);
        mpq_mul(out->after[i], e, out->normal[i]);
        mpq_sub(out->after[i], out->tangent[i], out->after[i]);
    }
    mpq_add(k.one, k.one, e);
    for (int i = 0; i < d->p && s.code == PERP_OK; i++)
        mpq_mul(out->impulse[i], k.one, k.x.z[i]);
    law_end(d, &k);
    arena_release(a, here);
    return s;
}

/** $x^T M y$. */
static void metric(const paoli_exact_data *d, const mpq_t *x, const mpq_t *y,
                   mpq_ptr out)
{
    mpq_t t;
    mpq_init(t);
    mpq_set_ui(out, 0, 1);
    for (int i = 0; i < d->nv; i++)
        for (int j = 0; j < d->nv; j++) {
            mpq_mul(t, d->M[i * d->nv + j], x[i]);
            mpq_mul(t, t, y[j]);
            mpq_add(out, out, t);
        }
    mpq_clear(t);
}

static void row_dot(const paoli_exact_data *d, int a, const mpq_t *x,
                    mpq_ptr out)
{
    mpq_t t;
    mpq_init(t);
    mpq_set_ui(out, 0, 1);
    for (int i = 0; i < d->nv; i++) {
        mpq_mul(t, d->n[a * d->nv + i], x[i]);
        mpq_add(out, out, t);
    }
    mpq_clear(t);
}

/** $M(\dot q^+ - \dot q^-) = \sum_a r_a \nabla f_a$ with $r \ge 0$: the jump
lies in $-N_K$ (erratum 4.2). */
static perp_status check_jump(const paoli_exact_data *d,
                              const paoli_impact *out)
{
    mpq_t x, t;
    mpq_inits(x, t, NULL);
    int good = 1;
    for (int i = 0; i < d->nv; i++) {
        mpq_set_ui(x, 0, 1);
        for (int j = 0; j < d->nv; j++) {
            mpq_sub(t, out->after[j], d->v[j]);
            mpq_mul(t, t, d->M[i * d->nv + j]);
            mpq_add(x, x, t);
        }
        for (int a = 0; a < d->p; a++) {
            mpq_mul(t, d->n[a * d->nv + i], out->impulse[a]);
            mpq_sub(x, x, t);
            good = good && mpq_sgn(out->impulse[a]) >= 0;
        }
        good = good && mpq_sgn(x) == 0;
    }
    mpq_clears(x, t, NULL);
    return good ? PERP_SUCCESS
                : PERP_FAIL(PERP_REFUTED, "M (q'+ - q'-) is not in -N_K");
}

/** $0 \le r_a \perp (\nabla f_a, \dot q^+ + e \dot q^-) \ge 0$: what (1) becomes
once the jump lies in $-N_K$. */
static perp_status check_restitution(mpq_srcptr e, const paoli_exact_data *d,
                                     const paoli_impact *out)
{
    mpq_t x, y;
    mpq_inits(x, y, NULL);
    int good = 1;
    for (int a = 0; a < d->p && good; a++) {
        row_dot(d, a, (const mpq_t *)out->after, x);
        row_dot(d, a, (const mpq_t *)d->v, y);
        mpq_mul(y, y, e);
        mpq_add(x, x, y);
        good = mpq_sgn(x) >= 0 &&
               (mpq_sgn(x) == 0 || mpq_sgn(out->impulse[a]) == 0);
    }
    mpq_clears(x, y, NULL);
    return good ? PERP_SUCCESS
                : PERP_FAIL(PERP_REFUTED,
                            "an impulse acts where q'+ + e q'- opens, or the "
                            "opening is negative");
}

/** Moreau: the two parts are orthogonal in the metric and add up to $\dot q^-$;
so $2\mathcal E^+ = |T|^2 + e^2 |N|^2$, which is at most $2\mathcal E^- = |T|^2 +
|N|^2$ for $e \le 1$. */
static perp_status check_energy(mpq_srcptr e, const paoli_exact_data *d,
                                const paoli_impact *out)
{
    mpq_t x, y;
    mpq_inits(x, y, NULL);
    metric(d, (const mpq_t *)out->tangent, (const mpq_t *)out->normal, x);
    int good = mpq_sgn(x) == 0;
    for (int i = 0; i < d->nv; i++) {
        mpq_add(x, out->tangent[i], out->normal[i]);
        good = good && mpq_equal(x, d->v[i]);
    }
    metric(d, (const mpq_t *)out->normal, (const mpq_t *)out->normal, x);
    mpq_mul(x, x, e);
    mpq_mul(x, x, e);
    metric(d, (const mpq_t *)out->tangent, (const mpq_t *)out->tangent, y);
    mpq_add(x, x, y);
    metric(d, (const mpq_t *)out->after, (const mpq_t *)out->after, y);
    good = good && mpq_equal(x, y);
    mpq_clears(x, y, NULL);
    return good ? PERP_SUCCESS
                : PERP_FAIL(PERP_REFUTED,
                            "the energy after the impact is not |T|^2/2 + e^2 "
                            "|N|^2/2");
}

/** Implements P10 (energyplus), (2), (jump), (comp). */
perp_status paoli_newton_check(mpq_srcptr e, const paoli_exact_data *d,
                               const paoli_impact *out)
{
    PERP_TRY(check_jump(d, out));
    PERP_TRY(check_restitution(e, d, out));
    return check_energy(e, d, out);
}

/** $(\nabla f_a, M^{-1} \nabla f_b) \le 0$, and $= 0$ when $e \ne 0$, for all
$a \ne b$ in a step's problem: its matrix holds these numbers already.

Implements P10 (angle). */
int paoli_angle_exact(mpq_srcptr e, int p, const mpq_t *A, int *a, int *b)
{
    for (*a = 0; *a < p; ++*a)
        for (*b = *a + 1; *b < p; ++*b) {
            int sign = mpq_sgn(A[*a * p + *b]);
            if (sign > 0 || (sign < 0 && mpq_sgn(e) != 0))
                return 0;
        }
    return 1;
}
