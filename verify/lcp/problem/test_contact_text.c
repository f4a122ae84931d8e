#include "check.h"
#include "lcp/problem/contact_text.h"

/** Both kinds in one text, read in their order; the numbers are where they
belong. */
static void both_kinds(void)
{
    const char *text = "contacts 2 1  1 2 3 4  5 6  1/7  # a comment\n"
                       "1 8 9 contacts 3 1 1 0 0 0 1 0 0 0 1 0 0 0 0.1";
    lcp_text t = lcp_text_of("text", text, strlen(text));
    arena a = {0};
    contact_problem c;
    lcp_text_problem p;
    int more;
    CHECK(contact_text_ahead(&t), "the first is of contacts");
    CHECK(contact_text_next(&t, &a, &c).code == PERP_OK, "not read");
    CHECK(c.d == 2 && c.p == 1 && mpq_cmp_ui(c.W[2], 3, 1) == 0 &&
              mpq_cmp_ui(c.q[1], 6, 1) == 0 && mpq_cmp_ui(c.mu[0], 1, 7) == 0,
          "numbers");
    contact_problem_clear(&c);
    CHECK(!contact_text_ahead(&t), "the second is not");
    CHECK(lcp_text_next(&t, &a, &p, &more).code == PERP_OK && more, "read");
    lcp_exact_problem_clear(&p.exact);
    CHECK(contact_text_next(&t, &a, &c).code == PERP_OK && c.line == 2,
          "third");
    CHECK(contact_problem_round(&c).code == PERP_OK, "rounded");
    CHECK(mpq_get_d(c.mu[0]) == 0.1 && mpz_scan1(mpq_denref(c.mu[0]), 0) == 55,
          "the double of a tenth");
    contact_problem_clear(&c);
    CHECK(lcp_text_done(&t).code == PERP_OK && t.problem == 3, "the end");
    arena_free(&a);
}

/** A text that ends early, and a coefficient below zero. */
static void refused(void)
{
    static const char *const rows[][2] = {
        {"contacts 2 1 1 2 3 4 5 6", "7 numbers"},
        {"contacts 2 1 1 2 3 4 5 6 -1/9", "negative"},
        {"contacts 5 1 1", "5 components"},
        {"contacts 2", "not a number of contacts"}};
    for (int k = 0; k < 4; k++) {
        lcp_text t = lcp_text_of("text", rows[k][0], strlen(rows[k][0]));
        arena a = {0};
        contact_problem c;
        perp_status s = contact_text_next(&t, &a, &c);
        CHECK(s.code == PERP_INPUT && strstr(s.message, rows[k][1]) != NULL,
              "%s", s.message == NULL ? rows[k][0] : s.message);
        arena_free(&a);
    }
}

int main(void)
{
    RUN(both_kinds);
    RUN(refused);
    DONE;
}
