/* Scenes that the tests of the door share, and the bytes that are alive. */
#pragma once

#include "scene/door/perp.h"

#include "check.h"

#include <malloc.h>
#include <string.h>

/* A block that slides to rest under friction, mu = 1/4, with g = 10: it stops at
   t = v / (mu g). */
static const char SLIDE[] =
    "local perp = require 'perp'\n"
    "local mu = perp.param('mu', perp.ratio(1, 4), 'coefficient')\n"
    "local system = perp.system { coordinates = { 'x', 'y' },\n"
    "  mass = { { 1, 0 }, { 0, 1 } }, force = { 0, -10 },\n"
    "  contacts = function(q, v) return { { name = 'ground', gap = q.y,\n"
    "    slips = { v.x }, mu = mu } } end }\n"
    "return { system = system, h = perp.ratio(1, 64), T = 1, alpha = 1,\n"
    "  q = { 0, 0 }, v = { 1, 0 } }\n";

/* The same, pushed by a cosine, thrown up: another motion, other code. */
static const char PUSH[] =
    "local perp = require 'perp'\n"
    "local planar = require 'perp.planar'\n"
    "local system = perp.system { coordinates = { 'x', 'y', 'a' },\n"
    "  mass = function(q) return { { 1, 0, 0 }, { 0, 1, 0 },\n"
    "    { 0, 0, 2 + perp.sin(q.a) } } end,\n"
    "  force = function(t) return { 8 * perp.cos(t), -9.81, 1 } end,\n"
    "  contacts = function(q, v) return { { name = 'ground', gap = q.y,\n"
    "    slips = { v.x }, mu = 0.8 } } end }\n"
    "return { system = system, h = 1/128, T = 4, q = { 0, 0.1, 0 },\n"
    "  v = { 1, 2, 0 } }\n";

static inline perp_scene *scene_of(const char *text, perp_arithmetic how)
{
    const perp_options o = {.size = sizeof o, .arithmetic = how};
    perp_error e;
    perp_scene *s = perp_scene_text("scene.lua", text, strlen(text), &o, &e);
    CHECK(s != NULL && e.code == 0, "%s", e.message);
    if (s == NULL)
        exit(1);
    return s;
}

#if defined(__SANITIZE_ADDRESS__)
size_t __sanitizer_get_current_allocated_bytes(void);
static inline size_t alive(void)
{
    return __sanitizer_get_current_allocated_bytes();
}
#else
static inline size_t alive(void)
{
    const struct mallinfo2 m = mallinfo2();
    return m.uordblks + m.hblkhd;
}
#endif
