/**
# Runs through all outcomes, with collisions in the place of runs
*/
#include "hp23/run/branches.h"
#include "cli/report/fan.h"
#include "law.h"
#include "own_dir.h"

#include <unistd.h>

/* A run of collisions: which model comes as the k-th may depend on what the gait
   did before. */
typedef struct {
    law_scene gait, block;
    branches b;
    int way[8], ways;
} running;

/* Which of the gait's outcomes this is: A sticks, B lifts, slides or sticks. */
static int gait_mode(const running *r)
{
    const law_scene *s = &r->gait;
    mpq_t n, t;
    mpq_inits(n, t, NULL);
    impact_normal(&s->m.x, 1, (const mpq_t *)s->y.v, n);
    impact_slip(&s->m.x, 1, (const mpq_t *)s->y.v, t);
    int mode = mpq_sgn(n) != 0 ? 0 : mpq_sgn(t) != 0 ? 1 : 2;
    mpq_clears(n, t, NULL);
    return mode;
}

static int collide(running *r, law_scene *s, long number)
{
    s->x.number = number;
    perp_status st = branches_collide(&r->b, &s->m.a, &s->x, &s->y);
    CHECK(st.code == PERP_OK, "%s", st.message);
    CHECK(law_balances(&s->m.x, &s->y), "impulses");
    return s == &r->gait ? gait_mode(r) : 0;
}

/* A gait; when B lifts nothing else, when it slides a block and a gait, when it
   sticks two gaits. */
static void one_run(running *r)
{
    r->ways = 0;
    r->way[r->ways++] = collide(r, &r->gait, 0);
    if (r->way[0] == 1) {
        r->way[r->ways++] = collide(r, &r->block, 1);
        r->way[r->ways++] = collide(r, &r->gait, 2);
    }
    if (r->way[0] == 2) {
        r->way[r->ways++] = collide(r, &r->gait, 1);
        r->way[r->ways++] = collide(r, &r->gait, 2);
    }
}

static void begin(running *r, law_kind which, long depth)
{
    memset(r, 0, sizeof *r);
    hp23_load(&r->gait.m, "compass_gait");
    hp23_load(&r->block.m, "rocking_block");
    law_scene_of(&r->gait);
    law_scene_of(&r->block);
    impact_law l = law_of_model(&r->gait, which, 0);
    branches_begin(&r->b, &l, 64, depth);
}

static void end(running *r)
{
    branches_free(&r->b);
    law_scene_clear(&r->gait);
    law_scene_clear(&r->block);
}

/* 1 + 3 + 9 runs, each another, forks counted; then no more. */
static void every_way_once(void)
{
    running r;
    int seen[27] = {0}, runs = 0, lengths[4] = {0, 0, 0, 0};
    begin(&r, LAW_SIMULTANEOUS, 0);
    do {
        one_run(&r);
        int code = 0;
        for (int i = 0; i < 3; i++)
            code = 3 * code + (i < r.ways ? r.way[i] : 0);
        CHECK(!seen[code], "the way %d twice", code);
        CHECK(r.b.count == r.ways, "%ld collisions on the way", r.b.count);
        CHECK(r.b.w.count == (r.way[0] == 0   ? 1
                            : r.way[0] == 1 ? 2
                                            : 3),
              "%ld forks", r.b.w.count);
        seen[code] = 1;
        lengths[r.b.w.count]++;
        runs++;
    } while (branches_next(&r.b) && runs < 100);
    CHECK(runs == 13, "%d runs", runs);
    CHECK(lengths[1] == 1 && lengths[2] == 3 && lengths[3] == 9, "forks");
    CHECK(r.b.w.complete && r.b.w.beyond == 0 && r.b.count == 0, "the end");
    end(&r);
}

/* Behind the first fork the law is asked itself: three runs, and the collisions
   there have what law_collide says. */
static void first_forks_only(void)
{
    running r;
    int runs = 0;
    begin(&r, LAW_SIMULTANEOUS, 1);
    law_scene other;
    hp23_load(&other.m, "compass_gait");
    law_scene_of(&other);
    impact_law l = law_of_model(&other, LAW_SIMULTANEOUS, 0);
    CHECK(law_collide(&l, &other.m.a, &other.x, &other.y).code == PERP_OK, "l");
    do {
        one_run(&r);
        runs++;
        for (int i = 0; i < other.m.d.nv && r.ways > 1; i++)
            CHECK(mpq_equal(other.y.v[i], r.gait.y.v[i]), "another outcome");
    } while (branches_next(&r.b) && runs < 100);
    CHECK(runs == 3 && r.b.w.beyond == 4, "%d runs, %ld", runs, r.b.w.beyond);
    law_scene_clear(&other);
    end(&r);
}

/* Samples prove nothing, but each of their ways is taken once, too. */
static void of_samples(void)
{
    running r;
    int runs = 0, first;
    begin(&r, LAW_HALM_POSA, 0);
    do {
        collide(&r, &r.block, 0);
        collide(&r, &r.block, 1);
        first = r.b.on_way[0].list.count;
        CHECK(forks_chosen(&r.b.w, 0) == runs / first &&
                  forks_chosen(&r.b.w, 1) == runs % first,
              "run %d", runs);
        runs++;
    } while (branches_next(&r.b) && runs < 1000);
    CHECK(runs == first * first && first > 2, "%d runs of %d", runs, first);
    CHECK(!r.b.w.complete, "proven?");
    end(&r);
}

/* An allocation that fails is a limit, and nothing is lost (the sanitizers
   look). */
static void refused_memory(void)
{
    int refusals = 0;
    for (size_t k = 1; k < 60; k++) {
        running r;
        arena a = {0};
        begin(&r, k % 2 == 0 ? LAW_SIMULTANEOUS : LAW_SEQUENTIAL, 0);
        memory_refuse(k);
        perp_status s = branches_collide(&r.b, &a, &r.block.x, &r.block.y);
        memory_refuse(0);
        CHECK(s.code == PERP_OK || s.code == PERP_LIMIT, "k = %zu: %d", k,
              (int)s.code);
        refusals += s.code == PERP_LIMIT;
        end(&r);
        arena_free(&a);
    }
    CHECK(refusals > 5, "%d", refusals);
}

/* The same for the whole command, in two runs that rock: memory that the scene
   asks for, the run, the table, the figure. */
static void refused_command(void)
{
    char script[1100];
    const char *source = getenv("PERP_SOURCE");
    const char *set[] = {"T=0.06", "law=sequential"};
    snprintf(script, sizeof script, "%s/cases/HP23/dropped_block.lua",
             source != NULL ? source : ".");
    own_dir();
    size_t all = 0;
    int refusals = 0;
    for (size_t i = 0; i < 40; i++) {
        const char *file = in_dir("t.csv");
        bind_options b = {
            .script = script, .sets = 2, .set = set, .quiet = 1, .csv = file};
        fan_wish w = {.branches = 2, .quiet = 1};
        size_t before = memory_count();
        if (i > 0)
            memory_refuse(i < 10 ? i : all * (i - 10) / 30 + 1);
        perp_status s = fan_run(&w, &b);
        memory_refuse(0);
        if (i == 0)
            all = memory_count() - before;
        CHECK(s.code == PERP_OK || (i > 0 && s.code == PERP_LIMIT),
              "i = %zu: %d %s", i, (int)s.code, s.message);
        CHECK((access(file, F_OK) == 0) == (s.code == PERP_OK), "i = %zu", i);
        unlink(file);
        refusals += s.code == PERP_LIMIT;
    }
    CHECK(rmdir(dir) == 0, "something is left in %s", dir);
    CHECK(refusals > 5, "%d", refusals);
    printf("%zu allocations, %d of 39 refusals reached the user\n", all,
           refusals);
}

int main(void)
{
    memory_adopt_gmp();
    RUN(every_way_once);
    RUN(first_forks_only);
    RUN(of_samples);
    RUN(refused_memory);
    RUN(refused_command);
    DONE;
}
