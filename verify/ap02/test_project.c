/**
# The projection of positions against closed forms

What it arrives at, the conditions that it leaves behind, and where there is
nothing to arrive at.
*/
#include "project.h"

#include <math.h>

/* The bob of a pendulum: the nearest point lies on the radius; the rod as a
   length, as half a square, and as both. */
static void radial(void)
{
    check_random rng = {check_seed(301)};
    for (int form = 0; form < 3; form++) {
        world x = {.joints = form == 2 ? 2 : 1};
        scene_start(&x.s, 2);
        graph_id c[2] = {op(&x, OP_SUB, length(&x), number(&x, 1)),
                         op(&x, OP_MUL, number(&x, 0.5),
                            op(&x, OP_SUB, square(&x, 0), number(&x, 1)))};
        x.theta[0] = c[form % 2];
        x.theta[1] = c[1];
        world_make(&x, 2);
        for (int trial = 0; trial < 100; trial++) {
            double r = check_uniform(&rng, 0.6, 1.8);
            double angle = check_uniform(&rng, -4, 4);
            double q[2] = {r * cos(angle), r * sin(angle)};
            project_report report = must(&x, PROJECT_JOINTS, q);
            CHECK(fabs(q[0] - cos(angle)) < 2e-12 &&
                      fabs(q[1] - sin(angle)) < 2e-12,
                  "%g %g", q[0] - cos(angle), q[1] - sin(angle));
            CHECK(fabs(report.moved - fabs(r - 1)) < 2e-12, "moved %g",
                  report.moved);
        }
        world_end(&x);
    }
    counted("a circle");
}

/* Two rods hold a point: circles around (0, 0) and (d, 0). */
static void two_circles(void)
{
    check_random rng = {check_seed(302)};
    for (int trial = 0; trial < 60; trial++) {
        double d = check_uniform(&rng, 1, 2), a = check_uniform(&rng, 1, 2);
        double b = check_uniform(&rng, fabs(d - a) + 0.3, d + a - 0.3);
        world x = {.joints = 2};
        scene_start(&x.s, 2);
        x.theta[0] = op(&x, OP_SUB, square(&x, 0), number(&x, a * a));
        x.theta[1] = op(&x, OP_SUB, square(&x, d), number(&x, b * b));
        world_make(&x, 2);
        double along = (d * d + a * a - b * b) / (2 * d);
        double across = sqrt(a * a - along * along);
        double q[2] = {along + check_uniform(&rng, -0.05, 0.05),
                       across + check_uniform(&rng, -0.05, 0.05)};
        must(&x, PROJECT_JOINTS, q);
        CHECK(fabs(q[0] - along) < 1e-11 && fabs(q[1] - across) < 1e-11,
              "trial %d: %g %g", trial, q[0] - along, q[1] - across);
        world_end(&x);
    }
    counted("two circles");
}

/* A corner of three planes in space, where negative coordinates become zero.
   Planes need one subproblem when all are in hand; kept contacts as equations
   lead to the apex. */
static void corner(void)
{
    check_random rng = {check_seed(304)};
    const double e[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    world x = {.contacts = 3};
    scene_start(&x.s, 3);
    for (int k = 0; k < 3; k++)
        x.gap[k] = affine(&x, 3, e[k], 0);
    world_make(&x, 3);
    keep_all(&x);
    for (int trial = 0; trial < 100; trial++) {
        double q[3], want[3];
        for (int i = 0; i < 3; i++) {
            q[i] = check_integer(&rng, -8, 8) / 4.0;
            want[i] = q[i] > 0 ? q[i] : 0;
        }
        project_report r = must(&x, PROJECT_FULL, q);
        CHECK(memcmp(q, want, sizeof q) == 0 || apart(3, q, want) < 1e-15,
              "trial %d", trial);
        CHECK(r.subproblems == 1, "%d", r.subproblems);
        double all[3] = {1, -2, 3}; /* kept contacts are equations here */
        must(&x, PROJECT_CONTACTS, all);
        CHECK(fabs(all[0]) + fabs(all[1]) + fabs(all[2]) < 1e-15, "%g", all[0]);
    }
    world_end(&x);
    counted("a corner");
}

/** The conditions that a projection leaves behind, by hand. Of (-2, -3, 5) the
nearest point with 2 x = 2, y >= 0, z >= 0 is (1, 0, 5): the way there, (3, 3, 0), is
3/2 times the gradient (2, 0, 0), 3 times (0, 1, 0), and nothing of (0, 0, 1), which
is open by 5. Kept contacts as equations: (1, 0, 0), the third with -5. Where the two
contacts repeat each other, y >= 0 and 2 y >= 0, they are inequalities then.

Verifies AP02 (46). */
static void what_is_left(void)
{
    const double joint[3] = {2, 0, 0},
                 e[3][3] = {{0, 1, 0}, {0, 0, 1}, {0, 2, 0}};
    for (int what = 0; what < 3; what++) {
        world x = {.joints = 1, .contacts = 2};
        double q[3] = {-2, -3, 5};
        const double z = what == 1 ? 0 : 5;
        scene_start(&x.s, 3);
        x.theta[0] = affine(&x, 3, joint, -2);
        x.gap[0] = affine(&x, 3, e[0], 0);
        x.gap[1] = affine(&x, 3, e[what == 2 ? 2 : 1], 0);
        world_make(&x, 3);
        keep_all(&x);
        must(&x, what == 0 ? PROJECT_FULL : PROJECT_CONTACTS, q);
        CHECK(fabs(q[0] - 1) < 1e-15 && fabs(q[1]) < 1e-15 &&
                  fabs(q[2] - z) < 1e-15,
              "%d: %g %g %g", what, q[0], q[1], q[2]);
        const project_room *r = &x.room;
        CHECK(r->rows == 3 && r->eq == (what == 1 ? 3 : 1), "%d: %d of %d",
              what, r->eq, r->rows);
        CHECK(fabs(r->value[0]) < 1e-15 && fabs(r->value[1]) < 1e-15 &&
                  fabs(r->value[2] - (what == 0 ? 5 : 0)) < 1e-15,
              "%d: values %g %g %g", what, r->value[0], r->value[1],
              r->value[2]);
        CHECK(fabs(r->force[0] - 1.5) < 1e-15, "%d: %g", what, r->force[0]);
        if (what < 2)
            CHECK(fabs(r->force[1] - 3) < 1e-15 &&
                      fabs(r->force[2] - (what == 1 ? -5 : 0)) < 1e-15,
                  "%d: %g %g", what, r->force[1], r->force[2]);
        else
            CHECK(r->force[1] >= 0 && r->force[2] >= 0 &&
                      fabs(r->force[1] + 2 * r->force[2] - 3) < 1e-15,
                  "%g %g", r->force[1], r->force[2]);
        world_end(&x);
    }
    counted("by hand");
    VERIFIES("AP02 (46)");
}

/* The gaps in the right-hand sides of the subproblems, one behind the other. */
typedef struct {
    int calls;
    double gap[16][2];
} seen;

static perp_status look(void *user, const lcp_problem *p)
{
    seen *s = user;
    for (int i = 0; i < 2 && s->calls < 16; i++)
        s->gap[s->calls][i] = p->b[2 + i];
    s->calls++;
    return PERP_SUCCESS;
}

/** Equations that contradict each other on the way. x - 1 and x + y - y^2/2 - 2 send
the first subproblem from (0, 0) to (1, 1), where both gradients are (1, 0) and the
values 0 and -1/2. As inequalities they are asked from the beginning again.

Verifies AP02 (46). */
static void from_the_start_again(void)
{
    world x = {.contacts = 2};
    double q[2] = {0, 0};
    const double first[] = {1, 0}, second[] = {1, 1};
    seen s = {0};
    scene_start(&x.s, 2);
    graph_id y = x.s.q[1];
    x.gap[0] = affine(&x, 2, first, -1);
    x.gap[1] = op(&x, OP_SUB, affine(&x, 2, second, -2),
                  op(&x, OP_MUL, op(&x, OP_MUL, y, y), number(&x, 0.5)));
    world_make(&x, 2);
    keep_all(&x);
    const active_set set = {x.kept, x.id, NULL};
    const project_wish wish = {PROJECT_CONTACTS, &set, x.target, look, &s};
    project_report r = {0};
    perp_status done =
        project_position(&x.s.sys, &x.w, &wish, &x.room, &x.scratch, q, &r);
    CHECK(done.code == PERP_OK, "%s", done.message);
    CHECK(fabs(q[0] - 2 + q[1] - q[1] * q[1] / 2) < 1e-12 &&
              fabs(q[0] * (q[1] - 1) + q[1]) < 1e-6,
          "the nearest point: %.17g, %.17g", q[0], q[1]);
    CHECK(s.calls >= 3 && s.calls <= 16, "%d subproblems", s.calls);
    for (int k = 0; k < 2; k++) /* what contradicts itself is not posed */
        CHECK(s.gap[k][0] == -1 && s.gap[k][1] == -2, "subproblem %d: %g %g", k,
              s.gap[k][0], s.gap[k][1]);
    CHECK(s.gap[2][0] == 0 && s.gap[2][1] == -0.5, "at (1, 1): %g %g",
          s.gap[2][0], s.gap[2][1]);
    world_end(&x);
    VERIFIES("AP02 (46)");
}

/* A slot without clearance in a plane, its walls written with different factors;
   the slider is the end of a rod whose other end is at height 0, so there are
   several subproblems. (Beyond what the paper asks for: no position is inside
   the slot, and the multipliers have no bound.) */
static void slot(void)
{
    check_random rng = {check_seed(309)};
    for (int trial = 0; trial < 200; trial++) {
        double angle = check_uniform(&rng, -4, 4);
        double b = check_uniform(&rng, -1, 1);
        double n[3] = {cos(angle), sin(angle), 0};
        double m[3] = {-3 * n[0], -3 * n[1], 0};
        double along[3] = {-n[1], n[0], 0};
        world x = {.contacts = 2, .joints = 1};
        scene_start(&x.s, 3);
        x.gap[0] = affine(&x, 3, n, b);
        x.gap[1] = affine(&x, 3, m, -3 * b);
        graph_id t = affine(&x, 3, along, 0), z = x.s.q[2];
        x.theta[0] = op(&x, OP_ADD, op(&x, OP_MUL, t, t), op(&x, OP_MUL, z, z));
        x.theta[0] = op(&x, OP_SUB, x.theta[0], number(&x, 1));
        world_make(&x, 3);
        keep_all(&x);
        double turn = check_uniform(&rng, 0, 6);
        double r = check_uniform(&rng, 0.9, 1.1);
        double off = check_uniform(&rng, -0.1, 0.1) - b, q[3], want[3];
        for (int i = 0; i < 3; i++) {
            double rod = cos(turn) * along[i] + (i == 2) * sin(turn);
            q[i] = r * rod + off * n[i];
            want[i] = rod - b * n[i];
        }
        must(&x, trial % 2 ? PROJECT_FULL : PROJECT_CONTACTS, q);
        CHECK(apart(3, q, want) < 2e-12 * (1 + fabs(b)), "trial %d: %g", trial,
              apart(3, q, want));
        world_end(&x);
    }
    counted("a slot");
}

/* From far away: on the normal of the parabola y = x^2 at (t, t^2), before
   the axis is reached, the nearest point is known. From the axis, twice the
   radius of curvature beyond the vertex, ten subproblems are not enough, and it
   is said so. */
static void parabola(void)
{
    world x = {.joints = 1};
    scene_start(&x.s, 2);
    x.theta[0] = op(&x, OP_SUB, x.s.q[1], op(&x, OP_MUL, x.s.q[0], x.s.q[0]));
    world_make(&x, 2);
    for (double t = 0.25; t < 2; t += 0.25)
        for (double part = 0.1; part < 0.45; part += 0.1) {
            double n = sqrt(1 + 4 * t * t), d = part * n;
            double want[2] = {t, t * t};
            double q[2] = {t - d * 2 * t / n, t * t + d / n};
            project_report r = must(&x, PROJECT_JOINTS, q);
            CHECK(apart(2, q, want) < 1e-11 && fabs(r.moved - d) < 1e-11,
                  "t %g, part %g: %g", t, part, apart(2, q, want));
        }
    double q[2] = {1e-3, 1.5};
    project_report r;
    CHECK(project(&x, PROJECT_JOINTS, q, &r).code == PERP_LIMIT, "%d",
          r.subproblems);
    world_end(&x);
    counted("a parabola");
}

/* Constraints without a common point: two circles around one centre, a slot of
   negative width, a circle and a wall beyond it, where no linearisation says
   so. One line, and no answer. */
static void refusals(void)
{
    const double right[2] = {1, 0}, left[2] = {-1, 0};
    for (int what = 0; what < 3; what++) {
        world x = {.joints = 2 - what > 0 ? 2 - 2 * what : 1,
                   .contacts = what == 0 ? 0 : 3 - what};
        double q[2] = {0.9, 0.1};
        scene_start(&x.s, 2);
        x.theta[0] = op(&x, OP_SUB, square(&x, 0), number(&x, 1));
        x.theta[1] = op(&x, OP_SUB, square(&x, 0), number(&x, 4));
        x.gap[0] = affine(&x, 2, right, what == 1 ? -1 : -2);
        x.gap[1] = affine(&x, 2, left, -1);
        world_make(&x, 2);
        keep_all(&x);
        project_report r;
        perp_status s = project(&x, PROJECT_FULL, q, &r);
        CHECK(s.code == (what == 2 ? PERP_LIMIT : PERP_NO_SOLUTION),
              "kind %d: code %d", what, (int)s.code);
        CHECK(s.message != NULL && strchr(s.message, '\n') == NULL &&
                  strstr(s.message, "smaller h") != NULL,
              "kind %d", what);
        CHECK(r.subproblems <= 11, "%d", r.subproblems);
        world_end(&x);
    }
}

int main(void)
{
    RUN(radial);
    RUN(two_circles);
    RUN(corner);
    RUN(what_is_left);
    RUN(from_the_start_again);
    RUN(slot);
    RUN(parabola);
    RUN(refusals);
    DONE;
}
