/** What a step of the impacting bar costs as its elements grow: the mass is
diagonal and constant, one constraint, so a step should cost what its force
costs, which grows like N. */
#include "check.h"
#include "drive/paoli_step.h"

#include <time.h>

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

typedef struct {
    arena a;
    graph g;
    perp_system sys;
} bar;

static void make(bar *b, int N)
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

/** Seconds per step, from the second step on; the first factors M. */
static double run(int N, int steps)
{
    bar b = {0};
    make(&b, N);
    const int n = N + 1;
    experiment e = {.sys = &b.sys, .scheme = "paoli"};
    summary sum = {0};
    paoli_state r = {0};
    mpq_inits(e.h, e.T, e.tolerance, NULL);
    e.q = calloc((size_t)n, sizeof *e.q);
    e.v = calloc((size_t)n, sizeof *e.v);
    for (int i = 0; i < n; i++) {
        mpq_inits(e.q[i], e.v[i], NULL);
        mpq_set_ui(e.q[i], 1, 10);
        mpq_set_si(e.v[i], -1, 1);
    }
    mpq_set_ui(e.h, 1, (unsigned long)(2 * N));
    perp_status s = paoli_state_new(&b.a, &e, &sum, &r);
    CHECK(s.code == PERP_OK, "%s", s.message);
    CHECK(paoli_step(&r).code == PERP_OK, "step");
    double begun = now();
    for (int k = 1; k < steps; k++)
        CHECK(paoli_step(&r).code == PERP_OK, "step %d", k);
    double spent = (now() - begun) / (steps - 1);
    printf("N = %4d: %8.2f us per step, %6.2f ns per element; %ld problems\n",
           N, 1e6 * spent, 1e9 * spent / N, sum.lcps);
    CHECK(sum.lcps > 0, "the bar never touched");
    paoli_state_free(&r);
    for (int i = 0; i < n; i++)
        mpq_clears(e.q[i], e.v[i], NULL);
    free(e.q);
    free(e.v);
    mpq_clears(e.h, e.T, e.tolerance, NULL);
    system_clear(&b.sys);
    graph_free(&b.g);
    arena_free(&b.a);
    return spent;
}

int main(void)
{
    double small = run(125, 10000);
    run(250, 10000);
    run(500, 10000);
    double large = run(1000, 10000);
    printf("8 times the elements cost %.1f times as much\n", large / small);
    CHECK(large < 16 * small, "that is not like N");
    DONE;
}
