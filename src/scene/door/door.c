/**
# The door: scenes and errors

A scene is what it was made of, and is read by each run anew. So it holds texts and
numbers only; what holds a Lua state is a run, and a run has a copy of its scene,
which may then be changed or freed.
*/
#include "scene/door/door.h"

#include "base/memory.h"
#include "lcp/kernel/tableau_f64.h"
#include "number/sincos.h"

#include <fenv.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

_Static_assert((int)PERP_ERROR_REFUTED == (int)PERP_REFUTED &&
                   (int)PERP_ERROR_USAGE == (int)PERP_USAGE &&
                   (int)PERP_ERROR_INPUT == (int)PERP_INPUT &&
                   (int)PERP_ERROR_NO_SOLUTION == (int)PERP_NO_SOLUTION &&
                   (int)PERP_ERROR_LIMIT == (int)PERP_LIMIT &&
                   (int)PERP_ERROR_IO == (int)PERP_IO &&
                   (int)PERP_ERROR_BUG == (int)PERP_BUG,
               "the door's codes are those of the house");

int door_end(perp_error *error, perp_status s)
{
    if (error != NULL) {
        error->code = (int)s.code;
        snprintf(error->message, sizeof error->message, "%s",
                 s.code != PERP_OK ? s.message : "");
    }
    return s.code == PERP_OK ? 0 : -1;
}

const char *perp_version(void)
{
    return PERP_VERSION;
}

void perp_adopt_gmp(void)
{
    memory_adopt_gmp();
}

void perp_thread_end(void)
{
    sincos_free();
}

/** A program that was linked with -ffast-math flushes subnormal numbers in every
thread that it makes; others set a rounding for intervals and forget it. */
perp_status door_arithmetic(void)
{
    volatile double small = 0x1p-1022;
    if (fegetround() != FE_TONEAREST || small * 0.5 == 0)
        return PERP_FAIL(PERP_USAGE,
                         "this thread %s; perp's results are promised for "
                         "rounding to nearest with subnormal numbers: restore "
                         "it, or call from another thread",
                         small * 0.5 == 0 ? "flushes subnormal numbers to zero"
                                          : "does not round to nearest");
    return f64_named();
}

/** The fields that the caller's header has; what a newer header has more must be
zero, because an older library would not know that something was asked. */
perp_status door_asked(const perp_options *from, perp_options *out)
{
    *out = (perp_options){.size = sizeof *out};
    if (from == NULL)
        return PERP_SUCCESS;
    if (from->size < offsetof(perp_options, scene_seconds))
        return PERP_FAIL(PERP_USAGE,
                         "perp_options.size is %zu; write sizeof(perp_options)",
                         from->size);
    const size_t known = from->size < sizeof *out ? from->size : sizeof *out;
    for (size_t i = known; i < from->size; i++)
        if (((const char *)from)[i] != 0)
            return PERP_FAIL(PERP_USAGE,
                             "perp_options has a field that this library, "
                             "perp %s, does not know",
                             PERP_VERSION);
    memcpy(out, from, known);
    if ((int)out->arithmetic < 0 || out->arithmetic > PERP_RATIONAL)
        return PERP_FAIL(PERP_USAGE,
                         "perp_options.arithmetic is %d; it is PERP_DOUBLE, "
                         "PERP_PROVE or PERP_RATIONAL",
                         (int)out->arithmetic);
    if (!(out->scene_seconds >= 0 && out->scene_seconds <= 1e6) ||
        !(out->exact_seconds >= 0 && out->exact_seconds <= 1e9))
        return PERP_FAIL(PERP_USAGE, "perp_options: seconds are numbers >= 0, "
                                     "of a scene at most 1e6");
    if (out->scene_megabytes < 0 || out->scene_megabytes > 1000000)
        return PERP_FAIL(PERP_USAGE,
                         "perp_options.scene_megabytes is %ld; it is from 0 "
                         "to 1000000",
                         out->scene_megabytes);
    return PERP_SUCCESS;
}

/* Null stays null; *lost when there is no memory. */
static char *kept(const char *text, size_t n, int *lost)
{
    char *copy = text != NULL ? memory_new(n + 1, 1) : NULL;
    if (copy != NULL)
        memcpy(copy, text, n);
    *lost |= text != NULL && copy == NULL;
    return copy;
}

static char *kept_text(const char *text, int *lost)
{
    return kept(text, text != NULL ? strlen(text) : 0, lost);
}

static void take_options(perp_scene *s, const perp_options *o)
{
    s->options = *o;
    s->options.lua = s->lua;
    s->host = (bind_host){o->say, o->watch, o->user, s->lua};
}

static perp_scene *made(const perp_scene *of)
{
    int lost = 0;
    perp_scene *s = memory_new(1, sizeof *s);
    if (s == NULL)
        return NULL;
    s->script = kept_text(of->script, &lost);
    s->text = kept(of->text, of->length, &lost);
    s->length = of->length;
    s->lua = kept_text(of->lua, &lost);
    take_options(s, &of->options);
    if (of->sets > 0)
        s->set = memory_new((size_t)of->sets, sizeof *s->set);
    lost |= of->sets > 0 && s->set == NULL;
    for (; !lost && s->sets < of->sets; s->sets++)
        s->set[s->sets] = kept_text(of->set[s->sets], &lost);
    if (!lost)
        return s;
    perp_scene_free(s);
    return NULL;
}

perp_scene *door_copy(const perp_scene *from)
{
    return made(from);
}

static perp_scene *new_scene(const perp_scene *of, const perp_options *options,
                             perp_error *error)
{
    perp_scene given = *of, *s = NULL;
    perp_status st = door_asked(options, &given.options);
    given.lua = (char *)given.options.lua; /* is copied */
    if (st.code == PERP_OK && of->script == NULL)
        st = PERP_FAIL(PERP_USAGE, "a scene wants a name");
    if (st.code == PERP_OK && (s = made(&given)) == NULL)
        st = PERP_NO_MEMORY(sizeof *s);
    return door_end(error, st) == 0 ? s : NULL;
}

perp_scene *perp_scene_file(const char *path, const perp_options *options,
                            perp_error *error)
{
    return new_scene(&(perp_scene){.script = (char *)path}, options, error);
}

perp_scene *perp_scene_text(const char *name, const char *text, size_t length,
                            const perp_options *options, perp_error *error)
{
    const perp_scene given = {.script = (char *)name,
                              .text = (char *)(text != NULL ? text : ""),
                              .length = text != NULL ? length : 0};
    return new_scene(&given, options, error);
}

int perp_scene_set(perp_scene *s, const char *name, const char *value,
                   perp_error *error)
{
    if (name == NULL || value == NULL || name[0] == '\0' ||
        strchr(name, '=') != NULL)
        return door_end(error, PERP_FAIL(PERP_USAGE,
                                         "a parameter wants a name without "
                                         "'=', and a value"));
    const size_t n = strlen(name), room = n + strlen(value) + 2;
    char *text = memory_new(room, 1);
    char **grown = memory_resize(s->set, ((size_t)s->sets + 1) * sizeof *grown);
    s->set = grown != NULL ? grown : s->set;
    if (text == NULL || grown == NULL) {
        memory_free(text);
        return door_end(error, PERP_NO_MEMORY(room));
    }
    snprintf(text, room, "%s=%s", name, value);
    for (int i = 0; i < s->sets; i++) /* the last one counts */
        if (strncmp(s->set[i], text, n + 1) == 0) {
            memory_free(s->set[i]);
            s->set[i] = text;
            return door_end(error, PERP_SUCCESS);
        }
    s->set[s->sets++] = text;
    return door_end(error, PERP_SUCCESS);
}

bind_options door_options(const perp_scene *s, const char *name)
{
    const perp_options *o = &s->options;
    return (bind_options){
        .script = s->script,
        .text = s->text,
        .length = s->length,
        .host = &s->host,
        .sets = s->sets,
        .set = (const char *const *)s->set,
        .mode = o->arithmetic == PERP_RATIONAL ? EXPERIMENT_RATIONAL
                : o->arithmetic == PERP_PROVE  ? EXPERIMENT_EXACT_CHECK
                                               : EXPERIMENT_DOUBLE,
        .limits = {o->exact_bits, o->exact_seconds},
        .seconds = o->scene_seconds,
        .megabytes = o->scene_megabytes,
        .run = name};
}

const char *perp_scene_parameters(perp_scene *s, perp_error *error)
{
    const bind_options o = door_options(s, NULL);
    char *text = NULL;
    perp_status st = door_arithmetic();
    if (st.code == PERP_OK)
        st = bind_parameters(&o, &text);
    if (door_end(error, st) != 0)
        return NULL;
    memory_free(s->parameters);
    return s->parameters = text;
}

void perp_scene_free(perp_scene *s)
{
    if (s == NULL)
        return;
    for (int i = 0; i < s->sets; i++)
        memory_free(s->set[i]);
    memory_free(s->set);
    memory_free(s->script);
    memory_free(s->text);
    memory_free(s->lua);
    memory_free(s->parameters);
    memory_free(s);
}
