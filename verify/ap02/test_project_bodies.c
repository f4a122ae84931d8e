/**
# The projection of positions of bodies

Joints, contacts and springs of bodies that turn, against directional
derivatives, closed forms and halved steps.
*/
#include "project.h"

#include <math.h>

/* A quaternion's kinematic map, q' = (1/2) q o (0, w), and x' = v. */
static void body_map(world *x)
{
    graph_id *p = x->s.q + 3;
    const int at[4][3] = {{1, 2, 3}, {0, 3, 2}, {3, 0, 1}, {2, 1, 0}};
    const double sign[4][3] = {
        {-1, -1, -1}, {1, -1, 1}, {1, 1, -1}, {-1, 1, 1}};
    for (int i = 0; i < 42; i++)
        x->G[i] = number(x, i / 6 == i % 6 && i / 6 < 3);
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 3; j++)
            x->G[(3 + i) * 6 + 3 + j] =
                op(x, OP_MUL, number(x, 0.5 * sign[i][j]), p[at[i][j]]);
}

/* Entry (i, j) of the rotation by a quaternion of any length. */
static graph_id turn(world *x, int i, int j)
{
    graph_id *p = x->s.q + 3, n = number(x, 0), m;
    for (int k = 0; k < 4; k++)
        n = op(x, OP_ADD, n, op(x, OP_MUL, p[k], p[k]));
    m = op(x, OP_MUL, p[1 + i], p[1 + j]);
    if (i == j) {
        graph_id own = op(x, OP_ADD, op(x, OP_MUL, p[0], p[0]), m);
        m = op(x, OP_SUB, op(x, OP_ADD, own, own), n);
    } else {
        double s = (j - i + 3) % 3 == 1 ? -1 : 1;
        graph_id c = op(x, OP_MUL, p[0], p[4 - i - j]);
        m = op(x, OP_ADD, m, op(x, OP_MUL, number(x, s), c));
        m = op(x, OP_ADD, m, m);
    }
    return op(x, OP_DIV, m, n);
}

static void turn_by(const double *q, const double *w, double *out)
{
    double n = sqrt(w[0] * w[0] + w[1] * w[1] + w[2] * w[2]);
    double c = cos(n / 2), s = n > 0 ? sin(n / 2) / n : 0.5;
    double r[4] = {c, s * w[0], s * w[1], s * w[2]};
    out[0] = q[0] * r[0] - q[1] * r[1] - q[2] * r[2] - q[3] * r[3];
    out[1] = q[0] * r[1] + q[1] * r[0] + q[2] * r[3] - q[3] * r[2];
    out[2] = q[0] * r[2] - q[1] * r[3] + q[2] * r[0] + q[3] * r[1];
    out[3] = q[0] * r[3] + q[1] * r[2] - q[2] * r[1] + q[3] * r[0];
}

static void carried(const double *q, const double *arm, double *out)
{
    double n = q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3];
    double u[3] = {q[1], q[2], q[3]}, d = 0, c[3];
    for (int i = 0; i < 3; i++) {
        d += u[i] * arm[i];
        c[i] = u[(i + 1) % 3] * arm[(i + 2) % 3] -
               u[(i + 2) % 3] * arm[(i + 1) % 3];
    }
    double own = q[0] * q[0] - (n - q[0] * q[0]);
    for (int i = 0; i < 3; i++)
        out[i] = (own * arm[i] + 2 * d * u[i] + 2 * q[0] * c[i]) / n;
}

/* The distance that is to be least, for the orientation q turned by w: the
   point `arm` of the body is at the origin, so x follows. */
static double distance(const double *q, const double *w, const double *arm,
                       const double *start)
{
    double to[7], at[3];
    turn_by(q + 3, w, to + 3);
    carried(to + 3, arm, at);
    for (int i = 0; i < 3; i++)
        to[i] = -at[i];
    double d = apart(7, to, start);
    return d * d;
}

/* A body on a ball joint: the joint holds, the quaternion keeps its length up
   to the square of the distance, and no turn about any axis comes nearer. */
static void ball_joint(void)
{
    check_random rng = {check_seed(305)};
    const double arm[3] = {0.5, -0.25, 1};
    world x = {.joints = 3, .nv = 6};
    scene_start(&x.s, 7);
    body_map(&x);
    for (int i = 0; i < 3; i++) {
        x.theta[i] = x.s.q[i];
        for (int j = 0; j < 3; j++)
            x.theta[i] = op(&x, OP_ADD, x.theta[i],
                            op(&x, OP_MUL, number(&x, arm[j]), turn(&x, i, j)));
    }
    world_make(&x, 7);
    for (int trial = 0; trial < 60; trial++) {
        double q[7], start[7], at[3], n = 0, zero[3] = {0, 0, 0};
        for (int i = 3; i < 7; i++) {
            q[i] = check_uniform(&rng, -1, 1);
            n += q[i] * q[i];
        }
        for (int i = 3; i < 7; i++)
            q[i] /= sqrt(n);
        carried(q + 3, arm, at);
        for (int i = 0; i < 3; i++)
            q[i] = -at[i] + check_uniform(&rng, -0.02, 0.02);
        memcpy(start, q, sizeof q);
        project_report r = must(&x, PROJECT_JOINTS, q);
        carried(q + 3, arm, at);
        for (int i = 0; i < 3; i++)
            CHECK(fabs(q[i] + at[i]) < 3e-12, "joint %g", q[i] + at[i]);
        n = apart(4, q + 3, (double[4]){0});
        CHECK(n - 1 >= -1e-15 && n - 1 < r.moved * r.moved, "length %g", n);
        double here = distance(q, zero, arm, start);
        for (int axis = 0; axis < 3; axis++) {
            double w[3] = {0}, h = 1e-5;
            w[axis] = h;
            double up = distance(q, w, arm, start);
            w[axis] = -h;
            double down = distance(q, w, arm, start);
            CHECK(up > here && down > here, "axis %d: nearer", axis);
            CHECK(fabs(up - down) / (2 * h) < 1e-9, "axis %d: slope %g", axis,
                  (up - down) / (2 * h));
        }
    }
    world_end(&x);
    counted("a ball joint");
}

/* (46)'s last line: the spring keeps the elongation that it is given, on a line
   through its foot; with a joint, where two circles meet. */
static void spring_line(void)
{
    check_random rng = {check_seed(306)};
    for (int joint = 0; joint < 2; joint++) {
        world x = {.joints = joint, .springs = 1};
        scene_start(&x.s, 2);
        x.phi[0] = op(&x, OP_SUB, length(&x), number(&x, 1));
        x.theta[0] = op(&x, OP_SUB, square(&x, 1), number(&x, 1));
        world_make(&x, 2);
        for (int trial = 0; trial < 60; trial++) {
            double to = check_uniform(&rng, -0.1, 0.1);
            double angle = check_uniform(&rng, 0.8, 1.2), r = 1 + to;
            double want[2] = {r * cos(angle), r * sin(angle)};
            if (joint) { /* r^2 = 2 x on the circle around (1, 0) */
                want[0] = r * r / 2;
                want[1] = sqrt(r * r - want[0] * want[0]);
            }
            double away = check_uniform(&rng, -0.05, 0.05);
            double q[2] = {want[0] * (1 + away), want[1] * (1 + away)};
            x.target[0] = to;
            must(&x, PROJECT_FULL, q);
            CHECK(apart(2, q, want) < 5e-12, "joint %d, trial %d: %g", joint,
                  trial, apart(2, q, want));
            double free[2] = {3, 4}; /* other forms leave springs alone */
            if (!joint)
                must(&x, PROJECT_CONTACTS, free);
            CHECK(joint || (free[0] == 3 && free[1] == 4), "moved");
        }
        world_end(&x);
    }
    counted("a spring");
}

/* The four corners of a block on a table, z +- sin a +- sin b / 2: the sums
   over the diagonals are equal, so four equations are too many. Three of them touch,
   or two, as the start has it. */
static void block_on_a_table(void)
{
    check_random rng = {check_seed(308)};
    world x = {.contacts = 4};
    scene_start(&x.s, 3);
    for (int k = 0; k < 4; k++) {
        graph_id a = graph_op1(&x.s.g, OP_SIN, x.s.q[1]);
        graph_id b = op(&x, OP_MUL, number(&x, 0.5),
                        graph_op1(&x.s.g, OP_SIN, x.s.q[2]));
        x.gap[k] = op(&x, k & 1 ? OP_ADD : OP_SUB, x.s.q[0], a);
        x.gap[k] = op(&x, k & 2 ? OP_ADD : OP_SUB, x.gap[k], b);
    }
    world_make(&x, 3);
    keep_all(&x);
    for (int trial = 0; trial < 60; trial++) {
        double q[3], s[3], least = 9;
        for (int i = 0; i < 3; i++)
            s[i] = q[i] = check_uniform(&rng, -1e-3, 1e-3);
        q[0] = s[0] = -fabs(q[0]);
        must(&x, PROJECT_CONTACTS, q);
        double reach = fabs(sin(q[1])) + fabs(sin(q[2])) / 2;
        CHECK(fabs(q[0] - reach) < 2e-12, "lowest corner %g", q[0] - reach);
        for (int k = 0; k < 400; k++) { /* no other place is nearer */
            double t[3] = {0, q[1] + check_uniform(&rng, -1e-4, 1e-4),
                           q[2] + check_uniform(&rng, -1e-4, 1e-4)};
            t[0] = fabs(sin(t[1])) + fabs(sin(t[2])) / 2;
            least = fmin(least, apart(3, t, s));
        }
        CHECK(apart(3, q, s) <= least, "trial %d: %g is nearer than %g", trial,
              least, apart(3, q, s));
    }
    world_end(&x);
    counted("a block");
}

int main(void)
{
    RUN(ball_joint);
    RUN(spring_line);
    RUN(block_on_a_table);
    DONE;
}
