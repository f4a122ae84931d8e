/**
# Tables of motions that nobody computed

A test fills the rows of a run's table from closed forms.
*/
#pragma once

#include "scene.h"
#include "run/trace/columns.h"
#include "run/trace/trace.h"

typedef struct {
    arena a;
    columns at;
    trace t;
} table;

static inline void table_start(table *x, const perp_system *s, int capacity)
{
    const char **names;
    *x = (table){.t = {0}};
    CHECK(columns_layout(&x->a, s, &x->at).code == PERP_OK, "layout");
    CHECK(columns_names(&x->a, s, &x->at, &names).code == PERP_OK, "names");
    CHECK(trace_new(capacity, x->at.count, names, 0, &x->t).code == PERP_OK,
          "table");
}

static inline void table_end(table *x)
{
    trace_free(&x->t);
    arena_free(&x->a);
}

/* One more row: q has nq numbers, v has nv; va is v. */
static inline double *table_row(table *x, double t, int n, const double *q,
                                const double *v)
{
    double *cell = x->t.cell + (size_t)x->t.rows * (size_t)x->t.columns;
    cell[0] = x->t.rows++;
    cell[1] = t;
    for (int i = 0; i < n; i++) {
        cell[x->at.q + i] = q[i];
        cell[x->at.v + i] = cell[x->at.va + i] = v[i];
    }
    return cell;
}
