/** # Impacts that are over with the first draw: the same samples as step by step */
#include "hp23.h"
#include "hp23/samples/sampler_block.h"

#include <math.h>

enum { COUNT = 200 };

typedef struct {
    hp23 m;
    halm_posa g;
    halm_posa_options o;
    arena a;
    sampler s;
    halm_posa_samples x;
} reach;

static void begin(reach *t, f64_width width)
{
    CHECK(halm_posa_new(&t->m.a, &t->m.d, &t->g).code == PERP_OK, "new");
    CHECK(halm_posa_room(&t->m.a, &t->g, COUNT, &t->x).code == PERP_OK, "room");
    CHECK(sampler_new(&t->a, &t->g, &t->o, width, &t->s).code == PERP_OK,
          "made");
    CHECK(sampler_run(&t->s, 0, 1, &t->m.a, &t->x).code == PERP_OK, "one");
}

static void end(reach *t)
{
    sampler_free(&t->s);
    arena_free(&t->a);
}

/* Samples that are where all are behind a first step with large bounds. */
static int at_once(const reach *t)
{
    const sampler_block *k = t->s.block;
    const double *v = k->common.next + t->s.m.length;
    const size_t nv = (size_t)t->g.nv;
    int count = 0;
    for (int i = 0; i < COUNT && k->common.ends; i++)
        count += t->x.lcps[i] == 1 &&
                 memcmp(t->x.v + (size_t)i * nv, v, nv * sizeof *v) == 0;
    return count;
}

static int same_bytes(const halm_posa *g, const halm_posa_samples *x,
                      const halm_posa_samples *y)
{
    const size_t v = COUNT * (size_t)g->nv, u = COUNT * (size_t)(g->p + g->r);
    return memcmp(x->v, y->v, v * sizeof(double)) == 0 &&
           memcmp(x->u, y->u, u * sizeof(double)) == 0 &&
           memcmp(x->lcps, y->lcps, COUNT * sizeof(int)) == 0 &&
           memcmp(x->ended, y->ended, COUNT) == 0 && x->climbed == y->climbed;
}

/* One sampler that may, and one for which no bound is large enough. */
static int compare(const hp23 *m, halm_posa_options o, f64_width width)
{
    reach t[2] = {{.m = *m, .o = o}, {.m = *m, .o = o}};
    for (int i = 0; i < 2; i++) {
        begin(&t[i], width);
        for (int j = 0; j < t[i].g.p && i == 1; j++)
            t[i].s.block->common.over[j] = (double)INFINITY;
        CHECK(sampler_run(&t[i].s, 9, COUNT, &t[i].m.a, &t[i].x).code == 0,
              "run");
        t[1].m.a = t[0].m.a; /* which has the model */
    }
    CHECK(same_bytes(&t[0].g, &t[0].x, &t[1].x), "other samples");
    const int count = at_once(&t[0]);
    end(&t[0]);
    end(&t[1]);
    return count;
}

static const draw_shape shapes[] = {DRAW_UNIFORM, DRAW_MIXED, DRAW_LOGUNIFORM,
                                    DRAW_CORNERS};

static void examples(void)
{
    int all = 0;
    for (int k = 0; k < 8 * HP23_MODELS; k += k / 8 < 4 ? 1 : 3) {
        hp23 m;
        hp23_load(&m, hp23_models[k / 8]);
        halm_posa_options o = {.h = m.h * (k % 2 ? 4 : 1),
                               .N = k % 8 == 3   ? 0
                                    : k % 8 == 4 ? 1
                                                 : m.N,
                               .tolerance = 1e-8,
                               .seed = (uint64_t)k,
                               .normalised = k % 8 == 5,
                               .levels = k % 8 > 5 ? 4 : 0,
                               .shape = shapes[k % 4]};
        all += compare(&m, o, (f64_width)(k % ((int)f64_widest() + 1)));
        hp23_clear(&m);
    }
    CHECK(all > 500, "too easy: %d", all);
}

/* Random impacts, with a tolerance and without. */
static void random_impacts(void)
{
    check_random r = {check_seed(43)};
    int all = 0;
    for (int round = 0; round < 60; round++) {
        hp23 m;
        hp23_random(&r, check_integer(&r, 2, 6), check_integer(&r, 1, 4), &m);
        halm_posa_options o = {.h = round % 2 ? 8 : 1,
                               .N = round % 5,
                               .tolerance = round % 2 ? 0 : 1e-8,
                               .seed = 4,
                               .shape = shapes[round % 4]};
        all += compare(&m, o,
                       (f64_width)(round % ((int)f64_widest() + 1)));
        hp23_clear(&m);
    }
    CHECK(all > 1000, "too easy: %d", all);
}

int main(void)
{
    memory_adopt_gmp();
    RUN(examples);
    RUN(random_impacts);
    DONE;
}
