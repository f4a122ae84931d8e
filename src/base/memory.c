#include "base/memory.h"

#include <gmp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

_Thread_local memory_state memory_now;

static int refused(void)
{
    return memory_now.refuse != 0 && --memory_now.refuse == 0;
}

void *memory_new(size_t count, size_t size)
{
    if (size != 0 && count > PTRDIFF_MAX / size)
        return NULL;
    if (refused())
        return NULL;
    void *block = calloc(count == 0 ? 1 : count, size == 0 ? 1 : size);
    memory_now.granted += block != NULL;
    return block;
}

void *memory_resize(void *block, size_t bytes)
{
    if (bytes > PTRDIFF_MAX || refused())
        return NULL;
    void *grown = realloc(block, bytes == 0 ? 1 : bytes);
    memory_now.granted += grown != NULL;
    return grown;
}

void memory_free(void *block)
{
    free(block);
}

/** GMP has no way to say that memory is missing. What it needs is reserved
before it is entered, where a bound is known; for the rest this is the end,
and it is one line. The injected refusals of a test do not reach GMP. */
static void *gmp_grown(void *block, size_t bytes)
{
    void *grown = bytes > PTRDIFF_MAX ? NULL : realloc(block, bytes);
    if (grown == NULL) {
        fprintf(stderr,
                "perp: out of memory in exact arithmetic (%zu bytes "
                "asked for); use shorter numbers or fewer contacts\n",
                bytes);
        exit(5);
    }
    memory_now.granted++;
    return grown;
}

static void *gmp_new(size_t bytes)
{
    return gmp_grown(NULL, bytes);
}

static void *gmp_resize(void *block, size_t old, size_t bytes)
{
    (void)old;
    return gmp_grown(block, bytes);
}

static void gmp_free(void *block, size_t bytes)
{
    (void)bytes;
    free(block);
}

void memory_adopt_gmp(void)
{
    mp_set_memory_functions(gmp_new, gmp_resize, gmp_free);
}
