/**
# Samples of the set-valued law, in doubles
*/
#include "hp23.h"
#include "hp23/impact/halm_posa.h"
#include "hp23/impact/net_force.h"
#include "slow_lcp.h"

#include <math.h>

/* Samples of a model; the caller clears m. */
typedef struct {
    hp23 m;
    halm_posa g;
    halm_posa_options o;
    halm_posa_samples s;
} taken;

static void take(taken *t, const char *model, uint64_t first, int count)
{
    hp23_load(&t->m, model);
    perp_status s = halm_posa_new(&t->m.a, &t->m.d, &t->g);
    CHECK(s.code == PERP_OK, "%s", s.message);
    t->o = (halm_posa_options){.h = t->m.h, .N = t->m.N, .seed = 9};
    CHECK(halm_posa_room(&t->m.a, &t->g, count, &t->s).code == PERP_OK, "room");
    s = halm_posa_sample(&t->g, &t->o, first, count, &t->m.a, &t->s);
    CHECK(s.code == PERP_OK, "%s", s.message);
}

/** W in doubles against the exact condensation of the mixed problem.

Verifies HP23 (75b). */
static void the_matrix(void)
{
    for (int k = 0; k < 4; k++) {
        hp23 m;
        halm_posa g;
        mpq_t A[100], b[10], most[2];
        lcp_exact_problem p;
        hp23_load(&m, hp23_models[k]);
        mpq_inits(most[0], most[1], NULL);
        CHECK(halm_posa_new(&m.a, &m.d, &g).code == PERP_OK, "new");
        CHECK(impact_pose_step(&m.a, &m.x, (const mpq_t *)most, &p).code ==
                  PERP_OK,
              "pose");
        slow_condense(&p, A, b);
        CHECK(p.n == g.n, "%d pairs", g.n);
        for (int i = 0; i < g.n * g.n; i++) {
            double exact = mpq_get_d(A[i]);
            CHECK(fabs(g.W[i] - exact) <= 1e-13 * (1 + fabs(exact)),
                  "%s: W[%d] = %.17g, not %.17g", hp23_models[k], i, g.W[i],
                  exact);
            mpq_clear(A[i]);
        }
        for (int i = 0; i < g.n; i++)
            mpq_clear(b[i]);
        mpq_clears(most[0], most[1], NULL);
        lcp_exact_problem_clear(&p);
        hp23_clear(&m);
    }
    VERIFIES("HP23 (75b)");
}

static double energy(const taken *t, const double *v)
{
    double sum = 0;
    for (int i = 0; i < t->g.nv; i++)
        for (int j = 0; j < t->g.nv; j++)
            sum += v[i] * t->m.d.M[i * t->g.nv + j] * v[j];
    return sum;
}

/** Each sample that ended does not collide, its speeds are those of its
velocity, it lost energy, and it took at least one problem and at most N + 1.

Verifies HP23 (83)-(87), (Alg1). */
static void samples_of_the_examples(void)
{
    for (int k = 0; k < HP23_MODELS; k++) {
        taken t;
        const int count = 600;
        long lcps = 0, unfinished = 0;
        take(&t, hp23_models[k], 0, count);
        int all = t.g.p + t.g.r;
        for (int i = 0; i < count; i++) {
            const double *v = t.s.v + i * t.g.nv, *u = t.s.u + i * all;
            double least = INFINITY;
            for (int j = 0; j < all; j++) {
                const double *row = j < t.g.p ? t.m.d.n + j * t.g.nv
                                              : t.m.d.d + (j - t.g.p) * t.g.nv;
                double speed = 0;
                for (int l = 0; l < t.g.nv; l++)
                    speed += row[l] * v[l];
                CHECK(fabs(speed - u[j]) < 1e-12, "%s, %d: speed %d is %g, %g",
                      hp23_models[k], i, j, speed, u[j]);
                least = j < t.g.p ? fmin(least, u[j]) : least;
            }
            CHECK(t.s.ended[i] == (least >= 0), "%s, %d: ended at %g",
                  hp23_models[k], i, least);
            CHECK(t.s.lcps[i] >= 1 && t.s.lcps[i] <= t.o.N + 1, "%d problems",
                  t.s.lcps[i]);
            CHECK(t.s.ended[i] || t.s.lcps[i] == t.o.N + 1, "gave up early");
            CHECK(energy(&t, v) < energy(&t, t.m.d.v), "energy");
            lcps += t.s.lcps[i];
            unfinished += !t.s.ended[i];
        }
        printf("%s: %.3f problems a sample, %ld unfinished, %ld exact\n",
               hp23_models[k], (double)lcps / count, unfinished, t.s.climbed);
        hp23_clear(&t.m);
    }
    VERIFIES("HP23 (83)-(87), (Alg1)");
}

/** However the samples are split into calls: the same bytes. */
static void any_split_is_the_same(void)
{
    taken whole, part;
    take(&whole, "compass_gait", 0, 300);
    static const int cut[] = {0, 1, 130, 131, 300};
    for (int k = 0; k < 4; k++) {
        int count = cut[k + 1] - cut[k];
        take(&part, "compass_gait", (uint64_t)cut[k], count);
        size_t nv = (size_t)part.g.nv;
        CHECK(memcmp(part.s.v, whole.s.v + (size_t)cut[k] * nv,
                     (size_t)count * nv * sizeof(double)) == 0,
              "from %d on", cut[k]);
        CHECK(memcmp(part.s.lcps, whole.s.lcps + cut[k],
                     (size_t)count * sizeof(int)) == 0,
              "lcps");
        hp23_clear(&part.m);
    }
    hp23_clear(&whole.m);
}

/** A velocity that does not collide is not touched, by Algorithm 1 or by the
last step of Algorithm 2.

Verifies HP23 (82), (Lemma8). */
static void nothing_without_collision(void)
{
    hp23 m;
    halm_posa g;
    halm_posa_samples s;
    halm_posa_options o = {.h = 1, .N = 3};
    hp23_load(&m, "compass_gait");
    m.d.v[1] = 1;
    halm_posa_new(&m.a, &m.d, &g);
    halm_posa_room(&m.a, &g, 3, &s);
    CHECK(halm_posa_sample(&g, &o, 0, 3, &m.a, &s).code == PERP_OK, "sample");
    CHECK(halm_posa_close(&g, &o, 0.1, 3, &m.a, &s).code == PERP_OK, "close");
    for (int i = 0; i < 3; i++)
        CHECK(s.lcps[i] == 0 && s.ended[i] &&
                  memcmp(s.v + 4 * i, m.d.v, 4 * sizeof(double)) == 0,
              "sample %d", i);
    hp23_clear(&m);
    VERIFIES("HP23 (82), (Lemma8)");
}

/** Twice the velocity and twice the bounds, four times, a quarter: the same
samples, every bit, as many times as large.

Verifies HP23 (Lemma11). */
static void homogeneous(void)
{
    for (int k = 0; k < 3; k++) {
        taken t;
        take(&t, hp23_models[k], 0, 200);
        for (double factor = 0.25; factor <= 4; factor *= 2) {
            halm_posa g = t.g;
            halm_posa_options o = t.o;
            halm_posa_samples s;
            double from[16];
            o.h *= factor;
            for (int i = 0; i < g.nv; i++)
                from[i] = factor * g.v0[i];
            for (int i = 0; i < g.p + g.r; i++)
                from[g.nv + i] = factor * g.u0[i];
            g.v0 = from;
            g.u0 = from + g.nv;
            halm_posa_room(&t.m.a, &g, 200, &s);
            CHECK(halm_posa_sample(&g, &o, 0, 200, &t.m.a, &s).code == PERP_OK,
                  "sample");
            for (int i = 0; i < 200 * g.nv; i++)
                CHECK(s.v[i] == factor * t.s.v[i], "%s, factor %g: %d",
                      hp23_models[k], factor, i);
        }
        hp23_clear(&t.m);
    }
    VERIFIES("HP23 (Lemma11)");
}

/** Algorithm 2: psi by another way, and its last step moves v by no more than a
third of epsilon, ends what it says it ends.

Verifies HP23 (Alg2). */
static void the_last_step(void)
{
    taken t;
    const double epsilon = 0.05;
    take(&t, "rocking_block", 0, 1);
    /* By hand, n = (0, 1, -+1/2), d = (1, 0, 1) twice each, M = diag(1, 1,
       5/12): the sum of outer products couples x and theta only. */
    double x = 4, y = 2 * 2 * 2.4, z = 2 * (0.25 + 2) * 2.4 * 2.4;
    double high = (x + z) / 2 + sqrt((x - z) * (x - z) / 4 + y * y);
    CHECK(fabs(t.g.psi - (sqrt(high) * 2 * 2 + 1)) < 1e-12, "psi = %.17g",
          t.g.psi);
    hp23_clear(&t.m);
    for (int k = 0; k < HP23_MODELS; k++) {
        const int count = 400;
        taken few;
        hp23_load(&few.m, hp23_models[k]);
        halm_posa_new(&few.m.a, &few.m.d, &few.g);
        few.o = (halm_posa_options){.h = few.m.h, .N = 0, .seed = 9};
        halm_posa_room(&few.m.a, &few.g, count, &few.s);
        halm_posa_sample(&few.g, &few.o, 0, count, &few.m.a, &few.s);
        int nv = few.g.nv;
        size_t bytes = (size_t)(count * nv) * sizeof(double);
        double *before = malloc(bytes);
        uint8_t ended[400];
        memcpy(before, few.s.v, bytes);
        memcpy(ended, few.s.ended, 400);
        CHECK(halm_posa_close(&few.g, &few.o, epsilon, count, &few.m.a, &few.s)
                      .code == PERP_OK,
              "close");
        for (int i = 0; i < count; i++) {
            double moved = 0;
            for (int l = i * nv; l < (i + 1) * nv; l++)
                moved += (few.s.v[l] - before[l]) * (few.s.v[l] - before[l]);
            CHECK(sqrt(moved) <= epsilon / 3, "moved by %g", sqrt(moved));
            CHECK(!ended[i] || moved == 0, "it had ended");
            CHECK(few.s.lcps[i] == 1 + !ended[i], "%d problems", few.s.lcps[i]);
        }
        free(before);
        hp23_clear(&few.m);
    }
    VERIFIES("HP23 (Alg2)");
}

/** The number itself. A point of mass M falls on a floor of friction mu, with
the slip s, faster than the last step can brake: then its bound is reached and it
slips still, and the normal impulse read from the speeds is the bound. psi by
hand: M^-1 J' has the columns e_y / M and +-e_x / M, so its largest singular value
is sqrt(2) / M, and psi = sqrt(2) (1 + mu) / M + 1. Each of several samples has this
bound; one that half of it stops has ended.

Verifies HP23 (82), (Alg2). */
static void the_last_bound(void)
{
    static const double mass[] = {1, 0.25, 4}, mu[] = {0, 0.5, 3};
    for (int k = 0; k < 9; k++) {
        const double M = mass[k / 3], f = mu[k % 3], epsilon = 0.375;
        const double bound = epsilon / (3 * (sqrt(2) * (1 + f) / M + 1));
        const double down[] = {2, bound / (2 * M), 3};
        hp23 m;
        halm_posa g;
        halm_posa_samples s;
        halm_posa_options o = {.h = 1, .N = 0};
        hp23_new(&m, 2, 1);
        m.d.M[0] = m.d.M[3] = M;
        m.d.d[0] = m.d.n[1] = 1;
        m.d.mu[0] = f;
        hp23_exact(&m);
        halm_posa_new(&m.a, &m.d, &g);
        halm_posa_room(&m.a, &g, 3, &s);
        for (int i = 0; i < 3; i++) { /* the slip is 4 */
            s.v[2 * i] = s.u[2 * i + 1] = 4;
            s.v[2 * i + 1] = s.u[2 * i] = -down[i];
            s.lcps[i] = s.ended[i] = 0;
        }
        CHECK(halm_posa_close(&g, &o, epsilon, 3, &m.a, &s).code == PERP_OK,
              "close");
        for (int i = 0; i < 3; i++) {
            const double normal = i == 1 ? bound / 2 : bound;
            const double got = M * (s.v[2 * i + 1] + down[i]);
            CHECK(fabs(got - normal) < 1e-14,
                  "M = %g, mu = %g: normal impulse %.17g, not %.17g", M, f, got,
                  normal);
            CHECK(fabs(M * (4 - s.v[2 * i]) - f * normal) < 1e-14, "friction");
            CHECK(s.ended[i] == (i == 1) && s.lcps[i] == 1, "sample %d: %d", i,
                  s.ended[i]);
        }
        hp23_clear(&m);
    }
    VERIFIES("HP23 (82), (Alg2)");
}

/** One sample alone, two contacts across each other without friction: each gets the
bound that is the same for all.

Verifies HP23 (82), (Alg2). */
static void the_last_bound_of_two(void)
{
    hp23 m;
    halm_posa g;
    halm_posa_samples s;
    halm_posa_options o = {.h = 1, .N = 0};
    hp23_new(&m, 2, 2);
    m.d.M[0] = m.d.M[3] = 1;
    m.d.n[0] = m.d.n[3] = m.d.d[1] = m.d.d[2] = 1;
    hp23_exact(&m);
    halm_posa_new(&m.a, &m.d, &g);
    halm_posa_room(&m.a, &g, 1, &s);
    const double bound = 0.375 / (3 * g.psi), to[] = {-2, -3};
    for (int i = 0; i < 2; i++)
        s.v[i] = to[i];
    s.u[0] = s.u[3] = to[0]; /* n_0 v, n_1 v, then the slips */
    s.u[1] = s.u[2] = to[1];
    s.lcps[0] = s.ended[0] = 0;
    CHECK(halm_posa_close(&g, &o, 0.375, 1, &m.a, &s).code == PERP_OK, "close");
    for (int i = 0; i < 2; i++)
        CHECK(fabs(s.v[i] - to[i] - bound) < 1e-14, "contact %d: %.17g, not %g",
              i, s.v[i] - to[i], bound);
    CHECK(!s.ended[0] && s.lcps[0] == 1, "%d", s.ended[0]);
    hp23_clear(&m);
    VERIFIES("HP23 (82), (Alg2)");
}

/** Theorem 8: P(Z > c ceil |v0|_M + k) <= exp(-k / (m+1)^2), measured. The
constants leave so much room that no sample comes near.

Verifies HP23 (79), (Thm8). */
static void samples_end_in_time(void)
{
    for (int k = 0; k < HP23_MODELS; k++) {
        taken t;
        net_force f;
        mpq_t h;
        const int count = 400;
        take(&t, hp23_models[k], 1000, 1);
        t.o.N = 1000000;
        halm_posa_room(&t.m.a, &t.g, count, &t.s);
        CHECK(halm_posa_sample(&t.g, &t.o, 0, count, &t.m.a, &t.s).code ==
                  PERP_OK,
              "sample");
        mpq_init(h);
        mpq_set_d(h, t.o.h);
        perp_status st = net_force_find(&t.m.a, &t.m.x, h, &f);
        CHECK(st.code == PERP_OK && f.pointed, "%s", hp23_models[k]);
        double bound = mpz_get_d(f.c) * ceil(sqrt(energy(&t, t.m.d.v)));
        int most = 0;
        for (int i = 0; i < count; i++) {
            CHECK(t.s.ended[i], "sample %d has no end", i);
            most = t.s.lcps[i] > most ? t.s.lcps[i] : most;
        }
        CHECK(most <= bound, "%s: %d problems, c |v0| = %g", hp23_models[k],
              most, bound);
        printf("%s: at most %d problems, c ceil|v0| = %.4g\n", hp23_models[k],
               most, bound);
        net_force_clear(&f);
        mpq_clear(h);
        hp23_clear(&t.m);
    }
    VERIFIES("HP23 (79), (Thm8)");
}

int main(void)
{
    RUN(the_matrix);
    RUN(samples_of_the_examples);
    RUN(any_split_is_the_same);
    RUN(nothing_without_collision);
    RUN(homogeneous);
    RUN(the_last_step);
    RUN(the_last_bound);
    RUN(the_last_bound_of_two);
    RUN(samples_end_in_time);
    DONE;
}
