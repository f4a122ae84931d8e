/**
# A block that pivots about its corners
*/
#include "hp23/impact/routh.h"
#include "wobble.h"

/** Per unit of the rate the paper's block takes 17/20 and -3/10 at B and keeps
7/10; and for blocks of any shape they are those of Routh's path, in fractions.

Verifies HP23 (66), (68). */
static void impacts_are_rouths(void)
{
    static const wobble_shape shapes[] = {
        {4, 8, 1, 4, 8}, {4, 8, 7, 3, 5}, {2, 9, 3, 4, 2}, {5, 11, 2, 8, 3}};
    for (int k = 0; k < 4; k++) {
        hp23 m;
        pivot b;
        routh_path p;
        mpq_t t, keep;
        int slip_at[2];
        wobble_data(&shapes[k], &m);
        perp_status s = pivot_read(&m.x, &b);
        CHECK(s.code == PERP_OK, "%d: %s", k, s.message);
        mpq_inits(t, keep, NULL);
        if (k == 0) {
            wobble_ratio(t, 17, 20);
            CHECK(mpq_equal(t, b.Ln), "Ln = %g", mpq_get_d(b.Ln));
            wobble_ratio(t, -3, 10);
            CHECK(mpq_equal(t, b.Lt), "Lt = %g", mpq_get_d(b.Lt));
            wobble_ratio(t, 7, 10);
            CHECK(mpq_equal(t, b.keep), "keeps %g", mpq_get_d(b.keep));
        }
        for (int i = 0; i < 3; i++) /* it has fallen back */
            mpq_neg(m.x.v[i], m.x.v[i]);
        step_exact B = impact_single(&m.x, 1, slip_at);
        s = routh_path_find(&m.a, &B, &p);
        CHECK(s.code == PERP_OK && p.knots == 2, "%d: %s", k, s.message);
        mpq_mul(t, b.Ln, b.rate);
        CHECK(mpq_equal(t, p.knot[1].Ln), "%d: Ln", k);
        mpq_mul(t, b.Lt, b.rate);
        CHECK(mpq_equal(t, p.knot[1].Lt), "%d: Lt", k);
        mpq_mul(t, b.rx, p.knot[1].Ln); /* theta' = -w + (rx Ln + ry Lt)/I */
        mpq_mul(keep, b.ry, p.knot[1].Lt);
        mpq_add(t, t, keep);
        mpq_div(t, t, b.I);
        mpq_sub(t, b.rate, t);
        mpq_div(t, t, b.rate);
        CHECK(mpq_equal(t, b.keep), "%d: keeps %g, not %g", k, mpq_get_d(t),
              mpq_get_d(b.keep));
        routh_path_clear(&p);
        mpq_clears(t, keep, NULL);
        pivot_clear(&b);
        wobble_data_clear(&m);
    }
    VERIFIES("HP23 (66), (68)");
}

static void refuses(hp23 *m, const char *word)
{
    pivot b;
    perp_status s = pivot_read(&m->x, &b);
    CHECK(s.code == PERP_INPUT && strstr(s.message, word) != NULL, "%s",
          s.code == PERP_OK ? "accepted" : s.message);
    pivot_clear(&b);
}

/** Bodies that tip over, slip, turn the wrong way or are no such bodies. */
static void refused(void)
{
    static const struct {
        wobble_shape shape;
        const char *word;
    } wrong[] = {{{4, 8, 1, 4, 16}, "tips over"},
                 {{4, 8, 1, 1, 8}, "slip"},
                 {{12, 8, 1, 1, 8}, "slip"},
                 {{4, 8, 1, 4, -8}, "not a body"},
                 {{4, 8, 1, 4, 0}, "not a body"}};
    hp23 m;
    for (int k = 0; k < 5; k++) {
        wobble_data(&wrong[k].shape, &m);
        refuses(&m, wrong[k].word);
        wobble_data_clear(&m);
    }
    for (int k = 0; k < 4; k++) {
        wobble_data(&wobble_paper, &m);
        mpq_ptr x[] = {m.x.M[1], m.x.n[2], m.x.d[5], m.x.v[0]};
        mpq_set_si(x[k], 1, 3);
        refuses(&m, "not a body");
        wobble_data_clear(&m);
    }
}

int main(void)
{
    RUN(impacts_are_rouths);
    RUN(refused);
    DONE;
}
