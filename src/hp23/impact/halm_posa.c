#include "hp23/impact/halm_posa.h"

#include "hp23/impact/held.h"
#include "lcp/solve/mlcp.h"
#include "number/dense.h"
#include "number/eigen.h"

#include <math.h>
#include <string.h>

/* Gradient g of the contact speeds: normals first, then slips. */
static const double *gradient(const step_data *d, int g)
{
    return g < d->p ? d->n + g * d->nv : d->d + (g - d->p) * d->nv;
}

/** $P = M^{-1} (n, d)$, with joints the upper part of the solution of $[M, -\nu;
\nu^\top, 0] (w, c_\nu) = (g, 0)$: one elimination for all gradients, once for all
samples. $J P$ are then the inverse masses in $W$. */
static perp_status fill_P(const step_data *d, arena *a, halm_posa *g)
{
    const int nv = d->nv, size = nv + d->m, s = d->p + d->r, row = size + s;
    double *K = arena_take(a, (size_t)(size * row + size), sizeof *K);
    int *row_of = arena_take(a, (size_t)size, sizeof *row_of);
    unsigned char *used = arena_take(a, (size_t)size, 1);
    if (K == NULL || row_of == NULL || used == NULL)
        return PERP_NO_MEMORY((size_t)(size * row) * sizeof *K);
    for (int i = 0; i < nv; i++) {
        memcpy(K + i * row, d->M + i * nv, (size_t)nv * sizeof *K);
        for (int k = 0; k < d->m; k++) {
            K[i * row + nv + k] = -d->nu[k * nv + i];
            K[(nv + k) * row + i] = d->nu[k * nv + i];
        }
        for (int k = 0; k < s; k++)
            K[i * row + size + k] = -gradient(d, k)[i];
    }
    dense_jordan(size, s, K, row_of, used, K + size * row, 1e-13);
    for (int i = 0; i < nv; i++) {
        if (row_of[i] < 0)
            return PERP_FAIL(PERP_INPUT,
                             "the mass matrix is singular in "
                             "velocity %d",
                             i + 1);
        for (int k = 0; k < s; k++)
            g->P[i * s + k] = 0.0 - K[row_of[i] * row + size + k];
    }
    return PERP_SUCCESS;
}

/* Where gradient k and its opposite (back = 1) are in W; normals have none. For
   the block: beta 0 1, normals 2 3, slips 4 to 7, gamma 8 9. */
static int place(const halm_posa *g, int k, int back)
{
    return k < g->p ? g->p + k : 2 * g->p + 2 * (k - g->p) + back;
}

/* The inverse masses into W: symmetric, and opposite directions exactly so. */
static void put_pair(halm_posa *g, int i, int j, double mass)
{
    for (int x = 0; x < (i < g->p ? 1 : 2); x++)
        for (int y = 0; y < (j < g->p ? 1 : 2); y++) {
            int r = place(g, i, x), c = place(g, j, y);
            double value = x == y ? mass : -mass;
            g->W[r * g->n + c] = g->W[c * g->n + r] = value;
        }
}

/** The matrix of the condensed step, its transposes put right (erratum D12):

$$W = \begin{pmatrix} 0 & -I & 0 & 0 \\ I & J_n M^{-1} J_n^\top & J_n M^{-1}
J_D^\top & 0 \\ 0 & J_D M^{-1} J_n^\top & J_D M^{-1} J_D^\top & E \\ 0 & \mu & -E^\top & 0
\end{pmatrix}.$$

One contact with one slip, a mass of 1 kg that no bound holds back: the unknowns are $(\beta, c_n, \lambda_+,
\lambda_-, \gamma)$ and

$$W = \begin{pmatrix} 0 & -1 & 0 & 0 & 0 \\ 1 & 1 & 0 & 0 & 0 \\ 0 & 0 & 1 & -1 & 1 \\
0 & 0 & -1 & 1 & 1 \\ 0 & \mu & -1 & -1 & 0 \end{pmatrix}.$$

The first row is what is left of the bound, $\lambda_{n,max} - c_n$; the second the speed behind the step and
$\beta$, which is what still approaches when nothing is left; the next two are a slip and its opposite beside the
largest of the contact, $\gamma$, and the last what friction may still take. With a bound that is large enough
$\beta = 0$, and rows two to five are the LCP of inelastic contact.

Implements HP23 (75b). */
static void fill_W(const step_data *d, halm_posa *g)
{
    const int s = g->p + g->r, n = g->n, gamma = n - g->p;
    for (int i = 0; i < s; i++)
        for (int j = i; j < s; j++) {
            double mass = 0;
            for (int k = 0; k < g->nv; k++)
                mass += gradient(d, i)[k] * g->P[k * s + j];
            put_pair(g, i, j, mass);
        }
    for (int j = 0; j < g->p; j++) {
        g->W[j * n + g->p + j] = -1;
        g->W[(g->p + j) * n + j] = 1;
        g->W[(gamma + j) * n + g->p + j] = d->mu[j];
        for (int k = d->slip_at[j]; k < d->slip_at[j + 1]; k++)
            for (int back = 0; back < 2; back++) {
                int at = place(g, g->p + k, back);
                g->W[at * n + gamma + j] = 1;
                g->W[(gamma + j) * n + at] = -1;
            }
    }
}

/** $\psi = \sigma_{max}(M^{-1} \bar J^\top)\, m (1 + \max_i \mu_i) + 1$, such that a
step bounded by $\varepsilon/(3\psi)$ moves $v$ by at most $\varepsilon/3$: it has at
most $\lambda_n \le \varepsilon/(3\psi)$ at each of $m$ contacts and $\mu$ times that
of friction. Each slip stands in $\bar J$ twice, with both signs, hence the factor 2
in $S = M^{-1} \bar J^\top \bar J M^{-1}$, whose largest eigenvalue is
$\sigma_{max}^2$. The block has $\psi = 22.7$, and
$\varepsilon = 0.05$ makes last bounds of $7.3 \cdot 10^{-4}$ N s.

Implements HP23 (Alg2). */
static perp_status fill_psi(const step_data *d, arena *a, halm_posa *g)
{
    const int nv = g->nv, s = g->p + g->r;
    double mu = 0, low, high;
    double *S = arena_take(a, (size_t)(nv * nv), sizeof *S);
    if (S == NULL)
        return PERP_NO_MEMORY((size_t)(nv * nv) * sizeof *S);
    for (int i = 0; i < nv; i++)
        for (int j = 0; j < nv; j++)
            for (int k = 0; k < s; k++)
                S[i * nv + j] +=
                    (k < g->p ? 1 : 2) * g->P[i * s + k] * g->P[j * s + k];
    eigen_range(nv, S, &low, &high);
    for (int j = 0; j < g->p; j++)
        mu = d->mu[j] > mu ? d->mu[j] : mu;
    g->psi = sqrt(high) * g->p * (1 + mu) + 1;
    return PERP_SUCCESS;
}

perp_status halm_posa_new(arena *a, const step_data *d, halm_posa *out)
{
    const int s = d->p + d->r, n = 3 * d->p + 2 * d->r;
    size_t numbers = (size_t)(n * n + d->nv * s + d->nv + s);
    *out = (halm_posa){.nv = d->nv, .p = d->p, .r = d->r, .n = n};
    out->W = arena_take(a, numbers, sizeof *out->W);
    if (out->W == NULL)
        return PERP_NO_MEMORY(numbers * sizeof *out->W);
    out->P = out->W + n * n;
    out->v0 = out->P + d->nv * s;
    out->u0 = out->v0 + d->nv;
    arena_mark mark = arena_here(a);
    perp_status st = fill_P(d, a, out);
    if (st.code == PERP_OK)
        st = fill_psi(d, a, out);
    arena_release(a, mark);
    fill_W(d, out);
    memcpy(out->v0, d->v, (size_t)d->nv * sizeof *out->v0);
    for (int k = 0; k < s; k++)
        out->u0[k] = dense_dot(d->nv, gradient(d, k), d->v);
    return st;
}

perp_status halm_posa_room(arena *a, const halm_posa *g, int count,
                           halm_posa_samples *out)
{
    size_t each = (size_t)(g->nv + g->p + g->r), all = (size_t)count;
    out->v = arena_take(a, each * all, sizeof *out->v);
    out->lcps = arena_take(a, all, sizeof *out->lcps);
    out->ended = arena_take(a, all, 1);
    out->climbed = 0;
    if (out->v == NULL || out->lcps == NULL || out->ended == NULL)
        return PERP_NO_MEMORY(each * all * sizeof *out->v);
    out->u = out->v + (size_t)g->nv * all;
    return PERP_SUCCESS;
}

/** The steps of a sample have coordinates of their own: step $i$ those from $i m$ on,
as in the authors' code (erratum D3). The sequence has no seed. */
void halm_posa_bounds(const halm_posa *g, const halm_posa_options *o,
                      uint64_t sample, long step, double *out)
{
    const held k = held_of(o, sample);
    const draw_place at = {o->seed, sample, (uint32_t)held_leg(k, step)};
    if (o->points == NULL) {
        draw_uniform(&at, DRAW_BOUND, g->p, out);
        draw_shaped(k.shape, g->p, out);
        draw_scale(o->h, o->normalised, g->p, out);
        return;
    }
    sobol_sample(o->points, sample, (int)step * g->p, g->p, out);
    draw_scale(o->h, o->normalised, g->p, out);
}

/** The answer of a step is read as speeds, not as impulses. From the rows of the
problem, the second and the third of (75b),

$$J_n v' = w_n - \beta, \qquad J_t v' = \tfrac12 (w_{D+} - w_{D-}),$$

and a variable outside the basis is zero, not nearly zero. So a contact that the
basis says is at rest has the speed $0$, and "not colliding" can be asked with
tolerance zero: it means that no contact has anything left of its approach. Had the
speeds been formed from $v' = v + M^{-1} \bar J^\top \bar\lambda$, rounding would
decide whether $\pm 10^{-17}$ is a collision, and so the number of steps.

Implements HP23 (75c). */
void halm_posa_read(const halm_posa *g, const double *z, const double *w,
                    double *v, double *u)
{
    const int p = g->p, all = p + g->r;
    for (int j = 0; j < p; j++)
        u[j] = w[p + j] - z[j];
    for (int s = 0; s < g->r; s++)
        u[p + s] = 0.5 * (w[2 * p + 2 * s] - w[2 * p + 2 * s + 1]);
    for (int i = 0; i < g->nv; i++) {
        double sum = 0;
        for (int j = 0; j < p; j++)
            sum += g->P[i * all + j] * z[p + j];
        for (int s = 0; s < g->r; s++)
            sum += g->P[i * all + p + s] *
                   (z[2 * p + 2 * s] - z[2 * p + 2 * s + 1]);
        v[i] += sum;
    }
}

void halm_posa_pose(const halm_posa *g, const double *u, double *b)
{
    memcpy(b + g->p, u, (size_t)g->p * sizeof *b);
    for (int s = 0; s < g->r; s++) {
        b[2 * g->p + 2 * s] = u[g->p + s];
        b[2 * g->p + 2 * s + 1] = 0.0 - u[g->p + s];
    }
    memset(b + 2 * g->p + 2 * g->r, 0, (size_t)g->p * sizeof *b);
}

/* A sample under way: one after the other, what it needs in the same memory. */
typedef struct {
    const halm_posa *g;
    const halm_posa_options *o;
    halm_posa_samples *all;
    double *b;      /* n: the right-hand side, bounds first */
    double *before; /* p + r: for who watches */
    lcp_answer x;
} walk;

static perp_status walk_new(arena *a, walk *k)
{
    size_t n = (size_t)k->g->n;
    k->b = arena_take(a, n, sizeof *k->b);
    k->before = arena_take(a, n, sizeof *k->before);
    if (k->b == NULL || k->before == NULL)
        return PERP_NO_MEMORY(2 * n * sizeof *k->b);
    return lcp_answer_new(a, 0, k->g->n, &k->x);
}

static double *speeds(const walk *k, int i)
{
    return k->all->u + (size_t)i * (size_t)(k->g->p + k->g->r);
}

/** One step (75) of sample i of `all`, whose bounds are in $b$. Theorem 6: there is always a solution, and
Lemke finds it. An answer that is none would be our mistake, not the sample's. */
static perp_status take_step(walk *k, int i, arena *a)
{
    const halm_posa *g = k->g;
    double *u = speeds(k, i), *v = k->all->v + (size_t)i * (size_t)g->nv;
    const lcp_problem p = {0, g->n, g->W, k->b};
    int climbed;
    halm_posa_pose(g, u, k->b);
    PERP_TRY(mlcp_solve(&p, &mlcp_defaults, a, &k->x, &climbed));
    k->all->climbed += climbed;
    if (k->x.outcome != LCP_SOLVED)
        return PERP_FAIL(PERP_BUG, "a step of the impact has no solution, "
                                   "against Theorem 6");
    memcpy(k->before, u, (size_t)(g->p + g->r) * sizeof *u);
    halm_posa_read(g, k->x.z, k->x.w, v, u);
    k->all->lcps[i]++;
    return PERP_SUCCESS;
}

/* Whether sample i is over is asked of its speeds u, which are zero where the
   basis says so, and never of v. */
static int is_over(walk *k, int i)
{
    int over = !halm_posa_colliding(k->g, k->o->tolerance, speeds(k, i));
    k->all->ended[i] = (uint8_t)over;
    return over;
}

/** Algorithm 1 for one sample. The paper's loop runs while $i \le N$ with
$i$ from zero, that is $N + 1$ times; its code runs $N$ times (erratum D4). The
printed one is what is here. Before the first step its question is asked of $u_0 = J v$: a start that
does not collide has no step at all. Of the paper's block some 57 samples of 128 take a third step,
one or two a fifth.

Implements HP23 (Alg1), (83)-(87). */
static perp_status run_sample(walk *k, int i, uint64_t sample, arena *a)
{
    const halm_posa *g = k->g;
    const halm_posa_watch *watch = k->o->watch;
    memcpy(k->all->v + (size_t)i * (size_t)g->nv, g->v0,
           (size_t)g->nv * sizeof *g->v0);
    memcpy(speeds(k, i), g->u0, (size_t)(g->p + g->r) * sizeof *g->u0);
    k->all->lcps[i] = 0;
    for (long step = 0; !is_over(k, i) && step <= k->o->N; step++) {
        halm_posa_bounds(g, k->o, sample, step, k->b);
        PERP_TRY(take_step(k, i, a));
        if (watch != NULL)
            watch->step(watch->user, sample, k->before, speeds(k, i));
    }
    return PERP_SUCCESS;
}

perp_status halm_posa_sample(const halm_posa *g, const halm_posa_options *o,
                             uint64_t first, int count, arena *a,
                             halm_posa_samples *out)
{
    arena_mark mark = arena_here(a);
    walk k = {.g = g, .o = o, .all = out};
    perp_status s = walk_new(a, &k);
    out->climbed = 0;
    for (int i = 0; s.code == PERP_OK && i < count; i++)
        s = run_sample(&k, i, first + (uint64_t)i, a);
    arena_release(a, mark);
    return s;
}

/** The step behind the loop: whoever almost came to the end is brought there by
a small bound, the same for all contacts (Lemma 9); who still collides is not in
the set. A velocity that does not collide stays as it is (Lemma 8).

Implements HP23 (82), (Alg2). */
perp_status halm_posa_close(const halm_posa *g, const halm_posa_options *o,
                            double epsilon, int count, arena *a,
                            halm_posa_samples *io)
{
    arena_mark mark = arena_here(a);
    walk k = {.g = g, .o = o, .all = io};
    perp_status s = walk_new(a, &k);
    for (int i = 0; s.code == PERP_OK && i < count; i++) {
        if (is_over(&k, i))
            continue;
        for (int j = 0; j < g->p; j++)
            k.b[j] = epsilon / (3 * g->psi);
        s = take_step(&k, i, a);
        is_over(&k, i);
    }
    arena_release(a, mark);
    return s;
}
