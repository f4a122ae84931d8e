/** # Samples side by side: a sample depends on its number and nothing else. */
#include "hp23.h"
#include "hp23/samples/reach.h"

typedef struct {
    double *v;
    int *lcps;
    uint64_t next, stop_at;
    int nv;
} taken;

static perp_status take(void *user, uint64_t at, int count,
                        const halm_posa_samples *s, int *stop)
{
    taken *t = user;
    CHECK(at == t->next, "samples from %llu", (unsigned long long)at);
    for (int i = 0; i < count; i++) {
        memcpy(t->v + (size_t)t->nv * (at + (uint64_t)i),
               s->v + (size_t)t->nv * (size_t)i,
               (size_t)t->nv * sizeof(double));
        t->lcps[at + (uint64_t)i] = s->lcps[i];
    }
    t->next = at + (uint64_t)count;
    *stop = t->next >= t->stop_at;
    return PERP_SUCCESS;
}

enum { SAMPLES = 3 * REACH_BLOCK + 17 };

static taken taken_new(int nv)
{
    return (taken){.v = calloc((size_t)nv * SAMPLES, sizeof(double)),
                   .lcps = calloc(SAMPLES, sizeof(int)),
                   .stop_at = UINT64_MAX,
                   .nv = nv};
}

/* Any number of threads hands on the same samples in the same order. */
static void threads_change_nothing(void)
{
    hp23 m;
    halm_posa g;
    hp23_load(&m, "rocking_block");
    CHECK(halm_posa_new(&m.a, &m.d, &g).code == PERP_OK, "the impact");
    halm_posa_options o = {.h = m.h, .N = m.N, .seed = 3};
    taken one = taken_new(g.nv);
    for (int threads = 1; threads <= 6; threads++) {
        taken t = taken_new(g.nv);
        reach r = {.g = &g,
                   .o = &o,
                   .last = SAMPLES,
                   .threads = threads,
                   .take = take,
                   .user = &t};
        CHECK(reach_run(&r).code == PERP_OK, "%d threads", threads);
        CHECK(t.next == SAMPLES, "%d threads", threads);
        if (threads == 1)
            memcpy(one.v, t.v, (size_t)g.nv * SAMPLES * sizeof(double));
        CHECK(memcmp(one.v, t.v, (size_t)g.nv * SAMPLES * sizeof(double)) == 0,
              "%d threads give other samples", threads);
        free(t.v);
        free(t.lcps);
    }
    free(one.v);
    free(one.lcps);
    hp23_clear(&m);
}

/* A range is what the whole has there; take can end a reach. */
static void ranges_and_ends(void)
{
    hp23 m;
    halm_posa g;
    hp23_load(&m, "box_wall");
    CHECK(halm_posa_new(&m.a, &m.d, &g).code == PERP_OK, "the impact");
    halm_posa_options o = {.h = m.h, .N = m.N, .seed = 1};
    taken all = taken_new(g.nv), part = taken_new(g.nv);
    reach r = {.g = &g,
               .o = &o,
               .last = SAMPLES,
               .threads = 2,
               .take = take,
               .user = &all};
    CHECK(reach_run(&r).code == PERP_OK, "all");
    r.user = &part;
    r.first = part.next = 1000;
    r.last = 1777;
    CHECK(reach_run(&r).code == PERP_OK && part.next == 1777, "a range");
    size_t at = 1000 * (size_t)g.nv, n = 777 * (size_t)g.nv;
    CHECK(memcmp(all.v + at, part.v + at, n * sizeof(double)) == 0,
          "a range has other samples");
    part.next = 0;
    part.stop_at = 1;
    r.first = 0;
    r.last = SAMPLES;
    CHECK(reach_run(&r).code == PERP_OK && part.next == REACH_BLOCK, "a stop");
    free(all.v);
    free(all.lcps);
    free(part.v);
    free(part.lcps);
    hp23_clear(&m);
}

int main(void)
{
    RUN(threads_change_nothing);
    RUN(ranges_and_ends);
    DONE;
}
