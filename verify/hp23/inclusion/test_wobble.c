/**
# The wobbling block, to many digits

What holds in closed form, here; times and s against power series, in
`test_inclusion_command.py`.
*/
#include "wobble.h"

#include <math.h>

enum { BITS = 200 };

typedef struct {
    hp23 m;
    pivot b;
    wobble w;
    wobble_state at;
} block;

static void block_new(block *t, const wobble_shape *shape)
{
    memset(t, 0, sizeof *t);
    wobble_data(shape, &t->m);
    CHECK(pivot_read(&t->m.x, &t->b).code == PERP_OK, "pivot");
    CHECK(wobble_new(&t->m.a, &t->b, BITS, &t->w).code == PERP_OK, "wobble");
    CHECK(wobble_state_new(&t->m.a, &t->w, &t->at).code == PERP_OK, "state");
}

static void block_clear(block *t)
{
    wobble_state_clear(&t->at);
    wobble_clear(&t->w);
    pivot_clear(&t->b);
    wobble_data_clear(&t->m);
}

/* x is a number, and zero but for the last bits. */
static int none(mpfr_srcptr x)
{
    return mpfr_zero_p(x) || (mpfr_number_p(x) && mpfr_get_exp(x) <= -BITS + 4);
}

/** Of the paper's block and of two others: s* = (1 + m g) t* - (m w - Ln) w0/(1 -
keep), where w is the width, which is 10.81 t* - 0.5 for the paper's. Each flight
takes the time that its vertical momentum says; the sine of the apex is that of
energy, (57) with its sign put right, 0.2198 rad; each flight is shorter than the
bound L of (58) times its rate, and both sums are below those of (69) and (70).

Verifies HP23 (57)-(59), (63). */
static void closed_relations(void)
{
    static const wobble_shape shapes[] = {
        {4, 8, 1, 4, 8}, {2, 6, 3, 8, 3}, {3, 8, 2, 5, 6}};
    for (int k = 0; k < 3; k++) {
        block t;
        mpfr_t x, y, l;
        mpq_t q, u;
        block_new(&t, &shapes[k]);
        const int n = t.w.flights;
        mpfr_inits2(BITS + 32, x, y, l, (mpfr_ptr)0);
        mpq_inits(q, u, NULL);
        mpq_mul(q, t.b.m, t.b.g);
        mpfr_mul_q(x, t.w.t[n], q, MPFR_RNDN);
        mpfr_add(x, x, t.w.t[n], MPFR_RNDN);
        mpq_mul(q, t.b.m, t.b.rx);
        mpq_mul_2exp(q, q, 1);
        mpq_sub(q, q, t.b.Ln);
        mpq_mul(q, q, t.b.rate);
        mpq_set_si(u, 1, 1);
        mpq_sub(u, u, t.b.keep);
        mpq_div(q, q, u);
        if (k == 0) {
            wobble_ratio(u, 1, 2);
            CHECK(mpq_equal(q, u), "s* = 10.81 t* - %g", mpq_get_d(q));
        }
        mpfr_sub_q(x, x, q, MPFR_RNDN);
        mpfr_sub(x, x, t.w.s[n], MPFR_RNDN);
        CHECK(none(x), "s* and t* differ by %g", mpfr_get_d(x, MPFR_RNDN));
        mpfr_set_q(l, t.b.rx, MPFR_RNDN); /* l sin(theta* + alpha) */
        mpfr_sqr(l, l, MPFR_RNDN);
        mpfr_set_q(y, t.b.ry, MPFR_RNDN);
        mpfr_sqr(x, y, MPFR_RNDN);
        mpfr_add(l, l, x, MPFR_RNDN);
        mpfr_sqrt(l, l, MPFR_RNDN);
        mpfr_div(x, y, l, MPFR_RNDN);
        mpfr_asin(x, x, MPFR_RNDN);
        mpfr_add(x, x, t.w.apex, MPFR_RNDN);
        mpfr_sin(x, x, MPFR_RNDN);
        mpfr_mul(x, x, l, MPFR_RNDN);
        mpfr_sub(x, x, y, MPFR_RNDN);
        mpq_mul(q, t.b.rate, t.b.rate);
        mpq_div(q, q, t.b.kappa);
        mpq_div_2exp(q, q, 1);
        mpfr_sub_q(x, x, q, MPFR_RNDN);
        CHECK(none(x), "apex: %g", mpfr_get_d(x, MPFR_RNDN));
        if (k == 0)
            CHECK(fabs(mpfr_get_d(t.w.apex, MPFR_RNDN) - 0.2198) < 5e-5,
                  "theta* = %g", mpfr_get_d(t.w.apex, MPFR_RNDN));
        double t1 = mpfr_get_d(t.w.t[1], MPFR_RNDN);
        double s1 = mpfr_get_d(t.w.s[1], MPFR_RNDN);
        double keep = mpq_get_d(t.b.keep);
        double longest = mpfr_get_d(t.w.longest, MPFR_RNDN);
        double rx = mpq_get_d(t.b.rx), kappa = mpq_get_d(t.b.kappa);
        double ry = mpq_get_d(t.b.ry), w0 = mpq_get_d(t.b.rate);
        double up = ry + w0 * w0 / (2 * kappa); /* at the apex: the height */
        double arm = sqrt(rx * rx + ry * ry - up * up);
        CHECK(fabs(longest / (2 * w0 / (kappa * arm)) - 1) < 1e-12, "L = %g",
              longest);
        CHECK(t1 < longest, "(58): %g", t1);
        CHECK(mpfr_get_d(t.w.t[n], MPFR_RNDN) < t1 / (1 - keep), "(70)");
        CHECK(mpfr_get_d(t.w.s[n], MPFR_RNDN) < s1 / (1 - keep), "(69)");
        printf("flight %g s, t* = %.15g, s* = %.15g\n", t1,
               mpfr_get_d(t.w.t[n], MPFR_RNDN),
               mpfr_get_d(t.w.s[n], MPFR_RNDN));
        mpfr_clears(x, y, l, (mpfr_ptr)0);
        mpq_clears(q, u, NULL);
        block_clear(&t);
    }
    VERIFIES("HP23 (57)-(59), (63)");
}

/* The distance of corner j from the floor and from where it stands. */
static void corner(const block *t, int j, mpfr_ptr x, mpfr_ptr y)
{
    mpfr_t s, c;
    mpfr_inits2(BITS + 32, s, c, (mpfr_ptr)0);
    mpfr_sin_cos(s, c, t->at.q[2], MPFR_RNDN);
    mpfr_mul_q(x, c, t->b.rx, MPFR_RNDN);
    mpfr_mul_q(y, s, t->b.rx, MPFR_RNDN);
    if (j == 0) {
        mpfr_neg(x, x, MPFR_RNDN);
        mpfr_neg(y, y, MPFR_RNDN);
    }
    mpfr_mul_q(s, s, t->b.ry, MPFR_RNDN);
    mpfr_mul_q(c, c, t->b.ry, MPFR_RNDN);
    mpfr_add(x, x, s, MPFR_RNDN);
    mpfr_sub(y, y, c, MPFR_RNDN);
    mpfr_add(x, x, t->at.q[0], MPFR_RNDN);
    mpfr_add(y, y, t->at.q[1], MPFR_RNDN);
    mpfr_clears(s, c, (mpfr_ptr)0);
}

/* The time of flight i at c = k/8: its ends, the middle at the apex, and s - s_i =
   (1 + m g)(t - t_i) + m (y' - y'_0), y'_0 = rx times the first rate. */
static void time_of(block *t, int i, int k, mpfr_ptr x, mpfr_ptr y)
{
    mpq_t g;
    mpq_init(g);
    mpfr_sub(x, t->at.t, t->w.t[i], MPFR_RNDN);
    mpfr_sub(y, t->w.t[i + 1], t->w.t[i], MPFR_RNDN);
    mpfr_mul_ui(y, y, k == -8 ? 2 : 1, MPFR_RNDN);
    mpfr_div_2ui(y, y, 1, MPFR_RNDN);
    mpfr_sub(y, x, y, MPFR_RNDN);
    CHECK(k != 8 || none(x), "flight %d begins late", i);
    CHECK((k != 0 && k != -8) || none(y), "flight %d at %d/8: the time", i, k);
    mpq_mul(g, t->b.m, t->b.g);
    mpfr_mul_q(y, x, g, MPFR_RNDN);
    mpfr_add(x, x, y, MPFR_RNDN);
    mpfr_mul_q(y, t->w.rate[i], t->b.rx, MPFR_RNDN);
    mpfr_sub(y, t->at.v[1], y, MPFR_RNDN);
    mpfr_mul_q(y, y, t->b.m, MPFR_RNDN);
    mpfr_add(x, x, y, MPFR_RNDN);
    mpfr_sub(x, t->at.s, x, MPFR_RNDN);
    mpfr_sub(x, x, t->w.s[i], MPFR_RNDN);
    CHECK(none(x), "flight %d at %d/8: s", i, k);
    mpq_clear(g);
}

/** In flight the pivot stays where it is, its velocity is zero, energy is kept and
theta'' is that of (56): -m g l cos(theta + alpha)/(I + m l^2), by sine and cosine.

Verifies HP23 (56), (60). */
static void in_flight(void)
{
    block t;
    mpfr_t c, x, y, z;
    block_new(&t, &wobble_paper);
    mpfr_inits2(BITS + 32, c, x, y, z, (mpfr_ptr)0);
    for (int k = -8; k <= 8; k++)
        for (int i = 0; i < 5; i += 3) {
            mpfr_set_si_2exp(c, k, -3, MPFR_RNDN);
            wobble_fly(&t.w, i, c, &t.at);
            CHECK(t.at.phase == WOBBLE_FLIES && t.at.flight == i, "flight %d",
                  t.at.flight);
            time_of(&t, i, k, x, y);
            corner(&t, i % 2, x, y);
            CHECK(none(y), "flight %d at %d/8: the pivot lifts", i, k);
            mpfr_set_q(z, t.b.rx, MPFR_RNDN);
            if (i % 2 == 0)
                mpfr_add(x, x, z, MPFR_RNDN);
            else
                mpfr_sub(x, x, z, MPFR_RNDN);
            CHECK(none(x), "flight %d at %d/8: the pivot slides", i, k);
            /* kappa l cos(theta + alpha) = kappa (rx cos - ry sin) */
            mpfr_sin_cos(x, y, t.at.q[2], MPFR_RNDN);
            if (i % 2 == 1)
                mpfr_neg(x, x, MPFR_RNDN);
            mpfr_mul_q(x, x, t.b.ry, MPFR_RNDN);
            mpfr_mul_q(y, y, t.b.rx, MPFR_RNDN);
            mpfr_sub(x, y, x, MPFR_RNDN);
            mpfr_mul_q(x, x, t.b.kappa, MPFR_RNDN);
            if (i % 2 == 0)
                mpfr_neg(x, x, MPFR_RNDN);
            mpfr_sub(x, x, t.at.a[2], MPFR_RNDN);
            CHECK(none(x), "flight %d at %d/8: theta''", i, k);
        }
    mpfr_clears(c, x, y, z, (mpfr_ptr)0);
    block_clear(&t);
    VERIFIES("HP23 (56), (60)");
}

/** The state at s: s again, and phases in their order; the impact ends with seven
tenths of the rate about the other corner; behind s* half the weight on either. */
static void by_s(void)
{
    block t;
    mpfr_t s, x;
    block_new(&t, &wobble_paper);
    mpfr_inits2(BITS + 32, s, x, (mpfr_ptr)0);
    for (int k = 0; k < 40; k++) {
        mpfr_set_d(s, k * 0.73, MPFR_RNDN);
        wobble_at(&t.w, s, &t.at);
        mpfr_sub(x, t.at.s, s, MPFR_RNDN);
        CHECK(none(x), "s = %g: off by %g", k * 0.73, mpfr_get_d(x, MPFR_RNDN));
    }
    for (int i = 0; i < 3; i++) {
        mpfr_set(s, t.w.s[i + 1], MPFR_RNDN);
        mpfr_nextbelow(s);
        wobble_at(&t.w, s, &t.at);
        mpfr_sub(x, t.at.v[2], t.w.rate[i + 1], MPFR_RNDN);
        if (i % 2 == 0)
            mpfr_add(x, t.at.v[2], t.w.rate[i + 1], MPFR_RNDN);
        CHECK(t.at.phase == WOBBLE_HITS && none(x), "impact %d ends at %g", i,
              mpfr_get_d(t.at.v[2], MPFR_RNDN));
    }
    mpfr_set_ui(s, 40, MPFR_RNDN);
    wobble_at(&t.w, s, &t.at);
    CHECK(t.at.phase == WOBBLE_RESTS &&
              mpfr_get_d(t.at.normal[0], MPFR_RNDN) == 9.81 / 2,
          "rest");
    mpfr_set(s, t.w.s[1], MPFR_RNDN);
    wobble_at(&t.w, s, &t.at);
    CHECK(t.at.phase == WOBBLE_FLIES && t.at.flight == 1, "flies again");
    mpfr_clears(s, x, (mpfr_ptr)0);
    block_clear(&t);
}

int main(void)
{
    RUN(closed_relations);
    RUN(in_flight);
    RUN(by_s);
    mpfr_free_cache();
    DONE;
}
