#include "base/memory.h"
#include "table.h"
#include "gap08/bounds/residual.h"

#include <math.h>

/* A motion of two coordinates in closed form. */
typedef void (*closed_form)(double t, double *q, double *v);

/* The residual of its rows at T k / n. */
static residual of_motion(const scene *s, closed_form f, double T, int n)
{
    table x;
    residual r = {0};
    table_start(&x, &s->sys, n + 1);
    for (int k = 0; k <= n; k++) {
        double q[2], v[2], t = T * k / n;
        f(t, q, v);
        table_row(&x, t, 2, q, v);
    }
    perp_status st = residual_of(&s->sys, &x.t, 1e-10, &r);
    CHECK(st.code == PERP_OK, "%s", st.message);
    table_end(&x);
    return r;
}

/* A block under the force 8 cos t, started with speed 15, slides with friction
   0.5 g = 4.905 for more than 3 s. */
static double friction = 4.905, height = 0;

static void sliding(double t, double *q, double *v)
{
    q[0] = 15 * t + 8 * (1 - cos(t)) - friction * t * t / 2;
    v[0] = 15 + 8 * sin(t) - friction * t;
    q[1] = height;
    v[1] = 0;
}

/** The true slide, and three wrong ones: with a fifth too much friction the part
that the cone cannot hold is $0.2\mu g$ long across its edge, which makes
$0.2 \mu g T / \sqrt{1 + \mu^2}$; a block that hangs in the air misses its weight.
Verifies GAP08 (6.1), (6.2), (6.5), (6.11), (Def6.1), (Def6.2). */
static void slide(void)
{
    scene s;
    const double T = 3, g = 9.81, mu = 0.5;
    CHECK(scene_block(&s, 1, mu, g).code == PERP_OK, "scene");
    friction = mu * g;
    height = 0;
    double last = 1;
    for (int n = 16; n <= 256; n *= 2) {
        residual r = of_motion(&s, sliding, T, n);
        CHECK(r.inclusion < 0.3 * last, "%d rows: %g after %g", n, r.inclusion,
              last);
        CHECK(r.apart == 0 && r.gaps == 0 && r.joints == 0, "extras");
        last = r.inclusion;
    }
    CHECK(last > 1e-6 && last < 1e-3, "%g", last);
    for (int n = 64; n <= 1024; n *= 4) {
        friction = 1.2 * mu * g;
        double want = 0.2 * mu * g * T / sqrt(1 + mu * mu);
        double got = of_motion(&s, sliding, T, n).inclusion;
        CHECK(fabs(got - want) < 2.0 / n, "%d rows: %g, not %g", n, got, want);
        friction = 0.9 * mu * g; /* less than mu allows: no solution's speed,
                                    but a force of the cone */
        got = of_motion(&s, sliding, T, n).inclusion;
        CHECK(got < 1e-12, "inside the cone: %g", got);
        friction = mu * g;
        height = 0.01;
        got = of_motion(&s, sliding, T, n).inclusion;
        want = T * sqrt(g * g + friction * friction);
        CHECK(fabs(got - want) < 1e-2, "in the air: %g, not %g", got, want);
        height = 0;
    }
    scene_end(&s);
    VERIFIES("GAP08 (6.1), (6.2), (6.5), (6.11), (Def6.1), (Def6.2)");
}

static void add_fall(table *x, double from, double to, double y, double v)
{
    const double g = 9.81;
    for (int k = 0; k <= 7; k++) {
        double t = (to - from) * k / 7, q[2] = {0, y + v * t - g * t * t / 2};
        table_row(x, from + t, 2, q, (double[2]){0, v - g * t});
    }
}

/* A ball falls from `y` above the height at which it turns, rises with half its
   speed, falls again and rests from the second impact on. */
static residual bounce(const scene *s, double floor, double impulse)
{
    table x;
    residual r = {0};
    const double g = 9.81, first = sqrt(2 / g), v = g * first / 2;
    const double second = first + 2 * v / g;
    table_start(&x, &s->sys, 40);
    add_fall(&x, 0, first, 1 + floor, 0);
    add_fall(&x, first, second, floor, v);
    for (int k = 0; k < 6; k++)
        table_row(&x, second + 0.1 * k, 2, (double[2]){0, floor},
                  (double[2]){0, 0})[x.at.cn] = impulse;
    perp_status st = residual_of(&s->sys, &x.t, 1e-10, &r);
    CHECK(st.code == PERP_OK, "%s", st.message);
    table_end(&x);
    return r;
}

/* A row that a run writes at a collision has the velocity behind it only: the
   contact that has closed there is what makes the jump. */
static void struck(const scene *s)
{
    table x;
    residual r = {0};
    const double g = 9.81, first = sqrt(2 / g);
    table_start(&x, &s->sys, 20);
    add_fall(&x, 0, 6 * first / 7, 1, 0);
    table_row(&x, first, 2, (double[2]){0, 0}, (double[2]){0, 0});
    table_row(&x, 1, 2, (double[2]){0, 0}, (double[2]){0, 0});
    perp_status st = residual_of(&s->sys, &x.t, 1e-10, &r);
    CHECK(st.code == PERP_OK && r.inclusion < 1e-12, "%g", r.inclusion);
    table_end(&x);
}

/** Bouncing, then resting: an impact law is not asked for, so this is a solution
and the sums are rounding. A ball that turns 0.05 m above the floor is stopped by
nothing: both jumps of its velocity and its weight count. A table that says a
contact pushes there is believed, and the distance is told.
Verifies GAP08 (6.4), (6.7), (6.10). */
static void ball(void)
{
    scene s;
    const double g = 9.81, u = sqrt(2 * g);
    scene_start(&s, 2);
    graph_id one = graph_const(&s.g, 1), zero = graph_const(&s.g, 0);
    graph_id M[4] = {one, zero, zero, one};
    graph_id k[2] = {zero, graph_const(&s.g, -g)};
    mpq_t none;
    mpq_init(none);
    system_contact floor = {"floor", s.q[1], 0, NULL, none};
    system_spec spec = {.g = &s.g,
                        .nq = 2,
                        .nv = 2,
                        .q_name = s.name,
                        .v_name = s.name,
                        .M = M,
                        .k = k,
                        .contacts = 1,
                        .contact = &floor};
    CHECK(system_make(&s.a, &spec, &s.sys).code == PERP_OK, "scene");
    residual r = bounce(&s, 0, 0);
    CHECK(r.inclusion < 1e-12, "%g", r.inclusion);
    CHECK(r.gaps < 1e-12 && r.position < 1e-12, "%g, %g", r.gaps, r.position);
    r = bounce(&s, 0.05, 0);
    double want = 1.5 * u + 0.5 * u + 0.5 * g;
    CHECK(fabs(r.inclusion - want) < 1e-9, "%g, not %g", r.inclusion, want);
    r = bounce(&s, 0.05, 1);
    CHECK(fabs(r.apart - 0.05) < 1e-12, "apart %g", r.apart);
    r = bounce(&s, -0.05, 0);
    CHECK(fabs(r.gaps - 0.05) < 1e-12, "deep %g", r.gaps);
    struck(&s);
    mpq_clear(none);
    scene_end(&s);
    VERIFIES("GAP08 (6.4), (6.7), (6.10)");
}

/** Positions that velocities do not lead to: three of them, two velocities, and
$\Gamma = (1, 2;\ q_2, -1;\ 0, 3)$. Behind $q(0) = (0, 0, 2)$ the trapezium rule says (5/8,
23/32, 3/8), (17/8, -229/32, 21/8), (49/8, -841/32, 81/8), by hand; the rows are off this by
(0, 1/8, 0), (3, -4, 12), (1, 2, 2), so that 13 is the most.
Verifies GAP08 (6.10). */
static void positions(void)
{
    static const double at[] = {0, 0.25, 0.75, 1.75};
    static const double v[][2] = {{1, 2}, {2, -1}, {-2, 4}, {0, 1}};
    static const double q[][3] = {{0, 0, 2},
                                  {5 / 8., 23 / 32. + 1 / 8., 2 + 3 / 8.},
                                  {17 / 8. + 3, -229 / 32. - 4, 14 + 21 / 8.},
                                  {49 / 8. + 1, -841 / 32. + 2, 4 + 81 / 8.}};
    scene s;
    table x;
    residual r;
    scene_start(&s, 3);
    graph_id one = graph_const(&s.g, 1), zero = graph_const(&s.g, 0);
    graph_id M[4] = {one, zero, zero, one}, k[2] = {zero, zero};
    graph_id map[6] = {one,    graph_const(&s.g, 2),
                       s.q[2], graph_const(&s.g, -1),
                       zero,   graph_const(&s.g, 3)};
    system_spec spec = {.g = &s.g,
                        .nq = 3,
                        .nv = 2,
                        .q_name = s.name,
                        .v_name = s.name,
                        .M = M,
                        .k = k,
                        .G = map};
    CHECK(system_make(&s.a, &spec, &s.sys).code == PERP_OK, "scene");
    table_start(&x, &s.sys, 4);
    for (int i = 0; i < 4; i++)
        table_row(&x, at[i], 2, q[i], v[i])[x.at.q + 2] = q[i][2];
    CHECK(residual_of(&s.sys, &x.t, 1e-10, &r).code == PERP_OK, "residual");
    CHECK(r.position == 13, "off by %.17g", r.position);
    table_end(&x);
    scene_end(&s);
    VERIFIES("GAP08 (6.10)");
}

static double gain = 0;

static void circling(double t, double *q, double *v)
{
    double a = t + gain * t * t / 2, w = 1 + gain * t;
    q[0] = cos(a);
    q[1] = sin(a);
    v[0] = -w * sin(a);
    v[1] = w * cos(a);
}

/** A bead on a circle: the joint's direction is that of the row, the mean turns by
half a step, so the residual is $Th/2$ to first order; a bead that gets faster by
itself keeps its gain as residual. A circle of radius 1.01 is off the joint by
$1.01^2 - 1$. Verifies GAP08 (6.3), (6.6). */
static void bead(void)
{
    scene s;
    scene_start(&s, 2);
    graph *G = &s.g;
    graph_id one = graph_const(G, 1), zero = graph_const(G, 0);
    graph_id M[4] = {one, zero, zero, one}, k[2] = {zero, zero};
    graph_id theta = graph_op2(G, OP_SUB,
                               graph_op2(G, OP_ADD, graph_power(G, s.q[0], 2),
                                         graph_power(G, s.q[1], 2)),
                               one);
    system_spec spec = {.g = G,
                        .nq = 2,
                        .nv = 2,
                        .q_name = s.name,
                        .v_name = s.name,
                        .M = M,
                        .k = k,
                        .joints = 1,
                        .joint_name = s.name,
                        .theta = &theta};
    CHECK(system_make(&s.a, &spec, &s.sys).code == PERP_OK, "scene");
    const double T = 2;
    for (int n = 50; n <= 800; n *= 2) {
        gain = 0;
        residual r = of_motion(&s, circling, T, n);
        CHECK(fabs(r.inclusion - T * T / n / 2) < T / n / n, "%g", r.inclusion);
        CHECK(r.joints < 1e-14, "%g", r.joints);
        gain = 0.3;
        r = of_motion(&s, circling, T, n);
        CHECK(fabs(r.inclusion - 0.3 * T) < 8.0 / n, "%g", r.inclusion);
    }
    scene_end(&s);
    VERIFIES("GAP08 (6.3), (6.6)");
}

static void swinging(double t, double *q, double *v)
{
    q[0] = cos(2 * t);
    v[0] = -2 * sin(2 * t);
    q[1] = v[1] = 0;
}

/** A spring that is a row of a step is a force here: $\cos 2t$ solves it, with
the error of the trapezium rule; a spring with half the stiffness does not. */
static void spring(void)
{
    const double stiffness[] = {4, 2};
    double last = 1;
    for (int k = 0; k < 2; k++) {
        scene s;
        scene_start(&s, 2);
        graph_id one = graph_const(&s.g, 1), zero = graph_const(&s.g, 0);
        graph_id M[4] = {one, zero, zero, one}, force[2] = {zero, zero};
        mpq_t hard, none;
        mpq_inits(hard, none, NULL);
        mpq_set_d(hard, stiffness[k]);
        system_spring row = {"spring", s.q[0], hard, none};
        system_spec spec = {.g = &s.g,
                            .nq = 2,
                            .nv = 2,
                            .q_name = s.name,
                            .v_name = s.name,
                            .M = M,
                            .k = force,
                            .springs = 1,
                            .spring = &row};
        CHECK(system_make(&s.a, &spec, &s.sys).code == PERP_OK, "scene");
        for (int n = 64; n <= 512; n *= 2) {
            double r = of_motion(&s, swinging, 2, n).inclusion;
            CHECK(k == 1 || r < 0.3 * last, "%d rows: %g", n, r);
            CHECK(k == 0 || r > 2, "%d rows: %g", n, r);
            last = r;
        }
        mpq_clears(hard, none, NULL);
        scene_end(&s);
    }
}

/** Computed runs of the block: the residual halves with the step. */
static void runs(void)
{
    scene s;
    double last = 0;
    CHECK(scene_block(&s, 1, 0.8, 9.81).code == PERP_OK, "scene");
    for (int n = 100; n <= 1600; n *= 2) {
        experiment e;
        trace t;
        summary sum;
        residual r;
        experiment_start(&e, &s.sys);
        mpq_set_si(e.alpha, 1, 1);
        mpq_set_si(e.gamma, 1, 1);
        mpq_set_si(e.T, 4, 1);
        mpq_set_si(e.h, 4, (unsigned long)n);
        mpq_canonicalize(e.h);
        CHECK(loop_run(&e, &t, &sum).code == PERP_OK, "run");
        CHECK(residual_of(&s.sys, &t, 1e-10, &r).code == PERP_OK, "residual");
        CHECK(n == 100 ||
                  (r.inclusion < 0.7 * last && r.inclusion > 0.4 * last),
              "%d steps: %g after %g", n, r.inclusion, last);
        last = r.inclusion;
        trace_free(&t);
        summary_clear(&sum);
        experiment_end(&e);
    }
    CHECK(last < 0.01, "%g", last);
    scene_end(&s);
}

/** Every request for memory refused once: an error, and nothing lost. */
static void refused(void)
{
    scene s;
    table x;
    residual r;
    size_t many = 1;
    CHECK(scene_block(&s, 1, 0.5, 9.81).code == PERP_OK, "scene");
    table_start(&x, &s.sys, 9);
    for (int k = 0; k < 9; k++)
        table_row(&x, 0.1 * k, 2, (double[2]){k, 0}, (double[2]){10, 0});
    for (;; many++) {
        memory_refuse(many);
        perp_status st = residual_of(&s.sys, &x.t, 1e-10, &r);
        memory_refuse(0);
        if (st.code == PERP_OK)
            break;
        CHECK(st.code == PERP_LIMIT, "%s", st.message);
    }
    CHECK(many > 2, "%zu requests", many);
    table_end(&x);
    scene_end(&s);
}

int main(void)
{
    RUN(slide);
    RUN(ball);
    RUN(positions);
    RUN(bead);
    RUN(spring);
    RUN(runs);
    RUN(refused);
    DONE;
}
