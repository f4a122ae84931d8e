#include "cli/report/fan_table.h"

#include "base/memory.h"

#include <string.h>

enum { ROWS_MOST = 100000000 };

void fan_table_free(fan_table *f)
{
    for (long k = 0; k < f->runs; k++) {
        memory_free(f->run[k].outcome);
        text_free(&f->run[k].told);
    }
    memory_free(f->run);
    trace_free(&f->rows);
    *f = (fan_table){.runs = 0};
}

static perp_status begin(fan_table *f, const trace *t)
{
    const char **name = memory_new((size_t)t->columns + 1, sizeof *name);
    if (name == NULL)
        return PERP_NO_MEMORY(t->columns);
    name[0] = "branch";
    for (int c = 0; c < t->columns; c++)
        name[c + 1] = t->name[c];
    perp_status s =
        trace_new(t->rows, t->columns + 1, name, t->exact != NULL, &f->rows);
    memory_free(name);
    return s;
}

static perp_status add_rows(fan_table *f, const trace *t)
{
    const size_t width = (size_t)t->columns, wide = width + 1;
    trace *to = &f->rows;
    if (to->capacity == 0)
        PERP_TRY(begin(f, t));
    if (to->rows > ROWS_MOST - t->rows)
        return PERP_FAIL(PERP_LIMIT,
                         "the table of all runs has more than %d rows; follow "
                         "fewer forks, --depth",
                         ROWS_MOST);
    if (to->rows + t->rows > to->capacity)
        PERP_TRY(trace_grow(to, to->rows + t->rows + to->capacity / 2));
    for (int i = 0; i < t->rows; i++, to->rows++) {
        size_t at = (size_t)to->rows * wide, from = (size_t)i * width;
        to->cell[at] = (double)f->runs + 1;
        memcpy(to->cell + at + 1, t->cell + from, width * sizeof *t->cell);
        for (size_t c = 0; c < width && t->exact != NULL; c++)
            mpq_set(to->exact[at + 1 + c], t->exact[from + c]);
        if (t->exact != NULL)
            mpq_set_si(to->exact[at], f->runs + 1, 1);
    }
    return PERP_SUCCESS;
}

static perp_status make_room(fan_table *f)
{
    const long room = f->room + f->room / 2 + 16;
    if (f->runs < f->room)
        return PERP_SUCCESS;
    fan_run_taken *grown = memory_resize(f->run, (size_t)room * sizeof *f->run);
    if (grown == NULL)
        return PERP_NO_MEMORY((size_t)room * sizeof *grown);
    f->run = grown;
    f->room = room;
    return PERP_SUCCESS;
}

static double own_number(const summary *sum, const char *name)
{
    for (int i = 0; i < sum->owns; i++)
        if (strcmp(sum->own[i].name, name) == 0)
            return sum->own[i].x;
    return 0;
}

perp_status fan_table_add(fan_table *f, const forks *w, const trace *t,
                          const summary *sum)
{
    PERP_TRY(make_room(f));
    PERP_TRY(add_rows(f, t));
    int *way = memory_new(3 * (size_t)w->count + 1, sizeof *way);
    if (way == NULL)
        return PERP_NO_MEMORY(3 * (size_t)w->count * sizeof *way);
    fan_run_taken *r = &f->run[f->runs++];
    *r = (fan_run_taken){.outcome = way,
                         .of = way + w->count,
                         .at = way + 2 * w->count,
                         .forks = w->count,
                         .share = 1,
                         .collisions = sum->collisions,
                         .steps = sum->steps,
                         .proven = sum->steps_proven,
                         .gained = own_number(sum, "collision_energy_most")};
    for (long k = 0; k < w->count; k++) {
        r->outcome[k] = w->fork[k].chosen + 1;
        r->of[k] = w->fork[k].of;
        r->at[k] = (int)w->fork[k].at + 1;
    }
    return PERP_SUCCESS;
}

/* One fork: when, which contacts, and what the outcome is that was taken. */
static void tell_fork(growing_text *w, const fan_table *f, const fork_taken *k,
                      int place)
{
    const outcome *o = k->list.first;
    const double *u = k->u + (size_t)place * (size_t)(k->p + k->r);
    for (int i = place; i > 0; i--)
        o = o->next;
    text_add(w, "{\"t\":%.17g,\"contacts\":[", k->t);
    for (int j = 0; j < k->p; j++)
        text_add(w, "%s\"%s\"", j > 0 ? "," : "",
                 f->sys->contact_name[k->id[j]]);
    text_add(w, "],\"v\":[");
    for (int i = 0; i < k->list.nv; i++)
        text_add(w, "%s%.17g", i > 0 ? "," : "", mpq_get_d(o->v[i]));
    for (int part = 0; part < 2; part++) {
        text_add(w, "],\"%s\":[", part == 0 ? "vn" : "vt");
        for (int j = 0; j < (part == 0 ? k->p : k->r); j++)
            text_add(w, "%s%.17g", j > 0 ? "," : "", u[part * k->p + j]);
    }
    text_add(w, "],\"share\":%.17g,\"energy_lost\":%.17g}", o->share,
             k->lost[place]);
}

perp_status fan_table_tell(fan_table *f, const branches *b)
{
    fan_run_taken *r = &f->run[f->runs - 1];
    text_add(&r->told, "\"forks\":[");
    for (long k = 0; k < b->w.count; k++) {
        int place;
        const fork_taken *taken = branches_fork(b, k, &place);
        const outcome *o = taken->list.first;
        for (int i = place; i > 0; i--)
            o = o->next;
        r->share *= o->share;
        text_add(&r->told, "%s", k > 0 ? "," : "");
        tell_fork(&r->told, f, taken, place);
    }
    text_add(&r->told, "],\"share\":%.17g,", r->share);
    return text_end(&r->told);
}

/* Cells of the rows behind `last` move to `first`; in fractions they change
   places, so that none is lost. */
static void close_gap(trace *t, int first, int last)
{
    const size_t width = (size_t)t->columns, gap = (size_t)(last - first);
    for (size_t c = (size_t)last * width; c < (size_t)t->rows * width; c++) {
        t->cell[c - gap * width] = t->cell[c];
        if (t->exact != NULL)
            mpq_swap(t->exact[c - gap * width], t->exact[c]);
    }
    t->rows -= (int)gap;
}

static void drop(fan_table *f, long k)
{
    const int first = fan_table_first(f, k), last = fan_table_first(f, k + 1);
    trace *t = &f->rows;
    close_gap(t, first, last);
    memory_free(f->run[k].outcome);
    text_free(&f->run[k].told);
    f->runs--;
    memmove(f->run + k, f->run + k + 1,
            (size_t)(f->runs - k) * sizeof *f->run);
    for (int i = first; i < t->rows; i++) {
        const size_t at = (size_t)i * (size_t)t->columns;
        t->cell[at] -= 1;
        if (t->exact != NULL)
            mpq_set_si(t->exact[at], (long)t->cell[at], 1);
    }
}

/* The run with the least share; of several the last. */
static long least_run(const fan_table *f)
{
    long least = 0;
    for (long k = 1; k < f->runs; k++)
        if (f->run[k].share <= f->run[least].share)
            least = k;
    return least;
}

/** **The most probable.** A table of ten thousand runs is read by nobody. With `keep` it has
those with the largest shares, and says what share the others have together: the runs that were made
and dropped, and the ways that were not gone, because no run behind them could have been kept. When
the table is full its least share is the bar for whoever goes on. A fork of $\frac58, \frac14, \frac18$, a second one
behind each of its ways with the same, and `keep` 3: $\frac{25}{64}, \frac{10}{64}, \frac{10}{64}$
are kept, and $\frac{19}{64}$ left. Of the last way of the first fork, $\frac8{64}$, none is made. */
double fan_table_keep(fan_table *f)
{
    if (f->keep == 0)
        return -1;
    if (f->runs > f->keep) {
        const long k = least_run(f);
        f->left += f->run[k].share;
        drop(f, k);
    }
    return f->runs == f->keep ? f->run[least_run(f)].share : -1;
}

int fan_table_first(const fan_table *f, long k)
{
    int row = 0;
    for (long i = 0; i < k; i++)
        row += (int)f->run[i].steps + 1;
    return row;
}

void fan_table_way(const fan_run_taken *r, char *out, size_t room)
{
    size_t at = 0;
    snprintf(out, room, "-");
    for (long k = 0; k < r->forks && at + 16 < room; k++)
        at += (size_t)snprintf(out + at, room - at, "%s%d", k > 0 ? "." : "",
                               r->outcome[k]);
}

/* Where the number of the last row of run k stands in this column. */
static size_t last_cell(const fan_table *f, long k, const char *column)
{
    const size_t row = (size_t)fan_table_first(f, k + 1) - 1;
    return row * (size_t)f->rows.columns +
           (size_t)trace_column(&f->rows, column);
}

static void json_last(const fan_table *f, long k, const char *key,
                      const char *column)
{
    const size_t at = last_cell(f, k, column);
    if (f->rows.exact != NULL)
        gmp_printf("\"%s\":\"%Qd\",", key, f->rows.exact[at]);
    else
        printf("\"%s\":%.17g,", key, f->rows.cell[at]);
}

static void json_list(const char *key, const int *x, long n)
{
    printf("\"%s\":[", key);
    for (long k = 0; k < n; k++)
        printf("%s%d", k > 0 ? "," : "", x[k]);
    printf("],");
}

/* Of which numbers the proofs of all lists speak. Of a law they are those of
   collisions: a step between two of them has the solution that Lemke's method
   finds. */
static const char *proven_data(const fan_table *f)
{
    static const char *const data[2][2] = {
        {"the doubles of M, K, C, Gamma, f and its tangent, Phi, mu, v and "
         "delta of each step",
         "M, K, C, Gamma, f, Phi, mu, v and delta of each step, in fractions"},
        {"the doubles of M, nu, n, d, mu and v of each collision",
         "M, nu, n, d, mu and v of each collision, in fractions"}};
    return data[f->law != NULL][f->rows.exact != NULL];
}

/* A literal in quotes, or null. */
static void json_word(const char *key, const char *word)
{
    const char *quote = word != NULL ? "\"" : "";
    printf("\"%s\":%s%s%s,", key, quote, word != NULL ? word : "null", quote);
}

void fan_table_json(const fan_table *f)
{
    printf("{\"name\":\"%s\",", f->name);
    json_word("law", f->law);
    printf("\"branches\":%ld,\"complete\":%s,", f->runs,
           f->complete ? "true" : "false");
    json_word("complete_of", f->complete ? proven_data(f) : NULL);
    printf("\"sampled\":%ld,\"continua\":%ld,\"undecided\":%ld,"
           "\"samples\":%d,\"fork_energy\":%.17g,\"quiet\":%ld,"
           "\"keep\":%ld,\"made\":%ld,\"left_share\":%.17g,\"runs\":[",
           f->sampled, f->continua, f->undecided, f->samples, f->least,
           f->quiet, f->keep, f->made, f->left);
    for (long k = 0; k < f->runs; k++) {
        const fan_run_taken *r = &f->run[k];
        printf("%s{\"branch\":%ld,", k > 0 ? "," : "", k + 1);
        json_list("outcomes", r->outcome, r->forks);
        json_list("of", r->of, r->forks);
        json_list("at", r->at, r->forks);
        fputs(r->told.text != NULL ? r->told.text : "", stdout);
        printf("\"steps\":%ld,\"steps_proven\":%ld,\"collisions\":%ld,",
               r->steps, r->proven, r->collisions);
        json_last(f, k, "t", "t");
        json_last(f, k, "kinetic_last", "kinetic");
        printf("\"collision_energy_most\":%.17g}", r->gained);
    }
    printf("]}\n");
}

/* What lies behind the last fork, and what no list can have. */
static void text_left(const fan_table *f)
{
    const char *s = f->sampled == 1 ? "" : "s";
    if (f->sampled > 0 && f->law != NULL)
        fprintf(stderr,
                "  %ld collision%s behind the last fork that is followed went "
                "the law's own way\n",
                f->sampled, s);
    if (f->sampled > 0 && f->law == NULL)
        fprintf(stderr,
                "  of %ld step%s behind the last fork that is followed it is "
                "not known whether there is another solution\n",
                f->sampled, s);
    if (f->continua > 0)
        fprintf(stderr,
                "  %ld step%s ha%s a continuum of solutions, of which the runs "
                "follow the corners\n",
                f->continua, f->continua == 1 ? "" : "s",
                f->continua == 1 ? "s" : "ve");
    if (f->undecided > 0)
        fprintf(stderr,
                "  of %ld part%s of the steps' slip angles it is undecided "
                "whether there is another solution\n",
                f->undecided, f->undecided == 1 ? "" : "s");
}

void fan_table_text(const fan_table *f)
{
    char way[64];
    fprintf(stderr, "%s: %ld run%s through %s%s%s%s\n", f->name, f->runs,
            f->runs == 1 ? "" : "s",
            f->law != NULL ? "the outcomes of the law "
                           : "the solutions of every step",
            f->law != NULL ? f->law : "",
            f->complete ? ", proven complete for " : "",
            f->complete ? proven_data(f) : "");
    for (long k = 0; k < f->runs; k++) {
        const fan_run_taken *r = &f->run[k];
        fan_table_way(r, way, sizeof way);
        fprintf(stderr, "  branch %ld, way %s: ", k + 1, way);
        if (f->law != NULL)
            fprintf(stderr, "%ld collision%s", r->collisions,
                    r->collisions == 1 ? "" : "s");
        else if (r->forks == 0)
            fprintf(stderr, "no fork");
        else
            fprintf(stderr, "forks from step %d on", r->at[0]);
        if (f->law != NULL && r->forks > 0)
            fprintf(stderr, ", share %.3g", r->share);
        fprintf(stderr, ", kinetic energy %.6g J at last\n",
                f->rows.cell[last_cell(f, k, "kinetic")]);
    }
    text_left(f);
    if (f->left > 0 || f->made > f->runs)
        fprintf(stderr,
                "  %ld runs were made, and those with the largest shares are "
                "kept; the others have a share of %.3g together\n",
                f->made, f->left);
    if (f->quiet > 0)
        fprintf(stderr,
                "  %ld collision%s of less than %g J: of several outcomes the "
                "one with the largest share was taken\n",
                f->quiet, f->quiet == 1 ? "" : "s", f->least);
}
