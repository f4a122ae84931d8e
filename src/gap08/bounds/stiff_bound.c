#include "gap08/bounds/stiff_bound.h"

#include "cone/bound.h"
#include "number/linear/linear.h"
#include "number/rational.h"

#include <string.h>

void stiff_bound_init(stiff_bound *b)
{
    mpq_inits(b->parts, b->sum, b->constant, b->moved, b->reach, b->link, NULL);
    b->pointed = b->rest = 0;
}

void stiff_bound_clear(stiff_bound *b)
{
    mpq_clears(b->parts, b->sum, b->constant, b->moved, b->reach, b->link,
               NULL);
}

typedef struct {
    arena a;
    const alpha_gamma_exact *s;
    const step_exact *d;
    const step_result_exact *y;
    cone c; /* (38); its numbers are the step's */
    mpq_t t;
} bounding;

static int acts(const step_exact *d, int i)
{
    return mpq_sgn(d->stiffness[i]) > 0 || mpq_sgn(d->damping[i]) > 0;
}

/** ## The cone and its impulse

The cone (38) is that of the step with a link for each spring that acts, as
`stiff_links_as_joints` makes it in doubles; here the rows are the step's fractions, lent. The
impulse of a link is what the step found, $c = -h\gamma\varphi - Ka^Tx$, of whatever sign and
whether the spring is at rest or not: (39) is a statement about impulses and their sum, and
does not ask where they come from. */
static perp_status links(bounding *f)
{
    const step_exact *d = f->d;
    const size_t nv = (size_t)d->nv, rows = (size_t)d->m + (size_t)d->s;
    mpq_t *nu = arena_take(&f->a, rows * nv + 1, sizeof *nu);
    if (nu == NULL)
        return PERP_NO_MEMORY(rows * nv * sizeof *nu);
    f->c = cone_of_step_exact(d);
    if (d->m > 0)
        memcpy(nu, d->nu, (size_t)d->m * nv * sizeof *nu);
    for (int i = 0; i < d->s; i++)
        if (acts(d, i))
            memcpy(nu + (size_t)f->c.m++ * nv, d->a + (size_t)i * nv,
                   nv * sizeof *nu);
    f->c.nu = nu;
    return PERP_SUCCESS;
}

static void set_impulse(const bounding *f, cone_impulse *x)
{
    const step_exact *d = f->d;
    int k = d->m;
    for (int i = 0; i < d->m; i++)
        mpq_set(x->y[i], f->y->cnu[i]);
    for (int i = 0; i < d->s; i++)
        if (acts(d, i))
            mpq_set(x->y[k++], f->y->cs[i]);
    for (int i = 0; i < d->p; i++)
        mpq_set(x->cn[i], f->y->cn[i]);
    for (int i = 0; i < d->r; i++)
        mpq_set(x->f[i], f->y->f[i]);
}

static perp_status of_impulse(bounding *f, stiff_bound *b)
{
    const cone *c = &f->c;
    const int parts = c->m + c->p + c->r;
    cone_impulse x;
    mpq_t *z = rational_array(&f->a, (size_t)c->nv);
    if (z == NULL)
        return PERP_NO_MEMORY((size_t)c->nv * sizeof *z);
    perp_status s = cone_impulse_new(&f->a, c, &x);
    if (s.code == PERP_OK) {
        set_impulse(f, &x);
        cone_dot(parts, (const mpq_t *)x.all, (const mpq_t *)x.all, b->parts);
        cone_sum(c, &x, z);
        cone_dot(c->nv, (const mpq_t *)z, (const mpq_t *)z, b->sum);
        cone_impulse_clear(&x);
    }
    rational_clear(z, (size_t)c->nv);
    return s;
}

/** ## The constant

`cone/bound.h` finds a vector for each joint, link and contact that proves its bound, and checks
it. Of a single row $a$ the constant is $1/|a|$, and attained. Of several rows that are orthogonal
the least constant is the largest $1/|a_i|$, and what is found here is the root of the sum of the
squares, since each has a vector of its own: so (49) is as loose as the number of rows makes it.
The polyhedral cone is asked, of which the step's impulses are. A rigid link has both signs,
so two vectors; a row costs $p + 2(m + s)$ closest-point problems in fractions, some hundredths
of a second for two spinning bodies.

The constant is of one configuration. Along a run it moves with $q$ and jumps when a contact
closes, so there is no one $c_{FC}$ of a run but the largest. The theorem needs only that of the
step: it keeps $q^l$ while stiffness grows. */
static perp_status of_cone(bounding *f, stiff_bound *b)
{
    cone_rays rays;
    pointed v;
    bound found;
    PERP_TRY(pointed_step(&f->a, &f->c, &rays, &v));
    perp_status s = PERP_SUCCESS;
    b->pointed = v.answer == CONE_YES;
    if (b->pointed) {
        s = bound_find(&f->a, &rays, 0, (const mpq_t *)v.d, &found);
        if (s.code == PERP_OK) {
            mpq_set(b->constant, found.square[BOUND_C]);
            bound_clear(&found);
        }
    }
    pointed_clear(&v);
    rays_clear(&rays);
    return s;
}

/** ## What the theorem assumes

Each part keeps a term out of the way from (12) to (49). Pressed springs have an energy of their
own, $\sum\gamma\varphi^2$ on the right of Theorem 2.4, which grows with the stiffness and takes every
bound along. Jacobians of $k_1$ may put energy into a step, and Coriolis forces, which do not, stand
in $z = Mx - Mv^l - hk_1$ beside the impulses. A contact that moves works on the body. With any of
these (49) can be false of a step that is solved rightly, so it is not asked: refuting it would
refute nothing. Pure dampers are at rest length wherever they start. */
/* May (49) be asked of this step? */
static int at_rest(const step_exact *d)
{
    int rest = d->drift == NULL;
    for (int i = 0; i < d->nv * d->nv; i++)
        rest &= mpq_sgn(d->F[i]) == 0 && mpq_sgn(d->kq[i]) == 0 &&
                mpq_sgn(d->kv[i]) == 0;
    for (int i = 0; i < d->s; i++)
        rest &= mpq_sgn(d->stiffness[i]) == 0 || mpq_sgn(d->phi[i]) == 0;
    return rest;
}

/** ## $K_{FC}$

The paper says that a constant exists, because $|v^{l+1}|_M$ is bounded. Here is one. With
$\hat w = v^l + hM^{-1}k_1$ what joints, contacts and links have done is $z = Mx - Mv^l - hk_1
= M(x - \hat w)$. With springs at rest length (40) says $|x|_M^2 \le x^TM\hat w$, so

$$|x - \hat w|_M^2 = |x|_M^2 - 2x^TM\hat w + |\hat w|_M^2 \le |\hat w|_M^2 - x^TM\hat w \le |\hat
w|_M^2,$$

the last because $x^TM\hat w \ge |x|_M^2 \ge 0$. And $|Mu|^2 \le \Lambda\,|u|_M^2$ for any
$\Lambda$ that no eigenvalue of $M$ exceeds:

$$K_{FC} = \sqrt\Lambda\,|\hat w|_M.$$

Corollary 2.5 and the triangle inequality alone give twice as much. $\Lambda$ is the largest
sum of absolute values in a row of $M$, a fraction, and the largest eigenvalue itself where $M$ is
diagonal. Attained it is when $x = 0$ and $\hat w$ lies where $M$ is largest: a block that lies on
a floor. In $K_{FC}$ stand the state, $h$ and $k_1$, no stiffness and no impulse, so it can be said
before the step is solved, for all stiffnesses at once. */
static perp_status of_start(bounding *f, mpq_t *w, const mpq_t *p,
                            stiff_bound *b)
{
    const int n = f->d->nv;
    const exact_limit none = {0};
    const rational_system s = {n, (const mpq_t *)f->d->M, p};
    linear_method used;
    numerators x;
    int *pick = arena_take(&f->a, (size_t)n, sizeof *pick);
    if (pick == NULL)
        return PERP_NO_MEMORY(n);
    for (int i = 0; i < n; i++)
        pick[i] = i;
    PERP_TRY(linear_solve(&f->a, &s, n, pick, LINEAR_ANY, &none, &x, &used));
    for (int i = 0; i < n && used != LINEAR_ANY; i++) { /* -w^ */
        mpz_set(mpq_numref(w[i]), x.X[i]);
        mpz_set(mpq_denref(w[i]), x.den);
        mpq_canonicalize(w[i]);
    }
    numerators_clear(&x);
    if (used == LINEAR_ANY)
        return PERP_FAIL(PERP_BUG, "the mass matrix of a solved step is "
                                   "singular");
    cone_dot(n, (const mpq_t *)w, p, b->reach);
    mpq_neg(b->reach, b->reach);
    return PERP_SUCCESS;
}

/* The largest sum of absolute values in a row of M; out is not f->t. */
static void largest_row(bounding *f, mpq_ptr out)
{
    const int n = f->d->nv;
    mpq_t row;
    mpq_init(row);
    mpq_set_ui(out, 0, 1);
    for (int i = 0; i < n; i++) {
        mpq_set_ui(row, 0, 1);
        for (int j = 0; j < n; j++) {
            mpq_abs(f->t, f->d->M[i * n + j]);
            mpq_add(row, row, f->t);
        }
        if (mpq_cmp(row, out) > 0)
            mpq_set(out, row);
    }
    mpq_clear(row);
}

/* p = M v + h k1, z = M x - p. */
static void of_motion(bounding *f, mpq_t *p, mpq_t *z)
{
    const step_exact *d = f->d;
    for (int i = 0; i < d->nv; i++) {
        const mpq_t *row = (const mpq_t *)d->M + i * d->nv;
        cone_dot(d->nv, row, (const mpq_t *)d->v, p[i]);
        mpq_mul(f->t, f->s->h, d->k0[i]);
        mpq_add(p[i], p[i], f->t);
        cone_dot(d->nv, row, (const mpq_t *)f->y->x, z[i]);
        mpq_sub(z[i], z[i], p[i]);
    }
}

/** (50) is asked of the motion, $K_i\,a_i^Tx$ with $K_i$ from stiffness and damping, and not of
the impulse that the step found, which (49) has already. For a spring at rest the two are one
number but for the sign. With the printed $h(\bar\gamma + h\bar\delta)$ a damper would have $h^2\delta$
for its $K$, and (50) would say $h$ times less than the theorem needs. */
static void of_links(bounding *f, stiff_bound *b)
{
    const step_exact *d = f->d;
    mpq_t u;
    mpq_init(u);
    mpq_set_ui(b->link, 0, 1);
    for (int i = 0; i < d->s; i++) {
        cone_dot(d->nv, (const mpq_t *)d->a + i * d->nv, (const mpq_t *)f->y->x,
                 u);
        mpq_mul(f->t, f->s->h, d->stiffness[i]);
        mpq_add(f->t, f->t, d->damping[i]);
        mpq_mul(f->t, f->t, f->s->h);
        mpq_mul(u, u, f->t);
        mpq_mul(u, u, u);
        if (mpq_cmp(u, b->link) > 0)
            mpq_set(b->link, u);
    }
    mpq_clear(u);
}

static perp_status of_rest(bounding *f, stiff_bound *b)
{
    const size_t n = (size_t)f->d->nv;
    mpq_t *all = rational_array(&f->a, 3 * n), *p = all + n, *z = all + 2 * n;
    if (all == NULL)
        return PERP_NO_MEMORY(3 * n * sizeof *all);
    of_motion(f, p, z);
    of_links(f, b);
    cone_dot(f->d->nv, (const mpq_t *)z, (const mpq_t *)z, b->moved);
    perp_status s = of_start(f, all, (const mpq_t *)p, b);
    largest_row(f, z[0]);
    mpq_mul(b->reach, b->reach, z[0]);
    rational_clear(all, 3 * n);
    return s;
}

perp_status stiff_bound_of(const alpha_gamma_exact *s, const step_exact *d,
                           const step_result_exact *y, stiff_bound *b)
{
    bounding f = {.s = s, .d = d, .y = y};
    b->pointed = b->rest = 0;
    perp_status status = links(&f);
    mpq_init(f.t);
    if (status.code == PERP_OK && f.c.m + f.c.p > 0)
        status = of_cone(&f, b);
    if (status.code == PERP_OK && b->pointed)
        status = of_impulse(&f, b);
    b->rest = status.code == PERP_OK && b->pointed && at_rest(d);
    if (b->rest)
        status = of_rest(&f, b);
    mpq_clear(f.t);
    arena_free(&f.a);
    return status;
}

/** ## The lines

Squares decide: roots of fractions are rarely fractions. (49) is (39) and $K_{FC}$ together, and (50) a component of (49); they
are compared all the same, each with its own numbers, since `sum` is made of the impulses and
`moved` of the velocities.

Implements AP02 (39), (49), (50). */
const char *stiff_bound_false(const stiff_bound *b)
{
    const char *what = NULL;
    mpq_t most;
    mpq_init(most);
    mpq_mul(most, b->constant, b->sum);
    if (b->pointed && mpq_cmp(b->parts, most) > 0)
        what = "(39)";
    mpq_mul(most, b->constant, b->reach);
    if (what == NULL && b->rest)
        what = mpq_cmp(b->moved, b->reach) > 0 ? "K_FC"
               : mpq_cmp(b->parts, most) > 0   ? "(49)"
               : mpq_cmp(b->link, most) > 0    ? "(50)"
                                               : NULL;
    mpq_clear(most);
    return what;
}
