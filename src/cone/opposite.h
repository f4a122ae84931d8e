/**
# Does the cone hold a line?

Definition 3.1 asks of impulses: do any but zero cancel? The usual word asks of vectors: is $K
\cap (-K) = \{0\}$, is there no $x \ne 0$ with $x$ and $-x$ in $K$? GAP08's Remark 3.6 says that for
the reduced cones (3.7), (3.8) the two are the same. Here both are asked of a polyhedral cone
without joints, each by itself.

| what | asked | certificate |
|---|---|---|
| pointed, Definition 3.1 | `pointed_decide` | a direction, or impulses that cancel |
| holds a line | is $-g_i$ in $K$, of each edge $g_i \ne 0$? | the edge, and impulses that make $-g_i$ |
| has an edge that is zero | $g_i = 0$ | the edge |

**What is true.** *Pointed exactly if it holds no line and no edge is zero.* If $K$ is pointed an
edge that is zero would be an impulse with the sum zero, and of a line $x$, $-x$ the two impulses
together. The other way round let $\sum w_ig_i = 0$ with $w \ge 0$ and some $w_i > 0$: then $-g_i =
\sum_{j \ne i}(w_j/w_i)g_j$ is in $K$, and since $g_i$ is not zero it spans a line.

**What the remark leaves out.** An edge may vanish. A contact in the plane with one slip, $n = (0, 1)$,
$d = (1, 0)$, $\mu = 1$, and a joint along $\nu = (1, -1)$: across it, $\nu_\perp = (1, 1)$, the
edges $n \pm \mu d$ are 2 and 0. $FC_r$ is the half-line, which holds no line, and the impulse
$c_n = 1$, $\beta = -1$ of it cancels: not pointed by Definition 3.1, pointed in the usual sense. With
the joint it is a body that jams, $n - d = -\nu$: the whole cone is not pointed either. So where
Lemma 3.5 applies, which is where the paper needs the remark, it is right; as an equivalence of
any reduced cone it holds in one direction. $W_n \ne 0$, $W_D \ne 0$ do not prevent it.

**Why edges are enough.** If $x = \sum w_ig_i$ and $-x$ are in $K$ and $x \ne 0$, some $w_i > 0$ has
$g_i \ne 0$, and $-g_i$ is $-x$ and the other edges, over $w_i$. So a line goes through an edge if
there is any, and finitely many questions decide. */
#pragma once

#include "cone/pointed.h"

typedef struct {
    int line; /* an edge whose opposite is in the cone; -1: there is none */
    int zero; /* an edge that is zero; -1 */
} cone_line;

/* Of the polyhedral cone of these rays, without joints (of->m = 0): the first
   edge of each sort. Each -g_i is asked for by member_decide, whose
   certificates are checked. Leaves the arena as it was. LIMIT: memory, bits. */
perp_status cone_line_find(arena *a, const cone_rays *r, cone_line *out);
