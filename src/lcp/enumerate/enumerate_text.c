#include "lcp/enumerate/enumerate_text.h"

static void write_numbers(int count, const mpq_t *x, FILE *out)
{
    for (int j = 0; j < count; j++)
        gmp_fprintf(out, " %Qd", x[j]);
    putc('\n', out);
}

static void write_points(const char *word, int count, int cols, const mpq_t *x,
                         FILE *out)
{
    for (int k = 0; k < count; k++) {
        fputs(word, out);
        write_numbers(cols, x + k * cols, out);
    }
}

static void write_face(const choices_system *s, const enumerate_face *f,
                       FILE *out)
{
    const generators *g = &f->points;
    fputs("face ", out);
    for (int v = 0; v < choices_variables(s); v++)
        putc("*+0"[f->sign[v]], out);
    if (f->within < 0)
        fputs(" -\n", out);
    else
        fprintf(out, " %d\n", f->within + 1);
    write_points("vertex", g->vertices, s->cols, (const mpq_t *)g->vertex, out);
    write_points("ray", g->rays, s->cols, (const mpq_t *)g->ray, out);
    write_points("line", g->lines, s->cols, (const mpq_t *)g->line, out);
}

static void write_node(const choices_system *s, const enumerate_node *n,
                       FILE *out)
{
    if (n->kind == ENUMERATE_BRANCH)
        fprintf(out, "branch %d", n->choice + 1);
    else if (n->kind == ENUMERATE_EMPTY)
        fputs("empty", out);
    else
        fprintf(out, "inside %d", n->face + 1);
    for (int i = 0; n->y != NULL && i < s->rows; i++)
        gmp_fprintf(out, " %Zd", n->y[i]);
    putc('\n', out);
}

perp_status enumerate_write(const choices_system *s, const enumeration *e,
                            FILE *out)
{
    fprintf(out, "perp-solutions 1\nsize %d %d %d %d\nfaces %d\n", s->cols,
            s->rows, s->choices, s->alternatives, e->faces);
    for (int k = 0; k < e->faces; k++)
        write_face(s, &e->face[k], out);
    fputs("tree\n", out);
    for (int i = 0; i < e->nodes; i++)
        write_node(s, &e->node[i], out);
    fputs("end\n", out);
    return ferror(out) ? PERP_FAIL(PERP_IO, "the proof can not be written")
                       : PERP_SUCCESS;
}
