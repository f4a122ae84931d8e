#include "lcp/formats/numpy.h"

#include <string.h>

/* The next line with a number, its comment cut off; len 0 at the end. */
static scan_word content(scan *s)
{
    while (s->at < s->len) {
        scan_word line = scan_line(s);
        const char *mark = memchr(line.at, '#', line.len);
        if (mark != NULL)
            line.len = (size_t)(mark - line.at);
        scan_word ahead = line;
        if (scan_next(&ahead, ",;").len > 0)
            return line;
    }
    return (scan_word){s->text + s->len, 0, s->line};
}

/* Numbers of a line. */
static int width(scan_word line)
{
    int n = 0;
    while (scan_next(&line, ",;").len > 0)
        n++;
    return n;
}

/* Rows and columns of the whole text. */
static perp_status shape(scan *s, int *rows, int *cols)
{
    scan ahead = *s;
    *rows = *cols = 0;
    for (scan_word line; (line = content(&ahead)).len > 0; ++*rows) {
        int n = width(line);
        if (*rows > 0 && n != *cols)
            return PERP_FAIL(PERP_INPUT,
                             "%s:%d: %d numbers, and %d in the rows above",
                             s->name, line.line, n, *cols);
        if (n > LCP_TEXT_LARGEST + 1 || *rows > LCP_TEXT_LARGEST)
            return PERP_FAIL(PERP_INPUT, "%s:%d: more than 4096 unknowns",
                             s->name, line.line);
        *cols = n;
    }
    return PERP_SUCCESS;
}

/* `count` numbers of each line, from the first; those behind go to b. */
static perp_status body(scan *s, int rows, int count, scan_word *b)
{
    for (int i = 0; i < rows; i++) {
        scan_word line = content(s);
        for (int j = 0; j < count; j++)
            PERP_TRY(scan_number(s, scan_next(&line, ",;"), 0));
        b[i] = scan_next(&line, ",;");
    }
    return PERP_SUCCESS;
}

static perp_status vectors(scan *s)
{
    for (scan_word line; (line = content(s)).len > 0;)
        for (scan_word w; (w = scan_next(&line, ",;")).len > 0;)
            PERP_TRY(scan_number(s, w, SCAN_VECTOR));
    return PERP_SUCCESS;
}

perp_status numpy_read(scan *s, int vector, arena *a)
{
    int rows, cols;
    if (vector)
        return vectors(s);
    PERP_TRY(shape(s, &rows, &cols));
    int n = rows < cols ? rows : cols;
    if (n < 1 || rows + cols != 2 * n + 1)
        return PERP_FAIL(PERP_INPUT,
                         "%s: %d rows of %d numbers; a problem has the n rows "
                         "of A with b as one more column or row",
                         s->name, rows, cols);
    scan_word *b = arena_take(a, (size_t)n + 1, sizeof *b);
    if (b == NULL)
        return PERP_NO_MEMORY(((size_t)n + 1) * sizeof *b);
    scan_size(s, 0, n);
    PERP_TRY(body(s, n, n, b));
    if (cols > n)
        return scan_numbers(s, b, (size_t)n, 0);
    scan_word line = content(s);
    for (int j = 0; j < n; j++)
        PERP_TRY(scan_number(s, scan_next(&line, ",;"), 0));
    return PERP_SUCCESS;
}
