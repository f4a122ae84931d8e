/**
# A random cone, its rays and the verdict on it
*/
#pragma once

#include "cones.h"

/* A random cone, its edges, its verdict. */
typedef struct {
    arena a;
    cones x;
    cone c;
    cone_rays r;
    pointed v;
} instance;

static inline void instance_new(instance *s, check_random *r,
                                const cones_kind *k)
{
    s->a = (arena){0};
    s->x = cones_random(r, k);
    s->c = cones_exact(&s->a, &s->x);
    CHECK(rays_step(&s->a, &s->c, 0, &s->r).code == PERP_OK, "rays");
    perp_status st = pointed_decide(&s->a, &s->r, &s->v);
    CHECK(st.code == PERP_OK, "%s", st.message);
}

static inline void instance_free(instance *s)
{
    pointed_clear(&s->v);
    rays_clear(&s->r);
    cone_clear(&s->c);
    arena_free(&s->a);
}
