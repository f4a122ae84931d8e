/**
# Independent speeds as coordinates

Impulses of contacts change a velocity within $v + M^{-1} \operatorname{range} J^\top$
and not beyond, and there a velocity is known by the speeds of the contacts, $u = Jv$.
Some of them suffice: those that are independent. The block has four speeds, of which
the two slips are one; RAMone has seven velocities and four speeds.

| case | $n_v$ | speeds | independent |
|---|---|---|---|
| `rocking_block` | 3 | 4 | 3 |
| `box_wall` | 3 | 4 | 3 |
| `compass_gait` | 4 | 4 | 4 |
| `ramone` | 7 | 4 | 4 |

Independent are speeds that no others fix: with more contacts than a body has freedoms
some are not. What is picked depends on the order of the contacts; no result does.

Polyhedra are kept in these coordinates, $y$. They are fewer, no polyhedron is flat
for want of impulses, and a pattern of signs cuts along the axes.
*/
#pragma once

#include "number/linear/polyhedron.h"
#include "hp23/inclusion/rates.h"

typedef struct {
    const step_exact *d; /* borrowed */
    int nv, k, speeds;   /* k: coordinates; speeds: p + r */
    int *pick;           /* k: which speeds they are */
    mpq_t *lift;         /* nv x (1 + k): v = lift (1, y) */
    row_list speed;      /* speeds rows (b, a): u_i is a multiple of b + a.y */
    size_t numbers;
} chart;

/* Of the impact of r->d. Ends with chart_clear in every case. LIMIT. */
perp_status chart_new(arena *a, const rates *r, chart *out);
void chart_clear(chart *f);

/* v (nv) of y (k), and y of v. */
void chart_lift(const chart *f, const mpq_t *y, mpq_t *v);
void chart_lower(const chart *f, const mpq_t *v, mpq_t *y);

/* The row (t, t y) of whole numbers for a point y; (0, y) with point = 0. */
void chart_row(const chart *f, const mpq_t *y, int point, mpz_t *row);
