/**
# Constraints on coordinates, and the projection onto them
*/
#pragma once

#include "ap02/project.h"
#include "check.h"
#include "scene.h"

#include <math.h>

enum { MOST_ROWS = 8 };

/* Coordinates with constraints, and everything a projection needs. */
typedef struct {
    scene s;
    assembler w;
    project_room room;
    arena scratch;
    int joints, contacts, springs;
    graph_id theta[MOST_ROWS], gap[MOST_ROWS], phi[MOST_ROWS];
    graph_id G[56];
    int nv; /* 0: as many as coordinates */
    int id[MOST_ROWS], kept;
    double target[MOST_ROWS];
} world;

static inline graph_id number(world *x, double c)
{
    return graph_const(&x->s.g, c);
}

static inline graph_id op(world *x, graph_op what, graph_id a, graph_id b)
{
    return graph_op2(&x->s.g, what, a, b);
}

/* x^2 + y^2 of two coordinates, the first minus d. */
static inline graph_id square(world *x, double d)
{
    graph_id a = op(x, OP_SUB, x->s.q[0], number(x, d)), b = x->s.q[1];
    return op(x, OP_ADD, op(x, OP_MUL, a, a), op(x, OP_MUL, b, b));
}

static inline graph_id length(world *x)
{
    return graph_op1(&x->s.g, OP_SQRT, square(x, 0));
}

static inline graph_id affine(world *x, int n, const double *a, double b)
{
    graph_id sum = number(x, b);
    for (int i = 0; i < n; i++)
        sum = op(x, OP_ADD, sum, op(x, OP_MUL, number(x, a[i]), x->s.q[i]));
    return sum;
}

static inline void world_make(world *x, int nq)
{
    const int nv = x->nv > 0 ? x->nv : nq;
    graph_id M[64], k[8];
    system_contact contact[MOST_ROWS];
    system_spring spring[MOST_ROWS];
    static const char *names[] = {"1", "2", "3", "4", "5", "6", "7", "8"};
    mpq_t zero, one;
    mpq_inits(zero, one, NULL);
    mpq_set_ui(one, 1, 1);
    for (int i = 0; i < nv * nv; i++)
        M[i] = number(x, i % (nv + 1) == 0);
    for (int i = 0; i < nv; i++)
        k[i] = number(x, 0);
    for (int i = 0; i < x->contacts; i++)
        contact[i] = (system_contact){names[i], x->gap[i], 0, NULL, zero};
    for (int i = 0; i < x->springs; i++)
        spring[i] = (system_spring){names[i], x->phi[i], one, zero};
    system_spec spec = {.g = &x->s.g,
                        .nq = nq,
                        .nv = nv,
                        .q_name = x->s.name,
                        .v_name = x->s.name,
                        .M = M,
                        .k = k,
                        .G = x->nv > 0 ? x->G : NULL,
                        .joints = x->joints,
                        .joint_name = names,
                        .theta = x->theta,
                        .contacts = x->contacts,
                        .contact = contact,
                        .springs = x->springs,
                        .spring = spring};
    perp_status s = system_make(&x->s.a, &spec, &x->s.sys);
    CHECK(s.code == PERP_OK, "system: %s", s.message);
    CHECK(assembler_new(&x->s.a, &x->s.sys, 0, &x->w).code == PERP_OK &&
              project_room_new(&x->s.a, &x->s.sys, &x->room).code == PERP_OK,
          "room");
    mpq_clears(zero, one, NULL);
}

static inline void world_end(world *x)
{
    arena_free(&x->scratch);
    assembler_clear(&x->w);
    scene_end(&x->s);
}

static inline void keep_all(world *x)
{
    for (x->kept = 0; x->kept < x->contacts; x->kept++)
        x->id[x->kept] = x->kept;
}

static inline perp_status project(world *x, project_form form, double *q,
                                  project_report *r)
{
    const active_set set = {x->kept, x->id, NULL};
    const project_wish wish = {form, &set, x->target, NULL, NULL};
    return project_position(&x->s.sys, &x->w, &wish, &x->room, &x->scratch, q,
                            r);
}

/* It converges, in at most ten subproblems, as often as it is said. */
static int most, total, times;
static inline project_report must(world *x, project_form form, double *q)
{
    project_report r = {0};
    perp_status s = project(x, form, q, &r);
    double size = 1;
    for (int i = 0; i < x->s.sys.nq; i++)
        size = fmax(size, fabs(q[i]));
    CHECK(s.code == PERP_OK, "%s", s.message);
    CHECK(r.kkt <= 1e-12 * size, "conditions %g", r.kkt);
    CHECK(r.subproblems >= 1 && r.subproblems <= 10, "%d", r.subproblems);
    most = r.subproblems > most ? r.subproblems : most;
    total += r.subproblems;
    times++;
    return r;
}

static inline void counted(const char *what)
{
    printf("%s: %d projections, %d subproblems, at most %d\n", what, times,
           total, most);
    most = total = times = 0;
}

static inline double apart(int n, const double *a, const double *b)
{
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += (a[i] - b[i]) * (a[i] - b[i]);
    return sqrt(sum);
}
