/**
# A scene in somebody else's program

The state stays open as long as the host likes, and with it all that the run refers
to. Nothing here is the process's: no file is written, no signal is set, what would be
printed goes to the host.
*/
#include "base/memory.h"
#include "scene/bind/inside.h"

#include <string.h>

struct bind_held {
    bind_options asked;
    bind_call call;
    lua_State *L;
};

perp_status bind_hold(const bind_options *o, int by_steps, bind_held **out)
{
    *out = NULL;
    bind_held *h = memory_new(1, sizeof *h);
    if (h == NULL)
        return PERP_NO_MEMORY(sizeof *h);
    h->asked = *o;
    h->call.asked = &h->asked;
    h->call.kept.wanted = 1;
    h->call.kept.by_steps = by_steps;
    perp_status s = bind_scene(&h->call, &h->L);
    if (s.code == PERP_OK)
        *out = h;
    else
        memory_free(h);
    return s;
}

const bind_run_kept *bind_kept(const bind_held *h)
{
    return &h->call.kept.run;
}

perp_status bind_step(bind_held *h)
{
    return simulate_step(&h->call);
}

void bind_release(bind_held *h)
{
    if (h != NULL)
        sandbox_close(h->L);
    memory_free(h);
}

perp_status bind_parameters(const bind_options *o, char **out)
{
    bind_options asked = *o;
    bind_call c = {.asked = &asked, .listing = 1};
    size_t n = 0;
    lua_State *L;
    asked.json = 1;
    *out = NULL;
    PERP_TRY(bind_scene(&c, &L));
    const char *text = lua_tolstring(L, -1, &n); /* core.finish gives a text */
    if (text != NULL && (*out = memory_new(n + 1, 1)) != NULL)
        memcpy(*out, text, n);
    sandbox_close(L);
    return *out != NULL ? PERP_SUCCESS : PERP_NO_MEMORY(n + 1);
}
