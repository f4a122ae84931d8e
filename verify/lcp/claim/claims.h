/**
# Small problems for the tests of claims

A problem and a z from texts of fractions.
*/
#pragma once

#include "check.h"
#include "lcp/problem/lcp_text.h"
#include "number/literal.h"
#include "number/rational.h"

typedef struct {
    arena a;
    lcp_text_problem p;
    mpq_t *z;
    int m;
} small_claim;

/* The problem as a file has it, and z. */
static inline small_claim claim_of(const char *problem, const char *z)
{
    small_claim c = {.m = 0};
    int more;
    uint8_t finite[64];
    lcp_text t = lcp_text_of("problem", problem, strlen(problem));
    CHECK(lcp_text_next(&t, &c.a, &c.p, &more).code == PERP_OK, "%s", problem);
    c.m = c.p.exact.free + c.p.exact.n;
    c.z = rational_array(&c.a, (size_t)c.m);
    t = lcp_text_of("z", z, strlen(z));
    CHECK(lcp_text_vector(&t, c.m, c.z, finite).code == PERP_OK, "%s", z);
    return c;
}

static inline void claim_end(small_claim *c)
{
    rational_clear(c->z, (size_t)c->m);
    lcp_exact_problem_clear(&c->p.exact);
    arena_free(&c->a);
}

/* Is q the number of this text? */
static inline int is_number(mpq_srcptr q, const char *text)
{
    mpq_t want;
    mpq_init(want);
    CHECK(literal_ratio(text, strlen(text), want).code == PERP_OK, "%s", text);
    int same = mpq_equal(q, want);
    mpq_clear(want);
    return same;
}
