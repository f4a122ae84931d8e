#include "base/memory.h"
#include "check.h"
#include "dag.h"
#include "model/tape/tape_span.h"

#include <math.h>

enum { ROOM = 400, POINTS = 12 };

/* A point of the box of lane l: a corner, or somewhere. */
static void point(check_random *r, const double *lo, const double *hi, int l,
                  int corner, double *x)
{
    for (int k = 0; k < DAG_VARS; k++) {
        const double a = lo[k * TAPE_LANES + l], b = hi[k * TAPE_LANES + l];
        const double u = check_uniform(r, 0, 1);
        x[k] = corner ? (u < 0.5 ? a : b) : fmin(b, fmax(a, a + u * (b - a)));
    }
}

/* How many values of tape_f64 at x are outside of lane l; -1: it fails. */
static int outside(const tape *t, const double *x, const double *lo,
                   const double *hi, int l)
{
    double one[2 * ROOM], y;
    int out = 0;
    if (tape_f64(t, x, one, &y).code != PERP_OK)
        return -1;
    for (uint32_t k = 0; k < tape_values(t); k++)
        out += !(one[k] >= lo[k * TAPE_LANES + (uint32_t)l] &&
                 one[k] <= hi[k * TAPE_LANES + (uint32_t)l]);
    return out;
}

/* Boxes from a point to wide ones, about random points. */
static void boxes(check_random *r, const dag *d, double *lo, double *hi)
{
    for (int k = 0; k < DAG_VARS; k++)
        for (int l = 0; l < TAPE_LANES; l++) {
            const double x = l == 0 ? d->x[k] : check_uniform(r, -2, 2);
            const double w = l == 1 ? 0 : ldexp(1, -4 * l + 2);
            lo[k * TAPE_LANES + l] = x - w * check_uniform(r, 0, 1);
            hi[k * TAPE_LANES + l] = x + w * check_uniform(r, 0, 1);
        }
}

/** Of random expressions over random boxes: at corners and inside, every value that
`tape_f64` makes lies between the ends, bit for bit, and it never fails in a box that is
known. */
static void every_value_is_inside(void)
{
    check_random r = {check_seed(94)};
    int known_lanes = 0, unknown = 0;
    for (int round = 0; round < 1200; round++) {
        dag d = dag_random(&r, 0, round % 4 == 0);
        graph g = {0};
        arena a = {0};
        tape t;
        static double lo[ROOM * TAPE_LANES], hi[ROOM * TAPE_LANES];
        unsigned char known[TAPE_LANES];
        double x[DAG_VARS];
        graph_id root = dag_write(&g, &d);
        if (root != GRAPH_NONE &&
            tape_make(&a, &g, 1, &root, DAG_VARS, &t).code == PERP_OK) {
            boxes(&r, &d, lo, hi);
            tape_span(&t, lo, hi, known);
            for (int l = 0; l < TAPE_LANES; l++) {
                known_lanes += known[l];
                unknown += !known[l];
                for (int k = 0; k < POINTS && known[l]; k++) {
                    point(&r, lo, hi, l, k % 2, x);
                    int out = outside(&t, x, lo, hi, l);
                    CHECK(out == 0, "round %d, lane %d: %d outside", round, l,
                          out);
                }
            }
            tape_clear(&t);
        }
        graph_free(&g);
        arena_free(&a);
    }
    printf("%d boxes known, %d not\n", known_lanes, unknown);
    CHECK(known_lanes > 1000 && unknown > 300, "too few to mean anything");
}

/* x/y and sqrt(x) by hand: [1, 2]/[2, 4], and a divisor that may be zero. */
static void by_hand(void)
{
    graph g = {0};
    arena a = {0};
    tape t;
    double lo[ROOM], hi[ROOM];
    unsigned char known[TAPE_LANES];
    graph_id root = graph_op2(
        &g, OP_DIV, graph_op1(&g, OP_SQRT, graph_var(&g, 0)), graph_var(&g, 1));
    CHECK(tape_make(&a, &g, 1, &root, 2, &t).code == PERP_OK, "tape");
    static const double box[TAPE_LANES][4] = {
        {1, 4, 2, 4},   {1, 4, 0, 4}, {1, 4, -1, 4},    {-1, 4, 2, 4},
        {1, 4, -4, -2}, {0, 0, 1, 1}, {1, 4, -4, -0.0}, {4, 9, 1, 2}};
    for (int l = 0; l < TAPE_LANES; l++)
        for (int k = 0; k < 2; k++) {
            lo[k * TAPE_LANES + l] = box[l][2 * k];
            hi[k * TAPE_LANES + l] = box[l][2 * k + 1];
        }
    tape_span(&t, lo, hi, known);
    static const double want[TAPE_LANES][3] = {
        {1, 0.25, 1}, {0}, {0}, {0}, {1, -1, -0.25}, {1, 0, 0}, {0}, {1, 1, 3}};
    for (int l = 0; l < TAPE_LANES; l++) {
        const size_t at = t.out[0] * TAPE_LANES + (size_t)l;
        CHECK(known[l] == want[l][0], "lane %d: known %d", l, known[l]);
        CHECK(!known[l] || (lo[at] == want[l][1] && hi[at] == want[l][2]),
              "lane %d: %g to %g", l, lo[at], hi[at]);
    }
    tape_clear(&t);
    graph_free(&g);
    arena_free(&a);
}

int main(void)
{
    memory_adopt_gmp();
    RUN(every_value_is_inside);
    RUN(by_hand);
    DONE;
}
