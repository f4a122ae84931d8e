#include "pks05/run/compliant_bounds.h"
#include "number/eigen.h"
#include "pks05/run/compliant_walk.h"

#include <math.h>
#include <string.h>

static double length(int n, const double *x)
{
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += x[i] * x[i];
    return sqrt(sum);
}

/** $L_f$ is the norm of $(F_q, F_v)$ where the run has been, and not a bound on its differences
between two states, which a straight way between them would need: the paper's (A) is about
all states, and this is as far as a run shows it. */
static perp_status see_force(compliant_walk *w, compliant_constants *c)
{
    compliant_state *s = &w->s;
    const int nq = s->sys->nq, nv = s->sys->nv;
    double *in = s->work.in, *out = s->work.out;
    memcpy(in, s->q, (size_t)nq * sizeof *in);
    memcpy(in + nq, s->v, (size_t)nv * sizeof *in);
    in[nq + nv] = (double)(s->n + 1) * s->h;
    PERP_TRY(tape_f64(&s->sys->total, in, s->work.work, out));
    c->c_f = fmax(c->c_f,
                  length(nv, out) / (1 + length(nq, s->q) + length(nv, s->v)));
    PERP_TRY(tape_f64(&s->sys->slope, in, s->work.work, out));
    c->L_f = fmax(c->L_f, length(nv * (nq + nv), out));
    return PERP_SUCCESS;
}

/** (A) to (D), as the states of the run show them. The eigenvalues of $(h\mathbf K +
\mathbf C)^{-1}$ are the reciprocals of those of $h\mathbf K + \mathbf C$, with the run's
$h$; the paper takes them over all small $h$, for which $\sigma_{KC}$ can only be larger
and $\eta_{KC}$ tends to $1/\lambda_{\min}(\mathbf C)$. $\eta_G$,
$\eta_W$ and $L_f$ are Frobenius norms ($\eta_G = 1$ where $\Gamma$ is the identity),
never smaller than the spectral ones, so what is derived from them stays a bound.
$\eta_M$ is the paper's $1/\sigma_M'$, which its proof forgets to name (erratum 3.5).
The paper bounds $f$ by (A) through $f(t, 0, 0)$; $c_f$ is that bound, asked directly.
*/
static perp_status see(compliant_walk *w, compliant_constants *c)
{
    compliant_state *s = &w->s;
    const int nq = s->sys->nq, nv = s->sys->nv, R = s->rows;
    double *room = s->posed.A, low, high;
    PERP_TRY(see_force(w, c));
    c->eta_G = fmax(c->eta_G, s->sys->has_G ? length(nq * nv, s->at.G) : 1);
    c->eta_W = fmax(c->eta_W, length(R * nv, s->row));
    memcpy(w->M, s->at.M, (size_t)(nv * nv) * sizeof *w->M);
    eigen_range(nv, w->M, &low, &high);
    c->sigma_M = fmin(c->sigma_M, low);
    c->eta_M = fmax(c->eta_M, high);
    if (R == 0)
        return PERP_SUCCESS;
    memcpy(room, s->K, (size_t)(R * R) * sizeof *room);
    eigen_range(R, room, &low, &high);
    c->eta_K = fmax(c->eta_K, high);
    for (int i = 0; i < R * R; i++)
        room[i] = s->h * s->K[i] + s->C[i];
    eigen_range(R, room, &low, &high);
    c->sigma_KC = fmin(c->sigma_KC, 1 / high);
    c->eta_KC = fmax(c->eta_KC, 1 / low);
    return PERP_SUCCESS;
}

/** $c_q$: the entries of $\min(0, \Phi(q') - \Phi(q) - \nabla\Phi\cdot(q' - q))$ over
$h$, the curvature that a step meets. Only a gap that bends toward the other body
counts, for it makes the surface sink in; $\nabla\Phi\cdot(q' - q)$ is
$h\mathbf\Gamma_nv^\theta$, as in erratum 3.10. For a plane it is rounding, for a point
that goes along the inside of a ring of radius $r$ with the speed $v$ about $hv^2/2r$.

What (23) does with it. The normal line of step $j - 1$ is $\Phi(q^{j-1}) +
\nabla\Phi\cdot(q^j - q^{j-1}) + \delta_n^j \ge 0$, so

$$\Phi(q^j) + \delta_n^j \ge \Phi(q^j) - \Phi(q^{j-1}) - \nabla\Phi(q^{j-1})^\top(q^j - q^{j-1}),$$

and the negative part of the left side is at most that of the right, $c_qh$: in Lemma 5
the $1/h$ goes. The paper's proof writes this with $\Phi(q^j)$ and $\mathbf\Gamma_n$ on
the right, which has not even the right number of entries when $n_q \ne n_v$. (22) is then
two lines: $\|\Delta q\| + \|\Delta v\|$ by Proposition 3 with $e =
\mathbf\Gamma^\top\lambda$, $\|e\| \le \eta_W\|\lambda\|$, and $\|\Delta\delta\|$ by (17).
On the inside of a ring of 1 m at 2 m/s and $h = 10^{-3}$ s, $c_q = 0.002$ m/s: the
surface is 2 µm deep after a step, and is put back by the next. */
static perp_status curvature(compliant_walk *w, compliant_constants *c)
{
    compliant_state *s = &w->s;
    const int nv = s->sys->nv;
    double sum = 0;
    for (int k = 0; k < nv; k++) /* v^theta */
        s->v_at[k] = s->theta * s->v[k] + (1 - s->theta) * w->y[s->sys->nq + k];
    PERP_TRY(assemble_gaps(s->sys, &s->work, w->y));
    for (int j = 0; j < s->d.p; j++) {
        const double *row = s->row + j * (1 + s->d.slips) * nv;
        double x = s->work.gap[j] - s->gap[j];
        for (int k = 0; k < nv; k++)
            x -= s->h * row[k] * s->v_at[k];
        sum += x < 0 ? x * x : 0;
    }
    c->c_q = fmax(c->c_q, sqrt(sum) / s->h);
    return PERP_SUCCESS;
}

/** The constants of the proof from those of the assumptions. Proposition 3: with $D =
\sigma_M - h(1-\theta)L_f(1 + h(1-\theta)\eta_G)$, which has to be positive,

$$\|\Delta v\| \le \tfrac hD \bigl[c_f(1 + \|q\| + \|v\|) + h(1-\theta)L_f\eta_G\|v\| +
\|e\|\bigr], \qquad \|\Delta q\| \le h\eta_G(\|v\| + (1-\theta)\|\Delta v\|).$$

The first comes from (15) at $q$ and $v$, with the force moved there: what $f$ gains on
the way is $(1-\theta)L_f(\|\Delta q\| + \|\Delta v\|)$, and with the second inequality
that is the part of $D$ that is not $\sigma_M$. In steps: (15) times $\Delta v$ gives

$$\sigma_M\|\Delta v\| \le h\bigl[\|f(t, q, v)\| + (1-\theta)L_f(\|\Delta q\| + \|\Delta v\|)
+ \|e\|\bigr],$$

the kinematic line $\|\Delta q\| \le h\eta_G(\|v\| + (1-\theta)\|\Delta v\|)$, and put
into the first it leaves $h(1-\theta)L_f(1 + h(1-\theta)\eta_G)\|\Delta v\|$ to be taken
to the left: $D$. The paper says that the bound of its part (a) is proven like its part
(b) and leaves it out. So $\eta_q = k + \eta_G(1 +
(1-\theta)hk)$ with $k = \max(c_f + h(1-\theta)L_f\eta_G, 1)/D$, for both together. The
difference of two such steps gives $L_q = (1 + h(1-\theta)\eta_G)/D$, and $\sigma_\nu =
D/(\eta_M + h(1-\theta)L_f(\dots))^2$ with the square that the paper leaves out: for $f
= 0$, $M = 4$ the slope of $v^h$ is $h/4$, which is $h\sigma_\nu = 4h/16$, where the
printed bound would promise $h$ (erratum 3.4).

In (18) the three terms of $s(0)$ give $c_s = \max(\eta_{KC}\eta_K,\, \eta_W(1 +
(1-\theta)h\eta_q))$. Lemma 5 and (22) follow as in the paper: $\sigma_s\|\lambda\|^2
\le \|\lambda\|(\|\min(0, \Phi + \delta_n)\|/h + \|s(0)\|)$ is the first, with $\|q\| +
\|v\| + \|\delta\| \le \sqrt3\|x\|$; for the second $\|\Delta\delta\| \le
h\eta_{KC}(\|\lambda\| + \eta_K\|\delta\|)$ from (17).

The first in full. $\lambda$ is tested with itself. Friction gives $\lambda_{to}\cdot
s_{to} = -\mu\lambda_n r \le 0$, complementarity $\lambda_n\cdot s_n = -\lambda_n\cdot(\Phi +
\delta_n)/h \le \|\lambda\|\,\|\min(0, \Phi + \delta_n)\|/h$, and strong monotonicity
$\lambda\cdot(s(\lambda) - s(0)) \ge \sigma_s\|\lambda\|^2$; divided by $\|\lambda\|$ it
is Lemma 5 with (18). The printed proof has lost $\sigma_s$ on the way (erratum 3.7): for
one contact with $s = \sigma\lambda - 1$ the force is $1/\sigma$, which is no number below
a constant that does not know $\sigma$. No small $\mu$ is needed in it, which is why it
holds for every solution of a step that has several. */
static void derive(const compliant_state *s, compliant_constants *c)
{
    const double h = s->h, w = 1 - s->theta;
    const double L = w * c->L_f * (1 + h * w * c->eta_G);
    c->margin = c->sigma_M - h * L;
    double k = fmax(c->c_f + h * w * c->L_f * c->eta_G, 1) / c->margin;
    c->eta_q = k + c->eta_G * (1 + w * h * k);
    c->L_q = (1 + h * w * c->eta_G) / c->margin;
    c->sigma_nu = c->margin / ((c->eta_M + h * L) * (c->eta_M + h * L));
    c->c_s = fmax(c->eta_KC * c->eta_K, c->eta_W * (1 + w * h * c->eta_q));
    c->sigma_s = c->sigma_KC;
    c->eta_s = c->eta_KC + h * c->L_q * w * c->eta_W * c->eta_W;
    c->eta_lambda = fmax(1, sqrt(3.0) * c->c_s) / c->sigma_s;
    c->eta_x =
        c->eta_q * fmax(sqrt(2.0), c->eta_W) + c->eta_KC * fmax(1, c->eta_K);
    c->psi_x = c->eta_x * (1 + c->eta_lambda * (1 + c->c_q));
}

static void most(double *x, double left, double right)
{
    double ratio = left > 0 ? left / right : 0;
    *x = fmax(*x, ratio);
}

/* |s(0)|, the slip of no force: b without the gaps, which are not in the
   paper's s. */
static double slip_of_nothing(const compliant_state *s)
{
    double sum = 0;
    for (int i = 0; i < s->rows; i++) {
        int c = i / (1 + s->d.slips), normal = i % (1 + s->d.slips) == 0;
        double x = s->posed.b[i];
        x -= normal ? (s->gap[c] + s->delta[i]) / s->h : 0;
        sum += x * x;
    }
    return sqrt(sum);
}

static double inside(const compliant_state *s)
{
    double sum = 0;
    for (int j = 0; j < s->d.p; j++) {
        double x = s->gap[j] + s->delta[j * (1 + s->d.slips)];
        sum += x < 0 ? x * x : 0;
    }
    return sqrt(sum);
}

/** (18), Proposition 3 (a), Lemma 5, (22), (23), (24) for one step; (25) goes along in
*grown, the right side of $1 + \|x^j\| \le (1 + h\psi_x)^j (1 + \|x^0\|)$. That is (25)
before the exponential is put for the power: (24) says $1 + \|x^{j+1}\| \le (1 +
h\psi_x)(1 + \|x^j\|)$, and $1 + x \le e^x$ is the rest of Gronwall's lemma. A ratio of
0.99 in (25), as `theorem8.lua` has it, is that of its first step, where both sides are
nearly $1 + \|x^0\|$. (23) is asked with the $c_q$ of the whole run, which its left
side meets by definition.

Implements PKS05 (18), (22)-(26). */
static perp_status ask(compliant_walk *w, const compliant_constants *c,
                       double *grown, compliant_ratios *r)
{
    compliant_state *s = &w->s;
    const int nq = s->sys->nq, nv = s->sys->nv, n = compliant_size(s);
    const double h = s->h, x = length(n, w->x),
                 force = length(s->rows, w->lambda);
    const double q = length(nq, s->q), v = length(nv, s->v);
    double moved[3] = {0, 0, 0}, e = 0;
    for (int i = 0; i < n; i++) {
        double d = w->y[i] - w->x[i];
        moved[i < nq ? 0 : i < nq + nv ? 1 : 2] += d * d;
    }
    for (int k = 0; k < nv; k++) {
        double sum = 0;
        for (int i = 0; i < s->rows; i++)
            sum += s->row[i * nv + k] * w->lambda[i];
        e += sum * sum;
    }
    double all = sqrt(moved[0] + moved[1] + moved[2]);
    most(&r->prop3, sqrt(moved[0]) + sqrt(moved[1]),
         h * c->eta_q * (1 + q + v + sqrt(e)));
    PERP_TRY(theta_pose(&s->d, &s->scratch, &s->posed));
    most(&r->s0, slip_of_nothing(s),
         c->c_s * (1 + q + v + length(s->rows, s->delta)));
    most(&r->lemma5, force, c->eta_lambda * (inside(s) / h + 1 + x));
    most(&r->force, force, c->eta_lambda * (1 + c->c_q + x));
    most(&r->move, all, h * c->eta_x * (1 + x + force));
    most(&r->step, all, h * c->psi_x * (1 + x));
    *grown *= 1 + h * c->psi_x;
    most(&r->growth, 1 + length(n, w->y), *grown);
    return PERP_SUCCESS;
}

/** The order of the proof is not that of the walk. The constants have to be there before
any inequality can be asked, and they are sups over the run; $\sigma_M$ of the last row is
used in the first. An inequality that failed would be one of a step with constants that
are at least as good as the paper's for this run, so it would be the proof's fault or the
code's.

Twice along the table: the constants are those of the whole run, and the inequalities are
asked with them afterwards. (26) comes last, with what (25) has grown to: it asks the largest
force of the run against the bound of its end. */
static perp_status run(compliant_walk *w, compliant_constants *c,
                       compliant_ratios *r)
{
    const int last = w->t->rows - 1;
    double grown = 0, force = 0;
    for (int row = 0; row <= last; row++) {
        PERP_TRY(compliant_walk_to(w, row));
        PERP_TRY(see(w, c));
        if (row < last)
            PERP_TRY(curvature(w, c));
    }
    derive(&w->s, c);
    for (int row = 0; row < last; row++) {
        PERP_TRY(compliant_walk_to(w, row));
        if (row == 0)
            grown = 1 + length(compliant_size(&w->s), w->x);
        PERP_TRY(ask(w, c, &grown, r));
        force = fmax(force, length(w->s.rows, w->lambda));
    }
    most(&r->last, force, c->eta_lambda * (c->c_q + grown)); /* (26) */
    return PERP_SUCCESS;
}

perp_status compliant_bounds_of(const experiment *e, const trace *t,
                                compliant_constants *c, compliant_ratios *r)
{
    compliant_walk w;
    *c = (compliant_constants){.sigma_M = INFINITY, .sigma_KC = INFINITY};
    *r = (compliant_ratios){0};
    for (int j = 0; j < e->sys->contacts; j++)
        c->mu_max = fmax(c->mu_max, e->sys->mu[j]);
    perp_status s = compliant_walk_new(e, t, &w);
    if (s.code == PERP_OK)
        s = run(&w, c, r);
    compliant_walk_free(&w);
    return s;
}
