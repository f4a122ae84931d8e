/**
# The impacting bar as a system, with N elements
*/
#pragma once

#include "check.h"
#include "p10/paoli_step.h"
#include "run/loop.h"

typedef struct {
    arena a;
    graph g;
    perp_system sys;
} bar;

static inline void bar_make(bar *b, int N)
{
    const int n = N + 1;
    const double dx = 1.0 / N;
    graph *g = &b->g;
    graph_id *M = calloc((size_t)n * (size_t)n, sizeof *M);
    graph_id *k = calloc((size_t)n, sizeof *k);
    graph_id *q = calloc((size_t)n, sizeof *q), zero = graph_const(g, 0);
    const char **names = calloc((size_t)n, sizeof *names);
    for (int i = 0; i < n; i++) {
        q[i] = graph_var(g, (uint32_t)i);
        names[i] = "u";
    }
    for (int i = 0; i < n * n; i++)
        M[i] = zero;
    for (int i = 0; i < n; i++) {
        M[i * n + i] = graph_const(g, i == 0 || i == N ? dx / 2 : dx);
        k[i] = zero;
        for (int j = i - 1; j <= i + 1; j += 2)
            if (j >= 0 && j < n)
                k[i] = graph_op2(
                    g, OP_ADD, k[i],
                    graph_op2(g, OP_MUL, graph_const(g, 1 / dx),
                              graph_op2(g, OP_SUB, q[j], q[i])));
    }
    mpq_t mu;
    mpq_init(mu);
    system_contact wall = {"wall", q[0], 0, NULL, mu};
    system_spec spec = {.g = g,
                        .nq = n,
                        .nv = n,
                        .q_name = names,
                        .v_name = names,
                        .M = M,
                        .k = k,
                        .contacts = 1,
                        .contact = &wall};
    perp_status s = system_make(&b->a, &spec, &b->sys);
    CHECK(s.code == PERP_OK, "%s", s.message);
    mpq_clear(mu);
    free(M);
    free(k);
    free(q);
    free(names);
}

/* The experiment: h = 1/(2N), gap 1/10, speed 1; bar_end gives all back. */
static inline void bar_experiment(bar *b, int N, experiment *e)
{
    const int n = N + 1;
    bar_make(b, N);
    *e = (experiment){.sys = &b->sys, .scheme = &scheme_paoli};
    mpq_inits(e->h, e->T, e->tolerance, NULL);
    e->q = calloc((size_t)n, sizeof *e->q);
    e->v = calloc((size_t)n, sizeof *e->v);
    for (int i = 0; i < n; i++) {
        mpq_inits(e->q[i], e->v[i], NULL);
        mpq_set_ui(e->q[i], 1, 10);
        mpq_set_si(e->v[i], -1, 1);
    }
    mpq_set_ui(e->h, 1, (unsigned long)(2 * N));
}

static inline void bar_end(bar *b, experiment *e)
{
    for (int i = 0; i < b->sys.nv; i++)
        mpq_clears(e->q[i], e->v[i], NULL);
    free(e->q);
    free(e->v);
    mpq_clears(e->h, e->T, e->tolerance, NULL);
    system_clear(&b->sys);
    graph_free(&b->g);
    arena_free(&b->a);
}
