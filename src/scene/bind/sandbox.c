/**
# The Lua state of a scene

A scene is trusted to be a program, not to be friendly: it may loop for ever by
mistake, but it is not an attack. So it gets memory up to a cap, CPU time up to
a limit, and what `doors.c` lets it have.
*/
#include "base/file.h"
#include "base/memory.h"
#include "scene/bind/inside.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

enum { HOOKS_A_SECOND = 1000000, SAYS_MEGABYTES = 256 };

/* One for each state: Lua hands it to its allocator, and so to whoever asks. */
typedef struct {
    size_t bytes, cap;
    double seconds;
    size_t said; /* bytes of words and figures */
    int refused;
    long megabytes;
    const char *script;
    const bind_host *host;       /* or null */
    char place[256];             /* where the limit was noticed */
    volatile sig_atomic_t ticks; /* how often the clock rang */
    struct itimerval left;       /* the program's clock */
    double used, since;          /* the host's: s of this thread's CPU */
    double asked;                /* how often the hook has asked */
    char last_words[512];
    size_t last_length;
} sandbox;

/* The scene whose clock is the process's own. A signal has no argument; who has
   a host is never here. */
static sandbox *volatile rings;

/** ## Memory

Lua asks for all its memory here. A refusal makes Lua collect garbage and ask
again, then raise an error that carries no line: the place is noted here. */
static void *box_memory(void *user, void *block, size_t old, size_t wanted)
{
    sandbox *box = user;
    if (block == NULL)
        old = 0;
    if (wanted == 0) {
        box->bytes -= old;
        memory_free(block);
        return NULL;
    }
    if (wanted > old && wanted - old > box->cap - box->bytes) {
        box->refused = 1;
        return NULL;
    }
    void *grown =
        block == NULL ? memory_new(1, wanted) : memory_resize(block, wanted);
    if (grown == NULL)
        return wanted <= old ? block : NULL;
    box->bytes = box->bytes - old + wanted;
    return grown;
}

/* Null in a stock Lua, whose allocator is its own. */
static sandbox *box_of(lua_State *L)
{
    void *user;
    return lua_getallocf(L, &user) == box_memory ? user : NULL;
}

const bind_host *sandbox_host(lua_State *L)
{
    const sandbox *box = box_of(L);
    return box != NULL ? box->host : NULL;
}

/** Words and figures are the scene's own, and go where a disk may be. In a stock Lua
they are the interpreter's. */
void sandbox_says(lua_State *L, size_t n)
{
    sandbox *box = box_of(L);
    const size_t most = (size_t)SAYS_MEGABYTES << 20;
    if (box != NULL && n > most - box->said)
        place_fail(L, PERP_LIMIT,
                   "the scene prints and draws more than %d megabytes",
                   (int)SAYS_MEGABYTES);
    if (box != NULL)
        box->said += n;
}

/** ## Time

A timer counts the CPU time of the scene, not of the steps. When it rings for
the first time, a flag goes up, and the hook that every thread of Lua inherits
raises an error at the next instruction; it goes on raising, so a `pcall` in a
loop ends too. A hook cannot interrupt a C function (a pattern that backtracks
for a year) nor a finalizer, during which Lua switches hooks off. For these the
timer rings again as much later, a second at most, and the process ends there: one line, no half
written file. Only write, _exit and what file_unlink calls are called, as a signal
handler must.

Timer, signal and end of the process belong to the program. In a host's process the
hook itself reads the clock of its thread, every thousand instructions, and counts: a
clock that fails or stands still does not make a limit endless. No processor does
10^9 of Lua's instructions in a second. Finalizers are refused, see `doors.c`; one call
of a library function is not interrupted. */
static void box_ring(int signal_number)
{
    (void)signal_number;
    sandbox *box = rings;
    if (box == NULL || ++box->ticks < 2)
        return;
    file_unlink();
    ssize_t written = write(2, box->last_words, box->last_length);
    _exit(written >= 0 ? PERP_LIMIT : PERP_IO);
}

/* CPU seconds of this thread. */
static double box_now(void)
{
    struct timespec now;
    if (clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now) != 0)
        return 0;
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static void box_hook(lua_State *L, lua_Debug *at)
{
    (void)at;
    sandbox *box = box_of(L);
    if (box->host != NULL && box->ticks == 0 &&
        (box->used + (box_now() - box->since) > box->seconds ||
         ++box->asked > box->seconds * HOOKS_A_SECOND))
        box->ticks = 1;
    if (box->ticks == 0)
        return;
    lua_Debug ar;
    if (box->place[0] == '\0' && place_scene(L, &ar) >= 0)
        snprintf(box->place, sizeof box->place, "%.200s:%d: ", ar.source + 1,
                 ar.currentline);
    lua_sethook(L, box_hook, LUA_MASKCOUNT, 1);
    lua_pushliteral(L, "time is over");
    lua_error(L);
}

int sandbox_over(lua_State *L)
{
    const sandbox *box = box_of(L);
    return box != NULL && box->ticks > 0;
}

void sandbox_resume(lua_State *L)
{
    sandbox *box = box_of(L);
    if (box == NULL || box->seconds <= 0)
        return;
    if (box->host != NULL) {
        box->since = box_now();
        return;
    }
    rings = box;
    setitimer(ITIMER_PROF, &box->left, NULL);
}

void sandbox_pause(lua_State *L)
{
    static const struct itimerval off;
    sandbox *box = box_of(L);
    if (box == NULL || box->seconds <= 0)
        return;
    if (box->host != NULL)
        box->used += box_now() - box->since;
    else
        setitimer(ITIMER_PROF, &off, &box->left);
}

/* At least a microsecond: nothing would stop the timer. */
static struct timeval span(double seconds)
{
    const long whole = (long)seconds;
    const long rest = (long)((seconds - (double)whole) * 1e6);
    return (struct timeval){whole, whole == 0 && rest == 0 ? 1 : rest};
}

static void box_clock(sandbox *box, const bind_options *o)
{
    struct sigaction act = {0};
    box->seconds = o->seconds > 0 ? o->seconds : 10;
    if (box->host != NULL)
        return;
    box->left = (struct itimerval){span(box->seconds < 1 ? box->seconds : 1),
                                   span(box->seconds)};
    box->last_length = (size_t)snprintf(
        box->last_words, sizeof box->last_words,
        "perp: %.200s: the scene still runs after %g s of CPU time, inside "
        "one library call or a finalizer; --scene-seconds sets the limit\n",
        o->script, box->seconds);
    act.sa_handler = box_ring;
    act.sa_flags = SA_RESTART;
    sigemptyset(&act.sa_mask);
    sigaction(SIGPROF, &act, NULL);
}

/** ## A call and its end

The clock runs while the call runs. Which limit ended it is known here, not in
the message: a scene may have caught and renamed the error. */
static perp_status failure(lua_State *L, int result)
{
    perp_code code = PERP_LIMIT;
    const sandbox *box = box_of(L);
    const int hosted = box->host != NULL;
    if (box->ticks > 0)
        return PERP_FAIL(PERP_LIMIT,
                         "%sthe scene took more than %g s of CPU time; %s "
                         "sets the limit",
                         box->place[0] != '\0' ? box->place : "", box->seconds,
                         hosted ? "scene_seconds" : "--scene-seconds");
    if (result == LUA_ERRMEM)
        return PERP_FAIL(PERP_LIMIT,
                         "%s: the scene needs more than %ld "
                         "megabytes; %s sets the limit",
                         box->script, box->megabytes,
                         hosted ? "scene_megabytes" : "--scene-megabytes");
    const char *text = place_message(L, &code);
    if (strstr(text, "resulting string too large") != NULL)
        code = PERP_LIMIT;
    return PERP_FAIL(code, "%s", text);
}

perp_status sandbox_call(lua_State *L, int arguments, int results)
{
    const sandbox *box = box_of(L);
    sandbox_resume(L);
    int result = lua_pcall(L, arguments, results, 0);
    sandbox_pause(L);
    return result == LUA_OK && box->ticks == 0 ? PERP_SUCCESS
                                               : failure(L, result);
}

perp_status sandbox_open(const bind_options *o, lua_State **out)
{
    *out = NULL;
    sandbox *box = memory_new(1, sizeof *box);
    if (box == NULL)
        return PERP_NO_MEMORY(sizeof *box);
    box->megabytes = o->megabytes > 0 ? o->megabytes : 1024;
    box->cap = (size_t)box->megabytes << 20;
    box->script = o->script;
    box->host = o->host;
    lua_State *L = *out = lua_newstate(box_memory, box);
    if (L == NULL) {
        memory_free(box);
        return PERP_NO_MEMORY(4096);
    }
    lua_pushcfunction(L, doors_open);
    int result = lua_pcall(L, 0, 0, 0);
    if (result != LUA_OK)
        return failure(L, result);
    box_clock(box, o);
    lua_sethook(L, box_hook, LUA_MASKCOUNT, 1000);
    return PERP_SUCCESS;
}

void sandbox_close(lua_State *L)
{
    if (L == NULL)
        return;
    sandbox *box = box_of(L);
    sandbox_resume(L);
    lua_close(L);
    if (box->host == NULL && box->seconds > 0)
        setitimer(ITIMER_PROF, &(struct itimerval){0}, NULL);
    if (rings == box)
        rings = NULL;
    memory_free(box);
}
