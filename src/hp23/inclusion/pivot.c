/**
# One flight and one impact of the rocking block

HP23 4.3 between (56) and (68): the block pivots about corner A as long as A's force
can hold it, falls back, and B hits. Both events are those of one number, the rate $w$
of turning. In the flight it is a pendulum's; in the impact it is multiplied. With
$l^2 = r_x^2 + r_y^2$ and $I + m l^2$ the inertia about a corner:

$$\ddot\theta = -\kappa X, \quad \kappa = \frac{m g}{I + m l^2}, \qquad w \mapsto
\frac{I + m (r_y^2 - r_x^2)}{I + m l^2}\, w.$$

The first is (56), $X = l \cos(\theta + \alpha)$ the arm of the weight. The second is
(68) without an angle: $-l^2 \cos 2\alpha = r_y^2 - r_x^2$, since $\tan\alpha =
r_y/r_x$.

**Where the factor comes from.** B comes down with the block turning about A at the
rate $-w$, its centre at $-w(-r_y, r_x)$. The impulse at B has no moment about B, so
the angular momentum about B is kept, $I(-w) + m\,(-r_x, r_y) \times (-w)(-r_y, r_x) =
-w\,(I + m(r_y^2 - r_x^2))$, and behind the impact, turning about B, it is $(I + m
l^2)$ times the new rate. The impulses are what the centre's change of velocity needs:
$\Lambda_n = m r_x (1 + k) w$, $\Lambda_t = m r_y (k - 1) w$, with $k$ the factor.

**The paper's block**: $I = \frac5{12}$, $r_x = \frac12$, $r_y = 1$, so $I + m l^2 =
\frac53$, $k = (\frac5{12} + \frac34)/\frac53 = \frac7{10}$, $\Lambda_n =
\frac{17}{20} w$, $\Lambda_t = -\frac3{10} w$: a ratio of $\frac6{17}$, so $\mu = 1$
is plenty. It is the impact of [Routh's path](../impact/routh.c) that sticks
throughout, (66).

**Energy.** Turning about a corner the block has $\frac12 (I + m l^2) w^2$
whichever corner it is, so an impact leaves $k^2 = \frac{49}{100}$ of it, and
the rates are a geometric sequence: $w_i = k^i w_0$. Nothing else enters, since
a flight is a pendulum's swing up and back and returns the rate that it began
with. That both corners are used in turn, mirror images of each other, changes
signs only.

**How high.** $\ddot\theta = -\kappa X$ and $\dot Y = \dot\theta X$ give
$\frac12 \dot\theta^2 + \kappa Y$ = const.: the centre rises by $w^2/(2\kappa)$,
and the body tips over if that is more than $l - r_y$. For the paper's block
$\kappa = 5.886$, $l - r_y = 0.1180$, so $w_0 < 1.1788$; with $w_0 = 1$ it rises
by $0.0849$ m.

**Who fits.** A block that is too wide, $I + m r_y^2 \le m r_x^2$, does not go on
about B: $k \le 0$. One that turns too fast passes its tipping point and never comes
back. One with too little friction slides. All three are refused, because the closed
forms would go on giving numbers.
*/
#include "hp23/inclusion/pivot.h"

#include <math.h>

void pivot_clear(pivot *b)
{
    mpq_clears(b->m, b->I, b->g, b->rx, b->ry, b->mu, b->rate, b->kappa,
               b->keep, b->Ln, b->Lt, NULL);
}

static int is(mpq_srcptr x, long want)
{
    return mpq_cmp_si(x, want, 1) == 0;
}

/* Equal, up to the rounding of a scene in doubles. */
static int is_near(mpq_srcptr x, mpq_srcptr y)
{
    double a = mpq_get_d(x), b = mpq_get_d(y);
    return fabs(a - b) <= 0x1p-48 * fabs(a);
}

/* Are these M, n, d those of a body on two points, A at -rx and B at rx? */
/* The data of the scene, not its picture: whoever has these is such a body. */
static int right_shape(const step_exact *d)
{
    mpq_t t;
    int fine = d->nv == 3 && d->p == 2 && d->r == 2 && d->m == 0 && d->s == 0;
    mpq_init(t);
    for (int i = 0; fine && i < 9; i++)
        fine &= i % 4 == 0 || mpq_sgn(d->M[i]) == 0;
    fine = fine && mpq_equal(d->M[0], d->M[4]) &&
           mpq_equal(d->mu[0], d->mu[1]) && mpq_sgn(d->k0[0]) == 0 &&
           mpq_sgn(d->k0[2]) == 0 && mpq_sgn(d->k0[1]) < 0;
    for (int j = 0; fine && j < 2; j++)
        fine = is(d->n[3 * j], 0) && is(d->n[3 * j + 1], 1) &&
               is(d->d[3 * j], 1) && is(d->d[3 * j + 1], 0) &&
               mpq_sgn(d->d[3 * j + 2]) > 0;
    if (fine) {
        mpq_neg(t, d->n[2]);
        fine = mpq_sgn(t) > 0 && mpq_equal(t, d->n[5]) &&
               mpq_equal(d->d[2], d->d[5]);
        mpq_mul(t, t, d->v[2]); /* v = w (-ry, rx, 1), w > 0 */
        fine = fine && mpq_sgn(t) > 0 && is_near(t, d->v[1]);
        mpq_mul(t, d->d[2], d->v[2]);
        mpq_neg(t, t);
        fine = fine && is_near(t, d->v[0]);
    }
    mpq_clear(t);
    return fine;
}

/** Only the rate of turning is read of the velocity; the rest of it has to be what
turning about A makes of it, but for rounding.

**The impact.** Sticking at B takes the velocity $-w(-r_y, r_x, 1)$ to one about
B; the angular momentum about B is kept. With $\cos 2\alpha = (r_x^2 - r_y^2)/l^2$ the
rate keeps $(I - m l^2 \cos 2\alpha)/(I + m l^2)$ of itself, and the changes of the
centre's velocity are the impulses. $\kappa = m g/(I + m l^2)$.

Implements HP23 (66), (68). */
static void impact_numbers(pivot *b)
{
    mpq_t x2, y2, whole;
    mpq_inits(x2, y2, whole, NULL);
    mpq_mul(x2, b->rx, b->rx);
    mpq_mul(y2, b->ry, b->ry);
    mpq_add(whole, x2, y2);
    mpq_mul(whole, whole, b->m);
    mpq_add(whole, whole, b->I);
    mpq_mul(b->kappa, b->m, b->g);
    mpq_div(b->kappa, b->kappa, whole);
    mpq_sub(b->keep, y2, x2);
    mpq_mul(b->keep, b->keep, b->m);
    mpq_add(b->keep, b->keep, b->I);
    mpq_div(b->keep, b->keep, whole);
    mpq_set_ui(x2, 1, 1);
    mpq_add(b->Ln, b->keep, x2);
    mpq_sub(b->Lt, b->keep, x2);
    mpq_mul(b->Ln, b->Ln, b->rx);
    mpq_mul(b->Lt, b->Lt, b->ry);
    mpq_mul(b->Ln, b->Ln, b->m);
    mpq_mul(b->Lt, b->Lt, b->m);
    mpq_clears(x2, y2, whole, NULL);
}

/** A's force is what the centre's acceleration on its circle needs, (61), (62): from
the point it turns about the centre is at $(-X, Y)$ or $(X, Y)$, the acceleration is
$\ddot\theta$ times the turned arm minus $w^2$ times the arm. f[0] is the normal
force, with the weight, f[1] the tangential one. */
/* The forces of the pivot over the mass, at the height Y with the rate w. */
static void pivot_forces(const pivot *b, double Y, double w, double *f)
{
    double rx = mpq_get_d(b->rx), ry = mpq_get_d(b->ry);
    double X = sqrt(rx * rx + ry * ry - Y * Y);
    double turn = -mpq_get_d(b->kappa) * X;
    f[0] = turn * X - w * w * Y + mpq_get_d(b->g);
    f[1] = -turn * Y - w * w * X;
}

/** Friction holds in the flight when $|\lambda_t| \le \mu \lambda_n$ along it, which is
looked at in 65 places of the first and fastest one, and in the impact when it does
for its impulses. */
static perp_status judge(const pivot *b)
{
    double mu = mpq_get_d(b->mu), w0 = mpq_get_d(b->rate), f[2];
    double rx = mpq_get_d(b->rx), ry = mpq_get_d(b->ry);
    double rise = w0 * w0 / (2 * mpq_get_d(b->kappa));
    int holds = -mpq_get_d(b->Lt) <= mu * mpq_get_d(b->Ln);
    if (!(ry + rise < sqrt(rx * rx + ry * ry)))
        return PERP_FAIL(PERP_INPUT,
                         "the body tips over at the rate %g rad/s; turn slower",
                         w0);
    for (int k = 0; k <= 64; k++) {
        double c = k / 64.0;
        pivot_forces(b, ry + rise * (1 - c * c), w0 * c, f);
        holds &= fabs(f[1]) <= mu * f[0];
    }
    if (!holds || mpq_sgn(b->keep) <= 0)
        return PERP_FAIL(PERP_INPUT,
                         "the points of the body slip, or it does "
                         "not go on about the other one: it is too "
                         "wide, or friction %g is too small",
                         mu);
    return PERP_SUCCESS;
}

perp_status pivot_read(const step_exact *d, pivot *out)
{
    mpq_inits(out->m, out->I, out->g, out->rx, out->ry, out->mu, out->rate,
              out->kappa, out->keep, out->Ln, out->Lt, NULL);
    if (!right_shape(d))
        return PERP_FAIL(PERP_INPUT,
                         "not a body in x, y, theta that stands on two points "
                         "of a floor and turns upward about the first");
    mpq_set(out->m, d->M[0]);
    mpq_set(out->I, d->M[8]);
    mpq_div(out->g, d->k0[1], d->M[0]);
    mpq_neg(out->g, out->g);
    mpq_set(out->rx, d->n[5]);
    mpq_set(out->ry, d->d[2]);
    mpq_set(out->mu, d->mu[0]);
    mpq_set(out->rate, d->v[2]);
    impact_numbers(out);
    return judge(out);
}
