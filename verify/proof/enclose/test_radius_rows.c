#include "base/memory.h"
#include "check.h"
#include "proof/enclose/radius_rows.h"
#include "scene.h"

#include <math.h>

/* Two coordinates a, b; M = diag(1 + a, 1), k = (b, 1/3), a gap a b with the slip
   (b, a), and one a + 1. */
typedef struct {
    scene s;
    double q[2], v[2], M[4], g[2], n[4], d[2], gap[2], off[2];
    int id[2], slip_at[3];
    mpq_t t;
    step_data data;
    step_point at;
    radius_of of;
} place;

static void place_new(place *p)
{
    *p = (place){.q = {2, 3}, .v = {1, 0}, .M = {3, 0, 0, 1},
                 .g = {3, 1.0 / 3}, .n = {3, 2, 1, 0}, .d = {3, 2},
                 .gap = {6, 3}, .id = {0, 1}, .slip_at = {0, 1, 1}};
    scene *s = &p->s;
    scene_start(s, 2);
    graph *g = &s->g;
    mpq_t x;
    mpq_init(x);
    mpq_set_si(x, 1, 3);
    graph_id one = graph_const(g, 1), none = graph_const(g, 0);
    graph_id M[4] = {graph_op2(g, OP_ADD, one, s->q[0]), none, none, one};
    graph_id k[2] = {s->q[1], graph_ratio(g, x)};
    graph_id slip = graph_op2(g, OP_ADD,
                              graph_op2(g, OP_MUL, s->q[1], s->v[0]),
                              graph_op2(g, OP_MUL, s->q[0], s->v[1]));
    mpq_set_ui(x, 0, 1);
    system_contact c[2] = {
        {"c", graph_op2(g, OP_MUL, s->q[0], s->q[1]), 1, &slip, x},
        {"d", graph_op2(g, OP_ADD, s->q[0], one), 0, NULL, x}};
    system_spec spec = {.g = g, .nq = 2, .nv = 2, .q_name = s->name,
                        .v_name = s->name, .M = M, .k = k, .contacts = 2,
                        .contact = c};
    CHECK(system_make(&s->a, &spec, &s->sys).code == PERP_OK, "scene");
    mpq_clear(x);
    mpq_init(p->t);
    p->data = (step_data){.nv = 2, .p = 2, .r = 1, .M = p->M, .n = p->n,
                          .d = p->d, .slip_at = p->slip_at};
    p->at = (step_point){.q = p->q, .v = p->v};
    p->of = (radius_of){.s = &s->sys, .at = &p->at, .t0 = p->t, .id = p->id,
                        .d = &p->data, .jump = 1};
}

static void place_free(place *p)
{
    mpq_clear(p->t);
    scene_end(&p->s);
}

/* Exact data have no distance; each number counts; without slips none of d does. */
static void rows_count(void)
{
    place p;
    encloser w;
    double in[20], most = 0;
    place_new(&p);
    CHECK(encloser_new(96, &w).code == PERP_OK, "memory");
    for (int i = -1; i < 6; i++) {
        double *x = i < 4 ? p.n + i : p.d + i - 4;
        for (int slips = 1; slips >= 0; slips--) {
            for (int k = 0; k < 20; k++)
                in[k] = k < 2 ? p.q[k] : k == 2 ? 1 : 0;
            if (i >= 0)
                *x += 0.125;
            p.slip_at[1] = p.slip_at[2] = slips;
            most = 0;
            CHECK(radius_rows(&w, &p.of, in, &most).code == PERP_OK, "memory");
            CHECK(most == (i < 0 || (!slips && i >= 4) ? 0 : 0.125),
                  "number %d, %d slips: %g", i, slips, most);
            if (i >= 0)
                *x -= 0.125;
        }
    }
    encloser_clear(&w);
    place_free(&p);
}

/* Of the product a b at (2, 3) that may be off by (x, y), the farthest is 3 x + 2 y + x
   y; of a + 1 it is x. The other gap is exact, so the larger counts. */
static void gaps_move(void)
{
    place p;
    encloser w;
    double in[20], most;
    place_new(&p);
    p.of.off = p.off;
    CHECK(encloser_new(96, &w).code == PERP_OK, "memory");
    for (int i = 0; i < 9; i++) {
        p.off[0] = i % 3 * 0x1p-20;
        p.off[1] = i / 3 * 0x1p-21;
        const double x = p.off[0], y = p.off[1];
        most = 0;
        CHECK(radius_gaps(&w, &p.of, p.gap, in, &most).code == PERP_OK, "memory");
        CHECK(most == 3 * x + 2 * y + x * y, "%g, %g: %g", x, y, most);
        p.gap[1] += 1;
        CHECK(radius_gaps(&w, &p.of, p.gap, in, &most).code == PERP_OK, "memory");
        CHECK(most == 1 + x, "the second, %g: %g", x, most);
        p.gap[1] -= 1;
    }
    encloser_clear(&w);
    place_free(&p);
}

/* A node: 1/3 is rounded, by 2^-54 / 3 here; what is off, and each number that is
   moved, makes the radius larger; a time that is another does, too. */
static void node_counts(void)
{
    place p;
    encloser w;
    double radius, least;
    place_new(&p);
    p.of.off = p.off;
    p.slip_at[1] = p.slip_at[2] = 0;
    const radius_node node = {p.of, p.g, p.gap};
    CHECK(encloser_new(96, &w).code == PERP_OK, "memory");
    CHECK(radius_of_node(&w, &node, &least).code == PERP_OK, "memory");
    CHECK(least >= 0x1p-54 / 3 && least < 0x1p-54 / 2.9, "%g", least);
    double *all[] = {p.M, p.M + 1, p.M + 3, p.g, p.g + 1, p.gap, p.gap + 1,
                     p.n, p.n + 1, p.n + 2, p.n + 3};
    for (int i = 0; i < 11; i++) {
        const double was = *all[i];
        *all[i] += 0x1p-48;
        CHECK(radius_of_node(&w, &node, &radius).code == PERP_OK, "memory");
        CHECK(radius >= 0x1p-48 * (1 - 0x1p-5) && radius < 0x1p-48 * 1.1,
              "number %d: %g", i, radius);
        *all[i] += 1;
        CHECK(radius_of_node(&w, &node, &radius).code == PERP_OK, "memory");
        CHECK(radius == HUGE_VAL, "number %d, by 1: %g", i, radius);
        *all[i] = was;
    }
    p.off[0] = 0x1p-48;
    CHECK(radius_of_node(&w, &node, &radius).code == PERP_OK, "memory");
    CHECK(radius >= 0x3p-48 && radius < 0x3p-48 * 1.02, "off: %g", radius);
    encloser_clear(&w);
    place_free(&p);
}

int main(void)
{
    memory_adopt_gmp();
    RUN(rows_count);
    RUN(gaps_move);
    RUN(node_counts);
    DONE;
}
