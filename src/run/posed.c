#include "run/posed.h"

#include "base/memory.h"
#include "lcp/problem/lcp_text.h"

#include <string.h>

int posed_due(posed_problem *p)
{
    return p != NULL && (++p->met == p->wanted || p->most > 0);
}

/* Room for the length of one problem more: a block for every 1024. */
static perp_status another(posed_problem *p)
{
    if (p->most == 0)
        return PERP_SUCCESS;
    if (p->met > p->most)
        return PERP_FAIL(PERP_LIMIT,
                         "--lcps: more than %ld problems; take a shorter run, "
                         "or --lcp K for one of them",
                         p->most);
    if (p->met % 1024 == 1) {
        size_t room = ((size_t)p->met + 1023) * sizeof *p->bytes;
        long *grown = memory_resize(p->bytes, room);
        if (grown == NULL)
            return PERP_NO_MEMORY(room);
        p->bytes = grown;
    }
    p->bytes[p->met - 1] = -ftell(p->out);
    return PERP_SUCCESS;
}

/* A comment ends with its line: a name that a scene gave must not. */
static void line(FILE *out, const char *text)
{
    fputs("# ", out);
    for (; *text != '\0'; text++)
        fputc((unsigned char)*text < ' ' ? ' ' : *text, out);
    fputc('\n', out);
}

/** Above each row of the matrix stands what its unknown is and what the row
says. */
perp_status posed_write(posed_problem *p, const posed_what *what,
                        const lcp_exact_problem *q)
{
    char text[400];
    PERP_TRY(another(p));
    snprintf(text, sizeof text,
             "problem %ld: %s of row %ld, run '%.120s', from t = %.17g s",
             p->met, what->kind, what->row,
             what->run == NULL ? "run" : what->run, what->t);
    line(p->out, text);
    line(p->out, what->numbers);
    lcp_text_size(p->out, q->free, q->n);
    for (int i = 0; i < q->free + q->n; i++) {
        int n = snprintf(text, sizeof text, "%d, %s: ", i + 1,
                         i < q->free ? "free" : "pair");
        what->name(what->user, i, text + n, sizeof text - (size_t)n);
        line(p->out, text);
        lcp_text_row(p->out, q, i);
    }
    line(p->out, "b");
    lcp_text_row(p->out, q, q->free + q->n);
    if (fflush(p->out) != 0 || ferror(p->out))
        return PERP_FAIL(PERP_IO, "the problem of --lcp could not be written");
    if (p->most > 0)
        p->bytes[p->met - 1] += ftell(p->out);
    return PERP_SUCCESS;
}

perp_status posed_write_doubles(posed_problem *p, const posed_what *what,
                                const lcp_problem *q)
{
    arena a = {0};
    lcp_exact_problem exact;
    perp_status s = lcp_exact_problem_new(&a, q, &exact);
    if (s.code == PERP_OK) {
        s = posed_write(p, what, &exact);
        lcp_exact_problem_clear(&exact);
    }
    arena_free(&a);
    return s;
}
