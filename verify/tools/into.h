/**
# Tables that a bench writes into a chapter

A file holds two marks, `<!-- NAME begins -->` and `<!-- NAME ends -->`, a line
each; what stands between them is the bench's.
*/
#pragma once

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The machine by its own word, for Linux. */
static inline void into_machine(char *out, size_t size)
{
    FILE *f = fopen("/proc/cpuinfo", "r");
    char line[512];
    snprintf(out, size, "a machine that does not say its name");
    while (f != NULL && fgets(line, sizeof line, f) != NULL) {
        char *colon = strchr(line, ':');
        if (strncmp(line, "model name", 10) != 0 || colon == NULL)
            continue;
        colon[strcspn(colon, "\n")] = 0;
        snprintf(out, size, "%s", colon + 2);
        break;
    }
    if (f != NULL)
        fclose(f);
}

static inline char *into_whole(const char *path)
{
    FILE *f = fopen(path, "rb");
    char *text = NULL;
    if (f == NULL)
        return NULL;
    if (fseek(f, 0, SEEK_END) == 0) {
        long size = ftell(f);
        rewind(f);
        text = calloc((size_t)size + 1, 1);
        if (text != NULL && fread(text, 1, (size_t)size, f) != (size_t)size)
            text[0] = 0;
    }
    fclose(f);
    return text;
}

/* Puts the text between the two marks of a file, in place of what is there.
   -1 when the file has no such marks or can not be written. */
static inline int into_file(const char *path, const char *name,
                            const char *text)
{
    char begins[64], ends[64];
    snprintf(begins, sizeof begins, "<!-- %s begins -->\n", name);
    snprintf(ends, sizeof ends, "<!-- %s ends -->\n", name);
    char *old = into_whole(path);
    char *from = old == NULL ? NULL : strstr(old, begins);
    char *to = from == NULL ? NULL : strstr(from, ends);
    FILE *f = to == NULL ? NULL : fopen(path, "wb");
    int bad = f == NULL;
    if (!bad) {
        from += strlen(begins);
        fwrite(old, 1, (size_t)(from - old), f);
        fprintf(f, "\n%s\n%s", text, to);
        bad = ferror(f) != 0;
        bad |= fclose(f) != 0;
    }
    free(old);
    return bad ? -1 : 0;
}
