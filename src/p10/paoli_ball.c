/**
# Where a nearer point could be

paoli_stands.c says that $Z$ is nearest among its neighbours. Whether a point of $K$ elsewhere is nearer to $y$
is a question about all of $K$, and yet gradients in one small ball answer it, for most steps. Let $\rho = |Z -
y|_M$ and

$$p = M(Z - y) = \sum_a \mu_a n_a + \varepsilon, \qquad \mu_a \ge 0,$$

the reaction of the step in kg m, with the rounding that it leaves. Let $Z' = Z + d$ be
a point of $K$ that is no farther from $y$ than $Z$. Then $|d|_M \le 2\rho$, and

$$0 \ge |Z' - y|_M^2 - \rho^2 = 2\,p\cdot d + |d|_M^2 .$$

By the mean value theorem $f_a(Z') = f_a(Z) + \nabla f_a(\zeta)\cdot d$ with a $\zeta$ between the two, and
$f_a(Z') \ge 0$. Let $g_a$ be a bound of $|\nabla f_a(\zeta) - n_a|$ over all $\zeta$ with $|\zeta - Z|_M \le
r$, in the norm of $M^{-1}$; then $n_a \cdot d \ge -f_a(Z) - g_a|d|$ for all $|d|_M \le r$, and

$$|d|^2 \le -2\,p \cdot d \le 2c|d| + 2b, \qquad c = |\varepsilon| + \sum_a\mu_a g_a,
\quad b = \sum_a\mu_a\max(0, f_a(Z)),$$

$$|d|_M \le c + \sqrt{c^2 + 2b} .$$

So from $r = 2\rho$ comes a smaller $r$, with a smaller $g$, and so on. The factor from one to the next is about
$2\kappa\rho$, with $\kappa$ the curvature of the boundary at the scale of the step: a step that penetrates by
less than half of the radius of curvature is settled, whether $K$ is convex or not, and what is left at the end
is rounding. Nothing is assumed of $K$, and nothing of how $Z$ was found.

An example. $K$ is the outside of the unit disc, $f = |q| - 1$, $M = I$, $y = (1 - s, 0)$, $Z = (1, 0)$, $\mu =
\rho = s$. Within $r$ of $Z$ the gradient turns by the angle $\arcsin r$, so $g \approx r$ and $r \mapsto 2 s
r$: for $s < \frac12$ the point is proven. At $s = 1$ all points of the circle are nearest, and nothing can be
proven; that the bound stops at one half of it, and not at one, is the price of a bound on gradients. For a
convex $K$ it stops there, too; and in boxes in the place of balls it stops at a tenth to a fifth. With $s =
\frac1{20}$ and $g = r$ each radius is a tenth of the one before.

Several constraints add their turns: two discs that are pushed onto each other and on a floor have three $\mu_a
g_a$ in the sum, the floor's with $g = 0$. A corner between constraints needs nothing of its own, because at a
corner, too, the reaction is a sum of gradients with $\mu_a \ge 0$. That is where a search has to try many
starts, and a proof does not mind.

| in a step | the bound says |
|---|---|
| $K$ flat | $g = 0$, $r \le 2|\varepsilon| + \sqrt{2b}$: rounding, and the root of one |
| depth times curvature $\ll \frac12$ | a few balls, then rounding |
| depth of a tenth of the radius of curvature or more | nothing; shells may, and boxes (paoli_tree.c) |
| a needle's tip, a gradient that vanishes nearby | nothing: $g$ is not small |
| two walls that leave no room, $\mu_a$ without bound | nothing: $c$ is not small |
| another piece of boundary within $2\rho$ | what it says of the constraints that push; the others only take points away |

Where the boundary is convex towards $y$ (a disc from inside) the same bound holds with the same half. Where
that is seen from the formula (paoli_form.h) it is not needed: a concave $f_a$ lies below its tangent, $f_a(Z')
\le f_a(Z) + \nabla f_a(Z)\cdot d$ for all $d$, so $g_a = |\nabla f_a(Z) - n_a|$ is rounding and the depth does
not matter. Constraints of both sorts go into one sum.

**What is rigorous.** Gaps and gradients are enclosed (proof/enclose/), of the tape's formulas, in balls of
coordinates $|\zeta_i - Z_i| \le r m_i$, $m_i^2 \ge (M^{-1})_{ii}$. All else is sums of doubles with bounds of
their rounding. $M$ and the prediction $y$ are the step's doubles. Where a formula has no value in the ball, or
changes its branch there (a gradient says nothing of a jump), nothing is proven.*/
#include "p10/paoli_form.h"
#include "p10/paoli_tree.h"

#include <math.h>
#include <string.h>

/* All sums of numbers >= 0 below have fewer than 2^20 roundings. */
static const double up = 1 + 0x1p-30, unit = 0x1p-53;

static size_t most_inputs(const perp_system *s)
{
    size_t n = (size_t)(s->nq + s->nv + 1);
    for (int i = 0; i < s->bindings; i++) {
        size_t k = kind_inputs(s->binding[i].pairs->k);
        n = k > n ? k : n;
    }
    return n;
}

perp_status paoli_ball_new(arena *a, const perp_system *s, paoli_ball **out)
{
    const size_t n = most_inputs(s), v = (size_t)s->nv;
    paoli_ball *b = arena_take(a, 1, sizeof *b);
    double *x =
        arena_take(a, 3 * n + (3 + v) * v + 3 * (size_t)s->contacts, sizeof *x);
    uint8_t *concave = arena_take(a, (size_t)s->contacts + 1, 1);
    if (b == NULL || x == NULL || concave == NULL)
        return PERP_NO_MEMORY((3 * n + (3 + v) * v) * sizeof *x);
    *b = (paoli_ball){.in = x, .wide = x + n, .at = x + 3 * n};
    b->zero = b->at + v;
    b->m = b->zero + v;
    b->X = b->m + v;
    b->g = b->X + v * v;
    b->still = b->g + s->contacts, b->concave = concave;
    b->sum = b->still + s->contacts;
    if (s->nv <= PAOLI_TREE_NV && s->bindings == 0) {
        b->boxes = arena_take(a, 2 * v * PAOLI_TREE_STACK, sizeof *x);
        if (b->boxes == NULL)
            return PERP_NO_MEMORY(2 * v * PAOLI_TREE_STACK * sizeof *x);
    }
    PERP_TRY(paoli_form(s, a, concave));
    memset(b->zero, 0, v * sizeof *x);
    *out = b;
    return encloser_new(64, &b->w);
}

void paoli_ball_free(paoli_ball *b)
{
    if (b != NULL)
        encloser_clear(&b->w);
}

/** $m_i$. With $X \approx M^{-1}$ from the factor, and $\delta = |I - XM|_\infty$,
rounding counted, $|M^{-1} - X|_\infty \le \delta|X|_\infty/(1 - \delta)$. Is
$\delta$ small? The factor has shown that $M$ is positive definite up to a rounding of
$2(v + 2)u\operatorname{tr}M$, and no eigenvalue is smaller than $1/|M^{-1}|$. */
int paoli_tree_measure(paoli_ball *b, const paoli_state *r)
{
    const int v = r->sys->nv;
    double off = 0, size = 0, sum_M = 0;
    for (int i = 0; i < v; i++) {
        double *x = b->X + i * v;
        memset(x, 0, (size_t)v * sizeof *x);
        x[i] = 1;
        paoli_solve(&r->metric, x);
    }
    for (int i = 0; i < v; i++) {
        double sum = 0, row = 0;
        for (int j = 0; j < v; j++) {
            double one = i == j ? -1 : 0, all = 1;
            for (int k = 0; k < v; k++) {
                one += b->X[i * v + k] * r->M[k * v + j];
                all += fabs(b->X[i * v + k] * r->M[k * v + j]);
            }
            sum += fabs(one) + (v + 2) * unit * all;
            row += fabs(b->X[i * v + j]);
        }
        off = fmax(off, sum * up);
        size = fmax(size, row * up);
        sum_M += r->M[i * (v + 1)];
    }
    if (!(off <= 0x1p-10) || !(4 * (v + 2) * unit * sum_M * size < 1))
        return 0;
    for (int i = 0; i < v; i++)
        b->m[i] = sqrt(b->X[i * (v + 1)] + 1.01 * off * size) * up;
    return 1;
}

/** ## Between two steps

A mass that does not depend on $q$ is measured in the first step that pushes, and never again. What that costs
is counted among the operations of that step. A run that goes on behind it measures once more, because $m$ is no
word, and counts nothing; one that goes on before it measures in the step that would have. So the state says
whether it has been. */
void paoli_ball_freeze(paoli_ball *b, const paoli_state *r, frozen *x)
{
    frozen_flag(x, &b->ready);
    if (x->from != NULL)
        b->ready = b->ready && r->steady && paoli_tree_measure(b, r);
}

/* Sends the inputs of contact j, wide by `radius`, through `t`. *sure = 0: no
   value, or two branches. */
static perp_status look(paoli_ball *b, const tape *t, int *sure)
{
    b->w.either = 0;
    PERP_TRY(enclose_tape(&b->w, t, b->in, b->wide));
    *sure &= !b->w.either;
    return PERP_SUCCESS;
}

/** The inputs of a pair at `at`, and their radii. The inputs of a kind are coordinates of
two sides, velocities (0 here) and parameters, in an order that only the kind knows; read
once at `radius` and once at 0, the parameters are the same both times, and what is left
of the difference are the radii of the coordinates. */
static void pair_inputs(paoli_ball *b, const binding *k, uint32_t i,
                        const double *at, const double *radius)
{
    const size_t n = kind_inputs(k->k);
    double *fixed = b->wide + n;
    binding_inputs(k, i, at, b->in);
    binding_inputs(k, i, radius, b->wide);
    binding_inputs(k, i, b->zero, fixed);
    for (size_t c = 0; c < n; c++)
        b->wide[c] -= fixed[c];
}

void paoli_tree_inputs(paoli_ball *b, const perp_system *s, const double *at,
                       const double *radius)
{
    const size_t v = (size_t)s->nv;
    memset(b->in, 0, (2 * v + 1) * sizeof *b->in);
    memset(b->wide, 0, (2 * v + 1) * sizeof *b->wide);
    memcpy(b->in, at, v * sizeof *at);
    memcpy(b->wide, radius, v * sizeof *at);
}

/** How far an entry of a gradient may be from the double of it, in the norm: a vector
with the entries $x_i$ has $|x|_{M^{-1}} \le \sum_i|x_i|m_i$, since $x\cdot d \le
\sum|x_i||d_i|$ and $|d_i| \le m_i|d|_M$. The sum is larger than the norm by up to
$\sqrt{v}$; for a pair of discs four entries are not 0, so by 2. */
static double turned(const paoli_ball *b, const interval *x, double n, int i)
{
    return interval_distance(x, n) * b->m[i] * up;
}

/** Do the two sides of a pair move by the same velocity? Then its entry of the row is
a sum of two, and bounds of the two are none of the sum; nothing is proven. */
static int shared(const binding *k, uint32_t i)
{
    const uint32_t *a = binding_velocities(k, 0, k->a[i]);
    const uint32_t *b = binding_velocities(k, 1, k->b[i]);
    int same = 0;
    for (uint32_t c = 0; c < k->k->vels[0]; c++)
        for (uint32_t d = 0; d < k->k->vels[1]; d++)
            same |= a[c] == b[d] && a[c] != KIND_WORLD;
    return same;
}

/** $g_j$ of a pair: for its sides apart, which share nothing. */
static double pair_turn(const paoli_ball *b, const paoli_state *r,
                        const binding *k, uint32_t i, int j)
{
    const double *row = r->rows + (size_t)j * (size_t)r->sys->nv;
    double sum = 0;
    uint32_t out = 0;
    for (int s = 0; s < 2; s++) {
        const uint32_t entry = s == 0 ? k->a[i] : k->b[i];
        const uint32_t *vel = binding_velocities(k, s, entry);
        for (uint32_t c = 0; c < k->k->vels[s]; c++, out++)
            if (vel[c] != KIND_WORLD)
                sum += turned(b, enclose_output(&b->w, &k->k->row, out),
                              row[vel[c]], (int)vel[c]);
    }
    return sum;
}

/** Of every contact that pushes $g_j$, by its gradients in the ball of radius r, or,
with r = 0, $\max(0, f_j(Z))$. */
perp_status paoli_tree_survey(paoli_ball *b, const paoli_state *r,
                              double radius, int gaps, int *sure)
{
    const perp_system *s = r->sys;
    const int v = s->nv;
    for (int i = 0; i < v; i++)
        b->at[i] = radius * b->m[i] * up;
    paoli_tree_inputs(b, s, r->at, b->at);
    if (s->scene_contacts > 0)
        PERP_TRY(look(b, gaps ? &s->gaps : &s->row, sure));
    for (int j = 0; j < s->scene_contacts; j++) {
        const double *row = r->rows + (size_t)j * (size_t)v;
        b->g[j] = 0;
        for (int i = 0; i < v && !gaps && r->impulse[j] > 0; i++)
            b->g[j] += turned(
                b, enclose_output(&b->w, &s->row, (uint32_t)(s->row_at[j] + i)),
                row[i], i);
        if (gaps && r->impulse[j] > 0)
            b->g[j] = interval_distance(
                enclose_output(&b->w, &s->gaps, (uint32_t)j), 0);
    }
    for (int i = 0; i < s->bindings; i++) {
        const binding *k = s->binding[i].pairs;
        for (uint32_t c = 0; c < k->n; c++) {
            const int j = s->pair_at[i] + (int)c;
            b->g[j] = 0;
            if (!(r->impulse[j] > 0))
                continue;
            *sure &= !shared(k, c);
            pair_inputs(b, k, c, r->at, b->at);
            PERP_TRY(look(b, gaps ? &k->k->gap : &k->k->row, sure));
            b->g[j] =
                gaps
                    ? interval_distance(enclose_output(&b->w, &k->k->gap, 0), 0)
                    : pair_turn(b, r, k, c, j);
        }
    }
    return PERP_SUCCESS;
}

/** $\mu_a$: the step's impulses by h and $1 + e$, kg m. Any numbers $\ge 0$ are good, since $\varepsilon$ is
what they leave of $p$; these leave rounding. So an impulse that is off makes the bound larger, and not wrong. */
double paoli_tree_share(const paoli_state *r, int j)
{
    return r->h * r->impulse[j] / (1 + paoli_restitution(r));
}

double paoli_tree_weighed(const paoli_ball *b, const paoli_state *r)
{
    double sum = 0;
    for (int j = 0; j < r->sys->contacts; j++)
        if (r->impulse[j] > 0)
            sum += paoli_tree_share(r, j) * b->g[j];
    return sum * up;
}
