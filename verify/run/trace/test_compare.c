#include "base/memory.h"
#include "table.h"
#include "run/trace/compare.h"

#include <math.h>

/** Logarithms against those of the C library, which the program may not use. */
static void logarithms(void)
{
    check_random r = {check_seed(3)};
    for (int i = 0; i < 2000; i++) {
        double x = ldexp(check_uniform(&r, 0.5, 2), check_integer(&r, -60, 60));
        CHECK(fabs(compare_log2(x) - log2(x)) < 1e-11, "%g", x);
    }
    CHECK(compare_log2(8) == 3 && compare_log2(1) == 0, "whole");
}

/** Errors $C h^p$, and $C(h^p - f^p)$ against a run with the step f, give p
back. */
static void orders(void)
{
    check_random r = {check_seed(5)};
    for (int i = 0; i < 300; i++) {
        double p = check_uniform(&r, 0.2, 6), C = check_uniform(&r, 0.1, 9);
        double f = check_uniform(&r, 0.001, 0.01), got = -1;
        double g = f * check_uniform(&r, 1.3, 4);
        double h = g * check_uniform(&r, 1.3, 4);
        const double step[2] = {h, g};
        const double plain[2] = {C * pow(h, p), C * pow(g, p)};
        CHECK(compare_order(plain, step, 0, &got) && fabs(got - p) < 1e-9,
              "%g, not %g", got, p);
        const double fine[2] = {C * (pow(h, p) - pow(f, p)),
                                C * (pow(g, p) - pow(f, p))};
        CHECK(compare_order(fine, step, f, &got) && fabs(got - p) < 1e-7,
              "%g, not %g against a finer run", got, p);
    }
    double p = 7;
    const double e[2] = {1, 0}, even[2] = {1, 1}, step[2] = {0.2, 0.1};
    CHECK(!compare_order(e, step, 0, &p) && p == 7, "a zero error");
    CHECK(!compare_order(even, step, 0.1, &p), "the floor itself");
    CHECK(!compare_order(even, step, 0.05, &p), "no progress");
    CHECK(compare_order(even, step, 0, &p) && p == 0, "%g", p);
}

/* q = t^2, v = 2 t, in both coordinates. */
static perp_status parabola(void *user, double t, double *q, double *v)
{
    (void)user;
    q[0] = q[1] = t * t;
    v[0] = v[1] = 2 * t;
    return PERP_SUCCESS;
}

static void fill(table *x, const scene *s, int n, double T, double off)
{
    table_start(x, &s->sys, n + 1);
    for (int k = 0; k <= n; k++) {
        double t = T * k / n, q[2] = {t * t + off * t, t * t};
        double v[2] = {2 * t, 2 * t};
        table_row(x, t, 2, q, v);
    }
}

/** The parabola with an error $t/100$ in one coordinate: the largest distance is
$T/100$. The step function $2t_{l+1}$ is off $2t$ by $h^2$ in a step, in each of
two coordinates: $\sqrt 2\,Th$; midpoints are exact for a straight line.
Against its own finer table, n times as fine, the distance of step functions is
$\sqrt 2\,T (h - h/n)$. */
static void closed(void)
{
    scene s;
    difference d;
    const double T = 3, h = 0.1;
    table x, fine;
    motion exact = {parabola, NULL, NULL};
    CHECK(scene_block(&s, 1, 0, 9.81).code == PERP_OK, "scene");
    fill(&x, &s, 30, T, 0.01);
    CHECK(compare_runs(&s.sys, &x.t, &exact, T, &d).code == PERP_OK, "compare");
    CHECK(fabs(d.q_sup - 0.03) < 1e-12, "q %g", d.q_sup);
    CHECK(d.v_end < 1e-12, "v %g", d.v_end);
    CHECK(fabs(d.v_l1 - sqrt(2) * T * h) < 1e-12, "L1 %g", d.v_l1);
    CHECK(fabs(d.va_l1 - d.v_l1) < 1e-15, "va %g", d.va_l1);
    fill(&fine, &s, 210, T, 0);
    motion finer = {NULL, NULL, &fine.t};
    CHECK(compare_runs(&s.sys, &x.t, &finer, T, &d).code == PERP_OK, "compare");
    CHECK(fabs(d.q_sup - 0.03) < 1e-12, "q %g", d.q_sup);
    CHECK(fabs(d.v_l1 - sqrt(2) * T * (h - h / 7)) < 1e-9, "L1 %g, not %g",
          d.v_l1, sqrt(2) * T * (h - h / 7));
    table_end(&fine);
    table_end(&x);
    scene_end(&s);
}

/** A grid that a collision has shifted: the last row lies behind T, two rows have
one time. Only [0, T] counts. */
static void shifted(void)
{
    scene s;
    difference d;
    table x;
    motion exact = {parabola, NULL, NULL};
    const double at[] = {0, 0.4, 0.4, 0.9, 1.4};
    CHECK(scene_block(&s, 1, 0, 9.81).code == PERP_OK, "scene");
    table_start(&x, &s.sys, 5);
    for (int k = 0; k < 5; k++) {
        double t = at[k], q[2] = {t * t, t * t}, v[2] = {2 * t, 2 * t};
        if (k == 4)
            q[0] = 100;
        table_row(&x, t, 2, q, v);
    }
    CHECK(compare_runs(&s.sys, &x.t, &exact, 1, &d).code == PERP_OK, "compare");
    CHECK(d.q_sup == 0, "the row behind T counts: %g", d.q_sup);
    CHECK(d.v_end < 1e-12, "straight line at T: %g", d.v_end);
    double exactly = sqrt(2) * (0.16 + 0.25 + (2.8 * 0.1 - (1 - 0.81)));
    CHECK(fabs(d.v_l1 - exactly) < 1e-12, "L1 %g, not %g", d.v_l1, exactly);
    table_end(&x);
    scene_end(&s);
}

/** Every request for memory refused once: an error, and nothing lost. */
static void refused(void)
{
    scene s;
    table x;
    difference d;
    motion exact = {parabola, NULL, NULL};
    size_t many = 1;
    CHECK(scene_block(&s, 1, 0.5, 9.81).code == PERP_OK, "scene");
    table_start(&x, &s.sys, 9);
    for (int k = 0; k < 9; k++)
        table_row(&x, 0.5 * k, 2, (double[2]){k, 0}, (double[2]){10, 0});
    for (;; many++) {
        memory_refuse(many);
        perp_status st = compare_runs(&s.sys, &x.t, &exact, 3, &d);
        memory_refuse(0);
        if (st.code == PERP_OK)
            break;
        CHECK(st.code == PERP_LIMIT, "%s", st.message);
    }
    CHECK(many >= 2, "%zu requests", many);
    table_end(&x);
    scene_end(&s);
}

int main(void)
{
    RUN(logarithms);
    RUN(orders);
    RUN(closed);
    RUN(shifted);
    RUN(refused);
    DONE;
}
