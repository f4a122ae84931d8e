/** What a step of Figure 9.1 costs, and what of it is its complementarity
problem: the run's steps in doubles and with exact check, and the same problem
(n = 4, two free unknowns) solved alone. Prints nanoseconds and the ratio that
the house promises to keep below ten. */
#include "base/memory.h"
#include "check.h"
#include "scene.h"
#include "gap08/step/alpha_gamma.h"
#include "lcp/solve/mlcp.h"

#include <time.h>

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return 1e9 * (double)t.tv_sec + (double)t.tv_nsec;
}

/* The fastest of some runs of 10 s of motion at h = 0.001, in ns per step. */
static double step_ns(experiment_mode mode)
{
    double best = 1e300;
    for (int round = 0; round < (mode == EXPERIMENT_DOUBLE ? 40 : 3); round++) {
        scene s;
        experiment e;
        trace t;
        summary sum;
        if (scene_block(&s, 1, 0.8, 9.81).code != PERP_OK)
            exit(1);
        experiment_start(&e, &s.sys);
        e.mode = mode;
        mpq_set_d(e.alpha, 0.5);
        mpq_set_d(e.gamma, 0.5);
        mpq_set_d(e.h, mode == EXPERIMENT_DOUBLE ? 0.001 : 0.01);
        mpq_set_si(e.T, 10, 1);
        mpq_set_si(e.q[0], 3, 1);
        e.jacobians = 1;
        double start = now();
        if (loop_run(&e, &t, &sum).code != PERP_OK)
            exit(1);
        double each = (now() - start) / (double)sum.steps;
        best = each < best ? each : best;
        trace_free(&t);
        summary_clear(&sum);
        experiment_end(&e);
        scene_end(&s);
    }
    return best;
}

/* The step's own problem: a point on the ground, pushed. */
static double lcp_ns(int sticks)
{
    double M[4] = {1, 0, 0, 1}, zero[4] = {0}, v[2] = {0, 0};
    double k[2] = {sticks ? 7 : 8, -9.81}, n[2] = {0, 1}, d[2] = {1, 0};
    double mu[1] = {0.8}, A[36], b[6], Mt[4];
    int slip_at[2] = {0, 1}, climbed = 0, rounds = 200000;
    step_data data = {.nv = 2,
                      .p = 1,
                      .r = 1,
                      .M = M,
                      .F = zero,
                      .kq = zero,
                      .kv = zero,
                      .k0 = k,
                      .k1 = k,
                      .n = n,
                      .d = d,
                      .mu = mu,
                      .v = v,
                      .slip_at = slip_at};
    alpha_gamma s = {.alpha = 0.5, .gamma = 0.5, .h = 0.01};
    alpha_gamma_pose(&s, &data, Mt, A, b);
    lcp_problem p = {2, 4, A, b};
    arena a = {0};
    lcp_answer x;
    if (lcp_answer_new(&a, 2, 4, &x).code != PERP_OK)
        exit(1);
    double best = 1e300;
    for (int round = 0; round < 5; round++) {
        double start = now();
        for (int i = 0; i < rounds; i++)
            (void)mlcp_solve(&p, &mlcp_defaults, &a, &x, &climbed);
        double each = (now() - start) / rounds;
        best = each < best ? each : best;
    }
    arena_free(&a);
    return best;
}

int main(void)
{
    memory_adopt_gmp();
    double slip = lcp_ns(0), stick = lcp_ns(1);
    double step = step_ns(EXPERIMENT_DOUBLE);
    double exact = step_ns(EXPERIMENT_EXACT_CHECK);
    printf("Figure 9.1: LCP %.0f ns (slip), %.0f ns (stick); step %.0f ns; "
           "step with exact check %.0f ns\n",
           slip, stick, step, exact);
    printf("step / LCP = %.1f (promised: at most 10)\n",
           step / (slip < stick ? slip : stick));
    return 0;
}
