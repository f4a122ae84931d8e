#include "gap08/step/event.h"
#include "check.h"

#include <math.h>

/** Value (d = 0) and slope (d = 1) at s of the cubic through y0, y1 with the
slopes m0, m1, in the textbook's four polynomials, over the rationals. */
static void hermite(const mpq_t y[4], mpq_srcptr s, int d, mpq_t out)
{
    static const int form[2][4][4] = {
        {{1, 0, -3, 2}, {0, 0, 3, -2}, {0, 1, -2, 1}, {0, 0, -1, 1}},
        {{0, -6, 6, 0}, {0, 6, -6, 0}, {1, -4, 3, 0}, {0, -2, 3, 0}}};
    mpq_t t, c;
    mpq_inits(t, c, NULL);
    mpq_set_ui(out, 0, 1);
    for (int i = 0; i < 4; i++) {
        mpq_set_ui(t, 0, 1);
        for (int k = 3; k >= 0; k--) {
            mpq_mul(t, t, s);
            mpq_set_si(c, form[d][i][k], 1);
            mpq_add(t, t, c);
        }
        mpq_mul(t, t, y[i]);
        mpq_add(out, out, t);
    }
    mpq_clears(t, c, NULL);
}

/* q(s) = q + h (W vbar + (s - W) v) is the cubic of (q, v, qbar, vbar) and
   w vbar + (1 - w) v its derivative, exactly, for random data; the doubles are
   the rationals up to rounding. Verifies GAP08 (4.12b). */
static void is_the_cubic(void)
{
    check_random rng = {check_seed(81)};
    mpq_t y[4], s, g, w, W, left, right, t;
    mpq_inits(y[0], y[1], y[2], y[3], s, g, w, W, left, right, t, NULL);
    for (int trial = 0; trial < 500; trial++) {
        double v = check_uniform(&rng, -2, 2), to = check_uniform(&rng, -2, 2);
        double gamma = check_uniform(&rng, 0, 1),
               at = check_uniform(&rng, 0, 1);
        mpq_set_d(s, at);
        mpq_set_d(g, gamma);
        mpq_set_d(y[0], check_uniform(&rng, -2, 2)); /* h = 1 */
        mpq_set_d(y[2], v);
        mpq_set_d(y[3], to);
        mpq_sub(t, y[3], y[2]);
        mpq_mul(t, t, g);
        mpq_add(t, t, y[2]);
        mpq_add(y[1], y[0], t);
        event_weight_exact(g, s, w);
        event_path_exact(g, s, W);
        hermite((const mpq_t *)y, s, 0, right);
        mpq_sub(left, y[3], y[2]);
        mpq_mul(left, left, W);
        mpq_mul(t, y[2], s);
        mpq_add(left, left, t);
        mpq_add(left, left, y[0]);
        CHECK(mpq_equal(left, right), "position, trial %d", trial);
        hermite((const mpq_t *)y, s, 1, right);
        mpq_sub(left, y[3], y[2]);
        mpq_mul(left, left, w);
        mpq_add(left, left, y[2]);
        CHECK(mpq_equal(left, right), "velocity, trial %d", trial);
        CHECK(fabs(event_weight(gamma, at) - mpq_get_d(w)) < 1e-14 &&
                  fabs(event_path(gamma, at) - mpq_get_d(W)) < 1e-14,
              "doubles at %g, %g", gamma, at);
    }
    mpq_clears(y[0], y[1], y[2], y[3], s, g, w, W, left, right, t, NULL);
    VERIFIES("GAP08 (4.12b)");
}

/* The straight line for 1/2; an overshoot of 4/3 for 1 (erratum 0-46). */
static void known_weights(void)
{
    double most = 0;
    for (int i = 0; i <= 3000; i++) {
        double s = i / 3000.0;
        CHECK(fabs(event_weight(0.5, s) - s) < 1e-15, "s = %g", s);
        most = fmax(most, event_weight(1, s));
    }
    CHECK(fabs(most - 4.0 / 3) < 1e-12 && event_weight(1, 1) == 1, "%g", most);
}

/** Functions with known zeros. */
typedef struct {
    int form, calls, fail;
    double zero, second, lowest; /* lowest: the least gap above zero seen */
} probe;

static double value(const probe *p, double s)
{
    switch (p->form) {
    case 0:
        return p->zero - s;
    case 1:
        return (p->zero - s) * (1 + 50 * s * s);
    case 2: /* a jump: nothing for a secant */
        return s < p->zero ? 1e300 : -1e-300;
    case 3: /* flat before the zero */
        return p->zero > s ? pow(p->zero - s, 5) : s * (p->zero - s);
    default: /* two zeros and back below */
        return (p->zero - s) * (p->second - s) * (1 - 2 * s);
    }
}

static perp_status gap(void *user, double s, double *out)
{
    probe *p = user;
    if (++p->calls == p->fail)
        return PERP_FAIL(PERP_INPUT, "as the test wished");
    *out = value(p, s);
    return PERP_SUCCESS;
}

/* Verifies GAP08 (4.13). The end that is returned is closed, and an open one
   lies within 2^-50 below it. */
static void finds_the_closed_end(void)
{
    check_random rng = {check_seed(82)};
    int most = 0;
    for (int trial = 0; trial < 4000; trial++) {
        double s = 0, unit = 0x1p-50;
        probe p = {.form = trial % 4, .zero = check_uniform(&rng, 1e-9, 1)};
        perp_status st = event_root(gap, &p, value(&p, 0), &s);
        CHECK(st.code == PERP_OK && s > 0 && s <= 1, "trial %d: %g", trial, s);
        CHECK(value(&p, s) <= 0, "form %d, zero %.17g: gap %g at %.17g", p.form,
              p.zero, value(&p, s), s);
        CHECK(p.form == 3 || s - p.zero <= 1.01 * unit, "form %d: %g behind",
              p.form, s - p.zero);
        most = p.calls > most ? p.calls : most;
    }
    printf("at most %d evaluations\n", most);
    CHECK(most <= 8 + 48 + 1, "%d evaluations", most); /* 1/8, halved 47 times,
                                                          one to spare, one */
    VERIFIES("GAP08 (4.13)");
}

/* A straight gap takes a few evaluations: eight at most to find the eighth with the
   zero. From then on the secant is right and moved by w^2/5 over the zero, w the
   width; two such points lie on both sides of it, so that every second one leaves a
   bracket of at most 2/5 w^2: 1/8, 2^-7, 2^-15, 2^-31, below 2^-50. Bisection alone takes 47
   for that. One more asks for the shortest number.

   Verifies GAP08 (4.13). */
static void straight_gaps_are_quick(void)
{
    int most = 0;
    for (int k = 1; k < 1000; k++) {
        double s = 0;
        probe p = {.form = 0, .zero = k / 1000.0};
        CHECK(event_root(gap, &p, value(&p, 0), &s).code == PERP_OK, "%d", k);
        most = p.calls > most ? p.calls : most;
    }
    printf("at most %d evaluations of a straight gap\n", most);
    CHECK(most <= 8 + 8 + 1, "%d evaluations", most);
    VERIFIES("GAP08 (4.13)");
}

/* A zero at a short binary fraction is returned itself, and of two zeros the
   earlier one when an eighth lies between. */
static void finds_short_and_early_ones(void)
{
    for (int k = 1; k <= 64; k++)
        for (int form = 0; form < 2; form++) {
            probe p = {.form = form, .zero = k / 64.0};
            double s = 0;
            (void)event_root(gap, &p, value(&p, 0), &s);
            CHECK(s == k / 64.0, "%d/64: %.17g", k, s);
        }
    /* eighths are asked first, and then no more */
    for (int k = 1; k <= 8; k++) {
        probe p = {.form = 0, .zero = k / 8.0};
        double s = 0;
        (void)event_root(gap, &p, value(&p, 0), &s);
        CHECK(p.calls == k, "%d/8: %d evaluations", k, p.calls);
    }
    probe p = {.form = 4, .zero = 0.1, .second = 0.3};
    double s = 0;
    (void)event_root(gap, &p, value(&p, 0), &s);
    CHECK(fabs(s - 0.1) < 1e-14, "%g", s);
    probe open = {.form = 0, .zero = 1 + 0x1p-52}; /* no zero: the end */
    (void)event_root(gap, &open, value(&open, 0), &s);
    CHECK(s == 1 && open.calls == 8, "%.17g, %d", s, open.calls);
}

static void passes_errors_on(void)
{
    for (int k = 1; k < 12; k++) {
        probe p = {.form = 1, .zero = 0.77, .fail = k};
        double s = 0;
        perp_status st = event_root(gap, &p, value(&p, 0), &s);
        CHECK(st.code == (p.calls < k ? PERP_OK : PERP_INPUT), "call %d", k);
    }
}

int main(void)
{
    RUN(is_the_cubic);
    RUN(known_weights);
    RUN(finds_the_closed_end);
    RUN(straight_gaps_are_quick);
    RUN(finds_short_and_early_ones);
    RUN(passes_errors_on);
    DONE;
}
