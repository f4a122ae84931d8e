/**
# The position-level step in fractions

(scheme) once more, line by line beside paoli.c, in numbers that are not
rounded. It has two uses. A run with `--rational` takes its steps by it: $q^n$,
$V^n$, $h$, $e$ and $M$, $g$, $f$ of the scene are fractions, and what comes out
is the scheme of the slides itself, node by node: of the ball with $h =
\frac1{10}$ and $e = \frac12$ the node 11 *is* $-\frac1{20}$. And with
`--exact-check` it solves the problem of a step in doubles once more, posed from
those very doubles; the run goes on from this result, truncated (paoli_prove.c).

Three things differ from the twin.

* Nothing has a tolerance. A pivot is positive or it is not; a mass matrix with
  a pivot $2^{-80}$ times its diagonal entry is a good one here, and refused in
  doubles.
* While a row of the factor is made it holds $L_{ij}D_j$ and not $L_{ij}$. In
  doubles that saves little; here each division makes a longer fraction, and the
  inner sums go over the shorter ones.
* Zeros are skipped, product by product: sums of fractions cost gcds. Most $M$
  and nearly all rows of $n$ are sparse, and the envelope alone does not see the
  zeros inside of a row.

How long do the numbers get? $w$ has the denominator $1+e$ of the prediction,
but $V^n = eV^{n-1} + (1+e)w$ multiplies it away, and in free flight with a
constant $M$ each step adds $hG$ to $V$ and $hV$ to $q$: with $h = 1/H$ and
constant $G$ the denominators are those of the data times at most $2H^2$,
however many the steps. A force that depends on $q$ multiplies by $h^2$ in every
step, and the length of the numbers grows like $n$. An impact multiplies by $e$
and by the denominators of $\lambda$.

Shapes and units are those of `paoli_data`: paoli.h.
*/
#include "p10/paoli.h"

#include "number/rational.h"

/** The factors of $M$: `first` (n), `L` (n x n by rows), `d` (n). Both arrays
of fractions are counted where they are taken, so that a half-made metric can be
cleared. */
perp_status paoli_exact_metric_new(arena *a, int n, paoli_exact_metric *out)
{
    size_t size = (size_t)n;
    *out = (paoli_exact_metric){.n = n};
    out->first = arena_take(a, size, sizeof *out->first);
    out->L = rational_array(a, size * size);
    out->rows = out->L == NULL ? 0 : size * size;
    out->d = rational_array(a, size);
    if (out->first == NULL || out->L == NULL || out->d == NULL)
        return PERP_NO_MEMORY(size * size * sizeof(mpq_t));
    return PERP_SUCCESS;
}

void paoli_exact_metric_clear(paoli_exact_metric *m)
{
    rational_clear(m->L, m->rows);
    rational_clear(m->d, (size_t)m->n);
    *m = (paoli_exact_metric){0};
}

/** One array for all numbers, M, g, v, f, n behind each other, so that there is
one thing to clear and one that can fail. */
perp_status paoli_exact_data_new(arena *a, int nv, int p, paoli_exact_data *out)
{
    size_t v = (size_t)nv, m = (size_t)p;
    *out = (paoli_exact_data){.nv = nv, .p = p};
    out->count = v * v + 2 * v + m + m * v;
    mpq_t *x = out->all = rational_array(a, out->count);
    if (x == NULL) {
        size_t bytes = out->count * sizeof *x;
        out->count = 0;
        return PERP_NO_MEMORY(bytes);
    }
    out->M = x;
    out->g = x += v * v;
    out->v = x += v;
    out->f = x += v;
    out->n = x + m;
    return PERP_SUCCESS;
}

void paoli_exact_data_clear(paoli_exact_data *d)
{
    rational_clear(d->all, d->count);
    d->count = 0;
}

/** out += x y, t is scratch; products with a zero are skipped, because most
matrices here are sparse. */
static void add_product(mpq_ptr out, mpq_srcptr x, mpq_srcptr y, mpq_ptr t)
{
    if (mpq_sgn(x) == 0 || mpq_sgn(y) == 0)
        return;
    mpq_mul(t, x, y);
    mpq_add(out, out, t);
}

static void subtract_product(mpq_ptr out, mpq_srcptr x, mpq_srcptr y, mpq_ptr t)
{
    if (mpq_sgn(x) == 0 || mpq_sgn(y) == 0)
        return;
    mpq_mul(t, x, y);
    mpq_sub(out, out, t);
}

static void dot(int n, const mpq_t *x, const mpq_t *y, mpq_ptr out, mpq_ptr t)
{
    for (int i = 0; i < n; i++)
        add_product(out, x[i], y[i], t);
}

/** $L D$ is kept below the diagonal while a row is made, and divided by $D$ at
its end: $L_{ij} D_j = M_{ij} - \sum_k (L_{ik} D_k) L_{jk}$. */
static void factor_row(const mpq_t *M, paoli_exact_metric *m, int i, mpq_t t)
{
    const mpq_t *row = M + i * m->n;
    mpq_t *l = m->L + i * m->n, x;
    mpq_init(x);
    for (m->first[i] = 0; m->first[i] < i && mpq_sgn(row[m->first[i]]) == 0;)
        m->first[i]++;
    for (int j = m->first[i]; j < i; j++) {
        int k = m->first[i] > m->first[j] ? m->first[i] : m->first[j];
        mpq_set(l[j], row[j]);
        for (; k < j; k++)
            subtract_product(l[j], l[k], m->L[j * m->n + k], t);
    }
    mpq_set(m->d[i], row[i]);
    for (int j = m->first[i]; j < i; j++) {
        mpq_div(x, l[j], m->d[j]);
        subtract_product(m->d[i], l[j], x, t);
        mpq_set(l[j], x);
    }
    mpq_clear(x);
}

/** The first pivot that is not positive ends it, with its number and its value.
The rows above are then whole, the others as they were. */
perp_status paoli_exact_factor(const mpq_t *M, paoli_exact_metric *m)
{
    perp_status s = PERP_SUCCESS;
    mpq_t t;
    mpq_init(t);
    for (int i = 0; i < m->n && s.code == PERP_OK; i++) {
        factor_row(M, m, i, t);
        if (mpq_sgn(m->d[i]) <= 0)
            s = PERP_FAIL(PERP_INPUT,
                          "the mass matrix is not positive definite: pivot %d "
                          "is %g",
                          i + 1, mpq_get_d(m->d[i]));
    }
    mpq_clear(t);
    return s;
}

/** $L$, then $D$, then $L^T$, as `paoli_solve`; a zero stays one, and for the
unit vectors that rows of walls are most entries do. */
void paoli_exact_solve(const paoli_exact_metric *m, mpq_t *x)
{
    mpq_t t;
    mpq_init(t);
    for (int i = 0; i < m->n; i++)
        for (int k = m->first[i]; k < i; k++)
            subtract_product(x[i], m->L[i * m->n + k], x[k], t);
    for (int i = 0; i < m->n; i++)
        if (mpq_sgn(x[i]) != 0)
            mpq_div(x[i], x[i], m->d[i]);
    for (int i = m->n - 1; i >= 0; i--)
        for (int k = m->first[i]; k < i; k++)
            subtract_product(x[k], m->L[i * m->n + k], x[i], t);
    mpq_clear(t);
}

/** $w_y = ((1 - \text{back})V^{n-1} + hG^n)/(1+e)$, one division by $1+e$ at
the end. */
void paoli_predict_exact(const paoli_exact *s, const paoli_exact_data *d,
                         const paoli_exact_metric *m, mpq_t *w)
{
    mpq_t one_minus, one_plus, t;
    mpq_inits(one_minus, one_plus, t, NULL);
    mpq_set_ui(t, 1, 1);
    mpq_sub(one_minus, t, s->back);
    mpq_add(one_plus, t, s->e);
    for (int i = 0; i < d->nv; i++)
        mpq_set(w[i], d->g[i]);
    paoli_exact_solve(m, w);
    for (int i = 0; i < d->nv; i++) {
        mpq_mul(w[i], w[i], s->h);
        add_product(w[i], one_minus, d->v[i], t);
        mpq_div(w[i], w[i], one_plus);
    }
    mpq_clears(one_minus, one_plus, t, NULL);
}

/** $A = nM^{-1}n^T$ and $b = f/h + n w$ for the projection, as `paoli_pose` has
them, where they are derived. With $e = 0$ it is (scheme0), with $M = I$
(schemee).

Implements P10 (scheme), (schemee), (scheme0). */
void paoli_pose_exact(const paoli_exact *s, const paoli_exact_data *d,
                      const paoli_exact_metric *m, const mpq_t *w, mpq_t *B,
                      mpq_t *A, mpq_t *b)
{
    const int v = d->nv, p = d->p;
    mpq_t t;
    mpq_init(t);
    for (int i = 0; i < p; i++) {
        for (int j = 0; j < v; j++)
            mpq_set(B[i * v + j], d->n[i * v + j]);
        paoli_exact_solve(m, B + i * v);
        mpq_div(b[i], d->f[i], s->h);
        dot(v, (const mpq_t *)d->n + i * v, w, b[i], t);
    }
    for (int i = 0; i < p; i++)
        for (int j = i; j < p; j++) {
            mpq_set_ui(A[i * p + j], 0, 1);
            dot(v, (const mpq_t *)d->n + i * v, (const mpq_t *)B + j * v,
                A[i * p + j], t);
            mpq_set(A[j * p + i], A[i * p + j]);
        }
    mpq_clear(t);
}

/** $w = w_y + B^T\lambda$, $V^n = \text{back}\,V^{n-1} + (1+e)w$, and the
impulses $(1+e)\lambda$. */
void paoli_recover_exact(const paoli_exact *s, const paoli_exact_data *d,
                         const mpq_t *B, mpq_t *lambda, mpq_t *w, mpq_t *V)
{
    mpq_t one_plus, t;
    mpq_inits(one_plus, t, NULL);
    mpq_set_ui(t, 1, 1);
    mpq_add(one_plus, t, s->e);
    for (int a = 0; a < d->p; a++) {
        for (int i = 0; i < d->nv; i++)
            add_product(w[i], lambda[a], B[a * d->nv + i], t);
        mpq_mul(lambda[a], lambda[a], one_plus);
    }
    for (int i = 0; i < d->nv; i++) {
        mpq_mul(V[i], one_plus, w[i]);
        add_product(V[i], s->back, d->v[i], t);
    }
    mpq_clears(one_plus, t, NULL);
}
