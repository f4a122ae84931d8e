/**
# The set of rates (39), corner by corner
*/
#include "hp23.h"
#include "hp23/inclusion/hull.h"
#include "hp23/inclusion/rates.h"

static mpq_t zero;

/* Two contacts without friction along the axes, M = I. */
static void two_walls(hp23 *m)
{
    hp23_new(m, 2, 2);
    m->d.M[0] = m->d.M[3] = m->d.n[0] = m->d.n[3] = 1;
    m->d.slip_at[1] = m->d.slip_at[2] = m->d.r = 0;
    hp23_exact(m);
}

static void put(mpq_t x, long p, unsigned long q)
{
    mpq_set_si(x, p, q);
    mpq_canonicalize(x);
}

/** The example (42), for several epsilon, exactly: the rate is in the set, the
energy falls at the rate epsilon only, and the slow contact has ended at s =
epsilon (1 + epsilon)^2 / 2. Of rates that are as much as delta beside, the
distance is delta.

Verifies HP23 (41)-(42). */
static void little_dissipation(void)
{
    for (unsigned long k = 1; k <= 1000; k *= 10) {
        hp23 m;
        rates r;
        mpq_t v[2], rate[2], power, weight[2], s, e;
        two_walls(&m);
        mpq_inits(v[0], v[1], rate[0], rate[1], power, s, e, weight[0],
                  weight[1], NULL);
        CHECK(rates_new(&m.a, &m.x, &r).code == PERP_OK, "rates");
        put(e, 1, k); /* epsilon */
        put(v[0], -(long)(k + 1), 2 * k);
        mpq_mul(v[1], v[0], e);
        put(rate[0], 1, k + 1);
        put(rate[1], (long)k, k + 1);
        rates_at(&r, (const mpq_t *)v, zero);
        hull_exact h = {2, r.count, (const mpq_t *)r.corner,
                        (const mpq_t *)rate};
        CHECK(r.count == 2, "%d corners", r.count);
        CHECK(hull_distance(&m.a, &h, power, weight).code == PERP_OK &&
                  mpq_sgn(power) == 0,
              "1/%lu: (42) is not in D", k);
        CHECK(mpq_equal(weight[0], rate[0]), "the weights are the rates");
        rates_power(&r, (const mpq_t *)v, (const mpq_t *)rate, power);
        mpq_neg(power, power);
        CHECK(mpq_equal(power, e), "1/%lu: K' = -%g", k, mpq_get_d(power));
        mpq_div(s, v[1], rate[1]); /* until the second contact has ended */
        CHECK(-mpq_get_d(s) * 2 * (double)k * (double)k * (double)k ==
                  (double)((k + 1) * (k + 1)),
              "1/%lu: ends at s = %g", k, -mpq_get_d(s));
        put(e, 1, 8);
        mpq_add(rate[0], rate[0], e); /* beside the line of the two corners */
        mpq_add(rate[1], rate[1], e);
        CHECK(hull_distance(&m.a, &h, power, weight).code == PERP_OK &&
                  mpq_equal(power, e),
              "1/8 beside: %g", mpq_get_d(power));
        mpq_clears(v[0], v[1], rate[0], rate[1], power, s, e, weight[0],
                   weight[1], NULL);
        rates_clear(&r);
        hp23_clear(&m);
    }
    VERIFIES("HP23 (41)-(42)");
}

/* M corner = n - sign mu d, for exactly one corner of contact j. */
static int has_corner(const hp23 *m, const rates *r, int j, int sign)
{
    const int nv = m->d.nv;
    int found = 0;
    for (int k = 0; k < r->count; k++) {
        double worst = 0;
        for (int i = 0; i < nv; i++) {
            double force = 0, want = m->d.n[j * nv + i];
            for (int l = 0; l < nv; l++)
                force += m->d.M[i * nv + l] * mpq_get_d(r->corner[k * nv + l]);
            want -= sign * m->d.mu[j] * m->d.d[j * nv + i];
            worst = worst > (force - want) * (force - want)
                        ? worst
                        : (force - want) * (force - want);
        }
        found += r->contact[k] == j && worst < 1e-20;
    }
    return found;
}

/** Random impacts at random velocities, many of them with contacts exactly at rest:
a contact takes part when it does not part, with one corner when it slides, both
when it sticks; where all part, the slowest alone.

Verifies HP23 (4), (17), (19), (21), (39)-(40). */
static void corners_by_definition(void)
{
    check_random c = {check_seed(3911)};
    int stuck = 0, outside = 0;
    for (int round = 0; round < 800; round++) {
        hp23 m;
        rates r;
        const int nv = 2 + round % 3, p = 1 + round % 3;
        double u[3], t[3], least = 1e9;
        hp23_random(&c, nv, p, &m);
        CHECK(rates_new(&m.a, &m.x, &r).code == PERP_OK, "rates");
        for (int i = 0; i < nv; i++)
            m.d.v[i] = check_integer(&c, -1 - (round % 5 > 0), 2);
        for (int i = 0; i < nv; i++)
            mpq_set_d(m.x.v[i], m.d.v[i]);
        rates_at(&r, (const mpq_t *)m.x.v, zero);
        for (int j = 0; j < p; j++) {
            u[j] = t[j] = 0;
            for (int i = 0; i < nv; i++) { /* exact: short numbers */
                u[j] += m.d.n[j * nv + i] * m.d.v[i];
                t[j] += m.d.d[j * nv + i] * m.d.v[i];
            }
            least = u[j] < least ? u[j] : least;
        }
        int corners = 0;
        outside += least > 0;
        for (int j = 0; j < p; j++) {
            int in = least > 0 ? u[j] == least : u[j] <= 0;
            int both = in && t[j] == 0 && m.d.mu[j] > 0;
            stuck += both;
            corners += in + both;
            if (in && t[j] >= 0)
                CHECK(has_corner(&m, &r, j, 1) >= 1, "round %d: +", round);
            if (in && t[j] <= 0)
                CHECK(has_corner(&m, &r, j, -1) >= 1, "round %d: -", round);
        }
        for (int k = 0; k < r.count; k++) { /* its slip, back or forth */
            int slip = m.d.mu[r.contact[k]] == 0 ? 0 : r.contact[k] + 1;
            CHECK(abs(r.side[k]) == slip, "round %d: side %d", round,
                  r.side[k]);
        }
        CHECK(corners == r.count, "round %d: %d corners, not %d", round,
              r.count, corners);
        rates_clear(&r);
        hp23_clear(&m);
    }
    CHECK(stuck > 30 && outside > 20, "%d stuck, %d outside", stuck, outside);
    VERIFIES("HP23 (4), (17), (19), (21), (39)-(40)");
}

/** What a contact without slips has for mu moves nothing: its corner is M^-1 n, M =
diag(2, 4, 1), whatever the slips of the others are.

Verifies HP23 (4). */
static void no_slips(void)
{
    hp23 m;
    rates r;
    hp23_new(&m, 3, 2);
    m.d.slip_at[1] = 0;
    m.d.slip_at[2] = 2;
    m.d.M[0] = 2;
    m.d.M[4] = 4;
    m.d.M[8] = m.d.mu[0] = m.d.mu[1] = 1;
    m.d.n[0] = m.d.n[1] = m.d.n[5] = m.d.d[0] = m.d.d[4] = 1;
    hp23_exact(&m);
    CHECK(rates_new(&m.a, &m.x, &r).code == PERP_OK, "rates");
    rates_at(&r, (const mpq_t *)m.x.v, zero);
    CHECK(r.count == 5 && r.contact[0] == 0 && r.side[0] == 0, "%d corners",
          r.count);
    CHECK(mpq_cmp_ui(r.corner[0], 1, 2) == 0 &&
              mpq_cmp_ui(r.corner[1], 1, 4) == 0 && mpq_sgn(r.corner[2]) == 0,
          "(%g, %g, %g)", mpq_get_d(r.corner[0]), mpq_get_d(r.corner[1]),
          mpq_get_d(r.corner[2]));
    rates_clear(&r);
    hp23_clear(&m);
    VERIFIES("HP23 (4)");
}

/* The sides of the corners, one bit each: back and forth along x, along y. */
static int sides(const rates *r)
{
    int all = 0;
    for (int k = 0; k < r->count; k++)
        all |= r->side[k] == 1    ? 1
               : r->side[k] == -1 ? 2
               : r->side[k] == 2  ? 4
                                  : 8;
    return all;
}

/** A contact in space with the slips x and y: one corner where one of them is
larger, two where they are equal, four when it sticks; with a tolerance, here 1, those
of velocities that near.

Verifies HP23 (4), (17), (19), (21). */
static void several_slips(void)
{
    static const struct {
        int x, y, tolerance, sides;
    } want[] = {{3, 1, 0, 1},  {3, -1, 0, 1},   {-3, 1, 0, 2}, {-3, -1, 0, 2},
                {1, 3, 0, 4},  {-1, 3, 0, 4},   {1, -3, 0, 8}, {-1, -3, 0, 8},
                {2, 2, 0, 5},  {-2, 2, 0, 6},   {2, -2, 0, 9}, {-2, -2, 0, 10},
                {0, 0, 0, 15}, {1, -1, 1, 15},  {3, 2, 1, 5},  {4, -3, 1, 9},
                {-3, 4, 1, 6}, {-2, -3, 1, 10}, {4, -1, 1, 1}, {-4, 1, 1, 2}};
    hp23 m;
    rates r;
    mpq_t tolerance;
    hp23_new(&m, 3, 2); /* room for two slips of one contact */
    m.d.p = 1;
    m.d.slip_at[1] = 2;
    m.d.M[0] = m.d.M[4] = m.d.M[8] = m.d.n[2] = 1;
    m.d.d[0] = m.d.d[4] = m.d.mu[0] = 1;
    hp23_exact(&m);
    mpq_init(tolerance);
    CHECK(rates_new(&m.a, &m.x, &r).code == PERP_OK, "rates");
    mpq_set_si(m.x.v[2], -1, 1);
    for (size_t k = 0; k < sizeof want / sizeof *want; k++) {
        mpq_set_si(m.x.v[0], want[k].x, 1);
        mpq_set_si(m.x.v[1], want[k].y, 1);
        mpq_set_si(tolerance, want[k].tolerance, 1);
        rates_at(&r, (const mpq_t *)m.x.v, tolerance);
        CHECK(sides(&r) == want[k].sides &&
                  r.count == __builtin_popcount((unsigned)want[k].sides),
              "(%d, %d) +- %d: %d corners, sides %d", want[k].x, want[k].y,
              want[k].tolerance, r.count, sides(&r));
    }
    mpq_clear(tolerance);
    rates_clear(&r);
    hp23_clear(&m);
    VERIFIES("HP23 (4), (17), (19), (21)");
}

int main(void)
{
    mpq_init(zero);
    RUN(little_dissipation);
    RUN(corners_by_definition);
    RUN(several_slips);
    RUN(no_slips);
    mpq_clear(zero);
    DONE;
}
