#include "base/memory.h"
#include "kinds.h"
#include "scene.h"

#include <math.h>

enum { BODIES = 10, N = 3 * BODIES, MOST = 400 };

/* Bodies in the plane, each a disc with one corner below it, over a floor. */
typedef struct {
    arena a;
    graph g[3];
    kind k[2];
    side discs, corners, floor;
    uint32_t coord[N];
    double radius[BODIES], corner[2 * BODIES], plane[3];
    binding b[2];
    mpq_t mu;
    const char *q_name[N], *name[MOST];
    system_binding bound[2]; /* borrowed by sys */
    perp_system sys;
} world;

static void masses(world *w, graph_id *M, graph_id *force)
{
    graph *G = &w->g[2];
    for (int i = 0; i < N; i++) {
        w->q_name[i] = w->name[i];
        force[i] = graph_const(G, i % 3 == 1 ? -9.81 : 0);
        for (int j = 0; j < N; j++)
            M[i * N + j] = graph_const(G, i != j ? 0 : i % 3 == 2 ? 0.1 : 1);
    }
}

static void world_start(world *w, check_random *r)
{
    static graph_id M[N * N], force[N];
    static char text[MOST][8];
    *w = (world){.plane = {0, 1, 0}};
    for (int i = 0; i < MOST; i++) {
        snprintf(text[i], sizeof text[i], "x%d", i);
        w->name[i] = text[i];
    }
    for (uint32_t i = 0; i < N; i++)
        w->coord[i] = i;
    for (int i = 0; i < BODIES; i++) {
        w->radius[i] = check_uniform(r, 0.2, 0.45);
        w->corner[2 * i + 1] = -w->radius[i];
    }
    w->discs = (side){.n = BODIES,
                      .coords = 3,
                      .params = 1,
                      .coord = w->coord,
                      .param = w->radius};
    w->corners = (side){.n = BODIES,
                        .coords = 3,
                        .params = 2,
                        .coord = w->coord,
                        .param = w->corner};
    w->floor = (side){.n = 1, .params = 3, .param = w->plane};
    CHECK(kinds_disc_disc(&w->a, &w->g[0], &w->k[0]).code == PERP_OK &&
              kinds_plane_corner(&w->a, &w->g[1], &w->k[1]).code == PERP_OK &&
              binding_product(&w->a, &w->k[0], &w->discs, &w->discs, KIND_APART,
                              &w->b[0])
                      .code == PERP_OK &&
              binding_product(&w->a, &w->k[1], &w->floor, &w->corners, KIND_ALL,
                              &w->b[1])
                      .code == PERP_OK,
          "kinds");
    mpq_init(w->mu);
    mpq_set_ui(w->mu, 1, 2);
    masses(w, M, force);
    w->bound[0] = (system_binding){&w->b[0], w->name, w->mu};
    w->bound[1] = (system_binding){&w->b[1], w->name + w->b[0].n, w->mu};
    system_spec spec = {.g = &w->g[2],
                        .nq = N,
                        .nv = N,
                        .q_name = w->q_name,
                        .v_name = w->q_name,
                        .M = M,
                        .k = force,
                        .bindings = 2,
                        .binding = w->bound};
    perp_status st = system_make(&w->a, &spec, &w->sys);
    CHECK(st.code == PERP_OK, "%s", st.message);
}

static void world_end(world *w)
{
    system_clear(&w->sys);
    mpq_clear(w->mu);
    for (int i = 0; i < 2; i++)
        kind_clear(&w->k[i]);
    for (int i = 0; i < 3; i++)
        graph_free(&w->g[i]);
    arena_free(&w->a);
}

/* On a grid, with velocities up to `speed` and spins. */
static void thrown(world *w, check_random *r, double speed, experiment *e)
{
    experiment_start(e, &w->sys);
    mpq_set_d(e->alpha, 0.5);
    mpq_set_d(e->gamma, 0.5);
    mpq_set_d(e->h, 0x1p-7);
    mpq_set_d(e->T, 0.5);
    e->jacobians = 1;
    for (int i = 0; i < BODIES; i++) {
        mpq_set_d(e->q[3 * i], i % 4 + check_uniform(r, -0.04, 0.04));
        mpq_set_d(e->q[3 * i + 1], 0.5 + i / 4 * 1.0);
        for (int k = 0; k < 3; k++)
            mpq_set_d(e->v[3 * i + k], check_uniform(r, -speed, speed));
    }
}

/* How many gaps were left out; each of them is beyond, and those that were
   evaluated have their bits. q_at: where the last evaluation was. */
static int left_out(const run_state *r, assembler *all, const double *q)
{
    const perp_system *s = r->e->sys;
    int out = 0, k = 0;
    CHECK(assemble_gaps(s, all, q).code == PERP_OK, "gaps");
    for (int j = 0; j < s->contacts && !r->near.whole; j++)
        if (k < r->near.n && r->near.id[k] == j) {
            k++;
            CHECK(memcmp(&all->gap[j], &r->work.gap[j], sizeof(double)) == 0,
                  "gap %d: %a, not %a", j, r->work.gap[j], all->gap[j]);
        } else {
            out++;
            CHECK(all->gap[j] >= r->near.beyond &&
                      r->near.beyond > r->tolerance,
                  "gap %d left out: %g, beyond %g", j, all->gap[j],
                  r->near.beyond);
        }
    return out;
}

static void same_state(const run_state *x, const run_state *y, long row)
{
    const size_t v = N * sizeof(double), p = (size_t)x->data.p;
    CHECK(memcmp(x->q, y->q, v) == 0 && memcmp(x->v, y->v, v) == 0,
          "row %ld: another motion", row);
    CHECK(x->set.n == y->set.n &&
              memcmp(x->set.id, y->set.id,
                     (size_t)x->set.n * sizeof *x->set.id) == 0,
          "row %ld: another active set", row);
    CHECK(x->data.p == y->data.p &&
              memcmp(x->result.cn, y->result.cn, p * sizeof(double)) == 0,
          "row %ld: other impulses", row);
    CHECK(x->clock.base == y->clock.base && x->clock.k == y->clock.k,
          "row %ld: another time", row);
}

typedef struct {
    long rows, left, hits, errors;
} counts;

/* One throw, with boxes and with everything evaluated, row by row. */
static void twice(check_random *r, double speed, counts *sum)
{
    world w;
    experiment e;
    arena a = {0};
    summary sums[2] = {{0}};
    run_state run[2] = {{0}};
    assembler all;
    world_start(&w, r);
    thrown(&w, r, speed, &e);
    CHECK(assembler_new(&a, &w.sys, 0, &all).code == PERP_OK, "memory");
    for (int i = 0; i < 2; i++) {
        run[i].clock.left = 64;
        perp_status st = run_state_new(&a, &e, &sums[i], &run[i]);
        CHECK(st.code == PERP_OK, "%s", st.message);
    }
    run[1].near.never = 1;
    for (long row = 0; row < 64; row++) {
        perp_status one = run_step(&run[0], row);
        perp_status other = run_step(&run[1], row);
        CHECK(one.code == other.code &&
                  (one.code == PERP_OK ||
                   strcmp(one.message, other.message) == 0),
              "row %ld: '%s', not '%s'", row, one.message, other.message);
        sum->errors += one.code != PERP_OK;
        if (one.code != PERP_OK)
            break;
        CHECK(run[1].near.whole, "the twin left something out");
        same_state(&run[0], &run[1], row);
        sum->left += left_out(&run[0], &all, run[0].q);
        sum->rows++;
    }
    sum->hits += sums[0].collisions;
    for (int i = 0; i < 2; i++) {
        run_state_free(&run[i]);
        summary_clear(&sums[i]);
    }
    assembler_clear(&all);
    arena_free(&a);
    experiment_end(&e);
    world_end(&w);
}

/** Ten discs over a floor, thrown at random with 0 to 1000 m/s, which is up to ten of their
rows of the grid in a step: run with boxes of coordinates and with all gaps evaluated, they have the
same rows bit by bit, and what was left out was as far away as was said. With $10^{200}$ m/s
both end with the same error. */
static void nothing_is_missed(void)
{
    static const double speed[] = {0, 0.1, 1, 3, 10, 30, 100, 1000, 1e200};
    check_random r = {check_seed(95)};
    for (size_t i = 0; i < sizeof speed / sizeof *speed; i++) {
        counts sum = {0};
        for (int k = 0; k < check_times(4); k++)
            twice(&r, speed[i], &sum);
        printf("%g m/s: %ld rows, %ld gaps left out, %ld collisions, %ld "
               "errors\n",
               speed[i], sum.rows, sum.left, sum.hits, sum.errors);
        CHECK(speed[i] > 30 || sum.left > sum.rows, "nothing was left out");
        CHECK(speed[i] > 1000 || sum.hits > check_times(10), "no collisions");
        CHECK(speed[i] < 1e200 || sum.errors > 0, "no error");
    }
}

/** Of one pair the lower end is the bar, the tolerance and an eighth of the
widest interval: it is in the list; a tolerance of one place less leaves it
out. Nothing moves, so that intervals are $2^{-13}$ wide and the bar is the tolerance and
$2^{-16}$. */
static void at_the_bar(void)
{
    check_random r = {check_seed(98)};
    world w;
    arena a = {0};
    near_contacts x;
    double q[N];
    world_start(&w, &r);
    CHECK(near_new(&a, &w.sys, &x).code == PERP_OK, "memory");
    for (int i = 0; i < N; i++)
        q[i] = i % 3 == 0 ? i / 3 % 4 : i % 3 == 1 ? 0.5 + i / 3 / 4 : 0;
    near_cover(&w.sys, &x, q, q, 0);
    double low = x.beyond; /* of the nearest that is left out */
    double tolerance = low - 0x1p-16;
    while (tolerance + 0x1p-16 < low)
        tolerance = nextafter(tolerance, low);
    while (tolerance + 0x1p-16 > low)
        tolerance = nextafter(tolerance, 0);
    CHECK(tolerance > 0 && tolerance + 0x1p-16 == low, "no such tolerance");
    for (int less = 0; less < 2; less++) {
        int n = x.n;
        x.boxed = 0;
        near_cover(&w.sys, &x, q, q,
                   less ? nextafter(tolerance, 0) : tolerance);
        CHECK(less ? x.beyond == low && n > x.n : x.beyond > low && x.n > n,
              "less %d: %d in the list, %d before, beyond %a, the bar %a", less,
              x.n, n, x.beyond, low);
    }
    arena_free(&a);
    world_end(&w);
}

/** A box for 10 m/s and steps of $2^{-7}$ is wider than a metre. Eight steps of nothing
are enough to have it made anew, $2^{-13}$ wide, with a shorter list; seven are not, and
neither are eight of an eighth of the speed. */
static void rest_is_noticed(void)
{
    check_random r = {check_seed(99)};
    world w;
    arena a = {0};
    near_contacts x;
    double q[N], to[N];
    world_start(&w, &r);
    CHECK(near_new(&a, &w.sys, &x).code == PERP_OK, "memory");
    for (int share = 0; share < 2; share++) {
        for (int i = 0; i < N; i++) {
            q[i] = i % 3 == 0 ? i / 3 % 4 : i % 3 == 1 ? 0.5 + i / 3 / 4 : 0;
            to[i] = q[i] + (i % 3 == 0 ? 10 * 0x1p-7 : 0);
        }
        x.boxed = 0;
        near_cover(&w.sys, &x, q, to, 0);
        const int many = x.n;
        const double wide = x.widest;
        for (int k = 0; k < 7; k++)
            near_cover(&w.sys, &x, q, q, 0);
        for (int i = 0; i < N; i++)
            to[i] = q[i] + share * (to[i] - q[i]) / 8;
        CHECK(x.n == many && x.widest == wide && wide > 1, "too early: %d",
              x.n);
        near_cover(&w.sys, &x, q, to, 0);
        CHECK(share ? x.widest == wide : x.widest == 0x1p-13 && x.n < many,
              "%d of %d in the list, %g m wide", x.n, many, x.widest);
    }
    arena_free(&a);
    world_end(&w);
}

int main(void)
{
    memory_adopt_gmp();
    RUN(nothing_is_missed);
    RUN(at_the_bar);
    RUN(rest_is_noticed);
    DONE;
}
