/**
# A growing text
*/
#pragma once

#include "base/status.h"

#include <stdio.h>

typedef struct growing_text {
    char *text; /* ends with 0; null until something was added */
    size_t used, room;
    size_t refused; /* bytes the heap did not give, or 0 */
} growing_text;

/* Adds what printf would write. After the heap refused once nothing is added
   any more, so that only text_end need be asked. */
void text_add(growing_text *t, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Whether everything that was added is there: success, or a limit. */
perp_status text_end(const growing_text *t);

/* Reads a line in the place of what was there, without its newline; *whole: it
   had one, and else the file ends here, or ferror(f). LIMIT: memory. */
perp_status text_line(growing_text *t, FILE *f, int *whole);

/* Gives the memory back; the text is empty again. */
void text_free(growing_text *t);
