/** # Samples side by side: a sample depends on its number and nothing else. */
#include "hp23.h"
#include "hp23/samples/reach.h"
#include "hp23/samples/reach_modes.h"

typedef struct {
    double *v;
    int *lcps;
    uint64_t next, stop_at;
    const hp23 *m;
    int nv, moded;
} taken;

static perp_status take(void *user, const reach_samples *x, int *stop)
{
    taken *t = user;
    const size_t nv = (size_t)t->nv;
    CHECK(x->at == t->next, "samples from %llu", (unsigned long long)x->at);
    memcpy(t->v + nv * x->at, x->s->v, nv * (size_t)x->count * sizeof *t->v);
    memcpy(t->lcps + x->at, x->s->lcps, (size_t)x->count * sizeof *t->lcps);
    CHECK((x->mode != NULL) == t->moded, "modes");
    for (int i = 0; i < x->count && t->moded; i++) {
        const step_data *d = &t->m->d;
        const uint64_t code = reach_mode_of(d->p, d->slip_at,
                                      x->s->u + i * (d->p + d->r), 1e-5);
        CHECK(x->mode[i] == code, "sample %d: mode %llu", i,
              (unsigned long long)x->mode[i]);
    }
    t->next = x->at + (uint64_t)x->count;
    *stop = t->next >= t->stop_at;
    return PERP_SUCCESS;
}

/* More blocks than there are pieces for two, three and four threads. */
enum { SAMPLES = 9 * REACH_BLOCK + 17 };

static taken taken_new(const hp23 *m)
{
    const int nv = m->d.nv;
    return (taken){.v = calloc((size_t)nv * SAMPLES, sizeof(double)),
                   .lcps = calloc(SAMPLES, sizeof(int)),
                   .stop_at = UINT64_MAX,
                   .m = m,
                   .nv = nv};
}

/* Any number of threads hands on the same samples in the same order, each with
   its mode where that is asked for. */
static void threads_change_nothing(void)
{
    hp23 m;
    halm_posa g;
    hp23_load(&m, "rocking_block");
    CHECK(halm_posa_new(&m.a, &m.d, &g).code == PERP_OK, "the impact");
    halm_posa_options o = {.h = m.h, .N = m.N, .tolerance = 1e-5, .seed = 3};
    taken one = taken_new(&m);
    for (int threads = 1; threads <= 6; threads++) {
        taken t = taken_new(&m);
        t.moded = threads % 2 == 0;
        reach r = {.g = &g,
                   .o = &o,
                   .last = SAMPLES,
                   .threads = threads,
                   .slip_at = threads % 2 ? NULL : m.d.slip_at,
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
    taken all = taken_new(&m), part = taken_new(&m);
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
