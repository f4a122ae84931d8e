/** # Modes: what a mode says of impulses and speeds is true of them */
#include "hp23.h"
#include "hp23/samples/contact_modes.h"

#include <math.h>

static double times(int n, const double *row, const double *x)
{
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += row[i] * x[i];
    return sum;
}

/* Of the mode at data x: what stops is at rest, full contacts have their bound,
   open ones nothing, friction of a slip is at its end; rows with t are what they are
   made of. */
static void holds(const modes *m, int number, const double *x)
{
    static mode k;
    const mode_impact *i = &m->of;
    double L[MODE_SPEEDS], size = 1;
    mode_build(i, number, &k);
    for (int j = 0; j < i->s; j++) {
        L[j] = times(i->numbers, k.A[j], x);
        size = fmax(size, fabs(L[j]));
    }
    for (int e = 0; e < k.unknown && k.left == 0; e++) {
        double u = x[k.eq[e]] + times(i->s, i->G + k.eq[e] * i->s, L);
        CHECK(fabs(u) < 1e-9 * size * i->gain, "%d stops at %g", number, u);
    }
    for (int j = 0; j < i->p; j++, number /= MODE_WAYS) {
        const int d = number % MODE_WAYS, none = d == 0 || d == MODE_IDLE;
        const int t = i->p + i->slip[j], way = none ? 0 : (d - 1) % 3;
        const double slips = way == 1 ? -i->mu[j] : i->mu[j];
        if (none)
            CHECK(L[j] == 0 && L[t] == 0, "apart: %g", L[j]);
        else if (d < 4)
            CHECK(fabs(L[j] - x[i->s + j]) < 1e-12 * size, "full: %g", L[j]);
        if (way > 0)
            CHECK(fabs(L[t] - slips * L[j]) < 1e-9 * size, "slips: %g", L[t]);
    }
    for (int o = 0; o < k.open; o++)
        for (int e = 0; e < k.unknown; e++)
            CHECK(fabs(times(i->s, i->G + k.eq[e] * i->s, k.null[o])) <
                      1e-9 * i->gain * 10,
                  "a null vector moves %d", k.eq[e]);
}

/* All modes of impacts at random and of the examples with two contacts. */
static void modes_of_impacts(void)
{
    check_random r = {check_seed(31)};
    for (int round = 0; round < 40; round++) {
        hp23 t;
        halm_posa g;
        arena a = {0};
        modes m;
        double x[MODE_NUMBERS];
        if (round < 4)
            hp23_load(&t, hp23_models[round]);
        else
            hp23_random(&r, check_integer(&r, 2, 6), check_integer(&r, 1, 2),
                        &t);
        CHECK(halm_posa_new(&t.a, &t.d, &g).code == 0, "new");
        CHECK(contact_modes_fit(&g) &&
                  contact_modes_new(&a, &t.x, &g, 1, &m).code == 0,
              "modes");
        for (int i = 0; i < g.p + g.r; i++)
            x[i] = g.u0[i];
        for (int i = g.p + g.r; i < m.of.numbers; i++)
            x[i] = check_uniform(&r, 0, 1);
        for (int k = 0; k < 1 << 3 * g.p; k++)
            if (fabs(m.of.mu[0]) < 100)
                holds(&m, k, x);
        arena_free(&a);
        hp23_clear(&t);
    }
}

int main(void)
{
    memory_adopt_gmp();
    RUN(modes_of_impacts);
    DONE;
}
