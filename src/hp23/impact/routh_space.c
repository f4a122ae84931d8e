/**
# Routh's path in space

The slip $\sigma = J_t v$ has two components, friction has the size $\mu$ and the
direction $-\sigma/\|\sigma\|$, (16) with the disc and not with a polygon. In $s$

$$\dot\sigma = W_{nt} - \mu W_{tt} \frac{\sigma}{\|\sigma\|}, \qquad \frac{d}{ds} J_n v = W_{nn} -
\mu W_{nt} \cdot \frac{\sigma}{\|\sigma\|},$$

and the right-hand side has no limit at $\sigma = 0$, where Unit is a whole disc. A
method with steps in $s$ meets that end with steps that get shorter and shorter. Here
the slip is split into its size $\rho$ and its direction $e$, and time is slowed down
with the size: the equations below are smooth everywhere, $\rho = 0$ is reached for
$\tau \to \infty$ only, and exponentially fast, so that some thousand steps of a fixed
length come to $10^{-14}$ of the start.

**Three ends.** While it slides, the normal speed may reach zero: the impact is over.
Or $\rho$ does, first. Then friction that holds the slip, $f = -W_{tt}^{-1} W_{nt}$,
may lie in the disc, $\|f\| \le \mu$, and the rest is straight. Or it does not; then
the slip leaves zero at once along a direction that does not turn, and the rest is
straight as well.

**What is exact all the same.** $v^+$ is put together in fractions from the impulses
that the path ends with. The two tangential ones are the doubles that were computed;
the normal one is chosen last, such that $J_n v^+ = 0$ without rounding. So nothing
approaches behind the impact and nothing parts, whatever the error on the way, and
"not colliding" can be asked with tolerance zero.

**Cost.** A step is four evaluations of seven numbers, and a path takes some thousand steps.
*/
#include "hp23/impact/routh_space.h"

#include "number/rational.h"

#include <math.h>

/* Of two numbers each. */
static double dot(const double *x, const double *y)
{
    return x[0] * y[0] + x[1] * y[1];
}

/* The rate of the slip along s while it points along the unit vector e. */
static void slip_rate(const routh_mass *c, const double *e, double *w)
{
    for (int i = 0; i < 2; i++)
        w[i] = c->nt[i] - c->mu * dot(c->tt[i], e);
}

static double across(const double *e, const double *w)
{
    return e[0] * w[1] - e[1] * w[0];
}

/** The slip $\sigma = \rho e$, $|e| = 1$, in a time of its own, $ds = \rho\,d\tau$:
with $w(e) = W_{nt} - \mu W_{tt} e$

$$\frac{d\rho}{d\tau} = \rho\, e \cdot w, \qquad \frac{de}{d\tau} = (e_\perp \cdot w)\,
e_\perp, \qquad \frac{d(J_n v)}{d\tau} = \rho\, (W_{nn} - \mu W_{nt} \cdot e).$$

In $s$ the direction turns infinitely fast where the slip ends; in $\tau$ it comes to
rest there, and the equations have no singular place. The middle equation is where
that can be seen: $e$ rests where $e_\perp \cdot w(e) = 0$, and $\rho$ shrinks if $e
\cdot w < 0$ there. Seven numbers: normal speed, $\rho$, $e$, impulses. The impulses
are carried along as two more equations, $d\Lambda_n = \rho\,d\tau$ and $d\Lambda_t =
-\mu \rho e\,d\tau$. */
enum { NORMAL, RHO, E, LN = 4, LT = 5, NUMBERS = 7 };

static void rates(const routh_mass *c, const double *x, double *out)
{
    const double *e = x + E;
    double w[2], turn;
    slip_rate(c, e, w);
    turn = across(e, w);
    out[NORMAL] = x[RHO] * (c->nn - c->mu * dot(c->nt, e));
    out[RHO] = x[RHO] * dot(e, w);
    out[E] = -turn * e[1];
    out[E + 1] = turn * e[0];
    out[LN] = x[RHO];
    out[LT] = -c->mu * x[RHO] * e[0];
    out[LT + 1] = -c->mu * x[RHO] * e[1];
}

static void ahead(const double *x, double h, const double *rate, double *out)
{
    for (int i = 0; i < NUMBERS; i++)
        out[i] = x[i] + h * rate[i];
}

/* One step of the classical Runge-Kutta method; e has length one again. */
static void runge_kutta(const routh_mass *c, const double *x, double h,
                        double *out)
{
    double k[4][NUMBERS], y[NUMBERS];
    rates(c, x, k[0]);
    ahead(x, h / 2, k[0], y);
    rates(c, y, k[1]);
    ahead(x, h / 2, k[1], y);
    rates(c, y, k[2]);
    ahead(x, h, k[2], y);
    rates(c, y, k[3]);
    for (int i = 0; i < NUMBERS; i++)
        out[i] = x[i] + h / 6 * (k[0][i] + 2 * k[1][i] + 2 * k[2][i] + k[3][i]);
    double length = sqrt(dot(out + E, out + E));
    out[E] /= length;
    out[E + 1] /= length;
}

/* The part of a step after which the normal speed is zero. */
static void last_step(const routh_mass *c, const double *x, double h,
                      double *out)
{
    double low = 0, high = h;
    for (int i = 0; i < 60; i++) {
        double middle = (low + high) / 2;
        runge_kutta(c, x, middle, out);
        if (out[NORMAL] < 0)
            low = middle;
        else
            high = middle;
    }
    runge_kutta(c, x, high, out);
    out[NORMAL] = 0;
}

/** While it slides: to the end of the impact, or of the slip. Size and direction of the
slip change at most at the rate $w = \sum |W_{nt}| + \mu \sum |W_{tt}|$ in $\tau$, so a step of
$0.02/w$ changes nothing by more than a fiftieth, and the errors of a method of order four
add up to some $10^{-9}$. The last step is halved sixty times for where the normal speed
is zero. */
static perp_status slide(const routh_mass *c, double *x)
{
    const double size = fabs(x[NORMAL]) + x[RHO];
    double w = fabs(c->nt[0]) + fabs(c->nt[1]), y[NUMBERS];
    for (int i = 0; i < 4; i++)
        w += c->mu * fabs(c->tt[i / 2][i % 2]);
    for (long step = 0; step < 1000000; step++) {
        if (x[NORMAL] >= 0 || x[RHO] <= 1e-14 * size)
            return PERP_SUCCESS;
        runge_kutta(c, x, 0.02 / w, y);
        if (y[NORMAL] > 0)
            last_step(c, x, 0.02 / w, y);
        for (int i = 0; i < NUMBERS; i++)
            x[i] = y[i];
    }
    return PERP_FAIL(PERP_LIMIT, "Routh's path in space: the slip neither ends "
                                 "nor does the impact, in a million steps");
}

/** With a constant friction $f$ the normal speed has the rate $W_{nn} + W_{nt} \cdot f$. It is
positive where the contact sticks, $\det$ of a positive definite matrix over that of
$W_{tt}$; and where the slip leaves along $e$, $f = -\mu e$: by $x^\top W x > 0$ for $x = (1, f)$ it
is more than $-\mu^2 e^\top W_{tt} e + \mu W_{nt} \cdot e = \mu r$. */

/* Behind the slip: with the constant friction f to the end. */
static perp_status straight(const routh_mass *c, const double *f, double *x)
{
    double rate = c->nn + dot(c->nt, f), s = -x[NORMAL] / rate;
    if (!(rate > 0) || !isfinite(s))
        return PERP_FAIL(PERP_LIMIT, "Routh's path in space has no end; is the "
                                     "mass positive?");
    x[NORMAL] = 0;
    x[LN] += s;
    x[LT] += s * f[0];
    x[LT + 1] += s * f[1];
    return PERP_SUCCESS;
}

/* A point of the unit circle, t from 0 to 4: a quarter for each. */
static void on_circle(double t, double *e)
{
    int quarter = (int)t;
    double u = t - quarter, x = 2 * u - u * u, length;
    double p[2] = {1 - u, x};
    length = sqrt(dot(p, p));
    for (int q = 0; q < quarter % 4; q++) {
        double turned = p[0];
        p[0] = -p[1];
        p[1] = turned;
    }
    e[0] = p[0] / length;
    e[1] = p[1] / length;
}

/** At zero slip friction holds the contact when it can. When it cannot, the slip
leaves along an $e$ with $w(e) = r e$, $r > 0$: looked for where $e_\perp \cdot w$
changes its sign on the circle. It does so at least twice,
for its mean over the circle is zero; those with $r < 0$ are the directions from which
a slip would come in. 720 places are looked at, and the change of sign is halved sixty
times. For an isotropic $W_{tt} = g I$ the answer is $W_{nt}/\|W_{nt}\|$ with $r =
\|W_{nt}\| - \mu g$. */
static int leaving(const routh_mass *c, double *e)
{
    enum { PARTS = 720 };
    double w[2];
    for (int i = 0; i < PARTS; i++) {
        double low = 4.0 * i / PARTS, high = 4.0 * (i + 1) / PARTS;
        on_circle(low, e);
        slip_rate(c, e, w);
        int sign = across(e, w) > 0;
        on_circle(high, e);
        slip_rate(c, e, w);
        if ((across(e, w) > 0) == sign)
            continue;
        for (int k = 0; k < 60; k++) {
            double middle = (low + high) / 2;
            on_circle(middle, e);
            slip_rate(c, e, w);
            if ((across(e, w) > 0) == sign)
                low = middle;
            else
                high = middle;
        }
        if (dot(e, w) > 0)
            return 1;
    }
    return 0;
}

static perp_status stick_or_leave(const routh_mass *c, double *x)
{
    double det = c->tt[0][0] * c->tt[1][1] - c->tt[0][1] * c->tt[1][0], e[2];
    double f[2] = {(c->tt[0][1] * c->nt[1] - c->tt[1][1] * c->nt[0]) / det,
                   (c->tt[1][0] * c->nt[0] - c->tt[0][0] * c->nt[1]) / det};
    if (!(dot(f, f) <= c->mu * c->mu)) {
        if (!leaving(c, e))
            return PERP_FAIL(PERP_LIMIT, "Routh's path in space: a slip that "
                                         "neither sticks nor leaves");
        f[0] = -c->mu * e[0];
        f[1] = -c->mu * e[1];
    }
    return straight(c, f, x);
}

/** Slides, then sticks or leaves, then ends. The slip behind the impact is formed
from the impulses, so that speeds and impulses agree to rounding.

Implements HP23 (36). */
perp_status routh_space_follow(const routh_mass *c, routh_point *p)
{
    double rho = sqrt(dot(p->slip, p->slip));
    double x[NUMBERS] = {p->normal, rho};
    if (rho > 0) {
        x[E] = p->slip[0] / rho;
        x[E + 1] = p->slip[1] / rho;
        PERP_TRY(slide(c, x));
    }
    if (x[NORMAL] < 0)
        PERP_TRY(stick_or_leave(c, x));
    for (int i = 0; i < 2; i++) {
        p->slip[i] += c->nt[i] * x[LN] + dot(c->tt[i], x + LT);
        p->Lt[i] += x[LT + i];
    }
    p->Ln += x[LN];
    p->normal = x[NORMAL];
    return PERP_SUCCESS;
}

/* What the three unit impulses do to velocities, and to the three speeds. */
typedef struct {
    mpq_t *w[3]; /* nv each */
    mpq_t g[3][3];
    int slip[2];
} responses;

static void speed(const step_exact *d, const responses *e, int which,
                  const mpq_t *v, mpq_ptr out)
{
    if (which == 0)
        impact_normal(d, 0, v, out);
    else
        impact_slip(d, e->slip[which - 1], v, out);
}

static perp_status respond(arena *a, const step_exact *d, responses *e)
{
    for (int i = 0; i < 3; i++) {
        const mpq_t *g = i == 0 ? (const mpq_t *)d->n
                                : (const mpq_t *)d->d + e->slip[i - 1] * d->nv;
        PERP_TRY(impact_response(a, d, g, e->w[i]));
    }
    for (int i = 0; i < 9; i++)
        speed(d, e, i / 3, (const mpq_t *)e->w[i % 3], e->g[i / 3][i % 3]);
    return mpq_sgn(e->g[0][0]) > 0
               ? PERP_SUCCESS
               : PERP_FAIL(PERP_INPUT, "no impulse moves this contact: the "
                                       "joints hold it");
}

static void read_mass(const step_exact *d, const responses *e, routh_mass *c)
{
    c->nn = mpq_get_d(e->g[0][0]);
    c->mu = mpq_get_d(d->mu[0]);
    for (int i = 0; i < 2; i++) {
        c->nt[i] = mpq_get_d(e->g[0][i + 1]);
        for (int j = 0; j < 2; j++)
            c->tt[i][j] = mpq_get_d(e->g[i + 1][j + 1]);
    }
}

/* v and the impulses L (1 + r; slips that are no tangents of ours have none);
   what the normal one has to be, exactly. */
static void put_velocity(const step_exact *d, const responses *e,
                         const routh_point *p, mpq_t *v, mpq_t *L)
{
    mpq_t t;
    mpq_init(t);
    for (int i = 0; i < d->nv; i++)
        mpq_set(v[i], d->v[i]);
    for (int k = 2; k >= 0; k--) {
        mpq_ptr impulse = L[k == 0 ? 0 : 1 + e->slip[k - 1]];
        if (k == 0) {
            impact_normal(d, 0, (const mpq_t *)v, impulse);
            mpq_div(impulse, impulse, e->g[0][0]);
            mpq_neg(impulse, impulse);
        } else {
            mpq_set_d(impulse, p->Lt[k - 1]);
        }
        for (int i = 0; i < d->nv; i++) {
            mpq_mul(t, e->w[k][i], impulse);
            mpq_add(v[i], v[i], t);
        }
    }
    mpq_clear(t);
}

static perp_status follow_exact(arena *a, const step_exact *d, responses *e,
                                mpq_t *v, mpq_t *L)
{
    routh_mass c;
    routh_point p = {.Ln = 0};
    mpq_t t;
    PERP_TRY(respond(a, d, e));
    read_mass(d, e, &c);
    mpq_init(t);
    for (int k = 0; k < 3; k++) {
        speed(d, e, k, (const mpq_t *)d->v, t);
        *(k == 0 ? &p.normal : &p.slip[k - 1]) = mpq_get_d(t);
    }
    mpq_clear(t);
    PERP_TRY(routh_space_follow(&c, &p));
    put_velocity(d, e, &p, v, L);
    return PERP_SUCCESS;
}

perp_status routh_space_outcome(arena *a, const step_exact *d, int impacts,
                                outcomes *out)
{
    const size_t nv = (size_t)d->nv, count = 4 * nv + 1 + (size_t)d->r;
    responses e = {.slip = {0, d->r / 2}};
    if (d->r < 2 || d->r % 2 != 0)
        return PERP_FAIL(PERP_INPUT,
                         "Routh's path in space wants an even number of slips, "
                         "evenly around; the contact has %d",
                         d->r);
    mpq_t *all = rational_array(a, count);
    if (all == NULL)
        return PERP_NO_MEMORY(count * sizeof *all);
    mpq_t *v = all + 3 * nv, *L = v + nv;
    for (int i = 0; i < 9; i++)
        mpq_init(e.g[i / 3][i % 3]);
    for (size_t i = 0; i < 3; i++)
        e.w[i] = all + i * nv;
    perp_status s = follow_exact(a, d, &e, v, L);
    if (s.code == PERP_OK)
        s = outcomes_put(a, out, (const mpq_t *)v, (const mpq_t *)L, impacts);
    for (int i = 0; i < 9; i++)
        mpq_clear(e.g[i / 3][i % 3]);
    rational_clear(all, count);
    return s;
}
