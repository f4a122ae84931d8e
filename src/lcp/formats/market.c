#include "lcp/formats/market.h"

#include <string.h>

typedef enum { GENERAL, SYMMETRIC, SKEW } symmetry;

/* A full matrix of words; an entry without one is 0. A skew entry above the
   diagonal is the negative of the one below. */
typedef struct {
    int rows, cols, sparse;
    symmetry kind;
    scan_word *at;  /* rows x cols, by rows */
    uint8_t *minus; /* the word with the other sign */
    int line;       /* where it begins */
} matrix;

static const char zero[] = "0";

int market_begins(const lcp_text *t)
{
    static const char banner[] = "%%MatrixMarket";
    return t->len >= sizeof banner - 1 &&
           memcmp(t->text, banner, sizeof banner - 1) == 0;
}

/* The next line that is no comment and not empty; len 0 at the end. */
static scan_word content(scan *s)
{
    for (;;) {
        scan_blanks(s);
        scan_word line = scan_line(s);
        if (line.len == 0 || *line.at != '%' ||
            (line.len > 1 && line.at[1] == '%'))
            return line;
    }
}

static perp_status banner(const scan *s, scan_word line, matrix *m)
{
    scan_word w = scan_next(&line, "");
    if (!scan_is(w, "%%MatrixMarket"))
        return scan_wrong(s, w,
                          "where a matrix should begin: "
                          "%%MatrixMarket matrix ...");
    w = scan_next(&line, "");
    if (!scan_is(w, "matrix"))
        return scan_wrong(s, w, "is no object that is read; it is 'matrix'");
    w = scan_next(&line, "");
    m->sparse = scan_is(w, "coordinate");
    if (!m->sparse && !scan_is(w, "array"))
        return scan_wrong(s, w, "is neither 'coordinate' nor 'array'");
    w = scan_next(&line, "");
    if (!scan_is(w, "real") && !scan_is(w, "integer") && !scan_is(w, "double"))
        return scan_wrong(s, w,
                          "are no numbers of a problem; 'real' and "
                          "'integer' are");
    w = scan_next(&line, "");
    m->kind = scan_is(w, "symmetric")        ? SYMMETRIC
              : scan_is(w, "skew-symmetric") ? SKEW
                                             : GENERAL;
    if (m->kind == GENERAL && !scan_is(w, "general"))
        return scan_wrong(s, w,
                          "is not 'general', 'symmetric' or "
                          "'skew-symmetric'");
    return PERP_SUCCESS;
}

/* A whole number of at most eight digits, or -1. */
static int number_of(scan_word w)
{
    int n = 0;
    for (size_t i = 0; i < w.len; i++) {
        if (w.at[i] < '0' || w.at[i] > '9' || i == 8)
            return -1;
        n = 10 * n + (w.at[i] - '0');
    }
    return n;
}

static perp_status sizes(scan *s, matrix *m, int *entries)
{
    scan_word line = content(s), all = line;
    m->rows = scan_count(scan_next(&line, ""));
    m->cols = scan_count(scan_next(&line, ""));
    scan_word count = scan_next(&line, "");
    *entries = count.len == 0 ? 0 : number_of(count);
    int most = m->sparse ? MARKET_SPARSE : LCP_TEXT_LARGEST;
    if (m->rows < 1 || m->cols < 1 || m->rows > most || m->cols > most ||
        *entries < 0 || (count.len > 0) != m->sparse)
        return scan_wrong(s, all,
                          m->sparse ? "is not 'rows columns entries', of at "
                                      "most 1024 rows and columns"
                                    : "is not 'rows columns', of at most "
                                      "4096 each");
    if (m->kind != GENERAL && m->rows != m->cols)
        return scan_wrong(s, all, "is no size of a symmetric matrix");
    return PERP_SUCCESS;
}

static perp_status set(const scan *s, matrix *m, int i, int j, scan_word w)
{
    size_t k = (size_t)i * (size_t)m->cols + (size_t)j;
    size_t twin = (size_t)j * (size_t)m->cols + (size_t)i;
    if (m->at[k].at != NULL)
        return scan_wrong(s, w, "is a second number for one entry");
    m->at[k] = w;
    if (m->kind != GENERAL && i != j) {
        if (m->at[twin].at != NULL)
            return scan_wrong(s, w,
                              "is above the diagonal; a symmetric "
                              "matrix has its lower half");
        m->at[twin] = w;
        m->minus[twin] = m->kind == SKEW;
    }
    return PERP_SUCCESS;
}

static perp_status coordinates(scan *s, matrix *m, int entries)
{
    for (int k = 0; k < entries; k++) {
        scan_word line = content(s), all = line;
        int i = scan_count(scan_next(&line, ""));
        int j = scan_count(scan_next(&line, ""));
        scan_word w = scan_next(&line, "");
        if (i < 1 || j < 1 || i > m->rows || j > m->cols || w.len == 0 ||
            scan_next(&line, "").len > 0)
            return scan_wrong(s, all,
                              "is not 'row column number' inside the "
                              "matrix");
        PERP_TRY(set(s, m, i - 1, j - 1, w));
    }
    return PERP_SUCCESS;
}

/* Column by column; of a symmetric matrix the lower half, a skew one without
   its diagonal. */
static perp_status array(scan *s, matrix *m)
{
    scan_word line = {0};
    for (int j = 0; j < m->cols; j++) {
        int from = m->kind == GENERAL ? 0 : m->kind == SKEW ? j + 1 : j;
        for (int i = from; i < m->rows; i++) {
            scan_word w = scan_next(&line, "");
            if (w.len == 0) {
                line = content(s);
                w = scan_next(&line, "");
            }
            if (w.len == 0)
                return scan_wrong(s, w,
                                  "inside a matrix: numbers are "
                                  "missing");
            PERP_TRY(set(s, m, i, j, w));
        }
    }
    scan_word more = scan_next(&line, "");
    return more.len == 0 ? PERP_SUCCESS
                         : scan_wrong(s, more, "is a number too many");
}

static perp_status read_matrix(scan *s, arena *a, matrix *m)
{
    int entries;
    *m = (matrix){0};
    scan_word line = content(s);
    m->line = line.line;
    PERP_TRY(banner(s, line, m));
    PERP_TRY(sizes(s, m, &entries));
    size_t count = (size_t)m->rows * (size_t)m->cols;
    if (!m->sparse && m->kind == GENERAL && s->len - s->at + 1 < 2 * count)
        return scan_wrong(s, line,
                          "begins a matrix of more numbers than the "
                          "text has");
    m->at = arena_take(a, count, sizeof *m->at);
    m->minus = arena_take(a, count, 1);
    if (m->at == NULL || m->minus == NULL)
        return PERP_NO_MEMORY(count * (sizeof *m->at + 1));
    return m->sparse ? coordinates(s, m, entries) : array(s, m);
}

static perp_status put(scan *s, const matrix *m, int flags)
{
    size_t count = (size_t)m->rows * (size_t)m->cols;
    for (size_t k = 0; k < count; k++) {
        scan_word w = m->at[k];
        if (w.at == NULL)
            w = (scan_word){zero, 1, m->line};
        PERP_TRY(scan_number(s, w, flags | (m->minus[k] ? SCAN_MINUS : 0)));
    }
    return PERP_SUCCESS;
}

static int at_end(const scan *s)
{
    scan ahead = *s;
    return content(&ahead).len == 0;
}

static perp_status is_vector(const scan *s, const matrix *m, int n)
{
    if ((m->rows == 1 || m->cols == 1) && (n < 0 || m->rows * m->cols == n))
        return PERP_SUCCESS;
    return PERP_FAIL(PERP_INPUT,
                     "%s:%d: a matrix of %d rows and %d columns is no %s",
                     s->name, m->line, m->rows, m->cols,
                     n < 0 ? "vector"
                           : "b of the matrix before it; b is a "
                             "matrix of one column, of its length");
}

/* A and its b, from the text or, when that has ended, from the other. */
static perp_status one_problem(scan *s, scan *other, arena *a)
{
    matrix A, b;
    PERP_TRY(read_matrix(s, a, &A));
    if (A.rows != A.cols)
        return PERP_FAIL(PERP_INPUT,
                         "%s:%d: A of %d rows and %d columns; that of a "
                         "problem is square",
                         s->name, A.line, A.rows, A.cols);
    scan *of_b = other != NULL && at_end(s) ? other : s;
    if (at_end(of_b))
        return PERP_FAIL(PERP_INPUT,
                         "%s:%d: A without b; write b behind it, as a matrix "
                         "of one column, or give --b FILE",
                         s->name, A.line);
    PERP_TRY(read_matrix(of_b, a, &b));
    PERP_TRY(is_vector(of_b, &b, A.rows));
    scan_size(s, 0, A.rows);
    PERP_TRY(put(s, &A, 0));
    return put(of_b, &b, 0);
}

static perp_status one_vector(scan *s, arena *a)
{
    matrix z;
    PERP_TRY(read_matrix(s, a, &z));
    PERP_TRY(is_vector(s, &z, -1));
    return put(s, &z, SCAN_VECTOR);
}

perp_status market_read(scan *s, scan *b, int vector, arena *a)
{
    do {
        arena_mark mark = arena_here(a);
        PERP_TRY(vector ? one_vector(s, a) : one_problem(s, b, a));
        arena_release(a, mark);
    } while (!at_end(s));
    if (b == NULL || at_end(b))
        return PERP_SUCCESS;
    return scan_wrong(b, content(b), "where the file of b should end");
}
