#include "pks05/run/compliant_law.h"

#include "pks05/run/compliant_walk.h"
#include "pks05/cone/qvi_bounds.h"
#include "pks05/cone/qvi_distance.h"
#include "pks05/cone/qvi_unit.h"

#include <math.h>
#include <string.h>

static double length(int n, const double *x)
{
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += x[i] * x[i];
    return sqrt(sum);
}

/** **Shares.** A fault has the unit of what is missed: forces are measured by the
length of $\lambda$, slips by that of $|A||\lambda| + |b|$, from which $w$ is what is left
over. (9) compares squares, so its share is a root, and $10^{-16}$ of rounding in a square
is a share of $10^{-8}$: the verdict asks for $2^{-20}$, half the digits. Contacts are not
looked at one by one; a force that is large elsewhere makes a share small, and the
faults in their units stand beside it.

| fault | unit | over |
|---|---|---|
| pulls, gap closes | N, m/s | $\lvert\lambda\rvert$, the slips |
| outside of the cone | N² | $\lvert\lambda\rvert$, after the root |
| power of the normal, driving friction | W | $\lvert\lambda\rvert$ times the slips |
| (9) | W² | the same, after the root |

A step in which nothing pushes has only its gap to be measured. */
static double share_of(const qvi_problem *p, const double *lam,
                       const qvi_faults *f)
{
    const int N = qvi_rows(p);
    const double force = length(N, lam);
    double sum = 0, share = 0;
    for (int i = 0; i < N; i++) {
        double w = fabs(p->b[i]);
        for (int j = 0; j < N; j++)
            w += fabs(p->A[i * N + j] * lam[j]);
        sum += w * w;
    }
    const double slip = sqrt(sum);
    if (slip > 0)
        share = f->gap / slip;
    if (force == 0)
        return share;
    share = fmax(share, f->force / force);
    share = fmax(share, sqrt(f->cone) / force);
    if (slip > 0)
        share = fmax(share, fmax(fmax(f->product, f->power), sqrt(f->least)) /
                                (force * slip));
    return share;
}

static void worse(double *x, double y)
{
    *x = fmax(*x, y);
}

/** The faults are those of the doubles in the table, put into the doubles $A$ and $b$ in
fractions: what a fault is made of is the rounding of the step and nothing of this judge. */
static perp_status ask_faults(arena *a, const qvi_problem *p, const double *lam,
                              compliant_law *out)
{
    qvi_faults f, *all = &out->faults;
    PERP_TRY(qvi_check_doubles(a, p, lam, &f));
    worse(&all->force, f.force);
    worse(&all->gap, f.gap);
    worse(&all->product, f.product);
    worse(&all->cone, f.cone);
    worse(&all->power, f.power);
    worse(&all->least, f.least);
    worse(&out->share, share_of(p, lam, &f));
    return PERP_SUCCESS;
}

/** **(11) alone.** For given normal forces the friction is the only solution of a
convex programme, and is found without the normal rows. It begins at zero and not at
the table's friction, so that it is found a second time and not confirmed. That it is
unique needs no small $\mu$: what is given is $\lambda_n$, and only Lemma 4's loop through
$\mu\lambda_n$ makes uniqueness a question.

The step of `cases/PKS05/nonunique_step.lua` shows the difference. With $\lambda_n = 3$
given, $w_t = 6 + 5\lambda_t + 4$ over $|\lambda_t| \le 3$ is zero at $\lambda_t = -2$;
with $\lambda_n = 1$ it is $6 + 5\lambda_t \ge 1$ over $|\lambda_t| \le 1$, and the best
is $-1$; with $\lambda_n = 0$ there is only 0. Each of the three solutions has the
friction of (11), and so would have a table with $\lambda_n = 2$: $\lambda_t = -\frac85$.
That its normal row is wrong, $w_n = 2 - \frac{16}5 + 1 = -\frac15$, is for the faults to
say. */
static perp_status ask_friction(arena *a, const qvi_problem *p,
                                const double *lam, compliant_law *out)
{
    const int N = qvi_rows(p);
    double *own = arena_take(a, (size_t)N, sizeof *own), residual;
    if (own == NULL)
        return PERP_NO_MEMORY((size_t)N * sizeof *own);
    memcpy(own, lam, (size_t)N * sizeof *own);
    for (int i = 0; i < N; i++)
        own[i] = i % (1 + p->slips) == 0 ? fmax(own[i], 0) : 0;
    PERP_TRY(qvi_tangential(p, a, own, &residual));
    for (int i = 0; i < N; i++)
        own[i] -= i % (1 + p->slips) == 0 ? own[i] : lam[i];
    worse(&out->friction, length(N, own));
    return PERP_SUCCESS;
}

/** Lemma 4 as the paper proves it, $\sigma/2\eta$, and as the contraction does,
$\sigma/\eta$, of this step's $A$ in units of its own: both are ratios and have no unit.
The least over the run is what a friction would have to stay below. They are much
smaller than what one contact really allows where normal and tangent are decoupled
(`cone/qvi_distance.h`). */
static perp_status ask_constants(arena *a, const qvi_problem *p,
                                 compliant_law *out)
{
    qvi_unit u;
    qvi_constants c;
    PERP_TRY(qvi_unit_new(a, p, &u));
    PERP_TRY(qvi_constants_find(a, &u.p, &c));
    out->lemma4 = fmin(out->lemma4, qvi_lemma4(&c));
    out->contraction = fmin(out->contraction, qvi_contraction(&c));
    return PERP_SUCCESS;
}

/** The run's last tangent touches the force where its step ends up, at $q^\theta$ and
$v^\theta$, both between this row and the next (where the walk alone would take it at the
row itself): $q^\theta = \theta q^j +
(1-\theta)q^{j+1}$ is linear in what the table has, and so the $A$ and $b$ here are the
run's own up to the rounding of a row. */
static perp_status ask_step(compliant_walk *w, compliant_law *out)
{
    compliant_state *s = &w->s;
    const int nq = s->sys->nq, nv = s->sys->nv;
    const arena_mark here = arena_here(&s->scratch);
    for (int i = 0; i < nq + nv; i++)
        (i < nq ? s->q_at + i : s->v_at + i - nq)[0] =
            s->theta * w->x[i] + (1 - s->theta) * w->y[i];
    PERP_TRY(compliant_tangent(s));
    PERP_TRY(theta_pose(&s->d, &s->scratch, &s->posed));
    const qvi_problem p = {s->d.p,     s->d.slips, s->posed.A,
                           s->posed.b, s->mu,      NULL};
    PERP_TRY(ask_faults(&s->scratch, &p, w->lambda, out));
    PERP_TRY(ask_friction(&s->scratch, &p, w->lambda, out));
    PERP_TRY(ask_constants(&s->scratch, &p, out));
    arena_release(&s->scratch, here);
    return PERP_SUCCESS;
}

perp_status compliant_law_of(const experiment *e, const trace *t,
                             compliant_law *out)
{
    compliant_walk w;
    *out = (compliant_law){.lemma4 = INFINITY, .contraction = INFINITY};
    perp_status s = compliant_walk_new(e, t, &w);
    for (int row = 0; s.code == PERP_OK && row + 1 < t->rows; row++) {
        s = compliant_walk_to(&w, row);
        if (s.code == PERP_OK && w.s.d.p > 0)
            s = ask_step(&w, out);
    }
    compliant_walk_free(&w);
    return s;
}
