#include "cli/report/cone_report.h"


/** The bounds of a cone that is pointed. */
static perp_status side_bound(arena *a, int round, report_side *s)
{
    if (s->verdict.answer != CONE_YES)
        return PERP_SUCCESS;
    PERP_TRY(
        bound_find(a, &s->rays, round, (const mpq_t *)s->verdict.d, &s->limit));
    s->bounded = 1;
    return PERP_SUCCESS;
}

static perp_status step_side(arena *a, const cone *c, report_side *s)
{
    PERP_TRY(pointed_step(a, c, &s->rays, &s->verdict));
    s->asked = 1;
    return side_bound(a, 0, s);
}

static perp_status full_side(arena *a, const cone *c, report_side *s)
{
    for (int j = 0; j < c->p; j++)
        if (cone_slips(c, j) > 2)
            return PERP_SUCCESS;
    PERP_TRY(full_pointed(a, c, &full_defaults, &s->verdict, &s->rays));
    s->asked = 1;
    return side_bound(a, 1, s);
}

perp_status report_make(arena *a, const step_data *d, int full,
                        cone_report *out)
{
    for (int i = 0; i < REPORT_SIDES; i++)
        out->side[i] = (report_side){.asked = 0};
    PERP_TRY(cone_of_step(a, d, &out->c));
    perp_status s = step_side(a, &out->c, &out->side[REPORT_STEP]);
    if (s.code == PERP_OK && full)
        s = full_side(a, &out->c, &out->side[REPORT_FULL]);
    if (s.code != PERP_OK)
        report_clear(out);
    return s;
}

void report_clear(cone_report *r)
{
    for (int i = 0; i < REPORT_SIDES; i++) {
        report_side *s = &r->side[i];
        if (s->bounded)
            bound_clear(&s->limit);
        if (s->asked) {
            pointed_clear(&s->verdict);
            rays_clear(&s->rays);
        }
        s->asked = s->bounded = 0;
    }
    cone_clear(&r->c);
}

static const char *contact_name(const cone_report *r, int j)
{
    return r->sys->contact_name[r->set->id[j]];
}

/** Behind the joints stand the springs that act, when they are rigid links. */
static const char *joint_name(const cone_report *r, int k)
{
    const perp_system *s = r->sys;
    int i = -1;
    if (k < s->joints)
        return s->joint_name[k];
    for (k -= s->joints; k >= 0 && i + 1 < s->springs;)
        k -= s->stiffness[++i] > 0 || s->damping[i] > 0;
    return s->spring_name[i];
}

/** The combination by names: the impulses that hold each other. Parts that are
zero are not shown. */
static void text_zero(const cone_report *r, const cone_impulse *x, FILE *out)
{
    fprintf(out, "  these impulses cancel, so no bound on them exists:\n");
    for (int k = 0; k < r->c.m; k++)
        if (mpq_sgn(x->y[k]) != 0)
            fprintf(out, "    joint %s: %.6g\n", joint_name(r, k),
                    mpq_get_d(x->y[k]));
    for (int j = 0; j < r->c.p; j++) {
        if (mpq_sgn(x->cn[j]) == 0)
            continue;
        fprintf(out, "    contact %s: normal %.6g, tangential",
                contact_name(r, j), mpq_get_d(x->cn[j]));
        for (int s = r->c.slip_at[j]; s < r->c.slip_at[j + 1]; s++)
            fprintf(out, " %.6g", mpq_get_d(x->f[s]));
        fprintf(out, "\n");
    }
}

static void text_bound(const cone_report *r, const bound *b, FILE *out)
{
    fprintf(out,
            "  |(c_nu, c_n, beta)| <= %.6g |z|; an impulse with %.6g exists\n",
            b->c, b->least);
    if (r->c.p == 0)
        return;
    fprintf(out, "  u opens every contact and moves no joint:");
    for (int i = 0; i < b->nv; i++)
        fprintf(out, " %s %.6g", r->sys->v_name[i], b->u[i]);
    fprintf(out, "\n  u.z >= %.6g |z_r| >= %.6g |c_n|\n", b->C2, b->C3);
}

static void text_side(const cone_report *r, int which, FILE *out)
{
    static const char *const name[] = {"the step's cone", "the full cone"};
    static const char *const answer[] = {"not pointed", "pointed", "undecided"};
    const report_side *s = &r->side[which];
    if (!s->asked) {
        fprintf(out, "%s: a contact has more than two slips, there is none\n",
                name[which]);
        return;
    }
    fprintf(out, "%s: %s", name[which], answer[s->verdict.answer]);
    if (s->verdict.answer == CONE_UNDECIDED)
        fprintf(out, "; pointed when every mu is %.3g smaller, relative",
                s->verdict.gap);
    if (!s->verdict.rank.full)
        fprintf(out, "; the joints depend on each other");
    fprintf(out, "\n");
    if (s->verdict.answer == CONE_NO)
        text_zero(r, &s->verdict.zero, out);
    if (s->bounded)
        text_bound(r, &s->limit, out);
}

/* Of what the verdicts speak. */
static const char report_what[] =
    "the doubles of joints, normals, directions and mu at this state";

void report_text(const cone_report *r, FILE *out)
{
    fprintf(out, "%s%st = %.6g s: %d active contact%s", r->run ? r->run : "",
            r->run ? ", " : "", r->t, r->c.p, r->c.p == 1 ? "" : "s");
    for (int j = 0; j < r->c.p; j++)
        fprintf(out, "%s%s", j == 0 ? " (" : ", ", contact_name(r, j));
    fprintf(out, "%s, %d joint%s\n", r->c.p > 0 ? ")" : "", r->c.m,
            r->c.m == 1 ? "" : "s");
    for (int i = 0; i < REPORT_SIDES; i++)
        text_side(r, i, out);
    fprintf(out, "of %s\n", report_what);
}

/* A JSON string; names of a scene may hold anything. */
static void json_text(const char *s, FILE *out)
{
    fputc('"', out);
    for (; *s != '\0'; s++)
        if (*s == '"' || *s == '\\')
            fprintf(out, "\\%c", *s);
        else if ((unsigned char)*s < 32)
            fprintf(out, "\\u%04x", (unsigned)(unsigned char)*s);
        else
            fputc(*s, out);
    fputc('"', out);
}

static void json_vector(const char *name, int n, const mpq_t *x, FILE *out)
{
    fprintf(out, ",\"%s\":[", name);
    for (int i = 0; i < n; i++)
        gmp_fprintf(out, "%s\"%Qd\"", i > 0 ? "," : "", x[i]);
    fputc(']', out);
}

static void json_bound(const bound *b, int contacts, FILE *out)
{
    fprintf(out, ",\"c\":%.17g,\"attained\":%.17g", b->c, b->least);
    if (contacts == 0)
        return;
    fprintf(out, ",\"C2\":%.17g,\"C3\":%.17g,\"u\":[", b->C2, b->C3);
    for (int i = 0; i < b->nv; i++)
        fprintf(out, "%s%.17g", i > 0 ? "," : "", b->u[i]);
    fputc(']', out);
}

static void json_side(const cone_report *r, int which, FILE *out)
{
    static const char *const answer[] = {"false", "true", "null"};
    const report_side *s = &r->side[which];
    fprintf(out, ",\"%s\":", which == REPORT_STEP ? "polyhedral" : "full");
    if (!s->asked) {
        fputs("null", out);
        return;
    }
    const pointed *v = &s->verdict;
    fprintf(out, "{\"pointed\":%s,\"joints_independent\":%s", answer[v->answer],
            v->rank.full ? "true" : "false");
    if (v->answer == CONE_UNDECIDED)
        fprintf(out, ",\"gap\":%.17g", v->gap);
    if (v->answer == CONE_NO) {
        json_vector("c_nu", r->c.m, (const mpq_t *)v->zero.y, out);
        json_vector("c_n", r->c.p, (const mpq_t *)v->zero.cn, out);
        json_vector("tangential", r->c.r, (const mpq_t *)v->zero.f, out);
    } else {
        json_vector("direction", r->c.nv, (const mpq_t *)v->d, out);
    }
    if (s->bounded)
        json_bound(&s->limit, r->c.p, out);
    fputc('}', out);
}

void report_json(const cone_report *r, FILE *out)
{
    fputs("{\"name\":", out);
    if (r->run != NULL)
        json_text(r->run, out);
    else
        fputs("null", out);
    fprintf(out, ",\"t\":%.17g,\"contacts\":[", r->t);
    for (int j = 0; j < r->c.p; j++) {
        fputs(j > 0 ? "," : "", out);
        json_text(contact_name(r, j), out);
    }
    fprintf(out, "],\"joints\":%d,\"pointed_of\":\"%s\"", r->c.m,
            report_what);
    for (int i = 0; i < REPORT_SIDES; i++)
        json_side(r, i, out);
}
