#include "cli/report/compare_report.h"
#include "base/file.h"
#include "base/memory.h"
#include "hp23/run/law.h"
#include "run/trace/lines.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

/** ## A table that grows */
static void *grown(void *list, int n, size_t size)
{
    if ((n & (n - 1)) != 0)
        return list;
    return memory_resize(list, (n > 0 ? 2 * (size_t)n : 1) * size);
}

compare_row *compare_add(compare_table *t, const compare_way *w)
{
    compare_row *list = grown(t->row, t->rows, sizeof *list);
    if (list == NULL)
        return NULL;
    t->row = list;
    list[t->rows] = (compare_row){.way = *w};
    return &list[t->rows++];
}

compare_left *compare_leave(compare_table *t, const compare_way *w)
{
    compare_left *list = grown(t->left, t->lefts, sizeof *list);
    if (list == NULL)
        return NULL;
    t->left = list;
    list[t->lefts] = (compare_left){.way = *w};
    return &list[t->lefts++];
}

void compare_free(compare_table *t)
{
    memory_free(t->row);
    memory_free(t->left);
    *t = (compare_table){0};
}

/** ## Ways in words */
static double weight(mpq_srcptr x)
{
    return x != NULL ? mpq_get_d(x) : (double)NAN;
}

const char *compare_law(const compare_way *w)
{
    return w->law < LAWS ? law_name[w->law] : w->scheme->laws ? "phases" : NULL;
}

/* "0.5", "0.5:0.75" when gamma is another, "" when there is none. */
static void weights(const compare_way *w, char to[48])
{
    to[0] = '\0';
    if (w->theta != NULL)
        snprintf(to, 48, "%.6g", weight(w->theta));
    else if (w->alpha != NULL && mpq_equal(w->alpha, w->gamma))
        snprintf(to, 48, "%.6g", weight(w->alpha));
    else if (w->alpha != NULL)
        snprintf(to, 48, "%.6g:%.6g", weight(w->alpha), weight(w->gamma));
}

void compare_name(const compare_way *w, char to[COMPARE_NAME])
{
    char of[48];
    weights(w, of);
    snprintf(to, COMPARE_NAME, "%s%s%s%s%s", w->scheme->name,
             of[0] != '\0' ? " " : "", of, w->law < LAWS ? " " : "",
             w->law < LAWS ? law_name[w->law] : "");
}

/** ## For a reader */
static void cell(double x)
{
    if (isfinite(x))
        printf(" %9.3g", x);
    else
        printf(" %9s", "-");
}

static void text_row(const compare_table *t, const compare_row *r)
{
    char of[48];
    const char *law = compare_law(&r->way);
    const double x[] = {r->apart.q_sup,   r->apart.v_end, r->apart.v_l1,
                        r->apart.va_l1,   r->penetration, r->joint_gap,
                        r->energy_last, r->energy_gain, r->tv_v, r->tv_va};
    weights(&r->way, of);
    printf("%-15s %-8s %-12s %9.3g %7ld %5ld", r->way.scheme->name,
           of[0] != '\0' ? of : "-", law != NULL ? law : "-", r->h, r->steps,
           r->collisions);
    for (size_t i = 0; i < sizeof x / sizeof *x; i++)
        cell(x[i]);
    printf(" %8ld %6.3g %6ld", r->problems,
           r->steps > 0 ? (double)r->problems / (double)r->steps : 0.0,
           r->fallbacks);
    if (t->timed)
        printf(" %8.2g", r->seconds);
    printf("\n");
}

/** What is left out for one reason stands in one line: a scheme that knows no springs
refuses them with every weight. */
static int named_before(const compare_table *t, int i)
{
    for (int k = 0; k < i; k++)
        if (strcmp(t->left[k].why, t->left[i].why) == 0)
            return 1;
    return 0;
}

static void add_ways(const compare_table *t, int i, growing_text *line)
{
    char name[COMPARE_NAME];
    for (int k = i; k < t->lefts; k++) {
        const compare_left *l = &t->left[k];
        if (strcmp(l->why, t->left[i].why) != 0)
            continue;
        compare_name(&l->way, name);
        text_add(line, "%s%s", k > i ? "; " : "", name);
        if (l->h > 0)
            text_add(line, " at h = %.3g", l->h);
    }
}

perp_status compare_text(const compare_table *t)
{
    printf("%s over %.6g s: %s %s\n", t->name, t->T,
           t->exact ? "errors against" : "distances from", t->against);
    printf("%-15s %-8s %-12s %9s %7s %5s %9s %9s %9s %9s %9s %9s %9s %9s %9s "
           "%9s %8s %6s %6s%s\n",
           "scheme", "weights", "law", "h", "steps", "coll.", "q sup", "v at T",
           "v L1", "va L1", "deepest", "joints", "E at T", "E gain", "TV v",
           "TV va", "LCPs", "a step", "exact", t->timed ? "        s" : "");
    for (int i = 0; i < t->rows; i++)
        text_row(t, &t->row[i]);
    printf("E is %s, J\n", t->energy_of);
    for (int i = 0; i < t->lefts; i++) {
        growing_text line = {0};
        if (named_before(t, i))
            continue;
        add_ways(t, i, &line);
        PERP_TRY(text_end(&line));
        printf("left out: %s: %s\n", line.text, t->left[i].why);
        text_free(&line);
    }
    return PERP_SUCCESS;
}

/** ## For a program

An *error* is a distance from what the scene knows to be true; a *distance* is one
from another run. They have keys of their own, so that nobody takes the second for
the first. */
typedef struct {
    const char *name;
    size_t at; /* of a double in a row */
} column;

#define AT(field) offsetof(compare_row, field)
static const column apart_columns[] = {{"q_sup", AT(apart.q_sup)},
                                       {"v_end", AT(apart.v_end)},
                                       {"v_l1", AT(apart.v_l1)},
                                       {"va_l1", AT(apart.va_l1)}};
static const column real_columns[] = {{"penetration", AT(penetration)},
                                      {"joint_gap", AT(joint_gap)},
                                      {"energy_last", AT(energy_last)},
                                      {"energy_gain", AT(energy_gain)},
                                      {"tv_v", AT(tv_v)},
                                      {"tv_va", AT(tv_va)}};
enum {
    APARTS = sizeof apart_columns / sizeof *apart_columns,
    REALS = sizeof real_columns / sizeof *real_columns
};

static double at(const compare_row *r, const column *c)
{
    const char *base = (const char *)r;
    return *(const double *)(const void *)(base + c->at);
}

static void json_number(const char *before, const char *key, double x)
{
    if (isfinite(x))
        printf("%s\"%s\":%.17g", before, key, x);
    else
        printf("%s\"%s\":null", before, key);
}

static void json_way(const compare_way *w)
{
    const char *law = compare_law(w);
    printf("{\"scheme\":\"%s\"", w->scheme->name);
    json_number(",", "alpha", weight(w->alpha));
    json_number(",", "gamma", weight(w->gamma));
    json_number(",", "theta", weight(w->theta));
    if (law != NULL)
        printf(",\"law\":\"%s\"", law);
    else
        printf(",\"law\":null");
}

static void json_apart(const compare_row *r, const char *key, int is)
{
    printf(",\"%s\":", key);
    if (!is) {
        printf("null");
        return;
    }
    for (int k = 0; k < APARTS; k++)
        json_number(k > 0 ? "," : "{", apart_columns[k].name,
                    at(r, &apart_columns[k]));
    printf("}");
}

static void json_row(const compare_table *t, const compare_row *r)
{
    json_way(&r->way);
    json_number(",", "h", r->h);
    printf(",\"steps\":%ld,\"collisions\":%ld", r->steps, r->collisions);
    json_apart(r, "error", t->exact);
    json_apart(r, "distance", !t->exact);
    for (int k = 0; k < REALS; k++)
        json_number(",", real_columns[k].name, at(r, &real_columns[k]));
    printf(",\"problems\":%ld,\"fallbacks\":%ld", r->problems, r->fallbacks);
    if (t->timed)
        json_number(",", "seconds", r->seconds);
    printf("}");
}

void compare_json(const compare_table *t)
{
    printf("{\"name\":\"%s\",\"T\":%.17g,\"against\":", t->name, t->T);
    lines_text(stdout, t->against);
    json_number(",", "finest", t->exact ? (double)NAN : t->finest);
    printf(",\"energy_of\":");
    lines_text(stdout, t->energy_of);
    printf(",\"rows\":[");
    for (int i = 0; i < t->rows; i++) {
        fputs(i > 0 ? "," : "", stdout);
        json_row(t, &t->row[i]);
    }
    printf("],\"left_out\":[");
    for (int i = 0; i < t->lefts; i++) {
        const compare_left *l = &t->left[i];
        fputs(i > 0 ? "," : "", stdout);
        json_way(&l->way);
        json_number(",", "h", l->h > 0 ? l->h : (double)NAN);
        printf(",\"code\":%d,\"why\":", (int)l->code);
        lines_text(stdout, l->why);
        printf("}");
    }
    printf("]}\n");
}

static void csv_number(double x, FILE *f)
{
    fputc(',', f);
    if (isfinite(x))
        fprintf(f, "%.17g", x);
}

static void csv_row(const compare_table *t, const compare_row *r, FILE *f)
{
    const char *law = compare_law(&r->way);
    fputs(r->way.scheme->name, f);
    csv_number(weight(r->way.alpha), f);
    csv_number(weight(r->way.gamma), f);
    csv_number(weight(r->way.theta), f);
    fprintf(f, ",%s", law != NULL ? law : "");
    csv_number(r->h, f);
    fprintf(f, ",%ld,%ld", r->steps, r->collisions);
    for (int k = 0; k < 2 * APARTS; k++)
        csv_number((k < APARTS) == t->exact ? at(r, &apart_columns[k % APARTS])
                                            : (double)NAN,
                   f);
    for (int k = 0; k < REALS; k++)
        csv_number(at(r, &real_columns[k]), f);
    fprintf(f, ",%ld,%ld\n", r->problems, r->fallbacks);
}

perp_status compare_csv(const compare_table *t, const char *path)
{
    FILE *f;
    PERP_TRY(file_new(path, &f));
    fputs("scheme,alpha,gamma,theta,law,h,steps,collisions", f);
    for (int k = 0; k < 2 * APARTS; k++)
        fprintf(f, ",%s.%s", k < APARTS ? "error" : "distance",
                apart_columns[k % APARTS].name);
    for (int k = 0; k < REALS; k++)
        fprintf(f, ",%s", real_columns[k].name);
    fputs(",problems,fallbacks\n", f);
    for (int i = 0; i < t->rows; i++)
        csv_row(t, &t->row[i], f);
    return file_end(f, path);
}
