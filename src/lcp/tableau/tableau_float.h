/**
# Two tableaux between doubles and fractions

Where doubles see a tie, or an order that is noise, more places see what is
there. Both tableaux round, so what they say is a proposal; whoever asks them
proves it or does not use it.

Why two, and why these lengths: a dependence of the data at $10^{-16}$, which is a
double's rounding, takes 53 bits away, and 106 bits have as many left; a second
one on top of it takes them too. 512 bits bear a handful of levels. A whole solve
with 106 bits costs 7 to 20 times that in doubles, with 512 bits 2 to 24 times
that with 106, and exactly a price that grows with the size of the problem.

The problem is the mixed one, in fractions, not condensed: condensing rounds
first, with the very numbers that are too short. A point of 1 kg rests on two
contacts, $n_1 = (0, 1)$ and $n_2 = (2^{-40}, 1)$, and comes with $v =
(-2^{-30}, -1)$. All of these are doubles. The condensed problem has

$$A = \begin{bmatrix} 1 & 1 \\ 1 & 1 + 2^{-80} \end{bmatrix}, \qquad b =
\begin{bmatrix} -1 \\ -1 - 2^{-70} \end{bmatrix},$$

and one solution: the second contact takes it all, and the first moves away with
$2^{-70} - 2^{-80}$, nearly. In doubles, condensed, both entries are as good as
1 and -1, two equal contacts are left, and which one is chosen is an accident.
106 bits on the mixed problem see $2^{-70}$.

The five questions are answered
by one text for both, float_questions.h; the files below have the numbers only.

What a tableau says of the end of a path: SOLVED is a basis to be solved exactly.
A ray or equations that do not hold prove nothing here, because "nothing blocks"
is a statement about signs; they are dropped, and exact Lemke decides.
*/
#pragma once

#include "lcp/problem/lcp.h"
#include "number/limit.h"
#include "lcp/tableau/tableau.h"

/* The problem, rounded to double-doubles (106 bits) or to wide floats (512
   bits), covered with ones in units in which its largest entry is about one; or
   with `cover`, n positive numbers, and then ties are as fine as rounding
   allows: the path is another one in both respects. A pivot is BROKEN when the
   time is over (limit may be null), or when the number is out of range. All
   memory is the arena's; nothing needs to be cleared: (f + n) (f + n + 2)
   numbers of 16 or 80 bytes, and a few rows of them. Borrows nothing of p.
   Error: memory. */
perp_status tableau_dd_new(arena *a, const lcp_exact_problem *p,
                           const double *cover, const exact_limit *limit,
                           tableau **out);
perp_status tableau_wide_new(arena *a, const lcp_exact_problem *p,
                             const exact_limit *limit, tableau **out);

/* The same for a problem in doubles, which double-doubles hold as it is: the
   entries are those of the problem in fractions that the doubles are. With a
   covering vector (null: ones) ties are finer, too, but not as fine as that. */
perp_status tableau_dd_of(arena *a, const lcp_problem *p, const double *cover,
                          const exact_limit *limit, tableau **out);
