/* Steps over the rationals from a system's tapes. */
#include "base/memory.h"
#include "compliant_scene.h"

#include <math.h>

static double cell(const trace *t, int row, const char *name)
{
    return t->cell[row * t->columns + trace_column(t, name)];
}

static void compare(const trace *s, const trace *t, double most)
{
    static const char *const name[] = {
        "q.a",           "q.b",           "v.a",         "v.b",
        "delta.floor.n", "delta.floor.t", "lam.floor.n", "lam.floor.t",
        "kinetic",       "elastic",       "va.a",        "cn.floor"};
    CHECK(s->rows == t->rows, "rows");
    for (int row = 0; row < s->rows; row++)
        for (size_t i = 0; i < sizeof name / sizeof *name; i++)
            CHECK(fabs(cell(s, row, name[i]) - cell(t, row, name[i])) < most,
                  "row %d, %s: %.17g, %.17g", row, name[i],
                  cell(s, row, name[i]), cell(t, row, name[i]));
}

/** One motion in doubles, exactly checked, and in fractions: all steps proven,
and the three are the same to rounding.

Verifies PKS05 (16). */
static void three_ways(void)
{
    for (int quarters = 0; quarters <= 4; quarters += 2) {
        compliant_scene u;
        const compliant_shape shape = {64, 2, 4, 0, 1};
        trace t[3];
        summary sum[3];
        CHECK(compliant_floor(&u, &shape).code == PERP_OK, "scene");
        compliant_experiment(&u, quarters, 1 / 32.0, 0.25);
        for (int m = 0; m < 3; m++) {
            u.x.mode = (experiment_mode)m;
            perp_status s = loop_run(&u.x, &t[m], &sum[m]);
            CHECK(s.code == PERP_OK, "mode %d: %s", m, s.message);
            CHECK(sum[m].steps == 8 && sum[m].steps_proven == (m ? 8 : 0),
                  "mode %d: %ld proven", m, sum[m].steps_proven);
        }

        compare(&t[0], &t[1], 1e-11);
        compare(&t[0], &t[2], 1e-11);
        for (int m = 0; m < 3; m++) {
            trace_free(&t[m]);
            summary_clear(&sum[m]);
        }
        compliant_end(&u);
    }
    VERIFIES("PKS05 (16)");
}

/* In space, with a polygon. */
static void polygon(void)
{
    compliant_scene u;
    const compliant_shape shape = {64, 0, 4, 0, 2};
    trace t;
    summary sum;
    CHECK(compliant_floor(&u, &shape).code == PERP_OK, "scene");
    compliant_experiment(&u, 0, 1 / 32.0, 0.25);
    u.x.directions = 8;
    for (int m = 1; m < 3; m++) {
        u.x.mode = (experiment_mode)m;
        perp_status s = loop_run(&u.x, &t, &sum);
        CHECK(s.code == PERP_OK && sum.steps_proven == 8, "%s", s.message);
        trace_free(&t);
        summary_clear(&sum);
    }
    compliant_end(&u);
}

/* A force that is not affine has no rational step, but its tangent has. */
static void not_affine(void)
{
    compliant_scene u;
    const compliant_shape shape = {64, 0, 4, 1, 1};
    trace t;
    summary sum;
    CHECK(compliant_floor(&u, &shape).code == PERP_OK, "scene");
    compliant_experiment(&u, 0, 1 / 32.0, 0.25);
    u.x.mode = EXPERIMENT_RATIONAL;
    perp_status s = loop_run(&u.x, &t, &sum);
    CHECK(s.code == PERP_INPUT && strstr(s.message, "affine"), "%d", s.code);
    u.x.mode = EXPERIMENT_EXACT_CHECK;
    s = loop_run(&u.x, &t, &sum);
    CHECK(s.code == PERP_OK && sum.steps_proven == 8, "the tangent");
    trace_free(&t);
    summary_clear(&sum);
    compliant_end(&u);
}

static void spoil(void *user, long step, lcp_exact_answer *x, double *lambda)
{
    const int *which = user;
    (void)lambda;
    if (step == 3) {
        mpq_t tiny;
        mpq_init(tiny);
        mpq_set_d(tiny, 0x1p-300);
        mpq_add(x->z[*which], x->z[*which], tiny);
        mpq_clear(tiny);
    }
}

/** A claim that is wrong by 2^-300 in one number is not proven. */
static void tampered(void)
{
    compliant_scene u;
    const compliant_shape shape = {64, 0, 4, 0, 1};
    trace t;
    summary sum;
    CHECK(compliant_floor(&u, &shape).code == PERP_OK, "scene");
    compliant_experiment(&u, 0, 1 / 32.0, 0.25);
    u.x.mode = EXPERIMENT_EXACT_CHECK;
    u.x.tamper = spoil;
    for (int which = 0; which < 7; which++) {
        u.x.user = &which;
        CHECK(loop_run(&u.x, &t, &sum).code == PERP_OK, "run");
        CHECK(sum.steps_proven == 7, "number %d: %ld of 8 proven", which,
              sum.steps_proven);
        trace_free(&t);
        summary_clear(&sum);
    }
    compliant_end(&u);
}

int main(void)
{
    memory_adopt_gmp();
    RUN(three_ways);
    RUN(polygon);
    RUN(not_affine);
    RUN(tampered);
    DONE;
}
