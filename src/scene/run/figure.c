#include "scene/run/figure.h"
#include "base/file.h"
#include "scene/run/names.h"
#include "scene/run/output.h"

#include <stdio.h>
#include <string.h>

/** ## Is it a drawing?

Of SVG only shapes, text and groups are let through, the words that
`lua/perp/plot.lua` writes and a few that a scene of its own may want. Left out is
what makes a viewer run or load something: scripts, styles, links, images,
entities, attributes whose names begin with `on`, addresses other than `#name`. The
nesting is not looked at; a viewer says so. */
static const char *const element[] = {
    "svg",   "g",        "path",    "text",     "tspan",
    "title", "desc",     "rect",    "circle",   "line",
    "defs",  "clipPath", "ellipse", "polyline", "polygon"};

static int is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

static int is_blank(char c)
{
    return c == ' ' || c == '\n' || c == '\t' || c == '\r';
}

static size_t word(const char *at)
{
    size_t n = 0;
    while (is_letter(at[n]) || (n > 0 && (at[n] == '-' || at[n] == ':' ||
                                          (at[n] >= '0' && at[n] <= '9'))))
        n++;
    return n;
}

static int known(const char *name, size_t n)
{
    for (size_t i = 0; i < sizeof element / sizeof *element; i++)
        if (strlen(element[i]) == n && memcmp(element[i], name, n) == 0)
            return 1;
    return 0;
}

/* name="value" at *at, which moves behind it. */
static int attribute(const char **at)
{
    const char *name = *at;
    const size_t n = word(name);
    if (n == 0 || name[n] != '=' || name[n + 1] != '"')
        return 0;
    const char *value = name + n + 2, *end = strchr(value, '"');
    if (end == NULL || memchr(value, '<', (size_t)(end - value)) != NULL)
        return 0;
    for (const char *p = value; p + 4 <= end; p++)
        if (memcmp(p, "url(", 4) == 0 && p[4] != '#')
            return 0;
    *at = end + 1;
    return !((name[0] | 0x20) == 'o' && (name[1] | 0x20) == 'n') &&
           !(n >= 4 && memcmp(name + n - 4, "href", 4) == 0) &&
           !(n == 5 && memcmp(name, "style", 5) == 0);
}

/* A tag behind its "<"; *at moves behind its ">". */
static int tag(const char **at)
{
    const char *p = *at + (**at == '/');
    const size_t n = word(p);
    const int end = **at == '/', fine = known(p, n);
    for (p += n; fine && !end && is_blank(*p);) {
        while (is_blank(*p))
            p++;
        if (is_letter(*p) && !attribute(&p))
            return 0;
    }
    p += !end && *p == '/';
    *at = p + 1;
    return fine && *p == '>';
}

static perp_status drawing(const char *name, const char *text, size_t len)
{
    const char *at = text;
    int fine = strlen(text) == len && strncmp(text, "<svg", 4) == 0;
    while (fine && *at != '\0') {
        if (*at == '<') {
            const char *from = at++;
            fine = tag(&at);
            at = fine ? at : from;
        } else {
            fine = (unsigned char)*at >= ' ' || is_blank(*at);
            at += fine;
        }
    }
    if (fine)
        return PERP_SUCCESS;
    return PERP_FAIL(PERP_INPUT,
                     "the figure '%.60s' is no drawing at byte %zu, '%.30s'; "
                     "an SVG of shapes and texts is wanted, as of perp.plot",
                     name, (size_t)(at - text), at);
}

perp_status figure_write(const char *name, const char *text, size_t len)
{
    FILE *f;
    PERP_TRY(names_plain("a figure", name));
    PERP_TRY(drawing(name, text, len));
    PERP_TRY(output_in_plot(name, "svg", &f));
    fwrite(text, 1, len, f);
    return file_end(f, name);
}

/** A table is numbers, fractions and plain words between commas, so that no reader
takes a cell for two or for a formula: a minus, a plus or a dot begins a number. */
static const char *cell_end(const char *at)
{
    const int sign = *at == '-' || *at == '+' || *at == '.';
    if (sign && !(at[1] >= '0' && at[1] <= '9'))
        return NULL;
    for (; *at != ',' && *at != '\n'; at++)
        if (!is_letter(*at) && (*at < '+' || *at > '9') && *at != ' ' &&
            *at != '_')
            return NULL;
    return at;
}

static perp_status listing(const char *name, const char *text, size_t len)
{
    const char *at = text, *end = text;
    while (*at != '\0' && (end = cell_end(at)) != NULL)
        at = end + 1;
    if (len > 0 && strlen(text) == len && end != NULL && text[len - 1] == '\n')
        return PERP_SUCCESS;
    int shown = 0; /* a message is one line */
    while (shown < 30 && at[shown] >= ' ' && at[shown] <= '~')
        shown++;
    return PERP_FAIL(PERP_INPUT,
                     "the table '%.60s' has '%.*s' at byte %zu; cells are "
                     "numbers, p/q or words of letters, digits and _ + - .",
                     name, shown, at, (size_t)(at - text));
}

perp_status figure_table(const char *name, const char *text, size_t len)
{
    FILE *f;
    PERP_TRY(names_plain("a table", name));
    PERP_TRY(listing(name, text, len));
    PERP_TRY(output_in_plot(name, "csv", &f));
    fwrite(text, 1, len, f);
    return file_end(f, name);
}
