/** # Across the joints

GAP08 (3.6) splits every vector into a part in the range of $\nu$ and one across
it, $x = \nu u + \nu_\perp w$ with $\nu_\perp^\top \nu = 0$. Joints have
impulses of either sign, so the first part says nothing about contacts, and
section 3.2 goes on with what is left: $z_r = \nu_\perp^\top z$, $W_n$, $W_D$, a
cone without joints.

**The paper's $\nu_\perp$ is orthonormal**, so that $\|w\|$ is the length of the
part across. Orthonormal vectors have roots in them, and the questions here are
exact. Three things are done instead, each where it is enough:

| for | is taken | why it will do |
|---|---|---|
| is it pointed? is $z$ in it? | nothing: $\nu^\top d = 0$ is a row of the problem | no basis is needed |
| lengths $\lVert z_r\rVert$ | the part across itself, as a vector of nv numbers | its length is that of $w$ |
| $W_n$, $W_D$ as matrices | any rational basis, or an orthonormal one in doubles | signs do not depend on it |

**The groove with a joint** that allows up and down only, $\nu = (1, 0)$: across
it every edge is its height, $\frac12$ or $\frac32$, all positive, pointed. With
$\nu = (0, 1)$ the edges are $\pm\frac32$, $\pm\frac12$, and walls press against
each other: $c = (\frac12, \frac12)$ on the two outer edges, and the joint takes
$-\frac12$. So a joint can spoil a cone that is pointed without it, and never
mend one.

**Remark 3.4.** A column of $W_D$ may be zero: a slip that the joints do not
allow. A block on a floor, $n = (0, 1)$, $d = (1, 0)$, that a rail lets move up
and down only, $\nu = (1, 0)$, cannot slip. Its friction is taken by the rail,
whatever it is, and is left out; were it kept, (3.7) would have impulses without
effect. $W_n = 0$ is another matter: a contact that presses against joints only,
and then the cone was not pointed, Lemma 3.3. */

#include "cone/range.h"

#include "number/linear/jordan.h"
#include "number/linear/linear.h"
#include "number/rational.h"

#include <math.h>
#include <string.h>

/* The rows of nu and a unit matrix, [nu' | 1], reduced together. */
typedef struct {
    int nv, m, rank;
    mpq_t *T;   /* m x nv: the reduced row echelon form of nu' */
    mpq_t *X;   /* m x m, regular: X nu' = T */
    int *pivot; /* of the first `rank` rows: the column of their leading 1 */
} echelon;

static size_t echelon_count(const echelon *e)
{
    return (size_t)(e->m * (e->nv + e->m)) + 1;
}

/** The unit matrix beside $\nu^T$ records what [Gauss and Jordan](../number/linear/jordan.c) did: row
$k$ of it, $X_k$, says $X_k \nu^T = $ row $k$ of the result. A row that became
zero is a vanishing combination; when there is none, $X$ is the inverse of the
minor in the pivot columns. The reduced form is unique, so the pivot columns are the first that
are independent, in whatever order the joints come; of dependent joints $X$ is not, and which combination
vanishes is that of the row that is left.

The rank is decided here and not left to the problems that follow, because its proof
is short and of another kind: m numbers, or a matrix of m x m whose product with a
minor of $\nu$ anybody can form. Of $\nu_1 = (1, 1)$, $\nu_2 = (2, 2)$ the second
row becomes zero, and beside it stands $(-2, 1)$. */
static perp_status echelon_find(arena *a, const cone *c, echelon *e)
{
    *e = (echelon){.nv = c->nv, .m = c->m};
    size_t count = echelon_count(e);
    e->T = rational_array(a, count);
    e->pivot = arena_take(a, (size_t)e->m + 1, sizeof *e->pivot);
    if (e->T == NULL || e->pivot == NULL) {
        rational_clear(e->T, count);
        return PERP_NO_MEMORY(count * sizeof *e->T);
    }
    e->X = e->T + e->m * e->nv;
    for (int i = 0; i < e->m * e->nv; i++)
        mpq_set(e->T[i], c->nu[i]);
    for (int k = 0; k < e->m; k++)
        mpq_set_ui(e->X[k * e->m + k], 1, 1);
    e->rank = jordan_reduce(e->m, e->nv, e->m, e->T, e->X, e->pivot);
    return PERP_SUCCESS;
}

static void echelon_clear(echelon *e)
{
    rational_clear(e->T, echelon_count(e));
}

static void read_rank(const echelon *e, range_rank *out)
{
    int m = e->m;
    out->full = e->rank == m;
    for (int k = 0; k < m && out->full; k++)
        out->pick[k] = e->pivot[k];
    for (int i = 0; i < m * m && out->full; i++)
        mpq_set(out->inverse[i], e->X[i]);
    for (int l = 0; l < m && !out->full; l++)
        mpq_set(out->y[l], e->X[(m - 1) * m + l]);
}

perp_status range_rank_find(arena *a, const cone *c, range_rank *out)
{
    echelon e;
    size_t m = (size_t)c->m, count = m * m + m + 1;
    *out = (range_rank){.pick = arena_take(a, m + 1, sizeof *out->pick),
                        .all = rational_array(a, count),
                        .count = count};
    perp_status s = PERP_NO_MEMORY(count * sizeof *out->all);
    if (out->pick != NULL && out->all != NULL)
        s = echelon_find(a, c, &e);
    if (s.code != PERP_OK) {
        range_rank_clear(out);
        return s;
    }
    out->inverse = out->all;
    out->y = out->all + m * m;
    read_rank(&e, out);
    echelon_clear(&e);
    return s;
}

void range_rank_clear(range_rank *x)
{
    rational_clear(x->all, x->count);
    *x = (range_rank){.all = NULL};
}

/** Each column without a pivot gives one solution of $\nu^T x = 0$: one there,
and minus its entries at the pivots. Of $\nu_1 = (1, 1, 0)$, $\nu_2 = (0, 1, 2)$ the form is
$(1, 0, -2)$, $(0, 1, 2)$, the third column has no pivot, and $x = (2, -2, 1)$. A row has the 1 of its own
column to itself, so they are independent without a further question. */
perp_status range_kernel(arena *a, const cone *c, mpq_t *B, int *rows)
{
    echelon e;
    arena_mark mark = arena_here(a);
    PERP_TRY(echelon_find(a, c, &e));
    *rows = 0;
    for (int col = 0, next = 0; col < e.nv; col++) {
        if (next < e.rank && e.pivot[next] == col) {
            next++;
            continue;
        }
        mpq_t *x = B + e.nv * (*rows)++;
        for (int i = 0; i < e.nv; i++)
            mpq_set_ui(x[i], i == col, 1);
        for (int k = 0; k < e.rank; k++)
            mpq_neg(x[e.pivot[k]], e.T[k * e.nv + col]);
    }
    echelon_clear(&e);
    arena_release(a, mark);
    return PERP_SUCCESS;
}

/* The normal equations square the size of numbers and would square a
   condition, which in fractions is no matter. u with nu'nu u = nu'x; A and b
   are m x m and m numbers of work space. */
static perp_status normal_equations(arena *a, const cone *c, const mpq_t *x,
                                    mpq_t *A, mpq_t *u)
{
    int m = c->m, *pick = arena_take(a, (size_t)m, sizeof *pick);
    mpq_t *b = A + m * m;
    if (pick == NULL)
        return PERP_NO_MEMORY((size_t)m * sizeof *pick);
    for (int k = 0; k < m; k++) {
        const mpq_t *row = (const mpq_t *)c->nu + k * c->nv;
        for (int l = 0; l < m; l++)
            cone_dot(c->nv, row, (const mpq_t *)c->nu + l * c->nv,
                     A[k * m + l]);
        cone_dot(c->nv, row, x, b[k]);
        mpq_neg(b[k], b[k]);
        pick[k] = k;
    }
    rational_system system = {m, (const mpq_t *)A, (const mpq_t *)b};
    const exact_limit none = {0};
    numerators y;
    linear_method used;
    PERP_TRY(linear_solve(a, &system, m, pick, LINEAR_ANY, &none, &y, &used));
    for (int k = 0; k < m && used != LINEAR_ANY; k++) {
        mpz_set(mpq_numref(u[k]), y.X[k]);
        mpz_set(mpq_denref(u[k]), y.den);
        mpq_canonicalize(u[k]);
    }
    numerators_clear(&y);
    return PERP_SUCCESS;
}

/** The decomposition $x = \nu u + \nu_\perp w$: $u$ from the normal equations, consistent whatever the rank,
and the rest, $\nu_\perp w$, whose $\nu^T$ is asked to be 0. Its length is that of $w$, as $\nu_\perp$ is orthonormal;
so lengths in the reduced space are rational numbers' roots although $\nu_\perp$ is not rational.

Implements GAP08 (3.6). */
perp_status range_split(arena *a, const cone *c, const mpq_t *x, mpq_t *u,
                        mpq_t *rest)
{
    arena_mark mark = arena_here(a);
    size_t m = (size_t)c->m, count = m * m + m;
    mpq_t *A = rational_array(a, count), part;
    if (A == NULL)
        return PERP_NO_MEMORY(count * sizeof *A);
    perp_status s = PERP_SUCCESS;
    if (c->m > 0)
        s = normal_equations(a, c, x, A, u);
    mpq_init(part);
    for (int i = 0; i < c->nv; i++) {
        mpq_set(rest[i], x[i]);
        for (int k = 0; k < c->m; k++) {
            mpq_mul(part, c->nu[k * c->nv + i], u[k]);
            mpq_sub(rest[i], rest[i], part);
        }
    }
    for (int k = 0; k < c->m && s.code == PERP_OK; k++) {
        const mpq_t *row = (const mpq_t *)c->nu + k * c->nv;
        cone_dot(c->nv, row, (const mpq_t *)rest, part);
        if (mpq_sgn(part) != 0)
            s = PERP_FAIL(PERP_BUG, "the rest is not across joint %d", k + 1);
    }
    mpq_clear(part);
    rational_clear(A, count);
    arena_release(a, mark);
    return s;
}

/** $|P x|^2 = |\text{rest}|^2$, a fraction, and $|P x|$ its root: lengths in the
reduced space without a basis of it. */
perp_status range_across(arena *a, const cone *c, const mpq_t *x, mpq_ptr out)
{
    arena_mark mark = arena_here(a);
    size_t count = (size_t)(c->nv + c->m) + 1;
    mpq_t *u = rational_array(a, count);
    if (u == NULL)
        return PERP_NO_MEMORY(count * sizeof *u);
    mpq_t *rest = u + c->m;
    perp_status s = range_split(a, c, x, u, rest);
    cone_dot(c->nv, (const mpq_t *)rest, (const mpq_t *)rest, out);
    rational_clear(u, count);
    arena_release(a, mark);
    return s;
}

/* x minus its part along the `rows` orthonormal rows of Q, twice: once leaves
   a few units roundoff of what was taken away. */
static void orthogonalise(int nv, int rows, const double *Q, double *x)
{
    for (int pass = 0; pass < 2; pass++)
        for (int k = 0; k < rows; k++) {
            double s = 0;
            for (int i = 0; i < nv; i++)
                s += Q[k * nv + i] * x[i];
            for (int i = 0; i < nv; i++)
                x[i] -= s * Q[k * nv + i];
        }
}

static double length(int nv, const double *x)
{
    double big = 0, sum = 0;
    for (int i = 0; i < nv; i++)
        big = fmax(big, fabs(x[i]));
    for (int i = 0; i < nv && big > 0; i++)
        sum += (x[i] / big) * (x[i] / big);
    return big * sqrt(sum);
}

static int append(int nv, int rows, double *Q, double *x, double least)
{
    orthogonalise(nv, rows, Q, x);
    double s = length(nv, x);
    if (!(s > least))
        return rows;
    for (int i = 0; i < nv; i++)
        Q[rows * nv + i] = x[i] / s;
    return rows + 1;
}

/** Gram and Schmidt, every vector twice. First the joints, then the unit
vectors: one of $k$ unit vectors that are still missing keeps at least a length
of $\sqrt{k/n_v}$ across those there are, so the longest remainder is taken each
time. For one joint in the plane, $\nu = (1, 1)$, the remainders of $e_1$ and $e_2$ are
equally long, $\sqrt{1/2}$, the first is taken, and $B = \sqrt{1/2}\,(1, -1)$. Which
orthonormal basis it is has no meaning; another one turns $W_n$ and $W_D$ together. */
int range_perp(int nv, int m, const double *nu, double *B, double *work)
{
    int rows = 0, joints;
    double *x = work + nv * nv;
    for (int k = 0; k < m; k++) {
        memcpy(x, nu + k * nv, (size_t)nv * sizeof *x);
        rows = append(nv, rows, work, x, 1e-13 * length(nv, x));
    }
    joints = rows;
    while (rows < nv) {
        int best = 0;
        double most = -1;
        for (int e = 0; e < nv; e++) {
            double left = 1; /* the squared length of what remains of e */
            for (int k = 0; k < rows; k++)
                left -= work[k * nv + e] * work[k * nv + e];
            if (left > most) {
                most = left;
                best = e;
            }
        }
        for (int i = 0; i < nv; i++)
            x[i] = i == best;
        rows = append(nv, rows, work, x, 0);
    }
    memcpy(B, work + joints * nv, (size_t)((rows - joints) * nv) * sizeof *B);
    return rows - joints;
}

/* The slips that survive, into slip; their number. A direction lies in
   range(nu) exactly when it has no part across it. */
static perp_status surviving(arena *a, const cone *c, int *slip, int *slip_at,
                             int *count)
{
    size_t work = (size_t)(c->nv + c->m) + 1;
    mpq_t *u = rational_array(a, work);
    if (u == NULL)
        return PERP_NO_MEMORY(work * sizeof *u);
    mpq_t *rest = u + c->m;
    perp_status s = PERP_SUCCESS;
    *count = 0;
    for (int j = 0; j < c->p && s.code == PERP_OK; j++) {
        slip_at[j] = *count;
        for (int k = c->slip_at[j]; k < c->slip_at[j + 1]; k++) {
            int inside = 1;
            s = range_split(a, c, (const mpq_t *)c->d + k * c->nv, u, rest);
            for (int i = 0; i < c->nv; i++)
                inside &= mpq_sgn(rest[i]) == 0;
            if (!inside)
                slip[(*count)++] = k;
        }
    }
    slip_at[c->p] = *count;
    rational_clear(u, work);
    return s;
}

static void multiply(range_rows across, int nv, const mpq_t *x, mpq_t *out)
{
    for (int i = 0; i < across.rows; i++)
        cone_dot(nv, across.B + i * nv, x, out[i]);
}

/** With the rows of $B = \nu_\perp^T$, $W_n^{(j)} = \nu_\perp^T n^{(j)}$ and
$\bar W_D^{(j)} = \nu_\perp^T \bar D^{(j)}$. By Lemma 3.3 no $W_n$ vanishes when
the cone is pointed; by Remark 3.4 a column of $\bar W_D$ may, and is left out.
The cone that is left has no joints, and is full or polyhedral as its rays say.

Implements GAP08 (3.7), (3.8). */
perp_status range_reduce(arena *a, const cone *c, range_rows across, cone *out,
                         int *slip)
{
    int rows = across.rows, left = 0;
    int *slip_at = arena_take(a, (size_t)c->p + 1, sizeof *slip_at);
    if (slip_at == NULL)
        return PERP_NO_MEMORY(((size_t)c->p + 1) * sizeof *slip_at);
    PERP_TRY(surviving(a, c, slip, slip_at, &left));
    cone_data shape = {.nv = rows, .p = c->p, .r = left, .slip_at = slip_at};
    PERP_TRY(cone_new(a, &shape, out));
    for (int j = 0; j < c->p; j++) {
        mpq_set(out->mu[j], c->mu[j]);
        multiply(across, c->nv, (const mpq_t *)c->n + j * c->nv,
                 out->n + j * rows);
    }
    for (int s = 0; s < left; s++)
        multiply(across, c->nv, (const mpq_t *)c->d + slip[s] * c->nv,
                 out->d + s * rows);
    return PERP_SUCCESS;
}
