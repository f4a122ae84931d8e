/**
# The right-hand side of (39)

HP23 3.2 takes Routh's law, (36), for every contact that does not part, and lets them
press together at any rates with the sum 1:

$$\dot v \in D_q(v) = M^{-1} \operatorname{conv} \bigcup_{i \in \mathcal I_q(v)} F_i(q, v, 1).$$

$F_i(q, v, 1)$ is $n_i$ minus $\mu_i$ times $\operatorname{Unit}(J_{t,i} v)$: a point
while contact $i$ slides, a segment or polygon when it sticks. The hull of a union of
polytopes is the hull of all their vertices, so $D_q(v)$ is known by at most $p + 2r$
points, and these change with $v$ by being there or not: the vertices themselves are
always among the same $M^{-1}(n_i \mp \mu_i d_k)$. So the set is a function of signs.
That is what makes the whole room exact: wherever no speed changes its sign, and with
several slips no two of a contact change their order, the set stands still.

**The block** of the [wing's page](../README.md) as it falls, $v = (0, -1, 0)$. Both
corners approach, neither slips, so there are four corners of $D$, in 1/kg:

| contact | friction backward, $n - \mu d$ | forward, $n + \mu d$ |
|---|---|---|
| A | $(-1, 1, -\frac{18}5)$ | $(1, 1, \frac65)$ |
| B | $(-1, 1, -\frac65)$ | $(1, 1, \frac{18}5)$ |

A pressing alone and sticking is $\frac{11}{34}$ of the first and $\frac{23}{34}$ of
the second in A's row, $(\frac6{17}, 1, -\frac6{17})$, Routh's leg; straight down to
rest is half of A backward and half of B forward, $(0, 1, 0)$, as is half of the other
two. All four lose kinetic energy at the rate 1: $v^\top M \dot v = -1$.

**In time or in s.** (36) for one contact is Newton's law with the force $F_i$
divided by the normal force, so that $dv/ds$ does not depend on how hard the
contact presses. With several contacts the same division by the sum of the
normal forces leaves their shares $\lambda_{n,i}$, with the sum 1, (37). Which
shares is what physics would have to say, and what the paper leaves open: all of
them are in the set, at each $s$ anew. That is the difference to contact by
contact, where the shares are 1 and 0, and to (31), which has no clock at all.

**(38) and (40).** A contact that parts must not press: its share times its
speed is at most 0. As a condition on shares this is not closed, as a choice of
the contacts that may appear in the hull it is; a contact at rest may appear. So
the set jumps up where a contact comes to rest from parting, and never down:
upper semicontinuity, which Proposition 1 needs. On (42)'s two walls, $M = I$
and no friction, $v_\epsilon = -\frac{1 + \epsilon}2 (1, \epsilon)$ with the
shares $(\epsilon, 1)/(1 + \epsilon)$ has $\dot K = -\epsilon$ beside a
$\|v_\epsilon\|$ of about $\frac12$: what is pressed hardly approaches.

**Where nothing collides.** Outside the closure of $\mathcal C$ every contact parts,
and (40) continues the set by the contacts that part slowest. The paper says that this
is not physics; it keeps the set from being empty and keeps it upper semicontinuous,
which is all that the theorems need there.
*/
#include "hp23/inclusion/rates.h"

#include "number/rational.h"

static perp_status responses(arena *a, rates *r)
{
    const step_exact *d = r->d;
    const size_t nv = (size_t)d->nv;
    for (size_t j = 0; j < (size_t)d->p; j++)
        PERP_TRY(impact_response(a, d, (const mpq_t *)d->n + j * nv,
                                 r->wn + j * nv));
    for (size_t k = 0; k < (size_t)d->r; k++)
        PERP_TRY(impact_response(a, d, (const mpq_t *)d->d + k * nv,
                                 r->wd + k * nv));
    return PERP_SUCCESS;
}

/** The responses $M^{-1} n$ and $M^{-1} d$ are solved for once, one linear system
each; corners are sums of two of them from then on. Everything is one array of
rationals: corners, responses, speeds. */
perp_status rates_new(arena *a, const step_exact *d, rates *out)
{
    const size_t nv = (size_t)d->nv, p = (size_t)d->p, r = (size_t)d->r;
    const size_t most = p + 2 * r;
    *out = (rates){.d = d, .nv = d->nv, .most = d->p + 2 * d->r};
    size_t numbers = (most + p + r) * nv + p + r;
    out->contact = arena_take(a, 2 * most + 1, sizeof *out->contact);
    out->corner = out->contact == NULL ? NULL : rational_array(a, numbers + 1);
    if (out->corner == NULL)
        return PERP_NO_MEMORY(numbers * sizeof(mpq_t));
    out->numbers = numbers + 1;
    out->side = out->contact + most;
    out->wn = out->corner + most * nv;
    out->wd = out->wn + p * nv;
    out->u = out->wd + r * nv;
    perp_status s = responses(a, out);
    if (s.code != PERP_OK)
        rates_clear(out);
    return s;
}

void rates_clear(rates *r)
{
    rational_clear(r->corner, r->numbers);
    r->corner = NULL;
    r->numbers = 0;
}

/* M^-1 (n_j - sign mu d_k); k < 0: no friction. */
static void add_corner(rates *r, int j, int k, int sign)
{
    const int nv = r->nv;
    mpq_t *to = r->corner + r->count * nv;
    mpq_t t;
    mpq_init(t);
    for (int i = 0; i < nv; i++) {
        mpq_set(to[i], r->wn[j * nv + i]);
        if (k < 0)
            continue;
        mpq_mul(t, r->d->mu[j], r->wd[k * nv + i]);
        if (sign > 0)
            mpq_sub(to[i], to[i], t);
        else
            mpq_add(to[i], to[i], t);
    }
    mpq_clear(t);
    r->side[r->count] = sign * (k + 1);
    r->contact[r->count++] = j;
}

/** **One contact.** $F_{D,j}(q, v, 1)$ is the hull of $n_j - \mu_j d$ over the
directions $d$ that point most along the slip: one while it slides, all of them
when it sticks. In the plane $D = \{d, -d\}$ and $\operatorname{Unit}_D$ is
$\operatorname{Unit}$, a sign or the interval $[-1, 1]$. With several slips the
largest in size decide, and all that are within `tolerance` of it count. Without
friction, or without a slip, there is the one corner $M^{-1} n$.

Implements HP23 (4), (17), (19), (21). */
static void contact_corners(rates *r, int j, mpq_srcptr tolerance)
{
    const step_exact *d = r->d;
    const mpq_t *slip = (const mpq_t *)r->u + d->p;
    mpq_t most, size;
    mpq_inits(most, size, NULL);
    for (int k = d->slip_at[j]; k < d->slip_at[j + 1]; k++) {
        mpq_abs(size, slip[k]);
        if (mpq_cmp(size, most) > 0)
            mpq_set(most, size);
    }
    int sticks = mpq_cmp(most, tolerance) <= 0;
    mpq_sub(most, most, tolerance);
    if (d->slip_at[j] == d->slip_at[j + 1] || mpq_sgn(d->mu[j]) == 0)
        add_corner(r, j, -1, 0);
    else
        for (int k = d->slip_at[j]; k < d->slip_at[j + 1]; k++) {
            mpq_abs(size, slip[k]);
            if (sticks || (mpq_cmp(size, most) >= 0 && mpq_sgn(slip[k]) > 0))
                add_corner(r, j, k, 1);
            if (sticks || (mpq_cmp(size, most) >= 0 && mpq_sgn(slip[k]) < 0))
                add_corner(r, j, k, -1);
        }
    mpq_clears(most, size, NULL);
}

/** **The set.** Every contact that does not part may press, at any rate, and
the rates add up to one: convex combinations of what each would do alone. When
all part, which no impact meets, the set is continued by those that part slowest.

Implements HP23 (37)-(40). */
void rates_at(rates *r, const mpq_t *v, mpq_srcptr tolerance)
{
    const step_exact *d = r->d;
    for (int j = 0; j < d->p; j++)
        impact_normal(d, j, v, r->u[j]);
    for (int k = 0; k < d->r; k++)
        impact_slip(d, k, v, r->u[d->p + k]);
    rates_of_speeds(r, tolerance);
}

void rates_of_speeds(rates *r, mpq_srcptr tolerance)
{
    const step_exact *d = r->d;
    mpq_t most;
    mpq_init(most);
    r->count = 0;
    for (int j = 0; j < d->p; j++)
        if (j == 0 || mpq_cmp(r->u[j], most) < 0)
            mpq_set(most, r->u[j]);
    if (mpq_sgn(most) < 0)
        mpq_set_ui(most, 0, 1); /* cl C: J_n v <= 0; elsewhere: the least */
    mpq_add(most, most, tolerance);
    for (int j = 0; j < d->p; j++)
        if (mpq_cmp(r->u[j], most) <= 0)
            contact_corners(r, j, tolerance);
    mpq_clear(most);
}

/** For who compares speeds with zero and with each other: a unit common to all of them
changes nothing, so $v$ is multiplied by the least whole number that makes it whole.

One common denominator in the place of a common divisor for every product and
every sum: velocities far along a solution have thousands of digits. */
void rates_speeds(const rates *r, const mpq_t *v, mpz_ptr unit, mpq_t *whole,
                  mpq_t *u)
{
    mpz_set_ui(unit, 1);
    for (int i = 0; i < r->nv; i++)
        rational_cover(unit, v[i]);
    for (int i = 0; i < r->nv; i++)
        rational_scaled(mpq_numref(whole[i]), unit, v[i]);
    for (int j = 0; j < r->d->p; j++)
        impact_normal(r->d, j, (const mpq_t *)whole, u[j]);
    for (int k = 0; k < r->d->r; k++)
        impact_slip(r->d, k, (const mpq_t *)whole, u[r->d->p + k]);
}

/** For $v = (0, -1, 0)$ every corner of the block has the power $-1$: the product of
$v$ with the impulse, whose upward part is 1 for either contact. With slips it is more:
sliding forward with 1 m/s friction takes $\mu$ times as much again.

**Energy.** $\dot K = v^\top M \dot v = v^\top J^\top \lambda$ is a sum of
$\lambda_{n,j} J_{n,j} v \le 0$ and of what friction takes. It can be as small as one
likes: in (42) the
contact that still approaches fast presses least.

Implements HP23 (41)-(42). */
void rates_power(const rates *r, const mpq_t *v, const mpq_t *rate, mpq_ptr out)
{
    const int nv = r->nv;
    mpq_t t, sum;
    mpq_inits(t, sum, NULL);
    for (int i = 0; i < nv; i++)
        for (int k = 0; k < nv; k++) {
            mpq_mul(t, r->d->M[i * nv + k], rate[k]);
            mpq_mul(t, t, v[i]);
            mpq_add(sum, sum, t);
        }
    mpq_set(out, sum);
    mpq_clears(t, sum, NULL);
}
