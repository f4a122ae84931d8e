/**
# What PKS05 assumes of a system and of its runs
*/
#pragma once

#include "run/hypotheses.h"

extern const hypotheses pks05_hypotheses;
