/**
# Data that are no program

A file of matrices is made into a scene by [a library of perp's
own](../../lua/perp/impact_data.lua), and then everything is as with a scene: the same
assembly, laws, proofs and tables. So what is asked of the data is one line of Lua
that gives the library the bytes of the file. They are data there and are never run:
each byte that is not a letter, a digit or a blank is written as its number.
*/
#include "cli/impact_data.h"

#include "lcp/problem/lcp_text.h"
#include "scene/run/apart.h"

#include <stdio.h>
#include <string.h>

/* More is no impact: thousand velocities have a million entries. */
enum { MOST = 1 << 25 };

static const char head[] = "return require(\"perp.impact_data\").scene(\"";

static int plain(unsigned char c)
{
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') ||
           (c >= 'A' && c <= 'Z') || c == ' ';
}

/* The line, in the arena: a byte takes four characters at most. */
static perp_status wrap(const lcp_text *file, arena *a, bind_options *b)
{
    const size_t most = sizeof head + 4 * file->len + 8;
    char *line = arena_take_any(a, most, 1), *to = line;
    if (line == NULL)
        return PERP_NO_MEMORY(most);
    to += sprintf(to, "%s", head);
    for (size_t i = 0; i < file->len; i++) {
        const unsigned char c = (unsigned char)file->text[i];
        to += sprintf(to, plain(c) ? "%c" : "\\%03d", c);
    }
    to += sprintf(to, "\")");
    b->text = line;
    b->length = (size_t)(to - line);
    return PERP_SUCCESS;
}

static perp_status find(const options_table *t, const option *data, arena *a,
                        bind_options *b)
{
    lcp_text file;
    if (data->count == 0 && t->word_count == 0)
        return PERP_FAIL(PERP_USAGE,
                         "too few words: name a scene, or say "
                         "--data FILE (usage: %s)",
                         t->usage);
    b->script = data->count == 0 ? t->words[0] : data->value;
    if (data->count == 0)
        return PERP_SUCCESS;
    if (t->word_count > 0)
        return PERP_FAIL(PERP_USAGE,
                         "--data is in the place of a scene; leave out "
                         "'%.60s', or --data",
                         t->words[0]);
    if (b->sets > 0)
        return PERP_FAIL(PERP_USAGE, "--set changes a parameter of a scene, "
                                     "and --data has none; change the file");
    PERP_TRY(lcp_text_load(data->value, a, &file));
    if (file.len > MOST)
        return PERP_FAIL(PERP_LIMIT,
                         "%.200s: %zu bytes; the data of an "
                         "impact have %d at most",
                         data->value, file.len, MOST);
    return wrap(&file, a, b);
}

/* What the command has promised to write is forgotten with the rest. */
perp_status impact_data_run(const options_table *t, const option *data,
                            bind_options *b)
{
    arena a = {0};
    perp_status s = find(t, data, &a, b);
    if (s.code == PERP_OK)
        s = bind_run(b);
    else
        apart_forget();
    arena_free(&a);
    return s;
}
