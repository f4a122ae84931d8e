/**
# Two kinds of contact, written as a library would write them
*/
#pragma once

#include "model/system/kind.h"

static inline graph_id kinds_2(graph *g, graph_op op, graph_id a, graph_id b)
{
    return graph_op2(g, op, a, b);
}

/* a b - c d, or a b + c d. */
static inline graph_id kinds_pair(graph *g, graph_op op, const graph_id f[4])
{
    return kinds_2(g, op, kinds_2(g, OP_MUL, f[0], f[1]),
                   kinds_2(g, OP_MUL, f[2], f[3]));
}

/* Disc against disc. Coordinates x y th of each, one parameter: the radius.
   With d the unit vector from A to B and t = (-dy, dx), the slip is
   t . (velocity of A - velocity of B) at the point of contact. */
static inline perp_status kinds_disc_disc(arena *a, graph *g, kind *out)
{
    graph_id in[14], d[2], v[2];
    for (uint32_t i = 0; i < 14; i++)
        in[i] = graph_var(g, i);
    graph_id dx = kinds_2(g, OP_SUB, in[3], in[0]);
    graph_id dy = kinds_2(g, OP_SUB, in[4], in[1]);
    graph_id r = graph_op1(
        g, OP_SQRT, kinds_pair(g, OP_ADD, (graph_id[4]){dx, dx, dy, dy}));
    d[0] = kinds_2(g, OP_DIV, dx, r);
    d[1] = kinds_2(g, OP_DIV, dy, r);
    for (int i = 0; i < 2; i++)
        v[i] = kinds_2(g, OP_SUB, in[6 + i], in[9 + i]);
    graph_id spin =
        kinds_pair(g, OP_ADD, (graph_id[4]){in[8], in[12], in[11], in[13]});
    graph_id slip = kinds_2(
        g, OP_ADD, kinds_pair(g, OP_SUB, (graph_id[4]){d[0], v[1], d[1], v[0]}),
        spin);
    kind_form form = {
        .name = "disc-disc",
        .coords = {3, 3},
        .params = {1, 1},
        .gap = kinds_2(g, OP_SUB, kinds_2(g, OP_SUB, r, in[12]), in[13]),
        .slips = 1,
        .slip = &slip};
    return kind_make(a, g, &form, out);
}

/* A plane (parameters nx ny off) against a corner (coordinates x y th,
   parameters px py in the body). */
static inline perp_status kinds_plane_corner(arena *a, graph *g, kind *out)
{
    graph_id in[11];
    for (uint32_t i = 0; i < 11; i++)
        in[i] = graph_var(g, i);
    graph_id s = graph_op1(g, OP_SIN, in[2]), c = graph_op1(g, OP_COS, in[2]);
    graph_id nx = in[6], ny = in[7], px = in[9], py = in[10];
    graph_id rx = kinds_pair(g, OP_SUB, (graph_id[4]){c, px, s, py});
    graph_id ry = kinds_pair(g, OP_ADD, (graph_id[4]){s, px, c, py});
    graph_id at[2] = {kinds_2(g, OP_ADD, in[0], rx),
                      kinds_2(g, OP_ADD, in[1], ry)};
    graph_id vx = kinds_2(g, OP_SUB, in[3], kinds_2(g, OP_MUL, in[5], ry));
    graph_id vy = kinds_2(g, OP_ADD, in[4], kinds_2(g, OP_MUL, in[5], rx));
    graph_id slip = kinds_pair(g, OP_SUB, (graph_id[4]){nx, vy, ny, vx});
    graph_id gap = kinds_2(
        g, OP_SUB, kinds_pair(g, OP_ADD, (graph_id[4]){nx, at[0], ny, at[1]}),
        in[8]);
    kind_form form = {.name = "plane-corner",
                      .coords = {0, 3},
                      .params = {3, 2},
                      .gap = gap,
                      .slips = 1,
                      .slip = &slip};
    return kind_make(a, g, &form, out);
}

/* A wheel: coordinates (c, s, x), velocities (w, u), with c' = -s w, s' = c w,
   x' = 2 u, against a fixed p. The gap is s + 3 x - p, so n = (c, 6); the slip
   x w - u has D = (x, -1). Its graph has inputs c s x | w u | p. */
static inline perp_status kinds_wheel(graph *g, graph_id first_rate,
                                      kind_form *f, graph_id held[4])
{
    graph_id in[6];
    for (uint32_t i = 0; i < 6; i++)
        in[i] = graph_var(g, i);
    held[0] = first_rate != GRAPH_NONE
                  ? first_rate
                  : graph_op1(g, OP_NEG, kinds_2(g, OP_MUL, in[1], in[3]));
    held[1] = kinds_2(g, OP_MUL, in[0], in[3]);
    held[2] = kinds_2(g, OP_MUL, graph_const(g, 2), in[4]);
    held[3] = kinds_2(g, OP_SUB, kinds_2(g, OP_MUL, in[2], in[3]), in[4]);
    graph_id thrice = kinds_2(g, OP_MUL, graph_const(g, 3), in[2]);
    *f = (kind_form){
        .name = "wheel",
        .coords = {3, 0},
        .vels = {2, 0},
        .params = {0, 1},
        .rate = held,
        .gap = kinds_2(g, OP_SUB, kinds_2(g, OP_ADD, in[1], thrice), in[5]),
        .slips = 1,
        .slip = held + 3};
    return held[3] == GRAPH_NONE ? g->why : PERP_SUCCESS;
}
