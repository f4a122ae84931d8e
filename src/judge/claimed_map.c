#include "judge/claimed_map.h"

#include "base/memory.h"
#include "base/nearest.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PIECE = 1 << 16, SHOWN = 60 };
static const size_t MOST = (size_t)1 << 30;

static perp_status take_all(FILE *f, const char *path, char **out, size_t *used)
{
    size_t room = 0, got;
    do {
        if (room - *used < PIECE + 1) {
            room = room == 0 ? 4 * PIECE : 2 * room;
            char *more = memory_resize(*out, room);
            if (more == NULL)
                return PERP_NO_MEMORY(room);
            *out = more;
        }
        got = fread(*out + *used, 1, PIECE, f);
        *used += got;
        if (*used > MOST)
            return PERP_FAIL(PERP_INPUT,
                             "%s: longer than a gibibyte; cut it into pieces "
                             "that share a row and judge each",
                             path);
    } while (got > 0);
    if (ferror(f))
        return PERP_FAIL(PERP_IO, "%s: can not be read: %s", path,
                         strerror(errno));
    (*out)[*used] = '\0';
    if (strlen(*out) < *used)
        return PERP_FAIL(
            PERP_INPUT, "%s: has a byte 0; write it as a text, in UTF-8", path);
    return PERP_SUCCESS;
}

perp_status claimed_text(const char *path, arena *a, char **out)
{
    int standard = strcmp(path, "-") == 0;
    FILE *f = standard ? stdin : fopen(path, "rb");
    char *text = NULL;
    size_t used = 0;
    if (f == NULL)
        return PERP_FAIL(PERP_IO, "%s: can not be read: %s", path,
                         strerror(errno));
    perp_status s = take_all(f, path, &text, &used);
    if (s.code == PERP_OK) {
        *out = arena_take_any(a, used + 1, 1);
        if (*out == NULL)
            s = PERP_NO_MEMORY(used + 1);
        else
            memcpy(*out, text, used + 1);
    }
    memory_free(text);
    if (!standard)
        fclose(f);
    return s;
}

static char *trimmed(char *text)
{
    while (*text == ' ' || *text == '\t')
        text++;
    char *end = text + strlen(text);
    while (end > text && strchr(" \t\r", end[-1]) != NULL)
        *--end = '\0';
    return text;
}

static claimed_column *find(const char *name, claimed_column *list, int count)
{
    for (int i = 0; i < count; i++)
        if (strcmp(list[i].name, name) == 0)
            return &list[i];
    return NULL;
}

static perp_status unknown(const char *path, int line, const char *name,
                           const claimed_column *list, int count)
{
    int best = -1, least = 4;
    for (int i = 0; i < count; i++) {
        int d = nearest_distance(name, list[i].name);
        if (d < least) {
            least = d;
            best = i;
        }
    }
    return PERP_FAIL(PERP_INPUT,
                     "%s:%d: the scene has nothing called '%.*s'%s%.*s%s; left "
                     "of = stands t, q.NAME, v.NAME, cn.CONTACT or ft.CONTACT",
                     path, line, SHOWN, name,
                     best < 0 ? "" : " (did you mean '", SHOWN,
                     best < 0 ? "" : list[best].name, best < 0 ? "" : "'?)");
}

/** Behind the sign of equality stands a column, `-` and a column, or a number, `*`
and a column. A column may have blanks inside. */
static perp_status right_side(const char *path, int line, char *text,
                              claimed_column *to)
{
    char *star = strchr(text, '*');
    to->factor = 1;
    if (star != NULL) {
        char *end;
        *star = '\0';
        char *number = trimmed(text);
        to->factor = strtod(number, &end);
        if (end == number || *end != '\0' || !isfinite(to->factor) ||
            to->factor == 0)
            return PERP_FAIL(PERP_INPUT,
                             "%s:%d: '%.*s' is no factor; write a number that "
                             "is not 0 before *",
                             path, line, SHOWN, number);
        text = star + 1;
    } else if (*text == '-') {
        to->factor = -1;
        text++;
    }
    to->column = trimmed(text);
    if (*to->column == '\0')
        return PERP_FAIL(PERP_INPUT,
                         "%s:%d: no column behind =; write name = column", path,
                         line);
    return PERP_SUCCESS;
}

static perp_status map_line(const char *path, int line, char *text,
                            claimed_column *list, int count)
{
    text = trimmed(text);
    if (*text == '\0' || *text == '#')
        return PERP_SUCCESS;
    char *equals = strchr(text, '=');
    if (equals == NULL)
        return PERP_FAIL(PERP_INPUT,
                         "%s:%d: no = in '%.*s'; write name = column, name = "
                         "-column or name = factor * column",
                         path, line, SHOWN, text);
    *equals = '\0';
    const char *name = trimmed(text);
    claimed_column *to = find(name, list, count);
    if (to == NULL)
        return unknown(path, line, name, list, count);
    if (to->line > 0)
        return PERP_FAIL(PERP_INPUT,
                         "%s:%d: '%.*s' stands in line %d, too; "
                         "remove one of them",
                         path, line, SHOWN, to->name, to->line);
    to->line = line;
    return right_side(path, line, trimmed(equals + 1), to);
}

perp_status claimed_map_lines(const char *path, char *text,
                              claimed_column *list, int count)
{
    char *next;
    for (int line = 1; text != NULL; line++, text = next) {
        next = strchr(text, '\n');
        if (next != NULL)
            *next++ = '\0';
        PERP_TRY(map_line(path, line, text, list, count));
    }
    return PERP_SUCCESS;
}

perp_status claimed_map_read(const char *path, claimed_column *list, int count,
                             arena *a)
{
    char *text;
    PERP_TRY(claimed_text(path, a, &text));
    return claimed_map_lines(path, text, list, count);
}
