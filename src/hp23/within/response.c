/**
# Velocities as functions of the impulses, for a box

For one set of data $v^+ = v + M^{-1} J^\top \Lambda$ is (30), and $M^{-1} J^\top$ is
what [impact_response](../impact/impact.c#impact_response) finds, column by column.
Here $M$ and $J$ are boxes. A column is enclosed as the solution of a box of linear
systems, with the same matrix for all columns; the speeds $n_j v^+$ and $d_k v^+$ are
then products of an interval row with an interval column.

**What is lost.** Rows and columns are taken for independent of each other, so $n_j
M^{-1} n_j^\top$, one number and positive, gets an interval that is somewhat too wide
on both sides. For radii near the rounding of doubles that is nothing; at $10^{-3}$ it
decides whether a mode is refuted.

**An example.** The point of [within.h](within.h), 1 kg, $n = (0, 1)$. Its
column of the normal impulse solves $M w = n^\top$, so $w = (0, 1)$ with a
radius of about $2 \varepsilon$: one of $n$, one of $M$. Its normal speed is $n
w = 1$ with about $3 \varepsilon$. True are $n M^{-1} n^\top$ from $(1 -
\varepsilon)^2/(1 + \varepsilon)$ on, about $1 \pm 3 \varepsilon$: nothing is
lost here. What is lost with more coordinates is that a positive number is
enclosed as a sum of products of which some are negative.

**Radii.** A number $x$ has the radius $\varepsilon \max(1, |x|)$: relative for large
numbers, absolute for small ones, so that a zero of $J$ is a small lever arm and not
exactly none. A product of intervals $a \pm e$ and $b \pm f$ lies in $ab \pm (|a| f +
|b| e + e f)$, which is written out at every product below.
*/
#include "hp23/within/response.h"

#include "number/rational.h"

static void datum(boxed *k, mpq_srcptr eps, int at, mpq_srcptr x, int negative)
{
    mpq_set(k->B[at], x);
    boxed_radius(eps, x, k->E[at]);
    if (negative)
        mpq_neg(k->B[at], x);
}

void response_matrix(const step_exact *d, mpq_srcptr eps, boxed *k)
{
    const int nv = d->nv, n = k->n;
    for (int i = 0; i < nv; i++)
        for (int j = 0; j < nv; j++)
            datum(k, eps, i * n + j, d->M[i * nv + j], 0);
    for (int l = 0; l < d->m; l++)
        for (int i = 0; i < nv; i++) {
            datum(k, eps, (nv + l) * n + i, d->nu[l * nv + i], 0);
            datum(k, eps, i * n + nv + l, d->nu[l * nv + i], 1);
        }
}

/** ## Speeds

$v^+ = v + z$ with $\begin{pmatrix} M & -\nu^\top \\ \nu & 0 \end{pmatrix} (z;
c_\nu) = (J^\top \Lambda; -\nu v)$: a column for each impulse, and one for 1. Each
is a box of systems. */
typedef struct {
    arena *a;
    const step_exact *d;
    mpq_srcptr eps;
    boxed k;
    double *z, *y;    /* nv + m */
    mpq_t *mid, *rad; /* nv: the column */
} column;

/** A matrix that may be singular somewhere in the box has no enclosure of its
solution, and then nothing can be said of any mode: the command ends and asks for a
smaller box. RAMone has such a box at $\varepsilon =
10^{-3}$. */
static perp_status solve(column *c)
{
    int decided;
    PERP_TRY(boxed_solve(c->a, &c->k, c->z, c->y, &decided));
    for (int i = 0; i < c->d->nv && decided; i++) {
        mpq_set_d(c->mid[i], c->z[i]);
        mpq_set_d(c->rad[i], c->y[i]);
    }
    if (decided)
        return PERP_SUCCESS;
    return PERP_FAIL(PERP_INPUT, "--within: a mass matrix in the box, or its "
                                 "joints, may be singular; take less");
}

/** What a unit impulse along g does: the right-hand side is $g$ with its radii
above and zeros, exactly zeros, below, since an impulse changes no joint's speed. All p +
r columns have one matrix and are solved apart, each with its own radii. A
system is solved in doubles and enclosed from there, with one radius a row, the
largest of its entries: the middle that comes out is a double and need not be
near the true column, as long as the radius says how far it is. */
static perp_status push(column *c, const mpq_t *g)
{
    for (int i = 0; i < c->k.n; i++) {
        mpq_set_ui(c->k.b[i], 0, 1);
        mpq_set_ui(c->k.g[i], 0, 1);
        if (i >= c->d->nv)
            continue;
        mpq_set(c->k.b[i], g[i]);
        boxed_radius(c->eps, g[i], c->k.g[i]);
    }
    return solve(c);
}

/* -nu v for data in the box. */
static void put_violation(column *c, int l)
{
    const step_exact *d = c->d;
    mpq_ptr b = c->k.b[d->nv + l], g = c->k.g[d->nv + l];
    mpq_t e, f;
    mpq_inits(e, f, NULL);
    for (int j = 0; j < d->nv; j++) {
        mpq_srcptr nu = d->nu[l * d->nv + j];
        boxed_radius(c->eps, nu, e);
        boxed_radius(c->eps, d->v[j], f);
        boxed_add(b, nu, d->v[j]);
        boxed_add_size(g, nu, f);
        boxed_add_size(g, d->v[j], e);
        boxed_add(g, e, f);
    }
    mpq_neg(b, b);
    mpq_clears(e, f, NULL);
}

/* v, and what makes it keep the joints. */
/** With joints the data's $v$ keeps them only if the scene's does, and of all $v$ in the
box nearly none: the solution $z$ of $M z - \nu^\top c_\nu = 0$, $\nu z = -\nu v$ is the
least change that makes it keep them, least in the norm of $M$, and $v + z$ is where the impact
begins.

Without joints the column of 1 is $v$ with its radii. With joints $v$ breaks them
by $\nu v$, a box about zero, and is corrected by the impulses of the joints that undo
it. */
static perp_status rest(column *c)
{
    const step_exact *d = c->d;
    mpq_t e;
    for (int i = 0; i < c->k.n; i++) {
        mpq_set_ui(c->k.b[i], 0, 1);
        mpq_set_ui(c->k.g[i], 0, 1);
    }
    for (int l = 0; l < d->m; l++)
        put_violation(c, l);
    if (d->m > 0)
        PERP_TRY(solve(c));
    mpq_init(e);
    for (int i = 0; i < d->nv; i++) {
        if (d->m == 0) {
            mpq_set_ui(c->mid[i], 0, 1);
            mpq_set_ui(c->rad[i], 0, 1);
        }
        mpq_add(c->mid[i], c->mid[i], d->v[i]);
        boxed_radius(c->eps, d->v[i], e);
        mpq_add(c->rad[i], c->rad[i], e);
    }
    mpq_clear(e);
    return PERP_SUCCESS;
}

/** A row $g$ of the box times the column. The same $g$ is in the column
already, when the impulse is along it, and is taken for another one here: that
is the loss of which the head speaks. `mid` and `rad` begin at zero, and come
out short, `boxed_shorten`: the dictionaries of the programs would otherwise
begin with fractions of hundreds of digits. */
static void along(const column *c, const mpq_t *g, mpq_ptr mid, mpq_ptr rad)
{
    mpq_t e;
    mpq_init(e);
    for (int i = 0; i < c->d->nv; i++) {
        boxed_add(mid, g[i], c->mid[i]);
        boxed_add_size(rad, g[i], c->rad[i]);
        boxed_radius(c->eps, g[i], e);
        boxed_add_size(rad, c->mid[i], e);
        boxed_add(rad, e, c->rad[i]);
    }
    mpq_clear(e);
}

static void put_column(const column *c, int at, response *out)
{
    const step_exact *d = c->d;
    for (int row = 0; row < out->rows; row++) {
        mpq_ptr mid = out->mid[row * out->cols + at];
        mpq_ptr rad = out->rad[row * out->cols + at];
        const int j = row - d->nv, k = j - d->p;
        if (j < 0) {
            mpq_set(mid, c->mid[row]);
            mpq_set(rad, c->rad[row]);
        } else {
            along(c,
                  k < 0 ? (const mpq_t *)d->n + j * d->nv
                        : (const mpq_t *)d->d + k * d->nv,
                  mid, rad);
        }
        boxed_shorten(mid, rad);
    }
}

/** A column for each impulse, then that of 1. The last one is $v$ itself, and with
joints also what makes it keep them. */
static perp_status put_columns(column *c, response *out)
{
    const step_exact *d = c->d;
    response_matrix(d, c->eps, &c->k);
    for (int j = 0; j < d->p + d->r; j++) {
        PERP_TRY(push(c, j < d->p ? (const mpq_t *)d->n + j * d->nv
                                  : (const mpq_t *)d->d + (j - d->p) * d->nv));
        put_column(c, j, out);
    }
    PERP_TRY(rest(c));
    put_column(c, d->p + d->r, out);
    return PERP_SUCCESS;
}

perp_status response_find(arena *a, const step_exact *d, mpq_srcptr eps,
                          response *out)
{
    column c = {.a = a, .d = d, .eps = eps};
    *out = (response){.rows = d->nv + d->p + d->r, .cols = d->p + d->r + 1};
    const size_t count = (size_t)(out->rows * out->cols);
    const size_t nv = (size_t)d->nv, n = nv + (size_t)d->m;
    out->mid = rational_array(a, 2 * count);
    if (out->mid == NULL)
        return PERP_NO_MEMORY(2 * count * sizeof(mpq_t));
    out->rad = out->mid + count;
    c.z = arena_take(a, 2 * n, sizeof *c.z);
    c.mid = c.z == NULL ? NULL : rational_array(a, 2 * nv);
    if (c.mid == NULL)
        return PERP_NO_MEMORY(2 * nv * sizeof(mpq_t));
    c.y = c.z + n;
    c.rad = c.mid + nv;
    perp_status s = boxed_new(a, (int)n, &c.k);
    if (s.code == PERP_OK)
        s = put_columns(&c, out);
    boxed_clear(&c.k);
    rational_clear(c.mid, 2 * nv);
    return s;
}

void response_clear(response *r)
{
    if (r->mid != NULL)
        rational_clear(r->mid, 2 * (size_t)(r->rows * r->cols));
    r->mid = NULL;
}
