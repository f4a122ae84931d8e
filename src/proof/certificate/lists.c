#include "proof/certificate/lists.h"

#include "base/memory.h"
#include "number/rational.h"

#include <string.h>

perp_status lists_begin(lists *l, const char *path)
{
    *l = (lists){0};
    const size_t n = strlen(path) + sizeof ".scene";
    char *name = memory_new(n, 1);
    if (name == NULL)
        return PERP_NO_MEMORY(n);
    snprintf(name, n, "%s.scene", path);
    perp_status s = ink_hidden(&l->statement, name);
    memory_free(name);
    PERP_TRY(s);
    ink_text(&l->statement, "perp problems 1\n");
    return PERP_SUCCESS;
}

void lists_state(lists *l, const lcp_exact_problem *p)
{
    const long m = p->free + p->n;
    ink *i = &l->statement;
    l->stated++;
    ink_text(i, "problem %d %d\n", p->free, p->n);
    ink_array(i, "A", (ink_list){.n = m * m, .q = (const mpq_t *)p->A});
    ink_array(i, "b", (ink_list){.n = m, .q = (const mpq_t *)p->b});
}

perp_status lists_stated(lists *l, const char *path)
{
    ink_text(&l->statement, "end %ld\n", l->stated);
    ink_digest(&l->statement, l->digest);
    PERP_TRY(ink_hidden(&l->proof, path));
    ink_text(&l->proof, "perp proof 3\nlevel N\nscene %s\n", l->digest);
    return PERP_SUCCESS;
}

/** A letter for each pair: which of the two is positive somewhere in the face. */
static void write_letters(ink *i, const choices_system *s,
                          const enumerate_face *f)
{
    ink_text(i, "face");
    for (int k = 0; k < s->choices; k++) {
        const int z = choices_of(s, k, 0)->list[0].variable;
        const int w = choices_of(s, k, 1)->list[0].variable;
        ink_text(i, f->sign[z] != CHOICES_ZERO   ? " z"
                    : f->sign[w] != CHOICES_ZERO ? " w"
                                                 : " 0");
    }
    ink_text(i, "\n");
}

/** The mean of the corners, and all directions once: there everything is positive that is
positive anywhere in the face. Corners are not written: that no other exists could
not be read off the tree. */
static perp_status write_point(ink *i, const generators *g, arena *a)
{
    const size_t n = (size_t)g->cols;
    mpq_t *x = rational_array(a, n), part;
    if (x == NULL)
        return PERP_NO_MEMORY(n * sizeof *x);
    mpq_init(part);
    for (int j = 0; j < g->cols; j++) {
        for (int k = 0; k < g->vertices; k++)
            mpq_add(x[j], x[j], g->vertex[k * g->cols + j]);
        mpq_set_si(part, g->vertices, 1);
        mpq_div(x[j], x[j], part);
        for (int k = 0; k < g->rays; k++)
            mpq_add(x[j], x[j], g->ray[k * g->cols + j]);
    }
    ink_array(i, "point", (ink_list){.n = g->cols, .q = (const mpq_t *)x});
    mpq_clear(part);
    rational_clear(x, n);
    return PERP_SUCCESS;
}

static void write_node(ink *i, const enumerate_node *n, int rows)
{
    if (n->kind == ENUMERATE_BRANCH) {
        ink_text(i, "branch %d\n", n->choice);
        return;
    }
    if (n->kind == ENUMERATE_INSIDE)
        ink_text(i, "inside %d\n", n->face);
    ink_text(i, n->kind == ENUMERATE_INSIDE ? "y" : "empty");
    for (int k = 0; k < rows; k++)
        ink_entry(i, k, n->y[k]);
    ink_text(i, "\n");
}

perp_status lists_add(lists *l, const choices_system *s, const enumeration *e,
                      arena *a)
{
    ink *i = &l->proof;
    ink_text(i, "list %ld\nfaces %d\n", ++l->listed, e->faces);
    for (int k = 0; k < e->faces; k++) {
        write_letters(i, s, &e->face[k]);
        PERP_TRY(write_point(i, &e->face[k].points, a));
    }
    for (int k = 0; k < e->nodes; k++)
        write_node(i, &e->node[k], e->rows);
    return PERP_SUCCESS;
}

perp_status lists_end(lists *l, int whole)
{
    char digest[65];
    if (whole) {
        ink_text(&l->proof, "end %ld\n", l->listed);
        ink_digest(&l->proof, digest);
        ink_text(&l->proof, "sha256 %s\n", digest);
    }
    perp_status one = ink_close(&l->statement), two = ink_close(&l->proof);
    return one.code != PERP_OK ? one : two;
}
