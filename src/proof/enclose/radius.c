#include "proof/enclose/radius_rows.h"

#include "base/memory.h"

#include <math.h>
#include <string.h>

/** The upper half of M is the statement; the lower one mirrors it. */
static perp_status inertia(encloser *w, const radius_of *p, const double *in,
                           double *most)
{
    const perp_system *s = p->s;
    const int nv = s->nv;
    const tape *t = &s->inertia;
    uint32_t at = (uint32_t)(nv * nv);
    PERP_TRY(radius_evaluate(w, t, in, most));
    for (int i = 0; i < nv; i++)
        radius_compare(w, t, (uint32_t)(i * nv + i), p->d->M + i * nv + i,
                       nv - i, most);
    if (s->has_F && !p->jump)
        radius_compare(w, t, at, p->d->F, nv * nv, most);
    at += s->has_F ? (uint32_t)(nv * nv) : 0;
    if (s->has_G && !p->jump)
        radius_compare(w, t, at, p->d->G, s->nq * nv, most);
    return PERP_SUCCESS;
}

/* How far a double is from the number that is meant, rounded up. */
static double off(double x, mpq_srcptr q)
{
    mpq_t t;
    mpq_init(t);
    mpq_set_d(t, x);
    mpq_sub(t, t, q);
    mpq_abs(t, t);
    double far = mpq_sgn(t) == 0 ? 0 : nextafter(mpq_get_d(t), HUGE_VAL);
    mpq_clear(t);
    return far;
}

/** The clock of a run is a double, a sum of steps; the statement's is exact. The
input `at` of a tape over $q, v, t$ is the first, its radius reaches the other. */
static void set_time(double *in, int at, double t, mpq_srcptr meant)
{
    in[at] = t;
    in[2 * at + 1] = off(t, meant);
}

static perp_status force(encloser *w, const radius_of *p, double *in,
                         double *most)
{
    const perp_system *s = p->s;
    const int nv = s->nv, t = s->nq + nv;
    PERP_TRY(radius_evaluate(w, &s->force, in, most));
    radius_compare(w, &s->force, 0, p->d->k0, nv, most);
    set_time(in, t, p->at->t1, p->t1);
    PERP_TRY(radius_evaluate(w, &s->force, in, most));
    radius_compare(w, &s->force, 0, p->d->k1, nv, most);
    if (p->at->jacobians) {
        PERP_TRY(radius_evaluate(w, &s->jacobians, in, most));
        radius_compare(w, &s->jacobians, 0, p->d->kq, nv * nv, most);
        radius_compare(w, &s->jacobians, (uint32_t)(nv * nv), p->d->kv, nv * nv,
                       most);
    }
    set_time(in, t, p->at->t0, p->t0);
    return PERP_SUCCESS;
}

static perp_status constraints(encloser *w, const radius_of *p,
                               const double *in, double *most)
{
    const perp_system *s = p->s;
    if (s->joints > 0) {
        PERP_TRY(radius_evaluate(w, &s->joint, in, most));
        radius_compare(w, &s->joint, (uint32_t)s->joints, p->d->nu,
                       s->joints * s->nv, most);
    }
    if (s->springs > 0 && !p->jump) {
        PERP_TRY(radius_evaluate(w, &s->spring, in, most));
        radius_compare(w, &s->spring, 0, p->d->phi, s->springs, most);
        radius_compare(w, &s->spring, (uint32_t)s->springs, p->d->a,
                s->springs * s->nv, most);
    }
    return PERP_SUCCESS;
}

/** ## The limit and the number that is stated

One absolute radius for a step: where a lever arm cancels, a few units in the last
place of the result are nothing, a few of the coordinates are what is to be had.
For coordinates and data within 4 it must be at most $2^{-44}$. */
static double size_of(const double *x, int n, double most)
{
    for (int i = 0; x != NULL && i < n; i++)
        most = fabs(x[i]) > most ? fabs(x[i]) : most;
    return most;
}

double radius_limit(const radius_of *p)
{
    const step_data *d = p->d;
    const int nv = d->nv, vv = nv * nv;
    double S = size_of(p->at->q, p->s->nq, 4);
    S = size_of(&p->at->t0, 1, S);
    S = size_of(d->M, vv, S);
    if (!p->jump) {
        S = size_of(d->F, vv, S);
        S = size_of(d->kq, vv, S);
        S = size_of(d->kv, vv, S);
        S = size_of(d->k0, nv, S);
        S = size_of(d->k1, nv, S);
        S = size_of(d->G, d->G == NULL ? 0 : p->s->nq * nv, S);
        S = size_of(d->phi, d->s, S);
        S = size_of(d->a, d->s * nv, S);
    }
    S = size_of(d->nu, d->m * nv, S);
    S = size_of(d->n, d->p * nv, S);
    S = size_of(d->d, d->r * nv, S);
    return 0x1p-46 * S * (1 - 0x1p-40); /* the clock is a double */
}

/** Eight binary digits, rounded up, at least $2^{-96}$: a checker that works with
160 places behind the point has its own rounding, some hundred units of the last
place, and needs it inside the radius. */
static double stated(double far)
{
    int e;
    if (!(far > 0x1p-96))
        far = 0x1p-96;
    double m = frexp(far * (1 + 0x1p-20), &e);
    return ldexp(ceil(ldexp(m, 8)), e - 8);
}

/** More inputs than a tape of the system, or of a kind, has. */
static size_t most_inputs(const perp_system *s)
{
    size_t n = (size_t)(s->nq + s->nv + 1);
    for (int i = 0; i < s->bindings; i++) {
        size_t k = kind_inputs(s->binding[i].pairs->k);
        n = k > n ? k : n;
    }
    return n;
}

/** ## Projections

Their rows are those of a problem without forces, their values those that (46) is
about. A spring's value is the difference of two doubles, and with its rounding,
the double of the elongation and that of the target it is three times wrong. */
static perp_status place_values(encloser *w, const radius_place *p, double *in,
                                double *most)
{
    const perp_system *s = p->of.s;
    const step_data *d = p->of.d;
    if (s->joints > 0) {
        PERP_TRY(radius_evaluate(w, &s->joint, in, most));
        radius_compare(w, &s->joint, 0, p->value, s->joints, most);
    }
    for (int k = 0; k < p->springs; k++) {
        const int held = p->held[k];
        double far = 0, aim = p->off != NULL ? p->off[held] : 0;
        if (k == 0)
            PERP_TRY(radius_evaluate(w, &s->spring, in, most));
        radius_compare(w, &s->spring, (uint32_t)held, d->phi + held, 1, &far);
        if (p->off == NULL) {
            memcpy(in, p->from, (size_t)s->nq * sizeof *in);
            PERP_TRY(radius_evaluate(w, &s->spring, in, most));
            radius_compare(w, &s->spring, (uint32_t)held, p->target + held, 1,
                    &aim);
            memcpy(in, p->of.at->q, (size_t)s->nq * sizeof *in);
            PERP_TRY(radius_evaluate(w, &s->spring, in, most));
        }
        far += aim + 0x1p-52 * fabs(p->value[s->joints + k]);
        *most = far > *most ? far : *most;
    }
    return PERP_SUCCESS;
}

static double place_limit(const radius_place *p)
{
    const step_data *d = p->of.d;
    const perp_system *s = p->of.s;
    const int nv = d->nv;
    double S = size_of(p->of.at->q, s->nq, 4);
    S = size_of(d->G, d->G == NULL ? 0 : s->nq * nv, S);
    S = size_of(d->nu, d->m * nv, S);
    S = size_of(p->a, p->springs * nv, S);
    S = size_of(d->n, d->p * nv, S);
    return 0x1p-46 * S;
}

perp_status radius_of_place(encloser *w, const radius_place *p, double *radius)
{
    const perp_system *s = p->of.s;
    const size_t n = 2 * most_inputs(s);
    double *in = memory_new(n, sizeof *in), far = 0;
    if (in == NULL)
        return PERP_NO_MEMORY(n * sizeof *in);
    memcpy(in, p->of.at->q, (size_t)s->nq * sizeof *in);
    perp_status status = inertia(w, &p->of, in, &far);
    if (status.code == PERP_OK)
        status = constraints(w, &p->of, in, &far);
    if (status.code == PERP_OK)
        status = place_values(w, p, in, &far);
    if (status.code == PERP_OK)
        status = radius_rows(w, &p->of, in, &far);
    if (status.code == PERP_OK)
        status = radius_gaps(w, &p->of, p->gap, in, &far);
    memory_free(in);
    *radius = far < HUGE_VAL ? stated(far) : far;
    if (*radius > place_limit(p))
        *radius = HUGE_VAL;
    return status;
}

/** ## Nodes of Moreau's step

All tapes are asked at the double of $q_m$, widened by what that is off; gaps last,
for they clear the inputs. */
static perp_status node_data(encloser *w, const radius_node *p, double *in,
                             double *most)
{
    const radius_of *of = &p->of;
    const perp_system *s = of->s;
    const int at = s->nq + s->nv;
    memcpy(in, of->at->q, (size_t)s->nq * sizeof *in);
    memcpy(in + s->nq, of->at->v, (size_t)s->nv * sizeof *in);
    set_time(in, at, of->at->t0, of->t0);
    memcpy(in + at + 1, of->off, (size_t)s->nq * sizeof *in);
    PERP_TRY(inertia(w, of, in, most));
    PERP_TRY(radius_evaluate(w, &s->force, in, most));
    radius_compare(w, &s->force, 0, p->g, s->nv, most);
    PERP_TRY(radius_rows(w, of, in, most));
    return radius_gaps(w, of, p->gap, in, most);
}

perp_status radius_of_node(encloser *w, const radius_node *p, double *radius)
{
    const perp_system *s = p->of.s;
    double *in = memory_new(2 * most_inputs(s), sizeof *in), far = 0;
    *radius = HUGE_VAL;
    if (in == NULL)
        return PERP_NO_MEMORY(2 * most_inputs(s) * sizeof *in);
    perp_status status = s->has_F ? PERP_SUCCESS : node_data(w, p, in, &far);
    memory_free(in);
    if (!s->has_F && stated(far) <= radius_limit(&p->of))
        *radius = stated(far);
    return status;
}

perp_status radius_find(encloser *w, const radius_of *p, double *radius)
{
    const perp_system *s = p->s;
    double *in = memory_new(2 * most_inputs(s), sizeof *in), far = 0;
    if (in == NULL)
        return PERP_NO_MEMORY(2 * most_inputs(s) * sizeof *in);
    memcpy(in, p->at->q, (size_t)s->nq * sizeof *in);
    memcpy(in + s->nq, p->at->v, (size_t)s->nv * sizeof *in);
    set_time(in, s->nq + s->nv, p->at->t0, p->t0);
    perp_status status = inertia(w, p, in, &far);
    if (status.code == PERP_OK && !p->jump)
        status = force(w, p, in, &far);
    if (status.code == PERP_OK)
        status = constraints(w, p, in, &far);
    if (status.code == PERP_OK)
        status = radius_rows(w, p, in, &far);
    memory_free(in);
    *radius = far < HUGE_VAL ? stated(far) : far;
    if (*radius > radius_limit(p))
        *radius = HUGE_VAL;
    return status;
}
