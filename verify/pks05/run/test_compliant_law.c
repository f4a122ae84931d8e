/** What a run's forces miss of the law, by hand. */
#include "pks05/run/compliant_law.h"
#include "compliant_scene.h"

#include <math.h>

/* One explicit step of the floor from v = (1, .., -1): A is diagonal, b = (-1, 1,
   0). */
typedef struct {
    compliant_scene u;
    trace t;
    double *lam, an, at;
    int slips;
} step;

static void step_new(step *x, int slips)
{
    const double h = 1 / 64.0;
    const compliant_shape shape = {100, 0, 1, 0, slips};
    summary sum;
    CHECK(compliant_floor(&x->u, &shape).code == PERP_OK, "scene");
    compliant_experiment(&x->u, 4, h, h);
    perp_status s = loop_run(&x->u.x, &x->t, &sum);
    CHECK(s.code == PERP_OK, "run: %s", s.message);
    summary_clear(&sum);
    x->lam = x->t.cell + x->t.columns + trace_column(&x->t, "lam.floor.n");
    x->an = 1 / (100 * h + 2);
    x->at = 1 / (5 * h + 4);
    x->slips = slips;
}

static void step_end(step *x)
{
    trace_free(&x->t);
    compliant_end(&x->u);
}

static int near(double got, double want)
{
    return fabs(got - want) <= 1e-12 * (1 + fabs(want));
}

static double above(double x)
{
    return fmax(x, 0);
}

/* Faults of (n, t, o), and the friction of (11): the disc's point nearest to
   -b_T / A_TT, for A_TT is a number. */
static void compare(step *x, double n, double t, double o)
{
    compliant_law law;
    const double mu = 0.3, wn = x->an * n - 1, wt = x->at * t + 1,
                 wo = x->at * o, power = wt * t + wo * o, slip = hypot(wt, wo);
    const double own = -fmin(mu * above(n), 1 / x->at);
    x->lam[0] = n;
    x->lam[1] = t;
    if (x->slips == 2)
        x->lam[2] = o;
    perp_status s = compliant_law_of(&x->u.x, &x->t, &law);
    CHECK(s.code == PERP_OK, "%s", s.message);
    const qvi_faults *f = &law.faults;
    CHECK(near(f->force, above(-n)), "force %g", f->force);
    CHECK(near(f->gap, above(-wn)), "gap %g, not %g", f->gap, -wn);
    CHECK(near(f->product, fabs(n * wn)), "product %g", f->product);
    CHECK(near(f->cone, above(t * t + o * o - mu * mu * n * n)), "cone %g",
          f->cone);
    CHECK(near(f->power, above(power)), "power %g, not %g", f->power, power);
    CHECK(near(f->least, fabs(power * power - mu * mu * n * n * slip * slip)),
          "least %g", f->least);
    CHECK(near(law.friction, hypot(t - own, o)), "friction %g, not %g",
          law.friction, hypot(t - own, o));
    const double ratio = fmin(x->an, x->at) / fmax(x->an, x->at);
    CHECK(near(law.contraction, ratio) && near(law.lemma4, ratio / 2) &&
              law.contraction <= ratio,
          "%g, %g, not %g", law.contraction, law.lemma4, ratio);
    double worst = 0, force = sqrt(n * n + t * t + o * o);
    double size = sqrt(pow(x->an * fabs(n) + 1, 2) +
                       pow(x->at * fabs(t) + 1, 2) + pow(x->at * o, 2));
    worst = fmax(f->gap / size, worst);
    worst = fmax(f->force / force, worst);
    worst = fmax(sqrt(f->cone) / force, worst);
    worst = fmax(f->product / (force * size), worst);
    worst = fmax(f->power / (force * size), worst);
    worst = fmax(sqrt(f->least) / (force * size), worst);
    CHECK(near(law.share, worst), "share %g, not %g", law.share, worst);
}

/** Forces that are put into the table in the place of the step's: each fault
appears, and all are those of a diagonal A by hand.

Verifies PKS05 (7), (9), (11). */
static void put_in(void)
{
    for (int slips = 1; slips <= 2; slips++) {
        step x;
        step_new(&x, slips);
        for (int k = 0; k < 5; k++) {
            static const double n[] = {3, 1, -2, 9, 0.5},
                                t[] = {-0.5, 2, 0.25, -4.5, -0.5},
                                o[] = {0.25, -1, 0, 0.5, -0.25};
            compare(&x, n[k], t[k], slips == 2 ? o[k] : 0);
        }
        step_end(&x);
    }
    VERIFIES("PKS05 (7), (9), (11)");
}

/** A run's own forces obey, with a force that is not linear, in the plane and in
space; the share is what rounding leaves, a root of it in (9).

Verifies PKS05 (Prop1). */
static void its_own(void)
{
    for (int k = 0; k < 6; k++) {
        compliant_scene u;
        const compliant_shape shape = {50 * (k + 1), k % 3, k - 2, 0.25,
                                       1 + k % 2};
        trace t;
        summary sum;
        compliant_law law;
        CHECK(compliant_floor(&u, &shape).code == PERP_OK, "scene");
        compliant_experiment(&u, k % 5, 1 / 64.0, 0.5);
        CHECK(loop_run(&u.x, &t, &sum).code == PERP_OK, "run");
        perp_status s = compliant_law_of(&u.x, &t, &law);
        CHECK(s.code == PERP_OK, "%s", s.message);
        printf("share %.2g, friction %.2g N\n", law.share, law.friction);
        CHECK(law.share < 1e-6 && law.friction < 1e-9, "%g, %g", law.share,
              law.friction);
        trace_free(&t);
        summary_clear(&sum);
        compliant_end(&u);
    }
    VERIFIES("PKS05 (Prop1)");
}

/* Half the digits of a double, the whole half. */
static void half_the_digits(void)
{
    CHECK(compliant_law_obeyed(0) && compliant_law_obeyed(0x0.fffffp-20) &&
              !compliant_law_obeyed(0x1p-20) && !compliant_law_obeyed(1),
          "the share that is small");
}

int main(void)
{
    RUN(put_in);
    RUN(its_own);
    RUN(half_the_digits);
    DONE;
}
