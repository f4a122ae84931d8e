#include "check.h"
#include "model/tape/growth.h"

#include <math.h>

/* The growth of one expression in the inputs marked by the bits of `mask`. */
static growth of(arena *a, graph *g, graph_id root, unsigned mask, tape *t)
{
    growth work[400], out = {0};
    uint8_t variable[4];
    CHECK(tape_make(a, g, 1, &root, 4, t).code == PERP_OK, "tape");
    CHECK(tape_values(t) <= 400, "too long");
    for (int i = 0; i < 4; i++)
        variable[i] = mask >> i & 1;
    growth_of(t, variable, work, &out);
    return out;
}

static void expect(const char *name, graph *g, graph_id root, unsigned mask,
                   growth want)
{
    arena a = {0};
    tape t;
    growth got = of(&a, g, root, mask, &t);
    CHECK(got.value == want.value && got.first == want.first &&
              got.second == want.second && got.kinks == want.kinks &&
              got.jumps == want.jumps,
          "%s: %d %d %d %d %d", name, got.value, got.first, got.second,
          got.kinks, got.jumps);
    tape_clear(&t);
    arena_free(&a);
}

/** Expressions whose growth is known. */
static void known(void)
{
    enum { Z = GROWTH_ZERO, U = GROWTH_UNKNOWN };
    graph g = {0};
    graph_id x = graph_var(&g, 0), y = graph_var(&g, 1), p = graph_var(&g, 2);
    graph_id xx = graph_op2(&g, OP_MUL, x, x), s = graph_op1(&g, OP_SIN, y);
    graph_id over = graph_op2(&g, OP_DIV, x, p);
    expect("x", &g, x, 3, (growth){1, 0, Z, 0, 0});
    expect("x, fixed", &g, x, 2, (growth){0, Z, Z, 0, 0});
    expect("x^2", &g, xx, 3, (growth){2, 1, 0, 0, 0});
    expect("x y", &g, graph_op2(&g, OP_MUL, x, y), 3, (growth){2, 1, 0, 0, 0});
    expect("x y in x", &g, graph_op2(&g, OP_MUL, x, y), 1,
           (growth){1, 0, Z, 0, 0});
    expect("x - p sin y", &g,
           graph_op2(&g, OP_SUB, x, graph_op2(&g, OP_MUL, p, s)), 3,
           (growth){1, 0, 0, 0, 0});
    expect("sin x^2", &g, graph_op1(&g, OP_SIN, xx), 3,
           (growth){0, 1, 2, 0, 0});
    expect("x / p", &g, over, 3, (growth){1, 0, Z, 0, 0});
    expect("p / x", &g, graph_op2(&g, OP_DIV, p, x), 3,
           (growth){U, U, U, 0, 0});
    expect("sqrt p", &g, graph_op1(&g, OP_SQRT, p), 3, (growth){0, Z, Z, 0, 0});
    expect("sqrt x", &g, graph_op1(&g, OP_SQRT, x), 3, (growth){1, U, U, 0, 0});
    expect("max(x, y)", &g, graph_op2(&g, OP_MAX, x, y), 3,
           (growth){1, 0, Z, 1, 0});
    expect("max(p, 1)", &g, graph_op2(&g, OP_MAX, p, graph_const(&g, 1)), 3,
           (growth){0, Z, Z, 0, 0});
    expect("x if y >= 0 else p", &g, graph_sel(&g, y, x, p), 3,
           (growth){1, 0, Z, 1, 1});
    graph_free(&g);
}

/* A random expression of the inputs 0 to 2, depth d. */
static graph_id expression(check_random *r, graph *g, int d)
{
    int die = check_integer(r, 0, 6);
    if (d == 0 || die == 0)
        return check_integer(r, 0, 3) == 0
                   ? graph_const(g, check_integer(r, -3, 3))
                   : graph_var(g, (uint32_t)check_integer(r, 0, 2));
    graph_id a = expression(r, g, d - 1), b = expression(r, g, d - 1);
    static const graph_op two[] = {OP_ADD, OP_SUB, OP_MUL, OP_MUL, OP_MAX};
    if (die == 1)
        return graph_op1(g, OP_SIN, a);
    return graph_op2(g, two[check_integer(r, 0, 4)], a, b);
}

/** What the degrees promise, tried with numbers: the value at ten thousand times
a random point is at most a constant times the power that was promised, the
constant being what the point a hundred times as large shows, with room for
sines and cancellation; where a derivative is promised to vanish, differences
do. */
static void promises(void)
{
    check_random r = {check_seed(7)};
    double work[800];
    int linear = 0, bounded = 0;
    for (int i = 0; i < 3000; i++) {
        arena a = {0};
        graph g = {0};
        tape t;
        graph_id root = expression(&r, &g, 4);
        growth w = of(&a, &g, root, 7, &t);
        double p[4] = {check_uniform(&r, -1, 1), check_uniform(&r, -1, 1),
                       check_uniform(&r, -1, 1), 0};
        double far[4], f[5], most = 0;
        for (int k = 0; k < 40; k++) { /* a constant from many points */
            double s = 1 + k * 2.5, value;
            for (int j = 0; j < 4; j++)
                far[j] = s * p[j];
            CHECK(tape_f64(&t, far, work, &value).code == PERP_OK, "value");
            double size = fabs(value);
            for (int d = 0; d < w.value; d++)
                size /= 1 + s;
            most = size > most ? size : most;
        }
        for (int j = 0; j < 4; j++)
            far[j] = 10000 * p[j];
        CHECK(tape_f64(&t, far, work, f).code == PERP_OK, "far");
        double size = fabs(f[0]);
        for (int d = 0; d < w.value; d++)
            size /= 10001;
        CHECK(size <= 300 * (most + 1), "expression %d: %g after %g", i, size,
              most);
        bounded += w.value == 0;
        for (int k = 0; k < 3; k++) {
            for (int j = 0; j < 4; j++)
                far[j] = p[j] * (1 + k);
            CHECK(tape_f64(&t, far, work, f + 1 + k).code == PERP_OK, "near");
        }
        double second = f[1] - 2 * f[2] + f[3];
        if (w.second == GROWTH_ZERO && !w.kinks)
            CHECK(fabs(second) <= 1e-12 * (fabs(f[1]) + fabs(f[2]) + 1), "%d",
                  i);
        if (w.first == GROWTH_ZERO)
            CHECK(f[1] == f[2], "%d", i);
        linear += w.second == GROWTH_ZERO && w.first != GROWTH_ZERO;
        tape_clear(&t);
        graph_free(&g);
        arena_free(&a);
    }
    CHECK(linear > 200 && bounded > 100, "%d, %d", linear, bounded);
}

int main(void)
{
    RUN(known);
    RUN(promises);
    DONE;
}
