#include "model/step/assemble.h"

/** ## What moving contacts add to a step

The rows of (4.4d), (4.4e) ask of the weighted velocity $x$ that no gap closes further
and that friction opposes the slip. Where the gap is $\Phi(q, t)$ and the surface has
the velocity $u$, they are

$$n^Tx + \bar\Phi \ge 0, \qquad \lambda \pm (d_k^Tx - \bar u_k) \ge 0,$$

with numbers that belong to the step as a whole:

$$\bar\Phi = \frac{\Phi(q^l, t_{l+1}) - \Phi(q^l, t_l)}h, \qquad
\bar u_k = \tfrac12\bigl(u_k(q^l, t_l) + u_k(q^l, t_{l+1})\bigr).$$

*Why a difference.* With $\gamma = \alpha$ the position moves by $hx$. Behind a flat wall
that moves along its normal by any law $s(t)$, $\Phi = n\cdot q - s(t)$, a row with
equality keeps the gap as it is, exactly: $n\cdot hx = s(t_{l+1}) - s(t_l)$.
The derivative at $t_l$ would let it drift by $h^2\ddot s/2$ a step, and nothing takes that
back. A body on a floor that is lifted with the acceleration $a$ is then, for $\alpha =
\gamma = \frac12$, the same as one under a weight that is larger by $ma$, number for
number: $x - \bar s$ is the weighted velocity that an observer on the floor sees. The mean of
$u$ does the same for a belt.

A collision takes no time; there the rates are those of the instant,
$\partial\Phi/\partial t$ and $-u_k$ at $t_l$, and so are both for whoever looks at one
time only, $t_{l+1} = t_l$. Contacts of kinds stand still.

By hand: $\Phi = y - t^2$, $t_l = 1$, $h = \frac12$: $\bar\Phi = -(\frac94 - 1)/\frac12
= -\frac52$ m/s, the mean of the floor's $2$ and $3$; at the instant it is $-2$. */
perp_status assemble_moving(const perp_system *s, assembler *w,
                            const step_point *at, const active_set *set,
                            step_data *out)
{
    const double h = at->t1 - at->t0;
    double *t = w->in + s->nq + s->nv;
    for (int end = 1; end >= 0 && s->moves; end--) {
        *t = end ? at->t1 : at->t0;
        PERP_TRY(tape_f64(&s->gaps, w->in, w->work, w->out));
        for (int i = 0; i < set->n; i++) {
            const int id = set->id[i], own = id < s->scene_contacts;
            const double gap = own ? w->out[id] : 0;
            out->drift[i] = end ? gap : (out->drift[i] - gap) / h;
        }
        PERP_TRY(tape_f64(&s->drift, w->in, w->work, w->out));
        for (int i = 0; i < set->n; i++) {
            const int id = set->id[i], own = id < s->scene_contacts;
            const double *of = own ? w->out + s->row_at[id] / s->nv : NULL;
            out->rate[i] = own ? of[0] : 0;
            for (int k = out->slip_at[i]; k < out->slip_at[i + 1]; k++) {
                double *mean = &out->drift[out->p + k];
                out->rate[out->p + k] = own ? of[1 + k - out->slip_at[i]] : 0;
                *mean = (end ? 0 : *mean) + out->rate[out->p + k] / 2;
            }
        }
    }
    for (int i = 0; i < out->p && s->moves && !(h > 0); i++)
        out->drift[i] = out->rate[i];
    return PERP_SUCCESS;
}

static void gap_end(const mpq_t *gap, mpq_srcptr h, int end, mpq_ptr mean)
{
    if (end) {
        mpq_set(mean, *gap);
        return;
    }
    mpq_sub(mean, mean, *gap);
    if (mpq_sgn(h) > 0)
        mpq_div(mean, mean, h);
}

static void slip_end(const mpq_t *rate, int end, mpq_ptr mean, mpq_ptr t)
{
    mpq_div_2exp(t, *rate, 1);
    if (end)
        mpq_set(mean, t);
    else
        mpq_add(mean, mean, t);
}

/* Both tapes at the time of w->in_exact, for one end of the step. */
static perp_status one_end(const perp_system *s, assembler *w, mpq_srcptr h,
                           int end, const active_set *set, step_exact *out,
                           mpq_ptr t)
{
    const mpq_t *in = (const mpq_t *)w->in_exact;
    const mpq_t *value = (const mpq_t *)w->out_exact;
    PERP_TRY(tape_exact(&s->gaps, in, w->out_exact));
    for (int i = 0; i < set->n; i++)
        if (set->id[i] < s->scene_contacts)
            gap_end(value + set->id[i], h, end, out->drift[i]);
    PERP_TRY(tape_exact(&s->drift, in, w->out_exact));
    for (int i = 0; i < set->n; i++) {
        if (set->id[i] >= s->scene_contacts)
            continue;
        const mpq_t *of = value + s->row_at[set->id[i]] / s->nv;
        mpq_set(out->rate[i], *of);
        for (int k = out->slip_at[i]; k < out->slip_at[i + 1]; k++) {
            mpq_set(out->rate[out->p + k], *++of);
            slip_end(of, end, out->drift[out->p + k], t);
        }
    }
    return PERP_SUCCESS;
}

perp_status assemble_moving_exact(const perp_system *s, assembler *w,
                                  const step_point_exact *at,
                                  const active_set *set, step_exact *out)
{
    mpq_t h, t;
    if (!s->moves)
        return PERP_SUCCESS;
    perp_status status = PERP_SUCCESS;
    mpq_inits(h, t, NULL);
    mpq_sub(h, at->t1, at->t0);
    for (int i = 0; i < out->p + out->r; i++) {
        mpq_set_ui(out->drift[i], 0, 1);
        mpq_set_ui(out->rate[i], 0, 1);
    }
    for (int end = 1; end >= 0 && status.code == PERP_OK; end--) {
        mpq_set(w->in_exact[s->nq + s->nv], end ? at->t1 : at->t0);
        status = one_end(s, w, h, end, set, out, t);
    }
    for (int i = 0; i < out->p && mpq_sgn(h) == 0; i++)
        mpq_set(out->drift[i], out->rate[i]);
    mpq_clears(h, t, NULL);
    return status;
}
