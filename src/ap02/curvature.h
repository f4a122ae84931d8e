/**
# The second derivatives of a Lagrangian, learnt

A symmetric positive definite matrix that is better informed after each
subproblem of a sequential quadratic programme.
*/
#pragma once

/* W (n x n, by rows) after the step u = argmin of a subproblem with W, where
   `left` is the gradient of the Lagrangian at the new point with the
   subproblem's multipliers. u, left and work hold n; the last two are
   overwritten. W stays symmetric and positive definite. */
void curvature_learn(int n, double *W, const double *u, double *left,
                     double *work);
