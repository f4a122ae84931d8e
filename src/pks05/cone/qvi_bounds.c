#include "pks05/cone/qvi_bounds.h"

#include <math.h>
#include <string.h>

/** **Given bounds.** With fixed radii $g$ the sets no longer depend on the
answer: a variational inequality over $\{\lambda_n \ge 0\} \times \prod_i \mathcal F(g_i)$,
strongly monotone, so there is one $\lambda(g)$. For symmetric $A$ it is the minimum of
$\tfrac12\lambda^\top A\lambda + b^\top\lambda$ over that set; with $\lambda_n$ frozen as well, the minimum over
the tangential forces alone, which is the paper's programme (11) with the
matrix of the step: $A_{TT} = (h\mathbf K + \mathbf C)^{-1}_{TT} + (1-\theta)h\,\mathbf\Gamma_T
\tilde M^{-1}\mathbf\Gamma_T^\top$ in the place of $\hat C_{TT}$, because the slip of the step depends on
the force through the velocity, too (erratum 3.23).

That the programme is the law is (10): the least of the quadratic over the discs is
where no admissible $x$ has $(x - \lambda_T)^\top w_T < 0$, and $w_T$ is the gradient. Since the
discs are independent this is (7) for each contact, although $A_{TT}$ couples them. The
printed (11) has a row vector in front without its transpose (erratum 3.19).

The programme is strictly convex because $A_{TT}$ is a block of a positive definite
matrix, so its minimum is unique, for any $\mu$ and any number of contacts. That is all
that friction with given normal forces can be: whatever is undecided in Coulomb's law
comes through $\lambda_n$.

Newton's method solves it in three or four steps. Where it stops short, sweeps
go on: for symmetric $A$ each lowers the quadratic, so that they converge from
everywhere.

Implements PKS05 (10). */
double qvi_bounds_inner(qvi_newton *x, int limit, double accepted)
{
    double best = qvi_newton_run(x, limit, accepted);
    for (int sweeps = 32; !(best <= accepted) && sweeps <= 512; sweeps *= 4) {
        qvi_newton_sweep(x, sweeps);
        best = qvi_newton_run(x, limit, accepted);
    }
    return best;
}

/** **The fixed point.** $g \mapsto \mu\lambda_n(g)$ contracts with the factor $\mu_{\max}\eta/\sigma$ when
that is below one: if $\lambda, \lambda'$ belong to $g, g'$, adding the two inequalities
gives

$$\sigma|\lambda - \lambda'|^2 \le (\lambda - \lambda')^\top(w - w') \le \sum_i |g_i - g_i'|\,
|r_i - r_i'| \le \eta\,|g - g'|\,|\lambda - \lambda'|, \qquad r_i = |w_{i,to}|,$$

because $w_{to} \cdot \lambda_{to} = -g r$ is the least value over the disk, and
$|r - r'| \le |w_{to} - w_{to}'|$. Beyond, it may converge or wander, and says which.

For $A = \begin{pmatrix} 2 & 1 \\ 1 & 2 \end{pmatrix}$, $b = (-2, -3)$, $\mu = \frac12$
the factor promised is $\frac12 \cdot \frac31$, more than one, and yet $\lambda_n$ goes
$1, \frac34, \frac{13}{16}, \frac{51}{64}, \dots \to \frac45$ with the factor $-\frac14
= -\mu A_{nt}/A_{nn}$: what counts is the coupling. Norms see it only when the blocks
are kept apart, as the finer condition of `qvi_distance.c` does.

Each turn costs a Newton solution. It ends when the residual of the step itself is
below what is accepted and no longer falls by a tenth, or after 25 turns in which it did
not fall. The factor $-\frac14$ gains six tenths of a digit a turn: twenty-six turns for
what one Newton step on the whole map does. It is kept because it has a proof, and because
its failures are others than Newton's. */
static double one_turn(qvi_newton *x, double *g, int limit, double accepted)
{
    const qvi_problem *p = x->map.p;
    for (int i = 0; i < p->contacts; i++) {
        double n = x->lam[i * (1 + p->slips)];
        g[i] = p->mu[i] * (n > 0 ? n : 0);
    }
    x->map.g = g;
    qvi_bounds_inner(x, limit, accepted);
    qvi_newton_tidy(x);
    x->map.g = NULL;
    return qvi_newton_residual(x);
}

enum { PATIENCE = 25 };

double qvi_bounds_run(qvi_newton *x, double *g, int limit, double accepted,
                      int *turns)
{
    double best = INFINITY, now = INFINITY;
    int idle = 0;
    *turns = 0;
    for (int k = 0; k < limit && idle < PATIENCE && now > 0; k++) {
        now = one_turn(x, g, limit, accepted);
        ++*turns;
        bool better = now < 0.9 * best;
        if (!better && best <= accepted)
            break;
        idle = better ? 0 : idle + 1;
        best = better ? now : best;
    }
    return now;
}

/** With $\lambda_n$ frozen the radii are fixed, too. A normal force that pulls has a
radius of zero, and its contact no friction. This is asked of a run's own table by
`run/compliant_law.c`: with the normal forces that stand there, is the friction that
stands there the one? The two are computed in different ways, and differ by rounding.
Implements PKS05 (11). */
perp_status qvi_tangential(const qvi_problem *p, arena *a, double *lam,
                           double *residual)
{
    arena_mark mark = arena_here(a);
    qvi_newton x;
    const qvi_map map = {.p = p, .frozen = true};
    PERP_TRY(qvi_newton_new(a, &map, &x));
    memcpy(x.lam, lam, (size_t)qvi_rows(p) * sizeof *lam);
    qvi_bounds_inner(&x, qvi_defaults.iterations, qvi_defaults.residual);
    *residual = qvi_newton_tidy(&x);
    memcpy(lam, x.lam, (size_t)qvi_rows(p) * sizeof *lam);
    arena_release(a, mark);
    return PERP_SUCCESS;
}
