#include "base/memory.h"
#include "check.h"
#include "run/experiment.h"
#include "scene.h"

/** A hand that reaches between solver and check: on three chosen steps it
spoils a sign, a basis entry, an impulse. */
typedef struct {
    long sign, basis, impulse;
    int spoiled; /* how often it could do its work */
} spoiler;

static void spoil(void *user, long step, lcp_exact_answer *x, double *cn)
{
    spoiler *s = user;
    if (step == s->sign) { /* the normal impulse, entry 2 of (x, y, c_n, ..) */
        mpq_neg(x->z[2], x->z[2]);
        s->spoiled++;
    }
    if (step == s->basis) { /* c_n is positive here, so w = 0 is the truth */
        x->basis[0] ^= 1;
        s->spoiled++;
    }
    if (step == s->impulse) { /* one unit in the last place */
        cn[0] *= 1 + 0x1p-52;
        s->spoiled++;
    }
}

static void run_block(experiment *e, summary *sum, trace *t)
{
    scene s;
    CHECK(scene_block(&s, 1, 0.8, 9.81).code == PERP_OK, "scene");
    e->sys = &s.sys;
    perp_status st = loop_run(e, t, sum);
    CHECK(st.code == PERP_OK, "%s", st.message);
    scene_end(&s);
}

static experiment block_experiment(scene *s, double alpha, double h)
{
    experiment e;
    experiment_start(&e, &s->sys);
    e.mode = EXPERIMENT_EXACT_CHECK;
    mpq_set_d(e.alpha, alpha);
    mpq_set_d(e.gamma, alpha);
    mpq_set_d(e.h, h);
    mpq_set_si(e.T, 3, 1);
    mpq_set_si(e.q[0], 3, 1);
    return e;
}

/* steps_proven drops by exactly the spoiled steps. */
static void spoiled_steps_are_not_proven(void)
{
    const long at[3] = {0, 17, 60}; /* slip, slip, any */
    for (int mask = 0; mask < 8; mask++) {
        scene s;
        trace t;
        summary sum;
        spoiler hand = {mask & 1 ? at[0] : -1, mask & 2 ? at[1] : -1,
                        mask & 4 ? at[2] : -1, 0};
        CHECK(scene_block(&s, 1, 0.8, 9.81).code == PERP_OK, "scene");
        experiment e = block_experiment(&s, 0.5, 0.03);
        e.tamper = spoil;
        e.user = &hand;
        run_block(&e, &sum, &t);
        CHECK(sum.steps == 100, "%ld steps", sum.steps);
        CHECK(sum.steps_proven == sum.steps - hand.spoiled,
              "%ld proven of %ld, %d spoiled", sum.steps_proven, sum.steps,
              hand.spoiled);
        CHECK(hand.spoiled == (mask & 1) + (mask >> 1 & 1) + (mask >> 2 & 1),
              "%d", hand.spoiled);
        trace_free(&t);
        summary_clear(&sum);
        e.sys = &s.sys;
        experiment_end(&e);
        scene_end(&s);
    }
}

/* Without a hand every step is proven, for several alpha and h. */
static void all_proven(void)
{
    const double alpha[4] = {0.5, 0.625, 0.75, 1};
    for (int i = 0; i < 4; i++) {
        scene s;
        trace t;
        summary sum;
        CHECK(scene_block(&s, 1, 0.8, 9.81).code == PERP_OK, "scene");
        experiment e = block_experiment(&s, alpha[i], 0.01 * (i + 1));
        run_block(&e, &sum, &t);
        CHECK(sum.steps_proven == sum.steps, "alpha %g: %ld of %ld", alpha[i],
              sum.steps_proven, sum.steps);
        CHECK(sum.fallbacks == 0, "%ld fallbacks", sum.fallbacks);
        trace_free(&t);
        summary_clear(&sum);
        e.sys = &s.sys;
        experiment_end(&e);
        scene_end(&s);
    }
}

int main(void)
{
    memory_adopt_gmp();
    RUN(spoiled_steps_are_not_proven);
    RUN(all_proven);
    DONE;
}
