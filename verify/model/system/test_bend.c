/** Second derivatives of gaps, of a scene's own and of bound pairs, against
closed forms. */
#include "kinds.h"
#include "model/system/bend.h"
#include "paoli_scene.h"

#include <math.h>

enum { N = 4 };

/* Two discs in the plane, coordinates a b and c d, radii as parameters, one of
   them held by the world in some tests; and two gaps of the scene. */
typedef struct {
    scene s;
    arena a;
    graph g;
    kind k;
    binding b;
    system_binding bound;
} pairs;

static const uint32_t moving[6] = {0, 1, KIND_WORLD, 2, 3, KIND_WORLD};
static const uint32_t held[3] = {KIND_WORLD, KIND_WORLD, KIND_WORLD};
static const double radius[2] = {0.25, 0.5}, peg_radius[1] = {1};

/* gap one: a b + c^2 d; gap two: d^3 - a, whose only entry is 6d. */
static void begin(pairs *k, const side *x, const side *y)
{
    *k = (pairs){0};
    scene_start(&k->s, N);
    graph *g = &k->s.g;
    graph_id *q = k->s.q;
    graph_id gap[2] = {
        graph_op2(g, OP_ADD, graph_op2(g, OP_MUL, q[0], q[1]),
                  graph_op2(g, OP_MUL, graph_op2(g, OP_MUL, q[2], q[2]), q[3])),
        graph_op2(g, OP_SUB, graph_power(g, q[3], 3), q[0])};
    CHECK(kinds_disc_disc(&k->a, &k->g, &k->k).code == PERP_OK, "kind");
    CHECK(binding_product(&k->a, &k->k, x, y, KIND_APART, &k->b).code ==
              PERP_OK,
          "pairs");
    static const char *const names[] = {"one", "two", "pair", "other"};
    graph_id one = graph_const(g, 1), zero = graph_const(g, 0), M[N * N],
             none[N];
    system_contact c[2];
    mpq_t mu;
    mpq_init(mu);
    for (int i = 0; i < N * N; i++)
        M[i] = i % (N + 1) == 0 ? one : zero;
    for (int i = 0; i < N; i++)
        none[i] = zero;
    for (int i = 0; i < 2; i++)
        c[i] = (system_contact){names[i], gap[i], 0, NULL, mu};
    k->bound = (system_binding){&k->b, (const char **)(names + 2), mu};
    system_spec spec = {.g = g,
                        .nq = N,
                        .nv = N,
                        .q_name = k->s.name,
                        .v_name = k->s.name,
                        .M = M,
                        .k = none,
                        .contacts = 2,
                        .contact = c,
                        .bindings = 1,
                        .binding = &k->bound};
    perp_status s = system_make(&k->s.a, &spec, &k->s.sys);
    CHECK(s.code == PERP_OK, "%s", s.message);
    mpq_clear(mu);
}

static void end(pairs *k)
{
    scene_end(&k->s);
    kind_clear(&k->k);
    graph_free(&k->g);
    arena_free(&k->a);
}

/* The Hessian of a distance r = |u|: (I - u u'/r^2) / r, with the sign of each
   end in u. */
static void add_distance(double *B, double by, const double *q, int i, int j)
{
    double u[2] = {q[i] - (j < 0 ? 0 : q[j]),
                   q[i + 1] - (j < 0 ? 0 : q[j + 1])};
    double r = sqrt(u[0] * u[0] + u[1] * u[1]);
    for (int a = 0; a < 2; a++)
        for (int b = 0; b < 2; b++) {
            double x = by * ((a == b) - u[a] * u[b] / (r * r)) / r;
            B[(i + a) * N + i + b] += x;
            if (j < 0)
                continue;
            B[(j + a) * N + j + b] += x;
            B[(i + a) * N + j + b] -= x;
            B[(j + a) * N + i + b] -= x;
        }
}

static void compare(pairs *k, const double *lambda, const double *q,
                    const double *want)
{
    double in[2 * N + 1] = {q[0], q[1], q[2], q[3]}, B[N * N];
    double *work =
        calloc(bend_work(&k->s.sys), sizeof *work); /* exactly what it asks */
    perp_status s = bend_matrix(&k->s.sys, in, lambda, work, B);
    CHECK(s.code == PERP_OK, "%s", s.message);
    for (int i = 0; i < N * N; i++)
        CHECK(fabs(B[i] - want[i]) < 1e-14, "entry %d: %g, not %g", i, B[i],
              want[i]);
    free(work);
}

static const double at[N] = {0.3, -0.4, 1.5, 2.0};

static void of_the_scene(double *B, double one, double two)
{
    B[1] += one;
    B[N] += one;
    B[2 * N + 2] += one * 2 * at[3];
    B[2 * N + 3] += one * 2 * at[2];
    B[3 * N + 2] += one * 2 * at[2];
    B[3 * N + 3] += two * 6 * at[3];
}

/* A moving pair, with negative and zero weights among them. */
static void two_discs(void)
{
    pairs k;
    side s = {
        .n = 2, .coords = 3, .params = 1, .coord = moving, .param = radius};
    begin(&k, &s, &s);
    CHECK(k.s.sys.contacts == 3, "%d", k.s.sys.contacts);
    static const double all[][3] = {
        {1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {0.5, -2, 3}, {0, 0, 0}};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        double want[N * N] = {0};
        of_the_scene(want, all[i][0], all[i][1]);
        add_distance(want, all[i][2], at, 0, 2);
        compare(&k, all[i], at, want);
    }
    end(&k);
}

/* Pairs with a peg at the origin that does not move. */
static void a_peg(void)
{
    pairs k;
    side s = {
        .n = 2, .coords = 3, .params = 1, .coord = moving, .param = radius};
    side peg = {
        .n = 1, .coords = 3, .params = 1, .coord = held, .param = peg_radius};
    begin(&k, &s, &peg);
    CHECK(k.s.sys.contacts == 4, "%d", k.s.sys.contacts);
    double lambda[4] = {0, 2, 3, -1}, want[N * N] = {0};
    of_the_scene(want, 0, 2);
    add_distance(want, 3, at, 0, -1);
    add_distance(want, -1, at, 2, -1);
    compare(&k, lambda, at, want);
    end(&k);
}

/* Two discs with one centre have no distance to derive. */
static void no_value(void)
{
    pairs k;
    side s = {
        .n = 2, .coords = 3, .params = 1, .coord = moving, .param = radius};
    begin(&k, &s, &s);
    double in[2 * N + 1] = {1, 2, 1, 2}, B[N * N], lambda[3] = {0, 0, 1};
    double *work = calloc(bend_work(&k.s.sys), sizeof *work);
    CHECK(bend_matrix(&k.s.sys, in, lambda, work, B).code == PERP_INPUT,
          "accepted");
    lambda[2] = 0;
    CHECK(bend_matrix(&k.s.sys, in, lambda, work, B).code == PERP_OK,
          "not asked");
    free(work);
    end(&k);
}

int main(void)
{
    RUN(two_discs);
    RUN(a_peg);
    RUN(no_value);
    DONE;
}
