/**
# One door to the heap

All memory of perp, GMP's and MPFR's included, passes through these functions,
so that a test can count allocations (the step loop makes none) and let the
k-th one fail (every failure outside GMP is a clean error).
*/
#pragma once

#include <stddef.h>

/* Zeroed memory for `count` objects of `size` bytes, or null. The caller owns
   it and gives it back with memory_free. */
void *memory_new(size_t count, size_t size);

/* The block with its first bytes kept and `bytes` long, or null (then the old
   block is untouched). Grows only in what is new: the tail is not zeroed. */
void *memory_resize(void *block, size_t bytes);

/* Gives a block back; null is accepted. */
void memory_free(void *block);

/* Routes GMP (and so MPFR) through this door. Called once, before any GMP
   number exists. When the heap refuses GMP, which cannot return an error, the
   program ends with one line and exit code 5. */
void memory_adopt_gmp(void);

/* Of this thread, for tests: allocations and growths that succeeded so far; and
   which request from now is refused, 0: none. */
typedef struct {
    size_t granted, refuse;
} memory_state;
extern _Thread_local memory_state memory_now;
