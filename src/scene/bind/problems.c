#include "scene/bind/problems.h"

#include "base/memory.h"
#include "scene/run/carry.h"

#include <dirent.h>
#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Entries of the directory but itself and its parent; -1: it is none. */
static int entries(const char *dir)
{
    DIR *d = opendir(dir);
    int n = 0;
    if (d == NULL)
        return -1;
    for (struct dirent *e; (e = readdir(d)) != NULL;)
        n += strcmp(e->d_name, ".") != 0 && strcmp(e->d_name, "..") != 0;
    closedir(d);
    return n;
}

/** Files of an earlier run, which may have been longer, would look like this
one's. */
perp_status problems_place(const char *dir)
{
    char parent[NAMES_ROOM];
    struct stat st;
    if (strlen(dir) + 16 > NAMES_ROOM || dir[0] == '\0')
        return PERP_FAIL(PERP_USAGE,
                         "--lcps: '%.40s' is no name of a "
                         "directory",
                         dir);
    if (stat(dir, &st) == 0) {
        int n = entries(dir);
        if (n < 0 || access(dir, W_OK) != 0)
            return PERP_FAIL(PERP_IO,
                             "--lcps '%.200s' is no directory to "
                             "write in",
                             dir);
        return n == 0 ? PERP_SUCCESS
                      : PERP_FAIL(PERP_USAGE,
                                  "--lcps '%.200s' is not empty; give a new "
                                  "directory, so that its files are this "
                                  "run's",
                                  dir);
    }
    snprintf(parent, sizeof parent, "%s", dir);
    size_t n = strlen(parent);
    while (n > 1 && parent[n - 1] == '/')
        parent[--n] = '\0';
    char *slash = strrchr(parent, '/');
    if (slash != NULL)
        slash[slash == parent] = '\0';
    if (access(slash == NULL ? "." : parent, W_OK) == 0)
        return PERP_SUCCESS;
    return PERP_FAIL(PERP_IO, "--lcps '%.200s' cannot be made: %s", dir,
                     strerror(errno));
}

perp_status problems_begin(bind_call *c)
{
    const bind_options *o = c->asked;
    c->to_write = (posed_problem){.wanted = o->problem,
                                  .most = o->lcps != NULL ? PROBLEMS_MOST : 0};
    if (o->lcp == NULL && o->lcps == NULL)
        return PERP_SUCCESS;
    c->to_write.out = tmpfile();
    return c->to_write.out != NULL
               ? PERP_SUCCESS
               : PERP_FAIL(PERP_IO, "no temporary file for --lcp: %s",
                           strerror(errno));
}

perp_status problems_met(const bind_call *c)
{
    const bind_options *o = c->asked;
    if (o->lcps != NULL && c->to_write.met == 0)
        return PERP_FAIL(PERP_USAGE, "--lcps: the scene's runs have no "
                                     "complementarity problem");
    if (o->lcp == NULL || c->to_write.met >= o->problem)
        return PERP_SUCCESS;
    return PERP_FAIL(PERP_USAGE,
                     "--lcp %ld: the scene's runs have %ld complementarity "
                     "problem%s, no more",
                     o->problem, c->to_write.met,
                     c->to_write.met == 1 ? "" : "s");
}

static void name_of(const char *dir, long k, char *out)
{
    snprintf(out, NAMES_ROOM, "%s/%06ld.lcp", dir, k);
}

/* The next `bytes` of the waiting file; a file that is there is not touched. */
static int one_file(FILE *from, long bytes, const char *path)
{
    char block[4096];
    FILE *to = fopen(path, "wbx");
    if (to == NULL)
        return -1;
    while (bytes > 0) {
        size_t part = bytes < (long)sizeof block ? (size_t)bytes : sizeof block;
        if (fread(block, 1, part, from) != part ||
            fwrite(block, 1, part, to) != part)
            break;
        bytes -= (long)part;
    }
    int lost = bytes > 0 || ferror(to);
    if (fclose(to) == 0 && !lost)
        return 0;
    unlink(path);
    return -1;
}

static perp_status put_all(const bind_call *c)
{
    const posed_problem *p = &c->to_write;
    const char *dir = c->asked->lcps;
    char path[NAMES_ROOM];
    int made = mkdir(dir, 0777) == 0, why = made || errno == EEXIST ? 0 : errno;
    long k = 0;
    rewind(p->out);
    while (why == 0 && k < p->met) {
        name_of(dir, k + 1, path);
        why = one_file(p->out, p->bytes[k], path) == 0 ? 0
              : errno != 0                             ? errno
                                                       : EIO;
        k += why == 0;
    }
    if (why == 0) {
        if (!c->asked->quiet)
            fprintf(stderr, "written: %s, %ld problem%s\n", dir, p->met,
                    p->met == 1 ? "" : "s");
        return PERP_SUCCESS;
    }
    for (; k > 0; k--) {
        name_of(dir, k, path);
        unlink(path);
    }
    if (made)
        rmdir(dir);
    return PERP_FAIL(PERP_IO, "--lcps '%.200s' cannot be written: %s", dir,
                     strerror(why));
}

perp_status problems_put(const bind_call *c)
{
    const bind_options *o = c->asked;
    if (o->lcps != NULL)
        return put_all(c);
    if (o->lcp == NULL)
        return PERP_SUCCESS;
    PERP_TRY(carry_text(c->to_write.out, o->lcp));
    if (!o->quiet)
        fprintf(stderr, "written: %s, problem %ld of %ld\n",
                strcmp(o->lcp, "-") == 0 ? "standard output" : o->lcp,
                o->problem, c->to_write.met);
    return PERP_SUCCESS;
}

void problems_end(bind_call *c)
{
    if (c->to_write.out != NULL)
        fclose(c->to_write.out);
    memory_free(c->to_write.bytes);
    c->to_write = (posed_problem){0};
}
