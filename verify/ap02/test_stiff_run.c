/* AP02's schemes as runs of one body on a spring: each step against its formula
   in fractions, alpha and gamma of the experiment unread and unharmed; and who
   does not know springs. */
#include "base/memory.h"
#include "scene/run/drive.h"
#include "p10/paoli_step.h"
#include "scene.h"

/* m = 2 on a spring of 36 N/m with 3 N s/m, pushed by t N. */
static perp_status oscillator(scene *s)
{
    mpq_t stiffness, damping;
    scene_start(s, 1);
    graph_id two = graph_const(&s->g, 2);
    mpq_inits(stiffness, damping, NULL);
    mpq_set_si(stiffness, 36, 1);
    mpq_set_si(damping, 3, 1);
    system_spring spring = {"spring", s->q[0], stiffness, damping};
    system_spec spec = {.g = &s->g,
                        .nq = 1,
                        .nv = 1,
                        .q_name = s->name,
                        .v_name = s->name,
                        .M = &two,
                        .k = &s->t,
                        .springs = 1,
                        .spring = &spring};
    perp_status status = system_make(&s->a, &spec, &s->sys);
    mpq_clears(stiffness, damping, NULL);
    return status;
}

static mpq_ptr cell(const trace *t, int row, const char *name)
{
    return t->exact[row * t->columns + trace_column(t, name)];
}

/* 2 v+ = 2 v + h t + c with c = -36 h q - 3 h v (explicit), the same with
   q + h v+ and v+ (implicit), or whatever makes v+ = 0 (limit). */
static void law(const struct scheme *scheme, const trace *t, int row, mpq_srcptr h,
                mpq_t wanted)
{
    mpq_t c, rest;
    mpq_inits(c, rest, NULL);
    mpq_set_si(c, -36, 1); /* c = -h (36 q + 3 v) */
    mpq_mul(c, c, cell(t, row, "q.a"));
    mpq_set_si(rest, -3, 1);
    mpq_mul(rest, rest, cell(t, row, "v.a"));
    if (scheme == &scheme_semi_implicit)
        mpq_add(c, c, rest);
    mpq_add(c, c, cell(t, row, "t"));
    mpq_mul(c, c, h);
    mpq_mul_2exp(wanted, cell(t, row, "v.a"), 1);
    mpq_add(wanted, wanted, c);
    mpq_set_si(rest, 36, 1); /* 2 + h (3 + 36 h), or 2 */
    mpq_mul(rest, rest, h);
    mpq_set_si(c, 3, 1);
    mpq_add(rest, rest, c);
    mpq_mul(rest, rest, h);
    mpq_set_si(c, 2, 1);
    mpq_add(rest, rest, c);
    mpq_div(wanted, wanted, scheme == &scheme_linear_implicit ? rest : c);
    if (scheme == &scheme_stiff_limit)
        mpq_set_ui(wanted, 0, 1);
    mpq_clears(c, rest, NULL);
}

static void steps_by_formula(void)
{
    static const struct scheme *const scheme[] = {
        &scheme_semi_implicit, &scheme_linear_implicit, &scheme_stiff_limit};
    for (int i = 0; i < 3; i++) {
        scene s;
        experiment e;
        trace t;
        summary sum;
        mpq_t wanted, alpha;
        mpq_inits(wanted, alpha, NULL);
        CHECK(oscillator(&s).code == PERP_OK, "made");
        experiment_start(&e, &s.sys);
        e.scheme = scheme[i];
        e.mode = EXPERIMENT_RATIONAL;
        mpq_set_si(e.alpha, 5, 1); /* not read */
        mpq_set_si(alpha, 5, 1);
        mpq_set_si(e.h, 1, 7);
        mpq_set_si(e.T, 2, 1);
        mpq_set_si(e.q[0], 1, 3);
        mpq_set_si(e.v[0], -1, 5);
        perp_status st = drive_run(&e, &t, &sum);
        CHECK(st.code == PERP_OK, "%s", st.message);
        CHECK(sum.steps == 14 && sum.steps_proven == 14, "%ld of %ld",
              sum.steps_proven, sum.steps);
        CHECK(mpq_equal(e.alpha, alpha), "alpha is changed");
        for (int row = 0; row + 1 < t.rows; row++) {
            law(scheme[i], &t, row, e.h, wanted);
            CHECK(mpq_equal(wanted, cell(&t, row + 1, "v.a")), "%s, row %d",
                  scheme[i]->name, row + 1);
            mpq_mul(wanted, cell(&t, row, "q.a"), cell(&t, row, "q.a"));
            mpq_set_si(alpha, 18, 1);
            mpq_mul(wanted, wanted, alpha); /* 36 q^2 / 2 */
            mpq_set_si(alpha, 5, 1);
            CHECK(mpq_equal(wanted, cell(&t, row, "elastic")), "energy");
        }
        trace_free(&t);
        summary_clear(&sum);
        mpq_clears(wanted, alpha, NULL);
        experiment_end(&e);
        scene_end(&s);
    }
}

/* The member alpha = gamma = 1/2 of the family, no push, no damper: the energy
   of a linear spring is kept exactly. */
static void the_midpoint_keeps_the_energy(void)
{
    scene s;
    experiment e;
    trace t;
    summary sum;
    mpq_t first, now;
    mpq_inits(first, now, NULL);
    CHECK(oscillator(&s).code == PERP_OK, "made");
    tape_clear(&s.sys.force);
    graph_id zero = graph_const(&s.g, 0);
    CHECK(tape_make(&s.a, &s.g, 1, &zero, 3, &s.sys.force).code == PERP_OK,
          "no push");
    mpq_set_ui(s.sys.spring_exact[1], 0, 1);
    experiment_start(&e, &s.sys);
    e.mode = EXPERIMENT_RATIONAL;
    e.jacobians = 0;
    mpq_set_d(e.alpha, 0.5);
    mpq_set_d(e.gamma, 0.5);
    mpq_set_si(e.h, 1, 5);
    mpq_set_si(e.T, 2, 1);
    mpq_set_si(e.q[0], 1, 1);
    perp_status st = drive_run(&e, &t, &sum);
    CHECK(st.code == PERP_OK, "%s", st.message);
    CHECK(sum.steps_proven == 10, "%ld proven", sum.steps_proven);
    for (int row = 0; row < t.rows; row++) {
        mpq_add(now, cell(&t, row, "kinetic"), cell(&t, row, "elastic"));
        if (row == 0)
            mpq_set(first, now);
        CHECK(mpq_equal(first, now), "row %d: %g J", row, mpq_get_d(now));
    }
    trace_free(&t);
    summary_clear(&sum);
    mpq_clears(first, now, NULL);
    experiment_end(&e);
    scene_end(&s);
}

/** A block falls, lands and slides, in fractions: in every step each contact
has $\Phi \ge 0$, $c_n \ge 0$ and one of them zero, up to the bracket of the
collision, $2^{-50}$ of a step. Verifies AP02 (4). */
static void open_or_pushed(void)
{
    scene s;
    experiment e;
    trace t;
    summary sum;
    int open = 0, pushed = 0;
    CHECK(scene_block(&s, 1, 0.25, 10).code == PERP_OK, "made");
    tape_clear(&s.sys.force);
    graph_id k[2] = {graph_const(&s.g, 3), graph_const(&s.g, -10)};
    CHECK(tape_make(&s.a, &s.g, 2, k, 5, &s.sys.force).code == PERP_OK, "k");
    experiment_start(&e, &s.sys);
    e.scheme = &scheme_linear_implicit;
    e.mode = EXPERIMENT_RATIONAL;
    mpq_set_si(e.h, 1, 50);
    mpq_set_si(e.T, 1, 1);
    mpq_set_si(e.q[1], 1, 1);
    perp_status st = drive_run(&e, &t, &sum);
    CHECK(st.code == PERP_OK && sum.steps_proven == sum.steps, "%s",
          st.message);
    CHECK(sum.collisions == 1, "%ld collisions", sum.collisions);
    for (int row = 1; row < t.rows; row++) {
        double gap = mpq_get_d(cell(&t, row, "q.b"));
        double cn = mpq_get_d(cell(&t, row, "cn.ground"));
        CHECK(gap > -1e-12 && cn >= 0 && gap * cn < 1e-12, "row %d: %g, %g",
              row, gap, cn);
        open += gap > 1e-3 && cn == 0;
        pushed += cn > 0;
    }
    CHECK(open > 15 && pushed > 15, "%d open, %d pushed", open, pushed);
    trace_free(&t);
    summary_clear(&sum);
    experiment_end(&e);
    scene_end(&s);
    VERIFIES("AP02 (4)");
}

static void who_knows_no_springs(void)
{
    scene s;
    experiment e;
    trace t;
    summary sum;
    CHECK(oscillator(&s).code == PERP_OK, "made");
    experiment_start(&e, &s.sys);
    e.scheme = &scheme_paoli;
    mpq_set_si(e.h, 1, 7);
    perp_status st = drive_run(&e, &t, &sum);
    CHECK(st.code == PERP_INPUT && strstr(st.message, "'spring'") != NULL, "%s",
          st.message);
    experiment_end(&e);
    scene_end(&s);
}

int main(void)
{
    memory_adopt_gmp();
    RUN(steps_by_formula);
    RUN(the_midpoint_keeps_the_energy);
    RUN(open_or_pushed);
    RUN(who_knows_no_springs);
    DONE;
}
