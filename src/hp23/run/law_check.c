/**
# What an outcome has to be

The checks of section 2.2.2 that need no law: an impact makes $v^+ - v^-$ by impulses
of its contacts, (30), which lie in their cones, (20), prevents what (28) forbids, and
does not gain energy. All four laws promise that, and each by another argument; what
is asked here are the promises, of the data and the outcome alone, by code that took
no part in finding it.

**The block, A before B,** as an example of all four. Claimed are $\Lambda_A =
(\frac{17}{20}, \frac{3}{10})$, $\Lambda_B = (\frac{51}{200}, -\frac{9}{100})$ N
s and $v^+ = (\frac{21}{100}, \frac{21}{200}, -\frac{21}{100})$ from $(0, -1,
0)$.

| promise | here |
|---|---|
| balance, $x$ | $\frac{3}{10} - \frac{9}{100} = \frac{21}{100}$ |
| balance, $y$ | $-1 + \frac{17}{20} + \frac{51}{200} = \frac{21}{200}$ |
| balance, turn | $\frac{12}{5}(-\frac{17}{40} + \frac{3}{10} + \frac{51}{400} - \frac{9}{100}) = -\frac{21}{100}$ |
| cones | $\frac{3}{10} \le \frac{17}{20}$, $\frac{9}{100} \le \frac{51}{200}$ |
| no approach | $n_A v^+ = \frac{21}{100}$, $n_B v^+ = 0$ |
| energy | $\lVert v^+\rVert_M^2 - \lVert v^-\rVert_M^2 = \frac{147}{2000} - 1 < 0$ |

They are necessary and not sufficient. Rest keeps them, too, with other
impulses, and it is no outcome of this order; and any friction within the cone
passes, against the slip or not, since over an impact of several steps the slip
has no one direction. What tells laws apart is proven where each is solved. What
is caught here is what would do harm in a run: energy from nothing, a contact
that pulls, bodies that go on into each other, and impulses in the table that do
not belong to the velocity beside them.

In doubles only the energy is asked, and in fractions, before anything is rounded. In
the exact modes all is, with equality. Routh's path in space is refused there: it is
followed in doubles, its tangential impulses are off by $10^{-9}$ of themselves, and
although (30) would hold exactly, that they are those of (36) is proven by nothing.
*/
#include "hp23/run/law.h"

#include "number/rational.h"

/** ## Is it one?

What is claimed of an outcome is asked once more, of the data and of what is claimed
alone. For every law: nobody gains kinetic energy, asked in fractions, between the
velocities before any rounding. */
static perp_status check_energy(const collision_state *x, const outcome *o)
{
    const step_exact *d = x->exact;
    mpq_t gain;
    mpq_init(gain);
    impact_gain(d, (const mpq_t *)d->v, (const mpq_t *)o->v, gain);
    const int grew = mpq_sgn(gain) > 0;
    const double more = mpq_get_d(gain) / 2;
    mpq_clear(gain);
    return grew ? PERP_FAIL(PERP_REFUTED, "the impact gains %g J", more)
                : PERP_SUCCESS;
}

/** In the exact modes also: $v^+ = v^- + \sum_k L_k w_k$, where $w_k$ is what a unit
impulse does while the joints hold. */
static perp_status check_balance(arena *a, const collision_state *x,
                                 const outcome *o)
{
    const step_exact *d = x->exact;
    const size_t nv = (size_t)d->nv;
    perp_status s = PERP_SUCCESS;
    mpq_t t, *w = rational_array(a, 2 * nv);
    if (w == NULL)
        return PERP_NO_MEMORY(2 * nv * sizeof *w);
    mpq_t *v = w + nv;
    mpq_init(t);
    for (size_t i = 0; i < nv; i++)
        mpq_set(v[i], d->v[i]);
    for (int k = 0; k < d->p + d->r && s.code == PERP_OK; k++) {
        const mpq_t *g = k < d->p ? (const mpq_t *)d->n + k * d->nv
                                  : (const mpq_t *)d->d + (k - d->p) * d->nv;
        if (mpq_sgn(o->L[k]) == 0)
            continue;
        s = impact_response(a, d, g, w);
        for (size_t i = 0; i < nv; i++) {
            mpq_mul(t, w[i], o->L[k]);
            mpq_add(v[i], v[i], t);
        }
    }
    for (size_t i = 0; i < nv && s.code == PERP_OK; i++)
        if (!mpq_equal(v[i], o->v[i]))
            s = PERP_FAIL(PERP_REFUTED, "the impulses of the impact do not "
                                        "make its velocity");
    mpq_clear(t);
    rational_clear(w, 2 * nv);
    return s;
}

/** The balance is formed forward, by responses to unit impulses, p + r small systems in
fractions. The law has had the same system with the impulses as unknowns; asked in this
direction nothing is left to choose, and a wrong $M$ or a wrong sign of a row shows as
an inequality of fractions. */

/** The polygon of (22): $\sum_k |f_k| \le \mu \lambda_n$ over the slips of a contact.
It is the cone of what $D \lambda_D$ can be, since a pair of opposite directions with
the least sum has one of them zero. */
/* Normal impulses >= 0, friction within the polygon. */
static int in_cone(const step_exact *d, const mpq_t *L)
{
    mpq_t sum, t;
    int fine = 1;
    mpq_inits(sum, t, NULL);
    for (int j = 0; j < d->p && fine; j++) {
        mpq_set_ui(sum, 0, 1);
        for (int k = d->slip_at[j]; k < d->slip_at[j + 1]; k++) {
            mpq_abs(t, L[d->p + k]);
            mpq_add(sum, sum, t);
        }
        mpq_mul(t, d->mu[j], L[j]);
        fine = mpq_sgn(L[j]) >= 0 && mpq_cmp(sum, t) <= 0;
    }
    mpq_clears(sum, t, NULL);
    return fine;
}

/** What is left of the approach may be the law's tolerance and no more, exactly: a
sequence that was cut by its tolerance passes, one that was cut otherwise does not. */
static perp_status check(const impact_law *l, arena *a,
                         const collision_state *x, const outcome *o)
{
    mpq_t tolerance;
    mpq_init(tolerance);
    mpq_set_d(tolerance, l->o.tolerance);
    const int at = impact_colliding(x->exact, (const mpq_t *)o->v, tolerance);
    mpq_clear(tolerance);
    if (at >= 0)
        return PERP_FAIL(PERP_REFUTED, "a contact still approaches behind the "
                                       "impact");
    if (!in_cone(x->exact, (const mpq_t *)o->L))
        return PERP_FAIL(PERP_REFUTED, "an impulse of the impact is outside "
                                       "its friction cone");
    return check_balance(a, x, o);
}

/** Space is where a contact has two slips. A planar scene has one or none, and all
that is asked there of Routh's path can be proven: it is a chain of straight pieces. */
static int in_space(const step_exact *d)
{
    for (int j = 0; j < d->p; j++)
        if (d->slip_at[j + 1] - d->slip_at[j] > 1)
            return 1;
    return 0;
}

perp_status law_take(const impact_law *l, arena *a, const collision_state *x,
                     const outcome *o, collision_outcome *out)
{
    const step_exact *d = x->exact;
    if (x->prove && l->kind == LAW_ROUTH && in_space(d))
        return PERP_FAIL(PERP_INPUT, "Routh's path in space is followed in "
                                     "doubles and not proven; run without "
                                     "--exact-check and --rational");
    PERP_TRY(check_energy(x, o));
    if (x->prove)
        PERP_TRY(check(l, a, x, o));
    for (int i = 0; i < d->nv; i++)
        mpq_set(out->v[i], o->v[i]);
    for (int j = 0; j < d->p; j++)
        mpq_set(out->cn[j], o->L[j]);
    for (int k = 0; k < d->r; k++)
        mpq_set(out->f[k], o->L[d->p + k]);
    return PERP_SUCCESS;
}
