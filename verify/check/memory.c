#include "perp_check.h"

#include <stdlib.h>
#include <string.h>

/* The request that a test wants refused, counted down; 0: none. */
static unsigned long refused;

void memory_refuse(unsigned long k)
{
    refused = k;
}

_Noreturn void no_memory(const reader *r, size_t bytes)
{
    fprintf(stderr, "perp-check: ");
    if (r != NULL)
        fprintf(stderr, "%.150s:%ld: ", r->name, r->line);
    fprintf(stderr,
            "no memory (%zu bytes asked for), and so no verdict; take a machine "
            "with more\n",
            bytes);
    exit(5);
}

static void *more_or_null(void *block, size_t bytes)
{
    if (refused != 0 && --refused == 0)
        return NULL;
    return realloc(block, bytes > 0 ? bytes : 1);
}

void *grown(void *block, size_t bytes)
{
    void *to = more_or_null(block, bytes);
    if (to == NULL)
        no_memory(NULL, bytes);
    return to;
}

void *more(reader *r, void *block, size_t n, size_t *room, size_t size)
{
    if (n <= *room)
        return block;
    if (n > (SIZE_MAX / size - 8) / 2)
        no_memory(r, SIZE_MAX);
    *room = 2 * n + 8;
    if ((block = more_or_null(block, *room * size)) == NULL)
        no_memory(r, *room * size);
    return block;
}

void *zeros(size_t count, size_t size)
{
    if (size > 0 && count > SIZE_MAX / size)
        no_memory(NULL, SIZE_MAX);
    return memset(grown(NULL, count * size), 0, count * size);
}

void given_back(void *block)
{
    free(block);
}

/* GMP has no way to say that memory is missing; it need not come back. */
static void *gmp_new(size_t bytes)
{
    return grown(NULL, bytes);
}

static void *gmp_resize(void *block, size_t old, size_t bytes)
{
    (void)old;
    return grown(block, bytes);
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
