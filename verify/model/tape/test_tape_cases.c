#include "base/memory.h"
#include "check.h"
#include "dag.h"
#include "model/tape/tape_cases.h"
#include "model/tape/tape_span.h"

#include <math.h>

enum { ROOM = 600, POINTS = 12 };
static double lo[ROOM * TAPE_LANES], hi[ROOM * TAPE_LANES];

/* Entries e of a random expression, and s = where(e_c, x, -x), or the other way
   round, with x = e_u^2 + 1/4: e_n / s, times e_m, plus the larger of it and e_k,
   minus s. */
static graph_id with_sign(graph *g, const dag *d, check_random *r)
{
    graph_id id[DAG_MAX] = {0}, e[5];
    for (int i = 0; i < d->n; i++)
        id[i] = dag_write_node(g, &d->node[i], id);
    for (int i = 0; i < 5; i++)
        e[i] = id[check_integer(r, 0, d->n - 1)];
    graph_id x = graph_op2(g, OP_ADD, graph_op2(g, OP_MUL, e[0], e[0]),
                           graph_const(g, 0.25));
    graph_id other = graph_op1(g, OP_NEG, x);
    graph_id s = check_integer(r, 0, 1) ? graph_sel(g, e[1], x, other)
                                        : graph_sel(g, e[1], other, x);
    graph_id n = graph_op2(g, OP_DIV, e[2], s);
    graph_id sum = graph_op2(g, OP_ADD, graph_op2(g, OP_MUL, n, e[3]),
                             graph_op2(g, OP_MAX, n, e[4]));
    return graph_op2(g, OP_SUB, sum, s);
}

/* Eight points of three inputs, in lanes; 0 when a value is not finite. */
static int at_points(const tape *t, double x[TAPE_LANES][DAG_VARS], double *out)
{
    static double work[ROOM * TAPE_LANES];
    CHECK(tape_lanes_slots(t) <= ROOM * TAPE_LANES, "room");
    for (int l = 0; l < TAPE_LANES; l++)
        for (int k = 0; k < DAG_VARS; k++)
            work[k * TAPE_LANES + l] = x[l][k];
    return tape_lanes(t, work, out);
}

/* Both at eight random points: how often they were compared. */
static int same_bits(check_random *r, const tape *t, const tape *cases)
{
    double x[TAPE_LANES][DAG_VARS], out[TAPE_LANES], one[2 * ROOM], y;
    for (int l = 0; l < TAPE_LANES; l++)
        for (int k = 0; k < DAG_VARS; k++)
            x[l][k] = check_uniform(r, -2, 2);
    if (!at_points(cases, x, out))
        return 0;
    for (int l = 0; l < TAPE_LANES; l++) {
        perp_status s = tape_f64(t, x[l], one, &y);
        CHECK(s.code == PERP_OK && memcmp(&y, &out[l], sizeof y) == 0,
              "lane %d: %a, not %a", l, out[l], y);
    }
    return TAPE_LANES;
}

typedef struct {
    int compared, known, more, points;
} counts;

/* Boxes: what the cases say encloses what the whole tape makes at corners and
   inside. */
static void enclosed(check_random *r, const tape *t, const tape *cases,
                     counts *sum)
{
    unsigned char known[TAPE_LANES], before[TAPE_LANES];
    double x[DAG_VARS], one[2 * ROOM], y, box[2][DAG_VARS * TAPE_LANES];
    for (int i = 0; i < DAG_VARS * TAPE_LANES; i++) {
        const double w = ldexp(1, -2 * (i % TAPE_LANES)),
                     m = check_uniform(r, -2, 2);
        box[0][i] = m - w * check_uniform(r, 0, 1);
        box[1][i] = m + w * check_uniform(r, 0, 1);
    }
    memcpy(lo, box[0], sizeof box[0]);
    memcpy(hi, box[1], sizeof box[1]);
    tape_span(t, lo, hi, before);
    memcpy(lo, box[0], sizeof box[0]);
    memcpy(hi, box[1], sizeof box[1]);
    tape_span(cases, lo, hi, known);
    for (int l = 0; l < TAPE_LANES; l++) {
        const size_t at = cases->out[0] * TAPE_LANES + (size_t)l;
        sum->known += known[l];
        sum->more += known[l] && !before[l];
        for (int p = 0; p < POINTS && known[l]; p++) {
            for (int k = 0; k < DAG_VARS; k++) {
                const double a = box[0][k * TAPE_LANES + l];
                const double b = box[1][k * TAPE_LANES + l];
                const double u = check_uniform(r, 0, 1);
                x[k] = p % 2 ? (u < 0.5 ? a : b) : fmin(b, a + u * (b - a));
            }
            perp_status s = tape_f64(t, x, one, &y);
            CHECK(s.code == PERP_OK && y >= lo[at] && y <= hi[at],
                  "lane %d: %a not in %a to %a", l, y, lo[at], hi[at]);
            sum->points++;
        }
    }
}

/** Random expressions with the sign of a divisor in them: in cases they have the bits of
the whole tape at random points, and over random boxes their ends enclose what it makes
at corners and inside. Boxes are known that are not otherwise. */
static void cases_are_the_whole(void)
{
    check_random r = {check_seed(101)};
    counts sum = {0};
    for (int round = 0; round < check_times(1500); round++) {
        dag d = dag_random(&r, 0, round % 4 == 0);
        graph g = {0};
        arena a = {0};
        tape t, cases;
        graph_id root = with_sign(&g, &d, &r);
        if (root != GRAPH_NONE &&
            tape_make(&a, &g, 1, &root, DAG_VARS, &t).code == PERP_OK) {
            CHECK(tape_cases(&a, &t, &cases).code == PERP_OK, "memory");
            sum.compared += same_bits(&r, &t, &cases);
            enclosed(&r, &t, &cases, &sum);
            tape_clear(&t);
        }
        graph_free(&g);
        arena_free(&a);
    }
    printf("%d points compared, %d boxes known, %d only in cases, %d points "
           "in them\n",
           sum.compared, sum.known, sum.more, sum.points);
    CHECK(sum.compared > check_times(500) && sum.known > check_times(500) &&
              sum.more > check_times(100),
          "too few to mean anything");
}

/** The example of the file: of $x \in [1, 2]$ and $y \in [-1, 1]$ nothing is known of
$\max(y / \mathrm{where}(y, x, -x), -1)$ at a look, and $[-1, 1]$ in cases; $y \in [1, 2]$
decides, and both say $[\frac12, 2]$. A tape without a sign is left as it is: a divisor
that is no choice, or one between a value and the negative of another. */
static void by_hand(void)
{
    graph g = {0};
    arena a = {0};
    tape t, cases, none;
    graph_id x = graph_var(&g, 0), y = graph_var(&g, 1);
    graph_id s = graph_sel(&g, y, x, graph_op1(&g, OP_NEG, x));
    graph_id root =
        graph_op2(&g, OP_MAX, graph_op2(&g, OP_DIV, y, s), graph_const(&g, -1));
    graph_id other = graph_op1(&g, OP_NEG, y);
    graph_id plain[3] = {graph_op2(&g, OP_DIV, y, x),
                         graph_op2(&g, OP_DIV, y, graph_sel(&g, y, x, other)),
                         graph_op2(&g, OP_DIV, y, graph_sel(&g, y, other, x))};
    CHECK(tape_make(&a, &g, 1, &root, 2, &t).code == PERP_OK &&
              tape_cases(&a, &t, &cases).code == PERP_OK,
          "tapes");
    /* x: a, b; y: c, d; is known at a look; the ends in cases */
    static const double box[3][7] = {{1, 2, -1, 1, 0, -1, 1},
                                     {1, 2, 1, 2, 1, 0.5, 2},
                                     {1, 2, -2, -1, 1, 0.5, 2}};
    for (int i = 0; i < 3; i++)
        for (int of = 0; of < 2; of++) {
            const tape *it = of ? &cases : &t;
            unsigned char known[TAPE_LANES];
            const size_t at = it->out[0] * TAPE_LANES;
            for (int l = 0; l < 2 * TAPE_LANES; l++) {
                lo[l] = box[i][l / TAPE_LANES * 2];
                hi[l] = box[i][l / TAPE_LANES * 2 + 1];
            }
            tape_span(it, lo, hi, known);
            CHECK(known[0] == (of || box[i][4] != 0), "box %d, %d", i, of);
            CHECK(!known[0] || (lo[at] == box[i][5] && hi[at] == box[i][6]),
                  "box %d, %d: %g to %g", i, of, lo[at], hi[at]);
        }
    tape_clear(&t);
    for (int i = 0; i < 3; i++) {
        CHECK(tape_make(&a, &g, 1, &plain[i], 2, &t).code == PERP_OK &&
                  tape_cases(&a, &t, &none).code == PERP_OK,
              "tapes");
        CHECK(none.arg == t.arg && none.instrs == t.instrs, "written anew");
        tape_clear(&t);
    }
    graph_free(&g);
    arena_free(&a);
}

int main(void)
{
    memory_adopt_gmp();
    RUN(cases_are_the_whole);
    RUN(by_hand);
    DONE;
}
