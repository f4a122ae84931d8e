/**
# Decimals that keep their side

A number that bounds must not get better by being printed.
*/
#pragma once

#include <gmp.h>

/* Where a decimal that is not the number itself may lie. */
typedef enum { DECIMAL_AWAY, DECIMAL_DOWN, DECIMAL_UP } decimal_side;

enum { DECIMAL_ROOM = 48, DECIMAL_DIGITS = 17 };

/* q with `digits` significant digits (1 to 17), rounded away from zero, down or
   up: "-0.0125", "1.7e+308". Trailing zeros are left out; "0" is 0 alone. `out`
   has DECIMAL_ROOM bytes. */
void decimal_text(mpq_srcptr q, int digits, decimal_side side, char *out);
