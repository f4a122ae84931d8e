/** The table of schemes: who is in it, how a name is found, and what of a system
each refuses because it does not know it. */
#include "paoli_scene.h"
#include "pks05/ends/ends.h"

static void names(void)
{
    scene s;
    experiment x;
    mpq_t e;
    trace t;
    summary sum;
    scene_start(&s, 1);
    CHECK(scene_gaps(&s, 1, NULL, 1, s.q).code == PERP_OK, "scene");
    scene_experiment(&x, &s, e, 2, 0.125, 2);
    mpq_set_ui(x.q[0], 1, 1);
    mpq_set_si(x.v[0], -1, 1);
    CHECK(drive_run(&x, &t, &sum).code == PERP_OK, "paoli");
    CHECK(scene_cell(&t, 16, "q.a") == 0.375, "1/2 (2 - 1) - 2 h / 2");
    trace_free(&t);
    summary_clear(&sum);
    x.scheme = &scheme_alpha_gamma;
    mpq_set_ui(x.alpha, 1, 1);
    mpq_set_ui(x.gamma, 1, 1);
    CHECK(drive_run(&x, &t, &sum).code == PERP_OK, "alpha-gamma");
    trace_free(&t);
    summary_clear(&sum);
    mpq_clear(e);
    experiment_end(&x);
    scene_end(&s);
}

/* What the papers' schemes know, written out here: the table is not asked for it.
   Another scheme has its own test. */
static const struct {
    const char *name;
    const struct scheme *is;
    int springs, laws, yields, forks;
} want[] = {{"alpha-gamma", &scheme_alpha_gamma, 1, 1, 0, 0},
            {"paoli", &scheme_paoli, 0, 0, 0, 0},
            {"moreau", &scheme_moreau, 0, 0, 0, 0},
            {"semi-implicit", &scheme_semi_implicit, 1, 1, 0, 0},
            {"linear-implicit", &scheme_linear_implicit, 1, 1, 0, 0},
            {"stiff-limit", &scheme_stiff_limit, 1, 1, 0, 0},
            {"theta", &scheme_theta, 1, 0, 1, 1}};

/* Each name leads to its own value, and a name that nobody has to a list of
   all. No two have the same. */
static void table(void)
{
    static const char *const none[] = {"alpha_gamma", "paola", "", "thet"};
    const struct scheme *found;
    for (size_t i = 0; i < sizeof want / sizeof *want; i++) {
        found = NULL;
        CHECK(drive_scheme(want[i].name, &found).code == PERP_OK &&
                  found == want[i].is,
              "%s", want[i].name);
        CHECK(drive_schemes[i] == want[i].is, "%s", want[i].name);
    }
    for (int i = 0; drive_schemes[i] != NULL; i++) {
        const struct scheme *s = drive_schemes[i];
        CHECK(drive_scheme(s->name, &found).code == PERP_OK && found == s,
              "%s is there twice", s->name);
        CHECK(s->begin != NULL && s->step != NULL && s->energies != NULL &&
                  s->put != NULL && s->summarize != NULL && s->free != NULL &&
                  s->keys != NULL && s->paper != NULL,
              "%s is no scheme", s->name);
    }
    for (int i = 0; i < 4; i++) {
        perp_status s = drive_scheme(none[i], &found);
        CHECK(s.code == PERP_INPUT, "%s", none[i]);
        for (size_t k = 0; k < sizeof want / sizeof *want; k++)
            CHECK(strstr(s.message, want[k].name) != NULL, "%s is not in: %s",
                  want[k].name, s.message);
    }
}

enum { FREE, SPRUNG, YIELDING };

/* A unit mass: free, on a spring, or above a floor that yields. */
static perp_status mass(scene *s, int what)
{
    mpq_t one;
    scene_start(s, 1);
    graph_id unit = graph_const(&s->g, 1), zero = graph_const(&s->g, 0);
    mpq_init(one);
    mpq_set_ui(one, 1, 1);
    system_spring spring = {"coil", s->q[0], one, one};
    system_contact c = {"floor", s->q[0], 0, NULL, one};
    system_spec spec = {.g = &s->g,
                        .nq = 1,
                        .nv = 1,
                        .q_name = s->name,
                        .v_name = s->name,
                        .M = &unit,
                        .k = &zero,
                        .springs = what == SPRUNG,
                        .spring = &spring,
                        .contacts = what == YIELDING,
                        .contact = &c,
                        .K = what == YIELDING ? &unit : NULL,
                        .C = what == YIELDING ? &unit : NULL};
    perp_status status = system_make(&s->a, &spec, &s->sys);
    mpq_clear(one);
    return status;
}

static perp_status no_law(void *law, arena *a, const collision_state *x,
                          collision_outcome *out)
{
    (void)law, (void)a, (void)x, (void)out;
    return PERP_SUCCESS;
}

/* Is this scene refused with this text? Else it must run. */
static int refused(const struct scheme *with, int what, int law,
                   const char *text)
{
    scene s;
    experiment x;
    trace t;
    summary sum;
    mpq_t delta[1];
    CHECK(mass(&s, what).code == PERP_OK, "made");
    mpq_init(delta[0]);
    experiment_start(&x, &s.sys);
    x.scheme = with;
    x.theta = delta[0];
    x.law.act = law ? no_law : NULL;
    mpq_set_ui(x.alpha, 1, 1);
    mpq_set_ui(x.gamma, 1, 1);
    mpq_set_d(x.h, 0.5);
    mpq_set_d(x.T, 0.5);
    mpq_set_ui(x.q[0], 1, 1);
    perp_status st = drive_run(&x, &t, &sum);
    const int no = st.code == PERP_INPUT && strstr(st.message, text) != NULL;
    CHECK(no || st.code == PERP_OK, "%s: %s", with->name, st.message);
    if (no)
        CHECK(strstr(st.message, with->name) != NULL, "%s", st.message);
    if (st.code == PERP_OK) {
        trace_free(&t);
        summary_clear(&sum);
    }
    mpq_clear(delta[0]);
    experiment_end(&x);
    scene_end(&s);
    return no;
}

/* Who knows springs, laws of impact, contacts that yield, and several solutions
   of a step. */
static void what_each_knows(void)
{
    for (size_t i = 0; i < sizeof want / sizeof *want; i++) {
        const struct scheme *s = want[i].is;
        CHECK(refused(s, SPRUNG, 0, "does not know springs") ==
                  !want[i].springs,
              "%s: springs", s->name);
        CHECK(refused(s, FREE, 1,
                      "impact.law and --branches want one of: alpha-gamma, "
                      "semi-implicit, linear-implicit, stiff-limit; --branches "
                      "also knows theta") ==
                  !want[i].laws,
              "%s: laws", s->name);
        CHECK(refused(s, YIELDING, 0,
                      "does not know contacts that yield; take theta, ") ==
                  !want[i].yields,
              "%s: yields", s->name);
        CHECK(s->forks == want[i].forks, "%s: all solutions", s->name);
    }
}

int main(void)
{
    RUN(names);
    RUN(table);
    RUN(what_each_knows);
    DONE;
}
