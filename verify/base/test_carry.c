/* What is no file keeps its place, and gets the bytes. */
#include "base/carry.h"
#include "check.h"
#include "own_dir.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static void write_file(const char *path, size_t n)
{
    FILE *f = fopen(path, "wb");
    CHECK(f != NULL, "%s", path);
    for (size_t i = 0; i < n; i++)
        fputc((int)(i * 7 % 251), f);
    fclose(f);
}

/* The bytes of the pattern above, and no more. */
static int holds(const char *path, size_t n)
{
    FILE *f = fopen(path, "rb");
    size_t same = 0;
    if (f == NULL)
        return 0;
    while (same < n && fgetc(f) == (int)(same * 7 % 251))
        same++;
    int end = fgetc(f) == EOF;
    fclose(f);
    return same == n && end;
}

static void what_keeps_its_place(void)
{
    write_file(in_dir("file"), 10);
    CHECK(symlink("file", in_dir("link")) == 0, "link");
    CHECK(symlink("nowhere", in_dir("loose")) == 0, "loose link");
    CHECK(mkfifo(in_dir("pipe"), 0600) == 0, "pipe");
    CHECK(carry_keeps(in_dir("link")) && carry_keeps(in_dir("loose")) &&
              carry_keeps(in_dir("pipe")) && carry_keeps("/dev/zero"),
          "links, pipes and devices stay");
    CHECK(!carry_keeps(in_dir("file")) && !carry_keeps(in_dir("none")) &&
              !carry_keeps(dir),
          "a file is replaced, a directory is an error");
    CHECK(carry_keeps("-"), "standard output");
}

static void bytes_go_through_a_link(void)
{
    struct stat at;
    for (size_t n = 0; n < 10000; n += 4095) {
        write_file(in_dir("from"), n);
        perp_status s = carry_copy(in_dir("from"), in_dir("link"));
        CHECK(s.code == PERP_OK, "%s", s.message);
        CHECK(holds(in_dir("file"), n), "%zu bytes", n);
        CHECK(lstat(in_dir("link"), &at) == 0 && S_ISLNK(at.st_mode),
              "the link is one still");
    }
}

/* A pipe that somebody reads from. */
static void bytes_go_through_a_pipe(void)
{
    char command[600];
    snprintf(command, sizeof command, "cat '%s' > '%s'", in_dir("pipe"),
             in_dir("read"));
    write_file(in_dir("from"), 100000);
    FILE *reader = popen(command, "r");
    CHECK(reader != NULL, "no reader");
    perp_status s = carry_copy(in_dir("from"), in_dir("pipe"));
    CHECK(s.code == PERP_OK, "%s", s.message);
    pclose(reader);
    CHECK(holds(in_dir("read"), 100000), "what was read");
}

static void a_full_device_is_an_error(void)
{
    struct stat at;
    if (stat("/dev/full", &at) != 0 || !S_ISCHR(at.st_mode))
        return;
    CHECK(symlink("/dev/full", in_dir("full")) == 0, "link");
    write_file(in_dir("from"), 100);
    perp_status s = carry_copy(in_dir("from"), in_dir("full"));
    CHECK(s.code == PERP_IO && strstr(s.message, "full'") != NULL, "%s",
          s.message);
    s = carry_copy(in_dir("none"), in_dir("link"));
    CHECK(s.code == PERP_IO, "%s", s.message);
}

int main(void)
{
    own_dir();
    RUN(what_keeps_its_place);
    RUN(bytes_go_through_a_link);
    RUN(bytes_go_through_a_pipe);
    RUN(a_full_device_is_an_error);
    own_dir_end();
    DONE;
}
