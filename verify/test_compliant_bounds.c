/* The inequalities of PKS05's proof on runs. */
#include "compliant/compliant_bounds.h"
#include "compliant_scene.h"

#include <math.h>

static void inspect(const compliant_constants *c, const compliant_ratios *r,
                    double *worst)
{
    const double all[] = {r->prop3, r->s0,   r->lemma5, r->move,
                          r->force, r->step, r->growth, r->last};
    CHECK(c->margin > 0, "h is beyond h_0: %g", c->margin);
    for (int i = 0; i < 8; i++) {
        CHECK(all[i] <= 1 && all[i] >= 0, "inequality %d: ratio %g", i, all[i]);
        worst[i] = fmax(worst[i], all[i]);
    }
    CHECK(c->sigma_nu > 0 && c->sigma_s <= c->eta_s && c->L_q > 0, "constants");
}

/** On runs from gentle to stiff, with a force that is not linear, in the plane
and in space, no inequality of the proof is violated; and they say something: for
each there is a run that uses a hundredth of it, but for (24) to (26), which are
built on worst cases of worst cases.

Verifies PKS05 (18), (22)-(26), (Prop3), (Lemma5), (Prop6), (Prop7). */
static void kept(void)
{
    double worst[8] = {0};
    check_random g = {check_seed(1951)};
    for (int k = 0; k < 24; k++) {
        compliant_scene u;
        const compliant_shape shape = {k < 4 ? 1 : check_uniform(&g, 1, 400),
                                       k % 3, check_uniform(&g, -3, 3),
                                       check_uniform(&g, -0.5, 0.5), 1 + k % 2};
        trace t;
        summary sum;
        compliant_constants c;
        compliant_ratios r;
        CHECK(compliant_floor(&u, &shape).code == PERP_OK, "scene");
        compliant_experiment(&u, k % 5, 1 / 64.0, 0.5);
        mpq_set_d(u.x.q[u.s.sys.nq - 1], k % 4 == 0 ? 0.1 : 0);
        CHECK(compliant_run(&u.x, &t, &sum).code == PERP_OK, "run");
        perp_status s = compliant_bounds_of(&u.x, &t, &c, &r);
        CHECK(s.code == PERP_OK, "%s", s.message);
        inspect(&c, &r, worst);
        trace_free(&t);
        summary_clear(&sum);
        compliant_end(&u);
    }
    for (int i = 0; i < 8; i++) {
        printf("inequality %d uses %.3g of its bound\n", i, worst[i]);
        CHECK(worst[i] > (i < 5 ? 0.01 : 0), "%d is empty", i);
    }
    VERIFIES("PKS05 (18), (22)-(26), (Prop3), (Lemma5), (Prop6), (Prop7)");
}

/** The constants of the floor by hand: f' = (-1, 0; ...), M = I, n and t unit. */
static void constants(void)
{
    compliant_scene u;
    const compliant_shape shape = {100, 0, 2, 0, 1};
    trace t;
    summary sum;
    compliant_constants c;
    compliant_ratios r;
    CHECK(compliant_floor(&u, &shape).code == PERP_OK, "scene");
    compliant_experiment(&u, 0, 1 / 64.0, 0.25);
    CHECK(compliant_run(&u.x, &t, &sum).code == PERP_OK, "run");
    CHECK(compliant_bounds_of(&u.x, &t, &c, &r).code == PERP_OK, "bounds");
    CHECK(fabs(c.L_f - sqrt(1 + 2 / 16.0)) < 1e-12, "L_f = %g", c.L_f);
    CHECK(fabs(c.sigma_M - 1) < 1e-12 && fabs(c.eta_W - sqrt(2)) < 1e-12 &&
              c.mu_max == 0.3 && c.c_q < 1e-12,
          "sigma_M, eta_W, mu");
    double kn = 100 / 64.0 + 2, kt = 5 / 64.0 + 1;
    CHECK(fabs(c.sigma_KC - 1 / kn) < 1e-12 &&
              fabs(c.eta_KC - 1 / kt) < 1e-12 && c.eta_K == 100,
          "(D)");
    trace_free(&t);
    summary_clear(&sum);
    compliant_end(&u);
}

/** A run that is not one: a force, a velocity a million times too large break
the inequalities about them. */
static void broken(void)
{
    static const char *const name[] = {"lam.floor.n", "v.a"};
    for (int which = 0; which < 2; which++) {
        compliant_scene u;
        const compliant_shape shape = {20, 0, 2, 0, 1};
        trace t;
        summary sum;
        compliant_constants c;
        compliant_ratios r;
        CHECK(compliant_floor(&u, &shape).code == PERP_OK, "scene");
        compliant_experiment(&u, 0, 1 / 64.0, 0.25);
        CHECK(compliant_run(&u.x, &t, &sum).code == PERP_OK, "run");
        t.cell[8 * t.columns + trace_column(&t, name[which])] = 1e7;
        CHECK(compliant_bounds_of(&u.x, &t, &c, &r).code == PERP_OK, "bounds");
        CHECK(which == 0 ? r.lemma5 > 1 && r.force > 1
                         : r.prop3 > 1 && r.move > 1,
              "%s: %g %g %g %g", name[which], r.lemma5, r.force, r.prop3,
              r.move);
        trace_free(&t);
        summary_clear(&sum);
        compliant_end(&u);
    }
}

int main(void)
{
    RUN(kept);
    RUN(constants);
    RUN(broken);
    DONE;
}
