#include "problems.h"

static void same_numbers(const mpq_t *a, const mpq_t *b, size_t n)
{
    for (size_t i = 0; i < n; i++)
        MUST(mpq_equal(a[i], b[i]), "number %zu", i);
}

static void same_problem(const lcp_exact_problem *p, lcp_text t)
{
    arena a = {0};
    lcp_text_problem q;
    int more = 1;
    perp_status s = lcp_text_next(&t, &a, &q, &more);
    MUST(s.code == PERP_OK && more, "%s", s.message);
    MUST(q.exact.n == p->n && q.exact.free == p->free, "another size");
    const size_t m = (size_t)(p->n + p->free);
    same_numbers(q.exact.A, p->A, m * m);
    same_numbers(q.exact.b, p->b, m);
    lcp_exact_problem_clear(&q.exact);
    s = lcp_text_next(&t, &a, &q, &more);
    MUST(s.code == PERP_OK && !more, "%s", s.message);
    arena_free(&a);
}

static void same_contacts(const contact_problem *c, lcp_text t)
{
    arena a = {0};
    contact_problem q;
    MUST(contact_text_ahead(&t), "no contacts");
    perp_status s = contact_text_next(&t, &a, &q);
    MUST(s.code == PERP_OK, "%s", s.message);
    MUST(q.d == c->d && q.p == c->p, "another size");
    const size_t m = (size_t)(c->d * c->p);
    same_numbers(q.W, c->W, m * m);
    same_numbers(q.q, c->q, m);
    same_numbers(q.mu, c->mu, (size_t)c->p);
    contact_problem_clear(&q);
    arena_free(&a);
}

static void again(foreign_format f, char *text, size_t size,
                  const lcp_text_problem *p, const contact_problem *c)
{
    arena a = {0};
    lcp_text t = lcp_text_of("again", text, size);
    perp_status s = foreign_read(&t, f, NULL, 0, &a);
    MUST(s.code == PERP_OK, "format %d: %s\n%s", (int)f, s.message, text);
    if (p != NULL)
        same_problem(&p->exact, t);
    else
        same_contacts(c, t);
    arena_free(&a);
}

static void write_all(const lcp_text_problem *p, const contact_problem *c)
{
    for (int f = FOREIGN_PERP; f <= FOREIGN_NUMPY; f++) {
        char *text = NULL;
        size_t size = 0;
        FILE *out = open_memstream(&text, &size);
        if (out == NULL)
            exit(6);
        perp_status s =
            p != NULL ? foreign_write(out, (foreign_format)f, 1, p, 0)
                      : foreign_write_contacts(out, (foreign_format)f, 1, c);
        fclose(out);
        FUZZ_ONE_LINE(s);
        MUST(s.code == PERP_OK || (s.code == PERP_INPUT && size == 0),
             "%d, %zu bytes", s.code, size);
        if (s.code == PERP_OK)
            again((foreign_format)f, text, size, p, c);
        free(text);
    }
}

void problems_read(lcp_text t, int whole)
{
    for (int more = 1, k = 0; more && k < 8; k++) {
        arena a = {0};
        lcp_text_problem p;
        contact_problem c;
        int contacts = contact_text_ahead(&t);
        perp_status s = contacts ? contact_text_next(&t, &a, &c)
                                 : lcp_text_next(&t, &a, &p, &more);
        FUZZ_ONE_LINE(s);
        MUST(s.code == PERP_OK || s.code == PERP_INPUT, "%d: %s", s.code,
             s.message);
        MUST(!whole || s.code == PERP_OK || contacts, "%s", s.message);
        if (s.code == PERP_OK && more && k < 2)
            write_all(contacts ? NULL : &p, &c);
        if (s.code == PERP_OK && contacts)
            contact_problem_clear(&c);
        else if (s.code == PERP_OK && more)
            lcp_exact_problem_clear(&p.exact);
        arena_free(&a);
        if (s.code != PERP_OK)
            return;
    }
}
