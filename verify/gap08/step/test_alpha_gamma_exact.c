#include "check.h"
#include "gap08/step/alpha_gamma.h"
#include "step_random.h"

#include <math.h>

/* Verifies GAP08 (4.17), (4.18), (4.7). The exact problem, formed from M bar,
   k bar and h F x, is the problem formed in doubles from M tilde and k tilde,
   entry by entry to rounding, on random data, where forces may depend on one
   coordinate or velocity and not on its neighbour; so are the forms with forces at
   the beginning of the step. */
static void twins(void)
{
    static const step_form form[] = {STEP_FAMILY, STEP_LINEAR, STEP_EXPLICIT};
    check_random rng = {check_seed(42)};
    for (int trial = 0; trial < 300; trial++) {
        step_random_sizes z = {
            check_integer(&rng, 1, 5), check_integer(&rng, 0, 2),
            check_integer(&rng, 0, 3), check_integer(&rng, 0, 2)};
        alpha_gamma s = {check_uniform(&rng, 0.1, 1), check_uniform(&rng, 0, 1),
                         check_uniform(&rng, 0.001, 0.1), form[trial % 3]};
        if (s.form != STEP_FAMILY)
            s.alpha = s.gamma = 1; /* AP02's */
        step_random step;
        double Mt[25];
        posed x;
        step_random_make(&step, &rng, z);
        for (int i = 0; i < z.nv * z.nv; i++) {
            if (check_integer(&rng, 0, 1))
                step.d.kq[i] = 0;
            if (check_integer(&rng, 0, 1))
                step.d.kv[i] = 0;
        }
        step_random_copy(&step, z);
        lcp_problem p = step_random_pose(&step, &s, Mt);
        posed_make(&x, &step, &s);
        int size = p.free + p.n;
        for (int i = 0; i < size * size; i++)
            CHECK(fabs(mpq_get_d(x.A[i]) - p.A[i]) <= 1e-13 * 64,
                  "trial %d, A[%d]: %g %g", trial, i, mpq_get_d(x.A[i]),
                  p.A[i]);
        for (int i = 0; i < size; i++)
            CHECK(fabs(mpq_get_d(x.b[i]) - p.b[i]) <= 1e-12 * 64,
                  "trial %d, b[%d]: %g %g", trial, i, mpq_get_d(x.b[i]),
                  p.b[i]);
        posed_free(&x);
        step_random_free(&step);
    }
    VERIFIES("GAP08 (4.17), (4.18), (4.7)");
}

int main(void)
{
    RUN(twins);
    DONE;
}
