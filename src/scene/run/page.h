/**
# One page

A page is a file that needs no other one: its text comes from `page.html` of a
directory, in which

    <!-- include NAME -->   is the file NAME of that directory: a style sheet, a script
    <!-- data -->           is what the run gives, packed, a block each

and nothing else is replaced. A block is letters of base 64 in an element that no
browser runs, so whatever a scene is called or draws, it stays data.
*/
#pragma once

#include "base/status.h"

#include <stddef.h>
#include <stdio.h>

/* A block: bytes in memory, or (null) those of a file. */
typedef struct {
    const char *id, *bytes; /* id: letters, digits and - */
    size_t n;
    const char *file;
} page_block;

/* Writes the page; whether it has arrived is for file_end to say. IO: a file
   that cannot be read. LIMIT: memory, or a file of more than 256 MB. */
perp_status page_write(FILE *f, const char *directory,
                       const page_block *block, int blocks);
