/**
# Lemma 6 and the constant of Theorem 8
*/
#include "number/eigen.h"
#include "hp23.h"
#include "hp23/impact/net_force.h"

#include <math.h>

/* The edges of M^-1 LFC, |lambda_n| = 1, exactly: two for each contact. */
static int edges_of(hp23 *m, mpq_t *g)
{
    int nv = m->d.nv, count = 0;
    mpq_t w[18], t;
    mpq_init(t);
    for (int i = 0; i < 2 * nv; i++)
        mpq_init(w[i]);
    for (int j = 0; j < m->d.p; j++) {
        impact_response(&m->a, &m->x, (const mpq_t *)m->x.n + j * nv, w);
        impact_response(&m->a, &m->x, (const mpq_t *)m->x.d + j * nv, w + nv);
        for (int sign = -1; sign <= 1; sign += 2, count++)
            for (int i = 0; i < nv; i++) {
                mpq_mul(t, m->x.mu[j], w[nv + i]);
                if (sign < 0)
                    mpq_neg(t, t);
                mpq_add(g[count * nv + i], w[i], t);
            }
    }
    for (int i = 0; i < 2 * nv; i++)
        mpq_clear(w[i]);
    mpq_clear(t);
    return count;
}

/* The least |r|^2 with g.r >= 1 by Hildreth's method in doubles: each row in
   turn is made true with the smallest step. */
static double hildreth(int edges, int nv, mpq_t *g)
{
    double y[16] = {0}, r[16] = {0}, x[160], sum = 0;
    for (int i = 0; i < edges * nv; i++)
        x[i] = mpq_get_d(g[i]);
    for (int sweep = 0; sweep < 200000; sweep++)
        for (int k = 0; k < edges; k++) {
            double dot = 0, size = 0;
            for (int i = 0; i < nv; i++) {
                dot += x[k * nv + i] * r[i];
                size += x[k * nv + i] * x[k * nv + i];
            }
            double step = fmax(-y[k], (1 - dot) / size);
            y[k] += step;
            for (int i = 0; i < nv; i++)
                r[i] += step * x[k * nv + i];
        }
    for (int i = 0; i < nv; i++)
        sum += r[i] * r[i];
    return sum;
}

/** r is as Lemma 6 wants it, on every edge, exactly; it is the shortest by
another method; c is the ceiling of (78), one less is too small; sigma bounds M
and the next double does not.

Verifies HP23 (77), (78), (Lemma6). */
static void of_the_examples(void)
{
    for (int k = 0; k < HP23_MODELS; k++) {
        hp23 m;
        net_force f;
        mpq_t h, g[160], t, x;
        hp23_load(&m, hp23_models[k]);
        int nv = m.d.nv;
        mpq_inits(h, t, x, NULL);
        mpq_set_d(h, m.h);
        for (int i = 0; i < 160; i++)
            mpq_init(g[i]);
        perp_status s = net_force_find(&m.a, &m.x, h, &f);
        CHECK(s.code == PERP_OK && f.pointed, "%s", hp23_models[k]);
        int edges = edges_of(&m, g), tight = 0;
        for (int e = 0; e < edges; e++) {
            impact_dot(nv, (const mpq_t *)g + e * nv, (const mpq_t *)f.r, t);
            CHECK(mpq_cmp_ui(t, 1, 1) >= 0, "%s: edge %d", hp23_models[k], e);
            tight += mpq_cmp_ui(t, 1, 1) == 0;
        }
        CHECK(tight > 0, "%s: no edge is tight", hp23_models[k]);
        double other = nv * edges <= 160 && m.d.mu[0] < 100
                           ? hildreth(edges, nv, g)
                           : mpq_get_d(f.square);
        CHECK(fabs(mpq_get_d(f.square) / other - 1) < 1e-6,
              "%s: |r|^2 = %.12g, Hildreth %.12g", hp23_models[k],
              mpq_get_d(f.square), other);
        /* (c/4 - 1)^2 < (m+1)^2 |r|^2 / (h^2 sigma) <= (c/4)^2 */
        mpq_set_si(t, m.d.p + 1, 1);
        mpq_mul(t, t, t);
        mpq_mul(t, t, f.square);
        mpq_mul(x, h, h);
        mpq_mul(x, x, f.sigma);
        mpq_div(t, t, x);
        long c = mpz_get_si(f.c) / 4;
        mpq_set_si(x, c * c, 1);
        CHECK(mpz_get_si(f.c) % 4 == 0 && mpq_cmp(t, x) <= 0, "c too small");
        mpq_set_si(x, (c - 1) * (c - 1), 1);
        CHECK(mpq_cmp(t, x) > 0, "c too large");
        double A[81], low, high;
        memcpy(A, m.d.M, (size_t)(nv * nv) * sizeof *A);
        eigen_range(nv, A, &low, &high);
        CHECK(fabs(low / mpq_get_d(f.sigma) - 1) < 1e-12, "sigma %.17g, %.17g",
              mpq_get_d(f.sigma), low);
        printf("%s: |r| = %.6g, sigma = %.6g, c = %ld\n", hp23_models[k],
               sqrt(mpq_get_d(f.square)), mpq_get_d(f.sigma), mpz_get_si(f.c));
        for (int i = 0; i < 160; i++)
            mpq_clear(g[i]);
        mpq_clears(h, t, x, NULL);
        net_force_clear(&f);
        hp23_clear(&m);
    }
    VERIFIES("HP23 (77), (78), (Lemma6)");
}

/** Contacts (1, 0) and (0, 1), M = I, in either order. The first with mu = 1/2, the
second without friction: of r1 - |r2|/2 >= 1 and r2 >= 1 the shortest is (3/2, 1), and
c = 4 ceil(3 |r| 2) = 44. None with friction: r = (1, 1). For one contact and h = 3/8 c
= 4 (1 + 1) 8/3 |r| is not whole, for h = 1/4 it is, 32.

Verifies HP23 (77), (78). */
static void without_friction(void)
{
    static const double h_of[] = {0.5, 0.5, 0.5, 0.375, 0.25};
    static const long c[] = {44, 44, 36, 24, 32};
    for (int k = 0; k < 5; k++) {
        const int with = k < 2 ? 1 : 0, at = k == 1, contacts = k < 3 ? 2 : 1;
        hp23 m;
        net_force f;
        mpq_t h;
        mpq_init(h);
        mpq_set_d(h, h_of[k]);
        hp23_new(&m, 2, 2);
        m.d.p = contacts;
        m.d.M[0] = m.d.M[3] = 1;
        m.d.n[2 * at] = m.d.n[2 * (1 - at) + 1] = m.d.d[1] = 1;
        m.d.mu[at] = 0.5 * with;
        m.d.slip_at[1] = with && at == 0;
        m.d.slip_at[2] = m.d.r = with;
        hp23_exact(&m);
        CHECK(net_force_find(&m.a, &m.x, h, &f).code == PERP_OK, "find");
        CHECK(f.pointed && mpq_cmp_ui(f.r[0], with ? 3 : 2, 2) == 0 &&
                  mpq_cmp_ui(f.r[1], contacts == 2, 1) == 0,
              "%d: r = (%g, %g)", k, mpq_get_d(f.r[0]), mpq_get_d(f.r[1]));
        CHECK(mpz_cmp_si(f.c, c[k]) == 0, "%d: c = %ld", k, mpz_get_si(f.c));
        net_force_clear(&f);
        mpq_clear(h);
        hp23_clear(&m);
    }
    VERIFIES("HP23 (77), (78)");
}

/** Four contacts e_1 to e_4, M = I, no friction: r = (1, 1, 1, 1), and for h = 1/2 c = 4
(4 + 1) 2 |r| = 80. Verifies HP23 (77), (78). */
static void four_without_friction(void)
{
    hp23 m;
    net_force f;
    mpq_t h;
    mpq_init(h);
    mpq_set_ui(h, 1, 2);
    hp23_new(&m, 4, 4);
    m.d.r = 0;
    for (int i = 0; i < 4; i++) {
        m.d.M[5 * i] = m.d.n[5 * i] = 1;
        m.d.slip_at[1 + i] = 0;
    }
    hp23_exact(&m);
    CHECK(net_force_find(&m.a, &m.x, h, &f).code == PERP_OK && f.pointed,
          "find");
    for (int i = 0; i < 4; i++)
        CHECK(mpq_cmp_ui(f.r[i], 1, 1) == 0, "r%d = %g", i, mpq_get_d(f.r[i]));
    CHECK(mpz_cmp_si(f.c, 80) == 0, "c = %ld", mpz_get_si(f.c));
    net_force_clear(&f);
    mpq_clear(h);
    hp23_clear(&m);
    VERIFIES("HP23 (77), (78)");
}

/** A contact in space with mu = 1, M^-1 n = (1, 1, 2) and the slips (1, 0), (0, 1),
(3/5, 4/5): x + y + 2 z >= 1 + max(|x|, |y|, |3x + 4y|/5) is asked of r, whose shortest
is (2, 1, 10)/21, where the first and the third slip bind. Verifies HP23 (22)-(23), (77). */
static void three_slips(void)
{
    static const int want[] = {2, 1, 10};
    hp23 m;
    net_force f;
    mpq_t h;
    mpq_init(h);
    mpq_set_ui(h, 1, 1);
    hp23_new(&m, 3, 3); /* room for three slips of one contact */
    m.d.p = 1;
    m.d.slip_at[1] = 3;
    m.d.M[0] = m.d.M[4] = m.d.mu[0] = 1;
    m.d.M[8] = 0.5;
    m.d.n[0] = m.d.n[1] = m.d.n[2] = m.d.d[0] = m.d.d[4] = 1;
    hp23_exact(&m);
    mpq_set_si(m.x.d[6], 3, 5);
    mpq_set_si(m.x.d[7], 4, 5);
    CHECK(net_force_find(&m.a, &m.x, h, &f).code == PERP_OK, "find");
    CHECK(f.pointed && mpq_cmp_ui(f.square, 5, 21) == 0, "|r|^2 = %g",
          mpq_get_d(f.square));
    for (int i = 0; i < 3 && f.pointed; i++)
        CHECK(mpq_cmp_ui(f.r[i], (unsigned)want[i], 21) == 0, "r%d = %g", i,
              mpq_get_d(f.r[i]));
    net_force_clear(&f);
    mpq_clear(h);
    hp23_clear(&m);
    VERIFIES("HP23 (22)-(23), (77)");
}

/** A disc wedged between two walls is held by friction alone: no r. */
static void a_cone_that_is_not_pointed(void)
{
    hp23 m;
    net_force f;
    mpq_t h;
    mpq_init(h);
    mpq_set_ui(h, 1, 1);
    hp23_new(&m, 2, 2);
    m.d.M[0] = m.d.M[3] = 1;
    m.d.n[0] = 1; /* walls to the left and right */
    m.d.n[2] = -1;
    m.d.d[1] = m.d.d[3] = 1;
    m.d.mu[0] = m.d.mu[1] = 0.5;
    m.d.v[1] = -1;
    hp23_exact(&m);
    CHECK(net_force_find(&m.a, &m.x, h, &f).code == PERP_OK, "find");
    CHECK(!f.pointed, "pointed");
    net_force_clear(&f);
    m.x.m = 1;
    CHECK(net_force_find(&m.a, &m.x, h, &f).code == PERP_INPUT, "joints");
    mpq_clear(h);
    hp23_clear(&m);
}

/** Forces of a spatial contact with the slips (1, 0), (3/5, 4/5), (0, 1): any
nonnegative weights with their sum at most mu lambda_n lie in the round cone,
and on its edge only on a direction; those of Unit_D are among them.

Verifies HP23 (22)-(23). */
static void linear_within_round(void)
{
    static const int d[3][2] = {{5, 0}, {3, 4}, {0, 5}}; /* fifths */
    check_random r = {check_seed(2310)};
    for (int round = 0; round < 2000; round++) {
        long weight[6], sum = 0, f[2] = {0}, used = 0;
        for (int k = 0; k < 6; k++) {
            weight[k] = check_integer(&r, 0, 2) ? 0 : check_integer(&r, 0, 9);
            sum += weight[k];
            used += weight[k] > 0;
            for (int i = 0; i < 2; i++)
                f[i] += (k % 2 ? -1 : 1) * d[k / 2][i] * weight[k];
        }
        long bound = 25 * sum * sum, size = f[0] * f[0] + f[1] * f[1];
        CHECK(size <= bound, "outside the round cone");
        CHECK(used < 2 || size < bound, "two directions on its edge");
        CHECK(used != 1 || size == bound, "a direction inside");
    }
    VERIFIES("HP23 (22)-(23)");
}

int main(void)
{
    RUN(linear_within_round);
    RUN(of_the_examples);
    RUN(without_friction);
    RUN(four_without_friction);
    RUN(three_slips);
    RUN(a_cone_that_is_not_pointed);
    DONE;
}
