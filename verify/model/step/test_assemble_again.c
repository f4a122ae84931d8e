/* An assembly writes what is not zero by its formula, into arrays that have the last one:
   beside full arrays, made anew. */
#include "base/memory.h"
#include "check.h"
#include "kinds.h"
#include "model/step/assemble.h"

enum { BODIES = 5, N = 3 * BODIES, OWN = 3, MOST = 40 };

/* Bodies in the plane with everything that a system can have, most of it zero
   between any two of them; and the data that all rounds of a test go into. */
typedef struct {
    arena a;
    graph g;
    kind disc, corner;
    binding b[2];
    side side[3];
    perp_system sys;
    assembler w;
    step_data d;
    double q[N], v[N];
    active_set set;
} bodies;

static graph_id times(graph *g, graph_id x, graph_id y)
{
    return graph_op2(g, OP_MUL, x, y);
}

/* M with two ways to write an entry, F, Gamma: blocks of three. */
static void blocks(graph *g, const graph_id *q, const graph_id *v,
                   graph_id m[3][N * N])
{
    const graph_id tenth = graph_const(g, 0.1);
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            const int ij = i * N + j;
            m[0][ij] = m[1][ij] = m[2][ij] = graph_const(g, 0);
            if (i == j) {
                m[0][ij] = graph_op2(g, OP_ADD, graph_const(g, 2 + i),
                                     times(g, q[i], q[i]));
                m[2][ij] = graph_const(g, 1);
            } else if (i / 3 == j / 3 && i < j) {
                m[0][ij] = times(g, times(g, q[i], q[j]), tenth);
                m[1][ij] = v[i];
            } else if (i / 3 == j / 3) {
                m[0][ij] = times(g, times(g, tenth, q[j]), q[i]);
                m[1][ij] = graph_op1(g, OP_NEG, v[j]);
                m[2][ij] = i == j + 1 ? q[i] : m[2][ij];
            }
        }
}

static void pairs(bodies *x)
{
    static uint32_t coord[N];
    static const double radius[BODIES] = {0.1, 0.2, 0.3, 0.2, 0.1};
    static const double plane[3] = {0, 1, 0}, end[2 * BODIES] = {0.5, -1};
    for (uint32_t i = 0; i < N; i++)
        coord[i] = i * 4 % N; /* scattered */
    x->side[0] = (side){BODIES, 3, 1, coord, radius, NULL, 0, NULL};
    x->side[1] = (side){BODIES, 3, 2, coord, end, NULL, 0, NULL};
    x->side[2] = (side){1, 0, 3, NULL, plane, NULL, 0, NULL};
    graph g[2] = {{0}, {0}};
    CHECK(kinds_disc_disc(&x->a, &g[0], &x->disc).code == PERP_OK &&
              kinds_plane_corner(&x->a, &g[1], &x->corner).code == PERP_OK &&
              binding_product(&x->a, &x->disc, &x->side[0], &x->side[0],
                              KIND_APART, &x->b[0])
                      .code == PERP_OK &&
              binding_product(&x->a, &x->corner, &x->side[2], &x->side[1],
                              KIND_ALL, &x->b[1])
                      .code == PERP_OK,
          "kinds");
    graph_free(&g[0]);
    graph_free(&g[1]);
}

/* The system of these formulas; m: M, F and G. */
static void put_together(bodies *x, const graph_id *q, const graph_id *v,
                         const graph_id *k, graph_id m[3][N * N])
{
    static const char *name[MOST];
    graph *g = &x->g;
    mpq_t number;
    for (int i = 0; i < MOST; i++)
        name[i] = "name";
    mpq_init(number);
    mpq_set_ui(number, 1, 2);
    const graph_id slip[2] = {times(g, v[8], q[3]), v[11]};
    const graph_id theta[2] = {times(g, q[0], q[4]), graph_const(g, 0)};
    const system_contact own[OWN] = {
        {"a", times(g, q[1], q[1]), 0, NULL, number},
        {"b", q[5], 1, &v[14], number},
        {"c", times(g, q[8], q[10]), 2, slip, number}};
    const system_spring spring[2] = {
        {"s", times(g, q[2], q[9]), number, number},
        {"t", q[6], number, number}};
    const system_binding bound[2] = {{&x->b[0], name, number},
                                     {&x->b[1], name, number}};
    system_spec spec = {.g = g,
                        .nq = N,
                        .nv = N,
                        .q_name = name,
                        .v_name = name,
                        .M = m[0],
                        .k = k,
                        .F = m[1],
                        .G = m[2],
                        .joints = 2,
                        .joint_name = name,
                        .theta = theta,
                        .contacts = OWN,
                        .contact = own,
                        .bindings = 2,
                        .binding = bound,
                        .springs = 2,
                        .spring = spring};
    perp_status st = system_make(&x->a, &spec, &x->sys);
    CHECK(st.code == PERP_OK && x->sys.contacts <= MOST, "%s", st.message);
    mpq_clear(number);
    x->sys.binding = arena_take(&x->a, 2, sizeof *bound); /* it borrows */
    memcpy((void *)(uintptr_t)x->sys.binding, bound, sizeof bound);
}

static void bodies_start(bodies *x)
{
    static graph_id m[3][N * N];
    graph *g = &x->g;
    graph_id q[N], v[N], k[N];
    *x = (bodies){0};
    pairs(x);
    for (uint32_t i = 0; i < N; i++) {
        q[i] = graph_var(g, i);
        v[i] = graph_var(g, N + i);
    }
    for (int i = 0; i < N; i++)
        k[i] = i % 4 ? times(g, q[i], v[(i + 5) % N]) : graph_var(g, 2 * N);
    blocks(g, q, v, m);
    put_together(x, q, v, k, m);
    x->set.id = arena_take(&x->a, MOST, sizeof(int));
    CHECK(assembler_new(&x->a, &x->sys, 0, &x->w).code == PERP_OK &&
              step_data_new(&x->a, &x->sys, &x->d).code == PERP_OK,
          "memory");
}

static void bodies_end(bodies *x)
{
    system_clear(&x->sys);
    kind_clear(&x->disc);
    kind_clear(&x->corner);
    graph_free(&x->g);
    arena_free(&x->a);
}

/* The outputs of a tape, all of them, at the time t. */
static const double *whole(const bodies *x, const tape *t, double time)
{
    static double in[2 * N + 1], work[20000], out[4 * N * N];
    memcpy(in, x->q, sizeof x->q);
    memcpy(in + N, x->v, sizeof x->v);
    in[2 * N] = time;
    CHECK(tape_slots(t) <= 20000 && t->outputs <= 4 * N * N, "too large");
    CHECK(tape_f64(t, in, work, out).code == PERP_OK, "tape");
    return out;
}

static void same(const char *what, const double *x, const double *want,
                 size_t n)
{
    for (size_t i = 0; i < n; i++)
        CHECK(memcmp(x + i, want + i, sizeof *x) == 0, "%s[%zu]: %a, not %a",
              what, i, x[i], want[i]);
}

/* A pair's n, then its slip, by the kind's tape and a sum of one's own. */
static void pair_rows(const bodies *x, int pair, double row[2 * N])
{
    static double in[64], work[2000], out[64];
    const binding *b = &x->b[pair >= (int)x->b[0].n];
    const uint32_t i = (uint32_t)(b == x->b ? pair : pair - (int)x->b[0].n);
    const uint32_t of[2] = {b->k->coords[0], b->k->coords[1]};
    binding_inputs(b, i, x->q, in);
    CHECK(tape_f64(&b->k->row, in, work, out).code == PERP_OK, "row");
    memset(row, 0, 2 * N * sizeof *row);
    for (uint32_t k = 0; k < 2 * (of[0] + of[1]); k++) {
        const uint32_t c = k % (of[0] + of[1]), second = c >= of[0];
        const uint32_t *at =
            binding_coord(b, (int)second, second ? b->b[i] : b->a[i]);
        row[k / (of[0] + of[1]) * N + at[second ? c - of[0] : c]] += out[k];
    }
}

static void rows_are(const bodies *x)
{
    const step_data *d = &x->d;
    double row[2 * N];
    int r = 0;
    CHECK(d->p == x->set.n, "%d contacts, not %d", d->p, x->set.n);
    for (int i = 0; i < x->set.n; i++) {
        const int id = x->set.id[i];
        const size_t slips = (size_t)x->sys.slips[id];
        const double *want = row;
        if (id < OWN)
            want = whole(x, &x->sys.row, 0) + x->sys.row_at[id];
        else
            pair_rows(x, id - OWN, row);
        same("n", d->n + i * N, want, N);
        same("d", d->d + r * N, want + N, slips * N);
        CHECK(d->slip_at[i] == r, "slips of %d", i);
        r += (int)slips;
    }
    CHECK(d->r == r && d->slip_at[d->p] == r, "%d slips, not %d", d->r, r);
}

/* All of M and Gamma, and F; M by its upper triangle. */
static void inertia_is(const bodies *x)
{
    const double *want = whole(x, &x->sys.inertia, 0);
    double M[N * N];
    for (int i = 0; i < N * N; i++)
        M[i] = want[i / N < i % N ? i : i % N * N + i / N];
    same("M", x->d.M, M, N * N);
    same("F", x->d.F, want + N * N, N * N);
    same("G", x->d.G, want + 2 * N * N, N * N);
}

static void constraints_are(const bodies *x)
{
    const double *want = whole(x, &x->sys.joint, 0);
    same("theta", x->d.theta, want, 2);
    same("nu", x->d.nu, want + 2, 2 * N);
    want = whole(x, &x->sys.spring, 0);
    same("phi", x->d.phi, want, 2);
    same("a", x->d.a, want + 2, 2 * N);
}

/* Another place, other contacts; two discs in one place now and then. */
static int elsewhere(bodies *x, check_random *r)
{
    const uint32_t *first = binding_coord(&x->b[0], 0, x->b[0].a[0]);
    const uint32_t *second = binding_coord(&x->b[0], 1, x->b[0].b[0]);
    const int rarely = check_integer(r, 1, 8), torn = rarely == 1;
    for (int i = 0; i < N; i++) {
        x->q[i] = check_uniform(r, -1, 1);
        x->v[i] = check_uniform(r, -1, 1);
    }
    for (int i = 0; i < 2 && torn; i++)
        x->q[second[i]] = x->q[first[i]];
    x->set.n = 0;
    for (int j = 0; j < x->sys.contacts; j++)
        if (torn ? j == OWN || j < OWN : check_integer(r, 0, rarely) == 0)
            x->set.id[x->set.n++] = j;
    return torn;
}

/* One structure, assembled into again and again, in all three ways, in part
   or till an error: each time it has the bits of full arrays that are made
   anew, zeros included. */
static void again_and_again(void)
{
    static bodies x;
    check_random r = {check_seed(71)};
    int refused = 0, times_asked = check_times(1200);
    bodies_start(&x);
    for (int round = 0; round < times_asked; round++) {
        const int torn = elsewhere(&x, &r), way = check_integer(&r, 0, 5);
        const step_point at = {0.5, 0.75, x.q, x.v, round > 4};
        perp_status st =
            way == 0   ? assemble_mass(&x.sys, &x.w, x.q, x.v, &x.d)
            : way == 1 ? assemble_constraints(&x.sys, &x.w, x.q, &x.set, &x.d)
                       : assemble_step(&x.sys, &x.w, &at, &x.set, &x.d);
        refused += st.code == PERP_INPUT;
        CHECK(st.code == (torn && way > 0 ? PERP_INPUT : PERP_OK), "%s",
              st.message);
        if (way == 1)
            memset(x.v, 0, sizeof x.v); /* it reads none: F is zero */
        inertia_is(&x);
        if (way > 1 && round > 4) {
            const double *want = whole(&x, &x.sys.jacobians, 0.75);
            same("kq", x.d.kq, want, N * N);
            same("kv", x.d.kv, want + N * N, N * N);
        }
        if (way > 0)
            constraints_are(&x);
        if (way > 0 && !torn)
            rows_are(&x);
    }
    CHECK(refused > times_asked / 20, "only %d refused", refused);
    CHECK(x.sys.inertia.nonzeros == (9 + 6 + 5) * BODIES &&
              x.sys.mass.first[N] == 9 * BODIES,
          "%u written, %d of M", x.sys.inertia.nonzeros, x.sys.mass.first[N]);
    bodies_end(&x);
}

int main(void)
{
    memory_adopt_gmp();
    RUN(again_and_again);
    DONE;
}
