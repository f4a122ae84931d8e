/* How many solutions a step has, and how far from the only one a force is. */
#include "compliant_scene.h"
#include "pks05/step/theta_slip.h"

#include <math.h>

/* The first step of the floor with theta = 1: A = (hK + C)^-1 is diagonal and b
   = (-1, 1), so that the contact closes with lambda_n = h k + 2 and, for k =
   100, slips: lambda_t = -mu lambda_n. */
static void posed(compliant_scene *u, arena *a, summary *sum,
                  compliant_state *r)
{
    const compliant_shape shape = {100, 0, 0, 0, 1};
    memset(r, 0, sizeof *r);
    CHECK(compliant_floor(u, &shape).code == PERP_OK, "scene");
    compliant_experiment(u, 4, 1 / 64.0, 1);
    CHECK(compliant_state_new(a, &u->x, sum, r).code == PERP_OK, "state");
    CHECK(compliant_evaluate(r).code == PERP_OK &&
              compliant_tangent(r).code == PERP_OK &&
              theta_pose(&r->d, &r->scratch, &r->posed).code == PERP_OK,
          "pose");
}

/** Where no condition holds the modes count one solution, and then a force has the
distance that it has, here from the one known by hand: 0 only for that itself. */
static void distance(void)
{
    compliant_scene u;
    arena a = {0};
    summary sum = {0};
    compliant_state r;
    posed(&u, &a, &sum, &r);
    const double n = r.d.h * 100 + r.d.C[0], away[] = {1e-3, 1, 1e-12};
    for (int k = 0; k < 3; k++) {
        r.answer.unique = false;
        r.answer.bound = INFINITY;
        r.answer.lam[0] = n + away[k] * 0.6;
        r.answer.lam[1] = -u.s.sys.mu[0] * n + away[k] * 0.8;
        CHECK(compliant_count(&r).code == PERP_OK, "count");
        CHECK(fabs(r.answer.bound - away[k]) < 1e-14, "%g for %g",
              r.answer.bound, away[k]);
        CHECK(r.sums.alone == k + 1 && r.sums.several == 0 &&
                  r.sums.undecided == 0 && r.sums.unique == 0,
              "alone");
    }
    r.answer.unique = true;
    CHECK(compliant_count(&r).code == PERP_OK && r.sums.unique == 1, "unique");
    compliant_state_free(&r);
    arena_free(&a);
    compliant_end(&u);
}

static double key(const summary *s, const char *name)
{
    for (int i = 0; i < s->owns; i++)
        if (strcmp(s->own[i].name, name) == 0)
            return s->own[i].x;
    CHECK(0, "no key %s", name);
    return 0;
}

/** What nobody knows is not a number: of a run without contacts there is no
distance, no constant, no first step; of the floor's all but the last. */
static void unknown(void)
{
    for (int contacts = 0; contacts < 2; contacts++) {
        compliant_scene u;
        const compliant_shape shape = {100, 0, 2, 0, 1};
        trace t;
        summary sum;
        CHECK(compliant_floor(&u, &shape).code == PERP_OK, "scene");
        compliant_experiment(&u, 0, 1 / 64.0, 0.25);
        if (contacts == 0)
            u.s.sys.contacts = u.s.sys.total_slips = u.s.sys.max_slips = 0;
        perp_status s = loop_run(&u.x, &t, &sum);
        CHECK(s.code == PERP_OK, "%s", s.message);
        static const char *const name[] = {"bound", "sigma", "eta"};
        for (int i = 0; i < 3; i++)
            CHECK(isfinite(key(&sum, name[i])) == contacts, "%s", name[i]);
        CHECK(!isfinite(key(&sum, "several_step")) &&
                  !isfinite(key(&sum, "several_t")) && sum.note == NULL,
              "first");
        CHECK(key(&sum, "unique") == (contacts ? sum.steps : 0), "unique");
        trace_free(&t);
        summary_clear(&sum);
        compliant_end(&u);
    }
}

int main(void)
{
    RUN(distance);
    RUN(unknown);
    DONE;
}
