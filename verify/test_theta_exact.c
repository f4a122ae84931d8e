/* The step over the rationals, against the step in doubles. */
#include "num/rational.h"
#include "qvi/qvi.h"
#include "solve/ladder.h"
#include "theta_random.h"

#include <math.h>

typedef struct {
    arena a;
    theta_random r;
    theta_exact x;
    theta_exact_end e;
    mpq_t *A;
    size_t size;
    mpq_t *numbers;
    size_t count;
    lcp_exact_answer z;
    int free, n;
} setup;

static void set_directions(theta_exact *x)
{
    static const int corner[8][2] = {{5, 0},  {4, 3},   {0, 5},  {-4, 3},
                                     {-5, 0}, {-4, -3}, {0, -5}, {4, -3}};
    for (int k = 0; k < x->m; k++)
        for (int s = 0; s < x->slips; s++) {
            mpq_ptr q = x->directions[k * x->slips + s];
            mpq_set_si(q, x->slips == 1 ? 5 - 10 * k : corner[k][s], 5);
            mpq_canonicalize(q);
        }
}

static mpq_t *next(mpq_t **x, size_t n)
{
    mpq_t *here = *x;
    *x += n;
    return here;
}

static void begin(setup *u, check_random *g, int slips)
{
    memset(u, 0, sizeof *u);
    theta_random_step(g, slips, 0, &u->r);
    const theta_data *d = &u->r.d;
    const size_t R = (size_t)theta_rows(d), nv = (size_t)d->nv;
    const int m = slips == 1 ? 2 : 8;
    CHECK(theta_exact_new(&u->a, d, m, &u->x).code == PERP_OK, "room");
    theta_exact_copy(d, &u->x);
    set_directions(&u->x);
    mpq_set_d(u->x.h, d->h);
    mpq_set_d(u->x.theta, d->theta);
    u->free = theta_exact_free(&u->x);
    u->n = theta_exact_pairs(&u->x);
    u->size = (size_t)(u->free + u->n);
    u->A = rational_array(&u->a, u->size * (u->size + 1));
    u->count = 3 * nv + 4 * R + (size_t)(d->p * m);
    mpq_t *x = u->numbers = rational_array(&u->a, u->count);
    u->e = (theta_exact_end){.v = next(&x, nv),
                             .delta = next(&x, R),
                             .mean = next(&x, nv),
                             .lambda = next(&x, R),
                             .s = next(&x, R),
                             .beta = next(&x, (size_t)(d->p * m)),
                             .work = next(&x, nv + R)};
}

static perp_status prove(setup *u)
{
    int fallback;
    theta_exact_pose(&u->x, u->A, u->A + u->size * u->size);
    lcp_exact_problem p = {u->free, u->n, (const mpq_t *)u->A,
                           (const mpq_t *)u->A + u->size * u->size};
    PERP_TRY(lcp_exact_answer_new(&u->a, u->free, u->n, &u->z));
    PERP_TRY(mlcp_prove(&p, NULL, &u->a, &u->z, &fallback));
    theta_exact_recover(&u->x, (const mpq_t *)u->z.z, &u->e);
    return theta_exact_check(&u->x, &u->e, NULL, NULL, NULL);
}

static void end(setup *u)
{
    lcp_exact_answer_clear(u->free, u->n, &u->z);
    rational_clear(u->A, u->size * (u->size + 1));
    rational_clear(u->numbers, u->count);
    theta_exact_clear(&u->x);
    arena_free(&u->a);
}

/** In the plane the exact step is the doubles' step; both have been found by
other means (Lemke on the mixed form; Newton on the condensed one), and the exact
one has passed (16) and the energy identity without a tolerance.

Verifies PKS05 (14), (16)-(17). */
static void plane(void)
{
    check_random g = {check_seed(16)};
    int slipping = 0;
    for (int k = 0; k < 60; k++) {
        setup u;
        theta_posed x;
        theta_end e;
        qvi_answer y;
        begin(&u, &g, 1);
        const theta_data *d = &u.r.d;
        const int R = theta_rows(d);
        perp_status s = prove(&u);
        CHECK(s.code == PERP_OK, "step %d: %s", k, s.message);
        CHECK(theta_posed_new(&u.a, d->nv, R, &x).code == PERP_OK &&
                  theta_end_new(&u.a, d->nv, R, &e).code == PERP_OK &&
                  theta_pose(d, &u.a, &x).code == PERP_OK,
              "pose");
        qvi_problem p = {d->p, 1, x.A, x.b, d->mu};
        CHECK(qvi_answer_new(&u.a, &p, &y).code == PERP_OK &&
                  qvi_solve(&p, &qvi_defaults, &u.a, &y).code == PERP_OK,
              "solve");
        theta_recover(d, &x, y.lam, &e);
        for (int i = 0; i < R && y.unique; i++) {
            CHECK(fabs(mpq_get_d(u.e.lambda[i]) - y.lam[i]) < 1e-8, "lambda");
            CHECK(fabs(mpq_get_d(u.e.delta[i]) - e.delta[i]) < 1e-9, "delta");
            CHECK(fabs(mpq_get_d(u.e.s[i]) - e.s[i]) < 1e-8, "s");
        }
        for (int i = 0; i < d->nv && y.unique; i++)
            CHECK(fabs(mpq_get_d(u.e.v[i]) - e.v[i]) < 1e-9, "v");
        slipping += mpq_sgn(u.e.lambda[0]) > 0 && mpq_sgn(u.e.s[1]) != 0;
        end(&u);
    }
    CHECK(slipping > 5, "%d slip", slipping);
    VERIFIES("PKS05 (14), (16)-(17)");
}

/** In space with an octagon: the exact step passes, and its force is in the disc
whose polygon it is. */
static void octagon(void)
{
    check_random g = {check_seed(88)};
    for (int k = 0; k < 25; k++) {
        setup u;
        begin(&u, &g, 2);
        perp_status s = prove(&u);
        CHECK(s.code == PERP_OK, "step %d: %s", k, s.message);
        for (int c = 0; c < u.r.d.p; c++) {
            double n = mpq_get_d(u.e.lambda[3 * c]);
            double t = hypot(mpq_get_d(u.e.lambda[3 * c + 1]),
                             mpq_get_d(u.e.lambda[3 * c + 2]));
            CHECK(t <= u.r.d.mu[c] * n * (1 + 1e-12) + 1e-15, "in the disc");
        }
        end(&u);
    }
}

/** Nothing of a step can be changed: whatever number of the claim is moved, the
check says no. Its verdict needs no tolerance, so the change can be tiny. */
static void forged(void)
{
    check_random g = {check_seed(4)};
    for (int k = 0; k < 12; k++) {
        setup u;
        begin(&u, &g, 1 + k % 2);
        CHECK(prove(&u).code == PERP_OK, "true");
        const int R = theta_exact_rows(&u.x), nv = u.x.nv;
        mpq_t *list[] = {u.e.v, u.e.delta, u.e.mean, u.e.lambda, u.e.s};
        const int length[] = {nv, R, nv, R, R};
        mpq_t tiny, kept;
        mpq_inits(tiny, kept, NULL);
        mpq_set_d(tiny, 0x1p-200);
        for (int l = 0; l < 5; l++) {
            int i = check_integer(&g, 0, length[l] - 1);
            mpq_set(kept, list[l][i]);
            mpq_add(list[l][i], list[l][i], tiny);
            perp_status s = theta_exact_check(&u.x, &u.e, NULL, NULL, NULL);
            CHECK(s.code == PERP_REFUTED, "list %d, entry %d passes", l, i);
            mpq_set(list[l][i], kept);
        }
        mpq_add(u.x.f[0], u.x.f[0], tiny);
        CHECK(theta_exact_check(&u.x, &u.e, NULL, NULL, NULL).code ==
                  PERP_REFUTED,
              "another force passes");
        mpq_clears(tiny, kept, NULL);
        end(&u);
    }
}

int main(void)
{
    RUN(plane);
    RUN(octagon);
    RUN(forged);
    DONE;
}
