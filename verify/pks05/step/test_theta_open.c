/* Which contacts are open in every solution of a step. */
#include "pks05/cone/qvi_modes.h"
#include "pks05/step/theta_open.h"
#include "theta_step.h"

#include <math.h>

enum { FLOORS = 9 };

/* A point of mass m over nine equal floors k I, c I, the first at hand, the
   others d below it; what the bound is made of is then known in closed form. */
typedef struct {
    theta_data d;
    double M[4], J[4], f[2], v[2], rows[36 * FLOORS], gap[FLOORS], mu[FLOORS];
    double K[4 * FLOORS * FLOORS], C[4 * FLOORS * FLOORS], delta[2 * FLOORS];
    double m, k, c;
} floors;

static void floors_new(double m, double k, double c, double h, floors *x)
{
    memset(x, 0, sizeof *x);
    x->m = m;
    x->k = k;
    x->c = c;
    x->d =
        (theta_data){2,       FLOORS, 1,    h,      0,     x->M, x->J,     x->f,
                     x->rows, x->K,   x->C, x->gap, x->mu, x->v, x->delta, NULL,
                        NULL};
    x->M[0] = x->M[3] = m;
    for (int i = 0; i < 2 * FLOORS; i++) {
        x->K[i * (2 * FLOORS + 1)] = k;
        x->C[i * (2 * FLOORS + 1)] = c;
        x->rows[2 * i + 1 - i % 2] = 1; /* n: upward, t: along */
    }
}

/* How many are open; *out is good until the next call. */
static int opened(const theta_data *d, theta_open *out)
{
    static arena a;
    int count = 0;
    arena_free(&a);
    CHECK(theta_open_find(d, &a, out).code == PERP_OK, "open");
    for (int i = 0; i < d->p; i++)
        count += out->open[i];
    return count;
}

static int lifted(floors *x, double gap, theta_open *out)
{
    for (int i = 1; i < FLOORS; i++)
        x->gap[i] = gap;
    return opened(&x->d, out);
}

/** The example of the header: eight more floors are open from 0.9595 mm on. And
sigma and eta are those of A = I / 11 + 1/1000 ones: 1/11 and 1/11 + 9/1000. */
static void by_hand(void)
{
    floors x;
    theta_open o;
    floors_new(1, 1000, 10, 0x1p-10, &x);
    x.d.h = 1e-3;
    x.f[1] = -10;
    x.gap[0] = -0.01;
    x.delta[0] = 0.01;
    CHECK(lifted(&x, 0.9594e-3, &o) == 0, "not yet");
    CHECK(lifted(&x, 0.9595e-3, &o) == FLOORS - 1, "open");
    CHECK(o.sigma <= 1 / 11. && o.sigma > (1 - 1e-12) / 11, "%g", o.sigma);
    CHECK(o.eta >= 1 / 11. + 9e-3 && o.eta < (1 / 11. + 9e-3) * (1 + 1e-12),
          "%g", o.eta);
}

/** Where it begins, in random numbers: the formula of the header written down for these
floors. The first is pressed, dragged along and driven, so that each term of it counts. */
static void where(void)
{
    check_random g = {check_seed(71)};
    for (int n = 0; n < 200; n++) {
        floors x;
        theta_open o;
        const double m = check_uniform(&g, 0.1, 4);
        const double k = check_uniform(&g, 10, 1e4);
        const double c = check_uniform(&g, 1, 100);
        const double h = check_uniform(&g, 1e-4, 1e-2), B = h * k + c;
        floors_new(m, k, c, h, &x);
        x.d.theta = check_uniform(&g, 0, 1);
        const double share = (1 - x.d.theta) * h;
        x.v[0] = check_uniform(&g, -1, 1);
        x.v[1] = check_uniform(&g, -1, 0);
        x.f[0] = check_uniform(&g, -9, 9);
        x.f[1] = check_uniform(&g, -9, 9);
        x.mu[0] = check_uniform(&g, 0, 2);
        x.delta[0] = check_uniform(&g, 0, 1e-2);
        x.delta[1] = check_uniform(&g, -1e-2, 1e-2);
        x.gap[0] = -x.delta[0];
        const double held = k * hypot(x.delta[0], x.delta[1]) / B;
        const double force = share * hypot(x.f[0], x.f[1]) / m;
        const double slip = x.mu[0] * (fabs(x.v[0]) + held + force);
        const double rho = B * (slip - (x.v[1] - held - force));
        const double row = 1 / B + share * 3 / m;
        const double at = h * (row * rho - x.v[1] + force);
        CHECK(lifted(&x, at * (1 - 1e-9), &o) == 0, "%d: not yet", n);
        CHECK(lifted(&x, at * (1 + 1e-9), &o) == FLOORS - 1, "%d: open", n);
        CHECK(!o.open[0], "pressed");
    }
}

/* The least gap of contact k with which it is known to be open; 0: none. */
static double least_gap(theta_random *r, int k)
{
    theta_open o;
    double low = 0, high = 0x1p20;
    r->gap[k] = high;
    opened(&r->d, &o);
    if (!o.open[k])
        return 0;
    for (int i = 0; i < 60; i++) {
        double mid = 0.5 * (low + high);
        r->gap[k] = mid;
        opened(&r->d, &o);
        *(o.open[k] ? &high : &low) = mid;
    }
    r->gap[k] = high;
    return high;
}

/** In random steps with full matrices, with the least gap that will do: no solution of
the step, all found in fractions, has a force there; and sigma and eta are no better
than the quotients of random vectors with the A of the fractions. */
static void in_no_solution(void)
{
    check_random g = {check_seed(72)};
    int asked = 0, several = 0, pressed = 0;
    for (int n = 0; n < 160; n++) {
        theta_step u = {0};
        theta_random_step(&g, 1, n % 2, &u.r);
        const int p = u.r.d.p, R = 2 * p;
        for (int i = 0; i < p; i++)
            u.r.mu[i] *= n % 4 == 0 ? 8 : 1;
        const int k = check_integer(&g, 0, p - 1);
        if (!(least_gap(&u.r, k) > 0))
            continue;
        theta_open o;
        arena a = {0};
        CHECK(theta_open_find(&u.r.d, &a, &o).code == PERP_OK && o.open[k],
              "open");
        theta_step_begin(&u);
        mpq_t *A = rational_array(&u.a, (size_t)(R * (R + 1)));
        CHECK(theta_exact_reduce(&u.x, &u.a, A, A + R * R).code == PERP_OK,
              "reduce");
        const qvi_exact_problem e = {p, 1, (const mpq_t *)A,
                                     (const mpq_t *)(A + R * R),
                                     (const mpq_t *)u.x.mu};
        qvi_modes m;
        CHECK(qvi_modes_find(&u.a, &e, &m).code == PERP_OK, "modes");
        for (int s = 0; s < m.points; s++)
            for (int i = 0; i < p; i++) {
                const mpq_t *l = (const mpq_t *)m.point + s * R + 2 * i;
                CHECK(!o.open[i] || (mpq_sgn(l[0]) == 0 && mpq_sgn(l[1]) == 0),
                      "step %d: contact %d of solution %d is pressed", n, i, s);
                pressed += mpq_sgn(l[0]) > 0;
            }
        for (int t = 0; t < 20; t++) {
            double z[6], zz = 0, zAz = 0, AzAz = 0;
            for (int i = 0; i < R; i++) {
                z[i] = check_uniform(&g, -1, 1);
                zz += z[i] * z[i];
            }
            for (int i = 0; i < R; i++) {
                double y = 0;
                for (int j = 0; j < R; j++)
                    y += mpq_get_d(A[i * R + j]) * z[j];
                zAz += z[i] * y;
                AzAz += y * y;
            }
            CHECK(zAz >= o.sigma * zz * (1 - 1e-12) &&
                      sqrt(AzAz) <= o.eta * sqrt(zz) * (1 + 1e-12),
                  "step %d: constants", n);
        }
        asked++;
        several += m.points > 1;
        qvi_modes_free(&m);
        rational_clear(A, (size_t)(R * (R + 1)));
        theta_step_end(&u);
        arena_free(&a);
    }
    CHECK(asked > 100 && pressed > 20, "%d, %d", asked, pressed);
    printf("%d steps, %d with several solutions, %d forces\n", asked, several,
           pressed);
}

/** Nobody is open where the proof does not hold: a force that drives faster than the
inertia, a stiffness that is not symmetric to the last bit, or not definite, a number that
is none. */
static void nobody(void)
{
    floors x;
    theta_open o;
    for (int k = 0; k < 5; k++) {
        floors_new(1, 1000, 10, 0x1p-10, &x);
        x.J[3] = k == 0 ? 2048 : 0;
        x.K[1] += k == 1 ? 0x1p-40 : 0;
        x.K[19] = k == 2 ? -20000 : x.K[19];
        x.gap[0] = k == 3 ? NAN : 0;
        CHECK(lifted(&x, 1, &o) == (k == 4 ? 8 : 0), "%d", k);
    }
}

int main(void)
{
    RUN(by_hand);
    RUN(where);
    RUN(in_no_solution);
    RUN(nobody);
    DONE;
}
