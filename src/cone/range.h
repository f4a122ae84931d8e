/**
# The range of the joints

Whether the joint gradients are independent, what lies across them, and the
cone that is left when they are divided out.
One joint, $\nu = (1, 1)$, and the vector $x = (3, 1)$: $x = 2\nu + (1, -1)$, so
$u = 2$, what is left is $(1, -1)$ with the squared length 2, and the kernel has
the one row $(-1, 1)$. A joint that repeats another, $\nu_1 = (1, 1)$, $\nu_2 =
(2, 2)$, is found by $y = (-2, 1)$. Impulses $\nu y$ may be as large as one
likes then and do nothing.
*/
#pragma once

#include "cone/cone.h"

/* The rank of nu, with its proof. A closed chain of joints has dependent ones
   easily; the verdict names them apart, because another choice of joints mends
   that, and no change of contacts does. */
typedef struct {
    int full;       /* 1: the columns of nu are independent */
    int *pick;      /* full: m coordinates whose minor is not singular */
    mpq_t *inverse; /* full: m x m, inverse . (nu restricted to pick) = 1 */
    mpq_t *y;       /* not full: m numbers, not all zero, nu y = 0 */
    mpq_t *all;
    size_t count;
} range_rank;

/* Decides it. Arrays in the arena, numbers given back by range_rank_clear. */
perp_status range_rank_find(arena *a, const cone *c, range_rank *out);
void range_rank_clear(range_rank *x);

/* A basis of { x : nu'x = 0 }: nv - rank rows of nv rationals, into B (nv x nv
   numbers are room enough, initialised by the caller); *rows is how many. */
perp_status range_kernel(arena *a, const cone *c, mpq_t *B, int *rows);

/* x = nu u + rest with nu'rest = 0: m and nv rationals, initialised by the
   caller. rest is unique, u is when nu has full rank. */
perp_status range_split(arena *a, const cone *c, const mpq_t *x, mpq_t *u,
                        mpq_t *rest);

/* |rest|^2 of the same: the squared length of x across the joints. */
perp_status range_across(arena *a, const cone *c, const mpq_t *x, mpq_ptr out);

/* For people and for tests, never for a verdict: nv - m orthonormal rows across
   the m rows of nu, in doubles: |nu'B'| and
   |B B' - 1| are a few units roundoff, relative to the rows of nu. Requires
   independent rows; returns the number of rows found, nv - rank. work:
   nv (nv + 1) doubles. */
int range_perp(int nv, int m, const double *nu, double *B, double *work);

/* Vectors by rows, nv numbers each. Borrowed. */
typedef struct {
    int rows;
    const mpq_t *B;
} range_rows;

/** The lemmas of the paper about what is left, in one line each. If
$\nu_\perp^\top n^{(j)} = 0$, then $n^{(j)} = \nu y$, and $c_n = 1$ with $c_\nu
= -y$ cancel: Lemma 3.3. If contacts alone make a vector of the range with some
$c_n \ne 0$, the joints can take it back: 3.2. If impulses of the reduced cone
cancel, their sum before the reduction is in the range, with the same end: 3.5,
whose printed proof multiplies $W_D$ by $\nu_\perp^\top$ once too often (erratum
0-22). The other way round needs independent joints: of an impulse of the whole
cone that cancels, the contacts' part cancels in the reduced one, unless it is
zero; then joints cancel alone. */

/* Of the groove with nu = (1, 0) and B = (0, 1) the normals are 1 and 1, the
   slips -1 and -1, the edges 1/2 and 3/2: all positive, pointed. With nu = (0,
   1) and B = (1, 0) they are 1 and -1, 1 and -1: the edges 3/2, 1/2, -3/2, -1/2
   cancel. With nu = (1, -1) the right wall's normal is 0, and it is not pointed
   either, Lemma 3.3.

   The reduced cone: normals B n, directions B d of `rows` numbers each, no
   joints. Slips whose direction lies in range(nu) are left out; slip[s] is the
   slip of `c` that slip s of `out` comes from (room for c->r). B is any set of
   rows across nu, orthonormal ones for lengths to mean something. */
perp_status range_reduce(arena *a, const cone *c, range_rows across, cone *out,
                         int *slip);
