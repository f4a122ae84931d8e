/**
# Systems built by hand

Tests of the inner rooms need no Lua: they write their scenes with the graph's
own functions. A `scene` owns graph, arena and system.
*/
#pragma once

#include "check.h"
#include "run/loop.h"
#include "gap08/run/steps.h"

typedef struct {
    arena a;
    graph g;
    perp_system sys;
    graph_id q[8], v[8], t;
    const char *name[8];
} scene;

static inline void scene_start(scene *s, int n)
{
    static const char *const names[] = {"a", "b", "c", "d", "e", "f", "g", "h"};
    *s = (scene){0};
    for (int i = 0; i < n; i++) {
        s->q[i] = graph_var(&s->g, (uint32_t)i);
        s->name[i] = names[i];
    }
    for (int i = 0; i < n; i++)
        s->v[i] = graph_var(&s->g, (uint32_t)(n + i));
    s->t = graph_var(&s->g, (uint32_t)(2 * n));
}

static inline void scene_end(scene *s)
{
    system_clear(&s->sys);
    graph_free(&s->g);
    arena_free(&s->a);
}

/* An experiment with all numbers initialised; give it back with
   experiment_end. */
static inline void experiment_start(experiment *e, const perp_system *sys)
{
    *e = (experiment){.scheme = &scheme_alpha_gamma, .sys = sys, .file = "test",
                      .torn = 1};
    mpq_inits(e->alpha, e->gamma, e->h, e->T, e->tolerance, NULL);
    e->q = calloc((size_t)sys->nq, sizeof *e->q);
    e->v = calloc((size_t)sys->nv, sizeof *e->v);
    for (int i = 0; i < sys->nq; i++)
        mpq_init(e->q[i]);
    for (int i = 0; i < sys->nv; i++)
        mpq_init(e->v[i]);
    mpq_set_d(e->tolerance, 1e-10);
}

static inline void experiment_end(experiment *e)
{
    mpq_clears(e->alpha, e->gamma, e->h, e->T, e->tolerance, NULL);
    for (int i = 0; i < e->sys->nq; i++)
        mpq_clear(e->q[i]);
    for (int i = 0; i < e->sys->nv; i++)
        mpq_clear(e->v[i]);
    free(e->q);
    free(e->v);
}

/* Example 9.1 of GAP08: a unit mass, the joint q = 0. */
static inline perp_status scene_joint(scene *s)
{
    scene_start(s, 1);
    graph_id one = graph_const(&s->g, 1), zero = graph_const(&s->g, 0);
    system_spec spec = {.g = &s->g,
                        .nq = 1,
                        .nv = 1,
                        .q_name = s->name,
                        .v_name = s->name,
                        .M = &one,
                        .k = &zero,
                        .joints = 1,
                        .joint_name = s->name,
                        .theta = s->q};
    return system_make(&s->a, &spec, &s->sys);
}

/* Example 9.2 of GAP08: a point of mass m on the ground, pushed by
   m 8 cos t; mu friction, g gravity. */
static inline perp_status scene_block(scene *s, double m, double mu, double g)
{
    scene_start(s, 2);
    graph *G = &s->g;
    graph_id mass = graph_const(G, m), zero = graph_const(G, 0);
    graph_id M[4] = {mass, zero, zero, mass};
    graph_id k[2] = {
        graph_op2(G, OP_MUL, graph_const(G, 8 * m), graph_op1(G, OP_COS, s->t)),
        graph_const(G, -m * g)};
    mpq_t friction;
    mpq_init(friction);
    mpq_set_d(friction, mu);
    system_contact floor = {"ground", s->q[1], 1, &s->v[0], friction};
    system_spec spec = {.g = G,
                        .nq = 2,
                        .nv = 2,
                        .q_name = s->name,
                        .v_name = s->name,
                        .M = M,
                        .k = k,
                        .joint_name = NULL,
                        .contacts = 1,
                        .contact = &floor};
    perp_status status = system_make(&s->a, &spec, &s->sys);
    mpq_clear(friction);
    return status;
}
