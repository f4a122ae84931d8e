/**
# `perp cone`, from outside

The program is run on scenes whose answer is known, and what it prints is read.
*/
#include "check.h"

#include <math.h>

/* Standard output of `perp cone SCENE OPTIONS`, and the exit code. */
static int ask(const char *scene, const char *options, char *text, size_t size)
{
    char line[1024];
    const char *perp = getenv("PERP_BINARY"), *source = getenv("PERP_SOURCE");
    if (perp == NULL || source == NULL)
        return -1;
    snprintf(line, sizeof line, "'%s' cone '%s/cases/%s' %s 2>&1", perp, source,
             scene, options);
    FILE *f = popen(line, "r");
    size_t n = f == NULL ? 0 : fread(text, 1, size - 1, f);
    text[n] = '\0';
    int code = f == NULL ? -1 : pclose(f);
    return code < 0 ? code : code / 256;
}

static double number(const char *text, const char *key)
{
    const char *at = strstr(text, key);
    return at == NULL ? -1e300 : strtod(at + strlen(key), NULL);
}

/* The groove: pointed below mu = 3/4, and the impulses that cancel above. For
   mu = 1/2 the steepest edges are (1 + 3/8, 1/4), with opposite torques: the
   shortest d with margin one is (0, 4, 0), so C_2 = (1/4) / |(11/8, 1/4, 5/16)|. */
static void groove(void)
{
    static char text[20000];
    int code =
        ask("GAP08/cone_wedge.lua", "--set mu=1/2 --json", text, sizeof text);
    if (code == -1) {
        printf("PERP_BINARY is not set: skipped\n");
        return;
    }
    CHECK(code == 0, "exit %d: %s", code, text);
    CHECK(strstr(text, "\"polyhedral\":{\"pointed\":true") != NULL, "%s", text);
    CHECK(strstr(text, "\"direction\":[\"0\",\"4\",\"0\"]") != NULL, "%s",
          text);
    double want = 0.25 / sqrt(1.375 * 1.375 + 0.0625 + 0.3125 * 0.3125);
    CHECK(fabs(number(text, "\"C2\":") - want) < 1e-12, "C2: %s", text);
    code = ask("GAP08/cone_wedge.lua", "--set mu=3/4", text, sizeof text);
    CHECK(code == 0, "exit %d: %s", code, text);
    CHECK(strstr(text, "the step's cone: not pointed") != NULL, "%s", text);
    CHECK(strstr(text, "contact left: normal 0.5, tangential -0.375") != NULL,
          "%s", text);
}

/* Four directions miss what the disc reaches, between 0.75 and 1.06. */
static void round_or_not(void)
{
    static char text[20000];
    const struct {
        const char *mu, *step, *full;
    } want[] = {{"--json --set mu=0.7", "true", "true"},
                {"--json --set mu=0.9", "true", "false"},
                {"--json --set mu=1.1", "false", "false"}};
    for (int i = 0; i < 3; i++) {
        char line[100];
        if (ask("GAP08/cone_spatial.lua", want[i].mu, text, sizeof text) == -1)
            return;
        snprintf(line, sizeof line, "\"polyhedral\":{\"pointed\":%s",
                 want[i].step);
        CHECK(strstr(text, line) != NULL, "%s: %s", want[i].mu, text);
        snprintf(line, sizeof line, "\"full\":{\"pointed\":%s", want[i].full);
        CHECK(strstr(text, line) != NULL, "%s: %s", want[i].mu, text);
    }
}

/* A time, a whole run, and what is wrong. */
static void times(void)
{
    static char text[20000];
    int code = ask("GAP08/fig9_1.lua", "--at 1 --json", text, sizeof text);
    if (code == -1)
        return;
    CHECK(code == 0 && fabs(number(text, "\"t\":") - 1) < 1e-9, "%s", text);
    code = ask("GAP08/fig9_1.lua", "--along --at 1 --json", text, sizeof text);
    CHECK(code == 0 && number(text, "\"configurations\":") == 101, "%s", text);
    CHECK(fabs(number(text, "\"c\":") - sqrt(1.64)) < 1e-9, "%s", text);
    CHECK(ask("GAP08/fig9_1.lua", "--at -1", text, sizeof text) == 2, "%s",
          text);
    CHECK(ask("GAP08/fig9_1.lua", "--at soon", text, sizeof text) == 2, "%s",
          text);
    CHECK(ask("GAP08/none.lua", "", text, sizeof text) == 6, "%s", text);
    CHECK(ask("wrong/initial_nan.lua", "", text, sizeof text) == 3, "%s", text);
}

int main(void)
{
    RUN(groove);
    RUN(round_or_not);
    RUN(times);
    DONE;
}
