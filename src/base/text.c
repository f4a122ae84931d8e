#include "base/text.h"

#include "base/memory.h"

#include <stdarg.h>
#include <stdio.h>

/* Room for n more bytes and the 0 behind them: 1, or 0 when refused. */
static int make_room(growing_text *t, size_t n)
{
    size_t room = t->room == 0 ? 256 : t->room;
    while (room < t->used + n + 1)
        room *= 2;
    if (room == t->room)
        return 1;
    char *block = memory_resize(t->text, room);
    if (block == NULL) {
        t->refused = room;
        return 0;
    }
    t->text = block;
    t->room = room;
    return 1;
}

/** Written twice: the first time to learn the length, which the standard
allows with no room at all. A fixed buffer would have to be measured for the
longest text anyone writes, and cut what is longer without a word. */
void text_add(growing_text *t, const char *format, ...)
{
    va_list first, second;
    if (t->refused != 0)
        return;
    va_start(first, format);
    va_copy(second, first);
    int n = vsnprintf(NULL, 0, format, first);
    if (n >= 0 && make_room(t, (size_t)n)) {
        vsnprintf(t->text + t->used, (size_t)n + 1, format, second);
        t->used += (size_t)n;
    }
    va_end(second);
    va_end(first);
}

/** No line has a length that one knows beforehand: fractions have none. */
perp_status text_line(growing_text *t, FILE *f, int *whole)
{
    int c = 0;
    *whole = 0;
    t->used = 0;
    while (make_room(t, 1) && (c = getc(f)) != EOF && c != '\n')
        t->text[t->used++] = (char)c;
    PERP_TRY(text_end(t));
    t->text[t->used] = '\0';
    *whole = c == '\n';
    return PERP_SUCCESS;
}

perp_status text_end(const growing_text *t)
{
    return t->refused != 0 ? PERP_NO_MEMORY(t->refused) : PERP_SUCCESS;
}

void text_free(growing_text *t)
{
    memory_free(t->text);
    *t = (growing_text){0};
}
