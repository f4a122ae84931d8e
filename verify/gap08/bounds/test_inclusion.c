#include "check.h"
#include "gap08/bounds/inclusion.h"
#include "number/rational.h"

#include <math.h>

/* F(w) = [I w]x for principal inertias I: F(w) w = (I w) x w. */
static void newton_euler(mpq_t *I, mpq_t *w, mpq_t *F)
{
    for (int i = 0; i < 3; i++) {
        int j = (i + 1) % 3, k = (i + 2) % 3;
        mpq_set_ui(F[4 * i], 0, 1);
        mpq_mul(F[3 * k + j], I[i], w[i]);
        mpq_neg(F[3 * j + k], F[3 * k + j]);
    }
}

/* Verifies GAP08 (8.10). Exactly zero for F(w) = [I w]x and random velocities of
   three grid points; not zero when F has an entry that is a square. */
static void coriolis_is_linear(void)
{
    check_random rng = {check_seed(311)};
    arena a = {0};
    mpq_t *x = rational_array(&a, 3 + 5 * 3 + 3 * 9 + 3), one;
    mpq_t *I = x, *v = x + 3, *F = x + 18, *off = x + 45;
    mpq_init(one);
    for (int trial = 0; trial < 200; trial++) {
        int alpha = check_integer(&rng, 1, 8);
        for (int i = 0; i < 3; i++)
            mpq_set_si(I[i], check_integer(&rng, 1, 9), 2);
        for (int i = 0; i < 9; i++) { /* v-, v, v+ */
            mpq_set_si(v[i], check_integer(&rng, -99, 99),
                       (unsigned long)check_integer(&rng, 1, 7));
            mpq_canonicalize(v[i]);
        }
        mpq_set_si(one, alpha, 8);
        mpq_canonicalize(one);
        for (int i = 0; i < 6; i++) { /* x = a v + (1 - a) v- */
            mpq_sub(off[0], v[3 + i], v[i]);
            mpq_mul(off[0], off[0], one);
            mpq_add(v[9 + i], v[i], off[0]);
        }
        newton_euler(I, v + 3, F);
        newton_euler(I, v, F + 9);
        newton_euler(I, v + 9, F + 18);
        coriolis_pair p = {.nv = 3,
                           .alpha = one,
                           .F = (const mpq_t *)F,
                           .F_before = (const mpq_t *)F + 9,
                           .G = (const mpq_t *)F + 18,
                           .x_next = (const mpq_t *)v + 12,
                           .x = (const mpq_t *)v + 9};
        for (int i = 0; i < 3; i++)
            mpq_set_ui(off[i], 7, 1); /* is overwritten */
        coriolis_defect(&p, off);
        for (int i = 0; i < 3; i++)
            CHECK(mpq_sgn(off[i]) == 0, "trial %d: %g", trial,
                  mpq_get_d(off[i]));
        if (alpha == 8 || mpq_equal(v[0], v[3]) || mpq_sgn(v[9 + 1]) == 0)
            continue;
        for (int k = 0; k < 3; k++) { /* F_01 = w_0^2 */
            mpq_ptr to = F[9 * k + 1];
            mpq_srcptr w = v[k == 0 ? 3 : k == 1 ? 0 : 9];
            mpq_mul(to, w, w);
        }
        coriolis_defect(&p, off);
        CHECK(mpq_sgn(off[0]) != 0, "trial %d: a square passes", trial);
    }
    mpq_clear(one);
    rational_clear(x, 48);
    arena_free(&a);
    VERIFIES("GAP08 (8.10)");
}

/* A frame of the circle at an angle: joint (cos, sin). */
static frame circle(arena *a, double angle, double *work)
{
    frame f;
    double nu[2] = {cos(angle), sin(angle)};
    CHECK(frame_new(a, 2, 1, &f).code == PERP_OK, "memory");
    frame_begin(nu, work, &f);
    return f;
}

/* Verifies GAP08 (8.2), (8.19), (3.6). On a circle nu_perp = (-sin, cos) and
   d nu_perp = -nu d angle. Angles .49 and .50, w = 1: with the plus sign the
   residual is 5.0e-5 (d^2/2), with the printed minus 2.0e-2 (2 d), erratum
   0-33; and it falls fourfold when the step is halved, the other twofold. */
static void signs_of_8_19(void)
{
    double work[16], last[2] = {0};
    for (int k = 0; k < 5; k++) {
        arena a = {0};
        double d = ldexp(0.01, -k), w = 1;
        frame from = circle(&a, 0.5 - d, work), to;
        double nu[2] = {cos(0.5), sin(0.5)}, x[2], t[2], closed[2], b[2];
        CHECK(frame_new(&a, 2, 1, &to).code == PERP_OK, "memory");
        frame_carry(&from, nu, &to);
        frame_vector(&from, &w, x);
        frame_turn(&to, x, t);
        double side = from.across[0] < 0 ? 1 : -1;
        closed[0] = -side * nu[0] * d; /* w d nu_perp */
        closed[1] = -side * nu[1] * d;
        CHECK(hypot(t[0] - closed[0], t[1] - closed[1]) < d * d, "turn: %g %g",
              t[0], t[1]);
        CHECK(fabs(to.across[0] + side * nu[1]) < 1e-15 &&
                  fabs(to.across[1] - side * nu[0]) < 1e-15,
              "not (-sin, cos)");
        reduced_pair p = {.from = &from, .to = &to, .before = x, .after = x};
        double plus = frame_defect(&p, work);
        frame_vector(&to, &w, b);
        double minus = hypot(b[0] - x[0] + t[0], b[1] - x[1] + t[1]);
        CHECK(fabs(plus / (d * d / 2) - 1) < 0.01 && fabs(minus / d - 2) < 0.01,
              "d = %g: %g, %g", d, plus, minus);
        if (k > 0)
            CHECK(plus < 0.26 * last[0] && minus > 0.49 * last[1],
                  "d = %g: %g, %g", d, plus, minus);
        frame fixed = circle(&a, 0, work); /* nu = (1, 0): no rounding */
        frame_turn(&fixed, (double[2]){2, 3}, t);
        CHECK(t[0] == -2 && t[1] == 0, "turn: %g %g", t[0], t[1]);
        printf("d = %g: defect %.2e, with the printed sign %.2e\n", d, plus,
               minus);
        last[0] = plus;
        last[1] = minus;
        arena_free(&a);
    }
    VERIFIES("GAP08 (8.2), (8.19), (3.6)");
}

/* Frames stay orthonormal and across when carried over random joints that turn
   slowly, and differ from the projection of the last by O(d^2); the part of a vector
   that is put together from its parts is these. What (8.2) adds to the last vector
   takes it across all joints and has no part across them.
   Verifies GAP08 (3.6), (8.1), (8.2). */
static void frames_are_carried(void)
{
    check_random rng = {check_seed(313)};
    for (int trial = 0; trial < 50; trial++) {
        arena a = {0};
        double nu[3 * 6], work[42], w[6] = {1, -1, 2, 0.5, 1, 1};
        int m = check_integer(&rng, 1, 3);
        frame f[2];
        for (int i = 0; i < m * 6; i++)
            nu[i] = check_uniform(&rng, -1, 1);
        for (int i = 0; i < 2; i++)
            CHECK(frame_new(&a, 6, m, &f[i]).code == PERP_OK, "memory");
        frame_begin(nu, work, &f[0]);
        for (int turn = 0; turn < 20; turn++) {
            const frame *was = &f[turn % 2], *is = &f[1 - turn % 2];
            for (int i = 0; i < m * 6; i++)
                nu[i] += check_uniform(&rng, -1, 1) / 512;
            frame_carry(was, nu, &f[1 - turn % 2]);
            for (int i = 0; i < 6; i++)
                for (int j = 0; j < 6; j++) {
                    double dot = 0;
                    for (int k = 0; k < 6; k++)
                        dot += is->along[6 * i + k] * is->along[6 * j + k];
                    CHECK(fabs(dot - (i == j)) < 1e-14, "%g", dot);
                }
            for (int j = 0; j < m; j++)
                for (int i = m; i < 6; i++) {
                    double dot = 0;
                    for (int k = 0; k < 6; k++)
                        dot += nu[6 * j + k] * is->along[6 * i + k];
                    CHECK(fabs(dot) < 1e-14, "not across: %g", dot);
                }
            double before[6], after[6], back[6];
            frame_vector(was, w, before);
            frame_vector(is, w, after);
            frame_part(is, after, back);
            for (int i = 0; i < 6 - m; i++)
                CHECK(fabs(back[i] - w[i]) < 1e-14, "part %d of the vector", i);
            frame_turn(is, before, after);
            frame_part(is, after, back);
            for (int i = 0; i < 6 - m; i++)
                CHECK(fabs(back[i]) < 1e-14, "turned across: %g", back[i]);
            for (int j = 0; j < m; j++) {
                double dot = 0;
                for (int k = 0; k < 6; k++)
                    dot += nu[6 * j + k] * (before[k] + after[k]);
                CHECK(fabs(dot) < 1e-14, "not turned across: %g", dot);
            }
        }
        arena_free(&a);
    }
    VERIFIES("GAP08 (3.6), (8.1), (8.2)");
}

/* Verifies GAP08 (8.4), (8.5), (8.6), (8.18), (8.21), (8.22). A bead slides round a circle of
   radius 1 with speed w = 1 + t, pushed by the tangential force 1 and held by
   the joint: M = 1, k = nu_perp, w' = 1. From two points of this motion, the
   force at one of them and any joint impulse the reduced equation is right up
   to O(d^2); with the force left out up to O(d) only. */
static void reduced_equation(void)
{
    double M[4] = {1, 0, 0, 1}, work[16];
    for (int k = 0; k < 5; k++) {
        arena a = {0};
        double d = ldexp(0.02, -k), x[2][2], force[2], impulse[2];
        double angle[2] = {0.3, 0.3 + d + d * d / 2}, speed[2] = {1, 1 + d};
        frame from = circle(&a, angle[0], work), to;
        double nu[2] = {cos(angle[1]), sin(angle[1])};
        CHECK(frame_new(&a, 2, 1, &to).code == PERP_OK, "memory");
        frame_carry(&from, nu, &to);
        for (int i = 0; i < 2; i++) {
            x[i][0] = -speed[i] * sin(angle[i]);
            x[i][1] = speed[i] * cos(angle[i]);
        }
        force[0] = -d * sin(angle[1]);
        force[1] = d * cos(angle[1]);
        impulse[0] = 17 * nu[0];
        impulse[1] = 17 * nu[1];
        reduced_pair p = {.from = &from,
                          .to = &to,
                          .M = M,
                          .before = x[0],
                          .after = x[1],
                          .force = force,
                          .impulse = impulse};
        double off = reduced_defect(&p, work);
        force[0] = force[1] = 0;
        double without = reduced_defect(&p, work);
        CHECK(off < d * d && fabs(without / d - 1) < 0.1, "d = %g: %g, %g", d,
              off, without);
        arena_free(&a);
    }
    VERIFIES("GAP08 (8.4), (8.5), (8.6), (8.18), (8.21), (8.22)");
}

/* (8.20) on the circle: nu_perp'M times the defect (1 - cos d) nu_perp, so m (1 - cos d)
   for a point mass m, and with a mass that mixes the two directions nu_perp'M nu_perp (1
   - cos d); that falls fourfold with d, and one with the printed sign, which the point
   mass does not see, is 2 sin d nu_perp'M nu.

   Verifies GAP08 (8.20). */
static void the_mass_of_a_turn(void)
{
    static const double masses[2][4] = {{3, 0, 0, 3}, {3, 1, 1, 5}};
    double work[16];
    for (int k = 0; k < 8; k++) {
        arena a = {0};
        const double d = ldexp(0.02, -k / 2), *M = masses[k % 2];
        double x[2], a_[2], t[2], b[2], p_[2];
        frame from = circle(&a, 0.5 - d, work), to;
        double nu[2] = {cos(0.5), sin(0.5)}, w = 1;
        CHECK(frame_new(&a, 2, 1, &to).code == PERP_OK, "memory");
        frame_carry(&from, nu, &to);
        frame_vector(&from, &w, x);
        frame_vector(&to, &w, p_);
        double across = 0, mixed = 0;
        for (int i = 0; i < 2; i++)
            for (int j = 0; j < 2; j++) {
                across += p_[i] * M[2 * i + j] * p_[j];
                mixed += p_[i] * M[2 * i + j] * nu[j];
            }
        reduced_pair p = {
            .from = &from, .to = &to, .M = M, .before = x, .after = x};
        double off = frame_mass_defect(&p, work);
        double want = across * 2 * sin(d / 2) * sin(d / 2);
        CHECK(fabs(off - want) < 1e-12, "d = %g: %.9g, not %.9g", d, off, want);
        frame_turn(&to, x, t);
        for (int i = 0; i < 2; i++)
            b[i] = p_[i] - x[i] + t[i];
        for (int i = 0; i < 2; i++)
            a_[i] = M[2 * i] * b[0] + M[2 * i + 1] * b[1];
        double printed = fabs(p_[0] * a_[0] + p_[1] * a_[1]);
        CHECK(k % 2 == 0 ? printed < d * d * 3
                         : fabs(printed / (2 * d * fabs(mixed)) - 1) < 0.2,
              "d = %g: printed %g, %g", d, printed, mixed);
        arena_free(&a);
    }
    VERIFIES("GAP08 (8.20)");
}

/* (8.17) leaves a sixth of the third derivative: for random cubic joints of two
   coordinates, Theta = sum c_ij q1^i q2^j, it is h^2 D^3 Theta [x, x, x] / 6 exactly
   (and nothing for a quadratic one); not when nu is that of another place, Theta's
   change is counted once and not twice, or nu'x of the beginning is left out.

   Verifies GAP08 (8.16), (8.17). */
static double power(double x, int k)
{
    double y = 1;
    while (k-- > 0)
        y *= x;
    return y;
}

static double cubic(const double *c, const double *q, double *nu)
{
    double sum = 0;
    nu[0] = nu[1] = 0;
    for (int i = 0; i <= 3; i++)
        for (int j = 0; j <= 3 - i; j++) {
            const double k = c[4 * i + j];
            sum += k * power(q[0], i) * power(q[1], j);
            if (i > 0)
                nu[0] += k * i * power(q[0], i - 1) * power(q[1], j);
            if (j > 0)
                nu[1] += k * j * power(q[0], i) * power(q[1], j - 1);
        }
    return sum;
}

static void joints_that_bend(void)
{
    check_random rng = {check_seed(319)};
    for (int trial = 0; trial < 200; trial++) {
        double c[2][16], q[2], x[2], to[2], nu[2][4], theta[2][2], third = 0;
        const double h = ldexp(1, -check_integer(&rng, 0, 4));
        const int linear = trial % 3 == 0;
        for (int i = 0; i < 32; i++)
            c[i / 16][i % 16] = check_integer(&rng, -8, 8);
        for (int i = 0; i < 2; i++) {
            q[i] = check_integer(&rng, -8, 8) / 4.0;
            x[i] = check_integer(&rng, -8, 8) / 2.0;
            to[i] = q[i] + h * x[i];
        }
        for (int k = 0; k < 2; k++) {
            for (int i = 0; i <= 3 && linear; i++)
                c[k][4 * i + 3 - i] = 0;
            theta[0][k] = cubic(c[k], q, nu[0] + 2 * k);
            theta[1][k] = cubic(c[k], to, nu[1] + 2 * k);
            double D = 0; /* D^3 Theta [x, x, x] / 6 */
            for (int i = 0; i <= 3; i++)
                D += c[k][4 * i + 3 - i] * power(x[0], i) * power(x[1], 3 - i);
            third = fmax(third, fabs(D));
        }
        joints_bend p = {.nv = 2, .m = 2, .h = h, .nu_before = nu[0],
                         .nu = nu[1], .theta_before = theta[0],
                         .theta = theta[1], .x = x};
        double off = joints_bend_defect(&p);
        CHECK(fabs(off - h * h * third) <= 1e-9 * (1 + third),
              "trial %d: %.12g, not %.12g", trial, off, h * h * third);
        CHECK(!linear || off < 1e-9, "quadratic: %g", off);
        p.m = 1;
        double alone = joints_bend_defect(&p);
        nu[1][0] += 64; /* more than any defect of the first joint */
        CHECK(x[0] == 0 || fabs(joints_bend_defect(&p) - alone) > 1e-6,
              "trial %d: another nu passes", trial);
    }
    VERIFIES("GAP08 (8.16), (8.17)");
}

/* Two steps in space. The joint turns by the angle of the triangle 3, 4, 5, from
   nu- = (1, 0, 0) to (4/5, 3/5, 0), and the frame with it, from (0, 1, 0), (0, 0, 1)
   to (-3/5, 4/5, 0), (0, 0, 1). w- = (5, 2), so nu_perp- w- = (0, 5, 2) turns by -3 nu
   into (-12/5, 16/5, 2); (8.19) misses nu_perp w- = (-3, 4, 2) by 1. In (8.4) w = (10,
   5); nu_perp (w - w-) - 3 nu = (-27/5, 11/5, 3), M times that = (-67/5, 21/5, 32/5),
   less force and impulse (-72/5, 16/5, 27/5) - 17 nu, across the joint (56/5, 27/5).
   Both leave what lies beside their work alone.

   Verifies GAP08 (8.19), (8.4), (8.5), (8.6), (8.18). */
static void a_large_turn(void)
{
    double M[9] = {4, 1, 2, 1, 3, 1, 2, 1, 5};
    double was[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};
    double is[9] = {0.8, 0.6, 0, -0.6, 0.8, 0, 0, 0, 1};
    double before[3] = {7, 5, 2}, after[3] = {0.8 - 6, 0.6 + 8, 5};
    double force[3] = {1, 0, 2}, impulse[3] = {17 * 0.8, 1 + 17 * 0.6, -1};
    double room[12 + 12 + 12], *work = room + 12;
    frame from = {3, 1, was, was + 3}, to = {3, 1, is, is + 3};
    reduced_pair p = {.from = &from,
                      .to = &to,
                      .M = M,
                      .before = before,
                      .after = after,
                      .force = force,
                      .impulse = impulse};
    for (int i = 0; i < 36; i++)
        room[i] = i;
    double turn = frame_defect(&p, work);
    for (int i = 0; i < 36; i++)
        CHECK((i >= 12 && i < 12 + 9) || room[i] == i, "(8.19): %d", i);
    CHECK(fabs(turn - 1) < 1e-14, "(8.19): %.17g", turn);
    double off = reduced_defect(&p, work), wanted = hypot(56, 27) / 5;
    for (int i = 0; i < 36; i++)
        CHECK((i >= 12 && i < 24) || room[i] == i, "(8.4): %d", i);
    CHECK(fabs(off - wanted) < 1e-13, "(8.4): %.17g, not %.17g", off, wanted);
    VERIFIES("GAP08 (8.19), (8.4), (8.5), (8.6), (8.18)");
}

int main(void)
{
    RUN(coriolis_is_linear);
    RUN(signs_of_8_19);
    RUN(frames_are_carried);
    RUN(reduced_equation);
    RUN(the_mass_of_a_turn);
    RUN(joints_that_bend);
    RUN(a_large_turn);
    DONE;
}
