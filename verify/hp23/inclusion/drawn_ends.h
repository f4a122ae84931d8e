/**
# Ends that are drawn

Solutions of (39) by [their own module](../../../src/hp23/inclusion/solution.h), which
knows nothing of polyhedra; and the set of ends of the same impact.
*/
#pragma once

#include "hp23.h"
#include "hp23/inclusion/ends.h"
#include "hp23/inclusion/solution.h"

enum { DRAWN_SPEEDS = 8 };

typedef struct {
    hp23 *m;
    rates r, mine; /* of the ways, and of the ends */
    ways all;
    ends e;
} drawn;

static inline void drawn_new(drawn *t, hp23 *m, const ends_wish *w)
{
    *t = (drawn){.m = m};
    CHECK(rates_new(&m->a, &m->x, &t->r).code == PERP_OK, "rates");
    CHECK(rates_new(&m->a, &m->x, &t->mine).code == PERP_OK, "rates");
    ways_new(&t->r, &t->all);
    perp_status s = ends_find(&m->a, &t->mine, w, &t->e);
    CHECK(s.code == PERP_OK, "%s", s.message);
}

static inline void drawn_clear(drawn *t)
{
    ends_clear(&t->e);
    ways_clear(&t->all);
    rates_clear(&t->mine);
    rates_clear(&t->r);
}

/* Is v in a part, or in a piece? */
static inline int drawn_inside(const drawn *t, const mpq_t *v, int parts)
{
    const ends *e = &t->e;
    cone_rows point = {{.n = e->all.n}, {.n = e->all.n}};
    mpq_t y[DRAWN_SPEEDS];
    int inside = 0;
    for (int i = 0; i < DRAWN_SPEEDS; i++)
        mpq_init(y[i]);
    chart_lower(&e->all.f, v, y);
    chart_row(&e->all.f, (const mpq_t *)y, 1, row_list_add(&point.row));
    for (int k = 0; k < (parts ? e->parts : e->pieces) && !inside; k++)
        inside = polyhedron_holds(
            parts ? &e->part[k].set.planes : &e->piece[k].to.planes, &point);
    for (int i = 0; i < DRAWN_SPEEDS; i++)
        mpq_clear(y[i]);
    cone_rows_clear(&point);
    return inside;
}

/* The block of the wing's page, which is exact: it falls with 1 m/s. */
static inline void drawn_block(hp23 *m)
{
    static const double M[] = {12, 0, 0, 0, 12, 0, 0, 0, 5};
    static const double n[] = {0, 1, -0.5, 0, 1, 0.5};
    static const double d[] = {1, 0, 1, 1, 0, 1};
    hp23_new(m, 3, 2);
    memcpy(m->d.M, M, sizeof M); /* of 12 kg */
    memcpy(m->d.n, n, sizeof n);
    memcpy(m->d.d, d, sizeof d);
    m->d.mu[0] = m->d.mu[1] = 1;
    m->d.v[1] = -1;
    hp23_exact(m);
}
