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
