/**
# perp bench: what it prints, what it refuses
*/
#include "check.h"

#include "base/memory.h"

#include <sys/wait.h>

static char out[1 << 16];

/* Runs the program with the words; its output into `out`; its exit code. */
static int perp(const char *words)
{
    char line[512];
    const char *program = getenv("PERP_BINARY");
    snprintf(line, sizeof line, "%s bench %s 2>&1",
             program != NULL ? program : "perp", words);
    FILE *f = popen(line, "r");
    size_t len = f != NULL ? fread(out, 1, sizeof out - 1, f) : 0;
    out[len] = '\0';
    int status = f != NULL ? pclose(f) : -1;
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static void write_text(const char *path, const char *text)
{
    FILE *f = fopen(path, "w");
    CHECK(f != NULL, "%s", path);
    if (f != NULL) {
        fputs(text, f);
        fclose(f);
    }
}

/** Two problems known by hand: one pivot with z_0 and one to let it go, and
none at all. */
static void a_table_and_json(void)
{
    int problems, solved, n;
    double pivots, ns, residual;
    write_text("bench_two.lcp", "1  2  -1\n2  1 0 0 1  3 4\n");
    CHECK(perp("bench_two.lcp") == 0, "%s", out);
    CHECK(strstr(out, "pivots") != NULL && strstr(out, "1-2 ") != NULL, "%s",
          out);
    CHECK(strstr(out, "2 of 2") != NULL, "%s", out);
    CHECK(perp("--json bench_two.lcp bench_two.lcp") == 0, "%s", out);
    int got = sscanf(out,
                     "{\"file\":\"bench_two.lcp\",\"problems\":%d,\"solved\":%d"
                     ",\"n\":%d,\"pivots\":%lf,\"ns\":%lf,\"residual\":%lf}",
                     &problems, &solved, &n, &pivots, &ns, &residual);
    CHECK(got == 6 && problems == 2 && solved == 2 && n == 2, "%s", out);
    CHECK(pivots == 1 && ns > 0 && residual == 0, "%s", out);
    const char *line = strchr(out, '\n');
    CHECK(line != NULL && strncmp(line + 1, "{\"file\"", 7) == 0, "%s", out);
}

static void a_ray_is_not_solved(void)
{
    write_text("bench_ray.lcp", "1  -1  -1\n");
    CHECK(perp("bench_ray.lcp") == 0 && strstr(out, "0 of 1"), "%s", out);
}

static void wrong_input(void)
{
    write_text("bench_bad.lcp", "2  1 0\n0 x  3 4\n");
    write_text("bench_empty.lcp", "# nothing\n");
    CHECK(perp("bench_bad.lcp") == 3 && strstr(out, "bench_bad.lcp:2"), "%s",
          out);
    CHECK(perp("bench_empty.lcp") == 3 && strstr(out, "no problem"), "%s", out);
    CHECK(perp("bench_missing.lcp") == 6, "%s", out);
    CHECK(perp("") == 2, "%s", out);
    CHECK(perp("--jsn bench_two.lcp") == 2 && strstr(out, "--json"), "%s", out);
    CHECK(perp("--help") == 0 && strstr(out, "usage: perp bench"), "%s", out);
}

int main(void)
{
    memory_adopt_gmp();
    RUN(a_table_and_json);
    RUN(a_ray_is_not_solved);
    RUN(wrong_input);
    remove("bench_two.lcp");
    remove("bench_ray.lcp");
    remove("bench_bad.lcp");
    remove("bench_empty.lcp");
    DONE;
}
