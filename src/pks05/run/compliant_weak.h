/**
# What is left of Definition 2 on a run

PKS05's notion of a solution, asked of the interpolants of a computed run: the
straight lines through its states, and the forces constant in each step.
*/
#pragma once

#include "pks05/run/compliant.h"

/* All but `force` tend to 0 with h for runs that tend to a solution. */
typedef struct {
    double
        motion;  /* (a): max over t of |int_0^t M v' - f - rows' lambda|, N s */
    double rate; /* (a): max |q(t) - q(0) - int Gamma v| */
    double law;  /* (a): max |int_0^t C delta' + K delta - lambda|, N s */
    double inside;   /* (b): max -(Phi + delta_n), m */
    double contact;  /* (b): |int lambda_n (Phi + delta_n)|, N m s */
    double friction; /* (c): what the best admissible force would dissipate
                        beyond lambda, integrated, N m */
    double leaves; /* (34): max |Phi(q(t)) - Phi(q^j) - h rows_n v^theta|, m */
    double force;  /* (35): max |lambda|, N */
} compliant_weak;

/* From the table of a run of e in doubles. */
perp_status compliant_weak_of(const experiment *e, const trace *t,
                              compliant_weak *out);
