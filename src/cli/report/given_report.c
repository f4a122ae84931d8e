#include "cli/report/given_report.h"

#include "number/decimal.h"

enum { SHORT = 24, PLACES = 6 };

static const char *const verdict_word[] = {"exact", "near", "refuted",
                                           "undecided"};

/** A fraction that is short stands as it is; of others six digits, rounded away
from zero, behind a sign that says so. */
static void show(FILE *out, mpq_srcptr q)
{
    char text[DECIMAL_ROOM];
    if (mpz_sizeinbase(mpq_numref(q), 10) + mpz_sizeinbase(mpq_denref(q), 10) <
        SHORT) {
        gmp_fprintf(out, "%Qd", q);
        return;
    }
    decimal_text(q, PLACES, DECIMAL_AWAY, text);
    fprintf(out, "~%s", text);
}

static void show_ulps(FILE *out, mpq_srcptr q)
{
    char text[DECIMAL_ROOM];
    decimal_text(q, 3, DECIMAL_AWAY, text);
    fprintf(out, " (%s ulp)", text);
}

static void text_row(const given_report *r, int i, FILE *out)
{
    const given_rows *rows = &r->found->rows;
    const int f = rows->fault[i];
    fprintf(out, "  row %d: z = ", i + 1);
    show(out, r->q->z[i]);
    if (f & GIVEN_Z)
        show_ulps(out, rows->z_ulps[i]);
    fputs(", w = ", out);
    show(out, rows->w[i]);
    if (f & ~GIVEN_Z)
        show_ulps(out, rows->w_ulps[i]);
    if (f & GIVEN_PRODUCT) {
        fputs(", z w = ", out);
        show(out, rows->product[i]);
        show_ulps(out, rows->product_ulps[i]);
    }
    fprintf(out, "%s%s\n", f != 0 ? ": " : "", given_fault_words(f));
}

static void show_point(const given_point *g, FILE *out)
{
    show(out, g->distance[g->farthest]);
    if (mpq_sgn(g->distance[g->farthest]) == 0)
        fputs(" from z\n", out);
    else
        fprintf(out, " from z, most in z_%d\n", g->farthest + 1);
}

static void put_basis(const given_report *r, FILE *out)
{
    for (int i = 0; i < r->q->p->n; i++)
        fputc(r->found->basis[i] ? 'z' : 'w', out);
}

static void text_basis(const given_report *r, FILE *out)
{
    fputs("  its basis ", out);
    put_basis(r, out);
    if (r->found->basis_solves == 1) {
        fputs(" solves the problem: the solution is ", out);
        show_point(&r->found->solution, out);
    } else {
        fputs(r->found->basis_solves == 0 ? " is no solution's\n"
                                          : ": undecided, a limit was "
                                            "reached\n",
              out);
    }
}

static void text_nearest(const given_report *r, FILE *out)
{
    const nearest_face *f = &r->found->nearest;
    if (!r->found->searched)
        return;
    if (f->outcome == NEAREST_FOUND) {
        fprintf(out, "  the nearest solution, on face %d of %d, is ",
                f->face + 1, f->faces);
        show_point(&f->point, out);
    } else if (f->outcome == NEAREST_NONE) {
        fprintf(out,
                "  the problem has no solution; a tree of %d nodes proves "
                "it\n",
                f->nodes);
    } else {
        fprintf(out, "  the nearest solution: undecided (%s)\n", f->why);
    }
}

static void text_change(const given_report *r, FILE *out)
{
    const backward_error *b = &r->found->change;
    char low[DECIMAL_ROOM], high[DECIMAL_ROOM];
    fputs("  backward error: ", out);
    if (mpq_sgn(b->data) == 0) {
        fputs("0\n", out);
        return;
    }
    decimal_text(b->data, PLACES, DECIMAL_AWAY, high);
    fprintf(out, "%s of A and b, in row %d; ", high, b->row + 1);
    decimal_text(b->low, PLACES, DECIMAL_DOWN, low);
    decimal_text(b->high, PLACES, DECIMAL_UP, high);
    fprintf(out,
            "from %s to %s of A, b and z (each number by itself: the "
            "structure of A is ignored)\n",
            low, high);
}

void given_text(const given_report *r, FILE *out)
{
    static const char *const words[] = {
        "z solves it exactly", "a solution is within the tolerance of z",
        "z does not solve it", "undecided"};
    fprintf(out, "problem %d, n = %d: ", r->number, r->q->p->n);
    if (r->no_number >= 0) {
        fprintf(out,
                "z does not solve it: z_%d is not a number; backward error "
                "infinite\n",
                r->no_number + 1);
        return;
    }
    fputs(words[r->found->verdict], out);
    if (r->found->rows.faults > 0)
        fprintf(out, "; %d of %d rows, worst row %d", r->found->rows.faults,
                r->found->rows.m, r->found->rows.worst + 1);
    fputc('\n', out);
    for (int i = 0; i < r->found->rows.m; i++)
        text_row(r, i, out);
    text_basis(r, out);
    text_nearest(r, out);
    text_change(r, out);
}

static void key(FILE *out, const char *name, mpq_srcptr q)
{
    gmp_fprintf(out, "\"%s\":\"%Qd\",", name, q);
}

static void key_decimal(FILE *out, const char *name, mpq_srcptr q,
                        decimal_side side)
{
    char text[DECIMAL_ROOM];
    decimal_text(q, DECIMAL_DIGITS, side, text);
    fprintf(out, "\"%s\":\"%s\",", name, text);
}

static void key_list(FILE *out, const char *name, int count, const mpq_t *q)
{
    fprintf(out, "\"%s\":[", name);
    for (int i = 0; i < count; i++)
        gmp_fprintf(out, "%s\"%Qd\"", i > 0 ? "," : "", q[i]);
    fputs("],", out);
}

static void json_rows(const given_report *r, FILE *out)
{
    const given_rows *rows = &r->found->rows;
    fputs("\"rows\":[", out);
    for (int i = 0; i < rows->m; i++) {
        fputs(i > 0 ? ",{" : "{", out);
        key(out, "z", r->q->z[i]);
        key_decimal(out, "z_ulps", rows->z_ulps[i], DECIMAL_AWAY);
        key(out, "w", rows->w[i]);
        key_decimal(out, "w_ulps", rows->w_ulps[i], DECIMAL_AWAY);
        key(out, "product", rows->product[i]);
        key_decimal(out, "product_ulps", rows->product_ulps[i], DECIMAL_AWAY);
        const char *fault = given_fault_words(rows->fault[i]);
        if (fault[0] != '\0')
            fprintf(out, "\"fault\":\"%s\"}", fault);
        else
            fputs("\"fault\":null}", out);
    }
    fprintf(out, "],\"faults\":%d,\"worst\":", rows->faults);
    if (rows->worst >= 0)
        fprintf(out, "%d,", rows->worst + 1);
    else
        fputs("null,", out);
}

/* Members of a point: z, distance, distances, farthest. */
static void json_point(const given_point *g, FILE *out)
{
    key_list(out, "z", g->m, (const mpq_t *)g->x);
    key(out, "distance", g->distance[g->farthest]);
    key_list(out, "distances", g->m, (const mpq_t *)g->distance);
    fprintf(out, "\"farthest\":%d", g->farthest + 1);
}

static void json_basis(const given_report *r, FILE *out)
{
    static const char *const word[] = {"null", "false", "true"};
    fputs("\"basis\":{\"pairs\":\"", out);
    put_basis(r, out);
    fprintf(out, "\",\"solves\":%s", word[r->found->basis_solves + 1]);
    if (r->found->basis_solves == 1) {
        fputc(',', out);
        json_point(&r->found->solution, out);
    }
    fputs("},", out);
}

static void json_nearest(const given_report *r, FILE *out)
{
    static const char *const word[] = {"found", "none", "undecided"};
    const nearest_face *f = &r->found->nearest;
    if (!r->found->searched) {
        fputs("\"nearest\":null,", out);
        return;
    }
    fprintf(out, "\"nearest\":{\"status\":\"%s\",\"faces\":%d,\"nodes\":%d",
            word[f->outcome], f->faces, f->nodes);
    if (f->outcome == NEAREST_FOUND) {
        fprintf(out, ",\"face\":%d,", f->face + 1);
        json_point(&f->point, out);
    }
    if (f->outcome == NEAREST_UNDECIDED)
        fprintf(out, ",\"why\":\"%s\"", f->why);
    fputs("},", out);
}

static void json_change(const given_report *r, FILE *out)
{
    const backward_error *b = &r->found->change;
    fputs("\"backward\":{", out);
    key(out, "data", b->data);
    fprintf(out, "\"row\":");
    if (b->row >= 0)
        fprintf(out, "%d,", b->row + 1);
    else
        fputs("null,", out);
    key_decimal(out, "least", b->low, DECIMAL_DOWN);
    key_decimal(out, "most", b->high, DECIMAL_UP);
    fputs("\"structure\":\"ignored\"}", out);
}

void given_json(const given_report *r, FILE *out)
{
    fprintf(out, "{\"n\":%d,", r->q->p->n);
    if (r->q->p->free > 0)
        fprintf(out, "\"free\":%d,", r->q->p->free);
    key(out, "tolerance", r->q->tolerance);
    if (r->no_number >= 0) {
        fprintf(out,
                "\"verdict\":\"refuted\",\"no_number\":%d,"
                "\"backward\":\"infinite\"}\n",
                r->no_number + 1);
        return;
    }
    fprintf(out, "\"verdict\":\"%s\",", verdict_word[r->found->verdict]);
    json_rows(r, out);
    json_basis(r, out);
    json_nearest(r, out);
    json_change(r, out);
    fputs("}\n", out);
}
