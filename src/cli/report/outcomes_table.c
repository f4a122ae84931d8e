#include <stdio.h> /* before gmp.h, which then declares what prints */

#include "cli/report/outcomes_table.h"

#include "base/file.h"

#include <stdlib.h>

/* A name for each contact, or for each slip of each. */
static void names(const listing *l, const char *what, int slips, FILE *out)
{
    const step_exact *d = &l->s->exact;
    for (int j = 0; j < d->p; j++) {
        const int first = d->slip_at[j], count = d->slip_at[j + 1] - first;
        const char *name = situation_contact(l->s, j);
        if (!slips)
            fprintf(out, ",%s.%s", what, name);
        for (int k = 0; k < count && slips; k++)
            if (count == 1)
                fprintf(out, ",%s.%s", what, name);
            else
                fprintf(out, ",%s.%s.%d", what, name, k + 1);
    }
}

static void header(const listing *l, FILE *out)
{
    fputs("outcome,impacts", out);
    for (int i = 0; i < l->s->exact.nv; i++)
        fprintf(out, ",v.%s", l->s->sys->v_name[i]);
    names(l, "vn", 0, out);
    names(l, "vt", 1, out);
    names(l, "Ln", 0, out);
    names(l, "Lt", 1, out);
    names(l, "work_n", 0, out);
    names(l, "work_t", 0, out);
    fputs(",energy_lost", out);
    names(l, "mode", 0, out);
    fputs(",order\n", out);
}

/* A cell with a comma in front: p/q, or the double that JSON has. */
static void cell(const listing *l, mpq_srcptr x, FILE *out)
{
    fputc(',', out);
    if (l->s->rational)
        gmp_fprintf(out, "%Qd", x);
    else
        listing_number(l, x, 1, out);
}

/* The contacts of an order, or the moves of a path, with spaces between. */
static void turns(const listing *l, const outcome *o, FILE *out)
{
    const int count = o->moves > 0                        ? o->moves
                      : o->turns != NULL && l->in != NULL ? l->in->contacts
                                                          : 0;
    for (int k = 0; k < count; k++) {
        const int move = o->turns[k], j = o->moves > 0 ? abs(move) - 1 : move;
        fprintf(out, "%s%s%s", k > 0 ? " " : "",
                o->moves > 0 && move < 0 ? "+" : "",
                o->moves > 0 && abs(move) == INTERLEAVED_ALL
                    ? "all"
                    : situation_contact(l->s, j));
    }
}

/* Along normals, or along the slips of each contact together. */
static void works(const listing *l, const outcome *o, int slips, FILE *out)
{
    const step_exact *d = &l->s->exact;
    mpq_t x;
    mpq_init(x);
    for (int j = 0; j < d->p; j++) {
        const int first = slips ? d->p + d->slip_at[j] : j;
        const int last = slips ? d->p + d->slip_at[j + 1] : j + 1;
        if (listing_work(l, o, first, last, x))
            cell(l, x, out);
        else
            fputc(',', out);
    }
    mpq_clear(x);
}

static void row(const listing *l, const outcome *o, int number, FILE *out)
{
    const step_exact *d = &l->s->exact;
    mpq_t x;
    mpq_init(x);
    fprintf(out, "%d,%d", number, o->impacts);
    for (int i = 0; i < d->nv; i++)
        cell(l, o->v[i], out);
    for (int k = 0; k < d->p + d->r; k++) {
        if (k < d->p)
            impact_normal(d, k, (const mpq_t *)o->v, x);
        else
            impact_slip(d, k - d->p, (const mpq_t *)o->v, x);
        cell(l, x, out);
    }
    for (int k = 0; k < d->p + d->r; k++)
        cell(l, o->L[k], out);
    works(l, o, 0, out);
    works(l, o, 1, out);
    listing_lost(l, o, x);
    cell(l, x, out);
    for (int j = 0; j < d->p; j++)
        fprintf(out, ",%s", listing_mode(l, o, j));
    fputc(',', out);
    turns(l, o, out);
    fputc('\n', out);
    mpq_clear(x);
}

perp_status outcomes_table_write(const listing *l, const char *path)
{
    FILE *out;
    int number = 0;
    PERP_TRY(file_new(path, &out));
    header(l, out);
    for (const outcome *o = l->list->first; o != NULL; o = o->next)
        row(l, o, ++number, out);
    return file_end(out, path);
}
