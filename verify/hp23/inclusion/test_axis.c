/**
# The axis of the friction cone, and how much cancels in it
*/
#include "hp23/inclusion/axis.h"
#include "hp23.h"

#include <math.h>

/* F = J'lambda of random impulses in the cone, some contacts idle, many on the
   edge; *size = |lambda|^2. */
static void force(const hp23 *m, check_random *c, double *F, double *size)
{
    const int nv = m->d.nv;
    *size = 0;
    for (int i = 0; i < nv; i++)
        F[i] = 0;
    for (int j = 0; j < m->d.p; j++) {
        int how = check_integer(c, 0, 4);
        double n = how == 0 ? 0 : check_uniform(c, 0, 1);
        double t = n * m->d.mu[j] *
                   (how < 3 ? how == 1 ? 1 : -1 : check_uniform(c, -1, 1));
        *size += n * n + t * t;
        for (int i = 0; i < nv; i++)
            F[i] += n * m->d.n[j * nv + i] + t * m->d.d[j * nv + i];
    }
}

/* (24) and (25) of random forces, and how nearly they are equalities. */
static void holds(const hp23 *m, const axis *x, check_random *c,
                  double *nearest)
{
    const double p = sqrt(mpq_get_d(x->p));
    nearest[0] = nearest[1] = INFINITY;
    for (int round = 0; round < 3000; round++) {
        double F[16], size, along = 0, square = 0;
        force(m, c, F, &size);
        for (int i = 0; i < m->d.nv; i++) {
            along += mpq_get_d(x->d[i]) * F[i];
            square += F[i] * F[i];
        }
        if (!(size > 1e-6))
            continue;
        CHECK(along >= sqrt(square) * (1 - 1e-12), "(24): %g < %g", along,
              sqrt(square));
        CHECK(sqrt(square) >= p * sqrt(size) * (1 - 1e-12), "(25): %g < %g",
              sqrt(square), p * sqrt(size));
        nearest[0] = fmin(nearest[0], along / sqrt(square));
        nearest[1] = fmin(nearest[1], sqrt(square / size) / p);
    }
}

/** The examples and random cones: every force of the cone has d.F >= |F|, with
equality on an edge; and at least p times the impulses remain of it. RAMone's
friction, 1e5, is replaced by 3.

Verifies HP23 (24)-(25). */
static void of_the_examples(void)
{
    check_random c = {check_seed(3951)};
    int blunt = 0;
    for (int k = 0; k < HP23_MODELS + 30; k++) {
        hp23 m;
        axis x;
        double nearest[2];
        if (k < HP23_MODELS) {
            hp23_load(&m, hp23_models[k]);
            for (int j = 0; j < m.d.p && m.d.mu[j] > 100; j++) {
                m.d.mu[j] = 3;
                mpq_set_si(m.x.mu[j], 3, 1);
            }
        } else {
            hp23_random(&c, 2 + k % 3, 1 + k % 2, &m);
        }
        perp_status s = axis_find(&m.a, &m.x, &x);
        CHECK(s.code == PERP_OK, "%s", s.message);
        CHECK(x.pointed || k >= HP23_MODELS, "%d is not pointed", k);
        blunt += !x.pointed;
        if (x.pointed) {
            holds(&m, &x, &c, nearest);
            CHECK(nearest[0] < 1 + 1e-9, "(24) is not tight: %g", nearest[0]);
            if (k < HP23_MODELS)
                printf("%s: |d| = %.6g, p = %.6g, nearest to p %.3g times\n",
                       hp23_models[k], sqrt(mpq_get_d(x.square)),
                       sqrt(mpq_get_d(x.p)), nearest[1]);
        }
        axis_clear(&x);
        hp23_clear(&m);
    }
    CHECK(blunt > 0 && blunt < 25, "%d of 30 random cones not pointed", blunt);
    VERIFIES("HP23 (24)-(25)");
}

/** A point on one floor, mu = 3/4: d = 5/4 n, since the edges have the length 5/4
and both are reached. The best p is 1, since |F| = |lambda|; what is proven is a p of
at least 4/5. Two walls that face each other have no axis. */
static void by_hand(void)
{
    hp23 m;
    axis x;
    hp23_new(&m, 2, 1);
    m.d.M[0] = m.d.M[3] = m.d.d[0] = m.d.n[1] = 1;
    m.d.mu[0] = 0.75;
    hp23_exact(&m);
    CHECK(axis_find(&m.a, &m.x, &x).code == PERP_OK && x.pointed, "a floor");
    CHECK(fabs(mpq_get_d(x.d[0])) < 1e-15 &&
              fabs(mpq_get_d(x.d[1]) - 1.25) < 1e-15 && mpq_get_d(x.p) <= 1 &&
              mpq_get_d(x.p) > 0.639,
          "(%g, %g), p %g", mpq_get_d(x.d[0]), mpq_get_d(x.d[1]),
          mpq_get_d(x.p));
    axis_clear(&x);
    hp23_clear(&m);
    hp23_new(&m, 2, 2);
    m.d.M[0] = m.d.M[3] = m.d.d[0] = m.d.d[2] = m.d.n[1] = 1;
    m.d.n[3] = -1;
    hp23_exact(&m);
    CHECK(axis_find(&m.a, &m.x, &x).code == PERP_OK && !x.pointed, "walls");
    axis_clear(&x);
    hp23_clear(&m);
}

/** A contact with the slips x and y, mu = 1, n = (1, 1, 2): the cone of the edges
n +- x, n +- y, so d.n - max(|d_x|, |d_y|) >= 1 is asked, and the shortest d is
(1, 1, 4)/9. With |d|^2 = 2/9 and a = 1 + mu^2 it is p^2 = 9/4; the margins of the
round cone, of d.n - (d_x^2 + d_y^2)^(1/2), would want a longer d. With margins |g|,
which are 3, 5^(1/2), those of (2, 1, 2) and (0, 1, 2) bind: d_x = (3 - 5^(1/2))/2.

Verifies HP23 (25). */
static void two_slips(void)
{
    hp23 m;
    axis x;
    hp23_new(&m, 3, 2); /* room for two slips of one contact */
    m.d.p = 1;
    m.d.slip_at[1] = 2;
    m.d.M[0] = m.d.M[4] = m.d.M[8] = m.d.d[0] = m.d.d[4] = 1;
    m.d.n[0] = m.d.n[1] = m.d.mu[0] = 1;
    m.d.n[2] = 2;
    hp23_exact(&m);
    CHECK(axis_find(&m.a, &m.x, &x).code == PERP_OK && x.pointed, "two slips");
    CHECK(mpq_cmp_ui(x.p, 9, 4) == 0, "p^2 = %.17g", mpq_get_d(x.p));
    const double d = (3 - sqrt(5)) / 2, z = 3 * (sqrt(5) - 1) / 4;
    CHECK(fabs(mpq_get_d(x.d[0]) - d) < 1e-15 &&
              fabs(mpq_get_d(x.square) - 2 * d * d - z * z) < 1e-14,
          "|d|^2 = %.17g", mpq_get_d(x.square));
    axis_clear(&x);
    hp23_clear(&m);
    VERIFIES("HP23 (25)");
}

int main(void)
{
    RUN(of_the_examples);
    RUN(by_hand);
    RUN(two_slips);
    DONE;
}
