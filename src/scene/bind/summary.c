/**
# What is said of a run

To the one who reads the terminal, and to the scene: the columns that it wants
to hear of, the shapes that cannot touch, warnings, the numbers of `--json`.
*/
#include "scene/bind/inside.h"

/* The list at a key of the experiment, which stays on the stack; none is an
   empty one. */
static int listed(lua_State *L, const char *key)
{
    lua_getfield(L, 1, key);
    if (lua_isnil(L, -1)) {
        lua_pop(L, 1);
        lua_newtable(L);
    }
    if (!lua_istable(L, -1))
        place_fail(L, PERP_INPUT, "%s: a list is wanted", key);
    return lua_gettop(L);
}

/* Its texts, in a userdata that stays. They are those of the list, which stays,
   too. */
static const char *const *texts(lua_State *L, const char *key, int *n)
{
    const int list = listed(L, key);
    *n = (int)lua_rawlen(L, list);
    const char **out = lua_newuserdatauv(L, ((size_t)*n + 1) * sizeof *out, 0);
    for (int i = 0; i < *n; i++) {
        lua_rawgeti(L, list, i + 1);
        if (lua_type(L, -1) != LUA_TSTRING)
            place_fail(L, PERP_INPUT, "%s: texts are wanted", key);
        out[i] = lua_tostring(L, -1);
        lua_pop(L, 1);
    }
    return out;
}

void summary_read(lua_State *L, experiment *e)
{
    int n;
    e->never = texts(L, "never", &e->nevers);
    e->parameter = texts(L, "parameters", &e->parameters);
    const char *const *column = texts(L, "watch", &n);
    const int list = listed(L, "within");
    watched_wish *wish =
        lua_newuserdatauv(L, ((size_t)n + 1) * sizeof *wish, 0);
    for (int i = 0; i < n && i < WATCHED_MOST; i++) {
        lua_rawgeti(L, list, i + 1);
        wish[i] = (watched_wish){column[i], lua_tonumber(L, -1)};
        lua_pop(L, 1);
    }
    e->wish = wish;
    e->wishes = n < WATCHED_MOST ? n : WATCHED_MOST;
}

void summary_say(const bind_options *o, const experiment *e, const summary *s)
{
    const drift_found *d = &s->drift;
    if (o != NULL && o->quiet)
        return;
    if (s->note != NULL)
        doors_say(o, "note: %s\n", s->note);
    for (int i = 0; i < d->nevers; i++)
        doors_say(o, "note: never touch: %s\n", d->never[i]);
    for (int i = 0; i < d->warnings; i++)
        doors_say(o, "warning: %s: %s\n", e->name != NULL ? e->name : "run",
                    d->warning[i]);
}

static void push_drift(lua_State *L, const drift_found *d)
{
    if (d->joints) {
        lua_pushnumber(L, d->gap.x);
        lua_setfield(L, -2, "joint_gap_max");
    }
    if (d->parts) {
        lua_pushnumber(L, d->part.x);
        lua_setfield(L, -2, "parasitic");
    }
    lua_createtable(L, d->warnings, 0);
    for (int i = 0; i < d->warnings; i++) {
        lua_pushstring(L, d->warning[i]);
        lua_rawseti(L, -2, i + 1);
    }
    lua_setfield(L, -2, "warnings");
}

static void push_watched(lua_State *L, const watched *w)
{
    lua_createtable(L, 0, w->n);
    for (int i = 0; i < w->n; i++) {
        const struct {
            const char *key;
            double x;
        } values[] = {{"first", w->of[i].first},
                      {"last", w->of[i].last},
                      {"least", w->of[i].least},
                      {"most", w->of[i].most}};
        lua_createtable(L, 0, 4);
        for (int k = 0; k < 4; k++) {
            lua_pushnumber(L, values[k].x);
            lua_setfield(L, -2, values[k].key);
        }
        lua_setfield(L, -2, w->of[i].column);
    }
    lua_setfield(L, -2, "watch");
}

void summary_push(lua_State *L, const summary *s)
{
    const struct {
        const char *key;
        long n;
    } counts[] = {{"steps", s->steps},
                  {"steps_proven", s->steps_proven},
                  {"collisions", s->collisions},
                  {"lcps", s->lcps},
                  {"fallbacks", s->fallbacks}};
    const struct {
        const char *key;
        double x;
    } values[] = {{"max_residual", s->max_residual},
                  {"tv_v", s->tv_v},
                  {"tv_va", s->tv_va},
                  {"kinetic_first", s->kinetic_first},
                  {"kinetic_last", s->kinetic_last}};
    lua_createtable(L, 0, 10);
    for (int i = 0; i < 5; i++) {
        lua_pushinteger(L, counts[i].n);
        lua_setfield(L, -2, counts[i].key);
    }
    for (int i = 0; i < 5; i++) {
        lua_pushnumber(L, values[i].x);
        lua_setfield(L, -2, values[i].key);
    }
    for (int i = 0; i < s->owns; i++) {
        lua_pushnumber(L, s->own[i].x);
        lua_setfield(L, -2, s->own[i].name);
    }
    push_drift(L, &s->drift);
    push_watched(L, &s->watched);
}
