#include "base/status.h"

#include <stdarg.h>
#include <stdio.h>

/** The text of the last failure of this thread. Control characters would
break the promise of one line, so they become spaces. */
static _Thread_local char last_message[512];

perp_status status_fail(perp_code code, const char *origin, const char *format,
                        ...)
{
    char text[sizeof last_message]; /* arguments may point into the buffer */
    va_list list;
    va_start(list, format);
    vsnprintf(text, sizeof text, format, list);
    va_end(list);
    size_t i = 0;
    for (; text[i] != '\0'; i++)
        last_message[i] = (unsigned char)text[i] < ' ' ? ' ' : text[i];
    last_message[i] = '\0';
    return (perp_status){code, last_message, origin};
}
