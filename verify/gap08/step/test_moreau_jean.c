#include "check.h"
#include "gap08/step/moreau_jean.h"
#include "lcp/solve/mlcp.h"
#include "step_random.h"

/* A step that is posed with Newton's rows and solved exactly, if it has a
   solution that Lemke reaches. */
typedef struct {
    step_random step;
    posed x;
    lcp_exact_answer y;
    lcp_claim c;
    step_numerators r;
    mpq_t e;
    int solved;
} newton;

static void newton_make(newton *t, check_random *rng, step_random_sizes z,
                        const alpha_gamma *s, double e)
{
    int fallback = 0;
    mpq_init(t->e);
    mpq_set_d(t->e, e);
    step_random_make(&t->step, rng, z);
    step_random_copy(&t->step, z);
    posed_make(&t->x, &t->step, s);
    moreau_jean_rows_exact(&t->x.s, t->e, &t->step.exact, t->x.b);
    CHECK(lcp_exact_answer_new(&t->step.a, t->x.p.free, t->x.p.n, &t->y).code ==
              PERP_OK,
          "memory");
    CHECK(mlcp_prove(&t->x.p, NULL, &t->step.a, &t->y, &fallback).code ==
              PERP_OK,
          "solved or not");
    t->solved = t->y.outcome == LCP_SOLVED;
    CHECK(lcp_claim_new(&t->step.a, t->x.p.free, t->x.p.n, &t->c).code ==
                  PERP_OK &&
              step_numerators_new(&t->step.a, &t->step.exact, &t->r).code ==
                  PERP_OK,
          "memory");
    if (!t->solved)
        return;
    lcp_claim_of(&t->y, &t->c);
    alpha_gamma_recover_numerators(&t->x.s, &t->step.exact,
                                   (const mpz_t *)t->c.Z, t->c.den, &t->r);
}

static void newton_free(newton *t)
{
    step_numerators_clear(&t->r);
    lcp_claim_clear(&t->c);
    lcp_exact_answer_clear(t->x.p.free, t->x.p.n, &t->y);
    posed_free(&t->x);
    step_random_free(&t->step);
    mpq_clear(t->e);
}

static perp_status asked(newton *t, mpq_srcptr e)
{
    return moreau_jean_check(&t->x.s, e, &t->step.exact, (const mpz_t *)t->c.Z,
                             t->c.den, &t->r);
}

/* One part in the denominator more in any number of the result: of a velocity
   always refused; of a weighted velocity or an impulse where a force or a row
   sees it, which the counts say. */
static void spoilt(newton *t, int *seen, int *tried)
{
    const int n = (int)t->r.count, nv = t->step.exact.nv;
    for (int i = 0; i < n; i++) {
        mpz_add_ui(t->r.all[i], t->r.all[i], 1);
        const int refused = asked(t, t->e).code == PERP_REFUTED;
        mpz_sub_ui(t->r.all[i], t->r.all[i], 1);
        CHECK(refused || i < nv || i >= 2 * nv, "v[%d] is another", i - nv);
        *seen += refused;
        (*tried)++;
    }
}

/* Random steps with Newton's rows pass what is asked of v^{l+1}, with one number
   of the result changed they do not, nor with another e where a contact pushes.
   The doubles of these data are exact, so both forms of b are the same
   numbers; a step that is not solved is one with a cone that need not be
   pointed, e > 0 and more contacts than it takes. */
static void rows_hold_and_bite(void)
{
    check_random rng = {check_seed(51)};
    int seen = 0, tried = 0, other = 0, pushed = 0, solved = 0;
    for (int trial = 0; trial < 200; trial++) {
        step_random_sizes z = {
            check_integer(&rng, 1, 4), check_integer(&rng, 0, 1),
            check_integer(&rng, 0, 3), check_integer(&rng, 0, 2)};
        alpha_gamma s = {check_integer(&rng, 1, 8) / 8.0,
                         check_integer(&rng, 0, 8) / 8.0, 1.0 / 128,
                         STEP_FAMILY};
        const double e = check_integer(&rng, 0, 4) / 4.0;
        newton t = {0};
        newton_make(&t, &rng, z, &s, e);
        double b[64] = {0};
        moreau_jean_rows(&s, e, &t.step.d, b);
        for (int i = z.nv; i < t.x.p.free + t.x.p.n; i++)
            CHECK(b[i] == mpq_get_d(t.x.b[i]), "trial %d: b[%d]", trial, i);
        CHECK(t.solved || (e > 0 && z.p + z.m > 1), "trial %d", trial);
        solved += t.solved;
        if (t.solved) {
            perp_status ok = asked(&t, t.e);
            CHECK(ok.code == PERP_OK, "trial %d: %s", trial, ok.message);
            spoilt(&t, &seen, &tried);
            int pushes = 0;
            for (int j = 0; j < z.p; j++)
                pushes |= mpz_sgn(t.r.cn[j]) > 0;
            mpq_t wrong;
            mpq_init(wrong);
            mpq_set_d(wrong, e < 0.5 ? e + 0.25 : e - 0.25);
            other += pushes && asked(&t, wrong).code == PERP_REFUTED;
            pushed += pushes;
            mpq_clear(wrong);
        }
        newton_free(&t);
    }
    CHECK(solved > 150, "%d steps are solved", solved);
    CHECK(5 * seen > 4 * tried, "%d of %d changes are refused", seen, tried);
    CHECK(pushed > 40 && other == pushed, "%d of %d with another e", other,
          pushed);
}

/* The ball of moreau_jean.c: x = -1/2, z_n = 3/2 over b of the contact 1/2. */
static void ball(void)
{
    double one = 1, v = -2, mu = 0, zero = 0, b[3] = {0};
    int slip_at[] = {0, 0};
    const alpha_gamma s = {0.5, 0.5, 0.25, STEP_FAMILY};
    const step_data d = {.nv = 1,
                         .p = 1,
                         .M = &one,
                         .F = &zero,
                         .n = &one,
                         .mu = &mu,
                         .v = &v,
                         .slip_at = slip_at};
    moreau_jean_rows(&s, 0.5, &d, b);
    CHECK(b[0] == 0 && b[1] == 0.5 && b[2] == 0, "x + 1/2 >= 0");
    const double x = -0.5, z = 1.5, to = (x - 0.5 * v) / 0.5;
    CHECK(x == v + z && x + b[1] == 0 && to == -0.5 * v, "v+ = -e v");
}

/* One mass at one contact, e = 1/2, alpha = 1/2, no force: what is asked of a
   velocity v and an impulse c behind v^l, over 1, when motion and energy balance.
   Only the first is Newton's: one pulls back what leaves, one goes on into the
   wall, one is pushed off with more than e, and pays with the energy. */
static void motions_that_balance(void)
{
    static const struct {
        int before, v, c, fine;
    } try[] = {{-2, 1, 3, 1},
               {2, -1, -3, 0},
               {-2, -2, 0, 0},
               {-2, 2, 4, 0},
               {2, 2, 0, 1}};
    check_random rng = {1};
    const alpha_gamma s = {0.5, 0.5, 0.25, STEP_FAMILY};
    const step_random_sizes z = {1, 0, 1, 0};
    for (size_t k = 0; k < sizeof try / sizeof *try; k++) {
        newton t = {0};
        newton_make(&t, &rng, z, &s, 0.5);
        step_exact *d = &t.step.exact;
        mpq_t *zero[] = {d->F, d->kq, d->kv, d->k0, d->k1};
        for (int i = 0; i < 5; i++)
            mpq_set_ui(*zero[i], 0, 1);
        mpq_set_ui(*d->M, 1, 1);
        mpq_set_ui(*d->n, 1, 1);
        mpq_set_si(*d->v, try[k].before, 1);
        mpz_set_si(*t.r.v, try[k].v);
        mpz_set_si(*t.r.x, (try[k].before + try[k].v) / 2);
        mpz_set_si(*t.r.cn, try[k].c);
        mpz_set_ui(t.r.den, 1);
        CHECK((asked(&t, t.e).code == PERP_OK) == try[k].fine,
              "%d to %d with %d", try[k].before, try[k].v, try[k].c);
        newton_free(&t);
    }
}

int main(void)
{
    RUN(rows_hold_and_bite);
    RUN(ball);
    RUN(motions_that_balance);
    DONE;
}
