#include "follow.h"

#include <math.h>

/* A bead in a bowl: Phi = (R^2 - |q|^2)/(2R), whose second derivative is -1/R in
   every direction; gravity and friction. */
static perp_status bowl(scene *s, double R)
{
    scene_start(s, 2);
    graph *G = &s->g;
    graph_id one = graph_const(G, 1), zero = graph_const(G, 0);
    graph_id M[4] = {one, zero, zero, one};
    graph_id k[2] = {zero, graph_const(G, -8)};
    graph_id xx = graph_op2(G, OP_MUL, s->q[0], s->q[0]);
    graph_id yy = graph_op2(G, OP_MUL, s->q[1], s->q[1]);
    graph_id inner = graph_op2(G, OP_SUB, graph_const(G, R * R),
                               graph_op2(G, OP_ADD, xx, yy));
    graph_id gap = graph_op2(G, OP_MUL, graph_const(G, 1 / (2 * R)), inner);
    graph_id slip =
        graph_op2(G, OP_MUL, graph_const(G, 1 / R),
                  graph_op2(G, OP_SUB, graph_op2(G, OP_MUL, s->q[0], s->v[1]),
                            graph_op2(G, OP_MUL, s->q[1], s->v[0])));
    mpq_t mu;
    mpq_init(mu);
    mpq_set_d(mu, 0.25);
    system_contact wall = {"bowl", gap, 1, &slip, mu};
    system_spec spec = {.g = G,
                        .nq = 2,
                        .nv = 2,
                        .q_name = s->name,
                        .v_name = s->name,
                        .M = M,
                        .k = k,
                        .contacts = 1,
                        .contact = &wall};
    perp_status status = system_make(&s->a, &spec, &s->sys);
    mpq_clear(mu);
    return status;
}

/* Verifies GAP08 (Lemma8.3), (8.25), (8.26), (4.14). The bead is kept from the
   first row: its steps need B_H = 1/R, the gap is -sum h^2 |x|^2/(2R)
   and so not below -T h max|x|^2/(2R); it halves with h. Dropped from above, it
   collides first, and the same holds behind the collision. */
static void lemma_8_3(void)
{
    for (int k = 0; k < 6; k++) {
        double R = k < 3 ? 1 : 2, drift[3];
        int high = k % 3 == 1;
        for (int fine = 0; fine < 3; fine++) {
            scene s;
            experiment e;
            estimates x;
            trace t;
            summary sum;
            double alpha = k % 3 == 2 ? 0.5 : 1, fastest = 0, moved = 0;
            CHECK(bowl(&s, R).code == PERP_OK, "scene");
            start(&e, &s, alpha, alpha, 1.0 / (64 << fine));
            mpq_set_d(e.q[1], high ? -0.75 * R : -R);
            mpq_set_d(e.v[0], 1.5);
            perp_status st = estimates_run(&e, &x);
            CHECK(st.code == PERP_OK && x.refuted == 0, "%s%s", st.message,
                  x.first);
            CHECK(x.collisions == high, "%ld collisions", x.collisions);
            /* the gaps are rounded; what that does to B_H is 1e-16/|dq|^2 */
            CHECK(x.curvature * R > 1 - 1e-7 && x.curvature * R < 1 + 1e-3,
                  "B_H = %.12g, not 1/%g", x.curvature, R);
            CHECK(loop_run(&e, &t, &sum).code == PERP_OK, "run");
            for (int row = 1; row < t.rows; row++) {
                const double *at = t.cell + row * t.columns;
                double square = at[6] * at[6] + at[7] * at[7];
                if (at[9] > 0 && at[9] < 1) /* c_n of a step, no collision's */
                    moved += square * ldexp(1, -12 - 2 * fine) / (2 * R);
                fastest = fmax(fastest, square);
            }
            double h = mpq_get_d(e.h);
            CHECK(x.least_gap >= -0.5 * h * fastest / (2 * R) - h * h, "gap %g",
                  x.least_gap);
            if (!high)
                CHECK(fabs(x.least_gap + moved) < 1e-12, "%g, not %g",
                      x.least_gap, -moved);
            drift[fine] = x.least_gap;
            trace_free(&t);
            summary_clear(&sum);
            experiment_end(&e);
            scene_end(&s);
        }
        printf("R = %g: least gap %.3g, %.3g, %.3g\n", R, drift[0], drift[1],
               drift[2]);
        CHECK(high || (drift[0] < 1.8 * drift[1] && drift[1] < 1.8 * drift[2]),
              "does not halve");
    }
    VERIFIES("GAP08 (Lemma8.3), (8.25), (8.26), (4.14)");
}

/* A bead on the circle |q| = 1 under gravity 8, held by the joint (|q|^2 - 1)/2,
   with the velocity eps along the joint's normal. */
static perp_status bead(scene *s)
{
    scene_start(s, 2);
    graph *G = &s->g;
    graph_id one = graph_const(G, 1), zero = graph_const(G, 0);
    graph_id M[4] = {one, zero, zero, one};
    graph_id k[2] = {zero, graph_const(G, -8)};
    graph_id xx = graph_op2(G, OP_MUL, s->q[0], s->q[0]);
    graph_id yy = graph_op2(G, OP_MUL, s->q[1], s->q[1]);
    graph_id off = graph_op2(G, OP_SUB, graph_op2(G, OP_ADD, xx, yy), one);
    graph_id theta = graph_op2(G, OP_MUL, graph_const(G, 0.5), off);
    system_spec spec = {.g = G,
                        .nq = 2,
                        .nv = 2,
                        .q_name = s->name,
                        .v_name = s->name,
                        .M = M,
                        .k = k,
                        .joints = 1,
                        .joint_name = s->name,
                        .theta = &theta};
    return system_make(&s->a, &spec, &s->sys);
}

/* One run: its estimates and where it ends. */
static estimates bead_run(double alpha, double eps, double h, double *q)
{
    scene s;
    experiment e;
    estimates x;
    trace t;
    summary sum;
    CHECK(bead(&s).code == PERP_OK, "scene");
    start(&e, &s, alpha, alpha, h);
    mpq_set_d(e.q[0], 1);
    mpq_set_d(e.v[0], eps);
    mpq_set_d(e.v[1], 0.5);
    perp_status st = estimates_run(&e, &x);
    CHECK(st.code == PERP_OK && x.refuted == 0, "%s%s", st.message, x.first);
    CHECK(loop_run(&e, &t, &sum).code == PERP_OK, "run");
    memcpy(q, t.cell + (t.rows - 1) * t.columns + 2, 2 * sizeof *q);
    trace_free(&t);
    summary_clear(&sum);
    experiment_end(&e);
    scene_end(&s);
    return x;
}

/* The angle from the angle's own equation th'' = -8 cos th, by small steps of
   Runge and Kutta's rule. */
static double bead_angle(double T)
{
    double th = 0, w = 0.5, h = T / 2000;
    for (int i = 0; i < 2000; i++) {
        double a = -8 * cos(th), b = -8 * cos(th + h / 2 * w);
        double c = -8 * cos(th + h / 2 * (w + h / 2 * a));
        double d = -8 * cos(th + h * (w + h / 2 * b));
        th += h * (w + h / 6 * (a + b + c));
        w += h / 6 * (a + 2 * b + 2 * c + d);
    }
    return th;
}

/* Verifies GAP08 (Thm7.1), (Lemma8.2), (Thm8.4). Three halvings of h: the
   variation of the weighted velocity and its bound stay, that of v^h doubles
   when alpha = 1/2 and the start is inconsistent; the joint's error goes to
   zero, the reduced equation holds up to O(h^2), and the position converges to
   that of the angle's equation. */
static void limits(void)
{
    const double th = bead_angle(0.5);
    for (int k = 0; k < 3; k++) {
        double alpha = k < 2 ? 0.5 : 1, eps = k == 0 ? 0.125 : 0;
        double q[2], off[4];
        estimates x[4];
        for (int i = 0; i < 4; i++) {
            x[i] = bead_run(alpha, eps, 1.0 / (32 << i), q);
            off[i] = hypot(q[0] - cos(th), q[1] - sin(th));
            CHECK(x[i].tv <= x[i].tv_bound && x[i].tv_bound < 40, "TV %g, %g",
                  x[i].tv, x[i].tv_bound);
        }
        for (int i = 1; i < 4; i++) {
            CHECK(x[i].tv_bound < 1.1 * x[i - 1].tv_bound, "bounds %g, %g",
                  x[i - 1].tv_bound, x[i].tv_bound);
            CHECK(x[i].joint_gap < 0.6 * x[i - 1].joint_gap, "joint %g, %g",
                  x[i - 1].joint_gap, x[i].joint_gap);
            CHECK(x[i].reduced < 1.3 * x[i - 1].reduced + 0.1, "reduced %g, %g",
                  x[i - 1].reduced, x[i].reduced);
            CHECK(eps == 0 ? x[i].tv_plain < 1.1 * x[i - 1].tv_plain
                           : x[i].tv_plain - x[i].tv >
                                 1.8 * (x[i - 1].tv_plain - x[i - 1].tv),
                  "TV(v^h) %g, %g", x[i - 1].tv_plain, x[i].tv_plain);
            CHECK(off[i] < 0.6 * off[i - 1], "position %g, %g", off[i - 1],
                  off[i]);
        }
        printf("alpha %g, eps %g: TV %.3f <= %.3f, TV(v^h) %.3f, joint %.2g, "
               "position %.2g\n",
               alpha, eps, x[3].tv, x[3].tv_bound, x[3].tv_plain,
               x[3].joint_gap, off[3]);
    }
    VERIFIES("GAP08 (Thm7.1), (Lemma8.2), (Thm8.4)");
}

int main(void)
{
    RUN(lemma_8_3);
    RUN(limits);
    DONE;
}
