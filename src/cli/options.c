#include "cli/options.h"

#include "base/memory.h"
#include "base/nearest.h"
#include "number/literal.h"

#include <assert.h>
#include <string.h>

/** What is being read: the next word, and the words there are. */
typedef struct {
    options_table *table;
    char *const *argv;
    int argc, at;
} reading;

static option *by_name(const options_table *t, const char *name, size_t len)
{
    for (int i = 0; i < t->option_count; i++)
        if (strlen(t->options[i].name) == len &&
            memcmp(t->options[i].name, name, len) == 0)
            return &t->options[i];
    return NULL;
}

static option *by_letter(const options_table *t, char letter)
{
    for (int i = 0; i < t->option_count; i++)
        if (t->options[i].letter == letter)
            return &t->options[i];
    return NULL;
}

/** A misspelt option is never ignored: what could be meant is said, also one of which
only the beginning was written. */
static perp_status unknown(const options_table *t, const char *name, size_t len)
{
    char word[64];
    const char *guess = NULL;
    int least = len < sizeof word ? (int)len + 1 : 0;
    snprintf(word, sizeof word, "%.*s", (int)(len < 63 ? len : 63), name);
    for (int i = 0; i <= t->option_count; i++) {
        const char *other = i < t->option_count ? t->options[i].name : "help";
        int d = nearest_distance(word, other);
        if (d < least && nearest_word(word, &other, 1) == 0) {
            least = d;
            guess = other;
        }
    }
    for (int i = 0; i < t->option_count && guess == NULL && len > 2; i++)
        if (strncmp(word, t->options[i].name, len) == 0)
            guess = t->options[i].name;
    if (guess != NULL)
        return PERP_FAIL(PERP_USAGE,
                         "unknown option '--%s' (did you mean '--%s'?)", word,
                         guess);
    return PERP_FAIL(PERP_USAGE, "unknown option '--%s' (see %s --help)", word,
                     t->usage);
}

/** Both lists are as long as the command line at most: one allocation, and no
growing. */
static perp_status append(const char ***list, int *count, const char *text,
                          int most)
{
    size_t bytes = (size_t)most * sizeof **list;
    if (*list == NULL)
        *list = memory_new((size_t)most, sizeof **list);
    if (*list == NULL)
        return PERP_NO_MEMORY(bytes);
    (*list)[(*count)++] = text;
    return PERP_SUCCESS;
}

/** The option `o` was met; `value` is the text behind its `=` or null. A value
of its own word does not begin with two dashes: in `--csv --exact-check` the
name of the file is missing, and the check must not get lost. */
static perp_status take(reading *r, option *o, const char *value)
{
    if (o->kind == OPTION_FLAG) {
        if (value != NULL)
            return PERP_FAIL(PERP_USAGE, "option '--%s' takes no value",
                             o->name);
        o->count++;
        return PERP_SUCCESS;
    }
    const char *next = r->at < r->argc ? r->argv[r->at] : "--";
    if (value == NULL && strncmp(next, "--", 2) == 0)
        return PERP_FAIL(PERP_USAGE, "option '--%s' needs a value (%s)",
                         o->name, o->metavar);
    if (value == NULL)
        value = r->argv[r->at++];
    if (o->kind == OPTION_LIST)
        return append(&o->values, &o->count, value, r->argc);
    if (o->count++ > 0)
        return PERP_FAIL(PERP_USAGE, "option '--%s' is given twice", o->name);
    o->value = value;
    next = r->at < r->argc ? r->argv[r->at] : "--";
    if (o->kind != OPTION_PAIR)
        return PERP_SUCCESS;
    if (strncmp(next, "--", 2) == 0)
        return PERP_FAIL(PERP_USAGE, "option '--%s' needs two values (%s)",
                         o->name, o->metavar);
    o->second = r->argv[r->at++];
    return PERP_SUCCESS;
}

static perp_status take_long(reading *r, const char *text)
{
    size_t len = strcspn(text, "=");
    const char *value = text[len] == '=' ? text + len + 1 : NULL;
    if (strcmp(text, "help") == 0) {
        r->table->help = 1;
        return PERP_SUCCESS;
    }
    option *o = by_name(r->table, text, len);
    return o != NULL ? take(r, o, value) : unknown(r->table, text, len);
}

static perp_status take_short(reading *r, const char *text)
{
    option *o = text[1] == '\0' ? by_letter(r->table, text[0]) : NULL;
    if (strcmp(text, "h") == 0 && o == NULL) {
        r->table->help = 1;
        return PERP_SUCCESS;
    }
    if (o != NULL)
        return take(r, o, NULL);
    if (by_name(r->table, text, strcspn(text, "=")) != NULL)
        return PERP_FAIL(PERP_USAGE,
                         "unknown option '-%.60s' (did you mean '--%.60s'?)",
                         text, text);
    return PERP_FAIL(PERP_USAGE, "unknown option '-%.60s' (see %s --help)",
                     text, r->table->usage);
}

static perp_status take_word(reading *r, const char *text)
{
    if (r->table->word_count == r->table->most)
        return PERP_FAIL(PERP_USAGE, "'%.60s' is one word too many (usage: %s)",
                         text, r->table->usage);
    return append(&r->table->words, &r->table->word_count, text, r->argc);
}

perp_status options_parse(options_table *table, int argc, char *const *argv)
{
    reading r = {table, argv, argc, 0};
    int only_words = 0;
    while (r.at < argc && !table->help) {
        const char *text = argv[r.at++];
        if (only_words || text[0] != '-' || text[1] == '\0')
            PERP_TRY(take_word(&r, text));
        else if (strcmp(text, "--") == 0)
            only_words = 1;
        else if (text[1] == '-')
            PERP_TRY(take_long(&r, text + 2));
        else
            PERP_TRY(take_short(&r, text + 1));
    }
    if (!table->help && table->word_count < table->least)
        return PERP_FAIL(PERP_USAGE, "too few words (usage: %s)", table->usage);
    return PERP_SUCCESS;
}

/** The help is made of the same table that reads: it cannot lie. */
static int left_column(const option *o, char *text, size_t size)
{
    const char *value = o->kind == OPTION_FLAG ? "" : o->metavar;
    int n = snprintf(text, size, "--%s%s%s%s", o->name, *value ? " " : "",
                     value, o->kind == OPTION_LIST ? "..." : "");
    if (o->letter != 0 && n > 0 && (size_t)n < size)
        n += snprintf(text + n, size - (size_t)n, ", -%c", o->letter);
    return n;
}

void options_help(const options_table *table, FILE *out)
{
    char text[80];
    int width = (int)strlen("--help, -h");
    for (int i = 0; i < table->option_count; i++) {
        int n = left_column(&table->options[i], text, sizeof text);
        width = n > width && n <= 32 ? n : width;
    }
    fprintf(out, "usage: %s%s\n%s\n\n", table->usage, " [OPTION]...",
            table->summary);
    for (int i = 0; i < table->option_count; i++) {
        left_column(&table->options[i], text, sizeof text);
        fprintf(out, "  %-*s  %s\n", width, text, table->options[i].help);
    }
    fprintf(out, "  %-*s  %s\n", width, "--help, -h", "print this text");
}

void options_free(options_table *table)
{
    for (int i = 0; i < table->option_count; i++) {
        option *o = &table->options[i];
        memory_free(o->values);
        o->values = NULL;
        o->value = o->second = NULL;
        o->count = 0;
    }
    memory_free(table->words);
    table->words = NULL;
    table->word_count = table->help = 0;
}

perp_status options_positive(const option *o, double most, double *out)
{
    double x = 0;
    mpq_t q;
    if (o->value == NULL)
        return PERP_SUCCESS;
    mpq_init(q);
    perp_status s = literal_ratio(o->value, strlen(o->value), q);
    if (s.code == PERP_OK)
        s = literal_double(q, &x);
    mpq_clear(q);
    if (s.code != PERP_OK || !(x > 0 && x <= most))
        return PERP_FAIL(PERP_USAGE,
                         "--%s must be positive and at most %g, not '%.60s'",
                         o->name, most, o->value);
    *out = x;
    return PERP_SUCCESS;
}

perp_status options_share(const option *o, int most, int *i, int *n)
{
    int used = 0;
    *i = *n = 1;
    if (o->count == 0)
        return PERP_SUCCESS;
    if (strlen(o->value) > 13 ||
        sscanf(o->value, "%6d/%6d%n", i, n, &used) != 2 ||
        o->value[used] != '\0' || *i < 1 || *i > *n || *n > most)
        return PERP_FAIL(PERP_USAGE,
                         "--shard wants i/n with 1 <= i <= n <= %d, not "
                         "'%.40s'",
                         most, o->value);
    return PERP_SUCCESS;
}

perp_status options_act(options_table *table, int argc, char *const *argv,
                        perp_status (*act)(const options_table *table,
                                           const option *options))
{
    perp_status s = options_parse(table, argc, argv);
    if (s.code == PERP_OK && table->help)
        options_help(table, stdout);
    else if (s.code == PERP_OK)
        s = act(table, table->options);
    options_free(table);
    return s;
}
