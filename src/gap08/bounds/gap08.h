/**
# What GAP08 assumes of a system and of its runs

Section 4 of the paper, a part of it in a file of its own.
*/
#pragma once

#include "run/hypotheses.h"

extern const hypotheses gap08_hypotheses;
perp_status gap08_growth(inquiry *x, finding *out);
perp_status gap08_lipschitz(inquiry *x, finding *out);
perp_status gap08_linear(inquiry *x, finding *out);
perp_status gap08_coriolis(inquiry *x, finding *out);
