/**
# JSON

A problem is an object {"A": [[...], ...], "b": [...], "free": f}, a vector
{"z": [...]} or a plain list. Contacts are {"W": ..., "q": ..., "mu": ...}, and
their reactions {"r": [...]}. Numbers may be texts, "1/3" or "0x1p-3". Other keys are
passed over; objects follow each other, with or without a list around them.
*/
#pragma once

#include "lcp/formats/scan.h"

/* All problems, or all vectors, of the text, written as perp's own. INPUT. */
perp_status json_read(scan *s, int vector, arena *a);
