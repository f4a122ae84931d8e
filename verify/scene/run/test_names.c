/* Names of files: with several runs, and those that a scene gives. */
#include "check.h"
#include "scene/run/names.h"

#include <string.h>

static void of_runs(void)
{
    static const char *const wanted[][3] = {
        {"a.csv", "one", "a.one.csv"},
        {"a.csv", "", "a.csv"},
        {"a", "one", "a.one"},
        {"d.x/a", "one", "d.x/a.one"},
        {"d.x/a.b.csv", "one", "d.x/a.b.one.csv"},
        {".hidden", "one", ".hidden.one"},
        {"d/.h", "one", "d/.h.one"}};
    char to[NAMES_ROOM];
    for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++) {
        CHECK(names_of_run(wanted[i][0], wanted[i][1], to), "too long");
        CHECK(strcmp(to, wanted[i][2]) == 0, "%s, wanted %s", to, wanted[i][2]);
    }
    char path[NAMES_ROOM + 10];
    for (size_t n = NAMES_ROOM - 20; n < NAMES_ROOM + 10; n++) {
        memset(path, 'a', n);
        path[n] = '\0';
        CHECK(names_of_run(path, "abcd", to) == (n <= NAMES_ROOM - 12),
              "%zu bytes", n);
    }
}

static void plain(void)
{
    static const char *const good[] = {"a", "A_b.1+2:3-4", "..", ".a"};
    static const char *const bad[] = {"",   "a/b",      "../a", "a b", "a\nb",
                                      "\"", "\xc3\xa4", "a%",   "<",   "a\\b"};
    char name[300];
    for (size_t i = 0; i < sizeof good / sizeof *good; i++)
        CHECK(names_plain("x", good[i]).code == PERP_OK, "'%s'", good[i]);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        CHECK(names_plain("x", bad[i]).code == PERP_INPUT, "'%s'", bad[i]);
    memset(name, 'a', sizeof name);
    name[200] = '\0';
    CHECK(names_plain("x", name).code == PERP_OK, "200");
    name[200] = 'a';
    name[201] = '\0';
    CHECK(names_plain("x", name).code == PERP_INPUT, "201");
}

int main(void)
{
    RUN(of_runs);
    RUN(plain);
    DONE;
}
