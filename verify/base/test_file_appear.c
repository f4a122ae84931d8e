/* The files of a command get their names together; what is there when the system refuses
   one of the calls for it, and when it refuses none. */
#define _GNU_SOURCE
#include "files_there.h"
#include "refused_calls.h"

#include <limits.h>
#include <sys/wait.h>

/* A folder that is in the list is not called another name. */
static void not_renamed(void)
{
    clear();
    is(file_folder(in_dir("b/c")), PERP_OK, "");
    is(file_rename(in_dir("b"), in_dir("d")), PERP_OK, "");
    is(file_appear(), PERP_OK, "");
    struct stat at;
    CHECK(names() == 1 && lstat(in_dir("b/c"), &at) == 0, "%d names", names());
}

/* A file system without links: what may not be there is looked for, and renamed. */
static void without_links(void)
{
    clear();
    refuse("link", EPERM);
    CHECK(begun(file_fresh, in_dir("a"), "1").code == PERP_OK, "begin");
    is(file_appear(), PERP_OK, "");
    CHECK(holds("a", "1") && names() == 1, "%d names", names());
    refuse("link", EPERM);
    CHECK(begun(file_fresh, in_dir("a"), "2").code == PERP_OK, "begin");
    is(file_appear(), PERP_IO, strerror(EEXIST));
    CHECK(holds("a", "1") && names() == 1, "%d names", names());
    CHECK(mkdir(in_dir("b"), 0777) == 0, "directory");
    CHECK(begun(file_fresh, in_dir("b/a"), "3").code == PERP_OK, "begin");
    char command[300];
    snprintf(command, sizeof command, "rm -r '%s'", in_dir("b"));
    CHECK(system(command) == 0, "%s", command);
    is(file_appear(), PERP_IO, strerror(ENOENT));
    refuse("link", EPERM);
    CHECK(begun(file_new, in_dir("a"), "4").code == PERP_OK, "begin");
    is(file_appear(), PERP_OK, "");
    CHECK(holds("a", "4") && names() == 1, "%d names", names());
}

/* A name that is not given: what was there is there, with a second name or without;
   with another name, given before, that is taken back by a detour. */
static void no_rename(void)
{
    clear();
    for (int old = 0; old < 2; old++) {
        if (old)
            put("a", "old");
        CHECK(begun(file_new, in_dir("a"), "1").code == PERP_OK, "begin");
        refuse("rename", EIO);
        is(file_appear(), PERP_IO, strerror(EIO));
        CHECK(names() == old && holds("a", "old") == old, "%d names", names());
    }
    is(begun(file_new, in_dir("a"), "1"), PERP_OK, "");
    is(begun(file_new, in_dir("b"), "2"), PERP_OK, "");
    refuse("rename", EIO);
    skipped = 1;
    is(file_appear(), PERP_IO, strerror(EIO));
    CHECK(names() == 1 && holds("a", "old"), "%d names", names());
}

/* Files of one folder and of several, named with and without it; folders that were made
   and what is carried among them. Each folder is synced once if its files follow each
   other. */
static void several_folders(void)
{
    char before[PATH_MAX];
    clear();
    CHECK(getcwd(before, sizeof before) != NULL && chdir(dir) == 0, "%s", dir);
    put("link.to", "old");
    CHECK(symlink("link.to", in_dir("link")) == 0, "link");
    setenv("PERP_SYNC", "yes", 1);
    is(file_folder("b"), PERP_OK, "");
    is(file_folder("c"), PERP_OK, "");
    static const char *const name[] = {"x",   "y",    "b/x", "b/y",
                                       "c/x", "link", "z"};
    for (int i = 0; i < 7; i++)
        is(begun(file_new, name[i], name[i]), PERP_OK, "");
    refuse("fsync", EIO);
    skipped = 100;
    perp_status s = file_appear();
    const int asked = 100 - skipped;
    is(s, PERP_OK, "");
    for (int i = 0; i < 7; i++)
        CHECK(holds(name[i], name[i]), "%s", name[i]);
    CHECK(asked == 5, "%d are synced", asked); /* . b c . and what is carried */
    setenv("PERP_SYNC", "no", 1);
    CHECK(chdir(before) == 0, "%s", before);
}

/* What is carried does not arrive: nothing of the command does. */
static void not_carried(void)
{
    clear();
    put("link.to", "old");
    CHECK(symlink(in_dir("no/where"), in_dir("link")) == 0, "link");
    is(begun(file_new, in_dir("a"), "1"), PERP_OK, "");
    is(begun(file_new, in_dir("link"), "2"), PERP_OK, "");
    is(file_appear(), PERP_IO, "link");
    CHECK(names() == 2, "%d names", names());
}

/* Standard output that is lost: no file gets its name. */
static void output_lost(void)
{
    int how = 0;
    clear();
    fflush(stdout);
    pid_t child = fork();
    if (child == 0) {
        if (freopen("/dev/full", "w", stdout) == NULL)
            _exit(0);
        begun(file_new, in_dir("a"), "1");
        fputs("lost", stdout);
        _exit((int)file_appear().code);
    }
    CHECK(waitpid(child, &how, 0) == child && WIFEXITED(how) &&
              WEXITSTATUS(how) == PERP_IO,
          "%x", (unsigned)how);
    CHECK(names() == 0, "%d names", names());
}

int main(void)
{
    setenv("PERP_SYNC", "no", 1);
    own_dir();
    RUN(not_renamed);
    RUN(without_links);
    RUN(no_rename);
    RUN(several_folders);
    RUN(not_carried);
    RUN(output_lost);
    own_dir_end();
    DONE;
}
