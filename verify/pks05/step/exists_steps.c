/**
# Random steps with compliant contact, and what is proven of their forces

    exists_steps COUNT SEED

A JSON line a step: the data, lam, bound and exists, every number in hexadecimal.
Kinds in turn: planar and spatial steps with compliance of ordinary condition,
and steps whose stiffness and damping are Hilbert's matrices of size 2 to 8, with
the signs of rows turned. Friction is up to 2.
*/
#include "check.h"
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
    printf("{\"nv\":%d,\"p\":%d,\"slips\":%d,\"unique\":%d,", nv, d->p,
           d->slips, (int)y->unique);
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

int main(int argc, char **argv)
{
    const int count = argc > 1 ? atoi(argv[1]) : 40;
    check_random g = {argc > 2 ? strtoull(argv[2], NULL, 0) : 1};
    arena a = {0};
    for (int k = 0; k < count; k++) {
        random_step x;
        theta_posed posed;
        theta_slip s;
        qvi_answer y;
        make(&g, k, &x);
        const theta_data *d = &x.d;
        if (theta_posed_new(&a, d->nv, theta_rows(d), &posed).code != PERP_OK ||
            theta_pose(d, &a, &posed).code != PERP_OK ||
            theta_slip_of(d, &posed, &a, &s).code != PERP_OK)
            return 1;
        const qvi_problem p = {d->p,    d->slips, posed.A,
                               posed.b, d->mu,    &s.meant};
        if (qvi_answer_new(&a, &p, &y).code != PERP_OK)
            return 1;
        const perp_status status = qvi_solve(&p, &qvi_defaults, &a, &y);
        if (status.code == PERP_OK)
            put(d, &y);
        else
            printf("{\"error\":%d}\n", (int)status.code);
        arena_free(&a);
    }
    return 0;
}
