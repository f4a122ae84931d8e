/**
# What one step promises: uniqueness, continuity, the rigid limit
*/
#include "polygon_exact.h"
#include "pks05/cone/qvi_distance.h"
#include "pks05/cone/qvi_modes.h"
#include "qvi_random.h"

#include "number/rational.h"

/* Lemma 4 on random steps: with the largest mu at 0.999 sigma / eta, every
   start leads to the same force; and the force moves by no more than the step
   allows when b moves: |lam - lam'| <= |b - b'| / (sigma - mu eta), which is
   what the bound says of lam in the problem of b'.

   Verifies PKS05 (Lemma4). */
static void small_friction(void)
{
    check_random r = {check_seed(1001)};
    arena a = {0};
    double used = 0;
    for (int k = 0; k < 60; k++) {
        qvi_random_kind kind = {3, 1 + k % 2, 1, 0.5, 0.125 * (k % 3)};
        qvi_random x = qvi_random_new(&r, kind), y;
        qvi_problem p = qvi_random_problem(&x), q;
        const int N = qvi_rows(&p);
        qvi_constants c;
        qvi_search s;
        qvi_answer v, w;
        for (int i = 0; i < N * N; i++)
            x.A[i] /= 8;
        CHECK(qvi_constants_find(&a, &p, &c).code == PERP_OK, "constants");
        for (int i = 0; i < 3; i++)
            x.mu[i] = (i == 0 ? 0.999 : check_uniform(&r, 0, 0.999)) *
                      qvi_contraction(&c);
        CHECK(qvi_search_all(&a, &p, 12, 5, &s).code == PERP_OK, "search");
        CHECK(s.found == 1, "%d forces", s.found);
        y = x;
        q = qvi_random_problem(&y);
        double db = 0, dl = 0, mu = x.mu[0];
        for (int i = 0; i < N; i++) {
            y.b[i] += 0x1p-10 * check_uniform(&r, -1, 1);
            db += (y.b[i] - x.b[i]) * (y.b[i] - x.b[i]);
        }
        CHECK(qvi_answer_new(&a, &p, &v).code == PERP_OK, "room");
        CHECK(qvi_answer_new(&a, &q, &w).code == PERP_OK, "room");
        CHECK(qvi_solve(&p, &qvi_defaults, &a, &v).code == PERP_OK, "one");
        CHECK(qvi_solve(&q, &qvi_defaults, &a, &w).code == PERP_OK, "two");
        CHECK(v.unique && w.unique, "small friction");
        for (int i = 0; i < N; i++)
            dl += (v.lam[i] - w.lam[i]) * (v.lam[i] - w.lam[i]);
        double most = sqrt(db) / (v.sigma - mu * v.eta);
        CHECK(sqrt(dl) <= most, "%g, allowed %g", sqrt(dl), most);
        used = fmax(used, sqrt(dl) / most);
        arena_free(&a);
    }
    printf("at most %g of what is allowed\n", used);
    VERIFIES("PKS05 (Lemma4)");
}

/* The paper's constants: with mu-bar = sigma / (2 eta) the map D(mu) lam of the
   proof keeps half of the monotonicity, for every choice of phi and psi.

   Verifies PKS05 (Lemma4). */
static void constructive(void)
{
    check_random r = {check_seed(1002)};
    arena a = {0};
    for (int k = 0; k < 200; k++) {
        qvi_random_kind kind = {3, 2, 1, 0.1, 0.125 * (k % 2)};
        qvi_random x = qvi_random_new(&r, kind);
        qvi_problem p = qvi_random_problem(&x);
        qvi_constants c;
        double d[9], D[9], left = 0, size = 0;
        for (int i = 0; i < 81; i++)
            x.A[i] /= 8;
        CHECK(qvi_constants_find(&a, &p, &c).code == PERP_OK, "constants");
        for (int i = 0; i < 9; i++) {
            d[i] = check_uniform(&r, -1, 1);
            size += d[i] * d[i];
        }
        for (int i = 0; i < 3; i++) { /* D = I - (columns of length mu phi) */
            double psi = check_uniform(&r, 0, 7), mu = qvi_lemma4(&c);
            double phi = check_integer(&r, 0, 1) ? 1 : check_uniform(&r, 0, 1);
            D[3 * i] = d[3 * i];
            D[3 * i + 1] = d[3 * i + 1] + mu * phi * cos(psi) * d[3 * i];
            D[3 * i + 2] = d[3 * i + 2] + mu * phi * sin(psi) * d[3 * i];
        }
        for (int i = 0; i < 9; i++)
            for (int j = 0; j < 9; j++)
                left += D[i] * x.A[9 * i + j] * d[j];
        CHECK(left >= 0.5 * c.sigma.below * size * (1 - 1e-12), "%g, %g", left,
              0.5 * c.sigma.below * size);
        arena_free(&a);
    }
    VERIFIES("PKS05 (Lemma4)");
}

/* One step: M = diag(1, 1, 5/12), Gamma = [[0, 1,
   -1/2], [1, 0, 1]], h = 1/100, theta = 0 or 1, hK + C = kappa (h + 1/100) I,
   all in fractions. kappa 0: rigid. */
static void rigid_step(int theta, long kappa, mpq_t *A, mpq_t *b)
{
    static const int G[2][3] = {{0, 2, -1}, {2, 0, 2}}; /* halves */
    static const int nu[3] = {3, -5, 1};                /* tenths */
    mpq_t t, h;
    mpq_inits(t, h, NULL);
    mpq_set_ui(h, 1, 100);
    for (int i = 0; i < 2; i++) {
        mpq_set_ui(b[i], 0, 1);
        for (int k = 0; k < 3; k++) {
            mpq_set_si(t, G[i][k] * nu[k], 20);
            mpq_canonicalize(t);
            mpq_add(b[i], b[i], t);
        }
        for (int j = 0; j < 2; j++) {
            mpq_set_ui(A[2 * i + j], 0, 1);
            for (int k = 0; k < 3 && theta == 0; k++) {
                mpq_set_si(t, G[i][k] * G[j][k] * (k == 2 ? 12 : 5), 20);
                mpq_canonicalize(t);
                mpq_mul(t, t, h);
                mpq_add(A[2 * i + j], A[2 * i + j], t);
            }
        }
        mpq_set_si(t, 50, kappa > 0 ? (unsigned long)kappa : 1);
        mpq_canonicalize(t); /* 1 / (kappa (h + 1/100)) */
        if (kappa > 0)
            mpq_add(A[3 * i], A[3 * i], t);
    }
    mpq_set_si(t, theta == 0 ? -981 : 0, 10000); /* h f_2 / m */
    mpq_canonicalize(t);
    mpq_add(b[0], b[0], t);
    mpq_set_ui(t, 1, 10); /* Psi / h */
    mpq_add(b[0], b[0], t);
    mpq_clears(t, h, NULL);
}

static void force_of(arena *a, int theta, long kappa, mpq_t *lam)
{
    mpq_t *q = rational_array(a, 7);
    mpq_set_ui(q[6], 2, 5);
    rigid_step(theta, kappa, q, q + 4);
    qvi_exact_problem p = {1, 1, (const mpq_t *)q, (const mpq_t *)q + 4,
                           (const mpq_t *)q + 6};
    perp_status s = polygon_prove(&p, 2, a, lam);
    CHECK(s.code == PERP_OK, "%s", s.message);
    rational_clear(q, 7);
}

/* h fixed, compliance to zero: with theta = 0 the force tends to that of the
   rigid step like 1 / kappa, and kappa times the distance to a limit; with theta = 1
   nothing is left of A, and the force grows like kappa. */
static void rigid_limit(void)
{
    arena a = {0};
    mpq_t *lam = rational_array(&a, 4), *rigid = lam + 2;
    double factor[2] = {0, 0};
    force_of(&a, 0, 0, rigid);
    CHECK(mpq_sgn(rigid[0]) > 0 && mpq_sgn(rigid[1]) != 0, "a rigid contact");
    for (long kappa = 1000000; kappa <= 1000000000000000; kappa *= 1000) {
        force_of(&a, 0, kappa, lam);
        for (int i = 0; i < 2; i++) {
            mpq_sub(lam[i], lam[i], rigid[i]);
            double f = mpq_get_d(lam[i]) * (double)kappa;
            CHECK(kappa == 1000000 || fabs(f - factor[i]) <=
                                          1e7 / (double)kappa * fabs(factor[i]),
                  "kappa %g: %.12g after %.12g", (double)kappa, f, factor[i]);
            factor[i] = f;
        }
    }
    printf("rigid force (%g, %g); kappa times the distance tends to (%.12g, "
           "%.12g)\n",
           mpq_get_d(rigid[0]), mpq_get_d(rigid[1]), factor[0], factor[1]);
    /* it sticks: lam = -(W + 50/kappa I)^-1 b, W = h Gamma M^-1 Gamma' */
    double n = mpq_get_d(rigid[0]), t = mpq_get_d(rigid[1]);
    CHECK(fabs(factor[0] + 1250 * (3.4 * n + 1.2 * t)) < 1e-3 &&
              fabs(factor[1] + 1250 * (1.2 * n + 1.6 * t)) < 1e-3,
          "%.12g, %.12g", factor[0], factor[1]);
    double before = 0;
    for (long kappa = 1000; kappa <= 1000000000; kappa *= 10) {
        force_of(&a, 1, kappa, lam);
        double now = mpq_get_d(lam[0]);
        CHECK(kappa == 1000 || fabs(now / before - 10) < 1e-9, "%g after %g",
              now, before);
        before = now;
    }
    rational_clear(lam, 4);
    arena_free(&a);
}

int main(void)
{
    RUN(small_friction);
    RUN(constructive);
    RUN(rigid_limit);
    DONE;
}
