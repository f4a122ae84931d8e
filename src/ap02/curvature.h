/**
# The second derivatives of a Lagrangian, learnt

A symmetric positive definite matrix that is better informed after each
subproblem of a sequential quadratic programme. AP02 says of (46) that such a
programme solves it, and leaves open with which matrix; this is what the
projection (project.h) has in the place of its second derivatives. A constraint's
second derivatives are not asked of a scene: they would be tapes of $n_q^2$
numbers each, for two or three subproblems.
*/
#pragma once

/* W (n x n, by rows) after the step u = argmin of a subproblem with W, where
   `left` is the gradient of the Lagrangian at the new point with the
   subproblem's multipliers. u, left and work hold n; the last two are
   overwritten, work by W u, left by y. W stays symmetric and positive definite
   in exact arithmetic, symmetric in doubles too. O(n^2), no errors, nothing is
   allocated. */
void curvature_learn(int n, double *W, const double *u, double *left,
                     double *work);
