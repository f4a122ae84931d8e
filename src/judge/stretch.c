#include "judge/stretch.h"
#include "ap02/spring.h"
#include "cone/rays.h"
#include "number/rational.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/** Two neighbours $p$, $p'$ of the circle have the corner $(p + p')/(1 + p^Tp')$ between
them, where their tangents meet. */
static perp_status corners(arena *a, double *corner)
{
    const int k = STRETCH_CORNERS;
    mpq_t *p = rational_array(a, 2 * (size_t)k);
    if (p == NULL)
        return PERP_NO_MEMORY(k);
    cone_directions(k, p);
    for (int i = 0; i < k; i++) {
        const int l = (i + 1) % k;
        const double x = mpq_get_d(p[2 * i]), y = mpq_get_d(p[2 * i + 1]);
        const double x1 = mpq_get_d(p[2 * l]), y1 = mpq_get_d(p[2 * l + 1]);
        const double scale = 1 / (1 + x * x1 + y * y1);
        corner[2 * i] = (x + x1) * scale;
        corner[2 * i + 1] = (y + y1) * scale;
    }
    rational_clear(p, 2 * (size_t)k);
    return PERP_SUCCESS;
}

perp_status stretch_new(const perp_system *s, const claimed_motion *m,
                        const stretch_rule *rule, arena *a, stretch *out)
{
    const size_t nv = (size_t)s->nv, nq = (size_t)s->nq;
    const size_t p = (size_t)s->contacts + 1;
    *out = (stretch){.s = s, .of = m, .rule = *rule, .a = a};
    PERP_TRY(assembler_new(a, s, 0, &out->work));
    PERP_TRY(step_data_new(a, s, &out->data));
    out->set.id = arena_take(a, p, sizeof *out->set.id);
    out->early = arena_take(a, p, 1);
    double *x = arena_take(a, 2 * p + 3 * nq + 4 * nv + nv * nv, sizeof *x);
    if (x == NULL || out->set.id == NULL || out->early == NULL)
        return PERP_NO_MEMORY((2 * p + 3 * nq + 4 * nv + nv * nv) * sizeof *x);
    if (rule->round)
        PERP_TRY(corners(a, out->corner));
    out->gap[0] = x;
    out->gap[1] = out->gap[0] + p;
    out->q = out->gap[1] + p;
    out->drift = out->q + nq;
    out->turn = out->drift + nq;
    out->v = out->turn + nq;
    out->J = out->v + nv;
    out->x = out->J + nv;
    out->y = out->x + nv;
    out->Mt = out->y + nv;
    return PERP_SUCCESS;
}

static perp_status at_line(const stretch *x, int row, perp_status s)
{
    char text[400];
    if (s.code == PERP_OK)
        return s;
    snprintf(text, sizeof text, "%s", s.message);
    return PERP_FAIL(s.code, "%s:%d: %s", x->of->path, x->of->line[row], text);
}

/** ## Who may push */
static perp_status close_contacts(stretch *x, int l)
{
    const size_t bytes = (size_t)x->s->contacts * sizeof(double);
    for (int end = 0; end < 2; end++) {
        PERP_TRY(assemble_gaps(x->s, &x->work, stretch_q(x, l - 1 + end)));
        memcpy(x->gap[end], x->work.gap, bytes);
    }
    x->set.n = 0;
    for (int j = 0; j < x->s->contacts; j++) {
        const double closed = x->rule.closed + (x->wider ? x->wider[j] : 0);
        const int early = x->gap[0][j] <= closed;
        if (!early && !(x->gap[1][j] <= closed))
            continue;
        x->early[x->set.n] = (uint8_t)early;
        x->set.id[x->set.n++] = j;
    }
    return PERP_SUCCESS;
}

/** ## Where the data stand */
static double stand(stretch *x, int l)
{
    const stretch_place p = x->rule.place;
    const double b = x->h > 0 && p == STRETCH_END        ? 1
                     : x->h > 0 && p == STRETCH_MIDPOINT ? 0.5
                                                         : 0;
    const double *q0 = stretch_q(x, l - 1), *q1 = stretch_q(x, l);
    const double *v0 = stretch_v(x, l - 1), *v1 = stretch_v(x, l);
    for (int i = 0; i < x->s->nq; i++)
        x->q[i] = b == 0.5 ? (q0[i] + q1[i]) / 2 : b == 1 ? q1[i] : q0[i];
    for (int i = 0; i < x->s->nv; i++)
        x->v[i] = b == 0.5 ? (v0[i] + v1[i]) / 2 : b == 1 ? v1[i] : v0[i];
    const double t0 = x->of->t[l - 1], t1 = x->of->t[l];
    return b == 0.5 ? (t0 + t1) / 2 : b == 1 ? t1 : t0;
}

static perp_status data_at(stretch *x, int l)
{
    const int own = x->own;
    double t = stand(x, l);
    step_point at = {.t0 = t,
                     .t1 = own ? x->of->t[l - 1] + x->h : t,
                     .q = x->q,
                     .v = x->v,
                     .jacobians = own && x->rule.jacobians &&
                                  x->rule.form != STEP_EXPLICIT};
    return assemble_step(x->s, &x->work, &at, &x->set, &x->data);
}

/** ## Kinematics

What the laws compare is $q' - q - h\Gamma((1-w)v + wv')$ for one weight $w$ of the
whole run; here are its two parts. */
static void moves(stretch *x, int l)
{
    const int nq = x->s->nq, nv = x->s->nv;
    const double *q0 = stretch_q(x, l - 1), *q1 = stretch_q(x, l);
    const double *v0 = stretch_v(x, l - 1), *v1 = stretch_v(x, l);
    for (int i = 0; i < nq; i++) {
        double rate = 0, turn = 0;
        if (x->s->has_G)
            for (int k = 0; k < nv; k++) {
                rate += x->data.G[i * nv + k] * v0[k];
                turn += x->data.G[i * nv + k] * (v1[k] - v0[k]);
            }
        else {
            rate = v0[i];
            turn = v1[i] - v0[i];
        }
        x->drift[i] = q1[i] - q0[i] - x->h * rate;
        x->turn[i] = x->h * turn;
    }
}

static void begin(stretch *x, int l)
{
    x->row = l;
    x->h = claimed_h(x->of, l);
    x->own = x->rule.place == STRETCH_OWN && x->h > 0;
}

perp_status stretch_moves(stretch *x, int l)
{
    begin(x, l);
    if (x->s->has_G) {
        x->set.n = 0;
        PERP_TRY(at_line(x, l, data_at(x, l)));
    }
    moves(x, l);
    return PERP_SUCCESS;
}

/** ## The impulse that is asked for

Of a scheme of perp, with (4.5): $\tilde M = M - \alpha h(F + k_{1v}) - \alpha\gamma h^2
k_{1q}$, $\tilde k = h((1-\alpha)k_1(t) + \alpha k_1(t')) + hFv + \alpha h^2 k_{1q}v$;
AP02's linearly implicit step has the force at $t$, its explicit one $\tilde M = M$. A
spring gives the impulse that its row has for $x$. At a place that is no scheme's,
$\tilde M$ is $M$, and a spring pulls with what it has there. */
static void demand_own(stretch *x, const double *dv)
{
    const step_data *d = &x->data;
    const int nv = d->nv;
    const double a = mpq_get_d(x->rule.alpha), g = mpq_get_d(x->rule.gamma);
    const double later = x->rule.form == STEP_FAMILY ? a : 0;
    const double ahead = x->rule.form == STEP_EXPLICIT ? 0 : a;
    const double h = x->h;
    for (int i = 0; i < nv; i++) {
        double kt = h * ((1 - later) * d->k0[i] + later * d->k1[i]), Mv = 0;
        for (int j = 0, ij = i * nv; j < nv; j++, ij++) {
            x->Mt[ij] = d->M[ij] - ahead * h * (d->F[ij] + d->kv[ij]) -
                        ahead * g * h * h * d->kq[ij];
            kt += h * (d->F[ij] + ahead * h * d->kq[ij]) * d->v[j];
            Mv += x->Mt[ij] * dv[j];
        }
        x->J[i] = Mv - kt;
    }
    alpha_gamma s = {a, g, h, x->rule.form};
    for (int k = 0; k < d->s; k++) {
        spring_row r = spring_row_of(&s, d, k);
        double ax = 0;
        for (int j = 0; j < nv; j++)
            ax += d->a[k * nv + j] * x->x[j];
        double c = -(r.move * ax + r.shift) / r.give / a;
        for (int j = 0; j < nv; j++)
            x->J[j] -= d->a[k * nv + j] * c;
    }
}

static void demand_there(stretch *x, const double *dv)
{
    const step_data *d = &x->data;
    const int nv = d->nv;
    for (int i = 0; i < nv; i++) {
        double k = d->k0[i], Mv = 0;
        for (int j = 0; j < nv; j++) {
            k += d->F[i * nv + j] * d->v[j];
            Mv += d->M[i * nv + j] * dv[j];
        }
        x->J[i] = Mv - x->h * k;
    }
    for (int k = 0; k < d->s; k++) {
        double av = 0;
        for (int j = 0; j < nv; j++)
            av += d->a[k * nv + j] * d->v[j];
        double pull = x->h * (d->stiffness[k] * d->phi[k] + d->damping[k] * av);
        for (int j = 0; j < nv; j++)
            x->J[j] += d->a[k * nv + j] * pull;
    }
}

/** ## Sizes

A number that is made of larger ones is never better than their last places. */
static double larger(double a, double b)
{
    return fabs(b) > a ? fabs(b) : a;
}

/* h as a difference of two times has lost their last places: so many times
   worse than a double it is, in units of 32 roundings. */
static double worse_clock(const stretch *x)
{
    if (x->of->h > 0 || !(x->h > 0))
        return 1;
    double lost = (fabs(x->of->t[x->row]) + fabs(x->of->t[x->row - 1])) / x->h;
    return larger(1, lost / 32);
}

static void sizes(stretch *x, const double *v0, const double *v1)
{
    const step_data *d = &x->data;
    const int nv = d->nv;
    const double clock = worse_clock(x);
    x->length = x->speed = x->push = x->energy = 0;
    for (int i = 0; i < x->s->nq; i++) {
        x->length = larger(x->length, stretch_q(x, x->row)[i]);
        x->length = larger(x->length, stretch_q(x, x->row - 1)[i]);
    }
    for (int i = 0; i < nv; i++) {
        double Mv = 0, dMv = 0;
        for (int j = 0; j < nv; j++) {
            Mv += fabs(d->M[i * nv + j]) * (fabs(v0[j]) + fabs(v1[j]));
            dMv += d->M[i * nv + j] * (v1[j] - v0[j]);
        }
        double k = clock * fabs(dMv - x->J[i]);
        x->speed = larger(larger(x->speed, v0[i]), v1[i]);
        x->push = larger(x->push, Mv + k);
        x->energy += (fabs(v0[i]) + fabs(v1[i])) * Mv;
        if (!(d->M[i * nv + i] > 0))
            continue;
        x->energy += k * k / d->M[i * nv + i];
        x->speed = larger(x->speed, k / d->M[i * nv + i]);
    }
    x->length = larger(x->length, clock * x->h * x->speed);
}

perp_status stretch_look(stretch *x, int l)
{
    const int nv = x->s->nv;
    const double *v0 = stretch_v(x, l - 1), *v1 = stretch_v(x, l);
    begin(x, l);
    const int own = x->own;
    const double a = own ? mpq_get_d(x->rule.alpha) : 1;
    PERP_TRY(at_line(x, l, close_contacts(x, l)));
    PERP_TRY(at_line(x, l, data_at(x, l)));
    moves(x, l);
    double *dv = arena_take(x->a, (size_t)nv, sizeof *dv);
    if (dv == NULL)
        return PERP_NO_MEMORY(nv);
    for (int i = 0; i < nv; i++) {
        dv[i] = v1[i] - v0[i];
        x->x[i] = own ? (1 - a) * v0[i] + a * v1[i] : v1[i];
        x->y[i] = own && x->rule.e == 0 ? x->x[i] : (v0[i] + v1[i]) / 2;
    }
    if (own)
        demand_own(x, dv);
    else
        demand_there(x, dv);
    sizes(x, v0, v1);
    if (isfinite(x->energy) && isfinite(x->push) && isfinite(x->length))
        return PERP_SUCCESS;
    return PERP_FAIL(PERP_INPUT,
                     "%s:%d: the energies of the interval that ends here "
                     "overflow; take other units",
                     x->of->path, x->of->line[l]);
}
