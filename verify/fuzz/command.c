/**
# Any words as a command line

The lines of an input are the words behind `perp`. They are read as the program reads
them and, unless they ask for long work, acted on, in a folder of its own that holds two
scenes, problems, an answer and a table. Numbers of more than two digits, exponents,
ranges and paths that lead out of the folder are not acted on; benchmarks and sampling
neither. What a command has left is taken away behind it, and nothing may be called .tmp.
*/
#define _DEFAULT_SOURCE
#include "target.h"

#include "base/file.h"
#include "cli/subcommand.h"
#include "lcp/kernel/tableau_f64.h"

#include <ctype.h>
#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

enum { WORDS = 24, FILES = 8 };

typedef struct {
    const char *name, *text;
    struct stat now;
} known;

static known files[FILES] = {
    {.name = "a.lua",
     .text = "local perp = require 'perp'\n"
             "local mu = perp.param('mu', perp.ratio(1, 4), 'friction')\n"
             "local system = perp.system { coordinates = { 'x', 'y' },\n"
             "  mass = function() return { { 1, 0 }, { 0, 1 } } end,\n"
             "  force = function() return { 0, -10 } end,\n"
             "  contacts = function(q, v) return { { name = 'ground',\n"
             "    gap = q.y, slips = { v.x }, mu = mu } } end }\n"
             "return { system = system, h = perp.ratio(1, 16), T = "
             "perp.ratio(1, 4),\n"
             "  q = { 0, 0 }, v = { 1, -1 }, alpha = 1, gamma = 1,\n"
             "  impact = { h = 0.5, N = 3, samples = 8 } }\n"},
    {.name = "b.lua",
     .text = "local planar = require 'perp.planar'\n"
             "local w = planar.world { mu = 0.3 }\n"
             "w:box { name = 'b', mass = 1, width = 0.5, height = 0.4 }\n"
             "return { system = w:system(), h = 0.01, T = 0.03,\n"
             "  q = { 0, 0.2, 0 }, v = { 1, -1, 0 } }\n"},
    {.name = "p.lcp",
     .text = "2\n2 1\n1 2\n-5 -6\n1 -1 1\nfree 1 1 1 1 -1 1 2 3\n"},
    {.name = "z.txt", .text = "4/3 7/3 1 1 1"},
    {.name = "m.mtx",
     .text = "%%MatrixMarket matrix array real general\n2 2\n2\n1\n1\n2\n"
             "%%MatrixMarket matrix array real general\n2 1\n-5\n-6\n"},
    {.name = "j.json", .text = "{\"A\":[[2,1],[1,2]],\"b\":[-5,-6]}"},
    {.name = "c.lcp", .text = "contacts 2 1 1 0 0 1 -1 2 1/2\n"},
    {.name = "t.csv",
     .text = "t,q.x,q.y,v.x,v.y\n0,0,0,1,-1\n0.0625,0.1,0,0.9,0\n"},
};

static void put(known *k)
{
    const int fd = open(k->name, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    const size_t n = strlen(k->text);
    if (fd == -1 || write(fd, k->text, n) != (ssize_t)n || close(fd) != 0 ||
        stat(k->name, &k->now) != 0)
        exit(6);
}

static void begin(void)
{
    char place[] = "/tmp/perp-fuzz-XXXXXX";
    if (mkdtemp(place) == NULL || chdir(place) != 0 ||
        setenv("PERP_SYNC", "no", 1) != 0 ||
        freopen("/dev/null", "r", stdin) == NULL ||
        freopen("/dev/null", "w", stdout) == NULL)
        exit(6);
    for (int i = 0; i < FILES; i++)
        put(&files[i]);
}

static known *of_name(const char *name)
{
    for (int i = 0; i < FILES; i++)
        if (strcmp(files[i].name, name) == 0)
            return &files[i];
    return NULL;
}

/* Takes away what is not ours. The files that are read are as they were. */
static void tidy(const char *place)
{
    char path[600];
    DIR *d = opendir(place);
    if (d == NULL)
        exit(6);
    for (struct dirent *e; (e = readdir(d)) != NULL;) {
        if (strcmp(e->d_name, ".") == 0 || strcmp(e->d_name, "..") == 0 ||
            (strcmp(place, ".") == 0 && of_name(e->d_name) != NULL))
            continue;
        MUST(strstr(e->d_name, ".tmp") == NULL ||
                 strncmp(e->d_name, "perp-", 5) != 0,
             "left behind: %s", e->d_name);
        snprintf(path, sizeof path, "%s/%.255s", place, e->d_name);
        if (unlink(path) != 0 && strlen(place) < 300) {
            tidy(path);
            rmdir(path);
        }
    }
    closedir(d);
}

static void files_are_whole(void)
{
    struct stat now;
    for (int i = 0; i < FILES; i++) {
        known *k = &files[i];
        if (stat(k->name, &now) != 0 || now.st_ino != k->now.st_ino ||
            now.st_size != k->now.st_size ||
            now.st_mtim.tv_nsec != k->now.st_mtim.tv_nsec)
            put(k); /* it was an output, and no input */
    }
}

/* May this word be acted on? */
static int short_work(const char *w)
{
    int digits = 0;
    for (const char *c = w; *c != '\0'; c++) {
        const int number = isdigit((unsigned char)*c);
        digits = number ? digits + 1 : 0;
        if (digits > 2 || *c == ':' ||
            (c > w && number && strchr("eEpPxX", c[-1]) != NULL))
            return 0;
        if (*c == '/' && (c == w || !isdigit((unsigned char)c[-1]) ||
                          !isdigit((unsigned char)c[1])))
            return 0;
        if (c > w + 1 && number && (c[-1] == '-' || c[-1] == '+') &&
            strchr("eEpP", c[-2]) != NULL)
            return 0;
    }
    return strstr(w, "0.0") == NULL && strstr(w, "=.0") == NULL &&
           w[0] != '.' && strncmp(w, "--thr", 5) != 0 &&
           strncmp(w, "--sweep", 7) != 0;
}

static int may_act(const subcommand *c, int argc, char **argv)
{
    static const char *const never[] = {"bench", "reach", "converge"};
    for (int i = 0; i < 3; i++)
        if (strcmp(c->name, never[i]) == 0)
            return 0;
    for (int i = 0; i < argc; i++)
        if (!short_work(argv[i]))
            return 0;
    return 1;
}

/* Only reads the words. */
static perp_status read_alone(const subcommand *c, int argc, char **argv)
{
    option o[SUBCOMMAND_OPTIONS];
    for (int i = 0; i < c->option_count; i++)
        o[i] = c->options[i];
    options_table t = {.usage = c->words,
                       .summary = c->summary,
                       .options = o,
                       .option_count = c->option_count,
                       .least = c->least,
                       .most = c->most == SUBCOMMAND_ANY ? argc : c->most};
    perp_status s = options_parse(&t, argc, argv);
    options_free(&t);
    return s;
}

static void any_bytes(const uint8_t *data, size_t size)
{
    static int begun;
    char text[512], *argv[WORDS];
    int argc = 0;
    if (!begun++)
        begin();
    if (size >= sizeof text || f64_named().code != PERP_OK)
        return;
    memcpy(text, data, size);
    text[size] = '\0';
    for (char *w = text; w != NULL && argc < WORDS; argc++) {
        char *end = strchr(w, '\n');
        argv[argc] = w;
        if (end != NULL)
            *end++ = '\0';
        w = end;
    }
    const subcommand *c = NULL;
    perp_status s = subcommand_named(argv[0], &c);
    if (s.code == PERP_OK && may_act(c, argc - 1, argv + 1)) {
        s = subcommand_act(c, argc - 1, argv + 1);
        FUZZ_ONE_LINE(s);
        file_abandon();
        MUST(s.code != PERP_BUG, "%s", s.message);
        tidy(".");
        files_are_whole();
    } else if (s.code == PERP_OK) {
        s = read_alone(c, argc - 1, argv + 1);
    }
    FUZZ_ONE_LINE(s);
}

FUZZ_TARGET(any_bytes)
