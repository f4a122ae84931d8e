#include "gap08/step/moreau_jean.h"
#include "number/dense.h"
#include "number/rational.h"

/**
# The step of Moreau and Jean

With $w = v^{l+1} - v^l$, the forces of (4.1) to (4.3), and data at $q^l$:

$$M w = h\,k^\alpha + \nu c_\nu + n c_n + D\beta, \qquad \nu^T v^{l+1} = 0,$$
$$0 \le c_n \perp n^T(v^{l+1} + e\,v^l) \ge 0,$$
$$0 \le \beta \perp D^T v^{l+1} + \lambda e_j \ge 0, \qquad 0 \le \lambda \perp \mu c_n - e_j^T\beta \ge 0,$$
$$q^{l+1} = q^l + h\,\Gamma\bigl((1-\gamma) v^l + \gamma v^{l+1}\bigr).$$

Jean's $\theta$ is $\alpha$ and $\gamma$ at once. ($\theta$ of PKS05 weights the old velocity.)

## The same matrix

Put $x = \alpha v^{l+1} + (1-\alpha) v^l$, the unknown of (4.7). The rows, times $\alpha$, are

| row | of the family | here |
|---|---|---|
| joint | $\nu^T x$ | $\nu^T x - (1-\alpha)\,\nu^T v^l$ |
| contact | $n^T x$ | $n^T x + (\alpha e - (1-\alpha))\,n^T v^l$ |
| slip | $\lambda \pm d^T x$ | $\alpha\lambda \pm (d^T x - (1-\alpha)\,d^T v^l)$ |

The columns are the old ones, and what is new are constants: b of the rows. The place of $\lambda$ in
z holds $\alpha\lambda$. With $\alpha = 1$ only the contact's row is another; with $\alpha = 1$ and
$e = 0$ the step is the family's.

In $\tilde x = \alpha v^{l+1}$ even the rows of joints and slips would be those of (4.7), and the one
constant left is $\alpha e\,n^T v^l$. It is the form in which the chapter proves that there is a
solution. Here $x$ stays the unknown, because the first row of (4.7), its exact twin, the recovery
of $v^{l+1}$, the records of a proof and the questions for a second velocity are all written in it,
and none of them needs to know of this file.

*By hand.* A ball of 1 kg, $v^l = -2$ m/s at the floor, no force, $\alpha = \frac12$, $e =
\frac12$. The row of the contact is $x + (\frac14 - \frac12)(-2) = x + \frac12 \ge 0$, the equation of
motion $x = -2 + z_n$. So $z_n = \frac32$, $x = -\frac12$: $v^{l+1} = 2x - v^l = 1 = -e\,v^l$, and
$c_n = 2 z_n = 3$ N s. The family without restitution would ask for $x = 0$ and leave $v^{l+1} = 2$.

## Energy

Multiply the equation of motion by $u = v^{l+1} + e\,v^l$. On the left $u = \frac{1+e}2 (v^{l+1} +
v^l) + \frac{1-e}2 w$; on the right contacts do no work in $u$, joints only what $v^l$ breaks them by,
and friction $-\mu\lambda c_n$ with $v^{l+1}$ and whatever it is with $e v^l$:

$$\tfrac{1+e}2 \bigl(|v^{l+1}|_M^2 - |v^l|_M^2\bigr) + \tfrac{1-e}2 |w|_M^2
= h\,u^T k^\alpha - \sum_j \mu_j\lambda_j c_{n,j} + e\,(c_\nu^T\nu^T + f^T d^T)\, v^l .$$

It holds for every $\alpha$, which stands in $k^\alpha$ alone. Without force nothing is gained if $e =
0$ or if there is no friction and $\nu^T v^l = 0$. The last term is why more is not claimed: friction
may push along the old slip, when a contact's normal impulse turns the body (Kane's pendulum, in
[the chapter](../../../doc/25-moreau-jean.md#what-friction-gains)).

The ball: $\frac34 (1 - 4) + \frac14 \cdot 9 = 0$. */
typedef struct {
    int at, beta, lambda; /* first normal impulse, friction, slip speed in z */
} places;

static places places_of(int nv, int links, int p, int r)
{
    return (places){nv + links, nv + links + p, nv + links + p + 2 * r};
}

/** *A block that slides.* 1 kg, $v^l = (\frac15, 0)$, $k_1 = (0, -10)$ N, $\mu = \frac35$, $h = \frac1{10}$,
$\alpha = \frac12$, $e = 0$. The contact's constant is 0, those of the slips are $\mp\frac1{10}$, and of $x$ the
equation of motion says $x_1 = \frac15 + z_f$, with $|z_f| \le \mu z_n = \frac3{10}$. To stick is
$x_1 = \frac1{10}$: $z_f = -\frac1{10}$, $v^{l+1} = 2x - v^l = 0$. The block rests from then on. In the family
to stick is $x_1 = 0$, and $v^{l+1} = -\frac15$ (`alpha_gamma.c`).

A dot product for each row, so $n_v (m + p + r)$ multiplications beside the $n_v^2$ of the equation of
motion. That of a contact may cancel: $n^T v^l$ of one that rests is a rounding, and then the row
asks for a velocity that is a rounding, too. Nothing is decided by its sign. */
void moreau_jean_rows(const alpha_gamma *s, double e, const step_data *d,
                      double *b)
{
    const int nv = d->nv;
    const double rest = 1 - s->alpha;
    const places to = places_of(nv, d->m + d->s, d->p, d->r);
    for (int i = 0; i < d->m; i++)
        b[nv + i] = -rest * dense_dot(nv, d->nu + i * nv, d->v);
    for (int j = 0; j < d->p; j++)
        b[to.at + j] =
            (s->alpha * e - rest) * dense_dot(nv, d->n + j * nv, d->v);
    for (int k = 0; k < d->r; k++) {
        b[to.beta + 2 * k] = -rest * dense_dot(nv, d->d + k * nv, d->v);
        b[to.beta + 2 * k + 1] = -b[to.beta + 2 * k];
    }
}

void moreau_jean_back(const alpha_gamma *s, double e, double back[2])
{
    back[1] = 1 - s->alpha;
    back[0] = back[1] - s->alpha * e;
}

/** The same without rounding. In the exact modes data are fractions, whether doubles or not, and the
products of this file must not be rounded either: a contact that rebounds has
$n^T(v^{l+1} + e v^l) = 0$ with equality, and a b that is off by a unit in the last place would make a
proven step of another law. */
/* sum += x y */
static void add(mpq_ptr sum, mpq_srcptr x, mpq_srcptr y, mpq_ptr work)
{
    if (mpq_sgn(x) == 0 || mpq_sgn(y) == 0)
        return;
    mpq_mul(work, x, y);
    mpq_add(sum, sum, work);
}

static void dot_exact(mpq_ptr out, int n, mpq_t *x, mpq_t *y, mpq_ptr work)
{
    mpq_set_ui(out, 0, 1);
    for (int i = 0; i < n; i++)
        add(out, x[i], y[i], work);
}

void moreau_jean_rows_exact(const alpha_gamma_exact *s, mpq_srcptr e,
                            const step_exact *d, mpq_t *b)
{
    const int nv = d->nv;
    mpq_t *v = d->v;
    const places to = places_of(nv, d->m + d->s, d->p, d->r);
    mpq_t rest, normal, t; /* alpha - 1, and alpha e more */
    mpq_inits(rest, normal, t, NULL);
    mpq_set_si(rest, -1, 1);
    mpq_add(rest, rest, s->alpha);
    mpq_mul(normal, s->alpha, e);
    mpq_add(normal, normal, rest);
    for (int i = 0; i < d->m; i++) {
        dot_exact(b[nv + i], nv, d->nu + i * nv, v, t);
        mpq_mul(b[nv + i], b[nv + i], rest);
    }
    for (int j = 0; j < d->p; j++) {
        dot_exact(b[to.at + j], nv, d->n + j * nv, v, t);
        mpq_mul(b[to.at + j], b[to.at + j], normal);
    }
    for (int k = 0; k < d->r; k++) {
        mpq_t *pair = b + to.beta + 2 * k;
        dot_exact(pair[0], nv, d->d + k * nv, v, t);
        mpq_mul(pair[0], pair[0], rest);
        mpq_neg(pair[1], pair[0]);
    }
    mpq_clears(rest, normal, t, NULL);
}

/**
## What a solved step must have

The rows above are asked again, of $v^{l+1}$ itself and of $u = v^{l+1} + e v^l$ instead of $x$, and
the energy as it is derived above: from masses, forces and gradients, not from the posed problem. So a
wrong constant in b is found, and a $v^{l+1}$ that is not that of $x$.

| asked | of | why it is enough |
|---|---|---|
| $\nu^T v^{l+1} = 0$ | each joint | that is its row |
| $c_n \ge 0$, $n^T u \ge 0$, $c_n n^T u = 0$ | each contact | that is Newton's law |
| $f^T d^T v^{l+1} = -\mu\lambda c_n$ | each contact with slips | as in `alpha_gamma_check.c`, with $v^{l+1}$ for $x$ |
| the identity of energy | the step | it is $u^T$ times the equation of motion |

*What it sees.* A b with $1-\alpha$ for $\alpha e - (1-\alpha)$: the solution has $n^T u \ne 0$ where it
pushes. A slip's constant with the other sign: friction balances with another velocity. A force that is
posed with $\gamma$ for $\alpha$, or a $w$ that is not $v^{l+1} - v^l$: the energies differ.
*What it does not see* is what the table does not ask: that $\lambda$ is the largest slip, or $e_j^T\beta
\le \mu c_n$. These are rows of the problem, and `lcp_claim_check` has asked them.

*The rod of [the chapter](../../../doc/25-moreau-jean.md#what-friction-gains)*, $e = 1$: $u = (-\frac{26}{15},
-\frac{16}{15}, \frac{16}{15})$, $n^T u = 0$ beside $c_n = \frac{14}{15}$; the tip sticks, so $d^T v^{l+1} = 0$
and friction's balance is $0 = 0$. Twice the energy: on the left $2(\frac{77}{45} - \frac{65}{45}) =
\frac8{15}$, on the right $2\,e f\,d^T v^l = 2 \cdot \frac25 \cdot \frac23 = \frac8{15}$.

Numbers are fractions in lowest terms, unlike those of `alpha_gamma_check.c`: the check costs the
greatest common divisors of $n_v^2$ products, and is short. */
typedef struct {
    const alpha_gamma_exact *s;
    const step_exact *d;
    mpq_srcptr e;
    mpq_t *vp, *w, *x, *u, *force; /* nv each; force = h k^alpha */
    mpq_t *cnu, *cn, *f;           /* impulses */
    mpq_t left, right, t, y, z;
} solved;

static void spell(mpq_ptr to, mpz_srcptr num, mpz_srcptr den)
{
    mpz_set(mpq_numref(to), num);
    mpz_set(mpq_denref(to), den);
    mpq_canonicalize(to);
}

static void spell_all(mpq_t *to, mpz_t *num, int n, mpz_srcptr den)
{
    for (int i = 0; i < n; i++)
        spell(to[i], num[i], den);
}

/* y = row . x, of a joint, contact or slip. */
static mpq_srcptr along(solved *k, mpq_t *rows, int i, mpq_t *x)
{
    dot_exact(k->y, k->d->nv, rows + i * k->d->nv, x, k->t);
    return k->y;
}

/** A joint is kept in $v^{l+1}$ itself, whatever $v^l$ was: a run that begins torn is whole after one
step, and nothing of the wrong velocity alternates. In the family it would, for $\nu^T x = 0$ leaves
$\nu^T v^{l+1} = -\frac{1-\alpha}\alpha \nu^T v^l$ (Example 9.1). */
static perp_status joints_hold(solved *k)
{
    for (int i = 0; i < k->d->m; i++)
        if (mpq_sgn(along(k, k->d->nu, i, k->vp)) != 0)
            return PERP_FAIL(PERP_REFUTED, "joint %d moves", i + 1);
    return PERP_SUCCESS;
}

static perp_status newton_holds(solved *k)
{
    for (int j = 0; j < k->d->p; j++) {
        const int opens = mpq_sgn(along(k, k->d->n, j, k->u));
        const int pushes = mpq_sgn(k->cn[j]);
        if (opens < 0 || pushes < 0 || opens * pushes != 0)
            return PERP_FAIL(PERP_REFUTED,
                             "active contact %d does not obey Newton's law",
                             j + 1);
    }
    return PERP_SUCCESS;
}

/** Contact by contact, as in the family, so that no friction that drives hides behind one that brakes too
much. $\lambda$ is that of the problem, where it stands times $\alpha$. What friction does with $v^{l+1}$ is
added to the right side of the energies; it is never more than 0. */
static perp_status friction_holds(solved *k, const mpz_t *lambda,
                                  mpz_srcptr den)
{
    const step_exact *d = k->d;
    for (int j = 0; j < d->p; j++) {
        mpq_set_ui(k->z, 0, 1);
        for (int i = d->slip_at[j]; i < d->slip_at[j + 1]; i++)
            add(k->z, k->f[i], along(k, d->d, i, k->vp), k->t);
        mpq_add(k->right, k->right, k->z);
        spell(k->y, lambda[j], den);
        mpq_div(k->y, k->y, k->s->alpha);
        mpq_mul(k->y, k->y, d->mu[j]);
        add(k->z, k->y, k->cn[j], k->t);
        if (d->slip_at[j] < d->slip_at[j + 1] && mpq_sgn(k->z) != 0)
            return PERP_FAIL(
                PERP_REFUTED,
                "friction balance of active contact %d is not zero", j + 1);
    }
    return PERP_SUCCESS;
}

/** The impulse of the forces, formed anew from the primary data:

$$h k^\alpha = h\bigl((1-\alpha) k_0 + \alpha k_1 + F x
+ \alpha (\tilde k_{1v} w + h\,\tilde k_{1q} (v^l + \gamma w))\bigr) .$$

$F$ stands beside $x$, which is $v^l + \alpha w$: (4.2). Its work in $u$ is not 0 unless $u$ is a multiple of
$x$, that is for $\alpha = \frac1{1+e}$; $x^T F x = 0$ is of use for this weight only. */
static void set_force(solved *k)
{
    const step_exact *d = k->d;
    for (int i = 0; i < d->nv; i++) {
        mpq_ptr to = k->force[i];
        mpq_sub(to, d->k1[i], d->k0[i]);
        for (int j = 0, ij = i * d->nv; j < d->nv; j++, ij++) {
            add(to, d->kv[ij], k->w[j], k->t);
            mpq_mul(k->y, k->s->gamma, k->w[j]);
            mpq_add(k->y, k->y, d->v[j]);
            mpq_mul(k->y, k->y, k->s->h);
            add(to, d->kq[ij], k->y, k->t);
        }
        mpq_mul(to, to, k->s->alpha);
        mpq_add(to, to, d->k0[i]);
        for (int j = 0; j < d->nv; j++)
            add(to, d->F[i * d->nv + j], k->x[j], k->t);
        mpq_mul(to, to, k->s->h);
    }
}

/* z = x'M x */
static mpq_srcptr norm(solved *k, mpq_t *x)
{
    mpq_set_ui(k->z, 0, 1);
    for (int i = 0; i < k->d->nv; i++)
        add(k->z, x[i], along(k, k->d->M, i, x), k->t);
    return k->z;
}

/** Twice the identity: $(1+e)(|v^{l+1}|^2 - |v^l|^2) + (1-e)|w|^2$ on the left, formed as the difference
and $|w|^2$, and $e$ times what the two differ by. On the right joints and friction with the old velocity,
times $e$, and the forces with $u$; contacts do not stand there, for `newton_holds` has found that they
do no work in $u$. */
static perp_status energy_holds(solved *k)
{
    const step_exact *d = k->d;
    mpq_t *v = d->v;
    mpq_set(k->left, norm(k, k->vp));
    mpq_sub(k->left, k->left, norm(k, v));
    mpq_sub(k->y, k->left, norm(k, k->w));
    mpq_mul(k->y, k->y, k->e); /* (1 + e)(..) + (1 - e)|w|^2 */
    mpq_add(k->left, k->left, k->z);
    mpq_add(k->left, k->left, k->y);
    mpq_set_ui(k->z, 0, 1);
    for (int i = 0; i < d->m; i++)
        add(k->z, k->cnu[i], along(k, d->nu, i, v), k->t);
    for (int i = 0; i < d->r; i++)
        add(k->z, k->f[i], along(k, d->d, i, v), k->t);
    add(k->right, k->e, k->z, k->t);
    for (int i = 0; i < d->nv; i++)
        add(k->right, k->u[i], k->force[i], k->t);
    mpq_add(k->right, k->right, k->right);
    if (!mpq_equal(k->left, k->right))
        return PERP_FAIL(PERP_REFUTED, "the energy identity does not hold");
    return PERP_SUCCESS;
}

perp_status moreau_jean_check(const alpha_gamma_exact *s, mpq_srcptr e,
                              const step_exact *d, const mpz_t *Z,
                              mpz_srcptr den, const step_numerators *r)
{
    arena a = {0};
    const int nv = d->nv;
    const places of = places_of(nv, d->m + d->s, d->p, d->r);
    const size_t count = (size_t)(5 * nv + d->m + d->p + d->r);
    mpq_t *q = rational_array(&a, count);
    if (q == NULL)
        return PERP_NO_MEMORY(count * sizeof *q);
    solved k = {.s = s, .d = d, .e = e, .vp = q, .w = q + nv, .x = q + 2 * nv};
    k.u = q + 3 * nv;
    k.force = q + 4 * nv;
    k.cnu = q + 5 * nv;
    k.cn = k.cnu + d->m;
    k.f = k.cn + d->p;
    mpq_inits(k.left, k.right, k.t, k.y, k.z, NULL);
    spell_all(k.cnu, r->cnu, d->m, r->den);
    spell_all(k.cn, r->cn, d->p, r->den);
    spell_all(k.f, r->f, d->r, r->den);
    spell_all(k.vp, r->v, nv, r->den);
    spell_all(k.x, r->x, nv, r->den);
    for (int i = 0; i < nv; i++) {
        mpq_sub(k.w[i], k.vp[i], d->v[i]);
        mpq_mul(k.u[i], e, d->v[i]);
        mpq_add(k.u[i], k.u[i], k.vp[i]);
    }
    set_force(&k);
    perp_status status = joints_hold(&k);
    if (status.code == PERP_OK)
        status = newton_holds(&k);
    if (status.code == PERP_OK)
        status = friction_holds(&k, Z + of.lambda, den);
    if (status.code == PERP_OK)
        status = energy_holds(&k);
    mpq_clears(k.left, k.right, k.t, k.y, k.z, NULL);
    rational_clear(q, count);
    arena_free(&a);
    return status;
}
