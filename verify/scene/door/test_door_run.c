/* Runs through the door, against the motion that a page of paper gives. */
#include "door_scenes.h"

#include <math.h>

/* With alpha = 1 and h = 1/64 the block of SLIDE loses mu g h = 5/128 m/s a step
   as long as it slides: v_n = 1 - 5n/128, until row 26, where friction stops it. x_n
   follows with gamma = alpha: x_n = x_(n-1) + h v_n. All of it is exact in binary. */
static double v_at(int n)
{
    return n < 26 ? 1 - 5.0 * n / 128 : 0;
}

static double x_at(int n)
{
    double x = 0;
    for (int i = 1; i <= n; i++)
        x += v_at(i) / 64;
    return x;
}

static void by_steps(void)
{
    perp_error e;
    for (int how = PERP_DOUBLE; how <= PERP_RATIONAL; how++) {
        perp_scene *s = scene_of(SLIDE, (perp_arithmetic)how);
        perp_run *r = perp_run_begin(s, NULL, &e);
        CHECK(r != NULL, "%s", e.message);
        perp_scene_free(s); /* a run has its own */
        const perp_sizes n = perp_run_sizes(r);
        CHECK(n.coordinates == 2 && n.velocities == 2 && n.contacts == 1 &&
                  n.slips == 1,
              "%d", n.slips);
        CHECK(strcmp(perp_run_contact(r, 0), "ground") == 0, "contact");
        CHECK(perp_run_contact(r, 1) == NULL && !perp_run_proven(r), "row 0");
        int more = 1;
        for (int row = 1; row <= 64; row++) {
            double t, q[2], v[2], gap, cn, ft, x;
            CHECK(more == 1 && perp_run_number(r, "steps", &x) == -1, "more");
            more = perp_run_step(r, &e);
            CHECK(perp_run_state(r, &t, q, v) == 0 && t == row / 64.0, "%g", t);
            CHECK(fabs(v[0] - v_at(row)) < 1e-12 && fabs(v[1]) < 1e-12,
                  "row %d: %g, %g", row, v[0], v_at(row));
            CHECK(fabs(q[0] - x_at(row)) < 1e-12, "row %d: %g", row, q[0]);
            CHECK(perp_run_gaps(r, &gap, &e) == 0 && gap == q[1], "%g", gap);
            CHECK(perp_run_impulses(r, &cn, &ft) == 0, "impulses");
            CHECK(fabs(cn - 10.0 / 64) < 1e-12, "m g h: %g", cn);
            CHECK(fabs(ft - (v_at(row) - v_at(row - 1))) < 1e-12, "%g", ft);
            CHECK(perp_run_proven(r) == (how != PERP_DOUBLE), "proven");
            CHECK(perp_run_rows(r) == (row < 64 ? row : 65), "%ld rows",
                  perp_run_rows(r));
            CHECK(perp_run_state(r, NULL, NULL, NULL) == 0 &&
                      perp_run_impulses(r, NULL, NULL) == 0,
                  "nothing wanted");
        }
        CHECK(more == 0 && perp_run_step(r, &e) == 0 && e.code == 0, "ended");
        double x;
        CHECK(perp_run_number(r, "steps_proven", &x) == 0 &&
                  x == (how == PERP_DOUBLE ? 0 : 64),
              "%g", x);
        CHECK(perp_run_number(r, "kinetic_first", &x) == 0 && x == 0.5, "%g",
              x);
        CHECK(perp_run_number(r, "no such", &x) == -1 &&
                  perp_run_number(r, NULL, &x) == -1,
              "keys");
        perp_run_free(r);
    }
    perp_run_free(NULL);
}

static void table(void)
{
    static const char *const names[] = {
        "step", "t",    "q.x",     "q.y",       "v.x",      "v.y",
        "va.x", "va.y", "kinetic", "cn.ground", "ft.ground"};
    perp_error e;
    size_t stride = 0;
    perp_scene *s = scene_of(SLIDE, PERP_PROVE);
    perp_run *r = perp_run_whole(s, NULL, &e);
    CHECK(r != NULL, "%s", e.message);
    CHECK(perp_run_rows(r) == 65 && perp_run_proven(r) == 1, "all proven");
    for (int i = 0; i < 11; i++)
        CHECK(strcmp(perp_run_column_name(r, i), names[i]) == 0, "%s",
              perp_run_column_name(r, i));
    CHECK(perp_run_column_name(r, 11) == NULL &&
              perp_run_column_name(r, -1) == NULL,
          "no more");
    const double *T = perp_run_column(r, "kinetic", &stride);
    CHECK(T != NULL && stride == 11, "%zu", stride);
    for (int n = 0; n <= 64; n++)
        CHECK(fabs(T[(size_t)n * stride] - v_at(n) * v_at(n) / 2) < 1e-12,
              "row %d", n);
    CHECK(perp_run_column(r, "v.z", &stride) == NULL &&
              perp_run_column(r, NULL, NULL) == NULL,
          "no such column");
    perp_run_free(r);
    perp_scene_set(s, "mu", "0", &e); /* nothing stops it: v = 1 for ever */
    r = perp_run_whole(s, NULL, &e);
    const double *v = perp_run_column(r, "v.x", &stride);
    CHECK(v != NULL && v[64 * stride] == 1, "mu = 0");
    perp_run_free(r);
    perp_scene_free(s);
}

/* A step that fails says which, and then there is no row. */
static void a_step_fails(void)
{
    static const char FALLS[] =
        "local perp = require 'perp'\n"
        "return { system = perp.system { coordinates = { 'x' },\n"
        "  mass = { { 1 } }, force = function(t, q) return { 1 / (1 - q.x) }\n"
        "  end }, h = 1/4, T = 2, q = { 0.5 }, v = { 2 } }\n";
    perp_error e;
    double x;
    perp_scene *s = scene_of(FALLS, PERP_DOUBLE);
    perp_run *r = perp_run_begin(s, NULL, &e);
    CHECK(r != NULL, "%s", e.message);
    int more = 1, n = 0;
    for (; more == 1 && n < 8; n++)
        more = perp_run_step(r, &e);
    printf("after %d steps: %d %s\n", n, e.code, e.message);
    if (more < 0) {
        CHECK(strstr(e.message, "step ") != NULL, "%s", e.message);
        CHECK(perp_run_rows(r) == 0 && perp_run_state(r, &x, &x, &x) == -1 &&
                  perp_run_gaps(r, &x, &e) == -1 &&
                  perp_run_impulses(r, &x, &x) == -1 &&
                  perp_run_column(r, "t", NULL) == NULL &&
                  perp_run_column_name(r, 0) == NULL &&
                  perp_run_number(r, "steps", &x) == -1 && !perp_run_proven(r),
              "nothing is left");
        CHECK(perp_run_step(r, &e) == -1 && e.code == PERP_ERROR_USAGE, "%s",
              e.message);
    } else
        CHECK(0, "it did not fail");
    perp_run_free(r);
    perp_scene_free(s);
}

int main(void)
{
    RUN(by_steps);
    RUN(table);
    RUN(a_step_fails);
    DONE;
}
