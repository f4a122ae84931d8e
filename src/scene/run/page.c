#include "scene/run/page.h"
#include "base/memory.h"
#include "base/pack.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

enum { NAME_ROOM = 64, PATH_ROOM = 4200, MEGABYTES = 256 };

/* The whole file, which the caller gives back. */
static perp_status bytes_of(const char *path, char **out, size_t *n)
{
    size_t room = 0;
    FILE *in = fopen(path, "rb");
    *out = NULL;
    *n = 0;
    if (in == NULL)
        return PERP_FAIL(PERP_IO, "cannot read '%s': %s", path,
                         strerror(errno));
    perp_status s = PERP_SUCCESS;
    do {
        room = room + room / 2 + 65536;
        char *grown = memory_resize(*out, room);
        if (room > (size_t)MEGABYTES << 20)
            s = PERP_FAIL(PERP_LIMIT,
                          "'%s' has more than %d MB, too much for a page; "
                          "leave out --certify, or run for a shorter time",
                          path, MEGABYTES);
        else if (grown == NULL)
            s = PERP_NO_MEMORY(room);
        *out = grown != NULL ? grown : *out;
        if (s.code == PERP_OK)
            *n += fread(*out + *n, 1, room - *n, in);
    } while (s.code == PERP_OK && *n == room);
    if (s.code == PERP_OK && ferror(in))
        s = PERP_FAIL(PERP_IO, "cannot read '%s'", path);
    fclose(in);
    if (s.code != PERP_OK) {
        memory_free(*out);
        *out = NULL;
    }
    return s;
}

static perp_status put_block(FILE *f, const page_block *b)
{
    char *own = NULL;
    const char *bytes = b->bytes;
    size_t n = b->n;
    if (bytes == NULL) {
        PERP_TRY(bytes_of(b->file, &own, &n));
        bytes = own;
    }
    fprintf(f, "<script type=\"text/plain\" id=\"%s\">\n", b->id);
    perp_status s = pack_put(f, bytes, n);
    fputs("</script>\n", f);
    memory_free(own);
    return s;
}

static perp_status include(FILE *f, const char *directory, const char *name)
{
    char path[PATH_ROOM], *text;
    size_t n;
    const size_t length = strlen(name);
    const int style = length > 4 && strcmp(name + length - 4, ".css") == 0;
    snprintf(path, sizeof path, "%s/%s", directory, name);
    PERP_TRY(bytes_of(path, &text, &n));
    fputs(style ? "<style>\n" : "<script>\n", f);
    fwrite(text, 1, n, f);
    fputs(style ? "</style>\n" : "</script>\n", f);
    memory_free(text);
    return PERP_SUCCESS;
}

static perp_status put_line(FILE *f, const char *directory, const char *line,
                            const page_block *block, int blocks)
{
    char name[NAME_ROOM];
    if (sscanf(line, "<!-- include %63[a-z0-9_.] -->", name) == 1)
        return include(f, directory, name);
    if (strcmp(line, "<!-- data -->\n") != 0)
        fputs(line, f);
    else
        for (int i = 0; i < blocks; i++)
            PERP_TRY(put_block(f, &block[i]));
    return PERP_SUCCESS;
}

perp_status page_write(FILE *f, const char *directory,
                       const page_block *block, int blocks)
{
    char from[PATH_ROOM], line[1024];
    snprintf(from, sizeof from, "%s/page.html", directory);
    FILE *in = fopen(from, "r");
    if (in == NULL)
        return PERP_FAIL(PERP_IO, "cannot read '%s': %s", from,
                         strerror(errno));
    perp_status s = PERP_SUCCESS;
    while (s.code == PERP_OK && fgets(line, sizeof line, in) != NULL)
        s = put_line(f, directory, line, block, blocks);
    if (s.code == PERP_OK && ferror(in))
        s = PERP_FAIL(PERP_IO, "cannot read '%s'", from);
    fclose(in);
    return s;
}
