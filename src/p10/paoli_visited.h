/**
# What the rows of a run say of the assumptions

Gradients that vanish or depend on each other where constraints are active, pairs that
violate the angle condition, the two estimates behind Lemma 1 and the case $e > 0$,
the ball of the proposition on $\tau(C)$. All in doubles, at every row of a table
that the scheme has made. What is found is a counterexample up to rounding; what
is not found says nothing of other points.

**What one row can refute.** A gradient of 0, dependent gradients and a
pair with a wrong angle are seen at one $Z^n$. That $K$ is not convex
takes two: the point where a gap is 0, and one behind its tangent there.
An estimate takes two or three velocities of neighbouring rows.

**What no row can.** A continuous force, a gradient that is Lipschitz, a
bound that holds up to $\tau(C)$ for all solutions: these speak of limits
and of other motions. For them a row gives a number to look at, the
least gradient or the ball, and the verdict is left to the form.

**Rank in fractions, angles in doubles.** A rank jumps: there is no
small error in it, only the wrong number. A double is a fraction with a
power of two below, so the rank of the doubles can be had exactly, and
no tolerance has to be invented for it. An angle is a number that moves
little with its data; $2^{-40}$ of the two lengths is far above rounding
and far below what a scene means by an angle.
*/
#pragma once

#include "run/experiment.h"

/* An inequality, left <= right, asked of the steps. `most` has no unit: left
   and right are J, and so are the sizes that they are divided by. Negative: it
   holds with so much to spare, at the step that has least. */
typedef struct {
    long asked;  /* steps */
    int row;     /* the first row that fails it; 0: none */
    double most; /* largest (left - right) / (sizes, roundings) */
} paoli_asked;

/* Rows are those of the table, n + 1 for step n, 0: never; contacts by number.
   Velocities in the metric of M(q^n), in the root of J; distances Euclidean, m
   or rad; a gradient in what the gap has per coordinate. `least` is infinite
   where nothing touches; what stands beside a row 0 means nothing. */
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
