#include "cli/report/fan_table.h"

#include "base/memory.h"

#include <string.h>

enum { ROWS_MOST = 100000000 };

void fan_table_free(fan_table *f)
{
    for (long k = 0; k < f->runs; k++) {
        memory_free(f->run[k].outcome);
        memory_free(f->run[k].when);
        text_free(&f->run[k].told);
    }
    memory_free(f->run);
    memory_free(f->kind);
    trace_free(&f->rows);
    *f = (fan_table){.runs = 0};
}

/* Positions, velocities and deformations are the state; energies and impulses
   follow from it. */
static char kind_of(const char *column)
{
    const int two = column[0] != '\0' && column[1] == '.';
    if (two && (column[0] == 'q' || column[0] == 'v'))
        return column[0];
    return strncmp(column, "va.", 3) == 0      ? 'v'
           : strncmp(column, "delta.", 6) == 0 ? 'd'
                                               : '\0';
}

static perp_status begin(fan_table *f, const trace *t)
{
    const size_t n = (size_t)t->columns + 2;
    const char **name = memory_new(n, sizeof *name);
    f->kind = memory_new(n, 1);
    if (name == NULL || f->kind == NULL) {
        memory_free(name);
        return PERP_NO_MEMORY(n * sizeof *name);
    }
    name[0] = "branch";
    name[1] = "joins";
    for (int c = 0; c < t->columns; c++) {
        name[c + 2] = t->name[c];
        f->kind[c + 2] = kind_of(t->name[c]);
    }
    perp_status s =
        trace_new(t->rows, (int)n, name, t->exact != NULL, &f->rows);
    memory_free(name);
    return s;
}

/* In the first two columns of a row. */
static void put_number(trace *t, int row, int column, long number)
{
    const size_t at = trace_at(t, row) + (size_t)column;
    t->cell[at] = (double)number;
    if (t->exact != NULL)
        mpq_set_si(t->exact[at], number, 1);
}

static perp_status add_rows(fan_table *f, const trace *t)
{
    const size_t width = (size_t)t->columns, wide = width + 2;
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
        size_t at = (size_t)to->rows * wide + 2, from = (size_t)i * width;
        memcpy(to->cell + at, t->cell + from, width * sizeof *t->cell);
        for (size_t c = 0; c < width && t->exact != NULL; c++)
            mpq_set(to->exact[at + c], t->exact[from + c]);
        put_number(to, to->rows, 0, f->runs + 1);
        put_number(to, to->rows, 1, 0);
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

/* A step is followed by its row; collisions have times of their own. */
static double when_of(const fan_table *f, const trace *t, long place)
{
    const long row = f->law == NULL && place + 1 < t->rows ? place + 1 : 0;
    return t->cell[row * t->columns + trace_column(t, "t")];
}

perp_status fan_table_add(fan_table *f, const forks *w, const trace *t,
                          const summary *sum)
{
    const int first = f->rows.rows;
    const size_t n = (size_t)w->count;
    PERP_TRY(make_room(f));
    PERP_TRY(add_rows(f, t));
    int *way = memory_new(3 * n + 1, sizeof *way);
    double *when = memory_new(2 * n + 1, sizeof *when);
    if (way == NULL || when == NULL) {
        memory_free(way);
        memory_free(when);
        return PERP_NO_MEMORY(3 * n * sizeof *way);
    }
    fan_run_taken *r = &f->run[f->runs++];
    *r = (fan_run_taken){.outcome = way,
                         .of = way + n,
                         .at = way + 2 * n,
                         .when = when,
                         .factor = when + n,
                         .forks = w->count,
                         .first = first,
                         .share = 1,
                         .total = 1,
                         .joins = {.into = -1},
                         .collisions = sum->collisions,
                         .steps = sum->steps,
                         .proven = sum->steps_proven,
                         .gained = own_number(sum, "collision_energy_most")};
    for (long k = 0; k < w->count; k++) {
        r->outcome[k] = w->fork[k].chosen + 1;
        r->of[k] = w->fork[k].of;
        r->at[k] = (int)w->fork[k].at + 1;
        r->when[k] = when_of(f, t, w->fork[k].at);
        r->factor[k] = 1;
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
        r->share *= r->factor[k];
        text_add(&r->told, "%s", k > 0 ? "," : "");
        tell_fork(&r->told, f, taken, place);
    }
    r->total = r->share;
    text_add(&r->told, "],");
    return text_end(&r->told);
}

/* The rows of a run move to where the table ends so far; in fractions cells
   change places, so that none is lost. */
static void move_rows(trace *t, int first, int end)
{
    const size_t width = (size_t)t->columns;
    const size_t gap = (size_t)(first - t->rows) * width;
    for (size_t c = (size_t)first * width; c < (size_t)end * width; c++) {
        t->cell[c - gap] = t->cell[c];
        if (t->exact != NULL && gap > 0)
            mpq_swap(t->exact[c - gap], t->exact[c]);
    }
    t->rows += end - first;
}

/* The runs up to number `into` that stay. */
static long number_of(const char *kept, long into)
{
    long n = 0;
    for (long k = 0; k <= into; k++)
        n += kept[k] != 0;
    return n;
}

void fan_table_thin(fan_table *f, const char *kept)
{
    const long runs = f->runs;
    trace *t = &f->rows;
    long n = 0;
    t->rows = 0;
    for (long k = 0; k < runs; k++) {
        fan_run_taken *r = &f->run[k], moved = *r;
        if (!kept[k]) {
            memory_free(r->outcome);
            memory_free(r->when);
            text_free(&r->told);
            continue;
        }
        moved.first = t->rows;
        move_rows(t, r->first, r->first + (int)r->steps + 1);
        for (int i = moved.first; i < t->rows; i++)
            put_number(t, i, 0, n + 1);
        if (moved.joins.into >= 0) {
            moved.joins.into = number_of(kept, moved.joins.into) - 1;
            put_number(t, t->rows - 1, 1, moved.joins.into + 1);
        }
        f->run[n++] = moved;
    }
    f->runs = n;
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
    char kept[FAN_KEPT + 1];
    if (f->keep == 0 || f->near >= 0)
        return -1;
    if (f->runs > f->keep) {
        const long k = least_run(f);
        f->left += f->run[k].share;
        memset(kept, 1, (size_t)f->runs);
        kept[k] = 0;
        fan_table_thin(f, kept);
    }
    return f->runs == f->keep ? f->run[least_run(f)].share : -1;
}

int fan_table_first(const fan_table *f, long k)
{
    return k < f->runs ? f->run[k].first : f->rows.rows;
}

void fan_table_way(const fan_run_taken *r, char *out, size_t room)
{
    size_t at = 0;
    snprintf(out, room, "-");
    for (long k = 0; k < r->forks && at + 16 < room; k++)
        at += (size_t)snprintf(out + at, room - at, "%s%d", k > 0 ? "." : "",
                               r->outcome[k]);
}
