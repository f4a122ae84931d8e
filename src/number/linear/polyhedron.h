/**
# Polyhedra in whole numbers, by points and by planes

A polyhedron of velocities has two descriptions: it is made of points and
directions, and it is bounded by planes. [The ends of impacts](../../hp23/inclusion/ends.h)
need both in turn: a leg adds directions to points, and a pattern of signs cuts by
planes.

Both are cones one dimension up. A row $(t, x)$ of $1 + n_v$ whole numbers is the
point $x/t$ when $t > 0$ and the direction $x$ when $t = 0$; a row $(b, a)$ is the
half space $b + a^\top x \ge 0$. A point is in the half space when the product of
the rows is not negative, and so the one description is found from the other in the
same way, both ways round.

The triangle with the corners $(0, 0)$, $(1, 0)$, $(0, \frac12)$ is the rows
$(1, 0, 0)$, $(1, 1, 0)$, $(2, 0, 1)$; its planes are $(0, 1, 0)$, $(0, 0, 1)$ and
$(1, -1, -2)$.
*/
#pragma once

#include "base/status.h"

#include <gmp.h>

enum { POLYHEDRON_ROWS = 20000 };

/* Rows of n whole numbers, one behind the other. {n} is an empty list. */
typedef struct {
    int n, count, room;
    mpz_t *x; /* room x n, all of them initialised */
} row_list;

/* The new last row, all zeros, or null: no memory. */
mpz_t *row_list_add(row_list *l);
void row_list_clear(row_list *l);
static inline mpz_t *row_list_at(const row_list *l, int k)
{
    return l->x + (size_t)k * (size_t)l->n;
}

/* Copies of all rows of `more` behind those of l. */
perp_status row_list_append(row_list *l, const row_list *more);

/* x (n - 1) = the mean of the points of the list, which has no directions. */
void row_list_mean(const row_list *points, mpq_t *x);

/* The row as the least whole numbers with its direction. */
void row_reduce(int n, mpz_t *row);

/* out = a . b */
void row_dot(int n, mpz_t *a, mpz_t *b, mpz_ptr out);

/* A cone in one of the two descriptions: of generators, `row` may be taken
   with weights >= 0 and `line` with any; of planes, products with `row` are >=
   0 and with `line` 0. */
typedef struct {
    row_list row, line;
} cone_rows;
void cone_rows_clear(cone_rows *c);

/* The other description, irredundant: extreme rows and a basis of lines. out
   is empty before, with row.n = line.n = n. LIMIT: more than POLYHEDRON_ROWS
   rows on the way, memory. */
perp_status cone_rows_dual(const cone_rows *of, cone_rows *out);

/* Both descriptions. No point: points.row is empty or has no t > 0. */
typedef struct {
    cone_rows points, planes;
} polyhedron;
void polyhedron_clear(polyhedron *p);

/* The planes of p->points; they are empty before, with their n set. */
perp_status polyhedron_close(polyhedron *p);

/* The polyhedron of all points of both. out is empty. */
perp_status polyhedron_meet(const cone_rows *planes, const cone_rows *more,
                            polyhedron *out);

/* Is every point of `points` in the planes? */
int polyhedron_holds(const cone_rows *planes, const cone_rows *points);
