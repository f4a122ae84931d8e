/* The inequalities of PKS05's proof on runs. */
#include "pks05/run/compliant_bounds.h"
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
        CHECK(loop_run(&u.x, &t, &sum).code == PERP_OK, "run");
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

static void run_of(compliant_scene *u, trace *t, compliant_constants *c,
                   compliant_ratios *r)
{
    summary sum;
    perp_status s = loop_run(&u->x, t, &sum);
    CHECK(s.code == PERP_OK, "run: %s", s.message);
    s = compliant_bounds_of(&u->x, t, c, r);
    CHECK(s.code == PERP_OK, "bounds: %s", s.message);
    summary_clear(&sum);
}

static int same(double x, double y)
{
    return fabs(x - y) <= 1e-12 * fabs(y);
}

/** The constants of the floor by hand, for three theta: f' = (-1, 0, -1/4, 0; 0, 0,
0, -1/4), M = diag(4, 2), n and t unit, K = diag(100, 5), C = diag(2, 4), h =
1/64; what follows from them line by line as in the paper's proofs, with errata
3.4 (a square), 3.6 and 3.7 (over sigma_s). No two of these numbers are equal.

Verifies PKS05 (Prop3), (Lemma5), (Prop6), (Prop7). */
static void constants(void)
{
    for (int quarters = 0; quarters <= 4; quarters += 2) {
        compliant_scene u;
        const compliant_shape shape = {100, 0, 2, 0, 1};
        trace t;
        compliant_constants c;
        compliant_ratios r;
        CHECK(compliant_floor(&u, &shape).code == PERP_OK, "scene");
        compliant_experiment(&u, quarters, 1 / 64.0, 0.25);
        run_of(&u, &t, &c, &r);
        const double h = 1 / 64.0, w = 1 - quarters / 4.0, L_f = sqrt(1.125);
        CHECK(same(c.L_f, L_f) && same(c.sigma_M, 2) && same(c.eta_M, 4) &&
                  same(c.eta_W, sqrt(2)) && c.eta_G == 1 && c.mu_max == 0.3 &&
                  c.c_q < 1e-12,
              "(A), (B), (C)");
        const double most = 5 * h + 4, kn = 100 * h + 2; /* of hK + C */
        CHECK(same(c.sigma_KC, 1 / most) && same(c.eta_KC, 1 / kn) &&
                  same(c.eta_K, 100),
              "(D)");
        const double L = w * L_f * (1 + h * w), D = 2 - h * L;
        CHECK(same(c.margin, D), "margin");
        CHECK(same(c.L_q, (1 + h * w) / D), "L_q");
        CHECK(same(c.sigma_nu, D / ((4 + h * L) * (4 + h * L))), "sigma_nu");
        const double step = fmax(c.c_f + h * w * L_f, 1) / D;
        const double eta_q = step + 1 + w * h * step;
        CHECK(same(c.eta_q, eta_q), "eta_q");
        const double c_s = fmax(100 / kn, sqrt(2) * (1 + w * h * eta_q));
        CHECK(same(c.c_s, c_s), "c_s");
        CHECK(same(c.eta_s, 1 / kn + h * w * c.L_q * 2), "eta_s");
        CHECK(same(c.sigma_s, 1 / most), "sigma_s");
        const double eta_lambda = sqrt(3) * c_s * most;
        CHECK(same(c.eta_lambda, eta_lambda), "eta_lambda");
        const double eta_x = eta_q * sqrt(2) + 100 / kn;
        CHECK(same(c.eta_x, eta_x), "eta_x");
        CHECK(same(c.psi_x, eta_x * (1 + eta_lambda * (1 + c.c_q))), "psi_x");
        trace_free(&t);
        compliant_end(&u);
    }
    VERIFIES("PKS05 (Prop3), (Lemma5), (Prop6), (Prop7)");
}

static double norm(const trace *t, int row, int from, int to)
{
    double sum = 0;
    for (int i = from; i < to; i++) {
        double x = t->cell[row * t->columns + i];
        sum += x * x;
    }
    return sqrt(sum);
}

/** The shares that are reported, computed a second time from the cells of the table
and the constants, on a hill, where c_q is not small: Proposition 3, (18), (22),
(23), (24) and Lemma 5 as the paper prints them. In (18) s(0) is what a step
without force would have: M x = h f with f = (1 - a - h v_a', -10) - v' / 4 of
the tangent, v' = v + x, and d = -K delta / (hK + C).

Verifies PKS05 (18), (22)-(24), (Prop3), (Lemma5). */
static void shares(void)
{
    compliant_scene u;
    const compliant_shape shape = {5, 0, 1, 0, 1};
    trace t;
    compliant_constants c;
    compliant_ratios r;
    CHECK(compliant_hill(&u, &shape, 1, 60).code == PERP_OK, "scene");
    compliant_experiment(&u, 0, 1 / 64.0, 0.25);
    run_of(&u, &t, &c, &r);
    const int lam = trace_column(&t, "lam.floor.n");
    const int delta = trace_column(&t, "delta.floor.n");
    double move = 0, force = 0, step = 0, lemma5 = 0, h = 1 / 64.0, c_q = 0;
    double prop3 = 0, s0 = 0;
    for (int j = 0; j + 1 < t.rows; j++) {
        const double *x = t.cell + j * t.columns, *y = x + t.columns;
        double way = 0, size = 0, l = norm(&t, j + 1, lam, lam + 2);
        for (int i = 2; i < 6; i++) {
            way += (y[i] - x[i]) * (y[i] - x[i]);
            size += x[i] * x[i];
        }
        for (int i = delta; i < delta + 2; i++) {
            way += (y[i] - x[i]) * (y[i] - x[i]);
            size += x[i] * x[i];
        }
        way = sqrt(way);
        size = sqrt(size);
        const double ln = y[lam], lt = y[lam + 1], up = -120 * x[2];
        const double q = hypot(x[2], x[3]), v = hypot(x[4], x[5]);
        const double d[2] = {-5 * x[delta] / (5 * h + 2),
                             -5 * x[delta + 1] / (5 * h + 4)};
        const double a =
            x[4] + h * (1 - x[2] - h * x[4] - x[4] / 4) / (4 + h / 4 + h * h);
        const double b = x[5] + h * (-10 - x[5] / 4) / (2 + h / 4);
        prop3 = fmax(prop3,
                     (hypot(y[2] - x[2], y[3] - x[3]) +
                      hypot(y[4] - x[4], y[5] - x[5])) /
                         (h * c.eta_q * (1 + q + v + hypot(up * ln + lt, ln))));
        s0 =
            fmax(s0, hypot(d[0] + up * a + b, d[1] + a) /
                         (c.c_s * (1 + q + v + hypot(x[delta], x[delta + 1]))));
        double deep = fmin(0, x[3] - 60 * x[2] * x[2] + x[delta]);
        move = fmax(move, way / (h * c.eta_x * (1 + size + l)));
        step = fmax(step, way / (h * c.psi_x * (1 + size)));
        force = fmax(force, l / (c.eta_lambda * (1 + c.c_q + size)));
        lemma5 = fmax(lemma5, l / (c.eta_lambda * (-deep / h + 1 + size)));
        c_q = fmax(c_q, 60 * (y[2] - x[2]) * (y[2] - x[2]) / h);
    }
    CHECK(c_q > 0.5 && fabs(c.c_q / c_q - 1) < 1e-9, "c_q = %g, %g", c.c_q,
          c_q);
    CHECK(fabs(r.prop3 / prop3 - 1) < 1e-9, "Proposition 3: %g, %g", r.prop3,
          prop3);
    CHECK(fabs(r.s0 / s0 - 1) < 1e-9, "(18): %g, %g", r.s0, s0);
    CHECK(fabs(r.move / move - 1) < 1e-9, "(22): %g, %g", r.move, move);
    CHECK(fabs(r.force / force - 1) < 1e-9, "(23): %g, %g", r.force, force);
    CHECK(fabs(r.step / step - 1) < 1e-9, "(24): %g, %g", r.step, step);
    CHECK(fabs(r.lemma5 / lemma5 - 1) < 1e-9, "Lemma 5: %g, %g", r.lemma5,
          lemma5);
    trace_free(&t);
    compliant_end(&u);
    VERIFIES("PKS05 (18), (22)-(24), (Prop3), (Lemma5)");
}

/** Proposition 3 in space, where the rows (up, 0, 1), (1, 0, 0), (0, 1, 0) of normal
and slips make no symmetric matrix, from the cells of the table.

Verifies PKS05 (Prop3). */
static void across(void)
{
    compliant_scene u;
    const compliant_shape shape = {5, 0, 1, 0, 2};
    trace t;
    compliant_constants c;
    compliant_ratios r;
    double prop3 = 0, h = 1 / 64.0;
    CHECK(compliant_hill(&u, &shape, 1, 60).code == PERP_OK, "scene");
    compliant_experiment(&u, 0, h, h); /* one step, with a force */
    mpq_set_d(u.x.q[0], 1 / 64.0);
    mpq_set_d(u.x.q[2], 60 / 4096.0);
    mpq_set_d(u.x.v[1], 0.5);
    run_of(&u, &t, &c, &r);
    const int lam = trace_column(&t, "lam.floor.n");
    for (int j = 0; j + 1 < t.rows; j++) {
        const double *x = t.cell + j * t.columns, *y = x + t.columns;
        const double *l = y + lam;
        double way[2] = {0, 0};
        for (int i = 2; i < 8; i++)
            way[i / 5] += (y[i] - x[i]) * (y[i] - x[i]);
        double e = hypot(hypot(l[1] - 120 * x[2] * l[0], l[2]), l[0]);
        prop3 =
            fmax(prop3, (sqrt(way[0]) + sqrt(way[1])) /
                            (h * c.eta_q *
                             (1 + norm(&t, j, 2, 5) + norm(&t, j, 5, 8) + e)));
    }
    CHECK(t.rows == 2 && norm(&t, 1, lam, lam + 3) > 1, "a force");
    CHECK(fabs(r.prop3 / prop3 - 1) < 1e-9, "%g, %g", r.prop3, prop3);
    trace_free(&t);
    compliant_end(&u);
    VERIFIES("PKS05 (Prop3)");
}

/** Where the terms are needed. From rest in the origin all norms are zero, and what
moves the point is the 1 of (18), Lemma 5 and (22) (erratum 3.9). A damper of 1000
in place of 2 takes the speed away in one step of a thousandth: forces of hundreds
of newtons beside |x| = 1, which Lemma 5 grants by 1/sigma_s (errata 3.6, 3.7), and
a change of velocity that (22) grants by |lambda| (erratum 3.12).

Verifies PKS05 (18), (22), (Lemma5). */
static void needed(void)
{
    double worst[8] = {0};
    for (int which = 0; which < 2; which++) {
        compliant_scene u;
        const compliant_shape shape = {which ? 0.5 : 20, 0, 2, 0, 1};
        trace t;
        compliant_constants c;
        compliant_ratios r;
        CHECK(compliant_hill(&u, &shape, which ? 500 : 1, 0).code == PERP_OK,
              "scene");
        compliant_experiment(&u, 0, which ? 1 / 1024.0 : 1 / 64.0,
                             which ? 1 / 64.0 : 0.25);
        for (int i = 0; i < 2 && which == 0; i++)
            mpq_set_ui(u.x.v[i], 0, 1);
        run_of(&u, &t, &c, &r);
        inspect(&c, &r, worst);
        double l = norm(&t, 1, trace_column(&t, "lam.floor.n"),
                        trace_column(&t, "lam.floor.t") + 1);
        double way = norm(&t, 1, 4, 6) - norm(&t, 0, 4, 6);
        if (which == 0)
            CHECK(norm(&t, 0, 2, 6) == 0 && r.s0 > 0.1, "at rest: %g", r.s0);
        else {
            CHECK(l > 10 * fmax(1, sqrt(3) * c.c_s) * 3, "needs 1/sigma_s: %g",
                  l);
            CHECK(fabs(way) * 1024 > 2 * c.eta_x * 3, "needs |lambda|: %g, %g",
                  way * 1024, c.eta_x);
        }
        trace_free(&t);
        compliant_end(&u);
    }
    VERIFIES("PKS05 (18), (22), (Lemma5)");
}

/** sigma_nu where it is attained: f constant, v^h moves by h M^-1 e, and the
slowest direction has the mass 4. So v^h is monotone with h / 4, and a larger
h sigma_nu would be false; the printed constant, without the square, is 1/2. */
static void slowest(void)
{
    compliant_scene u;
    const compliant_shape shape = {100, 0, 2, 0, 1};
    trace t;
    compliant_constants c;
    compliant_ratios r;
    CHECK(compliant_floor(&u, &shape).code == PERP_OK, "scene");
    compliant_experiment(&u, 4, 1 / 64.0, 0.25); /* theta = 1: f is frozen */
    run_of(&u, &t, &c, &r);
    CHECK(same(c.sigma_nu, 2 / 16.0) && c.sigma_nu <= 1 / 4.0, "%g",
          c.sigma_nu);
    trace_free(&t);
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
        CHECK(loop_run(&u.x, &t, &sum).code == PERP_OK, "run");
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
    RUN(shares);
    RUN(across);
    RUN(needed);
    RUN(slowest);
    RUN(broken);
    DONE;
}
