/**
# A linear program with an answer for everybody

$\min_w \|x - \sum_k w_k g_k\|_\infty$ over $w \ge 0$, $\sum w_k = 1$. The maximum
norm is what makes it linear; it is the distance in the worst coordinate and not in
$M$, so metres and radians are compared. For the question whether it is zero, that is
no matter.

The paper has no such test: it proves that its paths solve (39), and never asks it of
a path. Here every solution that is drawn is asked, by code that knows nothing of how
it was made, and an answer of zero is exact.

**Why a linear program and not a projection.** The nearest point in the
Euclidean norm is a quadratic program, whose $W$ is the Gram matrix of the
corners: positive semidefinite, so Lemke would end, too. But its entries are
products, with twice the digits, and the minimum would come as a square. The
maximum norm keeps all data as they are. And why a complementarity problem and
not a simplex method: there is one, proven, with a ladder of arithmetic beneath
it.

**Why the last weight is eliminated.** An equation $\sum w_k = 1$ would be a
free multiplier. Without it all unknowns have a sign, and the start $z = 0$, all
weight on the last corner, is a point of the program with $t$ large enough.

**Size.** $K$ corners and $n$ coordinates make $K + 1 + 2n$ pairs: 11 for the block,
with four corners and three velocities. A small problem; a path has some hundred of
them.

**An example.** One coordinate, corners $g_1 = 0$ and $g_K = 2$, the point $x = 3$.
With $c = c_1$, $e = 1 + 2c$. The nearest point is the corner 2: $c = 0$, $t = e =
1$, weights $(0, 1)$. The proof is $a = 1$ on the bound $t - e \ge 0$, $b = y = 0$:
the row of $t$ is zero, and that of $c$ is $(0 - 2)(0 - 1) = 2 > 0$, so weight on
the first corner only hurts. */
#include "hp23/inclusion/hull.h"

#include "number/rational.h"
#include "lcp/solve/ladder.h"
#include "lcp/solve/mlcp.h"

#include <math.h>

/** **The linear program.** The last weight is one less the others. With $e = x -
g_K - \sum_{k<K} c_k (g_k - g_K)$,

$$\min t \quad\text{with}\quad t - e_i \ge 0, \quad t + e_i \ge 0, \quad
1 - \sum c_k \ge 0, \quad c, t \ge 0.$$

It has a solution, and with the multipliers $y$ of the last weight, $a$ and $b$ of the
bounds, it is the problem $0 \le z \perp W z + w \ge 0$ in $z = (c, t, y, a, b)$ with an
antisymmetric $W$: copositive, so Lemke's method ends with the minimum and its
dual.

| pair | row of $W z + w$ |
|---|---|
| $c_k$ | $y + (g_k - g_K) \cdot (b - a)$ |
| $t$ | $1 - \sum a_i - \sum b_i$ |
| $y$ | $1 - \sum c_k$ |
| $a_i$ | $t - e_i$ |
| $b_i$ | $t + e_i$ | */
typedef struct {
    int c, t, y, a, b, size;
} places;

static places places_of(int n, int count)
{
    places at = {.t = count - 1};
    at.y = at.t + 1;
    at.a = at.y + 1;
    at.b = at.a + n;
    at.size = at.b + n;
    return at;
}

/** The problem is a linear program and its dual in one. Rows $a$ and $b$ bound the
error from both sides, $y$ keeps the last weight from being negative, and the rows of
$c$ and $t$ are the dual's constraints. An antisymmetric $W$ has $z^\top W z = 0$, so
complementarity is the equality of both objectives, which is the proof that the
minimum is one. */

/* W[i][j] = x, W[j][i] = -x. */
static void put(mpq_t *W, int size, int i, int j, mpq_srcptr x)
{
    mpq_set(W[i * size + j], x);
    mpq_neg(W[j * size + i], x);
}

static void fill(const hull_exact *h, const places *at, mpq_t *W, mpq_t *w)
{
    const int last = h->count - 1, size = at->size;
    mpq_t t, one;
    mpq_inits(t, one, NULL);
    mpq_set_ui(one, 1, 1);
    mpq_set(w[at->t], one);
    mpq_set(w[at->y], one);
    for (int i = 0; i < h->n; i++) {
        mpq_srcptr g = h->corner[last * h->n + i];
        put(W, size, at->a + i, at->t, one);
        put(W, size, at->b + i, at->t, one);
        mpq_sub(w[at->b + i], h->point[i], g);
        mpq_neg(w[at->a + i], w[at->b + i]);
        for (int k = 0; k < last; k++) {
            mpq_sub(t, h->corner[k * h->n + i], g);
            put(W, size, at->a + i, at->c + k, t);
            mpq_neg(t, t);
            put(W, size, at->b + i, at->c + k, t);
        }
    }
    for (int k = 0; k < last; k++) {
        mpq_set_si(t, -1, 1);
        put(W, size, at->y, at->c + k, t);
    }
    mpq_clears(t, one, NULL);
}

/** Lemke's method cannot end on a ray here: both the program, at any corner with a
large $t$, and its dual, at zero, have points. */
static perp_status solve(arena *a, const places *at, const mpq_t *W,
                         const mpq_t *w, lcp_exact_answer *x)
{
    lcp_exact_problem p = {0, at->size, W, w};
    int fallback;
    PERP_TRY(mlcp_prove(&p, NULL, a, x, &fallback));
    if (x->outcome != LCP_SOLVED)
        return PERP_FAIL(PERP_BUG, "a distance without a minimum");
    return PERP_SUCCESS;
}

static void read(const hull_exact *h, const places *at,
                 const lcp_exact_answer *x, mpq_ptr distance, mpq_t *weight)
{
    const int last = h->count - 1;
    mpq_set(distance, x->z[at->t]);
    mpq_set_ui(weight[last], 1, 1);
    for (int k = 0; k < last; k++) {
        mpq_set(weight[k], x->z[at->c + k]);
        mpq_sub(weight[last], weight[last], weight[k]);
    }
}

perp_status hull_distance(arena *a, const hull_exact *h, mpq_ptr distance,
                          mpq_t *weight)
{
    const places at = places_of(h->n, h->count);
    const size_t count = (size_t)at.size * (size_t)(at.size + 1);
    const arena_mark mark = arena_here(a);
    mpq_t *W = rational_array(a, count);
    if (W == NULL)
        return PERP_NO_MEMORY(count * sizeof *W);
    mpq_t *w = W + at.size * at.size;
    lcp_exact_answer x;
    fill(h, &at, W, w);
    perp_status s = lcp_exact_answer_new(a, 0, at.size, &x);
    if (s.code == PERP_OK) {
        s = solve(a, &at, (const mpq_t *)W, (const mpq_t *)w, &x);
        if (s.code == PERP_OK)
            read(h, &at, &x, distance, weight);
        lcp_exact_answer_clear(0, at.size, &x);
    }
    rational_clear(W, count);
    arena_release(a, mark);
    return s;
}

/** ## In doubles

The same program for states that come as doubles, such as those of the [Zeno
block](wobble.h) over $s$: a table of hundreds of rows asks for hundreds of distances,
and $10^{-15}$ is what their data are good for. Weights are what is kept of the
answer. */
static void fill_near(const hull_near *h, const places *at, double *W,
                      double *w)
{
    const int last = h->count - 1, size = at->size;
    w[at->t] = w[at->y] = 1;
    for (int i = 0; i < h->n; i++) {
        double g = h->corner[last * h->n + i];
        W[(at->a + i) * size + at->t] = W[(at->b + i) * size + at->t] = 1;
        W[at->t * size + at->a + i] = W[at->t * size + at->b + i] = -1;
        w[at->b + i] = h->point[i] - g;
        w[at->a + i] = g - h->point[i];
        for (int k = 0; k < last; k++) {
            double x = h->corner[k * h->n + i] - g;
            W[(at->a + i) * size + at->c + k] = x;
            W[(at->b + i) * size + at->c + k] = -x;
            W[(at->c + k) * size + at->a + i] = -x;
            W[(at->c + k) * size + at->b + i] = x;
        }
    }
    for (int k = 0; k < last; k++) {
        W[at->y * size + at->c + k] = -1;
        W[(at->c + k) * size + at->y] = 1;
    }
}

/** Is a distance of $10^{-15}$ zero? In doubles that is not decided, nor need it
be. The number is an upper bound of the least distance but for the rounding of one
sum of products, so a small number is a good answer; a large one may be the fault of
the weights, and would be asked again in fractions.

What doubles propose is only weights. They are made nonnegative, scaled to the
sum one, and the distance is computed from them, so it bounds the least one from
above whatever went wrong before. */
static void measure(const hull_near *h, const double *z, double *distance,
                    double *weight)
{
    const int last = h->count - 1;
    double sum = 0, rest = 1;
    for (int k = 0; k < last; k++) {
        weight[k] = z[k] > 0 ? z[k] : 0;
        rest -= weight[k];
    }
    weight[last] = rest > 0 ? rest : 0;
    for (int k = 0; k <= last; k++)
        sum += weight[k];
    *distance = 0;
    for (int k = 0; k <= last; k++)
        weight[k] /= sum;
    for (int i = 0; i < h->n; i++) {
        double e = h->point[i];
        for (int k = 0; k <= last; k++)
            e -= weight[k] * h->corner[k * h->n + i];
        *distance = fmax(*distance, fabs(e));
    }
}

perp_status hull_distance_near(arena *a, const hull_near *h, double *distance,
                               double *weight)
{
    const places at = places_of(h->n, h->count);
    const size_t size = (size_t)at.size;
    const arena_mark mark = arena_here(a);
    double *W = arena_take(a, size * (size + 1), sizeof *W);
    if (W == NULL)
        return PERP_NO_MEMORY(size * (size + 1) * sizeof *W);
    fill_near(h, &at, W, W + size * size);
    lcp_problem p = {0, at.size, W, W + size * size};
    lcp_answer x;
    int climbed;
    PERP_TRY(lcp_answer_new(a, 0, at.size, &x));
    PERP_TRY(mlcp_solve(&p, &mlcp_defaults, a, &x, &climbed));
    if (x.outcome != LCP_SOLVED)
        return PERP_FAIL(PERP_BUG, "a distance without a minimum");
    measure(h, x.z, distance, weight);
    arena_release(a, mark);
    return PERP_SUCCESS;
}
