#include "cli/report/converge_report.h"
#include "base/file.h"
#include "base/text.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

static const char *const error_name[CONVERGE_ERRORS] = {"q_sup", "v_end",
                                                        "v_l1", "va_l1"};

static double error_of(const converge_row *r, int k)
{
    const double e[CONVERGE_ERRORS] = {r->error.q_sup, r->error.v_end,
                                       r->error.v_l1, r->error.va_l1};
    return e[k];
}

/* Is there such an error? The last one is that of the weighted velocity. */
static int has_error(const converge_table *t, const converge_row *r, int k)
{
    return r->compared && (k < CONVERGE_ERRORS - 1 || t->weighted);
}

void converge_orders(converge_table *t)
{
    double floor = t->exact ? 0 : t->row[t->rows - 1].h;
    for (int i = 1; i < t->rows; i++)
        for (int k = 0; k < CONVERGE_ERRORS; k++) {
            converge_row *r = &t->row[i];
            const double e[2] = {error_of(r - 1, k), error_of(r, k)};
            const double h[2] = {r[-1].h, r->h};
            r->has_order[k] =
                has_error(t, r, k) && compare_order(e, h, floor, &r->order[k]);
        }
}

/** ## For a reader */
static void text_error(const converge_table *t, const converge_row *r, int k)
{
    if (has_error(t, r, k))
        printf(" %9.2e", error_of(r, k));
    else
        printf(" %9s", "-");
    if (r->has_order[k])
        printf(" %5.2f", r->order[k]);
    else
        printf(" %5s", "-");
}

void converge_text(const converge_table *t)
{
    printf("%s with %s over %.6g s, against %s\n", t->name, t->scheme, t->T,
           t->exact ? "the scene's reference" : "the finest run");
    printf("%9s %8s %5s %9s order %9s order %9s order %9s order %9s %9s %9s "
           "%9s\n",
           "h", "steps", "coll.", "q sup", "v at T", "v L1", "va L1", "TV v",
           "TV va", "residual", "apart");
    for (int i = 0; i < t->rows; i++) {
        const converge_row *r = &t->row[i];
        printf("%9.3g %8ld %5ld", r->h, r->steps, r->collisions);
        for (int k = 0; k < CONVERGE_ERRORS; k++)
            text_error(t, r, k);
        printf(" %9.4g %9.4g %9.2e %9.2e\n", r->tv_v, r->tv_va,
               r->residual.inclusion, r->residual.apart);
    }
}

/** ## For a program

Columns as data: a name, and where the number stands. */
typedef enum { WHOLE, REAL } column_kind;

typedef struct {
    const char *name;
    column_kind kind;
    size_t at; /* in a row */
} column;

#define AT(field) offsetof(converge_row, field)
static const column columns_of_row[] = {
    {"h", REAL, AT(h)},
    {"steps", WHOLE, AT(steps)},
    {"collisions", WHOLE, AT(collisions)},
    {"tv_v", REAL, AT(tv_v)},
    {"tv_va", REAL, AT(tv_va)},
    {"residual", REAL, AT(residual.inclusion)},
    {"apart", REAL, AT(residual.apart)},
    {"position", REAL, AT(residual.position)},
    {"joints", REAL, AT(residual.joints)},
    {"gaps", REAL, AT(residual.gaps)},
};
enum { COLUMNS = sizeof columns_of_row / sizeof *columns_of_row };

static void put(const converge_row *r, const column *c, FILE *f)
{
    const char *at = (const char *)r + c->at;
    if (c->kind == WHOLE)
        fprintf(f, "%ld", *(const long *)(const void *)at);
    else
        fprintf(f, "%.17g", *(const double *)(const void *)at);
}

static void json_errors(const converge_table *t, int k)
{
    printf(",\"%s\":[", error_name[k]);
    for (int i = 0; i < t->rows; i++) {
        if (has_error(t, &t->row[i], k))
            printf("%s%.17g", i > 0 ? "," : "", error_of(&t->row[i], k));
        else
            printf("%snull", i > 0 ? "," : "");
    }
    printf("],\"%s_order\":[", error_name[k]);
    for (int i = 0; i < t->rows; i++) {
        if (t->row[i].has_order[k])
            printf("%s%.6g", i > 0 ? "," : "", t->row[i].order[k]);
        else
            printf("%snull", i > 0 ? "," : "");
    }
    printf("]");
}

void converge_json(const converge_table *t)
{
    printf("{\"name\":\"%s\",\"scheme\":\"%s\",\"reference\":\"%s\","
           "\"T\":%.17g",
           t->name, t->scheme, t->exact ? "scene" : "finest run", t->T);
    for (int c = 0; c < COLUMNS; c++) {
        printf(",\"%s\":[", columns_of_row[c].name);
        for (int i = 0; i < t->rows; i++) {
            fputs(i > 0 ? "," : "", stdout);
            put(&t->row[i], &columns_of_row[c], stdout);
        }
        printf("]");
    }
    for (int k = 0; k < CONVERGE_ERRORS; k++)
        json_errors(t, k);
    printf("}\n");
}

static void write_csv(const converge_table *t, FILE *f)
{
    for (int c = 0; c < COLUMNS; c++)
        fprintf(f, "%s%s", c > 0 ? "," : "", columns_of_row[c].name);
    for (int k = 0; k < CONVERGE_ERRORS; k++)
        fprintf(f, ",%s", error_name[k]);
    for (int i = 0; i < t->rows; i++) {
        const converge_row *r = &t->row[i];
        for (int c = 0; c < COLUMNS; c++) {
            fputs(c > 0 ? "," : "\n", f);
            put(r, &columns_of_row[c], f);
        }
        for (int k = 0; k < CONVERGE_ERRORS; k++) {
            fputc(',', f);
            if (has_error(t, r, k))
                fprintf(f, "%.17g", error_of(r, k));
        }
    }
    fputc('\n', f);
}

perp_status converge_csv(const converge_table *t, const char *path)
{
    FILE *f;
    PERP_TRY(file_new(path, &f));
    write_csv(t, f);
    return file_end(f, path);
}

/** ## The figure

Errors, and below them the residual, against $h$, doubly logarithmic, with a
triangle of slope two where the last orders of position and velocity speak for
it, and of slope one elsewhere. A residual that does not fall with $h$ is
rounding and has no triangle: falling means at least like $\sqrt h$ from the first
row to the last. What is zero has no
place on a logarithmic axis, and an error that is nowhere more than $10^{-12}$ of the
greatest would leave none to the others: it is told in the legend. The description is
a text of the figures' own language. */
static double greatest(const converge_table *t, int k)
{
    double most = 0;
    for (int i = 0; i < t->rows; i++)
        if (has_error(t, &t->row[i], k))
            most = fmax(most, error_of(&t->row[i], k));
    return most;
}

/* Tells an error that is too small beside `scale` to be drawn. */
static int add_words(growing_text *w, const converge_table *t, int k,
                     const char *label, double scale)
{
    double most = greatest(t, k);
    if (most > 1e-12 * scale || most == 0)
        return 0;
    text_add(w,
             "list[#list+1] = { x = {}, y = {}, color = %d, label = "
             "\"%s: at most %.1e\" }\n",
             k + 1, label, most);
    return 1;
}

/* One series of the positive values; returns how many. */
static int add_series(growing_text *w, const converge_table *t, int k,
                      const char *label)
{
    int count = 0;
    text_add(w, "do local x, y = {}, {}\n");
    for (int i = 0; i < t->rows; i++) {
        const converge_row *r = &t->row[i];
        double y = k < CONVERGE_ERRORS ? error_of(r, k) : r->residual.inclusion;
        if ((k < CONVERGE_ERRORS && !has_error(t, r, k)) || !(y > 0))
            continue;
        text_add(w, "x[#x+1], y[#y+1] = %.17g, %.17g\n", r->h, y);
        count++;
    }
    if (count > 0)
        text_add(w,
                 "list[#list+1] = { x = x, y = y, label = \"%s\", color = %d, "
                 "style = \"marked\" }\n",
                 label, k + 1);
    text_add(w, "end\n");
    return count;
}

static double guide(const converge_table *t)
{
    for (int i = t->rows - 1; i > 0; i--) {
        const converge_row *r = &t->row[i];
        if (r->has_order[0] && r->has_order[1])
            return r->order[0] > 1.5 && r->order[1] > 1.5 ? 2 : 1;
    }
    return 1;
}

static int falls(const converge_table *t)
{
    const converge_row *first = &t->row[0], *last = &t->row[t->rows - 1];
    double a = first->residual.inclusion, b = last->residual.inclusion;
    return b < a * sqrt(last->h / first->h);
}

static void add_panel(growing_text *w, const char *label, double slope,
                      int rows)
{
    text_add(w,
             "panels[#panels+1] = { xlabel = \"h (s)\", ylabel = \"%s\",\n"
             "  xscale = \"log\", yscale = \"log\", rows = %d, "
             "series = list }\n",
             label, rows);
    if (slope > 0)
        text_add(w, "panels[#panels].slope = %g\n", slope);
}

static perp_status describe(growing_text *w, const converge_table *t)
{
    static const char *const label[CONVERGE_ERRORS] = {
        "q, sup", "v at T", "v^{h}, L_{1}", "v^{h,\u03b1}, L_{1}"};
    int count = 0;
    double scale = 0;
    for (int k = 0; k < CONVERGE_ERRORS; k++)
        scale = fmax(scale, greatest(t, k));
    text_add(w, "local panels, list = {}, {}\n");
    for (int k = 0; k < CONVERGE_ERRORS; k++)
        if (!add_words(w, t, k, label[k], scale))
            count += add_series(w, t, k, label[k]);
    if (count > 0)
        add_panel(w, "error (SI)", guide(t), 2);
    text_add(w, "list = {}\n");
    int left = add_series(w, t, CONVERGE_ERRORS, "residual");
    if (left > 0)
        add_panel(w, "residual (kg^{1/2} m/s)", falls(t), 1);
    if (count + left == 0)
        return PERP_FAIL(PERP_INPUT,
                         "--plot: every error and residual is zero, and a "
                         "logarithmic axis has no place for it");
    text_add(w,
             "return { name = \"%s_converge\", title = \"%s, %s, against %s\", "
             "panels = panels }\n",
             t->name, t->name, t->scheme,
             t->exact ? "the scene's reference" : "the finest run");
    return PERP_SUCCESS;
}

perp_status converge_draw(const converge_table *t)
{
    char name[160];
    growing_text w = {0};
    snprintf(name, sizeof name, "%s_converge", t->name);
    perp_status s = describe(&w, t);
    if (s.code == PERP_OK)
        s = text_end(&w);
    if (s.code == PERP_OK)
        s = bind_draw(name, w.text);
    text_free(&w);
    return s;
}
