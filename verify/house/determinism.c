/**
# One source, one hash

Runs a fixed set of trajectories and of complementarity problems and prints a
hash of every double that comes out. Built by any compiler, at any level, for
any processor, it must print the same lines; determinism.sh compares. There is
no stored value: what the numbers should be is the business of other tests.
*/
#include "base/memory.h"
#include "generator.h"
#include "kinds.h"
#include "scene.h"
#include "lcp/solve/mlcp.h"

/* FNV-1a over the bytes of the numbers, lowest byte first on every machine. */
typedef struct {
    uint64_t state;
} fnv;

static const fnv fnv_start = {0xcbf29ce484222325u};

static void fnv_double(fnv *h, double x)
{
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    for (int i = 0; i < 64; i += 8) {
        h->state ^= bits >> i & 0xff;
        h->state *= 0x100000001b3u;
    }
}

static fnv all = {0xcbf29ce484222325u};

static void report(const char *name, fnv h)
{
    printf("%-20s %016llx\n", name, (unsigned long long)h.state);
    all.state = (all.state ^ h.state) * 0x100000001b3u;
}

/* In how many steps some contact pushes. */
static int pushes(const trace *t)
{
    int count = 0;
    for (int i = 1; i < t->rows; i++) {
        double most = 0;
        for (int j = 0; j < t->columns; j++) {
            double x = t->cell[i * t->columns + j];
            if (strncmp(t->name[j], "cn.", 3) == 0 && x > most)
                most = x;
        }
        count += most > 0;
    }
    return count;
}

/* The whole trace of a run. A motion without contact would show little. */
static void run(const char *name, experiment *e, double alpha, double h,
                long steps)
{
    trace t;
    summary sum;
    fnv hash = fnv_start;
    e->penetration = 1; /* the discs begin in each other */
    mpq_set_d(e->alpha, alpha);
    mpq_set_d(e->gamma, alpha);
    mpq_set_d(e->h, h);
    mpq_set_d(e->T, h * (double)steps);
    perp_status s = loop_run(e, &t, &sum);
    CHECK(s.code == PERP_OK, "%s: %s", name, s.message);
    if (s.code != PERP_OK)
        return;
    for (int i = 0; i < t.rows * t.columns; i++)
        fnv_double(&hash, t.cell[i]);
    CHECK(pushes(&t) > 5, "%s: %d steps with contact", name, pushes(&t));
    report(name, hash);
    trace_free(&t);
    summary_clear(&sum);
}

static void block(void)
{
    scene s;
    experiment e;
    CHECK(scene_block(&s, 1, 0.8, 9.81).code == PERP_OK, "scene");
    experiment_start(&e, &s.sys);
    e.jacobians = 1;
    run("stick and slip", &e, 0.5, 0x1p-7, 1280);
    experiment_end(&e);
    scene_end(&s);
}

static graph_id two(graph *g, graph_op op, graph_id a, graph_id b)
{
    return graph_op2(g, op, a, b);
}

/** Two pendulums, one on the other, unit masses and lengths: $M = (2, \cos
\delta; \cos\delta, 1)$, $\delta = a - b$, $k = (-\sin\delta\, b'^2 - 2 g \sin
a,\ \sin\delta\, a'^2 - g \sin b)$. A rough wall stands where the lower end
meets it: gap $1/4 + \sin a + \sin b$. */
static perp_status pendulum_system(scene *s, mpq_t mu)
{
    scene_start(s, 2);
    graph *G = &s->g;
    graph_id a = s->q[0], b = s->q[1], va = s->v[0], vb = s->v[1];
    graph_id delta = two(G, OP_SUB, a, b), sd = graph_op1(G, OP_SIN, delta);
    graph_id sa = graph_op1(G, OP_SIN, a), sb = graph_op1(G, OP_SIN, b);
    graph_id cd = graph_op1(G, OP_COS, delta), g = graph_const(G, 9.81);
    graph_id M[4] = {graph_const(G, 2), cd, cd, graph_const(G, 1)};
    graph_id pull = two(G, OP_MUL, graph_const(G, 2), two(G, OP_MUL, g, sa));
    graph_id swing = two(G, OP_MUL, sd, two(G, OP_MUL, vb, vb));
    graph_id k[2] = {graph_op1(G, OP_NEG, two(G, OP_ADD, swing, pull)),
                     two(G, OP_SUB, two(G, OP_MUL, sd, two(G, OP_MUL, va, va)),
                         two(G, OP_MUL, g, sb))};
    graph_id slip =
        two(G, OP_ADD, two(G, OP_MUL, sa, va), two(G, OP_MUL, sb, vb));
    graph_id gap = two(G, OP_ADD, graph_const(G, 0.25), two(G, OP_ADD, sa, sb));
    system_contact wall = {"wall", gap, 1, &slip, mu};
    system_spec spec = {.g = G,
                        .nq = 2,
                        .nv = 2,
                        .q_name = s->name,
                        .v_name = s->name,
                        .M = M,
                        .k = k,
                        .contacts = 1,
                        .contact = &wall};
    return system_make(&s->a, &spec, &s->sys);
}

static void pendulum(void)
{
    scene s;
    experiment e;
    mpq_t mu;
    mpq_init(mu);
    mpq_set_ui(mu, 3, 10);
    CHECK(pendulum_system(&s, mu).code == PERP_OK, "scene");
    experiment_start(&e, &s.sys);
    mpq_set_d(e.q[0], 1.5);
    mpq_set_d(e.q[1], 0.75);
    run("double pendulum", &e, 1, 0x1p-8, 2048);
    experiment_end(&e);
    mpq_clear(mu);
    scene_end(&s);
}

/**
Three discs and a box fall into a V of two planes. Discs against discs and
corners against planes are kinds, bound to many pairs; discs against planes are
contacts of the scene.
*/
enum { DISCS = 3, NV = 3 * DISCS + 3 };

typedef struct {
    arena a;
    graph g, kind_graph;
    kind disc_disc, plane_corner;
    binding binding[2];
    system_binding bound[2];
    const char *pair[16];
    perp_system sys;
} heap;

static const double radius[DISCS] = {0.3, 0.4, 0.25};
static const double start[NV] = {-0.3, 0.75, 0, 0.35,  0.95, 0,
                                 0.0,  1.75, 0, -0.05, 2.75, 0.4};
static const char *const name[NV] = {"x0", "y0", "t0", "x1", "y1", "t1",
                                     "x2", "y2", "t2", "x3", "y3", "t3"};

/* n . (x, y) - r for a disc and a plane through the origin, and its slip. */
static system_contact disc_plane(graph *G, int d, double nx, mpq_t mu,
                                 graph_id *slip)
{
    graph_id x = graph_var(G, (uint32_t)(3 * d)), v[3];
    graph_id n[2] = {graph_const(G, nx), graph_const(G, 0.8)};
    graph_id y = graph_var(G, (uint32_t)(3 * d + 1));
    for (int i = 0; i < 3; i++)
        v[i] = graph_var(G, (uint32_t)(NV + 3 * d + i));
    graph_id r = graph_const(G, radius[d]);
    graph_id along =
        two(G, OP_ADD, two(G, OP_MUL, n[0], x), two(G, OP_MUL, n[1], y));
    graph_id rolls =
        two(G, OP_SUB, two(G, OP_MUL, n[1], v[0]), two(G, OP_MUL, n[0], v[1]));
    *slip = two(G, OP_ADD, rolls, two(G, OP_MUL, r, v[2]));
    return (system_contact){"plane", two(G, OP_SUB, along, r), 1, slip, mu};
}

static perp_status heap_kinds(heap *h, mpq_t mu)
{
    static const uint32_t disc_at[] = {0, 1, 2, 3, 4, 5, 6, 7, 8};
    static const uint32_t box_at[] = {9, 10, 11, 9, 10, 11,
                                      9, 10, 11, 9, 10, 11};
    static const double planes[] = {0.6, 0.8, 0, -0.6, 0.8, 0};
    static const double corner[] = {-0.25, -0.25, 0.25, -0.25,
                                    -0.25, 0.25,  0.25, 0.25};
    static side discs = {DISCS, 3, 1, disc_at, radius, NULL};
    static side walls = {2, 0, 3, NULL, planes, NULL};
    static side corners = {4, 3, 2, box_at, corner, NULL};
    PERP_TRY(kinds_disc_disc(&h->a, &h->kind_graph, &h->disc_disc));
    PERP_TRY(kinds_plane_corner(&h->a, &h->kind_graph, &h->plane_corner));
    PERP_TRY(binding_product(&h->a, &h->disc_disc, &discs, &discs, KIND_APART,
                             &h->binding[0]));
    PERP_TRY(binding_product(&h->a, &h->plane_corner, &walls, &corners,
                             KIND_ALL, &h->binding[1]));
    for (int i = 0; i < 16; i++)
        h->pair[i] = "pair";
    for (int i = 0; i < 2; i++)
        h->bound[i] = (system_binding){&h->binding[i], h->pair, mu};
    return PERP_SUCCESS;
}

static perp_status heap_make(heap *h, mpq_t mu)
{
    graph *G = &h->g;
    graph_id M[NV * NV], k[NV], slip[2 * DISCS], zero = graph_const(G, 0);
    system_contact contact[2 * DISCS];
    *h = (heap){.g = h->g};
    PERP_TRY(heap_kinds(h, mu));
    for (int i = 0; i < NV * NV; i++)
        M[i] = i % (NV + 1) != 0 ? zero
                                 : graph_const(G, i / NV % 3 == 2 ? 0.05 : 1);
    for (int i = 0; i < NV; i++)
        k[i] = i % 3 == 1 ? graph_const(G, -9.81) : zero;
    for (int i = 0; i < 2 * DISCS; i++)
        contact[i] = disc_plane(G, i / 2, i % 2 ? 0.6 : -0.6, mu, &slip[i]);
    system_spec spec = {.g = G,
                        .nq = NV,
                        .nv = NV,
                        .q_name = (const char **)name,
                        .v_name = (const char **)name,
                        .M = M,
                        .k = k,
                        .contacts = 2 * DISCS,
                        .contact = contact,
                        .bindings = 2,
                        .binding = h->bound};
    return system_make(&h->a, &spec, &h->sys);
}

static void discs(void)
{
    static heap h;
    experiment e;
    mpq_t mu;
    mpq_init(mu);
    mpq_set_ui(mu, 1, 2);
    perp_status made = heap_make(&h, mu);
    CHECK(made.code == PERP_OK, "scene: %s", made.message);
    if (made.code == PERP_OK) {
        experiment_start(&e, &h.sys);
        mpq_set_d(e.tolerance, 0x1p-20);
        for (int i = 0; i < NV; i++)
            mpq_set_d(e.q[i], start[i]);
        run("discs and a box", &e, 1, 0x1p-8, 512);
        experiment_end(&e);
        system_clear(&h.sys);
        kind_clear(&h.disc_disc);
        kind_clear(&h.plane_corner);
    }
    mpq_clear(mu);
    graph_free(&h.g);
    graph_free(&h.kind_graph);
    arena_free(&h.a);
}

/* Answers of the default solver to generated problems, refusals included. */
static void problems(int family, int count)
{
    arena a = {0};
    fnv hash = fnv_start;
    for (int i = 0; i < count; i++) {
        generated g;
        lcp_answer x;
        int climbed;
        arena_mark mark = arena_here(&a);
        CHECK(generator_make(family, 2002, i, &g) == 0, "generator");
        CHECK(lcp_answer_new(&a, 0, g.n, &x).code == PERP_OK, "answer");
        lcp_problem p = {0, g.n, g.A, g.b};
        perp_status s = mlcp_solve(&p, &mlcp_defaults, &a, &x, &climbed);
        fnv_double(&hash, (double)s.code + 0.5 * (double)x.outcome);
        for (int j = 0; s.code == PERP_OK && j < g.n; j++)
            fnv_double(&hash, x.z[j]);
        arena_release(&a, mark);
        generator_free(&g);
    }
    report(generator_families[family].name, hash);
    arena_free(&a);
}

int main(void)
{
    memory_adopt_gmp();
    block();
    pendulum();
    discs();
    for (int f = 0; f < generator_count; f++)
        if (generator_families[f].n <= 60)
            problems(f, 20);
    problems(generator_find("pile3-50"), 1);
    printf("%-20s %016llx\n", "all", (unsigned long long)all.state);
    DONE;
}
