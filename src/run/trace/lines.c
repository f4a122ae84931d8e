#include "run/trace/lines.h"

#include "base/file.h"
#include "run/trace/frozen.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

void lines_text(FILE *f, const char *name)
{
    fputc('"', f);
    for (; *name != '\0'; name++) {
        unsigned char c = (unsigned char)*name;
        if (c == '"' || c == '\\')
            fputc('\\', f);
        if (c < 0x20)
            fprintf(f, "\\u%04x", c);
        else
            fputc(c, f);
    }
    fputc('"', f);
}

perp_status lines_row(void *file, const trace *t, int row)
{
    FILE *f = file;
    size_t at = trace_at(t, row);
    PERP_TRY(trace_finite(t, row));
    for (int j = 0; j < t->columns; j++, at++) {
        fputs(j == 0 ? "{" : ", ", f);
        lines_text(f, t->name[j]);
        fputs(": ", f);
        if (t->exact != NULL && j > 0) {
            fputc('"', f);
            mpq_out_str(f, 10, t->exact[at]);
            fputc('"', f);
        } else {
            fprintf(f, "%.17g", t->cell[at]);
        }
    }
    fputs("}\n", f);
    return file_written(f, "the trace");
}

/** ## Reading

`lines_row` writes one text for each row and no other, so its reader goes along the line
and wants what would be written: it needs no grammar of JSON, and a digit more or less is
seen even where the number is the same. */
static int passes(const char **at, const char *text)
{
    const size_t n = strlen(text);
    if (strncmp(*at, text, n) != 0)
        return 0;
    *at += n;
    return 1;
}

static int passes_name(const char **at, const char *name)
{
    char c[8];
    if (!passes(at, "\""))
        return 0;
    for (; *name != '\0'; name++) {
        const unsigned char b = (unsigned char)*name;
        if (b < 0x20)
            snprintf(c, sizeof c, "\\u%04x", b);
        else
            snprintf(c, sizeof c, "%s%c", b == '"' || b == '\\' ? "\\" : "",
                     *name);
        if (!passes(at, c))
            return 0;
    }
    return passes(at, "\": ");
}

static perp_status wrong(void)
{
    return PERP_FAIL(PERP_INPUT, "this is not what a run writes");
}

static perp_status read_double(const char **at, double *x)
{
    char *end, again[40];
    *x = strtod(*at, &end);
    snprintf(again, sizeof again, "%.17g", *x);
    return isfinite(*x) && strlen(again) == (size_t)(end - *at) &&
                   passes(at, again)
               ? PERP_SUCCESS
               : wrong();
}

static perp_status read_ratio(const char **at, trace *t, size_t cell)
{
    if (!passes(at, "\""))
        return wrong();
    const size_t n = strcspn(*at, "\"");
    PERP_TRY(frozen_ratio(*at, n, t->exact[cell]));
    t->cell[cell] = mpq_get_d(t->exact[cell]);
    *at += n;
    return passes(at, "\"") ? PERP_SUCCESS : wrong();
}

perp_status lines_read(const char *line, trace *t, int row, int *column)
{
    size_t cell = trace_at(t, row);
    for (int j = 0; j < t->columns; j++, cell++) {
        *column = j;
        if (!passes(&line, j == 0 ? "{" : ", ") ||
            !passes_name(&line, t->name[j]))
            return wrong();
        if (j > 0 && t->exact != NULL)
            PERP_TRY(read_ratio(&line, t, cell));
        else
            PERP_TRY(read_double(&line, &t->cell[cell]));
        if (j == 0 && t->exact != NULL)
            mpq_set_d(t->exact[cell], t->cell[cell]);
        if (j == 0 && t->cell[cell] != row)
            return wrong();
    }
    return strcmp(line, "}") == 0 ? PERP_SUCCESS : wrong();
}
