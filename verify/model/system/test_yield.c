/* The compliance of a system and the derivatives of its whole force. */
#include "base/memory.h"
#include "compliant_scene.h"

#include <math.h>
#include <string.h>

static void evaluate(const tape *t, const double *in, double *out)
{
    double work[512];
    CHECK(tape_slots(t) <= 512, "too large for this test");
    CHECK(tape_f64(t, in, work, out).code == PERP_OK, "tape");
}

/** K(q), C, f and its Jacobians by hand.

Verifies PKS05 (1)-(2). */
static void by_hand(void)
{
    compliant_scene u;
    compliant_shape shape = {100, 3, 2, 0.5, 1};
    CHECK(compliant_floor(&u, &shape).code == PERP_OK, "scene");
    const perp_system *s = &u.s.sys;
    double in[5] = {0.7, -0.2, 1.5, 3, 11}, K[8], f[2], J[8];
    CHECK(s->yields && s->yield.outputs == 8 && s->slope.outputs == 8, "size");
    evaluate(&s->yield, in, K);
    CHECK(fabs(K[0] - 100 * 1.12) < 1e-12 && K[3] == 5 && K[4] == 2 &&
              K[7] == 4 && K[1] == 0 && K[6] == 0,
          "K, C");
    evaluate(&s->total, in, f);
    CHECK(fabs(f[0] - (2 + 0.5 * 0.49 - 0.7 - 0.375)) < 1e-14 &&
              fabs(f[1] - (-10 - 0.75)) < 1e-14,
          "f = %g, %g", f[0], f[1]);
    evaluate(&s->slope, in, J);
    const double wanted[8] = {0.7 - 1, 0, 0, 0, -0.25, 0, 0, -0.25};
    for (int i = 0; i < 8; i++)
        CHECK(fabs(J[i] - wanted[i]) < 1e-14, "J[%d] = %g", i, J[i]);
    scene_end(&u.s);
    VERIFIES("PKS05 (1)-(2)");
}

/* A unit mass with coordinate a, velocity b and the Coriolis matrix (a b), and
   nothing to touch: the force is k + F v. */
static void coriolis(void)
{
    scene s;
    scene_start(&s, 1);
    graph_id one = graph_const(&s.g, 1), k = s.q[0];
    graph_id F = graph_op2(&s.g, OP_MUL, s.q[0], s.v[0]), none[1] = {one};
    system_spec spec = {.g = &s.g,
                        .nq = 1,
                        .nv = 1,
                        .q_name = s.name,
                        .v_name = s.name,
                        .M = &one,
                        .k = &k,
                        .F = &F,
                        .K = none,
                        .C = none};
    CHECK(system_make(&s.a, &spec, &s.sys).code == PERP_OK, "make");
    CHECK(!s.sys.yields, "nothing yields");
    double in[3] = {3, 5, 0}, f, J[2];
    evaluate(&s.sys.total, in, &f);
    evaluate(&s.sys.slope, in, J);
    CHECK(f == 3 + 3 * 25 && J[0] == 1 + 25 && J[1] == 2 * 15, "%g %g %g", f,
          J[0], J[1]);
    scene_end(&s);
}

/* Stiffness or damping of the velocity or of the time. */
static void position_only(void)
{
    for (int which = 0; which < 4; which++) {
        scene s;
        scene_start(&s, 1);
        graph_id one = graph_const(&s.g, 1), zero = graph_const(&s.g, 0);
        graph_id bad = which % 2 == 0 ? s.v[0] : s.t;
        mpq_t mu;
        mpq_init(mu);
        system_contact c = {"floor", s.q[0], 0, NULL, mu};
        system_spec spec = {.g = &s.g,
                            .nq = 1,
                            .nv = 1,
                            .q_name = s.name,
                            .v_name = s.name,
                            .M = &one,
                            .k = &zero,
                            .contacts = 1,
                            .contact = &c,
                            .K = which < 2 ? &bad : &one,
                            .C = which < 2 ? &one : &bad};
        perp_status status = system_make(&s.a, &spec, &s.sys);
        CHECK(status.code == PERP_INPUT &&
                  strstr(status.message, which < 2 ? "stiffness" : "damping"),
              "%d: %s", which,
              status.code == PERP_OK ? "passed" : status.message);
        mpq_clear(mu);
        scene_end(&s);
    }
}

/** Every refused allocation is a clean error: with the Coriolis matrix, with a spring,
and with rows through Gamma. */
static void memory(void)
{
    size_t k = 1;
    for (perp_code code = PERP_LIMIT; code != PERP_OK && k < 400; k++) {
        scene s;
        mpq_t mu;
        mpq_init(mu);
        scene_start(&s, 1);
        graph_id one = graph_const(&s.g, 1);
        graph_id turn = graph_op1(&s.g, OP_COS, s.q[0]);
        graph_id F = graph_op2(&s.g, OP_MUL, s.q[0], s.v[0]);
        system_contact c = {"floor", s.q[0], 0, NULL, mu};
        system_spring spring = {"spring", turn, mu, mu};
        system_spec spec = {.g = &s.g,
                            .nq = 1,
                            .nv = 1,
                            .q_name = s.name,
                            .v_name = s.name,
                            .M = &one,
                            .k = s.q,
                            .F = &F,
                            .G = &turn,
                            .springs = 1,
                            .spring = &spring,
                            .contacts = 1,
                            .contact = &c,
                            .K = &one,
                            .C = &one};
        memory_refuse(k);
        code = system_make(&s.a, &spec, &s.sys).code;
        memory_refuse(0);
        CHECK(code == PERP_OK || code == PERP_LIMIT, "k = %zu: %d", k,
              (int)code);
        mpq_clear(mu);
        scene_end(&s);
    }
    CHECK(k > 10 && k < 400, "%zu", k);
}

/** Ten contacts with one slip each, the third and the sixth coupled, and the seventh with
the eighth by a formula that is zero at the q that is asked: `coupled` has the entries of
these blocks, each where the whole matrices have it, and all others are zero there. The
number of entries is that of the blocks, 4 for each contact and 8 for each pair.

Verifies PKS05 (5). */
static void who_is_coupled(void)
{
    enum { P = 10, R = 2 * P };
    scene s;
    scene_start(&s, 2);
    graph_id zero = graph_const(&s.g, 0), one = graph_const(&s.g, 1);
    graph_id K[R * R], C[R * R], M[4] = {one, zero, zero, one};
    graph_id k[2] = {zero, zero};
    for (int i = 0; i < R * R; i++)
        K[i] = C[i] = i % (R + 1) == 0 ? graph_const(&s.g, i + 1) : zero;
    K[4 * R + 11] = K[11 * R + 4] = graph_const(&s.g, 0.5);
    C[12 * R + 14] = C[14 * R + 12] = s.q[0];
    system_contact c[P];
    mpq_t mu;
    mpq_init(mu);
    for (int i = 0; i < P; i++)
        c[i] = (system_contact){"contact", s.q[1], 1, &s.v[0], mu};
    system_spec spec = {.g = &s.g,
                        .nq = 2,
                        .nv = 2,
                        .q_name = s.name,
                        .v_name = s.name,
                        .M = M,
                        .k = k,
                        .contacts = P,
                        .contact = c,
                        .K = K,
                        .C = C};
    CHECK(system_make(&s.a, &spec, &s.sys).code == PERP_OK, "make");
    static double work[4096], all[2 * R * R], some[2 * R * R], put[2 * R * R];
    for (int turn = 0; turn < 2; turn++) {
        const double in[5] = {turn, 1, 0, 0, 0};
        const int n = s.sys.entries;
        CHECK(n == 4 * P + 2 * 8 && s.sys.coupled.outputs == 2 * (uint32_t)n,
              "%d entries", n);
        CHECK(tape_f64(&s.sys.yield, in, work, all).code == PERP_OK &&
                  tape_f64(&s.sys.coupled, in, work, some).code == PERP_OK,
              "tapes");
        memset(put, 0, sizeof put);
        for (int e = 0; e < n; e++) {
            const int at = s.sys.entry[e][0] * R + s.sys.entry[e][1];
            CHECK(e == 0 || at > s.sys.entry[e - 1][0] * R +
                                     s.sys.entry[e - 1][1],
                  "order");
            put[at] = some[e];
            put[R * R + at] = some[n + e];
        }
        CHECK(memcmp(put, all, sizeof all) == 0, "entries");
    }
    mpq_clear(mu);
    scene_end(&s);
    VERIFIES("PKS05 (5)");
}

/* q' = 2 v, the elongation q^2/2 + q, stiffness 3, damping 2, k = q. By hand at q =
   1/2, v = 3/2: phi = 5/8, a = 2 (q + 1) = 3, the tension 3 phi + 2 a v = 87/8, f = q -
   87/8 a; its derivatives 1 - (3 (q + 1) + 2 v da/dq) a - 87/8 da/dq and -2 a^2. */
static void sprung(void)
{
    scene s;
    mpq_t three, two;
    scene_start(&s, 1);
    mpq_inits(three, two, NULL);
    mpq_set_ui(three, 3, 1);
    mpq_set_ui(two, 2, 1);
    graph_id one = graph_const(&s.g, 1), G = graph_const(&s.g, 2);
    graph_id half = graph_op2(&s.g, OP_MUL, graph_const(&s.g, 0.5), s.q[0]);
    graph_id phi = graph_op2(&s.g, OP_MUL, half, s.q[0]);
    phi = graph_op2(&s.g, OP_ADD, phi, s.q[0]);
    system_spring spring = {"s", phi, three, two};
    system_spec spec = {.g = &s.g,
                        .nq = 1,
                        .nv = 1,
                        .q_name = s.name,
                        .v_name = s.name,
                        .M = &one,
                        .k = &s.q[0],
                        .G = &G,
                        .springs = 1,
                        .spring = &spring};
    CHECK(system_make(&s.a, &spec, &s.sys).code == PERP_OK, "make");
    double in[3] = {0.5, 1.5, 0}, f, J[2];
    evaluate(&s.sys.total, in, &f);
    evaluate(&s.sys.slope, in, J);
    CHECK(f == -32.125, "f = %g", f);
    CHECK(J[0] == -52.25 && J[1] == -18, "slopes %g, %g", J[0], J[1]);
    mpq_clears(three, two, NULL);
    scene_end(&s);
}

int main(void)
{
    RUN(by_hand);
    RUN(coriolis);
    RUN(sprung);
    RUN(position_only);
    RUN(memory);
    RUN(who_is_coupled);
    DONE;
}
