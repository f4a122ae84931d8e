/** # States that are kept: the same bits as when every step is posed */
#include "hp23.h"
#include "hp23/samples/sampler.h"

typedef struct {
    hp23 m;
    halm_posa g;
    halm_posa_options o;
    arena a;
    sampler s;
} reach;

static void begin(reach *t, const char *model, f64_width width)
{
    hp23_load(&t->m, model);
    t->o.h = t->m.h;
    t->o.N = t->m.N;
    t->o.tolerance = 1e-8;
    CHECK(halm_posa_new(&t->m.a, &t->m.d, &t->g).code == PERP_OK, "new");
    CHECK(sampler_new(&t->a, &t->g, &t->o, width, &t->s).code == PERP_OK,
          "made");
}

static void end(reach *t)
{
    sampler_free(&t->s);
    arena_free(&t->a);
    hp23_clear(&t->m);
}

static halm_posa_samples ran(reach *t, uint64_t first, int count)
{
    halm_posa_samples x;
    CHECK(halm_posa_room(&t->m.a, &t->g, count, &x).code == PERP_OK, "room");
    CHECK(sampler_run(&t->s, first, count, &t->m.a, &x).code == PERP_OK, "run");
    return x;
}

static int same_bytes(const halm_posa *g, const halm_posa_samples *x,
                      const halm_posa_samples *y, int count)
{
    const size_t n = (size_t)count, v = n * (size_t)g->nv,
                 u = n * (size_t)(g->p + g->r);
    return memcmp(x->v, y->v, v * sizeof(double)) == 0 &&
           memcmp(x->u, y->u, u * sizeof(double)) == 0 &&
           memcmp(x->lcps, y->lcps, n * sizeof(int)) == 0 &&
           memcmp(x->ended, y->ended, n) == 0 && x->climbed == y->climbed;
}

/** Who keeps states, all of them or five, and who poses each step. Kept bounds, scaled ones, and a place
that most samples do not leave before N + 1 steps are among the options. */
static void nobody_sees_it(void)
{
    static const draw_shape shape[] = {DRAW_CORNERS, DRAW_MIXED};
    int kept = 0;
    for (int k = 0; k < 4 * HP23_MODELS; k++) {
        halm_posa_samples x[3];
        const int count = k / 4 < 4 ? 1000 : 250;
        reach t[3] = {{.o = {.seed = 23}}};
        t[0].o.shape = shape[k % 2];
        t[0].o.levels = k / 2 % 2 * 4;
        t[0].o.normalised = k % 3 == 0;
        for (int i = 0; i < 3; i++) {
            t[i].o = t[0].o;
            begin(&t[i], hp23_models[k / 4],
                  (f64_width)(k % ((int)f64_widest() + 1)));
            CHECK(t[i].s.known.count == 1, "%d states", t[i].s.known.count);
            if (i > 0)
                t[i].s.known.most = i == 1 ? 0 : 5;
            x[i] = ran(&t[i], 7, count);
            CHECK(same_bytes(&t[0].g, &x[0], &x[i], count), "%s, %d: %d",
                  hp23_models[k / 4], k % 4, i);
        }
        kept += t[0].s.known.count;
        CHECK(t[0].s.known.count > 1 && t[1].s.known.count == 1 &&
                  t[2].s.known.count <= 5,
              "%d, %d, %d states", t[0].s.known.count, t[1].s.known.count,
              t[2].s.known.count);
        for (int i = 0; i < 3; i++)
            end(&t[i]);
    }
    CHECK(kept > 500, "too easy: %d states", kept);
}

/* No more states than the corners of the steps that are posed; and of a tree
   that is full nobody asks for room. */
static void states_are_found_again(void)
{
    double s[2][3] = {{1, 2, 3}, {1, 2, -3}}, zero[3] = {1, 2, 0.0},
           minus[3] = {1, 2, -0.0};
    arena a = {0};
    corners c;
    CHECK(corners_new(&a, 2, 3, s[0], &c).code == PERP_OK, "new");
    CHECK(corners_next(&c, 0, 1) < 0 && c.count == 1, "nobody knows");
    CHECK(corners_learn(&c, 0, 1, s[1], 0) == 1, "new");
    CHECK(corners_learn(&c, 1, 3, s[0], 0) == 0, "the first one");
    CHECK(corners_learn(&c, 1, 2, s[1], 0) == 1, "itself");
    CHECK(corners_next(&c, 0, 1) == 1 && corners_next(&c, 1, 3) == 0 &&
              corners_next(&c, 1, 2) == 1 && corners_next(&c, 0, 3) < 0,
          "known");
    CHECK(corners_learn(&c, 1, 1, zero, 1) == 2 && c.over[2] == 1, "over");
    CHECK(corners_learn(&c, 0, 2, minus, 1) == 3, "other bits");
    c.most = 4;
    CHECK(corners_learn(&c, 0, 3, s[0], 0) == 0, "there");
    CHECK(corners_learn(&c, 1, 1, (double[3]){9, 9, 9}, 0) == -1 &&
              corners_next(&c, 1, 1) < 0,
          "no room");
    arena_free(&a);
}

/* Thousands that differ in their last number, a third of the buckets: each is
   its own, where many begin to look at the bucket of another. */
static void many_states(void)
{
    double s[2] = {1, 0};
    arena a = {0};
    corners c;
    CHECK(corners_new(&a, 2, 2, s, &c).code == PERP_OK, "new");
    for (int turn = 0; turn < 2; turn++)
        for (int i = 1; i < 10000; i++) {
            s[1] = i;
            CHECK(corners_learn(&c, 0, 1, s, 0) == i, "%d", i);
        }
    arena_free(&a);
}

/* A walk: itself and back again, as long as its leg, its steps, and its road. */
static void walks_end(void)
{
    double s[2][1] = {{1}, {2}};
    arena a = {0};
    corners c;
    CHECK(corners_new(&a, 2, 1, s[0], &c).code == PERP_OK, "new");
    corners_learn(&c, 0, 1, s[1], 0);
    corners_learn(&c, 1, 1, s[0], 0);
    const struct {
        int shift, from, most, to;
    } want[] = {{0, 0, 9, 1}, {2, 0, 9, 4}, {2, 2, 9, 4},
                {2, 4, 6, 6}, {3, 1, 9, 8}, {3, 1, 1, 1}};
    for (int i = 0; i < 6; i++) {
        int at = 0, step = want[i].from;
        corners_walk(&c, (held){.shift = want[i].shift}, want[i].most, 1, &at,
                     &step);
        CHECK(step == want[i].to && at == (want[i].to - want[i].from) % 2,
              "%d: %d steps, at %d", i, step, at);
    }
    int at = 0, step = 0;
    corners_walk(&c, (held){.shift = 4}, 99, 2, &at, &step);
    CHECK(step == 0 && at == 0, "not known");
    c.over[1] = 1;
    corners_walk(&c, (held){.shift = 4}, 99, 1, &at, &step);
    CHECK(step == 1 && at == 1, "over");
    arena_free(&a);
}

/** A step without an impulse changes nothing, to the last bit: (82) for bounds of which those of all contacts that
approach are zero. From a state of a sample, bounds where nobody approaches, one step by the kernel.

Verifies HP23 (82). */
static void standing_still(void)
{
    int still = 0, moved = 0;
    for (int k = 0; k < HP23_MODELS; k++) {
        reach t = {.o = {.seed = 5, .shape = DRAW_CORNERS}};
        begin(&t, hp23_models[k], f64_widest());
        ran(&t, 0, 300);
        const corners *c = &t.s.known;
        const march *m = &t.s.m;
        const size_t all = (size_t)c->numbers * sizeof(double);
        for (int i = 0; i < c->count && i < 40; i++)
            for (int off = 0; off < 2; off++) {
                int of = 0, row = 0;
                march_group one = {1, &of, &row};
                double *b = march_problem(m, 0), before[3 * ROADS_ROWS];
                memcpy(b, corners_state(c, i), all);
                memcpy(before, b, all);
                if (!halm_posa_colliding(&t.g, t.o.tolerance, b + t.g.p))
                    continue;
                for (int j = 0; j < t.g.p; j++)
                    b[j] = (b[t.g.p + j] < 0) == off ? t.o.h : 0;
                CHECK(t.s.kernel->begin(m, &one).code == PERP_OK, "begin");
                while (one.count > 0)
                    CHECK(t.s.kernel->go(m, &one).code == PERP_OK, "go");
                one.count = 1;
                t.s.kernel->arrive(m, &one);
                if (row < 0)
                    continue;
                CHECK((memcmp(before, b, all) == 0) == !off && (off || row),
                      "%s, state %d: %s", hp23_models[k], i,
                      off ? "stands still" : "moved");
                still += !off;
                moved += off;
            }
        end(&t);
    }
    CHECK(still > 60 && moved > 60, "too easy: %d, %d", still, moved);
    VERIFIES("HP23 (82)");
}

static void refused_memory(void)
{
    perp_status s = {PERP_LIMIT, NULL, NULL};
    double x = 0;
    for (size_t k = 1; s.code != PERP_OK && k < 20; k++) {
        arena a = {0};
        corners c;
        memory_refuse(k);
        s = corners_new(&a, 10, 1, &x, &c);
        memory_refuse(0);
        CHECK(s.code == PERP_OK || s.code == PERP_LIMIT, "code %d", s.code);
        arena_free(&a);
    }
    CHECK(s.code == PERP_OK, "never enough");
}

int main(void)
{
    memory_adopt_gmp();
    RUN(nobody_sees_it);
    RUN(states_are_found_again);
    RUN(many_states);
    RUN(walks_end);
    RUN(standing_still);
    RUN(refused_memory);
    DONE;
}
