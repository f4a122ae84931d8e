#include "base/memory.h"
#include "lcp/enumerate/enumerate_text.h"
#include "number/rational.h"

#include <string.h>

/* A text being checked. */
typedef struct {
    const choices_system *s;
    const char *text;
    size_t len, at;
    int line, faces;
    uint8_t *sign; /* faces x variables */
    uint8_t *seen; /* variables: positive somewhere on this face */
    mpq_t *x, *p;  /* cols: a point; the coefficients of the unknowns */
    mpq_t *y;      /* rows */
    mpq_t sum, term;
} checker;

static perp_status refuse(const checker *c, const char *why)
{
    return PERP_FAIL(PERP_REFUTED, "line %d: %s", c->line, why);
}

/* The next word of this line, or of the next line when it begins one. */
static size_t word(checker *c, const char **out, int begins)
{
    while (c->at < c->len &&
           (c->text[c->at] == ' ' || (begins && c->text[c->at] == '\n')))
        c->line += c->text[c->at++] == '\n';
    *out = c->text + c->at;
    size_t start = c->at;
    while (c->at < c->len && c->text[c->at] != ' ' && c->text[c->at] != '\n')
        c->at++;
    return c->at - start;
}

static int says(checker *c, const char *wanted, int begins)
{
    const char *w;
    size_t n = word(c, &w, begins);
    return n == strlen(wanted) && memcmp(w, wanted, n) == 0;
}

/* A whole number 0 <= v <= most, or -1. */
static int count(checker *c, int most)
{
    const char *w;
    size_t n = word(c, &w, 0);
    long v = 0;
    if (n < 1 || n > 9)
        return -1;
    for (size_t i = 0; i < n; i++) {
        if (w[i] < '0' || w[i] > '9')
            return -1;
        v = 10 * v + (w[i] - '0');
    }
    return v <= most ? (int)v : -1;
}

static size_t digits(const char *w, size_t n)
{
    size_t k = 0;
    while (k < n && w[k] >= '0' && w[k] <= '9')
        k++;
    return k;
}

/* -?[0-9]+(/[0-9]+)?, the denominator not zero. */
static int number(checker *c, mpq_ptr out)
{
    const char *w;
    char buffer[256], *copy = buffer;
    size_t n = word(c, &w, 0), minus = n > 0 && w[0] == '-';
    size_t top = digits(w + minus, n - minus), at = minus + top;
    size_t low = at < n && w[at] == '/' ? digits(w + at + 1, n - at - 1) : 0;
    if (top == 0 || at + (low > 0 ? low + 1 : 0) != n)
        return 0;
    if (n >= sizeof buffer)
        copy = memory_new(n + 1, 1);
    if (copy == NULL)
        return 0;
    memcpy(copy, w, n);
    copy[n] = '\0';
    int fine = mpq_set_str(out, copy, 10) == 0 && mpz_sgn(mpq_denref(out)) != 0;
    if (fine)
        mpq_canonicalize(out);
    else
        mpq_set_ui(out, 0, 1);
    if (copy != buffer)
        memory_free(copy);
    return fine;
}

static perp_status numbers(checker *c, int n, mpq_t *out)
{
    for (int j = 0; j < n; j++)
        if (!number(c, out[j]))
            return refuse(c, "a number is missing or misspelt");
    return PERP_SUCCESS;
}

static uint8_t *signs_of(const checker *c, int face)
{
    return c->sign + (size_t)face * (size_t)choices_variables(c->s);
}

/* sum = B_i x (+ g_i). */
static void row_value(checker *c, int i, int with_g)
{
    int n = c->s->cols;
    mpq_set_ui(c->sum, 0, 1);
    if (with_g)
        mpq_set(c->sum, c->s->g[i]);
    for (int j = 0; j < n; j++) {
        mpq_mul(c->term, c->s->B[i * n + j], c->x[j]);
        mpq_add(c->sum, c->sum, c->term);
    }
}

/* A vertex (g counts), a ray, or a line (all that has a sign stays). */
static perp_status check_point(checker *c, int face, int vertex, int line)
{
    int n = c->s->cols, moves = vertex;
    PERP_TRY(numbers(c, n, c->x));
    for (int v = 0; v < choices_variables(c->s); v++) {
        if (v < n)
            mpq_set(c->sum, c->x[v]);
        else
            row_value(c, v - n, vertex);
        int value = mpq_sgn(c->sum), sign = signs_of(c, face)[v];
        moves |= v < n && value != 0;
        if (sign != CHOICES_FREE &&
            (value < 0 || (value > 0 && (line || sign == CHOICES_ZERO))))
            return refuse(c, "a point has not the signs of its face");
        c->seen[v] |= value > 0;
    }
    return moves ? PERP_SUCCESS : refuse(c, "a direction is zero");
}

static perp_status read_signs(checker *c, int face)
{
    const char *w;
    uint8_t *sign = signs_of(c, face);
    int variables = choices_variables(c->s);
    if (!says(c, "face", 1))
        return refuse(c, "a face is missing");
    if (word(c, &w, 0) != (size_t)variables)
        return refuse(c, "a face has a sign for each variable");
    for (int v = 0; v < variables; v++) {
        sign[v] = w[v] == '0'   ? CHOICES_ZERO
                  : w[v] == '+' ? CHOICES_NONNEGATIVE
                                : CHOICES_FREE;
        if ((w[v] != '0' && w[v] != '+' && w[v] != '*') ||
            sign[v] < c->s->sign[v])
            return refuse(c, "a face's sign is weaker than the system's");
    }
    if (choices_open(c->s, sign) >= 0)
        return refuse(c, "a face leaves a choice open");
    size_t at = c->at;
    if (says(c, "-", 0))
        return PERP_SUCCESS;
    c->at = at; /* another face contains this one: a remark */
    return count(c, c->faces) > 0 ? PERP_SUCCESS
                                  : refuse(c, "no face has that number");
}

/* Looks at the next line's first word, without taking it. */
static int next_is(checker *c, const char *wanted)
{
    size_t at = c->at;
    int line = c->line, same = says(c, wanted, 1);
    if (!same) {
        c->at = at;
        c->line = line;
    }
    return same;
}

static perp_status check_face(checker *c, int face)
{
    int vertices = 0;
    size_t variables = (size_t)choices_variables(c->s);
    memset(c->seen, 0, variables);
    PERP_TRY(read_signs(c, face));
    for (; next_is(c, "vertex"); vertices++)
        PERP_TRY(check_point(c, face, 1, 0));
    while (next_is(c, "ray"))
        PERP_TRY(check_point(c, face, 0, 0));
    while (next_is(c, "line"))
        PERP_TRY(check_point(c, face, 0, 1));
    if (vertices == 0)
        return refuse(c, "a face has no vertex");
    for (size_t v = 0; v < variables; v++)
        if (signs_of(c, face)[v] == CHOICES_NONNEGATIVE && !c->seen[v])
            return refuse(c, "a variable of the face is zero throughout");
    return PERP_SUCCESS;
}

static int has_signs(const checker *c, const uint8_t *a, const uint8_t *b)
{
    for (int v = 0; v < choices_variables(c->s); v++)
        if (a[v] < b[v])
            return 0;
    return 1;
}

static perp_status check_faces(checker *c)
{
    for (int k = 0; k < c->faces; k++)
        PERP_TRY(check_face(c, k));
    for (int k = 0; k < c->faces; k++)
        for (int i = 0; i < c->faces; i++)
            if (i != k && has_signs(c, signs_of(c, k), signs_of(c, i)))
                return refuse(c, "a face has all the signs of another");
    return PERP_SUCCESS;
}

/* May a variable with this sign have this coefficient? */
static int allowed(uint8_t sign, mpq_srcptr coefficient)
{
    int s = mpq_sgn(coefficient);
    return s == 0 || sign == CHOICES_ZERO ||
           (s > 0 && sign == CHOICES_NONNEGATIVE);
}

/** $\sum_i y_i r_i = g^T y + \sum_j (B^T y)_j u_j$ whatever the unknowns are.
With $p = -B^T y$ the sum $\sum y_i r_i + \sum p_j u_j$ is the constant
$g^T y$. Where every term is at least zero, a negative constant is a
contradiction, and a constant zero makes every term zero. */
static perp_status read_proof(checker *c, const uint8_t *sign, int *constant)
{
    int n = c->s->cols, m = c->s->rows;
    PERP_TRY(numbers(c, m, c->y));
    mpq_set_ui(c->sum, 0, 1);
    for (int i = 0; i < m; i++) {
        mpq_mul(c->term, c->y[i], c->s->g[i]);
        mpq_add(c->sum, c->sum, c->term);
        if (!allowed(sign[n + i], c->y[i]))
            return refuse(c, "a row has a coefficient of the wrong sign");
    }
    *constant = mpq_sgn(c->sum);
    for (int j = 0; j < n; j++) {
        mpq_set_ui(c->p[j], 0, 1);
        for (int i = 0; i < m; i++) {
            mpq_mul(c->term, c->y[i], c->s->B[i * n + j]);
            mpq_sub(c->p[j], c->p[j], c->term);
        }
        if (!allowed(sign[j], c->p[j]))
            return refuse(c, "an unknown has a coefficient of the wrong sign");
    }
    return PERP_SUCCESS;
}

static perp_status check_inside(checker *c, uint8_t *sign)
{
    int constant, face = count(c, c->faces), n = c->s->cols;
    if (face < 1)
        return refuse(c, "no face has that number");
    PERP_TRY(read_proof(c, sign, &constant));
    if (constant != 0)
        return refuse(c, "the proof's constant is not zero");
    for (int v = 0; v < choices_variables(c->s); v++)
        if (mpq_sgn(v < n ? c->p[v] : c->y[v - n]) > 0)
            sign[v] = CHOICES_ZERO;
    return has_signs(c, sign, signs_of(c, face - 1))
               ? PERP_SUCCESS
               : refuse(c, "the leaf is not shown to lie in the face");
}

static perp_status check_tree(checker *c, const uint8_t *sign, uint8_t *used);

static perp_status check_branch(checker *c, const uint8_t *sign, uint8_t *used)
{
    size_t variables = (size_t)choices_variables(c->s);
    int choice = count(c, c->s->choices) - 1;
    if (choice < 0 || used[choice])
        return refuse(c, "no choice has that number, or it was made above");
    uint8_t *child = memory_new(variables, 1);
    perp_status s = child == NULL ? PERP_NO_MEMORY(variables) : PERP_SUCCESS;
    used[choice] = 1;
    for (int k = 0; k < c->s->alternatives && s.code == PERP_OK; k++) {
        const choices_alternative *o = choices_of(c->s, choice, k);
        memcpy(child, sign, variables);
        for (int i = 0; i < o->count; i++)
            child[o->list[i].variable] = choices_stricter(
                child[o->list[i].variable], (uint8_t)o->list[i].sign);
        s = check_tree(c, child, used);
    }
    used[choice] = 0;
    memory_free(child);
    return s;
}

/* A leaf may change the signs; a branch copies them. */
static perp_status check_leaf(checker *c, const uint8_t *sign, int inside)
{
    int constant;
    if (!inside) {
        PERP_TRY(read_proof(c, sign, &constant));
        return constant < 0 ? PERP_SUCCESS
                            : refuse(c, "the proof's constant is not negative");
    }
    size_t variables = (size_t)choices_variables(c->s);
    uint8_t *own = memory_new(variables, 1);
    if (own == NULL)
        return PERP_NO_MEMORY(variables);
    memcpy(own, sign, variables);
    perp_status s = check_inside(c, own);
    memory_free(own);
    return s;
}

static perp_status check_tree(checker *c, const uint8_t *sign, uint8_t *used)
{
    if (next_is(c, "branch"))
        return check_branch(c, sign, used);
    if (next_is(c, "empty"))
        return check_leaf(c, sign, 0);
    if (next_is(c, "inside"))
        return check_leaf(c, sign, 1);
    return refuse(c, "the tree ends too early");
}

static perp_status check_head(checker *c)
{
    const choices_system *s = c->s;
    if (!says(c, "perp-solutions", 1) || !says(c, "1", 0) ||
        !says(c, "size", 1) || count(c, s->cols) != s->cols ||
        count(c, s->rows) != s->rows || count(c, s->choices) != s->choices ||
        count(c, s->alternatives) != s->alternatives || !says(c, "faces", 1))
        return refuse(c, "not a proof for a system of this size");
    c->faces = count(c, 100000000);
    if (c->faces < 0 || (size_t)c->faces > c->len)
        return refuse(c, "the number of faces is missing");
    size_t signs = (size_t)c->faces * (size_t)choices_variables(s);
    c->sign = signs > c->len ? NULL : memory_new(signs + 1, 1);
    if (c->sign == NULL)
        return signs > c->len ? refuse(c, "the text is too short")
                              : PERP_NO_MEMORY(signs);
    return PERP_SUCCESS;
}

static perp_status check_all(checker *c, uint8_t *used)
{
    PERP_TRY(check_head(c));
    PERP_TRY(check_faces(c));
    if (!says(c, "tree", 1))
        return refuse(c, "the tree is missing");
    PERP_TRY(check_tree(c, c->s->sign, used));
    return says(c, "end", 1) && says(c, "", 1) && c->at == c->len
               ? PERP_SUCCESS
               : refuse(c, "the text does not end with the tree");
}

perp_status enumerate_check(const choices_system *s, const char *text,
                            size_t len)
{
    checker c = {.s = s, .text = text, .len = len, .line = 1};
    size_t n = (size_t)s->cols, m = (size_t)s->rows, all = 2 * n + m;
    uint8_t *bytes = memory_new(n + m + (size_t)s->choices + 1, 1);
    mpq_t *q = memory_new(all + 1, sizeof *q);
    if (bytes == NULL || q == NULL) {
        memory_free(bytes);
        memory_free(q);
        return PERP_NO_MEMORY(all * sizeof *q);
    }
    for (size_t k = 0; k < all; k++)
        mpq_init(q[k]);
    mpq_inits(c.sum, c.term, NULL);
    c.x = q;
    c.p = q + n;
    c.y = q + 2 * n;
    c.seen = bytes;
    perp_status status = check_all(&c, bytes + n + m);
    rational_clear(q, all);
    mpq_clears(c.sum, c.term, NULL);
    memory_free(q);
    memory_free(bytes);
    memory_free(c.sign);
    return status;
}
