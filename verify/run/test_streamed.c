/* A run whose table nobody reads keeps a window of it: memory does not grow with
   the steps, and no row differs from that of a run that keeps all. */
#define _GNU_SOURCE
#include "base/status.h"
#include "check.h"
#include "cli/command.h"
#include "own_dir.h"

#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

static char *source;

/* The command in a process of its own; the most memory it had, in KiB. */
static long run(const char *line)
{
    char copy[600], *word[40] = {"perp"};
    struct rusage used = {0};
    int n = 1, status = -1;
    snprintf(copy, sizeof copy, line, source);
    for (char *w = strtok(copy, " "); w != NULL; w = strtok(NULL, " "))
        word[n++] = w;
    fflush(NULL);
    pid_t pid = fork();
    if (pid == 0)
        _exit(freopen("/dev/null", "w", stdout) == NULL ||
              command_main(n, word));
    CHECK(pid > 0 && wait4(pid, &status, 0, &used) == pid && status == 0,
          "'perp %s': %d", line, status);
    return used.ru_maxrss;
}

static long steps_of(const char *scene, const char *line, long steps)
{
    char text[600];
    snprintf(text, sizeof text, "run %%s/cases/%s -q --set T=%ld %s", scene,
             steps / 100, line);
    return run(text);
}

/* A table of 11 columns takes 88 B a step: 1.8 MB for the difference of the two
   runs, and 87 MB with the argument "long". They differ by less than 1 MB. */
static long few_steps = 2000, many_steps = 22000;

static void flat(const char *scene, const char *line)
{
    const long few = steps_of(scene, line, few_steps),
               more = steps_of(scene, line, many_steps);
    printf("%s %s: %ld and %ld KiB\n", scene, line, few, more);
    CHECK(more < few + 1024, "%s %s: %ld and %ld KiB", scene, line, few, more);
}

static void memory(void)
{
    static const char fig[] = "GAP08/fig9_1.lua";
    flat(fig, "--csv out.csv");
    flat("P10/gravity_ball.lua", "--json --set h=1/100");
    flat("PKS05/ball.lua", "--json --set h=1/100");
    if (many_steps < 1000000)
        return;
    flat(fig, "");
    flat(fig, "--csv -");
    flat(fig, "--trace out.jsonl --json");
}

static int same(const char *a, const char *b)
{
    FILE *f = fopen(a, "r"), *g = fopen(b, "r");
    long lines = 0;
    int c = 0, d = 0;
    CHECK(f != NULL && g != NULL, "%s, %s", a, b);
    while (f != NULL && g != NULL && c == d && c != EOF) {
        c = getc(f);
        d = getc(g);
        lines += c == '\n';
    }
    if (f != NULL)
        fclose(f);
    if (g != NULL)
        fclose(g);
    CHECK(lines > 65, "%ld lines: one window, and nothing is shown", lines);
    return c == d;
}

/* --plot has the table kept. Contacts close and open, collisions make rows, and
   the columns of a scheme's own and of measures are there, too. A scene whose figures
   make runs of their own has a file for each. */
static void rows(void)
{
    static const char *const scene[] = {
        "GAP08/rocking_block.lua --set T=1",
        "GAP08/ex9_1.lua --rational --set h=1/100",
        "P10/bouncing_ball.lua --rational --set h=1/200",
        "GAP08/pendulum_contact.lua"};
    static const char *const kept[] = {"k.csv", "k.csv", "k.csv",
                                       "k.pendulum_contact.csv"};
    for (int i = 0; i < 4; i++) {
        char line[300];
        snprintf(line, sizeof line, "run %%s/cases/%s -q --csv s.csv",
                 scene[i]);
        run(line);
        snprintf(line, sizeof line,
                 "run %%s/cases/%s -q --csv k.csv --plot figures", scene[i]);
        run(line);
        CHECK(same("s.csv", kept[i]), "%s: rows differ", scene[i]);
    }
}

int main(int argc, char **argv)
{
    char root[1024];
    source = realpath(
        getenv("PERP_SOURCE") != NULL ? getenv("PERP_SOURCE") : ".", root);
    if (argc > 1 && strcmp(argv[1], "long") == 0)
        few_steps = 10000, many_steps = 1000000;
    own_dir();
    if (chdir(dir) != 0)
        return 1;
    RUN(memory);
    RUN(rows);
    if (chdir("/") != 0)
        return 1;
    own_dir_end();
    DONE;
}
