/**
# How many doubles are in a register

Loops that are hot have a form for each width of vector registers: the same operations
on the same numbers, so that the width changes time and not bits.
*/
#pragma once

#include "base/status.h"

/* F64_NARROW is AVX2 with AVX-512's masks and twice as many registers. */
typedef enum { F64_BASELINE, F64_AVX2, F64_NARROW, F64_AVX512 } f64_width;

/* USAGE when the environment's PERP_KERNEL is none of scalar, avx2, avx512, or
   one that this machine lacks. */
perp_status f64_named(void);

/* The widest registers of this machine, or those that PERP_KERNEL names; asked
   once. Requires f64_named() to be fine. */
f64_width f64_widest(void);
