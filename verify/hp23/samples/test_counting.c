/** # Counts of steps with several v', against brute force over bases */
#include "brute_step.h"
#include "hp23.h"
#include "hp23/samples/contact_modes.h"
#include "hp23/samples/sampler.h"

enum { SAMPLES = 40 };

typedef struct {
    long several, branched;
} counts;

/* Samples one at a time, each problem by the solver that everybody uses; before each
   step all bases are tried, in fractions. */
static counts by_bases(hp23 *t, const halm_posa *g, const halm_posa_options *o,
                       int samples)
{
    static brute b;
    counts c = {0, 0};
    const size_t nv = (size_t)g->nv, p = (size_t)g->p;
    double u[BRUTE_SPEEDS], v[BRUTE_NV], q[BRUTE_PAIRS];
    mpq_t *x = rational_array(&t->a, nv + p);
    lcp_answer z;
    int climbed;
    CHECK(lcp_answer_new(&t->a, 0, g->n, &z).code == 0, "answer");
    brute_new(&t->x, &b);
    for (int i = 0; i < samples; i++) {
        int any = 0;
        memcpy(u, g->u0, (size_t)(g->p + g->r) * sizeof *u);
        memcpy(v, g->v0, nv * sizeof *v);
        for (long k = 0; k <= o->N && halm_posa_colliding(g, o->tolerance, u);
             k++) {
            lcp_problem one = {0, g->n, g->W, q};
            halm_posa_bounds(g, o, (uint64_t)i, k, q);
            halm_posa_pose(g, u, q);
            rational_of_doubles(nv, v, x);
            rational_of_doubles(p, q, x + nv);
            brute_step(&b, &t->x, (const mpq_t *)x, (const mpq_t *)x + nv);
            c.several += b.count > 1;
            any |= b.count > 1;
            CHECK(mlcp_solve(&one, &mlcp_defaults, &t->a, &z, &climbed).code ==
                      0,
                  "solve");
            halm_posa_read(g, z.z, z.w, v, u);
        }
        c.branched += any;
    }
    brute_each(&b, mpq_clear);
    rational_clear(x, nv + p);
    return c;
}

/* The samples' bits are the same, counted or not; the counts are those of brute
   force, where modes decide and where (`tight`) all steps are doubtful. */
static long counted(hp23 *t, double h, halm_posa_options o, int samples)
{
    halm_posa g;
    halm_posa_samples s, plain;
    sampler x, y;
    CHECK(halm_posa_new(&t->a, &t->d, &g).code == 0, "new");
    o.h = h;
    o.levels = o.shape == DRAW_MIXED ? 3 : 0;
    const counts wanted = by_bases(t, &g, &o, samples);
    CHECK(halm_posa_room(&t->a, &g, SAMPLES, &s).code == 0 &&
              halm_posa_room(&t->a, &g, SAMPLES, &plain).code == 0,
          "room");
    for (int wide = 0; wide < 2; wide++) {
        const halm_posa_proof p = {.d = &t->x, .g = &g, .o = &o};
        modes m;
        counting c;
        CHECK(
            contact_modes_new(&t->a, &t->x, &g, wide ? 1e18 * h : h, &m).code ==
                    0 &&
                counting_new(&t->a, &m, &p, &c).code == 0,
            "modes");
        CHECK(sampler_new(&t->a, &g, &o, f64_widest(), &x).code == 0 &&
                  sampler_new(&t->a, &g, &o, f64_widest(), &y).code == 0,
              "samplers");
        x.counts = &c;
        CHECK(sampler_run(&x, 0, samples, &t->a, &s).code == 0 &&
                  sampler_run(&y, 0, samples, &t->a, &plain).code == 0,
              "run");
        CHECK(s.several == wanted.several && s.branched == wanted.branched,
              "%ld steps of %ld samples, by bases %ld of %ld", s.several,
              s.branched, wanted.several, wanted.branched);
        long lcps = 0;
        for (int i = 0; i < samples; i++)
            lcps += s.lcps[i];
        CHECK(plain.several == 0 && (!wide || s.doubtful == lcps),
              "%ld doubtful of %ld", s.doubtful, lcps);
        CHECK(
            memcmp(s.v, plain.v, (size_t)(samples * g.nv) * sizeof *s.v) == 0 &&
                memcmp(s.lcps, plain.lcps, (size_t)samples * sizeof *s.lcps) ==
                    0,
            "counting changes samples");
        counting_free(&c);
        sampler_free(&x);
        sampler_free(&y);
    }
    return wanted.several;
}

/* Impacts at random of one contact, which have one v'; one with two, and
   the gait, which has three in most steps but not in all. */
static void counts_of_samples(void)
{
    check_random r = {check_seed(81)};
    hp23 t;
    for (int round = 0; round < 4; round++) {
        hp23_random(&r, check_integer(&r, 2, 3), 1, &t);
        counted(&t, 0.3,
                (halm_posa_options){
                    .N = 4, .shape = round % 2 ? DRAW_UNIFORM : DRAW_CORNERS},
                8);
        hp23_clear(&t);
    }
    brute_two_ways(&t);
    CHECK(counted(&t, 0.4, (halm_posa_options){.N = 4}, 3) > 0, "none");
    hp23_clear(&t);
    hp23_load(&t, "compass_gait");
    const long several =
        counted(&t, t.h, (halm_posa_options){.N = 2, .shape = DRAW_MIXED}, 4);
    CHECK(several > 0, "none");
    printf("seed %llu, gait: %ld steps with several\n",
           (unsigned long long)check_seed(81), several);
    hp23_clear(&t);
}

int main(void)
{
    memory_adopt_gmp();
    RUN(counts_of_samples);
    DONE;
}
