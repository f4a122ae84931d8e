#include "base/memory.h"
#include "check.h"
#include "run/experiment.h"
#include "scene.h"

#include <math.h>

static const double *row(const trace *t, int i)
{
    return t->cell + (size_t)i * (size_t)t->columns;
}

static void set_ratio(mpq_t x, long p, unsigned long q)
{
    mpq_set_si(x, p, q);
    mpq_canonicalize(x);
}

/** Row l has its number and $t_l = l/10$; $v^l = r^l\varepsilon$ with $r = -(1-\alpha)/\alpha$, $v^{l,\alpha} = 0$, and the total
variation $(\varepsilon/\alpha)(1-|r|^N)/(1-|r|)$, or $2N\varepsilon$ for $\alpha = 1/2$: all
compared as rationals. */
static void joint_exactly(long ap, unsigned long aq, long ep, unsigned long eq)
{
    scene s;
    experiment e;
    trace t;
    summary sum;
    CHECK(scene_joint(&s).code == PERP_OK, "scene");
    experiment_start(&e, &s.sys);
    e.mode = EXPERIMENT_RATIONAL;
    set_ratio(e.alpha, ap, aq);
    set_ratio(e.gamma, ap, aq);
    set_ratio(e.h, 1, 10);
    set_ratio(e.T, 4, 1);
    set_ratio(e.v[0], ep, eq);
    perp_status st = loop_run(&e, &t, &sum);
    CHECK(st.code == PERP_OK, "%s", st.message);
    CHECK(sum.steps == 40 && sum.steps_proven == 40, "%ld of %ld",
          sum.steps_proven, sum.steps);
    mpq_t r, v, tv, jump;
    mpq_inits(r, v, tv, jump, NULL);
    set_ratio(r, ap - (long)aq, (unsigned long)ap);
    mpq_set(v, e.v[0]);
    for (int l = 0; l <= 40; l++) {
        mpq_t *cell = t.exact + (size_t)l * (size_t)t.columns;
        set_ratio(jump, l, 10);
        CHECK(mpq_cmp_si(cell[0], l, 1) == 0 && mpq_equal(cell[1], jump),
              "row and time at %d", l);
        CHECK(mpq_equal(cell[3], v), "v at %d", l);
        CHECK(l == 0 ? mpq_equal(cell[4], v) : mpq_sgn(cell[4]) == 0,
              "va at %d", l);
        mpq_mul(jump, v, r);
        mpq_sub(v, jump, v);
        mpq_abs(v, v);
        if (l < 40)
            mpq_add(tv, tv, v);
        mpq_set(v, jump);
    }
    char text[4096];
    gmp_snprintf(text, sizeof text, "%Qd", tv);
    CHECK(strcmp(text, sum.tv_v_exact) == 0, "%s, not %s", sum.tv_v_exact,
          text);
    mpq_abs(v, e.v[0]);
    gmp_snprintf(text, sizeof text, "%Qd", v);
    CHECK(strcmp(text, sum.tv_va_exact) == 0, "%s, not %s", sum.tv_va_exact,
          text);
    mpq_clears(r, v, tv, jump, NULL);
    trace_free(&t);
    summary_clear(&sum);
    experiment_end(&e);
    scene_end(&s);
}

/* Verifies GAP08 (Ex9.1), (2.1), (4.4c), (4.10), (4.11). Three parameter sets, exactly. */
static void example_9_1(void)
{
    joint_exactly(1, 2, 1, 10);
    joint_exactly(3, 4, -7, 3);
    joint_exactly(1, 1, 1, 1000);
    VERIFIES("GAP08 (Ex9.1), (2.1), (4.4c), (4.10), (4.11)");
}

/** The exact motion of Example 9.2: slip from rest with the sign of the force
as soon as $8|\cos t|$ exceeds the bound $\mu g$, until the velocity
$8(\sin t - \sin t_s) \mp \mu g (t - t_s)$ returns to zero, found by bisection. */
typedef struct {
    double start, stop, sign, at; /* position at the start of the slip */
} slip_phase;

static double slip_velocity(const slip_phase *p, double bound, double t)
{
    return 8 * (sin(t) - sin(p->start)) - p->sign * bound * (t - p->start);
}

static double slip_position(const slip_phase *p, double bound, double t)
{
    double s = t - p->start;
    return p->at + 8 * (cos(p->start) - cos(t) - sin(p->start) * s) -
           p->sign * bound * s * s / 2;
}

static int exact_slips(double bound, double T, double x0, slip_phase *out)
{
    int n = 0;
    double position = x0;
    const double pi = acos(-1);
    for (int k = 0;; k++) {
        double start = k == 0 ? 0 : k * pi - acos(bound / 8);
        if (start >= T)
            return n;
        slip_phase p = {start, 0, k % 2 == 0 ? 1 : -1, position};
        double lo = k * pi, hi = start + pi; /* past the top of the push */
        for (int i = 0; i < 100; i++) {
            double mid = (lo + hi) / 2;
            if (p.sign * slip_velocity(&p, bound, mid) > 0)
                lo = mid;
            else
                hi = mid;
        }
        p.stop = lo;
        position = slip_position(&p, bound, lo);
        out[n++] = p;
    }
}

static double exact_position(const slip_phase *p, int n, double bound,
                             double x0, double t)
{
    double x = x0;
    for (int i = 0; i < n && p[i].start <= t; i++)
        x = slip_position(&p[i], bound, t < p[i].stop ? t : p[i].stop);
    return x;
}

typedef struct {
    double alpha, h, mu;
    experiment_mode mode;
} block_run;

/** Slips of a computed run: groups of at least three rows in a row whose
weighted velocity is not zero (rounding apart). For alpha = 1/2 the velocity
swings by some O(h) while the block sticks, and shortly before a slip that swing
adds to the push in every other step, which then creeps alone; such single steps
are not slips. Each slip must begin and end within two steps of an exact one, and
there must be as many. */
static void compare_slips(const trace *t, const slip_phase *phase, int n,
                          double h)
{
    int found = 0, moving = 0;
    for (int l = 1; l <= t->rows; l++) {
        int moves = l < t->rows && fabs(row(t, l)[6]) > 1e-13;
        if (!moves && moving >= 3) {
            double stop = row(t, l - 1)[1];
            double start = stop - moving * h;
            CHECK(found < n, "more than %d slips", n);
            if (found == n)
                return;
            CHECK(fabs(start - phase[found].start) <= 2 * h,
                  "h = %g: slip %d begins at %g, not %g", h, found, start,
                  phase[found].start);
            CHECK(fabs(stop - phase[found].stop) <= 2 * h,
                  "h = %g: slip %d ends at %g, not %g", h, found, stop,
                  phase[found].stop);
            found++;
        }
        moving = moves ? moving + 1 : 0;
    }
    CHECK(found == n, "%d slips, not %d", found, n);
}

static double block_error(block_run b, summary *sum)
{
    scene s;
    experiment e;
    trace t;
    slip_phase phase[8];
    int n = exact_slips(b.mu * 9.81, 10, 3, phase);
    CHECK(scene_block(&s, 1, b.mu, 9.81).code == PERP_OK, "scene");
    experiment_start(&e, &s.sys);
    e.mode = b.mode;
    mpq_set_d(e.alpha, b.alpha);
    mpq_set_d(e.gamma, b.alpha);
    mpq_set_d(e.h, b.h);
    set_ratio(e.T, 10, 1);
    set_ratio(e.q[0], 3, 1);
    perp_status st = loop_run(&e, &t, sum);
    CHECK(st.code == PERP_OK, "%s", st.message);
    double worst = 0;
    if (b.mu == 0.8)
        compare_slips(&t, phase, n, b.h);
    for (int l = 0; l < t.rows; l++) {
        const double *c = row(&t, l);
        CHECK(c[0] == l, "row %d is numbered %g", l, c[0]);
        double x = exact_position(phase, n, b.mu * 9.81, 3, c[1]);
        worst = fmax(worst, fabs(c[2] - x));
        if (l > 0) { /* (4.12b): gamma = alpha here */
            const double *p = row(&t, l - 1);
            CHECK(fabs(c[2] - p[2] - b.h * c[6]) < 1e-15 * 4, "row %d", l);
            CHECK(fabs(c[6] - b.alpha * c[4] - (1 - b.alpha) * p[4]) < 1e-15,
                  "row %d", l);
        }
        CHECK(fabs(c[3]) < 1e-15, "the block left the table: y = %g", c[3]);
    }
    trace_free(&t);
    experiment_end(&e);
    scene_end(&s);
    return worst;
}

/* Verifies GAP08 (Ex9.2), (4.4a), (4.9), (4.12a), (4.12b). Order of the positions over five halvings
   for three alpha = gamma, against the event-driven solution computed here. */
static void example_9_2_order(void)
{
    const double alpha[3] = {0.5, 0.75, 1};
    for (int i = 0; i < 3; i++) {
        summary sum;
        double first = 0, last = 0;
        for (int k = 0; k <= 5; k++) {
            block_run b = {alpha[i], 0.02 * pow(0.5, k), 0.8,
                           EXPERIMENT_DOUBLE};
            last = block_error(b, &sum);
            summary_clear(&sum);
            first = k == 0 ? last : first;
        }
        double order = log2(first / last) / 5;
        printf("alpha = gamma = %g: error %.3g to %.3g, order %.3f\n", alpha[i],
               first, last, order);
        CHECK(order >= 0.9, "order %g at alpha %g", order, alpha[i]);
    }
    VERIFIES("GAP08 (Ex9.2), (4.4a), (4.9), (4.12a), (4.12b)");
}

/* All 1000 steps of the paper's run are proven, and for two more mu. */
static void example_9_2_proven(void)
{
    const double mu[3] = {0.8, 0.5, 0.7};
    for (int i = 0; i < 3; i++) {
        summary sum;
        block_run b = {0.5, 0.01, mu[i], EXPERIMENT_EXACT_CHECK};
        double worst = block_error(b, &sum);
        long proven = sum.steps_proven;
        summary_clear(&sum);
        printf("mu = %g: error %.3g m\n", mu[i], worst);
        CHECK(proven == 1000, "mu = %g: %ld of 1000 steps proven", mu[i],
              proven);
        CHECK(worst < 0.05, "mu = %g: error %g m", mu[i], worst);
    }
}

/* A run whose summary nobody reads is the same run, and its summary claims nothing
   of other velocities. */
static void unread(void)
{
    scene s;
    experiment e;
    trace t[2];
    summary sum[2];
    CHECK(scene_block(&s, 1, 0.8, 9.81).code == PERP_OK, "scene");
    experiment_start(&e, &s.sys);
    mpq_set_d(e.alpha, 0.5);
    mpq_set_d(e.gamma, 0.5);
    mpq_set_d(e.h, 0.0625);
    mpq_set_d(e.T, 1);
    for (int i = 0; i < 2; i++) {
        e.unread = i;
        CHECK(loop_run(&e, &t[i], &sum[i]).code == PERP_OK, "run %d", i);
    }
    CHECK(t[0].rows == 17 && t[1].rows == 17 &&
              memcmp(t[0].cell, t[1].cell,
                     sizeof(double) * (size_t)(17 * t[0].columns)) == 0,
          "another run");
    CHECK(sum[0].several.one == 16 && sum[0].several.undecided == 0,
          "%ld proven", sum[0].several.one);
    CHECK(sum[1].several.one == 0 && sum[1].several.undecided == 1 &&
              strstr(sum[1].found, "\"undecided\"") != NULL,
          "it claims %s", sum[1].found);
    for (int i = 0; i < 2; i++) {
        trace_free(&t[i]);
        summary_clear(&sum[i]);
    }
    experiment_end(&e);
    scene_end(&s);
}

/* Wrong parameters are input errors that name the parameter. */
static void refuses(void)
{
    scene s;
    experiment e;
    trace t;
    summary sum;
    CHECK(scene_joint(&s).code == PERP_OK, "scene");
    experiment_start(&e, &s.sys);
    mpq_t *number[4] = {&e.h, &e.alpha, &e.gamma, &e.T};
    const char *word[4] = {"h = ", "alpha = ", "gamma = ", "T = "};
    const double bad[4] = {0, 1.5, -0.5, -1};
    for (int i = 0; i < 4; i++) {
        for (int j = 0; j < 4; j++)
            mpq_set_d(*number[j], 0.5);
        mpq_set_d(*number[i], bad[i]);
        perp_status st = loop_run(&e, &t, &sum);
        CHECK(st.code == PERP_INPUT && strstr(st.message, word[i]), "%d: %s",
              (int)st.code, st.message);
    }
    experiment_end(&e);
    scene_end(&s);
}

/* Every refused allocation is a clean error, wherever it strikes. */
static void out_of_memory(void)
{
    scene s;
    CHECK(scene_block(&s, 1, 0.8, 9.81).code == PERP_OK, "scene");
    for (int mode = 0; mode < 3; mode++) {
        int clean = 0;
        for (size_t k = 1; k < 400 && clean < 1; k++) {
            experiment e;
            trace t;
            summary sum;
            experiment_start(&e, &s.sys);
            mpq_set_d(e.alpha, 0.5);
            mpq_set_d(e.gamma, 0.5);
            mpq_set_d(e.h, 0.5);
            mpq_set_d(e.T, mode == 2 ? 0.0 : 1.0);
            e.mode = (experiment_mode)mode;
            memory_refuse(k);
            perp_status st = loop_run(&e, &t, &sum);
            memory_refuse(0);
            if (st.code == PERP_OK) {
                clean++;
                trace_free(&t);
                summary_clear(&sum);
            } else
                CHECK(st.code == PERP_LIMIT, "k = %zu: %d %s", k, (int)st.code,
                      st.message);
            experiment_end(&e);
        }
        CHECK(clean == 1, "mode %d never came through", mode);
    }
    scene_end(&s);
}

int main(void)
{
    memory_adopt_gmp();
    RUN(example_9_1);
    RUN(example_9_2_order);
    RUN(example_9_2_proven);
    RUN(unread);
    RUN(refuses);
    RUN(out_of_memory);
    DONE;
}
