/**
# Random steps and all their solutions, one JSON line each

    theta_lists COUNT SEED KIND

KIND 0: planar steps of any kind. 1: planar steps in small integers, where ties and
continua are frequent: theta = 1 and hK + C = U U' with U unit upper triangular, so that
A is a matrix of integers. 2: one or two contacts in space with a polygon of four
corners, in small integers.
*/
#include "number/rational.h"
#include "pks05/step/theta_all.h"
#include "theta_random.h"

#include <gmp.h>

static void list(const char *name, int n, const double *x)
{
    printf("\"%s\":[", name);
    for (int i = 0; i < n; i++)
        printf("%s%.17g", i > 0 ? "," : "", x[i]);
    printf("],");
}

static void fractions(const char *name, int n, const mpq_t *x, const char *end)
{
    printf("\"%s\":[", name);
    for (int i = 0; i < n; i++)
        gmp_printf("%s\"%Qd\"", i > 0 ? "," : "", x[i]);
    printf("]%s", end);
}

/* U U' / 2 in C and U U' / 2h in K; every row has a coordinate of its own, so that
   the velocities are b, up to the gaps. Of a contact with U = [[1, u], [0, 1]] A is
   [[1, -u], [-u, 1 + u^2]]: pushing lifts it from mu = 1 / |u| on. */
static void integers(check_random *g, theta_random *x)
{
    theta_data *d = &x->d;
    const int R = theta_rows(d);
    int U[9][9] = {{0}};
    d->nv = R;
    d->theta = 1;
    for (int i = 0; i < R; i++)
        for (int j = i; j < R; j++)
            U[i][j] = i == j ? 1 : check_integer(g, -2, 2);
    for (int i = 0; i < R; i++)
        for (int j = 0; j < R; j++) {
            double s = 0;
            for (int k = 0; k < R; k++)
                s += U[i][k] * U[j][k];
            x->C[i * R + j] = s / 2;
            x->K[i * R + j] = s / 2 / d->h;
            x->M[i * R + j] = x->rows[i * R + j] = i == j;
            x->J[i * R + j] = i == j ? -1 : 0;
        }
    for (int i = 0; i < R; i++) {
        x->f[i] = check_integer(g, -4, 4);
        x->v[i] = check_integer(g, -4, 4);
        x->delta[i] = 0;
    }
    for (int c = 0; c < d->p; c++) {
        const int n = c * (1 + d->slips);
        const int b = check_integer(g, 0, 3) ? check_integer(g, 0, 2) : -1;
        x->gap[c] = x->v[n] < b ? (b - x->v[n]) * d->h : 0;
        x->mu[c] = check_integer(g, 0, 8) / 4.0;
    }
}

static void draw(check_random *g, int kind, theta_random *x)
{
    const int most = kind == 2 ? 1 : check_integer(g, 0, 9) == 0 ? 3 : 2;
    do
        theta_random_step(g, kind == 2 ? 2 : 1, 0, x);
    while (x->d.p > most);
    if (kind > 0)
        integers(g, x);
    for (int c = 0; c < x->d.p && kind == 0; c++)
        x->mu[c] *= check_integer(g, 0, 1) ? 32 : 2;
}

static void directions(theta_exact *d)
{
    static const int corner[4][2] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}};
    for (int k = 0; k < d->m; k++)
        for (int s = 0; s < d->slips; s++)
            mpq_set_si(d->directions[k * d->slips + s],
                       d->slips == 1 ? 1 - 2 * k : corner[k][s], 1);
}

static void put_data(const theta_data *d)
{
    const int nv = d->nv, R = theta_rows(d);
    printf("{\"nv\":%d,\"p\":%d,\"slips\":%d,\"h\":%.17g,\"theta\":%.17g,",
           d->nv, d->p, d->slips, d->h, d->theta);
    list("M", nv * nv, d->M);
    list("J", nv * nv, d->J);
    list("f", nv, d->f);
    list("rows", R * nv, d->rows);
    list("K", R * R, d->K);
    list("C", R * R, d->C);
    list("gap", d->p, d->gap);
    list("mu", d->p, d->mu);
    list("v", nv, d->v);
    list("delta", R, d->delta);
}

static void put_list(const theta_exact *d, const theta_all *x)
{
    const int R = theta_exact_rows(d), nv = d->nv;
    mpq_t lambda[9];
    for (int i = 0; i < R; i++)
        mpq_init(lambda[i]);
    printf("\"continuum\":%d,\"nodes\":%d,\"solutions\":[", x->continuum,
           x->all.nodes);
    for (int k = 0; k < x->count; k++) {
        const mpq_t *z = (const mpq_t *)x->z + k * x->size;
        theta_all_forces(d, z, lambda);
        printf("%s{", k > 0 ? "," : "");
        fractions("lambda", R, (const mpq_t *)lambda, ",");
        fractions("x", nv, z, ",");
        fractions("d", R, z + nv, "}");
    }
    printf("]}\n");
    for (int i = 0; i < R; i++)
        mpq_clear(lambda[i]);
}

static int one(const theta_data *d, arena *a)
{
    const int m = d->slips == 1 ? 2 : 4;
    theta_exact e;
    if (theta_exact_new(a, d, m, &e).code != PERP_OK)
        return 1;
    theta_exact_copy(d, &e);
    mpq_set_d(e.h, d->h);
    mpq_set_d(e.theta, d->theta);
    directions(&e);
    const size_t size = (size_t)(theta_exact_free(&e) + theta_exact_pairs(&e));
    mpq_t *A = rational_array(a, size * (size + 1));
    theta_exact_pose(&e, A, A + size * size);
    const lcp_exact_problem p = {theta_exact_free(&e), theta_exact_pairs(&e),
                                 (const mpq_t *)A,
                                 (const mpq_t *)(A + size * size)};
    const enumerate_options o = {0};
    theta_all all;
    perp_status s = theta_all_find(a, &e, &p, &o, &all);
    if (s.code == PERP_OK) {
        put_data(d);
        put_list(&e, &all);
    } else
        fprintf(stderr, "%s\n", s.message);
    theta_all_free(&all);
    rational_clear(A, size * (size + 1));
    theta_exact_clear(&e);
    arena_free(a);
    return s.code != PERP_OK;
}

int main(int argc, char **argv)
{
    const int count = argc > 1 ? atoi(argv[1]) : 10;
    check_random g = {argc > 2 ? strtoull(argv[2], NULL, 0) : 1};
    const int kind = argc > 3 ? atoi(argv[3]) : 0;
    arena a = {0};
    theta_random x;
    int wrong = 0;
    for (int k = 0; k < count && wrong == 0; k++) {
        draw(&g, kind, &x);
        wrong = one(&x.d, &a);
    }
    return wrong;
}
