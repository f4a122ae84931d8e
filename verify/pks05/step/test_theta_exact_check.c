/* What an exact step has to satisfy, each demand by a step of one contact that
   breaks this one and no other. */
#include "number/rational.h"
#include "pks05/step/theta.h"

#include "check.h"

/* A unit mass over a floor with K = C = I: h = 1, theta = 0, v = (vx, vy), one
   planar contact with mu = 1/2, gap 0, no force, delta = 0. */
typedef struct {
    arena a;
    theta_exact d;
    theta_exact_end x;
    mpq_t *all;
} floor_step;

enum { NUMBERS = 2 + 2 + 2 + 2 + 2 + 2 + 4 };

static void begin(floor_step *u, int vx, int vy)
{
    memset(u, 0, sizeof *u);
    theta_data shape = {.nv = 2, .p = 1, .slips = 1};
    CHECK(theta_exact_new(&u->a, &shape, 2, &u->d).code == PERP_OK, "room");
    mpq_set_si(u->d.h, 1, 1);
    for (int i = 0; i < 4; i += 3) {
        mpq_set_si(u->d.M[i], 1, 1);
        mpq_set_si(u->d.K[i], 1, 1);
        mpq_set_si(u->d.C[i], 1, 1);
    }
    mpq_set_si(u->d.rows[1], 1, 1); /* n = (0, 1), t = (1, 0) */
    mpq_set_si(u->d.rows[2], 1, 1);
    mpq_set_si(u->d.mu[0], 1, 2);
    mpq_set_si(u->d.v[0], vx, 1);
    mpq_set_si(u->d.v[1], vy, 1);
    mpq_set_si(u->d.directions[0], 1, 1);
    mpq_set_si(u->d.directions[1], -1, 1);
    mpq_t *x = u->all = rational_array(&u->a, NUMBERS);
    u->x = (theta_exact_end){.v = x,
                             .delta = x + 2,
                             .mean = x + 4,
                             .lambda = x + 6,
                             .s = x + 8,
                             .beta = x + 10,
                             .work = x + 12};
}

/* The step in which the forces are ln and lt: v' = v + lambda, mean = v',
   delta' = lambda / 2, s = delta' + Gamma v'. */
static void forces(floor_step *u, double ln, double lt)
{
    const double l[2] = {ln, lt};
    for (int i = 0; i < 2; i++) {
        mpq_set_d(u->x.lambda[i], l[i]);
        mpq_set_d(u->x.delta[i], l[i] / 2);
        mpq_set_d(u->x.v[1 - i], mpq_get_d(u->d.v[1 - i]) + l[i]);
        mpq_set(u->x.mean[1 - i], u->x.v[1 - i]);
        mpq_add(u->x.s[i], u->x.delta[i], u->x.v[1 - i]);
    }
    mpq_set_d(u->x.beta[0], lt > 0 ? lt : 0);
    mpq_set_d(u->x.beta[1], lt < 0 ? -lt : 0);
}

static void end(floor_step *u)
{
    rational_clear(u->all, NUMBERS);
    theta_exact_clear(&u->d);
    arena_free(&u->a);
}

static void says(floor_step *u, const char *word)
{
    perp_status s = theta_exact_check(&u->d, &u->x, NULL, NULL, NULL);
    if (word == NULL)
        CHECK(s.code == PERP_OK, "%s", s.message);
    else
        CHECK(s.code == PERP_REFUTED && strstr(s.message, word) != NULL,
              "%s: %s", word, s.code == PERP_OK ? "passed" : s.message);
}

/** With v = (vx, -3) the floor pushes with 2: then gap' = delta_n' + h v_y' = 1 +
(-1) = 0. Friction at most 1; without slip it would be -2/3 vx, so vx = 3/2 is the
limit of sticking.

Verifies PKS05 (5)-(7), (9). */
static void by_hand(void)
{
    floor_step u;
    begin(&u, 6, -3);
    forces(&u, 2, -1); /* slips: s_t = -1/2 + 5 > 0 */
    says(&u, NULL);
    forces(&u, 2, 1);
    says(&u, "friction");
    forces(&u, 2, -2); /* outside */
    says(&u, "friction");
    forces(&u, 2, -0.5); /* too lazy */
    says(&u, "friction");
    forces(&u, 1, -0.5); /* gap' = 1/2 - 2 < 0 */
    says(&u, "negative");
    forces(&u, 4, -2); /* gap' = 2 + 1 > 0 */
    says(&u, "open");
    forces(&u, 2, -1);
    mpq_set_d(u.x.beta[0], 1); /* the same force, but more than mu lambda_n */
    mpq_set_d(u.x.beta[1], 2);
    says(&u, "friction");
    end(&u);
    begin(&u, 0, 3);
    forces(&u, 0, 0); /* flies */
    says(&u, NULL);
    forces(&u, -1, 0);
    says(&u, "pulls");
    end(&u);
    VERIFIES("PKS05 (5)-(7), (9)");
}

/** (5) broken in one row and nothing else: a row that does not yield, delta' =
delta, against the force -1 or 2. The identity of the energies cannot see it, as
nothing is done in this row. And (5) is read by rows, which a damping or a stiffness
that is not symmetric tells: with (1, c; -c, 1) in its place and delta' = (1, -1/2)
the forces are (2 - c/2, -1 - c).

Verifies PKS05 (5). */
static void compliance(void)
{
    floor_step u;
    begin(&u, 6, -3);
    forces(&u, 2, -1);
    mpq_set_d(u.x.delta[1], 0);
    mpq_set_d(u.x.s[1], 5);
    says(&u, "compliance fails in row 2");
    end(&u);
    begin(&u, 6, -2);
    forces(&u, 2, -1);
    mpq_set_d(u.x.delta[0], 0); /* gap' = v_y' = 0 */
    mpq_set_d(u.x.s[0], 0);
    says(&u, "compliance fails in row 1");
    end(&u);
    for (int k = 0; k < 4; k++) {
        const int side = k % 2 == 0 ? 1 : -1;
        const double c = side / 2.0; /* the matrix is the one with 1/2 */
        begin(&u, 6, 0);
        mpq_set_d(u.d.v[1], c / 2 - 3);
        mpq_set_d((k < 2 ? u.d.C : u.d.K)[1], 0.5);
        mpq_set_d((k < 2 ? u.d.C : u.d.K)[2], -0.5);
        mpq_set_si(u.d.mu[0], 4 + 2 * side, (unsigned)(8 - side));
        forces(&u, 2 - c / 2, -1 - c); /* v' = (5 - c, -1) */
        mpq_set_d(u.x.delta[0], 1);
        mpq_set_d(u.x.delta[1], -0.5);
        mpq_set_d(u.x.s[0], 0);
        mpq_set_d(u.x.s[1], 4.5 - c);
        says(&u, side > 0 ? NULL : "compliance fails in row 1");
        end(&u);
    }
    VERIFIES("PKS05 (5)");
}

/** E' - E of the slipping step, by hand: v' = (5, -1), delta' = (1, -1/2), so E'
= 13 + 1/2 + 1/8 and E = 45/2. A force given beside the tangent is used. */
static void energies(void)
{
    floor_step u;
    mpq_t gained, work, f[2];
    mpq_inits(gained, work, f[0], f[1], NULL);
    begin(&u, 6, -3);
    forces(&u, 2, -1);
    CHECK(theta_exact_check(&u.d, &u.x, NULL, gained, work).code == PERP_OK &&
              mpq_get_d(gained) == 13.625 - 22.5 && mpq_sgn(work) == 0,
          "%g", mpq_get_d(gained));
    mpq_set_d(f[1], 0.5);
    CHECK(theta_exact_check(&u.d, &u.x, (const mpq_t *)f, NULL, NULL).code ==
              PERP_REFUTED,
          "the given force is used");
    mpq_clears(gained, work, f[0], f[1], NULL);
    end(&u);
}

/* What is asked of M, K and C, each in turn in the place of the unit matrix: (1,
   x; y, 1) is refused for x != y, and for x = y unless |x| < 1, by 2^-300 too. */
static void data(void)
{
    for (int which = 0; which < 3; which++)
        for (int k = 0; k < 6; k++) {
            static const char *const name[] = {"mass", "stiffness", "damping"};
            floor_step u;
            begin(&u, 1, -1);
            mpq_t *A = which == 0 ? u.d.M : which == 1 ? u.d.K : u.d.C;
            mpq_set_d(A[1], 0x1p-300);
            mpq_set_si(A[2], 1, 1);
            if (k < 2) /* 1 - 2^-300, 2^-300 - 1 */
                mpq_sub(A[1], A[2], A[1]);
            else if (k < 4) /* 1 + 2^-300, 1 */
                mpq_add(A[1], A[2], A[1]);
            if (k == 1)
                mpq_neg(A[1], A[1]);
            if (k != 3)
                mpq_set(A[2], A[1]);
            if (k == 5)
                mpq_set_si(A[3], -1, 1);
            const int fine = k < 2 || k == 4;
            perp_status s = theta_exact_definite(&u.d, &u.a);
            CHECK(s.code == (fine ? PERP_OK : PERP_INPUT), "%s %d: %d",
                  name[which], k, s.code);
            CHECK(fine ||
                      (strstr(s.message, name[which]) &&
                       strstr(s.message, k == 3 ? "symmetric" : "its pivot 2")),
                  "%s", s.message);
            end(&u);
        }
}

int main(void)
{
    RUN(by_hand);
    RUN(compliance);
    RUN(energies);
    RUN(data);
    DONE;
}
