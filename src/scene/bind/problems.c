#include "scene/bind/problems.h"

#include "base/file.h"
#include "base/memory.h"

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
perp_status problems_place(const char *option, const char *dir)
{
    char parent[NAMES_ROOM];
    struct stat st;
    if (strlen(dir) + 16 > NAMES_ROOM || dir[0] == '\0')
        return PERP_FAIL(PERP_USAGE,
                         "%s: '%.40s' is no name of a "
                         "directory",
                         option, dir);
    if (stat(dir, &st) == 0) {
        int n = entries(dir);
        if (n < 0 || access(dir, W_OK) != 0)
            return PERP_FAIL(PERP_IO,
                             "%s '%.200s' is no directory to "
                             "write in",
                             option, dir);
        return n == 0 ? PERP_SUCCESS
                      : PERP_FAIL(PERP_USAGE,
                                  "%s '%.200s' is not empty; give a new "
                                  "directory, so that its files are this "
                                  "run's",
                                  option, dir);
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
    return PERP_FAIL(PERP_IO, "%s '%.200s' cannot be made: %s", option, dir,
                     strerror(errno));
}

perp_status problems_begin(bind_call *c)
{
    const bind_options *o = c->asked;
    c->to_write = (posed_problem){.wanted = o->problem,
                                  .most = o->lcps != NULL ? PROBLEMS_MOST : 0};
    if (o->lcp == NULL && o->lcps == NULL)
        return PERP_SUCCESS;
    return file_scratch(&c->to_write.out);
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

/* The next `bytes` of the waiting file, all when negative. */
static perp_status one_file(FILE *from, long bytes, FILE *to, const char *path)
{
    char block[4096];
    size_t part = 1;
    while (bytes != 0 && part > 0) {
        const size_t most =
            bytes > 0 && bytes < (long)sizeof block ? (size_t)bytes
                                                    : sizeof block;
        part = fread(block, 1, most, from);
        fwrite(block, 1, part, to);
        bytes -= bytes > 0 ? (long)part : 0;
    }
    if (bytes > 0 || ferror(from))
        return PERP_FAIL(PERP_IO, "'%.300s': a temporary file cannot be read",
                         path);
    return file_end(to, path);
}

/* A file that is there is not touched. */
static perp_status put_all(const bind_call *c)
{
    const posed_problem *p = &c->to_write;
    char path[NAMES_ROOM];
    PERP_TRY(file_folder(c->asked->lcps));
    for (long k = 0; k < p->met; k++) {
        FILE *f;
        name_of(c->asked->lcps, k + 1, path);
        PERP_TRY(file_fresh(path, &f));
        PERP_TRY(one_file(p->out, p->bytes[k], f, path));
    }
    return PERP_SUCCESS;
}

perp_status problems_put(const bind_call *c)
{
    const bind_options *o = c->asked;
    FILE *f;
    if (c->to_write.out == NULL)
        return PERP_SUCCESS;
    rewind(c->to_write.out);
    if (o->lcps != NULL)
        return put_all(c);
    PERP_TRY(file_new(o->lcp, &f));
    return one_file(c->to_write.out, -1, f, o->lcp);
}

void problems_tell(const bind_call *c)
{
    const bind_options *o = c->asked;
    const long met = c->to_write.met;
    if (o->quiet)
        return;
    if (o->lcps != NULL)
        fprintf(stderr, "written: %s, %ld problem%s\n", o->lcps, met,
                met == 1 ? "" : "s");
    else if (o->lcp != NULL)
        fprintf(stderr, "written: %s, problem %ld of %ld\n",
                strcmp(o->lcp, "-") == 0 ? "standard output" : o->lcp,
                o->problem, met);
}

void problems_end(bind_call *c)
{
    if (c->to_write.out != NULL)
        fclose(c->to_write.out);
    memory_free(c->to_write.bytes);
    c->to_write = (posed_problem){0};
}
