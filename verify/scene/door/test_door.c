/* The door: scenes, errors as values, memory that comes back, two threads. */
#define _GNU_SOURCE
#include "door_scenes.h"

#include <fcntl.h>
#include <fenv.h>
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

static void expect(perp_run *r, const perp_error *e, int code, const char *text)
{
    CHECK(r == NULL && e->code == code && strstr(e->message, text) != NULL,
          "%d '%s' for '%s'", e->code, e->message, text);
    CHECK(strchr(e->message, '\n') == NULL, "one line");
    perp_run_free(r);
}

static void fails(const char *text, const perp_options *o, int code,
                  const char *says)
{
    perp_error e;
    perp_scene *s = perp_scene_text("bad.lua", text, strlen(text), o, &e);
    CHECK(s != NULL, "%s", e.message);
    expect(perp_run_whole(s, NULL, &e), &e, code, says);
    CHECK(perp_run_begin(s, NULL, NULL) == NULL, "nobody asks why");
    perp_scene_free(s);
}

static void errors(void)
{
    perp_error e;
    perp_scene *s = perp_scene_file("/no/such/scene.lua", NULL, &e);
    CHECK(s != NULL && e.code == 0, "a scene is not read yet");
    expect(perp_run_whole(s, NULL, &e), &e, PERP_ERROR_IO, "/no/such/scene");
    perp_scene_free(s);
    fails("local x = = 1", NULL, PERP_ERROR_INPUT, "bad.lua:1: unexpected");
    fails("\nerror('no')", NULL, PERP_ERROR_INPUT, "bad.lua:2: no");
    fails("return 7", NULL, PERP_ERROR_INPUT, "bad.lua");
    fails("\nos.exit(3)", NULL, PERP_ERROR_INPUT, "bad.lua:2: os.exit");
    fails("\nio.open('x')", NULL, PERP_ERROR_INPUT, "bad.lua:2: io.open");
    fails("\nrequire 'perp'.system { masss = 1 }", NULL, PERP_ERROR_INPUT,
          "bad.lua:2: ");
    fails("\nwhile true do end",
          &(perp_options){.size = sizeof(perp_options), .scene_seconds = 0.05},
          PERP_ERROR_LIMIT, "bad.lua:2: the scene took more than 0.05 s");
    fails("\nwhile true do xpcall(error, function() while true do end end) end",
          &(perp_options){.size = sizeof(perp_options), .scene_seconds = 0.05},
          PERP_ERROR_LIMIT, "bad.lua:2: the scene took more than 0.05 s");
    fails("\nlocal x = coroutine.wrap(function()\n"
          "  local fine, y = xpcall(function(a) return coroutine.yield(a) end,\n"
          "    print, 7)\n  error(y)\nend)\nx() x('so')", NULL,
          PERP_ERROR_INPUT, "bad.lua:5: so");
    fails("\nerror(select(2, xpcall(error, function(m) return m .. '!' end, "
          "'no')))", NULL, PERP_ERROR_INPUT, "bad.lua:2: no!");
    fails("local t = {} for i = 1, 1e9 do t[i] = i end",
          &(perp_options){.size = sizeof(perp_options), .scene_megabytes = 2},
          PERP_ERROR_LIMIT, "needs more than 2 megabytes");
    fails("x", &(perp_options){.size = sizeof(perp_options), .lua = "/nowhere"},
          PERP_ERROR_INPUT, "bad.lua:1: ");
    fails("require 'perp'",
          &(perp_options){.size = sizeof(perp_options), .lua = "/nowhere"},
          PERP_ERROR_IO, "/nowhere");
}

static void parameters(void)
{
    perp_error e;
    perp_scene *s = scene_of(SLIDE, PERP_DOUBLE);
    const char *text = perp_scene_parameters(s, &e);
    CHECK(text != NULL && strstr(text, "\"mu\": {\"default\": 0.25") != NULL,
          "%s", text != NULL ? text : e.message);
    CHECK(perp_scene_set(s, "", "1", &e) == -1 && e.code == PERP_ERROR_USAGE,
          "no name");
    CHECK(perp_scene_set(s, "a=b", "1", &e) == -1, "two names");
    CHECK(perp_scene_set(s, "nu", "0.5", &e) == 0, "%s", e.message);
    expect(perp_run_whole(s, NULL, &e), &e, PERP_ERROR_USAGE,
           "no parameter 'nu'");
    perp_scene_free(s);
    s = scene_of(SLIDE, PERP_DOUBLE);
    CHECK(perp_scene_set(s, "mu", "a third", &e) == 0, "%s", e.message);
    expect(perp_run_whole(s, NULL, &e), &e, PERP_ERROR_USAGE, "mu");
    CHECK(perp_scene_set(s, "mu", "0.5", &e) == 0, "the last one counts");
    perp_run *r = perp_run_whole(s, NULL, &e);
    CHECK(r != NULL, "%s", e.message);
    perp_run_free(r);
    perp_scene_free(s);
    perp_scene_free(NULL);
}

static int steps_seen;

static int third(void *user, long row, long last)
{
    CHECK(user == &steps_seen && (last == 64 || last == 10), "%ld", last);
    steps_seen++;
    return row == 3;
}

static char said[1000];

static void say(void *user, const char *text)
{
    CHECK(user == &steps_seen, "user");
    strncat(said, text, sizeof said - strlen(said) - 1);
}

/* A header that is older or newer than the library. */
static void options(void)
{
    struct {
        perp_options o;
        int more;
    } newer = {{.size = sizeof newer}, 0};
    perp_error e;
    perp_options o = {0};
    CHECK(perp_scene_text("x", "", 0, &o, &e) == NULL, "no size");
    CHECK(e.code == PERP_ERROR_USAGE, "%d", e.code);
    o = (perp_options){.size = offsetof(perp_options, say), .say = say};
    perp_scene *s = perp_scene_text("x", "print(1)", 8, &o, &e);
    CHECK(s != NULL, "an older header: %s", e.message);
    CHECK(perp_run_whole(s, NULL, &e) == NULL, "say is not called");
    perp_scene_free(s);
    s = perp_scene_text("x", "", 0, &newer.o, &e);
    CHECK(s != NULL, "a newer header: %s", e.message);
    perp_scene_free(s);
    newer.more = 1;
    CHECK(perp_scene_text("x", "", 0, &newer.o, &e) == NULL &&
              strstr(e.message, "does not know") != NULL,
          "%s", e.message);
    o = (perp_options){.size = sizeof o, .scene_seconds = -1};
    CHECK(perp_scene_text("x", "", 0, &o, &e) == NULL, "seconds");
    o = (perp_options){.size = sizeof o, .scene_megabytes = -1};
    CHECK(perp_scene_text("x", "", 0, &o, &e) == NULL, "megabytes");
    o = (perp_options){.size = sizeof o, .arithmetic = 3};
    CHECK(perp_scene_text("x", "", 0, &o, &e) == NULL, "arithmetic");
    CHECK(perp_scene_text(NULL, "", 0, NULL, &e) == NULL, "no name");
    CHECK(perp_scene_file(NULL, NULL, NULL) == NULL, "no path");
}

/* Another rounding is refused, not silently another result. */
static void arithmetic(void)
{
    const double A = 1, b = -1;
    perp_error e;
    fesetround(FE_UPWARD);
    perp_scene *s = scene_of(SLIDE, PERP_DOUBLE);
    perp_run *r = perp_run_whole(s, NULL, &e);
    perp_answer *x = perp_solve(0, 1, &A, &b, NULL, NULL);
    fesetround(FE_TONEAREST);
    expect(r, &e, PERP_ERROR_USAGE, "does not round to nearest");
    CHECK(x == NULL, "solve");
    perp_scene_free(s);
}

/* What a scene prints goes to `say`, and neither stream has a byte of it. */
static void nothing_printed(void)
{
    static const char TALKS[] = "io.write('a', 1) print(2, 3)\n"
                                "require 'perp'.param('h', 1)\n";
    const perp_options o = {
        .size = sizeof o, .say = say, .watch = third, .user = &steps_seen};
    char text[2000], name[] = "/tmp/perp-door-XXXXXX";
    perp_error e;
    fflush(stdout);
    const int to = mkstemp(name), kept[2] = {dup(1), dup(2)};
    dup2(to, 1);
    dup2(to, 2);
    snprintf(text, sizeof text, "io.write('a', 1) print(2, 3) %s", SLIDE);
    perp_scene *s = perp_scene_text("talks", text, strlen(text), &o, &e);
    perp_run *r = perp_run_whole(s, NULL, &e);
    perp_scene *quiet =
        perp_scene_text("talks", TALKS, strlen(TALKS), NULL, NULL);
    perp_run *none = perp_run_whole(quiet, NULL, NULL);
    fflush(stdout);
    fflush(stderr);
    dup2(kept[0], 1);
    dup2(kept[1], 2);
    CHECK(lseek(to, 0, SEEK_END) == 0, "something was printed");
    close(to);
    close(kept[0]);
    close(kept[1]);
    unlink(name);
    CHECK(strcmp(said, "a12\t3\n") == 0, "'%s'", said);
    expect(r, &e, PERP_ERROR_LIMIT, "stopped at step 3 of 64");
    CHECK(steps_seen == 3 && none == NULL, "%d steps", steps_seen);
    perp_scene_free(s);
    perp_scene_free(quiet);
}

/* Hundreds of trials come before the first row of a run with prescribed ends; who
   has stopped one is not asked again, whatever looks for the start. */
static void trials(void)
{
    static const char *const method[] = {
        "'secant'", "nil", "'grid', from = -9, to = 9, cells = 9"};
    const perp_options o = {
        .size = sizeof o, .watch = third, .user = &steps_seen};
    char text[1000];
    perp_error e;
    for (int i = 0; i < 3; i++) {
        snprintf(text, sizeof text,
                 "return { scheme = 'theta', h = 1/50, T = 0.2, q = { 0.1 },"
                 " v = { 2 }, system = require('perp').system {"
                 " coordinates = { 'y' }, mass = { { 1 } }, force = { -10 },"
                 " contacts = function(q) return { { name = 'floor', gap = q.y,"
                 " stiffness = 1000, damping = 10 } } end }, ends = {"
                 " { final = { ['q.y'] = 1 }, value = 0.05 }, method = %s } }",
                 method[i]);
        steps_seen = 0;
        perp_scene *s = perp_scene_text("ends", text, strlen(text), &o, &e);
        perp_run *r = perp_run_whole(s, NULL, &e);
        expect(r, &e, PERP_ERROR_LIMIT, "while a start was looked for");
        CHECK(steps_seen == 3, "%d steps", steps_seen);
        perp_scene_free(s);
    }
}

/* ---- memory -------------------------------------------------------------- */

static void once(int n)
{
    static const double A[] = {2, 1, 1, 3}, b[] = {-1, 1};
    static const char *const fA[] = {"1/3"}, *const fb[] = {"-1"};
    perp_error e;
    perp_scene *s = scene_of(n % 7 == 0 ? "error 'x'" : SLIDE, PERP_PROVE);
    perp_scene_set(s, "T", "0.1", &e);
    perp_run *r = perp_run_begin(s, NULL, &e);
    CHECK((r == NULL) == (n % 7 == 0), "%d %s", n, e.message);
    for (int i = 0; r != NULL && i < n % 9; i++)
        CHECK(perp_run_step(r, &e) >= 0, "%s", e.message);
    if (n % 5 == 0)
        perp_scene_parameters(s, &e);
    if (n % 2 == 0)
        perp_scene_free(s);
    perp_run_free(r);
    if (n % 2 != 0)
        perp_scene_free(s);
    perp_answer *a = perp_solve(0, 2, A, b, NULL, &e);
    perp_answer *f = perp_solve_fractions(0, 1, fA, fb, NULL, &e);
    CHECK(perp_answer_fraction(f, PERP_Z, 0) != NULL, "fraction");
    perp_answer_free(a);
    perp_answer_free(f);
}

/* The bytes that are alive behind 50 cycles and behind all are the same: 100, or
   10000 with PERP_LONG. */
static void cycles(void)
{
    const int all = getenv("PERP_LONG") != NULL ? 10000 : 100;
    size_t early = 0;
    for (int n = 1; n <= all; n++) {
        once(n);
        if (n == 50)
            early = alive();
    }
    perp_thread_end();
    CHECK(alive() <= early, "%zu bytes alive after 50 cycles, %zu after %d",
          early, alive(), all);
}

/* ---- threads ------------------------------------------------------------- */

typedef struct {
    const char *text;
    perp_arithmetic how;
    int repeats;
    double *cells;
    size_t bytes;
    int bad;
} job;

static void *work(void *given)
{
    job *j = given;
    const perp_options o = {.size = sizeof o, .arithmetic = j->how};
    for (int i = 0; i < j->repeats; i++) {
        perp_error e;
        size_t stride;
        perp_scene *s =
            perp_scene_text("job.lua", j->text, strlen(j->text), &o, &e);
        perp_run *r = i % 2 == 0 ? perp_run_whole(s, NULL, &e)
                                 : perp_run_begin(s, NULL, &e);
        while (r != NULL && i % 2 != 0 && perp_run_step(r, &e) == 1)
            ;
        const double *at =
            r != NULL ? perp_run_column(r, "step", &stride) : NULL;
        if (at == NULL) {
            j->bad++;
        } else {
            const size_t bytes = (size_t)perp_run_rows(r) * stride * sizeof *at;
            if (j->cells == NULL) {
                j->cells = memcpy(malloc(bytes), at, bytes);
                j->bytes = bytes;
            } else if (bytes != j->bytes || memcmp(at, j->cells, bytes) != 0)
                j->bad++;
        }
        perp_run_free(r);
        perp_scene_free(s);
    }
    perp_thread_end();
    return NULL;
}

/* Two runs at once, again and again: the bytes of one behind the other. */
static void threads(void)
{
    job alone[2] = {{.text = PUSH, .repeats = 2},
                    {.text = SLIDE, .how = PERP_PROVE, .repeats = 2}};
    job both[2] = {{.text = PUSH, .repeats = 8},
                   {.text = SLIDE, .how = PERP_PROVE, .repeats = 8}};
    pthread_t id[2];
    for (int i = 0; i < 2; i++)
        work(&alone[i]);
    for (int i = 0; i < 2; i++)
        CHECK(pthread_create(&id[i], NULL, work, &both[i]) == 0, "a thread");
    for (int i = 0; i < 2; i++)
        pthread_join(id[i], NULL);
    for (int i = 0; i < 2; i++) {
        CHECK(alone[i].bad == 0 && both[i].bad == 0, "thread %d: %d bad", i,
              both[i].bad);
        CHECK(alone[i].bytes > 1000 && alone[i].bytes == both[i].bytes &&
                  memcmp(alone[i].cells, both[i].cells, both[i].bytes) == 0,
              "thread %d", i);
        free(alone[i].cells);
        free(both[i].cells);
    }
}

int main(void)
{
    CHECK(strcmp(perp_version(), "0.1.0") == 0, "%s", perp_version());
    RUN(threads); /* first: GMP has the allocator of the host */
    RUN(errors);
    RUN(parameters);
    RUN(options);
    RUN(arithmetic);
    RUN(nothing_printed);
    RUN(trials);
    RUN(cycles);
    perp_adopt_gmp();
    once(1);
    DONE;
}
