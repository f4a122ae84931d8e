#include "cli/solve_given.h"

#include "cli/report/contact_report.h"
#include "cli/report/given_report.h"
#include "number/literal.h"
#include "number/rational.h"

/* Where nobody says how long the search for all solutions may be: some
   seconds. */
enum { SEARCH_WORK = 50000000 };

static perp_status verdict(const given_report *r)
{
    if (r->no_number >= 0 || r->found->verdict == GIVEN_REFUTED)
        return PERP_FAIL(PERP_REFUTED, "problem %d: z does not solve it",
                         r->number);
    if (r->found->verdict == GIVEN_UNDECIDED)
        return PERP_FAIL(PERP_LIMIT,
                         "problem %d: z does not solve it, and whether a "
                         "solution is within the tolerance is undecided: %s",
                         r->number, r->found->nearest.why);
    return PERP_SUCCESS;
}

static perp_status judge(given_report *r, const solutions_wish *search,
                         arena *a)
{
    perp_status s = PERP_SUCCESS;
    if (r->no_number < 0)
        s = given_judge(a, r->q, r->found);
    if (s.code == PERP_OK) {
        if (search->json)
            given_json(r, stdout);
        else
            given_text(r, stdout);
        s = verdict(r);
    }
    if (r->no_number < 0)
        given_clear(r->found);
    return s;
}

/** Engines write decimals that stand for doubles: seventeen digits say which
double, and are another number. */
static perp_status to_doubles(int count, mpq_t *z)
{
    double v;
    for (int i = 0; i < count; i++) {
        PERP_TRY(literal_double(z[i], &v));
        mpq_set_d(z[i], v);
    }
    return PERP_SUCCESS;
}

static int first_zero(int count, const uint8_t *finite)
{
    for (int i = 0; i < count; i++)
        if (!finite[i])
            return i;
    return -1;
}

/* The next vector of the answers, m numbers; *none is the first that is no
   number, or -1. The numbers are cleared by the caller when z is not null. */
static perp_status next_vector(solve_given *g, int m, arena *a, mpq_t **z,
                               int *none)
{
    uint8_t *finite = arena_take(a, (size_t)m, 1);
    *z = finite == NULL ? NULL : rational_array(a, (size_t)m);
    if (*z == NULL)
        return PERP_NO_MEMORY((size_t)m * sizeof **z);
    PERP_TRY(lcp_text_vector(&g->z, m, *z, finite));
    *none = first_zero(m, finite);
    return g->doubles ? to_doubles(m, *z) : PERP_SUCCESS;
}

perp_status solve_given_problem(const lcp_text_problem *text, int number,
                                solve_given *g, const solutions_wish *search,
                                arena *a)
{
    const lcp_exact_problem *p = &text->exact;
    const int m = p->free + p->n;
    mpq_t *z;
    given_found found;
    given_report r = {.number = number, .found = &found};
    enumerate_options options = {.nodes = search->nodes,
                                 .limit = search->limit};
    if (search->nodes == 0 && search->limit.until == 0)
        options.work = SEARCH_WORK;
    perp_status s = next_vector(g, m, a, &z, &r.no_number);
    given_question q = {.p = p,
                        .z = (const mpq_t *)z,
                        .tolerance = g->tolerance,
                        .limits = g->limits,
                        .options = &options,
                        .proof = search->proof};
    r.q = &q;
    if (s.code == PERP_OK)
        s = judge(&r, search, a);
    rational_clear(z, (size_t)m);
    return s;
}

perp_status solve_given_contacts(const contact_problem *c, int number,
                                 solve_given *g, int json, arena *a)
{
    const int m = c->d * c->p;
    mpq_t *r;
    contact_laws laws = {0};
    contact_report x = {.number = number, .c = c, .laws = &laws};
    if (mpq_sgn(g->tolerance) > 0)
        return PERP_FAIL(PERP_USAGE, "--tolerance is a distance to a solution; "
                                     "of contacts with round cones none is "
                                     "computed");
    perp_status s = next_vector(g, m, a, &r, &x.no_number);
    x.r = (const mpq_t *)r;
    if (s.code == PERP_OK && x.no_number < 0)
        s = contact_laws_find(a, c, x.r, &laws);
    if (s.code == PERP_OK) {
        if (json)
            contact_json(&x, stdout);
        else
            contact_text(&x, stdout);
        if (x.no_number >= 0 || laws.broken > 0)
            s = PERP_FAIL(PERP_REFUTED, "problem %d: r does not solve it",
                          number);
    }
    contact_laws_clear(&laws);
    rational_clear(r, (size_t)m);
    return s;
}
