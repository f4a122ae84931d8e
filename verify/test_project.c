/**
# The projection of positions against other roads

Closed forms, brute force over the sets of contacts that touch, Newton's method
on the conditions of optimality with the curvature that the program leaves out,
and directional derivatives for a body that turns.
*/
#include "nearest_point.h"
#include "scene.h"

#include <math.h>

enum { MOST_ROWS = 8 };

/* Coordinates with constraints, and everything a projection needs. */
typedef struct {
    scene s;
    assembler w;
    project_room room;
    arena scratch;
    int joints, contacts, springs;
    graph_id theta[MOST_ROWS], gap[MOST_ROWS], phi[MOST_ROWS];
    graph_id G[56];
    int nv; /* 0: as many as coordinates */
    int id[MOST_ROWS], kept;
    double target[MOST_ROWS];
} world;

static graph_id number(world *x, double c)
{
    return graph_const(&x->s.g, c);
}

static graph_id op(world *x, graph_op what, graph_id a, graph_id b)
{
    return graph_op2(&x->s.g, what, a, b);
}

/* x^2 + y^2 of two coordinates, the first minus d. */
static graph_id square(world *x, double d)
{
    graph_id a = op(x, OP_SUB, x->s.q[0], number(x, d)), b = x->s.q[1];
    return op(x, OP_ADD, op(x, OP_MUL, a, a), op(x, OP_MUL, b, b));
}

static graph_id length(world *x)
{
    return graph_op1(&x->s.g, OP_SQRT, square(x, 0));
}

static graph_id affine(world *x, int n, const double *a, double b)
{
    graph_id sum = number(x, b);
    for (int i = 0; i < n; i++)
        sum = op(x, OP_ADD, sum, op(x, OP_MUL, number(x, a[i]), x->s.q[i]));
    return sum;
}

static void world_make(world *x, int nq)
{
    const int nv = x->nv > 0 ? x->nv : nq;
    graph_id M[64], k[8];
    system_contact contact[MOST_ROWS];
    system_spring spring[MOST_ROWS];
    static const char *names[] = {"1", "2", "3", "4", "5", "6", "7", "8"};
    mpq_t zero, one;
    mpq_inits(zero, one, NULL);
    mpq_set_ui(one, 1, 1);
    for (int i = 0; i < nv * nv; i++)
        M[i] = number(x, i % (nv + 1) == 0);
    for (int i = 0; i < nv; i++)
        k[i] = number(x, 0);
    for (int i = 0; i < x->contacts; i++)
        contact[i] = (system_contact){names[i], x->gap[i], 0, NULL, zero};
    for (int i = 0; i < x->springs; i++)
        spring[i] = (system_spring){names[i], x->phi[i], one, zero};
    system_spec spec = {.g = &x->s.g, .nq = nq, .nv = nv,
                        .q_name = x->s.name, .v_name = x->s.name,
                        .M = M, .k = k, .G = x->nv > 0 ? x->G : NULL,
                        .joints = x->joints, .joint_name = names,
                        .theta = x->theta,
                        .contacts = x->contacts, .contact = contact,
                        .springs = x->springs, .spring = spring};
    perp_status s = system_make(&x->s.a, &spec, &x->s.sys);
    CHECK(s.code == PERP_OK, "system: %s", s.message);
    CHECK(assembler_new(&x->s.a, &x->s.sys, 0, &x->w).code == PERP_OK &&
              project_room_new(&x->s.a, &x->s.sys, &x->room).code == PERP_OK,
          "room");
    mpq_clears(zero, one, NULL);
}

static void world_end(world *x)
{
    arena_free(&x->scratch);
    assembler_clear(&x->w);
    scene_end(&x->s);
}

static void keep_all(world *x)
{
    for (x->kept = 0; x->kept < x->contacts; x->kept++)
        x->id[x->kept] = x->kept;
}

static perp_status project(world *x, project_form form, double *q,
                           project_report *r)
{
    const active_set set = {x->kept, x->id, NULL};
    const project_wish wish = {form, &set, x->target};
    return project_position(&x->s.sys, &x->w, &wish, &x->room, &x->scratch, q,
                            r);
}

/* It converges, in at most ten subproblems, as often as it is said. */
static int most, total, times;
static project_report must(world *x, project_form form, double *q)
{
    project_report r = {0};
    perp_status s = project(x, form, q, &r);
    double size = 1;
    for (int i = 0; i < x->s.sys.nq; i++)
        size = fmax(size, fabs(q[i]));
    CHECK(s.code == PERP_OK, "%s", s.message);
    CHECK(r.kkt <= 1e-12 * size, "conditions %g", r.kkt);
    CHECK(r.subproblems >= 1 && r.subproblems <= 10, "%d", r.subproblems);
    most = r.subproblems > most ? r.subproblems : most;
    total += r.subproblems;
    times++;
    return r;
}

static void counted(const char *what)
{
    printf("%s: %d projections, %d subproblems, at most %d\n", what, times,
           total, most);
    most = total = times = 0;
}

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

/* Instances of the family of nearest_point.h as a world. */
static graph_id quadric_graph(world *x, const quadric *f, int n)
{
    graph_id sum = number(x, f->c);
    for (int i = 0; i < n; i++) {
        graph_id row = number(x, f->b[i]);
        for (int j = 0; j < n; j++)
            row = op(x, OP_ADD, row,
                     op(x, OP_MUL, number(x, 0.5 * f->A[i][j]), x->s.q[j]));
        sum = op(x, OP_ADD, sum, op(x, OP_MUL, row, x->s.q[i]));
    }
    return sum;
}

static void world_of(world *x, const nearest_problem *p)
{
    *x = (world){.joints = p->eq, .contacts = p->ineq};
    scene_start(&x->s, p->n);
    for (int k = 0; k < p->eq; k++)
        x->theta[k] = quadric_graph(x, &p->f[k], p->n);
    for (int k = 0; k < p->ineq; k++)
        x->gap[k] = quadric_graph(x, &p->f[p->eq + k], p->n);
    world_make(x, p->n);
}

static double apart(int n, const double *a, const double *b)
{
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += (a[i] - b[i]) * (a[i] - b[i]);
    return sqrt(sum);
}

/** Random quadrics, or planes, as equations and inequalities; the start is a
short way from a point on all of them. The other road knows the second
derivatives and tries every set of touching contacts.

Verifies AP02 (46). */
static void against_newton(void)
{
    check_random rng = {check_seed(303)};
    int touching[MOST_ROWS] = {0}, compared = 0;
    double worst = 0;
    for (int trial = 0; trial < 600; trial++) {
        nearest_problem p;
        world x;
        double q[8], want[8];
        int touch = 0;
        nearest_random(&p, &rng, trial % 4 == 0 ? 0 : 1,
                       trial % 3 == 0 ? 0.002 : 0.02);
        memcpy(q, p.start, sizeof q);
        if (!nearest_solve(&p, want, &touch))
            continue;
        world_of(&x, &p);
        if (trial % 2 == 0) /* the rest joins by itself */
            keep_all(&x);
        project_report r = must(&x, PROJECT_FULL, q);
        double far = apart(p.n, q, want);
        CHECK(far < 1e-10, "trial %d, n %d, %d + %d: %g", trial, p.n, p.eq,
              p.ineq, far);
        CHECK(fabs(r.moved - apart(p.n, q, p.start)) < 1e-15, "moved");
        worst = fmax(worst, far);
        compared++;
        for (int k = 0; k < p.ineq; k++)
            touching[k] += touch >> k & 1;
        world_end(&x);
    }
    printf("%d instances, %d %d %d contacts touch, apart at most %g\n",
           compared, touching[0], touching[1], touching[2], worst);
    CHECK(compared > 550 && touching[0] > 100 && touching[2] > 30, "%d",
          compared);
    counted("random");
    VERIFIES("AP02 (46)");
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
            x->G[(3 + i) * 6 + 3 + j] = op(
                x, OP_MUL, number(x, 0.5 * sign[i][j]), p[at[i][j]]);
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

/* q~ = q + h u with u along the constraints is O(h^2) away from them: the
   displacement of a circle's tangent is sqrt(1 + h^2) - 1, and that of random
   systems has slope two. */
static void second_order(void)
{
    check_random rng = {check_seed(307)};
    world x = {.joints = 1};
    scene_start(&x.s, 2);
    x.theta[0] = op(&x, OP_SUB, square(&x, 0), number(&x, 1));
    world_make(&x, 2);
    for (double h = 0.25; h > 1e-6; h /= 2) {
        double q[2] = {1, h};
        double moved = must(&x, PROJECT_JOINTS, q).moved;
        CHECK(fabs(moved - h * h / (1 + sqrt(1 + h * h))) < 1e-12,
              "h %g: %g", h, moved);
    }
    world_end(&x);
    double low = 9, high = 0;
    for (int trial = 0; trial < 40; trial++) {
        nearest_problem p;
        double u[8], last = 0;
        nearest_random(&p, &rng, 1, 0);
        nearest_tangent(&p, &rng, u);
        world_of(&x, &p);
        keep_all(&x);
        for (double h = 0x1p-4; h >= 0x1p-10; h /= 4) {
            double q[8];
            for (int i = 0; i < p.n; i++)
                q[i] = p.start[i] + h * u[i];
            double moved = must(&x, PROJECT_CONTACTS, q).moved;
            double order = last > 0 ? log2(last / moved) / 2 : 2;
            if (h < 0x1p-7 && moved > 1e-9) {
                low = fmin(low, order);
                high = fmax(high, order);
            }
            last = moved;
        }
        world_end(&x);
    }
    printf("orders of the displacement %.3f to %.3f\n", low, high);
    CHECK(low > 1.8 && high < 2.2, "%g %g", low, high);
    counted("steps");
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
    RUN(against_newton);
    RUN(corner);
    RUN(ball_joint);
    RUN(spring_line);
    RUN(second_order);
    RUN(block_on_a_table);
    RUN(slot);
    RUN(parabola);
    RUN(refusals);
    DONE;
}
