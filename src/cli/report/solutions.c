#include "cli/report/solutions.h"

#include "lcp/enumerate/enumerate_text.h"

#include <string.h>

/* [x, ...] with quotes, or the plain numbers. */
static void print_point(const solutions_wish *w, int count, const mpq_t *x)
{
    for (int j = 0; j < count; j++)
        if (w->json)
            gmp_printf("%s\"%Qd\"", j > 0 ? "," : "[", x[j]);
        else
            gmp_printf(" %Qd", x[j]);
    fputs(w->json ? "]" : "\n", stdout);
}

enum { VERTEX, RAY, LINE };

static const char *const one_name[] = {"vertex", "ray", "line"};
static const char *const list_name[] = {"vertices", "rays", "lines"};

static void print_points(const solutions_wish *w, int kind, int count, int cols,
                         const mpq_t *x)
{
    if (w->json)
        printf(",\"%s\":[", list_name[kind]);
    for (int k = 0; k < count; k++) {
        if (!w->json)
            printf("  %s", one_name[kind]);
        else if (k > 0)
            putchar(',');
        print_point(w, cols, x + k * cols);
    }
    if (w->json)
        putchar(']');
}

/** A face's pattern has a letter for each pair: which of the two may be
positive in it, z, w, or 0 for neither. */
static void print_pattern(const choices_system *s, const enumerate_face *f)
{
    for (int i = 0; i < s->choices; i++) {
        int z = choices_of(s, i, 0)->list[0].variable;
        int w = choices_of(s, i, 1)->list[0].variable;
        putchar(f->sign[z] != CHOICES_ZERO   ? 'z'
                : f->sign[w] != CHOICES_ZERO ? 'w'
                                             : '0');
    }
}

static void print_face(const solutions_wish *w, const choices_system *s,
                       const enumeration *e, int k)
{
    const enumerate_face *f = &e->face[k];
    const generators *g = &f->points;
    if (w->json)
        printf("%s{\"pattern\":\"", k > 0 ? "," : "");
    else
        printf("face %d, ", k + 1);
    print_pattern(s, f);
    if (w->json)
        printf("\",\"dimension\":%d", g->dimension);
    else
        printf(", dimension %d:\n", g->dimension);
    print_points(w, VERTEX, g->vertices, g->cols, (const mpq_t *)g->vertex);
    print_points(w, RAY, g->rays, g->cols, (const mpq_t *)g->ray);
    print_points(w, LINE, g->lines, g->cols, (const mpq_t *)g->line);
    if (w->json)
        putchar('}');
}

static const char *status_word(const perp_status *s, const enumeration *e)
{
    return s->code != PERP_OK ? "limit" : e->found ? "solved" : "none";
}

static void print_all(const solutions_wish *w, const lcp_exact_problem *p,
                      const choices_system *s, const enumeration *e,
                      const perp_status *ended)
{
    int complete = ended->code == PERP_OK;
    printf("{\"n\":%d,", p->n);
    if (p->free > 0)
        printf("\"free\":%d,", p->free);
    printf("\"z\":");
    if (complete && e->found)
        print_point(w, s->cols, (const mpq_t *)e->face[0].points.vertex);
    else
        fputs("[]", stdout);
    printf(",\"pivots\":%ld,\"faces\":[", e->pivots);
    for (int k = 0; complete && k < e->faces; k++)
        print_face(w, s, e, k);
    printf("],\"nodes\":%d,\"complete\":%s,\"complete_of\":%s,\"exact\":true,"
           "\"status\":\"%s\"}\n",
           e->nodes, complete ? "true" : "false",
           complete ? "\"the problem as written\"" : "null",
           status_word(ended, e));
}

static void print_text(const solutions_wish *w, int number,
                       const lcp_exact_problem *p, const choices_system *s,
                       const enumeration *e, const perp_status *ended)
{
    printf("problem %d, n = %d: ", number, p->n);
    if (ended->code != PERP_OK)
        printf("not all solutions found, %d nodes\n", e->nodes);
    else
        printf("%d face%s of solutions, complete for the problem as written, "
               "%d nodes\n",
               e->faces, e->faces == 1 ? "" : "s", e->nodes);
    for (int k = 0; ended->code == PERP_OK && k < e->faces; k++)
        print_face(w, s, e, k);
}

static perp_status verdict(int number, const enumeration *e,
                           const perp_status *ended)
{
    char why[256];
    if (ended->code != PERP_OK) {
        snprintf(why, sizeof why, "%s", ended->message);
        return PERP_FAIL(PERP_LIMIT, "problem %d: %s", number, why);
    }
    if (!e->found)
        return PERP_FAIL(PERP_NO_SOLUTION,
                         "problem %d has no solution; a tree "
                         "of %d nodes proves it",
                         number, e->nodes);
    return PERP_SUCCESS;
}

static perp_status write_proof(const solutions_wish *w, const choices_system *s,
                               const enumeration *e)
{
    return w->proof == NULL ? PERP_SUCCESS : enumerate_write(s, e, w->proof);
}

perp_status solutions_state(lcp_text *text, const char *path, lists *out)
{
    const lcp_text start = *text;
    perp_status st = lists_begin(out, path);
    for (int more = 1; st.code == PERP_OK && more;) {
        arena a = {0};
        lcp_text_problem p;
        st = lcp_text_next(text, &a, &p, &more);
        if (st.code == PERP_OK && more) {
            lists_state(out, &p.exact);
            lcp_exact_problem_clear(&p.exact);
        }
        arena_free(&a);
    }
    *text = start;
    return st.code == PERP_OK ? lists_stated(out, path) : st;
}

perp_status solutions_end(lists *cert, const char *path, perp_status ended)
{
    const int whole = ended.code == PERP_OK || ended.code == PERP_NO_SOLUTION;
    perp_status end = lists_end(cert, whole);
    if (whole && end.code == PERP_OK)
        fprintf(stderr,
                "certificate: %s, %ld problem%s; its statement: %s.scene\n"
                "  SHA-256 of the statement: %s\n",
                path, cert->listed, cert->listed == 1 ? "" : "s", path,
                cert->digest);
    return whole && end.code != PERP_OK ? end : ended;
}

perp_status solutions_all(const lcp_text_problem *p, int number,
                          const solutions_wish *w, arena *a)
{
    choices_system s;
    enumeration e;
    enumerate_options o = {.nodes = w->nodes, .limit = w->limit};
    PERP_TRY(choices_pairs(a, &p->exact, &s));
    perp_status ended = enumerate_all(&s, &o, a, &e), written = PERP_SUCCESS;
    if (ended.code == PERP_OK)
        written = write_proof(w, &s, &e);
    if (ended.code == PERP_OK && written.code == PERP_OK && w->cert != NULL)
        written = lists_add(w->cert, &s, &e, a);
    if (ended.code == PERP_OK || ended.code == PERP_LIMIT) {
        if (w->json)
            print_all(w, &p->exact, &s, &e, &ended);
        else
            print_text(w, number, &p->exact, &s, &e, &ended);
        ended = verdict(number, &e, &ended);
    }
    enumerate_free(&e);
    choices_clear(&s);
    return written.code != PERP_OK ? written : ended;
}

perp_status solutions_one(const lcp_exact_problem *p, const solutions_wish *w,
                          arena *a, lcp_outcome *outcome, mpq_t *z, int *nodes)
{
    choices_system s;
    enumeration e;
    enumerate_options o = {
        .nodes = w->nodes, .limit = w->limit, .one = 1};
    if (w->nodes == 0)
        o.work = 50000000; /* some seconds */
    PERP_TRY(choices_pairs(a, p, &s));
    perp_status ended = enumerate_all(&s, &o, a, &e);
    *nodes = e.nodes;
    *outcome = ended.code != PERP_OK ? LCP_LIMIT
               : e.found             ? LCP_SOLVED
                                     : LCP_INFEASIBLE;
    for (int j = 0; *outcome == LCP_SOLVED && j < s.cols; j++)
        mpq_set(z[j], e.point[j]);
    if (*outcome == LCP_INFEASIBLE)
        ended = write_proof(w, &s, &e);
    enumerate_free(&e);
    choices_clear(&s);
    return ended.code == PERP_LIMIT ? PERP_SUCCESS : ended;
}

/* The proofs follow each other: the first one's length, its `end` included. */
static size_t one_proof(const char *text, size_t len)
{
    size_t at = 0;
    while (at < len) {
        size_t line = at;
        while (at < len && text[at] != '\n')
            at++;
        at += at < len;
        if (at - line >= 3 && memcmp(text + line, "end", 3) == 0)
            return at;
    }
    return at;
}

static perp_status check_one(const lcp_exact_problem *p, int number, arena *a,
                             lcp_text *proof)
{
    choices_system s;
    const char *at = proof->text + proof->at;
    size_t len = one_proof(at, proof->len - proof->at);
    PERP_TRY(choices_pairs(a, p, &s));
    perp_status st = enumerate_check(&s, at, len);
    choices_clear(&s);
    proof->at += len;
    if (st.code == PERP_OK) {
        printf("problem %d: the proof holds\n", number);
        return st;
    }
    char why[256];
    snprintf(why, sizeof why, "%s", st.message);
    return PERP_FAIL(st.code, "%s: the proof for problem %d: %s", proof->name,
                     number, why);
}

perp_status solutions_check(lcp_text *text, const char *path)
{
    arena keep = {0};
    lcp_text proof;
    perp_status st = lcp_text_load(path, &keep, &proof);
    int more = 1;
    for (int number = 1; st.code == PERP_OK; number++) {
        arena a = {0};
        lcp_text_problem p;
        st = lcp_text_next(text, &a, &p, &more);
        if (st.code == PERP_OK && more) {
            st = check_one(&p.exact, number, &a, &proof);
            lcp_exact_problem_clear(&p.exact);
        }
        arena_free(&a);
        if (st.code == PERP_OK && !more)
            break;
    }
    if (st.code == PERP_OK && proof.at != proof.len)
        st = PERP_FAIL(PERP_REFUTED, "%s: a proof too many", path);
    arena_free(&keep);
    return st;
}
