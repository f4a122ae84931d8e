/**
# Is this a nearest point?

For $M = I$ and $K$ convex the slides have $\operatorname{Proj}$, and Lemma 1
says what it is; in the general case they have an Argmin over a set that may
have many stationary points. A search can end at any of them. Here is what
decides, with first and second derivatives of the $f_a$ at the point and nothing
else: a file apart from the search, so that a fault there cannot also be the
fault of the test.

$$\min_{w} \tfrac12|w - w_y|_M^2, \quad f_a(q^n + hw)/h \ge 0, \qquad
L = \tfrac12|w - w_y|_M^2 - \sum_a\lambda_a f_a/h .$$

First order: $M(w - w_y) = \sum\lambda_a\nabla f_a$, $0 \le \lambda_a \perp f_a
\ge 0$. Second order: $t^T(M + B)t \ge 0$ for all $t$ along the boundaries that
push, where $M + B = L_{ww}$ and $B = -h\sum\lambda_a\nabla^2f_a$.

The outside of the unit disc, $f = x_1^2 + x_2^2 - 1$, $M = I$, $h = 1$, $y =
(\frac12, 0)$ shows why one is not enough. Two points are stationary:

| $Z$ | $Z - y = \lambda\nabla f$ | $M + B = (1 - 2\lambda)I$ | |
|---|---|---|---|
| $(1, 0)$ | $(\frac12, 0) = \frac14(2, 0)$ | $\frac12 I$ | nearest |
| $(-1, 0)$ | $(-\frac32, 0) = \frac34(-2, 0)$ | $-\frac12 I$ | the farthest point of the circle |

The second has a multiplier of the right sign, too; a descent along the axis
ends there. With $y$ in the centre $\lambda = \frac12$ and $M + B = 0$: all
points of the circle are nearest, and each has to pass. So a zero counts as
good.

What is not asked is whether a point elsewhere is nearer. For a convex $K$ none
is; paoli_ball.c proves it of most steps, and else paoli_nearest.c searches, and a run
says that it was searched.
*/
#include "model/system/bend.h"
#include "number/dense.h"
#include "p10/paoli_step.h"

#include <math.h>
#include <string.h>

/** Every constraint by its tangent at `at`: $f(c) + n\cdot(q - c)$ is what a
constraint with this gradient would be at $q^n$. So the problem of a round has
the same form as that of a polyhedron, value $f + hn\cdot w$ at $q^n + hw$, and
the same functions pose and solve it. */
perp_status paoli_linearise(paoli_state *r)
{
    const int v = r->sys->nv;
    PERP_TRY(assemble_gaps(r->sys, &r->work, r->at));
    PERP_TRY(paoli_rows(r, r->at, r->rows));
    for (int j = 0; j < r->sys->contacts; j++) {
        const double *row = r->rows + (size_t)j * (size_t)v;
        r->f[j] = r->work.gap[j];
        for (int i = 0; i < v; i++)
            r->f[j] += row[i] * (r->q[i] - r->at[i]);
    }
    return PERP_SUCCESS;
}

/** $B = -h \sum_a \lambda_a \nabla^2 f_a$ at a point, with the multipliers in
`curve.lambda`. A gap without second derivatives there, or with some that
overflow, is taken as straight. */
perp_status paoli_bend(paoli_state *r, const double *at)
{
    const int v = r->sys->nv;
    double *B = r->curve.B;
    memcpy(r->work.in, at, (size_t)v * sizeof *at);
    r->operations += 2.0 * v * r->sys->row.instrs;
    perp_status s =
        bend_matrix(r->sys, r->work.in, r->curve.lambda, r->curve.work, B);
    int whole = s.code == PERP_OK;
    for (int i = 0; i < v * v && whole; i++)
        whole = isfinite(B[i] *= -r->h) != 0;
    if (!whole)
        memset(B, 0, (size_t)v * (size_t)v * sizeof *B);
    return s.code == PERP_INPUT ? PERP_SUCCESS : s;
}

/** ## What is accepted

However a point was found, it has to stand: the projection of $y$ on the
tangents at $Z$, in the metric of $M$, is $Z$. This is one problem, posed from
$Z$ alone, and says all of the first order: the reaction lies in the normal
cone, and no open constraint pushes. What $Z$ is off by comes back $|B|/|M|$
times as large, the derivative of this projection, so that much is allowed; but
never more than $2^{-20}$ of the way from $y$, the angle of the reaction with
the cone. (The normal at a point that is off by $s$ along the boundary is turned
by $\kappa s$, and at the distance $\delta$ of $y$ its foot is off by
$\delta\kappa s$; $\delta\kappa$ is $|B|/|M|$. For a needle of an ellipse hit
deeply it is a million, and a $Z$ right to the last digit comes back wrong by a
million of them.) That $Z \in K$, and on the boundary where it pushes, is asked
of the gaps themselves: their distances $f_a/|\nabla f_a|$ may be $2^{-40}$ of
the coordinates. */
static double steepness(const paoli_state *r)
{
    const int v = r->sys->nv;
    double most = 0;
    for (int i = 0; i < v; i++)
        for (int j = 0; j < v; j++)
            most = fmax(most, fabs(r->curve.B[i * v + j]) /
                                  sqrt(r->M[i * (v + 1)] * r->M[j * (v + 1)]));
    return most;
}

static int touches(const paoli_state *r, double size)
{
    const int v = r->sys->nv;
    for (int j = 0; j < r->sys->contacts; j++) {
        double length = 0, gap = r->work.gap[j];
        for (int i = 0; i < v; i++)
            length += fabs(r->rows[(size_t)j * (size_t)v + (size_t)i]);
        if (!(gap >= -0x1p-40 * length * size))
            return 0;
        if (r->impulse[j] > 0 && gap > 0x1p-40 * length * size)
            return 0;
    }
    return 1;
}

static int returns(const paoli_state *r)
{
    const int v = r->sys->nv;
    double moved = 0, size = 0, way = 0;
    for (int i = 0; i < v; i++) {
        double z = r->q[i] + r->h * r->w[i];
        moved = fmax(moved, fabs(z - r->at[i]));
        size = fmax(size, fmax(fabs(r->q[i]), fabs(z)));
        way = fmax(way, r->h * fabs(r->w[i] - r->predicted[i]));
    }
    double bent = fmin(steepness(r) * 0x1p-40 * size, 0x1p-20 * way);
    return moved <= 0x1p-40 * size + bent && touches(r, size);
}

/** The second order: $M + B$ has no negative direction $t$ with $n_a t = 0$ for
all who push. It is so when $M + B + \sigma\sum n_a n_a^T$ is positive definite
for a large $\sigma$; with $(1 + 2^{-16})M$, since a zero counts as good. A
point where it fails is stationary, and nearer ones lie beside it.

One factorisation replaces a basis of the tangent space. On $t$ with $n_a t = 0$
the added term is 0 and the test says what it should; across, $\sigma n_a n_a^T$
outweighs whatever $B$ does, if $\sigma$ is large against $|B|$. Each row is
divided by $n_a M^{-1}n_a^T$, its length in the metric, so that $\sigma =
2^{26}(1 + |B|/|M|)$ has no unit, and lies in the middle: what $B$ couples along
and across the boundary costs the test at most $2^{-26}|B|$, and the rounding of
so large a sum is $2^{-27}$ of $|M| + |B|$. In the table above, at $(-1, 0)$:
along the boundary $1 + 2^{-16} - \frac32 < 0$, and the factor has a negative
pivot. */
static int settled(paoli_state *r)
{
    const int v = r->sys->nv;
    paoli_bent *k = &r->curve;
    const double weight = 0x1p26 * (1 + steepness(r));
    for (int i = 0; i < v * v; i++)
        k->W[i] = (1 + 0x1p-16) * r->M[i] + k->B[i];
    for (int j = 0; j < r->sys->contacts; j++) {
        const double *row = r->rows + (size_t)j * (size_t)v;
        if (k->lambda[j] <= 0)
            continue;
        memcpy(k->c, row, (size_t)v * sizeof *row);
        paoli_solve(&r->metric, k->c);
        double square = dense_dot(v, row, k->c);
        for (int i = 0; i < v && square > 0; i++)
            for (int l = 0; l < v; l++)
                k->W[i * v + l] += weight * row[i] * row[l] / square;
    }
    return paoli_factor(k->W, &k->metric).code == PERP_OK;
}

/** The multipliers of what was solved last. */
void paoli_multipliers(const paoli_state *r, double *out)
{
    for (int j = 0; j < r->sys->contacts; j++)
        out[j] = r->impulse[j] / (1 + paoli_restitution(r));
}

/** The projection of $y$ on the tangents at r->at, in the metric of $M$ and no
other, whatever a round had in mind; then both orders. After a yes `w`,
`impulse`, `rows` and `f` are of this projection, and are what the step goes on
with and what an exact check of it gets. Tangents that leave no point say no,
and not an error. */
perp_status paoli_stands(paoli_state *r, int *yes)
{
    *yes = 0;
    r->model = &r->metric;
    r->aim = r->predicted;
    PERP_TRY(paoli_linearise(r));
    perp_status s = paoli_project_flat(r);
    if (s.code == PERP_NO_SOLUTION)
        return PERP_SUCCESS;
    PERP_TRY(s);
    paoli_multipliers(r, r->curve.lambda);
    PERP_TRY(paoli_bend(r, r->at));
    *yes = returns(r) && settled(r);
    return PERP_SUCCESS;
}
