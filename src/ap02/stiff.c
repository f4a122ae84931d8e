#include "ap02/stiff.h"

#include <string.h>

/** # Section 2.3.2: the cone of the limit

The cone (38): what joints, contacts and rigid links can push with together.
It is the cone of a system in which every link is one more joint, $a$ beside
$\nu$; whether that cone is pointed is what Theorem 2.6 asks for. Pointed means
that no impulses but zero cancel each other, so that by (39) large impulses make a
large sum; what the proof knows to be bounded, $M v^{l+1} - M v^l - h k_1$, then
bounds each impulse. Two dampers side by side are the smallest cone that is not
pointed: $a_1 = a_2 = a$ cancel with $c_1 = -c_2$ of any size. Their step is fine
all the same, for (34) with a repeated row has the same velocity (Theorem 2.1 asks
no independence of $F$); only how the two share the impulse is left open.

A link is a joint here for both signs of $c$. A spring without stiffness and
damping pushes nothing and is left out, as it is in the step.

Implements AP02 (38). */
perp_status stiff_links_as_joints(arena *a, const step_data *d, step_data *out)
{
    const size_t nv = (size_t)d->nv;
    size_t rows = (size_t)d->m + (size_t)d->s;
    *out = *d;
    out->nu = arena_take(a, rows * nv, sizeof *out->nu);
    if (out->nu == NULL)
        return PERP_NO_MEMORY(rows * nv * sizeof *out->nu);
    memcpy(out->nu, d->nu, (size_t)d->m * nv * sizeof *out->nu);
    for (int i = 0; i < d->s; i++)
        if (d->stiffness[i] > 0 || d->damping[i] > 0)
            memcpy(out->nu + (size_t)out->m++ * nv, d->a + (size_t)i * nv,
                   nv * sizeof *out->nu);
    return PERP_SUCCESS;
}

void stiff_energy_init(stiff_energy *e)
{
    mpq_inits(e->kinetic, e->elastic, e->jump, e->stretch, e->damped, e->rubbed,
              e->before, e->linear, NULL);
}

void stiff_energy_clear(stiff_energy *e)
{
    mpq_clears(e->kinetic, e->elastic, e->jump, e->stretch, e->damped,
               e->rubbed, e->before, e->linear, NULL);
}

/* The solution in fractions, and scratch. */
typedef struct {
    const alpha_gamma_exact *s;
    const step_exact *d;
    mpq_t *x;        /* nv: v+ */
    mpq_t u, t, sum; /* scratch */
} reading;

/* sum = x'A y, y null for x */
static void bilinear(reading *r, const mpq_t *A, const mpq_t *y)
{
    const int n = r->d->nv;
    mpq_set_ui(r->sum, 0, 1);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            if (mpq_sgn(A[i * n + j]) == 0)
                continue;
            mpq_mul(r->t, r->x[i], A[i * n + j]);
            mpq_mul(r->t, r->t, y == NULL ? r->x[j] : y[j]);
            mpq_add(r->sum, r->sum, r->t);
        }
}

/* sum = x'a */
static void dot(reading *r, const mpq_t *a)
{
    mpq_set_ui(r->sum, 0, 1);
    for (int i = 0; i < r->d->nv; i++) {
        mpq_mul(r->t, r->x[i], a[i]);
        mpq_add(r->sum, r->sum, r->t);
    }
}

/* to += c y^2 */
static void add_square(reading *r, mpq_t to, mpq_srcptr c, mpq_srcptr y)
{
    mpq_mul(r->t, y, y);
    mpq_mul(r->t, r->t, c);
    mpq_add(to, to, r->t);
}

static void of_springs(reading *r, stiff_energy *e)
{
    const step_exact *d = r->d;
    mpq_set_ui(e->elastic, 0, 1);
    mpq_set_ui(e->stretch, 0, 1);
    mpq_set_ui(e->damped, 0, 1);
    mpq_set_ui(e->before, 0, 1);
    for (int i = 0; i < d->s; i++) {
        dot(r, (const mpq_t *)d->a + i * d->nv);
        mpq_mul(r->u, r->s->h, d->damping[i]);
        mpq_mul_2exp(r->u, r->u, 1);
        add_square(r, e->damped, r->u, r->sum);
        mpq_mul(r->u, r->s->h, r->sum); /* h a'x */
        add_square(r, e->stretch, d->stiffness[i], r->u);
        add_square(r, e->before, d->stiffness[i], d->phi[i]);
        mpq_add(r->u, r->u, d->phi[i]);
        add_square(r, e->elastic, d->stiffness[i], r->u);
    }
}

static void of_motion(reading *r, stiff_energy *e)
{
    const step_exact *d = r->d;
    mpq_srcptr h = r->s->h;
    bilinear(r, (const mpq_t *)d->M, NULL);
    mpq_set(e->kinetic, r->sum);
    mpq_set(e->jump, r->sum);
    bilinear(r, (const mpq_t *)d->M, (const mpq_t *)d->v);
    mpq_mul_2exp(r->sum, r->sum, 1);
    mpq_sub(e->jump, e->jump, r->sum);
    dot(r, (const mpq_t *)d->k0);
    mpq_mul(r->sum, r->sum, h);
    mpq_mul_2exp(r->sum, r->sum, 1);
    mpq_sub(e->jump, e->jump, r->sum);
    bilinear(r, (const mpq_t *)d->kq, NULL);
    mpq_mul(e->linear, r->sum, h);
    bilinear(r, (const mpq_t *)d->F, NULL);
    mpq_add(e->linear, e->linear, r->sum);
    bilinear(r, (const mpq_t *)d->kv, NULL);
    mpq_add(e->linear, e->linear, r->sum);
    bilinear(r, (const mpq_t *)d->kv, (const mpq_t *)d->v);
    mpq_sub(e->linear, e->linear, r->sum);
    mpq_mul(e->linear, e->linear, h);
    mpq_mul_2exp(e->linear, e->linear, 1);
}

static void of_friction(reading *r, const mpz_t *Z, mpz_srcptr den,
                        stiff_energy *e)
{
    const step_exact *d = r->d;
    const int free = d->nv + d->m + d->s, lambda = free + d->p + 2 * d->r;
    mpq_set_ui(e->rubbed, 0, 1);
    for (int j = 0; j < d->p; j++) {
        mpz_mul(mpq_numref(r->t), Z[lambda + j], Z[free + j]);
        mpz_mul(mpq_denref(r->t), den, den);
        mpq_canonicalize(r->t);
        mpq_mul(r->t, r->t, d->mu[j]);
        mpq_mul_2exp(r->t, r->t, 1);
        mpq_add(e->rubbed, e->rubbed, r->t);
    }
}

/** # Section 2.3.3: an inequality that is an identity

The paper's way: (41) is (12) times $v^{l+1\top}$; joints and normal impulses
drop out by (13), (14), friction by (15), (16), which is (42); (43) drops the
dampers, (44) writes out $\hat k$; Lemma 2.3 puts the squares together. Lemma
2.3 is the inequality of Cauchy and Schwarz in the space of $X = (M^{1/2}
v^{l+1}, \sqrt{\gamma_i}(\varphi_i + h\,a_i^\top v^{l+1}))$ and $Y =
(M^{1/2}\hat w, \sqrt{\gamma_i}\,\varphi_i)$: from $|X|^2 \le X^\top Y$ follows
$|X| \le |Y|$. Nothing that is dropped on the way has to be: with $D$ for what
dampers and $R$ for what friction took, $|X|^2 - X^\top Y = -(D + R)$ exactly,
and since $2 X^\top Y = |X|^2 +
|Y|^2 - |X - Y|^2$,

$$|X|^2 + |X - Y|^2 + 2D + 2R = |Y|^2.$$

An inequality could only be asked up to rounding; an equality of fractions holds
or does not, and one wrong sign anywhere in a step breaks it. So this is what the
exact modes ask of every step that is linearly implicit or in the limit.

Written out: with $\hat w = v^l + hM^{-1}k_1$ (a column: errata 1-3 to 1-5) the
linearly implicit step satisfies not an inequality but

$$|v^{l+1}|_M^2 + \sum\gamma(\varphi + h\,a^\top v^{l+1})^2 + \Bigl\{|v^{l+1} - \hat
w|_M^2 + \sum\gamma(h\,a^\top v^{l+1})^2 + 2h\sum\delta(a^\top v^{l+1})^2 +
2\sum\mu_j\lambda_jc_{n,j}\Bigr\} = |\hat w|_M^2 + \sum\gamma\varphi^2,$$

for any $h$ and any stiffness, each term in the braces being at least zero.
Theorem 2.4 is this without the braces and with $\le$ (it prints $\ge$ in its
proof: erratum 1-1). Twice $v^{l+1}$ times (12) gives it: friction does
$-\mu\lambda c_n$, joints and normal impulses nothing, and $2v^{+\top}M(v^+ - \hat
w) = |v^+|^2 + |v^+ - \hat w|^2 - |\hat w|^2$. That last form is why no inverse of
$M$ is needed: `jump` is $|v^+|_M^2 - 2v^{+\top}(Mv^l + hk_1)$.

**By hand.** The mass of spring.c's example, 1 kg at rest, 100 N/m, 0.1 m too long,
$h = 0.1$ s, has $v^{l+1} = -\frac12$ and the elongation 0.05: `kinetic`
$\frac14$, `elastic` $100\cdot 0.05^2 = \frac14$, `jump` $\frac14$ ($\hat w = 0$),
`stretch` $100\cdot(0.1\cdot\frac12)^2 = \frac14$, `before` $100\cdot 0.1^2 = 1$.
Half of the energy is gone in one step without any damper: the terms `jump` and
`stretch` are the price of an implicit method with a large $h$.

**What it does not say.** The elastic energy is that of the *linearised*
elongation, $\varphi + h\,a^\top v^{l+1}$. Only where elongations are linear in $q$,
or a projection (46) makes it so, is this the energy that the next step begins
with; project.h has a case in which it is far from it.

When $k_1$ has Jacobians, (10) and (11), their part of the power is `linear`; it
can have either sign, and the theorem is about `linear` = 0. The Coriolis force
has no part in it when its matrix is antisymmetric, as (29) says; $F$ stands
there so that the identity is true of every matrix a scene may write. In the
limit $\gamma$ and $\delta$ do not act, and $a^\top v^{l+1} = 0$: `stretch` and
`damped` are zero and `elastic` is `before`.

Order of cost: two products with $M$, two with the Jacobians and one pass over the
springs, $O(n_v^2 + s\,n_v)$ products of fractions, small beside the solve. */
perp_status stiff_energies(const alpha_gamma_exact *s, const step_exact *d,
                           const mpz_t *Z, mpz_srcptr den, stiff_energy *out)
{
    arena a = {0};
    const size_t n = (size_t)d->nv;
    reading r = {.s = s, .d = d, .x = arena_take(&a, n, sizeof *r.x)};
    if (r.x == NULL)
        return PERP_NO_MEMORY(n * sizeof *r.x);
    mpq_inits(r.u, r.t, r.sum, NULL);
    for (size_t i = 0; i < n; i++) {
        mpq_init(r.x[i]);
        mpz_set(mpq_numref(r.x[i]), Z[i]);
        mpz_set(mpq_denref(r.x[i]), den);
        mpq_canonicalize(r.x[i]);
    }
    of_motion(&r, out);
    of_springs(&r, out);
    of_friction(&r, Z, den, out);
    for (size_t i = 0; i < n; i++)
        mpq_clear(r.x[i]);
    mpq_clears(r.u, r.t, r.sum, NULL);
    arena_free(&a);
    return PERP_SUCCESS;
}

perp_status stiff_check(const alpha_gamma_exact *s, const step_exact *d,
                        const mpz_t *Z, mpz_srcptr den)
{
    stiff_energy e;
    stiff_energy_init(&e);
    perp_status status = stiff_energies(s, d, Z, den, &e);
    if (mpq_sgn(e.stretch) < 0 || mpq_sgn(e.damped) < 0 ||
        mpq_sgn(e.rubbed) < 0)
        status = PERP_FAIL(PERP_REFUTED, "a loss of energy is negative");
    mpq_add(e.kinetic, e.kinetic, e.elastic);
    mpq_add(e.kinetic, e.kinetic, e.jump);
    mpq_add(e.kinetic, e.kinetic, e.stretch);
    mpq_add(e.kinetic, e.kinetic, e.damped);
    mpq_add(e.kinetic, e.kinetic, e.rubbed);
    mpq_sub(e.kinetic, e.kinetic, e.before);
    mpq_sub(e.kinetic, e.kinetic, e.linear);
    if (status.code == PERP_OK && mpq_sgn(e.kinetic) != 0)
        status = PERP_FAIL(PERP_REFUTED,
                           "the identity of Theorem 2.4 is off by %g J",
                           mpq_get_d(e.kinetic) / 2);
    stiff_energy_clear(&e);
    return status;
}
