#include "claims.h"
#include "lcp/claim/contact_laws.h"
#include "lcp/claim/given.h"
#include "lcp/formats/directions.h"
#include "lcp/formats/foreign.h"

/* Everything that judges one z: its basis fails, so faces are asked for. Of the
   requests those of the judge alone are refused, the k-th. */
static perp_status judge(size_t k)
{
    small_claim c = claim_of("3  1 -1 0  -1 1 0  0 0 1  0 0 -1", "1 3 0");
    enumerate_options o = {0};
    arena a = {0};
    given_found f;
    mpq_t tolerance;
    mpq_init(tolerance);
    given_question q = {.p = &c.p.exact,
                        .z = (const mpq_t *)c.z,
                        .tolerance = tolerance,
                        .options = &o};
    memory_refuse(k);
    perp_status s = given_judge(&a, &q, &f);
    memory_refuse(0);
    if (s.code == PERP_OK)
        CHECK(f.verdict == GIVEN_REFUTED && f.searched &&
                  (f.nearest.outcome == NEAREST_UNDECIDED ||
                   is_number(f.nearest.point.distance[0], "1")),
              "the verdict");
    given_clear(&f);
    mpq_clear(tolerance);
    arena_free(&a);
    claim_end(&c);
    return s;
}

static const char contacts[] = "[{\"W\":[[1,0,0],[0,1,0],[0,0,1]],"
                               "\"q\":[-1,1,2],\"mu\":[0.5]}]";

/* A foreign text, its contacts, their laws and their directions. */
static perp_status pose(size_t k)
{
    arena a = {0};
    lcp_text t = lcp_text_of("text", contacts, strlen(contacts));
    contact_problem c = {0};
    contact_laws l = {0};
    lcp_text_problem p;
    mpq_t r[3];
    mpq_inits(r[0], r[1], r[2], NULL);
    memory_refuse(k);
    perp_status s = foreign_read(&t, FOREIGN_JSON, NULL, 0, &a);
    if (s.code == PERP_OK)
        s = contact_text_next(&t, &a, &c);
    if (s.code == PERP_OK)
        s = contact_laws_find(&a, &c, (const mpq_t *)r, &l);
    if (s.code == PERP_OK)
        s = directions_pose(&a, &c, 8, &p);
    if (s.code == PERP_OK)
        lcp_exact_problem_clear(&p.exact);
    memory_refuse(0);
    contact_laws_clear(&l);
    contact_problem_clear(&c);
    mpq_clears(r[0], r[1], r[2], NULL);
    arena_free(&a);
    return s;
}

/** The k-th request for memory is refused, one after the other, until all are
granted: LIMIT each time, and nothing is lost (the sanitizers say so). What the
search of all solutions is refused is a limit of that search alone. */
static void refused(perp_status (*body)(size_t), int searches)
{
    int limits = 0;
    for (size_t k = 1; k < 300; k++) {
        perp_status s = body(k);
        CHECK(s.code == PERP_OK || s.code == PERP_LIMIT, "request %zu: %s", k,
              s.message);
        limits += s.code == PERP_LIMIT;
        if (s.code == PERP_OK && !searches)
            break;
    }
    CHECK(limits >= 1, "%d refusals were met", limits);
}

static void posing(void)
{
    refused(pose, 0);
}

static void judging(void)
{
    refused(judge, 1);
}

int main(void)
{
    RUN(posing);
    RUN(judging);
    DONE;
}
