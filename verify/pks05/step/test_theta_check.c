/* Residuals of a step: small for a step, and not for a spoilt one. */
#include "pks05/cone/qvi.h"
#include "theta_random.h"

#include <math.h>

typedef struct {
    arena a;
    theta_random r;
    theta_posed x;
    theta_end e;
    qvi_answer y;
    double lambda[9], force[4];
} solved;

static int solve(check_random *g, int slips, int smooth, solved *s)
{
    memset(s, 0, sizeof *s);
    theta_random_step(g, slips, smooth, &s->r);
    const theta_data *d = &s->r.d;
    const int R = theta_rows(d);
    CHECK(theta_posed_new(&s->a, d->nv, R, &s->x).code == PERP_OK &&
              theta_end_new(&s->a, d->nv, R, &s->e).code == PERP_OK &&
              theta_pose(d, &s->a, &s->x).code == PERP_OK,
          "pose");
    qvi_problem p = {d->p, slips, s->x.A, s->x.b, d->mu, NULL};
    CHECK(qvi_answer_new(&s->a, &p, &s->y).code == PERP_OK, "room");
    if (qvi_solve(&p, &qvi_defaults, &s->a, &s->y).code != PERP_OK)
        return 0;
    memcpy(s->lambda, s->y.lam, (size_t)R * sizeof *s->lambda);
    theta_recover(d, &s->x, s->lambda, &s->e);
    for (int i = 0; i < d->nv; i++) {
        s->force[i] = d->f[i];
        for (int j = 0; j < d->nv; j++)
            s->force[i] += d->J[i * d->nv + j] * (s->e.mean[j] - d->v[j]);
    }
    return 1;
}

/** The residuals of solved steps, in the plane and in space, for four theta; the
energy identity among them, and the dissipation that follows from it: with theta
<= 1/2 and Phi + delta_n >= 0 only the applied force puts energy in.

Verifies PKS05 (6)-(7), (9). */
static void small(void)
{
    check_random g = {check_seed(20051230)};
    double worst = 0;
    int pushing = 0, slipping = 0, gains = 0, n = 400;
    for (int k = 0; k < n; k++) {
        solved s;
        theta_residual z;
        CHECK(solve(&g, 1 + k % 2, 0, &s), "step %d is not solved", k);
        const theta_data *d = &s.r.d;
        theta_look(d, s.lambda, &s.e, s.force, &z);
        CHECK(z.contact < 1e-11 && z.friction < 1e-10 && z.identity < 1e-12,
              "step %d: %g %g %g", k, z.contact, z.friction, z.identity);
        worst = fmax(worst, z.identity);
        if (d->theta <= 0.5)
            CHECK(z.gained <= z.work + 1e-10, "gains %g", z.gained - z.work);
        gains += d->theta > 0.5 && z.gained > z.work + 1e-6;
        pushing += s.lambda[0] > 0;
        slipping += fabs(s.e.s[1]) > 1e-6 && s.lambda[0] > 0;
        arena_free(&s.a);
    }
    CHECK(pushing > n / 4 && slipping > n / 20 && gains > 0,
          "too tame: %d push, %d slip, %d gain", pushing, slipping, gains);
    printf("largest residual of the energy identity: %.2g\n", worst);
    VERIFIES("PKS05 (6)-(7), (9)");
}

/** Each residual sees its own error: a force that pulls, one on an open
contact, friction outside the disc, turned, too small while slipping; and the
identity sees a velocity that the equation of motion does not give. */
static void spoilt(void)
{
    check_random g = {check_seed(99)};
    int seen[4] = {0}, tried[4] = {0};
    for (int k = 0; k < 300; k++) {
        solved s;
        theta_residual z;
        if (!solve(&g, 2, 0, &s)) {
            arena_free(&s.a);
            continue;
        }
        const theta_data *d = &s.r.d;
        double *l = s.lambda, bound = d->mu[0] * l[0], *slip = s.e.s + 1;
        int slips = l[0] > 0.1 && hypot(slip[0], slip[1]) > 1e-2 && bound > 0.1;
        for (int way = 0; way < 4; way++) {
            double keep[3] = {l[0], l[1], l[2]}, v = s.e.v[0];
            if (way < 3 && !slips)
                continue;
            if (way == 0) /* outside the disc */
                l[1] *= 1.01, l[2] *= 1.01;
            else if (way == 1) /* too small */
                l[1] *= 0.98, l[2] *= 0.98;
            else if (way == 2) /* turned a little */
                l[1] += 0.05 * keep[2], l[2] -= 0.05 * keep[1];
            else
                s.e.v[0] += 0.01;
            theta_look(d, l, &s.e, s.force, &z);
            tried[way]++;
            seen[way] += way < 3 ? z.friction > 1e-9 : z.identity > 1e-9;
            memcpy(l, keep, sizeof keep);
            s.e.v[0] = v;
        }
        arena_free(&s.a);
    }
    for (int way = 0; way < 4; way++)
        CHECK(tried[way] > 20 && seen[way] >= tried[way] * 95 / 100,
              "error %d: seen %d of %d times", way, seen[way], tried[way]);
}

/* The largest force. */
static double largest(int n, const double *x)
{
    double most = 0;
    for (int i = 0; i < n; i++)
        most = fmax(most, fabs(x[i]));
    return most;
}

static void contact_spoilt(void)
{
    check_random g = {check_seed(5)};
    int open = 0, shut = 0;
    for (int k = 0; k < 200; k++) {
        solved s;
        theta_residual z;
        CHECK(solve(&g, 1, 0, &s), "solved");
        const theta_data *d = &s.r.d;
        double gap = s.x.b[0];
        for (int j = 0; j < theta_rows(d); j++)
            gap += s.x.A[j] * s.lambda[j];
        if (s.lambda[0] == 0 && gap > 1e-2) {
            s.lambda[0] = 0.5 + largest(theta_rows(d), s.lambda);
            theta_look(d, s.lambda, &s.e, s.force, &z);
            CHECK(z.contact > 1e-6, "pushes while open: %g", z.contact);
            open++;
        } else if (s.lambda[0] > 0.1) {
            s.lambda[0] = -s.lambda[0];
            theta_look(d, s.lambda, &s.e, s.force, &z);
            CHECK(z.contact > 1e-6, "pulls: %g", z.contact);
            shut++;
        }
        arena_free(&s.a);
    }
    CHECK(open > 10 && shut > 10, "%d open, %d shut", open, shut);
}

/* The look at two contacts of which the first, with mu = 1/4, neither pushes nor
   is near; the second has the rows 1 of one velocity, and h = 1/2. */
typedef struct {
    double mu, gap, delta, mean; /* of the second; v^theta */
    double normal, along, slip;  /* lambda_n, lambda_t, s_t */
} by_hand;

static theta_residual look(by_hand u)
{
    const double zero[16] = {0}, rows[4] = {0, 0, 1, 1}, gap[2] = {1, u.gap};
    const double mu[2] = {0.25, u.mu}, old[4] = {0, 0, u.delta, 0};
    const double lambda[4] = {0, 0, u.normal, u.along};
    double delta[4] = {0, 0, u.delta, 0}, s[4] = {0, 0, 0, u.slip};
    double v[1] = {u.mean}, mean[1] = {u.mean};
    const theta_data d = {.nv = 1,
                          .p = 2,
                          .slips = 1,
                          .h = 0.5,
                          .theta = 0.5,
                          .M = zero,
                          .J = zero,
                          .f = zero,
                          .rows = rows,
                          .K = zero,
                          .C = zero,
                          .gap = gap,
                          .mu = mu,
                          .v = v,
                          .delta = old};
    const theta_end e = {v, delta, mean, s};
    theta_residual out;
    theta_look(&d, lambda, &e, zero, &out);
    return out;
}

static void is(double got, double wanted, const char *what)
{
    CHECK(got == wanted, "%s: %.17g, not %.17g", what, got, wanted);
}

/** (6) in numbers: force and gap each over its scale, and min(x, y) = 0 where x is
lambda_n over the largest force, y the gap over the sum of its terms' sizes.

Verifies PKS05 (6). */
static void contact_by_hand(void)
{
    by_hand u = {0.5, 3, -1, 4, 0.125, -0.5, 0};
    /* x = 1/4, y = (3 - 1 + 2) / 6 */
    is(look(u).contact, 0.25, "the force is the smaller");
    u = (by_hand){0.5, 0.5, -0.25, 0, 2, -4, 0}; /* x = 1/2, y = 1/3 */
    is(look(u).contact, 0.25 / 0.75, "the gap is the smaller");
    u.normal = -2;
    is(look(u).contact, 0.5, "pulls");
    u.normal = 4, u.delta = -0.75; /* x = 1, y = -1/5 */
    is(look(u).contact, 0.25 / 1.25, "under the floor");
    u.delta = -0.5;
    is(look(u).contact, 0, "touches");
    u.gap = u.delta = 0; /* nothing to measure the gap with */
    is(look(u).contact, 0, "all is zero");
    VERIFIES("PKS05 (6)");
}

/** (7) and (9) in numbers, with mu = 1/2, lambda_n = 4 and the rows' largest
velocity 4/32: bound 2, unit 2^2 (s^2 + (4/32)^2). Without friction any is too much, and
a force outside of the disc is one where nothing moves, too.

Verifies PKS05 (7), (9). */
static void friction_by_hand(void)
{
    by_hand u = {0.5, 0, -0.0625, 0.125, 4, -2, 0.09375};
    is(look(u).friction, 0, "slides");
    is(look(u).contact, 0, "and touches");
    u.along = -3; /* (9 - 4) / 4 */
    is(look(u).friction, 1.25, "outside of the disc");
    u.along = -1; /* s = 3/32: (4 3^2 - (1 3)^2) / 100 */
    is(look(u).friction, 0.27, "too little");
    u.along = 2; /* 2 3 / 10 */
    is(look(u).friction, 0.6, "drives");
    u.slip = 0;
    is(look(u).friction, 0, "sticks");
    u.along = -3, u.mean = 0, u.delta = 0;
    is(look(u).friction, 1.25, "outside of the disc, at rest");
    u.along = -1;
    is(look(u).friction, 0, "inside, at rest");
    u.mu = 0;
    is(look(u).friction, 1, "friction without a coefficient");
    u.along = 0;
    is(look(u).friction, 0, "none");
    u.mu = 0.5, u.normal = -4, u.along = 1, u.mean = 4, u.slip = 0; /* 1 / 4 */
    is(look(u).friction, 0.25, "what pulls has no disc");
    VERIFIES("PKS05 (7), (9)");
}

int main(void)
{
    RUN(contact_by_hand);
    RUN(friction_by_hand);
    RUN(small);
    RUN(spoilt);
    RUN(contact_spoilt);
    DONE;
}
