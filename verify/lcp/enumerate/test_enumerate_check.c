/**
# A proof with a mistake is refused
*/
#include "games.h"

static const int degenerate_A[] = {0, 1,  0, 1, 1, 0,  1, 0,
                                   0, -1, 1, 1, 1, -1, 0, 2};
static const int degenerate_b[] = {0, -1, 0, 1};
static const int none_A[] = {-1, 1, 0, 1, 0, 1, 1, 0, 1, 0, 0, 0, 1, 1, 0, 0};
static const int none_b[] = {-2, -1, -1, 1};
static const int many_A[] = {-1, 0, 0, 0, -1, 0, 0, 0, -1};
static const int many_b[] = {1, 1, 1};

typedef struct {
    int n;
    const int *A, *b;
} sample;

static const sample samples[] = {
    {4, degenerate_A, degenerate_b}, {4, none_A, none_b}, {3, many_A, many_b}};

typedef struct {
    int refused, accepted;
    choices_system s;
    const char *text;
    size_t len;
} mutation;

/* What may change and leave a true statement: another proof of the same (an
   `empty` or `inside` line), another point with the signs of its face, another
   face that contains the leaf, the remark `within`. */
static int may_be_true(const char *line, size_t column)
{
    const char *face = strncmp(line, "face ", 5) == 0 ? strrchr(line, ' ') : 0;
    return strncmp(line, "empty ", 6) == 0 || strncmp(line, "ray ", 4) == 0 ||
           strncmp(line, "inside ", 7) == 0 ||
           strncmp(line, "vertex ", 7) == 0 ||
           (face != NULL && column > (size_t)(face - line));
}

/* One character is another one, or gone when `to` is 0. */
static void one(mutation *m, size_t at, char to)
{
    char *copy = malloc(m->len + 1), line[200] = {0};
    size_t start = at, rest = m->len - at;
    memcpy(copy, m->text, m->len + 1);
    if (to != 0)
        copy[at] = to;
    else
        memmove(copy + at, copy + at + 1, rest);
    perp_status s = enumerate_check(&m->s, copy, m->len - (to == 0));
    m->refused += s.code == PERP_REFUTED;
    m->accepted += s.code == PERP_OK;
    CHECK(s.code == PERP_REFUTED || s.code == PERP_OK, "%s", s.message);
    while (start > 0 && m->text[start - 1] != '\n')
        start--;
    size_t n = strcspn(m->text + start, "\n");
    memcpy(line, m->text + start, n < 199 ? n : 199);
    CHECK(s.code != PERP_OK || may_be_true(line, at - start),
          "'%s' with '%c' at %zu is accepted", line, to, at - start);
    free(copy);
}

static void mutants(void)
{
    static const char letters[] = "0123-/+*bei \n";
    for (size_t k = 0; k < sizeof samples / sizeof *samples; k++) {
        const sample *p = &samples[k];
        whole_problem w = whole_new(0, p->n, p->A, p->b);
        arena a = {0};
        enumeration e;
        mutation m = {0};
        CHECK(choices_pairs(&a, &w.p, &m.s).code == PERP_OK, "pairs");
        CHECK(enumerate_all(&m.s, &(enumerate_options){0}, &a, &e).code ==
                  PERP_OK,
              "enumerate");
        char *text = proof_text(&m.s, &e, &m.len);
        m.text = text;
        CHECK(enumerate_check(&m.s, text, m.len).code == PERP_OK, "whole");
        for (size_t at = 0; at + 1 < m.len; at++) {
            for (const char *c = letters; *c != '\0'; c++)
                if (*c != text[at] && !((*c == ' ' || *c == '\n') &&
                                        (text[at] == ' ' || text[at] == '\n')))
                    one(&m, at, *c);
            if (text[at] != ' ' && text[at] != '\n')
                one(&m, at, 0);
        }
        for (size_t len = 0; len + 1 < m.len; len++)
            CHECK(enumerate_check(&m.s, text, len).code == PERP_REFUTED,
                  "cut to %zu", len);
        printf("problem %zu: %d refused, %d true in another way\n", k,
               m.refused, m.accepted);
        CHECK(m.refused > 20 * m.accepted, "too many are accepted");
        free(text);
        enumerate_free(&e);
        choices_clear(&m.s);
        arena_free(&a);
        whole_free(&w);
    }
}

/* The proof of one problem proves nothing about another. */
static void another_problem(void)
{
    static const int A[] = {-1}, b[] = {1}, c[] = {2};
    whole_problem one_w = whole_new(0, 1, A, b), other = whole_new(0, 1, A, c);
    arena a = {0};
    choices_system s, t;
    enumeration e;
    CHECK(choices_pairs(&a, &one_w.p, &s).code == PERP_OK, "pairs");
    CHECK(choices_pairs(&a, &other.p, &t).code == PERP_OK, "pairs");
    CHECK(enumerate_all(&s, &(enumerate_options){0}, &a, &e).code == PERP_OK,
          "enumerate");
    size_t len;
    char *text = proof_text(&s, &e, &len);
    CHECK(enumerate_check(&t, text, len).code == PERP_REFUTED, "believed");
    free(text);
    enumerate_free(&e);
    choices_clear(&s);
    choices_clear(&t);
    arena_free(&a);
    whole_free(&one_w);
    whole_free(&other);
}

/* A list from which a face was taken, its leaf sent to another face. */
static void a_face_left_out(void)
{
    static const int A[] = {-1}, b[] = {1};
    static const char lie[] = "perp-solutions 1\nsize 1 1 1 2\nfaces 1\n"
                              "face 0+ -\nvertex 0\ntree\nbranch 1\n"
                              "inside 1 0\n%s\nend\n";
    static const char *const leaf[] = {"inside 1 0", "inside 1 1",
                                       "empty 0",    "empty 1",
                                       "empty -1",   "inside 1 -1"};
    whole_problem w = whole_new(0, 1, A, b);
    arena a = {0};
    choices_system s;
    CHECK(choices_pairs(&a, &w.p, &s).code == PERP_OK, "pairs");
    for (size_t k = 0; k < sizeof leaf / sizeof *leaf; k++) {
        char text[300];
        int len = snprintf(text, sizeof text, lie, leaf[k]);
        CHECK(enumerate_check(&s, text, (size_t)len).code == PERP_REFUTED, "%s",
              leaf[k]);
    }
    choices_clear(&s);
    arena_free(&a);
    whole_free(&w);
}

int main(void)
{
    memory_adopt_gmp();
    RUN(mutants);
    RUN(another_problem);
    RUN(a_face_left_out);
    DONE;
}
