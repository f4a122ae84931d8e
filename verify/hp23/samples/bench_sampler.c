/**
# Samples a second

    bench_sampler [--into FILE]

Algorithm 1 at tolerance 1e-8 for the examples, on one core: samples a second,
problems a sample; beside it, interleaved, what the kernel alone takes for the
same problems: their right-hand sides, put down beforehand, from the first row to
the end of the path, and mlcp_solve for them one at a time. The ratio is the time of a
sample over that of its problems one at a time, in the middle of several turns; it fails
above 0.6. Of samples a second the best turn counts: a machine that others use too
can only be slower than it is.
*/
#include "hp23.h"
#include "into.h"
#include "hp23/samples/sampler.h"

#include <math.h>
#include <time.h>

static FILE *page;

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

enum { BLOCK = 8192, KEPT = 4096 };

/* The problems of some samples, one after the other. */
static int problems(hp23 *m, const halm_posa *g, const halm_posa_options *o,
                    double *b)
{
    lcp_answer x;
    int count = 0, climbed;
    double u[64], v[64];
    CHECK(lcp_answer_new(&m->a, 0, g->n, &x).code == 0, "answer");
    for (uint64_t i = 0; count + o->N + 1 < KEPT; i++) {
        memcpy(u, g->u0, (size_t)(g->p + g->r) * sizeof *u);
        memcpy(v, g->v0, (size_t)g->nv * sizeof *v);
        for (long k = 0; k <= o->N && halm_posa_colliding(g, o->tolerance, u);
             k++) {
            double *to = b + count++ * g->n;
            lcp_problem q = {0, g->n, g->W, to};
            halm_posa_bounds(g, o, i, k, to);
            halm_posa_pose(g, u, to);
            CHECK(mlcp_solve(&q, &mlcp_defaults, &m->a, &x, &climbed).code == 0,
                  "solve");
            halm_posa_read(g, x.z, x.w, v, u);
        }
    }
    return count;
}

static int by_size(const void *x, const void *y)
{
    double a = *(const double *)x, b = *(const double *)y;
    return (a > b) - (a < b);
}

static double median(double *x, int count)
{
    qsort(x, (size_t)count, sizeof *x, by_size);
    return x[count / 2];
}

static void example(const char *model, double wanted)
{
    enum { ROUNDS = 9 };
    hp23 m;
    halm_posa g;
    halm_posa_samples s;
    sampler x;
    lcp_answer one;
    double sample[ROUNDS], lemke[ROUNDS], ratio[ROUNDS];
    double lcps = 0;
    int climbed, blocks = strncmp(model, "disk", 4) == 0 ? 4 : 32;
    hp23_load(&m, model);
    halm_posa_options o = {.h = m.h, .N = m.N, .tolerance = 1e-8};
    CHECK(halm_posa_new(&m.a, &m.d, &g).code == 0, "new");
    CHECK(halm_posa_room(&m.a, &g, BLOCK, &s).code == 0, "room");
    CHECK(sampler_new(&m.a, &g, &o, f64_widest(), &x).code == 0, "sampler");
    CHECK(lcp_answer_new(&m.a, 0, g.n, &one).code == 0, "answer");
    double *b = arena_take(&m.a, KEPT * (size_t)g.n, sizeof *b);
    const int kept = problems(&m, &g, &o, b);
    for (int i = 0; i < blocks; i++) /* the paths are found */
        CHECK(sampler_run(&x, (uint64_t)(i * BLOCK), BLOCK, &m.a, &s).code == 0,
              "run");
    for (int round = 0; round < ROUNDS; round++) {
        double start = now();
        lcps = 0;
        for (int i = 0; i < blocks; i++) {
            uint64_t from = (uint64_t)((round + 1) * blocks + i) * BLOCK;
            CHECK(sampler_run(&x, from, BLOCK, &m.a, &s).code == 0, "run");
            for (int k = 0; k < BLOCK; k++)
                lcps += s.lcps[k];
        }
        sample[round] = (now() - start) / (blocks * BLOCK);
        lcps /= blocks * BLOCK;
        start = now();
        for (int i = 0; i < kept; i++) {
            lcp_problem q = {0, g.n, g.W, b + i * g.n};
            mlcp_solve(&q, &mlcp_defaults, &m.a, &one, &climbed);
        }
        lemke[round] = (now() - start) / kept;
        ratio[round] = sample[round] / (lcps * lemke[round]);
    }
    double over = median(ratio, ROUNDS);
    qsort(sample, ROUNDS, sizeof *sample, by_size);
    qsort(lemke, ROUNDS, sizeof *lemke, by_size);
    double each = sample[0], alone = lemke[0];
    printf("%-16s %8.0f samples a second, %.3f problems a sample, %6.0f ns a "
           "problem; one at a time %6.0f ns; ratio %.3f\n",
           model, 1 / each, lcps, 1e9 * each / lcps, 1e9 * alone, over);
    fprintf(page, "| `%s` | %.3g | %.2f | %.3g | %.3g | %.2f |\n", model,
            1 / each, lcps, 1e9 * each / lcps, 1e9 * alone, over);
    CHECK(over <= 0.6, "%s: %g", model, over);
    CHECK(1 / each >= wanted, "%s: %.3g samples a second, promised %.3g", model,
          1 / each, wanted);
    sampler_free(&x);
    hp23_clear(&m);
}

int main(int argc, char **argv)
{
    memory_adopt_gmp();
    char machine[256], *text = NULL;
    size_t size = 0;
    into_machine(machine, sizeof machine);
    page = open_memstream(&text, &size);
    fprintf(page, "Measured on: %s, one core.\n\n", machine);
    fprintf(page,
            "| case | samples a second | problems a sample | ns a problem "
            "| one at a time, ns | ratio |\n|---|---|---|---|---|---|\n");
    example("rocking_block", 0);
    example("compass_gait", 4e6);
    example("box_wall", 0);
    example("ramone", 0);
    example("disk_stack_code", 0);
    example("disk_stack_paper", 5e5);
    fclose(page);
    if (argc == 3 && strcmp(argv[1], "--into") == 0)
        CHECK(into_file(argv[2], "bench_sampler", text) == 0, "%s: no marks",
              argv[2]);
    free(text);
    DONE;
}
