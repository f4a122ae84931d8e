#include "cli/report/cone_ask.h"

#include "cone/full.h"
#include "cone/witness.h"
#include "number/rational.h"

static perp_status bug(perp_status s)
{
    return s.code == PERP_REFUTED
               ? PERP_FAIL(PERP_BUG, "an impulse fails its check: %s",
                           s.message)
               : s;
}

/** The step's cone has two descriptions, by its edges and by the 1-norm of the
tangential impulse; the first finds, the second checks. */
static perp_status ask_step(arena *a, const cone_report *r, cone_held *h)
{
    const report_side *s = &r->side[REPORT_STEP];
    member *m = &h->side[REPORT_STEP];
    PERP_TRY(member_decide(a, &s->rays, h->z, m));
    h->asked[REPORT_STEP] = 1;
    if (m->answer != CONE_YES)
        return PERP_SUCCESS;
    PERP_TRY(bug(witness_step_impulse(&r->c, &m->sum)));
    return PERP_SUCCESS;
}

perp_status cone_held_find(arena *a, const cone_report *r, const mpq_t *z,
                           cone_held *out)
{
    *out = (cone_held){.z = z};
    PERP_TRY(ask_step(a, r, out));
    if (!r->side[REPORT_FULL].asked)
        return PERP_SUCCESS;
    PERP_TRY(full_member(a, &r->c, &full_defaults, z, &out->side[REPORT_FULL]));
    out->asked[REPORT_FULL] = 1;
    return PERP_SUCCESS;
}

void cone_held_clear(cone_held *h)
{
    for (int i = 0; i < REPORT_SIDES; i++)
        if (h->asked[i])
            member_clear(&h->side[i]);
    *h = (cone_held){.z = NULL};
}

static perp_status ask_left(arena *a, cone_left *x)
{
    cone_rays rays;
    pointed v;
    PERP_TRY(pointed_step(a, &x->c, &rays, &v));
    x->pointed = v.answer == CONE_YES;
    perp_status s = cone_line_find(a, &rays, &x->holds);
    pointed_clear(&v);
    rays_clear(&rays);
    if (s.code == PERP_OK &&
        x->pointed != (x->holds.line < 0 && x->holds.zero < 0))
        s = PERP_FAIL(PERP_BUG, "a reduced cone is pointed and holds a line, "
                                "or is not and holds none");
    return s;
}

perp_status cone_left_find(arena *a, const cone_report *r, cone_left *out)
{
    const size_t nv = (size_t)r->c.nv;
    *out = (cone_left){.numbers = nv * nv + 1};
    out->basis = rational_array(a, out->numbers);
    out->slip = arena_take(a, (size_t)r->c.r + 1, sizeof *out->slip);
    if (out->basis == NULL || out->slip == NULL)
        return PERP_NO_MEMORY(out->numbers * sizeof *out->basis);
    PERP_TRY(range_kernel(a, &r->c, out->basis, &out->rows));
    const range_rows across = {out->rows, (const mpq_t *)out->basis};
    PERP_TRY(range_reduce(a, &r->c, across, &out->c, out->slip));
    return ask_left(a, out);
}

void cone_left_clear(cone_left *x)
{
    rational_clear(x->basis, x->numbers);
    if (x->c.all != NULL)
        cone_clear(&x->c);
    *x = (cone_left){.rows = 0};
}

static const char *contact_name(const cone_report *r, int j)
{
    return r->sys->contact_name[r->set->id[j]];
}

static void text_held(const cone_report *r, const member *m, FILE *out)
{
    for (int k = 0; k < r->c.m; k++)
        fprintf(out, "    joint %d: %.6g\n", k + 1, mpq_get_d(m->sum.y[k]));
    for (int j = 0; j < r->c.p; j++) {
        fprintf(out, "    contact %s: normal %.6g, tangential",
                contact_name(r, j), mpq_get_d(m->sum.cn[j]));
        for (int s = r->c.slip_at[j]; s < r->c.slip_at[j + 1]; s++)
            fprintf(out, " %.6g", mpq_get_d(m->sum.f[s]));
        fprintf(out, "\n");
    }
}

void cone_held_text(const cone_report *r, const cone_held *h, FILE *out)
{
    static const char *const name[] = {"the step's cone", "the full cone"};
    for (int i = 0; i < REPORT_SIDES; i++) {
        const member *m = &h->side[i];
        if (!h->asked[i])
            continue;
        fprintf(out, "the impulse is %s%s",
                m->answer == CONE_YES  ? "given by "
                : m->answer == CONE_NO ? "outside of "
                                       : "undecided for ",
                name[i]);
        if (m->answer == CONE_UNDECIDED)
            fprintf(out, ", at most %.3g from it", m->gap);
        fprintf(out, m->answer == CONE_YES  ? ":\n"
                     : m->answer == CONE_NO ? "; it works against"
                                            : "\n");
        if (m->answer == CONE_YES)
            text_held(r, m, out);
        for (int k = 0; k < r->c.nv && m->answer == CONE_NO; k++)
            fprintf(out, " %s %.6g%s", r->sys->v_name[k], mpq_get_d(m->d[k]),
                    k + 1 < r->c.nv ? "" : ", which no contact resists\n");
    }
}

static void json_vector(const char *name, int n, const mpq_t *x, FILE *out)
{
    fprintf(out, "\"%s\":[", name);
    for (int i = 0; i < n; i++)
        gmp_fprintf(out, "%s\"%Qd\"", i > 0 ? "," : "", x[i]);
    fputc(']', out);
}

static void json_rows(const char *name, int rows, int n, const mpq_t *x,
                      FILE *out)
{
    fprintf(out, "\"%s\":[", name);
    for (int k = 0; k < rows; k++) {
        fputs(k > 0 ? ",[" : "[", out);
        for (int i = 0; i < n; i++)
            gmp_fprintf(out, "%s\"%Qd\"", i > 0 ? "," : "", x[k * n + i]);
        fputc(']', out);
    }
    fputc(']', out);
}

void cone_held_json(const cone_report *r, const cone_held *h, FILE *out)
{
    static const char *const key[] = {"polyhedral", "full"};
    static const char *const answer[] = {"false", "true", "null"};
    fputs(",\"held\":{", out);
    json_vector("impulse", r->c.nv, h->z, out);
    for (int i = 0; i < REPORT_SIDES; i++) {
        const member *m = &h->side[i];
        fprintf(out, ",\"%s\":", key[i]);
        if (!h->asked[i]) {
            fputs("null", out);
            continue;
        }
        fprintf(out, "{\"inside\":%s,", answer[m->answer]);
        if (m->answer == CONE_YES) {
            json_vector("c_nu", r->c.m, (const mpq_t *)m->sum.y, out);
            fputc(',', out);
            json_vector("c_n", r->c.p, (const mpq_t *)m->sum.cn, out);
            fputc(',', out);
            json_vector("tangential", r->c.r, (const mpq_t *)m->sum.f, out);
        } else if (m->answer == CONE_NO) {
            json_vector("separates", r->c.nv, (const mpq_t *)m->d, out);
        } else {
            fprintf(out, "\"at_most_apart\":%.17g", m->gap);
        }
        fputc('}', out);
    }
    fputc('}', out);
}

void cone_left_text(const cone_report *r, const cone_left *x, FILE *out)
{
    if (r->c.m == 0)
        return;
    fprintf(out,
            "across the joints: %d of %d dimensions, %d of %d slips; the "
            "reduced cone is %spointed%s%s\n",
            x->rows, r->c.nv, x->c.r, r->c.r, x->pointed ? "" : "not ",
            x->holds.line >= 0 ? ", it holds a line" : "",
            x->holds.zero >= 0 ? ", an edge of it is zero" : "");
}

void cone_left_json(const cone_report *r, const cone_left *x, FILE *out)
{
    if (r->c.m == 0) {
        fputs(",\"reduced\":null", out);
        return;
    }
    fprintf(out, ",\"reduced\":{\"pointed\":%s,\"line\":%s,\"zero_edge\":%s,",
            x->pointed ? "true" : "false",
            x->holds.line >= 0 ? "true" : "false",
            x->holds.zero >= 0 ? "true" : "false");
    json_rows("basis", x->rows, r->c.nv, (const mpq_t *)x->basis, out);
    fputc(',', out);
    json_rows("normals", x->c.p, x->rows, (const mpq_t *)x->c.n, out);
    fputc(',', out);
    json_rows("slips", x->c.r, x->rows, (const mpq_t *)x->c.d, out);
    fputs(",\"slip_of\":[", out);
    for (int s = 0; s < x->c.r; s++)
        fprintf(out, "%s%d", s > 0 ? "," : "", x->slip[s] + 1);
    fputs("]}", out);
}
