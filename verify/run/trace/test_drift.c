#include "check.h"
#include "run/experiment.h"
#include "scene.h"

#include <math.h>
#include <string.h>

static int says(const drift_found *d, int i, const char *text)
{
    return i < d->warnings && strstr(d->warning[i], text) != NULL;
}

/** $\alpha = 1/2$, joint $q = 0$, start $\varepsilon$: $v^l = (-1)^l\varepsilon$ and
$v^{l,\alpha} = 0$, so all of the energy $\varepsilon^2/2$ alternates in every row.
The position moves with the weight $\gamma$: $q^{l+1} - q^l = h(1-2\gamma)(-1)^l
\varepsilon$, so it is $h(1-2\gamma)\varepsilon$ in odd rows and 0 in even ones. */
static void whole_run(experiment_mode mode, long steps, int lost)
{
    scene s;
    experiment e;
    trace t;
    summary sum;
    CHECK(scene_joint(&s).code == PERP_OK, "scene");
    experiment_start(&e, &s.sys);
    e.mode = mode;
    e.penetration = 0x1p-5;
    mpq_set_d(e.alpha, 0.5);
    mpq_set_d(e.gamma, 0.75);
    mpq_set_d(e.h, 0.125);
    mpq_set_d(e.T, 0.125 * (double)steps);
    mpq_set_d(e.v[0], 2);
    perp_status st = loop_run(&e, &t, &sum);
    CHECK(st.code == PERP_OK, "%s", st.message);
    const drift_found *d = &sum.drift;
    CHECK(d->joints && d->gap.x == 0.125 && d->gap.row == 1 &&
              d->gap.t == 0.125 && strcmp(d->joint, s.sys.joint_name[0]) == 0,
          "gap %g in row %ld", d->gap.x, d->gap.row);
    CHECK(d->open && d->since_open.row == 1, "row %ld", d->since_open.row);
    CHECK(d->parts && d->part.x == 2 && d->part.row == 1 && d->last == 2 &&
              d->last_share == 1,
          "%g J in row %ld, %g at last", d->part.x, d->part.row, d->last);
    CHECK(d->lost == lost && d->warnings == 1 + lost, "%d, %d", d->lost,
          d->warnings);
    CHECK(says(d, 0, "is off by 0.125 at row 1") &&
              says(d, 0, "project = 'joints'"),
          "%s", d->warning[0]);
    CHECK(!lost || (says(d, 1, "sign-alternating") &&
                    says(d, 1, "since row 1 (t = 0.125 s)") &&
                    says(d, 1, "joint gap is 0.125")),
          "%s", d->warning[1]);
    trace_free(&t);
    summary_clear(&sum);
    experiment_end(&e);
    scene_end(&s);
}

static void whole_runs(void)
{
    whole_run(EXPERIMENT_DOUBLE, 19, 0);
    whole_run(EXPERIMENT_DOUBLE, 20, 1);
    whole_run(EXPERIMENT_EXACT_CHECK, 21, 1);
    whole_run(EXPERIMENT_RATIONAL, 20, 1);
    whole_run(EXPERIMENT_RATIONAL, 19, 0);
}

/* With alpha = 1 both velocities are one, and of a system without joints no gap
   is said: null, not 0. */
static void nothing_to_say(void)
{
    for (int which = 0; which < 2; which++) {
        scene s;
        experiment e;
        trace t;
        summary sum;
        char text[400] = "";
        perp_status st =
            which == 0 ? scene_joint(&s) : scene_block(&s, 1, 0.5, 9.81);
        CHECK(st.code == PERP_OK, "scene");
        experiment_start(&e, &s.sys);
        mpq_set_d(e.alpha, which == 0 ? 1 : 0.5);
        mpq_set_d(e.gamma, which == 0 ? 1 : 0.5);
        mpq_set_d(e.h, 0.125);
        mpq_set_d(e.T, 5);
        if (which == 1)
            mpq_set_d(e.q[1], 1000); /* it falls all the time */
        st = loop_run(&e, &t, &sum);
        CHECK(st.code == PERP_OK, "%s", st.message);
        CHECK(sum.drift.joints == !which && sum.drift.parts == which, "%d: %d",
              which, sum.drift.parts);
        CHECK(sum.drift.warnings == 0, "%s", sum.drift.warning[0]);
        FILE *f = tmpfile();
        drift_json(&sum.drift, f);
        rewind(f);
        CHECK(fread(text, 1, sizeof text - 1, f) > 0, "nothing written");
        fclose(f);
        CHECK(strstr(text, which == 0 ? "\"parasitic\": null"
                                      : "\"joint_gap_max\": null") != NULL,
              "%s", text);
        trace_free(&t);
        summary_clear(&sum);
        experiment_end(&e);
        scene_end(&s);
    }
}

static drift_found twenty(double share, int pushed_at, double floor)
{
    drift_found d = {0};
    for (int l = 1; l <= 25; l++)
        drift_part(&d, share * 4, 4, floor, l != pushed_at,
                   (drift_peak){.row = l, .t = l / 8.0});
    return d;
}

/* One hundredth is not more than one hundredth; a row in which a contact pushes
   begins the count anew, and so does what rounding may leave. */
static void when_it_counts(void)
{
    CHECK(!twenty(0.01, 0, 0).lost, "one hundredth");
    drift_found d = twenty(0.0101, 0, 0);
    CHECK(d.lost && d.since_lost.row == 1, "row %ld", d.since_lost.row);
    d = twenty(0.5, 5, 0);
    CHECK(d.lost && d.since_lost.row == 6 && d.since_lost.t == 0.75, "row %ld",
          d.since_lost.row);
    CHECK(!twenty(0.5, 6, 0).lost, "nineteen rows behind a push");
    CHECK(!twenty(1, 0, 5).lost && twenty(1, 0, 5).last_share == 0,
          "below what rounding leaves");
    CHECK(!twenty(0, 0, 0).lost && twenty(0, 0, 0).last_share == 0, "rest");
}

static void more_than_there_is_room_for(void)
{
    drift_found d = {0};
    for (int i = 0; i < 3 * DRIFT_WARNINGS; i++)
        drift_warn(&d, "%0500d", i);
    CHECK(d.warnings == DRIFT_WARNINGS &&
              strlen(d.warning[0]) == sizeof d.warning[0] - 1,
          "%d warnings", d.warnings);
}

int main(void)
{
    RUN(whole_runs);
    RUN(nothing_to_say);
    RUN(when_it_counts);
    RUN(more_than_there_is_room_for);
    DONE;
}
