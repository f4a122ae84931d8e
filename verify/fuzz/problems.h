/**
# Problems that a text holds, read, and written and read again
*/
#pragma once

#include "target.h"

#include "lcp/formats/foreign.h"

/* Reads every problem of perp's own text. With `whole` nothing may be wrong with
   it but a negative coefficient of friction. Each problem is written in all
   formats that can say it and read again: the same numbers. */
void problems_read(lcp_text t, int whole);
