#include "run/trace/lines.h"

#include "base/file.h"

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
