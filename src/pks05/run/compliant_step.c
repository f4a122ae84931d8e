#include "pks05/run/compliant.h"
#include "pks05/run/compliant_forks.h"
#include "pks05/run/compliant_mixed.h"
#include "pks05/step/theta_slip.h"

#include <math.h>
#include <string.h>

/**
## A step of the scene

Around the problem for $\lambda$ stands what the paper leaves to the reader of (16): from
where the frozen data come, and how a force that is not affine is met. Proposition 3
finds $(q^h, v^h)$ for such a force by a fixed point, for $h$ small against $L_f$; here it
is a sequence of tangents, and the force of contact is found anew on each.

The fixed point of Proposition 3 is an iteration for $(q', v')$ at a given force $e$;
contact would have to be solved outside of it, or between its turns. Tangents exchange the
two: inside is the problem with contact, outside the curvature of $f$. For a force without
curvature, gravity, linear springs and dampers, a push, one turn is all. What it asks of
$h$ is weaker: the contraction wants $h(1-\theta)L_f(1 + h(1-\theta)\eta_G) < \sigma_M$
whatever the sign of $f'$, a tangent a regular $\tilde M$.

By hand, a kilogram with the drag $f = -v^2$, $\theta = 0$, $h = \frac1{10}$, $v = 1$: $v' =
1 - \frac1{10}v'^2$, so $v' = -5 + \sqrt{35} = 0.9160797831$. The tangent at $v_* = 1$ is
$1 - 2v'$, which gives $v' = \frac{11}{12}$; and so on:

| tangent | touches at | $v'$ | error | `away` |
|---|---|---|---|---|
| 1 | 1 | 0.9166666667 | $5.9 \cdot 10^{-4}$ | $2.4 \cdot 10^{-3}$ |
| 2 | 0.9166666667 | 0.9160798123 | $2.9 \cdot 10^{-8}$ | $1.2 \cdot 10^{-7}$ |
| 3 | 0.9160798123 | 0.9160797831 | $2.2 \cdot 10^{-16}$ | $2.8 \cdot 10^{-16}$ |

Three, and the last says that it was the last: $2^{-48} = 3.6 \cdot 10^{-15}$.
*/

/* What every tape of a system is asked at: q, v, t, in this order. */
static void set_input(compliant_state *r, const double *q, const double *v,
                      double t)
{
    const int nq = r->sys->nq, nv = r->sys->nv;
    memcpy(r->work.in, q, (size_t)nq * sizeof *q);
    memcpy(r->work.in + nq, v, (size_t)nv * sizeof *v);
    r->work.in[nq + nv] = t;
}

/** $\mathbf K$ or $\mathbf C$ from the system's rows. A row that a contact does not
have gets the mean of the diagonal, so that it does not spoil the condition of the rest:
with 1 N/m beside contacts of $10^6$ N/m the constants $\sigma$ and $\eta$ of the step
would be those of a row that is not there. The upper triangle is the statement and is
mirrored, so that the energies are quadratic forms to the last bit. What the formulas leave
zero is zero from the beginning and is not written again. */
static perp_status spread(const compliant_state *r, const double *from,
                          const char *what, double *to)
{
    const int R = r->rows, *row = r->row_of;
    int (*at)[2] = r->sys->entry;
    double mean = 0;
    for (int e = 0; e < r->sys->entries; e++) {
        to[row[at[e][0]] * R + row[at[e][1]]] = from[e];
        mean += at[e][0] == at[e][1] ? from[e] / r->own : 0;
    }
    for (int i = 0; i < R; i++)
        if (r->own_of[i] < 0)
            to[i * R + i] = mean;
    for (int e = 0; e < r->sys->entries; e++) {
        const int a = at[e][1], b = at[e][0], i = row[b], j = row[a];
        if (a >= b)
            continue;
        double x = to[j * R + i], y = to[i * R + j];
        double scale = fabs(to[j * R + j]) + fabs(to[i * R + i]);
        if (x != y && !(fabs(x - y) <= 1e-9 * scale))
            return PERP_FAIL(PERP_INPUT,
                             "the %s of the contacts is not symmetric: entry "
                             "%d,%d is %g but %d,%d is %g",
                             what, a + 1, b + 1, x, b + 1, a + 1, y);
        to[i * R + j] = x;
    }
    return PERP_SUCCESS;
}

/** The tape `coupled` has both matrices, for a $q$ (and not for $v$ or $t$: (5) has
functions of $q$). Most scenes give numbers, and then it writes the same at every $q$: what it
wrote last (`kept`) is compared with what it writes, and where that is the same to the last bit
$\mathbf K$ and $\mathbf C$ are, and their blocks, and what (D) said of them. */
static perp_status evaluate_compliance(compliant_state *r)
{
    const double *out = r->work.out;
    if (r->own == 0)
        return PERP_SUCCESS;
    PERP_TRY(tape_f64(&r->sys->coupled, r->work.in, r->work.work, r->work.out));
    const size_t bytes = 2 * (size_t)r->sys->entries * sizeof *out;
    if (r->d.blocks != NULL && memcmp(r->kept, out, bytes) == 0)
        return PERP_SUCCESS;
    r->d.blocks = NULL;
    r->definite = 0;
    PERP_TRY(spread(r, out, "stiffness", r->K));
    PERP_TRY(spread(r, out + r->sys->entries, "damping", r->C));
    theta_blocks_fill(&r->d, &r->blocks);
    memcpy(r->kept, out, bytes);
    r->d.blocks = &r->blocks;
    return PERP_SUCCESS;
}

/** `fresh` spares a second evaluation: the loop looks at the energies of row $j$ with
$M$ and $\mathbf K$ at $q^j$, and the step behind it wants the same.

What a step freezes at its beginning: $M$, $\Gamma$, $\mathbf\Gamma$, $\Phi$, $\mathbf
K$, $\mathbf C$. */
perp_status compliant_evaluate(compliant_state *r)
{
    const int nv = r->sys->nv, slips = r->d.slips;
    if (r->fresh)
        return PERP_SUCCESS;
    PERP_TRY(assemble_gaps(r->sys, &r->work, r->q));
    memcpy(r->gap, r->work.gap, (size_t)r->d.p * sizeof *r->gap);
    PERP_TRY(assemble_constraints(r->sys, &r->work, r->q, &r->set, &r->at));
    for (int i = 0; i < r->rows; i++) {
        int c = i / (1 + slips), k = i % (1 + slips);
        const double *from = k == 0 ? r->at.n + c * nv
                                    : r->at.d + (r->at.slip_at[c] + k - 1) * nv;
        double *to = r->row + i * nv;
        if (r->own_of[i] < 0)
            memset(to, 0, (size_t)nv * sizeof *to);
        else
            memcpy(to, from, (size_t)nv * sizeof *to);
    }
    set_input(r, r->q, r->v, (double)r->n * r->h);
    PERP_TRY(evaluate_compliance(r));
    r->fresh = 1;
    return PERP_SUCCESS;
}

/** Row $i$ of $\dot q = \Gamma(q)v$, with the $\Gamma$ of the step's beginning; the
identity where the scene has no other. */
static double rate(const compliant_state *r, int i, const double *v)
{
    const int nv = r->sys->nv;
    double sum = 0;
    if (!r->sys->has_G)
        return v[i];
    for (int k = 0; k < nv; k++)
        sum += r->at.G[i * nv + k] * v[k];
    return sum;
}

/** The tangent of the force at $(t_{j+1}, q_*, v_*)$, in the variable $v^\theta$:

$$f_* + F_v (v^\theta - v_*) + F_q (q + (1-\theta) h\,\Gamma v^\theta - q_*)
= f + J (v^\theta - v),$$

because $q^\theta = q + (1-\theta) h\,\Gamma v^\theta$ (from (15): $q^\theta = q +
(1-\theta)(q' - q)$). So $J = F_v + (1-\theta)hF_q\Gamma$, and

$$f = f_* + F_v(v - v_*) + F_q(q + (1-\theta)h\,\Gamma v - q_*)$$

is the tangent's value at the old velocity. For an affine force it is the force. The
Jacobians are the tape's own derivatives. The time is that of the step's end, as (16)
prints it, whatever $\theta$ (erratum 3.30): with $\theta = \frac12$ a driven motion is of
first order only. For $f = ct$ on a kilogram from rest and any $\theta$, $v^N =
ch^2\sum_{j=1}^N j = \frac c2T(T + h)$, which is too much by $\frac c2Th$; with $\theta
t_j + (1-\theta)t_{j+1}$ in its place $\theta = \frac12$ would have it exactly. */
perp_status compliant_tangent(compliant_state *r)
{
    const int nq = r->sys->nq, nv = r->sys->nv;
    const double g = (1 - r->theta) * r->h;
    set_input(r, r->q_at, r->v_at, (double)(r->n + 1) * r->h);
    PERP_TRY(tape_f64(&r->sys->total, r->work.in, r->work.work, r->f));
    PERP_TRY(tape_f64(&r->sys->slope, r->work.in, r->work.work, r->work.out));
    const double *by_q = r->work.out, *by_v = by_q + nv * nq;
    for (int i = 0; i < nv; i++) {
        for (int j = 0; j < nv; j++)
            r->f[i] += by_v[i * nv + j] * (r->v[j] - r->v_at[j]);
        for (int k = 0; k < nq; k++)
            r->f[i] += by_q[i * nq + k] *
                       (r->q[k] + g * rate(r, k, r->v) - r->q_at[k]);
        for (int j = 0; j < nv; j++) {
            double x = by_v[i * nv + j];
            for (int k = 0; k < nq; k++)
                x += g * by_q[i * nq + k] *
                     (r->sys->has_G ? r->at.G[k * nv + j] : k == j);
            r->J[i * nv + j] = x;
        }
    }
    return PERP_SUCCESS;
}

/** The step's problem on the tangent at hand. Newton begins at the forces of the
step before: where no contact changes its mode one or two linear systems are enough
(`coupled_patch`: 790 for 400 steps). In a step with several solutions it is this start that
chooses, the one that goes on most continuously, and not a principle.

`lcp_finite` stands between the pose and the solver: a scene whose $M$ or $\mathbf\Gamma$
has overflowed is refused by the number of the row, and not by what a solver makes of an
infinity. Of the solver's answer $\lambda$ alone goes on; its $w$ is formed anew by
`theta_recover`, so that the slip of the table is the one of (8). 
Only a watched step encloses its slip, which costs about as much again.

The problem is that of the contacts in hand (`step/theta_near.h`): those that are proven
to be open in every solution are left out, in each tangent anew, and have the force zero.
What is then said of the step's solutions is true of the whole, but for $\sigma$ and
$\eta$: these two are replaced by constants of the whole matrix. */
static perp_status solve_held(compliant_state *r)
{
    const theta_data *d = &r->near.d;
    const int R = theta_rows(d);
    const lcp_problem posed = {0, R, r->posed.A, r->posed.b};
    double *start = arena_take(&r->scratch, (size_t)R + 1, sizeof *start);
    theta_slip meant;
    if (start == NULL)
        return PERP_NO_MEMORY((size_t)R * sizeof *start);
    PERP_TRY(lcp_finite(&posed, r->h));
    if (r->watched)
        PERP_TRY(theta_slip_of(d, &r->posed, &r->scratch, &meant));
    const qvi_problem p = {d->p,        d->slips, r->posed.A,
                           r->posed.b,  d->mu,    r->watched ? &meant.meant
                                                             : NULL};
    theta_near_take(&r->near, r->lambda, start);
    r->how.bound = r->watched;
    r->how.start = r->n > 0 ? start : NULL;
    r->sum->lcps++;
    PERP_TRY(qvi_solve(&p, &r->how, &r->scratch, &r->answer));
    if (r->near.left > 0) {
        r->answer.sigma = r->near.known.sigma;
        r->answer.eta = r->near.known.eta;
    }
    theta_near_give(&r->near, r->answer.lam, r->lambda);
    return PERP_SUCCESS;
}

static perp_status solve_tangent(compliant_state *r)
{
    PERP_TRY(theta_near_find(&r->d, &r->scratch, &r->near));
    PERP_TRY(theta_pose(&r->near.d, &r->scratch, &r->posed));
    if (r->d.p > 0)
        PERP_TRY(solve_held(r));
    return theta_near_recover(&r->near, &r->posed, r->answer.lam, &r->scratch,
                              &r->end);
}

/** How far the tangent is from the force where the step ends up, over the
forces; the touching point moves there. The forces are those of the row and the
inertia $M_{ii}\Delta v_i/h$: where gravity and a spring balance, the sum is small, and
not the yardstick. The forces of contact are in it only by what they do to the velocity: a
body that is pressed by 1000 N, rests, and is driven by a curved force of 1 N has that
force settled to its own last places. */
perp_status compliant_touch(compliant_state *r, double *away)
{
    const int nq = r->sys->nq, nv = r->sys->nv;
    double most = 0, scale = 0;
    for (int k = 0; k < nq; k++)
        r->q_at[k] = r->q[k] + (1 - r->theta) * r->h * rate(r, k, r->end.mean);
    memcpy(r->v_at, r->end.mean, (size_t)nv * sizeof *r->v_at);
    set_input(r, r->q_at, r->v_at, (double)(r->n + 1) * r->h);
    PERP_TRY(tape_f64(&r->sys->total, r->work.in, r->work.work, r->force));
    for (int i = 0; i < nv; i++) {
        double x = r->f[i], size = fabs(x) + fabs(r->force[i]);
        for (int j = 0; j < nv; j++) {
            double y = r->J[i * nv + j] * (r->end.mean[j] - r->v[j]);
            x += y;
            size += fabs(y);
        }
        size += fabs(r->at.M[i * nv + i] * (r->end.v[i] - r->v[i])) / r->h;
        most = fmax(most, fabs(x - r->force[i]));
        scale = fmax(scale, size);
    }
    *away = scale > 0 ? most / scale : 0;
    return PERP_SUCCESS;
}

/** Newton's method on the force: solve the step on the tangent, take the tangent
where that ends, and again until force and tangent agree there. An affine force
needs one. Each solution is a whole step with contact and friction, so this is
Newton's method for the inclusion, of second order: contacts may open and close from
one tangent to the next. It ends when a share of $2^{-48}$ is left, or when below $2^{-40}$ it
no longer falls by half, which is rounding; more than $2^{-30}$ after 40 tangents is an
error of the step, with the advice that Proposition 3 gives, a shorter one. */
enum { TANGENTS_MOST = 40 };

static perp_status solve(compliant_state *r)
{
    double away = 0;
    memcpy(r->q_at, r->q, (size_t)r->sys->nq * sizeof *r->q);
    memcpy(r->v_at, r->v, (size_t)r->sys->nv * sizeof *r->v);
    for (int k = 0; k < TANGENTS_MOST; k++) {
        double before = away;
        PERP_TRY(compliant_tangent(r));
        PERP_TRY(solve_tangent(r));
        PERP_TRY(compliant_touch(r, &away));
        if (away <= 0x1p-48 || (k > 0 && away < 0x1p-40 && away >= before / 2))
            break;
        if (k == TANGENTS_MOST - 1 && away > 0x1p-30)
            return PERP_FAIL(PERP_LIMIT,
                             "the force of the step does not settle (%.3g of "
                             "it is left after %d tangents); take a smaller h",
                             away, TANGENTS_MOST);
    }
    if (r->watched)
        r->sums.force = fmax(r->sums.force, away);
    return PERP_SUCCESS;
}

/** What a watched step leaves behind. `bound` has been sharpened by `compliant_count`, if
it found all solutions, so it is read after that. A step without contacts leaves nothing
but the residual of its force and its energies: it is counted neither as `unique` nor
otherwise, and a run in which nothing ever can touch has zeros in all four. What is asked
here of each step is more than the step itself, two spectra, an enclosure, perhaps an
enumeration; `watched` is how a caller that needs the motion only says so. */
static perp_status add_up(compliant_state *r)
{
    compliant_sums *s = &r->sums;
    const theta_residual *x = &r->residual;
    theta_look(&r->d, r->lambda, &r->end, r->force, &r->residual);
    s->contact = fmax(s->contact, x->contact);
    s->friction = fmax(s->friction, x->friction);
    s->identity = fmax(s->identity, x->identity);
    s->excess = fmax(s->excess, x->gained - x->work);
    if (r->d.p == 0)
        return PERP_SUCCESS;
    const qvi_answer *y = &r->answer;
    PERP_TRY(compliant_count(r));
    s->iterations += y->iterations;
    s->in_hand = r->near.d.p > s->in_hand ? r->near.d.p : s->in_hand;
    s->residual = fmax(s->residual, y->residual);
    s->proven += isfinite(y->bound);
    s->unproven += !isfinite(y->bound);
    if (isfinite(y->bound))
        s->bound = fmax(s->bound, y->bound);
    else if (isfinite(y->exists)) {
        s->exists++;
        s->within = fmax(s->within, y->exists);
    }
    s->sigma = fmin(s->sigma, y->sigma);
    s->eta = fmax(s->eta, y->eta);
    return PERP_SUCCESS;
}

/** The kinematic line of (15) is the only equation of (16) in which nothing is solved.
$\Gamma$ is that of the step's beginning, so a quaternion that it turns leaves the unit
sphere by a share of order $h^2$ a step, and nobody puts it back: the paper's $\mathbb
R^{n_q}$ has no such sphere, and a scene that wants one writes its functions of $q$ so
that the length does not matter.

(15) for the positions, with the rounding of one sum each; $v'$ and $\delta'$ are taken over as
they came. Rows that a contact does not have stay at zero. */
static void advance(compliant_state *r)
{
    for (int k = 0; k < r->sys->nq; k++)
        r->q[k] += r->h * rate(r, k, r->end.mean);
    memcpy(r->v, r->end.v, (size_t)r->sys->nv * sizeof *r->v);
    for (int i = 0; i < r->rows; i++)
        r->delta[i] = r->own_of[i] < 0 ? 0 : r->end.delta[i];
    r->fresh = 0;
}

/** (D) is asked of $M$ at every step, because it reads the position, and of $\mathbf K$ and
$\mathbf C$ once for each pair of them: `evaluate_compliance` forgets the answer with them. */
perp_status compliant_definite(compliant_state *r)
{
    PERP_TRY(r->definite ? theta_definite_mass(&r->d, &r->scratch)
                         : theta_definite(&r->d, &r->scratch));
    r->definite = r->d.blocks != NULL;
    return PERP_SUCCESS;
}

/** One step of (16). With `--exact-check` the doubles' step says where the force's tangent
touches, and the exact one on that tangent replaces it; with `--rational` there is
no step in doubles, and `compliant_prove` moves the state. The search for ends runs
unwatched: then nothing is summed up and no distance is looked for.

Implements PKS05 (14), (16). */
perp_status compliant_step(compliant_state *r)
{
    arena_mark here = arena_here(&r->scratch);
    perp_status s = PERP_SUCCESS;
    if (compliant_rational(r)) {
        s = compliant_evaluate_exact(r);
        if (s.code == PERP_OK)
            s = theta_exact_definite(&r->exact, &r->scratch);
    } else {
        s = compliant_evaluate(r);
        s = s.code == PERP_OK ? compliant_definite(r) : s;
        s = s.code == PERP_OK ? solve(r) : s;
        if (s.code == PERP_OK && r->e->mode == EXPERIMENT_DOUBLE)
            s = compliant_fork(r);
        if (s.code == PERP_OK && r->e->mode == EXPERIMENT_DOUBLE)
            s = compliant_posed(r, NULL);
    }
    if (s.code == PERP_OK && r->e->mode != EXPERIMENT_DOUBLE)
        s = compliant_prove(r);
    if (s.code == PERP_OK && r->watched && !compliant_rational(r))
        s = add_up(r);
    if (s.code == PERP_OK && !compliant_rational(r))
        advance(r);
    if (s.code == PERP_OK && r->told)
        s = compliant_record(r);
    arena_release(&r->scratch, here);
    r->n++;
    return s;
}
