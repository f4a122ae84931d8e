/* Two names are one file when the system says so: each pair of spellings, links
   and directories is compared with what happens when one name is written and the
   other read. */
#include "base/memory.h"
#include "check.h"
#include "own_dir.h"
#include "scene/run/apart.h"

#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Names below the test's directory. `there` and its kin exist; `new` and its kin
   do not, yet. */
static const char *const names[] = {
    "there",      "./there",    "sub/../there", "hard",    "soft",
    "softer",     "sub/up",     "linked/up",    "new",     "./new",
    "sub/../new", "dangling",   "linked/new",   "sub/new", "sub/to_new",
    "other",      "no/dir/new", "sub/there"};
enum { NAMES = sizeof names / sizeof *names };

static void furnish(void)
{
    char path[300];
    static const char *const file[] = {"there", "other"};
    for (int i = 0; i < 2; i++) {
        FILE *f = fopen(in_dir(file[i]), "w");
        CHECK(f != NULL && fclose(f) == 0, "%s", file[i]);
    }
    int bad = mkdir(in_dir("sub"), 0777);
    bad |= link(in_dir("there"), in_dir("hard"));
    bad |= symlink("there", in_dir("soft"));
    bad |= symlink("soft", in_dir("softer"));
    bad |= symlink("../there", in_dir("sub/up"));
    bad |= symlink("sub", in_dir("linked"));
    bad |= symlink("new", in_dir("dangling"));
    snprintf(path, sizeof path, "%s", in_dir("new"));
    bad |= symlink(path, in_dir("sub/to_new"));
    CHECK(bad == 0, "links");
}

/* Does what is written under the one name appear under the other? */
static int one_file(const char *a, const char *b)
{
    char in[300], out[300];
    struct stat was, is;
    snprintf(in, sizeof in, "%s", in_dir(a));
    snprintf(out, sizeof out, "%s", in_dir(b));
    int made = stat(out, &was) != 0, there = stat(in, &was) == 0;
    FILE *f = fopen(out, "a");
    if (f == NULL)
        return 0;
    fputs("x", f);
    fclose(f);
    int same = stat(in, &is) == 0 && (!there || is.st_size != was.st_size);
    if (made) { /* not the link, but what it leads to */
        unlink(in_dir("new"));
        unlink(in_dir("sub/new"));
        unlink(in_dir("sub/there"));
    }
    return same;
}

static void every_pair(void)
{
    int pairs = 0;
    for (int i = 0; i < NAMES; i++)
        for (int j = 0; j < NAMES; j++) {
            const int same = one_file(names[i], names[j]);
            pairs += same;
            for (int k = 0; k < 3; k++) { /* who comes first, who is read */
                perp_status s;
                CHECK((k == 0 ? apart_reads(in_dir(names[i]))
                              : apart_writes("--a", in_dir(names[i])))
                              .code == PERP_OK,
                      "%s alone", names[i]);
                s = k == 1 ? apart_reads(in_dir(names[j]))
                           : apart_writes("--b", in_dir(names[j]));
                CHECK(s.code == (same ? PERP_USAGE : PERP_OK),
                      "%s and %s, way %d: %d %s", names[i], names[j], k,
                      (int)s.code, s.code == PERP_OK ? "" : s.message);
                apart_forget();
            }
        }
    CHECK(pairs > 60 && pairs < NAMES * NAMES / 2, "%d pairs are one", pairs);
}

/* An output that has come to be is known by where it stands, by every name. */
static void made_between(void)
{
    static const char *const same[] = {"new", "./new", "dangling",
                                       "sub/to_new"};
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 4; j++) {
            CHECK(apart_writes("--a", in_dir(same[i])).code == PERP_OK,
                  "alone");
            FILE *f = fopen(in_dir("new"), "w");
            CHECK(f != NULL && fclose(f) == 0, "new");
            CHECK(apart_writes("--b", in_dir(same[j])).code == PERP_USAGE,
                  "%s and %s", same[i], same[j]);
            CHECK(apart_writes("--b", in_dir("other")).code == PERP_OK,
                  "other");
            unlink(in_dir("new"));
            apart_forget();
        }
}

static void what_may_be_shared(void)
{
    const char *a = in_dir("there");
    CHECK(apart_reads(a).code == PERP_OK, "read");
    CHECK(apart_reads(a).code == PERP_OK, "read twice");
    CHECK(apart_reads(in_dir("hard")).code == PERP_OK, "and by a link");
    CHECK(apart_writes("--x", "/dev/null").code == PERP_OK, "a device");
    CHECK(apart_writes("--y", "/dev/null").code == PERP_OK, "again");
    CHECK(apart_writes("--x", in_dir("other")).code == PERP_OK, "other");
    CHECK(apart_writes("--x", in_dir("other")).code == PERP_OK, "itself");
    CHECK(apart_writes("--x", "-").code == PERP_OK, "standard output");
    perp_status s = apart_writes("--y", "-");
    CHECK(s.code == PERP_USAGE && strstr(s.message, "--x") != NULL &&
              strstr(s.message, "--y") != NULL,
          "twice: %d", (int)s.code);
    apart_forget();
}

static void no_memory(void)
{
    for (size_t k = 1; k <= 2; k++) {
        memory_refuse(k);
        CHECK(apart_writes("--x", in_dir("new")).code == PERP_LIMIT, "%zu", k);
        memory_refuse(0);
        apart_forget();
    }
}

int main(void)
{
    own_dir();
    RUN(furnish);
    RUN(every_pair);
    RUN(made_between);
    RUN(what_may_be_shared);
    RUN(no_memory);
    own_dir_end();
    DONE;
}
