#include "base/status.h"
#include "check.h"

/* The message is one line, whatever goes into it, and is cut, not overrun. */
static void one_line(void)
{
    perp_status s = PERP_FAIL(PERP_INPUT, "a%sb", "\n\t");
    CHECK(s.code == PERP_INPUT, "code %d", (int)s.code);
    CHECK(strcmp(s.message, "a  b") == 0, "message '%s'", s.message);
    CHECK(strcmp(s.origin, "one_line") == 0, "origin '%s'", s.origin);
    char text[2000];
    memset(text, 'x', sizeof text - 1);
    text[sizeof text - 1] = '\0';
    s = PERP_FAIL(PERP_USAGE, "%s", text);
    CHECK(strlen(s.message) == 511, "length %zu", strlen(s.message));
}

/* A message may be built from the message before it. */
static void nested(void)
{
    perp_status s = PERP_FAIL(PERP_IO, "inner");
    s = PERP_FAIL(PERP_IO, "outer: %s", s.message);
    CHECK(strcmp(s.message, "outer: inner") == 0, "message '%s'", s.message);
}

static perp_status leaves(int fail, int *reached)
{
    PERP_TRY(fail ? PERP_FAIL(PERP_LIMIT, "stop") : PERP_SUCCESS);
    *reached = 1;
    return PERP_SUCCESS;
}

static void try_leaves(void)
{
    int reached = 0;
    CHECK(leaves(1, &reached).code == PERP_LIMIT && !reached, "went on");
    CHECK(leaves(0, &reached).code == PERP_OK && reached, "stopped");
}

int main(void)
{
    RUN(one_line);
    RUN(nested);
    RUN(try_leaves);
    DONE;
}
