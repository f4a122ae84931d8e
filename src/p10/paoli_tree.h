/**
# The parts of a proof that no point is nearer

What paoli_ball.c, turns of gradients in one ball, and paoli_tree.c, balls after balls and a
tree of boxes, have in common. Nobody else includes this.
*/
#pragma once

#include "p10/paoli_ball.h"
#include "proof/enclose/enclose.h"

/* The most velocities for which boxes are tried, and boxes. */
enum { PAOLI_TREE_NV = 3, PAOLI_TREE_MOST = 4000, PAOLI_TREE_STACK = 256 };

struct paoli_ball {
    encloser w;
    double *in, *wide; /* inputs of a tape, and their radii */
    double *at, *zero; /* nv radii; nv zeros */
    double *m;         /* nv: |x_i| <= m_i |x|_M */
    double *X;         /* nv x nv: about M^{-1} */
    double *g;         /* contacts: of the last ball; then f(Z) */
    double *still;     /* contacts: g at Z itself */
    double *sum;       /* contacts: g of several balls */
    double *boxes;     /* a stack of middles and half widths, or null */
    uint8_t *concave;  /* contacts, by their form */
    int ready;         /* m is known */
};

/* m, from the factors; 0: not measured, M is too near to a singular one. */
int paoli_tree_measure(paoli_ball *b, const paoli_state *r);

/* b->in, b->wide of the tapes of the scene's contacts. */
void paoli_tree_inputs(paoli_ball *b, const perp_system *s, const double *at,
                       const double *radius);

/* b->g of every contact that pushes: the turn of its gradient in the ball of
   this radius around r->at, or with `gaps` the size of its gap in it. *sure = 0
   where there is no value or there are two branches. */
perp_status paoli_tree_survey(paoli_ball *b, const paoli_state *r,
                              double radius, int gaps, int *sure);

/* mu_j, kg m; and the sum of mu_j g_j, upward. */
double paoli_tree_share(const paoli_state *r, int j);
double paoli_tree_weighed(const paoli_ball *b, const paoli_state *r);
