/**
# Balls over a floor

Runs of particles on vertical lines, for tests of the step loop.
*/
#pragma once

#include "check.h"
#include "run/experiment.h"
#include "scene.h"

/** n particles of mass 1 on vertical lines, over the floor at 0, in the force
-g - k q each. */
static inline perp_status scene_balls(scene *s, int n, double g, double k)
{
    static const char *const names[] = {"A", "B", "C", "D", "E", "F"};
    graph_id M[36], force[6];
    system_contact floor[6];
    mpq_t mu;
    scene_start(s, n);
    graph *G = &s->g;
    mpq_init(mu);
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++)
            M[i * n + j] = graph_const(G, i == j ? 1 : 0);
        graph_id pull = graph_op2(G, OP_MUL, graph_const(G, -k), s->q[i]);
        force[i] = graph_op2(G, OP_ADD, pull, graph_const(G, -g));
        floor[i] = (system_contact){names[i], s->q[i], 0, NULL, mu};
    }
    system_spec spec = {.g = G,
                        .nq = n,
                        .nv = n,
                        .q_name = s->name,
                        .v_name = s->name,
                        .M = M,
                        .k = force,
                        .contacts = n,
                        .contact = floor};
    perp_status status = system_make(&s->a, &spec, &s->sys);
    mpq_clear(mu);
    return status;
}

/** A run of one such scene. */
typedef struct {
    double alpha, h, T, g, k;
    int n;
    double q[6], v[6];
    experiment_mode mode;
    int uniform, sharp;
    long most;
} fall;

static inline perp_status let_fall(const fall *f, trace *t, summary *sum)
{
    scene s;
    experiment e;
    CHECK(scene_balls(&s, f->n, f->g, f->k).code == PERP_OK, "scene");
    experiment_start(&e, &s.sys);
    mpq_set_d(e.alpha, f->alpha);
    mpq_set_d(e.gamma, f->alpha);
    mpq_set_d(e.h, f->h);
    mpq_set_d(e.T, f->T);
    for (int i = 0; i < f->n; i++) {
        mpq_set_d(e.q[i], f->q[i]);
        mpq_set_d(e.v[i], f->v[i]);
    }
    e.mode = f->mode;
    e.jacobians = 1;
    e.uniform = f->uniform;
    e.sharp = f->sharp;
    e.most_collisions = f->most;
    perp_status st = loop_run(&e, t, sum);
    experiment_end(&e);
    scene_end(&s);
    return st;
}

static inline double cell(const trace *t, int row, const char *name)
{
    int c = trace_column(t, name);
    return t->cell[(size_t)row * (size_t)t->columns + (size_t)c];
}

/** The row of the first collision: the first one with an impulse. */
static inline int first_impact(const trace *t, const char *column)
{
    for (int l = 1; l < t->rows; l++)
        if (cell(t, l, column) > 0)
            return l;
    return 0;
}
