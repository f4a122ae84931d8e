/* What a scene finds in a host's process, and what it does not: each refusal names
   the scene's line. That of the program is in test_sandbox.lua. */
#include "check.h"
#include "scene/bind/bind.h"
#include "scene/run/apart.h"

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

static void expect(const bind_options *o, int by_steps, perp_code code,
                   const char *text)
{
    bind_held *h;
    perp_status s = bind_hold(o, by_steps, &h);
    CHECK(s.code == code && h == NULL && strstr(s.message, text) != NULL,
          "%d %s", (int)s.code, s.code != PERP_OK ? s.message : "");
}

/* What a scene may not do in a host's process, it is told at its line. */
static void limits(void)
{
    bind_options o = asked("\nwhile true do pcall(error) end", 0);
    o.seconds = 0.05;
    expect(&o, 0, PERP_LIMIT, "block.lua:2: the scene took more than 0.05 s");
    o = asked("local t = {} for i = 1, 1e9 do t[i] = i end", 0);
    o.megabytes = 2;
    expect(&o, 0, PERP_LIMIT, "scene_megabytes sets the limit");
    o = asked("\n\nsetmetatable({}, { __gc = print })", 0);
    expect(&o, 0, PERP_INPUT, "block.lua:3: finalizers (__gc)");
    o = asked("getmetatable(setmetatable({}, {})).__gc = print return 1", 0);
    expect(&o, 0, PERP_INPUT, "block.lua"); /* and is never called */
    o = asked("local x = = 1", 0);
    expect(&o, 0, PERP_INPUT, "block.lua:1: unexpected symbol");
    o.text = NULL;
    expect(&o, 0, PERP_IO, "cannot read the scene 'block.lua'");
    CHECK(strcmp(said, "") == 0, "%s", said);
}

/* print, io.write and notes, in order; a text with a zero ends there. */
static void words(void)
{
    bind_options o = asked("io.write('a', 1, '\\n') print(nil, {} ~= {})\n"
                           "require('perp.core').note('so')",
                           0);
    expect(&o, 0, PERP_INPUT, "returns nothing");
    CHECK(strcmp(said, "a1\nnil\ttrue\nnote: so\n") == 0, "%s", said);
    o.quiet = 1;
    said[0] = '\0';
    expect(&o, 0, PERP_INPUT, "returns nothing");
    CHECK(strcmp(said, "a1\nnil\ttrue\n") == 0, "%s", said);
    o = asked("require('perp.core').figure('x', 'y')", 0);
    expect(&o, 0, PERP_INPUT, "figures belong to perp run");
    o = asked("\nlocal a = string.dump(print)", 0);
    expect(&o, 0, PERP_INPUT, "block.lua:2: string.dump");
    o = asked("\ndofile 'x'", 0);
    expect(&o, 0, PERP_INPUT, "block.lua:2: dofile");
    o = asked("return debug.getinfo", 0);
    expect(&o, 0, PERP_INPUT, "block.lua:1: debug.getinfo");
}

/* What a scene says has an end, which catching does not put off. */
static void said_too_much(void)
{
    bind_options o = asked("local s = ('x'):rep(1 << 20)\n"
                           "for i = 1, 256 do io.write(s) end\nprint()", 0);
    expect(&o, 0, PERP_LIMIT, "block.lua:3: the scene prints and draws more");
    o = asked("local s = ('x'):rep(1 << 20)\n"
              "for i = 1, 300 do pcall(io.write, s) end\n"
              "io.write(s:sub(1, 1 << 19), s:sub(1, 1 << 19))", 0);
    expect(&o, 0, PERP_LIMIT, "block.lua:3: the scene prints and draws more");
}

/* Which files a command reads is the program's to know, and one list for all of a
   process: a scene with a host leaves nothing in it. */
static void no_list(void)
{
    char path[1000];
    bind_options o = asked("require 'perp'", 0);
    const char *source = getenv("PERP_SOURCE");
    expect(&o, 0, PERP_INPUT, "returns nothing");
    snprintf(path, sizeof path, "%s/lua/perp/init.lua",
             source != NULL ? source : ".");
    perp_status s = apart_writes("an output", path);
    CHECK(s.code == PERP_OK, "%s", s.message);
    CHECK(apart_reads(path).code == PERP_USAGE, "this is that file");
    apart_forget();
}

int main(void)
{
    RUN(limits);
    RUN(words);
    RUN(said_too_much);
    RUN(no_list);
    DONE;
}
