/* No command loses output and ends with 0: its standard output is a stream of
   which one write fails and all others work, as of a pipe that was full for a
   moment. The first, one in the middle, the last: the exit code is 6. */
#define _GNU_SOURCE
#include "base/status.h"
#include "check.h"
#include "cli/command.h"
#include "failing.h"
#include "own_dir.h"

#include <string.h>
#include <unistd.h>

static FILE *own_stdout;
static long commands, failures;
static char *source;

/* The exit code when write `at` fails; 0: none does. */
static int ends(const char *line, long at)
{
    char copy[600], *word[40] = {"perp"};
    int n = 1;
    snprintf(copy, sizeof copy, "%s", line);
    for (char *w = strtok(copy, " "); w != NULL; w = strtok(NULL, " "))
        word[n++] = w;
    stdout = failing_open(at);
    int code = command_main(n, word);
    fclose(stdout);
    stdout = own_stdout;
    return code;
}

static void any_write(const char *line)
{
    int good = ends(line, 0);
    long writes = failing_writes;
    CHECK(writes > 0, "'perp %s' prints nothing (%d)", line, good);
    CHECK(good == PERP_OK || good == PERP_NO_SOLUTION, "'perp %s': %d", line,
          good);
    commands++;
    const long at[] = {1, (writes + 1) / 2, writes};
    for (int i = 0; i < 3; i++)
        if (i == 0 || at[i] > at[i - 1]) {
            int code = ends(line, at[i]);
            failures++;
            CHECK(code == PERP_IO, "'perp %s', write %ld of %ld: %d", line,
                  at[i], writes, code);
        }
}

/* `line` with the root and the name of a case for its %s. */
static void with_case(const char *name, const char *line)
{
    char text[600];
    snprintf(text, sizeof text, line, source, name);
    any_write(text);
}

static void write_file(const char *name, const char *text)
{
    FILE *f = fopen(name, "w");
    CHECK(f != NULL && fputs(text, f) >= 0 && fclose(f) == 0, "%s", name);
}

static void problems(void)
{
    write_file("p.lcp", "2 2 1 1 2 -5 -6\n2 2 1 1 2 -1 1/3\n1 -1 -1\n");
    CHECK(ends("solve p.lcp --all --proof p.proof", 0) == 4, "a proof");
    any_write("solve p.lcp");
    any_write("solve p.lcp --json");
    any_write("solve p.lcp --exact");
    any_write("solve p.lcp --exact --json");
    any_write("solve p.lcp --all");
    any_write("solve p.lcp --all --json");
    any_write("solve p.lcp --check p.proof");
}

static void runs(void)
{
    with_case("GAP08/fig9_1", "run %s/cases/%s.lua -q --set T=0.05 --json");
    with_case("GAP08/fig9_1", "run %s/cases/%s.lua -q --set T=0.05 --csv -");
    with_case("GAP08/fig9_1", "run %s/cases/%s.lua -q --set T=0.05 --trace -");
    with_case("GAP08/ex9_1", "run %s/cases/%s.lua -q --rational --csv -");
    with_case("HP23/dropped_block",
              "run %s/cases/%s.lua -q --set T=0.3 --branches 10 --json");
    with_case("GAP08/fig9_1", "params %s/cases/%s.lua");
    with_case("GAP08/fig9_1", "params %s/cases/%s.lua --json");
}

static void studies(void)
{
    with_case("GAP08/cone_wedge", "cone %s/cases/%s.lua");
    with_case("GAP08/cone_wedge", "cone %s/cases/%s.lua --json");
    with_case("GAP08/fig9_1",
              "converge %s/cases/%s.lua --set T=0.02 --h 1/50,1/100");
    with_case("GAP08/fig9_1",
              "converge %s/cases/%s.lua --set T=0.02 --h 1/50,1/100 --csv -");
    with_case("GAP08/fig9_1",
              "converge %s/cases/%s.lua --set T=0.02 --h 1/50,1/100 --json");
    with_case("GAP08/fig9_1", "hypotheses %s/cases/%s.lua --set T=0.1");
    with_case("GAP08/fig9_1", "hypotheses %s/cases/%s.lua --set T=0.1 --json");
    with_case("GAP08/fig9_1", "estimates %s/cases/%s.lua --set T=0.1");
    with_case("GAP08/fig9_1", "estimates %s/cases/%s.lua --set T=0.1 --json");
}

static void impacts(void)
{
    const char *box = "HP23/box_wall";
    char line[600];
    with_case(box, "impact %s/cases/%s.lua");
    with_case(box, "impact %s/cases/%s.lua --all --json");
    with_case(box, "inclusion %s/cases/%s.lua --solutions 3");
    with_case(box, "inclusion %s/cases/%s.lua --solutions 3 --json");
    with_case(box, "inclusion %s/cases/%s.lua --solutions 3 --csv -");
    with_case("HP23/rocking_block",
              "reach %s/cases/%s.lua -q --samples 8 --csv -");
    with_case("HP23/rocking_block",
              "reach %s/cases/%s.lua -q --samples 8 --json");
    for (int i = 1; i <= 2; i++) {
        snprintf(line, sizeof line,
                 "reach %s/cases/HP23/rocking_block.lua -q --samples 8 "
                 "--shard %d/2 --csv part%d",
                 source, i, i);
        CHECK(ends(line, 0) == 0, "part %d", i);
    }
    any_write("merge part1 part2 --csv -");
    any_write("merge part1 part2 --json");
    any_write("cover part1 part2");
    any_write("cover part1 part2 --json");
}

static void help(void)
{
    any_write("--help");
    any_write("--version");
    any_write("run --help");
    any_write("solve --help");
}

int main(void)
{
    char root[1024];
    source = realpath(
        getenv("PERP_SOURCE") != NULL ? getenv("PERP_SOURCE") : ".", root);
    own_stdout = stdout;
    own_dir();
    if (chdir(dir) != 0 || freopen("stderr", "w", stderr) == NULL)
        return 1;
    RUN(help);
    RUN(problems);
    RUN(runs);
    RUN(studies);
    RUN(impacts);
    printf("%ld writes of %ld commands failed, one at a time\n", failures,
           commands);
    if (chdir("/") != 0)
        return 1;
    own_dir_end();
    DONE;
}
