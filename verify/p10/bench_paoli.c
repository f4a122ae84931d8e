/** What a step of the impacting bar costs as its elements grow: the mass is
diagonal and constant, one constraint, so a step should cost what its force
costs, which grows like N. prop_paoli_cost counts operations; here is time. */
#include "paoli_bar.h"

#include <time.h>

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/** Seconds per step, from the second step on; the first factors M. */
static double run(int N, int steps)
{
    bar b = {0};
    experiment e;
    summary sum = {0};
    paoli_state r = {0};
    bar_experiment(&b, N, &e);
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
    bar_end(&b, &e);
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
