#include "gap08/bounds/momenta.h"
#include "number/rational.h"

void momenta_init(momenta *m)
{
    mpq_inits(m->omega, m->beside, m->whole, NULL);
}

void momenta_clear(momenta *m)
{
    mpq_clears(m->omega, m->beside, m->whole, NULL);
}

/* out = d'M v */
static void along(const step_exact *d, const mpq_t *across, const mpq_t *v,
                  mpq_ptr out)
{
    mpq_t row;
    mpq_init(row);
    mpq_set_ui(out, 0, 1);
    for (int i = 0; i < d->nv; i++) {
        cone_dot(d->nv, (const mpq_t *)d->M + i * d->nv, v, row);
        mpq_mul(row, row, across[i]);
        mpq_add(out, out, row);
    }
    mpq_clear(row);
}

/** $\nu u$ is summed from the joints and $u$, not taken as $v - \nu_\perp w$: of two parts
that are made of one another the sum says nothing. */
static void by_joints(const step_exact *d, const mpq_t *u, mpq_t *out)
{
    mpq_t t;
    mpq_init(t);
    for (int i = 0; i < d->nv; i++) {
        mpq_set_ui(out[i], 0, 1);
        for (int k = 0; k < d->m; k++) {
            mpq_mul(t, d->nu[k * d->nv + i], u[k]);
            mpq_add(out[i], out[i], t);
        }
    }
    mpq_clear(t);
}

perp_status momenta_of(arena *a, const step_exact *d, const mpq_t *across,
                       const mpq_t *v, momenta *out)
{
    const size_t n = (size_t)d->nv, m = (size_t)d->m, count = 2 * n + m + 1;
    arena_mark mark = arena_here(a);
    mpq_t *x = rational_array(a, count);
    if (x == NULL)
        return PERP_NO_MEMORY(count * sizeof *x);
    perp_status s = impulses_split(a, d, v, x + 2 * n, x);
    by_joints(d, (const mpq_t *)x + 2 * n, x + n);
    along(d, across, (const mpq_t *)x, out->omega);
    along(d, across, (const mpq_t *)x + n, out->beside);
    along(d, across, v, out->whole);
    rational_clear(x, count);
    arena_release(a, mark);
    return s;
}

/** Implements GAP08 (7.6), (7.7). */
int momenta_split(const momenta *m)
{
    mpq_t sum;
    mpq_init(sum);
    mpq_add(sum, m->omega, m->beside);
    const int holds = mpq_equal(sum, m->whole);
    mpq_clear(sum);
    return holds;
}

/** ## The change over a row

(7.8) has $\omega^{l+1} - \omega^l + \omega^{l+1,\perp} - \omega^{l,\perp}$ on the left and
$\nu_\perp^{lT}z^{l+1} + O(h)$ on the right. Two things are in its $O(h)$. The momenta of
$v^l$ were formed with $\nu_\perp^{l-1}$, in the row before, and are wanted with
$\nu_\perp^l$: that is the turn of $d'$, known when both are. And the forces: $d'^T(\kappa +
hFx)$. Here both momenta are along this row's $d'$, so the first is no part of it, and what
is left is an identity:

$$\omega^{l+1} - \omega^l + \omega^{l+1,\perp} - \omega^{l,\perp} = d'^T(z^{l+1} + \kappa + hFx).$$

The joints' part of $z$ is in the sum, and is zero when $d'$ is across them. Whoever adds
rows up adds the turn again; `asked.c` does, and reports the largest of turn and forces over
$h$, which is the constant that the $O(h)$ of (7.8) hides. For a body on a floor it is its
weight.

A body of 1 kg at rest, $d' = 1$, weight $-10h$, $c_n = 10h$: both momenta are 0 before and
behind, $z = 10h$, and $d'^T(z + \kappa) = 0$. It falls instead: $\omega$ from 0 to $-10h$,
all of it rest. It lands with $-3$ and stays: $0 - (-3) = z$, in a row without time, where
no $O(h)$ is.

Implements GAP08 (7.8). */
int momenta_driven(const momenta *before, const momenta *after,
                   const mpq_t *across, const impulses *x, mpq_ptr rest)
{
    mpq_t left, t;
    mpq_inits(left, t, NULL);
    mpq_sub(left, after->omega, before->omega);
    mpq_add(left, left, after->beside);
    mpq_sub(left, left, before->beside);
    cone_dot(x->nv, across, (const mpq_t *)x->applied, rest);
    cone_dot(x->nv, across, (const mpq_t *)x->coriolis, t);
    mpq_add(rest, rest, t);
    mpq_sub(left, left, rest);
    cone_dot(x->nv, across, (const mpq_t *)x->joint, t);
    mpq_sub(left, left, t);
    cone_dot(x->nv, across, (const mpq_t *)x->contact, t);
    const int holds = mpq_equal(left, t);
    mpq_clears(left, t, NULL);
    return holds;
}
