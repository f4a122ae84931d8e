/**
# The proven distance
*/
#include "pks05/cone/qvi_distance.h"
#include "qvi_random.h"

static double distance(int n, const double *x, const double *y)
{
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += (x[i] - y[i]) * (x[i] - y[i]);
    return sqrt(sum);
}

static int ascending(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return x < y ? -1 : x > y;
}

/* The problem in units in which no entry is larger than one; exact. */
typedef struct {
    double A[QVI_RANDOM_N * QVI_RANDOM_N], b[QVI_RANDOM_N];
    qvi_problem p;
} small;

static void make_small(const qvi_random *x, small *s)
{
    const int N = x->contacts * (1 + x->slips);
    for (int i = 0; i < N * N; i++)
        s->A[i] = x->A[i] / 64;
    for (int i = 0; i < N; i++)
        s->b[i] = x->b[i] / 64;
    s->p = (qvi_problem){x->contacts, x->slips, s->A, s->b, x->mu, NULL};
}

typedef struct {
    int proven, contracts, below, exact;
    double ratio[1000];
} tally;

static void count(tally *t, double bound, double error)
{
    t->below += bound < error;
    t->exact += error == 0;
    t->ratio[t->proven++] = error > 0 ? bound / error : 1e300;
}

static qvi_random_kind kind_of(check_random *r, int k)
{
    static const double shift[] = {0.25, 1, 2, 5};
    return (qvi_random_kind){1 + k % 4, 1 + k / 4 % 2, check_uniform(r, 0.1, 1),
                             shift[k / 8 % 4], k / 32 % 2 * 0.125};
}

/* 1000 problems whose solution is known to the last bit, and points at any
   distance from it: the bound is never below the error, and in the median less
   than ten times it.

   Verifies PKS05 (Lemma4). */
static void points(void)
{
    check_random r = {check_seed(401)};
    arena a = {0};
    tally t = {0};
    int tried = 0;
    while (t.proven < 1000 && tried < 3000) {
        qvi_built y = qvi_built_new(&r, kind_of(&r, tried++));
        small s;
        qvi_constants c;
        double l[QVI_RANDOM_N], size = 1, bound;
        make_small(&y.x, &s);
        const int N = qvi_rows(&s.p);
        for (int k = check_integer(&r, 0, 40); k > 0; k--)
            size /= 2;
        for (int i = 0; i < N; i++)
            l[i] = y.lam[i] + size * check_uniform(&r, -1, 1);
        CHECK(qvi_constants_find(&a, &s.p, &c).code == PERP_OK, "constants");
        CHECK(qvi_distance(&a, &s.p, &c, l, &bound).code == PERP_OK, "bound");
        CHECK(!isnan(bound), "NaN");
        if (c.contracts == QVI_HOLDS || c.blocks)
            count(&t, bound, distance(N, l, y.lam));
        else
            CHECK(isinf(bound), "a bound without a condition");
        t.contracts += c.contracts == QVI_HOLDS;
    }
    qsort(t.ratio, (size_t)t.proven, sizeof(double), ascending);
    printf("of %d problems %d contract; bound over error: least %g, median "
           "%g, largest %g\n",
           tried, t.contracts, t.ratio[0], t.ratio[t.proven / 2],
           t.ratio[t.proven - 1]);
    CHECK(t.proven == 1000 && t.below == 0, "%d of %d below", t.below,
          t.proven);
    CHECK(t.ratio[t.proven / 2] <= 10, "median %g", t.ratio[t.proven / 2]);
    CHECK(t.contracts > 500 && t.contracts < 1000, "both conditions");
    arena_free(&a);
    VERIFIES("PKS05 (Lemma4)");
}

/* The answers of the solver themselves, on problems in which nothing is rounded:
   errors of a few units in the last place, and still no bound is below one.
   Half of the answers are right to the last bit. */
static void answers(void)
{
    check_random r = {check_seed(402)};
    arena a = {0};
    tally t = {0};
    for (int k = 0; t.proven < 1000 && k < 3000; k++) {
        qvi_built y = qvi_built_new(&r, kind_of(&r, k));
        qvi_problem p = qvi_random_problem(&y.x);
        const int N = qvi_rows(&p);
        arena_mark mark = arena_here(&a);
        qvi_answer w;
        CHECK(qvi_answer_new(&a, &p, &w).code == PERP_OK, "room");
        perp_status s = qvi_solve(&p, &qvi_defaults, &a, &w);
        CHECK(s.code == PERP_OK, "%s", s.message);
        if (w.unique)
            count(&t, w.bound, distance(N, w.lam, y.lam));
        arena_release(&a, mark);
    }
    qsort(t.ratio, (size_t)t.proven, sizeof(double), ascending);
    int wrong = t.proven - t.exact;
    printf("%d answers exact; of the others: least %g, median %g\n", t.exact,
           t.ratio[0], t.ratio[wrong / 2]);
    CHECK(t.proven == 1000 && t.below == 0, "%d of %d below", t.below,
          t.proven);
    CHECK(t.ratio[wrong / 2] <= 100, "median %g", t.ratio[wrong / 2]);
    arena_free(&a);
}

/* A = [[1,2],[2,5]]: sigma and eta are 3 -+ sqrt 8, the contraction begins at
   17 - 6 sqrt 8 = 0.02943..., the proof's constant is half of it. The finer
   condition reaches 1/18: kappa = 2, a = 5 - 4 - 2 mu (4 + 5).

   Verifies PKS05 (Lemma4). */
static void thresholds(void)
{
    arena a = {0};
    double A[4] = {1, 2, 2, 5}, b[2] = {1, 4}, mu = 1;
    qvi_problem p = {1, 1, A, b, &mu, NULL};
    qvi_constants c;
    for (int i = 0; i < 4; i++)
        A[i] /= 8;
    CHECK(qvi_constants_find(&a, &p, &c).code == PERP_OK, "constants");
    const double root = sqrt(8.0), least = (3 - root) / 8;
    CHECK(c.sigma.below <= least * (1 + 1e-15) &&
              c.sigma.above >= least * (1 - 1e-15) &&
              c.sigma.above - c.sigma.below < 1e-12,
          "sigma %.17g", c.sigma.below);
    CHECK(fabs(qvi_contraction(&c) - (17 - 6 * root)) < 1e-12, "%.17g",
          qvi_contraction(&c));
    CHECK(fabs(qvi_lemma4(&c) - 0.5 * (17 - 6 * root)) < 1e-12, "%.17g",
          qvi_lemma4(&c));
    CHECK(qvi_contraction(&c) > 0.02943 && qvi_contraction(&c) < 0.02944 &&
              qvi_lemma4(&c) > 0.01471 && qvi_lemma4(&c) < 0.01472,
          "%.17g", qvi_contraction(&c));
    for (int k = 0; k < 60; k++) {
        mu = k / 600.0; /* 0 to 0.1 */
        CHECK(qvi_constants_find(&a, &p, &c).code == PERP_OK, "constants");
        CHECK((c.contracts == QVI_HOLDS) == (mu < 17 - 6 * root), "mu %g", mu);
        CHECK((c.contracts == QVI_FAILS) == (mu > 17 - 6 * root), "mu %g", mu);
        bool unique = c.contracts == QVI_HOLDS || c.blocks;
        CHECK(unique == (mu < 1.0 / 18), "mu %g", mu);
    }
    arena_free(&a);
    VERIFIES("PKS05 (Lemma4)");
}

/* Without coupling of normal and tangent every mu will do, whatever the two
   compliances. */
static void decoupled(void)
{
    arena a = {0};
    double A[9] = {0.01, 0, 0, 0, 0.9, 0.1, 0, 0.1, 0.4}, b[3] = {-1, 0.5, 1};
    double mu = 50, bound;
    qvi_problem p = {1, 2, A, b, &mu, NULL};
    qvi_constants c;
    CHECK(qvi_constants_find(&a, &p, &c).code == PERP_OK, "constants");
    CHECK(c.contracts == QVI_FAILS && c.blocks, "blocks");
    double lam[3] = {100, 0, 0}; /* sticks at A_tt^-1 (-b_t) */
    double det = 0.9 * 0.4 - 0.01;
    lam[1] = -(0.4 * 0.5 - 0.1 * 1) / det;
    lam[2] = -(0.9 * 1 - 0.1 * 0.5) / det;
    CHECK(qvi_distance(&a, &p, &c, lam, &bound).code == PERP_OK, "bound");
    CHECK(bound < 1e-12, "%g", bound);
    arena_free(&a);
}

/* The problem that is meant, up to 2^-10 in its largest eigenvalue away from A =
   diag(1, 1): a turn of w by the slip function below. */
static bool turned(const void *of, const double *lam, qvi_enclosed *w)
{
    const double *least = of;
    w[0] = (qvi_enclosed){{*least * lam[0] - 1, 0}, 0x1p-50};
    w[1] = (qvi_enclosed){{lam[1] + 0.5, 0}, 0x1p-50};
    return lam[0] < 100;
}

/* A problem that is meant and not given: the matrix diag(s, 1), b = (-1, 1/2),
   where A is the unit matrix, within off = 1 - s of it. The constants are those
   of the worst matrix so near, and the distance is from the solution of the
   problem that is meant, by hand (1/s, -1/2) or, with little friction, (1/s,
   -mu/s). Both conditions are asked: mu < s for the contraction, and any mu for
   the blocks, which are not coupled by more than off. */
static void meant(void)
{
    arena a = {0};
    const double A[4] = {1, 0, 0, 1}, b[2] = {-1, 0.5};
    for (int k = 0; k < 60; k++) {
        double s = 1 - (k % 10) / 40.0, mu = k / 10 * 0.2, bound;
        const qvi_meant m = {.of = &s, .off = 1 - s, .slip = turned};
        qvi_problem p = {1, 1, A, b, &mu, &m};
        qvi_constants c;
        CHECK(qvi_constants_find(&a, &p, &c).code == PERP_OK, "constants");
        CHECK(c.sigma.below <= s && c.sigma.below > s - 1e-9, "sigma %g",
              c.sigma.below);
        CHECK(c.eta.above >= 2 - s && c.eta.above < 2 - s + 1e-9, "eta");
        double ratio = mu * (2 - s) / s;
        if (fabs(ratio - 1) > 1e-6)
            CHECK((c.contracts == QVI_HOLDS) == (ratio < 1), "s %g, mu %g", s,
                  mu);
        double t = mu / s < 0.5 ? -mu / s : -0.5;
        for (int i = 0; i < 5; i++) {
            double lam[2] = {1 / s + i / 8.0, t + i / 16.0};
            double away = sqrt(i * i / 64.0 + i * i / 256.0);
            CHECK(qvi_distance(&a, &p, &c, lam, &bound).code == PERP_OK, "ok");
            CHECK(bound >= away * (1 - 1e-15), "s %g, mu %g: %g for %g", s, mu,
                  bound, away);
            if (i == 0 && c.contracts == QVI_HOLDS)
                CHECK(bound < 1e-9, "s %g, mu %g: %g at the solution", s, mu,
                      bound);
        }
        double far[2] = {200, 0};
        CHECK(qvi_distance(&a, &p, &c, far, &bound).code == PERP_OK, "ok");
        CHECK(isinf(bound), "w is not known there");
        qvi_meant nothing = {.of = &s, .off = INFINITY, .slip = turned};
        p.meant = &nothing;
        CHECK(qvi_constants_find(&a, &p, &c).code == PERP_OK, "constants");
        CHECK(c.contracts == QVI_UNDECIDED && !c.blocks, "nothing is known");
        CHECK(qvi_distance(&a, &p, &c, b, &bound).code == PERP_OK, "ok");
        CHECK(isinf(bound), "nothing is known");
    }
    /* Two blocks that A does not couple: within off they may be. */
    double mu = 50;
    for (int k = 0; k < 2; k++) {
        const qvi_meant m = {.of = &mu, .off = k * 0.02, .slip = turned};
        qvi_problem p = {1, 1, A, b, &mu, &m};
        qvi_constants c;
        CHECK(qvi_constants_find(&a, &p, &c).code == PERP_OK, "constants");
        CHECK(c.blocks == (k == 0), "mu kappa (kappa tn + eta_t) > 1");
    }
    arena_free(&a);
}

/* Points that nobody should ask about: numbers, and no NaN. */
static void odd_points(void)
{
    arena a = {0};
    double A[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1}, b[3] = {-1, 0.5, 1}, mu = 0.5;
    qvi_problem p = {1, 2, A, b, &mu, NULL};
    qvi_constants c;
    const double odd[] = {0, -0.0, 1e-320, -1e-170, 1e160, -1e299, 1e301};
    CHECK(qvi_constants_find(&a, &p, &c).code == PERP_OK, "constants");
    for (int i = 0; i < 7 * 7 * 7; i++) {
        double lam[3] = {odd[i % 7], odd[i / 7 % 7], odd[i / 49]}, bound;
        CHECK(qvi_distance(&a, &p, &c, lam, &bound).code == PERP_OK, "bound");
        CHECK(bound > 0.1, "%g %g %g: %g", lam[0], lam[1], lam[2], bound);
    }
    p.contacts = 0;
    double bound;
    CHECK(qvi_constants_find(&a, &p, &c).code == PERP_OK, "constants");
    CHECK(qvi_distance(&a, &p, &c, b, &bound).code == PERP_OK, "bound");
    CHECK(c.contracts == QVI_HOLDS && bound < 1e-100, "%g", bound);
    arena_free(&a);
}

int main(void)
{
    RUN(points);
    RUN(answers);
    RUN(thresholds);
    RUN(decoupled);
    RUN(meant);
    RUN(odd_points);
    DONE;
}
