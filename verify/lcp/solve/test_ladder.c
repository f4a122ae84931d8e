#include "planar_random.h"

#include "lcp/solve/mlcp.h"
#include "number/rational.h"

/* A problem, its twin in rationals and the double's basis. */
typedef struct {
    planar f;
    lcp_exact_problem e;
    lcp_answer x;
    arena a;
} posed;

static posed posed_new(check_random *r, int contacts)
{
    planar_kind k = {.bodies = contacts, .contacts = contacts, .mass_ratio = 9};
    posed s = {.f = planar_new(r, &k)};
    mlcp_options o = mlcp_defaults;
    int climbed;
    o.only_double = 1;
    CHECK(lcp_answer_new(&s.a, s.f.p.free, s.f.p.n, &s.x).code == 0, "answer");
    CHECK(mlcp_solve(&s.f.p, &o, &s.a, &s.x, &climbed).code == 0, "solve");
    CHECK(lcp_exact_problem_new(&s.a, &s.f.p, &s.e).code == 0, "problem");
    return s;
}

static void posed_free(posed *s)
{
    lcp_exact_problem_clear(&s->e);
    arena_free(&s->a);
    planar_free(&s->f);
}

static void compare(posed *s, const uint8_t *basis, ladder_limits l,
                    const lcp_claim *right, int *ends)
{
    lcp_claim c;
    ladder_question q = {
        .p = &s->e, .basis = basis, .limits = l, .cold = basis == NULL};
    CHECK(lcp_claim_new(&s->a, s->e.free, s->e.n, &c).code == 0, "claim");
    perp_status st = ladder_decide(&q, &s->a, &c);
    CHECK(st.code == PERP_OK || st.code == PERP_LIMIT, "code %d", st.code);
    ends[st.code == PERP_OK]++;
    if (st.code == PERP_OK) {
        CHECK(lcp_claim_check(&s->e, &c, NULL).code == 0, "the answer");
        mpz_t v, w;
        mpz_inits(v, w, NULL);
        for (int i = 0; i < s->e.free; i++) { /* velocities are unique here */
            mpz_mul(v, c.Z[i], right->den);
            mpz_mul(w, right->Z[i], c.den);
            CHECK(mpz_cmp(v, w) == 0, "v(%d)", i);
        }
        mpz_clears(v, w, NULL);
    }
    lcp_claim_clear(&c);
}

/** Whatever the limit on bits, the answer is the right one or LIMIT; no time at
all is LIMIT, and plenty of both changes nothing. */
static void limits(void)
{
    check_random r = {check_seed(48)};
    int ends[2] = {0}, late[2] = {0}, some[2] = {0};
    for (int round = 0; round < 4; round++) {
        posed s = posed_new(&r, 3);
        lcp_claim right;
        ladder_question q = {.p = &s.e, .cold = 1};
        CHECK(lcp_claim_new(&s.a, s.e.free, s.e.n, &right).code == 0, "claim");
        CHECK(ladder_decide(&q, &s.a, &right).code == 0, "decide");
        for (size_t bits = 20; bits < 3500; bits += 120)
            for (int cold = 0; cold < 2; cold++)
                compare(&s, cold ? NULL : s.x.basis, (ladder_limits){bits, 0},
                        &right, ends);
        compare(&s, NULL, (ladder_limits){0, 1e-12}, &right, late);
        compare(&s, NULL, (ladder_limits){100000, 1e6}, &right, some);
        compare(&s, s.x.basis, (ladder_limits){100000, 1e6}, &right, some);
        lcp_claim_clear(&right);
        posed_free(&s);
    }
    CHECK(ends[0] > 20 && ends[1] > 20, "%d and %d", ends[0], ends[1]);
    CHECK(late[1] == 0 && some[0] == 0, "time");
}

/** mlcp_solve climbs with the limits of its options. */
static void limits_of_the_options(void)
{
    check_random r = {check_seed(49)};
    posed s = posed_new(&r, 3);
    mlcp_options o = mlcp_defaults;
    int climbed;
    o.residual = -1; /* no double is good enough */
    o.limits.bits = 50;
    perp_status st = mlcp_solve(&s.f.p, &o, &s.a, &s.x, &climbed);
    CHECK(st.code == PERP_LIMIT && climbed, "bits: code %d", st.code);
    CHECK(strstr(st.message, "bits") != NULL, "%s", st.message);
    o.limits = (ladder_limits){0, 1e-12};
    memset(s.x.basis, 0, (size_t)s.e.n);
    st = mlcp_solve(&s.f.p, &o, &s.a, &s.x, &climbed);
    CHECK(st.code == PERP_OK || st.code == PERP_LIMIT, "%d", st.code);
    o.limits = (ladder_limits){0, 0};
    CHECK(mlcp_solve(&s.f.p, &o, &s.a, &s.x, &climbed).code == 0, "no limit");
    CHECK(s.x.outcome == LCP_SOLVED && climbed, "solved");
    posed_free(&s);
}

/** A proposal may be anything: singular, full, empty. Right ones are accepted
and the others repaired. */
static void any_proposal(void)
{
    check_random r = {check_seed(50)};
    int accepted = 0, repaired = 0;
    for (int round = 0; round < 60; round++) {
        posed s = posed_new(&r, 1 + round % 3);
        lcp_claim c;
        uint8_t basis[16];
        for (int i = 0; i < s.e.n; i++)
            basis[i] = (uint8_t)(round % 3 == 0   ? s.x.basis[i]
                                 : round % 3 == 1 ? check_integer(&r, 0, 1)
                                                  : round % 2);
        ladder_question q = {.p = &s.e, .basis = basis};
        CHECK(lcp_claim_new(&s.a, s.e.free, s.e.n, &c).code == 0, "claim");
        CHECK(ladder_decide(&q, &s.a, &c).code == 0, "round %d", round);
        CHECK(c.outcome == LCP_SOLVED, "round %d", round);
        CHECK(lcp_claim_check(&s.e, &c, NULL).code == 0, "round %d", round);
        accepted += c.rung == RUNG_DOUBLE;
        repaired += c.rung != RUNG_DOUBLE;
        lcp_claim_clear(&c);
        posed_free(&s);
    }
    CHECK(accepted >= 20 && repaired > 5, "%d, %d", accepted, repaired);
}

/** Without a proposal, and not told to be cold, more places are asked; told to
be, nobody but exact Lemke. The answers have the same velocities. */
static void rungs_without_a_proposal(void)
{
    check_random r = {check_seed(54)};
    for (int round = 0; round < 10; round++) {
        posed s = posed_new(&r, 2 + round % 3);
        lcp_claim c, right;
        int ends[2] = {0};
        ladder_question cold = {.p = &s.e, .cold = 1}, warm = {.p = &s.e};
        CHECK(lcp_claim_new(&s.a, s.e.free, s.e.n, &right).code == 0 &&
                  lcp_claim_new(&s.a, s.e.free, s.e.n, &c).code == 0,
              "claim");
        CHECK(ladder_decide(&cold, &s.a, &right).code == 0, "cold");
        CHECK(right.rung == RUNG_EXACT && right.fallback, "exact Lemke");
        CHECK(ladder_decide(&warm, &s.a, &c).code == 0, "warm");
        CHECK(c.rung == RUNG_106 && !c.fallback, "rung %d", (int)c.rung);
        compare(&s, c.basis, (ladder_limits){0, 0}, &right, ends);
        warm.limits.bits = 100; /* too few for either, and for exact Lemke */
        CHECK(ladder_decide(&warm, &s.a, &c).code == PERP_LIMIT, "bits");
        lcp_claim_clear(&c);
        lcp_claim_clear(&right);
        posed_free(&s);
    }
}

/** The k-th request for memory is refused, with and without a proposal. */
static void refused_memory(void)
{
    check_random r = {check_seed(51)};
    posed s = posed_new(&r, 9);
    for (int cold = 0; cold < 2; cold++) {
        perp_status st = {PERP_LIMIT, NULL, NULL};
        size_t k;
        for (k = 1; st.code != PERP_OK && k < 200; k++) {
            arena a = {0};
            lcp_claim c;
            ladder_question q = {
                .p = &s.e, .basis = cold ? NULL : s.x.basis, .cold = cold};
            memory_refuse(k);
            st = lcp_claim_new(&a, s.e.free, s.e.n, &c);
            if (st.code == PERP_OK) {
                st = ladder_decide(&q, &a, &c);
                memory_refuse(0);
                lcp_claim_clear(&c);
            }
            memory_refuse(0);
            CHECK(st.code == PERP_OK || st.code == PERP_LIMIT, "%d", st.code);
            arena_free(&a);
        }
        CHECK(st.code == PERP_OK && k > 2, "%zu refusals", k);
    }
    posed_free(&s);
}

/** Two contacts with $A = \begin{bmatrix} 1 & 1 \\ 1 & 1 \end{bmatrix}$ and $b = (-1 - 2^{-k},
-1)$: $z = (1 + 2^{-k}, 0)$ is the solution, and a rung that takes the rows for a tie ends with
$w_1 < 0$. Ties are $2^{-83}$ with 106 bits, $2^{-102}$ where they are asked again, and $2^{-256}$ with
512. So $k$ names the rung that decides, and who stops before it has LIMIT and no error; the
rung itself, and 0, answer. Who stops behind 106 bits asks them once: `from` is
the first that answers. */
static void the_last_rung(void)
{
    static const struct {
        unsigned k;
        lcp_rung rung, from;
    } one[] = {{40, RUNG_106, RUNG_106},
               {96, RUNG_106, RUNG_512},
               {140, RUNG_512, RUNG_512},
               {300, RUNG_EXACT, RUNG_EXACT}};
    for (int i = 0; i < 4; i++)
        for (int most = 0; most <= RUNG_EXACT; most++) {
            arena a = {0};
            mpq_t A[4], b[2];
            lcp_claim c;
            for (int k = 0; k < 6; k++) {
                mpq_t *x = k < 4 ? &A[k] : &b[k - 4];
                mpq_init(*x);
                mpq_set_si(*x, k < 4 ? 1 : -1, 1);
            }
            mpz_set_ui(mpq_denref(b[0]), 0);
            mpz_setbit(mpq_denref(b[0]), one[i].k);
            mpz_neg(mpq_numref(b[0]), mpq_denref(b[0]));
            mpz_sub_ui(mpq_numref(b[0]), mpq_numref(b[0]), 1);
            const lcp_exact_problem p = {0, 2, (const mpq_t *)A,
                                         (const mpq_t *)b};
            const ladder_question q = {.p = &p, .most = (lcp_rung)most};
            const int answered = most == 0 || most >= (int)one[i].from;
            CHECK(lcp_claim_new(&a, 0, 2, &c).code == 0, "claim");
            CHECK(ladder_decide(&q, &a, &c).code == PERP_OK, "an error");
            CHECK(c.outcome == (answered ? LCP_SOLVED : LCP_LIMIT),
                  "2^-%u to %d: outcome %d", one[i].k, most, c.outcome);
            CHECK(!answered || c.rung == one[i].rung, "2^-%u to %d: rung %d",
                  one[i].k, most, c.rung);
            CHECK(!answered ||
                      (mpz_cmp(c.Z[0], c.den) > 0 && mpz_sgn(c.Z[1]) == 0),
                  "2^-%u: z", one[i].k);
            lcp_claim_clear(&c);
            rational_clear(A, 4);
            rational_clear(b, 2);
            arena_free(&a);
        }
}

/* $w = -z - 1$ has no solution: a ray, which nobody has to ask for, and whose data are
   for who asks. */
static void rays(void)
{
    for (int data = 0; data < 2; data++) {
        arena a = {0};
        mpq_t A[1], b[1];
        lcp_exact_answer ray = {.outcome = LCP_SOLVED};
        lcp_claim c;
        mpq_inits(A[0], b[0], NULL);
        mpq_set_si(A[0], -1, 1);
        mpq_set_si(b[0], -1, 1);
        const lcp_exact_problem p = {0, 1, (const mpq_t *)A, (const mpq_t *)b};
        if (data)
            CHECK(lcp_exact_answer_new(&a, 0, 1, &ray).code == 0, "answer");
        const ladder_question q = {.p = &p, .ray = data ? &ray : NULL};
        CHECK(lcp_claim_new(&a, 0, 1, &c).code == 0, "claim");
        CHECK(ladder_decide(&q, &a, &c).code == PERP_OK, "an error");
        CHECK(c.outcome == LCP_RAY, "outcome %d", c.outcome);
        CHECK(ray.outcome == (data ? LCP_RAY : LCP_SOLVED), "data %d", data);
        if (data)
            lcp_exact_answer_clear(0, 1, &ray);
        lcp_claim_clear(&c);
        rational_clear(A, 1);
        rational_clear(b, 1);
        arena_free(&a);
    }
}

int main(void)
{
    memory_adopt_gmp();
    RUN(rays);
    RUN(limits);
    RUN(limits_of_the_options);
    RUN(any_proposal);
    RUN(rungs_without_a_proposal);
    RUN(the_last_rung);
    RUN(refused_memory);
    DONE;
}
