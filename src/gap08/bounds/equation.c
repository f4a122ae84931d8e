#include "gap08/bounds/equation.h"
#include "number/rational.h"

enum { POWERS = 9 };

perp_status equation_new(arena *a, int nv, equation *out)
{
    const size_t n = (size_t)nv, count = n * n + 3 * n + POWERS;
    mpq_t *x = rational_array(a, count);
    if (x == NULL)
        return PERP_NO_MEMORY(count * sizeof *x);
    *out = (equation){.nv = nv, .all = x, .count = count, .Mbar = x};
    out->kbar = x + n * n;
    out->off = out->kbar + n;
    out->image = out->off + n;
    mpq_ptr *const power[POWERS] = {
        &out->ahead,    &out->behind,      &out->joints,
        &out->contacts, &out->coriolis,    &out->ahead_parts,
        &out->t,        &out->u,           &out->behind_parts};
    for (int i = 0; i < POWERS; i++)
        *power[i] = out->image[nv + i];
    return PERP_SUCCESS;
}

void equation_clear(equation *e)
{
    rational_clear(e->all, e->count);
    *e = (equation){.nv = 0};
}

/* to = A x, n x n; t is scratch */
static void image(int n, const mpq_t *A, const mpq_t *x, mpq_t *to, mpq_ptr t)
{
    for (int i = 0; i < n; i++) {
        mpq_set_ui(to[i], 0, 1);
        for (int j = 0; j < n; j++) {
            mpq_mul(t, A[i * n + j], x[j]);
            mpq_add(to[i], to[i], t);
        }
    }
}

/* sum += c x.y */
static void add_dot(equation *e, mpq_srcptr c, const mpq_t *x, const mpq_t *y,
                    mpq_ptr sum)
{
    cone_dot(e->nv, x, y, e->u);
    mpq_mul(e->u, e->u, c);
    mpq_add(sum, sum, e->u);
}

/** ## $\bar M$ and $\bar k$

Entry by entry, from the primary data. The step itself poses with a matrix that has the
Coriolis force in it, $\bar M - \alpha hF$ for the unknown $x$ in the place of $v^{l+1}$,
and from rounded data its own numbers would be rounded; these are not. */
static void set_matrix(const solved_step *t, equation *e)
{
    const int n = e->nv;
    for (int i = 0; i < n * n; i++) {
        mpq_mul(e->t, t->s->gamma, t->s->h);
        mpq_mul(e->t, e->t, t->d->kq[i]);
        mpq_add(e->t, e->t, t->d->kv[i]);
        mpq_mul(e->t, e->t, t->s->h);
        mpq_mul(e->t, e->t, t->s->alpha);
        mpq_sub(e->Mbar[i], t->d->M[i], e->t);
    }
}

/* h ((1 - alpha) k1(t_l) + alpha k1(t_{l+1})) */
static void set_force(const solved_step *t, equation *e)
{
    for (int i = 0; i < e->nv; i++) {
        mpq_sub(e->t, t->d->k1[i], t->d->k0[i]);
        mpq_mul(e->t, e->t, t->s->alpha);
        mpq_add(e->t, e->t, t->d->k0[i]);
        mpq_mul(e->kbar[i], e->t, t->s->h);
    }
}

/** $\alpha h^2\tilde k_{1q}v^l$ is what the position has moved the force by at the old
velocity; that it moves with $v^l + \gamma w$ is the $\gamma$ in $\bar M$. */
static void add_drift(const solved_step *t, equation *e)
{
    image(e->nv, (const mpq_t *)t->d->kq, (const mpq_t *)t->d->v, e->image,
          e->t);
    mpq_mul(e->t, t->s->h, t->s->h);
    mpq_mul(e->t, e->t, t->s->alpha);
    for (int i = 0; i < e->nv; i++) {
        mpq_mul(e->image[i], e->image[i], e->t);
        mpq_add(e->kbar[i], e->kbar[i], e->image[i]);
    }
}

/* Mbar (v+ - v) - kbar - hFx - z; image is scratch. */
static void set_rest(const solved_step *t, const impulses *x, equation *e)
{
    for (int i = 0; i < e->nv; i++)
        mpq_sub(e->image[i], t->y->v[i], t->d->v[i]);
    image(e->nv, (const mpq_t *)e->Mbar, (const mpq_t *)e->image, e->off, e->t);
    for (int i = 0; i < e->nv; i++) {
        mpq_sub(e->off[i], e->off[i], e->kbar[i]);
        mpq_sub(e->off[i], e->off[i], x->coriolis[i]);
        mpq_sub(e->off[i], e->off[i], x->joint[i]);
        mpq_sub(e->off[i], e->off[i], x->contact[i]);
    }
}

/** ## The powers of section 5

(5.3) writes $x$ out where it stands before $M$, and leaves it before $K$:

$$x^T\bar Mv^{l+1} = \alpha\,v^{l+1\,T}Mv^{l+1} + (1-\alpha)\,v^{lT}Mv^{l+1} - h\alpha\,x^TKv^{l+1},$$

and (5.4) the same of $\bar Mv^l$; in its term with $K - h\tilde k_{1q}$ the second is what
$\bar k$ brings, $\alpha h^2x^T\tilde k_{1q}v^l$, and its last term is the force, weighted
as in (4.4c) and not as printed (erratum 0-6). Both are formed here from $M$, $K$, $\tilde
k_{1q}$ and the two velocities, without $\bar M$ and without $\bar k$: then they are
identities that an error in either breaks, and an $x$ that is not the mean of the velocities
breaks both. */
static void add_inside(const solved_step *t, equation *e, const mpq_t *v,
                       int drift, mpq_ptr sum)
{
    const int n = e->nv;
    mpq_t c, g;
    mpq_inits(c, g, NULL);
    image(n, (const mpq_t *)t->d->kv, v, e->image, e->t);
    mpq_mul(c, t->s->h, t->s->alpha);
    mpq_neg(c, c);
    add_dot(e, c, (const mpq_t *)t->y->x, (const mpq_t *)e->image, sum);
    image(n, (const mpq_t *)t->d->kq, v, e->image, e->t);
    mpq_set(g, t->s->gamma);
    mpq_set_ui(e->t, 1, 1);
    if (drift)
        mpq_sub(g, g, e->t);
    mpq_mul(g, g, t->s->h);
    mpq_mul(c, c, g);
    add_dot(e, c, (const mpq_t *)t->y->x, (const mpq_t *)e->image, sum);
    mpq_clears(c, g, NULL);
}

/* sum = alpha v+'M v + (1 - alpha) v_l'M v, without x */
static void set_mean(const solved_step *t, equation *e, const mpq_t *v,
                     mpq_ptr sum)
{
    mpq_t rest;
    mpq_init(rest);
    mpq_set_ui(rest, 1, 1);
    mpq_sub(rest, rest, t->s->alpha);
    mpq_set_ui(sum, 0, 1);
    image(e->nv, (const mpq_t *)t->d->M, v, e->image, e->t);
    add_dot(e, t->s->alpha, (const mpq_t *)t->y->v, (const mpq_t *)e->image,
            sum);
    add_dot(e, rest, (const mpq_t *)t->d->v, (const mpq_t *)e->image, sum);
    mpq_clear(rest);
}

/** (5.4)'s force goes in by its two ends: $h(1-\alpha)x^Tk_1(t_l) + h\alpha
x^Tk_1(t_{l+1})$. */
static void add_force(const solved_step *t, equation *e, mpq_ptr sum)
{
    mpq_t c;
    mpq_init(c);
    mpq_set_ui(c, 1, 1);
    mpq_sub(c, c, t->s->alpha);
    mpq_mul(c, c, t->s->h);
    add_dot(e, c, (const mpq_t *)t->y->x, (const mpq_t *)t->d->k0, sum);
    mpq_mul(c, t->s->alpha, t->s->h);
    add_dot(e, c, (const mpq_t *)t->y->x, (const mpq_t *)t->d->k1, sum);
    mpq_clear(c);
}

void equation_of(const solved_step *t, const impulses *x, equation *e)
{
    const mpq_t *w = (const mpq_t *)t->y->x;
    set_matrix(t, e);
    set_force(t, e);
    add_drift(t, e);
    set_rest(t, x, e);
    image(e->nv, (const mpq_t *)e->Mbar, (const mpq_t *)t->y->v, e->image,
          e->t);
    cone_dot(e->nv, w, (const mpq_t *)e->image, e->ahead);
    image(e->nv, (const mpq_t *)e->Mbar, (const mpq_t *)t->d->v, e->image,
          e->t);
    for (int i = 0; i < e->nv; i++)
        mpq_add(e->image[i], e->image[i], e->kbar[i]);
    cone_dot(e->nv, w, (const mpq_t *)e->image, e->behind);
    cone_dot(e->nv, w, (const mpq_t *)x->joint, e->joints);
    cone_dot(e->nv, w, (const mpq_t *)x->contact, e->contacts);
    cone_dot(e->nv, w, (const mpq_t *)x->coriolis, e->coriolis);
    set_mean(t, e, (const mpq_t *)t->y->v, e->ahead_parts);
    add_inside(t, e, (const mpq_t *)t->y->v, 0, e->ahead_parts);
    set_mean(t, e, (const mpq_t *)t->d->v, e->behind_parts);
    add_inside(t, e, (const mpq_t *)t->d->v, 1, e->behind_parts);
    add_force(t, e, e->behind_parts);
}

/** (8.7) is this for a step and (8.8) the same for the one before: asked of every row, both
are asked of every pair.

Implements GAP08 (8.7), (8.8). */
int equation_holds(const equation *e)
{
    int holds = 1;
    for (int i = 0; i < e->nv; i++)
        holds &= mpq_sgn(e->off[i]) == 0;
    return holds;
}

/** Implements GAP08 (5.1). */
int powers_balance(const equation *e)
{
    mpq_add(e->t, e->behind, e->joints);
    mpq_add(e->t, e->t, e->contacts);
    mpq_add(e->t, e->t, e->coriolis);
    return mpq_equal(e->t, e->ahead);
}

/** With (5.1): $x^T\bar Mv^{l+1} \le x^T\bar Mv^l + x^T\bar k$, the Coriolis term apart.
$\nu^Tx = 0$ lets the joints do nothing; $c_nn^Tx = 0$ by (4.4d), and $\beta^TD^Tx
= -\lambda e^T\beta = -\mu\lambda c_n$ by (4.4e), (4.4f). So the bound is attained when
contacts stick or are open, and what it loses is friction's. $x$, not $v^{l+1}$: along
$v^{l+1}$ a contact of a step with $\alpha < 1$ may well push.

Implements GAP08 (5.2). */
int powers_fall(const equation *e)
{
    return mpq_sgn(e->joints) == 0 && mpq_sgn(e->contacts) <= 0;
}

/** Implements GAP08 (5.3), (5.4). */
int powers_parted(const equation *e)
{
    return mpq_equal(e->ahead, e->ahead_parts) &&
           mpq_equal(e->behind, e->behind_parts);
}
