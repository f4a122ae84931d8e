/**
# Scenes for the position-level scheme
*/
#pragma once

#include "scene/run/drive.h"
#include "p10/paoli_step.h"
#include "scene.h"

/* A system of n coordinates with unit masses, force k (null: none) and p
   contacts with these gaps. */
static inline perp_status scene_gaps(scene *s, int n, const graph_id *k,
                                     int p, const graph_id *gap)
{
    static const char *const names[] = {"one", "two", "three", "four"};
    graph_id zero = graph_const(&s->g, 0), one = graph_const(&s->g, 1);
    graph_id M[64], none[8];
    system_contact c[4];
    mpq_t mu;
    mpq_init(mu);
    for (int i = 0; i < n * n; i++)
        M[i] = i % (n + 1) == 0 ? one : zero;
    for (int i = 0; i < n; i++)
        none[i] = zero;
    for (int i = 0; i < p; i++)
        c[i] = (system_contact){names[i], gap[i], 0, NULL, mu};
    system_spec spec = {.g = &s->g,
                        .nq = n,
                        .nv = n,
                        .q_name = s->name,
                        .v_name = s->name,
                        .M = M,
                        .k = k != NULL ? k : none,
                        .contacts = p,
                        .contact = c};
    perp_status status = system_make(&s->a, &spec, &s->sys);
    mpq_clear(mu);
    return status;
}

/* An experiment with h = 1/steps, T and e = e/4; e is the caller's number. */
static inline void scene_experiment(experiment *x, const scene *s, mpq_t e,
                                    int quarters, double h, double T)
{
    experiment_start(x, &s->sys);
    mpq_init(e);
    mpq_set_si(e, quarters, 4);
    mpq_canonicalize(e);
    x->scheme = &scheme_paoli;
    x->e = e;
    mpq_set_d(x->h, h);
    mpq_set_d(x->T, T);
}

static inline double scene_cell(const trace *t, int row, const char *name)
{
    return t->cell[row * t->columns + trace_column(t, name)];
}
