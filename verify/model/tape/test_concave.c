/* What is concave by its form, against formulas by hand and by values. */
#include "check.h"
#include "model/tape/concave.h"

#include <math.h>

enum { WORK = 600 };

static int of(graph *g, graph_id root, unsigned mask)
{
    arena a = {0};
    tape t;
    uint8_t work[WORK], variable[3], out = 2;
    CHECK(tape_make(&a, g, 1, &root, 3, &t).code == PERP_OK, "tape");
    CHECK(tape_values(&t) <= WORK, "too long");
    for (int i = 0; i < 3; i++)
        variable[i] = mask >> i & 1;
    concave_of(&t, variable, work, &out);
    tape_clear(&t);
    arena_free(&a);
    return out;
}

/** By hand. p is a parameter where the mask leaves it out. */
static void known(void)
{
    graph g = {0};
    graph_id x = graph_var(&g, 0), y = graph_var(&g, 1), p = graph_var(&g, 2);
    graph_id one = graph_const(&g, 1), two = graph_const(&g, -2);
    graph_id xx = graph_op2(&g, OP_MUL, x, x), yy = graph_op2(&g, OP_MUL, y, y);
    graph_id sum = graph_op2(&g, OP_ADD, xx, yy);
    graph_id norm = graph_op1(&g, OP_SQRT, sum);
    graph_id less = graph_op2(&g, OP_SUB, one, sum);
    graph_id xy = graph_op2(&g, OP_MUL, x, y);
    const struct {
        const char *name;
        graph_id root;
        unsigned mask;
        int concave;
    } of_all[] = {
        {"x", x, 3, 1},
        {"x^2", xx, 3, 0},
        {"x^2, fixed", xx, 2, 1},
        {"1 - x^2 - y^2", less, 3, 1},
        {"x^2 + y^2 - 1", graph_op1(&g, OP_NEG, less), 3, 0},
        {"-2 x^2", graph_op2(&g, OP_MUL, two, xx), 3, 1},
        {"x^2 / -2", graph_op2(&g, OP_DIV, xx, two), 3, 1},
        {"1 - |x|", graph_op2(&g, OP_SUB, one, norm), 3, 1},
        {"|x| - 1", graph_op2(&g, OP_SUB, norm, one), 3, 0},
        {"sqrt(1 - x^2 - y^2)", graph_op1(&g, OP_SQRT, less), 3, 0},
        {"-sqrt|x|", graph_op1(&g, OP_NEG, graph_op1(&g, OP_SQRT, norm)), 3, 0},
        {"-x^4", graph_op1(&g, OP_NEG, graph_op2(&g, OP_MUL, xx, xx)), 3, 1},
        {"-(1 - x^2 - y^2)^2",
         graph_op1(&g, OP_NEG, graph_op2(&g, OP_MUL, less, less)), 3, 0},
        {"x y", xy, 3, 0},
        {"x y in x", xy, 1, 1},
        {"p x^2", graph_op2(&g, OP_MUL, p, xx), 3, 0},
        {"x - p y", graph_op2(&g, OP_SUB, x, graph_op2(&g, OP_MUL, p, y)), 3, 1},
        {"x / p", graph_op2(&g, OP_DIV, x, p), 3, 1},
        {"-1 / x", graph_op1(&g, OP_NEG, graph_op2(&g, OP_DIV, one, x)), 3, 0},
        {"max(x, y)", graph_op2(&g, OP_MAX, x, y), 3, 0},
        {"-max(x, -y)",
         graph_op1(&g, OP_NEG,
                   graph_op2(&g, OP_MAX, x, graph_op1(&g, OP_NEG, y))),
         3, 1},
        {"sin x", graph_op1(&g, OP_SIN, x), 3, 0},
        {"x sin p", graph_op2(&g, OP_MUL, x, graph_op1(&g, OP_SIN, p)), 3, 1},
    };
    for (size_t i = 0; i < sizeof of_all / sizeof *of_all; i++)
        CHECK(of(&g, of_all[i].root, of_all[i].mask) == of_all[i].concave, "%s",
              of_all[i].name);
    graph_free(&g);
}

static graph_id random_tree(check_random *r, graph *g, int depth)
{
    static const graph_op two[] = {OP_ADD, OP_SUB, OP_MUL, OP_MAX, OP_ADD,
                                   OP_SUB, OP_DIV};
    if (depth == 0 || check_integer(r, 0, 5) == 0)
        return check_integer(r, 0, 2) == 0
                   ? graph_const(g, check_integer(r, -3, 3))
                   : graph_var(g, (uint32_t)check_integer(r, 0, 2));
    graph_id a = random_tree(r, g, depth - 1);
    switch (check_integer(r, 0, 5)) {
    case 0:
        return graph_op1(g, OP_NEG, a);
    case 1:
        return graph_op1(g, OP_SQRT, a);
    case 2:
        return graph_op2(g, OP_MUL, a, a);
    default:
        return graph_op2(g, two[check_integer(r, 0, 6)], a,
                         random_tree(r, g, depth - 1));
    }
}

/* f at x + s (y - x); NaN: it has no value there. */
static double value(const tape *t, const double *x, const double *y, double s)
{
    double in[3], work[2 * WORK], out;
    for (int i = 0; i < 3; i++)
        in[i] = x[i] + s * (y[i] - x[i]);
    return tape_f64(t, in, work, &out).code == PERP_OK ? out : (double)NAN;
}

/** Random formulas of roots, products, quotients, maxima, with z a parameter. What is said to be
concave has values between any two points that are not below the chord. That most that are not
said to be concave are not, is no claim, and how many are is printed. */
static void between(void)
{
    check_random r = {check_seed(1524)};
    int said = 0, curved = 0, silent = 0, made = 0;
    for (int run = 0; run < 4000; run++) {
        arena a = {0};
        graph g = {0};
        tape t;
        graph_id root = random_tree(&r, &g, 4);
        if (tape_make(&a, &g, 1, &root, 3, &t).code != PERP_OK) {
            graph_free(&g); /* it has the root of -1, or 1/0 */
            arena_free(&a);
            continue;
        }
        const int concave = of(&g, root, 3);
        made++;
        int below = 0, apart = 0;
        for (int k = 0; k < 30; k++) {
            double x[3], y[3];
            for (int i = 0; i < 3; i++) {
                x[i] = check_uniform(&r, -3, 3);
                y[i] = i < 2 ? check_uniform(&r, -3, 3) : x[2];
            }
            const double u = value(&t, x, y, 0), v = value(&t, x, y, 1);
            for (int s = 1; s < 4; s++) {
                const double m = value(&t, x, y, 0.25 * s);
                const double chord = u + 0.25 * s * (v - u);
                const double off = 1e-9 * (1 + fabs(u) + fabs(v) + fabs(m));
                below += m < chord - off;
                apart += m > chord + off;
            }
        }
        CHECK(!concave || below == 0, "run %d is not concave", run);
        said += concave;
        curved += concave && apart > 0;
        silent += !concave && below == 0;
        tape_clear(&t);
        graph_free(&g);
        arena_free(&a);
    }
    printf("%d concave by form, %d of them curved; %d more seem so\n", said,
           curved, silent);
    CHECK(curved > 100 && made > 2000, "%d of %d", curved, made);
}

int main(void)
{
    RUN(known);
    RUN(between);
    DONE;
}
