#include "lcp/problem/contact_text.h"

#include "number/literal.h"
#include "number/rational.h"

static size_t numbers(const contact_problem *c)
{
    size_t m = (size_t)c->d * (size_t)c->p;
    return m * m + m + (size_t)c->p;
}

int contact_text_ahead(const lcp_text *t)
{
    lcp_text ahead = *t;
    return lcp_text_is(&ahead, "contacts", 0);
}

static perp_status read_size(lcp_text *t, contact_problem *out)
{
    PERP_TRY(lcp_text_count(t, "how many components a contact has", &out->d));
    PERP_TRY(lcp_text_count(t, "a number of contacts", &out->p));
    if ((out->d == 2 || out->d == 3) && out->p >= 1 &&
        out->d * out->p <= LCP_TEXT_LARGEST)
        return PERP_SUCCESS;
    return PERP_FAIL(PERP_INPUT,
                     "%s:%d: %d contacts of %d components; write 'contacts D "
                     "P' with D = 2 or 3, P >= 1 and D P at most %d",
                     t->name, t->line, out->p, out->d, LCP_TEXT_LARGEST);
}

static perp_status check_mu(const lcp_text *t, const contact_problem *c)
{
    for (int i = 0; i < c->p; i++)
        if (mpq_sgn(c->mu[i]) < 0)
            return PERP_FAIL(PERP_INPUT,
                             "%s:%d: mu of contact %d is negative; friction is "
                             "not",
                             t->name, c->line, i + 1);
    return PERP_SUCCESS;
}

perp_status contact_text_next(lcp_text *t, arena *a, contact_problem *out)
{
    *out = (contact_problem){0};
    lcp_text_is(t, "contacts", 1);
    out->line = t->line;
    PERP_TRY(read_size(t, out));
    size_t m = (size_t)out->d * (size_t)out->p, count = numbers(out);
    if (t->len - t->at < 2 * count - 1)
        return PERP_FAIL(PERP_INPUT,
                         "%s:%d: %d contacts want %zu numbers: W by rows, q, "
                         "mu; the file ends before",
                         t->name, out->line, out->p, count);
    mpq_t *q = rational_array(a, count);
    if (q == NULL)
        return PERP_NO_MEMORY(count * sizeof *q);
    out->W = (const mpq_t *)q;
    out->q = (const mpq_t *)(q + m * m);
    out->mu = (const mpq_t *)(q + m * m + m);
    perp_status s = lcp_text_numbers(t, out->line, count, q, NULL);
    if (s.code == PERP_OK)
        s = check_mu(t, out);
    if (s.code != PERP_OK)
        contact_problem_clear(out);
    t->problem++;
    return s;
}

void contact_problem_clear(contact_problem *c)
{
    if (c->W != NULL)
        rational_clear((mpq_t *)c->W, numbers(c));
    c->W = NULL;
}

perp_status contact_problem_round(contact_problem *c)
{
    mpq_t *q = (mpq_t *)c->W;
    for (size_t i = 0; i < numbers(c); i++) {
        double v;
        PERP_TRY(literal_double(q[i], &v));
        mpq_set_d(q[i], v);
    }
    return PERP_SUCCESS;
}
