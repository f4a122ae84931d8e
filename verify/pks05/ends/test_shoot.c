#include "compliant_scene.h"
#include "pks05/ends/shoot.h"
#include "pks05/ends/theorem8.h"

#include <math.h>

/** n equations R(v) = A (v - root) + the bend of |v_i| v_i and |v_i - root_i|;
the parameter s moves the right-hand side. */
typedef struct {
    int n, runs;
    double A[36], root[6], kink, curve, shift;
} example;

static double part(const example *e, const double *v, int i)
{
    double d = v[i] - e->root[i], r = e->root[i];
    double curved = fabs(v[i]) * v[i] - fabs(r) * r;
    return d + e->kink * fabs(d) + e->curve * curved;
}

static perp_status values(void *of, const double *v, double *out)
{
    example *e = of;
    e->runs++;
    for (int i = 0; i < e->n; i++) {
        out[i] = e->shift;
        for (int j = 0; j < e->n; j++)
            out[i] += e->A[i * e->n + j] * part(e, v, j);
    }
    return PERP_SUCCESS;
}

/* Verifies PKS05 (27). Upsilon(v) = root + slope (v - root): the increments
   have the ratio slope, the iteration converges when |slope| < 1, and where it
   does not two points of the line are enough. */
static void slopes(void)
{
    const double slope[] = {-0.4, 0.4, -0.9, 0.95, -1, -2, 3};
    const double P = 1;
    for (int k = 0; k < 7; k++) {
        example e = {.n = 1, .A = {slope[k] - 1}, .root = {0.75}};
        shoot_problem p = {1, values, &e, &P};
        shoot_options o = shoot_defaults;
        shoot_report r;
        arena a = {0};
        double v = 0;
        CHECK(shoot_solve(&p, &o, &a, &v, &r).code == PERP_OK && r.solved,
              "solved");
        CHECK(fabs(v - 0.75) < 1e-8, "%g", v);
        CHECK(r.measured && fabs(r.contraction - slope[k]) < 1e-6, "%g, not %g",
              r.contraction, slope[k]);
        CHECK(r.evaluations == e.runs && r.evaluations <= o.most, "count");
        int converges = fabs(slope[k]) < 0.9;
        /* the first increment has none before it, three that do not shrink
           end it; three runs of the secant; one that measures */
        if (fabs(slope[k]) > 0.9)
            CHECK(r.evaluations == 4 + 3 + 1, "slope %g: %d runs", slope[k],
                  r.evaluations);
        CHECK((r.method == SHOOT_FIXED_POINT) == converges, "%g by %s",
              slope[k], shoot_name(r.method));
        printf("slope %g: %s, %d runs\n", slope[k], shoot_name(r.method),
               r.evaluations);
        o.method = SHOOT_SECANT;
        v = 0;
        CHECK(shoot_solve(&p, &o, &a, &v, &r).code == PERP_OK && r.solved &&
                  r.evaluations == 3,
              "the secant needs three runs, not %d", r.evaluations);
        o.method = SHOOT_FIXED_POINT; /* 200 runs of it alone */
        v = 0;
        CHECK(shoot_solve(&p, &o, &a, &v, &r).code == PERP_OK &&
                  r.solved == (fabs(slope[k]) < 0.5),
              "slope %g alone: %d", slope[k], r.solved);
        arena_free(&a);
    }
    VERIFIES("PKS05 (27)");
}

/* Verifies PKS05 (27). Two unknowns: P = (1, 1; 0, 1) and R(v) = P^{-1} (S - I)
   (v - root) with S = (0, -s; s, 0), which turns the increments by a right angle
   and multiplies their lengths by s. */
static void turned(void)
{
    const double P[] = {1, 1, 0, 1};
    for (double s = 0.25; s < 1; s += 0.25) {
        example e = {.n = 2, .A = {-1 - s, 1 - s, s, -1}, .root = {0.75, -2}};
        shoot_problem p = {2, values, &e, P};
        shoot_options o = shoot_defaults;
        shoot_report r;
        arena a = {0};
        double v[2] = {0, 1};
        o.method = SHOOT_FIXED_POINT;
        CHECK(shoot_solve(&p, &o, &a, v, &r).code == PERP_OK && r.solved,
              "solved");
        CHECK(hypot(v[0] - 0.75, v[1] + 2) < 1e-8, "%g, %g", v[0], v[1]);
        CHECK(r.measured && fabs(r.contraction - s) < 1e-6, "%g, not %g",
              r.contraction, s);
        arena_free(&a);
    }
    VERIFIES("PKS05 (27)");
}

/* Residuals that shrink by nine tenths, to the last bit, whatever v is; where
   the same v is asked for again, another search has begun. */
typedef struct {
    double r, last;
    int runs, first;
} shrinking;

static perp_status nine_tenths(void *of, const double *v, double *out)
{
    shrinking *x = of;
    if (x->runs > 0 && v[0] == x->last && x->first == 0)
        x->first = x->runs;
    x->runs++;
    x->last = v[0];
    out[0] = x->r;
    x->r *= 0.9;
    return PERP_SUCCESS;
}

/* Verifies PKS05 (27). To nine tenths is not less than nine tenths: three such
   increments, behind the first, end the iteration. */
static void just_not_less(void)
{
    const double P = 1;
    shrinking x = {.r = 1};
    shoot_problem p = {1, nine_tenths, &x, &P};
    shoot_report r;
    arena a = {0};
    double v = 0;
    CHECK(shoot_solve(&p, &shoot_defaults, &a, &v, &r).code == PERP_OK &&
              !r.solved,
          "solved");
    CHECK(x.first == 4, "%d runs of the fixed point", x.first);
    arena_free(&a);
    VERIFIES("PKS05 (27)");
}

/** Random systems with a root by construction, kinked at the root itself and
curved like the way that friction allows. */
static void random_systems(void)
{
    check_random rng = {check_seed(905)};
    int solved = 0, all = 300, runs = 0;
    for (int trial = 0; trial < all; trial++) {
        example e = {.n = check_integer(&rng, 1, 6)};
        e.kink = trial % 3 == 0 ? check_uniform(&rng, -0.8, 0.8) : 0;
        e.curve = trial % 2 == 0 ? check_uniform(&rng, 0, 2) : 0;
        for (int i = 0; i < e.n * e.n; i++)
            e.A[i] = check_uniform(&rng, -1, 1) + (i % (e.n + 1) == 0) * e.n;
        double v[6];
        for (int i = 0; i < e.n; i++) {
            e.root[i] = check_uniform(&rng, -2, 2);
            v[i] = check_uniform(&rng, -2, 2);
        }
        shoot_problem p = {e.n, values, &e, NULL};
        shoot_report r;
        arena a = {0};
        CHECK(shoot_solve(&p, &shoot_defaults, &a, v, &r).code == PERP_OK,
              "shoot");
        for (int i = 0; i < e.n && r.solved; i++)
            CHECK(fabs(v[i] - e.root[i]) < 1e-8, "%g, not %g", v[i], e.root[i]);
        CHECK(r.solved == (r.residual <= shoot_defaults.tolerance), "said");
        solved += r.solved;
        runs += r.evaluations;
        arena_free(&a);
    }
    printf("%d of %d systems, %.1f runs each\n", solved, all,
           (double)runs / all);
    CHECK(solved == all, "%d of %d", solved, all);
}

/* |v| v = 4: nearly flat around the start 0, where Newton's step is as long as
   its matrix is small. */
static void from_rest(void)
{
    example e = {.n = 2, .A = {1, 0, 0, 1}, .root = {2, -1}, .curve = 1e3};
    shoot_problem p = {2, values, &e, NULL};
    shoot_report r;
    arena a = {0};
    double v[2] = {0, 0};
    CHECK(shoot_solve(&p, &shoot_defaults, &a, v, &r).code == PERP_OK &&
              r.solved,
          "residual %g", r.residual);
    arena_free(&a);
}

static perp_status no_root(void *of, const double *v, double *out)
{
    (void)of;
    out[0] = 1 + v[0] * v[0];
    return PERP_SUCCESS;
}

/* Where there is none, the nearest that was seen is given back, and said not
   to be one. */
static void unreachable(void)
{
    shoot_problem p = {1, no_root, NULL, NULL};
    shoot_report r;
    arena a = {0};
    double v = 0.5;
    CHECK(shoot_solve(&p, &shoot_defaults, &a, &v, &r).code == PERP_OK,
          "shoot");
    CHECK(!r.solved && r.residual < 1.01 && fabs(v) < 0.1, "%g at %g",
          r.residual, v);
    CHECK(r.evaluations <= shoot_defaults.most, "%d runs", r.evaluations);
    arena_free(&a);
}

static perp_status narrow(void *of, const double *v, double *out)
{
    double s = *(double *)of;
    if (fabs(v[0] - 10 * s) > 1)
        return PERP_FAIL(PERP_NO_SOLUTION, "no run from here");
    out[0] = v[0] - 10 * s + 0.1 * sin(v[0]);
    return PERP_SUCCESS;
}

static perp_status set(void *of, double s)
{
    *(double *)of = s;
    return PERP_SUCCESS;
}

/** Runs exist only within 1 of the moving root: from s = 0 the last problem is
out of reach but by steps of s below a tenth. */
static void continuation(void)
{
    double at = 1, v = 0, s;
    shoot_problem p = {1, narrow, &at, NULL};
    shoot_report r;
    arena a = {0};
    CHECK(shoot_solve(&p, &shoot_defaults, &a, &v, &r).code == PERP_OK &&
              !r.solved,
          "reached at once");
    v = 0;
    CHECK(shoot_along(&p, &shoot_defaults, set, &a, &v, &s, &r).code ==
                  PERP_OK &&
              r.solved && s == 1,
          "only to s = %g", s);
    CHECK(fabs(v - 10 + 0.1 * sin(v)) < 1e-9, "%g", v);
    arena_free(&a);
}

/* Two ends over the floor of compliant_scene.h: x is (a, b, v_a, v_b, delta_n,
   delta_t). */
static const double NQ[2][2] = {{0.0625, 0.03125}, {-0.125, 0.25}};
static const double NV[2][2] = {{0.5, 0.25}, {-1, 0.125}};
static const double ND[2][2] = {{0.25, -0.0625}, {0.03125, 0.5}};

static void set_all(mpq_t *x, const double *from, int n)
{
    for (int i = 0; i < n; i++)
        mpq_set_d(x[i], from[i]);
}

static void ask(const double *start, const double *final, double psi_x,
                theorem8 *out)
{
    compliant_scene u;
    const compliant_shape shape = {100, 0, 2, 0, 1};
    const double q[2] = {0.375, 0.5}, delta[2] = {0.3125, 0.75}, b[2] = {1, 2};
    mpq_t x[18];
    CHECK(compliant_floor(&u, &shape).code == PERP_OK, "scene");
    compliant_experiment(&u, 0, 1 / 64.0, 0.25);
    for (int i = 0; i < 18; i++)
        mpq_init(x[i]);
    u.x.ends = (experiment_ends){
        .n = 2, .start = x, .final = x + 4, .value = x + 16};
    set_all(u.x.q, q, 2);
    set_all(u.x.delta, delta, 2);
    set_all(u.x.ends.start, start, 4);
    set_all(u.x.ends.final, final, 12);
    set_all(u.x.ends.value, b, 2);
    CHECK(theorem8_ask(&u.x, psi_x, out).code == PERP_OK, "asked");
    for (int i = 0; i < 18; i++)
        mpq_clear(x[i]);
    compliant_end(&u);
}

/** (28) to (31) by hand, for two ends. |q(0)| = 5/8, |delta(0)| = 13/16, and M_nu +
N_nu = (2, 1; 1, 1), whose inverse is (1, -1; -1, 2).

Verifies PKS05 (28), (29), (30), (31), (Thm8). */
static void ends_by_hand(void)
{
    const double psi = 0.125, h = 1 / 64.0, q[2] = {0.375, 0.5};
    const double delta[2] = {0.3125, 0.75};
    const double start[4] = {1.5, 0.75, 2, 0.875};
    double final[12], square = 0, hat[2] = {1, 2}, P[2];
    theorem8 t;
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 2; j++) {
            final[6 * i + j] = NQ[i][j];
            final[6 * i + 2 + j] = NV[i][j];
            final[6 * i + 4 + j] = ND[i][j];
            hat[i] -= NQ[i][j] * q[j] + ND[i][j] * delta[j];
        }
    for (int j = 0; j < 6; j++) {
        double one = final[j] - final[6 + j], two = 2 * final[6 + j] - final[j];
        square += one * one + two * two;
    }
    P[0] = hat[0] - hat[1];
    P[1] = 2 * hat[1] - hat[0];
    ask(start, final, psi, &t);
    const double N = sqrt(square), e = exp(0.25 * psi), all = 1 + 0.625;
    const double gain = N * (t.growth - 1), x0 = all + 0.8125;
    CHECK(t.applies && fabs(t.norm / N - 1) < 1e-14, "%g, %g", t.norm, N);
    CHECK(t.growth >= e && t.growth < e * (1 + 1e-6), "%g, %g", t.growth, e);
    CHECK(gain > 0.05 && t.met, "gain %g", gain);
    double r0 = (hypot(P[0], P[1]) + gain * x0) / (1 - gain);
    CHECK(t.r0 > r0 && fabs(t.r0 / r0 - 1.01) < 1e-12, "%g, %g", t.r0, r0);
    double R = pow(1 + h * psi, 16) * (t.r0 + x0) - 1;
    CHECK(fabs(t.R / R - 1) < 1e-13, "%g, %g", t.R, R);
    ask(final, final, 1e6, &t);
    CHECK(!t.met && t.growth > 1e300, "beyond all numbers");
    VERIFIES("PKS05 (28), (29), (30), (31), (Thm8)");
}

/** (28) where it is attained: with M_nu = I and one number N the left side is 1 +
1/N to the last bit, r_0 would be infinite, and (28), which is strict, is not
met; with a smaller N it is.

Verifies PKS05 (28). */
static void just_not_met(void)
{
    const double start[4] = {1, 0, 0, 1};
    double final[12] = {1};
    theorem8 t;
    ask(start, final, 1, &t);
    final[0] = 1 / (t.growth - 1);
    for (int k = 0; k < 8 && final[0] * (t.growth - 1) < 1; k++)
        final[0] = nextafter(final[0], 8);
    CHECK(final[0] * (t.growth - 1) == 1, "no double attains it");
    ask(start, final, 1, &t);
    CHECK(t.applies && t.norm == final[0] && !t.met, "%g is met", t.norm);
    while (final[0] * (t.growth - 1) >= 1)
        final[0] = nextafter(final[0], 0);
    ask(start, final, 1, &t);
    CHECK(t.met && t.r0 > 1e9 && isfinite(t.R), "%g", t.r0);
    VERIFIES("PKS05 (28)");
}

static void refusals(void)
{
    example e = {.n = 2};
    shoot_problem p = {2, values, &e, NULL};
    shoot_options o = shoot_defaults;
    shoot_report r;
    arena a = {0};
    double v[2] = {0};
    o.method = SHOOT_FIXED_POINT;
    CHECK(shoot_solve(&p, &o, &a, v, &r).code == PERP_INPUT, "no P");
    o.method = SHOOT_SECANT;
    CHECK(shoot_solve(&p, &o, &a, v, &r).code == PERP_INPUT, "two unknowns");
    arena_free(&a);
}

int main(void)
{
    RUN(slopes);
    RUN(turned);
    RUN(just_not_less);
    RUN(random_systems);
    RUN(from_rest);
    RUN(unreachable);
    RUN(continuation);
    RUN(ends_by_hand);
    RUN(just_not_met);
    RUN(refusals);
    DONE;
}
