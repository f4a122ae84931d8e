#include "cli/solve_given.h"

#include "cli/report/given_report.h"
#include "number/literal.h"
#include "number/rational.h"

/* Where nobody says how long the search for all solutions may be: some
   seconds. */
enum { SEARCH_WORK = 200000000 };

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

perp_status solve_given_problem(const lcp_text_problem *text, int number,
                                solve_given *g, const solutions_wish *search,
                                arena *a)
{
    const lcp_exact_problem *p = &text->exact;
    const int m = p->free + p->n;
    uint8_t *finite = arena_take(a, (size_t)m, 1);
    mpq_t *z = finite == NULL ? NULL : rational_array(a, (size_t)m);
    if (z == NULL)
        return PERP_NO_MEMORY((size_t)m * sizeof *z);
    enumerate_options options = {.nodes = search->nodes,
                                 .limit = search->limit};
    if (search->nodes == 0 && search->limit.until == 0)
        options.work = SEARCH_WORK;
    given_question q = {.p = p,
                        .z = (const mpq_t *)z,
                        .tolerance = g->tolerance,
                        .limits = g->limits,
                        .options = &options,
                        .proof = search->proof};
    given_found found;
    given_report r = {.number = number, .q = &q, .found = &found};
    perp_status s = lcp_text_vector(&g->z, m, z, finite);
    r.no_number = first_zero(m, finite);
    if (s.code == PERP_OK && g->doubles)
        s = to_doubles(m, z);
    if (s.code == PERP_OK)
        s = judge(&r, search, a);
    rational_clear(z, (size_t)m);
    return s;
}
