#include "judge/claimed.h"
#include "judge/claimed_map.h"
#include "number/literal.h"
#include "run/trace/columns.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/** ## Which columns, and where */
typedef struct {
    const perp_system *s;
    const claimed_wish *w;
    arena *a;
    claimed_motion *m;
    claimed_column *want; /* t, q, v, cn, ft: `wanted` of them */
    int wanted, must;     /* the first `must` have to be there */
    int *at;              /* of each wanted one: its cell, or -1 */
    int *to;              /* of each cell: a wanted one, or -1 */
    int cells, room;      /* of a row; rows there is room for */
    char *text;
} reading;

enum { SHOWN = 60 };

/* A file of --map stands for the scene's own columns. */
static perp_status read_map(reading *x)
{
    const claimed_wish *w = x->w;
    if (w->map != NULL)
        return claimed_map_read(w->map, x->want, x->wanted, x->a);
    if (w->columns == NULL)
        return PERP_SUCCESS;
    const size_t n = strlen(w->columns) + 1;
    char where[300], *text = arena_take_any(x->a, n, 1);
    if (text == NULL)
        return PERP_NO_MEMORY(n);
    memcpy(text, w->columns, n);
    snprintf(where, sizeof where, "%.250s: judge.columns", w->scene);
    return claimed_map_lines(where, text, x->want, x->wanted);
}

static perp_status wish_for(reading *x)
{
    const perp_system *s = x->s;
    columns at;
    const char **name;
    PERP_TRY(columns_layout(x->a, s, &at));
    PERP_TRY(columns_names(x->a, s, &at, &name));
    if (x->w->impulses && at.cn < 0)
        return PERP_FAIL(PERP_INPUT,
                         "--impulses: a system with %d contacts has no columns "
                         "for them; judge without",
                         s->contacts);
    const int more = x->w->impulses ? s->contacts + s->total_slips : 0;
    x->must = 1 + s->nq + s->nv;
    x->wanted = x->must + more;
    x->want = arena_take(x->a, (size_t)x->wanted, sizeof *x->want);
    x->at = arena_take(x->a, (size_t)x->wanted, sizeof *x->at);
    if (x->want == NULL || x->at == NULL)
        return PERP_NO_MEMORY(x->wanted);
    for (int i = 0; i < x->wanted; i++) {
        int k = i < x->must ? 1 + i : at.cn + i - x->must;
        x->want[i] = (claimed_column){name[k], name[k], 1, 0};
        x->at[i] = -1;
    }
    return read_map(x);
}

static char *next_line(reading *x)
{
    char *line = x->text, *end;
    if (line == NULL)
        return NULL;
    end = strchr(line, '\n');
    x->text = end == NULL ? NULL : end + 1;
    if (end != NULL)
        *end = '\0';
    size_t n = strlen(line);
    if (n > 0 && line[n - 1] == '\r')
        line[n - 1] = '\0';
    return line;
}

/* The next cell of a row, blanks around it gone; *rest is null behind the last
   one. */
static char *next_cell(char **rest)
{
    char *cell = *rest, *comma = strchr(cell, ',');
    *rest = comma == NULL ? NULL : comma + 1;
    if (comma != NULL)
        *comma = '\0';
    while (*cell == ' ' || *cell == '\t')
        cell++;
    char *end = cell + strlen(cell);
    while (end > cell && (end[-1] == ' ' || end[-1] == '\t'))
        *--end = '\0';
    return cell;
}

static int count_cells(const char *line)
{
    int n = 1;
    for (; *line != '\0'; line++)
        n += *line == ',';
    return n;
}

static perp_status missing(const reading *x, int i)
{
    const claimed_column *c = &x->want[i];
    return PERP_FAIL(PERP_INPUT,
                     "%s:1: no column '%.*s'%s%.*s; add it, or say with --map "
                     "which column it is",
                     x->w->path, SHOWN, c->column,
                     c->line > 0 ? ", which the map takes for " : "", SHOWN,
                     c->line > 0 ? c->name : "");
}

/** Two wanted names may share one column, as a body's angle and another's; so each
wanted one knows its cell, and a cell the list of who wants it begins with `to`. */
static perp_status read_header(reading *x, char *line)
{
    if (strncmp(line, "\xef\xbb\xbf", 3) == 0)
        line += 3;
    if (*line == '\0')
        return PERP_FAIL(PERP_INPUT,
                         "%s:1: the table is empty; its first line names the "
                         "columns: t,q.NAME,...,v.NAME,...",
                         x->w->path);
    x->cells = count_cells(line);
    for (int k = 0; line != NULL; k++) {
        char *name = next_cell(&line);
        for (int i = 0; i < x->wanted; i++) {
            if (strcmp(name, x->want[i].column) != 0)
                continue;
            if (x->at[i] >= 0)
                return PERP_FAIL(PERP_INPUT,
                                 "%s:1: two columns '%.*s'; rename one",
                                 x->w->path, SHOWN, name);
            x->at[i] = k;
        }
    }
    int pushes = 0;
    for (int i = 0; i < x->wanted; i++) {
        if (x->at[i] < 0 && (i < x->must || x->want[i].line > 0))
            return missing(x, i);
        pushes += i >= x->must && x->at[i] >= 0;
    }
    if (x->w->impulses && pushes == 0 && x->wanted > x->must)
        return PERP_FAIL(PERP_INPUT,
                         "%s:1: --impulses, and no column '%.*s' or of another "
                         "contact; add them, or judge without",
                         x->w->path, SHOWN, x->want[x->must].column);
    return PERP_SUCCESS;
}

/** ## Cells */
static perp_status not_a_number(const reading *x, int line, int k,
                                const char *cell)
{
    return PERP_FAIL(PERP_INPUT,
                     "%s:%d: '%.*s' in column %d is no finite number; write a "
                     "decimal, a hex float or p/q",
                     x->w->path, line, SHOWN, cell, k + 1);
}

/** The C library's `strtod` rounds to nearest. It would also take "inf", "nan" and
"0x", which are refused by their letters or their value. */
static perp_status read_cell(const reading *x, int line, int k,
                             const char *cell, double *out)
{
    char *end;
    if (strchr(cell, '/') != NULL) {
        mpq_t q;
        mpq_init(q);
        perp_status s = literal_ratio(cell, strlen(cell), q);
        if (s.code == PERP_OK)
            s = literal_double(q, out);
        mpq_clear(q);
        return s.code == PERP_OK ? s : not_a_number(x, line, k, cell);
    }
    *out = strtod(cell, &end);
    if (end == cell || *end != '\0' || !isfinite(*out))
        return not_a_number(x, line, k, cell);
    return PERP_SUCCESS;
}

/* A larger number overflows in the energies. */
static const double beyond = 1e100;

/* Where the wanted number i of a row belongs. */
static double *place(const reading *x, int row, int i)
{
    claimed_motion *m = x->m;
    if (i == 0)
        return m->t + row;
    if (i < 1 + m->nq)
        return m->q + (size_t)row * (size_t)m->nq + i - 1;
    if (i < x->must)
        return m->v + (size_t)row * (size_t)m->nv + i - 1 - m->nq;
    i -= x->must;
    if (i < m->contacts)
        return m->cn + (size_t)row * (size_t)m->contacts + i;
    return m->ft + (size_t)row * (size_t)m->slips + i - m->contacts;
}

/** Two rows at one time are an impact: the velocity jumps, the position does not. */
static perp_status in_order(const claimed_motion *m, int row)
{
    const double *t = m->t + row, *q = m->q + (size_t)row * (size_t)m->nq;
    int moved = 0;
    for (int i = 0; i < m->nq; i++)
        moved |= q[i] != q[i - m->nq];
    if (t[0] > t[-1] || (t[0] == t[-1] && !moved))
        return PERP_SUCCESS;
    return PERP_FAIL(PERP_INPUT,
                     "%s:%d: t = %.17g behind t = %.17g%s; times must rise: "
                     "sort the rows (two at one time are an impact, with the "
                     "same q)",
                     m->path, m->line[row], t[0], t[-1],
                     t[0] == t[-1] ? " and another q" : "");
}

static perp_status read_row(reading *x, char *line, int number, char **cell)
{
    claimed_motion *m = x->m;
    const int row = m->rows, found = count_cells(line);
    if (found != x->cells)
        return PERP_FAIL(PERP_INPUT,
                         "%s:%d: %d cells, and the first line has %d; every "
                         "row needs all of them, with commas between",
                         x->w->path, number, found, x->cells);
    for (int k = 0; line != NULL; k++)
        cell[k] = next_cell(&line);
    for (int i = 0; i < x->wanted; i++) {
        double *to = place(x, row, i);
        if (x->at[i] < 0) {
            *to = 0;
            continue;
        }
        PERP_TRY(read_cell(x, number, x->at[i], cell[x->at[i]], to));
        *to *= x->want[i].factor;
        if (!(fabs(*to) <= beyond))
            return PERP_FAIL(PERP_INPUT,
                             "%s:%d: %.6g in column %d is beyond %g; take "
                             "other units",
                             x->w->path, number, *to, x->at[i] + 1, beyond);
    }
    m->line[row] = number;
    m->rows++;
    return row == 0 ? PERP_SUCCESS : in_order(m, row);
}

static size_t count_lines(const char *text)
{
    size_t n = 1;
    for (; *text != '\0'; text++)
        n += *text == '\n';
    return n;
}

static perp_status take(reading *x, size_t rows)
{
    claimed_motion *m = x->m;
    arena *a = x->a;
    m->t = arena_take(a, rows, sizeof *m->t);
    m->q = arena_take(a, rows * (size_t)m->nq, sizeof *m->q);
    m->v = arena_take(a, rows * (size_t)m->nv, sizeof *m->v);
    m->line = arena_take(a, rows, sizeof *m->line);
    int lost = !m->t || !m->q || !m->v || !m->line;
    if (x->w->impulses) {
        m->cn = arena_take(a, rows * (size_t)m->contacts + 1, sizeof *m->cn);
        m->ft = arena_take(a, rows * (size_t)m->slips + 1, sizeof *m->ft);
        lost |= !m->cn || !m->ft;
    }
    return lost ? PERP_NO_MEMORY(rows * (size_t)(m->nq + m->nv) * 8)
                : PERP_SUCCESS;
}

static perp_status read_rows(reading *x)
{
    char **cell = arena_take(x->a, (size_t)x->cells, sizeof *cell);
    if (cell == NULL)
        return PERP_NO_MEMORY(x->cells);
    for (int number = 2; x->text != NULL; number++) {
        char *line = next_line(x);
        if (*line == '\0' || *line == '#')
            continue;
        PERP_TRY(read_row(x, line, number, cell));
    }
    if (x->m->rows >= 2)
        return PERP_SUCCESS;
    return PERP_FAIL(PERP_INPUT,
                     "%s: %d row%s; a motion to be judged has at least two",
                     x->w->path, x->m->rows, x->m->rows == 1 ? "" : "s");
}

perp_status claimed_read(const perp_system *s, const claimed_wish *w, arena *a,
                         claimed_motion *out)
{
    reading x = {.s = s, .w = w, .a = a, .m = out};
    *out = (claimed_motion){.path = w->path,
                            .nq = s->nq,
                            .nv = s->nv,
                            .contacts = s->contacts,
                            .slips = s->total_slips,
                            .h = w->h};
    PERP_TRY(wish_for(&x));
    PERP_TRY(claimed_text(w->path, a, &x.text));
    size_t lines = count_lines(x.text);
    if (lines > 100000000)
        return PERP_FAIL(PERP_INPUT,
                         "%s: %zu lines; cut it into pieces that "
                         "share a row and judge each",
                         w->path, lines);
    PERP_TRY(take(&x, lines));
    PERP_TRY(read_header(&x, next_line(&x)));
    PERP_TRY(read_rows(&x));
    return claimed_units(s, out);
}

/** ## Units

If a table has degrees where the scene has radians, every law is broken, and the
verdict would be right and useless. So the slope of $q' - q$ over $h v$ is asked of the
whole table: with $\bar v$ the mean of the two ends, $s = \sum (q' - q) h\bar v / \sum
(h \bar v)^2$. A slope within 2 % of one of the usual factors, with a correlation above
0.999, is a unit and not a law that is broken. */
static const struct {
    double slope;
    const char *says;
} units[] = {
    {1000, "1000 times faster: millimetres, or times in ms"},
    {0.001, "1000 times slower: a velocity in mm/s, or times in ms"},
    {100, "100 times faster: centimetres"},
    {0.01, "100 times slower: a velocity in cm/s"},
    {57.29577951308232, "180/pi times faster: an angle in degrees"},
    {0.017453292519943295, "180/pi times slower: a rate in degrees/s"},
};

perp_status claimed_units(const perp_system *s, const claimed_motion *m)
{
    for (int i = 0; i < s->nq && !s->has_G; i++) {
        double uu = 0, uw = 0, ww = 0;
        for (int l = 1; l < m->rows; l++) {
            const double *q = m->q + (size_t)l * (size_t)m->nq + i;
            const double *v = m->v + (size_t)l * (size_t)m->nv + i;
            double w = q[0] - q[-m->nq];
            double u = claimed_h(m, l) * (v[0] + v[-m->nv]) / 2;
            uu += u * u;
            uw += u * w;
            ww += w * w;
        }
        for (size_t k = 0; k < sizeof units / sizeof *units; k++)
            if (uu > 0 && fabs(uw / uu / units[k].slope - 1) < 0.02 &&
                uw * uw > 0.998 * uu * ww)
                return PERP_FAIL(PERP_INPUT,
                                 "%s: q.%s moves by %.4g times h v.%s in the "
                                 "whole table, %s? the scene is in m, rad and "
                                 "s; give a factor with --map",
                                 m->path, s->q_name[i], uw / uu, s->v_name[i],
                                 units[k].says);
    }
    return PERP_SUCCESS;
}
