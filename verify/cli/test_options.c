#include "base/memory.h"
#include "check.h"
#include "cli/options.h"

enum { SET, CSV, EXACT, QUIET, COUNT };

typedef struct {
    option options[COUNT];
    options_table table;
} fixture;

static fixture *start(void)
{
    static fixture f;
    f = (fixture){
        .options = {{.name = "set",
                     .kind = OPTION_LIST,
                     .metavar = "NAME=VALUE",
                     .help = "set a parameter"},
                    {.name = "csv",
                     .kind = OPTION_VALUE,
                     .metavar = "FILE",
                     .help = "write the trajectory"},
                    {.name = "exact-check", .help = "prove every step"},
                    {.name = "quiet", .letter = 'q', .help = "say nothing"}},
        .table = {.usage = "perp run SCRIPT.lua",
                  .summary = "Runs a scene.",
                  .option_count = COUNT,
                  .least = 1,
                  .most = 2}};
    f.table.options = f.options;
    return &f;
}

/* Splits a line at blanks ("_" is an empty word) and parses it. */
static perp_status parse(fixture *f, const char *line)
{
    static char text[200];
    static char *argv[30];
    int argc = 0;
    snprintf(text, sizeof text, "%s", line);
    for (char *w = strtok(text, " "); w != NULL; w = strtok(NULL, " "))
        argv[argc++] = strcmp(w, "_") == 0 ? w + 1 : w;
    return options_parse(&f->table, argc, argv);
}

static void good_lines(void)
{
    fixture *f = start();
    perp_status s = parse(f, "a.lua --set mu=1 --set=h=2 --csv out.csv -q "
                             "--exact-check --set=--x=3 --exact-check -");
    CHECK(s.code == PERP_OK, "%s", s.message);
    const option *set = &f->options[SET];
    CHECK(set->count == 3 && strcmp(set->values[0], "mu=1") == 0 &&
              strcmp(set->values[1], "h=2") == 0 &&
              strcmp(set->values[2], "--x=3") == 0,
          "%d values", set->count);
    CHECK(strcmp(f->options[CSV].value, "out.csv") == 0, "csv");
    CHECK(f->options[EXACT].count == 2 && f->options[QUIET].count == 1,
          "flags");
    CHECK(f->table.word_count == 2 && strcmp(f->table.words[0], "a.lua") == 0 &&
              strcmp(f->table.words[1], "-") == 0,
          "%d words", f->table.word_count);
    options_free(&f->table);
    s = parse(f, "--csv= -- --csv -q");
    CHECK(s.code == PERP_OK, "%s", s.message);
    CHECK(f->options[CSV].value[0] == '\0', "an empty value is a value");
    CHECK(f->options[QUIET].count == 0 && f->table.word_count == 2 &&
              strcmp(f->table.words[0], "--csv") == 0,
          "words after --");
    options_free(&f->table);
    s = parse(f, "_ --csv -q");
    CHECK(s.code == PERP_OK && f->table.words[0][0] == '\0' &&
              strcmp(f->options[CSV].value, "-q") == 0,
          "a value with a dash");
    options_free(&f->table);
}

static void bad_lines(void)
{
    static const struct {
        const char *line, *message;
    } bad[] = {
        {"a --exact-chek",
         "unknown option '--exact-chek' (did you mean '--exact-check'?)"},
        {"a --exactcheck=1",
         "unknown option '--exactcheck' (did you mean '--exact-check'?)"},
        {"a --hlep", "unknown option '--hlep' (did you mean '--help'?)"},
        {"a --colour",
         "unknown option '--colour' (see perp run SCRIPT.lua --help)"},
        {"a -x", "unknown option '-x' (see perp run SCRIPT.lua --help)"},
        {"a -csv", "unknown option '-csv' (did you mean '--csv'?)"},
        {"a -qq", "unknown option '-qq' (see perp run SCRIPT.lua --help)"},
        {"a --=3", "unknown option '--' (see perp run SCRIPT.lua --help)"},
        {"a --csv", "option '--csv' needs a value (FILE)"},
        {"a --csv --exact-check", "option '--csv' needs a value (FILE)"},
        {"a --csv -- b", "option '--csv' needs a value (FILE)"},
        {"a --set", "option '--set' needs a value (NAME=VALUE)"},
        {"a --csv b --csv=c", "option '--csv' is given twice"},
        {"a --exact-check=yes", "option '--exact-check' takes no value"},
        {"a --quiet=", "option '--quiet' takes no value"},
        {"", "too few words (usage: perp run SCRIPT.lua)"},
        {"--", "too few words (usage: perp run SCRIPT.lua)"},
        {"a b c", "'c' is one word too many (usage: perp run SCRIPT.lua)"},
        {"a --EXACT-CHECK",
         "unknown option '--EXACT-CHECK' (see perp run SCRIPT.lua --help)"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        fixture *f = start();
        perp_status s = parse(f, bad[i].line);
        CHECK(s.code == PERP_USAGE, "'%s': %d", bad[i].line, (int)s.code);
        CHECK(s.message != NULL && strcmp(s.message, bad[i].message) == 0,
              "'%s': %s", bad[i].line, s.message);
        options_free(&f->table);
    }
}

/* A word of any length is cut in the message and overruns nothing. */
static void long_words(void)
{
    static char word[100001], dash[100001];
    memset(word, 'x', 100000);
    memset(dash, '-', 100000);
    for (int i = 1; i <= 3; i++) {
        fixture *f = start();
        memcpy(word, "---", (size_t)i);
        char *argv[] = {word, dash};
        perp_status s = options_parse(&f->table, 2, argv);
        CHECK(s.code == PERP_USAGE && strlen(s.message) < 200, "%s", s.message);
        options_free(&f->table);
    }
}

static void help(void)
{
    fixture *f = start();
    CHECK(parse(f, "--help --nonsense").code == PERP_OK, "help");
    CHECK(f->table.help == 1, "not seen");
    options_free(&f->table);
    CHECK(parse(f, "-h").code == PERP_OK && f->table.help == 1, "-h");
    char text[1000] = "";
    FILE *out = tmpfile();
    CHECK(out != NULL, "no temporary file");
    if (out == NULL)
        return;
    options_help(&f->table, out);
    rewind(out);
    text[fread(text, 1, sizeof text - 1, out)] = '\0';
    fclose(out);
    CHECK(strcmp(text, "usage: perp run SCRIPT.lua [OPTION]...\n"
                       "Runs a scene.\n\n"
                       "  --set NAME=VALUE...  set a parameter\n"
                       "  --csv FILE           write the trajectory\n"
                       "  --exact-check        prove every step\n"
                       "  --quiet, -q          say nothing\n"
                       "  --help, -h           print this text\n") == 0,
          "%s", text);
    options_free(&f->table);
}

/* Every allocation may fail: a clean error, nothing leaks. */
static void no_memory(void)
{
    for (size_t k = 1; k <= 3; k++) {
        fixture *f = start();
        memory_refuse(k);
        perp_status s = parse(f, "a --set b=1 --set c=2 d");
        memory_refuse(0);
        CHECK(s.code == (k < 3 ? PERP_LIMIT : PERP_OK), "%zu: %d", k,
              (int)s.code);
        options_free(&f->table);
        options_free(&f->table);
    }
}

/* Numbers of options: positive, finite, within the bound, or an error. */
static void positive(void)
{
    const char *bad[] = {"0", "-1", "1e9", "x", "1/0", "", "nan"};
    for (int i = 0; i < 7; i++) {
        option o = {.name = "seconds", .value = bad[i], .count = 1};
        double x = 7;
        perp_status s = options_positive(&o, 1e6, &x);
        CHECK(s.code == PERP_USAGE && x == 7, "'%s': %d", bad[i], (int)s.code);
    }
    option half = {.name = "seconds", .value = "1/2", .count = 1};
    option none = {.name = "seconds"};
    double x = 0;
    CHECK(options_positive(&half, 1e6, &x).code == PERP_OK && x == 0.5, "%g",
          x);
    CHECK(options_positive(&none, 1e6, &x).code == PERP_OK && x == 0.5, "%g",
          x);
}

/* Two values, no less; the word behind them is a word again. */
static void pairs(void)
{
    option o[] = {{.name = "lcp", .kind = OPTION_PAIR, .metavar = "K FILE"}};
    options_table t = {.usage = "x", .options = o, .option_count = 1,
                       .most = 1};
    char *good[] = {"--lcp", "3", "out", "scene"};
    char *joined[] = {"scene", "--lcp=3", "-"};
    char *bad[][3] = {{"--lcp", "3", "--q"}, {"--lcp", "3", NULL}};
    perp_status s = options_parse(&t, 4, good);
    CHECK(s.code == PERP_OK && strcmp(o->value, "3") == 0 &&
              strcmp(o->second, "out") == 0 && t.word_count == 1 &&
              strcmp(t.words[0], "scene") == 0,
          "%s", s.message);
    options_free(&t);
    CHECK(o->second == NULL, "forgotten");
    s = options_parse(&t, 3, joined);
    CHECK(s.code == PERP_OK && strcmp(o->second, "-") == 0, "%s", s.message);
    options_free(&t);
    for (int i = 0; i < 2; i++) {
        s = options_parse(&t, i == 0 ? 3 : 2, bad[i]);
        CHECK(s.code == PERP_USAGE &&
                  strcmp(s.message,
                         "option '--lcp' needs two values (K FILE)") == 0,
              "%s", s.message);
        options_free(&t);
    }
}

static perp_status acted(const options_table *t, const option *o)
{
    return o[0].count > 0 ? PERP_FAIL(PERP_REFUTED, "%s", t->words[0])
                          : PERP_SUCCESS;
}

/* A subcommand acts on what was found, and not at all on a mistake. */
static void acts(void)
{
    char *good[] = {"word", "--loud"}, *bad[] = {"word", "--lod"};
    option o[] = {{"loud", 0, OPTION_FLAG, 0, "", 0, 0, 0, 0}};
    options_table t = {.usage = "perp x",
                       .summary = "",
                       .options = o,
                       .option_count = 1,
                       .least = 1,
                       .most = 1};
    perp_status s = options_act(&t, 2, good, acted);
    CHECK(s.code == PERP_REFUTED && strcmp(s.message, "word") == 0, "%d",
          (int)s.code);
    CHECK(options_act(&t, 1, good, acted).code == PERP_OK, "one word");
    CHECK(options_act(&t, 2, bad, acted).code == PERP_USAGE, "a mistake");
}

int main(void)
{
    RUN(good_lines);
    RUN(bad_lines);
    RUN(long_words);
    RUN(help);
    RUN(no_memory);
    RUN(positive);
    RUN(pairs);
    RUN(acts);
    DONE;
}
