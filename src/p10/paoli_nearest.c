/**
# $Z^n$ over a curved K

(scheme) says $Z^n \in \operatorname{Argmin}_{Z \in K}|y - Z|_M$ and no more.
Where $K$ is convex there is one such point; elsewhere there may be several
(erratum 4.15), or several that are nearest only among their neighbours, and
which of them a computation finds depends on where it starts. So this is a
search, in three layers: here the starts and the choice among answers; in
paoli_descend.c the way from one start; in paoli_stands.c the test that an
answer has to pass, which does not know how it was found. doc/50-P10.md says
what is promised of which $K$.

An answer is refused that is farther from $y$ than $Z^{n-1}$: that is a point of
$K$ in hand, found in the step before, and it bounds the distance for nothing.
Ties go to the earliest start, and the first is $Z^{n-1}$: for $K = \{q^2 \ge
\frac14\}$ and $y = 0$ a ball that came from the right ends at $\frac12$ and not
at $-\frac12$. The scheme is written for $h|u|$ small against $K$, and then
$Z^{n-1}$ is beside the right answer; the other starts are for steps in which it
is not.

## A step as long as the obstacle

The case `tunnel`: $K = \{q^2 \ge \frac1{100}\}$, an obstacle of width
$\frac15$, $e = 0$, $h = \frac3{20}$, $V = -1$. From $q^6 = \frac1{10}$, on its
boundary, the prediction is $y = -\frac1{20}$, beyond the middle. $Z =
\frac1{10}$ is $\frac3{20}$ away, $Z = -\frac1{10}$ only $\frac1{20}$. So $Z^6 =
-\frac1{10}$, $V^6 = -\frac43$: the ball is through, and faster. With $\nabla
f(Z) = -\frac15$ the balance $-\frac43 + 1 = -\frac15 r$ gives $r = \frac53$, a
reaction that pushes. Nothing is wrong with the projection; $h$ is too long.
What such a step shows is kept for the summary:

* `L3_constant` is 2. Lemma 3, with $D = V^6 + eV^4 = -\frac43$, is
  $(-\frac15)(-\frac43) = \frac4{15} \le L\frac h2 D^2 = \frac2{15}L$, and 2 is
  the Lipschitz constant of $\nabla f = 2q$.
* `C3_failures` is 1. $(M(V^5 - V^6), D) = \frac13\cdot(-\frac43) < 0$; on a
  convex set this product is not negative.
* The note names step 7: the normal turned from $\frac15$ to $-\frac15$ within
  $h\lvert u\rvert = \frac15$ m.

So Lemma 3 holds, with equality, in the very step that goes wrong: its constant
is a property of $f$, not of the step. Monotonicity is what sees the hole.
*/
#include "number/dense.h"
#include "p10/paoli_ball.h"

#include <math.h>
#include <string.h>

/** $|y - z|_M^2/h^2 = |w_z - w_y|_M^2$: what is minimised, in the letters of
the unknown; J. */
static double distance(const paoli_state *r, const double *z)
{
    const int v = r->sys->nv;
    double sum = 0;
    for (int i = 0; i < v; i++)
        for (int j = 0; j < v; j++)
            sum += ((z[i] - r->q[i]) / r->h - r->predicted[i]) *
                   r->M[i * v + j] *
                   ((z[j] - r->q[j]) / r->h - r->predicted[j]);
    return sum;
}

/** The squared distance that no nearest point exceeds, since z lies in K, with
what rounding may add to it: $2^{-20}$ of the distance, and for the digits that
$z - q^n$ loses $2^{-40}$ of the coordinates over $h$. */
static double within(const paoli_state *r, const double *z)
{
    double size = 0, mass = 0;
    for (int i = 0; i < r->sys->nv; i++) {
        size = fmax(size, fmax(fabs(z[i]), fabs(r->q[i])));
        mass = fmax(mass, r->M[i * (r->sys->nv + 1)]);
    }
    double root = sqrt(distance(r, z)) * (1 + 0x1p-20) +
                  0x1p-40 * sqrt(mass) * size / r->h;
    return root * root;
}

/** Where gaps are like distances, the gradient does not turn along the way from
$y$ to its nearest point, which is a normal of the boundary. One that turns says
that between the two the levels of $f$ are not parallel to the wall, and the
tangents with which a descent began said little about where it should end. It is
a sign and not a test; a false alarm costs $2v + 1$ descents.

Is the boundary bent where the projection ends? A gradient that turned by
more than 30 degrees between $y$ and $Z$ ($\cos^2 < 3/4$), or that vanished at
$y$: there the nearest point may be another. */
static int bent(const paoli_state *r, const double *at_y)
{
    const int v = r->sys->nv;
    for (int j = 0; j < r->sys->contacts; j++) {
        const double *a = at_y + (size_t)j * (size_t)v;
        const double *b = r->rows + (size_t)j * (size_t)v;
        double ab = dense_dot(v, a, b);
        if (r->impulse[j] > 0 &&
            (ab <= 0 ||
             ab * ab < 0.75 * dense_dot(v, a, a) * dense_dot(v, b, b)))
            return 1;
    }
    return 0;
}

/** What is known of the search for $Z^n$. */
typedef struct {
    const double *y;
    double *rows;  /* the gradients at y */
    double *start; /* where a descent begins */
    double best;   /* squared distance of r->best, or infinity */
    double bound;  /* of Z^{n-1}, which lies in K, and some rounding */
    int wide;      /* the two first starts do not settle it */
} search;

/** One more start. An answer that is farther from $y$ than $Z^{n-1}$, a point
of $K$, is none. A later answer is taken when it is nearer by more than one
part in $2^{40}$: of equally near points the one from the earliest start is
$Z^n$. */
static perp_status attempt(paoli_state *r, search *k, const double *from)
{
    int done, pushing = 0;
    PERP_TRY(paoli_descend(r, from, &done));
    double away = done ? distance(r, r->at) : (double)INFINITY;
    for (int j = 0; j < r->sys->contacts; j++)
        pushing += r->impulse[j] > 0;
    k->wide |= !done || pushing > 1 || bent(r, k->rows) ||
               (isfinite(k->best) && fabs(away - k->best) > 0x1p-30 * away);
    if (away * (1 + 0x1p-40) < k->best && away <= k->bound) {
        k->best = away;
        memcpy(r->best, r->at, (size_t)r->sys->nv * sizeof *r->at);
    }
    return PERP_SUCCESS;
}

/** Starts on all sides of $y$, as far from it in the metric as the best point
so far (without one, as $Z^{n-1}$, which lies in $K$ and so bounds the
distance): through $y$ to the other side, and both ways along each coordinate.
The answer lies on or inside of the ellipsoid $|Z - y|_M \le$ that distance, and
the starts are on it: $y \pm \text{reach}/\sqrt{M_{cc}}$ is where coordinate c
meets it. With $v = 2$ these are five, one on each side and one through the
middle, and a descent goes to the wall of its side. With many coordinates most
sides are not tried, and nothing is promised. */
static perp_status look_around(paoli_state *r, search *k)
{
    const int v = r->sys->nv;
    const int found = isfinite(k->best);
    const double reach = r->h * sqrt(found ? k->best : distance(r, r->Z));
    for (int i = 0; i < v; i++)
        k->start[i] = 2 * k->y[i] - (found ? r->best : r->Z)[i];
    PERP_TRY(attempt(r, k, k->start));
    for (int c = 0; c < 2 * v; c++) {
        memcpy(k->start, k->y, (size_t)v * sizeof *k->y);
        k->start[c / 2] +=
            (c % 2 == 0 ? 1 : -1) * reach / sqrt(r->M[c / 2 * (v + 1)]);
        PERP_TRY(attempt(r, k, k->start));
    }
    return PERP_SUCCESS;
}

/** When no start leads to an answer: from $Z^{n-1}$, which is its own nearest
point, the prediction goes to $y$ in pieces, each begun at the answer to the one
before, and halved where that fails. Over a convex $K$ the answers move no
farther than the prediction, so with short pieces every round stays as near to
$K$ as one likes, and how the gaps go on beyond is of no matter: they need not
be concave, or have a value far outside. ("No farther" is the Lipschitz constant
1 of a projection on a convex set, in its metric.) The first piece is half of
the way; below $2^{-12}$ of it the walk gives up, and the step with it. An
answer is only gone on from when it is no farther from its own prediction than
the one before. */
static perp_status follow(paoli_state *r, search *k)
{
    const size_t v = (size_t)r->sys->nv;
    double *to = arena_take(&r->scratch, v, sizeof *to);
    double reached = 0, piece = 0.5;
    perp_status s = PERP_SUCCESS;
    if (to == NULL)
        return PERP_NO_MEMORY(v);
    memcpy(to, r->predicted, v * sizeof *to);
    memcpy(k->start, r->Z, v * sizeof *k->start);
    while (reached < 1 && piece > 0x1p-12 && s.code == PERP_OK) {
        double t = fmin(1, reached + piece);
        int done;
        for (size_t i = 0; i < v; i++) {
            double w = (r->Z[i] - r->q[i]) / r->h;
            r->predicted[i] = w + t * (to[i] - w);
        }
        s = paoli_descend(r, k->start, &done);
        done = done && distance(r, r->at) <= within(r, k->start);
        if (done && t < 1)
            memcpy(k->start, r->at, v * sizeof *k->start);
        reached = done ? t : reached;
        piece *= done ? 2 : 0.5;
    }
    memcpy(r->predicted, to, v * sizeof *to);
    PERP_TRY(s);
    return reached < 1 ? PERP_SUCCESS : attempt(r, k, k->start);
}

/** $Z^n = q^n + hw$, of the answer that stands in w, and what is proven of it
(paoli_ball.h). */
static perp_status conclude(paoli_state *r, const search *k, int *proven)
{
    double within;
    for (int i = 0; i < r->sys->nv; i++)
        r->at[i] = r->q[i] + r->h * r->w[i];
    PERP_TRY(paoli_ball_around(r->ball, r, k->y, &within));
    *proven = isfinite(within) != 0;
    if (*proven) {
        r->proven++;
        r->within = fmax(r->within, within);
    }
    return PERP_SUCCESS;
}

/** The nearest answer of all starts is tested once more, so that `rows`, `f`
and the impulses belong to it. */
static perp_status take_best(paoli_state *r, const search *k)
{
    int done = isfinite(k->best) != 0;
    if (done) {
        memcpy(r->at, r->best, (size_t)r->sys->nv * sizeof *r->at);
        PERP_TRY(paoli_stands(r, &done));
    }
    if (!done)
        return PERP_FAIL(PERP_LIMIT,
                         "no start leads to a point of K nearest to the "
                         "prediction, which is h |u| = %.3g away from the "
                         "last: K is not convex there, its gradients vanish "
                         "or depend on each other; take a smaller h",
                         r->h * sqrt(distance(r, r->Z)));
    return PERP_SUCCESS;
}

/** Argmin over a curved $K$ may be a set, and what is found depends on where it
starts. The starts are, in this order, $Z^{n-1}$, the last point of $K$; the
prediction $y$; and, when these two do not agree, or a boundary is bent at the
scale of the step, or several push at once, points around $y$. The nearest
answer is $Z^n$; of equally near ones (one part in $2^{40}$) the one from the
earliest start, so the side on which the motion was.

When it is proven of the first answer that no point of $K$ is nearer, no other
start can lead to one, and none is tried. So a pile of discs costs one descent a
step, and not $2v + 3$. */
static perp_status project_curved(paoli_state *r, search *k)
{
    int proven = 0;
    PERP_TRY(attempt(r, k, r->Z));
    if (isfinite(k->best))
        PERP_TRY(conclude(r, k, &proven));
    if (proven)
        return PERP_SUCCESS;
    PERP_TRY(attempt(r, k, k->y));
    if (k->wide)
        PERP_TRY(look_around(r, k));
    if (!isfinite(k->best))
        PERP_TRY(follow(r, k));
    PERP_TRY(take_best(r, k));
    return conclude(r, k, &proven);
}

/** Where, and how long the step was that the obstacle is compared with: $|Z^n -
Z^{n-1}|$, Euclidean, in the units of the coordinates. Kept once in a run. */
static void see_leap(paoli_state *r, int j)
{
    const int v = r->sys->nv;
    double sum = 0;
    r->tunnel = (paoli_sighting){r->n + 1, j, j};
    for (int i = 0; i < v; i++) {
        double z = r->q[i] + r->h * r->w[i] - r->Z[i];
        sum += z * z;
    }
    r->leap = sqrt(sum);
}

/** A normal that turns by more than a right angle between $Z^{n-1}$ and $Z^n$
means that a step was as long as the obstacle is thick: it may have passed
through. `rows` are the gradients at $Z^n$, up to the last round. A right angle
is Euclidean here, $\nabla f(Z^{n-1})\cdot\nabla f(Z^n) < 0$. Around a ball of
radius R it takes a step from point to point of $\sqrt2 R$; on a plane it never
comes. */
void paoli_see_tunnel(paoli_state *r)
{
    const size_t v = (size_t)r->sys->nv, all = (size_t)r->sys->contacts * v;
    for (int j = 0; j < r->sys->contacts && r->tunnel.step == 0; j++)
        if (dense_dot((int)v, r->old_rows + (size_t)j * v,
                      r->rows + (size_t)j * v) < 0)
            see_leap(r, j);
    memcpy(r->old_rows, r->rows, all * sizeof *r->rows);
}

/** $y \in K$, of the gaps as they are. There is no allowance: a prediction that
slides along a wall and is found $10^{-17}$ outside is projected like any other,
and ends where it was. A gap that is no number counts as outside. */
static int inside(const paoli_state *r)
{
    for (int j = 0; j < r->sys->contacts; j++)
        if (!(r->work.gap[j] >= 0))
            return 0;
    return 1;
}

static void untouched(paoli_state *r)
{
    memcpy(r->w, r->predicted, (size_t)r->sys->nv * sizeof *r->w);
    memset(r->held, 0, (size_t)r->sys->contacts);
    memset(r->impulse, 0, (size_t)r->sys->contacts * sizeof *r->impulse);
    memset(r->basis, 0, (size_t)r->sys->contacts);
    r->p = 0;
}

/** What the lemmas say where $K$ is curved, as far as it can be looked at in
doubles, with $D = V^n + eV^{n-2} = (1+e)(Z^n - Z^{n-1})/h$. Lemma 3 bounds
$(\nabla f_a(Z^n), D)$ where $a$ pushes by $L_a h |D|^2 / (2(1+e))$: `bend_matrix` is
the largest $L_a$ that the run asks for, and may not exceed the Lipschitz
constant of a gradient. The product $(M(V^{n-1} - V^n + hG), D) = -\sum_a r_a
(\nabla f_a, D)$ is not negative on a convex $K$; `uphill` counts the steps in
which it is. `apart` is how far a pushing $f_a(Z^n)$ is from 0, and how far any
lies below. What the rounding of $D$ may do to a product is allowed for. */
static perp_status see_lemmas(paoli_state *r)
{
    const int v = r->sys->nv;
    const double e = paoli_restitution(r);
    double sum = 0, size = 0, square = 0;
    double *D = arena_take(&r->scratch, (size_t)v, sizeof *D);
    if (D == NULL)
        return PERP_NO_MEMORY(v);
    for (int i = 0; i < v; i++) {
        D[i] = (1 + e) * ((r->q[i] - r->Z[i]) / r->h + r->w[i]);
        square += D[i] * D[i];
    }
    PERP_TRY(assemble_gaps(r->sys, &r->work, r->at));
    for (int j = 0; j < r->sys->contacts; j++) {
        const double *row = r->rows + (size_t)j * (size_t)v;
        double x = dense_dot(v, row, D), noise = 0;
        for (int i = 0; i < v; i++)
            noise += fabs(row[i]) * (fabs(r->q[i]) + fabs(r->Z[i])) / r->h;
        noise *= 0x1p-49;
        r->apart = fmax(r->apart, -r->work.gap[j]);
        if (r->impulse[j] <= 0)
            continue;
        r->apart = fmax(r->apart, fabs(r->work.gap[j]));
        sum += r->impulse[j] * x;
        size += r->impulse[j] * noise;
        if (r->n > 1 && square > 0)
            r->bend =
                fmax(r->bend, 2 * (1 + e) * (x - noise) / (r->h * square));
    }
    r->uphill += r->n > 1 && sum > size;
    return PERP_SUCCESS;
}

/** $Z^n$ over a curved $K$. When $y$ lies in $K$ nothing pushes: $Z^n = y$, at
the price of one look at gaps and gradients. In flight that is every step;
`searched` counts the others. The linearisation stands in `rows` and `f` for the
record of the step even then. */
perp_status paoli_nearest(paoli_state *r)
{
    const size_t v = (size_t)r->sys->nv, p = (size_t)r->sys->contacts;
    double *y = arena_take(&r->scratch, 2 * v + p * v, sizeof *y);
    if (y == NULL)
        return PERP_NO_MEMORY(v);
    for (size_t i = 0; i < v; i++)
        y[i] = r->at[i] = r->q[i] + r->h * r->predicted[i];
    PERP_TRY(paoli_linearise(r));
    if (inside(r)) {
        untouched(r);
    } else {
        search k = {y, y + 2 * v, y + v, (double)INFINITY, 0, 0};
        k.bound = within(r, r->Z);
        memcpy(k.rows, r->rows, p * v * sizeof *y);
        PERP_TRY(project_curved(r, &k));
        r->searched++;
        PERP_TRY(see_lemmas(r));
    }
    paoli_see_tunnel(r);
    return PERP_SUCCESS;
}
