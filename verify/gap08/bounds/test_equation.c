#include "check.h"
#include "gap08/bounds/equation.h"
#include "number/rational.h"
#include "solved_random.h"

typedef struct {
    solved_random s;
    equation e;
} asked;

static alpha_gamma weights(check_random *r)
{
    return (alpha_gamma){.alpha = check_integer(r, 1, 8) / 8.0,
                         .gamma = check_integer(r, 0, 8) / 8.0,
                         .h = 1.0 / (1 << check_integer(r, 2, 7))};
}

static void ask(asked *x)
{
    impulses_of(&x->s.t, &x->s.acted);
    equation_of(&x->s.t, &x->s.acted, &x->e);
}

static void make(asked *x, check_random *r)
{
    const int nv = check_integer(r, 1, 4);
    const step_random_sizes z = {nv, nv > 1 ? check_integer(r, 0, 1) : 0,
                                 check_integer(r, 0, 3), check_integer(r, 0, 2)};
    const alpha_gamma g = weights(r);
    solved_random_make(&x->s, r, z, &g);
    CHECK(equation_new(&x->s.r.a, nv, &x->e).code == PERP_OK, "memory");
    ask(x);
}

static void end(asked *x)
{
    equation_clear(&x->e);
    solved_random_free(&x->s);
}

/* A change of one number, 2^-200, and what it must break. */
static int spoil(asked *x, mpq_ptr number)
{
    mpq_t tiny;
    mpq_init(tiny);
    mpq_set_d(tiny, 0x1p-200);
    mpq_add(number, number, tiny);
    mpq_clear(tiny);
    ask(x);
    return equation_holds(&x->e);
}

/* Verifies GAP08 (8.7), (8.8), (5.1), (5.2), (5.3), (5.4). On random solved steps with
   Jacobians, Coriolis forces, joints and contacts all hold, exactly; F is
   antisymmetric, so its power is zero. A velocity, an impulse or a weighted
   velocity that is off by 2^-200 is found by the one that has it. */
static void steps_keep_them(void)
{
    check_random rng = {check_seed(351)};
    int sticks = 0, slips = 0, inside = 0;
    for (int trial = 0; trial < 200; trial++) {
        asked x;
        make(&x, &rng);
        const step_exact *d = &x.s.r.exact;
        step_result_exact *y = &x.s.r.y_exact;
        CHECK(equation_holds(&x.e) && powers_balance(&x.e) &&
                  powers_fall(&x.e) && powers_parted(&x.e),
              "trial %d", trial);
        CHECK(mpq_sgn(x.e.coriolis) == 0, "x'Fx = %g",
              mpq_get_d(x.e.coriolis));
        for (int j = 0; j < d->p && mpq_sgn(x.e.contacts) == 0; j++)
            sticks += mpq_sgn(y->cn[j]) > 0;
        slips += mpq_sgn(x.e.contacts) < 0;
        inside += mpq_cmp(x.e.ahead, x.e.ahead_parts) == 0 &&
                  mpq_sgn(x.e.ahead) != 0;
        CHECK(!spoil(&x, y->v[0]) && !powers_parted(&x.e), "v+: %d", trial);
        end(&x);
    }
    printf("%d contacts stick, %d steps lose by friction\n", sticks, slips);
    CHECK(sticks > 10 && slips > 10 && inside > 100, "%d %d %d", sticks, slips,
          inside);
    VERIFIES("GAP08 (8.7), (8.8), (5.1), (5.2), (5.3), (5.4)");
}

/* A normal impulse that is too large breaks (8.7) and, where its contact moves along x,
   (5.1); an x that is off breaks (5.3), (5.4); one that goes into a joint breaks
   (5.2), too: a joint that works. */
static void what_breaks_what(void)
{
    check_random rng = {check_seed(353)};
    int pushes = 0, works = 0, balances = 0;
    for (int trial = 0; trial < 200; trial++) {
        asked x;
        make(&x, &rng);
        const step_exact *d = &x.s.r.exact;
        step_result_exact *y = &x.s.r.y_exact;
        int acts = 0, holds = 0;
        for (int i = 0; i < d->nv && d->p > 0; i++)
            acts |= mpq_sgn(d->n[i]) != 0;
        if (acts) {
            mpq_t along;
            mpq_init(along);
            cone_dot(d->nv, (const mpq_t *)d->n, (const mpq_t *)y->x, along);
            CHECK(!spoil(&x, y->cn[0]), "trial %d: c_n", trial);
            CHECK(powers_balance(&x.e) == (mpq_sgn(along) == 0),
                  "trial %d: c_n and (5.1)", trial);
            CHECK(powers_parted(&x.e), "c_n is in neither part");
            CHECK(powers_fall(&x.e) == (mpq_sgn(x.e.contacts) <= 0), "(5.2)");
            pushes++;
            mpq_clear(along);
        } else {
            for (int i = 0; i < d->m; i++)
                holds |= mpq_sgn(y->cnu[i]) != 0 && mpq_sgn(d->nu[0]) != 0;
            const int still = mpq_sgn(d->v[0]) == 0 && mpq_sgn(y->v[0]) == 0;
            spoil(&x, y->x[0]);
            CHECK(!powers_parted(&x.e) || still || d->nv > 1,
                  "trial %d: x", trial);
            works += holds && !powers_fall(&x.e);
            balances += powers_balance(&x.e);
        }
        end(&x);
    }
    CHECK(pushes > 50 && works > 5, "%d, %d", pushes, works);
    CHECK(balances > 0, "(5.1) holds for every x where (8.7) does");
}

/* One mass, alpha = 3/4, gamma = 1/4, h = 1/2, M = 8, k1q = -16, k1v = -4, k1 = -10
   at the beginning, 6 at the end, v = 4, v+ = 2, no contact: K = -4 + 1/8 (-16) = -6,
   Mbar = 8 + 3/8 6 = 41/4, kbar = 1/2 (-10/4 + 18/4) + 3/16 (-16) 4 = -11, x = 5/2.
   ahead = 5/2 41/4 2 = 205/4 = (3/4) 2 8 2 + (1/4) 4 8 2 - 3/8 5/2 (-6) 2; behind = 5/2
   (41 - 11) = 75 = (1/4) 4 8 4 + (3/4) 2 8 4 - 3/8 5/2 (-6 + 8) 4 + 1/2 5/2 2. What is
   left of (8.7) is 41/4 (-2) + 11 = -19/2, the impulse that some contact would have:
   (5.1) wants 205/4 - 75 = 5/2 (-19/2). With the printed weights, k1(t_{l+1}) times 1/4, the
   last term of (5.4) would be 1/2 5/2 (-6), and its right side 65. */
static void by_hand(void)
{
    check_random rng = {check_seed(357)};
    asked x;
    const alpha_gamma g = {.alpha = 0.75, .gamma = 0.25, .h = 0.5};
    solved_random_make(&x.s, &rng, (step_random_sizes){1, 0, 1, 0}, &g);
    CHECK(equation_new(&x.s.r.a, 1, &x.e).code == PERP_OK, "memory");
    step_exact *d = &x.s.r.exact;
    step_result_exact *y = &x.s.r.y_exact;
    const struct {
        mpq_ptr at;
        long num;
        unsigned long den;
    } all[] = {{d->M[0], 8, 1},    {d->kq[0], -16, 1}, {d->kv[0], -4, 1},
               {d->k0[0], -10, 1}, {d->k1[0], 6, 1},   {d->F[0], 0, 1},
               {d->v[0], 4, 1},    {y->v[0], 2, 1},    {y->x[0], 5, 2},
               {d->n[0], 1, 1},    {y->cn[0], 0, 1}};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        mpq_set_si(all[i].at, all[i].num, all[i].den);
    ask(&x);
    CHECK(mpq_cmp_si(x.e.Mbar[0], 41, 4) == 0 &&
              mpq_cmp_si(x.e.kbar[0], -11, 1) == 0,
          "%g %g", mpq_get_d(x.e.Mbar[0]), mpq_get_d(x.e.kbar[0]));
    CHECK(mpq_cmp_si(x.e.ahead, 205, 4) == 0 &&
              mpq_cmp_si(x.e.behind, 75, 1) == 0 && powers_parted(&x.e),
          "%g %g", mpq_get_d(x.e.ahead), mpq_get_d(x.e.behind));
    CHECK(!equation_holds(&x.e) && !powers_balance(&x.e) &&
              mpq_cmp_si(x.e.off[0], -19, 2) == 0,
          "%g", mpq_get_d(x.e.off[0]));
    mpq_set_si(y->cn[0], -19, 2); /* a contact that pulls */
    ask(&x);
    CHECK(equation_holds(&x.e) && powers_balance(&x.e) && powers_fall(&x.e) &&
              mpq_cmp_si(x.e.contacts, -95, 4) == 0,
          "%g", mpq_get_d(x.e.contacts));
    mpq_neg(y->x[0], y->x[0]); /* and along -x it gives */
    ask(&x);
    CHECK(equation_holds(&x.e) && powers_balance(&x.e) && !powers_fall(&x.e) &&
              !powers_parted(&x.e),
          "along -x");
    end(&x);
}

/* An F that is not antisymmetric does work, and (5.1) with its term still balances: on
   random solved steps with an F of any kind x'Fx is not zero, and is what is missing. */
static void a_force_that_works(void)
{
    check_random rng = {check_seed(359)};
    int works = 0;
    for (int trial = 0; trial < 50; trial++) {
        asked x;
        const step_random_sizes z = {3, trial % 2, 1, 1};
        const alpha_gamma g = {.alpha = 0.75, .gamma = 0.5, .h = 1.0 / 64};
        step_random_make(&x.s.r, &rng, z);
        for (int i = 0; i < 9; i++)
            x.s.r.d.F[i] = step_random_number(&rng);
        solved_random_solve(&x.s, z, &g);
        CHECK(equation_new(&x.s.r.a, 3, &x.e).code == PERP_OK, "memory");
        ask(&x);
        CHECK(equation_holds(&x.e) && powers_balance(&x.e), "trial %d", trial);
        works += mpq_sgn(x.e.coriolis) != 0;
        mpq_neg(x.e.coriolis, x.e.coriolis);
        CHECK(powers_balance(&x.e) == (mpq_sgn(x.e.coriolis) == 0),
              "trial %d: the other sign", trial);
        end(&x);
    }
    CHECK(works > 30, "%d of 50", works);
}

int main(void)
{
    RUN(steps_keep_them);
    RUN(what_breaks_what);
    RUN(a_force_that_works);
    RUN(by_hand);
    DONE;
}
