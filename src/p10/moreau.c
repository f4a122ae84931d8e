#include "p10/paoli_step.h"

#include <string.h>

/** For comparison: Moreau's step, which moves velocities. With $q_m = q^n +
\frac h2 v^n$ and the constraints $J$ that are closed at $q_m$,

$$M(q_m)(v^{n+1} - v^n) = h\,g(t_n, q_m, v^n) + \sum_J r_a \nabla f_a(q_m), \quad
0 \le r_a \perp (\nabla f_a, v^{n+1} + e v^n) \ge 0,$$

and $q^{n+1} = q_m + \frac h2 v^{n+1}$. The impact law is put into each step; in
P10's scheme it comes out. With $w = (v^{n+1} + e v^n)/(1+e)$ it is the same
problem as a projection on $\{n w \ge 0\}$, so the step of the other scheme serves,
with other constraints in hand and without their gaps. In doubles and in fractions
alike: what is closed is asked of the numbers that the run has, in doubles of the
rounded gaps.

Without a force the energy is

$$|v^{n+1}|_M^2 = |v^n|_M^2 - \tfrac{1-e}{1+e} |v^{n+1} - v^n|_M^2 ,$$

because $\sum r_a (\nabla f_a, v^{n+1} + e v^n) = 0$: nothing is gained in any step. */
void moreau_move(paoli_state *r)
{
    const int n = r->sys->nv;
    mpq_t t;
    if (!paoli_rational(r)) {
        for (int i = 0; i < n; i++)
            r->q[i] += r->h / 2 * r->v[i];
        return;
    }
    mpq_init(t);
    for (int i = 0; i < n; i++) {
        mpq_mul(t, r->e->h, r->all.v[i]);
        mpq_div_2exp(t, t, 1);
        mpq_add(r->q_exact[i], r->q_exact[i], t);
        r->q[i] = mpq_get_d(r->q_exact[i]);
    }
    mpq_clear(t);
}

void moreau_close(paoli_state *r)
{
    r->p = 0;
    for (int j = 0; j < r->sys->contacts; j++) {
        r->held[j] =
            paoli_rational(r) ? mpq_sgn(r->all.f[j]) <= 0 : r->f[j] <= 0;
        if (r->held[j])
            r->id[r->p++] = j;
    }
}

/* All gradients are evaluated, for the record of a certificate has all. */
perp_status moreau_solve(paoli_state *r)
{
    const size_t p = (size_t)r->sys->contacts;
    memset(r->impulse, 0, p * sizeof *r->impulse);
    memset(r->basis, 0, p);
    memcpy(r->w, r->predicted, (size_t)r->sys->nv * sizeof *r->w);
    PERP_TRY(paoli_rows(r, r->q, r->rows));
    return r->p > 0 ? paoli_solve_held(r) : PERP_SUCCESS;
}
