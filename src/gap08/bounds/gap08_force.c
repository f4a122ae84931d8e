/**
# (H5), (H6), (H8), and the antisymmetry of $F$

(H5) bounds the force, $|k_1| \le c_1 + c_2|q| + c_3|v|$, and the Jacobians that the step uses. It
is what keeps $|v|$ from growing faster than $e^{ct}$ in Theorem 5.1; its failure is not an
artefact, because $\dot v = v^2$ has no solution beyond a finite time either. The paper has the
Coriolis force in it by name and not in fact (erratum 0-43): $F(v)v$ is quadratic, and is harmless
because $u^TF(v)u = 0$. So $F$ is asked for that by itself, and $k_1$ is what (4.15) is asked of.
In generalized coordinates made by `perp.lagrange` the inertial force *is* in $k_1$, and
(H5) fails for a reason that is no fault of the motion: a bead on a turning rod has $\ddot
r = r\dot\varphi^2$ and $r^2\ddot\varphi = -2r\dot r\dot\varphi$, products of two
velocities, though the free motion keeps its energy. Written in $x$ and $y$ with the rod
as a joint the same system has no such term.

| force | (H5) | (H8) |
|---|---|---|
| $-mg$, $8\cos t$: bounded | holds | holds |
| $-kq - cv$: linear | holds | holds |
| $-cv\lvert v\rvert$: quadratic drag | fails, though it only brakes | fails |
| $-c(q)\,v$, $c$ bounded and not constant | holds | fails: $k_{1v}$ moves |

The third is the standing complaint about (H5): the assumption knows sizes and no signs. A
run with drag is as well behaved as can be, and the theorem does not cover it; a bound for
$|v|$ would be had from the sign, and (4.15) be asked for $|v|$ below that bound only.

(H6) wants $n(q)$ and $D(q)$ Lipschitz: two rows' impulses are added in (7.15) as if they acted
along the same directions. (H8) wants $k_1$ linear in $v$, for the limit of the weighted mean of
two forces, (8.12).
*/
#include "gap08/bounds/gap08.h"

#include <math.h>
#include <string.h>

static double length(int n, const double *x)
{
    double square = 0;
    for (int i = 0; i < n; i++)
        square += x[i] * x[i];
    return sqrt(square);
}

/** $|k_1|/(1 + |q| + |v|)$ of the data at hand, the smallest $C$ that (4.15) could have
there; its largest along the run is a lower bound of the assumption's constant. N and N m,
m and rad are added up in it, as the paper does. */
static double ratio(const survey *x)
{
    const perp_system *s = x->s;
    return length(s->nv, x->data.k0) /
           (1 + length(s->nq, x->q) + length(s->nv, x->v));
}

/** ## (H5)

A force that is not linear by its form is tried at states far away: the visited ones, a hundred to
ten thousand times as large. A ratio that grows fivefold twice in a row is a force that grows
faster than its state: for $v^2$ it grows tenfold, for $v^{3/2}$ by $\sqrt{10} = 3.2$ and is left
open. Scaling all of the state misses a force that grows in a direction which the run has not
visited; then the verdict is open, too, never met.

In numbers, $k_1 = v^2$ at $v = 1$, $q = 0$: $|k_1|/(1 + |q| + |v|)$ is $99.0$, $999.0$,
$9999.0$ at 100, 1000 and 10000 times the state. For $v^{3/2}$ it is 9.9, 31.6, 100.0. For
a linear force it tends to a number, for a bounded one to zero. A factor of five also
finds a force like $v + 0.01v^2$, which looks linear until $v = 100$: 1.98, 10.99, 100.99. */
typedef struct {
    double most, kq, kv;
    int row, grows;
    double near, far; /* ratios at 1000 and 10000 times the state of `row` */
} forces;

static perp_status force_along(inquiry *x, forces *out)
{
    for (int i = 0; i < x->at.rows; i++) {
        const int nv = x->at.s->nv;
        PERP_TRY(survey_look(&x->at, x->at.row[i], 0, x->e->jacobians));
        double r = ratio(&x->at);
        double kq = length(nv * nv, x->at.data.kq);
        double kv = length(nv * nv, x->at.data.kv);
        out->most = r > out->most ? r : out->most;
        out->kq = kq > out->kq ? kq : out->kq;
        out->kv = kv > out->kv ? kv : out->kv;
    }
    return PERP_SUCCESS;
}

static perp_status far_away(inquiry *x, forces *out)
{
    for (int i = 0; i < x->at.rows && !out->grows; i += x->at.rows / 20 + 1) {
        double r[3];
        for (int k = 0; k < 3; k++) {
            const double scale[3] = {100, 1000, 10000};
            if (survey_scaled(&x->at, x->at.row[i], scale[k] - 1).code !=
                PERP_OK)
                return PERP_SUCCESS;
            r[k] = ratio(&x->at);
        }
        out->grows = r[0] > 0 && r[1] > 5 * r[0] && r[2] > 5 * r[1];
        if (out->grows) {
            out->row = x->at.row[i];
            out->near = r[1];
            out->far = r[2];
        }
    }
    return PERP_SUCCESS;
}

/** The three constants as the run shows them: $C$ with $|k_1| \le C(1 + |q| + |v|)$, one
number for the paper's three, and the two of (4.16), Frobenius norms of $\tilde k_{1q}$
(N/m) and $\tilde k_{1v}$ (N s/m). For Figure 9.1 $C = \sqrt{8^2 + 9.81^2}/(1 + 3) =
3.165$ at $t = 0$, half of the $c$ that Theorem 5.1 is given there (`estimates.c`).

Implements GAP08 (4.15), (4.16): as numbers along the run. */
perp_status gap08_growth(inquiry *x, finding *out)
{
    const perp_system *s = x->at.s;
    growth g = form_nothing;
    forces f = {0};
    PERP_TRY(
        form_growth(&x->at.a, &s->force, 0, (uint32_t)(s->nq + s->nv), &g));
    PERP_TRY(force_along(x, &f));
    if (g.value > 1)
        PERP_TRY(far_away(x, &f));
    if (g.value <= 1)
        finding_number(out, VERDICT_MET, BASIS_FORM, f.most,
                       "|k1| <= C (1 + |q| + |v|); along the run C = %.4g, "
                       "|k1q| <= %.4g, |k1v| <= %.4g",
                       f.most, f.kq, f.kv);
    else if (f.grows)
        finding_number(out, VERDICT_NOT, BASIS_VISITED, f.far,
                       "|k1| / (1 + |q| + |v|) is %.4g at 1000 times and %.4g "
                       "at 10000 times the state of t = %.4g s; along the run "
                       "it is at most %.4g",
                       f.near, f.far, survey_time(&x->at, f.row), f.most);
    else
        finding_number(out, VERDICT_OPEN, BASIS_VISITED, f.most,
                       "the force contains %s; along the run |k1| <= %.4g (1 + "
                       "|q| + |v|), |k1q| <= %.4g, |k1v| <= %.4g",
                       form_why(&g), f.most, f.kq, f.kv);
    return PERP_SUCCESS;
}

/** $u^T F u = 0$ for all $u$ is $F + F^T = 0$, bit by bit: a scene writes $F(v)$ by rows,
and both of a pair of entries come from the same products with opposite signs, so rounding
does not part them. For a body with the moments $I$ and the angular momentum $L = I\omega$
it is the matrix of the cross product with $L$, zero on the diagonal. An $F$ that is
antisymmetric only up to $10^{-16}$ would let the energy drift by that much a step, and is
reported. */
perp_status gap08_coriolis(inquiry *x, finding *out)
{
    const int nv = x->at.s->nv;
    if (!x->at.s->has_F) {
        finding_say(out, VERDICT_MET, BASIS_FORM, "F = 0");
        return PERP_SUCCESS;
    }
    for (int i = 0; i < x->at.rows; i++) {
        PERP_TRY(survey_look(&x->at, x->at.row[i], 0, 0));
        const double *F = x->at.data.F;
        for (int k = 0; k < nv * nv; k++)
            if (F[k] + F[k % nv * nv + k / nv] != 0) {
                finding_number(out, VERDICT_NOT, BASIS_VISITED,
                               F[k] + F[k % nv * nv + k / nv],
                               "F + F' is %.4g in row %d, column %d at t = "
                               "%.4g s",
                               F[k] + F[k % nv * nv + k / nv], k / nv + 1,
                               k % nv + 1, survey_time(&x->at, x->at.row[i]));
                return PERP_SUCCESS;
            }
    }
    finding_say(out, VERDICT_MET, BASIS_VISITED,
                "F + F' = 0 to the last bit at %d configurations", x->at.rows);
    return PERP_SUCCESS;
}

/** ## (H6)

$n$ and $D$ are gradients, so their Lipschitz constants are bounds of second derivatives: of the
gap for $n$, as in (H1), and for $D$ of what a scene wrote as slips. The number is the largest
along the run, of one contact, in the directions of velocity. Directions that jump (a
corner that another edge takes over) have none.

Where it is used: in (7.3) a direction that opens the contacts at $t$ has to open those at
$t''$, near by; in (7.15) the impulses of two rows are put together as if $n$ and $D$ were
the same. The rocking block's corner has $n = (0, 1, r\cos\varphi)$ and $d = (1, 0, -r\sin\varphi)$
for its three velocities, so both turn by at most $r$ a radian: 0.515, half its diagonal. */
perp_status gap08_lipschitz(inquiry *x, finding *out)
{
    growth g;
    const survey_most *m = &x->directions;
    if (x->at.s->contacts == 0) {
        finding_say(out, VERDICT_MET, BASIS_FORM, "there are no contacts");
        return PERP_SUCCESS;
    }
    PERP_TRY(form_growth_of_contacts(x, 1, &g));
    const char *name = x->at.s->contact_name[m->contact];
    double t = survey_time(&x->at, m->row);
    if (g.first <= 0 && !g.jumps)
        finding_number(out, VERDICT_MET, BASIS_FORM, m->value,
                       "the derivatives of n and D are bounded; the largest "
                       "along the run is %.4g, of '%s' at t = %.4g s",
                       m->value, name, t);
    else
        finding_number(out, VERDICT_OPEN, BASIS_VISITED, m->value,
                       "n or D contains %s; their constant is at least %.4g, "
                       "of '%s' at t = %.4g s",
                       form_why(&g), m->value, name, t);
    return PERP_SUCCESS;
}

/** ## (H8)

A force is linear in $v$, up to a term without $v$, when its second derivatives
in $v$ vanish. By its form that is often seen; otherwise second differences
are taken at visited states, and one that is more than rounding is a counterexample. With
$k_1 = -v^2$ at any $v$ the difference over a unit is $-(v+1)^2 + 2v^2 - (v-1)^2 = -2$.
The bar is $10^{-9}$ of the sizes that cancel, some million roundings. A force that bends
between the places that are asked, like one with a dead zone of $0.1$ m/s that no visited
velocity comes near, is not seen: then the verdict is open. */
typedef struct {
    double most;
    int row, direction;
} bend;

static perp_status bend_at(inquiry *x, int row, int direction, bend *out)
{
    const int nv = x->at.s->nv;
    double k[3][64], most = 0, size = 0;
    for (int j = 0; j < 3; j++) {
        PERP_TRY(survey_moved(&x->at, row, nv + direction, j - 1, 0));
        memcpy(k[j], x->at.data.k0,
               (size_t)(nv < 64 ? nv : 64) * sizeof(double));
    }
    for (int i = 0; i < nv && i < 64; i++) {
        double second = fabs(k[0][i] - 2 * k[1][i] + k[2][i]);
        double all = fabs(k[0][i]) + 2 * fabs(k[1][i]) + fabs(k[2][i]);
        most = second > most ? second : most;
        size = all > size ? all : size;
    }
    if (most > 1e-9 * size && most > out->most)
        *out = (bend){most, row, direction};
    return PERP_SUCCESS;
}

static perp_status bends(inquiry *x, bend *out)
{
    *out = (bend){0, -1, -1};
    for (int i = 0; i < x->at.rows && out->row < 0; i += x->at.rows / 20 + 1)
        for (int d = 0; d < x->at.s->nv; d++)
            PERP_TRY(bend_at(x, x->at.row[i], d, out));
    return PERP_SUCCESS;
}

/** The second half of (H8): $\tilde k_{1v}$ is one matrix, the same for all steps. It is needed
in (8.9), where two rows' $\tilde k_{1v}$ are added as if they were one. A scene that leaves
Jacobians out has zero, always. A damper along a direction that turns with the body is linear in
$v$ and fails here. */
/* Is k1v the same at all visited states? The first row where it is not. */
static perp_status damping_moves(inquiry *x, int *row, double *change)
{
    const int nn = x->at.s->nv * x->at.s->nv;
    double *first = arena_take(&x->at.a, (size_t)nn, sizeof *first);
    *row = -1;
    if (first == NULL)
        return PERP_NO_MEMORY(nn);
    for (int i = 0; i < x->at.rows && *row < 0; i++) {
        PERP_TRY(survey_look(&x->at, x->at.row[i], 0, 1));
        if (i == 0)
            memcpy(first, x->at.data.kv, (size_t)nn * sizeof *first);
        for (int k = 0; k < nn && *row < 0; k++)
            if (x->at.data.kv[k] != first[k]) {
                *row = x->at.row[i];
                *change = x->at.data.kv[k] - first[k];
            }
    }
    return PERP_SUCCESS;
}

static perp_status damping(inquiry *x, finding *out)
{
    const perp_system *s = x->at.s;
    const uint32_t nn = (uint32_t)(s->nv * s->nv);
    growth g = form_nothing;
    int row;
    double change = 0;
    tape half = s->jacobians; /* its last outputs are k1v */
    half.out += nn;
    half.outputs = nn;
    PERP_TRY(form_growth(&x->at.a, &half, 0, half.inputs, &g));
    PERP_TRY(damping_moves(x, &row, &change));
    if (!x->e->jacobians || (g.first == GROWTH_ZERO && !g.jumps))
        finding_say(out, VERDICT_MET, BASIS_FORM, "linear in v, k1v %s",
                    x->e->jacobians ? "constant" : "taken as zero");
    else if (row >= 0)
        finding_number(out, VERDICT_NOT, BASIS_VISITED, change,
                       "linear in v, but an entry of k1v has changed by %.4g "
                       "at t = %.4g s",
                       change, survey_time(&x->at, row));
    else
        finding_say(out, VERDICT_OPEN, BASIS_VISITED,
                    "linear in v; k1v did not change in %d configurations, "
                    "but its form depends on the state",
                    x->at.rows);
    return PERP_SUCCESS;
}

perp_status gap08_linear(inquiry *x, finding *out)
{
    const perp_system *s = x->at.s;
    growth g = form_nothing;
    bend b;
    PERP_TRY(form_growth(&x->at.a, &s->force, (uint32_t)s->nq,
                        (uint32_t)(s->nq + s->nv), &g));
    if (g.second == GROWTH_ZERO && !g.kinks && !g.jumps)
        return damping(x, out);
    PERP_TRY(bends(x, &b));
    if (b.row >= 0)
        finding_number(out, VERDICT_NOT, BASIS_VISITED, b.most,
                       "k1(v + e) - 2 k1(v) + k1(v - e) is %.4g, not 0, for "
                       "the direction %s at t = %.4g s",
                       b.most, s->v_name[b.direction],
                       survey_time(&x->at, b.row));
    else
        finding_say(out, VERDICT_OPEN, BASIS_VISITED,
                    "the form is not linear in v, but no second difference "
                    "in v was found");
    return PERP_SUCCESS;
}
