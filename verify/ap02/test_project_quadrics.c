/**
# The projection of positions onto random quadrics

Brute force over the sets of contacts that touch, Newton's method on the conditions of
optimality with the curvature that the program leaves out, and the order of what is
moved.
*/
#include "nearest_point.h"
#include "project.h"

#include <math.h>

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
        CHECK(fabs(moved - h * h / (1 + sqrt(1 + h * h))) < 1e-12, "h %g: %g",
              h, moved);
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

int main(void)
{
    RUN(against_newton);
    RUN(second_order);
    DONE;
}
