/**
# The assumptions (H1) to (H8), asked of a scene and its run

Theorem 8.4 assumes eight things, with constants that nobody gives. Here each is a question with
an answer and a reason. The form of an expression can prove a bound for all $q$: a gap made of
sums, products of constants, sines and cosines has bounded second derivatives, whatever the
constants (`model/tape/growth.h`). When the form does not prove it, the run is looked at, and a
number along it is a lower bound of the constant, or its failure a counterexample.

*Which fail in practice.* (H3) for each system in generalized coordinates, whose mass moves with
$q$. (H4) for a wedge that jams. (H7) for anything that rocks or bounces to rest: impacts crowd
together, and with each halving of $h$ a run sees some more of them. Then the theorem says nothing
of the scene, which does not mean that the runs do not converge; `perp converge` measures that.
*/
#include "number/eigen.h"
#include "cone/bound.h"
#include "run/loop.h"
#include "gap08/run/steps.h"
#include "gap08/step/jam.h"
#include "gap08/bounds/gap08.h"

#include <math.h>
#include <string.h>

/* Where a sampled maximum was found. */
static const char *contact_of(const inquiry *x, const survey_most *m)
{
    return m->contact < 0 ? "" : x->at.s->contact_name[m->contact];
}

/** (H1): the second derivatives of the gaps are bounded. The number is the
largest along the run, in the directions of velocity: a floor has 0, the corner of a block
of half diagonal $r$ at most $r$ (its height is $r\sin$ of an angle), a distance between
two points one over that distance, which no form bounds. Implements GAP08 (4.14). */
static perp_status gaps(inquiry *x, finding *out)
{
    growth g;
    const survey_most *m = &x->normal;
    if (x->at.s->contacts == 0) {
        finding_say(out, VERDICT_MET, BASIS_FORM, "there are no contacts");
        return PERP_SUCCESS;
    }
    PERP_TRY(form_growth_of_contacts(x, 0, &g));
    if (g.second <= 0 && !g.kinks && !g.jumps)
        finding_number(out, VERDICT_MET, BASIS_FORM, m->value,
                       "the gaps' second derivatives are bounded; the largest "
                       "along the run is %.4g, of '%s' at t = %.4g s",
                       m->value, contact_of(x, m), survey_time(&x->at, m->row));
    else
        finding_number(out, VERDICT_OPEN, BASIS_VISITED, m->value,
                       "a gap contains %s, so a bound for all q is not seen; "
                       "B_H >= %.4g, of '%s' at t = %.4g s",
                       form_why(&g), m->value, contact_of(x, m),
                       survey_time(&x->at, m->row));
    return PERP_SUCCESS;
}

/** (H2): "sufficiently smooth" is what Taylor's formula in (8.16) and a smooth $\nu_\perp$ need,
two derivatives. Roots and quotients are smooth but for points, which the run may not have
visited. An absolute value or a minimum has a kink, wherever it is. */
static perp_status joints(inquiry *x, finding *out)
{
    growth g = form_nothing;
    const perp_system *s = x->at.s;
    if (s->joints == 0) {
        finding_say(out, VERDICT_MET, BASIS_FORM, "there are no joints");
        return PERP_SUCCESS;
    }
    tape only = s->joint; /* its first outputs are Theta */
    only.outputs = (uint32_t)s->joints;
    PERP_TRY(form_growth(&x->at.a, &only, 0, (uint32_t)s->nq, &g));
    if (g.kinks || g.jumps)
        finding_say(out, VERDICT_OPEN, BASIS_VISITED,
                    "a joint contains %s and may fail to be smooth there",
                    form_why(&g));
    else if (g.first >= GROWTH_UNKNOWN)
        finding_say(out, VERDICT_MET, BASIS_VISITED,
                    "a joint contains a root or a quotient; it was smooth at "
                    "all %d configurations",
                    x->at.rows);
    else
        finding_say(out, VERDICT_MET, BASIS_FORM,
                    "sums, products, sines and cosines only");
    return PERP_SUCCESS;
}

/** (H3): a counterexample is an entry of the mass at two times. Without one $M$ is met only by
its form. The symmetry is no question: the upper triangle of $M$ is the statement. */
static perp_status mass_moves(inquiry *x, const double *M0, int *row, int *at)
{
    const int nn = x->at.s->nv * x->at.s->nv;
    *row = -1;
    for (int i = 1; i < x->at.rows && *row < 0; i++) {
        PERP_TRY(survey_look(&x->at, x->at.row[i], 0, 0));
        for (int k = 0; k < nn && *row < 0; k++)
            if (x->at.data.M[k] != M0[k]) {
                *row = x->at.row[i];
                *at = k;
            }
    }
    return PERP_SUCCESS;
}

static perp_status mass(inquiry *x, finding *out)
{
    const perp_system *s = x->at.s;
    const size_t nn = (size_t)(s->nv * s->nv);
    double *M = arena_take(&x->at.a, 2 * nn, sizeof *M);
    int row, at = 0;
    growth g = form_nothing;
    tape only = s->inertia; /* its first outputs are M */
    only.outputs = (uint32_t)nn;
    if (M == NULL)
        return PERP_NO_MEMORY(2 * nn * sizeof *M);
    PERP_TRY(form_growth(&x->at.a, &only, 0, (uint32_t)s->nq, &g));
    PERP_TRY(survey_look(&x->at, 0, 0, 0));
    memcpy(M, x->at.data.M, nn * sizeof *M);
    memcpy(M + nn, M, nn * sizeof *M);
    double least, most;
    eigen_range(s->nv, M + nn, &least, &most);
    PERP_TRY(mass_moves(x, M, &row, &at));
    if (row >= 0)
        finding_number(out, VERDICT_NOT, BASIS_VISITED, x->at.data.M[at],
                       "M[%s][%s] is %.6g at t = 0 and %.6g at t = %.4g s",
                       s->v_name[at / s->nv], s->v_name[at % s->nv], M[at],
                       x->at.data.M[at], survey_time(&x->at, row));
    else if (g.first == GROWTH_ZERO && least > 0)
        finding_number(out, VERDICT_MET, BASIS_FORM, least,
                       "M is constant and symmetric, its smallest eigenvalue "
                       "is %.4g",
                       least);
    else
        finding_number(out, VERDICT_OPEN, BASIS_VISITED, least,
                       "M did not change in %d configurations, but its form "
                       "depends on q; smallest eigenvalue %.4g",
                       x->at.rows, least);
    return PERP_SUCCESS;
}

/** (H4), uniform pointedness, proven in exact arithmetic at each configuration
that is looked at: the constant of (3.3), or the impulses that cancel. It is the
full cone that the paper speaks of; where a contact has more than two slips the
scene has given a polyhedral one, and that is asked. What lies between the
configurations is not proven. */
typedef struct {
    double c, c_at, kappa;
    int looked, blunt, open;
    char text[300];
} cones;

/* The full cone where there is a disc, else the step's. */
static perp_status decide(arena *a, const cone *c, int round, cone_rays *rays,
                          pointed *v)
{
    if (round)
        return full_pointed(a, c, &full_defaults, v, rays);
    return pointed_step(a, c, rays, v);
}

static perp_status bounded(arena *a, const cone_rays *rays, int round,
                           const pointed *v, double *c)
{
    bound limit;
    PERP_TRY(bound_find(a, rays, round, (const mpq_t *)v->d, &limit));
    *c = limit.c;
    bound_clear(&limit);
    return PERP_SUCCESS;
}

static perp_status judge(inquiry *x, double t, const cone *c, arena *a,
                         cones *out)
{
    cone_rays rays;
    pointed v;
    double limit = 0;
    int round = full_has_disc(c);
    for (int j = 0; j < c->p; j++)
        round &= cone_slips(c, j) <= 2;
    PERP_TRY(decide(a, c, round, &rays, &v));
    perp_status s = PERP_SUCCESS;
    if (v.answer == CONE_YES)
        s = bounded(a, &rays, round, &v, &limit);
    if (limit > out->c) {
        out->c = limit;
        out->c_at = t;
    }
    out->open += v.answer == CONE_UNDECIDED;
    out->blunt = v.answer == CONE_NO;
    if (out->blunt) {
        int n = snprintf(out->text, sizeof out->text, "t = %.6g s: ", t);
        jam_text(c, &v.zero, x->at.s, x->at.set.id, out->text + n,
                 sizeof out->text - (size_t)n);
    }
    pointed_clear(&v);
    rays_clear(&rays);
    return s;
}

/** Remark 4.1: uniformly pointed cones have joints whose smallest singular value has a positive
bound. The verdict on each configuration decides the rank exactly; $\kappa$ is printed beside it,
in doubles, because it is what goes to zero before the rank falls. */
/* The smallest singular value of nu, by the eigenvalues of nu nu'. */
static void joint_rank(inquiry *x, double *work, cones *out)
{
    const step_data *d = &x->at.data;
    for (int a = 0; a < d->m; a++)
        for (int b = 0; b < d->m; b++) {
            work[a * d->m + b] = 0;
            for (int i = 0; i < d->nv; i++)
                work[a * d->m + b] +=
                    d->nu[a * d->nv + i] * d->nu[b * d->nv + i];
        }
    double least, most;
    eigen_range(d->m, work, &least, &most);
    double kappa = least > 0 ? sqrt(least) : 0;
    if (kappa < out->kappa)
        out->kappa = kappa;
}

/** Rows are looked at where contacts are closed or joints there are; at most about fifty of a
run, since each is an exact decision. The first that is not pointed ends the asking: it is
a counterexample. Between two rows that are looked at a cone may lose its point and get it
back, in a configuration that is passed through; such a moment is met by no sample, and
shows in the constant, which grows on both sides of it. */
static perp_status cone_at(inquiry *x, int row, double *work, cones *out)
{
    arena a = {0};
    cone c;
    PERP_TRY(survey_look(&x->at, row, 0, 0));
    const step_data *d = &x->at.data;
    if (d->m + d->p == 0)
        return PERP_SUCCESS;
    if (d->m > 0)
        joint_rank(x, work, out);
    out->looked++;
    perp_status s = cone_of_step(&a, d, &c);
    if (s.code == PERP_OK) {
        s = judge(x, survey_time(&x->at, row), &c, &a, out);
        cone_clear(&c);
    }
    arena_free(&a);
    return s;
}

static perp_status pointedness(inquiry *x, finding *out)
{
    cones found = {.kappa = HUGE_VAL};
    size_t mm = (size_t)(x->at.s->joints * x->at.s->joints) + 1;
    double *work = arena_take(&x->at.a, mm, sizeof *work);
    if (work == NULL)
        return PERP_NO_MEMORY(mm * sizeof *work);
    int step = x->at.rows / 50 + 1;
    for (int i = 0; i < x->at.rows && !found.blunt; i += step)
        PERP_TRY(cone_at(x, x->at.row[i], work, &found));
    char rank[60] = "";
    if (found.kappa < HUGE_VAL)
        snprintf(rank, sizeof rank, "; sigma_min(nu) >= %.4g", found.kappa);
    if (found.blunt)
        finding_say(out, VERDICT_NOT, BASIS_VISITED,
                    "these impulses cancel at %s", found.text);
    else if (found.looked == 0)
        finding_say(out, VERDICT_MET, BASIS_VISITED,
                    "no joint, and no contact was closed");
    else if (found.open > 0)
        finding_say(out, VERDICT_OPEN, BASIS_VISITED,
                    "%d of %d full cones are too close to the edge to decide",
                    found.open, found.looked);
    else
        finding_number(out, VERDICT_MET, BASIS_VISITED, found.c,
                       "proven at %d configurations: c_FC <= %.6g, the largest "
                       "at t = %.4g s%s",
                       found.looked, found.c, found.c_at, rank);
    return PERP_SUCCESS;
}

/** ## (H7)

(H7) speaks of all small $h$; three runs are evidence, not more. Counts that
grow at both halvings are called a failure: those of a rocking block do, by a constant
each time. A block that rocks to rest loses a factor $e$ of its speed at each impact, and
a step of $h$ resolves impacts down to a speed of the order of $h$: their number is
$\ln(1/h)/\ln(1/e)$ and a constant, and each halving adds $\ln2/\ln(1/e)$. Equal counts at
three $h$ are no proof either: impacts may crowd together at a time that the run has not
reached. */
static perp_status count_at(const experiment *from, unsigned halvings,
                            long *count)
{
    experiment e = *from;
    trace t = {0};
    summary sum = {0};
    mpq_t h;
    mpq_init(h);
    mpq_div_2exp(h, from->h, halvings);
    *e.h = *h;
    perp_status s = loop_run(&e, &t, &sum);
    *count = sum.collisions;
    if (s.code == PERP_OK) {
        summary_clear(&sum);
        trace_free(&t);
    }
    mpq_clear(h);
    return s;
}

static perp_status collisions(inquiry *x, finding *out)
{
    long n[3] = {x->collisions, 0, 0};
    double h = mpq_get_d(x->e->h);
    PERP_TRY(count_at(x->e, 1, &n[1]));
    PERP_TRY(count_at(x->e, 2, &n[2]));
    verdict v = n[1] > n[0] && n[2] > n[1]     ? VERDICT_NOT
                : n[0] == n[1] && n[1] == n[2] ? VERDICT_MET
                                               : VERDICT_OPEN;
    finding_number(out, v, BASIS_RUNS, (double)n[2],
                   "%ld, %ld, %ld collisions at h = %.4g, %.4g, %.4g s", n[0],
                   n[1], n[2], h, h / 2, h / 4);
    return PERP_SUCCESS;
}

/** ## What the data say

Lemma 8.3 begins at $\Theta(q^0) = 0$, $\Phi(q^0) \ge 0$; a velocity that the
joints forbid makes the variation of $v^h$ unbounded (Example 9.1). The bar of $10^{-12}$
is for numbers that a scene rounds: $\Theta = 10^{-13}$ is a joint that is closed, and a
velocity wrong by $0.1$ is not. */
static perp_status start(inquiry *x, finding *out)
{
    const perp_system *s = x->at.s;
    const step_data *d = &x->at.data;
    double theta = 0, rate = 0, depth = 0, size = 1;
    PERP_TRY(survey_look(&x->at, 0, 0, 0));
    for (int j = 0; j < s->contacts; j++)
        depth = -x->at.work.gap[j] > depth ? -x->at.work.gap[j] : depth;
    for (int k = 0; k < d->m; k++) {
        double sum = 0;
        for (int i = 0; i < d->nv; i++) {
            sum += d->nu[k * d->nv + i] * d->v[i];
            size = fabs(d->v[i]) > size ? fabs(d->v[i]) : size;
        }
        rate = fabs(sum) > rate ? fabs(sum) : rate;
        theta = fabs(d->theta[k]) > theta ? fabs(d->theta[k]) : theta;
    }
    int fine = theta <= 1e-12 && depth <= 1e-12 && rate <= 1e-12 * size;
    finding_say(out, fine ? VERDICT_MET : VERDICT_NOT, BASIS_DATA,
                "|Theta(q0)| = %.3g, |nu'v0| = %.3g, deepest gap %.3g m", theta,
                rate, depth > 0 ? -depth : 0);
    return PERP_SUCCESS;
}

/** (7.1), $\gamma = \alpha \in [\frac12, 1]$: from section 7 on. Theorem 5.1 needs $\alpha \ge
\frac12$ alone. */
static perp_status weights(inquiry *x, finding *out)
{
    const experiment *e = x->e;
    int fine = mpq_equal(e->alpha, e->gamma) &&
               mpq_cmp_ui(e->alpha, 1, 2) >= 0 &&
               mpq_cmp_ui(e->alpha, 1, 1) <= 0;
    finding_say(out, fine ? VERDICT_MET : VERDICT_NOT, BASIS_DATA,
                "alpha = %.6g, gamma = %.6g", mpq_get_d(e->alpha),
                mpq_get_d(e->gamma));
    return PERP_SUCCESS;
}

static const hypothesis list[] = {
    {"H1", "gaps twice differentiable, second derivatives bounded", gaps},
    {"H2", "joints sufficiently smooth", joints},
    {"H3", "mass constant, symmetric, positive definite", mass},
    {"H4", "total friction cone uniformly pointed", pointedness},
    {"H5", "force grows at most linearly; Jacobians bounded", gap08_growth},
    {"F", "Coriolis matrix antisymmetric", gap08_coriolis},
    {"H6", "normals and directions globally Lipschitz", gap08_lipschitz},
    {"H7", "number of collisions bounded as h -> 0", collisions},
    {"H8", "force linear in v, its Jacobian k1v constant", gap08_linear},
    {"7.1", "gamma = alpha in [1/2, 1]", weights},
    {"start", "consistent initial state (Lemma 8.3)", start},
};

const hypotheses gap08_hypotheses = {&scheme_alpha_gamma,
                                     sizeof list / sizeof *list, list};
