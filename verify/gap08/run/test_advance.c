#include "balls.h"
#include "base/memory.h"

#include <math.h>

/* A ball dropped from y falls for sqrt(2 y / g). With alpha = gamma = 1/2 the
   trial's cubic is the parabola itself: time, place and velocity are right to
   rounding, at any h. It then rests for ever, where it landed, with the
   impulse g h of each step. Three sets, all modes. */
static void dropped_ball(void)
{
    const double y[3] = {1, 0.3, 2}, g[3] = {9.81, 4, 1.6};
    for (int k = 0; k < 9; k++) {
        fall f = {.alpha = 0.5,
                  .h = 0.01 * (1 + k % 3),
                  .T = 2.5,
                  .g = g[k % 3],
                  .n = 1,
                  .q = {y[k % 3]},
                  .mode = (experiment_mode)(k / 3)};
        trace t;
        summary sum;
        perp_status st = let_fall(&f, &t, &sum);
        CHECK(st.code == PERP_OK, "%s", st.message);
        int l = first_impact(&t, "cn.A"), last = t.rows - 1;
        double when = sqrt(2 * y[k % 3] / g[k % 3]);
        CHECK(fabs(cell(&t, l, "t") - when) < 2e-14, "%.17g, not %.17g",
              cell(&t, l, "t"), when);
        CHECK(fabs(cell(&t, l, "cn.A") - g[k % 3] * when) < 1e-13, "impulse");
        CHECK(sum.collisions == 1 && sum.steps == last, "%ld", sum.collisions);
        CHECK(f.mode == EXPERIMENT_DOUBLE || sum.steps_proven == sum.steps,
              "%ld of %ld proven", sum.steps_proven, sum.steps);
        for (int i = l; i <= last; i++) {
            CHECK(cell(&t, i, "q.a") == cell(&t, l, "q.a") &&
                      cell(&t, i, "q.a") <= 0 && cell(&t, i, "q.a") > -1e-14,
                  "row %d: it moved to %g", i, cell(&t, i, "q.a"));
            CHECK(cell(&t, i, "va.a") == 0, "row %d", i);
            CHECK(i == l || fabs(cell(&t, i, "cn.A") - f.g * f.h) < 1e-15,
                  "weight");
        }
        CHECK(cell(&t, last, "t") >= f.T - 1e-9 &&
                  cell(&t, last, "t") < f.T + f.h,
              "ends at %g", cell(&t, last, "t"));
        trace_free(&t);
        summary_clear(&sum);
    }
}

/** The error of the time at which a ball on a spring, let go at 1 with q'' = -k
(q + g/k), reaches the floor: cos(sqrt(k) t) = c/(1 + c), c = g/k. */
static double spring_error(double alpha, double k, double g, double h)
{
    fall f = {
        .alpha = alpha, .h = h, .T = 1.5, .g = g, .k = k, .n = 1, .q = {1}};
    trace t;
    summary sum;
    perp_status st = let_fall(&f, &t, &sum);
    CHECK(st.code == PERP_OK && sum.collisions == 1, "%ld", sum.collisions);
    double when = acos(g / k / (1 + g / k)) / sqrt(k);
    double error = fabs(cell(&t, first_impact(&t, "cn.A"), "t") - when);
    trace_free(&t);
    summary_clear(&sum);
    return error;
}

/* The time of the collision is found to O(h^2) for alpha = gamma = 1/2, to
   O(h) otherwise, over five halvings, for three springs. (Without gravity the
   floor is where the spring is at rest, and the damping of alpha = 1 changes
   the speed there but hardly the time: order 2 again.) */
static void order_of_the_time(void)
{
    const double k[3] = {4, 9, 2}, g[3] = {1, 9.81, 3};
    for (int i = 0; i < 6; i++) {
        double alpha = i < 3 ? 0.5 : 1;
        double coarse = spring_error(alpha, k[i % 3], g[i % 3], 0.02);
        double fine = spring_error(alpha, k[i % 3], g[i % 3], 0.02 / 32);
        double order = log2(coarse / fine) / 5;
        printf("alpha %g, k %g, g %g: %.3g to %.3g s, order %.2f\n", alpha,
               k[i % 3], g[i % 3], coarse, fine, order);
        CHECK(order > (alpha < 1 ? 1.8 : 0.9), "order %g", order);
        CHECK(order < (alpha < 1 ? 2.2 : 1.1), "order %g", order);
    }
}

/* Verifies GAP08 (4.9), (4.11), (4.12b). The uniform clock keeps t = l h; the
   row of a collision holds v+ twice, its position lies on the cubic, and up to
   h of motion is lost: the ball of erratum 0-12. */
static void uniform_clock(void)
{
    const double alpha[3] = {0.5, 0.75, 1};
    for (int k = 0; k < 3; k++) {
        fall f = {.alpha = alpha[k],
                  .h = 0.04,
                  .T = 1,
                  .g = 9.81,
                  .n = 2,
                  .q = {1, 3},
                  .uniform = 1};
        trace t;
        summary sum;
        perp_status st = let_fall(&f, &t, &sum);
        CHECK(st.code == PERP_OK, "%s", st.message);
        CHECK(t.rows == 26 && sum.collisions == 2, "%d rows", t.rows);
        for (int l = 0; l < t.rows; l++)
            CHECK(cell(&t, l, "t") == l * 0.04, "row %d", l);
        int l = first_impact(&t, "cn.A");
        double s = 0, lost = cell(&t, l, "v.b") - cell(&t, l - 1, "v.b");
        CHECK(cell(&t, l, "v.a") == 0 && cell(&t, l, "va.a") == 0, "v+");
        CHECK(cell(&t, l, "va.b") == cell(&t, l, "v.b"), "va");
        s = -lost / (9.81 * 0.04); /* B is free: v-(s) = v - w g h */
        CHECK(s > 0 && s <= 4.0 / 3, "w = %g", s);
        double speed = cell(&t, l - 1, "v.b"), hb = 9.81 * 0.04;
        for (int i = 0; alpha[k] == 0.5 && i < 1; i++) /* then w = s */
            CHECK(fabs(cell(&t, l, "q.b") - cell(&t, l - 1, "q.b") -
                       0.04 * s * (speed - hb * s / 2)) < 1e-14,
                  "place on the parabola");
        for (int i = 1; i < t.rows; i++) { /* (4.12b) off the collisions */
            double step = cell(&t, i, "q.b") - cell(&t, i - 1, "q.b");
            int hit = i == l || cell(&t, i, "cn.B") > 1;
            CHECK(hit || fabs(step - 0.04 * cell(&t, i, "va.b")) < 1e-14,
                  "row %d", i);
        }
        trace_free(&t);
        summary_clear(&sum);
    }
    VERIFIES("GAP08 (4.9), (4.11), (4.12b)");
}

/* Three coordinates, two velocities, q' = Gamma(q) v: each row is the one before
   plus h Gamma(q^l) ((1 - gamma) v^l + gamma v^{l+1}). M = I, no contact.

   Verifies GAP08 (4.4a). */
static void through_gamma(void)
{
    static const double gamma[3] = {0.5, 0.75, 1};
    for (int k = 0; k < 3; k++) {
        scene s;
        experiment e;
        trace t;
        summary sum;
        scene_start(&s, 3);
        graph *G = &s.g;
        graph_id v[2] = {graph_var(G, 3), graph_var(G, 4)};
        graph_id one = graph_const(G, 1), zero = graph_const(G, 0);
        graph_id M[4] = {one, zero, zero, one};
        graph_id force[2] = {graph_const(G, 3),
                             graph_op2(G, OP_MUL, v[0], v[1])};
        graph_id map[6] = {
            graph_op2(G, OP_ADD, one, s.q[0]), zero, s.q[2], one, zero, s.q[1]};
        system_spec spec = {.g = G,
                            .nq = 3,
                            .nv = 2,
                            .q_name = s.name,
                            .v_name = s.name,
                            .M = M,
                            .k = force,
                            .G = map};
        CHECK(system_make(&s.a, &spec, &s.sys).code == PERP_OK, "system");
        experiment_start(&e, &s.sys);
        mpq_set_d(e.alpha, gamma[k]);
        mpq_set_d(e.gamma, gamma[k]);
        mpq_set_d(e.h, 0.0625);
        mpq_set_d(e.T, 1);
        for (int i = 0; i < 3; i++)
            mpq_set_si(e.q[i], i + 1, 4);
        mpq_set_si(e.v[0], -1, 1);
        mpq_set_si(e.v[1], 2, 1);
        perp_status st = loop_run(&e, &t, &sum);
        CHECK(st.code == PERP_OK && t.rows == 17, "%s", st.message);
        for (int l = 1; l < t.rows; l++) {
            double q[3] = {cell(&t, l - 1, "q.a"), cell(&t, l - 1, "q.b"),
                           cell(&t, l - 1, "q.c")};
            double a = (1 - gamma[k]) * cell(&t, l - 1, "v.a") +
                       gamma[k] * cell(&t, l, "v.a");
            double b = (1 - gamma[k]) * cell(&t, l - 1, "v.b") +
                       gamma[k] * cell(&t, l, "v.b");
            double to[3] = {q[0] + 0.0625 * (1 + q[0]) * a,
                            q[1] + 0.0625 * (q[2] * a + b),
                            q[2] + 0.0625 * q[1] * b};
            CHECK(fabs(cell(&t, l, "q.a") - to[0]) < 1e-13 &&
                      fabs(cell(&t, l, "q.b") - to[1]) < 1e-13 &&
                      fabs(cell(&t, l, "q.c") - to[2]) < 1e-13,
                  "row %d", l);
        }
        trace_free(&t);
        summary_clear(&sum);
        experiment_end(&e);
        scene_end(&s);
    }
    VERIFIES("GAP08 (4.4a)");
}

/* Closed and approaching at the start: the compression, not (4.4d), which would
   reflect it with (1 - alpha)/alpha. No time goes by. */
static void approaching_start(void)
{
    const double alpha[3] = {0.5, 0.75, 1}, v[3] = {-1, -0.3, -7};
    for (int k = 0; k < 9; k++) {
        fall f = {.alpha = alpha[k % 3],
                  .h = 0.0625,
                  .T = 1,
                  .g = 9.81,
                  .n = 2,
                  .q = {0, 100},
                  .v = {v[k % 3], 2},
                  .mode = (experiment_mode)(k / 3)};
        trace t;
        summary sum;
        perp_status st = let_fall(&f, &t, &sum);
        CHECK(st.code == PERP_OK, "%s", st.message);
        CHECK(sum.collisions == 1 && sum.steps == 17, "%ld collisions, %ld",
              sum.collisions, sum.steps);
        CHECK(cell(&t, 1, "t") == 0 && cell(&t, 1, "v.a") == 0 &&
                  cell(&t, 1, "v.b") == 2 && cell(&t, 1, "q.b") == 100,
              "the row of the collision");
        CHECK(cell(&t, 1, "cn.A") == -v[k % 3], "%g", cell(&t, 1, "cn.A"));
        for (int l = 1; l < t.rows; l++)
            CHECK(cell(&t, l, "v.a") == 0 && cell(&t, l, "q.a") == 0, "row %d",
                  l);
        trace_free(&t);
        summary_clear(&sum);
    }
}

/* An approach that would not pass the tolerance (1e-10 m) within a step is no
   collision; the step's own problem reflects or stops it. */
static void no_approach(void)
{
    for (int mode = 0; mode < 3; mode++) {
        fall f = {.alpha = 0.5,
                  .h = 0.0625,
                  .T = 1,
                  .g = 9.81,
                  .n = 1,
                  .v = {-1e-10},
                  .mode = (experiment_mode)mode};
        trace t;
        summary sum;
        perp_status st = let_fall(&f, &t, &sum);
        CHECK(st.code == PERP_OK && sum.collisions == 0 &&
                  cell(&t, 1, "v.a") == 1e-10,
              "%ld collisions", sum.collisions);
        trace_free(&t);
        summary_clear(&sum);
        f.v[0] = -1e-8; /* 6e-10 m in a step */
        st = let_fall(&f, &t, &sum);
        CHECK(st.code == PERP_OK && sum.collisions == 1, "%ld collisions",
              sum.collisions);
        trace_free(&t);
        summary_clear(&sum);
    }
}

/* What closes together is one collision; what closes one after the other within
   a step is several, in the order of time, at the times of the closed form. */
static void several_at_once(void)
{
    fall f = {.alpha = 0.5,
              .h = 0.5,
              .T = 1,
              .g = 10,
              .n = 6,
              .q = {0.8, 0.2, 0.8, 0.45, 0.2, 0.3}};
    const double when[4] = {0.2, sqrt(0.06), 0.3, 0.4};
    const int rows[6] = {4, 1, 4, 3, 1, 2};
    trace t;
    summary sum;
    perp_status st = let_fall(&f, &t, &sum);
    CHECK(st.code == PERP_OK && sum.collisions == 4, "%ld", sum.collisions);
    for (int l = 1; l <= 4; l++)
        CHECK(fabs(cell(&t, l, "t") - when[l - 1]) < 1e-14, "%.17g",
              cell(&t, l, "t"));
    for (int i = 0; i < 6; i++) {
        char name[5] = {'c', 'n', '.', (char)('A' + i), 0};
        CHECK(first_impact(&t, name) == rows[i], "%s in row %d", name,
              first_impact(&t, name));
    }
    trace_free(&t);
    summary_clear(&sum);
}

/** The row's number in rational mode. */
static mpq_srcptr exact(const trace *t, int row, const char *name)
{
    int c = trace_column(t, name);
    return t->exact[(size_t)row * (size_t)t->columns + (size_t)c];
}

/* Over the rationals nothing is rounded: a ball that lands at a half of a step
   lands on 0 exactly, and when the time is irrational it is bracketed below by
   2^-49 of a step, the gap being not positive and the motion exact. */
static void rational_ball(void)
{
    trace t;
    summary sum;
    fall f = {.alpha = 0.5,
              .h = 0.125,
              .T = 1,
              .g = 8,
              .n = 1,
              .q = {8 * 0.3125 * 0.3125 / 2},
              .mode = EXPERIMENT_RATIONAL};
    perp_status st = let_fall(&f, &t, &sum);
    CHECK(st.code == PERP_OK, "%s", st.message);
    CHECK(mpq_cmp_ui(exact(&t, 3, "t"), 5, 16) == 0 &&
              mpq_sgn(exact(&t, 3, "q.a")) == 0 &&
              mpq_cmp_ui(exact(&t, 3, "cn.A"), 5, 2) == 0,
          "t = %.17g", cell(&t, 3, "t"));
    CHECK(sum.steps == sum.steps_proven && sum.collisions == 1, "proofs");
    trace_free(&t);
    summary_clear(&sum);
    f.q[0] = 0.75;
    st = let_fall(&f, &t, &sum);
    CHECK(st.code == PERP_OK, "%s", st.message);
    int l = first_impact(&t, "cn.A");
    mpq_t a, b;
    mpq_inits(a, b, NULL);
    mpq_mul(a, exact(&t, l, "t"), exact(&t, l, "t"));
    mpq_set_si(b, 4, 1);
    mpq_mul(a, a, b);
    mpq_set_d(b, 0.75);
    mpq_sub(a, b, a); /* 3/4 - g t^2/2 */
    CHECK(mpq_equal(a, exact(&t, l, "q.a")) && mpq_sgn(a) <= 0 &&
              mpq_get_d(a) > -0x1p-49,
          "gap %g", mpq_get_d(a));
    mpq_clears(a, b, NULL);
    trace_free(&t);
    summary_clear(&sum);
}

int main(void)
{
    memory_adopt_gmp();
    RUN(dropped_ball);
    RUN(order_of_the_time);
    RUN(uniform_clock);
    RUN(through_gamma);
    RUN(approaching_start);
    RUN(no_approach);
    RUN(several_at_once);
    RUN(rational_ball);
    DONE;
}
