/**
# Any text as the proof that a list of solutions is complete

A problem in perp's own format, a zero byte, and the proof. What is accepted is held
against every basis of the problem: a list without a face of one that has a solution is
a false proof.
*/
#include "small_lcp.h"

#include "lcp/enumerate/enumerate_text.h"
#include "lcp/problem/lcp_text.h"

static void judged(const lcp_exact_problem *p, const char *text, size_t size)
{
    arena a = {0};
    choices_system c;
    if (choices_pairs(&a, p, &c).code != PERP_OK)
        exit(5);
    perp_status s = enumerate_check(&c, text, size);
    FUZZ_ONE_LINE(s);
    MUST(s.code == PERP_OK || s.code == PERP_REFUTED || s.code == PERP_LIMIT,
         "%d: %s", s.code, s.message);
    if (s.code == PERP_OK) {
        small_solutions all;
        char *copy = malloc(size + 1);
        if (copy == NULL)
            exit(5);
        memcpy(copy, text, size);
        copy[size] = '\0';
        small_solve(p, &all);
        MUST(all.found == 0 || strstr(copy, "\nface ") != NULL,
             "accepted, and there is a solution");
        small_clear(&all);
        free(copy);
    }
    choices_clear(&c);
    arena_free(&a);
}

static void any_bytes(const uint8_t *data, size_t size)
{
    const uint8_t *zero = memchr(data, 0, size);
    if (zero == NULL)
        return;
    arena a = {0};
    lcp_text_problem p;
    int more = 0;
    lcp_text t = lcp_text_of("text", (const char *)data, (size_t)(zero - data));
    perp_status s = lcp_text_next(&t, &a, &p, &more);
    if (s.code == PERP_OK && more && p.exact.free <= SMALL_FREE &&
        p.exact.n <= SMALL_PAIRS)
        judged(&p.exact, (const char *)zero + 1,
               size - (size_t)(zero - data) - 1);
    if (s.code == PERP_OK && more)
        lcp_exact_problem_clear(&p.exact);
    arena_free(&a);
}

FUZZ_TARGET(any_bytes)
