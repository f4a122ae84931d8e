#include "number/linear/jordan.h"
#include "number/rational.h"
#include "pks05/step/theta.h"

/** The step over the rationals, in the mixed form: nothing is inverted, and the
numbers stay those of the scene. With $x = v' - v$, $d = (\delta'-\delta)/h$ and the
tangential force $\sum_k \beta_k D_k$ of a polygon with the corners $\mu\lambda_n D_k$,

$$\begin{aligned}
0 &= \tilde M x - h\,\mathbf\Gamma^\top\lambda - h f, \qquad
0 = (h\mathbf K + \mathbf C)\, d - \lambda + \mathbf K\delta, \\
w_n &= (\Phi + \delta_n)/h + d_n + \mathbf\Gamma_n (v + (1-\theta) x), \\
w_{\beta k} &= D_k^\top (d_{to} + \mathbf\Gamma_{to}(v + (1-\theta)x)) + \gamma, \qquad
w_\gamma = \mu\lambda_n - \sum_k \beta_k,
\end{aligned}$$

and $0 \le w \perp (\lambda_n, \beta, \gamma) \ge 0$. In the plane the polygon $1, -1$ is the
interval of Coulomb's law itself.

The last two lines are (7) for the polygon: the least of $s\cdot\sum\beta_kD_k$ over
$\beta \ge 0$, $\sum\beta_k \le \mu\lambda_n$ has the multiplier $\gamma$ of that sum,
and where the contact slips $\gamma = \max_k(-s\cdot D_k)$, the slip as the polygon
measures it. The gap is divided by $h$, as in `theta_pose`, so that $w_n$, $w_\beta$ and
$\gamma$ are velocities.

Not eliminated, the free unknowns keep the fractions short: $(h\mathbf K + \mathbf C)^{-1}$ has
the determinant in each denominator, of $R$ times the digits of an entry, and
$\tilde M^{-1}$ that of the bodies. Lemke's method on the mixed form starts from the
scene's own numbers. The reduced form is for the questions that are about $A$:
how many solutions there are, and whether a condition proves one
(`theta_exact_reduce`).

That $\beta \ge 0$ with $\sum\beta_k \le \mu\lambda_n$ reaches just the polygon needs the
$D_k$ to surround zero: otherwise the origin, no friction at all, would be a corner of its
own. A contact that the scene gives fewer slips than the others has rows of zeros here;
$d$ and $\beta$ of such a row are zero together. `theta.h` has an example with all
numbers. */
enum { PIECES = 11 };

perp_status theta_exact_new(arena *a, const theta_data *shape, int m,
                            theta_exact *out)
{
    const size_t n = (size_t)shape->nv, p = (size_t)shape->p;
    const size_t R = (size_t)theta_rows(shape);
    const size_t size[PIECES] = {n * n,
                                 n * n,
                                 n,
                                 R * n,
                                 R * R,
                                 R * R,
                                 p,
                                 p,
                                 n,
                                 R,
                                 (size_t)(m * shape->slips)};
    mpq_t **piece[PIECES] = {&out->M, &out->J,     &out->f,         &out->rows,
                             &out->K, &out->C,     &out->gap,       &out->mu,
                             &out->v, &out->delta, &out->directions};
    size_t total = 0;
    for (int i = 0; i < PIECES; i++)
        total += size[i];
    *out = (theta_exact){
        .nv = shape->nv, .p = shape->p, .slips = shape->slips, .m = m};
    mpq_t *x = out->all = rational_array(a, total);
    if (x == NULL)
        return PERP_NO_MEMORY(total * sizeof *x);
    out->count = total;
    mpq_inits(out->h, out->theta, NULL);
    for (int i = 0; i < PIECES; x += size[i++])
        *piece[i] = x;
    return PERP_SUCCESS;
}

void theta_exact_clear(theta_exact *d)
{
    if (d->count > 0)
        mpq_clears(d->h, d->theta, NULL);
    rational_clear(d->all, d->count);
    d->count = 0;
}

void theta_exact_copy(const theta_data *d, theta_exact *out)
{
    const size_t n = (size_t)d->nv, p = (size_t)d->p;
    const size_t R = (size_t)theta_rows(d);
    rational_of_doubles(n * n, d->M, out->M);
    rational_of_doubles(n * n, d->J, out->J);
    rational_of_doubles(n, d->f, out->f);
    rational_of_doubles(R * n, d->rows, out->rows);
    rational_of_doubles(R * R, d->K, out->K);
    rational_of_doubles(R * R, d->C, out->C);
    rational_of_doubles(p, d->gap, out->gap);
    rational_of_doubles(p, d->mu, out->mu);
    rational_of_doubles(n, d->v, out->v);
    rational_of_doubles(R, d->delta, out->delta);
}

/* sum += x y */
static void add(mpq_t sum, mpq_srcptr x, mpq_srcptr y, mpq_t work)
{
    if (mpq_sgn(x) == 0 || mpq_sgn(y) == 0)
        return;
    mpq_mul(work, x, y);
    mpq_add(sum, sum, work);
}

/* sum -= x y */
static void subtract(mpq_t sum, mpq_srcptr x, mpq_srcptr y, mpq_t work)
{
    if (mpq_sgn(x) == 0 || mpq_sgn(y) == 0)
        return;
    mpq_mul(work, x, y);
    mpq_sub(sum, sum, work);
}

/* What the pose writes with. */
typedef struct {
    const theta_exact *d;
    mpq_t *A, *b;
    int size, at_d, at_n, at_beta, at_gamma;
    mpq_t g, t, u; /* 1 - theta; scratch */
} poser;

static mpq_ptr entry(const poser *w, int i, int j)
{
    return w->A[i * w->size + j];
}

/** The equation of motion, with $\tilde M = M - h(1-\theta)J$, multiplied by nothing: its
column of a force is $-h$ times the row of the contact. */
static void pose_motion(poser *w)
{
    const theta_exact *d = w->d;
    mpq_t hg;
    mpq_init(hg);
    mpq_mul(hg, d->h, w->g);
    for (int i = 0; i < d->nv; i++) {
        for (int j = 0; j < d->nv; j++) {
            mpq_ptr x = entry(w, i, j);
            mpq_set(x, d->M[i * d->nv + j]);
            subtract(x, hg, d->J[i * d->nv + j], w->t);
        }
        mpq_mul(w->b[i], d->h, d->f[i]);
        mpq_neg(w->b[i], w->b[i]);
    }
    mpq_clear(hg);
}

/** The compliance, (17) not yet solved for $d$. */
static void pose_compliance(poser *w)
{
    const theta_exact *d = w->d;
    const int R = theta_exact_rows(d);
    for (int i = 0; i < R; i++)
        for (int j = 0; j < R; j++) {
            mpq_ptr x = entry(w, w->at_d + i, w->at_d + j);
            mpq_set(x, d->C[i * R + j]);
            add(x, d->h, d->K[i * R + j], w->t);
            add(w->b[w->at_d + i], d->K[i * R + j], d->delta[j], w->t);
        }
}

/* What the force of the pair `at` does, `weight` of it in the row `row`: into
   both equations, and the slip of this row into the pair. */
static void couple(poser *w, int at, int row, mpq_srcptr weight)
{
    const theta_exact *d = w->d;
    mpq_t x;
    mpq_init(x);
    for (int k = 0; k < d->nv; k++) {
        mpq_mul(x, weight, d->rows[row * d->nv + k]);
        subtract(entry(w, k, at), d->h, x, w->t);
        add(entry(w, at, k), w->g, x, w->t);
        add(w->b[at], x, d->v[k], w->t);
    }
    mpq_sub(entry(w, w->at_d + row, at), entry(w, w->at_d + row, at), weight);
    mpq_add(entry(w, at, w->at_d + row), entry(w, at, w->at_d + row), weight);
    mpq_clear(x);
}

static void pose_contact(poser *w, int c)
{
    const theta_exact *d = w->d;
    const int n = w->at_n + c, gamma = w->at_gamma + c;
    const int row = c * (1 + d->slips);
    mpq_set_ui(w->u, 1, 1);
    couple(w, n, row, w->u);
    mpq_add(w->t, d->gap[c], d->delta[row]);
    mpq_div(w->t, w->t, d->h);
    mpq_add(w->b[n], w->b[n], w->t);
    mpq_set(entry(w, gamma, n), d->mu[c]);
    for (int k = 0; k < d->m; k++) {
        int beta = w->at_beta + c * d->m + k;
        for (int s = 0; s < d->slips; s++)
            couple(w, beta, row + 1 + s, d->directions[k * d->slips + s]);
        mpq_set_ui(entry(w, beta, gamma), 1, 1);
        mpq_set_si(entry(w, gamma, beta), -1, 1);
    }
}

/** The rows come in the order of the unknowns: $x$, $d$, $\lambda_n$ of all contacts,
$\beta$ of all, $\gamma$ of all. $w_\gamma$ has $\mu$ and $-1$, $w_\beta$ has $+1$ at
$\gamma$: the bordered form of the polygon that Lemke ends on for every $\mu$.

Implements PKS05 (16). */
void theta_exact_pose(const theta_exact *d, mpq_t *A, mpq_t *b)
{
    const int free = theta_exact_free(d);
    poser w = {.d = d,
               .A = A,
               .b = b,
               .size = free + theta_exact_pairs(d),
               .at_d = d->nv,
               .at_n = free,
               .at_beta = free + d->p,
               .at_gamma = free + d->p * (1 + d->m)};
    mpq_inits(w.g, w.t, w.u, NULL);
    mpq_set_ui(w.g, 1, 1);
    mpq_sub(w.g, w.g, d->theta);
    pose_motion(&w);
    pose_compliance(&w);
    for (int c = 0; c < d->p; c++)
        pose_contact(&w, c);
    mpq_clears(w.g, w.t, w.u, NULL);
}

/* lambda in the rows of the contacts, of lambda_n and D beta. */
static void recover_forces(const theta_exact *d, const mpq_t *z,
                           theta_exact_end *out, mpq_t t)
{
    const mpq_t *normal = z + theta_exact_free(d), *beta = normal + d->p;
    for (int c = 0; c < d->p; c++) {
        mpq_t *lambda = out->lambda + c * (1 + d->slips);
        mpq_set(lambda[0], normal[c]);
        for (int s = 0; s < d->slips; s++)
            mpq_set_ui(lambda[1 + s], 0, 1);
        for (int k = 0; k < d->m; k++) {
            mpq_set(out->beta[c * d->m + k], beta[c * d->m + k]);
            for (int s = 0; s < d->slips; s++)
                add(lambda[1 + s], beta[c * d->m + k],
                    d->directions[k * d->slips + s], t);
        }
    }
}

void theta_exact_recover(const theta_exact *d, const mpq_t *z,
                         theta_exact_end *out)
{
    const int R = theta_exact_rows(d);
    mpq_t t, g;
    mpq_inits(t, g, NULL);
    mpq_set_ui(g, 1, 1);
    mpq_sub(g, g, d->theta);
    for (int i = 0; i < d->nv; i++) {
        mpq_add(out->v[i], d->v[i], z[i]);
        mpq_set(out->mean[i], d->v[i]);
        add(out->mean[i], g, z[i], t);
    }
    for (int i = 0; i < R; i++) {
        mpq_set(out->s[i], z[d->nv + i]);
        for (int k = 0; k < d->nv; k++)
            add(out->s[i], d->rows[i * d->nv + k], out->mean[k], t);
        mpq_set(out->delta[i], d->delta[i]);
        add(out->delta[i], d->h, z[d->nv + i], t);
    }
    recover_forces(d, z, out, t);
    mpq_clears(t, g, NULL);
}

/* (hK + C)^{-1} (I, K delta) into S, Mt^{-1} (rows', f) into W; `left` has room
   for the larger matrix. */
static perp_status reduce_parts(const theta_exact *d, mpq_t *left, mpq_t *S,
                                mpq_t *W, mpq_t t)
{
    const int R = theta_exact_rows(d), n = d->nv, m = R + 1;
    mpq_t g;
    mpq_init(g);
    for (int i = 0; i < R; i++)
        for (int j = 0; j < R; j++) {
            mpq_set(left[i * R + j], d->C[i * R + j]);
            add(left[i * R + j], d->h, d->K[i * R + j], t);
            mpq_set_ui(S[i * m + j], i == j, 1);
            add(S[i * m + R], d->K[i * R + j], d->delta[j], t);
        }
    const int fine = jordan_reduce(R, R, m, left, S, NULL) == R;
    mpq_set_ui(g, 1, 1);
    mpq_sub(g, g, d->theta);
    mpq_mul(g, g, d->h);
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++) {
            mpq_set(left[i * n + j], d->M[i * n + j]);
            subtract(left[i * n + j], g, d->J[i * n + j], t);
        }
        for (int j = 0; j < R; j++)
            mpq_set(W[i * m + j], d->rows[j * n + i]);
        mpq_set(W[i * m + R], d->f[i]);
    }
    const int short_enough = jordan_reduce(n, n, m, left, W, NULL) == n;
    for (int i = 0; i < n * m; i++)
        mpq_mul(W[i], W[i], g);
    mpq_clear(g);
    if (!fine)
        return PERP_FAIL(PERP_INPUT, "hK + C of the contacts is singular");
    return short_enough ? PERP_SUCCESS
                        : PERP_FAIL(PERP_LIMIT,
                                    "M - h (1 - theta) f' is singular; the "
                                    "step h is too long for this force");
}

/** The mixed form without its free unknowns, see `theta_pose`: here nothing is rounded.

Implements PKS05 (8), (17). */
static void reduce(const theta_exact *d, const mpq_t *S, const mpq_t *W,
                   mpq_t *A, mpq_t *b)
{
    const int R = theta_exact_rows(d), n = d->nv, m = R + 1;
    mpq_t t;
    mpq_init(t);
    for (int i = 0; i < R; i++) {
        const mpq_t *row = (const mpq_t *)d->rows + i * n;
        mpq_neg(b[i], S[i * m + R]);
        if (i % (1 + d->slips) == 0) {
            mpq_add(t, d->gap[i / (1 + d->slips)], d->delta[i]);
            mpq_div(t, t, d->h);
            mpq_add(b[i], b[i], t);
        }
        for (int j = 0; j < R; j++)
            mpq_set(A[i * R + j], S[i * m + j]);
        for (int k = 0; k < n; k++) {
            add(b[i], row[k], d->v[k], t);
            add(b[i], row[k], W[k * m + R], t);
            for (int j = 0; j < R; j++)
                add(A[i * R + j], row[k], W[k * m + j], t);
        }
    }
    mpq_clear(t);
}

perp_status theta_exact_reduce(const theta_exact *d, arena *scratch, mpq_t *A,
                               mpq_t *b)
{
    const size_t R = (size_t)theta_exact_rows(d), n = (size_t)d->nv;
    const size_t square = R > n ? R * R : n * n, m = R + 1;
    const size_t count = square + R * m + n * m;
    arena_mark here = arena_here(scratch);
    mpq_t *x = rational_array(scratch, count + 1), t;
    if (x == NULL)
        return PERP_NO_MEMORY(count * sizeof *x);
    mpq_init(t);
    mpq_t *S = x + square, *W = S + R * m;
    perp_status s = reduce_parts(d, x, S, W, t);
    if (s.code == PERP_OK)
        reduce(d, (const mpq_t *)S, (const mpq_t *)W, A, b);
    mpq_clear(t);
    rational_clear(x, count + 1);
    arena_release(scratch, here);
    return s;
}
