/**
# Scenes with compliant contact, without Lua
*/
#pragma once

#include "pks05/run/compliant.h"
#include "scene.h"
#include "pks05/ends/ends.h"

typedef struct {
    scene s;
    experiment x;
    mpq_t theta;
    mpq_t delta[8];
} compliant_scene;

/* A point (a, b) over the floor b = 0 with friction 3/10 and the stiffness
   (k (1 + stiffer b^2), 5), damping (2, 4); its mass is 4 along the floor and 2
   upward, so that no constant of the proof is its own square or inverse; the
   force is (push + bend a^2 - a, -10) minus v / 4. */
typedef struct {
    double k, stiffer, push, bend;
    int slips; /* 1, or 2 with a third coordinate across */
} compliant_shape;

/* The damping is `damp` times the usual, the floor the hill b = hill a^2. */
static inline perp_status compliant_hill(compliant_scene *u,
                                         const compliant_shape *shape,
                                         double damp, double hill)
{
    const int n = 1 + shape->slips, R = 1 + shape->slips;
    scene *s = &u->s;
    scene_start(s, n);
    graph *G = &s->g;
    const int up = n - 1; /* the last coordinate is the height */
    graph_id M[9], K[9], C[9], k[3], zero = graph_const(G, 0);
    graph_id square = graph_op2(G, OP_MUL, s->q[up], s->q[up]);
    graph_id bent = graph_op2(G, OP_MUL, s->q[0], s->q[0]);
    for (int i = 0; i < R * R; i++) {
        int diagonal = i % (R + 1) == 0;
        M[i] = graph_const(G, diagonal ? 4 : 0);
        K[i] = graph_const(G, diagonal ? 5 : 0);
        C[i] = graph_const(G, diagonal ? 4 * damp : 0);
    }
    M[n * n - 1] = graph_const(G, 2);
    K[0] =
        graph_op2(G, OP_MUL, graph_const(G, shape->k),
                  graph_op2(G, OP_ADD, graph_const(G, 1),
                            graph_op2(G, OP_MUL, graph_const(G, shape->stiffer),
                                      square)));
    C[0] = graph_const(G, 2 * damp);
    for (int i = 0; i < n; i++) {
        graph_id x = i == up ? graph_const(G, -10) : zero;
        if (i == 0)
            x = graph_op2(
                G, OP_SUB,
                graph_op2(
                    G, OP_ADD, graph_const(G, shape->push),
                    graph_op2(G, OP_MUL, graph_const(G, shape->bend), bent)),
                s->q[0]);
        k[i] = graph_op2(G, OP_SUB, x,
                         graph_op2(G, OP_MUL, graph_const(G, 0.25), s->v[i]));
    }
    mpq_t mu;
    mpq_init(mu);
    mpq_set_ui(mu, 3, 10);
    graph_id top = graph_op2(G, OP_MUL, graph_const(G, hill), bent);
    graph_id gap = hill == 0 ? s->q[up] : graph_op2(G, OP_SUB, s->q[up], top);
    system_contact c = {"floor", gap, shape->slips, s->v, mu};
    system_spec spec = {.g = G,
                        .nq = n,
                        .nv = n,
                        .q_name = s->name,
                        .v_name = s->name,
                        .M = M,
                        .k = k,
                        .contacts = 1,
                        .contact = &c,
                        .K = K,
                        .C = C};
    perp_status status = system_make(&s->a, &spec, &s->sys);
    mpq_clear(mu);
    return status;
}

static inline perp_status compliant_floor(compliant_scene *u,
                                          const compliant_shape *shape)
{
    return compliant_hill(u, shape, 1, 0);
}

/* From (0, 0) with v = (1, .., -1), theta = quarters / 4. */
static inline void compliant_experiment(compliant_scene *u, int quarters,
                                        double h, double T)
{
    experiment_start(&u->x, &u->s.sys);
    mpq_init(u->theta);
    for (int i = 0; i < 8; i++)
        mpq_init(u->delta[i]);
    mpq_set_si(u->theta, quarters, 4);
    mpq_canonicalize(u->theta);
    u->x.scheme = &scheme_theta;
    u->x.theta = u->theta;
    u->x.delta = u->delta;
    mpq_set_d(u->x.h, h);
    mpq_set_d(u->x.T, T);
    mpq_set_d(u->x.v[0], 1);
    mpq_set_d(u->x.v[u->s.sys.nv - 1], -1);
}

static inline void compliant_end(compliant_scene *u)
{
    experiment_end(&u->x);
    mpq_clear(u->theta);
    for (int i = 0; i < 8; i++)
        mpq_clear(u->delta[i]);
    scene_end(&u->s);
}
