/**
# Bytes inside a page

A page that holds its own data holds them as text: deflate's format (RFC 1951),
which every browser unpacks (`DecompressionStream("deflate-raw")`), in base 64 (RFC
4648), which no reader of HTML takes for anything else.
*/
#pragma once

#include "base/status.h"

#include <stddef.h>
#include <stdio.h>

/* Writes n bytes to the file, packed, in lines of 76 letters. LIMIT: no memory.
   Whether the text has arrived is for file_end to say. */
perp_status pack_put(FILE *to, const void *bytes, size_t n);
