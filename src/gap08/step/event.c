/**
# Where in a step a contact closes

Section 4, behind (4.8). A step of the scheme is a *trial*: if a contact that took no part in it
is not open at its end, $\Phi^{(j)}(q^l) > 0 \ge \Phi^{(j)}(\bar q^{l+1})$, it has collided on the
way. The paper lays the cubic through both positions and both velocities, takes its first point
with $\Phi = 0$ for $q^-$ and its derivative there for $v^-$. It does not say how the root is
found, nor which derivative is meant where $\dot q \ne v$. What is done with $q^-$ and $v^-$ is
`gap08/run/advance.c`.

*An example.* A point of gap $q = \frac3{16}$ m falls with $v = -1$, $g = 8$ m/s². In $h =
\frac14$ s it comes to $\bar v = -3$. With $\gamma = \frac12$ the point at the fraction $s$ is
$q - \frac14(s + s^2)$: zero at $s = \frac12$, and $v^- = -2$, both as in free fall. With $\gamma =
1$ the trial ends at $q + h\bar v$, 0.75 m down and not 0.5 m; the cubic has the velocities of
both ends and a longer way between them, and has to hurry in the middle: $s = 0.3486$ and $v^- =
-3.06$, faster than the point is at either end.
*/
#include "gap08/step/event.h"

#include <math.h>

/**
## The cubic

A trial step gives positions and velocities at both of its ends; the cubic
that takes all four is

$$\dot{\tilde q}(s) = 6s(1-s)\frac{\bar q - q^l}{h} + (1 - 4s + 3s^2)\dot q^l
+ (3s^2 - 2s)\dot{\bar q}.$$

With $\bar q - q^l = h\Gamma((1-\gamma)v + \gamma\bar v)$, $\dot q^l = \Gamma v$,
$\dot{\bar q} = \Gamma\bar v$ this is $\Gamma$ times

$$v^-(s) = w\bar v + (1-w)v, \qquad w = s\,(6\gamma(1-s) + 3s - 2),$$

and $\tilde q(s) = q^l + h\Gamma(W\bar v + (s - W)v)$ with
$W = \int_0^s w = s^2\,(3\gamma - 1 + (1 - 2\gamma)s)$. The paper has $\Gamma = 1$;
where it is not, the $\Gamma(q^l)$ of the step is used for the whole of it, so that
the derivative of the position is a velocity.

For $\gamma = \frac12$ the weight is $w = s$: the velocity runs along the straight line and the
position along a parabola. For $\gamma = 1$ it is $s(4 - 3s)$, which reaches $\frac43$ at $s =
\frac23$: the velocity before the collision may exceed both velocities of the step (erratum 0-46),
by a third of their difference at most. The paper says in section 5 that a collision only takes
energy, and leaves it out of the proof of Theorem 5.1; that is so against $v^-$, not against
$v^l$. The paper's interpolant is used as it is, and `bounds/estimates.c` raises its envelope
where it has to.

$w(0) = W(0) = 0$, $w(1) = 1$ and $W(1) = \gamma$: at $s = 1$ position and velocity are those of the
trial, (4.4a).

Implements GAP08 (4.12b). */
double event_weight(double gamma, double s)
{
    return s * (6 * gamma * (1 - s) + 3 * s - 2);
}

double event_path(double gamma, double s)
{
    return s * s * (3 * gamma - 1 + (1 - 2 * gamma) * s);
}

void event_weight_exact(mpq_srcptr gamma, mpq_srcptr s, mpq_ptr w)
{
    mpq_t t, u;
    mpq_inits(t, u, NULL);
    mpq_set_si(t, 1, 1);
    mpq_sub(t, t, s);
    mpq_mul(t, t, gamma);
    mpq_set_si(u, 6, 1);
    mpq_mul(t, t, u); /* 6 gamma (1 - s) */
    mpq_set_si(u, 3, 1);
    mpq_mul(u, u, s);
    mpq_add(t, t, u);
    mpq_set_si(u, 2, 1);
    mpq_sub(t, t, u);
    mpq_mul(w, t, s);
    mpq_clears(t, u, NULL);
}

void event_path_exact(mpq_srcptr gamma, mpq_srcptr s, mpq_ptr W)
{
    mpq_t t, u, one;
    mpq_inits(t, u, one, NULL);
    mpq_set_si(one, 1, 1);
    mpq_add(t, gamma, gamma);
    mpq_sub(u, one, t);
    mpq_mul(u, u, s); /* (1 - 2 gamma) s */
    mpq_add(t, t, gamma);
    mpq_sub(t, t, one);
    mpq_add(t, t, u);
    mpq_mul(t, t, s);
    mpq_mul(W, t, s);
    mpq_clears(t, u, one, NULL);
}

/** ## Searching

The bracket: the gap is positive at `a` and not at `b`. */
typedef struct {
    event_gap *gap;
    void *user;
    double a, b, at_a, at_b;
} bracket;

/** A gap that is exactly zero is closed, like in the active set: it ends the bracket from above. */
static perp_status look(bracket *k, double s)
{
    double g;
    PERP_TRY(k->gap(k->user, s, &g));
    if (g > 0) {
        k->a = s;
        k->at_a = g;
    } else {
        k->b = s;
        k->at_b = g;
    }
    return PERP_SUCCESS;
}

/** The next point by the rule of interpolation, truncation and projection
(Oliveira and Takahashi 2020): the secant's zero, moved towards the middle, but
never further from the middle than bisection can afford. So it takes at most
one evaluation more than bisection and usually a few in all. `slack` is what
bisection would still have to spare. */
static double next_point(const bracket *k, double slack)
{
    double width = k->b - k->a, half = k->a + 0.5 * width;
    double zero = k->a + width * (k->at_a / (k->at_a - k->at_b));
    double side = half >= zero ? 1 : -1, shift = 0.2 * width * width;
    double x = shift <= fabs(half - zero) ? zero + side * shift : half;
    if (fabs(x - half) > slack)
        x = half - side * slack;
    return x > k->a && x < k->b ? x : half;
}

enum { WIDTH = 50, PIECES = 8 };

/** The number of $(a, b]$ with the fewest binary digits. When a contact closes in the middle of a
step, this is the middle, and a rational run stays short. In the bracket
$(\frac12 - 2^{-51}, \frac12 + 2^{-51}]$ it is $\frac12$; its ends would give $q^-$, which has $s^2$
in it, a denominator near $2^{100}$. */
static double shortest(double a, double b)
{
    for (int k = 0; k < 60; k++) {
        double x = ldexp(floor(ldexp(b, k)), -k);
        if (x > a)
            return x;
    }
    return b;
}

/**
## The root

The end of the bracket that is returned is the one where the gap is not
positive: the position there belongs to the active set of the collision even
for a tolerance of zero, and (4.13) holds with what the last bracket can
enclose, $\Phi \ge -2^{-50} h\,|\dot\Phi|$, far above $-C_c h^2$.

The smallest gap of several contacts is bracketed, not each gap for itself: its
first zero is the earliest collision, and whatever closes there closes at the
same time. Its sign is first asked at eighths of the step, so that of two zeros
the earlier one is found when an eighth lies between them.

*What goes wrong otherwise.* Returned from the open side, the contact would have $\Phi > 0$: outside
the active set of its own collision, which then stops nothing, and the next trial collides again
where this one did. Bracketed by itself, a contact that closes and opens twice could show a later
root than a neighbour whose sign was asked elsewhere, and the bodies would have been in each other
between the two.

*Cost.* Eight evaluations of all gaps for the signs, at most 48 for the bracket (47 of bisection
from an eighth to $2^{-50}$, and one), one for a shorter fraction; as a rule about ten in all. In
rational runs each is a run of the tapes over fractions, with $s$ a double.

Implements GAP08 (4.13). */
perp_status event_root(event_gap *gap, void *user, double start, double *s)
{
    bracket k = {gap, user, 0, 2, start, 0};
    for (int i = 1; i <= PIECES && k.b > 1; i++)
        PERP_TRY(look(&k, (double)i / PIECES));
    if (k.b > 1) /* gap(1) <= 0 was promised: rounding */
        k.b = 1;
    double reach = 1.0 / PIECES;
    while (k.b - k.a > ldexp(1, -WIDTH) && k.at_b < 0) {
        double slack = reach - 0.5 * (k.b - k.a);
        PERP_TRY(look(&k, next_point(&k, slack > 0 ? slack : 0)));
        reach *= 0.5;
    }
    double x = shortest(k.a, k.b), g = 1;
    if (x < k.b)
        PERP_TRY(gap(user, x, &g));
    *s = g <= 0 ? x : k.b;
    return PERP_SUCCESS;
}
