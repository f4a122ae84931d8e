/* One step from a system's tapes, put back into (16). */
#include "base/memory.h"
#include "compliant_scene.h"

#include <math.h>

typedef struct {
    compliant_scene u;
    arena a;
    summary sum;
    compliant_state r;
} setup;

static void begin(setup *s, const compliant_shape *shape, int quarters,
                  double h)
{
    memset(s, 0, sizeof *s);
    CHECK(compliant_floor(&s->u, shape).code == PERP_OK, "scene");
    compliant_experiment(&s->u, quarters, h, 1);
    CHECK(compliant_state_new(&s->a, &s->u.x, &s->sum, &s->r).code == PERP_OK,
          "state");
}

static void end(setup *s)
{
    compliant_state_free(&s->r);
    arena_free(&s->a);
    compliant_end(&s->u);
}

/* (16) for the floor, written out: the numbers before and behind a step. */
static void in_16(const setup *s, const double *x, const double *y)
{
    const compliant_shape shape = {100, 3, 2, 0.5, 1};
    const compliant_state *r = &s->r;
    const double h = r->h, w = r->theta;
    const double *l = r->lambda, q[2] = {x[0], x[1]}, d[2] = {x[4], x[5]};
    const double K[2] = {shape.k * (1 + shape.stiffer * q[1] * q[1]), 5};
    const double C[2] = {2, 4}, m[2] = {4, 2};
    double vm[2], qm = w * x[0] + (1 - w) * y[0], slip[2], f[2];
    for (int i = 0; i < 2; i++) {
        vm[i] = w * x[2 + i] + (1 - w) * y[2 + i];
        CHECK(fabs(y[i] - x[i] - h * vm[i]) < 1e-14, "q' - q = h v^theta");
        double law = K[i] * y[4 + i] + C[i] * (y[4 + i] - d[i]) / h;
        CHECK(fabs(law - l[i]) < 1e-11, "compliance %d: %g, %g", i, law, l[i]);
    }
    f[0] = shape.push + shape.bend * qm * qm - qm - vm[0] / 4;
    f[1] = -10 - vm[1] / 4;
    CHECK(fabs(m[0] * (y[2] - x[2]) - h * (f[0] + l[1])) < 1e-13 &&
              fabs(m[1] * (y[3] - x[3]) - h * (f[1] + l[0])) < 1e-13,
          "motion");
    slip[0] = (y[4] - d[0]) / h + vm[1];
    slip[1] = (y[5] - d[1]) / h + vm[0];
    double gap = q[1] + h * vm[1] + y[4];
    CHECK(l[0] >= -1e-12 && gap >= -1e-15 && fabs(l[0] * gap) < 1e-12,
          "contact: %g, %g", l[0], gap);
    CHECK(fabs(l[1]) <= 0.3 * l[0] + 1e-12 &&
              fabs(slip[1] * l[1] + 0.3 * l[0] * fabs(slip[1])) < 1e-11,
          "friction: %g of %g at %g", l[1], l[0], slip[1]);
}

/** Every step of four runs, for a force that is not linear and a stiffness that
depends on the position, satisfies (16) as it is written out here.

Verifies PKS05 (5)-(9), (15), (16). */
static void steps(void)
{
    for (int quarters = 0; quarters <= 4; quarters += 1) {
        setup s;
        const compliant_shape shape = {100, 3, 2, 0.5, 1};
        double x[6], y[6];
        int slips = 0;
        begin(&s, &shape, quarters, 1 / 128.0);
        for (int k = 0; k < 128; k++) {
            compliant_get(&s.r, x);
            perp_status t = compliant_step(&s.r);
            CHECK(t.code == PERP_OK, "%s", t.message);
            compliant_get(&s.r, y);
            in_16(&s, x, y);
            slips +=
                s.r.lambda[0] > 0 && fabs(s.r.lambda[1]) < 0.29 * s.r.lambda[0];
        }
        CHECK(slips > 3 && slips < 125, "%d stick", slips);
        CHECK(s.r.sums.unproven == 0 && s.r.sums.bound < 1e-10, "bound %g",
              s.r.sums.bound);
        end(&s);
    }
    VERIFIES("PKS05 (5)-(9), (15), (16)");
}

/* The state in doubles, also of a run in fractions. */
static void height(const compliant_state *r, double *x)
{
    compliant_get(r, x);
    for (int i = 0; i < 2 && r->e->mode == EXPERIMENT_RATIONAL; i++) {
        x[i] = mpq_get_d(r->q_exact[i]);
        x[2 + i] = mpq_get_d(r->exact.v[i]);
        x[4 + i] = mpq_get_d(r->exact.delta[i]);
    }
}

/** Assumption (D) where it ends: the stiffness 100 (1 - b^2) is positive below b =
1, where the point is thrown. The step that would begin beyond, and that one
only, is refused, in doubles and in fractions, and the state stays where it was.

Verifies PKS05 (16). */
static void soft_above(void)
{
    for (int m = 0; m < 3; m++) {
        setup s;
        const compliant_shape shape = {100, -1, 2, 0, 1};
        double x[6], y[6];
        int steps = 0;
        perp_status t = PERP_SUCCESS;
        memset(&s, 0, sizeof s);
        CHECK(compliant_floor(&s.u, &shape).code == PERP_OK, "scene");
        compliant_experiment(&s.u, 0, 1 / 64.0, 1);
        mpq_set_ui(s.u.x.v[1], 8, 1);
        s.u.x.mode = (experiment_mode)m;
        CHECK(compliant_state_new(&s.a, &s.u.x, &s.sum, &s.r).code == PERP_OK,
              "state");
        while (t.code == PERP_OK && steps < 64) {
            height(&s.r, x);
            t = compliant_step(&s.r);
            height(&s.r, y);
            CHECK(t.code == PERP_OK ? x[1] < 1 : x[1] >= 1, "%d: at %g", m,
                  x[1]);
            steps++;
        }
        CHECK(
            t.code == PERP_INPUT && steps > 3 &&
                strstr(t.message, "stiffness of the contacts is not positive"),
            "%d: %s", m, t.code == PERP_OK ? "passed" : t.message);
        CHECK(memcmp(x, y, sizeof x) == 0, "%d: a refused step moves", m);
        end(&s);
    }
    VERIFIES("PKS05 (16)");
}

/** The tangents of the force: an affine one needs a single step problem, a
quadratic one a few, and what is left of it is rounding. */
static void tangents(void)
{
    for (int bent = 0; bent < 2; bent++) {
        setup s;
        const compliant_shape shape = {100, 0, 0, bent * 30.0, 1};
        begin(&s, &shape, 0, 1 / 16.0);
        for (int k = 0; k < 10; k++)
            CHECK(compliant_step(&s.r).code == PERP_OK, "step");
        CHECK(bent ? s.sum.lcps > 15 && s.sum.lcps < 50 : s.sum.lcps == 10,
              "%ld problems for 10 steps", s.sum.lcps);
        CHECK(s.r.sums.force <= 0x1p-40, "%g", s.r.sums.force);
        end(&s);
    }
}

/** All ways of solving a step go the same way. */
static void methods(void)
{
    static const char *const name[] = {"newton", "bounds", "polyhedral",
                                       "modes"};
    double first[6];
    for (int m = 0; m < 4; m++) {
        setup s;
        const compliant_shape shape = {100, 3, 2, 0.5, 1};
        double x[6];
        begin(&s, &shape, 2, 1 / 64.0);
        compliant_state_free(&s.r);
        memset(&s.r, 0, sizeof s.r);
        s.u.x.solver = name[m];
        CHECK(compliant_state_new(&s.a, &s.u.x, &s.sum, &s.r).code == PERP_OK,
              "state");
        for (int k = 0; k < 64; k++)
            CHECK(compliant_step(&s.r).code == PERP_OK, "%s", name[m]);
        compliant_get(&s.r, x);
        for (int i = 0; i < 6; i++)
            CHECK(m == 0 || fabs(x[i] - first[i]) < 1e-9, "%s: %g, %g", name[m],
                  x[i], first[i]);
        if (m == 0)
            memcpy(first, x, sizeof x);
        end(&s);
    }
}

/** After the first one a step asks the heap for nothing. */
static void allocates_nothing(void)
{
    setup s;
    const compliant_shape shape = {100, 3, 2, 0.5, 2};
    begin(&s, &shape, 1, 1 / 128.0);
    for (int k = 0; k < 8; k++)
        CHECK(compliant_step(&s.r).code == PERP_OK, "step");
    size_t before = memory_count();
    for (int k = 0; k < 64; k++)
        CHECK(compliant_step(&s.r).code == PERP_OK, "step");
    CHECK(memory_count() == before, "%zu allocations", memory_count() - before);
    end(&s);
}

int main(void)
{
    memory_adopt_gmp();
    RUN(steps);
    RUN(soft_above);
    RUN(tangents);
    RUN(methods);
    RUN(allocates_nothing);
    DONE;
}
