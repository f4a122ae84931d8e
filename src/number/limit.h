/**
# Limits of exact arithmetic

Exact numbers may be long and take long. Both can be limited, and reaching a
limit is an outcome of its own, never a wrong answer.
*/
#pragma once

#include "base/status.h"

#include <stddef.h>

/* 0 is no limit. */
typedef struct {
    size_t bits;  /* the longest number that may become necessary, by
                     Hadamard's bound */
    double until; /* on the clock of limit_now, s */
} exact_limit;

/* Seconds on a clock that only goes forward. */
double limit_now(void);

/* LIMIT when numbers of so many bits are not allowed. */
perp_status limit_bits(const exact_limit *l, size_t bits);

/* LIMIT when the time is over. */
perp_status limit_time(const exact_limit *l);
