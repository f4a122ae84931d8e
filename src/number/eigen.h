/**
# Eigenvalues of a symmetric matrix
*/
#pragma once

/* The eigenvalues of the symmetric n x n matrix A, n >= 1, by rows, in A's
   diagonal, in no order; what is off the diagonal is rounding afterwards. */
void eigen_values(int n, double *A);

/* The smallest and the largest eigenvalue; A is overwritten. */
void eigen_range(int n, double *A, double *low, double *high);
