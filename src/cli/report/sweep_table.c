#include "cli/report/sweep_table.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

enum { COLUMNS_MOST = 20000, NAME = 512, DEPTH = 8 };

/** ## Columns and rows */
static const char *kept(sweep_table *t, const char *text)
{
    const size_t n = strlen(text) + 1;
    char *copy = arena_take_any(&t->a, n, 1);
    return copy == NULL ? NULL : memcpy(copy, text, n);
}

static perp_status more_columns(sweep_table *t)
{
    const int room = 2 * t->room + 64;
    const size_t bytes = (size_t)room * sizeof *t->column;
    const char **column = memory_resize(t->column, bytes);
    t->column = column != NULL ? column : t->column;
    const char **now = memory_resize(t->now, bytes);
    t->now = now != NULL ? now : t->now;
    if (column == NULL || now == NULL)
        return PERP_NO_MEMORY(bytes);
    t->room = room;
    return PERP_SUCCESS;
}

int sweep_table_find(const sweep_table *t, const char *name)
{
    for (int i = 0; i < t->columns; i++)
        if (strcmp(t->column[i], name) == 0)
            return i;
    return -1;
}

/** Runs have their keys in one order, so the next column is almost always the one
behind the last. */
perp_status sweep_table_column(sweep_table *t, const char *name, int *out)
{
    *out = t->hint < t->columns && strcmp(t->column[t->hint], name) == 0
               ? t->hint
               : sweep_table_find(t, name);
    if (*out >= 0) {
        t->hint = *out + 1;
        return PERP_SUCCESS;
    }
    if (t->columns == COLUMNS_MOST)
        return PERP_FAIL(PERP_LIMIT, "the runs have more than %d keys",
                         COLUMNS_MOST);
    if (t->columns == t->room)
        PERP_TRY(more_columns(t));
    const char *own = kept(t, name);
    if (own == NULL)
        return PERP_NO_MEMORY(strlen(name) + 1);
    t->now[t->columns] = NULL;
    t->column[t->columns] = own;
    *out = t->columns++;
    return PERP_SUCCESS;
}

/* `value` lives as long as the table. What a run was (`run.h`,
   `run.parameters.mu`) stands in the columns that the sweep sets; its digest
   does not. */
static perp_status put(sweep_table *t, const char *name, const char *value)
{
    int c;
    if (strncmp(name, "run.", 4) == 0 && strcmp(name, "run.digest") != 0)
        return PERP_SUCCESS;
    PERP_TRY(sweep_table_column(t, name, &c));
    if (t->now[c] == NULL)
        t->now[c] = value;
    return PERP_SUCCESS;
}

perp_status sweep_table_put(sweep_table *t, const char *name, const char *value)
{
    const char *own = kept(t, value);
    return own != NULL ? put(t, name, own) : PERP_NO_MEMORY(strlen(value) + 1);
}

perp_status sweep_table_end_row(sweep_table *t)
{
    const size_t bytes = (size_t)t->columns * sizeof *t->now;
    if (t->rows == t->row_room) {
        const long room = 2 * t->row_room + 64;
        sweep_row *grown = memory_resize(t->row, (size_t)room * sizeof *t->row);
        if (grown == NULL)
            return PERP_NO_MEMORY((size_t)room * sizeof *t->row);
        t->row = grown;
        t->row_room = room;
    }
    const char **value = arena_take_any(&t->a, 1, bytes + 1);
    if (value == NULL)
        return PERP_NO_MEMORY(bytes);
    if (bytes > 0)
        memcpy(value, t->now, bytes);
    t->row[t->rows++] = (sweep_row){t->columns, value};
    for (int i = 0; i < t->columns; i++)
        t->now[i] = NULL;
    t->hint = 0;
    return PERP_SUCCESS;
}

const char *sweep_table_cell(const sweep_table *t, long row, int column)
{
    const sweep_row *r = &t->row[row];
    return column >= 0 && column < r->n ? r->value[column] : NULL;
}

void sweep_table_free(sweep_table *t)
{
    memory_free(t->column);
    memory_free(t->now);
    memory_free(t->row);
    arena_free(&t->a);
    *t = (sweep_table){0};
}

/** ## From JSON

The text is perp's own, so the reader knows what perp writes: objects, lists, texts with
backslashes before a quote, a backslash or four digits of a control character, and
scalars without blanks. It is read in place, in a copy that lives as long as the
table. */
typedef struct {
    sweep_table *t;
    char *at;
    char name[NAME];
    int depth;
} reading;

static perp_status unreadable(void)
{
    return PERP_FAIL(PERP_BUG, "the summary of a run cannot be read back");
}

static void blanks(reading *r)
{
    r->at += strspn(r->at, " \t\r\n");
}

/* The text behind a quote, in its own place; null: it does not end. */
static char *text_here(reading *r)
{
    char *to = ++r->at, *begin = to;
    for (; *r->at != '"'; r->at++) {
        if (*r->at == '\0')
            return NULL;
        if (*r->at != '\\') {
            *to++ = *r->at;
            continue;
        }
        r->at++;
        if (*r->at == 'u' && strspn(r->at + 1, "0123456789abcdefABCDEF") >= 4) {
            const char digits[] = {r->at[3], r->at[4], 0};
            *to++ = (char)strtol(digits, NULL, 16); /* below 0x80 */
            r->at += 4;
        } else if (*r->at == 'n' || *r->at == 't') {
            *to++ = *r->at == 'n' ? '\n' : '\t';
        } else if (*r->at != '\0') {
            *to++ = *r->at;
        } else {
            return NULL;
        }
    }
    r->at++;
    *to = '\0';
    return begin;
}

static perp_status value_here(reading *r, int silent);

/* `outer.inner`, for as long as the member is read. */
static perp_status member(reading *r, int silent)
{
    const size_t before = strlen(r->name);
    if (*r->at != '"')
        return unreadable();
    const char *name = text_here(r);
    if (name == NULL || before + strlen(name) + 2 > NAME)
        return unreadable();
    if (before > 0)
        strcat(r->name, ".");
    strcat(r->name, name);
    blanks(r);
    if (*r->at++ != ':')
        return unreadable();
    blanks(r);
    perp_status s = value_here(r, silent);
    r->name[before] = '\0';
    return s;
}

static perp_status object_here(reading *r, int silent)
{
    r->at++;
    blanks(r);
    for (int first = 1; *r->at != '}'; first = 0) {
        if (!first && *r->at++ != ',')
            return unreadable();
        blanks(r);
        PERP_TRY(member(r, silent));
        blanks(r);
    }
    r->at++;
    return PERP_SUCCESS;
}

static perp_status list_here(reading *r, int silent)
{
    int n = 0, texts = 1;
    char count[16];
    r->at++;
    blanks(r);
    for (; *r->at != ']'; n++) {
        if (n > 0 && *r->at++ != ',')
            return unreadable();
        blanks(r);
        texts &= *r->at == '"';
        PERP_TRY(value_here(r, 1));
        blanks(r);
    }
    r->at++;
    if (silent || !texts)
        return PERP_SUCCESS;
    snprintf(count, sizeof count, "%d", n);
    return sweep_table_put(r->t, r->name, count);
}

/* A number, true, false or null. What stands behind it is still to be read, so
   it moves to the left, over the colon or the blank, which have been. */
static perp_status scalar_here(reading *r, int silent)
{
    const size_t n = strcspn(r->at, ",]} \n");
    char *text = r->at - 1;
    if (n == 0)
        return unreadable();
    memmove(text, r->at, n);
    text[n] = '\0';
    r->at += n;
    return silent ? PERP_SUCCESS : put(r->t, r->name, text);
}

static perp_status value_here(reading *r, int silent)
{
    if (++r->depth > DEPTH)
        return unreadable();
    perp_status s;
    if (*r->at == '{') {
        s = object_here(r, silent);
    } else if (*r->at == '[') {
        s = list_here(r, silent);
    } else if (*r->at == '"') {
        const char *text = text_here(r);
        s = text == NULL ? unreadable()
            : silent     ? PERP_SUCCESS
                         : put(r->t, r->name, text);
    } else {
        s = scalar_here(r, silent);
    }
    r->depth--;
    return s;
}

perp_status sweep_table_json(sweep_table *t, const char *json)
{
    char *own = (char *)kept(t, json);
    if (own == NULL)
        return PERP_NO_MEMORY(strlen(json) + 1);
    reading r = {.t = t, .at = own};
    blanks(&r);
    if (*r.at != '{')
        return unreadable();
    PERP_TRY(value_here(&r, 0));
    blanks(&r);
    return *r.at == '\0' ? PERP_SUCCESS : unreadable();
}

/** ## CSV */
static void cell(const char *text, FILE *f)
{
    if (text == NULL)
        return;
    if (*text != '\0' && *text != '#' && strpbrk(text, ",\"\n\r ") == NULL) {
        fputs(text, f);
        return;
    }
    fputc('"', f);
    for (; *text != '\0'; text++) {
        if (*text == '"')
            fputc('"', f);
        fputc(*text, f);
    }
    fputc('"', f);
}

void sweep_table_write(const sweep_table *t, FILE *f)
{
    for (int i = 0; i < t->columns; i++) {
        fputs(i > 0 ? "," : "", f);
        cell(t->column[i], f);
    }
    fputc('\n', f);
    for (long r = 0; r < t->rows; r++) {
        for (int i = 0; i < t->columns; i++) {
            fputs(i > 0 ? "," : "", f);
            cell(sweep_table_cell(t, r, i), f);
        }
        fputc('\n', f);
    }
}

/* The cell at *at, ended in place; its end is at the comma or the line's end.
   Null: a quote is wrong. */
static char *read_cell(char **at, char *quoted, long *lines)
{
    char *from = *at + strspn(*at, " \t"), *to = from, *in = from;
    *quoted = *from == '"';
    if (!*quoted) {
        const size_t n = strcspn(from, ",\n");
        *at = in = from + n;
        while (in > from && strchr(" \t\r", in[-1]) != NULL)
            in--;
        if (in < *at)
            *in = '\0';
        return from;
    }
    for (in++; *in != '"' || in[1] == '"'; in++) {
        if (*in == '\0')
            return NULL;
        *lines += *in == '\n';
        in += *in == '"';
        *to++ = *in;
    }
    *at = in + 1 + strspn(in + 1, " \t\r");
    *to = '\0';
    return **at == ',' || **at == '\n' ? from : NULL;
}

int sweep_table_record(char **text, int most, char **out, char *quoted,
                       long *lines)
{
    int n = 0;
    char *at = *text;
    if (*at == '\0')
        return 0;
    for (;;) {
        if (n == most)
            return -1;
        out[n] = read_cell(&at, &quoted[n], lines);
        if (out[n] == NULL)
            return -2;
        n++;
        const char end = *at;
        if (end == '\0')
            return -3;
        *at++ = '\0';
        if (end == '\n')
            break;
    }
    *text = at;
    ++*lines;
    return n;
}
