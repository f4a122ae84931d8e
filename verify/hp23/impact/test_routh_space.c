/** # Routh's path in space */
#include "hp23.h"
#include "hp23/impact/halm_posa.h"
#include "hp23/impact/routh.h"
#include "hp23/impact/routh_space.h"

#include <math.h>

/* A symmetric positive definite inverse mass. */
static routh_mass random_mass(check_random *r, double mu)
{
    double a[3][3], G[3][3] = {{0}};
    for (int i = 0; i < 9; i++)
        a[i / 3][i % 3] = check_uniform(r, -1, 1);
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) {
            for (int k = 0; k < 3; k++)
                G[i][j] += a[i][k] * a[j][k];
            G[i][j] += i == j ? 0.3 : 0;
        }
    return (routh_mass){G[0][0],
                        {G[0][1], G[0][2]},
                        {{G[1][1], G[1][2]}, {G[2][1], G[2][2]}},
                        mu};
}

/** A ball: no impulse turns the slip, so it ends behind $s = |\sigma|/(\mu W_{tt})$ on
a straight line, or not at all.

Verifies HP23 (36). */
static void a_ball(void)
{
    check_random r = {check_seed(51)};
    for (int round = 0; round < 200; round++) {
        double tt = check_uniform(&r, 1, 4), nn = check_uniform(&r, 0.5, 2);
        routh_mass c = {
            nn, {0, 0}, {{tt, 0}, {0, tt}}, check_uniform(&r, 0.05, 1)};
        routh_point x = {.normal = -check_uniform(&r, 0.1, 2),
                         .slip = {check_uniform(&r, -1, 1),
                                  check_uniform(&r, -1, 1)}},
                    from = x;
        double s = -x.normal / nn,
               slip = sqrt(x.slip[0] * x.slip[0] + x.slip[1] * x.slip[1]);
        double used = fmin(c.mu * s, slip / tt);
        CHECK(routh_space_follow(&c, &x).code == PERP_OK, "follow");
        CHECK(fabs(x.Ln - s) < 1e-8 * s, "Ln %g, %g", x.Ln, s);
        for (int i = 0; i < 2; i++)
            CHECK(fabs(x.Lt[i] + used * from.slip[i] / slip) < 1e-8,
                  "round %d: %g, %g", round, x.Lt[i],
                  -used * from.slip[i] / slip);
    }
    VERIFIES("HP23 (36)");
}

/** No slip at first, inverse masses 2 along the normal, 1 and 4 along the tangents,
3/4 or -3/4 between the normal and one of these. With mu = 3/2 it sticks, W_tt L_t =
-W_nt L_n. With mu = 1/4 it leaves along that tangent at 3/4 - mu W_tt, where W_tt is
1, and sticks where that is 4: 3/16 suffices. A groove lets nothing slip across, W_tt
= 0, and the impact ends while it slides along.

Verifies HP23 (36). */
static void from_rest_and_in_a_groove(void)
{
    for (int k = 0; k < 8; k++) {
        const int i = k & 1;
        const double nt = k & 4 ? -0.75 : 0.75, tt = i ? 4 : 1;
        routh_mass c = {2, {0, 0}, {{1, 0}, {0, 4}}, k & 2 ? 1.5 : 0.25};
        routh_point x = {.normal = -1};
        c.nt[i] = nt;
        CHECK(routh_space_follow(&c, &x).code == PERP_OK, "follow");
        const double f = k & 2 || i ? -nt / tt : nt > 0 ? -0.25 : 0.25;
        const double s = 1 / (2 + nt * f);
        CHECK(fabs(x.Ln - s) < 1e-12 && fabs(x.Lt[i] - f * s) < 1e-12 &&
                  fabs(x.Lt[1 - i]) < 1e-12 && x.normal == 0,
              "%d: Ln %g, not %g; Lt (%g, %g), not %g", k, x.Ln, s, x.Lt[0],
              x.Lt[1], f * s);
        CHECK(fabs(x.slip[i] - (nt + tt * f) * s) < 1e-12, "slip");
    }
    routh_mass c = {2, {0, 0}, {{1, 0}, {0, 0}}, 0.5};
    routh_point x = {.normal = -1, .slip = {1, 0}};
    CHECK(routh_space_follow(&c, &x).code == PERP_OK, "a groove");
    CHECK(fabs(x.Ln - 0.5) < 1e-9 && fabs(x.slip[0] - 0.75) < 1e-9 &&
              x.normal == 0,
          "Ln %g, slip %g", x.Ln, x.slip[0]);
    VERIFIES("HP23 (36)");
}

/** Without a second slip, and no impulse into that direction, it is the planar
path, which is exact: end, impulses and all. */
static void the_plane_in_space(void)
{
    check_random r = {check_seed(52)};
    int legs[5] = {0};
    for (int round = 0; round < 200; round++) {
        hp23 m;
        routh_path p;
        hp23_new(&m, 2, 1);
        double a = check_integer(&r, 8, 24) / 8.0,
               b = check_integer(&r, -12, 12) / 8.0,
               k = b * b / a + check_integer(&r, 1, 16) / 8.0;
        m.d.n[0] = m.d.d[1] = 1;
        m.d.M[0] = a;
        m.d.M[1] = m.d.M[2] = b;
        m.d.M[3] = k;
        m.d.mu[0] = check_integer(&r, 1, 12) / 8.0;
        m.d.v[0] = -check_integer(&r, 1, 16) / 8.0;
        m.d.v[1] = check_integer(&r, -16, 16) / 8.0;
        hp23_exact(&m);
        CHECK(routh_path_find(&m.a, &m.x, &p).code == PERP_OK, "plane");
        double det = a * k - b * b;
        routh_mass c = {
            k / det, {-b / det, 0}, {{a / det, 0}, {0, 1}}, m.d.mu[0]};
        routh_point x = {.normal = m.d.v[0], .slip = {m.d.v[1], 0}};
        CHECK(routh_space_follow(&c, &x).code == PERP_OK, "space");
        const routh_knot *end = &p.knot[p.knots - 1];
        CHECK(fabs(x.Ln - mpq_get_d(end->Ln)) < 1e-7 * (1 + x.Ln) &&
                  fabs(x.Lt[0] - mpq_get_d(end->Lt)) < 1e-7 * (1 + x.Ln) &&
                  fabs(x.slip[0] - mpq_get_d(end->slip)) < 1e-7 && x.Lt[1] == 0,
              "round %d: %.10g %.10g, %.10g %.10g", round, x.Ln,
              mpq_get_d(end->Ln), x.Lt[0], mpq_get_d(end->Lt));
        legs[p.knots]++;
        routh_path_clear(&p);
        hp23_clear(&m);
    }
    CHECK(legs[2] > 20 && legs[3] > 20, "%d, %d", legs[2], legs[3]);
}

/* (36) in s, by small steps of Heun's method; zero slip is held up. */
static void slowly(const routh_mass *c, double ds, routh_point *x)
{
    while (x->normal < 0) {
        double f[2],
            size = sqrt(x->slip[0] * x->slip[0] + x->slip[1] * x->slip[1]);
        for (int i = 0; i < 2; i++)
            f[i] = -c->mu * x->slip[i] / (size + 1e-4);
        x->normal += ds * (c->nn + c->nt[0] * f[0] + c->nt[1] * f[1]);
        for (int i = 0; i < 2; i++) {
            x->slip[i] +=
                ds * (c->nt[i] + c->tt[i][0] * f[0] + c->tt[i][1] * f[1]);
            x->Lt[i] += ds * f[i];
        }
        x->Ln += ds;
    }
}

/** Random contacts: the end of a path by small steps in s with friction that is
smooth at zero slip; kinetic energy falls.

Verifies HP23 (36), (16)-(17). */
static void random_contacts(void)
{
    check_random r = {check_seed(53)};
    int held = 0, slid = 0;
    for (int round = 0; round < 60; round++) {
        routh_mass c = random_mass(&r, check_uniform(&r, 0.05, 1.5));
        routh_point x = {.normal = -1,
                         .slip = {check_uniform(&r, -1, 1),
                                  check_uniform(&r, -1, 1)}},
                    y = x, from = x;
        CHECK(routh_space_follow(&c, &x).code == PERP_OK, "follow");
        slowly(&c, 2e-5, &y);
        for (int i = 0; i < 2; i++)
            CHECK(fabs(x.Lt[i] - y.Lt[i]) < 2e-3 * (1 + x.Ln),
                  "round %d: %g %g", round, x.Lt[i], y.Lt[i]);
        CHECK(fabs(x.Ln - y.Ln) < 2e-3 * x.Ln, "round %d: %g, %g", round, x.Ln,
              y.Ln);
        double gain = x.Ln * (x.normal + from.normal);
        for (int i = 0; i < 2; i++)
            gain += x.Lt[i] * (x.slip[i] + from.slip[i]);
        CHECK(gain < 0, "round %d: energy", round);
        CHECK(hypot(x.Lt[0], x.Lt[1]) <= c.mu * x.Ln * (1 + 1e-9), "cone");
        double end = hypot(x.slip[0], x.slip[1]);
        held += end < 1e-9;
        slid += end > 1e-3;
    }
    printf("%d held, %d slid\n", held, slid);
    CHECK(held > 5 && slid > 5, "too much alike");
    VERIFIES("HP23 (36), (16)-(17)");
}

enum { SLIPS = 60 };

/* One contact of a point whose inverse mass is c; friction by a polygon with
   2 SLIPS corners. */
static void polygon(const routh_mass *c, const routh_point *x, hp23 *m,
                    step_data *d)
{
    static double numbers[9 + 3 + 3 * SLIPS + 1 + 3], nu[3];
    static int slip_at[2] = {0, SLIPS};
    double G[3][3] = {{c->nn, c->nt[0], c->nt[1]},
                      {c->nt[0], c->tt[0][0], c->tt[0][1]},
                      {c->nt[1], c->tt[1][0], c->tt[1][1]}};
    double det = 0;
    memset(m, 0, sizeof *m);
    *d = (step_data){.nv = 3, .p = 1, .r = SLIPS, .M = numbers, .nu = nu};
    d->n = d->M + 9;
    d->d = d->n + 3;
    d->mu = d->d + 3 * SLIPS;
    d->v = d->mu + 1;
    d->slip_at = slip_at;
    for (int i = 0; i < 9; i++) {
        int j = i / 3, k = i % 3;
        d->M[i] = G[(j + 1) % 3][(k + 1) % 3] * G[(j + 2) % 3][(k + 2) % 3] -
                  G[(j + 1) % 3][(k + 2) % 3] * G[(j + 2) % 3][(k + 1) % 3];
    }
    for (int i = 0; i < 3; i++)
        det += G[0][i] * d->M[i];
    for (int i = 0; i < 9; i++)
        d->M[i] /= det;
    memset(d->n, 0, 3 * sizeof(double));
    d->n[0] = 1;
    for (int k = 0; k < SLIPS; k++) {
        d->d[3 * k] = 0;
        d->d[3 * k + 1] = cos(3.14159265358979323846 * k / SLIPS);
        d->d[3 * k + 2] = sin(3.14159265358979323846 * k / SLIPS);
    }
    d->mu[0] = c->mu;
    d->v[0] = x->normal;
    d->v[1] = x->slip[0];
    d->v[2] = x->slip[1];
}

/** The set-valued law with one contact and many directions: its samples come to the
end of Routh's path with h, at the rate one, down to what the polygon leaves.

Verifies HP23 (Alg1), (36). */
static void samples_tend_to_the_path(void)
{
    check_random r = {check_seed(54)};
    const double h[] = {0.4, 0.1, 0.025};
    double sum[3] = {0};
    for (int round = 0, taken = 0; taken < 4; round++) {
        routh_mass c = random_mass(&r, check_uniform(&r, 0.3, 0.9));
        routh_point x = {
            .normal = -1,
            .slip = {check_uniform(&r, -1, 1), check_uniform(&r, -1, 1)}};
        hp23 m;
        step_data d;
        halm_posa g;
        halm_posa_samples s;
        polygon(&c, &x, &m, &d);
        CHECK(routh_space_follow(&c, &x).code == PERP_OK, "follow");
        if (hypot(x.slip[0], x.slip[1]) < 0.1)
            continue; /* held: found exactly with any h */
        taken++;
        CHECK(halm_posa_new(&m.a, &d, &g).code == PERP_OK, "new");
        CHECK(halm_posa_room(&m.a, &g, 6, &s).code == PERP_OK, "room");
        for (int k = 0; k < 3; k++) {
            halm_posa_options o = {
                .h = h[k] * x.Ln, .N = 4000, .tolerance = 1e-9, .seed = 1};
            CHECK(halm_posa_sample(&g, &o, 0, 6, &m.a, &s).code == PERP_OK,
                  "samples");
            for (int i = 0; i < 6; i++)
                sum[k] += hypot(s.v[3 * i + 1] - x.slip[0],
                                s.v[3 * i + 2] - x.slip[1]) /
                          24;
        }
        arena_free(&m.a);
    }
    printf("mean distance of the slip: %.3g, %.3g, %.3g\n", sum[0], sum[1],
           sum[2]);
    CHECK(sum[1] < 0.45 * sum[0] && sum[2] < 0.45 * sum[1] && sum[2] < 0.01,
          "not at the rate of h");
    VERIFIES("HP23 (Alg1), (36)");
}

/** A body in space through perp's own data: v+ is v with the path's impulses, the
normal speed is exactly zero, the slips are the path's. Odd numbers of slips are
refused. */
static void an_outcome(void)
{
    check_random r = {check_seed(55)};
    for (int round = 0; round < 20; round++) {
        routh_mass c = random_mass(&r, check_uniform(&r, 0.1, 0.9));
        routh_point x = {
            .normal = -1,
            .slip = {check_uniform(&r, -1, 1), check_uniform(&r, -1, 1)}};
        hp23 m, one;
        step_data d;
        outcomes o = {.nv = 3};
        mpq_t t;
        polygon(&c, &x, &m, &d);
        hp23_new(&one, 3, SLIPS); /* more room than one contact has */
        memcpy(one.d.M, d.M, 9 * sizeof(double));
        memcpy(one.d.n, d.n, 3 * sizeof(double));
        memcpy(one.d.d, d.d, 3 * SLIPS * sizeof(double));
        memcpy(one.d.v, d.v, 3 * sizeof(double));
        one.d.mu[0] = c.mu;
        one.d.p = 1;
        one.d.slip_at[1] = SLIPS;
        hp23_exact(&one);
        CHECK(routh_space_follow(&c, &x).code == PERP_OK, "follow");
        perp_status s = routh_outcome(&one.a, &one.x, 1, &o);
        CHECK(s.code == PERP_OK && o.count == 1, "%s", s.message);
        mpq_init(t);
        impact_normal(&one.x, 0, (const mpq_t *)o.first->v, t);
        CHECK(mpq_sgn(t) == 0, "normal speed");
        for (int i = 0; i < 2; i++)
            CHECK(fabs(mpq_get_d(o.first->v[i + 1]) - x.slip[i]) < 1e-9,
                  "slip %g, %g", mpq_get_d(o.first->v[i + 1]), x.slip[i]);
        mpq_clear(t);
        one.x.r = 3;
        CHECK(routh_outcome(&one.a, &one.x, 1, &o).code == PERP_INPUT, "odd");
        outcomes_clear(&o);
        hp23_clear(&one);
    }
}

int main(void)
{
    memory_adopt_gmp();
    RUN(a_ball);
    RUN(from_rest_and_in_a_groove);
    RUN(the_plane_in_space);
    RUN(random_contacts);
    RUN(samples_tend_to_the_path);
    RUN(an_outcome);
    DONE;
}
