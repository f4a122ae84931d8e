/* What a run was, in words. */
#include "base/memory.h"
#include "check.h"
#include "run/header.h"
#include "run/scheme.h"

#include <string.h>

static const char *const tells[] = {"alpha", "e", NULL};
static const struct scheme toy = {.name = "toy", .tells = tells};

static void begin(experiment *e)
{
    *e = (experiment){.scheme = &toy};
    mpq_inits(e->alpha, e->gamma, e->h, e->T, NULL);
    mpq_set_d(e->h, 0.01); /* 5764607523034235 / 2^59 */
    mpq_set_ui(e->T, 10, 3);
    mpq_set_ui(e->alpha, 1, 2);
}

static void end(experiment *e)
{
    mpq_clears(e->alpha, e->gamma, e->h, e->T, NULL);
}

/* A double by its shortest decimal, a fraction as it is; of the weights those that
   the scheme names, and that there are. */
static void how(void)
{
    experiment e;
    mpq_t third;
    begin(&e);
    char *text = header_how(&e);
    CHECK(strcmp(text, "0.01 s with toy, alpha = 1/2") == 0, "%s", text);
    memory_free(text);
    mpq_init(third);
    mpq_set_ui(third, 1, 3);
    e.e = third;
    text = header_how(&e);
    CHECK(strcmp(text, "0.01 s with toy, alpha = 1/2, e = 1/3") == 0, "%s",
          text);
    memory_free(text);
    memory_refuse(1);
    text = header_how(&e);
    memory_refuse(0);
    CHECK(text == NULL, "granted");
    mpq_clear(third);
    end(&e);
}

int main(void)
{
    RUN(how);
    DONE;
}
