#include "cli/report/fan_table.h"

#include "base/memory.h"

#include <string.h>

enum { ROWS_MOST = 100000000 };

void fan_table_free(fan_table *f)
{
    for (long k = 0; k < f->runs; k++)
        memory_free(f->run[k].outcome);
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

perp_status fan_table_add(fan_table *f, const branches *b, const trace *t,
                          const summary *sum)
{
    PERP_TRY(make_room(f));
    PERP_TRY(add_rows(f, t));
    int *way = memory_new(2 * (size_t)b->forks + 1, sizeof *way);
    if (way == NULL)
        return PERP_NO_MEMORY(2 * (size_t)b->forks * sizeof *way);
    fan_run_taken *r = &f->run[f->runs++];
    *r = (fan_run_taken){.outcome = way,
                         .of = way + b->forks,
                         .collisions = sum->collisions,
                         .steps = sum->steps,
                         .proven = sum->steps_proven,
                         .gained = own_number(sum, "collision_energy_most")};
    for (long k = 0; k < b->count; k++)
        if (b->on_way[k].list.count > 1) {
            r->outcome[r->forks] = b->on_way[k].chosen + 1;
            r->of[r->forks++] = b->on_way[k].list.count;
        }
    return PERP_SUCCESS;
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

/* Of which numbers the proofs of all collisions' lists speak. A step between
   two collisions has the solution that Lemke's method finds. */
static const char *proven_data(const fan_table *f)
{
    return f->rows.exact != NULL
               ? "M, nu, n, d, mu and v of each collision, in fractions"
               : "the doubles of M, nu, n, d, mu and v of each collision";
}

void fan_table_json(const fan_table *f)
{
    const char *quote = f->complete ? "\"" : "";
    printf("{\"name\":\"%s\",\"law\":\"%s\",\"branches\":%ld,"
           "\"complete\":%s,\"complete_of\":%s%s%s,\"sampled\":%ld,"
           "\"samples\":%d,\"runs\":[",
           f->name, f->law, f->runs, f->complete ? "true" : "false", quote,
           f->complete ? proven_data(f) : "null", quote, f->sampled,
           f->samples);
    for (long k = 0; k < f->runs; k++) {
        const fan_run_taken *r = &f->run[k];
        printf("%s{\"branch\":%ld,", k > 0 ? "," : "", k + 1);
        json_list("outcomes", r->outcome, r->forks);
        json_list("of", r->of, r->forks);
        printf("\"steps\":%ld,\"steps_proven\":%ld,\"collisions\":%ld,",
               r->steps, r->proven, r->collisions);
        json_last(f, k, "t", "t");
        json_last(f, k, "kinetic_last", "kinetic");
        printf("\"collision_energy_most\":%.17g}", r->gained);
    }
    printf("]}\n");
}

void fan_table_text(const fan_table *f)
{
    char way[64];
    fprintf(stderr, "%s: %ld run%s through the outcomes of the law %s%s%s\n",
            f->name, f->runs, f->runs == 1 ? "" : "s", f->law,
            f->complete ? ", proven complete for " : "",
            f->complete ? proven_data(f) : "");
    for (long k = 0; k < f->runs; k++) {
        const fan_run_taken *r = &f->run[k];
        fan_table_way(r, way, sizeof way);
        fprintf(stderr,
                "  branch %ld, way %s: %ld collision%s, kinetic energy %.6g J "
                "at last\n",
                k + 1, way, r->collisions, r->collisions == 1 ? "" : "s",
                f->rows.cell[last_cell(f, k, "kinetic")]);
    }
    if (f->sampled > 0)
        fprintf(stderr,
                "  %ld collision%s behind the last fork that is followed went "
                "the law's own way\n",
                f->sampled, f->sampled == 1 ? "" : "s");
}
