/* A scene in somebody else's program: a run by steps is the whole one, cell by cell;
   several stay open at once; what a scene says goes to its host. */
#include "base/memory.h"
#include "check.h"
#include "run/loop.h"
#include "scene/bind/bind.h"

static const char BLOCK[] =
    "local perp = require 'perp'\n"
    "local mu = perp.param('mu', perp.ratio(1, 3), 'friction')\n"
    "local system = perp.system { coordinates = { 'x', 'y' },\n"
    "  mass = { { 1, 0 }, { 0, 1 } }, force = { 2, -10 },\n"
    "  contacts = function(q, v) return { { name = 'ground', gap = q.y,\n"
    "    slips = { v.x }, mu = mu } } end }\n"
    "print('said', 3)\n"
    "return { system = system, h = perp.ratio(1, 64), T = 1,\n"
    "  q = { 0, perp.ratio(1, 8) }, v = { 4, 0 } }\n";

static const char TWO[] =
    "local perp = require 'perp'\n"
    "local e = { system = perp.system { coordinates = { 'x' },\n"
    "  mass = { { 1 } } }, h = 1/4, T = 1, q = { 0 }, v = { 1 } }\n"
    "e.name = 'one' perp.simulate(e)\n"
    "e.name = 'two' return e\n";

/* The law has a memory, and the run is made in a coroutine that is over when its steps
   are taken. */
static const char LAW[] =
    "local perp = require 'perp'\n"
    "local sum = 0\n"
    "local system = perp.system { coordinates = { 'x' }, inputs = { 'u' },\n"
    "  mass = { { 1 } }, force = function(t, q) return { q.u } end }\n"
    "return coroutine.wrap(function()\n"
    "  return { system = system, h = 1/64, T = 1, q = { 1 },\n"
    "    controller = { rate = 8, law = function(t, q, v)\n"
    "      sum = sum + q.x\n"
    "      collectgarbage()\n"
    "      if t > 2 then error 'late' end\n"
    "      return { u = -sum - v.x } end } }\n"
    "end)()\n";

static char said[4096];

static void say(void *user, const char *text)
{
    CHECK(user == said, "user");
    strncat(said, text, sizeof said - strlen(said) - 1);
}

static const bind_host host = {.say = say, .user = said};

static bind_options asked(const char *text, experiment_mode mode)
{
    said[0] = '\0';
    return (bind_options){.script = "block.lua",
                          .text = text,
                          .length = strlen(text),
                          .host = &host,
                          .mode = mode};
}

static bind_held *held(const bind_options *o, int by_steps)
{
    bind_held *h = NULL;
    perp_status s = bind_hold(o, by_steps, &h);
    CHECK(s.code == PERP_OK, "%s", s.message);
    if (h == NULL)
        exit(1);
    return h;
}

static int same(const trace *a, const trace *b)
{
    if (a->rows != b->rows || a->columns != b->columns)
        return 0;
    return memcmp(a->cell, b->cell,
                  (size_t)a->rows * (size_t)a->columns * sizeof(double)) == 0;
}

static void steps(void)
{
    for (int mode = 0; mode <= EXPERIMENT_RATIONAL; mode++) {
        const bind_options o = asked(BLOCK, (experiment_mode)mode);
        bind_held *whole = held(&o, 0), *one = held(&o, 1), *two = held(&o, 1);
        const bind_run_kept *w = bind_kept(whole), *a = bind_kept(one),
                            *b = bind_kept(two);
        CHECK(w->l == NULL && a->l != NULL && a->t->rows == 1, "begun");
        CHECK(strstr(said, "said\t3\n") != NULL, "%s", said);
        int n = 0;
        for (; a->l != NULL && n < 1000; n++) {
            CHECK(bind_step(one).code == PERP_OK, "one");
            if (n % 3 == 0 && b->l != NULL) /* that one falls behind */
                CHECK(bind_step(two).code == PERP_OK, "two");
        }
        while (b->l != NULL && n++ < 2000)
            CHECK(bind_step(two).code == PERP_OK, "two");
        CHECK(w->t->rows >= 65 && same(w->t, a->t) && same(w->t, b->t),
              "mode %d: %d, %d, %d rows", mode, w->t->rows, a->t->rows,
              b->t->rows);
        CHECK(a->sum->steps == w->sum->steps &&
                  a->sum->steps_proven == w->sum->steps_proven &&
                  a->sum->tv_v == w->sum->tv_v,
              "summaries");
        CHECK((w->sum->steps_proven == w->sum->steps) ==
                  (mode != EXPERIMENT_DOUBLE),
              "proven");
        bind_release(whole);
        bind_release(two);
        bind_release(one);
    }
}

/* A controller is asked by steps as in the whole run; when its law fails, the step does,
   with the line of the law. */
static void with_a_law(void)
{
    for (int mode = 0; mode <= EXPERIMENT_RATIONAL; mode += 2) {
        const bind_options o = asked(LAW, (experiment_mode)mode);
        bind_held *whole = held(&o, 0), *one = held(&o, 1);
        const bind_run_kept *w = bind_kept(whole), *a = bind_kept(one);
        for (int n = 0; a->l != NULL && n < 1000; n++)
            CHECK(bind_step(one).code == PERP_OK, "step");
        CHECK(w->t->rows == 65 && same(w->t, a->t), "mode %d: %d, %d rows",
              mode, w->t->rows, a->t->rows);
        bind_release(whole);
        bind_release(one);
    }
    char text[sizeof LAW];
    memcpy(text, LAW, sizeof LAW);
    memcpy(strstr(text, "t > 2"), "t>0.3", 5);
    const bind_options o = asked(text, EXPERIMENT_DOUBLE);
    bind_held *h = held(&o, 1);
    perp_status s = PERP_SUCCESS;
    int n = 0;
    while (s.code == PERP_OK && n++ < 1000)
        s = bind_step(h);
    CHECK(s.code == PERP_INPUT && n == 25, "%d steps, code %d", n, (int)s.code);
    CHECK(s.code != PERP_OK && strstr(s.message, "block.lua:10: late") != NULL,
          "%s", s.message);
    bind_release(h);
}

/* Left at any row, nothing stays behind (the sanitizers look). */
static void left(void)
{
    const bind_options o = asked(BLOCK, EXPERIMENT_EXACT_CHECK);
    for (int most = 0; most < 4; most++) {
        bind_held *h = held(&o, 1);
        for (int n = 0; n < 9 * most; n++)
            CHECK(bind_step(h).code == PERP_OK, "step");
        bind_release(h);
    }
    bind_release(NULL);
}

static void expect(const bind_options *o, int by_steps, perp_code code,
                   const char *text)
{
    bind_held *h;
    perp_status s = bind_hold(o, by_steps, &h);
    CHECK(s.code == code && h == NULL && strstr(s.message, text) != NULL,
          "%d %s", (int)s.code, s.code != PERP_OK ? s.message : "");
}

static void which(void)
{
    bind_options o = asked(TWO, EXPERIMENT_DOUBLE);
    expect(&o, 0, PERP_USAGE, "'one' and 'two' are two of them; name one");
    o.run = "three";
    expect(&o, 0, PERP_USAGE, "no run 'three'; its first is 'one'");
    o.run = "one";
    bind_held *h = held(&o, 0);
    CHECK(strcmp(bind_kept(h)->e->name, "one") == 0, "one");
    CHECK(bind_kept(h)->t->rows == 5, "%d", bind_kept(h)->t->rows);
    bind_release(h);
    expect(&o, 1, PERP_USAGE, "only what a scene returns goes by steps");
    o.run = "two";
    h = held(&o, 1);
    CHECK(bind_kept(h)->t->rows == 1, "%d", bind_kept(h)->t->rows);
    bind_release(h);
    o = asked("return nil", EXPERIMENT_DOUBLE);
    expect(&o, 0, PERP_INPUT, "the scene returns nothing");
}

static void parameters(void)
{
    bind_options o = asked(BLOCK, EXPERIMENT_DOUBLE);
    char *text;
    CHECK(bind_parameters(&o, &text).code == PERP_OK, "parameters");
    CHECK(strcmp(text, "{\"mu\": {\"default\": \"1/3\", \"type\": \"ratio\", \"text\": "
                       "\"friction\"}}\n") == 0,
          "%s", text);
    memory_free(text);
}

/* Every refused piece of memory is a clean end. */
static void out_of_memory(void)
{
    const bind_options o = asked(BLOCK, EXPERIMENT_DOUBLE);
    int clean = 0;
    for (size_t k = 1; k < 40000 && !clean; k += 1 + k / 4) {
        bind_held *h;
        memory_refuse(k);
        perp_status s = bind_hold(&o, 1, &h);
        while (s.code == PERP_OK && bind_kept(h)->l != NULL)
            s = bind_step(h);
        clean = s.code == PERP_OK && memory_now.refuse != 0;
        memory_refuse(0);
        CHECK(s.code == PERP_OK || s.code == PERP_LIMIT, "k = %zu: %d %s", k,
              (int)s.code, s.message);
        bind_release(h);
    }
    CHECK(clean, "never clean");
}

int main(void)
{
    memory_adopt_gmp();
    RUN(steps);
    RUN(with_a_law);
    RUN(left);
    RUN(which);
    RUN(parameters);
    RUN(out_of_memory);
    DONE;
}
