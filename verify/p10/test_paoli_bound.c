/** The inequality in fractions where its answer is known: circles, half planes, a mass that
is not 1. All points are fractions. */
#include "number/rational.h"
#include "p10/paoli_bound.h"
#include "paoli_scene.h"

#include <math.h>

enum { BITS = 288 };

/** Upward, and by little. */
static void roots(void)
{
    check_random r = {check_seed(2412)};
    mpq_t x, y, z;
    mpq_inits(x, y, z, NULL);
    for (int run = 0; run < 2000; run++) {
        mpq_set_ui(x, (unsigned long)check_integer(&r, 1, 1 << 30),
                   (unsigned long)check_integer(&r, 1, 1 << 30));
        mpq_canonicalize(x);
        const int shift = check_integer(&r, -900, 900);
        if (shift > 0)
            mpq_mul_2exp(x, x, (mp_bitcnt_t)shift);
        else
            mpq_div_2exp(x, x, (mp_bitcnt_t)-shift);
        paoli_root_above(x, y);
        mpq_mul(z, y, y);
        CHECK(mpq_cmp(z, x) >= 0, "run %d: below", run);
        mpq_div(z, z, x);
        mpq_set_ui(x, 1, 1);
        mpq_sub(z, z, x);
        mpq_div_2exp(x, x, 59);
        CHECK(mpq_cmp(z, x) <= 0, "run %d: far above", run);
    }
    mpq_set_ui(x, 0, 1);
    paoli_root_above(x, y);
    CHECK(mpq_sgn(y) == 0, "the root of 0");
    mpq_clears(x, y, z, NULL);
}

typedef enum { OUTSIDE, INSIDE, HALF, POLE, BEND } shape;

/** x^2 + y^2 >= 1, <= 1; x >= 0; 2 - 1/x - y^2 >= 0, which has no value at x = 0;
max(x - 1, -5x - 6) >= 0. */
static graph_id gap_of(scene *s, shape k)
{
    graph_id x = s->q[0], y = s->q[1], one = graph_const(&s->g, 1);
    graph_id xx = graph_op2(&s->g, OP_MUL, x, x);
    graph_id yy = graph_op2(&s->g, OP_MUL, y, y);
    graph_id out =
        graph_op2(&s->g, OP_SUB, graph_op2(&s->g, OP_ADD, xx, yy), one);
    if (k == HALF)
        return x;
    if (k == BEND) {
        graph_id five = graph_op2(&s->g, OP_MUL, graph_const(&s->g, -5), x);
        return graph_op2(&s->g, OP_MAX, graph_op2(&s->g, OP_SUB, x, one),
                         graph_op2(&s->g, OP_SUB, five, graph_const(&s->g, 6)));
    }
    if (k == POLE) {
        graph_id two = graph_const(&s->g, 2);
        graph_id less =
            graph_op2(&s->g, OP_SUB, two, graph_op2(&s->g, OP_DIV, one, x));
        return graph_op2(&s->g, OP_SUB, less, yy);
    }
    return k == OUTSIDE ? out : graph_op1(&s->g, OP_NEG, out);
}

/* M = diag(m, 1); y = (y0, y1), Z, mu over `over`; f and n are the caller's. */
typedef struct {
    shape k;
    int m;
    long y[2], Z[2], mu, f, n[2], over;
} instance;

static void ratio(mpq_ptr x, long n, long d)
{
    mpq_set_si(x, n, (unsigned long)d);
    mpq_canonicalize(x);
}

/* -1: nothing decided; else within, rounded to a double. */
static double ask(const instance *i)
{
    scene s;
    paoli_bound *b = NULL;
    paoli_exact_metric metric;
    int decided = 0;
    mpq_t within;
    scene_start(&s, 2);
    graph_id gap = gap_of(&s, i->k);
    CHECK(scene_gaps(&s, 2, NULL, 1, &gap).code == PERP_OK, "scene");
    mpq_t *x = rational_array(&s.a, 12);
    mpq_t *M = x, *y = x + 4, *Z = x + 6, *mu = x + 8, *f = x + 9, *n = x + 10;
    mpq_init(within);
    ratio(M[0], i->m, 1);
    ratio(M[3], 1, 1);
    for (int c = 0; c < 2; c++) {
        ratio(y[c], i->y[c], i->over);
        ratio(Z[c], i->Z[c], i->over);
        ratio(n[c], i->n[c], i->over);
    }
    ratio(mu[0], i->mu, i->over);
    ratio(f[0], i->f, i->over);
    CHECK(paoli_exact_metric_new(&s.a, 2, &metric).code == PERP_OK, "metric");
    CHECK(paoli_exact_factor((const mpq_t *)M, &metric).code == PERP_OK, "M");
    CHECK(paoli_bound_new(&s.a, &s.sys, BITS, &b).code == PERP_OK, "bound");
    paoli_bound_of of = {
        (const mpq_t *)M, (const mpq_t *)y, (const mpq_t *)Z, (const mpq_t *)mu,
        (const mpq_t *)f, (const mpq_t *)n, &metric};
    CHECK(paoli_bound_find(b, &of, within, &decided).code == PERP_OK, "find");
    const double found = decided ? mpq_get_d(within) : -1;
    paoli_bound_free(b);
    paoli_exact_metric_clear(&metric);
    rational_clear(x, 12);
    mpq_clear(within);
    scene_end(&s);
    return found;
}

/** A depth d into the unit disc from (1, 0): mu = d/2. Below a quarter the balls shrink; from
a half on another point may be as near, and at the far side of the disc there are nearer
ones, though its multiplier has the right sign and nothing is left of the balance. */
static void circles(void)
{
    for (long d = 1; d <= 40; d++) {
        const instance out = {OUTSIDE, 1, {80 - 2 * d, 0}, {80, 0},
                              d,       0, {160, 0},        80};
        const double got = ask(&out);
        CHECK(2 * d < 18 ? got >= 0 && got < 0x1p-270 : d < 20 || got < 0,
              "depth %ld: %g", d, got);
        instance other = out;
        other.n[0] = 150;
        CHECK(ask(&other) < 0, "depth %ld: not its gradient", d);
    }
    const instance far_side = {OUTSIDE, 1, {40, 0},   {-80, 0},
                               60,      0, {-160, 0}, 80};
    CHECK(ask(&far_side) < 0, "the farthest point");
}

/** From inside, y = (1 + t, 0): n = (-2, 0) at (1, 0), Z - y = -t = mu n, mu = t/2. */
static void deep(void)
{
    for (long t = 1; t < 1000; t *= 3) {
        const instance in = {INSIDE, 1, {2 + 2 * t, 0}, {2, 0},
                             t,      0, {-4, 0},        2};
        CHECK(ask(&in) == 0 || ask(&in) < 0x1p-270, "t = %ld: %g", t, ask(&in));
        instance less = in;
        less.mu = 0;
        CHECK(ask(&less) < 0, "t = %ld without a multiplier", t);
    }
}

/** x >= 0, y = (-1, 0): the points as near as Z = (0, s) reach to (0, -s), and as near as (t, 0)
to (0, u), u^2 = m((1 + t)^2 - 1): what is said is as much, and not four times that. */
static void attained(void)
{
    for (int m = 1; m <= 9; m += 4) {
        const long over = 1L << 40, s = 1;
        const instance beside = {HALF,     m, {-over, 0}, {0, s},
                                 m * over, 0, {over, 0},  over};
        const double far = 2.0 * (double)s / (double)over;
        double got = ask(&beside);
        CHECK(got >= far && got <= 4 * far, "beside: %g of %g", got, far);
        const instance off = {HALF,     m, {-over, 0}, {s, 0},
                              m * over, s, {over, 0},  over};
        const double t = (double)s / (double)over;
        const double u = sqrt(m * (2 * t + t * t));
        got = ask(&off);
        CHECK(got >= u && got <= 4 * u, "off by t: %g of %g", got, u);
    }
}

/** A ball that reaches to x = 0, where the gap has no value, is not decided; one that does not
is. Z = (1/2, 0), n = (4, 0), y = (1/2 - t, 0), mu = t/4. */
static void poles(void)
{
    for (long t = 1; t < 100; t++) {
        const instance p = {POLE, 1, {200 - 4 * t, 0}, {200, 0},
                            t,    0, {1600, 0},        400};
        const double got = ask(&p);
        CHECK(t < 4 ? got >= 0 && got < 0x1p-270 : t < 50 || got < 0,
              "t = %ld: %g", t, got);
    }
}

/** K is x >= 1 and x <= -6/5, with the bend at -5/6. From y = (-3/20, 0) the point (1, 0) is 23/20
away, and (-6/5, 0) 21/20. Nothing turns within 23/20 of (1, 0); within twice that it does. From y = (1/5, 0) twice 4/5 does
not reach the bend. */
static void beyond(void)
{
    const instance wrong = {BEND, 1, {-3, 0}, {20, 0}, 23, 0, {20, 0}, 20};
    const instance near = {BEND, 1, {4, 0}, {20, 0}, 16, 0, {20, 0}, 20};
    CHECK(ask(&wrong) < 0, "the other side is nearer");
    CHECK(ask(&near) >= 0 && ask(&near) < 0x1p-90, "one wall in the ball");
}

int main(void)
{
    RUN(beyond);
    RUN(roots);
    RUN(circles);
    RUN(deep);
    RUN(attained);
    RUN(poles);
    DONE;
}
