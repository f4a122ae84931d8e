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
$\operatorname{Unit}$, a sign or the interval $[-1, 1]$.

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

/** One common denominator in the place of a common divisor for every product and
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

/** **Energy.** $\dot K = v^\top M \dot v = v^\top J^\top \lambda$ is a sum of $\lambda_{n,j} J_{n,j}
v \le 0$ and of what friction takes. It can be as small as one likes: in (42) the
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
