/**
# The run of a scene, from outside

Open the state, run the script once, let `lua/perp/init.lua` check what it
returned and run it, close the state (finalizers included), then give the files
their names. A failure anywhere before the last act leaves no trace on disk.
*/
#include "scene/bind/bind.h"
#include "scene/bind/inside.h"
#include "scene/bind/problems.h"
#include "lcp/kernel/tableau_f64.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/** What a call knows lies in a `bind_call` on its own stack, and the registry of the
Lua state leads there; what a state may use is its `sandbox`. The process's own are
the state that `bind_draw` draws in, because those who draw are not given it; in
`sandbox.c` whose clock rings, and in `scene/run/output.c` the files to remove, because
a signal has no argument; in `scene/run/apart.c` which files are in use. A scene with
a host (`hold.c`) comes to none of them. */
static lua_State *running;

static const char here; /* its address is the key */

bind_call *bind_call_of(lua_State *L)
{
    lua_rawgetp(L, LUA_REGISTRYINDEX, &here);
    bind_call *c = lua_touserdata(L, -1);
    lua_pop(L, 1);
    return c;
}

const bind_options *bind_asked(lua_State *L)
{
    const bind_call *c = bind_call_of(L);
    return c != NULL ? c->asked : NULL;
}

/** `options()`: what the command line says about this run, nil outside. */
static int core_options(lua_State *L)
{
    const bind_call *c = bind_call_of(L);
    const bind_options *asked = bind_asked(L);
    if (asked == NULL)
        return 0;
    lua_newtable(L);
    lua_pushstring(L, asked->script);
    lua_setfield(L, -2, "script");
    lua_pushstring(L, asked->scheme);
    lua_setfield(L, -2, "scheme");
    lua_pushinteger(L, asked->every > 0 ? asked->every : 1);
    lua_setfield(L, -2, "every");
    const int own = asked->study == NULL && asked->look == NULL;
    const struct { const char *name; int is; } flags[] = {
        {"rational", asked->mode == EXPERIMENT_RATIONAL},
        {"vtk", asked->vtk != NULL}, {"plot", own && asked->plot != NULL},
        {"movie", asked->movie != NULL}, {"traces", asked->trace_count > 0},
        {"own", own}, {"shapes", asked->shapes || asked->resume != NULL},
        {"certify", asked->cert != NULL}, {"json", asked->json},
        {"listing", c->listing}};
    for (size_t i = 0; i < sizeof flags / sizeof *flags; i++) {
        lua_pushboolean(L, flags[i].is);
        lua_setfield(L, -2, flags[i].name);
    }
    lua_pushliteral(L, PERP_VERSION);
    lua_setfield(L, -2, "version");
    lua_createtable(L, asked->sets, 0);
    for (int i = 0; i < asked->sets; i++) {
        lua_pushstring(L, asked->set[i]);
        lua_rawseti(L, -2, i + 1);
    }
    lua_setfield(L, -2, "sets");
    return 1;
}

static int core_note(lua_State *L)
{
    const bind_options *asked = bind_asked(L);
    const char *text = luaL_checkstring(L, 1);
    if (asked == NULL || !asked->quiet)
        doors_say(asked, "note: %s\n", text);
    return 0;
}

/** The figure's text is run where the scene runs, with its limits. Leaves the SVG,
which says what was studied; where no scene runs the text gives that as a second. */
static int draw_main(lua_State *L)
{
    size_t len;
    const char *text = luaL_checklstring(L, 1, &len);
    lua_getglobal(L, "require");
    lua_pushliteral(L, "perp.plot");
    lua_call(L, 1, 1);
    lua_getfield(L, -1, "svg");
    if (luaL_loadbufferx(L, text, len, "figure", "t") != LUA_OK)
        return lua_error(L);
    lua_call(L, 0, 2);
    if (lua_isnil(L, -1))
        simulate_told(L);
    lua_call(L, 2, 1);
    return 1;
}

perp_status bind_draw(const char *name, const char *text)
{
    size_t len;
    lua_State *L = running;
    if (L == NULL) /* a finalizer of the scene runs an experiment */
        return PERP_FAIL(PERP_INPUT, "the scene is over, and draws no figure");
    lua_pushcfunction(L, draw_main);
    lua_pushstring(L, text);
    PERP_TRY(sandbox_call(L, 1, 1));
    const char *svg = lua_tolstring(L, -1, &len);
    if (svg == NULL)
        return PERP_FAIL(PERP_INPUT, "the figure '%.60s' is no text", name);
    perp_status s = figure_write(name, svg, len);
    lua_pop(L, 1);
    return s;
}

/* The message, which may be the scene's, outlives it. */
static perp_status closed(lua_State *L, perp_status s)
{
    char text[512];
    snprintf(text, sizeof text, "%s", s.code != PERP_OK ? s.message : "");
    sandbox_close(L);
    return s.code == PERP_OK ? s : status_fail(s.code, s.origin, "%s", text);
}

perp_status bind_draw_alone(const char *name, const char *text)
{
    const bind_options o = {.script = "figure"};
    lua_State *L;
    perp_status s = sandbox_open(&o, &L);
    if (s.code == PERP_OK) {
        running = L;
        s = bind_draw(name, text);
        running = NULL;
    }
    return closed(L, s);
}

int luaopen_perp_core(lua_State *L)
{
    static const luaL_Reg names[] = {{"options", core_options},
        {"note", core_note}, {"figure", doors_figure}, {"table", doors_table},
        {NULL, NULL}};
    perp_status s = f64_named();
    if (s.code != PERP_OK)
        return luaL_error(L, "%s", s.message);
    luaL_newlib(L, names);
    place_open(L);
    ratio_open(L);
    symbol_open(L);
    function_open(L);
    record_open(L);
    declare_open(L);
    parameters_open(L);
    simulate_open(L);
    movie_open(L);
    vtk_open(L);
    doors_lock(L);
    return 1;
}

/** What can be known to fail is refused before the scene runs: a long run must
not end with "no such directory". */
static perp_status writable(const char *option, const char *path, int is_dir)
{
    struct stat st;
    char dir[1024];
    if (path == NULL || strcmp(path, "-") == 0)
        return PERP_SUCCESS;
    if (stat(path, &st) == 0 && (S_ISDIR(st.st_mode) == 0) == is_dir)
        return PERP_FAIL(PERP_IO, "%s '%s' is %s", option, path,
                         is_dir ? "not a directory" : "a directory");
    if (is_dir)
        return PERP_SUCCESS;
    const char *slash = strrchr(path, '/');
    snprintf(dir, sizeof dir, "%.*s", slash == NULL ? 1 : (int)(slash - path),
             slash == NULL ? "." : path);
    if (slash == path)
        strcpy(dir, "/");
    if (access(dir, W_OK) != 0)
        return PERP_FAIL(PERP_IO, "%s '%s' cannot be written: %s", option, path,
                         strerror(errno));
    return PERP_SUCCESS;
}

/* A file that is there, or a text. */
static perp_status there(const bind_options *o)
{
    struct stat st;
    if (o->text != NULL)
        return PERP_SUCCESS;
    if (stat(o->script, &st) != 0)
        return PERP_FAIL(PERP_IO, "cannot read the scene '%s': %s", o->script,
                         strerror(errno));
    if (S_ISDIR(st.st_mode))
        return PERP_FAIL(PERP_IO, "'%s' is a directory; a scene is a Lua file",
                         o->script);
    return PERP_SUCCESS;
}

static perp_status check(const bind_options *o)
{
    PERP_TRY(there(o));
    for (int i = 0; i < o->sets; i++)
        if (strchr(o->set[i], '=') == NULL || o->set[i][0] == '=')
            return PERP_FAIL(PERP_USAGE, "--set '%.80s': write name=value",
                             o->set[i]);
    if (o->csv != NULL && strcmp(o->csv, "-") == 0 && o->json)
        return PERP_FAIL(PERP_USAGE, "--csv - and --json both want standard "
                                     "output; give the table a file");
    PERP_TRY(writable("--csv", o->csv, 0));
    PERP_TRY(writable("--trace", o->lines, 0));
    PERP_TRY(writable("--resume", o->resume, 0));
    PERP_TRY(writable("--events", o->events, 0));
    PERP_TRY(writable("--cert", o->cert, 0));
    PERP_TRY(writable("--lcp", o->lcp, 0));
    PERP_TRY(writable("--plot", o->plot, 1));
    if (o->lcps != NULL)
        PERP_TRY(problems_place("--lcps", o->lcps));
    if (o->vtk != NULL)
        PERP_TRY(problems_place("--vtk", o->vtk));
    PERP_TRY(writable("--movie", o->movie, 0));
    PERP_TRY(apart_reads(o->script));
    for (int i = 0; i < o->trace_count; i++)
        PERP_TRY(apart_reads(o->traces[i]));
    if (o->lcp != NULL)
        PERP_TRY(apart_writes("--lcp", o->lcp));
    if (o->movie != NULL)
        PERP_TRY(apart_writes("--movie", o->movie));
    PERP_TRY(o->json ? apart_writes("--json", "-") : PERP_SUCCESS);
    return certify_apart(o);
}

/** `perp params` ends the script at its first perp.simulate, by an error that
carries the code of success; every other error goes on. */
static void stopped(lua_State *L)
{
    perp_code code;
    place_message(L, &code);
    if (code != PERP_OK || !bind_call_of(L)->listing)
        lua_error(L);
    lua_pop(L, 1);
    lua_pushnil(L);
}

/** Runs the script, then `finish` of perp's own library on what it returned.
Leaves one result. */
static int scene_main(lua_State *L)
{
    lua_rawsetp(L, LUA_REGISTRYINDEX, &here); /* the argument */
    const bind_call *c = bind_call_of(L);
    const bind_options *asked = c->asked;
    place_script(L, &c->source);
    const char *name = lua_pushfstring(L, "@%s", asked->script);
    place_loaded(L, name, 0);
    if (asked->text == NULL) {
        perp_status s = resumed_source(bind_call_of(L), asked->script);
        if (s.code != PERP_OK)
            return place_raise(L, s);
    }
    int bad = asked->text != NULL
                  ? luaL_loadbufferx(L, asked->text, asked->length, name, "t")
                  : luaL_loadfilex(L, asked->script, "t");
    if (bad == LUA_ERRFILE)
        return place_fail(L, PERP_IO, "%s", lua_tostring(L, -1));
    if (bad != LUA_OK)
        return lua_error(L);
    lua_remove(L, 1); /* the name */
    if (lua_pcall(L, 0, 1, 0) != LUA_OK)
        stopped(L);
    lua_getglobal(L, "require");
    lua_pushliteral(L, "perp");
    lua_call(L, 1, 0);
    doors_finish(L);
    lua_pushvalue(L, 1);
    lua_call(L, 1, 1);
    return 1;
}

/** The names of the scene and its modules in messages of Lua are cut to 60
bytes; the scene's own name is put back whole. */
static perp_status whole_name(perp_status s, const char *script)
{
    char text[512];
    const char *colon = s.message == NULL ? NULL : strchr(s.message, ':');
    if (colon == NULL || strncmp(s.message, "...", 3) != 0)
        return s;
    size_t tail = (size_t)(colon - s.message) - 3, n = strlen(script);
    if (tail > n || memcmp(script + n - tail, s.message + 3, tail) != 0)
        return s;
    snprintf(text, sizeof text, "%s%s", script, colon);
    return status_fail(s.code, s.origin, "%s", text);
}

perp_status bind_scene(bind_call *c, lua_State **out)
{
    const bind_options *o = c->asked;
    lua_State *L;
    c->source = (place_source){o->script, o->text, o->length};
    *out = NULL;
    PERP_TRY(there(o));
    perp_status s = sandbox_open(o, &L);
    if (s.code == PERP_OK) {
        if (o->host == NULL)
            running = L;
        lua_pushcfunction(L, scene_main);
        lua_pushlightuserdata(L, c);
        s = whole_name(sandbox_call(L, 1, 1), o->script);
        if (s.code == PERP_OK && (o->study != NULL || c->kept.wanted))
            s = simulate_studied(c);
        if (o->host == NULL)
            running = NULL;
    }
    if (s.code != PERP_OK)
        return closed(L, s);
    *out = L;
    return s;
}

static perp_status scene(bind_call *c)
{
    lua_State *L;
    PERP_TRY(bind_scene(c, &L));
    if (c->listing && lua_isstring(L, -1))
        fputs(lua_tostring(L, -1), stdout);
    sandbox_close(L);
    return PERP_SUCCESS;
}

static void begin(const bind_options *o)
{
    output_begin(&(output_wish){o->csv, o->plot, o->quiet, o->json,
                                 o->untimed});
}

/* What another room has promised to write is forgotten with the rest. */
static perp_status checked(const bind_options *o)
{
    perp_status s = check(o);
    if (s.code != PERP_OK)
        apart_forget();
    return s;
}

perp_status bind_run(const bind_options *o)
{
    bind_call c = {.asked = o};
    PERP_TRY(checked(o));
    PERP_TRY(problems_begin(&c));
    begin(o);
    perp_status s = scene(&c);
    if (s.code == PERP_OK)
        s = problems_met(&c);
    if (s.code == PERP_OK)
        s = problems_put(&c);
    if (s.code == PERP_OK)
        s = output_finish();
    else
        output_abandon();
    if (s.code == PERP_OK || s.code == PERP_REFUTED)
        problems_tell(&c), vtk_tell(&c);
    problems_end(&c);
    return s;
}

perp_status bind_params(const bind_options *o)
{
    bind_call c = {.asked = o, .listing = 1};
    PERP_TRY(checked(o));
    begin(o);
    perp_status s = scene(&c);
    output_abandon();
    return s;
}

const char *bind_lua(void)
{
    return LUA_RELEASE;
}
