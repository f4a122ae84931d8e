/* A basis that is refused by its first places is none of a solution, as schoolbook Gauss in
   fractions says; and hardly a wrong one is left to its exact solution. */
#include "lcp_random.h"
#include "slow_lcp.h"

#include "lcp/solve/ladder.h"
#include "lcp/solve/refusal.h"
#include "number/linear/linear.h"
#include "number/rational.h"

#include <math.h>

static int counts[2][2]; /* right by fractions; refused */
static int by_slack;     /* refused though no z is below zero */

static int refused(const lcp_exact_problem *e, const uint8_t *basis, int m,
                   const int *pick, arena *a)
{
    static const exact_limit none = {0, 0};
    const refusal r = refusal_of(e, basis, pick);
    const rational_system system = {e->free + e->n, e->A, e->b};
    const linear_question q = {&system, m, pick, &r.glance};
    numerators x;
    linear_method used;
    CHECK(linear_answer(a, &q, &none, &x, &used).code == 0, "answer");
    numerators_clear(&x);
    return used == LINEAR_REFUSED;
}

static void one_basis(const lcp_exact_problem *e, const uint8_t *basis,
                      arena *a, mpq_t *z)
{
    int all = e->free + e->n, m = 0, pick[64], right[2];
    for (int i = 0; i < all; i++) {
        if (i < e->free || basis[i - e->free])
            pick[m++] = i;
        mpq_set_ui(z[i], 0, 1);
    }
    const int slow = slow_gauss(e, m, pick, z) && slow_solves(e, z);
    const int no = refused(e, basis, m, pick, a);
    int below = 0;
    for (int i = e->free; i < all; i++)
        below |= mpq_sgn(z[i]) < 0;
    counts[slow][no]++;
    by_slack += no && !below;
    CHECK(!no || !slow, "the basis of a solution was refused");
    for (int hasty = 0; hasty < 2; hasty++) {
        lcp_claim c;
        const ladder_question q = {.p = e, .basis = basis, .hasty = hasty};
        CHECK(lcp_claim_new(a, e->free, e->n, &c).code == 0, "claim");
        CHECK(ladder_basis(&q, a, &c, &right[hasty]).code == 0, "basis");
        lcp_claim_clear(&c);
    }
    CHECK(right[0] == right[1] && right[0] >= slow, "right: %d, in haste %d",
          right[0], right[1]);
    CHECK(!no || !right[0], "refused and right");
}

/* b_i smaller by 2^0, 2^-60 or 2^-120: a sign that is wrong may be wrong by so little. */
static void make_far(check_random *r, double *b, int count)
{
    for (int i = 0; i < count; i++)
        b[i] = ldexp(b[i], -60 * check_integer(r, 0, 2));
}

/** Each of the 2^n bases of friction problems, of which many have zeros on both sides of
a pair. */
static void every_basis(void)
{
    check_random r = {check_seed(2044)};
    for (int round = 0; round < check_times(60); round++) {
        friction_kind k = {.velocities = 4,
                           .joints = round % 3 == 0 ? 2 : 0,
                           .dependent = 1,
                           .contacts = 1 + round % 2,
                           .directions = 2,
                           .full = round % 10 == 9,
                           .sticking = round % 2,
                           .skew = 1};
        friction f = friction_new(&r, &k);
        arena a = {0};
        lcp_exact_problem e;
        const size_t all = (size_t)(f.p.free + f.p.n);
        if (round % 4 > 1)
            make_far(&r, (double *)f.p.b, f.p.free + f.p.n);
        CHECK(lcp_exact_problem_new(&a, &f.p, &e).code == 0, "problem");
        mpq_t *z = rational_array(&a, all);
        for (unsigned s = 0; s < 1u << f.p.n; s++) {
            const arena_mark mark = arena_here(&a);
            uint8_t basis[16];
            for (int i = 0; i < f.p.n; i++)
                basis[i] = s >> i & 1;
            one_basis(&e, basis, &a, z);
            arena_release(&a, mark);
        }
        rational_clear(z, all);
        lcp_exact_problem_clear(&e);
        arena_free(&a);
        friction_free(&f);
    }
    printf("right %d, none of them refused; wrong %d, of them %d refused\n",
           counts[1][0], counts[0][0] + counts[0][1], counts[0][1]);
    CHECK(counts[1][0] >= check_times(60), "too few right ones");
    CHECK(counts[0][1] > check_times(600), "too few refused");
    CHECK(by_slack > check_times(60), "%d by a slack", by_slack);
}

int main(void)
{
    memory_adopt_gmp();
    RUN(every_basis);
    DONE;
}
