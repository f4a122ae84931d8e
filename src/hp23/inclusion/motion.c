/**
# The inclusion (53)

HP23 4.1 puts impacts and motion into one problem without events. Three sorts of
rates:

| where | rates | module |
|---|---|---|
| all active contacts part | $D_{\mathcal S} = (\Gamma v, M^{-1} F_s, 1)$, (47) | `put_free` |
| inside the states that collide | $D_{\mathcal C} = (0, D_q(v), 0)$, (49) | [rates.c](rates.c) |
| elsewhere | the hull of both, (50) | `motion_at` |

The third row is where the idea is. A body that rests on a floor obeys $M \dot v = F_s +
J^\top \lambda$ in time. Divide by $1 + \|\lambda_n\|_1$: with $\dot t = 1/(1 +
\|\lambda_n\|_1)$ the rate is

$$\dot t\,(\Gamma v, M^{-1} F_s, 1) + (1 - \dot t)\,(0, M^{-1} J^\top \tilde\lambda, 0), \qquad
\tilde\lambda = \lambda/\|\lambda_n\|_1,$$

a convex combination of falling and of being hit. Sustained contact is nothing of its
own: it is an impact that weight keeps making necessary, and convexity is what
existence needs.

**A ball of 1 kg at rest**, $\lambda_n = 9.81$ N: $\dot t = 1/10.81$, time runs at
$0.0925$ of $s$; free motion has $\dot v = -9.81$, the contact $\dot v = 1$, and
$-9.81 \cdot \frac1{10.81} + 1 \cdot \frac{9.81}{10.81} = 0$. The ball rests.

**Why the hull, and not a choice.** A law "free motion, or an impact, by whether
contacts collide" has no solution for a ball at rest: at $v = 0$ nothing
collides, so it falls, and as soon as it falls it collides. The two rates
chatter, infinitely often in any time, and what chattering converges to is a
mean of both: the weights above. The hull has the limit from the beginning, so
nothing has to chatter. It is Filippov's way with laws that jump.

**Units.** $s$ adds seconds and newton seconds. With forces in kN the ball has
$\dot t = 1/1.00981$ and rests as before, over another $s$. Only $q$, $v$ over
$t$ mean anything, and they are the same.

**What is asked.** Not a solution: whether a given rate is in the hull, by
[hull.c](hull.c), at a given state. Contacts are those of the data, with a gap of at
most the tolerance; which of them penetrate matters for the second row alone, and only
by its sign.
*/
#include "hp23/inclusion/motion.h"

#include "number/rational.h"

/** One corner more than the impact has: free motion, which is in front when it is
there. */
perp_status motion_new(arena *a, rates *r, int nq, motion *out)
{
    const size_t n = (size_t)(nq + r->nv + 1), most = (size_t)r->most + 1;
    *out = (motion){.r = r, .nq = nq, .n = (int)n, .most = (int)most};
    if (r->d->m > 0 || r->d->s > 0)
        return PERP_FAIL(PERP_INPUT, "the inclusion of the motion knows no "
                                     "joints and no springs; write the system "
                                     "in minimal coordinates");
    out->numbers = most * n + (size_t)r->nv;
    out->corner = rational_array(a, out->numbers);
    if (out->corner == NULL)
        return PERP_NO_MEMORY(out->numbers * sizeof(mpq_t));
    out->force = out->corner + most * n;
    return PERP_SUCCESS;
}

void motion_clear(motion *m)
{
    rational_clear(m->corner, m->numbers);
    m->corner = NULL;
    m->numbers = 0;
}

/** **Which of the three.** $\mathcal S$ is open: where every active contact parts only
forces act. A state is inside of $\bar{\mathcal X}_{\mathcal C}$ when a contact collides
that penetrates already; one that collides at the gap zero is at its edge, since a
little further away it is not active. So both are allowed there, and it is Lemma 5
that says that a solution collides all the same.

Implements HP23 (48). */
static motion_mode mode_at(const rates *r, const mpq_t *gap, const mpq_t *v,
                           mpq_srcptr tolerance)
{
    int parts = 1, inside = 0;
    mpq_t u, below;
    mpq_inits(u, below, NULL);
    mpq_neg(below, tolerance);
    for (int j = 0; j < r->d->p; j++) {
        impact_normal(r->d, j, v, u);
        parts &= mpq_cmp(u, tolerance) > 0;
        inside |= mpq_cmp(u, below) < 0 && mpq_cmp(gap[j], below) < 0;
    }
    mpq_clears(u, below, NULL);
    return parts ? MOTION_FREE : inside ? MOTION_IMPACT : MOTION_BOTH;
}

/** $\Gamma$ is the identity where the data have none. */
/* out = Gamma v, nq numbers. */
static void put_turned(const motion *m, const mpq_t *v, mpq_t *out)
{
    const step_exact *d = m->r->d;
    for (int i = 0; i < m->nq; i++)
        if (d->G == NULL)
            mpq_set(out[i], v[i]);
        else
            impact_dot(d->nv, (const mpq_t *)d->G + i * d->nv, v, out[i]);
}

/** **Free motion**: $(\Gamma v, M^{-1} F_s, 1)$, with $F_s = k + F v$ in the house's
letters.

Implements HP23 (47). */
static perp_status put_free(arena *a, motion *m, const mpq_t *v)
{
    const step_exact *d = m->r->d;
    const arena_mark mark = arena_here(a);
    mpq_t *to = m->corner + m->count++ * m->n;
    for (int i = 0; i < d->nv; i++) {
        mpq_set_ui(m->force[i], 0, 1);
        if (d->F != NULL)
            impact_dot(d->nv, (const mpq_t *)d->F + i * d->nv, v, m->force[i]);
        mpq_add(m->force[i], m->force[i], d->k0[i]);
    }
    put_turned(m, v, to);
    perp_status s = impact_response(a, d, (const mpq_t *)m->force, to + m->nq);
    mpq_set_ui(to[m->n - 1], 1, 1);
    arena_release(a, mark);
    return s;
}

/** **The impact**: $(0, D_q(v), 0)$. Where both are allowed, the hull of both.

Implements HP23 (49)-(50), (53). */
perp_status motion_at(arena *a, motion *m, const mpq_t *gap, const mpq_t *v,
                      mpq_srcptr tolerance)
{
    m->mode = mode_at(m->r, gap, v, tolerance);
    m->count = 0;
    if (m->mode != MOTION_IMPACT)
        PERP_TRY(put_free(a, m, v));
    if (m->mode == MOTION_FREE)
        return PERP_SUCCESS;
    rates_at(m->r, v, tolerance);
    for (int k = 0; k < m->r->count; k++, m->count++) {
        mpq_t *to = m->corner + m->count * m->n;
        for (int i = 0; i < m->n; i++)
            mpq_set_ui(to[i], 0, 1);
        for (int i = 0; i < m->r->nv; i++)
            mpq_set(to[m->nq + i], m->r->corner[k * m->r->nv + i]);
    }
    return PERP_SUCCESS;
}

/** **Sustained contact.** (10) over $t$ is over $s$ slower by $\dot t = 1/(1 +
\|\lambda_n\|_1)$, and that is a convex combination: with the weight $\dot t$ free
motion, with $1 - \dot t$ the impact under $\lambda/\|\lambda_n\|_1$. The
acceleration is given whole, with its contact forces, so nothing is combined here:
the rate is $(\Gamma v, \dot v, 1)$ times $\dot t$, and whether it is in the hull is
the question that comes next. Two corners that carry 4.905 N each have the sum
$9.81$ and the same $\dot t = 1/10.81$ as the ball.

Implements HP23 (51)-(52c), (63). */
void motion_over_s(const motion *m, const mpq_t *v, const mpq_t *acceleration,
                   mpq_srcptr normal, mpq_t *rate)
{
    mpq_ptr tdot = rate[m->n - 1];
    put_turned(m, v, rate);
    mpq_set_ui(tdot, 1, 1);
    mpq_add(tdot, tdot, normal);
    mpq_inv(tdot, tdot);
    for (int i = 0; i < m->nq; i++)
        mpq_mul(rate[i], rate[i], tdot);
    for (int i = 0; i < m->r->nv; i++)
        mpq_mul(rate[m->nq + i], acceleration[i], tdot);
}
