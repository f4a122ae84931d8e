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

typedef struct {
    int n, parameters;
    char text[600];
} seen;

static void note(void *user, const char *key, const char *value, int parameter)
{
    seen *s = user;
    const size_t at = strlen(s->text);
    snprintf(s->text + at, sizeof s->text - at, "%s=%s;", key, value);
    s->n++;
    s->parameters += parameter;
}

static void read_back(const run_header *x,
                      void (*put)(const run_header *, FILE *), char *text,
                      size_t room)
{
    FILE *f = tmpfile();
    put(x, f);
    rewind(f);
    text[fread(text, 1, room - 1, f)] = '\0';
    fclose(f);
}

/* Each pair in turn, and in two syntaxes. A parameter may be called like a word of
   the run; a value has no end of line, and in JSON its quotes are kept apart. */
static void pairs(void)
{
    static const char *const parameter[] = {"mu", "0.8", "commit",
                                            "",   "s",   "a\"b\nc"};
    char text[1000];
    experiment e;
    run_header x;
    summary sum = {.seconds = 0.25};
    begin(&e);
    e.name = "block";
    e.mode = EXPERIMENT_RATIONAL;
    e.parameter = parameter;
    e.parameters = 6;
    strcpy(sum.digest, "12ab");
    CHECK(header_make(&e, &sum, &x).code == PERP_OK, "made");
    seen s = {0};
    header_each(&x, note, &s);
    CHECK(s.n == x.pairs && s.n == 12 && s.parameters == 3, "%d, %d", s.n,
          s.parameters);
    CHECK(strstr(s.text, ";name=block;scheme=toy;alpha=1/2;h=0.01;T=10/3;t0=0;"
                         "arithmetic=rational;mu=0.8;commit=;s=a\"bc;") != NULL,
          "%s", s.text);
    read_back(&x, header_comment, text, sizeof text);
    CHECK(strstr(text, "\n# h 0.01\n# T 10/3\n# t0 0\n# arithmetic rational\n"
                       "# set mu 0.8\n# set commit \n# set s a\"bc\n"),
          "%s", text);
    read_back(&x, header_json, text, sizeof text);
    CHECK(
        strstr(text,
               "\"T\": \"10/3\", \"t0\": \"0\", \"arithmetic\": \"rational\", "
               "\"parameters\": {\"mu\": \"0.8\", \"commit\": "
               "\"\", \"s\": \"a\\\"bc\"}, \"digest\": \"12ab\", "
               "\"seconds\": 0.25}"),
        "%s", text);
    header_free(&x);
    CHECK(header_make(&e, NULL, &x).code == PERP_OK, "made");
    read_back(&x, header_json, text, sizeof text);
    CHECK(strstr(text, "\"digest\": null, \"seconds\": null}"), "%s", text);
    header_free(&x);
    memory_refuse(1);
    CHECK(header_make(&e, NULL, &x).code == PERP_LIMIT && x.text == NULL,
          "granted");
    memory_refuse(0);
    header_free(&x);
    end(&e);
}

int main(void)
{
    RUN(how);
    RUN(pairs);
    DONE;
}
