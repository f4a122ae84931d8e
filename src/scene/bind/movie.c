/**
# What a replay needs of a run

The library `lua/perp/movie.lua` writes the data of a replay; here are the three
things that it cannot know: gaps and rows of contacts at each row of the table, how the
proofs are called, and the page.
*/
#include "run/trace/drawn.h"
#include "base/file.h"
#include "run/trace/reread.h"
#include "scene/bind/own_run.h"
#include "scene/run/page.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define SURVEY "perp.survey"
#define REREAD "perp.reread"

static int survey_gc(lua_State *L)
{
    survey_free(luaL_checkudata(L, 1, SURVEY));
    return owned_gone(L);
}

static void push_list(lua_State *L, const double *x, int n)
{
    lua_createtable(L, n, 0);
    for (int i = 0; i < n; i++) {
        lua_pushnumber(L, x[i]);
        lua_rawseti(L, -2, i + 1);
    }
}

/* { contact, p = , n = , d = }: of active contact i, counted from 1; d is the
   first of its slips. */
static void push_push(lua_State *L, survey *x, int i, int row)
{
    const step_data *d = &x->data;
    const int nv = d->nv;
    lua_createtable(L, 1, 3);
    lua_pushinteger(L, x->set.id[i] + 1);
    lua_rawseti(L, -2, 1);
    drawn_impulse(x, i, row, x->v); /* its place to move in */
    push_list(L, x->v, nv);
    lua_setfield(L, -2, "p");
    push_list(L, d->n + i * nv, nv);
    lua_setfield(L, -2, "n");
    if (d->slip_at[i] < d->slip_at[i + 1]) {
        push_list(L, d->d + d->slip_at[i] * nv, nv);
        lua_setfield(L, -2, "d");
    }
}

/** `geometry(run, system)` gives a function of a row of the table, counted from 0: the
gaps of all contacts at its position, and what pushes there: the impulses of the
step that led to the row. Both at the row's own position, where the bodies are
drawn; the step was posed where it began, no more than $h |v|$ away. */
static int geometry_row(lua_State *L)
{
    survey *x = luaL_checkudata(L, lua_upvalueindex(1), SURVEY);
    const lua_Integer row = luaL_checkinteger(L, 1);
    if (row < 0 || row >= x->t->rows)
        return place_fail(L, PERP_INPUT, "the run has no row %lld",
                          (long long)row);
    const double *cells = x->t->cell + (size_t)row * (size_t)x->t->columns;
    perp_status s = survey_look(x, (int)row, 0, 0);
    if (s.code != PERP_OK)
        return place_raise(L, s);
    push_list(L, x->work.gap, x->s->contacts);
    lua_newtable(L);
    for (int i = 0, n = 0; i < x->set.n; i++)
        if (x->at.cn >= 0 && cells[x->at.cn + x->set.id[i]] > 0) {
            push_push(L, x, i, (int)row);
            lua_rawseti(L, -2, ++n);
        }
    return 2;
}

static int core_geometry(lua_State *L)
{
    const trace *t = simulate_trace(L, 1);
    const perp_system *sys = scene_system(L, 2);
    lua_settop(L, 2);
    survey *x = record_owner(L, sizeof *x, SURVEY);
    lua_createtable(L, 2, 0);
    for (int i = 1; i <= 2; i++) {
        lua_pushvalue(L, i);
        lua_rawseti(L, -2, i);
    }
    lua_setiuservalue(L, -2, 1);
    perp_status s = survey_new(x, sys, t, -HUGE_VAL, 16);
    if (s.code != PERP_OK)
        return place_raise(L, s);
    lua_pushcclosure(L, geometry_row, 1);
    return 1;
}

/** ## A trace in the place of a run

`reread(k)` reads the k-th trace of `perp movie` and gives the run with its rows, the
first line, a function of a row, counted from 0, that gives the line behind it, the last
line, or nil when the run was killed, and the path; nothing when there are not so many. */
static int reread_place(lua_State *L)
{
    const reread *x = luaL_checkudata(L, lua_upvalueindex(1), REREAD);
    const lua_Integer row = luaL_checkinteger(L, 1);
    if (row < 0 || row >= x->places)
        return place_fail(L, PERP_INPUT, "the trace has no row %lld",
                          (long long)row);
    lua_pushstring(L, x->place[row]);
    return 1;
}

static int core_reread(lua_State *L)
{
    const bind_options *o = bind_asked(L);
    const lua_Integer k = luaL_checkinteger(L, 1);
    if (o == NULL || k < 1 || k > o->trace_count)
        return 0;
    own_run *r = record_owner(L, sizeof *r, RUN);
    reread *x = record_owner(L, sizeof *x, REREAD);
    sandbox_pause(L);
    perp_status s = reread_open(o->traces[k - 1], x);
    sandbox_resume(L);
    if (s.code != PERP_OK)
        return place_raise(L, s);
    r->t = x->t;
    r->made = 1;
    x->t = (trace){0};
    lua_pushstring(L, x->head);
    lua_pushvalue(L, -2);
    lua_pushcclosure(L, reread_place, 1);
    lua_pushstring(L, x->last); /* nil of null */
    lua_pushstring(L, o->traces[k - 1]);
    lua_remove(L, -5);
    return 5;
}

static int reread_gc(lua_State *L)
{
    reread_free(luaL_checkudata(L, 1, REREAD));
    return owned_gone(L);
}

/** `friction(system)`: the coefficients of all contacts. */
static int core_friction(lua_State *L)
{
    const perp_system *s = scene_system(L, 1);
    push_list(L, s->mu, s->contacts);
    return 1;
}

/** `movie(data, names)`: the page of --movie with these data, and with the proofs of
the runs of these names, in their order, if there are proofs. */
static int core_movie(lua_State *L)
{
    const bind_call *c = bind_call_of(L);
    const char *asked = c != NULL ? c->asked->movie : NULL;
    FILE *f;
    if (asked == NULL)
        return place_fail(L, PERP_INPUT, "a replay, and no --movie FILE");
    page_block data = {.id = "data"};
    data.bytes = luaL_checklstring(L, 1, &data.n);
    sandbox_says(L, data.n);
    luaL_checktype(L, 2, LUA_TTABLE);
    const lua_Integer runs = c->asked->cert != NULL ? luaL_len(L, 2) : 0;
    if (runs > 1000)
        return place_fail(L, PERP_LIMIT, "a page holds 1000 proofs at most");
    typedef char id[24];
    typedef char name[NAMES_ROOM + 8];
    const size_t files = 2 * (size_t)runs;
    page_block *block = lua_newuserdatauv(L, (files + 1) * sizeof *block, 0);
    id *ids = lua_newuserdatauv(L, (files + 1) * sizeof *ids, 0);
    name *names = lua_newuserdatauv(L, (files + 1) * sizeof *names, 0);
    block[0] = data;
    for (lua_Integer i = 0; i < runs; i++) {
        char *proof = names[2 * i], *scene = names[2 * i + 1];
        lua_rawgeti(L, 2, i + 1);
        if (!names_of_run(c->asked->cert, i > 0 ? luaL_checkstring(L, -1) : "",
                          proof))
            return place_fail(L, PERP_IO, "the name of a proof is too long");
        lua_pop(L, 1);
        memcpy(scene, proof, sizeof *names);
        strcat(scene, ".scene");
        snprintf(ids[2 * i], sizeof *ids, "proof-%d", (int)i);
        snprintf(ids[2 * i + 1], sizeof *ids, "scene-%d", (int)i);
        for (int k = 0; k < 2; k++)
            block[2 * i + 1 + k] =
                (page_block){.id = ids[2 * i + k], .file = names[2 * i + k]};
    }
    char sources[4200];
    if (!modules_place(L, "perp/movie", sources, sizeof sources))
        return place_fail(L, PERP_IO, "perp/movie is not found");
    sandbox_pause(L);
    perp_status s = output_file("--movie", asked, "", &f);
    if (s.code == PERP_OK)
        s = page_write(f, sources, block, (int)files + 1);
    perp_status end = file_end(f, asked);
    s = s.code == PERP_OK ? end : s;
    sandbox_resume(L);
    return s.code == PERP_OK ? 0 : place_raise(L, s);
}

void movie_open(lua_State *L)
{
    static const luaL_Reg names[] = {{"geometry", core_geometry},
                                     {"friction", core_friction},
                                     {"movie", core_movie},
                                     {"reread", core_reread},
                                     {NULL, NULL}};
    luaL_setfuncs(L, names, 0);
    owned_type(L, SURVEY, survey_gc);
    owned_type(L, REREAD, reread_gc);
    lua_pop(L, 2);
}
