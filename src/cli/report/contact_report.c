#include "cli/report/contact_report.h"

#include "number/decimal.h"

enum { PLACES = 6, LAWS = 4 };

static const int law[LAWS] = {CONTACT_SIGNORINI, CONTACT_CONE,
                              CONTACT_DISSIPATION, CONTACT_SAXCE};
static const char *const law_name[LAWS] = {"signorini", "cone", "dissipation",
                                           "de_saxce"};
static const char *const law_words[LAWS] = {
    "Signorini", "the cone", "maximal dissipation", "de Saxce's form"};

static void decimal(FILE *out, mpq_srcptr q, int places, decimal_side side)
{
    char text[DECIMAL_ROOM];
    decimal_text(q, places, side, text);
    fputs(text, out);
}

/* "name = x", or the bracket of a number with a root. */
static void show(FILE *out, const char *name, const mpq_t *pair)
{
    fprintf(out, "%s ", name);
    if (mpq_equal(pair[0], pair[1])) {
        fputs("= ", out);
        decimal(out, pair[0], PLACES, DECIMAL_AWAY);
        return;
    }
    fputs("in [", out);
    decimal(out, pair[0], PLACES, DECIMAL_DOWN);
    fputs(", ", out);
    decimal(out, pair[1], PLACES, DECIMAL_UP);
    fputc(']', out);
}

static void show_one(FILE *out, const char *name, const mpq_t x)
{
    fprintf(out, "%s = ", name);
    decimal(out, x, PLACES, DECIMAL_AWAY);
}

static void text_contact(const contact_report *x, int i, FILE *out)
{
    const contact_verdict *v = &x->laws->each[i];
    const char *between = "breaks ";
    fprintf(out, "  contact %d: ", i + 1);
    for (int k = 0; k < LAWS; k++)
        if (v->broken & law[k]) {
            fprintf(out, "%s%s", between, law_words[k]);
            between = ", ";
        }
    fputs(v->broken ? "\n    " : "keeps all laws\n    ", out);
    show_one(out, "u_n", v->u[0]);
    show_one(out, ", r_n", x->r[i * x->c->d]);
    show_one(out, ", u_n r_n", v->product);
    show(out, "; |r_t| - mu r_n", v->excess);
    show(out, "; mu r_n |u_t| + u_t.r_t", v->missing);
    show(out, "; r.(u + mu |u_t| e_n)", v->power);
    fputc('\n', out);
}

void contact_text(const contact_report *x, FILE *out)
{
    fprintf(out, "problem %d, %d contact%s of %d components: ", x->number,
            x->c->p, x->c->p == 1 ? "" : "s", x->c->d);
    if (x->no_number >= 0) {
        fprintf(out, "r does not solve it: r_%d is not a number\n",
                x->no_number + 1);
        return;
    }
    if (x->laws->broken == 0)
        fputs("r solves it exactly\n", out);
    else
        fprintf(out, "r does not solve it; %d contact%s break%s a law\n",
                x->laws->broken, x->laws->broken == 1 ? "" : "s",
                x->laws->broken == 1 ? "s" : "");
    for (int i = 0; i < x->c->p; i++)
        text_contact(x, i, out);
}

static void json_list(FILE *out, const char *name, int count, const mpq_t *q)
{
    fprintf(out, "\"%s\":[", name);
    for (int k = 0; k < count; k++)
        gmp_fprintf(out, "%s\"%Qd\"", k > 0 ? "," : "", q[k]);
    fputs("],", out);
}

static void json_pair(FILE *out, const char *name, const mpq_t *pair)
{
    fprintf(out, "\"%s\":[\"", name);
    decimal(out, pair[0], DECIMAL_DIGITS, DECIMAL_DOWN);
    fputs("\",\"", out);
    decimal(out, pair[1], DECIMAL_DIGITS, DECIMAL_UP);
    fputs("\"],", out);
}

static void json_contact(const contact_report *x, int i, FILE *out)
{
    const contact_verdict *v = &x->laws->each[i];
    fputs(i > 0 ? ",{" : "{", out);
    json_list(out, "r", x->c->d, x->r + i * x->c->d);
    json_list(out, "u", x->c->d, (const mpq_t *)v->u);
    gmp_fprintf(out, "\"product\":\"%Qd\",\"squares\":\"%Qd\",", v->product,
                v->squares);
    json_pair(out, "excess", v->excess);
    json_pair(out, "missing", v->missing);
    json_pair(out, "power", v->power);
    fputs("\"keeps\":{", out);
    for (int k = 0; k < LAWS; k++)
        fprintf(out, "%s\"%s\":%s", k > 0 ? "," : "", law_name[k],
                v->broken & law[k] ? "false" : "true");
    fputs("}}", out);
}

void contact_json(const contact_report *x, FILE *out)
{
    fprintf(out, "{\"contacts\":%d,\"components\":%d,", x->c->p, x->c->d);
    if (x->no_number >= 0) {
        fprintf(out, "\"verdict\":\"refuted\",\"no_number\":%d}\n",
                x->no_number + 1);
        return;
    }
    fprintf(out, "\"verdict\":\"%s\",\"broken\":%d,\"each\":[",
            x->laws->broken == 0 ? "exact" : "refuted", x->laws->broken);
    for (int i = 0; i < x->c->p; i++)
        json_contact(x, i, out);
    fputs("]}\n", out);
}
