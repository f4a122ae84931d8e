#include "base/memory.h"
#include "check.h"
#include "kinds.h"
#include "model/tape/derivative.h"

#include <time.h>

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

/* The best of five, ns per evaluation; inputs move a little each time when
   `fresh`, so that the memo of sine and cosine never has the answer. */
static double timed(const tape *t, const double *at, int fresh)
{
    double in[64], work[4000], out[400], best = 1e30;
    for (uint32_t i = 0; i < t->inputs; i++)
        in[i] = at[i];
    if (tape_slots(t) > 4000 || t->outputs > 400 || t->inputs > 64)
        return 0;
    for (int round = 0; round < 5; round++) {
        enum { TIMES = 20000 };
        double start = now();
        for (int k = 0; k < TIMES; k++) {
            for (uint32_t i = 0; fresh && i < t->inputs; i++)
                in[i] += 1e-9;
            if (tape_f64(t, in, work, out).code != PERP_OK)
                return 0;
        }
        double ns = (now() - start) / TIMES;
        best = ns < best ? ns : best;
    }
    return best;
}

static void show(const char *name, const tape *t, const double *at)
{
    printf("%-22s %5u instructions %4u runs  %7.0f ns, angles moving %7.0f\n",
           name, t->instrs, t->runs, timed(t, at, 0), timed(t, at, 1));
}

static void kinds(void)
{
    arena a = {0};
    graph g = {0}, h = {0};
    kind disc, corner;
    double q[14] = {0, 0, 0, 3, 4, 0.2, 0, 0, 0, 0, 0, 0, 1, 2};
    double box[11] = {0, 1, 0.3, 0, 0, 0, 0, 1, 0.25, -0.5, -0.5};
    kinds_disc_disc(&a, &g, &disc);
    kinds_plane_corner(&a, &h, &corner);
    show("disc-disc gap", &disc.gap, q);
    show("disc-disc row", &disc.row, q);
    show("plane-corner gap", &corner.gap, box);
    show("plane-corner row", &corner.row, box);
    kind_clear(&disc);
    kind_clear(&corner);
    graph_free(&g);
    graph_free(&h);
    arena_free(&a);
}

/* T and U of a hanging chain of n rods of length 1 with masses at their ends,
   inputs: n angles to the vertical, n rates. */
static void chain_energies(graph *g, uint32_t n, graph_id *T, graph_id *U)
{
    graph_id vx = graph_const(g, 0), vy = vx, y = vx, zero = vx;
    *T = *U = zero;
    for (uint32_t i = 0; i < n; i++) {
        graph_id th = graph_var(g, i), w = graph_var(g, n + i);
        graph_id s = graph_op1(g, OP_SIN, th), c = graph_op1(g, OP_COS, th);
        graph_id m = graph_const(g, 1.1 + i);
        vx = graph_op2(g, OP_ADD, vx, graph_op2(g, OP_MUL, c, w));
        vy = graph_op2(g, OP_ADD, vy, graph_op2(g, OP_MUL, s, w));
        y = graph_op2(g, OP_SUB, y, c);
        graph_id sq = kinds_pair(g, OP_ADD, (graph_id[4]){vx, vx, vy, vy});
        graph_id half = graph_op2(g, OP_MUL, graph_const(g, 0.5), m);
        *T = graph_op2(g, OP_ADD, *T, graph_op2(g, OP_MUL, half, sq));
        *U = graph_op2(g, OP_ADD, *U,
                       graph_op2(g, OP_MUL,
                                 graph_op2(g, OP_MUL, m, graph_const(g, 9.81)),
                                 y));
    }
}

/* M = grad_v grad_v T and k = grad_q T - (d grad_v T / d q) v - grad_q U. */
static uint32_t lagrange(graph *g, uint32_t n, graph_id *out)
{
    uint32_t q[32], v[32];
    graph_id T, U, p[32], pdot[32], tq[32], uq[32], dir[32];
    chain_energies(g, n, &T, &U);
    for (uint32_t i = 0; i < n; i++) {
        q[i] = i;
        v[i] = n + i;
        dir[i] = graph_var(g, n + i);
    }
    graph_gradient(g, T, n, v, p);
    graph_gradient(g, T, n, q, tq);
    graph_gradient(g, U, n, q, uq);
    graph_tangent(g, n, p, n, q, dir, pdot);
    for (uint32_t i = 0; i < n; i++) {
        graph_gradient(g, p[i], n, v, out + n * i);
        graph_id k = graph_op2(g, OP_SUB, tq[i], pdot[i]);
        out[n * n + i] = graph_op2(g, OP_SUB, k, uq[i]);
    }
    return n * n + n;
}

static void chain(uint32_t n)
{
    arena a = {0};
    graph g = {0};
    graph_id out[400];
    tape t;
    double in[64];
    char name[40];
    double start = now();
    uint32_t outputs = lagrange(&g, n, out);
    perp_status s = tape_make(&a, &g, outputs, out, 2 * n, &t);
    double made = now() - start;
    CHECK(s.code == PERP_OK, "%s", s.message);
    for (uint32_t i = 0; i < 2 * n; i++)
        in[i] = 0.1 * (i + 1);
    snprintf(name, sizeof name, "chain of %u: M, k", n);
    show(name, &t, in);
    printf("%-22s %5u nodes, %.2f ms\n", "  recorded", g.len, made / 1e6);
    tape_clear(&t);
    graph_free(&g);
    arena_free(&a);
}

int main(void)
{
    memory_adopt_gmp();
    kinds();
    chain(4);
    chain(10);
    DONE;
}
