/** # Samples on the tree: the same samples, and the same bits in any company */
#include "hp23.h"
#include "hp23/samples/sampler.h"

#include <math.h>

typedef struct {
    hp23 m;
    halm_posa g;
    halm_posa_options o;
    halm_posa_samples one, many;
    arena a;
    sampler s;
} pair_of;

static void begin(pair_of *t, int count, f64_width width)
{
    CHECK(halm_posa_new(&t->m.a, &t->m.d, &t->g).code == PERP_OK, "new");
    CHECK(halm_posa_room(&t->m.a, &t->g, count, &t->one).code == PERP_OK,
          "made");
    CHECK(halm_posa_room(&t->m.a, &t->g, count, &t->many).code == PERP_OK,
          "made");
    t->a = (arena){0};
    CHECK(sampler_new(&t->a, &t->g, &t->o, width, &t->s).code == PERP_OK,
          "made");
}

static void end(pair_of *t)
{
    sampler_free(&t->s);
    arena_free(&t->a);
    hp23_clear(&t->m);
}

static int same_bytes(const halm_posa *g, const halm_posa_samples *x, int from,
                      const halm_posa_samples *y, int count)
{
    const size_t nv = (size_t)g->nv, u = (size_t)(g->p + g->r);
    const size_t at = (size_t)from, n = (size_t)count;
    return memcmp(x->v + at * nv, y->v, n * nv * sizeof(double)) == 0 &&
           memcmp(x->u + at * u, y->u, n * u * sizeof(double)) == 0 &&
           memcmp(x->lcps + at, y->lcps, n * sizeof(int)) == 0 &&
           memcmp(x->ended + at, y->ended, n) == 0;
}

/* How far sample i ended from where mlcp_solve's ended. */
static double apart(const pair_of *t, int i)
{
    const int all = t->g.p + t->g.r;
    double most = 0;
    for (int j = i * all; j < (i + 1) * all; j++)
        most = fmax(most, fabs(t->one.u[j] - t->many.u[j]));
    for (int j = i * t->g.nv; j < (i + 1) * t->g.nv; j++)
        most = fmax(most, fabs(t->one.v[j] - t->many.v[j]));
    return most;
}

/** Every sample of the examples ends where Algorithm 1 with mlcp_solve, one
problem at a time, takes it, by as many problems; of the first four with bounds that are
kept, too. Only rounding is another, and the
doubles of none of them have to be climbed from.

Verifies HP23 (Alg1). */
static void samples_are_those_of_the_ladder(void)
{
    for (int i = 0; i < HP23_MODELS + 4; i++) {
        const int k = i % HP23_MODELS, kept = i >= HP23_MODELS;
        const int count = kept ? 1000 : k < 4 ? 3000 : 700;
        pair_of t = {.o = {.tolerance = 1e-8, .seed = (uint64_t)(5 + k)}};
        double worst = 0;
        hp23_load(&t.m, hp23_models[k]);
        t.o.h = t.m.h;
        t.o.N = t.m.N;
        t.o.shape = kept ? DRAW_MIXED : DRAW_UNIFORM;
        t.o.levels = kept ? 4 : 0;
        begin(&t, count, f64_widest());
        CHECK(halm_posa_sample(&t.g, &t.o, 7, count, &t.m.a, &t.one).code == 0,
              "one at a time");
        t.many.climbed = 9; /* of somebody before */
        CHECK(sampler_run(&t.s, 7, count, &t.m.a, &t.many).code == 0, "roads");
        CHECK(t.one.climbed == 0 && t.many.climbed == 0, "%s: %ld, %ld climb",
              hp23_models[k], (long)t.one.climbed, (long)t.many.climbed);
        for (int j = 0; j < count; j++) {
            CHECK(t.one.lcps[j] == t.many.lcps[j] &&
                      t.one.ended[j] == t.many.ended[j],
                  "%s, %d: %d problems, %d", hp23_models[k], j, t.one.lcps[j],
                  t.many.lcps[j]);
            worst = fmax(worst, apart(&t, j));
        }
        CHECK(worst < 1e-11, "%s: %g apart", hp23_models[k], worst);
        printf("%s: %g apart, %ld places, %ld alone\n", hp23_models[k], worst,
               t.s.k.places, t.s.alone);
        CHECK(t.s.alone * 50 <= count, "%ld alone", t.s.alone);
        end(&t);
    }
    VERIFIES("HP23 (Alg1)");
}

/* Registers of any width, any split, a sample by itself, places that were
   forgotten in between. */
static void bits_depend_on_nothing_else(void)
{
    static const int cut[] = {0, 1, 2, 130, 131, 400};
    for (int k = 0; k < HP23_MODELS; k++) {
        for (int width = 0; width <= (int)f64_widest(); width++) {
            pair_of t = {.o = {.seed = 11,
                               .normalised = k % 2,
                               .shape = (draw_shape)((k + width) % 4),
                               .levels = k % 3 * 2}};
            hp23_load(&t.m, hp23_models[k]);
            t.o.h = t.m.h;
            t.o.N = t.m.N;
            begin(&t, 400, (f64_width)width);
            CHECK(sampler_run(&t.s, 0, 400, &t.m.a, &t.one).code == 0, "all");
            for (int c = 0; c < 5; c++) {
                int n = cut[c + 1] - cut[c];
                if (c % 2)
                    CHECK(roads_forget(&t.s.k).code == 0, "forget");
                CHECK(sampler_run(&t.s, (uint64_t)cut[c], n, &t.m.a, &t.many)
                              .code == 0,
                      "part");
                CHECK(same_bytes(&t.g, &t.one, cut[c], &t.many, n),
                      "%s, width %d, from %d", hp23_models[k], width, cut[c]);
            }
            end(&t);
        }
    }
}

static double energy(const hp23 *m, const double *v)
{
    double sum = 0;
    for (int i = 0; i < m->d.nv; i++)
        for (int j = 0; j < m->d.nv; j++)
            sum += v[i] * m->d.M[i * m->d.nv + j] * v[j];
    return sum;
}

/* Random impacts in short numbers, so with ties: no sample takes another branch,
   and none gains energy. */
static void random_impacts(void)
{
    check_random r = {check_seed(77)};
    int parted = 0, all = 0;
    for (int round = 0; round < 40; round++) {
        pair_of t = {.o = {.h = 0.5, .N = 12, .tolerance = 1e-8, .seed = 3}};
        int p = check_integer(&r, 1, 6), nv = check_integer(&r, 2, 6);
        hp23_random(&r, nv, p, &t.m);
        begin(&t, 60, f64_widest());
        CHECK(halm_posa_sample(&t.g, &t.o, 0, 60, &t.m.a, &t.one).code == 0,
              "one at a time");
        CHECK(sampler_run(&t.s, 0, 60, &t.m.a, &t.many).code == 0, "roads");
        double most = energy(&t.m, t.m.d.v);
        for (int i = 0; i < 60; i++) {
            CHECK(energy(&t.m, t.many.v + i * nv) <= most * (1 + 1e-12),
                  "energy, round %d, sample %d", round, i);
            parted += apart(&t, i) > 1e-9;
            all++;
        }
        end(&t);
    }
    CHECK(parted == 0, "%d of %d samples took another branch", parted, all);
}

/* A velocity that does not collide; an impact with too many contacts. */
static void nothing_and_too_much(void)
{
    check_random r = {check_seed(78)};
    for (int k = 0; k < 2; k++) {
        pair_of t = {.o = {.h = 0.5, .N = 3, .tolerance = 1e-8}};
        if (k == 0) {
            hp23_load(&t.m, "compass_gait");
            t.m.d.v[1] = 1;
        } else {
            hp23_random(&r, 4, 7, &t.m);
        }
        begin(&t, 40, f64_widest());
        CHECK((t.s.kernel == NULL) == (k == 1), "n = %d", t.g.n);
        CHECK(halm_posa_sample(&t.g, &t.o, 0, 40, &t.m.a, &t.one).code == 0,
              "one at a time");
        CHECK(sampler_run(&t.s, 0, 40, &t.m.a, &t.many).code == 0, "roads");
        CHECK(same_bytes(&t.g, &t.one, 0, &t.many, 40), "case %d", k);
        end(&t);
    }
}

static void refused_memory(void)
{
    perp_status s = {PERP_LIMIT, NULL, NULL};
    for (size_t k = 1; s.code != PERP_OK && k < 200; k++) {
        pair_of t = {.o = {.tolerance = 1e-8}};
        hp23_load(&t.m, "rocking_block");
        t.o.h = t.m.h;
        t.o.N = t.m.N;
        halm_posa_new(&t.m.a, &t.m.d, &t.g);
        halm_posa_room(&t.m.a, &t.g, 200, &t.many);
        memory_refuse(k);
        s = sampler_new(&t.a, &t.g, &t.o, f64_widest(), &t.s);
        if (s.code == PERP_OK)
            s = sampler_run(&t.s, 0, 200, &t.m.a, &t.many);
        memory_refuse(0);
        CHECK(s.code == PERP_OK || s.code == PERP_LIMIT, "code %d", s.code);
        end(&t);
    }
    CHECK(s.code == PERP_OK, "never enough");
}

int main(void)
{
    memory_adopt_gmp();
    RUN(samples_are_those_of_the_ladder);
    RUN(bits_depend_on_nothing_else);
    RUN(random_impacts);
    RUN(nothing_and_too_much);
    RUN(refused_memory);
    DONE;
}
