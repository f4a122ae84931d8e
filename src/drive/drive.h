/**
# Runs by the name of their scheme
*/
#pragma once

#include "run/experiment.h"

/* Runs e with the scheme it names; contract of experiment_run. */
perp_status drive_run(const experiment *e, trace *out, summary *sum);

/* AP02's schemes, by the names of scheme/stiff.h: the step loop with alpha =
   gamma = 1. Same contract; e's own alpha and gamma are not read. */
perp_status stiff_run(const experiment *e, trace *out, summary *sum);

/* The position-level scheme; same contract. Row l + 1 holds q^{l+1}, in v.*
   V^l = (q^{l+1} - q^l) / h, in va.* (Z^l - q^l) / h, in cn.* the impulses of
   the step; row 0 holds q_0 and u_0. `kinetic` is V'M(q)V / 2 with the row's q
   and v. INPUT also for what the scheme does not know: joints, rates, friction;
   for e outside [0, 1] and inadmissible initial data. Also Moreau's step for
   velocities when that is the scheme's name: v.* is then v^{l+1}, va.* is
   (v^{l+1} + e v^l) / (1 + e), and the mass of `kinetic` is that of the middle
   of the step behind the row. */
perp_status paoli_run(const experiment *e, trace *out, summary *sum);
