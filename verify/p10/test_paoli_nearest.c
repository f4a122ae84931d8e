/** The nearest point of a curved K against a search of the whole plane. */
#include "paoli_scene.h"

#include <math.h>

enum { OBSTACLES = 3, GRID = 80, TRIES = 80 };

/** K: outside of up to three ellipses, perhaps inside of a circle and under a
parabola; metric M. All as value functions for the search, and as a scene. */
typedef struct {
    int p;
    double c[OBSTACLES][2], Q[OBSTACLES][3]; /* (z - c)'Q(z - c) >= 1 */
    int lid; /* y <= 1 + x^2/2, a set that is not convex either */
    double M[3];
} place;

static void draw(check_random *r, place *k, int most)
{
    k->p = check_integer(r, 1, most);
    for (int i = 0; i < k->p; i++) {
        double a = check_uniform(r, 0.5, 1.2), b = check_uniform(r, 0.5, 1.2);
        double s = check_uniform(r, -0.6, 0.6);
        k->c[i][0] = check_uniform(r, -0.8, 0.8);
        k->c[i][1] = check_uniform(r, -0.8, 0.8);
        k->Q[i][0] = 1 / (a * a);
        k->Q[i][2] = 1 / (b * b);
        k->Q[i][1] = s / (a * b);
    }
    k->lid = check_integer(r, 0, 1);
    k->M[0] = check_uniform(r, 0.5, 2);
    k->M[2] = check_uniform(r, 0.5, 2);
    k->M[1] = check_uniform(r, -0.5, 0.5) * sqrt(k->M[0] * k->M[2]);
}

static double form(const double *Q, double x, double y)
{
    return Q[0] * x * x + 2 * Q[1] * x * y + Q[2] * y * y;
}

/** The least f_a; also how deep a point is inside of an obstacle. */
static double least(const place *k, double x, double y)
{
    double f = k->lid ? 1 + x * x / 2 - y : 9;
    for (int i = 0; i < k->p; i++)
        f = fmin(f, form(k->Q[i], x - k->c[i][0], y - k->c[i][1]) - 1);
    return f;
}

/** The squared distance from y to the best point of K in a square around
`at`, which moves there. */
static double sweep(const place *k, const double *y, double *at, double half)
{
    double best = (double)INFINITY, x0 = at[0], y0 = at[1];
    for (int i = 0; i <= GRID; i++)
        for (int j = 0; j <= GRID; j++) {
            double a = x0 + half * (2.0 * i / GRID - 1);
            double b = y0 + half * (2.0 * j / GRID - 1);
            double d = form(k->M, a - y[0], b - y[1]);
            if (d < best && least(k, a, b) >= 0) {
                best = d;
                at[0] = a;
                at[1] = b;
            }
        }
    return best;
}

static double search(const place *k, const double *y)
{
    double at[2] = {y[0], y[1]}, best = sweep(k, y, at, 3);
    for (double half = 0.2; half > 1e-7; half *= 0.25)
        best = fmin(best, sweep(k, y, at, half));
    return best;
}

static void build(scene *s, const place *k)
{
    graph_id gap[OBSTACLES + 1], M[4], zero[2];
    scene_start(s, 2);
    graph *g = &s->g;
    for (int i = 0; i < k->p; i++) {
        graph_id d[2], sum = graph_const(g, -1);
        for (int j = 0; j < 2; j++)
            d[j] = graph_op2(g, OP_SUB, s->q[j], graph_const(g, k->c[i][j]));
        for (int j = 0; j < 3; j++)
            sum = graph_op2(
                g, OP_ADD, sum,
                graph_op2(g, OP_MUL,
                          graph_const(g, (j == 1 ? 2 : 1) * k->Q[i][j]),
                          graph_op2(g, OP_MUL, d[j / 2], d[(j + 1) / 2])));
        gap[i] = sum;
    }
    gap[k->p] = graph_op2(
        g, OP_SUB,
        graph_op2(g, OP_ADD, graph_const(g, 1),
                  graph_op2(g, OP_MUL, graph_const(g, 0.5),
                            graph_op2(g, OP_MUL, s->q[0], s->q[0]))),
        s->q[1]);
    for (int i = 0; i < 4; i++)
        M[i] = graph_const(g, k->M[i / 2 + i % 2]);
    zero[0] = zero[1] = graph_const(g, 0);
    static const char *const names[] = {"one", "two", "three", "four"};
    system_contact c[OBSTACLES + 1];
    mpq_t mu;
    mpq_init(mu);
    for (int i = 0; i <= k->p; i++)
        c[i] = (system_contact){names[i], gap[i], 0, NULL, mu};
    system_spec spec = {.g = g, .nq = 2, .nv = 2, .q_name = s->name,
                        .v_name = s->name, .M = M, .k = zero,
                        .contacts = k->p + k->lid, .contact = c};
    CHECK(system_make(&s->a, &spec, &s->sys).code == PERP_OK, "scene");
    mpq_clear(mu);
}

/** One step from q_0 with e = 0, h = 1 and u_0 = y - q_0: q^1 is the nearest
point to y. 0 when the run refuses. */
static int project(const place *k, const double *q0, const double *y,
                   double *z)
{
    scene s;
    experiment x;
    mpq_t e;
    trace t;
    summary sum;
    build(&s, k);
    scene_experiment(&x, &s, e, 0, 1, 1);
    for (int i = 0; i < 2; i++) {
        mpq_set_d(x.q[i], q0[i]);
        mpq_set_d(x.v[i], y[i] - q0[i]);
    }
    perp_status st = loop_run(&x, &t, &sum);
    if (st.code == PERP_OK) {
        z[0] = scene_cell(&t, 1, "q.a");
        z[1] = scene_cell(&t, 1, "q.b");
        trace_free(&t);
        summary_clear(&sum);
    }
    mpq_clear(e);
    experiment_end(&x);
    scene_end(&s);
    return st.code == PERP_OK;
}

/* Where the motion comes from: some point of K. */
static int origin(check_random *r, const place *k, double *q0)
{
    for (int i = 0; i < 100; i++) {
        q0[0] = check_uniform(r, -2, 2);
        q0[1] = check_uniform(r, -2, 2);
        if (least(k, q0[0], q0[1]) > 0.01)
            return 1;
    }
    return 0;
}

/** Tries `wanted` predictions y outside K, no deeper than `deep`; q_0 is within
`far` of y, or anywhere when far = 0. Returns how often a point of K nearer
than the scheme's was found. */
static int missed(const char *name, int most, double deep, double far,
                  int wanted)
{
    check_random r = {check_seed(51)};
    int made = 0, misses = 0, refused = 0;
    while (made + refused < wanted) {
        place k;
        double q0[2], y[2], z[2];
        draw(&r, &k, most);
        y[0] = check_uniform(&r, -2, 2);
        y[1] = check_uniform(&r, -2, 2);
        double f = least(&k, y[0], y[1]);
        if (f >= 0 || f < -deep || !origin(&r, &k, q0) ||
            (far > 0 && hypot(q0[0] - y[0], q0[1] - y[1]) > far))
            continue;
        if (!project(&k, q0, y, z)) {
            refused++;
            continue;
        }
        double mine = form(k.M, z[0] - y[0], z[1] - y[1]);
        double best = search(&k, y);
        CHECK(least(&k, z[0], z[1]) > -1e-12, "%g outside",
              least(&k, z[0], z[1]));
        CHECK(best >= mine * (1 - 1e-2) || best < mine, "search %g", best);
        made++;
        misses += mine > best * (1 + 1e-6) + 1e-12;
    }
    printf("%s: %d projections, %d refused, %d not the nearest point\n", name,
           made, refused, misses);
    return misses + refused;
}

/** From where a motion can be when h |u| is small against the obstacles, the
candidate kept is the nearest point of the whole K, each time. */
static void near(void)
{
    CHECK(missed("one obstacle", 1, 0.3, 0.5, TRIES) == 0, "shallow");
    CHECK(missed("several", OBSTACLES, 0.15, 0.3, TRIES) == 0, "shallow");
}

/** From anywhere and as deep as the middle the search may end at a point that
is only locally nearest; how often is part of the claim. */
static void anywhere(void)
{
    int one = missed("one obstacle, any depth", 1, 9, 0, TRIES);
    int all = missed("several, any depth", OBSTACLES, 9, 0, TRIES);
    CHECK(one == 0, "%d of 80", one);
    CHECK(all == 0, "%d of 80", all);
}

int main(void)
{
    RUN(near);
    RUN(anywhere);
    DONE;
}
