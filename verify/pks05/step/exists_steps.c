/**
# Random steps with compliant contact, and what is proven of their forces

    exists_steps COUNT SEED [seams]

A JSON line a step: the data, lam, bound and exists, every number in hexadecimal.
Kinds in turn: planar and spatial steps with compliance of ordinary condition,
and steps whose stiffness and damping are Hilbert's matrices of size 2 to 8, with
the signs of rows turned. Friction is up to 2.

With `seams` every step is made for forces and slips that are chosen beforehand, near the
seams of the law: forces from one to $10^{-15}$ of one, slips and gaps from 1 to $10^{-16}$, a
share of $10^{-16}$ or more of the disc left where it sticks; in other units, by powers of two up to
$2^{60}$ for force and length; and lam is not the solver's, but off by up to a tenth.
*/
#include "check.h"
#include "pks05/cone/qvi_exists.h"
#include "pks05/step/theta_slip.h"

#include <math.h>

enum { MOST = 9, SPEEDS = 6 };

typedef struct {
    theta_data d;
    double M[SPEEDS * SPEEDS], J[SPEEDS * SPEEDS], f[SPEEDS], v[SPEEDS];
    double rows[MOST * SPEEDS], K[MOST * MOST], C[MOST * MOST];
    double gap[MOST], mu[MOST], delta[MOST];
} random_step;

/* B B' + I times scale over 3: no short numbers. */
static void definite(check_random *g, int n, double scale, double *A)
{
    double B[MOST * MOST];
    for (int i = 0; i < n * n; i++)
        B[i] = check_uniform(g, -1, 1);
    for (int i = 0; i < n; i++)
        for (int j = 0; j <= i; j++) {
            double x = i == j ? 0.5 : 0;
            for (int k = 0; k < n; k++)
                x += B[i * n + k] * B[j * n + k];
            A[i * n + j] = A[j * n + i] = scale * x / 3;
        }
}

static void hilbert(check_random *g, int n, double scale, double *A)
{
    const int from = check_integer(g, 1, 2);
    double sign[MOST];
    for (int i = 0; i < n; i++)
        sign[i] = check_integer(g, 0, 1) ? 1 : -1;
    for (int i = 0; i < n * n; i++)
        A[i] = sign[i / n] * sign[i % n] * scale / (i / n + i % n + from);
}

static void numbers(check_random *g, int n, double most, double *x)
{
    for (int i = 0; i < n; i++)
        x[i] = check_uniform(g, -most, most);
}

static void make(check_random *g, int k, random_step *x)
{
    static const double theta[] = {0, 0.25, 0.5, 1};
    const int is_hilbert = k % 2, slips = 1 + k / 2 % 2;
    const int nv = check_integer(g, 2, SPEEDS);
    const int p =
        check_integer(g, 1, slips == 2 ? 2 + !is_hilbert : 3 + is_hilbert);
    const int R = p * (1 + slips);
    *x = (random_step){.d = {.nv = nv, .p = p, .slips = slips}};
    theta_data *d = &x->d;
    d->h = check_uniform(g, 0.001, 0.05);
    d->theta = theta[check_integer(g, 0, 3)];
    definite(g, nv, 3, x->M);
    if (is_hilbert) {
        hilbert(g, R, 1000, x->K);
        memcpy(x->C, x->K, sizeof x->C);
        for (int i = 0; i < R * R; i++)
            x->C[i] *= 0.01;
    } else {
        definite(g, R, 1000, x->K);
        definite(g, R, 10, x->C);
    }
    numbers(g, nv * nv, 1, x->J);
    numbers(g, nv, 10, x->f);
    numbers(g, nv, 1, x->v);
    numbers(g, R * nv, 1, x->rows);
    numbers(g, R, 0.001, x->delta);
    for (int i = 0; i < p; i++) {
        x->mu[i] = k % 7 == 0 && i == 0 ? 0 : check_uniform(g, 0, 2);
        x->gap[i] = check_uniform(g, 0, 0.002) - x->delta[i * (1 + slips)];
    }
    d->M = x->M;
    d->J = x->J;
    d->f = x->f;
    d->v = x->v;
    d->rows = x->rows;
    d->K = x->K;
    d->C = x->C;
    d->gap = x->gap;
    d->mu = x->mu;
    d->delta = x->delta;
}

static double share(check_random *g, int digits)
{
    return pow(10, -check_uniform(g, 0, digits));
}

/* Forces and slips of contact i, on one of its pieces and near another. */
static void near_seam(check_random *g, const theta_data *d, int i, double *lam,
                      double *w)
{
    const double turn = check_uniform(g, 0, 6.283185307179586);
    const double u[2] = {cos(turn), sin(turn)}, mu = d->mu[i];
    const int which = check_integer(g, 0, 3);
    const double speed = share(g, 16), part = 1 - share(g, 16);
    lam[0] = which == 0 ? 0 : share(g, 15);
    w[0] = which == 0 ? share(g, 16) : 0;
    for (int j = 0; j < d->slips; j++) {
        const double to = d->slips == 1 ? (u[0] > 0 ? 1 : -1) : u[j];
        const bool sticks = which == 1 && mu > 0;
        lam[1 + j] = mu * lam[0] * to * (sticks ? part : 1);
        w[1 + j] = sticks ? 0 : -speed * to;
    }
}

/* With C = K / 128 the slips are A lam + b - delta / (h + 1 / 128), and the
   gap over h in the normal rows: they are put where they are wanted. */
static perp_status to_seams(check_random *g, arena *a, random_step *x,
                            double *lam)
{
    theta_data *d = &x->d;
    theta_posed posed;
    const int R = theta_rows(d), m = 1 + d->slips;
    double w[MOST];
    for (int i = 0; i < R * R; i++)
        x->C[i] = x->K[i] / 128;
    memset(x->delta, 0, sizeof x->delta);
    memset(x->gap, 0, sizeof x->gap);
    for (int i = 0; i < d->p; i++) {
        const int tiny = check_integer(g, 0, 7);
        x->mu[i] = tiny == 0 ? 0 : tiny == 1 ? share(g, 15) : x->mu[i];
        near_seam(g, d, i, lam + i * m, w + i * m);
    }
    PERP_TRY(theta_posed_new(a, d->nv, R, &posed));
    PERP_TRY(theta_pose(d, a, &posed));
    for (int i = 0; i < R; i++) {
        double sum = w[i] - posed.b[i];
        for (int j = 0; j < R; j++)
            sum -= posed.A[i * R + j] * lam[j];
        if (i % m == 0)
            x->gap[i / m] = d->h * sum;
        else
            x->delta[i] = -(d->h + 0x1p-7) * sum;
    }
    const double off = check_integer(g, 0, 2) == 0 ? 0 : share(g, 16);
    for (int i = 0; i < R; i++)
        lam[i] += off * check_uniform(g, -0.1, 0.1);
    return PERP_SUCCESS;
}

static void scaled(int n, int by, double *x)
{
    for (int i = 0; i < n; i++)
        x[i] = ldexp(x[i], by);
}

static void change_units(check_random *g, random_step *x, double *lam)
{
    const int force = 10 * check_integer(g, -6, 6);
    const int length = 10 * check_integer(g, -6, 6);
    scaled(SPEEDS * SPEEDS, force - length, x->M);
    scaled(SPEEDS * SPEEDS, force - length, x->J);
    scaled(SPEEDS, force, x->f);
    scaled(SPEEDS, length, x->v);
    scaled(MOST * MOST, force - length, x->K);
    scaled(MOST * MOST, force - length, x->C);
    scaled(MOST, length, x->gap);
    scaled(MOST, length, x->delta);
    scaled(MOST, force, lam);
    printf("{\"force\":%d,\"length\":%d,", force, length);
}

static void list(const char *name, int n, const double *x)
{
    printf("\"%s\":[", name);
    for (int i = 0; i < n; i++)
        printf("%s\"%a\"", i > 0 ? "," : "", x[i]);
    printf("],");
}

static void put(const theta_data *d, const qvi_answer *y)
{
    const int R = theta_rows(d), nv = d->nv;
    printf("\"nv\":%d,\"p\":%d,\"slips\":%d,\"unique\":%d,", nv, d->p, d->slips,
           (int)y->unique);
    list("h", 1, &d->h);
    list("theta", 1, &d->theta);
    list("M", nv * nv, d->M);
    list("J", nv * nv, d->J);
    list("f", nv, d->f);
    list("v", nv, d->v);
    list("rows", R * nv, d->rows);
    list("K", R * R, d->K);
    list("C", R * R, d->C);
    list("gap", d->p, d->gap);
    list("mu", d->p, d->mu);
    list("delta", R, d->delta);
    list("lam", R, y->lam);
    printf("\"bound\":\"%a\",\"exists\":\"%a\"}\n", y->bound, y->exists);
}

/* What is proven of lam, or of the solver's forces when lam is null. */
static perp_status prove(arena *a, const theta_data *d, const double *lam)
{
    theta_posed posed;
    theta_slip s;
    qvi_answer y;
    PERP_TRY(theta_posed_new(a, d->nv, theta_rows(d), &posed));
    PERP_TRY(theta_pose(d, a, &posed));
    PERP_TRY(theta_slip_of(d, &posed, a, &s));
    const qvi_problem p = {d->p, d->slips, posed.A, posed.b, d->mu, &s.meant};
    PERP_TRY(qvi_answer_new(a, &p, &y));
    if (lam == NULL)
        PERP_TRY(qvi_solve(&p, &qvi_defaults, a, &y));
    else {
        y.unique = false;
        y.bound = INFINITY;
        y.lam = (double *)lam;
        PERP_TRY(qvi_exists(a, &p, lam, &y.exists));
    }
    put(d, &y);
    return PERP_SUCCESS;
}

int main(int argc, char **argv)
{
    const int count = argc > 1 ? atoi(argv[1]) : 40, seams = argc > 3;
    check_random g = {argc > 2 ? strtoull(argv[2], NULL, 0) : 1};
    arena a = {0};
    for (int k = 0; k < count; k++) {
        random_step x;
        double lam[MOST] = {0};
        make(&g, k, &x);
        if (seams && to_seams(&g, &a, &x, lam).code != PERP_OK)
            return 1;
        if (seams)
            change_units(&g, &x, lam);
        else
            printf("{");
        const perp_status status = prove(&a, &x.d, seams ? lam : NULL);
        if (status.code != PERP_OK)
            printf("\"error\":%d}\n", (int)status.code);
        arena_free(&a);
    }
    return 0;
}
