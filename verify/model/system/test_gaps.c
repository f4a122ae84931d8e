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

int main(void)
{
    memory_adopt_gmp();
    RUN(as_if_alone);
    RUN(names_the_candidate);
    DONE;
}
