#include "judge/explain.h"
#include "judge/least_price.h"
#include "judge/nearest_impulse.h"
#include "lcp/solve/mlcp.h"

#include <math.h>
#include <string.h>

/** ## In doubles

The nearest impulse is [a problem of least squares](nearest_impulse.h), and its method is asked
first. What it leaves, and what has a price, is the problem of `cone/closest.h` in doubles,
with the free unknowns $d = -u$ and $y$: $Md - \nu y - Gc + J = 0$, $\nu^Td = 0$, $0 \le c \perp G^Td + \kappa \ge 0$. */
static int is_disc(const stretch *x, int j)
{
    const step_data *d = &x->data;
    return x->rule.round && d->slip_at[j + 1] - d->slip_at[j] == 2;
}

static int edges_of(const stretch *x)
{
    const step_data *d = &x->data;
    int n = 0;
    for (int j = 0; j < d->p; j++) {
        int slips = d->slip_at[j + 1] - d->slip_at[j];
        n += slips == 0 || d->mu[j] <= 0 ? 1
             : is_disc(x, j)             ? STRETCH_CORNERS
                                         : 2 * slips;
    }
    return n;
}

/* The edge n + mu (b_0 d_slip + b_1 d_slip+1). */
static void put_edge(explained *n, int contact, int slip, double b0, double b1)
{
    const step_data *d = &n->x->data;
    const int at = n->count++, nv = d->nv;
    n->contact[at] = contact;
    n->slip[at] = slip;
    n->b[2 * at] = b0;
    n->b[2 * at + 1] = b1;
    for (int i = 0; i < nv; i++) {
        double along = b0 != 0 ? b0 * d->d[slip * nv + i] : 0;
        along += b1 != 0 ? b1 * d->d[(slip + 1) * nv + i] : 0;
        n->g[at * nv + i] = d->n[contact * nv + i] + d->mu[contact] * along;
    }
}

static void put_edges(explained *n)
{
    const step_data *d = &n->x->data;
    const double *corner = n->x->corner;
    for (int j = 0; j < d->p; j++) {
        const int first = d->slip_at[j];
        if (d->mu[j] <= 0 || first == d->slip_at[j + 1])
            put_edge(n, j, 0, 0, 0);
        else if (is_disc(n->x, j))
            for (int k = 0; k < STRETCH_CORNERS; k++)
                put_edge(n, j, first, corner[2 * k], corner[2 * k + 1]);
        else
            for (int s = first; s < d->slip_at[j + 1]; s++) {
                put_edge(n, j, s, 1, 0);
                put_edge(n, j, s, -1, 0);
            }
    }
}

static void border(double *A, int size, int nv, int at, const double *u)
{
    for (int i = 0; i < nv; i++) {
        A[i * size + at] = -u[i];
        A[at * size + i] = u[i];
    }
}

/* M is multiplied by t; `sum`: the price of half the square of all weights. */
typedef struct {
    double t, sum;
    const double *z, *price;
} asking;

/* out receives d, y, c. */
static perp_status solve(const explained *n, const asking *q, double *out)
{
    const double *z = q->z, *price = q->price;
    const step_data *d = &n->x->data;
    const int nv = d->nv, free = nv + d->m, size = free + n->count;
    arena *a = n->x->a;
    lcp_answer x;
    int climbed;
    double *A = arena_take(a, (size_t)(size * size + size), sizeof *A);
    if (A == NULL)
        return PERP_NO_MEMORY((size_t)(size * size) * sizeof *A);
    double *b = A + size * size;
    for (int i = 0; i < nv; i++) {
        b[i] = z[i];
        for (int j = 0; j < nv; j++)
            A[i * size + j] = q->t * d->M[i * nv + j];
    }
    for (int k = 0; k < d->m; k++) {
        border(A, size, nv, nv + k, d->nu + k * nv);
        A[(nv + k) * size + nv + k] = q->sum;
    }
    for (int k = 0; k < n->count; k++) {
        border(A, size, nv, free + k, n->g + k * nv);
        b[free + k] = price != NULL ? price[k] : 0;
        for (int l = 0; l < n->count; l++)
            A[(free + k) * size + free + l] = q->sum;
    }
    lcp_problem p = {free, n->count, A, b};
    PERP_TRY(lcp_answer_new(a, free, n->count, &x));
    PERP_TRY(mlcp_solve(&p, &mlcp_defaults, a, &x, &climbed));
    if (x.outcome != LCP_SOLVED)
        return PERP_FAIL(PERP_NO_SOLUTION, "no impulses are the nearest or the "
                                           "cheapest ones");
    memcpy(out, x.z, (size_t)size * sizeof *out);
    return PERP_SUCCESS;
}

static perp_status room(explained *n, int edges)
{
    const step_data *d = &n->x->data;
    const size_t nv = (size_t)d->nv, e = (size_t)edges;
    arena *a = n->x->a;
    double *x =
        arena_take(a, e * (nv + 3) + (size_t)d->m + 2 * nv + 1, sizeof *x);
    n->contact = arena_take(a, e + 1, sizeof *n->contact);
    n->slip = arena_take(a, e + 1, sizeof *n->slip);
    if (x == NULL || n->contact == NULL || n->slip == NULL)
        return PERP_NO_MEMORY(e * nv * sizeof *x);
    n->g = x;
    n->b = n->g + e * nv;
    n->c = n->b + 2 * e;
    n->u = n->c + e;
    n->z = n->u + nv;
    n->y = n->z + nv;
    return PERP_SUCCESS;
}

/* From d, y, c in w. */
static void take(explained *n, const double *w)
{
    const step_data *d = &n->x->data;
    const int nv = d->nv;
    memcpy(n->y, w + nv, (size_t)d->m * sizeof *w);
    memcpy(n->c, w + nv + d->m, (size_t)n->count * sizeof *w);
    n->distance = 0;
    for (int i = 0; i < nv; i++) {
        double Mu = 0;
        n->u[i] = -w[i];
        for (int j = 0; j < nv; j++)
            Mu -= d->M[i * nv + j] * w[j];
        n->z[i] = n->asked[i] - Mu;
        n->distance += n->u[i] * Mu / 2;
    }
}

static double sum_of_weights(const explained *n)
{
    double sum = 0;
    for (int k = 0; k < n->count; k++)
        sum += fabs(n->c[k]);
    for (int k = 0; k < n->x->data.m; k++)
        sum += fabs(n->y[k]);
    return sum;
}

/** **With a limit** the price is $2^{-44}/\min_i M_{ii}$, which is above the rounding
of a pivot; each joint has its square alone. */
static perp_status find_limited(explained *n, double *w)
{
    const step_data *d = &n->x->data;
    double light = d->M[0];
    for (int i = 1; i < d->nv; i++)
        light = fmin(light, d->M[i * d->nv + i]);
    PERP_TRY(solve(n, &(asking){1, 0x1p-44 / light, n->asked, NULL}, w));
    take(n, w);
    n->limited = 1;
    return PERP_SUCCESS;
}

perp_status explain_find(const stretch *x, const double *asked, int contacts,
                         explained *out)
{
    const step_data *d = &x->data;
    const int nv = d->nv;
    *out = (explained){.x = x, .asked = asked};
    PERP_TRY(room(out, contacts ? edges_of(x) : 0));
    if (contacts)
        put_edges(out);
    double *w = arena_take(x->a, (size_t)(nv + d->m + out->count), sizeof *w);
    if (w == NULL)
        return PERP_NO_MEMORY(nv);
    const nearest_problem near = {nv,    d->m,   out->count, d->M,
                                  d->nu, out->g, asked};
    int found;
    PERP_TRY(nearest_find(x->a, &near, w, &found));
    if (!found)
        PERP_TRY(solve(out, &(asking){1, 0, asked, NULL}, w));
    take(out, w);
    if (sum_of_weights(out) > explain_limit(x))
        PERP_TRY(find_limited(out, w));
    return PERP_SUCCESS;
}

/** **The price of a linear program.** A [simplex method](least_price.h) is asked first. Where it comes
to no end, and where weights have a limit and may stand on edges that depend on each other, Lemke's method is:
$tM$ in the place of $M$ keeps the quadratic
program's form, which Lemke's method solves for sure; it gives dual prices $p$ and
impulses for $z - tMp$ instead of $z$. So it is asked again for $z + tMp$, and so on: the
proximal method, which ends after finitely many steps with the linear program's own
solution, mostly after two. What its impulses cost is taken from them and not from the
dual, which is a difference of larger numbers.

Where the steps end is told by $z$, to the last places; or, a little before, by the cost, which
one step more has not changed. (Boxes at rest have costs of $10^{-15}$ J, and the largest term
of $z$, which is nobody's price, rounds in its last places from step to step for ever.)

Prices are measured by the velocities that $z$ makes, so that small ones are not lost
beside it: the best weights do not depend on the unit of the price. */
static const double little = 0x1p-24, near = 0x1p-48, about = 0x1p-36;
enum { STEPS = 5 };

static double cost(const explained *n, const double *price, const double *c)
{
    double sum = 0;
    for (int k = 0; k < n->count; k++)
        sum += price[k] * (c[k] > 0 ? c[k] : 0);
    return sum;
}

static double unit_of(const explained *n, const double *price)
{
    const step_data *d = &n->x->data;
    double dear = 0, speed = 0;
    for (int k = 0; k < n->count; k++)
        dear = price[k] > dear ? price[k] : dear;
    for (int i = 0; i < d->nv; i++) {
        double v = fabs(n->z[i]) / d->M[i * d->nv + i];
        speed = v > speed ? v : speed;
    }
    double unit = speed / dear;
    return isfinite(unit) && unit > 0 ? unit : 1;
}

/* One step: asked is z + t M p of the step before, and then of this one. *off:
   how far the impulses are from z, relative to it. */
static perp_status proximal(const explained *n, const double *price,
                            double *asked, double *w, double *off)
{
    const step_data *d = &n->x->data;
    double most = 0, size = 0;
    PERP_TRY(solve(n, &(asking){little, 0, asked, price}, w));
    for (int i = 0; i < d->nv; i++) {
        double Mp = 0;
        for (int j = 0; j < d->nv; j++)
            Mp -= d->M[i * d->nv + j] * w[j];
        double next = n->z[i] + little * Mp;
        most = fmax(most, fabs(next - asked[i]));
        size = fmax(size, fabs(n->z[i]));
        asked[i] = next;
    }
    *off = size > 0 ? most / size : 0;
    return PERP_SUCCESS;
}

static perp_status priced_by_lemke(explained *n, const double *price,
                                   double *value)
{
    const step_data *d = &n->x->data;
    const int first = d->nv + d->m;
    double *w =
        arena_take(n->x->a, (size_t)(first + 2 * n->count + d->nv), sizeof *w);
    if (w == NULL)
        return PERP_NO_MEMORY(d->nv);
    const double unit = unit_of(n, price);
    double *measured = w + first + n->count, *asked = measured + n->count;
    double off = 1, best = 0;
    int settled = 0;
    for (int k = 0; k < n->count; k++)
        measured[k] = unit * price[k];
    memcpy(asked, n->z, (size_t)d->nv * sizeof *asked);
    for (int k = 0; k < STEPS && !settled; k++) {
        perp_status s = proximal(n, measured, asked, w, &off);
        if (s.code == PERP_NO_SOLUTION) { /* only where a price is below 0 */
            *value = 0;
            return PERP_SUCCESS;
        }
        PERP_TRY(s);
        const double before = best;
        best = cost(n, price, w + first);
        settled = off <= near ||
                  (off <= about && fabs(best - before) <= 0x1p-40 * best);
    }
    *value = settled && best < *value ? best : *value;
    *value = *value > 0 ? *value : 0;
    return PERP_SUCCESS;
}

perp_status explain_priced(explained *n, const double *price, double *value)
{
    const step_data *d = &n->x->data;
    const least_price_problem p = {d->nv, d->m, n->count, d->M,
                                   d->nu, n->g, price};
    least_price_outcome outcome;
    *value = cost(n, price, n->c);
    if (!(*value > 0x1p-52 * n->x->energy))
        return PERP_SUCCESS;
    if (n->limited)
        return priced_by_lemke(n, price, value);
    double *c = arena_take(n->x->a, (size_t)n->count + 1, sizeof *c);
    if (c == NULL)
        return PERP_NO_MEMORY(n->count);
    memcpy(c, n->c, (size_t)n->count * sizeof *c);
    PERP_TRY(least_price_find(n->x->a, &p, c, &outcome));
    if (outcome == LEAST_PRICE_UNDECIDED)
        return priced_by_lemke(n, price, value);
    const double best = outcome == LEAST_PRICE_FOUND ? cost(n, price, c) : 0;
    *value = fmax(fmin(best, *value), 0);
    return PERP_SUCCESS;
}
