/**
# The laws

What a motion is judged by. Each law is a number that is 0 when it is kept, for each
row of the table or for each interval between two; where the place says which
coordinate, joint or contact it is about. The formulas, with the letters of
`judge/stretch.h` and `judge/explain.h`:

| law | unit | of | is |
|---|---|---|---|
| kinematics | m, rad | interval | $\max_i \lvert q' - q - h\Gamma((1-w)v + wv')\rvert_i$ |
| joints | m, rad | row | $\max_i \lvert\Theta_i(q)\rvert$ |
| gaps | m | row | $\max_j (-\Phi_j(q))^+$ |
| momentum | J | interval | $\frac12\lvert J - z\rvert^2_{M^{-1}}$, $z$ the nearest impulse |
| impulse | N s, N m s | interval | $\max_i \lvert J - z\rvert_i$ |
| hold | m/s, rad/s | interval | $\max_i \lvert\nu_i^Tx\rvert$ |
| approach | m/s | interval | $\max_j (-\rho_j)^+$, $\rho_j = n_j^T(x + ev)$, contacts closed at the beginning |
| complementarity | J | interval | least $\sum_j c_j\rho_j^+$ of all impulses that give $z$ |
| coulomb | J | interval | least $\sum_j (\mu_jc_j\lvert s_j\rvert_\infty + f_j^Ts_j)$ of those, $s = \bar D^Tx$ |
| gained | J | interval | $(y^TJ)^+$: kinetic energy beyond the work of the forces |
| lost | J | interval | $(-y^T(J - z))^+$: what vanishes, and no impulse takes it |

$\lvert s\rvert_\infty$ and $\lvert f\rvert_1$ are lengths where friction is a disc. And of
impulses that are given, $c$ and $f$ in N s, joints free:

| law | unit | is |
|---|---|---|
| given-momentum | J | $\min_{c_\nu} \frac12\lvert J - nc - \bar Df - \nu c_\nu\rvert^2_{M^{-1}}$ |
| given-pull | N s | $\max_j (-c_j)^+$ |
| given-open | N s | $\max_j \lvert c_j\rvert + \lvert f_j\rvert_1$ of contacts that are not closed |
| given-cone | N s | $\max_j (\lvert f_j\rvert_1 - \mu_jc_j)^+$ |
| given-complementarity | J | $\max_j c_j^+\lvert\rho_j\rvert$, of a contact that closes $c_j^+\rho_j^+$ |
| given-coulomb | J | $\max_j (\mu_jc_j\lvert s_j\rvert_\infty + f_j^Ts_j)^+$ |

## Why these numbers

**Momentum in joules.** $J = M(v' - v) - hk$ is what the forces leave for joints and
contacts, N s or N m s by coordinate. A maximum over such components has no unit and
changes when an angle is told in degrees. $\frac12|J - z|^2_{M^{-1}} = \frac12u^TMu$, $u =
M^{-1}(J - z)$, does not: with other coordinates $\tilde v = Tv$ it is $\tilde M =
T^{-T}MT^{-1}$, $\tilde J = T^{-T}J$, and the number is the same. It is the kinetic energy of
the velocity that nothing explains. `impulse` is the same remainder for the eye, by
coordinate; it is *of the nearest* $z$, so it may be larger than the remainder of
another $z$ in that coordinate.

**Coulomb as one number.** Of all friction in the polygon $|f|_1 \le \mu c$ the least power
is $\min f^Ts = -\mu c|s|_\infty$, because the two norms are dual to each other; of the
disc it is $-\mu c|s|$ with lengths. So $\mu c|s|_\infty + f^Ts$ is never negative where the
cone is kept, and is 0 exactly for friction that takes the most it can. A contact that sticks
has $s = 0$ and any $f$ of the cone; one that slips has the largest friction, against
the slip. It is a product of an impulse and a velocity, J, what friction should have
taken and did not.

**Least of all impulses.** A table of positions and velocities does not say which
impulses there were. A box that stands on two corners has a line of them, and
some of these break complementarity or Coulomb's law where others keep it. The motion
breaks the law only when all of them do, so the number is the minimum over all that give
the same $z$: a linear program, since both laws are linear in the weights of the edges.

**Gained and lost.** With constant $M$ and $y = \frac12(v + v')$

$$\tfrac12v'^TMv' - \tfrac12v^TMv - hk^Ty = y^T\bigl(M(v' - v) - hk\bigr) = y^TJ,$$

so $y^TJ > 0$ is energy that neither the forces nor anything else has brought: no contact at
rest works. Of a scheme of perp's own $y$ is $x = v + \alpha(v' - v)$, and then
$x^TJ$ is larger than $\frac12v'^TMv' - \frac12v^TMv - hk^Tx$ by $(\alpha - \frac12)|v' - v|^2_M$: what
the scheme loses by itself is not taken for a loss at contacts. `lost` counts
what vanishes through the remainder $J - z$ alone: friction may take energy, a remainder may
not.
*/
#pragma once

typedef enum {
    LAW_KINEMATICS,
    LAW_JOINTS,
    LAW_GAPS,
    LAW_MOMENTUM,
    LAW_IMPULSE,
    LAW_HOLD,
    LAW_APPROACH,
    LAW_COMPLEMENTARITY,
    LAW_COULOMB,
    LAW_GAINED,
    LAW_LOST,
    LAW_GIVEN_MOMENTUM,
    LAW_GIVEN_PULL,
    LAW_GIVEN_OPEN,
    LAW_GIVEN_CONE,
    LAW_GIVEN_COMPLEMENTARITY,
    LAW_GIVEN_COULOMB,
    LAWS,
    LAW_FIRST_GIVEN = LAW_GIVEN_MOMENTUM
} law_id;

/* What the place of a law is. */
typedef enum {
    LAW_OF_ALL,
    LAW_OF_COORDINATE,
    LAW_OF_VELOCITY,
    LAW_OF_JOINT,
    LAW_OF_CONTACT
} law_place;

typedef struct {
    const char *name, *unit, *says;
    law_place place;
    int node; /* of rows, not of intervals */
} law_kind;

extern const law_kind laws[LAWS];

/* A law's number in one interval or row, and its place there; -1: none. */
typedef struct {
    double size;
    int where;
} law_size;

static inline void law_most(law_size *s, double size, int where)
{
    if (size > s->size)
        *s = (law_size){size, where};
}
