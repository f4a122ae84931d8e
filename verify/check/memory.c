/**
# Memory: without it there is no verdict

A checker that runs out of memory has not refuted anything. If it ended like
one that has, a forger could not gain, but an honest proof would be slandered;
and if it went on with a half-filled array, nothing would be sure at all. So
all memory comes from this file, GMP's included, a failing request ends the
process at once with code 5 and one line on stderr, and standard output stays
empty. Code 1 always means that a line was read that does not hold, or is not
shown to; what is beyond the limits of this program ends with 5, too, but with a
record that says so.

For example `sizes 9999 9999 ...` in a statement of a kilobyte is read as a
promise of 9999 lines `q`, and refused at the first line that is something
else; `tape inertia 13 268435455 ...` likewise. test_certificate gives such
files to a checker with 64 megabytes.

A process's end is the right answer here, though elsewhere errors are
values: GMP offers its callers no way to learn of a failed request, and there is
nothing to save, for the checker has written nothing.

Two more rules. Memory grows with what has been *read*: `more` doubles what is
needed for the entries at hand, and no size that a header of the file
announces is reserved in advance. What grows faster than the file is bounded:
the matrices of rank.c ($2^{22}$ words) and of modes.c (2000 unknowns). And
sizes are compared with SIZE_MAX before they are multiplied.
*/
#include "perp_check.h"

#include <stdlib.h>
#include <string.h>

/* The request that a test wants refused, counted down; 0: none.
   test_check_memory refuses each single request of five proofs once, and looks
   for code 5. */
unsigned long memory_refused;

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

/* Nobody asks for 0 bytes. */
static void *more_or_null(void *block, size_t bytes)
{
    if (memory_refused != 0 && --memory_refused == 0)
        return NULL;
    return realloc(block, bytes);
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
    if (count > SIZE_MAX / size)
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
