/** The residuals of (P1)-(P5), on computed motions, on exact ones, and on motions
that are wrong in one way each. */
#include "p10/paoli_residual.h"
#include "paoli_scene.h"

#include <math.h>

/** A ball under gravity, q'' = -2 from q = 1 at rest, e = 1/2, up to T = 2.75:
impacts at 1, 2 and 5/2 with 2, 1 and 1/2. */
typedef struct {
    scene s;
    experiment x;
    mpq_t e;
    trace t;
    summary sum;
    double h;
} ball;

static void begin(ball *b, double h)
{
    scene_start(&b->s, 1);
    graph_id k = graph_const(&b->s.g, -2);
    CHECK(scene_gaps(&b->s, 1, &k, 1, b->s.q).code == PERP_OK, "scene");
    scene_experiment(&b->x, &b->s, b->e, 2, h, 2.75);
    mpq_set_ui(b->x.q[0], 1, 1);
    CHECK(loop_run(&b->x, &b->t, &b->sum).code == PERP_OK, "run");
    b->h = h;
}

static void end(ball *b)
{
    trace_free(&b->t);
    summary_clear(&b->sum);
    mpq_clear(b->e);
    experiment_end(&b->x);
    scene_end(&b->s);
}

static double *at(ball *b, int row, const char *name)
{
    return &b->t.cell[row * b->t.columns + trace_column(&b->t, name)];
}

/* Flights of the weight g that begin at t = 1 with `speed` and shrink by c. */
static double bounces(double t, double g, double speed, double c)
{
    double start = 1, flight = 2 * speed / g;
    if (t <= 1)
        return g / 2 * (1 - t * t);
    speed = g * c;
    for (int k = 0; k < 40; k++) {
        flight = 2 * speed / g;
        if (t <= start + flight)
            return speed * (t - start) - g / 2 * (t - start) * (t - start);
        start += flight;
        speed *= c;
    }
    return 0;
}

typedef double motion(double t, double h);

static double right(double t, double h)
{
    (void)h;
    return bounces(t, 2, 2, 0.5);
}

static double through(double t, double h)
{
    (void)h;
    return 1 - t * t;
}

static double above(double t, double h)
{
    return right(t, h) + 0.25;
}

static double pulled(double t, double h)
{
    return t < 0.5 ? right(t, h) : t < 0.75 ? right(t, h) - (t - 0.5)
                                            : right(t, h) - 0.25;
}

static double floating(double t, double h)
{
    (void)h;
    return 1 - t * t / 8;
}

/* Impacts at 1 and 3 with 2: nothing is lost in the first. */
static double lively(double t, double h)
{
    (void)h;
    return bounces(t, 2, 2, 1);
}

static double thrown(double t, double h)
{
    (void)h;
    return 1 - t - t * t;
}

static double shivering(double t, double h)
{
    return right(t, h) + ((long)(t / h + 0.5) % 2 == 1 ? h : 0);
}

/* The reactions, as impulses at their times. */
typedef struct {
    double t, r;
} blow;

static const blow none[] = {{0, 0}};
static const blow usual[] = {{1, 3}, {2, 1.5}, {2.5, 0.75}, {0, 0}};
static const blow pulls[] = {{0.5, -1}, {0.75, 1}, {1, 3},
                             {2, 1.5},  {2.5, 0.75}, {0, 0}};
static const blow full[] = {{1, 4}, {0, 0}};

/* Of a table that is there. */
static perp_status residual_of(const experiment *e, const trace *t,
                               paoli_residual *out)
{
    arena a = {0};
    paoli_residual_walk *k;
    perp_status s = paoli_residual_begin(&a, e, t, &k);
    for (int row = 0; row < t->rows && s.code == PERP_OK; row++)
        paoli_residual_row(k, row);
    if (s.code == PERP_OK)
        s = paoli_residual_end(k, out);
    paoli_residual_free(k);
    arena_free(&a);
    return s;
}

static paoli_residual of(motion *q, const blow *r, double h)
{
    ball b;
    paoli_residual out;
    begin(&b, h);
    for (int n = 0; n < b.t.rows; n++) {
        *at(&b, n, "q.a") = q(n * h, h);
        *at(&b, n, "v.a") = 77; /* is not read */
        *at(&b, n, "cn.one") = 0;
    }
    for (; r->t > 0; r++)
        *at(&b, (int)(r->t / h + 0.5) + 1, "cn.one") = r->r;
    perp_status s = residual_of(&b.x, &b.t, &out);
    CHECK(s.code == PERP_OK, "%s", s.message);
    end(&b);
    return out;
}

static const struct {
    const char *name;
    size_t at;
} parts[] = {{"outside", offsetof(paoli_residual, outside)},
             {"balance", offsetof(paoli_residual, balance)},
             {"pull", offsetof(paoli_residual, pull)},
             {"afar", offsetof(paoli_residual, afar)},
             {"start", offsetof(paoli_residual, start)},
             {"law", offsetof(paoli_residual, law)}};

static double part(const paoli_residual *x, int i)
{
    return *(const double *)((const char *)x + parts[i].at);
}

/** Six residuals at h, h/2, h/4: each halves, or is rounding. */
static void vanish(const paoli_residual *x, const char *who)
{
    for (int i = 0; i < 6; i++)
        for (int k = 0; k < 2; k++)
            CHECK(part(&x[k + 1], i) < 1e-12 ||
                      (part(&x[k + 1], i) < 0.6 * part(&x[k], i) &&
                       part(&x[k], i) < 12.0 / (32 << k)),
                  "%s: %s %g, then %g", who, parts[i].name, part(&x[k], i),
                  part(&x[k + 1], i));
    CHECK(fabs(x[2].variation - x[1].variation) <
              0.6 * fabs(x[1].variation - x[0].variation) + 1e-12,
          "%s: variation %g %g %g", who, x[0].variation, x[1].variation,
          x[2].variation);
}

/** What a run computes goes to 0 with h, and so does the exact motion, which no
scheme made. The variation of the exact velocity is 2 + 3 + 2 + 1.5 + 1 + 0.75 +
0.5 = 10.75.

Verifies P10 (P1), (P2), (P3), (P4), (P5), (MDI). */
static void good(void)
{
    paoli_residual made[3], exact[3];
    for (int k = 0; k < 3; k++) {
        ball b;
        double h = 1.0 / (32 << k);
        begin(&b, h);
        CHECK(residual_of(&b.x, &b.t, &made[k]).code == PERP_OK, "made");
        CHECK(b.sum.owns > 6 && b.sum.own[6].x == made[k].law, "the summary");
        end(&b);
        exact[k] = of(right, usual, h);
    }
    vanish(made, "computed");
    vanish(exact, "exact");
    for (int k = 0; k < 3; k++) /* chords miss h at each end of a flight */
        CHECK(fabs(exact[k].variation + 14.0 / (32 << k) - 10.75) < 1e-12, "%g",
              exact[k].variation);
    VERIFIES("P10 (P1), (P2), (P3), (P4), (P5), (MDI)");
}

/** A run without a step has no velocity, and its residuals are nought; what lies
behind its one row is not read. */
static void no_step(void)
{
    ball b;
    paoli_residual x;
    begin(&b, 1.0 / 32);
    b.t.rows = 1;
    CHECK(residual_of(&b.x, &b.t, &x).code == PERP_OK, "one row");
    for (int i = 0; i < 6; i++)
        CHECK(part(&x, i) == 0, "%s: %g", parts[i].name, part(&x, i));
    CHECK(x.variation == 0, "%g", x.variation);
    end(&b);
}

/** A run of one step: it hovers at 1 for a time h, so that of the weight, 2 h, the half
is missing at the middle. And of a run that bounces, whose law is asked at each
impact, no problem is counted among those of the run.

Verifies P10 (P2), (MDI). */
static void one_step(void)
{
    ball b;
    paoli_residual x;
    begin(&b, 1.0 / 32);
    posed_problem asked = {.wanted = -1};
    b.x.posed = &asked;
    CHECK(residual_of(&b.x, &b.t, &x).code == PERP_OK && x.law > 0,
          "the law is asked");
    CHECK(asked.met == 0, "%ld problems are counted", asked.met);
    b.t.rows = 2;
    *at(&b, 0, "q.a") = *at(&b, 1, "q.a") = 1;
    CHECK(residual_of(&b.x, &b.t, &x).code == PERP_OK, "two rows");
    CHECK(x.balance == 1.0 / 32 && x.start == 0, "%g, %g", x.balance, x.start);
    end(&b);
    VERIFIES("P10 (P2), (MDI)");
}

/** One motion for each line of (P1)-(P5) and (MDI) that breaks it, and the
residual that must not go to 0. */
static void wrong(void)
{
    static const struct {
        const char *name;
        motion *q;
        const blow *r;
        int part;
        double least;
    } broken[] = {{"through the floor", through, none, 0, 6},
                  {"no reaction told", right, none, 1, 1},
                  {"half the weight", floating, none, 1, 1},
                  {"a floor that pulls", pulled, pulls, 2, 0.9},
                  {"a floor above itself", above, usual, 3, 1.2},
                  {"another start", thrown, none, 4, 0.9},
                  {"another restitution", lively, full, 5, 0.8}};
    for (size_t c = 0; c < sizeof broken / sizeof *broken; c++)
        for (int k = 0; k < 4; k++) {
            paoli_residual x =
                of(broken[c].q, broken[c].r, 1.0 / (32 << k));
            CHECK(part(&x, broken[c].part) > broken[c].least,
                  "%s: %s is %g at h = 1/%d", broken[c].name,
                  parts[broken[c].part].name, part(&x, broken[c].part),
                  32 << k);
        }
    double before = of(shivering, usual, 1.0 / 32).variation;
    CHECK(of(shivering, usual, 1.0 / 64).variation > 1.6 * before,
          "a velocity without bounded variation");
}

/** What the rows hold, in both modes: va is u_0 in row 0 and (Z^l - q^l) / h in row
l + 1, so that (1 + e) Z^l = q^{l+1} + e q^{l-1}; cn the impulses. A ball that is
thrown at the floor. Verifies P10 (qh), (P1). */
static void rows_of_both_modes(void)
{
    for (int exact = 0; exact < 2; exact++) {
        ball b;
        double pushed = 0;
        scene_start(&b.s, 1);
        graph_id k = graph_const(&b.s.g, -2);
        CHECK(scene_gaps(&b.s, 1, &k, 1, b.s.q).code == PERP_OK, "scene");
        scene_experiment(&b.x, &b.s, b.e, 2, 0.125, 2);
        mpq_set_ui(b.x.q[0], 1, 1);
        mpq_set_si(b.x.v[0], -3, 1);
        b.x.mode = exact ? EXPERIMENT_RATIONAL : EXPERIMENT_DOUBLE;
        CHECK(loop_run(&b.x, &b.t, &b.sum).code == PERP_OK, "run");
        const int q = trace_column(&b.t, "q.a"),
                  va = trace_column(&b.t, "va.a");
        const int cn = trace_column(&b.t, "cn.one"), w = b.t.columns;
        const double *c = b.t.cell;
        CHECK(c[va] == -3 && c[cn] == 0, "row 0: %g, %g", c[va], c[cn]);
        for (int r = 1; r < b.t.rows; r++)
            pushed += c[r * w + cn];
        for (int r = 2; r < b.t.rows; r++) {
            const double Z = c[(r - 1) * w + q] + 0.125 * c[r * w + va];
            const double to = c[r * w + q] + 0.5 * c[(r - 2) * w + q];
            CHECK(fabs(1.5 * Z - to) < 1e-14, "row %d: %g", r, Z);
        }
        CHECK(pushed > 3, "impulses of %g N s stopped 3 kg m/s", pushed);
        end(&b);
    }
    VERIFIES("P10 (qh), (P1)");
}

int main(void)
{
    RUN(good);
    RUN(no_step);
    RUN(one_step);
    RUN(wrong);
    RUN(rows_of_both_modes);
    DONE;
}
