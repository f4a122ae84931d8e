#include "base/memory.h"
#include "check.h"
#include "kinds.h"

#include <math.h>

enum { DISCS = 9, NV = 3 * DISCS };

static uint32_t coord[NV];
static double radius[DISCS], q[NV];

static side discs(uint64_t seed)
{
    check_random r = {seed};
    for (uint32_t i = 0; i < NV; i++) {
        coord[i] = (5 * i) % NV; /* scattered: 5 and 27 have no factor */
        q[i] = check_uniform(&r, -3, 3);
    }
    for (int i = 0; i < DISCS; i++)
        radius[i] = check_uniform(&r, 0.1, 1);
    return (side){
        .n = DISCS, .coords = 3, .params = 1, .coord = coord, .param = radius};
}

/* The gap of candidate i by its own tape, alone. */
static double alone(const binding *b, uint32_t i, double *work)
{
    double gap;
    binding_inputs(b, i, q, work);
    CHECK(tape_f64(&b->k->gap, work, work + kind_inputs(b->k), &gap).code == 0,
          "candidate %u", i);
    return gap;
}

/** Nine discs are 36 candidates: four times eight and four that are left over. All
have the bits of their tape alone, and the value of the closed form. */
static void as_if_alone(void)
{
    arena a = {0};
    graph g = {0};
    kind k;
    binding b;
    side s = discs(check_seed(92));
    CHECK(kinds_disc_disc(&a, &g, &k).code == PERP_OK, "refused");
    CHECK(binding_product(&a, &k, &s, &s, KIND_APART, &b).code == PERP_OK,
          "refused");
    CHECK(b.n == 36, "%u candidates", b.n);
    double *work = arena_take(&a, binding_work(&b), sizeof *work), gap[36];
    CHECK(binding_gaps(&b, q, work, gap).code == PERP_OK, "refused");
    for (uint32_t i = 0; i < b.n; i++) {
        double one = alone(&b, i, work);
        const uint32_t *x = coord + 3 * (size_t)b.a[i],
                       *y = coord + 3 * (size_t)b.b[i];
        double dx = q[y[0]] - q[x[0]], dy = q[y[1]] - q[x[1]];
        double want = sqrt(dx * dx + dy * dy) - radius[b.a[i]] - radius[b.b[i]];
        CHECK(memcmp(&one, &gap[i], sizeof one) == 0, "gap %u", i);
        CHECK(fabs(gap[i] - want) < 4e-15, "gap %u: %g, %g", i, gap[i], want);
    }
    kind_clear(&k);
    graph_free(&g);
    arena_free(&a);
}

/** An overflow in one lane is reported with the entries of that candidate, the
lowest one, whether it stands among eight or is left over. */
static void names_the_candidate(void)
{
    arena a = {0};
    graph g = {0};
    kind k;
    binding b;
    side s = discs(check_seed(93));
    char want[40];
    CHECK(kinds_disc_disc(&a, &g, &k).code == PERP_OK, "refused");
    CHECK(binding_product(&a, &k, &s, &s, KIND_APART, &b).code == PERP_OK,
          "refused");
    double *work = arena_take(&a, binding_work(&b), sizeof *work), gap[36];
    for (uint32_t disc = 1; disc < DISCS; disc++) {
        double was = q[coord[3 * disc]];
        q[coord[3 * disc]] = 1e200;
        perp_status e = binding_gaps(&b, q, work, gap);
        snprintf(want, sizeof want, "entry 0 with entry %u", disc);
        CHECK(e.code == PERP_INPUT && strstr(e.message, want) != NULL,
              "disc %u: %s", disc, e.message);
        q[coord[3 * disc]] = was;
    }
    kind_clear(&k);
    graph_free(&g);
    arena_free(&a);
}

/* Arrows with the coordinates x y th and one parameter p: with u, w their directions and
   n = u / s, s = |u| or, where u . w < 0, -|u|, the gap is
   max(n . (B - A), -1) + 2 + p_A p_B. */
static perp_status arrows(arena *a, graph *g, kind *out)
{
    graph_id in[14], n[2];
    for (uint32_t i = 0; i < 14; i++)
        in[i] = graph_var(g, i);
    const graph_id u[2] = {graph_op1(g, OP_COS, in[2]),
                           graph_op1(g, OP_SIN, in[2])};
    const graph_id w[2] = {graph_op1(g, OP_COS, in[5]),
                           graph_op1(g, OP_SIN, in[5])};
    const graph_id length =
        graph_op1(g, OP_SQRT,
                  kinds_pair(g, OP_ADD, (graph_id[4]){u[0], u[0], u[1], u[1]}));
    const graph_id dot =
        kinds_pair(g, OP_ADD, (graph_id[4]){u[0], w[0], u[1], w[1]});
    const graph_id s = graph_sel(g, dot, length, graph_op1(g, OP_NEG, length));
    for (int i = 0; i < 2; i++)
        n[i] = kinds_2(g, OP_DIV, u[i], s);
    const graph_id along =
        kinds_pair(g, OP_ADD,
                   (graph_id[4]){n[0], kinds_2(g, OP_SUB, in[3], in[0]), n[1],
                                 kinds_2(g, OP_SUB, in[4], in[1])});
    kind_form form = {
        .name = "arrows",
        .coords = {3, 3},
        .params = {1, 1},
        .gap = kinds_2(g, OP_ADD,
                       kinds_2(g, OP_ADD,
                               kinds_2(g, OP_MAX, along, graph_const(g, -1)),
                               graph_const(g, 2)),
                       kinds_2(g, OP_MUL, in[12], in[13]))};
    return kind_make(a, g, &form, out);
}

/** Boxes from $2^{-12}$ to 1 wide about nine discs or arrows: no gap at a corner of the box or
inside is below what is said of it. An arrow's sign is often open, and its floor
is known nevertheless: it is not below 1. The work space is as large as is said, and not
larger. */
static void floors_are_below(void)
{
    check_random r = {check_seed(102)};
    int known = 0, open = 0;
    for (int round = 0; round < 60; round++) {
        arena a = {0};
        graph g = {0};
        kind k;
        binding b;
        side s = discs(r.state);
        double from[NV], to[NV], at[NV], low[36], gap[36];
        CHECK((round % 2 ? arrows : kinds_disc_disc)(&a, &g, &k).code ==
                      PERP_OK &&
                  binding_product(&a, &k, &s, &s, KIND_APART, &b).code ==
                      PERP_OK,
              "refused");
        double *work = memory_new(2 * binding_work(&b), sizeof *work);
        for (int i = 0; i < NV; i++) {
            const double wide = ldexp(1, -(round / 2 % 13));
            from[i] = q[i] - wide * check_uniform(&r, 0, 1);
            to[i] = q[i] + wide * check_uniform(&r, 0, 1);
        }
        binding_floors(&b, from, to, work, low);
        for (int p = 0; p < 24; p++) {
            for (int i = 0; i < NV; i++) {
                const double x = check_uniform(&r, 0, 1);
                at[i] = p % 2 ? (x < 0.5 ? from[i] : to[i])
                              : fmin(to[i], from[i] + x * (to[i] - from[i]));
            }
            CHECK(binding_gaps(&b, at, work, gap).code == PERP_OK, "gaps");
            for (uint32_t i = 0; i < b.n; i++)
                CHECK(gap[i] >= low[i], "round %d, candidate %u: %a below %a",
                      round, i, gap[i], low[i]);
        }
        for (uint32_t i = 0; i < b.n; i++) {
            const double turn =
                to[coord[3 * b.a[i] + 2]] - from[coord[3 * b.a[i] + 2]];
            known += low[i] > -HUGE_VAL;
            CHECK(round % 2 == 0 || turn > 0.25 || low[i] >= 1,
                  "round %d, candidate %u: %g", round, i, low[i]);
            open += round % 2 && turn > 0.01 && turn <= 0.25;
        }
        memory_free(work);
        kind_clear(&k);
        graph_free(&g);
        arena_free(&a);
    }
    printf("%d floors known, %d arrows in wide boxes\n", known, open);
    CHECK(known > 1000 && open > 100, "too few to mean anything");
}

int main(void)
{
    memory_adopt_gmp();
    RUN(floors_are_below);
    RUN(as_if_alone);
    RUN(names_the_candidate);
    DONE;
}
