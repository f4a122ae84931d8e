/**
# What the rows of a run say of the assumptions

Gradients that vanish or depend on each other where constraints are active, pairs that
violate the angle condition, the two estimates behind Lemma 1 and the case $e > 0$,
the ball of the proposition on $\tau(C)$. All in doubles, at every row of a table
that the scheme has made. What is found is a counterexample up to rounding; what
is not found says nothing of other points.
*/
#pragma once

#include "run/experiment.h"

/* An inequality, asked of the steps. */
typedef struct {
    long asked;  /* steps */
    int row;     /* the first row that fails it; 0: none */
    double most; /* largest (left - right) / (sizes, roundings) */
} paoli_asked;

/* Rows are those of the table, n + 1 for step n, 0: never; contacts by number.
   Velocities in the metric of M(q^n), distances Euclidean. */
typedef struct {
    int flat, steady; /* K a polyhedron, M constant, by the tapes */
    long touching;    /* steps with Z^n on a boundary */
    long together;    /* ... on two or more */
    double least;     /* the least |grad f_a| there */
    int least_row, least_contact;
    int dependent_row; /* active gradients are dependent, exactly */
    int dependent;     /* so many constraints */
    int angle_row, angle_a, angle_b;
    double angle; /* (n_a, M^{-1} n_b) there */
    int hollow_row, hollow_other, hollow_contact;
    double hollow; /* (grad f_a(Z^n), Z^m - Z^n) < 0, m */
    paoli_asked c4, c5;
    double start, speed, away; /* |u_0|_M, most |V^n|_M, most |q^n - q_0| */
} paoli_visited;

/* Reads q.*, v.*, va.* and cn.* of t, all rows of a run of e by the scheme
   paoli. INPUT, NO_MEMORY. */
perp_status paoli_visited_of(const experiment *e, const trace *t,
                             paoli_visited *out);

/* Exact elimination of k rows of v + 1 numbers each, in place: the last is the
   right side. The rank of the left part; *solvable: is the right side in its
   range? d (v, or null) receives a solution, 0 in the free unknowns. */
int paoli_eliminate(int k, int v, mpq_t *rows, int *solvable, mpq_t *d);
