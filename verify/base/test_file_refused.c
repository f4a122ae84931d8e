/* A file is begun and ended, and the system refuses one of the calls for it. */
#define _GNU_SOURCE
#include "base/hidden.h"
#include "failing.h"
#include "files_there.h"
#include "refused_calls.h"

#include <limits.h>

/* A descriptor without a stream is closed, its name taken away. No memory is LIMIT,
   and nothing else is. */
static void no_stream(void)
{
    clear();
    refuse("fdopen", ENOMEM);
    is(begun(file_new, in_dir("a"), "1"), PERP_LIMIT, "memory");
    refuse("fdopen", EMFILE);
    is(begun(file_new, in_dir("a"), "1"), PERP_IO, strerror(EMFILE));
    refuse("create", EACCES);
    is(begun(file_new, in_dir("a"), "1"), PERP_IO, strerror(EACCES));
    CHECK(names() == 0 && hidden_all.n == 0, "%d names", names());
    refuse("tmpfile", ENOMEM);
    FILE *f;
    is(file_scratch(&f), PERP_LIMIT, "no temporary file");
    refuse("tmpfile", EMFILE);
    is(file_scratch(&f), PERP_IO, strerror(EMFILE));
}

/* No memory for an entry of the list, or for more room in it. */
static void no_entry(void)
{
    begins *const way[] = {file_new, file_fresh, file_aside};
    clear();
    for (size_t k = 1; k <= 2; k++) {
        for (int i = 0; i < 3; i++) {
            memory_refuse(k);
            perp_status s = begun(way[i], in_dir("a"), "1");
            memory_refuse(0);
            is(s, PERP_LIMIT, "memory");
        }
        memory_refuse(k);
        perp_status s = file_folder(in_dir("b"));
        memory_refuse(0);
        is(s, PERP_LIMIT, "memory");
        file_abandon();
    }
    CHECK(names() == 0, "%d names", names());
}

/* Taken names are passed over, but not for ever. */
static void no_name(void)
{
    const int before = hidden_all.names;
    clear();
    refuse("create", EEXIST);
    hidden_all.names = INT_MAX - 20;
    is(begun(file_new, in_dir("a"), "1"), PERP_IO, strerror(EEXIST));
    CHECK(hidden_all.names == INT_MAX, "%d", hidden_all.names);
    hidden_all.names = before;
}

/* TMPDIR not set, or empty: /tmp. Standard output is no name of a file. */
static void places(void)
{
    char kept[300];
    const char *says = getenv("TMPDIR");
    snprintf(kept, sizeof kept, "%s", says != NULL ? says : "");
    clear();
    for (int way = 0; way < 2; way++) {
        if (way == 0)
            unsetenv("TMPDIR");
        else
            setenv("TMPDIR", "", 1);
        is(begun(file_aside, in_dir("a"), "1"), PERP_OK, "");
        CHECK(strncmp(hidden_all.list[0]->beside, "/tmp/perp-", 10) == 0, "%s",
              hidden_all.list[0]->beside);
        file_abandon();
    }
    if (says != NULL)
        setenv("TMPDIR", kept, 1);
    FILE *f;
    is(file_new("-", &f), PERP_OK, "");
    CHECK(f == stdout && file_end(f, "-").code == PERP_OK, "standard output");
    is(file_grow("-", &f), PERP_OK, "");
    CHECK(f == stdout, "standard output");
    is(file_grow(in_dir("no/where"), &f), PERP_IO, "no/where");
    is(begun(file_grow, in_dir("a"), "1"), PERP_OK, "");
    CHECK(holds("a", "1"), "grown");
    refuse("fseek", EIO);
    is(file_go_on(in_dir("a"), 1, &f), PERP_IO, strerror(EIO));
    CHECK(f == NULL, "no stream");
}

/* Of a long path that cannot be made the first 300 bytes are told: the last of its names
   is longer than a name may be. */
static void long_folder(void)
{
    char path[800], told[400];
    clear();
    const int n = snprintf(path, sizeof path, "%s/", dir);
    memset(path + n, 'x', 200);
    path[n + 200] = '/';
    memset(path + n + 201, 'y', 300);
    path[n + 501] = '\0';
    snprintf(told, sizeof told, "'%.300s'", path);
    is(file_folder(path), PERP_IO, told);
    file_abandon();
    CHECK(names() == 0, "%d names", names());
}

/* What fsync may say of what is on no disk; what it says of a disk that fails is told. */
static void synced(void)
{
    static const struct {
        const char *call;
        int why, lost;
    } said[] = {{"fsync", EINVAL, 0}, {"fsync", ENOTSUP, 0},
                {"fsync", EIO, 1},    {"fstat", EIO, 0},
                {"fclose", EIO, 1},   {"open", EACCES, 0}};
    static const char *const waits[] = {"yes", NULL, "no"};
    for (size_t i = 0; i < 3 * sizeof said / sizeof *said; i++) {
        const char *wait = waits[i % 3];
        clear();
        if (wait != NULL)
            setenv("PERP_SYNC", wait, 1);
        else
            unsetenv("PERP_SYNC");
        refuse(said[i / 3].call, said[i / 3].why);
        perp_status s = begun(file_new, in_dir("a"), "1");
        const int asked = i % 3 < 2 || strcmp(said[i / 3].call, "fsync") != 0;
        is(s, said[i / 3].lost && asked ? PERP_IO : PERP_OK, strerror(EIO));
        refuse(said[i / 3].call, said[i / 3].why);
        if (s.code == PERP_OK && strcmp(said[i / 3].call, "fclose") != 0)
            is(file_appear(), PERP_OK, "");
        file_abandon();
        CHECK(names() == (s.code == PERP_OK &&
                          strcmp(said[i / 3].call, "fclose") != 0),
              "%s: %d names", said[i / 3].call, names());
    }
    unsetenv("PERP_SYNC");
    is(begun(file_new, "/dev/null", "1"), PERP_OK, "");
    CHECK(file_end(failing_open(0), "no descriptor").code == PERP_OK, "memory");
    refuse("fclose", EIO);
    FILE *f = failing_open(1);
    fputs("1", f);
    is(file_end(f, "both"), PERP_IO, "both");
    setenv("PERP_SYNC", "no", 1);
}

/* Given up before its end: the stream is closed, the bytes are gone. */
static void given_up(void)
{
    FILE *f;
    clear();
    is(file_new(in_dir("a"), &f), PERP_OK, "");
    fputs("1", f);
    file_abandon();
    CHECK(names() == 0, "%d names", names());
}

int main(void)
{
    setenv("PERP_SYNC", "no", 1);
    own_dir();
    RUN(no_stream);
    RUN(no_entry);
    RUN(no_name);
    RUN(places);
    RUN(long_folder);
    RUN(synced);
    RUN(given_up);
    own_dir_end();
    DONE;
}
