/**
# The form of what becomes choices

A problem in pairs is stated as it stands, entry by entry; contacts are read out of
one form alone, and whatever differs from it is refused.
*/
#include "gap08/step/alpha_gamma.h"
#include "lcp/enumerate/choices.h"
#include "step_random.h"

/** The statement in pairs, of a problem without a zero: its matrix and its vector,
and of pair i the alternatives z_i = 0 and w_i = 0, one restriction each. Equations
have free unknowns and rows that are zero. Verifies AP02 (19). */
static void pairs_are_the_problem(void)
{
    enum { F = 2, N = 3, ALL = F + N };
    arena a = {0};
    double A[ALL * ALL], b[ALL];
    for (int i = 0; i < ALL * ALL; i++)
        A[i] = i + 1;
    for (int i = 0; i < ALL; i++)
        b[i] = -1 - i;
    lcp_problem p = {F, N, A, b};
    lcp_exact_problem x;
    choices_system s;
    CHECK(lcp_exact_problem_new(&a, &p, &x).code == PERP_OK, "exact");
    CHECK(choices_pairs(&a, &x, &s).code == PERP_OK, "pairs");
    CHECK(s.rows == ALL && s.cols == ALL && s.choices == N, "size");
    for (int i = 0; i < ALL; i++) {
        for (int j = 0; j < ALL; j++)
            CHECK(mpq_cmp_si(s.B[i * ALL + j], ALL * i + j + 1, 1) == 0,
                  "B(%d, %d)", i, j);
        CHECK(mpq_cmp_si(s.g[i], -1 - i, 1) == 0, "g(%d)", i);
        CHECK(s.sign[i] == (i < F ? CHOICES_FREE : CHOICES_NONNEGATIVE) &&
                  s.sign[ALL + i] ==
                      (i < F ? CHOICES_ZERO : CHOICES_NONNEGATIVE),
              "signs of %d", i);
    }
    for (int i = 0; i < N; i++)
        for (int k = 0; k < 2; k++) {
            const choices_alternative *o = choices_of(&s, i, k);
            CHECK(o->count == 1 && o->list[0].sign == CHOICES_ZERO &&
                      o->list[0].variable == k * ALL + F + i,
                  "pair %d, %d", i, k);
        }
    choices_clear(&s);
    lcp_exact_problem_clear(&x);
    arena_free(&a);
    VERIFIES("AP02 (19)");
}

static void another_form_is_refused(void)
{
    check_random r = {check_seed(33)};
    step_random s;
    step_random_sizes size = {3, 0, 2, 1};
    double Mt[9];
    step_random_make(&s, &r, size);
    alpha_gamma scheme = {.alpha = 1, .h = 1};
    lcp_problem p = step_random_pose(&s, &scheme, Mt);
    int all = p.free + p.n, refused = 0;
    double *A = (double *)(uintptr_t)p.A;
    for (int i = p.free + 2; i < all; i++)
        for (int j = 0; j < all; j++) {
            lcp_exact_problem x;
            choices_system c;
            double was = A[i * all + j];
            A[i * all + j] = was + 17;
            CHECK(lcp_exact_problem_new(&s.a, &p, &x).code == PERP_OK, "new");
            perp_status st = choices_contacts(&s.a, &x, &c);
            refused += st.code == PERP_INPUT;
            if (st.code == PERP_OK) {
                choices_clear(&c);
                CHECK(i >= all - 2 && j == p.free + i - (all - 2),
                      "row %d, column %d may not change", i, j);
            }
            lcp_exact_problem_clear(&x);
            A[i * all + j] = was;
        }
    CHECK(refused == (all - p.free - 2) * all - 2, "%d refused", refused);
    step_random_free(&s);
}

int main(void)
{
    memory_adopt_gmp();
    RUN(pairs_are_the_problem);
    RUN(another_form_is_refused);
    DONE;
}
