/**
# What PKS05 assumes of a system and of its runs

The list that `perp hypotheses` goes through for the scheme `theta`, in the paper's
order: the assumptions (A) to (D) of section 2, how short a step Proposition 3 wants,
that the forces of the run are those of Proposition 1, how small a friction Lemma 4
wants, the bounds of Propositions 6 and 7, and Theorem 8 where ends are prescribed. Each
line has a verdict, what it rests on, and its number.
*/
#pragma once

#include "run/hypotheses.h"

extern const hypotheses pks05_hypotheses;
