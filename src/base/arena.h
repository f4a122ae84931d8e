/**
# Arenas

An arena hands out memory that is given back all at once. A step takes an
arena, marks it, takes what it needs and releases to the mark: after the
largest step it never asks the heap again, and `arena_reserve` makes that true
from the first step on.
*/
#pragma once

#include <stddef.h>

typedef struct arena_block arena_block;

typedef struct {
    arena_block *first, *current;
} arena; /* {0} is an empty arena */

typedef struct {
    arena_block *block;
    size_t used;
} arena_mark;

/* Zeroed, 64-byte aligned memory for `count` objects of `size` bytes, or
   null when the heap refuses. It lives until the arena is released below it. */
void *arena_take(arena *a, size_t count, size_t size);

/* The same, holding anything, for what is written before it is read. */
void *arena_take_any(arena *a, size_t count, size_t size);

/* Makes room for `bytes` in one block without taking them: 0 or -1. */
int arena_reserve(arena *a, size_t bytes);

/* The present height, and the return to it. */
arena_mark arena_here(const arena *a);
void arena_release(arena *a, arena_mark mark);

/* Gives all blocks back; the arena is empty again. */
void arena_free(arena *a);
