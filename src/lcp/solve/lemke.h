/**
# Lemke's method, without a number in it

`lemke_run` sees a tableau and nothing of its arithmetic. It is the one text of the
method: doubles, floats of 106 and 512 bits and integers run under it, and a test
of the path is a test of all of them. AP02's section 3.1 takes $x$ and $y$ out of
the problem and gives the rest to such a method; Theorem 2.1 says that it finds a
solution. lemke.c has the path, and why it has an end.
*/
#pragma once

#include "lcp/problem/lcp.h"
#include "lcp/tableau/tableau.h"

/* Pivots the free columns in (AP02 Theorem 2.1), then runs Lemke for at most
   `limit` complementary pivots. t is new or restarted, its numbers filled in;
   it is left in the last dictionary, from which the caller reads the answer:
   SOLVED with z0 = 0 or with z = 0, RAY with end->column, INFEASIBLE with
   end->row, LIMIT for too many pivots and when the tableau said BROKEN (then
   end->row tells the equations from the path). The witness may be null.
   Allocates nothing. */
lcp_outcome lemke_run(tableau *t, int limit, const lemke_witness *witness,
                      lemke_end *end);
