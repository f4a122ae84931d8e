/**
# How gaps bend

The second derivatives of gaps, summed with weights: what a Lagrangian adds to
the metric of a nearest-point problem.
*/
#pragma once

#include "model/system/system.h"

/* Doubles of work space. */
uint32_t bend_work(const perp_system *s);

/* B (nv x nv, symmetric) = sum_j lambda_j times the matrix of second
   derivatives of Phi_j at in = (q, v, t). lambda: one for each contact; those
   that are 0 cost nothing. Requires q' = v. INPUT when a row of a contact with
   a weight has no value or no finite derivative there; B is undefined then.
   Cost: for each coordinate one tangent of the tape of all scene contacts, and
   of each bound pair that it moves. Allocates nothing. */
perp_status bend_matrix(const perp_system *s, const double *in,
                        const double *lambda, double *work, double *B);
