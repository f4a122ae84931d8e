/**
# A step of the position-level scheme, stopped before its projection
*/
#pragma once

#include "p10/paoli_step.h"
#include "paoli_scene.h"

/* A state whose prediction is y: h = 1, e = 0, u_0 = y - q_0, M = I. */
typedef struct {
    scene s;
    experiment x;
    mpq_t e;
    summary sum;
    arena a;
    paoli_state r;
} stage;

static inline graph_id stage_square(graph *g, graph_id x, double scale)
{
    return graph_op2(g, OP_MUL, graph_const(g, scale),
                     graph_op2(g, OP_MUL, x, x));
}

/* sign (a^2 / size^2 + b^2 - 1) >= 0: a round obstacle, or a room. */
static inline void stage_begin(stage *k, double sign, double size,
                               const double *q0, const double *y)
{
    *k = (stage){0};
    scene_start(&k->s, 2);
    graph *g = &k->s.g;
    graph_id gap = graph_op2(
        g, OP_ADD, graph_const(g, -sign),
        graph_op2(g, OP_ADD, stage_square(g, k->s.q[0], sign / (size * size)),
                  stage_square(g, k->s.q[1], sign)));
    CHECK(scene_gaps(&k->s, 2, NULL, 1, &gap).code == PERP_OK, "scene");
    scene_experiment(&k->x, &k->s, k->e, 0, 1, 1);
    for (int i = 0; i < 2; i++) {
        mpq_set_d(k->x.q[i], q0[i]);
        mpq_set_d(k->x.v[i], y[i] - q0[i]);
    }
    perp_status s = paoli_state_new(&k->a, &k->x, &k->sum, &k->r);
    CHECK(s.code == PERP_OK, "%s", s.message);
    CHECK(paoli_evaluate(&k->r).code == PERP_OK, "evaluate");
}

static inline void stage_end(stage *k)
{
    paoli_state_free(&k->r);
    arena_free(&k->a);
    mpq_clear(k->e);
    experiment_end(&k->x);
    scene_end(&k->s);
}
