/**
# Behind the door

What the files of this room share.
*/
#pragma once

#include "base/arena.h"
#include "base/status.h"
#include "scene/bind/bind.h"
#include "scene/door/perp.h"

/* What a scene is, all of it its own: a run takes a copy. */
struct perp_scene {
    char *script, *text, *lua;
    size_t length;
    char **set; /* "name=value" */
    int sets;
    char *parameters; /* what was listed last */
    perp_options options;
    bind_host host;
};

/* The status as the caller's error; 0, or -1 when it is one. */
int door_end(perp_error *error, perp_status s);

/* The caller's options, those that he knows; null: the defaults. USAGE. */
perp_status door_asked(const perp_options *from, perp_options *out);

/* A copy that perp_scene_free gives back; null: no memory. */
perp_scene *door_copy(const perp_scene *from);

/* What it asks of a run; borrowed from the scene. */
bind_options door_options(const perp_scene *s, const char *name);

/* USAGE: this thread's arithmetic is not that which results are promised for,
   or PERP_KERNEL names no kernel. */
perp_status door_arithmetic(void);
