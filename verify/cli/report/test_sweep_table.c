/* The table of a sweep: cells of JSON, columns in the order in which they are met,
and text that is read back as it was. */
#include "check.h"
#include "cli/report/sweep_table.h"

static const char *at(const sweep_table *t, const char *name)
{
    const char *x = sweep_table_cell(t, t->rows - 1, sweep_table_find(t, name));
    return x != NULL ? x : "(none)";
}

static void json(void)
{
    sweep_table t = {.columns = 0};
    static const struct {
        const char *name, *value;
    } wanted[] = {{"a", "1"},         {"b.c", "-2.5e-3"}, {"b.d", "x\"y\\z"},
                  {"b.e.f", "null"},  {"none", "0"},      {"texts", "2"},
                  {"rows", "(none)"}, {"mixed", "(none)"}, {"t", "true"},
                  {"nul\x01", ""},    {"list.in", "(none)"}};
    perp_status s = sweep_table_json(
        &t, "{\"a\": 1, \"b\": {\"c\": -2.5e-3, \"d\": \"x\\\"y\\\\z\", "
            "\"e\": {\"f\": null}}, \"none\": [], \"texts\": [\"p\", \"q,r\"], "
            "\"rows\": [1, 2], \"mixed\": [{\"in\": 1}], \"t\": true, "
            "\"nul\\u0001\": \"\", \"a\": 9}\n");
    CHECK(s.code == PERP_OK, "%s", s.message);
    CHECK(sweep_table_end_row(&t).code == PERP_OK, "row");
    for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++)
        CHECK(strcmp(at(&t, wanted[i].name), wanted[i].value) == 0, "%s: %s",
              wanted[i].name, at(&t, wanted[i].name));
    sweep_table_free(&t);
    static const char *const bad[] = {"",        "[1]",     "{\"a\": }",
                                      "{\"a\" 1}", "{\"a\": 1", "{a: 1}",
                                      "{\"a\": \"x}", "{\"a\": 1} 2",
                                      "{\"a\": [1, }"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        sweep_table u = {.columns = 0};
        CHECK(sweep_table_json(&u, bad[i]).code == PERP_BUG, "%s", bad[i]);
        sweep_table_free(&u);
    }
}

enum { KEYS = 12, ROWS = 40, PARTS = 5, LONG = 9 };

/* A text of letters that need quotes as often as not; may be empty. */
static void any_text(check_random *r, char out[LONG])
{
    static const char letters[] = "a1,\"\n\r #;.";
    const long n = check_integer(r, 0, LONG - 1);
    for (long i = 0; i < n; i++)
        out[i] = letters[check_integer(r, 0, (long)sizeof letters - 2)];
    out[n] = '\0';
}

static char *written(const sweep_table *t, size_t *n)
{
    FILE *f = tmpfile();
    sweep_table_write(t, f);
    *n = (size_t)ftell(f);
    char *text = calloc(*n + 1, 1);
    rewind(f);
    CHECK(fread(text, 1, *n, f) == *n, "read");
    fclose(f);
    return text;
}

/* A part is read back cell by cell, and its rows are added to the whole. */
static void add_text(sweep_table *whole, char *text)
{
    char *cell[KEYS + 1], quoted[KEYS + 1], *name[KEYS + 1];
    long lines = 0;
    int n = sweep_table_record(&text, KEYS + 1, name, quoted, &lines), k;
    while ((k = sweep_table_record(&text, KEYS + 1, cell, quoted, &lines)) >
           0) {
        CHECK(k == n, "%d cells of %d", k, n);
        for (int i = 0; i < k; i++)
            if (cell[i][0] != '\0' || quoted[i])
                CHECK(sweep_table_put(whole, name[i], cell[i]).code == PERP_OK,
                      "put");
        CHECK(sweep_table_end_row(whole).code == PERP_OK, "row");
    }
    CHECK(k == 0, "ends with %d", k);
}

/* Random rows, each with some of the keys: the parts, written, read and put one
   behind the other, are the bytes of the whole. */
static void parts_are_the_whole(void)
{
    check_random r = {check_seed(2017)};
    for (int round = 0; round < 60; round++) {
        sweep_table whole = {.columns = 0}, again = {.columns = 0};
        sweep_table part[PARTS] = {{.columns = 0}};
        for (int i = 0; i < ROWS; i++) {
            sweep_table *p = &part[i * PARTS / ROWS];
            for (int k = 0; k < KEYS; k++) {
                char name[8], value[LONG];
                snprintf(name, sizeof name, "k%d", k);
                any_text(&r, value);
                if (k > 0 && check_integer(&r, 0, 9) > i / 4)
                    continue;
                sweep_table_put(&whole, name, value);
                sweep_table_put(p, name, value);
            }
            sweep_table_end_row(&whole);
            sweep_table_end_row(p);
        }
        size_t n, m;
        for (int i = 0; i < PARTS; i++) {
            char *text = written(&part[i], &n);
            add_text(&again, text);
            free(text);
            sweep_table_free(&part[i]);
        }
        char *a = written(&whole, &n), *b = written(&again, &m);
        CHECK(n == m && memcmp(a, b, n) == 0, "round %d:\n%s---\n%s", round, a,
              b);
        free(a);
        free(b);
        sweep_table_free(&whole);
        sweep_table_free(&again);
    }
}

static void records(void)
{
    static const struct {
        const char *text;
        int n;
    } all[] = {{"a,b\n", 2},  {" a , b \r\n", 2}, {"\"a,b\" , c\n", 2},
               {"\n", 1},     {"", 0},            {"a,b", -3},
               {"\"a\n", -2}, {"\"a\"x\n", -2},   {"a,b,c,d\n", -1},
               {"\"\"\"\"\n", 1}};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        char text[40], *at = text, *cell[3], quoted[3];
        long lines = 0;
        strcpy(text, all[i].text);
        const int n = sweep_table_record(&at, 3, cell, quoted, &lines);
        CHECK(n == all[i].n, "%s: %d", all[i].text, n);
        CHECK(n <= 0 || (lines == 1 && *at == '\0'), "%s: rest", all[i].text);
        if (i == 1)
            CHECK(strcmp(cell[0], "a") == 0 && strcmp(cell[1], "b") == 0,
                  "blanks: '%s' '%s'", cell[0], cell[1]);
        if (i == 9)
            CHECK(strcmp(cell[0], "\"") == 0 && quoted[0], "'%s'", cell[0]);
    }
}

int main(void)
{
    RUN(json);
    RUN(records);
    RUN(parts_are_the_whole);
    DONE;
}
