/** The cost of a step of the impacting bar, in operations, which no other program
on the machine disturbs. */
#include "paoli_bar.h"

static double operations(const paoli_state *r)
{
    return r->operations + *r->metric.work;
}

/** Operations per step, from the second step on; the first evaluates and
factors M. The free end is looked at so that the motion is the bar's. */
static double run(int N, int steps)
{
    bar b = {0};
    experiment e;
    summary sum = {0};
    paoli_state r = {0};
    bar_experiment(&b, N, &e);
    CHECK(paoli_state_new(&b.a, &e, &sum, &r).code == PERP_OK, "state");
    CHECK(paoli_step(&r).code == PERP_OK, "step");
    double first = operations(&r), most = 0, before = first;
    for (int k = 1; k < steps; k++) {
        CHECK(paoli_step(&r).code == PERP_OK, "step %d", k);
        double spent = operations(&r) - before;
        most = spent > most ? spent : most;
        before += spent;
    }
    double mean = (before - first) / (steps - 1);
    printf("N = %4d: %.0f operations in the first step, then %.1f, at most "
           "%.0f, %.2f per element; %ld problems\n",
           N, first, mean, most, mean / N, sum.lcps);
    CHECK(sum.lcps > steps / 50, "%ld problems", sum.lcps);
    CHECK(first > N, "what is counted when M is evaluated?");
    CHECK(most < 80.0 * N, "%g operations in one step", most);
    paoli_state_free(&r);
    bar_end(&b, &e);
    return mean;
}

/** 1000 elements, 10,000 steps: like N. The force is 5 operations per element,
the prediction 7, a constraint that has to be looked at 2, a projection 5. */
static void like_N(void)
{
    double small = run(125, 1250), large = run(1000, 10000);
    CHECK(large < 8.1 * small, "8 times the elements cost %g times as much",
          large / small);
    CHECK(large < 30 * 1000.0, "%g operations", large);
}

int main(void)
{
    RUN(like_N);
    DONE;
}
