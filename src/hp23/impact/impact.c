/**
# From data to problems

HP23 2.2.2 writes the older law, (31), and 5.1 the paper's own step, (72), as
conditions on $v'$ and the impulses. Here both become one sort of object: a mixed
linear complementarity problem over the rationals, some unknowns without a sign and
with equations, the others in pairs. What stands in which row:

| row | unknown beside it | equation, or $w \ge 0$ |
|---|---|---|
| balance, nv | $v'$ | $M v' - \nu c_\nu - n \lambda_n - d\,(\lambda_{D+} - \lambda_{D-}) = M v$ |
| joints, m | $c_\nu$ | $\nu^\top v' = 0$ |
| $\beta_j$, in a step only | $\beta_j$ | $\lambda_{n,max,j} - \lambda_{n,j}$ |
| normal of j | $\lambda_{n,j}$ | $n_j v'$, in a step $+ \beta_j$ |
| slip k, both signs | $\lambda_{D,k\pm}$ | $\pm d_k v' + \gamma_j$ |
| cone of j | $\gamma_j$ | $\mu_j \lambda_{n,j} - \sum_k (\lambda_{D,k+} + \lambda_{D,k-})$ |

**Why $v'$ stays.** The paper eliminates it: (75b) is made of products $J M^{-1}
J^\top$. In fractions that is the wrong order. The entries of $M$ and $J$ are
doubles, fractions with a power of two below the line, and an inverse has the
determinant of $M$ there: all numbers of the problem become longer before anything
is solved. The mixed form has the data themselves for entries. It takes joints as
two blocks more, and a singular $M$ is noticed by who solves. The condensed form is
in [halm_posa.c](halm_posa.c), in doubles, where a small matrix counts for more than
short numbers.

**What $\gamma$ is.** Unit$_D$, (19), is the hull of the directions along which the
slip is the largest. With $\lambda_{D,k\pm} > 0$ only where $\pm d_k v' = -\gamma$,
and all rows $\ge -\gamma$, the directions that push are those against which the
contact slips fastest, and $\gamma$ is that speed; if it is positive, the cone's row
is tight and $\mu \lambda_n$ is shared by them. That is (20). If the contact sticks,
$\gamma = 0$ and the row of the cone is an inequality.

**A point of 1 kg** on a floor, $M = I$, $n = (0, 1)$, $d = (1, 0)$, has six unknowns,
$v'_x$, $v'_y$, $\lambda_n$, $\lambda_+$, $\lambda_-$, $\gamma$, and all of law (31)
is

$$A = \begin{pmatrix} 1 & 0 & 0 & -1 & 1 & 0 \\ 0 & 1 & -1 & 0 & 0 & 0 \\ 0 & 1 & 0 & 0 & 0 & 0 \\
1 & 0 & 0 & 0 & 0 & 1 \\ -1 & 0 & 0 & 0 & 0 & 1 \\ 0 & 0 & \mu & -1 & -1 & 0 \end{pmatrix}, \qquad
b = -\begin{pmatrix} v_x \\ v_y \\ 0 \\ 0 \\ 0 \\ 0 \end{pmatrix}.$$

With $v = (3, -2)$ and $\mu = \frac12$ it comes to $v' = (2, 0)$, $\lambda_n = 2$,
$\lambda_- = 1$, $\gamma = 2$: it goes on sliding, friction is at its bound, and
$\gamma$ is the slip. The step with the bound $\lambda_{n,max} = 1$ ends at $v' =
(\frac52, -1)$ with $\beta = 1$, half-way.

**The block** of the [wing's page](../README.md), brought to rest: $v' = 0$ needs
$\lambda_{n,A} + \lambda_{n,B} = 1$ N s for the height, $f_A + f_B = 0$ for the
side, and with these $-\frac12 \lambda_{n,A} + \frac12 \lambda_{n,B} = 0$ for the
rotation. So $\lambda_n = (\frac12, \frac12)$ and $f = (t, -t)$ with any $|t| \le
\frac12$: one $v'$, a segment of impulses. Redundant contacts are the rule among
impacts, and laws are compared by $v^+$ for that reason. */
#include "hp23/impact/impact.h"

#include "number/linear/linear.h"
#include "number/rational.h"

impact_places impact_places_of(const step_exact *d, int bounded)
{
    impact_places at = {.free = d->nv + d->m};
    at.beta = at.free;
    at.cn = at.beta + (bounded ? d->p : 0);
    at.lambda_D = at.cn + d->p;
    at.gamma = at.lambda_D + 2 * d->r;
    at.size = at.gamma + d->p;
    return at;
}

/* A is size x size by rows, b has size numbers, and both are one array of
   size (size + 1) rationals, which the problem owns. */
/* A problem of that size, all zero, and its numbers to write on. */
static perp_status blank(arena *a, const impact_places *at,
                         lcp_exact_problem *out, mpq_t **A, mpq_t **b)
{
    size_t size = (size_t)at->size, count = size * (size + 1);
    *A = rational_array(a, count);
    if (*A == NULL)
        return PERP_NO_MEMORY(count * sizeof(mpq_t));
    *b = *A + size * size;
    *out = (lcp_exact_problem){at->free, at->size - at->free, (const mpq_t *)*A,
                               (const mpq_t *)*b};
    return PERP_SUCCESS;
}

/* A gradient g as row `at` and, with the sign of an impulse, as column. */
static void put_gradient(mpq_t *A, int size, int at, int nv, const mpq_t *g,
                         int back)
{
    for (int j = 0; j < nv; j++) {
        mpq_ptr row = A[at * size + j], column = A[j * size + at];
        mpq_set(row, g[j]);
        mpq_set(column, g[j]);
        mpq_neg(back ? row : column, g[j]);
    }
}

/** $M v' - \nu c_\nu - n \lambda_n - D \lambda_D - M v = 0$ and $\nu^\top v' = 0$:
joints hold. Equation (30) knows no joints; a free multiplier each is all they need.
That they hold behind the impact is demanded even if $v^-$ breaks them, as the
doubles of a run do by a last digit; the multipliers then take that out, too. The
columns $-n$, $-D$ are written by the contacts, row and column of a gradient at
once, with opposite signs. So they cancel in

$$z^\top A z = v'^\top M v' + \sum_j \mu_j \lambda_{n,j} \gamma_j,$$

which is not negative when the pairs are not: the matrix is copositive, as $W_q$ is by
(138), and Proposition 2 lets Lemke's method end with a solution.

Implements HP23 (30). */
static void put_balance(const step_exact *d, int size, mpq_t *A, mpq_t *b)
{
    const int nv = d->nv;
    mpq_t t;
    mpq_init(t);
    for (int i = 0; i < nv; i++)
        for (int j = 0; j < nv; j++) {
            mpq_srcptr m = d->M[i * nv + j];
            mpq_set(A[i * size + j], m);
            mpq_mul(t, m, d->v[j]);
            mpq_sub(b[i], b[i], t);
        }
    for (int k = 0; k < d->m; k++)
        put_gradient(A, size, nv + k, nv, (const mpq_t *)d->nu + k * nv, 0);
    mpq_clear(t);
}

/** One contact: its normal row, two rows for each slip, since $\lambda_D \ge 0$
pushes along $d$ or against it, and the cone's.

$$0 \le \lambda_{D} \perp J_{D} v' + \mathbf 1 \gamma \ge 0, \qquad
0 \le \gamma \perp \mu \lambda_{n} - \mathbf 1^\top \lambda_{D} \ge 0.$$

$\gamma$ becomes the largest slip speed along the directions: only those that
oppose it most may push. A contact with $k/2$ slips has the directions $\pm d$ of
each, so $D$ has $k$ columns and $\operatorname{Unit}_D$ their convex hull.

Implements HP23 (19)-(20), (31d), (32)-(33). */
static void put_contact(const step_exact *d, int j, const impact_places *at,
                        mpq_t *A)
{
    const int nv = d->nv, size = at->size, gamma = at->gamma + j;
    put_gradient(A, size, at->cn + j, nv, (const mpq_t *)d->n + j * nv, 0);
    mpq_set(A[gamma * size + at->cn + j], d->mu[j]);
    for (int k = d->slip_at[j]; k < d->slip_at[j + 1]; k++)
        for (int back = 0; back < 2; back++) {
            int row = at->lambda_D + 2 * k + back;
            put_gradient(A, size, row, nv, (const mpq_t *)d->d + k * nv, back);
            mpq_set_si(A[row * size + gamma], 1, 1);
            mpq_set_si(A[gamma * size + row], -1, 1);
        }
}

/** Law (31): impulses that prevent penetration, none on a contact that parts, and
friction at the velocity after the impact. (31a) asks for $v^+$ and $\Lambda$ of
every active contact at once, (31b) is the balance, (31c) the normal rows and (31d)
those of friction. The names of (34), (35) are an order of unknowns and nothing
else.

What the law leaves out is the way from $v^-$ to $v^+$: a contact that is touched by
nothing at the end has no impulse, although on the way it may have been hit. That is
the paper's complaint (section 3.1), and the reason for (39).

Implements HP23 (31a)-(31c), (34)-(35). */
perp_status impact_pose(arena *a, const step_exact *d, lcp_exact_problem *out)
{
    impact_places at = impact_places_of(d, 0);
    mpq_t *A = NULL, *b = NULL;
    PERP_TRY(blank(a, &at, out, &A, &b));
    put_balance(d, at.size, A, b);
    for (int j = 0; j < d->p; j++)
        put_contact(d, j, &at, A);
    return PERP_SUCCESS;
}

/** The step (75). To law (31) it adds a bound on each normal impulse and a
multiplier $\beta$ for it:

$$0 \le \beta \perp \lambda_{n,max} - \lambda_n \ge 0, \qquad
0 \le \lambda_n \perp J_n v' + \beta \ge 0.$$

Where the bound is reached, $\beta = -J_n v'$ is what is left of the approach; a
contact below its bound has terminated. Without these rows $\lambda = 0$ would solve
(72) from every $v$, and a loop of such steps need not go on. With bounds that are
large enough $\beta = 0$ and the step is law (31); with small ones contacts press
together for a while, in the ratio of their bounds. The block with the bounds
$(\frac12, \frac1{10})$ N s spends both: $v' = (\frac{12}{85}, -\frac25,
-\frac{12}{85})$, its corners approach at $\frac{28}{85}$ and $\frac8{17}$, and
$\beta$ is just these. The matrix printed as (75b) misses transposes on the second
Jacobians (erratum D12); here $v'$ stays a free unknown and there is no product to
transpose.

Implements HP23 (72a)-(72d), (73)-(74), (75a), (75c). */
perp_status impact_pose_step(arena *a, const step_exact *d, const mpq_t *most,
                             lcp_exact_problem *out)
{
    impact_places at = impact_places_of(d, 1);
    mpq_t *A = NULL, *b = NULL;
    PERP_TRY(blank(a, &at, out, &A, &b));
    put_balance(d, at.size, A, b);
    for (int j = 0; j < d->p; j++) {
        int beta = at.beta + j, cn = at.cn + j;
        put_contact(d, j, &at, A);
        mpq_set_si(A[cn * at.size + beta], 1, 1);
        mpq_set_si(A[beta * at.size + cn], -1, 1);
        mpq_set(b[beta], most[j]);
    }
    return PERP_SUCCESS;
}

/** $\lambda_t = \lambda_{D+} - \lambda_{D-}$ of each slip: the halves may be several
where a contact sticks, their difference is what moves the bodies. */
void impact_impulses(const step_exact *d, int bounded, const mpq_t *z, mpq_t *L)
{
    impact_places at = impact_places_of(d, bounded);
    for (int j = 0; j < d->p; j++)
        mpq_set(L[j], z[at.cn + j]);
    for (int k = 0; k < d->r; k++)
        mpq_sub(L[d->p + k], z[at.lambda_D + 2 * k],
                z[at.lambda_D + 2 * k + 1]);
}

/** Nothing is copied: the single contact's rows are where they are in the whole. The
velocity is the whole's, too, so a sequence of impacts has only to change that. */
step_exact impact_single(const step_exact *d, int j, int slip_at[2])
{
    step_exact one = *d;
    int first = d->slip_at[j];
    one.p = 1;
    one.r = d->slip_at[j + 1] - first;
    one.n = d->n + j * d->nv;
    one.d = d->d + first * d->nv;
    one.mu = d->mu + j;
    slip_at[0] = 0;
    slip_at[1] = one.r;
    one.slip_at = slip_at;
    return one;
}

void impact_dot(int n, const mpq_t *x, const mpq_t *y, mpq_ptr out)
{
    mpq_t t, sum;
    mpq_inits(t, sum, NULL);
    for (int i = 0; i < n; i++) {
        mpq_mul(t, x[i], y[i]);
        mpq_add(sum, sum, t);
    }
    mpq_swap(out, sum);
    mpq_clears(t, sum, NULL);
}

void impact_normal(const step_exact *d, int j, const mpq_t *v, mpq_ptr out)
{
    impact_dot(d->nv, (const mpq_t *)d->n + j * d->nv, v, out);
}

void impact_slip(const step_exact *d, int k, const mpq_t *v, mpq_ptr out)
{
    impact_dot(d->nv, (const mpq_t *)d->d + k * d->nv, v, out);
}

/** For who draws, votes or prints, and not for who decides: a speed is exact until it is put into a
double, and then truncated, so that what is zero stays zero and a sign stays what it is, down to the
smallest double. The order is that of all lists of speeds in this wing: p normals, then r slips, each
contact's together. */
void impact_speeds(const step_exact *d, const mpq_t *v, double *out)
{
    mpq_t x;
    mpq_init(x);
    for (int k = 0; k < d->p + d->r; k++) {
        if (k < d->p)
            impact_normal(d, k, v, x);
        else
            impact_slip(d, k - d->p, v, x);
        out[k] = mpq_get_d(x);
    }
    mpq_clear(x);
}

/** The set $\mathcal C(q)$ of colliding velocities, and its complement. With a
tolerance $\tau$ a speed of approach up to $\tau$ is none. $\mathcal S$, (29), is
smaller than the complement: a contact at rest, $J_n v = 0$, is in neither, and no
law is asked about it here. In fractions $\tau = 0$ means what the paper writes; its
code has $10^{-8}$ m/s (D4).

Implements HP23 (28)-(29). */
int impact_colliding(const step_exact *d, const mpq_t *v, mpq_srcptr tolerance)
{
    mpq_t speed;
    int found = -1;
    mpq_init(speed);
    for (int j = 0; j < d->p && found < 0; j++) {
        impact_normal(d, j, v, speed);
        mpq_add(speed, speed, tolerance);
        if (mpq_sgn(speed) < 0)
            found = j;
    }
    mpq_clear(speed);
    return found;
}

/** $(v' - v)^\top M (v' + v)$, half of which is the change of (11). The difference
of two squares is formed as a product, so that a small gain is not left over from
two large numbers; in fractions that saves digits and not truth. For a symmetric $M$
only: the two mixed terms $v'^\top M v$ and $v^\top M v'$ cancel. From the fall $(0,
-1, 0)$ of the block to $(\frac{21}{100}, \frac{21}{200}, -\frac{21}{100})$ it is
$\frac{147}{2000} - 1$, so $\frac{1853}{4000}$ J are lost.

Implements HP23 (11). */
void impact_gain(const step_exact *d, const mpq_t *from, const mpq_t *to,
                 mpq_ptr out)
{
    const int nv = d->nv;
    mpq_t sum, t, row;
    mpq_inits(sum, t, row, NULL);
    for (int i = 0; i < nv; i++) {
        mpq_set_ui(row, 0, 1);
        for (int j = 0; j < nv; j++) {
            mpq_add(t, to[j], from[j]);
            mpq_mul(t, t, d->M[i * nv + j]);
            mpq_add(row, row, t);
        }
        mpq_sub(t, to[i], from[i]);
        mpq_mul(t, t, row);
        mpq_add(sum, sum, t);
    }
    mpq_swap(out, sum);
    mpq_clears(sum, t, row, NULL);
}

/** ## What an impulse does

$W = M^{-1}$ with the joints held is never formed. Routh's path, the rates of (39)
and the vector of Lemma 6 need $w = W g$ for a few gradients $g$, and each is the
upper part of

$$\begin{pmatrix} M & -\nu \\ \nu^\top & 0 \end{pmatrix} \begin{pmatrix} w \\ c_\nu \end{pmatrix}
= \begin{pmatrix} g \\ 0 \end{pmatrix},$$

solved without rounding: for the block $W n_A = (0, 1, -\frac65)$, so that a push of
1 N s at A turns it by $\frac65$ rad/s. What an impulse along $g$ does to the speed
along $g'$ is then $g' \cdot w$, an inverse mass. */

/* K (w, y) = (g, 0), K = [M, -nu; nu', 0], as numbers for a solver. */
static void fill_response(const step_exact *d, const mpq_t *g, mpq_t *K)
{
    const int nv = d->nv, size = nv + d->m;
    mpq_t *b = K + size * size;
    for (int i = 0; i < nv; i++) {
        for (int j = 0; j < nv; j++)
            mpq_set(K[i * size + j], d->M[i * nv + j]);
        mpq_neg(b[i], g[i]);
    }
    for (int k = 0; k < d->m; k++)
        put_gradient(K, size, nv + k, nv, (const mpq_t *)d->nu + k * nv, 0);
}

/* w are fractions with one denominator, put into lowest terms one by one. */
static perp_status solve_response(arena *a, const step_exact *d, mpq_t *K,
                                  int *pick, mpq_t *w)
{
    const int size = d->nv + d->m;
    const exact_limit none = {0};
    rational_system p = {size, (const mpq_t *)K,
                         (const mpq_t *)K + size * size};
    linear_method used;
    numerators x;
    for (int i = 0; i < size; i++)
        pick[i] = i;
    PERP_TRY(linear_solve(a, &p, size, pick, LINEAR_ANY, &none, &x, &used));
    for (int i = 0; i < d->nv && used != LINEAR_ANY; i++) {
        mpz_set(mpq_numref(w[i]), x.X[i]);
        mpz_set(mpq_denref(w[i]), x.den);
        mpq_canonicalize(w[i]);
    }
    numerators_clear(&x);
    if (used == LINEAR_ANY)
        return PERP_FAIL(PERP_INPUT, "the mass matrix is singular: no impulse "
                                     "can be balanced");
    return PERP_SUCCESS;
}

perp_status impact_response(arena *a, const step_exact *d, const mpq_t *g,
                            mpq_t *w)
{
    const size_t size = (size_t)(d->nv + d->m), count = size * (size + 1);
    int *pick = arena_take(a, size, sizeof *pick);
    mpq_t *K = pick == NULL ? NULL : rational_array(a, count);
    if (K == NULL)
        return PERP_NO_MEMORY(count * sizeof *K);
    fill_response(d, g, K);
    perp_status s = solve_response(a, d, K, pick, w);
    rational_clear(K, count);
    return s;
}
